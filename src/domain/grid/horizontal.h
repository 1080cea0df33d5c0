/* domain/grid/horizontal.h - horizontal position and size of the domain, from file extents only. */
#ifndef SM_DOMAIN_GRID_HORIZONTAL_H
#define SM_DOMAIN_GRID_HORIZONTAL_H

#include "case/case.h"
#include "domain/positions.h"
#include "input/gis.h"

struct sm_horizontal_grid {
  struct sm_crs crs;
  double origin[2]; /* south-west corner with margin in the CRS, m */
  double cell[2];   /* m */
  double margin;    /* m: positions in the case are relative to origin + margin */
  int n[2];         /* number of columns along x and y */
};

/* Selects the CRS, position and size of the domain of a case. Sizes that are not a whole number of
 * cells grow to the east and north; sizes taken from the terrain shrink, to stay on it. Errors:
 * ERR_CASE (unknown size or position, too many cells), ERR_DATA (a file), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_horizontal_grid_create(struct sm_context *ctx, const struct sm_case *c,
                                                    struct sm_horizontal_grid *out);
void sm_horizontal_grid_free(struct sm_horizontal_grid *plan);

/* Extent of the domain in map coordinates, for checks of degrees. */
struct sm_domain_map sm_plan_map(const struct sm_horizontal_grid *plan);

/* Window of map rasters that matches the columns of the grid. */
struct sm_map_window sm_horizontal_grid_window(const struct sm_horizontal_grid *plan);

#endif
