/* domain/scattered/internal.h - cell list of scattered points, and local polynomial fits. */
#ifndef SM_DOMAIN_SCATTERED_INTERNAL_H
#define SM_DOMAIN_SCATTERED_INTERNAL_H

#include "base/context.h"

/* cell_list.c: points sorted into cubes, for nearest-neighbour search. */

enum { SM_NEAREST_MAX = 128 };

struct sm_cell_list {
  size_t count;
  const double (*x)[3]; /* borrowed */
  double low[3], high[3];
  double side;   /* m, of a cube */
  int n[3];      /* number of cubes along each axis */
  size_t *start; /* start of each cube in `index`, and the end */
  size_t *index; /* point numbers, cube by cube */
};

/* Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_cell_list_create(struct sm_context *ctx, const double (*x)[3],
                                              size_t count, struct sm_cell_list *out);
void sm_cell_list_free(struct sm_cell_list *list);

struct sm_near_point {
  double square; /* m2, distance */
  size_t index;
};

/* Finds the `wanted` <= SM_NEAREST_MAX nearest points, nearest first. Returns the number found. */
int sm_cell_list_nearest(const struct sm_cell_list *list, const double x[3], int wanted,
                         struct sm_near_point *out);

/* local_fit.c */

/* Kind of fit at a position. */
enum sm_fit { SM_FIT_QUADRATIC, SM_FIT_LOWER, SM_FIT_OUTSIDE };

/* Component d of u at a position: polynomial of degree 2 fitted to the nearest points by weighted
 * least squares, interpolating at the points. Degree 1 or 0 where the points do not determine more;
 * outside the points the value of the nearest one. */
enum sm_fit sm_local_fit(const struct sm_cell_list *list, const double (*u)[3], int d,
                         const double x[3], double *out);

#endif
