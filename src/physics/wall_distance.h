/* wall_distance.h - distance from every cell centre to the nearest wall. */
#ifndef SM_PHYSICS_WALL_DISTANCE_H
#define SM_PHYSICS_WALL_DISTANCE_H

#include "domain/grid/state.h"

/* One float per cell, on the device, in the layout of a state's field, so that kernels index wind
 * and distance alike and it is written like any other field. Always single precision: the relative
 * error is below 1e-6, whereas walls are only known to half a cell. Elements that are not cells are
 * 0, as if the grid were surrounded by walls. */
struct sm_wall_distance {
  struct sm_device *device; /* borrowed */
  size_t size;              /* elements */
  float *d;                 /* m; 0 in solid cells, INFINITY without any wall */
};

/* Exact Euclidean distances to the boxes of the solid cells (those without open faces in `cell`,
 * [nz][ny][nx] as in the domain) and, with `ground`, to the bottom of the grid. The other sides of
 * the grid are not walls. The time is proportional to the number of cells, for any solids.
 * Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_wall_distance_create(struct sm_context *ctx,
                                                  const struct sm_state *state,
                                                  const struct sm_grid *grid, const uint8_t *cell,
                                                  bool ground, struct sm_wall_distance **out);
void sm_wall_distance_destroy(struct sm_wall_distance **distance);

#endif
