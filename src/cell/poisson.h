/* poisson.h - cells of the Poisson solver: smoother, operator, transfers, conjugate gradients.
 *
 * Solved is, for every cell, sum over its faces of a (x - x_n) = b: the flux form of
 * -div grad x = f, integrated over the cell. Theory and choices: docs/theory/poisson.md.
 *
 * a = open fraction * face area / distance between the cells' centres. Widths and distances are
 * arrays per axis. On level 0 without cut cells the open fraction, 0 or 1, is a bit of one byte per
 * cell; elsewhere the fractions of each cell's low faces are stored. All arrays are split by colour
 * (split.h). */
#ifndef SM_CELL_POISSON_H
#define SM_CELL_POISSON_H

#include "cell/open.h"
#include "cell/split.h"

/* The axes of a level: width h of a cell, and g = 1 / distance between the centres on both sides of
 * its low face (n + 1 entries, the last for the high boundary face). x is split by parity of i. */
struct sm_metric {
  const float *gx[2], *hx[2]; /* [parity][i >> 1] */
  const float *gy, *hy, *gz, *hz;
};

/* The operator of a level. */
struct sm_operator {
  ptrdiff_t sy, sz, colour;
  int nx;
  const uint8_t *open;       /* level 0: a face is open, wholly or in part; else NULL */
  const float *fx, *fy, *fz; /* open fractions of the low faces, NULL where open tells all */
  struct sm_metric metric;
};

/* The six coefficients of a cell. */
struct sm_faces {
  float w, e, s, n, d, u;
};

/* Coefficients of wholly open faces. */
SM_FN struct sm_faces sm_faces_full(const struct sm_operator *o, int e, int h, int j, int k) {
  const struct sm_metric *m = &o->metric;
  const float hx = m->hx[e][h], yz = m->hy[j] * m->hz[k];
  struct sm_faces a;
  a.w = m->gx[e][h] * yz;
  a.e = m->gx[1 - e][h + e] * yz;
  a.s = hx * (m->gy[j] * m->hz[k]);
  a.n = hx * (m->gy[j + 1] * m->hz[k]);
  a.d = hx * (m->gz[k] * m->hy[j]);
  a.u = hx * (m->gz[k + 1] * m->hy[j]);
  return a;
}

SM_FN struct sm_faces sm_faces_open(const struct sm_operator *o, int colour, int h, int j, int k) {
  const struct sm_faces full = sm_faces_full(o, (j + k + colour) & 1, h, j, k);
  const int m = o->open[colour * o->colour + h + j * o->sy + k * o->sz];
  struct sm_faces a;
  a.w = m & SM_OPEN_WEST ? full.w : 0.0f;
  a.e = m & SM_OPEN_EAST ? full.e : 0.0f;
  a.s = m & SM_OPEN_SOUTH ? full.s : 0.0f;
  a.n = m & SM_OPEN_NORTH ? full.n : 0.0f;
  a.d = m & SM_OPEN_DOWN ? full.d : 0.0f;
  a.u = m & SM_OPEN_UP ? full.u : 0.0f;
  return a;
}

/* The padding behind the last cell of a row holds the fraction of a boundary face; it is no cell.
 */
SM_FN struct sm_faces sm_faces_part(const struct sm_operator *o, int colour, int h, int j, int k) {
  const int e = (j + k + colour) & 1;
  const struct sm_faces full = sm_faces_full(o, e, h, j, k);
  const ptrdiff_t c = h + j * o->sy + k * o->sz;
  const ptrdiff_t own = colour * o->colour + c, other = (1 - colour) * o->colour + c;
  const float cell = 2 * h + e < o->nx ? 1.0f : 0.0f;
  struct sm_faces a;
  a.w = cell * o->fx[own] * full.w;
  a.e = cell * o->fx[other + e] * full.e;
  a.s = cell * o->fy[own] * full.s;
  a.n = cell * o->fy[other + o->sy] * full.n;
  a.d = cell * o->fz[own] * full.d;
  a.u = cell * o->fz[other + o->sz] * full.u;
  return a;
}

SM_FN float sm_faces_sum(const struct sm_faces *a) {
  return ((a->w + a->e) + (a->s + a->n)) + (a->d + a->u);
}

/* sum of a (x_n - x) over the faces; x: the cell's own value; other: the other colour, at cell. */
#define SM_FLUX(T, a, x0, other, at, sy, sz)                                                       \
  ((T)(a).w * ((other)[(at)-1] - (x0)) + (T)(a).e * ((other)[at] - (x0)) +                         \
   (T)(a).s * ((other)[-(sy)] - (x0)) + (T)(a).n * ((other)[sy] - (x0)) +                          \
   (T)(a).d * ((other)[-(sz)] - (x0)) + (T)(a).u * ((other)[sz] - (x0)))

/* One colour of a red-black sweep: x += omega (b + sum a (x_n - x)) / sum a. The difference form
 * keeps the accuracy of float far longer than omega (b + sum a x_n) / sum a - omega x. With keep =
 * 0 the colour's old x counts as 0; `first` cells also count the other colour as 0. */
struct sm_smooth {
  struct sm_operator op;
  float *x;
  const float *b;
  int colour;
  float omega, keep;
};
#define SM_SMOOTH(NAME, FACES)                                                                     \
  SM_FN void sm_cell_smooth_##NAME(const struct sm_smooth *s, int h, int j, int k) {               \
    const struct sm_operator *o = &s->op;                                                          \
    const int e = (j + k + s->colour) & 1;                                                         \
    const ptrdiff_t c = h + j * o->sy + k * o->sz, own = s->colour * o->colour + c;                \
    const float *other = s->x + (1 - s->colour) * o->colour + c;                                   \
    const struct sm_faces a = FACES(o, s->colour, h, j, k);                                        \
    const float sum = sm_faces_sum(&a), old = s->keep * s->x[own];                                 \
    const float r = s->b[own] + SM_FLUX(float, a, old, other, e, o->sy, o->sz);                    \
    s->x[own] = sum > 0.0f ? old + s->omega * r / sum : 0.0f;                                      \
  }                                                                                                \
  SM_FN void sm_cell_smooth_first_##NAME(const struct sm_smooth *s, int h, int j, int k) {         \
    const struct sm_operator *o = &s->op;                                                          \
    const ptrdiff_t own = s->colour * o->colour + h + j * o->sy + k * o->sz;                       \
    const struct sm_faces a = FACES(o, s->colour, h, j, k);                                        \
    const float sum = sm_faces_sum(&a), b = s->b[own];                                             \
    s->x[own] = sum > 0.0f ? s->omega * b / sum : 0.0f;                                            \
  }
SM_SMOOTH(open, sm_faces_open)
SM_SMOOTH(part, sm_faces_part)

/* r = b - A x, both colours. */
struct sm_defect {
  struct sm_operator op;
  const float *x, *b;
  float *r;
};
/* q = A p, both colours; the term of the sum is p q. */
struct sm_apply {
  struct sm_operator op;
  const float *p;
  float *q;
};
#define SM_DEFECT(NAME, FACES)                                                                     \
  SM_FN void sm_cell_defect_##NAME(const struct sm_defect *s, int h, int j, int k) {               \
    const struct sm_operator *o = &s->op;                                                          \
    const ptrdiff_t c = h + j * o->sy + k * o->sz, c1 = c + o->colour;                             \
    const int e = (j + k) & 1;                                                                     \
    const struct sm_faces a0 = FACES(o, 0, h, j, k), a1 = FACES(o, 1, h, j, k);                    \
    const float x0 = s->x[c], x1 = s->x[c1];                                                       \
    const float r0 = s->b[c] + SM_FLUX(float, a0, x0, s->x + c1, e, o->sy, o->sz);                 \
    const float r1 = s->b[c1] + SM_FLUX(float, a1, x1, s->x + c, 1 - e, o->sy, o->sz);             \
    s->r[c] = r0;                                                                                  \
    s->r[c1] = r1;                                                                                 \
  }                                                                                                \
  SM_FN double sm_cell_apply_##NAME(const struct sm_apply *s, int h, int j, int k) {               \
    const struct sm_operator *o = &s->op;                                                          \
    const ptrdiff_t c = h + j * o->sy + k * o->sz, c1 = c + o->colour;                             \
    const int e = (j + k) & 1;                                                                     \
    const struct sm_faces a0 = FACES(o, 0, h, j, k), a1 = FACES(o, 1, h, j, k);                    \
    const float p0 = s->p[c], p1 = s->p[c1];                                                       \
    const float q0 = -SM_FLUX(float, a0, p0, s->p + c1, e, o->sy, o->sz);                          \
    const float q1 = -SM_FLUX(float, a1, p1, s->p + c, 1 - e, o->sy, o->sz);                       \
    s->q[c] = q0;                                                                                  \
    s->q[c1] = q1;                                                                                 \
    return (double)p0 * (double)q0 + (double)p1 * (double)q1;                                      \
  }
SM_DEFECT(open, sm_faces_open)
SM_DEFECT(part, sm_faces_part)

/* Transfers between a level and the next coarser one. A coarse cell is the union of 1 or 2 layers
 * of fine cells per axis: those of j are start_y[J] .. start_y[J + 1] - 1, and parent_y[j] is J.
 * One coarse half index H stands for the coarse cells I = 2 H (in colour (J + K) & 1) and 2 H + 1
 * (in the other). With `pair`, coarse cell I is fine half index h = I, both colours; with `single`,
 * the axis is not coarsened and coarse cell I is fine cell i = I. */
struct sm_transfer {
  ptrdiff_t fine_sy, fine_sz, fine_colour, coarse_sy, coarse_sz, coarse_colour;
  const int *start_y, *start_z;   /* coarse n + 1 entries */
  const int *parent_y, *parent_z; /* fine n entries */
  int fine_nx;
  const float *from; /* fine defect, or coarse correction */
  float *to;         /* coarse right-hand side, or fine solution (added to) */
};

/* A fine row that belongs to a coarse one; absent rows point at the first and weigh 0. */
struct sm_fine_row {
  ptrdiff_t offset;
  int colour; /* of the row's cell i = 0 */
  float weight;
};
SM_FN struct sm_fine_row sm_find_row(const struct sm_transfer *t, int j, int k, int dy, int dz) {
  const int y = t->start_y[j] + dy, z = t->start_z[k] + dz;
  const int inside = (y < t->start_y[j + 1]) & (z < t->start_z[k + 1]);
  struct sm_fine_row row;
  row.offset = inside * (y * t->fine_sy + z * t->fine_sz);
  row.colour = inside * ((y + z) & 1);
  row.weight = inside ? 1.0f : 0.0f;
  return row;
}

/* Coarse b = sum of the fine defect. Box: (coarse half, n_y, n_z). */
#define SM_RESTRICT(NAME, FIRST, SECOND)                                                           \
  SM_FN void sm_cell_restrict_##NAME(const struct sm_transfer *t, int h, int j, int k) {           \
    const struct sm_fine_row r0 = sm_find_row(t, j, k, 0, 0), r1 = sm_find_row(t, j, k, 1, 0);     \
    const struct sm_fine_row r2 = sm_find_row(t, j, k, 0, 1), r3 = sm_find_row(t, j, k, 1, 1);     \
    const float sum0 =                                                                             \
        (FIRST(r0) + r1.weight * FIRST(r1)) + (r2.weight * FIRST(r2) + r3.weight * FIRST(r3));     \
    const float sum1 =                                                                             \
        (SECOND(r0) + r1.weight * SECOND(r1)) + (r2.weight * SECOND(r2) + r3.weight * SECOND(r3)); \
    const ptrdiff_t c = h + j * t->coarse_sy + k * t->coarse_sz;                                   \
    const int colour = (j + k) & 1;                                                                \
    t->to[colour * t->coarse_colour + c] = sum0;                                                   \
    t->to[(1 - colour) * t->coarse_colour + c] = sum1;                                             \
  }
#define SM_PAIR(row, at)                                                                           \
  (t->from[(row).offset + (at)] + t->from[t->fine_colour + (row).offset + (at)])
#define SM_PAIR_FIRST(row) SM_PAIR(row, 2 * h)
#define SM_PAIR_SECOND(row) SM_PAIR(row, 2 * h + 1)
#define SM_SINGLE_FIRST(row) t->from[(row).colour * t->fine_colour + (row).offset + h]
#define SM_SINGLE_SECOND(row) t->from[(1 - (row).colour) * t->fine_colour + (row).offset + h]
SM_RESTRICT(pair, SM_PAIR_FIRST, SM_PAIR_SECOND)
SM_RESTRICT(single, SM_SINGLE_FIRST, SM_SINGLE_SECOND)

/* Fine x += the coarse cell's correction. Box: (coarse half, fine n_y, fine n_z). */
SM_FN void sm_cell_prolong_pair(const struct sm_transfer *t, int h, int j, int k) {
  const int jc = t->parent_y[j], kc = t->parent_z[k], colour = (jc + kc) & 1, e = (j + k) & 1;
  const ptrdiff_t c = h + jc * t->coarse_sy + kc * t->coarse_sz;
  const float x0 = t->from[colour * t->coarse_colour + c];
  const float x1 = t->from[(1 - colour) * t->coarse_colour + c];
  float *x = t->to + j * t->fine_sy + k * t->fine_sz + 2 * h;
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

SM_FN void sm_cell_prolong_single(const struct sm_transfer *t, int h, int j, int k) {
  const int jc = t->parent_y[j], kc = t->parent_z[k], colour = (jc + kc) & 1, fine = (j + k) & 1;
  const ptrdiff_t c = h + jc * t->coarse_sy + kc * t->coarse_sz;
  const ptrdiff_t f = h + j * t->fine_sy + k * t->fine_sz;
  const float x0 = t->from[colour * t->coarse_colour + c];
  const float x1 = t->from[(1 - colour) * t->coarse_colour + c];
  const float a0 = t->to[fine * t->fine_colour + f] + x0;
  const float a1 = t->to[(1 - fine) * t->fine_colour + f] + (2 * h + 1 < t->fine_nx ? x1 : 0.0f);
  t->to[fine * t->fine_colour + f] = a0;
  t->to[(1 - fine) * t->fine_colour + f] = a1;
}

/* The coarsest level, at most SM_DENSE cells, solved by its stored inverse: x = inverse b. Cell m
 * has element place[m]; the inverse is symmetric, SM_DENSE x SM_DENSE, 0 beyond the level's cells,
 * whose place is that of cell 0. Box: 0 .. number of cells. */
enum { SM_DENSE = 64 };
struct sm_dense {
  const float *inverse, *b;
  const int *place;
  float *x;
};
SM_FN void sm_cell_dense(const struct sm_dense *d, int i, int j, int k) {
  (void)j;
  (void)k;
  float sum = 0.0f;
  for (int m = 0; m < SM_DENSE; m++) sum += d->inverse[m * SM_DENSE + i] * d->b[d->place[m]];
  d->x[d->place[i]] = sum;
}

/* Scalars of conjugate gradients, kept on the device. */
enum { SM_CG_RZ, SM_CG_RZ_NEW, SM_CG_PQ, SM_CG_RR, SM_CG_ALPHA, SM_CG_BETA, SM_CG_COUNT };

/* p = z + beta p; both colours. */
struct sm_direction {
  ptrdiff_t sy, sz, colour;
  const float *z;
  float *p;
  const double *scalars;
};
SM_FN void sm_cell_direction(const struct sm_direction *s, int h, int j, int k) {
  const ptrdiff_t c = h + j * s->sy + k * s->sz, c1 = c + s->colour;
  const float beta = (float)s->scalars[SM_CG_BETA];
  const float p0 = s->z[c] + beta * s->p[c], p1 = s->z[c1] + beta * s->p[c1];
  s->p[c] = p0;
  s->p[c1] = p1;
}

/* x += alpha p (in double), r -= alpha q; the term of the sum is r r. */
struct sm_advance {
  ptrdiff_t sy, sz, colour;
  double *x;
  float *r;
  const float *p, *q;
  const double *scalars;
};
SM_FN double sm_cell_advance(const struct sm_advance *s, int h, int j, int k) {
  const ptrdiff_t c = h + j * s->sy + k * s->sz, c1 = c + s->colour;
  const double alpha = s->scalars[SM_CG_ALPHA];
  const float step = (float)alpha;
  const double x0 = s->x[c] + alpha * (double)s->p[c], x1 = s->x[c1] + alpha * (double)s->p[c1];
  const float r0 = s->r[c] - step * s->q[c], r1 = s->r[c1] - step * s->q[c1];
  s->x[c] = x0;
  s->x[c1] = x1;
  s->r[c] = r0;
  s->r[c1] = r1;
  return (double)r0 * (double)r0 + (double)r1 * (double)r1;
}

/* Sum of a b; both colours. */
struct sm_dot {
  ptrdiff_t sy, sz, colour;
  const float *a, *b;
};
SM_FN double sm_cell_dot(const struct sm_dot *s, int h, int j, int k) {
  const ptrdiff_t c = h + j * s->sy + k * s->sz, c1 = c + s->colour;
  return (double)s->a[c] * (double)s->b[c] + (double)s->a[c1] * (double)s->b[c1];
}

/* alpha = rz / pq; or, in the first form, beta = rz_new / rz, rz = rz_new. Box: one cell. A
 * vanishing denominator (converged to round-off) gives 0. */
struct sm_scalars {
  double *scalars;
};
SM_FN void sm_cell_set_beta(const struct sm_scalars *s, int i, int j, int k) {
  (void)i;
  (void)j;
  (void)k;
  const double rz = s->scalars[SM_CG_RZ], rz_new = s->scalars[SM_CG_RZ_NEW];
  s->scalars[SM_CG_BETA] = rz > 0 ? rz_new / rz : 0;
  s->scalars[SM_CG_RZ] = rz_new;
}
SM_FN void sm_cell_set_alpha(const struct sm_scalars *s, int i, int j, int k) {
  (void)i;
  (void)j;
  (void)k;
  const double pq = s->scalars[SM_CG_PQ];
  s->scalars[SM_CG_ALPHA] = pq > 0 ? s->scalars[SM_CG_RZ] / pq : 0;
}

/* x += e, e = 0: moves a float correction into the solution in double; both colours. */
struct sm_absorb {
  ptrdiff_t sy, sz, colour;
  double *x;
  float *e;
};
SM_FN void sm_cell_absorb(const struct sm_absorb *s, int h, int j, int k) {
  const ptrdiff_t c = h + j * s->sy + k * s->sz, c1 = c + s->colour;
  const double x0 = s->x[c] + (double)s->e[c], x1 = s->x[c1] + (double)s->e[c1];
  s->x[c] = x0;
  s->x[c1] = x1;
  s->e[c] = 0.0f;
  s->e[c1] = 0.0f;
}

/* r = b - A (scale x) with x and b in double, both colours: the true residual. The term of the sum
 * is r r. */
struct sm_residual {
  struct sm_operator op;
  const double *x, *b;
  float *r;
  double scale;
};
#define SM_RESIDUAL(NAME, FACES)                                                                   \
  SM_FN double sm_cell_residual_##NAME(const struct sm_residual *s, int h, int j, int k) {         \
    const struct sm_operator *o = &s->op;                                                          \
    const ptrdiff_t c = h + j * o->sy + k * o->sz, c1 = c + o->colour;                             \
    const int e = (j + k) & 1;                                                                     \
    const struct sm_faces a0 = FACES(o, 0, h, j, k), a1 = FACES(o, 1, h, j, k);                    \
    const double x0 = s->x[c], x1 = s->x[c1];                                                      \
    const double r0 = s->b[c] + s->scale * SM_FLUX(double, a0, x0, s->x + c1, e, o->sy, o->sz);    \
    const double r1 =                                                                              \
        s->b[c1] + s->scale * SM_FLUX(double, a1, x1, s->x + c, 1 - e, o->sy, o->sz);              \
    s->r[c] = (float)r0;                                                                           \
    s->r[c1] = (float)r1;                                                                          \
    return r0 * r0 + r1 * r1;                                                                      \
  }
SM_RESIDUAL(open, sm_faces_open)
SM_RESIDUAL(part, sm_faces_part)

/* Open fractions of the next coarser level: the mean of the fine ones, weighted by area. The box is
 * the coarse cells and one more in each axis, for the high boundary faces: (half + 1, n_y + 1,
 * n_z + 1); what lies outside the level in another axis has no face and gives 0. Half index h
 * stands for the coarse cells 2 h and 2 h + 1. */
struct sm_coarsen {
  struct sm_operator fine;
  int fine_n[3], coarse_n[3];
  ptrdiff_t coarse_sy, coarse_sz, coarse_colour;
  const int *start_x, *start_y, *start_z; /* coarse n + 1 entries */
  float *fx, *fy, *fz;
};

/* Open fraction of the low face, in axis d, of fine cell (i, j, k), which may be the padding behind
 * the last one of that axis. */
SM_FN float sm_open_fraction(const struct sm_operator *o, int n, int d, int i, int j, int k) {
  const ptrdiff_t c = ((i + j + k) & 1) * o->colour + (i >> 1) + j * o->sy + k * o->sz;
  if (o->fx != NULL) return d == 0 ? o->fx[c] : d == 1 ? o->fy[c] : o->fz[c];
  const int at = d == 0 ? i : d == 1 ? j : k;
  const int low = d == 0 ? SM_OPEN_WEST : d == 1 ? SM_OPEN_SOUTH : SM_OPEN_DOWN;
  const int bit = at < n ? low : d == 0 ? SM_GHOST_X : SM_GHOST;
  return o->open[c] & bit ? 1.0f : 0.0f;
}

SM_FN float sm_coarse_fraction(const struct sm_coarsen *s, int d, int i, int j, int k) {
  const int at[3] = {i, j, k};
  const int *const start[3] = {s->start_x, s->start_y, s->start_z};
  const struct sm_metric *m = &s->fine.metric;
  int lo[3], hi[3];
  for (int a = 0; a < 3; a++) {
    if (at[a] > s->coarse_n[a] || (at[a] == s->coarse_n[a] && a != d)) return 0.0f;
    lo[a] = start[a][at[a]];
    hi[a] = a == d ? lo[a] + 1 : start[a][at[a] + 1];
  }
  float area = 0.0f, open = 0.0f;
  for (int z = lo[2]; z < hi[2]; z++)
    for (int y = lo[1]; y < hi[1]; y++)
      for (int x = lo[0]; x < hi[0]; x++) {
        const float hx = d == 0 ? 1.0f : m->hx[x & 1][x >> 1];
        const float part = hx * (d == 1 ? 1.0f : m->hy[y]) * (d == 2 ? 1.0f : m->hz[z]);
        area += part;
        open += part * sm_open_fraction(&s->fine, s->fine_n[d], d, x, y, z);
      }
  return open / area;
}

SM_FN void sm_cell_coarsen(const struct sm_coarsen *s, int h, int j, int k) {
  for (int e = 0; e < 2; e++) {
    const int i = 2 * h + e;
    const ptrdiff_t c =
        ((i + j + k) & 1) * s->coarse_colour + h + j * s->coarse_sy + k * s->coarse_sz;
    if (i > s->coarse_n[0]) continue;
    s->fx[c] = sm_coarse_fraction(s, 0, i, j, k);
    s->fy[c] = sm_coarse_fraction(s, 1, i, j, k);
    s->fz[c] = sm_coarse_fraction(s, 2, i, j, k);
  }
}
#endif
