/* A particle moves from cell to cell: nothing is lost, and no wall is passed. */
#include "harness.h"
#include "random_numbers.h"

#include "cell/cells.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

enum { N = 12, CELLS = N * N * N };

#define ELASTIC                                                                                    \
  { .normal = 1, .along = 1, .bounces = 100 }
static const struct sm_wall_rebound elastic[2] = {ELASTIC, ELASTIC};

/* Equal to a tolerance. */
static void near(float got, double expected, double tolerance) {
  ck_assert_double_eq_tol((double)got, expected, tolerance);
}

/* A lattice of N cells on every axis; those of z are stretched. */
static float width[3][N];
static uint8_t open[CELLS];
static bool solid[CELLS];

static struct sm_particle_grid_f32 grid(void) {
  for (int i = 0; i < N; i++) {
    width[0][i] = 1;
    width[1][i] = 0.5f;
    width[2][i] = 0.25f * (float)pow(1.2, i);
  }
  return (struct sm_particle_grid_f32){
      .n = {N, N, N}, .h = {width[0], width[1], width[2]}, .sy = N, .sz = N * N, .open = open};
}

/* Faces between two cells of air are open; those of the boundary if `sides` has their bit. */
static void open_faces(int sides) {
  const ptrdiff_t step[3] = {1, N, N * N};
  for (int c = 0; c < CELLS; c++) {
    const int at[3] = {c % N, c / N % N, c / (N * N)};
    open[c] = 0;
    for (int face = 0; face < 6 && !solid[c]; face++) {
      const int next = at[face / 2] + (face % 2 ? 1 : -1);
      const bool boundary = next < 0 || next == N;
      const bool air =
          boundary ? sides >> face & 1 : !solid[c + (face % 2 ? 1 : -1) * step[face / 2]];
      if (air) open[c] = (uint8_t)(open[c] | 1 << face);
    }
  }
}

static void no_solids(int sides) {
  for (int c = 0; c < CELLS; c++) solid[c] = false;
  open_faces(sides);
}

static double place_on(const float *h, int cell, uint32_t part) {
  double sum = 0;
  for (int i = 0; i < cell; i++) sum += (double)h[i];
  return sum + (double)h[cell] * (double)part / 4294967296.0;
}

/* 5 um dust at 8 km in cells of 1 m, 1e-5 m a step. The last bit of the height in float is 0.5 mm;
 * the part in float, of which it is up to 6e-8, would make this fall 0.05 % wrong. */
START_TEST(slow_dust_falls_at_its_speed) {
  static float h[8001];
  for (int i = 0; i < 8001; i++) h[i] = 1;
  int cell = 8000;
  uint32_t part = sm_fraction_of_f32(0.999f);
  const double start = 8000 + (double)part / 4294967296.0;
  const float step = -1.0125e-5f;
  const int steps = 400000;
  for (int m = 0; m < steps; m++) {
    float move = step;
    ck_assert_int_eq(sm_ray_traverse_axis_f32(h, 8001, &cell, &part, &move), 0);
  }
  const double fallen = start - (cell + (double)part / 4294967296.0);
  ck_assert_double_eq_tol(fallen / (steps * -(double)step), 1, 2e-5);
  ck_assert_int_eq(cell, 7996);
}
END_TEST

START_TEST(moves_over_many_stretched_cells_are_exact) {
  (void)grid();
  int cell = 5;
  uint32_t part = 0x80000000u;
  double at = place_on(width[2], cell, part);
  const double top = place_on(width[2], N - 1, UINT32_MAX);
  for (int m = 0; m < 100000; m++) {
    const double to = top * (0.001 + 0.998 * any());
    float move = (float)(to - at);
    at += (double)move;
    ck_assert_int_eq(sm_ray_traverse_axis_f32(width[2], N, &cell, &part, &move), 0);
    ck_assert(move == 0.0f);
    ck_assert_double_eq_tol(place_on(width[2], cell, part), at, 1e-5);
    at = place_on(width[2], cell, part);
  }
}
END_TEST

START_TEST(leaving_an_axis_returns_the_rest_of_the_path) {
  (void)grid();
  int cell = 2;
  uint32_t part = 0x40000000u;
  float move = -4.25f;
  ck_assert_int_eq(sm_ray_traverse_axis_f32(width[0], N, &cell, &part, &move), -1);
  ck_assert_int_eq(cell, 0);
  ck_assert_uint_eq(part, 0);
  ck_assert(move == -2.0f);
  move = 14.5f;
  ck_assert_int_eq(sm_ray_traverse_axis_f32(width[0], N, &cell, &part, &move), 1);
  ck_assert_int_eq(cell, N - 1);
  ck_assert_uint_eq(part, SM_FRACTION_LAST);
  near(move, 2.5, 1e-6);
}
END_TEST

/* Which cells of air hang together: the lowest number of each. */
static void label(int group[CELLS]) {
  const ptrdiff_t step[3] = {1, N, N * N};
  for (int c = 0; c < CELLS; c++) group[c] = solid[c] ? -1 : c;
  for (bool changed = true; changed;) {
    changed = false;
    for (int c = 0; c < CELLS; c++)
      for (int face = 0; face < 6; face++) {
        if (!(open[c] >> face & 1)) continue;
        const int next = c + (int)(face % 2 ? step[face / 2] : -step[face / 2]);
        if (group[next] < group[c]) {
          group[c] = group[next];
          changed = true;
        }
      }
  }
}

static struct sm_grid_position_f32 random_air(void) {
  for (;;) {
    const int c = (int)(any() * CELLS);
    if (solid[c]) continue;
    struct sm_grid_position_f32 at = {{c % N, c / N % N, c / (N * N)}, {0, 0, 0}};
    for (int d = 0; d < 3; d++) at.part[d] = (uint32_t)(any() * 4294967295.0);
    return at;
  }
}

/* Nor in air that open faces do not lead to: no walk slips through an edge. Half of the ways are
 * diagonals, from the corners of cells. */
START_TEST(no_random_walk_ends_in_a_solid) {
  const struct sm_particle_grid_f32 g = grid();
  static int group[CELLS];
  for (int town = 0; town < 20; town++) {
    for (int c = 0; c < CELLS; c++) solid[c] = any() < 0.1 + 0.03 * town;
    open_faces(0);
    label(group);
    for (int walk = 0; walk < 500; walk++) {
      const struct sm_wall_rebound rebound[2] = {
          {.normal = (float)any(), .along = (float)any(), .bounces = 8},
          {.normal = (float)any(), .along = (float)any(), .bounces = 4}};
      struct sm_grid_position_f32 at = random_air();
      const int home = group[sm_particle_grid_index_f32(&g, at.cell)];
      for (int step = 0; step < 10; step++) {
        const bool diagonal = any() < 0.5;
        const double length = pow(10, -3 + 4 * any());
        float move[3], velocity[3] = {1, 1, 1};
        for (int d = 0; d < 3; d++) {
          const double h = (double)g.h[d][at.cell[d]];
          move[d] = (float)(diagonal ? (any() < 0.5 ? -h : h) : length * (2 * any() - 1));
          if (diagonal) at.part[d] = any() < 0.5 ? 0 : SM_FRACTION_LAST;
        }
        int face;
        ck_assert_int_eq(sm_ray_traverse_f32(&g, rebound, &at, move, velocity, &face),
                         SM_TRAVERSAL_INSIDE);
        ck_assert(move[0] == 0.0f && move[1] == 0.0f && move[2] == 0.0f);
        ck_assert_int_eq(group[sm_particle_grid_index_f32(&g, at.cell)], home);
      }
    }
  }
}
END_TEST

/* Where a way unfolded at mirrors ends, in a box 0..length. */
static double mirrored(double x, double length) {
  const double r = fmod(fmod(x, 2 * length) + 2 * length, 2 * length);
  return r < length ? r : 2 * length - r;
}

START_TEST(elastic_walls_are_mirrors) {
  const struct sm_particle_grid_f32 g = grid();
  no_solids(0);
  for (int walk = 0; walk < 10000; walk++) {
    struct sm_grid_position_f32 at = random_air();
    float move[3], velocity[3];
    double to[3], energy = 0;
    for (int d = 0; d < 3; d++) {
      move[d] = (float)(60 * any() - 30);
      velocity[d] = move[d];
      energy += (double)velocity[d] * (double)velocity[d];
      to[d] = mirrored(place_on(g.h[d], at.cell[d], at.part[d]) + (double)move[d],
                       place_on(g.h[d], N - 1, UINT32_MAX));
    }
    int face;
    ck_assert_int_eq(sm_ray_traverse_f32(&g, elastic, &at, move, velocity, &face),
                     SM_TRAVERSAL_INSIDE);
    for (int d = 0; d < 3; d++) {
      ck_assert_double_eq_tol(place_on(g.h[d], at.cell[d], at.part[d]), to[d], 1e-4);
      energy -= (double)velocity[d] * (double)velocity[d];
    }
    ck_assert_double_eq_tol(energy, 0, 1e-11);
  }
}
END_TEST

START_TEST(a_bounce_leaves_its_parts_of_the_velocity) {
  const struct sm_particle_grid_f32 g = grid();
  no_solids(0);
  const struct sm_wall_rebound rebound[2] = {ELASTIC,
                                             {.normal = 0.5f, .along = 0.75f, .bounces = 4}};
  struct sm_grid_position_f32 at = {{5, 5, 0}, {0x80000000u, 0x80000000u, 0x80000000u}};
  float move[3] = {0.5f, 0.0f, -0.25f}, velocity[3] = {2, 0, -1};
  int face;
  ck_assert_int_eq(sm_ray_traverse_f32(&g, rebound, &at, move, velocity, &face),
                   SM_TRAVERSAL_INSIDE);
  ck_assert(velocity[0] == 1.5f && velocity[1] == 0.0f && velocity[2] == 0.5f);
  /* down 0.125 m and 0.25 m along; up half of the other 0.125 m, and 3/4 of 0.25 m along */
  ck_assert_double_eq_tol(place_on(g.h[2], at.cell[2], at.part[2]), 0.0625, 1e-7);
  ck_assert_double_eq_tol(place_on(g.h[0], at.cell[0], at.part[0]), 5.5 + 0.25 + 0.1875, 1e-6);
}
END_TEST

START_TEST(a_velocity_off_the_wall_is_not_turned) {
  const struct sm_particle_grid_f32 g = grid();
  no_solids(0);
  struct sm_grid_position_f32 at = {{5, 5, 0}, {0, 0, 0x80000000u}};
  float move[3] = {0, 0, -0.25f}, velocity[3] = {2, 0, 1};
  int face;
  ck_assert_int_eq(sm_ray_traverse_f32(&g, elastic, &at, move, velocity, &face),
                   SM_TRAVERSAL_INSIDE);
  ck_assert(velocity[0] == 2.0f && velocity[2] == 1.0f);
}
END_TEST

START_TEST(what_arrives_slowly_sticks) {
  const struct sm_particle_grid_f32 g = grid();
  no_solids(0);
  const struct sm_wall_rebound rebound[2] = {
      ELASTIC, {.normal = 0.5f, .along = 0.5f, .capture = 1.5f, .bounces = 4}};
  struct sm_grid_position_f32 at = {{5, 5, 0}, {0, 0, 0x80000000u}};
  float move[3] = {1, 0, -0.25f}, velocity[3] = {4, 0, -1};
  int face;
  ck_assert_int_eq(sm_ray_traverse_f32(&g, rebound, &at, move, velocity, &face),
                   SM_TRAVERSAL_STUCK);
  ck_assert_int_eq(face, SM_OPEN_DOWN);
  ck_assert_int_eq(at.cell[2], 0);
  ck_assert_uint_eq(at.part[2], 0);
  ck_assert_double_eq_tol(place_on(g.h[0], at.cell[0], at.part[0]), 5.5, 1e-6);
  for (int d = 0; d < 3; d++) ck_assert(move[d] == 0.0f && velocity[d] == 0.0f);
}
END_TEST

/* Particles stick to the ground, and bounce off walls and the domain top. */
START_TEST(the_ground_has_a_law_of_its_own) {
  const struct sm_particle_grid_f32 g = grid();
  no_solids(0);
  const struct sm_wall_rebound rebound[2] = {ELASTIC, {.capture = 1e30f, .bounces = 4}};
  for (int face = 0; face < 6; face++) {
    const int d = face / 2, side = face % 2;
    struct sm_grid_position_f32 at = {{5, 5, 5}, {0x80000000u, 0x80000000u, 0x80000000u}};
    at.cell[d] = side * (N - 1);
    float move[3] = {0, 0, 0}, velocity[3] = {0.1f, 0.1f, 0.1f};
    move[d] = (side ? 0.75f : -0.75f) * g.h[d][at.cell[d]];
    velocity[d] = side ? 3 : -3;
    int met;
    const enum sm_traversal_end end = sm_ray_traverse_f32(&g, rebound, &at, move, velocity, &met);
    const bool ground = 1 << face == SM_OPEN_DOWN;
    ck_assert_int_eq(end, ground ? SM_TRAVERSAL_STUCK : SM_TRAVERSAL_INSIDE);
    ck_assert_int_eq(met, ground ? SM_OPEN_DOWN : 0);
    ck_assert(velocity[d] == (ground ? 0.0f : side ? -3.0f : 3.0f));
  }
}
END_TEST

/* Between two walls a cell apart, with a way of a million widths. */
START_TEST(bounces_are_bounded) {
  const struct sm_particle_grid_f32 g = grid();
  for (int c = 0; c < CELLS; c++) solid[c] = c % N != 5;
  open_faces(0);
  struct sm_grid_position_f32 at = {{5, 5, 5}, {0x80000000u, 7, 7}};
  float move[3] = {1e6f, 0, 0}, velocity[3] = {1, 0, 0};
  int face;
  ck_assert_int_eq(sm_ray_traverse_f32(&g, elastic, &at, move, velocity, &face),
                   SM_TRAVERSAL_INSIDE);
  ck_assert_int_eq(at.cell[0], 5);
  ck_assert(move[0] == 0.0f && fabsf(velocity[0]) == 1.0f);
}
END_TEST

/* The rest of a path is continued, for example on the other side of a periodic domain. */
START_TEST(leaving_through_an_open_side_returns_the_side) {
  const struct sm_particle_grid_f32 g = grid();
  no_solids(SM_OPEN_EAST);
  struct sm_grid_position_f32 at = {{10, 5, 5}, {0x80000000u, 0x80000000u, 0x80000000u}};
  float move[3] = {3, 0.3f, 0}, velocity[3] = {1, 0.1f, 0};
  int face;
  ck_assert_int_eq(sm_ray_traverse_f32(&g, elastic, &at, move, velocity, &face), SM_TRAVERSAL_LEFT);
  ck_assert_int_eq(face, SM_OPEN_EAST);
  ck_assert_int_eq(at.cell[0], N - 1);
  ck_assert_uint_eq(at.part[0], SM_FRACTION_LAST);
  near(move[0], 1.5, 1e-6);
  near(move[1], 0.15, 1e-6);
  ck_assert_double_eq_tol(place_on(g.h[1], at.cell[1], at.part[1]), 2.75 + 0.15, 1e-6);
}
END_TEST

TEST_MAIN(slow_dust_falls_at_its_speed, moves_over_many_stretched_cells_are_exact,
          leaving_an_axis_returns_the_rest_of_the_path, no_random_walk_ends_in_a_solid,
          elastic_walls_are_mirrors, a_bounce_leaves_its_parts_of_the_velocity,
          a_velocity_off_the_wall_is_not_turned, what_arrives_slowly_sticks,
          the_ground_has_a_law_of_its_own, bounces_are_bounded,
          leaving_through_an_open_side_returns_the_side)
