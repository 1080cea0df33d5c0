/* help.c - `simoom help`: help on commands and keys of case files. */
#include "cli/options/manual.h"
#include "cli/options/options.h"
#include "cli/text/facts.h"
#include "cli/text/format.h"
#include <lab/case_schema.h>
#include <stdlib.h>
#include <string.h>

enum { TOPIC_SIZE = 128, MOST_WORDS = 6 };

static struct { bool manual, json; } values;

static const struct cli_option own_options[] = {
    {.name = "man",
     .flag = &values.manual,
     .help = "Print a page for man: simoom(1), that of a command, or with 'keys' simoom-case(5)."},
    {.name = "json",
     .flag = &values.json,
     .help = "Print JSON: the commands, the options of one, a text; with 'keys' the JSON Schema of "
             "case files, as \"case\"."},
    {0},
};

static void print_exit_codes(void) {
  int code;
  const char *text;
  fputs("Exit codes:\n", stdout);
  for (size_t n = 0; (text = cli_exit_code(n, &code)) != NULL; n++)
    printf("  %-10d %s\n", code, text);
}

static int print_overview(void) {
  printf("simoom %s: how air moves over terrain and through cities\n\n"
         "Usage: simoom COMMAND [OPTIONS]\n\nCommands:\n",
         sm_version());
  for (const struct cli_command *const *command = cli_commands; *command != NULL; command++)
    printf("  %-10s %s\n", (*command)->name, (*command)->summary);
  fputs("\nHelp:\n"
        "  simoom help run                 a command and its options\n"
        "  simoom help keys                the tables of a case file\n"
        "  simoom help domain              the keys of a table\n"
        "  simoom help domain.cell_size    one key\n"
        "  simoom help emission            keys, commands and pages about a term\n\n"
        "First steps:\n"
        "  simoom new town && simoom run town -o out && simoom plot out/town.nc\n\n",
        stdout);
  print_exit_codes();
  return 0;
}

static int print_manual(struct cli_session *session, const char *topic) {
  const struct cli_command *command = topic != NULL ? cli_command_find(topic) : NULL;
  if (topic == NULL) {
    cli_manual_print(stdout);
  } else if (command != NULL) {
    cli_manual_print_command(stdout, command);
  } else if (strcmp(topic, "keys") == 0) {
    const enum sm_status status = cli_manual_print_case(stdout, session->ctx);
    if (status != SM_OK) return cli_session_fail(session, status);
  } else {
    return cli_session_error(session, SM_ERR_USAGE,
                             "there is no page on '%s'\n  help: there is one of each command, and "
                             "of keys",
                             topic);
  }
  return 0;
}

/* The n-th topic for shell completion: the commands, and "keys". */
static const char *topic_name(size_t n) {
  return n == 0 ? "keys" : cli_commands[n - 1] != NULL ? cli_commands[n - 1]->name : NULL;
}

/* Joins the operands with blanks into a term of several words. */
static void join_words(const struct cli_operands *operands, char out[TOPIC_SIZE]) {
  size_t used = 0;
  for (int i = 0; i < (int)operands->count && used < TOPIC_SIZE; i++)
    used += (size_t)snprintf(out + used, TOPIC_SIZE - used, "%s%s", i > 0 ? " " : "",
                             operands->item[i]);
}

/* Option of a command by its long name; NULL where it has none. */
static const struct cli_option *find_option(const struct cli_command *command, const char *name) {
  for (const struct cli_option *const *table = command->options; *table != NULL; table++)
    for (const struct cli_option *o = *table; o->name != NULL; o++)
      if (strcmp(o->name, name) == 0) return o;
  return NULL;
}

static bool has_option(const char *name) {
  for (const struct cli_command *const *command = cli_commands; *command != NULL; command++)
    if (find_option(*command, name) != NULL) return true;
  return false;
}

/* Prints the commands that have an option, and what it does in each, after `lead`. */
static void print_option(const char *name, const char *lead) {
  const char *text = NULL;
  for (const struct cli_command *const *command = cli_commands; *command != NULL; command++) {
    const struct cli_option *o = find_option(*command, name);
    if (o == NULL) continue;
    if (text != NULL && strcmp(text, o->help) != 0) cli_print_wrapped(stdout, text, 4, 0);
    printf("%ssimoom %s --%s%s%s\n", text == NULL ? lead : "", (*command)->name, name,
           o->argument != NULL ? " " : "", o->argument != NULL ? o->argument : "");
    text = o->help;
  }
  if (text != NULL) cli_print_wrapped(stdout, text, 4, 0);
}

static void add_option(struct sm_facts *facts, const char *command, const struct cli_option *o) {
  const char letter[2] = {o->letter, '\0'};
  sm_facts_group(facts, NULL);
  if (command != NULL) sm_facts_text(facts, "command", command);
  sm_facts_text(facts, "name", o->name);
  sm_facts_text(facts, "letter", o->letter != '\0' ? letter : NULL);
  sm_facts_text(facts, "argument", o->argument);
  sm_facts_text(facts, "help", o->help);
  sm_facts_close(facts);
}

static void add_command(struct sm_facts *facts, const struct cli_command *command) {
  sm_facts_text(facts, "name", command->name);
  sm_facts_text(facts, "operands", command->operands);
  sm_facts_text(facts, "summary", command->summary);
  sm_facts_text(facts, "details", command->details);
  sm_facts_list(facts, "options");
  for (const struct cli_option *const *table = command->options; *table != NULL; table++)
    for (const struct cli_option *o = *table; o->name != NULL; o++) add_option(facts, NULL, o);
  sm_facts_close(facts);
}

/* Options of this name of all commands. */
static void add_options(struct sm_facts *facts, const char *name) {
  sm_facts_list(facts, "options");
  for (const struct cli_command *const *command = cli_commands; *command != NULL; command++) {
    const struct cli_option *o = find_option(*command, name);
    if (o != NULL) add_option(facts, (*command)->name, o);
  }
  sm_facts_close(facts);
}

/* Prints a topic as JSON: NULL all commands, a command, "keys", or the text on a term. */
static void print_json(const char *topic, const struct cli_command *command, const char *text) {
  struct sm_facts facts = {0};
  sm_facts_schema(&facts, "help");
  sm_facts_text(&facts, "topic", topic);
  if (topic == NULL) {
    sm_facts_list(&facts, "commands");
    for (const struct cli_command *const *c = cli_commands; *c != NULL; c++) {
      sm_facts_group(&facts, NULL);
      add_command(&facts, *c);
      sm_facts_close(&facts);
    }
    sm_facts_close(&facts);
  } else if (command != NULL) {
    add_command(&facts, command);
  } else if (strcmp(topic, "keys") == 0) {
    sm_facts_group(&facts, "case");
    sm_case_add_schema(&facts);
    sm_facts_close(&facts);
  } else {
    sm_facts_text(&facts, "text", text);
    add_options(&facts, topic);
  }
  cli_facts_print(stdout, &facts, true);
}

/* Explains a table, a key, an option or a term. */
static int explain(struct cli_session *session, const char *topic) {
  char *text = NULL;
  const bool all = strcmp(topic, "keys") == 0;
  const enum sm_status status = sm_case_help(session->ctx, all ? NULL : topic, &text);
  if (status == SM_ERR_USAGE && has_option(topic)) {
    if (values.json)
      print_json(topic, NULL, NULL);
    else
      print_option(topic, "");
    return 0;
  }
  if (status != SM_OK) {
    const struct cli_command *nearest = cli_command_nearest(topic);
    if (status != SM_ERR_USAGE || nearest == NULL) return cli_session_fail(session, status);
    return cli_session_error(session, status, "no help on '%s'\n  help: did you mean '%s'?", topic,
                             nearest->name);
  }
  if (values.json) {
    print_json(topic, NULL, text);
  } else {
    fputs(text, stdout);
    print_option(topic, "\n");
  }
  free(text);
  return 0;
}

static int run(struct cli_session *session, const struct cli_operands *operands) {
  if (values.manual) return print_manual(session, operands->count > 0 ? operands->item[0] : NULL);
  if (operands->count == 0 && values.json) {
    print_json(NULL, NULL, NULL);
    return 0;
  }
  if (operands->count == 0) return print_overview();
  char topic[TOPIC_SIZE];
  join_words(operands, topic);
  const struct cli_command *command = cli_command_find(topic);
  if (command != NULL) {
    if (values.json)
      print_json(topic, command, NULL);
    else
      cli_options_print(stdout, command);
    return 0;
  }
  return explain(session, topic);
}

const struct cli_command cli_command_help = {
    .name = "help",
    .operands = "[TOPIC]",
    .operand_max = MOST_WORDS,
    .summary = "explain a command, an option, a key of case files or a term",
    .details = "TOPIC is a command, a table of case files such as domain, one of its keys such as "
               "domain.cell_size, 'keys' for all tables, an option of commands such as zoom, or "
               "any term of the field, such as "
               "emission, boundary condition or LES: the keys, commands and pages about it.",
    .options = {own_options, cli_common_options},
    .word = topic_name,
    .run = run,
};
