/* output/picture/units.c - display unit of a variable. */
#include "output/picture/plot.h"

#include "case/toml/units.h"
#include "domain/sources/terms/terms.h"
#include <netcdf.h>
#include <stdio.h>
#include <string.h>

const char sm_unit_molar_mass[] =
    "; shares of molecules need a molar mass: of scalars of a flow flow.scalar.molar_mass or a "
    "name "
    "that is a formula; of a plume a species whose name is a formula or a substance of 'simoom "
    "hazard'";

double sm_unit_parts(const char *unit) {
  static const struct {
    const char *name;
    double in_one;
  } shares[] = {{"ppm", 1e6}, {"ppb", 1e9}, {"ppt", 1e12}};
  for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
    if (strcmp(unit, shares[i].name) == 0) return shares[i].in_one;
  return 0;
}

/* Density of the pure gas of a concentration, kg/m3: that of the variable, else of the species of a
 * plume; 0: not known. */
static enum sm_status pure_density(const struct sm_wind_file *file, const char *variable,
                                   double *out) {
  char species[NC_MAX_NAME + 1] = "";
  size_t length = 0;
  int id;
  *out = 0;
  if (nc_inq_varid(file->id, variable, &id) != NC_NOERR ||
      sm_nc_number(file->id, id, "density_of_pure_gas", out) == NC_NOERR)
    return SM_OK;
  if (nc_inq_attlen(file->id, id, "simoom_species", &length) != NC_NOERR ||
      length >= sizeof species ||
      nc_get_att_text(file->id, id, "simoom_species", species) != NC_NOERR)
    return SM_OK;
  return sm_substance_gas_density(file->ctx, species, out);
}

enum sm_status sm_unit_conversion(const struct sm_wind_file *file, const char *variable,
                                  const char *from, const char *unit, double change[2]) {
  const char *own = from[0] != '\0' ? from : "1";
  const double parts = sm_unit_parts(unit);
  char quantity[SM_QUANTITY];
  double mass[2], pure = 0;
  const bool is_mass = sm_units_conversion(file->ctx, own, "kg/m3", mass) == SM_OK;
  if (parts > 0 && is_mass) SM_TRY(pure_density(file, variable, &pure));
  if (pure > 0) {
    change[0] = mass[0] * parts / pure;
    change[1] = 0;
    return SM_OK;
  }
  if (parts == 0 && sm_units_conversion(file->ctx, own, unit, change) == SM_OK) return SM_OK;
  sm_units_quantity(own, quantity, sizeof quantity);
  return sm_fail(file->ctx, SM_ERR_USAGE, "%s: error: %s cannot be shown in '%s'\nhelp: it is %s%s",
                 file->path, variable, unit, quantity,
                 parts > 0 && is_mass ? sm_unit_molar_mass : "");
}

enum sm_status sm_plot_choose_unit(struct sm_plot_job *job) {
  const char *unit = job->options->unit, *from = job->field.cf_units;
  if (unit == NULL) return SM_OK;
  if (job->picture.classes > 0 || job->field.colours == SM_COLOURS_CIRCLE)
    return sm_fail(job->file->ctx, SM_ERR_USAGE,
                   "%s: error: '%s' has no other unit\nhelp: %s; leave --unit out", job->file->path,
                   job->field.name,
                   job->picture.classes > 0 ? "it has classes, not numbers"
                                            : "directions are in degrees");
  SM_TRY(sm_unit_conversion(
      job->file, job->plume.variable.name[0] != '\0' ? job->plume.variable.name : job->field.name,
      from, unit, job->change));
  job->changed = true;
  if (strcmp(from, "m s-1") == 0) {
    job->picture.arrow_unit = unit;
    job->picture.arrow_in_unit = job->change[0];
  }
  for (int n = 0; n < job->picture.levels; n++)
    job->plume.level[n] = job->plume.level[n] * job->change[0] + job->change[1];
  snprintf(job->field.cf_units, sizeof job->field.cf_units, "%s", unit);
  snprintf(job->field.units, sizeof job->field.units, "%s", unit);
  return SM_OK;
}

void sm_plot_convert(const struct sm_plot_job *job, float *value, size_t count) {
  if (!job->changed) return;
  for (size_t c = 0; c < count; c++)
    value[c] = (float)((double)value[c] * job->change[0] + job->change[1]);
}
