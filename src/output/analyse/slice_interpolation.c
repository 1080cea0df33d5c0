#include "output/analyse/slice_interpolation.h"

#include "output/face_wind.h"
#include <math.h>

static const double degree = 0.017453292519943295; /* rad */

/* Velocity component at the centre of a cell. */
static double at_centre(const struct sm_face_wind *wind, int component, ptrdiff_t i, ptrdiff_t j,
                        ptrdiff_t k) {
  return 0.5 * (sm_face_velocity(wind, component, i, j, k) +
                sm_face_velocity(wind, component, i + (component == 0), j + (component == 1),
                                 k + (component == 2)));
}

double sm_slice_interpolate(const struct sm_face_wind *wind, const struct sm_height_weights *mix,
                            int component, int i, int j) {
  if (mix->low < 0) return NAN;
  return mix->weight_low * at_centre(wind, component, i, j, mix->low) +
         mix->weight_high * at_centre(wind, component, i, j, mix->high);
}

void sm_slice_wind_at(const struct sm_domain *domain, const struct sm_face_wind *wind,
                      const double at[2], double height, double out[3]) {
  struct sm_column_beside column[4];
  double sum[3] = {0};
  const int count = sm_columns_beside(domain, at, height, column);
  for (int n = 0; n < count; n++)
    for (int c = 0; c < 3; c++)
      sum[c] += column[n].weight *
                sm_slice_interpolate(wind, &column[n].mix, c, column[n].i, column[n].j);
  for (int c = 0; c < 3; c++) out[c] = count > 0 ? sum[c] : (double)NAN;
}

/* Interpolates a cell field in a column. */
static float field_in_column(const struct sm_domain *domain, const struct sm_face_wind *wind,
                             const struct sm_cell_field *field, const struct sm_height_weights *mix,
                             int i, int j) {
  float low, high;
  const struct sm_cell_slab below = {{(size_t)mix->low, (size_t)j, (size_t)i}, {1, 1, 1}, 1, 1},
                            above = {{(size_t)mix->high, (size_t)j, (size_t)i}, {1, 1, 1}, 1, 1};
  sm_cells_field(domain, wind, field, &below, NAN, &low);
  if (!(mix->weight_high > 0)) return low;
  sm_cells_field(domain, wind, field, &above, NAN, &high);
  return (float)(mix->weight_low * (double)low + mix->weight_high * (double)high);
}

double sm_slice_field_at(const struct sm_domain *domain, const struct sm_face_wind *wind,
                         const struct sm_cell_field *field, const double at[2], double height) {
  struct sm_column_beside column[4];
  double sum = 0;
  const int count = sm_columns_beside(domain, at, height, column);
  for (int n = 0; n < count; n++)
    sum += column[n].weight *
           (double)field_in_column(domain, wind, field, &column[n].mix, column[n].i, column[n].j);
  return count > 0 ? sum : (double)NAN;
}

void sm_slice_wind(const struct sm_domain *domain, const struct sm_face_wind *wind, double height,
                   float *u, float *v, float *w) {
  float *const out[3] = {u, v, w};
  const int nx = domain->grid.axis[0].n, ny = domain->grid.axis[1].n;
#pragma omp parallel for schedule(static)
  for (int j = 0; j < ny; j++) {
    for (int i = 0; i < nx; i++) {
      const size_t at = (size_t)i + (size_t)nx * (size_t)j;
      const struct sm_height_weights mix = sm_height_weights_at(domain, i, j, height);
      for (int c = 0; c < 3; c++) out[c][at] = (float)sm_slice_interpolate(wind, &mix, c, i, j);
    }
  }
}

void sm_slice_field(const struct sm_domain *domain, const struct sm_face_wind *wind,
                    const struct sm_cell_field *field, double height, float *out) {
  const int nx = domain->grid.axis[0].n, ny = domain->grid.axis[1].n;
#pragma omp parallel for schedule(static)
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) {
      const struct sm_height_weights mix = sm_height_weights_at(domain, i, j, height);
      out[(size_t)i + (size_t)nx * (size_t)j] =
          mix.low < 0 ? NAN : field_in_column(domain, wind, field, &mix, i, j);
    }
}

double sm_wind_direction(double u, double v, double convergence) {
  if (!(hypot(u, v) > 0)) return NAN;
  const double from = fmod(atan2(-u, -v) / degree + convergence + 720, 360);
  return from < 360 ? from : 0;
}

void sm_slice_speed_direction(const struct sm_domain *domain, const float *u, const float *v,
                              float *speed, float *direction) {
  const size_t columns = (size_t)domain->grid.axis[0].n * (size_t)domain->grid.axis[1].n;
  for (size_t c = 0; c < columns; c++) {
    speed[c] = hypotf(u[c], v[c]);
    direction[c] = (float)sm_wind_direction((double)u[c], (double)v[c], domain->convergence);
    if (direction[c] >= 360.0F) direction[c] = 0.0F; /* rounded up */
  }
}
