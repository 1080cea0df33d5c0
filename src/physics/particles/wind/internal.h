/* physics/particles/wind/internal.h - wind sampler: the grid on a device, and time levels. */
#ifndef SM_PHYSICS_PARTICLES_WIND_INTERNAL_H
#define SM_PHYSICS_PARTICLES_WIND_INTERNAL_H

#include "base/context.h"
#include "cell/cells.h"
#include "cell/particles/wind_interpolation.h"
#include "physics/particles/wind/wind_sampler.h"

/* spline.c: Cubic splines along an axis. The kernel spline_lines (cell/particles/time_levels.h)
 * converts values at nodes to their coefficients. */

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

/* grid.c */

/* All pointers are into `memory`, on the device. Columns: i + nx j; cells: + nx ny k. */
struct sm_wind_sampler_grid {
  struct sm_device *device; /* borrowed */
  int n[3];
  char *memory;
  size_t bytes;
  struct sm_particle_grid_f32 grid;
  struct sm_particle_grid_f64 grid_f64; /* for particles in f64, else 0 */
  ptrdiff_t rough_sx, rough_sy;
  const float *rough;                         /* see struct sm_node_wind */
  const struct sm_spline_power_f32 *table[3]; /* with splines, else NULL */
  const struct sm_spline_power_f64 *table_f64[3];
  const double *factor[3]; /* see struct sm_spline_lines */
  const struct sm_cut_face_cell *cut;
  int64_t cut_count;
  const int *layer; /* with friction, see struct sm_level_friction; else NULL */
  const float *height;
  double *number; /* result of a reduction */
};

/* Errors: ERR_CASE (too few cells for splines), ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_wind_sampler_grid_create(struct sm_context *ctx,
                                                      const struct sm_domain *domain,
                                                      struct sm_device *device,
                                                      const struct sm_wind_sampler_options *options,
                                                      struct sm_wind_sampler_grid *out);
void sm_wind_sampler_grid_free(struct sm_wind_sampler_grid *grid);

/* level.c */

/* Parts of a level, with offsets in units of four floats. */
struct sm_wind_sampler_plan {
  const struct sm_domain *domain; /* borrowed */
  struct sm_wind_sampler_options options;
  size_t faces[3], nodes, turbulence, friction; /* an unused part is empty */
  size_t size; /* units of four floats; a multiple of SM_LEVEL_ROW, as the sizes of all parts */
};
struct sm_wind_sampler_plan sm_wind_sampler_plan_of(const struct sm_domain *domain,
                                                    const struct sm_wind_sampler_options *options);

/* View of a level for particles. */
struct sm_air_view sm_wind_sampler_level_view(const struct sm_wind_sampler_plan *plan,
                                              const struct sm_wind_sampler_grid *grid,
                                              struct sm_float4 *level);

/* Fills a level. Errors: those of sm_wind_sampler_add. */
SM_CHECKED enum sm_status sm_wind_sampler_level_fill(struct sm_context *ctx,
                                                     const struct sm_wind_sampler_plan *plan,
                                                     const struct sm_wind_sampler_grid *grid,
                                                     const struct sm_state *state,
                                                     struct sm_float4 *level);

#endif
