/* Reads model weather: merges the columns of all files by place and time
 * (input/weather/model_weather.h). */
#include "input/weather/model_weather.h"

#include <math.h>

struct sm_weather_request sm_weather_request_default(void) {
  return (struct sm_weather_request){
      .x = {NAN, NAN}, .y = {NAN, NAN}, .start = NAN, .end = NAN, .ground = NAN, .member = -1};
}

#include "base/clock.h"
#include "base/list.h"
#include "input/grib.h"
#include "input/weather/internal.h"
#include <stdlib.h>
#include <string.h>

static const double same_time = 1e-3;                            /* s */
static const double same_place = 1e-3;                           /* deg */
static const double lowest_ground = -500, highest_ground = 9000; /* m: others are marks */

enum { MOST_PLACES = 20000 };

/* Times of a file, and number of levels at each. */
struct contents {
  double *time;
  size_t count;
  int levels;
};

/* State of reading several files. */
struct reading {
  struct sm_context *ctx;
  const struct sm_weather_request *request;
  struct contents *file; /* [path_count] */
  double *time;          /* times of all files, rising, without duplicates */
  size_t first, count;   /* range of `time` to read */
  struct sm_model_weather *weather;
  size_t nx, ny;    /* columns of the first file */
  bool moving_told; /* the warning of a moving grid was given */
};

static void free_reading(struct reading *r) {
  for (size_t f = 0; f < r->request->path_count && r->file != NULL; f++) sm_free(r->file[f].time);
  sm_free(r->file);
  sm_free(r->time);
}

/* GRIB files of a request are one set, in place of the first of them: true for the others, and for
 * files with the places of cells. */
static bool is_of_set(struct sm_context *ctx, const struct sm_weather_request *request, size_t f) {
  if (!sm_grib_is(request->paths[f]))
    return request->path_count > 1 && sm_weather_is_grid_file(ctx, request->paths[f]);
  for (size_t g = 0; g < f; g++)
    if (sm_grib_is(request->paths[g])) return true;
  return false;
}

/* ---- times ---- */

static enum sm_status scan_files(struct reading *r) {
  const struct sm_weather_request *request = r->request;
  SM_TRY(sm_alloc(r->ctx, request->path_count, sizeof *r->file, "the weather files", &r->file));
  for (size_t f = 0; f < request->path_count; f++) {
    struct sm_weather_file file;
    if (is_of_set(r->ctx, request, f)) continue;
    SM_TRY(sm_weather_file_open(r->ctx, request, request->paths[f], false, &file));
    r->file[f] = (struct contents){
        .time = file.time, .count = file.time_count, .levels = sm_weather_file_levels(&file)};
    file.time = NULL;
    sm_weather_file_close(&file);
    if (sm_stop_requested(r->ctx))
      return sm_fail(r->ctx, SM_ERR_STOPPED, "stopped while reading the weather");
  }
  return SM_OK;
}

/* Index of a time in the merged list. */
static size_t find_time(const struct reading *r, size_t count, double time) {
  size_t low = 0, high = count;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    if (r->time[middle] <= time + same_time) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

static enum sm_status no_time(const struct reading *r, size_t total) {
  const struct sm_weather_request *request = r->request;
  const char *path = request->path_count > 0 ? request->paths[0] : "the weather";
  const char *others = request->path_count > 1 ? " and the other files" : "";
  if (total == 0)
    return sm_fail(r->ctx, SM_ERR_DATA, "%s%s: error: no time: the file is empty", path, others);
  const double limit[4] = {request->start, request->end, r->time[0], r->time[total - 1]};
  char text[4][32] = {"", "", "", ""};
  for (int n = 0; n < 4; n++)
    if (!isnan(limit[n])) sm_clock_format(limit[n], text[n], sizeof text[n]);
  return sm_fail(r->ctx, SM_ERR_DATA,
                 "%s%s: error: no weather%s%s%s%s\nhelp: the times go from %s to %s", path, others,
                 text[0][0] != '\0' ? " from " : "", text[0], text[1][0] != '\0' ? " to " : "",
                 text[1], text[2], text[3]);
}

/* Merges the times of all files and selects those inside the limits, and the nearest ones
 * outside. */
static enum sm_status choose_times(struct reading *r) {
  size_t total = 0, kept = 0;
  for (size_t f = 0; f < r->request->path_count; f++) total += r->file[f].count;
  SM_TRY(sm_alloc(r->ctx, total, sizeof *r->time, "the times", &r->time));
  if (total == 0) return no_time(r, 0);
  total = 0;
  for (size_t f = 0; f < r->request->path_count; f++)
    for (size_t t = 0; t < r->file[f].count; t++)
      if (!isnan(r->file[f].time[t])) r->time[total++] = r->file[f].time[t];
  if (total == 0) return no_time(r, 0);
  qsort(r->time, total, sizeof *r->time, sm_by_value);
  for (size_t t = 0; t < total; t++)
    if (kept == 0 || r->time[t] > r->time[kept - 1] + same_time) r->time[kept++] = r->time[t];
  size_t first = 0, last = kept - 1;
  while (first + 1 < kept && r->time[first + 1] <= r->request->start + same_time) first++;
  while (last > 0 && r->time[last - 1] >= r->request->end - same_time) last--;
  const bool late = r->time[last] < r->request->start - same_time;
  const bool early = r->time[first] > r->request->end + same_time;
  if (late || early || first > last) return no_time(r, kept);
  r->first = first;
  r->count = last - first + 1;
  return SM_OK;
}

/* Index of time t of a file among the selected times; false when it is not selected. */
static bool is_read(const struct reading *r, const struct contents *file, size_t t, size_t *slot) {
  const size_t at = find_time(r, r->first + r->count, file->time[t]);
  *slot = at - r->first;
  return at >= r->first && fabs(r->time[at] - file->time[t]) <= same_time;
}

/* Maximum number of levels of all files at one time. */
static enum sm_status count_levels(const struct reading *r, int *most) {
  SM_SCOPED int *levels = NULL;
  SM_TRY(sm_alloc(r->ctx, r->count, sizeof *levels, "the times", &levels));
  *most = 0;
  for (size_t f = 0; f < r->request->path_count; f++)
    for (size_t t = 0; t < r->file[f].count; t++) {
      size_t slot;
      if (!is_read(r, &r->file[f], t, &slot)) continue;
      levels[slot] += r->file[f].levels;
      *most = levels[slot] > *most ? levels[slot] : *most;
    }
  return SM_OK;
}

/* ---- places ---- */

static struct sm_model_column place_at(const struct sm_weather_grid *grid, int place) {
  const size_t p = (size_t)place, n = sm_weather_grid_index(grid, p / grid->ni, p % grid->ni);
  const double longitude = grid->longitude[n];
  return (struct sm_model_column){
      .latitude = grid->latitude[n],
      .longitude = longitude - 360 * floor(longitude / 360 + 0.5),
      .xy = {NAN, NAN},
      .ground = NAN,
  };
}

/* Projects all places to the CRS of the request. */
static enum sm_status project_places(const struct reading *r) {
  struct sm_model_weather *w = r->weather;
  const size_t count = (size_t)w->place_count;
  SM_SCOPED double *number = NULL;
  SM_TRY(sm_alloc(r->ctx, 4 * count, sizeof *number, "the places of the weather", &number));
  double *latitude = number, *longitude = number + count, *x = longitude + count, *y = x + count;
  for (size_t p = 0; p < count; p++) {
    latitude[p] = w->place[p].latitude;
    longitude[p] = w->place[p].longitude;
  }
  const enum sm_status status =
      sm_gis_project_all(r->ctx, r->request->crs, count, latitude, longitude, x, y);
  for (size_t p = 0; p < count && status == SM_OK; p++) {
    w->place[p].xy[0] = x[p];
    w->place[p].xy[1] = y[p];
  }
  return status;
}

/* Creates the weather with the places of the first file. */
static enum sm_status create(struct reading *r, const struct sm_weather_file *file) {
  const size_t places = file->grid.ni * file->grid.nj;
  const struct sm_crs *crs = r->request->crs;
  int most = 0;
  if (places > MOST_PLACES)
    return sm_fail(r->ctx, SM_ERR_DATA,
                   "%s: error: %zu columns around the domain are more than %d\n"
                   "help: a smaller domain, or weather of a coarser grid",
                   file->data.path, places, MOST_PLACES);
  SM_TRY(count_levels(r, &most));
  SM_TRY(sm_model_weather_create(r->ctx, (int)places, (int)r->count, most, r->weather));
  r->weather->row_length = (int)file->grid.ni;
  for (size_t t = 0; t < r->count; t++) r->weather->time[t] = r->time[r->first + t];
  for (int p = 0; p < (int)places; p++) r->weather->place[p] = place_at(&file->grid, p);
  return crs != NULL && !crs->local ? project_places(r) : SM_OK;
}

static bool same_places(const struct sm_model_weather *weather,
                        const struct sm_weather_grid *grid) {
  if (grid->ni * grid->nj != (size_t)weather->place_count) return false;
  for (int p = 0; p < weather->place_count; p++) {
    const struct sm_model_column here = place_at(grid, p), *there = &weather->place[p];
    const double turn = fabs(here.longitude - there->longitude);
    if (!(fabs(here.latitude - there->latitude) <= same_place &&
          fmin(turn, fabs(turn - 360)) <= same_place))
      return false;
  }
  return true;
}

/* ---- files ---- */

/* First selected time of a file. */
static size_t first_read(const struct reading *r, const struct contents *contents) {
  size_t t = 0, slot;
  while (t + 1 < contents->count && !is_read(r, contents, t, &slot)) t++;
  return t;
}

/* Reads a time of a grid that may move. */
static enum sm_status read_moving(struct reading *r, struct sm_weather_file *file, size_t from,
                                  int to) {
  struct sm_model_weather *w = r->weather;
  const struct sm_model_column *first = &w->place[0], *last = &w->place[w->place_count - 1];
  const double corner[2][2] = {{first->latitude, first->longitude},
                               {last->latitude, last->longitude}};
  bool same;
  file->grid.ni = (size_t)w->row_length;
  file->grid.nj = (size_t)(w->place_count / w->row_length);
  SM_TRY(
      sm_weather_grid_follow(&file->data, from / file->time_size[1], corner, &file->grid, &same));
  return same ? sm_weather_read_time(file, from, to, w)
              : sm_weather_moving_read(file, from, to, w, &r->moving_told);
}

static enum sm_status read_open(struct reading *r, struct sm_weather_file *file,
                                const struct contents *contents) {
  const bool is_first = r->weather->place_count == 0;
  file->grid.time = first_read(r, contents) / file->time_size[1];
  if (file->grid.latitude_of.rank != 3 || file->grid.time >= file->grid.latitude_of.size[0])
    file->grid.time = 0;
  SM_TRY(sm_weather_grid_load(&file->data, r->request, is_first, &file->grid));
  sm_weather_frame_warn(file);
  if (is_first) SM_TRY(create(r, file));
  if (is_first) {
    r->nx = file->grid.nx;
    r->ny = file->grid.ny;
  }
  const bool moves =
      file->grid.latitude_of.rank == 3 && file->grid.nx == r->nx && file->grid.ny == r->ny;
  if (!moves && !same_places(r->weather, &file->grid))
    return sm_fail(r->ctx, SM_ERR_DATA,
                   "%s: error: the columns around the domain are not those of '%s'\n"
                   "help: files that are read together have one grid",
                   file->data.path, r->request->paths[0]);
  if (is_first || !moves) SM_TRY(sm_weather_read_ground(file, r->weather));
  for (size_t t = 0; t < contents->count; t++) {
    size_t slot;
    if (!is_read(r, contents, t, &slot)) continue;
    SM_TRY(moves ? read_moving(r, file, t, (int)slot)
                 : sm_weather_read_time(file, t, (int)slot, r->weather));
    if (sm_stop_requested(r->ctx))
      return sm_fail(r->ctx, SM_ERR_STOPPED, "stopped while reading the weather");
  }
  return SM_OK;
}

static enum sm_status read_files(struct reading *r) {
  const size_t count = r->request->path_count;
  for (size_t f = 0; f < count; f++) {
    size_t wanted = 0, slot;
    for (size_t t = 0; t < r->file[f].count; t++)
      wanted += is_read(r, &r->file[f], t, &slot) ? 1 : 0;
    if (wanted == 0) continue;
    struct sm_weather_file file;
    SM_TRY(sm_weather_file_open(r->ctx, r->request, r->request->paths[f], true, &file));
    enum sm_status status = SM_OK;
    if (file.time_count == r->file[f].count)
      status = read_open(r, &file, &r->file[f]);
    else
      status = sm_fail(r->ctx, SM_ERR_DATA, "%s: error: the file changed while it was read",
                       r->request->paths[f]);
    sm_weather_file_close(&file);
    SM_TRY(status);
    sm_progress(r->ctx, "reading the weather", (double)(f + 1) / (double)count);
  }
  return SM_OK;
}

/* Completes the heights above ground, and fails when there is no wind at all. */
static enum sm_status finish(struct reading *r) {
  struct sm_model_weather *w = r->weather;
  const char *path = r->request->paths[0];
  bool no_ground = false;
  size_t marks = 0;
  double mark = 0;
  for (int p = 0; p < w->place_count; p++) {
    double *ground = &w->place[p].ground;
    const bool is_mark = *ground < lowest_ground || *ground > highest_ground;
    if (is_mark && marks++ == 0) mark = *ground;
    if (is_mark || isnan(*ground)) *ground = r->request->ground;
    no_ground |= isnan(*ground);
  }
  if (marks > 0)
    sm_warn(r->ctx,
            "%s: warning: the ground of %zu of %d columns is no height, the first %g m: taken as "
            "missing",
            path, marks, w->place_count, mark);
  const size_t lost = sm_model_weather_finish(w);
  size_t levels = 0;
  for (size_t s = 0; s < (size_t)w->place_count * (size_t)w->time_count; s++)
    levels += (size_t)w->level_count[s];
  if (levels == 0 && lost > 0 && no_ground)
    return sm_fail(r->ctx, SM_ERR_DATA,
                   "%s: error: winds are given at altitudes, but the height of the ground is not\n"
                   "help: read a file with surface_altitude (HGT, HGT_surface, z, orog) with it",
                   path);
  if (levels == 0)
    return sm_fail(r->ctx, SM_ERR_DATA,
                   "%s: error: no wind around the domain: all its values are missing", path);
  if (lost > 0 && no_ground)
    sm_warn(r->ctx,
            "%s: warning: winds at altitudes are left out: the height of the ground is not given",
            path);
  return SM_OK;
}

enum sm_status sm_weather_files_read(struct sm_context *ctx,
                                     const struct sm_weather_request *request,
                                     struct sm_model_weather *out) {
  *out = (struct sm_model_weather){0};
  struct sm_grib_scan own = {0};
  struct sm_weather_request scanned = *request;
  if (request->scan == NULL) scanned.scan = &own;
  struct reading r = {.ctx = ctx, .request = &scanned, .weather = out};
  enum sm_status status = SM_OK;
  SM_TRY_DONE(scan_files(&r));
  SM_TRY_DONE(choose_times(&r));
  SM_TRY_DONE(read_files(&r));
  status = finish(&r);
done:
  free_reading(&r);
  sm_grib_scan_free(&own);
  if (status != SM_OK) sm_model_weather_free(out);
  return status;
}
