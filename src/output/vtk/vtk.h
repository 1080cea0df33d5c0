/* vtk.h - ParaView output: .vti (uniform) or .vtr (stretched z) per time, and a .pvd series. */
#ifndef SM_OUTPUT_VTK_VTK_H
#define SM_OUTPUT_VTK_VTK_H

#include "output/face_wind.h"
#include "output/prisms/prisms.h"

/* Writes cell data wind (3 components, m/s) and cell_type, in CRS
 * coordinates, to `path` without ending; ".vti" or ".vtr" is added. `written`
 * gets the full name (at least 4096 bytes). `may_stop`: as in struct sm_vtk_cells. */
SM_CHECKED enum sm_status sm_vtk_write(struct sm_context *ctx, const char *path,
                                       const struct sm_domain *domain,
                                       const struct sm_face_wind *wind, bool may_stop,
                                       char *written, size_t written_size);

/* Writes a .pvd that lists files with their times (s from the first). */
SM_CHECKED enum sm_status sm_vtk_write_series(struct sm_context *ctx, const char *path, int count,
                                              char *const *files, const double *times);

/* vtkhdf.c: Prisms as wedges in ParaView's VTKHDF, version 1.0. */

/* Writes an UnstructuredGrid: points and wedges layer by layer from the bottom, both in the order
 * of the mesh file, and fields as cell data. ParaView 5.11 needs names that end with .hdf. The file
 * is removed on failure. Errors: ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_vtkhdf_write(struct sm_context *ctx, const char *path,
                                          const struct sm_prism_file *contents);

#endif
