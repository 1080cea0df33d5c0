/* cube.c - the cube of Bozorgmehr et al. (2021): how SOR approaches the converged wind. */
#include "bench/suites/poisson.h"
#include "validation/runner/validate.h"
#include <string.h>

enum { POINTS = 4 }; /* of table 1: 100, 250, 500 and 1000 iterations */

/* The error (eq. 7) and the largest differences from the converged wind; the paper's are the
 * limits: its solver is to be met. */
#define AFTER(N, PAPER, PEER, U, PEER_U, V, PEER_V, W, PEER_W)                                     \
  {"error after " N " iterations", "m2/s", CLI_AT_MOST, PAPER, PAPER, PEER},                       \
      {"largest difference of u after " N, "m/s", CLI_AT_MOST, U, U, PEER_U},                      \
      {"largest difference of v after " N, "m/s", CLI_AT_MOST, V, V, PEER_V}, {                    \
    "largest difference of w after " N, "m/s", CLI_AT_MOST, W, W, PEER_W                           \
  }

static const struct cli_quantity quantities[] = {
    AFTER("100", 8.57e-2, 8.65e-2, 0.18, 0.169, 0.14, 0.114, 0.12, 0.114),
    AFTER("250", 1.41e-2, 1.42e-2, 0.04, 0.034, 0.03, 0.023, 0.03, 0.024),
    AFTER("500", 2.07e-3, 2.08e-3, 4.64e-3, 4.6e-3, 3.45e-3, 2.9e-3, 3.61e-3, 3.3e-3),
    AFTER("1000", 1.45e-4, 1.45e-4, 2.46e-4, 2.5e-4, 2.04e-4, 2.0e-4, 1.54e-4, 1.5e-4),
};

static enum cli_outcome measure(struct cli_trial *trial) {
  struct cli_sample *sample = &trial->sample;
  size_t rows;
  const struct cli_row *row = cli_suite_poisson.rows(&rows);
  while (strcmp(row->name, "errors-sor-global") != 0) row++;
  const enum cli_outcome outcome =
      cli_poisson_errors(trial->bench, row, trial->device, POINTS, sample, trial->reason);
  for (int p = 0; p < sample->point_count; p++) {
    trial->here[4 * p] = sample->point[p].change;
    for (int c = 0; c < 3; c++) trial->here[4 * p + 1 + c] = sample->point[p].difference[c];
  }
  return outcome;
}

const struct cli_entry cli_entry_cube = {
    .row = {.name = "cube",
            .case_file = "cube/case.toml",
            .remark =
                "a cube in a boundary layer, 1 M cells: SOR on its way to the converged wind"},
    .published = "B. Bozorgmehr et al., Environmental Modelling & Software 137 (2021) 104958, "
                 "table 1: differences from the wind after 100000 iterations",
    .peer =
        "QES-Winds 2.3.0, serial SOR, against its wind after 5000 iterations; built from source "
        "and run by us",
    .note = "The limits are the paper's own numbers: red-black SOR with its over-relaxation must "
            "be as near after as many iterations. Here the converged wind is that of multigrid.",
    .quantity = quantities,
    .quantity_count = sizeof quantities / sizeof *quantities,
    .measure = measure,
};
