/* chem/batch/batch.h - SIMD batches of chemistry: rates and integration of SM_BATCH_CELLS cells
 * side by side, or of one.
 *
 * Rows: an array of so many numbers, one per cell; rows of species follow each other. The files of
 * this folder are built once per level of x86-64, for rows of SM_BATCH_CELLS cells and of one cell:
 * the same numbers; sm_batch_select gives those of the processor. */
#ifndef SM_CHEM_BATCH_BATCH_H
#define SM_CHEM_BATCH_BATCH_H

#include "chem/integrate/sparse_lu.h"
#include "chem/kinetics/kinetics.h"
#include "chem/reduce/interaction_graph.h"
#include "simoom/chem.h"
#include <stddef.h>

enum { SM_BATCH_CELLS = 64, SM_CHEM_SEVERAL = 16 };
/* Fewer cells than these are faster one after the other, in rows of one. */
enum { SM_BATCH_MIN_CELLS = 8 };

enum { SM_BATCH_CACHE_KEYS = 5 };

/* What is needed to evaluate rates; of one thread. Filled by the caller: t, p, c and, where
 * expressions ask for them, sun, zenith, water. */
struct sm_batch_workspace {
  double *t, *p;                /* K, Pa */
  double *sun, *zenith, *water; /* 0..1, rad, molec/cm3 */
  double *c;                    /* kmol/m3; species_count rows, then one of ones */
  double *log_t, *log2_t, *per_t;
  double *f, *v;              /* concentrations of equilibrium exp(-g/RT) p0/RT, and c/f */
  double *m;                  /* concentrations of colliders, kmol/m3 */
  double *x, *q;              /* temperature factor or constant, rate of progress */
  double *one, *several;      /* rows of x: of its own, or SM_CHEM_SEVERAL factors at once */
  double *by_t, *by_m, *by_p; /* d ln k / dT, / d ln M, / d ln p */
  double *total;              /* sum of the amounts of chem/integrate/jacobian_pattern.c */
  /* Of frozen species, NULL: none. frozen: their concentrations, kmol/m3, row 0: the sum, rows 1..:
   * those of each collider beside its base; frozen_slopes: sum of dq/d[M] times these, of each
   * species, for a volume that changes. */
  double *frozen, *frozen_slopes;
  /* Special constants that follow t, p, sun, zenith and water alone stay as they are while these
   * do, as in cells that are isothermal: x, by_t, by_p of each, the rows that they are of, and the
   * turn of those in which x and the slopes were made. */
  double *cached, *cached_key;
  int64_t *cached_turn, turn;
  double *memory;
};

/* Species that keep their amounts: heat capacity and colliders. */
struct sm_batch_frozen {
  const struct sm_kinetics *k; /* their thermodynamics */
  double *amounts;             /* [species of k] rows, kmol in what was 1 m3 at the start */
  double *colliders;           /* amounts, in the rows of sm_batch_workspace.frozen */
};

/* The equations of chem/integrate/jacobian_pattern.c for the cells of the rows. */
struct sm_batch_reactor {
  const struct sm_kinetics *k;
  const struct sm_sparse_lu *sparse;
  enum sm_chem_mode mode;
  bool given_pressure; /* space.p is given; else, but at constant pressure, of the ideal gas */
  struct sm_batch_workspace space;
  double *cp, *h, *s;      /* [species] rows */
  double *w;               /* rates of production: for a Jacobian */
  double *source, *energy; /* kmol/(m3 s), NULL: none; W/m3 over R */
  double *volume;
  const struct sm_batch_frozen *frozen; /* NULL: none */
  double *memory;
};

/* Ordinary differential equations y' = f(y) of so many unknowns, in rows; time may be one of them.
 */
struct sm_batch_problem {
  int32_t n;
  const struct sm_sparse_lu *sparse; /* of the Jacobian; NULL: explicit methods alone */
  void *self;
  void (*rates)(void *self, const double *y, double *dy);
  /* with the rates, of which it is made */
  void (*jacobian)(void *self, const double *y, double *dy, double *values);
  int32_t positive; /* unknown that must not fall to 0; -1: none */
  /* Of the first so many unknowns those that are marked do not fall below 0 by more than atol in a
   * step. */
  int32_t amounts;
  const int32_t *nonnegative;
};

enum sm_batch_state { SM_BATCH_IDLE, SM_BATCH_ACTIVE, SM_BATCH_DONE, SM_BATCH_FAILED };

/* Cells on their way in time. */
struct sm_batch_run {
  const struct sm_batch_problem *problem;
  double *y; /* [unknown] rows */
  double t[SM_BATCH_CELLS], end[SM_BATCH_CELLS];
  double h[SM_BATCH_CELLS];     /* next step to try; 0: it is estimated */
  double scale[SM_BATCH_CELLS]; /* of atol */
  const double *atol;           /* [unknown]; error allowed: scale atol + rtol |y| */
  const double *source;         /* what the amounts gain beside: [amounts] rows, NULL: nothing */
  double rtol;
  const double *loose;           /* [unknown]: rtol times that; NULL: 1 */
  int64_t most_steps, until;     /* tried at most; accepted at most, 0: as many as it takes */
  int64_t fixed;                 /* steps of RK4 */
  int32_t state[SM_BATCH_CELLS]; /* enum sm_batch_state */
  int64_t steps[SM_BATCH_CELLS], rejected[SM_BATCH_CELLS];
  int64_t evaluations, jacobians, factorings; /* of the rows */
  double *memory;                             /* sm_batch_run_rows rows */
};

/* Rows of memory that a run takes. */
static inline size_t sm_batch_run_rows(const struct sm_batch_problem *p) {
  const size_t n = (size_t)p->n, values = p->sparse != NULL ? (size_t)p->sparse->value_count : 0;
  return 12 * n + values;
}

static inline size_t sm_batch_interaction_rows(const struct sm_interaction_graph *g) {
  return (size_t)g->reaction_count + (size_t)g->most_edges;
}

#define SM_BATCH_FUNCTIONS(X)                                                                      \
  /* cp/R, h/RT and s/R of all species at the rows' temperatures */                                \
  X(thermo, void, const struct sm_kinetics *k, const double *t, double *cp, double *h, double *s)  \
  /* Net molar rates of production w, kmol/(m3 s), at the state of the space. */                   \
  X(rates, void, const struct sm_kinetics *k, struct sm_batch_workspace *a, double *w)             \
  /* Constants and rates of progress: simoom/chem.h. */                                            \
  X(progress, void, const struct sm_kinetics *k, struct sm_batch_workspace *a,                     \
    const struct sm_chem_progress_rates *out)                                                      \
  X(reactor_rates, void, struct sm_batch_reactor *r, const double *y, double *dy)                  \
  X(reactor_jacobian, void, struct sm_batch_reactor *r, const double *y, double *dy,               \
    double *values)                                                                                \
  /* Strengths of the graph's edges, the largest of the active cells, at the state y, amounts      \
   * below trace times their sum taken as that. memory: sm_batch_interaction_rows rows. */         \
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

/* The functions for this processor, for rows of as many cells as there are: one, or SM_BATCH_CELLS.
 */
const struct sm_batch_table *sm_batch_select(int64_t cells);

/* Integrates what is in the rows. method: not auto, not CVODE. */
static inline void sm_batch_integrate(const struct sm_batch_table *table, struct sm_batch_run *run,
                                      enum sm_chem_method method) {
  if (method >= SM_CHEM_RODAS3)
    table->rosenbrock(run, method);
  else
    table->runge_kutta(run, method);
}

/* Memory of rows of so many cells. */
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
