/* physics/compressible/boundaries.c - boundary conditions of the compressible solver
 * (cell/compressible/boundary.h). */
#include "physics/flow/boundary/boundaries.h"
#include "physics/compressible/fields.h"
#include "physics/flow/share.h"
#include <math.h>

/* --- what they have --- */

static bool is_open(const struct sm_compressible_fields *gas, int side) {
  return gas->flow->sides.kind[side] == SM_BOUNDARY_OUTFLOW && gas->flow->layout.n[side / 2] > 1 &&
         gas->c->background != SM_BACKGROUND_NONE;
}

/* Numbers on the device: the pressure gradient of each side, then the mean overpressure of each. */
enum { NUMBERS = 2 * SM_SIDES };

enum sm_status sm_compressible_sides_make(struct sm_context *ctx, const struct sm_case *c,
                                          struct sm_compressible_fields *gas) {
  bool any = false;
  for (int side = 0; side < SM_SIDES; side++) any = any || is_open(gas, side);
  if (any)
    SM_TRY(
        sm_flow_put(ctx, gas->flow, NULL, NUMBERS, sizeof *gas->sides, "the sides", &gas->sides));
  return sm_inflow_density_make(ctx, c, gas);
}

/* --- rules --- */

/* Fraction of the overpressure that an outflow relaxes per cell: a domain of length L relaxes in L
 * / (0.25 c) (Poinsot and Lele 1992), a cell of width h in each ghost layer by 0.25 h / L. Without
 * a background the overpressure is the whole pressure, and nothing is relaxed. */
static double released(const struct sm_compressible_fields *gas, int side) {
  const int d = side / 2;
  const struct sm_axis *axis = &gas->flow->domain->grid.axis[d];
  const double length = axis->face[axis->n] - axis->face[0];
  if (!is_open(gas, side)) return 0;
  return 0.25 * axis->width[side % 2 ? axis->n - 1 : 0] / length;
}

/* Factor of the relaxation of deviations from the mean over a side: outgoing sound is nearly
 * uniform over a side. */
static const double evening = 4;

/* Relaxation rate of the overpressure at open sides, 1/s. */
static double is_relaxed(const struct sm_compressible_fields *gas, int d) {
  const struct sm_axis *axis = &gas->flow->domain->grid.axis[d];
  const double sound = sqrt(SM_AIR_GAMMA * SM_AIR_GAS_CONSTANT * gas->c->temperature);
  return 0.5 * sound / (axis->face[axis->n] - axis->face[0]);
}

static enum sm_ghost_kind kind_of(const struct sm_flow *flow, int side) {
  switch (flow->sides.kind[side]) {
  case SM_BOUNDARY_PERIODIC: return SM_GHOST_PERIODIC;
  case SM_BOUNDARY_INFLOW: return SM_GHOST_INFLOW;
  case SM_BOUNDARY_OUTFLOW: return SM_GHOST_OUTFLOW;
  default: return SM_GHOST_MIRROR;
  }
}

static struct sm_compressible_boundary_rule rule_of(const struct sm_compressible_fields *gas,
                                                    int set, int side) {
  const struct sm_flow *flow = gas->flow;
  const int d = side / 2, high = side % 2, *n = flow->layout.n;
  const ptrdiff_t step = d == 0 ? 1 : flow->layout.step[d];
  const bool open = is_open(gas, side);
  int p, q;
  sm_flow_plane_axes(d, &p, &q);
  struct sm_compressible_boundary_rule rule = {
      .b = gas->b,
      .step_p = p == 0 ? 1 : flow->layout.step[p],
      .step_q = flow->layout.step[q],
      .out = high ? step : -step,
      .other = (high ? -n[d] : n[d]) * step,
      .axis = d,
      .high = high,
      .layer = d == 2 && high ? n[2] - 1 : 0,
      .layer_q = d != 2,
      .plane_q = n[p] + SM_FLOW_PLANE_GHOSTS,
      .adiabatic = gas->c->background != SM_BACKGROUND_NONE,
      .density_excess = sm_inflow_density_at(gas, side),
      .released = released(gas, side),
      .evened = evening * released(gas, side),
      .overpressure = open ? gas->sides + SM_SIDES + side : NULL,
      .fall = open ? gas->sides + side : NULL,
      .walls = flow->faces + (high ? (n[d] - 1) * step : 0),
      .width = gas->flow->domain->grid.axis[d].width[high ? n[d] - 1 : 0]};
  rule.per_area = 1;
  for (int m = 0; m < 2; m++) {
    const int axis = m == 0 ? p : q;
    const struct sm_axis *along = &flow->domain->grid.axis[axis];
    rule.per_area /= along->face[along->n] - along->face[0];
    rule.along[m] = axis;
    rule.n[m] = n[axis];
    rule.periodic[m] = flow->sides.periodic[axis];
    rule.per_width[m] = flow->metric.per_width[axis];
  }
  rule.kind = kind_of(flow, side);
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++)
    rule.q[f] = sm_flow_offset(flow, gas->q[set][f], high ? (n[d] - 1) * step : 0);
  for (int e = 0; e < 3; e++) {
    rule.wind[e] = sm_flow_plane_at(flow, side, e);
    rule.wind_step[e][0] = e == p;
    rule.wind_step[e][1] = e == q ? rule.plane_q : 0;
  }
  return rule;
}

/* Includes the corners: they are final once the adjacent sides there have been filled. */
static struct sm_box box_of(const struct sm_flow *flow, int side) {
  const int *n = flow->layout.n;
  int p, q;
  sm_flow_plane_axes(side / 2, &p, &q);
  return (struct sm_box){{n[p] > 1 ? -2 : 0, n[q] > 1 ? -2 : 0, 0},
                         {n[p] > 1 ? n[p] + 2 : n[p], n[q] > 1 ? n[q] + 2 : n[q], 1}};
}

static void fill_ghosts(const struct sm_compressible_fields *gas, int set, int side) {
  const struct sm_flow *flow = gas->flow;
  const struct sm_compressible_boundary_rule rule = rule_of(gas, set, side);
  const struct sm_box box = box_of(flow, side);
  flow->device->backend->compressible_boundary(flow->device, &box, &rule);
}

void sm_compressible_ghosts(const struct sm_compressible_fields *gas, int set) {
  /* Order by kind of boundary, not by side: a rotated case gets the same corners. */
  static const enum sm_ghost_kind order[] = {SM_GHOST_OUTFLOW, SM_GHOST_INFLOW, SM_GHOST_MIRROR,
                                             SM_GHOST_PERIODIC};
  sm_flow_exchange(gas->flow, gas->q[set], SM_CONSERVED_FIELDS);
  for (size_t m = 0; m < sizeof order / sizeof *order; m++)
    for (int side = 0; side < SM_SIDES; side++)
      if (kind_of(gas->flow, side) == order[m] && (side < 2 || gas->flow->layout.n[side / 2] > 1))
        fill_ghosts(gas, set, side);
}

/* --- pressure gradient at open sides --- */

/* Whether an open side meets another at an edge. Without decay of the gradients the mean
 * overpressure of each is held at 0, whatever the share of the air that leaves through it:
 * disturbances of that share do not decay, and grow where the wind is along one of them. */
static bool meets_open_side(const struct sm_compressible_fields *gas, int side) {
  for (int other = 0; other < SM_SIDES; other++)
    if (other / 2 != side / 2 && is_open(gas, other)) return true;
  return false;
}

/* Decay rate of the gradient at open sides that meet, over the relaxation rate of their pressure.
 */
static const double decay_ratio = 0.1;

/* Mean overpressure of a side, of set 0. */
static void find_overpressure(const struct sm_compressible_fields *gas, int side,
                              const struct sm_compressible_boundary_rule *rule, double *mean) {
  const struct sm_flow *flow = gas->flow;
  struct sm_flow_layers read[SM_CONSERVED_FIELDS];
  int p, q;
  sm_flow_plane_axes(side / 2, &p, &q);
  struct sm_box box = {{0, 0, 0}, {flow->layout.n[p], flow->layout.n[q], 1}};
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++)
    read[f] = (struct sm_flow_layers){gas->q[0][f], side % 2 ? -1 : 0, 1};
  const struct sm_rows *rows = sm_flow_begin_side_sum(flow, side, read, SM_CONSERVED_FIELDS, &box);
  flow->device->backend->compressible_overpressure(flow->device, &box, rule, mean);
  sm_flow_end_side_sum(flow, side, rows, mean);
}

/* Pressure gradient at open sides, as the time integral of the overpressure: body forces may need a
 * gradient there that the relaxation alone gives only together with an overpressure. */
void sm_compressible_open_fall(const struct sm_compressible_fields *gas) {
  const struct sm_flow *flow = gas->flow;
  const struct sm_box one = {{0, 0, 0}, {1, 1, 1}};
  for (int side = 0; side < SM_SIDES; side++) {
    if (!is_open(gas, side)) continue;
    const struct sm_compressible_boundary_rule rule = rule_of(gas, 0, side);
    const double rate = is_relaxed(gas, side / 2);
    double *fall = gas->sides + side, *mean = gas->sides + SM_SIDES + side;
    const struct sm_time_integral grow = {.total = fall,
                                          .number = mean,
                                          .clock = flow->clock,
                                          .weight = rule.released * rate},
                                  decay = {.total = fall,
                                           .number = fall,
                                           .clock = flow->clock,
                                           .weight = -decay_ratio * rate};
    find_overpressure(gas, side, &rule, mean);
    if (meets_open_side(gas, side))
      flow->device->backend->time_integral(flow->device, &one, &decay);
    flow->device->backend->time_integral(flow->device, &one, &grow);
  }
}
