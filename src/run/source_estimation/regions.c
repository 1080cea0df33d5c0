#include "run/source_estimation/internal.h"

#include "base/list.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000 }; /* points of the map along an axis */

/* Narrowest kernel, in columns: so much is not known of places within one, as measured
 * (docs/source-estimation.md). */
static const double within_column = 0.2;

const double sm_region_level[SM_REGION_LEVELS] = {0.5, 0.9, 0.95};

void sm_sort_rising(double *value, size_t count) {
  qsort(value, count, sizeof *value, sm_by_value);
}

/* Bandwidth of the kernel, m: 0.7 of that of Scott (1992) for a tenth of the samples, since they
 * are correlated; the spread is that of the middle half if it is less. */
static double bandwidth(const double *sorted, size_t count, double narrowest) {
  double mean = 0, square = 0;
  for (size_t n = 0; n < count; n++) mean += sorted[n];
  mean /= (double)count;
  for (size_t n = 0; n < count; n++) square += (sorted[n] - mean) * (sorted[n] - mean);
  const double middle = (sorted[count * 3 / 4] - sorted[count / 4]) / 1.34;
  const double spread = fmin(sqrt(square / (double)count), middle);
  return fmax(0.7 * spread * pow((double)count / 10, -1.0 / 6), narrowest);
}

/* Range of the map on an axis, of all samples but the outermost thousandth at each end, which are
 * far from all regions, and its bandwidth. */
static enum sm_status choose_axis(struct sm_context *ctx, const double (*place)[2], size_t count,
                                  int d, double narrowest, struct sm_regions *out, double *width) {
  SM_SCOPED double *sorted = NULL;
  SM_TRY(sm_alloc(ctx, count, sizeof *sorted, "samples", &sorted));
  for (size_t n = 0; n < count; n++) sorted[n] = place[n][d];
  sm_sort_rising(sorted, count);
  *width = bandwidth(sorted, count, narrowest);
  const size_t left_out = count / 1000;
  const double low = sorted[left_out] - 4 * *width;
  const double high = sorted[count - 1 - left_out] + 4 * *width;
  out->n[d] = (int)fmin(ceil(3 * (high - low) / *width), MOST);
  out->low[d] = low;
  out->cell[d] = (high - low) / out->n[d];
  *width = fmax(*width, out->cell[d]);
  return SM_OK;
}

/* Convolves rows (or columns) with a normal density of a width in cells. */
static void smooth(float *map, const int n[2], int d, double width, float *line) {
  const int reach = (int)ceil(4 * width), stride = d == 0 ? 1 : n[0];
  for (int row = 0; row < n[1 - d]; row++) {
    float *own = map + (ptrdiff_t)row * (d == 0 ? n[0] : 1);
    for (int i = 0; i < n[d]; i++) {
      double sum = 0, all = 0;
      for (int k = -reach; k <= reach; k++) {
        const double weight = exp(-0.5 * k * k / (width * width));
        all += weight;
        if (i + k >= 0 && i + k < n[d]) sum += weight * (double)own[(ptrdiff_t)(i + k) * stride];
      }
      line[i] = (float)(sum / all);
    }
    for (int i = 0; i < n[d]; i++) own[(ptrdiff_t)i * stride] = line[i];
  }
}

/* Cell of the map at a place; -1: outside. */
static ptrdiff_t cell_of(const struct sm_regions *r, const double place[2]) {
  int at[2];
  for (int d = 0; d < 2; d++) {
    const double x = (place[d] - r->low[d]) / r->cell[d];
    if (!(x >= 0 && x < r->n[d])) return -1;
    at[d] = (int)x;
  }
  return at[0] + (ptrdiff_t)r->n[0] * at[1];
}

double sm_regions_density(const struct sm_regions *r, const double place[2]) {
  const ptrdiff_t cell = cell_of(r, place);
  return cell < 0 ? 0 : (double)r->density[cell];
}

/* Edges and areas of the regions of highest density, of the kernel estimate itself. */
static enum sm_status find_edges(struct sm_context *ctx, struct sm_regions *out) {
  static const double below = 1 - 1e-6; /* the cell at the edge is inside */
  const size_t cells = (size_t)out->n[0] * (size_t)out->n[1];
  SM_SCOPED double *own = NULL;
  double all = 0, sum = 0;
  SM_TRY(sm_alloc(ctx, cells, sizeof *own, "regions", &own));
  for (size_t c = 0; c < cells; c++) all += own[c] = (double)out->density[c];
  sm_sort_rising(own, cells);
  size_t c = cells;
  for (int l = 0; l < SM_REGION_LEVELS; l++) {
    while (c > 0 && sum < sm_region_level[l] * all) sum += own[--c];
    out->least[l] = below * own[c];
    out->area[l] = (double)(cells - c) * out->cell[0] * out->cell[1];
  }
  return SM_OK;
}

/* Place in the region of 50 % around which is most of the probability: that of the largest density
 * after smoothing with a width of one column, so that a narrow peak by chance is not taken. */
static enum sm_status find_place(struct sm_context *ctx, double column, float *line,
                                 struct sm_regions *out) {
  const size_t cells = (size_t)out->n[0] * (size_t)out->n[1];
  SM_SCOPED float *smoothed = NULL;
  float most = -1;
  SM_TRY(sm_alloc(ctx, cells, sizeof *smoothed, "regions", &smoothed));
  memcpy(smoothed, out->density, cells * sizeof *smoothed);
  for (int d = 0; d < 2; d++) smooth(smoothed, out->n, d, column / out->cell[d], line);
  for (size_t c = 0; c < cells; c++) {
    if (!(smoothed[c] > most) || (double)out->density[c] < out->least[0]) continue;
    most = smoothed[c];
    out->place[0] = out->low[0] + ((double)(c % (size_t)out->n[0]) + 0.5) * out->cell[0];
    out->place[1] = out->low[1] + ((double)(c / (size_t)out->n[0]) + 0.5) * out->cell[1];
  }
  return SM_OK;
}

enum sm_status sm_regions_create(struct sm_context *ctx, const double (*place)[2], size_t count,
                                 double column, struct sm_regions *out) {
  double width[2];
  SM_SCOPED float *line = NULL;
  *out = (struct sm_regions){0};
  for (int d = 0; d < 2; d++)
    SM_TRY(choose_axis(ctx, place, count, d, within_column * column, out, &width[d]));
  const size_t cells = (size_t)out->n[0] * (size_t)out->n[1];
  SM_TRY(sm_alloc(ctx, cells, sizeof *out->density, "regions", &out->density));
  SM_TRY(sm_alloc(ctx, MOST, sizeof *line, "regions", &line));
  const double one = 1 / ((double)count * out->cell[0] * out->cell[1]);
  for (size_t n = 0; n < count; n++) {
    const ptrdiff_t cell = cell_of(out, place[n]);
    if (cell >= 0) out->density[cell] += (float)one;
  }
  for (int d = 0; d < 2; d++) smooth(out->density, out->n, d, width[d] / out->cell[d], line);
  SM_TRY(find_edges(ctx, out));
  return find_place(ctx, column, line, out);
}

void sm_regions_free(struct sm_regions *regions) {
  sm_free(regions->density);
  *regions = (struct sm_regions){0};
}
