/* cpu_rows.h - the rows that solving time is spent in, once more for the CPU, in vectors.
 *
 * A compiler makes vectors of as many cells as bytes of open faces fill one, too many for the
 * registers once they are numbers of 32 and 64 bits. Here they have as many v_float as a register
 * holds. The arithmetic is that of the cell functions, so that results are the same bits;
 * tests/parity compares them. Boxes begin at half index 0; rows are padded (split.h), so that a
 * vector never leaves its row and padding keeps its 0. For cpu.c alone. */
#ifndef SM_DEVICE_CPU_ROWS_H
#define SM_DEVICE_CPU_ROWS_H

#include "cell/cells.h"
#include "device/backend.h"
#include <string.h>
#if defined __AVX2__
#include <immintrin.h>
#endif

#pragma GCC diagnostic ignored "-Wpsabi" /* nothing here is called from outside */

#if defined __AVX512BW__
enum { VECTOR = 16 };
#elif defined __AVX2__
enum { VECTOR = 8 };
#else
enum { VECTOR = 4 };
#endif

#define OF(TYPE)                                                                                   \
  __attribute__((vector_size(VECTOR * sizeof(TYPE)), aligned(sizeof(TYPE)), may_alias))
typedef float v_float OF(float);
typedef double v_double OF(double);
typedef int32_t v_int OF(int32_t);
typedef uint16_t v_half OF(uint16_t);
typedef uint8_t v_byte OF(uint8_t);
#undef OF

#define INLINE static inline __attribute__((always_inline))

INLINE v_float load(const float *from) { return *(const v_float *)from; }
INLINE v_double load_double(const double *from) { return *(const v_double *)from; }
INLINE void save(float *to, v_float x) { *(v_float *)to = x; }
INLINE v_double to_doubles(v_float x) { return __builtin_convertvector(x, v_double); }
INLINE v_float to_floats(v_double x) { return __builtin_convertvector(x, v_float); }

INLINE v_float load_half(const sm_half *from) {
  return (v_float)(__builtin_convertvector(*(const v_half *)from, v_int) << 16);
}

/* gcc 12 makes five instructions of what the processor does in one. */
INLINE v_int load_bytes(const uint8_t *from) {
#if defined __AVX512BW__
  return (v_int)_mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)from));
#elif defined __AVX2__
  return (v_int)_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)from));
#else
  return __builtin_convertvector(*(const v_byte *)from, v_int);
#endif
}

/* x where a bit is set, else 0. */
INLINE v_float where(v_int set, int bit, v_float x) {
#if defined __AVX512BW__
  const __mmask16 mask = _mm512_test_epi32_mask((__m512i)set, _mm512_set1_epi32(bit));
  return (v_float)_mm512_maskz_mov_ps(mask, (__m512)x);
#else
  return (v_float)((v_int)x & ((set & bit) != 0));
#endif
}

INLINE bool any(v_int set, int bit) {
  int32_t all[VECTOR], sum = 0;
  memcpy(all, &set, sizeof all);
  for (int v = 0; v < VECTOR; v++) sum |= all[v];
  return (sum & bit) != 0;
}

/* --- coefficients --- */

enum form { OPEN, PART, COARSE };

/* The cells of one colour of a row. */
struct cells {
  const struct sm_operator *o;
  struct sm_row row;
  int e;
  ptrdiff_t own, other; /* elements of half index 0, in this and in the other colour */
  const float *hx, *gw, *ge;
};

INLINE struct cells cells_of(const struct sm_operator *o, int colour, int j, int k) {
  const int e = (j + k + colour) & 1;
  const ptrdiff_t c = j * o->sy + k * o->sz;
  return (struct cells){.o = o,
                        .row = sm_row_of(o, j, k),
                        .e = e,
                        .own = colour * o->colour + c,
                        .other = (1 - colour) * o->colour + c,
                        .hx = o->metric.hx[e],
                        .gw = o->metric.gx[e],
                        .ge = o->metric.gx[1 - e] + e};
}

struct faces {
  v_float w, e, s, n, d, u;
};

/* The fractions of faces as stored by low faces: cx or fx. */
#define FRACTIONS(NAME, TYPE, LOAD)                                                                \
  INLINE struct faces NAME(const struct cells *c, const TYPE *x, const TYPE *y, const TYPE *z,     \
                           int h) {                                                                \
    const ptrdiff_t own = c->own + h, other = c->other + h;                                        \
    return (struct faces){LOAD(x + own), LOAD(x + other + c->e),                                   \
                          LOAD(y + own), LOAD(y + other + c->o->sy),                               \
                          LOAD(z + own), LOAD(z + other + c->o->sz)};                              \
  }
FRACTIONS(fractions_part, float, load)
FRACTIONS(fractions_coarse, sm_half, load_half)
#undef FRACTIONS

/* 1 in cells, 0 in the padding behind them. */
INLINE v_float inside(const struct cells *c, int h) {
  v_float in;
  for (int v = 0; v < VECTOR; v++) in[v] = 2 * (h + v) + c->e < c->o->nx ? 1.0f : 0.0f;
  return in;
}

INLINE struct faces coefficients(const struct cells *c, enum form form, int h) {
  const v_float hx = load(c->hx + h);
  struct faces a = {load(c->gw + h) * c->row.yz,
                    load(c->ge + h) * c->row.yz,
                    hx * c->row.s,
                    hx * c->row.n,
                    hx * c->row.d,
                    hx * c->row.u};
  const v_int open = load_bytes(c->o->open + c->own + h);
  if (form != OPEN && any(open, SM_OPEN_PART)) {
    const struct faces f = form == PART ? fractions_part(c, c->o->fx, c->o->fy, c->o->fz, h)
                                        : fractions_coarse(c, c->o->cx, c->o->cy, c->o->cz, h);
    const v_float in = inside(c, h);
    a.w *= in * f.w;
    a.e *= in * f.e;
    a.s *= in * f.s;
    a.n *= in * f.n;
    a.d *= in * f.d;
    a.u *= in * f.u;
  } else {
    a.w = where(open, SM_OPEN_WEST, a.w);
    a.e = where(open, SM_OPEN_EAST, a.e);
    a.s = where(open, SM_OPEN_SOUTH, a.s);
    a.n = where(open, SM_OPEN_NORTH, a.n);
    a.d = where(open, SM_OPEN_DOWN, a.d);
    a.u = where(open, SM_OPEN_UP, a.u);
  }
  return a;
}

INLINE v_float sum_of(const struct faces *a) {
  return ((a->w + a->e) + (a->s + a->n)) + (a->d + a->u);
}

/* Flux into the cells from half index h on, whose values are x0. */
INLINE v_float flux(const struct cells *c, const struct faces *a, const float *x, v_float x0,
                    int h) {
  const float *other = x + c->other + h;
  const ptrdiff_t sy = c->o->sy, sz = c->o->sz;
  return a->w * (load(other + c->e - 1) - x0) + a->e * (load(other + c->e) - x0) +
         a->s * (load(other - sy) - x0) + a->n * (load(other + sy) - x0) +
         a->d * (load(other - sz) - x0) + a->u * (load(other + sz) - x0);
}

INLINE v_double flux_double(const struct cells *c, const struct faces *a, const double *x,
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

INLINE v_double apply_cells(const struct cells *c, const struct sm_apply *s, enum form form,
                            int h) {
  const struct faces a = coefficients(c, form, h);
  const v_float p = load(s->p + c->own + h), q = -flux(c, &a, s->p, p, h);
  save(s->q + c->own + h, q);
  return to_doubles(p) * to_doubles(q);
}

INLINE void apply_row(const struct sm_box *b, const struct sm_apply *s, int j, int k,
                      double lanes[SM_LANES], enum form form) {
  const struct cells c0 = cells_of(&s->op, 0, j, k), c1 = cells_of(&s->op, 1, j, k);
  for (int h = 0; h < b->hi[0]; h += VECTOR) {
    const v_double term = apply_cells(&c0, s, form, h) + apply_cells(&c1, s, form, h);
    *(v_double *)&lanes[h % SM_LANES] += term;
  }
}

INLINE v_double residual_cells(const struct cells *c, const struct sm_residual *s, enum form form,
                               double mean, int h) {
  const struct faces a = coefficients(c, form, h);
  const v_int open = load_bytes(s->op.open + c->own + h);
  const v_double share = to_doubles(where(open, SM_OPEN_ALL, (v_float){0} + 1.0f)) * mean;
  const v_double right = load_double(s->b + c->own + h) - share;
  const v_double r = right + s->scale * flux_double(c, &a, s->x, load_double(s->x + c->own + h), h);
  save(s->r + c->own + h, to_floats(r));
  return r * r;
}

INLINE void residual_row(const struct sm_box *b, const struct sm_residual *s, int j, int k,
                         double lanes[SM_LANES], enum form form) {
  const struct cells c0 = cells_of(&s->op, 0, j, k), c1 = cells_of(&s->op, 1, j, k);
  const double mean = s->share * *s->total;
  for (int h = 0; h < b->hi[0]; h += VECTOR) {
    const v_double term =
        residual_cells(&c0, s, form, mean, h) + residual_cells(&c1, s, form, mean, h);
    *(v_double *)&lanes[h % SM_LANES] += term;
  }
}

#define SMOOTH(NAME, FORM, FIRST)                                                                  \
  static void loop_##NAME##_row(const struct sm_box *b, const struct sm_smooth *s, int j, int k) { \
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
  static void loop_##NAME##_row(const struct sm_box *b, const struct sm_relax *s, int j, int k) {  \
    const struct sm_smooth smooth = {s->op, s->x, s->b, s->colour, s->omega, 1.0f};                \
    smooth_row(b, &smooth, j, k, FORM, false);                                                     \
  }
RELAX(relax_open, OPEN)
RELAX(relax_part, PART)
#undef RELAX
#define DEFECT(NAME, FORM)                                                                         \
  static void loop_##NAME##_row(const struct sm_box *b, const struct sm_defect *s, int j, int k) { \
    defect_row(b, s, j, k, FORM);                                                                  \
  }
DEFECT(defect_open, OPEN)
DEFECT(defect_part, PART)
DEFECT(defect_coarse, COARSE)
#undef DEFECT
#define SUM_ROW(NAME, ARGS, ROW, FORM)                                                             \
  static void loop_##NAME##_row(const struct sm_box *b, const struct sm_##ARGS *s, int j, int k,   \
                                double lanes[SM_LANES]) {                                          \
    ROW(b, s, j, k, lanes, FORM);                                                                  \
  }
SUM_ROW(apply_open, apply, apply_row, OPEN)
SUM_ROW(apply_part, apply, apply_row, PART)
SUM_ROW(residual_open, residual, residual_row, OPEN)
SUM_ROW(residual_part, residual, residual_row, PART)
#undef SUM_ROW
#undef INLINE

#endif
