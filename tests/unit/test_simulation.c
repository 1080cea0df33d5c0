/* A simulation that is stepped: the bits of a run, its clock, fields, checkpoints, mass budgets. */
#define _DEFAULT_SOURCE /* mkdtemp */
#include "simulation_fixture.h"
#include <math.h>
#include <stdio.h>

/* All arrays of both are of the same bits. */
static void assert_same(const struct sm_result *a, const struct sm_result *b) {
  ck_assert_int_eq(sm_result_count(a), sm_result_count(b));
  for (int n = 0; n < sm_result_count(a); n++) {
    struct sm_array p = {.size = sizeof p}, q = {.size = sizeof q};
    sm_result_array(a, n, &p);
    sm_result_array(b, n, &q);
    ck_assert_str_eq(p.name, q.name);
    if (p.rank < 3 || p.type == SM_ARRAY_U8) continue;
    for (int64_t k = 0; k < p.shape[0]; k++)
      for (int64_t j = 0; j < p.shape[1]; j++)
        for (int64_t i = 0; i < p.shape[2]; i++)
          ck_assert_msg(at(&p, k, j, i) == at(&q, k, j, i), "%s at %d %d %d", p.name, (int)k,
                        (int)j, (int)i);
  }
}

START_TEST(steps_make_the_bits_of_a_run) {
  struct sm_run_summary stepped = {.size = sizeof stepped};
  struct sm_result *result = NULL;
  const struct sm_result *now;
  int steps = 0;
  setup(BOX FLOW);
  assert_good(sm_run_keep(ctx, c, &options, &summary, &result));
  struct sm_simulation *s = create();
  for (; !sm_simulation_has_ended(s); steps++) {
    assert_good(sm_simulation_step(ctx, s));
    (void)field(s, "u_face"); /* looking changes nothing */
  }
  ck_assert_int_gt(steps, 3);
  assert_good(sm_simulation_result(ctx, s, &now));
  assert_same(result, now);
  assert_good(sm_simulation_finish(ctx, s, &stepped));
  ck_assert_int_eq(stepped.flow_steps, steps);
  ck_assert_int_eq(stepped.flow_steps, summary.flow_steps);
  ck_assert_int_eq(stepped.times, 3);
  ck_assert_int_eq(stepped.output_count, summary.output_count);
  ck_assert_int_eq(sm_simulation_finish(ctx, s, NULL), SM_ERR_USAGE);
  ck_assert_int_eq(sm_simulation_step(ctx, s), SM_ERR_USAGE);
  sm_run_summary_free(&stepped);
  sm_simulation_destroy(&s);
  sm_result_destroy(&result);
  teardown();
}
END_TEST

START_TEST(a_flow_is_taken_to_any_time) {
  setup(BOX FLOW NO_FILES);
  struct sm_simulation *s = create();
  ck_assert_double_eq(sm_simulation_time(s), -1);
  ck_assert_double_eq(sm_simulation_start_time(s), -1);
  ck_assert_double_eq(sm_simulation_end_time(s), 4);
  const struct sm_array u = field(s, "u_face");
  ck_assert_double_eq_tol(at(&u, 5, 0, 0), 2, 1);
  assert_good(sm_simulation_advance_to(ctx, s, 0.37));
  ck_assert_double_eq(sm_simulation_time(s), 0.37);
  ck_assert_double_gt(sm_simulation_time_step(s), 0);
  ck_assert_int_eq(sm_simulation_advance_to(ctx, s, 0.3), SM_ERR_USAGE);
  assert_good(sm_simulation_advance_to(ctx, s, 100));
  ck_assert_double_eq(sm_simulation_time(s), 4);
  ck_assert(sm_simulation_has_ended(s));
  assert_good(sm_simulation_finish(ctx, s, NULL));
  sm_simulation_destroy(&s);
  teardown();
}
END_TEST

START_TEST(winds_of_weather_times_come_one_by_one) {
  struct sm_array a = {.size = sizeof a};
  setup(BOX WINDS NO_FILES);
  struct sm_simulation *s = create();
  ck_assert_int_eq(sm_simulation_field(ctx, s, "u_face", &a), SM_ERR_USAGE);
  ck_assert_ptr_null(sm_simulation_settable(s, 0));
  ck_assert_int_eq(sm_simulation_set_field(ctx, s, "u_face", NULL), SM_ERR_USAGE);
  ck_assert_int_eq(sm_simulation_save(ctx, s), SM_ERR_USAGE);
  assert_good(sm_simulation_advance_to(ctx, s, 70)); /* the wind of 60 s */
  ck_assert_double_eq(sm_simulation_time(s), 60);
  const double place[3] = {5, 5, 10};
  double u, none;
  assert_good(sm_simulation_value(ctx, s, "u", place, &u));
  ck_assert_double_eq_tol(u, 5, 1.5);
  assert_good(sm_simulation_value(ctx, s, "u", (const double[3]){25, 15, 2}, &none));
  ck_assert(isnan(none)); /* in the house */
  ck_assert_int_eq(sm_simulation_value(ctx, s, "smell", place, &u), SM_ERR_USAGE);
  assert_good(sm_simulation_finish(ctx, s, &summary)); /* before its end */
  ck_assert_int_eq(summary.times, 2);
  sm_simulation_destroy(&s);
  teardown();
}
END_TEST

/* A program built with an older header has a smaller struct: nothing is written behind it. */
START_TEST(structs_of_older_headers_are_filled_as_far_as_they_go) {
  struct {
    struct sm_run_summary summary;
    char behind[8];
  } old;
  const size_t size = offsetof(struct sm_run_summary, scalar_budget);
  setup(BOX FLOW NO_FILES);
  memset(&old, 0x5a, sizeof old);
  old.summary.size = 0;
  ck_assert_int_eq(sm_run(ctx, c, &options, &old.summary), SM_ERR_USAGE);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "sizeof summary"));
  old.summary.size = size;
  assert_good(sm_run(ctx, c, &options, &old.summary));
  ck_assert_uint_eq(old.summary.size, size);
  ck_assert_int_eq((int)old.summary.cells, 12 * 8 * 6);
  for (const char *byte = (const char *)&old + size; byte < (const char *)(&old + 1); byte++)
    ck_assert_int_eq(*byte, 0x5a);
  sm_run_summary_free(&old.summary);
  ck_assert_int_eq(((const char *)&old)[size], 0x5a);
  struct sm_case *other = NULL;
  const struct sm_case_options none = {.data = "x"};
  ck_assert_int_eq(sm_case_load(ctx, "case.toml", &none, &other), SM_ERR_USAGE);
  struct sm_context *odd = NULL;
  const struct sm_context_options nothing = {.user = &odd};
  ck_assert_int_eq(sm_context_create(&nothing, &odd), SM_ERR_USAGE);
  ck_assert_ptr_null(odd);
  teardown();
}
END_TEST

START_TEST(a_run_goes_on_from_what_was_saved) {
  struct sm_result *whole = NULL, *resumed = NULL;
  setup(BOX FLOW);
  assert_good(sm_run_keep(ctx, c, &options, &summary, &whole));
  sm_run_summary_free(&summary);
  struct sm_simulation *s = create();
  for (int n = 0; n < 4; n++) assert_good(sm_simulation_step(ctx, s));
  assert_good(sm_simulation_save(ctx, s));
  assert_good(sm_simulation_step(ctx, s));
  sm_simulation_destroy(&s); /* as if it had been killed */
  options.resume = true;
  assert_good(sm_run_keep(ctx, c, &options, &summary, &resumed));
  assert_same(whole, resumed);
  sm_result_destroy(&whole);
  sm_result_destroy(&resumed);
  teardown();
}
END_TEST

START_TEST(a_context_serves_one_simulation) {
  struct sm_simulation *other = NULL;
  setup(BOX FLOW NO_FILES);
  struct sm_simulation *s = create();
  ck_assert_int_eq(sm_simulation_create(ctx, c, &options, &other), SM_ERR_USAGE);
  ck_assert_ptr_null(other);
  ck_assert_int_eq(sm_run(ctx, c, &options, &summary), SM_ERR_USAGE);
  assert_good(sm_simulation_finish(ctx, s, NULL));
  other = create();
  sm_simulation_destroy(&s);
  sm_simulation_destroy(&other);
  other = create(); /* after one that was not finished */
  sm_simulation_destroy(&other);
  teardown();
}
END_TEST

START_TEST(a_run_of_prisms_wants_a_context_of_its_own) {
  static const char text[] = "[case]\nname = 'p'\n[output]\nformats = []\n[mesh]\nblock = [4, 3]\n"
                             "[prisms]\nlayers = 5\nbottom = 0\nsurface = '1 km'\n[poisson]\n";
  struct sm_case *prisms = NULL;
  setup(BOX FLOW NO_FILES);
  struct sm_simulation *s = create();
  assert_good(sm_case_parse(ctx, "./p.toml", text, strlen(text), NULL, true, &prisms));
  ck_assert_int_eq(sm_run(ctx, prisms, &options, &summary), SM_ERR_USAGE);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "use another context"));
  sm_simulation_destroy(&s);
  sm_case_destroy(&prisms);
  teardown();
}
END_TEST

START_TEST(what_is_finished_can_be_looked_at) {
  struct sm_array array = {.size = 0};
  struct sm_mass_budget budget = {.size = 0};
  double concentration;
  setup(BOX WINDS DUST NO_FILES);
  struct sm_simulation *s = create();
  assert_good(sm_simulation_advance_to(ctx, s, 120));
  assert_good(sm_simulation_finish(ctx, s, NULL));
  ck_assert_int_eq(sm_simulation_field(ctx, s, "u_face", &array), SM_ERR_USAGE);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "struct sm_array x = {.size = sizeof x}"));
  ck_assert_int_eq(sm_simulation_budget(ctx, s, 0, &budget), SM_ERR_USAGE);
  array.size = offsetof(struct sm_array, type); /* of an older caller */
  budget.size = sizeof budget;
  assert_good(sm_simulation_field(ctx, s, "u_face", &array));
  ck_assert_str_eq(array.name, "u_face");
  ck_assert(array.size == offsetof(struct sm_array, type) && array.data == NULL);
  assert_good(sm_simulation_budget(ctx, s, 0, &budget));
  ck_assert_double_gt(budget.emitted, 0);
  assert_good(sm_simulation_receptor(ctx, s, "door", "dust", &concentration));
  ck_assert(!isnan(concentration));
  sm_simulation_destroy(&s);
  teardown();
}
END_TEST

START_TEST(what_is_finished_does_not_change) {
  static const double values[13 * 8 * 6];
  const struct sm_simulation_source source = {
      .size = sizeof source, .species = "smoke", .to = {9, 9, 9}, .rate = 1};
  setup(BOX FLOW NO_FILES);
  struct sm_simulation *s = create();
  ck_assert_int_eq(sm_simulation_advance_to(ctx, s, (double)NAN), SM_ERR_USAGE);
  ck_assert_double_eq(sm_simulation_time(s), -1);
  assert_good(sm_simulation_advance_to(ctx, s, 1));
  assert_good(sm_simulation_finish(ctx, s, NULL));
  ck_assert_int_eq(sm_simulation_set_field(ctx, s, "u_face", values), SM_ERR_USAGE);
  ck_assert_int_eq(sm_simulation_add_source(ctx, s, &source), SM_ERR_USAGE);
  ck_assert_int_eq(sm_simulation_save(ctx, s), SM_ERR_USAGE);
  ck_assert_int_eq(sm_simulation_step(ctx, s), SM_ERR_USAGE);
  sm_simulation_destroy(&s);
  teardown();
}
END_TEST

START_TEST(particles_are_saved_from_the_first_wind_on) {
  setup(BOX WINDS DUST);
  struct sm_simulation *s = create();
  ck_assert_int_eq(sm_simulation_save(ctx, s), SM_ERR_USAGE);
  assert_good(sm_simulation_step(ctx, s));
  assert_good(sm_simulation_save(ctx, s));
  sm_simulation_destroy(&s);
  teardown();
}
END_TEST

START_TEST(an_older_caller_has_fewer_options) {
  struct sm_run_options old = {.size = offsetof(struct sm_run_options, overwrite),
                               .folder = scratch_folder,
                               .overwrite = true};
  setup(BOX WINDS);
  struct sm_simulation *s = create();
  assert_good(sm_simulation_advance_to(ctx, s, 120));
  assert_good(sm_simulation_finish(ctx, s, NULL));
  sm_simulation_destroy(&s);
  ck_assert_int_eq(sm_simulation_create(ctx, c, &old, &s), SM_ERR_USAGE); /* files are there */
  ck_assert_ptr_null(s);
  teardown();
}
END_TEST

/* Phases that a run tells until its set-up ends. */
static void keep_phases(void *user, const char *phase, double fraction) {
  char *phases = user;
  const size_t used = strlen(phases);
  if (strstr(phases, "wind;") != NULL) return;
  snprintf(phases + used, 400 - used, "%s;", phase);
  (void)fraction;
}

/* The program ends at once at a signal until then: the solve for the initial wind of a flow is part
 * of the set-up, after which there is more of it. */
START_TEST(the_initial_wind_of_a_flow_is_set_up) {
  char phases[400] = "";
  const struct sm_context_options told = {
      .size = sizeof told, .progress = keep_phases, .user = phases};
  struct sm_simulation *s = NULL;
  static const char text[] = BOX NO_FILES "[[weather.station]]\nspeed = 4\nfrom = 270\n"
                                          "[wind]\nmodel = 'incompressible'\nduration = 1\n";
  setup(text);
  sm_case_destroy(&c);
  sm_context_destroy(&ctx);
  ck_assert_int_eq(sm_context_create(&told, &ctx), SM_OK);
  assert_good(sm_case_parse(ctx, "./case.toml", text, strlen(text), NULL, true, &c));
  assert_good(sm_simulation_create(ctx, c, &options, &s));
  ck_assert_msg(strstr(phases, "set-up;wind;") != NULL && strstr(phases, "solve") == NULL, "%s",
                phases);
  sm_simulation_destroy(&s);
  teardown();
}
END_TEST

TEST_MAIN(steps_make_the_bits_of_a_run, a_flow_is_taken_to_any_time,
          winds_of_weather_times_come_one_by_one,
          structs_of_older_headers_are_filled_as_far_as_they_go, a_run_goes_on_from_what_was_saved,
          a_context_serves_one_simulation, a_run_of_prisms_wants_a_context_of_its_own,
          what_is_finished_can_be_looked_at, what_is_finished_does_not_change,
          particles_are_saved_from_the_first_wind_on, an_older_caller_has_fewer_options,
          the_initial_wind_of_a_flow_is_set_up)
