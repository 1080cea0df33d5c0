/* Members of an ensemble forecast as the weather of a domain. */
#include "domain/weather/internal.h"

#include "input/weather/model_weather.h"
#include <math.h>
#include <string.h>

void sm_model_members_free(struct sm_model_members *members) {
  for (int m = 0; m < members->count && members->item != NULL; m++)
    sm_model_weather_free(&members->item[m]);
  sm_free(members->item);
  sm_free(members->number);
  *members = (struct sm_model_members){0};
}

static bool same_times(const struct sm_model_weather *a, const struct sm_model_weather *b) {
  if (a->place_count != b->place_count || a->time_count != b->time_count) return false;
  for (int t = 0; t < a->time_count; t++)
    if (a->time[t] != b->time[t] && !(isnan(a->time[t]) && isnan(b->time[t]))) return false;
  return true;
}

/* Reads all members one after the other. */
static enum sm_status read_all(struct sm_context *ctx, const struct sm_case *c,
                               struct sm_weather_request *request, struct sm_model_members *out) {
  int count = 0;
  SM_TRY(sm_weather_members_find(ctx, request, &out->number, &count));
  if (count < 2)
    return sm_fail(ctx, SM_ERR_DATA,
                   "%s:%d: error: member = \"all\", but the files of the weather model hold no "
                   "members of an ensemble",
                   c->path, c->weather.model.line);
  SM_TRY(sm_alloc(ctx, (size_t)count, sizeof *out->item, "the members of the weather", &out->item));
  for (int m = 0; m < count; m++) {
    request->member = out->number[m];
    SM_TRY(sm_weather_files_read(ctx, request, &out->item[m]));
    out->count = m + 1;
    if (!same_times(&out->item[0], &out->item[m]))
      return sm_fail(ctx, SM_ERR_DATA,
                     "%s:%d: error: members %ld and %ld of the weather model have not the same "
                     "times: %d and %d\nhelp: weather.start and weather.end choose common ones",
                     c->path, c->weather.model.line, out->number[0], out->number[m],
                     out->item[0].time_count, out->item[m].time_count);
  }
  return SM_OK;
}

enum sm_status sm_model_members_read(struct sm_context *ctx, const struct sm_case *c,
                                     const struct sm_horizontal_grid *plan,
                                     struct sm_model_members *out) {
  const struct sm_case_model *model = &c->weather.model;
  struct sm_weather_request request;
  struct sm_grib_scan scan = {0};
  *out = (struct sm_model_members){0};
  if (model->files.count > 0) SM_TRY(sm_weather_model_request(ctx, c, plan, &request));
  if (model->files.count > 0 && sm_case_all_members(model)) {
    request.scan = &scan;
    const enum sm_status status = read_all(ctx, c, &request, out);
    sm_grib_scan_free(&scan);
    return status;
  }
  SM_TRY(sm_alloc(ctx, 1, sizeof *out->item, "the weather", &out->item));
  out->count = 1;
  if (model->files.count == 0) return SM_OK;
  if (!isnan(model->member)) request.member = (long)model->member;
  return sm_weather_files_read(ctx, &request, &out->item[0]);
}

enum sm_status sm_model_members_spread(struct sm_context *ctx, struct sm_model_members *members,
                                       struct sm_weather *weather) {
  const int count = members->count, times = weather->time_count;
  double *time = NULL;
  weather->members = count;
  if (count == 1) return SM_OK;
  SM_TRY(sm_alloc(ctx, (size_t)times * (size_t)count, sizeof *time, "the times", &time));
  for (int t = 0; t < times * count; t++) time[t] = weather->time[t / count];
  sm_free(weather->time);
  weather->time = time;
  weather->time_count = times * count;
  weather->member = members->number;
  members->number = NULL;
  return SM_OK;
}
