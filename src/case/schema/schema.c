#include "case/schema/schema.h"

#include <string.h>

const struct sm_schema_table *const sm_schema_tables[] = {
    &sm_table_top,
    &sm_table_case,
    &sm_table_domain,
    &sm_table_terrain,
    &sm_table_buildings,
    &sm_table_building_box,
    &sm_table_building_polygon,
    &sm_table_vegetation,
    &sm_table_tree,
    &sm_table_plant_box,
    &sm_table_plant_polygon,
    &sm_table_plant_line,
    &sm_table_roughness,
    &sm_table_weather,
    &sm_table_weather_model,
    &sm_table_weather_nest,
    &sm_table_station,
    &sm_table_reading,
    &sm_table_rose,
    &sm_table_library,
    &sm_table_rain,
    &sm_table_ensemble,
    &sm_table_wind,
    &sm_table_wind_file,
    &sm_table_wind_library,
    &sm_table_wind_points,
    &sm_table_vortex,
    &sm_table_rotor,
    &sm_table_flow,
    &sm_table_mac_sor,
    &sm_table_compressible,
    &sm_table_forward_euler,
    &sm_table_reaction,
    &sm_table_reaction_zone,
    &sm_table_reaction_release,
    &sm_table_heat,
    &sm_table_boundary,
    &sm_table_body,
    &sm_table_scalar,
    &sm_table_scalar_source,
    &sm_table_chemistry,
    &sm_table_fixed_species,
    &sm_table_zones,
    &sm_table_turbine,
    &sm_table_slope_flow,
    &sm_table_turbulence,
    &sm_table_rans,
    &sm_table_particles,
    &sm_table_species,
    &sm_table_source,
    &sm_table_source_term,
    &sm_table_collisions,
    &sm_table_concentration,
    &sm_table_particle_receptor,
    &sm_table_line_of_sight,
    &sm_table_statistics,
    &sm_table_receptor,
    &sm_table_mesh,
    &sm_table_prisms,
    &sm_table_poisson,
    &sm_table_poisson_boundary,
    &sm_table_output,
};
const size_t sm_schema_table_count = sizeof sm_schema_tables / sizeof *sm_schema_tables;

/* Whether two names are the same; most differ in the first byte. */
static bool is_same(const char *a, const char *b) { return *a == *b && strcmp(a, b) == 0; }

const struct sm_schema_table *sm_schema_find_table(const char *path) {
  for (size_t i = 0; i < sm_schema_table_count; i++)
    if (is_same(sm_schema_tables[i]->path, path)) return sm_schema_tables[i];
  return NULL;
}

const struct sm_schema_key *sm_schema_find_key(const struct sm_schema_table *table,
                                               const char *name) {
  for (size_t i = 0; i < table->key_count; i++)
    if (is_same(table->keys[i].name, name)) return &table->keys[i];
  return NULL;
}

const struct sm_schema_key *sm_schema_find_dotted(const char *path) {
  for (size_t i = 0; i < sm_schema_table_count; i++) {
    if (*sm_schema_tables[i]->path != *path) continue;
    const size_t length = strlen(sm_schema_tables[i]->path);
    if (strncmp(path, sm_schema_tables[i]->path, length) != 0 || path[length] != '.') continue;
    const struct sm_schema_key *key = sm_schema_find_key(sm_schema_tables[i], path + length + 1);
    if (key != NULL) return key;
  }
  return NULL;
}

bool sm_schema_lists(const char *list, const char *word) {
  const size_t length = word != NULL ? strlen(word) : 0;
  if (length == 0 || strchr(word, ' ') != NULL) return false; /* quoted keys can contain anything */
  for (const char *at = list; at != NULL && (at = strstr(at, word)) != NULL; at += length)
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) return true;
  return false;
}

bool sm_schema_is_below(const struct sm_schema_table *parent, const struct sm_schema_table *child,
                        const char **name) {
  const char *own = parent->path, *rest = child->path;
  for (; *own != '\0' && *own == *rest; own++) rest++;
  if (parent == child || *own != '\0') return false;
  if (own > parent->path && *rest++ != '.') return false;
  *name = rest;
  return strchr(rest, '.') == NULL;
}

const char *sm_wind_solver_name(enum sm_wind_solver solver) {
  return sm_schema_find_key(sm_schema_find_table("wind"), "solver")->words[solver];
}
