/* chem.h - chemistry of many cells: rates, thermodynamics, integration in time, reactors.
 *
 * Units: kg, m, s, K, Pa, J, kmol. Arrays of cells: species after species, the cell's index runs
 * fastest. */
#ifndef SIMOOM_CHEM_H
#define SIMOOM_CHEM_H

#include "simoom/mechanism.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sm_chem; /* a mechanism made ready for computing */

/* Keeps nothing of the mechanism but the names of its species, which must live on. threads: 0: all.
 * Errors: ERR_DATA (rates that ask for thermodynamics that is not given), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_chem_create(struct sm_context *ctx,
                                                   const struct sm_mechanism *mechanism,
                                                   int threads, struct sm_chem **out);
SM_PUBLIC void sm_chem_destroy(struct sm_chem **chem);

/* What implicit methods work on in one cell. */
struct sm_chem_work {
  int32_t unknowns;
  int32_t matrix;      /* numbers of the sparse matrix, those that its factors add included */
  int32_t products;    /* of a factorisation */
  size_t gpu_bytes;    /* on a GPU, of a cell that is under way */
  int32_t gpu_threads; /* of a cell there */
};
SM_PUBLIC void sm_chem_get_work(const struct sm_chem *chem, struct sm_chem_work *out);

/* State of count cells, in concentrations (kmol/m3). Where the pressure is not given, it is that of
 * the ideal gas; so is it always in reactors of varying temperature. */
struct sm_chem_cells {
  int64_t count;
  double *temperature;                /* K */
  double *concentrations;             /* [species][count], kmol/m3 */
  const double *pressure;             /* Pa; NULL: of the ideal gas */
  const double *sun, *zenith, *water; /* of expressions: 0..1, rad, molec/cm3; NULL: 0 */
};

/* Net molar rates of production, [species][count], kmol/(m3 s). Errors: ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_chem_rates(struct sm_context *ctx,
                                                  const struct sm_chem *chem,
                                                  const struct sm_chem_cells *cells, double *rates);

/* Constants (m, kmol, s; of three-body reactions without the concentration of colliders) and rates
 * of progress (kmol/(m3 s)) of every reaction, forwards and backwards, [reaction][count]. */
struct sm_chem_progress_rates {
  double *kf, *kr, *qf, *qr;
};
SM_PUBLIC SM_CHECKED enum sm_status sm_chem_progress(struct sm_context *ctx,
                                                     const struct sm_chem *chem,
                                                     const struct sm_chem_cells *cells,
                                                     const struct sm_chem_progress_rates *out);

/* cp/R, h/RT, s/R of every species at a temperature (K), at the pressure of its standard state.
 * Errors: ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_chem_thermo(struct sm_context *ctx,
                                                   const struct sm_chem *chem, double temperature,
                                                   double *cp, double *h, double *s);

enum sm_chem_mode { SM_CHEM_VOLUME, SM_CHEM_PRESSURE, SM_CHEM_ISOTHERMAL };

enum sm_chem_method {
  SM_CHEM_AUTO,   /* by stiffness, cell by cell */
  SM_CHEM_RK4,    /* so many equal steps */
  SM_CHEM_RKCK45, /* Cash & Karp */
  SM_CHEM_RKC2,   /* Sommeijer, Shampine & Verwer: stabilised, explicit */
  SM_CHEM_RODAS3, /* Sandu et al.: Rosenbrock, stiffly accurate */
  SM_CHEM_RODAS4, /* Hairer & Wanner */
  SM_CHEM_CVODE,  /* of SUNDIALS, where simoom was built with it; never the default */
  SM_CHEM_METHODS
};

/* "auto", "rk4" ... */
SM_PUBLIC const char *sm_chem_method_name(enum sm_chem_method method);

/* Finest relative error of a step. An ignition at it takes some 6e4 steps, each rounded to 2.2e-16
 * of the state, together 1e-11 at most; at a tenth of it the rounding may be larger than it. */
#define SM_CHEM_RTOL_MIN 1e-10
#define SM_CHEM_RTOL_MIN_WHY                                                                       \
  "a finer one takes more steps, whose rounding in doubles is more than it"

/* Dynamic reduction of the mechanism by its directed relation graph with error propagation (DRGEP):
 * species whose importance for the targets is below the threshold are frozen, and reactions that
 * involve them are skipped, until the state has changed. Cells that are integrated side by side
 * share one selection: a species is active where one of them needs it. */
struct sm_chem_reduction {
  double threshold;       /* 0..1; 0: no reduction */
  const int32_t *targets; /* species, always active */
  int32_t target_count;
  /* Change of the temperature or of an active species, of the larger of both values, after which
   * the selection is made anew, less than 1; 0: each step. */
  double tolerance;
};

struct sm_chem_options {
  enum sm_chem_mode mode;
  enum sm_chem_method method;
  double rtol;         /* 0: 1e-4 */
  double atol;         /* absolute tolerance, of mole fractions; 0: 1e-9 */
  int64_t fixed_steps; /* of RK4; 0: 1 */
  int64_t most_steps;  /* tried, of a cell; 0: 100000 */
  /* Held constant in the step; NULL: none. Per unit of volume at its start. */
  const double *source; /* [species][count], kmol/(m3 s) */
  const double *energy; /* [count], W/m3: of internal energy, at constant pressure of enthalpy, that
                           of formation included */
  /* [count]: steps that each cell took in the last call, 0: not known; filled. Cells of like work
   * are integrated side by side. NULL: they are told by their stiffness. */
  int32_t *work;
  /* [count], s: the first step of each cell, 0: not known; becomes what the next one may be. A cell
   * that goes on from where it was then does not feel its way again. NULL: none is known. */
  double *first;
  const struct sm_chem_reduction
      *reduction; /* by rkck45, rodas3, rodas4, without source; NULL: none */
};

struct sm_chem_report {
  int64_t steps, rejected, evaluations, jacobians, factorings; /* of all cells */
  int64_t most_steps;                                          /* of a cell */
  int64_t by_method[SM_CHEM_METHODS];                          /* cells */
  int64_t reductions, active_species; /* selections; species that were not frozen, of all steps */
  int64_t failed, first_failed;       /* cells that were left as they were; index of the first */
};

/* Advances every cell by dt seconds. A cell whose integration fails keeps its state and is counted;
 * others do not notice. Errors: ERR_DATA (no thermodynamics where the temperature changes; CVODE is
 * not there), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_chem_advance(struct sm_context *ctx,
                                                    const struct sm_chem *chem,
                                                    const struct sm_chem_cells *cells, double dt,
                                                    const struct sm_chem_options *options,
                                                    struct sm_chem_report *report);

/* A cell at the start, after each step taken, and where its integration failed. */
struct sm_chem_trace_point {
  double time, step;            /* s: since the start; of the step taken, or that would be next */
  int64_t refused;              /* steps tried in vain before it */
  double temperature, pressure; /* K, Pa */
  const double *amounts;        /* amounts of species per 1 m3 at the start, kmol */
  const double *change;         /* of the amounts, kmol/s */
  bool failed;
};

/* Advances one cell as sm_chem_advance does and tells every step; a step may differ from that of
 * sm_chem_advance where the method keeps something from one to the next (RKC2). method: not auto.
 * The state stays as it is. Errors: ERR_DATA, ERR_DIVERGED (after a last point), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status
sm_chem_trace(struct sm_context *ctx, const struct sm_chem *chem, const struct sm_chem_cells *cell,
              double dt, const struct sm_chem_options *options,
              void (*point)(void *user, const struct sm_chem_trace_point *point), void *user);

/* Reactors without flow: gas of given mole fractions ignites of itself. */
struct sm_chem_ignition {
  enum sm_chem_mode mode; /* volume or pressure */
  double end;             /* s */
  double rtol, atol;      /* 0: 1e-6, 1e-12 */
  int32_t species;        /* whose largest mass fraction is looked for; -1: none */
  /* Called at the start and after every step of a reactor; fractions by mass. NULL: not. */
  void (*point)(void *user, int64_t reactor, double time, double temperature, double pressure,
                const double *fractions);
  void *user;
  const struct sm_chem_reduction *reduction; /* NULL: none */
};

struct sm_chem_ignition_result {
  double by_slope;   /* s, of the largest dT/dt */
  double by_rise;    /* s, when the temperature has risen by 400 K; NaN: it has not */
  double by_species; /* s, of the largest mass fraction of the species; NaN: none asked for */
  double slope;      /* K/s */
  double temperature, pressure; /* at the end */
  int64_t steps;
  int64_t active_species; /* not frozen, of all steps */
};

/* Ignites `count` gases at temperature[i] (K), pressure[i] (Pa), fractions[species][i] by mole
 * (scaled to a sum of 1). Errors: ERR_DATA (no thermodynamics, weights of 0), ERR_DIVERGED (a
 * reactor could not be integrated), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_chem_ignite(struct sm_context *ctx,
                                                   const struct sm_chem *chem,
                                                   const struct sm_chem_ignition *setup,
                                                   int64_t count, const double *temperature,
                                                   const double *pressure, const double *fractions,
                                                   struct sm_chem_ignition_result *out);

enum sm_chem_pair { SM_CHEM_TP, SM_CHEM_HP, SM_CHEM_UV };

/* Gas in equilibrium: mole fractions x of the same elements as the gas given at a temperature (K)
 * and a pressure (Pa), and with the same T and p, enthalpy and pressure, or internal energy and
 * volume. Takes x (scaled to a sum of 1) and puts the result in its place. Errors: ERR_DATA,
 * ERR_DIVERGED, ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_chem_equilibrium(struct sm_context *ctx,
                                                        const struct sm_chem *chem,
                                                        enum sm_chem_pair pair, double *temperature,
                                                        double *pressure, double *x);

#ifdef __cplusplus
}
#endif
#endif
