/* chem/read/duplicates.h - reactions that are in a mechanism twice. */
#ifndef SM_CHEM_READ_DUPLICATES_H
#define SM_CHEM_READ_DUPLICATES_H

#include "chem/read/builder.h"

/* Two reactions of the same form of rate whose sides are the same, or the same the other way round
 * where one of them is reversible, and that share a collider, must both be declared duplicates.
 * One that is declared without a partner is a warning. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_mechanism_duplicates(struct sm_mechanism_builder *b);

#endif
