#include "parallel/rows.h"

#include "base/list.h"
#include <math.h>
#include <string.h>

bool sm_rows_cut(int n, const int *allowed, int count, int processes, int *cut) {
  if (count < processes - 1) return false;
  cut[0] = 0;
  for (int p = 1, next = 0; p < processes; p++, next++) {
    const int last = count - (processes - p); /* leaves one for each of the others */
    const double wanted = (double)n * p / processes;
    while (next < last && fabs(allowed[next + 1] - wanted) <= fabs(allowed[next] - wanted)) next++;
    cut[p] = allowed[next];
  }
  cut[processes] = n;
  return true;
}

enum { LEAST = 1 << 16 }; /* bytes of a buffer */

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

enum sm_status sm_rows_create(struct sm_context *ctx, const struct sm_parallel *parallel,
                              const int *cut, bool is_periodic, int planes, size_t size, int width,
                              int arrays, struct sm_rows **out) {
  const int count = sm_parallel_count(parallel), rank = sm_parallel_rank(parallel);
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "rows of the processes", out));
  struct sm_rows *r = *out;
  *r = (struct sm_rows){.parallel = parallel,
                        .n = cut[count],
                        .first = cut[rank],
                        .end = cut[rank + 1],
                        .is_periodic = is_periodic};
  const size_t halos = 4 * (size_t)width * (size_t)planes * (size_t)arrays * size;
  const size_t plane = 2 * (size_t)r->n * size; /* own rows and all */
  r->capacity = larger(larger(halos, plane), LEAST);
  const size_t numbers = (size_t)count + 1;
  enum sm_status status = sm_alloc(ctx, 3 * numbers, sizeof *r->cut, "cuts of the grid", &r->cut);
  if (status == SM_OK)
    status = sm_alloc(ctx, r->capacity, 1, "messages between processes", &r->buffer);
  if (status != SM_OK) {
    sm_rows_destroy(out);
    return status;
  }
  r->sizes = r->cut + numbers;
  r->offsets = r->sizes + numbers;
  memcpy(r->cut, cut, numbers * sizeof *cut);
  return SM_OK;
}

void sm_rows_destroy(struct sm_rows **rows) {
  struct sm_rows *r = *rows;
  if (r == NULL) return;
  SM_FREE_ALL(r->cut, r->buffer, r);
  *rows = NULL;
}

/* Copies rows first <= j < end of planes from <= k < to into packed memory, or out of it. Returns
 * the end of the packed rows. */
static char *pack(const struct sm_row_array *a, int first, int end, int from, int to, char *packed,
                  bool out) {
  for (int k = from; k < to; k++)
    for (int j = first; j < end; j++, packed += a->size) {
      char *row = (char *)a->data + j * a->row + k * a->plane;
      memcpy(out ? row : packed, out ? packed : row, a->size);
    }
  return packed;
}

/* --- halo exchange --- */

size_t sm_rows_exchange(const struct sm_rows *r, const struct sm_row_array *array, int count,
                        int width) {
  const int all = sm_parallel_count(r->parallel), rank = sm_parallel_rank(r->parallel);
  const int send[2] = {r->first, r->end - width}; /* first rows of halos, low and high */
  int receive[2] = {r->first - width, r->end};
  struct sm_message message[4];
  char *next = r->buffer, *packed[4];
  int messages = 0;
  size_t sent = 0;
  for (int side = 0; side < 2; side++) {
    const bool at_end = side == 0 ? rank == 0 : rank == all - 1;
    if (all == 1 || (at_end && !r->is_periodic)) continue;
    if (at_end) receive[side] = side == 0 ? r->n - width : 0;
    const int other = (rank + (side == 0 ? all - 1 : 1)) % all;
    char *const begin = next;
    for (int m = 0; m < count; m++)
      next = pack(&array[m], send[side], send[side] + width, 0, array[m].planes, next, false);
    const size_t size = (size_t)(next - begin);
    packed[side] = next;
    /* Between two periodic processes both messages are of the same pair: a tag tells them apart. */
    message[messages++] = (struct sm_message){other, side, false, begin, size};
    message[messages++] = (struct sm_message){other, 1 - side, true, next, size};
    next += size;
    sent += size;
  }
  if (messages == 0) return 0;
  sm_parallel_exchange(r->parallel, message, messages);
  for (int side = 0; side < 2; side++) {
    const bool at_end = side == 0 ? rank == 0 : rank == all - 1;
    if (at_end && !r->is_periodic) continue;
    char *from = packed[side];
    for (int m = 0; m < count; m++)
      from = pack(&array[m], receive[side], receive[side] + width, 0, array[m].planes, from, true);
  }
  return sent;
}

/* --- gathering --- */

static int round_up(int rows, int length) { return (rows + length - 1) / length; }

/* Gathers an array whose rows stand for `length` rows of the grid each. */
static size_t gather(const struct sm_rows *r, const struct sm_row_array *a, int length) {
  const int all = sm_parallel_count(r->parallel), rank = sm_parallel_rank(r->parallel);
  const size_t most = r->capacity / (2 * (size_t)round_up(r->n, length) * a->size);
  const int step = most < (size_t)a->planes ? (int)most : a->planes;
  size_t sent = 0;
  for (int k = 0; k < a->planes; k += step) {
    const int end = k + step < a->planes ? k + step : a->planes;
    for (int p = 0, offset = 0; p < all; offset += r->sizes[p++]) {
      const int rows = round_up(r->cut[p + 1], length) - r->cut[p] / length;
      r->offsets[p] = offset;
      r->sizes[p] = (end - k) * rows * (int)a->size;
    }
    char *packed = pack(a, r->first / length, round_up(r->end, length), k, end, r->buffer, false);
    sm_parallel_gather(r->parallel, r->buffer, r->sizes, r->offsets, packed);
    for (int p = 0; p < all; p++)
      if (p != rank)
        pack(a, r->cut[p] / length, round_up(r->cut[p + 1], length), k, end, packed + r->offsets[p],
             true);
    sent += (size_t)(all - 1) * (size_t)r->sizes[rank];
  }
  return sent;
}

size_t sm_rows_gather(const struct sm_rows *rows, const struct sm_row_array *array) {
  return sm_parallel_count(rows->parallel) > 1 ? gather(rows, array, 1) : 0;
}

void sm_rows_share_chunks(const struct sm_rows *rows, int length, int planes, double *number) {
  const int chunks = round_up(rows->n, length);
  const struct sm_row_array array = {.data = number,
                                     .size = sizeof *number,
                                     .row = sizeof *number,
                                     .plane = chunks * (ptrdiff_t)sizeof *number,
                                     .planes = planes};
  if (sm_parallel_count(rows->parallel) > 1) gather(rows, &array, length);
}

size_t sm_rows_broadcast(const struct sm_rows *r, const struct sm_row_array *a, int from) {
  const int all = sm_parallel_count(r->parallel), rank = sm_parallel_rank(r->parallel);
  const size_t most = r->capacity / (2 * a->size);
  const int step = most < (size_t)a->planes ? (int)most : a->planes;
  size_t sent = 0;
  for (int k = 0; k < a->planes && all > 1; k += step) {
    const int end = k + step < a->planes ? k + step : a->planes;
    for (int p = 0; p < all; p++) {
      r->offsets[p] = 0;
      r->sizes[p] = p == from ? (end - k) * (int)a->size : 0;
    }
    char *const packed = rank == from ? pack(a, 0, 1, k, end, r->buffer, false) : r->buffer;
    sm_parallel_gather(r->parallel, r->buffer, r->sizes, r->offsets, packed);
    if (rank != from) pack(a, 0, 1, k, end, packed, true);
    sent += (size_t)(all - 1) * (size_t)r->sizes[rank];
  }
  return sent;
}
