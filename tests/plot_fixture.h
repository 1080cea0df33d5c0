/* plot_fixture.h - plots of a small town with buildings, read back from the picture. */
#ifndef SM_TESTS_PLOT_FIXTURE_H
#define SM_TESTS_PLOT_FIXTURE_H

#include "base/file.h"
#include "output/analyse/analyse.h"
#include "output/picture/plot.h"
#include "plplot_leaks.h"
#include "simoom/output.h"
#include "town_file.h"
#include <netcdf.h>
#include <stdio.h>

static const char *picture;

static void setup(void) {
  town_open();
  picture = scratch_path("a.png");
}

static void write_file(const struct made *m) { town_write(m, "A town", 1, 1); }

static void write_town(const struct made_options *options) {
  struct made m;
  make_domain(&m, options);
  make_uniform(&m, 4, 1, 0.2);
  write_file(&m);
  free_domain(&m);
}

/* False where simoom was built without PLplot. */
static bool can_draw(void) {
  const struct sm_plot_options o = sm_plot_options_default();
  const enum sm_status status = sm_plot_file(ctx, path, &o, picture);
  if (status != SM_ERR_DATA) return true;
  printf("skipped: %s\n", sm_context_message(ctx));
  return false;
}

static void must_draw(const struct sm_plot_options *o) {
  char *bytes = NULL;
  size_t size;
  ck_assert_msg(sm_plot_file(ctx, path, o, picture) == SM_OK, "%s", sm_context_message(ctx));
  ck_assert_int_eq(sm_file_read(ctx, picture, &bytes, &size), SM_OK);
  ck_assert_uint_gt(size, 2000);
  const char *ending = picture + strlen(picture) - 4;
  if (strcmp(ending, ".png") == 0) {
    const unsigned char *b = (const unsigned char *)bytes; /* width and height of the header */
    ck_assert(memcmp(bytes, "\211PNG", 4) == 0);
    ck_assert_int_eq(b[18] * 256 + b[19], o->width);
    const int height = b[22] * 256 + b[23];
    if (o->image_height > 0) ck_assert_int_eq(height, o->image_height);
    if (o->image_height == 0) ck_assert(height >= o->width / 3 && height <= o->width * 3 / 4);
  } else if (strcmp(ending, ".svg") == 0) {
    ck_assert_ptr_nonnull(strstr(bytes, "<svg"));
  } else {
    ck_assert(memcmp(bytes, "%PDF", 4) == 0);
  }
  sm_free(bytes);
}

static size_t read_picture(char **out) {
  size_t size;
  ck_assert_int_eq(sm_file_read(ctx, picture, out, &size), SM_OK);
  return size;
}

/* Adds a variable on cells to the file, 0 everywhere. */
static void add_variable(const char *name, const char *unit) {
  int id, variable, dims[4];
  static const char *const names[] = {"time", "z", "y", "x"};
  ck_assert_int_eq(nc_open(path, NC_WRITE, &id), NC_NOERR);
  for (int d = 0; d < 4; d++) ck_assert_int_eq(nc_inq_dimid(id, names[d], &dims[d]), NC_NOERR);
  ck_assert_int_eq(nc_def_var(id, name, NC_FLOAT, 4, dims, &variable), NC_NOERR);
  ck_assert_int_eq(nc_put_att_text(id, variable, "units", strlen(unit), unit), NC_NOERR);
  size_t count = 1, length;
  for (int d = 0; d < 4; d++) {
    ck_assert_int_eq(nc_inq_dimlen(id, dims[d], &length), NC_NOERR);
    count *= length;
  }
  float *zero = calloc(count, sizeof *zero);
  ck_assert_ptr_nonnull(zero);
  ck_assert_int_eq(nc_put_var_float(id, variable, zero), NC_NOERR);
  free(zero);
  ck_assert_int_eq(nc_close(id), NC_NOERR);
}

#endif
