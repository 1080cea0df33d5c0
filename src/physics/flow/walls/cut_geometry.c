/* Cut cell geometry of a flow: open fractions of faces and cells, and position of the wall. Indices
 * may lie one cell beyond the ends of an axis. */
#include "physics/flow/walls/walls.h"

#include <math.h>

/* --- places --- */

int sm_cut_inside(const struct sm_flow *flow, int d, int i) {
  const int n = flow->layout.n[d];
  if (flow->sides.periodic[d]) return (i % n + n) % n;
  return i < 0 ? 0 : i >= n ? n - 1 : i;
}

double sm_cut_centre(const struct sm_flow *flow, int d, int i) {
  const struct sm_axis *axis = &flow->domain->grid.axis[d];
  const double length = axis->face[axis->n];
  if (i >= 0 && i < axis->n) return axis->centre[i];
  if (flow->sides.periodic[d])
    return axis->centre[sm_cut_inside(flow, d, i)] + (i < 0 ? -length : length);
  return i < 0 ? -axis->centre[0] : 2 * length - axis->centre[axis->n - 1];
}

double sm_cut_face(const struct sm_flow *flow, int d, int i) {
  const struct sm_axis *axis = &flow->domain->grid.axis[d];
  if (i >= 0 && i <= axis->n) return axis->face[i];
  return i < 0 ? axis->face[0] - axis->width[sm_cut_inside(flow, d, i)]
               : axis->face[axis->n] + axis->width[sm_cut_inside(flow, d, i - 1)];
}

int64_t sm_cut_cell_at(const struct sm_flow *flow, const int at[3]) {
  const int *n = flow->layout.n;
  return sm_cut_inside(flow, 0, at[0]) +
         (int64_t)n[0] *
             (sm_cut_inside(flow, 1, at[1]) + (int64_t)n[1] * sm_cut_inside(flow, 2, at[2]));
}

int64_t sm_cut_number(const struct sm_cut_walls *walls, const int at[3]) {
  return sm_domain_cut(walls->domain, sm_cut_cell_at(walls->flow, at));
}

bool sm_cut_is_side(const struct sm_flow *flow, int d, int i) {
  return !flow->sides.periodic[d] && (i <= 0 || i >= flow->layout.n[d]);
}

double sm_cut_open_part(const struct sm_cut_walls *walls, int d, const int at[3]) {
  const struct sm_flow *flow = walls->flow;
  int below[3] = {at[0], at[1], at[2]};
  if (sm_cut_is_side(flow, d, at[d])) return 1;
  below[d]--;
  const unsigned here = walls->domain->cell[sm_cut_cell_at(flow, at)];
  const unsigned there = walls->domain->cell[sm_cut_cell_at(flow, below)];
  if ((here & SM_OPEN_ALL) == 0 || (there & SM_OPEN_ALL) == 0) return 0;
  const bool joined = flow->sides.periodic[d] && sm_cut_inside(flow, d, at[d]) == 0;
  if (!joined && (here >> 2 * d & 1) == 0) return 0;
  const int64_t high = sm_cut_number(walls, at), low = sm_cut_number(walls, below);
  if (high < 0 || low < 0) return 1; /* the two ends of a periodic axis may differ */
  const double above = (double)walls->domain->cut[high].fraction[2 * d];
  return fmin(above, (double)walls->domain->cut[low].fraction[2 * d + 1]);
}

/* --- walls --- */

bool sm_cut_has_floor(const struct sm_domain *domain, int64_t cell) {
  const int64_t columns = (int64_t)domain->grid.axis[0].n * domain->grid.axis[1].n;
  const struct sm_axis *z = &domain->grid.axis[2];
  const int k = (int)(cell / columns);
  const int64_t cut = sm_domain_cut(domain, cell);
  /* Walls standing on flat ground leave the whole open column of the cell as air; a low roof does
   * not. */
  if (cut >= 0 && domain->cut[cut].volume < domain->cut[cut].fraction[5] - (float)SM_CUT_NEAREST)
    return false;
  return fabs((double)domain->terrain[cell % columns] - z->face[k]) < SM_CUT_NEAREST * z->width[k];
}

enum sm_status sm_cut_planes_find(struct sm_context *ctx, struct sm_cut_walls *walls) {
  const struct sm_domain *domain = walls->domain;
  const int *n = walls->flow->layout.n;
  const bool flat[3] = {n[0] == 1, n[1] == 1, n[2] == 1};
  SM_TRY(sm_alloc(ctx, (size_t)domain->cut_count, sizeof *walls->plane, "planes of walls",
                  &walls->plane));
#pragma omp parallel for schedule(static)
  for (int64_t m = 0; m < domain->cut_count; m++) {
    const struct sm_cut_cell *cut = &domain->cut[m];
    const int at[3] = {(int)(cut->cell % n[0]), (int)(cut->cell / n[0] % n[1]),
                       (int)(cut->cell / n[0] / n[1])};
    double width[3], fraction[6];
    for (int d = 0; d < 3; d++) width[d] = domain->grid.axis[d].width[at[d]];
    for (int f = 0; f < 6; f++) fraction[f] = (double)cut->fraction[f];
    if (!(fraction[4] > 0) && sm_cut_has_floor(domain, cut->cell)) fraction[4] = fraction[5];
    sm_wall_plane_find(width, fraction, flat, &walls->plane[m]);
  }
  return SM_OK;
}

/* --- distances --- */

/* Cells around a cut cell in which the distance from its wall is computed. */
enum { AROUND = 4 };

/* Distance from the part of a wall plane within a cell of size `width` to a place at `from`,
 * relative to the cell centre. */
static double far_from(const struct sm_wall_plane *plane, const double width[3],
                       const double from[3]) {
  double across = 0, square = 0, reach = 0;
  for (int e = 0; e < 3; e++) {
    const double way = from[e] - plane->point[e];
    across += plane->normal[e] * way;
    square += way * way;
    reach += 0.25 * width[e] * width[e];
  }
  const double along = sqrt(fmax(square - across * across, 0)) - sqrt(reach);
  return hypot(across, fmax(along, 0));
}

static void tell_around(const struct sm_cut_walls *walls, int64_t m, ptrdiff_t sy, ptrdiff_t sz,
                        float *distance) {
  const struct sm_flow *flow = walls->flow;
  const struct sm_cut_cell *cut = &walls->domain->cut[m];
  const int *n = flow->layout.n;
  const int at[3] = {(int)(cut->cell % n[0]), (int)(cut->cell / n[0] % n[1]),
                     (int)(cut->cell / n[0] / n[1])};
  double width[3];
  int low[3], high[3];
  for (int e = 0; e < 3; e++) {
    const bool joined = flow->sides.periodic[e] && n[e] > 2 * AROUND;
    width[e] = n[e] > 1 ? walls->domain->grid.axis[e].width[at[e]] : 0;
    low[e] = joined || at[e] > AROUND ? at[e] - AROUND : 0;
    high[e] = joined || at[e] + AROUND < n[e] ? at[e] + AROUND : n[e] - 1;
  }
  for (int k = low[2]; k <= high[2]; k++)
    for (int j = low[1]; j <= high[1]; j++)
      for (int i = low[0]; i <= high[0]; i++) {
        const int there[3] = {i, j, k};
        double from[3];
        for (int e = 0; e < 3; e++)
          from[e] = sm_cut_centre(flow, e, there[e]) - walls->domain->grid.axis[e].centre[at[e]];
        float *d = distance + sm_cut_inside(flow, 0, i) + sm_cut_inside(flow, 1, j) * sy +
                   sm_cut_inside(flow, 2, k) * sz;
        *d = fminf(*d, (float)far_from(&walls->plane[m], width, from));
      }
}

void sm_cut_distances(const struct sm_cut_walls *walls, ptrdiff_t sy, ptrdiff_t sz,
                      float *distance) {
  const struct sm_domain *domain = walls->domain;
  const int *n = walls->flow->layout.n;
  for (int64_t m = 0; m < domain->cut_count; m++)
    if (walls->plane[m].area > 0) tell_around(walls, m, sy, sz, distance);
  for (int64_t m = 0; m < domain->cut_count; m++) {
    const int64_t cell = domain->cut[m].cell, i = cell % n[0], j = cell / n[0] % n[1];
    const int64_t k = cell / n[0] / n[1];
    const struct sm_axis *axis = domain->grid.axis;
    const double size = axis[0].width[i] * axis[1].width[j] * axis[2].width[k];
    if (!(walls->plane[m].area > 0)) continue;
    const double middle = 0.5 * (double)domain->cut[m].volume * size / walls->plane[m].area;
    distance[i + j * sy + k * sz] =
        (float)fmax(fmin(middle, 0.5 * axis[2].width[k]), SM_CUT_NEAREST * axis[2].width[k]);
  }
}
