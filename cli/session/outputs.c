#include "outputs.h"

#include "cli/text/facts.h"
#include <lab/run_facts.h>
#include <stdlib.h>

bool cli_outputs_json;

const struct cli_option cli_outputs_options[] = {
    {.name = "json",
     .flag = &cli_outputs_json,
     .help = "Print the names of the files, and the warnings, as JSON."},
    {0},
};

static const char *name;
static struct sm_facts outputs, warnings, further;

void cli_outputs_add(struct cli_session *session, const char *path) {
  if (cli_outputs_json) {
    sm_facts_text(&outputs, NULL, path);
    return;
  }
  cli_terminal_clear(&session->terminal);
  printf("%s\n", path);
}

void cli_outputs_name(const char *schema) { name = schema; }

void cli_outputs_warn(struct cli_session *session, const char *text) {
  cli_terminal_log(&session->terminal, SM_LOG_WARNING, text);
  if (cli_outputs_json) sm_facts_text(&warnings, NULL, text);
}

struct sm_facts *cli_outputs_facts(void) {
  return &further;
}

void cli_outputs_address(struct cli_session *session, const char *command, const char *address) {
  cli_terminal_clear(&session->terminal);
  if (cli_outputs_json) {
    struct sm_facts facts = {0};
    sm_facts_schema(&facts, command);
    sm_facts_text(&facts, "address", address);
    char *line = sm_facts_json(&facts, false);
    printf("%s\n", line != NULL ? line : "{}");
    free(line);
    sm_facts_free(&facts);
    cli_outputs_json = false; /* the object is printed */
  } else {
    printf("%s\n", address);
  }
  fflush(stdout);
}

/* Adds the texts that were kept to the open list. */
static void add_texts(struct sm_facts *to, const struct sm_facts *from) {
  if (from->root == NULL) return;
  for (const struct sm_fact *f = from->root->first; f != NULL; f = f->next)
    sm_facts_text(to, NULL, f->text);
}

static void add_further(struct sm_facts *to) {
  if (further.root == NULL) return;
  for (const struct sm_fact *f = further.root->first; f != NULL; f = f->next) {
    if (f->kind == SM_FACT_TEXT)
      sm_facts_text(to, f->key, f->text);
    else if (f->kind == SM_FACT_INTEGER)
      sm_facts_integer(to, f->key, f->integer);
    else
      sm_facts_number(to, f->key, f->number);
  }
}

static void print(const struct cli_session *session, const char *command, int code) {
  struct sm_facts facts = {0};
  char word[32];
  sm_status_word(session->status, word, sizeof word);
  sm_facts_schema(&facts, name != NULL ? name : command);
  sm_facts_text(&facts, "status", word);
  sm_facts_integer(&facts, "exit_code", code);
  if (session->status != SM_OK) sm_facts_text(&facts, "message", session->message);
  add_further(&facts);
  sm_facts_list(&facts, "outputs");
  add_texts(&facts, &outputs);
  sm_facts_close(&facts);
  sm_facts_list(&facts, "warnings");
  for (int i = 0; i < sm_context_warning_count(session->ctx); i++)
    sm_facts_text(&facts, NULL, sm_context_warning(session->ctx, i));
  add_texts(&facts, &warnings);
  sm_facts_close(&facts);
  cli_facts_print(stdout, &facts, true);
}

void cli_outputs_end(struct cli_session *session, const char *command, int code) {
  if (cli_outputs_json) {
    cli_terminal_clear(&session->terminal);
    print(session, command, code);
  }
  sm_facts_free(&outputs);
  sm_facts_free(&warnings);
  sm_facts_free(&further);
}
