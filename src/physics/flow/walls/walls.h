/* physics/flow/walls/walls.h - walls of a flow: face flags, tiles of faces next to walls, geometry
 * of cut cells. */
#ifndef SM_PHYSICS_FLOW_WALLS_WALLS_H
#define SM_PHYSICS_FLOW_WALLS_WALLS_H

#include "cell/momentum/fields.h"
#include "physics/flow/fields.h"
#include <stdbool.h>

/* wall_plane.c */

/* Positions in m from the centre of the cell. */
struct sm_wall_plane {
  double normal[3];    /* unit normal, into the air */
  double area;         /* m2, wall area in the cell; 0: no wall */
  double point[3];     /* centroid of the wall */
  double centre[3];    /* centroid of the air */
  double half[6];      /* air fraction of each half of the cell: west, east, south ... up */
  double middle[6][3]; /* centroids of the open parts of its faces, in that order */
};

/* Wall plane of a cell of size `width` (m). `flat`: axes along which the cell has no neighbours;
 * its faces across them count as equal. The normal follows from the open fractions of opposite
 * faces (Gauss), and the plane leaves as much air as the faces along it. */
void sm_wall_plane_find(const double width[3], const double fraction[6], const bool flat[3],
                        struct sm_wall_plane *out);

/* faces.c */

bool sm_flow_is_solid(const struct sm_flow *flow, const int at[3]);

/* Makes flow->faces, except with borrowed wind, whose owner fills them. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_faces_make(struct sm_context *ctx, struct sm_flow *flow);

/* Stores the face flags of all cells, and of `beyond` layers beyond every side. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_faces_put(struct sm_context *ctx, const struct sm_flow *flow,
                                            int beyond,
                                            int32_t (*word)(const void *self, const int at[3]),
                                            const void *self);

/* Face flags of a cell of the domain, without the reach. */
int32_t sm_flow_faces_at(const struct sm_flow *flow, const int at[3]);

/* Walls of a fluid cell with a wall function: faces on solids and on wall sides other than no-slip.
 * For a solid cell all faces. */
uint8_t sm_flow_wall_faces(const struct sm_flow *flow, const int at[3]);

/* Faces without scalar flux: all faces of solids, faces between air and
 * solids, and walls. */
uint8_t sm_flow_no_flux_faces(const struct sm_flow *flow, const int at[3]);

/* tiles.c */

/* Makes the tiles from flow->faces. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_walls_make(struct sm_context *ctx, struct sm_flow *flow);

/* Applies wall stress to component d after the momentum of a stage. Winds: `now` of the stage, `to`
 * its result; share: fraction of the time step. */
void sm_flow_walls_apply(const struct sm_flow *flow, int d, int now, int to, double share);

/* cut_geometry.c */

/* Smallest distance from a wall, as a fraction of the cell width. */
#define SM_CUT_NEAREST 0.02

struct sm_cut_walls {
  const struct sm_flow *flow;     /* borrowed */
  const struct sm_domain *domain; /* borrowed */
  struct sm_wall_plane *plane;    /* per cut cell; may be NULL */
};

/* Finds the wall planes; free walls->plane with sm_free. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_cut_planes_find(struct sm_context *ctx, struct sm_cut_walls *walls);

/* Domain cell for index `i` of an axis: the periodic image or nearest cell. */
int sm_cut_inside(const struct sm_flow *flow, int d, int i);

/* Centre and low face of cell `i`, m from the low end of an axis. */
double sm_cut_centre(const struct sm_flow *flow, int d, int i);
double sm_cut_face(const struct sm_flow *flow, int d, int i);

/* Index of a cell in the domain; and among the cut cells, -1: not cut. */
int64_t sm_cut_cell_at(const struct sm_flow *flow, const int at[3]);
int64_t sm_cut_number(const struct sm_cut_walls *walls, const int at[3]);

/* True where the low face across axis d of cell `i` of that axis lies on a side of the domain. */
bool sm_cut_is_side(const struct sm_flow *flow, int d, int i);

/* Open fraction of the low face across axis d of a cell; 1 on sides of the domain. */
double sm_cut_open_part(const struct sm_cut_walls *walls, int d, const int at[3]);

/* True if flat ground lies in the low face of a cell, apart from the wall that cuts the cell. */
bool sm_cut_has_floor(const struct sm_domain *domain, int64_t cell);

/* Reduces the distances of cells from solid cells (m) to those from wall planes within a few cells;
 * for a cut cell the distance is that of its air centroid. Cell (i, j, k) is at i + j sy + k sz. */
void sm_cut_distances(const struct sm_cut_walls *walls, ptrdiff_t sy, ptrdiff_t sz,
                      float *distance);

#endif
