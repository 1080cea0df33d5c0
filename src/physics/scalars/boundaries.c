/* Boundary conditions of scalars. */
#include "physics/scalars/scalars.h"

#include "case/expression.h"
#include "physics/compressible/fields.h"
#include "physics/flow/boundary/boundaries.h"
#include "physics/flow/share.h"

enum { GHOSTS = SM_FLOW_GHOSTS };

static size_t plane_size(const struct sm_flow *flow, int side) {
  int p, q;
  sm_flow_plane_axes(side / 2, &p, &q);
  return (size_t)flow->layout.n[p] * (size_t)flow->layout.n[q];
}

/* --- values --- */

enum sm_status sm_scalar_values(struct sm_context *ctx, const struct sm_case *c,
                                const struct sm_flow *flow,
                                const struct sm_case_expression *expression, double otherwise,
                                int side, double *out) {
  const int *n = flow->layout.n, centres = -1;
  struct sm_expression_box box;
  double *lines[3] = {NULL, NULL, NULL};
  size_t count = 1;
  enum sm_status status = SM_OK;
  for (int e = 0; e < 3; e++) {
    const struct sm_axis *axis = &flow->domain->grid.axis[e];
    SM_TRY_DONE(
        sm_alloc(ctx, (size_t)n[e] + SM_FLOW_PLANE_GHOSTS, sizeof **lines, "positions", &lines[e]));
    sm_flow_positions(flow, c->domain.margin, centres, e, lines[e]);
    box.axis[e] = lines[e] + GHOSTS;
    box.count[e] = (size_t)n[e];
    if (side >= 0 && e == side / 2) {
      lines[e][GHOSTS] = axis->face[side % 2 ? n[e] : 0] - (e < 2 ? c->domain.margin : 0);
      box.count[e] = 1;
    }
    count *= box.count[e];
  }
  if (sm_expression_given(expression)) {
    status = sm_expression_on_box(ctx, c->path, expression, &box, out);
  } else {
    for (size_t i = 0; i < count; i++) out[i] = otherwise;
  }
done:
  for (int e = 0; e < 3; e++) sm_free(lines[e]);
  return status;
}

/* Temperature above the reference on a side: of the boundary, else the initial one of the case,
 * else that of a weather model by height. */
static enum sm_status find_warmth(struct sm_context *ctx, const struct sm_scalars *scalars,
                                  int side, double *out) {
  const struct sm_case_flow *c = &scalars->c->flow;
  const struct sm_case_expression *own = &c->boundary[side].temperature;
  bool known = false;
  if (!sm_expression_given(own) && !sm_expression_given(&c->temperature))
    SM_TRY(sm_weather_temperature_start(ctx, scalars->flow, side, &known, out));
  if (!known)
    SM_TRY(sm_scalar_values(ctx, scalars->c, scalars->flow,
                            sm_expression_given(own) ? own : &c->temperature, c->reference, side,
                            out));
  const size_t size = plane_size(scalars->flow, side);
  for (size_t i = 0; i < size; i++) out[i] -= c->reference;
  return SM_OK;
}

/* Density of the inflow of the compressible solver, kg/m3. */
static enum sm_status find_density(struct sm_context *ctx, const struct sm_scalars *scalars,
                                   int side, double *out) {
  const struct sm_flow *flow = scalars->flow;
  SM_SCOPED double *rho = NULL;
  int p, q;
  sm_flow_plane_axes(side / 2, &p, &q);
  SM_TRY(sm_alloc(ctx, sm_flow_plane_size(flow, side), sizeof *rho, "a side", &rho));
  const enum sm_status status = sm_inflow_density_find(ctx, scalars->c, scalars->gas, side, rho);
  const double *from = rho + sm_flow_plane_origin(flow, side);
  for (int b = 0; b < flow->layout.n[q]; b++)
    for (int a = 0; a < flow->layout.n[p]; a++)
      *out++ = from[a + b * (flow->layout.n[p] + SM_FLOW_PLANE_GHOSTS)];
  return status;
}

/* Mass fraction (kg/kg) of a tracer in the inflow of the compressible solver. */
static enum sm_status find_part(struct sm_context *ctx, const struct sm_scalars *scalars,
                                const struct sm_scalar *item, int side, double *out) {
  const size_t size = plane_size(scalars->flow, side);
  SM_TRY(find_density(ctx, scalars, side, out));
  for (size_t i = 0; i < size; i++) out[i] = item->c->inflow / out[i];
  return SM_OK;
}

/* Inflow values on a plane of the device. */
static enum sm_status make_plane(struct sm_context *ctx, const struct sm_scalars *scalars,
                                 const struct sm_scalar *item, int side, union sm_reals *plane) {
  const size_t size = plane_size(scalars->flow, side);
  SM_SCOPED double *host = NULL;
  SM_TRY(sm_alloc(ctx, size, sizeof *host, "a side", &host));
  SM_TRY(item->kind == SM_SCALAR_TRACER ? find_part(ctx, scalars, item, side, host)
                                        : find_warmth(ctx, scalars, side, host));
  SM_TRY(sm_flow_reals(ctx, scalars->flow, size, "a side", plane));
  return sm_flow_upload_array(ctx, scalars->flow, host, size, *plane);
}

/* --- weather that changes --- */

/* Values of a side at all times of the weather, in the unit of the scalar, in place of `value`. */
static enum sm_status convert(struct sm_context *ctx, const struct sm_scalars *scalars,
                              const struct sm_scalar *item, int side, bool is_change,
                              double *value) {
  const size_t size = plane_size(scalars->flow, side),
               count = (size_t)scalars->flow->weather->count;
  const bool heat = item->kind == SM_SCALAR_HEAT;
  SM_SCOPED double *first = NULL;
  if (!heat && scalars->gas == NULL) return SM_OK;
  SM_TRY(sm_alloc(ctx, size, sizeof *first, "a side", &first));
  const enum sm_status status =
      heat ? find_warmth(ctx, scalars, side, first) : find_density(ctx, scalars, side, first);
  for (size_t t = 0; t < count && status == SM_OK; t++)
    for (size_t i = 0; i < size; i++, value++) {
      if (heat)
        *value = is_change ? first[i] + *value : *value - scalars->c->flow.reference;
      else
        *value /= first[i];
    }
  return status;
}

enum sm_status sm_scalar_follow_weather(struct sm_context *ctx, const struct sm_scalars *scalars,
                                        struct sm_scalar *item) {
  const bool heat = item->kind == SM_SCALAR_HEAT;
  struct sm_weather_scalar found;
  enum sm_status status = SM_OK;
  if (!heat && item->kind != SM_SCALAR_TRACER) return SM_OK;
  SM_TRY(sm_weather_scalar_find(ctx, scalars->flow, heat ? NULL : item->c->name, &found));
  for (int side = 0; side < SM_SIDES && status == SM_OK; side++) {
    double *value = found.value[side];
    int n[2];
    sm_flow_plane_axes(side / 2, &n[0], &n[1]);
    for (int a = 0; a < 2; a++) n[a] = scalars->flow->layout.n[n[a]];
    const bool own =
        !found.is_change && sm_expression_given(&scalars->c->flow.boundary[side].temperature);
    if (value == NULL || (heat && own)) continue;
    status = convert(ctx, scalars, item, side, found.is_change, value);
    if (status == SM_OK)
      status = sm_flow_weather_add(ctx, scalars->flow, n, value, &item->plane[side]);
  }
  sm_weather_scalar_free(&found);
  return status;
}

/* --- beyond the sides --- */

/* Ghost rule of inflow: prescribed values where air enters, zero gradient where it leaves. Only in
 * the compressible solver can air enter through outflow sides. */
static enum sm_status let_in(struct sm_context *ctx, const struct sm_scalars *scalars,
                             struct sm_scalar *item, int side) {
  const struct sm_flow *flow = scalars->flow;
  const bool given = flow->sides.kind[side] == SM_BOUNDARY_INFLOW;
  struct sm_ghost_rule *rule = &item->rule[side];
  if (item->kind == SM_SCALAR_TKE) return SM_OK; /* zero gradient: shear inside produces it */
  if (!given && scalars->gas == NULL) return SM_OK;
  rule->sign = 0;
  rule->value = item->kind == SM_SCALAR_TRACER    ? item->c->inflow
                : item->kind == SM_SCALAR_SPECIES ? item->part[side]
                                                  : 0;
  if (given) {
    rule->through = sm_flow_plane_at(flow, side, side / 2);
    rule->through_p = 1;
    rule->through_q = rule->plane_q + SM_FLOW_PLANE_GHOSTS;
  }
  if (item->kind == SM_SCALAR_SPECIES || flow->layout.n[side / 2] == 1) return SM_OK;
  const bool is_number = item->kind == SM_SCALAR_TRACER && scalars->gas == NULL;
  if (item->plane[side].f32 == NULL && !is_number)
    SM_TRY(make_plane(ctx, scalars, item, side, &item->plane[side]));
  rule->plane = item->plane[side];
  return SM_OK;
}

/* At outflow sides of the compressible solver the velocity decides whether air leaves, as in
 * compressible/boundary.h. */
static void ask_the_air(const struct sm_scalars *scalars, int side, struct sm_ghost_rule *rule) {
  const struct sm_flow *flow = scalars->flow;
  const struct sm_flow_layout *s = &flow->layout;
  const int d = side / 2;
  int p, q;
  if (scalars->gas == NULL || flow->sides.kind[side] != SM_BOUNDARY_OUTFLOW || rule->sign != 0)
    return;
  sm_flow_plane_axes(d, &p, &q);
  rule->through = sm_flow_offset(flow, scalars->gas->q[0][SM_RHO_U + d], rule->from * s->step[d]);
  rule->through_p = s->step[p];
  rule->through_q = s->step[q];
}

enum sm_status sm_scalar_boundaries_make(struct sm_context *ctx, const struct sm_scalars *scalars,
                                         struct sm_scalar *item) {
  const struct sm_flow *flow = scalars->flow;
  for (int side = 0; side < SM_SIDES; side++) {
    const int d = side / 2, n = flow->layout.n[d], up = side % 2 ? 1 : -1;
    const int last = up < 0 ? 0 : n - 1;
    int p, q;
    sm_flow_plane_axes(d, &p, &q);
    struct sm_ghost_rule *rule = &item->rule[side];
    *rule = (struct sm_ghost_rule){.to = up < 0 ? -1 : n,
                                   .turn = up,
                                   .from = last,
                                   .follow = -up,
                                   .sign = 1,
                                   .plane_p = 1,
                                   .plane_q = flow->layout.n[p]};
    switch (flow->sides.kind[side]) {
    case SM_BOUNDARY_PERIODIC:
      rule->from = up < 0 ? n - 1 : 0;
      rule->follow = up;
      break;
    case SM_BOUNDARY_INFLOW:
    case SM_BOUNDARY_OUTFLOW:
      rule->follow = 0;
      rule->outwards = up;
      SM_TRY(let_in(ctx, scalars, item, side));
      break;
    default: break;
    }
  }
  return SM_OK;
}

enum sm_status sm_scalars_boundaries_turn(struct sm_context *ctx, struct sm_scalars *scalars) {
  for (size_t i = 0; i < scalars->count; i++)
    SM_TRY(sm_scalar_boundaries_make(ctx, scalars, &scalars->item[i]));
  return SM_OK;
}

void sm_scalar_ghosts(const struct sm_scalars *scalars, const struct sm_scalar *item,
                      union sm_reals field) {
  const struct sm_flow *flow = scalars->flow;
  const struct sm_flow_layout *s = &flow->layout;
  sm_flow_exchange_wide(flow, field);
  for (int d = 0; d < 3; d++) {
    if (s->n[d] == 1) continue;
    int p, q;
    sm_flow_plane_axes(d, &p, &q);
    struct sm_ghosts ghosts = {.step = s->step[d], .step_p = s->step[p], .step_q = s->step[q]};
    for (int m = 0; m < 2; m++) {
      ghosts.rule[m] = item->rule[2 * d + m];
      ghosts.rule[m].field = field;
      ask_the_air(scalars, 2 * d + m, &ghosts.rule[m]);
    }
    const struct sm_box box = {{0, 0, 0}, {s->n[p], s->n[q], 2 * GHOSTS}};
    flow->device->backend->ghosts(flow->device, &box, &ghosts);
  }
}
