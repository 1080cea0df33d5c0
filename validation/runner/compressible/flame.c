/* flame.c - flames of the compressible solver: how fast they burn. */
#include "validation/runner/gas.h"

#include <math.h>
#include <stdio.h>

#define AROUND                                                                                     \
  "{at=\"east\", kind=\"outflow\"}, "                                                              \
  "{at=[\"south\", \"north\", \"bottom\", \"top\"], kind=\"slip\"}]"

enum { CELLS = 160, FLAMES = 4, FROM = 9, TO = 12 };
static const double width = 2.5e-5; /* m */

/* Speeds by the reference, m/s; mixtures of hydrogen and air. */
#define LEAN "\"H2:1.2, O2:1, N2:3.76\""
static const struct flame {
  double speed;
  double between; /* s from output FROM to TO */
  const char *settings[8];
} flames[FLAMES] = {
    {1.623566, 1.5e-4, {NULL}},
    {0.973161,
     1.5e-4,
     {"flow.reaction.mixture=" LEAN, "flow.initial=[\"x < 0.002 ? 0.97 : 5.3\", 0, 0]",
      "flow.boundary=[{at=\"west\", kind=\"inflow\", velocity=[0.97, 0, 0]}, " AROUND}},
    {2.337464,
     1.5e-4,
     {"flow.reaction.diffusion=\"mixture-averaged\"",
      "flow.initial=[\"x < 0.002 ? 2.33 : 15\", 0, 0]",
      "flow.boundary=[{at=\"west\", kind=\"inflow\", velocity=[2.33, 0, 0]}, " AROUND}},
    {0.926997,
     6e-4,
     {"wind.duration=2.4e-3", "wind.interval=2e-4", "flow.reaction.diffusion=\"mixture-averaged\"",
      "flow.reaction.mixture=" LEAN, "flow.initial=[\"x < 0.002 ? 0.93 : 5.1\", 0, 0]",
      "flow.boundary=[{at=\"west\", kind=\"inflow\", velocity=[0.93, 0, 0]}, " AROUND}},
};
static const double winds[FLAMES] = {1.62, 0.97, 2.33, 0.93}; /* m/s, of what flows in */

static const struct cli_quantity quantities[FLAMES] = {
    {"phi 1, unity Lewis: speed off", "", CLI_AT_MOST, 0.03, 0, CLI_NONE},
    {"phi 0.6, unity Lewis: speed off", "", CLI_AT_MOST, 0.03, 0, CLI_NONE},
    {"phi 1, mixture-averaged: speed off", "", CLI_AT_MOST, 0.03, 0, CLI_NONE},
    {"phi 0.6, mixture-averaged: speed off", "", CLI_AT_MOST, 0.03, 0, CLI_NONE},
};

/* m from the west, where it is first warmer than 1000 K. */
static enum cli_outcome front(struct cli_trial *trial, int time, double *out) {
  static double value[CELLS];
  const struct cli_slice slice = {.n = {CELLS, 1}, .cell = {width, width}, .y = 0.5 * width};
  const double at = 1000;
  const enum cli_outcome outcome = cli_trial_slice(trial, time, "temperature", &slice, value);
  *out = CLI_NONE;
  if (outcome != CLI_MEASURED) return outcome;
  for (int i = 1; i < CELLS && isnan(*out); i++)
    if (value[i] > at) *out = width * (i - 0.5 + (at - value[i - 1]) / (value[i] - value[i - 1]));
  return isnan(*out) ? cli_trial_fail(trial, "there is no flame") : outcome;
}

/* The flame goes against the wind at its speed. */
static enum cli_outcome measure(struct cli_trial *trial) {
  static const char *const column[CLI_TABLE_COLUMNS] = {"flame", "S_L (m/s)", "reference (m/s)",
                                                        "off"};
  cli_trial_columns(trial, column);
  for (int f = 0; f < FLAMES; f++) {
    double from = 0, to = 0;
    enum cli_outcome outcome = cli_trial_run(trial, flames[f].settings);
    if (outcome == CLI_MEASURED) outcome = front(trial, FROM, &from);
    if (outcome == CLI_MEASURED) outcome = front(trial, TO, &to);
    if (outcome != CLI_MEASURED) return outcome;
    const double speed = winds[f] - (to - from) / flames[f].between;
    trial->here[f] = fabs(speed / flames[f].speed - 1);
    const double row[CLI_TABLE_COLUMNS] = {f + 1, speed, flames[f].speed, trial->here[f]};
    cli_trial_row(trial, row);
  }
  return CLI_MEASURED;
}

const struct cli_entry cli_entry_flame = {
    .row = {.name = "flame",
            .case_file = "../validation/flame/case.toml",
            .remark = "plane flames of hydrogen burn as fast as they should"},
    .published = "Cantera 3.1.0 (our own runs), on grids that differ by 1 %",
    .note =
        "Hydrogen and air of 300 K and 1013 hPa, mechanism of Burke et al. (2012), 13 species; "
        "cells of 25 um, 160 of them, f64. Speed: that of the wind less that at which the "
        "place of 1000 K moves from 0.45 to 0.6 ms; of the last flame, which takes long to become "
        "steady, from 1.8 to 2.4 ms.",
    .quantity = quantities,
    .quantity_count = FLAMES,
    .f64 = true,
    .slow = true,
    .measure = measure,
};
