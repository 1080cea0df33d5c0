/* output/netcdf/wind_write.h - the CF-1.11 NetCDF-4 wind file (docs/files.md). */
#ifndef SM_OUTPUT_NETCDF_WIND_WRITE_H
#define SM_OUTPUT_NETCDF_WIND_WRITE_H

#include "output/face_wind.h"

struct sm_netcdf_writer;

/* Creates `path` (through a temporary name; nothing appears before sm_netcdf_close) and writes all
 * that does not change with time. device: for the record. */
SM_CHECKED enum sm_status sm_netcdf_create(struct sm_context *ctx, const char *path,
                                           const struct sm_case *c, const struct sm_domain *domain,
                                           const char *device, struct sm_netcdf_writer **out);

/* The same for means over time, of one record: from `since` (s as the time of records) to its time.
 */
SM_CHECKED enum sm_status sm_netcdf_create_mean(struct sm_context *ctx, const char *path,
                                                const struct sm_case *c,
                                                const struct sm_domain *domain, const char *device,
                                                double since, struct sm_netcdf_writer **out);

/* Goes on with a file of the same case that was not finished or ended early, after its first
 * `records` times. Errors: ERR_DATA (it is another file, or has fewer times). */
SM_CHECKED enum sm_status sm_netcdf_resume(struct sm_context *ctx, const char *path,
                                           const struct sm_case *c, const struct sm_domain *domain,
                                           size_t records, struct sm_netcdf_writer **out);

/* Appends one time. Fields of the wind that the case does not tell of are defined by the first. */
SM_CHECKED enum sm_status sm_netcdf_write(struct sm_context *ctx, struct sm_netcdf_writer *writer,
                                          const struct sm_face_wind *wind,
                                          const struct sm_wind_record *record);

/* Saves the times so far, as sm_file_save does; before a checkpoint. */
SM_CHECKED enum sm_status sm_netcdf_save(struct sm_context *ctx,
                                         const struct sm_netcdf_writer *writer);

/* Closes, flushes to the disk and gives the file its name. */
SM_CHECKED enum sm_status sm_netcdf_close(struct sm_context *ctx, struct sm_netcdf_writer **writer);
/* The same while other files of the run wait for its end. */
SM_CHECKED enum sm_status sm_netcdf_close_at_once(struct sm_context *ctx,
                                                  struct sm_netcdf_writer **writer);

/* Closes and removes the temporary file; for failed runs. Accepts NULL. */
void sm_netcdf_abandon(struct sm_netcdf_writer **writer);

#endif
