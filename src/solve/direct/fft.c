/* fft.c - fast Fourier transforms of tiles: 8 complex lines, of which a lane of the first half of a
 * tile is the real and one of the second half the imaginary part. Stockham's form (Swarztrauber
 * 1984): a pass of radix p over m blocks of s elements reads from one buffer and writes to the
 * other. Compiled once per x86-64 level. */
#include "solve/direct/level.h"
#include <string.h>

/* One output of a butterfly, times its twiddle w. */
#define STORE(TO, RE, IM, W)                                                                       \
  do {                                                                                             \
    const float re_ = (RE), im_ = (IM);                                                            \
    (TO)[l] = re_ * (W)[0] - im_ * (W)[1];                                                         \
    (TO)[l + LANES] = re_ * (W)[1] + im_ * (W)[0];                                                 \
  } while (0)

static inline void twiddles(const double *from, int count, float w[][2]) {
  for (int r = 0; r < count; r++) {
    w[r][0] = (float)from[2 * r];
    w[r][1] = (float)from[2 * r + 1];
  }
}

static void radix_2(int m, int s, const double *twiddle, const float *restrict from,
                    float *restrict to) {
  const ptrdiff_t in = (ptrdiff_t)TILE * s * m, out = (ptrdiff_t)TILE * s;
  for (int i = 0; i < m; i++) {
    float w[1][2];
    twiddles(twiddle + 2 * i, 1, w);
    for (int q = 0; q < s; q++) {
      const float *restrict const x = from + (ptrdiff_t)TILE * (q + s * i);
      float *restrict const y = to + (ptrdiff_t)TILE * (q + 2 * s * i);
      EACH_LANE {
        const float ar = x[l], ai = x[l + LANES], br = x[in + l], bi = x[in + l + LANES];
        y[l] = ar + br;
        y[l + LANES] = ai + bi;
        STORE(y + out, ar - br, ai - bi, w[0]);
      }
    }
  }
}

static void radix_3(int m, int s, const double *twiddle, const float *restrict from,
                    float *restrict to) {
  const ptrdiff_t in = (ptrdiff_t)TILE * s * m, out = (ptrdiff_t)TILE * s;
  const float half = (float)0.5, sine = (float)0.86602540378443864676;
  for (int i = 0; i < m; i++) {
    float w[2][2];
    twiddles(twiddle + 4 * i, 2, w);
    for (int q = 0; q < s; q++) {
      const float *restrict const x = from + (ptrdiff_t)TILE * (q + s * i);
      float *restrict const y = to + (ptrdiff_t)TILE * (q + 3 * s * i);
      EACH_LANE {
        const float *const b = x + in, *const c = x + 2 * in;
        const float sr = b[l] + c[l], si = b[l + LANES] + c[l + LANES];
        const float dr = sine * (b[l + LANES] - c[l + LANES]), di = sine * (c[l] - b[l]);
        const float tr = x[l] - half * sr, ti = x[l + LANES] - half * si;
        y[l] = x[l] + sr;
        y[l + LANES] = x[l + LANES] + si;
        STORE(y + out, tr + dr, ti + di, w[0]);
        STORE(y + 2 * out, tr - dr, ti - di, w[1]);
      }
    }
  }
}

static void radix_4(int m, int s, const double *twiddle, const float *restrict from,
                    float *restrict to) {
  const ptrdiff_t in = (ptrdiff_t)TILE * s * m, out = (ptrdiff_t)TILE * s;
  for (int i = 0; i < m; i++) {
    float w[3][2];
    twiddles(twiddle + 6 * i, 3, w);
    for (int q = 0; q < s; q++) {
      const float *restrict const x = from + (ptrdiff_t)TILE * (q + s * i);
      float *restrict const y = to + (ptrdiff_t)TILE * (q + 4 * s * i);
      EACH_LANE {
        const float *const b = x + in, *const c = x + 2 * in, *const d = x + 3 * in;
        const float er = x[l] + c[l], ei = x[l + LANES] + c[l + LANES];
        const float fr = x[l] - c[l], fi = x[l + LANES] - c[l + LANES];
        const float gr = b[l] + d[l], gi = b[l + LANES] + d[l + LANES];
        const float hr = b[l + LANES] - d[l + LANES], hi = d[l] - b[l];
        y[l] = er + gr;
        y[l + LANES] = ei + gi;
        STORE(y + out, fr + hr, fi + hi, w[0]);
        STORE(y + 2 * out, er - gr, ei - gi, w[1]);
        STORE(y + 3 * out, fr - hr, fi - hi, w[2]);
      }
    }
  }
}

/* Any other radix p, by the definition: of its outputs r and p - r each pair of inputs t and p - t
 * enters with its sum and its difference. */
static void radix_any(int p, int m, int s, const double *twiddle, const double *root,
                      const float *restrict from, float *restrict to) {
  const ptrdiff_t in = (ptrdiff_t)TILE * s * m, out = (ptrdiff_t)TILE * s;
  for (int i = 0; i < m; i++) {
    float w[SM_DIRECT_RADIX][2], e[SM_DIRECT_RADIX][2];
    twiddles(twiddle + 2 * i * (p - 1), p - 1, w);
    twiddles(root, p, e);
    for (int q = 0; q < s; q++) {
      const float *restrict const x = from + (ptrdiff_t)TILE * (q + s * i);
      float *restrict const y = to + (ptrdiff_t)TILE * (q + (ptrdiff_t)p * s * i);
      float all[TILE];
      memcpy(all, x, sizeof all);
      for (int t = 1; t < p; t++)
        for (int l = 0; l < TILE; l++) all[l] += x[t * in + l];
      memcpy(y, all, sizeof all);
      for (int r = 1; 2 * r < p; r++) {
        float sum[TILE], turned[TILE] = {0};
        memcpy(sum, x, sizeof sum);
        for (int t = 1; 2 * t < p; t++) {
          const float c = e[r * t % p][0], d = e[r * t % p][1];
          const float *const a = x + t * in, *const b = x + (p - t) * in;
          EACH_LANE {
            sum[l] += c * (a[l] + b[l]);
            sum[l + LANES] += c * (a[l + LANES] + b[l + LANES]);
            turned[l] -= d * (a[l + LANES] - b[l + LANES]);
            turned[l + LANES] += d * (a[l] - b[l]);
          }
        }
        EACH_LANE {
          STORE(y + r * out, sum[l] + turned[l], sum[l + LANES] + turned[l + LANES], w[r - 1]);
          STORE(y + (p - r) * out, sum[l] - turned[l], sum[l + LANES] - turned[l + LANES],
                w[p - r - 1]);
        }
      }
    }
  }
}

/* Transforms `from` with the help of `other`; returns the one that holds the result. */
static float *fft(const struct sm_direct_fft *fft, float *from, float *other) {
  for (int stage = 0, s = 1, rest = fft->n; stage < fft->stages; stage++) {
    const int p = fft->radix[stage], m = rest / p;
    const double *const w = fft->twiddle[stage];
    if (p == 2)
      radix_2(m, s, w, from, other);
    else if (p == 3)
      radix_3(m, s, w, from, other);
    else if (p == 4)
      radix_4(m, s, w, from, other);
    else
      radix_any(p, m, s, w, fft->root[stage], from, other);
    float *const swap = from;
    from = other;
    other = swap;
    rest = m;
    s *= p;
  }
  return from;
}

/* Elements of `to`: those of `from` times complex numbers, with real and imaginary part exchanged
 * before or after. */
static void multiply(int n, const double *factor, bool exchanged, bool exchange, const float *from,
                     float *to) {
  const int re = exchanged ? LANES : 0, im = exchanged ? 0 : LANES;
  const int to_re = exchange ? LANES : 0, to_im = exchange ? 0 : LANES;
  for (int k = 0; k < n; k++, from += TILE, to += TILE) {
    const float c = (float)factor[2 * k], d = (float)factor[2 * k + 1];
    EACH_LANE {
      const float a = from[re + l], b = from[im + l];
      to[to_re + l] = a * c - b * d;
      to[to_im + l] = a * d + b * c;
    }
  }
}

/* Complex transform of the length of the axis; by a convolution (Bluestein 1970) if that has a
 * large prime factor. */
float *OF_LEVEL(sm_direct_transform)(const struct sm_direct_axis *axis, float *from, float *other) {
  if (axis->chirp == NULL) return fft(&axis->fft, from, other);
  const int n = axis->length, padded = axis->fft.n;
  multiply(n, axis->chirp, false, false, from, from);
  memset(from + (ptrdiff_t)n * TILE, 0, (size_t)(padded - n) * TILE * sizeof *from);
  float *z = fft(&axis->fft, from, other);
  multiply(padded, axis->spectrum, false, true, z, z);
  z = fft(&axis->fft, z, z == from ? other : from);
  multiply(n, axis->chirp, true, false, z, z);
  return z;
}
