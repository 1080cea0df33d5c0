/* spline.h - cubic splines along an axis. The kernel spline_lines (cell/particles/time_levels.h)
 * converts values at nodes to their coefficients. */
#ifndef SM_PHYSICS_PARTICLES_WIND_SPLINE_H
#define SM_PHYSICS_PARTICLES_WIND_SPLINE_H

#include "base/context.h"
#include "cell/particles/wind_interpolation.h"

enum { SM_SPLINE_MIN_NODES = 4 }; /* nodes on an axis */

/* Spline basis of an axis: B-splines of degree 3 whose knots are the nodes, except the second and
 * the last but one ("not-a-knot"): as many splines as nodes, no end conditions on derivatives, and
 * polynomials up to degree 3 are reproduced exactly, up to the ends and beyond. */
struct sm_spline_axis {
  int n;
  double (*factor)[5]; /* LU decomposition of the collocation matrix: row i, column i - 2 + m */
  struct sm_spline_power_f32 *table; /* [n - 1][power], for sm_spline_weights_f32 */
  struct sm_spline_power_f64 *table_f64;
};

/* Makes the basis for n nodes at ascending x (m). Errors: ERR_CASE (fewer than SM_SPLINE_MIN_NODES,
 * not finite, not ascending), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_spline_axis_create(struct sm_context *ctx, int n, const double *x,
                                                struct sm_spline_axis *out);
void sm_spline_axis_free(struct sm_spline_axis *axis);

#endif
