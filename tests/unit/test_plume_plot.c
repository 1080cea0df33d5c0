/* Plots of a plume file: every field, trajectories, titles, options that are rejected. */
#define _DEFAULT_SOURCE
#include "base/file.h"
#include "plume_drawing.h"
#include <unistd.h>

static void draws(const struct sm_plot_options *o) {
  char *bytes = NULL;
  size_t size;
  ck_assert_msg(sm_plot_file(ctx, path, o, picture) == SM_OK, "%s", sm_context_message(ctx));
  ck_assert_int_eq(sm_file_read(ctx, picture, &bytes, &size), SM_OK);
  ck_assert_uint_gt(size, 2000);
  sm_free(bytes);
}

static void refuses(const struct sm_plot_options *o, const char *words) {
  ck_assert_int_eq(sm_plot_file(ctx, path, o, picture), SM_ERR_USAGE);
  ck_assert_msg(strstr(sm_context_message(ctx), words) != NULL, "%s", sm_context_message(ctx));
}

START_TEST(every_field_of_a_plume_is_drawn) {
  setup();
  static struct scene s;
  make_scene(&s, true);
  write_plume(&s, (double)NAN);
  static const char *const fields[] = {"concentration",
                                       "dose",
                                       "concentration_maximum",
                                       "arrival_time",
                                       "arrival_time:1e-05",
                                       "deposition",
                                       "terrain",
                                       "building_height",
                                       NULL};
  for (int n = 0; fields[n] != NULL && can_draw(); n++) {
    struct sm_plot_options o = sm_plot_options_default();
    o.field = fields[n];
    o.species = "road dust";
    draws(&o);
    o.species = NULL;
    if (n > 4) continue;
    o.kind = SM_PLOT_SECTION;
    draws(&o);
    o.scale = SM_PLOT_SCALE_LINEAR;
    draws(&o);
  }
  free_domain(&s.m);
  teardown();
}
END_TEST

START_TEST(boxes_unlike_the_columns_and_no_boxes_are_drawn) {
  setup();
  static struct scene s;
  static const double x[3] = {8, 16, 30};
  const char *field = NULL;
  make_scene(&s, true);
  s.grid.face[0] = x;
  s.grid.n[0] = 2;
  s.grid.air = NULL;
  write_plume(&s, (double)NAN);
  struct sm_plot_options o = sm_plot_options_default();
  o.field = "deposition";
  if (can_draw()) draws(&o);
  unlink(path);
  s.options.grid = NULL;
  write_plume(&s, (double)NAN);
  ck_assert_int_eq(sm_plot_default_field(ctx, path, &field), SM_OK);
  ck_assert_str_eq(field, "deposition");
  if (can_draw()) {
    draws(&o);
    o.field = "dose";
    refuses(&o, "no boxes");
  }
  free_domain(&s.m);
  teardown();
}
END_TEST

START_TEST(a_concentration_of_zero_is_drawn) {
  setup();
  static struct scene s;
  const char *field = NULL;
  make_scene(&s, true);
  for (int gone = 0; gone < 2; gone++) {
    s.gone = gone == 1;
    write_plume(&s, (double)NAN);
    ck_assert_int_eq(sm_plot_default_field(ctx, path, &field), SM_OK);
    ck_assert_str_eq(field, "concentration");
    struct sm_plot_options o = sm_plot_options_default();
    o.time = 0;
    if (can_draw()) draws(&o);
    unlink(path);
  }
  free_domain(&s.m);
  teardown();
}
END_TEST

START_TEST(trajectories_are_drawn_as_map_and_section) {
  setup();
  static struct scene s;
  static const char *const fields[] = {"time", "age", "speed", "altitude", NULL};
  make_scene(&s, true);
  write_trajectories(&s);
  for (int n = 0; fields[n] != NULL && can_draw(); n++) {
    struct sm_plot_options o = sm_plot_options_default();
    o.field = fields[n];
    draws(&o);
    o.kind = SM_PLOT_SECTION;
    o.species = "road dust";
    draws(&o);
    o.species = "sand";
    refuses(&o, "there are SO2 road_dust");
    o.species = NULL;
    o.field = "dose";
    refuses(&o, "no field 'dose'");
    o.time = 1;
    refuses(&o, "times");
  }
  free_domain(&s.m);
  teardown();
}
END_TEST

START_TEST(titles_name_threshold_and_time) {
  static const char *const field[3] = {"dose", "arrival_time:1e-05", "concentration"};
  static const char *const words[3] = {"SO2 dose, lowest boxes, of",
                                       "arrival time of SO2 above 1e-5 kg/m3, ",
                                       "SO2 concentration, lowest boxes, mean "};
  setup();
  static struct scene s;
  make_scene(&s, true);
  write_plume(&s, (double)NAN);
  for (int n = 0; n < 3; n++) {
    struct sm_plot_options o = sm_plot_options_default();
    struct sm_wind_file *file = NULL;
    o.field = field[n];
    ck_assert_int_eq(sm_wind_file_open_any(ctx, path, &file), SM_OK);
    struct sm_plot_job job = {.options = &o, .file = file};
    ck_assert_int_eq(sm_plot_fill(&job), SM_OK);
    ck_assert_msg(strstr(job.subtitle, words[n]) != NULL, "%s", job.subtitle);
    ck_assert_msg((strstr(job.subtitle, ", of the whole run") != NULL) == (n < 2), "%s",
                  job.subtitle);
    sm_plot_job_free(&job);
    sm_wind_file_close(&file);
  }
  free_domain(&s.m);
  teardown();
}
END_TEST

START_TEST(wrong_options_are_rejected) {
  setup();
  static struct scene s;
  make_scene(&s, true);
  write_plume(&s, (double)NAN);
  const struct {
    const char *field, *species;
    double height, low;
    int time;
    enum sm_plot_kind kind;
    const char *words;
  } wrong[] = {{"speed", NULL, NAN, NAN, -1, SM_PLOT_MAP, "no field 'speed'"},
               {"dose", "NO2", NAN, NAN, -1, SM_PLOT_MAP, "there are 'SO2', 'road dust'"},
               {"concentration", NULL, NAN, NAN, 2, SM_PLOT_MAP, "there are 2, from 0"},
               {"dose", NULL, NAN, NAN, 0, SM_PLOT_MAP, "of the whole run"},
               {"dose", NULL, 900, NAN, -1, SM_PLOT_MAP, "no box with air at 900 m"},
               {"dose", NULL, NAN, 0, -1, SM_PLOT_MAP, "--scale linear"},
               {"arrival_time:3", NULL, NAN, NAN, -1, SM_PLOT_MAP, "there are 1e-06, 1e-05"},
               {"arrival_time:x", NULL, NAN, NAN, -1, SM_PLOT_MAP, "no threshold of x"},
               {"deposition", NULL, 3, NAN, -1, SM_PLOT_MAP, "on the ground"},
               {"deposition", NULL, NAN, NAN, -1, SM_PLOT_SECTION, "no vertical section"}};
  for (size_t n = 0; n < sizeof wrong / sizeof *wrong && can_draw(); n++) {
    struct sm_plot_options o = sm_plot_options_default();
    o.field = wrong[n].field;
    o.species = wrong[n].species;
    o.height = wrong[n].height;
    o.low = wrong[n].low;
    o.time = wrong[n].time;
    o.kind = wrong[n].kind;
    refuses(&o, wrong[n].words);
  }
  free_domain(&s.m);
  teardown();
}
END_TEST

TEST_MAIN(every_field_of_a_plume_is_drawn, boxes_unlike_the_columns_and_no_boxes_are_drawn,
          a_concentration_of_zero_is_drawn, trajectories_are_drawn_as_map_and_section,
          titles_name_threshold_and_time, wrong_options_are_rejected)
