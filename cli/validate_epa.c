/* validate_epa.c - the array of 7 x 11 cubes in the wind tunnel of the US EPA. */
#include "validate_run.h"
#include <math.h>
#include <simoom/simoom.h>
#include <stdlib.h>
#include <string.h>

/* The case is 100 times as large as the model in the tunnel; x = 0, y = 0 of the measurements are
 * the middle of the windward wall of the cubes in the middle. */
static const double metres_per_mm = 0.1, origin[2] = {60, 200.5}; /* m from the case's corner */
static const double roof = 15, highest = 3.7 * 15;                /* m */
static const double hit = 0.25, hit_absolute = 0.17;              /* of the speed; m/s */
enum { POINTS = 894 };

#define DATA "epa-7x11/3DU.txt"

/* x of a profile, mm, in the text of a block: "X=225, Y=0" ends its heading. */
static bool find_place(const char *block, size_t length, double *x) {
  double y;
  for (const char *s = block; s + 2 < block + length; s++)
    if (s[0] == 'X' && s[1] == '=' && sscanf(s, "X=%lf, Y=%lf", x, &y) == 2 && y == 0) return true;
  return false;
}

/* Adds the rows "z U ..." of a block: z in mm, then nine numbers. */
static void add_rows(struct cli_probes *probes, const char *block, size_t length, double x) {
  char line[256];
  for (const char *row = block; row < block + length; row += strcspn(row, "\n") + 1) {
    double z, u, rest;
    snprintf(line, sizeof line, "%.*s", (int)strcspn(row, "\n"), row);
    if (sscanf(line, "%lf %lf %lf", &z, &u, &rest) != 3) continue;
    z *= metres_per_mm;
    if (z < highest) cli_probes_add(probes, origin[0] + x * metres_per_mm, origin[1], z, u, 0, 0);
  }
}

/* The vertical profiles on the middle line but the one that is the inflow, at x = -500 mm. Blocks
 * are separated by "****"; those with ",VERT," in their heading are vertical profiles. */
static enum cli_outcome read_profiles(struct cli_trial *trial, struct cli_probes *probes) {
  char *text = cli_trial_data(trial, DATA);
  if (text == NULL) return CLI_SKIPPED;
  const char *block = text;
  probes->count = 0;
  while (block != NULL) {
    const char *end = strstr(block, "****");
    const size_t length = end != NULL ? (size_t)(end - block) : strlen(block);
    const char *kind = strstr(block, ",VERT,");
    double x;
    if (kind != NULL && kind < block + length && find_place(block, length, &x) && x > -500)
      add_rows(probes, block, length, x);
    block = end != NULL ? end + 4 : NULL;
  }
  free(text);
  if (probes->count == POINTS) return CLI_MEASURED;
  return cli_trial_fail(trial, DATA ": %zu points in its profiles, not %d", probes->count, POINTS);
}

static const struct cli_quantity quantities[] = {
    {"points", "", CLI_AT_LEAST, POINTS, POINTS, POINTS},
    {"RMSE", "m/s", CLI_AT_MOST, 0.33, CLI_NONE, 0.344},
    {"RMSE below the roofs", "m/s", CLI_NO_GATE, CLI_NONE, CLI_NONE, 0.341},
    {"correlation", "", CLI_NO_GATE, CLI_NONE, CLI_NONE, 0.973},
    {"FAC2", "", CLI_AT_LEAST, 0.94, CLI_NONE, 0.93},
    {"FAC2 below the roofs", "", CLI_AT_LEAST, 0.85, CLI_NONE, 0.82},
    {"hit rate (25 % or 0.17 m/s)", "", CLI_AT_LEAST, 0.78, CLI_NONE, 0.76},
    {"hit rate below the roofs", "", CLI_AT_LEAST, 0.60, CLI_NONE, 0.54},
    {"bias", "m/s", CLI_NO_GATE, CLI_NONE, CLI_NONE, 0.04},
    {"bias below the roofs", "m/s", CLI_NO_GATE, CLI_NONE, CLI_NONE, 0.09},
};

static enum cli_outcome measure(struct cli_trial *trial) {
  static struct cli_probes probes;
  static struct cli_pairs all, below;
  enum cli_outcome outcome = read_profiles(trial, &probes);
  if (outcome == CLI_MEASURED) outcome = cli_trial_run(trial, NULL);
  if (outcome == CLI_MEASURED) outcome = cli_trial_probe(trial, 0, &probes);
  if (outcome != CLI_MEASURED) return outcome;
  all.count = below.count = 0;
  for (size_t p = 0; p < probes.count; p++) {
    cli_pairs_add(&all, probes.wind[p][0], probes.measured[p][0]);
    if (probes.at[p][2] <= roof * 1.0001)
      cli_pairs_add(&below, probes.wind[p][0], probes.measured[p][0]);
  }
  double *here = trial->here;
  here[0] = (double)all.count;
  here[1] = cli_metric_rmse(&all);
  here[2] = cli_metric_rmse(&below);
  here[3] = cli_metric_correlation(&all);
  here[4] = cli_metric_fac2(&all);
  here[5] = cli_metric_fac2(&below);
  here[6] = cli_metric_hit_rate(&all, hit, hit_absolute);
  here[7] = cli_metric_hit_rate(&below, hit, hit_absolute);
  here[8] = cli_metric_bias(&all);
  here[9] = cli_metric_bias(&below);
  return CLI_MEASURED;
}

const struct cli_entry cli_entry_epa = {
    .row = {.name = "epa-7x11",
            .case_file = "../validation/epa-7x11/case.toml",
            .data = DATA,
            .remark = "7 x 11 cubes in a wind tunnel: streamwise wind in 71 vertical profiles"},
    .published = "measured in the wind tunnel, the boundary layer and the series of M. J. Brown, "
                 "R. E. Lawson, D. S. DeCroix and R. L. Lee, Mean flow and turbulence measurements "
                 "around a 2-D array of buildings in a wind tunnel, 11th Joint Conference on the "
                 "Applications of Air Pollution Meteorology (2000); the data of the cubes as "
                 "passed on with QES-Public",
    .peer = "QES-Winds 2.3.0 with the models of its own case of this array, cells of 1 m",
    .note = "Streamwise wind on the middle line up to 3.7 roof heights; the wind at roof height "
            "upstream is 2.8 m/s.",
    .quantity = quantities,
    .quantity_count = sizeof quantities / sizeof *quantities,
    .measure = measure,
};
