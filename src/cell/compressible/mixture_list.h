/* mixture_list.h - lists of mixture cells (mixture.h): gather and scatter for the chemistry, and
 * gas sources in boxes. */
#ifndef SM_CELL_COMPRESSIBLE_MIXTURE_LIST_H
#define SM_CELL_COMPRESSIBLE_MIXTURE_LIST_H

#include "cell/compressible/mixture.h"
#include "cell/poisson/csr.h"

/* List of the cells warmer than `least`, in the order of the grid: first the count of each row;
 * then, from the start of each row in the list, the list. Box: {1, rows, layers}. */
struct sm_mixture_reactive {
  union sm_reals temperature; /* K; 0 in solids */
  ptrdiff_t step[2];          /* strides along y, z */
  int along, rows;            /* cells per row; rows per layer */
  double least;               /* K */
  int64_t *row;               /* [rows of all layers] */
  int64_t *cell;              /* elements in the fields */
  int32_t *layer;
};

/* Gathers cells of a list for chemistry, and scatters them back. Box: sm_csr_box(count). */
struct sm_mixture_list {
  struct sm_mixture_air a;
  const int64_t *cell; /* elements in the fields */
  const int32_t *layer;
  int64_t count;
  double *temperature;    /* K */
  double *concentrations; /* [species][count], kmol/m3 */
  union sm_reals heat;    /* when scattering: heat release, W/m3, if `before` is given */
  const double *before;   /* [species][count], kmol/m3: concentrations `span` seconds earlier */
  double span;
};

/* Changes by the flow in a step, as a constant source for chemistry that starts from the state
 * before the flow. Box: sm_csr_box(count). */
struct sm_mixture_flow_source {
  const double *thermo; /* as in sm_mixture_tables */
  int32_t species;
  int64_t count;
  double span;               /* time step, s */
  double *temperature;       /* in: after the flow; out: before it, K */
  double *concentrations;    /* [species][count], in and out likewise, kmol/m3 */
  const double *warm_before; /* before the flow, K */
  double *before;            /* [species][count], kmol/m3: in: before the flow; out: after it */
  double *source, *energy;   /* kmol/(m3 s), [species][count]; W/m3, including energy of
                                formation */
};

/* Gas source in a list of cells. Box: as for scalar_release. */
struct sm_mixture_release {
  struct sm_mixture_air a;
  const int64_t *cell;
  const int32_t *layer;
  const double *per; /* 1/m3 */
  int64_t count;
  const struct sm_flow_clock *clock;
  double rate;            /* release rate times the fraction of the step in which it acts, kg/s */
  const double *fraction; /* mass fractions of the released gas, kg/kg */
  double enthalpy;        /* J/kg */
  union sm_reals carried; /* mixture_dilute: field per mass of air */
};

SM_FN void sm_cell_mixture_flow_source(const struct sm_mixture_flow_source *s, int i, int j,
                                       int k) {
  const int64_t m = sm_csr_index(i, j, k);
  if (m >= s->count) return;
  const double warm = s->temperature[m], per_warm = sm_per_f64(warm), log_warm = sm_chem_log(warm);
  const double T = s->warm_before[m], per_t = sm_per_f64(T), log_t = sm_chem_log(T);
  const double per_span = sm_per_f64(s->span);
  double after = 0.0, before = 0.0; /* energies over R */
  for (int n = 0; n < s->species; n++) {
    const double *thermo = s->thermo + n * SM_MIXTURE_THERMO;
    const double flown = s->concentrations[n * s->count + m], was = s->before[n * s->count + m];
    after += flown * (sm_mixture_heat_of(thermo, warm, per_warm, log_warm).h - 1.0);
    before += was * (sm_mixture_heat_of(thermo, T, per_t, log_t).h - 1.0);
    s->source[n * s->count + m] = (flown - was) * per_span;
    s->concentrations[n * s->count + m] = was;
    s->before[n * s->count + m] = flown; /* concentration without reactions */
  }
  s->energy[m] = SM_MIXTURE_R * (warm * after - T * before) * per_span;
  s->temperature[m] = T;
}
#endif

#ifdef SM_REAL
SM_FN void SM_P(sm_cell_mixture_reactive_count)(const struct sm_mixture_reactive *s, int p, int j,
                                                int k) {
  const ptrdiff_t start = j * s->step[0] + k * s->step[1];
  int64_t count = 0;
  for (int i = 0; i < s->along; i++) count += (double)SM_AT(s->temperature)[start + i] > s->least;
  s->row[j + (int64_t)s->rows * k] = count;
  (void)p;
}
SM_FN void SM_P(sm_cell_mixture_reactive_list)(const struct sm_mixture_reactive *s, int p, int j,
                                               int k) {
  const ptrdiff_t start = j * s->step[0] + k * s->step[1];
  int64_t at = s->row[j + (int64_t)s->rows * k];
  for (int i = 0; i < s->along; i++)
    if ((double)SM_AT(s->temperature)[start + i] > s->least) {
      s->cell[at] = start + i;
      s->layer[at++] = k;
    }
  (void)p;
}

SM_FN void SM_P(sm_cell_mixture_gather)(const struct sm_mixture_list *s, int i, int j, int k) {
  const int64_t m = sm_csr_index(i, j, k);
  if (m >= s->count) return;
  const ptrdiff_t c = (ptrdiff_t)s->cell[m];
  const struct SM_P(sm_mixture_cell) gas = SM_P(sm_mixture_cell_of)(&s->a, c, s->layer[m]);
  double moles = 0.0;
  for (int n = 0; n < s->a.t.species; n++) {
    const double part = (double)SM_AT(s->a.y)[n * s->a.next + c] * s->a.t.per_weight[n];
    s->concentrations[n * s->count + m] = gas.rho * part;
    moles += part;
  }
  s->temperature[m] = gas.p * sm_per_f64(gas.rho * moles * SM_MIXTURE_R);
}

SM_FN void SM_P(sm_cell_mixture_scatter)(const struct sm_mixture_list *s, int i, int j, int k) {
  const int64_t m = sm_csr_index(i, j, k);
  if (m >= s->count) return;
  const ptrdiff_t c = (ptrdiff_t)s->cell[m];
  const struct sm_mixture_tables *t = &s->a.t;
  const struct SM_P(sm_mixture_cell) gas = SM_P(sm_mixture_cell_of)(&s->a, c, s->layer[m]);
  const double T = s->temperature[m], per_t = sm_per_f64(T), log_t = sm_chem_log(T);
  double mass = 0.0, moles = 0.0, heat = 0.0;
  for (int n = 0; n < t->species; n++) {
    const double has = s->concentrations[n * s->count + m], own = has > 0.0 ? has : 0.0;
    mass += own * t->weight[n];
    moles += own;
    if (s->before)
      heat -= (has - s->before[n * s->count + m]) *
              sm_mixture_heat_of(t->thermo + n * SM_MIXTURE_THERMO, T, per_t, log_t).h;
  }
  const double per_mass = sm_per_f64(mass);
  for (int n = 0; n < t->species; n++) {
    const double has = s->concentrations[n * s->count + m];
    SM_AT(s->a.y)[n * s->a.next + c] = (SM_REAL)((has > 0.0 ? has : 0.0) * t->weight[n] * per_mass);
  }
  if (s->before) SM_AT(s->heat)[c] = (SM_REAL)(heat * SM_MIXTURE_R * T * sm_per_f64(s->span));
  SM_P(sm_mixture_add_pressure)(&s->a, c, gas.rho * per_mass * moles * SM_MIXTURE_R * T - gas.p);
}

/* Before the release: rescales another scalar per mass of air so that its amount is
 * unchanged. */
SM_FN void SM_P(sm_cell_mixture_dilute)(const struct sm_mixture_release *s, int i, int j, int k) {
  const int64_t m = sm_csr_index(i, j, k);
  if (m >= s->count) return;
  const ptrdiff_t c = (ptrdiff_t)s->cell[m];
  const double rho = SM_P(sm_mixture_cell_of)(&s->a, c, s->layer[m]).rho;
  const double more = s->rate * s->per[m] * s->clock->step;
  SM_AT(s->carried)[c] = (SM_REAL)((double)SM_AT(s->carried)[c] * rho * sm_per_f64(rho + more));
}

/* Releases gas at rest: momentum is conserved, kinetic energy decreases. */
SM_FN void SM_P(sm_cell_mixture_release)(const struct sm_mixture_release *s, int i, int j, int k) {
  const int64_t m = sm_csr_index(i, j, k);
  if (m >= s->count) return;
  const struct sm_mixture_air *a = &s->a;
  const struct sm_mixture_tables *t = &a->t;
  const ptrdiff_t c = (ptrdiff_t)s->cell[m];
  const struct SM_P(sm_mixture_cell) gas = SM_P(sm_mixture_cell_of)(a, c, s->layer[m]);
  const double more = s->rate * s->per[m] * s->clock->step, rho = gas.rho + more;
  const double moles = SM_P(sm_mixture_moles)(a, c),
               T = gas.p * sm_per_f64(gas.rho * moles * SM_MIXTURE_R);
  const double per_t = sm_per_f64(T), log_t = sm_chem_log(T);
  SM_REAL *y = SM_AT(a->y) + c;
  const double per_rho = sm_per_f64(rho);
  double has = 0.0, after = 0.0;
  for (int n = 0; n < t->species; n++) {
    const double own = (double)y[n * a->next];
    has += own * t->per_weight[n] *
           (sm_mixture_heat_of(t->thermo + n * SM_MIXTURE_THERMO, T, per_t, log_t).h - 1.0);
    y[n * a->next] = (SM_REAL)((own * gas.rho + more * s->fraction[n]) * per_rho);
    after += (double)y[n * a->next] * t->per_weight[n];
  }
  const double e = (gas.rho * SM_MIXTURE_R * has * T + more * s->enthalpy) * per_rho;
  const double warm = SM_P(sm_mixture_temperature)(t, y, a->next, e, T);
  const double u = (double)SM_AT(a->q[SM_RHO_U])[c], v = (double)SM_AT(a->q[SM_RHO_V])[c];
  const double w = (double)SM_AT(a->q[SM_RHO_W])[c];
  const double slower = 0.5 * (u * u + v * v + w * w) * (per_rho - sm_per_f64(gas.rho));
  SM_AT(a->q[SM_RHO])[c] += (SM_REAL)more;
  SM_AT(a->q[SM_RHO_E])[c] += (SM_REAL)slower;
  SM_P(sm_mixture_add_pressure)(a, c, rho * SM_MIXTURE_R * after * warm - gas.p);
}
#endif
