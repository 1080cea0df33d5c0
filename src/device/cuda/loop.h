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

struct recorded_loop {
  cudaGraphExec_t graph;
  bool whole; /* all iterations; else one */
};

/* Graph with a WHILE node; NULL if the driver has none. */
static cudaGraph_t capture_loop(cudaStream_t stream, void (*body)(void *), void *user,
                                const double *go) {
  cudaGraph_t graph = NULL;
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
    good = cudaStreamEndCapture(stream, NULL) == cudaSuccess;
  }
  if (good) return graph;
  cudaGraphDestroy(graph);
  return NULL;
}

/* Graph of one iteration: messages cannot be in the body of a WHILE node. */
static cudaGraph_t capture_iteration(cudaStream_t stream, void (*body)(void *), void *user) {
  cudaGraph_t graph = NULL;
  if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) != cudaSuccess) return NULL;
  body(user);
  return cudaStreamEndCapture(stream, &graph) == cudaSuccess ? graph : NULL;
}

static void forget(struct sm_device *, void *user) {
  struct recorded_loop *loop = (struct recorded_loop *)user;
  if (loop == NULL) return;
  if (loop->graph != NULL) cudaGraphExecDestroy(loop->graph);
  free(loop);
}

static void *record(struct sm_device *device, void (*body)(void *), void *user, const double *go) {
  const cudaStream_t stream = stream_of(device);
  const bool whole = device->rows == NULL;
  if (!whole && (device->carrier.exchange == NULL || device->profile != NULL)) return NULL;
  struct recorded_loop *loop = (struct recorded_loop *)calloc(1, sizeof *loop);
  cudaGraph_t graph = loop == NULL ? NULL
                      : whole      ? capture_loop(stream, body, user, go)
                                   : capture_iteration(stream, body, user);
  if (loop != NULL) loop->whole = whole;
  const bool good = graph != NULL && cudaGraphInstantiate(&loop->graph, graph, 0) == cudaSuccess &&
                    cudaGraphUpload(loop->graph, stream) == cudaSuccess;
  if (graph != NULL) cudaGraphDestroy(graph);
  if (good) return loop;
  cudaGetLastError();
  forget(device, loop);
  return NULL;
}

struct launch {
  cudaGraphExec_t graph;
  cudaStream_t stream;
};

static void launch_graph(void *user) {
  const struct launch *launch = (const struct launch *)user;
  cudaGraphLaunch(launch->graph, launch->stream);
}

static void repeat(struct sm_device *device, void *user_loop, void (*body)(void *), void *user,
                   const double *go) {
  struct recorded_loop *loop = (struct recorded_loop *)user_loop;
  if (loop == NULL || device->profile != NULL) {
    repeat_from_host(device, body, user, go);
  } else {
    struct launch launch = {loop->graph, stream_of(device)};
    if (loop->whole)
      launch_graph(&launch);
    else
      repeat_from_host(device, launch_graph, &launch, go);
  }
}
#endif
#endif
