/* input/weather/times.h - times of weather files: CF times as numbers since a date, ISO 8601 texts
 * (char or string), start and lead time of forecasts (valid_time over time and step). */
#ifndef SM_INPUT_WEATHER_TIMES_H
#define SM_INPUT_WEATHER_TIMES_H

#include "input/weather/file.h"

/* Reads the times from a variable of numbers or texts, with no, one or two dimensions. A time that
 * stands for nothing, or for which there is a later forecast in the file, becomes NAN. Errors:
 * ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_weather_times_read(struct sm_weather_file *file,
                                                struct sm_ncdata_variable *variable);

/* The same of numbers without a date: counted in `unit`, where the variable names none, since a
 * text such as "2012-10-30_12:00:00". */
SM_CHECKED enum sm_status sm_weather_times_since(struct sm_weather_file *file,
                                                 struct sm_ncdata_variable *variable,
                                                 const char *unit, const char *since);

/* Finds the times by the CF conventions: valid_time, the standard names time,
 * forecast_reference_time and forecast_period, and usual names. Errors: as above. */
SM_CHECKED enum sm_status sm_weather_times_find(struct sm_weather_file *file);

/* A date and time as weather files write it: "2012-10-30_12:00:00", "2026-05-01T12", "2026050112";
 * false when it is none. Out: s since 1970-01-01 UTC. */
bool sm_weather_time_parse(const char *text, double *seconds);

#endif
