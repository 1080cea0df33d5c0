/* generate.h - the kinetics of one mechanism as text in C, for NVRTC and for host compilers.
 *
 * The text defines SM_SPECIES, SM_REACTIONS, SM_CHEM_PARTS, SM_CHEM_NONNEGATIVE
 * (chem/kinetics/positivity.c, of all species), and as functions of one cell sm_chem_begin(t,
 * log_t, per_t, c, g, a)                 what the rates stand on sm_chem_part(part, warm, air, c,
 * g, a, w, stride, s)    part by part, in their order, the net rates of production, kmol/(m3 s); s:
 *                                                           what slopes are made of, where it is
 *   sm_chem_heat(t, y, w, stride, sum)                      what heats the cell
 *
 * With `apart` each part begins on its own, and has SM_CHEM_PLACES places of c, g and a at most:
 *   sm_chem_begin(part, from, stride, t, log_t, per_t, c, g, a)
 * reads the concentrations of a cell, of which species k is from[k * stride], and returns their
 * sum; in a step of Rosenbrock, g too, which a kernel before has written for all parts,
 *   sm_chem_begin(part, from, stride, given, c, g, a)
 *
 * They stand on chem/generate/prelude.h and chem/generate/cell_state.h; numbers are exact
 * (hexadecimal). With g_k, a_k and q of docs/theory/chemistry-gpu.md there is an exponential per
 * species, none per reaction for its equilibrium. */
#ifndef SM_CHEM_GENERATE_GENERATE_H
#define SM_CHEM_GENERATE_GENERATE_H

#include "base/context.h"
#include "base/text.h"
#include "chem/integrate/sparse_lu.h"
#include "simoom/mechanism.h"

/* Appends the text. reactions: about so many of the simplest kind, or as much work, in a part.
 * apart: see above. Errors: ERR_DATA (something that needs thermodynamics has none), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_generate_kinetics(struct sm_context *ctx, const struct sm_mechanism *m,
                                               int32_t reactions, bool apart, struct sm_text *out);

/* What methods of Rosenbrock ask for besides (chem/generate/rosenbrock_kernels.h): values of 1/(h
 * gamma) - df/dy by the pattern of sm_reactor_jacobian_pattern, their LU factors and solutions with
 * them. Only of mechanisms whose reactions are of the forms that sm_generate_has_derivatives says.
 */
enum sm_generate_part {
  SM_GENERATE_NOTHING,    /* but what there are of each */
  SM_GENERATE_POTENTIALS, /* sm_chem_potentials, the g of all species */
  SM_GENERATE_RATES,      /* parts that read these */
  SM_GENERATE_CONSTANTS,  /* and write what slopes are made of, SM_CHEM_CONSTANTS numbers */
  SM_GENERATE_COLUMNS,    /* sm_chem_columns, sm_chem_energies */
  SM_GENERATE_FACTOR,     /* sm_chem_factor */
  SM_GENERATE_SOLVE       /* sm_chem_heat, sm_chem_solve */
};

/* Elementary reactions, those with colliders, falloff and chemical activation, of whole molecules
 * and without orders of their own, of species that all have thermodynamics. */
bool sm_generate_has_derivatives(const struct sm_mechanism *m);

/* As sm_generate_kinetics. */
SM_CHECKED enum sm_status sm_generate_derivatives(struct sm_context *ctx,
                                                  const struct sm_mechanism *m,
                                                  const struct sm_sparse_lu *sparse,
                                                  enum sm_generate_part what, int32_t reactions,
                                                  struct sm_text *out);

/* Numbers of a cell that slopes are made of. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_generate_constant_count(struct sm_context *ctx,
                                                     const struct sm_mechanism *m, int32_t *out);

#endif
