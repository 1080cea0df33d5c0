#include "physics/scalar_sides.h"

#include "case/expression.h"
#include "physics/flow_given.h"
#include <math.h>

enum { GHOSTS = SM_FLOW_GHOSTS };

static size_t real_size(const struct sm_flow *flow) { return sm_device_real_size(flow->device); }

static size_t plane_size(const struct sm_flow *flow, int side) {
  int p, q;
  sm_flow_plane_axes(side / 2, &p, &q);
  return (size_t)flow->layout.n[p] * (size_t)flow->layout.n[q];
}

static bool solid(const struct sm_flow *flow, const int at[3]) {
  return (sm_domain_byte(flow->domain, at[0], at[1], at[2]) & SM_OPEN_ALL) == 0;
}

/* --- values --- */

enum sm_status sm_scalar_values(struct sm_context *ctx, const struct sm_case *c,
                                const struct sm_flow *flow, const struct sm_expression *expression,
                                double otherwise, int side, double *out) {
  const int *n = flow->layout.n, centres = -1;
  struct sm_expression_box box;
  double *lines[3] = {NULL, NULL, NULL};
  size_t count = 1;
  enum sm_status status = SM_OK;
  for (int e = 0; e < 3; e++) {
    const struct sm_axis *axis = &flow->domain->grid.axis[e];
    SM_TRY_DONE(
        sm_alloc(ctx, (size_t)n[e] + SM_FLOW_AROUND, sizeof **lines, "positions", &lines[e]));
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

/* Temperatures above the reference, on a plane of the device: of the side, or of the begin. */
static enum sm_status make_plane(struct sm_context *ctx, const struct sm_scalars *scalars, int side,
                                 union sm_reals *plane) {
  const struct sm_case_flow *c = &scalars->c->flow;
  const struct sm_expression *own = &c->side[side].temperature;
  const size_t size = plane_size(scalars->flow, side);
  double *host = NULL;
  SM_TRY(sm_alloc(ctx, size, sizeof *host, "a side", &host));
  enum sm_status status =
      sm_scalar_values(ctx, scalars->c, scalars->flow,
                       sm_expression_given(own) ? own : &c->temperature, c->reference, side, host);
  for (size_t i = 0; i < size; i++) host[i] -= c->reference;
  if (status == SM_OK)
    status = sm_device_allocate(ctx, scalars->flow->device, size, real_size(scalars->flow),
                                "a side", &plane->f32);
  if (status == SM_OK) status = sm_flow_put(ctx, scalars->flow, host, size, *plane);
  sm_free(host);
  return status;
}

/* --- beyond the sides --- */

enum sm_status sm_scalar_sides_make(struct sm_context *ctx, const struct sm_scalars *scalars,
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
    case SM_SIDE_PERIODIC:
      rule->from = up < 0 ? n - 1 : 0;
      rule->follow = up;
      break;
    case SM_SIDE_INFLOW: /* where the wind leaves, what is before it */
      rule->follow = 0;
      if (item->kind == SM_SCALAR_ENERGY) break; /* as inside, where shear makes it */
      rule->sign = 0;
      rule->value = item->kind == SM_SCALAR_MATTER ? item->c->inflow : 0;
      rule->through = sm_flow_plane_at(flow, side, d);
      rule->through_q = flow->layout.n[p] + SM_FLOW_AROUND;
      rule->outwards = up;
      if (item->kind == SM_SCALAR_MATTER || n == 1) break;
      SM_TRY(make_plane(ctx, scalars, side, &item->plane[side]));
      rule->plane = item->plane[side];
      break;
    case SM_SIDE_OUTFLOW: rule->follow = 0; break;
    default: break;
    }
  }
  return SM_OK;
}

void sm_scalar_sides_free(const struct sm_scalars *scalars, struct sm_scalar *item) {
  for (int side = 0; side < SM_SIDES; side++)
    sm_device_release(scalars->flow->device, item->plane[side].f32, plane_size(scalars->flow, side),
                      real_size(scalars->flow));
}

void sm_scalar_ghosts(const struct sm_scalars *scalars, const struct sm_scalar *item,
                      union sm_reals field) {
  const struct sm_flow *flow = scalars->flow;
  const struct sm_flow_layout *s = &flow->layout;
  for (int d = 0; d < 3; d++) {
    if (s->n[d] == 1) continue;
    int p, q;
    sm_flow_plane_axes(d, &p, &q);
    struct sm_ghosts ghosts = {.step = s->step[d], .step_p = s->step[p], .step_q = s->step[q]};
    for (int m = 0; m < 2; m++) {
      ghosts.rule[m] = item->rule[2 * d + m];
      ghosts.rule[m].field = field;
    }
    const struct sm_box box = {{0, 0, 0}, {s->n[p], s->n[q], 2 * GHOSTS}};
    flow->device->backend->ghosts(flow->device, &box, &ghosts);
  }
}

/* --- walls that heat --- */

/* Lowest cell of air of a column above which there is only air; -1: none. */
static int floor_cell(const struct sm_flow *flow, int i, int j) {
  int k = flow->layout.n[2] - 1;
  if (solid(flow, (int[3]){i, j, k})) return -1;
  while (k > 0 && !solid(flow, (int[3]){i, j, k - 1})) k--;
  return k;
}

/* Of each column of a side: the cell beside the wall, and the roughness of the ground. */
static enum sm_status put_columns(struct sm_context *ctx, const struct sm_scalars *scalars,
                                  int side, struct sm_heated_wall *wall) {
  const struct sm_flow *flow = scalars->flow;
  const struct sm_domain *domain = flow->domain;
  const struct sm_case_side *c = &scalars->c->flow.side[side];
  const int d = side / 2, *n = flow->layout.n;
  int p, q, at[3], *cell = NULL;
  float *z0 = NULL, *distance = NULL;
  enum sm_status status = SM_OK;
  sm_flow_plane_axes(d, &p, &q);
  SM_TRY(sm_alloc(ctx, wall->count, sizeof *cell, "a wall", &cell));
  SM_TRY_DONE(sm_alloc(ctx, wall->count, sizeof *z0, "a wall", &z0));
  SM_TRY_DONE(sm_alloc(ctx, wall->count, sizeof *distance, "a wall", &distance));
  for (at[q] = 0; at[q] < n[q]; at[q]++)
    for (at[p] = 0; at[p] < n[p]; at[p]++) {
      const size_t m = (size_t)at[p] + (size_t)n[p] * (size_t)at[q];
      at[d] = side % 2 ? n[d] - 1 : 0;
      cell[m] = side == SM_BOTTOM ? floor_cell(flow, at[0], at[1]) : solid(flow, at) ? -1 : at[d];
      if (side != SM_BOTTOM || cell[m] < 0) continue;
      distance[m] = (float)(0.5 * domain->grid.axis[2].width[cell[m]]);
      cell[m] = sm_scalar_groups_floor(&scalars->groups, at[0], at[1], cell[m], &distance[m]);
      const bool roof = domain->building[m] > 0 && cell[m] > 0;
      const double ground = isnan(c->roughness) ? (double)domain->z0[m] : c->roughness;
      const enum sm_wall_drag law = cell[m] == 0 ? c->law : flow->c->walls;
      const double length = roof ? flow->roughness : ground;
      z0[m] = (float)(law == SM_WALL_ROUGH ? length : -length);
    }
  SM_TRY_DONE(
      sm_device_put(ctx, flow->device, cell, wall->count, sizeof *cell, "a wall", &wall->cell));
  SM_TRY_DONE(
      sm_device_put(ctx, flow->device, z0, wall->count, sizeof *z0, "a wall", &wall->roughness));
  if (side == SM_BOTTOM && scalars->groups.flow != NULL)
    SM_TRY_DONE(sm_device_put(ctx, flow->device, distance, wall->count, sizeof *distance, "a wall",
                              &wall->distance));
done:
  sm_free(distance);
  sm_free(cell);
  sm_free(z0);
  return status;
}

static enum sm_heat_law law_of(const struct sm_scalars *scalars, int side) {
  const enum sm_wall_drag law = scalars->c->flow.side[side].law;
  if (scalars->flow->sides.kind[side] == SM_SIDE_SLIP || law == SM_WALL_NO_SLIP)
    return SM_LAW_RESOLVED;
  if (law == SM_WALL_SMOOTH) return SM_LAW_SMOOTH;
  return side == SM_BOTTOM ? SM_LAW_GROUND : SM_LAW_ROUGH;
}

static enum sm_status make_wall(struct sm_context *ctx, struct sm_scalars *scalars, int side) {
  const struct sm_flow *flow = scalars->flow;
  const struct sm_case_flow *c = &scalars->c->flow;
  const struct sm_flow_layout *s = &flow->layout;
  const int d = side / 2;
  struct sm_heated_wall *wall = &scalars->wall[side];
  int p, q;
  sm_flow_plane_axes(d, &p, &q);
  wall->heats = true;
  wall->count = plane_size(flow, side);
  wall->box = (struct sm_box){{0, 0, 0}, {s->n[p], s->n[q], 1}};
  struct sm_wall_exchange *e = &wall->exchange;
  *e = (struct sm_wall_exchange){.n_p = s->n[p],
                                 .n_q = s->n[q],
                                 .law = law_of(scalars, side),
                                 .eddy = flow->eddy,
                                 .rough = isnan(c->side[side].roughness) ? flow->roughness
                                                                         : c->side[side].roughness,
                                 .viscosity = c->viscosity,
                                 .diffusivity = scalars->item[0].diffusivity,
                                 .per_schmidt = scalars->item[0].per_schmidt,
                                 .per_kelvin = c->gravity * c->expansion};
  SM_TRY(put_columns(ctx, scalars, side, wall));
  e->roughness = e->law == SM_LAW_GROUND ? wall->roughness : NULL;
  if (e->law == SM_LAW_GROUND) {
    e->drag = flow->drag.floor;
    e->drag_q = flow->drag.floor_step;
  }
  e->at = (struct sm_wall_cells){.step = s->step[d],
                                 .step_p = s->step[p],
                                 .step_q = s->step[q],
                                 .cell = wall->cell,
                                 .cell_q = s->n[p],
                                 .per_width = flow->metric.per_width[d],
                                 .flux = c->side[side].heat_flux,
                                 .distance = wall->distance};
  SM_TRY(sm_device_allocate(ctx, flow->device, wall->count, real_size(flow), "a wall",
                            &e->at.exchange.f32));
  if (sm_expression_given(&c->side[side].temperature))
    SM_TRY(make_plane(ctx, scalars, side, &e->at.temperature));
  return SM_OK;
}

enum sm_status sm_heated_walls_make(struct sm_context *ctx, struct sm_scalars *scalars) {
  const struct sm_flow *flow = scalars->flow;
  for (int side = 0; side < SM_SIDES; side++) {
    const struct sm_case_side *c = &scalars->c->flow.side[side];
    const enum sm_side_kind kind = flow->sides.kind[side];
    const bool heats = sm_expression_given(&c->temperature) || c->heat_flux > 0 || c->heat_flux < 0;
    if ((kind != SM_SIDE_WALL && kind != SM_SIDE_SLIP) || !heats || flow->layout.n[side / 2] == 1)
      continue;
    SM_TRY(make_wall(ctx, scalars, side));
  }
  return SM_OK;
}

void sm_heated_walls_free(struct sm_scalars *scalars) {
  struct sm_device *device = scalars->flow->device;
  const size_t real = real_size(scalars->flow);
  for (int side = 0; side < SM_SIDES; side++) {
    struct sm_heated_wall *wall = &scalars->wall[side];
    sm_device_release(device, wall->cell, wall->count, sizeof *wall->cell);
    sm_device_release(device, wall->roughness, wall->count, sizeof *wall->roughness);
    sm_device_release(device, wall->distance, wall->count, sizeof *wall->distance);
    sm_device_release(device, wall->exchange.at.exchange.f32, wall->count, real);
    sm_device_release(device, wall->exchange.at.temperature.f32, wall->count, real);
  }
}

void sm_heated_walls_find(const struct sm_scalars *scalars, int wind) {
  const struct sm_flow *flow = scalars->flow;
  for (int side = 0; side < SM_SIDES; side++) {
    const struct sm_heated_wall *wall = &scalars->wall[side];
    const bool by_flux = wall->exchange.at.temperature.f32 == NULL;
    if (!wall->heats || (by_flux && wall->exchange.law != SM_LAW_GROUND)) continue;
    struct sm_wall_exchange e = wall->exchange;
    int p, q;
    sm_flow_plane_axes(side / 2, &p, &q);
    e.u_p = flow->u[wind][p];
    e.u_q = flow->u[wind][q];
    e.now = scalars->item[0].now;
    struct sm_box box = wall->box;
    const bool drags = e.law == SM_LAW_GROUND;
    box.lo[0] = drags && flow->sides.periodic[p] && e.n_p > 1 ? -1 : 0;
    box.lo[1] = drags && flow->sides.periodic[q] && e.n_q > 1 ? -1 : 0;
    flow->device->backend->wall_exchange(flow->device, &box, &e);
  }
}

void sm_heated_walls_add(const struct sm_scalars *scalars, union sm_reals now, union sm_reals to,
                         double weight) {
  const struct sm_flow *flow = scalars->flow;
  for (int side = 0; side < SM_SIDES; side++) {
    const struct sm_heated_wall *wall = &scalars->wall[side];
    if (!wall->heats) continue;
    const struct sm_wall_heat heat = {
        .at = wall->exchange.at, .now = now, .to = to, .clock = flow->clock, .weight = weight};
    flow->device->backend->wall_heat(flow->device, &wall->box, &heat);
  }
}
