#include "physics/flow_sides.h"

#include "case/expression.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { GHOSTS = SM_FLOW_GHOSTS, AROUND = 2 * SM_FLOW_GHOSTS + 1 };

static const char *const side_name[SM_SIDES] = {"west", "east", "south", "north", "bottom", "top"};

/* The axes of a side's plane. */
static void plane_axes(int d, int *p, int *q) {
  *p = d == 0 ? 1 : 0;
  *q = d == 2 ? 1 : 2;
}

/* --- which kind --- */

/* Mean of the wind out of the domain over the open faces of a side, and its mean speed (m/s). */
static void mean_through(const struct sm_domain *domain, const struct sm_host_wind *wind, int side,
                         double *out, double *speed) {
  const int d = side / 2, high = side % 2;
  int p, q, at[3];
  plane_axes(d, &p, &q);
  double area = 0, through = 0, all = 0;
  const struct sm_axis *axis = domain->grid.axis;
  at[d] = high ? axis[d].n - 1 : 0;
  for (at[q] = 0; at[q] < axis[q].n; at[q]++)
    for (at[p] = 0; at[p] < axis[p].n; at[p]++) {
      if ((sm_domain_byte(domain, at[0], at[1], at[2]) >> side & 1u) == 0) continue;
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

/* Air that goes by a side neither comes in nor leaves. */
static enum sm_side_kind kind_of_weather(const struct sm_domain *domain,
                                         const struct sm_host_wind *wind, int side) {
  const double along = 0.02;
  double out, speed;
  mean_through(domain, wind, side, &out, &speed);
  if (fabs(out) <= along * speed) return SM_SIDE_SLIP;
  return out > 0 ? SM_SIDE_OUTFLOW : SM_SIDE_INFLOW;
}

enum sm_status sm_flow_sides_find(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_domain *domain,
                                  const struct sm_host_wind *weather, struct sm_flow_sides *out) {
  *out = (struct sm_flow_sides){.out_area = 0};
  for (int side = 0; side < SM_SIDES; side++) {
    const struct sm_case_side *from = &c->flow.side[side];
    enum sm_side_kind kind = from->kind;
    if (kind == SM_SIDE_WEATHER)
      kind = weather != NULL ? kind_of_weather(domain, weather, side) : SM_SIDE_SLIP;
    out->kind[side] = kind;
    if (kind == SM_SIDE_PERIODIC) out->periodic[side / 2] = true;
    if (kind == SM_SIDE_INFLOW && (from->turbulence > 0 || !isnan(from->recycle)))
      return sm_fail(ctx, SM_ERR_CASE,
                     "%s:%d: error: air that flows in cannot have turbulence yet\n"
                     "help: leave out 'turbulence' and 'recycle' of the %s side",
                     c->path, from->line, side_name[side]);
  }
  for (int d = 0; d < 3; d++) {
    const int n = domain->grid.axis[d].n;
    if (n <= GHOSTS && (n > 1 || d == 0))
      return sm_fail(ctx, SM_ERR_CASE,
                     "%s:%d: error: %d cell%s along %c: the incompressible solver takes %sat least "
                     "%d",
                     c->path, c->domain.line, n, n == 1 ? "" : "s", 'x' + d,
                     d == 0 ? "" : "1, which means that nothing changes along it, or ", GHOSTS + 1);
  }
  return SM_OK;
}

/* --- values on planes --- */

void sm_flow_positions(const struct sm_flow *flow, double margin, int d, int e, double *out) {
  const struct sm_axis *axis = &flow->domain->grid.axis[e];
  const int last = d == e ? axis->n : axis->n - 1;
  for (int i = -GHOSTS; i <= axis->n + GHOSTS; i++) {
    const int m = i < 0 ? 0 : i > last ? last : i;
    out[i + GHOSTS] = (d == e ? axis->face[m] : axis->centre[m]) - (e < 2 ? margin : 0);
  }
}

/* Component d on the plane of a side, for all p, q from -GHOSTS to n + GHOSTS. */
static enum sm_status evaluate(struct sm_context *ctx, const struct sm_case *c,
                               const struct sm_flow *flow, int side, int component, double *out) {
  const int d = side / 2, *n = flow->layout.n;
  struct sm_expression_box box;
  double *lines[3] = {NULL, NULL, NULL};
  enum sm_status status = SM_OK;
  for (int e = 0; e < 3 && status == SM_OK; e++) {
    box.count[e] = (size_t)n[e] + AROUND;
    status = sm_alloc(ctx, box.count[e], sizeof **lines, "positions", &lines[e]);
    if (status != SM_OK) break;
    sm_flow_positions(flow, c->domain.margin, component, e, lines[e]);
    if (e == d) {
      const struct sm_axis *axis = &flow->domain->grid.axis[d];
      lines[e][0] = axis->face[side % 2 ? axis->n : 0] - (d < 2 ? c->domain.margin : 0);
      box.count[e] = 1;
    }
    box.axis[e] = lines[e];
  }
  if (status == SM_OK)
    status = sm_expression_on_box(ctx, c->path, &c->flow.side[side].velocity[component], &box, out);
  for (int e = 0; e < 3; e++) sm_free(lines[e]);
  return status;
}

/* The same from the diagnostic wind: at the side, or in the cells beside it. */
static void sample(const struct sm_flow *flow, const struct sm_host_wind *wind, int side,
                   int component, double *out) {
  const int d = side / 2, *n = flow->layout.n;
  int p, q, at[3];
  plane_axes(d, &p, &q);
  at[d] = side % 2 == 0 ? 0 : component == d ? n[d] : n[d] - 1;
  for (int b = -GHOSTS; b <= n[q] + GHOSTS; b++)
    for (int a = -GHOSTS; a <= n[p] + GHOSTS; a++) {
      const int last_p = component == p ? n[p] : n[p] - 1,
                last_q = component == q ? n[q] : n[q] - 1;
      at[p] = a < 0 ? 0 : a > last_p ? last_p : a;
      at[q] = b < 0 ? 0 : b > last_q ? last_q : b;
      *out++ = wind->u[component][at[0] + at[1] * wind->sy + at[2] * wind->sz];
    }
}

/* Nothing comes in through solids. */
static void close_plane(const struct sm_flow *flow, int side, double *plane) {
  const int d = side / 2, *n = flow->layout.n;
  int p, q, at[3];
  plane_axes(d, &p, &q);
  at[d] = side % 2 ? n[d] - 1 : 0;
  for (int b = -GHOSTS; b <= n[q] + GHOSTS; b++)
    for (int a = -GHOSTS; a <= n[p] + GHOSTS; a++, plane++) {
      at[p] = a < 0 ? 0 : a >= n[p] ? n[p] - 1 : a;
      at[q] = b < 0 ? 0 : b >= n[q] ? n[q] - 1 : b;
      if ((sm_domain_byte(flow->domain, at[0], at[1], at[2]) & SM_OPEN_ALL) == 0) *plane = 0;
    }
}

static size_t plane_size(const struct sm_flow *flow, int side) {
  int p, q;
  plane_axes(side / 2, &p, &q);
  return ((size_t)flow->layout.n[p] + AROUND) * ((size_t)flow->layout.n[q] + AROUND);
}

/* The value at p = q = 0. */
static ptrdiff_t plane_origin(const struct sm_flow *flow, int side) {
  int p, q;
  plane_axes(side / 2, &p, &q);
  return GHOSTS + (ptrdiff_t)GHOSTS * (flow->layout.n[p] + AROUND);
}

static enum sm_status make_plane(struct sm_context *ctx, const struct sm_case *c,
                                 struct sm_flow *flow, const struct sm_host_wind *weather, int side,
                                 int component) {
  const struct sm_case_side *from = &c->flow.side[side];
  const enum sm_side_kind kind = flow->sides.kind[side];
  const size_t size = plane_size(flow, side);
  double *host = NULL;
  SM_TRY(sm_alloc(ctx, size, sizeof *host, "a side", &host));
  enum sm_status status = SM_OK;
  if (sm_expression_given(&from->velocity[component])) {
    status = evaluate(ctx, c, flow, side, component, host);
  } else if (weather != NULL && kind == SM_SIDE_INFLOW) {
    sample(flow, weather, side, component, host);
  }
  if (kind == SM_SIDE_WALL) /* the mean of the air and what lies beyond is the wall's velocity */
    for (size_t i = 0; i < size; i++) host[i] *= 2;
  if (kind == SM_SIDE_INFLOW && component == side / 2) close_plane(flow, side, host);
  union sm_reals *plane = &flow->plane[side][component];
  if (status == SM_OK)
    status = sm_device_allocate(ctx, flow->device, size, flow->device->bits == 64 ? 8 : 4, "a side",
                                &plane->f32);
  if (status == SM_OK) status = sm_flow_put(ctx, flow, host, size, *plane);
  sm_free(host);
  return status;
}

static bool needs_plane(const struct sm_case *c, const struct sm_flow *flow, int side,
                        int component) {
  if (flow->layout.n[side / 2] == 1) return false;
  if (flow->sides.kind[side] == SM_SIDE_INFLOW) return true;
  return flow->sides.kind[side] == SM_SIDE_WALL &&
         sm_expression_given(&c->flow.side[side].velocity[component]) && component != side / 2;
}

/* --- rules --- */

/* Of component `component`, at a side. */
static struct sm_ghost_rule rule_of(const struct sm_case *c, const struct sm_flow *flow, int side,
                                    int component) {
  const int d = side / 2, n = flow->layout.n[d], up = side % 2 ? 1 : -1;
  const bool across = component == d;
  const int first = up < 0 ? -1 : across ? n + 1 : n;   /* beyond */
  const int inside = up < 0 ? (across ? 1 : 0) : n - 1; /* its mirror image */
  const int last = up < 0 ? 0 : across ? n : n - 1;     /* the nearest that is known */
  struct sm_ghost_rule rule = {
      .to = first, .turn = up, .from = inside, .follow = -up, .sign = across ? -1 : 1};
  switch (flow->sides.kind[side]) {
  case SM_SIDE_PERIODIC:
    rule.to = up < 0 ? -1 : n;
    rule.from = up < 0 ? n - 1 : 0;
    rule.follow = up;
    rule.sign = 1;
    break;
  case SM_SIDE_WALL:
    if (!across && c->flow.side[side].law == SM_WALL_NO_SLIP) rule.sign = -1;
    break;
  case SM_SIDE_INFLOW: /* the face of the side too */
    if (across) rule.to = last;
    rule.from = last;
    rule.follow = 0;
    rule.sign = 0;
    break;
  case SM_SIDE_OUTFLOW:
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
  plane_axes(d, &p, &q);
  ghosts->step = flow->layout.step[d];
  ghosts->step_p = flow->layout.step[p];
  ghosts->step_q = flow->layout.step[q];
  for (int side = 2 * d; side < 2 * d + 2; side++)
    for (int component = 0; component < 3; component++) {
      struct sm_ghost_rule *rule = &ghosts->rule[count++];
      *rule = rule_of(c, flow, side, component);
      rule->field = flow->u[wind][component];
      rule->plane_p = 1;
      rule->plane_q = flow->layout.n[p] + AROUND;
      if (flow->plane[side][component].f32 != NULL)
        rule->plane = sm_flow_offset(flow, flow->plane[side][component], plane_origin(flow, side));
    }
}

/* Rules of an axis: so many planes beyond the sides, and rules. */
static void run_rules(const struct sm_flow *flow, int d, int rules, const struct sm_ghosts *args) {
  int p, q;
  plane_axes(d, &p, &q);
  struct sm_box box = {{0, 0, 0}, {0, 0, GHOSTS * rules}};
  const int other[2] = {p, q};
  for (int e = 0; e < 2; e++) {
    const int n = flow->layout.n[other[e]];
    const bool beyond = other[e] < d && n > 1; /* sides of which have been done */
    box.lo[e] = beyond ? -GHOSTS : 0;
    box.hi[e] = n == 1 ? 1 : beyond ? n + GHOSTS + 1 : n + 1;
  }
  flow->device->backend->ghosts(flow->device, &box, args);
}

void sm_flow_ghosts(const struct sm_flow *flow, int wind) {
  for (int d = 0; d < 3; d++)
    if (flow->layout.n[d] > 1) run_rules(flow, d, SM_GHOST_RULES, &flow->ghosts[wind][d]);
}

void sm_flow_cell_ghosts(const struct sm_flow *flow, union sm_reals field) {
  for (int d = 0; d < 3; d++) {
    const int n = flow->layout.n[d];
    int p, q;
    plane_axes(d, &p, &q);
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

static struct sm_flow_side side_of(const struct sm_flow *flow, int side, int wind,
                                   struct sm_box *box) {
  const int d = side / 2, high = side % 2, *n = flow->layout.n;
  const ptrdiff_t face = high ? n[d] * flow->layout.step[d] : 0;
  int p, q;
  plane_axes(d, &p, &q);
  *box = (struct sm_box){{0, 0, 0}, {n[p], n[q], 1}};
  return (struct sm_flow_side){.step_p = flow->layout.step[p],
                               .step_q = flow->layout.step[q],
                               .per_width_p = flow->metric.per_width[p],
                               .per_width_q = flow->metric.per_width[q],
                               .u = sm_flow_offset(flow, flow->u[wind][d], face),
                               .closed = flow->closed + face - (high ? flow->layout.step[d] : 0),
                               .sign = high ? 1 : -1};
}

static int outflows(const struct sm_flow *flow) {
  int bits = 0;
  for (int side = 0; side < SM_SIDES; side++)
    if (flow->sides.kind[side] == SM_SIDE_OUTFLOW && flow->layout.n[side / 2] > 1)
      bits |= 1 << side;
  return bits;
}

void sm_flow_outflow(const struct sm_flow *flow, int from, int now, int to, double share) {
  const int sides = outflows(flow);
  for (int side = 0; side < SM_SIDES; side++) {
    if ((sides >> side & 1) == 0) continue;
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

static void measure(const struct sm_flow *flow, int wind) {
  for (int side = 0; side < SM_SIDES; side++) {
    const enum sm_side_kind kind = flow->sides.kind[side];
    if (kind != SM_SIDE_INFLOW && kind != SM_SIDE_OUTFLOW) continue;
    if (flow->layout.n[side / 2] == 1) continue;
    struct sm_box box;
    const struct sm_flow_side s = side_of(flow, side, wind, &box);
    flow->device->backend->side_flux(flow->device, &box, &s, &flow->outflow[side]);
  }
}

void sm_flow_balance(const struct sm_flow *flow, int wind) {
  const int sides = outflows(flow);
  if (sides == 0) return;
  measure(flow, wind);
  for (int side = 0; side < SM_SIDES; side++) {
    if ((sides >> side & 1) == 0) continue;
    struct sm_box box;
    const struct sm_balance balance = {side_of(flow, side, wind, &box), flow->outflow,
                                       1 / flow->sides.out_area};
    flow->device->backend->balance(flow->device, &box, &balance);
  }
}

enum sm_status sm_flow_check_balance(struct sm_context *ctx, const struct sm_case *c,
                                     const struct sm_flow *flow, int wind) {
  const double round_off = 1e-5;
  double flux[SM_SIDES], in = 0, out = 0;
  measure(flow, wind);
  SM_TRY(sm_device_download(ctx, flow->device, flux, flow->outflow, sizeof flux));
  for (int side = 0; side < SM_SIDES; side++) {
    if (flux[side] < 0) in -= flux[side];
    if (flux[side] > 0) out += flux[side];
  }
  if (outflows(flow) != 0 || fabs(in - out) <= round_off * (in + out)) return SM_OK;
  char which[64] = "";
  for (int side = 0; side < SM_SIDES; side++)
    if (flow->sides.kind[side] == SM_SIDE_INFLOW)
      snprintf(which + strlen(which), sizeof which - strlen(which), "%s%s", which[0] ? ", " : "",
               side_name[side]);
  return sm_fail(ctx, SM_ERR_CASE,
                 "%s:%d: error: %.6g m3/s flow in and %.6g m3/s out (%s), %.6g m3/s more in than "
                 "out, and no side is an outflow\n"
                 "help: give a side kind = \"outflow\"",
                 c->path, c->flow.line, in, out, which, in - out);
}

enum sm_status sm_flow_open_faces(struct sm_context *ctx, const struct sm_flow *flow,
                                  uint8_t **out) {
  const struct sm_domain *domain = flow->domain;
  const int *n = flow->layout.n;
  SM_TRY(sm_alloc(ctx, (size_t)sm_grid_cells(&domain->grid), 1, "open faces", out));
  uint8_t *open = *out;
#pragma omp parallel for schedule(static)
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) {
        const int at[3] = {i, j, k};
        unsigned byte = sm_domain_byte(domain, i, j, k) & SM_OPEN_ALL;
        for (int side = 0; side < SM_SIDES && byte != 0; side++) {
          const int d = side / 2;
          if (at[d] != (side % 2 ? n[d] - 1 : 0)) continue;
          int other[3] = {i, j, k};
          other[d] = side % 2 ? 0 : n[d] - 1;
          const bool joined =
              flow->sides.periodic[d] && n[d] > 1 &&
              (sm_domain_byte(domain, other[0], other[1], other[2]) & SM_OPEN_ALL) != 0;
          byte = joined ? byte | 1u << side : byte & ~(1u << side);
        }
        open[i + n[0] * (j + (int64_t)n[1] * k)] = (uint8_t)byte;
      }
  return SM_OK;
}

enum sm_status sm_flow_sides_make(struct sm_context *ctx, const struct sm_case *c,
                                  struct sm_flow *flow, const struct sm_host_wind *weather) {
  const struct sm_axis *axis = flow->domain->grid.axis;
  for (int side = 0; side < SM_SIDES; side++) {
    for (int component = 0; component < 3; component++)
      if (needs_plane(c, flow, side, component))
        SM_TRY(make_plane(ctx, c, flow, weather, side, component));
    if ((outflows(flow) >> side & 1) == 0) continue;
    const int d = side / 2;
    int p, q, at[3];
    plane_axes(d, &p, &q);
    at[d] = side % 2 ? axis[d].n - 1 : 0;
    for (at[q] = 0; at[q] < axis[q].n; at[q]++)
      for (at[p] = 0; at[p] < axis[p].n; at[p]++)
        if ((sm_domain_byte(flow->domain, at[0], at[1], at[2]) & SM_OPEN_ALL) != 0)
          flow->sides.out_area += axis[p].width[at[p]] * axis[q].width[at[q]];
  }
  for (int m = 0; m < SM_FLOW_WINDS; m++)
    for (int d = 0; d < 3; d++) make_rules(c, flow, m, d);
  return SM_OK;
}

void sm_flow_sides_free(struct sm_flow *flow) {
  const size_t real = flow->device->bits == 64 ? 8 : 4;
  for (int side = 0; side < SM_SIDES; side++)
    for (int component = 0; component < 3; component++)
      sm_device_release(flow->device, flow->plane[side][component].f32, plane_size(flow, side),
                        real);
}
