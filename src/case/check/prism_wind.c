/* Unsupported keys of a wind on prisms: obstacles, their parameterisations, particles, other
 * solvers. */
#include "case/check/internal.h"

#include <string.h>

static const char on_cells[] = "leave it away, or mesh = \"cells\" in [wind]";

static void refuse(struct sm_case_reader *r, const struct sm_toml_node *node, const char *label,
                   const char *help) {
  if (node != NULL)
    sm_report_add(r->report, &node->key_span, help,
                  "'%s' has no meaning with wind.mesh = \"prisms\"", label);
}

/* Tables of models that require the Cartesian grid. */
static void refuse_tables(struct sm_case_reader *r, const struct sm_toml_node *root) {
  static const char *const known[] = {"format",    "case",    "domain", "terrain",
                                      "roughness", "weather", "wind",   "output"};
  for (const struct sm_toml_node *node = root->first; node != NULL; node = node->next) {
    bool own = false;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
      own = own || strcmp(node->key, known[k]) == 0;
    if (!own && sm_schema_find_table(node->key) != NULL) refuse(r, node, node->key, on_cells);
  }
}

static void refuse_keys(struct sm_case_reader *r, const struct sm_toml_node *root) {
  static const struct {
    const char *table, *key, *label;
  } keys[] = {{"wind", "solver", "wind.solver"},
              {"wind", "change_tolerance", "wind.change_tolerance"},
              {"wind", "lee", "wind.lee"},
              {"wind", "direction_spread", "wind.direction_spread"},
              {"wind", "history", "wind.history"},
              {"wind", "zones", "wind.zones"},
              {"weather", "rose", "weather.rose"},
              {"weather", "match", "weather.match"},
              {"weather", "match_tolerance", "weather.match_tolerance"},
              {"domain", "solids", "domain.solids"},
              {"output", "heights", "output.heights"},
              {"output", "zones", "output.zones"},
              {"output", "members", "output.members"}};
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
    refuse(r, sm_toml_get(sm_toml_get(root, keys[k].table), keys[k].key), keys[k].label, on_cells);
}

void sm_check_prism_wind(const struct sm_check *c) {
  const struct sm_case *own = &c->draft->c;
  const struct sm_toml_node *formats = sm_toml_get(sm_toml_get(c->root, "output"), "formats");
  if (own->wind.mesh != SM_WIND_PRISMS) return;
  refuse_tables(c->r, c->root);
  refuse_keys(c->r, c->root);
  if (own->output.faces)
    refuse(c->r, sm_toml_get(sm_toml_get(c->root, "output"), "faces"), "output.faces", on_cells);
  if (own->output.geotiff || own->output.geojson)
    refuse(c->r, formats,
           own->output.geotiff ? "output.formats: geotiff" : "output.formats: geojson",
           "\"netcdf\" (UGRID) and \"vtk\" (VTKHDF) are formats of prisms");
}
