/* share.c - domain decomposition of a flow: rows of the processes, halo exchange, gathering. */
#include "physics/flow/share.h"

#include "parallel/rows.h"

enum { GHOSTS = SM_FLOW_GHOSTS };

/* Rows of a field with its ghosts: row 0 is the first of the ghosts. */
static enum sm_status make_whole(struct sm_context *ctx, struct sm_flow *flow, const int *cut) {
  const struct sm_parallel *group = flow->device->group;
  const int processes = sm_parallel_count(group), planes = flow->layout.n[2] + 2 * GHOSTS + 1;
  int *with = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)processes + 1, sizeof *with, "cuts of the grid", &with));
  for (int p = 1; p < processes; p++) with[p] = cut[p] + GHOSTS;
  with[processes] = flow->layout.n[1] + 2 * GHOSTS + 1;
  const size_t size = (size_t)flow->layout.step[1] * sm_device_real_size(flow->device);
  const enum sm_status status =
      sm_rows_create(ctx, group, with, false, planes, size, 0, 1, &flow->whole);
  sm_free(with);
  return status;
}

enum sm_status sm_flow_share_create(struct sm_context *ctx, struct sm_flow *flow,
                                    const struct sm_poisson *poisson) {
  const struct sm_rows *cut = poisson->level[0].cut;
  if (cut == NULL) return SM_OK;
  const size_t size = (size_t)(flow->layout.n[0] + 1) * sm_device_real_size(flow->device);
  SM_TRY(sm_rows_create(ctx, flow->device->group, cut->cut, flow->sides.periodic[1],
                        flow->layout.n[2] + 1, size, GHOSTS, 3, &flow->rows));
  return make_whole(ctx, flow, cut->cut);
}

void sm_flow_share_destroy(struct sm_flow *flow) {
  sm_rows_destroy(&flow->rows);
  sm_rows_destroy(&flow->whole);
}

void sm_flow_share(struct sm_flow *flow, struct sm_poisson *poisson, bool parts) {
  flow->own = parts ? flow->rows : NULL;
  sm_mg_share_divide(poisson, parts && flow->rows != NULL);
}

/* Rows of elements 0 to n along x, in planes 0 to n. */
static struct sm_row_array rows_of(const struct sm_flow *flow, union sm_reals field) {
  const ptrdiff_t real = (ptrdiff_t)sm_device_real_size(flow->device), *step = flow->layout.step;
  const int *n = flow->layout.n;
  return (struct sm_row_array){.data = field.f32,
                               .size = (size_t)((n[0] + 1) * real),
                               .row = step[1] * real,
                               .plane = step[2] * real,
                               .planes = n[2] > 1 ? n[2] + 1 : 1};
}

void sm_flow_exchange(const struct sm_flow *flow, const union sm_reals *field, int count) {
  struct sm_row_array rows[3];
  if (flow->own == NULL) return;
  for (int m = 0; m < count; m++) rows[m] = rows_of(flow, field[m]);
  sm_device_exchange_rows(flow->device, flow->own, rows, count, GHOSTS);
}

void sm_flow_widen(const struct sm_flow *flow, struct sm_box *box) {
  if (flow->own == NULL) return;
  box->lo[1] -= GHOSTS - 1;
  box->hi[1] += GHOSTS - 1;
}

bool sm_flow_turn_round(const struct sm_flow *flow, struct sm_box *box) {
  const struct sm_rows *own = flow->own;
  if (own == NULL || !own->is_periodic || (own->first > 0 && own->end < own->n)) return false;
  box->lo[1] = own->first == 0 ? own->n - GHOSTS + 1 : 0;
  box->hi[1] = own->first == 0 ? own->n + 1 : GHOSTS - 1;
  return true;
}

/* --- gathering --- */

/* Rows of a field with its ghosts, from element `from` along x on; row 0 is the first of the
 * ghosts.
 */
static struct sm_row_array rows_with_ghosts(const struct sm_flow *flow, union sm_reals field,
                                            int from, int count) {
  const ptrdiff_t real = (ptrdiff_t)sm_device_real_size(flow->device), *step = flow->layout.step;
  const int n = flow->layout.n[2];
  return (struct sm_row_array){
      .data = sm_flow_offset(flow, field, from - GHOSTS * (step[1] + step[2])).f32,
      .size = (size_t)(count * real),
      .row = step[1] * real,
      .plane = step[2] * real,
      .planes = n > 1 ? n + 2 * GHOSTS + 1 : 1};
}

void sm_flow_gather_field(const struct sm_flow *flow, union sm_reals field) {
  const int all = flow->layout.n[0] + 2 * GHOSTS + 1;
  if (flow->whole == NULL) return;
  const struct sm_row_array rows = rows_with_ghosts(flow, field, -GHOSTS, all);
  sm_device_gather_rows(flow->device, flow->whole, &rows);
}

void sm_flow_gather_floor(const struct sm_flow *flow) {
  const ptrdiff_t real = (ptrdiff_t)sm_device_real_size(flow->device);
  const ptrdiff_t row = flow->drag.floor_step;
  const struct sm_row_array rows = {
      .data = sm_flow_offset(flow, flow->drag.floor, -GHOSTS * (row + 1)).f32,
      .size = (size_t)(row * real),
      .row = row * real,
      .planes = 1};
  if (flow->whole != NULL) sm_device_gather_rows(flow->device, flow->whole, &rows);
}

/* Process of a row; rows beyond the ends of the grid are of the first and the last. */
static int owner_of(const struct sm_flow *flow, int at) {
  const struct sm_rows *rows = flow->own;
  int p = 0;
  while (rows->cut[p + 1] <= at && rows->cut[p + 1] < rows->n) p++;
  return p;
}

void sm_flow_gather_layers(const struct sm_flow *flow, int axis, int from, int count,
                           union sm_reals field) {
  if (flow->own == NULL) return;
  if (axis == 0) {
    const struct sm_row_array rows = rows_with_ghosts(flow, field, from, count);
    sm_device_gather_rows(flow->device, flow->whole, &rows);
    return;
  }
  const int all = flow->layout.n[0] + 2 * GHOSTS + 1;
  const ptrdiff_t real = (ptrdiff_t)sm_device_real_size(flow->device);
  struct sm_row_array rows = rows_with_ghosts(flow, field, -GHOSTS, all);
  for (int at = from; at < from + count; at++) {
    struct sm_row_array layer = rows;
    layer.data = (char *)rows.data + (at + GHOSTS) * flow->layout.step[axis] * real;
    layer.planes = axis == 2 ? 1 : rows.planes;
    if (axis == 2)
      sm_device_gather_rows(flow->device, flow->whole, &layer);
    else
      sm_device_broadcast_row(flow->device, flow->own, &layer, owner_of(flow, at));
  }
}

void sm_flow_share_numbers(const struct sm_flow *flow, double *number, int count, int each,
                           const int *row) {
  for (int m = 0, next; flow->own != NULL && m < count; m = next) {
    const int from = owner_of(flow, row[m]);
    for (next = m + 1; next < count && owner_of(flow, row[next]) == from; next++) continue;
    const struct sm_row_array rows = {.data = number + (ptrdiff_t)m * each,
                                      .size = (size_t)each * sizeof *number,
                                      .plane = each * (ptrdiff_t)sizeof *number,
                                      .planes = next - m};
    sm_device_broadcast_row(flow->device, flow->own, &rows, from);
  }
}

/* --- sums over sides --- */

const struct sm_rows *sm_flow_begin_side_sum(const struct sm_flow *flow, int side,
                                             const struct sm_flow_layers *layers, int count,
                                             struct sm_box *box) {
  const int axis = side / 2, face = side % 2 ? flow->layout.n[axis] : 0;
  const struct sm_rows *own = flow->own;
  if (own == NULL) return flow->device->rows;
  if (axis == 2) {
    box->lo[1] = own->first;
    box->hi[1] = own->end;
    return flow->device->rows;
  }
  for (int m = 0; axis == 0 && m < count; m++)
    sm_flow_gather_layers(flow, axis, face + layers[m].from, layers[m].count, layers[m].field);
  return sm_device_sum_alone(flow->device);
}

void sm_flow_end_side_sum(const struct sm_flow *flow, int side, const struct sm_rows *rows,
                          double *number) {
  const int row = side % 2 ? flow->layout.n[1] - 1 : 0;
  if (side / 2 == 1) sm_flow_share_numbers(flow, number, 1, 1, &row);
  flow->device->rows = rows;
}
