/* output/hdf5/parallel_chunks.h - the parallel way of chunks.h: compressed chunks straight into
 * HDF5. */
#ifndef SM_OUTPUT_HDF5_PARALLEL_CHUNKS_H
#define SM_OUTPUT_HDF5_PARALLEL_CHUNKS_H

#include "output/hdf5/chunks.h"

/* False when simoom was built without serial HDF5 and zlib. */
bool sm_chunks_hdf5_available(void);

SM_CHECKED enum sm_status sm_chunks_hdf5_write(struct sm_context *ctx, const char *path,
                                               const char *name, size_t record, int level,
                                               const struct sm_chunk_array *arrays, int count);

#endif
