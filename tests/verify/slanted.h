/* slanted.h - inclined channels of slope 1 : 2 in a periodic box of 2 m x 1 m. */
#ifndef SM_TESTS_SLANTED_H
#define SM_TESTS_SLANTED_H

#include <math.h>
#include <stdio.h>

/* The centre line of a channel passes through (0, MIDDLE); HALF is half of its height. With 16
 * cells per metre the walls pass through the sampling points of faces, so that open fractions are
 * exact. */
#define MIDDLE (8.21875 / 16)
#define HALF (4.46875 / 16)
static const double along[2] = {0.894427190999916, 0.447213595499958};

/* Distance from the centre line of the channel. */
static inline double distance(double x, double y) {
  const double above = y - MIDDLE - 0.5 * x;
  return along[0] * (above - round(above));
}

/* Writes the solids between the channels as polygons. */
static inline void write_walls(double height, char *out, size_t size) {
  size_t length = 0;
  for (int m = -2; m < 2; m++) {
    const double low = MIDDLE + m + HALF, high = MIDDLE + m + 1 - HALF;
    length += (size_t)snprintf(out + length, size - length,
                               "[[buildings.polygon]]\nheight = %.17g\n"
                               "vertices = [[-1, %.17g], [3, %.17g], [3, %.17g], [-1, %.17g]]\n",
                               height, low - 0.5, low + 1.5, high + 1.5, high - 0.5);
  }
}

#endif
