#include "output/face_wind.h"

#include "domain/grid/state.h"

const char *sm_zone_names(void) {
  static const char words[] =
#define ZONE(NAME, WORD, TEXT) " " #WORD
#include "cell/urban/zones.def"
      ;
  return words + 1;
}

bool sm_zones_requested(const struct sm_case *c, const struct sm_domain *domain) {
  const bool buildings = c->zones.on && domain->building_count > 0;
  if (c->wind_source.model != SM_WIND_DIAGNOSTIC || c->weather.library.wind.present) return false;
  return c->output.zones && (buildings || c->vegetation.present || domain->turbines.count > 0);
}

int sm_cell_fields(const struct sm_case *c, struct sm_cell_field out[SM_CELL_FIELDS]) {
  static const struct {
    enum sm_turbulence_output wanted;
    enum sm_field first, last;
  } all[] = {{SM_OUTPUT_ENERGY, SM_FIELD_TKE, SM_FIELD_TKE},
             {SM_OUTPUT_DISSIPATION, SM_FIELD_DISSIPATION, SM_FIELD_DISSIPATION},
             {SM_OUTPUT_VISCOSITY, SM_FIELD_EDDY_VISCOSITY, SM_FIELD_EDDY_VISCOSITY},
             {SM_OUTPUT_LENGTH, SM_FIELD_MIXING_LENGTH, SM_FIELD_MIXING_LENGTH},
             {SM_OUTPUT_STRESSES, SM_FIELD_UU, SM_FIELD_WW}};
  int count = 0;
  for (size_t m = 0; m < sizeof all / sizeof *all; m++)
    for (enum sm_field f = all[m].first; f <= all[m].last; f++) {
      if (!c->output.turbulence[all[m].wanted]) continue;
      out[count++] = (struct sm_cell_field){.info = *sm_field_get(f), .field = (int)f};
    }
  if (c->wind.direction_spread != 0) {
    out[count] = (struct sm_cell_field){.info = *sm_field_get(SM_FIELD_WIND_SPEED_MEAN),
                                        .field = SM_FIELD_WIND_SPEED_MEAN,
                                        .cell_methods = "time: mean"};
    out[count++].info.dimensions = sm_field_get(SM_FIELD_U)->dimensions;
  }
  if (c->output.turbulence[SM_OUTPUT_DISTANCE])
    out[count++] = (struct sm_cell_field){.info = *sm_field_get(SM_FIELD_WALL_DISTANCE),
                                          .field = SM_CELL_DISTANCE};
  return count;
}
