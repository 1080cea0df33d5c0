/* prairie.c - Project Prairie Grass: releases of SO2 over prairie, concentrations on arcs
   downwind. */
#include "validation/runner/measures.h"
#include "validation/runner/particles.h"
#include "validation/runner/plots.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double karman = 0.4, pi = 3.14159265358979324;
static const double width = 1598;                  /* crosswind boxes, m */
static const double deepest = 1000, shallow = 300; /* domain height, m; in stable air */
static const double convective = 0.35; /* horizontal variance over w*^2 (turbulence.md) */
static const double shear = 1.3;       /* shear-generated lateral standard deviation over u* */
enum { ARCS = 5, RUNS = 64 };
static const double radius[ARCS] = {50, 100, 200, 400, 800};

#define METEOROLOGY "prairie-grass/meteorology.txt"
#define SAMPLERS "prairie-grass/arcs.txt"

struct arc {
  double highest;    /* maximum concentration, mg/m3 */
  double integrated; /* crosswind-integrated concentration, mg/m2 */
  double spread;     /* standard deviation of the azimuth, rad; NAN: unknown */
};

struct release {
  int run;
  double obukhov, friction, depth, azimuth, speed; /* m, m/s, m, rad (standard deviation), m/s at 2
                                                      m */
  double rate, height;                             /* release rate, g/s; release height, m */
  struct arc arc[ARCS];
};

struct releases {
  struct release run[RUNS];
  int count;
};

/* --- measurements --- */

static const char *next_line(const char *line) {
  line += strcspn(line, "\n");
  return *line == '\n' ? line + 1 : line;
}

/* Reads rows of: run, L, u*, depth (negative: none), direction, three unused columns, standard
 * deviation of the azimuth (deg), speed. */
static void read_meteorology(const char *text, struct releases *out) {
  out->count = 0;
  for (const char *line = text; *line != '\0'; line = next_line(line)) {
    struct release r = {0};
    if (sscanf(line, "%d %lf %lf %lf %*f %*f %*f %*f %lf %lf", &r.run, &r.obukhov, &r.friction,
               &r.depth, &r.azimuth, &r.speed) != 6 ||
        out->count == RUNS)
      continue;
    r.azimuth *= pi / 180;
    out->run[out->count++] = r;
  }
}

/* Evaluates concentrations over azimuth; negative values count as zero. */
static struct arc read_arc(const char *rows, int samplers, double distance) {
  struct arc arc = {0, 0, (double)NAN};
  double mass = 0, first = 0, second = 0, before[2] = {0, -1}, turned = 0;
  for (int s = 0; s < samplers; s++, rows = next_line(rows)) {
    double angle, value;
    if (sscanf(rows, "%lf %*f %*f %lf", &angle, &value) != 2 || value < 0) continue;
    if (value > arc.highest) arc.highest = value;
    if (before[1] >= 0 && angle + turned - before[0] < -180) turned += 360; /* across north */
    angle += turned;
    if (before[1] >= 0) {
      const double middle = 0.5 * (angle + before[0]) * pi / 180;
      const double part = 0.5 * (value + before[1]) * (angle - before[0]) * pi / 180;
      mass += part;
      first += part * middle;
      second += part * middle * middle;
    }
    before[0] = angle;
    before[1] = value;
  }
  arc.integrated = mass * distance;
  if (mass > 0) arc.spread = sqrt(fmax(second / mass - pow(first / mass, 2), 0));
  return arc;
}

static struct release *find_run(struct releases *releases, int run) {
  for (int r = 0; r < releases->count; r++)
    if (releases->run[r].run == run) return &releases->run[r];
  return NULL;
}

static int find_arc(double distance) {
  for (int a = 0; a < ARCS; a++)
    if (fabs(distance / radius[a] - 1) < 0.01) return a;
  return -1;
}

/* Reads blocks: "run, arc, 'date','time', radius", "samplers, arc, run, arc, 4 others, rate ...",
 * and the samplers. */
static void read_arcs(const char *text, struct releases *out) {
  for (const char *line = text; *line != '\0';) {
    int run, samplers;
    double distance, rate, height;
    const char *second = next_line(line);
    if (sscanf(line, " %d , %*d ,'%*[^']','%*[^']', %lf", &run, &distance) != 2 ||
        sscanf(second, " %d , %*d , %*d , %*d , %*f , %*f , %*f , %lf , %lf", &samplers, &rate,
               &height) != 3) {
      line = second;
      continue;
    }
    line = next_line(second);
    struct release *own = find_run(out, run);
    const int a = find_arc(distance);
    if (own != NULL && a >= 0) {
      own->rate = rate;
      own->height = height;
      own->arc[a] = read_arc(line, samplers, distance);
    }
    for (int s = 0; s < samplers; s++) line = next_line(line);
  }
}

static enum cli_outcome read_releases(struct cli_trial *trial, struct releases *out) {
  char *meteorology = cli_trial_data(trial, METEOROLOGY);
  if (meteorology == NULL) return CLI_SKIPPED;
  read_meteorology(meteorology, out);
  free(meteorology);
  char *arcs = cli_trial_data(trial, SAMPLERS);
  if (arcs == NULL) return CLI_SKIPPED;
  read_arcs(arcs, out);
  free(arcs);
  return out->count > 0 ? CLI_MEASURED : cli_trial_fail(trial, METEOROLOGY ": no runs");
}

/* --- a run --- */

static double depth_of(const struct release *r) {
  return fmin(r->depth > 0 ? r->depth : shallow, deepest);
}

static double across(const struct release *r) { return r->azimuth * r->speed; }

/* Meandering part of the lateral standard deviation: without shear-generated turbulence (here
 * as strong laterally as vertically) and convective turbulence; the cubes of the velocities add
 * up. */
static double meander(const struct release *r) {
  const double cube = r->obukhov < 0 ? depth_of(r) / (-karman * r->obukhov) : 0;
  const double near = cbrt(pow(shear, 3) + pow(convective, 1.5) * cube) * r->friction;
  return sqrt(fmax(pow(across(r), 2) - near * near, 0));
}

enum { KEYS = 10, SETTING = 80 };

/* Boxes on the centre line have a width of half a standard deviation of the azimuth. */
static enum cli_outcome run_release(struct cli_trial *trial, const struct release *r,
                                    double duration, double *dose) {
  const struct {
    const char *key;
    double value;
  } number[KEYS] = {{"weather.station[1].speed", r->speed},
                    {"weather.station[1].obukhov_length", r->obukhov},
                    {"domain.height", depth_of(r)},
                    {"turbulence.boundary_layer_depth", depth_of(r)},
                    {"turbulence.meander", meander(r)},
                    {"turbulence.meander_time", 0.15 * depth_of(r) / across(r)},
                    {"particles.duration", duration},
                    {"particles.source[1].mass", 1e-3 * r->rate},
                    {"particles.source[1].height", r->height},
                    {"particles.seed", r->run}};
  char text[KEYS + ARCS][SETTING];
  const char *settings[KEYS + ARCS + 1] = {NULL};
  for (int k = 0; k < KEYS; k++) {
    snprintf(text[k], SETTING, "%s=%.9g", number[k].key, number[k].value);
    settings[k] = text[k];
  }
  for (int a = 0; a < ARCS; a++) {
    snprintf(text[KEYS + a], SETTING, "particles.receptor[%d].size=[%g, %.6g, %d]", a + 1,
             0.2 * radius[a], 0.5 * r->azimuth * radius[a], radius[a] < 150 ? 1 : 3);
    settings[KEYS + a] = text[KEYS + a];
  }
  const enum cli_outcome outcome = cli_trial_run(trial, settings);
  return outcome == CLI_MEASURED ? cli_trial_doses(trial, 2 * ARCS, dose) : outcome;
}

/* --- all releases --- */

enum { STABLE, NEUTRAL, UNSTABLE, CLASSES };

struct sums {
  struct cli_pairs highest, integrated, spread, of[CLASSES];
};

static int class_of(const struct release *r) {
  return fabs(r->obukhov) > 100 ? NEUTRAL : r->obukhov > 0 ? STABLE : UNSTABLE;
}

static enum cli_outcome add_release(struct cli_trial *trial, const struct release *r,
                                    const double *dose, struct sums *sums) {
  for (int a = 0; a < ARCS; a++) {
    const struct arc *arc = &r->arc[a];
    const double here = 1e6 * dose[a], all = 1e6 * dose[ARCS + a] * width; /* mg */
    const double spread = all / (sqrt(2 * pi) * here * radius[a]);
    if (!(arc->highest > 0)) continue;
    cli_pairs_add(&sums->highest, here, arc->highest);
    cli_pairs_add(&sums->of[class_of(r)], here, arc->highest);
    if (arc->integrated > 0) cli_pairs_add(&sums->integrated, all, arc->integrated);
    if (arc->spread > 0) cli_pairs_add(&sums->spread, spread, arc->spread);
    const double row[CLI_TABLE_COLUMNS] = {r->run, r->obukhov, radius[a], arc->highest, here};
    const enum cli_outcome outcome = cli_trial_row(trial, row);
    if (outcome != CLI_MEASURED) return outcome;
  }
  return CLI_MEASURED;
}

static void judge(const struct sums *sums, double *here) {
  const double least = 1e-6;
  const struct cli_pairs *p = &sums->highest;
  here[0] = (double)p->count;
  here[1] = sm_metric_fac2(cli_pairs_of(p));
  here[2] = fabs(sm_metric_fb(cli_pairs_of(p)));
  here[3] = sm_metric_mg(cli_pairs_of(p), least);
  here[4] = 1 / here[3];
  here[5] = sm_metric_vg(cli_pairs_of(p), least);
  here[6] = sm_metric_nmse(cli_pairs_of(p));
  for (int c = 0; c < CLASSES; c++) {
    here[7 + c] = sm_metric_fac2(cli_pairs_of(&sums->of[c]));
    here[7 + CLASSES + c] = sm_metric_mg(cli_pairs_of(&sums->of[c]), least);
  }
  here[13] = sm_metric_fac2(cli_pairs_of(&sums->integrated));
  here[14] = sm_metric_mg(cli_pairs_of(&sums->integrated), least);
  here[15] = sm_metric_vg(cli_pairs_of(&sums->integrated), least);
  here[16] = sm_metric_mg(cli_pairs_of(&sums->spread), least);
  here[17] = sm_metric_vg(cli_pairs_of(&sums->spread), least);
}

enum cli_outcome cli_measure_prairie_grass(struct cli_trial *trial) {
  static const char *const columns[CLI_TABLE_COLUMNS] = {"run", "Obukhov length, m", "arc, m",
                                                         "measured, mg/m3", "here, mg/m3"};
  static struct releases releases;
  static struct sums sums;
  double dose[2 * ARCS], seconds = 0;
  memset(&sums, 0, sizeof sums);
  cli_trial_columns(trial, columns);
  enum cli_outcome outcome = read_releases(trial, &releases);
  for (int m = 0; m < releases.count && outcome == CLI_MEASURED; m++) {
    const struct release *r = &releases.run[m];
    const double duration = 3 * (radius[ARCS - 1] + 50) / r->speed;
    outcome = run_release(trial, r, duration, dose);
    seconds += trial->sample.figure[CLI_FIGURE_WALL];
    if (outcome == CLI_MEASURED) outcome = add_release(trial, r, dose, &sums);
  }
  const struct cli_pairs *const sets[] = {&sums.highest, &sums.integrated, &sums.spread};
  for (int s = 0; s < 3 && outcome == CLI_MEASURED; s++) outcome = cli_trial_pairs(trial, sets[s]);
  if (outcome != CLI_MEASURED) return outcome;
  judge(&sums, trial->here);
  trial->here[18] = seconds;
  return cli_trial_scatter_log(trial, "arcs", "largest of an arc, mg/m3", &sums.highest);
}
