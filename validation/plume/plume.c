/* plume.c - plume in homogeneous wind and turbulence, compared with the analytic
 * solution. */
#include "validation/runner/measures.h"
#include "validation/runner/particles.h"
#include "validation/runner/plots.h"
#include <math.h>

/* Parameters of the case, which is written by the program. */
static const double speed = 5, sigma = 0.5, timescale = 10;                /* m/s, m/s, s */
static const double structure = 4;                                         /* structure function
                                                                              constant C0 */
static const double size[3] = {560, 240, 240}, source[3] = {40, 120, 120}; /* m */
static const double emitted = 60, duration = 180, step = 0.5;              /* s */
static const int particles = 2000000;

static const double downwind[] = {25, 100, 250, 450}; /* distances from the source, m */
static const double thick = 5;                        /* length of the boxes along the wind, m */
enum {
  PLACES = 4,
  REACH = 4, /* extent of the boxes in half standard deviations */
  ACROSS = 2 * REACH + 1,
  BANDS = 40, /* a quarter of a standard deviation wide */
  BOXES = PLACES * ACROSS * ACROSS,
  RECEPTORS = BOXES + 2 * PLACES * BANDS
};

/* Taylor (1921): standard deviation of particle positions t s after release, m. */
static double spread(double t) {
  const double age = t / timescale;
  return sigma * timescale * sqrt(2 * (age + expm1(-age)));
}

struct box {
  double low[3], high[3]; /* m from the source */
};

/* Box r at a distance: (y, z) of its centre in half standard deviations; then lateral bands, and
 * vertical bands. */
static struct box box_of(int r) {
  const bool band = r >= BOXES;
  const int place = band ? (r - BOXES) / BANDS % PLACES : r / (ACROSS * ACROSS);
  // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign) r is not negative
  const double x = downwind[place], s = spread(x / speed);
  struct box box = {{x - thick / 2, -source[1], -source[2]}, {x + thick / 2, source[1], source[2]}};
  if (band) {
    const int d = 1 + (r - BOXES) / (BANDS * PLACES);
    box.low[d] = 0.25 * s * ((r - BOXES) % BANDS - 0.5 * BANDS);
    box.high[d] = box.low[d] + 0.25 * s;
    return box;
  }
  const int at[2] = {r % ACROSS - REACH, r / ACROSS % ACROSS - REACH};
  for (int d = 1; d < 3; d++) {
    box.low[d] = 0.5 * s * (at[d - 1] - 0.5);
    box.high[d] = 0.5 * s * (at[d - 1] + 0.5);
  }
  return box;
}

/* Dose in a box per 1 kg: the puff is normally distributed in all three directions while the wind
 * advects it. */
static double exact_dose(const struct box *box) {
  const double dt = 0.02;
  double sum = 0, volume = 1;
  for (int d = 0; d < 3; d++) volume *= box->high[d] - box->low[d];
  for (double t = dt / 2; t < duration; t += dt) {
    const double s = sqrt(2) * spread(t);
    double part = 1;
    if (fabs(speed * t - 0.5 * (box->low[0] + box->high[0])) > 6 * s + thick) continue;
    for (int d = 0; d < 3; d++) {
      const double middle = d == 0 ? speed * t : 0;
      part *= 0.5 * (erf((box->high[d] - middle) / s) - erf((box->low[d] - middle) / s));
    }
    sum += part * dt;
  }
  return sum / volume;
}

static void write_case(FILE *file, const void *own) {
  (void)own;
  fprintf(file,
          "[case]\nname = \"plume\"\n[domain]\ncrs = \"local\"\nsize = [%g, %g]\nheight = %g\n"
          "cell_size = 20\nstretch = 1\n[roughness]\nz0 = 0.01\n[[weather.station]]\nspeed = %g\n"
          "from = 270\nprofile = \"uniform\"\n[turbulence]\nmodel = \"local\"\nbackground = %g\n"
          "background_length = %g\n",
          size[0], size[1], size[2], speed, sigma, 0.5 * timescale * structure * sigma);
  fprintf(file,
          "[particles]\nduration = %g\nstep = %g\nstructure_constant = %g\n"
          "[[particles.source]]\nposition = [%g, %g]\nheight = %g\ncount = %d\nmass = 1\n"
          "stop = %g\n[particles.concentration]\ncell_size = 80\nsample = %g\n",
          duration, step, structure, source[0], source[1], source[2], particles, emitted, step);
  for (int r = 0; r < RECEPTORS; r++) {
    const struct box box = box_of(r);
    double middle[3], edge[3];
    for (int d = 0; d < 3; d++) {
      middle[d] = source[d] + 0.5 * (box.low[d] + box.high[d]);
      edge[d] = box.high[d] - box.low[d];
    }
    fprintf(file,
            "[[particles.receptor]]\nposition = [%.9g, %.9g]\nheight = %.9g\nsize = [%.9g, %.9g, "
            "%.9g]\n",
            middle[0], middle[1], middle[2], edge[0], edge[1], edge[2]);
  }
}

/* Mean of a box and its mirror images. */
static double mirrored(const double *dose, int place, int y, int z) {
  const double *own = dose + place * ACROSS * ACROSS + REACH * (ACROSS + 1);
  return 0.25 *
         (own[y + ACROSS * z] + own[-y + ACROSS * z] + own[y - ACROSS * z] + own[-y - ACROSS * z]);
}

/* Standard deviation of the dose distribution over the bands at a distance, m. */
static double spread_of(const double *dose, int place, int d) {
  const int first = BOXES + (d * PLACES + place) * BANDS;
  double mass = 0, square = 0;
  for (int b = 0; b < BANDS; b++) {
    const struct box box = box_of(first + b);
    const double wide = box.high[1 + d] - box.low[1 + d];
    const double middle = 0.5 * (box.low[1 + d] + box.high[1 + d]);
    mass += dose[first + b];
    square += dose[first + b] * (middle * middle + wide * wide / 12);
  }
  return sqrt(square / mass);
}

/* Compares the boxes at all distances. */
static enum cli_outcome compare_boxes(struct cli_trial *trial, const double *dose,
                                      const double *exact) {
  static struct cli_pairs pairs;
  static struct cli_curves curves;
  double worst = 0, squares = 0;
  cli_pairs_clear(&pairs);
  curves.count = 0;
  for (int place = 0; place < PLACES; place++)
    for (int z = 0; z <= REACH; z++)
      for (int y = 0; y <= REACH; y++) {
        const double centre = mirrored(exact, place, 0, 0);
        const double here = mirrored(dose, place, y, z), there = mirrored(exact, place, y, z);
        const double distance = downwind[place];
        if (z == 0) cli_curves_add(&curves, distance, 0.5 * y, there / centre, here / centre);
        if (there < 0.1 * centre) continue;
        cli_pairs_add(&pairs, here / centre, there / centre);
        worst = cli_larger(worst, fabs(here / there - 1));
        squares += (here / there - 1) * (here / there - 1);
      }
  if (cli_trial_pairs(trial, &pairs) != CLI_MEASURED) return CLI_FAILED;
  trial->here[0] = (double)pairs.count;
  trial->here[1] = worst;
  trial->here[2] = sqrt(squares / (double)pairs.count);
  trial->here[3] = pow(sm_metric_correlation(cli_pairs_of(&pairs)), 2);
  return cli_trial_scatter(trial, "boxes", "concentration over the centre line's", &pairs);
}

/* Compares the total dose through a plane and the plume width. */
static void compare_bands(struct cli_trial *trial, const double *dose, const double *exact) {
  double passed = 0, worst[2] = {0, 0};
  for (int place = 0; place < PLACES; place++) {
    for (int d = 0; d < 2; d++) {
      double mass = 0, all = 0;
      for (int b = 0; b < BANDS; b++) {
        const struct box box = box_of(BOXES + (d * PLACES + place) * BANDS + b);
        const double area = (box.high[1] - box.low[1]) * (box.high[2] - box.low[2]);
        const int r = BOXES + (d * PLACES + place) * BANDS + b;
        mass += dose[r] * area;
        all += exact[r] * area;
      }
      passed = cli_larger(passed, fabs(mass / all - 1));
      worst[d] =
          cli_larger(worst[d], fabs(spread_of(dose, place, d) / spread_of(exact, place, d) - 1));
    }
  }
  trial->here[4] = passed;
  trial->here[5] = worst[0];
  trial->here[6] = worst[1];
}

enum cli_outcome cli_measure_plume(struct cli_trial *trial) {
  static double dose[RECEPTORS], exact[RECEPTORS];
  for (int r = 0; r < RECEPTORS; r++) {
    const struct box box = box_of(r);
    exact[r] = exact_dose(&box);
  }
  enum cli_outcome outcome = cli_trial_write(trial, "plume.toml", write_case, NULL);
  if (outcome == CLI_MEASURED) outcome = cli_trial_run_written(trial, "plume.toml", NULL);
  if (outcome == CLI_MEASURED) outcome = cli_trial_doses(trial, RECEPTORS, dose);
  if (outcome != CLI_MEASURED) return outcome;
  compare_bands(trial, dose, exact);
  return compare_boxes(trial, dose, exact);
}
