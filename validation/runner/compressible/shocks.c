/* shocks.c - shocks in a tube: that of Sod (1978), and that of Shu and Osher (1989)
 * which runs into waves of density. */
#include "validation/runner/gas.h"
#include "validation/runner/plots.h"
#include <math.h>
#include <stdio.h>

/* Cells along x, the width of one across; the tube is `length` long. */
static struct cli_slice slice_of(int cells, double length) {
  const double cell = length / cells;
  return (struct cli_slice){.n = {cells, 1}, .cell = {cell, cell}, .y = 0.5 * cell};
}

static enum cli_outcome run(struct cli_trial *trial, int cells, double length, const char *more) {
  char size[64], height[64], cell[64];
  const double h = length / cells;
  snprintf(size, sizeof size, "domain.size=[%.17g, %.17g]", length, h);
  snprintf(height, sizeof height, "domain.height=%.17g", h);
  snprintf(cell, sizeof cell, "domain.cell_size=%.17g", h);
  const char *const settings[] = {size, height, cell, more, NULL};
  return cli_trial_run(trial, settings);
}

/* --- Sod --- */

/* Between the waves (Toro 2009, table 4.2): Pa, m/s, kg/m3. */
static const double between_p = 0.30313017805064707, between_u = 0.92745262004894991;
static const double left_rho = 0.42631942817849544, right_rho = 0.26557371170530714;

/* The exact density at x, 0.2 s after. */
static double sod(double x) {
  const double g = CLI_AIR_GAMMA, t = 0.2, sound = sqrt(g);
  const double slow = sqrt(g * between_p / left_rho), part = (g - 1) / (g + 1);
  const double shock = between_u * right_rho / (right_rho - 0.125), from = (x - 0.5) / t;
  if (from < -sound) return 1;
  if (from < between_u - slow) return pow(2 / (g + 1) - part * from / sound, 2 / (g - 1));
  if (from < between_u) return left_rho;
  return from < shock ? right_rho : 0.125;
}

enum { FLUXES = 3, SIZES = 3 };
static const char *const flux[FLUXES] = {"flow.compressible.flux=\"hllc\"",
                                         "flow.compressible.flux=\"slau2\"",
                                         "flow.compressible.flux=\"kurganov-tadmor\""};
static const int sizes[SIZES] = {100, 200, 400};

enum { PLATEAUS = 4, SOD_NUMBERS = PLATEAUS + FLUXES * SIZES };
#define ERROR(FLUX, CELLS, LIMIT, PEER)                                                            \
  { "error of the density, " FLUX ", " CELLS " cells", "", CLI_AT_MOST, LIMIT, CLI_NONE, PEER }
static const struct cli_quantity sod_quantities[SOD_NUMBERS] = {
    {"pressure between the waves, off, relative", "", CLI_AT_MOST, 0.01, 0, CLI_NONE},
    {"wind between the waves", "", CLI_AT_MOST, 0.01, 0, CLI_NONE},
    {"density left of the contact", "", CLI_AT_MOST, 0.01, 0, CLI_NONE},
    {"density right of the contact", "", CLI_AT_MOST, 0.01, 0, CLI_NONE},
    ERROR("hllc", "100", 1.02 * 6.57e-3, 6.57e-3),
    ERROR("hllc", "200", 1.02 * 3.38e-3, 3.38e-3),
    ERROR("hllc", "400", 1.02 * 1.82e-3, 1.82e-3),
    ERROR("slau2", "100", 1.02 * 6.01e-3, 6.01e-3),
    ERROR("slau2", "200", 1.02 * 3.04e-3, 3.04e-3),
    ERROR("slau2", "400", 1.02 * 1.65e-3, 1.65e-3),
    ERROR("kurganov-tadmor", "100", 1.02 * 7.83e-3, 7.83e-3),
    ERROR("kurganov-tadmor", "200", 1.02 * 3.96e-3, 3.96e-3),
    ERROR("kurganov-tadmor", "400", 1.02 * 2.08e-3, 2.08e-3),
};

/* Means over cells well between the waves, of the finest grid. */
static enum cli_outcome find_plateaus(struct cli_trial *trial, const struct cli_slice *slice,
                                      const double *rho) {
  static double wind[CLI_SLICE_CELLS], excess[CLI_SLICE_CELLS];
  enum cli_outcome outcome = cli_trial_slice(trial, 1, "u", slice, wind);
  if (outcome == CLI_MEASURED)
    outcome = cli_trial_slice(trial, 1, "air_pressure_perturbation", slice, excess);
  if (outcome != CLI_MEASURED) return outcome;
  const int n = slice->n[0], left[2] = {54 * n / 100, 64 * n / 100};
  const int right[2] = {73 * n / 100, 82 * n / 100};
  double sum[PLATEAUS] = {0};
  for (int i = left[0]; i < left[1]; i++) {
    sum[0] += (1 + excess[i]) / (left[1] - left[0]);
    sum[1] += wind[i] / (left[1] - left[0]);
    sum[2] += rho[i] / (left[1] - left[0]);
  }
  for (int i = right[0]; i < right[1]; i++) sum[3] += rho[i] / (right[1] - right[0]);
  const double exact[PLATEAUS] = {between_p, between_u, left_rho, right_rho};
  for (int m = 0; m < PLATEAUS; m++) trial->here[m] = fabs(sum[m] / exact[m] - 1);
  return CLI_MEASURED;
}

static enum cli_outcome measure_sod(struct cli_trial *trial) {
  static double rho[CLI_SLICE_CELLS];
  static struct cli_curves curves;
  enum cli_outcome outcome = CLI_MEASURED;
  curves.count = 0;
  for (int f = FLUXES - 1; f >= 0 && outcome == CLI_MEASURED; f--) /* that of the default last */
    for (int s = 0; s < SIZES && outcome == CLI_MEASURED; s++) {
      const struct cli_slice slice = slice_of(sizes[s], 1);
      double *error = &trial->here[PLATEAUS + SIZES * f + s];
      outcome = run(trial, sizes[s], 1, flux[f]);
      if (outcome == CLI_MEASURED) outcome = cli_trial_density(trial, 1, 1, &slice, rho);
      *error = 0;
      for (int i = 0; i < sizes[s]; i++) {
        const double x = (i + 0.5) / sizes[s], exact = sod(x);
        *error += fabs(rho[i] - exact) / sizes[s];
        if (f == 0 && s + 1 == SIZES) cli_curves_add(&curves, 0, x, exact, rho[i]);
      }
      if (f == 0 && s + 1 == SIZES && outcome == CLI_MEASURED)
        outcome = find_plateaus(trial, &slice, rho);
    }
  if (outcome != CLI_MEASURED) return outcome;
  return cli_trial_curve(trial, "density", "x", "density after 0.2", &curves);
}

const struct cli_entry cli_entry_gas_sod = {
    .row = {.name = "gas-sod",
            .case_file = "../validation/gas-sod/case.toml",
            .remark = "shock tube of Sod, three fluxes"},
    .published = "the exact solution: E. F. Toro, Riemann Solvers and Numerical Methods for Fluid "
                 "Dynamics, 3rd edition (2009), section 4.3; G. A. Sod, Journal of Computational "
                 "Physics 27 (1978) 1-31",
    .peer = "the same fluxes, programmed a second time by us, with slopes of what is carried "
            "instead of velocity and pressure",
    .note = "Density and pressure 1 and 1 on the left, 0.125 and 0.1 on the right; at time 0.2. "
            "Errors are means of the size. Values between the waves are of 400 cells, hllc. Sound "
            "and wind cross 0.4 cells in a step.",
    .quantity = sod_quantities,
    .quantity_count = SOD_NUMBERS,
    .f64 = true,
    .measure = measure_sod,
};

/* --- Shu and Osher --- */

enum { COARSE_GRIDS = 4, FINE = 6400 };
static const int grids[COARSE_GRIDS] = {200, 400, 800, 1600};
enum { LAST_ORDER = COARSE_GRIDS, SHU_NUMBERS };
static const struct cli_quantity shu_quantities[SHU_NUMBERS] = {
    {"error of the density, 200 cells", "", CLI_NO_GATE, CLI_NONE, CLI_NONE, CLI_NONE},
    {"400 cells", "", CLI_NO_GATE, CLI_NONE, CLI_NONE, CLI_NONE},
    {"800 cells", "", CLI_NO_GATE, CLI_NONE, CLI_NONE, CLI_NONE},
    {"1600 cells", "", CLI_NO_GATE, CLI_NONE, CLI_NONE, CLI_NONE},
    [LAST_ORDER] = {"order, 400 to 800 cells", "", CLI_AT_LEAST, 0.9, CLI_NONE, CLI_NONE},
};

static enum cli_outcome measure_shu(struct cli_trial *trial) {
  static double rho[CLI_SLICE_CELLS], fine[FINE];
  static struct cli_curves curves;
  const struct cli_slice of_fine = slice_of(FINE, 10);
  enum cli_outcome outcome = run(trial, FINE, 10, NULL);
  if (outcome == CLI_MEASURED) outcome = cli_trial_density(trial, 1, 0, &of_fine, fine);
  curves.count = 0;
  for (int g = 0; g < COARSE_GRIDS && outcome == CLI_MEASURED; g++) {
    const int n = grids[g], of = FINE / n;
    const struct cli_slice slice = slice_of(n, 10);
    outcome = run(trial, n, 10, NULL);
    if (outcome == CLI_MEASURED) outcome = cli_trial_density(trial, 1, 0, &slice, rho);
    trial->here[g] = 0;
    for (int i = 0; i < n; i++) {
      double mean = 0;
      for (int m = 0; m < of; m++) mean += fine[i * of + m] / of;
      trial->here[g] += fabs(rho[i] - mean) / n;
      if (n == 400) cli_curves_add(&curves, 0, 10 * (i + 0.5) / n - 5, mean, rho[i]);
    }
  }
  if (outcome != CLI_MEASURED) return outcome;
  trial->here[LAST_ORDER] = log2(trial->here[1] / trial->here[2]);
  return cli_trial_curve(trial, "density", "x", "density after 1.8, dots: 6400 cells", &curves);
}

const struct cli_entry cli_entry_gas_shu_osher = {
    .row = {.name = "gas-shu-osher",
            .case_file = "../validation/gas-shu-osher/case.toml",
            .remark = "a shock of Mach 3 runs into waves of density"},
    .published = "C.-W. Shu, S. Osher, Journal of Computational Physics 83 (1989) 32-78, example 8",
    .note = "Beside our own run of 6400 cells, whose means over the wider cells are taken; mean "
            "size, at time 1.8.",
    .quantity = shu_quantities,
    .quantity_count = SHU_NUMBERS,
    .f64 = true,
    .measure = measure_shu,
};
