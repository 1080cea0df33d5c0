/* device/cpu/prism_vertices.h - rows of the interpolation to the vertices of prisms, in one
 * precision. Included once per precision by device/cpu/prism.c. */

/* Sums over columns are computed first, once per layer, since a level uses those of two layers. The
 * additions are in the order of the cell function. */
static void SM_P(prism_vertices_row)(ROW_BOX(prism_vertices)) {
  enum { PART = 64 };
  const struct sm_prism_vertices a = *args;
  const ptrdiff_t m = sm_prism_column_at(j, k);
  for (int first = b->lo[0]; first < b->hi[0]; first += PART) {
    const int count = b->hi[0] - first < PART ? b->hi[0] - first : PART;
    const int layer = first - 1 + a.shift;
    SM_REAL sum[PART + 1] = {0};
    for (uint32_t e = a.start[m]; e < a.start[m + 1]; e++) {
      const SM_REAL *x = SM_AT(a.x) + sm_prism_at(a.layers, a.column[e], layer);
      const SM_REAL weight = SM_AT(a.weight)[e];
      SIMD for (int l = 0; l <= count; l++) sum[l] += weight * x[l];
    }
    SM_REAL *at = SM_AT(a.at) + sm_prism_vertex_at(a.layers, a.vertex[m], first);
    SIMD for (int l = 0; l < count; l++) at[l] =
        SM_P(sm_prism_between)(&a, m, first + l, layer + l, sum[l], sum[l + 1]);
  }
}
