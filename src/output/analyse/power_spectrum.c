/* Power spectrum of a time series (Welch's method). */
#include "base/context.h"
#include "simoom/output.h"
#include <math.h>

#define PI 3.14159265358979323846

/* Fast Fourier transform in place: sum of x[n] exp(-2 pi i k n / count); count: power of 2. */
static void transform(double *re, double *im, size_t count) {
  for (size_t i = 1, j = 0; i < count; i++) { /* bit-reversal permutation */
    size_t bit = count / 2;
    for (; (j & bit) != 0; bit /= 2) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    const double a = re[i], b = im[i];
    re[i] = re[j];
    im[i] = im[j];
    re[j] = a;
    im[j] = b;
  }
  for (size_t half = 1; half < count; half *= 2)
    for (size_t k = 0; k < half; k++) {
      const double angle = -PI * (double)k / (double)half, c = cos(angle), s = sin(angle);
      for (size_t low = k; low < count; low += 2 * half) {
        const size_t high = low + half;
        const double a = c * re[high] - s * im[high], b = c * im[high] + s * re[high];
        re[high] = re[low] - a;
        im[high] = im[low] - b;
        re[low] += a;
        im[low] += b;
      }
    }
}

/* Resamples the series at equal time steps (linear interpolation). */
static void make_even(size_t count, const double *time, const double *value, double *out) {
  const double step = (time[count - 1] - time[0]) / (double)(count - 1);
  size_t low = 0;
  for (size_t n = 0; n < count; n++) {
    const double t = time[0] + (double)n * step;
    while (low + 2 < count && time[low + 1] <= t) low++;
    const double part = (t - time[low]) / (time[low + 1] - time[low]);
    out[n] = value[low] + part * (value[low + 1] - value[low]);
  }
}

/* Adds the power spectrum of a segment (Hann window), multiplied by `scale`. */
static void add_part(const double *series, size_t length, double scale, double *re, double *im,
                     double *density) {
  double mean = 0;
  for (size_t n = 0; n < length; n++) mean += series[n] / (double)length;
  for (size_t n = 0; n < length; n++) {
    re[n] = (series[n] - mean) * 0.5 * (1 - cos(2 * PI * (double)n / (double)length));
    im[n] = 0;
  }
  transform(re, im, length);
  for (size_t k = 1; k <= length / 2; k++) {
    const double both = k < length / 2 ? 2 : 1; /* one-sided spectrum */
    density[k - 1] += both * scale * (re[k] * re[k] + im[k] * im[k]);
  }
}

static enum sm_status check(struct sm_context *ctx, size_t count, const double *time, size_t length,
                            size_t room) {
  for (size_t n = 1; n < count; n++)
    if (!(time[n] > time[n - 1]))
      return sm_fail(ctx, SM_ERR_USAGE, "the times of a spectrum must increase: %g s, then %g s",
                     time[n - 1], time[n]);
  if (length < 16)
    return sm_fail(ctx, SM_ERR_USAGE, "%zu numbers are too few for a spectrum", count);
  if (length / 2 > room)
    return sm_fail(ctx, SM_ERR_USAGE, "a spectrum of %zu numbers; there is room for %zu",
                   length / 2, room);
  return SM_OK;
}

enum sm_status sm_power_spectrum(struct sm_context *ctx, size_t count, const double time[],
                                 const double value[], size_t parts, size_t *bins,
                                 double frequency[], double density[]) {
  size_t length = 1, made = 0;
  while (length * (parts + 1) <= count) length *= 2; /* longer segments would be too few */
  SM_TRY(check(ctx, count, time, length, *bins));
  const double step = (time[count - 1] - time[0]) / (double)(count - 1);
  SM_SCOPED double *work = NULL;
  SM_TRY(sm_alloc(ctx, count + 2 * length, sizeof *work, "a spectrum", &work));
  *bins = length / 2;
  for (size_t k = 0; k < *bins; k++) {
    frequency[k] = (double)(k + 1) / ((double)length * step);
    density[k] = 0;
  }
  make_even(count, time, value, work);
  double *re = work + count, *im = re + length;
  const double scale = step / (0.375 * (double)length); /* mean square of the window: 3/8 */
  for (size_t from = 0; from + length <= count; from += length / 2, made++)
    add_part(work + from, length, scale, re, im, density);
  for (size_t k = 0; k < *bins; k++) density[k] /= (double)made;
  return SM_OK;
}
