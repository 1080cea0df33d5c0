/* wall_plane.h - the plane of a wall that cuts through a cell, from the open fractions of its faces
 * (cell/momentum/cut_cells.h asks how far things are from it). */
#ifndef SM_PHYSICS_FLOW_WALL_PLANE_H
#define SM_PHYSICS_FLOW_WALL_PLANE_H

#include <stdbool.h>

/* Places are m from the centre of the cell. */
struct sm_wall_plane {
  double normal[3];    /* 1, into the air */
  double area;         /* m2 of wall in the cell; 0: there is none */
  double point[3];     /* middle of the wall */
  double half[6];      /* parts of the halves of the cell that are air: west, east, south ... up */
  double middle[6][3]; /* of the open parts of its faces, in that order */
};

/* Of a cell of sizes `width` (m). `flat`: axes along which the cell has no neighbours; its faces
 * across them count as cut alike. The plane has the normal by which the open faces differ (Gauss),
 * and leaves as much air as the faces along it do. */
void sm_wall_plane_find(const double width[3], const double fraction[6], const bool flat[3],
                        struct sm_wall_plane *out);

#endif
