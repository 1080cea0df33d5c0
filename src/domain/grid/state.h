/* state.h - model state: fields on the device, in the precision of the run. */
#ifndef SM_DOMAIN_GRID_STATE_H
#define SM_DOMAIN_GRID_STATE_H

#include "cell/momentum/fields.h"
#include "device/device.h"
#include "domain/grid/grid.h"
#include "simoom/fields.h"

/* A state holds the first fields of simoom/fields.def. */
enum { SM_STATE_FIELDS = SM_FIELD_WIND_SPEED_MEAN + 1 };

/* Element (i, j, k) of a field has the index i + j sy + k sz. The strides leave room for the high
 * boundary faces and one more element: i <= nx + 2, j <= ny, k <= nz. */
struct sm_state {
  struct sm_device *device; /* borrowed */
  unsigned borrowed;        /* bit mask of fields owned by a model */
  bool independent_times;   /* the wind of a time does not depend on those computed before it */
  ptrdiff_t sy, sz;
  size_t size;                           /* elements per field */
  union sm_reals field[SM_STATE_FIELDS]; /* NULL for fields that the run does not use */
  const char *base;                      /* path prefix of the output files; may be NULL */
  const float *distance; /* wall distance, m, per cell in the layout of a field; owned by the model
                          * that computes it, may be NULL */
};

/* Allocates the fields in the bit mask `fields` and sets them to zero. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_state_create(struct sm_context *ctx, struct sm_device *device,
                                          const struct sm_grid *grid, unsigned fields,
                                          struct sm_state **out);
/* Layout of the fields of a flow solver (cell/momentum/fields.h) on a device. */
struct sm_flow_layout sm_flow_layout_on(const struct sm_device *device, const int n[3]);

/* Creates the state of a model that owns its wind fields: U, V and W are borrowed from it, and all
 * fields have the strides of a flow solver (cell/momentum/fields.h). */
SM_CHECKED enum sm_status sm_state_create_borrowed(struct sm_context *ctx, struct sm_device *device,
                                                   const struct sm_grid *grid, unsigned fields,
                                                   struct sm_state **out);
/* Creates a state with the layout and the fields of another, all in memory of its own. */
SM_CHECKED enum sm_status sm_state_create_like(struct sm_context *ctx, const struct sm_state *other,
                                               struct sm_state **out);
void sm_state_destroy(struct sm_state **state);

size_t sm_state_real_size(const struct sm_state *state); /* bytes per element: 4 or 8 */

#endif
