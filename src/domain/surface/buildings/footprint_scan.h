/* domain/surface/buildings/footprint_scan.h - scan lines:
 * intersections of lines from west to east with building footprints.
 *
 * Porous footprints are left out. All tests for points inside a
 * building use such lines: one pass over the edges finds all
 * intersections, instead of a test of every cell against every
 * polygon. */
#ifndef SM_DOMAIN_SURFACE_BUILDINGS_FOOTPRINT_SCAN_H
#define SM_DOMAIN_SURFACE_BUILDINGS_FOOTPRINT_SCAN_H

#include "input/gis.h"

/* Interval of a line inside a footprint, by the even-odd rule over all its rings. */
struct sm_scan_interval {
  double lo, hi; /* m, x */
  int footprint;
};

struct sm_footprint_scan {
  int line_count;
  size_t *start;                     /* line_count + 1 offsets into interval */
  struct sm_scan_interval *interval; /* sorted by line, then footprint, then from west to east */
};

/* Scans along the lines y = line[0..count-1], which must increase. An edge includes its lower end
 * but not its upper end, so that each ring is intersected an even number of times. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_footprint_scan_create(struct sm_context *ctx,
                                                   const struct sm_footprints *footprints,
                                                   const double *line, int count,
                                                   struct sm_footprint_scan *out);
void sm_footprint_scan_free(struct sm_footprint_scan *scan);

#endif
