#include "device/array_store.h"

#include <string.h>

enum sm_status sm_store_put(struct sm_context *ctx, struct sm_store *store, const void *host,
                            size_t count, size_t size, void *out_pointer) {
  void *memory = NULL;
  SM_TRY(sm_device_allocate(ctx, store->device, count, size, store->what, &memory));
  store->array[store->arrays].memory = memory;
  store->array[store->arrays].count = count;
  store->array[store->arrays++].size = size;
  memcpy(out_pointer, &memory, sizeof memory);
  if (host == NULL || count == 0) return SM_OK;
  return sm_device_upload(ctx, store->device, memory, host, count * size);
}

void sm_store_clear(struct sm_store *store) {
  for (int m = 0; m < store->arrays; m++)
    sm_device_release(store->device, store->array[m].memory, store->array[m].count,
                      store->array[m].size);
  store->arrays = 0;
}

size_t sm_store_bytes(const struct sm_store *store) {
  size_t bytes = 0;
  for (int m = 0; m < store->arrays; m++) bytes += store->array[m].count * store->array[m].size;
  return bytes;
}
