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

/* A stop in a loop over blocks, at one of 64. Errors: ERR_STOPPED. */
SM_CHECKED enum sm_status sm_urban_check_stop(struct sm_context *ctx,
                                              const struct sm_device *device, size_t block);

/* block_search.c: Range search among building blocks and their walls, for zones that depend on
 * neighbours: street canyons, shelter, intersections. */

struct sm_block_search {
  const struct sm_building_blocks *blocks;
  struct sm_spatial_bins walls; /* discs around blocks->edge */
  struct sm_spatial_bins bins;  /* discs around blocks->item, for a wind direction */
  size_t *near;                 /* search result, room for all edges */
};

/* Errors: ERR_MEMORY; *out may be destroyed even then. */
SM_CHECKED enum sm_status sm_block_search_create(struct sm_context *ctx,
                                                 const struct sm_building_blocks *blocks,
                                                 struct sm_block_search *out);
void sm_block_search_destroy(struct sm_block_search *search);

/* Bins the blocks, with the cavity lengths of `all`. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_block_search_set(struct sm_context *ctx,
                                              struct sm_block_search *search,
                                              const struct sm_urban_block *all);

/* Finds the blocks in whose cavities a block may lie, and possibly others. Returns their number. */
size_t sm_block_search_upwind(const struct sm_block_search *search, const struct sm_urban_block *b);

/* Finds the walls of other, not porous blocks that meet a box in the frame of a block, or nearly:
 * as wide as the block, from `begin` to `end` along the wind. Returns their number. */
size_t sm_block_search_walls(const struct sm_block_search *search, size_t index,
                             const struct sm_urban_block *b, double begin, double end);

/* footprint.c: Footprint of a building block in the frame of the wind, and the streets behind
 * it. */

/* Transforms a point, or an edge, to the frame of a block. */
static inline void sm_block_frame(const struct sm_urban_block *b, const double p[2],
                                  double out[2]) {
  const double d[2] = {p[0] - (double)b->x, p[1] - (double)b->y};
  const double c = (double)b->wind[0], s = (double)b->wind[1];
  out[0] = d[0] * c + d[1] * s;
  out[1] = d[1] * c - d[0] * s;
}
static inline struct sm_block_edge sm_block_frame_edge(const struct sm_urban_block *b,
                                                       const struct sm_block_edge *e) {
  struct sm_block_edge out = {.a = {0}};
  sm_block_frame(b, e->a, out.a);
  sm_block_frame(b, e->b, out.b);
  return out;
}

/* Range of strips across the wind whose centre lines an edge in the frame of the block may cross:
 * from *first to before *end. */
void sm_block_strips_crossed(const struct sm_urban_block *b, const struct sm_block_edge *e,
                             int *first, int *end);

/* Sets position, wind, extents, effective length and width, and footprint outline of a block for
 * the wind along the unit vector `wind`. */
void sm_block_footprint_make(const struct sm_building_blocks *blocks, size_t index,
                             const double wind[2], struct sm_urban_block *out);

/* Sets gap, top and normal of the streets behind a block, whose outline and cavity length are set.
 * Sets out->sheltered if a block at least as tall stands upwind within its own cavity length, and
 * out->isolated to 1 for mixing layers: not sheltered, and no wall within the recirculation.
 * `all`: all blocks, with the cavities of the search. */
void sm_street_canyons_find(const struct sm_block_search *search, const struct sm_urban_block *all,
                            size_t index, struct sm_urban_block *out);

/* downwash.c: Downwash of a building that is taller than those upwind. */

/* Sets out->downwash, share 0 unless a lower block stands ahead of the front, no farther than the
 * block is high. */
void sm_downwash_find(const struct sm_case_zones *options, const struct sm_block_search *search,
                      size_t index, struct sm_urban_block *out);

/* intersections.c: Intersections of streets across the wind with streets along it. */

/* Sets the intersection at the left of every block once all streets are set, and extends `reach`
 * accordingly. A street continues behind the nearest block along it if both are nearest to each
 * other, at most two gaps apart, with walls aligned within half a gap and no building between.
 * Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_intersections_find(struct sm_context *ctx,
                                                const struct sm_block_search *search,
                                                struct sm_urban_block *all,
                                                struct sm_block_extent *reach);

/* upstream_deficit.c: Momentum deficit of the wind behind building blocks
 * (docs/theory/urban.md). */

struct sm_upstream_deficit;

/* Makes the model for `count` blocks. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_upstream_deficit_create(struct sm_context *ctx,
                                                     const struct sm_domain *domain,
                                                     struct sm_state *state, size_t count,
                                                     struct sm_upstream_deficit **out);
SM_CHECKED enum sm_status sm_upstream_deficit_reserve(struct sm_context *ctx,
                                                      struct sm_upstream_deficit *shelter);
void sm_upstream_deficit_destroy(struct sm_upstream_deficit **shelter);

/* From upwind to downwind, computes the drag of each block and reduces the wind at the roofs
 * downwind of it; then the remaining fraction of the wind at the nodes. `z`: device, heights of
 * layers, borrowed. The blocks have outline, cavity and speed. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_upstream_deficit_make(struct sm_context *ctx,
                                                   struct sm_upstream_deficit *shelter,
                                                   struct sm_urban_block *blocks, const float *z);

/* Arguments of kernels; empty if there is no deficit model. */
const struct sm_drag_wake *sm_upstream_deficit_wakes(const struct sm_upstream_deficit *shelter);
struct sm_upstream_deficit_map sm_upstream_deficit_nodes(const struct sm_upstream_deficit *shelter);
/* Number of layers with nodes, from the ground; 0 if there is no deficit model. */
int sm_upstream_deficit_layers(const struct sm_upstream_deficit *shelter);

/* Drag wake of a block in a wind of `speed` times the undisturbed wind (0 to 1). Formulas:
 * docs/theory/urban.md. */
struct sm_drag_wake sm_drag_wake_of(const struct sm_urban_block *block, double speed);

/* tiles.c: Lists of the building blocks that may affect each tile of columns. */

/* Concatenated block lists of all tiles; tile (i, j) has those from
 * start[i + j n[0]] to before the next start. */
struct sm_block_tiles {
  struct sm_device *device;
  int n[2];
  double size[2];     /* m */
  int *start, *block; /* host: n[0] n[1] + 1 offsets, and block indices */
  float *top;         /* host: highest top of the extents in each tile, m */
  int *on_device[2];  /* device copies of start and block */
  float *top_on_device;
  size_t capacity; /* of the block indices */
};

/* Makes the tiles of a grid, of `cells` by `cells` columns, without lists. Errors: ERR_MEMORY,
 * ERR_DEVICE; *out may be destroyed even then. */
SM_CHECKED enum sm_status sm_block_tiles_create(struct sm_context *ctx, struct sm_device *device,
                                                const struct sm_grid *grid, int cells,
                                                struct sm_block_tiles *out);
/* Room for the lists of so many blocks, about. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_block_tiles_reserve(struct sm_context *ctx,
                                                 struct sm_block_tiles *tiles, size_t blocks);
void sm_block_tiles_destroy(struct sm_block_tiles *tiles);

/* Lists for each tile the blocks whose reach may overlap it, in the sequence `order` of the `count`
 * blocks, on host and device. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_block_tiles_fill(struct sm_context *ctx, struct sm_block_tiles *tiles,
                                              const struct sm_block_extent *reach,
                                              const size_t *order, size_t count);

/* Lists as kernel arguments, on the device or, if `host`, on the host. */
struct sm_block_tile_lists sm_block_tiles_lists(const struct sm_block_tiles *tiles, bool host);

/* zones.c: Lengths of the zones around a block; formulas and sources: docs/theory/urban.md. */

/* Sets the lengths of all zones of a block with known outline and speed. */
void sm_zones_set_lengths(const struct sm_case_zones *options, struct sm_urban_block *block);

/* Sets the top of the wake, which a rooftop vortex raises unless another block shelters it, and the
 * recirculation length for mixing layers, once streets and sheltering of all blocks are known.
 * Returns the extent of all zones. */
struct sm_block_extent sm_zones_finish(const struct sm_case_zones *options,
                                       struct sm_urban_block *block);

/* Length of the cavity behind a block, m (Fackrell 1984; Singh 2005), and behind one at least twice
 * as high as long. Arguments in m. */
double sm_cavity_length(double height, double width, double length);
double sm_cavity_length_tall(double height, double width, double length);

#endif
