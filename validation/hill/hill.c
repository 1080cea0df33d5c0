/* hill.c - terrain raster of a bell-shaped hill, 100 m 2^-(r / 500 m)^2, in the centre of the
 * domain, on the meridian where grid north is true north. */
#include "cli/session/file.h"
#include "validation/runner/measures.h"
#include "validation/runner/particles.h"
#include <math.h>

enum { ROWS = 321 };
static const double easting = 500000, northing = 5000000;
static const double height = 100, length = 500; /* m; length: radius at half the height */
static const double spacing = 20;               /* raster spacing, m */

static void write_terrain(FILE *file, const void *own) {
  const double west = -0.5 * spacing * ROWS;
  (void)own;
  fprintf(file, "ncols %d\nnrows %d\nxllcorner %.1f\nyllcorner %.1f\ncellsize %g\n", ROWS, ROWS,
          easting + west, northing + west, spacing);
  for (int j = 0; j < ROWS; j++)
    for (int i = 0; i < ROWS; i++) {
      const double x = west + (i + 0.5) * spacing, y = west + (j + 0.5) * spacing;
      fprintf(file, "%.4f%c", height * exp2(-(x * x + y * y) / (length * length)),
              i + 1 < ROWS ? ' ' : '\n');
    }
}

enum cli_outcome cli_prepare_hill(struct cli_trial *trial) {
  return cli_trial_write(trial, "hill.asc", write_terrain, NULL);
}
