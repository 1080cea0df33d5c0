/* device/cpu/loops.h - loops over the rows and tiles of a box, and reductions, by one or several
 * threads. For device/cpu/backend.c only.
 *
 * One thread does not enter a parallel region: OpenMP allocates a team for it, which takes as long
 * as a small kernel. */
#ifndef SM_DEVICE_CPU_LOOPS_H
#define SM_DEVICE_CPU_LOOPS_H

#include "parallel/rows.h"

/* Smaller boxes run on one thread: waking others takes longer. */
enum { WORTH_SHARING = 8192 };

static ptrdiff_t extent(const struct sm_box *b, int d) {
  return b->hi[d] > b->lo[d] ? b->hi[d] - b->lo[d] : 0;
}

static bool worth_sharing(const struct sm_box *b) {
  return extent(b, 0) * extent(b, 1) * extent(b, 2) >= WORTH_SHARING;
}

/* Row of a kernel, with untyped arguments. */
typedef void (*row_function)(const struct sm_box *b, const void *args, int j, int k);
typedef void (*sum_function)(const struct sm_box *b, const void *args, int j, int k,
                             double lanes[SM_REDUCTION_LANES]);
typedef void (*tile_function)(const struct sm_box *tile, const void *args);

static void visit_rows_alone(const struct sm_box *b, const void *args, row_function row) {
  for (int k = b->lo[2]; k < b->hi[2]; k++)
    for (int j = b->lo[1]; j < b->hi[1]; j++) row(b, args, j, k);
}
static void visit_rows(const struct sm_box *box, const void *args, int threads, row_function row) {
  const struct sm_box b = *box;
  if (threads == 1) {
    visit_rows_alone(&b, args, row);
    return;
  }
#pragma omp parallel for collapse(2) schedule(static) num_threads(threads)
  for (int k = b.lo[2]; k < b.hi[2]; k++)
    for (int j = b.lo[1]; j < b.hi[1]; j++) row(&b, args, j, k);
}

/* Dynamic schedule, for rows of very different cost. */
static void visit_uneven_rows(const struct sm_box *box, const void *args, int threads,
                              row_function row) {
  const struct sm_box b = *box;
  if (threads == 1) {
    visit_rows_alone(&b, args, row);
    return;
  }
#pragma omp parallel for collapse(2) schedule(dynamic, 4) num_threads(threads)
  for (int k = b.lo[2]; k < b.hi[2]; k++)
    for (int j = b.lo[1]; j < b.hi[1]; j++) row(&b, args, j, k);
}

/* Number of tiles of a box along an axis; tile t of the box. */
static const int tile_size[3] = {SM_TILE_CELLS, SM_TILE_ROWS, SM_TILE_LAYERS};
static ptrdiff_t tiles_of(const struct sm_box *b, int d) {
  return (extent(b, d) + tile_size[d] - 1) / tile_size[d];
}
static void visit_tile(const struct sm_box *b, const void *args, ptrdiff_t t, tile_function tile) {
  const ptrdiff_t nx = tiles_of(b, 0), ny = tiles_of(b, 1);
  const ptrdiff_t at[3] = {t % nx, t / nx % ny, t / nx / ny};
  struct sm_box cells;
  for (int d = 0; d < 3; d++) {
    cells.lo[d] = b->lo[d] + (int)at[d] * tile_size[d];
    cells.hi[d] = cells.lo[d] + tile_size[d] < b->hi[d] ? cells.lo[d] + tile_size[d] : b->hi[d];
  }
  tile(&cells, args);
}
static void visit_tiles(const struct sm_box *box, const void *args, int threads,
                        tile_function tile) {
  const ptrdiff_t count = tiles_of(box, 0) * tiles_of(box, 1) * tiles_of(box, 2);
  if (threads == 1) {
    for (ptrdiff_t t = 0; t < count; t++) visit_tile(box, args, t, tile);
    return;
  }
#pragma omp parallel for schedule(static) num_threads(threads)
  for (ptrdiff_t t = 0; t < count; t++) visit_tile(box, args, t, tile);
}

/* --- reductions (backend.h) --- */

/* v[l] = v[l] + v[l + half], or the larger of both. */
static inline __attribute__((always_inline)) void fold(double *v, int count, int half,
                                                       bool larger) {
  for (int l = 0; l < count; l++)
    v[l] = larger ? LARGER(v[l], v[l + half]) : ADD(v[l], v[l + half]);
}
/* By halving; n: a power of two. Halves of 8 and less have a known length, for whole vectors. */
static inline __attribute__((always_inline)) double halve(double *v, int n, bool larger) {
  for (; n > 8; n /= 2)
    for (int l = 0; l < n / 2; l += 8) fold(v + l, 8, n / 2, larger);
  if (n > 4) fold(v, 4, 4, larger);
  if (n > 2) fold(v, 2, 2, larger);
  if (n > 1) fold(v, 1, 1, larger);
  return v[0];
}
static double tree(double *v, int n, bool larger) {
  return larger ? halve(v, n, true) : halve(v, n, false);
}

/* Number of the lanes or groups, `all` of them, that hold `count` elements; the others are 0. */
static int count_reached(ptrdiff_t count, int all) {
  while (all > 1 && all / 2 >= count) all /= 2;
  return all;
}

struct reduction {
  const struct sm_box *box;
  const void *args;
  sum_function row;
  bool larger;
  int lanes; /* of a slot that a row reaches */
  struct sm_reduction_order order;
  int before; /* rows before the box, of other processes */
};
/* Slots with rows, of a chunk with so many rows until the end of the plane. */
static int slots_of(ptrdiff_t rows) {
  return rows < SM_REDUCTION_SLOTS ? (int)rows : SM_REDUCTION_SLOTS;
}
static double reduce_group(const struct reduction *w, int group) {
  const struct sm_box *b = w->box;
  const int across = w->order.slice ? 2 : 1, along = 3 - across; /* axes of rows and of planes */
  const ptrdiff_t rows = extent(b, across);
  const ptrdiff_t first = (ptrdiff_t)(group % w->order.columns) * SM_REDUCTION_SLOTS - w->before;
  const int used = slots_of(rows - first);
  double lanes[SM_REDUCTION_SLOTS][SM_REDUCTION_LANES], slots[SM_REDUCTION_SLOTS] = {0};
  for (int s = 0; s < used; s++) memset(lanes[s], 0, (size_t)w->lanes * sizeof lanes[s][0]);
  for (int p = b->lo[along] + group / w->order.columns; p < b->hi[along]; p += w->order.planes)
    for (ptrdiff_t r = first; r < rows; r += (ptrdiff_t)w->order.columns * SM_REDUCTION_SLOTS)
      for (int s = 0; s < slots_of(rows - r); s++) {
        const int row = b->lo[across] + (int)r + s;
        w->row(b, w->args, w->order.slice ? p : row, w->order.slice ? row : p, lanes[s]);
      }
  for (int s = 0; s < used; s++) slots[s] = tree(lanes[s], w->lanes, w->larger);
  return tree(slots, SM_REDUCTION_SLOTS, w->larger);
}
/* Whether the group has rows in the box. */
static bool has_group(const struct reduction *w, int group) {
  const int first = group % w->order.columns * SM_REDUCTION_SLOTS;
  return first >= w->before && first < w->before + extent(w->box, w->order.slice ? 2 : 1);
}
static double reduce(const struct sm_box *b, const void *args, int threads, sum_function row,
                     bool larger, const struct sm_rows *rows) {
  const struct sm_reduction_order order =
      sm_reduction_order_of(rows != NULL ? rows->n : extent(b, 1), extent(b, 2));
  const int count = order.columns * order.planes;
  const int used = count_reached(count, SM_REDUCTION_GROUPS);
  const int lanes = count_reached(extent(b, 0), SM_REDUCTION_LANES);
  const struct reduction work = {
      b, args, row, larger, lanes, order, rows != NULL ? rows->first : 0};
  double groups[SM_REDUCTION_GROUPS];
  memset(groups, 0, (size_t)used * sizeof *groups);
  if (threads == 1) {
    for (int g = 0; g < count; g++)
      if (has_group(&work, g)) groups[g] = reduce_group(&work, g);
  } else {
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int g = 0; g < count; g++)
      if (has_group(&work, g)) groups[g] = reduce_group(&work, g);
  }
  if (rows != NULL) sm_rows_share_chunks(rows, SM_REDUCTION_SLOTS, order.planes, groups);
  const double all = tree(groups, used, larger);
  return larger ? LARGER(all, 0.0) : ADD(all, 0.0); /* the groups that are 0 */
}

#endif
