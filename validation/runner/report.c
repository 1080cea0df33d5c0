#include "report.h"

#include <math.h>

enum { ENTRY = 13, NUMBER = 44 }; /* widths of the table */

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

struct cli_tally cli_validate_count(const struct cli_trial *trial, size_t count) {
  struct cli_tally tally = {{0}};
  for (const struct cli_trial *t = trial; t < trial + count; t++)
    for (int q = 0; q < t->entry->quantity_count && t->outcome == CLI_MEASURED; q++)
      tally.count[cli_trial_judge(t, q)]++;
  return tally;
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

static void write_quantity(struct cli_json *json, const struct cli_trial *trial, int index) {
  const struct cli_quantity *q = &trial->entry->quantity[index];
  cli_json_open(json, NULL, '{');
  cli_json_string(json, "name", q->name);
  cli_json_string(json, "unit", q->unit);
  cli_json_double(json, "here", trial->here[index]);
  cli_json_string(json, "gate", gates[q->gate]);
  cli_json_double(json, "limit", q->gate != CLI_NO_GATE ? q->limit : CLI_NONE);
  cli_json_string(json, "verdict", verdicts[cli_trial_judge(trial, index)]);
  cli_json_double(json, "peer", q->peer);
  cli_json_double(json, "published", q->published);
  cli_json_close(json, '}');
}

/* Nothing where an entry has no rows. */
static void write_rows(struct cli_json *json, const struct cli_rows *rows) {
  int columns = 0;
  while (columns < CLI_TABLE_COLUMNS && rows->column[columns] != NULL) columns++;
  if (columns == 0) return;
  cli_json_open(json, "columns", '[');
  for (int c = 0; c < columns; c++) cli_json_string(json, NULL, rows->column[c]);
  cli_json_close(json, ']');
  cli_json_open(json, "rows", '[');
  for (int r = 0; r < rows->count; r++) {
    cli_json_open(json, NULL, '[');
    for (int c = 0; c < columns; c++) cli_json_double(json, NULL, rows->row[r][c]);
    cli_json_close(json, ']');
  }
  cli_json_close(json, ']');
}

static void write_trial(struct cli_json *json, const struct cli_trial *trial) {
  const struct cli_entry *entry = trial->entry;
  const struct cli_sample *sample = &trial->sample;
  cli_json_open(json, NULL, '{');
  cli_json_string(json, "entry", entry->row.name);
  cli_json_string(json, "remark", entry->row.remark);
  cli_json_string(json, "status", cli_outcome_words[trial->outcome]);
  if (trial->outcome != CLI_MEASURED) {
    cli_json_string(json, "reason", trial->reason);
    cli_json_close(json, '}');
    return;
  }
  cli_json_string(json, "published", entry->published);
  cli_json_string(json, "peer", entry->peer);
  cli_json_string(json, "note", entry->note);
  cli_json_string(json, "device_name", sample->device);
  cli_json_integer(json, "cells", sample->cells);
  cli_json_double(json, "residual", sample->residual);
  cli_json_double(json, "divergence", sample->divergence);
  cli_json_double(json, "wall_s", sample->figure[CLI_FIGURE_WALL]);
  cli_json_open(json, "numbers", '[');
  for (int q = 0; q < entry->quantity_count; q++) write_quantity(json, trial, q);
  cli_json_close(json, ']');
  write_rows(json, &trial->rows);
  cli_json_open(json, "pictures", '[');
  for (int p = 0; p < trial->picture_count; p++) {
    cli_json_open(json, NULL, '{');
    cli_json_string(json, "file", trial->picture[p].file);
    cli_json_string(json, "title", trial->picture[p].title);
    cli_json_close(json, '}');
  }
  cli_json_close(json, ']');
  cli_json_close(json, '}');
}

void cli_validate_write_json(FILE *stream, const struct cli_validate_report *report) {
  struct cli_json json = {.stream = stream};
  cli_report_open(&json, "simoom.validate/1", report->command, report->host);
  cli_json_close(&json, '}');
  cli_json_open(&json, "entries", '[');
  for (size_t t = 0; t < report->count; t++) write_trial(&json, &report->trial[t]);
  cli_json_close(&json, ']');
  cli_json_close(&json, '}');
}
