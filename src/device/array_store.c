#include "device/array_store.h"

#include "base/machine/machine.h"
#include <stdlib.h>
#include <string.h>

static enum sm_status make_room(struct sm_context *ctx, struct sm_store *store) {
  if (store->arrays < store->room) return SM_OK;
  const int room = store->room > 0 ? 2 * store->room : 32;
  struct sm_store_array *array = realloc(store->array, (size_t)room * sizeof *array);
  if (array == NULL) return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: %s", store->what);
  store->array = array;
  store->room = room;
  return SM_OK;
}

static void keep(struct sm_store *store, struct sm_store_array array, void *out_pointer) {
  store->array[store->arrays++] = array;
  memcpy(out_pointer, &array.memory, sizeof array.memory);
}

enum sm_status sm_store_put(struct sm_context *ctx, struct sm_store *store, const void *host,
                            size_t count, size_t size, void *out_pointer) {
  void *memory = NULL;
  SM_TRY(make_room(ctx, store));
  SM_TRY(sm_device_allocate(ctx, store->device, count, size, store->what, &memory));
  keep(store, (struct sm_store_array){memory, count, size, false}, out_pointer);
  if (host == NULL || count == 0) return SM_OK;
  return sm_device_upload(ctx, store->device, memory, host, count * size);
}

/* On a device that counts the host takes no memory either, until it writes to it. */
static enum sm_status allocate_host(struct sm_context *ctx, const struct sm_store *store,
                                    size_t count, size_t size, void **out) {
  if (sm_device_has_data(store->device)) return sm_alloc(ctx, count, size, store->what, out);
  sm_device_count_host(store->device, (ptrdiff_t)(count * size));
  *out = sm_memory_reserve(count * size);
  return *out != NULL ? SM_OK : sm_fail(ctx, SM_ERR_MEMORY, "out of memory: %s", store->what);
}

enum sm_status sm_store_host(struct sm_context *ctx, struct sm_store *store, size_t count,
                             size_t size, void *out_pointer) {
  void *memory = NULL;
  SM_TRY(make_room(ctx, store));
  SM_TRY(allocate_host(ctx, store, count, size, &memory));
  keep(store, (struct sm_store_array){memory, count, size, true}, out_pointer);
  return SM_OK;
}

static void free_host(const struct sm_store *store, const struct sm_store_array *array) {
  if (sm_device_has_data(store->device)) {
    sm_free(array->memory);
    return;
  }
  sm_device_count_host(store->device, -(ptrdiff_t)(array->count * array->size));
  sm_memory_give_back(array->memory, array->count * array->size);
}

void sm_store_drop(struct sm_store *store, void *pointer) {
  void *memory;
  int m = 0;
  memcpy(&memory, pointer, sizeof memory);
  memset(pointer, 0, sizeof memory);
  while (m < store->arrays && store->array[m].memory != memory) m++;
  if (memory == NULL || m == store->arrays) return;
  sm_device_release(store->device, memory, store->array[m].count, store->array[m].size);
  store->array[m] = store->array[--store->arrays];
}

void sm_store_clear(struct sm_store *store) {
  for (int m = 0; m < store->arrays; m++) {
    const struct sm_store_array *array = &store->array[m];
    if (array->on_host)
      free_host(store, array);
    else
      sm_device_release(store->device, array->memory, array->count, array->size);
  }
  free(store->array);
  store->array = NULL;
  store->arrays = store->room = 0;
}

size_t sm_store_bytes(const struct sm_store *store) {
  size_t bytes = 0;
  for (int m = 0; m < store->arrays; m++)
    if (!store->array[m].on_host) bytes += store->array[m].count * store->array[m].size;
  return bytes;
}
