/* bodies.c - forces on cylinders in a plane flow: the round one of Schäfer and Turek
 * (1996) in a channel, whose wall goes through cells, and a square one. */
#include "cli/session/file.h"
#include "validation/runner/trial.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the rows of a run --- */

/* Numbers of every step, time first. */
struct series {
  size_t rows, columns;
  double *value; /* [row][column]; freed with free() */
};

static enum cli_outcome read_series(struct cli_trial *trial, const char *file, struct series *out) {
  char path[4200];
  *out = (struct series){.columns = 1};
  snprintf(path, sizeof path, "%s/results/%s", trial->bench->folder, file);
  char *text = cli_file_text(path);
  if (text == NULL) return cli_trial_fail(trial, "%s cannot be read", path);
  const char *next = strchr(text, '\n');
  for (const char *c = text; next != NULL && c < next; c++) out->columns += *c == ',';
  size_t lines = 0;
  for (const char *c = next; c != NULL && *c != '\0'; c++) lines += *c == '\n';
  out->value = calloc(lines * out->columns + 1, sizeof *out->value);
  for (; next != NULL && next[1] != '\0' && out->value != NULL; next = strchr(next + 1, '\n')) {
    const char *at = next + 1;
    for (size_t c = 0; c < out->columns; c++) {
      char *end;
      out->value[out->rows * out->columns + c] = strtod(at, &end);
      at = *end == ',' ? end + 1 : end;
    }
    out->rows++;
  }
  free(text);
  return out->rows > 0 ? CLI_MEASURED : cli_trial_fail(trial, "%s is empty", path);
}

static double at(const struct series *s, size_t row, size_t column) {
  return s->value[row * s->columns + column];
}

/* What a column does from a time on. */
struct motion {
  double mean, least, largest;
  double frequency; /* 1/s, by the rises through the mean; NAN: fewer than three */
};
static struct motion motion_of(const struct series *s, size_t column, double from) {
  struct motion m = {.least = HUGE_VAL, .largest = -HUGE_VAL, .frequency = NAN};
  double weight = 0, first = NAN, last = NAN;
  int rises = 0;
  for (size_t r = 1; r < s->rows; r++) {
    const double step = at(s, r, 0) - at(s, r - 1, 0), value = at(s, r, column);
    if (at(s, r, 0) < from) continue;
    m.mean += step * value;
    weight += step;
    m.least = fmin(m.least, value);
    m.largest = fmax(m.largest, value);
  }
  m.mean /= weight;
  for (size_t r = 1; r < s->rows; r++) {
    const double below = at(s, r - 1, column) - m.mean, above = at(s, r, column) - m.mean;
    if (at(s, r - 1, 0) < from || !(below < 0 && above >= 0)) continue;
    last = at(s, r - 1, 0) + (at(s, r, 0) - at(s, r - 1, 0)) * -below / (above - below);
    if (rises++ == 0) first = last;
  }
  if (rises > 2) m.frequency = (rises - 1) / (last - first);
  return m;
}

/* --- a round one --- */

enum { FORCE_X = 1, FORCE_Y = 2, FRONT = 4, BACK = 8 }; /* columns: forces; pressures of probes */

/* Cells of 0.1 m over `cells`, mean speed `speed`. */
static enum cli_outcome run_round(struct cli_trial *trial, int cells, double speed, double duration,
                                  struct series *force, struct series *pressure) {
  char lid[64], roof[64], cell[64], inflow[128], start[128], time[64];
  const char *const settings[] = {lid, roof, cell, inflow, start, time, NULL};
  const double h = 0.1 / cells, peak = 1.5 * 4 * speed;
  snprintf(lid, sizeof lid, "domain.height=%.17g", h);
  snprintf(roof, sizeof roof, "buildings.polygon[1].height=%.17g", h);
  snprintf(cell, sizeof cell, "domain.cell_size=%.17g", h);
  snprintf(inflow, sizeof inflow,
           "flow.boundary[1].velocity=[\"%.17g * y * (0.41 - y) / 0.1681\", 0, 0]", peak);
  snprintf(start, sizeof start, "flow.initial=[\"%.17g * y * (0.41 - y) / 0.1681\", 0, 0]", peak);
  snprintf(time, sizeof time, "wind.duration=%g", duration);
  enum cli_outcome outcome = cli_trial_run(trial, settings);
  if (outcome == CLI_MEASURED) outcome = read_series(trial, "wind_forces.csv", force);
  if (outcome == CLI_MEASURED) outcome = read_series(trial, "wind_probes.csv", pressure);
  return outcome;
}

/* A force over the density in a slice of thickness h to its coefficient, of 0.1 m. */
static double coefficient(double force, double speed, int cells) {
  const double thickness = 0.1 / cells;
  return 2 * force / (speed * speed * 0.1 * thickness);
}

static enum cli_outcome measure_steady(struct cli_trial *trial, int cells) {
  const double speed = 0.2, duration = 8;
  struct series force = {0}, pressure = {0};
  enum cli_outcome outcome = run_round(trial, cells, speed, duration, &force, &pressure);
  if (outcome == CLI_MEASURED) {
    const size_t last = force.rows - 1;
    trial->here[0] = coefficient(at(&force, last, FORCE_X), speed, cells);
    trial->here[1] = fabs(trial->here[0] / 5.5795 - 1);
    trial->here[2] = coefficient(at(&force, last, FORCE_Y), speed, cells);
    trial->here[3] = at(&pressure, last, FRONT) - at(&pressure, last, BACK);
    trial->here[4] = fabs(trial->here[3] / 0.1175 - 1);
  }
  free(force.value);
  free(pressure.value);
  return outcome;
}
static enum cli_outcome measure_20(struct cli_trial *trial) { return measure_steady(trial, 20); }

static const struct cli_quantity steady[] = {
    {"drag coefficient", "", CLI_NO_GATE, CLI_NONE, 5.5795, CLI_NONE},
    {"its error", "", CLI_AT_MOST, 0.02, CLI_NONE, CLI_NONE},
    {"lift coefficient", "", CLI_NO_GATE, CLI_NONE, 0.0106, CLI_NONE},
    {"pressure before less behind", "m2/s2", CLI_NO_GATE, CLI_NONE, 0.1175, CLI_NONE},
    {"its error", "", CLI_AT_MOST, 0.05, CLI_NONE, CLI_NONE},
};

#define SCHAEFER                                                                                   \
  "M. Schäfer, S. Turek, Notes on Numerical Fluid Mechanics 52 (1996) 547-566, tests 2D-1 and "   \
  "2D-2"

const struct cli_entry cli_entry_cylinder = {
    .row = {.name = "cylinder",
            .case_file = "cylinder/case.toml",
            .remark = "a round cylinder in a channel, Re 20: walls that cut cells"},
    .published = SCHAEFER,
    .note =
        "20 cells across the cylinder, a polygon of 128 corners; 8 s from the inflow's parabola. "
        "Pressure is over density, half a cell off the wall.",
    .quantity = steady,
    .quantity_count = sizeof steady / sizeof *steady,
    .measure = measure_20};

static enum cli_outcome measure_vortices(struct cli_trial *trial) {
  const int cells = 40;
  const double speed = 1, from = 6, duration = 10;
  struct series force = {0}, pressure = {0};
  enum cli_outcome outcome = run_round(trial, cells, speed, duration, &force, &pressure);
  if (outcome == CLI_MEASURED) {
    const struct motion drag = motion_of(&force, FORCE_X, from);
    const struct motion lift = motion_of(&force, FORCE_Y, from);
    trial->here[0] = coefficient(drag.largest, speed, cells);
    trial->here[1] = fabs(trial->here[0] / 3.23 - 1);
    trial->here[2] = coefficient(lift.largest, speed, cells);
    trial->here[3] = fabs(trial->here[2] / 1 - 1);
    trial->here[4] = lift.frequency * 0.1 / speed;
    trial->here[5] = fabs(trial->here[4] / 0.3 - 1);
  }
  free(force.value);
  free(pressure.value);
  return outcome;
}

static const struct cli_quantity shed[] = {
    {"largest drag coefficient", "", CLI_NO_GATE, CLI_NONE, 3.23, CLI_NONE},
    {"its error", "", CLI_AT_MOST, 0.03, CLI_NONE, CLI_NONE},
    {"largest lift coefficient", "", CLI_NO_GATE, CLI_NONE, 1, CLI_NONE},
    {"its error", "", CLI_AT_MOST, 0.05, CLI_NONE, CLI_NONE},
    {"Strouhal number", "", CLI_NO_GATE, CLI_NONE, 0.3, CLI_NONE},
    {"its error", "", CLI_AT_MOST, 0.017, CLI_NONE, CLI_NONE},
};

const struct cli_entry cli_entry_cylinder_vortices = {
    .row = {.name = "cylinder-vortices",
            .case_file = "cylinder/case.toml",
            .remark = "a round cylinder in a channel, Re 100: vortices that part from it"},
    .published = SCHAEFER,
    .note = "40 cells across the cylinder; from 6 s to 10 s.",
    .quantity = shed,
    .quantity_count = sizeof shed / sizeof *shed,
    .measure = measure_vortices,
    .slow = true};

/* --- a square one --- */

static enum cli_outcome run_square(struct cli_trial *trial, int cells) {
  char lid[64], roof[64], cell[64];
  const char *const settings[] = {lid, roof, cell, NULL};
  const double from = 80, h = 1.0 / cells;
  struct series force = {0};
  snprintf(cell, sizeof cell, "domain.cell_size=%.17g", h);
  snprintf(lid, sizeof lid, "domain.height=%.17g", h);
  snprintf(roof, sizeof roof, "buildings.box[1].height=%.17g", h);
  enum cli_outcome outcome = cli_trial_run(trial, settings);
  if (outcome == CLI_MEASURED) outcome = read_series(trial, "wind_forces.csv", &force);
  if (outcome == CLI_MEASURED) {
    const struct motion drag = motion_of(&force, FORCE_X, from);
    const struct motion lift = motion_of(&force, FORCE_Y, from);
    trial->here[0] = 2 * drag.mean / h;
    trial->here[1] = fabs(trial->here[0] / 1.485 - 1);
    trial->here[2] = lift.frequency;
    trial->here[3] = fabs(trial->here[2] / 0.1475 - 1);
    trial->here[4] = (lift.largest - lift.least) / h;
  }
  free(force.value);
  return outcome;
}
static enum cli_outcome measure_square(struct cli_trial *trial) { return run_square(trial, 10); }
static enum cli_outcome measure_square_fine(struct cli_trial *trial) {
  return run_square(trial, 20);
}

static const struct cli_quantity square[] = {
    {"mean drag coefficient", "", CLI_NO_GATE, CLI_NONE, 1.485, CLI_NONE},
    {"its error", "", CLI_AT_MOST, 0.04, CLI_NONE, CLI_NONE},
    {"Strouhal number", "", CLI_NO_GATE, CLI_NONE, 0.1475, CLI_NONE},
    {"its error", "", CLI_AT_MOST, 0.04, CLI_NONE, CLI_NONE},
    {"amplitude of the lift coefficient", "", CLI_NO_GATE, CLI_NONE, CLI_NONE, CLI_NONE},
};

#define SQUARE                                                                                     \
  "A. Sohankar, C. Norberg, L. Davidson, Int. J. Numer. Methods Fluids 26 (1998) 39-56; A. "       \
  "Sharma, "                                                                                       \
  "V. Eswaran, Numer. Heat Transfer A 45 (2004) 247-269: 1.48 to 1.49, 0.146 to 0.149"

const struct cli_entry cli_entry_square = {
    .row = {.name = "square",
            .case_file = "cylinder/square.toml",
            .remark = "a square cylinder, Re 100, a twentieth of the width between slip walls"},
    .published = SQUARE,
    .note = "10 cells across the cylinder; means from 80 to 130 of its widths over the speed.",
    .quantity = square,
    .quantity_count = sizeof square / sizeof *square,
    .measure = measure_square};

const struct cli_entry cli_entry_square_fine = {
    .row = {.name = "square-fine",
            .case_file = "cylinder/square.toml",
            .remark = "the same with 20 cells across the cylinder"},
    .published = SQUARE,
    .quantity = square,
    .quantity_count = sizeof square / sizeof *square,
    .measure = measure_square_fine,
    .slow = true};
