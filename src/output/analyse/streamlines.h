/* streamlines.h - evenly spaced streamlines of a plane wind; used by the library and the plot
 * module. */
#ifndef SM_OUTPUT_ANALYSE_STREAMLINES_H
#define SM_OUTPUT_ANALYSE_STREAMLINES_H

#include <stdbool.h>
#include <stddef.h>

struct sm_streamlines_request {
  double width, height; /* size of the plane, with the lower left corner at 0, 0 */
  double apart;         /* separation of the lines, in units of the plane */
  /* Wind at a point, in any unit of speed; false where there is none. */
  bool (*wind)(const void *data, double x, double y, double out[2]);
  const void *data;
};

struct sm_streamlines {
  size_t lines;
  size_t *first; /* [lines + 1] index of the first point of each line */
  double *x, *y; /* points along the wind, about a tenth of `apart` from one to the next */
};

/* Finds streamlines that fill the plane: no distance is below half of `apart`, and no gap is wide
 * enough for another line. Algorithm of B. Jobard and W. Lefer, "Creating evenly-spaced streamlines
 * of arbitrary density", Visualization in Scientific Computing (1997). False: out of memory. */
bool sm_streamlines_find(const struct sm_streamlines_request *want, struct sm_streamlines *out);
void sm_streamlines_free(struct sm_streamlines *lines);

#endif
