/* air.c - warm air that rises, cold air that falls and spreads, and waves in stable
 * air: slices one cell across. */
#include "validation/runner/gas.h"
#include "validation/runner/plots.h"
#include <math.h>

static double wind[CLI_SLICE_CELLS], warmth[CLI_SLICE_CELLS];

/* Runs the case; theta less that at rest into `warmth`, and its range; that of a component. */
struct extremes {
  double cold, warm, low, high;
};
static enum cli_outcome run(struct cli_trial *trial, const struct cli_slice *slice,
                            double stability, const char *component, struct extremes *out) {
  const int count = slice->n[0] * slice->n[1];
  enum cli_outcome outcome = cli_trial_run(trial, NULL);
  if (outcome == CLI_MEASURED) outcome = cli_trial_slice(trial, 1, component, slice, wind);
  if (outcome == CLI_MEASURED) outcome = cli_trial_theta_excess(trial, 1, stability, slice, warmth);
  cli_range(warmth, count, &out->cold, &out->warm);
  cli_range(wind, count, &out->low, &out->high);
  return outcome;
}

/* --- a bubble --- */

enum { UP, UP_LEAST, DOWN, WARMEST, COLDEST, BUBBLE_NUMBERS };
static const struct cli_quantity bubble_quantities[BUBBLE_NUMBERS] = {
    [UP] = {"largest wind upwards", "m/s", CLI_AT_MOST, 15.54, 14.54, 13.9},
    [UP_LEAST] = {"the same, from below", "m/s", CLI_AT_LEAST, 13.54, 14.54, 13.9},
    [DOWN] = {"largest wind downwards", "m/s", CLI_NO_GATE, CLI_NONE, 8.58, CLI_NONE},
    [WARMEST] = {"warmest, over 300 K", "K", CLI_NO_GATE, CLI_NONE, 2.072, 1.42},
    [COLDEST] = {"coldest, over 300 K", "K", CLI_NO_GATE, CLI_NONE, -0.144, CLI_NONE},
};

static enum cli_outcome measure_bubble(struct cli_trial *trial) {
  static struct cli_curves curves;
  const struct cli_slice slice = {.n = {200, 100}, .cell = {100, 100}, .y = 50};
  struct extremes found;
  double *here = trial->here;
  const enum cli_outcome outcome = run(trial, &slice, 0, "w", &found);
  if (outcome != CLI_MEASURED) return outcome;
  here[UP] = here[UP_LEAST] = found.high;
  here[DOWN] = -found.low;
  here[WARMEST] = found.warm;
  here[COLDEST] = found.cold;
  curves.count = 0;
  for (int k = 0; k < slice.n[1]; k++)
    cli_curves_add(&curves, 0, 0.1 * (k + 0.5), NAN, warmth[100 * slice.n[1] + k]);
  return cli_trial_curve(trial, "axis", "height (km)", "theta - 300 K on the axis (K)", &curves);
}

const struct cli_entry cli_entry_gas_bubble = {
    .row = {.name = "gas-bubble",
            .case_file = "../validation/gas-bubble/case.toml",
            .remark = "a bubble of warm air rises, 1000 s, cells of 100 m"},
    .published = "G. H. Bryan, J. M. Fritsch, Monthly Weather Review 130 (2002) 2917-2928, the dry "
                 "case, by a scheme of higher order",
    .peer = "the same scheme, programmed a second time by us",
    .note =
        "Warmer by up to 2 K, 4 km across, in air of 300 K of potential temperature. Where the "
        "work of gravity is left out of the energy the wind grows to 98 m/s and more. Winds are "
        "means over two cells.",
    .quantity = bubble_quantities,
    .quantity_count = BUBBLE_NUMBERS,
    .measure = measure_bubble,
};

/* --- a current --- */

enum { FRONT, FRONT_LEAST, COLD, ALONG, RISES, FALLS, CURRENT_NUMBERS };
static const struct cli_quantity current_quantities[CURRENT_NUMBERS] = {
    [FRONT] = {"front, where it is 1 K colder", "km", CLI_AT_MOST, 15.73, 15.53, 15.41},
    [FRONT_LEAST] = {"the same, from below", "km", CLI_AT_LEAST, 15.33, 15.53, 15.41},
    [COLD] = {"coldest, over 300 K", "K", CLI_NO_GATE, CLI_NONE, -9.77, -8.91},
    [ALONG] = {"largest wind to the east", "m/s", CLI_NO_GATE, CLI_NONE, 36.5, 37.1},
    [RISES] = {"upwards", "m/s", CLI_NO_GATE, CLI_NONE, 12.9, 12.4},
    [FALLS] = {"downwards", "m/s", CLI_NO_GATE, CLI_NONE, 15.9, 15.4},
};

static enum cli_outcome measure_current(struct cli_trial *trial) {
  static struct cli_curves curves;
  const struct cli_slice slice = {.n = {256, 64}, .cell = {100, 100}, .y = 50};
  struct extremes found;
  double *here = trial->here, west;
  enum cli_outcome outcome = run(trial, &slice, 0, "w", &found);
  here[COLD] = found.cold;
  here[RISES] = found.high;
  here[FALLS] = -found.low;
  if (outcome == CLI_MEASURED) outcome = cli_trial_slice(trial, 1, "u", &slice, wind);
  cli_range(wind, slice.n[0] * slice.n[1], &west, &here[ALONG]);
  if (outcome != CLI_MEASURED) return outcome;
  here[FRONT] = NAN;
  curves.count = 0;
  for (int i = 0; i < slice.n[0]; i++) { /* the last place on the ground, linear between centres */
    const double cold = warmth[i * slice.n[1]];
    const double next = i + 1 < slice.n[0] ? warmth[(i + 1) * slice.n[1]] : 0;
    if (cold <= -1 && next > -1) here[FRONT] = 0.1 * (i + 0.5 + (-1 - cold) / (next - cold));
    cli_curves_add(&curves, 0, 0.1 * (i + 0.5), NAN, cold);
  }
  here[FRONT_LEAST] = here[FRONT];
  cli_curves_add(&curves, 0, current_quantities[FRONT].published, -1, NAN);
  return cli_trial_curve(trial, "ground", "x (km)", "theta - 300 K at the ground (K)", &curves);
}

const struct cli_entry cli_entry_gas_current = {
    .row = {.name = "gas-current",
            .case_file = "../validation/gas-current/case.toml",
            .remark = "a current of cold air along the ground, 900 s, cells of 100 m"},
    .published = "J. M. Straka et al., International Journal for Numerical Methods in Fluids 17 "
                 "(1993) 1-22, their reference with cells of 25 m",
    .peer = "the same scheme, programmed a second time by us",
    .note = "Air that is up to 15 K too cold falls from 3 km; viscosity and diffusivity of heat 75 "
            "m2/s. One half of it: the western side is the axis. Winds are means over two cells.",
    .quantity = current_quantities,
    .quantity_count = CURRENT_NUMBERS,
    .measure = measure_current,
};

/* --- waves --- */

enum { LEAST, LEAST_OFF, MOST, MOST_OFF, WAVE_NUMBERS };
static const struct cli_quantity wave_quantities[WAVE_NUMBERS] = {
    [LEAST] = {"least theta over that at rest", "K", CLI_NO_GATE, CLI_NONE, -1.51e-3, CLI_NONE},
    [LEAST_OFF] = {"its difference, relative", "", CLI_AT_MOST, 0.05, 0, CLI_NONE},
    [MOST] = {"largest theta over that at rest", "K", CLI_NO_GATE, CLI_NONE, 2.78e-3, CLI_NONE},
    [MOST_OFF] = {"its difference, relative", "", CLI_AT_MOST, 0.05, 0, CLI_NONE},
};

static enum cli_outcome measure_wave(struct cli_trial *trial) {
  static struct cli_curves curves;
  const struct cli_slice slice = {.n = {300, 50}, .cell = {1000, 200}, .y = 500};
  struct extremes found;
  double *here = trial->here;
  const enum cli_outcome outcome = run(trial, &slice, 0.01, "w", &found);
  if (outcome != CLI_MEASURED) return outcome;
  here[LEAST] = found.cold;
  here[MOST] = found.warm;
  here[LEAST_OFF] = fabs(found.cold / wave_quantities[LEAST].published - 1);
  here[MOST_OFF] = fabs(found.warm / wave_quantities[MOST].published - 1);
  curves.count = 0;
  for (int i = 0; i < slice.n[0]; i++)
    cli_curves_add(&curves, 0, i + 0.5, NAN,
                   500 * (warmth[i * slice.n[1] + 24] + warmth[i * slice.n[1] + 25]));
  return cli_trial_curve(trial, "5 km", "x (km)", "theta over that at rest, at 5 km (mK)", &curves);
}

const struct cli_entry cli_entry_gas_wave = {
    .row = {.name = "gas-wave",
            .case_file = "../validation/gas-wave/case.toml",
            .remark = "waves in stable air from a little warm air, 3000 s, cells of 1000 x 200 m"},
    .published = "F. X. Giraldo, M. Restelli, Journal of Computational Physics 227 (2008) "
                 "3849-3877, of the case of W. C. Skamarock, J. B. Klemp, Monthly Weather Review "
                 "122 (1994) 2623-2630",
    .note = "0.01 K warmer at first, N = 0.01/s, a wind of 20 m/s, a channel of 300 km and 10 km; "
            "f64, temperatures are read in f32, which is 0.5 % of the largest.",
    .quantity = wave_quantities,
    .quantity_count = WAVE_NUMBERS,
    .f64 = true,
    .measure = measure_wave,
};
