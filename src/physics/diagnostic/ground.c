#include "physics/diagnostic/ground.h"

#include <math.h>

struct sm_ground_map sm_ground_of(const struct sm_domain *domain) {
  const struct sm_axis *x = &domain->grid.axis[0], *y = &domain->grid.axis[1];
  return (struct sm_ground_map){.height = domain->terrain,
                                .n = {x->n, y->n},
                                .cell = {x->width[0], y->width[0]},
                                .stride = fmin(x->width[0], y->width[0]),
                                .highest = domain->highest_ground};
}

bool sm_ground_inside(const struct sm_ground_map *g, double x, double y) {
  return x >= 0 && y >= 0 && x <= g->n[0] - 1 && y <= g->n[1] - 1;
}

/* Lower of the two columns that enclose a coordinate; *next: offset of the upper one, 0 if there is
 * none. */
static int column_below(int n, double at, int *next) {
  *next = n > 1 ? 1 : 0;
  const int last = n > 1 ? n - 2 : 0;
  return at < last ? (int)at : last;
}

double sm_ground_at(const struct sm_ground_map *g, double x, double y) {
  int east, up;
  const int i = column_below(g->n[0], x, &east), j = column_below(g->n[1], y, &up);
  const ptrdiff_t north = up * (ptrdiff_t)g->n[0];
  const float *h = g->height + i + (ptrdiff_t)g->n[0] * j;
  const double a = x - i, b = y - j;
  return (1 - b) * ((1 - a) * (double)h[0] + a * (double)h[east]) +
         b * ((1 - a) * (double)h[north] + a * (double)h[north + east]);
}

void sm_ground_step(const struct sm_ground_map *g, int i, int j, const double direction[2],
                    int steps, double place[2]) {
  place[0] = i + steps * g->stride * direction[0] / g->cell[0];
  place[1] = j + steps * g->stride * direction[1] / g->cell[1];
}

void sm_ground_slope(const struct sm_ground_map *g, int i, int j, double slope[2]) {
  const int at[2] = {i, j};
  const ptrdiff_t step[2] = {1, g->n[0]};
  const float *h = g->height + i + step[1] * j;
  for (int d = 0; d < 2; d++) {
    const int low = at[d] > 0 ? -1 : 0, high = at[d] + 1 < g->n[d] ? 1 : 0;
    const double rise = (double)h[high * step[d]] - (double)h[low * step[d]];
    slope[d] = high > low ? rise / ((high - low) * g->cell[d]) : 0;
  }
}

size_t sm_ground_padded(const struct sm_domain *domain) {
  return ((size_t)domain->grid.axis[0].n + 3) * ((size_t)domain->grid.axis[1].n + 2);
}

void sm_ground_pad(const struct sm_domain *domain, const float *from, float *to) {
  const int nx = domain->grid.axis[0].n, ny = domain->grid.axis[1].n;
  for (int j = -1; j <= ny; j++)
    for (int i = -1; i <= nx + 1; i++) {
      const int ci = i < 0 ? 0 : i >= nx ? nx - 1 : i, cj = j < 0 ? 0 : j >= ny ? ny - 1 : j;
      *to++ = from[(size_t)cj * (size_t)nx + (size_t)ci];
    }
}
