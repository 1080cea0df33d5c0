/* internal.h - tables of the direct Poisson solver: Fourier and cosine transforms along x and y,
 * tridiagonal systems along z. The loops (solve/direct/lines.c) are compiled once per x86-64
 * level. */
#ifndef SM_SOLVE_DIRECT_INTERNAL_H
#define SM_SOLVE_DIRECT_INTERNAL_H

#include "solve/direct/transforms.h"
#include "solve/poisson.h"

enum {
  SM_DIRECT_TILE = 2 * SM_DIRECT_LANES, /* lines that are transformed together; the second half are
                                           imaginary parts */
  SM_DIRECT_COLUMNS = 64                /* tridiagonal systems that are solved together, at most */
};

/* Transform along an axis of n cells: Fourier if periodic, else cosine. */
struct sm_direct_axis {
  int n;
  bool periodic;
  const int *at;            /* where a cell's value stands in the complex transform */
  const double *rotation;   /* cosine: cos, sin of pi k / 2 n */
  const double *eigenvalue; /* of a mode of the second difference, m-2 */
  const double *scale;      /* of a mode: forward and inverse transform make a factor 1 / scale */
  void **plan;              /* of the complex transform, of every thread */
};

struct sm_direct {
  struct sm_device *device;   /* borrowed */
  struct sm_red_black layout; /* of right-hand side and solution */
  int level;                  /* x86-64 level of the loops */
  struct sm_direct_axis x, y;
  void **plans;   /* of both axes */
  double *tables; /* memory of all numbers of axes and columns */
  int *places;
  const double *width, *link; /* of layer k, m; eta / distance of its lower face, m-1, link[nz] the
                                 top: 0 where it is closed */
  double area;                /* of a cell seen from above, m2 */
  bool periodic;              /* z */
  float *modes; /* tiles of 16 lines (k ny + m) along x: [tile][nx][16]; device memory */
  size_t modes_size;
  float *scratch; /* of every thread */
  size_t scratch_size;
};

/* tables.c */

/* Makes the axes and the columns of a level 0. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_direct_tables_make(struct sm_context *ctx, struct sm_direct *direct,
                                                const struct sm_mg_level *level, double eta);

/* lines.c: adds the solution of the right-hand side r to x; one function per x86-64 level. */
void sm_direct_solve_lines(const struct sm_direct *direct, const float *r, double *x);
#ifdef SM_HAVE_X86_LEVELS
void sm_direct_solve_lines_v3(const struct sm_direct *direct, const float *r, double *x);
void sm_direct_solve_lines_v4(const struct sm_direct *direct, const float *r, double *x);
#endif

#endif
