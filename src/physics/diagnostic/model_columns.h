/* model_columns.h - the columns of a weather model around the domain: which four surround a point,
 * and what share each of them has there. */
#ifndef SM_PHYSICS_DIAGNOSTIC_MODEL_COLUMNS_H
#define SM_PHYSICS_DIAGNOSTIC_MODEL_COLUMNS_H

#include "domain/domain.h"

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

#endif
