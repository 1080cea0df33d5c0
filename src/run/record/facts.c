#define _POSIX_C_SOURCE 200809L
/* run/record/facts.c - record of a run as facts and JSON, schema simoom.run/1 (docs/commands.md).
 */
#include "lab/run_facts.h"

#include "base/context.h"
#include "case/case.h"
#include "lab/facts.h"
#include <ctype.h>
#include <math.h>
#include <string.h>
#include <time.h>

void sm_status_word(enum sm_status status, char *out, size_t size) {
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
  if (key != NULL || kernel->bytes > 0) sm_facts_number(json, "bytes", kernel->bytes);
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

enum budget_kind { PARTICLES, SCALARS, ELEMENTS, STEADY };

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
  if (own->wet_deposited > 0) sm_facts_number(json, "wet_deposited", own->wet_deposited);
  sm_facts_number(json, "outflow", own->outflow);
  if (kind != ELEMENTS) sm_facts_number(json, "decayed", own->decayed);
  if (kind == PARTICLES) sm_facts_number(json, "lost", own->lost);
  if (kind == ELEMENTS)
    sm_facts_number(json, "imbalance", own->airborne + own->outflow - own->initial - own->emitted);
  sm_facts_close(json);
}

/* That of one second, in kg/s. */
static void write_steady_budget(struct sm_facts *json, const struct sm_mass_budget *own) {
  const double lost = own->deposited + own->wet_deposited + own->decayed;
  sm_facts_group(json, NULL);
  sm_facts_text(json, "scalar", own->species);
  sm_facts_number(json, "emitted", own->emitted);
  sm_facts_number(json, "deposited", own->deposited);
  if (own->wet_deposited > 0) sm_facts_number(json, "wet_deposited", own->wet_deposited);
  sm_facts_number(json, "outflow", own->outflow);
  sm_facts_number(json, "decayed", own->decayed);
  sm_facts_number(json, "imbalance", own->outflow + lost - own->emitted);
  sm_facts_close(json);
}

/* Mass budgets, kg. */
static void write_budgets(struct sm_facts *json, const char *key,
                          const struct sm_mass_budget *budget, int count, enum budget_kind kind) {
  sm_facts_list(json, key);
  for (int s = 0; s < count; s++)
    if (kind == STEADY)
      write_steady_budget(json, &budget[s]);
    else
      write_budget(json, &budget[s], kind);
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

/* Steady scalars of the last weather time. */
static void write_scalars(struct sm_facts *json, const struct sm_run_summary *run) {
  if (run->flow_steps > 0 || run->scalar_budget_count == 0) return;
  sm_facts_group(json, "scalars");
  write_budgets(json, "mass_budget", run->scalar_budget, run->scalar_budget_count, STEADY);
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

static void write_times(struct sm_facts *json, const struct sm_run_record *record) {
  sm_facts_group(json, "wall_s");
  sm_facts_number(json, "input", record->run->wall_input);
  sm_facts_number(json, "setup", record->run->wall_setup);
  sm_facts_number(json, "solve", record->run->wall_solve);
  sm_facts_number(json, "output", record->run->wall_output);
  sm_facts_number(json, "total", record->wall_total);
  sm_facts_close(json);
}

/* Writes case, time and device of the run, and how it ended. */
static void write_origin(struct sm_facts *json, const struct sm_run_record *record) {
  const struct sm_run_summary *run = record->run;
  char now[32] = "";
  const time_t t = time(NULL);
  struct tm date;
  if (gmtime_r(&t, &date) != NULL) strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", &date);
  sm_facts_text(json, "model", run->model);
  sm_facts_text(json, "ended", now);
  sm_facts_text(json, "case_text", record->c != NULL ? sm_case_text(record->c) : NULL);
  sm_facts_text(json, "overrides", record->c != NULL ? sm_case_overrides(record->c) : NULL);
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

void sm_run_facts(struct sm_facts *json, const struct sm_run_record *record) {
  const struct sm_run_summary *run = record->run;
  char status[32];
  sm_status_word(record->status, status, sizeof status);
  sm_facts_schema(json, "run");
  sm_facts_text(json, "case", record->case_name);
  sm_facts_text(json, "file", record->case_file);
  sm_facts_text(json, "status", status);
  sm_facts_integer(json, "exit_code", sm_status_exit_code(record->status));
  if (record->status != SM_OK) sm_facts_text(json, "message", sm_context_message(record->ctx));
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
  write_scalars(json, run);
  write_prisms(json, run);
  write_particles(json, run);
  write_times(json, record);
  sm_facts_number(json, "cells_per_second", run->cell_rate);
  sm_facts_integer(json, "peak_memory_bytes", (int64_t)run->peak_memory);
  sm_facts_integer(json, "device_memory_bytes", (int64_t)run->device_memory);
  sm_facts_list(json, "outputs");
  for (int i = 0; i < run->output_count; i++) sm_facts_text(json, NULL, run->output[i]);
  sm_facts_close(json);
  sm_facts_warnings(json, record->ctx);
  write_origin(json, record);
}

enum sm_status sm_run_json(struct sm_context *ctx, const struct sm_case *c,
                           const struct sm_run_summary *run, enum sm_status status, char **out) {
  SM_SCOPED_BY(sm_facts_free) struct sm_facts facts = {0};
  const struct sm_run_record record = {.c = c,
                                       .case_name = sm_case_name(c),
                                       .case_file = c->path,
                                       .status = status,
                                       .run = run,
                                       .ctx = ctx,
                                       .wall_total = run->wall_input + run->wall_setup +
                                                     run->wall_solve + run->wall_output};
  sm_run_facts(&facts, &record);
  *out = sm_facts_json(&facts, false);
  return *out != NULL ? SM_OK : sm_fail(ctx, SM_ERR_MEMORY, "out of memory: the record of a run");
}
