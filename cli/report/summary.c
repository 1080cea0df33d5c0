#include "summary.h"

#include "cli/text/facts.h"
#include "cli/text/format.h"
#include <math.h>
#include <simoom/simoom.h>
#include <stdarg.h>
#include <string.h>

/* --- text: files written, profile, mass budgets, closing line --- */

static double profile_seconds(const struct sm_run_summary *run) {
  double total = run->to_device.seconds + run->to_host.seconds;
  for (int m = 0; m < run->kernel_count; m++) total += run->kernel[m].seconds;
  return total;
}

static void add_profile_row(struct sm_facts *out, const struct sm_kernel_time *kernel,
                            double total) {
  sm_facts_group(out, NULL);
  sm_facts_text(out, "name", kernel->name);
  sm_facts_integer(out, "calls", kernel->calls);
  sm_facts_number(out, "seconds", kernel->seconds);
  sm_facts_number(out, "share", total > 0 ? 100 * kernel->seconds / total : 0);
  if (kernel->bytes > 0) sm_facts_number(out, "megabytes", kernel->bytes * 1e-6);
  sm_facts_close(out);
}

/* Prints the profile in text: kernels and copies. */
static void show_profile(struct sm_facts *out, const struct sm_run_summary *run) {
  static const struct sm_fact_column columns[] = {
      {"name", "kernel", NULL, -24},   {"calls", "calls", NULL, 10},
      {"seconds", "s", "%.6f", 11},    {"share", "share, %", "%.2f", 8},
      {"megabytes", "MB", "%.4g", 10}, {0}};
  if (run->kernel == NULL) return;
  const double total = profile_seconds(run);
  const struct sm_fact *rows = sm_facts_list(out, NULL);
  for (int m = 0; m < run->kernel_count; m++) add_profile_row(out, &run->kernel[m], total);
  add_profile_row(out, &run->to_device, total);
  add_profile_row(out, &run->to_host, total);
  sm_facts_close(out);
  sm_facts_table(out, rows, NULL, columns);
}

static void show_budgets(struct sm_facts *out) {
  static const char *const lists[] = {"particles.mass_budget", "flow.mass_budget",
                                      "flow.element_budget", "scalars.mass_budget"};
  static const struct sm_fact_column columns[] = {{"species", "mass budget, kg", NULL, -16},
                                                  {"element", "mass budget, kg", NULL, -16},
                                                  {"scalar", "mass budget, kg/s", NULL, -17},
                                                  {"particles", "particles", NULL, 10},
                                                  {"initial", "initial", NULL, 11},
                                                  {"emitted", "emitted", NULL, 11},
                                                  {"produced", "produced", NULL, 11},
                                                  {"airborne", "airborne", NULL, 11},
                                                  {"deposited", "deposited", NULL, 11},
                                                  {"wet_deposited", "by rain", NULL, 11},
                                                  {"outflow", "outflow", NULL, 11},
                                                  {"decayed", "decayed", NULL, 11},
                                                  {"lost", "lost", NULL, 11},
                                                  {"imbalance", "imbalance", "%.1e", 11},
                                                  {0}};
  for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
    const struct sm_fact *list = sm_fact_at(out->root, lists[l]);
    if (sm_fact_count(list) > 0) sm_facts_table(out, list, NULL, columns);
  }
}

/* First words of the closing line; NULL: no closing line. */
static const char *ending(enum sm_status status) {
  switch (status) {
  case SM_OK: return "done";
  case SM_ERR_DIVERGED: return "not converged";
  case SM_ERR_STOPPED: return "stopped";
  default: return NULL;
  }
}

/* Closing line, built from parts. */
struct closing {
  char text[1024];
  const struct sm_fact *root; /* record of the run */
};

static void add(struct closing *line, const char *format, ...) SM_FORMAT(2, 3);
static void add(struct closing *line, const char *format, ...) {
  const size_t length = strlen(line->text);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line->text + length, sizeof line->text - length, format, arguments);
  va_end(arguments);
}

/* Appends a number if it is known. */
static void add_known(struct closing *line, const char *format, const char *path) {
  char digits[64];
  const double value = sm_fact_number(line->root, path);
  if (!isfinite(value)) return;
  snprintf(digits, sizeof digits, format, value);
  add(line, ", %s", digits);
}

/* Appends a count or a rate above 0, as "145 M cells". */
static void add_count(struct closing *line, const char *path, const char *words,
                      const char *before) {
  char count[64];
  const double value = sm_fact_number(line->root, path);
  if (!(value > 0)) return;
  cli_format_count(value, words, count, sizeof count);
  add(line, ", %s%s", before, count);
}

static void add_head(struct closing *line, const char *end, const char *folder) {
  char wall[32];
  const size_t count = sm_fact_count(sm_fact_at(line->root, "outputs")), length = strlen(folder);
  const char *device = sm_fact_text(line->root, "device");
  cli_format_seconds(sm_fact_number(line->root, "wall_s.total"), wall, sizeof wall);
  add(line, "simoom: %s: %zu output%s in %s%s, %s", end, count, count == 1 ? "" : "s", folder,
      length > 0 && folder[length - 1] == '/' ? "" : "/", wall);
  if (device[0] != '\0') add(line, " (%s)", device);
}

static void show_closing(struct sm_facts *out, const char *end, const char *folder) {
  struct closing line = {.root = out->root};
  const double steps = sm_fact_number(out->root, "flow.steps");
  add_head(&line, end, folder);
  add_count(&line, "cells.total", "cells", "");
  if (steps > 0)
    add(&line, ", %.0f steps to %.6g s%s", steps, sm_fact_number(out->root, "flow.time"),
        sm_fact_at(out->root, "flow.steady") != NULL ? ", steady" : "");
  add_count(&line, "cells_per_second", steps > 0 ? "cell steps/s" : "cells/s", "");
  add_known(&line, "residual %.2g", "residual");
  add_known(&line, "divergence %.2g", "divergence");
  add_known(&line, "largest error %.3g", "prisms.error_maximum");
  add_known(&line, "mean error %.3g", "prisms.error_mean");
  add_count(&line, "particles.steps_per_second", "moves/s", "particles ");
  sm_facts_note(out, "%s", line.text);
}

bool cli_report_tell(FILE *stream, const struct sm_run_record *report, bool json) {
  struct sm_facts facts = {0};
  const char *end = ending(report->status);
  sm_run_facts(&facts, report);
  for (int i = 0; i < report->run->output_count; i++)
    sm_facts_note(&facts, "%s", report->run->output[i]);
  if (end != NULL) {
    show_profile(&facts, report->run);
    show_budgets(&facts);
    show_closing(&facts, end, report->folder);
  }
  return cli_facts_print(stream, &facts, json);
}
