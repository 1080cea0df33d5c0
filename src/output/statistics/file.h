/* output/statistics/file.h - the CF-1.11 NetCDF-4 file of statistics (docs/files.md). */
#ifndef SM_OUTPUT_STATISTICS_FILE_H
#define SM_OUTPUT_STATISTICS_FILE_H

#include "output/statistics/statistics.h"

/* Writes the statistics of all members, through a temporary name. device: for the record. Errors:
 * ERR_IO, ERR_DATA (built without NetCDF), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_statistics_write(struct sm_context *ctx, const char *path,
                                              const struct sm_statistics *statistics,
                                              const char *device);

#endif
