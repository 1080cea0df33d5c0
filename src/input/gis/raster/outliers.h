/* outliers.h - outliers in elevation: voids and spikes that a raster does not declare as no data.
 *
 * Three kinds are found, none of which real ground has. Voids: patches of one number that stands
 * for "not known" (0, -99, -9999, 32767 ...) with a step on all sides. Blunders: patches of any
 * heights that no path without a huge step joins to the rest of the map. Spikes: single pixels far
 * above, or below, all their neighbours. A cliff, a quarry, a lake and the sea have a shore, a ramp
 * or a slope somewhere along their rims. */
#ifndef SM_INPUT_GIS_RASTER_OUTLIERS_H
#define SM_INPUT_GIS_RASTER_OUTLIERS_H

#include "input/gis/session.h"

/* Heights of a part of a raster. */
struct sm_outlier_map {
  float *height;        /* m, [ny][nx]; NAN: no data */
  int nx, ny;           /* pixels */
  double cell;          /* m, size of a pixel */
  double scale, offset; /* height = stored number * scale + offset */
  int low[2], high[2];  /* first and last column and line that are reported */
  bool remove;          /* outliers, and what resampling has mixed with them, become NAN */
  unsigned char *odd;   /* [ny][nx], all 0 before: 1 is written for outliers; NULL: not needed */
};

struct sm_outliers {
  size_t pixels, places; /* in the columns and lines that are reported */
  size_t largest;        /* pixels of the largest place */
  int at[2];             /* column and line of a pixel of it */
  double height, around; /* m: there, and mean of what surrounds the place */
};

/* Adds what is found to `out`. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_outliers_find(struct sm_gis_session *s,
                                           const struct sm_outlier_map *map,
                                           struct sm_outliers *out);

#endif
