/* Invariants of a domain: rising axes, finite columns, both cells of a face agree on it, boundary
 * faces as defined, no open face in a solid, cut cells sorted, complete and consistent with the
 * bits, correct counts, weather at every time. */
#ifndef SM_TEST_DOMAIN_INVARIANTS_H
#define SM_TEST_DOMAIN_INVARIANTS_H

#include "domain/domain.h"

#include <math.h>

#define SM_INVARIANT(condition, ...)                                                               \
  do {                                                                                             \
    if (!(condition)) return sm_fail(ctx, SM_ERR_FAILED, __VA_ARGS__) == SM_OK;                    \
  } while (0)

static bool columns_are_valid(struct sm_context *ctx, const struct sm_domain *d) {
  const int64_t columns = (int64_t)d->grid.axis[0].n * d->grid.axis[1].n;
  float lowest = INFINITY, highest = 0;
  for (int64_t q = 0; q < columns; q++) {
    SM_INVARIANT(isfinite(d->terrain[q]) && d->terrain[q] >= 0, "column %lld: ground at %g m",
                 (long long)q, (double)d->terrain[q]);
    SM_INVARIANT(isfinite(d->building[q]) && d->building[q] >= 0, "column %lld: building of %g m",
                 (long long)q, (double)d->building[q]);
    SM_INVARIANT(isfinite(d->z0[q]) && d->z0[q] > 0, "column %lld: roughness of %g m", (long long)q,
                 (double)d->z0[q]);
    lowest = fminf(lowest, d->terrain[q]);
    highest = fmaxf(highest, d->terrain[q]);
  }
  SM_INVARIANT(lowest == 0, "the lowest ground is at %g m", (double)lowest);
  SM_INVARIANT((double)highest == d->highest_ground, "the highest ground is at %g m",
               (double)highest);
  SM_INVARIANT(d->highest_ground < sm_domain_top(d) && d->highest_roof < sm_domain_top(d),
               "the domain top is too low");
  return true;
}

/* Cut-cell record of a cell; NULL when it is not cut. */
static const struct sm_cut_cell *find_cut(const struct sm_domain *d, int64_t cell) {
  int64_t low = 0, high = d->cut_count;
  while (low < high) {
    const int64_t middle = low + (high - low) / 2;
    if (d->cut[middle].cell < cell)
      low = middle + 1;
    else
      high = middle;
  }
  return low < d->cut_count && d->cut[low].cell == cell ? &d->cut[low] : NULL;
}

/* Open area fraction of a face, from the cut-cell record or else from the bit of the cell. */
static float open_fraction(const struct sm_domain *d, int64_t cell, int face) {
  const struct sm_cut_cell *cut = d->cut_count > 0 ? find_cut(d, cell) : NULL;
  if (cut != NULL) return cut->fraction[face];
  return (d->cell[cell] >> face & 1) ? 1 : 0;
}

static bool cell_is_valid(struct sm_context *ctx, const struct sm_domain *d, int64_t cell,
                          int64_t *fluid) {
  const int64_t n[3] = {d->grid.axis[0].n, d->grid.axis[1].n, d->grid.axis[2].n};
  const int64_t step[3] = {1, n[0], n[0] * n[1]};
  const int64_t at[3] = {cell % n[0], cell / n[0] % n[1], cell / step[2]};
  const int open = d->cell[cell] & SM_OPEN_ALL;
  const bool air = SM_CELL_TYPE(d->cell[cell]) == SM_CELL_AIR;
  SM_INVARIANT(air ? open != 0 : open == 0, "cell %lld: type %d with faces %d", (long long)cell,
               d->cell[cell] >> 6, open);
  *fluid += air;
  SM_INVARIANT(at[2] > 0 || !(open & SM_OPEN_DOWN), "cell %lld: open bottom", (long long)cell);
  for (int face = 0; face < 6; face++) {
    const int axis = face / 2, side = face % 2 == 0 ? -1 : 1;
    const int64_t beside = at[axis] + side;
    const float share = open_fraction(d, cell, face);
    SM_INVARIANT((share > 0) == (open >> face & 1),
                 "cell %lld: face %d is open by %g against its bit", (long long)cell, face,
                 (double)share);
    if (beside >= 0 && beside < n[axis]) {
      const float other = open_fraction(d, cell + side * step[axis], face ^ 1);
      SM_INVARIANT(share == other, "cell %lld: face %d is open by %g, but its neighbour says %g",
                   (long long)cell, face, (double)share, (double)other);
    } else if (air && face != 4 && d->cut_count == 0) {
      SM_INVARIANT(share > 0, "cell %lld: closed side face %d", (long long)cell, face);
    }
  }
  return true;
}

static bool cuts_are_valid(struct sm_context *ctx, const struct sm_domain *d) {
  for (int64_t q = 0; q < d->cut_count; q++) {
    bool partly = false;
    SM_INVARIANT(q == 0 || d->cut[q - 1].cell < d->cut[q].cell, "cut cell %lld: not sorted",
                 (long long)q);
    SM_INVARIANT(d->cut[q].cell >= 0 && d->cut[q].cell < sm_grid_cells(&d->grid),
                 "cut cell %lld: no such cell", (long long)q);
    for (int face = 0; face < 6; face++) {
      const float share = d->cut[q].fraction[face];
      SM_INVARIANT(share >= 0 && share <= 1, "cut cell %lld: fraction %g", (long long)q,
                   (double)share);
      partly |= share > 0 && share < 1;
    }
    SM_INVARIANT(partly, "cut cell %lld: no face is cut", (long long)q);
  }
  return true;
}

static bool plants_are_valid(struct sm_context *ctx, const struct sm_domain *d) {
  const struct sm_plants *p = &d->plants;
  const int64_t columns = (int64_t)d->grid.axis[0].n * d->grid.axis[1].n;
  for (int64_t q = 0; q < columns && p->canopy_height != NULL; q++)
    SM_INVARIANT(isfinite(p->canopy_height[q]) && p->canopy_height[q] >= 0 &&
                     isfinite(p->canopy_attenuation[q]) && p->canopy_attenuation[q] >= 0 &&
                     p->canopy_base[q] >= 0 &&
                     (p->canopy_base[q] < p->canopy_height[q] || p->canopy_height[q] <= 0),
                 "column %lld: canopy of %g m, attenuation %g", (long long)q,
                 (double)p->canopy_height[q], (double)p->canopy_attenuation[q]);
  for (size_t t = 0; t < p->tree_count; t++)
    SM_INVARIANT(p->tree[t].height > p->tree[t].base && p->tree[t].radius > 0, "tree %zu: no crown",
                 t);
  for (size_t b = 0; b < p->barrier_count; b++) {
    const struct sm_plant_barrier *one = &p->barrier[b];
    SM_INVARIANT(one->height > one->base && one->thickness > 0 && one->open >= 0 && one->open <= 1,
                 "barrier %zu: no body", b);
    SM_INVARIANT(one->field < p->field_count && (b == 0 || one->field >= p->barrier[b - 1].field),
                 "barrier %zu: fields are mixed", b);
  }
  return true;
}

static bool weather_is_valid(struct sm_context *ctx, const struct sm_weather *w) {
  SM_INVARIANT(w->time_count >= 1 && (w->station_count >= 1) == (w->source == NULL), "no weather");
  for (int t = 0; t < w->time_count; t++) {
    SM_INVARIANT(w->climate != NULL || (t == 0 ? w->time_count == 1 || isfinite(w->time[t])
                                               : w->time[t] > w->time[t - 1]),
                 "time %d does not rise", t);
    bool any = w->source != NULL;
    for (int s = 0; s < w->station_count; s++) {
      const struct sm_station *station = &w->station[s];
      SM_INVARIANT(station->level_count >= 1 && station->z0 > 0 && station->name != NULL,
                   "station %d", s);
      const struct sm_station_reading *level = station->reading + (int64_t)t * station->level_count;
      any |= level[0].valid;
      for (int l = 0; l < station->level_count && level[l].valid; l++) {
        SM_INVARIANT(isfinite(level[l].u) && isfinite(level[l].v) && !isnan(level[l].obukhov),
                     "station %d: wind that is not a number", s);
        SM_INVARIANT(l == 0 || (level[l - 1].valid && level[l].height > level[l - 1].height),
                     "station %d: levels do not rise", s);
      }
    }
    SM_INVARIANT(any, "no station at time %d", t);
  }
  return true;
}

/* True when every invariant holds; else the message of the context names the violation. */
static inline bool domain_is_valid(struct sm_context *ctx, const struct sm_domain *domain) {
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &domain->grid.axis[d];
    SM_INVARIANT(axis->n >= 1 && axis->face[0] == 0, "axis %d is empty", d);
    for (int i = 0; i < axis->n; i++)
      SM_INVARIANT(axis->face[i] < axis->centre[i] && axis->centre[i] < axis->face[i + 1],
                   "axis %d does not rise", d);
  }
  if (!columns_are_valid(ctx, domain) || !cuts_are_valid(ctx, domain)) return false;
  if (!plants_are_valid(ctx, domain)) return false;
  int64_t fluid = 0;
  for (int64_t cell = 0; cell < sm_grid_cells(&domain->grid); cell++)
    if (!cell_is_valid(ctx, domain, cell, &fluid)) return false;
  SM_INVARIANT(fluid == domain->fluid_count, "%lld cells of air, but fluid_count is %lld",
               (long long)fluid, (long long)domain->fluid_count);
  return weather_is_valid(ctx, &domain->weather);
}

#endif
