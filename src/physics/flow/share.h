/* physics/flow/share.h - domain decomposition of a flow: each process of a group computes its rows
 * of cells along y. Indices and arrays are those of the whole grid.
 *
 * In a step the boxes of sm_flow_cells and sm_flow_faces are those of the own rows, sums are over
 * the rows of all, and where ghosts of a field are filled (sm_flow_ghosts, sm_flow_cell_ghosts) the
 * rows next to the own ones come from the neighbours. Between steps all is as in one process once
 * the fields are gathered. Of one process all of these do nothing. */
#ifndef SM_PHYSICS_FLOW_SHARE_H
#define SM_PHYSICS_FLOW_SHARE_H

#include "parallel/rows.h"
#include "physics/flow/fields.h"
#include "solve/poisson.h"

/* Divides the rows as those of its pressure solver; poisson: NULL: it has none. Errors: ERR_MEMORY,
 * ERR_USAGE (more rows than sums have groups for). */
SM_CHECKED enum sm_status sm_flow_share_create(struct sm_context *ctx, struct sm_flow *flow,
                                               const struct sm_poisson *poisson);
void sm_flow_share_destroy(struct sm_flow *flow);

/* Computes only the rows of this process from now on, or all of them. poisson: as above. */
void sm_flow_share(struct sm_flow *flow, struct sm_poisson *poisson, bool parts);

/* Halo exchange of at most SM_FLOW_EXCHANGED fields, as wide as the schemes read. */
enum { SM_FLOW_EXCHANGED = 5 };
void sm_flow_exchange(const struct sm_flow *flow, const union sm_reals *field, int count);

/* The same of one field by SM_FLOW_WIDE rows, for groups of cells that reach beyond a cut. */
enum { SM_FLOW_WIDE = SM_ROWS_LEAST };
void sm_flow_exchange_wide(const struct sm_flow *flow, union sm_reals field);

/* Rows between a row and those of this process, 0: it is one of them. */
int sm_flow_rows_beyond(const struct sm_flow *flow, int row);

/* In a step: largest of a number of all processes, or NAN; their sum; the same status on all. */
double sm_flow_largest(const struct sm_flow *flow, double number);
double sm_flow_sum(const struct sm_flow *flow, double number);
SM_CHECKED enum sm_status sm_flow_agree(struct sm_context *ctx, const struct sm_flow *flow,
                                        enum sm_status status);

/* Listed cells, those of each process together. Memory is that of the flow. */
struct sm_flow_cells {
  int64_t *cell;  /* device: elements of a field */
  double *value;  /* device: a number of each */
  int64_t *start; /* host: those of process p are start[p] <= m < start[p + 1] */
  int64_t count;
};

/* Of the elements `cell` of a field. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_flow_cells_make(struct sm_context *ctx, const struct sm_flow *flow,
                                             const int64_t *cell, int64_t count,
                                             struct sm_flow_cells *out);

/* In a step: gets a field in listed cells. */
void sm_flow_gather_cells(const struct sm_flow *flow, union sm_reals field,
                          const struct sm_flow_cells *cells);

/* Adds `rows` on both sides to a box of own rows. */
void sm_flow_widen(const struct sm_flow *flow, int rows, struct sm_box *box);

/* Makes the box that of the two rows beyond own ones, in which the velocity of a step is known too,
 * at the other end of a periodic axis; false: none are there. */
bool sm_flow_turn_round(const struct sm_flow *flow, struct sm_box *box);

/* Gets a whole field with its ghosts, or the drag of the ground, between steps. */
void sm_flow_gather_field(const struct sm_flow *flow, union sm_reals field);
void sm_flow_gather_floor(const struct sm_flow *flow);

/* Gets a list of items on the device, between steps; those of row j are row[j] <= m < row[j + 1].
 */
void sm_flow_gather_list(const struct sm_flow *flow, const int64_t *row, void *items, size_t size);

/* Gets memory, on the device or on the host, from process 0. */
void sm_flow_get_memory(const struct sm_flow *flow, void *memory, size_t bytes, bool on_host);

/* In a step: gets `count` layers across an axis, from one on. */
void sm_flow_gather_layers(const struct sm_flow *flow, int axis, int from, int count,
                           union sm_reals field);

/* In a step: gets a field in a box of cells or faces, which may reach beyond the sides. */
void sm_flow_gather_box(const struct sm_flow *flow, const struct sm_box *box, union sm_reals field);

/* In a step: gets numbers on the device, `each` of `count` items, from the processes of rows. */
void sm_flow_share_numbers(const struct sm_flow *flow, double *number, int count, int each,
                           const int *row);

/* A sum over a side, of a box of the other two axes, is between these; number: its result on the
 * device. The sum reads layers of fields, from one on, relative to the face of the side. */
struct sm_flow_layers {
  union sm_reals field;
  int from, count;
};
const struct sm_rows *sm_flow_begin_side_sum(const struct sm_flow *flow, int side,
                                             const struct sm_flow_layers *layers, int count,
                                             struct sm_box *box);
void sm_flow_end_side_sum(const struct sm_flow *flow, int side, const struct sm_rows *rows,
                          double *number);

#endif
