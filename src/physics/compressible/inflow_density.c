/* Inflow density of the compressible solver: from the temperature of the boundary, else from the
 * initial temperature of the case, else from that of a weather model by height, else from the
 * background. */
#include "physics/compressible/fields.h"

#include "base/list.h"
#include "domain/weather/weather.h"
#include "physics/flow/boundary/boundaries.h"
#include <math.h>

enum { GHOSTS = SM_FLOW_GHOSTS };

/* Expression for the potential temperature of a side; NULL: background. */
static const struct sm_case_expression *
temperature_of(const struct sm_case *c, const struct sm_compressible_fields *gas, int side) {
  const struct sm_case_expression *own = &c->flow.boundary[side].temperature;
  const struct sm_case_expression *begin = &gas->c->potential;
  if (gas->c->background == SM_BACKGROUND_NONE) return NULL;
  return sm_expression_given(own) ? own : sm_expression_given(begin) ? begin : NULL;
}

/* Layer of cells at element b (along q) of the plane of a side. */
static int layer_of(const struct sm_flow *flow, int side, int b) {
  const int n = flow->layout.n[2];
  if (side / 2 == 2) return side == SM_TOP ? n - 1 : 0;
  return b < 0 ? 0 : b >= n ? n - 1 : b;
}

/* Index of element (a, b) of a plane in the values of its cells, [q][p]. */
static ptrdiff_t cell_of(const int *n, int p, int q, int a, int b) {
  const int column = a < 0 ? 0 : a >= n[p] ? n[p] - 1 : a;
  const int row = b < 0 ? 0 : b >= n[q] ? n[q] - 1 : b;
  return column + (ptrdiff_t)n[p] * row;
}

/* Potential temperature of a weather model on the plane of a side. */
static enum sm_status find_levels(struct sm_context *ctx, const struct sm_flow *flow, int side,
                                  bool *known, double *out) {
  const int *n = flow->layout.n;
  SM_SCOPED double *cells = NULL;
  int p, q;
  sm_flow_plane_axes(side / 2, &p, &q);
  SM_TRY(sm_alloc(ctx, (size_t)n[p] * (size_t)n[q], sizeof *cells, "a side", &cells));
  const enum sm_status status = sm_weather_temperature_start(ctx, flow, side, known, cells);
  for (int b = -GHOSTS; b <= n[q] + GHOSTS && status == SM_OK && *known; b++)
    for (int a = -GHOSTS; a <= n[p] + GHOSTS; a++) *out++ = cells[cell_of(n, p, q, a, b)];
  return status;
}

enum sm_status sm_inflow_density_find(struct sm_context *ctx, const struct sm_case *c,
                                      const struct sm_compressible_fields *gas, int side,
                                      double *out) {
  const struct sm_flow *flow = gas->flow;
  const struct sm_case_expression *given = temperature_of(c, gas, side);
  const double kappa = (SM_AIR_GAMMA - 1) / SM_AIR_GAMMA;
  int p, q;
  sm_flow_plane_axes(side / 2, &p, &q);
  bool known = given != NULL;
  if (known)
    SM_TRY(sm_flow_boundary_values(ctx, c, flow, side, -1, given, out));
  else if (sm_flow_follows_temperature(c))
    SM_TRY(find_levels(ctx, flow, side, &known, out));
  for (int b = -GHOSTS; b <= flow->layout.n[q] + GHOSTS; b++)
    for (int a = -GHOSTS; a <= flow->layout.n[p] + GHOSTS; a++, out++) {
      const int k = layer_of(flow, side, b);
      const double p_b = gas->p[k],
                   bare = gas->c->pressure / (SM_AIR_GAS_CONSTANT * gas->c->temperature);
      if (known)
        *out = p_b / (SM_AIR_GAS_CONSTANT * *out * pow(p_b / gas->c->pressure, kappa));
      else
        *out = p_b > 0 ? gas->rho[k] : bare;
      *out *= SM_AIR_GAS_CONSTANT / gas->constant[side];
    }
  return SM_OK;
}

/* --- weather that changes --- */

/* Inflow density minus background density of a side at all times of the weather, from the
 * potential temperature or its change in cells along it; first: the density at the start. */
static void follow_side(const struct sm_compressible_fields *gas, int side,
                        const struct sm_weather_scalar *warm, const double *first, double *out) {
  const struct sm_flow *flow = gas->flow;
  const double kappa = (SM_AIR_GAMMA - 1) / SM_AIR_GAMMA, r = gas->constant[side];
  const int *n = flow->layout.n;
  int p, q;
  sm_flow_plane_axes(side / 2, &p, &q);
  for (int t = 0; t < flow->weather->count; t++) {
    const double *value = warm->value[side] + (size_t)t * (size_t)n[p] * (size_t)n[q];
    for (int b = -GHOSTS; b <= n[q] + GHOSTS; b++)
      for (int a = -GHOSTS; a <= n[p] + GHOSTS; a++, out++) {
        const int k = layer_of(flow, side, b);
        const double exner = pow(gas->p[k] / gas->c->pressure, kappa);
        const size_t at = (size_t)((b + GHOSTS) * (n[p] + SM_FLOW_PLANE_GHOSTS) + a + GHOSTS);
        const double given = value[cell_of(n, p, q, a, b)];
        const double begin = gas->p[k] / (r * first[at] * exner);
        const double potential = warm->is_change ? begin + given : given;
        *out = gas->p[k] / (r * potential * exner) - gas->rho[k];
      }
  }
}

/* Follows the temperature of the weather or of a coarser run at the sides that have one. */
static enum sm_status follow(struct sm_context *ctx, const struct sm_case *c,
                             struct sm_compressible_fields *gas,
                             const struct sm_weather_scalar *warm) {
  struct sm_flow *flow = gas->flow;
  SM_SCOPED double *first = NULL, *all = NULL;
  enum sm_status status = SM_OK;
  for (int side = 0; side < SM_SIDES && status == SM_OK; side++) {
    const size_t size = sm_flow_plane_size(flow, side);
    int p, q;
    sm_flow_plane_axes(side / 2, &p, &q);
    const int n[2] = {flow->layout.n[p] + SM_FLOW_PLANE_GHOSTS,
                      flow->layout.n[q] + SM_FLOW_PLANE_GHOSTS};
    const bool own = !warm->is_change && sm_expression_given(&c->flow.boundary[side].temperature);
    if (warm->value[side] == NULL || own || !sm_boundary_lets_in(flow, side)) continue;
    SM_TRY(sm_alloc(ctx, size, sizeof *first, "a side", &first));
    SM_TRY(sm_alloc(ctx, size * (size_t)flow->weather->count, sizeof *all, "a side", &all));
    SM_TRY(sm_inflow_density_find(ctx, c, gas, side, first));
    follow_side(gas, side, warm, first, all);
    SM_TRY(sm_flow_weather_add(ctx, flow, n, all, &gas->density_excess[side]));
    SM_FREE_ALL(first, all);
    first = all = NULL;
  }
  return status;
}

static enum sm_status follow_weather(struct sm_context *ctx, const struct sm_case *c,
                                     struct sm_compressible_fields *gas) {
  struct sm_weather_scalar warm;
  if (gas->c->background == SM_BACKGROUND_NONE || c->flow.reaction.line > 0) return SM_OK;
  SM_TRY(sm_weather_scalar_find(ctx, gas->flow, NULL, &warm));
  const enum sm_status status = follow(ctx, c, gas, &warm);
  sm_weather_scalar_free(&warm);
  return status;
}

static enum sm_status make_side(struct sm_context *ctx, const struct sm_case *c,
                                struct sm_compressible_fields *gas, int side) {
  const struct sm_flow *flow = gas->flow;
  const size_t size = sm_flow_plane_size(flow, side);
  double *host = NULL, *to;
  int p, q;
  sm_flow_plane_axes(side / 2, &p, &q);
  SM_TRY(sm_alloc(ctx, size, sizeof *host, "a side", &host));
  enum sm_status status = sm_inflow_density_find(ctx, c, gas, side, host);
  to = host;
  for (int b = -GHOSTS; b <= flow->layout.n[q] + GHOSTS; b++)
    for (int a = -GHOSTS; a <= flow->layout.n[p] + GHOSTS; a++)
      *to++ -= gas->rho[layer_of(flow, side, b)];
  if (status == SM_OK)
    status = sm_flow_reals(ctx, flow, size, "a side", &gas->density_excess[side]);
  if (status == SM_OK)
    status = sm_flow_upload_array(ctx, flow, host, size, gas->density_excess[side]);
  sm_free(host);
  return status;
}

bool sm_boundary_lets_in(const struct sm_flow *flow, int side) {
  const enum sm_boundary_kind kind = flow->sides.kind[side];
  return (kind == SM_BOUNDARY_INFLOW || kind == SM_BOUNDARY_OUTFLOW) &&
         flow->layout.n[side / 2] > 1;
}

enum sm_status sm_inflow_density_make(struct sm_context *ctx, const struct sm_case *c,
                                      struct sm_compressible_fields *gas) {
  const struct sm_flow *flow = gas->flow;
  const bool levels = sm_flow_follows_temperature(c) && sm_weather_has_levels(flow);
  SM_TRY(follow_weather(ctx, c, gas));
  for (int side = 0; side < SM_SIDES; side++)
    if (gas->density_excess[side].f32 == NULL && sm_boundary_lets_in(flow, side) &&
        (temperature_of(c, gas, side) != NULL || c->flow.reaction.line > 0 || levels))
      SM_TRY(make_side(ctx, c, gas, side));
  return SM_OK;
}

union sm_reals sm_inflow_density_at(const struct sm_compressible_fields *gas, int side) {
  const union sm_reals plane = gas->density_excess[side];
  if (plane.f32 == NULL) return plane;
  return sm_flow_offset(gas->flow, plane, sm_flow_plane_origin(gas->flow, side));
}
