/* physics/flow/initial_wind.h - fields of a flow set on the host: initial wind, interpolation from
 * a coarser grid, arrays of a caller. */
#ifndef SM_PHYSICS_FLOW_INITIAL_WIND_H
#define SM_PHYSICS_FLOW_INITIAL_WIND_H

#include "domain/weather/weather.h"
#include "physics/flow/fields.h"

/* initial_wind.c: Initial wind of a flow. */

/* Diagnostic wind, or that of the coarser run of a nest, of the first time, and boundary winds of
 * all times of weather that changes (else NULL, physics/flow/boundary/boundaries.h); the caller
 * frees both. Errors: those of that model, ERR_DIVERGED. */
SM_CHECKED enum sm_status sm_flow_diagnostic_wind(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_domain *domain,
                                                  struct sm_device *device,
                                                  struct sm_host_wind *out,
                                                  struct sm_flow_weather **later);

/* Sets all winds: from the case's expressions, else from `weather`, the diagnostic wind; else at
 * rest. Adds the random perturbation of the case in fluid cells. The velocity on walls is 0.
 * Errors: ERR_CASE, ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_initialise(struct sm_context *ctx, const struct sm_case *c,
                                             struct sm_flow *flow,
                                             const struct sm_host_wind *weather);

/* Sets component d of all winds from host numbers in the field's layout; on walls `host` is set to
 * 0. Ghosts are not filled. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_fill(struct sm_context *ctx, const struct sm_flow *flow, int d,
                                       double *host);

/* prolongation.c: From a grid to one with twice as many cells along each axis. */

/* Interpolates component d of a wind to all faces in the fine domain. `from` has filled ghosts. */
void sm_flow_prolong_wind(const struct sm_flow *coarse, const double *from,
                          const struct sm_flow *fine, int d, double *to);

/* Interpolates a cell-centred field to cells that are fluid on both grids; others are not changed.
 * Slopes are limited so that no new extrema arise (van Leer 1977). */
void sm_flow_prolong_cells(const struct sm_flow *coarse, const double *from,
                           const struct sm_flow *fine, double *to);

/* exchange.c: Sets fields of a flow from arrays of a caller: [z][y][x], without ghosts. */

/* Sets component d of all winds, m/s on its faces, including the high faces of the domain; faces on
 * walls become 0. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_set_wind(struct sm_context *ctx, const struct sm_flow *flow,
                                           int d, const double *values);

/* Sets a cell field to values + shift; solid cells and ghosts are not changed. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_set_cells(struct sm_context *ctx, const struct sm_flow *flow,
                                            const double *values, double shift,
                                            union sm_reals field);

#endif
