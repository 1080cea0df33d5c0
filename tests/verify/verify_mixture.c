/* Mixtures of gases in the compressible solver: what is uniform stays so across contacts, sound is
 * as fast as its gas has it, a trace spreads as an error function does, and what the air carries is
 * kept where gas is given off. */
#include "verify/mixture_case.h"

/* --- contacts --- */

/* Slabs of helium and of hot products in a wind of 20 m/s between joined ends: largest changes of
 * pressure, Pa, and wind, m/s. */
static void contact(int bits, double *excess, double *wind, double *warm) {
  struct flow_run r;
  double *q[SM_CONSERVED_FIELDS];
  flow_run_create(&r, text, 1, bits);
  const int n = model_of(&r)->flow->layout.n[0];
  *excess = *wind = *warm = 0;
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) q[f] = load(&r, f);
  for (int i = 0; i < n; i++) {
    double p, u;
    look_at(&r, q, i, &p, &u);
    *excess = fmax(*excess, fabs(p));
    *wind = fmax(*wind, fabs(u - 20));
  }
  double *T = load_field(&r, mixture_of(&r)->temperature);
  for (int i = 0; i < n; i++)
    *warm = fmax(*warm, fmax(T[cell(&r, i, 0, 0)] - 2000, 300 - T[cell(&r, i, 0, 0)]));
  printf("%d bits, %lld steps: pressure %.2g Pa, wind %.2g m/s, temperature %.3g K too far\n", bits,
         (long long)model_of(&r)->steps, *excess, *wind, *warm);
  ck_assert_int_ge((int)model_of(&r)->steps, 1000);
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) free(q[f]);
  free(T);
  flow_run_destroy(&r);
}

START_TEST(contacts_stay_at_rest_in_themselves) {
  double excess, wind, warm;
  const char *domain = "[domain]\ncrs = 'local'\nsize = [64, 1]\nheight = 1\ncell_size = 1\n"
                       "stretch = 1\n" WIND("1");
  if (!write_case(
          domain, "initial = [20, 0, 0]\n",
          "diffusion = 'none'\nsplitting = 'frozen'\ntemperature = 300\n"
          "[[flow.reaction.zone]]\nmass_fraction = 'x > 10 && x < 20'\nmixture = 'HE:1'\n"
          "[[flow.reaction.zone]]\nmass_fraction = 'x > 30 && x < 45'\nmixture = 'H2O:2, N2:3.76'\n"
          "temperature = 2000\n",
          SIDES("'west', 'east'", "periodic") SIDES(ROUND, "slip")))
    return;
  contact(64, &excess, &wind, &warm);
  ck_assert_double_le(excess, 1e-8);
  ck_assert_double_le(wind, 1e-8);
  ck_assert_double_le(warm, 5);
  contact(32, &excess, &wind, &warm);
  ck_assert_double_le(excess, 0.1);
  ck_assert_double_le(wind, 0.01);
}
END_TEST

/* --- sound --- */

/* A pulse in the middle of a pipe: the speed of what goes east. */
static double speed_of_sound(const char *mixture, double temperature) {
  char reaction[512];
  struct flow_run r;
  double *q[SM_CONSERVED_FIELDS];
  snprintf(reaction, sizeof reaction,
           "diffusion = 'none'\nsplitting = 'frozen'\nmixture = '%s'\ntemperature = %g\n", mixture,
           temperature);
  const char *domain = "[domain]\ncrs = 'local'\nsize = [400, 1]\nheight = 1\ncell_size = 1\n"
                       "stretch = 1\n" WIND("0.15");
  if (!write_case(domain, "initial = [0, 0, 0]\n", "", "")) return 0;
  char *gas = strstr(text, "temperature = 300\n"); /* of the background: the pulse follows */
  ck_assert_ptr_nonnull(gas);
  char all[8192];
  snprintf(all, sizeof all,
           "%.*sinitial_pressure = '101325 + 10 * exp(-0.5 * ((x - 100) / 15)^2)'\n%s%s%s",
           (int)(gas - text), text, gas, reaction,
           SIDES("'west', 'east'", "outflow") SIDES(ROUND, "slip"));
  flow_run_create(&r, all, 1, 64);
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) q[f] = load(&r, f);
  double sum = 0, moment = 0, p, u;
  for (int i = 160; i < 340; i++) { /* its centre: limiters flatten the top */
    look_at(&r, q, i, &p, &u);
    sum += p;
    moment += p * (i + 0.5);
  }
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) free(q[f]);
  flow_run_destroy(&r);
  return (moment / sum - 100) / 0.15;
}

START_TEST(sound_is_as_fast_as_the_gas_has_it) {
  const double helium = sqrt(5.0 / 3 * 8314.46 / 4.0026 * 300);
  const double here = speed_of_sound("HE:1", 300);
  if (!(here > 0)) return;
  printf("helium %.2f m/s, exact %.2f\n", here, helium);
  ck_assert_double_eq_tol(here, helium, 0.003 * helium);
  /* cp of water vapour and nitrogen at 2000 K, J/(kmol K): 51178 and 35971 (NIST) */
  const double cp = (2 * 51178 + 3.76 * 35971) / 5.76, w = (2 * 18.015 + 3.76 * 28.013) / 5.76;
  const double hot = sqrt(cp / (cp - 8314.46) * 8314.46 / w * 2000);
  const double there = speed_of_sound("H2O:2, N2:3.76", 2000);
  printf("products %.2f m/s, exact %.2f\n", there, hot);
  ck_assert_double_eq_tol(there, hot, 0.003 * hot);
}
END_TEST

/* --- gas that is given off --- */

/* Nitrogen into air with smoke, in a closed box: the smoke stays as much as it was. */
START_TEST(what_the_air_carries_is_kept_where_gas_is_given_off) {
  struct flow_run r;
  struct sm_scalar_budget smoke;
  const char *domain = "[domain]\ncrs = 'local'\nsize = [4, 4]\nheight = 4\ncell_size = 1\n"
                       "stretch = 1\n" WIND("0.1");
  if (!write_case(domain, "initial = [0, 0, 0]\n",
                  "diffusion = 'none'\nsplitting = 'frozen'\n[[flow.reaction.release]]\n"
                  "position = [1, 1]\nsize = [2, 2, 1]\nrate = 1\nmixture = 'N2:1'\n",
                  "[[flow.scalar]]\nname = 'smoke'\ninitial = 1e-3\n" SIDES(ALL_SIDES, "slip")))
    return;
  flow_run_create(&r, text, 1, 64);
  assert_good(&r, sm_scalars_budget(r.ctx, model_of(&r)->scalars, 0, &smoke));
  printf("%.6g kg of gas given off; smoke %.2g of it more than at the start\n",
         mixture_of(&r)->released, smoke.air / smoke.initial - 1);
  ck_assert_double_eq_tol(mixture_of(&r)->released, 0.1, 1e-9);
  ck_assert_double_eq_tol(smoke.air, smoke.initial, 1e-9 * smoke.initial);
  flow_run_destroy(&r);
}
END_TEST

/* --- spreading --- */

/* Helium beside nitrogen, of one temperature and pressure, by unity Lewis numbers: mass fractions
 * in the coordinate of mass follow an error function where rho^2 D is one number. Few of it is: a
 * trace. */
START_TEST(a_trace_spreads_as_an_error_function) {
  struct flow_run r;
  const char *domain = "[domain]\ncrs = 'local'\nsize = [0.02, 1e-4]\nheight = 1e-4\n"
                       "cell_size = 1e-4\nstretch = 1\n" WIND("5e-3");
  if (!write_case(domain, "initial = [0, 0, 0]\n",
                  "splitting = 'frozen'\nmixture = 'N2:1'\ntemperature = 600\n"
                  "fractions = 'mass'\n[[flow.reaction.zone]]\nmass_fraction = 'x > 0.01'\n"
                  "mixture = 'N2:0.999, O2:0.001'\n",
                  SIDES(ALL_SIDES, "slip")))
    return;
  flow_run_create(&r, text, 1, 64);
  const struct sm_mixture *m = mixture_of(&r);
  double *y = load_species(&r, "O2"), *spread = load_field(&r, m->spread), worst = 0;
  const double rho = 101325 / (m->constant[0] * 600), d = spread[cell(&r, 100, 0, 0)] / rho;
  for (int i = 0; i < 200; i++) {
    const double exact = 5e-4 * (1 + erf((i + 0.5 - 100) * 1e-4 / sqrt(4 * d * 5e-3)));
    worst = fmax(worst, fabs(y[cell(&r, i, 0, 0)] - exact) / 1e-3);
  }
  printf("D %.4g m2/s, off by %.2g of the step\n", d, worst);
  ck_assert_double_le(worst, 1e-3);
  free(y);
  free(spread);
  flow_run_destroy(&r);
}
END_TEST

TEST_MAIN(contacts_stay_at_rest_in_themselves, sound_is_as_fast_as_the_gas_has_it,
          what_the_air_carries_is_kept_where_gas_is_given_off, a_trace_spreads_as_an_error_function)
