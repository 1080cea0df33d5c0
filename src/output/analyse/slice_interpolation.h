/* output/analyse/slice_interpolation.h - wind and cell fields interpolated to a height. */
#ifndef SM_OUTPUT_ANALYSE_SLICE_INTERPOLATION_H
#define SM_OUTPUT_ANALYSE_SLICE_INTERPOLATION_H

#include "domain/domain.h"
#include "output/face_wind.h"

/* Interpolates u, v, w (float[ny][nx], m/s, grid directions; NAN inside solids and above the domain
 * top) to `height` m above the terrain: linear in ln((d + z0) / z0) between cell centres, and down
 * to 0 at the surface. d is the distance above the ground or the roof below. A logarithmic profile
 * is reproduced exactly for any layer thickness. */
void sm_slice_wind(const struct sm_domain *domain, const struct sm_face_wind *wind, double height,
                   float *u, float *v, float *w);

/* Interpolates a cell field to a height. It has no wall value, so it is constant below the lowest
 * cell centre. */
void sm_slice_field(const struct sm_domain *domain, const struct sm_face_wind *wind,
                    const struct sm_cell_field *field, double height, float *out);

/* Wind speed (m/s) and wind direction (deg clockwise from TRUE north, from which it blows; NAN in a
 * calm). */
void sm_slice_speed_direction(const struct sm_domain *domain, const float *u, const float *v,
                              float *speed, float *direction);

/* Wind direction (from), deg clockwise from true north, 0 <= d < 360; NAN in a calm. */
double sm_wind_direction(double u, double v, double convergence);

/* Component 0..2 of the wind in column i, j, m/s; NAN where there is no fluid. */
double sm_slice_interpolate(const struct sm_face_wind *wind, const struct sm_height_weights *mix,
                            int component, int i, int j);

/* Wind (u, v, w, m/s, grid directions) at a position in m from the south-west corner of the grid
 * and a height above the ground: bilinear between the surrounding columns with fluid at this
 * height, like sm_probe_wind (simoom/output.h) for a file. NAN outside the domain and where the
 * nearest column has no fluid. */
void sm_slice_wind_at(const struct sm_domain *domain, const struct sm_face_wind *wind,
                      const double at[2], double height, double out[3]);

/* Cell field at a position, interpolated like the wind. */
double sm_slice_field_at(const struct sm_domain *domain, const struct sm_face_wind *wind,
                         const struct sm_cell_field *field, const double at[2], double height);

#endif
