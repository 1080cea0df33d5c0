#define _POSIX_C_SOURCE 200809L
#include "options.h"

#include "cli/text/format.h"
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct cli_common cli_common;

const struct cli_option cli_common_options[] = {
    {.letter = 'q',
     .name = "quiet",
     .flag = &cli_common.quiet,
     .help = "Say nothing but warnings and errors; what a command gives still goes to stdout."},
    {.letter = 'v',
     .name = "verbose",
     .flag = &cli_common.verbose,
     .help = "Say more of what is being done."},
    {.name = "color",
     .argument = "auto|always|never",
     .choice = &cli_common.color,
     .help = "Colours in messages; auto: on a terminal, unless NO_COLOR is set."},
    {.letter = 'h', .name = "help", .flag = &cli_common.help, .help = "Print this help."},
    {0},
};

enum { OPTIONS = 32, LONG = 256 }; /* getopt value of a long option: LONG + index */

/* Options of a command in the form of getopt. */
struct parser {
  const struct cli_option *option[OPTIONS];
  int count;
  struct option longs[OPTIONS + 1];
  char shorts[3 + 2 * OPTIONS];
  const struct cli_command *command;
  char *message;
  size_t size;
};

static bool wrong(const struct parser *p, const char *format, ...) SM_FORMAT(2, 3);
static bool wrong(const struct parser *p, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(p->message, p->size, format, arguments);
  va_end(arguments);
  if (length >= 0 && (size_t)length < p->size)
    snprintf(p->message + length, p->size - (size_t)length,
             "\n  help: 'simoom help %s' tells how it is used", p->command->name);
  return false;
}

static struct parser make_parser(const struct cli_command *command, char *message, size_t size) {
  struct parser p = {.command = command, .message = message, .size = size};
  char *letter = p.shorts;
  *letter++ = '-'; /* operands are returned in their order */
  *letter++ = ':'; /* report missing values separately; no messages by getopt */
  for (const struct cli_option *const *table = command->options; *table != NULL; table++) {
    for (const struct cli_option *o = *table; o->name != NULL && p.count < OPTIONS; o++) {
      p.longs[p.count] =
          (struct option){.name = o->name,
                          .has_arg = o->argument != NULL ? required_argument : no_argument,
                          .val = LONG + p.count};
      p.option[p.count++] = o;
      if (o->letter != '\0') *letter++ = o->letter;
      if (o->letter != '\0' && o->argument != NULL) *letter++ = ':';
    }
  }
  *letter = '\0';
  return p;
}

/* Option of a getopt value; NULL if none. */
static const struct cli_option *find(const struct parser *p, int value) {
  if (value >= LONG) return value - LONG < p->count ? p->option[value - LONG] : NULL;
  for (int i = 0; i < p->count; i++)
    if (p->option[i]->letter != '\0' && p->option[i]->letter == value) return p->option[i];
  return NULL;
}

int cli_choice(const char *words, const char *word) {
  const size_t length = strlen(word);
  for (int index = 0; length > 0; index++) {
    const size_t size = strcspn(words, "|");
    if (size == length && strncmp(words, word, size) == 0) return index;
    if (words[size] == '\0') return -1;
    words += size + 1;
  }
  return -1;
}

static bool store_integer(const struct parser *p, const struct cli_option *o, const char *value) {
  char *end;
  errno = 0;
  const long number = strtol(value, &end, 10);
  if (end == value || *end != '\0')
    return wrong(p, "--%s: '%s' is not a whole number", o->name, value);
  if (errno == ERANGE || number < o->min || number > o->max) {
    if (o->max == INT_MAX) return wrong(p, "--%s: %s is less than %d", o->name, value, o->min);
    return wrong(p, "--%s: %s is not between %d and %d", o->name, value, o->min, o->max);
  }
  *o->integer = (int)number;
  return true;
}

static bool store(const struct parser *p, const struct cli_option *o, const char *value) {
  if (o->flag != NULL) {
    *o->flag = true;
  } else if (o->text != NULL) {
    if (value[0] == '\0') return wrong(p, "--%s: its %s is empty", o->name, o->argument);
    if (o->named && strcmp(value, "-") == 0)
      return wrong(p, "--%s: %s needs a name: it is not written to standard output", o->name,
                   o->argument);
    *o->text = value;
  } else if (o->list != NULL) {
    if (o->list->count == CLI_LIST_LENGTH)
      return wrong(p, "--%s: given more than %d times", o->name, CLI_LIST_LENGTH);
    o->list->item[o->list->count++] = value;
  } else if (o->integer != NULL) {
    return store_integer(p, o, value);
  } else {
    const int index = cli_choice(o->argument, value);
    if (index < 0) return wrong(p, "--%s: '%s' is not one of %s", o->name, value, o->argument);
    *o->choice = index;
  }
  return true;
}

/* Option of this command that a word of other programs stands for; NULL: none. */
static const char *meant(const char *name, const char *const *known, int count) {
  static const char *const words[][2] = {
      {"gpu", "device"},        {"cuda", "device"},   {"cpu", "device"},
      {"host", "listen"},       {"bind", "listen"},   {"workers", "jobs"},
      {"out", "output"},        {"outdir", "output"}, {"force", "overwrite"},
      {"clobber", "overwrite"}, {"cores", "threads"}, {"nproc", "threads"},
      {"variable", "field"},    {"var", "field"},     {"cmap", "colormap"},
      {"palette", "colormap"},  {"vmin", "range"},    {"vmax", "range"},
      {"clim", "range"},        {"bbox", "extent"},   {"level", "height"},
      {"dpi", "size"},          {"diff", "minus"},    {"silent", "quiet"},
      {"np", "ranks"},          {"define", "set"}};
  for (size_t n = 0; n < sizeof words / sizeof *words; n++)
    for (int i = 0; i < count && strcmp(words[n][0], name) == 0; i++)
      if (strcmp(known[i], words[n][1]) == 0) return known[i];
  return NULL;
}

/* Writes the error message for an option rejected by getopt, with the text of the user. */
static bool refuse(const struct parser *p, const char *written) {
  if (optopt >= LONG && find(p, optopt) != NULL)
    return wrong(p, "option '--%s' takes no value", find(p, optopt)->name);
  if (optopt != 0) return wrong(p, "unknown option '-%c'", optopt);
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(written + 2, "="), written + 2);
  const char *known[OPTIONS];
  const char *first = NULL; /* options that begin with this text */
  for (int i = 0; i < p->count; i++) {
    known[i] = p->option[i]->name;
    if (name[0] == '\0' || strncmp(known[i], name, strlen(name)) != 0) continue;
    if (first != NULL)
      return wrong(p, "option '--%s' could be '--%s' or '--%s'", name, first, known[i]);
    first = known[i];
  }
  const char *nearest = meant(name, known, p->count);
  if (nearest == NULL) nearest = cli_nearest(name, known, (size_t)p->count);
  wrong(p, "unknown option '--%s'", name);
  if (nearest != NULL)
    snprintf(p->message, p->size, "unknown option '--%s'\n  help: did you mean '--%s'?", name,
             nearest);
  return false;
}

/* Whether a text is "table.key=value" and names no file, where a command has --set. */
static bool is_override(const struct parser *p, const char *text) {
  static const char name[] = "abcdefghijklmnopqrstuvwxyz0123456789_.";
  const size_t length = strspn(text, name);
  bool has_set = false;
  for (int i = 0; i < p->count; i++) has_set = has_set || strcmp(p->option[i]->name, "set") == 0;
  return has_set && length > 0 && text[length] == '=' && access(text, F_OK) != 0;
}

static bool add_operand(const struct parser *p, struct cli_operands *operands, char *text) {
  if (is_override(p, text))
    return wrong(p, "'%s' is not a file; a key of the case is set by --set '%s'", text, text);
  if (operands->count >= p->command->operand_max)
    return wrong(p, "'%s' is one argument too many for '%s'", text, p->command->name);
  if (p->command->named && strcmp(text, "-") == 0)
    return wrong(p, "'%s' reads results by their names, not from standard input", p->command->name);
  operands->item[operands->count++] = text;
  return true;
}

bool cli_options_parse(const struct cli_command *command, int argc, char **argv,
                       struct cli_operands *operands, char *message, size_t size) {
  const struct parser p = make_parser(command, message, size);
  *operands = (struct cli_operands){0};
  message[0] = '\0';
  optind = 0; /* glibc: reinitialise getopt */
  for (;;) {
    const int value = getopt_long(argc, argv, p.shorts, p.longs, NULL);
    if (value == -1) break;
    const struct cli_option *o = find(&p, value == ':' ? optopt : value);
    bool good;
    if (value == '?')
      good = refuse(&p, argv[optind - 1]);
    else if (value == ':')
      good = wrong(&p, "option '--%s' needs a value, %s", o->name, o->argument);
    else if (value == 1)
      good = add_operand(&p, operands, optarg);
    else
      good = store(&p, o, optarg);
    if (!good) return false;
  }
  for (int i = optind; i < argc; i++)
    if (!add_operand(&p, operands, argv[i])) return false;
  if (operands->count < command->operand_min && !cli_common.help)
    return wrong(&p, "'%s' needs %s", command->name, command->operands);
  return true;
}

void cli_options_print(FILE *stream, const struct cli_command *command) {
  enum { COLUMN = 27 };
  fprintf(stream, "Usage: simoom %s%s%s [OPTIONS]\n\n", command->name,
          command->operands[0] != '\0' ? " " : "", command->operands);
  cli_print_wrapped(stream, command->details, 0, 0);
  fputs("\nOptions:\n", stream);
  for (const struct cli_option *const *table = command->options; *table != NULL; table++) {
    for (const struct cli_option *o = *table; o->name != NULL; o++) {
      const char letter[] = {'-', o->letter, ',', '\0'};
      const char *argument = o->argument != NULL ? o->argument : "";
      int column = fprintf(stream, "  %3s --%s%s%s", o->letter != '\0' ? letter : "", o->name,
                           argument[0] != '\0' ? " " : "", argument);
      if (column > COLUMN - 2) {
        fputc('\n', stream);
        column = 0;
      }
      fprintf(stream, "%*s", COLUMN - column, "");
      cli_print_wrapped(stream, o->help, COLUMN, COLUMN);
    }
  }
}
