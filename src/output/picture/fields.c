/* output/picture/fields.c - drawable fields of a wind file, and the default field. */
#include "output/picture/plot.h"

#include <ctype.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>

struct sm_plot_quantity sm_plot_quantity_of(enum sm_field field) {
  static const enum sm_plot_colours colours[] = {[SM_SCALE_RISING] = SM_COLOURS_RISING,
                                                 [SM_SCALE_FROM_ZERO] = SM_COLOURS_RISING,
                                                 [SM_SCALE_SIGNED] = SM_COLOURS_DIVERGING,
                                                 [SM_SCALE_ANGLE] = SM_COLOURS_CIRCLE,
                                                 [SM_SCALE_CLASSES] = SM_COLOURS_KINDS};
  const struct sm_field_info *info = sm_field_get(field);
  struct sm_plot_quantity out = {.name = info->name,
                                 .longer = info->long_name,
                                 .colours = colours[info->scale],
                                 .map = strcmp(info->dimensions, "y x") == 0,
                                 .cells = field > SM_FIELD_W &&
                                          strcmp(info->dimensions, "time z y x") == 0,
                                 .from_zero = info->scale == SM_SCALE_FROM_ZERO};
  snprintf(out.cf_units, sizeof out.cf_units, "%s", info->unit);
  sm_plot_write_units(info->unit, out.units, sizeof out.units);
  return out;
}

bool sm_plot_quantity_find(const char *name, struct sm_plot_quantity *out) {
  const enum sm_field field = sm_field_find(name);
  const bool wind =
      field <= SM_FIELD_W || field == SM_FIELD_WIND_SPEED || field == SM_FIELD_WIND_FROM_DIRECTION;
  const bool map = field >= SM_FIELD_TERRAIN && field <= SM_FIELD_Z0;
  if (!wind && !map && field != SM_FIELD_ZONE) return false;
  *out = sm_plot_quantity_of(field);
  return true;
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

/* True for the units of flow scalars. */
static bool is_concentration(const char *unit) {
  return strcmp(unit, sm_field_get(SM_FIELD_CONCENTRATION)->unit) == 0;
}

/* Finds a variable [time][z][y][x] of the file; name and unit from the file, colours from the
 * list. */
bool sm_plot_find_other(struct sm_plot_job *job, const char *name) {
  struct sm_plot_other *other = &job->other;
  const enum sm_field field = sm_field_find(name);
  int id, rank = 0;
  if (!sm_wind_file_variable(job->file, name, &id) ||
      nc_inq_varndims(job->file->id, id, &rank) != NC_NOERR || rank != 4 ||
      !sm_wind_file_is_real(job->file, name) || strlen(name) >= sizeof other->name)
    return false;
  job->field = field < SM_FIELD_COUNT ? sm_plot_quantity_of(field)
                                      : (struct sm_plot_quantity){.colours = SM_COLOURS_RISING};
  snprintf(other->name, sizeof other->name, "%s", name);
  sm_wind_file_text(job->file, name, "long_name", other->longer, sizeof other->longer);
  sm_wind_file_text(job->file, name, "units", job->field.cf_units, sizeof job->field.cf_units);
  other->logarithmic = is_concentration(job->field.cf_units);
  sm_plot_write_units(job->field.cf_units, job->field.units, sizeof job->field.units);
  job->field.name = other->name;
  if (other->longer[0] == '\0') snprintf(other->longer, sizeof other->longer, "%s", name);
  if (other->logarithmic && strcmp(other->longer, name) == 0)
    snprintf(other->longer, sizeof other->longer, "%s concentration", name);
  job->field.longer = other->longer;
  job->field.cells = true;
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
    if (!is_concentration(units)) continue;
    snprintf(out, size, "%s", name);
    return true;
  }
  return false;
}
