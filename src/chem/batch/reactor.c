/* reactor.c - right-hand side and Jacobian of reacting cells, in a SIMD batch
 * (chem/integrate/jacobian_pattern.c). */
#include "chem/batch/internal.h"
#include <string.h>

/* Lower limit for temperatures in a failing step, which its error estimate rejects. */
#define LEAST_TEMPERATURE 10.0

void OF_LEVEL(sm_batch_set_space)(struct sm_batch_reactor *r, const double *y) {
  const int32_t n = r->k->species_count;
  const double *total = row_at(y, n), *t = row_at(y, n + 1);
  struct sm_batch_workspace *a = &r->space;
  double *volume = r->volume;
  EACH_LANE {
    a->t[l] = t[l] > LEAST_TEMPERATURE ? t[l] : LEAST_TEMPERATURE;
    a->total[l] = total[l];
  }
  if (r->mode == SM_CHEM_PRESSURE) {
    EACH_LANE volume[l] = SM_GAS_CONSTANT * a->t[l] * total[l] / a->p[l];
  } else {
    EACH_LANE volume[l] = 1.0;
    if (!r->given_pressure) {
      EACH_LANE a->p[l] = SM_GAS_CONSTANT * a->t[l] * total[l];
    }
  }
  for (int32_t i = 0; i < n; i++) {
    double *c = row_of(a->c, i);
    const double *from = y + (ptrdiff_t)i * LANES;
    EACH_LANE c[l] = from[l] / volume[l];
  }
  if (r->frozen == NULL) return;
  for (int32_t j = 0; j <= r->k->collider_count; j++) {
    double *c = row_of(a->frozen, j);
    const double *amount = row_of(r->frozen->colliders, j);
    EACH_LANE c[l] = amount[l] / volume[l];
  }
}

/* e_k/R of species i, per kmol: internal energy, or enthalpy at constant pressure. */
static void energy_of(const struct sm_batch_reactor *r, int32_t i, double *e) {
  const double *h = r->h + (ptrdiff_t)i * LANES, *t = r->space.t;
  const double one = r->mode == SM_CHEM_VOLUME ? 1.0 : 0.0;
  EACH_LANE e[l] = (h[l] - one) * t[l];
}

/* Heat capacity over R of the amounts y. */
static void heat_of(const struct sm_batch_reactor *r, const double *y, double *heat) {
  const double one = r->mode == SM_CHEM_VOLUME ? 1.0 : 0.0;
  memset(heat, 0, LANES * sizeof *heat);
  for (int32_t i = 0; i < r->k->species_count; i++) {
    const double *cp = r->cp + (ptrdiff_t)i * LANES, *n = y + (ptrdiff_t)i * LANES;
    EACH_LANE heat[l] += n[l] * (cp[l] - one);
  }
  if (r->frozen == NULL) return;
  double more[LANES];
  const double *total = r->frozen->colliders;
  OF_LEVEL(sm_batch_heat_capacity)(r->frozen->k, r->space.t, r->frozen->amounts, more);
  EACH_LANE heat[l] += more[l] - one * total[l];
}

void OF_LEVEL(sm_batch_reactor_rates)(struct sm_batch_reactor *r, const double *y, double *dy) {
  const struct sm_kinetics *k = r->k;
  double *total = row_of(dy, k->species_count), *dt = row_of(dy, k->species_count + 1);
  double e[LANES], heat[LANES], gain[LANES];
  OF_LEVEL(sm_batch_set_space)(r, y);
  OF_LEVEL(sm_batch_rates)(k, &r->space, dy);
  memset(total, 0, 2 * LANES * sizeof *total);
  for (int32_t i = 0; i < k->species_count; i++) {
    double *d = row_of(dy, i);
    const double *volume = r->volume;
    EACH_LANE d[l] *= volume[l];
    if (r->source != NULL) {
      const double *source = row_of(r->source, i);
      EACH_LANE d[l] += source[l];
    }
    EACH_LANE total[l] += d[l];
  }
  if (r->mode == SM_CHEM_ISOTHERMAL) return;
  OF_LEVEL(sm_batch_thermo)(k, r->space.t, r->cp, r->h, r->s);
  heat_of(r, y, heat);
  EACH_LANE gain[l] = r->energy[l];
  for (int32_t i = 0; i < k->species_count; i++) {
    const double *d = row_of(dy, i);
    energy_of(r, i, e);
    EACH_LANE gain[l] -= e[l] * d[l];
  }
  EACH_LANE dt[l] = gain[l] / heat[l];
}

/* Contribution of a volume that depends on N and T: d r_i / dV = w_i - sum of J_ij n_j / V. */
static void add_volume(struct sm_batch_reactor *r, const double *y, double *values) {
  const struct sm_sparse_lu *s = r->sparse;
  const int32_t n = r->k->species_count, size = s->n;
  const double *volume = r->volume, *total = y + (ptrdiff_t)n * LANES, *t = r->space.t;
  double d[LANES];
  for (int32_t i = 0; i < n; i++) {
    if (s->place[i * size + n] < 0) continue;
    const double *w = row_of(r->w, i);
    EACH_LANE d[l] = w[l];
    for (int32_t j = 0; j <= n; j++) {
      if (s->place[i * size + j] < 0) continue;
      const double *v = row_of(values, s->place[i * size + j]), *nj = y + (ptrdiff_t)j * LANES;
      EACH_LANE d[l] -= v[l] * nj[l] / volume[l];
    }
    if (r->frozen != NULL) {
      const double *slope = row_of(r->space.frozen_slopes, i);
      EACH_LANE d[l] -= slope[l];
    }
    double *by_n = row_of(values, s->place[i * size + n]),
           *by_t = row_of(values, s->place[i * size + n + 1]);
    EACH_LANE {
      by_n[l] += d[l] * volume[l] / total[l];
      by_t[l] = by_t[l] * volume[l] + d[l] * volume[l] / t[l];
    }
  }
}

/* Rows of N and T from those of the species; e: energies, for the latter. */
static void add_sums(struct sm_batch_reactor *r, const double *y, const double *dy,
                     double *values) {
  const struct sm_sparse_lu *s = r->sparse;
  const int32_t n = r->k->species_count, size = s->n;
  const double one = r->mode == SM_CHEM_VOLUME ? 1.0 : 0.0, *rate = dy + (ptrdiff_t)(n + 1) * LANES;
  double e[LANES], heat[LANES], slope[LANES];
  for (int32_t i = 0; i < n; i++) {
    energy_of(r, i, e);
    for (int32_t j = 0; j < size; j++) {
      if (s->place[i * size + j] < 0) continue;
      const double *v = row_of(values, s->place[i * size + j]);
      double *total = row_of(values, s->place[n * size + j]),
             *t = row_of(values, s->place[(n + 1) * size + j]);
      EACH_LANE {
        total[l] += v[l];
        t[l] -= e[l] * v[l];
      }
    }
  }
  heat_of(r, y, heat);
  OF_LEVEL(sm_batch_cp_derivative)(r->k, r->space.t, y, slope);
  double *by_t = row_of(values, s->place[(n + 1) * size + n + 1]);
  if (r->frozen != NULL) {
    double more[LANES];
    OF_LEVEL(sm_batch_cp_derivative)(r->frozen->k, r->space.t, r->frozen->amounts, more);
    EACH_LANE slope[l] += more[l];
  }
  EACH_LANE by_t[l] -= rate[l] * slope[l];
  for (int32_t j = 0; j < n; j++) {
    const double *cp = row_of(r->cp, j), *d = dy + (ptrdiff_t)j * LANES;
    double *v = row_of(values, s->place[(n + 1) * size + j]);
    EACH_LANE {
      v[l] -= rate[l] * (cp[l] - one);
      by_t[l] -= (cp[l] - one) * d[l];
    }
  }
  for (int32_t j = 0; j < size; j++) {
    double *v = row_of(values, s->place[(n + 1) * size + j]);
    EACH_LANE v[l] /= heat[l];
  }
}

void OF_LEVEL(sm_batch_reactor_jacobian)(struct sm_batch_reactor *r, const double *y, double *dy,
                                         double *values) {
  const struct sm_kinetics *k = r->k;
  const int32_t n = k->species_count, size = r->sparse->n;
  OF_LEVEL(sm_batch_reactor_rates)(r, y, dy);
  for (int32_t i = 0; i < n; i++) {
    const double *d = row_of(dy, i), *volume = r->volume;
    double *w = row_of(r->w, i);
    EACH_LANE w[l] = d[l] / volume[l];
    if (r->source != NULL) {
      const double *source = row_of(r->source, i);
      EACH_LANE w[l] -= source[l] / volume[l];
    }
  }
  if (r->mode == SM_CHEM_ISOTHERMAL && k->energy)
    OF_LEVEL(sm_batch_thermo)(k, r->space.t, r->cp, r->h, r->s);
  OF_LEVEL(sm_batch_rate_derivatives)
  (k, r->sparse, &r->space, r->h, r->mode != SM_CHEM_PRESSURE && !r->given_pressure, values);
  if (r->mode == SM_CHEM_PRESSURE) add_volume(r, y, values);
  add_sums(r, y, dy, values);
  if (r->mode != SM_CHEM_ISOTHERMAL) return;
  for (int32_t j = 0; j < size; j++) {
    double *v = row_of(values, r->sparse->place[(n + 1) * size + j]);
    EACH_LANE v[l] = 0.0;
  }
}
