/* Distances to walls, against every solid cell tried one by one. */
#include "harness.h"

#include "cell/open_faces.h"
#include "physics/wall_distance.h"
#include <math.h>
#include <string.h>

enum { AIR = SM_OPEN_ALL, SOLID = 0x40 };

/* A grid, its cells, and the distances on the host. */
struct scene {
  struct sm_context *ctx;
  struct sm_device *device;
  struct sm_grid grid;
  struct sm_state *state;
  uint8_t *cell; /* [nz][ny][nx] */
  struct sm_wall_distance *distance;
};

static double random_number(void) { return (double)rand() / RAND_MAX; }

/* All air. widest: of a cell against the narrowest; 1: cells of 2 m. */
static void begin(struct scene *s, int nx, int ny, int nz, double widest, int threads) {
  *s = (struct scene){.ctx = NULL};
  const int n[3] = {nx, ny, nz};
  double *face[3];
  for (int a = 0; a < 3; a++) {
    face[a] = malloc(((size_t)n[a] + 1) * sizeof(double));
    face[a][0] = 0;
    for (int i = 0; i < n[a]; i++)
      face[a][i + 1] = face[a][i] + (widest > 1 ? 1 + (widest - 1) * random_number() : 2);
  }
  const double origin[3] = {0, 0, 0};
  ck_assert_int_eq(sm_context_create(NULL, &s->ctx), SM_OK);
  ck_assert_int_eq(sm_grid_create(s->ctx, n, (const double *const[3]){face[0], face[1], face[2]},
                                  origin, &s->grid),
                   SM_OK);
  for (int a = 0; a < 3; a++) free(face[a]);
  ck_assert_int_eq(sm_device_open(s->ctx, "cpu", threads, 64, 0, &s->device), SM_OK);
  ck_assert_int_eq(sm_state_create(s->ctx, s->device, &s->grid, 0, &s->state), SM_OK);
  s->cell = malloc((size_t)sm_grid_cells(&s->grid));
  memset(s->cell, AIR, (size_t)sm_grid_cells(&s->grid));
}

static void compute(struct scene *s, bool ground) {
  ck_assert_int_eq(
      sm_wall_distance_create(s->ctx, s->state, &s->grid, s->cell, ground, &s->distance), SM_OK);
}

static void end(struct scene *s) {
  sm_wall_distance_destroy(&s->distance);
  ck_assert_ptr_null(s->distance);
  ck_assert_uint_eq(s->device->allocated, 0);
  sm_state_destroy(&s->state);
  sm_device_close(&s->device);
  sm_grid_free(&s->grid);
  sm_context_destroy(&s->ctx);
  free(s->cell);
}

static size_t cell_of(const struct scene *s, int i, int j, int k) {
  const size_t nx = (size_t)s->grid.axis[0].n, ny = (size_t)s->grid.axis[1].n;
  return (size_t)i + nx * ((size_t)j + ny * (size_t)k);
}

static double at(const struct scene *s, int i, int j, int k) {
  return (double)s->distance->d[i + j * s->state->sy + k * s->state->sz];
}

static bool is_solid(const struct scene *s, int i, int j, int k) {
  return (s->cell[cell_of(s, i, j, k)] & SM_OPEN_ALL) == 0;
}

static double to_interval(const struct sm_axis *axis, int p, int q) {
  const double c = axis->centre[p];
  return fmax(0, fmax(axis->face[q] - c, c - axis->face[q + 1]));
}

static double brute_force(const struct scene *s, int i, int j, int k, bool ground) {
  const struct sm_axis *a = s->grid.axis;
  double least = ground ? a[2].centre[k] : (double)INFINITY;
  if (is_solid(s, i, j, k)) return 0;
  for (int z = 0; z < a[2].n; z++)
    for (int y = 0; y < a[1].n; y++)
      for (int x = 0; x < a[0].n; x++) {
        if (!is_solid(s, x, y, z)) continue;
        const double dx = to_interval(&a[0], i, x), dy = to_interval(&a[1], j, y);
        const double dz = to_interval(&a[2], k, z);
        least = fmin(least, sqrt(dx * dx + dy * dy + dz * dz));
      }
  return least;
}

static void check_against_brute_force(const struct scene *s, bool ground) {
  const struct sm_axis *a = s->grid.axis;
  for (int k = 0; k < a[2].n; k++)
    for (int j = 0; j < a[1].n; j++)
      for (int i = 0; i < a[0].n; i++) {
        const double exact = brute_force(s, i, j, k, ground), got = at(s, i, j, k);
        ck_assert_msg(got == exact || fabs(got - exact) <= 1e-6 * exact,
                      "cell %d %d %d of %d x %d x %d: %.9g instead of %.9g m", i, j, k, a[0].n,
                      a[1].n, a[2].n, got, exact);
      }
}

START_TEST(random_solids_are_as_far_as_a_search_of_all_of_them_says) {
  static const int size[][3] = {{11, 7, 13}, {1, 1, 1}, {1, 17, 5}, {19, 1, 3},
                                {2, 23, 1},  {8, 8, 8}, {31, 5, 4}, {3, 4, 37}};
  static const double share[] = {0.002, 0.01, 0.05, 0.4, 1};
  srand(11);
  for (size_t z = 0; z < sizeof size / sizeof *size; z++)
    for (size_t q = 0; q < sizeof share / sizeof *share; q++)
      for (int way = 0; way < 4; way++) {
        struct scene s;
        begin(&s, size[z][0], size[z][1], size[z][2], way & 1 ? 6 : 1, 1 + (way & 1));
        for (int64_t c = 0; c < sm_grid_cells(&s.grid); c++)
          if (random_number() < share[q]) s.cell[c] = SOLID;
        compute(&s, way & 2);
        check_against_brute_force(&s, way & 2);
        end(&s);
      }
}
END_TEST

/* Blocks as of a town, in layers that grow. */
START_TEST(houses_are_as_far_as_a_search_of_all_cells_says) {
  srand(5);
  struct scene s;
  begin(&s, 37, 29, 17, 3, 2);
  for (int b = 0; b < 12; b++) {
    const int x = rand() % 34, y = rand() % 26, high = 1 + rand() % 14;
    for (int k = 0; k < high; k++)
      for (int j = y; j < y + 3; j++)
        for (int i = x; i < x + 3; i++) s.cell[cell_of(&s, i, j, k)] = SOLID;
  }
  compute(&s, true);
  check_against_brute_force(&s, true);
  end(&s);
}
END_TEST

START_TEST(the_distance_is_to_the_surface_of_a_solid_cell) {
  struct scene s;
  begin(&s, 9, 9, 9, 1, 1); /* cells of 2 m */
  s.cell[cell_of(&s, 4, 4, 4)] = SOLID;
  compute(&s, false);
  ck_assert(at(&s, 4, 4, 4) == 0);
  ck_assert_double_eq_tol(at(&s, 5, 4, 4), 1, 1e-6);
  ck_assert_double_eq_tol(at(&s, 4, 0, 4), 7, 1e-6);
  ck_assert_double_eq_tol(at(&s, 4, 6, 2), sqrt(9 + 9), 1e-6);
  ck_assert_double_eq_tol(at(&s, 3, 5, 5), sqrt(3), 1e-6);
  ck_assert_double_eq_tol(at(&s, 0, 8, 0), sqrt(3 * 49), 1e-5);
  end(&s);
}
END_TEST

START_TEST(without_any_wall_the_distance_is_infinite) {
  struct scene s;
  begin(&s, 5, 4, 3, 1, 1);
  compute(&s, false);
  for (int k = 0; k < 3; k++)
    for (int j = 0; j < 4; j++)
      for (int i = 0; i < 5; i++) ck_assert(at(&s, i, j, k) == (double)INFINITY);
  end(&s);
}
END_TEST

START_TEST(over_open_ground_the_distance_is_the_height) {
  struct scene s;
  begin(&s, 5, 4, 40, 7, 1);
  compute(&s, true);
  for (int k = 0; k < 40; k++)
    ck_assert_double_eq_tol(at(&s, 3, 1, k), s.grid.axis[2].centre[k], 1e-4);
  end(&s);
}
END_TEST

/* Canopy is not a wall, and the byte of a cell that is cut keeps some open face. */
START_TEST(cells_with_an_open_face_are_no_walls) {
  struct scene s;
  begin(&s, 3, 3, 3, 1, 1);
  s.cell[cell_of(&s, 1, 1, 1)] = (3 << 6) | SM_OPEN_ALL;
  s.cell[cell_of(&s, 0, 0, 0)] = SM_OPEN_UP;
  compute(&s, false);
  ck_assert(isinf(at(&s, 1, 1, 1)) && isinf(at(&s, 0, 0, 0)) && isinf(at(&s, 2, 2, 2)));
  end(&s);
}
END_TEST

START_TEST(elements_that_are_no_cells_are_zero) {
  struct scene s;
  begin(&s, 6, 5, 4, 1, 1);
  compute(&s, true);
  ck_assert_uint_eq(s.distance->size, s.state->size);
  int zeros = 0;
  for (size_t c = 0; c < s.distance->size; c++) zeros += s.distance->d[c] == 0.0f;
  ck_assert_int_eq(zeros, (int)s.distance->size - 6 * 5 * 4);
  ck_assert(at(&s, 6, 0, 0) == 0 && at(&s, 0, 5, 0) == 0 && at(&s, 0, 0, 4) == 0);
  end(&s);
}
END_TEST

/* Half a metre from a wall at a distance of 20 km from the corner of the grid. */
START_TEST(small_distances_are_exact_far_from_the_corner) {
  struct scene s;
  begin(&s, 2, 20000, 2, 1.0001, 1);
  const struct sm_axis *y = &s.grid.axis[1];
  s.cell[cell_of(&s, 0, 19995, 0)] = SOLID;
  compute(&s, false);
  for (int j = 19990; j < 20000; j++) {
    const double exact = to_interval(y, j, 19995);
    ck_assert_double_le(fabs(at(&s, 0, j, 0) - exact), 1e-6 * exact);
  }
  end(&s);
}
END_TEST

/* More lines than are worked on at once. */
START_TEST(large_grids_are_worked_on_in_batches) {
  struct scene s;
  begin(&s, 4096, 2100, 1, 1, 2);
  s.cell[cell_of(&s, 4000, 2060, 0)] = s.cell[cell_of(&s, 7, 3, 0)] = SOLID;
  compute(&s, false);
  const struct sm_axis *a = s.grid.axis;
  srand(3);
  for (int q = 0; q < 1000; q++) {
    const int i = rand() % 4096, j = q < 500 ? rand() % 2100 : 2040 + rand() % 60;
    const double near = hypot(to_interval(&a[0], i, 7), to_interval(&a[1], j, 3));
    const double far = hypot(to_interval(&a[0], i, 4000), to_interval(&a[1], j, 2060));
    ck_assert_double_le(fabs(at(&s, i, j, 0) - fmin(near, far)), 1e-6 * fmin(near, far));
  }
  end(&s);
}
END_TEST

START_TEST(out_of_memory_is_reported_and_nothing_leaks) {
  struct scene s;
  begin(&s, 6, 5, 4, 1, 1);
  int failed = 0;
  for (;; failed++) {
    sm_context_fail_allocation(s.ctx, failed + 1);
    const enum sm_status status =
        sm_wall_distance_create(s.ctx, s.state, &s.grid, s.cell, true, &s.distance);
    if (status == SM_OK) break;
    ck_assert_int_eq(status, SM_ERR_MEMORY);
    ck_assert_ptr_null(s.distance);
    ck_assert_uint_eq(s.device->allocated, 0);
  }
  sm_context_fail_allocation(s.ctx, 0);
  ck_assert_int_eq(failed, 7);
  end(&s);
}
END_TEST

TEST_MAIN(random_solids_are_as_far_as_a_search_of_all_of_them_says,
          houses_are_as_far_as_a_search_of_all_cells_says,
          the_distance_is_to_the_surface_of_a_solid_cell, without_any_wall_the_distance_is_infinite,
          over_open_ground_the_distance_is_the_height, cells_with_an_open_face_are_no_walls,
          elements_that_are_no_cells_are_zero, small_distances_are_exact_far_from_the_corner,
          large_grids_are_worked_on_in_batches, out_of_memory_is_reported_and_nothing_leaks)
