/* chunks.h - parallel compressed output of large arrays to a NetCDF-4 file, chunk by chunk.
 *
 * Compression dominates the time, so each thread fills, shuffles and deflates one chunk and passes
 * it to HDF5 in the order of the chunks: the file does not depend on the number of threads. Memory:
 * three chunks per thread. */
#ifndef SM_OUTPUT_HDF5_CHUNKS_H
#define SM_OUTPUT_HDF5_CHUNKS_H

#include <stdbool.h>
#include <stddef.h>

#include "output/face_wind.h"

/* Array of a file: [time]? [z][y][x]. */
struct sm_chunk_array {
  const char *variable;
  size_t shape[3], chunk[3]; /* z, y, x */
  size_t item;               /* bytes per value: 1, 4 or 8 */
  bool has_time;
  /* Writes the values of a slab; called by several threads at once. */
  void (*fill)(const struct sm_chunk_array *self, const struct sm_cell_slab *slab, void *out);
  const void *source;
  int component;
  /* Whether a slab has the same values at each call; its compressed chunk is kept in `kept`, one
   * for each chunk. NULL: no slab has. */
  bool (*is_constant)(const struct sm_chunk_array *self, const struct sm_cell_slab *slab);
  struct sm_kept_chunk *kept;
};

struct sm_kept_chunk {
  void *packed; /* NULL: not yet */
  size_t size;
};
size_t sm_chunks_count(const struct sm_chunk_array *array);
void sm_chunks_free_kept(struct sm_kept_chunk *kept, size_t count); /* NULL is allowed */

/* Chunk sizes: at most 16 x 128 x 128, and nearly equal parts of each axis, so that the last
 * chunks, which are stored whole, have little padding. */
void sm_chunks_sides(const size_t shape[3], size_t chunk[3]);

enum { SM_CHUNKS_ARRAYS = 13 + SM_CELL_FIELDS }; /* per call */

/* Writes arrays that are defined in the closed file `path` (with shuffle and deflate when `level`
 * is not 0) at time index `record`. `name` is the name of the file in messages. `may_stop`: a
 * requested stop ends it between chunks, ERR_STOPPED; the record is then incomplete. */
SM_CHECKED enum sm_status sm_chunks_write(struct sm_context *ctx, const char *path,
                                          const char *name, size_t record, int level,
                                          const struct sm_chunk_array *arrays, int count,
                                          bool may_stop);

/* Shortens the unlimited dimension of a closed NetCDF-4 file to its first `records`. */
SM_CHECKED enum sm_status sm_chunks_keep(struct sm_context *ctx, const char *path, const char *name,
                                         size_t records);

#endif
