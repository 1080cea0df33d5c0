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

/* True when a reference is for the device that a row was measured on. */
static bool applies(const struct cli_result *result, const struct cli_reference *reference) {
  return (reference->devices & cli_device_kind(result->device)) != 0;
}

double cli_reference_ratio(const struct cli_result *result, const struct cli_reference *reference) {
  const double here = result->sample.figure[reference->figure];
  if (result->outcome != CLI_MEASURED || !(here > 0)) return NAN;
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
  (suite->print != NULL ? suite->print : cli_bench_print_references)(stream, suite, result, count);
}

static void write_bandwidth(struct cli_json *json, const double bandwidth[CLI_MEMORY_COUNT]) {
  static const char *const keys[CLI_MEMORY_COUNT] = {
#define X(NAME, KEY) KEY,
      CLI_MEMORIES(X)
#undef X
  };
  cli_json_open(json, "bandwidth", '{');
  for (int m = 0; m < CLI_MEMORY_COUNT; m++) cli_json_double(json, keys[m], bandwidth[m]);
  cli_json_close(json, '}');
}

static void write_references(struct cli_json *json, const struct cli_result *result) {
  cli_json_open(json, "beside", '[');
  for (const struct cli_reference *r = result->row->reference;
       r < result->row->reference + CLI_REFERENCES && r->with != NULL; r++) {
    if (!applies(result, r)) continue;
    cli_json_open(json, NULL, '{');
    cli_json_string(json, "figure", cli_figure_info[r->figure].key);
    cli_json_string(json, "with", r->with);
    cli_json_double(json, "value", r->value);
    cli_json_double(json, "ratio", cli_reference_ratio(result, r));
    cli_json_string(json, "source", r->source);
    cli_json_close(json, '}');
  }
  cli_json_close(json, ']');
}

static void write_points(struct cli_json *json, const struct cli_sample *sample) {
  static const char *const keys[2][3] = {{"u", "v", "w"}, {"there_u", "there_v", "there_w"}};
  if (sample->point_count == 0) return;
  cli_json_open(json, "points", '[');
  for (const struct cli_point *p = sample->point; p < sample->point + sample->point_count; p++) {
    cli_json_open(json, NULL, '{');
    cli_json_integer(json, "iterations", p->iterations);
    cli_json_double(json, "residual", p->residual);
    cli_json_double(json, "change", p->change);
    cli_json_double(json, "there_change", p->there_change);
    for (int c = 0; c < 3; c++) {
      cli_json_double(json, keys[0][c], p->difference[c]);
      cli_json_double(json, keys[1][c], p->there_difference[c]);
    }
    cli_json_close(json, '}');
  }
  cli_json_close(json, ']');
}

static void write_kernels(struct cli_json *json, const struct cli_sample *sample) {
  if (sample->kernel_count == 0) return;
  cli_json_open(json, "kernels", '[');
  for (const struct cli_kernel *k = sample->kernel; k < sample->kernel + sample->kernel_count;
       k++) {
    cli_json_open(json, NULL, '{');
    cli_json_string(json, "name", k->name);
    cli_json_string(json, "of", k->of);
    cli_json_double(json, "calls", k->calls);
    cli_json_double(json, "seconds", k->seconds);
    cli_json_double(json, "share", k->share);
    cli_json_double(json, "there_seconds", k->there_seconds);
    cli_json_double(json, "there_share", k->there_share);
    cli_json_double(json, "limit_share", k->limit);
    cli_json_close(json, '}');
  }
  cli_json_close(json, ']');
}

static void write_result(struct cli_json *json, const struct cli_result *result) {
  const struct cli_sample *sample = &result->sample;
  cli_json_open(json, NULL, '{');
  cli_json_string(json, "suite", result->suite->name);
  cli_json_string(json, "row", result->row->name);
  cli_json_string(json, "remark", result->row->remark);
  cli_json_string(json, "device", result->device);
  cli_json_string(json, "status", cli_outcome_words[result->outcome]);
  if (result->outcome != CLI_MEASURED) {
    cli_json_string(json, "reason", result->reason);
  } else {
    cli_json_string(json, "device_name", sample->device);
    cli_json_integer(json, "repeats", result->repeats);
    cli_json_integer(json, "cells", sample->cells);
    cli_json_integer(json, "iterations", sample->iterations);
    cli_json_double(json, "residual", sample->residual);
    cli_json_double(json, "divergence", sample->divergence);
    for (int f = 0; f < CLI_FIGURE_COUNT; f++)
      cli_json_double(json, cli_figure_info[f].key, sample->figure[f]);
    if (sample->note[0] != '\0') cli_json_string(json, "note", sample->note);
    write_references(json, result);
    write_points(json, sample);
    write_kernels(json, sample);
  }
  cli_json_close(json, '}');
}

void cli_bench_write_json(FILE *stream, const struct cli_bench_report *report) {
  struct cli_json json = {.stream = stream};
  cli_report_open(&json, "simoom.bench/1", report->command, report->host);
  write_bandwidth(&json, report->bandwidth);
  cli_json_close(&json, '}');
  cli_json_open(&json, "rows", '[');
  for (size_t i = 0; i < report->count; i++) write_result(&json, &report->result[i]);
  cli_json_close(&json, ']');
  cli_json_close(&json, '}');
}
