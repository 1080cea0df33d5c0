/* device/cpu/rows.h - the rows that solving time is spent in, once more for the CPU, in vectors.
 *
 * A compiler makes vectors of as many cells as bytes of open faces fill one, too many for the
 * registers once they are numbers of 32 and 64 bits. Here they have as many floats, or doubles, as
 * a register holds. The arithmetic is that of the cell functions, so that results are the same
 * bits; tests/parity compares them. Boxes begin at half index 0; rows are padded
 * (cell/poisson/red_black.h), so that a vector never leaves its row and padding keeps its 0. For
 * device/cpu/poisson.c alone. */
#ifndef SM_DEVICE_CPU_ROWS_H
#define SM_DEVICE_CPU_ROWS_H

#include "cell/cells.h"
#include "device/backend.h"
#include <string.h>
#if defined __AVX2__
#include <immintrin.h>
#endif

#pragma GCC diagnostic ignored "-Wpsabi" /* nothing here is called from outside */

#if defined __AVX512VL__
#define VECTOR 16 /* floats */
#elif defined __AVX2__
#define VECTOR 8
#else
#define VECTOR 4
#endif

#define VECTOR_OF(TYPE, COUNT)                                                                     \
  __attribute__((vector_size((COUNT) * sizeof(TYPE)), aligned(sizeof(TYPE)), may_alias))
#define INLINE static inline __attribute__((always_inline))

enum form { OPEN, PART, COARSE };

/* The cells of one colour of a row. */
struct cells {
  const struct sm_poisson_operator *o;
  struct sm_stencil_row row;
  int e;
  ptrdiff_t own, other; /* elements of half index 0, in this and in the other colour */
  const float *hx, *gw, *ge;
};

INLINE struct cells cells_of(const struct sm_poisson_operator *o, int colour, int j, int k) {
  const int e = (j + k + colour) & 1;
  const ptrdiff_t c = j * o->sy + k * o->sz;
  return (struct cells){.o = o,
                        .row = sm_stencil_row_of(o, j, k),
                        .e = e,
                        .own = colour * o->colour + c,
                        .other = (1 - colour) * o->colour + c,
                        .hx = o->metric.hx[e],
                        .gw = o->metric.gx[e],
                        .ge = o->metric.gx[1 - e] + e};
}

/* Floats. */
#define LANES VECTOR
#define V(NAME) NAME
#include "device/cpu/simd.h"
#undef LANES
#undef V

/* Doubles, and as many floats. */
#if VECTOR == 16
#define LANES 8
#elif VECTOR == 8
#define LANES 4
#else
#define LANES 2
#endif
#define V(NAME) NAME##_d
#include "device/cpu/simd.h"
typedef double v_double VECTOR_OF(double, LANES);
enum { DOUBLES = LANES };
#undef LANES
#undef V

INLINE v_double load_double(const double *from) { return *(const v_double *)from; }
INLINE v_double to_doubles(v_float_d x) { return __builtin_convertvector(x, v_double); }
INLINE v_float_d to_floats(v_double x) { return __builtin_convertvector(x, v_float_d); }

INLINE void add_to(double *to, v_double x) { *(v_double *)to += x; }

/* --- rows --- */

INLINE void smooth_row(const struct sm_box *b, const struct sm_smooth *s, int j, int k,
                       enum form form, bool first) {
  const struct cells c = cells_of(&s->op, s->colour, j, k);
  float *const own = s->x + c.own;
  const float *const right = s->b + c.own, *const x = s->x;
  const float omega = s->omega, keep = s->keep;
  for (int h = 0; h < b->hi[0]; h += VECTOR) {
    const struct faces a = coefficients(&c, form, h);
    const v_float sum = sum_of(&a);
    v_float next;
    if (first) {
      next = omega * load(right + h) / sum;
    } else {
      const v_float x0 = keep * load(own + h);
      const v_float r = load(right + h) + flux(&c, &a, x, x0, h);
      next = x0 + omega * r / sum;
    }
    save(own + h, (v_float)((v_int)next & (sum > 0)));
  }
}

INLINE void defect_row(const struct sm_box *b, const struct sm_defect *s, int j, int k,
                       enum form form) {
  for (int colour = 0; colour < 2; colour++) {
    const struct cells c = cells_of(&s->op, colour, j, k);
    const float *const own = s->x + c.own, *const right = s->b + c.own, *const x = s->x;
    float *const r = s->r + c.own;
    for (int h = 0; h < b->hi[0]; h += VECTOR) {
      const struct faces a = coefficients(&c, form, h);
      save(r + h, load(right + h) + flux(&c, &a, x, load(own + h), h));
    }
  }
}

INLINE void apply_cells(const struct cells *c, const struct sm_poisson_apply *s, enum form form,
                        int h) {
  const struct faces a = coefficients(c, form, h);
  save(s->q + c->own + h, -flux(c, &a, s->p, load(s->p + c->own + h), h));
}

/* p q of the cells from half index h on. */
INLINE v_double product(const struct cells *c, const struct sm_poisson_apply *s, int h) {
  return to_doubles(load_d(s->p + c->own + h)) * to_doubles(load_d(s->q + c->own + h));
}

INLINE void apply_row(const struct sm_box *b, const struct sm_poisson_apply *s, int j, int k,
                      double lanes[SM_REDUCTION_LANES], enum form form) {
  const struct cells c0 = cells_of(&s->op, 0, j, k), c1 = cells_of(&s->op, 1, j, k);
  for (int h = 0; h < b->hi[0]; h += VECTOR) {
    apply_cells(&c0, s, form, h);
    apply_cells(&c1, s, form, h);
    for (int l = h; l < h + VECTOR; l += DOUBLES)
      add_to(&lanes[l % SM_REDUCTION_LANES], product(&c0, s, l) + product(&c1, s, l));
  }
}

INLINE v_double flux_double(const struct cells *c, const struct faces_d *a, const double *x,
                            v_double x0, int h) {
  const double *other = x + c->other + h;
  const ptrdiff_t sy = c->o->sy, sz = c->o->sz;
  return to_doubles(a->w) * (load_double(other + c->e - 1) - x0) +
         to_doubles(a->e) * (load_double(other + c->e) - x0) +
         to_doubles(a->s) * (load_double(other - sy) - x0) +
         to_doubles(a->n) * (load_double(other + sy) - x0) +
         to_doubles(a->d) * (load_double(other - sz) - x0) +
         to_doubles(a->u) * (load_double(other + sz) - x0);
}

INLINE v_double residual_cells(const struct cells *c, const struct sm_poisson_residual *s,
                               enum form form, double mean, int h) {
  const struct faces_d a = coefficients_d(c, form, h);
  const v_float_d air =
      where_d(load_bytes_d(s->op.open + c->own + h), SM_OPEN_ALL, (v_float_d){0} + 1.0f);
  const v_double right = load_double(s->b + c->own + h) - to_doubles(air) * mean;
  const v_double x0 = load_double(s->x + c->own + h);
  const v_double r = right + s->scale * flux_double(c, &a, s->x, x0, h);
  save_d(s->r + c->own + h, to_floats(r));
  return r * r;
}

INLINE void residual_row(const struct sm_box *b, const struct sm_poisson_residual *s, int j, int k,
                         double lanes[SM_REDUCTION_LANES], enum form form) {
  const struct cells c0 = cells_of(&s->op, 0, j, k), c1 = cells_of(&s->op, 1, j, k);
  const double mean = s->share * *s->rhs_sum;
  for (int h = 0; h < b->hi[0]; h += DOUBLES)
    add_to(&lanes[h % SM_REDUCTION_LANES],
           residual_cells(&c0, s, form, mean, h) + residual_cells(&c1, s, form, mean, h));
}

#define SMOOTH(NAME, FORM, FIRST)                                                                  \
  void ROW_OF(NAME)(const struct sm_box *b, const struct sm_smooth *s, int j, int k) {             \
    smooth_row(b, s, j, k, FORM, FIRST);                                                           \
  }
SMOOTH(smooth_open, OPEN, false)
SMOOTH(smooth_part, PART, false)
SMOOTH(smooth_coarse, COARSE, false)
SMOOTH(smooth_first_open, OPEN, true)
SMOOTH(smooth_first_part, PART, true)
SMOOTH(smooth_first_coarse, COARSE, true)
#undef SMOOTH
#define RELAX(NAME, FORM)                                                                          \
  void ROW_OF(NAME)(const struct sm_box *b, const struct sm_sor_relax *s, int j, int k) {          \
    const struct sm_smooth smooth = {s->op, s->x, s->b, s->colour, s->omega, 1.0f};                \
    smooth_row(b, &smooth, j, k, FORM, false);                                                     \
  }
RELAX(relax_open, OPEN)
RELAX(relax_part, PART)
#undef RELAX
#define DEFECT(NAME, FORM)                                                                         \
  void ROW_OF(NAME)(const struct sm_box *b, const struct sm_defect *s, int j, int k) {             \
    defect_row(b, s, j, k, FORM);                                                                  \
  }
DEFECT(defect_open, OPEN)
DEFECT(defect_part, PART)
DEFECT(defect_coarse, COARSE)
#undef DEFECT
#define SUM_ROW(NAME, ARGS, ROW, FORM)                                                             \
  void ROW_OF(NAME)(const struct sm_box *b, const struct sm_##ARGS *s, int j, int k,               \
                    double lanes[SM_REDUCTION_LANES]) {                                            \
    ROW(b, s, j, k, lanes, FORM);                                                                  \
  }
SUM_ROW(apply_open, poisson_apply, apply_row, OPEN)
SUM_ROW(apply_part, poisson_apply, apply_row, PART)
SUM_ROW(residual_open, poisson_residual, residual_row, OPEN)
SUM_ROW(residual_part, poisson_residual, residual_row, PART)
#undef SUM_ROW

/* --- joined ends --- */

/* Line j of the m-th axis: in x every other row has its ghosts in the same places, in y and z whole
 * rows are copied, but for the element of odd rows that is no cell. */
#define WRAP(NAME, ARGS, TYPE)                                                                     \
  INLINE void NAME##_x(const struct sm_##ARGS *s, int row, int k) {                                \
    for (int side = 0; side < 2; side++) {                                                         \
      const struct sm_periodic_ghost g = sm_periodic_ghost_x(&s->ends, side, row, k);              \
      TYPE *const to = s->x + g.to;                                                                \
      const TYPE *const from = s->x + g.from;                                                      \
      for (ptrdiff_t j = 0; g.wanted && j < s->ends.n[1] - row; j += 2)                            \
        to[j * s->ends.sy] = g.zero ? 0 : from[j * s->ends.sy];                                    \
    }                                                                                              \
  }                                                                                                \
  INLINE void NAME##_yz(const struct sm_##ARGS *s, int axis, int row) {                            \
    for (int e = 0; e < 4; e++) {                                                                  \
      const struct sm_periodic_ghost g =                                                           \
          sm_periodic_ghost_yz(&s->ends, axis, e & 1, e >> 1, 0, row);                             \
      const int last = s->ends.half - 1;                                                           \
      const int cells =                                                                            \
          sm_periodic_ghost_yz(&s->ends, axis, e & 1, e >> 1, last, row).wanted ? last + 1 : last; \
      if (g.wanted && g.zero) memset(s->x + g.to, 0, (size_t)cells * sizeof(TYPE));                \
      if (g.wanted && !g.zero) memcpy(s->x + g.to, s->x + g.from, (size_t)cells * sizeof(TYPE));   \
    }                                                                                              \
  }                                                                                                \
  void ROW_OF(NAME)(const struct sm_box *b, const struct sm_##ARGS *s, int j, int m) {             \
    const struct sm_periodic_axes *ends = &s->ends;                                                \
    const int axis = ends->axis[m];                                                                \
    (void)b;                                                                                       \
    if (j >= ends->n[axis == 2 ? 1 : 2]) return;                                                   \
    if (axis != 0) {                                                                               \
      NAME##_yz(s, axis, j);                                                                       \
    } else {                                                                                       \
      for (int row = 0; row < 2; row++) NAME##_x(s, row, j);                                       \
    }                                                                                              \
  }
WRAP(wrap_periodic, periodic_copy, float)
WRAP(wrap_periodic_double, periodic_copy_double, double)
#undef WRAP

/* --- the divergence of the wind --- */

/* The elements of even and of odd index of a natural row, from half index `from` on, and zeros to
 * the end of a vector. */
enum { SPLIT = SM_REDUCTION_LANES + DOUBLES };
#define SPLIT_ROW(NAME, TYPE)                                                                      \
  INLINE void NAME(const TYPE *row, int from, int count, TYPE even[SPLIT], TYPE odd[SPLIT]) {      \
    for (int l = 0; l < count; l++) {                                                              \
      even[l] = row[2 * (from + l)];                                                               \
      odd[l] = row[2 * (from + l) + 1];                                                            \
    }                                                                                              \
    memset(even + count, 0, DOUBLES * sizeof *even);                                               \
    memset(odd + count, 0, DOUBLES * sizeof *odd);                                                 \
  }
SPLIT_ROW(split_f32, float)
SPLIT_ROW(split_f64, double)
#undef SPLIT_ROW

INLINE v_double load_f32(const float *from) { return to_doubles(load_d(from)); }
INLINE v_double load_f64(const double *from) { return load_double(from); }

/* u + x where a bit is set, else u. */
INLINE v_double add_where(v_double u, v_int_d set, int bit, v_double x) {
  return u + x * to_doubles(where_d(set, bit, (v_float_d){0} + 1.0f));
}

/* Flux out of cells through the six faces, of which the velocities (m/s) are given. */
INLINE v_double flux_out(v_int_d open, double hy, double hz, v_double hx, v_double w, v_double e,
                         v_double s, v_double n, v_double d, v_double u) {
  const v_double in = to_doubles(where_d(open, SM_OPEN_ALL, (v_float_d){0} + 1.0f));
  return in * (hy * hz * (e - w) + hx * (hz * (n - s) + hy * (u - d)));
}

/* Everything is given by the parity of i, as sm_cell_wind_residual_open names it: a is the colour
 * of the even cells. */
#define WIND_RESIDUAL(BITS, TYPE)                                                                  \
  void ROW_OF(wind_residual_open_##BITS)(const struct sm_box *b,                                   \
                                         const struct sm_projected_wind *s, int j, int k,          \
                                         double lanes[SM_REDUCTION_LANES]) {                       \
    const struct sm_poisson_operator *const o = &s->op;                                            \
    const ptrdiff_t c = j * s->sy + k * s->sz, line = j * o->sy + k * o->sz;                       \
    const int q = (j + k) & 1;                                                                     \
    const double *const xa = s->x + q * o->colour + line, *const xb =                              \
                                                              s->x + (1 - q) * o->colour + line;   \
    const uint8_t *const open_a = o->open + q * o->colour + line;                                  \
    const uint8_t *const open_b = o->open + (1 - q) * o->colour + line;                            \
    float *const ra = s->r + q * o->colour + line, *const rb = s->r + (1 - q) * o->colour + line;  \
    const TYPE *const u = s->u.BITS + c, *const v = s->v.BITS + c, *const w = s->w.BITS + c;       \
    const double hy = s->metric.h[1][j], hz = s->metric.h[2][k], scale = s->scale;                 \
    const double gy0 = s->metric.g[1][j], gy1 = s->metric.g[1][j + 1];                             \
    const double gz0 = s->metric.g[2][k], gz1 = s->metric.g[2][k + 1];                             \
    double g0[SPLIT], g1[SPLIT], h0[SPLIT], h1[SPLIT];                                             \
    TYPE u0[SPLIT], u1[SPLIT], s0[SPLIT], s1[SPLIT], n0[SPLIT], n1[SPLIT], d0[SPLIT], d1[SPLIT],   \
        t0[SPLIT], t1[SPLIT];                                                                      \
    for (int from = 0; from < b->hi[0]; from += SM_REDUCTION_LANES) {                              \
      const int count =                                                                            \
          b->hi[0] - from < SM_REDUCTION_LANES ? b->hi[0] - from : SM_REDUCTION_LANES;             \
      split_f64(s->metric.g[0], from, count, g0, g1);                                              \
      split_f64(s->metric.h[0], from, count, h0, h1);                                              \
      split_##BITS(u, from, count, u0, u1);                                                        \
      split_##BITS(v, from, count, s0, s1);                                                        \
      split_##BITS(v + s->sy, from, count, n0, n1);                                                \
      split_##BITS(w, from, count, d0, d1);                                                        \
      split_##BITS(w + s->sz, from, count, t0, t1);                                                \
      g0[count] = s->metric.g[0][2 * (from + count)];                                              \
      u0[count] = u[2 * (from + count)];                                                           \
      for (int l = 0; l < count; l += DOUBLES) {                                                   \
        const int h = from + l;                                                                    \
        const v_double a = scale * load_double(xa + h), z = scale * load_double(xb + h);           \
        const v_int_d at_a = load_bytes_d(open_a + h), at_b = load_bytes_d(open_b + h);            \
        const v_double um =                                                                        \
            add_where(load_##BITS(u1 + l), at_a, SM_OPEN_EAST, load_double(g1 + l) * (z - a));     \
        const v_double uw =                                                                        \
            add_where(load_##BITS(u0 + l), at_a, SM_OPEN_WEST,                                     \
                      load_double(g0 + l) * (a - scale * load_double(xb + h - 1)));                \
        const v_double ue =                                                                        \
            add_where(load_##BITS(u0 + l + 1), at_b, SM_OPEN_EAST,                                 \
                      load_double(g0 + l + 1) * (scale * load_double(xa + h + 1) - z));            \
        const v_double f0 = flux_out(at_a, hy, hz, load_double(h0 + l), uw, um,                    \
                                     add_where(load_##BITS(s0 + l), at_a, SM_OPEN_SOUTH,           \
                                               gy0 * (a - scale * load_double(xb + h - o->sy))),   \
                                     add_where(load_##BITS(n0 + l), at_a, SM_OPEN_NORTH,           \
                                               gy1 * (scale * load_double(xb + h + o->sy) - a)),   \
                                     add_where(load_##BITS(d0 + l), at_a, SM_OPEN_DOWN,            \
                                               gz0 * (a - scale * load_double(xb + h - o->sz))),   \
                                     add_where(load_##BITS(t0 + l), at_a, SM_OPEN_UP,              \
                                               gz1 * (scale * load_double(xb + h + o->sz) - a)));  \
        const v_double f1 = flux_out(at_b, hy, hz, load_double(h1 + l), um, ue,                    \
                                     add_where(load_##BITS(s1 + l), at_b, SM_OPEN_SOUTH,           \
                                               gy0 * (z - scale * load_double(xa + h - o->sy))),   \
                                     add_where(load_##BITS(n1 + l), at_b, SM_OPEN_NORTH,           \
                                               gy1 * (scale * load_double(xa + h + o->sy) - z)),   \
                                     add_where(load_##BITS(d1 + l), at_b, SM_OPEN_DOWN,            \
                                               gz0 * (z - scale * load_double(xa + h - o->sz))),   \
                                     add_where(load_##BITS(t1 + l), at_b, SM_OPEN_UP,              \
                                               gz1 * (scale * load_double(xa + h + o->sz) - z)));  \
        save_d(ra + h, to_floats(f0));                                                             \
        save_d(rb + h, to_floats(f1));                                                             \
        add_to(&lanes[l], f0 *f0 + f1 * f1);                                                       \
      }                                                                                            \
    }                                                                                              \
  }
WIND_RESIDUAL(f32, float)
WIND_RESIDUAL(f64, double)
#undef WIND_RESIDUAL
#undef INLINE

#endif
