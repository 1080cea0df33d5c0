/* clock.h - elapsed time and calendar time. */
#ifndef SM_BASE_CLOCK_H
#define SM_BASE_CLOCK_H

#include <stdbool.h>
#include <stddef.h>

double sm_clock_wall(void);        /* s, monotonic */
double sm_clock_cpu(void);         /* s of processor time of this process, all threads */
size_t sm_clock_peak_memory(void); /* bytes, largest resident set so far */

/* Reads an ISO 8601 date and time, "2018-06-25T12:37:00Z", "2018-06-25 12:37", with an optional
 * offset "+02:00"; without one it is UTC. False: not a date. Out: s since 1970-01-01 UTC. */
bool sm_clock_parse(const char *text, double *seconds);

/* Writes "2018-06-25T12:37:00Z" (at least 32 bytes). */
void sm_clock_format(double seconds, char *out, size_t size);

#endif
