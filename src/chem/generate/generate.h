/* generate.h - kinetics of a mechanism as C source text, for NVRTC and host compilers.
 *
 * The text defines SM_SPECIES, SM_REACTIONS, SM_CHEM_PARTS, SM_CHEM_NONNEGATIVE
 * (chem/kinetics/positivity.c, for all species), and functions of one cell:
 * sm_chem_begin(t, log_t, per_t, c, g, a): prepares the rates;
 * sm_chem_part(part, warm, air, c, g, a, w, stride, s): net production rates, kmol/(m3 s), part
 * by part in order; s: terms of the derivatives, if any;
 * sm_chem_heat(t, y, w, stride, sum): heating of the cell.
 *
 * With `apart` each part is independent, with at most SM_CHEM_PLACES places of c, g and a:
 * sm_chem_begin(part, from, stride, t, log_t, per_t, c, g, a)
 * reads the concentrations of a cell, species k at from[k * stride], and returns their sum; in a
 * Rosenbrock step also g, which another kernel has computed for all parts,
 * sm_chem_begin(part, from, stride, given, c, g, a)
 *
 * The text uses chem/generate/prelude.h and chem/generate/cell_state.h; numbers are exact
 * (hexadecimal). With g_k, a_k and q of docs/theory/chemistry-gpu.md there is one exponential per
 * species, and none per reaction for its equilibrium. */
#ifndef SM_CHEM_GENERATE_GENERATE_H
#define SM_CHEM_GENERATE_GENERATE_H

#include "base/context.h"
#include "base/text.h"
#include "chem/integrate/sparse_lu.h"
#include "simoom/mechanism.h"

/* Appends the text. reactions: approximate size of a part, in reactions of the simplest kind.
 * apart: see above. Errors: ERR_DATA (missing thermodynamics), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_generate_kinetics(struct sm_context *ctx, const struct sm_mechanism *m,
                                               int32_t reactions, bool apart, struct sm_text *out);

/* Functions for Rosenbrock methods
 * (chem/generate/rosenbrock_kernels.h): values of 1/(h gamma) - df/dy
 * in the pattern of sm_reactor_jacobian_pattern, LU factorisation and
 * solution. Requires sm_generate_has_derivatives. */
enum sm_generate_part {
  SM_GENERATE_NOTHING,    /* counts only */
  SM_GENERATE_POTENTIALS, /* sm_chem_potentials, the g of all species */
  SM_GENERATE_RATES,      /* rates, reading the potentials */
  SM_GENERATE_CONSTANTS,  /* and terms of the derivatives, SM_CHEM_CONSTANTS numbers */
  SM_GENERATE_COLUMNS,    /* sm_chem_columns, sm_chem_energies */
  SM_GENERATE_FACTOR,     /* sm_chem_factor */
  SM_GENERATE_SOLVE       /* sm_chem_heat, sm_chem_solve */
};

/* True for mechanisms of elementary, third-body, falloff and chemically activated reactions with
 * whole molecules and without explicit orders, with thermodynamics for all species. */
bool sm_generate_has_derivatives(const struct sm_mechanism *m);

/* Like sm_generate_kinetics, for the derivatives. */
SM_CHECKED enum sm_status sm_generate_derivatives(struct sm_context *ctx,
                                                  const struct sm_mechanism *m,
                                                  const struct sm_sparse_lu *sparse,
                                                  enum sm_generate_part what, int32_t reactions,
                                                  struct sm_text *out);

/* Number of derivative terms per cell. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_generate_constant_count(struct sm_context *ctx,
                                                     const struct sm_mechanism *m, int32_t *out);

#endif
