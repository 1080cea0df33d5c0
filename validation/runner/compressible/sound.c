/* sound.c - sound: a wave in a ring, and a pulse that leaves the domain. */
#include "validation/runner/gas.h"

#include <math.h>
#include <stdio.h>

/* --- a wave --- */

enum { DEFAULT, EULER, FORWARD_EULER, WAVES };
static const struct cli_quantity sound_quantities[WAVES] = {
    [DEFAULT] = {"wave after 10 s, over the first", "", CLI_AT_MOST, 1, 1, CLI_NONE},
    [EULER] = {"the same, forward Euler", "", CLI_AT_LEAST, 1, CLI_NONE, CLI_NONE},
    [FORWARD_EULER] = {"the same, scheme of Arkhipov", "", CLI_AT_LEAST, 1, CLI_NONE, CLI_NONE},
};

static enum cli_outcome measure_sound(struct cli_trial *trial) {
  static const char *const settings[WAVES][3] = {
      [DEFAULT] = {NULL},
      [EULER] = {"flow.compressible.integrator=\"euler\"", "flow.courant=0.125", NULL},
      [FORWARD_EULER] = {"flow.forward_euler.solids=\"no-flux\"", "flow.time_step=3.67e-4", NULL}};
  for (int m = 0; m < WAVES; m++) {
    struct cli_series rows;
    enum cli_outcome outcome = cli_trial_run(trial, settings[m]);
    if (outcome == CLI_MEASURED) outcome = cli_trial_rows(trial, "wind_series.csv", &rows);
    if (outcome != CLI_MEASURED) return outcome;
    const double energy = cli_series_at(&rows, "kinetic_energy", rows.rows - 1);
    trial->here[m] = 2 * sqrt(energy) / 1e-3; /* of a sine: a fourth of the square of its height */
    cli_series_free(&rows);
  }
  return CLI_MEASURED;
}

const struct cli_entry cli_entry_gas_sound = {
    .row = {.name = "gas-sound",
            .case_file = "../validation/gas-sound/case.toml",
            .remark = "sound of 24 cells: it fades, and grows under forward Euler"},
    .published = "exact: 1",
    .note = "A wave of 1 mm/s and 24 m that runs round a ring for 10 s, cells of 1 m; f64. Forward "
            "Euler: steps in which sound crosses an eighth of a cell, as the published scheme has "
            "them.",
    .quantity = sound_quantities,
    .quantity_count = WAVES,
    .f64 = true,
    .measure = measure_sound,
};

/* --- a pulse that leaves --- */

enum { PLANE, PLANE_SLAU, PLANE_KURGANOV, PLANE_LOW, PLANE_WIND, ROUND, PULSES };
static const struct cli_quantity pulse_quantities[PULSES] = {
    [PLANE] = {"plane pulse: comes back, over what came", "", CLI_AT_MOST, 0.02, 0, CLI_NONE},
    [PLANE_SLAU] = {"the same, slau2", "", CLI_AT_MOST, 0.02, 0, CLI_NONE},
    [PLANE_KURGANOV] = {"the same, kurganov-tadmor", "", CLI_AT_MOST, 0.02, 0, CLI_NONE},
    [PLANE_LOW] = {"the same of a pressure that is too low", "", CLI_AT_MOST, 0.02, 0, CLI_NONE},
    [PLANE_WIND] = {"the same in a wind of 5 m/s", "", CLI_AT_MOST, 0.02, 0, CLI_NONE},
    [ROUND] = {"round pulse: comes back, over what came", "", CLI_NO_GATE, CLI_NONE, 0, CLI_NONE},
};

#define AXIS "domain.height=1", "wind.duration=0.45", "wind.interval=0.45"
#define PULSE(SIGN)                                                                                \
  "flow.compressible.initial_pressure=\"101325" SIGN "exp(-0.5 * ((x - 100) / 10)^2)\""
#define AROUND "{at=[\"south\", \"north\", \"bottom\", \"top\"], kind=\"slip\"}]"
#define OPEN "flow.boundary=[{at=[\"west\", \"east\"], kind=\"outflow\"}, " AROUND
#define BLOWN                                                                                      \
  "flow.boundary=[{at=\"west\", kind=\"inflow\", velocity=[5, 0, 0]}, "                            \
  "{at=\"east\", kind=\"outflow\"}, " AROUND

/* In the eastern half, where the pulse of half its height is on its way back. */
static enum cli_outcome measure_plane(struct cli_trial *trial, const char *const *settings,
                                      double *out) {
  static double value[CLI_SLICE_CELLS];
  const struct cli_slice slice = {.n = {200, 1}, .cell = {1, 1}, .y = 0.5};
  double least, most;
  enum cli_outcome outcome = cli_trial_run(trial, settings);
  if (outcome == CLI_MEASURED)
    outcome = cli_trial_slice(trial, 1, "air_pressure_perturbation", &slice, value);
  cli_range(value + 100, 100, &least, &most);
  *out = fmax(most, -least) / 0.5;
  return outcome;
}

/* Cells of 2 m; in a domain that is twice as wide nothing has come back yet. */
enum { HALF = 100, WHOLE = 200 };
static enum cli_outcome measure_round(struct cli_trial *trial, double *out) {
  static const char *const settings[2][8] = {{"domain.size=[200, 2]", "domain.cell_size=2",
                                              "wind.duration=0.6", "wind.interval=0.6", NULL},
                                             {"domain.size=[400, 2]", "domain.height=400",
                                              "domain.cell_size=2", "wind.duration=0.6",
                                              "wind.interval=0.6", "flow.probes=[[299, 1, 200]]",
                                              "flow.compressible.initial_pressure=\"101325 + "
                                              "exp(-0.5 * ((x - 200)^2 + (z - 200)^2) / 10^2)\"",
                                              NULL}};
  static double value[HALF * HALF], alone[WHOLE * WHOLE];
  const struct cli_slice half = {.n = {HALF, HALF}, .cell = {2, 2}, .y = 1};
  const struct cli_slice west = {.n = {WHOLE / 2 + HALF / 2, WHOLE}, .cell = {2, 2}, .y = 1};
  struct cli_series rows;
  double came = 0, back = 0;
  enum cli_outcome outcome = cli_trial_run(trial, settings[0]);
  if (outcome == CLI_MEASURED)
    outcome = cli_trial_slice(trial, 1, "air_pressure_perturbation", &half, value);
  if (outcome == CLI_MEASURED) outcome = cli_trial_run(trial, settings[1]);
  if (outcome == CLI_MEASURED)
    outcome = cli_trial_slice(trial, 1, "air_pressure_perturbation", &west, alone);
  if (outcome == CLI_MEASURED) outcome = cli_trial_rows(trial, "wind_probes.csv", &rows);
  if (outcome != CLI_MEASURED) return outcome;
  for (size_t row = 0; row < rows.rows; row++)
    came = fmax(came, cli_series_at(&rows, "air_pressure_perturbation_1", row));
  cli_series_free(&rows);
  for (int i = 0; i < HALF; i++)
    for (int k = 0; k < HALF; k++) {
      const double without = alone[(i + HALF / 2) * WHOLE + k + HALF / 2];
      const double here = fabs(value[i * HALF + k] - without);
      if (!(here <= back)) back = here;
    }
  *out = back / came;
  return CLI_MEASURED;
}

static enum cli_outcome measure_pulse(struct cli_trial *trial) {
  static const char *const settings[ROUND][CLI_TRIAL_SETTINGS] = {
      [PLANE] = {AXIS, PULSE("+"), OPEN},
      [PLANE_SLAU] = {AXIS, PULSE("+"), OPEN, "flow.compressible.flux=\"slau2\""},
      [PLANE_KURGANOV] = {AXIS, PULSE("+"), OPEN, "flow.compressible.flux=\"kurganov-tadmor\""},
      [PLANE_LOW] = {AXIS, PULSE("-"), OPEN},
      [PLANE_WIND] = {AXIS, PULSE("+"), BLOWN, "flow.initial=[5, 0, 0]"}};
  enum cli_outcome outcome = CLI_MEASURED;
  for (int m = 0; m < ROUND && outcome == CLI_MEASURED; m++)
    outcome = measure_plane(trial, settings[m], &trial->here[m]);
  return outcome == CLI_MEASURED ? measure_round(trial, &trial->here[ROUND]) : outcome;
}

const struct cli_entry cli_entry_gas_pulse = {
    .row = {.name = "gas-pulse",
            .case_file = "../validation/gas-pulse/case.toml",
            .remark = "a pulse of sound leaves through an outflow"},
    .published = "exact: 0",
    .note =
        "Pressures that are up to 1 Pa too high or too low, over 10 m (standard deviation), in "
        "the middle of 200 m; cells of 1 m, f64. Of the plane one a half runs to each side. The "
        "round one meets the sides at up to 45 degrees, at which by theory 17 % come back; "
        "cells of 2 m; it is set beside that in a domain twice as wide, at 0.6 s, over what "
        "passes the middle of a side.",
    .quantity = pulse_quantities,
    .quantity_count = PULSES,
    .f64 = true,
    .measure = measure_pulse,
};
