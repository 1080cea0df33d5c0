/* Volume means over all fluid cells of a flow, every step (cell/momentum/means.h). Rows are
 * collected on the device and fetched in batches, as for probes. */
#include "physics/flow/statistics/statistics.h"

const char *sm_flow_total_name(enum sm_flow_total total) {
  const char *const name[SM_COMPRESSIBLE_TOTALS] = {sm_field_name(SM_FIELD_U),
                                                    sm_field_name(SM_FIELD_V),
                                                    sm_field_name(SM_FIELD_W),
                                                    "kinetic_energy",
                                                    "enstrophy",
                                                    "viscous_dissipation",
                                                    "acceleration_u",
                                                    "acceleration_v",
                                                    "density",
                                                    sm_field_name(SM_FIELD_MOMENTUM_U),
                                                    sm_field_name(SM_FIELD_MOMENTUM_V),
                                                    sm_field_name(SM_FIELD_MOMENTUM_W),
                                                    "energy"};
  return name[total];
}

static size_t values_of(const struct sm_flow_series *series) {
  return (size_t)SM_FLOW_BUFFERED_ROWS * (size_t)series->totals;
}

/* 1 / fluid volume. */
static double per_volume_of(const struct sm_domain *domain) {
  const struct sm_axis *axis = domain->grid.axis;
  double all = 0;
  for (int k = 0; k < axis[2].n; k++)
    for (int j = 0; j < axis[1].n; j++) {
      double row = 0;
      for (int i = 0; i < axis[0].n; i++)
        if ((sm_domain_cell_bits(domain, i, j, k) & SM_OPEN_ALL) != 0) row += axis[0].width[i];
      all += row * axis[1].width[j] * axis[2].width[k];
    }
  return all > 0 ? 1 / all : 0;
}

enum sm_status sm_flow_series_create(struct sm_context *ctx, const struct sm_case *c,
                                     const struct sm_flow_view *view,
                                     const struct sm_flow_more_totals *more,
                                     struct sm_flow_series **out) {
  *out = NULL;
  if (!c->flow.series) return SM_OK;
  SM_TRY(sm_flow_host(ctx, view->flow, 1, sizeof **out, "means over the air", out));
  struct sm_flow_series *series = *out;
  series->flow = view->flow;
  if (more != NULL) series->more = *more;
  series->totals = more != NULL ? SM_COMPRESSIBLE_TOTALS : SM_FLOW_TOTALS;
  series->per_volume = per_volume_of(view->flow->domain);
  return sm_flow_put(ctx, view->flow, NULL, values_of(series), sizeof *series->values,
                     "means over the air", &series->values);
}

void sm_flow_series_add(struct sm_flow_series *series, const struct sm_flow_view *view, int wind) {
  if (series == NULL || series->rows == SM_FLOW_BUFFERED_ROWS) return;
  const struct sm_flow *flow = series->flow;
  struct sm_device *device = flow->device;
  const struct sm_backend *be = device->backend;
  const struct sm_box box = sm_flow_cells(flow);
  double *row = series->values + (size_t)(series->rows * series->totals);
  struct sm_flow_volume args = {.m = flow->metric,
                                .eddy = flow->eddy,
                                .faces = flow->faces,
                                .viscosity = flow->c->viscosity,
                                .per_volume = series->per_volume};
  for (int d = 0; d < 3; d++) args.u[d] = flow->u[wind][d];
  for (args.axis = 0; args.axis < 3; args.axis++)
    be->flow_volume_mean(device, &box, &args, &row[SM_TOTAL_U + args.axis]);
  if (series->more.add == NULL) be->flow_volume_energy(device, &box, &args, &row[SM_TOTAL_ENERGY]);
  be->flow_volume_enstrophy(device, &box, &args, &row[SM_TOTAL_ENSTROPHY]);
  be->flow_volume_dissipation(device, &box, &args, &row[SM_TOTAL_DISSIPATION]);
  const struct sm_bulk_force_record note = {flow->bulk_force, &row[SM_TOTAL_BULK_FORCE_U]};
  const struct sm_box one = {{0, 0, 0}, {1, 1, 1}};
  be->bulk_force_record(device, &one, &note);
  if (series->more.add != NULL) series->more.add(series->more.solver, series->per_volume, row);
  series->time[series->rows++] = view->time;
}

enum sm_status sm_flow_series_fetch(struct sm_context *ctx, struct sm_flow_series *series,
                                    double *out) {
  const size_t bytes = (size_t)(series->rows * series->totals) * sizeof *out;
  series->rows = 0;
  if (bytes == 0) return SM_OK;
  return sm_device_download(ctx, series->flow->device, out, series->values, bytes);
}
