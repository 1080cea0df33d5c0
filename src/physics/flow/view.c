#include "physics/flow/view.h"

void sm_flow_view_output(struct sm_flow_view *view, struct sm_flow_output output) {
  if (view->output_count < SM_FLOW_OUTPUTS) view->output[view->output_count++] = output;
}

void sm_flow_view_listed(struct sm_flow_view *view, enum sm_field field, union sm_reals value) {
  sm_flow_view_output(view, (struct sm_flow_output){*sm_field_get(field), value});
}

void sm_flow_view_prognostic(struct sm_flow_view *view, struct sm_flow_output output) {
  if (view->prognostic_count < SM_FLOW_PROGNOSTIC)
    view->prognostic[view->prognostic_count++] = output;
}

void sm_flow_view_part(struct sm_flow_view *view, struct sm_flow_part part) {
  if (view->part_count < SM_FLOW_PARTS) view->part[view->part_count++] = part;
}

void sm_flow_view_field(struct sm_flow_view *view, const char *name, union sm_reals field) {
  const struct sm_flow *flow = view->flow;
  void *memory = sm_flow_offset(flow, field, -flow->layout.origin).f32;
  const size_t real = sm_device_real_size(flow->device);
  sm_flow_view_part(view, (struct sm_flow_part){name, memory, flow->layout.size, real, false});
}
