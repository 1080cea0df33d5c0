/* projection.h - projection to a divergence-free wind: u + grad x, x from the Poisson solver.
 *
 * For the diagnostic wind x is the potential of cell/diagnostic/wind.h, for the incompressible
 * solver the pressure times the time step. The wind may lie anywhere, with any strides. Through
 * faces that are closed to x, and are no walls, flows what is given; walls hold 0. */
#ifndef SM_PHYSICS_PROJECTION_H
#define SM_PHYSICS_PROJECTION_H

#include "solve/poisson.h"

struct sm_projection {
  struct sm_device *device;   /* borrowed */
  const struct sm_grid *grid; /* borrowed */
  struct sm_poisson *poisson; /* set anew by sm_projection_set_solver */
  double limit;               /* largest |div u| h / U that is accepted in every cell */
  struct sm_poisson_metric_double metric;
  double *exact; /* what metric lies in */
  size_t exact_size;
  double *number; /* device: one result of a reduction */
  double fastest; /* m/s, component of the wind that was made last; 0: not known */
  bool given;     /* winds are, at sides: their rounding is taken out of the right-hand side */
  bool keeps;     /* that is good enough to judge the next one by, and its divergence is what the
                     solver leaves: nothing is measured */
  union sm_reals u[3];
  ptrdiff_t sy, sz; /* of u */
};

/* Without a solver yet. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_projection_create(struct sm_context *ctx, struct sm_device *device,
                                               const struct sm_grid *grid,
                                               struct sm_projection *out);
void sm_projection_free(struct sm_projection *projection);

/* Makes the solver, and the metric that goes with it, in place of those before.
 * Errors: as of sm_poisson_create. */
SM_CHECKED enum sm_status sm_projection_set_solver(struct sm_context *ctx,
                                                   struct sm_projection *projection,
                                                   const struct sm_poisson_setup *setup);

/* Solves for x and adds its gradient to the wind. *divergence: max |div u| h / U that is left, U
 * the largest component of the wind.
 * Errors: as of sm_poisson_solve. */
SM_CHECKED enum sm_status sm_projection_solve(struct sm_context *ctx,
                                              struct sm_projection *projection,
                                              const struct sm_poisson_options *options,
                                              struct sm_poisson_result *result, double *divergence);

/* Measures the wind as it is. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status
sm_projection_measure(struct sm_context *ctx, struct sm_projection *projection, double *divergence);

#endif
