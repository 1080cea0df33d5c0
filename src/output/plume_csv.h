/* plume_csv.h - time series and summaries of receptors and lines of sight, as CSV
 * (docs/files.md).
 *
 * The engine keeps the series; each call writes a whole file through a temporary name, so that it
 * may be called at the end, at a stop and at a checkpoint alike. Times are s after the start of the
 * run. Numbers that are not finite are errors (ERR_FAILED), but where it says else. */
#ifndef SM_OUTPUT_PLUME_CSV_H
#define SM_OUTPUT_PLUME_CSV_H

#include "base/context.h"

/* Concentrations in the boxes of receptors: [interval][receptor][species]. */
struct sm_receptor_series {
  const char *const *receptor; /* names */
  int receptor_count;
  const char *const *species; /* names */
  int species_count;
  size_t intervals;
  const double (*time)[2];     /* start and end of each */
  const double *concentration; /* kg/m3, mean of the interval */
  const float *arrival_time;   /* [receptor][species] s, above its threshold first; NAN: never */
};

/* One line for each interval, receptor and species: time_start, time_end, name, species,
 * concentration, dose (of all intervals so far, kg s/m3). Errors: ERR_IO, ERR_MEMORY, ERR_FAILED.
 */
SM_CHECKED enum sm_status sm_plume_csv_receptors(struct sm_context *ctx, const char *path,
                                                 const struct sm_receptor_series *series);

/* One line for each receptor and species: name, species, dose, largest (mean of an interval), and
 * time_of_maximum: the end of that interval, arrival_time; empty: never reached. */
SM_CHECKED enum sm_status sm_plume_csv_summary(struct sm_context *ctx, const char *path,
                                               const struct sm_receptor_series *series);

/* Optical depth along lines of sight: [sample][line of sight]. */
struct sm_line_of_sight_series {
  const char *const *line_of_sight; /* names */
  int line_of_sight_count;
  const double *length; /* [line of sight] m */
  size_t samples;
  const double *time;
  const double *depth; /* optical; 0 or more */
};

/* One line for each sample and line of sight: time, name, optical_depth, contrast (what is left of
 * that of a black object: exp(-depth)), visibility (m: how far one would see, by Koschmieder's
 * contrast of 2 %, in air like that along the line; empty in clear air). */
SM_CHECKED enum sm_status sm_plume_csv_lines_of_sight(struct sm_context *ctx, const char *path,
                                                      const struct sm_line_of_sight_series *series);

#endif
