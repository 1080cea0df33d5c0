/* device/nvrtc.h - run-time compilation for GPUs (NVRTC), with a disk cache of compiled programs.
 * Needs no GPU. NVRTC is loaded at first use; simoom runs without it. */
#ifndef SM_DEVICE_NVRTC_H
#define SM_DEVICE_NVRTC_H

#include "base/context.h"

struct sm_nvrtc_source {
  const char *name; /* program name in messages */
  const char *text; /* CUDA C++ */
  int capability;   /* compute capability: 90 for 9.0 */
};

struct sm_nvrtc_image {
  void *image; /* a cubin; freed with sm_free */
  size_t size;
  bool cached;    /* taken from the cache */
  double seconds; /* compilation time, s */
};

/* Compiles a program, or takes it from the cache folder: $SIMOOM_CACHE, else
 * $XDG_CACHE_HOME/simoom, else ~/.cache/simoom. The cache key is the SHA-256 of text, options,
 * NVRTC version and capability; damaged files are recompiled, and without a writable folder only
 * time is lost. Errors: ERR_DEVICE (no NVRTC, or a compile error, with the log in the message),
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_nvrtc_compile(struct sm_context *ctx,
                                           const struct sm_nvrtc_source *source,
                                           struct sm_nvrtc_image *out);

/* Compiles several programs in parallel; the caller frees all images, even after a
 * failure. */
SM_CHECKED enum sm_status sm_nvrtc_compile_all(struct sm_context *ctx,
                                               const struct sm_nvrtc_source *source, int count,
                                               struct sm_nvrtc_image *out);

/* "NVRTC 13.0", true; or the reason why it cannot be loaded, false. */
bool sm_nvrtc_describe(char *out, size_t size);

#endif
