/* level.h - shared by the loops of the direct solver, which are compiled once per x86-64 level. */
#ifndef SM_SOLVE_DIRECT_LEVEL_H
#define SM_SOLVE_DIRECT_LEVEL_H

#include "solve/direct/internal.h"

#ifdef SM_LEVEL
#define JOIN_(A, B) A##_##B
#define JOIN(A, B) JOIN_(A, B)
#define OF_LEVEL(NAME) JOIN(NAME, SM_LEVEL)
#else
#define OF_LEVEL(NAME) NAME
#endif
#define EACH_LANE _Pragma("omp simd") for (int l = 0; l < SM_DIRECT_LANES; l++)

enum { LANES = SM_DIRECT_LANES, TILE = SM_DIRECT_TILE };

/* fft.c: Complex transform of the length of the axis of `from`, with the help of `other`; returns
 * the one of both that holds the result. */
float *OF_LEVEL(sm_direct_transform)(const struct sm_direct_axis *axis, float *from, float *other);

void OF_LEVEL(sm_direct_solve_lines)(const struct sm_direct *direct, const float *r, double *x);

#endif
