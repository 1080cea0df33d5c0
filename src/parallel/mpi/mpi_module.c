/* mpi_module.c - module simoom_mpi: the calls of MPI (parallel/module.h). */
#define _POSIX_C_SOURCE 200809L /* nanosleep */
#include "parallel/module.h"

#include <mpi.h>
#include <sched.h>
#include <time.h>

/* Waits for messages of so many bytes: for some 0.1 ms and the time of the bytes attentively, since
 * MPI moves large ones in pieces, in calls alone (256 bytes an attempt: 1 GB/s or less); then with
 * pauses of up to 1/16 of the time so far, so that a message is noticed soon after it came.
 * MPI_Waitall would keep a processor busy for the minutes of a wind that another process computes.
 */
static void wait_for_all(MPI_Request *request, int count, size_t bytes) {
  const size_t attempts = 300 + bytes / 256;
  const long longest = 1000000; /* ns */
  int done = 0;
  for (size_t i = 0; i < attempts; i++) {
    MPI_Testall(count, request, &done, MPI_STATUSES_IGNORE);
    if (done) return;
    sched_yield();
  }
  for (long pause = 1000;; pause = pause < longest ? pause + pause / 16 : longest) {
    MPI_Testall(count, request, &done, MPI_STATUSES_IGNORE);
    if (done) return;
    nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
  }
}

static void wait_for(MPI_Request *request, size_t bytes) { wait_for_all(request, 1, bytes); }

/* Bytes of one message: MPI counts with int. */
static const size_t largest = (size_t)1 << 30;

static int part(size_t rest) { return (int)(rest < largest ? rest : largest); }

static void open_mpi(int *rank, int *count) {
  int level;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, rank);
  MPI_Comm_size(MPI_COMM_WORLD, count);
}

static void share(const void *own, size_t size, void *all) {
  MPI_Request request;
  MPI_Iallgather(own, (int)size, MPI_BYTE, all, (int)size, MPI_BYTE, MPI_COMM_WORLD, &request);
  wait_for(&request, size);
}

static void send(int to, const void *data, size_t size) {
  for (size_t done = 0; done < size; done += largest) {
    MPI_Request request;
    MPI_Isend((const char *)data + done, part(size - done), MPI_BYTE, to, 0, MPI_COMM_WORLD,
              &request);
    wait_for(&request, (size_t)part(size - done));
  }
}

static void receive(int from, void *data, size_t size) {
  for (size_t done = 0; done < size; done += largest) {
    MPI_Request request;
    MPI_Irecv((char *)data + done, part(size - done), MPI_BYTE, from, 0, MPI_COMM_WORLD, &request);
    wait_for(&request, (size_t)part(size - done));
  }
}

enum { AFTER_ORDINARY = 1 }; /* first tag of exchanges; that of other messages is 0 */

static void exchange(const struct sm_message *message, int count) {
  MPI_Request request[SM_MESSAGES];
  size_t bytes = 0;
  for (int m = 0; m < count; m++) {
    bytes += message[m].size;
    const int tag = AFTER_ORDINARY + message[m].tag;
    if (message[m].receive)
      MPI_Irecv(message[m].data, (int)message[m].size, MPI_BYTE, message[m].process, tag,
                MPI_COMM_WORLD, &request[m]);
    else
      MPI_Isend(message[m].data, (int)message[m].size, MPI_BYTE, message[m].process, tag,
                MPI_COMM_WORLD, &request[m]);
  }
  wait_for_all(request, count, bytes);
}

static void gather(const void *own, const int *sizes, const int *offsets, void *all) {
  MPI_Request request;
  int rank, count;
  size_t bytes = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  for (int p = 0; p < count; p++) bytes += (size_t)sizes[p];
  MPI_Iallgatherv(own, sizes[rank], MPI_BYTE, all, sizes, offsets, MPI_BYTE, MPI_COMM_WORLD,
                  &request);
  wait_for(&request, bytes);
}

static void close_mpi(void) { MPI_Finalize(); }

extern __attribute__((visibility("default"))) const struct sm_mpi_module simoom_mpi_module;
const struct sm_mpi_module simoom_mpi_module = {.open = open_mpi,
                                                .share = share,
                                                .send = send,
                                                .receive = receive,
                                                .exchange = exchange,
                                                .gather = gather,
                                                .close = close_mpi};
