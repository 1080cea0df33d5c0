/* slices.h - speed and direction at a height above the ground. */
#ifndef SM_OUTPUT_SLICES_H
#define SM_OUTPUT_SLICES_H

#include "output/winds.h"

/* Fills u, v, w (float[ny][nx], m/s, grid directions; NAN inside solids and above the lid) at
 * `height` m above the ground (terrain): linear between cell centres, logarithmic with the column's
 * z0 between the ground and the lowest air cell's centre. */
void sm_slice_wind(const struct sm_domain *domain, const struct sm_face_wind *wind, double height,
                   float *u, float *v, float *w);

/* Speed (m/s) and the direction the wind comes from (deg clockwise from TRUE north). */
void sm_slice_speed_direction(const struct sm_domain *domain, const float *u, const float *v,
                              float *speed, float *direction);

#endif
