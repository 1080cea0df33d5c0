#include "domain/surface/vegetation/plants.h"

#include "base/list.h"
#include "domain/surface/buildings/footprint_scan.h"
#include <math.h>
#include <string.h>

static const double radians = 3.14159265358979323846 / 180;

void sm_plants_free(struct sm_plants *plants) {
  SM_FREE_ALL(plants->canopy_height, plants->canopy_base, plants->canopy_attenuation, plants->tree,
              plants->barrier);
  *plants = (struct sm_plants){0};
}

static enum sm_status add_barrier(struct sm_context *ctx, const struct sm_plant_barrier *one,
                                  struct sm_plants *plants) {
  SM_TRY(sm_list_grow(ctx, plants->barrier_count, sizeof *plants->barrier, "the plants",
                      &plants->barrier, &plants->barrier_capacity));
  plants->barrier[plants->barrier_count++] = *one;
  return SM_OK;
}

enum sm_status sm_plants_add_tree(struct sm_context *ctx, const double place[2],
                                  const struct sm_plant_traits *traits, struct sm_plants *plants) {
  SM_TRY(sm_list_grow(ctx, plants->tree_count, sizeof *plants->tree, "the plants", &plants->tree,
                      &plants->tree_capacity));
  plants->tree[plants->tree_count++] = (struct sm_plant_tree){.x = place[0],
                                                              .y = place[1],
                                                              .height = traits->height,
                                                              .base = traits->base,
                                                              .radius = 0.5 * traits->crown,
                                                              .attenuation = traits->attenuation};
  return SM_OK;
}

/* Aerodynamic porosity: the optical porosity for a thin fence; for a hedge of finite depth its
 * power 0.4 (Guan et al. 2003), since more wind than light passes through. */
static double aerodynamic_porosity(enum sm_plant_kind kind, double optical) {
  return kind == SM_PLANT_FENCE ? optical : pow(optical, 0.4);
}

static struct sm_plant_barrier barrier_like(enum sm_plant_kind kind,
                                            const struct sm_plant_traits *traits) {
  return (struct sm_plant_barrier){.height = traits->height,
                                   .base = traits->base,
                                   .thickness = traits->width,
                                   .open = aerodynamic_porosity(kind, traits->porosity),
                                   .attenuation = traits->attenuation};
}

enum sm_status sm_plants_add_line(struct sm_context *ctx, enum sm_plant_kind kind,
                                  double (*vertex)[2], int count,
                                  const struct sm_plant_traits *traits, struct sm_plants *plants) {
  struct sm_plant_barrier piece = barrier_like(kind, traits);
  piece.line = plants->field_count;
  for (int v = 0; v + 1 < count; v++) {
    memcpy(piece.end, vertex + v, sizeof piece.end);
    piece.field = plants->field_count++;
    SM_TRY(add_barrier(ctx, &piece, plants));
  }
  return SM_OK;
}

/* Area, centroid and longer principal axis of a polygon with holes, by integrals along its edges.
 * Holes run in the opposite direction, or count as if they did by a change of sign. */
struct moments {
  double area, centre[2], axis[2];
};

static double ring_area(const struct sm_footprint *f, int ring) {
  const int start = f->ring_start[ring], end = f->ring_start[ring + 1];
  double area = 0;
  for (int v = start; v < end; v++) {
    const double *a = f->vertex[v], *b = f->vertex[v + 1 < end ? v + 1 : start];
    area += 0.5 * (a[0] * b[1] - b[0] * a[1]);
  }
  return area;
}

static struct moments moments_of(const struct sm_footprint *f) {
  const double *o = f->vertex[0]; /* local origin, against cancellation */
  double s[6] = {0};              /* integrals of 1, x, y, xx, xy, yy */
  for (int r = 0; r < f->ring_count; r++) {
    const int start = f->ring_start[r], end = f->ring_start[r + 1];
    const double sign = (ring_area(f, r) < 0 ? -1 : 1) * (r == 0 ? 1 : -1);
    for (int v = start; v < end; v++) {
      const double *p = f->vertex[v], *q = f->vertex[v + 1 < end ? v + 1 : start];
      const double a[2] = {p[0] - o[0], p[1] - o[1]}, b[2] = {q[0] - o[0], q[1] - o[1]};
      const double cross = sign * (a[0] * b[1] - b[0] * a[1]);
      s[0] += cross / 2;
      s[1] += cross * (a[0] + b[0]) / 6;
      s[2] += cross * (a[1] + b[1]) / 6;
      s[3] += cross * (a[0] * a[0] + a[0] * b[0] + b[0] * b[0]) / 12;
      s[4] += cross * (2 * a[0] * a[1] + a[0] * b[1] + b[0] * a[1] + 2 * b[0] * b[1]) / 24;
      s[5] += cross * (a[1] * a[1] + a[1] * b[1] + b[1] * b[1]) / 12;
    }
  }
  const double cx = s[1] / s[0], cy = s[2] / s[0];
  const double xx = s[3] - s[0] * cx * cx, xy = s[4] - s[0] * cx * cy, yy = s[5] - s[0] * cy * cy;
  const double angle = 0.5 * atan2(2 * xy, xx - yy);
  return (struct moments){s[0], {o[0] + cx, o[1] + cy}, {cos(angle), sin(angle)}};
}

enum sm_status sm_plants_add_polygon(struct sm_context *ctx, enum sm_plant_kind kind,
                                     const struct sm_footprint *polygon,
                                     const struct sm_plant_traits *traits,
                                     struct sm_plants *plants) {
  const struct moments m = moments_of(polygon);
  double low = INFINITY, high = -INFINITY;
  for (int v = 0; v < polygon->ring_start[1]; v++) {
    const double along = (polygon->vertex[v][0] - m.centre[0]) * m.axis[0] +
                         (polygon->vertex[v][1] - m.centre[1]) * m.axis[1];
    low = fmin(low, along);
    high = fmax(high, along);
  }
  struct sm_plant_barrier piece = barrier_like(kind, traits);
  if (isnan(piece.thickness)) piece.thickness = m.area / (high - low);
  for (int d = 0; d < 2; d++) {
    piece.end[0][d] = m.centre[d] + low * m.axis[d];
    piece.end[1][d] = m.centre[d] + high * m.axis[d];
  }
  piece.field = piece.line = plants->field_count++;
  return add_barrier(ctx, &piece, plants);
}

/* Rotates a vector by an angle with cosine c and sine s. */
static void rotate(const double v[2], double c, double s, double out[2]) {
  const double x = c * v[0] - s * v[1], y = s * v[0] + c * v[1];
  out[0] = x;
  out[1] = y;
}

/* Finds the plant rows of a polygon rotated so that they run along x: one centre line each. */
static enum sm_status find_rows(struct sm_context *ctx, const struct sm_footprint *turned,
                                double spacing, double **line, struct sm_footprint_scan *scan) {
  double low = INFINITY, high = -INFINITY;
  for (int v = 0; v < turned->ring_start[1]; v++) {
    low = fmin(low, turned->vertex[v][1]);
    high = fmax(high, turned->vertex[v][1]);
  }
  const double rows = fmax(1, floor((high - low) / spacing));
  if (rows > 1e6)
    return sm_fail(ctx, SM_ERR_DATA, "a field of %g rows, %g m apart: is the spacing right?", rows,
                   spacing);
  const int count = (int)rows;
  SM_TRY(sm_alloc(ctx, (size_t)count, sizeof **line, "rows of plants", line));
  for (int m = 0; m < count; m++)
    (*line)[m] = 0.5 * (low + high) + (m - 0.5 * (count - 1)) * spacing;
  struct sm_footprint copy = *turned;
  const struct sm_footprints one = {.item = &copy, .count = 1};
  return sm_footprint_scan_create(ctx, &one, *line, count, scan);
}

enum sm_status sm_plants_add_rows(struct sm_context *ctx, const struct sm_footprint *polygon,
                                  const struct sm_plant_traits *traits, struct sm_plants *plants) {
  const double c = sin(traits->direction * radians), s = cos(traits->direction * radians);
  const double depth = traits->height - traits->base;
  const double optical = isnan(traits->porosity) ? exp(-0.5 * traits->lai * traits->spacing / depth)
                                                 : traits->porosity;
  struct sm_footprint turned = *polygon;
  struct sm_footprint_scan scan = {0};
  double *line = NULL;
  enum sm_status status = SM_OK;
  const size_t count = (size_t)polygon->ring_start[polygon->ring_count];
  turned.vertex = NULL;
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof *turned.vertex, "rows of plants", &turned.vertex));
  for (size_t v = 0; v < count; v++) rotate(polygon->vertex[v], c, -s, turned.vertex[v]);
  SM_TRY_DONE(find_rows(ctx, &turned, traits->spacing, &line, &scan));
  struct sm_plant_barrier row = barrier_like(SM_PLANT_ROWS, traits);
  row.open = aerodynamic_porosity(SM_PLANT_ROWS, optical);
  row.spacing = traits->spacing;
  row.row_count = scan.line_count;
  row.density = traits->lai * traits->spacing / (traits->width * depth);
  row.field = row.line = plants->field_count++;
  for (row.row = 0; row.row < scan.line_count; row.row++)
    for (size_t q = scan.start[row.row]; q < scan.start[row.row + 1]; q++) {
      const double ends[2][2] = {{scan.interval[q].lo, line[row.row]},
                                 {scan.interval[q].hi, line[row.row]}};
      if (!(ends[1][0] > ends[0][0])) continue;
      for (int e = 0; e < 2; e++) rotate(ends[e], c, s, row.end[e]);
      SM_TRY_DONE(add_barrier(ctx, &row, plants));
    }
done:
  SM_FREE_ALL(turned.vertex, line);
  sm_footprint_scan_free(&scan);
  return status;
}
