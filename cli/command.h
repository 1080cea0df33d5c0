/* command.h - command of the program: name, options, operands and function.
 *
 * The option table is the only description of the options of a command: parser, usage line and help
 * are generated from it. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "cli/session/session.h"
#include <stdbool.h>

enum { CLI_LIST_LENGTH = 256, CLI_OPERANDS = 256 };

/* Values of an option that can be given several times. */
struct cli_list {
  const char *item[CLI_LIST_LENGTH];
  size_t count;
};

/* Command-line option. Exactly one of the pointers is set; it receives the value and determines its
   type. */
struct cli_option {
  char letter;          /* short form; '\0': no short form */
  const char *name;     /* long form, without "--"; NULL ends a table */
  const char *argument; /* placeholder of the value in the help; with `choice` the allowed words,
                           "f32|f64" */
  const char *help;
  bool *flag;            /* no value; set to true */
  const char **text;     /* receives any text */
  struct cli_list *list; /* any text, appended to the list */
  int *integer;          /* integer from min to max */
  int min, max;
  int *choice;       /* index of a word of `argument` */
  const char *words; /* completions of a text value, "linear|log"; NULL: file names */
  bool named;        /* of a file to write: "-", standard output, is refused */
};

/* Option --threads, stored in the int AT; OF completes the help text. */
#define CLI_OPTION_THREADS(AT, OF)                                                                 \
  {                                                                                                \
    .letter = 't', .name = "threads", .argument = "N", .integer = (AT), .min = 1, .max = 4096,     \
    .help = OF " Default: OMP_NUM_THREADS, else all, in a container as many as it may use."        \
  }

struct cli_operands {
  char *item[CLI_OPERANDS];
  int count;
};

struct cli_command {
  const char *name;
  const char *operands; /* as shown in the usage line: "CASE", "[TOPIC]" */
  int operand_min, operand_max;
  const char *summary;                 /* one line in `simoom help` */
  const char *details;                 /* paragraphs in `simoom help NAME` */
  const struct cli_option *options[4]; /* option tables, NULL after the last */
  /* The n-th word for completion of operands (of the first only if at most two are allowed); NULL
   * after the last. May be NULL: operands are files. */
  const char *(*word)(size_t n);
  bool named;       /* operands are files by name: "-", standard input, is refused */
  bool distributed; /* runs in the processes of a launcher, as mpirun */
  int (*run)(struct cli_session *session, const struct cli_operands *operands); /* returns the exit
                                                                                   code */
};

/* All commands in the order of `simoom help`, terminated by NULL (main.c). */
extern const struct cli_command *const cli_commands[];

/* Command by name; NULL for an unknown name. */
const struct cli_command *cli_command_find(const char *name);

/* Command with the most similar name; NULL if none is similar. */
const struct cli_command *cli_command_nearest(const char *name);

extern const struct cli_command cli_command_new, cli_command_convert, cli_command_check,
    cli_command_run, cli_command_info, cli_command_compare, cli_command_cross_validate,
    cli_command_plot, cli_command_view, cli_command_serve, cli_command_export, cli_command_report,
    cli_command_release, cli_command_hazard, cli_command_locate, cli_command_chem,
    cli_command_devices, cli_command_bench, cli_command_validate, cli_command_completion,
    cli_command_help, cli_command_version;

#endif
