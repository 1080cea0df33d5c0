/* Cut cells at boundaries of a flow: made whole or solid, so that the sides are square. */
#include "domain/surface/buildings/buildings.h"

/* Boundaries among `sides` that a cell touches. */
static unsigned sides_of(unsigned sides, const struct sm_domain *domain, const int at[3]) {
  unsigned on = 0;
  for (int side = 0; side < 4; side++) {
    const int last = domain->grid.axis[side / 2].n - 1;
    if (last > 0 && at[side / 2] == (side % 2 ? last : 0)) on |= 1u << side;
  }
  return on & sides;
}

static void indices_of(const struct sm_domain *domain, int64_t cell, int at[3]) {
  const int64_t nx = domain->grid.axis[0].n, ny = domain->grid.axis[1].n;
  at[0] = (int)(cell % nx);
  at[1] = (int)(cell / nx % ny);
  at[2] = (int)(cell / nx / ny);
}

/* Closes or opens a face in both of its cells. */
static void set_face(struct sm_domain *domain, int64_t cell, int64_t other, int face, bool open) {
  const uint8_t here = (uint8_t)(1u << face), there = (uint8_t)(1u << (face ^ 1));
  domain->cell[cell] = (uint8_t)(open ? domain->cell[cell] | here : domain->cell[cell] & ~here);
  domain->cell[other] =
      (uint8_t)(open ? domain->cell[other] | there : domain->cell[other] & ~there);
}

/* Makes boundary cells solid where less than half of their boundary face is open. */
static void fill_sides(unsigned sides, struct sm_domain *domain) {
  const int64_t columns = (int64_t)domain->grid.axis[0].n * domain->grid.axis[1].n;
  for (int64_t m = 0; m < domain->cut_count; m++) {
    const struct sm_cut_cell *cut = &domain->cut[m];
    int at[3];
    indices_of(domain, cut->cell, at);
    const unsigned on = sides_of(sides, domain, at);
    bool filled = false;
    for (int face = 0; face < 4; face++)
      filled = filled || ((on >> face & 1) != 0 && cut->fraction[face] < 0.5f);
    if (!filled) continue;
    const bool built = domain->building[cut->cell % columns] > 0;
    domain->cell[cut->cell] = SM_SOLID(built ? SM_CELL_BUILDING : SM_CELL_TERRAIN);
  }
}

void sm_cut_square_sides(unsigned sides, struct sm_domain *domain) {
  const int64_t step[3] = {1, domain->grid.axis[0].n,
                           (int64_t)domain->grid.axis[0].n * domain->grid.axis[1].n};
  int64_t kept = 0;
  fill_sides(sides, domain);
  for (int64_t m = 0; m < domain->cut_count; m++) {
    struct sm_cut_cell cut = domain->cut[m];
    int at[3];
    bool partly = false;
    indices_of(domain, cut.cell, at);
    const unsigned on = sides_of(sides, domain, at);
    if (on != 0) cut.volume = 1;
    for (int face = 0; face < 6; face++) {
      int beside[3] = {at[0], at[1], at[2]};
      beside[face / 2] += face % 2 ? 1 : -1;
      const bool out = beside[face / 2] < 0 || beside[face / 2] >= domain->grid.axis[face / 2].n;
      const int64_t other = out ? cut.cell : cut.cell + (face % 2 ? 1 : -1) * step[face / 2];
      const bool air =
          !sm_cell_is_solid(domain->cell[cut.cell]) && !sm_cell_is_solid(domain->cell[other]);
      const bool whole = out ? (on >> face & 1) != 0 : (on & sides_of(sides, domain, beside)) != 0;
      if (!air)
        cut.fraction[face] = 0;
      else if (whole)
        cut.fraction[face] = 1;
      if (!out && (!air || whole)) set_face(domain, cut.cell, other, face, air);
      if (out && whole && air) domain->cell[cut.cell] |= (uint8_t)(1u << face);
      partly = partly || (cut.fraction[face] > 0 && cut.fraction[face] < 1);
    }
    if (partly) domain->cut[kept++] = cut;
  }
  domain->cut_count = kept;
}
