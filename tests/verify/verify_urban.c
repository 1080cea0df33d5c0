/* Winds of building zones: the recirculation is as long as published, and neither the order of the
 * map nor its directions count. */
#include "domain_fixture.h"
#include "harness.h"
#include "urban_scene.h"

#include "physics/model.h"
#include "physics/urban/internal.h"
#include <math.h>
#include <string.h>

static struct fixture f;

enum { N = 40, LAYERS = 20 }; /* cells of 2 m */

/* The wind at the centres of cells, m/s. */
struct field {
  double wind[LAYERS][N][N][3]; /* [k][j][i] */
};

static void begin(double from) { urban_scene_begin(&f, N, LAYERS, from); }

static double real_at(const struct sm_state *state, int field, ptrdiff_t at) {
  const union sm_reals *r = &state->field[field];
  return state->device->bits == 64 ? r->f64[at] : (double)r->f32[at];
}

/* No zone moves air inside of solids. */
static void expect_still_solids(const struct sm_state *state, const ptrdiff_t step[3]) {
  for (int k = 0; k < LAYERS; k++)
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++) {
        const uint8_t byte = f.domain->cell[i + N * (j + N * k)];
        for (int face = 0; face < 6; face++) {
          const ptrdiff_t at = i + j * state->sy + k * state->sz + face % 2 * step[face / 2];
          if ((byte >> face & 1) == 0) ck_assert_double_eq(real_at(state, face / 2, at), 0);
        }
      }
}

static void compute(struct field *out) {
  struct sm_device *device = NULL;
  struct sm_state *state = NULL;
  struct sm_step_report report;
  void *self = NULL;
  const struct sm_model *model = &sm_model_diagnostic;
  fixture_build(&f);
  ck_assert_int_eq(sm_device_open(f.ctx, "cpu", 2, 64, 0, &device), SM_OK);
  ck_assert_int_eq(sm_state_create(f.ctx, device, &f.domain->grid, model->fields(&f.c), &state),
                   SM_OK);
  ck_assert_int_eq(sm_model_create(f.ctx, model, &f.c, f.domain, state, &self), SM_OK);
  ck_assert_msg(sm_model_advance(f.ctx, model, self, 0, &report) == SM_OK, "%s",
                sm_context_message(f.ctx));
  ck_assert(report.converged);
  ck_assert_double_lt(report.divergence, 1e-10);
  const ptrdiff_t step[3] = {1, state->sy, state->sz};
  expect_still_solids(state, step);
  for (int k = 0; k < LAYERS; k++)
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++)
        for (int d = 0; d < 3; d++) {
          const ptrdiff_t at = i + j * state->sy + k * state->sz;
          out->wind[k][j][i][d] = 0.5 * (real_at(state, d, at) + real_at(state, d, at + step[d]));
        }
  sm_model_destroy(model, &self);
  sm_state_destroy(&state);
  sm_device_close(&device);
}

static struct field *new_field(void) { return calloc(1, sizeof(struct field)); }

/* Largest and mean difference from `b` of `a` after its turn and its mirror: cell (i, j) of a is
 * cell (place) of b, component d of a is sign times component `from` of b. */
struct turn {
  bool swapped;     /* x and y */
  bool mirrored[2]; /* i, j of b count from the other end */
};
static double distance(const struct field *a, const struct field *b, struct turn t, double *mean) {
  double most = 0, sum = 0;
  for (int k = 0; k < LAYERS; k++)
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++) {
        const int place[2] = {t.swapped ? j : i, t.swapped ? i : j};
        const int x = t.mirrored[0] ? N - 1 - place[0] : place[0];
        const int y = t.mirrored[1] ? N - 1 - place[1] : place[1];
        const double *p = a->wind[k][j][i], *q = b->wind[k][y][x];
        const double u = t.mirrored[0] ? -q[0] : q[0], v = t.mirrored[1] ? -q[1] : q[1];
        const double other[3] = {t.swapped ? v : u, t.swapped ? u : v, q[2]};
        for (int d = 0; d < 3; d++) {
          most = fmax(most, fabs(p[d] - other[d]));
          sum += fabs(p[d] - other[d]);
        }
      }
  *mean = sum / (3.0 * LAYERS * N * N);
  return most;
}

/* Boxes by corner, sizes and height, for a wind along x: a street of two blocks and a taller one
 * beside it; and two streets that cross each other, with walls a little out of line. */
enum { STREET, CROSSING, SCENES };
static const double scenes[SCENES][4][5] = {
    {{20, 26, 10, 18, 12}, {38, 26, 8, 18, 14}, {24, 54, 12, 8, 20}},
    {{16, 16, 10, 18, 12}, {36, 16, 8, 18, 14}, {17, 44, 10, 20, 10}, {38, 44, 8, 20, 16}}};

/* `swap` exchanges x and y, `mirror` puts y to the other side. */
static void add_scene(int scene, bool swap, bool mirror) {
  for (int m = 0; m < 4 && scenes[scene][m][4] > 0; m++) {
    const double *p = scenes[scene][m], y = mirror ? 2 * N - p[1] - p[3] : p[1];
    if (swap)
      fixture_box(&f, y, p[0], p[3], p[2], p[4]);
    else
      fixture_box(&f, p[0], y, p[2], p[3], p[4]);
  }
}

static void compute_scene(int scene, double from, bool swap, bool mirror, struct field *out) {
  begin(from);
  f.c.zones.intersection = scene == CROSSING ? SM_INTERSECTION_BLENDED : 0;
  add_scene(scene, swap, mirror);
  compute(out);
  fixture_destroy(&f);
}

START_TEST(a_mirrored_town_has_the_mirrored_wind) {
  struct field *a = new_field(), *b = new_field();
  double mean;
  for (int m = 0; m < SCENES; m++) {
    compute_scene(m, 250, false, false, a);
    compute_scene(m, 290, false, true, b);
    ck_assert_double_lt(distance(a, b, (struct turn){false, {false, true}}, &mean), 1e-4);
  }
  free(a);
  free(b);
}
END_TEST

START_TEST(a_turned_town_has_the_turned_wind) {
  struct field *a = new_field(), *b = new_field();
  double mean;
  for (int m = 0; m < SCENES; m++) {
    compute_scene(m, 260, false, false, a);
    compute_scene(m, 190, true, false, b); /* x and y exchanged: 270 - 10 is 180 + 10 */
    ck_assert_double_lt(distance(a, b, (struct turn){true, {false, false}}, &mean), 1e-4);
  }
  free(a);
  free(b);
}
END_TEST

START_TEST(the_order_of_the_map_does_not_count) {
  struct field *a = new_field(), *b = new_field();
  double mean;
  begin(240);
  fixture_box(&f, 20, 20, 10, 10, 10);
  fixture_box(&f, 44, 24, 10, 10, 10);
  compute(a);
  fixture_destroy(&f);
  begin(240);
  fixture_box(&f, 44, 24, 10, 10, 10);
  fixture_box(&f, 20, 20, 10, 10, 10);
  compute(b);
  fixture_destroy(&f);
  ck_assert_double_eq(distance(a, b, (struct turn){false, {false, false}}, &mean), 0);
  free(a);
  free(b);
}
END_TEST

START_TEST(two_touching_halves_are_one_building) {
  struct field *a = new_field(), *b = new_field();
  double mean;
  begin(255);
  fixture_box(&f, 30, 28, 12, 20, 14);
  compute(a);
  fixture_destroy(&f);
  begin(255);
  fixture_box(&f, 30, 28, 12, 10, 14);
  fixture_box(&f, 30, 38, 12, 10, 14);
  compute(b);
  fixture_destroy(&f);
  ck_assert_double_lt(distance(a, b, (struct turn){false, {false, false}}, &mean), 1e-4);
  free(a);
  free(b);
}
END_TEST

START_TEST(cut_buildings_stay_solid_and_keep_the_mass) {
  struct field *a = new_field();
  begin(230);
  f.c.domain.solids = SM_SOLIDS_CUT;
  fixture_turned(&f, 30, 20, 14, 18, 13, 20);
  fixture_turned(&f, 52, 30, 10, 16, 13, 25);
  compute(a);
  fixture_destroy(&f);
  free(a);
}
END_TEST

START_TEST(odd_plans_are_no_harm) {
  struct field *a = new_field();
  double needle[3][2] = {{10, 10}, {40, 10.2}, {40, 10.1}};
  double hook[6][2] = {{40, 40}, {60, 40}, {60, 44}, {44, 44}, {44, 60}, {40, 60}};
  begin(200);
  fixture_polygon(&f, needle, 3, 5);
  fixture_polygon(&f, hook, 6, 3);
  fixture_box(&f, 70, 70, 30, 30, 39); /* over the edge, up to the lid */
  fixture_box(&f, 20, 60, 1, 1, 0.5);  /* smaller than a cell */
  compute(a);
  for (int k = 0; k < LAYERS; k++)
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++)
        for (int d = 0; d < 3; d++) {
          ck_assert(isfinite(a->wind[k][j][i][d]));
          ck_assert_double_lt(fabs(a->wind[k][j][i][d]), 30);
        }
  fixture_destroy(&f);
  free(a);
}
END_TEST

START_TEST(no_wind_has_no_zones) {
  struct field *a = new_field();
  begin(270);
  f.reading.speed = 0;
  fixture_box(&f, 30, 34, 12, 12, 12);
  compute(a);
  ck_assert_double_eq(a->wind[1][20][22][0], 0);
  fixture_destroy(&f);
  free(a);
}
END_TEST

START_TEST(air_runs_back_behind_a_building_and_recovers) {
  struct field *a = new_field();
  begin(270);
  fixture_box(&f, 30, 34, 12, 12, 12);
  compute(a);
  ck_assert_double_lt(a->wind[1][20][22][0], -0.2);                 /* in the cavity */
  ck_assert_double_lt(a->wind[1][20][35][0], a->wind[1][2][35][0]); /* in the wake */
  ck_assert_double_gt(a->wind[1][20][35][0], 0);
  ck_assert_double_lt(a->wind[1][20][14][0], 0.9 * a->wind[1][20][1][0]); /* ahead */
  fixture_destroy(&f);
  free(a);
}
END_TEST

START_TEST(a_street_between_rows_is_sheltered_behind_the_first_blocks) {
  struct field *a = new_field(), *b = new_field();
  for (int pass = 0; pass < 2; pass++) {
    begin(270);
    f.c.zones.sheltering = pass == 1;
    for (int m = 0; m < 6; m++) fixture_box(&f, 10 + 18 * (m / 2), m % 2 ? 46 : 26, 8, 8, 8);
    compute(pass == 0 ? a : b);
    fixture_destroy(&f);
  }
  const int middle = 20; /* between the rows, whose walls are at 34 and 46 m */
  ck_assert_double_eq_tol(b->wind[1][middle][2][0], a->wind[1][middle][2][0], 0.02 * 5);
  ck_assert_double_lt(b->wind[1][middle][33][0], 0.85 * a->wind[1][middle][33][0]);
  ck_assert_double_gt(b->wind[1][middle][33][0], 0.5 * a->wind[1][middle][33][0]);
  ck_assert_double_eq_tol(b->wind[1][1][33][0], a->wind[1][1][33][0], 0.05 * 5); /* far beside */
  free(a);
  free(b);
}
END_TEST

START_TEST(only_a_street_with_two_ends_is_blended) {
  struct field *a = new_field(), *b = new_field();
  double mean;
  for (int blocks = 3; blocks <= 4; blocks++) { /* the canyon of the left street lacks a wall */
    for (int pass = 0; pass < 2; pass++) {
      begin(265);
      f.c.zones.intersection = pass;
      for (int m = 0; m < blocks; m++)
        fixture_box(&f, m % 2 ? 36 : 16, m / 2 ? 44 : 16, 10, 18, 12);
      compute(pass == 0 ? a : b);
      fixture_destroy(&f);
    }
    const double most = distance(a, b, (struct turn){false, {false, false}}, &mean);
    if (blocks == 3)
      ck_assert_double_eq(most, 0);
    else
      ck_assert_double_gt(most, 0.5);
  }
  free(a);
  free(b);
}
END_TEST

START_TEST(without_zones_the_wind_is_that_of_no_zones) {
  struct field *a = new_field(), *b = new_field();
  double mean;
  for (int pass = 0; pass < 2; pass++) {
    begin(270);
    fixture_box(&f, 30, 34, 12, 12, 12);
    f.c.zones = (struct sm_case_zones){.on = pass == 1, .roughness = 0.1};
    compute(pass == 0 ? a : b);
    fixture_destroy(&f);
  }
  ck_assert_double_eq(distance(a, b, (struct turn){false, {false, false}}, &mean), 0);
  free(a);
  free(b);
}
END_TEST

/* Length of the recirculation behind a box, from the lee face to the end of the last cell row near
 * the ground in which air runs back, m. */
static double recirculation(double x, double along, double across, int kind) {
  struct field *a = new_field();
  double end = x + along;
  begin(270);
  f.c.zones.wake = kind;
  fixture_box(&f, x, N - 0.5 * across, along, across, 12);
  compute(a);
  for (int i = 1; i < N; i++) {
    const double last = a->wind[0][N / 2][i - 1][0], next = a->wind[0][N / 2][i][0];
    const double centre = 2 * i - 1;
    if (centre > x + along && last < 0 && next >= 0) end = centre + 2 * last / (last - next);
  }
  fixture_destroy(&f);
  free(a);
  return end - x - along;
}

/* Mixing layers do not shorten the recirculation: its length stays that of the formula. */
START_TEST(recirculation_is_as_long_as_published) {
  static const double plan[][2] = {{12, 12}, {4, 12}, {12, 24}, {24, 12}}; /* along, across, m */
  for (int n = 0; n < 4; n++)
    for (int kind = SM_WAKE_MODIFIED; kind <= SM_WAKE_MIXING; kind++) {
      const double expected = sm_cavity_length(12, plan[n][1], plan[n][0]);
      const double length = recirculation(14, plan[n][0], plan[n][1], kind);
      ck_assert_msg(fabs(length / expected - 1) < 0.12, "%g x %g m, wake %d: %g of %g m",
                    plan[n][0], plan[n][1], kind, length, expected);
    }
}
END_TEST

TEST_MAIN(cut_buildings_stay_solid_and_keep_the_mass, odd_plans_are_no_harm, no_wind_has_no_zones,
          a_mirrored_town_has_the_mirrored_wind, a_turned_town_has_the_turned_wind,
          the_order_of_the_map_does_not_count, two_touching_halves_are_one_building,
          air_runs_back_behind_a_building_and_recovers,
          a_street_between_rows_is_sheltered_behind_the_first_blocks,
          without_zones_the_wind_is_that_of_no_zones, recirculation_is_as_long_as_published,
          only_a_street_with_two_ends_is_blended)
