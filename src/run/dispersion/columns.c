/* Columns of the concentration boxes of a run, and the box of each at a height. */
#include "run/dispersion/dispersion.h"

enum sm_status sm_dispersion_columns(struct sm_context *ctx, const struct sm_domain *domain,
                                     const struct sm_plume_view *view, double height,
                                     struct sm_domain *plane, int *layer) {
  const struct sm_plume_grid grid = {
      {view->n[0], view->n[1], view->n[2]}, {view->face[0], view->face[1], view->face[2]}, NULL};
  const size_t columns = (size_t)view->n[0] * (size_t)view->n[1];
  SM_SCOPED double *face = NULL;
  bool other;
  SM_TRY(sm_plume_plane_create(ctx, domain, &grid, plane, &other));
  SM_TRY(sm_alloc(ctx, (size_t)view->n[2] + 1, sizeof *face, "layers", &face));
  for (int k = 0; k <= view->n[2]; k++) face[k] = view->face[2][k] - view->face[2][0];
  for (size_t c = 0; c < columns; c++) layer[c] = -1;
  struct sm_plume_layers of = {columns, face, plane->terrain, NULL, height};
  for (int k = 0; k < view->n[2]; k++) {
    of.air = view->air + (size_t)k * columns;
    sm_plume_layers_select(&of, k, layer);
  }
  return SM_OK;
}
