/* gpu.h - chemistry of many cells on a GPU, with generated kernels.
 *
 * Kernels are generated for the mechanism and compiled by NVRTC at their
 * first use. All arrays are in device memory; calls may return before the
 * device has finished (sm_device_sync). */
#ifndef SM_CHEM_GENERATE_GPU_H
#define SM_CHEM_GENERATE_GPU_H

#include "chem/generate/kernel_args.h"
#include "device/gpu_program.h"

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
