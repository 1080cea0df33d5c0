/* physics/compressible/set_state.h - current state of the compressible solver set from arrays of
 * the caller. */
#ifndef SM_PHYSICS_COMPRESSIBLE_SET_STATE_H
#define SM_PHYSICS_COMPRESSIBLE_SET_STATE_H

#include "physics/compressible/fields.h"

enum { SM_COMPRESSIBLE_SETTABLE = 5 };

/* Names of the settable fields: velocity components, temperature, pressure above the background; n
 * < SM_COMPRESSIBLE_SETTABLE. */
const char *sm_compressible_settable(int n);

/* Sets one of them in dry air, at constant density: a velocity component by the mean of both faces
 * of a cell (m/s) at constant temperature; temperature (K) or pressure (Pa) at constant velocity.
 * Solid cells are not changed. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_compressible_set(struct sm_context *ctx,
                                              const struct sm_compressible_fields *gas, int n,
                                              const double *values);

#endif
