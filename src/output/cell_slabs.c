#include "output/face_wind.h"

#include <stdint.h>
#include <string.h>

/* Averages two rows of faces, `step` apart; solid cells get `solid`. */
#define AVERAGE_ROW(TYPE, field)                                                                   \
  do {                                                                                             \
    const TYPE *restrict low = (const TYPE *)(field) + first, *restrict high = low + step;         \
    for (size_t i = 0; i < count; i++)                                                             \
      row[i] = sm_cell_is_solid(cell[i]) ? solid : (float)((TYPE)0.5 * (low[i] + high[i]));        \
  } while (0)

void sm_cells_velocity(const struct sm_domain *domain, const struct sm_face_wind *wind,
                       int component, const struct sm_cell_slab *slab, float solid, float *out) {
  const void *const fields[3] = {wind->u, wind->v, wind->w};
  const ptrdiff_t steps[3] = {1, wind->stride_y, wind->stride_z}, step = steps[component];
  const ptrdiff_t nx = domain->grid.axis[0].n, ny = domain->grid.axis[1].n;
  const ptrdiff_t i0 = (ptrdiff_t)slab->start[2];
  const size_t count = slab->count[2];
  for (size_t z = 0; z < slab->count[0]; z++) {
    for (size_t y = 0; y < slab->count[1]; y++) {
      const ptrdiff_t k = (ptrdiff_t)(slab->start[0] + z), j = (ptrdiff_t)(slab->start[1] + y);
      const ptrdiff_t first = i0 + j * wind->stride_y + k * wind->stride_z;
      const uint8_t *cell = domain->cell + i0 + nx * (j + ny * k);
      float *restrict row = out + y * slab->row + z * slab->plane;
      if (wind->is_double) {
        AVERAGE_ROW(double, fields[component]);
      } else {
        AVERAGE_ROW(float, fields[component]);
      }
    }
  }
}

void sm_cells_field(const struct sm_domain *domain, const struct sm_face_wind *wind,
                    const struct sm_cell_field *field, const struct sm_cell_slab *slab, float solid,
                    float *out) {
  const ptrdiff_t nx = domain->grid.axis[0].n, ny = domain->grid.axis[1].n;
  const ptrdiff_t i0 = (ptrdiff_t)slab->start[2];
  const ptrdiff_t sy = field->stride_y != 0 ? field->stride_y : wind->stride_y;
  const ptrdiff_t sz = field->stride_z != 0 ? field->stride_z : wind->stride_z;
  for (size_t z = 0; z < slab->count[0]; z++)
    for (size_t y = 0; y < slab->count[1]; y++) {
      const ptrdiff_t k = (ptrdiff_t)(slab->start[0] + z), j = (ptrdiff_t)(slab->start[1] + y);
      const ptrdiff_t first = i0 + j * sy + k * sz;
      const uint8_t *cell = domain->cell + i0 + nx * (j + ny * k);
      float *row = out + y * slab->row + z * slab->plane;
      for (size_t i = 0; i < slab->count[2]; i++) {
        const ptrdiff_t at = first + (ptrdiff_t)i;
        const float value = field->is_double ? (float)((const double *)field->value)[at]
                                             : ((const float *)field->value)[at];
        row[i] = sm_cell_is_solid(cell[i]) ? solid : value;
      }
    }
}

void sm_cells_faces(const struct sm_face_wind *wind, int component, const struct sm_cell_slab *slab,
                    void *out) {
  const void *const fields[3] = {wind->u, wind->v, wind->w};
  const size_t size = wind->is_double ? sizeof(double) : sizeof(float);
  for (size_t z = 0; z < slab->count[0]; z++) {
    for (size_t y = 0; y < slab->count[1]; y++) {
      const ptrdiff_t k = (ptrdiff_t)(slab->start[0] + z), j = (ptrdiff_t)(slab->start[1] + y);
      const ptrdiff_t first = (ptrdiff_t)slab->start[2] + j * wind->stride_y + k * wind->stride_z;
      memcpy((char *)out + (y * slab->row + z * slab->plane) * size,
             (const char *)fields[component] + first * (ptrdiff_t)size, slab->count[2] * size);
    }
  }
}

void sm_round_bits(void *values, size_t count, size_t item, int bits) {
  if (item == sizeof(float)) {
    const int drop = 23 - bits;
    const uint32_t half = (UINT32_C(1) << (drop - 1)) - 1;
    uint32_t *u = values;
    for (size_t i = 0; i < count; i++) u[i] = (u[i] + half + (u[i] >> drop & 1)) >> drop << drop;
  } else {
    const int drop = 52 - bits;
    const uint64_t half = (UINT64_C(1) << (drop - 1)) - 1;
    uint64_t *u = values;
    for (size_t i = 0; i < count; i++) u[i] = (u[i] + half + (u[i] >> drop & 1)) >> drop << drop;
  }
}
