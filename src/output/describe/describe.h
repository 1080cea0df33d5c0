/* output/describe/describe.h - description of files, for
 * sm_describe_file, by kind of file. */
#ifndef SM_OUTPUT_DESCRIBE_DESCRIBE_H
#define SM_OUTPUT_DESCRIBE_DESCRIBE_H

#include "lab/facts.h"
#include "output/netcdf/wind_file.h"

/* Adds the first line, and "kind" and "file" of the JSON. kind NULL: wind. */
void sm_describe_origin(struct sm_facts *out, const char *kind, const char *path, const char *words,
                        const char *version);

/* Adds "stopped" with the reason, "" for a complete run. */
void sm_describe_end(struct sm_facts *out, const char *stopped);

/* Formats a time of a file: a date, or s. */
void sm_describe_time(bool has_calendar, double time, char *out, size_t size);

/* ranges.c: Minimum, mean and maximum of a variable. */
struct sm_value_range {
  double least, mean, most; /* mean: a running sum until the end */
  size_t values, missing, nan;
};
struct sm_value_range sm_value_range_begin(void);
/* Adds values; `fill` marks missing ones. */
void sm_value_range_add(struct sm_value_range *range, const double *value, size_t count,
                        double fill);
void sm_value_range_end(struct sm_value_range *range);

/* Display of a variable of a file, also in ppm and so on (sm_unit_conversion). */
struct sm_display sm_describe_display(const struct sm_wind_file *file,
                                      const struct sm_display_units *units, const char *variable,
                                      const char *from);

/* Adds a range to the open list "variables", in its display unit, and prints such a list as a
 * table. */
void sm_describe_values(struct sm_facts *out, const char *name, const struct sm_display *display,
                        const struct sm_value_range *range);
void sm_describe_value_table(struct sm_facts *out, const struct sm_fact *list);

/* Ranges of all variables of a wind, statistics or plume file; additional facts of plume and
 * statistics files. */
SM_CHECKED enum sm_status sm_describe_ranges(struct sm_wind_file *file,
                                             const struct sm_display_units *units,
                                             struct sm_facts *out);
SM_CHECKED enum sm_status sm_describe_plume(struct sm_wind_file *file,
                                            const struct sm_display_units *units,
                                            struct sm_facts *out);
void sm_describe_statistics(struct sm_wind_file *file, const struct sm_display_units *units,
                            struct sm_facts *out);

/* Wind, statistics and plume files; particle trajectories; prisms; checkpoints. Errors: ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_describe_wind(struct sm_context *ctx, const char *path,
                                           const struct sm_display_units *units,
                                           struct sm_facts *out);
SM_CHECKED enum sm_status sm_describe_trajectories(struct sm_context *ctx, const char *path,
                                                   struct sm_facts *out);
SM_CHECKED enum sm_status sm_describe_prisms(struct sm_context *ctx, const char *path,
                                             const struct sm_display_units *units,
                                             struct sm_facts *out);
SM_CHECKED enum sm_status sm_describe_checkpoint(struct sm_context *ctx, const char *path,
                                                 struct sm_facts *out);

#endif
