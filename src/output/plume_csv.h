/* plume_csv.h - CSV output of receptors and lines of sight: time series and summaries
 * (docs/files.md).
 *
 * The caller keeps the series; each call writes a complete file under a temporary name, so that it
 * can be used at the end, at a stop and at a checkpoint. Times are s after the start of the run.
 * Values that are not finite are errors (ERR_FAILED) unless stated otherwise. */
#ifndef SM_OUTPUT_PLUME_CSV_H
#define SM_OUTPUT_PLUME_CSV_H

#include "base/context.h"

/* Concentration at receptors: [interval][receptor][species]. */
struct sm_receptor_series {
  const char *const *receptor; /* names */
  int receptor_count;
  const char *const *species; /* names */
  int species_count;
  size_t intervals;
  const double (*time)[2];     /* start and end of each interval, s */
  const double *concentration; /* kg/m3, interval mean */
  const float *arrival_time;   /* [receptor][species] s, first above threshold; NAN: never */
};

/* Writes one line per interval, receptor and species: time_start,
 * time_end, name, species, concentration, dose (cumulative, kg s/m3).
 * Errors: ERR_IO, ERR_MEMORY, ERR_FAILED. */
SM_CHECKED enum sm_status sm_plume_csv_receptors(struct sm_context *ctx, const char *path,
                                                 const struct sm_receptor_series *series);

/* Writes one line per receptor and species: name, species, dose, largest (maximum interval mean),
 * time_of_maximum (end of that interval), arrival_time (empty: never). */
SM_CHECKED enum sm_status sm_plume_csv_summary(struct sm_context *ctx, const char *path,
                                               const struct sm_receptor_series *series);

/* Optical depth along lines of sight: [sample][line of sight]. */
struct sm_line_of_sight_series {
  const char *const *line_of_sight; /* names */
  int line_of_sight_count;
  const double *length; /* length of each line, m */
  size_t samples;
  const double *time;
  const double *depth; /* optical depth, 0 or more */
};

/* Writes one line per sample and line of sight: time, name, optical_depth, contrast (of a black
 * object: exp(-depth)), visibility (m, range at a contrast of 2 % (Koschmieder) in air as along the
 * line; empty in clear air). */
SM_CHECKED enum sm_status sm_plume_csv_lines_of_sight(struct sm_context *ctx, const char *path,
                                                      const struct sm_line_of_sight_series *series);

#endif
