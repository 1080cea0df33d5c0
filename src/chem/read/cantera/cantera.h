/* cantera.h - mechanisms in Cantera's YAML form (versions 2.5 to 3). */
#ifndef SM_CHEM_READ_CANTERA_CANTERA_H
#define SM_CHEM_READ_CANTERA_CANTERA_H

#include "chem/read/builder.h"

/* Reads the phase that b->files names, or the first one. Problems are those of the build. Errors:
 * ERR_MEMORY, ERR_IO, ERR_DATA (as sm_builder_open; built without libyaml). */
SM_CHECKED enum sm_status sm_cantera_read(struct sm_mechanism_builder *b,
                                          const struct sm_builder_file *source);

#endif
