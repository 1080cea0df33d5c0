#include "physics/spline.h"

#include <math.h>

enum { CHUNK = 64 }; /* nodes side by side of which the lines are filtered together */

/* Knot m of n + 4: the first and the last node four times, the nodes between but for two. */
static double knot(const double *x, int n, int m) {
  if (m < 4) return x[0];
  return m < n ? x[m - 2] : x[n - 1];
}

/* The first spline that is not 0 between nodes m and m + 1. */
static int first_spline(int n, int m) {
  const int first = m - 1 < n - 4 ? m - 1 : n - 4;
  return first > 0 ? first : 0;
}

/* A cubic times (c0 + c1 t), in powers of t. */
static void multiply(const double a[4], double c0, double c1, double product[4]) {
  for (int p = 3; p >= 0; p--) product[p] = c0 * a[p] + (p > 0 ? c1 * a[p - 1] : 0);
}

/* The four splines between nodes m and m + 1 in powers of the part t of the way: the recursion of
 * Cox (1972) and de Boor (1972), on polynomials. */
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

/* The row of node m: values there of splines m - 2 to m + 2, all others are 0. */
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

/* L U of the band, without exchange of rows: the matrix is totally positive (de Boor and Pinkus
 * 1977), for which that is stable. */
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
  if (n < SM_SPLINE_FEWEST)
    return sm_fail(ctx, SM_ERR_CASE, "cubic splines need %d cells on every axis, not %d",
                   SM_SPLINE_FEWEST, n);
  for (int i = 0; i < n; i++)
    if (!isfinite(x[i]) || (i > 0 && !(x[i] > x[i - 1])))
      return sm_fail(ctx, SM_ERR_CASE, "node %d of %d of an axis of splines does not rise", i + 1,
                     n);
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, (size_t)n, sizeof *out->factor, "splines", &out->factor));
  SM_TRY_DONE(sm_alloc(ctx, (size_t)(n - 1) * 4, sizeof *out->table, "splines", &out->table));
  for (int m = 0; m < n - 1; m++) {
    double spline[4][4];
    splines_between(x, n, m, spline);
    for (int r = 0; r < 16; r++) out->table[4 * m + r % 4].of[r / 4] = (float)spline[r / 4][r % 4];
  }
  for (int m = 0; m < n; m++) set_row(x, n, m, out->factor[m]);
  factorise(out->factor, n);
done:
  if (status != SM_OK) sm_spline_axis_free(out);
  return status;
}

void sm_spline_axis_free(struct sm_spline_axis *axis) {
  sm_free(axis->factor);
  sm_free(axis->table);
  *axis = (struct sm_spline_axis){0};
}

/* The values of `count` <= CHUNK lines side by side, [n][CHUNK * 4], become coefficients. */
static void solve(const struct sm_spline_axis *axis, int count, double (*line)[CHUNK * 4]) {
  const int n = axis->n, lanes = 4 * count;
  for (int i = 1; i < n; i++) {
    const double *f = axis->factor[i], *one = line[i - 1], *two = line[i > 1 ? i - 2 : 0];
    for (int q = 0; q < lanes; q++) line[i][q] -= f[1] * one[q] + f[0] * two[q];
  }
  for (int i = n - 1; i >= 0; i--) {
    const double *f = axis->factor[i], over = 1 / f[2];
    const double *one = line[i + 1 < n ? i + 1 : i], *two = line[i + 2 < n ? i + 2 : i];
    for (int q = 0; q < lanes; q++)
      line[i][q] = over * (line[i][q] - f[3] * one[q] - f[4] * two[q]);
  }
}

/* Lines of nodes `step` apart, the first nodes of which are `aside` apart. */
static void filter(const struct sm_spline_axis *axis, struct sm_node *node, ptrdiff_t step,
                   ptrdiff_t aside, int lines, double (*line)[CHUNK * 4]) {
  for (int from = 0; from < lines; from += CHUNK) {
    const int count = lines - from < CHUNK ? lines - from : CHUNK;
    struct sm_node *first = node + from * aside;
    for (int i = 0; i < axis->n; i++)
      for (int m = 0; m < count; m++)
        for (int e = 0; e < 4; e++)
          line[i][4 * m + e] = (double)first[i * step + m * aside].wind[e];
    solve(axis, count, line);
    for (int i = 0; i < axis->n; i++)
      for (int m = 0; m < count; m++)
        for (int e = 0; e < 4; e++) first[i * step + m * aside].wind[e] = (float)line[i][4 * m + e];
  }
}

enum sm_status sm_spline_filter(struct sm_context *ctx, const struct sm_spline_axis axis[3],
                                ptrdiff_t sy, ptrdiff_t sz, struct sm_node *node) {
  int longest = 0;
  for (int d = 0; d < 3; d++) longest = axis[d].n > longest ? axis[d].n : longest;
  double(*line)[CHUNK * 4];
  SM_TRY(sm_alloc(ctx, (size_t)longest, sizeof *line, "lines of splines", &line));
  const int nx = axis[0].n, ny = axis[1].n, nz = axis[2].n;
  for (int k = 0; k < nz; k++) filter(&axis[0], node + k * sz, 1, sy, ny, line);
  for (int k = 0; k < nz; k++) filter(&axis[1], node + k * sz, sy, 1, nx, line);
  for (int j = 0; j < ny; j++) filter(&axis[2], node + j * sy, sz, 1, nx, line);
  sm_free(line);
  return SM_OK;
}
