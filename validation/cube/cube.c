/* cube.c - cube of Bozorgmehr et al. (2021), without and with building parameterisations:
 * convergence of SOR, and effect of its cell order. Uses rows of the suite `poisson`, which
 * compares winds cell by cell. */
#include "bench/suites/poisson.h"
#include "validation/runner/measures.h"
#include <string.h>

enum { POINTS = 4 /* of table 1 */, ORDER = 4 * POINTS /* first value of figure 4 */ };

/* Row of the suite, for the case of the entry. */
static struct cli_row row_of(const struct cli_trial *trial, const char *name) {
  size_t rows;
  const struct cli_row *row = cli_suite_poisson.rows(&rows);
  while (strcmp(row->name, name) != 0) row++;
  struct cli_row own = *row;
  own.case_file = trial->entry->row.case_file;
  return own;
}

enum cli_outcome cli_measure_cube(struct cli_trial *trial) {
  const struct cli_row row = row_of(trial, "errors-red-black-sor");
  struct cli_sample *sample = &trial->sample;
  const enum cli_outcome outcome =
      cli_poisson_errors(trial->bench, &row, trial->device, POINTS, sample, trial->reason);
  for (int p = 0; p < sample->point_count; p++) {
    trial->here[4 * p] = sample->point[p].change;
    for (int c = 0; c < 3; c++) trial->here[4 * p + 1 + c] = sample->point[p].difference[c];
  }
  return outcome;
}

enum cli_outcome cli_measure_cube_zones(struct cli_trial *trial) {
  static struct cli_sample order;
  const struct cli_row row = row_of(trial, "order");
  enum cli_outcome outcome = cli_measure_cube(trial);
  if (outcome != CLI_MEASURED) return outcome;
  order.point_count = 0;
  outcome = cli_poisson_measure(trial->bench, &row, trial->device, &order, trial->reason);
  for (int p = 0; p < order.point_count; p++)
    for (int c = 0; c < 3; c++) trial->here[ORDER + 3 * p + c] = order.point[p].difference[c];
  return outcome;
}
