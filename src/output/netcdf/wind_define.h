/* output/netcdf/wind_define.h - dimensions, variables and attributes of the wind file
 * (docs/files.md). */
#ifndef SM_OUTPUT_NETCDF_WIND_DEFINE_H
#define SM_OUTPUT_NETCDF_WIND_DEFINE_H

#include "output/face_wind.h"
#include "output/netcdf/ncfile.h"

/* True when the times of the domain are calendar dates. */
bool sm_netcdf_has_calendar(const struct sm_domain *domain);

/* Defines a field whose dimensions exist. Cell and column fields are compressed and get the grid
 * mapping. Returns the id, -1 after a failure. */
int sm_netcdf_field(struct sm_ncfile *file, const struct sm_case *c, const struct sm_domain *domain,
                    const struct sm_field_info *info, int type);
/* Gives a float variable the fill value NC_FILL_FLOAT. */
void sm_netcdf_fill(struct sm_ncfile *file, int variable);

/* Defines solver statistics by time or member: converged,
 * iterations, residual, divergence. */
void sm_netcdf_define_solver(struct sm_ncfile *file, int dimension);

/* member_index.c */

/* Defines, and writes for a record, the index of the winds of a rose or library; does nothing for
 * times. */
void sm_netcdf_define_members(struct sm_ncfile *file, const struct sm_case *c,
                              const struct sm_domain *domain, int time);
void sm_netcdf_put_member(struct sm_ncfile *file, const struct sm_domain *domain, size_t record);

/* wind_define.c */

/* Defines the common part of map files: attributes of the case, axes x and y, grid mapping,
 * terrain, buildings and roughness. `kind` ends the attribute source. */
void sm_netcdf_define_plane(struct sm_ncfile *file, const struct sm_case *c,
                            const struct sm_domain *domain, const char *device, const char *kind);

/* Defines the attributes of a case; of the domain only the grid mapping, "crs". */
void sm_netcdf_define_case(struct sm_ncfile *file, const struct sm_case *c,
                           const struct sm_domain *domain, const char *device, const char *kind);

/* Defines the grid mapping of a domain and the origin of its columns; none in local coordinates. */
void sm_netcdf_define_crs(struct sm_ncfile *file, const struct sm_domain *domain, const char *name);

/* Writes centres and widths of the first `axes` axes, named prefix + "x", bounds of the third, and
 * faces. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_netcdf_put_axes(struct sm_ncfile *file, const struct sm_domain *domain,
                                             const char *prefix, int axes, bool with_faces);

/* Writes the axes and maps defined by sm_netcdf_define_plane; axes 3: also z, which the caller
 * defined. Errors: ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_netcdf_put_plane(struct sm_ncfile *file,
                                              const struct sm_domain *domain, int axes);

/* Defines a wind file except face velocities. `mean`: file of time means. */
void sm_netcdf_define(struct sm_ncfile *file, const struct sm_case *c,
                      const struct sm_domain *domain, const char *device, bool mean);

/* Defines the fields of a wind that are not in the file
 * yet, after sm_netcdf_define. */
void sm_netcdf_define_fields(struct sm_ncfile *file, const struct sm_case *c,
                             const struct sm_domain *domain, const struct sm_face_wind *wind);

/* Defines u_face, v_face and w_face, after sm_netcdf_define with faces. */
void sm_netcdf_define_faces(struct sm_ncfile *file, const struct sm_case *c,
                            const struct sm_domain *domain, bool is_double);

#endif
