#include "run/flow/files.h"

#include "base/list.h"
#include <math.h>
#include <stdio.h>

enum { NAMES = 3 * SM_FLOW_OUTPUTS, NAME = 96 };

/* Fields of the file; `text` holds the names that depend on the case. */
struct list {
  struct sm_cell_field field[SM_CELL_FIELDS];
  int count;
  char text[NAMES][2][NAME];
  int names;
};

static void add(struct list *list, struct sm_field_info info, const char *methods,
                union sm_reals value) {
  list->field[list->count++] = (struct sm_cell_field){
      .info = info, .field = SM_CELL_FLOW, .value = value.f32, .cell_methods = methods};
}

static void add_moments(struct list *list, const struct sm_flow_means *means) {
  static const enum sm_field moments[SM_FLOW_MOMENTS] = {SM_FIELD_UU, SM_FIELD_VV, SM_FIELD_WW,
                                                         SM_FIELD_UV, SM_FIELD_UW, SM_FIELD_VW};
  for (int m = 0; m < SM_FLOW_MOMENTS; m++)
    add(list, *sm_field_get(moments[m]), m < 3 ? "time: variance" : NULL, means->moment[m]);
}

/* Adds the fields "x", "x_variance", "x_maximum". */
static void add_output(struct list *list, const struct sm_flow_output *of,
                       const struct sm_flow_field_means *means) {
  const struct sm_field_info *info = &of->info;
  add(list, *info, "time: mean", means->mean);
  if (means->variance.f32 == NULL) return;
  char(*text)[2][NAME] = &list->text[list->names];
  list->names += 3;
  snprintf(text[0][0], NAME, "%s_variance", info->name);
  snprintf(text[0][1], NAME, "variance of the %s", info->long_name);
  snprintf(text[1][0], NAME, "%s_maximum", info->name);
  snprintf(text[1][1], NAME, "largest %s", info->long_name);
  snprintf(text[2][0], NAME, "(%s)2", info->unit);
  struct sm_field_info variance = *info, largest = *info;
  variance.name = text[0][0];
  variance.long_name = text[0][1];
  variance.standard_name = "";
  variance.unit = text[2][0];
  largest.name = text[1][0];
  largest.long_name = text[1][1];
  add(list, variance, "time: variance", means->variance);
  add(list, largest, "time: maximum", means->largest);
}

/* Adds the turbulent kinetic energy: half the sum of the variances, on the host. */
static enum sm_status add_energy(struct sm_context *ctx, struct list *list,
                                 const struct sm_flow *flow, void **memory) {
  const size_t size = flow->layout.size;
  const ptrdiff_t origin = flow->layout.origin;
  const bool is_double = flow->device->bits == 64;
  SM_TRY(
      sm_alloc(ctx, size, is_double ? sizeof(double) : sizeof(float), "resolved energy", memory));
  for (size_t i = 0; i < size; i++) {
    double sum = 0;
    for (int d = 0; d < 3; d++)
      sum += is_double ? ((const double *)list->field[d].value - origin)[i]
                       : (double)((const float *)list->field[d].value - origin)[i];
    if (is_double) {
      ((double *)*memory)[i] = 0.5 * sum;
    } else {
      ((float *)*memory)[i] = (float)(0.5 * sum);
    }
  }
  struct sm_cell_field *field = &list->field[list->count++];
  *field = list->field[0];
  field->info = *sm_field_get(SM_FIELD_TKE_RESOLVED);
  field->cell_methods = NULL;
  field->value = is_double ? (const void *)((double *)*memory + origin)
                           : (const void *)((float *)*memory + origin);
  return SM_OK;
}

static enum sm_status write(struct sm_context *ctx, struct sm_run_outputs *outputs,
                            const struct sm_face_wind *wind, const struct sm_flow_means *means,
                            const char *device) {
  const double *t = outputs->domain->weather.time, start = isnan(t[0]) ? 0 : t[0];
  const double since = start + means->until - means->length;
  struct sm_netcdf_writer *writer = NULL;
  char path[4200];
  snprintf(path, sizeof path, "%s%s", outputs->base, SM_FLOW_MEAN_NAME);
  SM_TRY(sm_netcdf_create_mean(ctx, path, outputs->c, outputs->domain, device, since, &writer));
  const struct sm_wind_record record = {start + means->until, true, 0, 0, 0, false};
  enum sm_status status = sm_netcdf_write(ctx, writer, wind, &record);
  if (status == SM_OK) status = sm_netcdf_close(ctx, &writer);
  if (status == SM_OK) return sm_run_outputs_add_name(ctx, outputs->summary, path);
  sm_netcdf_abandon(&writer);
  return status;
}

enum sm_status sm_flow_mean_write(struct sm_context *ctx, struct sm_run_outputs *outputs,
                                  const struct sm_flow_view *view, const char *device) {
  const struct sm_flow_means *means = view->means;
  if (means == NULL || !(means->length > 0) || !outputs->c->output.netcdf) return SM_OK;
  SM_SCOPED struct list *list = NULL;
  struct sm_face_wind wind;
  SM_SCOPED void *copy = NULL, *energy = NULL;
  SM_TRY(sm_device_sync(ctx, view->flow->device));
  SM_TRY(sm_alloc(ctx, 1, sizeof *list, "names of means", &list));
  add_moments(list, means);
  for (int f = 0; f < means->field_count; f++) add_output(list, &view->output[f], &means->field[f]);
  const struct sm_flow_arrays arrays = {
      {means->u[0], means->u[1], means->u[2]}, list->field, list->count};
  SM_TRY(sm_flow_on_host(ctx, view->flow, &arrays, &wind, &copy));
  SM_TRY(add_energy(ctx, list, view->flow, &energy));
  wind.field_count = list->count;
  return write(ctx, outputs, &wind, means, device);
}
