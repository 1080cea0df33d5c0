#include "physics/scalars/sources.h"

#include <math.h>

static enum sm_status fail_without_air(struct sm_context *ctx, const struct sm_case *c,
                                       const struct sm_case_source *source) {
  return sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: source \"%.60s\" contains no fluid cells",
                 c->path, source->line, source->name);
}

enum sm_status sm_scalar_source_check(struct sm_context *ctx, const struct sm_case *c,
                                      const struct sm_domain *domain,
                                      const struct sm_release *release) {
  struct sm_source_cells cells;
  SM_TRY(sm_source_cells_create(ctx, domain, release, release->start, release->start, &cells));
  const bool any = cells.count > 0;
  sm_source_cells_free(&cells);
  return any ? SM_OK : fail_without_air(ctx, c, release->source);
}

static enum sm_status check(struct sm_context *ctx, const struct sm_case *c,
                            const struct sm_domain *domain, const struct sm_case_source *source) {
  struct sm_release release;
  SM_TRY(sm_release_create(ctx, c, domain, source, c->wind_source.duration, &release));
  const enum sm_status status = sm_scalar_source_check(ctx, c, domain, &release);
  sm_release_free(&release);
  return status;
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

/* Cells of the grid become elements of the fields of the flow, there. */
static enum sm_status upload(struct sm_context *ctx, const struct sm_flow *flow,
                             struct sm_source_cells *cells, struct sm_scalar_source *source) {
  const size_t count = (size_t)cells->count;
  const ptrdiff_t *step = flow->layout.step;
  const int *n = flow->layout.n;
  int32_t *layer;
  SM_TRY(sm_alloc(ctx, count, sizeof *layer, "a source", &layer));
  for (size_t m = 0; m < count; m++) {
    const int64_t cell = cells->cell[m], row = cell / n[0];
    layer[m] = (int32_t)(row / n[1]);
    cells->cell[m] = cell % n[0] + row % n[1] * step[1] + layer[m] * step[2];
  }
  enum sm_status status;
  SM_TRY_DONE(
      sm_device_upload(ctx, flow->device, source->cell, cells->cell, count * sizeof *cells->cell));
  SM_TRY_DONE(
      sm_device_upload(ctx, flow->device, source->per, cells->per, count * sizeof *cells->per));
  SM_TRY_DONE(sm_device_upload(ctx, flow->device, source->layer, layer, count * sizeof *layer));
done:
  sm_free(layer);
  return status;
}

static bool moves(const struct sm_scalar_source *source) { return source->release.path_count > 0; }

static enum sm_status place_source(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_flow *flow, struct sm_scalar_source *source) {
  const struct sm_release *release = &source->release;
  struct sm_device *device = flow->device;
  struct sm_source_cells cells;
  enum sm_status status;
  SM_TRY(
      sm_source_cells_create(ctx, flow->domain, release, release->start, release->start, &cells));
  if (cells.count == 0) SM_TRY_DONE(fail_without_air(ctx, c, release->source));
  source->count = cells.count;
  source->room = (size_t)(moves(source) ? SM_SOURCE_STEP_POINTS : cells.count);
  SM_TRY_DONE(sm_device_allocate(ctx, device, source->room, sizeof *source->cell, "a source",
                                 &source->cell));
  SM_TRY_DONE(
      sm_device_allocate(ctx, device, source->room, sizeof *source->per, "a source", &source->per));
  SM_TRY_DONE(sm_device_allocate(ctx, device, source->room, sizeof *source->layer, "a source",
                                 &source->layer));
  SM_TRY_DONE(upload(ctx, flow, &cells, source));
done:
  sm_source_cells_free(&cells);
  return status;
}

enum sm_status sm_scalar_source_make(struct sm_context *ctx, const struct sm_case *c,
                                     const struct sm_flow *flow, const struct sm_case_source *from,
                                     struct sm_scalar_source *source) {
  SM_TRY(sm_release_create(ctx, c, flow->domain, from, c->wind_source.duration, &source->release));
  return place_source(ctx, c, flow, source);
}

enum sm_status sm_scalar_source_step(struct sm_context *ctx, const struct sm_flow *flow,
                                     double time, double step, struct sm_scalar_source *source) {
  const struct sm_release *release = &source->release;
  struct sm_source_cells cells;
  source->rate = sm_release_mean_rate(release, time, step);
  if (!moves(source) || !(source->rate > 0)) return SM_OK;
  SM_TRY(sm_source_cells_create(ctx, flow->domain, release, fmax(time, release->start),
                                fmin(time + step, release->stop), &cells));
  source->count = cells.count;
  if (cells.count == 0) source->rate = 0;
  const enum sm_status status = upload(ctx, flow, &cells, source);
  sm_source_cells_free(&cells);
  return status;
}

enum sm_status sm_scalar_add_source(struct sm_context *ctx, const struct sm_scalars *scalars,
                                    struct sm_scalar *item, const struct sm_release *release) {
  struct sm_scalar_source *grown = NULL, source = {.release = *release};
  SM_TRY(sm_alloc(ctx, item->source_count + 1, sizeof *grown, "sources", &grown));
  const enum sm_status status = place_source(ctx, scalars->c, scalars->flow, &source);
  if (status != SM_OK) {
    sm_scalar_source_free(scalars->flow, &source);
    sm_free(grown);
    return status;
  }
  for (size_t m = 0; m < item->source_count; m++) grown[m] = item->source[m];
  grown[item->source_count++] = source;
  sm_free(item->source);
  item->source = grown;
  return SM_OK;
}

void sm_scalar_source_free(const struct sm_flow *flow, struct sm_scalar_source *source) {
  sm_device_release(flow->device, source->cell, source->room, sizeof *source->cell);
  sm_device_release(flow->device, source->per, source->room, sizeof *source->per);
  sm_device_release(flow->device, source->layer, source->room, sizeof *source->layer);
  sm_release_free(&source->release);
}
