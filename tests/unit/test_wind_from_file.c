/* Winds out of files of others: which forms are understood, and what is wrong with the rest. Those
 * of simoom: tests/system/wind_sources.sh; of QES-Winds: test_wind_from_qes.c. */
#define _XOPEN_SOURCE 700
#include "wind_file_fixture.h"
#include <stdlib.h>
#include <unistd.h>

/* A linear wind: component d of time t at x, y, z. */
static double wind(int d, int t, double x, double y, double z) {
  return (d + 1) * (1 + 0.1 * x - 0.2 * y) + (d == 2 ? 0 : 0.05 * z) + 10 * t;
}

/* Errors of a file. */
struct flaw {
  bool steady, no_time, falls, missing_time, misplaced, no_x, short_w, nan, no_w, bounds;
  double mark; /* value in place of NaN, below 0 */
  int mode;    /* of the file; 0: NetCDF-4 */
  const char *unit, *length, *time_unit;
  double start, gap; /* s, of the times; added to the last */
  double stretch;
};

/* Winds on a grid as the CF conventions have it: cells of 2 m x 3 m x 1 m from 10, 20, 0. */
static void write_grid(int which, struct flaw flaw) {
  ok(nc_create(path[which], (flaw.mode != 0 ? flaw.mode : NC_NETCDF4) | NC_CLOBBER, &file));
  const int t = dimension("time", TIMES), z = dimension("height", NZ), y = dimension("y", NY);
  const int x = dimension("x", NX), other = dimension("other", NX + 1);
  const int over[4] = {t, z, y, x}, wrong[4] = {t, z, y, other};
  const char *length = flaw.length != NULL ? flaw.length : "m";
  const char *unit = flaw.unit != NULL ? flaw.unit : "m s-1";
  const int first = flaw.steady ? 1 : 0;
  const int time = flaw.no_time ? -1 : variable("time", 1, &t, flaw.time_unit);
  const int vz = variable("height", 1, &z, length), vy = variable("y", 1, &y, length);
  const int vx = flaw.no_x ? -1 : variable("x", 1, &x, length);
  int id[3];
  for (int d = 0; d < 3; d++)
    id[d] = flaw.no_w && d == 2 ? -1
                                : variable((const char *[]){"u", "v", "w"}[d], 4 - first,
                                           (flaw.short_w && d == 2 ? wrong : over) + first, unit);
  ok(nc_enddef(file));
  const double factor = strcmp(length, "km") == 0 ? 1e-3 : 1;
  for (size_t i = 0; i < NX; i++) {
    const double at = factor * (flaw.misplaced && i == 2 ? 3 : 11 + 2 * (double)i);
    if (vx >= 0) ok(nc_put_var1_double(file, vx, &i, &at));
  }
  for (size_t j = 0; j < NY; j++) {
    const double at = factor * (21.5 + 3 * (double)j);
    ok(nc_put_var1_double(file, vy, &j, &at));
  }
  for (size_t k = 0; k < NZ; k++) {
    const double at = factor * ((double)k + 0.5 + flaw.stretch * (double)(k * k));
    ok(nc_put_var1_double(file, vz, &k, &at));
  }
  for (size_t s = 0; s < TIMES && time >= 0; s++) {
    const double at =
        flaw.start + (flaw.falls ? -10.0 : 10.0) * (double)s + (s == 2 ? flaw.gap : 0);
    if (!(flaw.missing_time && s == 1)) ok(nc_put_var1_double(file, time, &s, &at));
  }
  for (int d = 0; d < 3; d++)
    for (size_t s = 0; s < (flaw.steady ? 1 : TIMES) && id[d] >= 0 && !(flaw.short_w && d == 2);
         s++)
      for (size_t k = 0; k < NZ; k++)
        for (size_t j = 0; j < NY; j++)
          for (size_t i = 0; i < NX; i++) {
            const size_t at[4] = {s, k, j, i};
            double value = wind(d, (int)s, 1 + 2 * (double)i, 1.5 + 3 * (double)j, (double)k + 0.5);
            if (flaw.nan && d == 1 && s == 1 && k == 2 && j == 3 && i == 4)
              value = flaw.mark < 0 ? flaw.mark : (double)NAN;
            ok(nc_put_var1_double(file, id[d], at + first, &value));
          }
  ok(nc_close(file));
}

static const char *both_files(const char *more) {
  static char text[512];
  snprintf(text, sizeof text, "[wind]\nmodel = 'file'\n[wind.file]\nfiles = ['%s', '%s']\n%s",
           path[0], path[1], more);
  return text;
}

/* --- winds on a grid --- */

START_TEST(a_grid_with_coordinates_is_a_domain) {
  struct blown b;
  begin();
  write_grid(0, (struct flaw){0});
  blow_open(&b, text_of("", ""), &sm_model_file, 2, 64);
  const struct sm_grid *grid = &b.domain->grid;
  ck_assert(grid->axis[0].n == NX && grid->axis[1].n == NY && grid->axis[2].n == NZ);
  near(grid->origin[0], 10, 1e-12);
  near(grid->origin[1], 20, 1e-12);
  near(grid->axis[0].width[3], 2, 1e-12);
  near(grid->axis[2].face[3], 3, 1e-12);
  ck_assert(b.domain->fluid_count == NX * NY * NZ && b.domain->weather.time_count == TIMES);
  ck_assert(b.domain->weather.relative && b.domain->weather.time[2] == 20);
  ck_assert(warned(&b, "no longer free of divergence"));
  blow_step(&b, 2);
  near(blow_get(&b, 0, 2, 1, 1), wind(0, 2, 4, 4.5, 1.5), 1e-12);
  near(blow_get(&b, 1, 2, 1, 1), wind(1, 2, 5, 3, 1.5), 1e-12);
  near(blow_get(&b, 2, 2, 1, 1), wind(2, 2, 5, 4.5, 1), 1e-12);
  near(blow_get(&b, 0, 0, 1, 1), wind(0, 2, 1, 4.5, 1.5), 1e-12); /* of the cell beside it */
  near(blow_get(&b, 0, NX, 1, 1), wind(0, 2, 9, 4.5, 1.5), 1e-12);
  near(blow_get(&b, 2, 2, 1, 0), 0, 0); /* the ground */
  near(blow_get(&b, 2, 2, 1, NZ), wind(2, 2, 5, 4.5, 2.5), 1e-12);
  blow_step(&b, 0);
  near(blow_get(&b, 0, 2, 1, 1), wind(0, 0, 4, 4.5, 1.5), 1e-12);
  blow_end(&b);
  scratch_close();
}
END_TEST

START_TEST(units_are_converted_and_a_file_may_be_steady) {
  struct blown b;
  begin();
  write_grid(0, (struct flaw){.length = "km", .unit = "km h-1", .steady = true, .no_time = true});
  blow_open(&b, text_of("", ""), &sm_model_file, 1, 32);
  ck_assert(b.domain->weather.time_count == 1 && isnan(b.domain->weather.time[0]));
  near(b.domain->grid.axis[1].width[0], 3, 1e-9);
  blow_step(&b, 0);
  near(blow_get(&b, 0, 2, 1, 1), wind(0, 0, 4, 4.5, 1.5) / 3.6, 1e-6);
  blow_end(&b);
  scratch_close();
}
END_TEST

START_TEST(times_are_chosen_and_shifted) {
  struct blown b;
  begin();
  write_grid(0, (struct flaw){.time_unit = "minutes since 1970-01-02 00:00:00"});
  blow_open(&b, text_of("", "times = [500, 1300]\noffset = -60\n"), &sm_model_file, 1, 32);
  ck_assert_int_eq(b.domain->weather.time_count, 2);
  ck_assert(!b.domain->weather.relative && b.domain->weather.time[0] == 86400 + 540);
  blow_step(&b, 0);
  near(blow_get(&b, 0, 2, 1, 1), wind(0, 1, 4, 4.5, 1.5), 1e-5);
  blow_end(&b);
  blow_fails(text_of("", "times = [1, 500]\n"), SM_ERR_DATA, "no wind from 1 s to 500 s");
  scratch_close();
}
END_TEST

START_TEST(the_date_may_be_that_of_the_case) {
  struct blown b;
  begin();
  write_grid(0, (struct flaw){.gap = 30});
  blow_open(&b, text_of("[case]\nstart = 1970-01-01T00:10:00Z\n", ""), &sm_model_file, 1, 32);
  ck_assert(!b.domain->weather.relative && b.domain->weather.time[1] == 610);
  ck_assert(warned(&b, "no wind between 10 s and 50 s"));
  blow_end(&b);
  scratch_close();
}
END_TEST

START_TEST(files_follow_each_other) {
  struct blown b;
  begin();
  write_grid(0, (struct flaw){0});
  write_grid(1, (struct flaw){.start = 30});
  blow_open(&b, both_files(""), &sm_model_file, 1, 64);
  ck_assert_int_eq(b.domain->weather.time_count, 6);
  const int order[] = {4, 1, 5, 0};
  for (int t = 0; t < 4; t++) {
    blow_step(&b, order[t]);
    near(blow_get(&b, 1, 2, 1, 1), wind(1, order[t] % 3, 5, 3, 1.5), 1e-12);
  }
  blow_end(&b);
  write_grid(1, (struct flaw){.start = 20});
  blow_fails(both_files(""), SM_ERR_DATA,
             "its first time, 20 s, is not after the last of the file before, 20 s");
  write_grid(1, (struct flaw){.start = 30, .stretch = 0.2});
  blow_fails(both_files(""), SM_ERR_DATA, "1.nc: error: its cells along z are not those of");
  write_grid(1, (struct flaw){.start = 30, .time_unit = "hours since 2020-01-01"});
  blow_fails(both_files(""), SM_ERR_DATA, "it is not a file of the same kind");
  scratch_close();
}
END_TEST

START_TEST(a_domain_of_the_case_must_be_that_of_the_file) {
  static const char match[] = "[domain]\nsize = [10, 12]\ncell_size = [2, 3, 1]\nheight = 3\n"
                              "stretch = 1\n",
                    coarse[] = "[domain]\nsize = [10, 12]\ncell_size = [2, 3, 1.5]\nheight = 3\n"
                               "stretch = 1\n";
  struct blown b;
  begin();
  write_grid(0, (struct flaw){0});
  blow_open(&b, text_of(match, ""), &sm_model_file, 1, 64);
  blow_step(&b, 1);
  near(blow_get(&b, 2, 2, 1, 1), wind(2, 1, 5, 4.5, 1), 1e-12);
  blow_end(&b);
  blow_fails(text_of(coarse, ""), SM_ERR_DATA,
             "its grid is not that of the case: along z it has 3 cells");
  scratch_close();
}
END_TEST

START_TEST(solids_of_the_case_stay_where_the_file_tells_of_none) {
  struct blown b;
  begin();
  write_grid(0, (struct flaw){0});
  blow_open(&b,
            text_of("[domain]\nsize = [10, 12]\ncell_size = [2, 3, 1]\nheight = 3\nstretch = 1\n"
                    "[[buildings.box]]\ncorner = [4, 3]\nsize = [2, 3]\nheight = 2\n",
                    ""),
            &sm_model_file, 1, 64);
  ck_assert_int_eq(b.domain->fluid_count, NX * NY * NZ - 2);
  blow_step(&b, 1);
  near(blow_get(&b, 0, 2, 1, 1), 0, 0);
  near(blow_get(&b, 0, 3, 1, 1), 0, 0);
  near(blow_get(&b, 2, 2, 1, 2), 0, 0);
  ck_assert(blow_get(&b, 0, 4, 1, 1) > 1);
  blow_end(&b);
  scratch_close();
}
END_TEST

/* --- what is wrong --- */

START_TEST(wrong_files_are_refused_by_name) {
  static const struct {
    struct flaw flaw;
    const char *message;
  } wrong[] = {
      {{.no_w = true}, "no wind on a grid (u, v and w over z, y and x); looked for u, v and w"},
      {{.unit = "K"}, "variable 'u': cannot turn 'K' into 'm s-1'"},
      {{.length = "degrees_east"}, "variable 'x': cannot turn 'degree' into 'm'"},
      {{.no_x = true}, "dimension 'x' of variable 'u' has no coordinates"},
      {{.misplaced = true}, "the coordinates of the cells along x do not increase at cell 1"},
      {{.short_w = true}, "variable 'w' does not lie over (time,) z, y, x with 3, 4 and 5 values"},
      {{.falls = true},
       "variable 'time' does not increase: -10 s at index 1, 0 s at the one before"},
      {{.missing_time = true}, "variable 'time' has no value at index 1"},
      {{.no_time = true}, "no times of the winds; looked for"},
      {{.time_unit = "fortnights since yesterday"}, "variable 'time':"},
      {{.time_unit = "m"}, "variable 'time': cannot turn 'm' into 's'"},
  };
  begin();
  for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
    write_grid(0, wrong[w].flaw);
    blow_fails(text_of("", ""), SM_ERR_DATA, wrong[w].message);
  }
  scratch_close();
}
END_TEST

/* Also by a number that no attribute calls a mark of missing values. */
START_TEST(a_value_that_is_missing_in_the_air_is_an_error) {
  for (int n = 0; n < 2; n++) {
    struct blown b;
    begin();
    write_grid(0, (struct flaw){.nan = true, .mark = n == 0 ? 0 : -9999});
    blow_open(&b, text_of("", ""), &sm_model_file, 1, 64);
    blow_step(&b, 0);
    ck_assert_int_eq(sm_model_advance(b.ctx, b.model, b.self, 1, &b.report), SM_ERR_DATA);
    ck_assert_msg(strstr(sm_context_message(b.ctx), "0.nc: error: variable 'v' has no value in the "
                                                    "air: time index 1, z 2, y 3, x 4") != NULL,
                  "%s", sm_context_message(b.ctx));
    blow_end(&b);
    scratch_close();
  }
}
END_TEST

START_TEST(what_is_no_netcdf_or_is_cut_off_is_refused) {
  begin();
  FILE *text = fopen(path[0], "wb");
  fputs("no NetCDF at all", text);
  fclose(text);
  blow_fails(text_of("", ""), SM_ERR_DATA, "not a NetCDF file");
  write_grid(0, (struct flaw){0});
  ck_assert_int_eq(truncate(path[0], 4000), 0);
  blow_fails(text_of("", ""), SM_ERR_DATA, "truncated or damaged");
  write_grid(0, (struct flaw){.mode = NC_64BIT_OFFSET});
  struct blown b;
  blow_open(&b, text_of("", ""), &sm_model_file, 1, 64);
  blow_step(&b, 2);
  near(blow_get(&b, 0, 2, 1, 1), wind(0, 2, 4, 4.5, 1.5), 1e-12);
  blow_end(&b);
  ck_assert_int_eq(truncate(path[0], 4000), 0);
  blow_fails(text_of("", ""), SM_ERR_DATA, "truncated: it has 4000 bytes, its values alone 44");
  scratch_close();
}
END_TEST

TEST_MAIN(a_grid_with_coordinates_is_a_domain, units_are_converted_and_a_file_may_be_steady,
          times_are_chosen_and_shifted, the_date_may_be_that_of_the_case, files_follow_each_other,
          a_domain_of_the_case_must_be_that_of_the_file,
          solids_of_the_case_stay_where_the_file_tells_of_none, wrong_files_are_refused_by_name,
          a_value_that_is_missing_in_the_air_is_an_error,
          what_is_no_netcdf_or_is_cut_off_is_refused)
