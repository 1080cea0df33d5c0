/* Spills of liquefied natural gas: largest concentrations on arcs against the plume of a dense gas,
 * and against particles in the shallow layer. */
#include "validation/runner/measures.h"
#include "validation/runner/particles.h"
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
 * and Pa; height of the sensors, m; duration, s; arcs: m and % by volume. */
static const struct {
  double number, rate, speed, height, roughness, obukhov, temperature, pressure, sensor, lasts;
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
     167,
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
     107,
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
     65,
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
     82,
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
     160,
     8,
     {{58, 16.9},
      {88, 12.3},
      {129, 9.3},
      {181, 4.8},
      {248, 3.1},
      {322, 3.5},
      {399, 2.9},
      {650, 0.3}}},
    {234, 21.5, 8.6, 10, 3e-4, -75, 288.2, 101.3e3, 0.9, 95, 2, {{89, 12.1}, {180, 4.5}}},
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

static void judge(const struct cli_pairs *all, const struct cli_pairs *own, double *here) {
  here[0] = (double)all->count;
  here[1] = sm_metric_fac2(cli_pairs_of(all));
  here[2] = fabs(sm_metric_fb(cli_pairs_of(all)));
  here[3] = sm_metric_mg(cli_pairs_of(all), 1e-6);
  here[4] = sm_metric_vg(cli_pairs_of(all), 1e-6);
  here[5] = sm_metric_fac2(cli_pairs_of(own));
  here[6] = fabs(sm_metric_fb(cli_pairs_of(own)));
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
  judge(&all, &burro_8, trial->here);
  return cli_trial_scatter_log(trial, "arcs", "largest of an arc, % of methane", &all);
}

/* --- particles in the shallow layer --- */

enum { ACROSS = 17 }; /* receptors of an arc */

/* Flat ground; the wind depends on height only. Receptors stand side by side across the wind. */
static void write_case(FILE *file, const void *own) {
  const int t = *(const int *)own;
  const double farthest = trials[t].arc[trials[t].count - 1][0], slow = 0.5 * trials[t].speed;
  fprintf(file,
          "[case]\nname = \"wind\"\n[domain]\ncrs = \"local\"\nsize = [%g, 600]\nheight = 80\n"
          "cell_size = [5, 0.4]\nstretch = 1.15\nmax_cell_z = 10\n[roughness]\nz0 = %g\n"
          "[weather]\ntemperature = %g\n[[weather.station]]\nname = \"mast\"\nspeed = %g\n"
          "from = 270\nheight = %g\nobukhov_length = %g\nprofile = \"log\"\n"
          "[turbulence]\nmodel = \"local\"\n[particles]\nduration = %g\nstep = 0.5\n"
          "interpolation = \"trilinear\"\ntop = \"reflect\"\n"
          "[[particles.species]]\nname = \"methane\"\n[[particles.source]]\n"
          "position = [150, 300]\nradius = %g\nrate = %g\nstart = 0\nstop = %g\ncount = 150000\n"
          "dense_gas = true\ntemperature = 111.67\n[particles.concentration]\ncell_size = 50\n"
          "interval = 10\nsample = 1\n[output]\nformats = [\"netcdf\"]\n",
          farthest + 250, trials[t].roughness, trials[t].temperature, trials[t].speed,
          trials[t].height, trials[t].obukhov, trials[t].lasts + (farthest + 50) / slow,
          pool_radius(trials[t].rate), trials[t].rate, trials[t].lasts);
  for (int a = 0; a < trials[t].count; a++) {
    const double x = trials[t].arc[a][0], wide = fmax(8, 0.04 * x);
    for (int n = 0; n < ACROSS; n++)
      fprintf(file,
              "[[particles.receptor]]\nposition = [%g, %g]\nheight = %g\nsize = [%g, %g, 0.8]\n",
              150 + x, 300 + (n - ACROSS / 2) * wide, trials[t].sensor, fmax(8, 0.08 * x), wide);
  }
}

/* Volume of the gas, %, of a mass in a volume, kg/m3: the mixture is as cold as that of cold gas
 * and air without heat from the ground. */
static double volume_fraction(int t, double concentration) {
  const double molar_mass = 0.016043, ratio = 35.7 / 29.1; /* of molar heat capacities */
  const double cold = 111.67, air = trials[t].temperature;
  double x = 0;
  for (int n = 0; n < 50; n++) {
    const double warm = (x * ratio * cold + (1 - x) * air) / (x * ratio + 1 - x);
    x = 0.5 * (x + fmin(concentration * 8.314462618 * warm / (molar_mass * trials[t].pressure), 1));
  }
  return 100 * x;
}

static enum cli_outcome add_layer_trial(struct cli_trial *trial, int t, struct cli_pairs *all,
                                        struct cli_pairs *own) {
  static double highest[ARCS * ACROSS];
  enum cli_outcome outcome = cli_trial_write(trial, "lng.toml", write_case, &t);
  if (outcome == CLI_MEASURED) outcome = cli_trial_run_written(trial, "lng.toml", NULL);
  if (outcome == CLI_MEASURED)
    outcome = cli_trial_highest(trial, (size_t)(trials[t].count * ACROSS), highest);
  for (int a = 0; a < trials[t].count && outcome == CLI_MEASURED; a++) {
    double most = 0;
    for (int n = 0; n < ACROSS; n++) most = fmax(most, highest[a * ACROSS + n]);
    const double here = volume_fraction(t, most), measured = trials[t].arc[a][1];
    const double row[CLI_TABLE_COLUMNS] = {trials[t].number, trials[t].arc[a][0], measured, here};
    cli_pairs_add(all, here, measured);
    if (t == BURRO_8) cli_pairs_add(own, here, measured);
    outcome = cli_trial_row(trial, row);
  }
  return outcome;
}

enum cli_outcome cli_measure_lng_layer(struct cli_trial *trial) {
  static const char *const columns[CLI_TABLE_COLUMNS] = {
      "trial (Coyote: 100 +, Maplin Sands: 200 +)", "arc, m", "measured, %", "here, %"};
  static struct cli_pairs all, burro_8;
  double seconds = 0;
  cli_pairs_clear(&all);
  cli_pairs_clear(&burro_8);
  cli_trial_columns(trial, columns);
  enum cli_outcome outcome = CLI_MEASURED;
  for (int t = 0; t < TRIALS && outcome == CLI_MEASURED; t++) {
    outcome = add_layer_trial(trial, t, &all, &burro_8);
    seconds += trial->sample.figure[CLI_FIGURE_WALL];
  }
  if (outcome == CLI_MEASURED) outcome = cli_trial_pairs(trial, &all);
  if (outcome != CLI_MEASURED) return outcome;
  judge(&all, &burro_8, trial->here);
  trial->here[7] = seconds;
  return cli_trial_scatter_log(trial, "arcs", "largest of an arc, % of methane", &all);
}
