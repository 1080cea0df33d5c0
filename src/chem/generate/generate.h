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
#include "chem/generate/kernel_args.h"
#include "chem/integrate/sparse_lu.h"
#include "device/gpu_program.h"
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

/* Chemistry of many cells on a GPU, with generated kernels.
 *
 * Kernels are generated for the mechanism and compiled by NVRTC at their first use. All arrays are
 * in device memory; calls may return before the device has finished (sm_device_sync). */

struct sm_chem_gpu;
struct sm_mechanism;
struct sm_chem_tableau;

/* Number of failed cells, and the first one. */
struct sm_chem_gpu_failed {
  int64_t count, first;
};

/* Borrows the mechanism. blocks: minimum number of resident blocks per
 * multiprocessor, which limits the registers; 0: automatic. Errors:
 * ERR_DEVICE (not a GPU), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_chem_gpu_create(struct sm_context *ctx, struct sm_device *device,
                                             const struct sm_mechanism *m, int blocks,
                                             struct sm_chem_gpu **out);
void sm_chem_gpu_destroy(struct sm_chem_gpu **gpu);

/* Net production rates, kmol/(m3 s), in the layout of the concentrations. Errors: ERR_DEVICE,
 * ERR_DATA, those of sm_nvrtc_compile and sm_generate_kinetics. */
SM_CHECKED enum sm_status sm_chem_gpu_rates(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                            const struct sm_chem_kernel_cells *cells,
                                            double *rates);

/* Integrates `steps` steps of length dt (s) with the classical Runge-Kutta method (RK4). */
SM_CHECKED enum sm_status sm_chem_gpu_rk4(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                          const struct sm_chem_kernel_cells *cells, double dt,
                                          int32_t steps, enum sm_chem_kernel_mode mode);

/* Maximum number of species for generated RKC2 in flow solvers: compiled in a few seconds, and much
 * faster than table-driven kinetics (measured with 9 and 13 species). */
enum { SM_CHEM_GPU_RKC_SPECIES = 16 };

/* Integrates with RKC2, one thread per cell, with individual step sizes; for the cells in the
 * arguments. */
SM_CHECKED enum sm_status sm_chem_gpu_rkc(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                          const struct sm_chem_rkc_args *args);

/* Maximum number of species for generated Rosenbrock methods in flow solvers: program size and
 * compile time grow faster than the number of species (measured with 9 to 53). */
enum { SM_CHEM_GPU_RODAS_SPECIES = 64 };

/* Integrates with a Rosenbrock method (cell/chemistry/tableau.h), all active
 * cells together, stage by stage; requires sm_generate_has_derivatives. Members
 * of the arguments from `counts` on are ignored. Returns when all cells are
 * complete. Errors: likewise, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_chem_gpu_rosenbrock(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                                 const struct sm_chem_rodas_args *args,
                                                 const struct sm_chem_tableau *method,
                                                 struct sm_chem_gpu_failed *failed);

/* Compiles the kernels, and allocates memory for the cells. */
SM_CHECKED enum sm_status sm_chem_gpu_make_rosenbrock(struct sm_context *ctx,
                                                      struct sm_chem_gpu *gpu, int64_t cells);

/* Kernels, and the resources and compile time of each. */
enum sm_chem_gpu_kernel {
  SM_CHEM_GPU_STEPS,
  SM_CHEM_GPU_RKC,
  SM_CHEM_GPU_RATES,
  SM_CHEM_GPU_BEGIN, /* first kernel of a Rosenbrock step */
  SM_CHEM_GPU_POTENTIALS,
  SM_CHEM_GPU_CONSTANTS,
  SM_CHEM_GPU_AGAIN,
  SM_CHEM_GPU_MATRIX,
  SM_CHEM_GPU_FACTOR,
  SM_CHEM_GPU_STAGE,
  SM_CHEM_GPU_KERNELS
};
struct sm_chem_gpu_kernel_report {
  struct sm_gpu_kernel_resources cost;
  int threads;    /* threads per block */
  double seconds; /* compile time; 0: from the cache */
};
SM_CHECKED enum sm_status sm_chem_gpu_get_report(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                                 enum sm_chem_gpu_kernel kernel,
                                                 struct sm_chem_gpu_kernel_report *out);

#endif
