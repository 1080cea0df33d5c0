/* device/array_store.h - arena of device arrays that are freed together. */
#ifndef SM_DEVICE_ARRAY_STORE_H
#define SM_DEVICE_ARRAY_STORE_H

#include "device/device.h"

enum { SM_STORE_ARRAYS = 400 };

struct sm_store {
  struct sm_device *device; /* borrowed */
  const char *what;         /* names the arrays in messages */
  struct {
    void *memory;
    size_t count, size;
  } array[SM_STORE_ARRAYS];
  int arrays;
};

/* Device memory of the store: a copy of `host`, or zeros where that is NULL. At most
 * SM_STORE_ARRAYS. Errors: as of sm_device_allocate and sm_device_upload. */
SM_CHECKED enum sm_status sm_store_put(struct sm_context *ctx, struct sm_store *store,
                                       const void *host, size_t count, size_t size,
                                       void *out_pointer);
/* Releases all of them. */
void sm_store_clear(struct sm_store *store);
size_t sm_store_bytes(const struct sm_store *store);

#endif
