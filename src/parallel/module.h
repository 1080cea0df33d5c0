/* module.h - interface of the module simoom_mpi: messages between the processes of a run, by MPI.
 */
#ifndef SM_PARALLEL_MODULE_H
#define SM_PARALLEL_MODULE_H

#include <stddef.h>

/* Errors of MPI end all processes, with a message of the MPI library. */
struct sm_mpi_module {
  void (*open)(int *rank, int *count);
  /* Collects `size` bytes of every process, in their order, on all of them. */
  void (*share)(const void *own, size_t size, void *all);
  /* Messages between two processes arrive in their order. Both sleep while they wait. */
  void (*send)(int to, const void *data, size_t size);
  void (*receive)(int from, void *data, size_t size);
  /* Ends MPI, when all processes call it. */
  void (*close)(void);
};

#endif
