/* cpu_gas.c - rows of the kernels of the compressible solver (cpu_row.h). */
#include "device/cpu_row.h"
#include <stdbool.h>

/* Bytes of a vector; cells and rows of a tile. */
#if defined __AVX512VL__
#define GAS_VECTOR 64
#elif defined __AVX2__
#define GAS_VECTOR 32
#else
#define GAS_VECTOR 16
#endif
enum { GAS_ROW = SM_TILE_CELLS + 1, GAS_ROWS = SM_TILE_ROWS };

#define SM_BITS 32
#include "cell/precision.h"

#include "device/cpu_gas_lines.h"
#undef SM_BITS
#define SM_BITS 64
#include "cell/precision.h"

#include "device/cpu_gas_lines.h"
#undef SM_BITS
#undef SM_REAL

#define LINES_OF(NAME, BITS)                                                                       \
  void ROW_OF(gas_##NAME##_##BITS)(const struct sm_box *tile, const struct sm_gas_stage *args) {   \
    gas_tile_##BITS(tile, args, gas_faces_##NAME##_##BITS);                                        \
  }
#define LINES(NAME) LINES_OF(NAME, f32) LINES_OF(NAME, f64)
LINES(kurganov_carried)
LINES(kurganov)
LINES(hllc)
LINES(slau)

#include "device/make_rows.h"

#include "cell/kernels_gas.def"
