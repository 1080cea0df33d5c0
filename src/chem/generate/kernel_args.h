/* chem/generate/kernel_args.h - arguments of the kernels of generated kinetics: read by host code,
 * and as text. */
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

/* Cells side by side: species k of cell i is element k * stride + i. */
struct sm_chem_kernel_cells {
  int64_t count, stride;
  double *concentrations;             /* kmol/m3 */
  double *temperature;                /* K */
  const double *pressure;             /* Pa; NULL: of the ideal gas, as where temperature varies */
  const double *sun, *zenith, *water; /* of formulas: 0..1, rad, molec/cm3; NULL: 0 */
};

struct sm_chem_rates_args {
  struct sm_chem_kernel_cells cells;
  double *rates; /* kmol/(m3 s), same layout */
};

/* Steps of a fixed length by the classical method of Runge and Kutta. */
struct sm_chem_rk4_args {
  struct sm_chem_kernel_cells cells;
  double dt; /* s */
  int32_t steps, mode;
};

/* Counts of cells: left to others; failed; the first that failed, as the number of cells less its
 * index. */
enum sm_chem_rkc_count {
  SM_CHEM_RKC_DEFERRED,
  SM_CHEM_RKC_FAILED,
  SM_CHEM_RKC_FIRST,
  SM_CHEM_RKC_COUNTS
};

/* Steps that the error allows, by RKC2. */
struct sm_chem_rkc_args {
  struct sm_chem_kernel_cells cells;
  double dt, rtol, atol; /* s; tolerances of shares of molecules, and of K */
  int32_t limit, mode;   /* steps of a cell at most */
  double *first;         /* s, in: first step of each cell, 0: none known; out: the next */
  int32_t *steps;        /* out: of each cell; -1: it failed, or was left, and is as it was */
  int32_t *rejected;     /* out */
  const int32_t *order;  /* in which cells lie side by side in a warp; 0: as they lie */
  double defer_above;    /* stiffness times dt above which a cell is left to others; 0: never */
  int32_t *deferred;     /* out: those cells, in any order */
  unsigned long long *counts; /* added to: enum sm_chem_rkc_count; 0: not wanted, nor left */
};

/* A cell on its way by a method of Rosenbrock. */
struct sm_chem_slot {
  double t, next;           /* s: where it is; the step that its error would allow, 0: not known */
  double h;                 /* s: that is tried */
  double density, pressure; /* at the start, kmol/m3 and Pa */
  double volume, moles, kelvin; /* of the state that rates are taken of, m3/kmol, -, K */
  double pivot_error;           /* sm_chem_pivot_error */
  int32_t cell, steps, rejected;
};

/* Counts of cells: on their way; failed; the first that failed, as the number of cells less its
 * index. */
enum sm_chem_rodas_count {
  SM_CHEM_RODAS_KEPT,
  SM_CHEM_RODAS_FAILED,
  SM_CHEM_RODAS_FIRST,
  SM_CHEM_RODAS_COUNTS
};

/* Steps that the error allows, by RODAS3 or RODAS4 (cell/chemistry/tableau.h), all cells that are
 * on their way together, stage by stage. Numbers of a slot lie SM_CHEM_TILE apart. */
enum { SM_CHEM_RODAS_STAGES = 6 };
struct sm_chem_rodas_args {
  struct sm_chem_kernel_cells
      slots; /* concentrations and temperatures of the stage, slot by slot */
  struct sm_chem_kernel_cells cells;
  int64_t count;              /* of cells that are taken */
  double dt, rtol, atol;      /* s, > 0; tolerances of shares of molecules, and of K */
  int32_t limit, mode;        /* steps of a cell at most */
  double *first;              /* s, in: first step of each cell, 0: none known; out: the next */
  int32_t *steps, *rejected;  /* out: of each cell; -1: it failed and is as it was */
  const int32_t *order;       /* the cells that are taken; 0: as they lie */
  unsigned long long *counts; /* enum sm_chem_rodas_count; what follows is of the kernels */
  int64_t kept, taken;        /* slots from `kept` on take the cells from `taken` on */
  struct sm_chem_slot *slot, *slot_after; /* those after have what goes on */
  double *y, *y_after;                    /* states: species, their sum, the temperature */
  double *rates, *potentials;     /* as the concentrations of the slots; g, of the temperatures */
  double *constants, *values, *k; /* of slopes; of the matrix; K of all stages */
  int32_t stage, stages, order_of_error, stale; /* stale: the stage whose f is that of the start */
  int32_t goes_on; /* the stage after has the a of this one, and one more */
  double gamma;
  double a[SM_CHEM_RODAS_STAGES]; /* of the stage after */
  double c[SM_CHEM_RODAS_STAGES];
};

#endif
