/* reactor_cell.h - the ordinary differential equations of a reacting cell.
 *
 * Unknowns, of one unit of volume at the start: amounts n_k of the species (kmol), their sum N, and
 * the temperature T. At constant pressure the volume V = R T N/p changes; else V = 1. N is carried
 * of its own, so that concentrations of colliders keep the Jacobian sparse (docs/theory). */
#ifndef SM_CHEM_REACTOR_CELL_H
#define SM_CHEM_REACTOR_CELL_H

#include "chem/kinetics.h"
#include "chem/sparse.h"
#include "simoom/chem.h"

/* Pattern of the Jacobian of all modes. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_reactor_pattern(struct sm_context *ctx, const struct sm_kinetics *k,
                                             struct sm_sparse **out);

#endif
