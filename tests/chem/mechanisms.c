#include "mechanisms.h"

#include "chem/generate/internal.h"
#include "simoom/mechanism.h"
#include <stdio.h>
#include <string.h>

/* Operations of a GPU for each of them; + and * that become one instruction count as two. */
static const struct {
  const char *text;
  double operations;
} costs[] = {{"SM_CHEM_FMA(", 1},
             {"sm_chem_exp(", 17},
             {"sm_chem_log(", 20},
             {"LOG10(", 20},
             {"POW10(", 18},
             {"sm_chem_inverse(", 5},
             {"sm_chem_troe(", 12},
             {" * ", 1},
             {" + ", 1},
             {" - ", 1},
             {" += ", 1},
             {" -= ", 1}};

static double count_operations(const char *text) {
  const char *from = strstr(text, "void sm_chem_begin(");
  const char *end = strstr(from, "#define SM_CHEM_PARTS");
  double sum = 45; /* two logarithms and an inverse */
  for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
    for (const char *at = strstr(from, costs[i].text); at != NULL && at < end;
         at = strstr(at + 1, costs[i].text))
      sum += costs[i].operations;
  return sum;
}

enum sm_status read_mechanism(struct sm_context *ctx, const char *files,
                              struct read_mechanism *out) {
  char mechanism[4096];
  const char *comma = strchr(files, ',');
  snprintf(mechanism, sizeof mechanism, "%.*s", (int)strcspn(files, ","), files);
  const struct sm_mechanism_files names = {
      .mechanism = mechanism, .thermo = comma != NULL ? comma + 1 : NULL, .permissive = true};
  *out = (struct read_mechanism){0};
  SM_TRY(sm_mechanism_read(ctx, &names, &out->m));
  out->name = out->m->name;
  out->species = out->m->species_count;
  out->reactions = out->m->reaction_count;
  struct sm_text text = {0};
  const enum sm_status status =
      sm_chem_program_text(ctx, out->m, NULL, SM_CHEM_KERNEL_RATES, &text);
  if (status == SM_OK) out->operations = count_operations(sm_text_string(&text));
  sm_text_free(&text);
  return status;
}

void forget_mechanism(struct read_mechanism *mechanism) { sm_mechanism_destroy(&mechanism->m); }

int32_t species_of(const struct read_mechanism *mechanism, const char *name) {
  return sm_mechanism_find_species(mechanism->m, name);
}
