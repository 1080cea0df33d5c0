/* Slope winds (katabatic and anabatic): downslope over cooled ground, upslope over heated ground. A
 * layer of air along the slope is driven by the heat flux of the ground and slowed by drag and
 * entrainment (Mahrt 1982; Scire and Robe 1997; Scire et al. 2000). Theory:
 * docs/theory/slope-flow.md. Cells: cell/diagnostic/slope_flow.h. */
#include "physics/diagnostic/internal.h"

#include "base/list.h"
#include "cell/diagnostic/slope_flow.h"
#include "physics/diagnostic/ground.h"
#include <math.h>

static const double gravity = 9.81; /* m/s2 */

struct sm_slope_flow {
  const struct sm_case *c;
  const struct sm_domain *domain;
  struct sm_device *device;
  float *wind;                  /* host: u, v, w, depth, [ny][nx] each */
  float *host;                  /* padded copy; then the z faces */
  float *memory;                /* the same on the device */
  size_t columns, padded, size; /* elements of one field of `wind`; of one of `host`; total */
};

/* --- one column --- */

double sm_slope_flow_speed(const struct sm_case_slope_flow *flow, double heat, double way,
                           double rise, double sine) {
  if (heat == 0 || !(way > 0) || !(rise > 0)) return 0;
  if (heat > 0) {
    const double loss = flow->upslope_drag + flow->upslope_entrainment;
    return cbrt(heat * gravity * rise / (sm_heat_of_air * loss));
  }
  const double loss = flow->downslope_drag + flow->downslope_entrainment;
  const double balanced =
      cbrt(-heat * gravity * way * fmin(rise / way, sine) / (sm_heat_of_air * loss));
  const double length = flow->depth * rise / loss; /* equilibrium length of the drag, m */
  return -balanced * cbrt(-expm1(-way / length));
}

/* Ground properties for the slope flow. */
struct slopes {
  const struct sm_case_slope_flow *flow;
  const struct sm_sky_conditions *sky;
  struct sm_ground_map ground;
  const float *z0;
  uint8_t *shaded; /* [ny][nx] */
};

static bool shaded_at(const struct slopes *s, const double place[2]) {
  return s->shaded[(ptrdiff_t)(place[0] + 0.5) +
                   (ptrdiff_t)s->ground.n[0] * (ptrdiff_t)(place[1] + 0.5)] != 0;
}

/* Whether column (i, j) is in the shadow of terrain, or the sun is down. */
static bool is_shaded(const struct slopes *s, int i, int j) {
  const double *sun = s->sky->sun, level = hypot(sun[0], sun[1]);
  if (sun[2] <= 0) return true;
  if (!s->flow->shadows || level <= 0) return false;
  const struct sm_ground_map *g = &s->ground;
  const double towards[2] = {sun[0] / level, sun[1] / level}, rise = g->stride * sun[2] / level;
  const double start = sm_ground_at(g, i, j);
  for (int m = 1;; m++) {
    double place[2];
    sm_ground_step(g, i, j, towards, m, place);
    const double ray = start + m * rise;
    if (!sm_ground_inside(g, place[0], place[1]) || ray > g->highest) return false;
    if (sm_ground_at(g, place[0], place[1]) > ray) return true;
  }
}

/* Follows a direction from column (i, j), uphill or downhill, to the end of the slope or a change
 * between sun and shade; returns the distance along the slope and the rise, m. */
static void trace_slope(const struct slopes *s, int i, int j, const double direction[2],
                        bool uphill, double *way, double *rise) {
  const struct sm_ground_map *g = &s->ground;
  const double start = sm_ground_at(g, i, j);
  double last = start;
  int steps = 0;
  for (;; steps++) {
    double place[2];
    sm_ground_step(g, i, j, direction, steps + 1, place);
    /* air rises over sunlit ground and sinks over shaded ground */
    if (!sm_ground_inside(g, place[0], place[1]) || shaded_at(s, place) != uphill) break;
    const double here = sm_ground_at(g, place[0], place[1]);
    if (uphill ? here <= last : here >= last) break;
    last = here;
  }
  *rise = fabs(last - start);
  *way = hypot(steps * g->stride, *rise);
}

/* Slope flow over column (i, j), into element q of `out`. */
static void column_winds(const struct slopes *s, int i, int j, ptrdiff_t q,
                         const struct sm_slope_flow_winds *out) {
  double slope[2], way, rise;
  sm_ground_slope(&s->ground, i, j, slope);
  const double steepness = hypot(slope[0], slope[1]), cosine = 1 / sqrt(1 + steepness * steepness);
  out->u[q] = out->v[q] = out->w[q] = 0;
  out->depth[q] = 1;
  if (!(steepness > 0)) return;
  const double *sun = s->sky->sun;
  const double facing = cosine * (sun[2] - slope[0] * sun[0] - slope[1] * sun[1]);
  const double light = s->shaded[q] ? 0 : sm_shortwave_flux(fmax(0, facing), s->sky->cloud);
  const double heat = sm_sensible_heat(s->flow, s->sky, light, (double)s->z0[q]);
  const double sign = heat > 0 ? -1 : 1; /* direction to the start of the flow: downhill or
                                            uphill */
  const double from[2] = {sign * slope[0] / steepness, sign * slope[1] / steepness};
  trace_slope(s, i, j, from, heat <= 0, &way, &rise);
  const double speed = sm_slope_flow_speed(s->flow, heat, way, rise, steepness * cosine);
  if (speed == 0) return;
  out->u[q] = (float)(speed * cosine * slope[0] / steepness);
  out->v[q] = (float)(speed * cosine * slope[1] / steepness);
  out->w[q] = (float)(speed * cosine * steepness);
  out->depth[q] = (float)(s->flow->depth * rise);
}

enum sm_status sm_slope_flow_find(struct sm_context *ctx, const struct sm_case_slope_flow *flow,
                                  const struct sm_domain *domain,
                                  const struct sm_sky_conditions *sky,
                                  const struct sm_slope_flow_winds *out) {
  struct slopes s = {flow, sky, sm_ground_of(domain), domain->z0, NULL};
  const int nx = s.ground.n[0], ny = s.ground.n[1];
  SM_TRY(sm_alloc(ctx, (size_t)nx * (size_t)ny, 1, "the shadows", &s.shaded));
#pragma omp parallel for schedule(dynamic, 8)
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) s.shaded[i + (ptrdiff_t)nx * j] = is_shaded(&s, i, j);
#pragma omp parallel for schedule(dynamic, 8)
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) column_winds(&s, i, j, i + (ptrdiff_t)nx * j, out);
  sm_free(s.shaded);
  return SM_OK;
}

/* --- on a device --- */

/* Number of elements of the arrays on the device. */
static size_t all_elements(const struct sm_domain *domain) {
  return 4 * sm_ground_padded(domain) + (size_t)domain->grid.axis[2].n + 1;
}

enum sm_status sm_slope_flow_create(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_domain *domain, struct sm_device *device,
                                    struct sm_slope_flow **out) {
  *out = NULL;
  if (!c->slope_flow.present) return SM_OK;
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "slope winds", out));
  struct sm_slope_flow *flow = *out;
  flow->c = c;
  flow->domain = domain;
  flow->device = device;
  flow->columns = (size_t)domain->grid.axis[0].n * (size_t)domain->grid.axis[1].n;
  flow->padded = sm_ground_padded(domain);
  flow->size = all_elements(domain);
  enum sm_status status =
      sm_alloc(ctx, 4 * flow->columns, sizeof *flow->wind, "slope winds", &flow->wind);
  if (status == SM_OK)
    status = sm_alloc(ctx, flow->size, sizeof *flow->host, "slope winds", &flow->host);
  if (status == SM_OK)
    status = sm_device_allocate(ctx, device, flow->size, sizeof *flow->memory, "slope winds",
                                &flow->memory);
  struct sm_sky_conditions sky; /* for every time first, so that a missing date is reported before
                                   anything is computed */
  for (int t = 0; t < domain->weather.time_count && status == SM_OK; t++)
    status = sm_sky_find(ctx, c, domain, t, "slope_flow", c->slope_flow.line, &sky);
  if (status != SM_OK) sm_slope_flow_destroy(out);
  return status;
}

void sm_slope_flow_destroy(struct sm_slope_flow **flow) {
  struct sm_slope_flow *f = *flow;
  if (f == NULL) return;
  sm_device_release(f->device, f->memory, f->size, sizeof *f->memory);
  SM_FREE_ALL(f->wind, f->host, f);
  *flow = NULL;
}

/* Copies the slope flow of a time to the device. */
static enum sm_status upload(struct sm_context *ctx, struct sm_slope_flow *f, int time) {
  const struct sm_case_slope_flow *options = &f->c->slope_flow;
  const struct sm_axis *z = &f->domain->grid.axis[2];
  struct sm_sky_conditions sky;
  SM_TRY(sm_sky_find(ctx, f->c, f->domain, time, "slope_flow", options->line, &sky));
  float *part[4];
  for (int a = 0; a < 4; a++) part[a] = f->wind + (size_t)a * f->columns;
  const struct sm_slope_flow_winds winds = {part[0], part[1], part[2], part[3]};
  SM_TRY(sm_slope_flow_find(ctx, options, f->domain, &sky, &winds));
  for (int a = 0; a < 4; a++) sm_ground_pad(f->domain, part[a], f->host + (size_t)a * f->padded);
  for (int k = 0; k <= z->n; k++) f->host[4 * f->padded + (size_t)k] = (float)z->face[k];
  return sm_device_upload(ctx, f->device, f->memory, f->host, f->size * sizeof *f->host);
}

enum sm_status sm_slope_flow_add(struct sm_context *ctx, struct sm_slope_flow *flow, int time,
                                 const struct sm_mg_level *level, const float *ground,
                                 struct sm_state *state) {
  if (flow == NULL) return SM_OK;
  const struct sm_red_black *layout = &level->layout;
  const int *n = layout->n;
  SM_TRY(upload(ctx, flow, time));
  for (int a = 0; a < 3; a++) {
    const struct sm_slope_flow_layer layer = {.sy = state->sy,
                                              .sz = state->sz,
                                              .open_sy = layout->sy,
                                              .open_sz = layout->sz,
                                              .open_colour = layout->colour,
                                              .out = state->field[SM_FIELD_U + a],
                                              .open = level->op.open,
                                              .axis = a,
                                              .n = n[a],
                                              .layers = n[2],
                                              .column_sy = n[0] + 3,
                                              .ground = ground,
                                              .speed = flow->memory + (size_t)a * flow->padded,
                                              .depth = flow->memory + 3 * flow->padded,
                                              .face = flow->memory + 4 * flow->padded};
    const struct sm_box box = {{0, 0, 0},
                               {layout->half + (a == 0), n[1] + (a == 1), n[2] + (a == 2)}};
    (a == 2 ? flow->device->backend->slope_rise : flow->device->backend->slope_flow)(flow->device,
                                                                                     &box, &layer);
  }
  return SM_OK;
}
