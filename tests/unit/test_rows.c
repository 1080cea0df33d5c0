/* Rows of a grid in several processes: cuts, halo exchange, gathering, numbers of a sum. */
#define _POSIX_C_SOURCE 200809L /* readlink, popen */
#include "base/context.h"
#include "parallel/rows.h"
#include "several_processes.h"

static struct sm_context *ctx;

START_TEST(cuts_are_near_equal_parts) {
  const int eights[] = {8, 16, 24, 32, 40, 48, 56}, few[] = {8, 56};
  int cut[9];
  ck_assert(sm_rows_cut(64, eights, 7, 4, cut));
  for (int p = 0; p <= 4; p++) ck_assert_int_eq(cut[p], 16 * p);
  ck_assert(sm_rows_cut(60, eights, 7, 3, cut));
  ck_assert_int_eq(cut[1], 24); /* 20 is as near to 16 */
  ck_assert_int_eq(cut[2], 40);
  ck_assert_int_eq(cut[3], 60);
  ck_assert(sm_rows_cut(64, eights, 7, 8, cut));
  for (int p = 0; p <= 8; p++) ck_assert_int_eq(cut[p], 8 * p);
  ck_assert(!sm_rows_cut(64, eights, 7, 9, cut));
  ck_assert(sm_rows_cut(64, few, 2, 3, cut)); /* not both cuts at the nearest one */
  ck_assert_int_eq(cut[1], 8);
  ck_assert_int_eq(cut[2], 56);
  ck_assert(sm_rows_cut(5, few, 0, 1, cut));
  ck_assert_int_eq(cut[1], 5);
}
END_TEST

START_TEST(every_number_of_processes_passes) {
  char out[OUTPUT];
  for (int m = 0; m < PROCESS_COUNTS; m++)
    ck_assert_msg(run_processes(process_counts[m], out) == 0, "%d processes:\n%s",
                  process_counts[m], out);
}
END_TEST

/* --- what each process does --- */

enum { ROWS = 53, PLANES = 5, ELEMENTS = 7, ARRAYS = 2, PADDING = 3 };
static float field[ARRAYS][PLANES][ROWS][ELEMENTS + PADDING];

static float value(int a, int k, int j, int i) {
  return (float)(((a * 10 + k) * 100 + j) * 10 + i);
}

#define REQUIRE(CONDITION)                                                                         \
  if (!(CONDITION)) {                                                                              \
    printf("process %d: line %d: %s\n", sm_processes_rank(ctx), __LINE__, #CONDITION);             \
    return false;                                                                                  \
  }

/* Own rows are right, all others -1. */
static void fill(const struct sm_rows *rows, struct sm_row_array array[ARRAYS]) {
  for (int a = 0; a < ARRAYS; a++) {
    for (int k = 0; k < PLANES; k++)
      for (int j = 0; j < ROWS; j++)
        for (int i = 0; i < ELEMENTS + PADDING; i++) {
          const bool own = i < ELEMENTS && j >= rows->first && j < rows->end;
          field[a][k][j][i] = own ? value(a, k, j, i) : -1.0f;
        }
    array[a] = (struct sm_row_array){.data = field[a],
                                     .size = ELEMENTS * sizeof(float),
                                     .row = sizeof field[a][0][0],
                                     .plane = sizeof field[a][0],
                                     .planes = PLANES};
  }
}

/* Whether exactly the wanted rows of an array are there. */
static bool has_rows(int a, const bool wanted[ROWS]) {
  for (int k = 0; k < PLANES; k++)
    for (int j = 0; j < ROWS; j++)
      for (int i = 0; i < ELEMENTS + PADDING; i++) {
        const float expected = wanted[j] && i < ELEMENTS ? value(a, k, j, i) : -1.0f;
        REQUIRE(field[a][k][j][i] == expected);
      }
  return true;
}

/* A device whose memory is that of the host: what it packed before a message is there after a wait.
 */
enum { QUEUE = 64 };
static struct {
  struct sm_row_block block[QUEUE];
  bool unpack[QUEUE];
  int count;
} queue;

static void device_wait(void *device) {
  (void)device;
  for (int m = 0; m < queue.count; m++) {
    const struct sm_row_block *b = &queue.block[m];
    for (int row = 0; row < b->rows * b->planes; row++) {
      char *array = b->array + row % b->rows * b->row + row / b->rows * b->plane;
      char *packed = b->packed + (size_t)row * b->size;
      memcpy(queue.unpack[m] ? array : packed, queue.unpack[m] ? packed : array, b->size);
    }
  }
  queue.count = 0;
}

static void device_copy(void *device, const struct sm_row_block *block, int count, bool unpack) {
  if (queue.count + count > QUEUE) device_wait(device);
  for (int m = 0; m < count; m++) {
    queue.unpack[queue.count] = unpack;
    queue.block[queue.count++] = block[m];
  }
}

static void *device_allocate(void *device, size_t bytes) {
  (void)device;
  return malloc(bytes);
}

static void device_release(void *device, void *memory) {
  (void)device;
  free(memory);
}

static const struct sm_row_carrier carrier = {.capacity = 1 << 20,
                                              .allocate = device_allocate,
                                              .release = device_release,
                                              .copy = device_copy,
                                              .wait = device_wait};

static bool check_exchange(const struct sm_rows *rows, int count, int width) {
  struct sm_row_array array[ARRAYS];
  const int p = sm_processes_rank(ctx), all = sm_parallel_count(rows->parallel);
  fill(rows, array);
  const size_t sent = sm_rows_exchange(rows, array, count, width);
  device_wait(NULL);
  const int ends = all == 1 ? 0 : (rows->is_periodic ? 2 : (p > 0) + (p < all - 1));
  REQUIRE(sent == (size_t)(ends * width * count * PLANES * ELEMENTS) * sizeof(float));
  for (int a = 0; a < ARRAYS; a++) {
    bool wanted[ROWS] = {false};
    for (int j = rows->first; j < rows->end; j++) wanted[j] = true;
    for (int side = 0; side < 2 && ends > 0 && a < count; side++)
      for (int w = 1; w <= width; w++) {
        const int j = side == 0 ? rows->first - w : rows->end - 1 + w;
        if (rows->is_periodic || (j >= 0 && j < ROWS)) wanted[(j + ROWS) % ROWS] = true;
      }
    if (!has_rows(a, wanted)) return false;
  }
  return true;
}

static bool check_gather(const struct sm_rows *rows) {
  struct sm_row_array array[ARRAYS];
  bool wanted[ROWS];
  fill(rows, array);
  sm_rows_gather(rows, &array[1]);
  device_wait(NULL);
  for (int j = 0; j < ROWS; j++) wanted[j] = true;
  return has_rows(1, wanted);
}

/* The last row of one process. */
static bool check_broadcast(const struct sm_rows *rows, int from) {
  struct sm_row_array array[ARRAYS];
  const int row = rows->cut[from + 1] - 1;
  bool wanted[ROWS];
  fill(rows, array);
  array[0].data = field[0][0][row];
  sm_rows_broadcast(rows, &array[0], from);
  device_wait(NULL);
  for (int j = 0; j < ROWS; j++) wanted[j] = j == row || (j >= rows->first && j < rows->end);
  return has_rows(0, wanted);
}

/* Chunks of 4 rows, of which the last has one. */
static bool check_chunks(const struct sm_rows *rows) {
  enum { LENGTH = 4, CHUNKS = (ROWS + LENGTH - 1) / LENGTH, OF_PLANES = 3 };
  double number[OF_PLANES][CHUNKS];
  for (int k = 0; k < OF_PLANES; k++)
    for (int c = 0; c < CHUNKS; c++) {
      const bool own = LENGTH * c >= rows->first && LENGTH * c < rows->end;
      number[k][c] = own ? 100 * k + c + 0.1 : 0;
    }
  sm_rows_share_chunks(rows, LENGTH, OF_PLANES, number[0]);
  device_wait(NULL);
  for (int k = 0; k < OF_PLANES; k++)
    for (int c = 0; c < CHUNKS; c++) REQUIRE(number[k][c] == 100 * k + c + 0.1);
  return true;
}

static bool check(bool is_periodic, bool on_device) {
  const int allowed[] = {4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48};
  const struct sm_parallel *parallel = sm_parallel_of(ctx);
  struct sm_rows *rows = NULL;
  int cut[9];
  REQUIRE(sm_rows_cut(ROWS, allowed, 12, sm_parallel_count(parallel), cut));
  REQUIRE(sm_rows_create(ctx, parallel, cut, is_periodic, PLANES, ELEMENTS * sizeof(float), 3,
                         ARRAYS, &rows) == SM_OK);
  bool good = true;
  if (on_device) good = sm_rows_carry(ctx, rows, &carrier) == SM_OK;
  for (int width = 1; width <= 3; width++)
    for (int count = 1; count <= ARRAYS; count++) good &= check_exchange(rows, count, width);
  good &= check_gather(rows);
  for (int p = 0; p < sm_parallel_count(parallel); p++) good &= check_broadcast(rows, p);
  good &= check_chunks(rows);
  sm_rows_destroy(&rows);
  return good;
}

/* A value and a stop of one process are those of all; so is a failure, after which they do nothing
 * together any more. */
static bool check_common(int count) {
  const struct sm_parallel *parallel = sm_parallel_of(ctx);
  const int rank = sm_processes_rank(ctx);
  REQUIRE(!sm_parallel_any(parallel, false));
  REQUIRE(sm_parallel_any(parallel, rank == count - 1));
  sm_context_hold_stop(ctx, true);
  if (rank == count - 1) sm_context_request_stop(ctx);
  REQUIRE(!sm_stop_requested(ctx));
  sm_parallel_share_stop(ctx, parallel);
  REQUIRE(sm_stop_requested(ctx));
  sm_context_hold_stop(ctx, false);
  REQUIRE(sm_stop_requested(ctx) == (rank == count - 1));
  const enum sm_status own = rank == count - 1 ? SM_ERR_IO : SM_OK;
  REQUIRE(sm_processes_agree(ctx, own) == SM_ERR_IO);
  REQUIRE(count == 1 || sm_processes_agree(ctx, own) == own);
  return true;
}

static int worker(int count) {
  bool good = true;
  for (int kind = 0; kind < 4; kind++) good &= check(kind & 1, kind & 2);
  good &= check_common(count);
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

PROCESSES_MAIN(&ctx, cuts_are_near_equal_parts, every_number_of_processes_passes)
