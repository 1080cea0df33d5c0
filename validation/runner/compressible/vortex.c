/* vortex.c - vortices that keep: one of the same entropy that a wind carries, and that
 * of Gresho at a low Mach number. */
#include "validation/runner/gas.h"

#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979323846

/* A square of `cells` x `cells` in x and z, one cell across. */
static enum cli_outcome run(struct cli_trial *trial, int cells, double side, const char *flux) {
  char size[64], cell[64], word[64];
  snprintf(size, sizeof size, "domain.size=[%.17g, %.17g]", side, side / cells);
  snprintf(cell, sizeof cell, "domain.cell_size=%.17g", side / cells);
  snprintf(word, sizeof word, "flow.compressible.flux=\"%s\"", flux);
  const char *const settings[] = {size, cell, word, NULL};
  return cli_trial_run(trial, settings);
}

/* --- of the same entropy --- */

enum { GRIDS = 3, WAYS = 2, VORTEX_NUMBERS = WAYS * GRIDS + 2 };
static const int grids[GRIDS] = {32, 64, 128};
#define ERROR(FLUX, CELLS, LIMIT, PEER)                                                            \
  {                                                                                                \
    "error of the density, " FLUX ", " CELLS " cells a side", "",                                  \
        LIMIT > 0 ? CLI_AT_MOST : CLI_NO_GATE, LIMIT, CLI_NONE, PEER                               \
  }
static const struct cli_quantity vortex_quantities[VORTEX_NUMBERS] = {
    ERROR("hllc", "32", CLI_NONE, CLI_NONE),
    ERROR("hllc", "64", 1.05 * 1.68e-3, 1.68e-3),
    ERROR("hllc", "128", 1.05 * 3.56e-4, 3.56e-4),
    ERROR("kurganov-tadmor", "32", 1.05 * 1.66e-2, 1.66e-2),
    ERROR("kurganov-tadmor", "64", 1.05 * 4.90e-3, 4.90e-3),
    ERROR("kurganov-tadmor", "128", 1.05 * 1.16e-3, 1.16e-3),
    {"order, hllc, 64 to 128 cells", "", CLI_AT_LEAST, 1.8, 2, CLI_NONE},
    {"order, kurganov-tadmor, 64 to 128 cells", "", CLI_AT_LEAST, 1.8, 2, CLI_NONE},
};

/* Mean size of what the density differs by from that at the begin. */
static enum cli_outcome find_error(struct cli_trial *trial, int cells, double *out) {
  static double before[CLI_SLICE_CELLS], after[CLI_SLICE_CELLS];
  const double cell = 10.0 / cells;
  const struct cli_slice slice = {.n = {cells, cells}, .cell = {cell, cell}, .y = 0.5 * cell};
  enum cli_outcome outcome = cli_trial_density(trial, 0, 1, &slice, before);
  if (outcome == CLI_MEASURED) outcome = cli_trial_density(trial, 1, 1, &slice, after);
  *out = 0;
  for (int c = 0; c < cells * cells; c++) *out += fabs(after[c] - before[c]) / (cells * cells);
  return outcome;
}

static enum cli_outcome measure_vortex(struct cli_trial *trial) {
  static const char *const flux[WAYS] = {"hllc", "kurganov-tadmor"};
  enum cli_outcome outcome = CLI_MEASURED;
  for (int f = 0; f < WAYS; f++) {
    double *error = &trial->here[GRIDS * f];
    for (int g = 0; g < GRIDS && outcome == CLI_MEASURED; g++) {
      outcome = run(trial, grids[g], 10, flux[f]);
      if (outcome == CLI_MEASURED) outcome = find_error(trial, grids[g], &error[g]);
    }
    trial->here[WAYS * GRIDS + f] = log2(error[1] / error[2]);
  }
  return outcome;
}

const struct cli_entry cli_entry_gas_vortex = {
    .row = {.name = "gas-vortex",
            .case_file = "../validation/gas-vortex/case.toml",
            .remark = "a vortex of the same entropy that a wind carries: the order of the scheme"},
    .published = "the exact solution: C.-W. Shu, in Advanced Numerical Approximation of Nonlinear "
                 "Hyperbolic Equations, Lecture Notes in Mathematics 1697 (1998) 325-432",
    .peer = "the same fluxes, programmed a second time by us",
    .note = "Strength 5 in a wind of (1, 1), a box of 10 x 10 whose sides are joined, after 10: "
            "once through the box; mean size of the error.",
    .quantity = vortex_quantities,
    .quantity_count = VORTEX_NUMBERS,
    .f64 = true,
    .measure = measure_vortex,
};

/* --- Gresho --- */

enum { HLLC, HLLC_OFF, SLAU, SLAU_OFF, KURGANOV, KURGANOV_OFF, FINER, FINER_OFF, GRESHO_NUMBERS };
static const struct cli_quantity gresho_quantities[GRESHO_NUMBERS] = {
    [HLLC] = {"energy that is kept, hllc", "", CLI_AT_LEAST, 0.95, 1, 0.989},
    [HLLC_OFF] = {"its difference from the peer's", "", CLI_AT_MOST, 0.01, CLI_NONE, 0},
    [SLAU] = {"energy that is kept, slau2", "", CLI_NO_GATE, CLI_NONE, 1, 0.970},
    [SLAU_OFF] = {"its difference from the peer's", "", CLI_AT_MOST, 0.01, CLI_NONE, 0},
    [KURGANOV] = {"energy that is kept, kurganov-tadmor", "", CLI_NO_GATE, CLI_NONE, 1, 0.200},
    [KURGANOV_OFF] = {"its difference from the peer's", "", CLI_AT_MOST, 0.01, CLI_NONE, 0},
    [FINER] = {"energy that is kept, hllc, 80 x 80 cells", "", CLI_AT_LEAST, 0.95, 1, 0.998},
    [FINER_OFF] = {"its difference from the peer's", "", CLI_AT_MOST, 0.01, CLI_NONE, 0},
};

/* Half the mean square of the wind at the begin. */
static double energy_at_first(int cells) {
  double sum = 0;
  for (int k = 0; k < cells; k++)
    for (int i = 0; i < cells; i++) {
      const double r = hypot((i + 0.5) / cells - 0.5, (k + 0.5) / cells - 0.5);
      const double wind = r < 0.2 ? 5 * r : r < 0.4 ? 2 - 5 * r : 0;
      sum += 0.5 * wind * wind / (cells * cells);
    }
  return sum;
}

static enum cli_outcome measure_gresho(struct cli_trial *trial) {
  static const struct {
    const char *flux;
    int number, cells;
  } way[] = {{"kurganov-tadmor", KURGANOV, 40},
             {"slau2", SLAU, 40},
             {"hllc", HLLC, 40},
             {"hllc", FINER, 80}};
  for (size_t m = 0; m < sizeof way / sizeof *way; m++) {
    struct cli_series rows;
    double *here = &trial->here[way[m].number];
    enum cli_outcome outcome = run(trial, way[m].cells, 1, way[m].flux);
    if (outcome == CLI_MEASURED) outcome = cli_trial_rows(trial, "wind_series.csv", &rows);
    if (outcome != CLI_MEASURED) return outcome;
    here[0] = cli_series_at(&rows, "kinetic_energy", rows.rows - 1) / energy_at_first(way[m].cells);
    here[1] = fabs(here[0] - gresho_quantities[way[m].number].peer);
    cli_series_free(&rows);
  }
  return CLI_MEASURED;
}

const struct cli_entry cli_entry_gas_gresho = {
    .row = {.name = "gas-gresho",
            .case_file = "../validation/gas-gresho/case.toml",
            .remark = "vortex of Gresho at Mach 0.0147: what slow winds lose, three fluxes"},
    .published = "the exact solution: R. Liska, B. Wendroff, SIAM Journal on Scientific Computing "
                 "25 (2003) 995-1017",
    .peer = "the same fluxes, programmed a second time by us",
    .note = "The energy of the wind after 1 s, 0.8 of a turn, over that at the begin; 40 x 40 "
            "cells. Numbers of the peer are of the same grids.",
    .quantity = gresho_quantities,
    .quantity_count = GRESHO_NUMBERS,
    .measure = measure_gresho,
};
