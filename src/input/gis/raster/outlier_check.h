/* input/gis/raster/outlier_check.h - outliers among the heights that were read from a raster: told,
 * and taken out.
 */
#ifndef SM_INPUT_GIS_RASTER_OUTLIER_CHECK_H
#define SM_INPUT_GIS_RASTER_OUTLIER_CHECK_H

#include "input/gis/raster/raster.h"

struct sm_height_check {
  const struct sm_raster *raster;
  const struct sm_raster_part *part;
  float *value;             /* m, [lines][columns] of the part, as read */
  OGRSpatialReferenceH srs; /* of the domain; NULL: local */
  double cell;              /* m, size of a pixel of the raster */
  int low[2], high[2];      /* columns and lines of the raster that lie in the domain */
  bool remove;              /* outliers become NAN */
};

/* Warns of voids and spikes (outliers.h). Where a value is the mean of several pixels, the pixels
 * themselves are looked at, unless they are too many. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_outliers_check(struct sm_gis_session *s,
                                            const struct sm_height_check *heights);

#endif
