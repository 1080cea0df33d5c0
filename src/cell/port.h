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

/* x where a bit is 1, 0 where it is 0. A CPU multiplies: of a choice the compiler may make a
 * branch, which random geometry makes slow. */
#ifdef __CUDA_ARCH__
#define SM_BIT_TIMES(bit, x) ((bit) ? (x) : 0.0f)
#else
#define SM_BIT_TIMES(bit, x) ((float)(bit) * (x))
#endif

/* Reads what no kernel writes while this one runs; the compiler may then read it once per row. */
#ifdef __CUDA_ARCH__
#define SM_READ(array, at) __ldg((array) + (at))
#else
#define SM_READ(array, at) ((array)[at])
#endif

/* Adds to a number that others add to at the same time; returns what it was before. Only integers:
 * then the order does not matter. */
#ifdef __CUDA_ARCH__
#define SM_ADD_LONG(to, x) atomicAdd((unsigned long long *)(to), (unsigned long long)(x))
#define SM_ADD_COUNT(to, x) atomicAdd((to), (x))
#else
#define SM_ADD_LONG(to, x) __atomic_fetch_add((to), (x), __ATOMIC_RELAXED)
#define SM_ADD_COUNT(to, x) __atomic_fetch_add((to), (x), __ATOMIC_RELAXED)
#endif

/* Before a loop inside a cell function whose turns do not depend on each other. */
#if defined(_OPENMP) && !defined(__CUDACC__)
#define SM_SIMD _Pragma("omp simd")
#else
#define SM_SIMD
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
