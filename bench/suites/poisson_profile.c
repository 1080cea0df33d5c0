/* poisson_profile.c - table 4: kernel times of a run, grouped by the activities of the paper. */
#include "poisson.h"
#include <math.h>
#include <string.h>

/* Entry for a kernel: that of its activity in the paper, or its own. */
static struct cli_kernel *place_of(struct cli_sample *sample, const char *kernel) {
  const char *name = kernel;
  for (int a = 0; a < CLI_PAPER_ACTIVITIES; a++)
    for (int k = 0; k < 2; k++)
      if (cli_paper_activity[a].kernel[k] != NULL &&
          strcmp(cli_paper_activity[a].kernel[k], kernel) == 0)
        name = cli_paper_activity[a].name;
  struct cli_kernel *place = sample->kernel;
  while (place < sample->kernel + sample->kernel_count && strcmp(place->name, name) != 0) place++;
  if (place == sample->kernel + CLI_KERNELS) return NULL;
  if (place == sample->kernel + sample->kernel_count) {
    sample->kernel_count++;
    *place = (struct cli_kernel){.there_seconds = NAN, .there_share = NAN, .limit = NAN};
    snprintf(place->name, sizeof place->name, "%s", name);
  }
  if (name == kernel) return place;
  const size_t length = strlen(place->of);
  snprintf(place->of + length, sizeof place->of - length, "%s%s", length > 0 ? ", " : "", kernel);
  return place;
}

static void add_kernel(struct cli_sample *sample, const char *name, const struct sm_fact *facts) {
  struct cli_kernel *place = place_of(sample, name);
  if (place == NULL) {
    snprintf(sample->note, sizeof sample->note, "more than %d kernels", CLI_KERNELS);
    return;
  }
  place->calls += sm_fact_number(facts, "calls");
  place->seconds += sm_fact_number(facts, "seconds");
}

/* Adds the profile of the paper for the same solver and size. */
static void set_beside(const struct cli_poisson_row *own, struct cli_sample *sample) {
  static const double size[CLI_PAPER_PROFILES] = {1e6, 10e6, 50e6};
  const struct cli_paper_profile *there = cli_paper_profile;
  int column = 0;
  while (there < cli_paper_profile + CLI_PAPER_PROFILES &&
         strcmp(there->solver, own->solver->name) != 0)
    there++;
  while (column < CLI_PAPER_PROFILES && cli_paper_cells(own->size) != size[column]) column++;
  if (there == cli_paper_profile + CLI_PAPER_PROFILES || column == CLI_PAPER_PROFILES) return;
  for (int k = 0; k < sample->kernel_count; k++)
    for (int a = 0; a < CLI_PAPER_ACTIVITIES; a++)
      if (strcmp(sample->kernel[k].name, cli_paper_activity[a].name) == 0) {
        sample->kernel[k].there_seconds = there->at[a][column].seconds;
        sample->kernel[k].there_share = 0.01 * there->at[a][column].percent;
      }
}

void cli_poisson_read_profile(const struct sm_fact *facts, const struct cli_poisson_row *own,
                              struct cli_sample *sample) {
  static const char *const copies[] = {"copy_to_device", "copy_to_host"};
  const struct sm_fact *kernel;
  char name[32];
  for (size_t i = 0; (kernel = sm_fact_item(sm_fact_at(facts, "solver.kernels"), i)) != NULL; i++) {
    snprintf(name, sizeof name, "%s", sm_fact_text(kernel, "name"));
    add_kernel(sample, name, kernel);
  }
  for (int c = 0; c < 2; c++) {
    char path[32];
    snprintf(path, sizeof path, "solver.%s", copies[c]);
    const struct sm_fact *copy = sm_fact_at(facts, path);
    if (copy != NULL) add_kernel(sample, copies[c], copy);
  }
  double total = 0;
  for (int k = 0; k < sample->kernel_count; k++) total += sample->kernel[k].seconds;
  for (int k = 0; k < sample->kernel_count; k++)
    sample->kernel[k].share = sample->kernel[k].seconds / total;
  set_beside(own, sample);
}
