#define _POSIX_C_SOURCE 200809L
#include "base/clock.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static double read_clock(clockid_t id) {
  struct timespec now;
  clock_gettime(id, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double sm_clock_wall(void) { return read_clock(CLOCK_MONOTONIC); }

double sm_clock_cpu(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

size_t sm_clock_peak_memory(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? (size_t)usage.ru_maxrss * 1024 : 0;
}

/* Days from 1970-01-01 to a date of the proleptic Gregorian calendar. */
static int64_t days_from_civil(int year, int month, int day) {
  const int64_t y = month <= 2 ? year - 1 : year;
  const int64_t era = (y >= 0 ? y : y - 399) / 400, of_era = y - era * 400;
  const int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static void civil_from_days(int64_t days, int *year, int *month, int *day) {
  const int64_t z = days + 719468, era = (z >= 0 ? z : z - 146096) / 146097;
  const int64_t of_era = z - era * 146097;
  const int64_t y = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const int64_t of_year = of_era - (365 * y + y / 4 - y / 100), m = (5 * of_year + 2) / 153;
  *day = (int)(of_year - (153 * m + 2) / 5 + 1);
  *month = (int)(m < 10 ? m + 3 : m - 9);
  *year = (int)(y + era * 400 + (*month <= 2));
}

static bool valid_date(int year, int month, int day) {
  static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return day <= days[month - 1] + (month == 2 && leap);
}

/* A date of the calendar and a time of day, as they are read. */
struct date_time {
  int year, month, day, hour, minute;
  double second;
  int offset;    /* s east of UTC */
  double length; /* s that the text leaves open: 86400 of a date alone, 3600 of an hour, else 0 */
};

/* Reads a number of at most `most` digits. */
static bool read_digits(const char **text, int most, int *out) {
  const char *start = *text;
  for (*out = 0; **text >= '0' && **text <= '9' && *text - start < most; (*text)++)
    *out = 10 * *out + (**text - '0');
  return *text > start;
}

/* Steps over one of these characters. */
static bool skip(const char **text, const char *any) {
  const bool found = **text != '\0' && strchr(any, **text) != NULL;
  *text += found;
  return found;
}

static bool read_date(const char **text, bool basic, struct date_time *c) {
  return read_digits(text, 4, &c->year) && (basic || skip(text, "-")) &&
         read_digits(text, 2, &c->month) && (basic || skip(text, "-")) &&
         read_digits(text, 2, &c->day) && valid_date(c->year, c->month, c->day);
}

/* Seconds with a fraction. */
static bool read_seconds(const char **text, double *out) {
  int whole, digit;
  if (!read_digits(text, 2, &whole)) return false;
  *out = whole;
  if (!skip(text, ".")) return true;
  for (double share = 0.1; read_digits(text, 1, &digit); share *= 0.1) *out += share * digit;
  return true;
}

/* Hour, and minute and second if they are there; `basic`: without colons. */
static bool read_time(const char **text, bool basic, struct date_time *c) {
  const char *colon = basic ? "" : ":";
  c->length = 3600;
  *text += strspn(*text, " "); /* "2018-06-25  9:05" of tables with fixed columns */
  if (!read_digits(text, 2, &c->hour) || c->hour > 23) return false;
  if (!skip(text, colon) && !(basic && **text >= '0' && **text <= '9')) return true;
  c->length = 0;
  if (!read_digits(text, 2, &c->minute) || c->minute > 59) return false;
  if (!skip(text, colon) && !(basic && **text >= '0' && **text <= '9')) return true;
  return read_seconds(text, &c->second) && c->second < 61;
}

/* "Z", "+02:00", "+0200", "+02" or nothing, which is UTC, with a blank before it or not. */
static bool read_offset(const char **text, int *seconds) {
  int h, m = 0;
  skip(text, " ");
  if (skip(text, "Zz") || **text == '\0') return true;
  const int sign = **text == '-' ? -60 : 60;
  if (!skip(text, "+-") || !read_digits(text, 2, &h) || h > 14) return false;
  if ((skip(text, ":") || **text != '\0') && (!read_digits(text, 2, &m) || m > 59)) return false;
  *seconds = sign * (60 * h + m);
  return true;
}

bool sm_clock_parse_period(const char *text, double *seconds, double *length) {
  struct date_time c = {.length = 86400};
  const bool basic = strspn(text, "0123456789") == 8;
  if (!read_date(&text, basic, &c)) return false;
  if (skip(&text, "Tt _") && !read_time(&text, basic, &c)) return false;
  if (!read_offset(&text, &c.offset) || *text != '\0') return false;
  *seconds = (double)days_from_civil(c.year, c.month, c.day) * 86400 + c.hour * 3600 +
             c.minute * 60 + c.second - c.offset;
  *length = c.length;
  return true;
}

bool sm_clock_parse(const char *text, double *seconds) {
  double length, start;
  if (!sm_clock_parse_period(text, &start, &length) || length > 0) return false;
  *seconds = start;
  return true;
}

void sm_clock_format(double seconds, char *out, size_t size) {
  if (!(fabs(seconds) < 1e13)) { /* from a damaged file; limit of 300 000 years */
    snprintf(out, size, "no date");
    return;
  }
  const double whole = floor(seconds + 0.5);
  const int64_t total = (int64_t)whole, days = (total >= 0 ? total : total - 86399) / 86400;
  const int of_day = (int)(total - days * 86400);
  int year, month, day;
  civil_from_days(days, &year, &month, &day);
  snprintf(out, size, "%04d-%02d-%02dT%02d:%02d:%02dZ", year, month, day, of_day / 3600,
           of_day / 60 % 60, of_day % 60);
}
