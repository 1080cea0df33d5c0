/* share.c - domain decomposition of a flow: rows of the processes, halo exchange, gathering. */
#include "physics/flow/share.h"

#include "cell/scalars/reactants.h"
#include "device/row_exchange.h"
#include <math.h>

enum { GHOSTS = SM_FLOW_GHOSTS };

static enum sm_status carry(struct sm_context *ctx, const struct sm_flow *flow,
                            struct sm_rows *rows) {
  const struct sm_row_carrier *carrier = &flow->device->carrier;
  return carrier->allocate != NULL ? sm_rows_carry(ctx, rows, carrier) : SM_OK;
}

/* Rows of a field with its ghosts: row 0 is the first of the ghosts. */
static enum sm_status make_whole(struct sm_context *ctx, struct sm_flow *flow, const int *cut) {
  const struct sm_parallel *group = flow->device->group;
  const int processes = sm_parallel_count(group), planes = flow->layout.n[2] + 2 * GHOSTS + 1;
  SM_SCOPED int *with = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)processes + 1, sizeof *with, "cuts of the grid", &with));
  for (int p = 1; p < processes; p++) with[p] = cut[p] + GHOSTS;
  with[processes] = flow->layout.n[1] + 2 * GHOSTS + 1;
  const size_t size = (size_t)flow->layout.step[1] * sm_device_real_size(flow->device);
  SM_TRY(sm_rows_create(ctx, group, with, false, planes, size, 0, 1, &flow->whole));
  return carry(ctx, flow, flow->whole);
}

static enum sm_status divide(struct sm_context *ctx, struct sm_flow *flow, const int *cut) {
  const size_t size = (size_t)(flow->layout.n[0] + 1) * sm_device_real_size(flow->device);
  SM_TRY(sm_rows_create(ctx, flow->device->group, cut, flow->sides.periodic[1],
                        flow->layout.n[2] + 1, size, GHOSTS, SM_FLOW_EXCHANGED, &flow->rows));
  SM_TRY(carry(ctx, flow, flow->rows));
  const size_t processes = (size_t)sm_parallel_count(flow->device->group);
  SM_TRY(sm_flow_host(ctx, flow, processes + 1, sizeof *cut, "cuts of a box", &flow->part_cut));
  return make_whole(ctx, flow, cut);
}

/* Without a pressure solver cuts are between any two groups of a sum. */
static enum sm_status cut_groups(struct sm_context *ctx, struct sm_flow *flow) {
  const int processes = sm_parallel_count(flow->device->group), n = flow->layout.n[1];
  SM_SCOPED int *cut = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)processes + 1, sizeof *cut, "cuts of the grid", &cut));
  SM_TRY(sm_device_cut_rows(ctx, flow->device, n, cut));
  return divide(ctx, flow, cut);
}

enum sm_status sm_flow_share_create(struct sm_context *ctx, struct sm_flow *flow,
                                    const struct sm_poisson *poisson) {
  if (sm_parallel_count(flow->device->group) == 1) return SM_OK;
  if (poisson == NULL) return cut_groups(ctx, flow);
  const struct sm_rows *cut = poisson->level[0].cut;
  return cut != NULL ? divide(ctx, flow, cut->cut) : SM_OK;
}

void sm_flow_share_destroy(struct sm_flow *flow) {
  sm_rows_destroy(&flow->rows);
  sm_rows_destroy(&flow->whole);
}

void sm_flow_share(struct sm_flow *flow, struct sm_poisson *poisson, bool parts) {
  flow->own = parts ? flow->rows : NULL;
  if (poisson != NULL)
    sm_mg_share_divide(poisson, parts && flow->rows != NULL);
  else
    flow->device->rows = flow->own;
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
  struct sm_row_array rows[SM_FLOW_EXCHANGED];
  if (flow->own == NULL) return;
  for (int m = 0; m < count; m++) rows[m] = rows_of(flow, field[m]);
  sm_device_exchange_rows(flow->device, flow->own, rows, count, GHOSTS);
}

void sm_flow_exchange_wide(const struct sm_flow *flow, union sm_reals field) {
  const struct sm_row_array rows = rows_of(flow, field);
  if (flow->own != NULL) sm_device_exchange_rows(flow->device, flow->own, &rows, 1, SM_FLOW_WIDE);
}

void sm_flow_widen(const struct sm_flow *flow, int rows, struct sm_box *box) {
  if (flow->own == NULL) return;
  box->lo[1] -= rows;
  box->hi[1] += rows;
}

bool sm_flow_turn_round(const struct sm_flow *flow, struct sm_box *box) {
  const struct sm_rows *own = flow->own;
  if (own == NULL || !own->is_periodic || (own->first > 0 && own->end < own->n)) return false;
  box->lo[1] = own->first == 0 ? own->n - GHOSTS + 1 : 0;
  box->hi[1] = own->first == 0 ? own->n + 1 : GHOSTS;
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

/* Gets memory of the device from a process. */
static void get_memory(const struct sm_flow *flow, void *memory, size_t bytes, int from) {
  enum { BLOCK = 1 << 15 };
  const size_t blocks = bytes / BLOCK, rest = bytes % BLOCK;
  const struct sm_row_array all = {
      .data = memory, .size = BLOCK, .plane = BLOCK, .planes = (int)blocks};
  const struct sm_row_array last = {
      .data = (char *)memory + blocks * BLOCK, .size = rest, .planes = 1};
  if (blocks > 0) sm_device_broadcast_row(flow->device, flow->rows, &all, from);
  if (rest > 0) sm_device_broadcast_row(flow->device, flow->rows, &last, from);
}

void sm_flow_get_memory(const struct sm_flow *flow, void *memory, size_t bytes, bool on_host) {
  if (flow->rows == NULL) return;
  const struct sm_parallel *group = flow->rows->parallel;
  if (!on_host) {
    get_memory(flow, memory, bytes, 0);
  } else if (sm_parallel_rank(group) > 0) {
    sm_parallel_receive(group, 0, memory, bytes);
  } else {
    for (int p = 1; p < sm_parallel_count(group); p++) sm_parallel_send(group, p, memory, bytes);
  }
}

void sm_flow_gather_list(const struct sm_flow *flow, const int64_t *row, void *items, size_t size) {
  if (flow->rows == NULL) return;
  const int *cut = flow->rows->cut;
  for (int p = 0; p < sm_parallel_count(flow->rows->parallel); p++)
    get_memory(flow, (char *)items + (size_t)row[cut[p]] * size,
               (size_t)(row[cut[p + 1]] - row[cut[p]]) * size, p);
}

/* Process of a row; rows beyond the ends of the grid are of the first and the last. */
static int owner_of(const struct sm_flow *flow, int at) {
  const struct sm_rows *rows = flow->rows;
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

static int within(int at, int lo, int hi) { return at < lo ? lo : at > hi ? hi : at; }

void sm_flow_gather_box(const struct sm_flow *flow, const struct sm_box *box,
                        union sm_reals field) {
  const ptrdiff_t real = (ptrdiff_t)sm_device_real_size(flow->device), *step = flow->layout.step;
  const int *lo = box->lo, *hi = box->hi;
  if (flow->own == NULL) return;
  const int processes = sm_parallel_count(flow->own->parallel);
  const int rank = sm_parallel_rank(flow->own->parallel);
  int *cut = flow->part_cut;
  for (int p = 1; p < processes; p++) cut[p] = within(flow->own->cut[p], lo[1], hi[1]) - lo[1];
  cut[0] = 0;
  cut[processes] = hi[1] - lo[1];
  struct sm_rows part = *flow->whole;
  part.cut = cut;
  part.n = cut[processes];
  part.first = cut[rank];
  part.end = cut[rank + 1];
  const ptrdiff_t corner = lo[0] * step[0] + lo[1] * step[1] + lo[2] * step[2];
  const struct sm_row_array rows = {.data = sm_flow_offset(flow, field, corner).f32,
                                    .size = (size_t)((hi[0] - lo[0]) * real),
                                    .row = step[1] * real,
                                    .plane = step[2] * real,
                                    .planes = hi[2] - lo[2]};
  sm_device_gather_rows(flow->device, &part, &rows);
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

/* --- lists --- */

static int distance_from(const struct sm_rows *rows, int row) {
  return row < rows->first ? rows->first - row : row >= rows->end ? row - rows->end + 1 : 0;
}

int sm_flow_rows_beyond(const struct sm_flow *flow, int row) {
  const struct sm_rows *rows = flow->rows;
  int least = distance_from(rows, row);
  for (int turn = -1; turn < 2 && rows->is_periodic; turn += 2) {
    const int other = distance_from(rows, row + turn * rows->n);
    least = other < least ? other : least;
  }
  return least;
}

double sm_flow_largest(const struct sm_flow *flow, double number) {
  return flow->own != NULL ? sm_parallel_largest(flow->own->parallel, number) : number;
}

double sm_flow_sum(const struct sm_flow *flow, double number) {
  return flow->own != NULL ? sm_parallel_sum(flow->own->parallel, number) : number;
}

enum sm_status sm_flow_agree(struct sm_context *ctx, const struct sm_flow *flow,
                             enum sm_status status) {
  return flow->own != NULL ? sm_processes_agree(ctx, status) : status;
}

/* Process of an element of a field. */
static int owner_of_cell(const struct sm_flow *flow, int64_t cell) {
  const ptrdiff_t *step = flow->layout.step;
  return owner_of(flow, (int)(cell % (step[2] > 0 ? step[2] : INT64_MAX) / step[1]));
}

/* Moves the cells of each process together. */
static void sort_cells(const struct sm_flow *flow, const int64_t *cell, int64_t count,
                       int64_t *sorted, int64_t *start) {
  int64_t next = 0;
  for (int p = 0; p < sm_parallel_count(flow->rows->parallel); p++) {
    start[p] = next;
    for (int64_t m = 0; m < count; m++)
      if (owner_of_cell(flow, cell[m]) == p) sorted[next++] = cell[m];
  }
  start[sm_parallel_count(flow->rows->parallel)] = next;
}

enum sm_status sm_flow_cells_make(struct sm_context *ctx, const struct sm_flow *flow,
                                  const int64_t *cell, int64_t count, struct sm_flow_cells *out) {
  static const char what[] = "cells of the processes";
  SM_SCOPED int64_t *sorted = NULL;
  *out = (struct sm_flow_cells){.count = count};
  if (flow->rows == NULL) return SM_OK;
  const size_t all = (size_t)count, processes = (size_t)sm_parallel_count(flow->rows->parallel);
  SM_TRY(sm_alloc(ctx, all, sizeof *sorted, what, &sorted));
  SM_TRY(sm_flow_host(ctx, flow, processes + 1, sizeof *out->start, what, &out->start));
  sort_cells(flow, cell, count, sorted, out->start);
  SM_TRY(sm_flow_put(ctx, flow, sorted, all, sizeof *sorted, what, &out->cell));
  return sm_flow_put(ctx, flow, NULL, all, sizeof *out->value, what, &out->value);
}

/* Cells first <= m < end of the list, for the kernels that gather and scatter the values of
 * reactants: with a weight of 1 they copy. */
static struct sm_reactant numbers_of(const struct sm_flow_cells *cells, union sm_reals field,
                                     int64_t first, int64_t end) {
  return (struct sm_reactant){.cell = cells->cell + first,
                              .count = end - first,
                              .now = field,
                              .value = cells->value + first,
                              .weight = 1,
                              .least = -INFINITY};
}

void sm_flow_gather_cells(const struct sm_flow *flow, union sm_reals field,
                          const struct sm_flow_cells *cells) {
  if (flow->own == NULL) return;
  struct sm_device *device = flow->device;
  const int rank = sm_parallel_rank(flow->own->parallel);
  const int64_t first = cells->start[rank], end = cells->start[rank + 1];
  const struct sm_reactant own = numbers_of(cells, field, first, end);
  const struct sm_reactant others[2] = {numbers_of(cells, field, 0, first),
                                        numbers_of(cells, field, end, cells->count)};
  struct sm_box box = sm_csr_box(own.count);
  if (own.count > 0) device->backend->reactant_gather(device, &box, &own);
  for (int p = 0; p < sm_parallel_count(flow->own->parallel); p++)
    get_memory(flow, cells->value + cells->start[p],
               (size_t)(cells->start[p + 1] - cells->start[p]) * sizeof *cells->value, p);
  for (int m = 0; m < 2; m++) {
    box = sm_csr_box(others[m].count);
    if (others[m].count > 0) device->backend->reactant_scatter(device, &box, &others[m]);
  }
}
