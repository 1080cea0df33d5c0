#include "physics/diagnostic/internal.h"

#include "domain/domain.h"
#include "physics/vegetation/vegetation.h"
#include "solve/anderson.h"
#include <math.h>
#include <string.h>

/* CELLS: most cells around a reading. HISTORY: earlier passes that the acceleration uses. PATIENCE:
 * passes without progress after which stations are given up, or the search ends. */
enum { CELLS = 8, HISTORY = 4, MOST_PASSES = 16, PATIENCE = 3 };

static const double progress = 0.9; /* of the largest misfit, in a pass that counts */
static const double hopeless = 0.5; /* part of the largest first misfit that is given up */
static const double amplified = 3;  /* largest correction over the largest reading */

/* Reading of a station at a place with air. */
struct match_point {
  int station, level;
  bool given_up;        /* behind a wall its reading has no effect on the wind */
  double weight[CELLS]; /* 0 beyond the cells */
};

struct sm_station_match {
  const struct sm_domain *domain;
  struct sm_state *state;
  struct sm_store store;
  struct sm_weather weather; /* that of the domain, with readings of its own */
  int stations;              /* the first of the weather; the others are model columns */
  double tolerance;          /* m/s */
  int time, count, most;     /* points of the time, and at most */
  struct match_point *point;
  int64_t *host_cell, *cell; /* [CELLS * most]; the latter on the device, like wind */
  float *host_wind, *wind;   /* [CELLS * most][2] */
  /* Vectors of u and v of all points, m/s: */
  double *reading, *input, *misfit, *best, *first_misfit;
  struct sm_anderson *anderson;
  int pass, idle;
  double least; /* smallest of the largest misfits, m/s */
  bool is_last;
};

/* --- set-up --- */

static enum sm_status allocate(struct sm_context *ctx, struct sm_station_match *m) {
  struct sm_store *store = &m->store;
  const size_t most = (size_t)m->most, cells = CELLS * most, n = 2 * most;
  double **const vector[] = {&m->reading, &m->input, &m->misfit, &m->best, &m->first_misfit};
  SM_TRY(sm_weather_copy(ctx, store, &m->domain->weather, m->stations, &m->weather));
  SM_TRY(sm_store_host(ctx, store, most, sizeof *m->point, &m->point));
  SM_TRY(sm_store_host(ctx, store, cells, sizeof *m->host_cell, &m->host_cell));
  SM_TRY(sm_store_host(ctx, store, 2 * cells, sizeof *m->host_wind, &m->host_wind));
  SM_TRY(sm_store_put(ctx, store, NULL, cells, sizeof *m->cell, &m->cell));
  SM_TRY(sm_store_put(ctx, store, NULL, 2 * cells, sizeof *m->wind, &m->wind));
  for (size_t v = 0; v < sizeof vector / sizeof *vector; v++)
    SM_TRY(sm_store_host(ctx, store, n, sizeof **vector[v], vector[v]));
  return sm_anderson_create(ctx, 2 * m->most, HISTORY, &m->anderson);
}

enum sm_status sm_station_match_create(struct sm_context *ctx, const struct sm_case *c,
                                       const struct sm_domain *domain, struct sm_state *state,
                                       struct sm_station_match **out) {
  const struct sm_weather *weather = &domain->weather;
  const int stations = sm_weather_places(weather);
  int most = 0;
  *out = NULL;
  for (int s = 0; s < stations; s++)
    if (sm_domain_contains(domain, weather->station[s].x, weather->station[s].y))
      most += weather->station[s].level_count;
  if (most == 0 || !c->weather.match) return SM_OK;
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the match of stations", out));
  struct sm_station_match *m = *out;
  m->domain = domain;
  m->state = state;
  m->store = (struct sm_store){.device = state->device, .what = "the match of stations"};
  m->stations = stations;
  m->tolerance = c->weather.match_tolerance;
  m->most = most;
  const enum sm_status status = allocate(ctx, m);
  if (status != SM_OK) sm_station_match_destroy(out);
  return status;
}

void sm_station_match_destroy(struct sm_station_match **match) {
  struct sm_station_match *m = *match;
  if (m == NULL) return;
  sm_anderson_destroy(&m->anderson);
  sm_store_clear(&m->store);
  sm_free(m);
  *match = NULL;
}

const struct sm_weather *sm_station_match_weather(const struct sm_station_match *match) {
  return &match->weather;
}

/* --- a time --- */

static struct sm_station_reading *reading_of(const struct sm_weather *weather, int time,
                                             const struct match_point *point) {
  const struct sm_station *station = &weather->station[point->station];
  return &station->reading[time * station->level_count + point->level];
}

/* Cells around a reading; false where there is no air. */
static bool find_cells(const struct sm_station_match *m, struct match_point *point, int64_t *cell) {
  const struct sm_station *station = &m->domain->weather.station[point->station];
  const double at[2] = {station->x, station->y};
  struct sm_column_beside column[CELLS / 2];
  const int columns = sm_columns_beside(
      m->domain, at, reading_of(&m->domain->weather, m->time, point)->height, column);
  for (int n = 0; n < CELLS; n++) {
    const struct sm_column_beside *of = &column[n / 2 < columns ? n / 2 : 0];
    const int k = n % 2 == 0 ? of->mix.low : of->mix.high;
    point->weight[n] =
        n / 2 < columns ? of->weight * (n % 2 == 0 ? of->mix.weight_low : of->mix.weight_high) : 0;
    cell[n] = columns > 0 ? of->i + of->j * m->state->sy + k * m->state->sz : 0;
  }
  return columns > 0;
}

static void add_points(struct sm_station_match *m, int station) {
  const struct sm_station *own = &m->domain->weather.station[station];
  if (!sm_domain_contains(m->domain, own->x, own->y)) return;
  for (int l = 0; l < own->level_count; l++) {
    struct match_point *point = &m->point[m->count];
    *point = (struct match_point){.station = station, .level = l};
    const struct sm_station_reading *reading = reading_of(&m->domain->weather, m->time, point);
    *reading_of(&m->weather, m->time, point) = *reading;
    if (!reading->valid || !find_cells(m, point, m->host_cell + (ptrdiff_t)CELLS * m->count))
      continue;
    m->reading[2 * m->count] = m->input[2 * m->count] = reading->u;
    m->reading[2 * m->count + 1] = m->input[2 * m->count + 1] = reading->v;
    m->count++;
  }
}

enum sm_status sm_station_match_begin(struct sm_context *ctx, struct sm_station_match *m,
                                      int time) {
  m->time = time;
  m->count = m->pass = m->idle = 0;
  m->least = INFINITY;
  m->is_last = false;
  for (int s = 0; s < m->stations; s++) add_points(m, s);
  sm_anderson_start(m->anderson, 2 * m->count);
  return sm_device_upload(ctx, m->state->device, m->cell, m->host_cell,
                          (size_t)CELLS * (size_t)m->count * sizeof *m->cell);
}

/* Misfit of all points, 0 of those given up; *largest in m/s. */
static enum sm_status find_misfit(struct sm_context *ctx, struct sm_station_match *m,
                                  double *largest) {
  SM_TRY(sm_listed_winds_read(ctx, m->state, m->cell, (size_t)CELLS * (size_t)m->count, m->wind,
                              m->host_wind));
  *largest = 0;
  for (int p = 0; p < m->count; p++) {
    double wind[2] = {0};
    for (int c = 0; c < 2 * CELLS; c++)
      wind[c % 2] += m->point[p].weight[c / 2] * (double)m->host_wind[(ptrdiff_t)2 * CELLS * p + c];
    for (int d = 0; d < 2; d++)
      m->misfit[2 * p + d] = m->point[p].given_up ? 0 : m->reading[2 * p + d] - wind[d];
    *largest = fmax(*largest, hypot(m->misfit[2 * p], m->misfit[2 * p + 1]));
  }
  if (m->pass == 0) memcpy(m->first_misfit, m->misfit, 2 * (size_t)m->count * sizeof *m->misfit);
  return SM_OK;
}

/* Keeps corrected readings, of which some station may have no effect, in bounds. */
static void limit(struct sm_station_match *m) {
  double largest = 0;
  for (int p = 0; p < m->count; p++)
    largest = fmax(largest, hypot(m->reading[2 * p], m->reading[2 * p + 1]));
  for (int p = 0; p < m->count; p++) {
    const double du = m->input[2 * p] - m->reading[2 * p],
                 dv = m->input[2 * p + 1] - m->reading[2 * p + 1], size = hypot(du, dv);
    if (!(size > amplified * largest)) continue;
    m->input[2 * p] = m->reading[2 * p] + du * amplified * largest / size;
    m->input[2 * p + 1] = m->reading[2 * p + 1] + dv * amplified * largest / size;
  }
}

static void use_input(struct sm_station_match *m) {
  for (int p = 0; p < m->count; p++) {
    struct sm_station_reading *reading = reading_of(&m->weather, m->time, &m->point[p]);
    reading->u = m->input[2 * p];
    reading->v = m->input[2 * p + 1];
  }
}

/* True while the misfit gets smaller; keeps the best readings. */
static bool has_progress(struct sm_station_match *m, double largest) {
  const size_t bytes = 2 * (size_t)m->count * sizeof *m->input;
  m->idle = largest < progress * m->least ? 0 : m->idle + 1;
  if (largest < m->least) memcpy(m->best, m->input, bytes);
  m->least = fmin(m->least, largest);
  return m->idle < PATIENCE;
}

/* First misfit of a point that is not given up, else 0. */
static double first_misfit(const struct sm_station_match *m, int p) {
  return m->point[p].given_up ? 0 : hypot(m->first_misfit[2 * p], m->first_misfit[2 * p + 1]);
}

/* Gives up the stations that the first wind misses most, and begins again from there with the
 * others. Returns false if no other is missed. */
static bool give_up(struct sm_station_match *m) {
  double largest = 0;
  int others = 0;
  for (int p = 0; p < m->count; p++) largest = fmax(largest, first_misfit(m, p));
  for (int p = 0; p < m->count; p++) {
    m->point[p].given_up = m->point[p].given_up || first_misfit(m, p) > hopeless * largest;
    others += first_misfit(m, p) > m->tolerance;
    for (int n = 2 * p; n < 2 * p + 2; n++)
      m->input[n] = m->reading[n] + (m->point[p].given_up ? 0 : m->first_misfit[n]);
  }
  m->idle = 0;
  m->least = INFINITY;
  sm_anderson_start(m->anderson, 2 * m->count);
  return others > 0;
}

enum sm_status sm_station_match_correct(struct sm_context *ctx, struct sm_station_match *m,
                                        bool *again) {
  double largest;
  *again = false;
  if (m->is_last || m->count == 0) return SM_OK;
  SM_TRY(find_misfit(ctx, m, &largest));
  sm_debug(ctx, "stations: largest misfit %.3g m/s in wind %d", largest, m->pass + 1);
  if (largest <= m->tolerance) return SM_OK;
  if (has_progress(m, largest) && m->pass + 1 < MOST_PASSES) {
    sm_anderson_step(m->anderson, m->input, m->misfit);
    limit(m);
  } else if (m->pass + 1 < MOST_PASSES) {
    m->is_last = !give_up(m);
  } else {
    m->is_last = true;
    if (largest == m->least) return SM_OK;
    memcpy(m->input, m->best, 2 * (size_t)m->count * sizeof *m->input);
  }
  m->pass++;
  use_input(m);
  *again = true;
  return SM_OK;
}

enum sm_status sm_weather_copy(struct sm_context *ctx, struct sm_store *store,
                               const struct sm_weather *from, int stations,
                               struct sm_weather *out) {
  const size_t times = (size_t)from->time_count, all = (size_t)from->station_count;
  struct sm_station *station = NULL;
  struct sm_station_reading *reading = NULL;
  size_t levels = 0;
  for (int s = 0; s < stations; s++) levels += (size_t)from->station[s].level_count;
  SM_TRY(sm_store_host(ctx, store, all, sizeof *station, &station));
  SM_TRY(sm_store_host(ctx, store, levels * times, sizeof *reading, &reading));
  memcpy(station, from->station, all * sizeof *station);
  for (int s = 0; s < stations; s++) {
    const size_t count = times * (size_t)station[s].level_count;
    memcpy(reading, station[s].reading, count * sizeof *reading);
    station[s].reading = reading;
    reading += count;
  }
  *out = *from;
  out->station = station;
  return SM_OK;
}
