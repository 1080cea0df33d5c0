/* prisms.c - whole solves on prisms: those of a device against those of one thread of a CPU. */
#include "exact.h"
#include "judge.h"
#include "prism_fixture.h"
#include <string.h>

static double source(void *user, const double at[3]) {
  (void)user;
  return sin(7 * at[0]) + at[1] * at[2];
}
static double gamma_at(void *user, const double at[3]) {
  (void)user;
  return 2 + sin(5 * at[0] * at[1]) + at[2];
}

enum { TURNS = 12 };

/* x after so many iterations of a solver, from no other device's profile; NULL: it failed. */
static double *solve(struct sm_context *ctx, struct sm_device *device, const struct sm_prisms *p,
                     const struct sm_prism_options *options, bool even) {
  const struct sm_prism_field f = {.at = source}, gamma = {.at = gamma_at}, given = {.number = 0.7};
  const struct sm_prism_field slope = {.number = -0.3};
  static struct sm_prism_result result;
  double *x = calloc((size_t)p->plane->triangles * (size_t)p->layers, sizeof *x);
  struct sm_prism *s = NULL;
  bool good = sm_prism_create(ctx, device, p, options, &s) == SM_OK &&
              sm_prism_set_source(ctx, s, &f) == SM_OK &&
              sm_prism_set_boundary(ctx, s, 1, SM_PRISM_DIRICHLET, &given) == SM_OK &&
              sm_prism_set_boundary(ctx, s, 2, SM_PRISM_NEUMANN, &slope) == SM_OK &&
              sm_prism_set_boundary(ctx, s, SM_PRISM_BOTTOM, SM_PRISM_NEUMANN, &slope) == SM_OK;
  if (good && !even) good = sm_prism_set_gamma(ctx, s, &gamma) == SM_OK;
  good = good && sm_prism_solve(ctx, s, &result) == SM_OK && sm_prism_fetch(ctx, s, x) == SM_OK;
  good = good && result.iterations == (options->solver == SM_PRISM_KRYLOV ? 2 : TURNS);
  sm_prism_destroy(&s);
  if (good) return x;
  free(x);
  return NULL;
}

static void compare(struct sm_context *ctx, struct sm_device *device, struct sm_device *serial,
                    const struct sm_prisms *p, const struct sm_prism_options *options, bool even) {
  static const char *const names[] = {"prisms, Krylov", "prisms, Jacobi", "prisms, one by one",
                                      "prisms, colours"};
  const int cells = p->plane->triangles * p->layers;
  double *a = solve(ctx, serial, p, options, even), *b = solve(ctx, device, p, options, even);
  double worst = a == NULL || b == NULL ? NAN : 0, largest = 0;
  for (int c = 0; c < cells && !isnan(worst); c++) {
    worst = fmax(worst, fabs(a[c] - b[c]));
    largest = fmax(largest, fabs(a[c]));
  }
  judge(worst <= (is_exact(device)     ? 0
                  : device->bits == 32 ? 1e-5
                                       : 1e-6) *
                     largest &&
            largest > 0,
        names[options->solver], device->name, device->bits, worst);
  free(a);
  free(b);
}

/* All solvers, in the precision of both devices. */
static void compare_solvers(struct sm_context *ctx, struct sm_device *device,
                            struct sm_device *serial) {
  const struct prism_block block = {11, 9, 13, 1, 0.2, 1.1, paper_bottom, paper_surface};
  struct sm_prism_options options = sm_prism_options_default();
  struct sm_prisms *p = make_prisms(ctx, &block);
  options.omega = 1.2;
  options.tolerance = 0;
  for (int solver = SM_PRISM_KRYLOV; solver <= SM_PRISM_COLOUR_SOR; solver++) {
    options.solver = (enum sm_prism_solver)solver;
    options.max_iterations = solver == SM_PRISM_KRYLOV ? 2 : TURNS;
    for (int memory = SM_PRISM_RESIDENT; memory <= SM_PRISM_GLOBAL; memory++) {
      options.memory = (enum sm_prism_memory)memory;
      if (memory > 0 && solver != SM_PRISM_JACOBI) continue;
      for (int even = 0; even < 2; even++) compare(ctx, device, serial, p, &options, even == 1);
    }
  }
  sm_prisms_destroy(&p);
}

void compare_prisms_on(struct sm_context *ctx, struct sm_device *device) {
  struct sm_device_profile *profile = device->profile;
  const int kept = device->bits;
  device->profile = NULL; /* with one a GPU does not repeat alone */
  for (int bits = 32; bits <= 64; bits += 32) {
    struct sm_device *serial;
    if (sm_device_open(ctx, "cpu", 1, bits, 0, &serial) != SM_OK) return;
    device->bits = bits;
    compare_solvers(ctx, device, serial);
    sm_device_close(&serial);
  }
  device->bits = kept;
  device->profile = profile;
}
