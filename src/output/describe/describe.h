/* output/describe/describe.h - description of files, for sm_describe_file: each kind adds its
 * facts. */
#ifndef SM_OUTPUT_DESCRIBE_DESCRIBE_H
#define SM_OUTPUT_DESCRIBE_DESCRIBE_H

#include "lab/facts.h"
#include "output/netcdf/wind_read.h"

/* The first line, and "kind" and "file" of JSON. kind NULL: a wind. */
void sm_describe_origin(struct sm_facts *out, const char *kind, const char *path, const char *words,
                        const char *version);

/* How a run ended: "stopped" and why, "" at its end. */
void sm_describe_end(struct sm_facts *out, const char *stopped);

/* Time of a file as text: a date, or s. */
void sm_describe_time(bool has_calendar, double time, char *out, size_t size);

/* ranges.c: Least, mean and most of the values of a variable. */
struct sm_value_range {
  double least, mean, most; /* mean: a sum before the end */
  size_t values, missing, nan;
};
struct sm_value_range sm_value_range_begin(void);
/* Adds values; `fill` marks what is missing. */
void sm_value_range_add(struct sm_value_range *range, const double *value, size_t count,
                        double fill);
void sm_value_range_end(struct sm_value_range *range);

/* Adds it to the open list "variables", and shows such a list as a table. */
void sm_describe_values(struct sm_facts *out, const char *name, const char *units,
                        const struct sm_value_range *range);
void sm_describe_value_table(struct sm_facts *out, const struct sm_fact *list);

/* The parts of a file of winds, statistics or plumes: ranges of all its variables; and what plumes
 * and statistics tell beside them. */
SM_CHECKED enum sm_status sm_describe_ranges(struct sm_wind_file *file, struct sm_facts *out);
SM_CHECKED enum sm_status sm_describe_plume(struct sm_wind_file *file, struct sm_facts *out);
void sm_describe_statistics(struct sm_wind_file *file, struct sm_facts *out);

/* Winds, statistics and plumes; particle trajectories; prisms; checkpoints. Errors: ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_describe_wind(struct sm_context *ctx, const char *path,
                                           struct sm_facts *out);
SM_CHECKED enum sm_status sm_describe_trajectories(struct sm_context *ctx, const char *path,
                                                   struct sm_facts *out);
SM_CHECKED enum sm_status sm_describe_prisms(struct sm_context *ctx, const char *path,
                                             struct sm_facts *out);
SM_CHECKED enum sm_status sm_describe_checkpoint(struct sm_context *ctx, const char *path,
                                                 struct sm_facts *out);

#endif
