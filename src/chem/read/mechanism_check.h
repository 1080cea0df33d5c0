/* mechanism_check.h - what can be wrong with a mechanism whose files were understood. */
#ifndef SM_CHEM_READ_MECHANISM_CHECK_H
#define SM_CHEM_READ_MECHANISM_CHECK_H

#include "chem/read/builder.h"

/* Weights and charges of the species from their elements; then thermodynamic data, balances,
 * rates and duplicates are checked. Problems are those of the build. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_mechanism_check(struct sm_mechanism_builder *b);

#endif
