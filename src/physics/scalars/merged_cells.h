/* physics/scalars/merged_cells.h - scalars of a flow in cut cells: groups of merged cells with
 * enough air for the time steps of whole cells, and the passes over them
 * (cell/scalars/merged_cells.h). */
#ifndef SM_PHYSICS_SCALARS_MERGED_CELLS_H
#define SM_PHYSICS_SCALARS_MERGED_CELLS_H

#include "physics/flow/share.h"
#include "physics/flow/walls/cut_cells.h"

struct sm_merged_cells {
  const struct sm_flow *flow; /* borrowed; NULL: no cut cells, and the passes do nothing */
  struct sm_merged_list list; /* of several processes: groups with cells in the rows of this one */
  const int64_t *all;         /* device: cells of all groups */
  int64_t all_cells;
  struct sm_flow_cells shared; /* of several processes: the same, those of each together */
  double *volume, *wall;       /* device: as in sm_cut_integral */
  int32_t *entry;              /* host, per cell: its list index before sorting; -1: not listed */
  int32_t *group;              /* host, per such entry */
  float *distance; /* host, per group: distance of its centre from the ground below it, m */
};

/* merged_rows.c */

/* Host arrays of a list, as those of sm_merged_list. */
struct sm_merged_arrays {
  int64_t groups, cells;
  int64_t *start, *cell;
  int32_t *place;
  double *number;
};

/* Of several processes: keeps in the arrays the groups with cells in the rows of this one, of which
 * *list gets the numbers. Errors: ERR_MEMORY, ERR_USAGE (a group reaches too far). */
SM_CHECKED enum sm_status sm_merged_rows_keep(struct sm_context *ctx, const struct sm_flow *flow,
                                              const struct sm_merged_arrays *arrays,
                                              struct sm_merged_list *list);

/* merged_cells.c */

/* Does nothing without cut cells. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_merged_cells_make(struct sm_context *ctx, const struct sm_flow *flow,
                                               struct sm_merged_cells *out);

/* For the lowest fluid cell of a column: the cell whose wind represents its group, and the distance
 * of the group's centre from the ground, m. Valid until sm_merged_cells_forget. */
int sm_merged_cells_floor(const struct sm_merged_cells *groups, int i, int j, int k,
                          float *distance);
void sm_merged_cells_forget(struct sm_merged_cells *groups);

/* Called before and after the sources and wall fluxes of a stage, with its arguments; rest: as in
 * sm_cut_transport. */
void sm_merged_cells_clear(const struct sm_merged_cells *groups, union sm_reals to);
void sm_merged_cells_advance(const struct sm_merged_cells *groups,
                             const struct sm_scalar_transport *t, union sm_reals rest);

/* Largest rate of the groups of this process (scalar_transport_rate), 1/s, to `out` on the device.
 * False: no groups, and nothing is written. */
bool sm_merged_cells_rate(const struct sm_merged_cells *groups, const struct sm_scalar_transport *t,
                          double *out);

/* Correction of sm_scalar_integral for merged cells, to `out` on the device. False: as above. */
bool sm_merged_cells_integral(const struct sm_merged_cells *groups, union sm_reals field,
                              double volumes, double walls, double *out);

#endif
