/* Fuzz target of the readers of mechanisms, of all formats. replay.c runs it without libFuzzer. */
#define _DEFAULT_SOURCE
#include "input_file.h"
#include "simoom/mechanism.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_amounts(const struct sm_amounts *amounts, int32_t count) {
  for (int32_t i = 0; i < amounts->count; i++)
    if (amounts->list[i].index < 0 || amounts->list[i].index >= count) abort();
}

static void check(const struct sm_mechanism *m) {
  for (int32_t s = 0; s < m->species_count; s++) {
    check_amounts(&m->species[s].elements, m->element_count);
    if (sm_mechanism_find_species(m, m->species[s].name) != s) abort();
  }
  for (int32_t r = 0; r < m->reaction_count; r++) {
    const struct sm_reaction *reaction = &m->reactions[r];
    if (reaction->equation == NULL || reaction->place.file == NULL) abort();
    check_amounts(&reaction->reactants, m->species_count);
    check_amounts(&reaction->products, m->species_count);
    check_amounts(&reaction->efficiencies, m->species_count);
    check_amounts(&reaction->orders, m->species_count);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct input_file file;
  struct sm_context *ctx = NULL;
  struct sm_mechanism *m = NULL;
  const char *path = input_file(&file, data, size, "");
  if (path == NULL) return 0;
  const struct sm_mechanism_files files = {.mechanism = path, .permissive = size % 2 == 1};
  if (sm_context_create(NULL, &ctx) == SM_OK) {
    const enum sm_status status = sm_mechanism_read(ctx, &files, &m);
    if ((status == SM_OK) != (m != NULL)) abort();
    if (status != SM_OK && sm_context_message(ctx)[0] == '\0') abort();
    if (m != NULL) check(m);
  }
  sm_mechanism_destroy(&m);
  sm_context_destroy(&ctx);
  return 0;
}
