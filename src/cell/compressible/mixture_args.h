/* mixture_args.h - tables of a gas mixture and arguments of its kernels
 * (cell/compressible/mixture.h). */
#ifndef SM_CELL_COMPRESSIBLE_MIXTURE_ARGS_H
#define SM_CELL_COMPRESSIBLE_MIXTURE_ARGS_H

#include "cell/chemistry/rates.h"
#include "cell/compressible/stage.h"

#define SM_MIXTURE_R 8314.46261815324 /* J/(kmol K) */

/* Per species: SM_MIXTURE_RANGES ranges of NASA-9, each with its upper end (K) and 9 coefficients;
 * and polynomials in ln T. */
enum {
  SM_MIXTURE_RANGES = 3,
  SM_MIXTURE_RANGE = 10,
  SM_MIXTURE_THERMO = SM_MIXTURE_RANGES * SM_MIXTURE_RANGE,
  SM_MIXTURE_FIT = 5
};

struct sm_mixture_tables {
  int32_t species, bath;      /* bath: species determined as the remainder */
  const double *weight;       /* kg/kmol */
  const double *per_weight;   /* 1 / weight */
  const double *thermo;       /* SM_MIXTURE_THERMO numbers per species */
  const double *conductivity; /* over sqrt(T), W/(m K): SM_MIXTURE_FIT per species */
  const double *diffusion;    /* binary diffusion at 1 Pa over T^1.5, m2/s: SM_MIXTURE_FIT per
                                 pair */
};

/* Current state and composition: species k of cell c is element k next + c. */
struct sm_mixture_air {
  ptrdiff_t step[3];
  struct sm_background_state b;
  union sm_reals q[SM_CONSERVED_FIELDS];
  union sm_reals y; /* kg/kg */
  ptrdiff_t next;
  const int32_t *walls; /* fields.h */
  struct sm_mixture_tables t;
};

/* After advection: sets the bath gas to the remainder. */
struct sm_mixture_set_bath {
  struct sm_mixture_air a;
};

/* Temperature and transport properties: conductivity, W/(m K), and either rho D for all species,
 * kg/(m s), or rho D / W of each, kmol/(m s). Box: includes a layer beyond the sides for
 * diffusion. */
struct sm_mixture_properties {
  struct sm_mixture_air a;
  struct sm_flow_metric m;
  union sm_reals temperature;          /* K; 0 in solids */
  union sm_reals conductivity, spread; /* NULL: not needed */
  union sm_reals rate;                 /* 1 / longest step for which diffusion is monotone,
                                          1/s */
  union sm_reals eddy;                 /* eddy viscosity, m2/s */
  double per_lewis;
  double turns; /* largest ratio of eddy diffusivity to eddy viscosity */
  int each;     /* 1: mixture-averaged diffusion */
};

/* Maximum of a field. */
struct sm_mixture_maximum {
  ptrdiff_t step[2]; /* strides along y and z */
  union sm_reals field;
};

/* Diffusion of heat and species at constant volume, and the resulting pressure: from the initial
 * state, with the fluxes of the air `a`, which is the same or, with `again`, that at the
 * midpoint. */
struct sm_mixture_diffusion {
  struct sm_mixture_air a;
  union sm_reals begin; /* initial mass fractions, kg/kg, layout of a.y */
  union sm_reals began; /* initial energy, J/m3: stored at the first call */
  int again;
  struct sm_flow_metric m;
  union sm_reals temperature, conductivity, spread; /* from sm_mixture_properties */
  union sm_reals eddy;                              /* eddy viscosity, m2/s */
  union sm_reals to;                                /* result, kg/kg, layout of a.y */
  const struct sm_flow_clock *clock;
  double share;                    /* fraction of the time step */
  double per_schmidt, per_prandtl; /* turbulent numbers */
  int each;
  int ends[3]; /* cells along an axis; 0: periodic */
};

/* Thermal expansion: the pressure falls by gamma p div u, of which the stages contain gamma0 p div
 * u. */
struct sm_mixture_expansion {
  struct sm_mixture_air a;
  struct sm_flow_metric m;
  const struct sm_flow_clock *clock;
  double share; /* fraction of the time step */
};

/* h/(R T) and cp/R of a species. */
struct sm_mixture_heat {
  double h, cp;
};
SM_FN struct sm_mixture_heat sm_mixture_heat_of(const double *thermo, double T, double per_t,
                                                double log_t) {
  const double *r = thermo + (T > thermo[0] ? SM_MIXTURE_RANGE : 0);
  const double *s = T > thermo[SM_MIXTURE_RANGE] ? thermo + 2 * SM_MIXTURE_RANGE : r;
  const double *a = s + 1, square = per_t * per_t;
  struct sm_mixture_heat out;
  out.h = a[2] + T * (a[3] * 0.5 + T * (a[4] / 3.0 + T * (a[5] * 0.25 + T * a[6] * 0.2))) +
          a[7] * per_t + a[1] * log_t * per_t - a[0] * square;
  out.cp = a[2] + T * (a[3] + T * (a[4] + T * (a[5] + T * a[6]))) + a[1] * per_t + a[0] * square;
  return out;
}

SM_FN double sm_mixture_polynomial(const double *a, double log_t) {
  return a[0] + log_t * (a[1] + log_t * (a[2] + log_t * (a[3] + log_t * a[4])));
}

#endif
