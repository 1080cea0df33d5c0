#define _POSIX_C_SOURCE 200809L
#include "summary.h"

#include "cli/text/format.h"
#include "cli/text/json.h"
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <simoom/simoom.h>
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

/* How the closing line begins; NULL: no such line. */
static const char *ending(enum sm_status status) {
  switch (status) {
  case SM_OK: return "done";
  case SM_ERR_DIVERGED: return "not converged";
  case SM_ERR_STOPPED: return "stopped";
  default: return NULL;
  }
}

/* What became of the mass of a species. */
static void print_budget(FILE *stream, const struct sm_mass_budget *own) {
  const struct {
    const char *word;
    double mass;
  } part[] = {{"in the air", own->airborne},
              {"deposited", own->deposited},
              {"left the domain", own->outflow},
              {"decayed", own->decayed},
              {"lost", own->lost}};
  fprintf(stream, "%s: %" PRId64 " particles, %.6g kg emitted", own->species, own->particles,
          own->emitted);
  for (size_t i = 0; i < sizeof part / sizeof *part; i++)
    if (part[i].mass > 0)
      fprintf(stream, ", %.4g %% %s", 100 * part[i].mass / own->emitted, part[i].word);
  fputc('\n', stream);
}

static void print_kernel(FILE *stream, const struct sm_kernel_time *kernel, double total) {
  fprintf(stream, "%-24s %10" PRId64 " %11.6f %6.2f %%", kernel->name, kernel->calls,
          kernel->seconds, total > 0 ? 100 * kernel->seconds / total : 0);
  if (kernel->bytes > 0) fprintf(stream, " %10.4g MB", kernel->bytes * 1e-6);
  fputc('\n', stream);
}

static double profile_seconds(const struct sm_run_summary *run) {
  double total = run->to_device.seconds + run->to_host.seconds;
  for (int m = 0; m < run->kernel_count; m++) total += run->kernel[m].seconds;
  return total;
}

static void print_profile(FILE *stream, const struct sm_run_summary *run) {
  if (run->kernel == NULL) return;
  const double total = profile_seconds(run);
  fprintf(stream, "%-24s %10s %11s %8s\n", "kernel", "calls", "s", "share");
  for (int m = 0; m < run->kernel_count; m++) print_kernel(stream, &run->kernel[m], total);
  print_kernel(stream, &run->to_device, total);
  print_kernel(stream, &run->to_host, total);
}

void cli_report_print(FILE *stream, const struct cli_report *report) {
  const struct sm_run_summary *run = report->run;
  for (int i = 0; i < run->output_count; i++) fprintf(stream, "%s\n", run->output[i]);
  const char *end = ending(report->status);
  if (end == NULL) return;
  print_profile(stream, run);
  for (int s = 0; s < run->budget_count; s++) print_budget(stream, &run->budget[s]);
  char wall[32], cells[32], rate[32];
  cli_format_seconds(report->wall_total, wall, sizeof wall);
  cli_format_count((double)run->cells, "cells", cells, sizeof cells);
  cli_format_count(run->cell_rate, run->flow_steps > 0 ? "cell steps/s" : "cells/s", rate,
                   sizeof rate);
  const size_t length = strlen(report->folder);
  fprintf(stream, "simoom: %s: %d output%s in %s%s, %s", end, run->output_count,
          run->output_count == 1 ? "" : "s", report->folder,
          length > 0 && report->folder[length - 1] == '/' ? "" : "/", wall);
  if (run->device[0] != '\0') fprintf(stream, " (%s)", run->device);
  if (run->cells > 0) fprintf(stream, ", %s", cells);
  if (run->flow_steps > 0)
    fprintf(stream, ", %" PRId64 " steps to %.6g s%s", run->flow_steps, run->flow_time,
            run->flow_steady ? ", steady" : "");
  if (isfinite(run->cell_rate) && run->cell_rate > 0.0) fprintf(stream, ", %s", rate);
  if (isfinite(run->residual)) fprintf(stream, ", residual %.2g", run->residual);
  if (isfinite(run->divergence)) fprintf(stream, ", divergence %.2g", run->divergence);
  if (run->triangles > 0 && isfinite(run->error_maximum))
    fprintf(stream, ", largest error %.3g, mean %.3g", run->error_maximum, run->error_mean);
  if (run->wall_particles > 0) {
    cli_format_count(run->particle_steps / run->wall_particles, "moves/s", rate, sizeof rate);
    fprintf(stream, ", particles %s", rate);
  }
  fputc('\n', stream);
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

/* One number for every so many iterations. */
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

/* What became of the mass of each species of particles or each scalar, kg. */
static void write_budgets(struct sm_facts *json, const struct sm_mass_budget *budget, int count,
                          bool particles) {
  sm_facts_list(json, "mass_budget");
  for (int s = 0; s < count; s++) {
    const struct sm_mass_budget *own = &budget[s];
    sm_facts_group(json, NULL);
    sm_facts_text(json, "species", own->species);
    if (particles) sm_facts_integer(json, "particles", own->particles);
    if (particles) sm_facts_integer(json, "lost_particles", own->lost_particles);
    if (!particles) sm_facts_number(json, "initial", own->initial);
    sm_facts_number(json, "emitted", own->emitted);
    if (!particles) sm_facts_number(json, "produced", own->produced);
    sm_facts_number(json, "airborne", own->airborne);
    sm_facts_number(json, "deposited", own->deposited);
    sm_facts_number(json, "outflow", own->outflow);
    sm_facts_number(json, "decayed", own->decayed);
    if (particles) sm_facts_number(json, "lost", own->lost);
    sm_facts_close(json);
  }
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
  write_budgets(json, run->scalar_budget, run->scalar_budget_count, false);
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
  write_budgets(json, run->budget, run->budget_count, true);
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

/* What was run, when, and how its solver came to its end. */
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

void cli_report_json(FILE *stream, const struct cli_report *report) {
  const struct sm_run_summary *run = report->run;
  struct sm_facts json = {0};
  char status[32];
  cli_status_word(report->status, status, sizeof status);
  sm_facts_text(&json, "schema", "simoom.run/1");
  sm_facts_text(&json, "version", sm_version());
  sm_facts_text(&json, "case", report->case_name);
  sm_facts_text(&json, "file", report->case_file);
  sm_facts_text(&json, "status", status);
  sm_facts_integer(&json, "exit_code", sm_status_exit_code(report->status));
  if (report->status != SM_OK) sm_facts_text(&json, "message", sm_context_message(report->ctx));
  sm_facts_text(&json, "device", run->device[0] != '\0' ? run->device : NULL);
  write_cells(&json, run);
  sm_facts_number(&json, "domain_top", run->domain_top);
  sm_facts_integer(&json, "times", run->times);
  sm_facts_integer(&json, "iterations", run->iterations);
  sm_facts_number(&json, "residual", run->residual);
  sm_facts_number(&json, "divergence", run->divergence);
  write_solver(&json, run);
  write_zones(&json, run);
  write_flow(&json, run);
  write_prisms(&json, run);
  write_particles(&json, run);
  write_times(&json, report);
  sm_facts_number(&json, "cells_per_second", run->cell_rate);
  sm_facts_integer(&json, "peak_memory_bytes", (int64_t)run->peak_memory);
  sm_facts_integer(&json, "device_memory_bytes", (int64_t)run->device_memory);
  sm_facts_list(&json, "outputs");
  for (int i = 0; i < run->output_count; i++) sm_facts_text(&json, NULL, run->output[i]);
  sm_facts_close(&json);
  sm_facts_list(&json, "warnings");
  for (int i = 0; i < sm_context_warning_count(report->ctx); i++)
    sm_facts_text(&json, NULL, sm_context_warning(report->ctx, i));
  sm_facts_close(&json);
  sm_facts_list(&json, "accounts");
  for (int i = 0; i < sm_context_budget_count(report->ctx); i++)
    sm_facts_text(&json, NULL, sm_context_budget(report->ctx, i));
  sm_facts_close(&json);
  write_origin(&json, report);
  cli_json_print(stream, &json);
}
