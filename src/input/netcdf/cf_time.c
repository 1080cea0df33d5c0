#include "input/netcdf/ncdata.h"

#include "case/toml/units.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double seconds_per_day = 86400;

/* Days before each month in a year of 365 days. */
static const int days_before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

struct date {
  int64_t year;
  int month, day;
};

/* Days since 1970-01-01 from the Julian day number (Fliegel and van Flandern, Comm. ACM 11, 1968,
 * p. 657, with years beginning in March). */
static int64_t days_of_ours(struct date d, bool julian) {
  const int64_t late = d.month < 3, y = d.year + 4800 - late, m = d.month + 12 * late - 3;
  const int64_t common = d.day + (153 * m + 2) / 5 + 365 * y + y / 4;
  return common - 2440588 - (julian ? 32083 : y / 100 - y / 400 + 32045);
}

static bool before_reform(struct date d) {
  return d.year < 1582 || (d.year == 1582 && 100 * d.month + d.day < 1015);
}

static int64_t day_number(enum sm_calendar calendar, struct date d) {
  switch (calendar) {
  case SM_CALENDAR_STANDARD: return days_of_ours(d, before_reform(d));
  case SM_CALENDAR_PROLEPTIC: return days_of_ours(d, false);
  case SM_CALENDAR_JULIAN: return days_of_ours(d, true);
  case SM_CALENDAR_NO_LEAP: return 365 * d.year + days_before[d.month - 1] + d.day - 1;
  case SM_CALENDAR_ALL_LEAP:
    return 366 * d.year + days_before[d.month - 1] + (d.month > 2) + d.day - 1;
  case SM_CALENDAR_360: break;
  }
  return 360 * d.year + 30 * ((int64_t)d.month - 1) + d.day - 1;
}

bool sm_calendar_is_models(enum sm_calendar calendar) {
  return calendar == SM_CALENDAR_NO_LEAP || calendar == SM_CALENDAR_ALL_LEAP ||
         calendar == SM_CALENDAR_360;
}

static const char *name_of(enum sm_calendar calendar) {
  return calendar == SM_CALENDAR_360       ? "360_day"
         : calendar == SM_CALENDAR_NO_LEAP ? "noleap"
                                           : "all_leap";
}

/* Date of a day number in a model calendar. */
static struct date model_date(enum sm_calendar calendar, int64_t day) {
  const int length = calendar == SM_CALENDAR_360       ? 360
                     : calendar == SM_CALENDAR_NO_LEAP ? 365
                                                       : 366;
  const int64_t year = (day >= 0 ? day : day - length + 1) / length;
  const int of_year = (int)(day - year * length);
  if (calendar == SM_CALENDAR_360)
    return (struct date){.year = year, .month = of_year / 30 + 1, .day = of_year % 30 + 1};
  const bool leap = calendar == SM_CALENDAR_ALL_LEAP;
  int month = 12;
  while (days_before[month - 1] + (leap && month > 2) > of_year) month--;
  return (struct date){.year = year,
                       .month = month,
                       .day = of_year - days_before[month - 1] - (leap && month > 2) + 1};
}

static int month_length(enum sm_calendar calendar, struct date d) {
  if (calendar == SM_CALENDAR_360) return 30;
  const bool julian =
      calendar == SM_CALENDAR_JULIAN || (calendar == SM_CALENDAR_STANDARD && before_reform(d));
  bool leap = d.year % 4 == 0 && (julian || d.year % 100 != 0 || d.year % 400 == 0);
  if (calendar == SM_CALENDAR_NO_LEAP) leap = false;
  if (calendar == SM_CALENDAR_ALL_LEAP) leap = true;
  const int next = d.month < 12 ? days_before[d.month] : 365;
  return next - days_before[d.month - 1] + (leap && d.month == 2);
}

static bool is_date(enum sm_calendar calendar, struct date d) {
  return d.year >= -4000 && d.year <= 9999 && d.month >= 1 && d.month <= 12 && d.day >= 1 &&
         d.day <= month_length(calendar, d);
}

static bool find_calendar(const char *name, enum sm_calendar *out) {
  static const struct {
    const char *name;
    enum sm_calendar calendar;
  } known[] = {{"", SM_CALENDAR_STANDARD},          {"standard", SM_CALENDAR_STANDARD},
               {"gregorian", SM_CALENDAR_STANDARD}, {"proleptic_gregorian", SM_CALENDAR_PROLEPTIC},
               {"julian", SM_CALENDAR_JULIAN},      {"noleap", SM_CALENDAR_NO_LEAP},
               {"365_day", SM_CALENDAR_NO_LEAP},    {"all_leap", SM_CALENDAR_ALL_LEAP},
               {"366_day", SM_CALENDAR_ALL_LEAP},   {"360_day", SM_CALENDAR_360}};
  char lower[32] = "";
  for (size_t i = 0; i < sizeof lower - 1 && name[i] != '\0'; i++)
    lower[i] = (char)tolower((unsigned char)name[i]);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(lower, known[i].name) == 0) {
      *out = known[i].calendar;
      return true;
    }
  return false;
}

/* Parses an offset from UTC: "", "Z", "UTC", "+02:00", "-6", "0530", "0:00"; s eastwards. */
static bool parse_offset(const char *text, double *offset) {
  int hours = 0, minutes = 0, used = 0;
  *offset = 0;
  if (*text == '\0' || strcmp(text, "Z") == 0 || strcmp(text, "UTC") == 0 ||
      strcmp(text, "GMT") == 0)
    return true;
  const bool west = *text == '-';
  if (*text == '+' || *text == '-') text++;
  if (!isdigit((unsigned char)*text)) return false;
  if (strchr(text, ':') == NULL && strlen(text) == 4) {
    if (sscanf(text, "%2d%2d%n", &hours, &minutes, &used) != 2) return false;
  } else if (sscanf(text, "%2d%n:%2d%n", &hours, &used, &minutes, &used) < 1) {
    return false;
  }
  if (text[used] != '\0' || hours > 14 || minutes < 0 || minutes > 59) return false;
  *offset = (west ? -60.0 : 60.0) * (60 * hours + minutes);
  return true;
}

/* Parses "1900-01-01 00:00:0.0 +02:00"; all parts after the day are optional. */
static bool parse_reference(const char *text, enum sm_calendar calendar, struct date *date,
                            double *seconds) {
  int year, month, day, hour = 0, minute = 0, used = 0;
  double second = 0, offset;
  if (sscanf(text, "%5d-%2d-%2d%n", &year, &month, &day, &used) != 3) return false;
  text += used;
  *date = (struct date){.year = year, .month = month, .day = day};
  if (!is_date(calendar, *date)) return false;
  if (*text == 'T' || *text == 't') text++;
  text += strspn(text, " ");
  used = 0;
  if (isdigit((unsigned char)*text)) {
    if (sscanf(text, "%2d%n:%2d%n:%6lf%n", &hour, &used, &minute, &used, &second, &used) < 1)
      return false;
    while (isdigit((unsigned char)text[used])) used++; /* superfluous decimals */
  }
  text += used;
  text += strspn(text, " ");
  if (!parse_offset(text, &offset)) return false;
  *seconds = 3600.0 * hour + 60.0 * minute + second - offset;
  return hour >= 0 && hour <= 24 && minute >= 0 && minute <= 59 && second >= 0 && second < 61;
}

enum sm_status sm_cf_time_parse(struct sm_context *ctx, const char *text, const char *calendar,
                                struct sm_cf_time *out) {
  *out = (struct sm_cf_time){0};
  if (!find_calendar(calendar, &out->calendar))
    return sm_fail(ctx, SM_ERR_DATA,
                   "'%.40s' is not a calendar of the CF conventions that is understood (standard, "
                   "proleptic_gregorian, julian, noleap, all_leap, 360_day)",
                   calendar);
  const char *since = strstr(text, " since ");
  char unit[32];
  if (since == NULL || (size_t)(since - text) >= sizeof unit)
    return sm_fail(ctx, SM_ERR_DATA,
                   "'%.80s' is not a unit of time such as \"hours since 2020-01-01\"", text);
  memcpy(unit, text, (size_t)(since - text));
  unit[since - text] = '\0';
  struct date date;
  const enum sm_status status = sm_units_convert(ctx, 1, unit, "s", &out->step);
  if (status == SM_ERR_CASE)
    return sm_fail(ctx, SM_ERR_DATA, "'%.80s': '%s' is not a unit of time", text, unit);
  SM_TRY(status);
  const char *reference = since + strlen(" since ");
  reference += strspn(reference, " ");
  if (!parse_reference(reference, out->calendar, &date, &out->seconds))
    return sm_fail(ctx, SM_ERR_DATA, "'%.80s': '%.40s' is not a date and time", text, reference);
  out->day = day_number(out->calendar, date);
  return SM_OK;
}

enum sm_status sm_cf_time_seconds(struct sm_context *ctx, const struct sm_cf_time *time,
                                  double value, double *seconds) {
  const double since = time->seconds + value * time->step; /* s after midnight of that day */
  if (!(fabs(since) < 1e13)) return sm_fail(ctx, SM_ERR_DATA, "%g is not a time", value);
  const double days = floor(since / seconds_per_day);
  int64_t day = time->day + (int64_t)days;
  if (sm_calendar_is_models(time->calendar)) {
    const struct date date = model_date(time->calendar, day);
    if (!is_date(SM_CALENDAR_PROLEPTIC, date))
      return sm_fail(ctx, SM_ERR_DATA,
                     "%04d-%02d-%02d of the calendar '%s' is not a date of the standard calendar",
                     (int)date.year, date.month, date.day, name_of(time->calendar));
    day = days_of_ours(date, false);
  }
  /* Rounded to milliseconds: single-precision hours and days are not more accurate. */
  *seconds =
      floor(((double)day * seconds_per_day + since - days * seconds_per_day) * 1e3 + 0.5) / 1e3;
  return SM_OK;
}
