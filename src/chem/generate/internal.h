/* chem/generate/internal.h - functions shared by the files of the generator of kinetics. */
#ifndef SM_CHEM_GENERATE_INTERNAL_H
#define SM_CHEM_GENERATE_INTERNAL_H

#include "base/text.h"
#include "chem/generate/generate.h"
#include "chem/generate/gpu.h"
#include "device/array_store.h"
#include "simoom/mechanism.h"

/* What the files of chemistry on a GPU share. */

struct sm_chem_gpu {
  struct sm_device *device;     /* borrowed */
  const struct sm_mechanism *m; /* borrowed */
  struct sm_gpu_properties limits;
  int blocks;                                          /* that are asked for; 0: none */
  struct sm_gpu_program *program[SM_CHEM_GPU_KERNELS]; /* NULL: not asked for yet */
  double seconds[SM_CHEM_GPU_KERNELS];
  struct sm_store store;         /* of the slots of methods of Rosenbrock */
  struct sm_chem_rodas_args own; /* its arrays */
  size_t slot_bytes;             /* of a slot; 0: not known yet */
};

/* Makes the programs of the kernels from .. to that are not there yet. */
enum sm_status sm_chem_gpu_prepare(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                   enum sm_chem_gpu_kernel from, enum sm_chem_gpu_kernel to);

/* Runs a kernel for so many cells. */
enum sm_status sm_chem_gpu_run(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                               enum sm_chem_gpu_kernel kernel, int64_t cells, const void *argument);

/* program_text.c */

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

/* A factor T^b exp(-e/T) that several rates have. */
struct sm_generator_factor {
  double b, e;
  int32_t uses;
  bool written;
};

/* A sum of efficiencies times concentrations. */
struct sm_generator_collider {
  const struct sm_amounts *efficiencies;
  double other; /* efficiency of those not listed */
  bool written;
};

enum { SM_GENERATOR_SIDE = 6 }; /* molecules of a side at most, where slopes are made */

/* Where a cell has what the slopes of a reaction are made of, -1: it has none. */
struct sm_generator_constants {
  int32_t forward, backward; /* rate constants, times their colliders where there are some */
  int32_t by_t;              /* d ln k/dT of what is no Arrhenius' law */
  int32_t by_m;              /* slope of the rate of progress by the concentration of colliders */
};

struct sm_generator {
  struct sm_context *ctx;
  const struct sm_mechanism *m;
  struct sm_text *out;
  bool *gibbs;    /* of a species: reverse rates ask for its g and a */
  bool apart;     /* each part begins anew, with the species it reads */
  bool given;     /* and reads their potentials too */
  bool *needed;   /* of a species: this part reads it */
  int32_t *place; /* of a species that is needed: in the columns c, g, a */
  int32_t places; /* of a part, the most */
  bool *begun;    /* of a species: this part added something to its rate */
  bool *reacts;   /* of a species: some reaction changes it */
  struct sm_generator_factor *factor;
  int32_t factor_count;
  struct sm_generator_collider *collider;
  int32_t collider_count;
  double *middle; /* the temperatures between ranges of thermodynamics */
  int32_t middle_count;
  bool constants;                    /* parts also keep what slopes are made of */
  struct sm_generator_constants *at; /* of each reaction: where it has them */
  const struct sm_sparse_lu *sparse;
};

/* Functions sm_chem_heat; sm_chem_energies, which sets a and g too; cp/R of species k as an
 * expression. */
enum sm_status sm_generate_heat(struct sm_generator *g);
void sm_generate_energies(struct sm_generator *g);
void sm_generate_capacity(struct sm_generator *g, int32_t k);
/* Lines that set `hot_<i>` where t is above middle i. */
void sm_generate_ranges(struct sm_generator *g);
/* Lines that set g and a of the species that are needed; with `given`, of p_<k>. */
enum sm_status sm_generate_gibbs(struct sm_generator *g);
/* Function sm_chem_potentials: the p_<k> of all parts. */
void sm_generate_potentials(struct sm_generator *g);

/* Lines that must stand before a block that uses the rate: shared factors, once. */
void sm_generate_factor(struct sm_generator *g, const struct sm_arrhenius *rate);
/* The rate as an expression. */
void sm_generate_arrhenius(struct sm_generator *g, const struct sm_arrhenius *rate);

/* True if a reaction changes how much there is of species k. */
bool sm_generate_changes(const struct sm_generator *g, const struct sm_reaction *r, int32_t k);
/* The block that adds reaction `number` to the w_<k> of its species. */
void sm_generate_reaction(struct sm_generator *g, int32_t number);
/* Moles of species k that one turn of the reaction makes. */
double sm_generate_net_moles(const struct sm_reaction *r, int32_t k);
/* Product over a side of an equation of potentials. */
void sm_generate_potential_product(struct sm_generator *g, const struct sm_amounts *side);

/* Places of the constants; how many there are. */
int32_t sm_generate_place_constants(const struct sm_mechanism *m,
                                    struct sm_generator_constants *at);
/* In a reaction's block: after its constant and after its rate of progress q, what is kept for
 * slopes. All columns of the matrix; its factors; solutions. */
void sm_generate_constants(struct sm_generator *g, int32_t number);
void sm_generate_by_colliders(struct sm_generator *g, int32_t number);
void sm_generate_columns(struct sm_generator *g);
void sm_generate_factors(struct sm_generator *g);
void sm_generate_solve(struct sm_generator *g);

/* Inside a reaction's block: `const double k = ...;`, the rate constant in kmol, m, s; of reactions
 * with colliders not yet times their concentration unless it is part of the rate. */
void sm_generate_constant(struct sm_generator *g, const struct sm_reaction *r);
/* After it, of falloff and activation: `const double by_t, by_m`, d ln k by the temperature, 1/K,
 * and by ln of the concentration of colliders. */
void sm_generate_falloff_partials(struct sm_generator *g, const struct sm_reaction *r);
/* d ln k/dT of Arrhenius' law as an expression. */
void sm_generate_dlnk_dt(struct sm_generator *g, const struct sm_arrhenius *rate);

/* rate_constants.c */

/* True if some sum of colliders is asked for by a reaction; the number of that sum, -1: not known.
 */
bool sm_generate_has_collider(const struct sm_reaction *r);

int32_t sm_generate_collider(const struct sm_generator *g, const struct sm_reaction *r);

#endif
