/* cf_time.h - times as the CF conventions write them: numbers of a unit since a date of a calendar
 * (CF-1.11 section 4.4). */
#ifndef SM_INPUT_NETCDF_CF_TIME_H
#define SM_INPUT_NETCDF_CF_TIME_H

#include "base/context.h"
#include <stdint.h>

enum sm_calendar {
  SM_CALENDAR_STANDARD, /* Gregorian from 1582-10-15, Julian before */
  SM_CALENDAR_PROLEPTIC,
  SM_CALENDAR_JULIAN,
  SM_CALENDAR_NO_LEAP,
  SM_CALENDAR_ALL_LEAP,
  SM_CALENDAR_360
};

/* Calendars of climate models: without leap years, with leap years only, of 360 days. */
bool sm_calendar_is_models(enum sm_calendar calendar);

struct sm_cf_time {
  enum sm_calendar calendar;
  double step;    /* s in a unit */
  int64_t day;    /* of the reference date: since 1970-01-01, or of a model's calendar */
  double seconds; /* of the reference after midnight UTC; any sign */
};

/* Understands "hours since 1900-01-01 00:00:0.0", with an offset from UTC or without; calendar ""
 * is the standard one. Errors: ERR_DATA with the reason, without the name of a file. */
SM_CHECKED enum sm_status sm_cf_time_parse(struct sm_context *ctx, const char *text,
                                           const char *calendar, struct sm_cf_time *out);

/* Seconds since 1970-01-01 UTC. The dates of a model's calendar (no leap years, 360 days) are taken
 * for the same dates of ours. Errors: ERR_DATA (not finite, or a date such as 30 February). */
SM_CHECKED enum sm_status sm_cf_time_seconds(struct sm_context *ctx, const struct sm_cf_time *time,
                                             double value, double *seconds);

#endif
