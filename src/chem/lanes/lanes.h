/* lanes.h - mechanisms evaluated for SM_CHEM_LANES cells side by side.
 *
 * Rows: an array of so many numbers, one per cell; rows of species follow each other. The files of
 * this folder are built once per level of x86-64; sm_chem_lanes gives those of the processor. */
#ifndef SM_CHEM_LANES_LANES_H
#define SM_CHEM_LANES_LANES_H

#include "chem/kinetics.h"

#ifndef SM_CHEM_LANES
#define SM_CHEM_LANES 64
#endif

/* What is needed to evaluate rates; of one thread. Filled by the caller: t, p, c and, where
 * expressions ask for them, sun, zenith, water. */
struct sm_lanes_space {
  double *t, *p;               /* K, Pa */
  double *sun, *zenith, *water; /* 0..1, rad, molec/cm3 */
  double *c;                   /* kmol/m3; species_count rows, then one of ones */
  double *log_t, *per_t;
  double *f, *v; /* concentrations of equilibrium exp(-g/RT) p0/RT, and c/f */
  double *m;     /* concentrations of colliders, kmol/m3 */
  double *x, *q; /* temperature factor or constant, rate of progress */
  double *by_t, *by_m, *by_p; /* d ln k / dT, / d ln M, / d ln p */

  double *memory;
};

enum { SM_LANES_STACK = 24 };

/* Rates of progress of every reaction, [reaction][lane]; each may be NULL. */
struct sm_lanes_progress {
  double *kf, *kr, *qf, *qr;
};

#define SM_LANES_FUNCTIONS(X)                                                                      \
  /* cp/R, h/RT and s/R of all species at the rows' temperatures */                                \
  X(thermo, void, const struct sm_kinetics *k, const double *t, double *cp, double *h, double *s)  \
  /* Net molar rates of production w, kmol/(m3 s), at the state of the space. */                   \
  X(rates, void, const struct sm_kinetics *k, struct sm_lanes_space *a, double *w)                 \
  /* Constants and rates of progress in the units of m, kmol, s. */                                \
  X(progress, void, const struct sm_kinetics *k, struct sm_lanes_space *a,                         \
    const struct sm_lanes_progress *out)

struct sm_lanes_table {
#define X(NAME, RESULT, ...) RESULT (*NAME)(__VA_ARGS__);
  SM_LANES_FUNCTIONS(X)
#undef X
};

/* The functions for this processor. */
const struct sm_lanes_table *sm_chem_lanes(void);

SM_CHECKED enum sm_status sm_lanes_space_create(struct sm_context *ctx,
                                                const struct sm_kinetics *k,
                                                struct sm_lanes_space *out);
void sm_lanes_space_free(struct sm_lanes_space *space);

#endif
