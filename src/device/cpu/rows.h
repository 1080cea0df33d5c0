/* device/cpu/rows.h - hand-vectorised rows of the most expensive solver kernels on the CPU.
 *
 * Compilers vectorise for a full register of open-face bytes, which after conversion to 32 and 64
 * bits exceeds the registers. Here a vector has as many floats, or doubles, as a register holds.
 * The arithmetic is that of the cell functions, so that results are bitwise identical; tests/parity
 * compares them. Boxes begin at half index 0; rows are padded (cell/poisson/red_black.h), so that a
 * vector never leaves its row and the padding stays 0. For device/cpu/poisson.c only. */
#ifndef SM_DEVICE_CPU_ROWS_H
#define SM_DEVICE_CPU_ROWS_H

#include "cell/cells.h"
#include "device/backend.h"
#include <string.h>
#if defined __AVX2__
#include <immintrin.h>
#endif

#pragma GCC diagnostic ignored "-Wpsabi" /* no function is called from outside */

#if defined __AVX512VL__
#define VECTOR 16 /* floats per vector */
#elif defined __AVX2__
#define VECTOR 8
#else
#define VECTOR 4
#endif

#define VECTOR_OF(TYPE, COUNT)                                                                     \
  __attribute__((vector_size((COUNT) * sizeof(TYPE)), aligned(sizeof(TYPE)), may_alias))
#define INLINE static inline __attribute__((always_inline))

enum form { OPEN, PART, COARSE };

/* Cells of one colour in a row. */
struct cells {
  const struct sm_poisson_operator *o;
  struct sm_stencil_row row;
  int e;
  ptrdiff_t own, other; /* elements of half index 0: in this colour and in the other one */
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

/* Vectors of floats. */
#define LANES VECTOR
#define V(NAME) NAME
#include "device/cpu/simd.h"
#undef LANES
#undef V

/* Vectors of doubles, with as many floats. */
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

/* --- periodic boundaries --- */

/* Row j along the m-th axis. In x, alternate rows have their ghost cells at the same indices; in y
 * and z whole rows are copied, except the padding element of odd rows. size: of an element,
 * bytes. */
INLINE void wrap_x(const struct sm_periodic_axes *ends, char *x, size_t size, int row, int k) {
  for (int side = 0; side < 2; side++) {
    const struct sm_periodic_ghost g = sm_periodic_ghost_x(ends, side, row, k);
    const ptrdiff_t step = ends->sy * (ptrdiff_t)size;
    char *to = x + g.to * (ptrdiff_t)size;
    const char *from = x + g.from * (ptrdiff_t)size;
    for (int j = row; g.wanted && j < ends->n[1]; j += 2, to += 2 * step, from += 2 * step) {
      if (g.zero)
        memset(to, 0, size);
      else
        memcpy(to, from, size);
    }
  }
}
INLINE void wrap_yz(const struct sm_periodic_axes *ends, char *x, size_t size, int axis, int row) {
  for (int e = 0; e < 4; e++) {
    const int last = ends->half - 1;
    const struct sm_periodic_ghost g = sm_periodic_ghost_yz(ends, axis, e & 1, e >> 1, 0, row);
    const struct sm_periodic_ghost end = sm_periodic_ghost_yz(ends, axis, e & 1, e >> 1, last, row);
    const size_t bytes = (size_t)(end.wanted ? last + 1 : last) * size;
    char *to = x + g.to * (ptrdiff_t)size;
    if (g.wanted && g.zero) memset(to, 0, bytes);
    if (g.wanted && !g.zero) memcpy(to, x + g.from * (ptrdiff_t)size, bytes);
  }
}
INLINE void wrap_row(const struct sm_periodic_axes *ends, void *x, size_t size, int j, int m) {
  const int axis = ends->axis[m];
  if (j >= ends->n[axis == 2 ? 1 : 2]) return;
  if (axis != 0) {
    wrap_yz(ends, x, size, axis, j);
  } else {
    for (int row = 0; row < 2; row++) wrap_x(ends, x, size, row, j);
  }
}
void ROW_OF(wrap_periodic)(ROW_BOX(periodic_copy)) {
  (void)b;
  wrap_row(&args->ends, args->x, sizeof *args->x, j, k);
}
void ROW_OF(wrap_periodic_double)(ROW_BOX(periodic_copy_double)) {
  (void)b;
  wrap_row(&args->ends, args->x, sizeof *args->x, j, k);
}

/* --- the divergence of the wind --- */

enum { SPLIT = SM_REDUCTION_LANES + DOUBLES };

/* u + x where the bit is set, else u. */
INLINE v_double add_where(v_double u, v_int_d set, int bit, v_double x) {
  return u + x * to_doubles(where_d(set, bit, (v_float_d){0} + 1.0f));
}

/* Outward flux of cells through their six faces; inputs are face velocities, m/s. */
INLINE v_double flux_out(v_int_d open, double hy, double hz, v_double hx, v_double w, v_double e,
                         v_double s, v_double n, v_double d, v_double u) {
  const v_double in = to_doubles(where_d(open, SM_OPEN_ALL, (v_float_d){0} + 1.0f));
  return in * (hy * hz * (e - w) + hx * (hz * (n - s) + hy * (u - d)));
}

#define SM_BITS 64 /* first, since widths are double in both precisions */
#include "cell/precision.h"

#include "device/cpu/wind_residual.h"
#undef SM_BITS
#define SM_BITS 32
#include "cell/precision.h"

#include "device/cpu/wind_residual.h"
#undef SM_BITS
#undef SM_REAL
#undef INLINE

#endif
