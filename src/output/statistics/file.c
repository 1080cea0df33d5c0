#define _POSIX_C_SOURCE 200809L
#include "output/statistics/statistics.h"

#include "output/netcdf/ncfile.h"

#include "base/file.h"
#include "output/netcdf/wind_file.h"
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Statistics file being written. */
struct writer {
  struct sm_ncfile file;
  const struct sm_statistics *s;
  size_t heights, percentiles, limits;
  int height, percentile, limit, member;
};

/* --- definitions --- */

static int define_levels(struct writer *w, const char *name, size_t count,
                         struct sm_cf_attributes words) {
  const int id = sm_ncfile_dimension(&w->file, name, count);
  sm_netcdf_variable(&w->file, name, NC_DOUBLE, 1, &id, words);
  return id;
}

static int define_map(struct writer *w, enum sm_field field) {
  const int id = sm_netcdf_field(&w->file, w->s->c, w->s->domain, sm_field_get(field), NC_FLOAT);
  sm_netcdf_fill(&w->file, id);
  return id;
}

static void define_maps(struct writer *w) {
  struct sm_ncfile *file = &w->file;
  for (enum sm_field f = SM_FIELD_WIND_SPEED_MEAN; f <= SM_FIELD_V_MEAN; f++)
    sm_ncfile_text(file, define_map(w, f), "cell_methods", "time: mean");
  if (w->percentiles > 0) {
    w->percentile = define_levels(w, "percentile", w->percentiles,
                                  (struct sm_cf_attributes){"", "share of the time", "%"});
    sm_ncfile_text(file, define_map(w, SM_FIELD_WIND_SPEED_PERCENTILE), "comment",
                   "the least such speed, of the distribution itself");
  }
  if (w->limits > 0) {
    w->limit =
        define_levels(w, "threshold", w->limits,
                      (struct sm_cf_attributes){sm_field_get(SM_FIELD_WIND_SPEED)->standard_name,
                                                "threshold of the wind speed", "m s-1"});
    define_map(w, SM_FIELD_WIND_SPEED_EXCEEDANCE);
  }
}

/* Defines the classes of a scale with their names and source. */
static void define_scale(struct writer *w, const struct sm_comfort_scale *scale) {
  char meanings[256] = "", comment[512] = "";
  signed char values[SM_COMFORT_LIMITS + 1];
  size_t length = 0;
  for (int n = 0; n <= scale->limits; n++) {
    const size_t start = length + (n > 0);
    values[n] = (signed char)(n + 1);
    length += (size_t)snprintf(meanings + length, sizeof meanings - length, "%s%s",
                               n > 0 ? " " : "", scale->names[n]);
    for (size_t c = start; c < length; c++)
      if (meanings[c] == ' ') meanings[c] = '_'; /* flag meanings are separated by blanks */
  }
  sm_comfort_describe(scale, comment, sizeof comment);
  const struct sm_field_info info = {.name = scale->variable,
                                     .standard_name = "",
                                     .long_name = scale->title,
                                     .unit = "",
                                     .dimensions = "height y x"};
  const int id = sm_netcdf_field(&w->file, w->s->c, w->s->domain, &info, NC_BYTE);
  const signed char none = 0;
  sm_ncfile_bytes(&w->file, id, "_FillValue", &none, 1);
  sm_ncfile_bytes(&w->file, id, "flag_values", values, (size_t)scale->limits + 1);
  sm_ncfile_text(&w->file, id, "flag_meanings", meanings);
  sm_ncfile_text(&w->file, id, "comment", comment);
  sm_ncfile_text(&w->file, id, "references", scale->source);
}

/* Defines the members: times or directions, weights, and solver statistics. */
static void define_members(struct writer *w) {
  struct sm_ncfile *file = &w->file;
  const struct sm_climate *climate = w->s->climate;
  w->member = sm_ncfile_dimension(file, "member", (size_t)climate->member_count);
  const int *member = &w->member;
  if (climate->from != NULL) {
    sm_netcdf_variable(
        file, "member_from", NC_DOUBLE, 1, member,
        (struct sm_cf_attributes){sm_field_get(SM_FIELD_WIND_FROM_DIRECTION)->standard_name,
                                  "where the wind of the member comes from, clockwise from "
                                  "true north",
                                  "degree"});
    const int id = sm_ncfile_variable(file, "reference_speed", NC_DOUBLE, 0, NULL);
    sm_ncfile_text(file, id, "long_name", "speed at the reference with which it was computed");
    sm_ncfile_text(file, id, "units", "m s-1");
  } else if (w->s->domain->weather.members > 1) {
    sm_netcdf_variable(file, "member_number", NC_INT, 1, member,
                       (struct sm_cf_attributes){"realization", "number of the member", "1"});
    const int id =
        sm_netcdf_variable(file, "time", NC_DOUBLE, 0, NULL,
                           (struct sm_cf_attributes){"time", "time of all members",
                                                     "seconds since 1970-01-01 00:00:00"});
    sm_ncfile_text(file, id, "calendar", "standard");
  } else if (sm_netcdf_has_calendar(w->s->domain)) {
    const int id =
        sm_netcdf_variable(file, "member_time", NC_DOUBLE, 1, member,
                           (struct sm_cf_attributes){"time", "time of the member",
                                                     "seconds since 1970-01-01 00:00:00"});
    sm_ncfile_text(file, id, "calendar", "standard");
  }
  sm_netcdf_variable(
      file, "member_weight", NC_DOUBLE, 1, member,
      (struct sm_cf_attributes){"", "share of the time in which the member blows", "%"});
  sm_netcdf_define_solver(file, w->member);
}

static void define(struct writer *w, const char *device) {
  struct sm_ncfile *file = &w->file;
  int scales;
  const struct sm_comfort_scale *scale = sm_comfort_scales(&scales);
  sm_netcdf_define_plane(file, w->s->c, w->s->domain, device,
                         "statistics of mass-consistent winds");
  sm_ncfile_text(file, NC_GLOBAL, "simoom_kind", "statistics");
  w->height = define_levels(w, "height", w->heights,
                            (struct sm_cf_attributes){"height", "height above the ground", "m"});
  int height = -1;
  if (file->status == SM_OK) sm_ncfile_check(file, nc_inq_varid(file->id, "height", &height));
  sm_ncfile_text(file, height, "positive", "up");
  define_maps(w);
  for (int n = 0; n < scales; n++)
    if (w->s->c->statistics.comfort[scale[n].criteria]) define_scale(w, &scale[n]);
  define_members(w);
  const struct sm_receptor_dimensions dimensions = {w->member, w->percentile, w->limit};
  sm_statistics_define_receptors(file, w->s, &dimensions);
}

/* --- values --- */

/* Writes one map, with NAN as the fill value; `leading`: index in the first dimension, or -1. */
static void put_map(struct writer *w, enum sm_field field, int leading, size_t height, float *map) {
  const struct sm_axis *axis = w->s->domain->grid.axis;
  const size_t start[4] = {(size_t)(leading < 0 ? 0 : leading), height, 0, 0};
  const size_t count[4] = {1, 1, (size_t)axis[1].n, (size_t)axis[0].n};
  const int skip = leading < 0 ? 1 : 0;
  for (size_t q = 0; q < w->s->columns; q++)
    if (isnan(map[q])) map[q] = NC_FILL_FLOAT;
  sm_ncfile_put_part(&w->file, sm_field_name(field), start + skip, count + skip, map);
}

static void put_scale(struct writer *w, const struct sm_comfort_scale *scale, size_t height,
                      signed char *classes) {
  const struct sm_axis *axis = w->s->domain->grid.axis;
  const size_t start[3] = {height, 0, 0}, count[3] = {1, (size_t)axis[1].n, (size_t)axis[0].n};
  for (size_t q = 0; q < w->s->columns; q++)
    classes[q] = (signed char)sm_statistics_comfort(w->s, scale, height, q);
  sm_ncfile_put_part(&w->file, scale->variable, start, count, classes);
}

/* Writes all maps of a height. `map`: work array for a map and the percentiles. */
static enum sm_status put_height(struct writer *w, size_t height, float *map) {
  const struct sm_statistics *s = w->s;
  const size_t columns = s->columns, start = height * columns;
  int scales;
  const struct sm_comfort_scale *scale = sm_comfort_scales(&scales);
  for (int v = 0; v < 3; v++) {
    for (size_t q = 0; q < columns; q++) map[q] = (float)s->mean[v][start + q];
    put_map(w, (enum sm_field)(SM_FIELD_WIND_SPEED_MEAN + v), -1, height, map);
  }
  for (int l = 0; l < s->limits->count; l++) {
    for (size_t q = 0; q < columns; q++) map[q] = (float)(100 * s->above[l][start + q]);
    put_map(w, SM_FIELD_WIND_SPEED_EXCEEDANCE, l, height, map);
  }
  for (int n = 0; n < scales; n++)
    if (s->c->statistics.comfort[scale[n].criteria])
      put_scale(w, &scale[n], height, (signed char *)map);
  if (w->percentiles == 0) return w->file.status;
  SM_TRY(sm_statistics_percentiles(w->file.ctx, s, height, map));
  for (size_t p = 0; p < w->percentiles; p++)
    put_map(w, SM_FIELD_WIND_SPEED_PERCENTILE, (int)p, height, map + p * columns);
  return w->file.status;
}

/* Writes the numbers of the members of a forecast, and their time. */
static void put_forecast(struct writer *w) {
  const struct sm_statistics *s = w->s;
  sm_ncfile_put(&w->file, "time", &s->record[0].time);
  for (size_t m = 0; m < (size_t)s->climate->member_count; m++) {
    const size_t one = 1;
    const int number = (int)s->domain->weather.member[m];
    sm_ncfile_put_part(&w->file, "member_number", &m, &one, &number);
  }
}

static void put_members(struct writer *w) {
  const struct sm_statistics *s = w->s;
  if (s->climate->from != NULL) {
    sm_ncfile_put(&w->file, "member_from", s->climate->from);
    sm_ncfile_put(&w->file, "reference_speed", &s->climate->speed);
  } else if (s->domain->weather.members > 1) {
    put_forecast(w);
  } else if (sm_netcdf_has_calendar(s->domain)) {
    sm_ncfile_put(&w->file, "member_time", s->domain->weather.time);
  }
  for (int m = 0; m < s->climate->member_count; m++) {
    const size_t start = (size_t)m, one = 1;
    const struct sm_wind_record *record = &s->record[m];
    const double weight = 100 * s->climate->weight[m];
    const signed char converged = record->converged ? 1 : 0;
    sm_ncfile_put_part(&w->file, "member_weight", &start, &one, &weight);
    sm_ncfile_put_part(&w->file, "converged", &start, &one, &converged);
    sm_ncfile_put_part(&w->file, "iterations", &start, &one, &record->iterations);
    sm_ncfile_put_part(&w->file, "residual", &start, &one, &record->residual);
    sm_ncfile_put_part(&w->file, "divergence", &start, &one, &record->divergence);
  }
}

static enum sm_status put_values(struct writer *w) {
  const struct sm_case_statistics *wanted = &w->s->c->statistics;
  const size_t maps = w->percentiles > 1 ? w->percentiles : 1;
  float *map = NULL;
  SM_TRY(sm_netcdf_put_plane(&w->file, w->s->domain, 2));
  SM_TRY(sm_alloc(w->file.ctx, maps * w->s->columns, sizeof *map, "maps of statistics", &map));
  sm_ncfile_put(&w->file, "height", wanted->heights);
  if (w->percentiles > 0) sm_ncfile_put(&w->file, "percentile", wanted->percentiles);
  if (w->limits > 0) sm_ncfile_put(&w->file, "threshold", w->s->limits->limit);
  enum sm_status status = w->file.status;
  for (size_t h = 0; h < w->heights && status == SM_OK; h++) status = put_height(w, h, map);
  sm_free(map);
  SM_TRY(status);
  put_members(w);
  return sm_statistics_put_receptors(&w->file, w->s);
}

enum sm_status sm_statistics_write(struct sm_context *ctx, const char *path,
                                   const struct sm_statistics *statistics, const char *device) {
  const struct sm_case_statistics *wanted = &statistics->c->statistics;
  struct writer w = {.s = statistics,
                     .heights = wanted->height_count,
                     .percentiles = wanted->percentile_count,
                     .limits = (size_t)statistics->limits->count,
                     .percentile = -1,
                     .limit = -1};
  char temporary[4200];
  SM_TRY(sm_file_temporary(ctx, path, temporary, sizeof temporary));
  const size_t maps = 3 + w.heights * (3 + w.percentiles + w.limits); /* ground, then statistics */
  sm_ncfile_create(ctx, temporary, path, ((size_t)1 << 18) + maps * statistics->columns * 4,
                   &w.file);
  define(&w, device);
  if (w.file.status == SM_OK) w.file.status = put_values(&w);
  const enum sm_status status = sm_ncfile_close(&w.file);
  if (status == SM_OK) return sm_file_commit(ctx, temporary, path);
  unlink(temporary);
  return status;
}
