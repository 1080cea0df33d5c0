/* chem/write/chemkin.h - what the writers of CHEMKIN's files share. */
#ifndef SM_CHEM_WRITE_CHEMKIN_H
#define SM_CHEM_WRITE_CHEMKIN_H

#include "chem/write/writer.h"

#define SM_CHEMKIN_FORM "CHEMKIN"

enum { SM_CHEMKIN_ATOMS = 5 }; /* elements of a species */

/* Refuses elements, species and thermodynamic data that its columns have no room for. Errors:
 * ERR_DATA. */
SM_CHECKED enum sm_status sm_chemkin_write_check(struct sm_context *ctx,
                                                 const struct sm_mechanism *m);
/* Whether species have thermodynamic data (all or none of them), and transport data (some). */
bool sm_chemkin_has_thermo(const struct sm_mechanism *m);
bool sm_chemkin_has_transport(const struct sm_mechanism *m);

/* The files of thermodynamic and of transport data. *rounded: species whose coefficients have more
 * digits than the columns hold. */
void sm_chemkin_write_thermo(struct sm_mechanism_writer *w, int32_t *rounded);
void sm_chemkin_write_transport(struct sm_mechanism_writer *w);

#endif
