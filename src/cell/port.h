/* port.h - portability of cell functions: the only file that depends on the
 * compiler. */
#ifndef SM_CELL_PORT_H
#define SM_CELL_PORT_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* Specifier of every cell function. With SM_CELL_CALLS, in builds for tests and sanitizers, the
 * compiler decides about inlining: vectorisation does not matter there. */
#ifdef __CUDACC__
#define SM_FN static __host__ __device__ __forceinline__
#elif defined SM_CELL_CALLS
#define SM_FN static inline
#else
#define SM_FN static inline __attribute__((always_inline))
#endif

/* Specifier of functions for rare, long cases, called with copies, so that they take no CPU
 * registers from the common case. */
#ifdef __CUDACC__
#define SM_RARE SM_FN
#else
#define SM_RARE __attribute__((noinline, unused)) static
#endif

/* x if the bit is 1, 0 if it is 0. On a CPU a product: a compiler may turn a selection into a
 * branch, which is slow for random geometry. */
#ifdef __CUDA_ARCH__
#define SM_BIT_TIMES(bit, x) ((bit) ? (x) : 0.0f)
#else
#define SM_BIT_TIMES(bit, x) ((float)(bit) * (x))
#endif

/* Reads data that no kernel writes while this one runs; the compiler may then read it once per
 * row. */
#ifdef __CUDA_ARCH__
#define SM_READ(array, at) __ldg((array) + (at))
#else
#define SM_READ(array, at) ((array)[at])
#endif

/* The same, bypassing the first-level cache of a GPU: like memory access before such caches
 * existed. */
#ifdef __CUDA_ARCH__
#define SM_READ_FAR(array, at) __ldcg((array) + (at))
#else
#define SM_READ_FAR(array, at) ((array)[at])
#endif

/* Atomic addition; returns the old value. Only integers, so that the order does not
 * matter. */
#ifdef __CUDA_ARCH__
#define SM_ADD_LONG(to, x) atomicAdd((unsigned long long *)(to), (unsigned long long)(x))
#define SM_ADD_COUNT(to, x) atomicAdd((to), (x))
#else
#define SM_ADD_LONG(to, x) __atomic_fetch_add((to), (x), __ATOMIC_RELAXED)
#define SM_ADD_COUNT(to, x) __atomic_fetch_add((to), (x), __ATOMIC_RELAXED)
#endif

/* Barrier for the motion of loads. A GPU compiler moves the loads of a kernel to its start; with
 * many of them, the registers that wait for their use reduce the number of threads, or are spilled
 * (scripts/check_spills.sh). */
#ifdef __CUDA_ARCH__
#define SM_LOADS_END asm volatile("" ::: "memory")
#else
#define SM_LOADS_END ((void)0)
#endif

/* On a GPU: unrolls a loop, since an array with a variable index is not in registers; or does not,
 * since a long one takes too many. */
#ifdef __CUDA_ARCH__
#define SM_UNROLL _Pragma("unroll")
#define SM_ROLLED _Pragma("unroll 1")
#else
#define SM_UNROLL
#define SM_ROLLED
#endif

/* Marks a loop inside a cell function with independent iterations. */
#if defined(_OPENMP) && !defined(__CUDACC__)
#define SM_SIMD _Pragma("omp simd")
#else
#define SM_SIMD
#endif

/* 1 / x, 1 / sqrt(x) and sqrt(x) of x > 0 that is neither huge nor tiny, exact to the last bit or
 * two: on a GPU, handling other numbers is most of the cost of a division. */
#if defined(__CUDA_ARCH__) && !defined(SM_STRICT)
SM_FN float sm_per_f32(float x) { return __fdividef(1.0f, x); }
SM_FN float sm_per_root_f32(float x) { return rsqrtf(x); }
SM_FN float sm_quick_root_f32(float x) {
  float root;
  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
  return root;
}
/* Newton steps double the 20 or more bits of the first guess. */
SM_FN double sm_per_f64(double x) {
  double y;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
  y = fma(y, fma(-x, y, 1.0), y);
  return fma(y, fma(-x, y, 1.0), y);
}
SM_FN double sm_per_root_f64(double x) {
  double y;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
  y = fma(0.5 * y, fma(-x * y, y, 1.0), y);
  return fma(0.5 * y, fma(-x * y, y, 1.0), y);
}
SM_FN double sm_quick_root_f64(double x) {
  const double y = sm_per_root_f64(x), root = x * y;
  return fma(0.5 * y, fma(-root, root, x), root);
}
#else
SM_FN float sm_per_f32(float x) { return 1.0f / x; }
SM_FN float sm_per_root_f32(float x) { return 1.0f / sqrtf(x); }
SM_FN float sm_quick_root_f32(float x) { return sqrtf(x); }
SM_FN double sm_per_f64(double x) { return 1.0 / x; }
SM_FN double sm_per_root_f64(double x) { return 1.0 / sqrt(x); }
SM_FN double sm_quick_root_f64(double x) { return sqrt(x); }
#endif

/* Vectors of floats, aligned to 16 bytes, for loads, additions and
 * multiplications; sm_wide_floats: as many as a register holds. They
 * are passed by address, since passing by value depends on the
 * processor. */
#ifdef __CUDACC__
template <int N> struct sm_floats {
  alignas(16) float of[N];
  __host__ __device__ __forceinline__ float operator[](int m) const { return of[m]; }
};
#define SM_FLOATS_OPERATOR(SIGN)                                                                   \
  template <int N>                                                                                 \
  static __host__ __device__ __forceinline__ sm_floats<N> operator SIGN(const sm_floats<N> &a,     \
                                                                        const sm_floats<N> &b) {   \
    sm_floats<N> c;                                                                                \
    for (int m = 0; m < N; m++) c.of[m] = a.of[m] SIGN b.of[m];                                    \
    return c;                                                                                      \
  }
SM_FLOATS_OPERATOR(+)
SM_FLOATS_OPERATOR(-)
#undef SM_FLOATS_OPERATOR
template <int N>
static __host__ __device__ __forceinline__ sm_floats<N> operator*(float a, const sm_floats<N> &b) {
  sm_floats<N> c;
  for (int m = 0; m < N; m++) c.of[m] = a * b.of[m];
  return c;
}
/* Alignment to 16 bytes for data that is read as a whole (sm_4_floats). */
#define SM_WHOLE alignas(16)
typedef sm_floats<4> sm_4_floats;
typedef sm_floats<8> sm_8_floats;
typedef sm_floats<16> sm_wide_floats;
#else
#define SM_FLOATS(N) __attribute__((vector_size(4 * (N)), aligned(16), may_alias))
#define SM_WHOLE _Alignas(16)
typedef float sm_4_floats SM_FLOATS(4);
typedef float sm_8_floats SM_FLOATS(8);
#if defined __AVX512F__
typedef float sm_wide_floats SM_FLOATS(16);
#elif defined __AVX__
typedef float sm_wide_floats SM_FLOATS(8);
#else
typedef float sm_wide_floats SM_FLOATS(4);
#endif
#undef SM_FLOATS
#endif

/* Box of cells: lo <= index < hi. */
struct sm_box {
  int lo[3], hi[3];
};

/* Array in the precision of the state, chosen at run time; cells use the member that they are
 * compiled for, SM_AT(a->u). */
union sm_reals {
  float *f32;
  double *f64;
};

#endif
