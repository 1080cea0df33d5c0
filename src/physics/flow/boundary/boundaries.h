/* physics/flow/boundary/boundaries.h - boundary conditions of a flow: walls, inflow, outflow,
 * periodic. */
#ifndef SM_PHYSICS_FLOW_BOUNDARY_BOUNDARIES_H
#define SM_PHYSICS_FLOW_BOUNDARY_BOUNDARIES_H

#include "physics/flow/fields.h"
#include "physics/flow/view.h"

/* prescribed_velocity.c */

/* A plane has elements -SM_FLOW_GHOSTS to n + SM_FLOW_GHOSTS along both of its axes. */
enum { SM_FLOW_PLANE_GHOSTS = 2 * SM_FLOW_GHOSTS + 1 };

/* "west" ... */
const char *sm_flow_side_name(int side);

/* Axes of the boundary plane across axis d, in ascending order. */
void sm_flow_plane_axes(int d, int *p, int *q);

/* Number of elements of the plane of a side; index of the element p = q = 0. */
size_t sm_flow_plane_size(const struct sm_flow *flow, int side);
ptrdiff_t sm_flow_plane_origin(const struct sm_flow *flow, int side);

/* Component d on the plane of a side, at p = q = 0; NULL if not prescribed. */
union sm_reals sm_flow_plane_at(const struct sm_flow *flow, int side, int d);

/* Whether element (a, b) of a plane, or the nearest one in the domain, is next to a fluid cell. */
bool sm_flow_boundary_is_open(const struct sm_flow *flow, int side, int a, int b);

/* Values of an expression on the plane of a side at the positions of velocity component
 * `component`, for all elements. Errors: ERR_MEMORY, ERR_CASE (a value that is not finite). */
SM_CHECKED enum sm_status sm_flow_boundary_values(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_flow *flow, int side,
                                                  int component, const struct sm_case_expression *e,
                                                  double *out);

/* Makes flow->plane of all sides. Where the case prescribes the velocity on all open sides, inflow
 * and outflow may differ by the discretisation error of the side's cells; the difference is spread
 * evenly over them. Errors: ERR_MEMORY, ERR_DEVICE, ERR_CASE (a larger imbalance; or inflow through
 * outflow sides). */
SM_CHECKED enum sm_status sm_flow_prescribed_make(struct sm_context *ctx, const struct sm_case *c,
                                                  struct sm_flow *flow,
                                                  const struct sm_host_wind *weather);

/* Wind on the elements of the plane of a side: on the side, or in the cells next to it. n: cells.
 */
void sm_flow_boundary_sample(const int n[3], const struct sm_host_wind *wind, int side,
                             int component, double *out);

/* Makes a sampled plane that of the ghosts: 0 at walls, twice the tangential wind. */
void sm_flow_boundary_plane(const struct sm_flow *flow, int side, int component, double *plane);

/* Positions (m, in the coordinates of expressions) along axis e of velocity component d, for
 * elements -SM_FLOW_GHOSTS to n + SM_FLOW_GHOSTS; elements beyond a side have the position of the
 * side. */
void sm_flow_positions(const struct sm_flow *flow, double margin, int d, int e, double *out);

/* weather_boundaries.c */

/* Boundary winds of weather that changes: the diagnostic winds of its times, linear in between. */
struct sm_flow_weather {
  int count;    /* times, at least 2 */
  double *time; /* s since the first output */
  /* Of each side: mean outward wind and mean horizontal speed, m/s, [time]; and the planes
   * [time][element], NULL on sides that do not follow the weather. */
  double *out[SM_SIDES], *speed[SM_SIDES], *plane[SM_SIDES][3];
  double *layer[2]; /* mean wind in the layers of cells, m/s, [time][layers] */
  int layers;
  size_t size[SM_SIDES];
  double *block;                                          /* memory of all these */
  union sm_reals before[SM_SIDES][3], after[SM_SIDES][3]; /* device: planes around the time */
  struct sm_weather_plane *planes;                        /* of other values; a list */
  int interval;                                           /* that they are for; -1: none */
};

/* Takes memory for the winds of domain->weather.forcing. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_flow_weather_create(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_domain *domain,
                                                 struct sm_flow_weather **out);
void sm_flow_weather_free(struct sm_flow_weather **weather);

/* Takes the wind of time t. */
void sm_flow_weather_take(struct sm_flow_weather *weather, const struct sm_domain *domain,
                          const struct sm_host_wind *wind, int t);

/* Hands the winds to a flow, and says what it follows; *weather becomes NULL. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_weather_attach(struct sm_context *ctx, const struct sm_case *c,
                                                 struct sm_flow *flow,
                                                 struct sm_flow_weather **weather);

/* Prepares a step from `time` (s) on: the planes around it, and which sides are inflow and outflow.
 * *turned: sides became inflow or outflow; ghost rules of the wind are made anew. Does nothing in
 * steady weather. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_weather_begin(struct sm_context *ctx, const struct sm_case *c,
                                                struct sm_flow *flow, double time, bool *turned);

/* Adds values other than the wind on elements n[0] x n[1] of a plane: `value` [time][element].
 * *now: device, at first those of the first time, then those at the end of the step. Errors:
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_weather_add(struct sm_context *ctx, struct sm_flow *flow,
                                              const int n[2], const double *value,
                                              union sm_reals *now);

/* Sets these values to those at the end of the step in the clock. */
void sm_flow_weather_planes(const struct sm_flow *flow);

/* Next time of the weather after `time`, s, which a step must not pass; INFINITY: none. */
double sm_flow_weather_next(const struct sm_flow *flow, double time);

/* Geostrophic wind at a time, m/s: of the case, or of the weather; 0 without one. */
void sm_flow_geostrophic(const struct sm_flow *flow, double time, double out[2]);

/* First time of the weather around the step, and time to the second, s. */
void sm_flow_weather_interval(const struct sm_flow *flow, double *begin, double *span);

/* Whether a side of the flow follows changing weather. */
bool sm_flow_weather_has(const struct sm_flow *flow, int side);

/* weather_scalars.c */

/* A scalar at the sides that follow the weather, in their cells: [time][q][p], NULL on other sides,
 * and on all where it does not change. */
struct sm_weather_scalar {
  double *value[SM_SIDES];
  bool is_change; /* since the first time; else the value itself */
};

/* Cells along a side; all cells for side -1. */
struct sm_box sm_flow_side_cells(const struct sm_flow *flow, int side);

/* Takes memory for the sides that follow the weather. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_scalar_create(struct sm_context *ctx,
                                                   const struct sm_flow *flow,
                                                   struct sm_weather_scalar *out);

/* Finds a tracer, kg/m3, or (NULL) the potential temperature, K: in a nest from the coarser run,
 * else as the change of the temperature of stations and weather model. Errors: ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_scalar_find(struct sm_context *ctx, const struct sm_flow *flow,
                                                 const char *tracer, struct sm_weather_scalar *out);
void sm_weather_scalar_free(struct sm_weather_scalar *scalar);

/* Its values in all cells at the start, [z][y][x], of a nest or, for the temperature, of a weather
 * model with temperatures at its levels; *known false: neither. Errors: the same. */
SM_CHECKED enum sm_status sm_weather_scalar_start(struct sm_context *ctx,
                                                  const struct sm_flow *flow, const char *tracer,
                                                  bool *known, double *out);

/* weather_temperature.c */

/* Whether the temperature of the flow starts from that of a weather model by height. */
bool sm_weather_has_levels(const struct sm_flow *flow);

/* Potential temperature of a weather model at the start in the cells of sm_flow_side_cells, K,
 * [z][y][x]; *known false: it has no temperatures at its levels. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_temperature_start(struct sm_context *ctx,
                                                       const struct sm_flow *flow, int side,
                                                       bool *known, double *out);

/* Its change since the start at the sides that follow the weather, by height where the model has
 * levels, else the change near the surface. *out stays empty without a change. Errors: ERR_MEMORY.
 */
SM_CHECKED enum sm_status sm_weather_temperature_change(struct sm_context *ctx,
                                                        const struct sm_flow *flow,
                                                        struct sm_weather_scalar *out);

/* nudging.c */

/* Rim of cells in which a flow relaxes towards the weather of a side. */
struct sm_flow_nudging {
  const struct sm_flow *flow;    /* borrowed; NULL: none */
  union sm_reals rate[SM_SIDES]; /* device: at faces, then at centres of cells across the side, 1/s;
                                    NULL: not nudged */
  union sm_reals open[SM_SIDES]; /* [q][p]: 1 next to fluid cells, else 0 */
  struct sm_box box[SM_SIDES];   /* cells of the rim */
};

/* Makes the rims of flow.nudging_width; warns where nothing changes. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_nudging_make(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_flow *flow,
                                               struct sm_flow_nudging *out);

/* Relaxes a velocity; and a scalar at cells, towards the values `plane`, [q][p], of each side. */
void sm_flow_nudge_wind(const struct sm_flow_nudging *nudging, int wind);
void sm_flow_nudge_scalar(const struct sm_flow_nudging *nudging, union sm_reals field,
                          const union sm_reals plane[SM_SIDES]);

/* Part of the elements `own` in the rim of a side; false: none of them. */
bool sm_flow_nudging_box(const struct sm_flow_nudging *nudging, int side, const struct sm_box *own,
                         struct sm_box *out);

/* Arguments of a rim for component `component` (-1: cells) of a flow; planes with ghosts, or those
 * of cells. */
struct sm_nudging_rim sm_flow_nudging_rim(const struct sm_flow_nudging *nudging, int side,
                                          int component, bool ghosts);

/* boundaries.c */

/* Mean outward velocity over the open faces of a side, and mean horizontal speed (m/s). */
void sm_flow_boundary_mean(const struct sm_domain *domain, const struct sm_host_wind *wind,
                           int side, double *out, double *speed);

/* Mean of component d over the fluid cells of layer k, m/s. */
double sm_flow_layer_wind(const struct sm_domain *domain, const struct sm_host_wind *wind, int d,
                          int k);

/* Kinds of the sides of kind `weather` in weather that changes: outflow where the mean wind leaves,
 * else inflow, with the wind of the weather; the side with most outflow is one in any case. */
void sm_flow_kinds_by_wind(const struct sm_case *c, const struct sm_domain *domain,
                           const double out[SM_SIDES], const double speed[SM_SIDES],
                           enum sm_boundary_kind kind[SM_SIDES]);

/* Makes area and ghost rules of sides whose kind has changed. */
void sm_flow_boundaries_turn(const struct sm_case *c, struct sm_flow *flow);

/* Finds the kinds of the sides; kind `weather` is resolved by the wind through the side. Errors:
 * ERR_CASE. */
SM_CHECKED enum sm_status sm_flow_boundaries_find(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_domain *domain,
                                                  const struct sm_host_wind *weather,
                                                  struct sm_flow_boundaries *out);

/* Fails if the grid has too few cells along an axis. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_flow_check_cells(struct sm_context *ctx, const struct sm_case *c,
                                              const struct sm_domain *domain);

/* Makes the ghost rules and planes of a flow whose fields are allocated. Errors: ERR_MEMORY,
 * ERR_DEVICE, ERR_CASE (as of sm_flow_prescribed_make). */
SM_CHECKED enum sm_status sm_flow_boundaries_make(struct sm_context *ctx, const struct sm_case *c,
                                                  struct sm_flow *flow,
                                                  const struct sm_host_wind *weather);

/* Open faces of the cells for the pressure: faces between fluid cells, and those on periodic sides,
 * but not on other sides. [nz][ny][nx] on the host; freed with sm_free. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_flow_open_faces(struct sm_context *ctx, const struct sm_flow *flow,
                                             uint8_t **out);

/* Fills the ghost values of a velocity field, after a halo exchange of several processes. */
void sm_flow_ghosts(const struct sm_flow *flow, int wind);

/* The same of one component. */
void sm_flow_component_ghosts(const struct sm_flow *flow, int wind, int component);

/* The same of a cell-centred field: periodic, or mirrored. */
void sm_flow_cell_ghosts(const struct sm_flow *flow, union sm_reals field);

/* Sets the faces on outflow sides, at stage `share` of a step from wind `from` with wind `now`. */
void sm_flow_outflow(const struct sm_flow *flow, int from, int now, int to, double share);

/* Sets the faces on outflow sides across an axis to the velocity of the next faces inside: zero
 * gradient. */
void sm_flow_outflow_gradient(const struct sm_flow *flow, int wind, int axis);

/* Measures the flow rate through the sides, and balances the inflow by the outflow sides. */
void sm_flow_balance(const struct sm_flow *flow, int wind);

/* Inflow turbulence at the boundaries of a flow: synthetic, from filtered random numbers, or
 * recycled from a plane inside the domain (cell/momentum/inflow_turbulence.h). */

/* inflow_statistics.c */

/* Statistics of all elements of the plane, on the host. */
struct sm_inflow_statistics {
  double *length[3]; /* m, along x, y, z */
  /* Velocity of component d for a unit signal e, m/s: at amplitude + plane_of[d][e] times the size
   * of the plane; -1: signal e does not contribute. */
  float *amplitude;
  int plane_of[3][3], planes;
};

/* Friction velocity of a logarithmic profile through the speeds at about 10 m and 50 m, in a low
 * domain at a fourth and a half of its height: there a profile is that of the surface upstream,
 * whose roughness may be another one than that of the ground here. Heights (m) and speeds (m/s) of
 * layers `floor` to n - 1. */
double sm_flow_friction_velocity(const double *height, const double *speed, int floor, int n);

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
