/* command.h - command of the program: name, options, operands and function.
 *
 * The table of a command's options is the only place where they are described: parser, usage and
 * help are made from it. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "cli/session/session.h"
#include <stdbool.h>

enum { CLI_LIST_LENGTH = 256, CLI_OPERANDS = 16 };

/* Values of an option that may be given several times. */
struct cli_list {
  const char *item[CLI_LIST_LENGTH];
  size_t count;
};

/* One option. Exactly one of the pointers says where its value goes, and so what it takes. */
struct cli_option {
  char letter;          /* short form; '\0': none */
  const char *name;     /* long form, without "--"; NULL ends a table */
  const char *argument; /* how help calls the value; with `choice` the words, "f32|f64" */
  const char *help;
  bool *flag;            /* takes no value: set to true */
  const char **text;     /* any text */
  struct cli_list *list; /* any text, added to the list */
  int *integer;          /* whole number, min to max */
  int min, max;
  int *choice;       /* index of one of the words of `argument` */
  const char *words; /* of a text: values that a shell offers, "linear|log"; NULL: files */
};

/* The option of the number of threads, an int at AT; OF says of what. */
#define CLI_OPTION_THREADS(AT, OF)                                                                 \
  {                                                                                                \
    .letter = 't', .name = "threads", .argument = "N", .integer = (AT), .min = 1, .max = 4096,     \
    .help = OF " Default: OMP_NUM_THREADS, else all."                                              \
  }

struct cli_operands {
  char *item[CLI_OPERANDS];
  int count;
};

struct cli_command {
  const char *name;
  const char *operands; /* as shown in the usage line: "CASE", "[TOPIC]" */
  int operand_min, operand_max;
  const char *summary;                 /* one line of `simoom help` */
  const char *details;                 /* paragraphs of `simoom help NAME` */
  const struct cli_option *options[4]; /* tables, NULL after the last */
  /* The n-th word that operands may be, the first one where there are two at most; NULL after the
   * last. NULL: they are files. */
  const char *(*word)(size_t n);
  int (*run)(struct cli_session *session, const struct cli_operands *operands); /* exit code */
};

/* All commands in the order of `simoom help`, NULL after the last (main.c). */
extern const struct cli_command *const cli_commands[];

/* The command of that name, or NULL. */
const struct cli_command *cli_command_find(const char *name);

/* The command whose name is nearest to a wrong one, or NULL. */
const struct cli_command *cli_command_nearest(const char *name);

extern const struct cli_command cli_command_new, cli_command_check, cli_command_run,
    cli_command_info, cli_command_plot, cli_command_view, cli_command_export, cli_command_report,
    cli_command_chem, cli_command_devices, cli_command_bench, cli_command_validate,
    cli_command_completion, cli_command_help, cli_command_version;

#endif
