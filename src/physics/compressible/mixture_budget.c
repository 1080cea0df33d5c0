/* physics/compressible/mixture_budget.c - mass budget of the elements of a mixture. */
#include "physics/compressible/fields.h"
#include "physics/compressible/mixture.h"
#include "physics/flow/share.h"
#include "physics/scalars/scalars.h"

/* Mass of a species in the air, kg. */
static enum sm_status find_amount(struct sm_context *ctx, const struct sm_mixture *m, int32_t k,
                                  double *out) {
  const struct sm_scalar item = {.now = sm_flow_offset(m->flow, m->y, k * m->next),
                                 .volume = m->stage};
  return sm_scalar_find_integral(ctx, &m->carrier, &item, out);
}

enum sm_status sm_mixture_budget_start(struct sm_context *ctx, struct sm_mixture *m) {
  const size_t n = (size_t)m->species;
  SM_TRY(sm_flow_host(ctx, m->flow, n, sizeof *m->initial, "accounts", &m->initial));
  SM_TRY(sm_flow_host(ctx, m->flow, n, sizeof *m->given, "accounts", &m->given));
  SM_TRY(sm_flow_put(ctx, m->flow, NULL, n + 1, sizeof *m->left, "accounts", &m->left));
  for (int32_t k = 0; k < m->species; k++) SM_TRY(find_amount(ctx, m, k, &m->initial[k]));
  return SM_OK;
}

void sm_mixture_budget_add(const struct sm_mixture *m, const struct sm_mixture_advection *carry,
                           int32_t k) {
  const struct sm_flow *flow = m->flow;
  const struct sm_box one = {{0, 0, 0}, {1, 1, 1}};
  const int *n = flow->layout.n;
  const struct sm_time_integral integral = {.total = m->left + (k < 0 ? m->species : k),
                                            .number = m->number,
                                            .clock = flow->clock,
                                            .weight = k < 0 ? 1 : 0.5};
  for (int side = 0; side < SM_SIDES; side++) {
    const int d = side / 2, high = side % 2;
    if (!sm_boundary_lets_in(flow, side)) continue;
    const struct sm_mixture_boundary_flux args = {
        .carry = *carry, .axis = d, .face = high ? n[d] : 0, .sign = high ? 1 : -1, .all = k < 0};
    struct sm_box box = {{0, 0, 0}, {n[d == 0 ? 1 : 0], n[d == 2 ? 1 : 2], 1}};
    const struct sm_flow_layers read[] = {
        {flow->u[0][d], 0, 1}, {carry->g.t.now, -2, 4}, {carry->air.r, -2, 4}};
    const struct sm_rows *rows = sm_flow_begin_side_sum(flow, side, read, k < 0 ? 1 : 3, &box);
    flow->device->backend->mixture_boundary_flux(flow->device, &box, &args, m->number);
    sm_flow_end_side_sum(flow, side, rows, m->number);
    flow->device->backend->time_integral(flow->device, &one, &integral);
  }
}

/* Mass of an element in given masses of the species, kg. */
static double element_of(const struct sm_mixture *m, int32_t element, const double *kilograms) {
  const double weight = m->mechanism->elements[element].weight;
  double sum = 0;
  for (int32_t k = 0; k < m->species; k++) {
    const struct sm_species *species = &m->mechanism->species[k];
    for (int32_t i = 0; i < species->elements.count; i++)
      if (species->elements.list[i].index == element)
        sum += species->elements.list[i].amount * weight / species->weight * kilograms[k];
  }
  return sum;
}

/* Outflow of the bath gas: the total less the other species; it has no transport equation. */
static enum sm_status find_left(struct sm_context *ctx, const struct sm_mixture *m, double *left) {
  SM_TRY(sm_device_download(ctx, m->flow->device, left, m->left,
                            ((size_t)m->species + 1) * sizeof *left));
  double *bath = &left[m->tables.bath];
  *bath = left[m->species];
  for (int32_t k = 0; k < m->species; k++)
    if (k != m->tables.bath) *bath -= left[k];
  return SM_OK;
}

enum sm_status sm_mixture_element_budget(struct sm_context *ctx, const struct sm_mixture *m,
                                         int32_t element, struct sm_mass_budget *out) {
  SM_SCOPED double *now = NULL;
  SM_TRY(sm_alloc(ctx, 2 * (size_t)m->species + 1, sizeof *now, "mass budgets", &now));
  double *left = now + m->species;
  enum sm_status status = find_left(ctx, m, left);
  for (int32_t k = 0; k < m->species && status == SM_OK; k++)
    status = find_amount(ctx, m, k, &now[k]);
  *out = (struct sm_mass_budget){.size = sizeof *out,
                                 .species = m->mechanism->elements[element].name,
                                 .initial = element_of(m, element, m->initial),
                                 .emitted = element_of(m, element, m->given),
                                 .airborne = element_of(m, element, now),
                                 .outflow = element_of(m, element, left)};
  return status;
}

void sm_mixture_report(struct sm_context *ctx, const struct sm_mixture *m) {
  if (m->source_count > 0) sm_info(ctx, "gas: %.6g kg released", m->released);
  if (m->reaction->splitting != SM_SPLITTING_FROZEN)
    sm_info(ctx, "reactions: %.6g J released", m->heat_made);
  if (m->reaction->reduction != 0 && m->chemistry_steps > 0)
    sm_info(ctx, "reactions: %.1f of %d species active, mean of %.0f chemistry steps",
            m->active_species / m->chemistry_steps, (int)m->species, m->chemistry_steps);
}
