/* poisson.h - cells of the Poisson solver: smoother, operator, transfers, conjugate gradients.
 *
 * Solved is, for every cell, sum over its faces of a (x - x_n) = b: the flux form of
 * -div grad x = f, integrated over the cell. Theory and choices: docs/theory/poisson.md.
 *
 * a = open fraction * face area / distance between the cells' centres. Widths and distances are
 * arrays per axis. Open fractions come in three forms, and so do the kernels that use them: `open`,
 * level 0 without cut cells, where they are 0 or 1, a bit of one byte per cell; `part`, level 0
 * with cut cells, the fraction of each cell's low faces in float; `coarse`, all other levels, the
 * same in 16 bits (half.h). All arrays are split by colour
 * (cell/poisson/red_black.h). */
#ifndef SM_CELL_POISSON_POISSON_H
#define SM_CELL_POISSON_POISSON_H

#include "cell/half.h"
#include "cell/open_faces.h"
#include "cell/poisson/red_black.h"

/* The axes of a level: width h of a cell, and g = 1 / distance between the centres on both sides of
 * its low face (n + 1 entries, the last for the high boundary face). x is split by parity of i. */
struct sm_poisson_metric {
  const float *gx[2], *hx[2]; /* [parity][i >> 1] */
  const float *gy, *hy, *gz, *hz;
};

/* The operator of a level. */
struct sm_poisson_operator {
  ptrdiff_t sy, sz, colour;
  int nx;
  const uint8_t *open;         /* level 0: faces that are open, and SM_OPEN_PART when one of them is
                                  so in part; other levels: faces that are wholly open, or
                                  SM_OPEN_PART */
  const float *fx, *fy, *fz;   /* open fractions of the low faces: form `part`, else NULL */
  const sm_half *cx, *cy, *cz; /* the same: form `coarse`, else NULL */
  struct sm_poisson_metric metric;
};

/* What the coefficients of all cells of a row share. */
struct sm_stencil_row {
  float yz, s, n, d, u;
};
SM_FN struct sm_stencil_row sm_stencil_row_of(const struct sm_poisson_operator *o, int j, int k) {
  const struct sm_poisson_metric *m = &o->metric;
  const float hy = SM_READ(m->hy, j), hz = SM_READ(m->hz, k);
  struct sm_stencil_row row;
  row.yz = hy * hz;
  row.s = SM_READ(m->gy, j) * hz;
  row.n = SM_READ(m->gy, j + 1) * hz;
  row.d = SM_READ(m->gz, k) * hy;
  row.u = SM_READ(m->gz, k + 1) * hy;
  return row;
}

/* The six coefficients of a cell; or anything else of which there is one per face. */
struct sm_stencil {
  float w, e, s, n, d, u;
};

/* Coefficients of wholly open faces. hx: width; gw, ge: inverse distances across the faces in x. */
SM_FN struct sm_stencil sm_stencil_full(const struct sm_stencil_row *row, float hx, float gw,
                                        float ge) {
  struct sm_stencil a;
  a.w = gw * row->yz;
  a.e = ge * row->yz;
  a.s = hx * row->s;
  a.n = hx * row->n;
  a.d = hx * row->d;
  a.u = hx * row->u;
  return a;
}

SM_FN struct sm_stencil sm_stencil_masked(struct sm_stencil full, int open) {
  struct sm_stencil a; /* in the order of the bits, SM_OPEN_WEST and so on */
  a.w = SM_BIT_TIMES(open & 1, full.w);
  a.e = SM_BIT_TIMES(open >> 1 & 1, full.e);
  a.s = SM_BIT_TIMES(open >> 2 & 1, full.s);
  a.n = SM_BIT_TIMES(open >> 3 & 1, full.n);
  a.d = SM_BIT_TIMES(open >> 4 & 1, full.d);
  a.u = SM_BIT_TIMES(open >> 5 & 1, full.u);
  return a;
}

SM_FN struct sm_stencil sm_stencil_scaled(struct sm_stencil full, struct sm_stencil fraction) {
  struct sm_stencil a;
  a.w = fraction.w * full.w;
  a.e = fraction.e * full.e;
  a.s = fraction.s * full.s;
  a.n = fraction.n * full.n;
  a.d = fraction.d * full.d;
  a.u = fraction.u * full.u;
  return a;
}

SM_FN struct sm_stencil sm_stencil_at(const struct sm_poisson_operator *o, int e, int h, int j,
                                      int k) {
  const struct sm_poisson_metric *m = &o->metric;
  const struct sm_stencil_row row = sm_stencil_row_of(o, j, k);
  return sm_stencil_full(&row, SM_READ(m->hx[e], h), SM_READ(m->gx[e], h),
                         SM_READ(m->gx[1 - e], h + e));
}

SM_FN struct sm_stencil sm_stencil_open(const struct sm_poisson_operator *o, int colour, int h,
                                        int j, int k) {
  const struct sm_stencil full = sm_stencil_at(o, (j + k + colour) & 1, h, j, k);
  const ptrdiff_t c = h + j * o->sy + k * o->sz;
  return sm_stencil_masked(full, SM_READ(o->open, colour * o->colour + c));
}

/* The padding behind the last cell of a row holds the fraction of a boundary face; it is no cell.
 */
#define SM_FACES_STORED(NAME, X, Y, Z, VALUE)                                                      \
  SM_FN struct sm_stencil sm_stencil_##NAME(const struct sm_poisson_operator *o, int colour,       \
                                            int h, int j, int k) {                                 \
    const int e = (j + k + colour) & 1;                                                            \
    const ptrdiff_t c = h + j * o->sy + k * o->sz;                                                 \
    const ptrdiff_t own = colour * o->colour + c, other = (1 - colour) * o->colour + c;            \
    const float cell = 2 * h + e < o->nx ? 1.0f : 0.0f;                                            \
    struct sm_stencil f;                                                                           \
    f.w = cell * VALUE(SM_READ(o->X, own));                                                        \
    f.e = cell * VALUE(SM_READ(o->X, other + e));                                                  \
    f.s = cell * VALUE(SM_READ(o->Y, own));                                                        \
    f.n = cell * VALUE(SM_READ(o->Y, other + o->sy));                                              \
    f.d = cell * VALUE(SM_READ(o->Z, own));                                                        \
    f.u = cell * VALUE(SM_READ(o->Z, other + o->sz));                                              \
    return sm_stencil_scaled(sm_stencil_at(o, e, h, j, k), f);                                     \
  }
#define SM_AS_IT_IS(x) (x)
SM_FACES_STORED(part, fx, fy, fz, SM_AS_IT_IS)
SM_FACES_STORED(coarse, cx, cy, cz, sm_half_to_float)
#undef SM_FACES_STORED

SM_FN float sm_stencil_sum(const struct sm_stencil *a) {
  return ((a->w + a->e) + (a->s + a->n)) + (a->d + a->u);
}

/* Flux into a cell whose value is x0 from its neighbours: sum of a (x_n - x0). */
SM_FN float sm_stencil_flux(const struct sm_stencil *a, float x0, const struct sm_stencil *x) {
  return a->w * (x->w - x0) + a->e * (x->e - x0) + a->s * (x->s - x0) + a->n * (x->n - x0) +
         a->d * (x->d - x0) + a->u * (x->u - x0);
}

/* x + omega (b + sum a (x_n - x)) / sum a. The difference form keeps the accuracy of float far
 * longer than omega (b + sum a x_n) / sum a - (omega - 1) x. A cell without open face stays 0. */
SM_FN float sm_stencil_relax(const struct sm_stencil *a, float x0, const struct sm_stencil *x,
                             float b, float omega) {
  const float sum = sm_stencil_sum(a), r = b + sm_stencil_flux(a, x0, x);
  return sum > 0.0f ? x0 + omega * r / sum : 0.0f;
}

/* The values round a cell; other: the other colour's array at the cell's half index. */
SM_FN struct sm_stencil sm_stencil_around(const float *other, int e, ptrdiff_t sy, ptrdiff_t sz) {
  struct sm_stencil x;
  x.w = other[e - 1];
  x.e = other[e];
  x.s = other[-sy];
  x.n = other[sy];
  x.d = other[-sz];
  x.u = other[sz];
  return x;
}

/* One colour of a red-black sweep. With keep = 0 the colour's old x counts as 0; `first` cells also
 * count the other colour as 0. */
struct sm_smooth {
  struct sm_poisson_operator op;
  float *x;
  const float *b;
  int colour;
  float omega, keep;
};
#define SM_SMOOTH(FORM)                                                                            \
  SM_FN void sm_cell_smooth_##FORM(const struct sm_smooth *s, int h, int j, int k) {               \
    const struct sm_poisson_operator *o = &s->op;                                                  \
    const ptrdiff_t c = h + j * o->sy + k * o->sz, own = s->colour * o->colour + c;                \
    const float *other = s->x + (1 - s->colour) * o->colour + c;                                   \
    const struct sm_stencil a = sm_stencil_##FORM(o, s->colour, h, j, k);                          \
    const struct sm_stencil x = sm_stencil_around(other, (j + k + s->colour) & 1, o->sy, o->sz);   \
    const float x0 = s->keep * s->x[own], b = s->b[own];                                           \
    s->x[own] = sm_stencil_relax(&a, x0, &x, b, s->omega);                                         \
  }                                                                                                \
  SM_FN void sm_cell_smooth_first_##FORM(const struct sm_smooth *s, int h, int j, int k) {         \
    const struct sm_poisson_operator *o = &s->op;                                                  \
    const ptrdiff_t own = s->colour * o->colour + h + j * o->sy + k * o->sz;                       \
    const struct sm_stencil a = sm_stencil_##FORM(o, s->colour, h, j, k);                          \
    const float sum = sm_stencil_sum(&a), b = s->b[own];                                           \
    s->x[own] = sum > 0.0f ? s->omega * b / sum : 0.0f;                                            \
  }
SM_SMOOTH(open)
SM_SMOOTH(part)
SM_SMOOTH(coarse)
#undef SM_SMOOTH

/* One colour of a sweep of successive over-relaxation: the same in float, on level 0. */
struct sm_sor_relax {
  struct sm_poisson_operator op;
  float *x;
  const float *b;
  int colour;
  float omega;
};
#define SM_RELAX(FORM)                                                                             \
  SM_FN void sm_cell_relax_##FORM(const struct sm_sor_relax *s, int h, int j, int k) {             \
    const struct sm_poisson_operator *o = &s->op;                                                  \
    const ptrdiff_t c = h + j * o->sy + k * o->sz, own = s->colour * o->colour + c;                \
    const float *other = s->x + (1 - s->colour) * o->colour + c;                                   \
    const struct sm_stencil a = sm_stencil_##FORM(o, s->colour, h, j, k);                          \
    const struct sm_stencil x = sm_stencil_around(other, (j + k + s->colour) & 1, o->sy, o->sz);   \
    const float x0 = s->x[own], b = s->b[own];                                                     \
    s->x[own] = sm_stencil_relax(&a, x0, &x, b, s->omega);                                         \
  }
SM_RELAX(open)
SM_RELAX(part)
#undef SM_RELAX

/* r = b - A x, both colours. */
struct sm_defect {
  struct sm_poisson_operator op;
  const float *x, *b;
  float *r;
};
/* Scalars of conjugate gradients, kept on the device: results of reductions, the steps taken from
 * them, and what tells when to stop. SM_CG_CONTINUE is 1 while there is to be another iteration;
 * SM_CG_STOP is the sum of squares at which enough is gained, SM_CG_LIMIT the number of iterations.
 */
enum {
  SM_CG_RZ,
  SM_CG_RZ_NEW,
  SM_CG_PQ,
  SM_CG_RR,
  SM_CG_ALPHA,
  SM_CG_BETA,
  SM_CG_STOP,
  SM_CG_LIMIT,
  SM_CG_ITERATIONS,
  SM_CG_CONTINUE,
  SM_CG_COUNT
};

struct sm_cg_state {
  double *scalars, *history; /* SM_CG_COUNT, SM_POISSON_HISTORY */
};

/* After z r has been summed; a vanishing denominator (converged to round-off) gives 0. */
SM_FN void sm_cg_set_beta(const struct sm_cg_state *cg) {
  const double rz = cg->scalars[SM_CG_RZ], rz_new = cg->scalars[SM_CG_RZ_NEW];
  cg->scalars[SM_CG_BETA] = rz > 0 ? rz_new / rz : 0;
  cg->scalars[SM_CG_RZ] = rz_new;
}

/* After p q has been summed. */
SM_FN void sm_cg_set_alpha(const struct sm_cg_state *cg) {
  const double pq = cg->scalars[SM_CG_PQ];
  cg->scalars[SM_CG_ALPHA] = pq > 0 ? cg->scalars[SM_CG_RZ] / pq : 0;
}

/* After r r has been summed: notes it and decides whether to go on. Every SM_CG_WINDOW iterations
 * the host is asked when the norm has not fallen by a tenth since the last time. */
enum { SM_CG_WINDOW = 6 };
SM_FN void sm_cg_count_iteration(const struct sm_cg_state *cg) {
  const double rr = cg->scalars[SM_CG_RR];
  const int last = (int)cg->scalars[SM_CG_ITERATIONS], done = last + 1;
  cg->history[last] = rr;
  cg->scalars[SM_CG_ITERATIONS] = done;
  const int look = done % SM_CG_WINDOW == 0 && done > SM_CG_WINDOW;
  const int stalled = look && !(rr < 0.81 * cg->history[last - SM_CG_WINDOW]);
  const int more = rr > cg->scalars[SM_CG_STOP] && done < (int)cg->scalars[SM_CG_LIMIT];
  cg->scalars[SM_CG_CONTINUE] = more && !stalled ? 1.0 : 0.0;
}

/* q = A p, both colours; the term of the sum is p q. */
struct sm_poisson_apply {
  struct sm_poisson_operator op;
  const float *p;
  float *q;
  struct sm_cg_state cg;
};
/* What both colours of half index h need: elements, coefficients, parity of colour 0. */
#define SM_BOTH_COLOURS(FORM)                                                                      \
  const struct sm_poisson_operator *o = &s->op;                                                    \
  const ptrdiff_t c = h + j * o->sy + k * o->sz, c1 = c + o->colour;                               \
  const int e = (j + k) & 1;                                                                       \
  const struct sm_stencil a0 = sm_stencil_##FORM(o, 0, h, j, k),                                   \
                          a1 = sm_stencil_##FORM(o, 1, h, j, k);
#define SM_DEFECT(FORM)                                                                            \
  SM_FN void sm_cell_defect_##FORM(const struct sm_defect *s, int h, int j, int k) {               \
    SM_BOTH_COLOURS(FORM)                                                                          \
    const struct sm_stencil x0 = sm_stencil_around(s->x + c1, e, o->sy, o->sz);                    \
    const struct sm_stencil x1 = sm_stencil_around(s->x + c, 1 - e, o->sy, o->sz);                 \
    const float r0 = s->b[c] + sm_stencil_flux(&a0, s->x[c], &x0);                                 \
    const float r1 = s->b[c1] + sm_stencil_flux(&a1, s->x[c1], &x1);                               \
    s->r[c] = r0;                                                                                  \
    s->r[c1] = r1;                                                                                 \
  }
SM_DEFECT(open)
SM_DEFECT(part)
SM_DEFECT(coarse)
#undef SM_DEFECT

#define SM_APPLY(FORM)                                                                             \
  SM_FN double sm_cell_apply_##FORM(const struct sm_poisson_apply *s, int h, int j, int k) {       \
    SM_BOTH_COLOURS(FORM)                                                                          \
    const struct sm_stencil p0 = sm_stencil_around(s->p + c1, e, o->sy, o->sz);                    \
    const struct sm_stencil p1 = sm_stencil_around(s->p + c, 1 - e, o->sy, o->sz);                 \
    const float q0 = -sm_stencil_flux(&a0, s->p[c], &p0),                                          \
                q1 = -sm_stencil_flux(&a1, s->p[c1], &p1);                                         \
    const double term = (double)s->p[c] * (double)q0 + (double)s->p[c1] * (double)q1;              \
    s->q[c] = q0;                                                                                  \
    s->q[c1] = q1;                                                                                 \
    return term;                                                                                   \
  }
SM_APPLY(open)
SM_APPLY(part)
#undef SM_APPLY

/* Transfers between a level and the next coarser one. A coarse cell is the union of 1 or 2 layers
 * of fine cells per axis: those of j are start_y[J] .. start_y[J + 1] - 1, and parent_y[j] is J.
 * One coarse half index H stands for the coarse cells I = 2 H (in colour (J + K) & 1) and 2 H + 1
 * (in the other). With `pair`, coarse cell I is fine half index h = I, both colours; with `single`,
 * the axis is not coarsened and coarse cell I is fine cell i = I. */
struct sm_mg_transfer {
  ptrdiff_t fine_sy, fine_sz, fine_colour, coarse_sy, coarse_sz, coarse_colour;
  const int *start_y, *start_z;   /* coarse n + 1 entries */
  const int *parent_y, *parent_z; /* fine n entries */
  int fine_nx;
};
struct sm_restriction {
  struct sm_mg_transfer t;
  const float *from; /* fine defect */
  float *to;         /* coarse right-hand side */
};
struct sm_prolongation {
  struct sm_mg_transfer t;
  const float *from; /* coarse correction */
  float *to;         /* fine solution, added to */
};

/* A fine row that belongs to a coarse one; absent rows point at the first and weigh 0. */
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

/* Coarse b = sum of the fine defect. Box: (coarse half, n_y, n_z). */
#define SM_RESTRICT(NAME, FIRST, SECOND)                                                           \
  SM_FN void sm_cell_restrict_##NAME(const struct sm_restriction *s, int h, int j, int k) {        \
    const struct sm_mg_transfer *t = &s->t;                                                        \
    const struct sm_mg_fine_row r0 = sm_mg_fine_row_of(t, j, k, 0, 0),                             \
                                r1 = sm_mg_fine_row_of(t, j, k, 1, 0);                             \
    const struct sm_mg_fine_row r2 = sm_mg_fine_row_of(t, j, k, 0, 1),                             \
                                r3 = sm_mg_fine_row_of(t, j, k, 1, 1);                             \
    const float sum0 =                                                                             \
        (FIRST(r0) + r1.weight * FIRST(r1)) + (r2.weight * FIRST(r2) + r3.weight * FIRST(r3));     \
    const float sum1 =                                                                             \
        (SECOND(r0) + r1.weight * SECOND(r1)) + (r2.weight * SECOND(r2) + r3.weight * SECOND(r3)); \
    const ptrdiff_t c = h + j * t->coarse_sy + k * t->coarse_sz;                                   \
    const int colour = (j + k) & 1;                                                                \
    s->to[colour * t->coarse_colour + c] = sum0;                                                   \
    s->to[(1 - colour) * t->coarse_colour + c] = sum1;                                             \
  }
#define SM_PAIR(row, at)                                                                           \
  (s->from[(row).offset + (at)] + s->from[t->fine_colour + (row).offset + (at)])
#define SM_PAIR_FIRST(row) SM_PAIR(row, 2 * h)
#define SM_PAIR_SECOND(row) SM_PAIR(row, 2 * h + 1)
#define SM_SINGLE_FIRST(row) s->from[(row).colour * t->fine_colour + (row).offset + h]
#define SM_SINGLE_SECOND(row) s->from[(1 - (row).colour) * t->fine_colour + (row).offset + h]
SM_RESTRICT(pair, SM_PAIR_FIRST, SM_PAIR_SECOND)
SM_RESTRICT(single, SM_SINGLE_FIRST, SM_SINGLE_SECOND)

/* Fine x += the coarse cell's correction. Box: (coarse half, fine n_y, fine n_z). */
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

/* The coarsest level, at most SM_POISSON_DENSE cells, solved by its stored inverse: x = inverse b.
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

/* p = z + beta p; both colours. */
struct sm_cg_direction {
  ptrdiff_t sy, sz, colour;
  const float *z;
  float *p;
  struct sm_cg_state cg;
};
SM_FN void sm_cell_cg_direction(const struct sm_cg_direction *s, int h, int j, int k) {
  const ptrdiff_t c = h + j * s->sy + k * s->sz, c1 = c + s->colour;
  const float beta = (float)s->cg.scalars[SM_CG_BETA];
  const float p0 = s->z[c] + beta * s->p[c], p1 = s->z[c1] + beta * s->p[c1];
  s->p[c] = p0;
  s->p[c1] = p1;
}

/* x += alpha p (in double), r -= alpha q; the term of the sum is r r. */
struct sm_cg_advance {
  ptrdiff_t sy, sz, colour;
  double *x;
  float *r;
  const float *p, *q;
  struct sm_cg_state cg;
};
SM_FN double sm_cell_cg_advance(const struct sm_cg_advance *s, int h, int j, int k) {
  const ptrdiff_t c = h + j * s->sy + k * s->sz, c1 = c + s->colour;
  const double alpha = s->cg.scalars[SM_CG_ALPHA];
  const float step = (float)alpha;
  const double x0 = s->x[c] + alpha * (double)s->p[c], x1 = s->x[c1] + alpha * (double)s->p[c1];
  const float r0 = s->r[c] - step * s->q[c], r1 = s->r[c1] - step * s->q[c1];
  s->x[c] = x0;
  s->x[c1] = x1;
  s->r[c] = r0;
  s->r[c1] = r1;
  return (double)r0 * (double)r0 + (double)r1 * (double)r1;
}

/* Sum of z r; both colours. */
struct sm_cg_dot {
  ptrdiff_t sy, sz, colour;
  const float *z, *r;
  struct sm_cg_state cg;
};
SM_FN double sm_cell_cg_dot(const struct sm_cg_dot *s, int h, int j, int k) {
  const ptrdiff_t c = h + j * s->sy + k * s->sz, c1 = c + s->colour;
  const double z0 = (double)s->z[c], z1 = (double)s->z[c1];
  return z0 * (double)s->r[c] + z1 * (double)s->r[c1];
}

/* Sum of a right-hand side; both colours. */
struct sm_rhs_sum {
  ptrdiff_t sy, sz, colour;
  const double *b;
};
SM_FN double sm_cell_rhs_sum(const struct sm_rhs_sum *s, int h, int j, int k) {
  const ptrdiff_t c = h + j * s->sy + k * s->sz;
  return s->b[c] + s->b[c + s->colour];
}

/* Where no face of the boundary is open, a potential answers only what sums up to 0 over all air.
 * What rounding leaves beyond that is taken from r, alike in all cells that have an open face; both
 * colours. `imbalance` is the sum of r, `centre` takes *total * share away; its term is r r. */
struct sm_mean_removal {
  ptrdiff_t sy, sz, colour;
  const uint8_t *open;
  float *r;
  const double *rhs_sum;
  double share; /* 1 over the cells that have an open face */
};
SM_FN double sm_cell_residual_sum(const struct sm_mean_removal *s, int h, int j, int k) {
  const ptrdiff_t c = h + j * s->sy + k * s->sz;
  return (double)s->r[c] + (double)s->r[c + s->colour];
}
SM_FN double sm_cell_subtract_mean(const struct sm_mean_removal *s, int h, int j, int k) {
  const ptrdiff_t c = h + j * s->sy + k * s->sz, c1 = c + s->colour;
  const double mean = s->share * *s->rhs_sum;
  const double air = (double)((s->open[c] & SM_OPEN_ALL) != 0);
  const double air1 = (double)((s->open[c1] & SM_OPEN_ALL) != 0);
  const float r0 = (float)((double)s->r[c] - air * mean);
  const float r1 = (float)((double)s->r[c1] - air1 * mean);
  s->r[c] = r0;
  s->r[c1] = r1;
  return (double)r0 * (double)r0 + (double)r1 * (double)r1;
}

/* x += e, e = 0: moves a float correction into the solution in double; both colours. */
struct sm_add_correction {
  ptrdiff_t sy, sz, colour;
  double *x;
  float *e;
};
SM_FN void sm_cell_add_correction(const struct sm_add_correction *s, int h, int j, int k) {
  const ptrdiff_t c = h + j * s->sy + k * s->sz, c1 = c + s->colour;
  const double x0 = s->x[c] + (double)s->e[c], x1 = s->x[c1] + (double)s->e[c1];
  s->x[c] = x0;
  s->x[c1] = x1;
  s->e[c] = 0.0f;
  s->e[c1] = 0.0f;
}

/* x becomes a x + b before, and `before` what x was; both colours. */
struct sm_poisson_extrapolate {
  ptrdiff_t sy, sz, colour;
  double *x, *before;
  double a, b;
};
SM_FN void sm_cell_poisson_extrapolate(const struct sm_poisson_extrapolate *s, int h, int j,
                                       int k) {
  const ptrdiff_t c = h + j * s->sy + k * s->sz, c1 = c + s->colour;
  const double x0 = s->x[c], x1 = s->x[c1];
  const double y0 = s->before[c], y1 = s->before[c1];
  s->x[c] = s->a * x0 + s->b * y0;
  s->x[c1] = s->a * x1 + s->b * y1;
  s->before[c] = x0;
  s->before[c1] = x1;
}

/* r = b - A (scale x) with x and b in double, both colours: the true residual. The term of the sum
 * is r r. */
struct sm_poisson_residual {
  struct sm_poisson_operator op;
  const double *x, *b;
  float *r;
  double scale;
  const double *rhs_sum; /* *total * share is taken from b in cells that have an open face */
  double share;
};
#define SM_FLUX_DOUBLE(a, x0, other, at)                                                           \
  ((double)(a).w * ((other)[(at)-1] - (x0)) + (double)(a).e * ((other)[at] - (x0)) +               \
   (double)(a).s * ((other)[-o->sy] - (x0)) + (double)(a).n * ((other)[o->sy] - (x0)) +            \
   (double)(a).d * ((other)[-o->sz] - (x0)) + (double)(a).u * ((other)[o->sz] - (x0)))
#define SM_RESIDUAL(FORM)                                                                          \
  SM_FN double sm_cell_residual_##FORM(const struct sm_poisson_residual *s, int h, int j, int k) { \
    SM_BOTH_COLOURS(FORM)                                                                          \
    const double x0 = s->x[c], x1 = s->x[c1], mean = s->share * *s->rhs_sum;                       \
    const double b0 = s->b[c] - (double)((o->open[c] & SM_OPEN_ALL) != 0) * mean;                  \
    const double b1 = s->b[c1] - (double)((o->open[c1] & SM_OPEN_ALL) != 0) * mean;                \
    const double r0 = b0 + s->scale * SM_FLUX_DOUBLE(a0, x0, s->x + c1, e);                        \
    const double r1 = b1 + s->scale * SM_FLUX_DOUBLE(a1, x1, s->x + c, 1 - e);                     \
    s->r[c] = (float)r0;                                                                           \
    s->r[c1] = (float)r1;                                                                          \
    return r0 * r0 + r1 * r1;                                                                      \
  }
SM_RESIDUAL(open)
SM_RESIDUAL(part)
#undef SM_RESIDUAL
#undef SM_FLUX_DOUBLE
#undef SM_BOTH_COLOURS
#endif
