/* state.h - state of a model: fields on the device, in the precision of the run. */
#ifndef SM_DOMAIN_GRID_STATE_H
#define SM_DOMAIN_GRID_STATE_H

#include "device/device.h"
#include "domain/grid/grid.h"
#include "simoom/fields.h"

/* The fields of a state are the first of simoom/fields.def. */
enum { SM_STATE_FIELDS = SM_FIELD_WW + 1 };

/* Element (i, j, k) of a field is at i + j sy + k sz, with room for the high boundary faces and one
 * element beyond: i <= nx + 2, j <= ny, k <= nz. */
struct sm_state {
  struct sm_device *device; /* borrowed */
  unsigned borrowed;        /* bits of fields that a model owns */
  ptrdiff_t sy, sz;
  size_t size;                           /* elements of a field */
  union sm_reals field[SM_STATE_FIELDS]; /* NULL where a run has no use for it */
  const char *base;      /* folder and begin of the names of a run's files; NULL: not known */
  const float *distance; /* m to the nearest wall, cells in the layout of a field; NULL: not known,
                            else of the model that computes it */
};

/* Allocates the fields of which a bit is set in `fields`, zeroed. Errors: ERR_MEMORY, ERR_DEVICE.
 */
SM_CHECKED enum sm_status sm_state_create(struct sm_context *ctx, struct sm_device *device,
                                          const struct sm_grid *grid, unsigned fields,
                                          struct sm_state **out);
/* The same, of a model whose own fields are the wind: U, V and W are lent by it, and all fields
 * have the strides of those of a flow (cell/momentum/fields.h). */
SM_CHECKED enum sm_status sm_state_create_borrowed(struct sm_context *ctx, struct sm_device *device,
                                                   const struct sm_grid *grid, unsigned fields,
                                                   struct sm_state **out);
void sm_state_destroy(struct sm_state **state);

size_t sm_state_real_size(const struct sm_state *state); /* bytes of an element: 4 or 8 */

#endif
