/* barnes.c - the analysis is linear in the readings, so that weights can be computed once for all
 * heights: with first-pass weights W1 and second-pass weights W2 (of a kernel narrower by gamma),
 * station t's weight at p is W1_t(p) + W2_t(p) - sum over s of W2_s(p) W1_t(x_s). */
#include "physics/barnes.h"

#include <math.h>
#include <string.h>

static const double gamma_second = 0.2; /* Koch et al. 1983 */
static const double pi = 3.14159265358979323846;

struct barnes {
  const struct sm_station *const *station; /* those with a reading */
  int count;
  double length2;           /* m2, kappa of the first pass */
  const double *at_station; /* [s][t]: W1_t at station s */
};

/* A station fades out towards its radius: (1 - (r / radius)^2)^2, 0 beyond. */
static double fading(const struct sm_station *station, double r2) {
  const double rest = 1 - r2 / (station->radius * station->radius);
  return rest > 0 ? rest * rest : 0;
}

/* exp(-r2 / length2) of every station at (x, y), faded, made to sum to 1; out of everybody's reach
 * the nearest counts alone. The largest is scaled to 1 first, or all would underflow far away. */
static void kernel(const struct barnes *b, double x, double y, double length2, double *w) {
  double nearest = INFINITY, nearest_in_reach = INFINITY, sum = 0;
  for (int s = 0; s < b->count; s++) {
    const double dx = x - b->station[s]->x, dy = y - b->station[s]->y;
    w[s] = dx * dx + dy * dy;
    nearest = fmin(nearest, w[s]);
    if (fading(b->station[s], w[s]) > 0) nearest_in_reach = fmin(nearest_in_reach, w[s]);
  }
  for (int s = 0; s < b->count; s++) {
    const double r2 = w[s];
    w[s] = isinf(nearest_in_reach)
               ? r2 == nearest
               : fading(b->station[s], r2) * exp(-(r2 - nearest_in_reach) / length2);
    sum += w[s];
  }
  for (int s = 0; s < b->count; s++) w[s] /= sum;
}

/* kappa = 5.052 (2 d / pi)^2, d the mean distance to the nearest other station. */
static double length_squared(const struct barnes *b) {
  double sum = 0;
  for (int s = 0; s < b->count; s++) {
    double nearest = INFINITY;
    for (int t = 0; t < b->count; t++) {
      const double dx = b->station[s]->x - b->station[t]->x;
      const double dy = b->station[s]->y - b->station[t]->y;
      if (t != s) nearest = fmin(nearest, hypot(dx, dy));
    }
    sum += nearest;
  }
  const double d = sum / b->count, scale = 2 * d / pi;
  return fmax(5.052 * scale * scale, 1); /* stations at one place: anything above 0 */
}

static void column_weights(const struct barnes *b, double x, double y, double *first,
                           double *second, double *out) {
  kernel(b, x, y, b->length2, first);
  kernel(b, x, y, b->length2 * gamma_second, second);
  for (int t = 0; t < b->count; t++) {
    out[t] = first[t] + second[t];
    for (int s = 0; s < b->count; s++) out[t] -= second[s] * b->at_station[s * b->count + t];
  }
}

static double position(const struct sm_axis *axis, int i) {
  const int inside = i < 0 ? 0 : i >= axis->n ? axis->n - 1 : i;
  return axis->centre[inside];
}

static void all_columns(const struct barnes *b, const struct sm_domain *domain, const int *index,
                        double *scratch, float *weight) {
  const struct sm_axis *ax = &domain->grid.axis[0], *ay = &domain->grid.axis[1];
  const size_t row = (size_t)ax->n + 3, columns = row * ((size_t)ay->n + 2);
  double *first = scratch, *second = first + b->count, *out = second + b->count;
  for (int j = -1; j <= ay->n; j++)
    for (int i = -1; i <= ax->n + 1; i++) {
      column_weights(b, position(ax, i), position(ay, j), first, second, out);
      for (int s = 0; s < b->count; s++)
        weight[(size_t)index[s] * columns + (size_t)(j + 1) * row + (size_t)(i + 1)] =
            (float)out[s];
    }
}

static bool has_reading(const struct sm_station *station, int time) {
  for (int l = 0; l < station->level_count; l++)
    if (station->reading[time * station->level_count + l].valid) return true;
  return false;
}

enum sm_status sm_barnes_weights(struct sm_context *ctx, const struct sm_domain *domain, int time,
                                 float *weight) {
  const struct sm_weather *weather = &domain->weather;
  const size_t n = (size_t)weather->station_count;
  const size_t columns =
      ((size_t)domain->grid.axis[0].n + 3) * ((size_t)domain->grid.axis[1].n + 2);
  const struct sm_station **station = NULL;
  int *index = NULL;
  double *numbers = NULL;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, n, sizeof *station, "stations", &station));
  SM_TRY_DONE(sm_alloc(ctx, n, sizeof *index, "stations", &index));
  SM_TRY_DONE(sm_alloc(ctx, n * n + 3 * n, sizeof *numbers, "weights of stations", &numbers));
  struct barnes b = {station, 0, 1, numbers};
  for (int s = 0; s < weather->station_count; s++) {
    if (!has_reading(&weather->station[s], time)) continue;
    index[b.count] = s;
    station[b.count++] = &weather->station[s];
  }
  memset(weight, 0, n * columns * sizeof *weight);
  if (b.count == 1) {
    for (size_t c = 0; c < columns; c++) weight[(size_t)index[0] * columns + c] = 1;
  } else if (b.count > 1) {
    b.length2 = length_squared(&b);
    for (int s = 0; s < b.count; s++)
      kernel(&b, station[s]->x, station[s]->y, b.length2, numbers + s * b.count);
    all_columns(&b, domain, index, numbers + n * n, weight);
  }
done:
  sm_free(station);
  sm_free(index);
  sm_free(numbers);
  return status;
}
