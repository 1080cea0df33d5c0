#include "domain/surface/buildings/footprint_scan.h"

#include "base/list.h"
#include "domain/grid/grid.h"
#include <limits.h>
#include <stdlib.h>

struct crossing {
  double x;
  int footprint;
};

/* Scan lines and their intersections: counted first (crossing NULL), then written. */
struct sweep {
  const double *line;
  int line_count;
  size_t *next; /* by line: number of intersections, then index of the next one */
  struct crossing *crossing;
};

static void cross_edge(struct sweep *sweep, int footprint, const double *a, const double *b) {
  const double *low = a[1] < b[1] ? a : b, *high = a[1] < b[1] ? b : a;
  const int first = sm_count_below(sweep->line, sweep->line_count, low[1]);
  for (int l = first; l < sweep->line_count && sweep->line[l] < high[1]; l++) {
    if (sweep->crossing == NULL) {
      sweep->next[l]++;
      continue;
    }
    const double t = (sweep->line[l] - low[1]) / (high[1] - low[1]);
    sweep->crossing[sweep->next[l]++] =
        (struct crossing){low[0] + t * (high[0] - low[0]), footprint};
  }
}

static void cross_all(struct sweep *sweep, const struct sm_footprints *footprints) {
  for (size_t f = 0; f < footprints->count; f++) {
    const struct sm_footprint *item = &footprints->item[f];
    if (item->porosity > 0) continue;
    for (int r = 0; r < item->ring_count; r++) {
      const int start = item->ring_start[r], end = item->ring_start[r + 1];
      for (int v = start; v < end; v++)
        cross_edge(sweep, (int)f, item->vertex[v], item->vertex[v + 1 < end ? v + 1 : start]);
    }
  }
}

static int by_footprint_then_x(const void *a, const void *b) {
  const struct crossing *p = a, *q = b;
  if (p->footprint != q->footprint) return p->footprint < q->footprint ? -1 : 1;
  return (p->x > q->x) - (p->x < q->x);
}

/* Pairs the intersections of one line. Those of a footprint are
 * adjacent; usually there are two. */
static void pair(struct crossing *crossing, size_t count, struct sm_scan_interval *interval) {
  for (size_t q = 0; q < count;) {
    size_t end = q;
    while (end < count && crossing[end].footprint == crossing[q].footprint) end++;
    qsort(crossing + q, end - q, sizeof *crossing, by_footprint_then_x);
    for (; q + 1 < end; q += 2)
      *interval++ =
          (struct sm_scan_interval){crossing[q].x, crossing[q + 1].x, crossing[q].footprint};
    q = end;
  }
}

enum sm_status sm_footprint_scan_create(struct sm_context *ctx,
                                        const struct sm_footprints *footprints, const double *line,
                                        int count, struct sm_footprint_scan *out) {
  *out = (struct sm_footprint_scan){.line_count = count};
  if (footprints->count > INT_MAX)
    return sm_fail(ctx, SM_ERR_DATA, "more than %d buildings", INT_MAX);
  struct sweep sweep = {.line = line, .line_count = count};
  enum sm_status status = SM_OK;
  SM_TRY_DONE(
      sm_alloc(ctx, (size_t)count + 1, sizeof *out->start, "a scan of buildings", &out->start));
  SM_TRY_DONE(sm_alloc(ctx, (size_t)count, sizeof *sweep.next, "a scan of buildings", &sweep.next));
  cross_all(&sweep, footprints);
  size_t total = 0;
  for (int l = 0; l < count; l++) {
    const size_t crossings = sweep.next[l];
    out->start[l] = total / 2;
    sweep.next[l] = total;
    total += crossings;
  }
  out->start[count] = total / 2;
  SM_TRY_DONE(
      sm_alloc(ctx, total, sizeof *sweep.crossing, "crossings of buildings", &sweep.crossing));
  SM_TRY_DONE(
      sm_alloc(ctx, total / 2, sizeof *out->interval, "a scan of buildings", &out->interval));
  cross_all(&sweep, footprints);
#pragma omp parallel for schedule(dynamic, 64)
  for (int l = 0; l < count; l++)
    pair(sweep.crossing + 2 * out->start[l], 2 * (out->start[l + 1] - out->start[l]),
         out->interval + out->start[l]);
done:
  SM_FREE_ALL(sweep.next, sweep.crossing);
  if (status != SM_OK) sm_footprint_scan_free(out);
  return status;
}

void sm_footprint_scan_free(struct sm_footprint_scan *scan) {
  SM_FREE_ALL(scan->start, scan->interval);
  *scan = (struct sm_footprint_scan){0};
}
