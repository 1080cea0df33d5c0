/* weather.h - the stations and the weather model of a case on the domain's grid and clock. */
#ifndef SM_DOMAIN_WEATHER_WEATHER_H
#define SM_DOMAIN_WEATHER_WEATHER_H

#include "domain/domain.h"
#include "domain/grid/horizontal.h"

/* wind_grid.c */

/* Fills grid, ground, solids and roughness of a domain from its levels, and tells the place in
 * *plan, whose CRS the caller frees. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_grid_take(struct sm_context *ctx, const struct sm_case *c,
                                            struct sm_domain *domain,
                                            struct sm_horizontal_grid *plan);

/* The grid of the domain must be that of its levels. Solids are taken from the files where the case
 * has neither terrain nor buildings; else they must be the same, where the files tell them. Errors:
 * ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_grid_match(struct sm_context *ctx, const struct sm_case *c,
                                             struct sm_domain *domain);

/* weather.c */

/* Fills domain->weather. Needs the grid, terrain, z0 and convergence. A wind rose: see rose.h.
 *
 * Times are those of all readings inside the case's window, or with `interpolate` equal steps from
 * the start to the end of the window (else of the readings), wind components linear between the
 * readings of a station, of which the ones just outside the window serve too. A station without a
 * reading at a time is not valid then; readings without a time hold always. The times of a weather
 * model count like those of a station; its wind is linear in time between them whether or not there
 * is `interpolate`.
 *
 * A flow solver has times of its own (domain/weather/times.c), at which the weather that acts on it
 * is taken as with `interpolate`; a station or a model with one time only holds always. A flow that
 * needs the weather is refused where it changes (domain/weather/changes.c). Errors: ERR_CASE (no
 * station, a position or height that cannot be), ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_read(struct sm_context *ctx, const struct sm_case *c,
                                          const struct sm_horizontal_grid *plan,
                                          struct sm_domain *domain);
void sm_weather_free(struct sm_weather *weather);

/* changes.c */

/* True when a flow starts from the weather, or has it at its boundaries. */
bool sm_flow_needs_weather(const struct sm_case *c);

#endif
