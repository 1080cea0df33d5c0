/* grains.c - grains in still air, beside what can be computed exactly. */
#include "validation/runner/particles.h"
#include <math.h>

static const double density = 2650, viscosity = 1.78e-5, air = 1.225, gravity = 9.81;
static const char name[] = "grains.toml";
static const double um[] = {5, 10, 15, 50, 100, 200, 500};
enum { GRAINS = 7, FALLS = 3 };
static const double fall_time[FALLS] = {0.1, 0.5, 1};

static double relaxation(double diameter) {
  return density * diameter * diameter / (18 * viscosity);
}
static double weight(void) { return gravity * (1 - air / density); }

/* Drag over that of Stokes (Schiller and Naumann 1933). */
static double drag(double diameter, double speed) {
  return 1 + 0.15 * pow(air * diameter * speed / viscosity, 0.687);
}

static double settling(double diameter) {
  double v = 0;
  for (int n = 0; n < 200; n++) v = 0.5 * (v + relaxation(diameter) * weight() / drag(diameter, v));
  return v;
}

/* The way and the speed of a fall from rest, by Runge and Kutta's steps. */
static void fall(double diameter, double time, double *way, double *speed) {
  const int steps = 20000;
  const double h = time / steps, tau = relaxation(diameter);
  double x = 0, v = 0;
  for (int n = 0; n < steps; n++) {
    double slope[4];
    const double at[4] = {0, 0.5, 0.5, 1};
    double place[4];
    for (int m = 0; m < 4; m++) {
      // cppcheck-suppress uninitvar ; slope[m - 1] is that of the turn before
      const double own = m == 0 ? v : v + at[m] * h * slope[m - 1];
      place[m] = own;
      slope[m] = weight() - drag(diameter, own) * own / tau;
    }
    x += h / 6 * (place[0] + 2 * place[1] + 2 * place[2] + place[3]);
    v += h / 6 * (slope[0] + 2 * slope[1] + 2 * slope[2] + slope[3]);
  }
  *way = x;
  *speed = v;
}

static void write_text(FILE *file, const void *own) { fputs(own, file); }

/* Grains of all sizes begin at 90 m with a velocity; their snapshot is that after `time`. */
static enum cli_outcome run(struct cli_trial *trial, const char *law, const double velocity[3],
                            double step, double time, struct cli_particle *out) {
  static char text[8192];
  int length =
      snprintf(text, sizeof text,
               "[case]\nname = \"grains\"\n[domain]\ncrs = \"local\"\nsize = [200, 200]\n"
               "height = 100\ncell_size = 10\nstretch = 1\n[[weather.station]]\nspeed = 0\n"
               "from = 270\nprofile = \"uniform\"\n[particles]\nduration = %.17g\n"
               "step = %.17g\nsnapshots = %.17g\ndrag = \"%s\"\nmean_free_path = 0\n"
               "air_density = %g\nair_viscosity = %g\ngravity = %g\n",
               time, step, time, law, air, viscosity, gravity);
  for (int g = 0; g < GRAINS; g++)
    length += snprintf(text + length, sizeof text - (size_t)length,
                       "[[particles.species]]\nname = \"%g\"\ndiameter = %.9g\ndensity = %g\n",
                       um[g], um[g] * 1e-6, density);
  for (int g = 0; g < GRAINS; g++)
    length += snprintf(text + length, sizeof text - (size_t)length,
                       "[[particles.source]]\nspecies = \"%g\"\nposition = [100, 100]\n"
                       "height = 90\ncount = 1\nvelocity = [%g, %g, %g]\n",
                       um[g], velocity[0], velocity[1], velocity[2]);
  enum cli_outcome outcome = cli_trial_write(trial, name, write_text, text);
  if (outcome == CLI_MEASURED) outcome = cli_trial_run_written(trial, name, NULL);
  for (int g = 0; g < GRAINS && outcome == CLI_MEASURED; g++)
    outcome = cli_trial_snapshot(trial, time, g, 1, &out[g]);
  return outcome;
}

static double larger(double a, double b) { return a <= b ? b : a; } /* a where b is none */
static double error(double here, double exact) {
  return isfinite(here) ? fabs(here / exact - 1) : (double)INFINITY;
}

/* Speeds after 8 s, which is four times the longest relaxation time at most. */
static enum cli_outcome measure_settling(struct cli_trial *trial, double *here) {
  static const double still[3] = {0, 0, 0};
  struct cli_particle grain[GRAINS];
  const enum cli_outcome outcome = run(trial, "schiller-naumann", still, 0.01, 8, grain);
  *here = 0;
  for (int g = 0; g < GRAINS && outcome == CLI_MEASURED; g++)
    *here = larger(*here, error(-grain[g].velocity[2], settling(um[g] * 1e-6)));
  return outcome;
}

static enum cli_outcome measure_fall(struct cli_trial *trial, double *here) {
  static const double still[3] = {0, 0, 0};
  static const int grains[2] = {4, 6};
  struct cli_particle grain[GRAINS];
  enum cli_outcome outcome = CLI_MEASURED;
  here[0] = here[1] = 0;
  for (int t = 0; t < FALLS && outcome == CLI_MEASURED; t++) {
    outcome = run(trial, "schiller-naumann", still, 0.01, fall_time[t], grain);
    for (int g = 0; g < 2 && outcome == CLI_MEASURED; g++) {
      double way, speed;
      fall(um[grains[g]] * 1e-6, fall_time[t], &way, &speed);
      here[g] = larger(here[g], error(90 - grain[grains[g]].place[2], way));
      if (grains[g] == 6 && t == FALLS - 1) here[2] = error(-grain[6].velocity[2], speed);
    }
  }
  return outcome;
}

/* With Stokes drag: x = tau (1 - E) v, z = -w t + tau (1 - E) (v + w), w = g tau. */
static enum cli_outcome measure_throw(struct cli_trial *trial, double step, double *here) {
  static const double thrown[3] = {12, 0, 9};
  static const double time = 1;
  struct cli_particle grain[GRAINS];
  const enum cli_outcome outcome = run(trial, "stokes", thrown, step, time, grain);
  *here = 0;
  for (int g = 0; g < GRAINS && outcome == CLI_MEASURED; g++) {
    const double tau = relaxation(um[g] * 1e-6), w = tau * weight();
    const double moved = -tau * expm1(-time / tau);
    *here = larger(*here, fabs(grain[g].place[0] - 100 - moved * thrown[0]));
    *here = larger(*here, fabs(grain[g].place[2] - 90 - (moved * (thrown[2] + w) - w * time)));
  }
  return outcome;
}

static const struct cli_quantity quantities[] = {
    {"settling, 5 to 500 um: largest relative error", "", CLI_AT_MOST, 1e-5, CLI_NONE, CLI_NONE},
    {"fall of 100 um: largest relative error", "", CLI_AT_MOST, 1e-4, CLI_NONE, CLI_NONE},
    {"fall of 500 um: largest relative error", "", CLI_AT_MOST, 1e-4, CLI_NONE, CLI_NONE},
    {"speed of 500 um after 1 s: relative error", "", CLI_AT_MOST, 1e-4, CLI_NONE, CLI_NONE},
    {"throw, steps of 0.01 s: largest error", "m", CLI_AT_MOST, 2e-5, CLI_NONE, CLI_NONE},
    {"throw, steps of 0.1 s: largest error", "m", CLI_AT_MOST, 2e-5, CLI_NONE, CLI_NONE},
};

static enum cli_outcome measure(struct cli_trial *trial) {
  double *here = trial->here;
  enum cli_outcome outcome = measure_settling(trial, here);
  if (outcome == CLI_MEASURED) outcome = measure_fall(trial, here + 1);
  if (outcome == CLI_MEASURED) outcome = measure_throw(trial, 0.01, here + 4);
  return outcome == CLI_MEASURED ? measure_throw(trial, 0.1, here + 5) : outcome;
}

const struct cli_entry cli_entry_grains = {
    .row = {.name = "grains",
            .case_file = "grains.toml",
            .remark = "grains that settle, fall from rest and are thrown in still air"},
    .published = "L. Schiller and A. Naumann, Zeitschrift des Vereines Deutscher Ingenieure 77 "
                 "(1933) 318-320: the drag",
    .note =
        "Grains of 5, 10, 15, 50, 100, 200 and 500 um and 2650 kg/m3. Settling: speed after 8 s, "
        "and the speed at which drag is weight. Fall: way after 0.1, 0.5 and 1 s, and steps of "
        "Runge and Kutta. Throw: 12 m/s along and 9 m/s up with Stokes drag, place after 1 s, "
        "exact in closed form.",
    .quantity = quantities,
    .quantity_count = sizeof quantities / sizeof *quantities,
    .measure = measure,
};
