/* Wind files described: what is in them, their divergence computed anew; differences of two. */
#define _DEFAULT_SOURCE
#include "cell/urban/urban.h"
#include "describe_fixture.h"
#include <sys/wait.h>
#include <unistd.h>

static struct sm_file_mass_balance balance(void) {
  struct sm_wind_file *file = NULL;
  struct sm_file_mass_balance b = {0};
  ck_assert_msg(sm_wind_file_open(ctx, path, &file) == SM_OK, "%s", sm_context_message(ctx));
  ck_assert_int_eq(sm_wind_file_balance(file, 0, &b), SM_OK);
  sm_wind_file_close(&file);
  return b;
}

/* Readers that share no code with simoom, where the machine has them. */
static void check_with_others(const char *limit) {
  char command[256];
  snprintf(command, sizeof command,
           "PATH=/usr/bin:$PATH python3 tests/system/check_divergence.py %s %s", path, limit);
  const int code = system(command);
  ck_assert_msg(WIFEXITED(code) &&
                    (WEXITSTATUS(code) == 0 || WEXITSTATUS(code) == 77 || WEXITSTATUS(code) == 127),
                "%s: %d", command, code);
  snprintf(command, sizeof command,
           "command -v ncdump >/dev/null || exit 0; ncdump -h %s >/dev/null", path);
  ck_assert_int_eq(system(command), 0);
}

START_TEST(wind_without_divergence_has_none_after_the_file) {
  setup();
  for (int is_double = 0; is_double < 2; is_double++) {
    struct made_options o = town;
    o.is_double = is_double;
    struct made m;
    make_domain(&m, &o);
    make_solenoidal(&m);
    write_file(&m, true);
    const struct sm_file_mass_balance b = balance();
    ck_assert_double_gt(b.speed, 0.1);
    ck_assert_double_lt(b.divergence, is_double ? 1e-14 : 1e-6);
    ck_assert_double_gt(b.divergence, 0);
    ck_assert(b.closed_flux == 0);
    check_with_others(is_double ? "1e-14" : "1e-6");
    free_domain(&m);
  }
  teardown();
}
END_TEST

START_TEST(divergence_and_leaks_are_found_where_they_are) {
  setup();
  struct made m;
  make_domain(&m, &town);
  make_uniform(&m, 0, 0, 0);
  set_face(&m, 1, 130, 129, 17, 5); /* in the second tile of each direction */
  write_file(&m, true);
  struct sm_file_mass_balance b = balance();
  const double dz = m.domain.grid.axis[2].width[17];
  ck_assert_double_eq_tol(b.divergence, fmin(2, dz) / 3, 1e-12);
  ck_assert(b.speed == 5);
  ck_assert_uint_eq(b.worst[0], 130);
  ck_assert(b.worst[1] == 128 || b.worst[1] == 129);
  ck_assert_uint_eq(b.worst[2], 17);
  ck_assert(b.closed_flux == 0);
  set_face(&m, 0, 60, 15, 7, 2); /* through the west wall of the building */
  write_file(&m, true);
  b = balance();
  ck_assert_double_eq_tol(b.closed_flux, 2 * 3 * m.domain.grid.axis[2].width[7], 1e-12);
  free_domain(&m);
  teardown();
}
END_TEST

START_TEST(cut_cells_count_with_their_open_fractions) {
  setup();
  struct made m;
  make_domain(&m, &town);
  make_uniform(&m, 0, 0, 0);
  for (int i = 0; i <= 140; i++) set_face(&m, 0, i, 130, 17, i == 32 ? 8 : 4);
  m.domain.cut_count = 2; /* not sorted: the reader sorts */
  m.domain.cut = calloc(2, sizeof *m.domain.cut);
  for (int n = 0; n < 2; n++) {
    m.domain.cut[n].cell = (int64_t)made_index(&m, n == 0 ? 32 : 31, 130, 17);
    for (int side = 0; side < 6; side++) m.domain.cut[n].fraction[side] = 1;
    m.domain.cut[n].fraction[n] = 0.5F; /* the face between them is half open */
  }
  write_file(&m, true);
  const struct sm_file_mass_balance b = balance();
  ck_assert(b.divergence == 0);
  ck_assert(b.speed == 8);
  check_with_others("1e-15");
  free_domain(&m);
  teardown();
}
END_TEST

START_TEST(text_and_json_tell_what_is_in_the_file) {
  setup();
  struct made m;
  make_domain(&m, &town);
  make_solenoidal(&m);
  write_file(&m, true);
  char *text = NULL;
  ck_assert_msg(sm_describe_file(ctx, path, 0, &text) == SM_OK, "%s", sm_context_message(ctx));
  ck_assert_ptr_nonnull(strstr(text, "140 x 135 x 20 = 378000 cells"));
  ck_assert_ptr_nonnull(strstr(text, "recomputed"));
  ck_assert_ptr_nonnull(strstr(text, "wind_speed"));
  free(text);
  ck_assert_int_eq(sm_describe_file(ctx, path, 1, &text), SM_OK);
  ck_assert_ptr_nonnull(strstr(text, "\"case\":\"to\\\"wn\""));
  ck_assert_ptr_nonnull(strstr(text, "\"nx\":140"));
  ck_assert_ptr_nonnull(strstr(text, "\"closed_flux\":0"));
  free(text);
  write_file(&m, false);
  ck_assert_int_eq(sm_describe_file(ctx, path, 0, &text), SM_OK);
  ck_assert_ptr_nonnull(strstr(text, "cannot be recomputed"));
  free(text);
  ck_assert_int_eq(sm_describe_file(ctx, path, 1, &text), SM_OK);
  ck_assert_ptr_nonnull(strstr(text, "\"recomputed_divergence\":null"));
  free(text);
  free_domain(&m);
  teardown();
}
END_TEST

START_TEST(the_cells_of_each_zone_are_counted) {
  setup();
  struct made m;
  make_domain(&m, &town);
  make_solenoidal(&m);
  const size_t cells = 140 * 135 * 20;
  uint8_t *zone = calloc(cells, 1);
  ck_assert_ptr_nonnull(zone);
  zone[7] = zone[8] = zone[cells - 1] = SM_ZONE_CAVITY;
  zone[140 * 135 * 17] = SM_ZONE_ROOFTOP;
  m.wind.zone = zone;
  m.domain.building_count = 1;
  write_file(&m, false);
  char *text = NULL;
  ck_assert_msg(sm_describe_file(ctx, path, 0, &text) == SM_OK, "%s", sm_context_message(ctx));
  ck_assert_ptr_nonnull(strstr(text, "\n  flow zone                   cells\n"
                                     "  none                       377996\n"
                                     "  cavity                          3\n"
                                     "  rooftop                         1\n\n"));
  free(text);
  ck_assert_int_eq(sm_describe_file(ctx, path, 1, &text), SM_OK);
  ck_assert_ptr_nonnull(strstr(text,
                               "\"zones\":{\"none\":[377996],\"upwind_cavity\":[0],\"cavity\":"
                               "[3],"));
  free(text);
  zone[0] = 100; /* which no name is for */
  write_file(&m, false);
  ck_assert_int_eq(sm_describe_file(ctx, path, 0, &text), SM_OK);
  ck_assert_ptr_nonnull(strstr(text, "  zone_100                        1\n"));
  free(text);
  m.wind.zone = NULL;
  write_file(&m, false);
  ck_assert_int_eq(sm_describe_file(ctx, path, 0, &text), SM_OK);
  ck_assert_ptr_null(strstr(text, "  zone"));
  free(text);
  ck_assert_int_eq(sm_describe_file(ctx, path, 1, &text), SM_OK);
  ck_assert_ptr_nonnull(strstr(text, "\"zones\":null"));
  free(text);
  free(zone);
  free_domain(&m);
  teardown();
}
END_TEST

START_TEST(nan_in_a_wind_is_reported) {
  setup();
  struct made m;
  make_domain(&m, &town);
  make_solenoidal(&m);
  set_face(&m, 2, 3, 4, 5, (double)NAN);
  write_file(&m, true);
  char *text = NULL;
  ck_assert_int_eq(sm_describe_file(ctx, path, 0, &text), SM_OK);
  ck_assert_ptr_nonnull(strstr(text, "damaged: w has 2 values that are not a number"));
  ck_assert(isnan(balance().divergence));
  free(text);
  free_domain(&m);
  teardown();
}
END_TEST

/* Writes the wind of m under the name `other` in the folder; m's u at one face is changed to 5. */
static void write_other(struct made *m, const char *other, int i, int j, int k, double u) {
  const char *keep = path;
  path = scratch_path(other);
  set_face(m, 0, i, j, k, u);
  write_file(m, false);
  path = keep;
}

START_TEST(differences_are_the_largest_of_each_component) {
  setup();
  const char *other = scratch_path("other.nc");
  struct sm_wind_difference d;
  struct made m;
  make_domain(&m, &town);
  make_uniform(&m, 3, -1, 0.5);
  write_file(&m, false);
  ck_assert_int_eq(sm_compare_files(ctx, path, path, (double)NAN, &d), SM_OK);
  ck_assert(d.largest[0] == 0 && d.largest[1] == 0 && d.largest[2] == 0);
  write_other(&m, "other.nc", 131, 129, 17, 5); /* half of it at the centres beside the face */
  ck_assert_int_eq(sm_compare_files(ctx, path, other, (double)NAN, &d), SM_OK);
  ck_assert_double_eq_tol(d.largest[0], 1, 1e-6);
  ck_assert_double_eq_tol(d.relative[0], 1.0 / 4, 1e-6); /* 4 m/s in the second file */
  ck_assert(d.largest[1] == 0 && d.largest[2] == 0);
  ck_assert_int_eq(sm_compare_files(ctx, other, path, 10, &d), SM_OK); /* far below */
  ck_assert(d.largest[0] == 0 && d.largest[1] == 0 && d.largest[2] == 0);
  write_other(&m, "other.nc", 131, 129, 4, 4); /* on this slope at about 10 m */
  ck_assert_int_eq(sm_compare_files(ctx, path, other, 6, &d), SM_OK);
  ck_assert_double_gt(d.largest[0], 0.01);
  ck_assert_int_eq(unlink(other), 0);
  free_domain(&m);
  teardown();
}
END_TEST

START_TEST(winds_of_other_grids_and_solids_are_not_compared) {
  setup();
  const char *other = scratch_path("other.nc");
  struct sm_wind_difference d;
  struct made m;
  make_domain(&m, &town);
  make_uniform(&m, 3, -1, 0.5);
  write_file(&m, false);
  free_domain(&m);
  ck_assert_int_eq(sm_compare_files(ctx, path, other, (double)NAN, &d),
                   SM_ERR_DATA); /* not there */
  struct made_options o = town;
  o.building[1]++;
  make_domain(&m, &o);
  make_uniform(&m, 3, -1, 0.5);
  write_other(&m, "other.nc", 0, 0, 19, 3);
  ck_assert_int_eq(sm_compare_files(ctx, path, other, (double)NAN, &d), SM_OK);
  ck_assert(isnan(d.largest[0]) && isnan(d.largest[1]) && isnan(d.largest[2]));
  free_domain(&m);
  o.n[1]--;
  make_domain(&m, &o);
  make_uniform(&m, 3, -1, 0.5);
  write_other(&m, "other.nc", 0, 0, 19, 3);
  ck_assert_int_eq(sm_compare_files(ctx, path, other, (double)NAN, &d), SM_ERR_DATA);
  ck_assert_ptr_nonnull(strstr(sm_context_message(ctx), "140 x 134 x 20"));
  ck_assert_int_eq(unlink(other), 0);
  free_domain(&m);
  teardown();
}
END_TEST

TEST_MAIN(differences_are_the_largest_of_each_component,
          winds_of_other_grids_and_solids_are_not_compared,
          wind_without_divergence_has_none_after_the_file,
          divergence_and_leaks_are_found_where_they_are, cut_cells_count_with_their_open_fractions,
          text_and_json_tell_what_is_in_the_file, the_cells_of_each_zone_are_counted,
          nan_in_a_wind_is_reported)
