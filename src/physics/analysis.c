/* analysis.c - with the first analysis A at the stations and Q the corrections' kernel there, the
 * wind at p is  first(p) + sum over s of q_s(p) (G f)_s,  where G sums up, pass by pass, what the
 * stations still lack: r <- r - Q D r, from r = (1 - A) f on, D the inverse sums of Q's rows. */
#include "physics/analysis.h"

#include <math.h>
#include <omp.h>
#include <string.h>

static const double narrower = 0.2;    /* Koch et al. 1983: kappa of corrections over the first */
static const double met = 1e-4;        /* part of a departure that may be left at a station */
static const double negligible = 1e-9; /* part of a correction: stations of a network are many */
static const double least_length2 = 1; /* m2: stations at one place need some length */
static const double pi = 3.14159265358979323846;

enum { MOST_PASSES = 60, AROUND = 4 };

/* A station fades out towards its radius: (1 - (r / radius)^2)^2, 0 beyond. */
static double fading(const struct sm_station *station, double r2) {
  const double rest = 1 - r2 / (station->radius * station->radius);
  return rest > 0 ? rest * rest : 0;
}

static const struct sm_station *station_of(const struct sm_analysis *a, int s) {
  return &a->station[a->source[s]];
}

static double distance2(const struct sm_station *station, double x, double y) {
  const double dx = x - station->x, dy = y - station->y;
  return dx * dx + dy * dy;
}

/* exp(-r2 / length2) of every station at (x, y), faded, made to sum to 1; out of everybody's reach
 * the nearest counts alone. The largest is scaled to 1 first, or all would underflow far away. */
static void shares(const struct sm_analysis *a, double x, double y, double length2, double *w) {
  double nearest = INFINITY, nearest_in_reach = INFINITY, sum = 0;
  for (int s = 0; s < a->count; s++) {
    w[s] = distance2(station_of(a, s), x, y);
    nearest = fmin(nearest, w[s]);
    if (fading(station_of(a, s), w[s]) > 0) nearest_in_reach = fmin(nearest_in_reach, w[s]);
  }
  for (int s = 0; s < a->count; s++) {
    const double r2 = w[s];
    w[s] = isinf(nearest_in_reach)
               ? r2 == nearest
               : fading(station_of(a, s), r2) * exp(-(r2 - nearest_in_reach) / length2);
    sum += w[s];
  }
  for (int s = 0; s < a->count; s++) w[s] /= sum;
}

/* The kernel of the corrections at a point: shares, or beside a model what falls to 0. */
static void corrections(const struct sm_analysis *a, double x, double y, double *q) {
  if (a->places == NULL) {
    shares(a, x, y, a->length2[1], q);
    return;
  }
  for (int s = 0; s < a->count; s++) {
    const double r2 = distance2(station_of(a, s), x, y);
    q[s] = fading(station_of(a, s), r2) * exp(-r2 / a->length2[1]);
  }
}

/* The first analysis at a station: the share of every source. */
static void first_at(const struct sm_analysis *a, const struct sm_station *station, double *out) {
  if (a->places == NULL) {
    shares(a, station->x, station->y, a->length2[0], out);
    return;
  }
  double at[2] = {0, 0};
  sm_places_find(a->places, station->x, station->y, at);
  for (int t = 0; t < a->source_count; t++) {
    const int place = a->source[t] - a->places->first, row = a->places->n[0];
    out[t] = t < a->count ? 0 : sm_places_share(at, place % row, place / row);
  }
}

/* kappa = 5.052 (2 d / pi)^2 (Koch et al. 1983), d the mean distance of neighbours, m. */
static double kappa(double d) {
  const double scale = 2 * d / pi;
  return fmax(5.052 * scale * scale, least_length2);
}

static double mean_gap(const struct sm_analysis *a) {
  double sum = 0;
  for (int s = 0; s < a->count; s++) {
    double nearest2 = INFINITY;
    const struct sm_station *here = station_of(a, s);
    for (int t = 0; t < a->count; t++)
      if (t != s) nearest2 = fmin(nearest2, distance2(station_of(a, t), here->x, here->y));
    sum += sqrt(nearest2);
  }
  return sum / a->count;
}

static void set_lengths(struct sm_analysis *a) {
  if (a->places != NULL) {
    a->length2[1] = kappa(a->places->spacing);
  } else if (a->count > 1) {
    a->length2[0] = kappa(mean_gap(a));
    a->length2[1] = fmax(narrower * a->length2[0], least_length2);
  } else {
    a->length2[0] = a->length2[1] = least_length2;
  }
}

/* rest <- rest - Q d, d being rest over the sums of Q's rows, which the gain takes up. Returns the
 * largest part of a departure that was left before. */
static double correct(const struct sm_analysis *a, const double *q, double *rest, double *step) {
  const int n = a->count, m = a->source_count;
  double largest = 0;
  for (int s = 0; s < n; s++) {
    double sum = 0;
    for (int u = 0; u < n; u++) sum += q[s * n + u];
    for (int t = 0; t < m; t++) {
      largest = fmax(largest, fabs(rest[s * m + t]));
      step[s * m + t] = rest[s * m + t] / sum;
      a->gain[s * m + t] += step[s * m + t];
    }
  }
  for (int s = 0; s < n; s++)
    for (int u = 0; u < n; u++)
      if (q[s * n + u] > negligible)
        for (int t = 0; t < m; t++) rest[s * m + t] -= q[s * n + u] * step[u * m + t];
  return largest;
}

static enum sm_status find_gain(struct sm_context *ctx, struct sm_analysis *a) {
  const size_t n = (size_t)a->count, m = (size_t)a->source_count;
  double *numbers = NULL;
  SM_TRY(sm_alloc(ctx, n * n + 2 * n * m, sizeof *numbers, "the analysis of stations", &numbers));
  double *q = numbers, *rest = q + n * n, *step = rest + n * m;
  for (size_t s = 0; s < n; s++) {
    const struct sm_station *here = station_of(a, (int)s);
    corrections(a, here->x, here->y, q + s * n);
    first_at(a, here, rest + s * m);
    for (size_t t = 0; t < m; t++) rest[s * m + t] = (s == t ? 1 : 0) - rest[s * m + t];
  }
  double before = INFINITY;
  for (int pass = 0; pass < MOST_PASSES; pass++) {
    const double left = correct(a, q, rest, step);
    if (left <= met || left > 1.001 * before) break; /* it may grow where radii differ */
    before = left;
  }
  sm_free(numbers);
  return SM_OK;
}

static bool has_reading(const struct sm_station *station, int time) {
  for (int l = 0; l < station->level_count; l++)
    if (station->reading[time * station->level_count + l].valid) return true;
  return false;
}

/* Adds the places round a station that are not yet among the sources. */
static void add_places(struct sm_analysis *a, const struct sm_station *station) {
  double at[2] = {0, 0};
  const int *n = a->places->n;
  sm_places_find(a->places, station->x, station->y, at);
  for (int j = (int)at[1]; j <= (int)at[1] + 1 && j < n[1]; j++)
    for (int i = (int)at[0]; i <= (int)at[0] + 1 && i < n[0]; i++) {
      const int number = a->places->first + j * n[0] + i;
      bool known = false;
      for (int t = a->count; t < a->source_count; t++) known |= a->source[t] == number;
      if (!known) a->source[a->source_count++] = number;
    }
}

static int station_count(const struct sm_weather *weather) {
  const int places = weather->grid[0] * weather->grid[1];
  return places > 1 ? weather->station_count - places : weather->station_count;
}

int sm_analysis_most(const struct sm_weather *weather) {
  const int stations = station_count(weather);
  return stations == weather->station_count ? stations : (1 + AROUND) * stations;
}

enum sm_status sm_analysis_create(struct sm_context *ctx, const struct sm_domain *domain,
                                  const struct sm_places *places, int time,
                                  struct sm_analysis **out) {
  const struct sm_weather *w = &domain->weather;
  const size_t most = (size_t)sm_analysis_most(w), threads = (size_t)omp_get_max_threads();
  struct sm_analysis *a = NULL;
  enum sm_status status = SM_OK;
  *out = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *a, "the analysis of stations", &a));
  a->grid = &domain->grid;
  a->station = w->station;
  a->places = places;
  SM_TRY_DONE(sm_alloc(ctx, most, sizeof *a->source, "the analysis of stations", &a->source));
  for (int s = 0; s < station_count(w); s++)
    if (has_reading(&w->station[s], time)) a->source[a->count++] = s;
  a->source_count = a->count;
  for (int s = 0; s < a->count && places != NULL; s++) add_places(a, station_of(a, s));
  set_lengths(a);
  SM_TRY_DONE(sm_alloc(ctx, (size_t)a->count * (size_t)a->source_count, sizeof *a->gain,
                       "the analysis of stations", &a->gain));
  SM_TRY_DONE(sm_alloc(ctx, threads * (size_t)(a->count + a->source_count), sizeof *a->scratch,
                       "the analysis of stations", &a->scratch));
  if (a->count > 1 || places != NULL) SM_TRY_DONE(find_gain(ctx, a));
  *out = a;
done:
  if (status != SM_OK) sm_analysis_destroy(&a);
  return status;
}

void sm_analysis_destroy(struct sm_analysis **analysis) {
  struct sm_analysis *a = *analysis;
  if (a == NULL) return;
  sm_free(a->source);
  sm_free(a->gain);
  sm_free(a->scratch);
  sm_free(a);
  *analysis = NULL;
}

/* Shares of all sources at a point. */
static void shares_at(const struct sm_analysis *a, double x, double y, double *q, double *out) {
  memset(out, 0, (size_t)a->source_count * sizeof *out);
  if (a->places == NULL) shares(a, x, y, a->length2[0], out);
  corrections(a, x, y, q);
  for (int s = 0; s < a->count; s++)
    if (q[s] > negligible)
      for (int t = 0; t < a->source_count; t++) out[t] += q[s] * a->gain[s * a->source_count + t];
}

static double centre_of(const struct sm_axis *axis, int padded) {
  const int i = padded - 1;
  return axis->centre[i < 0 ? 0 : i >= axis->n ? axis->n - 1 : i];
}

void sm_analysis_weights(const struct sm_analysis *a, int j0, int j1, float *weight) {
  const int row = a->grid->axis[0].n + 3;
  const size_t plane = (size_t)(j1 - j0) * (size_t)row;
  if (a->count == 1 && a->places == NULL) { /* nobody to share with */
    for (size_t c = 0; c < plane; c++) weight[c] = 1;
    return;
  }
#pragma omp parallel for schedule(static)
  for (int j = j0; j < j1; j++) {
    double *q = a->scratch + (size_t)omp_get_thread_num() * (size_t)(a->count + a->source_count);
    double *share = q + a->count;
    for (int i = 0; i < row; i++) {
      shares_at(a, centre_of(&a->grid->axis[0], i), centre_of(&a->grid->axis[1], j), q, share);
      for (int t = 0; t < a->source_count; t++)
        weight[(size_t)t * plane + (size_t)(j - j0) * (size_t)row + (size_t)i] = (float)share[t];
    }
  }
}
