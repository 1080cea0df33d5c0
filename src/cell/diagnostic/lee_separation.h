/* cell/diagnostic/lee_separation.h - lee separation in the first guess: slow air behind crests
 * (physics/diagnostic/lee_separation.c). */
#ifndef SM_CELL_DIAGNOSTIC_LEE_SEPARATION_H
#define SM_CELL_DIAGNOSTIC_LEE_SEPARATION_H

#include "cell/port.h"

/* Reduces one component of the first guess in separated flow: linearly from 0 at the ground to the
 * full value at the top of the separated layer. Column arrays as in struct sm_first_guess (wind.h).
 * Box: that of the first guess. */
struct sm_lee_separation {
  ptrdiff_t sy, sz;
  union sm_reals out; /* m/s, multiplied in place */
  int axis;
  ptrdiff_t column_sy;
  const float *ground; /* ground height, m above the grid's bottom */
  const float *depth;  /* depth of the separated layer, m; 0: none */
  const float *z;      /* m above the grid's bottom, centre of layer k */
};

/* Remaining fraction of the first guess over a column at height z. */
SM_FN float sm_lee_separated(const struct sm_lee_separation *s, ptrdiff_t column, float z) {
  const float above = z - s->ground[column], depth = s->depth[column];
  const float height = above > 0.0f ? above : 0.0f, most = depth > 0.0f ? depth : 1.0f;
  const float part = height < most ? height / most : 1.0f;
  return depth > 0.0f ? part : 1.0f;
}
#endif

#ifdef SM_REAL
SM_FN void SM_P(sm_cell_lee_separation)(const struct sm_lee_separation *s, int h, int j, int k) {
  const ptrdiff_t back = s->axis == 0 ? 1 : s->column_sy; /* the previous column, across the face */
  const ptrdiff_t column = (2 * h + 1) + (j + 1) * s->column_sy;
  const float z = s->z[k];
  const float f0 = 0.5f * (sm_lee_separated(s, column, z) + sm_lee_separated(s, column - back, z));
  const float f1 =
      0.5f * (sm_lee_separated(s, column + 1, z) + sm_lee_separated(s, column + 1 - back, z));
  SM_REAL *u = SM_AT(s->out) + (2 * h + j * s->sy + k * s->sz);
  const SM_REAL u0 = u[0] * (SM_REAL)f0, u1 = u[1] * (SM_REAL)f1;
  u[0] = u0;
  u[1] = u1;
}
#endif
