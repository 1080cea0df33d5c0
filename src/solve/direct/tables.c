/* tables.c - tables of the direct Poisson solver: factors and twiddles of fast Fourier transforms,
 * eigenvalues of the second difference for periodic, closed and open ends (Swarztrauber 1977;
 * Schumann and Sweet 1988), widths and links along z. */
#include "solve/direct/internal.h"
#include "solve/multigrid/coarsening.h"
#include <math.h>

static const double pi = 3.14159265358979323846;

/* Numbers that are still free. */
struct pool {
  double *next;
  int *next_place;
};

static double *take(struct pool *pool, size_t count) {
  double *taken = pool->next;
  pool->next += count;
  return taken;
}

/* --- factors --- */

/* Largest prime factor of n. */
static int largest_prime(int n) {
  int largest = 1;
  for (int p = 2; p <= n; p++)
    for (; n % p == 0; n /= p) largest = p;
  return largest;
}

/* Length of the transform: that of the axis, or of the convolution that stands for it. */
static int padded_length(int length) {
  if (largest_prime(length) <= SM_DIRECT_RADIX) return length;
  int padded = 2 * length - 1;
  while (largest_prime(padded) > 5) padded++;
  return padded;
}

static int transform_length(enum sm_direct_kind kind, int n, bool both) {
  return kind != SM_DIRECT_SINE ? n : both ? 2 * n + 2 : 2 * n + 1;
}

static void set_root(double *to, double numerator, double denominator) {
  const double angle = -2 * pi * numerator / denominator;
  to[0] = cos(angle);
  to[1] = sin(angle);
}

static void make_fft(struct pool *pool, int n, struct sm_direct_fft *fft) {
  static const int radices[] = {4, 2, 3, 5, 7, 11, 13};
  fft->n = n;
  fft->stages = 0;
  for (size_t r = 0, rest = (size_t)n; rest > 1; r++)
    for (; rest % (size_t)radices[r] == 0; rest /= (size_t)radices[r])
      fft->radix[fft->stages++] = radices[r];
  for (int s = 0, rest = n; s < fft->stages; s++) {
    const int p = fft->radix[s], m = rest / p;
    double *twiddle = take(pool, 2 * (size_t)m * (size_t)(p - 1));
    double *root = take(pool, 2 * (size_t)p);
    for (int i = 0; i < m; i++)
      for (int r = 1; r < p; r++)
        set_root(twiddle + 2 * (i * (p - 1) + r - 1), (double)i * r, rest);
    for (int r = 0; r < p; r++) set_root(root + 2 * r, r, p);
    fft->twiddle[s] = twiddle;
    fft->root[s] = root;
    rest = m;
  }
}

/* Upper bound of the numbers of an axis and its transform. */
static size_t axis_numbers(int n, int length) {
  const size_t padded = (size_t)padded_length(length);
  return 5 * (size_t)n + 8 * padded + 2 * (size_t)length + 256 + 3 * padded;
}

/* --- axes --- */

/* Spectrum of the conjugate chirp by its definition: it is made once. */
static void make_chirp(struct pool *pool, struct sm_direct_axis *axis) {
  const int n = axis->length, padded = axis->fft.n;
  double *chirp = take(pool, 2 * (size_t)n), *spectrum = take(pool, 2 * (size_t)padded);
  double *cosine = take(pool, (size_t)padded);
  for (int m = 0; m < padded; m++) cosine[m] = 2 * cos(2 * pi * m / padded);
  for (int k = 0; k < n; k++)
    set_root(chirp + 2 * k, (double)((int64_t)k * k % (2 * (int64_t)n)), 2.0 * n);
  for (int m = 0; m < padded; m++) {
    double re = chirp[0], im = -chirp[1];
    for (int k = 1; k < n; k++) { /* elements k and padded - k are the same */
      const double c = cosine[(int64_t)k * m % padded];
      re += c * chirp[2 * k];
      im -= c * chirp[2 * k + 1];
    }
    spectrum[2 * m] = re / padded;
    spectrum[2 * m + 1] = im / padded;
  }
  axis->chirp = chirp;
  axis->spectrum = spectrum;
}

static void set_places(struct sm_direct_axis *axis, int *at, double *sign, bool low, bool high) {
  const int n = axis->n;
  for (int i = 0; i < n; i++) {
    sign[i] = axis->kind == SM_DIRECT_SINE && low != high && i % 2 == 1 ? -1 : 1;
    if (axis->kind == SM_DIRECT_FOURIER)
      at[i] = i;
    else if (axis->kind == SM_DIRECT_COSINE)
      at[i] = i % 2 == 0 ? i / 2 : n - 1 - i / 2;
    else
      at[i] = low ? i + 1 : n - i;
  }
}

/* Mode m of an axis: 2 - 2 cos of its angle per cell, without cancellation. */
static double second_difference(const struct sm_direct_axis *axis, int m, bool both) {
  const int n = axis->n;
  double half = axis->kind == SM_DIRECT_COSINE ? pi * m / (2.0 * n) : pi * m / axis->length;
  if (axis->kind == SM_DIRECT_SINE)
    half = both ? pi * (m + 1) / axis->length : pi / 2 - pi * (m + 1) / axis->length;
  const double s = sin(half);
  return 4 * s * s;
}

static void set_modes(struct sm_direct_axis *axis, double width, bool both, double *eigenvalue,
                      double *scale) {
  for (int m = 0; m < axis->n; m++) {
    const bool alone = m == 0 || 2 * m == axis->n; /* its own conjugate */
    eigenvalue[m] = axis->n == 1 && axis->kind != SM_DIRECT_SINE
                        ? 0
                        : second_difference(axis, m, both) / (width * width);
    scale[m] = 1.0 / axis->length / (axis->kind == SM_DIRECT_SINE || alone ? 1 : 2);
  }
}

static void make_axis(struct pool *pool, const struct sm_mg_level *level, int d, bool low,
                      bool high, struct sm_direct_axis *axis) {
  const int n = level->layout.n[d];
  axis->kind = level->is_periodic[d] ? SM_DIRECT_FOURIER
               : low || high         ? SM_DIRECT_SINE
                                     : SM_DIRECT_COSINE;
  axis->n = n;
  axis->length = transform_length(axis->kind, n, low && high);
  int *at = pool->next_place;
  pool->next_place += n;
  double *sign = take(pool, (size_t)n), *rotation = take(pool, 2 * (size_t)n);
  double *eigenvalue = take(pool, (size_t)n), *scale = take(pool, (size_t)n);
  set_places(axis, at, sign, low, high);
  for (int k = 0; k < n; k++) {
    rotation[2 * k] = cos(pi * k / (2.0 * n));
    rotation[2 * k + 1] = sin(pi * k / (2.0 * n));
  }
  set_modes(axis, sm_mg_level_width(level, d, 0), low && high, eigenvalue, scale);
  axis->at = at;
  axis->sign = sign;
  axis->rotation = rotation;
  axis->eigenvalue = eigenvalue;
  axis->scale = scale;
  make_fft(pool, padded_length(axis->length), &axis->fft);
  if (axis->fft.n != axis->length) make_chirp(pool, axis);
}

/* --- columns --- */

static void make_columns(struct pool *pool, struct sm_direct *direct,
                         const struct sm_mg_level *level, double eta, bool low, bool high) {
  const int n = level->layout.n[2];
  double *width = take(pool, (size_t)n), *link = take(pool, (size_t)n + 1);
  for (int k = 0; k < n; k++) width[k] = sm_mg_level_width(level, 2, k);
  for (int k = 0; k <= n; k++) link[k] = eta / sm_mg_level_spacing(level, 2, k);
  const bool periodic = level->is_periodic[2] != 0;
  if (periodic ? n == 1 : !low) link[0] = 0;
  if (periodic ? n == 1 : !high) link[n] = 0;
  direct->width = width;
  direct->link = link;
  direct->periodic = periodic && n > 1;
}

enum sm_status sm_direct_tables_make(struct sm_context *ctx, struct sm_direct *direct,
                                     const struct sm_mg_level *level, double eta,
                                     const bool open[6]) {
  const int *n = level->layout.n;
  size_t numbers = 2 * (size_t)n[2] + 1;
  for (int d = 0; d < 2; d++) numbers += axis_numbers(n[d], 2 * n[d] + 2);
  for (int d = 0; d < 2; d++) numbers += axis_numbers(n[d], 2 * n[d] + 1);
  SM_TRY(sm_alloc(ctx, numbers, sizeof(double), "tables of the direct solver", &direct->tables));
  SM_TRY(sm_alloc(ctx, (size_t)n[0] + (size_t)n[1], sizeof(int), "tables of the direct solver",
                  &direct->places));
  struct pool pool = {direct->tables, direct->places};
  make_axis(&pool, level, 0, open[0], open[1], &direct->x);
  make_axis(&pool, level, 1, open[2], open[3], &direct->y);
  make_columns(&pool, direct, level, eta, open[4], open[5]);
  direct->area = sm_mg_level_width(level, 0, 0) * sm_mg_level_width(level, 1, 0);
  return SM_OK;
}
