/* domain/surface/buildings/buildings.h - building footprints in the domain; solid cells, cut cells,
 * enclosed cavities. */
#ifndef SM_DOMAIN_SURFACE_BUILDINGS_BUILDINGS_H
#define SM_DOMAIN_SURFACE_BUILDINGS_BUILDINGS_H

#include "domain/domain.h"
#include "domain/grid/horizontal.h"
#include "domain/surface/buildings/footprint_scan.h"

/* solids.c */

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

/* cut_cells.c */

/* Openings smaller than this share of a face are closed, closed parts smaller than it opened: they
 * carry nothing that the grid resolves, and coefficients that differ by orders of magnitude from
 * their neighbours' slow the solver down. */
#define SM_CUT_SLIVER 0.02f
/* The same for a flow, whose walls shall be smooth. */
#define SM_CUT_FINE_SLIVER 0.004f

/* Points per edge of a cell at which ground and roofs are sampled; and where friction asks how far
 * the wall is. */
enum { SM_CUT_SAMPLES = 8, SM_CUT_FINE = 64 };

/* Cut-cell solids: every face is open by the share of its area that lies above the ground (bilinear
 * between column centres) and outside buildings; sampled at `samples` points per cell, at most
 * SM_CUT_FINE, along x and y, exact in z. A cell without an open face is solid. Fills domain->cell,
 * which must be zero, domain->cut and cut_count. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_cut_solids(struct sm_context *ctx, int samples,
                                        struct sm_domain *domain);

/* For a flow that goes through sides of the domain: the outermost cells at those sides of x and y
 * (bits of cell/open_faces.h) are air where half of their face there is open, else solid; between
 * them faces are open or closed. What is at the sides then knows no parts. */
void sm_cut_square_sides(unsigned sides, struct sm_domain *domain);

/* enclosed_cavities.c */

/* Makes solid every cell of air without a path through open faces to a lateral side or the top:
 * the pressure there would be free, and the solver could not converge. Counts the rest in
 * fluid_count and the filled ones in filled_count; drops the filled ones from domain->cut.
 * Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_fill_enclosed_cavities(struct sm_context *ctx,
                                                    struct sm_domain *domain);

/* buildings.c */

/* Reads the footprints of the case's file and adds its inline ones (in their order), then the
 * floors of open car parks, to domain->footprints, in m from the south-west corner of the grid.
 * Errors: ERR_CASE (an inline building without area or height), ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_buildings_read(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_horizontal_grid *plan,
                                            struct sm_domain *domain);

/* Stands the buildings on the terrain: fills domain->span, building, building_count, highest_roof
 * and tallest_building. `columns` scans the lines of column centres. Warns of buildings outside
 * the domain and of those that are too small for the cells. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_buildings_place(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_footprint_scan *columns,
                                             struct sm_domain *domain);

/* Warns of buildings that are too low for the layers, once these are known. */
void sm_buildings_warn_low(struct sm_context *ctx, const struct sm_case *c,
                           const struct sm_domain *domain);

/* What a message calls building `index` ("case.toml:12: building", "roofs.shp: building 7"). */
void sm_buildings_name(const struct sm_case *c, const struct sm_footprints *footprints,
                       size_t index, char *out, size_t size);

/* samples.c */

/* The points of a line, from west to east. */
struct sm_sample_points {
  int count;
  double *x;     /* m */
  int *column;   /* the point lies between the centres of this column and the next */
  float *weight; /* of the next one */
  double reach;  /* m: a building counts up to here beyond its walls */
};

/* `per_cell` points in the middle of equal parts of every cell of an axis; or, with 0, its faces,
 * and a building counts where its wall lies in the face. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_sample_points_create(struct sm_context *ctx,
                                                  const struct sm_axis *axis, int per_cell,
                                                  struct sm_sample_points *out);
void sm_sample_points_free(struct sm_sample_points *points);

/* A building above points [begin, end) that does not reach down to the ground. */
struct sm_sample_lifted {
  int begin, end;
  float bottom, top; /* m above grid.origin[2] */
};

/* What is solid at the points of a line: all below a height, and lifted buildings. */
struct sm_sample_line {
  float *height;                   /* m above grid.origin[2]: ground, or roofs that stand on it */
  struct sm_sample_lifted *lifted; /* room for every interval of the scanned lines */
  int lifted_count;
};

/* Fills a line at height y (m from the south) with the ground there and the buildings on lines
 * [first, last) of a scan. `ground` has room for a number per column. */
void sm_sample_fill(const struct sm_domain *domain, const struct sm_sample_points *points, double y,
                    const struct sm_footprint_scan *scan, int first, int last, float *ground,
                    struct sm_sample_line *line);

/* building_blocks.c: Buildings as the wind meets them: footprints that touch and are equally tall
 * are one block, however a map divides them. */

/* A side of a footprint, from a to b; m from the south-west corner of the grid. */
struct sm_block_edge {
  double a[2], b[2];
};

struct sm_building_block {
  double ground, bottom, top; /* m above grid.origin[2], see struct sm_building_span */
  double area;                /* m2, without courtyards */
  double porosity;
  double centroid[2];  /* m from the south-west corner of the grid */
  double radius;       /* m, of the circle round the centroid that holds the plan */
  size_t first, count; /* its edges */
};

struct sm_building_blocks {
  struct sm_building_block *item; /* from the lowest to the tallest */
  size_t count;
  struct sm_block_edge *edge; /* of all blocks, in their order */
  size_t *owner, edges;       /* the block of each edge */
};

/* Finds the blocks of a domain. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_building_blocks_find(struct sm_context *ctx,
                                                  const struct sm_domain *domain,
                                                  struct sm_building_blocks *out);
void sm_building_blocks_free(struct sm_building_blocks *blocks);

#endif
