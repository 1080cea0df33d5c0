/* chunks.h - writing large arrays into a NetCDF-4 file, chunk by chunk.
 *
 * Compression is what takes the time, so a team of threads fills, shuffles and deflates one chunk
 * each and hands it to HDF5 ready made, in the order of the chunks: the file does not depend on
 * the number of threads. Memory: three chunks per thread. */
#ifndef SM_OUTPUT_HDF5_CHUNKS_H
#define SM_OUTPUT_HDF5_CHUNKS_H

#include <stdbool.h>
#include <stddef.h>

#include "output/cell_slabs.h"
#include "output/face_wind.h"

/* An array of a file: [time]? [z][y][x]. */
struct sm_chunk_array {
  const char *variable;
  size_t shape[3], chunk[3]; /* z, y, x */
  size_t item;               /* bytes of a value: 1, 4 or 8 */
  bool has_time;
  /* Writes the values of a slab; called by several threads at a time. */
  void (*fill)(const struct sm_chunk_array *self, const struct sm_cell_slab *slab, void *out);
  const void *source;
  int component;
};

/* Sides of the chunks of an array: at most 16 x 128 x 128, and alike, so that the last ones of an
 * axis, which are compressed and stored whole, hold little beyond the array. */
void sm_chunks_sides(const size_t shape[3], size_t chunk[3]);

enum { SM_CHUNKS_ARRAYS = 10 + SM_CELL_FIELDS }; /* at most, in one call */

/* Writes arrays that are defined in the closed file `path` (with shuffle and deflate when `level`
 * is not 0), at index `record` of time. `name` is the file's name in messages. */
SM_CHECKED enum sm_status sm_chunks_write(struct sm_context *ctx, const char *path,
                                          const char *name, size_t record, int level,
                                          const struct sm_chunk_array *arrays, int count);

/* chunks_read.c: Reading compressed arrays of floats with all threads: HDF5 hands out whole chunks,
 * which it would decompress with one. */

struct sm_chunks_reader;

/* Opens a variable [record][z][y][x] or [z][y][x] of a NetCDF-4 file. NULL where it is not laid out
 * as simoom writes it - floats in chunks, with shuffle and deflate or without -, or there is no
 * memory: NetCDF reads it then. */
struct sm_chunks_reader *sm_chunks_reader_open(const char *path, const char *variable);
void sm_chunks_reader_close(struct sm_chunks_reader *reader); /* NULL is allowed */

/* Cells of a chunk along z, y and x. */
void sm_chunks_reader_sides(const struct sm_chunks_reader *reader, size_t chunk[3]);

/* Reads the box of cells from[d] .. from[d] + count[d] - 1, z y x, of a record into out[z][y][x].
 * Any box goes; of chunks that it cuts all is decompressed. False: it cannot be read. */
bool sm_chunks_reader_read(struct sm_chunks_reader *reader, size_t record, const size_t from[3],
                           const size_t count[3], float *out);

#endif
