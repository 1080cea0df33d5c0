/* gas.h - gases as the options of `simoom chem` describe them. */
#ifndef CLI_CHEM_GAS_H
#define CLI_CHEM_GAS_H

#include "chem.h"

enum { CLI_CHEM_VALUES = 64 };

/* Numbers of an option, "950,1000" or, of pressures, "1 atm,10 bar". */
struct cli_chem_values {
  double value[CLI_CHEM_VALUES];
  int count;
};

/* Reads them from the option --NAME, whose text may be NULL (not given). pressure: with units of
 * pressure, to Pa. Returns 0, or the exit code after the error was told. */
int cli_chem_parse_values(struct cli_session *session, const char *name, const char *text,
                          bool pressure, struct cli_chem_values *out);

/* A number above 0 of the option --NAME; stays as it is where the text is NULL. Returns as above.
 */
int cli_chem_number(struct cli_session *session, const char *name, const char *text, double *value);

/* Likewise a number from 0 to `most`. */
int cli_chem_share(struct cli_session *session, const char *name, const char *text, double most,
                   double *value);

/* Tells that the mechanism has no such species, and which is meant; returns the exit code. */
int cli_chem_unknown(struct cli_session *session, const struct sm_mechanism *m, const char *where,
                     const char *name);

/* Mole fractions of "H2:2,O2:1,N2:3.76", scaled to a sum of 1, of all species of the mechanism. */
int cli_chem_composition(struct cli_session *session, const struct sm_mechanism *m,
                         const char *text, double *fractions);

/* States of cells: T_K, p_Pa and mass (Y_...) or mole fractions (X_...) by the columns of a CSV
 * file, whose first line names them; other columns are passed over. Arrays are freed with free. */
struct cli_chem_states {
  int64_t count;
  double *temperature, *pressure, *concentrations; /* [species][count], kmol/m3 */
};
int cli_chem_read_states(struct cli_session *session, const struct sm_mechanism *m,
                         const char *path, struct cli_chem_states *out);
/* One state of the options --temperature, --pressure and --composition. */
int cli_chem_state(struct cli_session *session, const struct sm_mechanism *m,
                   struct cli_chem_states *out);
void cli_chem_states_free(struct cli_chem_states *states);
/* Memory of so many states, zeros; false: out of memory. */
bool cli_chem_states_parse(const struct sm_mechanism *m, int64_t count, struct cli_chem_states *s);
/* Concentrations of state i from its fractions, by mass or by mole. */
void cli_chem_concentrate(const struct sm_mechanism *m, struct cli_chem_states *s, int64_t i,
                          bool mass);

/* Reads the mechanism of FILE and makes it ready for computing on so many threads, 0: all. */
struct cli_chemistry {
  struct sm_mechanism *mechanism;
  struct sm_chem *chem;
};
int cli_chem_open(struct cli_session *session, const char *file, int threads,
                  struct cli_chemistry *out);
void cli_chem_close(struct cli_chemistry *chemistry);

#endif
