/* cell/poisson/transfer.h - restriction and prolongation between levels of the multigrid cycle, and
 * the solve on the coarsest level. */
#ifndef SM_CELL_POISSON_TRANSFER_H
#define SM_CELL_POISSON_TRANSFER_H

#include "cell/port.h"

/* Transfer between a level and the next coarser one. A coarse cell combines 1 or 2 layers of fine
 * cells per axis: those of j are start_y[J] .. start_y[J + 1] - 1, and parent_y[j] is J. One coarse
 * half index H stands for the coarse cells I = 2 H (in colour (J + K) & 1) and 2 H + 1 (in the
 * other). With `pair`, coarse cell I is fine half index h = I, both colours; with `single`, the
 * axis is not coarsened and coarse cell I is fine cell i = I. */
struct sm_mg_transfer {
  ptrdiff_t fine_sy, fine_sz, fine_colour, coarse_sy, coarse_sz, coarse_colour;
  const int *start_y, *start_z;   /* coarse n + 1 entries */
  const int *parent_y, *parent_z; /* fine n entries */
  int fine_nx, fine_ny;
};
struct sm_restriction {
  struct sm_mg_transfer t;
  const float *from; /* fine defect */
  float *to;         /* coarse right-hand side */
};
struct sm_prolongation {
  struct sm_mg_transfer t;
  const float *from; /* coarse correction */
  float *to;         /* fine solution, updated */
};

/* A fine row that belongs to a coarse one; missing rows point at the first with weight 0. */
struct sm_mg_fine_row {
  ptrdiff_t offset;
  int colour; /* of the row's cell i = 0 */
  float weight;
};
SM_FN struct sm_mg_fine_row sm_mg_fine_row_of(const struct sm_mg_transfer *t, int j, int k, int dy,
                                              int dz) {
  const int y = t->start_y[j] + dy, z = t->start_z[k] + dz;
  const int inside = (y < t->start_y[j + 1]) & (z < t->start_z[k + 1]);
  struct sm_mg_fine_row row;
  row.offset = inside * (y * t->fine_sy + z * t->fine_sz);
  row.colour = inside * ((y + z) & 1);
  row.weight = inside ? 1.0f : 0.0f;
  return row;
}

/* Sum of the fine defect of a row in coarse cell 2 h + second. */
SM_FN float sm_mg_fine_sum(const struct sm_restriction *s, const struct sm_mg_fine_row *row, int h,
                           int second, int pair) {
  const ptrdiff_t colour = s->t.fine_colour;
  if (pair)
    return s->from[row->offset + (2 * h + second)] +
           s->from[colour + row->offset + (2 * h + second)];
  return s->from[(second ? 1 - row->colour : row->colour) * colour + row->offset + h];
}

/* Coarse b = sum of the fine defect. Box: (coarse half, n_y, n_z). */
SM_FN void sm_restrict(const struct sm_restriction *s, int h, int j, int k, int pair) {
  const struct sm_mg_transfer *t = &s->t;
  const struct sm_mg_fine_row r0 = sm_mg_fine_row_of(t, j, k, 0, 0);
  const struct sm_mg_fine_row r1 = sm_mg_fine_row_of(t, j, k, 1, 0);
  const struct sm_mg_fine_row r2 = sm_mg_fine_row_of(t, j, k, 0, 1);
  const struct sm_mg_fine_row r3 = sm_mg_fine_row_of(t, j, k, 1, 1);
  const float sum0 =
      (sm_mg_fine_sum(s, &r0, h, 0, pair) + r1.weight * sm_mg_fine_sum(s, &r1, h, 0, pair)) +
      (r2.weight * sm_mg_fine_sum(s, &r2, h, 0, pair) +
       r3.weight * sm_mg_fine_sum(s, &r3, h, 0, pair));
  const float sum1 =
      (sm_mg_fine_sum(s, &r0, h, 1, pair) + r1.weight * sm_mg_fine_sum(s, &r1, h, 1, pair)) +
      (r2.weight * sm_mg_fine_sum(s, &r2, h, 1, pair) +
       r3.weight * sm_mg_fine_sum(s, &r3, h, 1, pair));
  const ptrdiff_t c = h + j * t->coarse_sy + k * t->coarse_sz;
  const int colour = (j + k) & 1;
  s->to[colour * t->coarse_colour + c] = sum0;
  s->to[(1 - colour) * t->coarse_colour + c] = sum1;
}
SM_FN void sm_cell_restrict_pair(const struct sm_restriction *s, int h, int j, int k) {
  sm_restrict(s, h, j, k, 1);
}
SM_FN void sm_cell_restrict_single(const struct sm_restriction *s, int h, int j, int k) {
  sm_restrict(s, h, j, k, 0);
}

/* Adds the coarse cell's correction to the fine x. Box: (coarse half, fine n_y, fine n_z). */
SM_FN void sm_cell_prolong_pair(const struct sm_prolongation *s, int h, int j, int k) {
  const struct sm_mg_transfer *t = &s->t;
  const int jc = t->parent_y[j], kc = t->parent_z[k], colour = (jc + kc) & 1, e = (j + k) & 1;
  const ptrdiff_t c = h + jc * t->coarse_sy + kc * t->coarse_sz;
  const float x0 = s->from[colour * t->coarse_colour + c];
  const float x1 = s->from[(1 - colour) * t->coarse_colour + c];
  float *x = s->to + j * t->fine_sy + k * t->fine_sz + 2 * h;
  float *y = x + t->fine_colour;
  const float a0 = x[0] + (4 * h + e < t->fine_nx ? x0 : 0.0f);
  const float a1 = x[1] + (4 * h + 2 + e < t->fine_nx ? x1 : 0.0f);
  const float b0 = y[0] + (4 * h + 1 - e < t->fine_nx ? x0 : 0.0f);
  const float b1 = y[1] + (4 * h + 3 - e < t->fine_nx ? x1 : 0.0f);
  x[0] = a0;
  x[1] = a1;
  y[0] = b0;
  y[1] = b1;
}

SM_FN void sm_cell_prolong_single(const struct sm_prolongation *s, int h, int j, int k) {
  const struct sm_mg_transfer *t = &s->t;
  const int jc = t->parent_y[j], kc = t->parent_z[k], colour = (jc + kc) & 1, fine = (j + k) & 1;
  const ptrdiff_t c = h + jc * t->coarse_sy + kc * t->coarse_sz;
  const ptrdiff_t f = h + j * t->fine_sy + k * t->fine_sz;
  const float x0 = s->from[colour * t->coarse_colour + c];
  const float x1 = s->from[(1 - colour) * t->coarse_colour + c];
  float *a = s->to + fine * t->fine_colour + f, *b = s->to + (1 - fine) * t->fine_colour + f;
  const float a0 = *a + x0;
  const float b0 = *b + (2 * h + 1 < t->fine_nx ? x1 : 0.0f);
  *a = a0;
  *b = b0;
}

/* Coarsest level, at most SM_POISSON_DENSE cells, solved with its stored inverse: x = inverse b.
 * Cell m has element place[m]; the inverse is symmetric, SM_POISSON_DENSE x SM_POISSON_DENSE, 0
 * beyond the level's cells, whose place is that of cell 0. Box: 0 .. number of cells. */
enum { SM_POISSON_DENSE = 64 };
struct sm_dense {
  const float *inverse, *b;
  const int *place;
  float *x;
};
SM_FN void sm_cell_dense(const struct sm_dense *d, int i, int j, int k) {
  (void)j;
  (void)k;
  float sum = 0.0f;
  for (int m = 0; m < SM_POISSON_DENSE; m++)
    sum += d->inverse[m * SM_POISSON_DENSE + i] * d->b[d->place[m]];
  d->x[d->place[i]] = sum;
}

#endif
