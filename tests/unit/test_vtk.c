/* ParaView's files: read back byte by byte, as their XML says. */
#define _DEFAULT_SOURCE
#include "base/file.h"
#include "output/vtk/vtk.h"
#include "scratch_folder.h"
#include "support_domain.h"
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static const struct made_options house = {
    .n = {7, 5, 4}, .width = {2, 3, 2}, .ratio = 1, .building = {2, 4, 1, 3, 0, 2}, .utm = true};

static struct sm_context *ctx;
static const char *path;
static char written[4096];

static void setup(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  path = scratch_path("wind");
}

static void teardown(void) {
  unlink(written);
  scratch_close();
  sm_context_destroy(&ctx);
}

/* Block of the appended data whose XML element has this name. */
static const char *block(const char *text, size_t size, const char *name, uint64_t *bytes) {
  char element[64];
  unsigned long long offset;
  snprintf(element, sizeof element, "Name=\"%s\"", name);
  const char *at = strstr(text, element);
  ck_assert_ptr_nonnull(at);
  at = strstr(at, "offset=");
  ck_assert_int_eq(sscanf(at, "offset=\"%llu\"", &offset), 1);
  const char *tag = strstr(text, "<AppendedData"), *data = strstr(text, "encoding=\"raw\">\n_");
  ck_assert_ptr_nonnull(tag);
  ck_assert_ptr_nonnull(data);
  ck_assert_int_eq((tag + 18 - text) % 4096, 0); /* a block of VTK's reader ends within the tag */
  data += strlen("encoding=\"raw\">\n_") + offset;
  memcpy(bytes, data, sizeof *bytes);
  ck_assert((size_t)(data - text) + sizeof *bytes + *bytes <= size);
  return data + sizeof *bytes;
}

START_TEST(uniform_grid_is_an_image_with_its_place_on_the_map) {
  setup();
  struct made m;
  make_domain(&m, &house);
  make_solenoidal(&m);
  ck_assert_int_eq(sm_vtk_write(ctx, path, &m.domain, &m.wind, false, written, sizeof written),
                   SM_OK);
  ck_assert_str_eq(written + strlen(written) - 4, ".vti");
  char *text = NULL;
  size_t size;
  uint64_t bytes;
  ck_assert_int_eq(sm_file_read(ctx, written, &text, &size), SM_OK);
  ck_assert_ptr_nonnull(strstr(text, "WholeExtent=\"0 7 0 5 0 4\""));
  ck_assert_ptr_nonnull(strstr(text, "Origin=\"634000.09999999998 3925000.2999999998 360\""));
  ck_assert_ptr_nonnull(strstr(text, "Spacing=\"2 3 2\""));
  const char *wind = block(text, size, "wind", &bytes);
  ck_assert_uint_eq(bytes, 7 * 5 * 4 * 3 * sizeof(float));
  const float *v = m.wind.v;
  for (int k = 0; k < 4; k++)
    for (int j = 0; j < 5; j++)
      for (int i = 0; i < 7; i++) {
        float is;
        memcpy(&is, wind + (3 * made_index(&m, i, j, k) + 1) * sizeof is, sizeof is);
        const ptrdiff_t face = i + j * m.wind.stride_y + k * m.wind.stride_z;
        const float must =
            made_solid(&m, i, j, k) ? 0.0F : 0.5F * (v[face] + v[face + m.wind.stride_y]);
        ck_assert(is == must);
      }
  const char *type = block(text, size, "cell_type", &bytes);
  ck_assert_uint_eq(bytes, 7 * 5 * 4);
  ck_assert_int_eq(type[made_index(&m, 2, 1, 1)], SM_CELL_BUILDING);
  ck_assert_int_eq(type[made_index(&m, 2, 1, 2)], SM_CELL_AIR);
  ck_assert_str_eq(text + size - strlen("</VTKFile>\n"), "</VTKFile>\n");
  sm_free(text);
  free_domain(&m);
  teardown();
}
END_TEST

START_TEST(stretched_grid_has_its_coordinates) {
  setup();
  struct made_options o = house;
  o.ratio = 1.3;
  o.is_double = true;
  struct made m;
  make_domain(&m, &o);
  make_solenoidal(&m);
  ck_assert_int_eq(sm_vtk_write(ctx, path, &m.domain, &m.wind, false, written, sizeof written),
                   SM_OK);
  ck_assert_str_eq(written + strlen(written) - 4, ".vtr");
  char *text = NULL;
  size_t size;
  uint64_t bytes;
  ck_assert_int_eq(sm_file_read(ctx, written, &text, &size), SM_OK);
  const char *z = block(text, size, "z", &bytes);
  ck_assert_uint_eq(bytes, 5 * sizeof(double));
  double last;
  memcpy(&last, z + 4 * sizeof last, sizeof last);
  ck_assert(last == 360 + m.domain.grid.axis[2].face[4]);
  sm_free(text);
  free_domain(&m);
  teardown();
}
END_TEST

START_TEST(fields_of_cells_follow_the_wind) {
  setup();
  struct made_options o = house;
  o.ratio = 1.3;
  struct made m;
  make_domain(&m, &o);
  float *value = calloc((size_t)m.wind.stride_z * 5, sizeof *value);
  for (ptrdiff_t c = 0; c < m.wind.stride_z * 5; c++) value[c] = (float)c;
  const struct sm_cell_field field[2] = {{.info.name = "tke", .is_double = true, .value = m.u},
                                         {.info = {.name = "wall_distance"}, .value = value}};
  m.wind.field = field;
  m.wind.field_count = 2;
  ck_assert_int_eq(sm_vtk_write(ctx, path, &m.domain, &m.wind, false, written, sizeof written),
                   SM_OK);
  char *text = NULL;
  size_t size;
  uint64_t bytes;
  ck_assert_int_eq(sm_file_read(ctx, written, &text, &size), SM_OK);
  const char *distance = block(text, size, "wall_distance", &bytes);
  ck_assert_uint_eq(bytes, 7 * 5 * 4 * sizeof(float));
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < 7; i++) {
      float is;
      memcpy(&is, distance + made_index(&m, i, 2, k) * sizeof is, sizeof is);
      const ptrdiff_t at = i + 2 * m.wind.stride_y + k * m.wind.stride_z;
      ck_assert(is == (made_solid(&m, i, 2, k) ? 0.0F : value[at]));
    }
  block(text, size, "tke", &bytes);
  ck_assert_uint_eq(bytes, 7 * 5 * 4 * sizeof(float));
  block(text, size, "z", &bytes); /* what follows is found */
  ck_assert_uint_eq(bytes, 5 * sizeof(double));
  sm_free(text);
  free(value);
  free_domain(&m);
  teardown();
}
END_TEST

START_TEST(series_names_files_beside_it) {
  setup();
  char a[] = "out/a&b_0.vti", b[] = "c.vti";
  char *files[2] = {a, b};
  const double times[2] = {0, 3600};
  snprintf(written, sizeof written, "%s", scratch_path("wind.pvd"));
  ck_assert_int_eq(sm_vtk_write_series(ctx, written, 2, files, times), SM_OK);
  char *text = NULL;
  size_t size;
  ck_assert_int_eq(sm_file_read(ctx, written, &text, &size), SM_OK);
  ck_assert_ptr_nonnull(strstr(text, "timestep=\"0\" part=\"0\" file=\"a&amp;b_0.vti\""));
  ck_assert_ptr_nonnull(strstr(text, "timestep=\"3600\" part=\"0\" file=\"c.vti\""));
  sm_free(text);
  teardown();
}
END_TEST

START_TEST(a_full_disk_is_reported_and_nothing_is_left) {
  setup();
  struct made m;
  make_domain(&m, &house);
  signal(SIGXFSZ, SIG_IGN);
  struct rlimit old;
  getrlimit(RLIMIT_FSIZE, &old);
  for (rlim_t size = 10; size < 2000; size += 500) {
    const struct rlimit tight = {size, old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &tight);
    ck_assert_int_eq(sm_vtk_write(ctx, path, &m.domain, &m.wind, false, written, sizeof written),
                     SM_ERR_IO);
    setrlimit(RLIMIT_FSIZE, &old);
    ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "File too large"));
  }
  path = scratch_path("none/wind");
  ck_assert_int_eq(sm_vtk_write(ctx, path, &m.domain, &m.wind, false, written, sizeof written),
                   SM_ERR_IO);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "No such file or directory"));
  char small[8];
  ck_assert_int_eq(sm_vtk_write(ctx, path, &m.domain, &m.wind, false, small, sizeof small),
                   SM_ERR_IO);
  free_domain(&m);
  teardown();
}
END_TEST

START_TEST(a_stop_leaves_no_file_where_it_may) {
  setup();
  struct made m;
  make_domain(&m, &house);
  sm_context_request_stop(ctx);
  ck_assert_int_eq(sm_vtk_write(ctx, path, &m.domain, &m.wind, true, written, sizeof written),
                   SM_ERR_STOPPED);
  ck_assert_int_ne(access(written, F_OK), 0);
  ck_assert_int_eq(sm_vtk_write(ctx, path, &m.domain, &m.wind, false, written, sizeof written),
                   SM_OK);
  ck_assert_int_eq(access(written, F_OK), 0);
  free_domain(&m);
  teardown();
}
END_TEST

TEST_MAIN(uniform_grid_is_an_image_with_its_place_on_the_map, stretched_grid_has_its_coordinates,
          fields_of_cells_follow_the_wind, series_names_files_beside_it,
          a_full_disk_is_reported_and_nothing_is_left, a_stop_leaves_no_file_where_it_may)
