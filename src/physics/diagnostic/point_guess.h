/* physics/diagnostic/point_guess.h - first guess of the diagnostic wind at any point: the same
 * analysis and profiles as on the grid, without tables. */
#ifndef SM_PHYSICS_DIAGNOSTIC_POINT_GUESS_H
#define SM_PHYSICS_DIAGNOSTIC_POINT_GUESS_H

#include "domain/domain.h"

struct sm_point_guess;

/* Point guess for a time of the weather; domain is borrowed. internal_boundary_layers: behind
 * changes of roughness the wind adapts over a fetch. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_point_guess_create(struct sm_context *ctx,
                                                const struct sm_domain *domain, int time,
                                                bool internal_boundary_layers,
                                                struct sm_point_guess **out);
void sm_point_guess_destroy(struct sm_point_guess **guess);

/* Horizontal wind (m/s, grid directions) above a point (m from the south-west corner of the domain)
 * at `count` heights (m above the ground there): wind[count][2]. The roughness is that of the
 * domain's column. May be called by any thread of the OpenMP team size at creation. */
void sm_point_guess_column(const struct sm_point_guess *guess, const double at[2], int count,
                           const double *height, double (*wind)[2]);

#endif
