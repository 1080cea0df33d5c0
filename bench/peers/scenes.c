#include "peers.h"

#include "base/clock.h"
#include "verify/definition.h"
#include <stdarg.h>
#include <stdio.h>

static void build_boxes(struct sm_context *ctx, struct shape *shape,
                        void (*boxes)(struct geometry *)) {
  boxes(&shape->g);
  geometry_open_faces(&shape->g);
  shape_seal(ctx, shape);
}

static void build_city(struct sm_context *ctx, struct shape *shape) {
  build_boxes(ctx, shape, geometry_city);
}

static void build_canyon(struct sm_context *ctx, struct shape *shape) {
  build_boxes(ctx, shape, geometry_canyon);
}

static void build_cube(struct sm_context *ctx, struct shape *shape) {
  build_boxes(ctx, shape, shape_cube);
}

static void build_hollow_city(struct sm_context *ctx, struct shape *shape) {
  build_boxes(ctx, shape, shape_hollow_city);
}

static void build_rugged_ground(struct sm_context *ctx, struct shape *shape) {
  shape_rugged_ground(shape);
  shape_seal(ctx, shape);
}

static void set_porous(struct geometry *g) { shape_porous(g, 0.4, 7); }

static void build_porous(struct sm_context *ctx, struct shape *shape) {
  build_boxes(ctx, shape, set_porous);
}

const struct peer_scene peer_scenes[] = {
    {"small", "the city in 25 k cells", {32, 32, 24}, {1, 1, 1}, 1, build_city},
    {"city", "houses on a quarter of the ground", {100, 100, 100}, {1, 1, 1}, 1, build_city},
    {"canyon", "blocks of 7 cells, gaps of 1", {100, 100, 100}, {1, 1, 1}, 1, build_canyon},
    {"cube", "a cube of 20 m, cells of 2 x 2 x 1 m", {100, 100, 100}, {2, 2, 1}, 1, build_cube},
    {"city-flat", "cells of 0.2 x 0.35 x 0.4 m", {100, 100, 100}, {0.2, 0.35, 0.4}, 1, build_city},
    {"city-tall", "cells of 1 x 1 x 3 m", {100, 100, 100}, {1, 1, 3}, 1, build_city},
    {"city-layers",
     "2 x 2 x 0.5 m, each layer 4 % thicker",
     {100, 100, 100},
     {2, 2, 0.5},
     1.04,
     build_city},
    {"rugged-ground", "ground that cuts cells", {100, 100, 100}, {1, 1, 1}, 1, build_rugged_ground},
    {"sealed-rooms", "half of the houses hollow", {100, 100, 100}, {1, 1, 1}, 1, build_hollow_city},
    {"porous", "40 % of the cells solid, at random", {100, 100, 100}, {1, 1, 1}, 1, build_porous},
    {"city-6m", "a city of 6.3 M cells", {256, 256, 96}, {1, 1, 1}, 1, build_city},
    {"canyon-6m", "canyons in 6.3 M cells", {256, 256, 96}, {1, 1, 1}, 1, build_canyon},
};
const int peer_scene_count = (int)(sizeof peer_scenes / sizeof *peer_scenes);

const struct peer_scene *peer_scene_find(const char *name) {
  for (int s = 0; s < peer_scene_count; s++)
    if (strcmp(peer_scenes[s].name, name) == 0) return &peer_scenes[s];
  return NULL;
}

void peer_fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "simoom-peers: ");
  vfprintf(stderr, format, arguments);
  fprintf(stderr, "\n");
  va_end(arguments);
  MPI_Abort(MPI_COMM_WORLD, 1);
  exit(1);
}

void *peer_alloc(int64_t count, size_t size) {
  void *memory = calloc((size_t)count + 1, size);
  if (memory == NULL) peer_fail("not enough memory");
  return memory;
}

struct peer_cost peer_now(void) {
  return (struct peer_cost){sm_clock_wall(), sm_clock_cpu()};
}

struct peer_cost peer_since(struct peer_cost start) {
  const struct peer_cost now = peer_now();
  return (struct peer_cost){now.wall - start.wall, now.cpu - start.cpu};
}

/* Reads the coefficients of the finest level of the solver. */
static void read_matrix(const struct sm_poisson *poisson, const struct sm_poisson_setup *setup,
                        struct peer_matrix *matrix) {
  const struct sm_poisson_operator *op = &poisson->level[0].op;
  const int *n = matrix->n;
#pragma omp parallel for
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) {
        const int64_t cell = definition_cell(setup, i, j, k);
        const int colour = (i + j + k) & 1;
        const struct sm_stencil a = op->fx == NULL ? sm_stencil_open(op, colour, i >> 1, j, k)
                                                   : sm_stencil_part(op, colour, i >> 1, j, k);
        const float side[PEER_SIDES] = {a.w, a.e, a.s, a.n, a.d, a.u};
        for (int s = 0; s < PEER_SIDES; s++) matrix->diagonal[cell] += (double)side[s];
        matrix->low[0][cell] = i > 0 ? (double)a.w : 0;
        matrix->low[1][cell] = j > 0 ? (double)a.s : 0;
        matrix->low[2][cell] = k > 0 ? (double)a.d : 0;
        matrix->b[cell] = definition_wind_flux(setup, (int[3]){i, j, k});
      }
}

void peer_problem_create(struct sm_context *ctx, const struct peer_scene *scene,
                         struct peer_problem *problem) {
  struct shape *shape = &problem->shape;
  *shape = (struct shape){.g = geometry_create(ctx, scene->n, scene->h, scene->stretch)};
  scene->build(ctx, shape);
  problem->setup = (struct sm_poisson_setup){.grid = &shape->g.grid,
                                             .eta = 1,
                                             .cell = shape->g.cell,
                                             .cut = shape->cut,
                                             .cut_count = shape->cut_count};
  struct peer_matrix *matrix = &problem->matrix;
  *matrix = (struct peer_matrix){.cells = sm_grid_cells(&shape->g.grid)};
  for (int d = 0; d < 3; d++) {
    matrix->n[d] = scene->n[d];
    matrix->h[d] = scene->h[d];
    matrix->low[d] = peer_alloc(matrix->cells, sizeof(double));
  }
  matrix->diagonal = peer_alloc(matrix->cells, sizeof(double));
  matrix->b = peer_alloc(matrix->cells, sizeof(double));
  struct sm_device *device = NULL;
  struct sm_poisson *poisson = NULL;
  if (sm_device_open(ctx, "cpu", 1, 32, 0, &device) != SM_OK ||
      sm_poisson_create(ctx, device, &problem->setup, &poisson) != SM_OK)
    peer_fail("%s", sm_context_message(ctx));
  read_matrix(poisson, &problem->setup, matrix);
  sm_poisson_destroy(&poisson);
  sm_device_close(&device);
}

void peer_problem_free(struct peer_problem *problem) {
  shape_free(&problem->shape);
  for (int d = 0; d < 3; d++) free(problem->matrix.low[d]);
  free(problem->matrix.diagonal);
  free(problem->matrix.b);
}

double peer_residual(const struct peer_matrix *matrix, const double *x) {
  const int64_t nx = matrix->n[0], ny = matrix->n[1], step[3] = {1, nx, nx * ny};
  double residual = 0, reference = 0;
#pragma omp parallel for reduction(+ : residual, reference)
  for (int64_t c = 0; c < matrix->cells; c++) {
    const int64_t at[3] = {c % nx, c / nx % ny, c / (nx * ny)};
    double r = matrix->b[c] - matrix->diagonal[c] * x[c];
    for (int d = 0; d < 3; d++) {
      if (at[d] > 0) r += matrix->low[d][c] * x[c - step[d]];
      if (at[d] < matrix->n[d] - 1) r += matrix->low[d][c + step[d]] * x[c + step[d]];
    }
    residual += r * r;
    reference += matrix->b[c] * matrix->b[c];
  }
  return sqrt(residual / reference);
}
