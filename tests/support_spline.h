/* support_spline.h - spline coefficients in double precision, as a reference for
 * devices. */
#ifndef SM_TESTS_SUPPORT_SPLINE_H
#define SM_TESTS_SUPPORT_SPLINE_H

#include "physics/particles/wind/internal.h"

/* Converts a line of n values with stride `step` to coefficients. */
static inline void solve_line(const struct sm_spline_axis *axis, double *x, ptrdiff_t step) {
  const int n = axis->n;
  for (int i = 1; i < n; i++) {
    const double *f = axis->factor[i];
    x[i * step] -= f[1] * x[(i - 1) * step] + (i > 1 ? f[0] * x[(i - 2) * step] : 0);
  }
  for (int i = n - 1; i >= 0; i--) {
    const double *f = axis->factor[i];
    const double one = i + 1 < n ? x[(i + 1) * step] : 0, two = i + 2 < n ? x[(i + 2) * step] : 0;
    x[i * step] = (x[i * step] - f[3] * one - f[4] * two) / f[2];
  }
}

/* Converts component e of the nodes (i, j, k) at i + j sy + k sz to coefficients; returns the
 * largest. */
static inline double solve_nodes(const struct sm_spline_axis axis[3], ptrdiff_t sy, ptrdiff_t sz,
                                 int e, const struct sm_wind_node *node, double *x) {
  const ptrdiff_t step[3] = {1, sy, sz};
  double largest = 0;
  for (int k = 0; k < axis[2].n; k++)
    for (int j = 0; j < axis[1].n; j++)
      for (int i = 0; i < axis[0].n; i++)
        x[i + j * sy + k * sz] = (double)node[i + j * sy + k * sz].wind[e];
  for (int d = 0; d < 3; d++) {
    const int a = d == 0 ? 1 : 0, b = d == 2 ? 1 : 2;
    for (int q = 0; q < axis[b].n; q++)
      for (int p = 0; p < axis[a].n; p++)
        solve_line(&axis[d], x + p * step[a] + q * step[b], step[d]);
  }
  for (int k = 0; k < axis[2].n; k++)
    for (int j = 0; j < axis[1].n; j++)
      for (int i = 0; i < axis[0].n; i++) largest = fmax(largest, fabs(x[i + j * sy + k * sz]));
  return largest;
}

#endif
