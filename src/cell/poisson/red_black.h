/* cell/poisson/red_black.h - red-black layout of the Poisson solver's arrays: red and black cells
 * stored apart.
 *
 * Cell (i, j, k) has colour (i + j + k) & 1 and half index h = i >> 1 in its row, so that a sweep
 * over one colour has unit stride. In row (j, k) the cells of a colour are i = 2 h + e, e = (j + k
 * + colour) & 1; the x neighbours of one are, in the other colour's row, at h - 1 + e and h + e,
 * those in y and z at the same h.
 *
 * Rows are padded by at least one element, planes by one row, the array by one plane on each side:
 * the element after the last of a row is also the one before the first of the next. Padding is 0,
 * which is the Dirichlet value.
 *
 * On a periodic axis cell 0 follows cell n - 1. The elements of the cells -1 and n are then ghosts
 * that hold the values of cells n - 1 and 0, and the padding is wide
 * enough for both. */
#ifndef SM_CELL_POISSON_RED_BLACK_H
#define SM_CELL_POISSON_RED_BLACK_H

#include "cell/port.h"

enum { SM_RED_BLACK_VECTOR = 16 }; /* rows start at multiples of this many elements */

struct sm_red_black {
  int n[3];         /* cells */
  int half;         /* elements of a row of one colour, (n[0] + 1) / 2 */
  ptrdiff_t sy, sz; /* strides of j and k, elements */
  ptrdiff_t colour; /* distance between the red and the black array, elements */
  ptrdiff_t origin; /* offset of cell (0, 0, 0) from the start of the allocation */
  size_t size;      /* elements to allocate for both colours */
};

/* is_periodic[d]: 1 for a periodic axis, else 0. */
SM_FN struct sm_red_black sm_red_black_layout_periodic(const int n[3], const int is_periodic[3]) {
  struct sm_red_black s;
  s.n[0] = n[0];
  s.n[1] = n[1];
  s.n[2] = n[2];
  s.half = (n[0] + 1) / 2;
  s.sy = (s.half + 1 + is_periodic[0] + SM_RED_BLACK_VECTOR - 1) / SM_RED_BLACK_VECTOR *
         SM_RED_BLACK_VECTOR;
  s.sz = s.sy * (n[1] + 1 + is_periodic[1]);
  s.origin = (s.sz + s.sy + 15) / 16 * 16;
  s.colour = (s.origin + s.sz * (n[2] + 1) + s.sy + 15) / 16 * 16;
  s.size = (size_t)(2 * s.colour);
  return s;
}

SM_FN struct sm_red_black sm_red_black_layout(const int n[3]) {
  const int none[3] = {0, 0, 0};
  return sm_red_black_layout_periodic(n, none);
}

/* Layout of arrays that hold the rows lo <= j < hi alone, -1 <= lo and hi <= n[1] + 1, under the
 * same indices: -1 and n[1] are padding. */
SM_FN struct sm_red_black sm_red_black_of_rows(const struct sm_red_black *whole, int lo, int hi) {
  struct sm_red_black s = *whole;
  s.sz = s.sy * (hi - lo);
  s.origin = s.sz + s.sy - lo * s.sy;
  s.colour = s.sz * (s.n[2] + 2) + 2 * s.sy;
  s.size = (size_t)(2 * s.colour);
  return s;
}

/* Element of cell (i, j, k), relative to cell (0, 0, 0) of colour 0; -1 and n are ghosts. */
SM_FN ptrdiff_t sm_red_black_index(const struct sm_red_black *s, int i, int j, int k) {
  return ((i + j + k) & 1) * s->colour + (i >> 1) + j * s->sy + k * s->sz;
}

/* Periodic axes of the Poisson solver: ghosts of its arrays (cell/poisson/red_black.h).
 *
 * Ghosts -1 and n of an axis get the values of cells n - 1 and 0. For odd n these two have the
 * same colour, so that each lies beside the other in the other colour's array: a sweep over that
 * colour then uses the value from before the sweep. Theory: docs/theory/poisson.md. */

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
