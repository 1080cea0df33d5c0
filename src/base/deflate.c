#include "base/encoding.h"

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

struct sm_inflater {
  struct libdeflate_decompressor *decompressor;
};

struct sm_inflater *sm_inflater_create(void) {
  struct sm_inflater *i = malloc(sizeof *i);
  if (i == NULL) return NULL;
  i->decompressor = libdeflate_alloc_decompressor();
  if (i->decompressor != NULL) return i;
  free(i);
  return NULL;
}

void sm_inflater_destroy(struct sm_inflater *inflater) {
  if (inflater != NULL) libdeflate_free_decompressor(inflater->decompressor);
  free(inflater);
}

bool sm_inflater_run(struct sm_inflater *inflater, const void *from, size_t bytes, void *to,
                     size_t size) {
  return libdeflate_zlib_decompress(inflater->decompressor, from, bytes, to, size, NULL) ==
         LIBDEFLATE_SUCCESS;
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

struct sm_inflater {
  int none; /* zlib needs no state */
};

struct sm_inflater *sm_inflater_create(void) {
  return calloc(1, sizeof(struct sm_inflater));
}

void sm_inflater_destroy(struct sm_inflater *inflater) { free(inflater); }

bool sm_inflater_run(struct sm_inflater *inflater, const void *from, size_t bytes, void *to,
                     size_t size) {
  uLongf made = (uLongf)size;
  (void)inflater;
  return uncompress(to, &made, from, (uLong)bytes) == Z_OK && made == size;
}

#endif
