/* chem/generate/gpu_internal.h - what the files of chemistry on a GPU share. */
#ifndef SM_CHEM_GENERATE_GPU_INTERNAL_H
#define SM_CHEM_GENERATE_GPU_INTERNAL_H

#include "chem/generate/gpu.h"
#include "device/array_store.h"

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

#endif
