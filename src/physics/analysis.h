/* analysis.h - the share of every station in the wind of every column: Barnes' objective analysis
 * (Barnes 1964; Koch et al. 1983), corrected until the stations are met.
 *
 * The analysis is linear in the readings, and the weights are alike at all heights. Where columns
 * of a weather model count (places.h) they are the first analysis, which the stations correct
 * within a reach of the model's spacing; else the first analysis is that of the stations. */
#ifndef SM_PHYSICS_ANALYSIS_H
#define SM_PHYSICS_ANALYSIS_H

#include "physics/places.h"

struct sm_analysis {
  const struct sm_grid *grid;
  const struct sm_station *station; /* of the weather */
  const struct sm_places *places;   /* the first analysis; NULL: the stations are */
  int count;                        /* stations with a reading: the first of `source` */
  int source_count;                 /* and, after them, the places round them */
  int *source;                      /* numbers of stations of the weather */
  double length2[2];                /* m2, kappa of the first analysis and of the corrections */
  double *gain;    /* [count][source_count]: what a station's correction takes of each source */
  double *scratch; /* of each thread */
};

/* Most sources that the weather of a domain can have. */
int sm_analysis_most(const struct sm_weather *weather);

/* The analysis of a time. places: NULL, or those whose readings of that time count. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_analysis_create(struct sm_context *ctx, const struct sm_domain *domain,
                                             const struct sm_places *places, int time,
                                             struct sm_analysis **out);
void sm_analysis_destroy(struct sm_analysis **analysis);

/* Shares of all sources in rows j0 <= j < j1 of padded columns (places.h):
 * weight[source][j - j0][row]. Where places are the first analysis, their bilinear shares come on
 * top of these; with them the shares of a column sum to 1. */
void sm_analysis_weights(const struct sm_analysis *analysis, int j0, int j1, float *weight);

#endif
