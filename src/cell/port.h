/* port.h - the only file that knows which compiler is reading a cell function. */
#ifndef SM_CELL_PORT_H
#define SM_CELL_PORT_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __CUDACC__
#define SM_FN static __host__ __device__ __forceinline__
#else
#define SM_FN static inline __attribute__((always_inline))
#endif

/* Cells to visit: lo <= index < hi. */
struct sm_box {
  int lo[3], hi[3];
};

/* An array in the precision of the state, chosen at run time; cells read the member that they are
 * compiled for, SM_AT(a->u). */
union sm_reals {
  float *f32;
  double *f64;
};

#endif
