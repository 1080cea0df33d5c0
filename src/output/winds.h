/* winds.h - what the writers of wind files are given: cell values, slab by slab.
 *
 * The run hands the writers host arrays of one time; the writers know nothing of devices. */
#ifndef SM_OUTPUT_WINDS_H
#define SM_OUTPUT_WINDS_H

#include "domain/domain.h"

/* The wind of one time on the faces of the grid, host memory. Index of a component at face i of
 * cell (i, j, k): i + j * stride_y + k * stride_z, i = 0..nx for u, j = 0..ny for v, k = 0..nz for
 * w. Velocities of closed faces are exactly 0; on a partly open face the value is the velocity in
 * its open part. One of f32 and f64 is used. */
struct sm_face_wind {
  bool is_double;
  const void *u, *v, *w;
  ptrdiff_t stride_y, stride_z;
};

/* Facts that go into the file beside the numbers. */
struct sm_wind_record {
  double time; /* s since 1970-01-01 UTC; NAN: none */
  bool converged;
  int iterations;
  double residual, divergence;
};

#endif
