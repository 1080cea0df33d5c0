/* physics/diagnostic/internal.h - diagnostic wind model: first guess, slope flow, lee separation,
 * weights, warm start. */
#ifndef SM_PHYSICS_DIAGNOSTIC_INTERNAL_H
#define SM_PHYSICS_DIAGNOSTIC_INTERNAL_H

#include "case/case.h"
#include "cell/diagnostic/internal_boundary_layer.h"
#include "device/array_store.h"
#include "domain/domain.h"
#include "domain/grid/state.h"
#include "physics/surface.h"
#include "physics/urban/urban.h"
#include "solve/poisson.h"

/* alpha.c */

/* Pasquill stability class: by day from the short-wave radiation (W/m2), at night from the cloud
 * cover (0 to 1), and from the wind (m/s at 10 m), with the limits of WindNinja. */
enum sm_stability_class sm_stability_class_of(double short_wave, double cloud, double speed);

/* alpha1 / alpha2 of a stability class: from 5 (A, very unstable) over 1 (D, neutral) to 0.2 (F,
 * stable), after Homicz (2002), as in WindNinja. */
double sm_stability_alpha(enum sm_stability_class stability);

/* alpha1 / alpha2 at a time of the weather, by the method of the case: given; from a stability
 * class, given or from sun, cloud and wind; or from 1 / phi(z / L) at 10 m, the factor by which
 * stratification changes vertical relative to horizontal mixing, averaged over the stations.
 * Errors: ERR_CASE (no date or place for the sun). */
SM_CHECKED enum sm_status sm_alpha_find(struct sm_context *ctx, const struct sm_case *c,
                                        const struct sm_domain *domain, int time, double *alpha);

/* The same of the stability alone, whatever alpha the case gives. */
SM_CHECKED enum sm_status sm_stability_alpha_find(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_domain *domain, int time,
                                                  double *alpha);

/* station_match.c */

/* Weather whose first `stations` stations have readings of their own, in the store; the rest is
 * that of `from`. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_copy(struct sm_context *ctx, struct sm_store *store,
                                          const struct sm_weather *from, int stations,
                                          struct sm_weather *out);

/* direction_spread.c */

enum { SM_DIRECTION_NODES = 3 };

/* Mean wind over a normal distribution of wind directions. */
struct sm_direction_spread;

/* Standard deviation of the wind direction (deg) at the alpha of a stability class: from 2.5 (F)
 * over 10 (D) to 25 (A), between classes linear in ln alpha. */
double sm_direction_spread_of_alpha(double alpha);

/* *out is NULL if the direction of the case is steady. Borrows case, domain and state. Errors:
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_direction_spread_create(struct sm_context *ctx,
                                                     const struct sm_case *c,
                                                     const struct sm_domain *domain,
                                                     struct sm_state *state,
                                                     struct sm_direction_spread **out);
void sm_direction_spread_destroy(struct sm_direction_spread **spread);

/* The domain with the weather of the current node: all parts of the model see this one. */
const struct sm_domain *sm_direction_spread_domain(const struct sm_direction_spread *spread);

/* Sets the weather of a time to the given one, turned to a node; the last one is the mean
 * direction. Errors: those of sm_alpha_find. */
SM_CHECKED enum sm_status sm_direction_spread_turn(struct sm_context *ctx,
                                                   struct sm_direction_spread *spread,
                                                   const struct sm_weather *weather, int time,
                                                   int node);

/* Adds the wind of the state at a node to the means; after the last node the state holds the mean
 * wind, and the mean horizontal speed. */
void sm_direction_spread_add(struct sm_direction_spread *spread, int node);

/* first_guess.c */

struct sm_first_guess_model;

/* domain and state must outlive it. internal_boundary_layers: the wind adapts over a fetch behind
 * changes of roughness. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_first_guess_create(struct sm_context *ctx,
                                                const struct sm_domain *domain,
                                                struct sm_state *state,
                                                bool internal_boundary_layers,
                                                struct sm_first_guess_model **out);
void sm_first_guess_destroy(struct sm_first_guess_model **guess);

/* On the device: ground height in padded columns, as in struct sm_first_guess, and heights of layer
 * centres; m above the bottom of the grid. */
const float *sm_first_guess_ground(const struct sm_first_guess_model *guess);
const float *sm_first_guess_layers(const struct sm_first_guess_model *guess);

/* Sets u and v of the state on the open faces of a level, 0 on the others, and w to 0. weather:
 * that of the domain, perhaps with other readings. urban: records the wind over the blocks; may be
 * NULL. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_first_guess_make(struct sm_context *ctx,
                                              struct sm_first_guess_model *guess,
                                              const struct sm_weather *weather,
                                              const struct sm_mg_level *level, int time,
                                              struct sm_urban_model *urban);

/* internal_boundary_layer.c */

/* Map of ln z0 on the host, *size elements, owned by the caller; NULL where the roughness length is
 * the same everywhere. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_roughness_map_create(struct sm_context *ctx,
                                                  const struct sm_domain *domain,
                                                  struct sm_roughness_map *map, size_t *size,
                                                  float **ln_z0);

/* Arguments of the kernel that finds the factors of internal boundary layers, but for ground and z;
 * arrays are in the store. factor is NULL where the roughness length is the same everywhere.
 * Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_roughness_fetch_create(struct sm_context *ctx,
                                                    const struct sm_domain *domain,
                                                    const struct sm_state *state,
                                                    struct sm_store *store,
                                                    struct sm_roughness_fetch *out);

/* lee_separation.c */

/* Depth of the separated flow above the ground, m, [ny][nx]; 0: attached. wind: unit vector of the
 * wind direction; critical: slope at which the flow separates, m per m. */
void sm_lee_depths(const struct sm_domain *domain, const double wind[2], double critical,
                   float *depth);

/* Lee separation model on a device. */
struct sm_lee_model;

/* *out is NULL if the case has no lee model. Borrows case, domain and device. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_lee_create(struct sm_context *ctx, const struct sm_case *c,
                                        const struct sm_domain *domain, struct sm_device *device,
                                        struct sm_lee_model **out);
void sm_lee_destroy(struct sm_lee_model **lee);

/* Slows the first guess of a time behind crests; the wind direction is the mean over the stations.
 * Does nothing with lee NULL or in a calm. ground, z: as in struct sm_first_guess, on the device.
 * Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_lee_apply(struct sm_context *ctx, struct sm_lee_model *lee, int time,
                                       const struct sm_mg_level *level, const float *ground,
                                       const float *z, struct sm_state *state);

/* slope_flow.c */

/* Slope flow layer of every column, [ny][nx] each. */
struct sm_slope_flow_winds {
  float *u, *v, *w; /* m/s, mean over the layer, along grid x, grid y and up */
  float *depth;     /* m; 1 where the flow is attached */
};

/* Speed of the layer (m/s, positive upslope) from the heat flux of the ground (W/m2), the distance
 * along the slope from where the flow starts and its rise (m, both positive), and the sine of the
 * local slope. */
double sm_slope_flow_speed(const struct sm_case_slope_flow *flow, double heat, double way,
                           double rise, double sine);

/* Fills the arrays of `out`. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_slope_flow_find(struct sm_context *ctx,
                                             const struct sm_case_slope_flow *flow,
                                             const struct sm_domain *domain,
                                             const struct sm_sky_conditions *sky,
                                             const struct sm_slope_flow_winds *out);

/* Slope flow model on a device. */
struct sm_slope_flow;

/* *out is NULL if the case has no slope flow. Borrows case, domain and device. Errors: ERR_CASE
 * (no
 * date or place for the sun), ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_slope_flow_create(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_domain *domain,
                                               struct sm_device *device,
                                               struct sm_slope_flow **out);
void sm_slope_flow_destroy(struct sm_slope_flow **flow);

/* Adds the slope winds of a time to the first guess; does nothing with flow NULL. ground: in padded
 * columns, on the device (struct sm_first_guess). Errors: ERR_CASE, ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_slope_flow_add(struct sm_context *ctx, struct sm_slope_flow *flow,
                                            int time, const struct sm_mg_level *level,
                                            const float *ground, struct sm_state *state);

/* warm_start.c */

struct sm_warm_start;

/* Initial guess for the times of a domain in sequence, with one solver. With more than two
 * times the last solution is stored beside the one in the solver. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_warm_start_create(struct sm_context *ctx,
                                               const struct sm_domain *domain,
                                               struct sm_poisson *poisson,
                                               struct sm_warm_start **out);
void sm_warm_start_destroy(struct sm_warm_start **start);

/* Makes the next time the first one. */
void sm_warm_start_forget(struct sm_warm_start *start);

/* Sets the solver's x to an initial guess for `time`: the linear combination of the last two
 * solutions whose station winds fit those of the time best. If the wind depends linearly on the
 * stations this is the solution itself, for all directions of a rose. Returns false for the first
 * time, which has no guess. */
bool sm_warm_start_prepare(struct sm_warm_start *start, int time);

/* station_match.c: Readings corrected until the mass-consistent wind meets the stations ("matched
 * points" of other terrain-wind programs).
 *
 * The conservation of mass, buildings and plants change the wind at the stations after the first
 * guess has met them. The wind is therefore computed again from corrected readings: fixed-point
 * iteration x <- x + f with f the misfit, reading minus wind, accelerated after Anderson (1965). */

struct sm_station_match;

/* *out is NULL if no station has a place in the domain, or the case does not want it. Borrows
 * domain and state. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_station_match_create(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_domain *domain,
                                                  struct sm_state *state,
                                                  struct sm_station_match **out);
void sm_station_match_destroy(struct sm_station_match **match);

/* The weather for the first guess. */
const struct sm_weather *sm_station_match_weather(const struct sm_station_match *match);

/* Begins a time, with the readings themselves. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_station_match_begin(struct sm_context *ctx,
                                                 struct sm_station_match *match, int time);

/* Compares the wind of the state with the readings. *again: the wind is to be computed once more,
 * from corrected readings. It ends when all misfits are within the tolerance, or no longer get
 * smaller; the last wind is then that with the smallest. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_station_match_correct(struct sm_context *ctx,
                                                   struct sm_station_match *match, bool *again);

#endif
