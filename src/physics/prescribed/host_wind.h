/* host_wind.h - wind on faces on the host, before it is copied to the state. */
#ifndef SM_PHYSICS_PRESCRIBED_HOST_WIND_H
#define SM_PHYSICS_PRESCRIBED_HOST_WIND_H

#include "domain/domain.h"
#include "domain/grid/state.h"
#include "domain/weather/weather.h"

/* Component d on the low face of cell i, j, k is at i + j sy + k sz, as in a state. */
struct sm_host_wind {
  double *u[3];     /* m/s; one allocation */
  float *single[3]; /* in their place in single precision, else NULL */
  bool borrowed;    /* `single` is the memory of the state */
  ptrdiff_t sy, sz;
  size_t size; /* elements of a component */
};

/* Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_host_wind_create(struct sm_context *ctx, const struct sm_state *state,
                                              struct sm_host_wind *out);
/* In the precision of the state, and in its memory where that is on the host. */
SM_CHECKED enum sm_status sm_host_wind_create_alike(struct sm_context *ctx,
                                                    const struct sm_state *state,
                                                    struct sm_host_wind *out);
void sm_host_wind_free(struct sm_host_wind *wind);

/* Where a wind of a file is read to. */
struct sm_face_target sm_host_wind_target(const struct sm_host_wind *wind);

/* Sets the velocity to 0. */
void sm_host_wind_clear(struct sm_host_wind *wind);

/* Sets the velocity on closed faces to 0. */
void sm_host_wind_close_faces(const struct sm_domain *domain, struct sm_host_wind *wind);

/* max |div u| h / U over the fluid cells, as in run.h; 0 without wind. */
double sm_host_wind_divergence(const struct sm_domain *domain, const struct sm_host_wind *wind);

/* Copies to the state in its precision, and (double precision) back. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status
sm_host_wind_store(struct sm_context *ctx, const struct sm_host_wind *wind, struct sm_state *state);
SM_CHECKED enum sm_status sm_host_wind_load(struct sm_context *ctx, const struct sm_state *state,
                                            struct sm_host_wind *wind);

/* library_wind.c: Wind at the reference of a library, from a reading of the station; convergence:
 * of the meridians, deg. */
struct sm_library_wind sm_library_wind_of(const struct sm_wind_library *library,
                                          const struct sm_station_reading *reading,
                                          double convergence);

#endif
