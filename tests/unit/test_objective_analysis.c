/* Shares of stations and of the columns of a weather model. */
#include "stations_scene.h"

static struct sm_model_columns *places;
static float weight[MOST][ROWS * ROW]; /* by number of the station */

/* Adds a grid of 5 x 4 places after `stations` stations, 120 m apart, turned by 20 deg, that covers
 * the domain. Rows go from north to south. */
static void set_up_grid(int stations) {
  set_up();
  const double c = cos(20 * acos(-1.0) / 180), s = sin(20 * acos(-1.0) / 180);
  domain.weather.station_count = stations + PLACES;
  domain.weather.grid[0] = 5;
  domain.weather.grid[1] = 4;
  for (int m = 0; m < PLACES; m++) {
    const double a = 170.0 * (m % 5 - 2), b = -170.0 * (m / 5 - 1.5);
    put(stations + m, 200 + c * a - s * b, 150 + s * a + c * b);
  }
}

static void compute(void) {
  struct sm_analysis *a;
  sm_model_columns_destroy(&places);
  ck_assert_int_eq(sm_model_columns_create(ctx, &domain, &places), SM_OK);
  memset(weight, 0, sizeof weight);
  for (int m = 0; places != NULL && m < places->n[0] * places->n[1]; m++)
    sm_model_columns_weights(places, m, 0, ROWS, weight[places->first + m]);
  ck_assert_int_eq(sm_analysis_create(ctx, &domain.grid, &domain.weather, places, 0, &a), SM_OK);
  ck_assert_int_le(a->source_count, sm_analysis_max_fields(&domain.weather));
  static float all[MOST * ROWS * ROW]; /* in two strips */
  ck_assert_int_eq(a->field_count, a->source_count);
  sm_analysis_weights(a, &(const struct sm_analysis_part){0, 7, 0, a->field_count}, all);
  for (int t = 0; t < a->source_count; t++)
    for (int c = 0; c < 7 * ROW; c++) weight[a->source[t]][c] += all[t * 7 * ROW + c];
  sm_analysis_weights(a, &(const struct sm_analysis_part){7, ROWS, 0, a->field_count}, all);
  for (int t = 0; t < a->source_count; t++)
    for (int c = 0; c < (ROWS - 7) * ROW; c++)
      weight[a->source[t]][7 * ROW + c] += all[t * (ROWS - 7) * ROW + c];
  sm_analysis_destroy(&a);
  for (int c = 0; c < ROWS * ROW; c++) {
    double sum = 0;
    for (int s = 0; s < MOST; s++) sum += (double)weight[s][c];
    ck_assert_double_eq_tol(sum, 1, 1e-5);
  }
}

static double weight_at(int s, double x, double y) {
  const int i = (int)(x / 10), j = (int)(y / 10);
  return (double)weight[s][(j + 1) * ROW + i + 1];
}

static double u_at(double x, double y) {
  double u = 0;
  for (int t = 0; t < domain.weather.station_count; t++) u += weight_at(t, x, y) * reading[t].u;
  return u;
}

START_TEST(one_station_counts_everywhere) {
  set_up();
  reading[0].valid = reading[2].valid = false;
  compute();
  ck_assert_double_eq(weight_at(1, 5, 5), 1);
  ck_assert_double_eq(weight_at(0, 55, 45), 0);
}
END_TEST

START_TEST(stations_are_met_at_their_own_places) {
  set_up();
  compute();
  for (int s = 0; s < 3; s++)
    ck_assert_double_eq_tol(u_at(station[s].x, station[s].y), reading[s].u, 1e-3);
}
END_TEST

/* The first analysis of two stations d apart: exp(-d^2 / kappa) = exp(-pi^2 / (4 x 5.052)) = 0.6136
 * and with a fifth of kappa its fifth power, 0.0870; at a quarter of the way between them
 * 1 / (1 + 0.6136^(1/2)) = 0.5607 and 1 / (1 + 0.0870^(1/2)) = 0.7722. What stations lack at first,
 * 0.3803, the corrections share out until it is gone: by symmetry G = 0.3803 / (0.9200 - 0.0800) =
 * 0.4527. So 0.5607 + (0.7722 - 0.2278) 0.4527 = 0.8072. */
START_TEST(two_stations_share_the_ground_between_them) {
  set_up();
  reading[2].valid = false;
  station[0].x = 105;
  station[0].y = station[1].y = 155;
  station[1].x = 305;
  compute();
  ck_assert_double_eq_tol(weight_at(0, 205, 155), 0.5, 1e-5);
  ck_assert_double_eq_tol(weight_at(0, 105, 155), 1, 1e-4);
  ck_assert_double_eq_tol(weight_at(0, 155, 155), 0.8072, 2e-4);
}
END_TEST

START_TEST(a_station_ends_at_its_radius) {
  set_up();
  reading[2].valid = false;
  station[0].radius = 60;
  compute();
  ck_assert_double_eq_tol(weight_at(1, 305, 255), 1, 1e-6);
  station[1].radius = 60; /* nobody reaches the far corner: the nearest counts */
  compute();
  ck_assert_double_eq_tol(weight_at(0, 5, 5) + weight_at(1, 5, 5), 1, 1e-6);
}
END_TEST

/* Radii of all sizes: shares stay of the order of 1, and sum to 1. */
START_TEST(unlike_radii_do_no_harm) {
  set_up();
  for (int s = 0; s < MOST; s++) put(s, 15 + 91.0 * (s * 7 % 5), 15 + 61.0 * (s * 3 % 5) + s);
  for (int s = 0; s < MOST; s++) station[s].radius = 20 + 13.0 * (s * 11 % 17);
  domain.weather.station_count = MOST;
  compute();
  for (int s = 0; s < MOST; s++)
    for (int c = 0; c < ROWS * ROW; c++) ck_assert_double_lt(fabs((double)weight[s][c]), 3);
}
END_TEST

START_TEST(stations_at_one_place_are_averaged) {
  set_up();
  reading[2].valid = false;
  station[1].x = station[0].x;
  station[1].y = station[0].y;
  compute();
  ck_assert_double_eq_tol(weight_at(0, 305, 255), 0.5, 1e-6);
}
END_TEST

START_TEST(a_dense_network_is_met_too) {
  set_up();
  for (int s = 0; s < MOST; s++) put(s, 35 + 80.0 * (s % 5), 25 + 60.0 * (s / 5));
  for (int s = 0; s < MOST; s++) reading[s].u = (s % 5 + s / 5) % 2; /* hardest: a chessboard */
  domain.weather.station_count = MOST;
  compute();
  for (int s = 0; s < MOST; s++)
    ck_assert_double_eq_tol(u_at(station[s].x, station[s].y), reading[s].u, 2e-3);
}
END_TEST

/* A wind that is linear in x and y is so between the columns of a model. */
START_TEST(columns_of_a_model_are_joined_bilinearly) {
  set_up_grid(0);
  for (int s = 0; s < PLACES; s++) reading[s].u = 5 + 0.01 * station[s].x - 0.02 * station[s].y;
  compute();
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      const double x = 10 * i + 5, y = 10 * j + 5;
      ck_assert_double_eq_tol(u_at(x, y), 5 + 0.01 * x - 0.02 * y, 1e-5);
    }
}
END_TEST

START_TEST(a_grid_that_ends_inside_goes_on_as_it_ends) {
  set_up_grid(0);
  for (int s = 0; s < PLACES; s++) put(s, 100 + 20.0 * (s % 5), 100 + 20.0 * (s / 5));
  compute();
  ck_assert_double_eq_tol(weight_at(0, 5, 5), 1, 1e-6);
  ck_assert_double_eq_tol(weight_at(4, 395, 5), 1, 1e-6);
  ck_assert_double_eq_tol(weight_at(19, 395, 295), 1, 1e-6);
}
END_TEST

START_TEST(a_single_row_of_a_model_serves_both_sides_of_it) {
  set_up();
  domain.weather.grid[0] = 1;
  domain.weather.grid[1] = 3;
  for (int s = 0; s < 3; s++) put(s, 55 + 100 * s, 155);
  compute();
  ck_assert_double_eq_tol(weight_at(0, 105, 5), 0.5, 1e-6);
  ck_assert_double_eq_tol(weight_at(1, 105, 295), 0.5, 1e-6);
  ck_assert_double_eq_tol(weight_at(2, 395, 295), 1, 1e-6);
}
END_TEST

START_TEST(stations_correct_a_model_near_them) {
  set_up_grid(2);
  for (int s = 2; s < 2 + PLACES; s++) reading[s].u = 5;
  station[1].radius = 100;
  reading[0].u = 8;
  reading[1].u = 3;
  compute();
  ck_assert_double_eq_tol(u_at(station[0].x, station[0].y), 8, 1e-3);
  ck_assert_double_eq_tol(u_at(station[1].x, station[1].y), 3, 1e-3);
  station[0].radius = 100;
  compute();
  ck_assert_double_eq_tol(u_at(station[0].x, station[0].y), 8, 1e-3);
  ck_assert_double_eq_tol(u_at(205, 245), 5, 1e-6); /* beyond both radii */
  reading[0].valid = reading[1].valid = false;
  compute();
  ck_assert_double_eq_tol(u_at(55, 45), 5, 1e-6);
}
END_TEST

TEST_MAIN(one_station_counts_everywhere, stations_are_met_at_their_own_places,
          two_stations_share_the_ground_between_them, a_station_ends_at_its_radius,
          unlike_radii_do_no_harm, stations_at_one_place_are_averaged, a_dense_network_is_met_too,
          columns_of_a_model_are_joined_bilinearly, a_grid_that_ends_inside_goes_on_as_it_ends,
          a_single_row_of_a_model_serves_both_sides_of_it, stations_correct_a_model_near_them)
