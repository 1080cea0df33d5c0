/* reduction.h - options of dynamic mechanism reduction (DRGEP). */
#ifndef CLI_CHEM_REDUCTION_H
#define CLI_CHEM_REDUCTION_H

#include "gas.h"

struct cli_chem_reduction {
  struct sm_chem_reduction reduction;
  int32_t *targets;
  bool on;
};

/* Reads the options. fractions[species][stride]: composition of the gas, whose species are
 * the default targets. Returns the exit code. The result must be freed even after a
 * failure. */
int cli_chem_reduction_read(struct cli_session *session, const struct sm_mechanism *m,
                            const double *fractions, int64_t stride,
                            struct cli_chem_reduction *out);
void cli_chem_reduction_free(struct cli_chem_reduction *reduction);

#endif
