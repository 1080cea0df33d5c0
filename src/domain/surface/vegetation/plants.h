/* plants.h - vegetation in the wind model: canopies by column, trees, straight barriers.
 *
 * Positions in m from the south-west corner of the grid, heights in m above the ground. */
#ifndef SM_DOMAIN_SURFACE_VEGETATION_PLANTS_H
#define SM_DOMAIN_SURFACE_VEGETATION_PLANTS_H

#include "case/case.h"
#include "input/gis.h"

struct sm_plant_tree {
  double x, y;
  double height, base; /* crown top and base, m */
  double radius;       /* m */
  double attenuation;
};

/* Straight segment of a windbreak, a fence or a plant row. */
struct sm_plant_barrier {
  double end[2][2];
  double height, base; /* top and base of the foliage, m */
  double thickness;    /* m */
  double open;         /* aerodynamic porosity: ratio of leeward to windward speed */
  size_t field;        /* field number, shared by all rows of a field; unique for other segments */
  size_t line;         /* field number of the first segment of the same line */
  double spacing;      /* row spacing of a field, m, rows being consecutive; 0: not a field */
  int row, row_count;  /* counted to the left of the direction from end 0 to end 1 */
  double attenuation;  /* along the rows */
  double density;      /* leaf area density of a row, m2/m3 */
};

struct sm_plants {
  float *canopy_height, *canopy_base, *canopy_attenuation; /* per column, m, m (underside of the
                                                            * foliage), 1; NULL without canopies */
  struct sm_plant_tree *tree;
  size_t tree_count;
  struct sm_plant_barrier *barrier; /* sorted by field */
  size_t barrier_count, field_count;
  size_t tree_capacity, barrier_capacity;
};
void sm_plants_free(struct sm_plants *plants);

/* The following functions add plants with all properties known, except that porosity may be NAN for
 * rows: it then follows from the leaf area. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plants_add_tree(struct sm_context *ctx, const double place[2],
                                             const struct sm_plant_traits *traits,
                                             struct sm_plants *plants);

/* Adds the segments of a windbreak or fence along an open line of `count` points. */
SM_CHECKED enum sm_status sm_plants_add_line(struct sm_context *ctx, enum sm_plant_kind kind,
                                             double (*vertex)[2], int count,
                                             const struct sm_plant_traits *traits,
                                             struct sm_plants *plants);

/* Adds one windbreak or fence along the longer axis of a polygon; a missing width is the area over
 * the length. */
SM_CHECKED enum sm_status sm_plants_add_polygon(struct sm_context *ctx, enum sm_plant_kind kind,
                                                const struct sm_footprint *polygon,
                                                const struct sm_plant_traits *traits,
                                                struct sm_plants *plants);

/* Adds the rows of a field that fills a polygon, in the direction given by the properties. */
SM_CHECKED enum sm_status sm_plants_add_rows(struct sm_context *ctx,
                                             const struct sm_footprint *polygon,
                                             const struct sm_plant_traits *traits,
                                             struct sm_plants *plants);

#endif
