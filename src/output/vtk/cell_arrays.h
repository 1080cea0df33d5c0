/* output/vtk/cell_arrays.h - arrays of cells as VTK has them: .vti, .vtr and VTKHDF, whoever knows
 * the values.
 */
#ifndef SM_OUTPUT_VTK_CELL_ARRAYS_H
#define SM_OUTPUT_VTK_CELL_ARRAYS_H

#include "base/context.h"
#include <stddef.h>

struct sm_vtk_array {
  const char *name;
  int components; /* 1 or 3 */
  bool bytes;     /* uint8_t; else float */
};

/* Cells of a grid. */
struct sm_vtk_cells {
  size_t n[3];      /* along x, y, z */
  double origin[3]; /* m, corner of cell (0, 0, 0) */
  double size[3];   /* m, of all cells; of cells of several sizes unused */
  bool uniform;
  const double *face[3]; /* [n + 1] m from the origin; unused of uniform ones */
  const struct sm_vtk_array *array;
  int arrays;
  const char *vectors; /* array that is drawn as arrows; NULL: none */
  /* Fills in the cells of layer k of an array: [ny][nx][components]. */
  enum sm_status (*layer)(void *self, int array, size_t k, void *out);
  void *self;
  /* Of VTKHDF alone: a series in time, on the same cells. times 0: no series. */
  size_t times;
  const double *time;                      /* [times] s */
  const bool *timed;                       /* [arrays] whether it is another at each time */
  void (*choose)(void *self, size_t time); /* before `layer` is called for a time */
};

/* Writes an image of uniform cells, or a rectilinear grid, to `path` as it is, through a temporary
 * name. Errors: ERR_IO, ERR_MEMORY, those of `layer`. */
SM_CHECKED enum sm_status sm_vtk_write_cells(struct sm_context *ctx, const char *path,
                                             const struct sm_vtk_cells *cells);

/* Writes an UnstructuredGrid of VTKHDF 1.0, or with times 2.0 (ParaView 5.12), of cells of any
 * sizes. Errors: as above. */
SM_CHECKED enum sm_status sm_vtkhdf_write_grid(struct sm_context *ctx, const char *path,
                                               const struct sm_vtk_cells *cells, int compression);

#endif
