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
  r->whole = plane * (size_t)planes;
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
  if (r->carrier != NULL)
    r->carrier->release(r->carrier->device, r->buffer);
  else
    sm_free(r->buffer);
  SM_FREE_ALL(r->cut, r);
  *rows = NULL;
}

enum sm_status sm_rows_carry(struct sm_context *ctx, struct sm_rows *rows,
                             const struct sm_row_carrier *carrier) {
  const size_t large = rows->whole < carrier->capacity ? rows->whole : carrier->capacity;
  const size_t capacity = larger(rows->capacity, large);
  char *const buffer = carrier->allocate(carrier->device, capacity);
  if (buffer == NULL)
    return sm_fail(ctx, SM_ERR_MEMORY, "error: out of memory: messages of a GPU, %.3g MB",
                   (double)capacity * 1e-6);
  sm_free(rows->buffer);
  rows->buffer = buffer;
  rows->capacity = capacity;
  rows->carrier = carrier;
  return SM_OK;
}

/* --- packed rows --- */

/* Blocks of rows that are packed or unpacked together. */
struct blocks {
  const struct sm_rows *rows;
  bool unpack;
  int count;
  struct sm_row_block block[SM_ROW_BLOCKS];
};

static void copy_on_host(const struct sm_row_block *b, bool unpack) {
  char *packed = b->packed;
  for (int k = 0; k < b->planes; k++)
    for (int j = 0; j < b->rows; j++, packed += b->size) {
      char *row = b->array + j * b->row + k * b->plane;
      memcpy(unpack ? row : packed, unpack ? packed : row, b->size);
    }
}

static void copy_blocks(struct blocks *b) {
  const struct sm_row_carrier *carrier = b->rows->carrier;
  if (carrier != NULL && b->count > 0)
    carrier->copy(carrier->device, b->block, b->count, b->unpack);
  for (int m = 0; m < b->count && carrier == NULL; m++) copy_on_host(&b->block[m], b->unpack);
  b->count = 0;
}

static struct sm_row_block block_of(const struct sm_row_array *a, int first, int rows) {
  return (struct sm_row_block){.array = (char *)a->data + first * a->row,
                               .row = a->row,
                               .plane = a->plane,
                               .size = a->size,
                               .rows = rows,
                               .planes = a->planes};
}

/* Adds rows first <= j < end of planes from <= k < to, in packed memory or to be packed there.
 * Returns the end of the packed rows. */
static char *add(struct blocks *b, const struct sm_row_array *a, int first, int end, int from,
                 int to, char *packed) {
  if (b->count == SM_ROW_BLOCKS) copy_blocks(b);
  struct sm_row_block *block = &b->block[b->count++];
  *block = block_of(a, first, end - first);
  block->array += from * a->plane;
  block->planes = to - from;
  block->packed = packed;
  return packed + (size_t)(end - first) * (size_t)(to - from) * a->size;
}

/* --- transport --- */

static void wait_for_device(const struct sm_rows *r) {
  if (r->carrier != NULL) r->carrier->wait(r->carrier->device);
}

static void exchange_messages(const struct sm_rows *r, const struct sm_message *message,
                              int count) {
  if (r->carrier != NULL && r->carrier->exchange != NULL) {
    r->carrier->exchange(r->carrier->device, message, count);
  } else {
    wait_for_device(r);
    sm_parallel_exchange(r->parallel, message, count);
  }
}

static void gather_messages(const struct sm_rows *r, char *all) {
  if (r->carrier != NULL && r->carrier->gather != NULL) {
    r->carrier->gather(r->carrier->device, r->buffer, r->sizes, r->offsets, all);
  } else {
    wait_for_device(r);
    sm_parallel_gather(r->parallel, r->buffer, r->sizes, r->offsets, all);
  }
}

/* --- halo exchange --- */

/* First rows of the halos of both sides, of rows to send and to receive; -1: no neighbour. */
struct halo {
  int send[2], receive[2];
};

static struct halo halo_of(const struct sm_rows *r, int width) {
  const int all = sm_parallel_count(r->parallel), rank = sm_parallel_rank(r->parallel);
  struct halo h = {{r->first, r->end - width}, {r->first - width, r->end}};
  for (int side = 0; side < 2; side++) {
    const bool at_end = side == 0 ? rank == 0 : rank == all - 1;
    if (at_end) h.receive[side] = side == 0 ? r->n - width : 0;
    if (all == 1 || (at_end && !r->is_periodic)) h.send[side] = -1;
  }
  return h;
}

/* Exchange by the device itself, where it can. */
static bool swap(const struct sm_rows *r, const struct sm_row_array *array, int count, int width,
                 const struct halo *h, size_t *bytes) {
  struct sm_row_block sent[2 * SM_ROW_BLOCKS], received[2 * SM_ROW_BLOCKS];
  int side_of[2 * SM_ROW_BLOCKS], blocks = 0;
  *bytes = 0;
  if (r->carrier == NULL || r->carrier->swap == NULL || count > SM_ROW_BLOCKS) return false;
  for (int side = 0; side < 2; side++)
    for (int m = 0; m < count && h->send[side] >= 0; m++) {
      sent[blocks] = block_of(&array[m], h->send[side], width);
      received[blocks] = block_of(&array[m], h->receive[side], width);
      side_of[blocks++] = side;
      *bytes += array[m].size * (size_t)width * (size_t)array[m].planes;
    }
  return blocks == 0 || r->carrier->swap(r->carrier->device, sent, received, side_of, blocks);
}

size_t sm_rows_exchange(const struct sm_rows *r, const struct sm_row_array *array, int count,
                        int width) {
  const int all = sm_parallel_count(r->parallel), rank = sm_parallel_rank(r->parallel);
  const struct halo h = halo_of(r, width);
  struct sm_message message[4];
  struct blocks sent_rows = {.rows = r}, received = {.rows = r, .unpack = true};
  char *next = r->buffer;
  int messages = 0;
  size_t sent;
  if (swap(r, array, count, width, &h, &sent)) return sent;
  sent = 0;
  for (int side = 0; side < 2; side++) {
    if (h.send[side] < 0) continue;
    const int other = (rank + (side == 0 ? all - 1 : 1)) % all;
    char *const begin = next;
    for (int m = 0; m < count; m++)
      next =
          add(&sent_rows, &array[m], h.send[side], h.send[side] + width, 0, array[m].planes, next);
    const size_t size = (size_t)(next - begin);
    /* Between two periodic processes both messages are of the same pair: a tag tells them apart. */
    message[messages++] = (struct sm_message){other, side, false, begin, size};
    message[messages++] = (struct sm_message){other, 1 - side, true, next, size};
    next += size;
    sent += size;
  }
  if (messages == 0) return 0;
  copy_blocks(&sent_rows);
  exchange_messages(r, message, messages);
  for (int m = 0; m < messages; m += 2) {
    const int side = message[m].tag;
    char *from = message[m + 1].data;
    for (int a = 0; a < count; a++)
      from = add(&received, &array[a], h.receive[side], h.receive[side] + width, 0, array[a].planes,
                 from);
  }
  copy_blocks(&received);
  return sent;
}

/* --- gathering --- */

static int round_up(int rows, int length) { return (rows + length - 1) / length; }

/* Gathers an array whose rows stand for `length` rows of the grid each, with the rows of this
 * process from `source`, whose row 0 is `skipped`. */
static size_t gather(const struct sm_rows *r, const struct sm_row_array *source, int skipped,
                     const struct sm_row_array *a, int length) {
  const int all = sm_parallel_count(r->parallel), rank = sm_parallel_rank(r->parallel);
  const size_t most = r->capacity / (2 * (size_t)round_up(r->n, length) * a->size);
  const int step = most < (size_t)a->planes ? (int)most : a->planes;
  struct blocks own = {.rows = r}, received = {.rows = r, .unpack = true};
  size_t sent = 0;
  for (int k = 0; k < a->planes; k += step) {
    const int end = k + step < a->planes ? k + step : a->planes;
    for (int p = 0, offset = 0; p < all; offset += r->sizes[p++]) {
      const int rows = round_up(r->cut[p + 1], length) - r->cut[p] / length;
      r->offsets[p] = offset;
      r->sizes[p] = (end - k) * rows * (int)a->size;
    }
    char *packed = add(&own, source, r->first / length - skipped,
                       round_up(r->end, length) - skipped, k, end, r->buffer);
    copy_blocks(&own);
    gather_messages(r, packed);
    for (int p = 0; p < all; p++)
      if (p != rank || source != a)
        add(&received, a, r->cut[p] / length, round_up(r->cut[p + 1], length), k, end,
            p == rank ? r->buffer : packed + r->offsets[p]);
    copy_blocks(&received);
    sent += (size_t)(all - 1) * (size_t)r->sizes[rank];
  }
  return sent;
}

/* Halves of rows, cut at a word, where the buffer does not hold so many of them twice. */
static bool halve(const struct sm_rows *r, const struct sm_row_array *a, int rows,
                  struct sm_row_array half[2]) {
  const size_t size = a->size / 8 * 4;
  if (r->capacity >= 2 * (size_t)rows * a->size) return false;
  half[0] = *a;
  half[1] = *a;
  half[0].size = size;
  half[1].data = (char *)a->data + size;
  half[1].size = a->size - size;
  return true;
}

size_t sm_rows_gather(const struct sm_rows *rows, const struct sm_row_array *array) {
  struct sm_row_array half[2];
  if (sm_parallel_count(rows->parallel) == 1) return 0;
  if (halve(rows, array, rows->n, half))
    return sm_rows_gather(rows, &half[0]) + sm_rows_gather(rows, &half[1]);
  return gather(rows, array, 0, array, 1);
}

/* Numbers of so many chunks per plane. */
static struct sm_row_array chunk_array(double *number, int chunks, int planes) {
  const ptrdiff_t size = sizeof *number;
  return (struct sm_row_array){.data = number,
                               .size = sizeof *number,
                               .row = size,
                               .plane = chunks * size,
                               .planes = planes};
}

void sm_rows_share_chunks(const struct sm_rows *rows, int length, int planes, double *number) {
  const struct sm_row_array all = chunk_array(number, round_up(rows->n, length), planes);
  if (sm_parallel_count(rows->parallel) > 1) gather(rows, &all, 0, &all, length);
}

void sm_rows_gather_chunks(const struct sm_rows *rows, int length, int planes, double *own,
                           double *number) {
  const int first = rows->first / length, chunks = round_up(rows->end, length) - first;
  const struct sm_row_array source = chunk_array(own, chunks, planes);
  const struct sm_row_array all = chunk_array(number, round_up(rows->n, length), planes);
  gather(rows, &source, first, &all, length);
}

size_t sm_rows_broadcast(const struct sm_rows *r, const struct sm_row_array *a, int from) {
  struct sm_row_array half[2];
  if (halve(r, a, 1, half))
    return sm_rows_broadcast(r, &half[0], from) + sm_rows_broadcast(r, &half[1], from);
  const int all = sm_parallel_count(r->parallel), rank = sm_parallel_rank(r->parallel);
  const size_t most = r->capacity / (2 * a->size);
  const int step = most < (size_t)a->planes ? (int)most : a->planes;
  struct blocks own = {.rows = r}, received = {.rows = r, .unpack = true};
  size_t sent = 0;
  for (int k = 0; k < a->planes && all > 1; k += step) {
    const int end = k + step < a->planes ? k + step : a->planes;
    for (int p = 0; p < all; p++) {
      r->offsets[p] = 0;
      r->sizes[p] = p == from ? (end - k) * (int)a->size : 0;
    }
    char *packed = r->buffer;
    if (rank == from) packed = add(&own, a, 0, 1, k, end, r->buffer);
    copy_blocks(&own);
    gather_messages(r, packed);
    if (rank != from) add(&received, a, 0, 1, k, end, packed);
    copy_blocks(&received);
    sent += (size_t)(all - 1) * (size_t)r->sizes[rank];
  }
  return sent;
}
