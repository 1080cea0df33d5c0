/* domain/surface/buildings/buildings.h - building footprints in the domain; solid cells, cut cells,
 * enclosed cavities. */
#ifndef SM_DOMAIN_SURFACE_BUILDINGS_BUILDINGS_H
#define SM_DOMAIN_SURFACE_BUILDINGS_BUILDINGS_H

#include "domain/domain.h"
#include "domain/grid/horizontal.h"
#include "domain/surface/buildings/footprint_scan.h"

/* solids.c */

/* Byte of a solid cell (see domain.h). */
#define SM_SOLID(TYPE) ((uint8_t)((TYPE) << 6))

/* True when the cell type is air, connected or not. */
static inline bool sm_is_air(uint8_t byte) { return byte < 64; }

/* Stair-step solids: a cell is solid when its centre is below the ground or inside a building.
 * Fills domain->cell, which must be zero. `columns` scans the lines of column centres. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_solids_stair(struct sm_context *ctx,
                                          const struct sm_footprint_scan *columns,
                                          struct sm_domain *domain);

/* Sets the open-face bits of whole cells from their types; all faces must be closed before. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_solids_open_faces(struct sm_context *ctx, struct sm_domain *domain);

/* cut_cells.c */

/* Minimum open or closed area fraction of a face: smaller fractions are rounded to 0 or 1. They are
 * not resolved by the grid, and the coefficients, orders of magnitude apart, would slow the solver
 * down. */
#define SM_CUT_SLIVER 0.02f
/* Minimum fraction for flow solvers, which need smooth walls. */
#define SM_CUT_FINE_SLIVER 0.004f

/* Sample points per cell edge for ground and roofs; SM_CUT_FINE where wall friction needs the wall
 * distance. */
enum { SM_CUT_SAMPLES = 8, SM_CUT_FINE = 64 };

/* Cut-cell solids: the open fraction of a face is its area above the ground (bilinear between
 * column centres) and outside buildings. Sampled at `samples` points per cell, at most SM_CUT_FINE,
 * along x and y, exact in z. A cell without an open face is solid. Fills domain->cell, which must
 * be zero, domain->cut and cut_count. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_cut_solids(struct sm_context *ctx, int samples,
                                        struct sm_domain *domain);

/* Removes cut cells at inflow and outflow boundaries (bits of cell/open_faces.h): a boundary cell
 * becomes air where at least half of its boundary face is open, else solid, and faces between
 * boundary cells become fully open or closed. The boundary conditions then see whole cells only. */
void sm_cut_square_sides(unsigned sides, struct sm_domain *domain);

/* enclosed_cavities.c */

/* Fills enclosed cavities: air cells without a path through open faces to a lateral boundary or the
 * top become solid, since the pressure there would be undetermined and the solver would not
 * converge. Sets fluid_count and filled_count; removes filled cells from domain->cut. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_fill_enclosed_cavities(struct sm_context *ctx,
                                                    struct sm_domain *domain);

/* buildings.c */

/* Reads the footprints of the building file, then the inline buildings (in their order), then the
 * floor slabs of open car parks, into domain->footprints, in m from the south-west corner of the
 * grid. Errors: ERR_CASE (an inline building without area or height), ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_buildings_read(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_horizontal_grid *plan,
                                            struct sm_domain *domain);

/* Places the buildings on the terrain: fills domain->span, building, building_count, highest_roof
 * and tallest_building. `columns` scans the lines of column centres. Warns of buildings outside the
 * domain and of buildings smaller than the cells. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_buildings_place(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_footprint_scan *columns,
                                             struct sm_domain *domain);

/* Warns of buildings too low for the layers, once these are known. */
void sm_buildings_warn_low(struct sm_context *ctx, const struct sm_case *c,
                           const struct sm_domain *domain);

/* Name of building `index` in messages ("case.toml:12: building", "roofs.shp: building 7"). */
void sm_buildings_name(const struct sm_case *c, const struct sm_footprints *footprints,
                       size_t index, char *out, size_t size);

/* samples.c */

/* Sample points along a line, from west to east. */
struct sm_sample_points {
  int count;
  double *x;     /* m */
  int *column;   /* the point lies between the centres of this column and the next */
  float *weight; /* interpolation weight of the next column */
  double reach;  /* tolerance, m: distance from a wall within which a point counts as inside */
};

/* Creates `per_cell` points at the midpoints of equal parts of every cell of an axis. per_cell 0:
 * points at the faces; a building counts when its wall lies in the face. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_sample_points_create(struct sm_context *ctx,
                                                  const struct sm_axis *axis, int per_cell,
                                                  struct sm_sample_points *out);
void sm_sample_points_free(struct sm_sample_points *points);

/* Lifted building above points [begin, end): its underside is above the ground. */
struct sm_sample_lifted {
  int begin, end;
  float bottom, top; /* m above grid.origin[2] */
};

/* Solids at the points of a line: everything below a height, and lifted buildings. */
struct sm_sample_line {
  float *height;                   /* m above grid.origin[2]: ground, or roofs of buildings on it */
  struct sm_sample_lifted *lifted; /* one element for every interval of the scan lines */
  int lifted_count;
};

/* Samples ground and buildings along a line at y (m from the south); the buildings are on lines
 * [first, last) of a scan. `ground` is a work array with one element per column. */
void sm_sample_fill(const struct sm_domain *domain, const struct sm_sample_points *points, double y,
                    const struct sm_footprint_scan *scan, int first, int last, float *ground,
                    struct sm_sample_line *line);

/* spatial_bins.c: Spatial index of discs in the plane (uniform bins) around buildings, blocks or
 * their walls, for range searches. */

/* A binned disc. */
struct sm_bin_disc {
  double at[2], radius; /* m, from the corner of the grid */
  double cavity;        /* cavity length of a block, m; else 0 */
};

struct sm_spatial_bins {
  double low[2], size; /* corner and size of the bins, m */
  int n[2];
  size_t *start, *disc;  /* discs of bin (i, j) from start[i + j n[0]], ascending */
  double (*at)[2];       /* their middles, in the same order, m */
  size_t *large, larges; /* much larger discs, or discs with much longer cavities: part of every
                            search result */
  size_t count;
  double radius, cavity; /* largest of the other discs, m */
};

/* A box along the unit vector `along` and across it: extents from `origin`, m. */
struct sm_bin_box {
  double origin[2], along[2], low[2], high[2];
};

/* Errors: ERR_MEMORY; *out may be destroyed even then. */
SM_CHECKED enum sm_status sm_spatial_bins_create(struct sm_context *ctx,
                                                 const struct sm_bin_disc *disc, size_t count,
                                                 struct sm_spatial_bins *out);
void sm_spatial_bins_destroy(struct sm_spatial_bins *bins);

/* Finds the discs whose middles are in a box, and the much larger ones, in any order; `near` has
 * room for all. Returns their number. */
size_t sm_spatial_bins_near(const struct sm_spatial_bins *bins, const struct sm_bin_box *box,
                            size_t *near);

/* building_blocks.c: Building blocks: footprints that touch and have equal heights are one block,
 * whatever their division on the map. */

/* Side of a footprint from a to b; m from the south-west corner of the grid. */
struct sm_block_edge {
  double a[2], b[2];
};

struct sm_building_block {
  double ground, bottom, top; /* m above grid.origin[2], see struct sm_building_span */
  double area;                /* area without courtyards, m2 */
  double porosity;
  double centroid[2];  /* m from the south-west corner of the grid */
  double radius;       /* radius of the circle around the centroid that contains the block, m */
  size_t first, count; /* its edges */
};

struct sm_building_blocks {
  struct sm_building_block *item; /* sorted by place, neighbours together */
  size_t count;
  struct sm_block_edge *edge; /* edges of all blocks, block by block */
  size_t *owner, edges;       /* owner: block of each edge */
};

/* Finds the building blocks of a domain. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_building_blocks_find(struct sm_context *ctx,
                                                  const struct sm_domain *domain,
                                                  struct sm_building_blocks *out);
void sm_building_blocks_free(struct sm_building_blocks *blocks);

#endif
