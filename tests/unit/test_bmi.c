/* The Basic Model Interface: every function, of a flow and of winds of weather times. */
#define _DEFAULT_SOURCE /* mkdtemp */
#include "scratch_folder.h"
#include "simoom/bmi.h"
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BOX                                                                                        \
  "[case]\nname = 'a'\n[output]\nformats = []\n"                                                   \
  "[domain]\nsize = [60, 40]\nheight = 30\ncell_size = 5\n"
#define FLOW                                                                                       \
  "stretch = 1\n[wind]\nmodel = 'incompressible'\nduration = 4\ninterval = 2\n[flow]\n"            \
  "initial = [2, 0, 0]\n[[flow.boundary]]\nat = ['west', 'east', 'south', 'north']\n"              \
  "kind = 'periodic'\n[[flow.scalar]]\nname = 'smoke'\n"
#define WINDS                                                                                      \
  "stretch = 1.2\n[[weather.station]]\nposition = [1, 1]\nreadings = [\n"                          \
  "{ time = 2026-05-01T10:00:00Z, speed = 4, from = 270 },\n"                                      \
  "{ time = 2026-05-01T10:01:00Z, speed = 5, from = 280 }]\n"

enum { NX = 12, NY = 8, NZ = 6 };

static Bmi model;
static struct sm_run_options options;

static void good(int code) { ck_assert_msg(code == BMI_SUCCESS, "%s", sm_bmi_message(&model)); }

static void start(const char *text) {
  scratch_open();
  options = sm_run_options_default();
  options.folder = scratch_folder;
  options.device = "cpu";
  ck_assert_ptr_eq(sm_bmi_register(&model, &options, NULL), &model);
  good(model.initialize(&model, scratch_write("case.toml", text)));
}

static void stop(void) {
  good(model.finalize(&model));
  ck_assert_ptr_null(model.data);
  scratch_leave();
}

/* Whether one of the lists has a name. */
static bool lists(bool inputs, const char *name) {
  char text[32][BMI_MAX_VAR_NAME], *names[32];
  int count;
  bool found = false;
  good((inputs ? model.get_input_item_count : model.get_output_item_count)(&model, &count));
  ck_assert_int_le(count, 32);
  for (int n = 0; n < count; n++) names[n] = text[n];
  good((inputs ? model.get_input_var_names : model.get_output_var_names)(&model, names));
  for (int n = 0; n < count; n++) found |= strcmp(names[n], name) == 0;
  return found;
}

START_TEST(variables_have_the_names_of_cf) {
  char text[BMI_MAX_UNITS_NAME];
  int number;
  start(BOX FLOW);
  good(model.get_component_name(&model, text));
  ck_assert_str_eq(text, "simoom");
  ck_assert(lists(false, "x_wind") && lists(false, "upward_air_velocity"));
  ck_assert(lists(false, "surface_altitude") && lists(false, "kinematic_pressure"));
  ck_assert(lists(false, "mass_concentration_of_smoke_in_air"));
  ck_assert(lists(true, "y_wind") && lists(true, "mass_concentration_of_smoke_in_air"));
  ck_assert(!lists(true, "surface_altitude"));
  good(model.get_var_units(&model, "x_wind", text));
  ck_assert_str_eq(text, "m s-1");
  good(model.get_var_type(&model, "x_wind", text));
  ck_assert_str_eq(text, "float");
  good(model.get_var_location(&model, "x_wind", text));
  ck_assert_str_eq(text, "node");
  good(model.get_var_itemsize(&model, "x_wind", &number));
  ck_assert_int_eq(number, 4);
  good(model.get_var_nbytes(&model, "x_wind", &number));
  ck_assert_int_eq(number, 4 * (NX + 1) * NY * NZ);
  const char *const names[] = {"kinematic_pressure", "x_wind", "y_wind", "upward_air_velocity",
                               "surface_altitude"};
  for (int grid = 0; grid < 5; grid++) {
    good(model.get_var_grid(&model, names[grid], &number));
    ck_assert_int_eq(number, grid);
  }
  ck_assert_int_eq(model.get_var_grid(&model, "smell", &number), BMI_FAILURE);
  ck_assert_ptr_nonnull(strstr(sm_bmi_message(&model), "'smell'"));
  stop();
}
END_TEST

START_TEST(time_goes_on_as_asked) {
  char text[BMI_MAX_UNITS_NAME];
  double time, step;
  start(BOX FLOW);
  good(model.get_time_units(&model, text));
  ck_assert_str_eq(text, "s");
  good(model.get_start_time(&model, &time));
  ck_assert_double_eq(time, 0);
  good(model.get_end_time(&model, &time));
  ck_assert_double_eq(time, 4);
  good(model.update(&model));
  good(model.get_current_time(&model, &time));
  good(model.get_time_step(&model, &step));
  ck_assert_double_gt(step, 0);
  ck_assert_double_eq_tol(time, step, 1e-12);
  good(model.update_until(&model, 3.3));
  good(model.get_current_time(&model, &time));
  ck_assert_double_eq(time, 3.3);
  ck_assert_int_eq(model.update_until(&model, 1), BMI_FAILURE);
  ck_assert_int_eq(model.update_until(&model, 4.001), BMI_FAILURE);
  ck_assert_ptr_nonnull(strstr(sm_bmi_message(&model), "4.001 s is after the end"));
  stop();
}
END_TEST

START_TEST(values_are_got_and_set) {
  static float wind[(NX + 1) * NY * NZ], smoke[NX * NY * NZ];
  char unset[] = "kinematic_pressure";
  float some[2];
  int at[2] = {0, NX * NY * NZ - 1};
  void *pointer = NULL;
  start(BOX FLOW);
  good(model.get_value(&model, "x_wind", wind));
  ck_assert_double_eq_tol((double)wind[0], 2, 1e-3);
  for (int n = 0; n < NX * NY * NZ; n++) smoke[n] = (float)n;
  good(model.set_value(&model, "mass_concentration_of_smoke_in_air", smoke));
  good(model.get_value_at_indices(&model, "mass_concentration_of_smoke_in_air", some, at, 2));
  ck_assert(some[0] == 0 && some[1] == (float)at[1]);
  some[0] = 7;
  good(model.set_value_at_indices(&model, "mass_concentration_of_smoke_in_air", at, 1, some));
  good(model.get_value(&model, "mass_concentration_of_smoke_in_air", smoke));
  ck_assert(smoke[0] == 7 && smoke[1] == 1);
  at[0] = NX * NY * NZ;
  ck_assert_int_eq(
      model.get_value_at_indices(&model, "mass_concentration_of_smoke_in_air", some, at, 1),
      BMI_FAILURE);
  ck_assert_int_eq(
      model.set_value_at_indices(&model, "mass_concentration_of_smoke_in_air", at, 1, some),
      BMI_FAILURE);
  ck_assert_int_eq(model.set_value(&model, unset, smoke), BMI_FAILURE);
  good(model.get_value_ptr(&model, "surface_altitude", &pointer));
  ck_assert_double_eq(((const float *)pointer)[NX * NY - 1], 0);
  ck_assert_int_eq(model.get_value_ptr(&model, "x_wind", &pointer), BMI_FAILURE); /* gaps */
  good(model.update(&model));
  stop();
}
END_TEST

START_TEST(grids_are_described) {
  char text[BMI_MAX_TYPE_NAME];
  int rank, size, shape[3];
  double spacing[3], origin[3], x[NX + 1], y[NY + 1], z[NZ + 1];
  start(BOX FLOW);
  const int sizes[5] = {NX * NY * NZ, (NX + 1) * NY * NZ, NX * (NY + 1) * NZ, NX * NY * (NZ + 1),
                        NX * NY};
  for (int grid = 0; grid < 5; grid++) {
    good(model.get_grid_rank(&model, grid, &rank));
    ck_assert_int_eq(rank, grid == 4 ? 2 : 3);
    good(model.get_grid_size(&model, grid, &size));
    ck_assert_int_eq(size, sizes[grid]);
    good(model.get_grid_node_count(&model, grid, &size));
    ck_assert_int_eq(size, sizes[grid]);
    good(model.get_grid_type(&model, grid, text));
    ck_assert_str_eq(text, "uniform_rectilinear");
    good(model.get_grid_spacing(&model, grid, spacing));
    ck_assert_double_eq_tol(spacing[rank - 1], 5, 1e-12);
  }
  good(model.get_grid_shape(&model, 1, shape));
  ck_assert(shape[0] == NZ && shape[1] == NY && shape[2] == NX + 1);
  good(model.get_grid_origin(&model, 1, origin));
  ck_assert(origin[0] == 2.5 && origin[1] == 2.5 && origin[2] == 0);
  good(model.get_grid_x(&model, 1, x));
  good(model.get_grid_y(&model, 2, y));
  good(model.get_grid_z(&model, 3, z));
  ck_assert(x[NX] == 60 && y[NY] == 40 && z[NZ] == 30);
  ck_assert_int_eq(model.get_grid_z(&model, 4, z), BMI_FAILURE);
  ck_assert_int_eq(model.get_grid_rank(&model, 5, &rank), BMI_FAILURE);
  int (*const lists_of_edges[])(Bmi *, int, int *) = {
      model.get_grid_edge_count, model.get_grid_face_count, model.get_grid_edge_nodes,
      model.get_grid_face_edges, model.get_grid_face_nodes, model.get_grid_nodes_per_face};
  for (size_t n = 0; n < sizeof lists_of_edges / sizeof *lists_of_edges; n++)
    ck_assert_int_eq(lists_of_edges[n](&model, 0, &size), BMI_FAILURE);
  stop();
}
END_TEST

START_TEST(winds_of_weather_times_are_a_model_too) {
  char text[BMI_MAX_TYPE_NAME];
  double time, spacing[3];
  float wind;
  int first = 2 * (NX + 1) * NY; /* of the third layer */
  start(BOX WINDS);              /* its layers grow with height */
  good(model.get_grid_type(&model, 0, text));
  ck_assert_str_eq(text, "rectilinear");
  ck_assert_int_eq(model.get_grid_spacing(&model, 0, spacing), BMI_FAILURE);
  good(model.get_current_time(&model, &time));
  ck_assert_double_eq(time, 0);
  good(model.get_value_at_indices(&model, "x_wind", &wind, &first, 1));
  ck_assert_double_gt((double)wind, 2);
  good(model.update(&model));
  good(model.get_current_time(&model, &time));
  ck_assert_double_eq(time, 60);
  ck_assert_int_eq(model.update(&model), BMI_FAILURE);
  stop();
}
END_TEST

START_TEST(what_a_pointer_shows_stays_where_it_is) {
  void *first = NULL, *later = NULL;
  start(BOX FLOW);
  good(model.get_value_ptr(&model, "surface_altitude", &first));
  good(model.update(&model));
  ck_assert_double_eq(((const float *)first)[NX * NY - 1], 0);
  good(model.get_value_ptr(&model, "surface_altitude", &later));
  ck_assert_ptr_eq(first, later);
  stop();
}
END_TEST

START_TEST(failures_have_messages) {
  start(BOX WINDS);
  ck_assert_str_eq(sm_bmi_message(&model), "");
  ck_assert_int_eq(model.initialize(&model, scratch_path("case.toml")), BMI_FAILURE);
  ck_assert_ptr_nonnull(strstr(sm_bmi_message(&model), "initialised already"));
  good(model.update(&model)); /* it goes on */
  stop();
  good(model.finalize(&model)); /* nothing is left */
  start(BOX "stretch = 1.2\n[wind]\nmax_iterations = 1\ntolerance = 1e-12\n"
            "[buildings]\nbox = [{ corner = [20, 15], size = [10, 10], height = 10 }]\n"
            "[[weather.station]]\nposition = [1, 1]\nspeed = 4\nfrom = 270\n");
  ck_assert_int_eq(model.finalize(&model), BMI_FAILURE);
  ck_assert_ptr_nonnull(strstr(sm_bmi_message(&model), "did not converge"));
  stop();
}
END_TEST

START_TEST(an_older_caller_has_fewer_options) {
  const size_t size = offsetof(struct sm_run_options, precision);
  struct sm_run_options *old = calloc(1, size);
  memcpy(old, &size, sizeof size);
  ck_assert_ptr_nonnull(sm_bmi_register(&model, old, NULL));
  good(model.finalize(&model));
  free(old);
}
END_TEST

static void count_warning(void *user, enum sm_log_level level, const char *text) {
  *(int *)user += level == SM_LOG_WARNING && strstr(text, "warning: ") != NULL;
}

START_TEST(warnings_reach_the_caller) {
  int warned = 0;
  const struct sm_context_options messages = {
      .size = sizeof messages, .log = count_warning, .user = &warned};
  scratch_open();
  options = sm_run_options_default();
  options.folder = scratch_folder;
  options.device = "cpu,cpu";
  ck_assert_ptr_nonnull(sm_bmi_register(&model, &options, &messages));
  ck_assert_int_eq(sm_bmi_warning_count(&model), 0);
  good(model.initialize(&model, scratch_write("case.toml", BOX FLOW)));
  ck_assert_int_eq(warned, 1);
  ck_assert_int_eq(sm_bmi_warning_count(&model), 1);
  ck_assert_ptr_nonnull(strstr(sm_bmi_warning(&model, 0), "only the first is used"));
  ck_assert_str_eq(sm_bmi_warning(&model, 1), "");
  stop();
}
END_TEST

START_TEST(without_a_case_there_is_no_model) {
  double time;
  scratch_open();
  ck_assert_ptr_nonnull(sm_bmi_register(&model, NULL, NULL));
  ck_assert_str_eq(sm_bmi_message(&model), "");
  ck_assert_int_eq(model.initialize(&model, scratch_path("none.toml")), BMI_FAILURE);
  ck_assert_ptr_nonnull(strstr(sm_bmi_message(&model), "none.toml"));
  ck_assert_int_eq(model.update(&model), BMI_FAILURE);
  ck_assert_int_eq(model.get_current_time(&model, &time), BMI_FAILURE);
  stop();
}
END_TEST

TEST_MAIN(variables_have_the_names_of_cf, time_goes_on_as_asked, values_are_got_and_set,
          grids_are_described, winds_of_weather_times_are_a_model_too,
          what_a_pointer_shows_stays_where_it_is, failures_have_messages, warnings_reach_the_caller,
          an_older_caller_has_fewer_options, without_a_case_there_is_no_model)
