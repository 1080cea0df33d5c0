/* bounds.h - invalid results and arguments of `simoom chem`: non-finite, extrapolated, out of
 * range. */
#ifndef CLI_CHEM_BOUNDS_H
#define CLI_CHEM_BOUNDS_H

#include "gas.h"

/* Maximum time of a reactor, s: more than 30 years. */
#define CLI_CHEM_LONGEST 1e9

/* Warns of temperatures outside the thermodynamic data of some species, where the data are
 * extrapolated: number of temperatures and species, and one example with its range. */
void cli_chem_extrapolated(struct cli_session *session, const struct sm_mechanism *m,
                           const double *temperature, int64_t count);

/* Refuses non-finite numbers in [rows][count], row r belonging to names[r]: reports how many, and
 * the first with its state and temperature. Returns the exit code, 0 if all are finite. */
int cli_chem_finite(struct cli_session *session, const struct sm_mechanism *m, const char *what,
                    const double *values, int32_t rows, const struct cli_chem_states *states);

/* Reads the options --end and --tolerance and checks their bounds; options that are not given keep
 * their defaults. Return the exit code. */
int cli_chem_time(struct cli_session *session, const char *name, const char *text, double *seconds);
int cli_chem_tolerance(struct cli_session *session, double *tolerance);

#endif
