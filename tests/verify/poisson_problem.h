/* poisson_problem.h - Poisson problem on a shape: solution, and its residual by the definition. */
#ifndef SM_TESTS_POISSON_PROBLEM_H
#define SM_TESTS_POISSON_PROBLEM_H

#include "definition.h"
#include "harness.h"
#include "shapes.h"

static struct sm_context *ctx;
static struct sm_device *device;

static inline void set_up(void) {
  if (device != NULL) return;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_int_eq(sm_device_open(ctx, "cpu", 2, 32, 0, &device), SM_OK);
}

/* Solver with its right-hand side. */
struct problem {
  struct shape shape;
  struct sm_poisson_setup setup;
  struct sm_poisson *poisson;
  double *memory, *b; /* b points at cell (0, 0, 0) of colour 0 */
  double above;       /* as in struct sm_poisson_setup */
  bool periodic[3];   /* as in struct sm_poisson_setup */
  bool direct;        /* as in struct sm_poisson_setup */
  bool own_rows;      /* as in struct sm_poisson_setup */
};

/* Starts a problem without solids; the solver is created later. */
static inline void problem_begin(struct problem *p, const int n[3], const double h[3],
                                 double stretch) {
  *p = (struct problem){.shape = {.g = geometry_create(ctx, n, h, stretch)}};
}

/* Creates the solver for the current open faces. */
static inline void problem_make_solver(struct problem *p) {
  const struct shape *shape = &p->shape;
  const bool *periodic = p->periodic;
  p->setup = (struct sm_poisson_setup){.grid = &shape->g.grid,
                                       .eta = 1,
                                       .cell = shape->g.cell,
                                       .cut = shape->cut,
                                       .cut_count = shape->cut_count,
                                       .above = p->above,
                                       .periodic = {periodic[0], periodic[1], periodic[2]},
                                       .direct = p->direct,
                                       .own_rows = p->own_rows};
  ck_assert_int_eq(sm_poisson_create(ctx, device, &p->setup, &p->poisson), SM_OK);
  const struct sm_red_black *s = &p->poisson->level[0].layout;
  p->memory = calloc(s->size, sizeof *p->memory);
  ck_assert_ptr_nonnull(p->memory);
  p->b = p->memory + s->origin;
}

/* Opens the faces between air cells and creates the solver. */
static inline void problem_finish(struct problem *p) {
  geometry_open_faces(&p->shape.g);
  problem_make_solver(p);
}

static inline void problem_free(struct problem *p) {
  sm_poisson_destroy(&p->poisson);
  shape_free(&p->shape);
  free(p->memory);
}

static inline struct sm_poisson_result problem_solve(struct problem *p, enum sm_wind_solver solver,
                                                     double tolerance) {
  struct sm_poisson_array array = {p->poisson, p->b};
  const struct sm_poisson_problem problem = sm_poisson_array_problem(&array);
  struct sm_poisson_options options = sm_poisson_options_default();
  options.solver = solver;
  options.tolerance = tolerance;
  if (solver != SM_SOLVER_MULTIGRID) options.max_iterations = 100000;
  static struct sm_poisson_result result;
  ck_assert_msg(sm_poisson_solve(ctx, p->poisson, &problem, &options, &result) == SM_OK, "%s",
                sm_context_message(ctx));
  return result;
}

static inline double *problem_b(struct problem *p, int i, int j, int k) {
  return &p->b[sm_red_black_index(&p->poisson->level[0].layout, i, j, k)];
}

static inline double problem_x(const struct problem *p, int i, int j, int k) {
  return p->poisson->x[sm_red_black_index(&p->poisson->level[0].layout, i, j, k)];
}

/* Relative residual of the solution, by the definition. */
static inline double problem_residual(const struct problem *p) {
  return definition_residual(&p->setup, &p->poisson->level[0].layout, p->poisson->x, p->b);
}

/* Sets the right-hand side of the wind problem. */
static inline void problem_wind_flux(struct problem *p) {
  const int *n = p->shape.g.n;
#pragma omp parallel for
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++)
        *problem_b(p, i, j, k) = definition_wind_flux(&p->setup, (int[3]){i, j, k});
}

/* Sets a random right-hand side in (-1/2, 1/2) in air. */
static inline void problem_noise(struct problem *p, uint32_t seed) {
  const int *n = p->shape.g.n;
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) {
        const double value = geometry_random(&seed) - 0.5;
        const int bits = p->setup.cell[definition_cell(&p->setup, i, j, k)] & SM_OPEN_ALL;
        *problem_b(p, i, j, k) = bits ? value : 0;
      }
}

#endif
