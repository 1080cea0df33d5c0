/* Shares of stations and of the columns of a weather model. */
#include "harness.h"

#include "geometry.h"
#include "physics/diagnostic/objective_analysis.h"
#include <math.h>
#include <string.h>

enum { NX = 40, NY = 30, ROW = NX + 3, ROWS = NY + 2, PLACES = 20, MOST = 3 + PLACES };

static struct sm_context *ctx;
static struct geometry g;
static struct sm_station station[MOST];
static struct sm_station_reading reading[MOST];
static struct sm_domain domain;
static struct sm_model_columns *places;
static float weight[MOST][ROWS * ROW]; /* by number of the station */

static void put(int s, double x, double y) {
  reading[s] = (struct sm_station_reading){
      true, 3 + s, 1 - s, 10, (double)INFINITY, (double)NAN, (double)NAN, (double)NAN};
  station[s] = (struct sm_station){
      .x = x, .y = y, .radius = (double)INFINITY, .level_count = 1, .reading = &reading[s]};
}

static void set_up(void) {
  if (ctx == NULL) {
    ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
    g = geometry_create(ctx, (const int[3]){NX, NY, 4}, (const double[3]){10, 10, 10}, 1);
  }
  const double place[3][2] = {{55, 45}, {335, 95}, {205, 245}};
  for (int s = 0; s < 3; s++) put(s, place[s][0], place[s][1]);
  domain = (struct sm_domain){.grid = g.grid,
                              .weather = {.time_count = 1, .station = station, .station_count = 3}};
}

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

/* --- networks --- */

enum { NETWORK = 250 };
static struct sm_station network[NETWORK];
static struct sm_station_reading read_there[NETWORK];

static double random_part(void) {
  static unsigned state = 12345;
  state = state * 1664525u + 1013904223u;
  return (state >> 8) / 16777216.0;
}

/* Stations anywhere on and round the domain, some with a radius; of three laws, some towers. */
static void set_up_network(bool radii) {
  set_up();
  for (int s = 0; s < NETWORK; s++) {
    read_there[s] = (struct sm_station_reading){true,
                                                10 * random_part() - 5,
                                                10 * random_part() - 5,
                                                s % 3 == 0 ? 2 : 10,
                                                s % 5 == 0 ? 200 : (double)INFINITY,
                                                (double)NAN,
                                                (double)NAN,
                                                (double)NAN};
    network[s] =
        (struct sm_station){.x = 500 * random_part() - 50,
                            .y = 400 * random_part() - 50,
                            .radius = radii && s % 2 ? 5 + 60 * random_part() : (double)INFINITY,
                            .level_count = 1,
                            .reading = &read_there[s]};
  }
  domain.weather =
      (struct sm_weather){.time_count = 1, .station = network, .station_count = NETWORK};
}

static double faded(const struct sm_station *s, double r2) {
  const double rest = 1 - r2 / (s->radius * s->radius);
  return rest > 0 ? rest * rest : 0;
}

static double r2_of(int s, double x, double y) {
  return (network[s].x - x) * (network[s].x - x) + (network[s].y - y) * (network[s].y - y);
}

/* The shares of all stations at a point, none left out. */
static void whole_shares(double x, double y, double length2, double *w) {
  double nearest = INFINITY, reaching = INFINITY, sum = 0;
  for (int s = 0; s < NETWORK; s++) {
    nearest = fmin(nearest, r2_of(s, x, y));
    if (faded(&network[s], r2_of(s, x, y)) > 0) reaching = fmin(reaching, r2_of(s, x, y));
  }
  for (int s = 0; s < NETWORK; s++) {
    const double r2 = r2_of(s, x, y);
    w[s] =
        isinf(reaching) ? r2 == nearest : faded(&network[s], r2) * exp(-(r2 - reaching) / length2);
    sum += w[s];
  }
  for (int s = 0; s < NETWORK; s++) w[s] /= sum;
}

static double q[NETWORK][NETWORK], rest[NETWORK][2], gain[NETWORK][2];

/* The dense analysis of u and v: 60 passes, or until 1e-4 of the largest is left. */
static void whole_analysis(double length2[2]) {
  double gap = 0, largest = 0, before = INFINITY;
  for (int s = 0; s < NETWORK; s++) {
    double nearest = INFINITY;
    for (int t = 0; t < NETWORK; t++)
      if (t != s) nearest = fmin(nearest, r2_of(t, network[s].x, network[s].y));
    gap += sqrt(nearest) / NETWORK;
    largest = fmax(largest, fmax(fabs(read_there[s].u), fabs(read_there[s].v)));
  }
  length2[0] = 5.052 * 4 * gap * gap / (acos(-1.0) * acos(-1.0));
  length2[1] = 0.2 * length2[0];
  memset(gain, 0, sizeof gain);
  for (int s = 0; s < NETWORK; s++) {
    whole_shares(network[s].x, network[s].y, length2[0], q[s]);
    rest[s][0] = read_there[s].u;
    rest[s][1] = read_there[s].v;
    for (int t = 0; t < NETWORK; t++) {
      rest[s][0] -= q[s][t] * read_there[t].u;
      rest[s][1] -= q[s][t] * read_there[t].v;
    }
  }
  for (int s = 0; s < NETWORK; s++) whole_shares(network[s].x, network[s].y, length2[1], q[s]);
  for (int pass = 0; pass < 60; pass++) {
    static double step[NETWORK][2];
    double left = 0;
    memcpy(step, rest, sizeof step);
    for (int s = 0; s < NETWORK; s++)
      for (int d = 0; d < 2; d++) {
        left = fmax(left, fabs(rest[s][d]) / largest);
        gain[s][d] += step[s][d];
      }
    for (int s = 0; s < NETWORK; s++)
      for (int t = 0; t < NETWORK; t++)
        for (int d = 0; d < 2; d++) rest[s][d] -= q[s][t] * step[t][d];
    if (left <= 1e-4 || left > 1.001 * before) break;
    before = left;
  }
}

/* A network's shares are those of the dense analysis, summed over the laws, to a millionth of the
 * largest reading: what is left out of them is below 1e-9 each. */
static void compare_network(bool radii) {
  static float got[16 * ROWS * ROW];
  struct sm_analysis *a;
  double length2[2], w[NETWORK], k[NETWORK], worst = 0;
  set_up_network(radii);
  ck_assert_int_eq(sm_analysis_create(ctx, &domain.grid, &domain.weather, NULL, 0, &a), SM_OK);
  ck_assert_int_eq(a->field_count, 8); /* u and v for each of two heights and two stabilities */
  sm_analysis_weights(a, &(const struct sm_analysis_part){0, ROWS, 0, 8}, got);
  whole_analysis(length2);
  for (int j = 0; j < ROWS; j++)
    for (int i = 0; i < ROW; i++) {
      const double x = g.grid.axis[0].centre[i < 1 ? 0 : i > NX ? NX - 1 : i - 1];
      const double y = g.grid.axis[1].centre[j < 1 ? 0 : j > NY ? NY - 1 : j - 1];
      whole_shares(x, y, length2[0], w);
      whole_shares(x, y, length2[1], k);
      for (int d = 0; d < 2; d++) {
        double right = 0, sum = 0;
        for (int s = 0; s < NETWORK; s++)
          right += w[s] * (d == 0 ? read_there[s].u : read_there[s].v) + k[s] * gain[s][d];
        for (int f = 0; f < 8; f++)
          if (a->field[f].axis == d) sum += (double)got[(f * ROWS + j) * ROW + i];
        worst = fmax(worst, fabs(sum - right));
      }
    }
  ck_assert_double_lt(worst, 5e-6);
  sm_analysis_destroy(&a);
}

START_TEST(a_network_has_the_shares_of_the_dense_analysis) {
  compare_network(false);
  compare_network(true);
}
END_TEST

/* Differences fade above the highest reading, over a scale between its limits or as given, and the
 * means of the weights sum to 1: what fades is not the wind. */
START_TEST(differences_fade_with_height) {
  const double scale[2] = {100, 250}; /* the stations are closer than 2 km */
  for (int given = 0; given < 2; given++) {
    struct sm_analysis *a;
    set_up();
    domain.weather.vertical_scale = given ? scale[1] : (double)NAN;
    reading[1].height = 30;
    ck_assert_int_eq(sm_analysis_create(ctx, &domain.grid, &domain.weather, NULL, 0, &a), SM_OK);
    ck_assert_double_eq(sm_analysis_fading(a, 30), 1);
    ck_assert_double_eq_tol(sm_analysis_fading(a, 30 + scale[given]), exp(-1.0), 1e-12);
    ck_assert_double_lt(sm_analysis_fading(a, 30 + 5 * scale[given]), 1e-10);
    ck_assert_double_eq_tol(a->mean[0] + a->mean[1] + a->mean[2], 1, 1e-9);
    sm_analysis_destroy(&a);
    domain.weather.station_count = 1; /* a single station holds everywhere and at any height */
    ck_assert_int_eq(sm_analysis_create(ctx, &domain.grid, &domain.weather, NULL, 0, &a), SM_OK);
    ck_assert_double_eq(sm_analysis_fading(a, 1e4), 1);
    sm_analysis_destroy(&a);
  }
}
END_TEST

START_TEST(towers_of_a_network_keep_their_profiles) {
  static struct sm_station_reading tower[2];
  struct sm_analysis *a;
  set_up_network(false);
  tower[0] = tower[1] = read_there[7];
  tower[1].height = 50;
  network[7].level_count = 2;
  network[7].reading = tower;
  ck_assert_int_eq(sm_analysis_create(ctx, &domain.grid, &domain.weather, NULL, 0, &a), SM_OK);
  ck_assert_int_eq(a->field_count, 9);
  ck_assert_ptr_eq(a->field[8].station, &network[7]);
  ck_assert_int_eq(a->field[8].axis, -1);
  sm_analysis_destroy(&a);
}
END_TEST

START_TEST(stations_are_found_as_by_looking_at_all) {
  static int member[NETWORK];
  static struct sm_station_found near[NETWORK];
  struct sm_station_search *n;
  set_up_network(true);
  for (int s = 0; s < NETWORK; s++) member[s] = NETWORK - 1 - s;
  for (int count = 1; count <= NETWORK; count += 83) {
    ck_assert_int_eq(sm_station_search_create(ctx, network, member, count, &n), SM_OK);
    for (int p = 0; p < 300; p++) {
      const double x = 3000 * random_part() - 1000, y = p % 2 ? 400 * random_part() : 9000 - 60 * p;
      const double limit2 = 4e5 * random_part();
      double any, all = INFINITY, reaching = INFINITY, gap2 = INFINITY;
      int within = 0;
      for (int m = 0; m < count; m++) {
        const double r2 = r2_of(member[m], x, y);
        all = fmin(all, r2);
        if (r2 < network[member[m]].radius * network[member[m]].radius)
          reaching = fmin(reaching, r2);
        within += r2 <= limit2;
        if (m != p % count)
          gap2 = fmin(gap2,
                      r2_of(member[m], network[member[p % count]].x, network[member[p % count]].y));
      }
      ck_assert_double_eq(sm_station_search_reaching2(n, x, y, &any), reaching);
      if (isinf(reaching)) ck_assert_double_eq(any, all);
      ck_assert_double_eq(sm_station_search_gap2(n, p % count), gap2);
      ck_assert_int_eq(sm_station_search_find(n, x, y, limit2, near), within);
      int wrong = 0;
      for (int m = 0; m < within; m++)
        wrong += near[m].value != r2_of(member[near[m].number], x, y);
      ck_assert_int_eq(wrong, 0);
    }
    sm_station_search_destroy(&n);
  }
}
END_TEST

TEST_MAIN(differences_fade_with_height, a_network_has_the_shares_of_the_dense_analysis,
          towers_of_a_network_keep_their_profiles, stations_are_found_as_by_looking_at_all,
          one_station_counts_everywhere, stations_are_met_at_their_own_places,
          two_stations_share_the_ground_between_them, a_station_ends_at_its_radius,
          unlike_radii_do_no_harm, stations_at_one_place_are_averaged, a_dense_network_is_met_too,
          columns_of_a_model_are_joined_bilinearly, a_grid_that_ends_inside_goes_on_as_it_ends,
          a_single_row_of_a_model_serves_both_sides_of_it, stations_correct_a_model_near_them)
