/* physics/urban/internal.h - building parameterisations: declarations shared by their files. */
#ifndef SM_PHYSICS_URBAN_INTERNAL_H
#define SM_PHYSICS_URBAN_INTERNAL_H

#include <stddef.h>

#include "base/context.h"
#include "case/case.h"
#include "cell/urban/urban.h"
#include "device/device.h"
#include "domain/domain.h"
#include "domain/grid/grid.h"
#include "domain/grid/state.h"
#include "domain/surface/buildings/buildings.h"

/* spatial_bins.c: Uniform bins (a spatial index) of discs in the plane, round blocks of buildings
 * or round their walls: which are near a place, without asking all of them. */

/* What is binned. */
struct sm_bin_disc {
  double at[2], radius; /* m, from the corner of the grid */
  double cavity;        /* m, of a block: how far it matters downwind; else 0 */
};

struct sm_spatial_bins {
  double low[2], size; /* m, corner and edge of the bins */
  int n[2];
  size_t *start, *disc;  /* those of bin (i, j) from start[i + j n[0]], rising */
  size_t *large, larges; /* discs that are much larger than most, or have much longer cavities:
                            always near */
  size_t count;
  double radius, cavity; /* m, largest of the other discs */
};

/* Errors: ERR_MEMORY; *out may be destroyed then too. */
SM_CHECKED enum sm_status sm_spatial_bins_create(struct sm_context *ctx,
                                                 const struct sm_bin_disc *disc, size_t count,
                                                 struct sm_spatial_bins *out);
void sm_spatial_bins_destroy(struct sm_spatial_bins *bins);

/* Writes the discs whose middle is in a box (m from the corner of the grid), and perhaps others, to
 * `near`, which has room for all, in rising order; returns how many they are. */
size_t sm_spatial_bins_near(const struct sm_spatial_bins *bins, const double low[2],
                            const double high[2], size_t *near);

/* block_search.c: Range search among blocks of buildings and their walls, for what depends on
 * neighbours: streets, shelter, crossings. */

struct sm_block_search {
  const struct sm_building_blocks *blocks;
  struct sm_spatial_bins walls; /* discs round blocks->edge */
  struct sm_spatial_bins bins;  /* discs round blocks->item, in a wind */
  size_t *near;                 /* what a search found, has room for all edges */
};

/* Errors: ERR_MEMORY; *out may be destroyed then too. */
SM_CHECKED enum sm_status sm_block_search_create(struct sm_context *ctx,
                                                 const struct sm_building_blocks *blocks,
                                                 struct sm_block_search *out);
void sm_block_search_destroy(struct sm_block_search *search);

/* Bins the blocks, whose cavities are those of `all`. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_block_search_set(struct sm_context *ctx,
                                              struct sm_block_search *search,
                                              const struct sm_urban_block *all);

/* footprint.c: The plan of a block of buildings as the wind sees it, and the streets behind it. */

/* Sets place, wind, extents, effective length and width, and outline of a block for the wind along
 * the unit vector `wind`. */
void sm_block_footprint_make(const struct sm_building_blocks *blocks, size_t index,
                             const double wind[2], struct sm_urban_block *out);

/* Sets gap, top and normal of the streets behind a block, which has its outline and its cavity's
 * length, and tells in out->sheltered whether one as tall stands upwind of it, within the length of
 * that one's cavity. `all` are all blocks, with the cavities of the search. */
void sm_street_canyons_find(const struct sm_block_search *search, const struct sm_urban_block *all,
                            size_t index, struct sm_urban_block *out);

/* intersections.c: Where streets across the wind cross streets along it. */

/* Sets the crossing at the left of every block, all of which have their streets, and widens what
 * they reach by it: a street goes on behind the nearest block along it, if it is this one's nearest
 * too, no farther than two gaps away, its walls in line with the first ones within half a gap, and
 * no building in between. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_intersections_find(struct sm_context *ctx,
                                                const struct sm_block_search *search,
                                                struct sm_urban_block *all,
                                                struct sm_block_extent *reach);

/* upstream_deficit.c: What blocks of buildings leave of the wind for those downwind of them
 * (docs/theory/urban.md). */

struct sm_upstream_deficit;

/* For `count` blocks. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_upstream_deficit_create(struct sm_context *ctx,
                                                     const struct sm_domain *domain,
                                                     struct sm_state *state, size_t count,
                                                     struct sm_upstream_deficit **out);
SM_CHECKED enum sm_status sm_upstream_deficit_reserve(struct sm_context *ctx,
                                                      struct sm_upstream_deficit *shelter);
void sm_upstream_deficit_destroy(struct sm_upstream_deficit **shelter);

/* From upwind to downwind, finds the drag of each block and slows the wind at the roofs downwind of
 * it; then finds what is left at the nodes. `z`: device, heights of layers, kept. The blocks have
 * outline, cavity and speed. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_upstream_deficit_make(struct sm_context *ctx,
                                                   struct sm_upstream_deficit *shelter,
                                                   struct sm_urban_block *blocks, const float *z);

/* What kernels need; for no shelter all of it empty. */
const struct sm_drag_wake *sm_upstream_deficit_wakes(const struct sm_upstream_deficit *shelter);
struct sm_upstream_deficit_map sm_upstream_deficit_nodes(const struct sm_upstream_deficit *shelter);
/* Layers, from the ground, that have nodes; 0 for no shelter. */
int sm_upstream_deficit_layers(const struct sm_upstream_deficit *shelter);

/* The wake of a block's drag where the wind is `speed` times that which comes at the town (0 to 1).
 * Formulas: docs/theory/urban.md. */
struct sm_drag_wake sm_drag_wake_of(const struct sm_urban_block *block, double speed);

/* tiles.c: Which blocks of buildings may matter in which tile of columns. */

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
/* Room for the lists of so many blocks, about. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_block_tiles_reserve(struct sm_context *ctx,
                                                 struct sm_block_tiles *tiles, size_t blocks);
void sm_block_tiles_destroy(struct sm_block_tiles *tiles);

/* Lists for each tile the blocks whose reach may meet it, in the order in which `order` has the
 * `count` blocks, on host and device. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_block_tiles_fill(struct sm_context *ctx, struct sm_block_tiles *tiles,
                                              const struct sm_block_extent *reach,
                                              const size_t *order, size_t count);

/* The lists as kernels read them, on the device or, for the host, on the host. */
struct sm_block_tile_lists sm_block_tiles_lists(const struct sm_block_tiles *tiles, bool host);

/* zones.c: How long the zones round a block are; formulas and sources: docs/theory/urban.md. */

/* Sets the lengths of all zones of a block that has its outline and speed. */
void sm_zones_set_lengths(const struct sm_case_zones *options, struct sm_urban_block *block);

/* Sets the top of the wake, which a vortex over the roof raises where no other block shelters it,
 * and tells where all zones are. */
struct sm_block_extent sm_zones_finish(const struct sm_case_zones *options,
                                       struct sm_urban_block *block);

/* Length of the cavity behind a block, m (Fackrell 1984; Singh 2005), and behind one that is at
 * least twice as high as long. All in m. */
double sm_cavity_length(double height, double width, double length);
double sm_cavity_length_tall(double height, double width, double length);

#endif
