/* Interpolation of cell values to a height above the ground, logarithmic in a column and bilinear
 * between columns. */
#include "domain/domain.h"

#include <math.h>

static const struct sm_height_weights no_air = {-1, -1, 0, 0};

static uint8_t byte_of(const struct sm_height_column *column, int k) {
  return column->cell[(size_t)k * column->stride];
}

static bool solid(const struct sm_height_column *column, int k) {
  return sm_cell_is_solid(byte_of(column, k));
}

static bool building(const struct sm_height_column *column, int k) {
  return SM_CELL_TYPE(byte_of(column, k)) == SM_CELL_BUILDING;
}

/* Interpolation weight at distance `at` from a wall of a logarithmic profile between distances
 * `low` and `high`. */
static double log_part(double low, double at, double high, double z0) {
  if (at <= low) return 0;
  if (!(z0 > 0)) return (at - low) / (high - low);
  return log((at + z0) / (low + z0)) / log((high + z0) / (low + z0));
}

struct sm_height_weights sm_height_weights_of(const struct sm_height_column *column,
                                              double height) {
  const struct sm_axis *z = column->z;
  const double target = column->ground + height;
  if (!(height >= 0) || target > z->face[z->n] || target < z->face[0]) return no_air;
  int k = sm_axis_nearest(z, target);
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
  if (above <= 0) return (struct sm_height_weights){lowest, lowest, 1, 0};
  if (target <= z->centre[lowest])
    return (struct sm_height_weights){lowest, lowest,
                                      log_part(0, target - surface, above, column->z0), 0};

  const int low = z->centre[k] <= target ? k : k - 1, high = low + 1;
  if (high == z->n || solid(column, high)) return (struct sm_height_weights){low, low, 1, 0};
  const double part =
      log_part(z->centre[low] - surface, target - surface, z->centre[high] - surface, column->z0);
  return (struct sm_height_weights){low, high, 1 - part, part};
}

struct sm_height_weights sm_height_weights_at(const struct sm_domain *domain, int i, int j,
                                              double height) {
  const size_t nx = (size_t)domain->grid.axis[0].n, ny = (size_t)domain->grid.axis[1].n;
  const size_t at = (size_t)i + nx * (size_t)j;
  const struct sm_height_column column = {.z = &domain->grid.axis[2],
                                          .cell = domain->cell + at,
                                          .stride = nx * ny,
                                          .ground = (double)domain->terrain[at],
                                          .building = (double)domain->building[at],
                                          .z0 = (double)domain->z0[at]};
  return sm_height_weights_of(&column, height);
}

/* The two cells whose centres enclose a position along an axis, and the weight of the upper one; at
 * the edge of the domain both are the same. False outside the domain. */
static bool find_pair(const struct sm_axis *axis, double position, int cell[2], double *upper) {
  if (!(position >= axis->face[0] && position <= axis->face[axis->n])) return false;
  const int own = sm_axis_nearest(axis, position);
  cell[0] = position < axis->centre[own] && own > 0 ? own - 1 : own;
  cell[1] = position > axis->centre[cell[0]] && cell[0] + 1 < axis->n ? cell[0] + 1 : cell[0];
  const double low = axis->centre[cell[0]], gap = axis->centre[cell[1]] - low;
  *upper = gap > 0 ? (position - low) / gap : 0;
  return true;
}

int sm_columns_beside(const struct sm_domain *domain, const double at[2], double height,
                      struct sm_column_beside out[4]) {
  int cell[2][2], count = 0;
  double upper[2], nearest = 0, nearest_air = 0, whole = 0;
  for (int d = 0; d < 2; d++)
    if (!find_pair(&domain->grid.axis[d], at[d], cell[d], &upper[d])) return 0;
  for (int corner = 0; corner < 4; corner++) {
    const int x = corner & 1, y = corner >> 1, i = cell[0][x], j = cell[1][y];
    const double weight = (x ? upper[0] : 1 - upper[0]) * (y ? upper[1] : 1 - upper[1]);
    if (weight == 0) continue;
    nearest = fmax(nearest, weight);
    const struct sm_height_weights mix = sm_height_weights_at(domain, i, j, height);
    if (mix.low < 0) continue;
    nearest_air = fmax(nearest_air, weight);
    whole += weight;
    out[count++] = (struct sm_column_beside){i, j, weight, mix};
  }
  if (!(nearest_air > 0 && nearest_air == nearest)) return 0;
  for (int n = 0; n < count; n++) out[n].weight /= whole;
  return count;
}
