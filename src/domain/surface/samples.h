/* domain/surface/samples.h - heights of ground and roofs at points along lines from west to east.
 */
#ifndef SM_DOMAIN_SURFACE_SAMPLES_H
#define SM_DOMAIN_SURFACE_SAMPLES_H

#include "domain/domain.h"
#include "domain/surface/footprint_scan.h"

/* The points of a line, from west to east. */
struct sm_sample_points {
  int count;
  double *x;     /* m */
  int *column;   /* the point lies between the centres of this column and the next */
  float *weight; /* of the next one */
  double reach;  /* m: a building counts up to here beyond its walls */
};

/* `per_cell` points in the middle of equal parts of every cell of an axis; or, with 0, its faces,
 * and a building counts where its wall lies in the face. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_sample_points_create(struct sm_context *ctx,
                                                  const struct sm_axis *axis, int per_cell,
                                                  struct sm_sample_points *out);
void sm_sample_points_free(struct sm_sample_points *points);

/* A building above points [begin, end) that does not reach down to the ground. */
struct sm_sample_lifted {
  int begin, end;
  float bottom, top; /* m above grid.origin[2] */
};

/* What is solid at the points of a line: all below a height, and lifted buildings. */
struct sm_sample_line {
  float *height;                   /* m above grid.origin[2]: ground, or roofs that stand on it */
  struct sm_sample_lifted *lifted; /* room for every interval of the scanned lines */
  int lifted_count;
};

/* Fills a line at height y (m from the south) with the ground there and the buildings on lines
 * [first, last) of a scan. `ground` has room for a number per column. */
void sm_sample_fill(const struct sm_domain *domain, const struct sm_sample_points *points, double y,
                    const struct sm_footprint_scan *scan, int first, int last, float *ground,
                    struct sm_sample_line *line);

#endif
