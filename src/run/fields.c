/* fields.c - fields of a simulation as arrays: reading, point interpolation, setting. */
#include "run/options.h"
#include "run/record/record.h"
#include "run/simulation.h"
#include <string.h>

void sm_simulation_forget_result(struct sm_simulation *s) { s->is_result_present = false; }

bool sm_simulation_has_wind(const struct sm_simulation *s) {
  return s->time >= 0 || s->model->show != NULL;
}

/* Gives the velocity of a flow solver to the state, which otherwise has it at weather times only.
 */
static enum sm_status show(struct sm_context *ctx, struct sm_simulation *s) {
  if (!sm_simulation_has_wind(s))
    return sm_fail(ctx, SM_ERR_USAGE, "error: there is no wind before the first step");
  if (s->shown && s->time >= 0) return SM_OK;
  SM_TRY(s->model->show(ctx, s->self));
  s->shown = true;
  return SM_OK;
}

bool sm_simulation_view(const struct sm_simulation *s, struct sm_flow_view *view) {
  if (sm_flow_files_view(&s->flow, view)) return true;
  if (s->model->look == NULL) return false;
  s->model->look(s->self, view);
  return view->output_count > 0;
}

/* Updates *out, or creates it if NULL. */
static enum sm_status make_result(struct sm_context *ctx, struct sm_simulation *s,
                                  struct sm_result **out) {
  struct sm_flow_view view;
  const bool is_flow = sm_simulation_view(s, &view);
  const struct sm_result_source source = {.c = s->c,
                                          .domain = s->domain,
                                          .outputs = &s->outputs,
                                          .state = s->state,
                                          .view = is_flow ? &view : NULL,
                                          .report = &s->report,
                                          .time = s->time < 0 ? 0 : s->time,
                                          .moment = s->time < 0 || s->underway
                                                        ? sm_simulation_time(s)
                                                        : sm_simulation_moment(s, s->time),
                                          .device = s->device->name};
  return *out == NULL ? sm_result_make(ctx, &source, out) : sm_result_update(ctx, &source, *out);
}

enum sm_status sm_simulation_result(struct sm_context *ctx, struct sm_simulation *s,
                                    const struct sm_result **out) {
  if (!s->is_result_present) {
    SM_TRY(show(ctx, s));
    SM_TRY(make_result(ctx, s, &s->result));
    s->is_result_present = true;
  }
  *out = s->result;
  return SM_OK;
}

enum sm_status sm_simulation_field(struct sm_context *ctx, struct sm_simulation *s,
                                   const char *name, struct sm_array *out) {
  const struct sm_result *result;
  struct sm_array own = {.size = sizeof own};
  SM_TRY(sm_struct_check(ctx, out, "struct sm_array"));
  SM_TRY(sm_simulation_result(ctx, s, &result));
  for (int i = 0; i < sm_result_count(result); i++) {
    sm_result_array(result, i, &own);
    if (strcmp(own.name, name) != 0) continue;
    sm_struct_give(&own, out);
    return SM_OK;
  }
  return sm_fail(ctx, SM_ERR_USAGE, "error: the simulation has no field '%s'", name);
}

enum sm_status sm_simulation_value(struct sm_context *ctx, struct sm_simulation *s,
                                   const char *name, const double place[3], double *out) {
  const struct sm_result *result;
  const double *origin = s->domain->grid.origin;
  SM_TRY(sm_simulation_result(ctx, s, &result));
  const double at[2] = {place[0] - origin[0], place[1] - origin[1]};
  return sm_result_value(ctx, result, name, at, place[2], out);
}

const char *sm_simulation_settable(const struct sm_simulation *s, int n) {
  return s->model->settable != NULL && n >= 0 ? s->model->settable(s->self, n) : NULL;
}

enum sm_status sm_simulation_set_field(struct sm_context *ctx, struct sm_simulation *s,
                                       const char *name, const double *values) {
  int n = 0;
  SM_TRY(sm_simulation_check_alive(ctx, s));
  const char *other = sm_simulation_settable(s, 0);
  while (other != NULL && strcmp(other, name) != 0) other = sm_simulation_settable(s, ++n);
  if (other == NULL)
    return sm_fail(
        ctx, SM_ERR_USAGE, "error: model \"%s\" has no field '%s' that can be set%s",
        s->model->name, name,
        s->c->flow.reaction.line > 0
            ? ": wind, temperature, pressure and species of air that reacts are one state"
            : "");
  sm_simulation_forget_result(s);
  s->shown = false;
  return sm_simulation_keep_status(s, s->model->set(ctx, s->self, n, values));
}

/* Frees the members of a simulation other than its wind. */
static void free_extras(struct sm_simulation *s) {
  sm_result_destroy(&s->result);
  sm_dispersion_free(&s->dispersion);
  sm_flow_files_free(&s->flow);
  sm_ensemble_free(&s->ensemble);
}

static void destroy_holder(void *holder) {
  struct sm_simulation *s = holder;
  sm_simulation_destroy(&s);
}

enum sm_status sm_simulation_keep_result(struct sm_context *ctx, struct sm_simulation *s,
                                         struct sm_result **out) {
  struct sm_flow_view view;
  *out = NULL;
  const bool lends = sm_simulation_view(s, &view);
  const enum sm_status status = make_result(ctx, s, out);
  if (status != SM_OK) {
    sm_simulation_destroy(&s);
    return status;
  }
  free_extras(s);
  const bool is_host = sm_device_is_host(s->device);
  if (!is_host || (!lends && s->state->distance == NULL)) sm_model_destroy(s->model, &s->self);
  if (!is_host) sm_state_destroy(&s->state);
  if (!is_host) sm_device_close(&s->device);
  sm_result_own(*out, s, destroy_holder);
  return SM_OK;
}
