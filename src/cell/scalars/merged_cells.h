/* cell/scalars/merged_cells.h - scalar transport in cut cells: small cells merged with neighbours.
 *
 * A pass over a list of groups of cells after that over all cells (transport.h): its results
 * replace those of transport.h in these cells. A cell with too little air shares its value with
 * neighbours, so that no group is small: the group is a finite volume bounded by the open parts of
 * its cells' faces. The flux through a face is that of transport.h, per open area. Mass is
 * conserved, values stay between those around them, and small cells do not limit the time step.
 *
 * On entry, the cells of the result contain what sources and heated walls have added since
 * cut_clear: it is given to the whole group. Theory: docs/theory/incompressible-scalars.md. */
#ifndef SM_CELL_SCALARS_MERGED_CELLS_H
#define SM_CELL_SCALARS_MERGED_CELLS_H

#include "cell/scalars/transport.h"

/* Coefficients of a cell: [number][cell]. */
enum {
  SM_MERGED_FACES = 0, /* 1/m: open area of west, east, south ... up over the group's air volume; 0
                          for faces inside the group */
  SM_MERGED_SHARE = 6, /* fraction of the group's air in this cell */
  SM_MERGED_SOURCE,    /* volume of the cell over that of the group's air */
  SM_MERGED_WALL,      /* 1/m: wall area over the volume of the group's air */
  SM_MERGED_NUMBERS
};

/* List of groups, in the device's memory. */
struct sm_merged_list {
  const int64_t *start; /* count + 1 entries into the other arrays */
  const int64_t *cell;  /* elements in the fields */
  const int32_t *place; /* [axis][cell]: index along the axis */
  union sm_reals number;
  int64_t count, cells;
};

/* Transport of groups. Box: sm_csr_box(groups.count). */
struct sm_cut_transport {
  struct sm_scalar_transport t;
  struct sm_merged_list groups;
  union sm_reals rest; /* value per layer k by which cells of a group differ; NULL: they do not */
};

/* Clears the cells of groups. Box: sm_csr_box(groups.cells). */
struct sm_cut_clear {
  struct sm_merged_list groups;
  union sm_reals to;
};

/* Correction of sm_scalar_integral for a cell of a group. Box: as for cut_clear. */
struct sm_cut_integral {
  struct sm_merged_list groups;
  union sm_reals now;
  const double *volume, *wall; /* m3, m2: value of each cell minus that in sm_scalar_integral */
  double volumes, walls;       /* factors of these */
};

/* Buoyancy at faces near cut walls. Box: sm_csr_box(count). */
struct sm_cut_buoyancy {
  struct sm_buoyancy buoyancy;
  const int64_t *face; /* elements in the layout */
  int64_t count;
  union sm_reals to; /* m/s2 */
};
#endif

#ifdef SM_REAL
SM_FN void SM_P(sm_cell_cut_clear)(const struct sm_cut_clear *s, int i, int j, int k) {
  const int64_t m = sm_csr_index(i, j, k);
  if (m < s->groups.cells) SM_AT(s->to)[s->groups.cell[m]] = 0;
}

SM_FN struct SM_P(sm_scalar_balance_of)
    SM_P(sm_merged_along)(const struct sm_cut_transport *s, int64_t m, int axis) {
  const struct sm_scalar_transport *t = &s->t;
  const int64_t n = s->groups.cells;
  const ptrdiff_t step = axis == 0 ? 1 : t->m.step[axis], c = (ptrdiff_t)s->groups.cell[m];
  const SM_REAL *x = SM_AT(s->groups.number) + m + (SM_MERGED_FACES + 2 * axis) * n;
  const SM_REAL *q = SM_AT(t->now) + c, *eddy = SM_AT(t->eddy) + c, *u = SM_AT(t->u[axis]) + c;
  const SM_REAL *gap = SM_AT(t->m.per_gap[axis]) + s->groups.place[m + axis * n];
  const int32_t *faces = t->faces + c;
  const SM_REAL one = (SM_REAL)1;
  const SM_REAL low = SM_P(sm_scalar_face_flux)(t, q, eddy, faces, step, axis, u[0], gap[0], one);
  const SM_REAL high = SM_P(sm_scalar_face_flux)(t, q + step, eddy + step, faces + step, step, axis,
                                                 u[step], gap[1], one);
  struct SM_P(sm_scalar_balance_of) b;
  b.gain = x[0] * low - x[n] * high;
  b.spread = x[n] * u[step] - x[0] * u[0];
  b.walls = 0;
  return b;
}

SM_FN void SM_P(sm_cell_cut_transport)(const struct sm_cut_transport *s, int i, int j, int k) {
  const int64_t g = sm_csr_index(i, j, k), n = s->groups.cells;
  if (g >= s->groups.count) return;
  const struct sm_scalar_transport *t = &s->t;
  const SM_REAL *x = SM_AT(s->groups.number), *rest = SM_AT(s->rest);
  const int32_t *layer = s->groups.place + 2 * n;
  const int64_t first = s->groups.start[g], end = s->groups.start[g + 1];
  SM_REAL begin = 0, now = 0, level = 0, added = 0, gain = 0, spread = 0, walls = 0;
  for (int64_t m = first; m < end; m++) {
    const int64_t c = s->groups.cell[m];
    const SM_REAL own = rest ? rest[layer[m]] : (SM_REAL)0, share = x[m + SM_MERGED_SHARE * n];
    begin += share * (SM_AT(t->begin)[c] - own);
    now += share * (SM_AT(t->now)[c] - own);
    level += share * own;
    added += x[m + SM_MERGED_SOURCE * n] * SM_AT(t->to)[c];
    walls += x[m + SM_MERGED_WALL * n];
    for (int axis = 0; axis < 3; axis++) {
      const struct SM_P(sm_scalar_balance_of) b = SM_P(sm_merged_along)(s, m, axis);
      gain += b.gain;
      spread += b.spread;
    }
  }
  const SM_REAL loss = (SM_REAL)t->decay + (SM_REAL)t->deposition * walls;
  const SM_REAL dt = (SM_REAL)(t->part * t->clock->step), new_share = (SM_REAL)(1.0 - t->share);
  const SM_REAL change = dt * (gain - (loss - (SM_REAL)t->steady * spread) * (now + level));
  const SM_REAL next = begin + new_share * ((now - begin) + change) + added;
  for (int64_t m = first; m < end; m++)
    SM_AT(t->to)[s->groups.cell[m]] = next + (rest ? rest[layer[m]] : (SM_REAL)0);
}

/* scalar_transport_rate for a group. */
SM_FN double SM_P(sm_cell_cut_transport_rate)(const struct sm_cut_transport *s, int i, int j,
                                              int k) {
  const int64_t g = sm_csr_index(i, j, k), n = s->groups.cells;
  if (g >= s->groups.count) return 0.0;
  const struct sm_scalar_transport *t = &s->t;
  const SM_REAL *x = SM_AT(s->groups.number);
  const SM_REAL nu = (SM_REAL)t->diffusivity, schmidt = (SM_REAL)0.5 * (SM_REAL)t->per_schmidt;
  SM_REAL rate = (SM_REAL)t->decay, walls = 0, most = 0;
  for (int64_t m = s->groups.start[g]; m < s->groups.start[g + 1]; m++) {
    const ptrdiff_t c = (ptrdiff_t)s->groups.cell[m];
    const SM_REAL *eddy = SM_AT(t->eddy) + c;
    for (int axis = 0; axis < 3; axis++) {
      const ptrdiff_t step = axis == 0 ? 1 : t->m.step[axis];
      const SM_REAL *u = SM_AT(t->u[axis]) + c;
      const SM_REAL *gap = SM_AT(t->m.per_gap[axis]) + s->groups.place[m + axis * n];
      const SM_REAL low = x[m + (SM_MERGED_FACES + 2 * axis) * n];
      const SM_REAL high = x[m + (SM_MERGED_FACES + 2 * axis + 1) * n];
      rate += low * (SM_P(sm_size_of)(u[0]) + (nu + schmidt * (eddy[-step] + eddy[0])) * gap[0]);
      rate += high * (SM_P(sm_size_of)(u[step]) + (nu + schmidt * (eddy[step] + eddy[0])) * gap[1]);
    }
    walls += x[m + SM_MERGED_WALL * n];
    most = SM_P(sm_larger)(most, eddy[0]);
  }
  /* The distance of a heated wall is half the thickness of the group. */
  const SM_REAL warmed = 2 * walls * walls * (nu + (SM_REAL)t->per_schmidt * most);
  return (double)(rate + warmed + (SM_REAL)t->deposition * walls);
}

SM_FN double SM_P(sm_cell_cut_integral)(const struct sm_cut_integral *s, int i, int j, int k) {
  const int64_t m = sm_csr_index(i, j, k);
  if (m >= s->groups.cells) return 0.0;
  const double of = s->volumes * s->volume[m] + s->walls * s->wall[m];
  return of * (double)SM_AT(s->now)[s->groups.cell[m]];
}

SM_FN void SM_P(sm_cell_cut_buoyancy)(const struct sm_cut_buoyancy *s, int i, int j, int k) {
  const int64_t m = sm_csr_index(i, j, k);
  if (m >= s->count) return;
  const ptrdiff_t c = (ptrdiff_t)s->face[m], layer = s->buoyancy.m.step[2];
  SM_AT(s->to)[m] = SM_P(sm_lift_of)(&s->buoyancy, c, layer > 0 ? (int)(c / layer) : 0);
}
#endif
