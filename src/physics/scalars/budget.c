/* Mass budget of scalars. */
#include "physics/scalars/scalars.h"

#include "physics/flow/share.h"
#include "physics/scalars/chemistry.h"

static const struct sm_box one_element = {{0, 0, 0}, {1, 1, 1}};

/* Volume integral (kg) or wall integral per area, to scalars->number; without the
 * contribution of merged cells. */
static void add_up(const struct sm_scalars *scalars, union sm_reals field, double volume,
                   double walls) {
  const struct sm_flow *flow = scalars->flow;
  const struct sm_scalar_integral scalar_integral = {
      .m = flow->metric, .now = field, .faces = flow->faces, .volume = volume, .walls = walls};
  const struct sm_box box = sm_flow_cells(flow);
  flow->device->backend->scalar_integral(flow->device, &box, &scalar_integral, scalars->number);
}

enum sm_status sm_scalar_find_integral(struct sm_context *ctx, const struct sm_scalars *scalars,
                                       const struct sm_scalar *item, double *out) {
  struct sm_device *device = scalars->flow->device;
  const union sm_reals field = sm_scalar_per_volume(scalars, item, item->now, 0);
  double more = 0;
  add_up(scalars, field, 1, 0);
  SM_TRY(sm_device_download(ctx, device, out, scalars->number, sizeof *out));
  if (sm_merged_cells_integral(&scalars->groups, field, 1, 0, scalars->number))
    SM_TRY(sm_device_download(ctx, device, &more, scalars->number, sizeof more));
  *out += more;
  return SM_OK;
}

static void book(const struct sm_scalars *scalars, const struct sm_scalar *item,
                 enum sm_scalar_book budget, double weight) {
  const struct sm_flow *flow = scalars->flow;
  const struct sm_time_integral integral = {.total = item->budget + budget,
                                            .number = scalars->number,
                                            .clock = flow->clock,
                                            .weight = weight};
  flow->device->backend->time_integral(flow->device, &one_element, &integral);
}

void sm_scalar_book_integral(const struct sm_scalars *scalars, const struct sm_scalar *item,
                             union sm_reals field, bool volume, enum sm_scalar_book budget,
                             double weight) {
  add_up(scalars, field, volume ? 1 : 0, volume ? 0 : 1);
  book(scalars, item, budget, weight);
  if (sm_merged_cells_integral(&scalars->groups, field, volume ? 1 : 0, volume ? 0 : 1,
                               scalars->number))
    book(scalars, item, budget, weight);
}

void sm_scalar_keep_accounts(const struct sm_scalars *scalars, const struct sm_scalar *item,
                             const struct sm_scalar_transport *t, struct sm_step_remaining left,
                             double weight) {
  const struct sm_flow *flow = scalars->flow;
  const int *n = flow->layout.n;
  if (item->deposition > 0 || item->washout > 0 || item->decay > 0) {
    const union sm_reals there = sm_scalar_per_volume(scalars, item, t->now, left.now);
    if (item->deposition > 0)
      sm_scalar_book_integral(scalars, item, there, false, SM_BOOK_DEPOSITED,
                              weight * item->deposition);
    if (item->washout > 0)
      sm_scalar_book_integral(scalars, item, there, true, SM_BOOK_WET_DEPOSITED,
                              weight * item->washout);
    if (item->decay > 0)
      sm_scalar_book_integral(scalars, item, there, true, SM_BOOK_DECAYED, weight * item->decay);
  }
  for (int side = 0; side < SM_SIDES; side++) {
    const enum sm_boundary_kind kind = flow->sides.kind[side];
    const int d = side / 2;
    if ((kind != SM_BOUNDARY_INFLOW && kind != SM_BOUNDARY_OUTFLOW) || n[d] == 1) continue;
    const struct sm_scalar_boundary_flux args = {
        .t = *t, .axis = d, .face = side % 2 ? n[d] : 0, .sign = side % 2 ? 1 : -1};
    struct sm_box box = {{0, 0, 0}, {n[d == 0 ? 1 : 0], n[d == 2 ? 1 : 2], 1}};
    const bool by_mass = scalars->gas != NULL;
    const union sm_reals density = by_mass ? scalars->gas->q[0][SM_RHO] : t->now;
    const struct sm_flow_layers read[] = {
        {t->now, -2, 4}, {t->eddy, -1, 2}, {t->u[d], 0, 1}, {density, -1, 2}};
    const struct sm_rows *rows = sm_flow_begin_side_sum(flow, side, read, by_mass ? 4 : 3, &box);
    if (by_mass)
      sm_scalar_mass_boundary(scalars, &args, &box);
    else
      flow->device->backend->scalar_boundary_flux(flow->device, &box, &args, scalars->number);
    sm_flow_end_side_sum(flow, side, rows, scalars->number);
    book(scalars, item, SM_BOOK_LEFT, weight);
  }
}

enum sm_status sm_scalars_budget(struct sm_context *ctx, const struct sm_scalars *scalars,
                                 size_t index, struct sm_scalar_budget *out) {
  const struct sm_scalar *item = &scalars->item[index];
  struct sm_device *device = scalars->flow->device;
  double budget[SM_BOOKS] = {0};
  SM_TRY(sm_scalar_find_integral(ctx, scalars, item, &out->air));
  if (item->budget != NULL)
    SM_TRY(sm_device_download(ctx, device, budget, item->budget, sizeof budget));
  out->name = sm_scalar_name(item);
  out->initial = item->initial;
  out->emitted = item->emitted;
  out->deposited = budget[SM_BOOK_DEPOSITED];
  out->wet_deposited = budget[SM_BOOK_WET_DEPOSITED];
  out->decayed = budget[SM_BOOK_DECAYED];
  out->left = budget[SM_BOOK_LEFT];
  out->made = 0;
  if (sm_scalar_chemistry_has(scalars->chemistry, item))
    out->made = out->air + out->deposited + out->wet_deposited + out->decayed + out->left -
                out->initial - out->emitted;
  return SM_OK;
}

/* Warns of outflow if all mass was released in the run, so that outflow is a fraction of it. */
static void tell_left(struct sm_context *ctx, const struct sm_scalars *scalars,
                      const struct sm_scalar *item, const struct sm_scalar_budget *b) {
  const double most = 0.01; /* as for particles (run/dispersion/outflow.c) */
  const bool released = b->emitted > 0 && !(b->initial > 0) && !(item->c->inflow > 0);
  if (!released || !(b->left > most * b->emitted) ||
      sm_scalar_chemistry_has(scalars->chemistry, item))
    return;
  sm_warn(ctx,
          "%s: warning: of the mass of %s, %.3g %% left the domain through its sides: %.4g of %.4g "
          "kg; deposition and what is in the air are of the rest alone\n"
          "help: a larger domain.size or domain.height holds it, if what happens beyond matters",
          scalars->c->path, b->name, 100 * b->left / b->emitted, b->left, b->emitted);
}

enum sm_status sm_scalars_report(struct sm_context *ctx, const struct sm_scalars *scalars) {
  for (size_t m = 0; m < scalars->count; m++) {
    struct sm_scalar_budget b;
    if (scalars->item[m].kind != SM_SCALAR_TRACER) continue;
    SM_TRY(sm_scalars_budget(ctx, scalars, m, &b));
    tell_left(ctx, scalars, &scalars->item[m], &b);
  }
  return sm_scalar_chemistry_report(ctx, scalars->chemistry);
}
