/* kovasznay.c - the steady flow of Kovasznay (1948) behind a grid of rods, given on all
 * sides of a piece of it: the order of the scheme in a flow whose terms are all at work. */
#include "validation/runner/trial.h"
#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979323846

/* x from -0.5 to 1 m and z from -0.25 to 0.75 m of the flow: air goes through all sides. */
#define LAMBDA "-0.9637405441957689"
#define FORM(WAVE) "exp(" LAMBDA " * (x - 0.5)) * " WAVE "(2 * pi * (z - 0.25))"
#define WIND "[\"1 - " FORM("cos") "\", 0, \"" LAMBDA " / (2 * pi) * " FORM("sin") "\"]\n"

static const char case_text[] = CLI_SLICE_TEXT("kovasznay", CLI_SLICE_LAYERS, "duration = 60\n",
                                               "viscosity = 0.025\nsteady = 1e-7\ninitial = " WIND,
                                               "[[flow.boundary]]\nat = [\"west\", \"east\", "
                                               "\"bottom\", \"top\"]\nkind = \"inflow\"\nvelocity "
                                               "= " WIND);

static const double lambda = -0.9637405441957689; /* Re / 2 - (Re^2 / 4 + 4 pi^2)^(1/2), Re = 40 */

/* The exact wind in a cell as the results have it, the mean of two faces. */
static void exact(double x, double z, double cell, double out[3]) {
  const double at = x - 0.5, turn = 2 * PI * (z - 0.25), scale = exp(lambda * at);
  out[0] = 1 - cosh(0.5 * lambda * cell) * scale * cos(turn);
  out[1] = 0;
  out[2] = cos(PI * cell) * lambda / (2 * PI) * scale * sin(turn);
}

/* Root mean square of the error at the cells, every (cells / SIDE)-th along both axes. */
enum { SIDE = 16 };
static enum cli_outcome find_error(struct cli_trial *trial, int cells, double *error) {
  static struct cli_probes probes;
  const double cell = 1.0 / cells;
  double sum = 0;
  probes.count = 0;
  for (int k = 0; k < cells; k += cells / SIDE)
    for (int i = 0; i < 3 * cells / 2; i += cells / SIDE) {
      double wind[3];
      exact((i + 0.5) * cell, (k + 0.5) * cell, cell, wind);
      cli_probes_add(&probes, (i + 0.5) * cell, 0.5 * cell, (k + 0.5) * cell, wind[0], wind[1],
                     wind[2]);
    }
  const enum cli_outcome outcome = cli_trial_probe(trial, 1, &probes);
  for (size_t m = 0; m < probes.count; m++)
    for (int d = 0; d < 3; d++) {
      const double wrong = probes.wind[m][d] - probes.measured[m][d];
      sum += wrong * wrong;
    }
  *error = sqrt(sum / (double)probes.count);
  return outcome;
}

enum { GRIDS = 4 };
static const int grids[GRIDS] = {16, 32, 64, 128};

static const struct cli_quantity quantities[] = {
    {"order, 16 to 32 cells", "", CLI_AT_LEAST, 1.9, 2, CLI_NONE},
    {"order, 32 to 64 cells", "", CLI_AT_LEAST, 1.9, 2, CLI_NONE},
    {"order, 64 to 128 cells", "", CLI_AT_LEAST, 1.9, 2, CLI_NONE},
    {"error, 128 cells", "m/s", CLI_NO_GATE, CLI_NONE, CLI_NONE, CLI_NONE}};

static enum cli_outcome measure(struct cli_trial *trial) {
  double error[GRIDS];
  for (int g = 0; g < GRIDS; g++) {
    char size[64], cell[64];
    snprintf(size, sizeof size, "domain.size=[1.5, %.17g]", 1.0 / grids[g]);
    snprintf(cell, sizeof cell, "domain.cell_size=%.17g", 1.0 / grids[g]);
    const char *const settings[] = {size, cell, NULL};
    enum cli_outcome outcome = cli_trial_run(trial, settings);
    if (outcome == CLI_MEASURED) outcome = find_error(trial, grids[g], &error[g]);
    if (outcome != CLI_MEASURED) return outcome;
    if (g > 0) trial->here[g - 1] = log2(error[g - 1] / error[g]);
  }
  trial->here[GRIDS - 1] = error[GRIDS - 1];
  return CLI_MEASURED;
}

const struct cli_entry cli_entry_kovasznay = {
    .row = {.name = "kovasznay",
            .case_file = "kovasznay.toml",
            .remark = "the steady flow of Kovasznay at Re 40, given on all sides: the order"},
    .published = "the exact solution: L. I. G. Kovasznay, Proceedings of the Cambridge "
                 "Philosophical Society 44 (1948) 58-62",
    .note = "Rods 1 m apart, 1 m/s, viscosity 0.025 m2/s; 1.5 m along the wind, cells per metre; "
            "central differences, until the wind is steady. Orders are of the root mean square "
            "of the error. 50 s of one core.",
    .quantity = quantities,
    .quantity_count = sizeof quantities / sizeof *quantities,
    .case_text = case_text,
    .f64 = true,
    .measure = measure,
};
