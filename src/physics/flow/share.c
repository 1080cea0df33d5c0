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

void sm_flow_gather_field(const struct sm_flow *flow, union sm_reals field) {
  const ptrdiff_t real = (ptrdiff_t)sm_device_real_size(flow->device), *step = flow->layout.step;
  const int planes = flow->layout.n[2] > 1 ? flow->layout.n[2] + 2 * GHOSTS + 1 : 1;
  const struct sm_row_array rows = {
      .data = sm_flow_offset(flow, field, -GHOSTS * (step[1] + step[2]) - GHOSTS).f32,
      .size = (size_t)((flow->layout.n[0] + 2 * GHOSTS + 1) * real),
      .row = step[1] * real,
      .plane = step[2] * real,
      .planes = planes};
  if (flow->whole != NULL) sm_device_gather_rows(flow->device, flow->whole, &rows);
}

void sm_flow_gather_layer(const struct sm_flow *flow, int axis, int at, union sm_reals field) {
  struct sm_row_array rows = rows_of(flow, field);
  const ptrdiff_t real = (ptrdiff_t)sm_device_real_size(flow->device);
  if (flow->own == NULL) return;
  rows.data = (char *)rows.data + at * flow->layout.step[axis] * real;
  if (axis == 0) rows.size = (size_t)real;
  if (axis == 2) rows.planes = 1;
  if (axis != 1) {
    sm_device_gather_rows(flow->device, flow->own, &rows);
    return;
  }
  int from = 0;
  while (flow->own->cut[from + 1] <= at && flow->own->cut[from + 1] < flow->layout.n[1]) from++;
  sm_device_broadcast_row(flow->device, flow->own, &rows, from);
}

void sm_flow_gather_side(const struct sm_flow *flow, int side, union sm_reals field) {
  const int d = side / 2;
  sm_flow_gather_layer(flow, d, side % 2 ? flow->layout.n[d] : 0, field);
}
