/* level.h - what the files of this folder share that are built once per level of x86-64. */
#ifndef SM_CHEM_LANES_LEVEL_H
#define SM_CHEM_LANES_LEVEL_H

#include "cell/chem.h"
#include "chem/lanes/lanes.h"
#include <stddef.h>

#ifdef SM_LEVEL
#define JOIN_(A, B) A##_##B
#define JOIN(A, B) JOIN_(A, B)
#define OF_LEVEL(NAME) JOIN(NAME, SM_LEVEL)
#else
#define OF_LEVEL(NAME) NAME
#endif

#ifdef SM_LANES_ONE
enum { LANES = 1 };
#else
enum { LANES = SM_CHEM_LANES };
#endif
#define EACH_LANE _Pragma("omp simd") for (int l = 0; l < LANES; l++)

#define X(NAME, RESULT, ...) RESULT OF_LEVEL(sm_lanes_##NAME)(__VA_ARGS__);
SM_LANES_FUNCTIONS(X)
#undef X

static inline double *row_of(double *rows, ptrdiff_t i) { return rows + i * LANES; }
static inline const double *row_at(const double *rows, ptrdiff_t i) { return rows + i * LANES; }

/* Between files of the folder. */

/* ln T, 1/T, f and v, concentrations of colliders. */
void OF_LEVEL(sm_lanes_begin)(const struct sm_kinetics *k, struct sm_lanes_space *a);
/* x: the factor of a step without its a, or the constant of a special one. */
void OF_LEVEL(sm_lanes_factor)(const struct sm_kinetics *k, const struct sm_step_of_reaction *s,
                               struct sm_lanes_space *a);
/* The same with by_t, by_m and by_p. */
void OF_LEVEL(sm_lanes_factor_slopes)(const struct sm_kinetics *k,
                                      const struct sm_step_of_reaction *s,
                                      struct sm_lanes_space *a);
/* x of a special constant; with slopes where they are not NULL. */
void OF_LEVEL(sm_lanes_special)(const struct sm_kinetics *k, const struct sm_special *s,
                                const double *m, struct sm_lanes_space *a, bool slopes);
/* Times the product of powers of concentrations, and of Kc where it runs backwards. */
void OF_LEVEL(sm_lanes_orders)(const struct sm_kinetics *k, const struct sm_step_of_reaction *s,
                               const struct sm_lanes_space *a, double *q);

/* Slopes of the production of species by concentrations, by the sum of all (for colliders and,
 * where `pressure` follows it, for constants), and by the temperature. h: h/RT of the species. */
void OF_LEVEL(sm_lanes_slopes)(const struct sm_kinetics *k, const struct sm_sparse *sparse,
                               struct sm_lanes_space *a, const double *h, bool pressure,
                               double *values);
/* Sum of n_i d(cp_i/R)/dT. */
void OF_LEVEL(sm_lanes_heat_slope)(const struct sm_kinetics *k, const double *t, const double *n,
                                   double *out);
/* The factors of a matrix in its place, with the least pivot of each cell, and the solution of its
 * equations in that of their right sides. */
void OF_LEVEL(sm_lanes_factor_matrix)(const struct sm_sparse *s, double *values, double *least);
void OF_LEVEL(sm_lanes_solve)(const struct sm_sparse *s, double *values, double *x);

#endif
