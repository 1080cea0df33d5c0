/* device/cpu/compressible.c - rows of the kernels of the compressible solver (device/cpu/row.h). */
#include "device/cpu/row.h"
#include <stdbool.h>

/* Vector size in bytes; cells and rows of a tile. */
#if defined __AVX512VL__
#define STAGE_VECTOR 64
#elif defined __AVX2__
#define STAGE_VECTOR 32
#else
#define STAGE_VECTOR 16
#endif
enum { STAGE_ROW = SM_TILE_CELLS + 1, STAGE_ROWS = SM_TILE_ROWS };

#define SM_BITS 32
#include "cell/precision.h"

#include "device/cpu/compressible_lines.h"
#undef SM_BITS
#define SM_BITS 64
#include "cell/precision.h"

#include "device/cpu/compressible_lines.h"
#undef SM_BITS
#undef SM_REAL

#define LINES_OF(NAME, BITS)                                                                       \
  void ROW_OF(compressible_##NAME##_##BITS)(const struct sm_box *tile,                             \
                                            const struct sm_compressible_stage *args) {            \
    stage_tile_##BITS(tile, args, compressible_faces_##NAME##_##BITS);                             \
  }
#define LINES(NAME) LINES_OF(NAME, f32) LINES_OF(NAME, f64)
LINES(kurganov_conserved)
LINES(kurganov)
LINES(hllc)
LINES(slau)

#include "device/kernels_make_rows.h"

#include "cell/compressible/kernels_compressible.def"
