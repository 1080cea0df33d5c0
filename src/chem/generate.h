/* generate.h - the kinetics of one mechanism as text in C, for NVRTC and for host compilers.
 *
 * The text defines SM_SPECIES, SM_REACTIONS, SM_CHEM_PARTS, SM_CHEM_GUARDED (guarded.h, of all
 * species), and as functions of one cell
 *   sm_chem_begin(t, log_t, per_t, c, g, a)                 what the rates stand on
 *   sm_chem_part(part, warm, air, c, g, a, w, stride)       part by part, in their order, the net
 *                                                           rates of production, kmol/(m3 s)
 *   sm_chem_heat(t, y, w, sum)                              what heats the cell
 *
 * With `apart` each part begins on its own, and has SM_CHEM_PLACES places of c, g and a at most:
 *   sm_chem_begin(part, from, stride, t, log_t, per_t, c, g, a)
 * reads the concentrations of a cell, of which species k is from[k * stride], and returns their
 * sum.
 *
 * They stand on text_prelude.h and text_state.h; numbers are exact (hexadecimal). With g_k, a_k and
 * q of docs/theory/chemistry-gpu.md there is an exponential per species, none per reaction for its
 * equilibrium. */
#ifndef SM_CHEM_GENERATE_H
#define SM_CHEM_GENERATE_H

#include "base/context.h"
#include "base/text.h"
#include "simoom/mechanism.h"

/* Appends the text. reactions: about so many of the simplest kind, or as much work, in a part.
 * apart: see above. Errors: ERR_DATA (something that needs thermodynamics has none), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_generate(struct sm_context *ctx, const struct sm_mechanism *m,
                                      int32_t reactions, bool apart, struct sm_text *out);

#endif
