/* vtk.h - ParaView output: .vti (uniform) or .vtr (stretched z) per time, and a .pvd series. */
#ifndef SM_OUTPUT_VTK_VTK_H
#define SM_OUTPUT_VTK_VTK_H

#include "base/context.h"
#include "output/face_wind.h"
#include "output/prisms/prisms.h"
#include <stddef.h>
#include <stdio.h>

/* Writes cell data wind (3 components, m/s) and cell_type, in CRS
 * coordinates, to `path` without ending; ".vti" or ".vtr" is added. `written`
 * gets the full name (at least 4096 bytes). `may_stop`: as in struct sm_vtk_cells. */
SM_CHECKED enum sm_status sm_vtk_write(struct sm_context *ctx, const char *path,
                                       const struct sm_domain *domain,
                                       const struct sm_face_wind *wind, bool may_stop,
                                       char *written, size_t written_size);

const char *sm_vtk_byte_order(void);

/* Writes the tag of the appended data, and the "_" before them, so that a block of 4096 bytes ends
 * within the tag: VTK reads such blocks, and with expat 2.6, or an older one that has its security
 * fix (Debian 12), sees the end of other tags too late (VTK issue 19258). */
void sm_vtk_begin_data(FILE *file);

/* Writes a .pvd that lists files with their times (s from the first). */
SM_CHECKED enum sm_status sm_vtk_write_series(struct sm_context *ctx, const char *path, int count,
                                              char *const *files, const double *times);

/* vtkhdf.c: Prisms as wedges in ParaView's VTKHDF, version 1.0. */

/* Writes an UnstructuredGrid: points and wedges layer by layer from the bottom, both in the order
 * of the mesh file, and fields as cell data. ParaView 5.11 needs names that end with .hdf. The file
 * is removed on failure. Errors: ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_vtkhdf_write(struct sm_context *ctx, const char *path,
                                          const struct sm_prism_file *contents);

/* Cell arrays in VTK formats: .vti, .vtr and VTKHDF, from a callback. */

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
