#include "physics/particles/wind/internal.h"

#include "base/list.h"
#include <math.h>

/* Knot m of n + 4: the first and the last node four times, the nodes between except the second and
 * the last but one. */
static double knot(const double *x, int n, int m) {
  if (m < 4) return x[0];
  return m < n ? x[m - 2] : x[n - 1];
}

/* Index of the first spline that is not 0 between nodes m and m + 1. */
static int first_spline(int n, int m) {
  const int first = m - 1 < n - 4 ? m - 1 : n - 4;
  return first > 0 ? first : 0;
}

/* Product of a cubic with (c0 + c1 t), in powers of t. */
static void multiply(const double a[4], double c0, double c1, double product[4]) {
  for (int p = 3; p >= 0; p--) product[p] = c0 * a[p] + (p > 0 ? c1 * a[p - 1] : 0);
}

/* The four splines between nodes m and m + 1 in powers of the relative position t: recursion of Cox
 * (1972) and de Boor (1972) on polynomials. */
static void splines_between(const double *x, int n, int m, double spline[4][4]) {
  const int i = first_spline(n, m) + 3;
  const double from = x[m], size = x[m + 1] - x[m];
  for (int r = 0; r < 16; r++) spline[r / 4][r % 4] = 0;
  spline[0][0] = 1;
  for (int degree = 1; degree < 4; degree++) {
    double carried[4] = {0, 0, 0, 0};
    for (int r = 0; r < degree; r++) {
      const double high = knot(x, n, i + r + 1), low = knot(x, n, i + 1 - degree + r);
      double falling[4], rising[4];
      multiply(spline[r], (high - from) / (high - low), -size / (high - low), falling);
      multiply(spline[r], (from - low) / (high - low), size / (high - low), rising);
      for (int p = 0; p < 4; p++) {
        spline[r][p] = carried[p] + falling[p];
        carried[p] = rising[p];
      }
    }
    for (int p = 0; p < 4; p++) spline[degree][p] = carried[p];
  }
}

/* Matrix row of node m: values of splines m - 2 to m + 2 there; all others are 0. */
static void set_row(const double *x, int n, int m, double row[5]) {
  const int between = m < n - 1 ? m : n - 2, first = first_spline(n, between);
  double spline[4][4];
  splines_between(x, n, between, spline);
  for (int r = 0; r < 4; r++) {
    const double *c = spline[r];
    const double value = m < n - 1 ? c[0] : c[0] + c[1] + c[2] + c[3];
    const int at = first + r - m + 2;
    if (at >= 0 && at < 5) row[at] = value;
  }
}

/* LU decomposition of the band matrix without pivoting, which is stable since the matrix is totally
 * positive (de Boor and Pinkus 1977). */
static void factorise(double (*band)[5], int n) {
  for (int i = 0; i < n; i++)
    for (int below = 1; below <= 2 && i + below < n; below++) {
      double *row = band[i + below];
      const double times = row[2 - below] / band[i][2];
      row[2 - below] = times;
      for (int m = 1; m <= 2; m++) row[2 - below + m] -= times * band[i][2 + m];
    }
}

enum sm_status sm_spline_axis_create(struct sm_context *ctx, int n, const double *x,
                                     struct sm_spline_axis *out) {
  *out = (struct sm_spline_axis){.n = n};
  if (n < SM_SPLINE_MIN_NODES)
    return sm_fail(ctx, SM_ERR_CASE, "cubic splines need %d cells on every axis, not %d",
                   SM_SPLINE_MIN_NODES, n);
  for (int i = 0; i < n; i++)
    if (!isfinite(x[i]) || (i > 0 && !(x[i] > x[i - 1])))
      return sm_fail(ctx, SM_ERR_CASE, "node %d of %d of an axis of splines does not increase",
                     i + 1, n);
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, (size_t)n, sizeof *out->factor, "splines", &out->factor));
  const size_t powers = 4 * (size_t)(n - 1);
  SM_TRY_DONE(sm_alloc(ctx, powers, sizeof *out->table, "splines", &out->table));
  SM_TRY_DONE(sm_alloc(ctx, powers, sizeof *out->table_f64, "splines", &out->table_f64));
  for (int m = 0; m < n - 1; m++) {
    double spline[4][4];
    splines_between(x, n, m, spline);
    for (int r = 0; r < 16; r++) {
      out->table[4 * m + r % 4].of[r / 4] = (float)spline[r / 4][r % 4];
      out->table_f64[4 * m + r % 4].of[r / 4] = spline[r / 4][r % 4];
    }
  }
  for (int m = 0; m < n; m++) set_row(x, n, m, out->factor[m]);
  factorise(out->factor, n);
done:
  if (status != SM_OK) sm_spline_axis_free(out);
  return status;
}

void sm_spline_axis_free(struct sm_spline_axis *axis) {
  SM_FREE_ALL(axis->factor, axis->table, axis->table_f64);
  *axis = (struct sm_spline_axis){0};
}
