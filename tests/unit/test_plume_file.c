/* The file of plumes: read back through the NetCDF library, by the rules of CF, and gone on with.
 */
#define _DEFAULT_SOURCE /* mount */
#include "base/file.h"
#include "cf_rules.h"
#include "output/plume_file.h"
#include "python.h"
#include "scratch_folder.h"
#include "support_domain.h"
#include <netcdf.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NX = 12, NY = 7, NZ = 5, BOXES = NX * NY * NZ, COLUMNS = NX * NY };

static const struct made_options hill = {.n = {NX, NY, NZ},
                                         .width = {4, 5, 3},
                                         .ratio = 1.2,
                                         .slope = 0.1,
                                         .building = {5, 7, 2, 4, 0, 3},
                                         .utm = true};

static const char *const species[2] = {"SO2", "road dust"};
static const double thresholds[2] = {1, 5};

static struct sm_context *ctx;
static const char *path, *part, *saved, *damaged;

static void setup(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  path = scratch_path("plume.nc");
  part = scratch_path("plume.nc.part");
  damaged = scratch_path("damaged.nc");
  saved = scratch_path("saved.nc");
}

static void teardown(void) {
  scratch_close();
  sm_context_destroy(&ctx);
}

/* A case and what an engine would hand over: cells of the domain as boxes, solids without air. */
struct scene {
  struct made m;
  struct sm_case c;
  struct sm_plume_grid grid;
  struct sm_plume_options options;
  float air[BOXES], mean[2][BOXES], largest[2][BOXES], arrival[2][2 * BOXES];
  double dose[2][BOXES], deposition[2][COLUMNS];
  struct sm_plume_total total[2];
  double start; /* s since 1970; NAN */
};

static void make_scene(struct scene *s, bool utm, bool calendar) {
  struct made_options o = hill;
  o.utm = utm;
  memset(s, 0, sizeof *s);
  make_domain(&s->m, &o);
  s->start = 1.5e9;
  if (calendar) {
    s->m.domain.weather.time = malloc(sizeof(double));
    s->m.domain.weather.time[0] = s->start;
    s->m.domain.weather.time_count = 1;
  }
  s->c = (struct sm_case){
      .path = "hill/case.toml", .text = "[case]\nname = \"hill\"\n", .name = "hill", .title = ""};
  s->c.output.compression = 1;
  for (int d = 0; d < 3; d++) {
    s->grid.n[d] = s->m.domain.grid.axis[d].n;
    s->grid.face[d] = s->m.domain.grid.axis[d].face;
  }
  s->grid.air = s->air;
  for (int n = 0; n < BOXES; n++) {
    s->air[n] = made_solid(&s->m, n % NX, n / NX % NY, n / COLUMNS) ? 0 : 1;
    for (int k = 0; k < 2; k++) {
      s->largest[k][n] = (float)(n % 10) + (float)k;
      s->dose[k][n] = 2.5 * n + k;
      s->arrival[k][n] = n % 10 > 1 ? (float)(60 * (n % 3)) : NAN;
      s->arrival[k][BOXES + n] = NAN;
      if (s->air[n] == 0) s->largest[k][n] = NAN; /* what is not looked at */
    }
  }
  for (int k = 0; k < 2; k++) {
    for (int n = 0; n < COLUMNS; n++) s->deposition[k][n] = 1e-3 * n + k;
    s->total[k] = (struct sm_plume_total){
        .deposition = s->deposition[k],
        .dose = s->dose[k],
        .largest = s->largest[k],
        .arrival = s->arrival[k],
        .ledger = {1 + k, 0.25, 0.5 + k, 0.125, 0.0625, 0.0625, 1000, 3 * k}};
  }
  s->options = (struct sm_plume_options){.c = &s->c,
                                         .domain = &s->m.domain,
                                         .grid = &s->grid,
                                         .species = species,
                                         .species_count = 2,
                                         .threshold = thresholds,
                                         .threshold_count = 2,
                                         .device = "cpu"};
}

/* The mean concentration of a box over an interval. */
static float mean_of(int interval, int k, int n) {
  return (float)(n % 13) * 0.5F + 10 * (float)k + 100 * (float)interval;
}

static enum sm_status put_interval(struct scene *s, struct sm_plume_file *file, int interval) {
  const float *concentration[2] = {s->mean[0], s->mean[1]};
  const double time[2] = {60 * interval, 60 * interval + 60};
  for (int k = 0; k < 2; k++)
    for (int n = 0; n < BOXES; n++)
      s->mean[k][n] = s->air[n] > 0 ? mean_of(interval, k, n) : (float)NAN;
  return sm_plume_file_write(ctx, file, time, concentration);
}

static enum sm_status write_all(struct scene *s, int intervals, double stopped) {
  struct sm_plume_file *file = NULL;
  enum sm_status status = sm_plume_file_create(ctx, path, &s->options, &file);
  for (int t = 0; t < intervals && status == SM_OK; t++) status = put_interval(s, file, t);
  if (status == SM_OK) return sm_plume_file_finish(ctx, &file, s->total, stopped);
  sm_plume_file_abandon(&file);
  return status;
}

static int open_file(const char *name) {
  int id = -1;
  ck_assert_int_eq(nc_open(name, NC_NOWRITE, &id), NC_NOERR);
  return id;
}

static size_t length_of(int id, const char *dimension) {
  int d;
  size_t length = 0;
  ck_assert_int_eq(nc_inq_dimid(id, dimension, &d), NC_NOERR);
  nc_inq_dimlen(id, d, &length);
  return length;
}

static double number(int id, const char *name, const size_t *at) {
  double value = 0;
  ck_assert_int_eq(nc_get_var1_double(id, variable(id, name), at, &value), NC_NOERR);
  return value;
}

static void numbers(int id, const char *name, float *out) {
  ck_assert_int_eq(nc_get_var_float(id, variable(id, name), out), NC_NOERR);
}

START_TEST(means_come_back_with_their_intervals) {
  setup();
  for (int calendar = 0; calendar < 2; calendar++) {
    struct scene s;
    make_scene(&s, calendar, calendar);
    ck_assert_msg(write_all(&s, 3, (double)NAN) == SM_OK, "%s", sm_context_message(ctx));
    const int id = open_file(path);
    check_conventions(id);
    ck_assert_uint_eq(length_of(id, "time"), 3);
    const char *const names[2] = {"concentration_SO2", "concentration_road_dust"};
    float *values = malloc(sizeof *values * 3 * BOXES);
    for (int k = 0; k < 2; k++) {
      numbers(id, names[k], values);
      for (int t = 0; t < 3; t++)
        for (int n = 0; n < BOXES; n++)
          ck_assert(values[t * BOXES + n] ==
                    (s.air[n] > 0 ? mean_of(t, k, n) : (float)NC_FILL_FLOAT));
      ck_assert_str_eq(attribute(id, variable(id, names[k]), "cell_methods"), "time: mean");
      ck_assert_str_eq(attribute(id, variable(id, names[k]), "simoom_species"), species[k]);
    }
    free(values);
    ck_assert_str_eq(attribute(id, variable(id, names[0]), "standard_name"),
                     "mass_concentration_of_sulfur_dioxide_in_air");
    ck_assert_str_eq(attribute(id, variable(id, names[1]), "standard_name"), "");
    const double zero = calendar ? s.start : 0;
    ck_assert(number(id, "time", (size_t[]){1}) == zero + 90);
    ck_assert(number(id, "time_bnds", (size_t[]){1, 0}) == zero + 60);
    ck_assert(number(id, "time_bnds", (size_t[]){1, 1}) == zero + 120);
    ck_assert_str_eq(attribute(id, variable(id, "time"), "bounds"), "time_bnds");
    ck_assert_str_eq(attribute(id, variable(id, "time"), "units"),
                     calendar ? "seconds since 1970-01-01 00:00:00" : "s");
    ck_assert_str_eq(attribute(id, NC_GLOBAL, "simoom_kind"), "plume");
    ck_assert_str_eq(attribute(id, NC_GLOBAL, "simoom_stopped"), "");
    ck_assert_str_eq(attribute(id, NC_GLOBAL, "title"), "What the wind of the case hill carries");
    nc_close(id);
    free_domain(&s.m);
  }
  teardown();
}
END_TEST

START_TEST(totals_come_back_and_what_never_was_is_missing) {
  setup();
  struct scene s;
  make_scene(&s, true, false);
  ck_assert_msg(write_all(&s, 1, (double)NAN) == SM_OK, "%s", sm_context_message(ctx));
  const int id = open_file(path);
  float *values = malloc(sizeof *values * 2 * BOXES);
  const float fill = NC_FILL_FLOAT;
  numbers(id, "dose_road_dust", values);
  for (int n = 0; n < BOXES; n++)
    ck_assert(values[n] == (s.air[n] > 0 ? (float)s.dose[1][n] : fill));
  numbers(id, "concentration_maximum_SO2", values);
  for (int n = 0; n < BOXES; n++) ck_assert(values[n] == (s.air[n] > 0 ? s.largest[0][n] : fill));
  numbers(id, "arrival_time_SO2", values);
  for (int n = 0; n < 2 * BOXES; n++) {
    const bool known = n < BOXES && s.air[n] > 0 && n % 10 > 1;
    ck_assert(values[n] == (known ? s.arrival[0][n] : fill));
  }
  numbers(id, "deposition_SO2", values);
  for (int n = 0; n < COLUMNS; n++) ck_assert(values[n] == (float)s.deposition[0][n]);
  numbers(id, "air_fraction", values);
  for (int n = 0; n < BOXES; n++) ck_assert(values[n] == (s.air[n] > 0 ? 1.0F : 0.0F));
  ck_assert(number(id, "emitted", (size_t[]){1}) == 2);
  ck_assert(number(id, "deposited", (size_t[]){0}) == 0.5);
  ck_assert(number(id, "lost_particles", (size_t[]){1}) == 3);
  ck_assert(number(id, "particles", (size_t[]){1}) == 1000);
  ck_assert(number(id, "threshold", (size_t[]){1}) == 5);
  char name[64];
  const size_t start[2] = {1, 0}, count[2] = {1, 64};
  nc_get_vara_text(id, variable(id, "species_name"), start, count, name);
  ck_assert_str_eq(name, "road dust");
  /* columns of 4 m x 5 m in which some box with air is above 5 */
  double area = 0;
  for (int c = 0; c < COLUMNS; c++) {
    bool above = false;
    for (int k = 0; k < NZ; k++)
      above = above || (s.air[c + k * COLUMNS] > 0 && s.largest[0][c + k * COLUMNS] > 5);
    area += above ? 20 : 0;
  }
  ck_assert(area > 0 && area < COLUMNS * 20);
  ck_assert(fabs(number(id, "threshold_area", (size_t[]){0, 1}) - area) < 1e-9);
  free(values);
  nc_close(id);
  free_domain(&s.m);
  teardown();
}
END_TEST

START_TEST(masses_and_doses_add_up_for_who_reads_the_file) {
  setup();
  for (int others = 0; others < 2; others++) {
    struct scene s;
    make_scene(&s, true, true);
    static const double x[NX + 1] = {0, 1, 2, 4, 6, 8, 9, 12, 15, 18, 21, 24, 30};
    if (others) s.grid.face[0] = x;
    for (int k = 0; k < 2; k++) {
      struct sm_plume_ledger *ledger = &s.total[k].ledger;
      ledger->deposited = 0;
      for (int n = 0; n < COLUMNS; n++) ledger->deposited += 20 * s.deposition[k][n];
      ledger->emitted =
          ledger->deposited + ledger->airborne + ledger->left + ledger->decayed + ledger->lost;
      for (int n = 0; n < BOXES; n++) {
        s.dose[k][n] = 0;
        for (int t = 0; t < 4; t++) s.dose[k][n] += 60 * (double)mean_of(t, k, n);
      }
    }
    ck_assert_msg(write_all(&s, 4, (double)NAN) == SM_OK, "%s", sm_context_message(ctx));
    check_with_python("check_plume.py", path);
    free_domain(&s.m);
  }
  teardown();
}
END_TEST

START_TEST(boxes_of_their_own_have_axes_and_ground_of_their_own) {
  setup();
  for (int utm = 0; utm < 2; utm++) {
    struct scene s;
    make_scene(&s, utm, false);
    static const double x[3] = {8, 16, 30}, y[3] = {0, 5, 35}, z[2] = {3, 6};
    const double *const faces[3] = {x, y, z};
    for (int d = 0; d < 3; d++) s.grid.face[d] = faces[d];
    s.grid.n[0] = s.grid.n[1] = 2;
    s.grid.n[2] = 1;
    s.grid.air = NULL;
    s.options.species_count = 1;
    for (int n = 0; n < 4; n++) s.largest[0][n] = (float)n;
    ck_assert_msg(write_all(&s, 1, (double)NAN) == SM_OK, "%s", sm_context_message(ctx));
    const int id = open_file(path);
    check_conventions(id);
    float values[COLUMNS];
    numbers(id, "concentration", values);
    for (int n = 0; n < 4; n++) ck_assert(values[n] == mean_of(0, 0, n));
    const double *origin = s.m.domain.grid.origin;
    ck_assert(number(id, "x", (size_t[]){1}) == origin[0] + 23);
    ck_assert(number(id, "x_width", (size_t[]){1}) == 14);
    ck_assert(number(id, "y", (size_t[]){1}) == origin[1] + 20);
    ck_assert(number(id, "z", (size_t[]){0}) == origin[2] + 4.5);
    ck_assert(number(id, "z_bnds", (size_t[]){0, 1}) == origin[2] + 6);
    ck_assert(number(id, "ground_x", (size_t[]){11}) == origin[0] + 46);
    ck_assert(number(id, "ground_y_width", (size_t[]){0}) == 5);
    /* the ground rises by 0.1 from column to column: its mean over the box is that at its middle,
       but for the last box, which ends within a column */
    ck_assert(fabs(number(id, "terrain", (size_t[]){0, 0}) - (origin[2] + 1.2)) < 1e-4);
    const double split = (4 * 1.8 + 4 * 2.2 + 4 * 2.6 + 2 * 3.0) / 14;
    ck_assert(fabs(number(id, "terrain", (size_t[]){1, 1}) - (origin[2] + split)) < 1e-4);
    /* what lies on the ground is all there */
    numbers(id, "deposition", values);
    double mass = 0;
    for (int n = 0; n < COLUMNS; n++)
      mass += (double)values[n] * number(id, "ground_x_width", (size_t[]){(size_t)n % NX}) *
              number(id, "ground_y_width", (size_t[]){(size_t)n / NX});
    ck_assert(fabs(mass - 20 * 1e-3 * COLUMNS * (COLUMNS - 1) / 2) < 1e-5);
    ck_assert_str_eq(attribute(id, variable(id, "deposition"), "grid_mapping"),
                     utm ? "ground_crs" : "");
    ck_assert_str_eq(attribute(id, variable(id, "dose"), "grid_mapping"), utm ? "crs" : "");
    nc_close(id);
    free_domain(&s.m);
  }
  teardown();
}
END_TEST

START_TEST(without_boxes_there_are_ground_and_ledger) {
  setup();
  struct scene s;
  make_scene(&s, true, false);
  s.options.grid = NULL;
  ck_assert_msg(write_all(&s, 0, (double)NAN) == SM_OK, "%s", sm_context_message(ctx));
  const int id = open_file(path);
  int none;
  check_conventions(id);
  ck_assert(number(id, "airborne", (size_t[]){0}) == 0.25);
  ck_assert(number(id, "deposition_road_dust", (size_t[]){1, 2}) == (double)(float)(1 + 0.014));
  ck_assert_int_ne(nc_inq_varid(id, "concentration_SO2", &none), NC_NOERR);
  ck_assert_int_ne(nc_inq_dimid(id, "z", &none), NC_NOERR);
  nc_close(id);
  ck_assert_int_eq(write_all(&s, 1, (double)NAN), SM_ERR_FAILED); /* no boxes to write into */
  free_domain(&s.m);
  teardown();
}
END_TEST

START_TEST(names_of_species_become_names_of_variables_without_clashes) {
  setup();
  struct scene s;
  make_scene(&s, false, false);
  static const char *const odd[2] = {"a b", "a-b"};
  s.options.species = odd;
  ck_assert_msg(write_all(&s, 1, (double)NAN) == SM_OK, "%s", sm_context_message(ctx));
  const int id = open_file(path);
  ck_assert_str_eq(attribute(id, variable(id, "dose_a_b"), "simoom_species"), "a b");
  ck_assert_str_eq(attribute(id, variable(id, "dose_a_b_2"), "simoom_species"), "a-b");
  nc_close(id);
  s.options.species_count = SM_PLUME_SPECIES + 1;
  struct sm_plume_file *file;
  ck_assert_int_eq(sm_plume_file_create(ctx, path, &s.options, &file), SM_ERR_FAILED);
  ck_assert_ptr_null(file);
  free_domain(&s.m);
  teardown();
}
END_TEST

/* All variables of two files must be alike to the last bit. */
static void compare_files(const char *one, const char *other) {
  const int a = open_file(one), b = open_file(other);
  int variables = 0;
  nc_inq_nvars(a, &variables);
  for (int v = 0; v < variables; v++) {
    char name[NC_MAX_NAME + 1];
    int rank, dims[NC_MAX_VAR_DIMS];
    nc_type type;
    size_t size, values = 1;
    nc_inq_var(a, v, name, &type, &rank, dims, NULL);
    nc_inq_type(a, type, NULL, &size);
    for (int d = 0; d < rank; d++) {
      char dimension[NC_MAX_NAME + 1];
      size_t length;
      nc_inq_dim(a, dims[d], dimension, &length);
      ck_assert_uint_eq(length, length_of(b, dimension));
      values *= length;
    }
    char *x = malloc(values * size + 1), *y = malloc(values * size + 1);
    ck_assert_int_eq(nc_get_var(a, v, x), NC_NOERR);
    ck_assert_int_eq(nc_get_var(b, variable(b, name), y), NC_NOERR);
    ck_assert_msg(memcmp(x, y, values * size) == 0, "%s differs", name);
    free(x);
    free(y);
  }
  nc_close(a);
  nc_close(b);
}

START_TEST(a_stopped_run_is_marked_and_goes_on_as_if_it_had_not_been) {
  setup();
  struct scene s;
  make_scene(&s, true, true);
  ck_assert_int_eq(write_all(&s, 5, (double)NAN), SM_OK);
  ck_assert_int_eq(rename(path, saved), 0);
  for (int killed = 0; killed < 2; killed++) {
    struct sm_plume_file *file = NULL;
    if (killed) { /* after the files of a checkpoint, before itself, and while it wrote on */
      ck_assert_int_eq(sm_plume_file_create(ctx, path, &s.options, &file), SM_OK);
      for (int t = 0; t < 2; t++) ck_assert_int_eq(put_interval(&s, file, t), SM_OK);
      ck_assert_int_eq(rename(part, damaged), 0);
      sm_plume_file_abandon(&file);
      ck_assert_int_eq(write_all(&s, 4, 245.5), SM_OK);
      ck_assert_int_eq(rename(damaged, part), 0);
    } else {
      ck_assert_int_eq(write_all(&s, 3, 185.5), SM_OK);
      const int id = open_file(path);
      ck_assert_str_eq(attribute(id, NC_GLOBAL, "simoom_stopped"),
                       "early, 185.5 s after the start of the run");
      nc_close(id);
    }
    ck_assert_msg(sm_plume_file_resume(ctx, path, &s.options, 3, &file) == SM_OK, "%s",
                  sm_context_message(ctx));
    ck_assert_uint_eq(sm_plume_file_records(file), 3);
    for (int t = 3; t < 5; t++) ck_assert_int_eq(put_interval(&s, file, t), SM_OK);
    ck_assert_int_eq(sm_plume_file_finish(ctx, &file, s.total, (double)NAN), SM_OK);
    compare_files(path, saved);
    const int id = open_file(path);
    ck_assert_str_eq(attribute(id, NC_GLOBAL, "simoom_stopped"), "");
    nc_close(id);
    ck_assert_int_ne(access(part, F_OK), 0);
    unlink(path);
  }
  free_domain(&s.m);
  teardown();
}
END_TEST

static void cannot_resume(struct scene *s, size_t records, const char *text) {
  struct sm_plume_file *file;
  ck_assert_int_eq(sm_plume_file_resume(ctx, path, &s->options, records, &file), SM_ERR_DATA);
  ck_assert_ptr_null(file);
  ck_assert_msg(strstr(sm_context_message(ctx), text) != NULL, "%s", sm_context_message(ctx));
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), path));
  ck_assert_int_ne(access(part, F_OK), 0);
}

START_TEST(a_file_that_does_not_fit_is_not_gone_on_with) {
  setup();
  struct scene s;
  make_scene(&s, true, false);
  cannot_resume(&s, 0, "No such file");
  ck_assert_int_eq(sm_file_write(ctx, path, "no NetCDF at all", 16), SM_OK);
  cannot_resume(&s, 0, "cannot be read");
  ck_assert_int_eq(write_all(&s, 3, 180), SM_OK);
  cannot_resume(&s, 4, "time has 3 items where at least 4 are due");
  s.options.species_count = 1;
  cannot_resume(&s, 3, "species has 2 items where 1 are due");
  s.options.species_count = 2;
  s.grid.n[0]--;
  cannot_resume(&s, 3, "x has 12 items where 11 are due");
  s.grid.n[0]++;
  char other[] = "[case]\n", *text = s.c.text;
  s.c.text = other;
  cannot_resume(&s, 3, "another case");
  s.c.text = text;
  s.c.overrides = other;
  cannot_resume(&s, 3, "another case");
  s.c.overrides = NULL;
  struct sm_plume_file *file;
  ck_assert_int_eq(sm_plume_file_resume(ctx, path, &s.options, 3, &file), SM_OK);
  sm_plume_file_abandon(&file);
  ck_assert_int_eq(access(path, F_OK), 0); /* the earlier file stays */
  free_domain(&s.m);
  teardown();
}
END_TEST

START_TEST(what_is_no_number_is_told_with_its_place) {
  setup();
  struct scene s;
  make_scene(&s, false, false);
  struct sm_plume_file *file = NULL;
  ck_assert_int_eq(sm_plume_file_create(ctx, path, &s.options, &file), SM_OK);
  ck_assert_int_eq(put_interval(&s, file, 0), SM_OK);
  const float *concentration[2] = {s.mean[0], s.mean[1]};
  const int bad = 3 + NX * (6 + NY * 4);
  s.mean[1][bad] = NAN;
  const double time[2] = {60, 120};
  ck_assert_int_eq(sm_plume_file_write(ctx, file, time, concentration), SM_ERR_FAILED);
  ck_assert_ptr_nonnull(
      strstr(sm_context_message(ctx),
             "concentration_road_dust is not a finite number in the box 3, 6, 4"));
  s.mean[1][bad] = 0;
  const double wrong[4][2] = {{120, 60}, {60, 60}, {(double)NAN, 90}, {30, 90}};
  for (int n = 0; n < 4; n++)
    ck_assert_int_eq(sm_plume_file_write(ctx, file, wrong[n], concentration), SM_ERR_FAILED);
  ck_assert_int_eq(sm_plume_file_write(ctx, file, time, concentration), SM_OK);
  s.c.particles.backward = true;
  const double back[2] = {110, 100};
  ck_assert_int_eq(sm_plume_file_write(ctx, file, back, concentration), SM_OK);
  s.total[0].ledger.left = (double)NAN;
  ck_assert_int_eq(sm_plume_file_finish(ctx, &file, s.total, (double)NAN), SM_ERR_FAILED);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "the mass 'left' of SO2 is nan"));
  ck_assert_ptr_null(file);
  s.c.particles.backward = false;
  s.total[0].ledger.left = 0;
  s.deposition[1][NX + 2] = (double)INFINITY;
  ck_assert_int_eq(write_all(&s, 1, (double)NAN), SM_ERR_FAILED);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "in the column 2, 1"));
  s.total[1].deposition = NULL; /* not known: missing in the file */
  s.dose[0][BOXES - 1] = (double)NAN;
  ck_assert_int_eq(write_all(&s, 1, (double)NAN), SM_ERR_FAILED);
  s.total[0].dose = NULL;
  s.arrival[1][BOXES - 1] = INFINITY;
  ck_assert_int_eq(write_all(&s, 1, (double)NAN), SM_ERR_FAILED);
  s.total[1].arrival = NULL;
  ck_assert_int_eq(write_all(&s, 1, (double)NAN), SM_OK);
  free_domain(&s.m);
  teardown();
}
END_TEST

static void fails_and_keeps(struct scene *s, const char *old) {
  const enum sm_status status = write_all(s, 2, (double)NAN);
  ck_assert_int_eq(status, SM_ERR_IO);
  ck_assert_msg(strstr(sm_context_message(ctx), "cannot be written") != NULL, "%s",
                sm_context_message(ctx));
  char *text = NULL;
  size_t size;
  ck_assert_int_eq(sm_file_read(ctx, path, &text, &size), SM_OK);
  ck_assert_str_eq(text, old);
  sm_free(text);
  ck_assert_int_ne(access(part, F_OK), 0);
}

START_TEST(no_room_is_told_and_the_earlier_file_stays) {
  setup();
  struct scene s;
  make_scene(&s, true, false);
  ck_assert_int_eq(write_all(&s, 2, (double)NAN), SM_OK);
  struct stat info;
  ck_assert_int_eq(stat(path, &info), 0);
  ck_assert_int_eq(sm_file_write(ctx, path, "old", 3), SM_OK);
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit old;
  getrlimit(RLIMIT_FSIZE, &old);
  const rlim_t steps = 24;
  for (rlim_t n = 0; n < steps; n++) {
    const struct rlimit tight = {(rlim_t)info.st_size * n / steps, old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &tight);
    fails_and_keeps(&s, "old");
    setrlimit(RLIMIT_FSIZE, &old);
  }
  free_domain(&s.m);
  teardown();
}
END_TEST

START_TEST(a_full_disk_is_told) {
  setup();
  struct scene s;
  make_scene(&s, true, false);
  for (int size = 64; size <= 256; size += 32) {
    char options[32];
    snprintf(options, sizeof options, "size=%dk", size);
    if (mount("none", scratch_folder, "tmpfs", 0, options) != 0) {
      printf("a_full_disk_is_told: skipped: cannot mount a small disk\n");
      break;
    }
    ck_assert_int_eq(sm_file_write(ctx, path, "old", 3), SM_OK);
    fails_and_keeps(&s, "old");
    unlink(path);
    ck_assert_int_eq(umount(scratch_folder), 0);
  }
  free_domain(&s.m);
  teardown();
}
END_TEST

START_TEST(out_of_memory_at_every_allocation_is_told) {
  setup();
  struct scene s;
  make_scene(&s, true, false);
  static const double x[3] = {8, 16, 30};
  s.grid.face[0] = x;
  s.grid.n[0] = 2;
  int failures = 0;
  for (long n = 1; n < 200; n++) {
    sm_context_fail_allocation(ctx, n);
    const enum sm_status status = write_all(&s, 1, (double)NAN);
    sm_context_fail_allocation(ctx, 0);
    if (status == SM_OK) break;
    ck_assert_int_eq(status, SM_ERR_MEMORY);
    ck_assert_int_ne(access(path, F_OK), 0);
    ck_assert_int_ne(access(part, F_OK), 0);
    failures++;
  }
  ck_assert_int_gt(failures, 10);
  ck_assert_int_lt(failures, 190);
  free_domain(&s.m);
  teardown();
}
END_TEST

TEST_MAIN(means_come_back_with_their_intervals, totals_come_back_and_what_never_was_is_missing,
          masses_and_doses_add_up_for_who_reads_the_file,
          boxes_of_their_own_have_axes_and_ground_of_their_own,
          without_boxes_there_are_ground_and_ledger,
          names_of_species_become_names_of_variables_without_clashes,
          a_stopped_run_is_marked_and_goes_on_as_if_it_had_not_been,
          a_file_that_does_not_fit_is_not_gone_on_with, what_is_no_number_is_told_with_its_place,
          no_room_is_told_and_the_earlier_file_stays, a_full_disk_is_told,
          out_of_memory_at_every_allocation_is_told)
