/* results.c - times of files, and the direction of the inflow at each. */
#include "output/compare/internal.h"

#include "base/clock.h"
#include "base/list.h"
#include "output/analyse/slice_interpolation.h"
#include "output/netcdf/wind_file.h"
#include <math.h>
#include <stdio.h>

/* Direction of the mean wind in the highest layer of cells, from true north, deg; NAN: calm. */
static enum sm_status read_top_direction(struct sm_wind_file *file, size_t time, double *out) {
  const size_t plane = file->n[0] * file->n[1];
  const size_t start[4] = {time, file->n[2] - 1, 0, 0}, count[4] = {1, 1, file->n[1], file->n[0]};
  double mean[2] = {0, 0};
  float *value;
  SM_TRY(sm_alloc(file->ctx, plane, sizeof *value, "the highest layer", &value));
  enum sm_status status = SM_OK;
  for (int a = 0; a < 2 && status == SM_OK; a++) {
    const char *name = sm_field_name((enum sm_field)(SM_FIELD_U + a));
    status = sm_wind_file_floats(file, name, start, count, value);
    for (size_t c = 0; c < plane && status == SM_OK; c++)
      if (fabs((double)value[c]) < 1e30) mean[a] += (double)value[c];
  }
  sm_free(value);
  *out = sm_wind_direction(mean[0], mean[1], file->convergence);
  return status;
}

static enum sm_status read_direction(struct sm_comparison *c, struct sm_wind_file *file,
                                     struct sm_compared_result *result) {
  const struct sm_compare_options *o = c->options;
  const size_t time = (size_t)result->time, one = 1;
  if (o->direction != NULL) {
    result->direction = c->results < o->directions ? o->direction[c->results] : (double)NAN;
    return SM_OK;
  }
  if (sm_wind_file_has(file, "member_from"))
    return sm_wind_file_doubles(file, "member_from", &time, &one, &result->direction);
  return read_top_direction(file, time, &result->direction);
}

static void write_time(const struct sm_wind_file *file, struct sm_compared_result *result) {
  const double time = file->time[result->time];
  if (file->has_calendar)
    sm_clock_format(time, result->when, sizeof result->when);
  else
    snprintf(result->when, sizeof result->when, "%.10g", time);
}

static enum sm_status add_times(struct sm_comparison *c, struct sm_wind_file *file,
                                const char *path) {
  if (file->times == 0)
    return sm_fail(c->ctx, SM_ERR_DATA, "%s: error: there is no wind in it", path);
  for (size_t t = 0; t < file->times; t++) {
    SM_TRY(sm_list_grow(c->ctx, c->results, sizeof *c->result, "list of results", &c->result,
                        &c->room));
    struct sm_compared_result *result = &c->result[c->results];
    *result = (struct sm_compared_result){
        .path = path,
        .file = c->files,
        .time = (int)t,
        .has_speed = sm_wind_file_has(file, sm_field_name(SM_FIELD_WIND_SPEED_MEAN))};
    SM_TRY(read_direction(c, file, result));
    write_time(file, result);
    c->results++;
  }
  c->files++;
  return SM_OK;
}

enum sm_status sm_comparison_add_file(struct sm_comparison *c, const char *path) {
  SM_SCOPED_BY(sm_wind_file_close) struct sm_wind_file *file = NULL;
  SM_TRY(sm_wind_file_open(c->ctx, path, &file));
  return add_times(c, file, path);
}
