/* plume_scene.h - plume file of a small hill, written and read again. For one test program at a
 * time. */
#ifndef SM_TESTS_PLUME_SCENE_H
#define SM_TESTS_PLUME_SCENE_H

#include "plume_hill.h"
#include <netcdf.h>
#include <stdio.h>

static const double thresholds[2] = {1, 5};

static const char *part, *saved, *damaged;

static inline void setup(void) {
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  scratch_open();
  path = scratch_path("plume.nc");
  part = scratch_path("plume.nc.part");
  damaged = scratch_path("damaged.nc");
  saved = scratch_path("saved.nc");
}

/* Case and the data that an engine would provide: domain cells as boxes, without air in solids. */
struct scene {
  struct made m;
  struct sm_case c;
  struct sm_plume_grid grid;
  struct sm_plume_options options;
  float air[BOXES], mean[2][BOXES], maximum[2][BOXES], arrival_time[2][2 * BOXES];
  double dose[2][BOXES], deposition[2][COLUMNS];
  struct sm_plume_total total[2];
  double start; /* s since 1970; NAN: not a date */
};

static inline void make_scene(struct scene *s, bool utm, bool calendar) {
  memset(s, 0, sizeof *s);
  make_hill(utm, &s->m, &s->c, &s->grid, s->air);
  make_arrival_times(s->arrival_time);
  s->start = 1.5e9;
  if (calendar) {
    s->m.domain.weather.time = malloc(sizeof(double));
    s->m.domain.weather.time[0] = s->start;
    s->m.domain.weather.time_count = 1;
  }
  for (int n = 0; n < BOXES; n++) {
    for (int k = 0; k < 2; k++) {
      s->maximum[k][n] = (float)(n % 10) + (float)k;
      s->dose[k][n] = 2.5 * n + k;
      if (s->air[n] == 0) s->maximum[k][n] = NAN; /* values that are not read */
    }
  }
  for (int k = 0; k < 2; k++) {
    for (int n = 0; n < COLUMNS; n++) s->deposition[k][n] = 1e-3 * n + k;
    s->total[k] = (struct sm_plume_total){
        .deposition = s->deposition[k],
        .dose = s->dose[k],
        .maximum = s->maximum[k],
        .arrival_time = s->arrival_time[k],
        .budget = {1 + k, 0.25, 0.5 + k, 0, 0.125, 0.0625, 0.0625, 1000, 3 * k}};
  }
  s->options = hill_options(&s->c, &s->m, &s->grid, thresholds);
}

/* Mean concentration of a box over an interval. */
static inline float mean_of(int interval, int k, int n) {
  return (float)(n % 13) * 0.5F + 10 * (float)k + 100 * (float)interval;
}

static inline enum sm_status put_interval(struct scene *s, struct sm_plume_file *file,
                                          int interval) {
  const float *concentration[2] = {s->mean[0], s->mean[1]};
  const double time[2] = {60 * interval, 60 * interval + 60};
  for (int k = 0; k < 2; k++)
    for (int n = 0; n < BOXES; n++)
      s->mean[k][n] = s->air[n] > 0 ? mean_of(interval, k, n) : (float)NAN;
  return sm_plume_file_write(ctx, file, time, concentration, NULL);
}

static inline enum sm_status write_all(struct scene *s, int intervals, double stopped) {
  struct sm_plume_file *file = NULL;
  enum sm_status status = sm_plume_file_create(ctx, path, &s->options, &file);
  for (int t = 0; t < intervals && status == SM_OK; t++) status = put_interval(s, file, t);
  if (status == SM_OK) return sm_plume_file_finish(ctx, &file, s->total, stopped);
  sm_plume_file_abandon(&file);
  return status;
}

static inline int open_file(const char *name) {
  int id = -1;
  ck_assert_int_eq(nc_open(name, NC_NOWRITE, &id), NC_NOERR);
  return id;
}

static inline size_t length_of(int id, const char *dimension) {
  int d;
  size_t length = 0;
  ck_assert_int_eq(nc_inq_dimid(id, dimension, &d), NC_NOERR);
  nc_inq_dimlen(id, d, &length);
  return length;
}

static inline double number(int id, const char *name, const size_t *at) {
  double value = 0;
  ck_assert_int_eq(nc_get_var1_double(id, variable(id, name), at, &value), NC_NOERR);
  return value;
}

static inline void numbers(int id, const char *name, float *out) {
  ck_assert_int_eq(nc_get_var_float(id, variable(id, name), out), NC_NOERR);
}

#endif
