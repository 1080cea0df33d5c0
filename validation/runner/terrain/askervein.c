/* askervein.c - Askervein hill, run TU03-A: winds at 10 m along three lines of towers. */
#include "validation/runner/plots.h"
#include "validation/runner/trial.h"
#include <math.h>
#include <simoom/simoom.h>
#include <stdlib.h>
#include <string.h>

static const double reference = 9.6;               /* m/s at 10 m, at the reference site RS */
static const double over_ground = 10;              /* m, of all instruments */
static const double hit = 0.25;                    /* of the speed */
static const double degree = 0.017453292519943295; /* rad */

/* A line of towers. A and B cross at the hilltop HT, the highest point of the elevation model; B
 * follows the ridge to CP, 400 m away, where AA crosses it. The ridge of the elevation model, the
 * part of it above 80 m, runs along 132 degrees, as B does in the report: so its north is that of
 * the report's bearings. */
#define HT_EASTING 598166.0
#define HT_NORTHING 6339562.0
#define CP_EASTING (HT_EASTING + 292.5)
#define CP_NORTHING (HT_NORTHING - 272.8)

static const struct line {
  const char *file;
  double x, y;    /* m, EPSG:32629, where its distance is 0 */
  double bearing; /* deg from the north of the elevation model, where distances are positive */
  int column;     /* of the speed in the file */
  double unit;    /* m/s, of that column */
  size_t towers;
} lines[] = {
    {"askervein/ASW-ANE_TU03A_10m.csv", HT_EASTING, HT_NORTHING, 43, 3, 1, 11},
    /* These two were read off plots of the speed over that at RS. */
    {"askervein/AASW-AANE_TU03A_10m.csv", CP_EASTING, CP_NORTHING, 43, 2, 9.6, 17},
    {"askervein/BNW-BSE_TU03A_10m.csv", HT_EASTING, HT_NORTHING, 133, 2, 9.6, 17},
};
enum { A, AA, B, LINES };

/* Column `column` of a line of numbers separated by commas; NAN: no number there. */
static double read_column(const char *text, int column) {
  for (int c = 0; c < column; c++) {
    text += strcspn(text, ",\r\n");
    if (*text != ',') return NAN;
    text++;
  }
  char *end;
  const double value = strtod(text, &end);
  return end != text ? value : (double)NAN;
}

/* Adds the towers of a line and their distances, m. The files count distances in tens of metres,
 * as the towers are called, though they say "m". */
static enum cli_outcome add_towers(struct cli_trial *trial, const struct line *line,
                                   struct cli_probes *probes, double *distance) {
  char *text = cli_trial_data(trial, line->file);
  if (text == NULL) return CLI_SKIPPED;
  const size_t before = probes->count;
  for (const char *row = text; *row != '\0'; row += *row != '\0') {
    const double at = 10 * read_column(row, 0), speed = line->unit * read_column(row, line->column);
    row += strcspn(row, "\n");
    if (isnan(at) || isnan(speed) || probes->count == CLI_PAIRS) continue;
    distance[probes->count] = at;
    cli_probes_add(probes, line->x + at * sin(line->bearing * degree),
                   line->y + at * cos(line->bearing * degree), over_ground, speed, 0, 0);
  }
  free(text);
  if (probes->count == before + line->towers) return CLI_MEASURED;
  return cli_trial_fail(trial, "%s: %zu towers, not %zu", line->file, probes->count - before,
                        line->towers);
}

static const struct cli_quantity quantities[] = {
    {"line A, RMSE windward and at the top", "m/s", CLI_AT_MOST, 1.6, CLI_NONE, 1.60},
    {"line A, speed-up at the top", "", CLI_AT_LEAST, 0.5, 0.86, 0.52},
    {"line A, of 8 windward and top, within 25 %", "", CLI_AT_LEAST, 8, CLI_NONE, 8},
    {"line A, RMSE", "m/s", CLI_NO_GATE, CLI_NONE, CLI_NONE, 2.57},
    {"line A, of 11, within 25 %", "", CLI_NO_GATE, CLI_NONE, CLI_NONE, 9},
    {"line AA, RMSE windward and at the top", "m/s", CLI_NO_GATE, CLI_NONE, CLI_NONE, CLI_NONE},
    {"line AA, RMSE", "m/s", CLI_NO_GATE, CLI_NONE, CLI_NONE, CLI_NONE},
    {"line AA, of 17, within 25 %", "", CLI_NO_GATE, CLI_NONE, CLI_NONE, CLI_NONE},
    {"line B, RMSE", "m/s", CLI_NO_GATE, CLI_NONE, CLI_NONE, CLI_NONE},
    {"line B, of 17, within 25 %", "", CLI_NO_GATE, CLI_NONE, CLI_NONE, CLI_NONE},
    {"line A, RMSE in the lee", "m/s", CLI_NO_GATE, CLI_NONE, CLI_NONE, CLI_NONE},
    {"line A, RMSE in the lee, separated", "m/s", CLI_NO_GATE, CLI_NONE, CLI_NONE, CLI_NONE},
    {"line AA, RMSE in the lee", "m/s", CLI_NO_GATE, CLI_NONE, CLI_NONE, CLI_NONE},
    {"line AA, RMSE in the lee, separated", "m/s", CLI_NO_GATE, CLI_NONE, CLI_NONE, CLI_NONE},
};

/* Which towers of a line. */
enum side { ALL, WINDWARD /* and at the top */, LEE };

static const struct cli_pairs *pairs_of(const struct cli_probes *probes, const double *distance,
                                        int line, enum side side) {
  static struct cli_pairs pairs;
  size_t first = 0;
  for (int l = 0; l < line; l++) first += lines[l].towers;
  pairs.count = 0;
  for (size_t p = first; p < first + lines[line].towers; p++)
    if (side == ALL || (distance[p] <= 0) == (side == WINDWARD))
      cli_pairs_add(&pairs, hypot(probes->wind[p][0], probes->wind[p][1]), probes->measured[p][0]);
  return &pairs;
}

/* Speed-up at HT by the speed of line A's tower there. */
static double hilltop(const struct cli_probes *probes, const double *distance) {
  for (size_t p = 0; p < lines[A].towers; p++)
    if (fabs(distance[p]) < 1)
      return cli_metric_speed_up(hypot(probes->wind[p][0], probes->wind[p][1]), reference);
  return NAN;
}

/* Runs the case, with a setting more or NULL, and looks at the towers. */
static enum cli_outcome compute(struct cli_trial *trial, const char *setting,
                                struct cli_probes *probes) {
  const char *const settings[] = {setting, NULL};
  const enum cli_outcome outcome = cli_trial_run(trial, settings);
  return outcome == CLI_MEASURED ? cli_trial_probe(trial, 0, probes) : outcome;
}

/* The speeds along each line. */
static enum cli_outcome draw(struct cli_trial *trial, const struct cli_probes *probes,
                             const double *distance) {
  static const char *const names[LINES] = {"line A", "line AA", "line B"};
  static struct cli_curves curves;
  enum cli_outcome outcome = CLI_MEASURED;
  for (size_t l = 0, p = 0; l < LINES && outcome == CLI_MEASURED; l++) {
    curves.count = 0;
    for (size_t t = 0; t < lines[l].towers; t++, p++)
      cli_curves_add(&curves, 0, distance[p], probes->measured[p][0],
                     hypot(probes->wind[p][0], probes->wind[p][1]));
    outcome = cli_trial_curve(trial, names[l], "distance along the line (m)", "speed at 10 m (m/s)",
                              &curves);
  }
  return outcome;
}

static enum cli_outcome measure(struct cli_trial *trial) {
  static struct cli_probes probes;
  static double distance[CLI_PAIRS];
  probes.count = 0;
  enum cli_outcome outcome = CLI_MEASURED;
  for (int l = 0; l < LINES && outcome == CLI_MEASURED; l++)
    outcome = add_towers(trial, &lines[l], &probes, distance);
  double *here = trial->here;
  if (outcome == CLI_MEASURED) outcome = compute(trial, "wind.lee=separated", &probes);
  if (outcome != CLI_MEASURED) return outcome;
  here[11] = cli_metric_rmse(pairs_of(&probes, distance, A, LEE));
  here[13] = cli_metric_rmse(pairs_of(&probes, distance, AA, LEE));
  outcome = compute(trial, NULL, &probes);
  if (outcome != CLI_MEASURED) return outcome;
  here[10] = cli_metric_rmse(pairs_of(&probes, distance, A, LEE));
  here[12] = cli_metric_rmse(pairs_of(&probes, distance, AA, LEE));
  here[0] = cli_metric_rmse(pairs_of(&probes, distance, A, WINDWARD));
  here[1] = hilltop(&probes, distance);
  here[2] = cli_metric_hits(pairs_of(&probes, distance, A, WINDWARD), hit, 0);
  here[3] = cli_metric_rmse(pairs_of(&probes, distance, A, ALL));
  here[4] = cli_metric_hits(pairs_of(&probes, distance, A, ALL), hit, 0);
  here[5] = cli_metric_rmse(pairs_of(&probes, distance, AA, WINDWARD));
  here[6] = cli_metric_rmse(pairs_of(&probes, distance, AA, ALL));
  here[7] = cli_metric_hits(pairs_of(&probes, distance, AA, ALL), hit, 0);
  here[8] = cli_metric_rmse(pairs_of(&probes, distance, B, ALL));
  here[9] = cli_metric_hits(pairs_of(&probes, distance, B, ALL), hit, 0);
  return draw(trial, &probes, distance);
}

const struct cli_entry cli_entry_askervein = {
    .row = {.name = "askervein",
            .case_file = "askervein/case.toml",
            .data = "askervein/askervein.tif",
            .remark = "Askervein hill, run TU03-A: winds at 10 m along the lines A, AA and B"},
    .published = "P. A. Taylor and H. W. Teunissen, The Askervein Hill project: report on the "
                 "September/October 1983 main field experiment, MSRB-84-6 (1985)",
    .peer = "WindNinja 3.12, mass-consistent, cells of 50 m, changed to 30 levels so that its lid "
            "is high; as it is shipped: 2.41 m/s, 0.30 and 7 of 8",
    .note = "The line A crosses the hill through its top, B runs along the ridge, AA is 400 m from "
            "A. The lee side, where the flow separates, is beyond any mass-consistent model: "
            "\"separated\" is "
            "wind.lee, a model of the first guess, which is off by default.",
    .quantity = quantities,
    .quantity_count = sizeof quantities / sizeof *quantities,
    .measure = measure,
};
