/* physics/flow/boundary/inflow_turbulence.h - inflow turbulence at the boundaries of a flow:
 * synthetic, from filtered random numbers, or recycled from a plane inside the domain
 * (cell/momentum/inflow_turbulence.h). */
#ifndef SM_PHYSICS_FLOW_BOUNDARY_INFLOW_TURBULENCE_H
#define SM_PHYSICS_FLOW_BOUNDARY_INFLOW_TURBULENCE_H

#include "physics/flow/fields.h"
#include "physics/flow/view.h"

/* inflow_statistics.c */

/* Statistics of all elements of the plane, on the host. */
struct sm_inflow_statistics {
  double *length[3]; /* m, along x, y, z */
  /* Velocity of component d for a unit signal e, m/s: at amplitude + plane_of[d][e] times the size
   * of the plane; -1: signal e does not contribute. */
  float *amplitude;
  int plane_of[3][3], planes;
};

/* Statistics for a side with mean velocity `mean` on the plane, m/s. Recycled turbulence has
 * amplitude 1. Free it also after an error. Errors: ERR_MEMORY, ERR_CASE (impossible lengths,
 * intensities or covariances; the message names the place). */
SM_CHECKED enum sm_status sm_inflow_statistics_find(struct sm_context *ctx, const struct sm_case *c,
                                                    const struct sm_flow *flow, int side,
                                                    double *const mean[3],
                                                    struct sm_inflow_statistics *out);
void sm_inflow_statistics_free(struct sm_inflow_statistics *wanted);

/* inflow_turbulence.c */

#define SM_INFLOW_TURBULENCE_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                               \
  ARRAY(float, signal, [3], self -> size)                                                          \
  REALS(inside, [3], self -> size) /* m/s, time mean on the recycling plane */

/* Inflow turbulence of a side. Arrays are on the device, in the order of flow->plane. */
struct sm_inflow_turbulence_side {
  SM_STATE_MEMBERS(SM_INFLOW_TURBULENCE_STATE)
  size_t size;            /* elements of the plane */
  bool made, recycled;    /* synthetic or recycled; neither: steady inflow */
  union sm_reals mean[3]; /* m/s, prescribed mean */
  float *weight, *rate;
  float *amplitude[3][3];        /* velocity of component d per unit signal e, m/s; NULL: none */
  float *per_length, *intensity; /* in weather that changes: rate over speed, 1/m, and amplitude
                                    over speed; NULL: none, amplitudes are given */
  double *less;
  float *number[3], *half[3], *fresh[3]; /* random numbers; filtered along one axis, along both */
  struct sm_inflow_weights *weights;     /* of all elements, along both axes */
  size_t filters;
  int reach[2];
  int wrap[2];     /* period of the random numbers along the plane; 0: none */
  double variance; /* remaining variance of the normal signal once its mean flow rate is removed */
  double time;     /* averaging time on the recycling plane, s */
  int face, cell;  /* indices of the recycling plane across the side */
};

/* Makes per_length and intensity of a side that follows the weather (inflow_statistics.c). Errors:
 * as of sm_inflow_statistics_find. */
SM_CHECKED enum sm_status sm_inflow_statistics_scale(struct sm_context *ctx,
                                                     const struct sm_case *c,
                                                     const struct sm_flow *flow, int side,
                                                     struct sm_inflow_turbulence_side *g);

/* Sets the mean wind of a side that follows the weather to that at the end of the step, and the
 * strength of its turbulence (weather_boundaries.c). */
void sm_inflow_follow_weather(const struct sm_flow *flow, int side,
                              const struct sm_inflow_turbulence_side *g);

struct sm_inflow_turbulence {
  const struct sm_flow *flow; /* borrowed */
  struct sm_inflow_turbulence_side side[SM_SIDES];
};

/* Makes the turbulence of all inflow sides for which the case asks. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_inflow_turbulence_make(struct sm_context *ctx, const struct sm_case *c,
                                                    const struct sm_flow *flow,
                                                    struct sm_inflow_turbulence *out);

/* Sets flow->plane, and boundary winds that follow the weather, at the end of step `step` (the
 * first is 0), whose length is in the clock of the flow; `wind`: velocity at its start, with
 * ghosts. */
void sm_inflow_turbulence_step(const struct sm_inflow_turbulence *inflow, int wind, int64_t step);

/* Adds the prognostic arrays to the view. */
void sm_inflow_turbulence_parts(struct sm_inflow_turbulence *inflow, struct sm_flow_view *view);

#endif
