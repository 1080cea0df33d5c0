#include "run/flow/mean_file.h"

#include <math.h>
#include <stdio.h>

enum { NAMES = 3 * SM_FLOW_OUTPUTS, NAME = 96 };

/* The fields of the file; names of those that depend on the case are in `text`. */
struct list {
  struct sm_cell_field field[SM_CELL_FIELDS];
  int count;
  char text[NAMES][2][NAME];
  int names;
};

static void add(struct list *list, const char *name, const char *longer, const char *standard,
                const char *unit, const char *methods, union sm_reals value) {
  list->field[list->count++] = (struct sm_cell_field){.name = name,
                                                      .standard_name = standard,
                                                      .long_name = longer,
                                                      .unit = unit,
                                                      .field = SM_CELL_FLOW,
                                                      .value = value.f32,
                                                      .cell_methods = methods};
}

static void add_moments(struct list *list, const struct sm_flow_means *means) {
  static const struct {
    const char *name, *longer, *methods;
  } moments[SM_FLOW_MOMENTS] = {{"uu", "variance of u", "time: variance"},
                                {"vv", "variance of v", "time: variance"},
                                {"ww", "variance of w", "time: variance"},
                                {"uv", "covariance over time of u and v", NULL},
                                {"uw", "covariance over time of u and w", NULL},
                                {"vw", "covariance over time of v and w", NULL}};
  for (int m = 0; m < SM_FLOW_MOMENTS; m++)
    add(list, moments[m].name, moments[m].longer, "", "m2 s-2", moments[m].methods,
        means->moment[m]);
}

/* "x", "x_variance", "x_maximum". */
static void add_output(struct list *list, const struct sm_flow_output *of,
                       const struct sm_flow_field_means *means) {
  add(list, of->name, of->long_name, of->standard_name, of->unit, "time: mean", means->mean);
  if (means->variance.f32 == NULL) return;
  char(*variance)[NAME] = list->text[list->names++], (*largest)[NAME] = list->text[list->names++];
  char *unit = list->text[list->names++][0];
  snprintf(variance[0], NAME, "%s_variance", of->name);
  snprintf(variance[1], NAME, "variance of the %s", of->long_name);
  snprintf(largest[0], NAME, "%s_maximum", of->name);
  snprintf(largest[1], NAME, "largest %s", of->long_name);
  snprintf(unit, NAME, "(%s)2", of->unit);
  add(list, variance[0], variance[1], "", unit, "time: variance", means->variance);
  add(list, largest[0], largest[1], of->standard_name, of->unit, "time: maximum", means->largest);
}

/* Half the sum of the variances, which are on the host. */
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
  field->name = "tke";
  field->standard_name = "specific_turbulent_kinetic_energy_of_air";
  field->long_name = "kinetic energy of the turbulence that the grid resolves";
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
  const struct sm_wind_record record = {start + means->until, true, 0, 0, 0};
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
  struct list *list = NULL;
  struct sm_face_wind wind;
  void *copy = NULL, *energy = NULL;
  enum sm_status status = SM_OK;
  SM_TRY(sm_device_sync(ctx, view->flow->device));
  SM_TRY(sm_alloc(ctx, 1, sizeof *list, "names of means", &list));
  add_moments(list, means);
  for (int f = 0; f < means->field_count; f++) add_output(list, &view->output[f], &means->field[f]);
  const struct sm_flow_arrays arrays = {
      {means->u[0], means->u[1], means->u[2]}, list->field, list->count};
  SM_TRY_DONE(sm_flow_on_host(ctx, view->flow, &arrays, &wind, &copy));
  SM_TRY_DONE(add_energy(ctx, list, view->flow, &energy));
  wind.field_count = list->count;
  SM_TRY_DONE(write(ctx, outputs, &wind, means, device));
done:
  sm_free(copy);
  sm_free(energy);
  sm_free(list);
  return status;
}
