/* Order and stability of the schemes for particles with drag: vortex, rotation, strain, the field
 * of the paper. */
#include "drag_particle.h"

static double distance(const struct particle *p, const struct particle *q) {
  return sqrt(pow(p->x[0] - q->x[0], 2) + pow(p->x[1] - q->x[1], 2) + pow(p->x[2] - q->x[2], 2));
}

/* --- winds with exact motions --- */

static void vortex(const void *arg, const double x[3], double u[3]) {
  sm_vortex_wind_f64(*(const struct sm_vortex_field_f64 *)arg, x, u);
}
static const struct sm_vortex_field_f64 printed = {40, 7.5, 0};

static double stream(const struct particle *p) {
  return sin(pi * hypot(p->x[0], p->x[1]) / 7.5) * sin(pi * p->x[2] / 7.5);
}

/* On the orbit where psi / A is given, after its period. */
static struct particle orbit(double psi, double period, enum sm_step_scheme scheme, int count) {
  const struct sm_particle_drag_f64 tracer = {0, 0, 9.81};
  struct particle p = {{3.75, 0, 7.5 / pi * asin(psi)}, {0}};
  vortex(&printed, p.x, p.v);
  steps(&tracer, scheme, period / count, count, vortex, &printed, &p);
  return p;
}

START_TEST(tracers_orbit_in_the_published_periods) {
  const double psi[] = {0.999999, 0.8, 0.5, 0.2};
  const double period[] = {0.895247, 0.997810, 1.229067, 1.718978};
  const enum sm_step_scheme schemes[] = {SM_SCHEME_MIDPOINT, SM_SCHEME_ETD2};
  for (int m = 0; m < 4; m++)
    for (int s = 0; s < 2; s++) {
      const struct particle start = orbit(psi[m], 0, schemes[s], 1);
      const struct particle coarse = orbit(psi[m], period[m], schemes[s], 1000);
      const struct particle middle = orbit(psi[m], period[m], schemes[s], 2000);
      const struct particle fine = orbit(psi[m], period[m], schemes[s], 64000);
      near(distance(&fine, &start), 0, 1e-5);
      near(stream(&coarse), psi[m], 1e-6);
      near(stream(&fine), psi[m], 1e-9);
      near(log2(distance(&coarse, &fine) / distance(&middle, &fine)), 2, 0.1);
    }
}
END_TEST

static void rotation(const void *arg, const double x[3], double u[3]) {
  const double rate = *(const double *)arg;
  u[0] = -rate * x[1];
  u[1] = rate * x[0];
  u[2] = 0;
}

START_TEST(an_inertial_particle_spirals_out_of_solid_rotation) {
  const double rate = 7.0184, tau = 1.861e-3, h = 2e-4;
  const struct sm_particle_drag_f64 g = {tau, 0, 0};
  const enum sm_step_scheme schemes[] = {SM_SCHEME_MIDPOINT, SM_SCHEME_ETD2};
  for (int s = 0; s < 2; s++) {
    struct particle p = {{1, 0, 0}, {0, rate, 0}};
    steps(&g, schemes[s], h, 500, rotation, &rate, &p);
    const double angle = atan2(p.x[1], p.x[0]), radius = hypot(p.x[0], p.x[1]);
    steps(&g, schemes[s], h, 2000, rotation, &rate, &p);
    near(log(hypot(p.x[0], p.x[1]) / radius) / 0.4, 0.091591, 1e-4);
    near((atan2(p.x[1], p.x[0]) - angle + 2 * pi) / 0.4, 7.016008, 1e-4);
  }
}
END_TEST

static void strain(const void *arg, const double x[3], double u[3]) {
  const double rate = *(const double *)arg;
  u[0] = rate * x[0];
  u[1] = -rate * x[1];
  u[2] = 0;
}

START_TEST(an_inertial_particle_lags_in_pure_strain) {
  const double rate = 7.0184;
  const struct sm_particle_drag_f64 g = {1.861e-3, 0, 0};
  const enum sm_step_scheme schemes[] = {SM_SCHEME_MIDPOINT, SM_SCHEME_ETD2};
  for (int s = 0; s < 2; s++) {
    struct particle p = {{1, 0, 0}, {rate, 0, 0}};
    steps(&g, schemes[s], 2e-4, 500, strain, &rate, &p);
    const double from = p.x[0];
    steps(&g, schemes[s], 2e-4, 2000, strain, &rate, &p);
    near(log(p.x[0] / from) / 0.4, 6.929050, 1e-4);
  }
}
END_TEST

/* --- orders and errors in the field of the paper --- */

enum { RADII = 10, HEIGHTS = 6, PARTICLES = RADII * HEIGHTS };

/* At rest over the ground, in a part of the paper's sheet of dust: the largest radius and height
 * are those with which the errors below were first found. */
static void place(struct particle *p) {
  for (int n = 0; n < PARTICLES; n++) {
    const double r = 6.43 * (n % RADII) / (RADII - 1);
    const double z = 0.010 + 0.0124 * (n / RADII) / (HEIGHTS - 1);
    p[n] = (struct particle){{r * cos(n), r * sin(n), z}, {0}};
  }
}

/* Where they are after 0.45 s: ETD2, extrapolated. */
static void settle(const struct sm_particle_drag_f64 *g, struct particle *exact) {
  place(exact);
  for (int n = 0; n < PARTICLES; n++) {
    struct particle coarse = exact[n], *fine = &exact[n];
    steps(g, SM_SCHEME_ETD2, 1e-4, 4500, vortex, &printed, &coarse);
    steps(g, SM_SCHEME_ETD2, 5e-5, 9000, vortex, &printed, fine);
    for (int d = 0; d < 3; d++) fine->x[d] += (fine->x[d] - coarse.x[d]) / 3;
  }
}

/* Largest error (m) of the places after 0.45 s. */
static double error_at(int um, enum sm_step_scheme scheme, double h) {
  static struct particle exact[PARTICLES];
  static int known;
  const struct sm_particle_drag_f64 g = sand(um, SM_DRAG_STOKES);
  if (known != um) settle(&g, exact);
  known = um;
  struct particle p[PARTICLES];
  place(p);
  double worst = 0;
  for (int n = 0; n < PARTICLES; n++) {
    steps(&g, scheme, h, (int)lround(0.45 / h), vortex, &printed, &p[n]);
    const double off = distance(&p[n], &exact[n]);
    worst = off > worst || off != off ? off : worst;
  }
  return worst;
}

/* That of a step over that of half of it, as an order. */
static double order(int um, enum sm_step_scheme scheme, double h) {
  return log2(error_at(um, scheme, h) / error_at(um, scheme, 0.5 * h));
}

START_TEST(errors_in_the_field_of_the_paper_are_as_first_found) {
  const double h[] = {2.5e-2, 1e-2, 5e-3, 2e-3, 1e-3, 2e-4, 1e-4};
  const double published[][7] = {{1.1e-1, 5.1e-2, 2.7e-2, 1.1e-2, 5.5e-3, 1.1e-3, 5.6e-4},
                                 {2.3e-2, 4.0e-3, 9.8e-4, 1.4e-4, 2.7e-5, 6.0e-7, 1.3e-7},
                                 {9.8e-3, 1.5e-3, 3.5e-4, 4.7e-5, 8.8e-6, 1.4e-7, 5.7e-8}};
  for (int s = 0; s < 3; s++)
    for (int m = 0; m < 7; m++)
      within(error_at(5, (enum sm_step_scheme)(SM_SCHEME_EULER + s), h[m]), published[s][m], 0.1);
}
END_TEST

START_TEST(the_scheme_of_the_paper_is_of_order_1) {
  const double published[] = {1.84e-3, 9.18e-4, 4.59e-4, 2.29e-4};
  for (int m = 0; m < 4; m++)
    within(error_at(5, SM_SCHEME_PAPER, 2e-4 / (1 << m)), published[m], 0.01);
  for (int um = 5; um <= 15; um += 5)
    for (double h = 2e-4; h > 5e-5; h *= 0.5) near(order(um, SM_SCHEME_PAPER, h), 1, 0.05);
  for (int um = 5; um <= 15; um += 5) near(order(um, SM_SCHEME_EULER, 2e-4), 1, 0.05);
}
END_TEST

/* At steps much longer and much shorter than tau; between them errors fall unevenly. */
START_TEST(midpoint_and_etd2_are_of_order_2) {
  for (int s = SM_SCHEME_MIDPOINT; s <= SM_SCHEME_ETD2; s++) {
    const enum sm_step_scheme scheme = (enum sm_step_scheme)s;
    near(order(5, scheme, 1e-2), 2, 0.1);
    near(order(30, scheme, 6.25e-4), 2, 0.1);
    near(order(50, scheme, 6.25e-4), 2, 0.1);
  }
}
END_TEST

/* Largest error after 0.45 s in so many steps, beside ETD4 in 4096: of grains at rest, or of those
 * that start with the wind. */
static double error_in(int um, enum sm_step_scheme scheme, int count, int follows) {
  struct particle exact[PARTICLES], p[PARTICLES];
  const struct sm_particle_drag_f64 g = sand(um, SM_DRAG_STOKES);
  double worst = 0;
  place(exact);
  for (int n = 0; n < PARTICLES; n += 7) {
    if (follows) vortex(&printed, exact[n].x, exact[n].v);
    p[n] = exact[n];
    steps(&g, SM_SCHEME_ETD4, 0.45 / 4096, 4096, vortex, &printed, &exact[n]);
    steps(&g, scheme, 0.45 / count, count, vortex, &printed, &p[n]);
    worst = fmax(worst, distance(&p[n], &exact[n]));
  }
  return worst;
}

static double order_of_etd4(int um, int count, int follows) {
  return log2(error_in(um, SM_SCHEME_ETD4, count, follows) /
              error_in(um, SM_SCHEME_ETD4, 2 * count, follows));
}

START_TEST(etd4_is_of_order_4_in_steps_below_tau) {
  ck_assert_double_gt(order_of_etd4(50, 80, 0), 3.7);
  ck_assert_double_gt(order_of_etd4(50, 160, 1), 3.7);
}
END_TEST

/* Of grains that follow the wind. */
START_TEST(etd4_is_of_order_4_in_steps_far_above_tau) {
  for (int count = 20; count < 160; count *= 2)
    ck_assert_double_gt(order_of_etd4(1, count, 1), 3.7);
}
END_TEST

/* Between both, and from rest: as accurate as found, and five times as accurate as the midpoint
 * with as many winds. */
START_TEST(etd4_beats_the_midpoint_at_the_same_work) {
  static const int um[] = {1, 5, 15, 50};
  static const double found[2][4] = {{7.38e-6, 2.02e-5, 1.37e-4, 1.77e-5},
                                     {8.56e-6, 8.04e-6, 9.30e-6, 9.35e-6}};
  for (int follows = 0; follows < 2; follows++)
    for (int m = 0; m < 4; m++) {
      const double error = error_in(um[m], SM_SCHEME_ETD4, 20, follows);
      within(error, found[follows][m], 0.05);
      ck_assert_double_lt(5 * error, error_in(um[m], SM_SCHEME_MIDPOINT, 80, follows));
    }
}
END_TEST

START_TEST(the_scheme_of_the_paper_is_unstable_above_2_tau) {
  const struct sm_particle_drag_f64 g = {2.068e-4, 0, 0};
  struct particle below = {{0}, {1, 0, 0}}, above = {{0}, {1, 0, 0}}, ringing = {{0}, {1, 0, 0}};
  step(&g, SM_SCHEME_PAPER, 1.05 * g.tau, steady, still, &ringing);
  ck_assert_double_lt(ringing.v[0], 0);
  steps(&g, SM_SCHEME_PAPER, 1.99 * g.tau, 1000, steady, still, &below);
  steps(&g, SM_SCHEME_PAPER, 2.01 * g.tau, 1000, steady, still, &above);
  ck_assert_double_lt(fabs(below.v[0]), 1e-4);
  ck_assert_double_gt(fabs(above.v[0]), 1e4);
  ck_assert(!(error_at(5, SM_SCHEME_PAPER, 5e-4) < 1));
}
END_TEST

TEST_MAIN(tracers_orbit_in_the_published_periods,
          an_inertial_particle_spirals_out_of_solid_rotation,
          an_inertial_particle_lags_in_pure_strain,
          errors_in_the_field_of_the_paper_are_as_first_found,
          the_scheme_of_the_paper_is_of_order_1, midpoint_and_etd2_are_of_order_2,
          etd4_is_of_order_4_in_steps_below_tau, etd4_is_of_order_4_in_steps_far_above_tau,
          etd4_beats_the_midpoint_at_the_same_work, the_scheme_of_the_paper_is_unstable_above_2_tau)
