/* sor_natural.h - published solvers of Bozorgmehr et al. (2021),
 * doi 10.1016/j.envsoft.2021.104958: successive over-relaxation in natural order, as printed there.
 *
 * The arrays are in natural order, [nz + 2][ny + 2][nx + 2] with a layer of cells around the box
 * where lambda is 0 (the Dirichlet value); pointers are at cell (0, 0, 0). e, f, g, h, m, n are the
 * coefficients of the faces at i + 1/2, i - 1/2, j + 1/2, j - 1/2, k + 1/2, k - 1/2: those of
 * cell/poisson/stencil.h, which on a uniform grid are the paper's (1, A or B at open faces, 0 at
 * solid ones) times dy dz / dx. r is the right-hand side in the same units. lambda here is x
 * elsewhere; the paper's is twice that, with alpha1 = 1. */
#ifndef SM_CELL_POISSON_SOR_NATURAL_H
#define SM_CELL_POISSON_SOR_NATURAL_H

#include "cell/poisson/stencil.h"

struct sm_sor_arrays {
  int nx, ny, nz;
  ptrdiff_t sy, sz;
  float *e, *f, *g, *h, *m, *n;
  float *r, *lambda, *old;
  float *line;    /* largest change of each line of cells in y, [nz][nx] */
  float *scratch; /* serial sweep: 3 rows of nx */
  float *change;  /* largest change in the box */
  float omega;
  int colour; /* 1: red, i + j + k is odd; 0: black */
};

/* Layout of a box: strides, size of an array, and offset of its cell (0, 0, 0). */
SM_FN void sm_sor_arrays_layout(struct sm_sor_arrays *s, const int n[3], size_t *size,
                                ptrdiff_t *origin) {
  s->nx = n[0];
  s->ny = n[1];
  s->nz = n[2];
  s->sy = (ptrdiff_t)n[0] + 2;
  s->sz = s->sy * ((ptrdiff_t)n[1] + 2);
  *size = (size_t)(s->sz * ((ptrdiff_t)n[2] + 2));
  *origin = s->sz + s->sy + 1;
}

/* Copies lambda to `old`. Box: the cells. */
SM_FN void sm_cell_save_lambda(const struct sm_sor_arrays *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->sy + k * s->sz;
  s->old[c] = s->lambda[c];
}

/* Update of Eq. 3 for the cell at c, with its value and neighbours at `at`, strides sy and sz. */
SM_FN float sm_sor_update(const struct sm_sor_arrays *s, ptrdiff_t c, const float *at, ptrdiff_t sy,
                          ptrdiff_t sz) {
  const float e = s->e[c], f = s->f[c], g = s->g[c], h = s->h[c], m = s->m[c], n = s->n[c];
  const float sum = ((e + f) + (g + h)) + (m + n);
  const float flow = s->r[c] + ((e * at[1] + f * at[-1]) + (g * at[sy] + h * at[-sy]) +
                                (m * at[sz] + n * at[-sz]));
  return (sum > 0.0f ? s->omega / sum : 0.0f) * flow + (1.0f - s->omega) * at[0];
}

/* Sweep over one colour. Box: (nx + 1) / 2, ny, nz; index a is the a-th cell of the colour in its
 * row. */
SM_FN void sm_cell_sor(const struct sm_sor_arrays *s, int a, int j, int k) {
  const int i = 2 * a + ((j + k + s->colour) & 1);
  const ptrdiff_t c = i + j * s->sy + k * s->sz;
  if (i < s->nx) s->lambda[c] = sm_sor_update(s, c, s->lambda + c, s->sy, s->sz);
}

/* d lambda / dz = 0 at the ground: the layer below copies the lowest one. It is never read, since n
 * is 0 there; kept because the paper has this kernel. Box: nx, ny, 1. */
SM_FN void sm_cell_neumann(const struct sm_sor_arrays *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->sy + k * s->sz;
  s->lambda[c - s->sz] = s->n[c] > 0.0f ? 0.0f : s->lambda[c];
}

/* The larger of two; NaN is kept. */
SM_FN float sm_sor_larger_change(float a, float b) { return b > a || b != b ? b : a; }

/* Eq. 7 in two steps. First: largest change of a line of cells in y, one thread per line. Box: nx,
 * nz, 1. */
SM_FN void sm_cell_error_lines(const struct sm_sor_arrays *s, int i, int k, int unused) {
  (void)unused;
  float largest = 0.0f;
  for (int j = 0; j < s->ny; j++) {
    const ptrdiff_t c = i + j * s->sy + k * s->sz;
    const float d = fabsf(s->lambda[c] - s->old[c]);
    largest = sm_sor_larger_change(largest, d);
  }
  s->line[i + (ptrdiff_t)k * s->nx] = largest;
}

/* Second: maximum over all lines by a single thread, which takes most of the paper's time. Box: one
 * cell. */
SM_FN void sm_cell_error(const struct sm_sor_arrays *s, int i, int j, int k) {
  const ptrdiff_t lines = (ptrdiff_t)s->nx * s->nz;
  float largest = 0.0f;
  for (ptrdiff_t l = 0; l < lines; l++) largest = sm_sor_larger_change(largest, s->line[l]);
  s->change[i + j + k] = largest;
}

/* One row of the serial sweep. Terms without new values of the row are computed first, cell by
 * cell, so that they can be vectorised: lambda(i) = p(i) + q(i) lambda(i - 1). */
SM_FN float sm_sor_row(const struct sm_sor_arrays *s, ptrdiff_t c, float largest) {
  const float *e = s->e + c, *f = s->f + c, *g = s->g + c, *h = s->h + c, *m = s->m + c;
  const float *n = s->n + c, *r = s->r + c;
  const ptrdiff_t sy = s->sy, sz = s->sz;
  const int nx = s->nx;
  const float omega = s->omega, keep = 1.0f - omega;
  float *lambda = s->lambda + c, *p = s->scratch, *q = p + nx, *before = q + nx;
  SM_SIMD for (int i = 0; i < nx; i++) {
    const float old = lambda[i], sum = ((e[i] + f[i]) + (g[i] + h[i])) + (m[i] + n[i]);
    const float part = sum > 0.0f ? omega / sum : 0.0f;
    const float flow =
        r[i] + ((e[i] * lambda[i + 1]) + (g[i] * lambda[i + sy] + h[i] * lambda[i - sy]) +
                (m[i] * lambda[i + sz] + n[i] * lambda[i - sz]));
    before[i] = old;
    p[i] = part * flow + keep * old;
    q[i] = part * f[i];
  }
  float last = lambda[-1];
  for (int i = 0; i < nx; i++) lambda[i] = last = p[i] + q[i] * last;
  float lane[16] = {0.0f};
  int i = 0;
  for (; i + 16 <= nx; i += 16) {
    SM_SIMD for (int l = 0; l < 16; l++) {
      const float d = fabsf(lambda[i + l] - before[i + l]);
      lane[l] = sm_sor_larger_change(lane[l], d);
    }
  }
  for (; i < nx; i++) {
    const float d = fabsf(lambda[i] - before[i]);
    lane[0] = sm_sor_larger_change(lane[0], d);
  }
  for (int l = 0; l < 16; l++) largest = sm_sor_larger_change(largest, lane[l]);
  return largest;
}

/* A whole sweep in lexicographic order, i fastest, with the newest values: serial, and the only
 * cell function with the loops inside. Also computes the largest change. Box: one cell. */
SM_FN void sm_cell_sor_serial(const struct sm_sor_arrays *s, int i, int j, int k) {
  float largest = 0.0f;
  for (int z = 0; z < s->nz; z++)
    for (int y = 0; y < s->ny; y++) largest = sm_sor_row(s, y * s->sy + z * s->sz, largest);
  s->change[i + j + k] = largest;
}

/* Transfer between the natural order and the solver's own (cell/poisson/red_black.h), both colours.
 * Box: half, ny, nz. */
struct sm_sor_transfer {
  struct sm_poisson_operator op;
  struct sm_sor_arrays to;
  const float *b; /* right-hand side, red-black */
  double *x;      /* solution, red-black */
};

/* Computes the six coefficients. */
SM_FN void sm_cell_coefficients(const struct sm_sor_transfer *s, int a, int j, int k) {
  for (int colour = 0; colour < 2; colour++) {
    const int i = 2 * a + ((j + k + colour) & 1);
    if (i >= s->to.nx) continue;
    const struct sm_stencil faces = s->op.fx == NULL
                                        ? sm_stencil_of(&s->op, colour, a, j, k, SM_STENCIL_OPEN)
                                        : sm_stencil_of(&s->op, colour, a, j, k, SM_STENCIL_PART);
    const ptrdiff_t c = i + j * s->to.sy + k * s->to.sz;
    s->to.e[c] = faces.e;
    s->to.f[c] = faces.w;
    s->to.g[c] = faces.n;
    s->to.h[c] = faces.s;
    s->to.m[c] = faces.u;
    s->to.n[c] = faces.d;
  }
}

/* r = b. */
SM_FN void sm_cell_load_rhs(const struct sm_sor_transfer *s, int a, int j, int k) {
  for (int colour = 0; colour < 2; colour++) {
    const int i = 2 * a + ((j + k + colour) & 1);
    if (i >= s->to.nx) continue;
    s->to.r[i + j * s->to.sy + k * s->to.sz] =
        s->b[colour * s->op.colour + a + j * s->op.sy + k * s->op.sz];
  }
}

/* x += lambda, lambda = 0. */
SM_FN void sm_cell_add_lambda(const struct sm_sor_transfer *s, int a, int j, int k) {
  for (int colour = 0; colour < 2; colour++) {
    const int i = 2 * a + ((j + k + colour) & 1);
    if (i >= s->to.nx) continue;
    const ptrdiff_t c = i + j * s->to.sy + k * s->to.sz;
    s->x[colour * s->op.colour + a + j * s->op.sy + k * s->op.sz] += (double)s->to.lambda[c];
    s->to.lambda[c] = 0.0f;
  }
}

#endif
