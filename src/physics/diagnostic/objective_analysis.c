/* physics/diagnostic/objective_analysis.c - objective analysis of station winds (Barnes). With A
 * the first analysis at the stations and Q the kernel of the corrections there, the wind at p is
 * first(p) + sum over s of q_s(p) (G f)_s,  where G sums, pass by pass, the remaining misfit of the
 * stations: r <- r - Q D r, starting from r = (1 - A) f, D the inverse row sums of Q. Q is sparse:
 * weights below `negligible` of that of the nearest station are dropped. */
#include "physics/diagnostic/objective_analysis.h"

#include "base/list.h"
#include <math.h>
#include <omp.h>
#include <string.h>

static const double narrower = 0.2;    /* kappa of the corrections over that of the first analysis
                                          (Koch et al. 1983) */
static const double met = 1e-4;        /* relative misfit allowed at a station */
static const double negligible = 1e-9; /* relative size of a weight or a correction */
static const double least_length2 = 1; /* m2: lower limit of kappa, for stations at one place */
static const double flatness = 0.05;   /* vertical scale of differences over the spacing */
static const double shallowest = 100, deepest = 1000; /* m, limits of the vertical scale */
static const double pi = 3.14159265358979323846;

/* MANY: number of stations above which threads are used. */
enum { MOST_PASSES = 60, MANY = 1000, SAMPLES = 32 };

/* Cutoff at the radius of influence: (1 - (r / radius)^2)^2, 0 beyond. */
static double cutoff_weight(const struct sm_station *station, double r2) {
  const double rest = 1 - r2 / (station->radius * station->radius);
  return rest > 0 ? rest * rest : 0;
}

/* Stations within reach of a point, with the sum of their weights
 *   cutoff exp(-(r2 - nearest2) / length2),
 * without those below `least`. */
static int within_reach(const struct sm_analysis *a, const double at[2], double nearest2,
                        double length2, double least, double *sum, struct sm_station_found *out) {
  const int found =
      sm_station_search_find(a->nearby, at[0], at[1], nearest2 - log(least) * length2, out);
  *sum = 0;
  for (int n = 0; n < found; n++) {
    out[n].value = cutoff_weight(sm_analysis_station(a, out[n].number), out[n].value) *
                   exp(-(out[n].value - nearest2) / length2);
    *sum += out[n].value;
  }
  return found;
}

/* Normalised Barnes weights exp(-r2 / length2) of the stations at a point, with cutoff; beyond the
 * reach of all stations the nearest one has weight 1. The largest exponential is scaled to 1 first,
 * since all would underflow far away. Returns the number of stations in `out`. */
static int barnes_weights(const struct sm_analysis *a, const double at[2], double length2,
                          struct sm_station_found *out) {
  double any, sum = 0;
  const double nearest2 = sm_station_search_reaching2(a->nearby, at[0], at[1], &any);
  int found;
  if (isinf(nearest2)) {
    found = sm_station_search_find(a->nearby, at[0], at[1], any, out);
    for (int n = 0; n < found; n++) out[n].value = 1;
    sum = found;
  } else {
    found = within_reach(a, at, nearest2, length2, negligible, &sum, out);
    if (sum < 0.5) /* the nearest is near its cutoff: farther stations matter more */
      found = within_reach(a, at, nearest2, length2, negligible * fmax(sum, 1e-30), &sum, out);
  }
  for (int n = 0; n < found; n++) out[n].value /= sum;
  return found;
}

/* Kernel of the corrections at a point: normalised weights or, with weather model columns, weights
 * that decay to 0. */
static int corrections(const struct sm_analysis *a, const double at[2],
                       struct sm_station_found *out) {
  double sum;
  if (a->places == NULL) return barnes_weights(a, at, a->length2[1], out);
  return within_reach(a, at, 0, a->length2[1], negligible, &sum, out);
}

/* Adds a multiple of a source to a row of fields. */
static void add_source(const struct sm_analysis *a, int source, double times, double *row) {
  const int f = a->field_of[source];
  if (a->field[f].axis < 0) {
    row[f] += times;
    return;
  }
  const struct sm_station *station = sm_analysis_station(a, source);
  const struct sm_station_reading *reading = &station->reading[a->time * station->level_count];
  row[f] += times * reading->u;
  row[f + 1] += times * reading->v;
}

/* Misfit of the first analysis at a station, in fields. */
static void departure_at(const struct sm_analysis *a, int s, struct sm_station_found *near,
                         double *row) {
  const double at[2] = {sm_analysis_station(a, s)->x, sm_analysis_station(a, s)->y};
  memset(row, 0, (size_t)a->field_count * sizeof *row);
  add_source(a, s, 1, row);
  if (a->places == NULL) {
    const int found = barnes_weights(a, at, a->length2[0], near);
    for (int n = 0; n < found; n++) add_source(a, near[n].number, -near[n].value, row);
    return;
  }
  double place_at[2] = {0, 0};
  sm_model_columns_find(a->places, at[0], at[1], place_at);
  for (int t = a->count; t < a->source_count; t++) {
    const int place = a->source[t] - a->places->first, along = a->places->n[0];
    add_source(a, t, -sm_model_columns_weight(place_at, place % along, place / along), row);
  }
}

/* kappa = 5.052 (2 d / pi)^2 (Koch et al. 1983), d the mean distance of neighbours, m. */
static double barnes_kappa(double d) {
  const double scale = 2 * d / pi;
  return fmax(5.052 * scale * scale, least_length2);
}

static double mean_spacing(const struct sm_analysis *a) {
  double sum = 0;
  for (int s = 0; s < a->count; s++) sum += sqrt(sm_station_search_gap2(a->nearby, s));
  return sum / a->count;
}

/* Differences over the spacing d are corrected by the conservation of mass in a layer of about this
 * depth: those of a shallow layer stay (docs/theory/weather.md). */
static void set_vertical_scale(struct sm_analysis *a, double spacing) {
  const double given = a->weather->vertical_scale;
  a->vertical_scale = given > 0 ? given : fmin(fmax(flatness * spacing, shallowest), deepest);
  if (isinf(spacing)) a->vertical_scale = INFINITY;
  for (int s = 0; s < a->count; s++) {
    const struct sm_station *own = sm_analysis_station(a, s);
    for (int l = 0; l < own->level_count; l++) {
      const struct sm_station_reading *reading = &own->reading[a->time * own->level_count + l];
      if (reading->valid) a->highest = fmax(a->highest, reading->height);
    }
  }
}

double sm_analysis_fading(const struct sm_analysis *a, double height) {
  const double above = fmax(height - a->highest, 0) / a->vertical_scale;
  return exp(-above * above);
}

static void set_lengths(struct sm_analysis *a) {
  double spacing = INFINITY;
  a->length2[0] = a->length2[1] = least_length2;
  if (a->places != NULL) {
    spacing = a->places->spacing;
    a->length2[1] = barnes_kappa(spacing);
  } else if (a->count > 1) {
    spacing = mean_spacing(a);
    a->length2[0] = barnes_kappa(spacing);
    a->length2[1] = fmax(narrower * a->length2[0], least_length2);
  }
  set_vertical_scale(a, spacing);
}

/* Kernel Q at the stations, in sparse rows. */
struct kernel {
  size_t *first;                 /* [count + 1] */
  struct sm_station_found *near; /* stations with weights that are not negligible */
  double *sum;                   /* row sums, with all weights */
};

/* Fills row s of the kernel and returns its length; near NULL: length only. */
static size_t kernel_row(const struct sm_analysis *a, int s, struct sm_station_found *scratch,
                         double *sum, struct sm_station_found *near) {
  const double at[2] = {sm_analysis_station(a, s)->x, sm_analysis_station(a, s)->y};
  const int found = corrections(a, at, scratch);
  size_t kept = 0;
  *sum = 0;
  for (int n = 0; n < found; n++) {
    *sum += scratch[n].value;
    if (!(scratch[n].value > negligible)) continue;
    if (near != NULL) near[kept] = scratch[n];
    kept++;
  }
  return kept;
}

static struct sm_station_found *near_of_thread(const struct sm_analysis *a) {
  return a->near + (size_t)omp_get_thread_num() * (size_t)a->count;
}

static enum sm_status make_kernel(struct sm_context *ctx, const struct sm_analysis *a,
                                  struct kernel *q) {
  const size_t n = (size_t)a->count;
  SM_TRY(sm_alloc(ctx, n + 1, sizeof *q->first, "the analysis of stations", &q->first));
  SM_TRY(sm_alloc(ctx, n, sizeof *q->sum, "the analysis of stations", &q->sum));
#pragma omp parallel for schedule(static) num_threads(a->threads) if (a->count > MANY)
  for (int s = 0; s < a->count; s++)
    q->first[s + 1] = kernel_row(a, s, near_of_thread(a), &q->sum[s], NULL);
  for (size_t s = 0; s < n; s++) q->first[s + 1] += q->first[s];
  SM_TRY(sm_alloc(ctx, q->first[n], sizeof *q->near, "the analysis of stations", &q->near));
#pragma omp parallel for schedule(static) num_threads(a->threads) if (a->count > MANY)
  for (int s = 0; s < a->count; s++)
    kernel_row(a, s, near_of_thread(a), &q->sum[s], q->near + q->first[s]);
  return SM_OK;
}

/* rest <- rest - Q d with d = rest / (row sums of Q), which is added to the gain. Returns the
 * largest relative misfit before the pass. */
static double correction_pass(const struct sm_analysis *a, const struct kernel *q, double *rest,
                              double *step) {
  const size_t n = (size_t)a->count, m = (size_t)a->field_count;
  double largest = 0;
  for (size_t s = 0; s < n; s++)
    for (size_t t = 0; t < m; t++) {
      const double left = fabs(rest[s * m + t]);
      largest = fmax(largest, a->field[t].axis < 0 ? left : left / a->scale);
      step[s * m + t] = rest[s * m + t] / q->sum[s];
      a->gain[s * m + t] += step[s * m + t];
    }
#pragma omp parallel for schedule(static) num_threads(a->threads) if (a->count > MANY)
  for (size_t s = 0; s < n; s++)
    for (size_t e = q->first[s]; e < q->first[s + 1]; e++) {
      const double *from = step + (size_t)q->near[e].number * m;
      for (size_t t = 0; t < m; t++) rest[s * m + t] -= q->near[e].value * from[t];
    }
  return largest;
}

static enum sm_status find_gain(struct sm_context *ctx, struct sm_analysis *a) {
  const size_t n = (size_t)a->count, m = (size_t)a->field_count;
  struct kernel q = {0};
  double *numbers = NULL, before = INFINITY;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, 2 * n * m, sizeof *numbers, "the analysis of stations", &numbers));
  double *rest = numbers, *step = rest + n * m;
  SM_TRY_DONE(make_kernel(ctx, a, &q));
#pragma omp parallel for schedule(static) num_threads(a->threads) if (a->count > MANY)
  for (int s = 0; s < a->count; s++) departure_at(a, s, near_of_thread(a), rest + (size_t)s * m);
  for (int pass = 0; pass < MOST_PASSES; pass++) {
    const double left = correction_pass(a, &q, rest, step);
    if (left <= met || left > 1.001 * before) break; /* the misfit may grow where radii differ */
    before = left;
  }
done:
  SM_FREE_ALL(q.first, q.near, q.sum, numbers);
  return status;
}

/* Weights of all fields at a point. */
static void weights_at(const struct sm_analysis *a, const double at[2],
                       struct sm_station_found *near, double *out) {
  const size_t m = (size_t)a->field_count;
  memset(out, 0, m * sizeof *out);
  if (a->places == NULL) {
    const int found = barnes_weights(a, at, a->length2[0], near);
    for (int n = 0; n < found; n++) add_source(a, near[n].number, near[n].value, out);
  }
  const int found = corrections(a, at, near);
  for (int n = 0; n < found; n++) {
    if (!(near[n].value > negligible)) continue;
    const double *gain = a->gain + (size_t)near[n].number * m;
    for (size_t t = 0; t < m; t++) out[t] += near[n].value * gain[t];
  }
}

/* Averages the weights over places spread evenly over the domain. */
static enum sm_status find_mean(struct sm_context *ctx, struct sm_analysis *a) {
  const size_t m = (size_t)a->field_count;
  const double part[2] = {sm_axis_length(&a->grid->axis[0]) / SAMPLES,
                          sm_axis_length(&a->grid->axis[1]) / SAMPLES};
  SM_TRY(sm_alloc(ctx, m, sizeof *a->mean, "the analysis of stations", &a->mean));
  for (int j = 0; j < SAMPLES; j++)
    for (int i = 0; i < SAMPLES; i++) {
      const double at[2] = {part[0] * (i + 0.5), part[1] * (j + 0.5)};
      weights_at(a, at, a->near, a->source_weight);
      for (size_t f = 0; f < m; f++) a->mean[f] += a->source_weight[f] / (SAMPLES * SAMPLES);
    }
  return SM_OK;
}

enum sm_status sm_analysis_create(struct sm_context *ctx, const struct sm_grid *grid,
                                  const struct sm_weather *w, const struct sm_model_columns *places,
                                  int time, struct sm_analysis **out) {
  const char *what = "the analysis of stations";
  struct sm_analysis *a = NULL;
  enum sm_status status = SM_OK;
  *out = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *a, what, &a));
  a->grid = grid;
  a->weather = w;
  a->station = w->station;
  a->places = places;
  a->time = time;
  a->threads = omp_get_max_threads();
  SM_TRY_DONE(sm_analysis_find_sources(ctx, w, a));
  SM_TRY_DONE(sm_station_search_create(ctx, a->station, a->source, a->count, &a->nearby));
  SM_TRY_DONE(sm_analysis_find_fields(ctx, a));
  set_lengths(a);
  const size_t n = (size_t)a->count, m = (size_t)a->field_count, threads = (size_t)a->threads;
  SM_TRY_DONE(sm_alloc(ctx, n * m, sizeof *a->gain, what, &a->gain));
  SM_TRY_DONE(sm_alloc(ctx, threads * m, sizeof *a->source_weight, what, &a->source_weight));
  SM_TRY_DONE(sm_alloc(ctx, threads * n, sizeof *a->near, what, &a->near));
  if (a->count > 1 || (a->count == 1 && places != NULL)) SM_TRY_DONE(find_gain(ctx, a));
  if (a->count > 1 && places == NULL) SM_TRY_DONE(find_mean(ctx, a));
  *out = a;
done:
  if (status != SM_OK) sm_analysis_destroy(&a);
  return status;
}

void sm_analysis_destroy(struct sm_analysis **analysis) {
  struct sm_analysis *a = *analysis;
  if (a == NULL) return;
  sm_station_search_destroy(&a->nearby);
  SM_FREE_ALL(a->source, a->field, a->unit, a->field_of, a->gain, a->source_weight, a->near,
              a->mean, a);
  *analysis = NULL;
}

void sm_analysis_weights_at(const struct sm_analysis *a, const double at[2], double *weight) {
  if (a->count == 1 && a->places == NULL) /* a single station needs no weights */
    weight[0] = 1;
  else if (a->count > 0)
    weights_at(a, at, near_of_thread(a), weight);
}

static double centre_of(const struct sm_axis *axis, int padded) {
  const int i = padded - 1;
  return axis->centre[i < 0 ? 0 : i >= axis->n ? axis->n - 1 : i];
}

void sm_analysis_weights(const struct sm_analysis *a, const struct sm_analysis_part *part,
                         float *weight) {
  const int row = a->grid->axis[0].n + 3;
  const size_t plane = (size_t)(part->j1 - part->j0) * (size_t)row;
  if (a->count == 0) return;
  if (a->count == 1 && a->places == NULL) { /* a single station needs no weights */
    for (size_t c = 0; c < plane; c++) weight[c] = 1;
    return;
  }
#pragma omp parallel for schedule(static) num_threads(a->threads)
  for (int j = part->j0; j < part->j1; j++) {
    double *source_weight =
        a->source_weight + (size_t)omp_get_thread_num() * (size_t)a->field_count;
    for (int i = 0; i < row; i++) {
      const size_t column = (size_t)(j - part->j0) * (size_t)row + (size_t)i;
      sm_analysis_weights_at(
          a, (const double[]){centre_of(&a->grid->axis[0], i), centre_of(&a->grid->axis[1], j)},
          source_weight);
      for (int f = part->f0; f < part->f1; f++)
        weight[(size_t)(f - part->f0) * plane + column] = (float)source_weight[f];
    }
  }
}
