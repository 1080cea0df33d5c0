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

static void write_cells(struct cli_json *json, const struct sm_run_summary *run) {
  if (run->cells == 0) {
    cli_json_null(json, "cells");
    return;
  }
  cli_json_open(json, "cells", '{');
  if (run->triangles == 0) {
    cli_json_integer(json, "nx", run->nx);
    cli_json_integer(json, "ny", run->ny);
    cli_json_integer(json, "nz", run->nz);
  }
  cli_json_integer(json, "total", run->cells);
  cli_json_integer(json, "fluid", run->fluid_cells);
  cli_json_close(json, '}');
}

static void write_calls(struct cli_json *json, const char *key,
                        const struct sm_kernel_time *kernel) {
  cli_json_open(json, key, '{');
  if (key == NULL) cli_json_string(json, "name", kernel->name);
  cli_json_integer(json, "calls", kernel->calls);
  cli_json_double(json, "seconds", kernel->seconds);
  if (key != NULL) cli_json_double(json, "bytes", kernel->bytes);
  cli_json_close(json, '}');
}

/* One number for every so many iterations. */
static void write_history(struct cli_json *json, const char *every_key, int every, const char *key,
                          const double *number, int count) {
  if (number == NULL) return;
  cli_json_integer(json, every_key, every);
  cli_json_open(json, key, '[');
  for (int m = 0; m < count; m++) cli_json_double(json, NULL, number[m]);
  cli_json_close(json, ']');
}

static void write_solver(struct cli_json *json, const struct sm_run_summary *run) {
  if (run->solver == NULL) {
    cli_json_null(json, "solver");
    return;
  }
  cli_json_open(json, "solver", '{');
  cli_json_string(json, "name", run->solver);
  cli_json_double(json, "seconds", run->wall_solver);
  cli_json_double(json, "iteration_bytes", run->iteration_bytes);
  cli_json_double(json, "change", run->change);
  write_history(json, "change_every", run->change_every, "changes", run->changes,
                run->change_count);
  write_history(json, "residual_every", run->residual_every, "residuals", run->residuals,
                run->residual_count);
  if (run->kernel != NULL) {
    cli_json_open(json, "kernels", '[');
    for (int m = 0; m < run->kernel_count; m++) write_calls(json, NULL, &run->kernel[m]);
    cli_json_close(json, ']');
    write_calls(json, "copy_to_device", &run->to_device);
    write_calls(json, "copy_to_host", &run->to_host);
  }
  cli_json_close(json, '}');
}

static void write_zones(struct cli_json *json, const struct sm_run_summary *run) {
  if (!(run->wall_zones > 0)) {
    cli_json_null(json, "zones");
    return;
  }
  cli_json_open(json, "zones", '{');
  cli_json_double(json, "seconds", run->wall_zones);
  cli_json_close(json, '}');
}

static void write_flow(struct cli_json *json, const struct sm_run_summary *run) {
  if (run->flow_steps == 0) {
    cli_json_null(json, "flow");
    return;
  }
  cli_json_open(json, "flow", '{');
  cli_json_integer(json, "steps", run->flow_steps);
  cli_json_double(json, "time", run->flow_time);
  cli_json_double(json, "last_step", run->flow_step);
  cli_json_double(json, "steady", run->flow_steady ? run->flow_time : (double)NAN);
  cli_json_double(json, "cell_steps", run->flow_cell_steps);
  cli_json_double(json, "coarse_cell_steps", run->flow_coarse_cell_steps);
  cli_json_close(json, '}');
}

static void write_prisms(struct cli_json *json, const struct sm_run_summary *run) {
  if (run->triangles == 0) {
    cli_json_null(json, "prisms");
    return;
  }
  cli_json_open(json, "prisms", '{');
  cli_json_integer(json, "triangles", run->triangles);
  cli_json_integer(json, "layers", run->layers);
  cli_json_double(json, "error_maximum", run->error_maximum);
  cli_json_double(json, "error_mean", run->error_mean);
  cli_json_double(json, "change", run->sweep_change);
  cli_json_double(json, "imbalance", run->imbalance);
  cli_json_close(json, '}');
}

static void write_particles(struct cli_json *json, const struct sm_run_summary *run) {
  if (run->budget == NULL) {
    cli_json_null(json, "particles");
    return;
  }
  cli_json_open(json, "particles", '{');
  cli_json_double(json, "seconds", run->wall_particles);
  cli_json_double(json, "steps", run->particle_steps);
  cli_json_double(json, "steps_per_second",
                  run->wall_particles > 0 ? run->particle_steps / run->wall_particles : 0);
  cli_json_open(json, "mass_budget", '[');
  for (int s = 0; s < run->budget_count; s++) {
    const struct sm_mass_budget *own = &run->budget[s];
    cli_json_open(json, NULL, '{');
    cli_json_string(json, "species", own->species);
    cli_json_integer(json, "particles", own->particles);
    cli_json_integer(json, "lost_particles", own->lost_particles);
    cli_json_double(json, "emitted", own->emitted);
    cli_json_double(json, "airborne", own->airborne);
    cli_json_double(json, "deposited", own->deposited);
    cli_json_double(json, "outflow", own->outflow);
    cli_json_double(json, "decayed", own->decayed);
    cli_json_double(json, "lost", own->lost);
    cli_json_close(json, '}');
  }
  cli_json_close(json, ']');
  cli_json_close(json, '}');
}

static void write_times(struct cli_json *json, const struct cli_report *report) {
  cli_json_open(json, "wall_s", '{');
  cli_json_double(json, "input", report->run->wall_input);
  cli_json_double(json, "setup", report->run->wall_setup);
  cli_json_double(json, "solve", report->run->wall_solve);
  cli_json_double(json, "output", report->run->wall_output);
  cli_json_double(json, "total", report->wall_total);
  cli_json_close(json, '}');
}

/* What was run, when, and how its solver came to its end. */
static void write_origin(struct cli_json *json, const struct cli_report *report) {
  const struct sm_run_summary *run = report->run;
  char now[32] = "";
  const time_t t = time(NULL);
  struct tm date;
  if (gmtime_r(&t, &date) != NULL) strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", &date);
  cli_json_string(json, "model", run->model);
  cli_json_string(json, "ended", now);
  cli_json_string(json, "case_text", report->c != NULL ? sm_case_text(report->c) : NULL);
  cli_json_string(json, "overrides", report->c != NULL ? sm_case_overrides(report->c) : NULL);
  cli_json_open(json, "stations", '[');
  for (int s = 0; s < run->station_count; s++) {
    cli_json_open(json, NULL, '{');
    cli_json_string(json, "name", run->station[s].name);
    cli_json_double(json, "x", run->station[s].x);
    cli_json_double(json, "y", run->station[s].y);
    cli_json_double(json, "height", run->station[s].height);
    cli_json_double(json, "reading", run->station[s].reading);
    cli_json_double(json, "wind", run->station[s].wind);
    cli_json_double(json, "misfit", run->station[s].misfit);
    cli_json_integer(json, "time", run->station[s].time);
    cli_json_close(json, '}');
  }
  cli_json_close(json, ']');
}

void cli_report_json(FILE *stream, const struct cli_report *report) {
  const struct sm_run_summary *run = report->run;
  struct cli_json json = {.stream = stream};
  char status[32];
  cli_status_word(report->status, status, sizeof status);
  cli_json_open(&json, NULL, '{');
  cli_json_string(&json, "schema", "simoom.run/1");
  cli_json_string(&json, "version", sm_version());
  cli_json_string(&json, "case", report->case_name);
  cli_json_string(&json, "file", report->case_file);
  cli_json_string(&json, "status", status);
  cli_json_integer(&json, "exit_code", sm_status_exit_code(report->status));
  if (report->status != SM_OK) cli_json_string(&json, "message", sm_context_message(report->ctx));
  cli_json_string(&json, "device", run->device[0] != '\0' ? run->device : NULL);
  write_cells(&json, run);
  cli_json_double(&json, "domain_top", run->domain_top);
  cli_json_integer(&json, "times", run->times);
  cli_json_integer(&json, "iterations", run->iterations);
  cli_json_double(&json, "residual", run->residual);
  cli_json_double(&json, "divergence", run->divergence);
  write_solver(&json, run);
  write_zones(&json, run);
  write_flow(&json, run);
  write_prisms(&json, run);
  write_particles(&json, run);
  write_times(&json, report);
  cli_json_double(&json, "cells_per_second", run->cell_rate);
  cli_json_unsigned(&json, "peak_memory_bytes", run->peak_memory);
  cli_json_unsigned(&json, "device_memory_bytes", run->device_memory);
  cli_json_open(&json, "outputs", '[');
  for (int i = 0; i < run->output_count; i++) cli_json_string(&json, NULL, run->output[i]);
  cli_json_close(&json, ']');
  cli_json_open(&json, "warnings", '[');
  for (int i = 0; i < sm_context_warning_count(report->ctx); i++)
    cli_json_string(&json, NULL, sm_context_warning(report->ctx, i));
  cli_json_close(&json, ']');
  cli_json_open(&json, "accounts", '[');
  for (int i = 0; i < sm_context_budget_count(report->ctx); i++)
    cli_json_string(&json, NULL, sm_context_budget(report->ctx, i));
  cli_json_close(&json, ']');
  write_origin(&json, report);
  cli_json_close(&json, '}');
}
