/* cell_slabs.h - cell and face values
 * slab by slab, without a second copy of
 * the field. */
#ifndef SM_OUTPUT_CELL_SLABS_H
#define SM_OUTPUT_CELL_SLABS_H

#include "output/face_wind.h"

/* Part of an array [z][y][x] and the memory layout of its copy: value (x, y, z) of the part is at x
 * + y * row + z * plane. */
struct sm_cell_slab {
  size_t start[3], count[3]; /* z, y, x */
  size_t row, plane;         /* values */
};

/* Velocity (m/s) on a face; component 0 (u), 1 (v) or 2 (w). */
static inline double sm_face_velocity(const struct sm_face_wind *wind, int component, ptrdiff_t i,
                                      ptrdiff_t j, ptrdiff_t k) {
  const void *const fields[3] = {wind->u, wind->v, wind->w};
  const ptrdiff_t at = i + j * wind->stride_y + k * wind->stride_z;
  return wind->is_double ? ((const double *)fields[component])[at]
                         : (double)((const float *)fields[component])[at];
}

/* Velocity component at the cell centres of a slab: mean of the two faces; `solid` inside
 * solids. */
void sm_cells_velocity(const struct sm_domain *domain, const struct sm_face_wind *wind,
                       int component, const struct sm_cell_slab *slab, float solid, float *out);

/* Cell field in a slab; `solid` inside solids. */
void sm_cells_field(const struct sm_domain *domain, const struct sm_face_wind *wind,
                    const struct sm_cell_field *field, const struct sm_cell_slab *slab, float solid,
                    float *out);

/* Face velocities in a slab, float or double as in `wind`. */
void sm_cells_faces(const struct sm_face_wind *wind, int component, const struct sm_cell_slab *slab,
                    void *out);

#endif
