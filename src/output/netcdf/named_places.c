#include "output/netcdf/named_places.h"

#include "domain/positions.h"

#include "output/netcdf/ncfile.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>

enum { PARTS = 3 };

static const char *const part[PARTS] = {"x", "y", "height"};

/* Shared dimension for the characters of names. */
static int name_length(struct sm_ncfile *file) {
  int id;
  if (file->status == SM_OK && nc_inq_dimid(file->id, "name_length", &id) == NC_NOERR) return id;
  return sm_ncfile_dimension(file, "name_length", SM_PLACE_NAME);
}

void sm_places_define(struct sm_ncfile *file, const char *kind, size_t count) {
  char name[64], text[96];
  if (count == 0) return;
  const int length = name_length(file);
  const int dims[2] = {sm_ncfile_dimension(file, kind, count), length};
  snprintf(name, sizeof name, "%s_name", kind);
  snprintf(text, sizeof text, "name of the %s", kind);
  sm_netcdf_variable(file, name, NC_CHAR, 2, dims, (struct sm_cf_attributes){"", text, ""});
  for (int p = 0; p < PARTS; p++) {
    snprintf(name, sizeof name, "%s_%s", kind, part[p]);
    snprintf(text, sizeof text, "%s of the %s, as on the map", part[p], kind);
    sm_netcdf_variable(file, name, NC_DOUBLE, 1, dims,
                       p < 2 ? (struct sm_cf_attributes){"", text, "m"}
                             : (struct sm_cf_attributes){"height", "height above the ground", "m"});
  }
}

void sm_places_put(struct sm_ncfile *file, const char *kind, size_t n, const char *name,
                   const double origin[3], const double at[3]) {
  const size_t start[2] = {n, 0}, count[2] = {1, SM_PLACE_NAME};
  char variable[64], text[SM_PLACE_NAME] = "";
  snprintf(text, sizeof text, "%s", name);
  snprintf(variable, sizeof variable, "%s_name", kind);
  sm_ncfile_put_part(file, variable, start, count, text);
  for (int p = 0; p < PARTS; p++) {
    const double value = at[p] + (p < 2 ? origin[p] : 0);
    snprintf(variable, sizeof variable, "%s_%s", kind, part[p]);
    sm_ncfile_put_part(file, variable, start, count, &value);
  }
}

/* --- of winds --- */

void sm_places_define_wind(struct sm_ncfile *file, const struct sm_case *c,
                           const struct sm_domain *domain) {
  sm_places_define(file, "station", (size_t)sm_weather_places(&domain->weather));
  sm_places_define(file, "probe", c->flow.probe_count);
  sm_places_define(file, "turbine", domain->turbines.count);
}

/* Height of the first valid reading of a station; for towers of the lowest level. */
static double station_height(const struct sm_weather *weather, const struct sm_station *station) {
  for (int n = 0; n < weather->time_count * station->level_count; n++)
    if (station->reading[n].valid) return station->reading[n].height;
  return 0;
}

void sm_places_put_wind(struct sm_ncfile *file, const struct sm_case *c,
                        const struct sm_domain *domain) {
  const double *origin = domain->grid.origin;
  const struct sm_domain_map map = sm_domain_map(c, &domain->crs, &domain->grid);
  const size_t stations = (size_t)sm_weather_places(&domain->weather);
  char name[32];
  for (size_t n = 0; n < stations; n++) {
    const struct sm_station *s = &domain->weather.station[n];
    sm_places_put(file, "station", n, s->name != NULL ? s->name : "", origin,
                  (const double[3]){s->x, s->y, station_height(&domain->weather, s)});
  }
  for (size_t n = 0; n < c->flow.probe_count; n++) {
    const double *p = c->flow.probe[n];
    double at[3] = {0, 0, p[2]};
    if (file->status == SM_OK)
      file->status = sm_position_on_grid(file->ctx, &map, c->flow.probe_coordinates, p, at);
    snprintf(name, sizeof name, "probe %zu", n + 1);
    sm_places_put(file, "probe", n, name, origin, at);
  }
  for (size_t n = 0; n < domain->turbines.count; n++) {
    const struct sm_turbine *t = &domain->turbines.item[n];
    snprintf(name, sizeof name, "turbine %zu", n + 1);
    sm_places_put(file, "turbine", n, name, origin, (const double[3]){t->x, t->y, t->hub});
  }
}

/* --- reading --- */

static bool read_place(struct sm_wind_file *file, const char *kind, size_t n,
                       struct sm_place *out) {
  const size_t start[2] = {n, 0}, count[2] = {1, SM_PLACE_NAME};
  char variable[64];
  int v;
  snprintf(variable, sizeof variable, "%s_name", kind);
  if (nc_inq_varid(file->id, variable, &v) != NC_NOERR) return false;
  sm_wind_file_set_error(file, variable, nc_get_vara_text(file->id, v, start, count, out->name));
  out->name[SM_PLACE_NAME - 1] = '\0';
  for (int p = 0; p < PARTS && file->status == SM_OK; p++) {
    snprintf(variable, sizeof variable, "%s_%s", kind, part[p]);
    if (nc_inq_varid(file->id, variable, &v) != NC_NOERR) return false;
    sm_wind_file_set_error(file, variable, nc_get_var1_double(file->id, v, &n, &out->at[p]));
    if (file->status == SM_OK && !(fabs(out->at[p]) < 1e30)) return false;
  }
  return file->status == SM_OK;
}

size_t sm_places_read(struct sm_wind_file *file, const char *kind, size_t most,
                      struct sm_place *out) {
  size_t count = 0, read = 0;
  char variable[64];
  snprintf(variable, sizeof variable, "%s_name", kind);
  if (!sm_wind_file_has(file, variable)) return 0; /* independent of the length of the dimension */
  const int code = sm_nc_length(file->id, file->path, kind, &count);
  if (code == NC_EBADDIM) return 0;
  sm_wind_file_set_error(file, variable, code);
  for (size_t n = 0; n < count && read < most && file->status == SM_OK; n++)
    if (read_place(file, kind, n, &out[read])) read++;
  return read;
}
