#include "output/deflate.h"

#ifdef SM_HAVE_HDF5

#include <stdlib.h>

#ifdef SM_HAVE_LIBDEFLATE

#include <libdeflate.h>

struct sm_deflater {
  struct libdeflate_compressor *compressor;
};

struct sm_deflater *sm_deflater_create(int level) {
  struct sm_deflater *d = malloc(sizeof *d);
  if (d == NULL) return NULL;
  d->compressor = libdeflate_alloc_compressor(level);
  if (d->compressor != NULL) return d;
  free(d);
  return NULL;
}

void sm_deflater_destroy(struct sm_deflater *deflater) {
  if (deflater != NULL) libdeflate_free_compressor(deflater->compressor);
  free(deflater);
}

size_t sm_deflater_bound(size_t bytes) { return libdeflate_zlib_compress_bound(NULL, bytes); }

size_t sm_deflater_run(struct sm_deflater *deflater, const void *from, size_t bytes, void *to,
                       size_t room) {
  return libdeflate_zlib_compress(deflater->compressor, from, bytes, to, room);
}

#else

#include <zlib.h>

struct sm_deflater {
  int level;
};

struct sm_deflater *sm_deflater_create(int level) {
  struct sm_deflater *d = malloc(sizeof *d);
  if (d != NULL) d->level = level;
  return d;
}

void sm_deflater_destroy(struct sm_deflater *deflater) { free(deflater); }

size_t sm_deflater_bound(size_t bytes) { return compressBound((uLong)bytes); }

size_t sm_deflater_run(struct sm_deflater *deflater, const void *from, size_t bytes, void *to,
                       size_t room) {
  uLongf size = (uLongf)room;
  return compress2(to, &size, from, (uLong)bytes, deflater->level) == Z_OK ? size : 0;
}

#endif
#endif
