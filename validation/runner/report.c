#include "report.h"

#include <math.h>

enum { ENTRY = 13, NUMBER = 44 }; /* column widths of the table */

static const char *const verdicts[] = {
    [CLI_PASS] = "pass", [CLI_FAIL] = "fail", [CLI_OPEN] = "no gate"};
static const char *const gates[] = {
    [CLI_NO_GATE] = NULL, [CLI_AT_MOST] = "at most", [CLI_AT_LEAST] = "at least"};

enum cli_verdict cli_quantity_judge(const struct cli_quantity *quantity, double here) {
  switch (quantity->gate) {
  case CLI_AT_MOST: return here <= quantity->limit ? CLI_PASS : CLI_FAIL;
  case CLI_AT_LEAST: return here >= quantity->limit ? CLI_PASS : CLI_FAIL;
  case CLI_NO_GATE: break;
  }
  return CLI_OPEN;
}

enum cli_verdict cli_trial_judge(const struct cli_trial *trial, int quantity) {
  if (trial->coarse) return CLI_OPEN;
  return cli_quantity_judge(&trial->entry->quantity[quantity], trial->here[quantity]);
}

struct cli_verdict_counts cli_validate_count(const struct cli_trial *trial, size_t count) {
  struct cli_verdict_counts out = {{0}};
  for (const struct cli_trial *t = trial; t < trial + count; t++)
    for (int q = 0; q < t->entry->quantity_count && t->outcome == CLI_MEASURED; q++)
      out.count[cli_trial_judge(t, q)]++;
  return out;
}

void cli_validate_print_head(FILE *stream) {
  fprintf(stream, "%-*s %-*s %8s    %8s  %-7s %8s %9s\n", ENTRY, "entry", NUMBER, "number", "here",
          "gate", "", "peer", "published");
}

static void print_quantity(FILE *stream, const struct cli_trial *trial, int index) {
  static const char *const signs[] = {
      [CLI_NO_GATE] = "  ", [CLI_AT_MOST] = "<=", [CLI_AT_LEAST] = ">="};
  static const char *const words[] = {
      [CLI_PASS] = "pass", [CLI_FAIL] = "FAIL", [CLI_OPEN] = "no gate"};
  const struct cli_quantity *q = &trial->entry->quantity[index];
  char name[96];
  snprintf(name, sizeof name, "%s%s%s", q->name, q->unit[0] != '\0' ? ", " : "", q->unit);
  fprintf(stream, "%-*s %-*s", ENTRY, trial->entry->row.name, NUMBER, name);
  cli_report_number(stream, 8, trial->here[index]);
  fprintf(stream, " %s", signs[q->gate]);
  cli_report_number(stream, 8, q->gate != CLI_NO_GATE ? q->limit : CLI_NONE);
  fprintf(stream, "  %-7s", words[cli_trial_judge(trial, index)]);
  cli_report_number(stream, 8, q->peer);
  cli_report_number(stream, 9, q->published);
  fputc('\n', stream);
}

void cli_validate_print(FILE *stream, const struct cli_trial *trial) {
  if (trial->outcome != CLI_MEASURED) {
    fprintf(stream, "%-*s %s: %s\n", ENTRY, trial->entry->row.name,
            trial->outcome == CLI_FAILED ? "FAILED" : cli_outcome_words[trial->outcome],
            trial->reason);
    return;
  }
  for (int q = 0; q < trial->entry->quantity_count; q++) print_quantity(stream, trial, q);
}

static void write_quantity(struct sm_facts *json, const struct cli_trial *trial, int index) {
  const struct cli_quantity *q = &trial->entry->quantity[index];
  sm_facts_group(json, NULL);
  sm_facts_text(json, "name", q->name);
  sm_facts_text(json, "unit", q->unit);
  sm_facts_number(json, "here", trial->here[index]);
  sm_facts_text(json, "gate", gates[q->gate]);
  sm_facts_number(json, "limit", q->gate != CLI_NO_GATE ? q->limit : CLI_NONE);
  sm_facts_text(json, "verdict", verdicts[cli_trial_judge(trial, index)]);
  sm_facts_number(json, "peer", q->peer);
  sm_facts_number(json, "published", q->published);
  sm_facts_close(json);
}

/* Omitted if an entry has no rows. */
static void write_rows(struct sm_facts *json, const struct cli_rows *rows) {
  int columns = 0;
  while (columns < CLI_TABLE_COLUMNS && rows->column[columns] != NULL) columns++;
  if (columns == 0) return;
  sm_facts_list(json, "columns");
  for (int c = 0; c < columns; c++) sm_facts_text(json, NULL, rows->column[c]);
  sm_facts_close(json);
  sm_facts_list(json, "rows");
  for (int r = 0; r < rows->count; r++) {
    sm_facts_list(json, NULL);
    for (int c = 0; c < columns; c++) sm_facts_number(json, NULL, rows->row[r][c]);
    sm_facts_close(json);
  }
  sm_facts_close(json);
}

static void write_trial(struct sm_facts *json, const struct cli_trial *trial) {
  const struct cli_entry *entry = trial->entry;
  const struct cli_sample *sample = &trial->sample;
  sm_facts_group(json, NULL);
  sm_facts_text(json, "entry", entry->row.name);
  sm_facts_text(json, "remark", entry->row.remark);
  sm_facts_text(json, "status", cli_outcome_words[trial->outcome]);
  if (trial->outcome != CLI_MEASURED) {
    sm_facts_text(json, "reason", trial->reason);
    sm_facts_close(json);
    return;
  }
  sm_facts_text(json, "published", entry->published);
  sm_facts_text(json, "peer", entry->peer);
  sm_facts_text(json, "note", entry->note);
  sm_facts_text(json, "device_name", sample->device);
  sm_facts_integer(json, "cells", sample->cells);
  sm_facts_number(json, "residual", sample->residual);
  sm_facts_number(json, "divergence", sample->divergence);
  sm_facts_number(json, "wall_s", sample->figure[CLI_FIGURE_WALL]);
  sm_facts_list(json, "numbers");
  for (int q = 0; q < entry->quantity_count; q++) write_quantity(json, trial, q);
  sm_facts_close(json);
  write_rows(json, &trial->rows);
  sm_facts_list(json, "pictures");
  for (int p = 0; p < trial->picture_count; p++) {
    sm_facts_group(json, NULL);
    sm_facts_text(json, "file", trial->picture[p].file);
    sm_facts_text(json, "title", trial->picture[p].title);
    sm_facts_close(json);
  }
  sm_facts_close(json);
  sm_facts_close(json);
}

void cli_validate_write_json(FILE *stream, const struct cli_validate_report *report) {
  struct sm_facts json = {0};
  cli_report_open(&json, "simoom.validate/1", report->command, report->host);
  sm_facts_close(&json);
  sm_facts_list(&json, "entries");
  for (size_t t = 0; t < report->count; t++) write_trial(&json, &report->trial[t]);
  sm_facts_close(&json);
  cli_facts_print(stream, &json, true);
}
