/* streamlines.h - evenly spaced streamlines of a plane wind; part of the library and of the module
 * that draws. */
#ifndef SM_OUTPUT_ANALYSE_STREAMLINES_H
#define SM_OUTPUT_ANALYSE_STREAMLINES_H

#include <stdbool.h>
#include <stddef.h>

struct sm_streamlines_request {
  double width, height; /* of the plane, whose lower left corner is 0, 0 */
  double apart;         /* distance of lines, in units of the plane */
  /* The wind at a point, in any unit of speed; false: no wind there. */
  bool (*wind)(const void *data, double x, double y, double out[2]);
  const void *data;
};

struct sm_streamlines {
  size_t lines;
  size_t *first; /* [lines + 1] the first point of each line */
  double *x, *y; /* points, along the wind, about a tenth of `apart` from one to the next */
};

/* Finds lines that fill the plane: nowhere closer than half of `apart`, and no gap wide enough for
 * another line. The algorithm of B. Jobard and W. Lefer, "Creating evenly-spaced streamlines of
 * arbitrary density", Visualization in Scientific Computing (1997). False: no memory. */
bool sm_streamlines_find(const struct sm_streamlines_request *want, struct sm_streamlines *out);
void sm_streamlines_free(struct sm_streamlines *lines);

#endif
