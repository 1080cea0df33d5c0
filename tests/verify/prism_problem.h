/* prism_problem.h - the Poisson equation on prisms with a given exact solution. */
#ifndef SM_TESTS_PRISM_PROBLEM_H
#define SM_TESTS_PRISM_PROBLEM_H

#include "domain/mesh/triangles.h"
#include "prism_device.h"

typedef double function(void *user, const double at[3]);

/* Problem and mesh. The derivative along the outward normal is that of `exact`. */
struct problem {
  struct prism_block block;
  function *exact, *source, *gamma;
  double (*gradient)(const double at[3], int d);
  bool neumann[6]; /* south, east, north, west, bottom, surface */
  struct sm_prism_options options;
};

/* Of a side whose derivative is given: its normal, from the exact gradient. */
struct slope {
  const struct problem *problem;
  int side;
};

/* Only sides that are straight, and heights that are linear, have normals here. */
static double derivative(void *user, const double at[3]) {
  const struct slope *s = user;
  const struct prism_block *b = &s->problem->block;
  double n[3] = {s->side == 3 ? -1 : s->side == 1, s->side == 0 ? -1 : s->side == 2, 0};
  if (s->side >= 4) {
    double (*height)(double, double) = s->side == 4 ? b->bottom : b->surface;
    const double slope_x = height(at[0] + 0.5, at[1]) - height(at[0] - 0.5, at[1]);
    const double slope_y = height(at[0], at[1] + 0.5) - height(at[0], at[1] - 0.5);
    const double size = (s->side == 4 ? -1 : 1) * sqrt(1 + slope_x * slope_x + slope_y * slope_y);
    n[0] = -slope_x / size;
    n[1] = -slope_y / size;
    n[2] = 1 / size;
  }
  double sum = 0;
  for (int d = 0; d < 3; d++)
    if (n[d] < 0 || n[d] > 0) sum += n[d] * s->problem->gradient(at, d);
  return sum;
}

struct outcome {
  struct prism_error error;
  struct sm_prism_result result;
};

static void solve_on(const struct problem *q, const struct sm_prisms *p, double *x,
                     struct outcome *out) {
  struct slope slope[6];
  struct sm_prism *s = NULL;
  const struct sm_prism_field source = {.at = q->source}, gamma = {.at = q->gamma};
  ck_assert_int_eq(sm_prism_create(ctx, device, p, &q->options, &s), SM_OK);
  if (q->source != NULL) ck_assert_int_eq(sm_prism_set_source(ctx, s, &source), SM_OK);
  if (q->gamma != NULL) ck_assert_int_eq(sm_prism_set_gamma(ctx, s, &gamma), SM_OK);
  for (int side = 0; side < 6; side++) {
    slope[side] = (struct slope){q, side};
    const struct sm_prism_field value = {.at = q->exact};
    const struct sm_prism_field flux = {.at = derivative, .user = &slope[side]};
    const int part = side < 4    ? SM_MESH_BLOCK_SOUTH + side
                     : side == 4 ? SM_PRISM_BOTTOM
                                 : SM_PRISM_SURFACE;
    ck_assert_int_eq(sm_prism_set_boundary(ctx, s, part,
                                           q->neumann[side] ? SM_PRISM_NEUMANN : SM_PRISM_DIRICHLET,
                                           q->neumann[side] ? &flux : &value),
                     SM_OK);
  }
  ck_assert_int_eq(sm_prism_solve(ctx, s, &out->result), SM_OK);
  ck_assert(out->result.converged);
  ck_assert_int_eq(sm_prism_fetch(ctx, s, x), SM_OK);
  sm_prism_destroy(&s);
}

static struct outcome solve(const struct problem *q) {
  static struct outcome out;
  struct sm_prisms *p = make_prisms(ctx, &q->block);
  double *x = calloc((size_t)p->plane->triangles * (size_t)p->layers, sizeof *x);
  solve_on(q, p, x, &out);
  out.error = compare_prisms(p, x, q->exact);
  free(x);
  sm_prisms_destroy(&p);
  return out;
}

/* --- fields --- */

static double wave(void *user, const double at[3]) {
  (void)user;
  return sin(prism_pi * at[0]) * sin(prism_pi * at[1]) * sin(prism_pi * at[2]);
}
static double wave_source(void *user, const double at[3]) {
  return -3 * prism_pi * prism_pi * wave(user, at);
}

/* cos(2 x + 1) cos(3 y) cos(4 z), Gamma = 2 + x y - z */
static double product(void *user, const double at[3]) {
  (void)user;
  return cos(2 * at[0] + 1) * cos(3 * at[1]) * cos(4 * at[2]);
}
static double product_gradient(const double at[3], int d) {
  const double x = 2 * at[0] + 1, y = 3 * at[1], z = 4 * at[2];
  return d == 0   ? -2 * sin(x) * cos(y) * cos(z)
         : d == 1 ? -3 * cos(x) * sin(y) * cos(z)
                  : -4 * cos(x) * cos(y) * sin(z);
}
static double product_gamma(void *user, const double at[3]) {
  (void)user;
  return 2 + at[0] * at[1] - at[2];
}
static double product_source(void *user, const double at[3]) {
  return product_gamma(user, at) * -29 * product(user, at) + at[1] * product_gradient(at, 0) +
         at[0] * product_gradient(at, 1) - product_gradient(at, 2);
}

static double inclined_bottom(double x, double y) { return -0.3 + 0.2 * x - 0.1 * y; }
static double inclined_surface(double x, double y) { return 0.3 - 0.1 * x + 0.2 * y; }

static struct problem paper_problem(int n, int layers) {
  return (struct problem){.block = {n, n + 1, layers, 1, 0, 1, paper_bottom, paper_surface},
                          .exact = wave,
                          .source = wave_source,
                          .options = sm_prism_options_default()};
}

/* Slopes of up to 10 in 1: prisms are coupled with those above and below the ones beside them, too
 * (docs/theory/prisms.md). */
static double steep_bottom(double x, double y) { return 30 * paper_bottom(x, y); }

#endif
