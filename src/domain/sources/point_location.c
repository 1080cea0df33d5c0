/* Location of a point: in fluid, in a solid, below the ground, outside the domain. Heights follow
 * the exact ground, but cells are solid as a whole: a point on the ground or on a roof may be in a
 * solid cell with a lower centre. Such a point counts as fluid, at the floor of the first fluid
 * cell above it. */
#include "domain/sources/releases.h"

#include "domain/surface/buildings/buildings.h"
#include <math.h>

static const double rounding = 1e-6; /* relative tolerance for heights in single precision */

static bool is_outside(const struct sm_domain *domain, const double xy[2]) {
  for (int d = 0; d < 2; d++)
    if (!(xy[d] >= 0 && xy[d] <= sm_axis_length(&domain->grid.axis[d]))) return true;
  return false;
}

/* Classifies height z in a column whose ground is below z. */
static enum sm_point_kind classify_column(const struct sm_domain *domain, int64_t column, double z,
                                          double *level) {
  const struct sm_axis *axis = &domain->grid.axis[2];
  const int64_t columns = (int64_t)domain->grid.axis[0].n * domain->grid.axis[1].n;
  const uint8_t *cell = domain->cell + column;
  int k = sm_axis_find(axis, z);
  if (k < 0 || z >= sm_domain_top(domain)) return SM_POINT_ABOVE_TOP;
  *level = z;
  if (!sm_cell_is_solid(cell[columns * k])) return SM_POINT_AIR;
  while (k < axis->n && SM_CELL_TYPE(cell[columns * k]) == SM_CELL_TERRAIN) k++;
  if (k == axis->n) return SM_POINT_ABOVE_TOP;
  *level = axis->face[k];
  if (!sm_cell_is_solid(cell[columns * k])) return SM_POINT_AIR;
  const double roof = (double)domain->terrain[column] + (double)domain->building[column];
  if (z < roof - rounding * fmax(1, roof)) return SM_POINT_IN_BUILDING;
  k++; /* a roof ends within a cell; solid cells above it are filled cavities */
  if (k == axis->n) return SM_POINT_ABOVE_TOP;
  *level = axis->face[k];
  return sm_cell_is_solid(cell[columns * k]) ? SM_POINT_IN_BUILDING : SM_POINT_AIR;
}

enum sm_point_kind sm_point_locate(const struct sm_domain *domain, const double xy[2], double z,
                                   double *level) {
  *level = z;
  if (is_outside(domain, xy)) return SM_POINT_OUTSIDE;
  if (z < sm_domain_ground(domain, xy[0], xy[1]) - rounding * fmax(1, fabs(z)))
    return SM_POINT_IN_GROUND;
  return classify_column(domain, sm_domain_column(domain, xy[0], xy[1]), fmax(z, 0), level);
}

enum sm_point_kind sm_point_locate_above(const struct sm_domain *domain, const double xy[2],
                                         double height, double *level) {
  *level = 0;
  if (is_outside(domain, xy)) return SM_POINT_OUTSIDE;
  const double z = sm_domain_ground(domain, xy[0], xy[1]) + height;
  return classify_column(domain, sm_domain_column(domain, xy[0], xy[1]), z, level);
}
