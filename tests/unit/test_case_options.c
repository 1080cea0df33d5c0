/* Case files with options: overrides, the data folder, solvers and criteria by name, the default
 * name. */
#define _POSIX_C_SOURCE 200809L
#include "case_reading.h"
#include "scratch_folder.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

START_TEST(every_solver_has_its_name_and_defaults) {
  static const char *const names[] = {"multigrid",  "red-black-sor", "sor",       "sor-global",
                                      "sor-shared", "sor-dynamic",   "sor-graph", "sor-copied"};
  for (int m = 0; m <= SM_SOLVER_SOR_COPIED; m++) {
    char solver[64];
    snprintf(solver, sizeof solver, "wind.solver=%s", names[m]);
    const char *const set[] = {solver, "wind.omega=optimal"};
    const size_t count = m == SM_SOLVER_MULTIGRID ? 1 : 2;
    const struct sm_case_options options = {.size = sizeof options, .set = set, .set_count = count};
    struct sm_case *c = parse_with(MINIMAL, &options);
    ck_assert_int_eq((int)c->wind.solver, m);
    ck_assert_str_eq(sm_wind_solver_name(c->wind.solver), names[m]);
    ck_assert(count == 1 || isnan(c->wind.omega));
    ck_assert_int_eq(c->wind.check_every, m < SM_SOLVER_SOR ? 20 : 1);
    ck_assert_int_eq(c->wind.max_iterations, m == SM_SOLVER_MULTIGRID ? 200 : 100000);
    sm_case_destroy(&c);
  }
}
END_TEST

/* Either the residual or the change of an iteration ends the iterations. */
START_TEST(the_stopping_criterion_is_one) {
  const char *const set[] = {"wind.change_tolerance=20 cm2/s", "wind.tolerance=1e-3"};
  struct sm_case_options options = {.size = sizeof options, .set = set, .set_count = 1};
  struct sm_case *c = parse_with(MINIMAL, &options);
  ck_assert_double_eq_tol(c->wind.change_tolerance, 2e-3, 1e-15);
  sm_case_destroy(&c);
  options.set_count = 2;
  ck_assert_int_eq(sm_case_parse(ctx, "case.toml", MINIMAL, strlen(MINIMAL), &options, false, &c),
                   SM_ERR_CASE);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "change_tolerance"));
}
END_TEST

START_TEST(overrides_replace_and_add) {
  static const char *const set[] = {"domain.cell_size=0.5",
                                    "domain.size = [100, \"2 km\"]",
                                    "domain.margin=10 ft",
                                    "wind.solver=sor",
                                    "wind.history=true",
                                    "case.start=2026-05-01T12:00:00Z",
                                    "case.title=a = b",
                                    "weather.station.from=90",
                                    "weather.station[1].height=2",
                                    "roughness.file=z.tif",
                                    "roughness.classes.10=0.5",
                                    "output.heights=[1, 2]"};
  const struct sm_case_options options = {
      .size = sizeof options, .set = set, .set_count = sizeof set / sizeof *set};
  struct sm_case *c = parse_with(MINIMAL, &options);
  ck_assert(c->domain.cell_size[2] == 0.5 && c->domain.size[1] == 2000);
  ck_assert_double_eq_tol(c->domain.margin, 3.048, 1e-12);
  ck_assert(c->wind.solver == SM_SOLVER_SOR && c->wind.history && c->has_start);
  ck_assert_str_eq(c->title, "a = b");
  ck_assert(c->weather.station->reading->from == 90 && c->weather.station->reading->height == 2);
  ck_assert(c->roughness.class_count == 1 && c->roughness.class_table[0].value == 10);
  ck_assert_uint_eq(c->output.height_count, 2);
  sm_case_destroy(&c);

  static const char *const all[] = {"domain.size=10", "domain.cell_size=1",
                                    "weather.station.speed=1", "weather.station.from=2"};
  c = parse_with("", &(struct sm_case_options){.set = all, .set_count = 4});
  ck_assert(c->weather.station_count == 1 && c->weather.station->reading->from == 2);
  sm_case_destroy(&c);
}
END_TEST

START_TEST(data_comes_from_option_environment_or_case) {
  static const char text[] = MINIMAL "[terrain]\nfile = '$data/x.tif'\n[case]\ndata = 'own'\n";
  const struct sm_case_options options = {.size = sizeof options, .data = "option"};
  char *earlier = getenv("SIMOOM_DATA") != NULL ? strdup(getenv("SIMOOM_DATA")) : NULL;
  unsetenv("SIMOOM_DATA");
  struct sm_case *c = parse(text);
  ck_assert_str_eq(c->terrain.files.item[0], "town/own/x.tif");
  sm_case_destroy(&c);
  setenv("SIMOOM_DATA", "environment", 1);
  c = parse(text);
  ck_assert_str_eq(c->terrain.files.item[0], "environment/x.tif");
  sm_case_destroy(&c);
  c = parse_with(text, &options);
  ck_assert_str_eq(c->terrain.files.item[0], "option/x.tif");
  sm_case_destroy(&c);
  unsetenv("SIMOOM_DATA");
  if (earlier != NULL) setenv("SIMOOM_DATA", earlier, 1);
  free(earlier);
}
END_TEST

START_TEST(the_default_name_is_that_of_the_file_or_folder) {
  struct sm_case *c = NULL;
  scratch_open();
  ck_assert_int_eq(sm_case_load(ctx, scratch_write("case.toml", MINIMAL), NULL, &c), SM_OK);
  ck_assert_str_eq(sm_case_name(c), strrchr(scratch_folder, '/') + 1);
  sm_case_destroy(&c);
  ck_assert_int_eq(sm_case_load(ctx, scratch_write("steep.hill.toml", MINIMAL), NULL, &c), SM_OK);
  ck_assert_str_eq(sm_case_name(c), "steep.hill");
  sm_case_destroy(&c);
  scratch_close();
}
END_TEST

CONTEXT_TEST_MAIN(every_solver_has_its_name_and_defaults, the_stopping_criterion_is_one,
                  overrides_replace_and_add, data_comes_from_option_environment_or_case,
                  the_default_name_is_that_of_the_file_or_folder)
