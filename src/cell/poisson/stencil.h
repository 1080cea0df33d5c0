/* cell/poisson/stencil.h - seven-point stencil of the Poisson equation: coefficients of a cell,
 * flux into it.
 *
 * For every cell: sum over its faces of a (x - x_n) = b, the flux form of
 * -div grad x = f, integrated over the cell. Theory and choices: docs/theory/poisson.md.
 *
 * a = open fraction times face area / distance between the cells' centres. Widths and distances are
 * arrays per axis. Open fractions come in three forms, and so do the kernels that use them: `open`,
 * level 0 without cut cells, where they are 0 or 1, a bit of one byte per cell; `part`, level 0
 * with cut cells, the fraction of each cell's low faces in float; `coarse`, all other levels, the
 * same in 16 bits (cell/bits.h). All arrays are split by colour
 * (cell/poisson/red_black.h). */
#ifndef SM_CELL_POISSON_STENCIL_H
#define SM_CELL_POISSON_STENCIL_H

#include "cell/bits.h"
#include "cell/open_faces.h"
#include "cell/poisson/red_black.h"

/* Metric of a level: width h of a cell, and g = 1 / distance between the centres on both sides of
 * its low face (n + 1 entries, the last for the high boundary face). x is split by parity of i. */
struct sm_poisson_metric {
  const float *gx[2], *hx[2]; /* [parity][i >> 1] */
  const float *gy, *hy, *gz, *hz;
};

/* Operator of a level. */
struct sm_poisson_operator {
  ptrdiff_t sy, sz, colour;
  int nx;
  const uint8_t *open;         /* level 0: open faces, and SM_OPEN_PART if one is
                                  partially open; other levels: fully open faces, or
                                  SM_OPEN_PART */
  const float *fx, *fy, *fz;   /* open fractions of the low faces: form `part`, else NULL */
  const sm_half *cx, *cy, *cz; /* the same: form `coarse`, else NULL */
  struct sm_poisson_metric metric;
};

/* Coefficients common to all cells of a row. */
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

/* The six coefficients of a cell; or other values per face. */
struct sm_stencil {
  float w, e, s, n, d, u;
};

/* Coefficients of fully open faces. hx: width; gw, ge: inverse distances across the faces in x. */
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

/* How open fractions are stored: see above. */
enum sm_stencil_form { SM_STENCIL_OPEN, SM_STENCIL_PART, SM_STENCIL_COARSE };

/* Open fractions of the six faces, forms `part` and `coarse`. The padding after the last cell of a
 * row holds the fraction of a boundary face; it is not a cell. */
SM_FN struct sm_stencil sm_stencil_fractions(const struct sm_poisson_operator *o, int colour, int h,
                                             int j, int k, enum sm_stencil_form form) {
  const int e = (j + k + colour) & 1;
  const ptrdiff_t c = h + j * o->sy + k * o->sz;
  const ptrdiff_t own = colour * o->colour + c, other = (1 - colour) * o->colour + c;
  const float cell = 2 * h + e < o->nx ? 1.0f : 0.0f;
  struct sm_stencil f;
  if (form == SM_STENCIL_PART) {
    f.w = cell * SM_READ(o->fx, own);
    f.e = cell * SM_READ(o->fx, other + e);
    f.s = cell * SM_READ(o->fy, own);
    f.n = cell * SM_READ(o->fy, other + o->sy);
    f.d = cell * SM_READ(o->fz, own);
    f.u = cell * SM_READ(o->fz, other + o->sz);
  } else {
    f.w = cell * sm_half_to_float(SM_READ(o->cx, own));
    f.e = cell * sm_half_to_float(SM_READ(o->cx, other + e));
    f.s = cell * sm_half_to_float(SM_READ(o->cy, own));
    f.n = cell * sm_half_to_float(SM_READ(o->cy, other + o->sy));
    f.d = cell * sm_half_to_float(SM_READ(o->cz, own));
    f.u = cell * sm_half_to_float(SM_READ(o->cz, other + o->sz));
  }
  return f;
}

/* Coefficients of a cell. */
SM_FN struct sm_stencil sm_stencil_of(const struct sm_poisson_operator *o, int colour, int h, int j,
                                      int k, enum sm_stencil_form form) {
  const struct sm_stencil full = sm_stencil_at(o, (j + k + colour) & 1, h, j, k);
  const ptrdiff_t own = colour * o->colour + h + j * o->sy + k * o->sz;
  if (form == SM_STENCIL_OPEN) return sm_stencil_masked(full, SM_READ(o->open, own));
  return sm_stencil_scaled(full, sm_stencil_fractions(o, colour, h, j, k, form));
}

SM_FN float sm_stencil_sum(const struct sm_stencil *a) {
  return ((a->w + a->e) + (a->s + a->n)) + (a->d + a->u);
}

/* Flux into a cell whose value is x0 from its neighbours: sum of a (x_n - x0). */
SM_FN float sm_stencil_flux(const struct sm_stencil *a, float x0, const struct sm_stencil *x) {
  return a->w * (x->w - x0) + a->e * (x->e - x0) + a->s * (x->s - x0) + a->n * (x->n - x0) +
         a->d * (x->d - x0) + a->u * (x->u - x0);
}

/* x + omega (b + sum a (x_n - x)) / sum a. The difference form is far more accurate in float than
 * omega (b + sum a x_n) / sum a - (omega - 1) x. A cell without open face stays 0. */
SM_FN float sm_stencil_relax(const struct sm_stencil *a, float x0, const struct sm_stencil *x,
                             float b, float omega) {
  const float sum = sm_stencil_sum(a), r = b + sm_stencil_flux(a, x0, x);
  return sum > 0.0f ? x0 + omega * r / sum : 0.0f;
}

/* Values around a cell; other: the other colour's array at the cell's half index. */
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

/* - A x in the cell of a colour. */
SM_FN float sm_poisson_flux(const struct sm_poisson_operator *o, const float *x, int colour, int h,
                            int j, int k, enum sm_stencil_form form) {
  const ptrdiff_t c = h + j * o->sy + k * o->sz;
  const struct sm_stencil a = sm_stencil_of(o, colour, h, j, k, form);
  const struct sm_stencil around =
      sm_stencil_around(x + (1 - colour) * o->colour + c, (j + k + colour) & 1, o->sy, o->sz);
  return sm_stencil_flux(&a, x[colour * o->colour + c], &around);
}

/* - A (scale x) over scale in the cell of a colour, x in double. */
SM_FN double sm_poisson_flux_double(const struct sm_poisson_operator *o, const double *x,
                                    int colour, int h, int j, int k, enum sm_stencil_form form) {
  const struct sm_stencil a = sm_stencil_of(o, colour, h, j, k, form);
  const ptrdiff_t c = h + j * o->sy + k * o->sz, sy = o->sy, sz = o->sz;
  const double *other = x + (1 - colour) * o->colour + c, x0 = x[colour * o->colour + c];
  const int e = (j + k + colour) & 1;
  return (double)a.w * (other[e - 1] - x0) + (double)a.e * (other[e] - x0) +
         (double)a.s * (other[-sy] - x0) + (double)a.n * (other[sy] - x0) +
         (double)a.d * (other[-sz] - x0) + (double)a.u * (other[sz] - x0);
}

/* Defines a cell function for one form. */
#define SM_CELL_OF_FORM(NAME, ARGS, FUNCTION, FORM)                                                \
  SM_FN void sm_cell_##NAME(const struct sm_##ARGS *s, int h, int j, int k) {                      \
    FUNCTION(s, h, j, k, FORM);                                                                    \
  }

#endif
