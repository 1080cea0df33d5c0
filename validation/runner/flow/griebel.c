/* griebel.c - the steady lid-driven cavity by the scheme of Griebel et al. (1998): how far
 * its donor cells are from the table of Ghia et al. (1982). */
#include "validation/runner/trial.h"
#include <math.h>
#include <stdio.h>

/* Of Ghia et al.: u on x = 0.5 at Re 1000. */
static const double ghia[][2] = {{0.0547, -0.18109}, {0.0625, -0.20196}, {0.0703, -0.22220},
                                 {0.1016, -0.29730}, {0.1719, -0.38289}, {0.2813, -0.27805},
                                 {0.4531, -0.10648}, {0.5, -0.06080},    {0.6172, 0.05702},
                                 {0.7344, 0.18719},  {0.8516, 0.33304},  {0.9531, 0.46604},
                                 {0.9609, 0.51117},  {0.9688, 0.57492},  {0.9766, 0.65928}};
enum { GHIA = sizeof ghia / sizeof *ghia };

/* Another implementation's: the largest error of u, the least u, the largest and the least w. */
enum { NUMBERS = 4 };
static const struct {
  int n;
  const char *gamma, *tau;
  double there[NUMBERS];
} flows[] = {{64, "flow.gamma=0.9", "flow.mac_sor.tau=0.5", {0.118, -0.268, 0.257, -0.411}},
             {64, "flow.gamma=0.3", "flow.mac_sor.tau=0.5", {0.064, -0.321, 0.309, -0.460}},
             {64, "flow.gamma=0", "flow.mac_sor.tau=0.1", {0.018, -0.366, 0.356, -0.498}},
             {128, "flow.gamma=0.9", "flow.mac_sor.tau=0.5", {0.068, -0.316, 0.304, -0.464}},
             {128, "flow.gamma=0.3", "flow.mac_sor.tau=0.5", {0.029, -0.355, 0.343, -0.498}},
             {128, "flow.gamma=0", "flow.mac_sor.tau=0.2", {0.0030, -0.382, 0.371, -0.520}}};
enum { FLOWS = sizeof flows / sizeof *flows };

#define FLOW(N, GAMMA, ERROR)                                                                      \
  {"u on x = 0.5, largest error, " N ", gamma " GAMMA,                                             \
   "m/s",                                                                                          \
   CLI_NO_GATE,                                                                                    \
   CLI_NONE,                                                                                       \
   CLI_NONE,                                                                                       \
   ERROR},                                                                                         \
  {                                                                                                \
    "least u, largest and least w, that error: difference from the peer's", "m/s", CLI_AT_MOST,    \
        0.002, CLI_NONE, CLI_NONE                                                                  \
  }

static const struct cli_quantity quantities[] = {
    FLOW("64 x 64", "0.9", 0.118),   FLOW("64 x 64", "0.3", 0.064),
    FLOW("64 x 64", "0", 0.018),     FLOW("128 x 128", "0.9", 0.068),
    FLOW("128 x 128", "0.3", 0.029), FLOW("128 x 128", "0", 0.0030)};

static enum cli_outcome run_flow(struct cli_trial *trial, int flow) {
  char size[64], cell[64];
  snprintf(size, sizeof size, "domain.size=[1,%.17g]", 1.0 / flows[flow].n);
  snprintf(cell, sizeof cell, "domain.cell_size=%.17g", 1.0 / flows[flow].n);
  const char *const settings[] = {"wind.duration=80",
                                  "flow.mac_sor.omega=\"optimal\"",
                                  "flow.mac_sor.walls=\"coefficients\"",
                                  size,
                                  cell,
                                  flows[flow].gamma,
                                  flows[flow].tau,
                                  NULL};
  return cli_trial_run(trial, settings);
}

static enum cli_outcome find_numbers(struct cli_trial *trial, int n, double number[NUMBERS]) {
  static struct cli_probes table, line[2];
  table.count = line[0].count = line[1].count = 0;
  for (int p = 0; p < GHIA; p++) cli_probes_add(&table, 0.5, 0.5 / n, ghia[p][0], ghia[p][1], 0, 0);
  for (int c = 0; c < n; c++) {
    cli_probes_add(&line[0], 0.5, 0.5 / n, (c + 0.5) / n, 0, 0, 0);
    cli_probes_add(&line[1], (c + 0.5) / n, 0.5 / n, 0.5, 0, 0, 0);
  }
  enum cli_outcome outcome = cli_trial_probe(trial, 1, &table);
  for (int l = 0; l < 2 && outcome == CLI_MEASURED; l++)
    outcome = cli_trial_probe(trial, 1, &line[l]);
  number[0] = number[1] = number[2] = number[3] = 0;
  for (size_t p = 0; p < table.count; p++)
    number[0] = fmax(number[0], fabs(table.wind[p][0] - table.measured[p][0]));
  for (size_t p = 0; p < line[0].count; p++) {
    number[1] = fmin(number[1], line[0].wind[p][0]);
    number[2] = fmax(number[2], line[1].wind[p][2]);
    number[3] = fmin(number[3], line[1].wind[p][2]);
  }
  return outcome;
}

static enum cli_outcome measure(struct cli_trial *trial) {
  for (int flow = 0; flow < FLOWS; flow++) {
    double number[NUMBERS], worst = 0;
    enum cli_outcome outcome = run_flow(trial, flow);
    if (outcome == CLI_MEASURED) outcome = find_numbers(trial, flows[flow].n, number);
    if (outcome != CLI_MEASURED) return outcome;
    for (int m = 0; m < NUMBERS; m++) worst = fmax(worst, fabs(number[m] - flows[flow].there[m]));
    trial->here[2 * flow] = number[0];
    trial->here[2 * flow + 1] = worst;
  }
  return CLI_MEASURED;
}

const struct cli_entry cli_entry_griebel = {
    .row = {.name = "griebel",
            .case_file = "cavity/griebel.toml",
            .remark = "a lid-driven cavity at Re 1000 by donor cells and steps of Euler"},
    .published = "U. Ghia, K. N. Ghia, C. T. Shin, Journal of Computational Physics 48 (1982) "
                 "387-411, table I",
    .peer = "the program of Niemeyer and Sung (2013), run by us until the flow was steady",
    .note = "The scheme of Griebel et al. (1998): what is far from Ghia et al. is its donor cells, "
            "and gamma tells how far; the gate is that they are as far as the peer's.",
    .quantity = quantities,
    .quantity_count = sizeof quantities / sizeof *quantities,
    .f64 = true,
    .measure = measure,
};
