/* chem/generate/kernel_args.h - kernel arguments of generated kinetics; used by host code and as
 * text. */
#ifndef SM_CHEM_GENERATE_KERNEL_ARGS_H
#define SM_CHEM_GENERATE_KERNEL_ARGS_H

#ifndef __CUDACC_RTC__
#include <stdint.h>
#endif

enum sm_chem_kernel_mode {
  SM_CHEM_KERNEL_VOLUME,
  SM_CHEM_KERNEL_PRESSURE,
  SM_CHEM_KERNEL_ISOTHERMAL
};

/* Cell data: species k of cell i is element k * stride + i. */
struct sm_chem_kernel_cells {
  int64_t count, stride;
  double *concentrations;             /* kmol/m3 */
  double *temperature;                /* K */
  const double *pressure;             /* Pa; NULL: ideal gas, also where temperature varies */
  const double *sun, *zenith, *water; /* for rate formulas: 0..1, rad, molec/cm3; NULL: 0 */
};

struct sm_chem_rates_args {
  struct sm_chem_kernel_cells cells;
  double *rates; /* kmol/(m3 s), same layout */
};

/* Arguments of RK4 with fixed steps. */
struct sm_chem_rk4_args {
  struct sm_chem_kernel_cells cells;
  double dt; /* s */
  int32_t steps, mode;
};

/* Cell counters: deferred; failed; first failed cell, stored
 * as number of cells minus index. */
enum sm_chem_rkc_count {
  SM_CHEM_RKC_DEFERRED,
  SM_CHEM_RKC_FAILED,
  SM_CHEM_RKC_FIRST,
  SM_CHEM_RKC_COUNTS
};

/* Arguments of RKC2 with step size control. */
struct sm_chem_rkc_args {
  struct sm_chem_kernel_cells cells;
  double dt, rtol, atol;      /* s; tolerances of mole fractions, and of K */
  int32_t limit, mode;        /* maximum number of steps per cell */
  double *first;              /* s, in: first step size per cell, 0: unknown; out: next one */
  int32_t *steps;             /* out: per cell; -1: failed or deferred, cell unchanged */
  int32_t *rejected;          /* out */
  const int32_t *order;       /* order of cells in warps; 0: as stored */
  double defer_above;         /* stiffness times dt above which cells are deferred; 0: never */
  int32_t *deferred;          /* out: deferred cells, in any order */
  unsigned long long *counts; /* incremented: enum sm_chem_rkc_count; 0: not wanted, never defer */
};

/* Active cell of a Rosenbrock integration. */
struct sm_chem_slot {
  double t, next;               /* s: time; step size by error control, 0: unknown */
  double h;                     /* s: step size being tried */
  double density, pressure;     /* initial state, kmol/m3 and Pa */
  double volume, moles, kelvin; /* state for the rates, m3/kmol, -, K */
  double pivot_error;           /* sm_chem_pivot_error */
  int32_t cell, steps, rejected;
};

/* Cell counters: active; failed; first failed cell, stored
 * as number of cells minus index. */
enum sm_chem_rodas_count {
  SM_CHEM_RODAS_KEPT,
  SM_CHEM_RODAS_FAILED,
  SM_CHEM_RODAS_FIRST,
  SM_CHEM_RODAS_COUNTS
};

/* Arguments of RODAS3 or RODAS4 (cell/chemistry/tableau.h) with step size control, all active cells
 * together, stage by stage. Numbers of a slot are SM_CHEM_TILE apart. */
enum { SM_CHEM_RODAS_STAGES = 6 };
struct sm_chem_rodas_args {
  struct sm_chem_kernel_cells slots; /* concentrations and temperatures of the stage, by slot */
  struct sm_chem_kernel_cells cells;
  int64_t count;              /* number of cells to integrate */
  double dt, rtol, atol;      /* s, > 0; tolerances of mole fractions, and of K */
  int32_t limit, mode;        /* maximum number of steps per cell */
  double *first;              /* s, in: first step size per cell, 0: unknown; out: next one */
  int32_t *steps, *rejected;  /* out: per cell; -1: failed, cell unchanged */
  const int32_t *order;       /* cells to integrate; 0: as stored */
  unsigned long long *counts; /* enum sm_chem_rodas_count; the rest is internal to the kernels */
  int64_t kept, taken;        /* slots from `kept` on start cells from `taken` on */
  struct sm_chem_slot *slot, *slot_after;       /* slot_after: cells that remain active */
  double *y, *y_after;                          /* states: species, their sum, temperature */
  double *rates, *potentials;                   /* in slot layout; g at the slot temperatures */
  double *constants, *values, *k;               /* derivative terms; matrix; K of all stages */
  int32_t stage, stages, order_of_error, stale; /* stale: stage that reuses f of the start */
  int32_t goes_on; /* next stage has the coefficients a of this one plus one */
  double gamma;
  double a[SM_CHEM_RODAS_STAGES]; /* coefficients of the next stage */
  double c[SM_CHEM_RODAS_STAGES];
};

#endif
