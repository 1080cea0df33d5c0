/* device/cuda/sor.cu - GPU-only parts of the solvers of Bozorgmehr et al. (2021): the sweep through
 * shared memory, and the device-side iteration loop.
 *
 * The loop of the paper (Algorithm 2) is one kernel that launches the kernels of an iteration,
 * waits for them, and repeats. Kernels can no longer wait for child kernels: here the last launch
 * is the next iteration, in the stream that starts when the kernel and all its other children have
 * ended (tail launch). Compiled as relocatable device code, since kernels launch kernels. */
#include "device/cuda/profile.h"

#ifndef SM_LAUNCH /* tests/emulator runs these kernels on the host */
#define SM_LAUNCH(KERNEL, GRID, BLOCK, STREAM, ...) KERNEL<<<GRID, BLOCK, 0, STREAM>>>(__VA_ARGS__)
#define SM_LAUNCH_BARRIERS SM_LAUNCH
#endif
#include "device/cuda/sor_profile.h"

/* --- shared memory --- */

enum { TILE_X = 32, TILE_Y = 4, TILE_Z = 2, TILE = TILE_X * TILE_Y * TILE_Z };

/* One colour of a sweep; a block first loads the lambda of its tile and of the surrounding layer of
 * cells, then every other thread updates a cell. Values of the changing colour in neighbouring
 * blocks may be old or new in the tile; they are not used. */
static __global__ void __launch_bounds__(TILE) sor_shared(const struct sm_sor_arrays s) {
  enum { SX = TILE_X + 2, SY = TILE_Y + 2, SZ = TILE_Z + 2 };
  __shared__ float tile[SX * SY * SZ];
  const int i0 = (int)blockIdx.x * TILE_X, j0 = (int)blockIdx.y * TILE_Y;
  const int k0 = (int)blockIdx.z * TILE_Z;
  const int x = (int)threadIdx.x, y = (int)threadIdx.y, z = (int)threadIdx.z;
  for (int t = x + TILE_X * (y + TILE_Y * z); t < SX * SY * SZ; t += TILE) {
    const int i = i0 + t % SX - 1, j = j0 + t / SX % SY - 1, k = k0 + t / (SX * SY) - 1;
    const bool inside = i <= s.nx && j <= s.ny && k <= s.nz;
    tile[t] = inside ? s.lambda[i + j * s.sy + k * s.sz] : 0.0f;
  }
  __syncthreads();
  const int i = i0 + x, j = j0 + y, k = k0 + z;
  if (i >= s.nx || j >= s.ny || k >= s.nz || ((i + j + k) & 1) != s.colour) return;
  const ptrdiff_t c = i + j * s.sy + k * s.sz;
  const float *at = tile + (x + 1) + (y + 1) * SX + (z + 1) * SX * SY;
  s.lambda[c] = sm_sor_update(&s, c, at, SX, SX * SY);
}

static __host__ __device__ unsigned blocks(int n, int block) {
  return (unsigned)((n + block - 1) / block);
}

extern "C" void sm_cuda_sor_shared(struct sm_device *device, const struct sm_sor_arrays *lambda) {
  const struct timed timed(device, "sor_shared");
  const dim3 grid(blocks(lambda->nx, TILE_X), blocks(lambda->ny, TILE_Y),
                  blocks(lambda->nz, TILE_Z));
  SM_LAUNCH_BARRIERS(sor_shared, grid, dim3(TILE_X, TILE_Y, TILE_Z), (cudaStream_t)device->stream,
                     *lambda);
}

/* --- device-side loop --- */

/* Kernels of sor-global, with the launch shape of the back end. span: for a profile, else
 * NULL. */
#define KERNEL(NAME)                                                                               \
  static __global__ void __launch_bounds__(256)                                                    \
      NAME(const struct sm_sor_arrays s, int nx, int ny, struct sor_span *span) {                  \
    note_begin(span);                                                                              \
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);                                    \
    const int j = (int)(blockIdx.y * blockDim.y + threadIdx.y);                                    \
    if (i < nx && j < ny) sm_cell_##NAME(&s, i, j, (int)blockIdx.z);                               \
    note_end(span);                                                                                \
  }
KERNEL(save_lambda)
KERNEL(sor)
KERNEL(neumann)
KERNEL(error_lines)
KERNEL(error)

#define LAUNCH(NAME, L, NX, NY, NZ)                                                                \
  SM_LAUNCH(NAME, dim3(blocks(NX, 64), blocks(NY, 4), (unsigned)(NZ)), dim3(64, 4), stream, s, NX, \
            NY, profile != NULL ? &profile->span[L] : NULL)

/* Launches one iteration, from the host or from a kernel, optionally measuring its change. profile:
 * may be NULL. */
static __host__ __device__ void launch_iteration(const struct sm_sor_arrays *lambda, bool measure,
                                                 struct sor_profile *profile, cudaStream_t stream) {
  struct sm_sor_arrays s = *lambda;
  if (measure) LAUNCH(save_lambda, SOR_SAVE, s.nx, s.ny, s.nz);
  for (s.colour = 1; s.colour >= 0; s.colour--)
    LAUNCH(sor, s.colour == 1 ? SOR_RED : SOR_BLACK, (s.nx + 1) / 2, s.ny, s.nz);
  LAUNCH(neumann, SOR_NEUMANN, s.nx, s.ny, 1);
  if (!measure) return;
  LAUNCH(error_lines, SOR_LINES, s.nx, s.nz, 1);
  LAUNCH(error, SOR_ERROR, 1, 1, 1);
}

/* Whether the loop continues after `done` iterations. */
static __host__ __device__ bool goes_on(const struct sm_sor_loop *loop, int done) {
  const int measured = done / loop->every;
  const bool stopped =
      done % loop->every == 0 && measured > 0 && loop->changes[measured - 1] <= loop->stop;
  return done >= 0 && done < loop->limit && !stopped;
}

/* --- dynamic parallelism: kernels that launch kernels --- */

/* Maximum length of a chain of launches: below the nesting limit of 24 levels, whether or not tail
 * launches count. */
enum { CHAIN = 20 };

/* One iteration, then at most `left` more; single thread. Child kernels run in launch order; the
 * next iteration starts after they have ended. */
static __global__ void dynamic_parallel(const struct sm_sor_loop loop, struct sor_profile *profile,
                                        int left) {
  const int done = *loop.done;
  gather(profile);
  if (!goes_on(&loop, done)) return;
  *loop.done = done + 1;
  struct sm_sor_arrays s = loop.lambda;
  s.change = loop.changes + done / loop.every;
  launch_iteration(&s, (done + 1) % loop.every == 0, profile, 0);
  if (left > 0)
    SM_LAUNCH(dynamic_parallel, dim3(1), dim3(1), cudaStreamTailLaunch, loop, profile, left - 1);
  if (cudaGetLastError() != cudaSuccess) *loop.done = SM_SOR_LOOP_FAILED;
}

static const char *run_dynamic(struct sm_device *device, const struct sm_sor_loop *loop) {
  const cudaStream_t stream = (cudaStream_t)device->stream;
  struct sor_profile *profile = open_profile(device, stream);
  cudaMemsetAsync(loop->done, 0, sizeof *loop->done, stream);
  for (int first = 0; first < loop->limit; first += CHAIN)
    SM_LAUNCH(dynamic_parallel, dim3(1), dim3(1), stream, *loop, profile, CHAIN - 1);
  close_profile(device, profile, "dynamic_parallel", stream);
  return NULL;
}

/* --- WHILE node of a graph --- */

#if defined(CUDART_VERSION) && CUDART_VERSION >= 12040

/* After `every` iterations: stores their change and decides whether to continue. Single thread. */
static __global__ void next_round(const struct sm_sor_loop loop,
                                  cudaGraphConditionalHandle handle) {
  const int done = *loop.done + loop.every;
  loop.changes[done / loop.every - 1] = *loop.lambda.change;
  *loop.done = done;
  cudaGraphSetConditional(handle, goes_on(&loop, done));
}

/* Body of the loop: `every` iterations, the last one measured. */
static cudaError_t fill_body(cudaGraph_t body, cudaStream_t stream, const struct sm_sor_loop *loop,
                             struct sor_profile *profile, cudaGraphConditionalHandle handle) {
  cudaError_t error =
      cudaStreamBeginCaptureToGraph(stream, body, NULL, NULL, 0, cudaStreamCaptureModeThreadLocal);
  if (error != cudaSuccess) return error;
  for (int i = 1; i <= loop->every; i++) {
    launch_iteration(&loop->lambda, i == loop->every, profile, stream);
    if (profile != NULL) SM_LAUNCH(gather_iteration, dim3(1), dim3(1), stream, profile);
  }
  SM_LAUNCH(next_round, dim3(1), dim3(1), stream, *loop, handle);
  error = cudaGetLastError();
  cudaGraph_t captured;
  const cudaError_t ended = cudaStreamEndCapture(stream, &captured);
  return error != cudaSuccess ? error : ended;
}

static cudaError_t add_while(cudaGraph_t graph, struct cudaGraphNodeParams *params) {
  cudaGraphNode_t node;
#if CUDART_VERSION >= 13000
  return cudaGraphAddNode(&node, graph, NULL, NULL, 0, params);
#else
  return cudaGraphAddNode(&node, graph, NULL, 0, params);
#endif
}

static cudaError_t make_loop(cudaGraph_t graph, cudaStream_t side, const struct sm_sor_loop *loop,
                             struct sor_profile *profile) {
  cudaGraphConditionalHandle handle;
  cudaError_t error =
      cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
  if (error != cudaSuccess) return error;
  struct cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeConditional;
  params.conditional.handle = handle;
  params.conditional.type = cudaGraphCondTypeWhile;
  params.conditional.size = 1;
  error = add_while(graph, &params);
  if (error != cudaSuccess) return error;
  return fill_body(params.conditional.phGraph_out[0], side, loop, profile, handle);
}

static cudaError_t launch_loop(cudaStream_t stream, cudaStream_t side, cudaGraph_t graph,
                               const struct sm_sor_loop *loop, struct sor_profile *profile) {
  cudaError_t error = make_loop(graph, side, loop, profile);
  cudaGraphExec_t executable = NULL;
  if (error == cudaSuccess) error = cudaGraphInstantiate(&executable, graph, 0);
  if (error == cudaSuccess) error = cudaGraphLaunch(executable, stream);
  const cudaError_t ended = cudaStreamSynchronize(stream);
  if (executable != NULL) cudaGraphExecDestroy(executable);
  return error == cudaSuccess ? ended : error;
}

/* Builds the graph, runs it and waits for its end. If the limit is below `every`, nothing is
 * measured: the host launches those iterations. */
static const char *run_graph(struct sm_device *device, const struct sm_sor_loop *loop) {
  const cudaStream_t stream = (cudaStream_t)device->stream;
  cudaMemsetAsync(loop->done, 0, sizeof *loop->done, stream);
  if (loop->limit < loop->every) {
    for (int i = 0; i < loop->limit; i++) launch_iteration(&loop->lambda, false, NULL, stream);
    const int done = loop->limit;
    cudaMemcpyAsync(loop->done, &done, sizeof done, cudaMemcpyDefault, stream);
    return NULL;
  }
  struct sor_profile *profile = open_profile(device, stream);
  cudaStream_t side = NULL;
  cudaGraph_t graph = NULL;
  cudaError_t error = cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
  if (error == cudaSuccess) error = cudaGraphCreate(&graph, 0);
  if (error == cudaSuccess) error = launch_loop(stream, side, graph, loop, profile);
  close_profile(device, profile, "while_node", stream);
  if (graph != NULL) cudaGraphDestroy(graph);
  if (side != NULL) cudaStreamDestroy(side);
  return error == cudaSuccess ? NULL : cudaGetErrorString(error);
}

#else

static const char *run_graph(struct sm_device *, const struct sm_sor_loop *) {
  return "graphs with loops need CUDA 12.4";
}

#endif

extern "C" const char *sm_cuda_sor_loop(struct sm_device *device, const struct sm_sor_loop *loop) {
  return loop->graph ? run_graph(device, loop) : run_dynamic(device, loop);
}
