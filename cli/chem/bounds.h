/* bounds.h - results of `simoom chem` that cannot be right: not finite, extrapolated, absurd.
 */
#ifndef CLI_CHEM_BOUNDS_H
#define CLI_CHEM_BOUNDS_H

#include "gas.h"

/* The longest time of a reactor, s: more than 30 years. */
#define CLI_CHEM_LONGEST 1e9

/* Warns of temperatures outside of the thermodynamic data of some species, which are extrapolated
 * there: how many temperatures, of how many species, and one of them with its range. */
void cli_chem_extrapolated(struct cli_session *session, const struct sm_mechanism *m,
                           const double *temperature, int64_t count);

/* Refuses numbers that are none, [rows][count], row r being that of names[r]: how many, and the
 * first with its state and temperature. Returns the exit code, 0 where all are finite. */
int cli_chem_finite(struct cli_session *session, const struct sm_mechanism *m, const char *what,
                    const double *values, int32_t rows, const struct cli_chem_states *states);

/* The options --end and --tolerance within bounds; they stay as they are where they are not
 * given. Return the exit code. */
int cli_chem_time(struct cli_session *session, const char *name, const char *text, double *seconds);
int cli_chem_tolerance(struct cli_session *session, double *tolerance);

#endif
