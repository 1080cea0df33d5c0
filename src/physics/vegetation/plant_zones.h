/* plant_zones.h - trees and barriers in the wind of one moment, and the tiles of columns that each
 * of them may act on. */
#ifndef SM_PHYSICS_VEGETATION_PLANT_ZONES_H
#define SM_PHYSICS_VEGETATION_PLANT_ZONES_H

#include "cell/cells.h"
#include "domain/domain.h"

/* Number of trees and barriers; the zones are in this order. */
size_t sm_plant_count(const struct sm_domain *domain);

/* Where plant `p` meets the wind: the trunk, or the middle of the piece; m from the corner, top
 * above the ground. */
struct sm_plant_top {
  double x, y, height;
};
struct sm_plant_top sm_plant_top_of(const struct sm_domain *domain, size_t p);

/* The zone of plant `p` in a wind (m/s) at its top. `law`: enum sm_barrier_model, of windbreaks and
 * fences. */
struct sm_plant_zone sm_plant_zone_of(const struct sm_domain *domain, size_t p, int barrier_model,
                                      const float wind[2]);

/* Height above the ground (m) up to which a zone acts. */
double sm_plant_zone_top(const struct sm_plant_zone *zone);

/* Which zones act on which tile (struct sm_plant_tiles). */
struct sm_plant_bins {
  int tiles[2];
  uint32_t *start, *plant;
};

/* Errors: ERR_MEMORY (also more than 2^32 pairs). */
SM_CHECKED enum sm_status sm_plant_bins_create(struct sm_context *ctx, const struct sm_grid *grid,
                                               const struct sm_plant_zone *zone, size_t count,
                                               struct sm_plant_bins *out);
void sm_plant_bins_free(struct sm_plant_bins *bins);

#endif
