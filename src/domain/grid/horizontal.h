/* domain/grid/horizontal.h - horizontal position and size of the domain, from extents alone. */
#ifndef SM_DOMAIN_GRID_HORIZONTAL_H
#define SM_DOMAIN_GRID_HORIZONTAL_H

#include "case/case.h"
#include "domain/map.h"
#include "input/gis.h"

struct sm_horizontal_grid {
  struct sm_crs crs;
  double origin[2]; /* m in the CRS: south-west corner, margin included */
  double cell[2];   /* m */
  double margin;    /* m: positions of the case count from origin + margin */
  int n[2];         /* columns along x and y */
};

/* Chooses the CRS, the place and the size of a case's domain. Sizes that are no whole number of
 * cells grow to the east and north; those taken from the terrain shrink, to stay on it.
 * Errors: ERR_CASE (no size or place to be had, too many cells), ERR_DATA (a file), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_horizontal_grid_create(struct sm_context *ctx, const struct sm_case *c,
                                                    struct sm_horizontal_grid *out);
void sm_horizontal_grid_free(struct sm_horizontal_grid *plan);

/* Its rectangle on the map. */
struct sm_domain_map sm_plan_map(const struct sm_horizontal_grid *plan);

/* The columns as a window of maps. */
struct sm_map_window sm_horizontal_grid_window(const struct sm_horizontal_grid *plan);

#endif
