/* statistics.h - wind speed statistics (frequency, exceedance, percentiles) over the members of an
 * ensemble. */
#ifndef SM_OUTPUT_STATISTICS_STATISTICS_H
#define SM_OUTPUT_STATISTICS_STATISTICS_H

#include "case/case.h"
#include "domain/weather/climate.h"
#include "output/face_wind.h"
#include "output/netcdf/ncfile.h"

/* comfort_criteria.c: Published criteria of pedestrian wind comfort and danger. */

enum { SM_COMFORT_LIMITS = 4 };

/* Classes 1, 2 ... of a position: the first class whose speed limit is exceeded less often than its
 * limit frequency; else the class after the last. */
struct sm_comfort_scale {
  enum sm_comfort_criterion criteria;
  const char *variable; /* NetCDF variable and picture field */
  const char *title, *source;
  const char *names[SM_COMFORT_LIMITS + 1]; /* class names */
  int limits;
  struct {
    double speed; /* hourly mean speed, m/s */
    double share; /* limit frequency, fraction of time */
  } limit[SM_COMFORT_LIMITS];
};

/* All scales; each criterion has one for comfort and one for danger. */
const struct sm_comfort_scale *sm_comfort_scales(int *count);

/* Scale of a variable; NULL: not found. */
const struct sm_comfort_scale *sm_comfort_find(const char *variable);

/* The limits of its classes, in words. */
void sm_comfort_describe(const struct sm_comfort_scale *scale, char *out, size_t size);

/* accumulate.c */

/* Maximum number of speed limits, including those of comfort criteria. */
enum { SM_STATISTICS_LIMITS = 64 };

/* Receptor of the case and its column of cells. */
struct sm_statistics_receptor {
  const char *name;
  int i, j;
  double x, y;   /* m from the south-west corner of the grid */
  double height; /* height above ground, m */
};

struct sm_statistics {
  const struct sm_case *c;
  const struct sm_domain *domain;
  const struct sm_climate *climate;
  struct sm_climate *own; /* climate of times; wind roses use that of the domain */
  size_t columns;
  int layers;                   /* number of cell layers needed, from the lowest */
  struct sm_exceedance *limits; /* rising: limits of the case and of its comfort criteria */
  /* Sums over the added members, [height][column]; NAN where there is no fluid. */
  double *mean[3]; /* m/s: speed, u, v */
  double **above;  /* [limit]: fraction of time */
  float *speed;    /* [height][member][column] computed speed, m/s; NULL without percentiles */
  float *slice;    /* u, v, w of the columns at one height */
  struct sm_statistics_receptor *receptor;
  int receptors;
  float *point;                  /* [receptor][member][2]: computed u, v */
  struct sm_wind_record *record; /* [member] */
  int added;
};

/* Creates the accumulators of a run. Errors: ERR_CASE (number of weights differs from that of
 * times; a height above the domain top, a receptor outside the domain), ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_statistics_create(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_domain *domain,
                                               struct sm_statistics **out);
void sm_statistics_destroy(struct sm_statistics **statistics);

/* Adds member `statistics->added` from its wind; only the lowest `layers` of cells with all their
 * faces are read. */
void sm_statistics_add(struct sm_statistics *statistics, const struct sm_face_wind *wind,
                       const struct sm_wind_record *record);

/* Begins anew, for the members of a forecast at the next time. */
void sm_statistics_restart(struct sm_statistics *statistics);

/* Comfort class at a column; 0 where there is no fluid. */
int sm_statistics_comfort(const struct sm_statistics *statistics,
                          const struct sm_comfort_scale *scale, size_t height, size_t column);

/* Percentiles of the case at a height, float[percentile][column], m/s. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_statistics_percentiles(struct sm_context *ctx,
                                                    const struct sm_statistics *statistics,
                                                    size_t height, float *out);

/* Memory of the statistics, bytes; *kept: part for percentiles, which keep the speed of every
 * member. 0 without statistics. */
double sm_statistics_bytes(const struct sm_case *c, const struct sm_domain *domain, double *kept);

/* file.c: CF-1.11 NetCDF-4 file of statistics (docs/files.md). */

/* Writes the statistics of all members under a temporary name. device: name recorded in the file.
 * Errors: ERR_IO, ERR_DATA (built without NetCDF), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_statistics_write(struct sm_context *ctx, const char *path,
                                              const struct sm_statistics *statistics,
                                              const char *device);

/* output/analyse/receptor_cells.c: Cells of the receptors of a case. */

/* Locates the receptors in the domain; freed with sm_free. Warns of receptors inside buildings.
 * Errors: ERR_CASE (a receptor outside the domain), ERR_DATA (no GDAL), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_receptors_find(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_domain *domain,
                                            struct sm_statistics_receptor **out, int *count);

/* receptors.c: Receptors in statistics files: wind statistics at points. */

/* Shared dimensions of the receptors; percentile and limit -1: absent. */
struct sm_receptor_dimensions {
  int member, percentile, limit;
};

/* Defines and writes the variables of receptors; nothing without receptors. */
void sm_statistics_define_receptors(struct sm_ncfile *file, const struct sm_statistics *statistics,
                                    const struct sm_receptor_dimensions *dimensions);
SM_CHECKED enum sm_status sm_statistics_put_receptors(struct sm_ncfile *file,
                                                      const struct sm_statistics *statistics);

#endif
