/* share.c - domain decomposition of a flow: rows of the processes, halo exchange, gathering. */
#include "physics/flow/share.h"

#include "device/row_exchange.h"
#include <math.h>
#include <string.h>

enum { GHOSTS = SM_FLOW_GHOSTS };

/* Rows of a field with its ghosts: row 0 is the first of the ghosts. */
static enum sm_status make_whole(struct sm_context *ctx, struct sm_flow *flow, const int *cut) {
  const struct sm_parallel *group = flow->device->group;
  const int processes = sm_parallel_count(group), planes = flow->layout.n[2] + 2 * GHOSTS + 1;
  SM_SCOPED int *with = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)processes + 1, sizeof *with, "cuts of the grid", &with));
  for (int p = 1; p < processes; p++) with[p] = cut[p] + GHOSTS;
  with[processes] = flow->layout.n[1] + 2 * GHOSTS + 1;
  const size_t size = (size_t)flow->layout.step[1] * sm_device_real_size(flow->device);
  return sm_rows_create(ctx, group, with, false, planes, size, 0, 1, &flow->whole);
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

void sm_flow_exchange_wide(const struct sm_flow *flow, union sm_reals field) {
  const struct sm_row_array rows = rows_of(flow, field);
  if (flow->own != NULL) sm_device_exchange_rows(flow->device, flow->own, &rows, 1, SM_FLOW_WIDE);
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

static void get_block(const struct sm_flow *flow, const struct sm_row_array *block, bool on_host) {
  if (on_host)
    (void)sm_rows_broadcast(flow->rows, block, 0);
  else
    sm_device_broadcast_row(flow->device, flow->rows, block, 0);
}

void sm_flow_get_memory(const struct sm_flow *flow, void *memory, size_t bytes, bool on_host) {
  enum { BLOCK = 1 << 15 };
  const size_t blocks = bytes / BLOCK, rest = bytes % BLOCK;
  const struct sm_row_array all = {
      .data = memory, .size = BLOCK, .plane = BLOCK, .planes = (int)blocks};
  const struct sm_row_array last = {
      .data = (char *)memory + blocks * BLOCK, .size = rest, .planes = 1};
  if (flow->rows == NULL) return;
  if (blocks > 0) get_block(flow, &all, on_host);
  if (rest > 0) get_block(flow, &last, on_host);
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
  if (flow->own == NULL) return number;
  double *all = (double *)(void *)flow->own->buffer, largest = number;
  sm_parallel_share(flow->own->parallel, &number, sizeof number, all);
  for (int p = 0; p < sm_parallel_count(flow->own->parallel); p++)
    if (!isnan(largest) && !(all[p] <= largest)) largest = all[p];
  return largest;
}

/* Process of an element of a field. */
static int owner_of_cell(const struct sm_flow *flow, int64_t cell) {
  const ptrdiff_t *step = flow->layout.step;
  return owner_of(flow, (int)(cell % (step[2] > 0 ? step[2] : INT64_MAX) / step[1]));
}

/* Copies the numbers of one process among listed cells into packed memory, or out of it. Returns
 * their end. */
static char *pack(const struct sm_flow *flow, union sm_reals field, const int64_t *cell,
                  int64_t count, int process, char *packed, bool out) {
  const size_t real = sm_device_real_size(flow->device);
  for (int64_t m = 0; m < count; m++) {
    if (owner_of_cell(flow, cell[m]) != process) continue;
    char *const number = (char *)field.f32 + cell[m] * (ptrdiff_t)real;
    memcpy(out ? number : packed, out ? packed : number, real);
    packed += real;
  }
  return packed;
}

/* Lists and fields in host memory. */
static void gather_cells(const struct sm_flow *flow, union sm_reals field, const int64_t *cell,
                         int64_t count) {
  const struct sm_rows *rows = flow->own;
  const int all = sm_parallel_count(rows->parallel), rank = sm_parallel_rank(rows->parallel);
  const int real = (int)sm_device_real_size(flow->device);
  for (int p = 0; p < all; p++) rows->sizes[p] = 0;
  for (int64_t m = 0; m < count; m++) rows->sizes[owner_of_cell(flow, cell[m])] += real;
  for (int p = 0, offset = 0; p < all; offset += rows->sizes[p++]) rows->offsets[p] = offset;
  char *const packed = pack(flow, field, cell, count, rank, rows->buffer, false);
  sm_parallel_gather(rows->parallel, rows->buffer, rows->sizes, rows->offsets, packed);
  for (int p = 0; p < all; p++)
    if (p != rank) pack(flow, field, cell, count, p, packed + rows->offsets[p], true);
}

void sm_flow_gather_cells(const struct sm_flow *flow, union sm_reals field, const int64_t *cell,
                          int64_t count) {
  if (flow->own == NULL) return;
  const int64_t most = (int64_t)(flow->own->capacity / (2 * sm_device_real_size(flow->device)));
  for (int64_t m = 0; m < count; m += most)
    gather_cells(flow, field, cell + m, count - m < most ? count - m : most);
}
