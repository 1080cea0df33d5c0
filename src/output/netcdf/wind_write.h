/* output/netcdf/wind_write.h - writer of CF-1.11 NetCDF-4 wind files (docs/files.md). */
#ifndef SM_OUTPUT_NETCDF_WIND_WRITE_H
#define SM_OUTPUT_NETCDF_WIND_WRITE_H

#include "output/face_wind.h"

struct sm_netcdf_writer;

/* Creates `path` (under a temporary name until sm_netcdf_close) and writes all data that do not
 * change with time. device: name recorded in the file. */
SM_CHECKED enum sm_status sm_netcdf_create(struct sm_context *ctx, const char *path,
                                           const struct sm_case *c, const struct sm_domain *domain,
                                           const char *device, struct sm_netcdf_writer **out);

/* Creates a file of time means with one record: from `since` (s, as the times of records) to its
 * time. */
SM_CHECKED enum sm_status sm_netcdf_create_mean(struct sm_context *ctx, const char *path,
                                                const struct sm_case *c,
                                                const struct sm_domain *domain, const char *device,
                                                double since, struct sm_netcdf_writer **out);

/* Continues a file of the same case that was not finished or ended early, after its first `records`
 * times. Errors: ERR_DATA (another file, or fewer times). */
SM_CHECKED enum sm_status sm_netcdf_resume(struct sm_context *ctx, const char *path,
                                           const struct sm_case *c, const struct sm_domain *domain,
                                           size_t records, struct sm_netcdf_writer **out);

/* Appends one time, or a part of it: ERR_STOPPED (record->may_stop). Wind fields not implied by the
 * case are defined with the first time. */
SM_CHECKED enum sm_status sm_netcdf_write(struct sm_context *ctx, struct sm_netcdf_writer *writer,
                                          const struct sm_face_wind *wind,
                                          const struct sm_wind_record *record);

/* Removes all but the first `records` times, also one of which a stop has left a part. */
SM_CHECKED enum sm_status sm_netcdf_keep(struct sm_context *ctx, struct sm_netcdf_writer *writer,
                                         size_t records);

/* Saves the times written so far, like sm_file_save, before a checkpoint. */
SM_CHECKED enum sm_status sm_netcdf_save(struct sm_context *ctx,
                                         const struct sm_netcdf_writer *writer);

/* Closes the file, flushes it to the disk and renames it to its final name. */
SM_CHECKED enum sm_status sm_netcdf_close(struct sm_context *ctx, struct sm_netcdf_writer **writer);
/* Closes a file at once, while other files of the run stay temporary until its end. */
SM_CHECKED enum sm_status sm_netcdf_close_at_once(struct sm_context *ctx,
                                                  struct sm_netcdf_writer **writer);

/* Closes and removes the temporary file; for failed runs. Accepts NULL. */
void sm_netcdf_abandon(struct sm_netcdf_writer **writer);

#endif
