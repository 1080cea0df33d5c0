/* domain/mesh/quality.h - how good the triangles of a mesh are, and the prisms on them. */
#ifndef SM_DOMAIN_MESH_QUALITY_H
#define SM_DOMAIN_MESH_QUALITY_H

#include "base/text.h"
#include "domain/mesh/prisms.h"

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

/* Add some lines, each ended with a newline. */
void sm_triangles_quality_describe(const struct sm_triangles_quality *quality,
                                   struct sm_text *text);
void sm_prisms_quality_describe(const struct sm_prisms_quality *quality, struct sm_text *text);

#endif
