/* prism_krylov.h - Krylov steps of the Poisson equation on prisms, the numbers that decide about
 * iterations, and the refinement of solutions in single precision (docs/theory/prisms.md). Layout:
 * prism.h. */
#ifndef SM_CELL_POISSON_PRISM_KRYLOV_H
#define SM_CELL_POISSON_PRISM_KRYLOV_H

#include "cell/poisson/prism.h"

/* Numbers of a solve on the device; scalar products and sums are stored here by their kernels. */
enum sm_prism_number {
  SM_PRISM_RHO,  /* shadow . residual of this iteration */
  SM_PRISM_RHO0, /* the same in the previous iteration; 0: none */
  SM_PRISM_SV,   /* shadow . v */
  SM_PRISM_TS,   /* t . s */
  SM_PRISM_TT,   /* t . t */
  SM_PRISM_RR,   /* residual . residual */
  SM_PRISM_ALPHA,
  SM_PRISM_BETA,
  SM_PRISM_OMEGA,
  SM_PRISM_STOP,  /* value of the measure at which to stop: r . r, or sum of changes */
  SM_PRISM_LIMIT, /* largest number of iterations */
  SM_PRISM_ITERATIONS,
  SM_PRISM_CONTINUE,
  SM_PRISM_MEASURE, /* of the last counted iteration */
  SM_PRISM_SCALE,   /* power of 2 that scales residuals to about 1, for float */
  SM_PRISM_UNSCALE, /* and back */
  SM_PRISM_UNIT,    /* factor of the measure: of corrections in single precision; else 1 */
  SM_PRISM_CHANGE,  /* sweeps: one number per colour */
  SM_PRISM_COLOURS = 12,
  SM_PRISM_NUMBERS = SM_PRISM_CHANGE + SM_PRISM_COLOURS
};
enum sm_prism_stage {
  SM_PRISM_STAGE_BETA,
  SM_PRISM_STAGE_ALPHA,
  SM_PRISM_STAGE_OMEGA,
  SM_PRISM_STAGE_COUNT
};

/* Scalars after sums: TURN: beta of the new direction; STRIDE: alpha; MEND: omega; COUNT: records
 * `measure` or, for sweeps, the sum of the changes over `colours` colours, and decides whether to
 * continue. After the end nothing is counted. A vanishing denominator, converged to round-off,
 * gives 0. Box: one cell. */
struct sm_prism_scalars {
  double *number, *history;
  int stage, colours, most; /* most: length of history */
};
SM_FN void sm_prism_count(const struct sm_prism_scalars *s) {
  double *n = s->number, measure = s->colours == 0 ? n[SM_PRISM_RR] : 0.0;
  for (int c = 0; c < s->colours; c++) measure += n[SM_PRISM_CHANGE + c];
  measure *= n[SM_PRISM_UNIT];
  const int last = (int)n[SM_PRISM_ITERATIONS];
  if (n[SM_PRISM_CONTINUE] > 0.0) {
    if (last < s->most) s->history[last] = measure;
    n[SM_PRISM_ITERATIONS] = last + 1;
    n[SM_PRISM_MEASURE] = measure;
    n[SM_PRISM_CONTINUE] =
        measure > n[SM_PRISM_STOP] && last + 1 < (int)n[SM_PRISM_LIMIT] ? 1.0 : 0.0;
  }
}
SM_FN double sm_prism_ratio(double a, double b) { return b != 0.0 ? a / b : 0.0; }
SM_FN void sm_cell_prism_scalars(const struct sm_prism_scalars *s, int i, int j, int k) {
  double *n = s->number;
  (void)i;
  (void)j;
  (void)k;
  if (s->stage == SM_PRISM_STAGE_BETA) {
    n[SM_PRISM_BETA] = sm_prism_ratio(n[SM_PRISM_RHO], n[SM_PRISM_RHO0]) *
                       sm_prism_ratio(n[SM_PRISM_ALPHA], n[SM_PRISM_OMEGA]);
    n[SM_PRISM_RHO0] = n[SM_PRISM_RHO];
  } else if (s->stage == SM_PRISM_STAGE_ALPHA) {
    n[SM_PRISM_ALPHA] = sm_prism_ratio(n[SM_PRISM_RHO], n[SM_PRISM_SV]);
  } else if (s->stage == SM_PRISM_STAGE_OMEGA) {
    n[SM_PRISM_OMEGA] = sm_prism_ratio(n[SM_PRISM_TS], n[SM_PRISM_TT]);
  } else {
    sm_prism_count(s);
  }
}

/* Vectors of stabilised biconjugate gradients (van der Vorst 1992, SIAM J. Sci. Stat. Comput. 13,
 * 631): x the solution, r the residual, p the direction, v = A M p, t = A M s; e: preconditioned
 * direction or residual. In double, b: right-hand side of the cycle, in float; z: its result; the
 * scale factor keeps residuals near 1, for float. In single precision the cycle reads p or r, and
 * its result is e. */
struct sm_prism_krylov {
  int layers;
  union sm_reals x, r, p, e, v, t;
  float *b;
  const float *z;
  const double *number;
};
/* e = z, scaled back. */
SM_FN void sm_cell_prism_correction(const struct sm_prism_krylov *s, int i, int j, int k) {
  const ptrdiff_t c = sm_prism_at(s->layers, sm_prism_column_at(j, k), i);
  s->e.f64[c] = (double)s->z[c] * s->number[SM_PRISM_UNSCALE];
}

/* Sum of a times b over all cells. */
struct sm_prism_product {
  int layers;
  union sm_reals a, b;
};

/* Refinement of a solution by corrections in single precision: the residual in units near 1, and
 * the correction added to x. */
struct sm_prism_refine {
  int layers;
  const double *wide; /* residual */
  float *narrow;      /* residual in units */
  double *x;
  float *correction;  /* in units; 0 afterwards */
  double units, unit; /* number of units in 1, and the inverse */
};
SM_FN void sm_cell_prism_narrow(const struct sm_prism_refine *s, int i, int j, int k) {
  const ptrdiff_t c = sm_prism_at(s->layers, sm_prism_column_at(j, k), i);
  s->narrow[c] = (float)(s->units * s->wide[c]);
}
SM_FN void sm_cell_prism_correct(const struct sm_prism_refine *s, int i, int j, int k) {
  const ptrdiff_t c = sm_prism_at(s->layers, sm_prism_column_at(j, k), i);
  s->x[c] += s->unit * (double)s->correction[c];
  s->correction[c] = 0.0f;
}
#endif

#ifdef SM_REAL
/* p = r + beta (p - omega v) */
SM_FN void SM_P(sm_cell_prism_direction)(const struct sm_prism_krylov *s, int i, int j, int k) {
  const ptrdiff_t c = sm_prism_at(s->layers, sm_prism_column_at(j, k), i);
  const SM_REAL beta = (SM_REAL)s->number[SM_PRISM_BETA];
  const SM_REAL omega = (SM_REAL)s->number[SM_PRISM_OMEGA];
  const SM_REAL p = SM_AT(s->r)[c] + beta * (SM_AT(s->p)[c] - omega * SM_AT(s->v)[c]);
  SM_AT(s->p)[c] = p;
#if SM_BITS == 64
  s->b[c] = (float)(s->number[SM_PRISM_SCALE] * p);
#endif
}
/* r -= alpha v, x += alpha e: half an iteration. */
SM_FN void SM_P(sm_cell_prism_half_step)(const struct sm_prism_krylov *s, int i, int j, int k) {
  const ptrdiff_t c = sm_prism_at(s->layers, sm_prism_column_at(j, k), i);
  const SM_REAL alpha = (SM_REAL)s->number[SM_PRISM_ALPHA];
  const SM_REAL r = SM_AT(s->r)[c] - alpha * SM_AT(s->v)[c];
  const SM_REAL x = SM_AT(s->x)[c] + alpha * SM_AT(s->e)[c];
  SM_AT(s->r)[c] = r;
  SM_AT(s->x)[c] = x;
#if SM_BITS == 64
  s->b[c] = (float)(s->number[SM_PRISM_SCALE] * r);
#endif
}
/* r -= omega t, x += omega e; returns r r for the sum. */
SM_FN double SM_P(sm_cell_prism_full_step)(const struct sm_prism_krylov *s, int i, int j, int k) {
  const ptrdiff_t c = sm_prism_at(s->layers, sm_prism_column_at(j, k), i);
  const SM_REAL omega = (SM_REAL)s->number[SM_PRISM_OMEGA];
  const SM_REAL r = SM_AT(s->r)[c] - omega * SM_AT(s->t)[c];
  const SM_REAL x = SM_AT(s->x)[c] + omega * SM_AT(s->e)[c];
  SM_AT(s->r)[c] = r;
  SM_AT(s->x)[c] = x;
  return (double)r * (double)r;
}

SM_FN double SM_P(sm_cell_prism_product)(const struct sm_prism_product *s, int i, int j, int k) {
  const ptrdiff_t c = sm_prism_at(s->layers, sm_prism_column_at(j, k), i);
  return (double)SM_AT(s->a)[c] * (double)SM_AT(s->b)[c];
}
#endif
