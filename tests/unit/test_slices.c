/* Winds at heights above the ground. */
#include "harness.h"
#include "output/analyse/slice_interpolation.h"
#include "support_domain.h"
#include <math.h>

static void slice(const struct made *m, double height, float *u, float *v, float *w) {
  sm_slice_wind(&m->domain, &m->wind, height, u, v, w);
}

static const double z0 = 0.1; /* m, of the domains made */

static double log_wind(double height) { return log((height + z0) / z0); }

START_TEST(log_wind_is_met_exactly) {
  for (int is_double = 0; is_double < 2; is_double++) {
    const struct made_options o = {
        .n = {4, 3, 8}, .width = {2, 2, 4}, .ratio = 1.2, .is_double = is_double};
    struct made m;
    make_domain(&m, &o);
    const struct sm_axis *z = &m.domain.grid.axis[2];
    for (int k = 0; k < 8; k++)
      for (int j = 0; j < 3; j++)
        for (int i = 0; i <= 4; i++) set_face(&m, 0, i, j, k, log_wind(z->centre[k]));
    float u[12], v[12], w[12];
    for (double height = 0; height < z->centre[7]; height += 0.37) {
      slice(&m, height, u, v, w);
      ck_assert_double_eq_tol((double)u[5], log_wind(height), 1e-5);
      ck_assert(v[5] == 0.0F && w[5] == 0.0F);
    }
    slice(&m, z->face[8], u, v, w); /* between the last centre and the lid */
    ck_assert_double_eq_tol((double)u[5], log_wind(z->centre[7]), 1e-5);
    slice(&m, z->face[8] + 0.01, u, v, w);
    ck_assert(isnan(u[5]) && isnan(v[5]) && isnan(w[5]));
    m.domain.z0[5] = 1e9F; /* a straight line */
    slice(&m, 1, u, v, w);
    ck_assert_double_eq_tol((double)u[5], 0.5 * log_wind(2), 1e-5);
    free_domain(&m);
  }
}
END_TEST

START_TEST(heights_are_above_a_sloping_ground) {
  const struct made_options o = {.n = {20, 3, 30}, .width = {10, 10, 1}, .ratio = 1, .slope = 0.1};
  struct made m;
  make_domain(&m, &o);
  const struct sm_axis *z = &m.domain.grid.axis[2];
  for (int k = 0; k < 30; k++)
    for (int j = 0; j < 3; j++)
      for (int i = 0; i <= 20; i++) set_face(&m, 0, i, j, k, z->centre[k]);
  float u[60], v[60], w[60];
  slice(&m, 5, u, v, w);
  for (int i = 0; i < 20; i++)
    ck_assert_double_eq_tol((double)u[20 + i], (double)m.domain.terrain[20 + i] + 5, 0.1);
  slice(&m, 0.3, u, v, w); /* within the stairs or just above: air everywhere */
  for (int i = 0; i < 20; i++) ck_assert(!isnan(u[20 + i]));
  free_domain(&m);
}
END_TEST

START_TEST(buildings_are_empty_inside_and_have_air_above) {
  const struct made_options o = {
      .n = {6, 6, 10}, .width = {2, 2, 2}, .ratio = 1, .building = {2, 4, 2, 4, 0, 3}};
  struct made m;
  make_domain(&m, &o);
  make_uniform(&m, 4, 3, 0);
  float u[36], v[36], w[36], speed[36], from[36];
  slice(&m, 4, u, v, w);
  ck_assert(isnan(u[2 + 6 * 2]) && !isnan(u[1 + 6 * 2]));
  slice(&m, 5.99, u, v, w);
  ck_assert(isnan(u[2 + 6 * 2]));
  slice(&m, 6, u, v, w); /* on the roof */
  ck_assert(isnan(u[2 + 6 * 2]));
  slice(&m, 6.5, u, v, w); /* half way from the roof to the first centre above it */
  ck_assert_double_eq_tol((double)u[2 + 6 * 2], 4 * log_wind(0.5) / log_wind(1), 1e-5);
  slice(&m, 9, u, v, w);
  ck_assert(u[2 + 6 * 2] == 4.0F);
  m.domain.building[2 + 6 * 2] = 6.4F; /* a roof that the stairs round down */
  slice(&m, 6.3, u, v, w);
  ck_assert(isnan(u[2 + 6 * 2]));
  slice(&m, 9, u, v, w);
  sm_slice_speed_direction(&m.domain, u, v, speed, from);
  ck_assert(speed[0] == 5.0F);
  free_domain(&m);
}
END_TEST

START_TEST(under_a_bridge_there_is_air) {
  const struct made_options o = {
      .n = {6, 6, 10}, .width = {2, 2, 2}, .ratio = 1, .building = {2, 4, 2, 4, 3, 5}};
  struct made m;
  make_domain(&m, &o);
  make_uniform(&m, 4, 3, 0);
  float u[36], v[36], w[36];
  slice(&m, 3, u, v, w);
  ck_assert(u[2 + 6 * 2] == 4.0F);
  slice(&m, 5.9, u, v, w); /* above the last centre below the bridge */
  ck_assert(u[2 + 6 * 2] == 4.0F);
  slice(&m, 7, u, v, w);
  ck_assert(isnan(u[2 + 6 * 2]));
  free_domain(&m);
}
END_TEST

START_TEST(between_a_roof_and_a_deck_there_is_air) {
  const struct made_options o = {
      .n = {6, 6, 10}, .width = {2, 2, 2}, .ratio = 1, .building = {2, 4, 2, 4, 4, 6}};
  struct made m;
  make_domain(&m, &o);
  make_uniform(&m, 4, 3, 0);
  const int column = 2 + 6 * 2;
  m.domain.cell[column] = m.domain.cell[column + 36 * 4]; /* as the deck */
  float u[36], v[36], w[36];
  slice(&m, 1, u, v, w);
  ck_assert(isnan(u[column]));
  slice(&m, 2.5, u, v, w); /* half way to the first centre above the lower roof */
  ck_assert_double_eq_tol((double)u[column], 4 * log_wind(0.5) / log_wind(1), 1e-5);
  slice(&m, 5, u, v, w);
  ck_assert(u[column] == 4.0F);
  slice(&m, 9, u, v, w);
  ck_assert(isnan(u[column]));
  free_domain(&m);
}
END_TEST

START_TEST(cut_cells_with_a_buried_centre_use_the_next_cell) {
  const struct made_options o = {.n = {2, 2, 5}, .width = {2, 2, 2}, .ratio = 1};
  struct made m;
  make_domain(&m, &o);
  make_uniform(&m, 4, 0, 0);
  for (int c = 0; c < 4; c++) m.domain.terrain[c] = 1.5F; /* cell 0 still has an opening */
  float u[4], v[4], w[4];
  slice(&m, 0.75, u, v, w);
  ck_assert_double_eq_tol((double)u[0], 4 * log_wind(0.75) / log_wind(1.5), 1e-5);
  free_domain(&m);
}
END_TEST

START_TEST(directions_are_from_true_north) {
  ck_assert_double_eq_tol(sm_wind_direction(0, -1, 0), 0, 1e-12);
  ck_assert_double_eq_tol(sm_wind_direction(-1, 0, 0), 90, 1e-12);
  ck_assert_double_eq_tol(sm_wind_direction(0, 1, 0), 180, 1e-12);
  ck_assert_double_eq_tol(sm_wind_direction(1, 0, 0), 270, 1e-12);
  ck_assert_double_eq_tol(sm_wind_direction(1, 0, 2.5), 272.5, 1e-12);
  ck_assert_double_eq_tol(sm_wind_direction(0, -1, -1), 359, 1e-12);
  ck_assert(isnan(sm_wind_direction(0, 0, 0)));
  ck_assert(isnan(sm_wind_direction((double)NAN, 0, 0)));
}
END_TEST

TEST_MAIN(log_wind_is_met_exactly, heights_are_above_a_sloping_ground,
          buildings_are_empty_inside_and_have_air_above, under_a_bridge_there_is_air,
          between_a_roof_and_a_deck_there_is_air, cut_cells_with_a_buried_centre_use_the_next_cell,
          directions_are_from_true_north)
