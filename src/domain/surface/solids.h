/* solids.h - which cells are solid, and which faces open. */
#ifndef SM_DOMAIN_SURFACE_SOLIDS_H
#define SM_DOMAIN_SURFACE_SOLIDS_H

#include "domain/domain.h"
#include "domain/surface/footprint_scan.h"

/* domain.h's bits for a solid cell. */
#define SM_SOLID(TYPE) ((uint8_t)((TYPE) << 6))

/* True when the byte of a cell says terrain or building. */
static inline bool sm_is_solid(uint8_t byte) {
  return SM_CELL_TYPE(byte) == SM_CELL_BUILDING || SM_CELL_TYPE(byte) == SM_CELL_TERRAIN;
}

/* True when it says air, reached by wind or not. */
static inline bool sm_is_air(uint8_t byte) { return byte < 64; }

/* Stair-step solids: a cell is solid when its centre lies below the ground or inside a building.
 * Fills domain->cell, which must be zero. `columns` scans the lines of column centres.
 * Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_solids_stair(struct sm_context *ctx,
                                          const struct sm_footprint_scan *columns,
                                          struct sm_domain *domain);

/* Sets the bits of the open faces of whole cells, of which the types are known and no face is open.
 * Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_solids_open_faces(struct sm_context *ctx, struct sm_domain *domain);

#endif
