/* peers.c - halo exchange between the GPUs of one host by peer access (CUDA IPC,
 * device/cuda/messages.h), in place of messages. */
#include "device/device.h"

#ifdef SM_HAVE_CUDA
#include "lab/processes.h"
#include "parallel/parallel.h"
#include <stdlib.h>
#include <string.h>

/* Whether all processes run on one host, and none refuses peer access. */
static bool may_be_peers(const struct sm_parallel *group) {
  const char *chosen = getenv("SIMOOM_PEER_ACCESS");
  bool good = chosen == NULL || strcmp(chosen, "0") != 0;
  for (int p = 1; p < sm_parallel_count(group); p++)
    good = good && strcmp(sm_parallel_host(group, p), sm_parallel_host(group, 0)) == 0;
  return !sm_parallel_any(group, !good);
}

enum sm_status sm_peers_open(struct sm_context *ctx, struct sm_device *device) {
  const struct sm_parallel *group = device->group;
  const int count = sm_parallel_count(group), rank = sm_parallel_rank(group);
  const int low = (rank + count - 1) % count, high = (rank + 1) % count;
  SM_SCOPED struct sm_gpu_handle *all = NULL;
  struct sm_gpu_handle own = {{0}};
  if (!may_be_peers(group)) return SM_OK;
  SM_TRY(sm_processes_agree(
      ctx, sm_alloc(ctx, (size_t)count, sizeof *all, "memory of the other GPUs", &all)));
  bool good = sm_cuda_peer_create(device, &own);
  sm_parallel_share(group, &own, sizeof own, all);
  good = !sm_parallel_any(group, !good) &&
         sm_cuda_peer_connect(device, &all[low], &all[high], low == high);
  if (sm_parallel_any(group, !good)) {
    sm_cuda_peer_disconnect(device);
    (void)sm_parallel_any(group, false); /* none has the memory of another one open any more */
    sm_cuda_peer_free(device);
    return SM_OK;
  }
  sm_cuda_peer_start(device);
  sm_info(ctx, "halo exchange between GPUs by peer access");
  return SM_OK;
}

void sm_peers_close(struct sm_device *device) {
  if (device->peer == NULL) return;
  sm_cuda_peer_disconnect(device);
  sm_cuda_peer_free(device);
}
#else
enum sm_status sm_peers_open(struct sm_context *ctx, struct sm_device *device) {
  (void)ctx;
  (void)device;
  return SM_OK;
}

void sm_peers_close(struct sm_device *device) { (void)device; }
#endif
