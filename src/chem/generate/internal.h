/* chem/generate/internal.h - declarations shared by the files of the kinetics generator. */
#ifndef SM_CHEM_GENERATE_INTERNAL_H
#define SM_CHEM_GENERATE_INTERNAL_H

#include "base/text.h"
#include "chem/generate/generate.h"
#include "device/array_store.h"
#include "simoom/mechanism.h"

/* GPU chemistry, shared by its files. */

struct sm_chem_gpu {
  struct sm_device *device;     /* borrowed */
  const struct sm_mechanism *m; /* borrowed */
  struct sm_gpu_properties limits;
  int blocks;                                          /* requested blocks; 0: automatic */
  struct sm_gpu_program *program[SM_CHEM_GPU_KERNELS]; /* NULL: not yet compiled */
  double seconds[SM_CHEM_GPU_KERNELS];
  struct sm_store store;         /* slots of Rosenbrock methods */
  struct sm_chem_rodas_args own; /* its arrays */
  size_t slot_bytes;             /* memory per slot; 0: not yet known */
};

/* Compiles the missing programs of the kernels from .. to. */
enum sm_status sm_chem_gpu_prepare(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                   enum sm_chem_gpu_kernel from, enum sm_chem_gpu_kernel to);

/* Launches a kernel for `cells` cells. */
enum sm_status sm_chem_gpu_run(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                               enum sm_chem_gpu_kernel kernel, int64_t cells, const void *argument);

/* program_text.c */

/* Kernels of a program, as bits; slow compilations get a program each. Kernels from BEGIN on are
 * parts of a Rosenbrock step (chem/generate/rosenbrock_kernels.h), always in separate programs;
 * they require sm_generate_has_derivatives. */
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

/* Launch configuration. Up to SM_CHEM_IN_REGISTERS species a cell fits into the registers of a
 * thread; larger mechanisms keep concentrations in shared memory. */
enum { SM_CHEM_IN_REGISTERS = 24 };
struct sm_chem_launch_config {
  int32_t threads;     /* threads per block */
  int32_t blocks;      /* minimum per multiprocessor; 0: as registers allow */
  size_t shared_bytes; /* per block; 0: in registers */
};

/* room: shared memory available to a block, bytes. */
struct sm_chem_launch_config sm_chem_choose_launch(const struct sm_mechanism *m, unsigned kernels,
                                                   size_t room);

/* Appends the text of `kernels`. shape: NULL for a C compiler, where kernels are functions with
 * loops over all cells. Errors: those of sm_generate_kinetics. */
SM_CHECKED enum sm_status sm_chem_program_text(struct sm_context *ctx, const struct sm_mechanism *m,
                                               const struct sm_chem_launch_config *shape,
                                               unsigned kernels, struct sm_text *out);

/* Factor T^b exp(-e/T) shared by several rates. */
struct sm_generator_factor {
  double b, e;
  int32_t uses;
  bool written;
};

/* Sum of collider efficiencies times concentrations. */
struct sm_generator_collider {
  const struct sm_amounts *efficiencies;
  double other; /* efficiency of species not listed */
  bool written;
};

enum { SM_GENERATOR_SIDE = 6 }; /* maximum number of molecules per side with derivatives */

/* Indices of the derivative terms of a reaction in a cell; -1: none. */
struct sm_generator_constants {
  int32_t forward, backward; /* rate constants, times collider concentrations if any */
  int32_t by_t;              /* d ln k/dT of constants other than Arrhenius */
  int32_t by_m;              /* derivative of the rate of progress by collider concentration */
};

struct sm_generator {
  struct sm_context *ctx;
  const struct sm_mechanism *m;
  struct sm_text *out;
  bool *gibbs;    /* per species: g and a are used by reverse rates */
  bool apart;     /* parts are independent, with the species that they read */
  bool given;     /* potentials are read instead of computed */
  bool *needed;   /* per species: used by this part */
  int32_t *place; /* per needed species: column in c, g, a */
  int32_t places; /* maximum number of columns of a part */
  bool *begun;    /* per species: this part has set its rate */
  bool *reacts;   /* per species: changed by some reaction */
  struct sm_generator_factor *factor;
  int32_t factor_count;
  struct sm_generator_collider *collider;
  int32_t collider_count;
  double *middle; /* limits between temperature ranges of the thermodynamics */
  int32_t middle_count;
  bool constants;                    /* parts also store derivative terms */
  struct sm_generator_constants *at; /* per reaction: indices of its terms */
  const struct sm_sparse_lu *sparse;
};

/* Generate functions sm_chem_heat; sm_chem_energies, which also sets a and g; an expression for
 * cp/R of species k. */
enum sm_status sm_generate_heat(struct sm_generator *g);
void sm_generate_energies(struct sm_generator *g);
void sm_generate_capacity(struct sm_generator *g, int32_t k);
/* Generates lines that set `hot_<i>` where t is above limit i. */
void sm_generate_ranges(struct sm_generator *g);
/* Generates lines that set g and a of the needed species; with `given`, from p_<k>. */
enum sm_status sm_generate_gibbs(struct sm_generator *g);
/* Generates the function sm_chem_potentials: p_<k> for all parts. */
void sm_generate_potentials(struct sm_generator *g);

/* Generates shared factors of a rate, once, before the block that uses it. */
void sm_generate_factor(struct sm_generator *g, const struct sm_arrhenius *rate);
/* Generates the rate as an expression. */
void sm_generate_arrhenius(struct sm_generator *g, const struct sm_arrhenius *rate);

/* True if a reaction changes the amount of species k. */
bool sm_generate_changes(const struct sm_generator *g, const struct sm_reaction *r, int32_t k);
/* Generates the block that adds reaction `number` to w_<k> of its species. */
void sm_generate_reaction(struct sm_generator *g, int32_t number);
/* Moles of species k produced by one turnover of the reaction. */
double sm_generate_net_moles(const struct sm_reaction *r, int32_t k);
/* Generates the product of potentials over one side of an equation. */
void sm_generate_potential_product(struct sm_generator *g, const struct sm_amounts *side);

/* Assigns the indices of the derivative terms; returns their number. */
int32_t sm_generate_place_constants(const struct sm_mechanism *m,
                                    struct sm_generator_constants *at);
/* Generate: derivative terms after the rate constant and after the rate of progress q in the block
 * of a reaction; all columns of the matrix; LU factorisation; solution. */
void sm_generate_constants(struct sm_generator *g, int32_t number);
void sm_generate_by_colliders(struct sm_generator *g, int32_t number);
void sm_generate_columns(struct sm_generator *g);
void sm_generate_factors(struct sm_generator *g);
void sm_generate_solve(struct sm_generator *g);

/* Generates `const double k = ...;` in the block of a reaction: rate constant in kmol, m, s,
 * without the collider concentration unless that is part of the rate. */
void sm_generate_constant(struct sm_generator *g, const struct sm_reaction *r);
/* Generates `const double by_t, by_m` after it, for falloff and activation: d ln k by temperature,
 * 1/K, and by ln of the collider concentration. */
void sm_generate_falloff_partials(struct sm_generator *g, const struct sm_reaction *r);
/* Generates d ln k/dT of an Arrhenius rate as an expression. */
void sm_generate_dlnk_dt(struct sm_generator *g, const struct sm_arrhenius *rate);

/* rate_constants.c */

/* True if a reaction uses a collider sum; index
 * of that sum, -1: unknown. */
bool sm_generate_has_collider(const struct sm_reaction *r);

int32_t sm_generate_collider(const struct sm_generator *g, const struct sm_reaction *r);

#endif
