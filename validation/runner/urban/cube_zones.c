/* cube_zones.c - the cube of Bozorgmehr et al. (2021) with its zones, as the paper has it:
 * how SOR approaches the converged wind, and how the order of its cells matters. */
#include "bench/suites/poisson.h"
#include "validation/runner/validate.h"
#include <math.h>
#include <string.h>

enum { POINTS = 4 /* of table 1 */, ORDER = 4 * POINTS /* first number of figure 4 */ };

static const char case_file[] = "../validation/cube-zones/case.toml";

/* The limits leave the error (eq. 7) and the differences 10 % above the paper's: the first guess
 * cannot be the paper's to the last digit, which does not give the roughness lengths. */
#define NEAR(PAPER) CLI_AT_MOST, 1.1 * (PAPER), PAPER
#define BESIDE(PAPER) CLI_NO_GATE, CLI_NONE, PAPER
#define AFTER(N, PAPER, PEER, JUDGE, U, PEER_U, V, PEER_V, W, PEER_W)                              \
  {"error after " N " iterations", "m2/s", NEAR(PAPER), PEER},                                     \
      {"largest difference of u after " N, "m/s", JUDGE(U), PEER_U},                               \
      {"largest difference of v after " N, "m/s", JUDGE(V), PEER_V}, {                             \
    "largest difference of w after " N, "m/s", JUDGE(W), PEER_W                                    \
  }
/* Figure 4 is told with one digit: the limit is what is rounded to it. */
#define ROUNDED(PAPER, HALF_A_DIGIT) CLI_AT_MOST, (PAPER) + (HALF_A_DIGIT), PAPER

static const struct cli_quantity quantities[] = {
    AFTER("100", 8.57e-2, 8.65e-2, NEAR, 0.18, 0.169, 0.14, 0.114, 0.12, 0.114),
    AFTER("250", 1.41e-2, 1.42e-2, NEAR, 0.04, 0.034, 0.03, 0.023, 0.03, 0.024),
    AFTER("500", 2.07e-3, 2.08e-3, NEAR, 4.64e-3, 4.6e-3, 3.45e-3, 2.9e-3, 3.61e-3, 3.3e-3),
    AFTER("1000", 1.45e-4, 1.45e-4, BESIDE, 2.46e-4, 2.5e-4, 2.04e-4, 2.0e-4, 1.54e-4, 1.5e-4),
    {"red-black from serial, u after 500", "m/s", ROUNDED(6e-4, 5e-5), 6.4e-4},
    {"red-black from serial, v after 500", "m/s", ROUNDED(8e-4, 5e-5), 7.1e-4},
    {"red-black from serial, w after 500", "m/s", ROUNDED(1e-3, 5e-4), 8.9e-4},
    {"red-black from serial, u converged", "m/s", CLI_NO_GATE, CLI_NONE, CLI_NONE, 6.7e-6},
    {"red-black from serial, v converged", "m/s", CLI_NO_GATE, CLI_NONE, CLI_NONE, 8.6e-6},
    {"red-black from serial, w converged", "m/s", CLI_NO_GATE, CLI_NONE, CLI_NONE, 1.3e-5},
};

/* A row of the suite `poisson`, on the case with zones. */
static struct cli_row row_of(const char *name) {
  size_t rows;
  const struct cli_row *row = cli_suite_poisson.rows(&rows);
  while (strcmp(row->name, name) != 0) row++;
  struct cli_row own = *row;
  own.case_file = case_file;
  return own;
}

static enum cli_outcome measure(struct cli_trial *trial) {
  static struct cli_sample order;
  const struct cli_row errors_row = row_of("errors-sor-global"), order_row = row_of("order");
  struct cli_sample *sample = &trial->sample;
  enum cli_outcome outcome =
      cli_poisson_errors(trial->bench, &errors_row, trial->device, POINTS, sample, trial->reason);
  for (int p = 0; p < sample->point_count; p++) {
    trial->here[4 * p] = sample->point[p].change;
    for (int c = 0; c < 3; c++) trial->here[4 * p + 1 + c] = sample->point[p].difference[c];
  }
  if (outcome != CLI_MEASURED) return outcome;
  order.point_count = 0;
  outcome = cli_poisson_measure(trial->bench, &order_row, trial->device, &order, trial->reason);
  for (int p = 0; p < order.point_count; p++)
    for (int c = 0; c < 3; c++) trial->here[ORDER + 3 * p + c] = order.point[p].difference[c];
  return outcome;
}

const struct cli_entry cli_entry_cube_zones = {
    .row = {.name = "cube-zones",
            .case_file = case_file,
            .remark = "the same cube with its zones: SOR on its way to the converged wind, in two "
                      "orders of the cells"},
    .published = "B. Bozorgmehr et al., Environmental Modelling & Software 137 (2021) 104958, "
                 "table 1: differences from the wind after 100000 iterations; figure 4: red-black "
                 "from serial SOR, at 10 m",
    .peer =
        "QES-Winds 2.3.0, serial SOR, against its wind after 5000 iterations; built from source "
        "and run by us",
    .note =
        "The paper ran the cube with its zones; here they are of the kinds that its program has "
        "by default (upwind mvp, wake modified, canyon roeckle, rooftop log, side walls). The "
        "limits are its numbers and 10 %, as it does not give the roughness lengths; figure 4 "
        "has one digit. After 1000 iterations only the error has one: what is left then is the "
        "slowest wave, which decays with the width of the domain, and the paper's program does "
        "not solve in the outermost cells. Here the converged wind is that of multigrid.",
    .quantity = quantities,
    .quantity_count = sizeof quantities / sizeof *quantities,
    .measure = measure,
};
