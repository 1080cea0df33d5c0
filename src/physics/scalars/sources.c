#include "physics/scalars/scalars.h"

#include <math.h>
#include <string.h>

static enum sm_status fail_without_air(struct sm_context *ctx, const struct sm_case *c,
                                       const struct sm_case_source *source) {
  return sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: source \"%.60s\" contains no fluid cells",
                 c->path, source->line, source->name);
}

static enum sm_status check(struct sm_context *ctx, const struct sm_case *c,
                            const struct sm_domain *domain, const struct sm_case_source *source) {
  struct sm_release release;
  struct sm_source_cells cells;
  const bool steady = sm_wind_is_steady(c->wind_source.model);
  SM_TRY(sm_release_create(ctx, c, domain, source, steady ? HUGE_VAL : c->wind_source.duration,
                           &release));
  const enum sm_status status =
      sm_source_cells_create(ctx, domain, &release, release.start, release.start, &cells);
  sm_release_free(&release);
  SM_TRY(status);
  const bool any = cells.count > 0;
  sm_source_cells_free(&cells);
  return any ? SM_OK : fail_without_air(ctx, c, source);
}

enum sm_status sm_scalar_sources_check(struct sm_context *ctx, const struct sm_case *c,
                                       const struct sm_domain *domain) {
  const struct sm_case_reaction *reaction = &c->flow.reaction;
  for (size_t n = 0; n < c->flow.scalar_count; n++) {
    const struct sm_case_scalar *scalar = &c->flow.scalar[n];
    for (size_t m = 0; m < scalar->source_count; m++)
      SM_TRY(check(ctx, c, domain, &scalar->source[m]));
  }
  for (size_t m = 0; m < reaction->release_count; m++)
    SM_TRY(check(ctx, c, domain, &reaction->release[m].source));
  return SM_OK;
}

/* Converts grid cells to elements of the flow's fields, and finds their layers. */
static void number_elements(const struct sm_flow *flow, struct sm_source_cells *cells,
                            int32_t *layer) {
  const ptrdiff_t *step = flow->layout.step;
  const int *n = flow->layout.n;
  for (int64_t m = 0; m < cells->count; m++) {
    const int64_t cell = cells->cell[m], row = cell / n[0];
    layer[m] = (int32_t)(row / n[1]);
    cells->cell[m] = cell % n[0] + row % n[1] * step[1] + layer[m] * step[2];
  }
}

static enum sm_status upload(struct sm_context *ctx, const struct sm_flow *flow,
                             struct sm_source_cells *cells, struct sm_scalar_source *source) {
  const size_t count = (size_t)cells->count;
  struct sm_device *device = flow->device;
  SM_SCOPED int32_t *layer = NULL;
  SM_TRY(sm_alloc(ctx, count, sizeof *layer, "a source", &layer));
  number_elements(flow, cells, layer);
  SM_TRY(sm_device_upload(ctx, device, source->cell, cells->cell, count * sizeof(int64_t)));
  SM_TRY(sm_device_upload(ctx, device, source->per, cells->per, count * sizeof(double)));
  SM_TRY(sm_device_upload(ctx, device, source->layer, layer, count * sizeof *layer));
  source->count = cells->count;
  return SM_OK;
}

static bool moves(const struct sm_scalar_source *source) { return source->release.path_count > 0; }

/* Allocates room for all cells that the source covers, or may cover in a step. */
static enum sm_status make_room(struct sm_context *ctx, const struct sm_flow *flow, size_t room,
                                struct sm_scalar_source *source) {
  SM_TRY(sm_flow_put(ctx, flow, NULL, room, sizeof *source->cell, "a source", &source->cell));
  SM_TRY(sm_flow_put(ctx, flow, NULL, room, sizeof *source->per, "a source", &source->per));
  return sm_flow_put(ctx, flow, NULL, room, sizeof *source->layer, "a source", &source->layer);
}

static enum sm_status find_cells(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_flow *flow, struct sm_scalar_source *source) {
  const struct sm_release *release = &source->release;
  SM_SCOPED_BY(sm_source_cells_free) struct sm_source_cells cells = {0};
  SM_TRY(
      sm_source_cells_create(ctx, flow->domain, release, release->start, release->start, &cells));
  if (cells.count == 0) SM_TRY(fail_without_air(ctx, c, release->source));
  SM_TRY(make_room(ctx, flow, moves(source) ? SM_SOURCE_STEP_POINTS : (size_t)cells.count, source));
  return upload(ctx, flow, &cells, source);
}

/* Copies a list to memory that lives as long as the flow. */
static enum sm_status copy_rows(struct sm_context *ctx, const struct sm_flow *flow,
                                const void *from, size_t count, size_t size, void *out_pointer) {
  void *copy = NULL;
  SM_TRY(sm_flow_host(ctx, flow, count, size, "a source", &copy));
  if (count > 0) memcpy(copy, from, count * size);
  memcpy(out_pointer, &copy, sizeof copy);
  return SM_OK;
}

static enum sm_status place_source(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_flow *flow, const struct sm_release *from,
                                   struct sm_scalar_source *source) {
  struct sm_release *to = &source->release;
  *to = *from;
  SM_TRY(copy_rows(ctx, flow, from->path, from->path_count, sizeof *from->path, &to->path));
  SM_TRY(copy_rows(ctx, flow, from->rates, from->rate_count, sizeof *from->rates, &to->rates));
  return find_cells(ctx, c, flow, source);
}

enum sm_status sm_scalar_source_make(struct sm_context *ctx, const struct sm_case *c,
                                     const struct sm_flow *flow, const struct sm_case_source *from,
                                     struct sm_scalar_source *source) {
  struct sm_release release;
  SM_TRY(sm_release_create(ctx, c, flow->domain, from, c->wind_source.duration, &release));
  const enum sm_status status = place_source(ctx, c, flow, &release, source);
  sm_release_free(&release);
  return status;
}

enum sm_status sm_scalar_source_step(struct sm_context *ctx, const struct sm_flow *flow,
                                     double time, double step, struct sm_scalar_source *source) {
  const struct sm_release *release = &source->release;
  struct sm_source_cells cells;
  source->rate = sm_release_mean_rate(release, time, step);
  if (!moves(source) || !(source->rate > 0)) return SM_OK;
  SM_TRY(sm_source_cells_create(ctx, flow->domain, release, fmax(time, release->start),
                                fmin(time + step, release->stop), &cells));
  if (cells.count == 0) source->rate = 0;
  const enum sm_status status = upload(ctx, flow, &cells, source);
  sm_source_cells_free(&cells);
  return status;
}

enum sm_status sm_scalar_add_source(struct sm_context *ctx, const struct sm_scalars *scalars,
                                    struct sm_scalar *item, const struct sm_release *release) {
  const size_t count = item->source_count;
  struct sm_scalar_source *grown = NULL;
  SM_TRY(sm_flow_host(ctx, scalars->flow, count + 1, sizeof *grown, "sources", &grown));
  SM_TRY(place_source(ctx, scalars->c, scalars->flow, release, &grown[count]));
  for (size_t m = 0; m < count; m++) grown[m] = item->source[m];
  item->source = grown;
  item->source_count = count + 1;
  return SM_OK;
}
