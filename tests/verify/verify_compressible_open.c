/* Open sides of the compressible solver: still air outside comes in as its own pressure lets it,
 * with its own temperature and with what it carries. */
#include "physics/scalars/scalars.h"
#include "verify/compressible_run.h"

/* A fan all along a duct of L = 40 m: what it does on the way, a L, is what the air has when it
 * leaves, u^2 / 2; from rest the wind grows as u tanh(u t / 2 L). On its way in the air loses
 * rho u^2 / 2 of pressure, which the fan gives back. */
#define DUCT(DURATION, GAS)                                                                        \
  BOX("40, 1", "1", "1")                                                                           \
  WIND(DURATION)                                                                                   \
  "[flow]\nsubgrid = 'none'\nviscosity = 0\ninitial = [0, 0, 0]\nacceleration = [1, 0, 0]\n"       \
  "[flow.compressible]\ngravity = 0\ntemperature = 300\n" GAS SIDES("'west', 'east'", "outflow")
#define ROUND SIDES("'south', 'north', 'bottom', 'top'", "slip")

static const double fan = 1, length = 40, dense = 101325 / (SM_AIR_GAS_CONSTANT * 300);

/* Of cells: density, wind along x or upwards, and excess of the pressure. */
struct air {
  double *rho, *u, *w, *excess;
};
static void look(const struct flow_run *r, struct air *air) {
  const struct sm_compressible *m = model_of(r);
  const int *n = m->flow->layout.n;
  *air = (struct air){load(r, SM_RHO), load(r, SM_RHO_U), load(r, SM_RHO_W), load(r, SM_RHO_E)};
  for (int k = 0; k < n[2]; k++)
    for (int i = 0; i < n[0]; i++) {
      const ptrdiff_t c = cell(r, i, 0, k);
      air->rho[c] += m->gas.rho[k];
      air->u[c] /= air->rho[c];
      air->w[c] /= air->rho[c];
      air->excess[c] -= 0.5 * air->rho[c] * (air->u[c] * air->u[c] + air->w[c] * air->w[c]);
      air->excess[c] *= SM_AIR_GAMMA - 1;
    }
}
static void forget(struct air *air) {
  free(air->rho);
  free(air->u);
  free(air->w);
  free(air->excess);
}

START_TEST(a_fan_draws_in_as_much_as_it_must) {
  static const char *const flux[] = {"hllc", "slau2", "kurganov-tadmor"};
  const double most = sqrt(2 * fan * length), known = most * tanh(most * 30 / (2 * length));
  for (int f = 0; f < 3; f++) {
    char text[2000];
    struct flow_run r;
    struct air air;
    snprintf(text, sizeof text, DUCT("30", "flux = '%s'\n") ROUND, flux[f]);
    flow_run_create(&r, text, 1, 64);
    look(&r, &air);
    const double *excess = air.excess + cell(&r, 0, 0, 0), wind = air.u[cell(&r, 20, 0, 0)];
    const double moves = 0.5 * dense * known * known;
    printf("%s: %.3f m/s, %.2f Pa in the first cell, %.2f in the last; known: %.3f, %.2f, %.2f\n",
           flux[f], wind, excess[0], excess[39], known, -moves * (1 - 0.5 / length),
           -moves * 0.5 / length);
    ck_assert_double_eq_tol(wind, known, 0.015 * known);
    for (int i = 0; i < 40; i++)
      ck_assert_double_eq_tol(excess[i], -moves * (1 - (i + 0.5) / length), 0.03 * moves);
    forget(&air);
    flow_run_destroy(&r);
  }
}
END_TEST

/* After 15 s the air of the duct, which was warm and smoky, is that of outside. */
START_TEST(what_comes_in_is_air_of_outside) {
  for (int bits = 32; bits <= 64; bits += 32) {
    struct flow_run r;
    struct air air;
    struct sm_scalar_budget b;
    flow_run_create(
        &r,
        DUCT("15", "potential_temperature = 350\n") "temperature = 310\n" ROUND
                                                    "[[flow.scalar]]\nname = 'smoke'\ninitial = "
                                                    "1\ninflow = 0.2\n",
        1, bits);
    look(&r, &air);
    double *smoke = flow_run_load(&r, 0);
    for (int i = 0; i < 40; i++) {
      const ptrdiff_t c = cell(&r, i, 0, 0);
      const double T = (101325 + air.excess[c]) / (SM_AIR_GAS_CONSTANT * air.rho[c]);
      ck_assert_double_eq_tol(T, 310, 0.05);
      ck_assert_double_eq_tol(smoke[c], 0.2 / (dense * 300 / 310), 1e-4);
    }
    assert_good(&r, sm_scalars_budget(r.ctx, scalars_of(&r), 0, &b));
    printf("%d bits: smoke: %.6g kg at the start, %.6g in the air, %.6g left; %.1e lost\n", bits,
           b.initial, b.air, b.left, b.initial - b.air - b.left);
    ck_assert_double_eq_tol(b.air + b.left, b.initial, (bits == 64 ? 1e-12 : 1e-4) * b.initial);
    free(smoke);
    forget(&air);
    flow_run_destroy(&r);
  }
}
END_TEST

/* A column of warm air rises and draws in what is beside it: the pressure is of the order of
 * rho u^2, not of rho c u. */
START_TEST(rising_air_draws_in_what_it_needs) {
  struct flow_run r;
  struct air air;
  double wind = 0, excess = 0, in = 0;
  if (!have_expressions()) return;
  flow_run_create(
      &r,
      BOX("24, 1", "12", "1") WIND(
          "2") "[flow]\nsubgrid = 'smagorinsky'\ninitial = [0, 0, 0]\n"
               "[flow.compressible]\ntemperature = 300\npotential_temperature = "
               "'300 + 90 * exp(-0.25 * (x - 12)^2)'\n" SIDES(
                   "'west', 'east', 'top'",
                   "outflow") "temperature = 300\n" SIDES("'south', 'north', 'bottom'", "slip"),
      2, 32);
  look(&r, &air);
  for (int k = 0; k < 12; k++) {
    in += dense * (air.u[cell(&r, 0, 0, k)] - air.u[cell(&r, 23, 0, k)]);
    for (int i = 0; i < 24; i++) {
      const ptrdiff_t c = cell(&r, i, 0, k);
      wind = fmax(wind, hypot(air.u[c], air.w[c]));
      excess = fmax(excess, fabs(air.excess[c]));
    }
  }
  printf("rising air: up to %.3g m/s, %.3g kg/s drawn in by the sides; pressure up to %.3g Pa, "
         "rho u^2 %.3g, rho c u %.3g\n",
         wind, in, excess, dense * wind * wind, dense * 347 * wind);
  ck_assert_double_gt(wind, 2);
  ck_assert_double_gt(in, 2);
  ck_assert_double_lt(excess, 2 * dense * wind * wind);
  forget(&air);
  flow_run_destroy(&r);
}
END_TEST

/* Largest excess of the pressure, Pa, in an eddy of 5 m/s that the wind carries out. */
static double leaving(const char *duration) {
  char text[2000];
  struct flow_run r;
  struct air air;
  double most = 0;
  snprintf(text, sizeof text,
           BOX("20, 1", "20", "1") WIND(
               "%s") "[flow]\nsubgrid = 'none'\nviscosity = 0\ninitial = "
                     "['20 - 2.5 * (z - 10) * exp(0.5 - 0.125 * ((x - 12)^2 + (z - 10)^2))', 0, "
                     "'2.5 * (x - 12) * exp(0.5 - 0.125 * ((x - 12)^2 + (z - 10)^2))']\n"
                     "[flow.compressible]\ngravity = 0\ntemperature = 300\n" SIDES(
                         "'east', 'bottom', 'top'", "outflow") SIDES("'south', 'north'", "slip")
                         SIDES("'west'", "inflow") "velocity = [20, 0, 0]\n",
           duration);
  flow_run_create(&r, text, 1, 32);
  look(&r, &air);
  for (int k = 0; k < 20; k++)
    for (int i = 0; i < 20; i++) most = fmax(most, fabs(air.excess[cell(&r, i, 0, k)]));
  forget(&air);
  flow_run_destroy(&r);
  return most;
}

START_TEST(an_eddy_leaves) {
  if (!have_expressions()) return;
  const double half = leaving("0.4"), gone = leaving("1.5");
  printf("an eddy of 5 m/s: pressure up to %.3g Pa as it leaves, %.3g later; rho u^2 %.3g, "
         "rho c u %.3g\n",
         half, gone, dense * 25, dense * 347 * 5);
  ck_assert_double_lt(half, 2 * dense * 25);
  ck_assert_double_lt(gone, 0.5 * dense * 25);
}
END_TEST

TEST_MAIN(an_eddy_leaves, a_fan_draws_in_as_much_as_it_must, what_comes_in_is_air_of_outside,
          rising_air_draws_in_what_it_needs)
