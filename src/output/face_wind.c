#include "output/face_wind.h"

#include "domain/grid/state.h"

static struct sm_cell_field describe(enum sm_field field) {
  const struct sm_field_info *info = sm_field_find_info(field);
  return (struct sm_cell_field){.name = info->name,
                                .standard_name = info->standard_name,
                                .long_name = info->long_name,
                                .unit = info->unit};
}

const char *sm_zone_names(void) {
  static const char words[] =
#define ZONE(NAME, WORD, TEXT) " " #WORD
#include "cell/urban/zones.def"
      ;
  return words + 1;
}

bool sm_zones_requested(const struct sm_case *c, const struct sm_domain *domain) {
  const bool buildings = c->zones.on && domain->building_count > 0;
  if (c->wind_source.model != SM_WIND_DIAGNOSTIC) return false;
  return c->output.zones && (buildings || c->vegetation.present || domain->turbines.count > 0);
}

int sm_cell_fields(const struct sm_case *c, struct sm_cell_field out[SM_CELL_FIELDS]) {
  static const struct {
    enum sm_turbulence_output wanted;
    enum sm_field first, last;
  } all[] = {{SM_OUTPUT_ENERGY, SM_FIELD_ENERGY, SM_FIELD_ENERGY},
             {SM_OUTPUT_DISSIPATION, SM_FIELD_DISSIPATION, SM_FIELD_DISSIPATION},
             {SM_OUTPUT_VISCOSITY, SM_FIELD_VISCOSITY, SM_FIELD_VISCOSITY},
             {SM_OUTPUT_LENGTH, SM_FIELD_LENGTH, SM_FIELD_LENGTH},
             {SM_OUTPUT_STRESSES, SM_FIELD_STRESS_XX, SM_FIELD_STRESS_ZZ}};
  int count = 0;
  for (size_t m = 0; m < sizeof all / sizeof *all; m++)
    for (enum sm_field f = all[m].first; f <= all[m].last; f++) {
      if (!c->output.turbulence[all[m].wanted]) continue;
      out[count] = describe(f);
      out[count++].field = (int)f;
    }
  if (c->output.turbulence[SM_OUTPUT_DISTANCE])
    out[count++] = (struct sm_cell_field){.name = "wall_distance",
                                          .standard_name = "",
                                          .long_name = "distance to the nearest wall",
                                          .unit = "m",
                                          .field = SM_CELL_DISTANCE};
  return count;
}
