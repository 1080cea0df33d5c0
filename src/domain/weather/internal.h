/* domain/weather/internal.h - weather on the clock of a run: times, columns of models, wind roses,
 * winds of files. */
#ifndef SM_DOMAIN_WEATHER_INTERNAL_H
#define SM_DOMAIN_WEATHER_INTERNAL_H

#include "case/case.h"
#include "domain/domain.h"
#include "domain/grid/horizontal.h"
#include "input/weather/model_weather.h"

/* times.c */

/* More times than this are a slip of the pen. */
enum { SM_TIMES_MAX = 1000000 };

/* Weather times of a case. With a flow solver the output times of the wind: from the case's start
 * by the key duration in steps of interval; *relative: they have no date. Else the times of the
 * stations' readings and of a model's weather (domain/weather/weather.h), rising, at least one; NAN
 * when nothing is timed and the case has no start. Freed with sm_free. Errors: ERR_CASE, ERR_DATA
 * (no reading in the window), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_times_find(struct sm_context *ctx, const struct sm_case *c,
                                        const struct sm_case_station *const *station,
                                        size_t station_count, const struct sm_model_weather *model,
                                        double **time, int *count, bool *relative);

/* Times of an unsteady wind: its steps of interval, from `start` (s) on. */
SM_CHECKED enum sm_status sm_times_evolve(struct sm_context *ctx, const struct sm_case *c,
                                          double start, double **time, int *count);

/* The readings of a station: those with a time, rising, then those without. */
struct sm_station_series {
  struct sm_case_reading *reading;
  size_t timed, count;
};
SM_CHECKED enum sm_status sm_station_series_create(struct sm_context *ctx,
                                                   const struct sm_case_station *station,
                                                   struct sm_station_series *out);
void sm_station_series_free(struct sm_station_series *series);

/* True when all timed readings are of one time, so that nothing tells of a change. */
bool sm_station_series_is_steady(const struct sm_station_series *series);

/* What a station measured at a time, by height; NAN: its readings without a time, which also stand
 * in where it has none for the time. With `interpolate` between the readings before and after: a
 * tower's (is_tower) height by height. Writes at most series->count readings and returns how many.
 * turn: deg, added to directions to make them grid directions. */
int sm_station_series_measure(const struct sm_station_series *series, bool is_tower, double time,
                              bool interpolate, double turn, struct sm_station_reading *out);

/* model_columns.c */

/* Reads the columns on and round the domain from the files that the case names, with the times of
 * the case's window and those next to it; nothing when it names none. Freed with
 * sm_model_weather_free. Errors: ERR_CASE (a domain without a map), ERR_DATA, ERR_MEMORY,
 * ERR_STOPPED. */
SM_CHECKED enum sm_status sm_weather_model_read(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_horizontal_grid *plan,
                                                struct sm_model_weather *out);

/* Adds every column as a tower to domain->weather, which has its times and room for them: wind in
 * grid directions; levels from the roughness length up to the first one above the domain top; at
 * times between the model's linear in time, outside of them not valid. A column without wind at a
 * time has that of the nearest one that has. Errors: ERR_DATA (no fluxes or no roughness, but the
 * case asks for them), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_model_add(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_horizontal_grid *plan,
                                               const struct sm_model_weather *model,
                                               struct sm_domain *domain);

/* rose.c */

/* Fills domain->weather for a case with weather.rose: one station, whose wind holds everywhere, and
 * instead of times (which are NAN) the directions of the case, or else of the sectors in its file,
 * rising; and its climate. Needs the grid, terrain, z0 and convergence. Warns of wide gaps between
 * directions. Errors: ERR_CASE (a height that cannot be), ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_rose_read(struct sm_context *ctx, const struct sm_case *c,
                                       struct sm_domain *domain);

/* wind_times.c */

/* Fills the times of domain->weather, and tells where its winds come from; it has no stations.
 * Without case.start the times are relative. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_times_find(struct sm_context *ctx, const struct sm_case *c,
                                             struct sm_domain *domain);

/* changes.c */

/* The first change that was found while a flow runs; starts from {0}. */
struct sm_weather_change {
  bool is;
  int line;       /* of the case */
  char what[400]; /* who says it, and the two winds */
};

/* Notes a change of the readings of a station, or of a model's columns, between the first and the
 * last of the times of the flow. */
void sm_weather_change_of_station(const struct sm_case *c, const struct sm_weather *weather,
                                  const struct sm_case_station *from,
                                  const struct sm_station_series *series,
                                  struct sm_station_reading *scratch,
                                  struct sm_weather_change *change);
void sm_weather_change_of_model(const struct sm_case *c, const struct sm_weather *weather,
                                const struct sm_model_weather *model,
                                struct sm_weather_change *change);

/* Refuses a flow whose weather changes. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_weather_change_refuse(struct sm_context *ctx, const struct sm_case *c,
                                                   const struct sm_weather *weather,
                                                   const struct sm_weather_change *change);

#endif
