/* lines.c - direct Poisson solver on tiles of 16 lines: real transforms along y and x, tridiagonal
 * systems along z. Compiled once per x86-64 level. */
#include "solve/direct/internal.h"
#include <omp.h>
#include <string.h>

#define EACH_LANE _Pragma("omp simd") for (int l = 0; l < LANES; l++)

enum { LANES = SM_DIRECT_LANES, TILE = SM_DIRECT_TILE };

/* Plans and memory of a thread: two buffers of a tile, of which the first is used for columns, too.
 */
struct worker {
  void *plan_x, *plan_y;
  float *z, *other;
};

/* --- real transforms: lines of both halves of a tile are parts of a complex one --- */

static inline float *element(float *buffer, int i) { return buffer + (ptrdiff_t)TILE * i; }

/* Rotates the modes k and n - k of a cosine transform; its own inverse. */
static void rotate(const struct sm_direct_axis *axis, float *z) {
  const int n = axis->n;
  for (int k = 1; 2 * k < n; k++) {
    float *const a = element(z, k), *const b = element(z, n - k);
    const float c = (float)axis->rotation[2 * k], s = (float)axis->rotation[2 * k + 1];
    for (int l = 0; l < TILE; l++) {
      const float u = a[l], v = b[l];
      a[l] = c * u + s * v;
      b[l] = s * u - c * v;
    }
  }
}

/* Real transform of a periodic line, from the complex one of two: twice the real part in mode k,
 * twice the imaginary part in mode n - k. */
static void separate(const struct sm_direct_axis *axis, float *z) {
  for (int k = 1; 2 * k < axis->n; k++) {
    float *restrict const p = element(z, k);
    float *restrict const m = element(z, axis->n - k);
    EACH_LANE {
      const float a = p[l], b = p[l + LANES], c = m[l], d = m[l + LANES];
      p[l] = a + c;
      p[l + LANES] = b + d;
      m[l] = b - d;
      m[l + LANES] = c - a;
    }
  }
}

/* The inverse, with real and imaginary part exchanged: the forward transform of that is the inverse
 * one. */
static void combine(const struct sm_direct_axis *axis, float *z) {
  for (int k = 0; k < axis->n; k++) {
    float *restrict const p = element(z, k);
    if (k > 0 && 2 * k < axis->n) {
      float *restrict const m = element(z, axis->n - k);
      EACH_LANE {
        const float a = p[l], b = p[l + LANES], c = m[l], d = m[l + LANES];
        p[l] = c + b;
        p[l + LANES] = a - d;
        m[l] = b - c;
        m[l + LANES] = a + d;
      }
    } else if (2 * k == axis->n || k == 0) {
      EACH_LANE {
        const float a = p[l];
        p[l] = p[l + LANES];
        p[l + LANES] = a;
      }
    }
  }
}

/* From values, each at its place of the axis, to modes 0 to n - 1. */
static float *forward(const struct sm_direct_axis *axis, void *plan, const struct worker *w) {
  OF_LEVEL(sm_direct_transform)(plan, w->z, w->other);
  separate(axis, w->other);
  if (!axis->periodic) rotate(axis, w->other);
  return w->other;
}

/* From modes to values, each at its place of the axis, with the halves of the tile exchanged. */
static float *inverse(const struct sm_direct_axis *axis, void *plan, const struct worker *w) {
  if (!axis->periodic) rotate(axis, w->z);
  combine(axis, w->z);
  OF_LEVEL(sm_direct_transform)(plan, w->z, w->other);
  return w->other;
}

/* --- lines along y: 8 cells of even and 8 of odd i --- */

/* Line (k ny + m) of the modes at i = 0. */
static inline float *line(const struct sm_direct *d, int m, int k) {
  const ptrdiff_t line = m + (ptrdiff_t)d->y.n * k;
  return d->modes + line / TILE * TILE * d->x.n + line % TILE;
}

/* Of the cells with half index h + l: those of even i, of odd i. */
struct part {
  int even, odd;
};
static inline struct part part_of(const struct sm_direct *d, int h) {
  const int even = (d->x.n + 1) / 2 - h, odd = d->x.n / 2 - h;
  return (struct part){even < LANES ? even : LANES, odd < LANES ? odd : LANES};
}

static void lines_y_forward(const struct sm_direct *d, const float *r, int h, int k,
                            const struct worker *w) {
  const struct sm_red_black *s = &d->layout;
  const struct part part = part_of(d, h);
  for (int j = 0; j < d->y.n; j++) {
    const float *const row = r + h + j * s->sy + k * s->sz;
    const float *restrict const even = row + ((j + k) & 1) * s->colour;
    const float *restrict const odd = row + (1 - ((j + k) & 1)) * s->colour;
    float *restrict const to = element(w->z, d->y.at[j]);
    EACH_LANE {
      to[l] = even[l];
      to[l + LANES] = odd[l];
    }
  }
  const float *const modes = forward(&d->y, w->plan_y, w);
  for (int m = 0; m < d->y.n; m++) {
    float *restrict const to = line(d, m, k) + (ptrdiff_t)2 * h * TILE;
    const float *restrict const from = modes + (ptrdiff_t)TILE * m;
    for (int l = 0; l < part.even; l++) to[2 * l * TILE] = from[l];
    for (int l = 0; l < part.odd; l++) to[(2 * l + 1) * TILE] = from[l + LANES];
  }
}

static void lines_y_inverse(const struct sm_direct *d, double *x, int h, int k,
                            const struct worker *w) {
  const struct sm_red_black *s = &d->layout;
  const struct part part = part_of(d, h);
  if (part.odd < LANES) memset(w->z, 0, (size_t)d->y.n * TILE * sizeof *w->z);
  for (int m = 0; m < d->y.n; m++) {
    const float *restrict const from = line(d, m, k) + (ptrdiff_t)2 * h * TILE;
    float *restrict const to = element(w->z, m);
    for (int l = 0; l < part.even; l++) to[l] = from[2 * l * TILE];
    for (int l = 0; l < part.odd; l++) to[l + LANES] = from[(2 * l + 1) * TILE];
  }
  float *const values = inverse(&d->y, w->plan_y, w);
  for (int j = 0; j < d->y.n; j++) {
    double *const row = x + h + j * s->sy + k * s->sz;
    double *restrict const even = row + ((j + k) & 1) * s->colour;
    double *restrict const odd = row + (1 - ((j + k) & 1)) * s->colour;
    const float *restrict const from = element(values, d->y.at[j]);
    for (int l = 0; l < part.even; l++) even[l] += (double)from[l + LANES];
    for (int l = 0; l < part.odd; l++) odd[l] += (double)from[l];
  }
}

/* --- lines along x: a tile of the modes --- */

static void lines_x_forward(const struct sm_direct *d, float *tile, const struct worker *w) {
  for (int i = 0; i < d->x.n; i++) {
    const float *restrict const from = tile + (ptrdiff_t)TILE * i;
    float *restrict const to = element(w->z, d->x.at[i]);
    for (int l = 0; l < TILE; l++) to[l] = from[l];
  }
  memcpy(tile, forward(&d->x, w->plan_x, w), (size_t)d->x.n * TILE * sizeof *tile);
}

static void lines_x_inverse(const struct sm_direct *d, float *tile, const struct worker *w) {
  memcpy(w->z, tile, (size_t)d->x.n * TILE * sizeof *tile);
  float *const values = inverse(&d->x, w->plan_x, w);
  for (int i = 0; i < d->x.n; i++) {
    const float *restrict const from = element(values, d->x.at[i]);
    float *restrict const to = tile + (ptrdiff_t)TILE * i;
    EACH_LANE {
      to[l] = from[l + LANES];
      to[l + LANES] = from[l];
    }
  }
}

/* The lines of the last tile that are none: a tile mixes real and imaginary parts, and what
 * rounding leaves in them would grow from one solution to the next. */
static void clear_rest(const struct sm_direct *d, float *tile) {
  const int lines = (int)((ptrdiff_t)d->y.n * d->layout.n[2] % TILE);
  for (int i = 0; lines > 0 && i < d->x.n; i++)
    for (int l = lines; l < TILE; l++) tile[TILE * i + l] = 0;
}

/* --- columns along z: modes (i, m) of `wide` m and `deep` i, a lane each --- */

struct columns {
  int i, m, wide, deep, count; /* count: lanes */
  float *b, *c, *q; /* [nz][count]: right-hand side and solution, factors, 1 less the response to
                         a 1 in the last layer of a periodic column */
  float value[SM_DIRECT_COLUMNS]; /* eigenvalue along x and y, m-2 */
  float scale[SM_DIRECT_COLUMNS]; /* of the right-hand side */
  float pin[SM_DIRECT_COLUMNS];   /* fixes the last layer of the constant mode, else 0 */
};

static void set_columns(const struct sm_direct *d, struct columns *c) {
  const bool constant = c->i == 0 && c->m == 0;
  c->count = c->wide * c->deep;
  for (int g = 0, l = 0; g < c->deep; g++)
    for (int m = 0; m < c->wide; m++, l++) {
      c->value[l] = (float)(d->x.eigenvalue[c->i + g] + d->y.eigenvalue[c->m + m]);
      c->scale[l] = (float)(d->x.scale[c->i + g] * d->y.scale[c->m + m] / d->area);
      c->pin[l] = 0;
    }
  if (constant) c->pin[0] = (float)(1 / d->width[0]);
}

/* Copies between the tiles and the lanes. */
static void copy_columns(const struct sm_direct *d, const struct columns *c, bool load) {
  for (int k = 0; k < d->layout.n[2]; k++)
    for (int g = 0; g < c->deep; g++)
      for (int m = 0, run; m < c->wide; m += run) {
        const int room = TILE - (int)((c->m + m + (ptrdiff_t)d->y.n * k) % TILE),
                  at = g * c->wide + m;
        float *restrict const tile = line(d, c->m + m, k) + (ptrdiff_t)TILE * (c->i + g);
        float *restrict const lane = c->b + (ptrdiff_t)k * c->count + at;
        run = room < c->wide - m ? room : c->wide - m;
        for (int l = 0; l < run && load; l++) lane[l] = tile[l] * c->scale[at + l];
        for (int l = 0; l < run && !load; l++) tile[l] = lane[l];
      }
}

/* Subtracts the mean of the constant mode: of the right-hand side no solution has it, of the
 * solution it is arbitrary. */
static void remove_mean(const struct sm_direct *d, const struct columns *c) {
  const int n = d->layout.n[2];
  double sum = 0;
  if (c->pin[0] <= 0) return;
  for (int k = 0; k < n; k++) sum += (double)c->b[(ptrdiff_t)k * c->count];
  for (int k = 0; k < n; k++) c->b[(ptrdiff_t)k * c->count] -= (float)(sum / n);
}

/* Solves the systems of the first n layers for b and, if periodic, q. The part e > 0 of a pivot
 * that is not the link to the next layer is carried along, so that no difference of large numbers
 * arises (Grassmann, Taksar and Heyman 1985). */
static void eliminate(const struct sm_direct *d, const struct columns *c, int n) {
  float e[SM_DIRECT_COLUMNS] = {0};
  const int count = c->count;
  for (int k = 0; k < n; k++) {
    const float down = (float)d->link[k], up = (float)d->link[k + 1];
    const float width = (float)d->width[k], ends = k == 0 ? down : 0;
    const float pins = k == d->layout.n[2] - 1 ? 1 : 0, flows = k == 0 ? 0 : down;
    float *const b = c->b + (ptrdiff_t)k * count, *const f = c->c + (ptrdiff_t)k * count;
    const ptrdiff_t before = k == 0 ? 0 : count;
#pragma omp simd
    for (int l = 0; l < count; l++) {
      const float own = width * c->value[l] + ends + pins * c->pin[l];
      e[l] = own + (k == 0 ? 0 : f[l - before] * e[l]);
      const float inverse = 1 / (up + e[l]);
      f[l] = up * inverse;
      b[l] = (b[l] + flows * b[l - before]) * inverse;
      if (d->periodic) {
        float *const q = c->q + (ptrdiff_t)k * count;
        q[l] = (width * c->value[l] + flows * (k == 0 ? 0 : q[l - before])) * inverse;
      }
    }
  }
  for (int k = n - 2; k >= 0; k--) {
    float *const b = c->b + (ptrdiff_t)k * count, *const q = c->q + (ptrdiff_t)k * count;
    const float *const f = c->c + (ptrdiff_t)k * count;
#pragma omp simd
    for (int l = 0; l < count; l++) b[l] += f[l] * b[l + count];
    if (!d->periodic) continue;
#pragma omp simd
    for (int l = 0; l < count; l++) q[l] += f[l] * q[l + count];
  }
}

/* The last layer of periodic columns, and its share in the others. */
static void close_columns(const struct sm_direct *d, const struct columns *c) {
  const int last = d->layout.n[2] - 1, count = c->count;
  const float wrap = (float)d->link[0], down = (float)d->link[last];
  const float width = (float)d->width[last];
  float *const end = c->b + (ptrdiff_t)last * count;
  const float *const near = end - count, *const q = c->q + (ptrdiff_t)(last - 1) * count;
#pragma omp simd
  for (int l = 0; l < count; l++) {
    const float own = width * c->value[l] + wrap * c->q[l] + down * q[l] + c->pin[l];
    end[l] = (end[l] + wrap * c->b[l] + down * near[l]) / own;
  }
  for (int k = 0; k < last; k++) {
    float *const b = c->b + (ptrdiff_t)k * count;
    const float *const r = c->q + (ptrdiff_t)k * count;
#pragma omp simd
    for (int l = 0; l < count; l++) b[l] += (1 - r[l]) * end[l];
  }
}

static void solve_columns(const struct sm_direct *d, int i, int m, float *scratch) {
  const int n = d->layout.n[2], wide = d->y.n < TILE ? d->y.n : TILE,
            deep = SM_DIRECT_COLUMNS / wide;
  const size_t size = (size_t)n * SM_DIRECT_COLUMNS;
  struct columns c = {.i = i, .m = m, .b = scratch, .c = scratch + size, .q = scratch + 2 * size};
  c.wide = wide < d->y.n - m ? wide : d->y.n - m;
  c.deep = deep < d->x.n - i ? deep : d->x.n - i;
  set_columns(d, &c);
  copy_columns(d, &c, true);
  remove_mean(d, &c);
  eliminate(d, &c, d->periodic ? n - 1 : n);
  if (d->periodic) close_columns(d, &c);
  remove_mean(d, &c);
  copy_columns(d, &c, false);
}

/* --- the solver --- */

enum { WORTH_SHARING = 8192 }; /* cells; for fewer, waking other threads takes longer */

/* By one of several threads, which wait for each other between the directions. */
static void solve(const struct sm_direct *d, int thread, const float *r, double *x) {
  const int ny = d->y.n, nz = d->layout.n[2], nx = d->x.n;
  const int wide = ny < TILE ? ny : TILE, deep = SM_DIRECT_COLUMNS / wide;
  const int tiles = (int)(((ptrdiff_t)ny * nz + TILE - 1) / TILE);
  float *const z = d->scratch + (size_t)thread * d->scratch_size, *const modes = d->modes;
  const struct worker worker = {d->x.plan[thread], d->y.plan[thread], z, z + d->scratch_size / 2};
#pragma omp for collapse(2) schedule(static)
  for (int k = 0; k < nz; k++)
    for (int h = 0; h < d->layout.half; h += LANES) lines_y_forward(d, r, h, k, &worker);
#pragma omp for schedule(static)
  for (int t = 0; t < tiles; t++) {
    float *const tile = modes + (ptrdiff_t)t * TILE * nx;
    if (t == tiles - 1) clear_rest(d, tile);
    lines_x_forward(d, tile, &worker);
  }
#pragma omp for collapse(2) schedule(static)
  for (int m = 0; m < ny; m += wide)
    for (int i = 0; i < nx; i += deep) solve_columns(d, i, m, z);
#pragma omp for schedule(static)
  for (int t = 0; t < tiles; t++) lines_x_inverse(d, modes + (ptrdiff_t)t * TILE * nx, &worker);
#pragma omp for collapse(2) schedule(static)
  for (int k = 0; k < nz; k++)
    for (int h = 0; h < d->layout.half; h += LANES) lines_y_inverse(d, x, h, k, &worker);
}

void OF_LEVEL(sm_direct_solve_lines)(const struct sm_direct *d, const float *r, double *x) {
  const int *const n = d->layout.n;
  const bool shared = (int64_t)n[0] * n[1] * n[2] >= WORTH_SHARING;
  if (!shared || d->device->threads == 1) {
    solve(d, 0, r, x);
    return;
  }
#pragma omp parallel num_threads(d->device->threads)
  solve(d, omp_get_thread_num(), r, x);
}
