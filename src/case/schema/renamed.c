#include "case/schema/schema.h"

#include <stdio.h>
#include <string.h>

/* Keys before tables: the first matching row is used. */
const struct sm_schema_renamed sm_schema_renamed[] = {
    {"flow.longest_step", "flow.max_time_step"},
    {"flow.every_stage", "flow.project_every_stage"},
    {"flow.reaction.most_steps", "flow.reaction.max_steps"},
    {"flow.reaction.zone.part", "flow.reaction.zone.mass_fraction"},
    {"flow.griebel.iterations", "flow.mac_sor.max_iterations"},
    {"flow.arkhipov.walls", "flow.forward_euler.solids"},
    {"flow.arkhipov.gravity_works", "flow.forward_euler.gravity_work"},
    {"particles.sides", "particles.lateral_boundary"},
    {"flow.scalar.source.from", "flow.scalar.source.position"},
    {"flow.scalar.source.to", "flow.scalar.source.size"},
    {"flow.reaction.release.from", "flow.reaction.release.position"},
    {"flow.reaction.release.to", "flow.reaction.release.size"},
    {"flow.side", "flow.boundary"},
    {"flow.gas", "flow.compressible"},
    {"flow.griebel", "flow.mac_sor"},
    {"flow.arkhipov", "flow.forward_euler"},
    {"flow.chemistry.held", "flow.chemistry.fixed_species"},
    {"particles.sight", "particles.line_of_sight"},
};
const size_t sm_schema_renamed_count = sizeof sm_schema_renamed / sizeof *sm_schema_renamed;

/* Last part of a dotted name. */
static const char *last_part(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot != NULL ? dot + 1 : name;
}

const char *sm_schema_renamed_in(const char *path, const char *key) {
  const size_t length = strlen(path);
  for (size_t i = 0; i < sm_schema_renamed_count; i++) {
    const char *after = sm_schema_renamed[i].after, *last = last_part(after);
    const bool here = (size_t)(last - after) == length + 1 && strncmp(after, path, length) == 0;
    if (here && strcmp(last_part(sm_schema_renamed[i].before), key) == 0) return after;
  }
  return NULL;
}

bool sm_schema_renamed_find(const char *name, char *after, size_t size) {
  for (size_t i = 0; i < sm_schema_renamed_count; i++) {
    const char *before = sm_schema_renamed[i].before;
    const size_t length = strlen(before);
    const bool starts =
        strncmp(name, before, length) == 0 && (name[length] == '.' || name[length] == '\0');
    if (!starts && strcmp(name, last_part(before)) != 0) continue;
    snprintf(after, size, "%s%s", sm_schema_renamed[i].after, starts ? name + length : "");
    return true;
  }
  return false;
}
