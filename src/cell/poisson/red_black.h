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
 * that hold the values of cells n - 1 and 0 (cell/poisson/periodic.h), and the padding is wide
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

/* Element of cell (i, j, k), relative to cell (0, 0, 0) of colour 0; -1 and n are ghosts. */
SM_FN ptrdiff_t sm_red_black_index(const struct sm_red_black *s, int i, int j, int k) {
  return ((i + j + k) & 1) * s->colour + (i >> 1) + j * s->sy + k * s->sz;
}

#endif
