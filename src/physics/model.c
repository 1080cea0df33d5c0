#include "physics/model.h"

#include "physics/flow/fields.h"

enum { WIND = 1u << SM_FIELD_U | 1u << SM_FIELD_V | 1u << SM_FIELD_W };

enum sm_status sm_model_state(struct sm_context *ctx, const struct sm_model *model,
                              const struct sm_case *c, const struct sm_domain *domain,
                              struct sm_device *device, unsigned more, struct sm_state **out) {
  const unsigned fields = model->fields(c) | more;
  if (model->lends) return sm_state_create_borrowed(ctx, device, &domain->grid, fields, out);
  return sm_state_create(ctx, device, &domain->grid, fields, out);
}

size_t sm_model_state_bytes(const struct sm_model *model, const struct sm_case *c,
                            const struct sm_domain *domain, unsigned more, int bits) {
  const unsigned fields = (model->fields(c) | more) & ~(model->lends ? WIND : 0u);
  int count = 0;
  for (int f = 0; f < SM_STATE_FIELDS; f++) count += (int)(fields >> f & 1u);
  return model->lends ? (size_t)count * sm_flow_field_bytes(domain, bits)
                      : sm_state_bytes(&domain->grid, count, bits);
}
