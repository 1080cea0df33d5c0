/* weather.h - the stations and the weather model of a case on the domain's grid and clock. */
#ifndef SM_DOMAIN_WEATHER_WEATHER_H
#define SM_DOMAIN_WEATHER_WEATHER_H

#include "domain/domain.h"
#include "domain/grid/horizontal.h"
#include "input/netcdf/winds_file.h"

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

/* Fills domain->weather. Needs the grid, terrain, z0 and convergence. A wind rose: see rose.c.
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

/* wind_levels.c: The winds of a case's files: when they are, on which grid, and their faces. */

/* Where a level is. */
struct sm_wind_level_place {
  int file; /* of the case */
  size_t time;
};

struct sm_wind_levels {
  const struct sm_case *c;
  struct sm_wind_level_place *place; /* of each level, in the order of their times */
  double *time;                      /* s, as of domain->weather, the case's offset included */
  int count;
  bool has_calendar;
  struct sm_winds_file file; /* the one that is open, on whose grid all are */
  int is_open;               /* which it is */
};

/* Opens the files of a case, one after the other, and chooses the times that it asks for; the first
 * file stays open. Errors: ERR_DATA (also: unlike grids, times that do not rise from file to file,
 * no time that is asked for), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_levels_open(struct sm_context *ctx, const struct sm_case *c,
                                              struct sm_wind_levels **out);
void sm_wind_levels_close(struct sm_wind_levels **levels);

/* Reads a level onto the faces of a domain: component d of the low face of cell i, j, k is u[d][i +
 * j sy + k sz], m/s; 0 on closed faces. From a file without faces they are means of two cells.
 * Errors: ERR_DATA (also: an open face without a value), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_levels_read(struct sm_context *ctx,
                                              const struct sm_domain *domain, int level,
                                              double *const u[3], ptrdiff_t sy, ptrdiff_t sz);

#endif
