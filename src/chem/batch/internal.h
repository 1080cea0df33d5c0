/* internal.h - functions shared by the files of this folder, which are compiled once per x86-64
 * level. */
#ifndef SM_CHEM_BATCH_INTERNAL_H
#define SM_CHEM_BATCH_INTERNAL_H

#include "cell/chemistry/rates.h"
#include "chem/batch/batch.h"
#include <stddef.h>

#ifdef SM_LEVEL
#define JOIN_(A, B) A##_##B
#define JOIN(A, B) JOIN_(A, B)
#define OF_LEVEL(NAME) JOIN(NAME, SM_LEVEL)
#else
#define OF_LEVEL(NAME) NAME
#endif

#ifdef SM_BATCH_ONE
enum { LANES = 1 };
#else
enum { LANES = SM_BATCH_CELLS };
#endif
#define EACH_LANE _Pragma("omp simd") for (int l = 0; l < LANES; l++)

#define X(NAME, RESULT, ...) RESULT OF_LEVEL(sm_batch_##NAME)(__VA_ARGS__);
SM_BATCH_FUNCTIONS(X)
#undef X

static inline double *row_of(double *rows, ptrdiff_t i) { return rows + i * LANES; }
static inline const double *row_at(const double *rows, ptrdiff_t i) { return rows + i * LANES; }

/* Functions shared between files of the folder. */

/* Temperature, pressure, concentrations and volume of a reactor at y. */
void OF_LEVEL(sm_batch_set_space)(struct sm_batch_reactor *r, const double *y);
/* Net rates of progress of all reactions (forward - reverse). */
void OF_LEVEL(sm_batch_net_progress)(const struct sm_kinetics *k, struct sm_batch_workspace *a,
                                     double *q);
/* Sum of n_i cp_i/R. */
void OF_LEVEL(sm_batch_heat_capacity)(const struct sm_kinetics *k, const double *t, const double *n,
                                      double *out);

/* ln T, 1/T, f and v, concentrations of colliders. */
void OF_LEVEL(sm_batch_prepare)(const struct sm_kinetics *k, struct sm_batch_workspace *a);
/* x: rate factor of a step without its factor a, or the constant of a special step. */
void OF_LEVEL(sm_batch_rate_factor)(const struct sm_kinetics *k, const struct sm_kinetics_step *s,
                                    struct sm_batch_workspace *a);
/* Rate factor with the derivatives by_t, by_m and by_p. */
void OF_LEVEL(sm_batch_factor_derivatives)(const struct sm_kinetics *k,
                                           const struct sm_kinetics_step *s,
                                           struct sm_batch_workspace *a);
/* x of a special rate constant; with its derivatives if `slopes`. */
void OF_LEVEL(sm_batch_special_rate)(const struct sm_kinetics *k,
                                     const struct sm_kinetics_special *s, const double *m,
                                     struct sm_batch_workspace *a, bool slopes);
/* Multiplies q by the product of powers of concentrations, and by 1/Kc for reverse steps. */
void OF_LEVEL(sm_batch_orders)(const struct sm_kinetics *k, const struct sm_kinetics_step *s,
                               const struct sm_batch_workspace *a, double *q);

/* Derivatives of production rates by concentrations, by the total concentration (colliders and,
 * with `pressure`, pressure-dependent constants), and by temperature. h: h/RT of the species. */
void OF_LEVEL(sm_batch_rate_derivatives)(const struct sm_kinetics *k,
                                         const struct sm_sparse_lu *sparse,
                                         struct sm_batch_workspace *a, const double *h,
                                         bool pressure, double *values);
/* Sum of n_i d(cp_i/R)/dT. */
void OF_LEVEL(sm_batch_cp_derivative)(const struct sm_kinetics *k, const double *t, const double *n,
                                      double *out);
/* LU factorisation in place, with the smallest pivot of each cell; solution in place of the
 * right-hand side. */
void OF_LEVEL(sm_batch_lu_factor)(const struct sm_sparse_lu *s, double *values, double *least);
void OF_LEVEL(sm_batch_lu_solve)(const struct sm_sparse_lu *s, double *values, double *x);

#endif
