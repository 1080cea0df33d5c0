/* device/cpu/row.h - rows of cells on the CPU: a vectorised loop around each cell function.
 *
 * Row functions take long to compile. Each of device/cpu/flow.c, device/cpu/compressible.c,
 * device/cpu/particles.c, device/cpu/poisson.c, device/cpu/prism.c and device/cpu/wind.c defines
 * those of its list with `ROWS_...`; device/cpu/backend.c calls them. All are built once per x86-64
 * level, named by SM_LEVEL. */
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
/* Row function of a tile, a sub-box of the box. */
#define LINES(NAME, ARGS) void ROW_OF(NAME)(const struct sm_box *, const struct sm_##ARGS *);
#define LINES_REAL(NAME, ARGS) LINES(NAME##_f32, ARGS) LINES(NAME##_f64, ARGS)
#include "cell/kernels.def"
#include "device/kernels_undef.h"
#undef LINES

/* LINES: maximum cells, rows and layers of a tile. */
enum { SM_TILE_CELLS = 128, SM_TILE_ROWS = 8, SM_TILE_LAYERS = 32 };

#define ADD(A, B) ((A) + (B))
#define LARGER(A, B) ((A) != (A) || (B) <= (A) ? (A) : (B)) /* propagates NaN */

/* One lane per float of a vector. By default, the compiler chooses one lane per byte of a vector
 * where a cell reads bytes, and adds a copy of the loop for the remainder of a row. The baseline
 * x86-64 level is for old processors, debuggers and sanitizers. */
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
    const struct sm_##ARGS a = *args; /* local copy, which no store can alias */                   \
    const int lo = b->lo[0], hi = b->hi[0];                                                        \
    HOW for (int i = lo; i < hi; i++) sm_cell_##NAME(&a, i, j, k);                                 \
  }
/* Adds the terms of one row to lanes: lane l takes the elements lo + l + SM_REDUCTION_LANES m. */
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
