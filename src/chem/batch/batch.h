/* chem/batch/batch.h - SIMD batches of chemistry: rates and integration of SM_BATCH_CELLS cells
 * side by side, or of one cell.
 *
 * A row is an array with one number per cell; the rows of species are consecutive. The files of
 * this folder are compiled once per x86-64 level, for rows of SM_BATCH_CELLS cells and of one cell,
 * with identical results; sm_batch_select returns the functions for the processor. */
#ifndef SM_CHEM_BATCH_BATCH_H
#define SM_CHEM_BATCH_BATCH_H

#include "chem/integrate/sparse_lu.h"
#include "chem/kinetics/kinetics.h"
#include "chem/reduce/reduce.h"
#include "simoom/chem.h"
#include <stddef.h>

enum { SM_BATCH_CELLS = 64, SM_CHEM_SEVERAL = 16 };
/* Below this number, cells are faster one after the other, in rows of one. */
enum { SM_BATCH_MIN_CELLS = 8 };

enum { SM_BATCH_CACHE_KEYS = 5 };

/* Workspace of one thread for the evaluation of rates. Set by the caller: t, p, c and, where rate
 * formulas use them, sun, zenith, water. */
struct sm_batch_workspace {
  double *t, *p;                /* K, Pa */
  double *sun, *zenith, *water; /* sun factor 0..1, zenith angle rad, water molec/cm3 */
  double *c;                    /* kmol/m3; species_count rows, and a row of ones */
  double *log_t, *log2_t, *per_t;
  double *f, *v;              /* equilibrium concentrations exp(-g/RT) p0/RT, and c/f */
  double *m;                  /* collider concentrations, kmol/m3 */
  double *x, *q;              /* temperature factor or constant, rate of progress */
  double *one, *several;      /* rows of x: own row, or SM_CHEM_SEVERAL factors at once */
  double *by_t, *by_m, *by_p; /* d ln k / dT, / d ln M, / d ln p */
  double *total;              /* total amount N (chem/integrate/jacobian_pattern.c) */
  /* Frozen species, may be NULL. frozen: concentrations, kmol/m3, row 0: their sum, rows 1..: their
   * additional part of each collider. frozen_slopes: sum of dq/d[M] times these for each species,
   * used when the volume changes. */
  double *frozen, *frozen_slopes;
  /* Cache of special rate constants that depend on t, p, sun, zenith and water only, and stay
   * constant while these do (isothermal cells): x, by_t, by_p of each, the conditions, and the turn
   * in which x and the derivatives were computed. */
  double *cached, *cached_key;
  int64_t *cached_turn, turn;
  double *memory;
};

/* Frozen species with constant amounts: heat capacity and collider concentrations. */
struct sm_batch_frozen {
  const struct sm_kinetics *k; /* thermodynamics of the frozen species */
  double *amounts;             /* [species of k] rows, kmol per m3 of the initial volume */
  double *colliders;           /* amounts, in the row order of sm_batch_workspace.frozen */
};

/* Reactor equations of chem/integrate/jacobian_pattern.c for the cells of a batch. */
struct sm_batch_reactor {
  const struct sm_kinetics *k;
  const struct sm_sparse_lu *sparse;
  enum sm_chem_mode mode;
  bool given_pressure; /* space.p is given; else the ideal gas law (except at constant pressure) */
  struct sm_batch_workspace space;
  double *cp, *h, *s;      /* [species] rows */
  double *w;               /* production rates, for the Jacobian */
  double *source, *energy; /* source, kmol/(m3 s), may be NULL; energy source, W/m3 over R */
  double *volume;
  const struct sm_batch_frozen *frozen; /* may be NULL */
  double *memory;
};

/* System of n ordinary differential equations y' = f(y), in
 * rows; one unknown may be time. */
struct sm_batch_problem {
  int32_t n;
  const struct sm_sparse_lu *sparse; /* pattern of the Jacobian; NULL: explicit methods only */
  void *self;
  void (*rates)(void *self, const double *y, double *dy);
  /* computes the Jacobian and the rates */
  void (*jacobian)(void *self, const double *y, double *dy, double *values);
  int32_t positive; /* unknown that must stay positive; -1: none */
  /* Number of leading unknowns that are amounts; those marked in `nonnegative` do not fall below 0
   * by more than atol in a step. */
  int32_t amounts;
  const int32_t *nonnegative;
};

enum sm_batch_state { SM_BATCH_IDLE, SM_BATCH_ACTIVE, SM_BATCH_DONE, SM_BATCH_FAILED };

/* State of a time integration of a batch of cells. */
struct sm_batch_run {
  const struct sm_batch_problem *problem;
  double *y; /* [unknown] rows */
  double t[SM_BATCH_CELLS], end[SM_BATCH_CELLS];
  double h[SM_BATCH_CELLS];     /* next step size; 0: to be estimated */
  double scale[SM_BATCH_CELLS]; /* factor of atol */
  const double *atol;           /* [unknown]; tolerance: scale atol + rtol |y| */
  const double *source;         /* additional source of the amounts: [amounts] rows, may be NULL */
  double rtol;
  const double *loose;           /* [unknown]: factor of rtol; NULL: 1 */
  int64_t most_steps, until;     /* limits of tried steps, and of accepted steps (0: no limit) */
  int64_t fixed;                 /* steps of RK4 */
  int32_t state[SM_BATCH_CELLS]; /* enum sm_batch_state */
  int64_t steps[SM_BATCH_CELLS], rejected[SM_BATCH_CELLS];
  int64_t evaluations, jacobians, factorings; /* counts per row of cells */
  double *memory;                             /* sm_batch_run_rows rows */
};

/* Number of rows of memory for a run. */
static inline size_t sm_batch_run_rows(const struct sm_batch_problem *p) {
  const size_t n = (size_t)p->n, values = p->sparse != NULL ? (size_t)p->sparse->value_count : 0;
  return 12 * n + values;
}

static inline size_t sm_batch_interaction_rows(const struct sm_interaction_graph *g) {
  return (size_t)g->reaction_count + (size_t)g->most_edges;
}

#define SM_BATCH_FUNCTIONS(X)                                                                      \
  /* cp/R, h/RT and s/R of all species at the temperatures of the rows */                          \
  X(thermo, void, const struct sm_kinetics *k, const double *t, double *cp, double *h, double *s)  \
  /* Net molar rates of production w, kmol/(m3 s), at the state of the space. */                   \
  X(rates, void, const struct sm_kinetics *k, struct sm_batch_workspace *a, double *w)             \
  /* Rate constants and rates of progress (simoom/chem.h). */                                      \
  X(progress, void, const struct sm_kinetics *k, struct sm_batch_workspace *a,                     \
    const struct sm_chem_progress_rates *out)                                                      \
  X(reactor_rates, void, struct sm_batch_reactor *r, const double *y, double *dy)                  \
  X(reactor_jacobian, void, struct sm_batch_reactor *r, const double *y, double *dy,               \
    double *values)                                                                                \
  /* Strengths of the graph edges at state y, maximum over the active cells; amounts are raised to \
   * trace times their sum. memory: sm_batch_interaction_rows rows. */                             \
  X(interaction, void, struct sm_batch_reactor *r, const struct sm_interaction_graph *g,           \
    const double *y, double trace, const int32_t *state, double *memory, double *strength)         \
  X(rosenbrock, void, struct sm_batch_run *run, enum sm_chem_method method)                        \
  X(runge_kutta, void, struct sm_batch_run *run, enum sm_chem_method method)

struct sm_batch_table {
  int lanes; /* in a row */
#define X(NAME, RESULT, ...) RESULT (*NAME)(__VA_ARGS__);
  SM_BATCH_FUNCTIONS(X)
#undef X
};

/* Functions for this processor and for the given number of cells: rows of one, or of
 * SM_BATCH_CELLS. */
const struct sm_batch_table *sm_batch_select(int64_t cells);

/* Integrates the cells in the rows. method: not auto, not CVODE. */
static inline void sm_batch_integrate(const struct sm_batch_table *table, struct sm_batch_run *run,
                                      enum sm_chem_method method) {
  if (method >= SM_CHEM_RODAS3)
    table->rosenbrock(run, method);
  else
    table->runge_kutta(run, method);
}

/* Allocates a workspace for rows of `lanes` cells. */
SM_CHECKED enum sm_status sm_batch_workspace_create(struct sm_context *ctx,
                                                    const struct sm_kinetics *k, size_t lanes,
                                                    struct sm_batch_workspace *out);
void sm_batch_workspace_free(struct sm_batch_workspace *space);

SM_CHECKED enum sm_status sm_batch_reactor_create(struct sm_context *ctx,
                                                  const struct sm_kinetics *k,
                                                  const struct sm_sparse_lu *sparse,
                                                  enum sm_chem_mode mode, size_t lanes,
                                                  struct sm_batch_reactor *out);
void sm_batch_reactor_free(struct sm_batch_reactor *reactor);

#endif
