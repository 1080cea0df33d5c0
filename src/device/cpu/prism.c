/* device/cpu/prism.c - rows of the kernels of the Poisson equation on prisms (device/cpu/row.h). */
#include "device/cpu/row.h"

/* Sums over columns are computed first, once per layer, since a level uses those of two layers. The
 * additions are in the order of the cell function. */
void ROW_OF(prism_vertices)(ROW_BOX(prism_vertices)) {
  enum { PART = 64 };
  const struct sm_prism_vertices a = *args;
  const ptrdiff_t m = sm_prism_column_at(j, k);
  for (int first = b->lo[0]; first < b->hi[0]; first += PART) {
    const int count = b->hi[0] - first < PART ? b->hi[0] - first : PART;
    const int layer = first - 1 + a.shift;
    double sum[PART + 1] = {0};
    for (uint32_t e = a.start[m]; e < a.start[m + 1]; e++) {
      const double *x = a.x + sm_prism_at(a.layers, a.column[e], layer), weight = a.weight[e];
      SIMD for (int l = 0; l <= count; l++) sum[l] += weight * x[l];
    }
    double *at = a.at + sm_prism_vertex_at(a.layers, a.vertex[m], first);
    SIMD for (int l = 0; l < count; l++) at[l] =
        sm_prism_between(&a, m, first + l, layer + l, sum[l], sum[l + 1]);
  }
}

/* On a CPU the far variant is the same, since the hardware manages its caches. */
void ROW_OF(prism_jacobi_constant_far)(ROW_BOX(prism_relax), double lanes[SM_REDUCTION_LANES]) {
  ROW_OF(prism_jacobi_constant)(b, args, j, k, lanes);
}
void ROW_OF(prism_jacobi_gamma_far)(ROW_BOX(prism_relax), double lanes[SM_REDUCTION_LANES]) {
  ROW_OF(prism_jacobi_gamma)(b, args, j, k, lanes);
}

#include "device/kernels_make_rows.h"

#include "cell/poisson/kernels_prism.def"
