/* hill.c - a smooth hill: what the cells and the lid must not matter for. */
#include "cli/session/file.h"
#include "validation/runner/trial.h"
#include <errno.h>
#include <math.h>
#include <simoom/simoom.h>
#include <string.h>

/* The hill: HEIGHT 2^-(r/LENGTH)^2, in the middle of the domain, on the meridian where grid north
 * is true north. */
#define EASTING 500000.0
#define NORTHING 5000000.0
static const double height = 100, length = 500;       /* m; length: where it is half as high */
static const double reference = 10, over_ground = 10; /* m/s upstream; m: of both speeds */

static const char case_text[] = "[case]\n"
                                "name = \"hill\"\n"
                                "[domain]\n"
                                "crs = \"EPSG:32632\"\n"
                                "origin = [497000, 4997000]\n"
                                "size = [6000, 6000]\n"
                                "cell_size = [40, 4]\n"
                                "stretch = 1.1\n"
                                "stretch_from = 40\n"
                                "max_cell_z = 100\n"
                                "solids = \"cut\"\n"
                                "[terrain]\n"
                                "file = \"hill.asc\"\n"
                                "crs = \"EPSG:32632\"\n"
                                "[roughness]\n"
                                "z0 = 0.03\n"
                                "[[weather.station]]\n"
                                "speed = 10\n"
                                "from = 270\n"
                                "height = 10\n"
                                "profile = \"log\"\n";

enum { ROWS = 321 };
static const double spacing = 20; /* m, of the raster's points */

static void write_terrain(FILE *file) {
  const double west = -0.5 * spacing * ROWS;
  fprintf(file, "ncols %d\nnrows %d\nxllcorner %.1f\nyllcorner %.1f\ncellsize %g\n", ROWS, ROWS,
          EASTING + west, NORTHING + west, spacing);
  for (int j = 0; j < ROWS; j++)
    for (int i = 0; i < ROWS; i++) {
      const double x = west + (i + 0.5) * spacing, y = west + (j + 0.5) * spacing;
      fprintf(file, "%.4f%c", height * exp2(-(x * x + y * y) / (length * length)),
              i + 1 < ROWS ? ' ' : '\n');
    }
}

static void write_case(FILE *file) { fputs(case_text, file); }

/* Writes a file into the temporary folder by a function. */
static enum cli_outcome write_input(struct cli_trial *trial, const char *name,
                                    void (*write)(FILE *file)) {
  char path[4200];
  struct cli_file file;
  snprintf(path, sizeof path, "%s/%s", trial->bench->folder, name);
  if (!cli_file_open(&file, path)) return cli_trial_fail(trial, "%s: %s", path, strerror(errno));
  write(file.stream);
  return cli_file_close(&file) ? CLI_MEASURED
                               : cli_trial_fail(trial, "%s: %s", path, strerror(errno));
}

/* Speed-up over the top with one setting more (NULL: none). */
static enum cli_outcome find_speed_up(struct cli_trial *trial, const char *setting,
                                      double *speed_up) {
  static struct cli_probes top;
  const char *const settings[] = {setting, NULL};
  enum cli_outcome outcome = cli_trial_run(trial, settings);
  if (outcome != CLI_MEASURED) return outcome;
  top.count = 0;
  cli_probes_add(&top, EASTING, NORTHING, over_ground, reference, 0, 0);
  outcome = cli_trial_probe(trial, 0, &top);
  *speed_up = cli_metric_speed_up(hypot(top.wind[0][0], top.wind[0][1]), reference);
  return outcome;
}

static const struct cli_quantity quantities[] = {
    {"speed-up over the top", "", CLI_NO_GATE, CLI_NONE, 0.32, CLI_NONE},
    {"its change with cells of half the size", "", CLI_AT_MOST, 0.02, CLI_NONE, CLI_NONE},
    {"its change with cells of twice the size", "", CLI_AT_MOST, 0.02, CLI_NONE, CLI_NONE},
    {"its change with the lid at half the height", "", CLI_AT_MOST, 0.02, CLI_NONE, CLI_NONE},
    {"its change with the lid at twice the height", "", CLI_AT_MOST, 0.02, CLI_NONE, CLI_NONE},
};

/* The lid is at 921 m by default. */
static enum cli_outcome measure(struct cli_trial *trial) {
  static const char *const settings[] = {NULL, "domain.cell_size=[20,2]", "domain.cell_size=[80,8]",
                                         "domain.height=460", "domain.height=1842"};
  const struct cli_bench *given = trial->bench;
  static struct cli_bench bench; /* the case is in the temporary folder */
  bench = *given;
  bench.cases = bench.folder;
  trial->bench = &bench;
  double first = NAN, speed_up = NAN;
  enum cli_outcome outcome = write_input(trial, "hill.toml", write_case);
  if (outcome == CLI_MEASURED) outcome = write_input(trial, "hill.asc", write_terrain);
  for (int q = 0; q < trial->entry->quantity_count && outcome == CLI_MEASURED; q++) {
    outcome = find_speed_up(trial, settings[q], &speed_up);
    if (q == 0) first = speed_up;
    trial->here[q] = q == 0 ? first : fabs(speed_up / first - 1);
  }
  trial->bench = given;
  return outcome;
}

const struct cli_entry cli_entry_hill = {
    .row = {.name = "hill",
            .case_file = "hill.toml",
            .remark = "a smooth hill: speed-up with other cells and other lids"},
    .published = "P. A. Taylor and R. J. Lee, Climatological Bulletin 18 (1984) 3-32: the largest "
                 "speed-up over a round hill is about 1.6 times its height over its half-length",
    .note = "A hill 100 m high that is half as high at 500 m, wind at 10 m above its top over that "
            "upstream, minus 1. Cells of 40 m x 40 m x 4 m, the lid at 921 m by default.",
    .quantity = quantities,
    .quantity_count = sizeof quantities / sizeof *quantities,
    .measure = measure,
};
