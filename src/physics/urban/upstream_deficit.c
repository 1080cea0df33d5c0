#include "device/array_store.h"
#include "physics/urban/internal.h"

#include <math.h>
#include <stdlib.h>

enum { APART = 4 /* largest distance of nodes, cells */, TILE = 8 /* columns along its edge */ };

static const double pi = 3.14159265358979;
/* Drag coefficient of a cube (Hoerner 1965). */
static const double drag_coefficient = 1.05;
/* Growth rate of a wake at a turbulence intensity of 0.25, as between buildings (Niayifar and
 * Porte-Agel 2016: 0.3837 I + 0.0037). */
static const double growth = 0.1;
/* Deficit on the axis at which a wake ends. */
static const double faint = 0.02;
/* Height up to which a wake is considered, in block heights. */
static const double high = 4;

struct sm_upstream_deficit {
  const struct sm_grid *grid;
  struct sm_device *device;
  struct sm_store store;
  size_t count;
  struct sm_drag_wake *host, *drag; /* per block; the second on the device */
  struct sm_block_extent *reach;    /* extents of the same wakes; tops above the ground */
  size_t *order;                    /* blocks from upwind to downwind */
  struct sm_block_tiles tiles;
  int n[3];                   /* nodes per axis; the third: layers with nodes */
  float *ground;              /* host: ground height at nodes, m above the bottom of the grid */
  float *ground_there, *rest; /* device */
  const float *z;             /* host: heights of layers; borrowed */
};

/* --- making --- */

static void count_nodes(const struct sm_grid *grid, int n[3]) {
  for (int d = 0; d < 2; d++) n[d] = (grid->axis[d].n + APART - 1) / APART + 1;
  n[2] = grid->axis[2].n;
}

static size_t nodes(const struct sm_grid *grid) {
  int n[3];
  count_nodes(grid, n);
  return (size_t)n[0] * (size_t)n[1] * (size_t)n[2];
}

static enum sm_status make_ground(struct sm_context *ctx, struct sm_upstream_deficit *s,
                                  const struct sm_domain *domain) {
  const size_t columns = (size_t)s->n[0] * (size_t)s->n[1];
  SM_TRY(sm_store_host(ctx, &s->store, columns, sizeof *s->ground, &s->ground));
  for (int j = 0; j < s->n[1]; j++)
    for (int i = 0; i < s->n[0]; i++) {
      const int at[2] = {i, j};
      int cell[2];
      for (int d = 0; d < 2; d++) {
        const int n = s->grid->axis[d].n;
        cell[d] = (int)((int64_t)at[d] * n / (s->n[d] - 1));
        cell[d] = cell[d] < n ? cell[d] : n - 1;
      }
      s->ground[i + j * s->n[0]] = domain->terrain[cell[0] + cell[1] * s->grid->axis[0].n];
    }
  return sm_store_put(ctx, &s->store, s->ground, columns, sizeof *s->ground, &s->ground_there);
}

static enum sm_status make_arrays(struct sm_context *ctx, struct sm_upstream_deficit *s) {
  struct sm_store *store = &s->store;
  SM_TRY(sm_store_host(ctx, store, s->count, sizeof *s->host, &s->host));
  SM_TRY(sm_store_host(ctx, store, s->count, sizeof *s->reach, &s->reach));
  SM_TRY(sm_store_host(ctx, store, s->count, sizeof *s->order, &s->order));
  SM_TRY(sm_store_put(ctx, store, NULL, s->count, sizeof *s->drag, &s->drag));
  SM_TRY(sm_store_put(ctx, store, NULL, nodes(s->grid), sizeof *s->rest, &s->rest));
  return sm_block_tiles_create(ctx, s->device, s->grid, TILE, &s->tiles);
}

enum sm_status sm_upstream_deficit_create(struct sm_context *ctx, const struct sm_domain *domain,
                                          struct sm_state *state, size_t count,
                                          struct sm_upstream_deficit **out) {
  static const char *const what = "the shelter of buildings";
  struct sm_upstream_deficit *s = NULL;
  *out = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *s, what, &s));
  *out = s;
  s->grid = &domain->grid;
  s->device = state->device;
  s->store = (struct sm_store){.device = state->device, .what = what};
  s->count = count;
  count_nodes(s->grid, s->n);
  enum sm_status status = make_ground(ctx, s, domain);
  if (status == SM_OK) status = make_arrays(ctx, s);
  if (status != SM_OK) sm_upstream_deficit_destroy(out);
  return status;
}

enum sm_status sm_upstream_deficit_reserve(struct sm_context *ctx, struct sm_upstream_deficit *s) {
  return sm_block_tiles_reserve(ctx, &s->tiles, s->count);
}

void sm_upstream_deficit_destroy(struct sm_upstream_deficit **shelter) {
  struct sm_upstream_deficit *s = *shelter;
  if (s == NULL) return;
  sm_block_tiles_destroy(&s->tiles);
  sm_store_clear(&s->store);
  sm_free(s);
  *shelter = NULL;
}

/* --- drag --- */

struct sm_drag_wake sm_drag_wake_of(const struct sm_urban_block *b, double speed) {
  const double wide = (double)(b->high[1] - b->low[1]), height = (double)(b->top - b->ground);
  double cosine = 0, square = 0; /* means over the lee wall */
  for (int m = 0; m < SM_BLOCK_STRIPS; m++) {
    const double c = (double)b->footprint.lee.cosine[m];
    cosine += c / SM_BLOCK_STRIPS;
    square += c * c / SM_BLOCK_STRIPS;
  }
  const bool on_ground = b->bottom <= b->ground;
  const double solid = on_ground && b->speed > 0 ? 1 - (double)b->porosity : 0;
  /* Pressure drag in an oblique wind, reduced by the downward momentum of corner vortices. */
  const double area = drag_coefficient * wide * height * fmax(0, 2 * square - 1);
  const double sigma = sqrt(drag_coefficient / pi), sum = sigma * (wide + height);
  const double faintest = area / (2 * pi * faint) - sigma * sigma * wide * height;
  const double length = (sqrt(sum * sum + 4 * fmax(0, faintest)) - sum) / (2 * growth);
  struct sm_drag_wake d = {.lee = b->high[0],
                           .begin = b->high[0] + (float)cosine * b->cavity,
                           .middle = 0.5f * (b->low[1] + b->high[1]),
                           .spread = {(float)(sigma * wide), (float)(sigma * height)},
                           .growth = (float)growth,
                           .length = (float)length,
                           .top = (float)(high * height),
                           .thrust = (float)(solid * area * speed * speed / pi)};
  const float aside = 3 * (d.spread[0] + d.growth * d.length);
  d.reach = (struct sm_block_extent){.x = b->x,
                                     .y = b->y,
                                     .wind = {b->wind[0], b->wind[1]},
                                     .low = {d.lee, d.middle - aside},
                                     .high = {d.begin + d.length, d.middle + aside},
                                     .top = INFINITY};
  return d;
}

struct sorted {
  double downwind;
  size_t index;
};
static int compare_downwind(const void *a, const void *b) {
  const struct sorted *p = a, *q = b;
  if (p->downwind != q->downwind) return p->downwind > q->downwind ? 1 : -1;
  return (p->index > q->index) - (p->index < q->index);
}

static enum sm_status sort_blocks(struct sm_context *ctx, struct sm_upstream_deficit *s,
                                  const struct sm_urban_block *blocks) {
  double mean[2] = {0, 0};
  SM_SCOPED struct sorted *sorted = NULL;
  SM_TRY(sm_alloc(ctx, s->count, sizeof *sorted, "the order of blocks", &sorted));
  for (size_t b = 0; b < s->count; b++)
    for (int d = 0; d < 2; d++) mean[d] += (double)blocks[b].wind[d];
  for (size_t b = 0; b < s->count; b++)
    sorted[b] = (struct sorted){(double)blocks[b].x * mean[0] + (double)blocks[b].y * mean[1], b};
  qsort(sorted, s->count, sizeof *sorted, compare_downwind);
  for (size_t b = 0; b < s->count; b++) s->order[b] = sorted[b].index;
  return SM_OK;
}

/* Remaining fraction of the wind at the front of a block, at half height and at the roof. A block
 * inside the cavity of another counts as at the start of its wake. */
static void find_upstream_factor(const struct sm_upstream_deficit *s,
                                 const struct sm_block_tile_lists *tiles,
                                 const struct sm_urban_block *b, double *half_way, double *roof) {
  const float height = b->top - b->ground;
  const float x = b->low[0], y = 0.5f * (b->low[1] + b->high[1]);
  const float at[2] = {b->x + x * b->wind[0] - y * b->wind[1],
                       b->y + x * b->wind[1] + y * b->wind[0]};
  const int tile = sm_block_tile_at(tiles, at);
  *half_way = *roof = 1;
  for (int m = tiles->start[tile]; m < tiles->start[tile + 1]; m++) {
    const struct sm_drag_wake *d = &s->host[tiles->block[m]];
    const float dx = at[0] - d->reach.x, dy = at[1] - d->reach.y;
    const float along = dx * d->reach.wind[0] + dy * d->reach.wind[1];
    const float across = dy * d->reach.wind[0] - dx * d->reach.wind[1] - d->middle;
    if (along < d->lee) continue;
    const float behind = along > d->begin ? along - d->begin : 0;
    const struct sm_wake_section_shape section = sm_wake_section_at(d, behind, across);
    if (!(section.deficit > 0)) continue;
    *half_way *= 1 - (double)sm_wake_section_deficit(section, 0.5f * height);
    *roof *= 1 - (double)sm_wake_section_deficit(section, height);
  }
}

/* Number of layers that a wake reaches. */
static int count_layers(const struct sm_upstream_deficit *s,
                        const struct sm_block_tile_lists *tiles) {
  const struct sm_upstream_deficit_map map = sm_upstream_deficit_nodes(s);
  const struct sm_axis *axis = &s->grid->axis[2];
  float highest = 0;
  for (int j = 0; j < s->n[1]; j++)
    for (int i = 0; i < s->n[0]; i++) {
      const float at[2] = {(float)i * map.size[0], (float)j * map.size[1]};
      const float top = tiles->top[sm_block_tile_at(tiles, at)];
      highest = fmaxf(highest, s->ground[i + j * s->n[0]] + top);
    }
  const int below = sm_count_below(axis->face, axis->n + 1, (double)highest);
  return below < axis->n ? below : axis->n;
}

enum sm_status sm_upstream_deficit_make(struct sm_context *ctx, struct sm_upstream_deficit *s,
                                        struct sm_urban_block *blocks, const float *z) {
  SM_TRY(sort_blocks(ctx, s, blocks));
  for (size_t b = 0; b < s->count; b++) {
    s->host[b] = sm_drag_wake_of(&blocks[b], 0);
    s->reach[b] = s->host[b].reach;
    s->reach[b].top = s->host[b].top;
  }
  SM_TRY(sm_block_tiles_fill(ctx, &s->tiles, s->reach, s->order, s->count));
  const struct sm_block_tile_lists tiles = sm_block_tiles_lists(&s->tiles, true);
  for (size_t o = 0; o < s->count; o++) {
    struct sm_urban_block *b = &blocks[s->order[o]];
    double half_way, roof;
    SM_TRY(sm_urban_check_stop(ctx, s->device, o));
    find_upstream_factor(s, &tiles, b, &half_way, &roof);
    s->host[s->order[o]] = sm_drag_wake_of(b, half_way);
    b->speed *= (float)roof;
  }
  SM_TRY(sm_device_upload(ctx, s->device, s->drag, s->host, s->count * sizeof *s->host));
  s->n[2] = count_layers(s, &tiles);
  s->z = z;
  const struct sm_upstream_deficit_map map = sm_upstream_deficit_nodes(s);
  const struct sm_box box = {{0, 0, 0}, {s->n[0], s->n[1], 1}};
  s->device->backend->upstream_deficit(s->device, &box, &map);
  return SM_OK;
}

const struct sm_drag_wake *sm_upstream_deficit_wakes(const struct sm_upstream_deficit *s) {
  return s == NULL ? NULL : s->drag;
}

struct sm_upstream_deficit_map sm_upstream_deficit_nodes(const struct sm_upstream_deficit *s) {
  if (s == NULL) return (struct sm_upstream_deficit_map){.rest = NULL};
  struct sm_upstream_deficit_map map = {.drag = s->drag,
                                        .tiles = sm_block_tiles_lists(&s->tiles, false),
                                        .sy = s->n[0],
                                        .sz = (ptrdiff_t)s->n[0] * s->n[1],
                                        .n = {s->n[0], s->n[1], s->n[2]},
                                        .ground = s->ground_there,
                                        .z = s->z,
                                        .rest = s->rest};
  for (int d = 0; d < 2; d++)
    map.size[d] = (float)(sm_axis_length(&s->grid->axis[d]) / (s->n[d] - 1));
  return map;
}

int sm_upstream_deficit_layers(const struct sm_upstream_deficit *s) {
  return s == NULL ? 0 : s->n[2];
}
