/* gpu.h - chemistry in many cells on a GPU.
 *
 * Kernels are generated for the mechanism and compiled by NVRTC when they are first asked for. All
 * arrays are in the device's memory; calls may return before the device is done (sm_device_sync).
 */
#ifndef SM_CHEM_GENERATE_GPU_H
#define SM_CHEM_GENERATE_GPU_H

#include "chem/generate/kernel_args.h"
#include "device/gpu_program.h"

struct sm_chem_gpu;
struct sm_mechanism;
struct sm_chem_tableau;

/* Cells that failed, and the first of them. */
struct sm_chem_gpu_failed {
  int64_t count, first;
};

/* The mechanism is borrowed until the end. blocks: that a multiprocessor runs at least, which
 * limits the registers; 0: as many as there is room for. Errors: ERR_DEVICE (not a GPU),
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_chem_gpu_create(struct sm_context *ctx, struct sm_device *device,
                                             const struct sm_mechanism *m, int blocks,
                                             struct sm_chem_gpu **out);
void sm_chem_gpu_destroy(struct sm_chem_gpu **gpu);

/* Net rates of production, kmol/(m3 s), laid out as the concentrations. Errors: ERR_DEVICE,
 * ERR_DATA, as of sm_nvrtc_compile and sm_generate_kinetics. */
SM_CHECKED enum sm_status sm_chem_gpu_rates(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                            const struct sm_chem_kernel_cells *cells,
                                            double *rates);

/* `steps` steps of length dt (s) by the classical method of Runge and Kutta. */
SM_CHECKED enum sm_status sm_chem_gpu_rk4(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                          const struct sm_chem_kernel_cells *cells, double dt,
                                          int32_t steps, enum sm_chem_kernel_mode mode);

/* Up to so many species flows take RKC2 of generated kinetics: it is compiled in a few seconds, and
 * much faster than tables (measured with 9 and 13). */
enum { SM_CHEM_GPU_RKC_SPECIES = 16 };

/* Through a time by RKC2, one thread per cell, each with its own steps. The arguments' cells count.
 */
SM_CHECKED enum sm_status sm_chem_gpu_rkc(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                          const struct sm_chem_rkc_args *args);

/* Up to so many species flows take methods of Rosenbrock of generated kinetics: programs, and the
 * time that compilers take for them, grow faster than the number (measured with 9 to 53). */
enum { SM_CHEM_GPU_RODAS_SPECIES = 64 };

/* Through a time by a method of Rosenbrock (cell/chemistry/tableau.h), all cells that are on their
 * way together, stage by stage: of mechanisms that sm_generate_has_derivatives. What the arguments
 * say from `counts` on does not count. Returns when the cells are there. Errors: likewise,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_chem_gpu_rosenbrock(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                                 const struct sm_chem_rodas_args *args,
                                                 const struct sm_chem_tableau *method,
                                                 struct sm_chem_gpu_failed *failed);

/* Compiles what it takes, and takes memory for so many cells. */
SM_CHECKED enum sm_status sm_chem_gpu_make_rosenbrock(struct sm_context *ctx,
                                                      struct sm_chem_gpu *gpu, int64_t cells);

/* What a kernel takes, and how it came about. */
enum sm_chem_gpu_kernel {
  SM_CHEM_GPU_STEPS,
  SM_CHEM_GPU_RKC,
  SM_CHEM_GPU_RATES,
  SM_CHEM_GPU_BEGIN, /* from here on: parts of a step of Rosenbrock */
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
  int threads;    /* of a block */
  double seconds; /* of compilation; 0: it was kept */
};
SM_CHECKED enum sm_status sm_chem_gpu_get_report(struct sm_context *ctx, struct sm_chem_gpu *gpu,
                                                 enum sm_chem_gpu_kernel kernel,
                                                 struct sm_chem_gpu_kernel_report *out);

#endif
