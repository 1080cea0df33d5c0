/* carrier.h - row arrays in the memory of a device: packing of messages, and their transport
 * between processes. */
#ifndef SM_PARALLEL_CARRIER_H
#define SM_PARALLEL_CARRIER_H

#include "parallel/module.h"

/* Rows of planes of an array, and their packed copy in a message. Strides and size of a row: bytes,
 * on a GPU multiples of 4. */
enum { SM_ROW_BLOCKS = 8 }; /* copied together, at most */
struct sm_row_block {
  char *array, *packed; /* at the first row */
  ptrdiff_t row, plane;
  size_t size;
  int rows, planes;
};

/* Without `exchange` and `gather` messages are in host memory that the device can access, and MPI
 * transports them; else they are those of module.h in the order of the device's kernels. */
struct sm_row_carrier {
  void *device;
  size_t capacity; /* of a large message, bytes */
  /* Memory of messages; NULL if there is not enough. */
  void *(*allocate)(void *device, size_t bytes);
  void (*release)(void *device, void *memory);
  /* Packs the blocks, or unpacks them. */
  void (*copy)(void *device, const struct sm_row_block *block, int count, bool unpack);
  /* Waits for kernels and messages. */
  void (*wait)(void *device);
  void (*exchange)(void *device, const struct sm_message *message, int count);
  void (*gather)(void *device, const void *own, const int *sizes, const int *offsets, void *all);
};

#endif
