/* plates.c - laminar air between two plates: driven by a gradient of pressure
 * (Poiseuille), with its flow rate kept, or dragged along by a plate (Couette). */
#include "validation/runner/trial.h"
#include <math.h>
#include <stdio.h>

/* The upper plate is side 4. */
static const char case_text[] = CLI_SLICE_TEXT(
    "plates", "", "duration = 60\n", "viscosity = 0.1\ninitial = [0, 0, 0]\nsteady = 1e-8\n",
    "[[flow.boundary]]\nat = [\"west\", \"east\"]\nkind = \"periodic\"\n" CLI_NO_SLIP("\"bottom\"")
        CLI_NO_SLIP("\"top\""));

/* What drives the air so that its mean is 1 m/s: 12 nu U / H^2, and the mean itself. */
static const char *const drives[] = {"flow.acceleration=[1.2, 0, 0]", "flow.bulk_velocity=[1, 0]"};
static const char plate[] = "flow.boundary[4].velocity=[1, 0, 0]";

enum { GRIDS = 3 };
static const int grids[GRIDS] = {8, 16, 32};

/* Faces of layers: alike, or finer towards both plates, by a tanh: a ratio of 10 in the limit. */
static double face_of(int k, int cells, bool fine) {
  const double steepness = acosh(sqrt(10)), even = (double)k / cells;
  return fine ? 0.5 + 0.5 * tanh(steepness * (2 * even - 1)) / tanh(steepness) : even;
}

static void write_layers(int cells, bool fine, char *out, size_t size) {
  size_t length = (size_t)snprintf(out, size, "domain.layers=[0");
  for (int k = 1; k <= cells && length < size; k++)
    length += (size_t)snprintf(out + length, size - length, ", %.17g",
                               k < cells ? face_of(k, cells, fine) : 1);
  snprintf(out + length, size - length, "]");
}

/* The wind at the centres from plate to plate. */
static enum cli_outcome run(struct cli_trial *trial, int cells, const char *drive, bool fine,
                            struct cli_probes *line) {
  char size[64], cell[64], layers[2000];
  snprintf(size, sizeof size, "domain.size=[%.17g, %.17g]", 4.0 / cells, 1.0 / cells);
  snprintf(cell, sizeof cell, "domain.cell_size=%.17g", 1.0 / cells);
  write_layers(cells, fine, layers, sizeof layers);
  const char *const settings[] = {size, cell, layers, drive, NULL};
  const enum cli_outcome outcome = cli_trial_run(trial, settings);
  if (outcome != CLI_MEASURED) return outcome;
  line->count = 0;
  for (int k = 0; k < cells; k++)
    cli_probes_add(line, 2.0 / cells, 0.5 / cells,
                   0.5 * (face_of(k, cells, fine) + face_of(k + 1, cells, fine)), 0, 0, 0);
  return cli_trial_probe(trial, 1, line);
}

/* Largest difference from the parabola of mean 1 m/s; of its shape: less a constant, which is what
 * central differences at walls between points make of it. */
static double error_of(const struct cli_probes *line, bool shape) {
  double worst = 0, constant = 0;
  for (int pass = 0; pass < 2; pass++)
    for (size_t k = 0; k < line->count; k++) {
      const double z = line->at[k][2], wrong = line->wind[k][0] - 6 * z * (1 - z);
      if (pass == 0 && shape) constant += wrong / (double)line->count;
      if (pass == 1) worst = fmax(worst, fabs(wrong - constant));
    }
  return worst;
}

enum { BY_PRESSURE, SHAPE = 2, BY_RATE, SHEAR = 6, FINE, NUMBERS = FINE + 2 };
static const struct cli_quantity quantities[NUMBERS] = {
    {"driven by pressure: order, 8 to 16 cells", "", CLI_AT_LEAST, 1.95, 2, CLI_NONE},
    {"order, 16 to 32 cells", "", CLI_AT_LEAST, 1.95, 2, CLI_NONE},
    {"the parabola but for a constant, 32 cells", "m/s", CLI_AT_MOST, 1e-6, 0, CLI_NONE},
    {"flow rate kept: order of the fastest, 8 to 16 cells", "", CLI_AT_LEAST, 1.95, 2, CLI_NONE},
    {"order of the fastest, 16 to 32 cells", "", CLI_AT_LEAST, 1.95, 2, CLI_NONE},
    {"fastest over mean, 32 cells", "", CLI_NO_GATE, CLI_NONE, 1.5, CLI_NONE},
    {"dragged by a plate: error, 16 cells", "m/s", CLI_AT_MOST, 1e-6, 0, CLI_NONE},
    {"layers fine at both plates: order, 16 to 32 cells", "", CLI_AT_LEAST, 1.9, 2, CLI_NONE},
    {"order, 32 to 64 cells", "", CLI_AT_LEAST, 1.9, 2, CLI_NONE}};

static enum cli_outcome measure_drive(struct cli_trial *trial, bool rate) {
  static struct cli_probes line;
  double error[GRIDS], *here = &trial->here[rate ? BY_RATE : BY_PRESSURE];
  for (int g = 0; g < GRIDS; g++) {
    const enum cli_outcome outcome = run(trial, grids[g], drives[rate], false, &line);
    if (outcome != CLI_MEASURED) return outcome;
    const double fastest = cli_probes_peak(&line, 0, 1, NULL);
    error[g] = rate ? fabs(fastest - 1.5) : error_of(&line, false);
    if (g > 0) here[g - 1] = log2(error[g - 1] / error[g]);
    if (g == GRIDS - 1) here[2] = rate ? fastest : error_of(&line, true);
  }
  return CLI_MEASURED;
}

static enum cli_outcome measure_fine(struct cli_trial *trial) {
  static struct cli_probes line;
  double error[GRIDS];
  for (int g = 0; g < GRIDS; g++) {
    const enum cli_outcome outcome = run(trial, 2 * grids[g], drives[0], true, &line);
    if (outcome != CLI_MEASURED) return outcome;
    error[g] = error_of(&line, false);
    if (g > 0) trial->here[FINE + g - 1] = log2(error[g - 1] / error[g]);
  }
  return CLI_MEASURED;
}

static enum cli_outcome measure(struct cli_trial *trial) {
  static struct cli_probes line;
  enum cli_outcome outcome = measure_drive(trial, false);
  if (outcome == CLI_MEASURED) outcome = measure_drive(trial, true);
  if (outcome == CLI_MEASURED) outcome = run(trial, 16, plate, false, &line);
  if (outcome != CLI_MEASURED) return outcome;
  trial->here[SHEAR] = 0;
  for (size_t k = 0; k < line.count; k++)
    trial->here[SHEAR] = fmax(trial->here[SHEAR], fabs(line.wind[k][0] - line.at[k][2]));
  return measure_fine(trial);
}

const struct cli_entry cli_entry_plates = {
    .row = {.name = "plates",
            .case_file = "plates.toml",
            .remark = "laminar air between two plates, driven by pressure or dragged by a plate"},
    .published = "the exact solutions of Poiseuille and of Couette",
    .note =
        "Plates 1 m apart, mean or plate 1 m/s, viscosity 0.1 m2/s, until the wind is steady. "
        "What is wrong with the parabola is a constant, 12 U h^2 / (8 H^2) of cells of h: walls "
        "without slip lie between points. With vortices 9 s of one core.",
    .quantity = quantities,
    .quantity_count = NUMBERS,
    .case_text = case_text,
    .f64 = true,
    .measure = measure,
};
