/* device/cuda/loop.h - device-side loop: a CUDA graph with a WHILE node, whose body contains the
 * work enqueued by one call of the body. The host waits only for the end of the loop. For
 * device/cuda/backend.cu only. */
#ifndef SM_DEVICE_CUDA_LOOP_H
#define SM_DEVICE_CUDA_LOOP_H

/* Host-side loop that reads *go in each iteration: used with a profile, under the emulator, and if
 * the driver lacks conditional nodes. */
static void repeat_from_host(struct sm_device *device, void (*body)(void *), void *user,
                             const double *go) {
  double more = 0;
  do {
    body(user);
    cudaMemcpyAsync(&more, go, sizeof more, cudaMemcpyDefault, stream_of(device));
  } while (cudaStreamSynchronize(stream_of(device)) == cudaSuccess && more > 0);
}

#ifdef SM_EMULATED
static void *record(struct sm_device *, void (*)(void *), void *, const double *) { return NULL; }

static void repeat(struct sm_device *device, void *loop, void (*body)(void *), void *user,
                   const double *go) {
  (void)loop;
  repeat_from_host(device, body, user, go);
}

static void forget(struct sm_device *device, void *loop) {
  (void)device;
  (void)loop;
}
#else

static __global__ void go_on(cudaGraphConditionalHandle handle, const double *go) {
  cudaGraphSetConditional(handle, *go > 0 ? 1u : 0u);
}

static void *record(struct sm_device *device, void (*body)(void *), void *user, const double *go) {
  const cudaStream_t stream = stream_of(device);
  cudaGraph_t graph = NULL;
  cudaGraphExec_t loop = NULL;
  if (cudaGraphCreate(&graph, 0) != cudaSuccess) return NULL;
  cudaGraphConditionalHandle handle;
  struct cudaGraphNodeParams node = {};
  cudaGraphNode_t unused;
  bool good = cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault) ==
              cudaSuccess;
  node.type = cudaGraphNodeTypeConditional;
  node.conditional.handle = handle;
  node.conditional.type = cudaGraphCondTypeWhile;
  node.conditional.size = 1;
  good = good && cudaGraphAddNode(&unused, graph, NULL, NULL, 0, &node) == cudaSuccess &&
         cudaStreamBeginCaptureToGraph(stream, node.conditional.phGraph_out[0], NULL, NULL, 0,
                                       cudaStreamCaptureModeRelaxed) == cudaSuccess;
  if (good) {
    body(user);
    go_on<<<1, 1, 0, stream>>>(handle, go);
    good = cudaStreamEndCapture(stream, NULL) == cudaSuccess &&
           cudaGraphInstantiate(&loop, graph, 0) == cudaSuccess &&
           cudaGraphUpload(loop, stream) == cudaSuccess;
  }
  cudaGraphDestroy(graph);
  if (good) return loop;
  cudaGetLastError();
  return NULL;
}

static void repeat(struct sm_device *device, void *loop, void (*body)(void *), void *user,
                   const double *go) {
  if (loop == NULL || device->profile != NULL) {
    repeat_from_host(device, body, user, go);
  } else {
    cudaGraphLaunch((cudaGraphExec_t)loop, stream_of(device));
  }
}

static void forget(struct sm_device *device, void *loop) {
  (void)device;
  if (loop != NULL) cudaGraphExecDestroy((cudaGraphExec_t)loop);
}
#endif
#endif
