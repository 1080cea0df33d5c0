/* device/cpu/prism.c - rows of the kernels of the Poisson equation on prisms (device/cpu/row.h). */
#include "device/cpu/row.h"

#define SM_BITS 32
#include "cell/precision.h"

#include "device/cpu/prism_vertices.h"
#undef SM_BITS
#define SM_BITS 64
#include "cell/precision.h"

#include "device/cpu/prism_vertices.h"
#undef SM_BITS
#undef SM_REAL

/* The residual in double is made by the rows of a solver in double. */
void ROW_OF(prism_wide_vertices)(ROW_BOX(prism_vertices)) { prism_vertices_row_f64(b, args, j, k); }
void ROW_OF(prism_wide_apply_constant)(ROW_BOX(prism_apply), double lanes[SM_REDUCTION_LANES]) {
  ROW_OF(prism_apply_constant_f64)(b, args, j, k, lanes);
}
void ROW_OF(prism_wide_apply_gamma)(ROW_BOX(prism_apply), double lanes[SM_REDUCTION_LANES]) {
  ROW_OF(prism_apply_gamma_f64)(b, args, j, k, lanes);
}

/* On a CPU the far variant of Jacobi is the same, since the hardware manages its caches. */
#define ROWS_OF(BITS)                                                                              \
  void ROW_OF(prism_vertices_##BITS)(ROW_BOX(prism_vertices)) {                                    \
    prism_vertices_row_##BITS(b, args, j, k);                                                      \
  }                                                                                                \
  void ROW_OF(prism_jacobi_constant_far_##BITS)(ROW_BOX(prism_relax),                              \
                                                double lanes[SM_REDUCTION_LANES]) {                \
    ROW_OF(prism_jacobi_constant_##BITS)(b, args, j, k, lanes);                                    \
  }                                                                                                \
  void ROW_OF(prism_jacobi_gamma_far_##BITS)(ROW_BOX(prism_relax),                                 \
                                             double lanes[SM_REDUCTION_LANES]) {                   \
    ROW_OF(prism_jacobi_gamma_##BITS)(b, args, j, k, lanes);                                       \
  }
ROWS_OF(f32)
ROWS_OF(f64)

#include "device/kernels_make_rows.h"

#include "cell/poisson/kernels_prism.def"
