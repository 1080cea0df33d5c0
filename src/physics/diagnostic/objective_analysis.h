/* physics/diagnostic/objective_analysis.h - the share of every station in the wind of every column:
 * Barnes' objective analysis (Barnes 1964; Koch et al. 1983), corrected until the stations are met.
 *
 * The analysis is linear in the readings, and the weights are alike at all heights. Where columns
 * of a weather model count (places.h) they are the first analysis, which the stations correct
 * within a reach of the model's spacing; else the first analysis is that of the stations. Stations
 * of a network whose profiles differ in nothing but the wind share two fields, u and v; a station
 * looks at its neighbours only, so that time and memory go with the number of stations. */
#ifndef SM_PHYSICS_DIAGNOSTIC_OBJECTIVE_ANALYSIS_H
#define SM_PHYSICS_DIAGNOSTIC_OBJECTIVE_ANALYSIS_H

#include "physics/diagnostic/model_columns.h"
#include "physics/diagnostic/station_search.h"

/* A field that the wind is a sum of, each with shares: the profile of a source, both components; or
 * one component of a profile that stations have in common, with 1 m/s at the height of the
 * readings, so that shares are in m/s. */
struct sm_analysis_field {
  const struct sm_station *station;
  const struct sm_station_reading *reading; /* of the time */
  int axis;                                 /* 0 or 1; -1: both components */
};

struct sm_analysis {
  const struct sm_grid *grid;
  const struct sm_station *station;      /* of the weather */
  const struct sm_model_columns *places; /* the first analysis; NULL: the stations are */
  int time;
  int count;        /* stations with a reading: the first of `source` */
  int source_count; /* and, after them, the places round them */
  int *source;      /* numbers of stations of the weather */
  int field_count;
  struct sm_analysis_field *field;  /* of the sources in their order where they have nothing in
                                       common */
  struct sm_station_reading *unit;  /* readings of 1 m/s, of fields that have one component */
  int *field_of;                    /* of every source; if it has one component, the next has v */
  double scale;                     /* m/s, largest component among the readings of such fields */
  struct sm_station_search *nearby; /* finds stations by their numbers in `source`; NULL: none */
  double length2[2];                /* m2, kappa of the first analysis and of the corrections */
  double *gain; /* [count][field_count]: what a station's correction takes of each field */
  int threads;
  double *source_weight;         /* [threads][field_count] */
  struct sm_station_found *near; /* [threads][count] */
};

/* Most fields that a time of the weather of a domain can have. */
int sm_analysis_max_fields(const struct sm_weather *weather);

/* The analysis of a time. places: NULL, or those whose readings of that time count. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_analysis_create(struct sm_context *ctx, const struct sm_domain *domain,
                                             const struct sm_model_columns *places, int time,
                                             struct sm_analysis **out);
void sm_analysis_destroy(struct sm_analysis **analysis);

/* Columns j0 <= j < j1 of padded columns (places.h), and fields f0 <= f < f1. */
struct sm_analysis_part {
  int j0, j1, f0, f1;
};

/* Shares of fields: weight[field - f0][j - j0][row]. Where places are the first analysis, their
 * bilinear shares come on top of these; with them the shares of sources sum to 1. */
void sm_analysis_weights(const struct sm_analysis *analysis, const struct sm_analysis_part *part,
                         float *weight);

#endif
