/* physics/compressible/set_state.h - the present air from arrays of a caller. */
#ifndef SM_PHYSICS_COMPRESSIBLE_SET_STATE_H
#define SM_PHYSICS_COMPRESSIBLE_SET_STATE_H

#include "physics/compressible/fields.h"

enum { SM_COMPRESSIBLE_SETTABLE = 5 };

/* The wind, temperature, pressure over the background, n < SM_COMPRESSIBLE_SETTABLE. */
const char *sm_compressible_settable(int n);

/* Sets one of them in dry air, at constant density: a component of the wind by the mean of both
 * faces of a cell (m/s), without a change of temperature; temperature (K) or pressure (Pa) without
 * a change of the wind. What is in solids is kept. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_compressible_set(struct sm_context *ctx,
                                              const struct sm_compressible_fields *gas, int n,
                                              const double *values);

#endif
