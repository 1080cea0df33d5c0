/* epa_plume.c - plume of a source behind the first row of an array of 7 x 11 cubes. */
#include "bench/runner/run_case.h"
#include "cli/session/file.h"
#include "validation/runner/measures.h"
#include "validation/runner/particles.h"
#include "validation/runner/plots.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The case is that of epa-7x11, 100 times as large as the model (see there). */
static const double metres_per_mm = 0.1, origin[2] = {60, 200.5}; /* m in the case */
static const double scale = 3 * 15 * 15;         /* U H^2, m3/s, of 3 m/s and the cube's height:
                                                    concentrations are C U H^2 / Q */
static const double source[2] = {160, 0};        /* mm */
static const double duration = 900, step = 0.25; /* s */
static const double highest = 58;                /* m */
static const double none = 1e-3;                 /* smaller values count as zero concentration */
static const double noise = 3.2e-4; /* noise of the samplers: far from the plume they read -3e-4 */

/* Species of the same source: samples of the random error. */
enum { PARTS = 8 };
static const int particles = 300000; /* of a part */

#define LATERAL "epa-7x11/LatConc.txt"
#define VERTICAL "epa-7x11/VertConc.txt"

struct sample {
  double at[3]; /* m */
  double measured;
};

struct samples {
  struct sample sample[CLI_PAIRS];
  size_t count;
};

/* Number after a word in the heading of a block; NAN if absent. */
static double number_after(const char *heading, size_t length, const char *word) {
  const size_t size = strlen(word);
  for (size_t i = 0; i + size < length; i++)
    if (strncmp(heading + i, word, size) == 0) return strtod(heading + i + size, NULL);
  return (double)NAN;
}

/* Adds rows of eight numbers: position in mm, time, ..., the last being C U H^2 / Q. */
static void add_rows(struct samples *samples, const char *block, size_t length, bool lateral) {
  const char *heading = strstr(block, "Q=1000");
  if (heading == NULL || heading > block + length) return;
  const size_t words = strcspn(heading, "\n");
  const double x = number_after(heading, words, "x=");
  const double y = lateral ? 0 : number_after(heading, words, "y=");
  char line[256];
  for (const char *row = heading; row < block + length; row += strcspn(row, "\n") + 1) {
    double place, chi, rest;
    snprintf(line, sizeof line, "%.*s", (int)strcspn(row, "\n"), row);
    if (sscanf(line, "%lf %*f %*f %*f %*f %lf %*f %lf", &place, &chi, &rest) != 3) continue;
    const double mark = fabs(place);
    if (fabs(mark - 888.8) < 0.05 || fabs(mark - 999.9) < 0.05) continue; /* calibration gases */
    if (!lateral && place * metres_per_mm > highest) continue;
    if (!isfinite(x) || !isfinite(y)) continue;
    if (samples->count++ >= CLI_PAIRS) continue;
    struct sample *own = &samples->sample[samples->count - 1];
    own->at[0] = origin[0] + metres_per_mm * x;
    own->at[1] = origin[1] + metres_per_mm * (lateral ? place : y);
    own->at[2] = metres_per_mm * (lateral ? 1 : place);
    own->measured = fmax(chi, 0);
  }
}

static enum cli_outcome read_samples(struct cli_trial *trial, const char *file, bool lateral,
                                     struct samples *samples) {
  char *text = cli_trial_data(trial, file);
  const char *block = text;
  while (block != NULL) {
    const char *end = strstr(block, "****");
    add_rows(samples, block, end != NULL ? (size_t)(end - block) : strlen(block), lateral);
    block = end != NULL ? end + 4 : NULL;
  }
  free(text);
  if (samples->count > CLI_PAIRS)
    return cli_trial_fail(trial, "%s: %zu samples, more than %d", file, samples->count, CLI_PAIRS);
  return text != NULL ? CLI_MEASURED : CLI_SKIPPED;
}

struct input {
  const char *wind; /* text of the case of the wind */
  const struct samples *samples;
};

static void write_case(FILE *file, const void *own) {
  const struct input *input = own;
  fputs(input->wind, file);
  fprintf(file,
          "[particles]\nduration = %g\nstep = %g\ntop = \"delete\"\n"
          "[particles.concentration]\ncell_size = 20\nsample = 1\n",
          duration, step);
  for (int p = 0; p < PARTS; p++)
    fprintf(file,
            "[[particles.species]]\nname = \"part %d\"\n"
            "[[particles.source]]\nspecies = \"part %d\"\nposition = [%g, %g]\nheight = 0.5\n"
            "radius = 0.5\nshape = \"sphere\"\ncount = %d\nmass = 1\n",
            p + 1, p + 1, origin[0] + metres_per_mm * source[0] + 0.5,
            origin[1] + metres_per_mm * source[1], particles);
  for (size_t s = 0; s < input->samples->count; s++) {
    const double *at = input->samples->sample[s].at;
    fprintf(file,
            "[[particles.receptor]]\nposition = [%.6g, %.6g]\nheight = %.6g\nsize = [3, 3, 1]\n",
            at[0], at[1], fmax(at[2], 0.5));
  }
}

static enum cli_outcome run(struct cli_trial *trial, const struct samples *samples, double *dose) {
  char path[4200];
  if (!cli_join(path, sizeof path, trial->bench->cases, trial->entry->row.case_file))
    return cli_trial_fail(trial, "%s: %s", trial->bench->cases, strerror(ENAMETOOLONG));
  char *wind = cli_file_text(path);
  if (wind == NULL) return cli_trial_fail(trial, "%s: %s", path, strerror(errno));
  const struct input input = {wind, samples};
  enum cli_outcome outcome = cli_trial_write(trial, "epa.toml", write_case, &input);
  free(wind);
  if (outcome == CLI_MEASURED) outcome = cli_trial_run_written(trial, "epa.toml", NULL);
  return outcome == CLI_MEASURED ? cli_trial_doses(trial, samples->count * PARTS, dose) : outcome;
}

/* FAC2 of each part of the particles: mean and standard deviation. */
static void spread_of_parts(const struct samples *samples, const double *dose, double here[2]) {
  static struct cli_pairs pairs;
  double sum = 0, squares = 0;
  for (size_t p = 0; p < PARTS; p++) {
    cli_pairs_clear(&pairs);
    for (size_t s = 0; s < samples->count; s++)
      if (samples->sample[s].measured >= none)
        cli_pairs_add(&pairs, dose[s * PARTS + p] * scale, samples->sample[s].measured);
    const double fac2 = sm_metric_fac2(cli_pairs_of(&pairs));
    sum += fac2;
    squares += fac2 * fac2;
  }
  here[0] = sum / PARTS;
  here[1] = sqrt(fmax(squares - sum * sum / PARTS, 0) / (PARTS - 1));
}

enum cli_outcome cli_measure_epa_plume(struct cli_trial *trial) {
  static struct samples samples;
  static struct cli_pairs all, of[2];
  static double dose[CLI_PAIRS * PARTS];
  samples.count = 0;
  cli_pairs_clear(&all);
  for (int p = 0; p < 2; p++) cli_pairs_clear(&of[p]);
  enum cli_outcome outcome = read_samples(trial, LATERAL, true, &samples);
  const size_t lateral = samples.count;
  if (outcome == CLI_MEASURED) outcome = read_samples(trial, VERTICAL, false, &samples);
  if (outcome == CLI_MEASURED) outcome = run(trial, &samples, dose);
  if (outcome != CLI_MEASURED) return outcome;
  double zeros = 0, matched = 0;
  for (size_t s = 0; s < samples.count; s++) {
    double here = 0;
    for (size_t p = 0; p < PARTS; p++) here += dose[s * PARTS + p] * scale / PARTS;
    const double there = samples.sample[s].measured;
    zeros += there < noise;
    matched += there < noise && here < none;
    if (there < none) continue;
    cli_pairs_add(&all, here, there);
    cli_pairs_add(&of[s >= lateral], here, there);
  }
  if (cli_trial_pairs(trial, &all) != CLI_MEASURED) return CLI_FAILED;
  double parts[2];
  spread_of_parts(&samples, dose, parts);
  const double here[] = {(double)samples.count,
                         sm_metric_fac2(cli_pairs_of(&all)),
                         zeros > 0 ? matched / zeros : (double)NAN,
                         sm_metric_fac2(cli_pairs_of(&of[0])),
                         sm_metric_fac2(cli_pairs_of(&of[1])),
                         sm_metric_fb(cli_pairs_of(&all)),
                         sm_metric_nmse(cli_pairs_of(&all)),
                         sm_metric_mg(cli_pairs_of(&all), none),
                         sm_metric_vg(cli_pairs_of(&all), none),
                         sm_metric_correlation(cli_pairs_of(&all)),
                         parts[0],
                         parts[1]};
  for (size_t q = 0; q < sizeof here / sizeof *here; q++) trial->here[q] = here[q];
  return cli_trial_scatter_log(trial, "points", "C U H2 / Q", &all);
}
