/* Air that rises: a cavity heated from the side, against the benchmark of de Vahl Davis (1983), and
 * waves in stratified air, against their exact frequency. */
#include "base/context.h"
#include "case/case.h"
#include "case/expression.h"
#include "harness.h"
#include "physics/model.h"
#include "physics/scalars.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

struct run {
  struct sm_context *ctx;
  struct sm_case *c;
  struct sm_domain *domain;
  struct sm_device *device;
  struct sm_state *state;
  const struct sm_model *model;
  void *self;
};

static void assert_good(const struct run *r, enum sm_status status) {
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(r->ctx));
}

/* Runs to the last output. */
static void create(struct run *r, const char *text, int bits) {
  struct sm_step_report report;
  memset(r, 0, sizeof *r);
  r->model = sm_model_incompressible();
  ck_assert_int_eq(sm_context_create(NULL, &r->ctx), SM_OK);
  assert_good(r, sm_case_parse(r->ctx, "c", text, strlen(text), NULL, true, &r->c));
  assert_good(r, sm_domain_build(r->ctx, r->c, &r->domain));
  assert_good(r, sm_device_open(r->ctx, "cpu", 2, bits, 0, &r->device));
  assert_good(
      r, sm_state_create(r->ctx, r->device, &r->domain->grid, r->model->fields(r->c), &r->state));
  assert_good(r, r->model->create(r->ctx, r->c, r->domain, r->state, &r->self));
  for (int t = 0; t < r->domain->weather.time_count; t++)
    assert_good(r, r->model->step(r->ctx, r->self, t, &report));
}

static void destroy(struct run *r) {
  r->model->destroy(&r->self);
  sm_state_destroy(&r->state);
  sm_device_close(&r->device);
  sm_domain_destroy(&r->domain);
  sm_case_destroy(&r->c);
  sm_context_destroy(&r->ctx);
}

/* Differences from the reference, K, in the layout of the flow; freed with free. */
static double *load(const struct run *r) {
  const struct sm_scalars *s = sm_incompressible_scalars(r->self);
  double *host = calloc(s->flow->layout.size, sizeof *host);
  assert_good(r, sm_flow_download(r->ctx, s->flow, s->item[0].now, host));
  return host;
}

static bool have_expressions(void) {
  struct sm_context *ctx;
  struct sm_expression_facts facts;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  const bool have = sm_expression_read(ctx, "x", &facts) == SM_OK;
  sm_context_destroy(&ctx);
  return have;
}

/* Mean flux of heat through the hot wall over that of air at rest: walls 1 m apart, 1 K, and g beta
 * = 1. */
static double nusselt(double rayleigh, int n, double time, int bits) {
  char text[1200];
  struct run r;
  double sum = 0;
  const double viscosity = sqrt(0.71 / rayleigh), cell = 1.0 / n;
  snprintf(
      text, sizeof text,
      "[domain]\nsize = [1, %.10f]\ncell_size = %.10f\nheight = 1\nstretch = 1\n"
      "[wind]\nmodel = 'incompressible'\nduration = %g\n"
      "[flow]\nviscosity = %.10f\nadvection = 'central'\nsubgrid = 'none'\ninitial = [0, 0, 0]\n"
      "[flow.heat]\nreference = 300\nexpansion = 1\ngravity = 1\nprandtl = 0.71\n"
      "[[flow.side]]\nat = 'west'\nkind = 'wall'\nwall = 'no-slip'\ntemperature = 300.5\n"
      "[[flow.side]]\nat = 'east'\nkind = 'wall'\nwall = 'no-slip'\ntemperature = 299.5\n"
      "[[flow.side]]\nat = ['bottom', 'top']\nkind = 'wall'\nwall = 'no-slip'\n"
      "[[flow.side]]\nat = ['south', 'north']\nkind = 'slip'\n",
      cell, cell, time, viscosity);
  create(&r, text, bits);
  const struct sm_flow_layout *s = &sm_incompressible_scalars(r.self)->flow->layout;
  double *host = load(&r);
  for (int k = 0; k < n; k++) sum += (0.5 - host[s->origin + k * s->step[2]]) * 2;
  free(host);
  destroy(&r);
  return sum;
}

START_TEST(a_heated_cavity_passes_on_the_heat_of_the_benchmark) {
  static const struct {
    double rayleigh, published, time;
    int n;
  } entry[] = {{1e3, 1.118, 20, 24}, {1e4, 2.243, 50, 40}};
  for (int e = 0; e < 2; e++) {
    const double here = nusselt(entry[e].rayleigh, entry[e].n, entry[e].time, 32);
    printf("Ra %.0e, %d cells: Nu %.4f, published %.4f\n", entry[e].rayleigh, entry[e].n, here,
           entry[e].published);
    ck_assert_double_eq_tol(here, entry[e].published, 0.01 * entry[e].published);
  }
}
END_TEST

enum { WAVE_CELLS = 32, WAVE_EDGE = 2 /* next to the sides there are donor cells */ };

/* A standing wave in air whose potential temperature rises by 0.02 K/m: what it is warmer than at
 * rest after a quarter of a period, over the most of the exact one, in steps of a 40th of a period
 * over `fine`. *error: largest difference from that. */
static void make_wave(int fine, double warmer[WAVE_CELLS][WAVE_CELLS], double *error) {
  char text[1200];
  struct run r;
  const double pi = acos(-1), gravity = 9.81, slope = 0.02, length = 1000;
  const double square = gravity * slope / 300, k = 2 * pi / length, m = pi / length;
  const int n = WAVE_CELLS;
  /* Waves of the grid: centred differences, and what a mean of two does. */
  const double h = length / n, kh = 2 / h * sin(k * h / 2), mh = 2 / h * sin(m * h / 2);
  const double mean = cos(m * h / 2);
  const double frequency = sqrt(square) * mean * kh / hypot(kh, mh), period = 2 * pi / frequency;
  snprintf(text, sizeof text,
           "[domain]\nsize = [%g, %g]\ncell_size = %g\nheight = %g\nstretch = 1\n"
           "[wind]\nmodel = 'incompressible'\nduration = %.10f\n"
           "[flow]\nviscosity = 0\nadvection = 'central'\nsubgrid = 'none'\n"
           "time_step = %.10f\n"
           "initial = ['-1e-4 * %.12f * sin(%.12f * x) * cos(%.12f * z)', 0,"
           " '1e-4 * %.12f * cos(%.12f * x) * sin(%.12f * z)']\n"
           "[flow.heat]\nreference = 300\ntemperature = '300 + 0.02 * z'\n"
           "[[flow.side]]\nat = ['west', 'east']\nkind = 'periodic'\n"
           "[[flow.side]]\nat = ['south', 'north', 'bottom', 'top']\nkind = 'slip'\n",
           length, h, h, length, period / 4, period / 40 / fine, mh / kh, k, m, 1.0, k, m);
  create(&r, text, 64);
  const struct sm_flow_layout *s = &sm_incompressible_scalars(r.self)->flow->layout;
  double *host = load(&r);
  const double most = 1e-4 * slope / frequency * mean;
  *error = 0;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      const double x = (i + 0.5) * h, z = (j + 0.5) * h;
      warmer[j][i] = (host[s->origin + i + j * s->step[2]] - slope * z) / most;
      if (j >= WAVE_EDGE && j < n - WAVE_EDGE)
        *error = fmax(*error, fabs(warmer[j][i] + cos(k * x) * sin(m * z)));
    }
  free(host);
  destroy(&r);
}

static double largest_difference(double a[WAVE_CELLS][WAVE_CELLS],
                                 double b[WAVE_CELLS][WAVE_CELLS]) {
  double most = 0;
  for (int j = 0; j < WAVE_CELLS; j++)
    for (int i = 0; i < WAVE_CELLS; i++) most = fmax(most, fabs(a[j][i] - b[j][i]));
  return most;
}

START_TEST(waves_in_stratified_air_are_of_second_order_in_time) {
  static double warmer[3][WAVE_CELLS][WAVE_CELLS];
  double error[3];
  if (!have_expressions()) return;
  for (int e = 0; e < 3; e++) make_wave(1 << e, warmer[e], &error[e]);
  const double order =
      log2(largest_difference(warmer[0], warmer[1]) / largest_difference(warmer[1], warmer[2]));
  printf("waves: errors %.2e, %.2e, %.2e, order %.2f\n", error[0], error[1], error[2], order);
  ck_assert_double_lt(error[2], 1e-3); /* of space */
  ck_assert_double_ge(order, 1.8);
}
END_TEST

TEST_MAIN(a_heated_cavity_passes_on_the_heat_of_the_benchmark,
          waves_in_stratified_air_are_of_second_order_in_time)
