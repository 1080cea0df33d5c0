/* Drag of plants on the wind of a flow. */
#include "physics/flow/forces.h"

#include <math.h>

/* 2 (u* / u)^2, with u* / u the ratio of friction velocity to wind at plant height. */
#define TWICE_FRICTION_SQUARE (2 * 0.3 * 0.3)

enum {
  SAMPLES = 4
}; /* sample points of a cell along x and y for the cover by a crown or
      barrier */

bool sm_flow_has_plants(const struct sm_domain *domain) {
  const struct sm_plants *p = &domain->plants;
  return p->canopy_height != NULL || p->tree_count > 0 || p->barrier_count > 0;
}

/* Adds `density` to the cells of a column between two heights above the ground, weighted by the
 * covered fraction. */
static void add(const struct sm_flow *flow, int i, int j, double from, double to, double density,
                double *out) {
  const struct sm_domain *domain = flow->domain;
  const struct sm_flow_layout *s = &flow->layout;
  const struct sm_axis *z = &domain->grid.axis[2];
  const double ground = (double)domain->terrain[i + (int64_t)s->n[0] * j];
  for (int k = 0; k < s->n[2]; k++) {
    const double low = fmax(z->face[k] - ground, from), high = fmin(z->face[k + 1] - ground, to);
    if (low >= high) continue;
    out[s->origin + i + j * s->step[1] + k * s->step[2]] += density * (high - low) / z->width[k];
  }
}

static void add_canopies(const struct sm_flow *flow, double *out) {
  const struct sm_plants *plants = &flow->domain->plants;
  const int *n = flow->layout.n;
  for (int j = 0; j < n[1]; j++)
    for (int i = 0; i < n[0]; i++) {
      const int64_t column = i + (int64_t)n[0] * j;
      const double height = (double)plants->canopy_height[column];
      const double attenuation = (double)plants->canopy_attenuation[column];
      const double base = (double)plants->canopy_base[column];
      if (height > 0)
        add(flow, i, j, base, height, TWICE_FRICTION_SQUARE * attenuation / height, out);
    }
}

/* Distance of a point from a segment; a tree is a segment with equal ends. */
static double distance_from(const double end[2][2], double x, double y) {
  const double dx = end[1][0] - end[0][0], dy = end[1][1] - end[0][1];
  const double square = dx * dx + dy * dy;
  double t = 0;
  if (square > 0) t = ((x - end[0][0]) * dx + (y - end[0][1]) * dy) / square;
  t = fmin(fmax(t, 0), 1);
  return hypot(x - end[0][0] - t * dx, y - end[0][1] - t * dy);
}

/* Range of cells along an axis that an interval overlaps. */
static void range_of(const struct sm_axis *axis, double from, double to, int range[2]) {
  range[0] = 0;
  range[1] = axis->n;
  while (range[0] < axis->n && axis->face[range[0] + 1] <= from) range[0]++;
  while (range[1] > range[0] && axis->face[range[1] - 1] >= to) range[1]--;
}

static void add_along(const struct sm_flow *flow, const double end[2][2], double reach,
                      const double heights[2], double density, double *out) {
  const struct sm_axis *axis = flow->domain->grid.axis;
  int range[2][2];
  for (int d = 0; d < 2; d++)
    range_of(&axis[d], fmin(end[0][d], end[1][d]) - reach, fmax(end[0][d], end[1][d]) + reach,
             range[d]);
  for (int j = range[1][0]; j < range[1][1]; j++)
    for (int i = range[0][0]; i < range[0][1]; i++) {
      int inside = 0;
      for (int m = 0; m < SAMPLES * SAMPLES; m++) {
        const double x = axis[0].face[i] + axis[0].width[i] * (m % SAMPLES + 0.5) / SAMPLES;
        const double y = axis[1].face[j] + axis[1].width[j] * (m / SAMPLES + 0.5) / SAMPLES;
        inside += distance_from(end, x, y) <= reach;
      }
      const double part = (double)inside / (SAMPLES * SAMPLES);
      if (inside > 0) add(flow, i, j, heights[0], heights[1], part * density, out);
    }
}

static void add_tree(const struct sm_flow *flow, const struct sm_plant_tree *t, double *out) {
  const double end[2][2] = {{t->x, t->y}, {t->x, t->y}}, heights[2] = {t->base, t->height};
  add_along(flow, end, t->radius, heights, TWICE_FRICTION_SQUARE * t->attenuation / t->height, out);
}

/* Through a distance s in plants the wind decays as e^(-c s). Barriers thinner than a cell fill one
 * cell. */
static void add_barrier(const struct sm_flow *flow, const struct sm_plant_barrier *b, double *out) {
  const struct sm_axis *axis = flow->domain->grid.axis;
  const double cell = fmax(axis[0].width[0], axis[1].n > 1 ? axis[1].width[0] : 0);
  const double thickness = fmax(b->thickness, cell), least = 1e-3;
  const double heights[2] = {b->base, b->height};
  add_along(flow, b->end, 0.5 * thickness, heights, -log(fmax(b->open, least)) / thickness, out);
}

void sm_flow_plants_density(const struct sm_flow *flow, double *density) {
  const struct sm_plants *plants = &flow->domain->plants;
  if (plants->canopy_height != NULL) add_canopies(flow, density);
  for (size_t i = 0; i < plants->tree_count; i++) add_tree(flow, &plants->tree[i], density);
  for (size_t i = 0; i < plants->barrier_count; i++)
    add_barrier(flow, &plants->barrier[i], density);
}
