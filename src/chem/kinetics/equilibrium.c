/* equilibrium.c - chemical equilibrium of an ideal gas by element potentials.
 *
 * Newton iteration for potentials, total moles and temperature, with the step control of Gordon &
 * McBride (1994), NASA RP-1311, sections 2.3 and 3.3. Amounts are per mole of the initial gas; at
 * constant volume: internal energies, and the total moles is not an unknown. */
#include "base/context.h"
#include "chem/integrate/integrate.h"

#include <math.h>

struct state {
  const struct sm_chem *chem;
  enum sm_chem_pair pair;
  int32_t species, elements, size; /* size: number of unknowns: elements, ln N, ln T */
  double t, p, volume;             /* K, Pa, m3 per kmol */
  double energy;                   /* h or u of the initial gas over R, K */
  double sum;                      /* N */
  double *n, *ln_n;                /* moles of the species, and their logarithms */
  double *b;                       /* moles of the elements */
  double *cp, *h, *s, *mu;         /* over R, RT, R, RT; at constant volume h is u/RT */
  double *matrix, *step, *change;  /* size x (size + 1); Newton step; change of ln n */
  bool *out;                       /* species with elements absent from the gas */
};

static const double *atoms_of(const struct state *x, int32_t k) {
  return x->chem->kinetics->atoms + k * x->elements;
}

static enum sm_status properties(struct sm_context *ctx, struct state *x) {
  SM_TRY(sm_chem_thermo(ctx, x->chem, x->t, x->cp, x->h, x->s));
  const bool volume = x->pair == SM_CHEM_UV;
  for (int32_t k = 0; k < x->species; k++) {
    const double p0 = SM_GAS_CONSTANT * exp(x->chem->kinetics->gases[k].log_pressure);
    const double part = volume ? SM_GAS_CONSTANT * x->t / x->volume : x->p / x->sum;
    x->mu[k] = x->h[k] - x->s[k] + x->ln_n[k] + log(part / p0);
    if (!volume) continue;
    x->h[k] -= 1;
    x->cp[k] -= 1;
  }
  return SM_OK;
}

/* Assembles the equations of the Newton step, with their right-hand sides. */
static void assemble(struct state *x) {
  const int32_t e = x->elements, n = x->size, w = n + 1;
  double *m = x->matrix;
  for (int32_t i = 0; i < n * w; i++) m[i] = 0;
  for (int32_t k = 0; k < x->species; k++) {
    if (x->out[k]) continue;
    const double *a = atoms_of(x, k), nk = x->n[k], h = x->h[k], mu = x->mu[k];
    for (int32_t i = 0; i <= n; i++) {
      const double left = i < e    ? a[i]
                          : i == e ? 1
                                   : h; /* columns; the last is the right-hand side */
      for (int32_t j = 0; j < n && i < n; j++) {
        const double right = j < e ? a[j] : j == e ? 1 : h;
        m[i * w + j] += nk * left * right;
      }
      if (i < n) m[i * w + n] += nk * left * mu;
    }
    for (int32_t i = 0; i < e; i++) m[i * w + n] -= a[i] * nk;
    m[e * w + n] -= nk;
    m[(e + 1) * w + e + 1] += nk * x->cp[k];
    m[(e + 1) * w + n] -= nk * h;
  }
  for (int32_t i = 0; i < e; i++) m[i * w + n] += x->b[i];
  m[e * w + e] -= x->sum;
  m[e * w + n] += x->sum;
  m[(e + 1) * w + n] += x->energy / x->t;
  /* fixed quantities: ln N at constant volume, ln T where it is given */
  for (int32_t f = e; f < n; f++) {
    if (f == e ? x->pair != SM_CHEM_UV : x->pair != SM_CHEM_TP) continue;
    for (int32_t j = 0; j < n; j++) m[f * w + j] = m[j * w + f] = 0;
    m[f * w + f] = 1;
    m[f * w + n] = 0;
  }
}

/* Gauss elimination with row pivoting; unknowns without an equation stay 0. */
static void solve(struct state *x) {
  const int32_t n = x->size, w = n + 1;
  double *m = x->matrix;
  for (int32_t i = 0; i < n; i++) {
    int32_t best = i;
    for (int32_t j = i + 1; j < n; j++)
      if (fabs(m[j * w + i]) > fabs(m[best * w + i])) best = j;
    for (int32_t l = 0; l < w; l++) {
      const double keep = m[i * w + l];
      m[i * w + l] = m[best * w + l];
      m[best * w + l] = keep;
    }
    if (!(fabs(m[i * w + i]) > 1e-250)) {
      for (int32_t l = 0; l < w; l++) m[i * w + l] = 0;
      m[i * w + i] = 1;
    }
    for (int32_t j = i + 1; j < n; j++) {
      const double f = m[j * w + i] / m[i * w + i];
      for (int32_t l = i; l < w; l++) m[j * w + l] -= f * m[i * w + l];
    }
  }
  for (int32_t i = n - 1; i >= 0; i--) {
    double sum = m[i * w + n];
    for (int32_t j = i + 1; j < n; j++) sum -= m[i * w + j] * x->step[j];
    x->step[i] = sum / m[i * w + i];
  }
}

/* Damping factor of the step: RP-1311, equations 3.1 to 3.3. */
static double damping(const struct state *x) {
  const double *d = x->step, sum = x->step[x->elements], temperature = x->step[x->elements + 1];
  double large = fmax(5 * fabs(temperature), 5 * fabs(sum)), minor = 1;
  for (int32_t k = 0; k < x->species; k++) {
    if (x->out[k]) continue;
    const double part = x->ln_n[k] - log(x->sum);
    if (part > -18.420681 && x->change[k] > large) large = x->change[k];
    if (part <= -18.420681 && x->change[k] >= 0) {
      const double limit = fabs((-part - 9.2103404) / (x->change[k] - d[x->elements]));
      minor = fmin(minor, limit);
    }
  }
  return fmin(1, fmin(large > 2 ? 2 / large : 1, minor));
}

/* Applies the step; returns the distance to convergence. */
static double apply_step(struct state *x) {
  const int32_t e = x->elements;
  double off = fmax(fabs(x->step[e]), fabs(x->step[e + 1]));
  for (int32_t k = 0; k < x->species; k++) {
    const double *a = atoms_of(x, k);
    if (x->out[k]) continue;
    double d = x->step[e] + x->h[k] * x->step[e + 1] - x->mu[k];
    for (int32_t i = 0; i < e; i++) d += a[i] * x->step[i];
    x->change[k] = d;
  }
  const double part = damping(x);
  double sum = 0;
  for (int32_t k = 0; k < x->species; k++) {
    if (x->out[k]) continue;
    off = fmax(off, x->n[k] * fabs(x->change[k]) / x->sum);
    x->ln_n[k] += part * x->change[k];
    x->n[k] = exp(x->ln_n[k]);
    sum += x->n[k];
  }
  x->t *= exp(part * x->step[e + 1]);
  x->sum = x->pair == SM_CHEM_UV ? sum : x->sum * exp(part * x->step[e]);
  return off;
}

static enum sm_status iterate(struct sm_context *ctx, struct state *x) {
  for (int turn = 0; turn < 300; turn++) {
    SM_TRY(properties(ctx, x));
    assemble(x);
    solve(x);
    const double off = apply_step(x);
    if (!isfinite(off) || !(x->t > 1 && x->t < 1e5)) break;
    if (off < 1e-12) return SM_OK;
  }
  return sm_fail(ctx, SM_ERR_DIVERGED, "error: no equilibrium was found; last tried: %g K", x->t);
}

/* Elements, energy and first guess from the initial gas. */
static enum sm_status set_start(struct sm_context *ctx, struct state *x, const double *fractions) {
  double sum = 0, energy = 0;
  int32_t count = 0;
  for (int32_t k = 0; k < x->species; k++) sum += fractions[k];
  if (!(sum > 0)) return sm_fail(ctx, SM_ERR_DATA, "error: a gas of nothing has no equilibrium");
  SM_TRY(sm_chem_thermo(ctx, x->chem, x->t, x->cp, x->h, x->s));
  const double less = x->pair == SM_CHEM_UV ? 1 : 0;
  for (int32_t k = 0; k < x->species; k++) {
    const double *a = atoms_of(x, k), part = fractions[k] / sum;
    energy += part * (x->h[k] - less) * x->t;
    for (int32_t i = 0; i < x->elements; i++) x->b[i] += part * a[i];
  }
  x->volume = SM_GAS_CONSTANT * x->t / x->p;
  x->energy = energy;
  x->sum = 1;
  for (int32_t k = 0; k < x->species; k++) {
    const double *a = atoms_of(x, k);
    for (int32_t i = 0; i < x->elements; i++)
      if (a[i] != 0 && !(x->b[i] > 0)) x->out[k] = true;
    if (!x->out[k]) count++;
  }
  for (int32_t k = 0; k < x->species; k++) {
    if (x->out[k]) continue;
    x->n[k] = 1.0 / count;
    x->ln_n[k] = log(x->n[k]);
  }
  if (x->pair != SM_CHEM_TP) x->t = 2500;
  return SM_OK;
}

enum sm_status sm_chem_equilibrium(struct sm_context *ctx, const struct sm_chem *chem,
                                   enum sm_chem_pair pair, double *temperature, double *pressure,
                                   double *fractions) {
  const struct sm_kinetics *k = chem->kinetics;
  if (!k->energy)
    return sm_fail(ctx, SM_ERR_DATA,
                   "error: an equilibrium needs the thermodynamics of all species");
  struct state x = {.chem = chem,
                    .pair = pair,
                    .species = k->species_count,
                    .elements = k->element_count,
                    .size = k->element_count + 2,
                    .t = *temperature,
                    .p = *pressure};
  const size_t s = (size_t)x.species, e = (size_t)x.elements, n = (size_t)x.size;
  double *memory = NULL;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, 7 * s + e + n * (n + 2), sizeof *memory, "an equilibrium", &memory));
  SM_TRY_DONE(sm_alloc(ctx, s, sizeof *x.out, "an equilibrium", &x.out));
  x.n = memory;
  x.ln_n = x.n + s;
  x.cp = x.ln_n + s;
  x.h = x.cp + s;
  x.s = x.h + s;
  x.mu = x.s + s;
  x.change = x.mu + s;
  x.b = x.change + s;
  x.step = x.b + e;
  x.matrix = x.step + n;
  SM_TRY_DONE(set_start(ctx, &x, fractions));
  SM_TRY_DONE(iterate(ctx, &x));
  for (size_t i = 0; i < s; i++) fractions[i] = x.n[i] / x.sum;
  *temperature = x.t;
  if (pair == SM_CHEM_UV) *pressure = x.sum * SM_GAS_CONSTANT * x.t / x.volume;
  for (size_t i = 0; i < s; i++)
    if (!isfinite(fractions[i]) || !isfinite(*temperature) || !isfinite(*pressure))
      status = sm_fail(ctx, SM_ERR_DIVERGED, "error: no equilibrium was found at %g K", x.t);
done:
  sm_free(memory);
  sm_free(x.out);
  return status;
}
