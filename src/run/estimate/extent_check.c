#include "run/estimate/estimate.h"

#include "domain/sources/releases.h"
#include "input/gis.h"
#include "physics/flow/boundary/boundaries.h"
#include "physics/flow/statistics/statistics.h"
#include "physics/incompressible/body_forces.h"
#include "physics/scalars/scalars.h"

/* Whether any column of the domain has air at this height, m above the ground. */
static bool reaches(const struct sm_domain *domain, double height) {
  for (int j = 0; j < domain->grid.axis[1].n; j++)
    for (int i = 0; i < domain->grid.axis[0].n; i++)
      if (sm_height_weights_at(domain, i, j, height).high >= 0) return true;
  return false;
}

/* Checks that heights have air: maps would be empty (warning), statistics undefined (error). */
static enum sm_status check_heights(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_domain *domain) {
  const struct sm_case_statistics *wanted = &c->statistics;
  for (size_t h = 0; h < c->output.height_count; h++)
    if (!reaches(domain, c->output.heights[h]))
      sm_warn(ctx,
              "%s:%d: warning: output.heights: there is no air of the domain at %g m above the "
              "ground, so this map is empty; the domain top is at %g m",
              c->path, c->output.line, c->output.heights[h], sm_domain_top(domain));
  for (size_t h = 0; h < wanted->height_count; h++)
    if (!reaches(domain, wanted->heights[h]))
      return sm_fail(ctx, SM_ERR_CASE,
                     "%s:%d: error: there is no air of the domain at %g m above the ground\n"
                     "help: raise domain.height, or take it out of statistics.heights",
                     c->path, wanted->line, wanted->heights[h]);
  return SM_OK;
}

enum sm_status sm_run_check_extent(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_domain *domain) {
  if (c->output.geotiff || c->output.geojson) SM_TRY(sm_gis_ready(ctx));
  SM_TRY(check_heights(ctx, c, domain));
  SM_TRY(sm_sources_check_density(ctx, c, domain));
  if (c->wind_source.model == SM_WIND_RANS) return sm_scalar_sources_check(ctx, c, domain);
  if (!sm_wind_is_flow(c->wind_source.model)) return SM_OK;
  SM_TRY(sm_flow_check_cells(ctx, c, domain));
  SM_TRY(sm_flow_probes_check(ctx, c, domain));
  SM_TRY(sm_flow_bodies_check(ctx, c, domain));
  return sm_scalar_sources_check(ctx, c, domain);
}
