/* Orography: height and half-length of the hills of the terrain. */
#include "domain/surface/terrain/terrain.h"

#include <math.h>
#include <stddef.h>

/* Maximum number of samples along an axis; more do not change the result. */
enum { SAMPLES = 512 };

/* Minimum ratio of hill height to distance; smaller heights are rounding errors. */
static const double flat = 1e-6;

/* Terrain heights on a coarse grid: sample (i, j) is at i + n[0] j. */
struct samples {
  double *height; /* height above the plane, m */
  int n[2];
  double step[2]; /* m */
};

/* Subsamples the columns; heights are not averaged. */
static enum sm_status subsample(struct sm_context *ctx, const float *terrain, const int n[2],
                                const double cell[2], struct samples *out) {
  int every[2];
  for (int d = 0; d < 2; d++) {
    every[d] = (n[d] + SAMPLES - 1) / SAMPLES;
    out->n[d] = (n[d] - 1) / every[d] + 1;
    out->step[d] = every[d] * cell[d];
  }
  SM_TRY(sm_alloc(ctx, (size_t)out->n[0] * (size_t)out->n[1], sizeof *out->height,
                  "the shape of the ground", &out->height));
  for (int j = 0; j < out->n[1]; j++)
    for (int i = 0; i < out->n[0]; i++) {
      const size_t column =
          (size_t)i * (size_t)every[0] + (size_t)n[0] * (size_t)j * (size_t)every[1];
      out->height[i + (ptrdiff_t)out->n[0] * j] = (double)terrain[column];
    }
  return SM_OK;
}

/* Subtracts the least-squares plane. On a regular grid its three parts are independent: the mean,
 * and the slope along each axis. */
static void remove_plane(struct samples *s) {
  double mean = 0, slope[2] = {0, 0}, square[2] = {0, 0};
  const ptrdiff_t nx = s->n[0], count = nx * s->n[1];
  for (ptrdiff_t q = 0; q < count; q++) {
    const double at[2] = {(double)(q % nx) - 0.5 * (s->n[0] - 1),
                          (double)(q / nx) - 0.5 * (s->n[1] - 1)};
    mean += s->height[q] / (double)count;
    for (int d = 0; d < 2; d++) {
      slope[d] += at[d] * s->height[q];
      square[d] += at[d] * at[d];
    }
  }
  for (int d = 0; d < 2; d++) slope[d] = square[d] > 0 ? slope[d] / square[d] : 0;
  for (ptrdiff_t q = 0; q < count; q++)
    s->height[q] -= mean + slope[0] * ((double)(q % nx) - 0.5 * (s->n[0] - 1)) +
                    slope[1] * ((double)(q / nx) - 0.5 * (s->n[1] - 1));
}

/* Structure function: mean squared difference of heights `lag` samples apart along an axis, m2. */
static double structure_function(const struct samples *s, int axis, int lag) {
  const ptrdiff_t nx = s->n[0], apart = axis == 0 ? lag : lag * nx;
  const int to[2] = {s->n[0] - (axis == 0 ? lag : 0), s->n[1] - (axis == 1 ? lag : 0)};
  double sum = 0;
  for (int j = 0; j < to[1]; j++)
    for (int i = 0; i < to[0]; i++) {
      const double *h = s->height + i + nx * j, d = h[apart] - h[0];
      sum += d * d;
    }
  return sum / ((double)to[0] * to[1]);
}

/* Lag along an axis at which the autocorrelation falls to one half, m; INFINITY where it does not,
 * for example along a ridge. */
static double half_variance_lag(const struct samples *s, int axis, double variance) {
  double before = 0;
  for (int lag = 1, last = 0; lag < s->n[axis]; last = lag, lag += 1 + lag / 4) {
    const double here = structure_function(s, axis, lag);
    if (here >= variance)
      return s->step[axis] * (last + (lag - last) * (variance - before) / (here - before));
    before = here;
  }
  return INFINITY;
}

enum sm_status sm_orography_find(struct sm_context *ctx, const float *terrain, int nx, int ny,
                                 double dx, double dy, struct sm_orography *out) {
  *out = (struct sm_orography){0, 0};
  struct samples s = {.height = NULL};
  SM_TRY(subsample(ctx, terrain, (const int[2]){nx, ny}, (const double[2]){dx, dy}, &s));
  remove_plane(&s);
  const ptrdiff_t count = (ptrdiff_t)s.n[0] * s.n[1];
  double low = INFINITY, high = -INFINITY, variance = 0;
  for (ptrdiff_t q = 0; q < count; q++) {
    low = fmin(low, s.height[q]);
    high = fmax(high, s.height[q]);
    variance += s.height[q] * s.height[q] / (double)count;
  }
  if (high - low > flat * fmax(nx * dx, ny * dy)) {
    const double r[2] = {half_variance_lag(&s, 0, variance), half_variance_lag(&s, 1, variance)};
    out->height = high - low;
    out->length = fmin(1 / sqrt(1 / (r[0] * r[0]) + 1 / (r[1] * r[1])), fmax(nx * dx, ny * dy));
  }
  sm_free(s.height);
  return SM_OK;
}
