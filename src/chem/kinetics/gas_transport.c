/* gas_transport.c - kinetic theory (Chapman-Enskog) for Lennard-Jones and polar molecules: Kee,
 * Coltrin & Glarborg (2003), chapter 12; thermal conductivity by Warnatz (1982). Collision
 * integrals by the fits of Neufeld, Janzen & Aziz (1972) with the dipole term of Brokaw (1969). */
#include "chem/kinetics/gas_transport.h"

#include <math.h>
#include <string.h>

#define BOLTZMANN 1.380649e-23  /* J/K */
#define AVOGADRO 6.02214076e26  /* 1/kmol */
#define VACUUM 8.8541878128e-12 /* F/m */
#define PI 3.14159265358979323846
/* Temperature range of the polynomial fits, K. */
#define COLDEST 200.0
#define HOTTEST 4000.0
enum { FIT = SM_MIXTURE_FIT, POINTS = 60 };

enum sm_status sm_mixture_thermo(struct sm_context *ctx, const struct sm_mechanism *m,
                                 double *out) {
  for (int32_t k = 0; k < m->species_count; k++) {
    const struct sm_thermo *thermo = &m->species[k].thermo;
    const int count = thermo->range_count;
    if (count < 1 || count > SM_MIXTURE_RANGES)
      return sm_fail(ctx, SM_ERR_DATA,
                     count < 1 ? "error: species \"%s\" has no thermodynamic data"
                               : "error: species \"%s\" has more than three ranges of temperature",
                     m->species[k].name);
    for (int r = 0; r < SM_MIXTURE_RANGES; r++) {
      const struct sm_thermo_range *from = &thermo->ranges[r < count ? r : count - 1];
      double *to = out + k * SM_MIXTURE_THERMO + r * SM_MIXTURE_RANGE;
      to[0] = r < count - 1 ? from->high : HUGE_VAL;
      memcpy(to + 1, from->a, sizeof from->a);
    }
  }
  return SM_OK;
}

/* Pair of molecules: m, J, and half of the squared reduced dipole moment. */
struct pair {
  double sigma, well, polar;
};

static double reduced_dipole(const struct sm_transport_data *t) {
  const double well = BOLTZMANN * t->well_depth;
  return t->dipole / sqrt(4 * PI * VACUUM * well * pow(t->diameter, 3));
}

static struct pair pair_of(const struct sm_transport_data *a, const struct sm_transport_data *b) {
  struct pair p = {0.5 * (a->diameter + b->diameter),
                   BOLTZMANN * sqrt(a->well_depth * b->well_depth), 0};
  const bool one = a->dipole > 0, two = b->dipole > 0;
  p.polar = 0.5 * reduced_dipole(a) * reduced_dipole(b);
  if (one == two) return p;
  /* induced dipole */
  const struct sm_transport_data *polar = one ? a : b, *other = one ? b : a;
  const double dipole = reduced_dipole(polar);
  const double xi = 1 + 0.25 * other->polarizability / pow(other->diameter, 3) * dipole * dipole *
                            sqrt(polar->well_depth / other->well_depth);
  p.well *= xi * xi;
  p.sigma *= pow(xi, -1.0 / 6);
  return p;
}

static double collisions_2(double t, double polar) {
  return 1.16145 * pow(t, -0.14874) + 0.52487 * exp(-0.7732 * t) + 2.16178 * exp(-2.43787 * t) +
         0.2 * polar * polar / t;
}
static double collisions_1(double t, double polar) {
  return 1.06036 * pow(t, -0.1561) + 0.193 * exp(-0.47635 * t) + 1.03587 * exp(-1.52996 * t) +
         1.76474 * exp(-3.89411 * t) + 0.19 * polar * polar / t;
}

static double viscosity(const struct sm_species *s, double T) {
  const struct pair own = pair_of(s->transport, s->transport);
  const double mass = s->weight / AVOGADRO, cross = PI * own.sigma * own.sigma;
  return 5.0 / 16 * sqrt(PI * mass * BOLTZMANN * T) /
         (cross * collisions_2(BOLTZMANN * T / own.well, own.polar));
}

double sm_mixture_diffusivity(const struct sm_mechanism *m, int32_t k, int32_t other, double T) {
  const struct sm_species *a = &m->species[k], *b = &m->species[other];
  const struct pair p = pair_of(a->transport, b->transport);
  const double mass = a->weight * b->weight / (a->weight + b->weight) / AVOGADRO;
  return 3.0 / 16 * sqrt(2 * PI / mass) * pow(BOLTZMANN * T, 1.5) /
         (PI * p.sigma * p.sigma * collisions_1(BOLTZMANN * T / p.well, p.polar));
}

/* Temperature dependence of the rotational relaxation number, in T / well depth (Parker 1959; Brau
 * & Jonkman 1970). */
static double relaxing(double t) {
  return 1 + pow(PI, 1.5) / sqrt(t) * (0.5 + 1 / t) + (0.25 * PI * PI + 2) / t;
}

double sm_mixture_conductivity(const struct sm_mechanism *m, const double *thermo, int32_t k,
                               double T) {
  const struct sm_species *s = &m->species[k];
  const struct sm_transport_data *t = s->transport;
  const double eta = viscosity(s, T), gas = SM_GAS_CONSTANT;
  const double cp = sm_mixture_heat_of(thermo + k * SM_MIXTURE_THERMO, T, 1 / T, sm_chem_log(T)).cp;
  const double turning = t->geometry == SM_GEOMETRY_ATOM     ? 0
                         : t->geometry == SM_GEOMETRY_LINEAR ? 1
                                                             : 1.5;
  const double inner = s->weight / (gas * T) * sm_mixture_diffusivity(m, k, k, T) / eta;
  const double hits =
      t->rotational_relaxation * relaxing(298 / t->well_depth) / relaxing(T / t->well_depth);
  const double a = 2.5 - inner, b = hits + 2 / PI * (5.0 / 3 * turning + inner);
  const double c = b > 0 ? 2 / PI * a / b : 0;
  const double moving = 2.5 * (1 - c * turning / 1.5), rotating = inner * (1 + c);
  return eta / s->weight * gas * (1.5 * moving + turning * rotating + (cp - 2.5 - turning) * inner);
}

/* --- polynomials --- */

/* Solves the normal equations; well conditioned, since the variable is within -1.5 to 1.5. */
static void solve(double a[FIT][FIT + 1], double x[FIT]) {
  for (int i = 0; i < FIT; i++)
    for (int r = i + 1; r < FIT; r++) {
      const double by = a[r][i] / a[i][i];
      for (int c = i; c <= FIT; c++) a[r][c] -= by * a[i][c];
    }
  for (int i = FIT - 1; i >= 0; i--) {
    x[i] = a[i][FIT];
    for (int c = i + 1; c < FIT; c++) x[i] -= a[i][c] * x[c];
    x[i] /= a[i][i];
  }
}

/* Converts a polynomial in ln T - `middle` to coefficients in ln T. */
static void shift(double x[FIT], double middle) {
  for (int turn = 0; turn < FIT - 1; turn++)
    for (int i = FIT - 2; i >= turn; i--) x[i] -= middle * x[i + 1];
}

static double place(int i) {
  return log(COLDEST) + (log(HOTTEST) - log(COLDEST)) * i / (POINTS - 1);
}

static void fit(const double value[POINTS], double out[FIT]) {
  const double middle = 0.5 * (log(COLDEST) + log(HOTTEST));
  double a[FIT][FIT + 1] = {{0}};
  for (int i = 0; i < POINTS; i++) {
    double power[FIT] = {1};
    for (int r = 1; r < FIT; r++) power[r] = power[r - 1] * (place(i) - middle);
    for (int r = 0; r < FIT; r++) {
      for (int c = 0; c < FIT; c++) a[r][c] += power[r] * power[c] / (value[i] * value[i]);
      a[r][FIT] += power[r] / value[i];
    }
  }
  solve(a, out);
  shift(out, middle);
}

enum sm_status sm_mixture_transport(struct sm_context *ctx, const struct sm_mechanism *m,
                                    const double *thermo, double *conductivity, double *diffusion) {
  const int32_t n = m->species_count;
  double value[POINTS];
  for (int32_t k = 0; k < n; k++)
    if (m->species[k].transport == NULL)
      return sm_fail(ctx, SM_ERR_DATA, "error: species \"%s\" has no transport data",
                     m->species[k].name);
  for (int32_t k = 0; k < n; k++) {
    for (int i = 0; i < POINTS; i++) {
      const double T = exp(place(i));
      value[i] = sm_mixture_conductivity(m, thermo, k, T) / sqrt(T);
    }
    fit(value, conductivity + k * FIT);
    for (int32_t other = 0; diffusion != NULL && other <= k; other++) {
      double *to = diffusion + ((ptrdiff_t)k * n + other) * FIT;
      for (int i = 0; i < POINTS; i++) {
        const double T = exp(place(i));
        value[i] = sm_mixture_diffusivity(m, k, other, T) / pow(T, 1.5);
      }
      fit(value, to);
      memcpy(diffusion + ((ptrdiff_t)other * n + k) * FIT, to, FIT * sizeof *to);
    }
  }
  return SM_OK;
}
