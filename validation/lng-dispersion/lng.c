/* Spills of liquefied natural gas: largest concentrations on arcs against the plume of a dense gas.
 */
#include "validation/runner/measures.h"
#include "validation/runner/plots.h"
#include "validation/runner/trial.h"
#include <lab/dense_gas.h>
#include <math.h>
#include <stdio.h>

enum { ARCS = 8, TRIALS = 6, BURRO_8 = 1 };

/* Trials: Burro (Koopman et al. 1982), Coyote (Goldwire et al. 1983), Maplin Sands (Puttock et al.
 * 1982), with the rates, stabilities and arcs of the LNG Model Validation Database (Ivings et al.
 * 2007, Coldrick et al. 2009); the Obukhov lengths, but those of Burro 8 and Maplin Sands 27, were
 * not compared with the reports. Wind at a height, m/s and m; roughness, Obukhov length, m; air, K
 * and Pa; arcs: m and % by volume at the height of the sensors, m. */
static const struct {
  double number, rate, speed, height, roughness, obukhov, temperature, pressure, sensor;
  int count;
  double arc[ARCS][2];
} trials[TRIALS] = {
    {3,
     88,
     5.58,
     3,
     2e-4,
     -9.1,
     306.7,
     94.8e3,
     1,
     4,
     {{57, 28.2}, {140, 9}, {400, 1.2}, {800, 0.9}}},
    {8,
     117,
     1.94,
     3,
     2e-4,
     16.5,
     306.2,
     94.1e3,
     1,
     4,
     {{57, 55.9}, {140, 18.1}, {400, 6.1}, {800, 2.1}}},
    {103,
     101,
     6.77,
     3,
     2e-4,
     -6.3,
     310.8,
     93.6e3,
     1,
     5,
     {{140, 10.7}, {200, 5.4}, {300, 2}, {400, 1.5}, {500, 0.8}}},
    {106,
     123,
     5.04,
     3,
     2e-4,
     82.5,
     297.5,
     94.2e3,
     1,
     5,
     {{140, 12.7}, {200, 6.5}, {300, 2}, {400, 1.6}, {500, 0.6}}},
    {227,
     23.2,
     5.5,
     10,
     3e-4,
     -14.4,
     288.0,
     101.3e3,
     0.9,
     8,
     {{58, 16.9},
      {88, 12.3},
      {129, 9.3},
      {181, 4.8},
      {248, 3.1},
      {322, 3.5},
      {399, 2.9},
      {650, 0.3}}},
    {234, 21.5, 8.6, 10, 3e-4, -75, 288.2, 101.3e3, 0.9, 2, {{89, 12.1}, {180, 4.5}}},
};

/* Round pool that evaporates 0.167 kg/(m2 s). */
static double pool_radius(double rate) { return sqrt(rate / 0.167 / 3.14159265358979323846); }

static enum cli_outcome add_trial(struct cli_trial *trial, struct sm_context *ctx, int t,
                                  struct cli_pairs *all, struct cli_pairs *own) {
  const struct sm_dense_release release = {"methane", trials[t].rate, pool_radius(trials[t].rate),
                                           111.67, 0};
  const struct sm_dense_weather weather = {trials[t].speed,       trials[t].height,
                                           trials[t].roughness,   trials[t].obukhov,
                                           trials[t].temperature, trials[t].pressure};
  struct sm_dense_station station[ARCS];
  double passive;
  for (int a = 0; a < trials[t].count; a++) station[a].distance = trials[t].arc[a][0];
  if (sm_dense_plume(ctx, &release, &weather, station, trials[t].count, &passive) != SM_OK)
    return cli_trial_fail(trial, "%s", sm_context_message(ctx));
  for (int a = 0; a < trials[t].count; a++) {
    const double here =
        100 * station[a].concentration * sm_dense_profile(&station[a], trials[t].sensor);
    const double row[CLI_TABLE_COLUMNS] = {trials[t].number, station[a].distance,
                                           trials[t].arc[a][1], here, station[a].depth};
    cli_pairs_add(all, here, trials[t].arc[a][1]);
    if (t == BURRO_8) cli_pairs_add(own, here, trials[t].arc[a][1]);
    const enum cli_outcome outcome = cli_trial_row(trial, row);
    if (outcome != CLI_MEASURED) return outcome;
  }
  return CLI_MEASURED;
}

enum cli_outcome cli_measure_lng_dispersion(struct cli_trial *trial) {
  static const char *const columns[CLI_TABLE_COLUMNS] = {
      "trial (Coyote: 100 +, Maplin Sands: 200 +)", "arc, m", "measured, %", "here, %", "depth, m"};
  static struct cli_pairs all, burro_8;
  struct sm_context *ctx = NULL;
  cli_pairs_clear(&all);
  cli_pairs_clear(&burro_8);
  cli_trial_columns(trial, columns);
  snprintf(trial->sample.device, sizeof trial->sample.device, "CPU"); /* for any device */
  if (sm_context_create(NULL, &ctx) != SM_OK) return cli_trial_fail(trial, "out of memory");
  enum cli_outcome outcome = CLI_MEASURED;
  for (int t = 0; t < TRIALS && outcome == CLI_MEASURED; t++)
    outcome = add_trial(trial, ctx, t, &all, &burro_8);
  sm_context_destroy(&ctx);
  if (outcome == CLI_MEASURED) outcome = cli_trial_pairs(trial, &all);
  if (outcome != CLI_MEASURED) return outcome;
  trial->here[0] = (double)all.count;
  trial->here[1] = sm_metric_fac2(cli_pairs_of(&all));
  trial->here[2] = fabs(sm_metric_fb(cli_pairs_of(&all)));
  trial->here[3] = sm_metric_mg(cli_pairs_of(&all), 1e-6);
  trial->here[4] = sm_metric_vg(cli_pairs_of(&all), 1e-6);
  trial->here[5] = sm_metric_fac2(cli_pairs_of(&burro_8));
  trial->here[6] = fabs(sm_metric_fb(cli_pairs_of(&burro_8)));
  return cli_trial_scatter_log(trial, "arcs", "largest of an arc, % of methane", &all);
}
