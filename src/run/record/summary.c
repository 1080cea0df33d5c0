#include "run/record/record.h"

#include "base/list.h"
#include "device/device_profile.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sm_run_summary sm_run_summary_begin(void) {
  return (struct sm_run_summary){.size = sizeof(struct sm_run_summary),
                                 .domain_top = NAN,
                                 .residual = NAN,
                                 .divergence = NAN,
                                 .change = NAN,
                                 .iteration_bytes = NAN,
                                 .cell_rate = NAN,
                                 .error_maximum = NAN,
                                 .error_mean = NAN,
                                 .sweep_change = NAN};
}

enum sm_status sm_run_summary_check(struct sm_context *ctx, const struct sm_run_summary *summary) {
  if (summary->size > 0) return SM_OK;
  return sm_fail(ctx, SM_ERR_USAGE,
                 "error: the summary of a run has no size\n"
                 "help: struct sm_run_summary summary = {.size = sizeof summary}");
}

/* Frees the owned members, including those not passed to an older caller. */
static void free_members(struct sm_run_summary *summary) {
  for (int i = 0; summary->output != NULL && i < summary->output_count; i++)
    free(summary->output[i]);
  free(summary->output);
  SM_FREE_ALL(summary->kernel, summary->budget, summary->scalar_budget, summary->element_budget,
              summary->station, summary->changes, summary->residuals);
}

static size_t size_of(const struct sm_run_summary *summary) {
  return summary->size < sizeof *summary ? summary->size : sizeof *summary;
}

void sm_run_summary_give(struct sm_run_summary *own, struct sm_run_summary *out) {
  const size_t size = out->size, room = size_of(out);
  memcpy(out, own, room);
  memset(own, 0, room);
  free_members(own);
  *own = (struct sm_run_summary){.size = sizeof *own};
  out->size = size;
}

void sm_run_summary_free(struct sm_run_summary *summary) {
  SM_SCOPED_BY(free_members) struct sm_run_summary own = {.size = 0};
  const size_t size = summary->size, room = size_of(summary);
  if (size == 0) return;
  memcpy(&own, summary, room);
  memset(summary, 0, room);
  summary->size = size;
}

/* Records the stations that have a position. */
static enum sm_status record_stations(struct sm_context *ctx, const struct sm_domain *domain,
                                      struct sm_run_summary *summary) {
  const struct sm_weather *weather = &domain->weather;
  const int count = sm_weather_places(weather);
  if (count <= 0) return SM_OK;
  SM_TRY(sm_alloc(ctx, (size_t)count, sizeof *summary->station, "stations", &summary->station));
  summary->station_count = count;
  for (int s = 0; s < count; s++) {
    struct sm_run_station *station = &summary->station[s];
    snprintf(station->name, sizeof station->name, "%.63s", weather->station[s].name);
    station->x = domain->grid.origin[0] + weather->station[s].x;
    station->y = domain->grid.origin[1] + weather->station[s].y;
    station->height = station->reading = station->wind = station->misfit = NAN;
  }
  return SM_OK;
}

enum sm_status sm_run_summary_set_domain(struct sm_context *ctx, const struct sm_domain *domain,
                                         struct sm_run_summary *summary) {
  summary->cells = sm_grid_cells(&domain->grid);
  summary->fluid_cells = domain->fluid_count;
  summary->nx = domain->grid.axis[0].n;
  summary->ny = domain->grid.axis[1].n;
  summary->nz = domain->grid.axis[2].n;
  summary->domain_top = sm_domain_top(domain);
  return record_stations(ctx, domain, summary);
}

static void print_history(struct sm_context *ctx, const struct sm_step_report *report) {
  for (int i = 0; i < report->history_count; i++)
    sm_info(ctx, "iteration %d: relative residual %.3e", (i + 1) * report->history_every,
            report->history[i]);
  for (int i = 0; i < report->change_count; i++)
    sm_info(ctx, "iteration %d: largest change %.3e", (i + 1) * report->change_every,
            report->changes[i]);
}

enum sm_status sm_run_summary_add(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_step_report *report,
                                  struct sm_run_summary *summary) {
  summary->times++;
  summary->iterations = report->iterations;
  summary->change = report->change;
  summary->wall_solver += report->seconds;
  summary->wall_zones += report->zone_seconds;
  summary->iteration_bytes = report->iteration_bytes;
  if (!(report->residual <= summary->residual)) summary->residual = report->residual;
  if (!(report->divergence <= summary->divergence)) summary->divergence = report->divergence;
  summary->residual_every = report->history_every;
  SM_TRY(sm_solver_history_keep(ctx, report->history, report->history_count, &summary->residuals,
                                &summary->residual_count));
  if (!c->wind.history) return SM_OK;
  print_history(ctx, report);
  summary->change_every = report->change_every;
  return sm_solver_history_keep(ctx, report->changes, report->change_count, &summary->changes,
                                &summary->change_count);
}

enum sm_status sm_solver_history_keep(struct sm_context *ctx, const double *number, int count,
                                      double **out, int *out_count) {
  sm_free(*out);
  *out = NULL;
  *out_count = 0;
  if (count == 0) return SM_OK;
  SM_TRY(sm_alloc(ctx, (size_t)count, sizeof **out, "the history", out));
  memcpy(*out, number, (size_t)count * sizeof **out);
  *out_count = count;
  return SM_OK;
}

static int compare(const void *a, const void *b) {
  const struct sm_kernel_time *p = a, *q = b;
  if (p->seconds != q->seconds) return p->seconds > q->seconds ? -1 : 1;
  return strcmp(p->name, q->name);
}

enum sm_status sm_run_profile_report(struct sm_context *ctx, struct sm_device *device,
                                     struct sm_run_summary *summary) {
  const struct sm_device_profile *profile = device->profile;
  if (profile == NULL) return SM_OK;
  SM_TRY(sm_device_sync(ctx, device));
  SM_TRY(sm_alloc(ctx, (size_t)profile->count, sizeof *summary->kernel, "the profile",
                  &summary->kernel));
  summary->to_device.name = SM_COPY_TO_DEVICE;
  summary->to_host.name = SM_COPY_TO_HOST;
  for (int m = 0; m < profile->count; m++) {
    const struct sm_device_profile_row *row = &profile->row[m];
    const struct sm_kernel_time time = {row->name, row->calls, row->seconds, row->bytes};
    if (strcmp(row->name, SM_COPY_TO_DEVICE) == 0) {
      summary->to_device = time;
    } else if (strcmp(row->name, SM_COPY_TO_HOST) == 0) {
      summary->to_host = time;
    } else {
      summary->kernel[summary->kernel_count++] = time;
    }
  }
  qsort(summary->kernel, (size_t)summary->kernel_count, sizeof *summary->kernel, compare);
  return SM_OK;
}
