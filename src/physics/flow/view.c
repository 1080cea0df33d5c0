/* physics/flow/view.c - lists of a flow view: outputs, and parts of a checkpoint. */
#include "physics/flow/view.h"

#include "physics/flow/share.h"
#include "physics/flow/state_list.h"
#include <stdio.h>
#include <string.h>

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

/* --- parts --- */

/* Names a part, such as "scalar_2_now"; component: index among several arrays, -1: only one. */
static void add_part(const struct sm_state_owner *owner, const char *name, int component,
                     struct sm_flow_part part) {
  char number[16] = "", last[16] = "";
  struct sm_flow_view *view = owner->view;
  if (part.memory == NULL || view->part_count == SM_FLOW_PARTS) return;
  if (owner->number >= 0) snprintf(number, sizeof number, "_%d", owner->number);
  if (component >= 0) snprintf(last, sizeof last, "_%d", component);
  snprintf(part.name, sizeof part.name, "%s%s_%s%s", owner->name, number, name, last);
  view->part[view->part_count++] = part;
}

void sm_state_value(const struct sm_state_owner *owner, const char *name, void *value,
                    size_t size) {
  add_part(owner, name, -1,
           (struct sm_flow_part){.memory = value, .count = 1, .size = size, .on_host = true});
}

void sm_state_arrays(const struct sm_state_owner *owner, const char *name, const void *pointers,
                     size_t number, size_t count, size_t size, bool on_host) {
  for (size_t i = 0; i < number; i++) {
    struct sm_flow_part part = {.count = count, .size = size, .on_host = on_host};
    memcpy(&part.memory, (const char *)pointers + i * sizeof part.memory, sizeof part.memory);
    add_part(owner, name, number > 1 ? (int)i : -1, part);
  }
}

void sm_state_reals(const struct sm_state_owner *owner, const char *name, const void *pointers,
                    size_t number, size_t count) {
  sm_state_arrays(owner, name, pointers, number, count,
                  sm_device_real_size(owner->view->flow->device), false);
}

void sm_state_fields(const struct sm_state_owner *owner, const char *name, const void *pointers,
                     size_t number) {
  const struct sm_flow *flow = owner->view->flow;
  for (size_t i = 0; i < number; i++) {
    union sm_reals field;
    memcpy(&field, (const char *)pointers + i * sizeof field, sizeof field);
    if (field.f32 == NULL) continue;
    const union sm_reals memory = sm_flow_offset(flow, field, -flow->layout.origin);
    add_part(owner, name, number > 1 ? (int)i : -1,
             (struct sm_flow_part){.memory = memory.f32,
                                   .count = flow->layout.size,
                                   .size = sm_device_real_size(flow->device),
                                   .field = field});
  }
}

void sm_flow_view_gather(const struct sm_flow_view *view) {
  for (int p = 0; p < view->part_count; p++)
    if (view->part[p].field.f32 != NULL) sm_flow_gather_field(view->flow, view->part[p].field);
  sm_flow_gather_floor(view->flow);
}

void sm_flow_view_get(const struct sm_flow_view *view) {
  for (int p = 0; p < view->part_count; p++) {
    const struct sm_flow_part *part = &view->part[p];
    sm_flow_get_memory(view->flow, part->memory, part->count * part->size, part->on_host);
  }
}

void sm_flow_parts(struct sm_flow *self, int wind, struct sm_flow_view *view) {
  const struct sm_state_owner owner = {view, "flow", -1};
  SM_STATE_PARTS(SM_FLOW_STATE, "flow", -1);
  if (self->winds == 0) return; /* the owner of borrowed winds saves them */
  sm_state_fields(&owner, "wind", self->u[wind], 3);
  sm_state_fields(&owner, "eddy", &self->eddy, 1);
}
