/* peak.h - peaks, zero crossings, time averages and frequencies of series. */
#ifndef VALIDATION_RUNNER_PEAK_H
#define VALIDATION_RUNNER_PEAK_H

#include <stddef.h>

enum { CLI_PEAK_POINTS = 5 };

/* Maximum (sign 1) or minimum (sign -1) of the polynomial through the five values nearest to the
 * peak, of `count` evenly spaced values, at least five. */
double cli_peak(const double *value, size_t count, int sign);

/* Time average of a series from a start time; each value holds for the preceding step. */
double cli_time_mean(const double *time, const double *value, size_t count, double from);

/* Frequency of upward crossings of that mean; NAN: fewer than three. */
double cli_frequency(const double *time, const double *value, size_t count, double from);

/* Position of the last upward zero crossing, or the first downward one, interpolated linearly; NAN:
 * none. */
double cli_last_rise(const double *at, const double *value, size_t count);
double cli_first_fall(const double *at, const double *value, size_t count);

#endif
