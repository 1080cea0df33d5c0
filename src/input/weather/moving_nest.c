/* Moving nests: weather model grids whose columns change position in time.
 * Winds are interpolated bilinearly, level by level, to the columns of the
 * first time unless the positions agree. */
#include "input/weather/internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double radians = 3.14159265358979323846 / 180;

/* Vector between two positions in degrees of latitude, east and north. */
static void vector(const struct sm_model_column *from, double latitude, double longitude,
                   double out[2]) {
  double east = longitude - from->longitude;
  east -= 360 * floor(east / 360 + 0.5);
  out[0] = east * cos(0.5 * (from->latitude + latitude) * radians);
  out[1] = latitude - from->latitude;
}

/* Four columns of a grid part and their bilinear weights. */
struct bilinear {
  int place[4];
  double weight[4];
};

static int nearest(const struct sm_model_weather *w, const struct sm_model_column *to) {
  int best = 0;
  double least = INFINITY;
  for (int p = 0; p < w->place_count; p++) {
    double d[2];
    vector(&w->place[p], to->latitude, to->longitude, d);
    const double d2 = d[0] * d[0] + d[1] * d[1];
    if (d2 < least) best = p;
    least = fmin(least, d2);
  }
  return best;
}

/* Position relative to column p along rows and columns, in column distances; the distance follows
 * from the next neighbour, or from the previous one at the end. */
static void position(const struct sm_model_weather *w, int p, const struct sm_model_column *to,
                     double out[2]) {
  const int ni = w->row_length, nj = w->place_count / ni, i = p % ni, j = p / ni;
  const int after[2] = {i + 1 < ni ? p + 1 : p - 1, j + 1 < nj ? p + ni : p - ni};
  const double sign[2] = {i + 1 < ni ? 1 : -1, j + 1 < nj ? 1 : -1};
  double a[2] = {1, 0}, b[2] = {0, 1}, d[2];
  if (ni > 1) vector(&w->place[p], w->place[after[0]].latitude, w->place[after[0]].longitude, a);
  if (nj > 1) vector(&w->place[p], w->place[after[1]].latitude, w->place[after[1]].longitude, b);
  vector(&w->place[p], to->latitude, to->longitude, d);
  const double area = a[0] * b[1] - a[1] * b[0];
  out[0] = area != 0 ? sign[0] * (d[0] * b[1] - d[1] * b[0]) / area : 0;
  out[1] = area != 0 ? sign[1] * (a[0] * d[1] - a[1] * d[0]) / area : 0;
}

/* Bilinear weights; constant beyond the outermost columns. */
static void find_bilinear(const struct sm_model_weather *w, const struct sm_model_column *to,
                          struct bilinear *out) {
  const int ni = w->row_length, nj = w->place_count / ni, p = nearest(w, to);
  double at[2], part[2];
  int low[2], next[2];
  position(w, p, to, at);
  for (int d = 0; d < 2; d++) {
    const int n = d == 0 ? ni : nj;
    const double whole = fmin(fmax((d == 0 ? p % ni : p / ni) + at[d], 0), n - 1);
    low[d] = (int)floor(whole);
    next[d] = low[d] + 1 < n ? low[d] + 1 : low[d];
    part[d] = whole - low[d];
  }
  for (int k = 0; k < 4; k++) {
    const bool x = k % 2 == 1, y = k / 2 == 1;
    out->place[k] = (y ? next[1] : low[1]) * ni + (x ? next[0] : low[0]);
    out->weight[k] = (x ? part[0] : 1 - part[0]) * (y ? part[1] : 1 - part[1]);
  }
}

/* Interpolates levels; column of largest weight only if the four differ in number of levels. */
static void add_levels(const struct sm_model_weather *from, const struct bilinear *bilinear,
                       int place, int to, struct sm_model_weather *weather) {
  const struct sm_model_level *level[4];
  int count[4], greatest = 0;
  bool alike = true;
  for (int k = 0; k < 4; k++) {
    level[k] = sm_model_weather_levels(from, bilinear->place[k], 0, &count[k]);
    if (bilinear->weight[k] > bilinear->weight[greatest]) greatest = k;
    alike = alike && count[k] == count[0];
  }
  for (int l = 0; l < count[greatest]; l++) {
    struct sm_model_level sum = {0, 0, 0, 0, 0};
    for (int k = 0; k < 4 && alike; k++) {
      sum.height += bilinear->weight[k] * level[k][l].height;
      sum.altitude += bilinear->weight[k] * level[k][l].altitude;
      sum.u += bilinear->weight[k] * level[k][l].u;
      sum.v += bilinear->weight[k] * level[k][l].v;
      sum.temperature += bilinear->weight[k] * level[k][l].temperature;
    }
    sm_model_weather_add(weather, place, to, alike ? sum : level[greatest][l]);
  }
}

/* Surface quantities as an array: all members are doubles. */
enum { SURFACE = sizeof(struct sm_model_surface) / sizeof(double) };

static void add_surface(const struct sm_model_weather *from, const struct bilinear *bilinear,
                        int place, int to, struct sm_model_weather *weather) {
  double sum[SURFACE] = {0}, whole[SURFACE] = {0}, known[SURFACE];
  struct sm_model_surface *out = sm_model_weather_surface(weather, place, to);
  for (int k = 0; k < 4; k++) {
    double value[SURFACE];
    memcpy(value, sm_model_weather_surface(from, bilinear->place[k], 0), sizeof value);
    for (int n = 0; n < (int)SURFACE; n++) {
      if (isnan(value[n])) continue;
      sum[n] += bilinear->weight[k] * value[n];
      whole[n] += bilinear->weight[k];
    }
  }
  memcpy(known, out, sizeof known);
  for (int n = 0; n < (int)SURFACE; n++)
    if (isnan(known[n]) && whole[n] > 0) known[n] = sum[n] / whole[n];
  memcpy(out, known, sizeof known);
}

/* Extends a part by one column on every side where possible: columns of the first time may be up to
 * one column beyond those of another time. */
static void extend_area(size_t *first, size_t *count, size_t all) {
  const size_t last = *first + *count - 1;
  *first -= *first > 0 ? 1 : 0;
  *count = (last + 1 < all ? last + 1 : last) - *first + 1;
}

static enum sm_status read_there(struct sm_weather_file *file, size_t from, int to,
                                 struct sm_model_weather *weather) {
  const struct sm_weather_grid *grid = &file->grid;
  struct sm_model_weather moved;
  SM_TRY(sm_model_weather_create(file->ctx, (int)(grid->ni * grid->nj), 1, weather->most_levels,
                                 &moved));
  moved.row_length = (int)grid->ni;
  for (int p = 0; p < moved.place_count; p++) {
    const size_t n = sm_weather_grid_index(grid, (size_t)p / grid->ni, (size_t)p % grid->ni);
    moved.place[p].latitude = grid->latitude[n];
    moved.place[p].longitude = grid->longitude[n];
  }
  const enum sm_status status = sm_weather_read_time(file, from, 0, &moved);
  for (int p = 0; p < weather->place_count && status == SM_OK; p++) {
    struct bilinear bilinear;
    find_bilinear(&moved, &weather->place[p], &bilinear);
    add_levels(&moved, &bilinear, p, to, weather);
    add_surface(&moved, &bilinear, p, to, weather);
  }
  sm_model_weather_free(&moved);
  return status;
}

enum sm_status sm_weather_moving_read(struct sm_weather_file *file, size_t from, int to,
                                      struct sm_model_weather *weather, bool *told) {
  struct sm_weather_grid *grid = &file->grid;
  const size_t part[4] = {grid->j0, grid->nj, grid->i0, grid->ni};
  enum sm_status status = sm_weather_grid_load(&file->data, file->request, true, grid);
  if (status == SM_ERR_DATA) {
    char reason[1024];
    snprintf(reason, sizeof reason, "%s", sm_context_message(file->ctx));
    return sm_fail(
        file->ctx, SM_ERR_DATA,
        "%s: error: the grid moves ('%s' changes with time), and at index %zu of the time "
        "it is not round the domain\nhelp: choose times with weather.start and "
        "weather.end at which it is, or take the files of a grid that stays\n%s",
        file->data.path, grid->latitude_of.name, grid->time, reason);
  }
  extend_area(&grid->j0, &grid->nj, grid->ny);
  extend_area(&grid->i0, &grid->ni, grid->nx);
  if (status == SM_OK) status = read_there(file, from, to, weather);
  grid->j0 = part[0];
  grid->nj = part[1];
  grid->i0 = part[2];
  grid->ni = part[3];
  if (status == SM_OK && !*told)
    sm_warn(
        file->ctx,
        "%s: warning: the grid moves ('%s' changes with time) by parts of its columns: winds are "
        "interpolated to the columns of the first time",
        file->data.path, grid->latitude_of.name);
  *told = *told || status == SM_OK;
  return status;
}
