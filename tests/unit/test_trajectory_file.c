/* Trajectories: read back through the NetCDF library and by Python, and gone on with after a stop.
 */
#define _GNU_SOURCE /* mount, RTLD_NEXT */
#include "base/file.h"
#include "cf_rules.h"
#include "failing_netcdf.h"
#include "output/netcdf/trajectory_file.h"
#include "python.h"
#include "scratch_folder.h"
#include "support_domain.h"
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WAYS = 3, SAMPLES = 300 };

static struct sm_context *ctx;
static const char *path, *part, *saved, *damaged;

static void setup(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  path = scratch_path("ways.nc");
  part = scratch_path("ways.nc.part");
  damaged = scratch_path("damaged.nc");
  saved = scratch_path("saved.nc");
}

static void teardown(void) {
  scratch_close();
  sm_context_destroy(&ctx);
}

static const int64_t ids[WAYS] = {0, 7, 5000000000};
static const int kinds[WAYS] = {1, 0, 1};
static const float diameters[WAYS] = {1e-5F, 0, 2e-5F};
static const char *const names[2] = {"smoke", "road dust"};

struct scene {
  struct made m;
  struct sm_case c;
  struct sm_trajectory_options options;
};

static void make_scene(struct scene *s, bool utm) {
  static const struct made_options flat = {.n = {4, 4, 3}, .width = {10, 10, 10}, .ratio = 1};
  struct made_options o = flat;
  o.utm = utm;
  memset(s, 0, sizeof *s);
  make_domain(&s->m, &o);
  s->c = (struct sm_case){
      .path = "ways/case.toml", .text = "[case]\nname = \"ways\"\n", .name = "ways", .title = ""};
  s->c.output.compression = 1;
  if (utm) {
    s->m.domain.weather.time = malloc(sizeof(double));
    s->m.domain.weather.time[0] = 1.5e9;
    s->m.domain.weather.time_count = 1;
  }
  s->options = (struct sm_trajectory_options){.c = &s->c,
                                              .domain = &s->m.domain,
                                              .count = WAYS,
                                              .id = ids,
                                              .species = kinds,
                                              .diameter = diameters,
                                              .names = names,
                                              .species_count = 2,
                                              .speed = true,
                                              .device = "cpu"};
}

/* Particle n is on its way from sample 10 n until 250 + 20 n. */
static bool on_way(int sample, int n) { return sample >= 10 * n && sample < 250 + 20 * n; }

static double place_of(int sample, int n, int axis) { return 0.1 * sample + n + 0.25 * axis; }

static enum sm_status add(struct sm_trajectory_file *file, int sample) {
  double place[WAYS][3];
  float speed[WAYS];
  for (int n = 0; n < WAYS; n++) {
    for (int d = 0; d < 3; d++)
      place[n][d] = on_way(sample, n) ? place_of(sample, n, d) : (double)NAN;
    speed[n] = on_way(sample, n) ? (float)(sample + n) : NAN;
  }
  return sm_trajectory_file_add(ctx, file, 0.5 * sample, (const double(*)[3])place, speed);
}

static enum sm_status write_all(struct scene *s, int samples, double stopped) {
  struct sm_trajectory_file *file = NULL;
  enum sm_status status = sm_trajectory_file_create(ctx, path, &s->options, &file);
  for (int t = 0; t < samples && status == SM_OK; t++) status = add(file, t);
  if (status == SM_OK) return sm_trajectory_file_finish(ctx, &file, stopped);
  sm_trajectory_file_abandon(&file);
  return status;
}

static int open_file(const char *name) {
  int id = -1;
  ck_assert_int_eq(nc_open(name, NC_NOWRITE, &id), NC_NOERR);
  return id;
}

/* All samples must be as they were added. */
static void check_samples(const struct scene *s, const char *name, int samples) {
  const int id = open_file(name);
  const double *origin = s->m.domain.grid.origin;
  static const char *const axes[3] = {"x", "y", "z"};
  static double value[WAYS * SAMPLES];
  static float speed[WAYS * SAMPLES];
  const size_t start[2] = {0, 0}, count[2] = {WAYS, (size_t)samples};
  for (int d = -1; d < 3; d++) {
    const int v = variable(id, d < 0 ? "time" : axes[d]);
    ck_assert_int_eq(nc_get_vara_double(id, v, start, count, value), NC_NOERR);
    for (int n = 0; n < WAYS; n++)
      for (int t = 0; t < samples; t++) {
        const double expected =
            d < 0 ? (s->m.domain.crs.local ? 0 : 1.5e9) + 0.5 * t : origin[d] + place_of(t, n, d);
        ck_assert(value[n * samples + t] == (on_way(t, n) ? expected : NC_FILL_DOUBLE));
      }
  }
  ck_assert_int_eq(nc_get_vara_float(id, variable(id, "speed"), start, count, speed), NC_NOERR);
  for (int n = 0; n < WAYS; n++)
    for (int t = 0; t < samples; t++)
      ck_assert(speed[n * samples + t] == (on_way(t, n) ? (float)(t + n) : NC_FILL_FLOAT));
  nc_close(id);
}

START_TEST(samples_come_back_and_what_is_not_on_its_way_is_missing) {
  setup();
  for (int utm = 0; utm < 2; utm++) {
    struct scene s;
    make_scene(&s, utm);
    ck_assert_msg(write_all(&s, SAMPLES, (double)NAN) == SM_OK, "%s", sm_context_message(ctx));
    check_samples(&s, path, SAMPLES);
    const int id = open_file(path);
    check_conventions(id);
    ck_assert_str_eq(attribute(id, NC_GLOBAL, "featureType"), "trajectory");
    ck_assert_str_eq(attribute(id, variable(id, "trajectory"), "cf_role"), "trajectory_id");
    ck_assert_str_eq(attribute(id, variable(id, "species"), "flag_meanings"), "smoke road_dust");
    ck_assert_str_eq(attribute(id, variable(id, "speed"), "coordinates"), "time x y z");
    long long number[WAYS];
    float diameter[WAYS];
    nc_get_var_longlong(id, variable(id, "trajectory"), number);
    nc_get_var_float(id, variable(id, "diameter"), diameter);
    for (int n = 0; n < WAYS; n++) ck_assert(number[n] == ids[n] && diameter[n] == diameters[n]);
    nc_close(id);
    check_with_python("check_trajectories.py", path);
    free_domain(&s.m);
  }
  teardown();
}
END_TEST

START_TEST(speeds_and_sizes_may_be_left_out) {
  setup();
  struct scene s;
  make_scene(&s, false);
  s.options.speed = false;
  s.options.diameter = NULL;
  struct sm_trajectory_file *file = NULL;
  ck_assert_int_eq(sm_trajectory_file_create(ctx, path, &s.options, &file), SM_OK);
  const double place[WAYS][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  ck_assert_int_eq(sm_trajectory_file_add(ctx, file, 0, place, NULL), SM_OK);
  ck_assert_int_eq(add(file, 1), SM_ERR_FAILED); /* a speed all at once */
  ck_assert_int_eq(sm_trajectory_file_finish(ctx, &file, (double)NAN), SM_OK);
  const int id = open_file(path);
  int none;
  ck_assert_int_ne(nc_inq_varid(id, "speed", &none), NC_NOERR);
  ck_assert_int_ne(nc_inq_varid(id, "diameter", &none), NC_NOERR);
  nc_close(id);
  free_domain(&s.m);
  teardown();
}
END_TEST

START_TEST(many_trajectories_are_written_in_small_blocks) {
  enum { MANY = 2000003 };
  setup();
  struct scene s;
  make_scene(&s, false);
  int64_t *id = malloc(MANY * sizeof *id);
  int *kind = calloc(MANY, sizeof *kind);
  double(*place)[3] = calloc(MANY, sizeof *place);
  for (int n = 0; n < MANY; n++) {
    id[n] = n;
    place[n][0] = n;
  }
  s.options.count = MANY;
  s.options.id = id;
  s.options.species = kind;
  s.options.diameter = NULL;
  s.options.speed = false;
  struct sm_trajectory_file *file = NULL;
  ck_assert_int_eq(sm_trajectory_file_create(ctx, path, &s.options, &file), SM_OK);
  for (int t = 0; t < 2; t++)
    ck_assert_int_eq(sm_trajectory_file_add(ctx, file, t, (const double(*)[3])place, NULL), SM_OK);
  ck_assert_int_eq(sm_trajectory_file_finish(ctx, &file, (double)NAN), SM_OK);
  const int nc = open_file(path);
  double x;
  ck_assert_int_eq(nc_get_var1_double(nc, variable(nc, "x"), (size_t[]){MANY - 1, 1}, &x),
                   NC_NOERR);
  ck_assert(x == MANY - 1);
  nc_close(nc);
  free(id);
  free(kind);
  free(place);
  free_domain(&s.m);
  teardown();
}
END_TEST

START_TEST(a_stopped_run_goes_on_as_if_it_had_not_been) {
  setup();
  struct scene s;
  make_scene(&s, true);
  for (int killed = 0; killed < 2; killed++) {
    struct sm_trajectory_file *file = NULL;
    if (killed) { /* after the files of a checkpoint, before itself, and while it wrote on */
      ck_assert_int_eq(sm_trajectory_file_create(ctx, path, &s.options, &file), SM_OK);
      for (int t = 0; t < 100; t++) ck_assert_int_eq(add(file, t), SM_OK);
      ck_assert_int_eq(sm_trajectory_file_flush(ctx, file), SM_OK);
      ck_assert_uint_eq(sm_trajectory_file_samples(file), 100);
      ck_assert_int_eq(rename(part, damaged), 0);
      sm_trajectory_file_abandon(&file);
      ck_assert_int_eq(write_all(&s, 140, 70), SM_OK);
      ck_assert_int_eq(rename(damaged, part), 0);
    } else {
      ck_assert_int_eq(write_all(&s, 131, 65.5), SM_OK);
      const int id = open_file(path);
      ck_assert_str_eq(attribute(id, NC_GLOBAL, "simoom_stopped"),
                       "early, 65.5 s after the start of the run");
      nc_close(id);
    }
    ck_assert_msg(sm_trajectory_file_resume(ctx, path, &s.options, 131, &file) == SM_OK, "%s",
                  sm_context_message(ctx));
    ck_assert_uint_eq(sm_trajectory_file_samples(file), 131);
    for (int t = 131; t < SAMPLES; t++) ck_assert_int_eq(add(file, t), SM_OK);
    ck_assert_int_eq(sm_trajectory_file_finish(ctx, &file, (double)NAN), SM_OK);
    check_samples(&s, path, SAMPLES);
    const int id = open_file(path);
    ck_assert_str_eq(attribute(id, NC_GLOBAL, "simoom_stopped"), "");
    nc_close(id);
    unlink(path);
  }
  free_domain(&s.m);
  teardown();
}
END_TEST

static void cannot_resume(struct scene *s, size_t samples, const char *text) {
  struct sm_trajectory_file *file;
  ck_assert_int_eq(sm_trajectory_file_resume(ctx, path, &s->options, samples, &file), SM_ERR_DATA);
  ck_assert_ptr_null(file);
  ck_assert_msg(strstr(sm_context_message(ctx), text) != NULL, "%s", sm_context_message(ctx));
  ck_assert_int_ne(access(part, F_OK), 0);
}

START_TEST(a_file_that_does_not_fit_is_not_gone_on_with) {
  setup();
  struct scene s;
  make_scene(&s, false);
  cannot_resume(&s, 0, "No such file");
  ck_assert_int_eq(write_all(&s, 20, 10), SM_OK);
  cannot_resume(&s, 21, "obs has 20 items where at least 21 are expected");
  static const int64_t others[WAYS] = {0, 1, 2};
  s.options.id = others;
  cannot_resume(&s, 20, "other particles");
  s.options.id = ids;
  s.options.count = 2;
  cannot_resume(&s, 20, "trajectory has 3 items where 2 are expected");
  s.options.count = 3;
  char other[] = "x = 1\n";
  s.c.overrides = other;
  cannot_resume(&s, 20, "another case");
  free_domain(&s.m);
  teardown();
}
END_TEST

START_TEST(impossible_options_are_reported) {
  setup();
  struct scene s;
  make_scene(&s, false);
  struct sm_trajectory_file *file = NULL;
  static const int wrong[WAYS] = {0, 2, 1};
  s.options.species = wrong;
  ck_assert_int_eq(sm_trajectory_file_create(ctx, path, &s.options, &file), SM_ERR_FAILED);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "particle 7 is of species 2 of 2"));
  s.options.species = kinds;
  static const int64_t twice[WAYS] = {0, 1, 1};
  s.options.id = twice;
  ck_assert_int_eq(sm_trajectory_file_create(ctx, path, &s.options, &file), SM_ERR_FAILED);
  s.options.id = ids;
  s.options.count = 0;
  ck_assert_int_eq(sm_trajectory_file_create(ctx, path, &s.options, &file), SM_ERR_FAILED);
  s.options.count = WAYS;
  ck_assert_int_eq(sm_trajectory_file_create(ctx, path, &s.options, &file), SM_OK);
  ck_assert_int_eq(add(file, 1), SM_OK);
  ck_assert_int_eq(add(file, 1), SM_ERR_FAILED);
  ck_assert_int_eq(add(file, 0), SM_ERR_FAILED);
  double place[WAYS][3] = {{1, 2, 3}, {4, (double)NAN, 6}, {7, 8, 9}};
  float speed[WAYS] = {1, 1, 1};
  ck_assert_int_eq(sm_trajectory_file_add(ctx, file, 7, (const double(*)[3])place, speed),
                   SM_ERR_FAILED);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "particle 7 at 7 s"));
  place[1][1] = 5;
  speed[2] = NAN;
  ck_assert_int_eq(sm_trajectory_file_add(ctx, file, 7, (const double(*)[3])place, speed),
                   SM_ERR_FAILED);
  speed[2] = 2;
  ck_assert_int_eq(sm_trajectory_file_add(ctx, file, 7, (const double(*)[3])place, speed), SM_OK);
  s.c.particles.backward = true;
  ck_assert_int_eq(sm_trajectory_file_add(ctx, file, 6, (const double(*)[3])place, speed), SM_OK);
  sm_trajectory_file_abandon(&file);
  ck_assert_ptr_null(file);
  free_domain(&s.m);
  teardown();
}
END_TEST

START_TEST(texts_that_cannot_be_read_are_reported) {
  setup();
  struct scene s;
  struct sm_trajectories ways;
  make_scene(&s, false);
  ck_assert_int_eq(write_all(&s, 300, NAN), SM_OK);
  ck_assert_int_eq(sm_trajectories_open(ctx, path, &ways), SM_OK);
  sm_trajectories_close(&ways);
  static const char *const texts[] = {"title", "units", "flag_meanings", "comment"};
  for (int n = 0; n < 8; n++) {
    netcdf_fails.attribute = texts[n / 2];
    netcdf_fails.code = n % 2 ? NC_ENOMEM : NC_EHDFERR;
    ck_assert_int_eq(sm_trajectories_open(ctx, path, &ways), n % 2 ? SM_ERR_MEMORY : SM_ERR_DATA);
    ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), " cannot be read: "));
    sm_trajectories_close(&ways);
  }
  netcdf_fails.attribute = NULL;
  free_domain(&s.m);
  teardown();
}
END_TEST

START_TEST(a_full_disk_is_reported_and_the_earlier_file_stays) {
  setup();
  struct scene s;
  make_scene(&s, true);
  ck_assert_int_eq(write_all(&s, SAMPLES, (double)NAN), SM_OK);
  struct stat info;
  ck_assert_int_eq(stat(path, &info), 0);
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit old;
  getrlimit(RLIMIT_FSIZE, &old);
  for (rlim_t n = 0; n < 16; n++) {
    ck_assert_int_eq(sm_file_write(ctx, path, "old", 3), SM_OK);
    const struct rlimit tight = {(rlim_t)info.st_size * n / 16, old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &tight);
    const enum sm_status status = write_all(&s, SAMPLES, (double)NAN);
    setrlimit(RLIMIT_FSIZE, &old);
    ck_assert_int_eq(status, SM_ERR_IO);
    ck_assert_int_ne(access(part, F_OK), 0);
    ck_assert_int_eq(stat(path, &info), 0);
    ck_assert_int_eq(info.st_size, 3);
    info.st_size = 200000;
  }
  free_domain(&s.m);
  teardown();
}
END_TEST

START_TEST(out_of_memory_is_reported_at_every_allocation) {
  setup();
  struct scene s;
  make_scene(&s, true);
  int failures = 0;
  for (long n = 1; n < 50; n++) {
    sm_context_fail_allocation(ctx, n);
    const enum sm_status status = write_all(&s, 3, (double)NAN);
    sm_context_fail_allocation(ctx, 0);
    if (status == SM_OK) break;
    ck_assert_int_eq(status, SM_ERR_MEMORY);
    ck_assert_int_ne(access(part, F_OK), 0);
    failures++;
  }
  ck_assert_int_ge(failures, 7);
  ck_assert_int_lt(failures, 40);
  free_domain(&s.m);
  teardown();
}
END_TEST

TEST_MAIN(samples_come_back_and_what_is_not_on_its_way_is_missing, speeds_and_sizes_may_be_left_out,
          many_trajectories_are_written_in_small_blocks,
          a_stopped_run_goes_on_as_if_it_had_not_been, a_file_that_does_not_fit_is_not_gone_on_with,
          impossible_options_are_reported, texts_that_cannot_be_read_are_reported,
          a_full_disk_is_reported_and_the_earlier_file_stays,
          out_of_memory_is_reported_at_every_allocation)
