/* Prolongation of flow fields from a grid to the next finer one with 2 x 2 x 2 cells per coarse
 * cell: linear between values across faces, or with limited slopes inside a cell, so that means
 * over coarse faces and cells are conserved. On the host, in the layouts of the flows. */
#include "physics/flow/initial_wind.h"

#include <math.h>

/* Distance between the centres of cells i - 1 and i; beyond the ends the last width continues. */
static double gap(const struct sm_axis *axis, int i) {
  const int low = i > 0 ? i - 1 : 0, high = i < axis->n ? i : axis->n - 1;
  return 0.5 * (axis->width[low] + axis->width[high]);
}

/* Position of a fine element along an axis: between coarse elements `cell` and cell + 1. */
struct place {
  int cell;
  double share;           /* weight of the second one, for faces across the axis */
  double offset;          /* otherwise: offset from the centre of `cell`, m */
  double below, above;    /* distances to the neighbouring centres, m */
  bool is_face, is_alone; /* alone: the axis has one cell */
};

static struct place place_of(const struct sm_axis *coarse, const struct sm_axis *fine, bool is_face,
                             int i) {
  struct place p = {.is_face = is_face, .is_alone = coarse->n == 1, .cell = i};
  if (p.is_alone) return p;
  p.cell = i / 2;
  if (is_face) {
    if (i % 2 == 1) p.share = (fine->face[i] - coarse->face[p.cell]) / coarse->width[p.cell];
  } else {
    p.offset = fine->centre[i] - coarse->centre[p.cell];
    p.below = gap(coarse, p.cell);
    p.above = gap(coarse, p.cell + 1);
  }
  return p;
}

static double slope(double below, double above, const struct place *p) {
  return (above - below) / (p->above + p->below);
}

/* Van Leer's monotonised central difference. */
static double bounded_slope(double below, double here, double above, const struct place *p) {
  const double low = (here - below) / p->below, high = (above - here) / p->above;
  if (!(low * high > 0)) return 0;
  const double most = fmin(2 * fmin(fabs(low), fabs(high)), fabs(slope(below, above, p)));
  return copysign(most, low);
}

/* Value with slopes along the axes on which the element is not a face. */
static double sloped(const double *at, const ptrdiff_t step[3], const struct place place[3]) {
  double value = *at;
  for (int e = 0; e < 3; e++)
    if (!place[e].is_face && !place[e].is_alone)
      value += place[e].offset * slope(at[-step[e]], at[step[e]], &place[e]);
  return value;
}

void sm_flow_prolong_wind(const struct sm_flow *coarse, const double *from,
                          const struct sm_flow *fine, int d, double *to) {
  const struct sm_flow_layout *f = &fine->layout, *c = &coarse->layout;
  const struct sm_axis *of = fine->domain->grid.axis, *oc = coarse->domain->grid.axis;
#pragma omp parallel for schedule(static)
  for (int k = 0; k < f->n[2] + (d == 2); k++)
    for (int j = 0; j < f->n[1] + (d == 1); j++)
      for (int i = 0; i < f->n[0] + (d == 0); i++) {
        const struct place place[3] = {place_of(&oc[0], &of[0], d == 0, i),
                                       place_of(&oc[1], &of[1], d == 1, j),
                                       place_of(&oc[2], &of[2], d == 2, k)};
        const double *at = from + c->origin;
        for (int e = 0; e < 3; e++) at += place[e].cell * c->step[e];
        double value = sloped(at, c->step, place);
        if (place[d].share > 0)
          value += place[d].share * (sloped(at + c->step[d], c->step, place) - value);
        to[f->origin + i * f->step[0] + j * f->step[1] + k * f->step[2]] = value;
      }
}

static bool is_air(const struct sm_flow *flow, int i, int j, int k) {
  return (sm_domain_cell_bits(flow->domain, i, j, k) & SM_OPEN_ALL) != 0;
}

/* Limited interpolation inside a coarse fluid cell; solid neighbours are ignored, ghosts are
 * not. */
static double bounded(const struct sm_flow *coarse, const double *from,
                      const struct place place[3]) {
  const struct sm_flow_layout *c = &coarse->layout;
  const int at[3] = {place[0].cell, place[1].cell, place[2].cell};
  const double *here = from + c->origin;
  for (int e = 0; e < 3; e++) here += at[e] * c->step[e];
  double value = *here;
  for (int e = 0; e < 3; e++) {
    bool solid = false;
    for (int way = -1; way <= 1; way += 2) {
      int next[3] = {at[0], at[1], at[2]};
      next[e] += way;
      const bool inside = next[e] >= 0 && next[e] < c->n[e];
      solid = solid || (inside && !is_air(coarse, next[0], next[1], next[2]));
    }
    if (!solid && !place[e].is_alone)
      value +=
          place[e].offset * bounded_slope(here[-c->step[e]], *here, here[c->step[e]], &place[e]);
  }
  return value;
}

void sm_flow_prolong_cells(const struct sm_flow *coarse, const double *from,
                           const struct sm_flow *fine, double *to) {
  const struct sm_flow_layout *f = &fine->layout;
  const struct sm_axis *of = fine->domain->grid.axis, *oc = coarse->domain->grid.axis;
#pragma omp parallel for schedule(static)
  for (int k = 0; k < f->n[2]; k++)
    for (int j = 0; j < f->n[1]; j++)
      for (int i = 0; i < f->n[0]; i++) {
        const struct place place[3] = {place_of(&oc[0], &of[0], false, i),
                                       place_of(&oc[1], &of[1], false, j),
                                       place_of(&oc[2], &of[2], false, k)};
        if (is_air(fine, i, j, k) && is_air(coarse, place[0].cell, place[1].cell, place[2].cell))
          to[f->origin + i * f->step[0] + j * f->step[1] + k * f->step[2]] =
              bounded(coarse, from, place);
      }
}
