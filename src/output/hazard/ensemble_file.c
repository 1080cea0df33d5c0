/* NetCDF file of a release ensemble: probabilities, mean and maximum over the members. */
#include "output/hazard/hazard.h"

#include "base/file.h"
#include "output/netcdf/named_places.h"
#include <ctype.h>
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>

static const enum sm_field mean_of[SM_ENSEMBLE_QUANTITIES] = {SM_FIELD_PEAK_CONCENTRATION_MEAN,
                                                              SM_FIELD_DOSE_MEAN};
static const enum sm_field maximum_of[SM_ENSEMBLE_QUANTITIES] = {
    SM_FIELD_PEAK_CONCENTRATION_MAXIMUM, SM_FIELD_DOSE_MAXIMUM};

struct writer {
  struct sm_ncfile file;
  const struct sm_case *c;
  const struct sm_domain *plane;
  const struct sm_releases *releases;
  const struct sm_ensemble_members *members;
  const struct sm_plume_ensemble *e;
};

/* Name of the probability of a level: "exceedance_probability_AEGL_2_60_min". */
static void name_of(const struct sm_hazard_level *level, char out[128]) {
  char label[64];
  size_t n = (size_t)snprintf(out, 128, "%s_", sm_field_name(SM_FIELD_EXCEEDANCE_PROBABILITY));
  sm_hazard_label(level, label);
  for (const char *from = label; *from != '\0'; from++) {
    if (isalnum((unsigned char)*from))
      out[n++] = *from;
    else if (out[n - 1] != '_')
      out[n++] = '_';
  }
  out[n] = '\0';
}

/* --- definitions --- */

static void define_level(struct writer *w, const struct sm_hazard_level *level) {
  struct sm_field_info info = *sm_field_get(SM_FIELD_EXCEEDANCE_PROBABILITY);
  char name[128], label[64], text[256];
  name_of(level, name);
  sm_hazard_label(level, label);
  snprintf(text, sizeof text, "probability that %s of %s (%g %s) is exceeded in the lowest boxes",
           label, level->substance, level->value, level->unit);
  info.name = name;
  info.long_name = text;
  const int id = sm_netcdf_field(&w->file, w->c, w->plane, &info, NC_FLOAT);
  sm_netcdf_fill(&w->file, id);
  sm_ncfile_text(&w->file, id, "level", label);
  sm_ncfile_text(&w->file, id, "level_name", level->name);
  sm_ncfile_text(&w->file, id, "level_unit", level->unit);
  sm_ncfile_text(&w->file, id, "level_source", level->source);
  sm_ncfile_numbers(&w->file, id, "level_value", &level->value, 1);
  sm_ncfile_numbers(&w->file, id, "level_averaging_time", &level->average, 1);
}

static void define_map(struct writer *w, enum sm_field field) {
  const int id = sm_netcdf_field(&w->file, w->c, w->plane, sm_field_get(field), NC_FLOAT);
  sm_netcdf_fill(&w->file, id);
}

static void define_members(struct writer *w) {
  struct sm_ncfile *file = &w->file;
  const int member = sm_ncfile_dimension(file, "member", (size_t)w->members->count);
  sm_netcdf_variable(file, "member_from", NC_DOUBLE, 1, &member,
                     (struct sm_cf_attributes){
                         sm_field_get(SM_FIELD_WIND_FROM_DIRECTION)->standard_name,
                         "where the wind of the member comes from, first reading", "degree"});
  sm_netcdf_variable(file, "member_speed", NC_DOUBLE, 1, &member,
                     (struct sm_cf_attributes){sm_field_get(SM_FIELD_WIND_SPEED)->standard_name,
                                               "wind speed of the member, first reading", "m s-1"});
  sm_netcdf_variable(
      file, "member_inverse_obukhov_length", NC_DOUBLE, 1, &member,
      (struct sm_cf_attributes){"", "inverse Obukhov length of the member, first reading", "m-1"});
}

/* Sources of the first species, whose levels these are. */
static size_t count_sources(const struct sm_releases *releases) {
  double place[3];
  size_t count = 0;
  for (size_t n = 0; n < releases->source_count; n++)
    count += releases->source[n].source->species == 0 &&
             sm_plume_source_place(&releases->source[n], place);
  return count;
}

static void define(struct writer *w, const char *device) {
  const struct sm_case_ensemble *asked = &w->c->ensemble;
  struct sm_ncfile *file = &w->file;
  char text[320];
  sm_netcdf_define_plane(file, w->c, w->plane, device,
                         "ensemble of Lagrangian particle dispersion");
  sm_ncfile_text(file, NC_GLOBAL, "simoom_kind", "ensemble");
  snprintf(text, sizeof text, "Probability of exceedance in the case %.200s", w->c->name);
  if (w->c->title[0] == '\0') sm_ncfile_text(file, NC_GLOBAL, "title", text);
  const int length = asked->wind_count > 0
                         ? snprintf(text, sizeof text, "%d members of %zu winds", w->members->count,
                                    asked->wind_count)
                         : snprintf(text, sizeof text, "%d members", w->members->count);
  snprintf(text + length, sizeof text - (size_t)length,
           ": direction +- %g deg, speed factor %g, inverse Obukhov length +- %g 1/m, rate factor "
           "%g, seed %.0f",
           asked->direction_spread, asked->speed_factor, asked->stability_spread,
           asked->rate_factor, asked->seed);
  sm_ncfile_text(file, NC_GLOBAL, "simoom_ensemble", text);
  sm_ncfile_text(file, NC_GLOBAL, "simoom_species",
                 w->c->particles.species_count > 0 ? w->c->particles.species[0].name : "");
  sm_ncfile_text(file, NC_GLOBAL, "simoom_substance", w->e->level[0].substance);
  sm_ncfile_integers(file, NC_GLOBAL, "simoom_members", &w->members->count, 1);
  for (size_t l = 0; l < w->e->levels; l++) define_level(w, &w->e->level[l]);
  for (int q = 0; q < SM_ENSEMBLE_QUANTITIES; q++) {
    define_map(w, mean_of[q]);
    define_map(w, maximum_of[q]);
  }
  define_members(w);
  sm_places_define(file, "source", count_sources(w->releases));
}

/* --- values --- */

/* Writes a map of numbers times a factor, with NAN as the fill value. */
static void put_map(struct writer *w, const char *name, const double *value, double factor,
                    float *map) {
  for (size_t c = 0; c < w->e->columns; c++)
    map[c] = isnan(value[c]) ? NC_FILL_FLOAT : (float)(factor * value[c]);
  sm_ncfile_put(&w->file, name, map);
}

static void put_places(struct writer *w) {
  const double *origin = w->plane->grid.origin;
  size_t put = 0;
  for (size_t n = 0; n < w->releases->source_count; n++) {
    const struct sm_release *source = &w->releases->source[n];
    double place[3];
    if (source->source->species == 0 && sm_plume_source_place(source, place))
      sm_places_put(&w->file, "source", put++, source->source->name, origin, place);
  }
}

/* Means over the members, at a lognormal rate: its mean over its median is exp(rate^2 / 2). */
static void put(struct writer *w, float *map) {
  const struct sm_plume_ensemble *e = w->e;
  const double mean = 1.0 / e->members;
  char name[128];
  for (size_t l = 0; l < e->levels; l++) {
    name_of(&e->level[l], name);
    put_map(w, name, e->probability + l * e->columns, 100 * mean, map);
  }
  for (int q = 0; q < SM_ENSEMBLE_QUANTITIES; q++) {
    put_map(w, sm_field_name(mean_of[q]), e->sum[q], mean * exp(0.5 * e->rate * e->rate), map);
    for (size_t c = 0; c < e->columns; c++)
      map[c] = isnan(e->maximum[q][c]) ? NC_FILL_FLOAT : e->maximum[q][c];
    sm_ncfile_put(&w->file, sm_field_name(maximum_of[q]), map);
  }
  sm_ncfile_put(&w->file, "member_from", w->members->from);
  sm_ncfile_put(&w->file, "member_speed", w->members->speed);
  sm_ncfile_put(&w->file, "member_inverse_obukhov_length", w->members->inverse_obukhov);
  put_places(w);
}

enum sm_status sm_plume_ensemble_write(struct sm_context *ctx, const char *path,
                                       const struct sm_case *c, const struct sm_domain *plane,
                                       const struct sm_releases *releases, const char *device,
                                       const struct sm_ensemble_members *members,
                                       const struct sm_plume_ensemble *e) {
  struct writer w = {.c = c, .plane = plane, .releases = releases, .members = members, .e = e};
  SM_SCOPED float *map = NULL;
  char temporary[4200];
  SM_TRY(sm_alloc(ctx, e->columns, sizeof *map, "map", &map));
  SM_TRY(sm_file_temporary(ctx, path, temporary, sizeof temporary));
  sm_ncfile_create(
      ctx, temporary, path,
      ((size_t)1 << 18) + e->columns * 4 * (e->levels + 2 * SM_ENSEMBLE_QUANTITIES + 4), &w.file);
  define(&w, device);
  if (w.file.status == SM_OK) w.file.status = sm_netcdf_put_plane(&w.file, plane, 2);
  put(&w, map);
  const enum sm_status status = sm_ncfile_close(&w.file);
  if (status == SM_OK) return sm_file_commit(ctx, temporary, path);
  remove(temporary);
  return status;
}
