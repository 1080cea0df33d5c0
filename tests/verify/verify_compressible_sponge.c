/* The sponge of the compressible solver: what comes back of waves that go up, and what it leaves
 * alone. */
#include "verify/compressible_run.h"

#define SUBGRID "subgrid = 'none'\nviscosity = 0\n"
#define JOINED SIDES("'west', 'east', 'south', 'north'", "periodic")
#define LID SIDES("'bottom', 'top'", "slip")

/* The upward wind on the faces, in the layout of the flow; freed with free. */
static double *load_upward(const struct flow_run *r) {
  const struct sm_flow *flow = model_of(r)->flow;
  double *host = calloc(flow->layout.size, sizeof *host);
  assert_good(r, sm_flow_download(r->ctx, flow, flow->u[0][2], host));
  return host;
}

/* The largest below layer hi of the first run over that of the second. */
static double part_of(const struct flow_run *a, const struct flow_run *b, int hi) {
  const struct flow_run *run[2] = {a, b};
  double most[2] = {0, 0};
  for (int m = 0; m < 2; m++) {
    const int *n = model_of(run[m])->flow->layout.n;
    double *w = load_upward(run[m]);
    for (int k = 0; k < hi; k++)
      for (int i = 0; i < n[0]; i++) most[m] = fmax(most[m], fabs(w[cell(run[m], i, 0, k)]));
    free(w);
  }
  return most[0] / most[1];
}

/* A pulse of sound from 40 m upwards; in 0.47 s it is back from the lid at 120 m. */
#define PULSE(SPONGE)                                                                              \
  BOX("4, 1", "120", "1")                                                                          \
  WIND("0.47")                                                                                     \
  "[flow]\n" SUBGRID SPONGE "initial = [0, 0, '0.01 * exp(-((z - 40) / 8)^2)']\n"                  \
  "[flow.compressible]\ntemperature = 288.15\ngravity = 0\n"                                       \
  "initial_pressure = '101325 + 0.01 * 1.22498 * 340.297 * exp(-((z - 40) / 8)^2)'\n"              \
  "density = '1.22498 * (1 + 0.01 / 340.297 * exp(-((z - 40) / 8)^2))'\n" SIDES(                   \
      "'west', 'east', 'south', 'north'", "slip") LID

/* Of sound that is damped over a depth d with sin^2, exp(-r d / c) comes back: with five crossings
 * of it in a second 0.7 %. */
START_TEST(sound_does_not_come_back) {
  struct flow_run lid, sponge;
  flow_run_create(&lid, PULSE(""), 1, 64);
  flow_run_create(&sponge, PULSE("sponge = 40\nsponge_rate = 42.5\n"), 1, 64);
  const double part = part_of(&sponge, &lid, 75);
  printf("of sound comes back %.2f %%, by theory %.2f %%\n", 100 * part, 100 * exp(-5));
  ck_assert_double_le(part, 0.01);
  flow_run_destroy(&lid);
  flow_run_destroy(&sponge);
}
END_TEST

/* Waves of gravity, as long as they are high, 6 km, in air of one temperature: N = 0.0182 1/s, they
 * climb with N / 2^1.5 k = 6.2 m/s from 9 km, and from a lid at 18 km they are back after 2900 s.
 * The momentum has no divergence, and the pressure is that of the wave: else it begins with sound.
 */
#define PACKET "exp(z / 8431.7 - ((z - 9000) / 3000)^2)"
#define PHASE "(2 * pi * (x - z) / 6000)"
#define CLIMBING(HEIGHT, SPONGE)                                                                   \
  BOX("6000, 600", HEIGHT, "600")                                                                  \
  WIND("2900")                                                                                     \
  "[flow]\n" SUBGRID SPONGE "initial = ['0.01 * " PACKET " * (cos" PHASE                           \
  " + 6000 / pi * (z - 9000) / 3000^2 * sin" PHASE ")', 0, '0.01 * " PACKET " * cos" PHASE "']\n"  \
  "[flow.compressible]\ntemperature = 288.15\nbackground = 'isothermal'\n"                         \
  "initial_pressure = '101325 * exp(-z / 8431.7) * (1 + 0.01 * 12.32 / 82714 * " PACKET            \
  " * cos" PHASE ")'\n"                                                                            \
  "potential_temperature = '288.15 * exp(z / 29510) * (1 + 0.01 * 2.578e-2 / 9.81 * " PACKET       \
  " * sin" PHASE ")'\n" JOINED LID

/* A higher domain tells what there would be without anything that throws back. */
static double returned(const struct flow_run *a, const struct flow_run *b,
                       const struct flow_run *free_run, int hi) {
  const struct flow_run *run[2] = {a, b};
  double *undisturbed = load_upward(free_run), sum[2] = {0, 0};
  for (int m = 0; m < 2; m++) {
    const int *n = model_of(run[m])->flow->layout.n;
    double *w = load_upward(run[m]);
    for (int k = 0; k < hi; k++)
      for (int i = 0; i < n[0]; i++) {
        const double off = w[cell(run[m], i, 0, k)] - undisturbed[cell(free_run, i, 0, k)];
        sum[m] += off * off * model_of(run[m])->gas.rho[k];
      }
    free(w);
  }
  free(undisturbed);
  return sqrt(sum[0] / sum[1]);
}

/* A packet as wide as its waves has slow and long ones among them, which a sponge of one length
 * changes below too: of one of two lengths 10 % come back, and the run in a higher domain is itself
 * uncertain by 6 %. */
START_TEST(waves_of_gravity_do_not_come_back) {
  struct flow_run lid, sponge, high;
  flow_run_create(&lid, CLIMBING("18000", ""), 2, 64);
  flow_run_create(&sponge, CLIMBING("18000", "sponge = 6000\n"), 2, 64);
  flow_run_create(&high, CLIMBING("36000", "sponge = 6000\n"), 2, 64);
  const double part = returned(&sponge, &lid, &high, 20);
  printf("of waves of gravity come back %.2f %%\n", 100 * part);
  ck_assert_double_le(part, 0.2);
  flow_run_destroy(&lid);
  flow_run_destroy(&sponge);
  flow_run_destroy(&high);
}
END_TEST

/* Wind and layers that a case begins with are what is calm; without deviations nothing moves. */
START_TEST(what_is_calm_stays) {
  struct flow_run r;
  flow_run_create(&r,
                  BOX("8, 8", "24", "2") WIND(
                      "0.5") "[flow]\n" SUBGRID "sponge = 12\nsponge_rate = 20\n"
                             "initial = ['5 + 0.1 * z', -2, 0]\n[flow.compressible]\ngravity = 0\n"
                             "potential_temperature = '288 + z / 10'\n" JOINED LID,
                  1, 64);
  double *q = load(&r, SM_RHO_U), *r_of = load(&r, SM_RHO);
  for (int k = 0; k < 12; k++) {
    const double z = 2 * k + 1, rho = model_of(&r)->gas.rho[k] + r_of[cell(&r, 1, 2, k)];
    ck_assert_double_eq_tol(q[cell(&r, 1, 2, k)] / rho, 5 + 0.1 * z, 1e-11);
    ck_assert_double_eq_tol(rho * (288 + z / 10), 101325 / SM_AIR_GAS_CONSTANT, 1e-9);
  }
  free(q);
  free(r_of);
  flow_run_destroy(&r);
  flow_run_create(&r,
                  BOX("8, 8", "24", "2") WIND("0.5") "[flow]\nsponge = 12\ninitial = [0, 0, 0]\n"
                                                     "[flow.compressible]\n" JOINED LID,
                  1, 32);
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) ck_assert_double_eq(largest(&r, f), 0);
  flow_run_destroy(&r);
}
END_TEST

TEST_MAIN(sound_does_not_come_back, waves_of_gravity_do_not_come_back, what_is_calm_stays)
