/* physics/flow/boundary/weather_boundaries.c - boundary winds of a flow in weather that changes
 * (docs/theory/incompressible-inflow.md): linear in time between the diagnostic winds of the times
 * of the weather; sides become inflow or outflow with the mean wind through them. */
#include "physics/flow/boundary/boundaries.h"

#include "base/clock.h"
#include "base/text.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { AROUND = SM_FLOW_PLANE_GHOSTS };

/* --- winds of all times --- */

/* Number of values of all times; with memory, places the arrays in it. */
static size_t lay_out(struct sm_flow_weather *w, bool place) {
  size_t at = 0;
  const size_t times = (size_t)w->count;
#define TAKE(array, number) (array) = place ? w->block + at : NULL, at += (number)
  TAKE(w->time, times);
  for (int d = 0; d < 2; d++) TAKE(w->layer[d], times * (size_t)w->layers);
  for (int side = 0; side < SM_SIDES; side++) {
    TAKE(w->out[side], times);
    TAKE(w->speed[side], times);
    for (int d = 0; d < 3 && w->size[side] > 0; d++) TAKE(w->plane[side][d], times * w->size[side]);
  }
#undef TAKE
  return at;
}

enum sm_status sm_flow_weather_create(struct sm_context *ctx, const struct sm_case *c,
                                      const struct sm_domain *domain,
                                      struct sm_flow_weather **out) {
  const struct sm_weather *forcing = domain->weather.forcing;
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "winds of the boundaries", out));
  struct sm_flow_weather *w = *out;
  w->count = forcing->time_count;
  w->interval = -1;
  w->layers = domain->grid.axis[2].n;
  for (int side = 0; side < SM_SIDES; side++) {
    int p, q;
    sm_flow_plane_axes(side / 2, &p, &q);
    const struct sm_axis *axis = domain->grid.axis;
    if (axis[side / 2].n > 1 && sm_boundary_follows_weather(&c->flow.boundary[side]))
      w->size[side] = ((size_t)axis[p].n + AROUND) * ((size_t)axis[q].n + AROUND);
  }
  SM_TRY(sm_alloc(ctx, lay_out(w, false), sizeof *w->block, "winds of the boundaries", &w->block));
  lay_out(w, true);
  for (int t = 0; t < w->count; t++) w->time[t] = forcing->time[t] - forcing->time[0];
  return SM_OK;
}

void sm_flow_weather_free(struct sm_flow_weather **weather) {
  if (*weather != NULL) sm_free((*weather)->block);
  sm_free(*weather);
  *weather = NULL;
}

void sm_flow_weather_take(struct sm_flow_weather *w, const struct sm_domain *domain,
                          const struct sm_host_wind *wind, int t) {
  const struct sm_axis *axis = domain->grid.axis;
  const int n[3] = {axis[0].n, axis[1].n, axis[2].n};
  for (int d = 0; d < 2; d++)
    for (int k = 0; k < w->layers; k++)
      w->layer[d][t * w->layers + k] = sm_flow_layer_wind(domain, wind, d, k);
  for (int side = 0; side < SM_SIDES; side++) {
    sm_flow_boundary_mean(domain, wind, side, &w->out[side][t], &w->speed[side][t]);
    for (int d = 0; d < 3 && w->size[side] > 0; d++)
      sm_flow_boundary_sample(n, wind, side, d, w->plane[side][d] + (size_t)t * w->size[side]);
  }
}

/* --- in a flow --- */

static void format_time(const struct sm_weather *forcing, int t, char out[32]) {
  if (forcing->relative)
    snprintf(out, 32, "%.6g s", forcing->time[t]);
  else
    sm_clock_format(forcing->time[t], out, 32);
}

static void tell(struct sm_context *ctx, const struct sm_case *c, const struct sm_flow *flow) {
  const struct sm_weather *forcing = flow->domain->weather.forcing;
  char first[32], last[32], silent[64] = "";
  format_time(forcing, 0, first);
  format_time(forcing, forcing->time_count - 1, last);
  sm_info(ctx,
          "boundaries follow the weather, linear in time between %d times from %s to %s; spin-up "
          "of %g s in the wind of the start",
          forcing->time_count, first, last, c->wind_source.spin_up);
  bool any = false;
  for (int side = 0; side < SM_SIDES; side++)
    any |= sm_flow_weather_has(flow, side) && sm_boundary_is_turbulent(&c->flow.boundary[side]);
  for (int side = 0; side < SM_SIDES && any; side++)
    if (sm_flow_weather_has(flow, side) && !sm_boundary_is_turbulent(&c->flow.boundary[side]))
      sm_text_append(silent, sizeof silent, "%s%s", silent[0] != '\0' ? ", " : "",
                     sm_flow_side_name(side));
  if (silent[0] != '\0')
    sm_warn(ctx,
            "%s:%d: warning: the %s side has no inflow turbulence, but may become an inflow when "
            "the wind turns, as others have it",
            c->path, c->flow.line, silent);
}

enum sm_status sm_flow_weather_attach(struct sm_context *ctx, const struct sm_case *c,
                                      struct sm_flow *flow, struct sm_flow_weather **weather) {
  struct sm_flow_weather *w = *weather;
  if (w == NULL) return SM_OK;
  flow->weather = w;
  *weather = NULL;
  for (int side = 0; side < SM_SIDES; side++)
    for (int d = 0; d < 3 && w->size[side] > 0; d++) {
      for (int t = 0; t < w->count; t++)
        sm_flow_boundary_plane(flow, side, d, w->plane[side][d] + (size_t)t * w->size[side]);
      SM_TRY(sm_flow_reals(ctx, flow, w->size[side], "a side", &w->before[side][d]));
      SM_TRY(sm_flow_reals(ctx, flow, w->size[side], "a side", &w->after[side][d]));
    }
  if (sm_device_has_data(flow->device)) tell(ctx, c, flow);
  return SM_OK;
}

bool sm_flow_weather_has(const struct sm_flow *flow, int side) {
  return flow->weather != NULL && flow->weather->size[side] > 0;
}

/* Interval of a time; before the first and after the last time, the first and last. */
static int interval_of(const struct sm_flow_weather *w, double time) {
  int t = 0;
  while (t < w->count - 2 && w->time[t + 1] <= time) t++;
  return t;
}

void sm_flow_geostrophic(const struct sm_flow *flow, double time, double out[2]) {
  const struct sm_flow_weather *w = flow->weather;
  for (int d = 0; d < 2; d++) out[d] = flow->geostrophic[d];
  if (w == NULL || !flow->c->geostrophic_weather) return;
  const int t = interval_of(w, time);
  const double part = fmin(fmax((time - w->time[t]) / (w->time[t + 1] - w->time[t]), 0), 1);
  for (int d = 0; d < 2; d++) {
    const double *top = w->layer[d] + (t + 1) * w->layers - 1;
    out[d] = top[0] + part * (top[w->layers] - top[0]);
  }
}

double sm_flow_weather_next(const struct sm_flow *flow, double time) {
  const struct sm_flow_weather *w = flow->weather;
  for (int t = 0; w != NULL && t < w->count; t++)
    if (w->time[t] > time) return w->time[t];
  return (double)INFINITY;
}

/* --- other values --- */

struct sm_weather_plane {
  struct sm_weather_plane *next;
  int n[2];
  double *value; /* [time][element] */
  union sm_reals before, after, now;
};

enum sm_status sm_flow_weather_add(struct sm_context *ctx, struct sm_flow *flow, const int n[2],
                                   const double *value, union sm_reals *now) {
  struct sm_flow_weather *w = flow->weather;
  const size_t size = (size_t)n[0] * (size_t)n[1], all = size * (size_t)w->count;
  struct sm_weather_plane *plane = NULL;
  SM_TRY(sm_flow_host(ctx, flow, 1, sizeof *plane, "a side", &plane));
  SM_TRY(sm_flow_host(ctx, flow, all, sizeof *plane->value, "a side", &plane->value));
  memcpy(plane->value, value, all * sizeof *value);
  SM_TRY(sm_flow_reals(ctx, flow, size, "a side", &plane->before));
  SM_TRY(sm_flow_reals(ctx, flow, size, "a side", &plane->after));
  SM_TRY(sm_flow_reals(ctx, flow, size, "a side", &plane->now));
  SM_TRY(sm_flow_upload_array(ctx, flow, value, size, plane->now));
  for (int a = 0; a < 2; a++) plane->n[a] = n[a];
  plane->next = w->planes;
  w->planes = plane;
  w->interval = -1;
  *now = plane->now;
  return SM_OK;
}

static enum sm_status load_planes(struct sm_context *ctx, struct sm_flow *flow) {
  const struct sm_flow_weather *w = flow->weather;
  for (const struct sm_weather_plane *p = w->planes; p != NULL; p = p->next) {
    const size_t size = (size_t)p->n[0] * (size_t)p->n[1];
    const double *from = p->value + (size_t)w->interval * size;
    SM_TRY(sm_flow_upload_array(ctx, flow, from, size, p->before));
    SM_TRY(sm_flow_upload_array(ctx, flow, from + size, size, p->after));
  }
  return SM_OK;
}

void sm_flow_weather_interval(const struct sm_flow *flow, double *begin, double *span) {
  const struct sm_flow_weather *w = flow->weather;
  *begin = w->time[w->interval];
  *span = w->time[w->interval + 1] - w->time[w->interval];
}

static void set_interval(const struct sm_flow *flow, struct sm_inflow_interpolate *args) {
  sm_flow_weather_interval(flow, &args->begin, &args->span);
  args->clock = flow->clock;
}

void sm_flow_weather_planes(const struct sm_flow *flow) {
  if (flow->weather == NULL) return;
  for (const struct sm_weather_plane *p = flow->weather->planes; p != NULL; p = p->next) {
    const struct sm_box box = {{0, 0, 0}, {p->n[0], p->n[1], 1}};
    struct sm_inflow_interpolate args = {.row = p->n[0]}; /* its three components are one */
    for (int d = 0; d < 3; d++) {
      args.from[d] = p->before;
      args.to[d] = p->after;
      args.mean[d] = p->now;
    }
    set_interval(flow, &args);
    flow->device->backend->inflow_interpolate(flow->device, &box, &args);
  }
}

/* --- steps --- */

static enum sm_status load(struct sm_context *ctx, struct sm_flow *flow, int interval) {
  struct sm_flow_weather *w = flow->weather;
  w->interval = interval;
  for (int side = 0; side < SM_SIDES; side++)
    for (int d = 0; d < 3 && w->size[side] > 0; d++) {
      const size_t size = w->size[side];
      const double *from = w->plane[side][d] + (size_t)interval * size;
      SM_TRY(sm_flow_upload_array(ctx, flow, from, size, w->before[side][d]));
      SM_TRY(sm_flow_upload_array(ctx, flow, from + size, size, w->after[side][d]));
    }
  return load_planes(ctx, flow);
}

enum sm_status sm_flow_weather_begin(struct sm_context *ctx, const struct sm_case *c,
                                     struct sm_flow *flow, double time, bool *turned) {
  const struct sm_flow_weather *w = flow->weather;
  enum sm_boundary_kind kind[SM_SIDES];
  double out[SM_SIDES], speed[SM_SIDES];
  *turned = false;
  if (w == NULL) return SM_OK;
  const int t = interval_of(w, time);
  const double over = (time - w->time[t]) / (w->time[t + 1] - w->time[t]);
  const double part = fmin(fmax(over, 0), 1);
  if (w->interval != t) SM_TRY(load(ctx, flow, t));
  for (int side = 0; side < SM_SIDES; side++) {
    const double *o = w->out[side], *s = w->speed[side];
    kind[side] = flow->sides.kind[side];
    out[side] = o[t] + part * (o[t + 1] - o[t]);
    speed[side] = s[t] + part * (s[t + 1] - s[t]);
  }
  sm_flow_kinds_by_wind(c, flow->domain, out, speed, kind);
  for (int side = 0; side < SM_SIDES; side++) {
    if (kind[side] == flow->sides.kind[side]) continue;
    *turned = true;
    flow->sides.kind[side] = kind[side];
    sm_debug(ctx, "%s side: %s from %.6g s on", sm_flow_side_name(side),
             kind[side] == SM_BOUNDARY_INFLOW ? "inflow" : "outflow", time);
  }
  if (*turned) sm_flow_boundaries_turn(c, flow);
  return SM_OK;
}

/* Sets args->mean, and the turbulence in `args`, to those at the end of the step in the clock. */
static void interpolate(const struct sm_flow *flow, int side, struct sm_inflow_interpolate args) {
  const struct sm_flow_weather *w = flow->weather;
  int p, q;
  sm_flow_plane_axes(side / 2, &p, &q);
  const int wide = flow->layout.n[p] + AROUND;
  const struct sm_box box = {{0, 0, 0}, {wide, flow->layout.n[q] + AROUND, 1}};
  for (int d = 0; d < 3; d++) {
    args.from[d] = w->before[side][d];
    args.to[d] = w->after[side][d];
  }
  args.row = wide;
  args.across = side / 2;
  set_interval(flow, &args);
  flow->device->backend->inflow_interpolate(flow->device, &box, &args);
}

void sm_inflow_follow_weather(const struct sm_flow *flow, int side,
                              const struct sm_inflow_turbulence_side *g) {
  struct sm_inflow_interpolate args = {.per_length = g->per_length,
                                       .intensity = g->intensity,
                                       .rate = g->rate,
                                       .amplitude = g->amplitude[0][0]};
  for (int d = 0; d < 3; d++) args.mean[d] = g->made ? g->mean[d] : flow->plane[side][d];
  interpolate(flow, side, args);
}
