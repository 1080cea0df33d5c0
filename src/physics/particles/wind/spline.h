/* spline.h - the cubic splines of an axis. Values at nodes become their coefficients by the kernel
 * spline_lines (cell/particles/time_levels.h). */
#ifndef SM_PHYSICS_PARTICLES_WIND_SPLINE_H
#define SM_PHYSICS_PARTICLES_WIND_SPLINE_H

#include "base/context.h"
#include "cell/particles/wind_interpolation.h"

enum { SM_SPLINE_MIN_NODES = 4 }; /* nodes on an axis */

/* The splines of an axis: B-splines of degree 3 whose knots are the nodes, but for the second and
 * the last but one ("not a knot"): as many splines as nodes, no condition on derivatives at the
 * ends, and polynomials up to degree 3 are met exactly up to the ends and beyond. */
struct sm_spline_axis {
  int n;
  double (*factor)[5]; /* the matrix of values at nodes as L U: of row i, column i - 2 + m */
  struct sm_spline_power *table; /* [n - 1][power], for sm_spline_weights */
};

/* Nodes at x (m, n of them, rising). Errors: ERR_CASE (fewer than SM_SPLINE_MIN_NODES, not finite,
 * not rising), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_spline_axis_create(struct sm_context *ctx, int n, const double *x,
                                                struct sm_spline_axis *out);
void sm_spline_axis_free(struct sm_spline_axis *axis);

#endif
