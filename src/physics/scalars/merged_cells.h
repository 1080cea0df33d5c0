/* physics/scalars/merged_cells.h - scalars of a flow in cut cells: groups of merged cells with
 * enough air for the time steps of whole cells, and the passes over them
 * (cell/scalars/merged_cells.h). */
#ifndef SM_PHYSICS_SCALARS_MERGED_CELLS_H
#define SM_PHYSICS_SCALARS_MERGED_CELLS_H

#include "physics/flow/fields.h"
#include "physics/incompressible/cut_cells.h"

struct sm_merged_cells {
  const struct sm_flow *flow; /* borrowed; NULL: no cut cells, and the passes do nothing */
  struct sm_merged_list list;
  double *volume, *wall; /* device: as in sm_cut_integral */
  int32_t *entry;        /* host, per cell: its list index before sorting; -1: not listed */
  int32_t *group;        /* host, per such entry */
  float *distance;       /* host, per group: distance of its centre from the ground below it, m */
};

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

/* Largest rate of the groups (scalar_transport_rate), 1/s, to `out` on the device. False: no
 * groups, and nothing is written. */
bool sm_merged_cells_rate(const struct sm_merged_cells *groups, const struct sm_scalar_transport *t,
                          double *out);

/* Correction of sm_scalar_integral for merged cells, to `out` on the device. False: as above. */
bool sm_merged_cells_integral(const struct sm_merged_cells *groups, union sm_reals field,
                              double volumes, double walls, double *out);

#endif
