#define _POSIX_C_SOURCE 200809L
#include "output/netcdf/plume_file.h"

#include "output/netcdf/named_places.h"
#include "output/netcdf/ncfile.h"
#include "output/netcdf/wind_file.h"
#include <ctype.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>

struct define {
  struct sm_ncfile *file;
  const struct sm_plume_layout *l;
  int time, z, y, x, nv, ground_y, ground_x, species, threshold; /* dimensions */
};

const char *const sm_plume_budget_names[SM_PLUME_BUDGET_TERMS] = {
    "emitted", "airborne", "deposited", "wet_deposited", "outflow", "decayed", "lost"};

/* --- names --- */

/* Species name with characters valid in a variable name. */
static void plain_name(const char *from, char out[SM_PLUME_NAME]) {
  size_t n = 0;
  for (; from[n] != '\0' && n + 1 < SM_PLUME_NAME; n++)
    out[n] = isalnum((unsigned char)from[n]) ? from[n] : '_';
  out[n] = '\0';
}

/* True when an earlier species has the same converted name. */
static bool is_taken(const struct sm_plume_layout *l, int species) {
  char name[SM_PLUME_NAME], other[SM_PLUME_NAME];
  plain_name(l->species[species], name);
  for (int k = 0; k < species; k++) {
    plain_name(l->species[k], other);
    if (strcmp(name, other) == 0) return true;
  }
  return false;
}

static struct sm_plume_variable name_of(const struct sm_plume_layout *l, const char *what,
                                        int species) {
  struct sm_plume_variable out;
  char plain[SM_PLUME_NAME];
  plain_name(l->species[species], plain);
  if (l->species_count == 1) {
    snprintf(out.name, sizeof out.name, "%s", what);
  } else if (is_taken(l, species)) {
    snprintf(out.name, sizeof out.name, "%s_%s_%d", what, plain, species + 1);
  } else {
    snprintf(out.name, sizeof out.name, "%s_%s", what, plain);
  }
  return out;
}

static enum sm_field volume_field(enum sm_plume_volume volume) {
  return (enum sm_field)(SM_FIELD_CONCENTRATION + (int)volume);
}

struct sm_plume_variable sm_plume_volume_name(const struct sm_plume_layout *layout,
                                              enum sm_plume_volume volume, int species) {
  return name_of(layout, sm_field_name(volume_field(volume)), species);
}

struct sm_plume_variable sm_plume_deposition_name(const struct sm_plume_layout *layout, bool wet,
                                                  int species) {
  return name_of(layout, sm_field_name(wet ? SM_FIELD_WET_DEPOSITION : SM_FIELD_DEPOSITION),
                 species);
}

/* --- axes --- */

static int dimension_id(struct sm_ncfile *file, const char *name) {
  int id = -1;
  if (file->status == SM_OK) sm_ncfile_check(file, nc_inq_dimid(file->id, name, &id));
  return id;
}

static size_t cells(const struct sm_domain *domain, int axis) {
  return (size_t)domain->grid.axis[axis].n;
}

static void define_boxes(struct define *d) {
  struct sm_ncfile *file = d->file;
  d->time = sm_ncfile_dimension(file, "time", 0);
  d->z = sm_ncfile_dimension(file, "z", cells(d->l->plane, 2));
  d->nv = sm_ncfile_dimension(file, "nv", 2);
  sm_ncfile_text(file, sm_run_time_define(file, d->l->domain, 1, &d->time), "bounds", "time_bnds");
  sm_ncfile_variable(file, "time_bnds", NC_DOUBLE, 2, (const int[]){d->time, d->nv});
  const int mass =
      sm_netcdf_variable(file, "box_mass", NC_DOUBLE, 2, (const int[]){d->time, d->species},
                         (struct sm_cf_attributes){"", "mass in the boxes", "kg"});
  sm_ncfile_text(file, mass, "cell_methods", "time: mean");
  sm_ncfile_text(file, mass, "coordinates", "species_name");
  const int z =
      sm_netcdf_variable(file, "z", NC_DOUBLE, 1, &d->z,
                         (struct sm_cf_attributes){"altitude", "altitude of the centres", "m"});
  sm_ncfile_text(file, z, "positive", "up");
  sm_ncfile_text(file, z, "axis", "Z");
  sm_ncfile_text(file, z, "bounds", "z_bnds");
  sm_ncfile_variable(file, "z_bnds", NC_DOUBLE, 2, (const int[]){d->z, d->nv});
  sm_netcdf_variable(file, "z_width", NC_DOUBLE, 1, &d->z,
                     (struct sm_cf_attributes){"", "size of the cells along z", "m"});
}

/* Defines the columns of the domain where they differ from those of the boxes. */
static void define_ground(struct define *d) {
  struct sm_ncfile *file = d->file;
  const struct sm_domain *domain = d->l->domain;
  static const char *const names[2] = {"ground_x", "ground_y"},
                           *const widths[2] = {"ground_x_width", "ground_y_width"},
                           *const standard[2] = {"projection_x_coordinate",
                                                 "projection_y_coordinate"};
  d->ground_y = d->y;
  d->ground_x = d->x;
  if (!d->l->other_columns) return;
  d->ground_y = sm_ncfile_dimension(file, names[1], cells(domain, 1));
  d->ground_x = sm_ncfile_dimension(file, names[0], cells(domain, 0));
  for (int axis = 0; axis < 2; axis++) {
    const int *dim = axis == 0 ? &d->ground_x : &d->ground_y;
    sm_netcdf_variable(
        file, names[axis], NC_DOUBLE, 1, dim,
        (struct sm_cf_attributes){standard[axis], "centres of the columns of the domain", "m"});
    sm_netcdf_variable(file, widths[axis], NC_DOUBLE, 1, dim,
                       (struct sm_cf_attributes){"", "size of the columns of the domain", "m"});
  }
  sm_netcdf_define_crs(file, domain, "ground_crs");
}

/* --- values --- */

/* Defines a box or column field with the name and long name of a species. */
static int define_field(struct define *d, struct sm_field_info info) {
  const int id = sm_netcdf_field(d->file, d->l->c, d->l->domain, &info, NC_FLOAT);
  sm_netcdf_fill(d->file, id);
  return id;
}

static const char *words_of(const char *field, const char *species, char out[160]) {
  snprintf(out, 160, "%s of %s", field, species);
  return out;
}

/* Bq per kg of a nuclide of the case, by which the values of a field become activities. */
static void define_activity(struct define *d, int id, int species) {
  const struct sm_case_particles *p = &d->l->c->particles;
  if ((size_t)species >= p->species_count) return;
  const double activity = sm_case_specific_activity(&p->species[species]);
  if (activity > 0) sm_ncfile_numbers(d->file, id, "specific_activity", &activity, 1);
}

static void define_volumes(struct define *d, int species) {
  const struct sm_plume_layout *l = d->l;
  const char *name = l->species[species];
  static const char *const methods[SM_PLUME_VALUES] = {"time: mean", "", "time: maximum", ""};
  for (int v = 0; v < SM_PLUME_VALUES; v++) {
    if (v == SM_PLUME_ARRIVAL_TIME && l->threshold_count == 0) continue;
    const struct sm_plume_variable variable =
        sm_plume_volume_name(l, (enum sm_plume_volume)v, species);
    struct sm_field_info info = *sm_field_get(volume_field((enum sm_plume_volume)v));
    char text[160];
    info.name = variable.name;
    info.long_name = words_of(info.long_name, name, text);
    if (v == SM_PLUME_MEAN || v == SM_PLUME_MAXIMUM)
      info.standard_name = sm_field_concentration_name(name);
    const int id = define_field(d, info);
    sm_ncfile_text(d->file, id, "cell_methods", methods[v]);
    sm_ncfile_text(d->file, id, "simoom_species", name);
    if (v != SM_PLUME_ARRIVAL_TIME) define_activity(d, id, species);
    if (v == SM_PLUME_DOSE)
      sm_ncfile_text(d->file, id, "comment",
                     "time integral of the concentration, of the whole run");
    if (v == SM_PLUME_MAXIMUM)
      sm_ncfile_text(d->file, id, "comment", "of the means over the intervals of time_bnds");
    if (v == SM_PLUME_ARRIVAL_TIME)
      sm_ncfile_text(
          d->file, id, "comment",
          "time after the start of the run, of boxes with a mean above the threshold, over an "
          "interval of time_bnds: when "
          "the concentration first rose above it, linear between two samples; missing in "
          "others");
  }
}

static void define_deposition(struct define *d, bool wet, int species) {
  const struct sm_plume_layout *l = d->l;
  const struct sm_plume_variable variable = sm_plume_deposition_name(l, wet, species);
  struct sm_field_info info = *sm_field_get(wet ? SM_FIELD_WET_DEPOSITION : SM_FIELD_DEPOSITION);
  char text[160];
  info.name = variable.name;
  info.long_name = words_of(info.long_name, l->species[species], text);
  info.dimensions = l->other_columns ? "ground_y ground_x" : "y x";
  const int id = define_field(d, info);
  if (l->other_columns && !l->domain->crs.local)
    sm_ncfile_text(d->file, id, "grid_mapping", "ground_crs");
  sm_ncfile_text(d->file, id, "comment",
                 wet ? "mass that rain has washed out of the column, over its area"
                     : "mass on the ground, roofs and walls, over the area of the column");
  sm_ncfile_text(d->file, id, "simoom_species", l->species[species]);
  define_activity(d, id, species);
}

bool sm_plume_has_grain_fraction(const struct sm_plume_layout *l) {
  const struct sm_case_particles *p = &l->c->particles;
  return l->boxes && (p->two_way || p->hindered != SM_HINDERED_NONE);
}

/* Defines the mass budgets of the species. */
static void define_budget(struct define *d) {
  static const char *const texts[SM_PLUME_BUDGET_TERMS] = {
      "mass released",
      "mass in the air at the end",
      "mass on the ground, roofs and walls by dry deposition",
      "mass that rain has washed out of the air",
      "mass that left through the sides and the top",
      "mass that decayed, less that formed of a parent",
      "mass of particles that went wrong"};
  static const char *const counts[2][2] = {{"particles", "particles released"},
                                           {"lost_particles", "particles that went wrong"}};
  struct sm_ncfile *file = d->file;
  const int length = sm_ncfile_dimension(file, "name_length", SM_PLUME_NAME);
  const int dims[2] = {d->species, length};
  sm_netcdf_variable(file, "species_name", NC_CHAR, 2, dims,
                     (struct sm_cf_attributes){"", "name of the species", ""});
  for (int m = 0; m < SM_PLUME_BUDGET_TERMS; m++) {
    const int id = sm_netcdf_variable(file, sm_plume_budget_names[m], NC_DOUBLE, 1, &d->species,
                                      (struct sm_cf_attributes){"", texts[m], "kg"});
    sm_ncfile_text(file, id, "coordinates", "species_name");
  }
  for (int n = 0; n < 2; n++) {
    const int id = sm_netcdf_variable(file, counts[n][0], NC_INT64, 1, &d->species,
                                      (struct sm_cf_attributes){"", counts[n][1], "1"});
    sm_ncfile_text(file, id, "coordinates", "species_name");
  }
}

static void define_thresholds(struct define *d) {
  const int dims[2] = {d->species, d->threshold};
  struct sm_ncfile *file = d->file;
  sm_netcdf_variable(file, "threshold", NC_DOUBLE, 1, &d->threshold,
                     (struct sm_cf_attributes){"", "threshold of the concentration", "kg m-3"});
  const int id = sm_netcdf_variable(
      file, "threshold_area", NC_DOUBLE, 2, dims,
      (struct sm_cf_attributes){"", "area of the columns with a box whose maximum mean is above it",
                                "m2"});
  sm_ncfile_text(file, id, "coordinates", "species_name");
}

bool sm_plume_source_place(const struct sm_release *source, double place[3]) {
  const bool line = source->source->shape == SM_SOURCE_LINE;
  for (int d = 0; d < 2; d++)
    place[d] = line ? 0.5 * (source->place[d] + source->end[d]) : source->place[d];
  place[2] = line ? 0.5 * (source->height + source->end_height) : source->height;
  if (source->path_count > 0) memcpy(place, source->path[0] + 1, 3 * sizeof *place);
  return source->path_count > 0 || source->source->position != SM_POSITION_NONE;
}

/* Defines the positions of the sources. */
static void define_sources(struct define *d) {
  struct sm_ncfile *file = d->file;
  if (d->l->releases == NULL || d->l->releases->source_count == 0) return;
  const int dim = sm_ncfile_dimension(file, "source", d->l->releases->source_count);
  int length = dimension_id(file, "name_length");
  const double none = NC_FILL_DOUBLE;
  const struct sm_cf_attributes words[3] = {
      {"projection_x_coordinate", "x of the source", "m"},
      {"projection_y_coordinate", "y of the source", "m"},
      {"height", "height of the source above the ground", "m"}};
  static const char *const names[3] = {"source_x", "source_y", "source_height"};
  sm_netcdf_variable(file, "source_name", NC_CHAR, 2, (const int[]){dim, length},
                     (struct sm_cf_attributes){"", "name of the source", ""});
  const int kind = sm_netcdf_variable(
      file, "source_species", NC_INT, 1, &dim,
      (struct sm_cf_attributes){"", "place of its species in species_name, from 0", ""});
  sm_ncfile_text(file, kind, "coordinates", "source_name");
  for (int n = 0; n < 3; n++) {
    const int id = sm_netcdf_variable(file, names[n], NC_DOUBLE, 1, &dim, words[n]);
    sm_ncfile_text(file, id, "coordinates", "source_name");
    sm_ncfile_numbers(file, id, "_FillValue", &none, 1);
  }
}

void sm_plume_define(struct sm_ncfile *file, const struct sm_plume_layout *layout,
                     const char *device) {
  struct define d = {.file = file, .l = layout, .threshold = -1};
  char text[512];
  sm_netcdf_define_plane(file, layout->c, layout->plane, device, "Lagrangian particle dispersion");
  const bool backward = layout->c->particles.backward;
  snprintf(text, sizeof text, "%s in the case %s",
           backward ? "Source-receptor sensitivity (backward dispersion)" : "Dispersion",
           layout->c->name);
  if (backward) sm_ncfile_text(file, NC_GLOBAL, "simoom_direction", "backward");
  if (layout->c->title[0] == '\0') sm_ncfile_text(file, NC_GLOBAL, "title", text);
  sm_ncfile_text(file, NC_GLOBAL, "references", "Thomson (1987), J. Fluid Mech. 180, 529-556");
  sm_ncfile_text(file, NC_GLOBAL, "simoom_kind", "plume");
  d.y = dimension_id(file, "y");
  d.x = dimension_id(file, "x");
  d.species = sm_ncfile_dimension(file, "species", (size_t)layout->species_count);
  if (layout->boxes) define_boxes(&d);
  if (layout->threshold_count > 0) {
    d.threshold = sm_ncfile_dimension(file, "threshold", (size_t)layout->threshold_count);
    define_thresholds(&d);
  }
  define_ground(&d);
  define_budget(&d);
  define_sources(&d);
  if (layout->releases != NULL)
    sm_places_define(file, "receptor", layout->releases->receptor_count);
  if (layout->air) define_field(&d, *sm_field_get(SM_FIELD_AIR_FRACTION));
  if (sm_plume_has_grain_fraction(layout)) {
    const int id = define_field(&d, *sm_field_get(SM_FIELD_GRAIN_FRACTION));
    sm_ncfile_text(file, id, "cell_methods", "time: mean");
  }
  for (int k = 0; k < layout->species_count; k++) {
    define_deposition(&d, false, k);
    if (layout->c->rain.present) define_deposition(&d, true, k);
    if (layout->boxes) define_volumes(&d, k);
  }
}

/* Writes names and positions of the sources. */
static void put_sources(struct sm_ncfile *file, const struct sm_plume_layout *l) {
  static const char *const names[3] = {"source_x", "source_y", "source_height"};
  const size_t sources = l->releases != NULL ? l->releases->source_count : 0;
  for (size_t n = 0; n < sources; n++) {
    const struct sm_release *source = &l->releases->source[n];
    const size_t start[2] = {n, 0}, count[2] = {1, SM_PLUME_NAME}, one = 1;
    char name[SM_PLUME_NAME] = "";
    double place[3];
    const bool there = sm_plume_source_place(source, place);
    snprintf(name, sizeof name, "%s", source->source->name);
    sm_ncfile_put_part(file, "source_name", start, count, name);
    sm_ncfile_put_part(file, "source_species", &n, &one, &source->source->species);
    for (int d = 0; d < 3; d++) {
      const double origin = d < 2 ? l->domain->grid.origin[d] : 0;
      const double value = there ? origin + place[d] : NC_FILL_DOUBLE;
      sm_ncfile_put_part(file, names[d], &n, &one, &value);
    }
  }
}

static void put_receptors(struct sm_ncfile *file, const struct sm_plume_layout *l) {
  for (size_t n = 0; l->releases != NULL && n < l->releases->receptor_count; n++) {
    const struct sm_named_location *at = &l->releases->receptor[n];
    sm_places_put(
        file, "receptor", n, at->name, l->domain->grid.origin,
        (const double[3]){at->place[0], at->place[1], l->c->particles.receptor[n].height});
  }
}

void sm_plume_put_places(struct sm_ncfile *file, const struct sm_plume_layout *layout) {
  put_sources(file, layout);
  put_receptors(file, layout);
}
