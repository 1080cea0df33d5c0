#include "physics/urban/internal.h"

#include "base/list.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static size_t count_offsets(const struct sm_block_tiles *t) {
  return (size_t)t->n[0] * (size_t)t->n[1] + 1;
}

enum sm_status sm_block_tiles_create(struct sm_context *ctx, struct sm_device *device,
                                     const struct sm_grid *grid, int cells,
                                     struct sm_block_tiles *t) {
  *t = (struct sm_block_tiles){.device = device};
  for (int d = 0; d < 2; d++) {
    t->n[d] = (grid->axis[d].n + cells - 1) / cells;
    t->size[d] = sm_axis_length(&grid->axis[d]) / t->n[d];
  }
  const size_t count = count_offsets(t);
  SM_TRY(sm_alloc(ctx, count, sizeof *t->start, "tiles", &t->start));
  SM_TRY(sm_alloc(ctx, count, sizeof *t->top, "tiles", &t->top));
  SM_TRY(sm_device_allocate(ctx, device, count, sizeof *t->top, "tiles", &t->top_on_device));
  return sm_device_allocate(ctx, device, count, sizeof *t->start, "tiles", &t->on_device[0]);
}

static void release_lists(struct sm_block_tiles *t) {
  sm_free(t->block);
  sm_device_release(t->device, t->on_device[1], t->capacity, sizeof(int));
  t->block = t->on_device[1] = NULL;
  t->capacity = 0;
}

void sm_block_tiles_destroy(struct sm_block_tiles *t) {
  if (t->device == NULL) return;
  release_lists(t);
  sm_device_release(t->device, t->on_device[0], count_offsets(t), sizeof(int));
  sm_device_release(t->device, t->top_on_device, count_offsets(t), sizeof *t->top);
  SM_FREE_ALL(t->start, t->top);
  *t = (struct sm_block_tiles){.device = NULL};
}

/* Range of tiles that a rotated box may overlap. */
static void overlaps(const struct sm_block_tiles *t, const struct sm_block_extent *r, int low[2],
                     int high[2]) {
  double least[2] = {INFINITY, INFINITY}, most[2] = {-INFINITY, -INFINITY};
  for (int corner = 0; corner < 4; corner++) {
    const double x = (double)(corner & 1 ? r->high : r->low)[0];
    const double y = (double)(corner & 2 ? r->high : r->low)[1];
    const double wind[2] = {(double)r->wind[0], (double)r->wind[1]};
    const double at[2] = {(double)r->x + x * wind[0] - y * wind[1],
                          (double)r->y + x * wind[1] + y * wind[0]};
    for (int d = 0; d < 2; d++) {
      least[d] = fmin(least[d], at[d]);
      most[d] = fmax(most[d], at[d]);
    }
  }
  for (int d = 0; d < 2; d++) { /* tolerance: positions are rounded */
    const double slack = 0.01 * t->size[d];
    low[d] = (int)fmin(fmax(0, floor((least[d] - slack) / t->size[d])), t->n[d]);
    high[d] = (int)fmax(-1, fmin(t->n[d] - 1, floor((most[d] + slack) / t->size[d])));
  }
}

/* Whether a rotated box may overlap a tile, by separation along the axes of the box. Tiles at the
 * border also stand for the outside of the grid. */
static bool may_overlap(const struct sm_block_tiles *t, const struct sm_block_extent *r, int i,
                        int j) {
  const double wind[2] = {(double)r->wind[0], (double)r->wind[1]};
  const double dx = (i + 0.5) * t->size[0] - (double)r->x;
  const double dy = (j + 0.5) * t->size[1] - (double)r->y;
  const double at[2] = {dx * wind[0] + dy * wind[1], dy * wind[0] - dx * wind[1]};
  if (i == 0 || j == 0 || i == t->n[0] - 1 || j == t->n[1] - 1) return true;
  for (int d = 0; d < 2; d++) {
    const double half =
        0.51 * (t->size[d] * fabs(wind[0]) + t->size[1 - d] * fabs(wind[1])); /* with tolerance for
                                                                                 rounding */
    if (at[d] + half < (double)r->low[d] || at[d] - half > (double)r->high[d]) return false;
  }
  return true;
}

static enum sm_status reserve(struct sm_context *ctx, struct sm_block_tiles *t, size_t count) {
  if (count <= t->capacity) return SM_OK;
  release_lists(t);
  SM_TRY(sm_alloc(ctx, count, sizeof *t->block, "tiles of blocks", &t->block));
  SM_TRY(
      sm_device_allocate(ctx, t->device, count, sizeof(int), "tiles of blocks", &t->on_device[1]));
  t->capacity = count;
  return SM_OK;
}

enum sm_status sm_block_tiles_reserve(struct sm_context *ctx, struct sm_block_tiles *t,
                                      size_t blocks) {
  enum { TILES = 64 }; /* that the zones of a block meet, in the mean */
  return reserve(ctx, t, TILES * blocks);
}

enum sm_status sm_block_tiles_fill(struct sm_context *ctx, struct sm_block_tiles *t,
                                   const struct sm_block_extent *reach, const size_t *order,
                                   size_t count) {
  const size_t tiles = count_offsets(t) - 1;
  memset(t->start, 0, (tiles + 1) * sizeof *t->start);
  for (size_t q = 0; q <= tiles; q++) t->top[q] = -INFINITY;
  for (int pass = 0; pass < 2; pass++) {
    for (size_t o = 0; o < count; o++) {
      int low[2], high[2];
      overlaps(t, &reach[order[o]], low, high);
      for (int j = low[1]; j <= high[1]; j++)
        for (int i = low[0]; i <= high[0]; i++) {
          if (!may_overlap(t, &reach[order[o]], i, j)) continue;
          const int tile = i + j * t->n[0];
          if (pass == 1) t->block[t->start[tile]] = (int)order[o];
          t->start[tile]++;
          t->top[tile] = fmaxf(t->top[tile], reach[order[o]].top);
        }
    }
    if (pass == 0) { /* counts become offsets */
      int64_t sum = 0;
      for (size_t q = 0; q <= tiles; q++) {
        const int here = t->start[q];
        t->start[q] = (int)sum;
        sum += here;
        if (sum > INT_MAX)
          return sm_fail(ctx, SM_ERR_CASE,
                         "error: the wakes of %zu blocks of buildings meet more than %d tiles of "
                         "columns\nhelp: fewer buildings in a domain, or larger cells",
                         count, INT_MAX);
      }
      SM_TRY(reserve(ctx, t, (size_t)sum));
    }
  }
  memmove(t->start + 1, t->start, tiles * sizeof *t->start); /* ends become starts */
  t->start[0] = 0;
  SM_TRY(
      sm_device_upload(ctx, t->device, t->on_device[0], t->start, (tiles + 1) * sizeof *t->start));
  SM_TRY(sm_device_upload(ctx, t->device, t->top_on_device, t->top, (tiles + 1) * sizeof *t->top));
  return sm_device_upload(ctx, t->device, t->on_device[1], t->block,
                          (size_t)t->start[tiles] * sizeof *t->block);
}

struct sm_block_tile_lists sm_block_tiles_lists(const struct sm_block_tiles *t, bool host) {
  return (struct sm_block_tile_lists){.start = host ? t->start : t->on_device[0],
                                      .block = host ? t->block : t->on_device[1],
                                      .top = host ? t->top : t->top_on_device,
                                      .n = {t->n[0], t->n[1]},
                                      .size = {(float)t->size[0], (float)t->size[1]}};
}
