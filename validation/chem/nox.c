/* nox.c - NO, NO2 and O3 in a flow, compared with the analytic
 * solution. */
#include "mechanism.h"
#include "validation/runner/measures.h"
#include "validation/runner/trial.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GASES = 3 };

static const char *const gases[GASES] = {"NO", "NO2", "O3"};
static const double weight[GASES] = {30, 46, 48};

/* Air concentration of the reference, 2.463e19 molecules/cm3. */
#define AIR (2.463e25 / 6.02214076e26) /* kmol/m3 */

/* Mole fractions of the gases, ppb, at a time of the result. */
static enum cli_outcome found(struct cli_trial *trial, int time, double ppb[GASES]) {
  static struct cli_probes place;
  enum cli_outcome outcome = CLI_MEASURED;
  place.count = 0;
  cli_probes_add(&place, 5, 3, 5, 0, 0, 0);
  for (int g = 0; g < GASES && outcome == CLI_MEASURED; g++) {
    outcome = cli_trial_probe_variable(trial, time, gases[g], &place, &ppb[g]);
    ppb[g] /= 1e-9 * AIR * weight[g];
  }
  return outcome;
}

enum cli_outcome cli_measure_chem_nox(struct cli_trial *trial) {
  char *table = cli_trial_data(trial, CLI_CHEM_DATA "ivp_reference.csv"), *at = table, *line;
  enum cli_outcome outcome = table != NULL ? cli_trial_run(trial, NULL) : CLI_SKIPPED;
  char gas[16];
  double time, value, ppb[GASES], worst[GASES] = {0}, kept[2] = {0};
  int count = 0;
  while (outcome == CLI_MEASURED && (line = cli_mechanism_line(&at)) != NULL) {
    if (sscanf(line, "no_no2_o3,%lf,%15[^,],%lf", &time, gas, &value) != 3 || time > 300) continue;
    outcome = found(trial, (int)lrint(time / 10), ppb);
    for (int g = 0; g < GASES; g++)
      if (strcmp(gas, gases[g]) == 0) worst[g] = cli_larger(worst[g], fabs(ppb[g] / value - 1));
    kept[0] = cli_larger(kept[0], fabs((ppb[0] + ppb[1]) / 30 - 1));
    kept[1] = cli_larger(kept[1], fabs((ppb[1] + ppb[2]) / 50 - 1));
    count++;
  }
  free(table);
  if (outcome == CLI_MEASURED && count != 6 * GASES)
    outcome = cli_trial_fail(trial, "ivp_reference.csv: other times");
  for (int g = 0; g < GASES; g++) trial->here[g] = worst[g];
  trial->here[GASES] = kept[0];
  trial->here[GASES + 1] = kept[1];
  return outcome;
}
