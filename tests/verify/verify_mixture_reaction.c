/* Burning mixtures in the compressible solver: without wind a reactor of constant volume; mass,
 * elements and energy; order of the splitting. */
#include "verify/mixture_case.h"

/* --- reactor --- */

/* Air that burns in a closed box of 64 m3: the temperature in time, and what was released, J. */
static double box_temperature(const char *splitting, double duration, double step, double *heat) {
  char reaction[512], flow[256], domain[512];
  struct flow_run r;
  snprintf(reaction, sizeof reaction,
           "splitting = '%s'\nmixture = 'H2:2, O2:1, N2:3.76'\ntemperature = 1100\nrtol = 1e-8\n"
           "atol = 1e-14\n",
           splitting);
  snprintf(flow, sizeof flow, "time_step = %g\ninitial = [0, 0, 0]\n", step);
  snprintf(domain, sizeof domain,
           "[domain]\ncrs = 'local'\nsize = [4, 4]\nheight = 4\ncell_size = 1\nstretch = 1\n"
           "[wind]\nmodel = 'compressible'\nduration = %g\n",
           duration);
  if (!write_case(domain, flow, reaction, SIDES(ALL_SIDES, "slip"))) return 0;
  flow_run_create(&r, text, 1, 64);
  double *T = load_field(&r, mixture_of(&r)->temperature);
  const double here = T[cell(&r, 1, 1, 1)];
  for (int i = 0; i < 4; i++) ck_assert_double_eq_tol(T[cell(&r, i, 0, 0)], here, 1e-6);
  free(T);
  *heat = mixture_of(&r)->heat_made;
  flow_run_destroy(&r);
  return here;
}

/* The same gas without a flow. */
static double reactor_temperature(double duration) {
  const char *data = data_folder();
  char path[2][4096];
  struct sm_context *ctx;
  struct sm_mechanism *m = NULL;
  struct sm_chem *chem = NULL;
  snprintf(path[0], sizeof path[0], "%s/mechanisms/BurkeDryer/mechanism.inp", data);
  snprintf(path[1], sizeof path[1], "%s/mechanisms/BurkeDryer/therm.dat", data);
  const struct sm_mechanism_files files = {.mechanism = path[0], .thermo = path[1]};
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_mechanism_read(ctx, &files, &m), SM_OK);
  ck_assert_int_eq(sm_chem_create(ctx, m, 1, &chem), SM_OK);
  double c[64] = {0}, T = 1100;
  const double moles = 101325 / (SM_GAS_CONSTANT * T) / 6.76;
  c[sm_mechanism_find_species(m, "H2")] = 2 * moles;
  c[sm_mechanism_find_species(m, "O2")] = moles;
  c[sm_mechanism_find_species(m, "N2")] = 3.76 * moles;
  const struct sm_chem_cells cells = {.count = 1, .temperature = &T, .concentrations = c};
  const struct sm_chem_options options = {
      .mode = SM_CHEM_VOLUME, .method = SM_CHEM_RODAS4, .rtol = 1e-9, .atol = 1e-13};
  struct sm_chem_report report;
  ck_assert_int_eq(sm_chem_advance(ctx, chem, &cells, duration, &options, &report), SM_OK);
  sm_chem_destroy(&chem);
  sm_mechanism_destroy(&m);
  sm_context_destroy(&ctx);
  return T;
}

START_TEST(air_that_burns_without_wind_is_a_reactor) {
  /* ignites after 9.22875e-5 s: steepest there */
  double heat, from_source;
  const double before = box_temperature("strang", 8e-5, 2e-6, &heat);
  if (!(before > 0)) return;
  const double then = reactor_temperature(8e-5);
  const double after = box_temperature("strang", 1.2e-4, 2e-6, &heat);
  const double burnt = reactor_temperature(1.2e-4);
  const double source = box_temperature("source", 1.2e-4, 2e-6, &from_source);
  printf("after 80 us %.4f K, reactor %.4f; after 120 us %.3f (source %.3f), reactor %.3f\n",
         before, then, after, source, burnt);
  ck_assert_double_eq_tol(before, then, 1e-3);
  ck_assert_double_eq_tol(after, burnt, 0.01);
  ck_assert_double_eq_tol(source, burnt, 0.01);
  /* 242 MJ/kmol of water, were all of the hydrogen burnt; a part is dissociated, and hot */
  const double all = 64 * 101325 / (SM_GAS_CONSTANT * 1100) * 2 / 6.76 * 242e6;
  printf("released %.4f of what all of the hydrogen could, by a source %.4f\n", heat / all,
         from_source / all);
  ck_assert_double_eq_tol(heat, 0.75 * all, 0.25 * all);
  ck_assert_double_eq_tol(from_source, heat, 0.01 * heat);
}
END_TEST

/* --- what is kept --- */

/* Of all cells per volume of one: mass, and energy with that of formation and motion. */
static void add_up(const struct flow_run *r, double *mass, double *energy, double *hydrogen) {
  const struct sm_mixture *m = mixture_of(r);
  const int n = m->flow->layout.n[0];
  double *q[SM_CONSERVED_FIELDS], *y[64];
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) q[f] = load(r, f);
  for (int32_t k = 0; k < m->species; k++) y[k] = load_species(r, m->mechanism->species[k].name);
  *mass = *energy = *hydrogen = 0;
  for (int i = 0; i < n; i++) {
    double own[64], excess, u;
    const ptrdiff_t c = cell(r, i, 0, 0);
    const double rho = model_of(r)->gas.rho[0] + q[SM_RHO][c];
    look_at(r, q, i, &excess, &u);
    for (int32_t k = 0; k < m->species; k++) own[k] = y[k][c];
    const double p = model_of(r)->gas.p[0] + excess;
    const double T = p / (rho * sm_mixture_constant(&m->host, own));
    *mass += rho;
    *energy += rho * (sm_mixture_enthalpy(&m->host, own, T) + 0.5 * u * u) - p;
    for (int32_t k = 0; k < m->species; k++)
      for (int32_t e = 0; e < m->mechanism->species[k].elements.count; e++) {
        const struct sm_amount *part = &m->mechanism->species[k].elements.list[e];
        if (strcmp(m->mechanism->elements[part->index].name, "H") == 0)
          *hydrogen += rho * own[k] / m->host.weight[k] * part->amount;
      }
  }
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) free(q[f]);
  for (int32_t k = 0; k < m->species; k++) free(y[k]);
}

/* A hot spot burns in a closed pipe: so many cells of 4 mm, so long. Energy: of what was released.
 */
static void closed_pipe(int n, double duration, double kept[3]) {
  char domain[512];
  struct flow_run r;
  double before[3], after[3];
  for (int turn = 0; turn < 2; turn++) {
    snprintf(domain, sizeof domain,
             "[domain]\ncrs = 'local'\nsize = [4e-3, %.12g]\nheight = %.12g\ncell_size = %.12g\n"
             "stretch = 1\n[wind]\nmodel = 'compressible'\nduration = %g\n",
             4e-3 / n, 4e-3 / n, 4e-3 / n, turn == 0 ? 1e-12 : duration);
    ck_assert(write_case(domain, "initial = [0, 0, 0]\n",
                         "mixture = 'H2:2, O2:1, N2:3.76'\ntemperature = 300\n"
                         "[[flow.reaction.zone]]\nmass_fraction = 'exp(-(x / 8e-4)^2)'\n"
                         "temperature = 1600\n",
                         SIDES(ALL_SIDES, "slip")));
    flow_run_create(&r, text, 1, 64);
    double *to = turn == 0 ? before : after;
    add_up(&r, &to[0], &to[1], &to[2]);
    flow_run_destroy(&r);
  }
  /* what burning all of it releases: 242 MJ/kmol of water */
  const double all = 0.0285 / 2.016 * 242e6 * before[0];
  kept[0] = after[0] / before[0] - 1;
  kept[1] = (after[1] - before[1]) / all;
  kept[2] = after[2] / before[2] - 1;
  printf("%d cells: mass %.2g, energy %.2g of what all could release, hydrogen %.2g\n", n, kept[0],
         kept[1], kept[2]);
}

START_TEST(mass_and_elements_are_kept_and_energy_nearly) {
  double coarse[3], fine[3];
  if (data_folder() == NULL || !have_expressions()) return;
  closed_pipe(32, 3e-5, coarse);
  closed_pipe(64, 3e-5, fine);
  for (int i = 0; i < 2; i++) ck_assert_double_le(fabs(i == 0 ? coarse[0] : fine[0]), 1e-13);
  ck_assert_double_le(fabs(fine[2]), 1e-10);
  ck_assert_double_le(fabs(fine[1]), 0.01);
}
END_TEST

/* --- order in time --- */

enum { ORDER_CELLS = 32 };

/* A pipe that burns here sooner than there: length of its cells, m; duration, s; how it spreads. */
struct burning_pipe {
  double width, duration;
  const char *spreads, *temperature, *zone;
};

/* Its temperatures, in steps of equal length. */
static void burn_in(const struct burning_pipe *pipe, int steps, double T[ORDER_CELLS]) {
  char domain[512], flow[256], reaction[512];
  struct flow_run r;
  const double w = pipe->width;
  snprintf(domain, sizeof domain,
           "[domain]\ncrs = 'local'\nsize = [%.12g, %.12g]\nheight = %.12g\ncell_size = %.12g\n"
           "stretch = 1\n[wind]\nmodel = 'compressible'\nduration = %g\n",
           ORDER_CELLS * w, w, w, w, pipe->duration);
  snprintf(flow, sizeof flow, "initial = [0, 0, 0]\ntime_step = %.17g\n", pipe->duration / steps);
  snprintf(reaction, sizeof reaction,
           "mixture = 'H2:2, O2:1, N2:3.76'\ndiffusion = '%s'\nrtol = 1e-7\natol = 1e-13\n"
           "temperature = '%s * cos(pi * x / %.12g)'\n%s",
           pipe->spreads, pipe->temperature, ORDER_CELLS * w, pipe->zone);
  ck_assert(write_case(domain, flow, reaction, SIDES(ALL_SIDES, "slip")));
  flow_run_create(&r, text, 1, 64);
  ck_assert_int_eq((int)model_of(&r)->steps, steps);
  double *field = load_field(&r, mixture_of(&r)->temperature);
  for (int i = 0; i < ORDER_CELLS; i++) T[i] = field[cell(&r, i, 0, 0)];
  free(field);
  flow_run_destroy(&r);
}

/* From three runs, each in twice as many steps as the one before. */
static double order_of(const struct burning_pipe *pipe, int steps) {
  double T[3][ORDER_CELLS], error[2] = {0, 0};
  for (int m = 0; m < 3; m++) burn_in(pipe, steps << m, T[m]);
  for (int m = 0; m < 2; m++)
    for (int i = 0; i < ORDER_CELLS; i++) error[m] += fabs(T[m][i] - T[m + 1][i]) / ORDER_CELLS;
  printf("%s: changes %.3g, %.3g K: order %.2f\n", pipe->spreads, error[0], error[1],
         log2(error[0] / error[1]));
  return log2(error[0] / error[1]);
}

START_TEST(splitting_is_of_order_2) {
  if (data_folder() == NULL || !have_expressions()) return;
  ck_assert_double_ge(order_of(&(struct burning_pipe){1e-3, 6e-5, "none", "1150 + 60", ""}, 64),
                      1.8);
}
END_TEST

/* Cells so small that what spreads in a step is a good part of what there is. Beside a gas of
 * another weight the kinks of the limiters count. */
START_TEST(steps_in_which_heat_and_species_spread_are_of_order_2) {
  const struct burning_pipe plain = {1e-5, 2e-6, "unity-lewis", "1500 + 300", ""};
  const struct burning_pipe rich = {
      1e-5, 2e-6, "mixture-averaged", "1500 + 300",
      "[[flow.reaction.zone]]\nmass_fraction = '0.1 * exp(-(x / 1e-4)^2)'\nmixture = 'H2:1'\n"};
  if (data_folder() == NULL || !have_expressions()) return;
  ck_assert_double_ge(order_of(&plain, 256), 1.8);
  ck_assert_double_ge(order_of(&rich, 256), 1.5);
}
END_TEST

TEST_MAIN(air_that_burns_without_wind_is_a_reactor, mass_and_elements_are_kept_and_energy_nearly,
          splitting_is_of_order_2, steps_in_which_heat_and_species_spread_are_of_order_2)
