/* module.h - interface of the module simoom_mpi: messages between the processes of a run, by MPI.
 */
#ifndef SM_PARALLEL_MODULE_H
#define SM_PARALLEL_MODULE_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
