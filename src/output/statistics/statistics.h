/* statistics.h - wind speed statistics (frequency, exceedance, percentiles) over the members of an
 * ensemble. */
#ifndef SM_OUTPUT_STATISTICS_STATISTICS_H
#define SM_OUTPUT_STATISTICS_STATISTICS_H

#include "case/case.h"
#include "domain/weather/climate.h"
#include "output/face_wind.h"

/* comfort_criteria.c: Published criteria of wind comfort and danger for pedestrians. */

enum { SM_COMFORT_LIMITS = 4 };

/* Classes 1, 2 ... of a place: the first whose speed is exceeded in less than its share of the
 * time; else the one after the last. */
struct sm_comfort_scale {
  enum sm_comfort_criterion criteria;
  const char *variable; /* of files, and field of pictures */
  const char *title, *source;
  const char *names[SM_COMFORT_LIMITS + 1]; /* of the classes */
  int limits;
  struct {
    double speed; /* m/s, mean of an hour */
    double share; /* of the time */
  } limit[SM_COMFORT_LIMITS];
};

/* All scales: of each criteria one of comfort and one of danger. */
const struct sm_comfort_scale *sm_comfort_scales(int *count);

/* The scale of a variable; NULL: no scale. */
const struct sm_comfort_scale *sm_comfort_find(const char *variable);

/* The limits of its classes, in words. */
void sm_comfort_describe(const struct sm_comfort_scale *scale, char *out, size_t size);

/* accumulate.c */

/* Most thresholds of the speed, those of comfort among them. */
enum { SM_STATISTICS_LIMITS = 64 };

/* A point of the case in its column of cells. */
struct sm_statistics_receptor {
  const char *name;
  int i, j;
  double x, y;   /* m from the south-west corner of the grid */
  double height; /* m above the ground */
};

struct sm_statistics {
  const struct sm_case *c;
  const struct sm_domain *domain;
  const struct sm_climate *climate;
  struct sm_climate *own; /* of times; a wind rose's is the domain's */
  size_t columns;
  int layers;                   /* number of cell layers, from the lowest, that are needed */
  struct sm_exceedance *limits; /* rising: those of the case and of its criteria of comfort */
  /* Sums of the members that were added, [height][column]; NAN where there is no air. */
  double *mean[3]; /* m/s: speed, u, v */
  double **above;  /* [limit]: share of the time */
  float *speed;    /* [height][member][column] m/s as computed; NULL without percentiles */
  float *slice;    /* u, v, w of the columns at one height */
  struct sm_statistics_receptor *receptor;
  int receptors;
  float *point;                  /* [receptor][member][2]: u, v as computed */
  struct sm_wind_record *record; /* [member] */
  int added;
};

/* Errors: ERR_CASE (weights that are not those of the times; a height above the domain top, a
 * receptor outside the domain), ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_statistics_create(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_domain *domain,
                                               struct sm_statistics **out);
void sm_statistics_destroy(struct sm_statistics **statistics);

/* Adds member `statistics->added`: its wind, of which the lowest `layers` of cells with all of
 * their faces are enough. */
void sm_statistics_add(struct sm_statistics *statistics, const struct sm_face_wind *wind,
                       const struct sm_wind_record *record);

/* Class of a scale at a place of statistics; 0 where there is no air. */
int sm_statistics_comfort(const struct sm_statistics *statistics,
                          const struct sm_comfort_scale *scale, size_t height, size_t column);

/* Percentiles of the case at a height, float[percentile][column], m/s. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_statistics_percentiles(struct sm_context *ctx,
                                                    const struct sm_statistics *statistics,
                                                    size_t height, float *out);

/* Bytes that statistics take; *kept: those among them for percentiles, which keep the speed of
 * every member. 0 without statistics. */
double sm_statistics_bytes(const struct sm_case *c, const struct sm_domain *domain, double *kept);

/* file.c: The CF-1.11 NetCDF-4 file of statistics (docs/files.md). */

/* Writes the statistics of all members, through a temporary name. device: for the record. Errors:
 * ERR_IO, ERR_DATA (built without NetCDF), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_statistics_write(struct sm_context *ctx, const char *path,
                                              const struct sm_statistics *statistics,
                                              const char *device);

/* output/analyse/receptor_cells.c: Where the receptors of a case stand. */

/* Finds the receptors in the domain; freed with sm_free. Warns of those inside buildings. Errors:
 * ERR_CASE (a receptor outside the domain), ERR_DATA (no GDAL), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_receptors_find(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_domain *domain,
                                            struct sm_statistics_receptor **out, int *count);

#endif
