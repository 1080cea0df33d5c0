/* Particles for ParaView: read back byte by byte, as their XML says, and by VTK itself. */
#define _DEFAULT_SOURCE
#include "base/file.h"
#include "output/vtk/particles.h"
#include "python.h"
#include "scratch_folder.h"
#include "support_domain.h"
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

enum { COUNT = 10001 }; /* more than are converted at a time */

static const struct made_options flat = {
    .n = {4, 4, 3}, .width = {10, 10, 10}, .ratio = 1, .utm = true};

static struct sm_context *ctx;
static const char *path;
static char part[80];
static struct made m;
static double place[COUNT][3];
static int64_t id[COUNT];
static int species[COUNT];
static float diameter[COUNT], mass[COUNT], velocity[COUNT][3], age[COUNT];

static void setup(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  path = scratch_path("cloud.vtp");
  snprintf(part, sizeof part, "%s.part", path);
  make_domain(&m, &flat);
  for (int n = 0; n < COUNT; n++) {
    for (int d = 0; d < 3; d++) place[n][d] = 0.001 * n + d;
    id[n] = 1000000000000 + n;
    species[n] = n % 3;
    diameter[n] = 1e-6F * (float)(n % 10);
    mass[n] = (float)n;
    velocity[n][2] = -(float)n;
    age[n] = 0.5F * (float)n;
  }
}

static void teardown(void) {
  scratch_close();
  free_domain(&m);
  sm_context_destroy(&ctx);
}

static struct sm_particle_cloud cloud(size_t count) {
  return (struct sm_particle_cloud){.count = count,
                                    .place = (const double(*)[3])place,
                                    .id = id,
                                    .species = species,
                                    .diameter = diameter,
                                    .mass = mass,
                                    .velocity = (const float(*)[3])velocity,
                                    .age = age};
}

/* Bytes of the array of a name, and where they are. */
static const char *block(const char *text, size_t size, const char *name, uint64_t *bytes) {
  char tag[64];
  snprintf(tag, sizeof tag, "Name=\"%s\"", name);
  const char *at = strstr(text, tag);
  ck_assert_msg(at != NULL, "no array %s", name);
  const unsigned long offset = strtoul(strstr(at, "offset=\"") + 8, NULL, 10);
  const char *data = strstr(text, "encoding=\"raw\">\n_") + strlen("encoding=\"raw\">\n_") + offset;
  memcpy(bytes, data, sizeof *bytes);
  ck_assert(data + sizeof *bytes + *bytes <= text + size);
  return data + sizeof *bytes;
}

START_TEST(points_come_back_in_coordinates_of_the_map) {
  setup();
  const struct sm_particle_cloud all = cloud(COUNT);
  ck_assert_msg(sm_particle_vtk_write(ctx, path, &m.domain, &all) == SM_OK, "%s",
                sm_context_message(ctx));
  char *text = NULL;
  size_t size;
  uint64_t bytes;
  ck_assert_int_eq(sm_file_read(ctx, path, &text, &size), SM_OK);
  const char *data = block(text, size, "Points", &bytes);
  ck_assert_uint_eq(bytes, COUNT * 3 * sizeof(double));
  for (int n = 0; n < COUNT; n++)
    for (int d = 0; d < 3; d++) {
      double is;
      memcpy(&is, data + sizeof is * (size_t)(3 * n + d), sizeof is);
      ck_assert(is == m.domain.grid.origin[d] + place[n][d]);
    }
  const struct {
    const char *name;
    const void *is;
    size_t bytes;
  } arrays[] = {{"id", id, sizeof id},
                {"species", species, sizeof species},
                {"diameter", diameter, sizeof diameter},
                {"mass", mass, sizeof mass},
                {"velocity", velocity, sizeof velocity},
                {"age", age, sizeof age}};
  for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++) {
    data = block(text, size, arrays[a].name, &bytes);
    ck_assert_uint_eq(bytes, arrays[a].bytes);
    ck_assert_int_eq(memcmp(data, arrays[a].is, bytes), 0);
  }
  int64_t last;
  data = block(text, size, "connectivity", &bytes);
  memcpy(&last, data + bytes - sizeof last, sizeof last);
  ck_assert_int_eq(last, COUNT - 1);
  data = block(text, size, "offsets", &bytes);
  memcpy(&last, data + bytes - sizeof last, sizeof last);
  ck_assert_int_eq(last, COUNT);
  sm_free(text);
  check_with_python("check_vtk.py", path);
  teardown();
}
END_TEST

START_TEST(what_is_not_known_is_left_out_and_nothing_may_be_in_the_air) {
  setup();
  for (size_t count = 0; count < 3; count++) {
    struct sm_particle_cloud few = cloud(count);
    few.velocity = NULL;
    few.id = NULL;
    if (count == 0) few = (struct sm_particle_cloud){0};
    ck_assert_int_eq(sm_particle_vtk_write(ctx, path, &m.domain, &few), SM_OK);
    check_with_python("check_vtk.py", path);
    char *text = NULL;
    size_t size;
    ck_assert_int_eq(sm_file_read(ctx, path, &text, &size), SM_OK);
    ck_assert_ptr_null(strstr(text, "velocity"));
    ck_assert((strstr(text, "diameter") != NULL) == (count > 0));
    sm_free(text);
  }
  teardown();
}
END_TEST

START_TEST(a_position_that_is_not_a_number_is_reported) {
  setup();
  struct sm_particle_cloud all = cloud(COUNT);
  place[77][1] = (double)NAN;
  ck_assert_int_eq(sm_particle_vtk_write(ctx, path, &m.domain, &all), SM_ERR_FAILED);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "y of particle 1000000000077 is not"));
  all.id = NULL;
  ck_assert_int_eq(sm_particle_vtk_write(ctx, path, &m.domain, &all), SM_ERR_FAILED);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "y of particle 77 is not"));
  teardown();
}
END_TEST

START_TEST(what_was_written_is_read_back) {
  setup();
  struct sm_particle_cloud all = cloud(COUNT);
  static double numbers[3 * COUNT];
  struct sm_particle_snapshot back;
  all.mass = NULL;
  ck_assert_int_eq(sm_particle_vtk_write(ctx, path, &m.domain, &all), SM_OK);
  ck_assert_int_eq(sm_particle_vtk_open(ctx, path, &back), SM_OK);
  ck_assert_uint_eq(back.count, COUNT);
  ck_assert(back.offset[SM_PARTICLE_MASS] < 0);
  ck_assert_int_eq(sm_particle_vtk_read(&back, SM_PARTICLE_POINTS, numbers), SM_OK);
  for (size_t n = 0; n < COUNT; n++)
    for (int d = 0; d < 3; d++)
      ck_assert_double_eq_tol(numbers[3 * n + (size_t)d], m.domain.grid.origin[d] + place[n][d],
                              1e-9);
  ck_assert_int_eq(sm_particle_vtk_read(&back, SM_PARTICLE_VELOCITY, numbers), SM_OK);
  for (size_t n = 0; n < COUNT; n++) {
    const float *v = velocity[n];
    ck_assert_double_eq_tol(numbers[n], hypot(hypot((double)v[0], (double)v[1]), (double)v[2]),
                            1e-12);
  }
  ck_assert_int_eq(sm_particle_vtk_read(&back, SM_PARTICLE_SPECIES, numbers), SM_OK);
  for (size_t n = 0; n < COUNT; n++) ck_assert_int_eq((int)numbers[n], species[n]);
  sm_particle_vtk_close(&back);
  ck_assert_int_eq(truncate(path, 24 * COUNT), 0);
  const enum sm_status status = sm_particle_vtk_open(ctx, path, &back);
  if (status == SM_OK)
    ck_assert_int_eq(sm_particle_vtk_read(&back, SM_PARTICLE_POINTS, numbers), SM_ERR_DATA);
  ck_assert(status == SM_OK || status == SM_ERR_DATA);
  sm_particle_vtk_close(&back);
  ck_assert_int_eq(truncate(path, 300), 0);
  ck_assert_int_eq(sm_particle_vtk_open(ctx, path, &back), SM_ERR_DATA);
  teardown();
}
END_TEST

START_TEST(a_full_disk_is_reported_and_the_earlier_file_stays) {
  setup();
  const struct sm_particle_cloud all = cloud(COUNT);
  ck_assert_int_eq(sm_file_write(ctx, path, "old", 3), SM_OK);
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit old;
  getrlimit(RLIMIT_FSIZE, &old);
  for (rlim_t size = 10; size < 70 * (rlim_t)COUNT; size += 40000) {
    const struct rlimit tight = {size, old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &tight);
    const enum sm_status status = sm_particle_vtk_write(ctx, path, &m.domain, &all);
    setrlimit(RLIMIT_FSIZE, &old);
    ck_assert_int_eq(status, SM_ERR_IO);
    ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "File too large"));
    ck_assert_int_ne(access(part, F_OK), 0);
  }
  char *text = NULL;
  size_t bytes;
  ck_assert_int_eq(sm_file_read(ctx, path, &text, &bytes), SM_OK);
  ck_assert_str_eq(text, "old");
  sm_free(text);
  snprintf(part, sizeof part, "%s/none/a.vtp", scratch_folder);
  ck_assert_int_eq(sm_particle_vtk_write(ctx, part, &m.domain, &all), SM_ERR_IO);
  teardown();
}
END_TEST

TEST_MAIN(points_come_back_in_coordinates_of_the_map,
          what_is_not_known_is_left_out_and_nothing_may_be_in_the_air,
          a_position_that_is_not_a_number_is_reported, what_was_written_is_read_back,
          a_full_disk_is_reported_and_the_earlier_file_stays)
