/* chem/integrate/jacobian_pattern.h - the ordinary differential equations of a reacting cell.
 *
 * Unknowns, of one unit of volume at the start: amounts n_k of the species (kmol), their sum N, and
 * the temperature T. At constant pressure the volume V = R T N/p changes; else V = 1. N is carried
 * of its own, so that concentrations of colliders keep the Jacobian sparse (docs/theory). */
#ifndef SM_CHEM_INTEGRATE_JACOBIAN_PATTERN_H
#define SM_CHEM_INTEGRATE_JACOBIAN_PATTERN_H

#include "chem/integrate/sparse_lu.h"
#include "chem/kinetics/kinetics.h"
#include "simoom/chem.h"

/* Pattern of the Jacobian of all modes. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_reactor_jacobian_pattern(struct sm_context *ctx,
                                                      const struct sm_kinetics *k,
                                                      struct sm_sparse_lu **out);

#endif
