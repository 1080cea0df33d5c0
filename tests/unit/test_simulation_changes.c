/* Changes to a simulation while it is stepped: fields that are set, sources that are added. */
#define _DEFAULT_SOURCE /* mkdtemp */
#include "simulation_fixture.h"
#include <math.h>

static struct sm_mass_budget budget(struct sm_simulation *s, int n) {
  struct sm_mass_budget b = {.size = sizeof b};
  assert_good(sm_simulation_budget(ctx, s, n, &b));
  ck_assert_double_eq_tol(b.initial + b.emitted + b.produced,
                          b.airborne + b.deposited + b.outflow + b.decayed + b.lost,
                          1e-5 * (b.initial + b.emitted) + 1e-12);
  return b;
}

START_TEST(fields_of_a_flow_can_be_set) {
  enum { CELLS = 12 * 8 * 6, FACES = 13 * 8 * 6 };
  static double values[FACES];
  setup(BOX FLOW NO_FILES);
  struct sm_simulation *s = create();
  ck_assert_str_eq(sm_simulation_settable(s, 0), "u_face");
  ck_assert_str_eq(sm_simulation_settable(s, 3), "potential_temperature");
  ck_assert_str_eq(sm_simulation_settable(s, 4), "smoke");
  ck_assert_ptr_null(sm_simulation_settable(s, 5));
  assert_good(sm_simulation_step(ctx, s));
  for (int i = 0; i < FACES; i++) values[i] = 3;
  assert_good(sm_simulation_set_field(ctx, s, "u_face", values));
  struct sm_array a = field(s, "u_face");
  ck_assert_double_eq(at(&a, 4, 1, 3), 3);
  ck_assert_double_eq(at(&a, 0, 3, 5), 0); /* in the house */
  for (int i = 0; i < CELLS; i++) values[i] = 0.5;
  assert_good(sm_simulation_set_field(ctx, s, "smoke", values));
  a = field(s, "smoke");
  ck_assert_double_eq(at(&a, 4, 1, 3), 0.5);
  const struct sm_mass_budget b = budget(s, 0);
  ck_assert_str_eq(b.species, "smoke");
  ck_assert_double_eq_tol(b.emitted, 0.5 * (60 * 40 * 30 - 10 * 10 * 10), 1e-2);
  for (int i = 0; i < CELLS; i++) values[i] = 295;
  assert_good(sm_simulation_set_field(ctx, s, "potential_temperature", values));
  assert_good(sm_simulation_step(ctx, s));
  a = field(s, "potential_temperature");
  ck_assert_double_eq_tol(at(&a, 4, 1, 3), 295, 1e-3);
  assert_good(sm_simulation_advance_to(ctx, s, 2));
  const double there[3] = {5, 5, 15};
  double u;
  assert_good(sm_simulation_value(ctx, s, "u", there, &u));
  ck_assert_double_eq_tol(u, 3, 0.5);
  (void)budget(s, 0);
  assert_good(sm_simulation_finish(ctx, s, &summary));
  ck_assert_double_lt(summary.divergence, 1e-3);
  sm_simulation_destroy(&s);
  teardown();
}
END_TEST

START_TEST(compressible_air_can_be_set) {
  enum { CELLS = 12 * 8 * 6, FACES = 13 * 8 * 6 };
  static double values[FACES];
  setup(BOX AIR NO_FILES);
  struct sm_simulation *s = create();
  assert_good(sm_simulation_step(ctx, s));
  for (int i = 0; i < FACES; i++) values[i] = 4;
  assert_good(sm_simulation_set_field(ctx, s, "u_face", values));
  struct sm_array a = field(s, "u_face");
  ck_assert_double_eq_tol(at(&a, 4, 1, 3), 4, 1e-5);
  for (int i = 0; i < CELLS; i++) values[i] = 301;
  assert_good(sm_simulation_set_field(ctx, s, "temperature", values));
  a = field(s, "temperature");
  ck_assert_double_eq_tol(at(&a, 4, 1, 3), 301, 1e-3);
  a = field(s, "u_face");
  ck_assert_double_eq_tol(at(&a, 4, 1, 3), 4, 1e-5);
  for (int i = 0; i < CELLS; i++) values[i] = 20;
  assert_good(sm_simulation_set_field(ctx, s, "air_pressure_perturbation", values));
  a = field(s, "air_pressure_perturbation");
  ck_assert_double_eq_tol(at(&a, 4, 1, 3), 20, 0.1);
  assert_good(sm_simulation_step(ctx, s));
  assert_good(sm_simulation_finish(ctx, s, NULL));
  sm_simulation_destroy(&s);
  teardown();
}
END_TEST

/* Concentrations are kg/m3 also where the solver keeps mass fractions. */
START_TEST(scalars_of_compressible_air_can_be_set) {
  enum { CELLS = 12 * 8 * 6 };
  static double values[CELLS];
  setup(BOX AIR "[[flow.scalar]]\nname = 'smoke'\n" NO_FILES);
  struct sm_simulation *s = create();
  ck_assert_str_eq(sm_simulation_settable(s, 5), "smoke");
  ck_assert_ptr_null(sm_simulation_settable(s, 6));
  for (int i = 0; i < CELLS; i++) values[i] = 1e-3 * (1 + i % 12);
  for (int again = 0; again < 2; again++) {
    assert_good(sm_simulation_set_field(ctx, s, "smoke", values));
    const struct sm_array a = field(s, "smoke");
    for (int i = 0; i < 12; i++) ck_assert_double_eq_tol(at(&a, 4, 1, i), 1e-3 * (1 + i), 4e-9);
  }
  const double filled = 1e-3 * 6.5 * 60 * 40 * 30;
  const double building = 1e-3 * (5 + 6) / 2 * 10 * 10 * 10; /* cells 4 and 5 of a row */
  struct sm_mass_budget b = budget(s, 0);
  ck_assert_double_eq_tol(b.emitted, filled - building, 1e-4);
  ck_assert_double_eq_tol(b.airborne, filled - building, 1e-4);
  assert_good(sm_simulation_advance_to(ctx, s, 0.2));
  summary = (struct sm_run_summary){.size = sizeof summary};
  assert_good(sm_simulation_finish(ctx, s, &summary));
  ck_assert_int_eq(summary.scalar_budget_count, 1);
  ck_assert_str_eq(summary.scalar_budget[0].species, "smoke");
  b = summary.scalar_budget[0];
  ck_assert_double_eq_tol(b.airborne + b.outflow, filled - building, 1e-3);
  ck_assert_ptr_null(summary.budget);
  sm_run_summary_free(&summary);
  ck_assert_ptr_null(summary.scalar_budget);
  sm_simulation_destroy(&s);
  teardown();
}
END_TEST

START_TEST(air_that_reacts_is_not_set_and_the_message_says_why) {
  const char *const set[] = {"output.formats=[]"};
  const struct sm_case_options given = {.size = sizeof given, .set = set, .set_count = 1};
  setup(BOX AIR NO_FILES);
  sm_case_destroy(&c);
  assert_good(sm_case_load(ctx, "cases/flame/case.toml", &given, &c));
  struct sm_simulation *s = create();
  static const char *const fields[] = {"Y_H2", "temperature", "u_face"};
  const double value = 1;
  ck_assert_ptr_null(sm_simulation_settable(s, 0));
  for (int n = 0; n < 3; n++) {
    ck_assert_int_eq(sm_simulation_set_field(ctx, s, fields[n], &value), SM_ERR_USAGE);
    ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), fields[n]));
    ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "air that reacts are one state"));
  }
  sm_simulation_destroy(&s);
  teardown();
}
END_TEST

START_TEST(a_scalar_gets_a_source_while_the_flow_goes_on) {
  struct sm_simulation_source source = {.size = sizeof source,
                                        .species = "smoke",
                                        .from = {30, 15, 0},
                                        .to = {40, 25, 10},
                                        .rate = 2,
                                        .duration = 1.5};
  setup(BOX FLOW NO_FILES);
  struct sm_simulation *s = create();
  assert_good(sm_simulation_advance_to(ctx, s, 1));
  ck_assert_double_eq(budget(s, 0).emitted, 0);
  assert_good(sm_simulation_add_source(ctx, s, &source));
  assert_good(sm_simulation_advance_to(ctx, s, 2));
  ck_assert_double_eq_tol(budget(s, 0).emitted, 2, 1e-9);
  ck_assert_double_gt(budget(s, 0).airborne, 1.9);
  assert_good(sm_simulation_advance_to(ctx, s, 4));
  ck_assert_double_eq_tol(budget(s, 0).emitted, 3, 1e-9);
  ck_assert_int_eq(sm_simulation_add_source(ctx, s, &source), SM_ERR_USAGE); /* it has ended */
  sm_simulation_destroy(&s);
  s = create();
  source.species = "soot";
  ck_assert_int_eq(sm_simulation_add_source(ctx, s, &source), SM_ERR_USAGE);
  source.species = "smoke";
  source.from[0] = 1000;
  source.to[0] = 1010;
  ck_assert_int_eq(sm_simulation_add_source(ctx, s, &source), SM_ERR_CASE);
  sm_simulation_destroy(&s);
  teardown();
}
END_TEST

START_TEST(particles_get_a_source_while_they_fly) {
  const struct sm_simulation_source source = {.size = sizeof source,
                                              .species = "dust",
                                              .from = {36, 20, 5},
                                              .to = {36, 20, 5},
                                              .rate = 5,
                                              .particles = 1000};
  double received, after;
  setup(BOX WINDS DUST NO_FILES);
  struct sm_simulation *s = create();
  ck_assert_int_eq(sm_simulation_budget_count(s), 1);
  assert_good(sm_simulation_receptor(ctx, s, "door", "dust", &received));
  ck_assert(isnan(received));
  assert_good(sm_simulation_advance_to(ctx, s, 60)); /* particles are at 60 s */
  const struct sm_mass_budget before = budget(s, 0);
  ck_assert_double_eq_tol(before.emitted, 60, 0.5);
  assert_good(sm_simulation_receptor(ctx, s, "door", "dust", &received));
  assert_good(sm_simulation_add_source(ctx, s, &source));
  assert_good(sm_simulation_advance_to(ctx, s, 120));
  const struct sm_mass_budget end = budget(s, 0);
  ck_assert_double_eq_tol(end.emitted, 120 + 300, 0.5);
  ck_assert_int_eq(end.particles, 600 + 1000);
  ck_assert_int_eq(end.lost_particles, 0);
  assert_good(sm_simulation_receptor(ctx, s, "door", "dust", &after));
  ck_assert_double_gt(after, 1.2 * received);
  ck_assert_int_eq(sm_simulation_receptor(ctx, s, "roof", "dust", &after), SM_ERR_USAGE);
  assert_good(sm_simulation_finish(ctx, s, NULL));
  sm_simulation_destroy(&s);
  teardown();
}
END_TEST

START_TEST(a_change_that_fails_ends_a_simulation) {
  static const double values[13 * 8 * 6];
  setup(BOX FLOW NO_FILES);
  struct sm_simulation *s = create();
  sm_context_fail_allocation(ctx, 1);
  ck_assert_int_eq(sm_simulation_set_field(ctx, s, "u_face", values), SM_ERR_MEMORY);
  sm_context_fail_allocation(ctx, 0);
  ck_assert_int_eq(sm_simulation_step(ctx, s), SM_ERR_USAGE);
  ck_assert_int_eq(sm_simulation_finish(ctx, s, NULL), SM_ERR_MEMORY);
  sm_simulation_destroy(&s);
  teardown();
}
END_TEST

START_TEST(a_checkpoint_warns_of_added_sources) {
  const struct sm_simulation_source source = {
      .size = sizeof source, .species = "smoke", .to = {9, 9, 9}, .rate = 1};
  setup(BOX FLOW);
  struct sm_simulation *s = create();
  assert_good(sm_simulation_advance_to(ctx, s, 1));
  assert_good(sm_simulation_save(ctx, s));
  const int before = sm_context_warning_count(ctx);
  assert_good(sm_simulation_add_source(ctx, s, &source));
  assert_good(sm_simulation_save(ctx, s));
  assert_good(sm_simulation_save(ctx, s));
  ck_assert_int_eq(sm_context_warning_count(ctx), before + 1);
  ck_assert_ptr_nonnull(strstr(sm_context_warning(ctx, before), "add them again"));
  sm_simulation_destroy(&s);
  teardown();
}
END_TEST

TEST_MAIN(fields_of_a_flow_can_be_set, compressible_air_can_be_set,
          scalars_of_compressible_air_can_be_set,
          air_that_reacts_is_not_set_and_the_message_says_why,
          a_scalar_gets_a_source_while_the_flow_goes_on, particles_get_a_source_while_they_fly,
          a_change_that_fails_ends_a_simulation, a_checkpoint_warns_of_added_sources)
