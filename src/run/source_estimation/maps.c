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

/* Probability of each column, and that of all columns of a higher density: where it is below 0.95
 * is the smallest region of columns that holds 0.95; both NAN without air. */
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
    region[list[c].column] = (float)fmin(sum, 1);
    sum += (double)probability[list[c].column];
  }
  for (size_t c = 0; c < sr->columns; c++)
    if (!sr->air[c]) probability[c] = region[c] = NAN;
  return SM_OK;
}

/* --- files --- */

enum sm_status sm_source_files_reserve(struct sm_context *ctx,
                                       const struct sm_source_options *options,
                                       struct sm_source_locks *out) {
  if (options->map != NULL) SM_TRY(sm_file_lock_acquire(ctx, options->map, &out->map));
  return options->areas != NULL ? sm_file_lock_acquire(ctx, options->areas, &out->areas) : SM_OK;
}

void sm_source_files_release(const struct sm_source_options *options,
                             struct sm_source_locks *locks) {
  sm_file_lock_release(options->map, &locks->map);
  sm_file_lock_release(options->areas, &locks->areas);
}

enum sm_status sm_source_maps_write(struct sm_context *ctx, const char *path,
                                    const struct sm_source_problem *p, const double (*place)[2],
                                    size_t count, float *gain) {
  const struct sm_source_receptor *sr = p->sr;
  float *map[2] = {NULL, NULL};
  enum sm_status status;
  for (int m = 0; m < 2; m++)
    SM_TRY_DONE(sm_alloc(ctx, sr->columns, sizeof *map[m], "maps", &map[m]));
  SM_TRY_DONE(make_maps(ctx, sr, place, count, map[0], map[1]));
  SM_TRY_DONE(sm_source_map_write(ctx, path, sr->plan.c, &sr->plane, sr->run->device->name, map[0],
                                  map[1], gain));
done:
  SM_FREE_ALL(map[0], map[1]);
  return status;
}

/* --- areas --- */

/* Maps of regions, of the gain and of further sensors. */
struct areas {
  struct sm_context *ctx;
  const struct sm_source_receptor *sr;
  struct sm_contour_grid region, column;
  double *face[4]; /* of the regions, of the columns */
  struct sm_contour_map *map;
  int count;
  float **value;     /* [sensors] */
  char (*label)[40]; /* [sensors] */
};

static enum sm_status make_faces(struct areas *a, const struct sm_regions *regions) {
  const double *origin = a->sr->run->domain->grid.origin;
  for (int f = 0; f < 4; f++) {
    const int d = f % 2, n = f < 2 ? regions->n[d] : a->sr->n[d];
    SM_TRY(sm_alloc(a->ctx, (size_t)n + 1, sizeof *a->face[f], "areas", &a->face[f]));
    for (int i = 0; i <= n; i++)
      a->face[f][i] = origin[d] + (f < 2 ? regions->low[d] + i * regions->cell[d]
                                         : a->sr->low[d] + a->sr->plane.grid.axis[d].face[i]);
  }
  a->region = (struct sm_contour_grid){regions->n[0], regions->n[1], a->face[0], a->face[1]};
  a->column = (struct sm_contour_grid){a->sr->n[0], a->sr->n[1], a->face[2], a->face[3]};
  return SM_OK;
}

static struct sm_contour_map *add_map(struct areas *a, const struct sm_contour_grid *grid,
                                      const float *value, double level, const char *label) {
  struct sm_contour_map *own = &a->map[a->count++];
  *own = (struct sm_contour_map){.grid = grid,
                                 .value = value,
                                 .level = level,
                                 .name = "source",
                                 .quantity = "probability density of the place of the source",
                                 .unit = "m-2",
                                 .linear = true,
                                 .label = label,
                                 .from = "",
                                 .until = "",
                                 .people = NAN};
  return own;
}

static void add_gain(struct areas *a, const float *value, double level, const char *label) {
  struct sm_contour_map *own = add_map(a, &a->column, value, level, label);
  own->name = "sensor";
  own->quantity = "expected information gain of a further sensor";
  own->unit = "bit";
}

/* Areas of the gain of one further sensor, and a column for each place. */
static enum sm_status add_next(struct areas *a, const struct sm_next_sensors *next) {
  static const char *const label[SM_GAIN_LEVELS] = {"50 % of the largest information gain",
                                                    "90 % of the largest information gain"};
  static const double part[SM_GAIN_LEVELS] = {0.5, 0.9};
  if (next->count == 0) return SM_OK;
  SM_TRY(sm_alloc(a->ctx, next->count, sizeof *a->value, "areas", &a->value));
  SM_TRY(sm_alloc(a->ctx, next->count, sizeof *a->label, "areas", &a->label));
  for (int l = 0; l < SM_GAIN_LEVELS; l++)
    add_gain(a, next->gain, part[l] * next->item[0].gain, label[l]);
  for (size_t n = 0; n < next->count; n++) {
    const double gain = next->item[n].gain;
    SM_TRY(sm_alloc(a->ctx, a->sr->columns, sizeof *a->value[n], "areas", &a->value[n]));
    a->value[n][next->item[n].column] = (float)gain;
    snprintf(a->label[n], sizeof a->label[n], "next sensor %zu", n + 1);
    add_gain(a, a->value[n], 0.5 * gain, a->label[n]);
  }
  return SM_OK;
}

enum sm_status sm_source_areas_write(struct sm_context *ctx, const char *path,
                                     const struct sm_source_receptor *sr,
                                     const struct sm_regions *regions,
                                     const struct sm_next_sensors *next) {
  static const char *const label[SM_REGION_LEVELS] = {
      "50 % credible region", "90 % credible region", "95 % credible region"};
  struct areas a = {.ctx = ctx, .sr = sr};
  enum sm_status status;
  SM_TRY_DONE(make_faces(&a, regions));
  SM_TRY_DONE(sm_alloc(ctx, SM_REGION_LEVELS + SM_GAIN_LEVELS + next->count, sizeof *a.map, "areas",
                       &a.map));
  for (int l = 0; l < SM_REGION_LEVELS; l++)
    add_map(&a, &a.region, regions->density, regions->least[l], label[l]);
  SM_TRY_DONE(add_next(&a, next));
  status = sm_areas_write(ctx, path, &sr->run->domain->crs, &a.region, a.count, a.map);
done:
  for (int f = 0; f < 4; f++) sm_free(a.face[f]);
  for (size_t n = 0; a.value != NULL && n < next->count; n++) sm_free(a.value[n]);
  SM_FREE_ALL(a.map, a.value, a.label);
  return status;
}
