#include "device/device.h"

#include "parallel/parallel.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* Functions of NCCL, as declared in its manual; 0 is success, type 0 is a byte. */
struct unique_id {
  char bytes[128];
};
typedef struct nccl_communicator *communicator;
enum { SYSTEM_ERROR = 2 };
struct sm_nccl {
  void *library;
  int (*version)(int *);
  int (*unique_id)(struct unique_id *);
  int (*init)(communicator *, int count, struct unique_id, int rank);
  int (*destroy)(communicator);
  int (*group_start)(void);
  int (*group_end)(void);
  int (*send)(const void *, size_t, int type, int peer, communicator, void *stream);
  int (*receive)(void *, size_t, int type, int peer, communicator, void *stream);
  const char *(*error_text)(int);
  communicator all;
  int rank, count;
  int error; /* first of a message */
};

static bool find(void *library, const char *name, void *function) {
  void *const address = dlsym(library, name);
  memcpy(function, &address, sizeof address);
  return address != NULL;
}

static bool find_all(struct sm_nccl *n) {
  return find(n->library, "ncclGetVersion", &n->version) &&
         find(n->library, "ncclGetUniqueId", &n->unique_id) &&
         find(n->library, "ncclCommInitRank", &n->init) &&
         find(n->library, "ncclCommDestroy", &n->destroy) &&
         find(n->library, "ncclGroupStart", &n->group_start) &&
         find(n->library, "ncclGroupEnd", &n->group_end) &&
         find(n->library, "ncclSend", &n->send) && find(n->library, "ncclRecv", &n->receive) &&
         find(n->library, "ncclGetErrorString", &n->error_text);
}

/* Library of SIMOOM_NCCL, or that of the system. It is never closed: its threads may run on. */
static bool open_library(struct sm_nccl *n) {
  const char *chosen = getenv("SIMOOM_NCCL");
  n->library =
      dlopen(chosen != NULL ? chosen : "libnccl.so.2", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  return n->library != NULL && find_all(n);
}

/* --- messages --- */

static void keep_error(struct sm_nccl *n, int error) {
  if (n->error == 0) n->error = error;
}

/* Messages between two processes are in the order of their tags on both. */
static void exchange(void *user, const struct sm_message *message, int count) {
  struct sm_device *device = user;
  struct sm_nccl *n = device->nccl;
  keep_error(n, n->group_start());
  for (int tag = 0; tag < SM_MESSAGES; tag++)
    for (int m = 0; m < count; m++) {
      const struct sm_message *own = &message[m];
      if (own->tag != tag) continue;
      keep_error(n, own->receive
                        ? n->receive(own->data, own->size, 0, own->process, n->all, device->stream)
                        : n->send(own->data, own->size, 0, own->process, n->all, device->stream));
    }
  keep_error(n, n->group_end());
}

static void gather(void *user, const void *own, const int *sizes, const int *offsets, void *all) {
  struct sm_device *device = user;
  struct sm_nccl *n = device->nccl;
  keep_error(n, n->group_start());
  for (int p = 0; p < n->count; p++) {
    if (p == n->rank) continue;
    if (sizes[n->rank] > 0)
      keep_error(n, n->send(own, (size_t)sizes[n->rank], 0, p, n->all, device->stream));
    if (sizes[p] > 0)
      keep_error(
          n, n->receive((char *)all + offsets[p], (size_t)sizes[p], 0, p, n->all, device->stream));
  }
  keep_error(n, n->group_end());
}

static void *allocate(void *user, size_t bytes) {
  struct sm_device *device = user;
  return device->backend->allocate(device, bytes);
}

static void release(void *user, void *memory) {
  struct sm_device *device = user;
  device->backend->release(device, memory);
}

/* --- joining --- */

/* Connects all pairs, which a recorded loop must not. */
static void connect(struct sm_device *device) {
  struct sm_nccl *n = device->nccl;
  char *bytes = allocate(device, (size_t)n->count + 1);
  if (bytes == NULL) {
    keep_error(n, SYSTEM_ERROR);
    return;
  }
  keep_error(n, n->group_start());
  for (int p = 0; p < n->count; p++) {
    if (p == n->rank) continue;
    keep_error(n, n->send(bytes + n->count, 1, 0, p, n->all, device->stream));
    keep_error(n, n->receive(bytes + p, 1, 0, p, n->all, device->stream));
  }
  keep_error(n, n->group_end());
  if (device->backend->sync(device) != NULL) keep_error(n, SYSTEM_ERROR);
  release(device, bytes);
}

/* The number of process 0, on all. */
static bool share_id(const struct sm_parallel *group, const struct sm_nccl *n,
                     struct unique_id *id) {
  const bool failed = n->rank == 0 && n->unique_id(id) != 0;
  if (n->rank > 0) sm_parallel_receive(group, 0, id, sizeof *id);
  for (int p = 1; p < n->count && n->rank == 0; p++) sm_parallel_send(group, p, id, sizeof *id);
  return !sm_parallel_any(group, failed);
}

/* Whether all have a communicator; the calls are the same on all. */
static bool join(struct sm_device *device) {
  const struct sm_parallel *group = device->group;
  struct sm_nccl *n = device->nccl;
  struct unique_id id = {{0}};
  if (sm_parallel_any(group, !open_library(n)) || !share_id(group, n, &id)) return false;
  device->carrier.wait(device); /* makes the GPU current for this thread */
  const bool failed = n->init(&n->all, n->count, id, n->rank) != 0;
  if (failed) n->all = NULL;
  if (sm_parallel_any(group, failed)) return false;
  connect(device);
  return !sm_parallel_any(group, n->error != 0);
}

enum sm_status sm_nccl_open(struct sm_context *ctx, struct sm_device *device) {
  int version = 0;
  SM_TRY(sm_alloc(ctx, 1, sizeof *device->nccl, "messages between GPUs", &device->nccl));
  struct sm_nccl *n = device->nccl;
  n->rank = sm_parallel_rank(device->group);
  n->count = sm_parallel_count(device->group);
  if (!join(device)) {
    sm_nccl_close(device);
    sm_info(ctx, "messages between GPUs by MPI: no NCCL (libnccl.so.2) that joins them");
    return SM_OK;
  }
  n->version(&version);
  sm_info(ctx, "messages between GPUs by NCCL %d.%d.%d", version / 10000, version / 100 % 100,
          version % 100);
  device->carrier.capacity *= 4;
  device->carrier.allocate = allocate;
  device->carrier.release = release;
  device->carrier.exchange = exchange;
  device->carrier.gather = gather;
  return sm_peers_open(ctx, device);
}

void sm_nccl_close(struct sm_device *device) {
  struct sm_nccl *n = device->nccl;
  if (n == NULL) return;
  sm_peers_close(device);
  if (n->all != NULL) n->destroy(n->all);
  sm_free(n);
  device->nccl = NULL;
}

const char *sm_nccl_error(const struct sm_device *device) {
  const struct sm_nccl *n = device->nccl;
  return n != NULL && n->error != 0 ? n->error_text(n->error) : NULL;
}
