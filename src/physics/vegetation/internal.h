/* physics/vegetation/internal.h - zones of plants and turbines: declarations shared by their
 * files. */
#ifndef SM_PHYSICS_VEGETATION_INTERNAL_H
#define SM_PHYSICS_VEGETATION_INTERNAL_H

#include "cell/cells.h"
#include "device/device.h"
#include "domain/domain.h"

/* tile_bins.c: Zones by the tiles of columns on which they may act. */

/* Bounding box, m; low above high: the zone is nowhere. */
struct sm_zone_rectangle {
  double low[2], high[2];
};

/* The zones of a kind. */
struct sm_tile_zones {
  const char *what; /* "plants" */
  const void *zone; /* array */
  size_t count;
  struct sm_zone_rectangle (*rectangle)(const void *zone, size_t n);
  /* False where zone n cannot reach a circle, whose middle is given: it lies askew in its box. */
  bool (*may_reach)(const void *zone, size_t n, const double middle[2], double radius);
};

/* Zones of each tile: zone[start[t]] to zone[start[t + 1]]. */
struct sm_tile_bins {
  int tiles[2];
  uint32_t *start, *zone;
};

/* Errors: ERR_MEMORY (also more than 2^32 pairs). */
SM_CHECKED enum sm_status sm_tile_bins_create(struct sm_context *ctx, const struct sm_grid *grid,
                                              const struct sm_tile_zones *zones,
                                              struct sm_tile_bins *out);
void sm_tile_bins_free(struct sm_tile_bins *bins);

/* The same on a device, with room for more. */
struct sm_tile_lists {
  int tiles[2];
  uint32_t *start, *zone;
  size_t start_count, room;
};

/* Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_tile_lists_upload(struct sm_context *ctx, struct sm_device *device,
                                               const struct sm_tile_bins *bins,
                                               struct sm_tile_lists *to);
void sm_tile_lists_release(struct sm_device *device, struct sm_tile_lists *lists);

/* plant_zones.c: Zones of trees and barriers in the wind of one time, and the tiles of columns that
 * each may affect. */

/* Number of trees and barriers; zones are in this order. */
size_t sm_plant_count(const struct sm_domain *domain);

/* Reference point for the wind at plant `p`: the trunk of a tree, or the centre of a barrier piece;
 * m from the corner, top above ground. */
struct sm_plant_top {
  double x, y, height;
};
struct sm_plant_top sm_plant_top_of(const struct sm_domain *domain, size_t p);

/* Zone of plant `p` in a wind (m/s) at its top. `barrier_model`: enum sm_barrier_model, for
 * windbreaks and fences. */
struct sm_plant_zone sm_plant_zone_of(const struct sm_domain *domain, size_t p, int barrier_model,
                                      const float wind[2]);

/* Top of a zone, m above ground. */
double sm_plant_zone_top(const struct sm_plant_zone *zone);

/* The zones of plants, for tile_bins.c. */
struct sm_tile_zones sm_plant_tile_zones(const struct sm_plant_zone *zone, size_t count);

/* turbine_zones.c: Wakes of wind turbines in the wind of one time, and the tiles of columns that
 * each may affect (docs/theory/turbines.md). */

/* Thrust coefficient of a turbine in a wind (m/s), at most SM_TURBINE_MAX_THRUST; 0 at speeds
 * outside its curve. */
double sm_turbine_thrust(const struct sm_turbine *turbine, double speed);

/* Wake of a turbine in a wind (m/s, at the hub, without turbines), of which the fraction `strength`
 * arrives, with a given turbulence intensity; the start of the wake is sharp. Without wind or
 * thrust its reach is 0. */
struct sm_turbine_zone sm_turbine_zone_of(const struct sm_turbine *turbine, const double wind[2],
                                          double strength, double intensity);

/* Wakes of all turbines for the winds at their hubs, from upwind to downwind: the wind at a rotor
 * is the mean over its disc of what upstream wakes leave; their added turbulence makes its own wake
 * grow faster (Crespo and Hernandez 1996). zone: one per turbine, in their order. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_turbine_zones_find(struct sm_context *ctx,
                                                const struct sm_domain *domain,
                                                const double (*wind)[2],
                                                struct sm_turbine_zone *zone);

/* Top of a wake, m above ground. */
double sm_turbine_zone_top(const struct sm_turbine_zone *zone);

/* The wakes of turbines, for tile_bins.c. */
struct sm_tile_zones sm_turbine_tile_zones(const struct sm_turbine_zone *zone, size_t count);

#endif
