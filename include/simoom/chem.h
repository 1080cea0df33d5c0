/* chem.h - chemical kinetics in many cells: rates, thermodynamics, time integration, reactors.
 *
 * Units: kg, m, s, K, Pa, J, kmol. Cell arrays are [species][cell]: the cell index is
 * contiguous. */
#ifndef SIMOOM_CHEM_H
#define SIMOOM_CHEM_H

#include "simoom/mechanism.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sm_chem; /* mechanism prepared for computation */

/* Prepares a mechanism. Only the names of its species must outlive this call. threads: 0: all.
 * Errors: ERR_DATA (rates require thermodynamic data that are not given), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_chem_create(struct sm_context *ctx,
                                                   const struct sm_mechanism *mechanism,
                                                   int threads, struct sm_chem **out);
SM_PUBLIC void sm_chem_destroy(struct sm_chem **chem);

/* Size of the work arrays of implicit methods per cell. */
struct sm_chem_work {
  int32_t unknowns;
  int32_t matrix;      /* entries of the sparse matrix, including fill-in of its factors */
  int32_t products;    /* multiplications of one factorisation */
  size_t gpu_bytes;    /* GPU memory of a cell that is being integrated, bytes */
  int32_t gpu_threads; /* GPU threads per cell */
};
SM_PUBLIC void sm_chem_get_work(const struct sm_chem *chem, struct sm_chem_work *out);

/* States of `count` cells as concentrations (kmol/m3). Without a given pressure, and always in
 * reactors of varying temperature, the pressure is that of the ideal gas. */
struct sm_chem_cells {
  int64_t count;
  double *temperature;                /* K */
  double *concentrations;             /* [species][count], kmol/m3 */
  const double *pressure;             /* Pa; NULL: ideal gas law */
  const double *sun, *zenith, *water; /* variables of rate expressions: 0..1, rad, molec/cm3; NULL:
                                         0 */
};

/* Net molar production rates, [species][count], kmol/(m3 s). Errors: ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_chem_rates(struct sm_context *ctx,
                                                  const struct sm_chem *chem,
                                                  const struct sm_chem_cells *cells, double *rates);

/* Rate constants (m, kmol, s; three-body: without the collider concentration) and rates of progress
 * (kmol/(m3 s)), forward and reverse, [reaction][count]. */
struct sm_chem_progress_rates {
  double *kf, *kr, *qf, *qr;
};
SM_PUBLIC SM_CHECKED enum sm_status sm_chem_progress(struct sm_context *ctx,
                                                     const struct sm_chem *chem,
                                                     const struct sm_chem_cells *cells,
                                                     const struct sm_chem_progress_rates *out);

/* cp/R, h/RT, s/R of every species at a temperature (K) and its standard-state pressure. Errors:
 * ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_chem_thermo(struct sm_context *ctx,
                                                   const struct sm_chem *chem, double temperature,
                                                   double *cp, double *h, double *s);

enum sm_chem_mode { SM_CHEM_VOLUME, SM_CHEM_PRESSURE, SM_CHEM_ISOTHERMAL };

enum sm_chem_method {
  SM_CHEM_AUTO,   /* chosen for each cell by its stiffness */
  SM_CHEM_RK4,    /* classical Runge-Kutta, fixed number of equal steps */
  SM_CHEM_RKCK45, /* Cash & Karp: explicit, adaptive */
  SM_CHEM_RKC2,   /* Sommeijer, Shampine & Verwer: stabilised explicit */
  SM_CHEM_RODAS3, /* Sandu et al.: Rosenbrock, stiffly accurate */
  SM_CHEM_RODAS4, /* Hairer & Wanner: Rosenbrock */
  SM_CHEM_CVODE,  /* CVODE of SUNDIALS, if built in; never the default */
  SM_CHEM_METHODS
};

/* "auto", "rk4" ... */
SM_PUBLIC const char *sm_chem_method_name(enum sm_chem_method method);

/* Smallest relative tolerance of a step. An ignition at this tolerance takes some 6e4 steps, each
 * rounded to 2.2e-16 of the state, together 1e-11 at most; at a tenth of it, rounding errors could
 * exceed the tolerance. */
#define SM_CHEM_RTOL_MIN 1e-10
#define SM_CHEM_RTOL_MIN_WHY                                                                       \
  "a finer one takes more steps, whose rounding in doubles is more than it"

/* Dynamic mechanism reduction by directed relation graph with error propagation (DRGEP). Species
 * whose importance for the targets is below the threshold are frozen, and reactions that involve
 * them are skipped, until the state has changed. Cells that are integrated side by side share one
 * selection: a species is active if any of them needs it. */
struct sm_chem_reduction {
  double threshold;       /* 0..1; 0: no reduction */
  const int32_t *targets; /* species that are always active */
  int32_t target_count;
  /* Relative change of the temperature or of an active species, relative to the larger value, that
   * triggers a new selection, below 1; 0: each step. */
  double tolerance;
};

struct sm_chem_options {
  enum sm_chem_mode mode;
  enum sm_chem_method method;
  double rtol;         /* relative tolerance; 0: 1e-4 */
  double atol;         /* absolute tolerance of mole fractions; 0: 1e-9 */
  int64_t fixed_steps; /* steps of RK4; 0: 1 */
  int64_t most_steps;  /* maximum number of attempted steps per cell; 0: 100000 */
  /* Sources, constant during the step, per unit volume at its start; may be NULL. */
  const double *source; /* [species][count], kmol/(m3 s) */
  const double *energy; /* [count], W/m3: heat source of internal energy (of enthalpy at constant
                           pressure), formation energy included */
  /* [count], in and out: number of steps of each cell in the last call; 0: unknown. Cells with
   * similar numbers are integrated side by side. NULL: grouped by their stiffness. */
  int32_t *work;
  /* [count], s, in and out: initial step size of each cell; 0: unknown. Receives the next step
   * size, so that a cell that continues needs no start-up steps. NULL: unknown for all. */
  double *first;
  const struct sm_chem_reduction
      *reduction; /* used by rkck45, rodas3, rodas4 without source; may be NULL */
};

struct sm_chem_report {
  int64_t steps, rejected, evaluations, jacobians, factorings; /* sums over all cells */
  int64_t most_steps;                                          /* maximum over the cells */
  int64_t by_method[SM_CHEM_METHODS];                          /* number of cells */
  int64_t reductions, active_species; /* number of selections; sum over all steps of the active
                                         species */
  int64_t failed, first_failed;       /* cells left unchanged by failure; index of the first one */
};

/* Advances every cell by dt seconds. A cell whose integration fails keeps its state and is counted;
 * other cells are not affected. Errors: ERR_DATA (variable temperature without thermodynamic data;
 * CVODE not built in), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_chem_advance(struct sm_context *ctx,
                                                    const struct sm_chem *chem,
                                                    const struct sm_chem_cells *cells, double dt,
                                                    const struct sm_chem_options *options,
                                                    struct sm_chem_report *report);

/* State of a cell at the start, after each accepted step, or at a failed integration. */
struct sm_chem_trace_point {
  double time, step;            /* s: time since the start; size of the accepted step, or of the
                                   next one */
  int64_t refused;              /* rejected steps before this one */
  double temperature, pressure; /* K, Pa */
  const double *amounts;        /* amounts of species per 1 m3 of initial volume, kmol */
  const double *change;         /* rate of change of the amounts, kmol/s */
  bool failed;
};

/* Advances one cell as sm_chem_advance does and reports every step. Steps may differ from those of
 * sm_chem_advance for methods that keep information between steps (RKC2). method: not auto. The
 * given state is not changed. Errors: ERR_DATA, ERR_DIVERGED (after a last point), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status
sm_chem_trace(struct sm_context *ctx, const struct sm_chem *chem, const struct sm_chem_cells *cell,
              double dt, const struct sm_chem_options *options,
              void (*point)(void *user, const struct sm_chem_trace_point *point), void *user);

/* Autoignition in reactors without flow, from given mole fractions. */
struct sm_chem_ignition {
  enum sm_chem_mode mode; /* constant volume or pressure */
  double end;             /* end time, s */
  double rtol, atol;      /* tolerances; 0: 1e-6, 1e-12 */
  int32_t species;        /* species for by_species; -1: no species */
  /* Called at the start and after every step of a reactor; mass fractions. May be NULL. */
  void (*point)(void *user, int64_t reactor, double time, double temperature, double pressure,
                const double *fractions);
  void *user;
  const struct sm_chem_reduction *reduction; /* may be NULL */
};

struct sm_chem_ignition_result {
  double by_slope;   /* ignition delay by the largest dT/dt, s */
  double by_rise;    /* ignition delay by a temperature rise of 400 K, s; NaN: not reached */
  double by_species; /* time of the largest mass fraction of the species, s; NaN: no species */
  double slope;      /* largest dT/dt, K/s */
  double temperature, pressure; /* final state: K, Pa */
  int64_t steps;
  int64_t active_species; /* sum over all steps of the active species */
};

/* Ignition delays of `count` gases at temperature[i] (K), pressure[i] (Pa) and mole fractions
 * fractions[species][i] (scaled to a sum of 1). Errors: ERR_DATA (no thermodynamics, weights of 0),
 * ERR_DIVERGED (a reactor could not be integrated), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_chem_ignite(struct sm_context *ctx,
                                                   const struct sm_chem *chem,
                                                   const struct sm_chem_ignition *setup,
                                                   int64_t count, const double *temperature,
                                                   const double *pressure, const double *fractions,
                                                   struct sm_chem_ignition_result *out);

enum sm_chem_pair { SM_CHEM_TP, SM_CHEM_HP, SM_CHEM_UV };

/* Chemical equilibrium: mole fractions of a gas with the same elements as the given one, at
 * constant temperature and pressure, enthalpy and pressure, or internal energy and volume. x: in,
 * the initial mole fractions (scaled to a sum of 1); out, the equilibrium. Errors: ERR_DATA,
 * ERR_DIVERGED, ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_chem_equilibrium(struct sm_context *ctx,
                                                        const struct sm_chem *chem,
                                                        enum sm_chem_pair pair, double *temperature,
                                                        double *pressure, double *x);

#ifdef __cplusplus
}
#endif
#endif
