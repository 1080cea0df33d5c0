/* list.h - arrays that grow by one item after the other, are sorted by value, or freed at once. */
#ifndef SM_BASE_LIST_H
#define SM_BASE_LIST_H

#include "base/context.h"
#include <string.h>

/* Makes room for one more item behind `count` items of `size` bytes: doubles the array, from
 * sm_alloc, when its capacity is reached. It begins as NULL with capacity 0. Errors: ERR_MEMORY. */
SM_CHECKED static inline enum sm_status sm_list_grow(struct sm_context *ctx, size_t count,
                                                     size_t size, const char *what,
                                                     void *array_pointer, size_t *capacity) {
  const size_t more = *capacity == 0 ? 64 : 2 * *capacity;
  void *old, *array = NULL;
  if (count < *capacity) return SM_OK;
  memcpy(&old, array_pointer, sizeof old);
  SM_TRY(sm_alloc(ctx, more, size, what, &array));
  if (count > 0) memcpy(array, old, count * size);
  sm_free(old);
  memcpy(array_pointer, &array, sizeof array);
  *capacity = more;
  return SM_OK;
}

/* Order of numbers, rising, for qsort. */
static inline int sm_by_value(const void *a, const void *b) {
  const double p = *(const double *)a, q = *(const double *)b;
  return (p > q) - (p < q);
}

/* Frees several arrays of sm_alloc. */
#define SM_FREE_ALL(...)                                                                           \
  sm_free_list((void *const[]){__VA_ARGS__}, sizeof((void *const[]){__VA_ARGS__}) / sizeof(void *))
static inline void sm_free_list(void *const *array, size_t count) {
  for (size_t i = 0; i < count; i++) sm_free(array[i]);
}

#endif
