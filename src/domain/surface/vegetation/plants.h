/* plants.h - vegetation as the wind meets it: canopies by column, trees, straight barriers.
 *
 * Positions in m from the south-west corner of the grid, heights in m above the ground. */
#ifndef SM_DOMAIN_SURFACE_VEGETATION_PLANTS_H
#define SM_DOMAIN_SURFACE_VEGETATION_PLANTS_H

#include "case/case.h"
#include "input/gis.h"

struct sm_plant_tree {
  double x, y;
  double height, base; /* of the crown */
  double radius;       /* m */
  double attenuation;
};

/* A straight piece of a windbreak, a fence or a row of a field. */
struct sm_plant_barrier {
  double end[2][2];
  double height, base; /* of the foliage */
  double thickness;    /* m */
  double open;         /* wind that passes through, over the wind that arrives */
  size_t field;        /* the rows of a field have one number; other pieces one each */
  size_t line;         /* the field of the first piece of the same line */
  double spacing;      /* m, of a field's rows, which follow one another; 0: no field */
  int row, row_count;  /* counted to the left of the direction from end 0 to end 1 */
  double attenuation;  /* along the rows */
  double density;      /* m2 of leaves per m3 of a row */
};

struct sm_plants {
  float *canopy_height, *canopy_attenuation; /* by column, m and 1; NULL when there is no canopy */
  struct sm_plant_tree *tree;
  size_t tree_count;
  struct sm_plant_barrier *barrier; /* by field */
  size_t barrier_count, field_count;
  size_t tree_capacity, barrier_capacity;
};
void sm_plants_free(struct sm_plants *plants);

/* The following add plants of which all traits are known; porosity may be NAN for rows: it then
 * follows from their leaves. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plants_add_tree(struct sm_context *ctx, const double place[2],
                                             const struct sm_plant_traits *traits,
                                             struct sm_plants *plants);

/* Pieces of a windbreak or fence along an open line of `count` points. */
SM_CHECKED enum sm_status sm_plants_add_line(struct sm_context *ctx, enum sm_plant_kind kind,
                                             double (*vertex)[2], int count,
                                             const struct sm_plant_traits *traits,
                                             struct sm_plants *plants);

/* One windbreak or fence along the longer axis of a polygon; where the traits have no width it is
 * the area over the length. */
SM_CHECKED enum sm_status sm_plants_add_polygon(struct sm_context *ctx, enum sm_plant_kind kind,
                                                const struct sm_footprint *polygon,
                                                const struct sm_plant_traits *traits,
                                                struct sm_plants *plants);

/* The rows of a field that fills a polygon, in the direction of the traits. */
SM_CHECKED enum sm_status sm_plants_add_rows(struct sm_context *ctx,
                                             const struct sm_footprint *polygon,
                                             const struct sm_plant_traits *traits,
                                             struct sm_plants *plants);

#endif
