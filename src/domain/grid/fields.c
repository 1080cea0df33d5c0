#define _POSIX_C_SOURCE 200809L
#include "simoom/fields.h"

#include <string.h>
#include <strings.h>

static const struct sm_field_info fields[SM_FIELD_COUNT] = {
#define FIELD(ID, NAME, STANDARD, LONG, UNIT, DIMENSIONS, SCALE, WHERE)                            \
  {NAME, STANDARD, LONG, UNIT, DIMENSIONS, SM_SCALE_##SCALE, WHERE},
#include "simoom/fields.def"
#undef FIELD
};

const struct sm_field_info *sm_field_get(enum sm_field field) { return &fields[field]; }

const char *sm_field_name(enum sm_field field) { return fields[field].name; }

enum sm_field sm_field_find(const char *name) {
  int field = 0;
  while (field < SM_FIELD_COUNT && strcmp(fields[field].name, name) != 0) field++;
  return (enum sm_field)field;
}

const char *sm_field_concentration_name(const char *species) {
  static const struct {
    const char *names[2], *standard;
  } known[] = {
      {{"ammonia", "NH3"}, "mass_concentration_of_ammonia_in_air"},
      {{"benzene", "C6H6"}, "mass_concentration_of_benzene_in_air"},
      {{"carbon dioxide", "CO2"}, "mass_concentration_of_carbon_dioxide_in_air"},
      {{"carbon monoxide", "CO"}, "mass_concentration_of_carbon_monoxide_in_air"},
      {{"dust", "dust"}, "mass_concentration_of_dust_dry_aerosol_particles_in_air"},
      {{"methane", "CH4"}, "mass_concentration_of_methane_in_air"},
      {{"nitrogen dioxide", "NO2"}, "mass_concentration_of_nitrogen_dioxide_in_air"},
      {{"nitrogen monoxide", "NO"}, "mass_concentration_of_nitrogen_monoxide_in_air"},
      {{"ozone", "O3"}, "mass_concentration_of_ozone_in_air"},
      {{"sulfur dioxide", "SO2"}, "mass_concentration_of_sulfur_dioxide_in_air"},
  };
  for (size_t n = 0; n < sizeof known / sizeof *known; n++)
    for (int k = 0; k < 2; k++)
      if (strcasecmp(species, known[n].names[k]) == 0) return known[n].standard;
  return "";
}
