/* weather_files.h - small weather files written with the NetCDF library into a temporary folder,
 * and calls of their reader. */
#ifndef SM_TESTS_WEATHER_FILES_H
#define SM_TESTS_WEATHER_FILES_H

#include "input/weather/model_weather.h"
#include "scratch_folder.h"
#include <check.h>
#include <math.h>
#include <netcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MADE_FILES = 4 };

/* State of a test; made_begin and made_end set it up and free it. */
static struct {
  struct sm_context *ctx;
  int count; /* number of files */
  int id;    /* NetCDF id of the file being written */
  struct sm_weather_request request;
  struct sm_model_weather weather;
} made;

static const char *made_paths[MADE_FILES];

/* Path of the next file. */
static inline const char *made_next(void) {
  char name[16];
  ck_assert_int_lt(made.count, MADE_FILES);
  snprintf(name, sizeof name, "%d.nc", made.count);
  return made_paths[made.count++] = scratch_path(name);
}

static inline void made_begin(void) {
  memset(&made, 0, sizeof made);
  ck_assert_int_eq(sm_context_create(NULL, &made.ctx), SM_OK);
  scratch_open();
  made.request = sm_weather_request_default();
}

static inline void made_end(void) {
  sm_model_weather_free(&made.weather);
  scratch_close();
  sm_context_destroy(&made.ctx);
}

static inline void ok(int code) {
  ck_assert_msg(code == NC_NOERR, "NetCDF: %s", nc_strerror(code));
}

/* Creates another file. */
static inline void made_create(int mode) {
  ok(nc_create(made_next(), mode | NC_CLOBBER, &made.id));
}

static inline void made_close(void) { ok(nc_close(made.id)); }

static inline void made_dimension(const char *name, size_t size) {
  int id;
  ok(nc_def_dim(made.id, name, size, &id));
}

static inline void made_text(const char *variable, const char *attribute, const char *text) {
  int v = NC_GLOBAL;
  if (variable != NULL) ok(nc_inq_varid(made.id, variable, &v));
  ok(nc_put_att_text(made.id, v, attribute, strlen(text), text));
}

static inline void made_number(const char *variable, const char *attribute, int type,
                               double number) {
  int v;
  ok(nc_inq_varid(made.id, variable, &v));
  ok(nc_put_att_double(made.id, v, attribute, type, 1, &number));
}

/* Defines a variable; `dimensions` are names separated by blanks. */
static inline void made_variable(const char *name, int type, const char *dimensions,
                                 const char *units) {
  char list[200], *rest = list;
  int id[8], rank = 0, v;
  snprintf(list, sizeof list, "%s", dimensions);
  for (char *word = strtok_r(list, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest))
    ok(nc_inq_dimid(made.id, word, &id[rank++]));
  ok(nc_def_var(made.id, name, type, rank, id, &v));
  if (units != NULL) made_text(name, "units", units);
}

/* Fills a variable with a formula of the indices. */
static inline void made_fill(const char *name, double (*formula)(const size_t *index)) {
  int v, rank, dimension[8];
  size_t size[8], index[8] = {0}, total = 1;
  ok(nc_inq_varid(made.id, name, &v));
  ok(nc_inq_var(made.id, v, NULL, NULL, &rank, dimension, NULL));
  for (int d = 0; d < rank; d++) {
    ok(nc_inq_dimlen(made.id, dimension[d], &size[d]));
    total *= size[d];
  }
  nc_enddef(made.id);
  for (size_t n = 0; n < total; n++) {
    size_t left = n;
    for (int d = rank - 1; d >= 0; d--) {
      index[d] = left % size[d];
      left /= size[d];
    }
    const double value = formula(index);
    ok(nc_put_var1_double(made.id, v, index, &value));
  }
  nc_redef(made.id);
}

/* Defines a variable of floats and fills it. */
static inline void made_field(const char *name, const char *dimensions, const char *units,
                              double (*formula)(const size_t *index)) {
  made_variable(name, NC_FLOAT, dimensions, units);
  made_fill(name, formula);
}

static double constant_value;
static inline double constant(const size_t *index) {
  (void)index;
  return constant_value;
}

static inline void made_constant(const char *name, const char *dimensions, const char *units,
                                 double value) {
  constant_value = value;
  made_field(name, dimensions, units, constant);
}

/* Rows and columns 0.5 deg apart from 50 N and 8 E; times. */
static inline double made_latitude(const size_t *at) { return 50 + 0.5 * (double)at[0]; }
static inline double made_longitude(const size_t *at) { return 8 + 0.5 * (double)at[0]; }
static inline double made_hours(const size_t *at) { return (double)at[0]; }

/* Their dimensions and coordinates; the unit of the times. */
static inline void made_grid(size_t times, size_t rows, size_t columns, const char *since) {
  made_dimension("time", times);
  made_dimension("lat", rows);
  made_dimension("lon", columns);
  made_variable("lat", NC_DOUBLE, "lat", "degrees_north");
  made_fill("lat", made_latitude);
  made_variable("lon", NC_DOUBLE, "lon", "degrees_east");
  made_fill("lon", made_longitude);
  made_variable("time", NC_DOUBLE, "time", since);
  made_fill("time", made_hours);
}

/* Creates a box of longitudes and latitudes around a point. */
static inline void made_area(double longitude, double latitude, double half) {
  made.request.x[0] = longitude - half;
  made.request.x[1] = longitude + half;
  made.request.y[0] = latitude - half;
  made.request.y[1] = latitude + half;
}

static inline enum sm_status made_try(void) {
  sm_model_weather_free(&made.weather);
  made.request.paths = made_paths;
  made.request.path_count = (size_t)made.count;
  return sm_weather_files_read(made.ctx, &made.request, &made.weather);
}

static inline void made_read(void) {
  ck_assert_msg(made_try() == SM_OK, "%s", sm_context_message(made.ctx));
}

/* Reading fails with a message, and leaves nothing. */
static inline void made_fails(const char *message) {
  ck_assert_int_eq(made_try(), SM_ERR_DATA);
  ck_assert_msg(strstr(sm_context_message(made.ctx), message) != NULL, "'%s' is not in\n%s",
                message, sm_context_message(made.ctx));
  ck_assert_ptr_null(made.weather.level);
  ck_assert_int_eq(made.weather.place_count, 0);
}

/* Index of the place nearest to a point. */
static inline int made_place(double longitude, double latitude) {
  int best = -1;
  double least = INFINITY;
  for (int p = 0; p < made.weather.place_count; p++) {
    const struct sm_model_column *place = &made.weather.place[p];
    const double d =
        hypot(remainder(place->longitude - longitude, 360), place->latitude - latitude);
    if (d < least) {
      least = d;
      best = p;
    }
  }
  ck_assert_int_ge(best, 0);
  return best;
}

static inline void near(double a, double b, double tolerance) {
  ck_assert_msg(fabs(a - b) <= tolerance, "%.17g is not %.17g", a, b);
}

/* Checks that level l of a place and time has this height and wind. */
static inline void must_blow(int place, int time, int l, double height, double u, double v,
                             double tolerance) {
  int count;
  const struct sm_model_level *level = sm_model_weather_levels(&made.weather, place, time, &count);
  ck_assert_int_lt(l, count);
  near(level[l].height, height, tolerance * fmax(1, 1e-2 * height));
  near(level[l].u, u, tolerance);
  near(level[l].v, v, tolerance);
}

static inline int level_count(int place, int time) {
  int count;
  sm_model_weather_levels(&made.weather, place, time, &count);
  return count;
}

#endif
