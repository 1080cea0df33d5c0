/* exact.c - what the compressible solver keeps to rounding: a uniform wind, air at
 * rest, mass, momentum and energy, air behind a wall. */
#include "validation/runner/gas.h"

#include <math.h>
#include <stdio.h>

/* Largest of `so_far` and a number; keeps a NaN. */
static double larger(double so_far, double value) {
  return fabs(value) <= so_far || isnan(so_far) ? so_far : fabs(value);
}

/* --- a uniform wind --- */

static const double wind[3] = {8, -5, 3}, speed = 9.899494936611665;

enum { IN_F32, IN_F64, FREE_NUMBERS };
static const struct cli_quantity free_quantities[FREE_NUMBERS] = {
    [IN_F32] = {"largest change in f32", "", CLI_AT_MOST, 1e-6, 0, CLI_NONE},
    [IN_F64] = {"largest change in f64", "", CLI_AT_MOST, 1e-14, 0, CLI_NONE},
};

/* In all rows of the probes, over the speed. */
static double changed(const struct cli_series *rows) {
  enum { PROBES = 5 };
  double most = 0;
  char name[32];
  for (size_t row = 0; row < rows->rows; row++)
    for (int p = 0; p < PROBES; p++)
      for (int d = 0; d < 3; d++) {
        snprintf(name, sizeof name, "%c_%d", "uvw"[d], p + 1);
        most = larger(most, (cli_series_at(rows, name, row) - wind[d]) / speed);
      }
  return most;
}

static enum cli_outcome measure_free(struct cli_trial *trial) {
  for (int f = 0; f < FREE_NUMBERS; f++) {
    struct cli_series rows;
    trial->f64 = f == IN_F64;
    enum cli_outcome outcome = cli_trial_run(trial, NULL);
    if (outcome == CLI_MEASURED) outcome = cli_trial_rows(trial, "wind_probes.csv", &rows);
    if (outcome != CLI_MEASURED) return outcome;
    trial->here[f] = changed(&rows);
    cli_series_free(&rows);
  }
  return CLI_MEASURED;
}

#define EXACT "exact"

const struct cli_entry cli_entry_gas_free_stream = {
    .row = {.name = "gas-free-stream",
            .case_file = "../validation/gas-free-stream/case.toml",
            .remark = "compressible air: a uniform wind stays uniform"},
    .published = EXACT,
    .note = "A wind of (8, -5, 3) m/s in a box of 16 x 16 x 16 cells whose sides are joined; after "
            "0.5 s, 577 steps, over its speed, at five points in every step.",
    .quantity = free_quantities,
    .quantity_count = FREE_NUMBERS,
    .measure = measure_free,
};

/* --- air at rest --- */

enum { BACKGROUNDS = 3, REST_NUMBERS = 2 * BACKGROUNDS };
static const struct cli_quantity rest_quantities[REST_NUMBERS] = {
    {"largest wind in f32, neutral", "m/s", CLI_AT_MOST, 0, 0, CLI_NONE},
    {"largest wind in f32, isothermal", "m/s", CLI_AT_MOST, 0, 0, CLI_NONE},
    {"largest wind in f32, stratified", "m/s", CLI_AT_MOST, 0, 0, CLI_NONE},
    {"largest wind in f64, neutral", "m/s", CLI_AT_MOST, 0, 0, CLI_NONE},
    {"largest wind in f64, isothermal", "m/s", CLI_AT_MOST, 0, 0, CLI_NONE},
    {"largest wind in f64, stratified", "m/s", CLI_AT_MOST, 0, 0, CLI_NONE},
};

/* Of all cells at the end of the run; points in solids have none. */
static enum cli_outcome find_wind(struct cli_trial *trial, double *most) {
  static const char *const component[3] = {"u", "v", "w"};
  static double value[CLI_SLICE_CELLS];
  struct cli_slice slice = {.n = {12, 20}, .cell = {2, 2}};
  *most = 0;
  for (int j = 0; j < 12; j++)
    for (int d = 0; d < 3; d++) {
      slice.y = 2 * j + 1;
      const enum cli_outcome outcome = cli_trial_slice(trial, 1, component[d], &slice, value);
      if (outcome != CLI_MEASURED) return outcome;
      for (int c = 0; c < slice.n[0] * slice.n[1]; c++)
        if (!isnan(value[c])) *most = fmax(*most, fabs(value[c]));
    }
  return CLI_MEASURED;
}

static enum cli_outcome measure_rest(struct cli_trial *trial) {
  static const char *const settings[BACKGROUNDS][2] = {
      {"flow.compressible={background=\"neutral\"}", NULL},
      {"flow.compressible={background=\"isothermal\"}", NULL},
      {"flow.compressible={background=\"stratified\",stability=0.01}", NULL}};
  for (int m = 0; m < REST_NUMBERS; m++) {
    trial->f64 = m >= BACKGROUNDS;
    enum cli_outcome outcome = cli_trial_run(trial, settings[m % BACKGROUNDS]);
    if (outcome == CLI_MEASURED) outcome = find_wind(trial, &trial->here[m]);
    if (outcome != CLI_MEASURED) return outcome;
  }
  return CLI_MEASURED;
}

const struct cli_entry cli_entry_gas_rest = {
    .row = {.name = "gas-rest",
            .case_file = "../validation/gas-rest/case.toml",
            .remark = "compressible air at rest round a house stays so"},
    .published = EXACT,
    .note = "Cells of 2 m round a house of 12 m, after 1 s, 570 steps; backgrounds of "
            "the same potential temperature, of the same temperature and of one stability, N = "
            "0.01/s.",
    .quantity = rest_quantities,
    .quantity_count = REST_NUMBERS,
    .measure = measure_rest,
};

/* --- what is conserved --- */

enum { MASS, MOMENTUM, ENERGY, KEPT };
static const struct cli_quantity kept_quantities[KEPT] = {
    [MASS] = {"largest change of the mass, relative", "", CLI_AT_MOST, 1e-13, 0, CLI_NONE},
    [MOMENTUM] = {"of the level momentum", "", CLI_AT_MOST, 1e-13, 0, CLI_NONE},
    [ENERGY] = {"of the energy with that of the height", "", CLI_AT_MOST, 1e-13, 0, CLI_NONE},
};

static enum cli_outcome measure_kept(struct cli_trial *trial) {
  struct cli_series rows;
  enum cli_outcome outcome = cli_trial_run(trial, NULL);
  if (outcome == CLI_MEASURED) outcome = cli_trial_rows(trial, "wind_series.csv", &rows);
  if (outcome != CLI_MEASURED) return outcome;
  const double mass = cli_series_at(&rows, "density", 0);
  const double energy = cli_series_at(&rows, "energy", 0);
  const double u = cli_series_at(&rows, "momentum_u", 0);
  const double v = cli_series_at(&rows, "momentum_v", 0), all = sqrt(u * u + v * v);
  double *here = trial->here;
  here[MASS] = here[MOMENTUM] = here[ENERGY] = 0;
  for (size_t row = 1; row < rows.rows; row++) {
    here[MASS] = larger(here[MASS], cli_series_at(&rows, "density", row) / mass - 1);
    here[ENERGY] = larger(here[ENERGY], cli_series_at(&rows, "energy", row) / energy - 1);
    here[MOMENTUM] = larger(here[MOMENTUM], (cli_series_at(&rows, "momentum_u", row) - u) / all);
    here[MOMENTUM] = larger(here[MOMENTUM], (cli_series_at(&rows, "momentum_v", row) - v) / all);
  }
  cli_series_free(&rows);
  return CLI_MEASURED;
}

const struct cli_entry cli_entry_gas_conservation = {
    .row = {.name = "gas-conservation",
            .case_file = "../validation/gas-conservation/case.toml",
            .remark = "compressible air: mass, momentum and energy of a wind of chance stay"},
    .published = EXACT,
    .note = "A wind of (2, 1, 0) m/s and up to 5 m/s of chance in each component, over the ground, "
            "16 x 16 x 16 cells of 1 m; after 1 s, more than 1000 steps, f64. The energy is inner, "
            "of the wind, and of the height.",
    .quantity = kept_quantities,
    .quantity_count = KEPT,
    .f64 = true,
    .measure = measure_kept,
};

/* --- a wall --- */

enum { LEAK, THIN, THICK, DUCT_NUMBERS };
static const struct cli_quantity duct_quantities[DUCT_NUMBERS] = {
    [LEAK] = {"leaked of 15 Pa, relative", "", CLI_AT_MOST, 1e-12, 0, CLI_NONE},
    [THIN] = {"left behind 5 m, scheme of Arkhipov", "Pa", CLI_NO_GATE, CLI_NONE, CLI_NONE, 10.089},
    [THICK] = {"left behind 20 m, the same", "Pa", CLI_NO_GATE, CLI_NONE, CLI_NONE, 13.484},
};

/* Mean pressure of the western room less that of the eastern one, Pa. */
static enum cli_outcome find_rooms(struct cli_trial *trial, int wall, double *out) {
  static double value[CLI_SLICE_CELLS];
  const struct cli_slice slice = {.n = {100 + wall, 4}, .cell = {1, 1}, .y = 0.5};
  const enum cli_outcome outcome =
      cli_trial_slice(trial, 1, "air_pressure_perturbation", &slice, value);
  *out = 0;
  for (int i = 0; i < 50 && outcome == CLI_MEASURED; i++)
    *out += (value[4 * i + 1] - value[4 * (50 + wall + i) + 1]) / 50;
  return outcome;
}

static enum cli_outcome run_forward_euler(struct cli_trial *trial, int wall, double *out) {
  char size[64], house[64];
  snprintf(size, sizeof size, "domain.size=[%d, 1]", 100 + wall);
  snprintf(house, sizeof house, "buildings.box[1].size=[%d, 20]", wall);
  const char *const settings[] = {size,
                                  house,
                                  "flow.probes=[]",
                                  "flow.time_step=3.67e-4",
                                  "flow.forward_euler.solids=\"zero-velocity\"",
                                  NULL};
  const enum cli_outcome outcome = cli_trial_run(trial, settings);
  return outcome == CLI_MEASURED ? find_rooms(trial, wall, out) : outcome;
}

static enum cli_outcome measure_duct(struct cli_trial *trial) {
  static const char *const west[2] = {"air_pressure_perturbation_1", "air_pressure_perturbation_2"};
  static const char *const east[2] = {"air_pressure_perturbation_3", "air_pressure_perturbation_4"};
  struct cli_series rows;
  double *here = trial->here;
  enum cli_outcome outcome = cli_trial_run(trial, NULL);
  if (outcome == CLI_MEASURED) outcome = cli_trial_rows(trial, "wind_probes.csv", &rows);
  if (outcome != CLI_MEASURED) return outcome;
  here[LEAK] = 0;
  for (size_t row = 0; row < rows.rows; row++)
    for (int p = 0; p < 2; p++)
      here[LEAK] = larger(
          here[LEAK],
          (cli_series_at(&rows, west[p], row) - cli_series_at(&rows, east[p], row)) / 15 - 1);
  cli_series_free(&rows);
  outcome = run_forward_euler(trial, 5, &here[THIN]);
  return outcome == CLI_MEASURED ? run_forward_euler(trial, 20, &here[THICK]) : outcome;
}

const struct cli_entry cli_entry_gas_duct = {
    .row = {.name = "gas-duct",
            .case_file = "../validation/gas-duct/case.toml",
            .remark = "compressible air: a wall between two rooms of different pressure"},
    .published = EXACT,
    .peer = "the published scheme of Arkhipov, programmed a second time by us in another language",
    .note = "Two rooms of 50 m, 15 Pa more in one of them, a wall of 5 cells between; f64, after 2 "
            "s. The scheme of Arkhipov puts the wind in walls to 0 and lets the pressure through.",
    .quantity = duct_quantities,
    .quantity_count = DUCT_NUMBERS,
    .f64 = true,
    .measure = measure_duct,
};
