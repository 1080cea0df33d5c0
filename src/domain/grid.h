/* grid.h - a box of cells: three axes, each uniform or stretched. */
#ifndef SM_DOMAIN_GRID_H
#define SM_DOMAIN_GRID_H

#include <stdbool.h>
#include <stdint.h>
#include "base/context.h"

/* One axis. Lengths in m from the domain's corner. */
struct sm_axis {
  int n;           /* cells */
  double *face;    /* n + 1 positions, rising, face[0] = 0 */
  double *centre;  /* n */
  double *width;   /* n */
  bool uniform;
};

struct sm_grid {
  struct sm_axis axis[3];
  double origin[3]; /* m: x, y of the south-west corner in the CRS; altitude of face[0] of z */
};

/* Builds the three axes from their faces (n[d] + 1 each, copied, any start: shifted to 0).
 * Errors: ERR_CASE (not rising), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_grid_create(struct sm_context *ctx, const int n[3],
                                         const double *const face[3], const double origin[3],
                                         struct sm_grid *out);
void sm_grid_free(struct sm_grid *grid);

int64_t sm_grid_cells(const struct sm_grid *grid);

/* Index of the cell of an axis that holds a position; -1 outside. */
int sm_axis_find(const struct sm_axis *axis, double position);

#endif
