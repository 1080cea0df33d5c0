/* times.h - when the wind is computed, and what a station measured then. */
#ifndef SM_DOMAIN_WEATHER_TIMES_H
#define SM_DOMAIN_WEATHER_TIMES_H

#include "case/case.h"
#include "domain/domain.h"
#include "input/weather/profiles.h"

/* More times than this are a slip of the pen. */
enum { SM_TIMES_MAX = 1000000 };

/* Of a flow solver, the times of the winds that are written: from the case's start
 * on, wherever that is told, by the key duration in steps of interval; *relative then tells whether
 * they have no date. Else the times of the stations' readings and of a model's weather
 * (domain/weather/weather.h), rising, at least one; NAN when nothing is timed and the case has no
 * start. Freed with sm_free. Errors: ERR_CASE, ERR_DATA (no reading in the window), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_times_find(struct sm_context *ctx, const struct sm_case *c,
                                        const struct sm_case_station *const *station,
                                        size_t station_count, const struct sm_model_weather *model,
                                        double **time, int *count, bool *relative);

/* Times of a wind that changes of itself: its steps of interval, from `start` (s) on. */
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

#endif
