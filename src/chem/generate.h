/* generate.h - the kinetics of one mechanism as text in C, for NVRTC and for host compilers.
 *
 * The text defines SM_SPECIES, SM_REACTIONS, SM_CHEM_GUARDED (guarded.h, of all species), and as
 * inline functions of one cell sm_chem_rates(t, air, c, g, a, w)   net rates of production,
 * kmol/(m3 s) sm_chem_heat(t, y, w, sum)          what heats the cell: sums over its species which
 * stand on text_prelude.h; numbers are exact (hexadecimal). With g_k = p0/(R T) exp(-g_k/(R T)),
 * a_k = C_k / g_k a reaction at equilibrium with its reverse has q = k prod(g of reactants) (prod(a
 * of reactants) - prod(a of products)): an exponential per species in place of one per reaction. */
#ifndef SM_CHEM_GENERATE_H
#define SM_CHEM_GENERATE_H

#include "base/context.h"
#include "base/text.h"
#include "simoom/mechanism.h"

/* Appends the text. Errors: ERR_DATA (something that needs thermodynamics has none), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_generate(struct sm_context *ctx, const struct sm_mechanism *m,
                                      struct sm_text *out);

#endif
