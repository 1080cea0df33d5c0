/* device/cuda/vector4.h - kernels vectorised by four for the GPU, for the most expensive solver
 * steps: four neighbouring half indices per thread, read and written as one vector.
 *
 * With one thread per cell, most instructions compute indices and row-constant values (180
 * instructions per cell and colour, 86 here), and instructions, not memory, are the bottleneck. The
 * arithmetic is that of the cell functions, so that results are bitwise identical; tests/parity
 * compares them. Rows begin at multiples of four elements and are padded
 * (cell/poisson/red_black.h), so that a vector never leaves its row and the padding stays 0. For
 * device/cuda/backend.cu only. */
#ifndef SM_DEVICE_CUDA_VECTOR4_H
#define SM_DEVICE_CUDA_VECTOR4_H

#include "device/solver_step.h"

enum { QUAD = 4 };

struct vec4 {
  float v[QUAD];
};

static __device__ __forceinline__ float value(float x) { return x; }
static __device__ __forceinline__ float value(sm_half x) { return sm_half_to_float(x); }

template <class T> struct alignas(QUAD * sizeof(T)) packed { T v[QUAD]; };

/* Load of data that this kernel also writes. */
template <class T> static __device__ __forceinline__ vec4 load(const T *from) {
  const packed<T> p = *reinterpret_cast<const packed<T> *>(from);
  vec4 q;
#pragma unroll
  for (int v = 0; v < QUAD; v++) q.v[v] = value(p.v[v]);
  return q;
}

static __device__ __forceinline__ void save(float *to, const vec4 &q) {
  packed<float> p;
#pragma unroll
  for (int v = 0; v < QUAD; v++) p.v[v] = q.v[v];
  *reinterpret_cast<packed<float> *>(to) = p;
}

enum form { OPEN, PART, COARSE };

/* Open fractions of the six faces of four cells, stored at low faces; c and d: elements of the
 * cells in their own and in the other colour. */
template <class T>
static __device__ __forceinline__ void fractions(const struct sm_poisson_operator &o, const T *x,
                                                 const T *y, const T *z, int e, int h, ptrdiff_t c,
                                                 ptrdiff_t d, struct sm_stencil f[QUAD]) {
  const vec4 w = load(x + c), s = load(y + c), b = load(z + c);
  const vec4 east = load(x + d), n = load(y + d + o.sy), u = load(z + d + o.sz);
  const float last = value(x[d + QUAD]);
#pragma unroll
  for (int v = 0; v < QUAD; v++) {
    const float cell = 2 * (h + v) + e < o.nx ? 1.0f : 0.0f;
    const float next = v + 1 < QUAD ? east.v[v + 1 < QUAD ? v + 1 : v] : last;
    f[v].w = cell * w.v[v];
    f[v].e = cell * (e ? next : east.v[v]);
    f[v].s = cell * s.v[v];
    f[v].n = cell * n.v[v];
    f[v].d = cell * b.v[v];
    f[v].u = cell * u.v[v];
  }
}

/* Coefficients of the cells h .. h + 3 of one colour of a row. MOSTLY_OPEN: tests whether all faces
 * are open, which saves instructions but waits for the bytes. */
template <form FORM, bool MOSTLY_OPEN = false>
static __device__ __forceinline__ void
coefficients(const struct sm_poisson_operator &o, const struct sm_stencil_row &row, int colour,
             int e, int h, ptrdiff_t c, struct sm_stencil a[QUAD]) {
  const struct sm_poisson_metric &m = o.metric;
  const vec4 hx = load((e ? m.hx[1] : m.hx[0]) + h), gw = load((e ? m.gx[1] : m.gx[0]) + h);
  const float *next = (e ? m.gx[0] : m.gx[1]) + h;
  const vec4 ge = load(next);
  const float last = next[QUAD];
  const ptrdiff_t own = (colour ? o.colour : 0) + c, other = (colour ? 0 : o.colour) + c;
#pragma unroll
  for (int v = 0; v < QUAD; v++) {
    const float after = v + 1 < QUAD ? ge.v[v + 1 < QUAD ? v + 1 : v] : last;
    a[v] = sm_stencil_full(&row, hx.v[v], gw.v[v], e ? after : ge.v[v]);
  }
  const uint32_t bits = *reinterpret_cast<const uint32_t *>(o.open + own); /* flags of four cells */
  if (MOSTLY_OPEN && bits == 0x01010101u * SM_OPEN_ALL) return;
  if (FORM == OPEN || (bits & 0x01010101u * SM_OPEN_PART) == 0) {
#pragma unroll
    for (int v = 0; v < QUAD; v++) a[v] = sm_stencil_masked(a[v], (int)(bits >> (8 * v)));
  } else {
    struct sm_stencil f[QUAD];
    if (FORM == PART) {
      fractions(o, o.fx, o.fy, o.fz, e, h, own, other, f);
    } else {
      fractions(o, o.cx, o.cy, o.cz, e, h, own, other, f);
    }
#pragma unroll
    for (int v = 0; v < QUAD; v++) a[v] = sm_stencil_scaled(a[v], f[v]);
  }
}

/* Neighbours of four cells; other: array of the other colour at the first of them. */
template <class T>
static __device__ __forceinline__ void around(const T *other, int e, ptrdiff_t sy, ptrdiff_t sz,
                                              struct sm_stencil x[QUAD]) {
  const vec4 here = load(other), s = load(other - sy), n = load(other + sy);
  const vec4 d = load(other - sz), u = load(other + sz);
  const float edge = value(other[e ? QUAD : -1]);
#pragma unroll
  for (int v = 0; v < QUAD; v++) {
    const float before = v > 0 ? here.v[v > 0 ? v - 1 : 0] : edge;
    const float after = v + 1 < QUAD ? here.v[v + 1 < QUAD ? v + 1 : v] : edge;
    x[v].w = e ? here.v[v] : before;
    x[v].e = e ? after : here.v[v];
    x[v].s = s.v[v];
    x[v].n = n.v[v];
    x[v].d = d.v[v];
    x[v].u = u.v[v];
  }
}

/* --- smoothing --- */

enum start { FIRST, SECOND, LATER }; /* old x is 0: in both colours; in this colour; nowhere */

template <form FORM, start START>
static __global__ void __launch_bounds__(256)
    smooth_vec4(const struct sm_box b, const struct sm_poisson_operator o, float *const x_,
                const float *const b_, const int colour, const float omega, const int planes) {
  begin();
  const int h = QUAD * (int)(blockIdx.x * blockDim.x + threadIdx.x);
  const int j = b.lo[1] + (int)(blockIdx.y * blockDim.y + threadIdx.y);
  const int first = b.lo[2] + (int)blockIdx.z * planes;
  if (h >= b.hi[0] || j >= b.hi[1]) return;
#pragma unroll 1
  for (int k = first; k < first + planes && k < b.hi[2]; k++) {
    const struct sm_stencil_row row = sm_stencil_row_of(&o, j, k);
    const int e = (j + k + colour) & 1;
    const ptrdiff_t c = h + j * o.sy + k * o.sz;
    float *own = x_ + (colour ? o.colour : 0) + c;
    const vec4 right = load(b_ + (colour ? o.colour : 0) + c);
    const vec4 old = START == LATER ? load(own) : vec4{};
    struct sm_stencil a[QUAD], x[QUAD];
    if (START != FIRST) around(x_ + (colour ? 0 : o.colour) + c, e, o.sy, o.sz, x);
    coefficients<FORM>(o, row, colour, e, h, c, a);
    vec4 out;
#pragma unroll
    for (int v = 0; v < QUAD; v++) {
      if (START == FIRST) {
        const float sum = sm_stencil_sum(&a[v]);
        out.v[v] = sum > 0.0f ? omega * right.v[v] / sum : 0.0f;
      } else {
        out.v[v] = sm_stencil_relax(&a[v], old.v[v], &x[v], right.v[v], omega);
      }
    }
    save(own, out);
  }
}

/* --- fused prolongation and sweep --- */

/* Coarse-grid correction of four cells: those at half indices h .. h + 3 of row (j, k) with i = 2 h
 * + e; *edge: that of half index `at`. Beyond the domain it is 0. */
template <bool PAIR>
static __device__ __forceinline__ vec4 prolonged(const struct sm_prolongation &s, int e, int h,
                                                 int j, int k, int at, float *edge) {
  const struct sm_mg_transfer &t = s.t;
  const int jc = SM_READ(t.parent_y, j), kc = SM_READ(t.parent_z, k);
  const float *row = s.from + jc * t.coarse_sy + kc * t.coarse_sz;
  const float *const by_colour[2] = {row, row + t.coarse_colour};
  vec4 p;
  if (PAIR) {
    const int even = (jc + kc) & 1; /* colour of coarse cells of even index */
    const float2 a =
        *reinterpret_cast<const float2 *>((even ? by_colour[1] : by_colour[0]) + h / 2);
    const float2 b =
        *reinterpret_cast<const float2 *>((even ? by_colour[0] : by_colour[1]) + h / 2);
    p.v[0] = a.x;
    p.v[1] = b.x;
    p.v[2] = a.y;
    p.v[3] = b.y;
    const float *there = (even + at) & 1 ? by_colour[1] : by_colour[0];
    *edge = there[at >> 1];
  } else {
    const float *own = (e + jc + kc) & 1 ? by_colour[1] : by_colour[0];
    p = load(own + h);
    *edge = own[at];
  }
#pragma unroll
  for (int v = 0; v < QUAD; v++)
    if (2 * (h + v) + e >= t.fine_nx) p.v[v] = 0.0f;
  if (at < 0 || 2 * at + e >= t.fine_nx) *edge = 0.0f;
  return p;
}

static __device__ __forceinline__ void add(vec4 *x, const vec4 &p) {
#pragma unroll
  for (int v = 0; v < QUAD; v++) x->v[v] += p.v[v];
}

/* Adds the correction to the neighbours of four cells (see around). */
template <bool PAIR>
static __device__ __forceinline__ void prolonged_around(const struct sm_prolongation &s,
                                                        const struct sm_box &b, int e, int h, int j,
                                                        int k, struct sm_stencil x[QUAD]) {
  const int beside = e ? h + QUAD : h - 1;
  float edge, unused;
  const vec4 here = prolonged<PAIR>(s, 1 - e, h, j, k, beside, &edge);
  vec4 south = {}, north = {}, down = {}, up = {};
  if (j > 0) south = prolonged<PAIR>(s, e, h, j - 1, k, h, &unused);
  if (j + 1 < s.t.fine_ny) north = prolonged<PAIR>(s, e, h, j + 1, k, h, &unused);
  if (k > 0) down = prolonged<PAIR>(s, e, h, j, k - 1, h, &unused);
  if (k + 1 < b.hi[2]) up = prolonged<PAIR>(s, e, h, j, k + 1, h, &unused);
#pragma unroll
  for (int v = 0; v < QUAD; v++) {
    const float before = v > 0 ? here.v[v > 0 ? v - 1 : 0] : edge;
    const float after = v + 1 < QUAD ? here.v[v + 1 < QUAD ? v + 1 : v] : edge;
    x[v].w += e ? here.v[v] : before;
    x[v].e += e ? after : here.v[v];
    x[v].s += south.v[v];
    x[v].n += north.v[v];
    x[v].d += down.v[v];
    x[v].u += up.v[v];
  }
}

/* One colour of the sweep. BOTH: neither colour has received its correction yet, else the other one
 * has. */
template <form FORM, bool PAIR, bool BOTH>
static __global__ void __launch_bounds__(128)
    prolong_smooth_vec4(const struct sm_box b, const struct sm_smooth s,
                        const struct sm_prolongation p) {
  begin();
  const struct sm_poisson_operator &o = s.op;
  const int h = QUAD * (int)(blockIdx.x * blockDim.x + threadIdx.x);
  const int j = b.lo[1] + (int)(blockIdx.y * blockDim.y + threadIdx.y), k = (int)blockIdx.z;
  if (h >= b.hi[0] || j >= b.hi[1]) return;
  const struct sm_stencil_row row = sm_stencil_row_of(&o, j, k);
  const int e = (j + k + s.colour) & 1;
  const ptrdiff_t c = h + j * o.sy + k * o.sz;
  float *own = s.x + (s.colour ? o.colour : 0) + c;
  const vec4 right = load(s.b + (s.colour ? o.colour : 0) + c);
  float unused;
  vec4 old = load(own);
  add(&old, prolonged<PAIR>(p, e, h, j, k, h, &unused));
  struct sm_stencil a[QUAD], x[QUAD];
  around(s.x + (s.colour ? 0 : o.colour) + c, e, o.sy, o.sz, x);
  if (BOTH) prolonged_around<PAIR>(p, b, e, h, j, k, x);
  coefficients<FORM>(o, row, s.colour, e, h, c, a);
  vec4 out;
#pragma unroll
  for (int v = 0; v < QUAD; v++)
    out.v[v] = sm_stencil_relax(&a[v], old.v[v], &x[v], right.v[v], s.omega);
  save(own, out);
}

/* --- the operator --- */

/* q of four cells of one colour; *own: their p. */
template <form FORM>
static __device__ __forceinline__ vec4 apply_vec4(const struct sm_poisson_apply &s,
                                                  const struct sm_stencil_row &row, int colour,
                                                  int h, int j, int k, vec4 *own) {
  const struct sm_poisson_operator &o = s.op;
  const int e = (j + k + colour) & 1;
  const ptrdiff_t c = h + j * o.sy + k * o.sz;
  struct sm_stencil a[QUAD], p[QUAD];
  *own = load(s.p + (colour ? o.colour : 0) + c);
  around(s.p + (colour ? 0 : o.colour) + c, e, o.sy, o.sz, p);
  coefficients<FORM, FORM == OPEN>(o, row, colour, e, h, c, a);
  vec4 q;
#pragma unroll
  for (int v = 0; v < QUAD; v++) q.v[v] = -sm_stencil_flux(&a[v], own->v[v], &p[v]);
  save(s.q + (colour ? o.colour : 0) + c, q);
  return q;
}

/* q = A p and the terms p q, one slot of rows per warp: see KERNEL_REDUCE in
   device/cuda/reduce.h. */
template <form FORM>
static __global__ void __launch_bounds__(THREADS)
    apply_all_vec4(const struct reduction_box b, const struct sm_poisson_apply s,
                   struct group_sums *teams, double *out) {
  begin();
  struct slot_rows rows = rows_of_slot(&b);
  double sum[QUAD] = {0, 0, 0, 0};
  for (int j, k; is_row(&rows, &b, &j, &k); next_row(&rows, &b)) {
    const struct sm_stencil_row row = sm_stencil_row_of(&s.op, j, k);
    for (int h = QUAD * (int)threadIdx.x; h < b.hi; h += SM_REDUCTION_LANES) {
      vec4 p0, p1;
      const vec4 q0 = apply_vec4<FORM>(s, row, 0, h, j, k, &p0);
      const vec4 q1 = apply_vec4<FORM>(s, row, 1, h, j, k, &p1);
#pragma unroll
      for (int v = 0; v < QUAD; v++)
        sum[v] += (double)p0.v[v] * (double)q0.v[v] + (double)p1.v[v] * (double)q1.v[v];
    }
  }
  if (fold(sum, QUAD * (int)threadIdx.x, 1, false, teams, out)) sm_cg_set_alpha(&s.cg);
}

/* --- fused defect and restriction --- */

/* b - A x of four cells of one colour. */
template <form FORM>
static __device__ __forceinline__ vec4 defect_vec4(const struct sm_defect &s,
                                                   const struct sm_stencil_row &row, int colour,
                                                   int h, int j, int k) {
  const struct sm_poisson_operator &o = s.op;
  const int e = (j + k + colour) & 1;
  const ptrdiff_t c = h + j * o.sy + k * o.sz;
  struct sm_stencil a[QUAD], x[QUAD];
  const vec4 own = load(s.x + (colour ? o.colour : 0) + c);
  const vec4 right = load(s.b + (colour ? o.colour : 0) + c);
  around(s.x + (colour ? 0 : o.colour) + c, e, o.sy, o.sz, x);
  coefficients<FORM>(o, row, colour, e, h, c, a);
  vec4 r;
#pragma unroll
  for (int v = 0; v < QUAD; v++) r.v[v] = right.v[v] + sm_stencil_flux(&a[v], own.v[v], &x[v]);
  return r;
}

/* Box: that of the restriction. A thread sums four fine half indices of both colours over up to
 * four fine rows: with PAIR they belong to four coarse cells, else to eight. */
template <form FORM, bool PAIR>
static __global__ void __launch_bounds__(128)
    restrict_vec4(const struct sm_box b, const struct sm_defect s, const struct sm_mg_transfer t,
                  float *const to, const int fine_half) {
  begin();
  const int h = QUAD * (int)(blockIdx.x * blockDim.x + threadIdx.x);
  const int j = b.lo[1] + (int)(blockIdx.y * blockDim.y + threadIdx.y),
            k = b.lo[2] + (int)blockIdx.z;
  if (h >= fine_half || j >= b.hi[1]) return;
  vec4 even[2], odd[2]; /* sums over the rows, by layer; with PAIR only even is used */
#pragma unroll 1
  for (int m = 0; m < 4; m++) {
    const struct sm_mg_fine_row fine = sm_mg_fine_row_of(&t, j, k, m & 1, m >> 1);
    const int y = t.start_y[j] + (m & 1), z = t.start_z[k] + (m >> 1);
    vec4 r0 = {}, r1 = {};
    if (fine.weight > 0.0f) {
      const struct sm_stencil_row row = sm_stencil_row_of(&s.op, y, z);
      r0 = defect_vec4<FORM>(s, row, fine.colour, h, y, z);
      r1 = defect_vec4<FORM>(s, row, 1 - fine.colour, h, y, z);
    }
#pragma unroll
    for (int v = 0; v < QUAD; v++) {
      const float first = PAIR ? r0.v[v] + r1.v[v] : r0.v[v];
      const float second = r1.v[v];
      if (m == 0) even[0].v[v] = first, odd[0].v[v] = second;
      if (m == 1) even[0].v[v] += first, odd[0].v[v] += second;
      if (m == 2) even[1].v[v] = first, odd[1].v[v] = second;
      if (m == 3) even[1].v[v] += first, odd[1].v[v] += second;
    }
  }
  const int colour = (j + k) & 1;
  const ptrdiff_t c = (PAIR ? h / 2 : h) + j * t.coarse_sy + k * t.coarse_sz;
  float *own = to + (colour ? t.coarse_colour : 0) + c;
  float *other = to + (colour ? 0 : t.coarse_colour) + c;
#pragma unroll
  for (int v = 0; v < (PAIR ? 2 : 4); v++) {
    const int at = PAIR ? 2 * v : v;
    own[v] = even[0].v[at] + even[1].v[at];
    other[v] = PAIR ? even[0].v[at + 1] + even[1].v[at + 1] : odd[0].v[at] + odd[1].v[at];
  }
}

#endif
