/* Vortex rings above the ground: no flow through it, fluxes, the wake of a hovering helicopter. */
#include "vortex_rings_fixture.h"
#include <math.h>
#include <string.h>

/* --- several rings --- */

START_TEST(far_from_the_ground_the_impulse_stays) {
  const struct sm_vortex_rings rings = leapfrog(1.0 / 1024);
  ck_assert(fabs(rings.ring[0].radius - rings.ring[1].radius) > 0.1);
  ck_assert_double_eq_tol(impulse(&rings), -2 * 11 * 25, 1e-6 * 550);
}
END_TEST

/* --- the rotor --- */

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

TEST_MAIN(far_from_the_ground_the_impulse_stays, nothing_goes_through_the_ground,
          the_stream_function_is_the_flux, a_copy_continues_the_same,
          hover_above_the_ground_blows_outwards, the_ground_takes_from_the_flux_through_the_disk,
          fluxes_out_of_every_cell_cancel, the_wind_on_faces_is_that_of_the_rings)
