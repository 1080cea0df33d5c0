#include "mechanism.h"
#include "bench/runner/run_case.h"
#include "bench/suites/alkanes.h"
#include "validation/runner/trial.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct cli_mechanism_source cli_mechanism_sources[CLI_MECHANISM_SOURCES] = {
    {"yetter1991", "mechanisms/yetter1991/chem.inp", "mechanisms/yetter1991/therm.dat", 19},
    {"yetter1991_irrev38", CLI_CHEM_DATA "yetter1991_irrev38.inp",
     "mechanisms/yetter1991/therm.dat", 38},
    {"burke2012", "mechanisms/BurkeDryer/mechanism.inp", "mechanisms/BurkeDryer/therm.dat", 27},
    {"burke2012", "mechanisms/BurkeDryer/mechanism.yaml", NULL, 27},
    {"gri30", "mechanisms/gri30.yaml", NULL, 325},
    {"allforms", CLI_CHEM_DATA "allforms.inp", CLI_CHEM_DATA "allforms.therm", 20},
    {"allforms", CLI_CHEM_DATA "allforms.yaml", NULL, 20},
};

void cli_mechanism_close(struct cli_mechanism *lab) {
  sm_chem_destroy(&lab->chem);
  sm_mechanism_destroy(&lab->m);
  sm_context_destroy(&lab->ctx);
}

enum cli_outcome cli_mechanism_fail(struct cli_trial *trial, const struct cli_mechanism *lab) {
  return cli_trial_fail(trial, "%s", sm_context_message(lab->ctx));
}

/* Writes the mechanism to the temporary folder and reads it again. */
static enum sm_status through_yaml(struct cli_mechanism *lab, const char *folder) {
  char path[4200];
  struct sm_mechanism *again = NULL;
  if (!cli_join(path, sizeof path, folder, "again.yaml")) return SM_ERR_IO;
  enum sm_status status = sm_mechanism_write_yaml(lab->ctx, lab->m, path);
  const struct sm_mechanism_files files = {.mechanism = path};
  if (status == SM_OK) status = sm_mechanism_read(lab->ctx, &files, &again);
  if (status != SM_OK) return status;
  sm_mechanism_destroy(&lab->m);
  lab->m = again;
  return SM_OK;
}

static enum cli_outcome open_files(struct cli_trial *trial, const struct sm_mechanism_files *files,
                                   bool yaml, struct cli_mechanism *lab) {
  *lab = (struct cli_mechanism){0};
  snprintf(trial->sample.device, sizeof trial->sample.device, "CPU"); /* for any requested device */
  if (sm_context_create(NULL, &lab->ctx) != SM_OK) return cli_trial_fail(trial, "out of memory");
  enum sm_status status = sm_mechanism_read(lab->ctx, files, &lab->m);
  if (status == SM_OK && yaml) status = through_yaml(lab, trial->bench->folder);
  if (status == SM_OK) status = sm_chem_create(lab->ctx, lab->m, 0, &lab->chem);
  if (status == SM_OK && lab->m->species_count <= CLI_MECHANISM_SPECIES) return CLI_MEASURED;
  cli_trial_fail(trial, "%s: %s", files->mechanism, sm_context_message(lab->ctx));
  const bool able = strstr(sm_context_message(lab->ctx), "libyaml") == NULL;
  cli_mechanism_close(lab);
  return able ? CLI_FAILED : CLI_SKIPPED;
}

enum cli_outcome cli_mechanism_open(struct cli_trial *trial,
                                    const struct cli_mechanism_source *source, bool yaml,
                                    struct cli_mechanism *lab) {
  char path[2][4200];
  for (int i = 0; i < 2; i++) {
    const char *file = i == 0 ? source->mechanism : source->thermo;
    if (file == NULL) continue;
    char *text = cli_trial_data(trial, file);
    if (text == NULL) return CLI_SKIPPED;
    free(text);
    if (!cli_join(path[i], sizeof path[i], trial->bench->data, file)) return CLI_SKIPPED;
  }
  const struct sm_mechanism_files files = {.mechanism = path[0],
                                           .thermo = source->thermo != NULL ? path[1] : NULL};
  return open_files(trial, &files, yaml, lab);
}

enum cli_outcome cli_mechanism_open_alkanes(struct cli_trial *trial, int families,
                                            struct cli_mechanism *lab) {
  const struct cli_mechanism_source *core = &cli_mechanism_sources[CLI_MECHANISM_GRI];
  char path[4200];
  const enum cli_outcome outcome = cli_mechanism_open(trial, core, false, lab);
  if (outcome != CLI_MEASURED) return outcome;
  sm_chem_destroy(&lab->chem);
  sm_mechanism_destroy(&lab->m);
  if (!cli_join(path, sizeof path, trial->bench->data, core->mechanism)) return CLI_SKIPPED;
  enum sm_status status = cli_alkanes_read(lab->ctx, path, 20, families, &lab->m);
  if (status == SM_OK) status = sm_chem_create(lab->ctx, lab->m, 0, &lab->chem);
  return status == SM_OK ? CLI_MEASURED : cli_mechanism_fail(trial, lab);
}

enum cli_outcome cli_mechanism_open_own(struct cli_trial *trial, const char *file,
                                        struct cli_mechanism *lab) {
  char folder[4200], path[4300];
  if (!cli_join(folder, sizeof folder, trial->bench->cases, "../validation/chem") ||
      !cli_join(path, sizeof path, folder, file))
    return cli_trial_fail(trial, "%s: the path is too long", file);
  FILE *there = fopen(path, "r");
  if (there == NULL) {
    cli_trial_fail(trial, "no %s; --cases DIR says where the folder beside it is", path);
    return CLI_SKIPPED;
  }
  fclose(there);
  const struct sm_mechanism_files files = {.mechanism = path};
  return open_files(trial, &files, false, lab);
}

void cli_mechanism_concentrations(const struct cli_mechanism *lab, double temperature,
                                  double pressure, const double *fractions, double *out) {
  double moles = 0;
  for (int32_t k = 0; k < lab->m->species_count; k++)
    moles += fractions[k] / lab->m->species[k].weight;
  for (int32_t k = 0; k < lab->m->species_count; k++)
    out[k] = fractions[k] / lab->m->species[k].weight / moles * pressure /
             (SM_GAS_CONSTANT * temperature);
}

void cli_mechanism_mix(const struct cli_mechanism *lab, double phi, int64_t count, int64_t i,
                       double *fractions) {
  const int32_t methane = sm_mechanism_find_species(lab->m, "CH4"),
                hydrogen = sm_mechanism_find_species(lab->m, "H2"),
                oxygen = sm_mechanism_find_species(lab->m, "O2"),
                nitrogen = sm_mechanism_find_species(lab->m, "N2");
  const double moles = methane >= 0 ? 2 : 0.5;
  if (hydrogen < 0 || oxygen < 0 || nitrogen < 0) return;
  fractions[(methane >= 0 ? methane : hydrogen) * count + i] = phi;
  fractions[oxygen * count + i] = moles;
  fractions[nitrogen * count + i] = 3.76 * moles;
}

char *cli_mechanism_line(char **at) {
  char *line = *at;
  if (line == NULL || *line == '\0') return NULL;
  char *end = strchr(line, '\n');
  if (end != NULL) *end = '\0';
  *at = end != NULL ? end + 1 : line + strlen(line);
  return line;
}

int cli_mechanism_numbers(const char *line, int skip, double out[CLI_MECHANISM_FIELDS]) {
  int count = 0;
  const char *at = line;
  for (int i = 0; i < skip && at != NULL; i++) {
    at = strchr(at, ',');
    if (at != NULL) at++;
  }
  while (at != NULL && count < CLI_MECHANISM_FIELDS) {
    out[count++] = strtod(at, NULL);
    at = strchr(at, ',');
    if (at != NULL) at++;
  }
  return count;
}
