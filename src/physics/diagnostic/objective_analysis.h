/* physics/diagnostic/objective_analysis.h - weight of every station in the wind of every column:
 * Barnes' objective analysis (Barnes 1964; Koch et al. 1983), corrected until it agrees with the
 * stations.
 *
 * The analysis is linear in the readings, and the weights are the same at all heights: what fades
 * with height are the profiles, to their horizontal mean (sm_analysis_fading). Where
 * columns of a weather model are used (places.h) they are the first analysis, which the stations
 * correct within the spacing of the model; else the first analysis is that of the stations.
 * Stations of a network whose profiles differ only in the wind share two fields, u and v; each
 * station depends on its neighbours only, so that time and memory are proportional to the number of
 * stations. */
#ifndef SM_PHYSICS_DIAGNOSTIC_OBJECTIVE_ANALYSIS_H
#define SM_PHYSICS_DIAGNOSTIC_OBJECTIVE_ANALYSIS_H

#include "domain/domain.h"

/* model_columns.c */

/* Padded columns, of which a grid has (nx + 3) x (ny + 2): element 0 is the one south-west of the
 * first (cell/diagnostic/wind.h). Columns of the padding have the position of their neighbours
 * inside. */
struct sm_column_box {
  int lo[2], hi[2]; /* lo <= index < hi */
};

struct sm_model_columns {
  const struct sm_station *station; /* first model column; rows of n[0], n[1] rows */
  int first, n[2];                  /* first: its index among the stations of the weather */
  double spacing;                   /* m, mean distance of neighbouring columns */
  int row;                          /* padded columns in a row */
  float *at[2];                     /* per padded column: position in units of model columns */
  struct sm_column_box *box;        /* per model column: where its weight is not zero */
};

/* *out is NULL if the weather has no grid of at least two columns. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_model_columns_create(struct sm_context *ctx,
                                                  const struct sm_domain *domain,
                                                  struct sm_model_columns **out);
void sm_model_columns_destroy(struct sm_model_columns **places);

/* Whether the model columns have readings at a time; all have them or none. */
bool sm_model_columns_valid(const struct sm_model_columns *places, int time);

/* Position of a point (m from the south-west corner of the domain) in units of model columns along
 * the rows and across them, clamped to the grid. On entry `at` is the start of the search. */
void sm_model_columns_find(const struct sm_model_columns *places, double x, double y, double at[2]);

/* Bilinear weight of model column (i, j) at a position; the weights of all columns sum to 1. */
double sm_model_columns_weight(const double at[2], int i, int j);

/* Weights of model column m in rows j0 <= j < j1 of padded columns: weight[j - j0][row]. */
void sm_model_columns_weights(const struct sm_model_columns *places, int m, int j0, int j1,
                              float *weight);

/* station_search.c */

/* A station found by a search: its index among those searched, and r2 (m2) or a value derived from
 * it. */
struct sm_station_found {
  int number;
  double value;
};

struct sm_station_search {
  const struct sm_station *station; /* all stations */
  const int *member;                /* indices of the searched stations */
  int count;
  double low[2], edge; /* m: south-west corner and size of the bins */
  double farthest;     /* m, largest radius of influence */
  int bins[2];
  int *first;  /* per bin: start in `number`; then the end */
  int *number; /* searched stations, bin by bin, ascending in each */
};

/* Borrows stations and members. Few stations share one bin: they are found in their order.
 * Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_station_search_create(struct sm_context *ctx,
                                                   const struct sm_station *station,
                                                   const int *member, int count,
                                                   struct sm_station_search **out);
void sm_station_search_destroy(struct sm_station_search **nearby);

/* Squared distance (m2) from (x, y) to the nearest station with the point within its radius of
 * influence; INFINITY: none, and *any is the squared distance to the nearest of all. */
double sm_station_search_reaching2(const struct sm_station_search *nearby, double x, double y,
                                   double *any);

/* Squared distance (m2) from a searched station to the nearest other one; INFINITY: none. */
double sm_station_search_gap2(const struct sm_station_search *nearby, int number);

/* Finds all stations with a squared distance of at most limit2; returns their number. out: room for
 * all. */
int sm_station_search_find(const struct sm_station_search *nearby, double x, double y,
                           double limit2, struct sm_station_found *out);

/* analysis_fields.c */

/* Field of the analysis; the wind is the weighted sum of all fields: both components of the profile
 * of a source; or one component of a profile shared by stations, with 1 m/s at the height of the
 * readings, so that weights are in m/s. */
struct sm_analysis_field {
  const struct sm_station *station;
  const struct sm_station_reading *reading; /* at the time */
  int axis;                                 /* 0 or 1; -1: both components */
};

struct sm_analysis {
  const struct sm_grid *grid;
  const struct sm_weather *weather;
  const struct sm_station *station;      /* stations of the weather */
  const struct sm_model_columns *places; /* first analysis; NULL: from the stations */
  int time;
  int count;        /* stations with a reading: the first entries of `source` */
  int source_count; /* with the model columns around them */
  int *source;      /* indices among the stations of the weather */
  int field_count;
  struct sm_analysis_field *field;  /* in the order of the sources if no profile is
                                       shared */
  struct sm_station_reading *unit;  /* readings of 1 m/s, for fields with one component */
  int *field_of;                    /* per source; for one-component fields the next field is v */
  double scale;                     /* m/s, largest component among the readings of shared
                                       profiles */
  struct sm_station_search *nearby; /* search by index in `source`; may be NULL */
  double length2[2];                /* kappa of the first analysis and of the corrections, m2 */
  double highest;                   /* m above ground, highest reading */
  double vertical_scale;            /* of differences above it, m; INFINITY: they do not fade */
  double *mean; /* [field_count]: horizontal mean of the weights; NULL: zero, with model columns,
                   or nothing fades */
  double *gain; /* [count][field_count]: weight of each field in the correction at a station */
  int threads;
  double *source_weight;         /* [threads][field_count] */
  struct sm_station_found *near; /* [threads][count] */
};

/* Station of a source. */
static inline const struct sm_station *sm_analysis_station(const struct sm_analysis *a,
                                                           int source) {
  return &a->station[a->source[source]];
}

/* Largest number of fields at any time of the weather. */
int sm_analysis_max_fields(const struct sm_weather *weather);

/* Find the sources with readings, and the fields of them. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_analysis_find_sources(struct sm_context *ctx,
                                                   const struct sm_weather *weather,
                                                   struct sm_analysis *analysis);
SM_CHECKED enum sm_status sm_analysis_find_fields(struct sm_context *ctx,
                                                  struct sm_analysis *analysis);

/* objective_analysis.c */

/* Makes the analysis of a time, and borrows grid and weather. places: model columns with readings
 * at that time, or NULL. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_analysis_create(struct sm_context *ctx, const struct sm_grid *grid,
                                             const struct sm_weather *weather,
                                             const struct sm_model_columns *places, int time,
                                             struct sm_analysis **out);
void sm_analysis_destroy(struct sm_analysis **analysis);

/* Factor of the profiles of all fields at a height above ground: differences between stations fade.
 * To the weighted sum of the faded profiles the sum of mean[f] profile[f] (1 - factor) is added,
 * so that the horizontal mean wind does not fade. */
double sm_analysis_fading(const struct sm_analysis *analysis, double height);

/* Padded columns j0 <= j < j1 (places.h), and fields f0 <= f < f1. */
struct sm_analysis_part {
  int j0, j1, f0, f1;
};

/* Weights of fields: weight[field - f0][j - j0][row]. If model columns are the first analysis,
 * their bilinear weights are to be added; with them the weights of the sources sum to 1. */
void sm_analysis_weights(const struct sm_analysis *analysis, const struct sm_analysis_part *part,
                         float *weight);

/* The same for all fields at a point (m from the south-west corner of the domain). May be called by
 * any thread of the OpenMP team size at creation. */
void sm_analysis_weights_at(const struct sm_analysis *analysis, const double at[2], double *weight);

#endif
