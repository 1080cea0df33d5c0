#define _POSIX_C_SOURCE 200809L
#include "output/netcdf/wind_file.h"

#include "base/clock.h"
#include "domain/domain.h"
#include "output/hdf5/chunks.h"
#include "output/netcdf/named_places.h"
#include "simoom/simoom.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

struct define {
  struct sm_ncfile *file;
  const struct sm_case *c;
  const struct sm_domain *domain;
  bool staggered; /* velocities on faces */
  bool mean;      /* over time */
};

static size_t cells(const struct sm_domain *domain, int axis) {
  return (size_t)domain->grid.axis[axis].n;
}

bool sm_netcdf_has_calendar(const struct sm_domain *domain) {
  const struct sm_weather *weather = &domain->weather;
  return weather->time != NULL && weather->time_count > 0 && isfinite(weather->time[0]) &&
         !weather->relative;
}

static int describe(struct define *d, const char *name, int type, int rank, const int *dimensions,
                    struct sm_cf_attributes words) {
  return sm_netcdf_variable(d->file, name, type, rank, dimensions, words);
}

/* Finds ids and lengths of the dimensions in a list, "time z y x"; returns their number. */
static int find_dimensions(struct sm_ncfile *file, const char *list, int id[4], size_t length[4]) {
  char names[64], *rest = NULL;
  int rank = 0;
  snprintf(names, sizeof names, "%s", list);
  for (char *name = strtok_r(names, " ", &rest); name != NULL && file->status == SM_OK && rank < 4;
       name = strtok_r(NULL, " ", &rest)) {
    sm_ncfile_check(file, nc_inq_dimid(file->id, name, &id[rank]));
    if (file->status == SM_OK)
      sm_ncfile_check(file, nc_inq_dimlen(file->id, id[rank], &length[rank]));
    rank++;
  }
  return rank;
}

/* Sets compression and chunks of volumes (third dimension from the last is z or zf) and maps. */
static void compress(struct sm_ncfile *file, int variable, int rank, const char *dimensions,
                     const size_t length[4], int level) {
  size_t chunk[4] = {1, 1, 1, 1};
  if (strchr(dimensions, 'z') != NULL) {
    sm_chunks_sides(length + rank - 3, chunk + rank - 3);
  } else {
    for (int d = rank - 2; d < rank; d++) chunk[d] = length[d] < 512 ? length[d] : 512;
  }
  sm_ncfile_compress(file, variable, chunk, level);
}

int sm_netcdf_field(struct sm_ncfile *file, const struct sm_case *c, const struct sm_domain *domain,
                    const struct sm_field_info *info, int type) {
  int dims[4];
  size_t length[4];
  const int rank = find_dimensions(file, info->dimensions, dims, length);
  const struct sm_cf_attributes words = {info->standard_name, info->long_name, info->unit};
  const int id = sm_netcdf_variable(file, info->name, type, rank, dims, words);
  if (strchr(info->dimensions, 'x') == NULL || file->status != SM_OK) return id;
  if (!domain->crs.local) sm_ncfile_text(file, id, "grid_mapping", "crs");
  compress(file, id, rank, info->dimensions, length, c->output.compression);
  return id;
}

static int define_field(struct define *d, enum sm_field field, int type) {
  return sm_netcdf_field(d->file, d->c, d->domain, sm_field_get(field), type);
}

void sm_netcdf_fill(struct sm_ncfile *file, int variable) {
  const float fill = NC_FILL_FLOAT;
  if (file->status == SM_OK)
    sm_ncfile_check(file, nc_put_att_float(file->id, variable, "_FillValue", NC_FLOAT, 1, &fill));
}

static void define_globals(struct define *d, const char *device, const char *kind) {
  static const char *const references[] = {
      [SM_WIND_DIAGNOSTIC] = "Sasaki (1970), Mon. Wea. Rev. 98, 875-883; Bozorgmehr et al. (2021), "
                             "Environ. Model. Softw. 137, 104958",
      [SM_WIND_VORTEX] = "Miglio et al. (2016)",
      [SM_WIND_ROTOR] = "Lamb (1932), Hydrodynamics, art. 161; Bhagwat and Leishman (2002)",
      [SM_WIND_FILE] = "see simoom_weather",
      [SM_WIND_POINTS] = "Lancaster and Salkauskas (1981), Math. Comput. 37, 141-158",
      [SM_WIND_INCOMPRESSIBLE] = "Harlow and Welch (1965), Phys. Fluids 8, 2182-2189",
      [SM_WIND_COMPRESSIBLE] = "Kurganov and Tadmor (2000), J. Comput. Phys. 160, 241-282; Toro et "
                               "al. (1994), Shock Waves 4, 25-34",
      [SM_WIND_RANS] = "Launder and Spalding (1974), Comput. Methods Appl. Mech. Eng. 3, 269-289",
      [SM_WIND_LIBRARY] = "Sasaki (1970), Mon. Wea. Rev. 98, 875-883"};
  struct sm_ncfile *file = d->file;
  const struct sm_case *c = d->c;
  char now[32], text[4400];
  sm_clock_format((double)time(NULL), now, sizeof now);
  sm_ncfile_text(file, NC_GLOBAL, "Conventions", d->staggered ? "CF-1.11, SGRID-0.3" : "CF-1.11");
  snprintf(text, sizeof text, "Wind of the case %s", c->name);
  sm_ncfile_text(file, NC_GLOBAL, "title", c->title[0] != '\0' ? c->title : text);
  snprintf(text, sizeof text, "simoom %s, %s", sm_version(), kind);
  sm_ncfile_text(file, NC_GLOBAL, "source", text);
  snprintf(text, sizeof text, "%s simoom %s: run of %s", now, sm_version(), c->path);
  sm_ncfile_text(file, NC_GLOBAL, "history", text);
  sm_ncfile_text(file, NC_GLOBAL, "references", references[c->wind_source.model]);
  sm_ncfile_text(file, NC_GLOBAL, "simoom_version", sm_version());
  sm_ncfile_text(file, NC_GLOBAL, "simoom_name", c->name);
  sm_ncfile_text(file, NC_GLOBAL, "simoom_case", c->text);
  if (c->overrides != NULL && c->overrides[0] != '\0')
    sm_ncfile_text(file, NC_GLOBAL, "simoom_overrides", c->overrides);
  sm_ncfile_text(file, NC_GLOBAL, "simoom_device", device);
  struct sm_text weather = {0};
  sm_weather_describe(&d->domain->weather, &weather);
  sm_ncfile_made_text(file, NC_GLOBAL, "simoom_weather", &weather);
  sm_text_free(&weather);
  sm_ncfile_numbers(file, NC_GLOBAL, "simoom_convergence", &d->domain->convergence, 1);
}

static int define_axis(struct define *d, const char *name, int dim, struct sm_cf_attributes words) {
  char width[32], text[64];
  const int id = describe(d, name, NC_DOUBLE, 1, &dim, words);
  snprintf(width, sizeof width, "%s_width", name);
  snprintf(text, sizeof text, "size of the cells along %s", name);
  describe(d, width, NC_DOUBLE, 1, &dim, (struct sm_cf_attributes){"", text, "m"});
  return id;
}

static void define_plane(struct define *d) {
  const bool local = d->domain->crs.local;
  const int y = sm_ncfile_dimension(d->file, "y", cells(d->domain, 1));
  const int x = sm_ncfile_dimension(d->file, "x", cells(d->domain, 0));
  /* No axis attribute on projected x and y: ParaView would map the grid to a sphere. */
  define_axis(d, "x", x,
              (struct sm_cf_attributes){
                  "projection_x_coordinate",
                  local ? "x in local coordinates" : "easting of the cell centres", "m"});
  define_axis(d, "y", y,
              (struct sm_cf_attributes){
                  "projection_y_coordinate",
                  local ? "y in local coordinates" : "northing of the cell centres", "m"});
}

static void define_time(struct define *d, int time, int nv) {
  struct sm_ncfile *file = d->file;
  const bool dated = sm_netcdf_has_calendar(d->domain);
  const int id = describe(
      d, "time", NC_DOUBLE, 1, &time,
      dated ? (struct sm_cf_attributes){"time", "time", "seconds since 1970-01-01 00:00:00"}
            : (struct sm_cf_attributes){"", "time, without a date: none is given", "s"});
  if (dated) {
    sm_ncfile_text(file, id, "calendar", "standard");
    sm_ncfile_text(file, id, "units_metadata", "leap_seconds: none");
  }
  sm_ncfile_text(file, id, "axis", "T");
  if (!d->mean) return;
  sm_ncfile_text(file, id, "bounds", "time_bnds");
  sm_ncfile_variable(file, "time_bnds", NC_DOUBLE, 2, (const int[]){time, nv});
}

static void define_axes(struct define *d) {
  struct sm_ncfile *file = d->file;
  const int time = sm_ncfile_dimension(file, "time", 0);
  const int layers = sm_ncfile_dimension(file, "z", cells(d->domain, 2));
  const int nv = sm_ncfile_dimension(file, "nv", 2);
  define_time(d, time, nv);
  define_plane(d);
  const int z = define_axis(
      d, "z", layers, (struct sm_cf_attributes){"altitude", "altitude of the cell centres", "m"});
  sm_ncfile_text(file, z, "positive", "up");
  sm_ncfile_text(file, z, "axis", "Z");
  sm_ncfile_text(file, z, "bounds", "z_bnds");
  sm_ncfile_variable(file, "z_bnds", NC_DOUBLE, 2, (const int[]){layers, nv});
}

/* Grid mapping for CF readers (parameters), GDAL (WKT 1, GeoTransform) and new software (WKT 2). */
void sm_netcdf_define_crs(struct sm_ncfile *file, const struct sm_domain *domain,
                          const char *name) {
  const struct sm_crs *crs = &domain->crs;
  const struct sm_grid *grid = &domain->grid;
  if (crs->local) return;
  const int id = sm_ncfile_variable(file, name, NC_INT, 0, NULL);
  sm_ncfile_text(file, id, "grid_mapping_name", crs->mapping);
  if (strcmp(crs->mapping, "transverse_mercator") == 0) {
    sm_ncfile_numbers(file, id, "longitude_of_central_meridian",
                      &crs->longitude_of_central_meridian, 1);
    sm_ncfile_numbers(file, id, "latitude_of_projection_origin",
                      &crs->latitude_of_projection_origin, 1);
    sm_ncfile_numbers(file, id, "scale_factor_at_central_meridian", &crs->scale_factor, 1);
    sm_ncfile_numbers(file, id, "false_easting", &crs->false_easting, 1);
    sm_ncfile_numbers(file, id, "false_northing", &crs->false_northing, 1);
  }
  if (crs->semi_major_axis > 0) {
    sm_ncfile_numbers(file, id, "semi_major_axis", &crs->semi_major_axis, 1);
    sm_ncfile_numbers(file, id, "inverse_flattening", &crs->inverse_flattening, 1);
  }
  sm_ncfile_text(file, id, "crs_wkt", crs->wkt2);
  sm_ncfile_text(file, id, "spatial_ref", crs->wkt1);
  const struct sm_axis *x = &grid->axis[0], *y = &grid->axis[1];
  if (x->uniform && y->uniform) {
    char text[256];
    snprintf(text, sizeof text, "%.17g %.17g 0 %.17g 0 %.17g", grid->origin[0], x->width[0],
             grid->origin[1] + y->face[y->n], -y->width[0]);
    sm_ncfile_text(file, id, "GeoTransform", text);
  }
}

static void define_ground(struct define *d) {
  for (enum sm_field f = SM_FIELD_TERRAIN; f <= SM_FIELD_Z0; f++) define_field(d, f, NC_FLOAT);
}

static void define_cells(struct define *d) {
  const int type = define_field(d, SM_FIELD_CELL_TYPE, NC_BYTE);
  sm_ncfile_bytes(d->file, type, "flag_values", (const signed char[]){0, 1, 2, 3}, 4);
  sm_ncfile_text(d->file, type, "flag_meanings", "air building terrain canopy");
  if (!d->c->output.faces) return;
  const int open = define_field(d, SM_FIELD_OPEN_FACES, NC_BYTE);
  sm_ncfile_bytes(d->file, open, "flag_masks", (const signed char[]){1, 2, 4, 8, 16, 32}, 6);
  sm_ncfile_text(d->file, open, "flag_meanings", "west east south north down up");
}

static void define_winds(struct define *d) {
  if (d->c->weather.library.wind.present) return; /* it has those on faces alone */
  for (enum sm_field f = SM_FIELD_U; f <= SM_FIELD_W; f++) {
    const int id = define_field(d, f, NC_FLOAT);
    const bool spread = d->c->wind.direction_spread != 0;
    if (d->mean || spread) sm_ncfile_text(d->file, id, "cell_methods", "time: mean");
    if (spread)
      sm_ncfile_text(d->file, id, "comment", "mean over a normal distribution of wind directions");
    sm_netcdf_fill(d->file, id);
  }
}

/* Density of the pure gas of a scalar, which converts concentration to mole fraction. */
static void define_pure(struct define *d, int id, const char *name) {
  for (size_t i = 0; i < d->c->flow.scalar_count; i++) {
    const struct sm_case_scalar *scalar = &d->c->flow.scalar[i];
    if (strcmp(scalar->name, name) == 0 && scalar->pure > 0)
      sm_ncfile_numbers(d->file, id, "density_of_pure_gas", &scalar->pure, 1);
  }
}

static void define_cell_field(struct define *d, const struct sm_cell_field *field) {
  const int id = sm_netcdf_field(d->file, d->c, d->domain, &field->info, NC_FLOAT);
  if (field->cell_methods != NULL) sm_ncfile_text(d->file, id, "cell_methods", field->cell_methods);
  define_pure(d, id, field->info.name);
  sm_netcdf_fill(d->file, id);
}

static void define_cell_fields(struct define *d) {
  struct sm_cell_field field[SM_CELL_FIELDS];
  const int count = d->mean ? 0 : sm_cell_fields(d->c, field);
  for (int n = 0; n < count; n++) define_cell_field(d, &field[n]);
}

static void define_zones(struct define *d) {
  signed char value[SM_ZONE_COUNT];
  if (!sm_zones_requested(d->c, d->domain)) return;
  const int id = define_field(d, SM_FIELD_ZONE, NC_BYTE);
  for (int z = 0; z < SM_ZONE_COUNT; z++) value[z] = (signed char)z;
  sm_ncfile_bytes(d->file, id, "flag_values", value, SM_ZONE_COUNT);
  sm_ncfile_text(d->file, id, "flag_meanings", sm_zone_names());
}

static void define_slices(struct define *d) {
  if (d->c->output.height_count == 0) return;
  const int height = sm_ncfile_dimension(d->file, "height", d->c->output.height_count);
  const int levels = describe(d, "height", NC_DOUBLE, 1, &height,
                              (struct sm_cf_attributes){"height", "height above the ground", "m"});
  sm_ncfile_text(d->file, levels, "positive", "up");
  struct sm_field_info speed = *sm_field_get(SM_FIELD_WIND_SPEED);
  if (d->mean) speed.long_name = "horizontal speed of the mean wind";
  sm_netcdf_fill(d->file, sm_netcdf_field(d->file, d->c, d->domain, &speed, NC_FLOAT));
  const int from = define_field(d, SM_FIELD_WIND_FROM_DIRECTION, NC_FLOAT);
  char text[160];
  snprintf(text, sizeof text,
           "clockwise from true north; the meridian convergence of %.4f degree was added to the "
           "direction on the grid",
           d->domain->convergence);
  sm_ncfile_text(d->file, from, "comment", text);
  sm_netcdf_fill(d->file, from);
}

void sm_netcdf_define_solver(struct sm_ncfile *file, int dimension) {
  const struct sm_cf_attributes words[3] = {
      {"", "iterations of the solver", "1"},
      {"", "relative residual of the solver", "1"},
      {"", "largest |div u| h / U over the cells of air", "1"}};
  const int done =
      sm_netcdf_variable(file, "converged", NC_BYTE, 1, &dimension,
                         (struct sm_cf_attributes){"", "the solver reached its tolerance", ""});
  sm_ncfile_bytes(file, done, "flag_values", (const signed char[]){0, 1}, 2);
  sm_ncfile_text(file, done, "flag_meanings", "no yes");
  sm_netcdf_variable(file, "iterations", NC_INT, 1, &dimension, words[0]);
  sm_netcdf_variable(file, "residual", NC_DOUBLE, 1, &dimension, words[1]);
  sm_netcdf_variable(file, "divergence", NC_DOUBLE, 1, &dimension, words[2]);
}

static void define_records(struct define *d) {
  int time = -1;
  if (d->file->status == SM_OK) sm_ncfile_check(d->file, nc_inq_dimid(d->file->id, "time", &time));
  sm_netcdf_define_members(d->file, d->c, d->domain, time);
  sm_netcdf_define_solver(d->file, time);
}

/* Defines the face axes and the list of cut cells. */
static void define_staggering(struct define *d) {
  if (!d->c->output.faces) return;
  struct sm_ncfile *file = d->file;
  const char *const names[3] = {"xf", "yf", "zf"};
  for (int axis = 0; axis < 3; axis++) {
    const int dim = sm_ncfile_dimension(file, names[axis], cells(d->domain, axis) + 1);
    describe(d, names[axis], NC_DOUBLE, 1, &dim,
             (struct sm_cf_attributes){"", "position of the cell faces", "m"});
  }
  const int id = sm_ncfile_variable(file, "sgrid", NC_INT, 0, NULL);
  sm_ncfile_text(file, id, "cf_role", "grid_topology");
  sm_ncfile_numbers(file, id, "topology_dimension", (const double[]){3}, 1);
  sm_ncfile_text(file, id, "node_dimensions", "xf yf zf");
  sm_ncfile_text(file, id, "volume_dimensions",
                 "x: xf (padding: none) y: yf (padding: none) z: zf (padding: none)");
  sm_ncfile_text(file, id, "face1_dimensions", "xf y: yf (padding: none) z: zf (padding: none)");
  sm_ncfile_text(file, id, "face2_dimensions", "x: xf (padding: none) yf z: zf (padding: none)");
  sm_ncfile_text(file, id, "face3_dimensions", "x: xf (padding: none) y: yf (padding: none) zf");
  if (d->domain->cut_count == 0) return;
  const int cut = sm_ncfile_dimension(file, "cut", (size_t)d->domain->cut_count);
  sm_ncfile_dimension(file, "side", 6);
  define_field(d, SM_FIELD_CUT_CELL, NC_INT64);
  define_field(d, SM_FIELD_CUT_FRACTION, NC_FLOAT);
  describe(d, "cut_volume", NC_FLOAT, 1, &cut,
           (struct sm_cf_attributes){"", "share of air of the cut cells", "1"});
}

void sm_netcdf_define_plane(struct sm_ncfile *file, const struct sm_case *c,
                            const struct sm_domain *domain, const char *device, const char *kind) {
  struct define d = {.file = file, .c = c, .domain = domain};
  define_globals(&d, device, kind);
  define_plane(&d);
  sm_netcdf_define_crs(file, domain, "crs");
  define_ground(&d);
}

void sm_netcdf_define_case(struct sm_ncfile *file, const struct sm_case *c,
                           const struct sm_domain *domain, const char *device, const char *kind) {
  struct define d = {.file = file, .c = c, .domain = domain};
  define_globals(&d, device, kind);
  sm_netcdf_define_crs(file, domain, "crs");
}

void sm_netcdf_define(struct sm_ncfile *file, const struct sm_case *c,
                      const struct sm_domain *domain, const char *device, bool mean,
                      bool overview) {
  struct define d = {
      .file = file, .c = c, .domain = domain, .staggered = c->output.faces, .mean = mean};
  static const char *const kinds[] = {[SM_WIND_DIAGNOSTIC] = "mass-consistent wind",
                                      [SM_WIND_VORTEX] = "analytic wind",
                                      [SM_WIND_ROTOR] = "wind of vortex rings",
                                      [SM_WIND_FILE] = "wind from files",
                                      [SM_WIND_POINTS] = "wind at scattered points",
                                      [SM_WIND_INCOMPRESSIBLE] = "incompressible flow",
                                      [SM_WIND_COMPRESSIBLE] = "compressible flow",
                                      [SM_WIND_RANS] = "steady Reynolds-averaged flow",
                                      [SM_WIND_LIBRARY] = "wind of a library"};
  define_globals(&d, device, kinds[c->wind_source.model]);
  define_axes(&d);
  sm_netcdf_define_crs(file, domain, "crs");
  define_ground(&d);
  define_cells(&d);
  define_winds(&d);
  if (!overview) {
    define_cell_fields(&d);
    define_zones(&d);
    define_slices(&d);
  }
  define_records(&d);
  define_staggering(&d);
  if (!overview) sm_places_define_wind(file, c, domain);
}

void sm_netcdf_define_fields(struct sm_ncfile *file, const struct sm_case *c,
                             const struct sm_domain *domain, const struct sm_face_wind *wind) {
  struct define d = {.file = file, .c = c, .domain = domain};
  for (int f = 0; f < wind->field_count && file->status == SM_OK; f++) {
    int id;
    if (nc_inq_varid(file->id, wind->field[f].info.name, &id) != NC_NOERR)
      define_cell_field(&d, &wind->field[f]);
  }
}
