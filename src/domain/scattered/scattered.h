/* scattered.h - wind at scattered points: interpolation onto the faces of the grid by local
 * polynomials of degree 2 (docs/theory/wind-points.md). */
#ifndef SM_DOMAIN_SCATTERED_SCATTERED_H
#define SM_DOMAIN_SCATTERED_SCATTERED_H

#include "domain/domain.h"

struct sm_scattered_wind;

/* Reads the first file of the case. Errors: ERR_DATA (also too few or coplanar points), ERR_IO,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_scattered_wind_open(struct sm_context *ctx, const struct sm_case *c,
                                                 struct sm_scattered_wind **out);
void sm_scattered_wind_close(struct sm_scattered_wind **wind);

/* Describes the number of points and their bounding box, m as in the file. */
void sm_scattered_wind_describe(const struct sm_scattered_wind *wind, struct sm_text *text);

/* Interpolates the wind of file `level` to the open faces of a domain, 0 on closed faces: component
 * d on the low face of cell i, j, k is u[d][i + j sy + k sz], m/s. Faces outside the points get the
 * wind of the nearest point, with a warning. Errors: ERR_DATA (also: no face lies between the
 * points), ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_scattered_wind_read(struct sm_context *ctx,
                                                 const struct sm_domain *domain, int level,
                                                 double *const u[3], ptrdiff_t sy, ptrdiff_t sz);

#endif
