/* cell/poisson/smoother.h - red-black Gauss-Seidel smoother of the multigrid cycle, and
 * successive over-relaxation. */
#ifndef SM_CELL_POISSON_SMOOTHER_H
#define SM_CELL_POISSON_SMOOTHER_H

#include "cell/poisson/stencil.h"

/* Red-black sweep over one colour. With keep = 0 the colour's old x counts as 0; `first` cells also
 * take the other colour as 0. */
struct sm_smooth {
  struct sm_poisson_operator op;
  float *x;
  const float *b;
  int colour;
  float omega, keep;
};
SM_FN void sm_smooth_colour(const struct sm_smooth *s, int h, int j, int k,
                            enum sm_stencil_form form) {
  const struct sm_poisson_operator *o = &s->op;
  const ptrdiff_t c = h + j * o->sy + k * o->sz, own = s->colour * o->colour + c;
  const float *other = s->x + (1 - s->colour) * o->colour + c;
  const struct sm_stencil a = sm_stencil_of(o, s->colour, h, j, k, form);
  const struct sm_stencil x = sm_stencil_around(other, (j + k + s->colour) & 1, o->sy, o->sz);
  const float x0 = s->keep * s->x[own], b = s->b[own];
  s->x[own] = sm_stencil_relax(&a, x0, &x, b, s->omega);
}
SM_FN void sm_smooth_colour_first(const struct sm_smooth *s, int h, int j, int k,
                                  enum sm_stencil_form form) {
  const struct sm_poisson_operator *o = &s->op;
  const ptrdiff_t own = s->colour * o->colour + h + j * o->sy + k * o->sz;
  const struct sm_stencil a = sm_stencil_of(o, s->colour, h, j, k, form);
  const float sum = sm_stencil_sum(&a), b = s->b[own];
  s->x[own] = sum > 0.0f ? s->omega * b / sum : 0.0f;
}

SM_CELL_OF_FORM(smooth_open, smooth, sm_smooth_colour, SM_STENCIL_OPEN)
SM_CELL_OF_FORM(smooth_part, smooth, sm_smooth_colour, SM_STENCIL_PART)
SM_CELL_OF_FORM(smooth_coarse, smooth, sm_smooth_colour, SM_STENCIL_COARSE)
SM_CELL_OF_FORM(smooth_first_open, smooth, sm_smooth_colour_first, SM_STENCIL_OPEN)
SM_CELL_OF_FORM(smooth_first_part, smooth, sm_smooth_colour_first, SM_STENCIL_PART)
SM_CELL_OF_FORM(smooth_first_coarse, smooth, sm_smooth_colour_first, SM_STENCIL_COARSE)

/* SOR sweep over one colour: the same in float, on level 0. */
struct sm_sor_relax {
  struct sm_poisson_operator op;
  float *x;
  const float *b;
  int colour;
  float omega;
};
SM_FN void sm_sor_colour(const struct sm_sor_relax *s, int h, int j, int k,
                         enum sm_stencil_form form) {
  const struct sm_smooth smooth = {s->op, s->x, s->b, s->colour, s->omega, 1.0f};
  sm_smooth_colour(&smooth, h, j, k, form);
}
SM_CELL_OF_FORM(relax_open, sor_relax, sm_sor_colour, SM_STENCIL_OPEN)
SM_CELL_OF_FORM(relax_part, sor_relax, sm_sor_colour, SM_STENCIL_PART)

/* Residuals of the Poisson equation, corrections, and the mean of a problem without open boundary.
 */

/* r = b - A x, both colours. */
struct sm_defect {
  struct sm_poisson_operator op;
  const float *x, *b;
  float *r;
};

SM_FN void sm_defect_of(const struct sm_defect *s, int h, int j, int k, enum sm_stencil_form form) {
  const struct sm_poisson_operator *o = &s->op;
  const ptrdiff_t c = h + j * o->sy + k * o->sz, c1 = c + o->colour;
  const float r0 = s->b[c] + sm_poisson_flux(o, s->x, 0, h, j, k, form);
  const float r1 = s->b[c1] + sm_poisson_flux(o, s->x, 1, h, j, k, form);
  s->r[c] = r0;
  s->r[c1] = r1;
}
SM_CELL_OF_FORM(defect_open, defect, sm_defect_of, SM_STENCIL_OPEN)
SM_CELL_OF_FORM(defect_part, defect, sm_defect_of, SM_STENCIL_PART)
SM_CELL_OF_FORM(defect_coarse, defect, sm_defect_of, SM_STENCIL_COARSE)

/* Sum of a right-hand side; both colours. */
struct sm_rhs_sum {
  ptrdiff_t sy, sz, colour;
  const double *b;
};
SM_FN double sm_cell_rhs_sum(const struct sm_rhs_sum *s, int h, int j, int k) {
  const ptrdiff_t c = h + j * s->sy + k * s->sz;
  return s->b[c] + s->b[c + s->colour];
}

/* Compatibility: if no boundary face is open, the right-hand side must sum to 0. The excess from
 * rounding is subtracted from r evenly over all cells with an open face; both colours.
 * `residual_sum` is the sum of r; `subtract_mean` subtracts share times *rhs_sum and returns r r
 * for the sum. */
struct sm_mean_removal {
  ptrdiff_t sy, sz, colour;
  const uint8_t *open;
  float *r;
  const double *rhs_sum;
  double share; /* 1 / number of cells with an open face */
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

/* The larger |e| of the cells of both colours; NaN is kept. */
struct sm_correction_maximum {
  ptrdiff_t sy, sz, colour;
  const float *e;
};
SM_FN double sm_cell_correction_maximum(const struct sm_correction_maximum *s, int h, int j,
                                        int k) {
  const ptrdiff_t c = h + j * s->sy + k * s->sz;
  const double e0 = (double)fabsf(s->e[c]), e1 = (double)fabsf(s->e[c + s->colour]);
  return e0 > e1 || e0 != e0 ? e0 : e1;
}

/* x becomes a x + b before, and `before` the old x; both colours. */
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

/* r = b - A (scale x) with x and b in double, both colours: the true residual. Returns r r for the
 * sum. */
struct sm_poisson_residual {
  struct sm_poisson_operator op;
  const double *x, *b;
  float *r;
  double scale;
  const double *rhs_sum; /* share times *rhs_sum is subtracted from b in cells with an open face */
  double share;
};

SM_FN double sm_residual_of(const struct sm_poisson_residual *s, int h, int j, int k,
                            enum sm_stencil_form form) {
  const struct sm_poisson_operator *o = &s->op;
  const ptrdiff_t c = h + j * o->sy + k * o->sz, c1 = c + o->colour;
  const double mean = s->share * *s->rhs_sum;
  const double b0 = s->b[c] - (double)((o->open[c] & SM_OPEN_ALL) != 0) * mean;
  const double b1 = s->b[c1] - (double)((o->open[c1] & SM_OPEN_ALL) != 0) * mean;
  const double r0 = b0 + s->scale * sm_poisson_flux_double(o, s->x, 0, h, j, k, form);
  const double r1 = b1 + s->scale * sm_poisson_flux_double(o, s->x, 1, h, j, k, form);
  s->r[c] = (float)r0;
  s->r[c1] = (float)r1;
  return r0 * r0 + r1 * r1;
}
SM_FN double sm_cell_residual_open(const struct sm_poisson_residual *s, int h, int j, int k) {
  return sm_residual_of(s, h, j, k, SM_STENCIL_OPEN);
}
SM_FN double sm_cell_residual_part(const struct sm_poisson_residual *s, int h, int j, int k) {
  return sm_residual_of(s, h, j, k, SM_STENCIL_PART);
}

#endif
