/* prisms.h - prisms of a sigma grid: columns over the triangles of a plane mesh. */
#ifndef SM_DOMAIN_MESH_PRISMS_H
#define SM_DOMAIN_MESH_PRISMS_H

#include "case/case.h"
#include "domain/domain.h"
#include "domain/mesh/triangles.h"
#include "lab/facts.h"

/* Every triangle carries `layers` prisms between bottom and surface, both given at the vertices and
 * linear in a triangle. */
struct sm_prisms {
  struct sm_triangles *plane;
  int layers;
  double *bottom, *surface; /* [vertices] height, m */
  double *sigma;            /* [layers + 1] from 0 to 1, of the faces */
  char **side_names;        /* [sides] */
  int sides;                /* parts of the outline */
};

/* Prisms on a joined mesh, which belongs to them from now on, also when this fails; bottom 0,
 * surface 1 m, layers of one thickness, one part of the outline, called "outline".
 * Errors: ERR_DATA (layers not above 0), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_prisms_create(struct sm_context *ctx, struct sm_triangles *plane,
                                           int layers, struct sm_prisms **out);
void sm_prisms_destroy(struct sm_prisms **prisms);

/* Gives the parts of the outline names, of which copies are kept. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_prisms_name_sides(struct sm_context *ctx, struct sm_prisms *prisms,
                                               const char *const *names, int count);

/* Refuses sigma that does not rise from 0 to 1, a surface that is not above the bottom, heights
 * that are not finite, and sides without a name. Errors: ERR_DATA, with a triangle's number. */
SM_CHECKED enum sm_status sm_prisms_check(struct sm_context *ctx, const struct sm_prisms *prisms);

/* Number of prisms. */
size_t sm_prisms_count(const struct sm_prisms *prisms);

/* Height (m) at the centroid of triangle t at a sigma; the centre of a prism is there, half-way
 * between its faces. Volume of prism k of a triangle, m3: exact, heights being linear. */
double sm_prisms_height(const struct sm_prisms *prisms, int t, double sigma);
double sm_prisms_volume(const struct sm_prisms *prisms, int t, int k);

/* case_prisms.c */

/* Reads or makes the mesh of a case, and puts its layers on it.
 * Errors: ERR_DATA (what is no mesh, with a triangle's number; no heights; a surface that is not
 * above the bottom), ERR_CASE (an expression without a value), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_case_prisms_make(struct sm_context *ctx, const struct sm_case *c,
                                              struct sm_prisms **out);

/* terrain_prisms.c */

/* Prisms over the terrain of a domain, in its map coordinates: every column is cut in two, and
 * layers as thick as the case's cells over level ground follow the terrain up to the level top of
 * the domain. Sides: those of sm_mesh_block_side. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_terrain_prisms_make(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_domain *domain,
                                                 struct sm_prisms **out);

/* quality.c: How good the triangles of a mesh are, and the prisms on them. */

/* A number, and the number of the triangle that has it. */
struct sm_quality_extreme {
  double value;
  long long triangle;
};

struct sm_triangles_quality {
  int vertices, triangles, edges, outline;                 /* outline: edges of it */
  int most_round;                                          /* triangles round a vertex, at most */
  struct sm_quality_extreme smallest_angle, largest_angle; /* deg */
  struct sm_quality_extreme smallest_area, largest_area;   /* m2 */
  double area;                                             /* m2, of all */
  struct sm_quality_extreme shortest_edge, longest_edge;   /* m */
  double mean_edge;                                        /* m */
  struct sm_quality_extreme aspect; /* longest edge over sqrt(3) diameters of the inscribed circle:
                               1 when equilateral; the largest */
  struct sm_quality_extreme
      growth; /* area of a triangle over that of a smaller neighbour; the largest */
};

/* Measures a joined mesh. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_measure_quality(struct sm_context *ctx,
                                                       const struct sm_triangles *triangles,
                                                       struct sm_triangles_quality *out);

struct sm_prisms_quality {
  struct sm_quality_extreme slope; /* of the faces between layers: m up per m along; the steepest */
  struct sm_quality_extreme shallowest, deepest; /* m, mean of a column from bottom to surface */
  struct sm_quality_extreme flattest,
      tallest;   /* height of a prism over sqrt(area of its triangle) */
  double volume; /* m3, of all */
};
void sm_prisms_measure_quality(const struct sm_prisms *prisms, struct sm_prisms_quality *out);

/* Add the facts "mesh" and "prism_quality". */
void sm_triangles_quality_describe(const struct sm_triangles_quality *quality,
                                   struct sm_facts *out);
void sm_prisms_quality_describe(const struct sm_prisms_quality *quality, struct sm_facts *out);

#endif
