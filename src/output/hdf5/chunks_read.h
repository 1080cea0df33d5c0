/* chunks_read.h - reading compressed arrays of floats with all threads: HDF5 hands out whole
 * chunks, which it would decompress with one. */
#ifndef SM_OUTPUT_HDF5_CHUNKS_READ_H
#define SM_OUTPUT_HDF5_CHUNKS_READ_H

#include <stdbool.h>
#include <stddef.h>

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
