#include "run/source_estimation/internal.h"

#include "base/list.h"
#include "input/gis.h"
#include "output/gis/export.h"
#include "output/netcdf/plume_file.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- columns --- */

struct entry {
  double density; /* probability per area */
  size_t column;
};

static int by_density(const void *a, const void *b) {
  const struct entry *p = a, *q = b;
  if (p->density != q->density) return p->density < q->density ? 1 : -1;
  return (p->column > q->column) - (p->column < q->column);
}

/* Probability of each column, and that of the smallest region of columns that holds it; both NAN
 * without air. */
static enum sm_status make_maps(struct sm_context *ctx, const struct sm_source_receptor *sr,
                                const double (*place)[2], size_t count, float *probability,
                                float *region) {
  const struct sm_axis *axis = sr->plane.grid.axis;
  SM_SCOPED struct entry *list = NULL;
  double sum = 0;
  SM_TRY(sm_alloc(ctx, sr->columns, sizeof *list, "columns", &list));
  for (size_t n = 0; n < count; n++)
    probability[sm_source_column(sr, place[n])] += 1.0f / (float)count;
  for (size_t c = 0; c < sr->columns; c++) {
    const double area = axis[0].width[c % (size_t)sr->n[0]] * axis[1].width[c / (size_t)sr->n[0]];
    list[c] = (struct entry){(double)probability[c] / area, c};
  }
  qsort(list, sr->columns, sizeof *list, by_density);
  for (size_t c = 0; c < sr->columns; c++) {
    sum += (double)probability[list[c].column];
    region[list[c].column] = (float)fmin(sum, 1);
  }
  for (size_t c = 0; c < sr->columns; c++)
    if (!sr->air[c]) probability[c] = region[c] = NAN;
  return SM_OK;
}

/* --- files --- */

enum sm_status sm_source_maps_write(struct sm_context *ctx, const char *path,
                                    const struct sm_source_problem *p, const double (*place)[2],
                                    size_t count) {
  const struct sm_source_receptor *sr = p->sr;
  float *map[2] = {NULL, NULL};
  enum sm_status status;
  for (int m = 0; m < 2; m++)
    SM_TRY_DONE(sm_alloc(ctx, sr->columns, sizeof *map[m], "maps", &map[m]));
  SM_TRY_DONE(make_maps(ctx, sr, place, count, map[0], map[1]));
  SM_TRY_DONE(sm_source_map_write(ctx, path, sr->plan.c, &sr->plane, sr->run->device->name, map[0],
                                  map[1]));
done:
  SM_FREE_ALL(map[0], map[1]);
  return status;
}

enum sm_status sm_source_regions_write(struct sm_context *ctx, const char *path,
                                       const struct sm_source_receptor *sr,
                                       const struct sm_regions *regions) {
  static const char *const label[SM_REGION_LEVELS] = {
      "50 % credible region", "90 % credible region", "95 % credible region"};
  struct sm_contour_map map[SM_REGION_LEVELS];
  struct sm_contour_grid grid = {regions->n[0], regions->n[1], NULL, NULL};
  double *face[2] = {NULL, NULL};
  enum sm_status status;
  for (int d = 0; d < 2; d++) {
    SM_TRY_DONE(sm_alloc(ctx, (size_t)regions->n[d] + 1, sizeof *face[d], "regions", &face[d]));
    for (int i = 0; i <= regions->n[d]; i++)
      face[d][i] = sr->run->domain->grid.origin[d] + regions->low[d] + i * regions->cell[d];
  }
  grid.x = face[0];
  grid.y = face[1];
  for (int l = 0; l < SM_REGION_LEVELS; l++)
    map[l] = (struct sm_contour_map){.value = regions->density,
                                     .level = regions->least[l],
                                     .name = "source",
                                     .quantity = "probability density of the place of the source",
                                     .unit = "m-2",
                                     .linear = true,
                                     .label = label[l],
                                     .from = "",
                                     .until = "",
                                     .people = NAN};
  status = sm_areas_write(ctx, path, &sr->run->domain->crs, &grid, SM_REGION_LEVELS, map);
done:
  SM_FREE_ALL(face[0], face[1]);
  return status;
}
