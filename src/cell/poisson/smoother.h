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

#endif
