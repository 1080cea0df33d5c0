/* physics/scalars/merged_cells.h - scalars of a flow in cells that walls cut: groups of cells,
 * each with enough air for the steps of whole cells, and the passes over them
 * (cell/scalars/merged_cells.h). */
#ifndef SM_PHYSICS_SCALARS_MERGED_CELLS_H
#define SM_PHYSICS_SCALARS_MERGED_CELLS_H

#include "physics/flow/fields.h"
#include "physics/incompressible/cut_cells.h"

struct sm_merged_cells {
  const struct sm_flow *flow; /* borrowed; NULL: walls cut nothing, and no pass does anything */
  struct sm_merged_list list;
  double *volume, *wall; /* device: as of sm_cut_integral */
  int32_t *entry;        /* host, of every cell: its number in the list before it was ordered; -1 */
  int32_t *group;        /* host, of every such entry */
  float *distance;       /* host, m, of a group: of its middle from the ground below it */
};

/* Without cut cells nothing is made. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_merged_cells_make(struct sm_context *ctx, const struct sm_flow *flow,
                                               struct sm_merged_cells *out);

/* Of the lowest cell of air of a column: the one whose wind that of its group is, and how far the
 * middle of the group is from the ground, m. Known until sm_merged_cells_forget. */
int sm_merged_cells_floor(const struct sm_merged_cells *groups, int i, int j, int k,
                          float *distance);
void sm_merged_cells_forget(struct sm_merged_cells *groups);

/* Before sources and warm walls of a stage, and after them, with the arguments of the stage; rest:
 * as of sm_cut_transport. */
void sm_merged_cells_clear(const struct sm_merged_cells *groups, union sm_reals to);
void sm_merged_cells_advance(const struct sm_merged_cells *groups,
                             const struct sm_scalar_transport *t, union sm_reals rest);

/* The largest rate of groups (scalar_transport_rate), 1/s, to `out` of the device. False: there are
 * none, and nothing is written. */
bool sm_merged_cells_rate(const struct sm_merged_cells *groups, const struct sm_scalar_transport *t,
                          double *out);

/* What sm_scalar_integral lacks, to `out` of the device. False: as above. */
bool sm_merged_cells_integral(const struct sm_merged_cells *groups, union sm_reals field,
                              double volumes, double walls, double *out);

#endif
