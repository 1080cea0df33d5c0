/* Outliers in elevation: voids and spikes not marked as nodata. Three kinds are detected, none of
 * which occurs in real terrain. Voids: patches of one number that stands for missing data (0, -99,
 * -9999, 32767 ...) with a step on all sides. Blunders: patches of any heights separated from the
 * rest of the map by a huge step on every path. Spikes: single pixels far above or below all
 * neighbours. A cliff, a quarry, a lake and the sea have a shore, a ramp or a slope somewhere along
 * their rims. */
#include "input/gis/raster/internal.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#define NOWHERE SIZE_MAX

/* Minimum number of neighbour pairs across the rim of an outlier. */
enum { LEAST_PAIRS = 3 };

/* Patch: connected set of pixels. */
struct place {
  size_t first, size; /* index of its first pixel; number of pixels */
  size_t pairs, main; /* neighbour pairs across its rim; pairs with the ground patch */
  double low, high;   /* m */
  double step;        /* smallest step across its rim, m */
  double around;      /* sum of the heights outside over the pairs, m */
  bool edge, found;   /* touches the edge of the map; is an outlier */
};

struct job {
  const struct sm_outlier_map *map;
  unsigned char *odd; /* [pixel]: 1 for outliers */
  size_t *label;      /* [pixel]: patch */
  struct place *place;
  size_t places;
  double typical; /* mean step between neighbours, m */
  bool codes;     /* patches of one nodata code; else patches of ground without huge steps */
};

/* The four neighbours before a pixel in scan order, then the other four. */
static const int beside[8][2] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0},
                                 {1, 0},   {-1, 1}, {0, 1},  {1, 1}};

/* Index of neighbour n of a pixel; NOWHERE: outside the map. */
static size_t neighbour(const struct sm_outlier_map *map, int i, int j, int n) {
  const int a = i + beside[n][0], b = j + beside[n][1];
  const bool inside = a >= 0 && a < map->nx && b >= 0 && b < map->ny;
  return inside ? (size_t)b * (size_t)map->nx + (size_t)a : NOWHERE;
}

/* Threshold of a huge step: at least some metres, and steeper than real ground; lower on coarse
 * maps of gentle terrain. */
static double huge(const struct job *job, double least, double steep, double rough) {
  return fmax(least, fmin(steep * job->map->cell, rough * job->typical));
}
static double void_step(const struct job *job) { return huge(job, 30, 1.5, 8); }
static double coast_step(const struct job *job) { return huge(job, 100, 3, 16); }
static double blunder_step(const struct job *job) { return huge(job, 300, 2, 20); }
static double pit_step(const struct job *job) { return huge(job, 150, 3, 30); }
static double spike_step(const struct job *job) { return huge(job, 300, 3, 30); } /* towers */

/* Stored number if it is a usual code for missing data; else NAN. */
static double code_of(const struct sm_outlier_map *map, float height) {
  static const double codes[] = {0,     -1,     -9,     -99,   -999,   -9999, -99999, -100,
                                 -1000, -10000, -32768, 32767, -32767, 9999,  99999,  65535};
  const double stored = ((double)height - map->offset) / map->scale;
  for (size_t c = 0; c < sizeof codes / sizeof *codes; c++)
    if (fabs(stored - codes[c]) <= 1e-6 * fabs(codes[c])) return codes[c];
  return (double)NAN;
}

static bool takes_part(const struct job *job, size_t pixel) {
  const float height = job->map->height[pixel];
  if (isnan(height) || job->odd[pixel]) return false;
  return !job->codes || !isnan(code_of(job->map, height));
}

static bool joined(const struct job *job, size_t a, size_t b, double step) {
  const float *height = job->map->height;
  if (job->codes) return height[a] == height[b];
  return fabs((double)height[a] - (double)height[b]) <= step;
}

/* ---- connected places ---- */

static size_t root(size_t *label, size_t pixel) {
  while (label[pixel] != pixel) pixel = label[pixel] = label[label[pixel]];
  return pixel;
}

/* Labels every pixel with the first pixel of its patch. */
static void connect(struct job *job) {
  const struct sm_outlier_map *map = job->map;
  const double step = blunder_step(job);
  for (int j = 0; j < map->ny; j++)
    for (int i = 0; i < map->nx; i++) {
      const size_t p = (size_t)j * (size_t)map->nx + (size_t)i;
      job->label[p] = takes_part(job, p) ? p : NOWHERE;
      for (int n = 0; n < 4 && job->label[p] != NOWHERE; n++) {
        const size_t q = neighbour(map, i, j, n);
        if (q == NOWHERE || job->label[q] == NOWHERE || !joined(job, p, q, step)) continue;
        const size_t a = root(job->label, p), b = root(job->label, q);
        job->label[a > b ? a : b] = a > b ? b : a;
      }
    }
}

/* Numbers the patches from 0. */
static enum sm_status number_places(struct sm_gis_session *s, struct job *job) {
  const size_t pixels = (size_t)job->map->nx * (size_t)job->map->ny;
  free(job->place);
  job->place = NULL;
  job->places = 0;
  for (size_t p = 0; p < pixels; p++)
    if (job->label[p] != NOWHERE) job->label[p] = root(job->label, p);
  for (size_t p = 0; p < pixels; p++) {
    if (job->label[p] == NOWHERE) continue;
    job->label[p] = job->label[p] == p ? job->places++ : job->label[job->label[p]];
  }
  job->place = calloc(job->places + 1, sizeof *job->place);
  return job->place != NULL ? SM_OK : sm_gis_session_no_memory(s);
}

static void add_pixel(struct job *job, int i, int j, size_t main) {
  const struct sm_outlier_map *map = job->map;
  const size_t p = (size_t)j * (size_t)map->nx + (size_t)i;
  if (job->label[p] == NOWHERE) return;
  struct place *place = &job->place[job->label[p]];
  const double height = (double)map->height[p];
  if (place->size++ == 0) {
    place->first = p;
    place->low = place->high = height;
    place->step = INFINITY;
  }
  place->low = fmin(place->low, height);
  place->high = fmax(place->high, height);
  for (int n = 0; n < 8; n++) {
    const size_t q = neighbour(map, i, j, n);
    place->edge = place->edge || q == NOWHERE;
    if (q == NOWHERE || isnan(map->height[q]) || job->odd[q] || job->label[q] == job->label[p])
      continue;
    place->pairs++;
    place->main += job->label[q] == main;
    place->around += (double)map->height[q];
    place->step = fmin(place->step, fabs((double)map->height[q] - height));
  }
}

/* Accumulates the statistics of every patch; `main`: number of the ground patch. */
static void measure(struct job *job, size_t main) {
  for (size_t n = 0; n < job->places; n++) job->place[n] = (struct place){0};
  for (int j = 0; j < job->map->ny; j++)
    for (int i = 0; i < job->map->nx; i++) add_pixel(job, i, j, main);
}

/* ---- what is odd ---- */

static bool is_void(const struct job *job, const struct place *place) {
  const double code = code_of(job->map, job->map->height[place->first]);
  const bool level_of_sea = place->edge && fabs(code) <= 100;
  return place->pairs >= LEAST_PAIRS &&
         place->step > (level_of_sea ? coast_step(job) : void_step(job));
}

/* True for a patch beside the ground or far from all its heights; false for a patch separated from
 * it by missing data only. */
static bool is_blunder(const struct job *job, const struct place *place,
                       const struct place *ground) {
  const double step = blunder_step(job);
  const bool far = place->high < ground->low - step || place->low > ground->high + step;
  return 2 * place->size <= ground->size && place->pairs >= LEAST_PAIRS &&
         (place->main >= LEAST_PAIRS || far);
}

/* Adds an outlier to the report, of which `seen` pixels are in the reported range. */
static void report(const struct sm_outlier_map *map, const struct place *place, size_t seen,
                   const int at[2], struct sm_outliers *out) {
  out->pixels += seen;
  out->places++;
  if (seen <= out->largest) return;
  out->largest = seen;
  out->at[0] = at[0];
  out->at[1] = at[1];
  out->height = (double)map->height[(size_t)at[1] * (size_t)map->nx + (size_t)at[0]];
  out->around = place->around / (double)place->pairs;
}

static bool is_reported(const struct sm_outlier_map *map, int i, int j) {
  return i >= map->low[0] && i <= map->high[0] && j >= map->low[1] && j <= map->high[1];
}

/* Marks the pixels of outlier patches. */
static enum sm_status mark(struct sm_gis_session *s, struct job *job, struct sm_outliers *out) {
  const struct sm_outlier_map *map = job->map;
  struct seen {
    size_t size;
    int at[2];
  } *seen = calloc(job->places + 1, sizeof *seen);
  if (seen == NULL) return sm_gis_session_no_memory(s);
  for (int j = 0; j < map->ny; j++)
    for (int i = 0; i < map->nx; i++) {
      const size_t p = (size_t)j * (size_t)map->nx + (size_t)i, n = job->label[p];
      if (n == NOWHERE || !job->place[n].found) continue;
      job->odd[p] = 1;
      if (!is_reported(map, i, j)) continue;
      if (seen[n].size++ > 0) continue;
      seen[n].at[0] = i;
      seen[n].at[1] = j;
    }
  for (size_t n = 0; n < job->places; n++)
    if (seen[n].size > 0) report(map, &job->place[n], seen[n].size, seen[n].at, out);
  free(seen);
  return SM_OK;
}

static enum sm_status find_places(struct sm_gis_session *s, struct job *job, bool codes,
                                  struct sm_outliers *out) {
  size_t ground = 0;
  bool any = false;
  job->codes = codes;
  connect(job);
  const enum sm_status status = number_places(s, job);
  if (status != SM_OK) return status;
  measure(job, NOWHERE - 1);
  for (size_t n = 0; n < job->places; n++)
    if (job->place[n].size > job->place[ground].size) ground = n;
  if (!codes && job->places > 1) measure(job, ground);
  for (size_t n = 0; n < job->places; n++) {
    struct place *place = &job->place[n];
    place->found =
        codes ? is_void(job, place) : n != ground && is_blunder(job, place, &job->place[ground]);
    any = any || place->found;
  }
  return any ? mark(s, job, out) : SM_OK;
}

/* Finds single pixels far above or below all neighbours. */
static void find_spikes(struct job *job, struct sm_outliers *out) {
  const struct sm_outlier_map *map = job->map;
  const double up = spike_step(job), down = pit_step(job);
  for (int j = 0; j < map->ny; j++)
    for (int i = 0; i < map->nx; i++) {
      const size_t p = (size_t)j * (size_t)map->nx + (size_t)i;
      const double height = (double)map->height[p];
      struct place place = {.first = p, .size = 1};
      size_t above = 0, below = 0;
      if (isnan(height) || job->odd[p]) continue;
      for (int n = 0; n < 8; n++) {
        const size_t q = neighbour(map, i, j, n);
        if (q == NOWHERE || isnan(map->height[q]) || job->odd[q]) continue;
        place.pairs++;
        place.around += (double)map->height[q];
        above += height - (double)map->height[q] > up;
        below += (double)map->height[q] - height > down;
      }
      if (place.pairs < LEAST_PAIRS || (above < place.pairs && below < place.pairs)) continue;
      job->odd[p] = 1;
      if (is_reported(map, i, j)) report(map, &place, 1, (const int[2]){i, j}, out);
    }
}

/* ---- what is done about it ---- */

/* True for a pixel blended with a neighbouring outlier: its height is between the outlier and the
 * ground around. */
static bool is_mixed(const struct job *job, int i, int j) {
  const struct sm_outlier_map *map = job->map;
  const double height = (double)map->height[(size_t)j * (size_t)map->nx + (size_t)i];
  double sum = 0, odd = (double)NAN;
  int count = 0;
  for (int n = 0; n < 8; n++) {
    const size_t q = neighbour(map, i, j, n);
    if (q == NOWHERE || isnan(map->height[q])) continue;
    if (job->odd[q] == 1) {
      odd = (double)map->height[q];
    } else {
      sum += (double)map->height[q];
      count++;
    }
  }
  if (isnan(odd) || count == 0) return false;
  const double ground = sum / count, share = (height - ground) / (odd - ground);
  return share > 0.02 && fabs(height - ground) > fmax(job->typical, 0.3 * map->cell);
}

static void take_away(const struct job *job) {
  const struct sm_outlier_map *map = job->map;
  const size_t pixels = (size_t)map->nx * (size_t)map->ny;
  for (int j = 0; j < map->ny; j++)
    for (int i = 0; i < map->nx; i++) {
      unsigned char *odd = &job->odd[(size_t)j * (size_t)map->nx + (size_t)i];
      if (*odd == 0 && is_mixed(job, i, j)) *odd = 2;
    }
  for (size_t p = 0; p < pixels; p++)
    if (job->odd[p] != 0) map->height[p] = NAN;
}

/* Quick test of all steps between neighbours: most maps have
 * none large enough for an outlier. */
static bool may_have_any(struct job *job) {
  const struct sm_outlier_map *map = job->map;
  double sum = 0, largest = 0;
  size_t count = 0;
  for (int j = 0; j < map->ny; j++)
    for (int i = 0; i < map->nx; i++) {
      const double height = (double)map->height[(size_t)j * (size_t)map->nx + (size_t)i];
      for (int n = 1; n < 4 && !isnan(height); n += 2) {
        const size_t q = neighbour(map, i, j, n);
        if (q == NOWHERE || isnan(map->height[q])) continue;
        const double step = fabs((double)map->height[q] - height);
        largest = fmax(largest, step);
        sum += fmin(step, 300);
        count++;
      }
    }
  job->typical = count > 0 ? sum / (double)count : 0;
  return largest > void_step(job);
}

enum sm_status sm_outliers_find(struct sm_gis_session *s, const struct sm_outlier_map *map,
                                struct sm_outliers *out) {
  const size_t pixels = (size_t)map->nx * (size_t)map->ny;
  struct job job = {.map = map};
  if (!may_have_any(&job)) return SM_OK;
  job.odd = map->odd != NULL ? map->odd : calloc(pixels, sizeof *job.odd);
  job.label = malloc(pixels * sizeof *job.label);
  enum sm_status status =
      job.odd != NULL && job.label != NULL ? SM_OK : sm_gis_session_no_memory(s);
  if (status == SM_OK) status = find_places(s, &job, true, out);
  if (status == SM_OK) status = find_places(s, &job, false, out);
  if (status == SM_OK) find_spikes(&job, out);
  if (status == SM_OK && map->remove) take_away(&job);
  free(job.place);
  free(job.label);
  if (map->odd == NULL) free(job.odd);
  return status;
}
