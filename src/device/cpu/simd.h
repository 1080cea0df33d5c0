/* device/cpu/simd.h - SIMD vectors of LANES cells, and fluxes through their six faces.
 *
 * Included by device/cpu/rows.h once per number of lanes; V(NAME) is NAME for that number. */
typedef float V(v_float) VECTOR_OF(float, LANES);
typedef int32_t V(v_int) VECTOR_OF(int32_t, LANES);
typedef uint16_t V(v_half) VECTOR_OF(uint16_t, LANES);
typedef uint8_t V(v_byte) VECTOR_OF(uint8_t, LANES);

INLINE V(v_float) V(load)(const float *from) { return *(const V(v_float) *)from; }
INLINE void V(save)(float *to, V(v_float) x) { *(V(v_float) *)to = x; }

INLINE V(v_float) V(load_half)(const sm_half *from) {
  return (V(v_float))(__builtin_convertvector(*(const V(v_half) *)from, V(v_int)) << 16);
}

/* Intrinsics, since gcc 12 generates five instructions for this conversion. */
INLINE V(v_int) V(load_bytes)(const uint8_t *from) {
#if defined __AVX512VL__ && LANES == 16
  return (V(v_int))_mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)from));
#elif defined __AVX2__ && LANES == 8
  return (V(v_int))_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)from));
#else
  return __builtin_convertvector(*(const V(v_byte) *)from, V(v_int));
#endif
}

/* x where the bit is set, else 0. */
INLINE V(v_float) V(where)(V(v_int) set, int bit, V(v_float) x) {
#if defined __AVX512VL__ && LANES == 16
  const __mmask16 mask = _mm512_test_epi32_mask((__m512i)set, _mm512_set1_epi32(bit));
  return (V(v_float))_mm512_maskz_mov_ps(mask, (__m512)x);
#elif defined __AVX512VL__ && LANES == 8
  const __mmask8 mask = _mm256_test_epi32_mask((__m256i)set, _mm256_set1_epi32(bit));
  return (V(v_float))_mm256_maskz_mov_ps(mask, (__m256)x);
#else
  return (V(v_float))((V(v_int))x & ((set & bit) != 0));
#endif
}

INLINE bool V(any)(V(v_int) set, int bit) {
  int32_t all[LANES], sum = 0;
  memcpy(all, &set, sizeof all);
  for (int v = 0; v < LANES; v++) sum |= all[v];
  return (sum & bit) != 0;
}

struct V(faces) {
  V(v_float) w, e, s, n, d, u;
};

/* Face fractions, stored at low faces: cx or fx. */
#define FRACTIONS(NAME, TYPE, LOAD)                                                                \
  INLINE struct V(faces)                                                                           \
      NAME(const struct cells *c, const TYPE *x, const TYPE *y, const TYPE *z, int h) {            \
    const ptrdiff_t own = c->own + h, other = c->other + h;                                        \
    return (struct V(faces)){LOAD(x + own), LOAD(x + other + c->e),                                \
                             LOAD(y + own), LOAD(y + other + c->o->sy),                            \
                             LOAD(z + own), LOAD(z + other + c->o->sz)};                           \
  }
FRACTIONS(V(fractions_part), float, V(load))
FRACTIONS(V(fractions_coarse), sm_half, V(load_half))
#undef FRACTIONS

/* 1 in cells, 0 in the padding. */
INLINE V(v_float) V(inside)(const struct cells *c, int h) {
  V(v_float) in;
  // cppcheck-suppress uninitvar ; set here, lane by lane
  for (int v = 0; v < LANES; v++) in[v] = 2 * (h + v) + c->e < c->o->nx ? 1.0f : 0.0f;
  return in;
}

INLINE struct V(faces) V(coefficients)(const struct cells *c, enum form form, int h) {
  const V(v_float) hx = V(load)(c->hx + h);
  struct V(faces) a = {V(load)(c->gw + h) * c->row.yz,
                       V(load)(c->ge + h) * c->row.yz,
                       hx * c->row.s,
                       hx * c->row.n,
                       hx * c->row.d,
                       hx * c->row.u};
  const V(v_int) open = V(load_bytes)(c->o->open + c->own + h);
  if (form != OPEN && V(any)(open, SM_OPEN_PART)) {
    const struct V(faces) f = form == PART
                                  ? V(fractions_part)(c, c->o->fx, c->o->fy, c->o->fz, h)
                                  : V(fractions_coarse)(c, c->o->cx, c->o->cy, c->o->cz, h);
    const V(v_float) in = V(inside)(c, h);
    a.w *= in * f.w;
    a.e *= in * f.e;
    a.s *= in * f.s;
    a.n *= in * f.n;
    a.d *= in * f.d;
    a.u *= in * f.u;
  } else {
    a.w = V(where)(open, SM_OPEN_WEST, a.w);
    a.e = V(where)(open, SM_OPEN_EAST, a.e);
    a.s = V(where)(open, SM_OPEN_SOUTH, a.s);
    a.n = V(where)(open, SM_OPEN_NORTH, a.n);
    a.d = V(where)(open, SM_OPEN_DOWN, a.d);
    a.u = V(where)(open, SM_OPEN_UP, a.u);
  }
  return a;
}

INLINE V(v_float) V(sum_of)(const struct V(faces) * a) {
  return ((a->w + a->e) + (a->s + a->n)) + (a->d + a->u);
}

/* Flux into the cells from half index h on; their values are x0. */
INLINE V(v_float) V(flux)(const struct cells *c, const struct V(faces) * a, const float *x,
                          V(v_float) x0, int h) {
  const float *other = x + c->other + h;
  const ptrdiff_t sy = c->o->sy, sz = c->o->sz;
  return a->w * (V(load)(other + c->e - 1) - x0) + a->e * (V(load)(other + c->e) - x0) +
         a->s * (V(load)(other - sy) - x0) + a->n * (V(load)(other + sy) - x0) +
         a->d * (V(load)(other - sz) - x0) + a->u * (V(load)(other + sz) - x0);
}
