/* projection.h - projection to a divergence-free wind: u + grad x, with x from the Poisson solver.
 *
 * For the diagnostic wind, x is the potential of cell/diagnostic/wind.h; for the incompressible
 * solver, pressure times time step. The wind may be in any memory, with any strides. Faces that are
 * closed to x keep their prescribed velocity; on walls it is 0. */
#ifndef SM_PHYSICS_PROJECTION_H
#define SM_PHYSICS_PROJECTION_H

#include "solve/poisson.h"

struct sm_projection {
  struct sm_device *device;   /* borrowed */
  struct sm_store store;      /* memory of metric, and number */
  const struct sm_grid *grid; /* borrowed */
  struct sm_poisson *poisson; /* replaced by sm_projection_set_solver */
  double limit;               /* largest accepted |div u| h / U of a cell */
  struct sm_poisson_metric_double metric;
  double *exact;
  size_t exact_size;
  double *number; /* device: result of a reduction */
  double fastest; /* m/s, largest component of the last wind; 0: unknown */
  bool given;     /* velocity is prescribed at sides: its imbalance is removed from the right-hand
                     side */
  bool keeps;     /* use `fastest` for the next wind and the solver's divergence for this one: no
                     extra measurement */
  union sm_reals u[3];
  ptrdiff_t sy, sz;     /* of u */
  struct sm_rows *rows; /* of the wind, where the solver holds those of this process alone, and
                           projects them; else NULL */
};

/* Makes a projection without a solver. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_projection_create(struct sm_context *ctx, struct sm_device *device,
                                               const struct sm_grid *grid,
                                               struct sm_projection *out);
void sm_projection_free(struct sm_projection *projection);

/* Makes the solver and its metric, replacing earlier ones.
 * Errors: those of sm_poisson_create. */
SM_CHECKED enum sm_status sm_projection_set_solver(struct sm_context *ctx,
                                                   struct sm_projection *projection,
                                                   const struct sm_poisson_setup *setup);

/* Solves for x and adds its gradient to the wind. *divergence: remaining max |div u| h / U, with U
 * the largest component of the wind.
 * Errors: those of sm_poisson_solve. */
SM_CHECKED enum sm_status sm_projection_solve(struct sm_context *ctx,
                                              struct sm_projection *projection,
                                              const struct sm_poisson_options *options,
                                              struct sm_poisson_result *result, double *divergence);

/* Measures the divergence of the current wind. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status
sm_projection_measure(struct sm_context *ctx, struct sm_projection *projection, double *divergence);

#endif
