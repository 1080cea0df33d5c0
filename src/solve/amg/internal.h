/* solve/amg/internal.h - algebraic multigrid on the host: unknowns of a level, and their
 * aggregation. */
#ifndef SM_SOLVE_AMG_INTERNAL_H
#define SM_SOLVE_AMG_INTERNAL_H

#include "solve/multigrid/coarsening.h"

/* unknowns.c */

/* A link and its open area, m2. */
struct sm_area_link {
  int32_t to;
  float value, area;
};

/* Unknowns of a level, in the order of the layers of their boxes. */
struct sm_unknowns {
  struct sm_mg_level axes; /* only size, faces and centres of the boxes are set */
  int count;
  uint32_t *box; /* i + nx (j + ny k) */
  double eta;
  /* level 0: */
  int32_t *number;               /* index of the unknown of every cell in the order of box; -1:
                                    none */
  uint8_t *bytes;                /* memory of op.open */
  float *fractions;              /* memory of op.fx, fy, fz; NULL without cut cells */
  struct sm_poisson_operator op; /* host arrays, without metric */
  /* below: */
  uint32_t *start; /* count + 1 entries into link */
  struct sm_area_link *link;
  float (*own)[3];             /* coupling to the Dirichlet sides of each axis */
  float *volume;               /* m3 */
  uint32_t *part_start, *part; /* count + 1 entries into part: unknowns of the finer level */
};

/* Matrix row of an unknown. */
struct sm_matrix_row {
  const struct sm_area_link *link;
  int count;
  float own[3];
};
/* room: work space for the links of level 0. */
struct sm_matrix_row sm_unknowns_row(const struct sm_unknowns *u, int i,
                                     struct sm_area_link room[6]);

double sm_unknowns_volume(const struct sm_unknowns *u, int i); /* m3 */

/* Box indices of an unknown, into at[]. */
void sm_unknowns_at(const struct sm_unknowns *u, int i, int at[3]);

/* Distance between the centres of the boxes on both sides of a face of axis d, m. */
double sm_unknowns_gap(const struct sm_mg_level *axes, int d, int face);

/* Makes the unknowns of level 0; free them even after an error. The axes are borrowed. Errors:
 * ERR_MEMORY, ERR_DEVICE, ERR_FAILED (too many). */
SM_CHECKED enum sm_status sm_unknowns_finest(struct sm_context *ctx,
                                             const struct sm_poisson *poisson,
                                             struct sm_unknowns *out);

void sm_unknowns_free(struct sm_unknowns *u);

/* aggregation.c */

/* Makes the unknowns of the level with the boxes of the plan. Every unknown of the finer level
 * becomes part of one of them, except those without links, which the smoother solves:
 * coarse->count may be 0. Free `coarse` even after an error. Errors: ERR_MEMORY, ERR_FAILED (too
 * many links). */
SM_CHECKED enum sm_status sm_unknowns_aggregate(struct sm_context *ctx,
                                                const struct sm_unknowns *fine,
                                                const struct sm_coarsening *plan,
                                                struct sm_unknowns *coarse);

#endif
