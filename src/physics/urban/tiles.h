/* tiles.h - which blocks of buildings may matter in which tile of columns. */
#ifndef SM_PHYSICS_URBAN_TILES_H
#define SM_PHYSICS_URBAN_TILES_H

#include "cell/urban/urban.h"
#include "device/device.h"
#include "domain/grid/grid.h"

/* Lists of blocks of all tiles, one after another; tile (i, j) has those from
 * start[i + j n[0]] to before the next start. */
struct sm_block_tiles {
  struct sm_device *device;
  int n[2];
  double size[2];     /* m */
  int *start, *block; /* host: n[0] n[1] + 1 offsets, and numbers of blocks */
  int *on_device[2];  /* the same two */
  size_t capacity;    /* of the numbers of blocks */
};

/* Tiles of a grid, without lists. Errors: ERR_MEMORY, ERR_DEVICE; *out may be destroyed then too.
 */
SM_CHECKED enum sm_status sm_block_tiles_create(struct sm_context *ctx, struct sm_device *device,
                                                const struct sm_grid *grid,
                                                struct sm_block_tiles *out);
void sm_block_tiles_destroy(struct sm_block_tiles *tiles);

/* Lists for each tile the blocks whose reach may meet it, in the order in which `order` has the
 * `count` blocks, on host and device. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_block_tiles_fill(struct sm_context *ctx, struct sm_block_tiles *tiles,
                                              const struct sm_block_extent *reach,
                                              const size_t *order, size_t count);

/* The lists as kernels read them, on the device or, for the host, on the host. */
struct sm_block_tile_lists sm_block_tiles_lists(const struct sm_block_tiles *tiles, bool host);

/* Device bytes of the offsets. */
size_t sm_block_tiles_bytes(const struct sm_grid *grid);
#endif
