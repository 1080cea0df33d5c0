/* kpp.h - mechanisms of the Kinetic PreProcessor: .def, .spc and .eqn files.
 *
 * V. Damian, A. Sandu, M. Damian, F. Potra, G. R. Carmichael: The kinetic preprocessor KPP,
 * Computers and Chemical Engineering 26, 1567-1579 (2002). */
#ifndef SM_CHEM_READ_KPP_KPP_H
#define SM_CHEM_READ_KPP_KPP_H

#include "chem/read/builder.h"

/* Reads a file and those that it includes. Problems are those of the build. Errors: ERR_MEMORY,
 * ERR_IO, ERR_DATA (as sm_builder_open). */
SM_CHECKED enum sm_status sm_kpp_read(struct sm_mechanism_builder *b,
                                      const struct sm_builder_file *source);

#endif
