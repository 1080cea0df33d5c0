/* Networks of many stations: shares of the dense analysis, searches, fading with height. */
#include "stations_scene.h"

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
          towers_of_a_network_keep_their_profiles, stations_are_found_as_by_looking_at_all)
