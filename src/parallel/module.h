/* parallel/module.h - messages between the processes of a run: interface of the module simoom_mpi,
 * and of a device that packs or carries them itself. */
#ifndef SM_PARALLEL_MODULE_H
#define SM_PARALLEL_MODULE_H

#include <stdbool.h>
#include <stddef.h>

/* Interface of the module simoom_mpi: messages between the processes of a run, by MPI. */

/* Message to a process, or from it. The tags of messages between two processes differ. */
struct sm_message {
  int process, tag;
  bool receive;
  void *data;
  size_t size; /* bytes, below 2^31 */
};

enum { SM_MESSAGES = 4 }; /* at the same time */

/* Errors of MPI end all processes, with a message of the MPI library. */
struct sm_mpi_module {
  void (*open)(int *rank, int *count);
  /* Collects `size` bytes of every process, in their order, on all of them. */
  void (*share)(const void *own, size_t size, void *all);
  /* Messages between two processes arrive in their order. Both sleep while they wait. */
  void (*send)(int to, const void *data, size_t size);
  void (*receive)(int from, void *data, size_t size);
  /* At most SM_MESSAGES messages at the same time. */
  void (*exchange)(const struct sm_message *message, int count);
  /* Collects sizes[p] bytes of every process p at offsets[p] of `all`, on all of them. */
  void (*gather)(const void *own, const int *sizes, const int *offsets, void *all);
  /* Ends MPI, when all processes call it. */
  void (*close)(void);
};

/* Row arrays in the memory of a device: packing of messages, and their transport between
 * processes. */

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
  /* NULL, or a halo exchange without messages: sends blocks of rows to the neighbours of both
   * sides, 0 towards lower rows, and receives as many (their `packed` is not used). False: nothing
   * was done, as on the neighbours, and messages are needed. */
  bool (*swap)(void *device, const struct sm_row_block *sent, const struct sm_row_block *received,
               const int *side, int count);
};

#endif
