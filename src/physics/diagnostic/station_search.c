/* Nearest-neighbour and range search among stations in a plane: uniform bins. */
#include "physics/diagnostic/objective_analysis.h"

#include "base/list.h"
#include <math.h>

/* FEW: largest number of stations in a single bin; PER_BIN: mean number per bin in larger
 * networks. */
enum { FEW = 64, PER_BIN = 2, MOST_BINS = 4096 };

static const struct sm_station *station_of(const struct sm_station_search *n, int number) {
  return &n->station[n->member[number]];
}

static double distance2(const struct sm_station *station, double x, double y) {
  const double dx = x - station->x, dy = y - station->y;
  return dx * dx + dy * dy;
}

static int bin_along(const struct sm_station_search *n, int axis, double position) {
  const double bin = floor((position - n->low[axis]) / n->edge);
  return bin >= n->bins[axis] ? n->bins[axis] - 1 : bin > 0 ? (int)bin : 0;
}

static int bin_of(const struct sm_station_search *n, const struct sm_station *station) {
  return bin_along(n, 1, station->y) * n->bins[0] + bin_along(n, 0, station->x);
}

static void fill_bins(struct sm_station_search *n) {
  double high[2] = {-INFINITY, -INFINITY};
  n->low[0] = n->low[1] = INFINITY;
  for (int s = 0; s < n->count; s++) {
    const double at[2] = {station_of(n, s)->x, station_of(n, s)->y};
    for (int d = 0; d < 2; d++) {
      n->low[d] = fmin(n->low[d], at[d]);
      high[d] = fmax(high[d], at[d]);
    }
    n->farthest = fmax(n->farthest, station_of(n, s)->radius);
  }
  const double size[2] = {fmax(high[0] - n->low[0], 1), fmax(high[1] - n->low[1], 1)};
  const double longer = fmax(size[0], size[1]);
  n->edge = n->count <= FEW
                ? 2 * longer
                : fmax(sqrt(size[0] * size[1] * PER_BIN / n->count), longer / MOST_BINS);
  for (int d = 0; d < 2; d++) n->bins[d] = (int)(size[d] / n->edge) + 1;
}

enum sm_status sm_station_search_create(struct sm_context *ctx, const struct sm_station *station,
                                        const int *member, int count,
                                        struct sm_station_search **out) {
  struct sm_station_search *n = NULL;
  enum sm_status status = SM_OK;
  *out = NULL;
  if (count == 0) return SM_OK;
  SM_TRY(sm_alloc(ctx, 1, sizeof *n, "the search of stations", &n));
  n->station = station;
  n->member = member;
  n->count = count;
  fill_bins(n);
  const size_t bins = (size_t)n->bins[0] * (size_t)n->bins[1];
  SM_TRY_DONE(sm_alloc(ctx, bins + 1, sizeof *n->first, "the search of stations", &n->first));
  SM_TRY_DONE(
      sm_alloc(ctx, (size_t)count, sizeof *n->number, "the search of stations", &n->number));
  for (int s = 0; s < count; s++) n->first[bin_of(n, station_of(n, s)) + 1]++;
  for (size_t b = 0; b < bins; b++) n->first[b + 1] += n->first[b];
  for (int s = count - 1; s >= 0; s--) { /* fills each bin from its end, which leaves `first` at the
                                            starts */
    const int bin = bin_of(n, station_of(n, s));
    n->number[--n->first[bin + 1]] = s;
  }
  for (size_t b = 0; b < bins; b++) n->first[b] = n->first[b + 1];
  n->first[bins] = count;
  *out = n;
done:
  if (status != SM_OK) sm_station_search_destroy(&n);
  return status;
}

void sm_station_search_destroy(struct sm_station_search **nearby) {
  struct sm_station_search *n = *nearby;
  if (n == NULL) return;
  SM_FREE_ALL(n->first, n->number, n);
  *nearby = NULL;
}

/* Squared distances from a point: to the nearest station except one, and to the nearest that
 * reaches it. */
struct search_rings {
  double x, y, any, reaching;
  int but; /* excluded station; -1: none */
};

static void search_bin(const struct sm_station_search *n, int i, int j, struct search_rings *at) {
  if (i < 0 || i >= n->bins[0] || j < 0 || j >= n->bins[1]) return;
  const int bin = j * n->bins[0] + i;
  for (int m = n->first[bin]; m < n->first[bin + 1]; m++) {
    if (n->number[m] == at->but) continue;
    const struct sm_station *station = station_of(n, n->number[m]);
    const double r2 = distance2(station, at->x, at->y);
    at->any = fmin(at->any, r2);
    if (r2 < station->radius * station->radius) at->reaching = fmin(at->reaching, r2);
  }
}

/* Distance of a position outside the range of the bins. */
static double distance_outside(const struct sm_station_search *n, int axis, double position) {
  return fmax(fmax(n->low[axis] - position, position - n->low[axis] - n->bins[axis] * n->edge), 0);
}

/* Searches rings of bins around the bin of the point, or around the bin nearest to it. */
static void search_rings(const struct sm_station_search *n, bool reaching,
                         struct search_rings *at) {
  const int i = bin_along(n, 0, at->x), j = bin_along(n, 1, at->y);
  const int rings = n->bins[0] > n->bins[1] ? n->bins[0] : n->bins[1];
  const double dx = distance_outside(n, 0, at->x), dy = distance_outside(n, 1, at->y);
  for (int ring = 0; ring < rings; ring++) {
    const double gap = ring > 0 ? (ring - 1) * n->edge : 0, least2 = gap * gap + dx * dx + dy * dy;
    const bool known = !reaching || least2 > at->reaching || least2 > n->farthest * n->farthest;
    if (known && least2 > at->any) break; /* stations in this ring and beyond are farther away */
    for (int b = -ring; b <= ring; b++) {
      const int stride = b == -ring || b == ring ? 1 : 2 * ring;
      for (int a = -ring; a <= ring; a += stride) search_bin(n, i + a, j + b, at);
    }
  }
}

double sm_station_search_reaching2(const struct sm_station_search *n, double x, double y,
                                   double *any) {
  struct search_rings at = {x, y, INFINITY, INFINITY, -1};
  search_rings(n, true, &at);
  *any = at.any;
  return at.reaching;
}

double sm_station_search_gap2(const struct sm_station_search *n, int number) {
  struct search_rings at = {station_of(n, number)->x, station_of(n, number)->y, INFINITY, INFINITY,
                            number};
  search_rings(n, false, &at);
  return at.any;
}

int sm_station_search_find(const struct sm_station_search *n, double x, double y, double limit2,
                           struct sm_station_found *out) {
  const double limit = sqrt(limit2) * (1 + 1e-12);
  const int west = bin_along(n, 0, x - limit), east = bin_along(n, 0, x + limit);
  const int south = bin_along(n, 1, y - limit), north = bin_along(n, 1, y + limit);
  int found = 0;
  for (int j = south; j <= north; j++)
    for (int m = n->first[j * n->bins[0] + west]; m < n->first[j * n->bins[0] + east + 1]; m++) {
      const double r2 = distance2(station_of(n, n->number[m]), x, y);
      if (r2 <= limit2) out[found++] = (struct sm_station_found){n->number[m], r2};
    }
  return found;
}
