/* Time means, variances and covariances of a flow, on its device (cell/momentum/means.h):
 * velocity on faces, so that the mean is as divergence-free as each wind, and the cell fields that
 * the flow provides. */
#include "physics/flow/statistics/statistics.h"

#include <math.h>

static enum sm_status make_fields(struct sm_context *ctx, struct sm_flow_means *means,
                                  const struct sm_flow_view *view) {
  const struct sm_flow *flow = means->flow;
  for (int d = 0; d < 3; d++) SM_TRY(sm_flow_field(ctx, flow, "means of the wind", &means->u[d]));
  for (int m = 0; m < SM_FLOW_MOMENTS; m++)
    SM_TRY(sm_flow_field(ctx, flow, "variances of the wind", &means->moment[m]));
  for (; means->field_count < view->output_count; means->field_count++) {
    struct sm_flow_field_means *field = &means->field[means->field_count];
    const int n = means->field_count;
    SM_TRY(sm_flow_field(ctx, flow, "means of fields", &field->mean));
    if (n == 0) continue;
    SM_TRY(sm_flow_field(ctx, flow, "variances of fields", &field->variance));
    SM_TRY(sm_flow_field(ctx, flow, "largest values of fields", &field->largest));
  }
  return SM_OK;
}

enum sm_status sm_flow_means_create(struct sm_context *ctx, double from,
                                    const struct sm_flow_view *view, struct sm_flow_means **out) {
  *out = NULL;
  if (isnan(from)) return SM_OK;
  SM_TRY(sm_flow_host(ctx, view->flow, 1, sizeof **out, "means over time", out));
  (*out)->flow = view->flow;
  (*out)->from = from;
  return make_fields(ctx, *out, view);
}

/* Box of the faces of cells, including those on high sides. */
static struct sm_box all_faces(const struct sm_flow *flow, int axis) {
  struct sm_box box = sm_flow_cells(flow);
  if (flow->layout.n[axis] > 1) box.hi[axis]++;
  return box;
}

static void add_wind(const struct sm_flow_means *means, int wind, double share) {
  const struct sm_flow *flow = means->flow;
  const struct sm_backend *be = flow->device->backend;
  const ptrdiff_t *step = flow->layout.step;
  const struct sm_box cells = sm_flow_cells(flow);
  struct sm_flow_moments moments = {.step = {step[1], step[2]}, .share = share};
  for (int d = 0; d < 3; d++) {
    moments.u[d] = flow->u[wind][d];
    moments.mean[d] = means->u[d];
  }
  for (int m = 0; m < SM_FLOW_MOMENTS; m++) moments.moment[m] = means->moment[m];
  be->flow_moments(flow->device, &cells, &moments);
  for (int d = 0; d < 3; d++) {
    const struct sm_flow_mean mean = {{step[1], step[2]}, flow->u[wind][d], means->u[d], share};
    const struct sm_box faces = all_faces(flow, d);
    be->flow_mean(flow->device, &faces, &mean);
  }
}

static void add_field(const struct sm_flow_means *means, const struct sm_flow_field_means *field,
                      union sm_reals from, double share) {
  const struct sm_flow *flow = means->flow;
  const struct sm_backend *be = flow->device->backend;
  const ptrdiff_t *step = flow->layout.step;
  const struct sm_box cells = sm_flow_cells(flow);
  const struct sm_flow_variance spread = {.step = {step[1], step[2]},
                                          .field = from,
                                          .mean = field->mean,
                                          .variance = field->variance,
                                          .largest = field->largest,
                                          .share = share};
  const struct sm_flow_mean mean = {{step[1], step[2]}, from, field->mean, share};
  if (field->variance.f32 != NULL) be->flow_variance(flow->device, &cells, &spread);
  be->flow_mean(flow->device, &cells, &mean);
}

void sm_flow_means_add(struct sm_flow_means *means, const struct sm_flow_view *view, int wind) {
  if (means == NULL || view->time <= means->from) return;
  const double since = view->time - means->from, part = view->step < since ? view->step : since;
  means->length += part;
  means->until = view->time;
  const double share = part / means->length;
  add_wind(means, wind, share);
  for (int f = 0; f < means->field_count; f++)
    add_field(means, &means->field[f], view->output[f].field, share);
}

static void add_field_parts(struct sm_flow_field_means *self, int number,
                            struct sm_flow_view *view) {
  SM_STATE_PARTS(SM_FLOW_FIELD_MEANS_STATE, "field", number);
}

void sm_flow_means_parts(struct sm_flow_means *self, struct sm_flow_view *view) {
  if (self == NULL) return;
  SM_STATE_PARTS(SM_FLOW_MEANS_STATE, "means", -1);
  for (int f = 0; f < self->field_count; f++) add_field_parts(&self->field[f], f, view);
}
