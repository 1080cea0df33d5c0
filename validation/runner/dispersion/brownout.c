/* brownout.c - dust and tracers in the analytic vortex of Miglio et al. (2016). */
#include "validation/runner/particles.h"
#include "validation/runner/plots.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979324;
static const double strength = 40, size = 7.5;           /* m2/s, m: pi A / L = 16.755 m/s */
static const double density = 2650, viscosity = 1.78e-5; /* kg/m3, Pa s */
static const double diameter[] = {5, 10, 15};            /* um */
enum { SIZES = 3, CLOUD = 300, ALONG = 46, PLACED = ALONG * ALONG * ALONG };

static const char name[] = "brownout.toml";

/* Relaxation time, s. */
static double relaxation(double um) { return density * pow(um * 1e-6, 2) / (18 * viscosity); }

static void write_text(FILE *file, const void *own) { fputs(own, file); }

/* Runs a case: `particles` are keys of [particles] and the tables of species and sources. */
static enum cli_outcome run(struct cli_trial *trial, double step, double duration,
                            const char *particles) {
  char text[4096];
  snprintf(text, sizeof text,
           "[case]\nname = \"brownout\"\n[domain]\ncrs = \"local\"\nsize = [%g, %g]\n"
           "height = %g\ncell_size = 0.5\nstretch = 1\n[wind]\nmodel = \"vortex\"\n"
           "[wind.vortex]\nstrength = %g\nsize = %g\n[particles]\nstep = %.17g\n"
           "duration = %.17g\nsnapshots = %.17g\nair_viscosity = %g\nmean_free_path = 0\n%s",
           2 * size, 2 * size, size, strength, size, step, duration, duration, viscosity,
           particles);
  const enum cli_outcome outcome = cli_trial_write(trial, name, write_text, text);
  return outcome == CLI_MEASURED ? cli_trial_run_written(trial, name, NULL) : outcome;
}

/* --- order (their figure 10) --- */

/* The cloud at 0.45 s: over the part of the ground where air rises, at rest. */
static enum cli_outcome run_cloud(struct cli_trial *trial, const char *scheme, double step,
                                  struct cli_particle (*out)[CLOUD]) {
  char text[2048];
  int length = snprintf(text, sizeof text, "scheme = \"%s\"\ndrag = \"stokes\"\n", scheme);
  for (int s = 0; s < SIZES; s++)
    length += snprintf(text + length, sizeof text - (size_t)length,
                       "[[particles.species]]\nname = \"%g\"\ndiameter = %g\ndensity = %g\n",
                       diameter[s], diameter[s] * 1e-6, density);
  for (int s = 0; s < SIZES; s++)
    length +=
        snprintf(text + length, sizeof text - (size_t)length,
                 "[[particles.source]]\nspecies = \"%g\"\nposition = [%g, %g]\nheight = 0.05\n"
                 "size = [5, 5, 0.015]\ncount = %d\nvelocity = [0, 0, 0]\n",
                 diameter[s], size, size, CLOUD);
  enum cli_outcome outcome = run(trial, step, 0.45, text);
  for (int s = 0; s < SIZES && outcome == CLI_MEASURED; s++)
    outcome = cli_trial_snapshot(trial, 0.45, s, CLOUD, out[s]);
  return outcome;
}

/* Largest distance between the same particles; NAN when one is gone. */
static double farthest(const struct cli_particle *a, const struct cli_particle *b) {
  double most = 0;
  for (int p = 0; p < CLOUD; p++) {
    double square = 0;
    for (int d = 0; d < 3; d++) square += pow(a[p].place[d] - b[p].place[d], 2);
    if (!(sqrt(square) <= most)) most = sqrt(square);
  }
  return most;
}

enum { STEPS = 6 };

/* Slope of log error over log step. */
static double slope_of(const double *step, const double *error, int count) {
  double x = 0, y = 0, xx = 0, xy = 0;
  for (int i = 0; i < count; i++) {
    const double u = log(step[i]), v = log(error[i]);
    x += u;
    y += v;
    xx += u * u;
    xy += u * v;
  }
  return (count * xy - x * y) / (count * xx - x * x);
}

/* Order of each size with steps each half of the one before; errors against Richardson's
 * extrapolation of the two smallest, of a scheme of order 1, or against ETD2 with a small step. */
static enum cli_outcome order_of(struct cli_trial *trial, const char *scheme, double largest,
                                 int steps, struct cli_particle cloud[STEPS + 1][SIZES][CLOUD],
                                 double *order, double *error) {
  struct cli_particle(*best)[CLOUD] = cloud[STEPS];
  const bool paper = strcmp(scheme, "semi-implicit") == 0;
  double step[STEPS], errors[SIZES][STEPS];
  enum cli_outcome outcome = CLI_MEASURED;
  for (int i = 0; i < steps && outcome == CLI_MEASURED; i++) {
    step[i] = ldexp(largest, -i);
    outcome = run_cloud(trial, scheme, step[i], cloud[i]);
  }
  if (outcome == CLI_MEASURED && !paper) outcome = run_cloud(trial, "etd2", 1e-4, best);
  if (outcome != CLI_MEASURED) return outcome;
  static struct cli_curves curves;
  curves.count = 0;
  for (int s = 0; s < SIZES; s++) {
    for (int p = 0; p < CLOUD && paper; p++)
      for (int d = 0; d < 3; d++)
        best[s][p].place[d] = 2 * cloud[steps - 1][s][p].place[d] - cloud[steps - 2][s][p].place[d];
    for (int i = 0; i < steps; i++) {
      errors[s][i] = farthest(cloud[i][s], best[s]);
      cli_curves_add(&curves, diameter[s], log10(step[i]), (double)NAN, log10(errors[s][i]));
    }
    order[s] = slope_of(step, errors[s], steps);
  }
  *error = errors[0][0];
  return cli_trial_curve(trial, scheme, "log10 of the step (s)",
                         "log10 of the largest error of places (m)", &curves);
}

static enum cli_outcome find_order(struct cli_trial *trial, const char *scheme, double largest,
                                   int steps, double *order, double *error) {
  struct cli_particle(*cloud)[SIZES][CLOUD] = malloc((STEPS + 1) * sizeof *cloud);
  const enum cli_outcome outcome =
      cloud == NULL ? cli_trial_fail(trial, "out of memory")
                    : order_of(trial, scheme, largest, steps, cloud, order, error);
  free(cloud);
  return outcome;
}

/* Share of the smallest grains that is still there after 0.45 s. */
static enum cli_outcome find_share(struct cli_trial *trial, double step, double *share) {
  static struct cli_particle cloud[SIZES][CLOUD];
  const enum cli_outcome outcome = run_cloud(trial, "semi-implicit", step, cloud);
  int left = 0;
  for (int p = 0; p < CLOUD && outcome == CLI_MEASURED; p++)
    left += isfinite(cloud[0][p].place[0]) != 0;
  *share = (double)left / CLOUD;
  return outcome;
}

/* --- what is known exactly --- */

/* The complete elliptic integral K(m), by means of means. */
static double elliptic(double m) {
  double a = 1, b = sqrt(1 - m);
  for (int n = 0; n < 40; n++) {
    const double mean = 0.5 * (a + b);
    b = sqrt(a * b);
    a = mean;
  }
  return pi / (2 * a);
}

/* A tracer on psi / A = level starts at mid-height and is back after a period: how far it is from
 * there over its speed tells how wrong the period is. */
static enum cli_outcome find_period(struct cli_trial *trial, double level, int steps,
                                    double *period, double *drift) {
  char text[512];
  struct cli_particle p;
  const double r = size / pi * asin(level), scale = strength * pi / size;
  const double exact = 4 * size * size / (pi * pi * strength) * elliptic(1 - level * level);
  snprintf(text, sizeof text,
           "[[particles.source]]\nposition = [%.12g, %.12g]\nheight = %.12g\ncount = 1\n", size + r,
           size, 0.5 * size);
  enum cli_outcome outcome = run(trial, exact / steps, exact, text);
  if (outcome == CLI_MEASURED) outcome = cli_trial_snapshot(trial, exact, 0, 1, &p);
  if (outcome != CLI_MEASURED) return outcome;
  const double x = p.place[0] - size, z = p.place[2];
  *period = fabs((z - 0.5 * size) / (scale * cos(pi * r / size)) / exact);
  *drift = fabs(sin(pi * x / size) * sin(pi * z / size) / level - 1);
  return CLI_MEASURED;
}

/* Rate at which the distance of a grain of 15 um from a place of the plane through the axis grows
 * between two times, from ln of distances. */
static enum cli_outcome find_growth(struct cli_trial *trial, const double place[2],
                                    const double start[2], const double time[2], double *rate) {
  double distance[2] = {1, 1};
  enum cli_outcome outcome = CLI_MEASURED;
  for (int i = 0; i < 2 && outcome == CLI_MEASURED; i++) {
    char text[512];
    struct cli_particle p = {.place = {0}};
    snprintf(text, sizeof text,
             "gravity = 0\ndrag = \"stokes\"\n[[particles.species]]\ndiameter = %.12g\n"
             "density = %g\n[[particles.source]]\nposition = [%.12g, %.12g]\nheight = %.12g\n"
             "count = 1\n",
             diameter[2] * 1e-6, density, size + place[0] + start[0], size, place[1] + start[1]);
    outcome = run(trial, 1e-3, time[i], text);
    if (outcome == CLI_MEASURED) outcome = cli_trial_snapshot(trial, time[i], 0, 1, &p);
    distance[i] = hypot(p.place[0] - size - place[0], p.place[2] - place[1]);
  }
  *rate = log(distance[1] / distance[0]) / (time[1] - time[0]);
  return outcome;
}

/* Re[(-1 + sqrt(1 + 4 i W tau)) / (2 tau)] of a body of air that turns; 4 s tau in strain. */
static double spiral(double w, double tau) {
  const double part = 4 * w * tau, root = sqrt(0.5 * (1 + sqrt(1 + part * part)));
  return (root - 1) / (2 * tau);
}
static double escape(double s, double tau) { return (sqrt(1 + 4 * s * tau) - 1) / (2 * tau); }

static enum cli_outcome measure_growth(struct cli_trial *trial, double *here) {
  static const double middle[2] = {3.75, 3.75}, foot[2] = {0, 0};
  static const double aside[2] = {0.01, 0}, above[2] = {0, 2e-4};
  static const double turns[2] = {1, 6}, strains[2] = {0.3, 0.7};
  const double tau = relaxation(diameter[2]), w = strength * pow(pi / size, 2);
  double rate;
  enum cli_outcome outcome = find_growth(trial, middle, aside, turns, &rate);
  here[0] = fabs(rate / spiral(w, tau) - 1);
  if (outcome == CLI_MEASURED) outcome = find_growth(trial, foot, above, strains, &rate);
  here[1] = fabs(rate / escape(w, tau) - 1);
  return outcome;
}

/* Random places as printed in the paper are number i of n, over n - 1, times a random number: what
 * the mean of a coordinate and the share in the low octant are. */
static void exact_placement(double *mean, double *octant) {
  const double n = ALONG, last = n - 1;
  double low = 0;
  for (int i = 1; i <= ALONG; i++) low += fmin(1, 0.5 * last / i) / n;
  *mean = 0.25 * (n + 1) / last;
  *octant = pow(low, 3);
}

static enum cli_outcome measure_placement(struct cli_trial *trial, double *here) {
  static struct cli_particle cloud[PLACED];
  static const double low[3] = {4.5, 4.5, 1}, edge = 6;
  const double step = 1e-6;
  char text[512];
  snprintf(text, sizeof text,
           "[[particles.species]]\ndiameter = 0.001\ndensity = %g\n[[particles.source]]\n"
           "position = [%g, %g]\nheight = %g\nsize = [%g, %g, %g]\ncount = %d\n"
           "placement = \"published-random\"\nvelocity = [0, 0, 0]\n",
           density, low[0] + edge / 2, low[1] + edge / 2, low[2], edge, edge, edge, PLACED);
  enum cli_outcome outcome = run(trial, step, 1e-3, text);
  if (outcome == CLI_MEASURED) outcome = cli_trial_snapshot(trial, 1e-3, 0, PLACED, cloud);
  double mean = 0, octant = 0;
  for (int p = 0; p < PLACED; p++) {
    int low_side = 1;
    for (int d = 0; d < 3; d++) {
      const double s = (cloud[p].place[d] - low[d]) / edge;
      mean += s / 3 / PLACED;
      low_side &= s < 0.5;
    }
    octant += (double)low_side / PLACED;
  }
  double exact[2];
  exact_placement(&exact[0], &exact[1]);
  here[0] = octant;
  here[1] = fabs(octant - exact[1]);
  here[2] = fabs(mean - exact[0]);
  return outcome;
}

/* --- all --- */

static const struct cli_quantity quantities[] = {
    {"their scheme: order, 5 um", "", CLI_AT_LEAST, 0.95, 1, CLI_NONE},
    {"their scheme: order, 10 um", "", CLI_AT_LEAST, 0.95, 1, CLI_NONE},
    {"their scheme: order, 15 um", "", CLI_AT_LEAST, 0.95, 1, CLI_NONE},
    {"their scheme: farthest of 1 is the order", "", CLI_AT_MOST, 0.05, CLI_NONE, CLI_NONE},
    {"their scheme: error of 5 um at 2e-4 s", "m", CLI_NO_GATE, CLI_NONE, CLI_NONE, CLI_NONE},
    {"their scheme: share of 5 um left at 4e-4 s", "", CLI_AT_LEAST, 1, CLI_NONE, CLI_NONE},
    {"their scheme: share of 5 um left at 5e-4 s", "", CLI_AT_MOST, 0, CLI_NONE, CLI_NONE},
    {"midpoint: order, 5 um", "", CLI_AT_LEAST, 1.9, CLI_NONE, CLI_NONE},
    {"midpoint: order, 10 um", "", CLI_AT_LEAST, 1.9, CLI_NONE, CLI_NONE},
    {"midpoint: order, 15 um", "", CLI_AT_LEAST, 1.9, CLI_NONE, CLI_NONE},
    {"midpoint: error of 5 um at 0.0225 s", "m", CLI_NO_GATE, CLI_NONE, CLI_NONE, CLI_NONE},
    {"tracers: largest relative error of periods", "", CLI_AT_MOST, 1e-5, CLI_NONE, CLI_NONE},
    {"tracers: largest relative change of psi", "", CLI_AT_MOST, 1e-5, CLI_NONE, CLI_NONE},
    {"15 um in rotation: error of the growth", "", CLI_AT_MOST, 1e-3, CLI_NONE, CLI_NONE},
    {"15 um in strain: error of the growth", "", CLI_AT_MOST, 1e-3, CLI_NONE, CLI_NONE},
    {"printed placement: share in one octant", "", CLI_NO_GATE, CLI_NONE, CLI_NONE, CLI_NONE},
    {"printed placement: its error", "", CLI_AT_MOST, 0.005, CLI_NONE, CLI_NONE},
    {"printed placement: error of the mean", "", CLI_AT_MOST, 0.002, CLI_NONE, CLI_NONE},
};

static double largest_of(double a, double b) { return a > b ? a : b; }

static enum cli_outcome measure_order(struct cli_trial *trial, double *here) {
  enum cli_outcome outcome = find_order(trial, "semi-implicit", 2e-4, STEPS, here, here + 4);
  if (outcome == CLI_MEASURED) outcome = find_share(trial, 4e-4, here + 5);
  if (outcome == CLI_MEASURED) outcome = find_share(trial, 5e-4, here + 6);
  if (outcome == CLI_MEASURED)
    outcome = find_order(trial, "midpoint", 0.45 / 20, 4, here + 7, here + 10);
  here[3] = 0;
  for (int s = 0; s < SIZES; s++) here[3] = largest_of(here[3], fabs(here[s] - 1));
  return outcome;
}

static enum cli_outcome measure(struct cli_trial *trial) {
  static const double level[] = {0.8, 0.5, 0.2};
  double *here = trial->here;
  enum cli_outcome outcome = measure_order(trial, here);
  here[11] = here[12] = 0;
  for (int i = 0; i < 3 && outcome == CLI_MEASURED; i++) {
    double period = 0, drift = 0;
    outcome = find_period(trial, level[i], 2000, &period, &drift);
    here[11] = largest_of(here[11], period);
    here[12] = largest_of(here[12], drift);
  }
  if (outcome == CLI_MEASURED) outcome = measure_growth(trial, here + 13);
  return outcome == CLI_MEASURED ? measure_placement(trial, here + 15) : outcome;
}

const struct cli_entry cli_entry_brownout = {
    .row = {.name = "brownout",
            .case_file = "brownout.toml",
            .remark = "dust and tracers in the vortex of Miglio et al. (2016)"},
    .published = "E. Miglio, N. Parolini, M. Penati and R. Porcu, GPU parallelization of brownout "
                 "simulations with a non-interacting particles dynamic model, MOX report 29/2016: "
                 "order 1 of their scheme (figure 10, in a wind that is not published)",
    .note = "Strength 40 m2/s, size 7.5 m, no wind above 16.76 m/s; grains of 5, 10 and 15 um and "
            "2650 kg/m3, at rest at first. Order: steps of 2e-4 s and halves of it (their scheme) "
            "and of 0.0225 s (midpoint), largest error of places at 0.45 s against Richardson's "
            "extrapolation, and ETD2 with 1e-4 s. The midpoint's may be more than 2: its error "
            "falls by more where steps "
            "come below the relaxation time. Periods of tracers: 4 L^2 / (pi^2 A) "
            "K(1 - (psi / A)^2), psi / A 0.8, 0.5 and 0.2. Random places as printed "
            "have the density -ln s along an axis, not 1.",
    .quantity = quantities,
    .quantity_count = sizeof quantities / sizeof *quantities,
    .measure = measure,
};
