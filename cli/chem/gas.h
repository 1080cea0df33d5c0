/* gas.h - gas states from the options of `simoom chem`. */
#ifndef CLI_CHEM_GAS_H
#define CLI_CHEM_GAS_H

#include "chem.h"

enum { CLI_CHEM_VALUES = 64 };

/* Values of an option: "950,1000", or pressures "1 atm,10 bar". */
struct cli_chem_values {
  double value[CLI_CHEM_VALUES];
  int count;
};

/* Parses the values of option --NAME; text may be NULL (not given). pressure: values with units,
 * converted to Pa. Returns 0, or the exit code after reporting an error. */
int cli_chem_parse_values(struct cli_session *session, const char *name, const char *text,
                          bool pressure, struct cli_chem_values *out);

/* Parses a number above 0 of option --NAME; unchanged if the text is NULL. Returns as
 * above. */
int cli_chem_number(struct cli_session *session, const char *name, const char *text, double *value);

/* Parses a number from 0 to `most` likewise. */
int cli_chem_share(struct cli_session *session, const char *name, const char *text, double most,
                   double *value);

/* Reports an unknown species and suggests the nearest name; returns the exit code. */
int cli_chem_unknown(struct cli_session *session, const struct sm_mechanism *m, const char *where,
                     const char *name);

/* Parses mole fractions "H2:2,O2:1,N2:3.76" into fractions of all species, scaled to a sum of 1. */
int cli_chem_composition(struct cli_session *session, const struct sm_mechanism *m,
                         const char *text, double *fractions);

/* Cell states from a CSV file: columns T_K, p_Pa and mass (Y_...) or mole fractions (X_...), named
 * by its first line; other columns are ignored. Arrays are freed with free. */
struct cli_chem_states {
  int64_t count;
  double *temperature, *pressure, *concentrations; /* [species][count], kmol/m3 */
};
int cli_chem_read_states(struct cli_session *session, const struct sm_mechanism *m,
                         const char *path, struct cli_chem_states *out);
/* One state from the options --temperature, --pressure and --composition. */
int cli_chem_state(struct cli_session *session, const struct sm_mechanism *m,
                   struct cli_chem_states *out);
void cli_chem_states_free(struct cli_chem_states *states);
/* Allocates zeroed states; false: out of memory. */
bool cli_chem_states_parse(const struct sm_mechanism *m, int64_t count, struct cli_chem_states *s);
/* Converts the mass or mole fractions of state i to concentrations. */
void cli_chem_concentrate(const struct sm_mechanism *m, struct cli_chem_states *s, int64_t i,
                          bool mass);

/* Mechanism of FILE, prepared for computation with a number of threads (0: all). */
struct cli_chemistry {
  struct sm_mechanism *mechanism;
  struct sm_chem *chem;
};
int cli_chem_open(struct cli_session *session, const char *file, int threads,
                  struct cli_chemistry *out);
void cli_chem_close(struct cli_chemistry *chemistry);

#endif
