/* rows.h - domain decomposition: the rows of a grid are divided among the processes of a run, along
 * y; halo exchange, gathering, and numbers of a sum.
 *
 * Indices are those of the whole grid on every process. */
#ifndef SM_PARALLEL_ROWS_H
#define SM_PARALLEL_ROWS_H

#include "parallel/module.h"
#include "parallel/parallel.h"

/* Array of rows in planes, in the memory of the carrier, or of the host. */
struct sm_row_array {
  void *data;           /* row 0 of plane 0 */
  size_t size;          /* bytes of a row */
  ptrdiff_t row, plane; /* strides, bytes */
  int planes;
};

/* Fewest rows of a process: the widest halo of its neighbours. */
enum { SM_ROWS_LEAST = 4 };

struct sm_rows {
  const struct sm_parallel *parallel;   /* borrowed */
  int n;                                /* rows of the grid */
  int first, end;                       /* rows first <= j < end of this process */
  bool is_periodic;                     /* row 0 follows row n - 1 */
  int *cut;                             /* process p has the rows cut[p] <= j < cut[p + 1] */
  int *sizes, *offsets;                 /* of the parts of a gathered message, bytes */
  char *buffer;                         /* messages */
  size_t capacity;                      /* of the buffer, bytes */
  size_t whole;                         /* capacity to gather the largest array at once */
  const struct sm_row_carrier *carrier; /* borrowed; NULL: host memory and MPI */
};

/* Divides n rows into parts of similar length, between rows before which a cut is allowed
 * (`allowed`, rising, 0 < j < n). cut: processes + 1 numbers. False if there are too few. */
bool sm_rows_cut(int n, const int *allowed, int count, int processes, int *cut);

/* cut: as above. planes, size: of the largest array, and width, of the widest halo that will be
 * exchanged; arrays: their largest number at a time. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_rows_create(struct sm_context *ctx, const struct sm_parallel *parallel,
                                         const int *cut, bool is_periodic, int planes, size_t size,
                                         int width, int arrays, struct sm_rows **out);
void sm_rows_destroy(struct sm_rows **rows);

/* From now on arrays are in the memory of a device, which is closed after the rows. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_rows_carry(struct sm_context *ctx, struct sm_rows *rows,
                                        const struct sm_row_carrier *carrier);

/* Halo exchange: gets the `width` rows below `first` and from `end` on of arrays from the
 * neighbours, beyond the ends of the grid only if they are periodic. Every process has at least
 * `width` rows. Returns the bytes that this process sends. */
size_t sm_rows_exchange(const struct sm_rows *rows, const struct sm_row_array *array, int count,
                        int width);

/* Gets the rows of all other processes. Returns the bytes that this process sends. */
size_t sm_rows_gather(const struct sm_rows *rows, const struct sm_row_array *array);

/* Gets row 0 of the planes of an array from one process. Returns the bytes that this one sends. */
size_t sm_rows_broadcast(const struct sm_rows *rows, const struct sm_row_array *array, int from);

/* Numbers of chunks of rows, number[chunk + chunks * plane], chunks = n / length rounded up: gets
 * those of the other processes. No cut is within a chunk. */
void sm_rows_share_chunks(const struct sm_rows *rows, int length, int planes, double *number);

/* The same with those of this process alone in `own`. */
void sm_rows_gather_chunks(const struct sm_rows *rows, int length, int planes, double *own,
                           double *number);

#endif
