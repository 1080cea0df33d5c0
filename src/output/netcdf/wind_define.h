/* output/netcdf/wind_define.h - dimensions, variables and attributes of the wind file
 * (docs/files.md). */
#ifndef SM_OUTPUT_NETCDF_WIND_DEFINE_H
#define SM_OUTPUT_NETCDF_WIND_DEFINE_H

#include "output/face_wind.h"
#include "output/netcdf/ncfile.h"

/* True when the times of the domain are dates. */
bool sm_netcdf_has_calendar(const struct sm_domain *domain);

/* Defines a field, whose dimensions are in the file; on cells and columns compressed, with the map
 * projection. Returns its id, -1 after a failure. */
int sm_netcdf_field(struct sm_ncfile *file, const struct sm_case *c, const struct sm_domain *domain,
                    const struct sm_field_info *info, int type);
/* Gives a float variable the fill value NC_FILL_FLOAT. */
void sm_netcdf_fill(struct sm_ncfile *file, int variable);

/* Defines what the solver says of each time or member: converged, iterations, residual, divergence.
 */
void sm_netcdf_define_solver(struct sm_ncfile *file, int dimension);

/* Defines what a file of maps has of a case and its domain: attributes, the axes x and y, the map
 * projection, ground, buildings and roughness. `kind` ends the attribute source. */
void sm_netcdf_define_plane(struct sm_ncfile *file, const struct sm_case *c,
                            const struct sm_domain *domain, const char *device, const char *kind);

/* Defines the attributes of a case and, as "crs", the map projection only. */
void sm_netcdf_define_case(struct sm_ncfile *file, const struct sm_case *c,
                           const struct sm_domain *domain, const char *device, const char *kind);

/* Defines the map projection of a domain, with the place of its columns; nothing in local ones. */
void sm_netcdf_define_crs(struct sm_ncfile *file, const struct sm_domain *domain, const char *name);

/* Writes the axes and maps that sm_netcdf_define_plane has defined. Errors: ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_netcdf_put_plane(struct sm_ncfile *file,
                                              const struct sm_domain *domain);

/* Defines all but the velocities on faces. `mean`: of a file of means over time. */
void sm_netcdf_define(struct sm_ncfile *file, const struct sm_case *c,
                      const struct sm_domain *domain, const char *device, bool mean);

/* Defines those fields of a wind that are not in the file yet; it must be one of sm_netcdf_define.
 */
void sm_netcdf_define_fields(struct sm_ncfile *file, const struct sm_case *c,
                             const struct sm_domain *domain, const struct sm_face_wind *wind);

/* Defines u_face, v_face, w_face; the file must be one of sm_netcdf_define with faces. */
void sm_netcdf_define_faces(struct sm_ncfile *file, const struct sm_case *c,
                            const struct sm_domain *domain, bool is_double);

#endif
