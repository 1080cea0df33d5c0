/* chemkin.h - mechanisms in the text form of CHEMKIN-II, with the rates that CHEMKIN-III added.
 *
 * R. J. Kee, F. M. Rupley, J. A. Miller: Chemkin-II, Sandia report SAND89-8009 (1989). */
#ifndef SM_CHEM_READ_CHEMKIN_CHEMKIN_H
#define SM_CHEM_READ_CHEMKIN_CHEMKIN_H

#include "chem/read/builder.h"

/* Reads the mechanism, and the files of thermodynamic and transport data that b->files names.
 * Problems are those of the build. Errors: ERR_MEMORY, ERR_IO, ERR_DATA (as sm_builder_open). */
SM_CHECKED enum sm_status sm_chemkin_read(struct sm_mechanism_builder *b,
                                          const struct sm_builder_file *source);

#endif
