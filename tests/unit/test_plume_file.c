/* The file of plumes: read back through the NetCDF library, by the rules of CF. */
#define _DEFAULT_SOURCE
#include "cf_rules.h"
#include "plume_scene.h"
#include "python.h"
#include <netcdf.h>
#include <stdio.h>
#include <unistd.h>

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
    ck_assert_str_eq(attribute(id, NC_GLOBAL, "title"), "Dispersion in the case hill");
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
  for (int n = 0; n < BOXES; n++) ck_assert(values[n] == (s.air[n] > 0 ? s.maximum[0][n] : fill));
  numbers(id, "arrival_time_SO2", values);
  for (int n = 0; n < 2 * BOXES; n++) {
    const bool known = n < BOXES && s.air[n] > 0 && n % 10 > 1;
    ck_assert(values[n] == (known ? s.arrival_time[0][n] : fill));
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
      above = above || (s.air[c + k * COLUMNS] > 0 && s.maximum[0][c + k * COLUMNS] > 5);
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
      struct sm_plume_budget *budget = &s.total[k].budget;
      budget->deposited = 0;
      for (int n = 0; n < COLUMNS; n++) budget->deposited += 20 * s.deposition[k][n];
      budget->emitted =
          budget->deposited + budget->airborne + budget->outflow + budget->decayed + budget->lost;
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
    for (int n = 0; n < 4; n++) s.maximum[0][n] = (float)n;
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

START_TEST(without_boxes_there_are_ground_and_mass_budget) {
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

TEST_MAIN(means_come_back_with_their_intervals, totals_come_back_and_what_never_was_is_missing,
          masses_and_doses_add_up_for_who_reads_the_file,
          boxes_of_their_own_have_axes_and_ground_of_their_own,
          without_boxes_there_are_ground_and_mass_budget,
          names_of_species_become_names_of_variables_without_clashes)
