/* device/nvrtc.h - run-time compilation for a GPU (NVRTC), with a folder as a cache of compiled
 * programs. Needs no GPU. NVRTC is opened when it is first asked for; simoom runs without it. */
#ifndef SM_DEVICE_NVRTC_H
#define SM_DEVICE_NVRTC_H

#include "base/context.h"

struct sm_nvrtc_source {
  const char *name; /* of the program, in messages */
  const char *text; /* CUDA C++ */
  int capability;   /* of the device: 90 for 9.0 */
};

struct sm_nvrtc_image {
  void *image; /* a cubin; freed with sm_free */
  size_t size;
  bool cached;    /* it was in the folder */
  double seconds; /* that compilation took */
};

/* The folder: $SIMOOM_CACHE, else $XDG_CACHE_HOME/simoom, else ~/.cache/simoom. A program is kept
 * under the SHA-256 of text, options, version of NVRTC and capability; a file that is not whole is
 * made again, a folder that cannot be written costs the time of compilation only.
 * Errors: ERR_DEVICE (no NVRTC, or it refuses the text: its log is in the message), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_nvrtc_compile(struct sm_context *ctx,
                                           const struct sm_nvrtc_source *source,
                                           struct sm_nvrtc_image *out);

/* The same of several at a time, by as many threads as there are; all that were made are freed by
 * the caller where it fails too. */
SM_CHECKED enum sm_status sm_nvrtc_compile_all(struct sm_context *ctx,
                                               const struct sm_nvrtc_source *source, int count,
                                               struct sm_nvrtc_image *out);

/* "NVRTC 13.0", true; or the reason why it cannot be loaded, false. */
bool sm_nvrtc_describe(char *out, size_t size);

#endif
