/* Heat exchange of the air with walls and with the ground, and drag of the ground with stability
 * correction (cell/scalars/transport.h, cell/momentum/wall_functions.h). */
#include "physics/scalars/scalars.h"

#include "base/list.h"
#include "physics/flow/boundary/boundaries.h"
#include "physics/flow/walls/walls.h"
#include <math.h>

struct builder {
  const struct sm_case *c;
  const struct sm_flow *flow;
  const struct sm_heated_air *air;
  enum sm_side side;
  struct sm_heated_wall *wall;
  double *height; /* height above the bottom of the grid per wall element, m */
};

/* Lowest fluid cell of a column with only fluid cells above; -1: none. */
static int floor_cell(const struct sm_flow *flow, int i, int j) {
  int k = flow->layout.n[2] - 1;
  if (sm_flow_is_solid(flow, (int[3]){i, j, k})) return -1;
  while (k > 0 && !sm_flow_is_solid(flow, (int[3]){i, j, k - 1})) k--;
  return k;
}

/* --- cells beside a wall --- */

/* Ground of a column: returns its lowest fluid cell; roughness, and distance of the cell centre. */
static int ground_at(const struct builder *b, int i, int j, float *z0, float *distance) {
  const struct sm_flow *flow = b->flow;
  const struct sm_domain *domain = flow->domain;
  const struct sm_case_boundary *c = &b->c->flow.boundary[b->side];
  const size_t column = (size_t)i + (size_t)flow->layout.n[0] * (size_t)j;
  int cell = floor_cell(flow, i, j);
  if (cell < 0) return cell;
  *distance = (float)(0.5 * domain->grid.axis[2].width[cell]);
  b->height[column] = domain->grid.axis[2].face[cell] - domain->grid.axis[2].face[0];
  if (b->air->groups != NULL) cell = sm_merged_cells_floor(b->air->groups, i, j, cell, distance);
  const bool roof = domain->building[column] > 0 && cell > 0;
  const double ground = isnan(c->roughness) ? (double)domain->z0[column] : c->roughness;
  const enum sm_wall_drag law = cell == 0 ? c->law : flow->c->walls;
  const double length = roof ? flow->roughness : ground;
  *z0 = (float)(law == SM_WALL_ROUGH ? length : -length);
  return cell;
}

static enum sm_status put_columns(struct sm_context *ctx, const struct builder *b) {
  struct sm_heated_wall *wall = b->wall;
  const struct sm_axis *up = &b->flow->domain->grid.axis[2];
  const int side = (int)b->side, d = side / 2, *n = b->flow->layout.n;
  int p, q, at[3];
  SM_SCOPED int *cell = NULL;
  SM_SCOPED float *z0 = NULL, *distance = NULL;
  sm_flow_plane_axes(d, &p, &q);
  SM_TRY(sm_alloc(ctx, wall->count, sizeof *cell, "a wall", &cell));
  SM_TRY(sm_alloc(ctx, wall->count, sizeof *z0, "a wall", &z0));
  SM_TRY(sm_alloc(ctx, wall->count, sizeof *distance, "a wall", &distance));
  for (at[q] = 0; at[q] < n[q]; at[q]++)
    for (at[p] = 0; at[p] < n[p]; at[p]++) {
      const size_t m = (size_t)at[p] + (size_t)n[p] * (size_t)at[q];
      at[d] = side % 2 ? n[d] - 1 : 0;
      b->height[m] = (side == SM_TOP ? up->face[n[2]] : up->centre[at[2]]) - up->face[0];
      cell[m] = side == SM_BOTTOM               ? ground_at(b, at[0], at[1], &z0[m], &distance[m])
                : sm_flow_is_solid(b->flow, at) ? -1
                                                : at[d];
    }
  SM_TRY(sm_flow_put(ctx, b->flow, cell, wall->count, sizeof *cell, "a wall", &wall->cell));
  SM_TRY(sm_flow_put(ctx, b->flow, z0, wall->count, sizeof *z0, "a wall", &wall->roughness));
  if (side == SM_BOTTOM && b->air->groups != NULL && b->air->groups->flow != NULL)
    SM_TRY(sm_flow_put(ctx, b->flow, distance, wall->count, sizeof *distance, "a wall",
                       &wall->distance));
  return SM_OK;
}

/* --- their temperature --- */

static enum sm_status put_plane(struct sm_context *ctx, const struct builder *b,
                                const double *values, union sm_reals *out) {
  SM_TRY(sm_flow_reals(ctx, b->flow, b->wall->count, "a wall", out));
  return sm_flow_upload_array(ctx, b->flow, values, b->wall->count, *out);
}

/* Wall temperature above the reference, K; compressible solver: static temperature, as in
 * cell/compressible/boundary.h. */
static enum sm_status put_temperature(struct sm_context *ctx, const struct builder *b,
                                      double *values) {
  const struct sm_heated_air *air = b->air;
  SM_TRY(sm_scalar_values(ctx, b->c, b->flow, &b->c->flow.boundary[b->side].temperature, 0,
                          (int)b->side, values));
  for (size_t m = 0; m < b->wall->count; m++)
    values[m] = air->gas != NULL ? sm_static_temperature_at(air->gas->c, values[m], b->height[m])
                                 : values[m] - air->reference;
  return put_plane(ctx, b, values, &b->wall->exchange.at.temperature);
}

static enum sm_status put_air(struct sm_context *ctx, const struct builder *b, double *values) {
  struct sm_wall_cells *at = &b->wall->exchange.at;
  if (sm_expression_given(&b->c->flow.boundary[b->side].temperature))
    SM_TRY(put_temperature(ctx, b, values));
  if (b->air->gas == NULL) return SM_OK;
  for (size_t m = 0; m < b->wall->count; m++)
    values[m] = sm_heat_capacity_at(b->air->gas->c, b->height[m]);
  return put_plane(ctx, b, values, &at->capacity);
}

/* --- a wall --- */

static enum sm_wall_heat_model law_of(const struct builder *b) {
  const enum sm_wall_drag law = b->c->flow.boundary[b->side].law;
  if (b->flow->sides.kind[b->side] == SM_BOUNDARY_SLIP || law == SM_WALL_NO_SLIP)
    return SM_WALL_HEAT_RESOLVED;
  if (law == SM_WALL_SMOOTH) return SM_WALL_HEAT_SMOOTH;
  return b->side == SM_BOTTOM ? SM_WALL_HEAT_GROUND : SM_WALL_HEAT_ROUGH;
}

static void describe(const struct builder *b) {
  const struct sm_flow *flow = b->flow;
  const struct sm_case_boundary *c = &b->c->flow.boundary[b->side];
  const struct sm_flow_layout *s = &flow->layout;
  const int d = (int)b->side / 2;
  struct sm_heated_wall *wall = b->wall;
  struct sm_wall_exchange *e = &wall->exchange;
  int p, q;
  sm_flow_plane_axes(d, &p, &q);
  wall->heats = true;
  wall->count = (size_t)s->n[p] * (size_t)s->n[q];
  wall->box = (struct sm_box){{0, 0, 0}, {s->n[p], s->n[q], 1}};
  *e = (struct sm_wall_exchange){.n_p = s->n[p],
                                 .n_q = s->n[q],
                                 .law = law_of(b),
                                 .rough = isnan(c->roughness) ? flow->roughness : c->roughness,
                                 .viscosity = b->c->flow.viscosity,
                                 .diffusivity = b->air->diffusivity,
                                 .per_schmidt = b->air->per_schmidt,
                                 .per_kelvin = b->air->per_kelvin};
  e->at = (struct sm_wall_cells){.step = s->step[d],
                                 .step_p = s->step[p],
                                 .step_q = s->step[q],
                                 .cell_q = s->n[p],
                                 .per_width = flow->metric.per_width[d],
                                 .flux = c->heat_flux};
  if (e->law != SM_WALL_HEAT_GROUND) return;
  e->drag = flow->drag.floor;
  e->drag_q = flow->drag.floor_step;
}

static enum sm_status make_wall(struct sm_context *ctx, struct builder *b) {
  struct sm_heated_wall *wall = b->wall;
  struct sm_wall_exchange *e = &wall->exchange;
  double *values = NULL;
  enum sm_status status = SM_OK;
  describe(b);
  SM_TRY(sm_alloc(ctx, wall->count, sizeof *values, "a wall", &values));
  SM_TRY_DONE(sm_alloc(ctx, wall->count, sizeof *b->height, "a wall", &b->height));
  SM_TRY_DONE(put_columns(ctx, b));
  e->roughness = e->law == SM_WALL_HEAT_GROUND ? wall->roughness : NULL;
  e->at.cell = wall->cell;
  e->at.distance = wall->distance;
  SM_TRY_DONE(sm_flow_reals(ctx, b->flow, wall->count, "a wall", &e->at.exchange));
  SM_TRY_DONE(put_air(ctx, b, values));
done:
  SM_FREE_ALL(values, b->height);
  return status;
}

enum sm_status sm_heated_walls_make(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_flow *flow, const struct sm_heated_air *air,
                                    struct sm_heated_walls *out) {
  *out = (struct sm_heated_walls){.flow = flow};
  for (int side = 0; side < SM_SIDES; side++) {
    const struct sm_case_boundary *from = &c->flow.boundary[side];
    const enum sm_boundary_kind kind = flow->sides.kind[side];
    const bool heats =
        sm_expression_given(&from->temperature) || from->heat_flux > 0 || from->heat_flux < 0;
    if ((kind != SM_BOUNDARY_WALL && kind != SM_BOUNDARY_SLIP) || !heats ||
        flow->layout.n[side / 2] == 1)
      continue;
    struct builder b = {
        .c = c, .flow = flow, .air = air, .side = (enum sm_side)side, .wall = &out->wall[side]};
    out->any = true;
    SM_TRY(make_wall(ctx, &b));
  }
  return SM_OK;
}

/* --- a step --- */

void sm_heated_walls_find(const struct sm_heated_walls *walls, enum sm_heated_walls_part part,
                          int wind, union sm_reals now) {
  const struct sm_flow *flow = walls->flow;
  for (int side = 0; side < SM_SIDES; side++) {
    const struct sm_heated_wall *wall = &walls->wall[side];
    const bool by_flux = wall->exchange.at.temperature.f32 == NULL;
    const bool ground = wall->exchange.law == SM_WALL_HEAT_GROUND;
    if (!(part & (ground ? SM_WALLS_GROUND : SM_WALLS_OTHERS))) continue;
    if (!wall->heats || (by_flux && !ground)) continue;
    struct sm_wall_exchange e = wall->exchange;
    int p, q;
    sm_flow_plane_axes(side / 2, &p, &q);
    e.u_p = flow->u[wind][p];
    e.u_q = flow->u[wind][q];
    e.eddy = flow->eddy;
    e.now = now;
    struct sm_box box = wall->box;
    box.lo[0] = ground && flow->sides.periodic[p] && e.n_p > 1 ? -1 : 0;
    box.lo[1] = ground && flow->sides.periodic[q] && e.n_q > 1 ? -1 : 0;
    flow->device->backend->wall_exchange(flow->device, &box, &e);
  }
}

void sm_heated_walls_add(const struct sm_heated_walls *walls, union sm_reals now, union sm_reals to,
                         double weight) {
  const struct sm_flow *flow = walls->flow;
  for (int side = 0; side < SM_SIDES; side++) {
    const struct sm_heated_wall *wall = &walls->wall[side];
    if (!wall->heats) continue;
    const struct sm_wall_heat heat = {
        .at = wall->exchange.at, .now = now, .to = to, .clock = flow->clock, .weight = weight};
    flow->device->backend->wall_heat(flow->device, &wall->box, &heat);
  }
}
