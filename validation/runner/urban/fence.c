/* fence.c - the shelter of long fences, beside what was measured in a wind tunnel. */
#include "validation/runner/plots.h"
#include "validation/runner/trial.h"
#include <math.h>
#include <stdio.h>

/* The case. */
static const double height = 2, roughness = 0.02;    /* m */
static const double fence = 20, middle = 80;         /* m from the case's corner */
static const double reference = 5, measured_at = 10; /* m/s; m */
static const double hit = 0.25, hit_absolute = 0.06; /* of the wind; of that at the fence's top */
static const double porosity[] = {0.3, 0.5};
static const double at_x[] = {5, 7.5, 10, 12.5, 15, 20}, at_z[] = {0.25, 0.5, 0.75, 1, 1.5};
#define COUNT(LIST) (sizeof(LIST) / sizeof *(LIST))
enum { POINTS = COUNT(porosity) * COUNT(at_x) * COUNT(at_z) };
static const double near_reach = 10; /* heights: to here it is "near" */

/* Without the fence, m/s. */
static double open_wind(double z) {
  return reference * log((z + roughness) / roughness) / log((measured_at + roughness) / roughness);
}

/* Perera (1981), as in Astrup and Larsen (1999): what a fence takes from the wind, over the wind at
 * its top, at x >= 5 heights behind it. */
static double perera(double x, double z, double open) {
  const double karman = 0.41, k = 2 * karman * karman / log(height / roughness);
  const double n = z / height * pow(k * x / height, -1 / 2.14);
  return 9.75 * (1 - open) * height / x * n * exp(-0.67 * pow(n, 1.5));
}

static const struct cli_quantity quantities[] = {
    {"points", "", CLI_AT_LEAST, POINTS, POINTS, CLI_NONE},
    {"wind, RMSE over that at the top", "", CLI_NO_GATE, CLI_NONE, CLI_NONE, CLI_NONE},
    {"wind, FAC2", "", CLI_AT_LEAST, 0.5, CLI_NONE, CLI_NONE},
    {"wind, hit rate", "", CLI_AT_LEAST, 0.66, CLI_NONE, CLI_NONE},
    {"shelter, FAC2", "", CLI_AT_LEAST, 0.5, CLI_NONE, CLI_NONE},
    {"shelter, absolute FB", "", CLI_AT_MOST, 0.3, CLI_NONE, CLI_NONE},
    {"shelter, NMSE", "", CLI_AT_MOST, 1.5, CLI_NONE, CLI_NONE},
    {"to 10 heights behind, over that measured", "", CLI_NO_GATE, CLI_NONE, 1, CLI_NONE},
    {"farther, over that measured", "", CLI_NO_GATE, CLI_NONE, 1, CLI_NONE},
};

/* Sums of the shelter, computed and measured, near the fence and far from it. */
struct sums {
  double computed[2], measured[2];
};

/* Adds the points behind one fence. */
static enum cli_outcome compare(struct cli_trial *trial, double open, struct cli_pairs *wind,
                                struct cli_pairs *shelter, struct sums *sums) {
  static struct cli_probes probes;
  const double top = open_wind(height);
  probes.count = 0;
  for (size_t i = 0; i < COUNT(at_x); i++)
    for (size_t k = 0; k < COUNT(at_z); k++) {
      const double x = height * at_x[i], z = height * at_z[k];
      cli_probes_add(&probes, fence + x, middle, z, perera(x, z, open), 0, 0);
    }
  const enum cli_outcome outcome = cli_trial_probe(trial, 0, &probes);
  for (size_t p = 0; p < probes.count && outcome == CLI_MEASURED; p++) {
    const double z = probes.at[p][2], before = open_wind(z) / top;
    const double taken = probes.measured[p][0], here = before - probes.wind[p][0] / top;
    const int far = probes.at[p][0] - fence > near_reach * height;
    cli_pairs_add(wind, before - here, before - taken);
    cli_pairs_add(shelter, here, taken);
    sums->computed[far] += here;
    sums->measured[far] += taken;
  }
  return outcome;
}

/* Draws the wind at half the height behind one fence. */
static enum cli_outcome draw(struct cli_trial *trial, double open) {
  static struct cli_curves curves;
  static struct cli_probes probes;
  char name[64];
  const double z = 0.5 * height, top = open_wind(height);
  probes.count = curves.count = 0;
  for (double x = 5; x < 25.5; x++)
    cli_probes_add(&probes, fence + x * height, middle, z, perera(x * height, z, open), 0, 0);
  const enum cli_outcome outcome = cli_trial_probe(trial, 0, &probes);
  for (size_t p = 0; p < probes.count && outcome == CLI_MEASURED; p++)
    cli_curves_add(&curves, 0, (probes.at[p][0] - fence) / height,
                   open_wind(z) / top - probes.measured[p][0], probes.wind[p][0] / top);
  if (outcome != CLI_MEASURED) return outcome;
  snprintf(name, sizeof name, "porosity %g", open);
  return cli_trial_curve(trial, name, "heights behind the fence",
                         "wind at half its height, over that at its top without it", &curves);
}

static enum cli_outcome measure(struct cli_trial *trial) {
  static struct cli_pairs wind, shelter;
  struct sums sums = {{0}, {0}};
  enum cli_outcome outcome = CLI_MEASURED;
  wind.count = shelter.count = 0;
  for (size_t f = 0; f < COUNT(porosity) && outcome == CLI_MEASURED; f++) {
    char setting[64];
    const char *const settings[] = {setting, NULL};
    snprintf(setting, sizeof setting, "vegetation.line[1].porosity=%g", porosity[f]);
    outcome = cli_trial_run(trial, settings);
    if (outcome == CLI_MEASURED) outcome = compare(trial, porosity[f], &wind, &shelter, &sums);
    if (outcome == CLI_MEASURED) outcome = draw(trial, porosity[f]);
  }
  double *here = trial->here;
  here[0] = (double)wind.count;
  here[1] = cli_metric_rmse(&wind);
  here[2] = cli_metric_fac2(&wind);
  here[3] = cli_metric_hit_rate(&wind, hit, hit_absolute);
  here[4] = cli_metric_fac2(&shelter);
  here[5] = fabs(cli_metric_fb(&shelter));
  here[6] = cli_metric_nmse(&shelter);
  for (int far = 0; far < 2; far++) here[7 + far] = sums.computed[far] / sums.measured[far];
  return outcome;
}

const struct cli_entry cli_entry_fence = {
    .row = {.name = "fence",
            .case_file = "../validation/fence/case.toml",
            .remark = "long fences of porosity 0.3 and 0.5: wind 5 to 20 heights behind them"},
    .published =
        "M. D. A. E. S. Perera, Shelter behind two-dimensional solid and porous fences, Journal of "
        "Wind Engineering and Industrial Aerodynamics 8 (1981) 93-104: the formula for what was "
        "measured in a wind tunnel, as in P. Astrup and S. E. Larsen, WAsP Engineering flow model "
        "for wind over land and sea, Risoe National Laboratory (1999)",
    .note =
        "Shelter is what the fence takes from the wind, over the wind at its top. The first guess "
        "has the formula's shelter: what is measured here is how much of it the solver leaves. "
        "Hits are within 25 %, or within 6 % of that. The limits are those of COST action 732.",
    .quantity = quantities,
    .quantity_count = sizeof quantities / sizeof *quantities,
    .measure = measure,
};
