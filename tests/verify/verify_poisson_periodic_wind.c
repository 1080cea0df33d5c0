/* The projection of a wind with joined ends: free of divergence, and the same at both. */
#include "verify/poisson_periodic.h"

/* A wind on faces in natural order, in the precision of the device, and what it is projected by. */
struct wind {
  struct problem *p;
  ptrdiff_t sy, sz;
  size_t size;
  void *memory[3];
  union sm_reals u[3];
  double *metric;
  struct sm_poisson_metric_double exact;
};

static void wind_begin(struct wind *w, struct problem *p) {
  const int *n = p->shape.g.n;
  *w = (struct wind){.p = p, .sy = n[0] + 3};
  w->sz = w->sy * (n[1] + 2);
  w->size = (size_t)(w->sz * (n[2] + 2));
  const size_t real = device->bits == 64 ? sizeof(double) : sizeof(float);
  for (int d = 0; d < 3; d++) {
    w->memory[d] = calloc(w->size, real);
    if (device->bits == 64)
      w->u[d].f64 = w->memory[d];
    else
      w->u[d].f32 = w->memory[d];
  }
  w->metric = calloc((size_t)(2 * (n[0] + n[1] + n[2]) + 18), sizeof *w->metric);
  double *next = w->metric;
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &p->shape.g.grid.axis[d];
    double *g = next, *h = next + n[d] + 3;
    for (int i = 0; i <= n[d]; i++) {
      const bool seam = p->periodic[d] && (i == 0 || i == n[d]);
      const double here = axis->width[seam || i == n[d] ? n[d] - 1 : i];
      const double below = axis->width[seam || i == 0 ? 0 : i - 1];
      g[i] = 1 / (0.5 * (below + here));
      h[i] = axis->width[i < n[d] ? i : n[d] - 1];
    }
    h[n[d] + 1] = h[n[d]];
    w->exact.g[d] = g;
    w->exact.h[d] = h;
    next += 2 * (n[d] + 3);
  }
}

static void wind_free(struct wind *w) {
  for (int d = 0; d < 3; d++) free(w->memory[d]);
  free(w->metric);
}

static double wind_at(const struct wind *w, int d, ptrdiff_t c) {
  return device->bits == 64 ? w->u[d].f64[c] : (double)w->u[d].f32[c];
}

static void wind_set(struct wind *w, int d, ptrdiff_t c, double value) {
  if (device->bits == 64)
    w->u[d].f64[c] = value;
  else
    w->u[d].f32[c] = (float)value;
}

/* Noise on open faces; both ends of a joined axis have the same. */
static void wind_noise(struct wind *w) {
  const int *n = w->p->shape.g.n;
  uint32_t seed = 7;
  for (int d = 0; d < 3; d++) {
    const ptrdiff_t step = d == 0 ? 1 : d == 1 ? w->sy : w->sz;
    for (int k = 0; k < n[2]; k++)
      for (int j = 0; j < n[1]; j++)
        for (int i = 0; i < n[0]; i++) {
          const int at[3] = {i, j, k};
          const uint8_t cell = w->p->setup.cell[definition_cell(&w->p->setup, i, j, k)];
          const ptrdiff_t c = i + j * w->sy + k * w->sz;
          const double value = geometry_random(&seed) - 0.5;
          if (cell >> (2 * d) & 1) wind_set(w, d, c, value);
          if (at[d] == 0 && w->p->periodic[d])
            wind_set(w, d, c + n[d] * step, wind_at(w, d, c));
          else if (at[d] == n[d] - 1 && !w->p->periodic[d] && cell >> (2 * d + 1) & 1)
            wind_set(w, d, c + step, -value);
        }
  }
}

static void wind_residual(void *user, const double *x, double scale, float *r, double *sum) {
  const struct wind *w = user;
  const struct sm_mg_level *level = &w->p->poisson->level[0];
  const struct sm_projected_wind wind = {level->op, w->sy,   w->sz, w->exact, w->u[0],
                                         w->u[1],   w->u[2], x,     scale,    r};
  const struct sm_box box = sm_mg_level_box(level);
  (level->op.fx == NULL ? device->backend->wind_residual_open
                        : device->backend->wind_residual_part)(device, &box, &wind, sum);
}

static void wind_project(struct wind *w) {
  const struct sm_mg_level *level = &w->p->poisson->level[0];
  const int *n = level->layout.n;
  for (int a = 0; a < 3; a++) {
    const struct sm_project project = {level->op,        w->sy, w->sz, w->u[a], w->exact.g[a],
                                       w->p->poisson->x, a,     n[a]};
    const struct sm_box box = {{0, 0, 0},
                               {level->layout.half + (a == 0), n[1] + (a == 1), n[2] + (a == 2)}};
    (a == 0 ? device->backend->project_x : device->backend->project)(device, &box, &project);
  }
}

/* The largest flux out of a cell, by the definition; and faces of joined ends that differ. */
static double wind_largest_flux(const struct wind *w) {
  const struct sm_poisson_setup *s = &w->p->setup;
  const int *n = w->p->shape.g.n;
  const ptrdiff_t step[3] = {1, w->sy, w->sz};
  double largest = 0;
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) {
        const int at[3] = {i, j, k};
        const ptrdiff_t c = i + j * w->sy + k * w->sz;
        double flux = 0;
        for (int side = 0; side < SIDES; side++)
          flux += (side % 2 ? 1 : -1) * definition_area(s, at, side) *
                  definition_fraction(s, definition_cell(s, i, j, k), side) *
                  wind_at(w, side / 2, c + side % 2 * step[side / 2]);
        largest = fmax(largest, fabs(flux));
      }
  return largest;
}

static int wind_count_torn(const struct wind *w) {
  const int *n = w->p->shape.g.n;
  int torn = 0;
  for (int d = 0; d < 3; d++) {
    const ptrdiff_t step = d == 0 ? 1 : d == 1 ? w->sy : w->sz;
    int hi[3] = {n[0], n[1], n[2]};
    hi[d] = w->p->periodic[d];
    for (int k = 0; k < hi[2]; k++)
      for (int j = 0; j < hi[1]; j++)
        for (int i = 0; i < hi[0]; i++) {
          const ptrdiff_t c = i + j * w->sy + k * w->sz;
          torn += wind_at(w, d, c) != wind_at(w, d, c + n[d] * step);
        }
  }
  return torn;
}

static void check_projection(const int n[3], const int kind[3], bool cut) {
  struct problem p;
  struct wind w;
  problem_begin(&p, n, (double[]){1, 1, 1}, 1);
  shape_stretch(ctx, &p.shape.g, (double[]){n[0], 0.8 * n[1], 1.1 * n[2]},
                (double[]){1.03, 0.98, 1.02});
  moved_town(&p.shape.g, 0, 0);
  set_sides(&p, kind);
  if (cut) cut_faces(&p.shape, p.periodic);
  problem_make_solver(&p);
  wind_begin(&w, &p);
  wind_noise(&w);
  ck_assert_int_eq(wind_count_torn(&w), 0);
  const double before = wind_largest_flux(&w);
  const struct sm_poisson_problem problem = {.residual = wind_residual, .user = &w};
  struct sm_poisson_options options = sm_poisson_options_default();
  static struct sm_poisson_result r;
  options.tolerance = 1e-11;
  ck_assert_int_eq(sm_poisson_solve(ctx, p.poisson, &problem, &options, &r), SM_OK);
  ck_assert_msg(r.converged, "residual %g after %d", r.residual, r.iterations);
  wind_project(&w);
  const double after = wind_largest_flux(&w), limit = device->bits == 64 ? 1e-9 : 1e-6;
  ck_assert_msg(after <= limit * before && wind_count_torn(&w) == 0,
                "%d bits, %d x %d x %d, sides %d %d %d: flux %g of %g, %d faces torn", device->bits,
                n[0], n[1], n[2], kind[0], kind[1], kind[2], after, before, wind_count_torn(&w));
  wind_free(&w);
  problem_free(&p);
}

START_TEST(a_projected_wind_is_one_across_the_seam) {
  set_up();
  static const int n[][3] = {{24, 16, 12}, {25, 17, 13}, {33, 16, 9}, {18, 33, 12}};
  struct sm_device *const usual = device;
  for (int bits = 32; bits <= 64; bits += 32) {
    ck_assert_int_eq(sm_device_open(ctx, "cpu", 2, bits, 0, &device), SM_OK);
    const struct sm_backend *const best = device->backend;
    for (int plain = 0; plain < 2; plain++) {
      device->backend = plain ? sm_backend_cpu() : best;
      for (int m = 0; m < 2 * 4 * 3; m++) {
        static const int *const kinds[] = {channel, everywhere, under_sky};
        check_projection(n[m / 2 % 4], kinds[m / 8], m % 2 != 0);
      }
    }
    sm_device_close(&device);
  }
  device = usual;
}
END_TEST

TEST_MAIN(a_projected_wind_is_one_across_the_seam)
