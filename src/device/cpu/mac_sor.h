/* device/cpu/mac_sor.h - rows of the SOR of cell/momentum/mac_sor.h. Where all is air no bytes of
 * open faces are read: beyond a side lies the row itself, and beyond its ends, in the padding, its
 * end cells; the differences there are 0, which is what a closed face lets through. The padding
 * gets back what it had. For device/cpu/flow.c alone. */
#ifndef SM_DEVICE_CPU_MAC_SOR_H
#define SM_DEVICE_CPU_MAC_SOR_H

#include "cell/cells.h"
#include "device/backend.h"

#define MAC_SOR_ROWS(BITS, REAL, MEMBER)                                                           \
  struct mac_sor_row_##BITS {                                                                      \
    REAL *own;                                                                                     \
    const REAL *west, *east, *south, *north, *down, *up, *rhs;                                     \
    REAL ax, ay, az, share;                                                                        \
  };                                                                                               \
  /* A slice. */                                                                                   \
  __attribute__((noinline)) static void mac_sor_2d_##BITS(                                         \
      const struct mac_sor_row_##BITS *row, int count, double lanes[SM_REDUCTION_LANES]) {         \
    const struct mac_sor_row_##BITS r = *row;                                                      \
    _Pragma("omp simd") for (int l = 0; l < count; l++) {                                          \
      const REAL p = r.own[l];                                                                     \
      const REAL in =                                                                              \
          r.ax * ((r.west[l] - p) + (r.east[l] - p)) + r.az * ((r.down[l] - p) + (r.up[l] - p));   \
      const REAL residual = in - r.rhs[l];                                                         \
      r.own[l] = p + r.share * residual;                                                           \
      lanes[l] += (double)residual * (double)residual;                                             \
    }                                                                                              \
  }                                                                                                \
  __attribute__((noinline)) static void mac_sor_3d_##BITS(                                         \
      const struct mac_sor_row_##BITS *row, int count, double lanes[SM_REDUCTION_LANES]) {         \
    const struct mac_sor_row_##BITS r = *row;                                                      \
    _Pragma("omp simd") for (int l = 0; l < count; l++) {                                          \
      const REAL p = r.own[l];                                                                     \
      const REAL in = r.ax * ((r.west[l] - p) + (r.east[l] - p)) +                                 \
                      r.ay * ((r.south[l] - p) + (r.north[l] - p)) +                               \
                      r.az * ((r.down[l] - p) + (r.up[l] - p));                                    \
      const REAL residual = in - r.rhs[l];                                                         \
      r.own[l] = p + r.share * residual;                                                           \
      lanes[l] += (double)residual * (double)residual;                                             \
    }                                                                                              \
  }                                                                                                \
  static void mac_sor_plain_##BITS(const struct sm_mac_sor_relax *s, int j, int k,                 \
                                   double lanes[SM_REDUCTION_LANES]) {                             \
    const int e = (j + k + s->black) & 1, count = (s->n[0] + 1 - e) / 2;                           \
    if (count == 0) return;                                                                        \
    const ptrdiff_t c = j * s->sy + k * s->sz, last = count - 1;                                   \
    REAL *own = s->p.MEMBER + s->black * s->colour + c;                                            \
    REAL *other = s->p.MEMBER + (1 - s->black) * s->colour + c;                                    \
    const int ny = s->n[1], nz = s->n[2];                                                          \
    const REAL first_p = own[0], last_p = own[last];                                               \
    const int closes = 2 * last + e == s->n[0] - 1; /* the row ends with a cell of this colour */  \
    REAL *before = other - 1, *behind = other + last + e;                                          \
    const REAL kept_before = *before, kept_behind = *behind;                                       \
    if (e == 0) *before = first_p;                                                                 \
    if (closes) *behind = last_p;                                                                  \
    const double ends = s->omega > 0.0 ? (k > 0) + (k < nz - 1) : 2;                               \
    const double sides = s->omega > 0.0 ? (j > 0) + (j < ny - 1) : 2;                              \
    const REAL ax = (REAL)s->a[0], ay = (REAL)s->a[1], az = (REAL)s->a[2];                         \
    const REAL sum = ax * 2 + ay * (REAL)sides + az * (REAL)ends;                                  \
    struct mac_sor_row_##BITS r = {.own = own,                                                     \
                                   .west = other + e - 1,                                          \
                                   .east = other + e,                                              \
                                   .south = j > 0 ? other - s->sy : own,                           \
                                   .north = j < ny - 1 ? other + s->sy : own,                      \
                                   .down = k > 0 ? other - s->sz : own,                            \
                                   .up = k < nz - 1 ? other + s->sz : own,                         \
                                   .rhs = s->rhs.MEMBER + s->black * s->colour + c,                \
                                   .ax = ax,                                                       \
                                   .ay = ay,                                                       \
                                   .az = az,                                                       \
                                   .share =                                                        \
                                       s->omega > 0.0 ? (REAL)s->omega / sum : (REAL)s->share};    \
    for (int h = 0; h < count; h += SM_REDUCTION_LANES) {                                          \
      const int some = count - h < SM_REDUCTION_LANES ? count - h : SM_REDUCTION_LANES;            \
      (ny > 1 ? mac_sor_3d_##BITS : mac_sor_2d_##BITS)(&r, some, lanes);                           \
      r.own += SM_REDUCTION_LANES;                                                                 \
      r.west += SM_REDUCTION_LANES;                                                                \
      r.east += SM_REDUCTION_LANES;                                                                \
      r.south += SM_REDUCTION_LANES;                                                               \
      r.north += SM_REDUCTION_LANES;                                                               \
      r.down += SM_REDUCTION_LANES;                                                                \
      r.up += SM_REDUCTION_LANES;                                                                  \
      r.rhs += SM_REDUCTION_LANES;                                                                 \
    }                                                                                              \
    if (e == 0) *before = kept_before;                                                             \
    if (closes) *behind = kept_behind;                                                             \
    if (!(s->omega > 0.0)) return;                                                                 \
    own[0] = first_p; /* end cells have a face less */                                             \
    own[last] = last_p;                                                                            \
    sm_cell_mac_sor_relax_##BITS(s, 0, j, k);                                                      \
    if (last > 0) sm_cell_mac_sor_relax_##BITS(s, (int)last, j, k);                                \
  }                                                                                                \
  void ROW_OF(mac_sor_relax_##BITS)(const struct sm_box *b, const struct sm_mac_sor_relax *args,   \
                                    int j, int k, double lanes[SM_REDUCTION_LANES]) {              \
    const struct sm_mac_sor_relax s = *args;                                                       \
    if (s.plain) {                                                                                 \
      mac_sor_plain_##BITS(&s, j, k, lanes);                                                       \
      return;                                                                                      \
    }                                                                                              \
    for (int h = 0; h < b->hi[0]; h += SM_REDUCTION_LANES) {                                       \
      const int count = b->hi[0] - h < SM_REDUCTION_LANES ? b->hi[0] - h : SM_REDUCTION_LANES;     \
      _Pragma("omp simd") for (int l = 0; l < count; l++) lanes[l] +=                              \
          sm_cell_mac_sor_relax_##BITS(&s, h + l, j, k);                                           \
    }                                                                                              \
  }
MAC_SOR_ROWS(f32, float, f32)
MAC_SOR_ROWS(f64, double, f64)
#undef MAC_SOR_ROWS

#endif
