/* netcdf_define.h - dimensions, variables and attributes of the wind file (docs/files.md). */
#ifndef SM_OUTPUT_NETCDF_DEFINE_H
#define SM_OUTPUT_NETCDF_DEFINE_H

#include "output/ncfile.h"
#include "output/winds.h"

/* True when the times of the domain are dates. */
bool sm_netcdf_has_calendar(const struct sm_domain *domain);

/* Defines all but the velocities on faces. */
void sm_netcdf_define(struct sm_ncfile *file, const struct sm_case *c,
                      const struct sm_domain *domain, const char *device);

/* Defines u_face, v_face, w_face; the file must be one of sm_netcdf_define with faces. */
void sm_netcdf_define_faces(struct sm_ncfile *file, const struct sm_case *c,
                            const struct sm_domain *domain, bool is_double);

#endif
