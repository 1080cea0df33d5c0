/* cell/chemistry/group_threads.h - thread groups of chemistry: lanes, their synchronisation, sums
 * and maxima over them (cell/chemistry/group.h). */
#ifndef SM_CELL_CHEMISTRY_GROUP_THREADS_H
#define SM_CELL_CHEMISTRY_GROUP_THREADS_H

#include "cell/port.h"

/* Marks large functions with several callers: compiled once, not inlined. */
#ifdef __CUDACC__
#define SM_GROUP_CALL static __host__ __device__ __noinline__
#else
#define SM_GROUP_CALL SM_RARE
#endif

struct sm_thread_group {
  int lane, lanes;
  unsigned mask; /* mask of the group's lanes in the warp */
#ifdef SM_GROUP_SPARSE
  double *fold; /* one number per warp, in shared memory; NULL for one lane */
#endif
};

#if defined(__CUDA_ARCH__) && defined(SM_GROUP_SPARSE)
#define SM_GROUP_SYNC(group) ((void)(group), __syncthreads())
#elif defined(__CUDA_ARCH__)
#define SM_GROUP_SYNC(group) __syncwarp((group)->mask)
#else
#define SM_GROUP_SYNC(group) (void)(group)
#endif
#if defined(__CUDA_ARCH__) && defined(__CUDACC__) && defined(SM_GROUP_SPARSE)
#define SM_GROUP_SHARED(p) (void)(p)
#define SM_GROUP_GLOBAL(p) __builtin_assume(__isGlobal(p))
#elif defined(__CUDA_ARCH__) && defined(__CUDACC__)
/* Tell called functions the address space of pointers, so that no generic loads are needed. */
#define SM_GROUP_SHARED(p) __builtin_assume(__isShared(p))
#define SM_GROUP_GLOBAL(p)                                                                         \
  do {                                                                                             \
    asm("" : "+l"(p));                                                                             \
    __builtin_assume(__isGlobal(p));                                                               \
  } while (0)
#else
#define SM_GROUP_SHARED(p) (void)(p)
#define SM_GROUP_GLOBAL(p) (void)(p)
#endif

SM_FN double sm_group_larger(double x, double y) { return y > x ? y : x; }

#if defined(__CUDA_ARCH__) && defined(SM_GROUP_SPARSE)
#define SM_GROUP_WARP_LANES(group) ((group)->lanes < 32 ? (group)->lanes : 32)

/* Sum or maximum over the warps of the group, returned in all lanes; in the order of the
 * warps. */
SM_FN double sm_group_fold(const struct sm_thread_group *group, double x, int largest) {
  if (group->lane % 32 == 0) group->fold[group->lane / 32] = x;
  __syncthreads();
  double all = group->fold[0];
  for (int w = 1; w < group->lanes / 32; w++)
    all = largest ? sm_group_larger(all, group->fold[w]) : all + group->fold[w];
  __syncthreads();
  return all;
}
#else
#define SM_GROUP_WARP_LANES(group) ((group)->lanes)
#define sm_group_fold(group, x, largest) (x)
#endif

/* Sum over the lanes, returned in all of them. */
SM_FN double sm_group_sum(const struct sm_thread_group *group, double x) {
#ifdef __CUDA_ARCH__
  for (int step = SM_GROUP_WARP_LANES(group) / 2; step > 0; step /= 2)
    x += __shfl_xor_sync(group->mask, x, step, 32);
#endif
  (void)group;
  return sm_group_fold(group, x, 0);
}

/* Maximum over the lanes, returned in all of them; x must not be NaN. */
SM_FN double sm_group_max(const struct sm_thread_group *group, double x) {
#ifdef __CUDA_ARCH__
  for (int step = SM_GROUP_WARP_LANES(group) / 2; step > 0; step /= 2)
    x = sm_group_larger(x, __shfl_xor_sync(group->mask, x, step, 32));
#endif
  (void)group;
  return sm_group_fold(group, x, 1);
}

/* Number of lanes per cell on a GPU for a number of species: less than a warp for small
 * mechanisms. */
SM_FN int sm_group_size(int species) { return species <= 12 ? 8 : species <= 24 ? 16 : 32; }

/* Leading dimension of a square matrix of size n: odd, to avoid bank conflicts along columns, with
 * room for an extra column. */
SM_FN int sm_group_ld(int n) { return (n + 1) | 1; }

#endif
