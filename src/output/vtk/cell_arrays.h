/* output/vtk/cell_arrays.h - cell arrays
 * in VTK formats: .vti, .vtr and VTKHDF,
 * from a callback. */
#ifndef SM_OUTPUT_VTK_CELL_ARRAYS_H
#define SM_OUTPUT_VTK_CELL_ARRAYS_H

#include "base/context.h"
#include <stddef.h>

struct sm_vtk_array {
  const char *name;
  int components; /* 1 or 3 */
  bool bytes;     /* uint8_t instead of float */
};

/* Grid cells with arrays. */
struct sm_vtk_cells {
  size_t n[3];      /* along x, y, z */
  double origin[3]; /* corner of cell (0, 0, 0), m */
  double size[3];   /* cell size, m; unused for stretched grids */
  bool uniform;
  const double *face[3]; /* [n + 1] m from the origin; unused for uniform grids */
  const struct sm_vtk_array *array;
  int arrays;
  const char *vectors; /* array of the default vectors; may be NULL */
  /* Fills layer k of an array: [ny][nx][components]. */
  enum sm_status (*layer)(void *self, int array, size_t k, void *out);
  void *self;
  bool may_stop; /* a requested stop ends the writing and removes the file: ERR_STOPPED */
  /* VTKHDF only: time series on the same cells; 0: no series */
  size_t times;
  const double *time;                      /* [times] s */
  const bool *timed;                       /* [arrays] true for arrays that depend on time */
  void (*choose)(void *self, size_t time); /* selects a time before calls of `layer` */
};

/* Writes an image of uniform cells, or a rectilinear grid, to exactly `path`, through a temporary
 * name. Errors: ERR_IO, ERR_MEMORY, those of `layer`. */
SM_CHECKED enum sm_status sm_vtk_write_cells(struct sm_context *ctx, const char *path,
                                             const struct sm_vtk_cells *cells);

/* Writes an UnstructuredGrid of VTKHDF 1.0, or 2.0 with times (ParaView 5.12), for any cell sizes.
 * Errors: those of sm_vtk_write_cells. */
SM_CHECKED enum sm_status sm_vtkhdf_write_grid(struct sm_context *ctx, const char *path,
                                               const struct sm_vtk_cells *cells, int compression);

#endif
