/* speed_gpu.h - the GPU's part of what chem_speed.h measures. */
#ifndef SM_CHEM_SPEED_GPU_H
#define SM_CHEM_SPEED_GPU_H

#include "base/context.h"
#include <stdint.h>

struct sm_mechanism;
struct sm_speed_gpu;

/* *out is NULL where there is no GPU or no NVRTC; the log says why. name: 128 bytes.
 * Errors: ERR_MEMORY, as of sm_generate. */
SM_CHECKED enum sm_status sm_speed_gpu_open(struct sm_context *ctx, const struct sm_mechanism *m,
                                            char *name, struct sm_speed_gpu **out);
void sm_speed_gpu_close(struct sm_speed_gpu **gpu);

/* Cells of one gas: `each` of every species, kmol/m3. */
struct sm_speed_cells {
  int64_t count;
  int32_t species, steps;
  double each, temperature, dt;
};

/* Seconds of one step of all cells, the median of several calls. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_speed_gpu_run(struct sm_context *ctx, struct sm_speed_gpu *gpu,
                                           const struct sm_speed_cells *cells, double *seconds);

#endif
