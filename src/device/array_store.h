/* device/array_store.h - group of device and host arrays that are freed together. */
#ifndef SM_DEVICE_ARRAY_STORE_H
#define SM_DEVICE_ARRAY_STORE_H

#include "device/device.h"

struct sm_store_array {
  void *memory;
  size_t count, size;
  bool on_host;
};

struct sm_store {
  struct sm_device *device; /* borrowed */
  const char *what;         /* name of the arrays in messages */
  struct sm_store_array *array;
  int arrays, room;
};

/* Allocates device memory as a copy of `host`, or zeroed if `host` is NULL. Errors: as of
 * sm_device_allocate and sm_device_upload. */
SM_CHECKED enum sm_status sm_store_put(struct sm_context *ctx, struct sm_store *store,
                                       const void *host, size_t count, size_t size,
                                       void *out_pointer);
/* Allocates zeroed host memory. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_store_host(struct sm_context *ctx, struct sm_store *store,
                                        size_t count, size_t size, void *out_pointer);
/* Frees one array of the device, and sets *pointer to NULL; NULL already: does nothing. */
void sm_store_drop(struct sm_store *store, void *pointer);
/* Frees all arrays. */
void sm_store_clear(struct sm_store *store);
size_t sm_store_bytes(const struct sm_store *store); /* device memory of the store, bytes */

#endif
