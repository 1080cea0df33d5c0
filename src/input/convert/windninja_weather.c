/* Weather and times of a WindNinja configuration. */
#include "input/convert/internal.h"

#include "base/clock.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads a local date from five keys with a prefix ("start_"). False: not given completely. */
static bool read_date(struct sm_ninja *n, const char *prefix, struct sm_convert_time *out) {
  static const char *const names[] = {"year", "month", "day", "hour", "minute"};
  static const int low[] = {1800, 1, 1, 0, 0}, high[] = {2200, 12, 31, 23, 59};
  int *const to[] = {&out->year, &out->month, &out->day, &out->hour, &out->minute};
  bool whole = true;
  for (int i = 0; i < 5; i++) {
    char key[32];
    snprintf(key, sizeof key, "%s%s", prefix, names[i]);
    const double value = sm_ninja_number(n, key, NAN);
    const bool good = value >= low[i] && value <= high[i] && value == floor(value);
    if (!isnan(value) && !good)
      sm_convert_wrong(n->c, sm_ninja_find(n, key)->line, "%s: %g is not from %d to %d", key, value,
                       low[i], high[i]);
    *to[i] = good ? (int)value : low[i];
    whole = whole && (good || (isnan(value) && i == 4)); /* minutes may be absent */
  }
  char text[64], key[32];
  double seconds;
  snprintf(text, sizeof text, "%04d-%02d-%02dT00:00", out->year, out->month, out->day);
  snprintf(key, sizeof key, "%sday", prefix);
  if (!whole || sm_clock_parse(text, &seconds)) return whole;
  sm_convert_wrong(n->c, sm_ninja_find(n, key)->line, "%s: %d-%02d has no day %d", key, out->year,
                   out->month, out->day);
  return false;
}

/* Date and time for TOML with the offset of time_zone: "2018-06-20T21:28:00-06:00". */
static void write_date(struct sm_ninja *n, const char *key, const struct sm_convert_time *time) {
  const struct sm_ninja_entry *entry = sm_ninja_find(n, "time_zone");
  const char *zone = entry != NULL ? entry->value : "UTC";
  const struct sm_convert_options *options = n->c->options;
  int minutes = 0;
  const bool utc = strcmp(zone, "UTC") == 0 || strcmp(zone, "GMT") == 0;
  if (!utc && !n->zone_told &&
      (options->offset == NULL || !options->offset(options->user, zone, time, &minutes))) {
    sm_convert_wrong(
        n->c, entry->line,
        "time_zone: '%.60s' is unknown here%s: give a name such as America/Denver "
        "that the system knows (package tzdata), or UTC",
        zone,
        strcmp(zone, "auto-detect") == 0 ? ", as WindNinja takes it from a map of the zones" : "");
    n->zone_told = true;
  }
  char text[64], words[120];
  snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:00%c%02d:%02d", time->year, time->month,
           time->day, time->hour, time->minute, minutes < 0 ? '-' : '+', abs(minutes) / 60,
           abs(minutes) % 60);
  snprintf(words, sizeof words,
           entry != NULL ? "local time of time_zone = %.60s"
                         : "no time_zone in the configuration: taken as UTC",
           zone);
  sm_convert_key(n->c, key, text, words);
}

void sm_ninja_write_start(struct sm_ninja *n) {
  struct sm_convert_time time = {0};
  if (!read_date(n, "", &time)) return;
  sm_convert_table(n->c, "[case]", NULL);
  write_date(n, "start", &time);
}

/* Temperature and cloud cover of the configuration, keys of [weather] or a station. */
static void write_air(struct sm_ninja *n) {
  const double temperature = sm_ninja_number(n, "uni_air_temp", NAN);
  if (!isnan(temperature))
    sm_convert_quantity(n->c, "temperature", temperature, sm_ninja_unit(n, "air_temp_units", "K"),
                        "uni_air_temp");
  const double cloud = sm_ninja_number(n, "uni_cloud_cover", NAN);
  const struct sm_ninja_entry *units = sm_ninja_find(n, "cloud_cover_units");
  if (isnan(cloud)) return;
  if (units != NULL && strcmp(units->value, "canopy_category") == 0) {
    sm_convert_leave(n->c, units->line, "cloud_cover_units",
                     "canopy_category is not a unit here: give uni_cloud_cover as a fraction");
    return;
  }
  sm_convert_quantity(n->c, "cloud", cloud, sm_ninja_unit(n, "cloud_cover_units", "fraction"),
                      "uni_cloud_cover");
}

static void write_average(struct sm_ninja *n) {
  struct sm_convert *c = n->c;
  const double speed = sm_ninja_number(n, "input_speed", NAN);
  const double from = sm_ninja_number(n, "input_direction", NAN);
  const double height = sm_ninja_number(n, "input_wind_height", NAN);
  if (isnan(speed)) sm_convert_wrong(c, 0, "no input_speed");
  if (isnan(from)) sm_convert_wrong(c, 0, "no input_direction");
  if (isnan(height)) sm_convert_wrong(c, 0, "no input_wind_height");
  sm_convert_table(c, "[[weather.station]]", NULL);
  sm_convert_comment(
      c, "domainAverageInitialization: in WindNinja the first guess has this wind at "
         "this height everywhere; here it is a station, whose wind is met in the middle "
         "of the domain unless match = false.");
  sm_convert_quantity(c, "speed", speed, sm_ninja_unit(n, "input_speed_units", "mph"),
                      "input_speed");
  sm_convert_number(c, "from", from < 0 ? from + 360 : from,
                    "input_direction, where it comes from, from true north");
  const char *unit = sm_ninja_unit(n, "units_input_wind_height", "m");
  const double meters = strcmp(unit, "ft") == 0 ? height * 0.3048 : height;
  char words[120];
  if (sm_ninja_height(n, 0) > 0) {
    snprintf(words, sizeof words, "m: input_wind_height is %g %s above the vegetation", height,
             unit[0] != '\0' ? unit : "m");
    sm_convert_number(c, "height", sm_ninja_height(n, meters), words);
  } else {
    sm_convert_quantity(c, "height", height, unit, "input_wind_height");
  }
  sm_convert_string(c, "profile", "log", "neutral, with the roughness of the domain");
  write_air(n);
}

/* Minutes of a date of the Gregorian calendar, from a fixed day. */
static double minutes_of(const struct sm_convert_time *t) {
  const int year = t->month > 2 ? t->year : t->year - 1;
  const int day = (153 * (t->month + (t->month > 2 ? -3 : 9)) + 2) / 5 + t->day;
  const double days = 365.0 * year + year / 4 - year / 100 + year / 400 + day;
  return days * 1440 + t->hour * 60 + t->minute;
}

/* Period and interval of the winds of point and weather model initialization. */
static void write_period(struct sm_ninja *n) {
  struct sm_convert_time from = {0}, to = {0};
  const bool begins = read_date(n, "start_", &from), ends = read_date(n, "stop_", &to);
  if (begins) write_date(n, "start", &from);
  if (ends) write_date(n, "end", &to);
  const double steps = sm_ninja_number(n, "number_time_steps", NAN);
  if (!begins || !ends || isnan(steps)) return;
  const double minutes = minutes_of(&to) - minutes_of(&from);
  if (steps < 2 || minutes <= 0) {
    sm_convert_comment(n->c, "number_time_steps = %g: the winds are those at the readings.", steps);
  } else {
    sm_convert_quantity(n->c, "interpolate", minutes / (steps - 1), "min",
                        "number_time_steps, evenly from start to end");
  }
}

static void write_points(struct sm_ninja *n) {
  struct sm_convert *c = n->c;
  const struct sm_ninja_entry *file = sm_ninja_find(n, "wx_station_filename");
  sm_convert_table(c, "[weather]", NULL);
  write_period(n);
  const struct sm_ninja_entry *match = sm_ninja_find(n, "match_points");
  sm_convert_key(c, "match", sm_ninja_is(n, "match_points", true) ? "true" : "false",
                 match != NULL ? "match_points: meet the readings" : "match_points, by default");
  write_air(n);
  if (file == NULL) {
    sm_convert_wrong(c, 0,
                     "pointInitialization without wx_station_filename: simoom downloads no "
                     "stations; get their file, and name it by this key");
    return;
  }
  sm_convert_table(c, "[[weather.station]]", NULL);
  sm_convert_file(c, "file", file->value, "stations and lists of them are read as they are");
  sm_convert_string(c, "profile", "log", "neutral, with the roughness of the domain");
  if (sm_ninja_height(n, 0) > 0)
    sm_convert_comment(c,
                       "Heights in this file are above the vegetation for WindNinja, above the "
                       "ground (zero plane) here: add %g m to them.",
                       sm_ninja_height(n, 0));
}

static void write_forecast(struct sm_ninja *n) {
  struct sm_convert *c = n->c;
  const struct sm_ninja_entry *file = sm_ninja_find(n, "forecast_filename");
  sm_convert_table(c, "[weather]", NULL);
  write_period(n);
  for (size_t i = 0; i < n->count; i++)
    if (strcmp(n->item[i].name, "forecast_time") == 0) {
      n->item[i].used = true;
      sm_convert_leave(c, n->item[i].line, "forecast_time",
                       "all times of the forecast from weather.start to weather.end are computed");
    }
  sm_convert_table(c, "[weather.model]", NULL);
  if (file == NULL) {
    sm_warn(c->ctx,
            "%s: it has WindNinja download a forecast: get the file, and write its name into "
            "weather.model.file of the case",
            c->path);
    sm_convert_string(c, "file", "forecast.grib2", "to be supplied: simoom downloads nothing");
    return;
  }
  sm_convert_file(c, "file", file->value,
                  "GRIB, WRF or NetCDF of CF; a folder of files: list them");
}

void sm_ninja_write_weather(struct sm_ninja *n) {
  const struct sm_ninja_entry *entry = sm_ninja_find(n, "initialization_method");
  const char *method = entry != NULL ? entry->value : "";
  if (strcmp(method, "domainAverageInitialization") == 0)
    write_average(n);
  else if (strcmp(method, "pointInitialization") == 0)
    write_points(n);
  else if (strcmp(method, "wxModelInitialization") == 0)
    write_forecast(n);
  else if (entry == NULL)
    sm_convert_wrong(n->c, 0, "no initialization_method");
  else
    sm_convert_wrong(
        n->c, entry->line,
        "initialization_method: '%.60s' has no counterpart: domainAverageInitialization, "
        "pointInitialization and wxModelInitialization have",
        method);
}
