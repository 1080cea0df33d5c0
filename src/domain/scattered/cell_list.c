/* Cell list of scattered points for nearest-neighbour search: cubes of about four points each. */
#include "domain/scattered/internal.h"
#include <math.h>
#include <string.h>

enum { POINTS_OF_A_CUBE = 4, CUBES_OF_AN_AXIS = 1024 };

static int cube_of(const struct sm_cell_list *l, int d, double x) {
  const double at = floor((x - l->low[d]) / l->side);
  return at < 0 ? 0 : at >= l->n[d] ? l->n[d] - 1 : (int)at;
}

static size_t cube_at(const struct sm_cell_list *l, int i, int j, int k) {
  return (size_t)i + (size_t)l->n[0] * ((size_t)j + (size_t)l->n[1] * (size_t)k);
}

static size_t cube_of_point(const struct sm_cell_list *l, size_t p) {
  return cube_at(l, cube_of(l, 0, l->x[p][0]), cube_of(l, 1, l->x[p][1]),
                 cube_of(l, 2, l->x[p][2]));
}

/* Bounding box of all points; the number of cubes in it is a quarter of the number of points. */
static void plan(struct sm_cell_list *l) {
  double volume = 1, longest = 0;
  for (int d = 0; d < 3; d++) {
    l->low[d] = l->high[d] = l->x[0][d];
    for (size_t p = 1; p < l->count; p++) {
      l->low[d] = fmin(l->low[d], l->x[p][d]);
      l->high[d] = fmax(l->high[d], l->x[p][d]);
    }
    longest = fmax(longest, l->high[d] - l->low[d]);
  }
  for (int d = 0; d < 3; d++) volume *= fmax(l->high[d] - l->low[d], 1e-3 * longest);
  l->side = fmax(cbrt(volume * POINTS_OF_A_CUBE / (double)l->count), longest / CUBES_OF_AN_AXIS);
  if (!(l->side > 0)) l->side = 1;
  for (int d = 0; d < 3; d++) l->n[d] = 1 + (int)((l->high[d] - l->low[d]) / l->side);
}

enum sm_status sm_cell_list_create(struct sm_context *ctx, const double (*x)[3], size_t count,
                                   struct sm_cell_list *out) {
  struct sm_cell_list *l = out;
  *l = (struct sm_cell_list){.count = count, .x = x};
  plan(l);
  const size_t cubes = (size_t)l->n[0] * (size_t)l->n[1] * (size_t)l->n[2];
  SM_TRY(sm_alloc(ctx, cubes + 2, sizeof *l->start, "cubes of points", &l->start));
  SM_TRY(sm_alloc(ctx, count, sizeof *l->index, "cubes of points", &l->index));
  for (size_t p = 0; p < count; p++) l->start[cube_of_point(l, p) + 2]++;
  for (size_t c = 2; c < cubes + 2; c++) l->start[c] += l->start[c - 1];
  for (size_t p = 0; p < count; p++) l->index[l->start[cube_of_point(l, p) + 1]++] = p;
  return SM_OK;
}

void sm_cell_list_free(struct sm_cell_list *l) {
  sm_free(l->start);
  sm_free(l->index);
  *l = (struct sm_cell_list){0};
}

/* --- search --- */

struct search {
  const struct sm_cell_list *list;
  const double *x;
  int wanted, found;
  struct sm_near_point *out;
};

/* Inserts a point into the sorted list of nearest points; ties keep the order of the file. */
static void offer(struct search *s, size_t p) {
  const double *q = s->list->x[p];
  const double a = q[0] - s->x[0], b = q[1] - s->x[1], c = q[2] - s->x[2];
  const double square = a * a + b * b + c * c;
  int at = s->found < s->wanted ? s->found : s->wanted;
  while (at > 0 && (square < s->out[at - 1].square ||
                    (square <= s->out[at - 1].square && p < s->out[at - 1].index))) {
    if (at < s->wanted) s->out[at] = s->out[at - 1];
    at--;
  }
  if (at >= s->wanted) return;
  s->out[at] = (struct sm_near_point){square, p};
  if (s->found < s->wanted) s->found++;
}

/* Visits the cubes at Chebyshev distance `ring` from the middle cube. */
static void search_ring(struct search *s, const int middle[3], int ring) {
  const struct sm_cell_list *l = s->list;
  for (int k = middle[2] - ring; k <= middle[2] + ring; k++)
    for (int j = middle[1] - ring; j <= middle[1] + ring; j++) {
      if (k < 0 || j < 0 || k >= l->n[2] || j >= l->n[1]) continue;
      const bool edge = k == middle[2] - ring || k == middle[2] + ring || j == middle[1] - ring ||
                        j == middle[1] + ring;
      for (int i = middle[0] - ring; i <= middle[0] + ring; i += edge || ring == 0 ? 1 : 2 * ring) {
        if (i < 0 || i >= l->n[0]) continue;
        const size_t cube = cube_at(l, i, j, k);
        for (size_t p = l->start[cube]; p < l->start[cube + 1]; p++) offer(s, l->index[p]);
      }
    }
}

int sm_cell_list_nearest(const struct sm_cell_list *l, const double x[3], int wanted,
                         struct sm_near_point *out) {
  struct search s = {.list = l, .x = x, .wanted = wanted, .out = out};
  double outside = 0; /* squared distance from the bounding box */
  int middle[3], last = 0;
  for (int d = 0; d < 3; d++) {
    const double off = fmax(fmax(l->low[d] - x[d], x[d] - l->high[d]), 0);
    middle[d] = cube_of(l, d, x[d]);
    outside += off * off;
    last = last > l->n[d] ? last : l->n[d];
  }
  for (int ring = 0; ring <= last; ring++) {
    search_ring(&s, middle, ring);
    /* Lower bound of the distance of points in the next ring from the nearest point of the box. */
    const double far = ring * l->side;
    if (s.found == wanted && out[wanted - 1].square <= outside + far * far) break;
  }
  return s.found;
}
