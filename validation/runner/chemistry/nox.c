/* nox.c - NO, NO2 and O3 in the air of a flow, beside their solution in closed form.
 */
#include "validation/runner/mechanism.h"
#include "validation/runner/trial.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GASES = 3 };

static const char *const gases[GASES] = {"NO", "NO2", "O3"};
static const double weight[GASES] = {30, 46, 48};

/* Air of the reference, 2.463e19 molecules/cm3. */
#define AIR (2.463e25 / 6.02214076e26) /* kmol/m3 */
static const char text[] =
    "[case]\nname = \"nox\"\n[domain]\ncrs = \"local\"\nsize = 8\nheight = 8\ncell_size = 2\n"
    "stretch = 1\n[wind]\nmodel = \"incompressible\"\nduration = 300\ninterval = 10\n"
    "[flow]\nadvection = \"central\"\nsubgrid = \"none\"\ntime_step = 2.5\ninitial = [1, 0.5, 0]\n"
    "[[flow.boundary]]\nat = [\"west\", \"east\", \"south\", \"north\"]\nkind = \"periodic\"\n"
    "[[flow.boundary]]\nat = [\"bottom\", \"top\"]\nkind = \"slip\"\n"
    "[flow.chemistry]\nno2_photolysis = 8.9e-3\nozone_rate = 1.89e-14\ntemperature = 298.15\n"
    "pressure = 101387.054989905\n"
    "[[flow.scalar]]\nname = \"NO\"\nmolar_mass = 30\nbackground = \"20 ppb\"\n"
    "[[flow.scalar]]\nname = \"NO2\"\nmolar_mass = 46\nbackground = \"10 ppb\"\n"
    "[[flow.scalar]]\nname = \"O3\"\nmolar_mass = 48\nbackground = \"40 ppb\"\n";

/* ppb of the gases at a time of the result. */
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

static enum cli_outcome measure(struct cli_trial *trial) {
  char *table = cli_trial_data(trial, CLI_CHEM_DATA "ivp_reference.csv"), *at = table, *line;
  enum cli_outcome outcome = table != NULL ? cli_trial_run(trial, NULL) : CLI_SKIPPED;
  char gas[16];
  double time, value, ppb[GASES], worst[GASES] = {0}, kept[2] = {0};
  int count = 0;
  while (outcome == CLI_MEASURED && (line = cli_mechanism_line(&at)) != NULL) {
    if (sscanf(line, "no_no2_o3,%lf,%15[^,],%lf", &time, gas, &value) != 3 || time > 300) continue;
    outcome = found(trial, (int)lrint(time / 10), ppb);
    for (int g = 0; g < GASES; g++)
      if (strcmp(gas, gases[g]) == 0) worst[g] = fmax(worst[g], fabs(ppb[g] / value - 1));
    kept[0] = fmax(kept[0], fabs((ppb[0] + ppb[1]) / 30 - 1));
    kept[1] = fmax(kept[1], fabs((ppb[1] + ppb[2]) / 50 - 1));
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

static const struct cli_quantity quantities[] = {
    {"NO, 0 to 300 s", "", CLI_AT_MOST, 1e-6, CLI_NONE, CLI_NONE},
    {"NO2", "", CLI_AT_MOST, 1e-6, CLI_NONE, CLI_NONE},
    {"O3", "", CLI_AT_MOST, 1e-6, CLI_NONE, CLI_NONE},
    {"NO + NO2 kept", "", CLI_AT_MOST, 1e-6, CLI_NONE, CLI_NONE},
    {"NO2 + O3 kept", "", CLI_AT_MOST, 1e-6, CLI_NONE, CLI_NONE},
};

const struct cli_entry cli_entry_chem_nox = {
    .row = {.name = "chem-nox",
            .case_file = "nox.toml",
            .data = CLI_CHEM_DATA "ivp_reference.csv",
            .remark = "NO, NO2 and O3 in the light, carried by a wind"},
    .published = "the solution in closed form",
    .note = "The largest relative error at 0, 10, 30, 60, 120 and 300 s: 240 halves of steps, each "
            "by the closed form, of air that is alike everywhere; f64, read from a file of 32 bits "
            "(6e-8).",
    .quantity = quantities,
    .quantity_count = sizeof quantities / sizeof *quantities,
    .case_text = text,
    .f64 = true,
    .measure = measure,
};
