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

#include "domain/domain.h"

/* model_columns.c */

/* Padded columns, of which a grid has (nx + 3) x (ny + 2): element 0 is the one south-west of the
 * first (cell/diagnostic/wind.h). Those of the padding lie where their neighbours inside do. */
struct sm_column_box {
  int lo[2], hi[2]; /* lo <= index < hi */
};

struct sm_model_columns {
  const struct sm_station *station; /* the first place; rows of n[0], n[1] of them */
  int first, n[2];                  /* first: its number among the stations of the weather */
  double spacing;                   /* m, mean distance of neighbours */
  int row;                          /* padded columns in a row */
  float *at[2];                     /* of every padded column: position, counted in places */
  struct sm_column_box *box;        /* of every place: where it has a share */
};

/* *out is NULL where the weather has no grid of at least two places. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_model_columns_create(struct sm_context *ctx,
                                                  const struct sm_domain *domain,
                                                  struct sm_model_columns **out);
void sm_model_columns_destroy(struct sm_model_columns **places);

/* Whether the places have readings of a time; all or none have. */
bool sm_model_columns_valid(const struct sm_model_columns *places, int time);

/* Position of a point (m from the south-west corner of the domain), counted in places along the
 * rows and across them, not beyond the first and last. `at` holds where to begin to look. */
void sm_model_columns_find(const struct sm_model_columns *places, double x, double y, double at[2]);

/* Share of place (i, j) at a position: bilinear; the shares of all places sum to 1. */
double sm_model_columns_weight(const double at[2], int i, int j);

/* Shares of place number m in rows j0 <= j < j1 of padded columns: weight[j - j0][row]. */
void sm_model_columns_weights(const struct sm_model_columns *places, int m, int j0, int j1,
                              float *weight);

/* station_search.c */

/* A station that was found: its number among those searched, and r2 (m2) or what is made of it. */
struct sm_station_found {
  int number;
  double value;
};

struct sm_station_search {
  const struct sm_station *station; /* of the weather */
  const int *member;                /* which of them are searched */
  int count;
  double low[2], edge; /* m: south-west corner and size of the bins */
  double farthest;     /* m, largest radius of influence */
  int bins[2];
  int *first;  /* of every bin, and the end */
  int *number; /* of the searched stations, bin by bin, rising in each */
};

/* stations and members must outlive it. Few stations share one bin: they are found in their order.
 * Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_station_search_create(struct sm_context *ctx,
                                                   const struct sm_station *station,
                                                   const int *member, int count,
                                                   struct sm_station_search **out);
void sm_station_search_destroy(struct sm_station_search **nearby);

/* Square of the distance (m2) from (x, y) to the nearest station of those that reach it, within
 * their radius of influence; INFINITY: none does, and *any is that to the nearest of all. */
double sm_station_search_reaching2(const struct sm_station_search *nearby, double x, double y,
                                   double *any);

/* Square of the distance (m2) from a searched station to the nearest other one; INFINITY: none. */
double sm_station_search_gap2(const struct sm_station_search *nearby, int number);

/* All stations whose squared distance is at most limit2; returns how many. out: room for all. */
int sm_station_search_find(const struct sm_station_search *nearby, double x, double y,
                           double limit2, struct sm_station_found *out);

/* objective_analysis.c */

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

/* The same of all fields at a point (m from the south-west corner of the domain); by any thread of
 * the team that OpenMP had when the analysis was made. */
void sm_analysis_weights_at(const struct sm_analysis *analysis, const double at[2], double *weight);

#endif
