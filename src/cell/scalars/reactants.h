/* cell/scalars/reactants.h - reacting scalars of a flow in cells of a list: gather to chemistry in
 * double precision, and scatter back; heat of reaction; decay chains of all cells. Boxes:
 * sm_csr_box(count). Theory: docs/theory/incompressible-scalars.md. */
#ifndef SM_CELL_SCALARS_REACTANTS_H
#define SM_CELL_SCALARS_REACTANTS_H

#include "cell/chemistry/rates.h"
#include "cell/compressible/mixture.h"
#include "cell/elementary.h"
#include "cell/momentum/fields.h"
#include "cell/poisson/csr.h"

/* value = max(now, least) / weight + offset, and back. */
struct sm_reactant {
  const int64_t *cell; /* elements in the field */
  int64_t count;
  union sm_reals now; /* NULL: the value is the offset */
  double *value;      /* [count] */
  double weight, offset, least;
};

/* Temperature change by reactions in air of reference density, from the enthalpies at a given
 * temperature. */
struct sm_reactant_heat {
  const double *thermo; /* as in sm_mixture_tables */
  int32_t species;
  int64_t count;
  const double *temperature;  /* K */
  const double *before, *now; /* [species][count], kmol/m3 */
  double per_heat;            /* K m3/J, times the fraction that counts */
  double *warm;               /* K, added to; may be the temperature */
};

SM_FN void sm_cell_reactant_heat(const struct sm_reactant_heat *s, int i, int j, int k) {
  const int64_t m = sm_csr_index(i, j, k);
  if (m >= s->count) return;
  const double T = s->temperature[m], per_t = sm_per_f64(T), log_t = sm_chem_log(T);
  double heat = 0.0; /* heat over R T, kmol/m3 */
  for (int n = 0; n < s->species; n++)
    heat += sm_mixture_heat_of(s->thermo + n * SM_MIXTURE_THERMO, T, per_t, log_t).h *
            (s->before[n * s->count + m] - s->now[n * s->count + m]);
  s->warm[m] += heat * SM_MIXTURE_R * T * s->per_heat;
}

/* NO-NO2-O3 chemistry, NO + O3 = NO2 and NO2 + light = NO + O3, in a cell of air: closed-form
 * solution (docs/theory/chemistry.md). */

struct sm_ozone {
  ptrdiff_t step[2];          /* strides along y and z */
  union sm_reals no, no2, o3; /* kg/m3, updated */
  union sm_reals warm;        /* temperature above `temperature`, K; NULL: none */
  const struct sm_flow_clock *clock;
  double share;              /* fraction of the time step */
  double weight[3];          /* molar masses of NO, NO2, O3, kg/kmol */
  double photolysis;         /* 1/s */
  double factor, activation; /* k = factor exp(-activation / T), m3/(kmol s), K */
  double temperature;        /* K */
};

/* Decay chain of the scalars of a cell, over the time of a step. */
struct sm_scalar_decay {
  ptrdiff_t step[2]; /* along y and z */
  int members;
  union sm_reals member[SM_CHAIN_MEMBERS];
  struct sm_decay_step decay;
};
#endif

#ifdef SM_REAL
SM_FN void SM_P(sm_cell_reactant_gather)(const struct sm_reactant *s, int i, int j, int k) {
  const int64_t m = sm_csr_index(i, j, k);
  if (m >= s->count) return;
  const double own = SM_AT(s->now) ? (double)SM_AT(s->now)[s->cell[m]] : s->least;
  s->value[m] = (own < s->least ? s->least : own) / s->weight + s->offset;
}

SM_FN void SM_P(sm_cell_reactant_scatter)(const struct sm_reactant *s, int i, int j, int k) {
  const int64_t m = sm_csr_index(i, j, k);
  if (m >= s->count) return;
  const double own = (s->value[m] - s->offset) * s->weight;
  SM_AT(s->now)[s->cell[m]] = (SM_REAL)(own < s->least ? s->least : own);
}

SM_FN void SM_P(sm_cell_ozone)(const struct sm_ozone *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->step[0] + k * s->step[1];
  const double no = (double)SM_AT(s->no)[c], no2 = (double)SM_AT(s->no2)[c];
  const double o3 = (double)SM_AT(s->o3)[c];
  const SM_REAL *warm = SM_AT(s->warm);
  const double t = s->temperature + (warm ? (double)warm[c] : 0);
  const double rate = s->factor * sm_chem_exp(-s->activation / t);
  const double before = no2 / s->weight[1];
  const double made = sm_chem_no2(no / s->weight[0], before, o3 / s->weight[2], s->photolysis, rate,
                                  s->share * s->clock->step) -
                      before;
  const double no_left = no - made * s->weight[0], no2_left = no2 + made * s->weight[1];
  const double o3_left = o3 - made * s->weight[2];
  SM_AT(s->no)[c] = (SM_REAL)(no_left > 0.0 ? no_left : 0.0);
  SM_AT(s->no2)[c] = (SM_REAL)(no2_left > 0.0 ? no2_left : 0.0);
  SM_AT(s->o3)[c] = (SM_REAL)(o3_left > 0.0 ? o3_left : 0.0);
}

SM_FN void SM_P(sm_cell_scalar_decay)(const struct sm_scalar_decay *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->step[0] + k * s->step[1];
  for (int m = s->members - 1; m >= 0; m--) {
    double mass = 0.0;
    for (int n = 0; n <= m; n++) mass += s->decay.part[m][n] * (double)SM_AT(s->member[n])[c];
    SM_AT(s->member[m])[c] = (SM_REAL)mass;
  }
}
#endif
