#define _POSIX_C_SOURCE 200809L
#include "summary.h"

#include "cli/text/facts.h"
#include "cli/text/format.h"
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <simoom/simoom.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>

void cli_status_word(enum sm_status status, char *out, size_t size) {
  const char *name = "ERR_FAILED";
  switch (status) {
#define X(NAME, CODE, TEXT)                                                                        \
  case SM_##NAME: name = #NAME; break;
    SM_STATUS_LIST(X)
#undef X
  }
  if (strncmp(name, "ERR_", 4) == 0) name += 4;
  snprintf(out, size, "%s", name);
  for (; *out != '\0'; out++) *out = (char)tolower((unsigned char)*out);
}

static void write_cells(struct sm_facts *json, const struct sm_run_summary *run) {
  if (run->cells == 0) {
    sm_facts_null(json, "cells");
    return;
  }
  sm_facts_group(json, "cells");
  if (run->triangles == 0) {
    sm_facts_integer(json, "nx", run->nx);
    sm_facts_integer(json, "ny", run->ny);
    sm_facts_integer(json, "nz", run->nz);
  }
  sm_facts_integer(json, "total", run->cells);
  sm_facts_integer(json, "fluid", run->fluid_cells);
  sm_facts_close(json);
}

static void write_calls(struct sm_facts *json, const char *key,
                        const struct sm_kernel_time *kernel) {
  sm_facts_group(json, key);
  if (key == NULL) sm_facts_text(json, "name", kernel->name);
  sm_facts_integer(json, "calls", kernel->calls);
  sm_facts_number(json, "seconds", kernel->seconds);
  if (key != NULL) sm_facts_number(json, "bytes", kernel->bytes);
  sm_facts_close(json);
}

/* Writes a convergence history: one value per `every` iterations. */
static void write_history(struct sm_facts *json, const char *every_key, int every, const char *key,
                          const double *number, int count) {
  if (number == NULL) return;
  sm_facts_integer(json, every_key, every);
  sm_facts_list(json, key);
  for (int m = 0; m < count; m++) sm_facts_number(json, NULL, number[m]);
  sm_facts_close(json);
}

static void write_solver(struct sm_facts *json, const struct sm_run_summary *run) {
  if (run->solver == NULL) {
    sm_facts_null(json, "solver");
    return;
  }
  sm_facts_group(json, "solver");
  sm_facts_text(json, "name", run->solver);
  sm_facts_number(json, "seconds", run->wall_solver);
  sm_facts_number(json, "iteration_bytes", run->iteration_bytes);
  sm_facts_number(json, "change", run->change);
  write_history(json, "change_every", run->change_every, "changes", run->changes,
                run->change_count);
  write_history(json, "residual_every", run->residual_every, "residuals", run->residuals,
                run->residual_count);
  if (run->kernel != NULL) {
    sm_facts_list(json, "kernels");
    for (int m = 0; m < run->kernel_count; m++) write_calls(json, NULL, &run->kernel[m]);
    sm_facts_close(json);
    write_calls(json, "copy_to_device", &run->to_device);
    write_calls(json, "copy_to_host", &run->to_host);
  }
  sm_facts_close(json);
}

static void write_zones(struct sm_facts *json, const struct sm_run_summary *run) {
  if (!(run->wall_zones > 0)) {
    sm_facts_null(json, "zones");
    return;
  }
  sm_facts_group(json, "zones");
  sm_facts_number(json, "seconds", run->wall_zones);
  sm_facts_close(json);
}

enum budget_kind { PARTICLES, SCALARS, ELEMENTS };

static void write_budget(struct sm_facts *json, const struct sm_mass_budget *own,
                         enum budget_kind kind) {
  sm_facts_group(json, NULL);
  sm_facts_text(json, kind == ELEMENTS ? "element" : "species", own->species);
  if (kind == PARTICLES) sm_facts_integer(json, "particles", own->particles);
  if (kind == PARTICLES) sm_facts_integer(json, "lost_particles", own->lost_particles);
  if (kind != PARTICLES) sm_facts_number(json, "initial", own->initial);
  sm_facts_number(json, "emitted", own->emitted);
  if (kind == SCALARS) sm_facts_number(json, "produced", own->produced);
  sm_facts_number(json, "airborne", own->airborne);
  if (kind != ELEMENTS) sm_facts_number(json, "deposited", own->deposited);
  sm_facts_number(json, "outflow", own->outflow);
  if (kind != ELEMENTS) sm_facts_number(json, "decayed", own->decayed);
  if (kind == PARTICLES) sm_facts_number(json, "lost", own->lost);
  if (kind == ELEMENTS)
    sm_facts_number(json, "imbalance", own->airborne + own->outflow - own->initial - own->emitted);
  sm_facts_close(json);
}

/* Mass budgets, kg. */
static void write_budgets(struct sm_facts *json, const char *key,
                          const struct sm_mass_budget *budget, int count, enum budget_kind kind) {
  sm_facts_list(json, key);
  for (int s = 0; s < count; s++) write_budget(json, &budget[s], kind);
  sm_facts_close(json);
}

static void write_flow(struct sm_facts *json, const struct sm_run_summary *run) {
  if (run->flow_steps == 0) {
    sm_facts_null(json, "flow");
    return;
  }
  sm_facts_group(json, "flow");
  sm_facts_integer(json, "steps", run->flow_steps);
  sm_facts_number(json, "time", run->flow_time);
  sm_facts_number(json, "last_step", run->flow_step);
  sm_facts_number(json, "steady", run->flow_steady ? run->flow_time : (double)NAN);
  sm_facts_number(json, "cell_steps", run->flow_cell_steps);
  sm_facts_number(json, "coarse_cell_steps", run->flow_coarse_cell_steps);
  sm_facts_number(json, "chemistry_seconds",
                  run->wall_chemistry > 0 ? run->wall_chemistry : (double)NAN);
  write_budgets(json, "mass_budget", run->scalar_budget, run->scalar_budget_count, SCALARS);
  write_budgets(json, "element_budget", run->element_budget, run->element_budget_count, ELEMENTS);
  sm_facts_close(json);
}

static void write_prisms(struct sm_facts *json, const struct sm_run_summary *run) {
  if (run->triangles == 0) {
    sm_facts_null(json, "prisms");
    return;
  }
  sm_facts_group(json, "prisms");
  sm_facts_integer(json, "triangles", run->triangles);
  sm_facts_integer(json, "layers", run->layers);
  sm_facts_number(json, "error_maximum", run->error_maximum);
  sm_facts_number(json, "error_mean", run->error_mean);
  sm_facts_number(json, "change", run->sweep_change);
  sm_facts_number(json, "imbalance", run->imbalance);
  sm_facts_close(json);
}

static void write_particles(struct sm_facts *json, const struct sm_run_summary *run) {
  if (run->budget == NULL) {
    sm_facts_null(json, "particles");
    return;
  }
  sm_facts_group(json, "particles");
  sm_facts_number(json, "seconds", run->wall_particles);
  sm_facts_number(json, "steps", run->particle_steps);
  sm_facts_number(json, "steps_per_second",
                  run->wall_particles > 0 ? run->particle_steps / run->wall_particles : 0);
  write_budgets(json, "mass_budget", run->budget, run->budget_count, PARTICLES);
  sm_facts_close(json);
}

static void write_times(struct sm_facts *json, const struct cli_report *report) {
  sm_facts_group(json, "wall_s");
  sm_facts_number(json, "input", report->run->wall_input);
  sm_facts_number(json, "setup", report->run->wall_setup);
  sm_facts_number(json, "solve", report->run->wall_solve);
  sm_facts_number(json, "output", report->run->wall_output);
  sm_facts_number(json, "total", report->wall_total);
  sm_facts_close(json);
}

/* Writes case, time and device of the run, and how it ended. */
static void write_origin(struct sm_facts *json, const struct cli_report *report) {
  const struct sm_run_summary *run = report->run;
  char now[32] = "";
  const time_t t = time(NULL);
  struct tm date;
  if (gmtime_r(&t, &date) != NULL) strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", &date);
  sm_facts_text(json, "model", run->model);
  sm_facts_text(json, "ended", now);
  sm_facts_text(json, "case_text", report->c != NULL ? sm_case_text(report->c) : NULL);
  sm_facts_text(json, "overrides", report->c != NULL ? sm_case_overrides(report->c) : NULL);
  sm_facts_list(json, "stations");
  for (int s = 0; s < run->station_count; s++) {
    sm_facts_group(json, NULL);
    sm_facts_text(json, "name", run->station[s].name);
    sm_facts_number(json, "x", run->station[s].x);
    sm_facts_number(json, "y", run->station[s].y);
    sm_facts_number(json, "height", run->station[s].height);
    sm_facts_number(json, "reading", run->station[s].reading);
    sm_facts_number(json, "wind", run->station[s].wind);
    sm_facts_number(json, "misfit", run->station[s].misfit);
    sm_facts_integer(json, "time", run->station[s].time);
    sm_facts_close(json);
  }
  sm_facts_close(json);
}

static void write_all(struct sm_facts *json, const struct cli_report *report) {
  const struct sm_run_summary *run = report->run;
  char status[32];
  cli_status_word(report->status, status, sizeof status);
  sm_facts_schema(json, "run");
  sm_facts_text(json, "case", report->case_name);
  sm_facts_text(json, "file", report->case_file);
  sm_facts_text(json, "status", status);
  sm_facts_integer(json, "exit_code", sm_status_exit_code(report->status));
  if (report->status != SM_OK) sm_facts_text(json, "message", sm_context_message(report->ctx));
  sm_facts_text(json, "device", run->device[0] != '\0' ? run->device : NULL);
  write_cells(json, run);
  sm_facts_number(json, "domain_top", run->domain_top);
  sm_facts_integer(json, "times", run->times);
  sm_facts_integer(json, "iterations", run->iterations);
  sm_facts_number(json, "residual", run->residual);
  sm_facts_number(json, "divergence", run->divergence);
  write_solver(json, run);
  write_zones(json, run);
  write_flow(json, run);
  write_prisms(json, run);
  write_particles(json, run);
  write_times(json, report);
  sm_facts_number(json, "cells_per_second", run->cell_rate);
  sm_facts_integer(json, "peak_memory_bytes", (int64_t)run->peak_memory);
  sm_facts_integer(json, "device_memory_bytes", (int64_t)run->device_memory);
  sm_facts_list(json, "outputs");
  for (int i = 0; i < run->output_count; i++) sm_facts_text(json, NULL, run->output[i]);
  sm_facts_close(json);
  sm_facts_warnings(json, report->ctx);
  write_origin(json, report);
}

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
                                      "flow.element_budget"};
  static const struct sm_fact_column columns[] = {{"species", "mass budget, kg", NULL, -16},
                                                  {"element", "mass budget, kg", NULL, -16},
                                                  {"particles", "particles", NULL, 10},
                                                  {"initial", "initial", NULL, 11},
                                                  {"emitted", "emitted", NULL, 11},
                                                  {"produced", "produced", NULL, 11},
                                                  {"airborne", "airborne", NULL, 11},
                                                  {"deposited", "deposited", NULL, 11},
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

bool cli_report_tell(FILE *stream, const struct cli_report *report, bool json) {
  struct sm_facts facts = {0};
  const char *end = ending(report->status);
  write_all(&facts, report);
  for (int i = 0; i < report->run->output_count; i++)
    sm_facts_note(&facts, "%s", report->run->output[i]);
  if (end != NULL) {
    show_profile(&facts, report->run);
    show_budgets(&facts);
    show_closing(&facts, end, report->folder);
  }
  return cli_facts_print(stream, &facts, json);
}
