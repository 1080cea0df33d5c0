/* prisms.h - prism mesh of a sigma grid: columns over the triangles of a plane mesh. */
#ifndef SM_DOMAIN_MESH_PRISMS_H
#define SM_DOMAIN_MESH_PRISMS_H

#include "case/case.h"
#include "domain/domain.h"
#include "domain/mesh/triangles.h"
#include "lab/facts.h"

/* Every triangle carries `layers` prisms between bottom and surface; both are given at the vertices
 * and are linear within a triangle. */
struct sm_prisms {
  struct sm_triangles *plane;
  int layers;
  double *bottom, *surface; /* [vertices] height, m */
  double *sigma;            /* [layers + 1] sigma of the layer faces, 0 to 1 */
  char **side_names;        /* [sides] */
  int sides;                /* number of boundary parts */
};

/* Creates prisms on a connected mesh and takes ownership of it, also on failure. Initial state:
 * bottom 0, surface 1 m, layers of equal thickness, one boundary part named "outline". Errors:
 * ERR_DATA (layers not above 0), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_prisms_create(struct sm_context *ctx, struct sm_triangles *plane,
                                           int layers, struct sm_prisms **out);
void sm_prisms_destroy(struct sm_prisms **prisms);

/* Names the boundary parts; the names are copied. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_prisms_name_sides(struct sm_context *ctx, struct sm_prisms *prisms,
                                               const char *const *names, int count);

/* Rejects sigma that does not increase from 0 to 1, a surface not above the bottom, infinite
 * heights, and boundary parts without a name. Errors: ERR_DATA, with the number of a triangle. */
SM_CHECKED enum sm_status sm_prisms_check(struct sm_context *ctx, const struct sm_prisms *prisms);

/* Number of prisms. */
size_t sm_prisms_count(const struct sm_prisms *prisms);

/* Height (m) at the centroid of triangle t at a sigma; the prism centre is there, half-way between
 * its faces. Volume of prism k of a triangle, m3; exact for linear heights. */
double sm_prisms_height(const struct sm_prisms *prisms, int t, double sigma);
double sm_prisms_volume(const struct sm_prisms *prisms, int t, int k);

/* case_prisms.c */

/* Reads or generates the mesh of a case and adds its layers. Errors: ERR_DATA (invalid mesh, with
 * the number of a triangle; no heights; a surface not above the bottom), ERR_CASE (an expression
 * without a value), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_case_prisms_make(struct sm_context *ctx, const struct sm_case *c,
                                              struct sm_prisms **out);

/* terrain_prisms.c */

/* Terrain-following prisms over a domain, in map coordinates: every column is split into two
 * triangles. Layers over level ground are as thick as the cells of the case; the top is level.
 * Sides: those of sm_mesh_block_side. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_terrain_prisms_make(struct sm_context *ctx, const struct sm_case *c,
                                                 const struct sm_domain *domain,
                                                 struct sm_prisms **out);

/* quality.c: Mesh quality of triangles and prisms. */

/* Extreme value and the number of the triangle where it occurs. */
struct sm_quality_extreme {
  double value;
  long long triangle;
};

struct sm_triangles_quality {
  int vertices, triangles, edges, outline;                 /* outline: number of boundary edges */
  int most_round;                                          /* maximum around a vertex */
  struct sm_quality_extreme smallest_angle, largest_angle; /* deg */
  struct sm_quality_extreme smallest_area, largest_area;   /* m2 */
  double area;                                             /* m2, of all */
  struct sm_quality_extreme shortest_edge, longest_edge;   /* m */
  double mean_edge;                                        /* m */
  struct sm_quality_extreme aspect; /* largest ratio of longest edge to sqrt(3) diameters of the
                                     * inscribed circle; 1: equilateral */
  struct sm_quality_extreme growth; /* largest area ratio of neighbouring triangles */
};

/* Measures a connected mesh. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_triangles_measure_quality(struct sm_context *ctx,
                                                       const struct sm_triangles *triangles,
                                                       struct sm_triangles_quality *out);

struct sm_prisms_quality {
  struct sm_quality_extreme slope;               /* steepest slope of the layer faces, m/m */
  struct sm_quality_extreme shallowest, deepest; /* mean column height from bottom to surface, m */
  struct sm_quality_extreme flattest,
      tallest;   /* largest ratio of prism height to sqrt(triangle area) */
  double volume; /* m3, of all */
};
void sm_prisms_measure_quality(const struct sm_prisms *prisms, struct sm_prisms_quality *out);

/* Add the facts "mesh" and "prism_quality" to the output. */
void sm_triangles_quality_describe(const struct sm_triangles_quality *quality,
                                   struct sm_facts *out);
void sm_prisms_quality_describe(const struct sm_prisms_quality *quality, struct sm_facts *out);

#endif
