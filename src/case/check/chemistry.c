#include "case/check/internal.h"

#include "chem/read/elements.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool carries(const struct sm_case_flow *c, const char *name) {
  for (size_t i = 0; i < c->scalar_count; i++)
    if (strcmp(c->scalar[i].name, name) == 0) return true;
  return false;
}

/* Without a mechanism, the reacting scalars are NO, NO2 and O3. */
static void check_ozone(struct sm_case_reader *r, const struct sm_toml_node *flow,
                        const struct sm_case_flow *c) {
  static const char *const names[3] = {"NO", "NO2", "O3"};
  for (int i = 0; i < 3; i++) {
    char help[64];
    if (carries(c, names[i])) continue;
    snprintf(help, sizeof help, "[[flow.scalar]] with name = \"%s\"; or a mechanism", names[i]);
    sm_check_report(r, flow, "chemistry", help, "'flow.chemistry': no scalar is named \"%s\"",
                    names[i]);
  }
}

static void check_fixed_species(struct sm_case_reader *r, const struct sm_toml_node *table,
                                const struct sm_case_flow *c) {
  struct sm_toml_node *list = sm_toml_get(table, "fixed_species");
  const struct sm_toml_node *node = sm_toml_element(list, 0);
  for (size_t i = 0; i < c->chemistry.fixed_species_count && node != NULL; i++, node = node->next) {
    const char *name = c->chemistry.fixed_species[i].species;
    if (node->type != SM_TOML_TABLE) return; /* reported while reading */
    if (carries(c, name))
      sm_check_report(r, node, "species", NULL,
                      "'flow.chemistry.fixed_species.species': \"%.60s\" is a scalar", name);
  }
}

void sm_check_chemistry(struct sm_case_reader *r, const struct sm_toml_node *flow,
                        const struct sm_case_flow *c) {
  const struct sm_toml_node *table = sm_toml_get(flow, "chemistry");
  struct sm_toml_node *list = sm_toml_get(flow, "scalar");
  const struct sm_toml_node *node = sm_toml_element(list, 0);
  for (size_t i = 0; i < c->scalar_count && node != NULL; i++, node = node->next) {
    if (node->type != SM_TOML_TABLE) break; /* reported while reading */
    const struct sm_case_scalar *scalar = &c->scalar[i];
    if (!isnan(scalar->density) && c->expansion <= 0)
      sm_check_report(r, node, "density", "without expansion it is that of an ideal gas",
                      "'flow.scalar.density' requires an 'expansion' above 0 in [flow.heat]");
    if (isnan(scalar->background) || !isnan(scalar->molar_mass) || sm_molar_mass(scalar->name) > 0)
      continue;
    sm_check_report(
        r, node, "background", "molar_mass = \"46 g/mol\"",
        "'flow.scalar.background': \"%.60s\" is not a formula, its molar mass is unknown",
        scalar->name);
  }
  if (table == NULL || table->type != SM_TOML_TABLE) return;
  if (sm_toml_get(table, "mechanism") == NULL) check_ozone(r, flow, c);
  if (c->chemistry.heat && sm_toml_get(flow, "heat") == NULL)
    sm_check_report(r, table, "heat",
                    "[flow.heat]; for combustion [flow.reaction] of wind.model = \"compressible\"",
                    "'flow.chemistry.heat' requires [flow.heat]");
  check_fixed_species(r, table, c);
}
