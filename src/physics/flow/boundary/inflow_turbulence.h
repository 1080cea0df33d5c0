/* physics/flow/boundary/inflow_turbulence.h - inflow turbulence of the boundaries of a flow:
 * synthetic, of filtered random numbers, or recycled from a plane further inside
 * (cell/momentum/inflow_turbulence.h). */
#ifndef SM_PHYSICS_FLOW_BOUNDARY_INFLOW_TURBULENCE_H
#define SM_PHYSICS_FLOW_BOUNDARY_INFLOW_TURBULENCE_H

#include "physics/flow/fields.h"
#include "physics/flow/view.h"

/* inflow_statistics.c */

/* Arrays of the host, of all elements of the plane. */
struct sm_inflow_statistics {
  double *length[3]; /* m, along x, y, z */
  /* m/s of component d for a gust e of 1: amplitude + plane_of[d][e] times the size of the plane;
   * -1: gust e has no part in it. */
  float *amplitude;
  int plane_of[3][3], planes;
};

/* Of a side whose mean velocity on the plane is `mean`, m/s. Gusts that are taken from inside have
 * amplitude 1. Free it also after an error. Errors: ERR_MEMORY, ERR_CASE (lengths, strengths or
 * covariances that cannot be, at a place that is told). */
SM_CHECKED enum sm_status sm_inflow_statistics_find(struct sm_context *ctx, const struct sm_case *c,
                                                    const struct sm_flow *flow, int side,
                                                    double *const mean[3],
                                                    struct sm_inflow_statistics *out);
void sm_inflow_statistics_free(struct sm_inflow_statistics *wanted);

/* inflow_turbulence.c */

#define SM_INFLOW_TURBULENCE_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                               \
  ARRAY(float, signal, [3], self -> size)                                                          \
  REALS(inside, [3], self -> size) /* m/s, mean on the plane inside; of recycled turbulence */

/* Of a side. Arrays are of the device, in the order of flow->plane. */
struct sm_inflow_turbulence_side {
  SM_STATE_MEMBERS(SM_INFLOW_TURBULENCE_STATE)
  size_t size;            /* elements of the plane */
  bool made, recycled;    /* neither: the air flows in as it is given */
  union sm_reals mean[3]; /* m/s, what is given */
  float *weight, *rate;
  float *amplitude[3][3]; /* m/s of component d for a gust e of 1; NULL: none */
  double *less;
  float *number[3], *half[3], *fresh[3]; /* drawn; smeared along one axis, along both */
  struct sm_inflow_weights *weights;     /* of all elements, of both axes */
  size_t filters;
  int reach[2];
  int wrap[2];     /* places after which they begin anew; 0: never */
  double variance; /* what is left of 1 when no gust changes what flows in */
  double time;     /* s, of the mean inside */
  int face, cell;  /* of the plane inside, across the side */
};

struct sm_inflow_turbulence {
  const struct sm_flow *flow; /* borrowed */
  struct sm_inflow_turbulence_side side[SM_SIDES];
};

/* Of the sides through which air flows in turbulent, as the case has it. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_inflow_turbulence_make(struct sm_context *ctx, const struct sm_case *c,
                                                    const struct sm_flow *flow,
                                                    struct sm_inflow_turbulence *out);

/* flow->plane at the end of step `step`, the first is 0, which the clock of the flow tells the
 * length of; `wind`: that of its start, with ghosts. */
void sm_inflow_turbulence_step(const struct sm_inflow_turbulence *inflow, int wind, int64_t step);

/* What the next steps depend on. */
void sm_inflow_turbulence_parts(struct sm_inflow_turbulence *inflow, struct sm_flow_view *view);

#endif
