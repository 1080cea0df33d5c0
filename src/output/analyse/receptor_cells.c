#include "output/statistics/statistics.h"

#include "domain/positions.h"

enum sm_status sm_receptors_find(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_domain *domain,
                                 struct sm_statistics_receptor **out, int *count) {
  const struct sm_case_statistics *wanted = &c->statistics;
  const struct sm_axis *axis = domain->grid.axis;
  const struct sm_domain_map map = sm_domain_map(c, &domain->crs, &domain->grid);
  *count = (int)wanted->receptor_count;
  SM_TRY(sm_alloc(ctx, wanted->receptor_count, sizeof **out, "the receptors", out));
  for (size_t r = 0; r < wanted->receptor_count; r++) {
    const struct sm_case_receptor *from = &wanted->receptor[r];
    struct sm_statistics_receptor *to = &(*out)[r];
    double xy[2];
    SM_TRY(sm_position_on_grid(ctx, &map, sm_position_coordinates((int)from->position), from->place,
                               xy));
    *to = (struct sm_statistics_receptor){from->name,
                                          sm_axis_nearest(&axis[0], xy[0]),
                                          sm_axis_nearest(&axis[1], xy[1]),
                                          xy[0],
                                          xy[1],
                                          from->height};
    if (sm_height_weights_at(domain, to->i, to->j, to->height).low < 0)
      sm_warn(ctx, "%s:%d: warning: receptor '%s' is inside a building or above the domain top",
              c->path, from->line, from->name);
  }
  return SM_OK;
}
