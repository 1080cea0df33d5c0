/* cell/poisson/periodic.h - periodic axes of the Poisson solver: ghosts of its arrays
 * (cell/poisson/red_black.h).
 *
 * Ghosts -1 and n of an axis get the values of cells n - 1 and 0. For odd n these two have the same
 * colour, so that each lies beside the other in the other colour's array: a sweep over that colour
 * then uses the value from before the sweep. Theory: docs/theory/poisson.md. */
#ifndef SM_CELL_POISSON_PERIODIC_H
#define SM_CELL_POISSON_PERIODIC_H

#include "cell/poisson/red_black.h"

/* Periodic axes of an array. */
struct sm_periodic_axes {
  int n[3], half;
  ptrdiff_t sy, sz, colour;
  int axis[3], axes; /* axis[0 .. axes) are periodic */
  int changed;       /* colours with new values: 1, 2, or 3 for both */
  int zero;          /* colours whose cells count as 0 */
};

/* Fills the periodic ghosts of an array of floats, or of doubles. Box: sm_periodic_box. */
struct sm_periodic_copy {
  struct sm_periodic_axes ends;
  float *x;
};
struct sm_periodic_copy_double {
  struct sm_periodic_axes ends;
  double *x;
};

/* Selection without a runtime index: a GPU would keep the array in memory. */
SM_FN int sm_periodic_pick(const int of[3], int d) {
  return d == 0 ? of[0] : d == 1 ? of[1] : of[2];
}

/* Layer m of the box is for periodic axis m; its lines are indexed by the two other axes, x by half
 * indices. Axes have different numbers of lines: elements beyond them are skipped. */
SM_FN struct sm_box sm_periodic_box(const struct sm_periodic_axes *s) {
  struct sm_box b = {{0, 0, 0}, {0, 0, s->axes}};
  for (int m = 0; m < s->axes; m++) {
    const int lines = s->axis[m] == 0 ? s->n[1] : s->half;
    const int planes = s->axis[m] == 2 ? s->n[1] : s->n[2];
    b.hi[0] = lines > b.hi[0] ? lines : b.hi[0];
    b.hi[1] = planes > b.hi[1] ? planes : b.hi[1];
  }
  return b;
}

/* A ghost: element `to` becomes a copy of element `from`. */
struct sm_periodic_ghost {
  ptrdiff_t to, from;
  int wanted, zero;
};

/* Ghosts of row (j, k) in x. A sweep clears the padding of the rows that it writes: ghosts in a
 * changed colour are copied as well, whatever the colour of their source. */
SM_FN struct sm_periodic_ghost sm_periodic_ghost_x(const struct sm_periodic_axes *s, int side,
                                                   int j, int k) {
  const int n = s->n[0], q = (j + k) & 1, ghost = side ? n : -1, cell = side ? 0 : n - 1;
  const int to = (q + ghost) & 1, from = (q + cell) & 1;
  const ptrdiff_t row = j * s->sy + k * s->sz;
  struct sm_periodic_ghost g;
  g.to = to * s->colour + (ghost >> 1) + row;
  g.from = from * s->colour + (cell >> 1) + row;
  g.wanted = (s->changed >> to | s->changed >> from) & 1;
  g.zero = s->zero >> from & 1;
  return g;
}

/* Ghosts of half index h in y or z; row: the other one of y and z. Cells of `colour` are copied;
 * the element without a cell after a row of odd length is itself a ghost. */
SM_FN struct sm_periodic_ghost sm_periodic_ghost_yz(const struct sm_periodic_axes *s, int axis,
                                                    int side, int colour, int h, int row) {
  const int n = sm_periodic_pick(s->n, axis), cell = side ? 0 : n - 1,
            e = (cell + row + colour) & 1;
  const ptrdiff_t step = axis == 1 ? s->sy : s->sz;
  const ptrdiff_t line = h + row * (axis == 1 ? s->sz : s->sy);
  struct sm_periodic_ghost g;
  g.to = (colour ^ (n & 1)) * s->colour + line + (side ? n : -1) * step;
  g.from = colour * s->colour + line + cell * step;
  g.wanted = (s->changed >> colour & 1) & (2 * h + e < s->n[0]);
  g.zero = s->zero >> colour & 1;
  return g;
}

/* Whether line (i, j) exists for the m-th periodic axis. */
SM_FN int sm_periodic_line(const struct sm_periodic_axes *s, int axis, int i, int j) {
  return i < (axis == 0 ? s->n[1] : s->half) && j < (axis == 2 ? s->n[1] : s->n[2]);
}
/* Ghost e of that line: 2 along x, 4 along y and z. */
SM_FN struct sm_periodic_ghost sm_periodic_ghost_of(const struct sm_periodic_axes *s, int axis,
                                                    int e, int i, int j) {
  return axis == 0 ? sm_periodic_ghost_x(s, e, i, j)
                   : sm_periodic_ghost_yz(s, axis, e & 1, e >> 1, i, j);
}

SM_FN void sm_cell_wrap_periodic(const struct sm_periodic_copy *s, int i, int j, int m) {
  const int axis = sm_periodic_pick(s->ends.axis, m);
  if (!sm_periodic_line(&s->ends, axis, i, j)) return;
  for (int e = 0; e < (axis == 0 ? 2 : 4); e++) {
    const struct sm_periodic_ghost g = sm_periodic_ghost_of(&s->ends, axis, e, i, j);
    if (g.wanted) s->x[g.to] = g.zero ? 0.0f : s->x[g.from];
  }
}
SM_FN void sm_cell_wrap_periodic_double(const struct sm_periodic_copy_double *s, int i, int j,
                                        int m) {
  const int axis = sm_periodic_pick(s->ends.axis, m);
  if (!sm_periodic_line(&s->ends, axis, i, j)) return;
  for (int e = 0; e < (axis == 0 ? 2 : 4); e++) {
    const struct sm_periodic_ghost g = sm_periodic_ghost_of(&s->ends, axis, e, i, j);
    if (g.wanted) s->x[g.to] = g.zero ? 0.0 : s->x[g.from];
  }
}
#endif
