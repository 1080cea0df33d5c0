/* Files that simoom did not write - tables, summaries of runs, particles - are refused, and
 * never crashes. */
#define _DEFAULT_SOURCE
#include "base/file.h"
#include "output/chart/chart.h"
#include "output/vtk/particles.h"
#include "plplot_leaks.h"
#include "scratch_folder.h"
#include "simoom/output.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct sm_context *ctx;
static const char *path, *picture;

static void setup(const char *name) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  path = scratch_path(name);
  picture = scratch_path("a.svg");
}

static void teardown(void) {
  scratch_close();
  sm_context_destroy(&ctx);
}

static void put(const char *bytes, size_t size) {
  ck_assert_int_eq(sm_file_write(ctx, path, bytes, size), SM_OK);
}

static enum sm_status open_table(const char *text, struct sm_plot_table *out) {
  put(text, strlen(text));
  return sm_plot_table_open(ctx, path, out);
}

START_TEST(tables_are_read) {
  setup("a.csv");
  struct sm_plot_table t;
  double number;
  ck_assert_int_eq(open_table("\xEF\xBB\xBFtime,\"u, east\"\r\n1,\"2.5\"\r\n\r\n3,\r\n", &t),
                   SM_OK);
  ck_assert_uint_eq(t.rows, 2);
  ck_assert_int_eq(t.columns, 2);
  ck_assert_int_eq(sm_plot_table_find(&t, "u, east"), 1);
  ck_assert_int_eq(sm_plot_table_find(&t, "v"), -1);
  ck_assert_int_eq(t.line[1], 4);
  ck_assert_int_eq(sm_plot_table_number(&t, 0, 1, &number), SM_OK);
  ck_assert_double_eq_tol(number, 2.5, 1e-15);
  ck_assert_int_eq(sm_plot_table_number(&t, 1, 1, &number), SM_OK);
  ck_assert(isnan(number));
  sm_plot_table_close(&t);
  teardown();
}
END_TEST

START_TEST(wrong_tables_are_reported_with_their_line) {
  setup("a.csv");
  static const char *const wrong[][2] = {{"time,u\n", "no rows"},
                                         {"time,u\n1,2\n1,2,3\n", ":3: error: the line has not"},
                                         {"time,u\n1,\"2\n", ":2: error: a quote is not closed"},
                                         {"time\nx\n", NULL},
                                         {"\n\n\n", "no rows"}};
  struct sm_plot_table t;
  double number;
  for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
    const enum sm_status status = open_table(wrong[n][0], &t);
    if (wrong[n][1] == NULL) {
      ck_assert_int_eq(sm_plot_table_number(&t, 0, 0, &number), SM_ERR_DATA);
      sm_plot_table_close(&t);
      continue;
    }
    ck_assert_int_eq(status, SM_ERR_DATA);
    ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), wrong[n][1]));
  }
  char many[4096] = "time";
  for (int c = 0; c < 300; c++) strcat(many, ",u");
  strcat(many, "\n");
  ck_assert_int_eq(open_table(many, &t), SM_ERR_DATA);
  put("time,u\n1,2\0003,4\n", 15);
  ck_assert_int_eq(sm_plot_table_open(ctx, path, &t), SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "not a text file"));
  teardown();
}
END_TEST

/* Every shorter piece of a text is drawn, or refused in words. */
static void try_pieces(const char *text, size_t step) {
  const struct sm_plot_options o = sm_plot_options_default();
  for (size_t size = 1; size <= strlen(text); size += step) {
    put(text, size);
    const enum sm_status status = sm_plot_file(ctx, path, &o, picture);
    ck_assert(status == SM_OK || status == SM_ERR_DATA || status == SM_ERR_USAGE);
    if (status != SM_OK) ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "error: "));
  }
}

START_TEST(pieces_of_a_summary_are_no_trouble) {
  setup("run.json");
  try_pieces("{\"schema\": \"simoom.run/1\", \"case\": \"a\\\"b\", \"solver\": {\"name\": \"x\", "
             "\"residual_every\": 1, \"residuals\": [1e-2, null, 1e-5, 3e-6]}, \"changes\": 3}",
             7);
  teardown();
}
END_TEST

START_TEST(pieces_of_a_table_are_no_trouble) {
  setup("a.csv");
  try_pieces("time,name,species,concentration\n0,\"a, b\",smoke,1\n1,\"a, b\",smoke,2\n", 5);
  teardown();
}
END_TEST

/* Particles whose head says what is not there. */
START_TEST(heads_of_particles_are_not_trusted) {
  setup("a.vtp");
  static const char *const counts[] = {"1", "-1", "0", "99999999999999999999", "x", "3"};
  static const char *const offsets[] = {"0", "-8", "9223372036854775807", "60", ""};
  const struct sm_plot_options o = sm_plot_options_default();
  for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
    for (size_t f = 0; f < sizeof offsets / sizeof *offsets; f++) {
      char text[2048];
      const int head = snprintf(
          text, sizeof text,
          "<VTKFile type=\"PolyData\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
          "<Piece NumberOfPoints=\"%s\">\n<DataArray type=\"Float64\" Name=\"Points\" "
          "offset=\"%s\"/>"
          "\n<AppendedData encoding=\"raw\">\n_",
          counts[c], offsets[f]);
      const uint64_t bytes = 24;
      const double place[3] = {1, 2, 3};
      memcpy(text + head, &bytes, 8);
      memcpy(text + head + 8, place, 24);
      put(text, (size_t)head + 32);
      const enum sm_status status = sm_plot_file(ctx, path, &o, picture);
      if (c == 0 && f == 0) {
        ck_assert_msg(status == SM_OK || strstr(sm_context_message(ctx), "PLplot") != NULL, "%s",
                      sm_context_message(ctx));
      } else if (f != 4 || c != 0) {
        ck_assert_int_eq(status, SM_ERR_DATA);
      }
    }
  teardown();
}
END_TEST

START_TEST(lists_of_particles_are_not_trusted) {
  setup("a.pvd");
  static const char *const lists[] = {"", "<DataSet", "<DataSet timestep=\"1\" file=\"",
                                      "<DataSet timestep=\"1\" file=\"b.vtr\"/>",
                                      "<DataSet file=\"b.vtp\"/>"};
  char file[64];
  int count;
  double time;
  for (size_t n = 0; n < sizeof lists / sizeof *lists; n++) {
    put(lists[n], strlen(lists[n]));
    ck_assert_int_eq(sm_particle_vtk_list(ctx, path, -1, &count, file, sizeof file, &time),
                     SM_ERR_DATA);
  }
  const char *good =
      "<DataSet timestep=\"1.5\" file=\"b.vtp\"/><DataSet timestep=\"3\" file=\"c.vtp\"/>";
  put(good, strlen(good));
  ck_assert_int_eq(sm_particle_vtk_list(ctx, path, 0, &count, file, sizeof file, &time), SM_OK);
  ck_assert_int_eq(count, 2);
  ck_assert_double_eq_tol(time, 1.5, 1e-15);
  ck_assert_ptr_nonnull(strstr(file, "/b.vtp"));
  ck_assert_int_eq(sm_particle_vtk_list(ctx, path, 2, &count, file, sizeof file, &time),
                   SM_ERR_USAGE);
  teardown();
}
END_TEST

TEST_MAIN(tables_are_read, wrong_tables_are_reported_with_their_line,
          pieces_of_a_summary_are_no_trouble, pieces_of_a_table_are_no_trouble,
          heads_of_particles_are_not_trusted, lists_of_particles_are_not_trusted)
