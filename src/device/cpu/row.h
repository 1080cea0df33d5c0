/* device/cpu/row.h - rows of cells on the CPU: a vectorised loop around each cell function.
 *
 * A row is all that a kernel's loop is made of, and takes long to compile: device/cpu/flow.c,
 * device/cpu/compressible.c, device/cpu/particles.c, device/cpu/poisson.c, device/cpu/prism.c and
 * device/cpu/wind.c make those of one subject each, by `ROWS_...` around its list;
 * device/cpu/backend.c calls them. Everything is built once per level of x86-64, which SM_LEVEL
 * names. */
#ifndef SM_DEVICE_CPU_ROW_H
#define SM_DEVICE_CPU_ROW_H

#include "cell/cells.h"
#include "device/backend.h"

#ifdef SM_LEVEL
#define JOIN_(A, B) A##_##B
#define JOIN(A, B) JOIN_(A, B)
#define OF_LEVEL(NAME) JOIN(NAME, SM_LEVEL)
#else
#define OF_LEVEL(NAME) NAME
#endif
#define ROW_OF(NAME) OF_LEVEL(sm_row_##NAME)

/* Parameters of a row: cells lo[0] <= i < hi[0] of the box, at (j, k). */
#define ROW_BOX(ARGS) const struct sm_box *b, const struct sm_##ARGS *args, int j, int k
#define EACH(NAME, ARGS) void ROW_OF(NAME)(ROW_BOX(ARGS));
#define FEW EACH
#define SUM(NAME, ARGS) void ROW_OF(NAME)(ROW_BOX(ARGS), double lanes[SM_REDUCTION_LANES]);
#define MAX SUM
#define EACH_REAL(NAME, ARGS) EACH(NAME##_f32, ARGS) EACH(NAME##_f64, ARGS)
#define SUM_REAL(NAME, ARGS) SUM(NAME##_f32, ARGS) SUM(NAME##_f64, ARGS)
#define MAX_REAL SUM_REAL
/* Of a tile, whose cells lie between those of the box. */
#define LINES(NAME, ARGS) void ROW_OF(NAME)(const struct sm_box *, const struct sm_##ARGS *);
#define LINES_REAL(NAME, ARGS) LINES(NAME##_f32, ARGS) LINES(NAME##_f64, ARGS)
#include "cell/kernels.def"
#include "device/kernels_undef.h"
#undef LINES

/* Of LINES: at most so many cells and rows of every layer, and so many layers. */
enum { SM_TILE_CELLS = 128, SM_TILE_ROWS = 8, SM_TILE_LAYERS = 32 };

#define ADD(A, B) ((A) + (B))
#define LARGER(A, B) ((A) != (A) || (B) <= (A) ? (A) : (B)) /* keeps a NaN */

/* As many lanes as floats go into a vector: left to itself the compiler takes as many as bytes go
 * into one where a cell reads bytes, and copies the loop for what remains of a row. The first level
 * of x86-64 is for processors of long ago, debuggers and sanitizers. */
#if defined __AVX512VL__
#define SIMD _Pragma("omp simd simdlen(16)")
#elif defined __AVX2__
#define SIMD _Pragma("omp simd simdlen(8)")
#elif defined __x86_64__
#define SIMD
#else
#define SIMD _Pragma("omp simd simdlen(4)")
#endif
#define NO_SIMD
#define MAKE_ROW(NAME, ARGS, HOW)                                                                  \
  void ROW_OF(NAME)(ROW_BOX(ARGS)) {                                                               \
    const struct sm_##ARGS a = *args; /* a copy that no store can alias */                         \
    const int lo = b->lo[0], hi = b->hi[0];                                                        \
    HOW for (int i = lo; i < hi; i++) sm_cell_##NAME(&a, i, j, k);                                 \
  }
/* Terms of one row, added to lanes: lane l takes the elements lo + l + SM_REDUCTION_LANES m. */
#define MAKE_TERMS(NAME, ARGS, KEEP)                                                               \
  void ROW_OF(NAME)(ROW_BOX(ARGS), double lanes[SM_REDUCTION_LANES]) {                             \
    const struct sm_##ARGS a = *args;                                                              \
    for (int i = b->lo[0]; i < b->hi[0]; i += SM_REDUCTION_LANES) {                                \
      const int count = b->hi[0] - i < SM_REDUCTION_LANES ? b->hi[0] - i : SM_REDUCTION_LANES;     \
      double term[SM_REDUCTION_LANES];                                                             \
      SIMD for (int l = 0; l < count; l++) term[l] = sm_cell_##NAME(&a, i + l, j, k);              \
      SIMD for (int l = 0; l < count; l++) lanes[l] = KEEP(lanes[l], term[l]);                     \
    }                                                                                              \
  }

#endif
