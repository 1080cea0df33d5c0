/* extrema.c - the extrema of the air in a box under a moving lid, extrapolated from two
 * grids to none, beside those of Botella and Peyret (1998) and of Marchi et al. (2009). */
#include "validation/runner/trial.h"
#include <math.h>
#include <stdio.h>

enum { LEAST_U, MOST_W, LEAST_W, STREAM, NUMBERS, GRIDS = 2 };
static const struct {
  double re;
  int cells[GRIDS];
  double published[NUMBERS];
} flows[] = {{100, {48, 96}, {-.2140424, .1795728, -.2538030, (double)NAN}},
             {1000, {96, 192}, {-.3885698, .3769447, -.5270771, -.1189366}}};
enum { FLOWS = sizeof flows / sizeof *flows };

/* Until the wind changes by less than a hundred thousandth of the lid's speed in a second. */
static enum cli_outcome run(struct cli_trial *trial, double re, int cells) {
  char size[64], cell[64], viscosity[64];
  snprintf(size, sizeof size, "domain.size=[1, %.17g]", 1.0 / cells);
  snprintf(cell, sizeof cell, "domain.cell_size=%.17g", 1.0 / cells);
  snprintf(viscosity, sizeof viscosity, "flow.viscosity=%.17g", 1 / re);
  const char *const settings[] = {size, cell, viscosity, "wind.duration=200", "flow.steady=1e-5",
                                  NULL};
  return cli_trial_run(trial, settings);
}

/* Points along z through x, or along x through z = x. */
static enum cli_outcome take_line(struct cli_trial *trial, int cells, double x, bool upright,
                                  struct cli_probes *line) {
  const double y = 0.5 / cells;
  line->count = 0;
  for (int m = 0; m < cells; m++) {
    const double at = (m + 0.5) / cells;
    cli_probes_add(line, upright ? x : at, y, upright ? at : x, 0, 0, 0);
  }
  return cli_trial_probe(trial, 1, line);
}

/* The least stream function, m2/s: of the air that flows along x below a point. The vortex' middle
 * is between the columns around x = 0.53. */
static enum cli_outcome find_stream(struct cli_trial *trial, int cells, double *least) {
  enum { COLUMNS = 5 };
  static struct cli_probes line;
  static double below[CLI_PAIRS];
  double of_column[COLUMNS];
  const int first = (int)(0.53 * cells) - COLUMNS / 2;
  for (int m = 0; m < COLUMNS; m++) {
    double sum = 0;
    const enum cli_outcome outcome =
        take_line(trial, cells, (first + m + 0.5) / cells, true, &line);
    if (outcome != CLI_MEASURED) return outcome;
    for (int k = 0; k < cells; k++) below[k] = sum += line.wind[k][0] / cells;
    of_column[m] = cli_peak(below, cells, -1, NULL);
  }
  *least = cli_peak(of_column, COLUMNS, -1, NULL);
  return CLI_MEASURED;
}

static enum cli_outcome measure_grid(struct cli_trial *trial, double re, int cells,
                                     double number[NUMBERS]) {
  static struct cli_probes upright, level;
  enum cli_outcome outcome = run(trial, re, cells);
  if (outcome == CLI_MEASURED) outcome = take_line(trial, cells, 0.5, true, &upright);
  if (outcome == CLI_MEASURED) outcome = take_line(trial, cells, 0.5, false, &level);
  if (outcome != CLI_MEASURED) return outcome;
  number[LEAST_U] = cli_probes_peak(&upright, 0, -1, NULL);
  number[MOST_W] = cli_probes_peak(&level, 2, 1, NULL);
  number[LEAST_W] = cli_probes_peak(&level, 2, -1, NULL);
  return find_stream(trial, cells, &number[STREAM]);
}

#define EXTREMUM(NAME, UNIT, VALUE)                                                                \
  {NAME, UNIT, CLI_NO_GATE, CLI_NONE, VALUE, CLI_NONE}, {                                          \
    "its error", "", CLI_AT_MOST, 0.001, CLI_NONE, CLI_NONE                                        \
  }
static const struct cli_quantity quantities[] = {
    EXTREMUM("least u on x = 0.5, Re 100", "m/s", -.2140424),
    EXTREMUM("largest w on z = 0.5, Re 100", "m/s", .1795728),
    EXTREMUM("least w on z = 0.5, Re 100", "m/s", -.2538030),
    EXTREMUM("least u on x = 0.5, Re 1000", "m/s", -.3885698),
    EXTREMUM("largest w on z = 0.5, Re 1000", "m/s", .3769447),
    EXTREMUM("least w on z = 0.5, Re 1000", "m/s", -.5270771),
    EXTREMUM("least stream function, Re 1000", "m2/s", -.1189366)};

static enum cli_outcome measure(struct cli_trial *trial) {
  static const char *const columns[CLI_TABLE_COLUMNS] = {"Re", "cells a side", "least u",
                                                         "largest w", "least w"};
  double *here = trial->here;
  cli_trial_columns(trial, columns);
  for (int f = 0; f < FLOWS; f++) {
    double number[GRIDS][NUMBERS];
    for (int g = 0; g < GRIDS; g++) {
      const enum cli_outcome outcome =
          measure_grid(trial, flows[f].re, flows[f].cells[g], number[g]);
      if (outcome != CLI_MEASURED) return outcome;
      const double row[CLI_TABLE_COLUMNS] = {flows[f].re, flows[f].cells[g], number[g][LEAST_U],
                                             number[g][MOST_W], number[g][LEAST_W]};
      cli_trial_row(trial, row);
    }
    for (int m = 0; m < NUMBERS && !isnan(flows[f].published[m]); m++) {
      *here++ = (4 * number[1][m] - number[0][m]) / 3; /* errors fall with the square of the cell */
      *here = fabs(here[-1] / flows[f].published[m] - 1);
      here++;
    }
  }
  return CLI_MEASURED;
}

const struct cli_entry cli_entry_cavity_extrema = {
    .row = {.name = "cavity-extrema",
            .case_file = "cavity/case.toml",
            .remark = "a box under a moving lid: extrema, extrapolated from two grids"},
    .published = "Re 100: C. H. Marchi, R. Suero, L. K. Araki, Journal of the Brazilian Society of "
                 "Mechanical Sciences and Engineering 31 (2009) 186-198; Re 1000: O. Botella, R. "
                 "Peyret, Computers & Fluids 27 (1998) 421-433",
    .note = "48 x 48 and 96 x 96 cells at Re 100, 96 x 96 and 192 x 192 at Re 1000, until the "
            "wind is steady; extrapolated with the square of the cell (Richardson). Errors are "
            "relative.",
    .quantity = quantities,
    .quantity_count = sizeof quantities / sizeof *quantities,
    .f64 = true,
    .slow = true,
    .measure = measure,
};
