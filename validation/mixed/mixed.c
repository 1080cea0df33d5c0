/* mixed.c - well-mixed condition: uniformly distributed particles stay uniform in any wind and
   turbulence. */
#include "validation/runner/measures.h"
#include "validation/runner/particles.h"
#include <math.h>

/* Domain and block in a wind, m; particles entering from the west do not reach the boxes in
   time. */
static const double size[3] = {320, 160, 60}, block[3] = {190, 70, 20};
static const double speed = 3, duration = 40, step = 0.1; /* m/s at 10 m; s */
static const int particles = 1000000;
static const double low[3] = {160, 40, 0}, edge = 10; /* lower corner and edge of the boxes, m */
enum { NX = 12, NY = 8, NZ = 4, BOXES = NX * NY * NZ };

static bool is_solid(int r) {
  const int at[3] = {r % NX, r / NX % NY, r / (NX * NY)};
  bool inside = at[2] * edge < block[2];
  for (int d = 0; d < 2; d++) {
    const double middle = low[d] + edge * (at[d] + 0.5);
    inside = inside && middle > block[d] && middle < block[d] + block[2];
  }
  return inside;
}

static void write_case(FILE *file, const void *own) {
  (void)own;
  fprintf(file,
          "[case]\nname = \"mixed\"\n[domain]\ncrs = \"local\"\nsize = [%g, %g]\nheight = %g\n"
          "cell_size = 2\nstretch = 1\n[[buildings.box]]\ncorner = [%g, %g]\nsize = %g\n"
          "height = %g\n[roughness]\nz0 = 0.1\n[[weather.station]]\nspeed = %g\nfrom = 270\n"
          "height = 10\n[turbulence]\nmodel = \"local\"\n[particles]\nduration = %g\nstep = %g\n"
          "lateral_boundary = \"periodic\"\ntop = \"reflect\"\n[[particles.source]]\nshape = "
          "\"domain\"\n"
          "count = %d\nmass = 1\n[particles.concentration]\ncell_size = 40\ninterval = %g\n"
          "sample = 1\n",
          size[0], size[1], size[2], block[0], block[1], block[2], block[2], speed, duration, step,
          particles, duration / 2);
  for (int r = 0; r < BOXES; r++) {
    if (is_solid(r)) continue;
    const int i = r % NX, j = r / NX % NY, k = r / (NX * NY);
    fprintf(file, "[[particles.receptor]]\nposition = [%g, %g]\nheight = %g\nsize = [%g, %g, %g]\n",
            low[0] + edge * (i + 0.5), low[1] + edge * (j + 0.5), low[2] + edge * (k + 0.5), edge,
            edge, edge);
  }
}

enum cli_outcome cli_measure_mixed(struct cli_trial *trial) {
  static double mean[BOXES];
  size_t boxes = 0;
  for (int r = 0; r < BOXES; r++) boxes += !is_solid(r);
  enum cli_outcome outcome = cli_trial_write(trial, "mixed.toml", write_case, NULL);
  if (outcome == CLI_MEASURED) outcome = cli_trial_run_written(trial, "mixed.toml", NULL);
  if (outcome == CLI_MEASURED) outcome = cli_trial_concentrations(trial, boxes, mean);
  if (outcome != CLI_MEASURED) return outcome;
  const double air = size[0] * size[1] * size[2] - pow(block[2], 3);
  double least = INFINITY, most = 0, sum = 0, square = 0, part[2] = {0, 0};
  int count = 0, counts[2] = {0, 0};
  for (int r = 0; r < BOXES; r++) {
    if (is_solid(r)) continue;
    const double here = mean[count] * air;
    const int i = r % NX, j = r / NX % NY, k = r / (NX * NY);
    const double x = low[0] + edge * i, y = low[1] + edge * (j + 0.5);
    const bool low_one = k * edge < block[2];
    const double off = fabs(y - block[1] - 0.5 * block[2]);
    const bool behind = x >= block[0] + block[2] && x < block[0] + 3 * block[2] && low_one;
    const bool beside = x >= block[0] - edge && x <= block[0] + block[2] && low_one;
    count++;
    sum += here;
    square += (here - 1) * (here - 1);
    least = cli_smaller(least, here);
    most = cli_larger(most, here);
    for (int m = 0; m < 2; m++) {
      const bool counts_here =
          m == 0 ? behind && off < 0.5 * block[2] : beside && off < 0.5 * block[2] + edge;
      part[m] += counts_here ? here : 0;
      counts[m] += counts_here;
    }
  }
  const double here[] = {count, sum / count,         sqrt(square / count), least,
                         most,  part[0] / counts[0], part[1] / counts[1]};
  for (size_t q = 0; q < sizeof here / sizeof *here; q++) trial->here[q] = here[q];
  return CLI_MEASURED;
}
