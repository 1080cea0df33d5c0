/* taylor_green.c - the vortices of Taylor and Green, which break up into turbulence. */
#include "validation/runner/flow.h"
#include "validation/runner/plots.h"
#include <math.h>

#define PI 3.14159265358979323846
#define CUBE(CELLS)                                                                                \
  { 2 * PI / (CELLS), 2 * PI / (CELLS), 2 * PI / (CELLS) }

/* 1000 steps of 16.8 million cells: 12 s at 1.5e9 cell steps per second. */
static const struct cli_flow_grid grid = {CUBE(256), 12, NAN};
static const struct cli_flow_grid coarse = {CUBE(64), 12, NAN};
/* 18000 steps of sound on the same grid: 4 minutes at 1.2e9. */
static const struct cli_flow_grid compressible_coarse = {CUBE(32), 12, NAN};

/* What the energy, 1/8, loses at the begin, m2/s3: 3/4 nu. */
static const double begin = 4.6875e-4;

/* Slopes of the energy are over so long, s: steps are shorter. */
static const double window = 0.1;

enum { ENERGY, BEGIN, PEAK, PEAK_FROM, PEAK_TIME, PEAK_VISCOUS, BUDGET, NUMBERS };

static const struct cli_quantity quantities[] = {
    [ENERGY] = {"energy after a step, off of the exact one", "", CLI_AT_MOST, 1e-5, 0, CLI_NONE},
    [BEGIN] = {"its loss at first, over the exact one", "", CLI_NO_GATE, CLI_NONE, 1, CLI_NONE},
    [PEAK] = {"largest loss of energy", "m2/s3", CLI_NO_GATE, CLI_NONE, 0.0128, CLI_NONE},
    [PEAK_FROM] = {"its difference from 0.0128, relative", "", CLI_AT_MOST, 0.08, 0, CLI_NONE},
    [PEAK_TIME] = {"its time, off of 9.0 s", "s", CLI_AT_MOST, 0.3, 0, CLI_NONE},
    [PEAK_VISCOUS] = {"largest 2 nu enstrophy", "m2/s3", CLI_NO_GATE, CLI_NONE, 0.0128, CLI_NONE},
    [BUDGET] = {"loss less dissipation, over the largest", "", CLI_AT_MOST, 0.02, 0, CLI_NONE},
};

/* Of the compressible solver: what the slopes in cells take of the energy the viscosity does not,
 * and sound takes and gives. */
static const struct cli_quantity compressible_quantities[] = {
    [ENERGY] = {"energy after a step, off of the exact one", "", CLI_AT_MOST, 1e-5, 0, CLI_NONE},
    [BEGIN] = {"its loss at first, over the exact one", "", CLI_NO_GATE, CLI_NONE, 1, CLI_NONE},
    [PEAK] = {"largest loss of energy", "m2/s3", CLI_NO_GATE, CLI_NONE, 0.0128, CLI_NONE},
    [PEAK_FROM] = {"its difference from 0.0128, relative", "", CLI_AT_MOST, 0.08, 0, CLI_NONE},
    [PEAK_TIME] = {"its time, off of 9.0 s", "s", CLI_AT_MOST, 0.3, 0, CLI_NONE},
    [PEAK_VISCOUS] = {"largest 2 nu enstrophy", "m2/s3", CLI_NO_GATE, CLI_NONE, 0.0128, CLI_NONE},
    [BUDGET] = {"loss less dissipation, over the largest", "", CLI_NO_GATE, CLI_NONE, 0, CLI_NONE},
};

/* The first row that is not before a time. */
static size_t row_at(const struct cli_series *series, double time) {
  size_t row = 0;
  while (row + 1 < series->rows && cli_series_at(series, "time", row) < time) row++;
  return row;
}

static void find(const struct cli_series *series, double *here, struct cli_curves *curves) {
  const double nu = 1.0 / 1600, end = cli_series_at(series, "time", series->rows - 1);
  double worst = 0, peak = 0;
  const double exact = 0.125 - begin * cli_series_at(series, "time", 0);
  here[ENERGY] = fabs(cli_series_at(series, "kinetic_energy", 0) / exact - 1);
  here[PEAK_VISCOUS] = 0;
  for (double t = 0.5 * window; t + 0.5 * window < end; t += 0.5 * window) {
    const size_t a = row_at(series, t - 0.5 * window), b = row_at(series, t + 0.5 * window);
    const double from = cli_series_at(series, "time", a), to = cli_series_at(series, "time", b);
    const double loss =
        (cli_series_at(series, "kinetic_energy", a) - cli_series_at(series, "kinetic_energy", b)) /
        (to - from);
    double taken =
        0; /* mean of what the viscosity takes: the same, but for the scheme's own loss */
    for (size_t r = a + 1; r <= b; r++)
      taken += cli_series_at(series, "dissipation", r) / (to - from) *
               (cli_series_at(series, "time", r) - cli_series_at(series, "time", r - 1));
    if (t < 0.6 * window) here[BEGIN] = loss / begin;
    if (loss > peak) {
      peak = loss;
      here[PEAK_TIME] = fabs(0.5 * (from + to) - 9);
    }
    worst = fmax(worst, fabs(loss - taken));
    here[PEAK_VISCOUS] = fmax(here[PEAK_VISCOUS], 2 * nu * cli_series_at(series, "enstrophy", b));
    cli_curves_add(curves, 0, 0.5 * (from + to), NAN, loss);
  }
  here[PEAK] = peak;
  here[PEAK_FROM] = fabs(peak / 0.0128 - 1);
  here[BUDGET] = worst / peak;
}

static enum cli_outcome measure_on(struct cli_trial *trial, const struct cli_flow_grid *if_coarse) {
  static struct cli_curves curves;
  struct cli_series series;
  enum cli_outcome outcome = cli_trial_run_flow(trial, &grid, if_coarse);
  if (outcome == CLI_MEASURED) outcome = cli_trial_series(trial, &series);
  if (outcome != CLI_MEASURED) return outcome;
  curves.count = 0;
  find(&series, trial->here, &curves);
  cli_series_free(&series);
  cli_curves_add(&curves, 0, 9, 0.0128, NAN);
  return cli_trial_curve(trial, "loss of energy", "time (s)", "loss of energy (m2/s3)", &curves);
}

static enum cli_outcome measure(struct cli_trial *trial) { return measure_on(trial, &coarse); }

#define PUBLISHED                                                                                  \
  "spectral solutions of 512^3 modes of the International Workshop on High-Order CFD Methods, "    \
  "case C3.5; W. M. van Rees, A. Leonard, D. I. Pullin, P. Koumoutsakos, Journal of "              \
  "Computational Physics 230 (2011) 2794-2805"
#define FOUND                                                                                      \
  "The largest loss is 0.0127 to 0.0129 between 8.9 and 9.1 s there. The loss is that of the "     \
  "energy in 0.1 s."

const struct cli_entry cli_entry_taylor_green = {
    .row = {.name = "taylor-green",
            .case_file = "../validation/taylor-green/case.toml",
            .remark = "vortices that break up into turbulence, Re 1600, 256^3 cells"},
    .published = PUBLISHED,
    .note = "Central differences of second order, no model of smaller eddies. " FOUND,
    .quantity = quantities,
    .quantity_count = NUMBERS,
    .measure = measure,
    .slow = true,
    .has_coarse = true,
};

static enum cli_outcome measure_gas(struct cli_trial *trial) {
  return measure_on(trial, &compressible_coarse);
}

const struct cli_entry cli_entry_gas_taylor_green = {
    .row = {.name = "gas-taylor-green",
            .case_file = "../validation/gas-taylor-green/case.toml",
            .remark = "vortices that break up, Re 1600: compressible, Mach 0.1, 256^3 cells"},
    .published = PUBLISHED,
    .note = "HLLC for slow winds; what the scheme takes of the energy is not in the dissipation. "
            "A wave of sound goes to and fro in 0.3 s. " FOUND,
    .quantity = compressible_quantities,
    .quantity_count = NUMBERS,
    .measure = measure_gas,
    .slow = true,
    .has_coarse = true,
};
