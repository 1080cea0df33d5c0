/* output/picture/fields.c - what of a file of winds can be drawn, and what is unless somebody
 * chooses. */
#include "output/picture/plot.h"

#include <ctype.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>

/* Of scalars of a flow: the unit that its variables have in a file. */
#define CONCENTRATION "kg m-3"

const struct sm_plot_quantity *sm_plot_field_find(const char *name) {
  static const struct sm_plot_quantity fields[] = {
      {"speed", "wind speed", "m/s", NULL, SM_COLOURS_RISING, false, true},
      {"direction", "wind from direction", "degree", NULL, SM_COLOURS_CIRCLE, false, false},
      {"u", "u-component of wind", "m/s", NULL, SM_COLOURS_DIVERGING, false, false},
      {"v", "v-component of wind", "m/s", NULL, SM_COLOURS_DIVERGING, false, false},
      {"w", "vertical wind", "m/s", NULL, SM_COLOURS_DIVERGING, false, false},
      {"terrain", "altitude of the ground", "m", "terrain", SM_COLOURS_RISING, false, false},
      {"building", "height of buildings", "m", "building_height", SM_COLOURS_RISING, false, false},
      {"z0", "roughness length", "m", "z0", SM_COLOURS_RISING, false, false},
      {"tke", "kinetic energy of the turbulence", "m2/s2", NULL, SM_COLOURS_RISING, true, true},
      {"dissipation", "dissipation of the turbulence", "m2/s3", NULL, SM_COLOURS_RISING, true,
       true},
      {"eddy_viscosity", "eddy viscosity", "m2/s", NULL, SM_COLOURS_RISING, true, true},
      {"mixing_length", "mixing length", "m", NULL, SM_COLOURS_RISING, true, true},
      {"wall_distance", "distance to the nearest wall", "m", NULL, SM_COLOURS_RISING, true, true},
      {"uu", "variance of the wind along x", "m2/s2", NULL, SM_COLOURS_RISING, true, true},
      {"vv", "variance of the wind along y", "m2/s2", NULL, SM_COLOURS_RISING, true, true},
      {"ww", "variance of the vertical wind", "m2/s2", NULL, SM_COLOURS_RISING, true, true},
      {"uv", "stress xy", "m2/s2", NULL, SM_COLOURS_DIVERGING, true, false},
      {"uw", "stress xz", "m2/s2", NULL, SM_COLOURS_DIVERGING, true, false},
      {"vw", "stress yz", "m2/s2", NULL, SM_COLOURS_DIVERGING, true, false},
      {"zone", "zone that made the first guess", "", NULL, SM_COLOURS_KINDS, true, false},
      {NULL, NULL, NULL, NULL, SM_COLOURS_RISING, false, false}};
  const struct sm_plot_quantity *field = fields;
  while (field->name != NULL && name != NULL && strcmp(field->name, name) != 0) field++;
  return field;
}

void sm_plot_write_units(const char *from, char *out, size_t size) {
  const char *minus = strchr(from, '-');
  const char *start = minus;
  while (start != NULL && start > from && start[-1] != ' ' && start[-1] != '(') start--;
  const bool one = minus != NULL && strchr(minus + 1, '-') == NULL && start > from &&
                   start[-1] == ' ' && isdigit((unsigned char)minus[1]);
  const int power = one ? minus[1] - '0' : 0;
  if (strcmp(from, "1") == 0) {
    out[0] = '\0';
  } else if (!one) {
    snprintf(out, size, "%s", from);
  } else {
    char digit[2] = {power > 1 ? minus[1] : '\0', '\0'};
    snprintf(out, size, "%.*s/%.*s%s%s", (int)(start - 1 - from), from, (int)(minus - start), start,
             digit, minus + 2);
  }
}

/* A variable [time][z][y][x] of the file that has no colours of its own. */
bool sm_plot_find_other(struct sm_plot_job *job, const char *name) {
  static const char *const both_signs[] = {"kinematic_pressure", "air_pressure_perturbation", "uv",
                                           "uw", "vw"};
  struct sm_plot_other *other = &job->other;
  int id, rank = 0;
  if (nc_inq_varid(job->file->id, name, &id) != NC_NOERR ||
      nc_inq_varndims(job->file->id, id, &rank) != NC_NOERR || rank != 4 ||
      !sm_wind_file_is_real(job->file, name) || strlen(name) >= sizeof other->name ||
      strncmp(name, "wind_", 5) == 0)
    return false;
  snprintf(other->name, sizeof other->name, "%s", name);
  sm_wind_file_text(job->file, name, "long_name", other->longer, sizeof other->longer);
  sm_wind_file_text(job->file, name, "units", other->cf_units, sizeof other->cf_units);
  other->logarithmic = strcmp(other->cf_units, CONCENTRATION) == 0;
  sm_plot_write_units(other->cf_units, other->units, sizeof other->units);
  enum sm_plot_colours colours = SM_COLOURS_RISING;
  for (size_t i = 0; i < sizeof both_signs / sizeof *both_signs; i++)
    if (strcmp(name, both_signs[i]) == 0) colours = SM_COLOURS_DIVERGING;
  other->field =
      (struct sm_plot_quantity){.name = other->name,
                                .longer = other->longer[0] != '\0' ? other->longer : other->name,
                                .units = other->units,
                                .colours = colours,
                                .cells = true};
  job->field = &other->field;
  return true;
}

bool sm_plot_find_tracer(struct sm_wind_file *file, const char *species, char *out, size_t size) {
  int count = 0;
  if (nc_inq_nvars(file->id, &count) != NC_NOERR) return false;
  for (int id = 0; id < count; id++) {
    char name[NC_MAX_NAME + 1], units[32];
    int rank = 0;
    if (nc_inq_varndims(file->id, id, &rank) != NC_NOERR || rank != 4 ||
        nc_inq_varname(file->id, id, name) != NC_NOERR || strlen(name) >= size ||
        (species != NULL && strcmp(name, species) != 0))
      continue;
    sm_wind_file_text(file, name, "units", units, sizeof units);
    if (strcmp(units, CONCENTRATION) != 0) continue;
    snprintf(out, size, "%s", name);
    return true;
  }
  return false;
}
