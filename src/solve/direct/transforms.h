/* transforms.h - fast Fourier transforms of eight complex lines by KISS FFT (kissfft.hh): C
 * interface, for C and C++. Transforms are compiled once per x86-64 level. */
#ifndef SM_SOLVE_DIRECT_TRANSFORMS_H
#define SM_SOLVE_DIRECT_TRANSFORMS_H

#include <stdbool.h>

#ifdef SM_LEVEL
#define JOIN_(A, B) A##_##B
#define JOIN(A, B) JOIN_(A, B)
#define OF_LEVEL(NAME) JOIN(NAME, SM_LEVEL)
#else
#define OF_LEVEL(NAME) NAME
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum { SM_DIRECT_LANES = 8 }; /* complex lines that are transformed together */

/* plan.cpp */

bool sm_direct_plan_is_built(void); /* false: built without KISS FFT */

/* Plan of transforms of length n for the functions of an x86-64 level; used by one thread at a
 * time. NULL: no memory. */
void *sm_direct_plan_make(int level, int n);
void sm_direct_plan_free(int level, void *plan);

/* fft.cpp: Forward transform of n elements, each the real and then the imaginary parts of the
 * lines. False: no memory, which a plan takes in its first transform only. */
bool sm_direct_transform(void *plan, const float *from, float *to);
#ifdef SM_HAVE_X86_LEVELS
bool sm_direct_transform_v3(void *plan, const float *from, float *to);
bool sm_direct_transform_v4(void *plan, const float *from, float *to);
#endif

#ifdef __cplusplus
}
#endif

#endif
