/* Heights of terrain and roofs sampled along lines from west to east. */
#include "domain/surface/buildings/buildings.h"

#include "base/list.h"

enum sm_status sm_sample_points_create(struct sm_context *ctx, const struct sm_axis *axis,
                                       int per_cell, struct sm_sample_points *out) {
  *out = (struct sm_sample_points){.count = per_cell > 0 ? axis->n * per_cell : axis->n + 1};
  enum sm_status status = SM_OK;
  const size_t count = (size_t)out->count;
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof *out->x, "points of the faces", &out->x));
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof *out->column, "points of the faces", &out->column));
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof *out->weight, "points of the faces", &out->weight));
  if (per_cell == 0) out->reach = 1e-6 * axis->width[0];
  for (int s = 0; s < out->count; s++) {
    out->x[s] = per_cell > 0 ? axis->face[s / per_cell] +
                                   (s % per_cell + 0.5) / per_cell * axis->width[s / per_cell]
                             : axis->face[s];
    const int next = sm_axis_centres_below(axis, out->x[s]);
    out->column[s] = next > 0 ? next - 1 : 0;
    if (next > 0 && next < axis->n) {
      const double from = axis->centre[next - 1];
      out->weight[s] = (float)((out->x[s] - from) / (axis->centre[next] - from));
    }
  }
done:
  if (status != SM_OK) sm_sample_points_free(out);
  return status;
}

void sm_sample_points_free(struct sm_sample_points *points) {
  SM_FREE_ALL(points->x, points->column, points->weight);
  *points = (struct sm_sample_points){0};
}

/* Ground heights along a line at y: interpolated between rows, then between columns. */
static void fill_ground(const struct sm_domain *domain, const struct sm_sample_points *points,
                        double y, float *ground, float *height) {
  const struct sm_axis *ay = &domain->grid.axis[1];
  const int64_t nx = domain->grid.axis[0].n;
  const int next = sm_axis_centres_below(ay, y);
  const int south = next > 0 ? next - 1 : 0, north = next < ay->n ? next : ay->n - 1;
  const double gap = ay->centre[north] - ay->centre[south];
  const float weight = gap > 0 ? (float)((y - ay->centre[south]) / gap) : 0;
  const float *a = domain->terrain + nx * south, *b = domain->terrain + nx * north;
  for (int64_t i = 0; i < nx; i++) ground[i] = a[i] + weight * (b[i] - a[i]);
  for (int s = 0; s < points->count; s++) {
    const int i = points->column[s], e = i + 1 < nx ? i + 1 : i;
    height[s] = ground[i] + points->weight[s] * (ground[e] - ground[i]);
  }
}

void sm_sample_fill(const struct sm_domain *domain, const struct sm_sample_points *points, double y,
                    const struct sm_footprint_scan *scan, int first, int last, float *ground,
                    struct sm_sample_line *line) {
  fill_ground(domain, points, y, ground, line->height);
  line->lifted_count = 0;
  for (size_t q = scan->start[first]; q < scan->start[last]; q++) {
    const struct sm_scan_interval *in = &scan->interval[q];
    const struct sm_building_span *span = &domain->span[in->footprint];
    const int begin = sm_count_below(points->x, points->count, in->lo - points->reach);
    const int end = sm_count_below(points->x, points->count, in->hi + points->reach);
    const float top = (float)span->top;
    if (span->bottom > span->ground)
      line->lifted[line->lifted_count++] =
          (struct sm_sample_lifted){begin, end, (float)span->bottom, top};
    else
      for (int s = begin; s < end; s++)
        line->height[s] = top > line->height[s] ? top : line->height[s];
  }
}
