/* Cells of sources of every shape, and emission rates: all that is given is released. */
#include "domain_fixture.h"
#include "harness.h"

#include "domain/sources/releases.h"
#include <math.h>

static struct fixture f;
static struct sm_case_source source;
static struct sm_release release;
static struct sm_source_cells cells;

/* 100 m x 80 m of 5 m cells, with a lid at 50 m and a house of 20 m in the middle. */
static void begin(void) {
  fixture_create(&f);
  f.c.domain.height = 50;
  fixture_box(&f, 40, 30, 20, 20, 20);
  fixture_build(&f);
}

static void finish(void) { fixture_destroy(&f); }

static void set(enum sm_source_shape shape, double x, double y, double height) {
  source = (struct sm_case_source){.name = (char *)"s", .shape = shape, .mass = NAN, .rate = 3};
  release = (struct sm_release){
      .source = &source, .place = {x, y}, .height = height, .start = -HUGE_VAL, .stop = HUGE_VAL};
}

/* Finds the cells; middle: of the mass. */
static void find(double from, double to, double middle[3]) {
  const struct sm_axis *axis = f.domain->grid.axis;
  double all = 0;
  ck_assert_int_eq(sm_source_cells_create(f.ctx, f.domain, &release, from, to, &cells), SM_OK);
  for (int d = 0; d < 3; d++) middle[d] = 0;
  for (int64_t m = 0; m < cells.count; m++) {
    const int i = (int)(cells.cell[m] % axis[0].n), row = (int)(cells.cell[m] / axis[0].n);
    const int at[3] = {i, row % axis[1].n, row / axis[1].n};
    double mass = cells.per[m];
    ck_assert(sm_domain_fluid_fraction(f.domain, at[0], at[1], at[2]) > 0);
    for (int64_t n = 0; n < m; n++) ck_assert(cells.cell[n] != cells.cell[m]);
    for (int d = 0; d < 3; d++) mass *= axis[d].width[at[d]];
    for (int d = 0; d < 3; d++) middle[d] += mass * axis[d].centre[at[d]];
    all += mass;
  }
  ck_assert_double_eq_tol(all, 1, 1e-12);
  sm_source_cells_free(&cells);
}

START_TEST(each_shape_has_all_of_its_mass_around_its_middle) {
  double middle[3];
  begin();
  const double cell = 5;
  for (int shape = SM_SOURCE_POINT; shape <= SM_SOURCE_SPHERE; shape++) {
    set((enum sm_source_shape)shape, 20, 20, shape == SM_SOURCE_SPHERE ? 12 : 7);
    for (int d = 0; d < 3 && shape == SM_SOURCE_BOX; d++) source.size[d] = 11;
    source.radius = shape == SM_SOURCE_DISK || shape == SM_SOURCE_SPHERE ? 12 : 0;
    source.inner_radius = shape == SM_SOURCE_DISK ? 11.99 : 0;
    if (shape == SM_SOURCE_LINE) {
      release.end[0] = 12;
      release.end[1] = 32;
      release.end_height = 17;
    }
    const bool line = shape == SM_SOURCE_LINE, point = shape == SM_SOURCE_POINT;
    find(0, 0, middle);
    const double tolerance = point ? cell : 0.5;
    ck_assert_double_eq_tol(middle[0], line ? 16 : 20, tolerance);
    ck_assert_double_eq_tol(middle[1], line ? 26 : 20, tolerance);
    ck_assert_double_eq_tol(middle[2], point || shape == SM_SOURCE_DISK ? 7 : 12, cell);
  }
  finish();
}
END_TEST

START_TEST(what_lies_in_a_building_goes_to_the_air_around_it) {
  double middle[3];
  begin();
  for (int shape = SM_SOURCE_LINE; shape <= SM_SOURCE_DOMAIN; shape++) {
    set((enum sm_source_shape)shape, 40, 40, shape == SM_SOURCE_SPHERE ? 10 : 2);
    for (int d = 0; d < 3 && shape == SM_SOURCE_BOX; d++) source.size[d] = 10;
    source.radius = shape == SM_SOURCE_DISK || shape == SM_SOURCE_SPHERE ? 10 : 0;
    release.end[0] = 20;
    release.end[1] = 40;
    if (shape == SM_SOURCE_LINE) release.place[0] = 50;
    find(0, 0, middle);
    if (shape != SM_SOURCE_DOMAIN) ck_assert_double_lt(middle[0], 40); /* west of the wall */
  }
  finish();
}
END_TEST

START_TEST(a_moving_source_leaves_its_mass_along_its_way) {
  double middle[3], path[][4] = {{0, 10, 10, 2}, {10, 30, 10, 2}, {20, 30, 70, 2}, {40, 90, 10, 2}};
  begin();
  set(SM_SOURCE_PATH, 0, 0, 0);
  release.path = path;
  release.path_count = 4;
  find(0, 10, middle);
  ck_assert_double_eq_tol(middle[0], 20, 0.5);
  find(15, 15, middle);
  ck_assert_double_eq_tol(middle[1], 40, 5);
  find(27, 28, middle); /* above the house */
  ck_assert_double_eq_tol(middle[2], 22.5, 0.5);
  find(100, 200, middle);
  ck_assert_double_eq_tol(middle[0], 90, 5);
  finish();
}
END_TEST

/* Over steps of uneven length. */
static double released(double from, double to) {
  double mass = 0, time = from;
  for (int n = 0; time < to; n++) {
    const double step = fmin(0.7 + 0.31 * (n % 3), to - time),
                 next = step < to - time ? time + step : to;
    mass += sm_release_mean_rate(&release, time, next - time) * (next - time);
    time = next;
  }
  return mass;
}

START_TEST(all_that_is_given_is_released) {
  double rates[][2] = {{2, 0}, {4, 6}, {4.5, 6}, {9, 1}};
  set(SM_SOURCE_POINT, 0, 0, 0);
  ck_assert_double_eq_tol(released(-10, 20), 90, 1e-12); /* no start: spin_up too */
  release.start = 5;
  release.stop = 7.2;
  ck_assert_double_eq_tol(released(-10, 20), 6.6, 1e-12);
  source.mass = 12;
  source.rate = NAN;
  ck_assert_double_eq_tol(released(-10, 20), 12, 1e-12);
  release.stop = release.start; /* at once */
  ck_assert_double_eq_tol(released(-10, 20), 12, 1e-12);
  ck_assert_double_eq_tol(released(5, 20), 12, 1e-12);
  ck_assert_double_eq_tol(released(-10, 5), 0, 1e-12);
  source.mass = NAN;
  release.rates = rates;
  release.rate_count = 4;
  ck_assert_double_eq_tol(released(-10, 20), 6 + 3 + 15.75, 1e-12);
}
END_TEST

TEST_MAIN(each_shape_has_all_of_its_mass_around_its_middle,
          what_lies_in_a_building_goes_to_the_air_around_it,
          a_moving_source_leaves_its_mass_along_its_way, all_that_is_given_is_released)
