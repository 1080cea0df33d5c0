/* Advection schemes, fluxes through a face: orders, exactness, bounds, conservation, limits. */
#include "harness.h"
#include "random_numbers.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define SM_BITS 32
#include "cell/precision.h"

#include "cell/momentum/advection_schemes.h"
#undef SM_BITS
#define SM_BITS 64
#include "cell/precision.h"

#include "cell/momentum/advection_schemes.h"

enum scheme { CENTRAL, UPWIND, KOREN, WENO, SCHEMES };
enum { MOST = 512 };

static const double pi = 3.14159265358979323846;
/* Speed times value. */
static double carried(enum scheme scheme, struct sm_face_stencil_f64 s, double speed, int reach) {
  switch (scheme) {
  case CENTRAL: return speed * sm_face_central_f64(s, reach);
  case UPWIND: return speed * sm_face_upwind_f64(s, speed, reach, 1);
  case KOREN: return speed * sm_face_koren_f64(s, speed, reach);
  case WENO: return speed * sm_face_weno_f64(s, speed, reach, 1);
  case SCHEMES: break;
  }
  return NAN;
}
static float carried32(enum scheme scheme, struct sm_face_stencil_f32 s, float speed, int reach) {
  switch (scheme) {
  case CENTRAL: return speed * sm_face_central_f32(s, reach);
  case UPWIND: return speed * sm_face_upwind_f32(s, speed, reach, 1);
  case KOREN: return speed * sm_face_koren_f32(s, speed, reach);
  case WENO: return speed * sm_face_weno_f32(s, speed, reach, 1);
  case SCHEMES: break;
  }
  return NAN;
}

static struct sm_face_stencil_f64 six(const double q[6]) {
  return sm_face_stencil_of_f64(q + 3, 1);
}
static struct sm_face_stencil_f32 six32(const double q[6]) {
  float narrow[6];
  for (int m = 0; m < 6; m++) narrow[m] = (float)q[m];
  return sm_face_stencil_of_f32(narrow + 3, 1);
}
static void fill_any(double q[6], double scale) {
  for (int m = 0; m < 6; m++) q[m] = scale * (2 * any() - 1);
}

static void near(double got, double expected, double tolerance) {
  ck_assert_msg(fabs(got - expected) <= tolerance, "%.12g instead of %.12g", got, expected);
}

/* --- one face --- */

/* Values 1, 2, 4, 8, 16, 32: the mean is 6; with (12 - 18) / 12 it is 5.5, with (24 - 54 + 33) / 60
 * besides 5.55. Upwind of order 3: (-2 + 5 * 4 + 2 * 8) / 6; of order 5: (2 - 26 + 188 + 216 - 48)
 * / 60, and of the other wind (-6 + 108 + 376 - 208 + 64) / 60. */
START_TEST(values_are_those_by_hand) {
  const double q[6] = {1, 2, 4, 8, 16, 32};
  const struct sm_face_stencil_f64 s = six(q);
  near(sm_face_central_f64(s, 1), 6, 1e-15);
  near(sm_face_central_f64(s, 2), 5.5, 1e-14);
  near(sm_face_central_f64(s, 3), 5.55, 1e-14);
  near(sm_face_upwind_f64(s, 1, 2, 1), 34.0 / 6, 1e-14);
  near(sm_face_upwind_f64(s, 1, 3, 1), 332.0 / 60, 1e-14);
  near(sm_face_upwind_f64(s, -1, 3, 1), 334.0 / 60, 1e-14);
  near(sm_face_upwind_f64(s, 1, 1, 1), 4, 1e-15);
  near(sm_face_upwind_f64(s, -1, 1, 1), 8, 1e-15);
  near(sm_face_upwind_f64(s, -2, 1, 0.5), 7, 1e-14);
  /* a = 2, b = 4: the least of 2, 4 and (2 + 8) / 6; down: a = -8, b = -4. */
  near(sm_face_koren_f64(s, 1, 2), 4 + 10.0 / 6, 1e-14);
  near(sm_face_koren_f64(s, -1, 3), 8 - 16.0 / 6, 1e-14);
  near(sm_face_koren_f64(s, 3, 1), 4, 1e-15);
  near(sm_face_donor_cell_f64(4, 8, 1, 0.9), 6 - 0.9 * 2, 1e-15);
}
END_TEST

/* (u^2)_x of Griebel et al. between u = 3 and 5: ((3 + 5) / 2)^2 + gamma |3 + 5| / 2 (3 - 5) / 2.
 */
START_TEST(the_donor_cell_is_that_of_the_book) {
  near(4 * sm_face_donor_cell_f64(3, 5, 4, 0.9), 16 - 0.9 * 4, 1e-14);
  near(-4 * sm_face_donor_cell_f64(-3, -5, -4, 0.9), 16 + 0.9 * 4, 1e-14);
  ck_assert(sm_face_donor_cell_f32(3, 5, 4, 0) == 4.0f);
}
END_TEST

/* WENO by the textbook: indicators, three lines, weights; values 0, 1, 3, 4, 4. */
START_TEST(weno_is_that_of_the_textbook) {
  const double v[6] = {0, 1, 3, 4, 4, 7};
  const double beta[3] = {
      13.0 / 12 * pow(v[0] - 2 * v[1] + v[2], 2) + 0.25 * pow(v[0] - 4 * v[1] + 3 * v[2], 2),
      13.0 / 12 * pow(v[1] - 2 * v[2] + v[3], 2) + 0.25 * pow(v[1] - v[3], 2),
      13.0 / 12 * pow(v[2] - 2 * v[3] + v[4], 2) + 0.25 * pow(3 * v[2] - 4 * v[3] + v[4], 2)};
  const double line[3] = {(2 * v[0] - 7 * v[1] + 11 * v[2]) / 6, (-v[1] + 5 * v[2] + 2 * v[3]) / 6,
                          (2 * v[2] + 5 * v[3] - v[4]) / 6};
  const double part[3] = {0.1, 0.6, 0.3};
  double sum = 0, value = 0;
  for (int m = 0; m < 3; m++) { /* the largest difference is 2 */
    const double a = part[m] * (1 + pow((beta[0] - beta[2]) / (beta[m] + 4e-5 / 12), 2));
    sum += a;
    value += a * line[m];
  }
  near(sm_face_weno_f64(six(v), 1, 3, 1), value / sum, 1e-14);
  double mirrored[6];
  for (int m = 0; m < 6; m++) mirrored[m] = v[5 - m];
  near(sm_face_weno_f64(six(mirrored), -1, 3, 1), value / sum, 1e-14);
}
END_TEST

START_TEST(nothing_beyond_the_reach_counts) {
  for (int scheme = 0; scheme < SCHEMES; scheme++)
    for (int reach = 1; reach <= 3; reach++)
      for (int m = 0; m < 100; m++) {
        double q[6];
        fill_any(q, 10);
        const double speed = m % 2 == 0 ? 1.5 : -1.5;
        const double before = carried((enum scheme)scheme, six(q), speed, reach);
        for (int far = reach; far < 3; far++) q[2 - far] = q[3 + far] = 1e6 * any();
        near(carried((enum scheme)scheme, six(q), speed, reach), before, 1e-9);
      }
}
END_TEST

START_TEST(a_mirror_turns_the_wind) {
  for (int scheme = 0; scheme < SCHEMES; scheme++)
    for (int reach = 1; reach <= 3; reach++) {
      double q[6], mirrored[6];
      fill_any(q, 10);
      for (int m = 0; m < 6; m++) mirrored[m] = q[5 - m];
      near(carried((enum scheme)scheme, six(q), 0.7, reach),
           -carried((enum scheme)scheme, six(mirrored), -0.7, reach), 1e-14);
    }
}
END_TEST

/* Mean of x^p over the cell from m to m + 1. */
static double mean_power(int p, int m) { return (pow(m + 1, p + 1) - pow(m, p + 1)) / (p + 1); }

/* At the face x = 1 of cells -2..3. */
START_TEST(polynomials_are_exact) {
  const int degree[SCHEMES][4] = {{0, 1, 3, 5}, {0, 0, 2, 4}, {0, 0, 1, 1}, {0, 0, 2, 2}};
  for (int scheme = 0; scheme < SCHEMES; scheme++)
    for (int reach = 1; reach <= 3; reach++)
      for (int p = 0; p <= 5; p++) {
        double q[6];
        for (int m = 0; m < 6; m++) q[m] = mean_power(p, m - 2);
        const double up = fabs(carried((enum scheme)scheme, six(q), 1, reach) - 1);
        const double down = fabs(carried((enum scheme)scheme, six(q), -1, reach) + 1);
        if (p <= degree[scheme][reach]) ck_assert(up < 1e-12 && down < 1e-12);
        if (p > degree[scheme][reach] && scheme != KOREN) ck_assert(up > 1e-3 || down > 1e-3);
      }
}
END_TEST

/* --- lines --- */

/* Mean of sin over a cell from a to b. */
static double mean_sine(double a, double b) { return (cos(a) - cos(b)) / (b - a); }

/* Over the faces of n cells of a period: the largest error of the value, or the mean one. */
static double error_of(enum scheme scheme, int n, double speed, int reach, bool mean) {
  const double h = 2 * pi / n;
  double worst = 0, sum = 0;
  for (int i = 0; i < n; i++) {
    double q[6];
    for (int m = 0; m < 6; m++) q[m] = mean_sine((i + m - 3) * h + 0.3, (i + m - 2) * h + 0.3);
    const double off = fabs(carried(scheme, six(q), speed, reach) / speed - sin(i * h + 0.3));
    sum += off / n;
    worst = off > worst || off != off ? off : worst;
  }
  return mean ? sum : worst;
}
static double order_of(enum scheme scheme, int n, double speed, int reach, bool mean) {
  return log2(error_of(scheme, n, speed, reach, mean) /
              error_of(scheme, 2 * n, speed, reach, mean));
}

START_TEST(orders_are_those_of_the_theory) {
  for (int up = -1; up <= 1; up += 2) {
    for (int reach = 1; reach <= 3; reach++) {
      near(order_of(CENTRAL, 32, up, reach, false), 2 * reach, 0.1);
      near(order_of(UPWIND, 32, up, reach, false), 2 * reach - 1, 0.1);
    }
    near(order_of(WENO, 64, up, 3, false), 5, 0.1);
    near(order_of(WENO, 128, up, 3, false), 5, 0.1);
    near(order_of(WENO, 64, up, 2, true), 3, 0.1);
    near(order_of(WENO, 64, up, 1, false), 1, 0.1);
    ck_assert_double_gt(order_of(KOREN, 64, up, 3, true), 2.4); /* extrema are cut */
    near(order_of(KOREN, 64, up, 1, true), 1, 0.1);
  }
}
END_TEST

/* Weno is as exact as upwind of order 5 where a sine is well resolved. */
START_TEST(weights_do_no_harm_in_smooth_flow) {
  near(error_of(WENO, 128, 1, 3, false) / error_of(UPWIND, 128, 1, 3, false), 1, 0.1);
}
END_TEST

/* Cells of a period whose widths change smoothly, as d x / d xi = 1 + 0.5 cos. */
static double stretched(double part) { return 2 * pi * part + 0.5 * sin(2 * pi * part); }

static double stretched_error(enum scheme scheme, int n, int reach) {
  double worst = 0;
  for (int i = 0; i < n; i++) {
    double flux[2];
    for (int side = 0; side < 2; side++) {
      double q[6];
      for (int m = 0; m < 6; m++)
        q[m] = mean_sine(stretched((double)(i + side + m - 3) / n),
                         stretched((double)(i + side + m - 2) / n));
      flux[side] = carried(scheme, six(q), 1, reach);
    }
    const double a = stretched((double)i / n), b = stretched((double)(i + 1) / n);
    const double off = fabs((flux[1] - flux[0]) / (b - a) - (sin(b) - sin(a)) / (b - a));
    worst = off > worst || off != off ? off : worst;
  }
  return worst;
}

START_TEST(on_smoothly_stretched_cells_the_order_is_2) {
  const struct {
    enum scheme scheme;
    int reach;
  } all[] = {{CENTRAL, 1}, {CENTRAL, 3}, {UPWIND, 2}, {UPWIND, 3}, {WENO, 3}};
  for (size_t m = 0; m < sizeof all / sizeof *all; m++) {
    const double order = log2(stretched_error(all[m].scheme, 128, all[m].reach) /
                              stretched_error(all[m].scheme, 256, all[m].reach));
    near(order, 2, 0.1);
  }
}
END_TEST

/* d/dt of the values of a period of cells in a wind of 1, times dt / h; reaches differ. */
static void change(enum scheme scheme, int n, const double *q, const int *reach, double courant,
                   double *rate) {
  double flux[MOST];
  for (int i = 0; i < n; i++) {
    double line[6];
    for (int m = 0; m < 6; m++) line[m] = q[(i + m - 3 + n) % n];
    flux[i] = carried(scheme, six(line), courant, reach[i]);
  }
  for (int i = 0; i < n; i++) rate[i] = flux[i] - flux[(i + 1) % n];
}

START_TEST(energy_is_kept_by_central_and_lost_by_upwind_schemes) {
  int reach[MOST];
  for (int m = 0; m < 100; m++) {
    double q[64], rate[64], energy[2] = {0, 0};
    for (int i = 0; i < 64; i++) {
      q[i] = 2 * any() - 1;
      reach[i] = 1 + m % 3;
    }
    for (int e = 0; e < 2; e++) {
      change(e == 0 ? CENTRAL : UPWIND, 64, q, reach, m % 2 == 0 ? 1 : -1, rate);
      for (int i = 0; i < 64; i++) energy[e] += q[i] * rate[i];
    }
    near(energy[0], 0, 1e-13);
    ck_assert_double_lt(energy[1], -0.1);
  }
}
END_TEST

/* By Euler, or by the third-order scheme of Shu and Osher. */
static void march(enum scheme scheme, int n, double *q, const int *reach, double courant, int steps,
                  bool euler) {
  double rate[MOST], a[MOST];
  for (int t = 0; t < steps; t++) {
    change(scheme, n, q, reach, courant, rate);
    for (int i = 0; i < n; i++) a[i] = q[i] + rate[i];
    if (!euler) {
      change(scheme, n, a, reach, courant, rate);
      for (int i = 0; i < n; i++) a[i] = 0.75 * q[i] + 0.25 * (a[i] + rate[i]);
      change(scheme, n, a, reach, courant, rate);
      for (int i = 0; i < n; i++) a[i] = (q[i] + 2 * (a[i] + rate[i])) / 3;
    }
    for (int i = 0; i < n; i++) q[i] = a[i];
  }
}

/* How far values leave 0..1 within a turn round a period of a step, or of noise. */
static double overshoot(enum scheme scheme, double courant, bool euler, bool noise) {
  double q[100], most = 0;
  int reach[100];
  for (int i = 0; i < 100; i++) {
    q[i] = noise ? any() : (double)(i > 20 && i < 60);
    reach[i] = noise ? 1 + (int)(3 * any()) : 3;
  }
  for (int t = 0; t < 200; t++) {
    march(scheme, 100, q, reach, courant, 1, euler);
    for (int i = 0; i < 100; i++) most = fmax(most, fmax(q[i] - 1, -q[i]));
  }
  return most;
}

START_TEST(the_limiter_keeps_values_between_what_was) {
  for (int down = 0; down < 2; down++)
    for (int noise = 0; noise < 2; noise++) {
      const double courant = down != 0 ? -0.5 : 0.5;
      ck_assert_double_lt(overshoot(KOREN, courant, true, noise != 0), 1e-14);
      ck_assert_double_lt(overshoot(KOREN, courant, false, noise != 0), 1e-14);
    }
  ck_assert_double_gt(overshoot(UPWIND, 0.5, false, false), 0.05);
  ck_assert_double_lt(overshoot(WENO, 0.5, false, false), 0.005);
}
END_TEST

/* --- limits --- */

START_TEST(both_precisions_agree) {
  for (int scheme = 0; scheme < SCHEMES; scheme++)
    for (int m = 0; m < 3000; m++) {
      double q[6];
      fill_any(q, 1);
      const double speed = 2 * any() - 1;
      const int reach = 1 + m % 3;
      const double wide = carried((enum scheme)scheme, six(q), speed, reach);
      near((double)carried32((enum scheme)scheme, six32(q), (float)speed, reach), wide, 4e-6);
    }
}
END_TEST

START_TEST(results_grow_with_the_values) {
  for (int scheme = 0; scheme < SCHEMES; scheme++)
    for (int m = 0; m < 300; m++) {
      double q[6], large[6], small[6];
      fill_any(q, 1);
      for (int n = 0; n < 6; n++) {
        large[n] = ldexp(q[n], 90);
        small[n] = ldexp(q[n], -60);
      }
      const double one = (double)carried32((enum scheme)scheme, six32(q), -1, 1 + m % 3);
      near(ldexp((double)carried32((enum scheme)scheme, six32(large), -1, 1 + m % 3), -90), one,
           1e-7);
      near(ldexp((double)carried32((enum scheme)scheme, six32(small), -1, 1 + m % 3), 60), one,
           1e-7);
    }
}
END_TEST

START_TEST(calm_constant_and_extreme_values_are_finite) {
  const double values[][6] = {{0, 0, 0, 0, 0, 0},         {1, 1, 1, 1, 1, 1},
                              {0, 0, 0, 1e30, 0, 0},      {-1e30, 1e30, -1e30, 1e30, 1e30, 1e30},
                              {0, 1e-38, 0, 0, 1e-44, 0}, {1e30, 1e-30, 0, 0, -1e30, 1}};
  const double speeds[] = {0, 1, -1, 1e5};
  for (int scheme = 0; scheme < SCHEMES; scheme++)
    for (size_t m = 0; m < sizeof values / sizeof *values; m++)
      for (int v = 0; v < 4; v++)
        for (int reach = 1; reach <= 3; reach++) {
          const double wide = carried((enum scheme)scheme, six(values[m]), speeds[v], reach);
          const float narrow =
              carried32((enum scheme)scheme, six32(values[m]), (float)speeds[v], reach);
          ck_assert(isfinite(wide) && isfinite(narrow));
          if (v == 0) ck_assert(wide == 0 && narrow == 0.0f);
          if (m == 1) near(wide, speeds[v], 1e-15 * fabs(speeds[v]));
          if (m == 1) near((double)narrow, speeds[v], 2e-7 * fabs(speeds[v]));
        }
}
END_TEST

TEST_MAIN(values_are_those_by_hand, the_donor_cell_is_that_of_the_book,
          weno_is_that_of_the_textbook, nothing_beyond_the_reach_counts, a_mirror_turns_the_wind,
          polynomials_are_exact, orders_are_those_of_the_theory, weights_do_no_harm_in_smooth_flow,
          on_smoothly_stretched_cells_the_order_is_2,
          energy_is_kept_by_central_and_lost_by_upwind_schemes,
          the_limiter_keeps_values_between_what_was, both_precisions_agree,
          results_grow_with_the_values, calm_constant_and_extreme_values_are_finite)
