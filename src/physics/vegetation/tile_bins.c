/* Zones of plants and turbines by the tiles of columns on which they act, on host and device. */
#include "physics/vegetation/internal.h"

#include <math.h>
#include <string.h>

enum { TILE = SM_PLANT_TILE };
_Static_assert((int)SM_PLANT_TILE == (int)SM_TURBINE_TILE, "tiles of plants and turbines");

/* --- on the host --- */

/* Middle of a tile and radius of the circle round it, one cell more than it has. */
static double circle_of(const struct sm_grid *grid, const int tile[2], double middle[2]) {
  double half[2];
  for (int d = 0; d < 2; d++) {
    const struct sm_axis *axis = &grid->axis[d];
    const int first = tile[d] * TILE, end = first + TILE;
    const double low = axis->face[first], high = axis->face[end < axis->n ? end : axis->n];
    middle[d] = 0.5 * (low + high);
    half[d] = 0.5 * (high - low) + axis->width[first];
  }
  return hypot(half[0], half[1]);
}

/* Tiles of an axis that faces and centres between two positions may belong to; first > last: none.
 */
static void tiles_between(const struct sm_axis *axis, double low, double high, int out[2]) {
  const int first = sm_count_below(axis->face, axis->n + 1, low) - 1;
  const int last = sm_count_below(axis->face, axis->n + 1, high);
  out[0] = (first > 0 ? first : 0) / TILE;
  out[1] = (last < axis->n ? last : axis->n - 1) / TILE;
  if (high < 0 || low > sm_axis_length(axis)) out[1] = out[0] - 1;
}

/* Counts the tiles of every zone in start[tile + 2], or writes the zones where start[tile + 1] goes
 * on. */
static uint64_t visit(const struct sm_grid *grid, const struct sm_tile_zones *zones,
                      struct sm_tile_bins *bins, bool write) {
  uint64_t total = 0;
  for (size_t n = 0; n < zones->count; n++) {
    const struct sm_zone_rectangle r = zones->rectangle(zones->zone, n);
    int x[2], y[2];
    tiles_between(&grid->axis[0], r.low[0], r.high[0], x);
    tiles_between(&grid->axis[1], r.low[1], r.high[1], y);
    for (int j = y[0]; j <= y[1]; j++)
      for (int i = x[0]; i <= x[1]; i++) {
        uint32_t *start = bins->start + (i + j * bins->tiles[0]);
        double middle[2];
        const double radius = circle_of(grid, (const int[2]){i, j}, middle);
        if (!zones->may_reach(zones->zone, n, middle, radius)) continue;
        total++;
        if (write)
          bins->zone[start[1]++] = (uint32_t)n;
        else
          start[2]++;
      }
  }
  return total;
}

enum sm_status sm_tile_bins_create(struct sm_context *ctx, const struct sm_grid *grid,
                                   const struct sm_tile_zones *zones, struct sm_tile_bins *out) {
  *out = (struct sm_tile_bins){0};
  for (int d = 0; d < 2; d++) out->tiles[d] = (grid->axis[d].n - 1) / TILE + 1;
  const size_t tiles = (size_t)out->tiles[0] * (size_t)out->tiles[1];
  SM_TRY(sm_alloc(ctx, tiles + 2, sizeof *out->start, "tiles of zones", &out->start));
  const uint64_t total = visit(grid, zones, out, false);
  enum sm_status status = SM_OK;
  if (total > UINT32_MAX || zones->count > INT32_MAX)
    status = sm_fail(ctx, SM_ERR_MEMORY, "%s act on more than 2^32 tiles of columns", zones->what);
  for (size_t t = 0; t < tiles; t++) out->start[t + 2] += out->start[t + 1];
  if (status == SM_OK)
    status = sm_alloc(ctx, (size_t)total + 1, sizeof *out->zone, "tiles of zones", &out->zone);
  if (status == SM_OK)
    visit(grid, zones, out, true);
  else
    sm_tile_bins_free(out);
  return status;
}

void sm_tile_bins_free(struct sm_tile_bins *bins) {
  sm_free(bins->start);
  sm_free(bins->zone);
  *bins = (struct sm_tile_bins){0};
}

/* --- on the device --- */

enum sm_status sm_tile_lists_upload(struct sm_context *ctx, struct sm_device *device,
                                    const struct sm_tile_bins *bins, struct sm_tile_lists *to) {
  const size_t tiles = (size_t)bins->tiles[0] * (size_t)bins->tiles[1];
  const size_t pairs = bins->start[tiles];
  if (tiles + 1 != to->start_count || pairs > to->room) {
    sm_tile_lists_release(device, to);
    const size_t room = pairs + pairs / 4 + 1; /* the next wind may need more */
    SM_TRY(sm_device_allocate(ctx, device, tiles + 1, sizeof *to->start, "tiles of zones",
                              &to->start));
    to->start_count = tiles + 1;
    SM_TRY(sm_device_allocate(ctx, device, room, sizeof *to->zone, "tiles of zones", &to->zone));
    to->room = room;
  }
  memcpy(to->tiles, bins->tiles, sizeof to->tiles);
  SM_TRY(sm_device_upload(ctx, device, to->start, bins->start, (tiles + 1) * sizeof *to->start));
  return sm_device_upload(ctx, device, to->zone, bins->zone, pairs * sizeof *to->zone);
}

void sm_tile_lists_release(struct sm_device *device, struct sm_tile_lists *lists) {
  sm_device_release(device, lists->start, lists->start_count, sizeof *lists->start);
  sm_device_release(device, lists->zone, lists->room, sizeof *lists->zone);
  *lists = (struct sm_tile_lists){0};
}
