/* Where particles begin: points and shapes evenly filled, lattices, the ground, moving sources,
 * air. */
#include "emission_scene.h"

static double place(const struct sm_particle *m, int d) {
  return face[m->cell[d]] + (m->part[d] + 0.5) / 4294967296.0 * 5;
}

/* --- where --- */

/* Numbers 0..1 fill bins evenly. The root of twice chi-square is about normal, with the variance 1:
 * 5 sigma. */
enum { BINS = 40 };
struct spread {
  int64_t bin[BINS], count, outside;
};
static void put(struct spread *s, double x) {
  s->count++;
  if (!(x >= 0 && x <= 1))
    s->outside++;
  else
    s->bin[x < 1 ? (int)(x * BINS) : BINS - 1]++;
}
static void is_even(const struct spread *s) {
  double chi = 0;
  const double mean = (double)s->count / BINS;
  for (int b = 0; b < BINS; b++)
    chi += ((double)s->bin[b] - mean) * ((double)s->bin[b] - mean) / mean;
  ck_assert_int_eq(s->outside, 0);
  ck_assert_msg(fabs(sqrt(2 * chi) - sqrt(2.0 * BINS - 3)) < 5, "chi-square %g", chi);
}

START_TEST(points_are_all_at_one_place) {
  const struct sm_emission s = source(SM_SOURCE_POINT);
  emit(&s);
  for (int p = 0; p < MANY; p += 100) {
    ck_assert_double_eq_tol(place(&particle[p], 0), 50, 1e-8);
    ck_assert_double_eq_tol(place(&particle[p], 2), 10, 1e-8);
  }
}
END_TEST

START_TEST(lines_are_filled_evenly) {
  const struct sm_emission s = source(SM_SOURCE_LINE);
  struct spread along = {0};
  emit(&s);
  for (int p = 0; p < MANY; p++) {
    const double part = (place(&particle[p], 0) - 50) / 20;
    put(&along, part);
    ck_assert_double_eq_tol(place(&particle[p], 1), 50 + 30 * part, 1e-7);
    ck_assert_double_eq_tol(place(&particle[p], 2), 10 + 40 * part, 1e-7);
  }
  is_even(&along);
}
END_TEST

/* Each axis, and pairs of them. */
START_TEST(boxes_are_filled_evenly) {
  for (int shape = SM_SOURCE_BOX; shape <= SM_SOURCE_DOMAIN;
       shape += SM_SOURCE_DOMAIN - SM_SOURCE_BOX) {
    const struct sm_emission s = source(shape);
    struct spread axis[3] = {0}, pair[3] = {0};
    emit(&s);
    for (int p = 0; p < MANY; p++) {
      double part[3];
      for (int d = 0; d < 3; d++) {
        part[d] = (place(&particle[p], d) - s.geometry.low[d]) / s.geometry.size[d];
        put(&axis[d], part[d]);
      }
      for (int d = 0; d < 3; d++) put(&pair[d], fmod(part[d] + part[(d + 1) % 3], 1));
    }
    for (int d = 0; d < 3; d++) {
      is_even(&axis[d]);
      is_even(&pair[d]);
    }
  }
}
END_TEST

START_TEST(disks_and_rings_are_filled_evenly) {
  for (int ring = 0; ring < 2; ring++) {
    struct sm_emission s = source(SM_SOURCE_DISK);
    s.geometry.inner_radius = ring * 5.0;
    struct spread area = {0}, turn = {0};
    const double inner = s.geometry.inner_radius * s.geometry.inner_radius,
                 outer = s.geometry.radius * s.geometry.radius;
    emit(&s);
    for (int p = 0; p < MANY; p++) {
      const double x = place(&particle[p], 0) - 50, y = place(&particle[p], 1) - 50;
      /* sine and cosine are good to 1e-7 */
      put(&area, ((x * x + y * y - inner) / (outer - inner) + 1e-6) / (1 + 2e-6));
      put(&turn, atan2(y, x) / (2 * acos(-1.0)) + 0.5);
      ck_assert_double_eq_tol(place(&particle[p], 2), 10, 1e-8);
    }
    is_even(&area);
    is_even(&turn);
  }
}
END_TEST

START_TEST(spheres_are_filled_evenly) {
  struct sm_emission s = source(SM_SOURCE_SPHERE);
  struct spread volume = {0}, turn = {0}, height = {0};
  s.geometry.low[2] = 40;
  emit(&s);
  for (int p = 0; p < MANY; p++) {
    const double x = place(&particle[p], 0) - 50, y = place(&particle[p], 1) - 50;
    const double z = place(&particle[p], 2) - 40, r = sqrt(x * x + y * y + z * z);
    put(&volume, (pow(r / s.geometry.radius, 3) + 1e-6) / (1 + 2e-6));
    put(&height, 0.5 + 0.5 * z / r);
    put(&turn, atan2(y, x) / (2 * acos(-1.0)) + 0.5);
  }
  is_even(&volume);
  is_even(&height);
  is_even(&turn);
}
END_TEST

/* The third column emits half, the last one the other half, nothing the rest. */
START_TEST(the_ground_emits_by_its_columns) {
  static double column[N * N + 1];
  struct sm_emission s = source(SM_SOURCE_GROUND);
  for (int c = 0; c <= N * N; c++) column[c] = c <= 2 ? 0 : c < N * N ? 0.5 : 1;
  s.column = column;
  s.geometry.low[2] = 0.25; /* so high grains hop */
  for (int c = 0; c < N * N; c++) ground[c] = 7;
  struct spread x = {0}, y = {0};
  int third = 0;
  emit(&s);
  for (int p = 0; p < MANY; p++) {
    const bool own = particle[p].cell[0] == 2 && particle[p].cell[1] == 0;
    third += own;
    ck_assert(own || (particle[p].cell[0] == N - 1 && particle[p].cell[1] == N - 1));
    put(&x, fmod(place(&particle[p], 0), 5) / 5);
    put(&y, fmod(place(&particle[p], 1), 5) / 5);
    ck_assert_double_eq_tol(place(&particle[p], 2), 7.25, 1e-6);
  }
  is_even(&x);
  is_even(&y);
  ck_assert_int_lt(abs(third - MANY / 2), 5 * 127); /* 5 sigma */
}
END_TEST

/* Along x for 10 s, a stop, then up: at its release each is where the source is. */
START_TEST(a_moving_source_leaves_particles_on_its_way) {
  static const double path[][4] = {
      {5, 10, 20, 0}, {15, 60, 20, 0}, {25, 60, 20, 0}, {35, 60, 20, 30}};
  struct sm_emission s = source(SM_SOURCE_PATH);
  double times[2] = {0, 40}, even[2] = {0.025, 0.025};
  s.geometry.path = path[0];
  s.geometry.path_count = 4;
  s.at = times;
  s.rate = even;
  emit(&s);
  for (int p = 0; p < MANY; p++) {
    const double t = 40 * (p + 0.5) / MANY;
    const double x = t < 5 ? 10 : t < 15 ? 10 + 5 * (t - 5) : 60;
    const double z = t < 25 ? 0 : t < 35 ? 3 * (t - 25) : 30;
    ck_assert_double_eq_tol(place(&particle[p], 0), x, 1e-7);
    ck_assert_double_eq_tol(place(&particle[p], 1), 20, 1e-7);
    ck_assert_double_eq_tol(place(&particle[p], 2), z, 1e-7);
    ck_assert_double_eq_tol((double)tag[p].release_time, t, 1e-5);
  }
}
END_TEST

/* A lattice from face to face. */
START_TEST(uniform_places_are_a_lattice) {
  struct sm_emission s = source(SM_SOURCE_BOX);
  const int grid[3] = {5, 4, 3};
  memcpy(s.grid, grid, sizeof grid);
  s.places = SM_PLACEMENT_UNIFORM;
  s.released = 60;
  emit(&s);
  for (int p = 0; p < 60; p++) {
    const int i[3] = {p % 5, p / 5 % 4, p / 20};
    for (int d = 0; d < 3; d++)
      ck_assert_double_eq_tol(place(&particle[p], d),
                              s.geometry.low[d] + s.geometry.size[d] * i[d] / (grid[d] - 1), 1e-7);
  }
}
END_TEST

/* Miglio et al. (2016), 2.1.2: with 1-based i and spacings of 1 / (N - 1), the regular lattice ends
 * one step beyond. */
START_TEST(the_lattice_of_the_paper_ends_beyond) {
  struct sm_emission s = source(SM_SOURCE_BOX);
  s.grid[0] = s.grid[1] = s.grid[2] = 4;
  s.places = SM_PLACEMENT_PUBLISHED_UNIFORM;
  s.released = 64;
  emit(&s);
  for (int d = 0; d < 3; d++) {
    ck_assert_double_eq_tol(place(&particle[0], d), s.geometry.low[d] + s.geometry.size[d] / 3,
                            1e-7);
    ck_assert_double_eq_tol(place(&particle[63], d), s.geometry.low[d] + s.geometry.size[d] * 4 / 3,
                            1e-7);
  }
}
END_TEST

/* Its places at random are i r, of which x - x ln x lie below x: 61 % in one octant. */
START_TEST(random_places_of_the_paper_crowd_in_a_corner) {
  struct sm_emission s = source(SM_SOURCE_BOX);
  struct spread axis[3] = {0};
  int corner = 0;
  s.grid[0] = s.grid[1] = s.grid[2] = 40;
  s.places = SM_PLACEMENT_PUBLISHED_RANDOM;
  s.geometry.low[2] = 0;
  emit(&s);
  for (int p = 0; p < MANY; p++) {
    bool low = true;
    for (int d = 0; d < 3; d++) {
      /* i and N of a lattice of N - 1 spacings: at 40, a sum over i in place of the integral */
      const double x = (place(&particle[p], d) - s.geometry.low[d]) / s.geometry.size[d] * 39 / 40;
      double below = 0;
      for (int i = 1; i <= 40; i++) below += fmin(1, x * 40 / i) / 40;
      put(&axis[d], below);
      low = low && x < 0.5;
    }
    corner += low;
  }
  for (int d = 0; d < 3; d++) is_even(&axis[d]);
  ck_assert_double_eq_tol((double)corner / MANY, pow(0.5 + 0.5 * log(2), 3), 0.02);
}
END_TEST

START_TEST(outside_of_the_domain_they_are_lost) {
  struct sm_emission s = source(SM_SOURCE_POINT);
  s.geometry.low[0] = 101;
  s.released = 10;
  emit(&s);
  ck_assert_int_eq(budget[SM_BUDGET_TERMS + SM_BUDGET_COUNT_LOST], 10);
}
END_TEST

/* Half of a box is solid: the other half gets all, evenly. */
START_TEST(a_shape_is_filled_where_it_is_air) {
  struct sm_emission s = source(SM_SOURCE_BOX);
  struct spread x = {0};
  for (int c = 0; c < N * N * N; c++)
    if (c % N < 12) open[c] = 0;
  emit(&s);
  for (int p = 0; p < MANY; p++) put(&x, (place(&particle[p], 0) - 60) / 10);
  is_even(&x);
  ck_assert_int_eq(budget[SM_BUDGET_TERMS + SM_BUDGET_COUNT_LOST], 0);
}
END_TEST

/* Just above the ground where that is in steps: in the cell above, at its floor. */
START_TEST(who_is_in_a_step_of_the_ground_is_lifted) {
  struct sm_emission s = source(SM_SOURCE_POINT);
  s.geometry.low[2] = 0.5;
  s.released = 10;
  for (int c = 0; c < N * N; c++) ground[c] = 8;
  for (int c = 0; c < 2 * N * N; c++) open[c] = 0;
  emit(&s);
  for (int p = 0; p < 10; p++) ck_assert(particle[p].cell[2] == 2 && particle[p].part[2] == 0);
}
END_TEST

TEST_MAIN(points_are_all_at_one_place, lines_are_filled_evenly, boxes_are_filled_evenly,
          disks_and_rings_are_filled_evenly, spheres_are_filled_evenly,
          the_ground_emits_by_its_columns, a_moving_source_leaves_particles_on_its_way,
          uniform_places_are_a_lattice, the_lattice_of_the_paper_ends_beyond,
          random_places_of_the_paper_crowd_in_a_corner, outside_of_the_domain_they_are_lost,
          a_shape_is_filled_where_it_is_air, who_is_in_a_step_of_the_ground_is_lifted)
