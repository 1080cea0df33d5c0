#include "output/analyse/slice_interpolation.h"

#include "output/cell_slabs.h"
#include <math.h>

static const struct sm_slice_weights no_air = {-1, -1, 0, 0};
static const double degree = 0.017453292519943295; /* rad */

/* Index of the cell that contains a position inside the axis. */
static int find_cell(const struct sm_axis *axis, double position) {
  int low = 0, high = axis->n - 1;
  while (low < high) {
    const int middle = (low + high + 1) / 2;
    if (axis->face[middle] <= position) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

static uint8_t byte_of(const struct sm_slice_column *column, int k) {
  return column->cell[(size_t)k * column->stride];
}

static bool solid(const struct sm_slice_column *column, int k) {
  return sm_cell_is_solid(byte_of(column, k));
}

static bool building(const struct sm_slice_column *column, int k) {
  return SM_CELL_TYPE(byte_of(column, k)) == SM_CELL_BUILDING;
}

/* Interpolation weight at distance `at` from a wall of a logarithmic profile between distances
 * `low` and `high`. */
static double log_part(double low, double at, double high, double z0) {
  if (at <= low) return 0;
  if (!(z0 > 0)) return (at - low) / (high - low);
  return log((at + z0) / (low + z0)) / log((high + z0) / (low + z0));
}

struct sm_slice_weights sm_slice_column_weights(const struct sm_slice_column *column,
                                                double height) {
  const struct sm_axis *z = column->z;
  const double target = column->ground + height;
  if (!(height >= 0) || target > z->face[z->n] || target < z->face[0]) return no_air;
  int k = find_cell(z, target);
  if (building(column, k)) return no_air;
  while (k < z->n && solid(column, k)) k++; /* stair steps may be above the terrain */
  if (k == z->n || building(column, k)) return no_air;

  int lowest = k;
  while (lowest > 0 && !solid(column, lowest - 1)) lowest--;
  double surface = column->ground;
  if (lowest > 0 && building(column, lowest - 1)) {
    const double roof = column->ground + column->building; /* highest roof; a deck may be above */
    surface = roof < z->face[lowest + 1] ? fmax(roof, z->face[lowest]) : z->face[lowest];
    if (target <= surface) return no_air;
  }
  /* The centre of a cut cell may lie below the surface. */
  while (z->centre[lowest] <= surface && lowest + 1 < z->n && !solid(column, lowest + 1)) lowest++;
  const double above = z->centre[lowest] - surface;
  if (above <= 0) return (struct sm_slice_weights){lowest, lowest, 1, 0};
  if (target <= z->centre[lowest])
    return (struct sm_slice_weights){lowest, lowest,
                                     log_part(0, target - surface, above, column->z0), 0};

  const int low = z->centre[k] <= target ? k : k - 1, high = low + 1;
  if (high == z->n || solid(column, high)) return (struct sm_slice_weights){low, low, 1, 0};
  const double part =
      log_part(z->centre[low] - surface, target - surface, z->centre[high] - surface, column->z0);
  return (struct sm_slice_weights){low, high, 1 - part, part};
}

/* Velocity component at the centre of a cell. */
static double at_centre(const struct sm_face_wind *wind, int component, ptrdiff_t i, ptrdiff_t j,
                        ptrdiff_t k) {
  return 0.5 * (sm_face_velocity(wind, component, i, j, k) +
                sm_face_velocity(wind, component, i + (component == 0), j + (component == 1),
                                 k + (component == 2)));
}

struct sm_slice_weights sm_slice_domain_weights(const struct sm_domain *domain, int i, int j,
                                                double height) {
  const size_t nx = (size_t)domain->grid.axis[0].n, ny = (size_t)domain->grid.axis[1].n;
  const size_t at = (size_t)i + nx * (size_t)j;
  const struct sm_slice_column column = {.z = &domain->grid.axis[2],
                                         .cell = domain->cell + at,
                                         .stride = nx * ny,
                                         .ground = (double)domain->terrain[at],
                                         .building = (double)domain->building[at],
                                         .z0 = (double)domain->z0[at]};
  return sm_slice_column_weights(&column, height);
}

double sm_slice_interpolate(const struct sm_face_wind *wind, const struct sm_slice_weights *mix,
                            int component, int i, int j) {
  if (mix->low < 0) return NAN;
  return mix->weight_low * at_centre(wind, component, i, j, mix->low) +
         mix->weight_high * at_centre(wind, component, i, j, mix->high);
}

/* The two cells whose centres enclose a position along an axis, and the weight of the upper one; at
 * the edge of the domain both are the same. False outside the domain. */
static bool find_pair(const struct sm_axis *axis, double position, int cell[2], double *upper) {
  if (!(position >= axis->face[0] && position <= axis->face[axis->n])) return false;
  const int own = find_cell(axis, position);
  cell[0] = position < axis->centre[own] && own > 0 ? own - 1 : own;
  cell[1] = position > axis->centre[cell[0]] && cell[0] + 1 < axis->n ? cell[0] + 1 : cell[0];
  const double low = axis->centre[cell[0]], gap = axis->centre[cell[1]] - low;
  *upper = gap > 0 ? (position - low) / gap : 0;
  return true;
}

/* Neighbouring column with its interpolation weight. */
struct column_at {
  int i, j;
  double weight;
  struct sm_slice_weights mix;
};

/* Columns around a position with fluid at a height, and the sum of their weights. Returns their
 * number, 0 where the nearest column has no fluid. */
static int find_columns(const struct sm_domain *domain, const double at[2], double height,
                        struct column_at out[4], double *whole) {
  int cell[2][2], count = 0;
  double upper[2], nearest = 0, nearest_air = 0;
  *whole = 0;
  for (int d = 0; d < 2; d++)
    if (!find_pair(&domain->grid.axis[d], at[d], cell[d], &upper[d])) return 0;
  for (int corner = 0; corner < 4; corner++) {
    const int x = corner & 1, y = corner >> 1, i = cell[0][x], j = cell[1][y];
    const double weight = (x ? upper[0] : 1 - upper[0]) * (y ? upper[1] : 1 - upper[1]);
    if (weight == 0) continue;
    nearest = fmax(nearest, weight);
    const struct sm_slice_weights mix = sm_slice_domain_weights(domain, i, j, height);
    if (mix.low < 0) continue;
    nearest_air = fmax(nearest_air, weight);
    *whole += weight;
    out[count++] = (struct column_at){i, j, weight, mix};
  }
  return nearest_air > 0 && nearest_air == nearest ? count : 0;
}

void sm_slice_wind_at(const struct sm_domain *domain, const struct sm_face_wind *wind,
                      const double at[2], double height, double out[3]) {
  struct column_at column[4];
  double whole, sum[3] = {0};
  const int count = find_columns(domain, at, height, column, &whole);
  for (int n = 0; n < count; n++)
    for (int c = 0; c < 3; c++)
      sum[c] += column[n].weight *
                sm_slice_interpolate(wind, &column[n].mix, c, column[n].i, column[n].j);
  for (int c = 0; c < 3; c++) out[c] = count > 0 ? sum[c] / whole : (double)NAN;
}

/* Interpolates a cell field in a column. */
static float field_in_column(const struct sm_domain *domain, const struct sm_face_wind *wind,
                             const struct sm_cell_field *field, const struct sm_slice_weights *mix,
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
  struct column_at column[4];
  double whole, sum = 0;
  const int count = find_columns(domain, at, height, column, &whole);
  for (int n = 0; n < count; n++)
    sum += column[n].weight *
           (double)field_in_column(domain, wind, field, &column[n].mix, column[n].i, column[n].j);
  return count > 0 ? sum / whole : (double)NAN;
}

void sm_slice_wind(const struct sm_domain *domain, const struct sm_face_wind *wind, double height,
                   float *u, float *v, float *w) {
  float *const out[3] = {u, v, w};
  const int nx = domain->grid.axis[0].n, ny = domain->grid.axis[1].n;
#pragma omp parallel for schedule(static)
  for (int j = 0; j < ny; j++) {
    for (int i = 0; i < nx; i++) {
      const size_t at = (size_t)i + (size_t)nx * (size_t)j;
      const struct sm_slice_weights mix = sm_slice_domain_weights(domain, i, j, height);
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
      const struct sm_slice_weights mix = sm_slice_domain_weights(domain, i, j, height);
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
