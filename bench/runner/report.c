#include "report.h"

#include <math.h>

const struct cli_figure_info cli_figure_info[CLI_FIGURE_COUNT] = {
#define X(NAME, KEY, UNIT, SIZE, TEXT) {KEY, UNIT, SIZE, TEXT},
    CLI_FIGURES(X)
#undef X
};

void cli_bench_print_head(FILE *stream) {
  fprintf(stream, "%-*s %-6s %8s %5s %8s %8s %8s %8s %8s\n", CLI_NAME, "row", "device", "M cells",
          "iter.", "solve s", "wall s", "CPU s", "peak MB", "M cells/s");
}

void cli_bench_print_result(FILE *stream, const struct cli_result *result) {
  static const enum cli_figure columns[] = {CLI_FIGURE_SOLVE, CLI_FIGURE_WALL, CLI_FIGURE_CPU,
                                            CLI_FIGURE_PEAK, CLI_FIGURE_RATE};
  static const char *const words[] = {[CLI_SKIPPED] = "skipped",
                                      [CLI_NOT_CONVERGED] = "NOT CONVERGED",
                                      [CLI_FAILED] = "FAILED",
                                      [CLI_STOPPED] = "stopped"};
  const struct cli_sample *sample = &result->sample;
  fprintf(stream, "%-*s %-6s", CLI_NAME, result->row->name, result->device);
  if (result->outcome != CLI_MEASURED) {
    fprintf(stream, " %s: %s\n", words[result->outcome], result->reason);
    return;
  }
  cli_report_number(stream, 8, (double)sample->cells * 1e-6);
  fprintf(stream, " %5d", sample->iterations);
  for (size_t c = 0; c < sizeof columns / sizeof *columns; c++)
    cli_report_number(stream, 8, sample->figure[columns[c]] / cli_figure_info[columns[c]].size);
  fprintf(stream, "%s%s\n", sample->note[0] != '\0' ? "  " : "", sample->note);
}

/* Whether a reference applies to the device of the result. */
static bool applies(const struct cli_result *result, const struct cli_reference *reference) {
  return (reference->devices & cli_device_kind(result->device)) != 0;
}

double cli_reference_ratio(const struct cli_result *result, const struct cli_reference *reference) {
  const double here = result->sample.figure[reference->figure];
  if (result->outcome != CLI_MEASURED || !(here > 0)) return NAN;
  if (reference->figure == CLI_FIGURE_WHOLE && result->sample.part) return NAN;
  const bool is_rate =
      reference->figure == CLI_FIGURE_RATE || reference->figure == CLI_FIGURE_MOVES;
  return is_rate ? here / reference->value : reference->value / here;
}

void cli_bench_print_references(FILE *stream, const struct cli_suite *suite,
                                const struct cli_result *results, size_t count) {
  bool begun = false;
  for (size_t i = 0; i < count; i++) {
    const struct cli_result *result = &results[i];
    if (result->suite != suite || result->outcome != CLI_MEASURED) continue;
    for (const struct cli_reference *r = result->row->reference;
         r < result->row->reference + CLI_REFERENCES && r->with != NULL; r++) {
      if (!applies(result, r)) continue;
      const struct cli_figure_info *info = &cli_figure_info[r->figure];
      if (!begun)
        fprintf(stream, "\n%-*s %-6s %8s %8s %-3s %7s  %s\n", CLI_NAME, "row", "device", "here",
                "there", "", "times", "of what, set beside what");
      begun = true;
      fprintf(stream, "%-*s %-6s", CLI_NAME, result->row->name, result->device);
      cli_report_number(stream, 8, result->sample.figure[r->figure] / info->size);
      cli_report_number(stream, 8, r->value / info->size);
      fprintf(stream, " %-3s", info->unit);
      cli_report_number(stream, 7, cli_reference_ratio(result, r));
      const char *note = result->sample.note;
      fprintf(stream, "  %s: %s%s%s%s\n", info->text, r->with, note[0] != '\0' ? " (" : "", note,
              note[0] != '\0' ? ")" : "");
    }
  }
}

void cli_bench_print_beside(FILE *stream, const struct cli_suite *suite,
                            const struct cli_result *result, size_t count) {
  bool any = false;
  for (size_t i = 0; i < count; i++)
    any = any || (result[i].suite == suite && result[i].outcome == CLI_MEASURED);
  if (any)
    (suite->print != NULL ? suite->print : cli_bench_print_references)(stream, suite, result,
                                                                       count);
}

static void write_bandwidth(struct sm_facts *json, const double bandwidth[CLI_MEMORY_COUNT]) {
  static const char *const keys[CLI_MEMORY_COUNT] = {
#define X(NAME, KEY) KEY,
      CLI_MEMORIES(X)
#undef X
  };
  sm_facts_group(json, "bandwidth");
  for (int m = 0; m < CLI_MEMORY_COUNT; m++) sm_facts_number(json, keys[m], bandwidth[m]);
  sm_facts_close(json);
}

static void write_references(struct sm_facts *json, const struct cli_result *result) {
  sm_facts_list(json, "beside");
  for (const struct cli_reference *r = result->row->reference;
       r < result->row->reference + CLI_REFERENCES && r->with != NULL; r++) {
    if (!applies(result, r)) continue;
    sm_facts_group(json, NULL);
    sm_facts_text(json, "figure", cli_figure_info[r->figure].key);
    sm_facts_text(json, "with", r->with);
    sm_facts_number(json, "value", r->value);
    sm_facts_number(json, "ratio", cli_reference_ratio(result, r));
    sm_facts_text(json, "source", r->source);
    sm_facts_close(json);
  }
  sm_facts_close(json);
}

static void write_points(struct sm_facts *json, const struct cli_sample *sample) {
  static const char *const keys[4][3] = {
      {"u", "v", "w"},
      {"there_u", "there_v", "there_w"},
      {"relative_u", "relative_v", "relative_w"},
      {"there_relative_u", "there_relative_v", "there_relative_w"}};
  if (sample->point_count == 0) return;
  sm_facts_list(json, "points");
  for (const struct cli_point *p = sample->point; p < sample->point + sample->point_count; p++) {
    sm_facts_group(json, NULL);
    sm_facts_integer(json, "iterations", p->iterations);
    sm_facts_number(json, "residual", p->residual);
    sm_facts_number(json, "change", p->change);
    sm_facts_number(json, "there_change", p->there_change);
    for (int c = 0; c < 3; c++) {
      sm_facts_number(json, keys[0][c], p->difference[c]);
      sm_facts_number(json, keys[1][c], p->there_difference[c]);
      sm_facts_number(json, keys[2][c], p->relative[c]);
      sm_facts_number(json, keys[3][c], p->there_relative[c]);
    }
    sm_facts_close(json);
  }
  sm_facts_close(json);
}

static void write_kernels(struct sm_facts *json, const struct cli_sample *sample) {
  if (sample->kernel_count == 0) return;
  sm_facts_list(json, "kernels");
  for (const struct cli_kernel *k = sample->kernel; k < sample->kernel + sample->kernel_count;
       k++) {
    sm_facts_group(json, NULL);
    sm_facts_text(json, "name", k->name);
    sm_facts_text(json, "of", k->of);
    sm_facts_number(json, "calls", k->calls);
    sm_facts_number(json, "seconds", k->seconds);
    sm_facts_number(json, "share", k->share);
    sm_facts_number(json, "there_seconds", k->there_seconds);
    sm_facts_number(json, "there_share", k->there_share);
    sm_facts_number(json, "limit_share", k->limit);
    sm_facts_close(json);
  }
  sm_facts_close(json);
}

static void write_result(struct sm_facts *json, const struct cli_result *result) {
  const struct cli_sample *sample = &result->sample;
  sm_facts_group(json, NULL);
  sm_facts_text(json, "suite", result->suite->name);
  sm_facts_text(json, "row", result->row->name);
  sm_facts_text(json, "remark", result->row->remark);
  sm_facts_text(json, "device", result->device);
  sm_facts_text(json, "status", cli_outcome_words[result->outcome]);
  if (result->outcome != CLI_MEASURED) {
    sm_facts_text(json, "reason", result->reason);
  } else {
    sm_facts_text(json, "device_name", sample->device);
    sm_facts_integer(json, "repeats", result->repeats);
    sm_facts_integer(json, "cells", sample->cells);
    sm_facts_integer(json, "iterations", sample->iterations);
    sm_facts_number(json, "residual", sample->residual);
    sm_facts_number(json, "divergence", sample->divergence);
    for (int f = 0; f < CLI_FIGURE_COUNT; f++)
      sm_facts_number(json, cli_figure_info[f].key, sample->figure[f]);
    if (sample->note[0] != '\0') sm_facts_text(json, "note", sample->note);
    if (sample->part) sm_facts_flag(json, "part", true);
    write_references(json, result);
    write_points(json, sample);
    write_kernels(json, sample);
  }
  sm_facts_close(json);
}

void cli_bench_write_json(FILE *stream, const struct cli_bench_report *report) {
  struct sm_facts json = {0};
  cli_report_open(&json, "simoom.bench/1", report->command, report->host);
  write_bandwidth(&json, report->bandwidth);
  sm_facts_close(&json);
  sm_facts_list(&json, "rows");
  for (size_t i = 0; i < report->count; i++) write_result(&json, &report->result[i]);
  sm_facts_close(&json);
  cli_facts_print(stream, &json, true);
}
