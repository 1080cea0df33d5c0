/* peak.h - peaks of lines of numbers, zero crossings, and what series do in time. */
#ifndef VALIDATION_RUNNER_PEAK_H
#define VALIDATION_RUNNER_PEAK_H

#include <stddef.h>

enum { CLI_PEAK_POINTS = 5 };

/* The largest value (sign 1) or the least (sign -1) of the polynomial through the five numbers
 * nearest to the peak, of `count` at even distances, five at least. */
double cli_peak(const double *value, size_t count, int sign);

/* Mean of a series over time from a time on, each value for the step before it. */
double cli_time_mean(const double *time, const double *value, size_t count, double from);

/* Frequency of the rises through that mean; NAN: fewer than three. */
double cli_frequency(const double *time, const double *value, size_t count, double from);

/* Where a line last goes from below 0 to 0 or more, or first from above 0 to 0 or less, linear
 * between its points; NAN: nowhere. */
double cli_last_rise(const double *at, const double *value, size_t count);
double cli_first_fall(const double *at, const double *value, size_t count);

#endif
