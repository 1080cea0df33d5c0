/* cf_rules.h - checks of the CF conventions for NetCDF files written by tests. */
#ifndef SM_TESTS_CF_RULES_H
#define SM_TESTS_CF_RULES_H

#include <check.h>
#include <netcdf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline int variable(int id, const char *name) {
  int v = -1;
  ck_assert_msg(nc_inq_varid(id, name, &v) == NC_NOERR, "no variable %s", name);
  return v;
}

/* Text of an attribute; "" if absent. Valid until the next call. */
static inline const char *attribute(int id, int v, const char *name) {
  static char text[4096];
  size_t length = 0;
  text[0] = '\0';
  if (nc_inq_attlen(id, v, name, &length) == NC_NOERR && length < sizeof text) {
    ck_assert_int_eq(nc_get_att_text(id, v, name, text), NC_NOERR);
    text[length] = '\0';
  }
  return text;
}

/* Checks that a standard name is in the CF table (version 85) and has a unit convertible to its
   canonical one. */
static inline void check_standard_name(const char *variable, const char *name, const char *unit) {
  static const char *const table[][2] = {
      {"air_potential_temperature", "K"},
      {"air_temperature", "K"},
      {"altitude", "m"},
      {"atmosphere_momentum_diffusivity", "m2 s-1"},
      {"height", "m"},
      {"projection_x_coordinate", "m"},
      {"projection_y_coordinate", "m"},
      {"specific_turbulent_kinetic_energy_of_air", "m2 s-2"},
      {"surface_altitude", "m"},
      {"surface_roughness_length", "m"},
      {"time", "seconds since 1970-01-01 00:00:00"},
      {"upward_air_velocity", "m s-1"},
      {"wind_from_direction", "degree"},
      {"wind_speed", "m s-1"},
      {"x_wind", "m s-1"},
      {"y_wind", "m s-1"},
      {"mass_concentration_of_ammonia_in_air", "kg m-3"},
      {"mass_concentration_of_benzene_in_air", "kg m-3"},
      {"mass_concentration_of_carbon_dioxide_in_air", "kg m-3"},
      {"mass_concentration_of_carbon_monoxide_in_air", "kg m-3"},
      {"mass_concentration_of_dust_dry_aerosol_particles_in_air", "kg m-3"},
      {"mass_concentration_of_methane_in_air", "kg m-3"},
      {"mass_concentration_of_nitrogen_dioxide_in_air", "kg m-3"},
      {"mass_concentration_of_nitrogen_monoxide_in_air", "kg m-3"},
      {"mass_concentration_of_ozone_in_air", "kg m-3"},
      {"mass_concentration_of_sulfur_dioxide_in_air", "kg m-3"}};
  bool found = name[0] == '\0';
  for (size_t n = 0; n < sizeof table / sizeof *table && !found; n++)
    found = strcmp(table[n][0], name) == 0 && strcmp(table[n][1], unit) == 0;
  ck_assert_msg(found, "%s: CF has no %s in %s", variable, name, unit);
}

/* Checks rules of CF-1.11: known units, resolvable names, monotonic coordinates, contiguous bounds,
 * flags of the type of the variable. */
static inline void check_conventions(int id) {
  static const char *const known[] = {
      "m",  "m2", "m s-1",  "degree", "1",       "s", "seconds since 1970-01-01 00:00:00",
      "kg", "m3", "kg m-2", "kg m-3", "kg s m-3"};
  int variables = 0;
  nc_inq_nvars(id, &variables);
  for (int v = 0; v < variables; v++) {
    char name[NC_MAX_NAME + 1];
    nc_type type, other;
    nc_inq_varname(id, v, name);
    nc_inq_vartype(id, v, &type);
    const char *units = attribute(id, v, "units");
    bool found = units[0] == '\0';
    for (size_t n = 0; n < sizeof known / sizeof *known; n++)
      found = found || strcmp(units, known[n]) == 0;
    ck_assert_msg(found, "%s has unknown units %s", name, units);
    char unit[64];
    snprintf(unit, sizeof unit, "%s", units); /* the next attribute overwrites the buffer */
    check_standard_name(name, attribute(id, v, "standard_name"), unit);
    static const char *const pointers[] = {"grid_mapping", "bounds", "coordinates"};
    for (size_t n = 0; n < sizeof pointers / sizeof *pointers; n++) {
      char names[256];
      snprintf(names, sizeof names, "%s", attribute(id, v, pointers[n]));
      for (char *word = strtok(names, " "); word != NULL; word = strtok(NULL, " "))
        (void)variable(id, word);
    }
    const char *const typed[] = {"_FillValue", "flag_values", "flag_masks"};
    for (size_t n = 0; n < 3; n++)
      if (nc_inq_atttype(id, v, typed[n], &other) == NC_NOERR) ck_assert_int_eq(type, other);
    int dimension, rank, dims[4];
    nc_inq_varndims(id, v, &rank);
    ck_assert_msg(strcmp(name, "x") != 0 || attribute(id, v, "axis")[0] == '\0', "x has an axis");
    if (nc_inq_dimid(id, name, &dimension) != NC_NOERR || rank != 1) continue;
    nc_inq_vardimid(id, v, dims);
    size_t length;
    nc_inq_dimlen(id, dims[0], &length);
    double *value = malloc(length * sizeof *value);
    nc_get_var_double(id, v, value);
    for (size_t i = 1; i < length; i++) ck_assert_msg(value[i] > value[i - 1], "%s falls", name);
    free(value);
  }
}

#endif
