#include "domain/lid.h"

#include "domain/buildings.h"
#include <math.h>

double sm_lid_height(const struct sm_case *c, const struct sm_domain *domain,
                     enum sm_lid_reason *reason) {
  *reason = SM_LID_GIVEN;
  if (!isnan(c->domain.height)) return c->domain.height;
  const double ground = domain->highest_ground; /* the lowest is 0, so this is the relief too */
  const double relief = ground + 6 * ground;
  const double buildings = domain->highest_roof + 2 * domain->tallest_building;
  const double least = ground + 100;
  const double lid = fmax(fmax(relief, buildings), least);
  *reason = lid <= least ? SM_LID_LEAST : lid <= buildings ? SM_LID_BUILDINGS : SM_LID_RELIEF;
  return lid;
}

const char *sm_lid_reason_text(enum sm_lid_reason reason) {
  switch (reason) {
  case SM_LID_GIVEN: return "as the case says";
  case SM_LID_RELIEF: return "6 times the relief above the highest ground";
  case SM_LID_BUILDINGS: return "twice the tallest building above the highest roof";
  case SM_LID_LEAST: return "100 m above the highest ground";
  }
  return "";
}

enum sm_status sm_lid_check(struct sm_context *ctx, const struct sm_case *c,
                            const struct sm_domain *domain, double lid) {
  const double limit = lid - 1e-2 * c->domain.cell_size[2]; /* a roof in the lid is no use either */
  if (!(lid > 0) || !(domain->highest_ground < limit))
    return sm_fail(
        ctx, SM_ERR_CASE,
        "%s:%d: error: the ground rises to %.6g m above its lowest point, but the lid is "
        "at %.6g m\nhelp: raise domain.height, or leave it out",
        c->path, c->domain.line, domain->highest_ground, lid);
  if (domain->highest_roof < limit) return SM_OK;
  size_t highest = 0;
  for (size_t f = 1; f < domain->footprints.count; f++)
    if (domain->span[f].top > domain->span[highest].top) highest = f;
  char name[512];
  sm_buildings_name(c, &domain->footprints, highest, name, sizeof name);
  return sm_fail(ctx, SM_ERR_CASE,
                 "%s: error: its roof is %.6g m above the lowest ground, but the lid is at %.6g m\n"
                 "help: raise domain.height, or leave it out",
                 name, domain->span[highest].top, lid);
}
