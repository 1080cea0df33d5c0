/* clock.h - wall-clock time, CPU time, and calendar dates. */
#ifndef SM_BASE_CLOCK_H
#define SM_BASE_CLOCK_H

#include <stdbool.h>
#include <stddef.h>

double sm_clock_wall(void);        /* monotonic clock, s */
double sm_clock_cpu(void);         /* CPU time of this process, all threads, s */
size_t sm_clock_peak_memory(void); /* peak resident set size, bytes */

/* Parses an ISO 8601 date and time, "2018-06-25T12:37:00Z", "2018-06-25 12:37", "20180625T1237",
 * with an optional offset "+02:00" (default UTC), to s since 1970-01-01 UTC. False: not a date. */
bool sm_clock_parse(const char *text, double *seconds);

/* As above, or a date alone or with an hour alone, "2018-06-25", "2018-06-25T12": the start of a
 * period and its length, s; 0: an instant. */
bool sm_clock_parse_period(const char *text, double *seconds, double *length);

/* Formats a time as "2018-06-25T12:37:00Z" (at least 32 bytes). */
void sm_clock_format(double seconds, char *out, size_t size);

#endif
