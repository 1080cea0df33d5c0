/* statistics.h - how often the wind is how fast, gathered from the members of an ensemble. */
#ifndef SM_OUTPUT_STATISTICS_STATISTICS_H
#define SM_OUTPUT_STATISTICS_STATISTICS_H

#include "domain/weather/climate.h"
#include "output/face_wind.h"
#include "output/statistics/comfort_criteria.h"

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
  int layers;                   /* of cells, from the lowest, that are looked at */
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

/* Errors: ERR_CASE (weights that are not those of the times; a height above the lid, a receptor
 * outside the domain), ERR_DATA, ERR_MEMORY. */
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

#endif
