#include "output/statistics/statistics.h"

#include "domain/degrees.h"
#include "output/analyse/slice_interpolation.h"
#include <stdio.h>

/* Converts the position of a receptor to m from the south-west corner of the grid. */
static enum sm_status find_place(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_domain *domain,
                                 const struct sm_case_receptor *from, double xy[2]) {
  xy[0] = from->place[0];
  xy[1] = from->place[1];
  if (from->position == SM_POSITION_LATLON)
    SM_TRY(sm_gis_project(ctx, &domain->crs, from->place[0], from->place[1], xy));
  for (int d = 0; d < 2; d++)
    xy[d] += from->position == SM_POSITION_LOCAL ? c->domain.margin : -domain->grid.origin[d];
  if (from->position != SM_POSITION_LOCAL) return SM_OK;
  const struct sm_degrees_domain map = {
      .crs = &domain->crs,
      .origin = {domain->grid.origin[0], domain->grid.origin[1]},
      .size = {sm_axis_length(&domain->grid.axis[0]), sm_axis_length(&domain->grid.axis[1])}};
  char who[400];
  snprintf(who, sizeof who, "%s:%d: error: receptor '%.60s'", c->path, from->line, from->name);
  return sm_degrees_refuse(ctx, &map, from->place, who);
}

enum sm_status sm_receptors_find(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_domain *domain,
                                 struct sm_statistics_receptor **out, int *count) {
  const struct sm_case_statistics *wanted = &c->statistics;
  const struct sm_axis *axis = domain->grid.axis;
  *count = (int)wanted->receptor_count;
  SM_TRY(sm_alloc(ctx, wanted->receptor_count, sizeof **out, "the receptors", out));
  for (size_t r = 0; r < wanted->receptor_count; r++) {
    const struct sm_case_receptor *from = &wanted->receptor[r];
    struct sm_statistics_receptor *to = &(*out)[r];
    double xy[2];
    SM_TRY(find_place(ctx, c, domain, from, xy));
    *to = (struct sm_statistics_receptor){
        from->name,  sm_axis_find(&axis[0], xy[0]), sm_axis_find(&axis[1], xy[1]), xy[0], xy[1],
        from->height};
    if (to->i < 0 || to->j < 0)
      return sm_fail(
          ctx, SM_ERR_CASE,
          "%s:%d: error: receptor '%s' is outside the domain: at x = %.6g m, y = %.6g m of "
          "%.6g m by %.6g m%s",
          c->path, from->line, from->name, xy[0], xy[1], sm_axis_length(&axis[0]),
          sm_axis_length(&axis[1]), sm_degrees_hint(&domain->crs, from->place));
    if (sm_slice_domain_weights(domain, to->i, to->j, to->height).low < 0)
      sm_warn(ctx, "%s:%d: warning: receptor '%s' is inside a building or above the domain top",
              c->path, from->line, from->name);
  }
  return SM_OK;
}
