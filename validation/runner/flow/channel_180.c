/* channel_180.c - turbulence between two plates, all of it resolved. */
#include "validation/runner/flow.h"
#include "validation/runner/plots.h"
#include <math.h>

#define PI 3.14159265358979323846
#define CELLS(X, Y, Z)                                                                             \
  { 4 * PI / (X), 4 * PI / 3 / (Y), 2.0 / (Z) }

/* 33000 steps of 7.1 million cells: 160 s at 1.5e9 cell steps per second. */
static const struct cli_flow_grid grid = {CELLS(192, 192, 192), 30, 10};
static const struct cli_flow_grid coarse = {CELLS(48, 48, 64), 3, 1};

static const double viscosity = 1.0 / 180;

enum {
  FRICTION,
  CENTRE,
  CENTRE_FROM,
  BULK,
  PEAK,
  PEAK_FROM,
  PEAK_AT,
  PEAK_W,
  PEAK_V,
  PEAK_STRESS,
  NUMBERS
};

static const struct cli_quantity quantities[] = {
    [FRICTION] = {"friction of both walls, over the pressure's", "", CLI_NO_GATE, CLI_NONE, 1,
                  CLI_NONE},
    [CENTRE] = {"wind in the middle, U+", "", CLI_NO_GATE, CLI_NONE, 18.3, CLI_NONE},
    [CENTRE_FROM] = {"its difference, relative", "", CLI_AT_MOST, 0.03, 0, CLI_NONE},
    [BULK] = {"mean wind, U+", "", CLI_NO_GATE, CLI_NONE, 15.63, CLI_NONE},
    [PEAK] = {"largest u_rms+", "", CLI_NO_GATE, CLI_NONE, 2.66, CLI_NONE},
    [PEAK_FROM] = {"its difference, relative", "", CLI_AT_MOST, 0.03, 0, CLI_NONE},
    [PEAK_AT] = {"its distance from the wall, y+", "", CLI_NO_GATE, CLI_NONE, 15, CLI_NONE},
    [PEAK_W] = {"largest rms normal to the wall", "", CLI_NO_GATE, CLI_NONE, 0.84, CLI_NONE},
    [PEAK_V] = {"largest rms across", "", CLI_NO_GATE, CLI_NONE, 1.08, CLI_NONE},
    [PEAK_STRESS] = {"largest -uw+", "", CLI_NO_GATE, CLI_NONE, 0.71, CLI_NONE},
};

/* Both halves together, over what has the right unit: [k] of the lower half. sign: of the upper. */
static void fold(const struct cli_layers *layers, bool variance, double sign, double over,
                 double *out) {
  const size_t n = layers->count;
  for (size_t k = 0; k < n / 2; k++) {
    const double low = layers->mean[k] + (variance ? layers->variance[k] : 0);
    const double high = layers->mean[n - 1 - k] + (variance ? layers->variance[n - 1 - k] : 0);
    out[k] = 0.5 * (low + sign * high) / over;
  }
}

static size_t largest(const double *value, size_t count) {
  size_t at = 0;
  for (size_t k = 1; k < count; k++) at = value[k] > value[at] ? k : at;
  return at;
}

/* Largest root of a variance: over time, and of the mean over the layer. */
static enum cli_outcome root(struct cli_trial *trial, const char *moment, const char *mean,
                             double friction, double *out, size_t *at) {
  static struct cli_layers of_time, of_layer;
  static double value[CLI_LAYERS], more[CLI_LAYERS];
  enum cli_outcome outcome = cli_trial_layers(trial, moment, &of_time);
  if (outcome == CLI_MEASURED) outcome = cli_trial_layers(trial, mean, &of_layer);
  if (outcome != CLI_MEASURED) return outcome;
  for (size_t k = 0; k < of_layer.count; k++) of_layer.mean[k] = of_layer.variance[k];
  fold(&of_time, false, 1, friction * friction, value);
  fold(&of_layer, false, 1, friction * friction, more);
  for (size_t k = 0; k < of_time.count / 2; k++) value[k] += more[k];
  *at = largest(value, of_time.count / 2);
  *out = sqrt(value[*at]);
  return outcome;
}

static enum cli_outcome stress(struct cli_trial *trial, double friction, double *out) {
  static struct cli_layers layers;
  static double value[CLI_LAYERS];
  const enum cli_outcome outcome = cli_trial_layers(trial, "uw", &layers);
  if (outcome != CLI_MEASURED) return outcome;
  fold(&layers, false, -1, -friction * friction, value);
  *out = value[largest(value, layers.count / 2)];
  return outcome;
}

/* The mean wind over the viscous and the logarithmic law. */
static enum cli_outcome draw(struct cli_trial *trial, const double *z, const double *wind,
                             size_t count, double friction) {
  static struct cli_curves curves;
  curves.count = 0;
  for (size_t k = 0; k < count; k++) {
    const double y = z[k] * friction / viscosity;
    const double law = y < 6 ? y : y > 30 ? 2.5 * log(y) + 5.5 : (double)NAN;
    cli_curves_add(&curves, 0, log10(y), law, wind[k]);
  }
  return cli_trial_curve(trial, "mean wind and laws of the wall", "log10 of y+", "U+", &curves);
}

static enum cli_outcome measure(struct cli_trial *trial) {
  static struct cli_layers u;
  static double wind[CLI_LAYERS];
  double *here = trial->here;
  size_t at = 0, ignored;
  enum cli_outcome outcome = cli_trial_run_flow(trial, &grid, &coarse);
  if (outcome == CLI_MEASURED) outcome = cli_trial_layers(trial, "u", &u);
  if (outcome != CLI_MEASURED) return outcome;
  fold(&u, false, 1, 1, wind);
  const size_t half = u.count / 2;
  const double friction = sqrt(viscosity * wind[0] / u.z[0]);
  for (size_t k = 0; k < half; k++) wind[k] /= friction;
  here[FRICTION] = friction * friction;
  here[CENTRE] = wind[half - 1];
  here[BULK] = 0; /* layers are alike */
  for (size_t k = 0; k < half; k++) here[BULK] += wind[k] / (double)half;
  here[CENTRE_FROM] = fabs(here[CENTRE] / quantities[CENTRE].published - 1);
  outcome = root(trial, "uu", "u", friction, &here[PEAK], &at);
  here[PEAK_FROM] = fabs(here[PEAK] / quantities[PEAK].published - 1);
  here[PEAK_AT] = u.z[at] * friction / viscosity;
  if (outcome == CLI_MEASURED) outcome = root(trial, "ww", "w", friction, &here[PEAK_W], &ignored);
  if (outcome == CLI_MEASURED) outcome = root(trial, "vv", "v", friction, &here[PEAK_V], &ignored);
  if (outcome == CLI_MEASURED) outcome = stress(trial, friction, &here[PEAK_STRESS]);
  return outcome == CLI_MEASURED ? draw(trial, u.z, wind, half, friction) : outcome;
}

const struct cli_entry cli_entry_channel_180 = {
    .row = {.name = "channel-180",
            .case_file = "../validation/channel-180/case.toml",
            .remark = "turbulence between two plates, all resolved, Re_tau 180"},
    .published = "J. Kim, P. Moin, R. Moser, Journal of Fluid Mechanics 177 (1987) 133-166; R. D. "
                 "Moser, J. Kim, N. N. Mansour, Physics of Fluids 11 (1999) 943-945",
    .note = "192 cells along, across and up, all alike, 1.9 wall units thick; no model of smaller "
            "eddies. Driven by a constant gradient of pressure; means from 10 to 30 half heights "
            "over the friction velocity. Numbers with + are over the friction velocity that both "
            "walls show.",
    .quantity = quantities,
    .quantity_count = NUMBERS,
    .measure = measure,
    .slow = true,
    .has_coarse = true,
};
