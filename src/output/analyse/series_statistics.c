/* series_statistics.c - statistics of a time series: mean with its standard error, gust speed,
 * skewness.
 */
#include "base/context.h"
#include "simoom/output.h"
#include <math.h>
#include <string.h>

/* A longer series is averaged over equal intervals before its autocorrelation is taken. */
enum { MOST = 16384 };

/* Step before a time; the first value is taken to last as long as the second. */
static double step_before(const double *time, size_t n) {
  return n == 0 ? time[1] - time[0] : time[n] - time[n - 1];
}

/* Mean between two times, of values that last from the time before to theirs. */
static double mean_between(size_t count, const double *time, const double *value, double from,
                           double to) {
  double sum = 0;
  for (size_t n = 0; n < count; n++) {
    const double low = fmax(time[n] - step_before(time, n), from), high = fmin(time[n], to);
    if (high > low) sum += value[n] * (high - low);
  }
  return sum / (to - from);
}

static void find_moments(size_t count, const double *time, const double *value,
                         struct sm_series_statistics *out) {
  const double end = time[count - 1], begin = time[0] - step_before(time, 0);
  const double middle = 0.5 * (begin + end);
  double square = 0, cube = 0;
  out->duration = end - begin;
  out->mean = mean_between(count, time, value, begin, end);
  out->half[0] = mean_between(count, time, value, begin, middle);
  out->half[1] = mean_between(count, time, value, middle, end);
  for (size_t n = 0; n < count; n++) {
    const double part = step_before(time, n) / out->duration, off = value[n] - out->mean;
    square += part * off * off;
    cube += part * off * off * off;
  }
  out->deviation = sqrt(square);
  out->skewness = square > 0 ? cube / (square * out->deviation) : 0;
}

/* Largest mean over a window that ends at a time. */
static double find_gust(size_t count, const double *time, const double *value, double window) {
  double most = (double)NAN, sum = 0; /* of the whole values in the window */
  size_t first = 0;                   /* of them */
  const double begin = time[0] - step_before(time, 0);
  for (size_t n = 0; n < count; n++) {
    const double from = time[n] - window;
    sum += value[n] * step_before(time, n);
    for (; first < n && time[first] - step_before(time, first) < from; first++)
      sum -= value[first] * step_before(time, first);
    if (from < begin - 1e-9 * window) continue;
    const double start = time[first] - step_before(time, first);
    const double before = first > 0 ? value[first - 1] * fmax(start - from, 0) : 0;
    const double mean = (sum + before) / window;
    most = mean <= most ? most : mean;
  }
  return most;
}

/* Values at equal intervals: means over them. */
static void make_even(size_t count, const double *time, const double *value, size_t intervals,
                      double *out) {
  const double begin = time[0] - step_before(time, 0);
  const double step = (time[count - 1] - begin) / (double)intervals;
  memset(out, 0, intervals * sizeof *out);
  size_t m = 0;
  for (size_t n = 0; n < count; n++) {
    double low = time[n] - step_before(time, n);
    while (low < time[n] && m < intervals) {
      const double end = begin + (double)(m + 1) * step, high = fmin(time[n], end);
      if (high > low) out[m] += value[n] * (high - low) / step;
      if (end > time[n]) break;
      low = end;
      m++;
    }
  }
}

/* Integral of the autocorrelation up to its first zero, in intervals. */
static double integral_of(size_t count, const double *value, double mean) {
  double none = 0, sum = 0.5;
  for (size_t n = 0; n < count; n++) none += (value[n] - mean) * (value[n] - mean);
  for (size_t lag = 1; none > 0 && lag <= count / 2; lag++) {
    double all = 0;
    for (size_t n = 0; n + lag < count; n++) all += (value[n] - mean) * (value[n + lag] - mean);
    if (!(all > 0)) break;
    sum += all / none;
  }
  return sum;
}

enum sm_status sm_series_statistics(struct sm_context *ctx, size_t count, const double time[],
                                    const double value[], double gust_time,
                                    struct sm_series_statistics *out) {
  SM_SCOPED double *even = NULL;
  const size_t intervals = count < MOST ? count : MOST;
  if (count < 2) return sm_fail(ctx, SM_ERR_USAGE, "%zu times are too few for statistics", count);
  for (size_t n = 1; n < count; n++)
    if (!(time[n] > time[n - 1]))
      return sm_fail(ctx, SM_ERR_USAGE, "the times of a series must increase: %g s, then %g s",
                     time[n - 1], time[n]);
  SM_TRY(sm_alloc(ctx, intervals, sizeof *even, "a time series", &even));
  find_moments(count, time, value, out);
  out->gust = find_gust(count, time, value, gust_time);
  make_even(count, time, value, intervals, even);
  out->integral_time = integral_of(intervals, even, out->mean) * out->duration / (double)intervals;
  out->effective_samples = fmax(0.5 * out->duration / out->integral_time, 1);
  out->standard_error = out->deviation / sqrt(out->effective_samples);
  return SM_OK;
}
