/* Cracks in a mesh: boundary vertices that lie on boundary edges. */
#include "domain/mesh/triangles.h"

#include "base/list.h"
#include <math.h>

/* Relative distance (over the length of the edge) below which a vertex lies on an edge. */
static const double near = 1e-6;

/* Boundary vertices sorted into a grid of boxes:
 * vertex[start[b]..start[b + 1]] are in box b. */
struct boxes {
  int n; /* boxes along each axis */
  double low[2], size[2];
  int *start, *vertex;
  int count; /* vertices */
};

static int box_along(const struct boxes *boxes, int axis, double place) {
  const double at = (place - boxes->low[axis]) / boxes->size[axis];
  if (!(at > 0)) return 0;
  return at < boxes->n ? (int)at : boxes->n - 1;
}

static int box_of(const struct boxes *boxes, double x, double y) {
  return box_along(boxes, 0, x) + boxes->n * box_along(boxes, 1, y);
}

/* Finds the extent and number of the boundary vertices; seen[v] marks them. */
static void measure(const struct sm_triangles *m, int *seen, struct boxes *boxes) {
  double high[2] = {-HUGE_VAL, -HUGE_VAL};
  boxes->low[0] = boxes->low[1] = HUGE_VAL;
  for (int e = 0; e < 3 * m->triangles; e++) {
    if (m->neighbour[e] >= 0) continue;
    for (int end = 0; end < 2; end++) {
      const int v = m->vertex[end == 0 ? e : e - e % 3 + (e + 1) % 3];
      boxes->count += !seen[v];
      seen[v] = 1;
      boxes->low[0] = fmin(boxes->low[0], m->x[v]);
      boxes->low[1] = fmin(boxes->low[1], m->y[v]);
      high[0] = fmax(high[0], m->x[v]);
      high[1] = fmax(high[1], m->y[v]);
    }
  }
  boxes->n = (int)ceil(sqrt(boxes->count));
  if (boxes->n < 1) boxes->n = 1;
  for (int a = 0; a < 2; a++) {
    boxes->size[a] = (high[a] - boxes->low[a]) / boxes->n;
    if (!(boxes->size[a] > 0)) boxes->size[a] = 1;
  }
}

static enum sm_status fill(struct sm_context *ctx, const struct sm_triangles *m, const int *seen,
                           struct boxes *boxes) {
  const size_t all = (size_t)boxes->n * (size_t)boxes->n;
  SM_TRY(sm_alloc(ctx, all + 1, sizeof *boxes->start, "the outline", &boxes->start));
  SM_TRY(sm_alloc(ctx, (size_t)boxes->count, sizeof *boxes->vertex, "the outline", &boxes->vertex));
  int *start = boxes->start;
  for (int v = 0; v < m->vertices; v++)
    if (seen[v]) start[box_of(boxes, m->x[v], m->y[v])]++;
  for (size_t b = 0; b < all; b++) start[b + 1] += start[b];
  for (int v = m->vertices - 1; v >= 0; v--)
    if (seen[v]) boxes->vertex[--start[box_of(boxes, m->x[v], m->y[v])]] = v;
  return SM_OK;
}

/* Fails when vertex c lies on edge e and is not one of its ends. */
static enum sm_status check_vertex(struct sm_context *ctx, const struct sm_triangles *m, int e,
                                   int c) {
  const int a = m->vertex[e], b = m->vertex[e - e % 3 + (e + 1) % 3];
  if (c == a || c == b) return SM_OK;
  const double ex = m->x[b] - m->x[a], ey = m->y[b] - m->y[a], length = hypot(ex, ey);
  const double cx = m->x[c] - m->x[a], cy = m->y[c] - m->y[a];
  const double along = (cx * ex + cy * ey) / length, off = fabs(cx * ey - cy * ex) / length;
  if (off > near * length || along < -near * length || along > (1 + near) * length) return SM_OK;
  const long long number = sm_triangles_number(m, e / 3);
  if (along < near * length || along > (1 - near) * length)
    return sm_fail(ctx, SM_ERR_DATA,
                   "triangle %lld: two vertices lie at one place, (%.10g, %.10g): the triangles "
                   "round it are not joined",
                   number, m->x[c], m->y[c]);
  return sm_fail(ctx, SM_ERR_DATA,
                 "triangle %lld: a vertex hangs on its edge, at (%.10g, %.10g): the triangles on "
                 "both sides of the edge are not joined",
                 number, m->x[c], m->y[c]);
}

static enum sm_status check_edge(struct sm_context *ctx, const struct sm_triangles *m,
                                 const struct boxes *boxes, int e) {
  const int a = m->vertex[e], b = m->vertex[e - e % 3 + (e + 1) % 3];
  const double room = near * hypot(m->x[b] - m->x[a], m->y[b] - m->y[a]);
  const int west = box_along(boxes, 0, fmin(m->x[a], m->x[b]) - room),
            east = box_along(boxes, 0, fmax(m->x[a], m->x[b]) + room),
            south = box_along(boxes, 1, fmin(m->y[a], m->y[b]) - room),
            north = box_along(boxes, 1, fmax(m->y[a], m->y[b]) + room);
  for (int j = south; j <= north; j++)
    for (int i = west; i <= east; i++) {
      const int box = i + boxes->n * j;
      for (int n = boxes->start[box]; n < boxes->start[box + 1]; n++)
        SM_TRY(check_vertex(ctx, m, e, boxes->vertex[n]));
    }
  return SM_OK;
}

enum sm_status sm_triangles_check_boundary(struct sm_context *ctx, const struct sm_triangles *m) {
  struct boxes boxes = {0};
  int *seen = NULL;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, (size_t)m->vertices, sizeof *seen, "the outline", &seen));
  measure(m, seen, &boxes);
  SM_TRY_DONE(fill(ctx, m, seen, &boxes));
  for (int e = 0; e < 3 * m->triangles; e++)
    if (m->neighbour[e] < 0) SM_TRY_DONE(check_edge(ctx, m, &boxes, e));
done:
  SM_FREE_ALL(boxes.vertex, boxes.start, seen);
  return status;
}
