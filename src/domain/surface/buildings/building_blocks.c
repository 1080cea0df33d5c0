#include "domain/surface/buildings/buildings.h"

#include "base/list.h"
#include <math.h>
#include <stdlib.h>

/* Gap, in cells, below which footprints touch: the grid cannot resolve air between them. */
static const double touching = 0.25;
/* Relative difference of heights up to which footprints form one block. */
static const double equally_tall = 0.05;
/* Edge of the squares by which blocks are sorted, m. */
static const double square = 50;

struct box {
  double low[2], high[2];
  size_t footprint;
};

/* Work arrays for merging footprints into blocks (union-find). */
struct merging {
  const struct sm_domain *domain;
  size_t *parent;  /* union-find parent of each footprint */
  size_t *place;   /* block number of each root */
  bool *present;   /* footprints in the domain */
  struct box *box; /* bounding boxes of present footprints */
  size_t boxes;
  struct sm_block_edge *edge; /* edges of all blocks, unsorted */
};

/* --- which footprints touch --- */

/* Squared distance of p from the edge. */
static double distance2(const double p[2], const struct sm_block_edge *e) {
  const double ab[2] = {e->b[0] - e->a[0], e->b[1] - e->a[1]};
  const double ap[2] = {p[0] - e->a[0], p[1] - e->a[1]};
  const double length2 = ab[0] * ab[0] + ab[1] * ab[1];
  const double t = length2 > 0 ? fmin(1, fmax(0, (ap[0] * ab[0] + ap[1] * ab[1]) / length2)) : 0;
  const double d[2] = {ap[0] - t * ab[0], ap[1] - t * ab[1]};
  return d[0] * d[0] + d[1] * d[1];
}

static double side_of(const struct sm_block_edge *e, const double p[2]) {
  return (e->b[0] - e->a[0]) * (p[1] - e->a[1]) - (e->b[1] - e->a[1]) * (p[0] - e->a[0]);
}

static bool are_near(const struct sm_block_edge *e, const struct sm_block_edge *f, double limit2) {
  if (side_of(e, f->a) * side_of(e, f->b) < 0 && side_of(f, e->a) * side_of(f, e->b) < 0)
    return true;
  return distance2(e->a, f) <= limit2 || distance2(e->b, f) <= limit2 ||
         distance2(f->a, e) <= limit2 || distance2(f->b, e) <= limit2;
}

/* Edge of vertex v of a ring. */
static struct sm_block_edge edge_of(const struct sm_footprint *f, int ring, int v) {
  const double *a = f->vertex[v];
  const double *b = f->vertex[v + 1 < f->ring_start[ring + 1] ? v + 1 : f->ring_start[ring]];
  return (struct sm_block_edge){{a[0], a[1]}, {b[0], b[1]}};
}

static int ring_of(const struct sm_footprint *f, int v) {
  int ring = 0;
  while (v >= f->ring_start[ring + 1]) ring++;
  return ring;
}

static bool do_touch(const struct sm_footprint *f, const struct sm_footprint *g, double limit) {
  for (int v = 0; v < f->ring_start[f->ring_count]; v++) {
    const struct sm_block_edge e = edge_of(f, ring_of(f, v), v);
    for (int w = 0; w < g->ring_start[g->ring_count]; w++) {
      const struct sm_block_edge other = edge_of(g, ring_of(g, w), w);
      if (are_near(&e, &other, limit * limit)) return true;
    }
  }
  return false;
}

/* --- joining --- */

static size_t root_of(size_t *parent, size_t f) {
  while (parent[f] != f) f = parent[f] = parent[parent[f]];
  return f;
}

static bool are_alike(const struct sm_domain *domain, size_t f, size_t g) {
  const struct sm_building_span *a = &domain->span[f], *b = &domain->span[g];
  if (domain->footprints.item[f].porosity != domain->footprints.item[g].porosity) return false;
  const double most = equally_tall * fmax(a->top - a->ground, b->top - b->ground);
  return fabs(a->top - b->top) <= most && fabs(a->bottom - b->bottom) <= most;
}

static struct box box_of(const struct sm_footprint *f, size_t index) {
  struct box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}, index};
  for (int v = 0; v < f->ring_start[f->ring_count]; v++)
    for (int d = 0; d < 2; d++) {
      box.low[d] = fmin(box.low[d], f->vertex[v][d]);
      box.high[d] = fmax(box.high[d], f->vertex[v][d]);
    }
  return box;
}

/* Joins two footprints that form one block, whose root is the first of its footprints. */
static void merge(const struct merging *s, const struct box *p, const struct box *q, double limit) {
  const struct sm_footprint *item = s->domain->footprints.item;
  if (!(q->low[0] <= p->high[0] + limit && p->low[0] <= q->high[0] + limit)) return;
  if (!(q->low[1] <= p->high[1] + limit && p->low[1] <= q->high[1] + limit)) return;
  if (!are_alike(s->domain, p->footprint, q->footprint)) return;
  const size_t f = root_of(s->parent, p->footprint), g = root_of(s->parent, q->footprint);
  if (f != g && do_touch(&item[p->footprint], &item[q->footprint], limit))
    s->parent[f > g ? f : g] = f > g ? g : f;
}

static enum sm_status merge_blocks(struct sm_context *ctx, const struct merging *s) {
  static const char *const what = "the neighbours of buildings";
  const struct sm_grid *grid = &s->domain->grid;
  const double limit = touching * fmin(grid->axis[0].width[0], grid->axis[1].width[0]);
  struct sm_spatial_bins bins = {.count = 0};
  SM_SCOPED struct sm_bin_disc *disc = NULL;
  SM_SCOPED size_t *near = NULL;
  SM_TRY(sm_alloc(ctx, s->boxes, sizeof *disc, what, &disc));
  SM_TRY(sm_alloc(ctx, s->boxes, sizeof *near, what, &near));
  for (size_t m = 0; m < s->boxes; m++) {
    const double *low = s->box[m].low, *high = s->box[m].high;
    disc[m] = (struct sm_bin_disc){.at = {0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1])},
                                   .radius = 0.5 * fmax(high[0] - low[0], high[1] - low[1])};
  }
  const enum sm_status status = sm_spatial_bins_create(ctx, disc, s->boxes, &bins);
  for (size_t m = 0; m < s->boxes && status == SM_OK; m++) {
    struct sm_bin_box box = {.along = {1, 0}};
    for (int d = 0; d < 2; d++) {
      box.low[d] = s->box[m].low[d] - limit - bins.radius;
      box.high[d] = s->box[m].high[d] + limit + bins.radius;
    }
    const size_t count = sm_spatial_bins_near(&bins, &box, near);
    for (size_t n = 0; n < count; n++)
      if (near[n] > m) merge(s, &s->box[m], &s->box[near[n]], limit);
  }
  sm_spatial_bins_destroy(&bins);
  return status;
}

/* --- blocks --- */

/* Adds area and first moments of a footprint; all rings but the first are holes. */
static void add_shape(const struct sm_footprint *f, struct sm_building_block *block) {
  const double *o = f->vertex[0]; /* local origin, against cancellation */
  for (int r = 0; r < f->ring_count; r++) {
    double area = 0, moment[2] = {0, 0};
    for (int v = f->ring_start[r]; v < f->ring_start[r + 1]; v++) {
      const struct sm_block_edge e = edge_of(f, r, v);
      const double a[2] = {e.a[0] - o[0], e.a[1] - o[1]}, b[2] = {e.b[0] - o[0], e.b[1] - o[1]};
      const double twice = a[0] * b[1] - b[0] * a[1];
      area += 0.5 * twice;
      for (int d = 0; d < 2; d++) moment[d] += (a[d] + b[d]) * twice / 6;
    }
    const double sign = (area < 0 ? -1 : 1) * (r == 0 ? 1 : -1);
    block->area += sign * area;
    for (int d = 0; d < 2; d++) block->centroid[d] += sign * (moment[d] + area * o[d]);
  }
}

static void add_footprint(const struct merging *s, size_t f, struct sm_building_block *block,
                          struct sm_block_edge *edge) {
  const struct sm_building_span *span = &s->domain->span[f];
  const struct sm_footprint *item = &s->domain->footprints.item[f];
  block->ground = fmin(block->ground, span->ground);
  block->bottom = fmin(block->bottom, span->bottom);
  block->top = fmax(block->top, span->top);
  block->porosity = item->porosity;
  add_shape(item, block);
  for (int r = 0; r < item->ring_count; r++)
    for (int v = item->ring_start[r]; v < item->ring_start[r + 1]; v++)
      edge[block->first + block->count++] = edge_of(item, r, v);
}

static void finish(struct sm_building_block *block, const struct sm_block_edge *edge) {
  for (int d = 0; d < 2; d++) block->centroid[d] /= block->area;
  for (size_t e = block->first; e < block->first + block->count; e++)
    block->radius = fmax(
        block->radius, hypot(edge[e].a[0] - block->centroid[0], edge[e].a[1] - block->centroid[1]));
}

/* Order of blocks: square by square, row by row, so that neighbours are close in memory. */
static int compare_place(const void *a, const void *b) {
  const struct sm_building_block *p = a, *q = b;
  for (int d = 1; d >= 0; d--) {
    const double x = floor(p->centroid[d] / square), y = floor(q->centroid[d] / square);
    if (x != y) return (x > y) - (x < y);
  }
  const double x = p->top - p->ground, y = q->top - q->ground;
  return x != y ? (x > y) - (x < y) : (p->first > q->first) - (p->first < q->first);
}

static void gather(struct merging *s, struct sm_building_blocks *out) {
  const size_t count = s->domain->footprints.count;
  size_t next = 0;
  for (size_t f = 0; f < count; f++)
    if (s->present[f]) {
      const struct sm_footprint *item = &s->domain->footprints.item[f];
      out->item[s->place[root_of(s->parent, f)]].count +=
          (size_t)item->ring_start[item->ring_count];
    }
  for (size_t b = 0; b < out->count; b++) {
    struct sm_building_block *block = &out->item[b];
    block->first = next;
    next += block->count;
    block->count = 0;
    block->ground = block->bottom = INFINITY;
    block->top = -INFINITY;
  }
  for (size_t f = 0; f < count; f++)
    if (s->present[f]) add_footprint(s, f, &out->item[s->place[root_of(s->parent, f)]], s->edge);
  for (size_t b = 0; b < out->count; b++) finish(&out->item[b], s->edge);
  qsort(out->item, out->count, sizeof *out->item, compare_place);
  for (size_t b = 0, at = 0; b < out->count; b++) {
    const struct sm_block_edge *from = s->edge + out->item[b].first;
    out->item[b].first = at;
    for (size_t e = 0; e < out->item[b].count; e++, at++) {
      out->edge[at] = from[e];
      out->owner[at] = b;
    }
  }
}

enum sm_status sm_building_blocks_find(struct sm_context *ctx, const struct sm_domain *domain,
                                       struct sm_building_blocks *out) {
  static const char *const what = "the blocks of buildings";
  const size_t count = domain->footprints.count;
  struct merging s = {.domain = domain};
  enum sm_status status = SM_OK;
  *out = (struct sm_building_blocks){.item = NULL};
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof *s.parent, what, &s.parent));
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof *s.place, what, &s.place));
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof *s.present, what, &s.present));
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof *s.box, what, &s.box));
  for (size_t f = 0; f < count; f++) {
    const struct sm_footprint *item = &domain->footprints.item[f];
    s.parent[f] = f;
    s.present[f] =
        item->ring_count > 0 && !item->is_floor && domain->span[f].top > domain->span[f].bottom;
    if (!s.present[f]) continue; /* floor slabs, outside the domain, or empty */
    s.box[s.boxes++] = box_of(item, f);
    out->edges += (size_t)item->ring_start[item->ring_count];
  }
  SM_TRY_DONE(merge_blocks(ctx, &s));
  for (size_t f = 0; f < count; f++)
    if (s.present[f] && root_of(s.parent, f) == f) s.place[f] = out->count++;
  SM_TRY_DONE(sm_alloc(ctx, out->count, sizeof *out->item, what, &out->item));
  SM_TRY_DONE(sm_alloc(ctx, out->edges, sizeof *out->edge, what, &out->edge));
  SM_TRY_DONE(sm_alloc(ctx, out->edges, sizeof *out->owner, what, &out->owner));
  SM_TRY_DONE(sm_alloc(ctx, out->edges, sizeof *s.edge, what, &s.edge));
  gather(&s, out);
done:
  SM_FREE_ALL(s.parent, s.place, s.present, s.box, s.edge);
  if (status != SM_OK) sm_building_blocks_free(out);
  return status;
}

void sm_building_blocks_free(struct sm_building_blocks *blocks) {
  SM_FREE_ALL(blocks->item, blocks->edge, blocks->owner);
  *blocks = (struct sm_building_blocks){.item = NULL};
}
