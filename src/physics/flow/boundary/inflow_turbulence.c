/* physics/flow/boundary/inflow_turbulence.c - synthetic and recycled inflow turbulence of a flow:
 * setup per boundary, and calls of the kernels (docs/theory/incompressible-inflow.md). */
#include "physics/flow/boundary/boundaries.h"

#include "cell/momentum/inflow_turbulence.h"
#include "device/row_exchange.h"
#include "physics/flow/share.h"
#include <math.h>

enum { GHOSTS = SM_FLOW_GHOSTS, AROUND = SM_FLOW_PLANE_GHOSTS };

/* Filter half-width in integral length scales; averaging time of recycled turbulence in advection
 * times from the recycling plane to the boundary. */
static const double lengths_of_reach = 2, times_of_mean = 20;

/* --- shapes --- */

struct shape {
  int axis[2], n[2], wide[2]; /* plane: cells; elements */
  int reach[2];
  ptrdiff_t row, far; /* row length of the plane, and of the plane extended by the filter width */
  size_t size;        /* elements of the plane */
};

static struct shape shape_of(const struct sm_flow *flow, int side, const int reach[2]) {
  struct shape s;
  sm_flow_plane_axes(side / 2, &s.axis[0], &s.axis[1]);
  for (int e = 0; e < 2; e++) {
    s.n[e] = flow->layout.n[s.axis[e]];
    s.wide[e] = s.n[e] + AROUND;
    s.reach[e] = reach[e];
  }
  s.row = s.wide[0];
  s.far = s.wide[0] + 2 * reach[0];
  s.size = sm_flow_plane_size(flow, side);
  return s;
}

/* Grid spacing at element m - GHOSTS along an axis of a plane. */
static double width_of(const struct sm_flow *flow, int d, int m, int wrap) {
  const struct sm_axis *axis = &flow->domain->grid.axis[d];
  const int i = m - GHOSTS, last = axis->n - 1;
  if (wrap > 0) return axis->width[sm_inflow_place(i, wrap)];
  return axis->width[i < 0 ? 0 : i > last ? last : i];
}

/* --- filters --- */

/* Filter half-width along an axis in cells, and whether the axis is periodic. */
static void find_reach(const struct sm_flow *flow, int d, const double *length, size_t count,
                       struct sm_inflow_turbulence_side *g, int e) {
  const struct sm_axis *axis = &flow->domain->grid.axis[d];
  double least = axis->width[0], longest = 0;
  for (int i = 1; i < axis->n; i++) least = fmin(least, axis->width[i]);
  for (size_t m = 0; m < count; m++) longest = fmax(longest, length[m]);
  g->wrap[e] = axis->n == 1 || flow->sides.periodic[d] ? axis->n : 0;
  g->reach[e] = (int)fmin(ceil(lengths_of_reach * longest / least), 1e6);
  const int most = g->wrap[e] > 0 ? (axis->n - 1) / 2 : 4 * axis->n;
  if (g->reach[e] > most) g->reach[e] = most;
}

/* Row of the plane for row q of the first filter's output, which extends beyond the plane by the
 * width of the second filter. */
static int row_of(const struct shape *s, const struct sm_inflow_turbulence_side *g, int q) {
  const int row = q - s->reach[1], last = s->wide[1] - 1;
  if (g->wrap[1] > 0) return sm_inflow_place(row - GHOSTS, g->wrap[1]) + GHOSTS;
  return row < 0 ? 0 : row > last ? last : row;
}

/* Filter coefficients of all elements: along axis 0, on rows extended by the width of the second
 * filter, and along axis 1. */
static enum sm_status make_filters(struct sm_context *ctx, const struct sm_flow *flow,
                                   const struct shape *s, double *const length[3],
                                   struct sm_inflow_turbulence_side *g,
                                   struct sm_inflow_weights **host) {
  const int rows = s->wide[1] + 2 * s->reach[1];
  SM_TRY(sm_alloc(ctx, g->filters, sizeof **host, "filters of a side", host));
  struct sm_inflow_weights *to = *host;
  for (int e = 0; e < 2; e++)
    for (int q = 0; q < (e == 0 ? rows : s->wide[1]); q++)
      for (int p = 0; p < s->wide[0]; p++) {
        const int row = e == 0 ? row_of(s, g, q) : q;
        const double own = length[s->axis[e]][p + row * s->row];
        const double width = width_of(flow, s->axis[e], e == 0 ? p : q, g->wrap[e]);
        *to++ = sm_inflow_weights_of((float)(own / width), s->reach[e]);
      }
  return sm_flow_put(ctx, flow, *host, g->filters, sizeof **host, "filters of a side", &g->weights);
}

/* Strided line of numbers. */
struct line {
  double *at;
  ptrdiff_t step;
};

/* Adds to `to` the transpose of the filter along axis e, applied to `from`; `weights`: filter
 * coefficients with the same stride as `from`. */
static void scatter(const struct shape *s, const struct sm_inflow_turbulence_side *g, int e,
                    const struct sm_inflow_weights *weights, struct line from, struct line to) {
  const int first = GHOSTS + s->reach[e];
  for (int m = 0; m < s->wide[e]; m++) {
    const double value = from.at[m * from.step];
    const struct sm_inflow_weights own = weights[m * from.step];
    double weight = (double)own.scale;
    for (int k = 0; k <= s->reach[e] && fabs(value) > 0; k++) {
      for (int way = k == 0 ? 1 : -1; way <= 1; way += 2) {
        const int place = sm_inflow_place(m - GHOSTS + way * k, g->wrap[e]);
        to.at[(place + first) * to.step] += weight * value;
      }
      weight *= (double)own.ratio;
    }
  }
}

/* Variance of the weighted sum of the filtered random numbers of a plane. */
static enum sm_status sum_variance(struct sm_context *ctx, const struct shape *s,
                                   const struct sm_inflow_turbulence_side *g,
                                   const struct sm_inflow_weights *weights, const float *weight,
                                   double *out) {
  const int rows = s->wide[1] + 2 * s->reach[1];
  const size_t half = (size_t)s->row * (size_t)rows, all = (size_t)s->far * (size_t)rows;
  SM_SCOPED double *plane = NULL;
  double sum = 0;
  SM_TRY(sm_alloc(ctx, s->size + half + all, sizeof *plane, "filters of a side", &plane));
  double *const next = plane + s->size, *const last = next + half;
  for (size_t m = 0; m < s->size; m++) plane[m] = (double)weight[m];
#pragma omp parallel for schedule(static)
  for (int p = 0; p < s->wide[0]; p++)
    scatter(s, g, 1, weights + half + p, (struct line){plane + p, s->row},
            (struct line){next + p, s->row});
#pragma omp parallel for schedule(static)
  for (int q = 0; q < rows; q++)
    scatter(s, g, 0, weights + q * s->row, (struct line){next + q * s->row, 1},
            (struct line){last + q * s->far, 1});
  for (size_t m = 0; m < all; m++) sum += last[m] * last[m];
  *out = sum;
  return SM_OK;
}

/* --- what is given --- */

/* Prescribed mean velocity on the planes of a side, m/s. */
static enum sm_status load_mean(struct sm_context *ctx, const struct sm_flow *flow, int side,
                                struct sm_inflow_turbulence_side *g, double *mean[3]) {
  const size_t size = sm_flow_plane_size(flow, side);
  for (int d = 0; d < 3; d++) {
    SM_TRY(sm_alloc(ctx, size, sizeof **mean, "a side", &mean[d]));
    SM_TRY(sm_flow_download_array(ctx, flow, flow->plane[side][d], size, mean[d]));
    SM_TRY(sm_flow_reals(ctx, flow, size, "a side", &g->mean[d]));
    SM_TRY(sm_flow_upload_array(ctx, flow, mean[d], size, g->mean[d]));
    for (size_t m = 0; m < size && d != side / 2; m++)
      mean[d][m] *= 0.5; /* planes hold twice the tangential velocity (prescribed_velocity.c) */
  }
  return SM_OK;
}

/* Flux weights and decay rates of the elements, on the host: 2 planes. Returns the mean inflow
 * speed, m/s. */
static double find_weights(const struct sm_flow *flow, int side, const struct shape *s,
                           const struct sm_inflow_statistics *wanted, double *const mean[3],
                           float *out) {
  const struct sm_axis *axis = flow->domain->grid.axis;
  const int d = side / 2;
  const float *amplitude = wanted->amplitude + wanted->plane_of[d][d] * (ptrdiff_t)s->size;
  float *weight = out, *rate = out + s->size;
  double sum = 0, area = 0, through = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int b = 0; b < s->wide[1]; b++)
      for (int a = 0; a < s->wide[0]; a++) {
        const ptrdiff_t m = a + b * s->row;
        const int i = a - GHOSTS, j = b - GHOSTS;
        const bool inside = i >= 0 && i < s->n[0] && j >= 0 && j < s->n[1];
        const double speed =
            sqrt(mean[0][m] * mean[0][m] + mean[1][m] * mean[1][m] + mean[2][m] * mean[2][m]);
        rate[m] = (float)(speed / wanted->length[d][m]);
        if (!inside) continue;
        const double own = axis[s->axis[0]].width[i] * axis[s->axis[1]].width[j];
        if (pass == 1) weight[m] = sum > 0 ? (float)(own * (double)amplitude[m] / sum) : 0;
        if (pass == 1 || !sm_flow_boundary_is_open(flow, side, i, j)) continue;
        sum += own * (double)amplitude[m];
        area += own;
        through += own * fabs(mean[d][m]);
      }
  return area > 0 ? through / area : 0;
}

/* --- memory --- */

/* Allocates the float arrays in one block. */
static enum sm_status allocate_arrays(struct sm_context *ctx, const struct sm_flow *flow,
                                      const struct shape *s,
                                      const struct sm_inflow_statistics *wanted,
                                      struct sm_inflow_turbulence_side *g) {
  const size_t rows = (size_t)(s->wide[1] + 2 * s->reach[1]);
  const size_t drawn = (size_t)s->far * rows, half = (size_t)s->row * rows;
  const size_t kept = 5 + (size_t)wanted->planes;
  const size_t floats = kept * s->size + (g->made ? 3 * (drawn + half + s->size) : 0);
  float *next;
  g->filters = half + s->size;
  SM_TRY(sm_flow_put(ctx, flow, NULL, floats, sizeof *next, "inflow turbulence", &next));
  for (int d = 0; d < 3; d++, next += s->size) g->signal[d] = next;
  g->size = s->size;
  g->weight = next;
  g->rate = next + s->size;
  next += 2 * s->size;
  for (int d = 0; d < 3; d++)
    for (int e = 0; e < 3; e++)
      g->amplitude[d][e] =
          wanted->plane_of[d][e] < 0 ? NULL : next + wanted->plane_of[d][e] * (ptrdiff_t)s->size;
  next += (size_t)wanted->planes * s->size;
  if (!g->made) return SM_OK;
  for (int d = 0; d < 3; d++, next += s->size) g->fresh[d] = next;
  for (int d = 0; d < 3; d++, next += drawn) g->number[d] = next;
  for (int d = 0; d < 3; d++, next += half) g->half[d] = next;
  return SM_OK;
}

/* --- a side --- */

static enum sm_status make_random(struct sm_context *ctx, const struct sm_flow *flow,
                                  const struct shape *s, double *const length[3],
                                  const float *weight, struct sm_inflow_turbulence_side *g) {
  const double least = 0.25; /* lower limit, for length scales larger than the side */
  SM_SCOPED struct sm_inflow_weights *weights = NULL;
  double lost = 0;
  enum sm_status status = make_filters(ctx, flow, s, length, g, &weights);
  if (status == SM_OK) status = sum_variance(ctx, s, g, weights, weight, &lost);
  g->variance = fmax(1 - lost, least);
  return status;
}

/* Sets up the recycling plane inside the domain. */
static enum sm_status make_recycled(struct sm_context *ctx, const struct sm_flow *flow, int side,
                                    const struct shape *s, double distance, double speed,
                                    struct sm_inflow_turbulence_side *g) {
  const struct sm_axis *axis = &flow->domain->grid.axis[side / 2];
  const double at = side % 2 ? axis->face[axis->n] - distance : axis->face[0] + distance;
  g->cell = sm_axis_nearest(axis, at);
  g->face = g->cell + (at > axis->centre[g->cell] ? 1 : 0);
  if (g->face < 1) g->face = 1;
  if (g->face > axis->n - 1) g->face = axis->n - 1;
  g->time = speed > 0 ? times_of_mean * distance / speed : (double)INFINITY;
  g->variance = 1;
  for (int d = 0; d < 3; d++)
    SM_TRY(sm_flow_reals(ctx, flow, s->size, "a plane inside", &g->inside[d]));
  return SM_OK;
}

static enum sm_status make_side(struct sm_context *ctx, const struct sm_case *c,
                                const struct sm_flow *flow, int side,
                                struct sm_inflow_turbulence_side *g) {
  const double distance = c->flow.boundary[side].recycle;
  struct sm_inflow_statistics wanted = {.planes = 0};
  double *mean[3] = {NULL, NULL, NULL}, speed;
  float *planes = NULL;
  enum sm_status status = SM_OK;
  g->recycled = !isnan(distance);
  g->made = !g->recycled;
  SM_TRY_DONE(load_mean(ctx, flow, side, g, mean));
  SM_TRY_DONE(sm_inflow_statistics_find(ctx, c, flow, side, mean, &wanted));
  struct shape s = shape_of(flow, side, g->reach);
  for (int e = 0; e < 2 && g->made; e++)
    find_reach(flow, s.axis[e], wanted.length[s.axis[e]], s.size, g, e);
  s = shape_of(flow, side, g->reach);
  SM_TRY_DONE(allocate_arrays(ctx, flow, &s, &wanted, g));
  SM_TRY_DONE(sm_flow_put(ctx, flow, NULL, 1, sizeof *g->less, "inflow turbulence", &g->less));
  SM_TRY_DONE(sm_alloc(ctx, 2 * s.size, sizeof *planes, "inflow turbulence", &planes));
  speed = find_weights(flow, side, &s, &wanted, mean, planes);
  SM_TRY_DONE(sm_device_upload(ctx, flow->device, g->weight, planes, 2 * s.size * sizeof *planes));
  SM_TRY_DONE(sm_device_upload(ctx, flow->device, g->weight + 2 * s.size, wanted.amplitude,
                               (size_t)wanted.planes * s.size * sizeof *planes));
  if (g->made) {
    SM_TRY_DONE(make_random(ctx, flow, &s, wanted.length, planes, g));
  } else {
    SM_TRY_DONE(make_recycled(ctx, flow, side, &s, distance, speed, g));
  }
done:
  for (int d = 0; d < 3; d++) sm_free(mean[d]);
  sm_inflow_statistics_free(&wanted);
  sm_free(planes);
  return status;
}

enum sm_status sm_inflow_turbulence_make(struct sm_context *ctx, const struct sm_case *c,
                                         const struct sm_flow *flow,
                                         struct sm_inflow_turbulence *out) {
  *out = (struct sm_inflow_turbulence){.flow = flow};
  for (int side = 0; side < SM_SIDES; side++) {
    if (!sm_boundary_is_turbulent(&c->flow.boundary[side]) || flow->layout.n[side / 2] == 1)
      continue;
    const bool follows = sm_flow_weather_has(flow, side);
    if (flow->sides.kind[side] != SM_BOUNDARY_INFLOW && !follows) continue;
    SM_TRY(make_side(ctx, c, flow, side, &out->side[side]));
    if (follows) SM_TRY(sm_inflow_statistics_scale(ctx, c, flow, side, &out->side[side]));
  }
  return SM_OK;
}

/* --- a step --- */

static void draw_signal(const struct sm_flow *flow, int side, const struct shape *s,
                        const struct sm_inflow_turbulence_side *g, int64_t step) {
  const struct sm_backend *be = flow->device->backend;
  const int far = s->wide[1] + 2 * s->reach[1];
  const struct sm_box all = {{0, 0, 0}, {(int)s->far, far, 1}};
  const struct sm_box along = {{0, 0, 0}, {s->wide[0], far, 3}};
  const struct sm_box plane = {{0, 0, 0}, {s->wide[0], s->wide[1], 3}};
  struct sm_inflow_draw numbers = {.row = s->far, .step = (uint32_t)step, .side = (uint32_t)side};
  struct sm_inflow_filter first = {
      .from_row = s->far, .to_row = s->row, .axis = 0, .reach = s->reach[0], .weights = g->weights};
  struct sm_inflow_filter second = {.from_row = s->row,
                                    .to_row = s->row,
                                    .axis = 1,
                                    .reach = s->reach[1],
                                    .weights = g->weights + far * s->row};
  struct sm_inflow_correlate mix = {
      .rate = g->rate, .row = s->row, .begin = step == 0, .clock = flow->clock};
  for (int e = 0; e < 2; e++) {
    numbers.first[e] = -GHOSTS - s->reach[e];
    numbers.wrap[e] = g->wrap[e];
  }
  for (int d = 0; d < 3; d++) {
    numbers.number[d] = g->number[d];
    first.from[d] = g->number[d];
    first.to[d] = g->half[d];
    second.from[d] = g->half[d];
    second.to[d] = g->fresh[d];
    mix.fresh[d] = g->fresh[d];
    mix.signal[d] = g->signal[d];
  }
  be->inflow_draw(flow->device, &all, &numbers);
  be->inflow_filter(flow->device, &along, &first);
  be->inflow_filter(flow->device, &plane, &second);
  be->inflow_correlate(flow->device, &plane, &mix);
}

static void recycle(const struct sm_flow *flow, int side, const struct shape *s,
                    const struct sm_inflow_turbulence_side *g, int wind) {
  const struct sm_box plane = {{0, 0, 0}, {s->wide[0], s->wide[1], 1}};
  const ptrdiff_t *step = flow->layout.step, step_p = step[s->axis[0]], step_q = step[s->axis[1]];
  for (int d = 0; d < 3; d++) {
    const int at = d == side / 2 ? g->face : g->cell;
    sm_flow_gather_layers(flow, side / 2, at, 1, flow->u[wind][d]);
    const ptrdiff_t from = at * step[side / 2] - GHOSTS * (step_p + step_q);
    const struct sm_inflow_recycle args = {.u = sm_flow_offset(flow, flow->u[wind][d], from),
                                           .mean = g->inside[d],
                                           .signal = g->signal[d],
                                           .step_p = step_p,
                                           .step_q = step_q,
                                           .row = s->row,
                                           .time = g->time,
                                           .clock = flow->clock};
    flow->device->backend->inflow_recycle(flow->device, &plane, &args);
  }
}

static void set_inflow_velocity(const struct sm_flow *flow, int side, const struct shape *s,
                                const struct sm_inflow_turbulence_side *g) {
  const int across = side / 2;
  const struct sm_backend *be = flow->device->backend;
  const struct sm_box all = {{0, 0, 0}, {s->wide[0], s->wide[1], 1}};
  const struct sm_inflow_mean mean = {g->signal[across], g->weight, .row = s->row};
  const struct sm_rows *rows = sm_device_sum_alone(flow->device);
  be->inflow_mean(flow->device, &all, &mean, g->less);
  flow->device->rows = rows;
  for (int d = 0; d < 3; d++) {
    const double twice = d == across ? 1 : 2; /* physics/flow/boundary/prescribed_velocity.c */
    struct sm_inflow_velocity args = {
        .mean = g->mean[d], .plane = flow->plane[side][d], .row = s->row};
    for (int e = 0; e < 3; e++) {
      args.signal[e] = g->signal[e];
      args.amplitude[e] = g->amplitude[d][e];
      args.less[e] = e == across ? g->less : NULL;
      args.factor[e] = e == across ? twice / sqrt(g->variance) : twice;
    }
    be->inflow_velocity(flow->device, &all, &args);
  }
}

void sm_inflow_turbulence_step(const struct sm_inflow_turbulence *inflow, int wind, int64_t step) {
  const struct sm_flow *flow = inflow->flow;
  for (int side = 0; side < SM_SIDES; side++) {
    const struct sm_inflow_turbulence_side *g = &inflow->side[side];
    const struct shape s = shape_of(flow, side, g->reach);
    if (sm_flow_weather_has(flow, side)) sm_inflow_follow_weather(flow, side, g);
    if (g->made) draw_signal(flow, side, &s, g, step);
    if (g->recycled) recycle(flow, side, &s, g, wind);
    if (g->made || g->recycled) set_inflow_velocity(flow, side, &s, g);
  }
}

void sm_inflow_turbulence_parts(struct sm_inflow_turbulence *inflow, struct sm_flow_view *view) {
  for (int side = 0; side < SM_SIDES; side++) {
    struct sm_inflow_turbulence_side *self = &inflow->side[side];
    SM_STATE_PARTS(SM_INFLOW_TURBULENCE_STATE, "inflow", side);
  }
}
