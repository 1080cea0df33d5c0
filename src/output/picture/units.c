/* output/picture/units.c - display unit of a variable. */
#include "output/picture/plot.h"

#include "case/toml/units.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>

/* Mole fractions in units of atmospheric chemistry. */
static double parts(const char *unit) {
  static const struct {
    const char *name;
    double in_one;
  } shares[] = {{"ppm", 1e6}, {"ppb", 1e9}, {"ppt", 1e12}};
  for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
    if (strcmp(unit, shares[i].name) == 0) return shares[i].in_one;
  return 0;
}

static enum sm_status in_parts(const struct sm_wind_file *file, const char *variable,
                               const char *unit, double change[2]) {
  double pure = 0;
  int id;
  if (nc_inq_varid(file->id, variable, &id) != NC_NOERR ||
      sm_nc_number(file->id, id, "density_of_pure_gas", &pure) != NC_NOERR || !(pure > 0))
    return sm_fail(file->ctx, SM_ERR_USAGE,
                   "%s: error: %s cannot be shown in %s: the file does not say its molar mass\n"
                   "help: in the case flow.scalar.molar_mass, or a name that is a formula",
                   file->path, variable, unit);
  change[0] = parts(unit) / pure;
  change[1] = 0;
  return SM_OK;
}

enum sm_status sm_unit_conversion(const struct sm_wind_file *file, const char *variable,
                                  const char *from, const char *unit, double change[2]) {
  const char *own = from[0] != '\0' ? from : "1";
  double zero = 0, one = 0;
  if (parts(unit) > 0) return in_parts(file, variable, unit, change);
  if (sm_units_convert(file->ctx, 0, own, unit, &zero) != SM_OK ||
      sm_units_convert(file->ctx, 1, own, unit, &one) != SM_OK)
    return sm_fail_add(file->ctx, SM_ERR_USAGE, "%s: %s cannot be shown in '%s'", file->path,
                       variable, unit);
  change[0] = one - zero;
  change[1] = zero;
  return SM_OK;
}

enum sm_status sm_plot_convert_units(struct sm_wind_file *file, const char *variable,
                                     const char *from, const char *unit) {
  double change[2];
  if (strlen(variable) >= sizeof file->shown.variable)
    return sm_fail(file->ctx, SM_ERR_USAGE, "%s: error: the name %s is too long", file->path,
                   variable);
  SM_TRY(sm_unit_conversion(file, variable, from, unit, change));
  snprintf(file->shown.variable, sizeof file->shown.variable, "%s", variable);
  file->shown.times = change[0];
  file->shown.plus = change[1];
  return SM_OK;
}
