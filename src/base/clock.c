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

bool sm_clock_parse(const char *text, double *seconds) {
  int year, month, day, hour, minute, used = 0, offset = 0;
  double second = 0;
  if (sscanf(text, "%4d-%2d-%2d%*1[T t]%2d:%2d%n", &year, &month, &day, &hour, &minute, &used) != 5)
    return false;
  text += used;
  if (*text == ':') {
    if (sscanf(text, ":%lf%n", &second, &used) != 1) return false;
    text += used;
  }
  if (*text == 'Z' || *text == 'z') {
    text++;
  } else if (*text == '+' || *text == '-') {
    int h, m;
    if (sscanf(text + 1, "%2d:%2d%n", &h, &m, &used) != 2 || h > 14 || m > 59) return false;
    offset = (*text == '-' ? -60 : 60) * (60 * h + m);
    text += 1 + used;
  }
  if (*text != '\0' || !valid_date(year, month, day) || hour < 0 || hour > 23 || minute < 0 ||
      minute > 59 || !(second >= 0 && second < 61))
    return false;
  *seconds = (double)days_from_civil(year, month, day) * 86400 + hour * 3600 + minute * 60 +
             second - offset;
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
