/* lab/source_estimation.h - source estimation (source term estimation, inverse dispersion): place,
 * rate and times of a release from sensor readings (docs/source-estimation.md). Not installed. */
#ifndef SIMOOM_LAB_SOURCE_ESTIMATION_H
#define SIMOOM_LAB_SOURCE_ESTIMATION_H

#include "simoom/run.h"

#ifdef __cplusplus
extern "C" {
#endif

enum sm_source_likelihood { SM_LIKELIHOOD_LOG_NORMAL, SM_LIKELIHOOD_GAUSSIAN };

struct sm_source_options {
  struct sm_run_options run;
  /* Reads the case with further "table.key=value" texts. */
  enum sm_status (*load)(void *user, const char *const *set, size_t count, struct sm_case **out);
  void *user;
  const char *species; /* species of the case; NULL (default): the first */
  int sources;         /* 1 (default) to 3 */
  enum sm_source_likelihood likelihood;
  double model_error; /* relative standard deviation of the model; default 0.3 */
  double rate[2];     /* kg/s, least and largest rate; default 1e-9 to 1e3 */
  double start;       /* s, earliest release; default 0, the start of the run */
  double height;      /* of the source above the ground, m; NAN (default): lowest boxes with air */
  int particles;      /* of each reading; default 10000 */
  int iterations;     /* of the sampler, at most; default 10000 */
  int seed;
  int next; /* further sensors to place; 0 (default): none */
  double
      next_height; /* of a further sensor, m; NAN (default): as in the last line of the readings */
  const char *map; /* NetCDF file of the probability of each column; NULL (default): none */
  const char *areas; /* credible regions: .geojson, .gpkg or .kmz; NULL (default): none */
};
SM_PUBLIC struct sm_source_options sm_source_options_default(void);

/* Estimates the source of the readings in a CSV file, with the wind and the turbulence of a case,
 * as text or JSON; *out is released with free, also where only the map or the areas could not be
 * written. Errors: ERR_CASE, ERR_DATA, ERR_USAGE, ERR_DEVICE,
 * ERR_STOPPED, ERR_IO, ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_source_estimate(struct sm_context *ctx,
                                                       const char *sensors_path,
                                                       const struct sm_source_options *options,
                                                       int json, char **out);

#ifdef __cplusplus
}
#endif
#endif
