/* triangles.h - plane triangle mesh: connectivity, checks, ordering. */
#ifndef SM_DOMAIN_MESH_TRIANGLES_H
#define SM_DOMAIN_MESH_TRIANGLES_H

#include "base/context.h"
#include "input/gis.h"
#include "input/mesh/mesh.h"

enum { SM_TRIANGLES_MAX = 700000000 }; /* keeps 3 * triangles within an int */

/* Plane triangle mesh, counterclockwise; lengths in metres. Edge e of a triangle runs from its
 * vertex e to its vertex (e + 1) % 3. */
struct sm_triangles {
  int vertices, triangles;
  double *x, *y;  /* [vertices] */
  int *vertex;    /* [3 * triangles] */
  int *neighbour; /* [3 * triangles] triangle across edge e, -1 at the boundary */
  int *side;      /* [3 * triangles] boundary number (physical group in the mesh file, 0 without),
                   * -1 inside */

  /* Order of the mesh file; NULL where the mesh is in that order or has no file. */
  long long *number; /* [triangles] number in the file; NULL: counted from 1 */
  int *order;        /* [triangles] index among the triangles of the file */
  int *vertex_order; /* [vertices] index among the vertices of the file, without unused ones */
};

/* Allocates a zeroed mesh. Errors: ERR_DATA (fewer than three vertices, or no triangle),
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_create(struct sm_context *ctx, int vertices, int triangles,
                                              struct sm_triangles **out);
void sm_triangles_destroy(struct sm_triangles **triangles);

/* Finds the neighbours from x, y and vertex, sets `side` to -1 inside, and rejects
 * invalid meshes. A mesh that is clockwise throughout is reversed and logged.
 * Boundary numbers are kept; they move with reversed edges. Errors: ERR_DATA, with
 * the number of a triangle: vertex index out of range or repeated; position not
 * finite; zero area; mixed orientation; edge of more than two triangles;
 * overlapping triangles; hanging vertex; two vertices at one position; unused
 * vertex; unconnected parts. ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_connect(struct sm_context *ctx,
                                               struct sm_triangles *triangles);

/* Number of triangle t in messages: its number in the file. */
long long sm_triangles_number(const struct sm_triangles *triangles, int t);

/* Area of triangle t, m2, positive when counterclockwise; its centroid, m. */
double sm_triangles_area(const struct sm_triangles *triangles, int t);
void sm_triangles_centre(const struct sm_triangles *triangles, int t, double out[2]);

/* boundary.c */

/* Rejects two boundary vertices at one position and a hanging vertex on a boundary edge: the
 * triangles on both sides of it are not connected. Needs the neighbours. Errors: ERR_DATA, with the
 * number of a triangle; ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_check_boundary(struct sm_context *ctx,
                                                      const struct sm_triangles *triangles);

/* ordering.c */

/* Sorts the triangles along a Hilbert curve through their centroids, and
 * the vertices by first use. `order` and `vertex_order` keep the
 * original indices. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_reorder(struct sm_context *ctx,
                                               struct sm_triangles *triangles);

/* Triangle and vertex with index n in the file: at[triangles], at[vertices]. */
void sm_triangles_of_file(const struct sm_triangles *triangles, int *at);
void sm_triangles_vertices_of_file(const struct sm_triangles *triangles, int *at);

/* import.c: Import of a mesh file as connected triangles with checked orientation. */

/* Builds connected triangles from a mesh that was read from `path`. Drops
 * nodes that no triangle uses, ignores lines that are not on the boundary, and
 * reverses surfaces that are clockwise throughout; each is logged. Boundary
 * lines give the sides their numbers, which are indices of mesh->name.
 * `ordered`: neighbouring columns are close in memory (sm_triangles_reorder).
 *
 * height: [vertices] z of the nodes, freed with sm_free; *height is NULL when
 * all are 0; may be NULL. Errors: those of sm_triangles_connect, with the name
 * of the file; ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_from_mesh(struct sm_context *ctx, const char *path,
                                                 const struct sm_mesh *mesh, bool ordered,
                                                 struct sm_triangles **out, double **height);

/* Generation of triangle meshes: curvilinear blocks. */

/* blocks.c */

/* Sides of a block, numbered as in `side`: t = 0, s = 1, t = 1, s = 0. 0: interior edge. */
enum sm_mesh_block_side {
  SM_MESH_BLOCK_SOUTH = 1,
  SM_MESH_BLOCK_EAST,
  SM_MESH_BLOCK_NORTH,
  SM_MESH_BLOCK_WEST
};
enum { SM_MESH_BLOCK_SIDES = 5 };

/* Names of the sides: [SM_MESH_BLOCK_SIDES]. */
const char *const *sm_mesh_block_side_names(void);

/* Map from the unit square (s, t) to a position in m. It must preserve orientation: the turn from s
 * to t is counterclockwise. */
struct sm_mesh_block_map {
  void (*at)(const void *data, double s, double t, double out[2]);
  const void *data;
};

/* Mesh of n by m quadrangles of a mapped unit square, each split by a diagonal that alternates from
 * row to row: six triangles meet at every interior vertex. Each of the `smoothing` passes moves
 * interior vertices half-way to the mean of their neighbours, unless a triangle would be reversed.
 * Errors: ERR_DATA (n or m below 1, a map that reverses triangles), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_block(struct sm_context *ctx, int n, int m,
                                             struct sm_mesh_block_map map, int smoothing,
                                             struct sm_triangles **out);

/* Horizontal domain of Uh Zapata and Hernandez-Lopez (2017), "a curvilinear section of the
 * rectangular domain [0, 1] x [0, 1]". The paper does not give the curve. The boundary edges from
 * its Table 1, 2 V - T - 2 (Euler), are 128, 689 and 1399, within two of strips of 8 x 57, 39 x 305
 * and 76 x 623 quadrangles. This mesh is the part of a ring around (0.5, 0.5) with radii 0.26 to
 * 0.48 m, from -135 to 135 deg: 7.9 times as long as wide. mesh: 1, 2 or 3. Errors: ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_section(struct sm_context *ctx, int mesh,
                                               struct sm_triangles **out);

/* Maps for sm_triangles_block, which take no data: the ring above, a square with wavy sides, the
 * unit square. */
void sm_mesh_block_ring(const void *data, double s, double t, double out[2]);
void sm_mesh_block_waves(const void *data, double s, double t, double out[2]);
void sm_mesh_block_square(const void *data, double s, double t, double out[2]);

/* Heights at the vertices of a mesh: from a function, or from a map. */

/* raster_heights.c */

/* Reads the part of a raster below a mesh and interpolates it to out[vertices], m. The mesh must be
 * in the coordinates of the raster. Errors: ERR_DATA (not a raster, one that does not cover the
 * mesh, cells without a value; no GDAL), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_raster_heights_fill(struct sm_context *ctx, const char *path,
                                                 const struct sm_triangles *triangles, double *out);

/* heights.c */

/* Height (m) as a function of position (m). */
struct sm_height_function {
  double (*at)(const void *data, double x, double y);
  const void *data;
};

/* Height raster: value[ny][nx] (m) at the cell centres of a window. */
struct sm_height_map {
  struct sm_map_window window;
  const float *value;
};

/* Height from a raster: bilinear between cell centres, constant from the outermost centres to the
 * rim; NAN outside and beside cells without a value. */
double sm_height_map_at(const void *map, double x, double y);

/* Evaluates a height function at all vertices, out[vertices]. Errors: ERR_DATA, with the position
 * of a vertex without a height; `what` names the quantity in the message. */
SM_CHECKED enum sm_status sm_heights_fill(struct sm_context *ctx,
                                          const struct sm_triangles *triangles,
                                          struct sm_height_function height, const char *what,
                                          double *out);

#endif
