#include "physics/scalars/chemistry.h"

#include "physics/scalars/scalars.h"
#include <math.h>
#include <string.h>

#define AVOGADRO 6.02214076e26 /* 1/kmol */
/* NO + O3: Atkinson et al., J. Phys. Chem. Ref. Data 26 (1997) 521, 195 to 304 K, cm3/s and K. */
#define OZONE_FACTOR 1.8e-12
#define OZONE_ACTIVATION 1370.0

enum { OZONE = 3 };
static const char *const ozone_names[OZONE] = {"NO", "NO2", "O3"};

struct sm_scalar_chemistry {
  const struct sm_scalars *scalars;
  const struct sm_case_chemistry *c;
  struct sm_reacting_air air;
  size_t ozone[OZONE];
  double weight[OZONE];
  struct sm_reactions *r; /* mechanism; NULL: NO-NO2-O3 */
};

/* --- what there is --- */

static void find_ozone(struct sm_scalar_chemistry *x) {
  for (int i = 0; i < OZONE; i++) {
    x->ozone[i] =
        (size_t)sm_scalar_find_tracer(x->scalars, ozone_names[i]); /* found, the case was checked */
    x->weight[i] = sm_scalar_molar_mass(x->scalars->item[x->ozone[i]].c, 0);
  }
}

enum sm_status sm_scalar_chemistry_create(struct sm_context *ctx, const struct sm_scalars *scalars,
                                          struct sm_scalar_chemistry **out) {
  const struct sm_case_flow *c = &scalars->c->flow;
  struct sm_scalar_chemistry *x = NULL;
  *out = NULL;
  if (c->chemistry.line == 0) return SM_OK;
  SM_TRY(sm_flow_host(ctx, scalars->flow, 1, sizeof *x, "reactions", &x));
  x->scalars = scalars;
  x->c = &c->chemistry;
  x->air.warm = scalars->heat && isnan(x->c->temperature);
  x->air.temperature = isnan(x->c->temperature) ? c->reference : x->c->temperature;
  enum sm_status status = SM_OK;
  if (x->c->mechanism[0] == '\0')
    find_ozone(x);
  else
    status = sm_reactions_create(ctx, scalars, &x->air, &x->r);
  if (status != SM_OK) sm_scalar_chemistry_destroy(&x);
  *out = x;
  return status;
}

void sm_scalar_chemistry_destroy(struct sm_scalar_chemistry **chemistry) {
  if (*chemistry != NULL) sm_reactions_destroy(&(*chemistry)->r);
  *chemistry = NULL;
}

void sm_scalar_chemistry_part(const struct sm_scalar_chemistry *x, struct sm_flow_view *view) {
  if (x != NULL && x->r != NULL) sm_reactions_part(x->r, view);
}

void sm_scalar_chemistry_gather(const struct sm_scalar_chemistry *x) {
  if (x != NULL && x->r != NULL) sm_reactions_gather(x->r);
}

bool sm_scalar_chemistry_has(const struct sm_scalar_chemistry *x, const struct sm_scalar *item) {
  if (x == NULL || item->kind != SM_SCALAR_TRACER) return false;
  const int32_t index = (int32_t)(item - x->scalars->item);
  for (int i = 0; x->r == NULL && i < OZONE; i++)
    if ((size_t)index == x->ozone[i]) return true;
  return x->r != NULL && sm_reactions_have(x->r, index);
}

/* --- a step --- */

static void react_ozone(const struct sm_scalar_chemistry *x, double share) {
  const struct sm_scalars *scalars = x->scalars;
  const struct sm_flow *flow = scalars->flow;
  const bool given = !isnan(x->c->ozone_rate);
  const struct sm_ozone args = {
      .step = {flow->layout.step[1], flow->layout.step[2]},
      .no = scalars->item[x->ozone[0]].now,
      .no2 = scalars->item[x->ozone[1]].now,
      .o3 = scalars->item[x->ozone[2]].now,
      .warm = x->air.warm ? scalars->item[0].now : (union sm_reals){.f32 = NULL},
      .clock = flow->clock,
      .share = share,
      .weight = {x->weight[0], x->weight[1], x->weight[2]},
      .photolysis = x->c->no2_photolysis,
      .factor = (given ? x->c->ozone_rate : OZONE_FACTOR) * 1e-6 * AVOGADRO,
      .activation = given ? 0 : OZONE_ACTIVATION,
      .temperature = x->air.temperature};
  const struct sm_box box = sm_flow_cells(flow);
  flow->device->backend->ozone(flow->device, &box, &args);
  for (int i = 0; i < OZONE; i++) {
    const struct sm_scalar *item = &scalars->item[x->ozone[i]];
    sm_scalar_ghosts(scalars, item, item->now);
  }
}

enum sm_status sm_scalar_chemistry_react(struct sm_context *ctx, struct sm_scalar_chemistry *x,
                                         double time, double step, double share) {
  if (x == NULL) return SM_OK;
  if (x->r == NULL) {
    react_ozone(x, share);
    return SM_OK;
  }
  return sm_reactions_react(ctx, x->r, time, share * step);
}

const struct sm_chem_cell *sm_scalar_chemistry_failed(const struct sm_scalar_chemistry *x) {
  return x != NULL && x->r != NULL ? sm_reactions_failed(x->r) : NULL;
}

enum sm_status sm_scalar_chemistry_report(struct sm_context *ctx,
                                          const struct sm_scalar_chemistry *x) {
  double made[OZONE], came[OZONE]; /* kmol */
  if (x == NULL || x->r != NULL) return SM_OK;
  for (int i = 0; i < OZONE; i++) {
    struct sm_scalar_budget b;
    SM_TRY(sm_scalars_budget(ctx, x->scalars, x->ozone[i], &b));
    made[i] = b.made / x->weight[i];
    came[i] = (fabs(b.initial) + fabs(b.emitted) + fabs(b.left)) / x->weight[i];
  }
  const double nox = came[0] + came[1], ox = came[1] + came[2];
  sm_info(ctx, "NO + NO2 kept to %.1e of what was there or came, NO2 + O3 to %.1e",
          nox > 0 ? fabs(made[0] + made[1]) / nox : 0, ox > 0 ? fabs(made[1] + made[2]) / ox : 0);
  return SM_OK;
}
