/* epa.c - array of 7 x 11 cubes in the US EPA wind tunnel. */
#include "validation/runner/measures.h"
#include "validation/runner/plots.h"
#include "validation/runner/trial.h"
#include <math.h>
#include <simoom/simoom.h>
#include <stdlib.h>
#include <string.h>

/* The case is 100 times as large as the wind-tunnel model; the measurements have x = 0, y = 0 at
 * the centre of the windward wall of the middle cube of the first row. */
static const double metres_per_mm = 0.1, origin[2] = {60, 200.5}; /* m in the case */
static const double roof = 15, highest = 3.7 * 15;                /* m */
static const double hit = 0.25, hit_absolute = 0.17;              /* hit rate: relative; m/s */
enum { POINTS = 894 };

#define DATA "epa-7x11/3DU.txt"

/* Measurement of a component at a point: mean and standard deviation, m/s. */
struct reading {
  double x, z; /* mm */
  double mean, sigma;
};

struct readings {
  struct reading at[CLI_PAIRS];
  size_t count;
};

/* Finds x of a profile, mm, in the heading of a block, which ends with "X=225, Y=0". */
static bool find_place(const char *block, size_t length, double *x) {
  double y;
  for (const char *s = block; s + 2 < block + length; s++)
    if (s[0] == 'X' && s[1] == '=' && sscanf(s, "X=%lf, Y=%lf", x, &y) == 2 && y == 0) return true;
  return false;
}

/* Adds the rows "z mean sigma ..." of a block: z in mm, then nine numbers. */
static void add_rows(struct readings *readings, const char *block, size_t length, double x) {
  char line[256];
  for (const char *row = block; row < block + length; row += strcspn(row, "\n") + 1) {
    struct reading r = {.x = x};
    double rest;
    snprintf(line, sizeof line, "%.*s", (int)strcspn(row, "\n"), row);
    if (sscanf(line, "%lf %lf %lf %lf", &r.z, &r.mean, &r.sigma, &rest) != 4) continue;
    if (!(r.z * metres_per_mm < highest)) continue;
    if (readings->count < CLI_PAIRS) readings->at[readings->count] = r;
    readings->count++;
  }
}

/* Reads the vertical profiles of a component on the centre line, except the inflow profile at x =
 * -500 mm. Blocks are separated by "****"; those with ",VERT," in their heading are vertical
 * profiles. CLI_SKIPPED: the file cannot be read. */
static enum cli_outcome read_component(struct cli_trial *trial, const char *file,
                                       struct readings *readings) {
  char *text = cli_trial_data(trial, file);
  const char *block = text;
  readings->count = 0;
  while (block != NULL) {
    const char *end = strstr(block, "****");
    const size_t length = end != NULL ? (size_t)(end - block) : strlen(block);
    const char *kind = strstr(block, ",VERT,");
    double x;
    if (kind != NULL && kind < block + length && find_place(block, length, &x) && x > -500)
      add_rows(readings, block, length, x);
    block = end != NULL ? end + 4 : NULL;
  }
  free(text);
  if (readings->count > CLI_PAIRS)
    return cli_trial_fail(trial, "%s: %zu readings, more than %d", file, readings->count,
                          CLI_PAIRS);
  return text != NULL ? CLI_MEASURED : CLI_SKIPPED;
}

static const struct reading *find_reading(const struct readings *readings, double x, double z) {
  for (size_t r = 0; r < readings->count; r++)
    if (fabs(readings->at[r].x - x) < 1 && fabs(readings->at[r].z - z) < 1) return &readings->at[r];
  return NULL;
}

static void add_probe(struct cli_probes *probes, double x, double z, double measured) {
  cli_probes_add(probes, origin[0] + x * metres_per_mm, origin[1], z * metres_per_mm, measured, 0,
                 0);
}

/* Reads the streamwise wind, and the turbulent kinetic energy where all three components were
 * measured. */
static enum cli_outcome read_profiles(struct cli_trial *trial, struct cli_probes *wind,
                                      struct cli_probes *energy) {
  static struct readings u, v, w;
  wind->count = energy->count = 0;
  enum cli_outcome outcome = read_component(trial, DATA, &u);
  if (outcome != CLI_MEASURED) return outcome;
  for (size_t r = 0; r < u.count; r++) add_probe(wind, u.at[r].x, u.at[r].z, u.at[r].mean);
  if (wind->count != POINTS)
    return cli_trial_fail(trial, DATA ": %zu points in its profiles, not %d", wind->count, POINTS);
  outcome = read_component(trial, "epa-7x11/3DV.txt", &v);
  if (outcome == CLI_MEASURED) outcome = read_component(trial, "epa-7x11/3DW.txt", &w);
  if (outcome != CLI_MEASURED) return outcome;
  for (size_t r = 0; r < u.count; r++) {
    const double x = u.at[r].x, z = u.at[r].z;
    const struct reading *side = find_reading(&v, x, z), *up = find_reading(&w, x, z);
    if (side == NULL || up == NULL) continue;
    add_probe(energy, x, z,
              0.5 * (pow(u.at[r].sigma, 2) + pow(side->sigma, 2) + pow(up->sigma, 2)));
  }
  return CLI_MEASURED;
}

/* Draws the cubes on the centre line: x and height of two corners, m. */
static enum cli_outcome draw_profiles(struct cli_trial *trial, const char *name,
                                      const char *quantity, const struct cli_probes *probes,
                                      const double *computed) {
  static struct cli_curves curves;
  double cubes[7][2][2];
  for (int m = 0; m < 7; m++) {
    const double x = origin[0] + 2 * roof * m, box[2][2] = {{x, 0}, {x + roof, roof}};
    memcpy(cubes[m], box, sizeof box);
  }
  curves.count = 0;
  for (size_t p = 0; p < probes->count; p++)
    cli_curves_add(&curves, probes->at[p][0], probes->at[p][2], probes->measured[p][0],
                   computed[p]);
  return cli_trial_profiles(trial, name, quantity, &curves, (const double(*)[2][2])cubes, 7);
}

/* Adds pairs of measured (half the sum of the variances) and computed energy at the points. */
static enum cli_outcome pair_energy(struct cli_trial *trial, const struct cli_probes *probes,
                                    bool variances, struct cli_pairs *pairs) {
  static const char *const pictures[2][2] = {
      {"energy", "energy of the turbulence (m2/s2)"},
      {"variances", "half of the variances of the turbulence (m2/s2)"}};
  static const char *const names[2][3] = {{"tke", NULL, NULL}, {"uu", "vv", "ww"}};
  static double sum[CLI_PAIRS], part[CLI_PAIRS];
  cli_pairs_clear(pairs);
  for (size_t p = 0; p < probes->count; p++) sum[p] = 0;
  for (int m = 0; m < 3 && names[variances][m] != NULL; m++) {
    const enum cli_outcome outcome =
        cli_trial_probe_variable(trial, 0, names[variances][m], probes, part);
    if (outcome != CLI_MEASURED) return outcome;
    for (size_t p = 0; p < probes->count; p++) sum[p] += (variances ? 0.5 : 1) * part[p];
  }
  for (size_t p = 0; p < probes->count; p++) cli_pairs_add(pairs, sum[p], probes->measured[p][0]);
  if (cli_trial_pairs(trial, pairs) != CLI_MEASURED) return CLI_FAILED;
  return draw_profiles(trial, pictures[variances][0], pictures[variances][1], probes, sum);
}

/* Computes the four metrics. */
static void judge_energy(const struct cli_pairs *pairs, double *here) {
  const double fb = sm_metric_fb(cli_pairs_of(pairs)); /* ratio of the means: (2 - fb) / (2 + fb) */
  here[0] = (2 - fb) / (2 + fb);
  here[1] = sm_metric_fac2(cli_pairs_of(pairs));
  here[2] = sm_metric_nmse(cli_pairs_of(pairs));
  here[3] = sm_metric_correlation(cli_pairs_of(pairs));
}

static enum cli_outcome measure_energy(struct cli_trial *trial, const struct cli_probes *probes,
                                       double *here) {
  static struct cli_pairs energy, variances;
  enum cli_outcome outcome = pair_energy(trial, probes, false, &energy);
  if (outcome == CLI_MEASURED) outcome = pair_energy(trial, probes, true, &variances);
  here[0] = (double)energy.count;
  judge_energy(&energy, here + 1);
  judge_energy(&variances, here + 5);
  return outcome;
}

static enum cli_outcome measure_wind(struct cli_trial *trial, const struct cli_probes *probes) {
  static struct cli_pairs all, below;
  static double wind[CLI_PAIRS];
  double *here = trial->here;
  cli_pairs_clear(&all);
  cli_pairs_clear(&below);
  for (size_t p = 0; p < probes->count; p++) {
    wind[p] = probes->wind[p][0];
    cli_pairs_add(&all, probes->wind[p][0], probes->measured[p][0]);
    if (probes->at[p][2] <= roof * 1.0001)
      cli_pairs_add(&below, probes->wind[p][0], probes->measured[p][0]);
  }
  if (cli_trial_pairs(trial, &all) != CLI_MEASURED) return CLI_FAILED;
  here[0] = (double)all.count;
  here[1] = sm_metric_rmse(cli_pairs_of(&all));
  here[2] = sm_metric_rmse(cli_pairs_of(&below));
  here[3] = sm_metric_correlation(cli_pairs_of(&all));
  here[4] = sm_metric_fac2(cli_pairs_of(&all));
  here[5] = sm_metric_fac2(cli_pairs_of(&below));
  here[6] = sm_metric_hit_rate(cli_pairs_of(&all), hit, hit_absolute);
  here[7] = sm_metric_hit_rate(cli_pairs_of(&below), hit, hit_absolute);
  here[8] = sm_metric_bias(cli_pairs_of(&all));
  here[9] = sm_metric_bias(cli_pairs_of(&below));
  here[19] = sm_metric_fb(cli_pairs_of(&all));
  here[20] = sm_metric_nmse(cli_pairs_of(&all));
  const enum cli_outcome outcome =
      cli_trial_scatter(trial, "streamwise", "streamwise wind (m/s)", &all);
  if (outcome != CLI_MEASURED) return outcome;
  return draw_profiles(trial, "wind", "streamwise wind (m/s)", probes, wind);
}

enum cli_outcome cli_measure_epa(struct cli_trial *trial) {
  static struct cli_probes wind, energy;
  enum cli_outcome outcome = read_profiles(trial, &wind, &energy);
  if (outcome == CLI_MEASURED) outcome = cli_trial_run(trial, NULL);
  if (outcome == CLI_MEASURED) outcome = cli_trial_probe(trial, 0, &wind);
  if (outcome != CLI_MEASURED) return outcome;
  outcome = measure_wind(trial, &wind);
  return outcome == CLI_MEASURED ? measure_energy(trial, &energy, trial->here + 10) : outcome;
}
