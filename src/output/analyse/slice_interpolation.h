/* output/analyse/slice_interpolation.h - speed and direction at a height above the ground. */
#ifndef SM_OUTPUT_ANALYSE_SLICE_INTERPOLATION_H
#define SM_OUTPUT_ANALYSE_SLICE_INTERPOLATION_H

#include "output/face_wind.h"

/* Fills u, v, w (float[ny][nx], m/s, grid directions; NAN inside solids and above the domain top)
 * at `height` m above the ground (terrain): linear in ln((d + z0) / z0), d the distance above the
 * ground, or above the roof below, between the cell centres and down to 0 there. So a logarithmic
 * wind is met exactly, however thick the layers. */
void sm_slice_wind(const struct sm_domain *domain, const struct sm_face_wind *wind, double height,
                   float *u, float *v, float *w);

/* The same of a field on cells, of which nothing is known at walls: the lowest cell's value below
 * its centre. */
void sm_slice_field(const struct sm_domain *domain, const struct sm_face_wind *wind,
                    const struct sm_cell_field *field, double height, float *out);

/* Speed (m/s) and the direction the wind comes from (deg clockwise from TRUE north; NAN in a
 * calm). */
void sm_slice_speed_direction(const struct sm_domain *domain, const float *u, const float *v,
                              float *speed, float *direction);

/* Direction the wind comes from, deg clockwise from true north, 0 <= d < 360; NAN in a calm. */
double sm_wind_direction(double u, double v, double convergence);

/* A column of cells, and what stands in it. */
struct sm_slice_column {
  const struct sm_axis *z; /* m above the grid's origin */
  const uint8_t *cell;     /* bytes as in the domain, `stride` apart */
  size_t stride;
  double ground, building; /* m: above the grid's origin, above the ground */
  double z0;               /* m */
};

/* A value at a height as a mix of two cells of the column: low * weight_low + high * weight_high.
 * low is -1 where there is no air. */
struct sm_slice_weights {
  int low, high;
  double weight_low, weight_high;
};
struct sm_slice_weights sm_slice_column_weights(const struct sm_slice_column *column,
                                                double height);

/* The same for column i, j of a domain, and component 0..2 of the wind there, m/s; NAN where there
 * is no air. */
struct sm_slice_weights sm_slice_domain_weights(const struct sm_domain *domain, int i, int j,
                                                double height);
double sm_slice_interpolate(const struct sm_face_wind *wind, const struct sm_slice_weights *mix,
                            int component, int i, int j);

/* Wind (u, v, w, m/s, grid directions) at a place, in m from the south-west corner of the grid, and
 * a height above the ground: bilinear between the columns round it that have air at this height, as
 * sm_probe_wind (simoom/output.h) reads it from a file. NAN outside of the domain and where the
 * nearest column has no air. */
void sm_slice_wind_at(const struct sm_domain *domain, const struct sm_face_wind *wind,
                      const double at[2], double height, double out[3]);

/* The same of a field on cells. */
double sm_slice_field_at(const struct sm_domain *domain, const struct sm_face_wind *wind,
                         const struct sm_cell_field *field, const double at[2], double height);

#endif
