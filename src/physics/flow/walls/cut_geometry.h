/* physics/flow/walls/cut_geometry.h - walls that cut through the cells of a flow: what of a face
 * and of a cell is open, where the wall is. Indices may lie beyond the ends of an axis, as far as
 * one cell. */
#ifndef SM_PHYSICS_FLOW_WALLS_CUT_GEOMETRY_H
#define SM_PHYSICS_FLOW_WALLS_CUT_GEOMETRY_H

#include "physics/flow/fields.h"
#include "physics/flow/wall_plane.h"

/* Of a cell's width: the least distance from a wall. */
#define SM_CUT_NEAREST 0.02

struct sm_cut_walls {
  const struct sm_flow *flow;     /* borrowed */
  const struct sm_domain *domain; /* borrowed */
  struct sm_wall_plane *plane;    /* of each cut cell; NULL: not wanted */
};

/* Finds the planes; sm_free(walls->plane). Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_cut_planes_find(struct sm_context *ctx, struct sm_cut_walls *walls);

/* Cell `i` of an axis: the cell that is like it. */
int sm_cut_inside(const struct sm_flow *flow, int d, int i);

/* m, from the low end of an axis: the centre and the low face of cell `i`. */
double sm_cut_centre(const struct sm_flow *flow, int d, int i);
double sm_cut_face(const struct sm_flow *flow, int d, int i);

/* Number of a cell in the domain; and among the cut cells, -1: it is none of them. */
int64_t sm_cut_cell_at(const struct sm_flow *flow, const int at[3]);
int64_t sm_cut_number(const struct sm_cut_walls *walls, const int at[3]);

/* True where the low face across axis d of cell `i` of that axis lies on a side of the domain. */
bool sm_cut_is_side(const struct sm_flow *flow, int d, int i);

/* Open part of the low face across axis d of a cell; 1 on sides of the domain. */
double sm_cut_open_part(const struct sm_cut_walls *walls, int d, const int at[3]);

/* True where flat ground lies in the low face of a cell: no part of the wall that cuts it. */
bool sm_cut_has_floor(const struct sm_domain *domain, int64_t cell);

/* Lowers the distances of cells from solid cells, m, to those from the planes within a few cells;
 * of a cell that is cut to that of the middle of its air. Cell (i, j, k) is at i + j sy + k sz. */
void sm_cut_distances(const struct sm_cut_walls *walls, ptrdiff_t sy, ptrdiff_t sz,
                      float *distance);

#endif
