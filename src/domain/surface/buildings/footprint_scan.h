/* domain/surface/buildings/footprint_scan.h - scan lines: intersections of lines from west to east
 * with building footprints.
 *
 * Footprints that are porous are left out: they are no obstacles.
 *
 * Everything that asks whether a point is inside a building asks along such lines: one pass over
 * the edges finds all crossings, instead of a test of every cell against every polygon. */
#ifndef SM_DOMAIN_SURFACE_BUILDINGS_FOOTPRINT_SCAN_H
#define SM_DOMAIN_SURFACE_BUILDINGS_FOOTPRINT_SCAN_H

#include "input/gis.h"

/* A part of a line that lies inside a footprint, by the even-odd rule over all its rings. */
struct sm_scan_interval {
  double lo, hi; /* m, x */
  int footprint;
};

struct sm_footprint_scan {
  int line_count;
  size_t *start;                     /* line_count + 1 offsets into interval */
  struct sm_scan_interval *interval; /* by line, then by footprint, then from west to east */
};

/* Scans along the lines y = line[0..count-1], which must rise. An edge belongs to its lower end
 * but not to its upper one, so that each ring is crossed an even number of times.
 * Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_footprint_scan_create(struct sm_context *ctx,
                                                   const struct sm_footprints *footprints,
                                                   const double *line, int count,
                                                   struct sm_footprint_scan *out);
void sm_footprint_scan_free(struct sm_footprint_scan *scan);

#endif
