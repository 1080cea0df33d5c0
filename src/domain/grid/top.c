/* Height of the domain top. */
#include "domain/domain.h"

#include "domain/surface/buildings/buildings.h"
#include "domain/surface/terrain/terrain.h"
#include <math.h>

/* Slope of hills (height over half-length) with less than 1 % of wind speed-up. */
static const double gentle = 0.01;

/* Distance from the domain top to the height where the potential is set to zero, as a fraction of
 * the height of the domain top above the mean ground (docs/theory/diagnostic.md). */
static const double reach = 1.25;

/* Highest blade tip of the turbines in the case file, m above ground; files are not considered. */
static double highest_rotor(const struct sm_case *c) {
  double highest = 0;
  for (size_t t = 0; t < c->turbines.count; t++) {
    const struct sm_case_turbine *turbine = &c->turbines.item[t];
    highest = fmax(highest, turbine->hub_height + 0.5 * turbine->diameter); /* NAN: not known */
  }
  return highest;
}

enum sm_status sm_domain_top_find(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_domain *domain, double *domain_top,
                                  enum sm_domain_top_reason *reason) {
  *reason = SM_DOMAIN_TOP_PRESCRIBED;
  *domain_top = c->domain.height;
  if (!isnan(*domain_top)) return SM_OK;
  const struct sm_axis *x = &domain->grid.axis[0], *y = &domain->grid.axis[1];
  struct sm_orography hills;
  SM_TRY(sm_orography_find(ctx, domain->terrain, x->n, y->n, x->width[0], y->width[0], &hills));
  const double ground = domain->highest_ground;
  const double steep = fmax(0, hills.height - gentle * hills.length);
  const double relief = ground + fmax(2 * hills.height, 4 * sqrt(hills.length * steep));
  const double buildings = domain->highest_roof + 2 * domain->tallest_building;
  const double turbines = ground + 2 * highest_rotor(c), least = ground + 100;
  *domain_top = fmax(fmax(relief, buildings), fmax(turbines, least));
  *reason = *domain_top <= least       ? SM_DOMAIN_TOP_MINIMUM
            : *domain_top <= buildings ? SM_DOMAIN_TOP_BUILDINGS
            : *domain_top <= turbines  ? SM_DOMAIN_TOP_TURBINES
                                       : SM_DOMAIN_TOP_OROGRAPHY;
  return SM_OK;
}

double sm_domain_top_zero_height(const struct sm_domain *domain) {
  const int64_t columns = (int64_t)domain->grid.axis[0].n * domain->grid.axis[1].n;
  double sum = 0;
  for (int64_t q = 0; q < columns; q++) sum += (double)domain->terrain[q];
  return reach * (sm_domain_top(domain) - sum / (double)columns);
}

const char *sm_domain_top_reason_text(enum sm_domain_top_reason reason) {
  switch (reason) {
  case SM_DOMAIN_TOP_PRESCRIBED: return "as the case says";
  case SM_DOMAIN_TOP_OROGRAPHY: return "from the height and the width of the hills";
  case SM_DOMAIN_TOP_BUILDINGS: return "twice the tallest building above the highest roof";
  case SM_DOMAIN_TOP_TURBINES: return "twice the height of the highest rotor";
  case SM_DOMAIN_TOP_MINIMUM: return "100 m above the highest ground";
  }
  return "";
}

enum sm_status sm_domain_top_check(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_domain *domain, double domain_top) {
  const double below =
      domain_top - 1e-2 * c->domain.cell_size[2]; /* no fluid cell above a roof in the top layer */
  const bool plane = sm_wind_is_flow(c->wind_source.model); /* flow: roof at the top allowed */
  const double limit = plane ? domain_top * (1 + 1e-9) : below;
  if (!(domain_top > 0) || !(domain->highest_ground < below))
    return sm_fail(
        ctx, SM_ERR_CASE,
        "%s:%d: error: the ground rises to %.6g m above its lowest point, but the domain top is "
        "at %.6g m\nhelp: raise domain.height, or leave it out",
        c->path, c->domain.line, domain->highest_ground, domain_top);
  if (domain->highest_roof < limit) return SM_OK;
  size_t highest = 0;
  for (size_t f = 1; f < domain->footprints.count; f++)
    if (domain->span[f].top > domain->span[highest].top) highest = f;
  char name[512];
  sm_buildings_name(c, &domain->footprints, highest, name, sizeof name);
  return sm_fail(
      ctx, SM_ERR_CASE,
      "%s: error: its roof is %.6g m above the lowest ground, but the domain top is at %.6g m\n"
      "help: raise domain.height, or leave it out",
      name, domain->span[highest].top, domain_top);
}
