#include "physics/model.h"

#include <math.h>

const struct sm_model *sm_model_of(const struct sm_case *c) {
  static const struct sm_model *const models[] = {[SM_WIND_DIAGNOSTIC] = &sm_model_diagnostic,
                                                  [SM_WIND_VORTEX] = &sm_model_vortex,
                                                  [SM_WIND_ROTOR] = &sm_model_rotor,
                                                  [SM_WIND_FILE] = &sm_model_file,
                                                  [SM_WIND_POINTS] = &sm_model_points,
                                                  [SM_WIND_INCOMPRESSIBLE] =
                                                      &sm_model_incompressible,
                                                  [SM_WIND_COMPRESSIBLE] = &sm_model_compressible,
                                                  [SM_WIND_RANS] = &sm_model_rans,
                                                  [SM_WIND_LIBRARY] = &sm_model_library};
  const enum sm_wind_model model = c->wind_source.model;
  return model == SM_WIND_INCOMPRESSIBLE && c->flow.mac_sor ? &sm_model_mac_sor : models[model];
}

enum sm_status sm_model_create(struct sm_context *ctx, const struct sm_model *model,
                               const struct sm_case *c, const struct sm_domain *domain,
                               struct sm_state *state, void **self) {
  SM_TRY(sm_alloc(ctx, 1, model->size, "the wind model", self));
  const enum sm_status status = model->create(ctx, c, domain, state, *self);
  if (status != SM_OK) sm_model_destroy(model, self);
  return status;
}

void sm_model_destroy(const struct sm_model *model, void **self) {
  if (*self != NULL) model->destroy(*self);
  sm_free(*self);
  *self = NULL;
}

struct sm_step_report sm_step_report_begin(void) {
  return (struct sm_step_report){.converged = true, .iteration_bytes = NAN, .change = NAN};
}

enum sm_status sm_model_advance(struct sm_context *ctx, const struct sm_model *model, void *self,
                                int time, struct sm_step_report *report) {
  *report = sm_step_report_begin();
  while (!report->reached) SM_TRY(model->step(ctx, self, time, INFINITY, report));
  return model->reach != NULL ? model->reach(ctx, self, time, report) : SM_OK;
}

enum sm_status sm_model_state(struct sm_context *ctx, const struct sm_model *model,
                              const struct sm_case *c, const struct sm_domain *domain,
                              struct sm_device *device, unsigned more, struct sm_state **out) {
  const unsigned fields = model->fields(c) | more;
  if (model->lends) return sm_state_create_borrowed(ctx, device, &domain->grid, fields, out);
  return sm_state_create(ctx, device, &domain->grid, fields, out);
}
