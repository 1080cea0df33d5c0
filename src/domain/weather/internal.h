/* domain/weather/internal.h - weather on the time axis of a run: times, model columns, wind roses,
 * wind files. */
#ifndef SM_DOMAIN_WEATHER_INTERNAL_H
#define SM_DOMAIN_WEATHER_INTERNAL_H

#include "case/case.h"
#include "domain/domain.h"
#include "domain/grid/horizontal.h"
#include "input/weather/model_weather.h"

/* times.c */

/* Upper limit for the number of times; more are a typing error. */
enum { SM_TIMES_MAX = 1000000 };

/* Weather times of a case. With a flow solver these are the output times of the wind: from the
 * start of the case over its duration, in steps of interval; *relative: without a date. Else the
 * times of station readings and of the weather model (domain/weather/weather.h), rising, at least
 * one; NAN when nothing is timed and the case has no start. Freed with sm_free. Errors: ERR_CASE,
 * ERR_DATA (no reading in the window), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_times_find(struct sm_context *ctx, const struct sm_case *c,
                                        const struct sm_case_station *const *station,
                                        size_t station_count, const struct sm_model_weather *model,
                                        double **time, int *count, bool *relative);

/* Times between which the weather of a flow is linear: first, last, and those of all readings and
 * of the model between them. Freed with sm_free. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_times_between(struct sm_context *ctx,
                                           const struct sm_case_station *const *station,
                                           size_t station_count,
                                           const struct sm_model_weather *model, double first,
                                           double last, double **time, int *count);

/* Times of an unsteady wind: its steps of interval, from `start` (s) on. */
SM_CHECKED enum sm_status sm_times_evolve(struct sm_context *ctx, const struct sm_case *c,
                                          double start, double **time, int *count);

/* Readings of a station: timed ones first, rising, then those without a time. */
struct sm_station_series {
  struct sm_case_reading *reading;
  size_t timed, count;
};
SM_CHECKED enum sm_status sm_station_series_create(struct sm_context *ctx,
                                                   const struct sm_case_station *station,
                                                   struct sm_station_series *out);
void sm_station_series_free(struct sm_station_series *series);

/* True when all timed readings have the same time, so that no change is known. */
bool sm_station_series_is_steady(const struct sm_station_series *series);

/* Readings of a station at a time, by height. Time NAN, or no reading at the time: readings without
 * a time. With `interpolate` linear between the readings before and after; for towers (is_tower) at
 * each height. Writes at most series->count readings and returns their number. turn: deg, added to
 * directions to make them grid directions. */
int sm_station_series_measure(const struct sm_station_series *series, bool is_tower, double time,
                              bool interpolate, double turn, struct sm_station_reading *out);

/* model_members.c */

/* Columns of the members of a forecast, with the same places and times; else of one. */
struct sm_model_members {
  struct sm_model_weather *item; /* [count] */
  long *number;                  /* [count]; NULL with one */
  int count;                     /* at least 1 */
};

/* Reads the columns of the members that the case asks for, on and around the domain,
 * at the times of its window and the adjacent ones; one without places without files. Freed with
 * sm_model_members_free. Errors: ERR_CASE (a domain without a map), ERR_DATA (also: the files have
 * no members, or these have different places or times), ERR_MEMORY, ERR_STOPPED. */
SM_CHECKED enum sm_status sm_model_members_read(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_horizontal_grid *plan,
                                                struct sm_model_members *out);
void sm_model_members_free(struct sm_model_members *members);

/* Repeats each time of the weather for all members, and takes their numbers. */
SM_CHECKED enum sm_status sm_model_members_spread(struct sm_context *ctx,
                                                  struct sm_model_members *members,
                                                  struct sm_weather *weather);

/* model_columns.c */

/* Request for the columns on and around the domain, at the times of the window of the case. Errors:
 * ERR_CASE (a domain without a map). */
SM_CHECKED enum sm_status sm_weather_model_request(struct sm_context *ctx, const struct sm_case *c,
                                                   const struct sm_horizontal_grid *plan,
                                                   struct sm_weather_request *out);

/* Adds every column as a tower to domain->weather, which must have its times and space for them.
 * Wind in grid directions; levels from the roughness length up to the first one above the domain
 * top; linear interpolation in time, not valid outside the times of the model. A column without
 * wind at a time gets that of the nearest column with wind. Errors: ERR_DATA (no fluxes or no
 * roughness, but the case asks for them), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_model_add(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_horizontal_grid *plan,
                                               const struct sm_model_members *members,
                                               struct sm_domain *domain);

/* rose.c */

/* Fills domain->weather for a case with weather.rose: one station whose wind holds everywhere, with
 * directions in place of times (which are NAN), rising: those of the case or else the sectors of
 * its file; and the climate. Needs the grid, terrain, z0 and convergence. Warns of wide gaps
 * between directions. Errors: ERR_CASE (an invalid height), ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_rose_read(struct sm_context *ctx, const struct sm_case *c,
                                       struct sm_domain *domain);

/* library.c */

/* Directions of a rose or library, 0 <= deg < 360, rising; freed with sm_free. A case without any
 * has as many as `sectors`, from `first` on. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_reference_directions(struct sm_context *ctx,
                                                  const struct sm_case_reference_wind *wind,
                                                  double first, int sectors, double **out,
                                                  int *number);

/* Adds the only station, in the middle of the domain, with a reading for each of time_count winds.
 * Errors: ERR_CASE (an invalid height), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_reference_wind_add(struct sm_context *ctx, const struct sm_case *c,
                                                struct sm_domain *domain,
                                                const struct sm_case_reference_wind *reference,
                                                const char *name,
                                                const struct sm_library_wind *wind);

/* Fills domain->weather for a case with weather.library, with winds in place of times (which are
 * NAN). Needs the grid, terrain, z0 and convergence. Errors: as sm_reference_wind_add. */
SM_CHECKED enum sm_status sm_library_winds_read(struct sm_context *ctx, const struct sm_case *c,
                                                struct sm_domain *domain);

/* wind_times.c */

/* Fills the times and the source description of domain->weather for winds without stations. Times
 * are relative without case.start. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_times_find(struct sm_context *ctx, const struct sm_case *c,
                                             struct sm_domain *domain);

/* changes.c */

/* First change of the weather during a flow; initialise with {0}. */
struct sm_weather_change {
  bool is;
  bool again;     /* stations are added a second time: what was wrong with them has been said */
  int line;       /* line in the case file */
  char what[400]; /* source of the change, and the two winds */
};

/* Fills columns of a weather model without wind at a time from the nearest column with wind
 * (model_columns.c). Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_fill_gaps(struct sm_context *ctx,
                                               const struct sm_station *column, int columns,
                                               int times);

/* Records a change in the readings of a station, or of a model column, between the first and last
 * time of the flow. */
void sm_weather_change_of_station(const struct sm_case *c, const struct sm_weather *weather,
                                  const struct sm_case_station *from,
                                  const struct sm_station_series *series,
                                  struct sm_station_reading *scratch,
                                  struct sm_weather_change *change);
void sm_weather_change_of_model(const struct sm_case *c, const struct sm_weather *weather,
                                const struct sm_model_weather *model,
                                struct sm_weather_change *change);

/* Rejects what contradicts changing weather in a flow: a steady wind, turbulence recycled from a
 * plane inside. Warns of what stays as at the start. Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_weather_change_check(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_weather_change *change);

/* Tells of temperatures that change, and warns where a flow that carries heat keeps those of its
 * boundaries. */
void sm_weather_change_warn(struct sm_context *ctx, const struct sm_case *c,
                            const struct sm_weather *forcing);

#endif
