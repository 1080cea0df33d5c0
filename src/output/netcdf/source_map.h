/* source_map.h - NetCDF file of a source estimation: probability of each column
 * (docs/source-estimation.md). */
#ifndef SM_OUTPUT_NETCDF_SOURCE_MAP_H
#define SM_OUTPUT_NETCDF_SOURCE_MAP_H

#include "domain/domain.h"

/* Writes the probability of each column of `plane`, [ny][nx], and that of the smallest credible
 * region that holds it; NAN: no air. Errors: ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_source_map_write(struct sm_context *ctx, const char *path,
                                              const struct sm_case *c,
                                              const struct sm_domain *plane, const char *device,
                                              float *probability, float *region);

#endif
