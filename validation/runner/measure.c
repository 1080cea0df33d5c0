#include "measure.h"

#include "cli/text/node.h"
#include "expression.h"
#include "trial.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TEXT = 4096 };

bool cli_work_note(struct cli_work *work, enum cli_outcome outcome) {
  if (outcome == CLI_MEASURED) return true;
  work->outcome = outcome;
  return false;
}

bool cli_work_evaluate(struct cli_work *work, const struct sm_toml_node *node,
                       struct cli_value *out) {
  char own[TEXT];
  work->at = node;
  if (strstr(node->text, "${") == NULL) return cli_evaluate(work->scope, node->text, out);
  return cli_expand(work->scope, node->text, own, sizeof own) &&
         cli_evaluate(work->scope, own, out);
}

bool cli_work_value(struct cli_work *work, const struct sm_toml_node *table, const char *key,
                    struct cli_value *out) {
  const struct sm_toml_node *node = sm_toml_get(table, key);
  work->at = table;
  if (node == NULL) return cli_scope_fail(work->scope, "no key '%s'", key);
  return cli_work_evaluate(work, node, out);
}

/* Value of a list of numbers, or of an expression. */
static bool value_of(struct cli_work *work, const struct sm_toml_node *node,
                     struct cli_value *out) {
  if (node->type == SM_TOML_TEXT) return cli_work_evaluate(work, node, out);
  work->at = node;
  if (node->type != SM_TOML_ARRAY) return cli_scope_list(work->scope, &node->number, 1, out);
  double *number = cli_scope_numbers(work->scope, node->count);
  size_t count = 0;
  if (number == NULL) return false;
  for (const struct sm_toml_node *item = node->first; item != NULL; item = item->next)
    number[count++] = item->number;
  *out = (struct cli_value){number, count, NULL};
  return true;
}

/* Defines the names of a table, in text order. */
static bool define(struct cli_work *work, const struct sm_toml_node *table, const char *key) {
  const struct sm_toml_node *node = cli_node_first(table, key);
  for (; node != NULL; node = node->next) {
    struct cli_value value;
    if (!value_of(work, node, &value) || !cli_scope_set(work->scope, node->key, &value))
      return false;
  }
  return true;
}

/* Appends values to lists. */
static bool collect(struct cli_work *work, const struct sm_toml_node *run) {
  const struct sm_toml_node *node = cli_node_first(run, "collect");
  for (; node != NULL; node = node->next) {
    struct cli_value value;
    if (!cli_work_evaluate(work, node, &value) || !cli_scope_append(work->scope, node->key, &value))
      return false;
  }
  return true;
}

/* Adds rows to the table of the entry, as many as the lists have numbers; single numbers are
   repeated. */
static bool add_rows(struct cli_work *work, const struct sm_toml_node *run) {
  struct cli_value value[CLI_TABLE_COLUMNS];
  size_t columns = 0, rows = 0;
  const struct sm_toml_node *node = cli_node_first(run, "row");
  for (; node != NULL && columns < CLI_TABLE_COLUMNS; node = node->next, columns++) {
    if (!cli_work_evaluate(work, node, &value[columns])) return false;
    if (value[columns].count > rows) rows = value[columns].count;
  }
  if (node != NULL) return cli_scope_fail(work->scope, "row: more than %zu columns", columns);
  for (size_t c = 0; c < columns; c++)
    if (value[c].count != 1 && value[c].count != rows)
      return cli_scope_fail(work->scope, "row: columns of %zu and %zu numbers", value[c].count,
                            rows);
  for (size_t r = 0; r < rows; r++) {
    double row[CLI_TABLE_COLUMNS];
    for (size_t c = 0; c < CLI_TABLE_COLUMNS; c++)
      row[c] = c < columns ? value[c].number[value[c].count == 1 ? 0 : r] : CLI_NONE;
    if (!cli_work_note(work, cli_trial_row(work->trial, row))) return false;
  }
  return true;
}

/* Settings of a run; empty ones are skipped. */
static bool expand_settings(struct cli_work *work, const struct sm_toml_node *run,
                            char text[CLI_TRIAL_SETTINGS][TEXT], const char **setting) {
  int count = 0;
  const struct sm_toml_node *set = cli_node_first(run, "set");
  for (; set != NULL && count < CLI_TRIAL_SETTINGS; set = set->next) {
    work->at = set;
    if (!cli_expand(work->scope, set->text, text[count], TEXT)) return false;
    if (text[count][0] != '\0') setting[count] = text[count];
    count += text[count][0] != '\0';
  }
  return set == NULL ||
         cli_scope_fail(work->scope, "set: more than %d settings", CLI_TRIAL_SETTINGS);
}

/* Precision "f32" or "f64" of a run; default: that of the entry. */
static bool choose_precision(struct cli_work *work, const struct sm_toml_node *run) {
  char precision[16];
  const struct sm_toml_node *node = sm_toml_get(run, "precision");
  work->trial->f64 = work->trial->entry->f64;
  if (node == NULL) return true;
  work->at = node;
  return cli_expand(work->scope, node->text, precision, sizeof precision) &&
         (cli_precision(precision, &work->trial->f64) ||
          cli_scope_fail(work->scope, "precision '%s' is not f32 or f64", precision));
}

/* Runs the case of the entry, or that of the run (a file in the entry's folder), with its
   settings. */
static bool compute(struct cli_work *work, const struct sm_toml_node *run) {
  static char text[CLI_TRIAL_SETTINGS][TEXT];
  const char *setting[CLI_TRIAL_SETTINGS + 1] = {NULL}, *file = cli_node_text(run, "case");
  struct cli_trial *trial = work->trial;
  const struct cli_entry *own = trial->entry;
  struct cli_entry other = *own;
  char path[TEXT];
  if (!expand_settings(work, run, text, setting) || !choose_precision(work, run)) return false;
  snprintf(path, sizeof path, "../validation/%s/%s", own->row.name, file != NULL ? file : "");
  if (file != NULL) other.row.case_file = path;
  trial->entry = &other;
  const enum cli_outcome outcome = cli_trial_run(trial, setting);
  trial->entry = own;
  return cli_work_note(work, outcome);
}

/* Number of repetitions of a run: the length of the lists of its "for"; 1 without. */
static bool count_turns(struct cli_work *work, const struct sm_toml_node *run, size_t *turns) {
  const struct sm_toml_node *first = cli_node_first(run, "for"), *list = first;
  *turns = first != NULL ? first->count : 1;
  for (; list != NULL; list = list->next) {
    work->at = list;
    if (list->count != *turns)
      return cli_scope_fail(work->scope, "for: '%s' has %zu values, '%s' %zu", first->key, *turns,
                            list->key, list->count);
  }
  return true;
}

/* Sets the names of the "for" of a run to their m-th values. */
static bool choose(struct cli_work *work, const struct sm_toml_node *run, size_t m) {
  const struct sm_toml_node *list = cli_node_first(run, "for");
  for (; list != NULL; list = list->next) {
    const struct sm_toml_node *item = sm_toml_element((struct sm_toml_node *)list, m);
    const bool is_text = item->type == SM_TOML_TEXT;
    const struct cli_value value = {is_text ? NULL : &item->number, is_text ? 0 : 1,
                                    is_text ? item->text : NULL};
    if (!cli_scope_set(work->scope, list->key, &value)) return false;
  }
  return cli_scope_set_number(work->scope, "turn", (double)m);
}

static bool run_turn(struct cli_work *work, const struct sm_toml_node *run, size_t m) {
  return choose(work, run, m) && define(work, run, "let") && compute(work, run) &&
         define(work, run, "find") && collect(work, run) && add_rows(work, run);
}

static bool run_all(struct cli_work *work) {
  const struct sm_toml_node *run = cli_node_first(work->trial->entry->text, "run");
  for (; run != NULL; run = run->next) {
    size_t turns;
    if (!count_turns(work, run, &turns)) return false;
    for (size_t m = 0; m < turns; m++)
      if (!run_turn(work, run, m)) return false;
  }
  return true;
}

static bool find_numbers(struct cli_work *work) {
  const struct sm_toml_node *table = cli_node_first(work->trial->entry->text, "numbers");
  for (int q = 0; table != NULL; table = table->next, q++) {
    work->at = sm_toml_get(table, "value");
    if (!cli_evaluate_number(work->scope, work->at->text, &work->trial->here[q])) return false;
  }
  return true;
}

static void name_columns(struct cli_trial *trial) {
  const char *column[CLI_TABLE_COLUMNS] = {NULL};
  const struct sm_toml_node *node = cli_node_first(trial->entry->text, "columns");
  for (int c = 0; c < CLI_TABLE_COLUMNS && node != NULL; c++, node = node->next)
    column[c] = node->text;
  cli_trial_columns(trial, column);
}

/* Defines the predefined names; calls the function of the entry that writes input files. */
static bool prepare(struct cli_work *work) {
  const struct cli_value folder = {NULL, 0, work->trial->bench->folder};
  return cli_scope_set_number(work->scope, "pi", acos(-1.0)) &&
         cli_scope_set_number(work->scope, "nan", CLI_NONE) &&
         cli_scope_set(work->scope, "folder", &folder) &&
         (work->trial->entry->prepare == NULL ||
          cli_work_note(work, work->trial->entry->prepare(work->trial)));
}

static bool work_through(struct cli_work *work) {
  const struct sm_toml_node *text = work->trial->entry->text;
  return prepare(work) && define(work, text, "constants") &&
         (!work->trial->coarse || define(work, text, "coarse")) && cli_work_tables(work) &&
         define(work, text, "let") && run_all(work) && define(work, text, "find") &&
         find_numbers(work) && cli_work_pictures(work);
}

enum cli_outcome cli_trial_measure(struct cli_trial *trial) {
  struct cli_work work = {.trial = trial};
  if (trial->entry->measure != NULL) return trial->entry->measure(trial);
  work.at = trial->entry->text;
  work.scope = cli_scope_create(cli_result_functions, &work);
  if (work.scope == NULL) return cli_trial_fail(trial, "out of memory");
  name_columns(trial);
  const bool good = work_through(&work);
  if (!good && work.outcome == CLI_MEASURED) {
    cli_node_wrong(trial->entry->file, work.at, trial->reason, CLI_REASON, "%s",
                   cli_scope_reason(work.scope));
    work.outcome = CLI_FAILED;
  }
  cli_scope_destroy(&work.scope);
  return work.outcome;
}
