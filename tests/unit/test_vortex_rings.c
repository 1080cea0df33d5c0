/* Vortex rings: closed forms, what must stay, and the wake of a hovering helicopter. */
#include "vortex_rings_fixture.h"
#include <math.h>

static double norm(const double u[2]) { return sqrt(u[0] * u[0] + u[1] * u[1]); }

/* --- elliptic integrals --- */

/* Abramowitz and Stegun (1964), table 17.1. */
START_TEST(elliptic_integrals_as_published) {
  static const double m[5] = {0, 0.1, 0.5, 0.9, 0.99};
  static const double k[5] = {1.570796326794897, 1.612441348720219, 1.854074677301372,
                              2.578092113348173, 3.695637362989875};
  static const double e[5] = {1.570796326794897, 1.530757636897763, 1.350643881047675,
                              1.104774732704073, 1.015993545025224};
  for (int n = 0; n < 5; n++) {
    double got[2];
    sm_elliptic_integrals(1 - m[n], &got[0], &got[1]);
    ck_assert_double_eq_tol(got[0], k[n], 4e-15 * k[n]);
    ck_assert_double_eq_tol(got[1], e[n], 4e-15 * e[n]);
  }
}
END_TEST

/* Legendre: E K' + E' K - K K' = pi / 2; near m = 1, K is ln 4 - ln m1 / 2. */
START_TEST(elliptic_integrals_of_all_parameters) {
  for (double m = 1e-12; m < 1; m = m < 0.4 ? 3 * m : m + 0.06) {
    double k[2], e[2];
    sm_elliptic_integrals(1 - m, &k[0], &e[0]);
    sm_elliptic_integrals(m, &k[1], &e[1]);
    ck_assert_double_eq_tol(e[0] * k[1] + e[1] * k[0] - k[0] * k[1], 0.5 * pi, 2e-14);
  }
  double k, e;
  sm_elliptic_integrals(1e-14, &k, &e);
  ck_assert_double_eq_tol(k, log(4) + 7 * log(10), 1e-12);
  ck_assert_double_eq_tol(e, 1, 1e-12);
}
END_TEST

/* --- one ring --- */

START_TEST(on_the_axis_of_a_ring) {
  const struct sm_vortex_ring ring = {.radius = 2, .height = 3, .circulation = 5};
  for (double z = -20; z < 20; z += 0.37) {
    double u[2] = {0, 0};
    sm_vortex_ring_velocity(&ring, 0, z, u);
    const double want = 0.5 * 5 * 4 / pow(4 + (z - 3) * (z - 3), 1.5);
    ck_assert_double_eq_tol(u[1], want, 1e-14 * want);
    ck_assert(u[0] == 0);
    ck_assert_double_eq_tol(ring_potential(&ring, 0, z), 0.5 * want, 1e-14 * want);
  }
}
END_TEST

/* Biot and Savart's integral, which the trapezoidal rule takes to rounding. */
START_TEST(off_the_axis_as_biot_and_savart) {
  const struct sm_vortex_ring ring = {.radius = 1.3, .height = 0.4, .circulation = -2};
  static const double place[5][2] = {{1e-4, 1}, {0.5, 0.4}, {1.2, 0.7}, {2, 0.1}, {50, -30}};
  for (int n = 0; n < 5; n++) {
    const double r = place[n][0], z = place[n][1], dz = z - 0.4;
    double want[2] = {0, 0}, got[2] = {0, 0};
    for (int m = 0; m < 2000; m++) {
      const double c = cos((m + 0.5) * pi / 1000);
      const double f =
          -2 / (4 * pi) * 1.3 * pi / 1000 / pow(r * r + 1.69 - 2 * 1.3 * r * c + dz * dz, 1.5);
      want[0] += f * dz * c;
      want[1] += f * (1.3 - r * c);
    }
    sm_vortex_ring_velocity(&ring, r, z, got);
    for (int d = 0; d < 2; d++) ck_assert_double_eq_tol(got[d], want[d], 1e-11 * norm(want));
  }
}
END_TEST

START_TEST(the_velocity_is_the_curl_of_the_potential) {
  const struct sm_vortex_ring ring = {.radius = 2, .height = 3, .circulation = 5, .core = 0.02};
  const double d = 1e-4;
  for (double r = 0.05; r < 5; r += 0.241)
    for (double z = 0; z < 6; z += 0.5) {
      double psi[4], u[2] = {0, 0};
      for (int m = 0; m < 4; m++) {
        const double at[2] = {r + (m == 0   ? -d
                                   : m == 1 ? d
                                            : 0),
                              z + (m == 2   ? -d
                                   : m == 3 ? d
                                            : 0)};
        psi[m] = at[0] * at[0] * ring_potential(&ring, at[0], at[1]);
      }
      sm_vortex_ring_velocity(&ring, r, z, u);
      ck_assert_double_eq_tol(u[0], -(psi[3] - psi[2]) / (2 * d * r), 1e-5);
      ck_assert_double_eq_tol(u[1], (psi[1] - psi[0]) / (2 * d * r), 1e-5);
    }
}
END_TEST

/* Saffman (1970): a thin ring with the core of Lamb and Oseen. */
START_TEST(a_ring_travels_as_one_with_a_viscous_core) {
  for (double part = 1e-4; part < 0.11; part *= 10) {
    const double a = 2, width = part * a; /* sqrt(4 nu t) */
    const struct sm_vortex_ring ring = {
        .radius = a, .height = 7, .circulation = 3, .core = 1.25643121 * width * width};
    double u[2] = {0, 0};
    sm_vortex_ring_velocity(&ring, a, 7, u);
    const double want = 3 / (4 * pi * a) * (log(8 / part) - 0.558);
    ck_assert_double_eq_tol(u[1], want, (1e-5 + 2 * part * part) * want);
    ck_assert(u[0] == 0);
  }
}
END_TEST

/* --- several rings --- */

START_TEST(steps_are_of_second_order) {
  const struct sm_vortex_rings exact = leapfrog(1.0 / 4096);
  double off[2];
  for (int m = 0; m < 2; m++) {
    const struct sm_vortex_rings rings = leapfrog(1.0 / (128 << m));
    off[m] = hypot(rings.ring[0].radius - exact.ring[0].radius,
                   rings.ring[0].height - exact.ring[0].height);
  }
  ck_assert_double_lt(off[0], 1e-2);
  ck_assert_double_eq_tol(log2(off[0] / off[1]), 2, 0.2);
}
END_TEST

START_TEST(cores_grow_and_thin_out) {
  const struct sm_rotor rotor = helicopter(10);
  static struct sm_vortex_rings rings;
  sm_vortex_rings_start(&rings, &rotor);
  let_no_more_leave(&rings);
  rings.count = 1;
  rings.ring[0] = (struct sm_vortex_ring){5, 1e5, -11, 0.06};
  sm_vortex_rings_advance(&rings, 2);
  const double growth = 4 * 1.25643 * (1.46e-5 + 6.5e-5 * 11);
  ck_assert_double_eq_tol(rings.ring[0].core, 0.06 + 2 * growth, 1e-6);
  sm_vortex_rings_start(&rings, &rotor);
  let_no_more_leave(&rings);
  rings.count = 1;
  rings.ring[0] = (struct sm_vortex_ring){5, 1, -11, 0.06};
  sm_vortex_rings_advance(&rings, 2);
  ck_assert_double_gt(rings.ring[0].radius, 6); /* the ground spreads it */
  ck_assert_double_lt(rings.ring[0].core, (0.06 + 2 * growth) * 0.95);
}
END_TEST

START_TEST(rings_that_meet_become_one) {
  const struct sm_rotor rotor = helicopter(10);
  static struct sm_vortex_rings rings;
  sm_vortex_rings_start(&rings, &rotor);
  rings.count = 3;
  rings.ring[0] = (struct sm_vortex_ring){5, 2, -11, 0.06};
  rings.ring[1] = (struct sm_vortex_ring){5.05, 2.05, -22, 0.06};
  rings.ring[2] = (struct sm_vortex_ring){5.5, 2, -11, 0.06};
  const double before = impulse(&rings);
  sm_vortex_rings_advance(&rings, 1e-6);
  ck_assert_int_eq(rings.count, 3); /* and a new one */
  ck_assert_double_eq_tol(rings.ring[0].circulation, -33, 1e-12);
  ck_assert_double_eq_tol(rings.ring[0].height, 2 + 0.1 / 3, 1e-4);
  ck_assert_double_gt(rings.ring[0].core, 0.06);
  rings.count = 2;
  ck_assert_double_eq_tol(impulse(&rings), before, 1e-4 * fabs(before));
}
END_TEST

/* Rings that are far off go, and where there are too many the oldest. */
START_TEST(rings_are_forgotten) {
  const struct sm_rotor rotor = helicopter(10);
  static struct sm_vortex_rings rings;
  sm_vortex_rings_start(&rings, &rotor);
  rings.count = SM_VORTEX_RINGS_MAX;
  for (int i = 0; i < rings.count; i++)
    rings.ring[i] = (struct sm_vortex_ring){3 + 0.05 * i, 2, -1e-3, 1e-6};
  sm_vortex_rings_advance(&rings, 1e-6);
  ck_assert_int_eq(rings.count, SM_VORTEX_RINGS_MAX);
  ck_assert_double_eq_tol(rings.ring[0].radius, 3.05, 1e-4);
  ck_assert_double_eq_tol(rings.ring[SM_VORTEX_RINGS_MAX - 1].radius, 0.98 * 5.1, 1e-4);
  rings.due = 0;
  rings.count = 3;
  rings.ring[0].radius = 6.01 * 5.1;
  rings.ring[1].height = 10 + 6.01 * 5.1;
  sm_vortex_rings_advance(&rings, 1e-6);
  ck_assert_int_eq(rings.count, 2);
  ck_assert_double_eq_tol(rings.ring[0].radius, 3.15, 1e-4);
}
END_TEST

/* --- the rotor --- */

START_TEST(the_rotor_by_momentum_theory) {
  const struct sm_rotor rotor = helicopter(5.1);
  ck_assert_double_eq_tol(sm_rotor_induced_velocity(&rotor), 12.08, 5e-3);
  ck_assert_double_eq_tol(sm_rotor_circulation(&rotor), 11.08, 5e-3);
  ck_assert_double_eq_tol(sm_rotor_blade_passage(&rotor), 37.9e-3, 5e-5);
  const double area = pi * 5.1 * 5.1; /* circulation per time is the pressure's jump over density */
  ck_assert_double_eq_tol(sm_rotor_circulation(&rotor) / sm_rotor_blade_passage(&rotor),
                          29234 / (1.225 * area), 1e-9);
}
END_TEST

TEST_MAIN(elliptic_integrals_as_published, elliptic_integrals_of_all_parameters,
          on_the_axis_of_a_ring, off_the_axis_as_biot_and_savart,
          the_velocity_is_the_curl_of_the_potential, a_ring_travels_as_one_with_a_viscous_core,
          steps_are_of_second_order, cores_grow_and_thin_out, rings_that_meet_become_one,
          rings_are_forgotten, the_rotor_by_momentum_theory)
