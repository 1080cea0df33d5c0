/* device/cuda/mac_sor.h - hand-written kernel of the SOR of cell/momentum/mac_sor.h in a domain
 * without solids: open-face flags are not read, and a thread processes two adjacent cells and loads
 * all rows before it stores. For device/cuda/backend.cu only. */
#ifndef SM_DEVICE_CUDA_MAC_SOR_H
#define SM_DEVICE_CUDA_MAC_SOR_H

enum { MAC_SOR_TILE = 2 * WARP, MAC_SOR_AT_ONCE = 2 };

template <class Real> struct alignas(2 * sizeof(Real)) real_pair { Real a, b; };

template <class Real> struct mac_sor_grid {
  Real *own;
  const Real *other, *rhs;
  Real ax, ay, az, share, omega;
  ptrdiff_t sy, sz;
  int nx, ny, nz, black, tiles; /* tiles per row */
};

/* Two cells of a row with their neighbours. */
template <class Real> struct mac_sor_pair {
  real_pair<Real> p, mid, south, north, down, up, rhs;
  Real end;
  int h, j, k;
};

template <class Real> static __device__ __forceinline__ real_pair<Real> pair_at(const Real *from) {
  return *(const real_pair<Real> *)from;
}

template <class Real>
static __device__ __forceinline__ void mac_sor_load(const struct mac_sor_grid<Real> &g,
                                                    int64_t tile, struct mac_sor_pair<Real> *q) {
  const int row = (int)(tile / g.tiles);
  q->h = (int)(tile - (int64_t)row * g.tiles) * MAC_SOR_TILE + 2 * (int)threadIdx.x;
  q->k = row / g.ny;
  q->j = row - q->k * g.ny;
  const int e = (q->j + q->k + g.black) & 1;
  if (2 * q->h + e >= g.nx) q->h = 0; /* beyond the end: loaded, but unused */
  const ptrdiff_t c = q->h + q->j * g.sy + q->k * g.sz;
  q->p = pair_at(g.own + c);
  q->rhs = pair_at(g.rhs + c);
  q->mid = pair_at(g.other + c);
  q->end = g.other[c + (e == 0 ? -1 : 2)];
  q->south = q->j > 0 ? pair_at(g.other + c - g.sy) : q->p;
  q->north = q->j < g.ny - 1 ? pair_at(g.other + c + g.sy) : q->p;
  q->down = q->k > 0 ? pair_at(g.other + c - g.sz) : q->p;
  q->up = q->k < g.nz - 1 ? pair_at(g.other + c + g.sz) : q->p;
}

/* New value of a cell; adds the square of its residual. */
template <class Real>
static __device__ __forceinline__ Real mac_sor_relax_cell(const struct mac_sor_grid<Real> &g, int i,
                                                          int j, int k, Real p, Real west,
                                                          Real east, Real south, Real north,
                                                          Real down, Real up, Real rhs,
                                                          double *sum) {
  const Real w = i > 0 ? west : p, e = i < g.nx - 1 ? east : p;
  const Real in = g.ax * ((w - p) + (e - p)) + g.ay * ((south - p) + (north - p)) +
                  g.az * ((down - p) + (up - p));
  Real share = g.share;
  if (g.omega > 0)
    share = g.omega /
            (g.ax * (Real)((i > 0) + (i < g.nx - 1)) + g.ay * (Real)((j > 0) + (j < g.ny - 1)) +
             g.az * (Real)((k > 0) + (k < g.nz - 1)));
  const Real residual = in - rhs;
  *sum += (double)residual * (double)residual;
  return p + share * residual;
}

template <class Real>
static __device__ __forceinline__ void
mac_sor_store(const struct mac_sor_grid<Real> &g, int64_t tile, const struct mac_sor_pair<Real> &q,
              double *sum) {
  const int row = (int)(tile / g.tiles);
  const int h = (int)(tile - (int64_t)row * g.tiles) * MAC_SOR_TILE + 2 * (int)threadIdx.x;
  const int e = (q.j + q.k + g.black) & 1, i = 2 * h + e;
  if (i >= g.nx) return;
  Real *own = g.own + h + q.j * g.sy + q.k * g.sz;
  const Real west = e == 0 ? q.end : q.mid.a, between = e == 0 ? q.mid.a : q.mid.b;
  const Real east = e == 0 ? q.mid.b : q.end;
  real_pair<Real> next;
  next.a = mac_sor_relax_cell(g, i, q.j, q.k, q.p.a, west, between, q.south.a, q.north.a, q.down.a,
                              q.up.a, q.rhs.a, sum);
  if (i + 2 >= g.nx) {
    own[0] = next.a;
    return;
  }
  next.b = mac_sor_relax_cell(g, i + 2, q.j, q.k, q.p.b, between, east, q.south.b, q.north.b,
                              q.down.b, q.up.b, q.rhs.b, sum);
  *(real_pair<Real> *)own = next;
}

template <class Real>
static __global__ void __launch_bounds__(THREADS)
    mac_sor_sweep(const struct mac_sor_grid<Real> g, int64_t tiles, struct group_sums *teams,
                  double *out) {
  begin();
  const int64_t all = (int64_t)gridDim.x * WARPS;
  double sum[PER_THREAD] = {0, 0, 0, 0};
  for (int64_t tile = (int64_t)blockIdx.x * WARPS + threadIdx.y; tile < tiles;
       tile += MAC_SOR_AT_ONCE * all) {
    struct mac_sor_pair<Real> q[MAC_SOR_AT_ONCE];
#pragma unroll
    for (int m = 0; m < MAC_SOR_AT_ONCE; m++)
      mac_sor_load(g, tile + m * all < tiles ? tile + m * all : tile, &q[m]);
#pragma unroll
    for (int m = 0; m < MAC_SOR_AT_ONCE; m++)
      if (tile + m * all < tiles) mac_sor_store(g, tile + m * all, q[m], &sum[m]);
  }
  fold(sum, (int)threadIdx.x, WARP, false, teams, out);
}

template <class Real>
static bool mac_sor_launch(struct sm_device *device, const struct sm_mac_sor_relax *s, Real *p,
                           const Real *rhs, double *out) {
  struct mac_sor_grid<Real> g;
  g.own = p + s->black * s->colour;
  g.other = p + (1 - s->black) * s->colour;
  g.rhs = rhs + s->black * s->colour;
  g.ax = (Real)s->a[0];
  g.ay = (Real)s->a[1];
  g.az = (Real)s->a[2];
  g.share = (Real)s->share;
  g.omega = (Real)s->omega;
  g.sy = s->sy;
  g.sz = s->sz;
  g.nx = s->n[0];
  g.ny = s->n[1];
  g.nz = s->n[2];
  g.black = s->black;
  g.tiles = ((g.nx + 1) / 2 + MAC_SOR_TILE - 1) / MAC_SOR_TILE;
  const int64_t tiles = (int64_t)g.tiles * g.ny * g.nz;
  const int64_t wanted = (tiles + WARPS - 1) / WARPS;
  SM_LAUNCH_BARRIERS(
      (mac_sor_sweep<Real>),
      dim3((unsigned)(wanted < (int64_t)SM_REDUCTION_GROUPS ? wanted
                                                            : (int64_t)SM_REDUCTION_GROUPS)),
      dim3(WARP, WARPS), stream_of(device), g, tiles, (struct group_sums *)device->scratch, out);
  return true;
}

/* False: only the general cell function supports these arguments. */
static bool run_by_hand(tag_mac_sor_relax, struct sm_device *device, const struct sm_box *box,
                        const struct sm_mac_sor_relax *s, double *out) {
  (void)box;
  if (s->plain != 1) return false;
  return device->bits == 64 ? mac_sor_launch<double>(device, s, s->p.f64, s->rhs.f64, out)
                            : mac_sor_launch<float>(device, s, s->p.f32, s->rhs.f32, out);
}

#endif
