/* physics/flow/walls/walls.h - walls of a flow: faces and tiles beside walls, wall functions on cut
 * cells, planes of the ground. */
#ifndef SM_PHYSICS_FLOW_WALLS_WALLS_H
#define SM_PHYSICS_FLOW_WALLS_WALLS_H

#include "cell/momentum/faces.h"
#include "physics/flow/fields.h"
#include <stdbool.h>

/* wall_plane.c */

/* Places are m from the centre of the cell. */
struct sm_wall_plane {
  double normal[3];    /* 1, into the air */
  double area;         /* m2, wall area in the cell; 0: no wall */
  double point[3];     /* middle of the wall */
  double half[6];      /* parts of the halves of the cell that are air: west, east, south ... up */
  double middle[6][3]; /* of the open parts of its faces, in that order */
};

/* Of a cell of sizes `width` (m). `flat`: axes along which the cell has no neighbours; its faces
 * across them count as cut alike. The plane has the normal by which the open faces differ (Gauss),
 * and leaves as much air as the faces along it do. */
void sm_wall_plane_find(const double width[3], const double fraction[6], const bool flat[3],
                        struct sm_wall_plane *out);

/* faces.c */

/* flow->faces; where the wind is lent, who lends it fills them. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_faces_make(struct sm_context *ctx, struct sm_flow *flow);

/* The words of all cells, and of `beyond` of them beyond every side. Errors: ERR_MEMORY,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_faces_put(struct sm_context *ctx, const struct sm_flow *flow,
                                            int beyond,
                                            int32_t (*word)(const void *self, const int at[3]),
                                            const void *self);

/* The word of a cell of the domain, but for the reach. */
int32_t sm_flow_faces_at(const struct sm_flow *flow, const int at[3]);

/* The faces of a cell of air that are walls to the wind: those of solids, and the sides whose drag
 * is a law's. All of a solid. */
uint8_t sm_flow_wall_faces(const struct sm_flow *flow, const int at[3]);

/* Those that let no scalar through: all of solids, those between air and
 * solids, and walls. */
uint8_t sm_flow_no_flux_faces(const struct sm_flow *flow, const int at[3]);

/* tiles.c */

/* From flow->faces. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_walls_make(struct sm_context *ctx, struct sm_flow *flow);

/* What walls make of component d of a stage, after its momentum. Winds: `now` of the stage, `to`
 * its result; share: of the time step. */
void sm_flow_walls_apply(const struct sm_flow *flow, int d, int now, int to, double share);

/* cut_geometry.c */

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

/* Index of a cell in the domain; and among the cut cells, -1: not a cut cell. */
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
