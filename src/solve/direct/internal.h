/* internal.h - tables of the direct Poisson solver: Fourier, cosine and sine transforms along x and
 * y, tridiagonal systems along z. The loops (solve/direct/lines.c) are compiled once per x86-64
 * level. */
#ifndef SM_SOLVE_DIRECT_INTERNAL_H
#define SM_SOLVE_DIRECT_INTERNAL_H

#include "solve/poisson.h"

enum {
  SM_DIRECT_LANES = 8, /* lines of a half of a tile: the real parts of a complex transform */
  SM_DIRECT_TILE =
      16, /* lines that are transformed together; the second half are imaginary parts */
  SM_DIRECT_COLUMNS = 64, /* tridiagonal systems that are solved together, at most */
  SM_DIRECT_STAGES = 32,
  SM_DIRECT_RADIX = 13 /* largest prime factor that is transformed without a convolution */
};

/* Complex fast Fourier transform of length n, a product of small primes (Stockham's form, which
 * needs no reordering). */
struct sm_direct_fft {
  int n, stages;
  int radix[SM_DIRECT_STAGES];
  const double *twiddle[SM_DIRECT_STAGES]; /* m (radix - 1) complex numbers, m: product of the
                                              following radices */
  const double *root[SM_DIRECT_STAGES];    /* the `radix` complex roots of 1 */
};

/* Basis of an axis. */
enum sm_direct_kind {
  SM_DIRECT_FOURIER, /* periodic */
  SM_DIRECT_COSINE,  /* closed at both ends */
  SM_DIRECT_SINE     /* open at one end or both */
};

/* Transform along an axis of n cells. */
struct sm_direct_axis {
  enum sm_direct_kind kind;
  int n, length;            /* cells; length of the complex transform */
  const int *at;            /* where a cell's value stands in that transform */
  const double *sign;       /* 1 or -1, of a cell */
  const double *rotation;   /* cosine: cos, sin of pi k / 2 n */
  const double *eigenvalue; /* of a mode of the second difference, m-2 */
  const double *scale;      /* of a mode: forward and inverse transform make a factor 1 / scale */
  struct sm_direct_fft fft; /* of `length`, or of the convolution */
  const double *chirp;      /* Bluestein (1970): exp(-i pi k^2 / length); NULL: none needed */
  const double *spectrum;   /* of the chirp, over the number of elements of the convolution */
};

struct sm_direct {
  struct sm_device *device;   /* borrowed */
  struct sm_red_black layout; /* of right-hand side and solution */
  struct sm_direct_axis x, y;
  double *tables; /* memory of all numbers of axes and columns */
  int *places;
  const double *width, *link; /* of layer k, m; eta / distance of its lower face, m-1, link[nz] the
                                 top: 0 where it is closed */
  double area;                /* of a cell seen from above, m2 */
  bool periodic;              /* z */
  bool floating;              /* the solution is determined up to a constant */
  float *modes; /* tiles of 16 lines (k ny + m) along x: [tile][nx][16]; device memory */
  size_t modes_size;
  float *scratch; /* of every thread */
  size_t scratch_size;
};

/* tables.c */

/* Makes the transforms and the columns of a level 0. open: of the ends of x, y and z. Errors:
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_direct_tables_make(struct sm_context *ctx, struct sm_direct *direct,
                                                const struct sm_mg_level *level, double eta,
                                                const bool open[6]);

/* lines.c: adds the solution of the right-hand side r to x; one function per x86-64 level. */
void sm_direct_solve_lines(const struct sm_direct *direct, const float *r, double *x);
#ifdef SM_HAVE_X86_LEVELS
void sm_direct_solve_lines_v3(const struct sm_direct *direct, const float *r, double *x);
void sm_direct_solve_lines_v4(const struct sm_direct *direct, const float *r, double *x);
#endif

#endif
