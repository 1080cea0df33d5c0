/* vortices.c - vortices that decay while a wind carries them (Taylor and Green 1937):
 * the order of the scheme in space and in time. */
#include "validation/runner/trial.h"
#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979323846

static const char case_text[] = "[case]\n"
                                "name = \"vortices\"\n"
                                "[domain]\n"
                                "crs = \"local\"\n"
                                "height = 6.283185307179586\n"
                                "stretch = 1\n"
                                "[wind]\n"
                                "model = \"incompressible\"\n"
                                "duration = 1\n"
                                "[flow]\n"
                                "viscosity = 0.01\n"
                                "advection = \"central\"\n"
                                "subgrid = \"none\"\n"
                                "initial = [\"1 + sin(x) * cos(z)\", 0, "
                                "\"0.5 - cos(x) * sin(z)\"]\n"
                                "[[flow.boundary]]\n"
                                "at = [\"west\", \"east\", \"bottom\", \"top\"]\n"
                                "kind = \"periodic\"\n"
                                "[[flow.boundary]]\n"
                                "at = [\"south\", \"north\"]\n"
                                "kind = \"slip\"\n";

static const double carried_x = 1, carried_z = 0.5, viscosity = 0.01, duration = 1;

/* step: s; 0: by a Courant number at which the errors of time are small beside those of space. */
static enum cli_outcome run(struct cli_trial *trial, int cells, double step) {
  char size[64], cell[64], time[64];
  snprintf(size, sizeof size, "domain.size=[%.17g,%.17g]", 2 * PI, 2 * PI / cells);
  snprintf(cell, sizeof cell, "domain.cell_size=%.17g", 2 * PI / cells);
  snprintf(time, sizeof time, "flow.time_step=%.17g", step);
  const char *const settings[] = {size, cell, step > 0 ? time : "flow.courant=0.4", NULL};
  return cli_trial_run(trial, settings);
}

/* The exact wind in a cell as the results have it, the mean of two faces. */
static void exact(double x, double z, double cell, double out[3]) {
  const double decay = exp(-2 * viscosity * duration) * cos(0.5 * cell);
  const double at_x = x - carried_x * duration, at_z = z - carried_z * duration;
  out[0] = carried_x + sin(at_x) * cos(at_z) * decay;
  out[1] = 0;
  out[2] = carried_z - cos(at_x) * sin(at_z) * decay;
}

/* The wind at every (cells / SIDE)-th cell along both axes. */
enum { SIDE = 32 };
static enum cli_outcome take(struct cli_trial *trial, int cells, struct cli_probes *probes) {
  const double cell = 2 * PI / cells;
  probes->count = 0;
  for (int k = 0; k < cells; k += cells / SIDE)
    for (int i = 0; i < cells; i += cells / SIDE) {
      double wind[3];
      exact((i + 0.5) * cell, (k + 0.5) * cell, cell, wind);
      cli_probes_add(probes, (i + 0.5) * cell, 0.5 * cell, (k + 0.5) * cell, wind[0], wind[1],
                     wind[2]);
    }
  return cli_trial_probe(trial, 1, probes);
}

/* Root mean square of what the winds of points differ by. */
static double difference(const struct cli_probes *probes, const double (*other)[3]) {
  double sum = 0;
  for (size_t m = 0; m < probes->count; m++)
    for (int d = 0; d < 3; d++) {
      const double wrong = probes->wind[m][d] - other[m][d];
      sum += wrong * wrong;
    }
  return sqrt(sum / (double)probes->count);
}

/* Cells of a side; s. */
enum { GRIDS = 4, STEPS = 4 };
static const int grids[GRIDS] = {32, 64, 128, 256};
static const double steps[STEPS] = {0.04, 0.02, 0.01, 0.005};

enum { ORDERS = GRIDS - 1, FIRST_TIME = ORDERS, TIMES = STEPS - 2 };
static const struct cli_quantity quantities[ORDERS + TIMES] = {
    {"order in space, 32 to 64 cells", "", CLI_AT_LEAST, 1.95, 2, CLI_NONE},
    {"order in space, 64 to 128 cells", "", CLI_AT_LEAST, 1.95, 2, CLI_NONE},
    {"order in space, 128 to 256 cells", "", CLI_AT_LEAST, 1.95, 2, CLI_NONE},
    {"order in time, steps of 0.04 to 0.01 s", "", CLI_AT_LEAST, 1.95, CLI_NONE, CLI_NONE},
    {"order in time, steps of 0.02 to 0.005 s", "", CLI_AT_LEAST, 1.95, CLI_NONE, CLI_NONE}};

static enum cli_outcome measure_space(struct cli_trial *trial) {
  static struct cli_probes probes;
  double error[GRIDS];
  for (int g = 0; g < GRIDS; g++) {
    enum cli_outcome outcome = run(trial, grids[g], 0);
    if (outcome == CLI_MEASURED) outcome = take(trial, grids[g], &probes);
    if (outcome != CLI_MEASURED) return outcome;
    error[g] = difference(&probes, (const double(*)[3])probes.measured);
    if (g > 0) trial->here[g - 1] = log2(error[g - 1] / error[g]);
  }
  return CLI_MEASURED;
}

/* On one grid: its error is in all of the winds, and not in what they differ by. */
static enum cli_outcome measure_time(struct cli_trial *trial) {
  static struct cli_probes probes[STEPS];
  const int cells = 64;
  double change[STEPS];
  for (int s = 0; s < STEPS; s++) {
    enum cli_outcome outcome = run(trial, cells, steps[s]);
    if (outcome == CLI_MEASURED) outcome = take(trial, cells, &probes[s]);
    if (outcome != CLI_MEASURED) return outcome;
    if (s == 0) continue;
    change[s] = difference(&probes[s], (const double(*)[3])probes[s - 1].wind);
    if (s > 1) trial->here[FIRST_TIME + s - 2] = log2(change[s - 1] / change[s]);
  }
  return CLI_MEASURED;
}

static enum cli_outcome measure(struct cli_trial *trial) {
  const enum cli_outcome outcome = measure_space(trial);
  return outcome == CLI_MEASURED ? measure_time(trial) : outcome;
}

const struct cli_entry cli_entry_vortices = {
    .row = {.name = "vortices",
            .case_file = "vortices.toml",
            .remark = "vortices that decay while a wind carries them: the order of the scheme"},
    .published = "the exact solution: G. I. Taylor, A. E. Green, Proceedings of the Royal Society "
                 "A 158 (1937) 499-521, in a plane",
    .note = "Vortices of 1 m/s and 2 pi m in a wind of (1, 0.5) m/s, viscosity 0.01 m2/s, after 1 "
            "s; central differences. Orders are of the root mean square of errors, in time of "
            "differences between runs with steps that are halved, on 64 x 64 cells. With plates 9 "
            "s of one core.",
    .quantity = quantities,
    .quantity_count = ORDERS + TIMES,
    .case_text = case_text,
    .f64 = true,
    .measure = measure,
};
