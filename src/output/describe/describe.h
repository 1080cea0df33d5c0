/* describe.h - the parts of what sm_describe_file tells that are of a plume. */
#ifndef SM_OUTPUT_DESCRIBE_DESCRIBE_H
#define SM_OUTPUT_DESCRIBE_DESCRIBE_H

#include "base/text.h"
#include "output/netcdf/plume_file.h"

/* "key":"value", and "key":number or null, of JSON. */
void sm_describe_string(struct sm_text *out, const char *key, const char *value);
void sm_describe_number(struct sm_text *out, const char *key, double value);

/* What a file of plumes tells beside the ranges of its variables. */
struct sm_plume_facts {
  struct sm_plume_content content;
  double (*interval)[2];             /* ends, as in the file */
  double maximum[SM_PLUME_SPECIES];  /* kg/m3, of the means; NAN: there are no boxes */
  double place[SM_PLUME_SPECIES][3]; /* middle of that box */
  double area[SM_PLUME_SPECIES][64]; /* m2, of the thresholds */
};
SM_CHECKED enum sm_status sm_describe_plume_read(struct sm_wind_file *file,
                                                 struct sm_plume_facts *out);
void sm_describe_plume_text(const struct sm_wind_file *file, const struct sm_plume_facts *facts,
                            struct sm_text *out);
void sm_describe_plume_json(const struct sm_wind_file *file, const struct sm_plume_facts *facts,
                            struct sm_text *out);
void sm_describe_plume_free(struct sm_plume_facts *facts);

/* Adds what a file of statistics tells beside the ranges of its maps: heights, percentiles, speeds,
 * criteria of comfort, receptors. */
void sm_describe_statistics(struct sm_wind_file *file, bool json, struct sm_text *out);

/* Describes particle trajectories, checkpoints and prisms, whole. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_describe_trajectories(struct sm_context *ctx, const char *path,
                                                   bool json, struct sm_text *out);
SM_CHECKED enum sm_status sm_describe_prisms(struct sm_context *ctx, const char *path, bool json,
                                             struct sm_text *out);
SM_CHECKED enum sm_status sm_describe_checkpoint(struct sm_context *ctx, const char *path,
                                                 bool json, struct sm_text *out);

#endif
