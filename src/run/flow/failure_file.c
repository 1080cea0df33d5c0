#include "run/flow/files.h"

#include <math.h>

static void add(struct sm_flow_arrays *arrays, const struct sm_flow_output *output) {
  arrays->field[arrays->field_count++] = (struct sm_cell_field){
      .info = output->info, .field = SM_CELL_FLOW, .value = output->field.f32};
}

static enum sm_status write(struct sm_context *ctx, const struct sm_run_outputs *outputs,
                            const char *path, const struct sm_flow_view *view,
                            const struct sm_face_wind *wind, const char *device) {
  const double *t = outputs->domain->weather.time, start = isnan(t[0]) ? 0 : t[0];
  const struct sm_wind_record record = {start + view->time, false,       0,
                                        (double)NAN,        (double)NAN, false};
  struct sm_netcdf_writer *writer = NULL;
  SM_TRY(sm_netcdf_create(ctx, path, outputs->c, outputs->domain, device, &writer));
  const enum sm_status status = sm_netcdf_write(ctx, writer, wind, &record);
  if (status == SM_OK) return sm_netcdf_close_at_once(ctx, &writer);
  sm_netcdf_abandon(&writer);
  return status;
}

enum sm_status sm_flow_failure_write(struct sm_context *ctx, struct sm_run_outputs *outputs,
                                     const char *path, const struct sm_flow_view *view,
                                     const char *device) {
  struct sm_cell_field field[SM_FLOW_OUTPUTS + SM_FLOW_PROGNOSTIC];
  struct sm_flow_arrays arrays = {.field = field};
  struct sm_face_wind wind;
  SM_SCOPED void *copy = NULL;
  SM_TRY(sm_device_sync(ctx, view->flow->device));
  for (int d = 0; d < 3; d++) arrays.u[d] = view->flow->u[view->wind][d];
  for (int f = 0; f < view->output_count; f++) add(&arrays, &view->output[f]);
  for (int f = 0; f < view->prognostic_count; f++) add(&arrays, &view->prognostic[f]);
  SM_TRY(sm_flow_on_host(ctx, view->flow, &arrays, &wind, &copy));
  SM_TRY(write(ctx, outputs, path, view, &wind, device));
  return sm_run_outputs_add_name(ctx, outputs->summary, path);
}
