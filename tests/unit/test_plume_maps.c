/* Plume file of a run: read back, described, and the values of its maps. */
#define _DEFAULT_SOURCE
#include "output/checkpoint.h"
#include "plume_drawing.h"
#include <netcdf.h>
#include <unistd.h>

static void describes(bool json, const char *const *words) {
  char *text = NULL;
  ck_assert_msg(sm_describe_file(ctx, path, json, &text) == SM_OK, "%s", sm_context_message(ctx));
  for (int n = 0; words[n] != NULL; n++)
    ck_assert_msg(strstr(text, words[n]) != NULL, "'%s' is not in:\n%s", words[n], text);
  free(text);
}

START_TEST(a_column_shows_its_lowest_box_with_air_or_the_one_at_a_height) {
  enum { MANY = 4, LAYERS = 3 };
  static const double face[LAYERS + 1] = {0, 2, 4, 8};
  static const float terrain[MANY] = {0, 1, 3, 9};
  static const float air[LAYERS][MANY] = {{1, 0, 0, 0}, {1, 0.5F, 1, 0}, {1, 1, 1, 0}};
  const struct {
    double height;
    bool air;
    int layer[MANY];
  } expected[] = {{NAN, true, {0, 1, 1, -1}},
                  {NAN, false, {0, 0, 1, -1}},
                  {2, true, {1, 1, 2, -1}},
                  {0.5, true, {0, -1, 1, -1}},
                  {7.5, true, {2, -1, -1, -1}}};
  for (size_t e = 0; e < sizeof expected / sizeof *expected; e++) {
    int layer[MANY] = {-1, -1, -1, -1};
    size_t taken = 0, wanted = 0;
    for (int k = 0; k < LAYERS; k++) {
      const struct sm_plume_layers of = {MANY, face, terrain, expected[e].air ? air[k] : NULL,
                                         expected[e].height};
      taken += sm_plume_layers_select(&of, k, layer);
    }
    for (int c = 0; c < MANY; c++) {
      ck_assert_msg(layer[c] == expected[e].layer[c], "%zu: column %d: %d", e, c, layer[c]);
      if (layer[c] >= 0) wanted++;
    }
    ck_assert_uint_eq(taken, wanted);
  }
}
END_TEST

START_TEST(maps_of_a_file_are_what_was_written) {
  setup();
  static struct scene s;
  struct sm_wind_file *file = NULL;
  struct sm_plume_content content;
  struct sm_plume_source source[4];
  float map[COLUMNS];
  int layer[COLUMNS];
  make_scene(&s, true);
  write_plume(&s, (double)NAN);
  ck_assert_int_eq(sm_wind_file_open(ctx, path, &file), SM_ERR_DATA);
  ck_assert_int_eq(sm_wind_file_open_any(ctx, path, &file), SM_OK);
  ck_assert_int_eq(sm_plume_read(file, &content), SM_OK);
  ck_assert_int_eq(content.layout.species_count, 2);
  ck_assert_str_eq(content.layout.species[1], "road dust");
  ck_assert(content.threshold[1] == 1e-5 && content.budget[1].particles == 1000);
  for (int t = 0; t < INTERVALS; t++) {
    ck_assert_int_eq(sm_plume_read_map(file, "concentration_road_dust", t, (double)NAN, map, layer),
                     SM_OK);
    for (int c = 0; c < COLUMNS; c++) {
      int k = 0;
      while (k < NZ && !(s.air[c + COLUMNS * k] > 0)) k++;
      ck_assert_int_eq(layer[c], k < NZ ? k : -1);
      if (k < NZ) ck_assert(map[c] == value_of(1, c + COLUMNS * k));
    }
  }
  ck_assert_int_eq(sm_plume_read_sources(file, 4, source), 1); /* not the one without a place */
  ck_assert_str_eq(source[0].name, "chimney");
  ck_assert(source[0].x == s.m.domain.grid.origin[0] + 10 && source[0].height == 7);
  sm_wind_file_close(&file);
  free_domain(&s.m);
  teardown();
}
END_TEST

/* Mass in the boxes is written with each interval, and the picture of no given time is of the
 * interval that has most of it. */
START_TEST(a_plume_is_drawn_at_its_peak) {
  setup();
  static struct scene s;
  static const float part[4] = {1, 4, 16, 2};
  static float scaled[2][BOXES];
  struct sm_plume_file *out = NULL;
  struct sm_plume_total total[2] = {{.dose = s.dose[0], .maximum = s.value[0]},
                                    {.dose = s.dose[1], .maximum = s.value[1]}};
  struct sm_wind_file *file = NULL;
  size_t peak = 9;
  make_scene(&s, true);
  s.c.particles.backward = false;
  for (int k = 0; k < 2; k++) total[k].deposition = s.deposition[k];
  for (int k = 0; k < 2; k++) total[k].arrival_time = s.arrival_time[k];
  ck_assert_int_eq(sm_plume_file_create(ctx, path, &s.options, &out), SM_OK);
  for (int t = 0; t < 4; t++) {
    const double ends[2] = {60 * t, 60 * t + 60};
    for (int n = 0; n < 2 * BOXES; n++)
      scaled[n / BOXES][n % BOXES] = part[t] * s.value[n / BOXES][n % BOXES];
    ck_assert_int_eq(
        sm_plume_file_write(ctx, out, ends, (const float *const[2]){scaled[0], scaled[1]}, NULL),
        SM_OK);
  }
  ck_assert_int_eq(sm_plume_file_finish(ctx, &out, total, (double)NAN), SM_OK);
  ck_assert_int_eq(sm_wind_file_open_any(ctx, path, &file), SM_OK);
  double expected = 0, mass = 0;
  const struct sm_axis *axis = s.m.domain.grid.axis;
  for (int n = 0; n < BOXES; n++)
    expected += (double)value_of(1, n) * (double)s.air[n] * axis[0].width[n % NX] *
                axis[1].width[n / NX % NY] * axis[2].width[n / COLUMNS];
  ck_assert_int_eq(sm_wind_file_doubles(file, "box_mass", (const size_t[2]){2, 1},
                                        (const size_t[2]){1, 1}, &mass),
                   SM_OK);
  ck_assert_msg(fabs(mass / (16 * expected) - 1) < 1e-6, "%g instead of %g", mass, 16 * expected);
  ck_assert_int_eq(sm_plume_read_peak(file, 1, &peak), SM_OK);
  ck_assert_uint_eq(peak, 2);
  float range[2] = {9, 9};
  int id = -1;
  ck_assert_int_eq(nc_inq_varid(file->id, "concentration_road_dust", &id), NC_NOERR);
  ck_assert_int_eq(nc_get_att_float(file->id, id, "actual_range", range), NC_NOERR);
  ck_assert(range[0] == 0 && range[1] == value_of(1, BOXES - 1));
  struct sm_plot_options o = sm_plot_options_default();
  o.field = "concentration";
  struct sm_plot_job job = {.options = &o, .file = file};
  ck_assert_msg(sm_plot_fill(&job) == SM_OK, "%s", sm_context_message(ctx));
  ck_assert_uint_eq(job.time, 2);
  ck_assert_msg(strstr(job.subtitle, "mean 120 to 180 s (most in the boxes)") != NULL, "%s",
                job.subtitle);
  ck_assert_str_eq(job.picture.level_name[0], "1e-6 kg/m3");
  sm_plot_job_free(&job);
  o.field = "concentration_maximum";
  job = (struct sm_plot_job){.options = &o, .file = file};
  ck_assert_int_eq(sm_plot_fill(&job), SM_OK);
  ck_assert_msg(strstr(job.subtitle, "largest mean of 60 s") != NULL, "%s", job.subtitle);
  sm_plot_job_free(&job);
  sm_wind_file_close(&file);
  free_domain(&s.m);
  teardown();
}
END_TEST

/* A plume of some width, one of single boxes, and a small one of either kind. */
START_TEST(contours_surround_connected_areas) {
  enum { SIDE = 32 };
  static float value[SIDE * SIDE];
  const struct sm_plot_picture p = {.nx = SIDE, .ny = SIDE, .value = value};
  for (int n = 0; n < SIDE * SIDE; n++) value[n] = n / SIDE < 10 ? 1 : 0;
  ck_assert(sm_plot_is_connected(&p, 0.5) && sm_plot_is_connected(&p, 2));
  for (int n = 0; n < SIDE * SIDE; n++) value[n] = (n + n / SIDE) % 2 == 0 ? 1 : 0;
  ck_assert(!sm_plot_is_connected(&p, 0.5));
  for (int n = 6 * SIDE; n < SIDE * SIDE; n++) value[n] = 0;
  ck_assert(sm_plot_is_connected(&p, 0.5));
  for (int n = 0; n < SIDE * SIDE; n++) value[n] = n % 2 == 0 ? 1 : (float)NAN; /* walls */
  ck_assert(sm_plot_is_connected(&p, 0.5));
}
END_TEST

START_TEST(files_are_described) {
  setup();
  static struct scene s;
  make_scene(&s, true);
  write_plume(&s, 100);
  describes(false, (const char *const[]){"plume concentrations", "12 x 7 x 5 = 420 boxes",
                                         "concentration_maximum_road_dust", "mass (kg)",
                                         "3 particles of road dust went wrong",
                                         "stopped early, 100 s", "area above", NULL});
  describes(true, (const char *const[]){"\"kind\":\"plume\"", "\"name\":\"road dust\"",
                                        "\"rest\":0", "\"maximum_at\":[", "\"threshold_areas\":[",
                                        "\"intervals\":[{\"from\":\"0\",\"to\":\"60\"}",
                                        "\"stopped\":\"early", NULL});
  unlink(path);
  s.options.grid = NULL;
  write_plume(&s, (double)NAN);
  describes(false, (const char *const[]){"12 x 7 columns", "no intervals",
                                         "The run went to its end.", NULL});
  describes(true, (const char *const[]){"\"intervals\":[]", "\"stopped\":null",
                                        "\"maximum\":null,\"maximum_at\":null", NULL});
  unlink(path);
  write_trajectories(&s);
  describes(false,
            (const char *const[]){"particle trajectories", "count    3, sampled 20 times: 45",
                                  "road_dust: 2 trajectories", "time     0 to 34 s", NULL});
  describes(true, (const char *const[]){"\"kind\":\"trajectories\"", "\"places\":45",
                                        "\"speed\":[1,4]", "\"time\":[0,34]", NULL});
  unlink(path);
  double data[7] = {0};
  const struct sm_checkpoint_mark mark = {.step = 12, .time = 34.5};
  const struct sm_checkpoint_part parts[2] = {{"places", data, 7, sizeof *data},
                                              {"nothing", NULL, 0, 4}};
  ck_assert_int_eq(sm_checkpoint_write(ctx, path, &s.c, &mark, parts, 2), SM_OK);
  describes(false, (const char *const[]){"checkpoint", "34.5 s after its start, 12 steps", "places",
                                         NULL});
  describes(true, (const char *const[]){"\"kind\":\"checkpoint\"", "\"step\":12",
                                        "{\"name\":\"places\",\"items\":7,\"size\":8}",
                                        "{\"name\":\"nothing\",\"items\":0,\"size\":4}", NULL});
  free_domain(&s.m);
  teardown();
}
END_TEST

START_TEST(numbers_of_particles_that_cannot_be_are_refused) {
  setup();
  static struct scene s;
  const double wrong = -3;
  const size_t second = 1;
  char *text = NULL;
  int id, v;
  make_scene(&s, true);
  write_plume(&s, 100);
  ck_assert_int_eq(nc_open(path, NC_WRITE, &id), NC_NOERR);
  ck_assert_int_eq(nc_inq_varid(id, "lost_particles", &v), NC_NOERR);
  ck_assert_int_eq(nc_put_var1_double(id, v, &second, &wrong), NC_NOERR);
  ck_assert_int_eq(nc_close(id), NC_NOERR);
  ck_assert_int_eq(sm_describe_file(ctx, path, 0, &text), SM_ERR_DATA);
  ck_assert_ptr_nonnull(
      strstr(sm_context_message(ctx), "'lost_particles' holds -3, which is not between 0 and"));
  unlink(path);
  free_domain(&s.m);
  teardown();
}
END_TEST

START_TEST(out_of_memory_is_reported_at_every_allocation) {
  setup();
  static struct scene s;
  make_scene(&s, true);
  for (int kind = 0; kind < 2; kind++) {
    if (kind == 0)
      write_plume(&s, (double)NAN);
    else
      write_trajectories(&s);
    for (int what = 0; what < 2 && (what == 0 || can_draw()); what++) {
      enum sm_status status = SM_ERR_MEMORY;
      const struct sm_plot_options o = sm_plot_options_default();
      long n = 1;
      for (; n < 100 && status != SM_OK; n++) {
        char *text = NULL;
        sm_context_fail_allocation(ctx, n);
        status = what == 0 ? sm_describe_file(ctx, path, 0, &text)
                           : sm_plot_file(ctx, path, &o, picture);
        sm_context_fail_allocation(ctx, 0);
        ck_assert(status == SM_OK || status == SM_ERR_MEMORY);
        free(text);
      }
      ck_assert_int_gt(n, 3);
      ck_assert_int_lt(n, 100);
    }
    unlink(path);
  }
  free_domain(&s.m);
  teardown();
}
END_TEST

TEST_MAIN(a_column_shows_its_lowest_box_with_air_or_the_one_at_a_height,
          maps_of_a_file_are_what_was_written, a_plume_is_drawn_at_its_peak,
          contours_surround_connected_areas, files_are_described,
          numbers_of_particles_that_cannot_be_are_refused,
          out_of_memory_is_reported_at_every_allocation)
