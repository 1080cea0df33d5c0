/* vtk.h - ParaView's .vti (uniform) or .vtr (stretched z), one file per time, and a .pvd series. */
#ifndef SM_OUTPUT_VTK_VTK_H
#define SM_OUTPUT_VTK_VTK_H

#include "output/face_wind.h"
#include "output/prisms/prisms.h"

/* Writes cell data wind (3 components, m/s), cell_type, and point geometry in CRS coordinates, to
 * `path` without ending (".vti" or ".vtr" is added and the full name put into `written`, at least
 * 4096 bytes). */
SM_CHECKED enum sm_status sm_vtk_write(struct sm_context *ctx, const char *path,
                                       const struct sm_domain *domain,
                                       const struct sm_face_wind *wind, char *written,
                                       size_t written_size);

/* Writes the .pvd that lists files with their times (s from the first). */
SM_CHECKED enum sm_status sm_vtk_write_series(struct sm_context *ctx, const char *path, int count,
                                              char *const *files, const double *times);

/* vtkhdf.c: Prisms as wedges in ParaView's VTKHDF, version 1.0. */

/* Writes an UnstructuredGrid: points layer by layer from the bottom, wedges likewise, both in the
 * order of the mesh's file, and fields as cell data. ParaView 5.11 wants names that end with .hdf.
 * Nothing is left of a file that fails. Errors: ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_vtkhdf_write(struct sm_context *ctx, const char *path,
                                          const struct sm_prism_file *contents);

#endif
