/* physics/prescribed/wind_file.h - winds that files hold, one after the other: model "file".
 * Reading: domain/weather/wind_levels.h. */
#ifndef SM_PHYSICS_PRESCRIBED_WIND_FILE_H
#define SM_PHYSICS_PRESCRIBED_WIND_FILE_H

#include "domain/domain.h"
#include "physics/prescribed/host_wind.h"

/* A level of domain->levels on the host, and what divergence it has (run.h). Errors: ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_file_read(struct sm_context *ctx, const struct sm_domain *domain,
                                            int level, struct sm_host_wind *wind,
                                            double *divergence);

#endif
