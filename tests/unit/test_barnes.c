/* Weights of stations. */
#include "harness.h"

#include "geometry.h"
#include "physics/barnes.h"
#include <math.h>
#include <string.h>

static struct sm_context *ctx;
static struct geometry g;
static struct sm_station station[3];
static struct sm_reading reading[3];
static struct sm_domain domain;
static float weight[3][(40 + 3) * (30 + 2)];

static void set_up(void) {
  if (ctx == NULL) {
    ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
    g = geometry_create(ctx, (const int[3]){40, 30, 4}, (const double[3]){10, 10, 10}, 1);
  }
  const double place[3][2] = {{55, 45}, {335, 95}, {205, 245}};
  for (int s = 0; s < 3; s++) {
    reading[s] = (struct sm_reading){
        .valid = true, .u = 3 + s, .v = 1 - s, .height = 10, .obukhov = (double)INFINITY};
    station[s] = (struct sm_station){.x = place[s][0],
                                     .y = place[s][1],
                                     .radius = (double)INFINITY,
                                     .level_count = 1,
                                     .reading = &reading[s]};
  }
  domain = (struct sm_domain){.grid = g.grid,
                              .weather = {.time_count = 1, .station = station, .station_count = 3}};
}

static double weight_at(int s, double x, double y) {
  const int i = (int)(x / 10), j = (int)(y / 10);
  return (double)weight[s][(j + 1) * 43 + i + 1];
}

static void compute(void) {
  ck_assert_int_eq(sm_barnes_weights(ctx, &domain, 0, &weight[0][0]), SM_OK);
  for (size_t c = 0; c < sizeof weight[0] / sizeof *weight[0]; c++)
    ck_assert_double_eq_tol((double)(weight[0][c] + weight[1][c] + weight[2][c]), 1, 1e-5);
}

START_TEST(one_station_counts_everywhere) {
  set_up();
  reading[0].valid = reading[2].valid = false;
  compute();
  ck_assert_double_eq(weight_at(1, 5, 5), 1);
  ck_assert_double_eq(weight_at(0, 55, 45), 0);
}
END_TEST

START_TEST(stations_are_met_closely_at_their_own_places) {
  set_up();
  compute();
  for (int s = 0; s < 3; s++) {
    double u = 0;
    for (int t = 0; t < 3; t++) u += weight_at(t, station[s].x, station[s].y) * reading[t].u;
    ck_assert_double_eq_tol(u, reading[s].u, 0.2); /* a tenth of the range: the analysis smooths */
  }
}
END_TEST

/* By hand for two stations: exp(-d^2 / kappa) = exp(-pi^2 / (4 x 5.052)) = 0.6136 and, in the
 * second pass, its fifth power, 0.0870; own weights 0.6197 and 0.9200; 0.6197 + 0.9200 - (0.9200 x
 * 0.6197 + 0.0800 x 0.3803) = 0.9391. */
START_TEST(two_stations_share_the_middle_alike) {
  set_up();
  reading[2].valid = false;
  station[0].x = 105;
  station[0].y = station[1].y = 155;
  station[1].x = 305;
  compute();
  ck_assert_double_eq_tol(weight_at(0, 205, 155), 0.5, 1e-5);
  ck_assert_double_eq_tol(weight_at(0, 105, 155), 0.9391, 1e-4);
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

START_TEST(stations_at_one_place_are_averaged) {
  set_up();
  reading[2].valid = false;
  station[1].x = station[0].x;
  station[1].y = station[0].y;
  compute();
  ck_assert_double_eq_tol(weight_at(0, 305, 255), 0.5, 1e-6);
}
END_TEST

TEST_MAIN(one_station_counts_everywhere, stations_are_met_closely_at_their_own_places,
          two_stations_share_the_middle_alike, a_station_ends_at_its_radius,
          stations_at_one_place_are_averaged)
