/* boundaries.c - kinds of the sides of a flow, ghosts, outflow and its balance. */
#include "physics/flow/boundary/boundaries.h"

#include "physics/flow/share.h"
#include <math.h>

enum { GHOSTS = SM_FLOW_GHOSTS };

/* --- which kind --- */

/* Share of the speed below which air moves along a side. In a nest the wind of the coarser run is
 * prescribed there too, unless most of it leaves. */
static const double along = 0.02, along_nest = 0.2;

void sm_flow_boundary_mean(const struct sm_domain *domain, const struct sm_host_wind *wind,
                           int side, double *out, double *speed) {
  const int d = side / 2, high = side % 2;
  int p, q, at[3];
  sm_flow_plane_axes(d, &p, &q);
  double area = 0, through = 0, all = 0;
  const struct sm_axis *axis = domain->grid.axis;
  at[d] = high ? axis[d].n - 1 : 0;
  for (at[q] = 0; at[q] < axis[q].n; at[q]++)
    for (at[p] = 0; at[p] < axis[p].n; at[p]++) {
      if ((sm_domain_cell_bits(domain, at[0], at[1], at[2]) >> side & 1u) == 0) continue;
      const double a = axis[p].width[at[p]] * axis[q].width[at[q]];
      const ptrdiff_t c = at[0] + at[1] * wind->sy + at[2] * wind->sz;
      const ptrdiff_t face = c + (high ? (d == 0 ? 1 : d == 1 ? wind->sy : wind->sz) : 0);
      area += a;
      through += a * wind->u[d][face];
      all += a * hypot(wind->u[0][c], wind->u[1][c]);
    }
  *out = area > 0 ? (high ? through : -through) / area : 0;
  *speed = area > 0 ? all / area : 0;
}

double sm_flow_layer_wind(const struct sm_domain *domain, const struct sm_host_wind *wind, int d,
                          int k) {
  const struct sm_axis *axis = domain->grid.axis;
  double sum = 0, area = 0;
  for (int j = 0; j < axis[1].n; j++)
    for (int i = 0; i < axis[0].n; i++) {
      if ((sm_domain_cell_bits(domain, i, j, k) & SM_OPEN_ALL) == 0) continue;
      const double a = axis[0].width[i] * axis[1].width[j];
      sum += a * wind->u[d][i + j * wind->sy + k * wind->sz];
      area += a;
    }
  return area > 0 ? sum / area : 0;
}

/* Kind of a side from the weather wind: slip where the air moves along the side. */
static enum sm_boundary_kind boundary_by_wind(const struct sm_domain *domain,
                                              const struct sm_host_wind *wind, int side) {
  double out, speed;
  if (wind->u[0] == NULL) return SM_BOUNDARY_INFLOW;
  sm_flow_boundary_mean(domain, wind, side, &out, &speed);
  if (fabs(out) <= along * speed) return SM_BOUNDARY_SLIP;
  return out > 0 ? SM_BOUNDARY_OUTFLOW : SM_BOUNDARY_INFLOW;
}

void sm_flow_kinds_by_wind(const struct sm_case *c, const struct sm_domain *domain,
                           const double out[SM_SIDES], const double speed[SM_SIDES],
                           enum sm_boundary_kind kind[SM_SIDES]) {
  const double share = domain->nest != NULL ? along_nest : along;
  int most = -1;
  bool leaves = false;
  for (int side = 0; side < SM_SIDES; side++) {
    if (c->flow.boundary[side].kind == SM_BOUNDARY_WEATHER && domain->grid.axis[side / 2].n == 1) {
      kind[side] = SM_BOUNDARY_SLIP; /* nothing changes along the axis */
    } else if (c->flow.boundary[side].kind == SM_BOUNDARY_WEATHER) {
      kind[side] = out[side] > share * speed[side] ? SM_BOUNDARY_OUTFLOW : SM_BOUNDARY_INFLOW;
      if (most < 0 || out[side] > out[most]) most = side;
    }
    leaves |= kind[side] == SM_BOUNDARY_OUTFLOW;
  }
  if (!leaves && most >= 0) kind[most] = SM_BOUNDARY_OUTFLOW;
}

static void kinds_of_start(const struct sm_case *c, const struct sm_domain *domain,
                           const struct sm_host_wind *wind, enum sm_boundary_kind kind[SM_SIDES]) {
  double out[SM_SIDES] = {0}, speed[SM_SIDES] = {0};
  for (int side = 0; side < SM_SIDES && wind->u[0] != NULL; side++)
    sm_flow_boundary_mean(domain, wind, side, &out[side], &speed[side]);
  sm_flow_kinds_by_wind(c, domain, out, speed, kind);
}

enum sm_status sm_flow_boundaries_find(struct sm_context *ctx, const struct sm_case *c,
                                       const struct sm_domain *domain,
                                       const struct sm_host_wind *weather,
                                       struct sm_flow_boundaries *out) {
  *out = (struct sm_flow_boundaries){.out_area = 0};
  for (int side = 0; side < SM_SIDES; side++) {
    const struct sm_case_boundary *from = &c->flow.boundary[side];
    enum sm_boundary_kind kind = from->kind;
    if (kind == SM_BOUNDARY_WEATHER)
      kind = weather != NULL ? boundary_by_wind(domain, weather, side) : SM_BOUNDARY_SLIP;
    out->kind[side] = kind;
    if (kind == SM_BOUNDARY_PERIODIC) out->periodic[side / 2] = true;
  }
  if (weather != NULL && domain->weather.forcing != NULL)
    kinds_of_start(c, domain, weather, out->kind);
  return sm_flow_check_cells(ctx, c, domain);
}

enum sm_status sm_flow_check_cells(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_domain *domain) {
  for (int d = 0; d < 3; d++) {
    const int n = domain->grid.axis[d].n;
    if (n <= GHOSTS && (n > 1 || d == 0))
      return sm_fail(ctx, SM_ERR_CASE,
                     "%s:%d: error: %d cell%s along %c: the solver of flows takes %sat least "
                     "%d",
                     c->path, c->domain.line, n, n == 1 ? "" : "s", 'x' + d,
                     d == 0 ? "" : "1, which means that nothing changes along it, or ", GHOSTS + 1);
  }
  return SM_OK;
}

/* --- rules --- */

/* Ghost rule of velocity component `component` at a side. */
static struct sm_ghost_rule rule_of(const struct sm_case *c, const struct sm_flow *flow, int side,
                                    int component) {
  const int d = side / 2, n = flow->layout.n[d], up = side % 2 ? 1 : -1;
  const bool across = component == d;
  const int first = up < 0 ? -1 : across ? n + 1 : n;   /* first ghost */
  const int inside = up < 0 ? (across ? 1 : 0) : n - 1; /* mirror image of `first` */
  const int last = up < 0 ? 0 : across ? n : n - 1;     /* outermost known element */
  struct sm_ghost_rule rule = {
      .to = first, .turn = up, .from = inside, .follow = -up, .sign = across ? -1 : 1};
  switch (flow->sides.kind[side]) {
  case SM_BOUNDARY_PERIODIC:
    rule.to = up < 0 ? -1 : n;
    rule.from = up < 0 ? n - 1 : 0;
    rule.follow = up;
    rule.sign = 1;
    break;
  case SM_BOUNDARY_WALL:
    if (!across && c->flow.boundary[side].law == SM_WALL_NO_SLIP) rule.sign = -1;
    break;
  case SM_BOUNDARY_INFLOW: /* the face on the side is set too; tangential components are prescribed
                              as a mean with the ghost */
    if (!across) {
      rule.sign = -1;
      break;
    }
    rule.to = last;
    rule.follow = 0;
    rule.sign = 0;
    break;
  case SM_BOUNDARY_OUTFLOW:
    rule.from = last;
    rule.follow = 0;
    rule.sign = 1;
    break;
  default: break;
  }
  return rule;
}

static void make_rules(const struct sm_case *c, struct sm_flow *flow, int wind, int d) {
  struct sm_ghosts *ghosts = &flow->ghosts[wind][d];
  int p, q, count = 0;
  sm_flow_plane_axes(d, &p, &q);
  ghosts->step = flow->layout.step[d];
  ghosts->step_p = flow->layout.step[p];
  ghosts->step_q = flow->layout.step[q];
  for (int side = 2 * d; side < 2 * d + 2; side++)
    for (int component = 0; component < 3; component++) {
      struct sm_ghost_rule *rule = &ghosts->rule[count++];
      *rule = rule_of(c, flow, side, component);
      rule->field = flow->u[wind][component];
      rule->plane_p = 1;
      rule->plane_q = flow->layout.n[p] + SM_FLOW_PLANE_GHOSTS;
      if (flow->sides.kind[side] == SM_BOUNDARY_INFLOW ||
          flow->sides.kind[side] == SM_BOUNDARY_WALL)
        rule->plane = sm_flow_plane_at(flow, side, component);
    }
}

/* Applies `rules` ghost rules of axis d. */
static void run_rules(const struct sm_flow *flow, int d, int rules, const struct sm_ghosts *args) {
  int p, q;
  sm_flow_plane_axes(d, &p, &q);
  struct sm_box box = {{0, 0, 0}, {0, 0, GHOSTS * rules}};
  const int other[2] = {p, q};
  for (int e = 0; e < 2; e++) {
    const int n = flow->layout.n[other[e]];
    const bool beyond = other[e] < d && n > 1; /* axes whose ghosts are already filled */
    box.lo[e] = beyond ? -GHOSTS : 0;
    box.hi[e] = n == 1 ? 1 : beyond ? n + GHOSTS + 1 : n + 1;
  }
  flow->device->backend->ghosts(flow->device, &box, args);
}

void sm_flow_ghosts(const struct sm_flow *flow, int wind) {
  sm_flow_exchange(flow, flow->u[wind], 3);
  for (int d = 0; d < 3; d++)
    if (flow->layout.n[d] > 1) run_rules(flow, d, SM_GHOST_RULES, &flow->ghosts[wind][d]);
}

void sm_flow_component_ghosts(const struct sm_flow *flow, int wind, int component) {
  sm_flow_exchange(flow, &flow->u[wind][component], 1);
  for (int d = 0; d < 3; d++) {
    struct sm_ghosts args = flow->ghosts[wind][d];
    args.rule[0] = args.rule[component];
    args.rule[1] = args.rule[3 + component];
    if (flow->layout.n[d] > 1) run_rules(flow, d, 2, &args);
  }
}

void sm_flow_cell_ghosts(const struct sm_flow *flow, union sm_reals field) {
  sm_flow_exchange(flow, &field, 1);
  for (int d = 0; d < 3; d++) {
    const int n = flow->layout.n[d];
    int p, q;
    sm_flow_plane_axes(d, &p, &q);
    if (n == 1) continue;
    struct sm_ghosts args = {.step = flow->layout.step[d],
                             .step_p = flow->layout.step[p],
                             .step_q = flow->layout.step[q]};
    for (int high = 0; high < 2; high++) {
      const int up = high ? 1 : -1, first = high ? n : -1, last = high ? n - 1 : 0;
      const bool joined = flow->sides.periodic[d];
      args.rule[high] = (struct sm_ghost_rule){.field = field,
                                               .to = first,
                                               .turn = up,
                                               .from = joined ? n - 1 - last : last,
                                               .follow = joined ? up : -up,
                                               .sign = 1};
    }
    run_rules(flow, d, 2, &args);
  }
}

/* --- through the sides --- */

static struct sm_flow_boundary side_of(const struct sm_flow *flow, int side, int wind,
                                       struct sm_box *box) {
  const int d = side / 2, high = side % 2, *n = flow->layout.n;
  const ptrdiff_t face = high ? n[d] * flow->layout.step[d] : 0;
  int p, q;
  sm_flow_plane_axes(d, &p, &q);
  *box = (struct sm_box){{0, 0, 0}, {n[p], n[q], 1}};
  return (struct sm_flow_boundary){.step_p = flow->layout.step[p],
                                   .step_q = flow->layout.step[q],
                                   .per_width_p = flow->metric.per_width[p],
                                   .per_width_q = flow->metric.per_width[q],
                                   .u = sm_flow_offset(flow, flow->u[wind][d], face),
                                   .faces = flow->faces + face - (high ? flow->layout.step[d] : 0),
                                   .sign = high ? 1 : -1};
}

static int outflows(const struct sm_flow *flow) {
  int bits = 0;
  for (int side = 0; side < SM_SIDES; side++)
    if (flow->sides.kind[side] == SM_BOUNDARY_OUTFLOW && flow->layout.n[side / 2] > 1)
      bits |= 1 << side;
  return bits;
}

/* Sets the faces on a side to the velocity of the next ones inside, times `sign`, plus a plane. */
static void set_normal(const struct sm_flow *flow, int side, int wind, double sign,
                       union sm_reals plane) {
  const int d = side / 2, n = flow->layout.n[d], high = side % 2;
  int p, q;
  sm_flow_plane_axes(d, &p, &q);
  struct sm_ghosts args = {
      .step = flow->layout.step[d], .step_p = flow->layout.step[p], .step_q = flow->layout.step[q]};
  args.rule[0] = (struct sm_ghost_rule){.field = flow->u[wind][d],
                                        .to = high ? n : 0,
                                        .turn = high ? 1 : -1,
                                        .from = high ? n - 1 : 1,
                                        .sign = sign,
                                        .plane = plane,
                                        .plane_p = 1,
                                        .plane_q = flow->layout.n[p] + SM_FLOW_PLANE_GHOSTS};
  const struct sm_box box = {{0, 0, 0}, {flow->layout.n[p], flow->layout.n[q], 1}};
  flow->device->backend->ghosts(flow->device, &box, &args);
}

void sm_flow_outflow(const struct sm_flow *flow, int from, int now, int to, double share) {
  const int sides = outflows(flow);
  for (int side = 0; side < SM_SIDES; side++) {
    if ((sides >> side & 1) == 0) continue;
    if (flow->domain->nest != NULL && sm_flow_weather_has(flow, side)) {
      /* wakes that cross it grow with a convective outflow */
      set_normal(flow, side, to, 0, sm_flow_plane_at(flow, side, side / 2));
      continue;
    }
    const int d = side / 2, high = side % 2, n = flow->layout.n[d];
    const ptrdiff_t step = flow->layout.step[d], face = high ? n * step : 0;
    struct sm_box box;
    const struct sm_outflow outflow = {.side = side_of(flow, side, now, &box),
                                       .from = sm_flow_offset(flow, flow->u[from][d], face),
                                       .to = sm_flow_offset(flow, flow->u[to][d], face),
                                       .inwards = high ? -step : step,
                                       .per_width =
                                           1 / flow->domain->grid.axis[d].width[high ? n - 1 : 0],
                                       .flux = flow->outflow,
                                       .sides = sides,
                                       .per_area = 1 / flow->sides.out_area,
                                       .clock = flow->clock,
                                       .share = share};
    flow->device->backend->outflow(flow->device, &box, &outflow);
  }
}

void sm_flow_outflow_gradient(const struct sm_flow *flow, int wind, int axis) {
  for (int side = 2 * axis; side < 2 * axis + 2; side++)
    if (outflows(flow) >> side & 1) set_normal(flow, side, wind, 1, (union sm_reals){.f32 = NULL});
}

static void measure(const struct sm_flow *flow, int wind) {
  for (int side = 0; side < SM_SIDES; side++) {
    const enum sm_boundary_kind kind = flow->sides.kind[side];
    const bool is_open = kind == SM_BOUNDARY_INFLOW || kind == SM_BOUNDARY_OUTFLOW;
    if (!is_open || flow->layout.n[side / 2] == 1) continue;
    struct sm_box box;
    const struct sm_flow_boundary s = side_of(flow, side, wind, &box);
    const struct sm_flow_layers face = {flow->u[wind][side / 2], 0, 1};
    const struct sm_rows *rows = sm_flow_begin_side_sum(flow, side, &face, 1, &box);
    flow->device->backend->boundary_flux(flow->device, &box, &s, &flow->outflow[side]);
    sm_flow_end_side_sum(flow, side, rows, &flow->outflow[side]);
  }
}

void sm_flow_balance(const struct sm_flow *flow, int wind) {
  const int sides = outflows(flow);
  if (sides == 0) return;
  measure(flow, wind);
  for (int side = 0; side < SM_SIDES; side++) {
    if ((sides >> side & 1) == 0) continue;
    struct sm_box box;
    const struct sm_flow_boundary s = side_of(flow, side, wind, &box);
    const struct sm_outflow_correction args = {s, flow->outflow, 1 / flow->sides.out_area};
    flow->device->backend->outflow_correction(flow->device, &box, &args);
  }
}

enum sm_status sm_flow_open_faces(struct sm_context *ctx, const struct sm_flow *flow,
                                  uint8_t **out) {
  const struct sm_domain *domain = flow->domain;
  const int *n = flow->layout.n;
  SM_TRY(sm_alloc(ctx, (size_t)sm_grid_cells(&domain->grid), 1, "open faces", out));
#pragma omp parallel for schedule(static)
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) {
        const int at[3] = {i, j, k};
        unsigned byte = sm_domain_cell_bits(domain, i, j, k) & SM_OPEN_ALL;
        for (int side = 0; side < SM_SIDES && byte != 0; side++) {
          const int d = side / 2;
          if (at[d] != (side % 2 ? n[d] - 1 : 0)) continue;
          int other[3] = {i, j, k};
          other[d] = side % 2 ? 0 : n[d] - 1;
          const bool joined =
              flow->sides.periodic[d] && n[d] > 1 &&
              (sm_domain_cell_bits(domain, other[0], other[1], other[2]) & SM_OPEN_ALL) != 0;
          byte = joined ? byte | 1u << side : byte & ~(1u << side);
        }
        (*out)[i + n[0] * (j + (int64_t)n[1] * k)] = (uint8_t)byte;
      }
  return SM_OK;
}

/* Open area of the outflow sides, m2. */
static double area_of_outflows(const struct sm_flow *flow) {
  const struct sm_axis *axis = flow->domain->grid.axis;
  double area = 0;
  for (int side = 0; side < SM_SIDES; side++) {
    if ((outflows(flow) >> side & 1) == 0) continue;
    int d = side / 2, p, q, at[3];
    sm_flow_plane_axes(d, &p, &q);
    at[d] = side % 2 ? axis[d].n - 1 : 0;
    for (at[q] = 0; at[q] < axis[q].n; at[q]++)
      for (at[p] = 0; at[p] < axis[p].n; at[p]++)
        if ((sm_domain_cell_bits(flow->domain, at[0], at[1], at[2]) & SM_OPEN_ALL) != 0)
          area += axis[p].width[at[p]] * axis[q].width[at[q]];
  }
  return area;
}

void sm_flow_boundaries_turn(const struct sm_case *c, struct sm_flow *flow) {
  flow->sides.out_area = area_of_outflows(flow);
  for (int m = 0; m < flow->winds; m++)
    for (int d = 0; d < 3; d++) make_rules(c, flow, m, d);
}

enum sm_status sm_flow_boundaries_make(struct sm_context *ctx, const struct sm_case *c,
                                       struct sm_flow *flow, const struct sm_host_wind *weather) {
  SM_TRY(sm_flow_prescribed_make(ctx, c, flow, weather));
  for (int d = 0; d < 2; d++) {
    if (c->flow.geostrophic_weather && weather != NULL && weather->u[0] != NULL)
      flow->geostrophic[d] = sm_flow_layer_wind(flow->domain, weather, d, flow->layout.n[2] - 1);
    if (!isnan(c->flow.geostrophic[d])) flow->geostrophic[d] = c->flow.geostrophic[d];
  }
  sm_flow_boundaries_turn(c, flow);
  return SM_OK;
}
