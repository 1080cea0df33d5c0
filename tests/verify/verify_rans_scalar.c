/* verify_rans_scalar.c - steady scalars of the Reynolds-averaged model against exact solutions in a
 * uniform wind with a uniform eddy viscosity: decay along the wind, a point source above the
 * ground; and their mass budgets in the wind about a block. */
#include "harness.h"

#include "base/context.h"
#include "case/case.h"
#include "domain/domain.h"
#include "physics/rans/internal.h"
#include "simoom/run.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

struct run {
  struct sm_context *ctx;
  struct sm_case *c;
  struct sm_domain *domain;
  struct sm_device *device;
  struct sm_state *state;
  void *self;
  struct sm_rans_flow flow; /* of a uniform wind */
  struct sm_step_report report;
};

static void assert_good(const struct run *r, enum sm_status status) {
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(r->ctx));
}

static void begin(struct run *r, const char *text, int bits) {
  const struct sm_model *model = &sm_model_rans;
  memset(r, 0, sizeof *r);
  ck_assert_int_eq(sm_context_create(NULL, &r->ctx), SM_OK);
  assert_good(r, sm_case_parse(r->ctx, "./c", text, strlen(text), NULL, true, &r->c));
  assert_good(r, sm_domain_build(r->ctx, r->c, &r->domain));
  assert_good(r, sm_device_open(r->ctx, "cpu", 2, bits, 0, &r->device));
  assert_good(r, sm_model_state(r->ctx, model, r->c, r->domain, r->device, 0, &r->state));
  assert_good(r, sm_model_create(r->ctx, model, r->c, r->domain, r->state, &r->self));
  r->report = sm_step_report_begin();
}

static void finish(struct run *r) {
  sm_rans_flow_free(&r->flow);
  sm_model_destroy(&sm_model_rans, &r->self);
  sm_state_destroy(&r->state);
  ck_assert_uint_eq(r->device->allocated, 0);
  sm_device_close(&r->device);
  sm_domain_destroy(&r->domain);
  sm_case_destroy(&r->c);
  sm_context_destroy(&r->ctx);
}

/* Uniform wind along x, and eddy viscosity. */
static void set_uniform(struct run *r, double speed, double eddy) {
  struct sm_rans *m = r->self;
  assert_good(r, sm_model_advance(r->ctx, &sm_model_diagnostic, m->guess, 0, &r->report));
  assert_good(r, sm_host_wind_create(r->ctx, r->state, &m->wind));
  assert_good(r, sm_host_wind_load(r->ctx, r->state, &m->wind));
  assert_good(r, sm_rans_flow_make(r->ctx, r->c, r->domain, r->state, &m->wind, &r->flow));
  struct sm_flow *flow = r->flow.flow;
  double *host = NULL;
  assert_good(r, sm_alloc(r->ctx, flow->layout.size, sizeof *host, "a field", &host));
  for (int d = 0; d < 3; d++) {
    for (size_t i = 0; i < flow->layout.size; i++) host[i] = d == 0 ? speed : 0;
    assert_good(r, sm_flow_upload(r->ctx, flow, host, flow->u[r->flow.wind][d]));
  }
  for (size_t i = 0; i < flow->layout.size; i++) host[i] = eddy;
  assert_good(r, sm_flow_upload(r->ctx, flow, host, flow->eddy));
  sm_free(host);
}

static double value(const struct run *r, const struct sm_rans_flow *flow, int i, int j, int k) {
  const ptrdiff_t *step = flow->flow->layout.step;
  const ptrdiff_t c = i + j * step[1] + k * step[2];
  return r->device->bits == 64 ? flow->scalar[0].f64[c] : (double)flow->scalar[0].f32[c];
}

static const char common[] = "[[weather.station]]\n"
                             "height = 10\n"
                             "speed = 2\n"
                             "from = 270\n"
                             "[wind]\n"
                             "model = \"rans\"\n"
                             "[rans]\n"
                             "scalar_tolerance = 1e-7\n"
                             "grid_sequencing = 0\n";

/* Largest relative error of a concentration that decays, in 2 m/s and with 10 m2/s: c = c_0 exp(m
 * (x - x_0)) with U m = K m^2 - rate, c_0 that of the cell from x_0 = 96 m on, beyond the influence
 * of the side. The last third is left out: no gradient at its end. */
static double decay_error(double h) {
  const double speed = 2, spread = 10, rate = log(2) / 60;
  char text[2000];
  struct run r;
  snprintf(text, sizeof text,
           "[domain]\ncrs = \"local\"\nsize = [480, %g]\nheight = %g\ncell_size = %g\nstretch = 1\n"
           "%s[[flow.scalar]]\nname = \"gas\"\nhalf_life = 60\ninflow = 1\nturbulent_schmidt = 1\n"
           "diffusivity = 0\n",
           4 * h, 4 * h, h, common);
  begin(&r, text, 64);
  set_uniform(&r, speed, spread);
  assert_good(&r, sm_rans_scalars_solve(r.ctx, &r.flow, 0, &r.report));
  ck_assert(r.report.converged);
  const double m = (speed - sqrt(speed * speed + 4 * spread * rate)) / (2 * spread);
  double worst = 0;
  const int first = (int)lround(96 / h);
  for (int i = first; i < r.domain->grid.axis[0].n * 2 / 3; i++) {
    const double exact = value(&r, &r.flow, first, 2, 1) * exp(m * h * (i - first));
    worst = fmax(worst, fabs(value(&r, &r.flow, i, 2, 1) / exact - 1));
  }
  const struct sm_mass_budget *b = &r.flow.budget[0];
  ck_assert_double_le(fabs(b->decayed + b->outflow), 1e-6 * b->decayed);
  printf("cells of %g m: error %.3g\n", h, worst);
  finish(&r);
  return worst;
}

START_TEST(a_scalar_decays_exponentially_along_the_wind_in_second_order) {
  const double coarse = decay_error(8), fine = decay_error(4);
  ck_assert_double_le(fine, 1e-3);
  ck_assert_double_gt(log2(coarse / fine), 1.8);
}
END_TEST

/* Largest error of the concentration from a point source at x = 45 m, 21 m above the ground, over
 * the largest at the same distance, from 30 m to 75 m downwind of it and within two standard
 * deviations of the plume: exact for cells of 6 m and 2 m, at whose centre it lies. */
static double plume_error(int cells) {
  const double speed = 2, spread = 2, rate = 1e-3, h = 18.0 / cells;
  char text[2000];
  struct run r;
  snprintf(text, sizeof text,
           "[domain]\ncrs = \"local\"\nsize = [150, 90]\nheight = 60\ncell_size = %g\nstretch = 1\n"
           "%s[[flow.scalar]]\nname = \"gas\"\nturbulent_schmidt = 0.5\ndiffusivity = 0\n"
           "[[flow.scalar.source]]\nposition = [45, 45]\nheight = 21\nrate = 0.001\n",
           h, common);
  begin(&r, text, 64);
  set_uniform(&r, speed, 0.5 * spread);
  assert_good(&r, sm_rans_scalars_solve(r.ctx, &r.flow, 0, &r.report));
  ck_assert(r.report.converged);
  double worst = 0;
  const struct sm_axis *axis = r.domain->grid.axis;
  for (int i = 0; i < axis[0].n; i++) {
    const double x = axis[0].centre[i] - 45, sigma = sqrt(2 * spread * fmax(x, 0) / speed);
    const double most = x > 0 ? rate / (4 * acos(-1) * spread * x) : 1;
    if (x < 30 || x > 75) continue;
    for (int j = 0; j < axis[1].n; j++)
      for (int k = 0; k < axis[2].n; k++) {
        const double y = axis[1].centre[j] - 45, z = axis[2].centre[k];
        double exact = 0;
        for (int image = -1; image < 2; image += 2) {
          const double off = sqrt(x * x + y * y + (z + image * 21) * (z + image * 21));
          exact += rate / (4 * acos(-1) * spread * off) * exp(-speed * (off - x) / (2 * spread));
        }
        if (fabs(y) > 2 * sigma || fabs(z - 21) > 2 * sigma) continue;
        worst = fmax(worst, fabs(value(&r, &r.flow, i, j, k) - exact) / most);
      }
  }
  const struct sm_mass_budget *b = &r.flow.budget[0];
  ck_assert_double_le(fabs(b->outflow / b->emitted - 1), 1e-6);
  printf("cells of %g m: error %.3g of the largest concentration at the same distance\n", h, worst);
  finish(&r);
  return worst;
}

START_TEST(a_point_source_makes_a_gaussian_plume) {
  const double coarse = plume_error(3), fine = plume_error(9);
  ck_assert_double_le(fine, 0.03);
  ck_assert_double_gt(log(coarse / fine) / log(3), 1.5);
}
END_TEST

/* A block of 4 x 4 x 4 cells with a source upwind and one in its lee, in single precision: what is
 * emitted leaves, decays or deposits; no concentration is negative beyond what is left to converge;
 * that of the first is symmetric. */
static const char block[] = "[domain]\n"
                            "crs = \"local\"\n"
                            "size = [64, 40]\n"
                            "height = 32\n"
                            "cell_size = 2\n"
                            "stretch = 1\n"
                            "[[buildings.box]]\n"
                            "corner = [20, 16]\n"
                            "size = 8\n"
                            "height = 8\n"
                            "[roughness]\n"
                            "z0 = \"0.02 m\"\n"
                            "[[weather.station]]\n"
                            "height = 10\n"
                            "speed = 5\n"
                            "from = 270\n"
                            "[wind]\n"
                            "model = \"rans\"\n"
                            "[[flow.scalar]]\n"
                            "name = \"smoke\"\n"
                            "[[flow.scalar.source]]\n"
                            "position = [10, 20]\n"
                            "size = [4, 4, 4]\n"
                            "rate = 0.001\n"
                            "[[flow.scalar]]\n"
                            "name = \"gas\"\n"
                            "half_life = 20\n"
                            "deposition_velocity = 0.01\n"
                            "[[flow.scalar.source]]\n"
                            "position = [31, 19]\n"
                            "height = 1\n"
                            "rate = 2\n";

START_TEST(what_is_emitted_leaves_decays_or_deposits) {
  struct run r;
  begin(&r, block, 32);
  assert_good(&r, sm_model_advance(r.ctx, &sm_model_rans, r.self, 0, &r.report));
  ck_assert(r.report.converged);
  const struct sm_rans *m = r.self;
  int count;
  const struct sm_mass_budget *b = sm_model_rans.budgets(r.self, &count);
  ck_assert_int_eq(count, 2);
  for (int s = 0; s < 2; s++) {
    const double lost = b[s].outflow + b[s].decayed + b[s].deposited;
    printf("%s: %g kg/s emitted, %g kg/s lost\n", b[s].species, b[s].emitted, lost);
    ck_assert_double_le(fabs(lost / b[s].emitted - 1), 1e-3);
  }
  ck_assert_double_eq_tol(b[0].outflow, 0.001, 1e-6);
  ck_assert(b[0].decayed == 0 && b[0].deposited == 0);
  ck_assert(b[1].decayed > 0 && b[1].deposited > 0 && b[1].outflow > 0);
  double across = 0, most = 0, least = 0;
  for (int k = 0; k < 16; k++)
    for (int j = 0; j < 20; j++)
      for (int i = 0; i < 32; i++) {
        const double there = value(&r, &m->last, i, j, k);
        across = fmax(across, fabs(there - value(&r, &m->last, i, 19 - j, k)));
        most = fmax(most, there);
        least = fmin(least, there);
      }
  printf("largest %.3g kg/m3, least %.3g kg/m3, asymmetry %.2g\n", most, least, across / most);
  ck_assert_double_ge(least, -1e-5 * most);
  ck_assert_double_le(across / most, 0.01);
  finish(&r);
}
END_TEST

/* One iteration is not enough: the report names the scalar. */
START_TEST(a_scalar_that_is_not_steady_is_named) {
  struct run r;
  char text[2 * sizeof block];
  snprintf(text, sizeof text, "%s[rans]\nmax_iterations = 1\ntolerance = 0.99\n", block);
  begin(&r, text, 32);
  assert_good(&r, sm_model_advance(r.ctx, &sm_model_rans, r.self, 0, &r.report));
  ck_assert(!r.report.converged);
  ck_assert_int_eq(r.report.scalar, 1);
  ck_assert_double_gt(r.report.scalar_residual, 0.1);
  finish(&r);
}
END_TEST

TEST_MAIN(a_scalar_decays_exponentially_along_the_wind_in_second_order,
          a_point_source_makes_a_gaussian_plume, what_is_emitted_leaves_decays_or_deposits,
          a_scalar_that_is_not_steady_is_named)
