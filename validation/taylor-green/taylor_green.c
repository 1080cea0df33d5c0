/* taylor_green.c - Taylor-Green vortex: transition to turbulence. */
#include "cli/text/series.h"
#include "validation/runner/measures.h"
#include "validation/runner/plots.h"
#include "validation/runner/trial.h"
#include <math.h>

#define PI 3.14159265358979323846

/* Initial dissipation rate of the energy, 1/8: 3/4 nu, m2/s3. */
static const double begin = 4.6875e-4;

/* Interval for slopes of the energy, s; time steps are shorter. */
static const double window = 0.1;

enum { ENERGY, BEGIN, PEAK, PEAK_FROM, PEAK_TIME, PEAK_VISCOUS, BUDGET, NUMBERS };

/* First row at or after a time. */
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
    double taken = 0; /* mean viscous dissipation: equal, except for numerical dissipation */
    for (size_t r = a + 1; r <= b; r++)
      taken += cli_series_at(series, "viscous_dissipation", r) / (to - from) *
               (cli_series_at(series, "time", r) - cli_series_at(series, "time", r - 1));
    if (t < 0.6 * window) here[BEGIN] = loss / begin;
    if (loss > peak) {
      peak = loss;
      here[PEAK_TIME] = fabs(0.5 * (from + to) - 9);
    }
    worst = cli_larger(worst, fabs(loss - taken));
    here[PEAK_VISCOUS] =
        cli_larger(here[PEAK_VISCOUS], 2 * nu * cli_series_at(series, "enstrophy", b));
    cli_curves_add(curves, 0, 0.5 * (from + to), NAN, loss);
  }
  here[PEAK] = peak;
  here[PEAK_FROM] = fabs(peak / 0.0128 - 1);
  here[BUDGET] = worst / peak;
}

/* Runs the case of the entry with a number of cells per side. */
static enum cli_outcome run(struct cli_trial *trial, int cells) {
  char cell[128];
  const double edge = 2 * PI / cells;
  snprintf(cell, sizeof cell, "domain.cell_size=[%.17g, %.17g, %.17g]", edge, edge, edge);
  const char *const settings[] = {cell, "wind.duration=12", NULL};
  return cli_trial_run(trial, settings);
}

static enum cli_outcome measure_on(struct cli_trial *trial, int cells) {
  static struct cli_curves curves;
  struct cli_series series;
  char path[4200];
  enum cli_outcome outcome = run(trial, cells);
  if (outcome == CLI_MEASURED)
    outcome = cli_trial_result(trial, "wind_series.csv", path, sizeof path);
  if (outcome != CLI_MEASURED) return outcome;
  if (!cli_series_read(path, &series, trial->reason, sizeof trial->reason)) return CLI_FAILED;
  curves.count = 0;
  find(&series, trial->here, &curves);
  cli_series_free(&series);
  cli_curves_add(&curves, 0, 9, 0.0128, NAN);
  return cli_trial_curve(trial, "loss of energy", "time (s)", "loss of energy (m2/s3)", &curves);
}

/* 1000 steps of 16.8 million cells: 12 s at 1.5e9 cell steps per second. */
enum cli_outcome cli_measure_taylor_green(struct cli_trial *trial) {
  return measure_on(trial, trial->coarse ? 64 : 256);
}

/* 18000 acoustic steps on the same grid: 4 minutes at 1.2e9. */
enum cli_outcome cli_measure_gas_taylor_green(struct cli_trial *trial) {
  return measure_on(trial, trial->coarse ? 32 : 256);
}
