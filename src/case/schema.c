#include "case/schema.h"

#include <string.h>

const struct sm_table *const sm_tables[] = {
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
    &sm_table_station,
    &sm_table_reading,
    &sm_table_rose,
    &sm_table_wind,
    &sm_table_wind_file,
    &sm_table_vortex,
    &sm_table_rotor,
    &sm_table_flow,
    &sm_table_griebel,
    &sm_table_gas,
    &sm_table_arkhipov,
    &sm_table_reaction,
    &sm_table_reaction_zone,
    &sm_table_reaction_release,
    &sm_table_heat,
    &sm_table_side,
    &sm_table_body,
    &sm_table_scalar,
    &sm_table_scalar_source,
    &sm_table_chemistry,
    &sm_table_held,
    &sm_table_zones,
    &sm_table_turbine,
    &sm_table_slope_flow,
    &sm_table_turbulence,
    &sm_table_particles,
    &sm_table_species,
    &sm_table_source,
    &sm_table_concentration,
    &sm_table_particle_receptor,
    &sm_table_sight,
    &sm_table_statistics,
    &sm_table_receptor,
    &sm_table_mesh,
    &sm_table_prisms,
    &sm_table_poisson,
    &sm_table_poisson_boundary,
    &sm_table_output,
};
const size_t sm_table_count = sizeof sm_tables / sizeof *sm_tables;

const struct sm_table *sm_table_find(const char *path) {
  for (size_t i = 0; i < sm_table_count; i++)
    if (strcmp(sm_tables[i]->path, path) == 0) return sm_tables[i];
  return NULL;
}

const struct sm_key *sm_table_key(const struct sm_table *table, const char *name) {
  for (size_t i = 0; i < table->key_count; i++)
    if (strcmp(table->keys[i].name, name) == 0) return &table->keys[i];
  return NULL;
}

bool sm_table_is_child(const struct sm_table *parent, const struct sm_table *child,
                       const char **name) {
  const char *own = parent->path, *rest = child->path;
  for (; *own != '\0' && *own == *rest; own++) rest++;
  if (parent == child || *own != '\0') return false;
  if (own > parent->path && *rest++ != '.') return false;
  *name = rest;
  return strchr(rest, '.') == NULL;
}

const char *sm_solver_name(enum sm_solver solver) {
  return sm_table_key(sm_table_find("wind"), "solver")->words[solver];
}
