/* Pages: what is quantised comes back, coarse cells are means, pages keep their limit, and what is
 * wrong is told. */
#define _DEFAULT_SOURCE
#include "base/file.h"
#include "output/hdf5/chunks.h"
#include "output/view/view.h"
#include "output/vtk/particles.h"
#include "town_file.h"
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *page;

static void setup(void) {
  town_open();
  page = scratch_path("a.html");
}

static void write_town_at(int times, int level) {
  struct made m;
  make_domain(&m, &town);
  make_solenoidal(&m);
  town_write(&m, "A <town>", times, level);
  free_domain(&m);
}

static void write_town(int times) { write_town_at(times, 1); }

/* Boxes that all threads read are those that NetCDF reads; what is not laid out so is left to it.
 */
START_TEST(chunks) {
  setup();
  struct sm_wind_file *file = NULL;
  static const size_t box[][2][3] = {
      {{0, 0, 0}, {20, 40, 60}}, {{3, 7, 11}, {9, 1, 40}}, {{19, 39, 59}, {1, 1, 1}}};
  float *mine = calloc(60 * 40 * 20, sizeof *mine), *theirs = calloc(60 * 40 * 20, sizeof *theirs);
  for (int level = 0; level < 2; level++) {
    write_town_at(2, level);
    ck_assert_int_eq(sm_wind_file_open_any(ctx, path, &file), SM_OK);
    struct sm_chunks_reader *reader = sm_chunks_reader_open(path, "v", sizeof(float));
    ck_assert_ptr_nonnull(reader);
    for (size_t n = 0; n < sizeof box / sizeof *box; n++) {
      const size_t *from = box[n][0], *count = box[n][1];
      const size_t start[4] = {1, from[0], from[1], from[2]},
                   part[4] = {1, count[0], count[1], count[2]};
      ck_assert(sm_chunks_reader_read(reader, 1, from, count, mine));
      ck_assert_int_eq(sm_wind_file_floats(file, "v", start, part, theirs), SM_OK);
      ck_assert_mem_eq(mine, theirs, count[0] * count[1] * count[2] * sizeof *mine);
    }
    ck_assert(!sm_chunks_reader_read(reader, 0, box[2][0], box[0][1], mine)); /* beyond the end */
    sm_chunks_reader_close(reader);
    sm_wind_file_close(&file);
  }
  static const char *const others[] = {"x", "terrain", "cell_type", "none", "time"};
  for (size_t n = 0; n < sizeof others / sizeof *others; n++)
    ck_assert_ptr_null(sm_chunks_reader_open(path, others[n], sizeof(float)));
  ck_assert_ptr_null(sm_chunks_reader_open("tests/unit/test_view.c", "v", sizeof(float)));
  free(mine);
  free(theirs);
  teardown();
}
END_TEST

static struct sm_view *open_town(void) {
  const char *const names[1] = {path};
  struct sm_view *view = NULL;
  ck_assert_msg(sm_view_open(ctx, names, 1, NULL, &view) == SM_OK, "%s", sm_context_message(ctx));
  return view;
}

/* A code and back: no further than half a step away, ends exactly, no value stays none. */
START_TEST(codes) {
  for (unsigned most = 255; most <= 65535; most = 256 * most + 255) {
    const double low = -3.7, high = 12.25, step = (high - low) / (most - 1);
    for (int n = 0; n <= 1000; n++) {
      const double v = low + (high - low) * n / 1000;
      const unsigned code = sm_view_quantise(v, low, high, most);
      ck_assert(code >= 1 && code <= most);
      ck_assert(fabs(low + (code - 1) * step - v) <= 0.5000001 * step);
    }
    ck_assert_uint_eq(sm_view_quantise(low, low, high, most), 1);
    ck_assert_uint_eq(sm_view_quantise(high, low, high, most), most);
  }
  ck_assert_uint_eq(sm_view_quantise((double)NAN, 0, 1, 255), 0);
  ck_assert_uint_eq(sm_view_quantise(5, 5, 5, 255), 1); /* all alike */
}
END_TEST

/* Levels halve the cells, but leave some. */
START_TEST(levels) {
  const size_t large[3] = {1000, 600, 240}, small[3] = {20, 1, 30};
  const struct sm_view_coarsening none = sm_view_level_factors(large, 0),
                                  two = sm_view_level_factors(large, 2),
                                  far = sm_view_level_factors(large, 20),
                                  few = sm_view_level_factors(small, 3);
  ck_assert(none.by[0] == 1 && none.by[1] == 1 && none.by[2] == 1);
  ck_assert(two.by[0] == 4 && two.by[1] == 4 && two.by[2] == 4);
  ck_assert(far.by[0] == 32 && far.by[1] == 32 && far.by[2] == 8);
  ck_assert(few.by[0] == 1 && few.by[1] == 1 && few.by[2] == 1);
  ck_assert_uint_eq(sm_view_coarse(7, 2), 4);
}
END_TEST

/* Joined cells are the mean of those that have a value, none where most have not. */
START_TEST(joined_cells) {
  setup();
  const float none = (float)NAN;
  const float fine[2 * 2 * 5] = {1, 3, none, none, 7, 5, 7, none, 2, 9, /* layer 0 */
                                 1, 3, none, 8,    7, 5, 7, none, 2, 9};
  const struct sm_view_coarsening two = {{2, 2, 2}};
  float out[3];
  ck_assert_int_eq(sm_view_coarsen(ctx, (const size_t[3]){5, 2, 2}, &two, fine, out), SM_OK);
  ck_assert(fabsf(out[0] - 4) < 1e-6F);
  ck_assert(isnan(out[1])); /* three of eight */
  ck_assert(fabsf(out[2] - 8) < 1e-6F);
  teardown();
}
END_TEST

/* The numbers of a block of 16 bits of the wind are those of the file. */
START_TEST(blocks) {
  setup();
  void *bytes, *again;
  size_t size, other;
  write_town(2);
  struct sm_view *view = open_town();
  ck_assert_int_eq(sm_view_block(ctx, view, "0/wind/1/0", &bytes, &size), SM_OK);
  ck_assert_int_eq(sm_view_block(ctx, view, "0/wind/1/0", &again, &other), SM_OK);
  ck_assert(size == other && memcmp(bytes, again, size) == 0);
  ck_assert(size > 20 && size < 60 * 40 * 20 * 6);
  free(bytes);
  free(again);
  ck_assert_int_eq(sm_view_block(ctx, view, "0/terrain/0/0", &bytes, &size), SM_OK);
  free(bytes);
  static const char *const wrong[] = {"",           "0/wind/2/0",  "1/wind/0/0",    "0/wind/0/9",
                                      "0/wine/0/0", "0/wind/0/0x", "0/terrain/0/1", "-1/wind/0/0",
                                      "0/wind/0",   "0/../0/0",    "0/wind/-1/0"};
  for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++)
    ck_assert_msg(sm_view_block(ctx, view, wrong[n], &bytes, &size) == SM_ERR_USAGE, "%s",
                  wrong[n]);
  sm_view_close(&view);
  teardown();
}
END_TEST

/* A box of a level is that part of the whole level, to the bit; it may begin anywhere. */
START_TEST(boxes) {
  setup();
  struct sm_wind_file *file = NULL;
  write_town(1);
  ck_assert_int_eq(sm_wind_file_open(ctx, path, &file), SM_OK);
  for (size_t by = 1; by <= 4; by *= 2) {
    const size_t n[3] = {60 / by, 40 / by, 20 / by};
    struct sm_view_read_request request = {.variable = "u", .factors = {{by, by, by}}};
    float whole[60 * 40 * 20], part[60 * 40 * 20];
    ck_assert_int_eq(sm_view_read(file, &request, whole), SM_OK);
    const size_t from[3] = {n[0] / 3, n[1] / 4, 1}, to[3] = {n[0] - 2, n[1], n[2] - 1};
    for (int d = 0; d < 3; d++) {
      request.box.from[d] = from[d] * by;
      request.box.to[d] = to[d] * by;
    }
    ck_assert_int_eq(sm_view_read(file, &request, part), SM_OK);
    const float *p = part;
    for (size_t k = from[2]; k < to[2]; k++)
      for (size_t j = from[1]; j < to[1]; j++, p += to[0] - from[0])
        ck_assert(
            memcmp(p, whole + (k * n[1] + j) * n[0] + from[0], (to[0] - from[0]) * sizeof *p) == 0);
  }
  sm_wind_file_close(&file);
  teardown();
}
END_TEST

/* Boxes by their names; other words are errors. */
START_TEST(box_names) {
  setup();
  void *bytes;
  size_t size;
  write_town(1);
  struct sm_view *view = open_town();
  ck_assert_int_eq(sm_view_box(ctx, view, "0/wind/0/0/10-30,0-40,2-5", &bytes, &size), SM_OK);
  ck_assert(size > 20 && size < 20 * 40 * 3 * 6 + 100);
  free(bytes);
  static const char *const wrong[] = {"",
                                      "0/wind/0/0",
                                      "0/wind/0/0/",
                                      "0/wind/0/0/0-10,0-10",
                                      "0/wind/0/0/10-10,0-40,2-5",
                                      "0/wind/0/0/30-10,0-40,2-5",
                                      "0/wind/0/0/0-61,0-40,2-5",
                                      "0/wind/0/0/-1-10,0-40,2-5",
                                      "0/wind/0/0/0--1,0-40,2-5",
                                      "0/wind/0/0/0-99999999999999999999,0-40,2-5",
                                      "0/wind/0/0/0-10,0-40,2-5x",
                                      "0/wind/1/0/0-10,0-40,2-5",
                                      "0/wind/0/9/0-10,0-40,2-5",
                                      "0/wind/0/-1/0-10,0-40,2-5",
                                      "0/wine/0/0/0-10,0-40,2-5",
                                      "9/wind/0/0/0-10,0-40,2-5",
                                      "0/terrain/0/0/0-10,0-40,0-1"};
  for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++)
    ck_assert_msg(sm_view_box(ctx, view, wrong[n], &bytes, &size) == SM_ERR_USAGE, "%s", wrong[n]);
  sm_view_close(&view);
  teardown();
}
END_TEST

/* The manifest tells of the file, and its title cannot end the element that it is in. */
START_TEST(manifest) {
  setup();
  char *text = NULL;
  write_town(3);
  struct sm_view *view = open_town();
  ck_assert_int_eq(sm_view_manifest(ctx, view, &text), SM_OK);
  ck_assert_ptr_nonnull(strstr(text, "\"kind\":\"grid\""));
  ck_assert_ptr_nonnull(strstr(text, "\"n\":[60,40,20]"));
  ck_assert_ptr_nonnull(strstr(text, "\"records\":[0,1,2]"));
  ck_assert_ptr_nonnull(strstr(text, "\"times\":[0,1,2]"));
  ck_assert_ptr_nonnull(strstr(text, "\"finer\":[]"));
  ck_assert_ptr_nonnull(strstr(text, "A <town>"));
  free(text);
  ck_assert_msg(sm_view_export(ctx, view, page, 25000000) == SM_OK, "%s", sm_context_message(ctx));
  sm_view_close(&view);
  ck_assert_int_eq(sm_file_read(ctx, page, &text, &(size_t){0}), SM_OK);
  ck_assert_ptr_nonnull(strstr(text, "A \\u003ctown>"));
  ck_assert_ptr_nonnull(strstr(text, "data-block=\"0/wind/2/0\""));
  ck_assert_ptr_nonnull(strstr(text, "MIT License"));
  sm_free(text);
  teardown();
}
END_TEST

/* A page never outgrows its limit: less cells, bits and times are taken, or it is refused. */
START_TEST(limit) {
  setup();
  struct stat info;
  size_t page_size;
  write_town(5);
  struct sm_view *view = open_town();
  sm_view_page(&page_size);
  const size_t limits[3] = {page_size + 900000, page_size + 300000, page_size + 120000};
  off_t before = 25000000;
  for (int n = 0; n < 3; n++) {
    ck_assert_msg(sm_view_export(ctx, view, page, limits[n]) == SM_OK, "%s",
                  sm_context_message(ctx));
    ck_assert_int_eq(stat(page, &info), 0);
    ck_assert(info.st_size <= (off_t)limits[n] && info.st_size <= before);
    before = info.st_size;
  }
  unlink(page);
  ck_assert_int_eq(sm_view_export(ctx, view, page, page_size / 2), SM_ERR_USAGE);
  ck_assert_int_ne(stat(page, &info), 0);
  ck_assert_int_eq(sm_view_export(ctx, view, "/nonexistent/a.html", 25000000), SM_ERR_IO);
  sm_view_close(&view);
  teardown();
}
END_TEST

static void must_fail(const char *file, const struct sm_view_options *options,
                      enum sm_status status, const char *words) {
  struct sm_view *view = NULL;
  ck_assert_int_eq(sm_view_open(ctx, &file, 1, options, &view), status);
  ck_assert_ptr_null(view);
  ck_assert_msg(strstr(sm_context_message(ctx), words) != NULL, "%s", sm_context_message(ctx));
}

START_TEST(wrong_input) {
  setup();
  const char *const field = "smoke";
  const struct sm_view_options fields = {&field, 1, (double)NAN, NULL, NULL},
                               high = {NULL, 0, 5000, NULL, NULL}, low = {NULL, 0, -1, NULL, NULL},
                               odd = {NULL, 0, (double)NAN, NULL, "mol"};
  char *bytes;
  size_t size;
  must_fail(path, NULL, SM_ERR_DATA, "cannot be read");
  must_fail(scratch_folder, NULL, SM_ERR_DATA, "no result of simoom");
  must_fail("tests/unit/test_view.c", NULL, SM_ERR_DATA, "not a NetCDF file");
  write_town(1);
  must_fail(path, &fields, SM_ERR_USAGE, "no field 'smoke'");
  must_fail(path, &high, SM_ERR_USAGE, "outside the domain");
  must_fail(path, &low, SM_ERR_USAGE, "outside the domain");
  must_fail(path, &odd, SM_ERR_USAGE, "can be shown in 'mol'");
  must_fail(path, &odd, SM_ERR_USAGE, "a speed (m/s");
  ck_assert_int_eq(sm_file_read(ctx, path, &bytes, &size), SM_OK);
  ck_assert_int_eq(sm_file_write(ctx, path, bytes, size / 2), SM_OK);
  must_fail(path, NULL, SM_ERR_DATA, "truncated");
  sm_free(bytes);
  teardown();
}
END_TEST

/* Memory that fails at any allocation: an error, and nothing is left. */
START_TEST(no_memory) {
  setup();
  const char *const names[1] = {path};
  write_town(1);
  for (long n = 1; n < 200; n++) {
    struct sm_view *view = NULL;
    void *bytes = NULL;
    size_t size;
    sm_context_fail_allocation(ctx, n);
    enum sm_status status = sm_view_open(ctx, names, 1, NULL, &view);
    if (status == SM_OK) status = sm_view_block(ctx, view, "0/wind/0/0", &bytes, &size);
    if (status == SM_OK) {
      free(bytes);
      status = sm_view_box(ctx, view, "0/wind/0/0/0-9,0-9,0-9", &bytes, &size);
    }
    sm_context_fail_allocation(ctx, 0);
    free(bytes);
    sm_view_close(&view);
    if (status == SM_OK) {
      teardown();
      return;
    }
    ck_assert_int_eq(status, SM_ERR_MEMORY);
  }
  ck_abort_msg("it never ended");
}
END_TEST

/* However many particles there are, a page is given no more than 200000 at a time, the same ones at
 * every time, and a page of a limited size fewer of them. */
START_TEST(many_particles) {
  setup();
  enum { MANY = 450000 };
  struct made m;
  struct sm_particle_snapshot shot;
  double(*place)[3] = calloc(MANY, sizeof *place), *id = calloc(MANY, sizeof *id);
  int64_t *number = calloc(MANY, sizeof *number);
  size_t count, fewer;
  make_domain(&m, &town);
  for (int n = 0; n < MANY; n++) {
    number[n] = 3000000000 + n;
    for (int d = 0; d < 3; d++) place[n][d] = 0.01 * (double)(n * (d + 7919L) % 1009);
  }
  const struct sm_particle_cloud cloud = {
      .count = MANY, .place = (const double(*)[3])place, .id = number};
  const char *file = scratch_path("a.vtp");
  ck_assert_int_eq(sm_particle_vtk_write(ctx, file, &m.domain, &cloud), SM_OK);
  free_domain(&m);
  const char *const names[1] = {file};
  struct sm_view *view = NULL;
  ck_assert_int_eq(sm_view_open(ctx, names, 1, NULL, &view), SM_OK);
  const struct sm_view_source *source = view->source[0];
  ck_assert_uint_eq(source->shots.every, 3);
  ck_assert(source->coarsest >= 4 && fabs(view->origin[0]) > 1000);
  ck_assert_int_eq(sm_particle_vtk_open(ctx, file, &shot), SM_OK);
  ck_assert_int_eq(sm_particle_vtk_some(&shot, SM_PARTICLE_ID, 3, MANY, id, &count), SM_OK);
  ck_assert(count > 145000 && count < 155000);
  ck_assert_int_eq(sm_particle_vtk_some(&shot, SM_PARTICLE_ID, 6, MANY, id + count, &fewer), SM_OK);
  ck_assert(fewer > 70000 && fewer < 80000);
  for (size_t n = 0, at = 0; n < fewer; n++) {
    while (at < count && id[at] < id[count + n]) at++;
    ck_assert(at < count && fabs(id[at] - id[count + n]) < 0.5); /* in the order of the file */
  }
  ck_assert_int_eq(sm_particle_vtk_some(&shot, SM_PARTICLE_ID, 3, 100, id, &count), SM_OK);
  ck_assert_uint_eq(count, 100);
  sm_particle_vtk_close(&shot);
  ck_assert_int_eq(sm_view_export(ctx, view, page, 1000000), SM_OK);
  struct stat info;
  ck_assert_int_eq(stat(page, &info), 0);
  ck_assert(info.st_size <= 1000000);
  ck_assert_int_eq(sm_view_export(ctx, view, page, 600000), SM_ERR_USAGE);
  sm_view_close(&view);
  unlink(file);
  free(place);
  free(id);
  free(number);
  teardown();
}
END_TEST

TEST_MAIN(codes, levels, joined_cells, chunks, blocks, boxes, box_names, manifest, limit,
          wrong_input, many_particles, no_memory)
