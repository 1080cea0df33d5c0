/* merged_rows.c - domain decomposition of merged cut cells: the groups with cells in the rows of a
 * process. A group across a cut is computed by both processes. */
#include "physics/flow/share.h"
#include "physics/scalars/merged_cells.h"

/* Whether a group has a cell in the rows of this process; reach: rows by which such groups go
 * beyond them. */
static bool is_own(const struct sm_flow *flow, const struct sm_merged_arrays *x, int64_t g,
                   int *reach) {
  int farthest = 0;
  bool own = false;
  for (int64_t m = x->start[g]; m < x->start[g + 1]; m++) {
    const int beyond = sm_flow_rows_beyond(flow, x->place[m + x->cells]);
    own |= beyond == 0;
    farthest = beyond > farthest ? beyond : farthest;
  }
  if (own && farthest > *reach) *reach = farthest;
  return own;
}

/* Moves the own groups together. from: room for an index of each cell. Returns their reach. */
static int keep(const struct sm_flow *flow, const struct sm_merged_arrays *x, int64_t *from,
                struct sm_merged_list *list) {
  int reach = 0;
  list->count = list->cells = 0;
  for (int64_t g = 0; g < x->groups; g++) {
    const int64_t first = x->start[g], end = x->start[g + 1];
    if (!is_own(flow, x, g, &reach)) continue;
    for (int64_t m = first; m < end; m++) from[list->cells++] = m;
    x->start[++list->count] = list->cells;
  }
  for (int64_t m = 0; m < list->cells; m++) x->cell[m] = x->cell[from[m]];
  for (int k = 0; k < 3; k++)
    for (int64_t m = 0; m < list->cells; m++)
      x->place[m + k * list->cells] = x->place[from[m] + k * x->cells];
  for (int k = 0; k < SM_MERGED_NUMBERS; k++)
    for (int64_t m = 0; m < list->cells; m++)
      x->number[m + k * list->cells] = x->number[from[m] + k * x->cells];
  return reach;
}

enum sm_status sm_merged_rows_keep(struct sm_context *ctx, const struct sm_flow *flow,
                                   const struct sm_merged_arrays *arrays,
                                   struct sm_merged_list *list) {
  const int most = SM_FLOW_WIDE - 2; /* the flux through a face reads two cells on both sides */
  int64_t *from = NULL;
  if (flow->rows == NULL) return SM_OK;
  SM_TRY(sm_alloc(ctx, (size_t)arrays->cells, sizeof *from, "cells beside walls", &from));
  const int reach = keep(flow, arrays, from, list);
  sm_free(from);
  if (reach <= most) return SM_OK;
  return sm_fail(ctx, SM_ERR_USAGE,
                 "error: small cut cells that exchange scalars as one reach %d rows beyond a cut "
                 "between processes, at most %d are possible\n"
                 "help: another number of processes",
                 reach, most);
}
