#include "domain/grid/grid.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* Relative tolerance: a remainder below it is rounding error. */
#define ROUNDING 1e-6

/* Total thickness of `count` layers that grow from `first` by `ratio`, each limited to
 * `thickest`. */
static double grown(double first, double ratio, double thickest, int count) {
  double sum = 0, layer = first;
  for (int i = 0; i < count; i++) {
    layer = fmin(layer * ratio, thickest);
    sum += layer;
  }
  return sum;
}

/* Growth ratio with which `count` layers fill `height` exactly: at most `most`, at least 1/2. */
static double fitting_ratio(double first, double most, double thickest, int count, double height) {
  double low = 0.5, high = most;
  for (int i = 0; i < 100; i++) {
    const double middle = 0.5 * (low + high);
    if (grown(first, middle, thickest, count) < height)
      low = middle;
    else
      high = middle;
  }
  return high;
}

/* Minimum number of growing layers that fill `height`; -1 when it exceeds an int. */
static int growing_layers(double first, double ratio, double thickest, double height) {
  if (height / fmin(first * ratio, thickest) > INT_MAX / 2) return -1;
  int count = 0;
  double layer = first;
  for (double sum = 0; sum < height; count++) {
    layer = fmin(layer * ratio, thickest);
    sum += layer;
  }
  return count;
}

enum sm_status sm_layers_create(struct sm_context *ctx, const struct sm_layers_options *options,
                                int *count, double **faces) {
  const double dz = options->thickness, domain_top = options->domain_top;
  const double thickest = fmax(options->thickest, dz);
  const double filled = ceil(domain_top / dz - ROUNDING); /* number of uniform layers */
  if (!(filled < INT_MAX / 2))
    return sm_fail(ctx, SM_ERR_CASE,
                   "error: %.3g layers of %g m up to the domain top at %g m are too many\n"
                   "help: larger cells in z, or a lower domain.height",
                   filled, dz, domain_top);
  int uniform = (int)fmax(1, filled), growing = 0;
  double ratio = 1;
  const double below = fmax(1, ceil(options->uniform_to / dz - ROUNDING));
  const bool stretched = options->stretch > 1 && below * dz < domain_top - ROUNDING * dz;
  if (stretched) {
    uniform = (int)below;
    const double rest = domain_top - uniform * dz;
    if (rest >= 0.5 * dz) {
      growing = growing_layers(dz, options->stretch, thickest, rest);
      ratio = fitting_ratio(dz, options->stretch, thickest, growing, rest);
    }
  }
  *count = uniform + growing;
  SM_TRY(sm_alloc(ctx, (size_t)*count + 1, sizeof **faces, "the layers of the grid", faces));
  for (int k = 0; k <= uniform; k++) (*faces)[k] = k * dz;
  double layer = dz;
  for (int k = uniform; k < *count; k++) {
    layer = fmin(layer * ratio, thickest);
    (*faces)[k + 1] = (*faces)[k] + layer;
  }
  if (stretched) (*faces)[*count] = domain_top;
  return SM_OK;
}

enum sm_status sm_layers_prescribed(struct sm_context *ctx, const double *given, size_t faces,
                                    int *count, double **out) {
  const double most = 2;
  SM_TRY(sm_alloc(ctx, faces, sizeof **out, "the layers of the grid", out));
  memcpy(*out, given, faces * sizeof **out);
  *count = (int)faces - 1;
  for (size_t k = 1; k + 1 < faces; k++) {
    const double below = given[k] - given[k - 1], above = given[k + 1] - given[k];
    if (fmax(below, above) <= most * (1 + ROUNDING) * fmin(below, above)) continue;
    sm_warn(ctx,
            "domain.layers: below %g m a layer is %g m thick, above it %g m; winds are the less "
            "accurate the more neighbours differ",
            given[k], below, above);
    break;
  }
  return SM_OK;
}
