/* cell/poisson/conjugate_gradients.h - conjugate gradients, preconditioned by a
 * multigrid cycle. */
#ifndef SM_CELL_POISSON_CONJUGATE_GRADIENTS_H
#define SM_CELL_POISSON_CONJUGATE_GRADIENTS_H

#include "cell/poisson/stencil.h"

/* Scalars of conjugate gradients, kept on the device: results of reductions, step
 * lengths, and stopping criteria. SM_CG_CONTINUE is 1 while iterations continue;
 * SM_CG_STOP is the sum of squares at which they stop, SM_CG_LIMIT the largest number of
 * iterations. */
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

/* Call after the sum of z r; a vanishing denominator (converged to round-off) gives 0. */
SM_FN void sm_cg_set_beta(const struct sm_cg_state *cg) {
  const double rz = cg->scalars[SM_CG_RZ], rz_new = cg->scalars[SM_CG_RZ_NEW];
  cg->scalars[SM_CG_BETA] = rz > 0 ? rz_new / rz : 0;
  cg->scalars[SM_CG_RZ] = rz_new;
}

/* Call after the sum of p q. */
SM_FN void sm_cg_set_alpha(const struct sm_cg_state *cg) {
  const double pq = cg->scalars[SM_CG_PQ];
  cg->scalars[SM_CG_ALPHA] = pq > 0 ? cg->scalars[SM_CG_RZ] / pq : 0;
}

/* Call after the sum of r r: records it and decides whether to continue. Every SM_CG_WINDOW
 * iterations the loop returns to the host if the norm has not fallen by a tenth in that window. */
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

/* q = A p, both colours; returns p q for the sum. */
struct sm_poisson_apply {
  struct sm_poisson_operator op;
  const float *p;
  float *q;
  struct sm_cg_state cg;
};

SM_FN double sm_apply_operator(const struct sm_poisson_apply *s, int h, int j, int k,
                               enum sm_stencil_form form) {
  const struct sm_poisson_operator *o = &s->op;
  const ptrdiff_t c = h + j * o->sy + k * o->sz, c1 = c + o->colour;
  const float q0 = -sm_poisson_flux(o, s->p, 0, h, j, k, form);
  const float q1 = -sm_poisson_flux(o, s->p, 1, h, j, k, form);
  const double term = (double)s->p[c] * (double)q0 + (double)s->p[c1] * (double)q1;
  s->q[c] = q0;
  s->q[c1] = q1;
  return term;
}
SM_FN double sm_cell_apply_open(const struct sm_poisson_apply *s, int h, int j, int k) {
  return sm_apply_operator(s, h, j, k, SM_STENCIL_OPEN);
}
SM_FN double sm_cell_apply_part(const struct sm_poisson_apply *s, int h, int j, int k) {
  return sm_apply_operator(s, h, j, k, SM_STENCIL_PART);
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

/* x += alpha p (in double), r -= alpha q; returns r r for the sum. */
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

#endif
