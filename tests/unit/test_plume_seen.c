/* Plume file of a run: read back, described and drawn. */
#define _DEFAULT_SOURCE
#include "base/file.h"
#include "output/checkpoint.h"
#include "output/netcdf/plume_file.h"
#include "output/netcdf/trajectory_file.h"
#include "output/picture/plot.h"
#include "scratch_folder.h"
#include "simoom/output.h"
#include "support_domain.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <unistd.h>

/* Leaks that the leak sanitizer finds in the libraries below PLplot are not ours. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
  return "leak:libfontconfig\nleak:libltdl\nleak:libplplot\nleak:libpango\nleak:libglib\n"
         "leak:libcairo\n";
}

enum { NX = 12, NY = 7, NZ = 5, COLUMNS = NX * NY, BOXES = COLUMNS * NZ, INTERVALS = 2 };

static const struct made_options hill = {.n = {NX, NY, NZ},
                                         .width = {4, 5, 3},
                                         .ratio = 1.2,
                                         .slope = 0.1,
                                         .building = {5, 7, 2, 4, 0, 3},
                                         .utm = true};

static const char *const species[2] = {"SO2", "road dust"};
static const double thresholds[2] = {1e-6, 1e-5};

static struct sm_context *ctx;
static const char *path, *picture;

static void setup(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  path = scratch_path("file.nc");
  picture = scratch_path("a.png");
}

static void teardown(void) {
  scratch_close();
  sm_context_destroy(&ctx);
}

/* A case and what an engine would hand over: the value of a box is 1e-7 (n + 1), and ten times that
 * of the second species. */
struct scene {
  struct made m;
  struct sm_case c;
  struct sm_plume_grid grid;
  struct sm_plume_options options;
  struct sm_case_source chimney, everywhere;
  struct sm_release release[2];
  struct sm_releases releases;
  float air[BOXES], value[2][BOXES], arrival_time[2][2 * BOXES];
  double dose[2][BOXES], deposition[2][COLUMNS];
  bool gone; /* nothing is left in the air */
};

static float value_of(int k, int n) { return (float)((k == 0 ? 1e-7 : 1e-6) * (n + 1)); }

static void make_scene(struct scene *s, bool boxes) {
  memset(s, 0, sizeof *s);
  make_domain(&s->m, &hill);
  s->c = (struct sm_case){
      .path = "hill/case.toml", .text = "[case]\n", .name = "hill", .title = "Smoke on a hill"};
  s->c.output.compression = 1;
  for (int d = 0; d < 3; d++) {
    s->grid.n[d] = s->m.domain.grid.axis[d].n;
    s->grid.face[d] = s->m.domain.grid.axis[d].face;
  }
  s->grid.air = s->air;
  for (int n = 0; n < BOXES; n++) {
    s->air[n] = made_solid(&s->m, n % NX, n / NX % NY, n / COLUMNS) ? 0 : 1;
    for (int k = 0; k < 2; k++) {
      s->value[k][n] = value_of(k, n);
      s->dose[k][n] = 60 * (double)value_of(k, n);
      s->arrival_time[k][n] = n % 10 > 1 ? (float)(60 * (n % 3)) : (float)NAN;
      s->arrival_time[k][BOXES + n] = NAN;
    }
  }
  for (int n = 0; n < COLUMNS; n++) s->deposition[0][n] = s->deposition[1][n] = 1e-3 * n;
  s->chimney = (struct sm_case_source){.name = (char *)"chimney", .position = SM_POSITION_LOCAL};
  s->everywhere = (struct sm_case_source){.name = (char *)"air", .shape = SM_SOURCE_DOMAIN};
  s->release[0] = (struct sm_release){.source = &s->chimney, .place = {10, 12}, .height = 7};
  s->release[1] = (struct sm_release){.source = &s->everywhere};
  s->releases = (struct sm_releases){.source = s->release, .source_count = 2};
  s->options = (struct sm_plume_options){.c = &s->c,
                                         .domain = &s->m.domain,
                                         .grid = boxes ? &s->grid : NULL,
                                         .species = species,
                                         .species_count = 2,
                                         .threshold = thresholds,
                                         .threshold_count = 2,
                                         .releases = &s->releases,
                                         .device = "cpu"};
}

static void write_plume(struct scene *s, double stopped) {
  const bool boxes = s->options.grid != NULL;
  const float *const concentration[2] = {s->value[0], s->value[1]};
  struct sm_plume_file *file = NULL;
  struct sm_plume_total total[2];
  for (int k = 0; k < 2; k++)
    total[k] = (struct sm_plume_total){
        .deposition = s->deposition[k],
        .dose = boxes ? s->dose[k] : NULL,
        .maximum = boxes ? s->value[k] : NULL,
        .arrival_time = boxes ? s->arrival_time[k] : NULL,
        .budget = {1 + k, s->gone ? 0 : 0.25, 0.5 + k, 0.125, 0.0625, 0.0625, 1000, 3 * k}};
  ck_assert_int_eq(sm_plume_file_create(ctx, path, &s->options, &file), SM_OK);
  for (int t = 0; t < INTERVALS && boxes; t++) {
    const double ends[2] = {60 * t, 60 * t + 60};
    ck_assert_int_eq(sm_plume_file_write(ctx, file, ends, concentration), SM_OK);
  }
  ck_assert_int_eq(sm_plume_file_finish(ctx, &file, total, stopped), SM_OK);
}

static void write_trajectories(struct scene *s) {
  static const int64_t id[3] = {4, 8, 15};
  static const int kind[3] = {0, 1, 1};
  const struct sm_trajectory_options o = {.c = &s->c,
                                          .domain = &s->m.domain,
                                          .count = 3,
                                          .id = id,
                                          .species = kind,
                                          .names = species,
                                          .species_count = 2,
                                          .speed = true,
                                          .device = "cpu"};
  struct sm_trajectory_file *file = NULL;
  ck_assert_int_eq(sm_trajectory_file_create(ctx, path, &o, &file), SM_OK);
  for (int t = 0; t < 20; t++) {
    double place[3][3];
    float speed[3];
    for (int p = 0; p < 3; p++) {
      const bool there = t >= p && t < 18 - 2 * p;
      for (int d = 0; d < 3; d++) place[p][d] = there ? 2 * t + d + 3 * p : (double)NAN;
      speed[p] = (float)(1 + t % 4);
    }
    ck_assert_int_eq(sm_trajectory_file_add(ctx, file, 2.0 * t, (const double(*)[3])place, speed),
                     SM_OK);
  }
  ck_assert_int_eq(sm_trajectory_file_finish(ctx, &file, (double)NAN), SM_OK);
}

static void describes(bool json, const char *const *words) {
  char *text = NULL;
  ck_assert_msg(sm_describe_file(ctx, path, json, &text) == SM_OK, "%s", sm_context_message(ctx));
  for (int n = 0; words[n] != NULL; n++)
    ck_assert_msg(strstr(text, words[n]) != NULL, "'%s' is not in:\n%s", words[n], text);
  free(text);
}

/* ---- boxes ---- */

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
        sm_plume_file_write(ctx, out, ends, (const float *const[2]){scaled[0], scaled[1]}), SM_OK);
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

/* ---- words ---- */

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

/* ---- pictures ---- */

/* False where simoom was built without PLplot. */
static bool can_draw(void) {
  const struct sm_plot_options o = sm_plot_options_default();
  if (sm_plot_file(ctx, path, &o, picture) != SM_ERR_DATA) return true;
  printf("skipped: %s\n", sm_context_message(ctx));
  return false;
}

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

START_TEST(out_of_memory_at_every_allocation_is_told) {
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
          numbers_of_particles_that_cannot_be_are_refused, every_field_of_a_plume_is_drawn,
          boxes_unlike_the_columns_and_no_boxes_are_drawn, a_concentration_of_zero_is_drawn,
          trajectories_are_drawn_as_map_and_section, titles_name_threshold_and_time,
          wrong_options_are_rejected, out_of_memory_at_every_allocation_is_told)
