/* Times of weather files: CF times (numbers since a date), ISO 8601 texts (char or string), and
 * start plus lead time of forecasts (valid_time over time and step). */
#include "input/weather/internal.h"

#include "base/clock.h"
#include "input/netcdf/ncdata.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double same_time = 1e-3; /* s */

enum { MOST_TIMES = 1000000, TEXT = 64 };

/* ---- texts ---- */

bool sm_weather_time_parse(const char *text, double *seconds) {
  char date[TEXT] = "", digits[16] = "";
  size_t count = 0, at = 0;
  const size_t length = strlen(text);
  if (length < 8 || length >= sizeof date - 8) return false;
  /* digits of 20260501, 2026050112, 20260501T1200, with or without seconds */
  for (; text[at] != '\0' && count < 14; at++) {
    if (isdigit((unsigned char)text[at]))
      digits[count++] = text[at];
    else if (!(count == 8 && (text[at] == 'T' || text[at] == '_')))
      break;
  }
  const char *rest = text + at;
  if (count >= 8 && count % 2 == 0 && (*rest == '\0' || strcmp(rest, "Z") == 0)) {
    for (size_t n = count; n < 14; n++) digits[n] = '0';
    snprintf(date, sizeof date, "%.4s-%.2s-%.2sT%.2s:%.2s:%.2s", digits, digits + 4, digits + 6,
             digits + 8, digits + 10, digits + 12);
    return sm_clock_parse(date, seconds);
  }
  snprintf(date, sizeof date, "%s", text);
  if (length > 10 && date[10] == '_') date[10] = 'T';
  if (length == 10) strcat(date, "T00:00");
  if (length == 13) strcat(date, ":00");
  return sm_clock_parse(date, seconds);
}

static enum sm_status read_texts(struct sm_weather_file *file,
                                 const struct sm_ncdata_variable *variable) {
  for (size_t t = 0; t < file->time_count; t++) {
    char text[TEXT];
    SM_TRY(sm_ncdata_read_text(&file->data, variable, t, text, sizeof text));
    if (!sm_weather_time_parse(text, &file->time[t]))
      return sm_fail(file->ctx, SM_ERR_DATA,
                     "%s: error: '%s' holds the text '%s', which is not a date and time such as "
                     "2026-05-01T12:00:00",
                     file->data.path, variable->name, text);
  }
  return SM_OK;
}

/* ---- numbers ---- */

/* Prefixes a message with the name of the variable. */
static enum sm_status explain(struct sm_weather_file *file,
                              const struct sm_ncdata_variable *variable, enum sm_status status) {
  char reason[2 * SM_NCDATA_TEXT];
  if (status != SM_ERR_DATA) return status;
  snprintf(reason, sizeof reason, "%s", sm_context_message(file->ctx));
  return sm_fail(file->ctx, status, "%s: error: variable '%s': %s", file->data.path, variable->name,
                 reason);
}

/* Dates as numbers, 20260501.5: absolute times of CDO. */
static bool of_digits(double number, double *seconds) {
  const double day = floor(number);
  char text[TEXT];
  if (!(day >= 1e7 && day < 1e8)) return false;
  snprintf(text, sizeof text, "%08.0f", day);
  if (!sm_weather_time_parse(text, seconds)) return false;
  *seconds += floor((number - day) * 86400 * 1e3 + 0.5) / 1e3;
  return true;
}

static enum sm_status from_digits(struct sm_weather_file *file,
                                  const struct sm_ncdata_variable *variable) {
  for (size_t t = 0; t < file->time_count; t++)
    if (!of_digits(file->time[t], &file->time[t]))
      return sm_fail(file->ctx, SM_ERR_DATA,
                     "%s: error: variable '%s' holds %.10g, which is not a date", file->data.path,
                     variable->name, file->time[t]);
  return SM_OK;
}

static void warn_of_calendar(struct sm_weather_file *file, const char *calendar) {
  if (file->again) return;
  sm_warn(
      file->ctx,
      "%s: warning: the calendar '%.40s' is that of a climate model: its dates are taken for the "
      "same dates of the standard calendar",
      file->data.path, calendar);
}

static enum sm_status from_units(struct sm_weather_file *file,
                                 const struct sm_ncdata_variable *variable, const char *units) {
  struct sm_cf_time since;
  char calendar[SM_NCDATA_TEXT];
  sm_ncdata_text(&file->data, variable, "calendar", calendar);
  enum sm_status status = sm_cf_time_parse(file->ctx, units, calendar, &since);
  if (status == SM_OK && sm_calendar_is_models(since.calendar)) warn_of_calendar(file, calendar);
  for (size_t t = 0; t < file->time_count && status == SM_OK; t++)
    if (!isnan(file->time[t]) || file->time_count == 1)
      status = sm_cf_time_seconds(file->ctx, &since, file->time[t], &file->time[t]);
  return explain(file, variable, status);
}

static enum sm_status read_numbers(struct sm_weather_file *file,
                                   const struct sm_ncdata_variable *variable) {
  const size_t start[2] = {0, 0};
  char units[SM_NCDATA_TEXT];
  SM_TRY(sm_ncdata_read(&file->data, variable, start, variable->size, file->time));
  sm_ncdata_text(&file->data, variable, "units", units);
  if (strncmp(units, "day as %Y%m%d", strlen("day as %Y%m%d")) == 0)
    return from_digits(file, variable);
  if (units[0] == '\0')
    return sm_fail(file->ctx, SM_ERR_DATA,
                   "%s: error: variable '%s' has no units: nothing tells since when its numbers "
                   "(%.10g ...) count\n"
                   "help: give it an attribute units, such as \"hours since 2020-01-01\": ncatted "
                   "-a units,%s,c,c,\"hours since 2020-01-01\" FILE.nc",
                   file->data.path, variable->name, file->time[0], variable->name);
  return from_units(file, variable, units);
}

/* ---- dimensions ---- */

/* Sets the time dimensions and allocates the times. */
static enum sm_status take_dimensions(struct sm_weather_file *file, const char *name,
                                      const int *dimension, const size_t *size, int rank) {
  double total = 1;
  file->time_count = 1;
  for (int n = 0; n < 2; n++) {
    file->time_dimension[n] = n < rank ? dimension[n] : -1;
    file->time_size[n] = n < rank ? size[n] : 1;
    total *= (double)file->time_size[n];
  }
  if (rank > 2 || total > MOST_TIMES)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: '%s' is not a list of times: it has %d %s",
                   file->data.path, name, rank > 2 ? rank : (int)fmin(total, 2e9),
                   rank > 2 ? "dimensions" : "values");
  file->time_count = (size_t)total;
  sm_free(file->time);
  file->time = NULL;
  return sm_alloc(file->ctx, file->time_count, sizeof *file->time, "the times", &file->time);
}

static bool is_lead(const struct sm_weather_file *file, int dimension) {
  char name[SM_NCDATA_NAME];
  sm_ncdata_dimension_name(&file->data, dimension, name);
  return strcmp(name, "step") == 0 || strncmp(name, "lead", 4) == 0 ||
         strcmp(name, "forecast_period") == 0;
}

struct forecast {
  double time;
  size_t start, at; /* index of the forecast start; index of the time in the file */
};

/* Sorts by time, NAN last; equal times by start, latest first. */
static int by_time(const void *a, const void *b) {
  const struct forecast *p = a, *q = b;
  if (isnan(p->time) || isnan(q->time)) return isnan(p->time) - isnan(q->time);
  if (fabs(p->time - q->time) > same_time) return p->time > q->time ? 1 : -1;
  return (p->start < q->start) - (p->start > q->start);
}

/* Keeps the forecast with the latest start where several starts and lead times give one time. */
static enum sm_status drop_earlier_forecasts(struct sm_weather_file *file) {
  const size_t n1 = file->time_size[1];
  const bool starts_last = is_lead(file, file->time_dimension[0]);
  struct forecast *all = NULL;
  size_t dropped = 0;
  if (file->time_size[0] < 2 || n1 < 2) return SM_OK;
  SM_TRY(sm_alloc(file->ctx, file->time_count, sizeof *all, "the times", &all));
  for (size_t t = 0; t < file->time_count; t++)
    all[t] = (struct forecast){file->time[t], starts_last ? t % n1 : t / n1, t};
  qsort(all, file->time_count, sizeof *all, by_time);
  for (size_t t = 1; t < file->time_count; t++) {
    if (!(fabs(all[t].time - all[t - 1].time) <= same_time)) continue;
    file->time[all[t].at] = NAN;
    dropped++;
  }
  sm_free(all);
  if (dropped > 0 && !file->again)
    sm_warn(
        file->ctx,
        "%s: warning: %zu of %zu times are given by several forecasts: the one that started last "
        "is taken",
        file->data.path, dropped, file->time_count);
  return SM_OK;
}

/* ---- reading ---- */

static bool good_rank(const struct sm_ncdata_variable *variable) {
  return variable->is_text ? sm_ncdata_text_rank(variable) <= 2 : variable->rank <= 2;
}

enum sm_status sm_weather_times_read(struct sm_weather_file *file,
                                     struct sm_ncdata_variable *variable) {
  const int rank = variable->is_text ? sm_ncdata_text_rank(variable) : variable->rank;
  SM_TRY(take_dimensions(file, variable->name, variable->dimension, variable->size, rank));
  if (file->time_count == 0) return SM_OK; /* reported by the caller */
  SM_TRY(variable->is_text ? read_texts(file, variable) : read_numbers(file, variable));
  return drop_earlier_forecasts(file);
}

enum sm_status sm_weather_times_since(struct sm_weather_file *file,
                                      struct sm_ncdata_variable *variable, const char *unit,
                                      const char *since) {
  const size_t start[2] = {0, 0};
  char units[SM_NCDATA_TEXT], first[TEXT];
  double reference;
  SM_TRY(
      take_dimensions(file, variable->name, variable->dimension, variable->size, variable->rank));
  if (file->time_count == 0) return SM_OK;
  if (!sm_weather_time_parse(since, &reference))
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: '%s' is not a date", file->data.path, since);
  sm_clock_format(reference, first, sizeof first);
  first[strlen(first) - 1] = '\0'; /* without Z */
  snprintf(units, sizeof units, "%s since %s", unit, first);
  SM_TRY(sm_ncdata_read(&file->data, variable, start, variable->size, file->time));
  return from_units(file, variable, units);
}

/* Sum of forecast start and lead time, over the dimensions of both. */
static enum sm_status read_forecast(struct sm_weather_file *file,
                                    struct sm_ncdata_variable *reference,
                                    struct sm_ncdata_variable *lead) {
  const size_t start = 0;
  SM_SCOPED double *lead_time = NULL, *first = NULL;
  char units[SM_NCDATA_TEXT];
  const size_t leads = lead->rank == 1 ? lead->size[0] : 1;
  if (!sm_ncdata_text(&file->data, lead, "units", units) || units[0] == '\0')
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: variable '%s', the lead time, has no units",
                   file->data.path, lead->name);
  SM_TRY(sm_ncdata_convert(&file->data, lead, "s"));
  SM_TRY(sm_weather_times_read(file, reference));
  const size_t starts = file->time_count;
  const int dimension[2] = {reference->rank == 1 ? reference->dimension[0] : -1,
                            lead->rank == 1 ? lead->dimension[0] : -1};
  const size_t size[2] = {starts, leads};
  SM_TRY(sm_alloc(file->ctx, starts, sizeof *first, "the times", &first));
  memcpy(first, file->time, starts * sizeof *first);
  SM_TRY(take_dimensions(file, lead->name, dimension, size, 2));
  SM_TRY(sm_alloc(file->ctx, leads, sizeof *lead_time, "the times", &lead_time));
  SM_TRY(sm_ncdata_read(&file->data, lead, &start, &leads, lead_time));
  for (size_t t = 0; t < starts * leads; t++)
    file->time[t] = first[t / leads] + lead_time[t % leads];
  return drop_earlier_forecasts(file);
}

/* ---- finding ---- */

static bool find_standard(struct sm_weather_file *file, const char *name,
                          struct sm_ncdata_variable *out) {
  char text[SM_NCDATA_TEXT];
  for (int i = 0; i < file->data.variable_count; i++)
    if (sm_ncdata_inquire(&file->data, i, out) && (out->numeric || out->is_text) &&
        good_rank(out) && sm_ncdata_text(&file->data, out, "standard_name", text) &&
        strcmp(text, name) == 0)
      return true;
  return false;
}

static bool find_lead(struct sm_weather_file *file, struct sm_ncdata_variable *out) {
  static const char *const names[] = {"step", "leadtime", "lead_time", NULL};
  const bool found =
      find_standard(file, "forecast_period", out) || sm_ncdata_find_any(&file->data, names, out);
  return found && out->numeric && out->rank <= 1;
}

static bool is_reference(struct sm_weather_file *file, const struct sm_ncdata_variable *variable) {
  char text[SM_NCDATA_TEXT];
  return sm_ncdata_text(&file->data, variable, "standard_name", text) &&
         strcmp(text, "forecast_reference_time") == 0;
}

enum sm_status sm_weather_times_find(struct sm_weather_file *file) {
  static const char *const valid[] = {"valid_time", NULL}, *const usual[] = {
                                                               "time",     "Time", "Times", "XTIME",
                                                               "datetime", "t",    NULL};
  struct sm_ncdata_variable time, lead;
  if (sm_ncdata_find_any(&file->data, valid, &time) && (time.numeric || time.is_text))
    return sm_weather_times_read(file, &time);
  if (find_standard(file, "time", &time)) return sm_weather_times_read(file, &time);
  const bool found = sm_ncdata_find_any(&file->data, usual, &time) ||
                     find_standard(file, "forecast_reference_time", &time);
  if (!found)
    return sm_ncdata_absent(&file->data, "times", "the standard name time, and valid_time, time");
  const bool reference = is_reference(file, &time), leads = find_lead(file, &lead);
  if (leads && time.rank <= 1 && (reference || lead.rank == 1))
    return read_forecast(file, &time, &lead);
  if (reference && !file->again)
    sm_warn(
        file->ctx,
        "%s: warning: '%s' is the start of a forecast, and nothing tells the lead time: the start "
        "is taken",
        file->data.path, time.name);
  return sm_weather_times_read(file, &time);
}
