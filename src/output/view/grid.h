/* output/view/grid.h - fields of a file on coarser cells, read slab by slab. */
#ifndef SM_OUTPUT_VIEW_GRID_H
#define SM_OUTPUT_VIEW_GRID_H

#include "output/netcdf/wind_read.h"

/* How cells are joined: so many along x, y and z. */
struct sm_view_coarsening {
  size_t by[3];
};

/* Number of coarse cells along an axis of n cells: the last may be of fewer. */
size_t sm_view_coarse(size_t n, size_t by);

/* Factors of a level: 2^level, but 16 cells along x and y and 24 along z are left where there are
 * as many. */
struct sm_view_coarsening sm_view_level_factors(const size_t n[3], int level);

enum sm_view_pooling { SM_VIEW_MEAN, SM_VIEW_MAXIMUM };

/* Cells from[d] .. to[d] - 1 along each axis, of the file or of a level. */
struct sm_view_cell_box {
  size_t from[3], to[3];
};

/* Reads a variable [record][z][y][x], or a map [record][y][x], into coarse cells [z][y][x]: the
 * mean of the cells that have a value, NAN where less than half have. record < 0: the variable has
 * no such dimension. Errors: ERR_DATA, ERR_MEMORY. */
struct sm_view_read_request {
  const char *variable;
  long record;
  bool map;
  struct sm_view_coarsening factors;
  enum sm_view_pooling pooling;
  struct sm_view_cell_box box; /* of cells of the file */
};
SM_CHECKED enum sm_status sm_view_read(struct sm_wind_file *file,
                                       const struct sm_view_read_request *request, float *out);

/* Joins cells that are in memory, as sm_view_read does. */
SM_CHECKED enum sm_status sm_view_coarsen(struct sm_context *ctx, const size_t n[3],
                                          const struct sm_view_coarsening *factors,
                                          const float *from, float *out);

#endif
