#include "domain/surface/buildings/buildings.h"

#include "base/list.h"
#include <math.h>

/* Discs larger than this multiple of the mean are not binned. */
static const double much_larger = 8;

static int bin_of(const struct sm_spatial_bins *bins, int d, double at) {
  const double bin = floor((at - bins->low[d]) / bins->size);
  return (int)fmax(0, fmin(bin, bins->n[d] - 1));
}

/* Finds the discs that are much larger than the mean; *is_large: flags of all discs. */
static void find_large(const struct sm_bin_disc *disc, bool *is_large,
                       struct sm_spatial_bins *bins) {
  const double share = 1 / (double)bins->count;
  double radius = 0, cavity = 0;
  for (size_t n = 0; n < bins->count; n++) {
    radius += disc[n].radius * share;
    cavity += disc[n].cavity * share;
  }
  for (size_t n = 0; n < bins->count; n++) {
    is_large[n] =
        !(disc[n].radius <= much_larger * radius && disc[n].cavity <= much_larger * cavity);
    if (is_large[n]) {
      bins->large[bins->larges++] = n;
      continue;
    }
    bins->radius = fmax(bins->radius, disc[n].radius);
    bins->cavity = fmax(bins->cavity, disc[n].cavity);
  }
}

/* Chooses the bin size for one or two discs per bin on average. */
static void choose_bins(const struct sm_bin_disc *disc, struct sm_spatial_bins *bins) {
  enum { MOST = 4096 };
  double high[2] = {-INFINITY, -INFINITY};
  for (int d = 0; d < 2; d++) bins->low[d] = INFINITY;
  for (size_t n = 0; n < bins->count; n++)
    for (int d = 0; d < 2; d++) {
      bins->low[d] = fmin(bins->low[d], disc[n].at[d]);
      high[d] = fmax(high[d], disc[n].at[d]);
    }
  const double extent[2] = {high[0] - bins->low[0], high[1] - bins->low[1]};
  bins->size =
      fmax(sqrt(extent[0] * extent[1] / (double)bins->count), fmax(extent[0], extent[1]) / MOST);
  if (!(bins->size > 0)) bins->size = 1;
  for (int d = 0; d < 2; d++) bins->n[d] = (int)fmax(1, fmin(ceil(extent[d] / bins->size), MOST));
}

enum sm_status sm_spatial_bins_create(struct sm_context *ctx, const struct sm_bin_disc *disc,
                                      size_t count, struct sm_spatial_bins *bins) {
  static const char *const what = "bins of buildings";
  SM_SCOPED bool *is_large = NULL;
  *bins = (struct sm_spatial_bins){.count = count};
  SM_TRY(sm_alloc(ctx, count, sizeof *is_large, what, &is_large));
  SM_TRY(sm_alloc(ctx, count, sizeof *bins->large, what, &bins->large));
  SM_TRY(sm_alloc(ctx, count, sizeof *bins->disc, what, &bins->disc));
  SM_TRY(sm_alloc(ctx, count, sizeof *bins->at, what, &bins->at));
  find_large(disc, is_large, bins);
  choose_bins(disc, bins);
  const size_t all = (size_t)bins->n[0] * (size_t)bins->n[1];
  SM_TRY(sm_alloc(ctx, all + 2, sizeof *bins->start, what, &bins->start));
  for (int pass = 0; pass < 2; pass++) {
    for (size_t n = 0; n < count; n++) {
      if (is_large[n]) continue;
      const size_t bin = (size_t)bin_of(bins, 0, disc[n].at[0]) +
                         (size_t)bins->n[0] * (size_t)bin_of(bins, 1, disc[n].at[1]);
      if (pass == 0) {
        bins->start[bin + 2]++;
        continue;
      }
      const size_t place = bins->start[bin + 1]++;
      bins->disc[place] = n;
      for (int d = 0; d < 2; d++) bins->at[place][d] = disc[n].at[d];
    }
    for (size_t q = 2; q < all + 2 && pass == 0; q++) bins->start[q] += bins->start[q - 1];
  }
  return SM_OK;
}

void sm_spatial_bins_destroy(struct sm_spatial_bins *bins) {
  SM_FREE_ALL(bins->start, bins->disc, bins->at, bins->large);
  *bins = (struct sm_spatial_bins){.count = 0};
}

/* Range of bins that a box meets. */
static void find_range(const struct sm_spatial_bins *bins, const struct sm_bin_box *box,
                       int from[2], int to[2]) {
  const double c = box->along[0], s = box->along[1];
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (int corner = 0; corner < 4; corner++) {
    const double x = (corner & 1 ? box->high : box->low)[0];
    const double y = (corner & 2 ? box->high : box->low)[1];
    const double at[2] = {box->origin[0] + x * c - y * s, box->origin[1] + x * s + y * c};
    for (int d = 0; d < 2; d++) {
      low[d] = fmin(low[d], at[d]);
      high[d] = fmax(high[d], at[d]);
    }
  }
  for (int d = 0; d < 2; d++) { /* tolerance: positions are rounded */
    from[d] = bin_of(bins, d, low[d] - 1e-6 * bins->size);
    to[d] = bin_of(bins, d, high[d] + 1e-6 * bins->size);
  }
}

size_t sm_spatial_bins_near(const struct sm_spatial_bins *bins, const struct sm_bin_box *box,
                            size_t *near) {
  const double c = box->along[0], s = box->along[1], more = 1e-6 * bins->size;
  size_t count = 0;
  int from[2], to[2];
  find_range(bins, box, from, to);
  for (size_t l = 0; l < bins->larges; l++) near[count++] = bins->large[l];
  for (int j = from[1]; j <= to[1]; j++) {
    const size_t row = (size_t)j * (size_t)bins->n[0];
    const size_t end = bins->start[row + (size_t)to[0] + 1];
    for (size_t q = bins->start[row + (size_t)from[0]]; q < end; q++) {
      const double dx = bins->at[q][0] - box->origin[0], dy = bins->at[q][1] - box->origin[1];
      const double x = dx * c + dy * s, y = dy * c - dx * s;
      near[count] = bins->disc[q];
      count += x >= box->low[0] - more && x <= box->high[0] + more && y >= box->low[1] - more &&
               y <= box->high[1] + more;
    }
  }
  return count;
}
