/* program_text.h - the whole program of a mechanism's kernels, as text for NVRTC or a compiler of
 * C. */
#ifndef SM_CHEM_GENERATE_PROGRAM_TEXT_H
#define SM_CHEM_GENERATE_PROGRAM_TEXT_H

#include "base/text.h"
#include "simoom/mechanism.h"

/* Which kernels; each is a program of its own where compilation takes long. Those from BEGIN on are
 * parts of a step of Rosenbrock (chem/generate/rosenbrock_kernels.h), always one by one, of
 * mechanisms that sm_generate_has_derivatives. */
enum sm_chem_kernels {
  SM_CHEM_KERNEL_RATES = 1,
  SM_CHEM_KERNEL_STEPS = 2,
  SM_CHEM_KERNEL_RKC = 4,
  SM_CHEM_KERNEL_BEGIN = 8,
  SM_CHEM_KERNEL_POTENTIALS = 16,
  SM_CHEM_KERNEL_CONSTANTS = 32,
  SM_CHEM_KERNEL_AGAIN = 64,
  SM_CHEM_KERNEL_MATRIX = 128,
  SM_CHEM_KERNEL_FACTOR = 256,
  SM_CHEM_KERNEL_STAGE = 512
};

/* How the kernels lie on a processor of a GPU. Up to SM_CHEM_IN_REGISTERS species a cell fits into
 * the registers of one thread; above, concentrations go to the shared memory of the block. */
enum { SM_CHEM_IN_REGISTERS = 24 };
struct sm_chem_launch_config {
  int32_t threads;     /* of a block */
  int32_t blocks;      /* of a processor, at least; 0: as many as the registers leave */
  size_t shared_bytes; /* of a block; 0: in registers */
};

/* room: shared memory that a block can have, bytes. */
struct sm_chem_launch_config sm_chem_choose_launch(const struct sm_mechanism *m, unsigned kernels,
                                                   size_t room);

/* Appends the text of `kernels`. shape: NULL for a compiler of C, whose kernels are functions with
 * loops over all cells. Errors: as of sm_generate_kinetics. */
SM_CHECKED enum sm_status sm_chem_program_text(struct sm_context *ctx, const struct sm_mechanism *m,
                                               const struct sm_chem_launch_config *shape,
                                               unsigned kernels, struct sm_text *out);

#endif
