#include "manual.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Prints text for man without roff requests: lines that begin with a point or an apostrophe are
 * protected, and `-` is a typed minus sign. With `flows` text is filled: ended lines stay ended,
 * and an empty line begins a paragraph. */
static void put(FILE *stream, const char *text, bool flows) {
  bool begins = true;
  for (; *text != '\0'; text++) {
    if (begins && (*text == '.' || *text == '\'')) fputs("\\&", stream);
    begins = *text == '\n';
    if (*text == '\n' && flows) {
      fputs(text[1] == '\n' ? "\n.PP\n" : text[1] == ' ' ? "\n" : "\n.br\n", stream);
      text += strspn(text + 1, "\n");
    } else if (*text == '-') {
      fputs("\\-", stream);
    } else if (*text == '\\') {
      fputs("\\e", stream);
    } else {
      fputc(*text, stream);
    }
  }
}

static void put_title(FILE *stream, const char *name, int section, const char *summary) {
  fputs(".TH ", stream);
  for (const char *c = name; *c != '\0'; c++) fputc(toupper((unsigned char)*c), stream);
  fprintf(stream, " %d \"\" \"simoom %s\" \"simoom\"\n.SH NAME\n", section, sm_version());
  put(stream, name, false);
  fputs(" \\- ", stream);
  put(stream, summary, false);
  fputc('\n', stream);
}

static void put_option(FILE *stream, const struct cli_option *o) {
  fputs(".TP\n", stream);
  if (o->letter != '\0') fprintf(stream, "\\fB\\-%c\\fR, ", o->letter);
  fputs("\\fB\\-\\-", stream);
  put(stream, o->name, false);
  fputs("\\fR", stream);
  if (o->argument != NULL) {
    fputs(" \\fI", stream);
    put(stream, o->argument, false);
    fputs("\\fR", stream);
  }
  fputc('\n', stream);
  put(stream, o->help, true);
  fputc('\n', stream);
}

void cli_manual_print_command(FILE *stream, const struct cli_command *command) {
  char name[64];
  snprintf(name, sizeof name, "simoom-%s", command->name);
  put_title(stream, name, 1, command->summary);
  fprintf(stream, ".SH SYNOPSIS\n.B simoom %s\n", command->name);
  if (command->operands[0] != '\0') {
    fputs(".I ", stream);
    put(stream, command->operands, false);
    fputc('\n', stream);
  }
  fputs("[\\fIOPTIONS\\fR]\n.SH DESCRIPTION\n", stream);
  put(stream, command->details, true);
  fputs("\n.SH OPTIONS\n", stream);
  for (const struct cli_option *const *table = command->options; *table != NULL; table++)
    for (const struct cli_option *o = *table; o->name != NULL; o++) put_option(stream, o);
  fputs(".SH SEE ALSO\n.BR simoom (1),\n.BR simoom\\-case (5)\n", stream);
}

const char *cli_exit_code(size_t n, int *code) {
  static const struct {
    int code;
    const char *text;
  } codes[] = {
#define X(NAME, CODE, TEXT) {CODE, TEXT},
      SM_STATUS_LIST(X)
#undef X
  };
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
    *code = codes[i].code;
    if ((i == 0 || codes[i].code != codes[i - 1].code) && n-- == 0) return codes[i].text;
  }
  return NULL;
}

void cli_manual_print(FILE *stream) {
  int code;
  const char *text;
  put_title(stream, "simoom", 1, "how air moves over terrain and through cities");
  fputs(".SH SYNOPSIS\n.B simoom\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n.SH COMMANDS\n", stream);
  for (const struct cli_command *const *command = cli_commands; *command != NULL; command++) {
    fprintf(stream, ".TP\n.BR simoom\\-%s (1)\n", (*command)->name);
    put(stream, (*command)->summary, false);
    fputc('\n', stream);
  }
  fputs(".SH EXIT STATUS\n", stream);
  for (size_t n = 0; (text = cli_exit_code(n, &code)) != NULL; n++)
    fprintf(stream, ".TP\n.B %d\n%s\n", code, text);
  fputs(".SH ENVIRONMENT\n"
        ".TP\n.B SIMOOM_DATA\nFolder that $data stands for in the paths of a case.\n"
        ".TP\n.B SIMOOM_DEVICE\nDevice of a run, unless \\-\\-device is given.\n"
        ".TP\n.B OMP_NUM_THREADS\nThreads of the CPU, unless \\-\\-threads is given.\n"
        ".TP\n.B OMP_WAIT_POLICY, GOMP_SPINCOUNT\nHow long threads spin at a barrier before they "
        "sleep, if the program shall not choose.\n"
        ".TP\n.B NO_COLOR\nNo colours in messages.\n"
        ".SH SEE ALSO\n.BR simoom\\-case (5)\n",
        stream);
}

/* Prints the tables listed by `simoom help keys`: "  [domain]   meaning", "  [[flow.boundary]]
 * ...". */
static enum sm_status put_tables(FILE *stream, struct sm_context *ctx, const char *list) {
  enum sm_status status = SM_OK;
  for (const char *line = list; line != NULL && *line != '\0' && status == SM_OK;) {
    const char *const name = line + strspn(line, " [");
    char table[128], *text = NULL;
    snprintf(table, sizeof table, "%.*s", (int)strcspn(name, "] \n"), name);
    if (strncmp(line, "  [", 3) == 0) {
      status = sm_case_help(ctx, table, &text);
      if (status == SM_OK) {
        fputs(".SH ", stream);
        put(stream, table, false);
        fputs("\n.nf\n", stream);
        put(stream, text, false);
        fputs("\n.fi\n", stream);
      }
      free(text);
    }
    line = strchr(line, '\n');
    if (line != NULL) line++;
  }
  return status;
}

enum sm_status cli_manual_print_case(FILE *stream, struct sm_context *ctx) {
  char *list = NULL;
  enum sm_status status = sm_case_help(ctx, NULL, &list);
  if (status != SM_OK) return status;
  put_title(stream, "simoom-case", 5, "case files of simoom");
  fputs(".SH DESCRIPTION\n"
        "A case file is TOML. Lengths, speeds and the like are numbers in the unit that is named, "
        "or texts with a unit of their own, as in \"30 ft\".\n",
        stream);
  status = put_tables(stream, ctx, list);
  fputs(".SH SEE ALSO\n.BR simoom (1)\n", stream);
  free(list);
  return status;
}
