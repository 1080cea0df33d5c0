/* device/cuda/compressible_lines.h - stages of the compressible solver on a GPU
 * (cell/compressible/stage.h), in one precision: a thread marches along a line of cells and
 * computes the values of each cell and face once. Lines along z are first; the threads of a warp
 * are adjacent in x and exchange the x fluxes. Lines along y are a second kernel. Included once per
 * precision by device/cuda/backend.cu. */

/* State known to both of two adjacent cells of a warp. */
static __device__ __forceinline__ struct SM_P(sm_conserved)
    SM_P(from_west)(struct SM_P(sm_conserved) q) {
  q.r = __shfl_up_sync(~0u, q.r, 1);
  q.u = __shfl_up_sync(~0u, q.u, 1);
  q.v = __shfl_up_sync(~0u, q.v, 1);
  q.w = __shfl_up_sync(~0u, q.w, 1);
  q.e = __shfl_up_sync(~0u, q.e, 1);
  return q;
}
static __device__ __forceinline__ struct SM_P(sm_conserved)
    SM_P(from_east)(struct SM_P(sm_conserved) q) {
  q.r = __shfl_down_sync(~0u, q.r, 1);
  q.u = __shfl_down_sync(~0u, q.u, 1);
  q.v = __shfl_down_sync(~0u, q.v, 1);
  q.w = __shfl_down_sync(~0u, q.w, 1);
  q.e = __shfl_down_sync(~0u, q.e, 1);
  return q;
}

/* Thread on its line: current cell, next cell, flux into the current cell, and its state
 * reconstructed at the face ahead. */
struct SM_P(stage_march) {
  struct SM_P(sm_conserved) here, next, in, edge;
};

/* Flux through the face between `here` and `next`, cell c; then advances to that cell. `out`: flux
 * out of the previous cell. */
template <enum sm_riemann_solver scheme>
static __device__ __forceinline__ void
SM_P(stage_march_step)(const struct SM_P(sm_stage_line) * line, ptrdiff_t c, SM_REAL rho_ahead,
                       SM_REAL rho_face, SM_REAL p_face, struct SM_P(stage_march) * walk,
                       struct SM_P(sm_conserved) * out) {
  const struct SM_P(sm_conserved) ahead =
      SM_P(sm_face_variables)(SM_P(sm_conserved_at)(line, c + line->step), rho_ahead, scheme);
  const int walls = line->walls[c], wall = walls & line->low;
  const struct SM_P(sm_conserved) slope =
      SM_P(sm_limited_slopes)(line, walls, walk->here, walk->next, ahead);
  const struct SM_P(sm_conserved) f =
      SM_P(sm_face_flux)(walk->edge, SM_P(sm_reconstruct)(walk->next, slope, (SM_REAL)-0.5), wall,
                         walls & line->leaves, rho_face, p_face, scheme);
  *out = f;
  if (wall) out->u = SM_P(sm_wall_pressure)(walk->edge, rho_face, p_face, scheme);
  walk->in = f;
  walk->edge = SM_P(sm_reconstruct)(walk->next, slope, (SM_REAL)0.5);
  walk->here = walk->next;
  walk->next = ahead;
}

/* Moves to cell c, whose inflow is known. rho: background density of the cells from c - 2 on. */
template <enum sm_riemann_solver scheme>
static __device__ __forceinline__ void
SM_P(stage_march_begin)(const struct SM_P(sm_stage_line) * line, ptrdiff_t c, const SM_REAL rho[4],
                        SM_REAL rho_face, SM_REAL p_face, struct SM_P(stage_march) * walk) {
  const ptrdiff_t step = line->step;
  const struct SM_P(sm_conserved) far =
      SM_P(sm_face_variables)(SM_P(sm_conserved_at)(line, c - 2 * step), rho[0], scheme);
  struct SM_P(sm_conserved) unused;
  walk->here = SM_P(sm_face_variables)(SM_P(sm_conserved_at)(line, c - step), rho[1], scheme);
  walk->next = SM_P(sm_face_variables)(SM_P(sm_conserved_at)(line, c), rho[2], scheme);
  walk->edge = SM_P(sm_reconstruct)(
      walk->here, SM_P(sm_limited_slopes)(line, line->walls[c - step], far, walk->here, walk->next),
      (SM_REAL)0.5);
  SM_P(stage_march_step)<scheme>(line, c, rho[3], rho_face, p_face, walk, &unused);
}

/* Flux balance of a cell along x, for threads with neighbours on both sides. Its state differs from
 * that of the z line: squared velocities are summed in another order. */
template <enum sm_riemann_solver scheme>
static __device__ __forceinline__ struct SM_P(sm_conserved)
    SM_P(stage_divergence_x)(const struct SM_P(sm_stage_line) * line, ptrdiff_t c, SM_REAL rho_b,
                             SM_REAL p_b, SM_REAL per_width) {
  const struct SM_P(sm_conserved) here =
      SM_P(sm_face_variables)(SM_P(sm_conserved_at)(line, c), rho_b, scheme);
  const int walls = line->walls[c], wall = walls & line->low;
  const struct SM_P(sm_conserved) slope =
      SM_P(sm_limited_slopes)(line, walls, SM_P(from_west)(here), here, SM_P(from_east)(here));
  const struct SM_P(sm_conserved) edge =
      SM_P(from_west)(SM_P(sm_reconstruct)(here, slope, (SM_REAL)0.5));
  const struct SM_P(sm_conserved) in =
      SM_P(sm_face_flux)(edge, SM_P(sm_reconstruct)(here, slope, (SM_REAL)-0.5), wall,
                         walls & line->leaves, rho_b, p_b, scheme);
  struct SM_P(sm_conserved) out = in;
  if (wall) out.u = SM_P(sm_wall_pressure)(edge, rho_b, p_b, scheme);
  return SM_P(sm_stage_divergence)(in, SM_P(from_east)(out), per_width);
}

template <enum sm_riemann_solver scheme>
static __global__ void __launch_bounds__(STAGE_THREADS, sizeof(SM_REAL) == 4 ? 6 : 3)
    SM_P(stage_sweep_xz)(const struct sm_box b, const struct sm_compressible_stage a, int length) {
  begin();
  const struct SM_P(sm_stage_line) x = SM_P(sm_stage_line_of)(&a, 0),
                                   z = SM_P(sm_stage_line_of)(&a, 2);
  const int column = b.lo[0] + (int)blockIdx.x * STAGE_INSIDE + (int)threadIdx.x - 2;
  const int row = b.lo[1] + (int)(blockIdx.y * blockDim.y + threadIdx.y);
  const int i = column < b.hi[0] + 2 ? column : b.hi[0] + 1;
  const int j = row < b.hi[1] ? row : b.hi[1] - 1;
  const bool own =
      threadIdx.x >= 2 && threadIdx.x < 2 + STAGE_INSIDE && column < b.hi[0] && row < b.hi[1];
  const int from = b.lo[2] + (int)blockIdx.z * length;
  const int to = from + length < b.hi[2] ? from + length : b.hi[2];
  const SM_REAL *rho = SM_AT(a.b.rho), *p = SM_AT(a.b.p);
  const SM_REAL *rho_low = SM_AT(a.b.rho_low), *p_low = SM_AT(a.b.p_low);
  const SM_REAL per_x = SM_AT(a.m.per_width[0])[i];
  const bool high = a.m.step[2] != 0;
  struct SM_P(stage_march) walk;
  ptrdiff_t c = i + j * a.m.step[1] + from * a.m.step[2];
  if (high)
    SM_P(stage_march_begin)<scheme>(&z, c, rho + from - 2, rho_low[from], p_low[from], &walk);
  for (int k = from; k < to; k++, c += a.m.step[2]) {
    struct SM_P(sm_conserved) along = {0, 0, 0, 0, 0}, out;
    SM_REAL falls = 0;
    if (high) {
      const struct SM_P(sm_conserved) in = walk.in;
      SM_P(stage_march_step)<scheme>(&z, c + z.step, rho[k + 2], rho_low[k + 1], p_low[k + 1],
                                     &walk, &out);
      along = SM_P(sm_stage_divergence)(in, out, SM_AT(a.m.per_width[2])[k]);
      falls = SM_P(sm_gravity_work)(&a, in.r, out.r, k);
    }
    const struct SM_P(sm_conserved) across =
        SM_P(stage_divergence_x)<scheme>(&x, c, rho[k], p[k], per_x);
    if (own) SM_P(sm_stage_store)(&a, c, SM_P(sm_stage_update_xz)(&a, c, across, along, falls));
  }
}

template <enum sm_riemann_solver scheme>
static __global__ void __launch_bounds__(STAGE_THREADS, 4)
    SM_P(stage_sweep_y)(const struct sm_box b, const struct sm_compressible_stage a, int length) {
  begin();
  const struct SM_P(sm_stage_line) y = SM_P(sm_stage_line_of)(&a, 1);
  const int i = b.lo[0] + (int)(blockIdx.x * blockDim.x + threadIdx.x);
  const int k = b.lo[2] + (int)(blockIdx.y * blockDim.y + threadIdx.y);
  const int from = b.lo[1] + (int)blockIdx.z * length;
  const int to = from + length < b.hi[1] ? from + length : b.hi[1];
  if (i >= b.hi[0] || k >= b.hi[2]) return;
  const SM_REAL rho_b = SM_AT(a.b.rho)[k], p_b = SM_AT(a.b.p)[k];
  const SM_REAL rho[4] = {rho_b, rho_b, rho_b, rho_b};
  struct SM_P(stage_march) walk;
  ptrdiff_t c = i + from * a.m.step[1] + k * a.m.step[2];
  SM_P(stage_march_begin)<scheme>(&y, c, rho, rho_b, p_b, &walk);
  for (int j = from; j < to; j++, c += y.step) {
    const struct SM_P(sm_conserved) in = walk.in;
    struct SM_P(sm_conserved) out;
    SM_P(stage_march_step)<scheme>(&y, c + y.step, rho_b, rho_b, p_b, &walk, &out);
    const struct SM_P(sm_conserved)
        q = {SM_AT(a.to[SM_RHO])[c], SM_AT(a.to[SM_RHO_U])[c], SM_AT(a.to[SM_RHO_V])[c],
             SM_AT(a.to[SM_RHO_W])[c], SM_AT(a.to[SM_RHO_E])[c]};
    SM_P(sm_stage_store)
    (&a, c,
     SM_P(sm_stage_update_y)(&a, q,
                             SM_P(sm_stage_divergence)(in, out, SM_AT(a.m.per_width[1])[j])));
  }
}
