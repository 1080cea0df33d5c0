/* Vortex rings: closed forms, what must stay, and the wake of a hovering helicopter. */
#include "harness.h"

#include "vortex_rings_wind.h"
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

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

/* A helicopter of the class of an EC135. */
static struct sm_rotor helicopter(double height) {
  return (struct sm_rotor){.thrust = 29234,
                           .radius = 5.1,
                           .speed = 41.4,
                           .height = height,
                           .blades = 4,
                           .density = 1.225,
                           .viscosity = 1.46e-5};
}

static void let_no_more_leave(struct sm_vortex_rings *rings) { rings->due = 1e9; }

static double impulse(const struct sm_vortex_rings *rings) {
  double sum = 0;
  for (int i = 0; i < rings->count; i++)
    sum += rings->ring[i].circulation * rings->ring[i].radius * rings->ring[i].radius;
  return sum;
}

/* Two rings that slip through each other for a second, by steps of `step`. */
static struct sm_vortex_rings leapfrog(double step) {
  const struct sm_rotor rotor = helicopter(10);
  struct sm_vortex_rings rings;
  sm_vortex_rings_start(&rings, &rotor);
  let_no_more_leave(&rings);
  rings.count = 2;
  rings.ring[0] = (struct sm_vortex_ring){5, 1e5, -11, 0.06};
  rings.ring[1] = (struct sm_vortex_ring){5, 1e5 + 1, -11, 0.09};
  for (double time = 0; time < 1 - 0.5 * step; time += step) sm_vortex_rings_advance(&rings, step);
  return rings;
}

START_TEST(far_from_the_ground_the_impulse_stays) {
  const struct sm_vortex_rings rings = leapfrog(1.0 / 1024);
  ck_assert(fabs(rings.ring[0].radius - rings.ring[1].radius) > 0.1);
  ck_assert_double_eq_tol(impulse(&rings), -2 * 11 * 25, 1e-6 * 550);
}
END_TEST

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

START_TEST(nothing_goes_through_the_ground) {
  const struct sm_rotor rotor = helicopter(5.1);
  static struct sm_vortex_rings rings;
  sm_vortex_rings_start(&rings, &rotor);
  sm_vortex_rings_advance(&rings, 1.5);
  ck_assert_int_gt(rings.count, 20);
  double most = 0;
  for (double r = 0; r < 30; r += 0.31) {
    double u[2];
    rings_velocity(&rings, r, 0, u);
    ck_assert_double_le(fabs(u[1]), 1e-12);
    ck_assert_double_le(fabs(rings_potential(&rings, r, 0)), 1e-12);
    most = fmax(most, u[0]);
  }
  ck_assert_double_gt(most, 15);
}
END_TEST

START_TEST(the_stream_function_is_the_flux) {
  const struct sm_rotor rotor = helicopter(5.1);
  static struct sm_vortex_rings rings;
  sm_vortex_rings_start(&rings, &rotor);
  sm_vortex_rings_advance(&rings, 1);
  for (double z = 1; z < 8; z += 1.7) {
    double flux = 0, r = 0;
    const double dr = 0.002;
    while (r < 4.5) {
      double u[2];
      rings_velocity(&rings, r + 0.5 * dr, z, u);
      flux += 2 * pi * (r + 0.5 * dr) * dr * u[1];
      r += dr;
    }
    ck_assert_double_eq_tol(flux, 2 * pi * r * r * rings_potential(&rings, r, z), 1e-2);
  }
}
END_TEST

/* The same calls give the same bits, and a copy goes on as the original. */
START_TEST(a_copy_continues_the_same) {
  const struct sm_rotor rotor = helicopter(5.1);
  static struct sm_vortex_rings one, other;
  sm_vortex_rings_start(&one, &rotor);
  for (int m = 0; m < 25; m++) sm_vortex_rings_advance(&one, 0.02);
  memcpy(&other, &one, sizeof one);
  for (int m = 0; m < 25; m++) {
    sm_vortex_rings_advance(&one, 0.02);
    sm_vortex_rings_advance(&other, 0.02);
  }
  ck_assert_int_eq(one.count, other.count);
  ck_assert(memcmp(one.ring, other.ring, (size_t)one.count * sizeof *one.ring) == 0);
  ck_assert_double_eq_tol(one.time, 1, 1e-12);
}
END_TEST

/* Means over time, and over the way of a blade to the place of the one before. */
struct hover {
  double inflow[5];  /* over v_h, at r / R 0.05, 0.23, 0.41, 0.59, 0.77 */
  double through;    /* the largest flux through circles of the disk, over pi R^2 v_h */
  double outwash[6]; /* over v_h, the largest below z / R = 0.2, at r / R 0.5, 1, 1.5, 2, 2.5, 3 */
  double above;      /* the same at r / R = 1.5, z / R = 0.5 */
  int rings;         /* at the end */
};

static void sample(const struct sm_vortex_rings *rings, struct hover *h, double outwash[6][8]) {
  const double vh = sm_rotor_induced_velocity(&rings->rotor), R = rings->rotor.radius;
  const double z = rings->rotor.height;
  double u[2], most = 0;
  for (int m = 0; m < 5; m++) {
    rings_velocity(rings, (0.05 + 0.18 * m) * R, z - 0.005 * R, u);
    h->inflow[m] -= u[1] / vh;
  }
  for (double part = 0.5; part < 1.1; part += 0.02)
    most = fmax(most, -2 * part * part * rings_potential(rings, part * R, z) / vh);
  h->through += most;
  for (int m = 0; m < 6; m++)
    for (int k = 0; k < 8; k++) {
      rings_velocity(rings, 0.5 * (m + 1) * R, (0.005 + 0.025 * k) * R, u);
      outwash[m][k] += u[0] / vh;
    }
  rings_velocity(rings, 1.5 * R, 0.5 * R, u);
  h->above += u[0] / vh;
}

static struct hover hover(double height, double begin, double end) {
  const struct sm_rotor rotor = helicopter(height * 5.1);
  static struct sm_vortex_rings rings;
  struct hover h = {.rings = 0};
  double outwash[6][8] = {{0}};
  int count = 0;
  sm_vortex_rings_start(&rings, &rotor);
  while (rings.time < end) {
    sm_vortex_rings_advance(&rings, 0.25 * sm_rotor_blade_passage(&rotor));
    if (rings.time < begin) continue;
    sample(&rings, &h, outwash);
    count++;
  }
  for (int m = 0; m < 5; m++) h.inflow[m] /= count;
  for (int m = 0; m < 6; m++)
    for (int k = 0; k < 8; k++) h.outwash[m] = fmax(h.outwash[m], outwash[m][k] / count);
  h.through /= count;
  h.above /= count;
  h.rings = rings.count;
  return h;
}

START_TEST(hover_above_the_ground_blows_outwards) {
  const struct hover h = hover(1, 3, 6);
  for (int m = 0; m < 5; m++) {
    ck_assert_double_gt(h.inflow[m], 0.9);
    ck_assert_double_lt(h.inflow[m], 1.25);
  }
  ck_assert_double_eq_tol(h.outwash[2], 1.86, 0.13); /* below 2, by Bernoulli */
  for (int m = 0; m < 6; m++) ck_assert_double_le(h.outwash[m], h.outwash[2]);
  ck_assert_double_gt(h.outwash[5], 1.3);
  ck_assert_double_lt(h.above, 0.1); /* the layer is thin */
  ck_assert_int_lt(h.rings, 80);
}
END_TEST

/* Momentum theory, and what is left of it near the ground (Cheeseman and Bennett 1955). */
START_TEST(the_ground_takes_from_the_flux_through_the_disk) {
  const double far_away = hover(6, 2, 4).through;
  ck_assert_double_eq_tol(far_away, 1, 0.08);
  static const double height[3] = {0.5, 1, 2};
  for (int m = 0; m < 3; m++) {
    const double left = 1 - 1 / (16 * height[m] * height[m]);
    ck_assert_double_eq_tol(hover(height[m], 2, 4).through / far_away, left, 0.06);
  }
}
END_TEST

/* --- wind on faces --- */

enum { NX = 20, NY = 17, NZ = 12, COLUMNS = (NX + 1) * (NY + 1) };

struct faces {
  double x[NX + 1], y[NY + 1], z[NZ + 1];
  double u[COLUMNS * (NZ + 1)], v[COLUMNS * (NZ + 1)], w[COLUMNS * (NZ + 1)];
  double potential[600 * (NZ + 1)];
  struct rings_grid grid;
  struct rings_table table;
};

static void prepare(struct faces *f) {
  memset(f, 0, sizeof *f);
  for (int i = 0; i <= NX; i++) f->x[i] = 0.8 * i;
  for (int j = 0; j <= NY; j++) f->y[j] = 0.9 * j;
  for (int k = 0; k <= NZ; k++) f->z[k] = 0.4 * k + 0.02 * k * k;
  f->grid = (struct rings_grid){{NX, NY}, {f->x, f->y}, NX + 1, COLUMNS, f->u, f->v, f->w};
  f->table = (struct rings_table){600, NZ + 1, 0.04, f->z, f->potential};
}

START_TEST(fluxes_out_of_every_cell_cancel) {
  const struct sm_rotor rotor = helicopter(5.1);
  const double axis[2][2] = {{7.1, 6.8}, {13.3, 2.25}};
  static struct sm_vortex_rings rings;
  static struct faces f;
  prepare(&f);
  sm_vortex_rings_start(&rings, &rotor);
  for (int m = 0; m < 2; m++) { /* two rotors, at different times of their wakes */
    sm_vortex_rings_advance(&rings, 0.7);
    rings_tabulate(&rings, &f.table);
    rings_add_wind(&f.table, axis[m], &f.grid);
  }
  double most = 0;
  for (int k = 0; k < NZ; k++)
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++) {
        const ptrdiff_t c = i + j * f.grid.sy + k * f.grid.sz;
        const double dz = f.z[k + 1] - f.z[k];
        const double out = (f.u[c + 1] - f.u[c]) * 0.9 * dz +
                           (f.v[c + f.grid.sy] - f.v[c]) * 0.8 * dz +
                           (f.w[c + f.grid.sz] - f.w[c]) * 0.72;
        ck_assert_double_le(fabs(out), 1e-12);
        if (k == 0) ck_assert_double_le(fabs(f.w[c]), 1e-12);
        most = fmax(most, fabs(f.u[c]));
      }
  ck_assert_double_gt(most, 10);
}
END_TEST

/* A wide core: what lies on faces is then the velocity at their middles, but for curvature. */
START_TEST(the_wind_on_faces_is_that_of_the_rings) {
  const struct sm_rotor rotor = helicopter(5.1);
  const double axis[2] = {7.1, 6.8};
  static struct sm_vortex_rings rings;
  static struct faces f;
  prepare(&f);
  sm_vortex_rings_start(&rings, &rotor);
  rings.count = 2;
  rings.ring[0] = (struct sm_vortex_ring){4.1, 3, -11, 16};
  rings.ring[1] = (struct sm_vortex_ring){5.3, 1, -21, 20};
  rings_tabulate(&rings, &f.table);
  rings_add_wind(&f.table, axis, &f.grid);
  for (int k = 0; k < NZ; k++)
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++) {
        const ptrdiff_t c = i + j * f.grid.sy + k * f.grid.sz;
        const double z = 0.5 * (f.z[k] + f.z[k + 1]);
        const double x = f.x[i] - axis[0], y = f.y[j] - axis[1];
        const double at[3][3] = {{x, y + 0.45, z}, {x + 0.4, y, z}, {x + 0.4, y + 0.45, f.z[k]}};
        double u[2];
        rings_velocity(&rings, hypot(at[0][0], at[0][1]), at[0][2], u);
        ck_assert_double_eq_tol(f.u[c], u[0] * at[0][0] / hypot(at[0][0], at[0][1]), 0.03);
        rings_velocity(&rings, hypot(at[1][0], at[1][1]), at[1][2], u);
        ck_assert_double_eq_tol(f.v[c], u[0] * at[1][1] / hypot(at[1][0], at[1][1]), 0.03);
        rings_velocity(&rings, hypot(at[2][0], at[2][1]), at[2][2], u);
        ck_assert_double_eq_tol(f.w[c], u[1], 0.03);
      }
}
END_TEST

TEST_MAIN(elliptic_integrals_as_published, elliptic_integrals_of_all_parameters,
          on_the_axis_of_a_ring, off_the_axis_as_biot_and_savart,
          the_velocity_is_the_curl_of_the_potential, a_ring_travels_as_one_with_a_viscous_core,
          far_from_the_ground_the_impulse_stays, steps_are_of_second_order, cores_grow_and_thin_out,
          rings_that_meet_become_one, rings_are_forgotten, the_rotor_by_momentum_theory,
          nothing_goes_through_the_ground, the_stream_function_is_the_flux,
          a_copy_continues_the_same, hover_above_the_ground_blows_outwards,
          the_ground_takes_from_the_flux_through_the_disk, fluxes_out_of_every_cell_cancel,
          the_wind_on_faces_is_that_of_the_rings)
