/* test_rans_cells.c - cells of the Reynolds-averaged model: decay of homogeneous turbulence, the
 * logarithmic layer, which is a solution of all four equations, also in a cut cell, and selective
 * frequency damping. */
#include "harness.h"

#include "cell/cells.h"
#include <math.h>

/* A column of `N` cells of 2 m x 2 m x 2 m above a rough wall, uniform along x and y. */
enum { N = 12, ALL = N + 2 * SM_FLOW_GHOSTS + 2 };
static const double width = 2, z0 = 0.1, friction = 0.4;

struct column {
  double u[ALL], v[ALL], w[ALL], next[ALL], pressure[ALL], eddy[ALL], distance[ALL];
  double energy[ALL], lost[ALL], energy_to[ALL], lost_to[ALL], rate[ALL];
  double per_width[ALL], below[ALL], drag[ALL];
  int32_t faces[ALL];
};

static union sm_reals at(double *array) { return (union sm_reals){.f64 = array + SM_FLOW_GHOSTS}; }

/* All neighbours along x and y are the cell itself: steps of 0, and of one cell along z. The cells
 * read component u along x with a step of 1 element; uniform arrays make that the same. */
static struct sm_flow_metric metric_of(struct column *c) {
  struct sm_flow_metric m = {.step = {0, 0, 1}};
  for (int d = 0; d < 3; d++) {
    m.per_width[d] = at(c->per_width);
    m.per_gap[d] = at(c->per_width);
    m.below[d] = at(c->below);
  }
  return m;
}

static void fill(struct column *c) {
  for (int k = 0; k < ALL; k++) {
    const double z = fmax((k - SM_FLOW_GHOSTS + 0.5) * width, 0.5 * width) + z0;
    c->u[k] = friction / SM_KARMAN * log(z / z0);
    c->v[k] = c->w[k] = c->pressure[k] = 0;
    c->distance[k] = z;
    c->energy[k] = friction * friction / 0.3;
    c->lost[k] = pow(friction, 3) / (SM_KARMAN * z);
    c->eddy[k] = SM_RANS_C_MU * c->energy[k] * c->energy[k] / c->lost[k];
    c->rate[k] = c->lost[k] / c->eddy[k];
    c->per_width[k] = 1 / width;
    c->below[k] = 0.5;
    c->drag[k] = 0;
    c->faces[k] = 0;
  }
  const double law = log((0.5 * width + z0) / z0) / SM_KARMAN;
  c->drag[SM_FLOW_GHOSTS] = 1 / (law * law);
  c->faces[SM_FLOW_GHOSTS] = SM_OPEN_DOWN;
}

/* Without gradients k and epsilon decay as a power of time: k = k0 (1 + (C2 - 1) e0 t / k0)^n with
 * n = -1 / (C2 - 1). */
START_TEST(homogeneous_turbulence_decays_as_a_power_of_time) {
  static struct column c;
  const double energy = 1.5, lost = 0.3, step = 0.005;
  const int steps = 4000, k = N / 2, e = k + SM_FLOW_GHOSTS;
  fill(&c);
  struct sm_k_epsilon s = {.m = metric_of(&c),
                           .u = {at(c.v), at(c.v), at(c.w)},
                           .energy = at(c.energy),
                           .lost = at(c.lost),
                           .energy_to = at(c.energy_to),
                           .lost_to = at(c.lost_to),
                           .eddy = at(c.eddy),
                           .rate = at(c.v),
                           .distance = at(c.distance),
                           .faces = c.faces + SM_FLOW_GHOSTS,
                           .viscosity = 0,
                           .per_step = 1 / step};
  c.energy_to[e] = energy;
  c.lost_to[e] = lost;
  for (int n = 0; n < steps; n++) {
    for (int m = 0; m < ALL; m++) {
      c.energy[m] = c.energy_to[e];
      c.lost[m] = c.lost_to[e];
      c.eddy[m] = SM_RANS_C_MU * c.energy[m] * c.energy[m] / c.lost[m];
    }
    sm_cell_k_epsilon_f64(&s, 0, 0, k);
  }
  const double base = 1 + (SM_RANS_C2 - 1) * lost * step * steps / energy;
  const double exact = energy * pow(base, -1 / (SM_RANS_C2 - 1));
  const double exact_lost = lost * pow(base, -SM_RANS_C2 / (SM_RANS_C2 - 1));
  ck_assert_double_le(fabs(c.energy_to[e] / exact - 1), 0.005);
  ck_assert_double_le(fabs(c.lost_to[e] / exact_lost - 1), 0.01);
}
END_TEST

/* The rate of production is (u* / (k z))^2 in every cell, the one at the wall included. */
START_TEST(the_production_of_a_logarithmic_layer_is_exact) {
  static struct column c;
  fill(&c);
  const enum sm_rans_production all[] = {SM_RANS_STANDARD, SM_RANS_DURBIN, SM_RANS_KATO_LAUNDER};
  for (int m = 0; m < 3; m++) {
    struct sm_rans_viscosity s = {.m = metric_of(&c),
                                  .u = {at(c.u), at(c.v), at(c.w)},
                                  .energy = at(c.energy),
                                  .lost = at(c.lost),
                                  .distance = at(c.distance),
                                  .eddy = at(c.eddy),
                                  .rate = at(c.rate),
                                  .faces = c.faces + SM_FLOW_GHOSTS,
                                  .drag = {.low = {at(c.v), at(c.v), at(c.v)},
                                           .high = {at(c.v), at(c.v), at(c.v)},
                                           .floor = at(c.drag)},
                                  .viscosity = 0,
                                  .production = all[m]};
    for (int k = 0; k < N - 1; k++) {
      /* component u: the cell and the next one along x are the same here */
      const int e = k + SM_FLOW_GHOSTS;
      s.drag.floor = at(c.drag);
      sm_cell_rans_viscosity_f64(&s, 0, 0, k);
      const double shear = friction / (SM_KARMAN * c.distance[e]);
      ck_assert_double_le(fabs(c.rate[e] / (shear * shear) - 1), k == 0 ? 1e-6 : 0.006);
      ck_assert_double_le(fabs(c.eddy[e] / (SM_KARMAN * friction * c.distance[e]) - 1), 1e-9);
    }
  }
}
END_TEST

/* A spiral about (3, -2) that grows by 3 % and turns by 0.3 rad in a step comes to rest there with
 * damping; without it, it grows by a factor of 1e13. */
START_TEST(damping_brings_a_growing_oscillation_to_its_steady_state) {
  const double rest[2] = {3, -2}, rate = 0.15, part = -expm1(-rate) / rate;
  double u[2] = {4, -2}, mean[2] = {4, -2};
  for (int n = 0; n < 1000; n++) {
    const double x = u[0] - rest[0], y = u[1] - rest[1];
    u[0] = rest[0] + 1.03 * (cos(0.3) * x - sin(0.3) * y);
    u[1] = rest[1] + 1.03 * (sin(0.3) * x + cos(0.3) * y);
    const struct sm_rans_damp s = {.step = {1, 2, 2},
                                   .u = {.f64 = u},
                                   .mean = {.f64 = mean},
                                   .damped = 0.1 * part,
                                   .followed = 0.05 * part};
    for (int i = 0; i < 2; i++) sm_cell_rans_damp_f64(&s, i, 0, 0);
  }
  for (int d = 0; d < 2; d++) {
    ck_assert_double_le(fabs(u[d] - rest[d]), 1e-6);
    ck_assert_double_le(fabs(mean[d] - rest[d]), 1e-6);
  }
}
END_TEST

/* The exact solution of u' = -a (u - mean), mean' = b (u - mean): b u + a mean stays, u - mean
 * decays by exp(-(a + b)) in an iteration. */
START_TEST(damping_is_exact_over_an_iteration) {
  const double a = 0.1, b = 0.03, part = -expm1(-(a + b)) / (a + b);
  double u = 5, mean = 1;
  const struct sm_rans_damp s = {.step = {1, 1, 1},
                                 .u = {.f64 = &u},
                                 .mean = {.f64 = &mean},
                                 .damped = a * part,
                                 .followed = b * part};
  sm_cell_rans_damp_f64(&s, 0, 0, 0);
  ck_assert_double_le(fabs(b * u + a * mean - (b * 5 + a * 1)), 1e-14);
  ck_assert_double_le(fabs(u - mean - 4 * exp(-(a + b))), 1e-14);
}
END_TEST

/* The lowest cell is cut by flat ground: 10 to 90 % of it are air. Its velocity is that of the
 * middle of the air: the stress of the wall and of the cell above it are in balance, and the rate
 * of production is (u* / (k z))^2. */
START_TEST(a_cut_cell_keeps_a_logarithmic_layer) {
  static struct column c;
  const int e = SM_FLOW_GHOSTS;
  const int64_t cell = 0;
  for (int tenths = 1; tenths < 10; tenths++) {
    const double deep = 0.1 * tenths * width, middle = 0.5 * deep, apart = 0.5 * (deep + width);
    double face[SM_CUT_NUMBERS] = {0}, number[SM_RANS_CUT_NUMBERS] = {0};
    double low[3], high[3], right;
    fill(&c);
    for (int k = 0; k < 3; k++) {
      const double z = (k == 0 ? middle : deep + (k - 0.5) * width) + z0;
      c.u[e + k] = friction / SM_KARMAN * log(z / z0);
      c.distance[e + k] = z;
      c.eddy[e + k] = SM_KARMAN * friction * z;
      c.lost[e + k] = pow(friction, 3) / (SM_KARMAN * z);
    }
    const double law = SM_KARMAN / log((middle + z0) / z0);
    const double factor = sm_rans_log_factor_f64(c.distance[e], c.distance[e + 1]);
    face[SM_CUT_FRICTION + 5] = factor / (deep * apart);
    face[SM_CUT_WALL] = 1 / deep;
    face[SM_CUT_DRAG] = law * law;
    const struct sm_rans_momentum all = {
        .m = metric_of(&c),
        .matrix = {.low = {{.f64 = low}, {.f64 = low + 1}, {.f64 = low + 2}},
                   .high = {{.f64 = high}, {.f64 = high + 1}, {.f64 = high + 2}},
                   .right = {.f64 = &right}},
        .u = {at(c.u), at(c.v), at(c.w)},
        .pressure = at(c.pressure),
        .eddy = at(c.eddy),
        .per_step = 0.1};
    const struct sm_rans_cut_momentum s = {
        .all = all, .face = &cell, .number = {.f64 = face}, .count = 1, .a = 0};
    sm_cell_cut_rans_momentum_f64(&s, 0, 0, 0);
    const double next = right + high[2] * c.u[e + 1];
    ck_assert_double_le(fabs(next / c.u[e] - 1), 0.01);
    number[0] = number[1] = 1;
    number[SM_RANS_CUT_DRAG] = law * law;
    const struct sm_rans_cut_viscosity v = {
        .all = {.m = metric_of(&c),
                .u = {at(c.u), at(c.v), at(c.w)},
                .energy = at(c.energy),
                .lost = at(c.lost),
                .distance = at(c.distance),
                .eddy = at(c.eddy),
                .rate = at(c.rate),
                .faces = c.faces + e},
        .cut = {.cell = &cell, .number = {.f64 = number}, .count = 1, .cut = 1}};
    sm_cell_cut_rans_viscosity_f64(&v, 0, 0, 0);
    const double shear = friction / (SM_KARMAN * c.distance[e]);
    ck_assert_double_le(fabs(c.rate[e] / (shear * shear) - 1), 1e-9);
  }
}
END_TEST

TEST_MAIN(homogeneous_turbulence_decays_as_a_power_of_time,
          the_production_of_a_logarithmic_layer_is_exact,
          damping_brings_a_growing_oscillation_to_its_steady_state,
          damping_is_exact_over_an_iteration, a_cut_cell_keeps_a_logarithmic_layer)
