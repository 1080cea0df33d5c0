#include "physics/flow/forces.h"

#include "physics/flow/boundary/boundaries.h"
#include <math.h>

#define PI 3.14159265358979323846
#define EARTH_TURNS 7.2921159e-5 /* rad/s */

/* Damping rate at the top of the sponge: in flow crossings of its depth, and at least, 1/s. */
#define SPONGE_CROSSINGS 5.0
#define SPONGE_LEAST 0.01

/* Vertical profiles of the sponge, n_z + 1 entries each. */
enum { RATE_CENTRE, RATE_FACE, CALM_U, CALM_V, STILL, LINES };

static size_t line_entries(const struct sm_flow *flow) { return (size_t)flow->layout.n[2] + 1; }

static union sm_reals line_of(const struct sm_flow_forces *f, int line) {
  return sm_flow_offset(f->flow, f->lines, (ptrdiff_t)(line * (int)line_entries(f->flow)));
}

/* --- bulk velocity --- */

/* 1 over the volume of the open faces of a component. */
static double per_volume(const struct sm_flow *flow, int d) {
  const struct sm_axis *axis = flow->domain->grid.axis;
  const int *n = flow->layout.n;
  const struct sm_box box = sm_flow_faces(flow, d);
  double all = 0;
  for (int k = box.lo[2]; k < box.hi[2]; k++)
    for (int j = box.lo[1]; j < box.hi[1]; j++)
      for (int i = box.lo[0]; i < box.hi[0]; i++) {
        const int at[3] = {i, j, k};
        int before[3] = {i, j, k};
        before[d] = at[d] == 0 ? n[d] - 1 : at[d] - 1;
        const unsigned here = sm_domain_cell_bits(flow->domain, i, j, k) & SM_OPEN_ALL;
        const unsigned beside =
            sm_domain_cell_bits(flow->domain, before[0], before[1], before[2]) & SM_OPEN_ALL;
        if (here == 0 || beside == 0) continue;
        if (at[d] > 0 && !sm_domain_face_is_open(flow->domain, d, i, j, k)) continue;
        double volume = 0.5 * (axis[d].width[at[d]] + axis[d].width[before[d]]);
        for (int e = 0; e < 3; e++)
          if (e != d) volume *= axis[e].width[at[e]];
        all += volume;
      }
  return all > 0 ? 1 / all : 0;
}

static void measure_mean(const struct sm_flow_forces *f, int d, int wind) {
  const struct sm_flow *flow = f->flow;
  struct sm_flow_bulk mean = {.sy = flow->layout.step[1],
                              .sz = flow->layout.step[2],
                              .u = flow->u[wind][d],
                              .per_volume = f->per_volume[d]};
  for (int e = 0; e < 3; e++)
    mean.per[e] = e == d ? flow->metric.per_gap[e] : flow->metric.per_width[e];
  const struct sm_box box = sm_flow_faces(flow, d);
  flow->device->backend->flow_bulk(flow->device, &box, &mean, &flow->bulk_force[d].mean);
}

static void control(const struct sm_flow_forces *f, int d, bool after) {
  const struct sm_flow *flow = f->flow;
  const struct sm_backend *be = flow->device->backend;
  const struct sm_bulk_control args = {&flow->bulk_force[d], flow->c->bulk_velocity[d],
                                       flow->clock};
  const struct sm_box one = {{0, 0, 0}, {1, 1, 1}};
  (after ? be->bulk_control_after : be->bulk_control_before)(flow->device, &one, &args);
}

static void bulk_force(const struct sm_flow_forces *f, int d, int wind) {
  const struct sm_flow *flow = f->flow;
  measure_mean(f, d, wind);
  control(f, d, false);
  const struct sm_bulk_force_apply all = {.sy = flow->layout.step[1],
                                          .sz = flow->layout.step[2],
                                          .u = flow->u[wind][d],
                                          .faces = flow->faces,
                                          .bit = SM_OPEN_WEST << 2 * d,
                                          .bulk_force = &flow->bulk_force[d]};
  const struct sm_box box = sm_flow_faces(flow, d);
  flow->device->backend->bulk_force_apply(flow->device, &box, &all);
}

/* --- sponge --- */

/* Horizontal mean of the initial wind at every level. */
static void find_means(const struct sm_flow *flow, const double *u, double *mean) {
  const struct sm_flow_layout *s = &flow->layout;
  for (int k = 0; k < s->n[2]; k++) {
    double sum = 0;
    for (int j = 0; j < s->n[1]; j++)
      for (int i = 0; i < s->n[0]; i++) sum += u[s->origin + i + j * s->step[1] + k * s->step[2]];
    mean[k] = sum / ((double)s->n[0] * s->n[1]);
  }
}

static double rate_at(const struct sm_flow *flow, double z, double most) {
  const struct sm_axis *axis = &flow->domain->grid.axis[2];
  const double top = axis->face[axis->n], depth = flow->c->sponge;
  const double part = fmin(fmax((z - (top - depth)) / depth, 0), 1), sine = sin(0.5 * PI * part);
  return most * sine * sine;
}

static enum sm_status find_sponge_wind(struct sm_context *ctx, const struct sm_flow_forces *f,
                                       double *lines) {
  const struct sm_flow *flow = f->flow;
  const size_t count = line_entries(flow);
  SM_SCOPED double *wind = NULL;
  enum sm_status status = SM_OK;
  SM_TRY(sm_alloc(ctx, flow->layout.size, sizeof *wind, "the wind", &wind));
  for (int d = 0; d < 2 && status == SM_OK; d++) {
    double *calm = lines + (size_t)(CALM_U + d) * count;
    status = sm_flow_download(ctx, flow, flow->u[0][d], wind);
    if (status == SM_OK) find_means(flow, wind, calm);
    if (f->coriolis < 0 || f->coriolis > 0)
      if (!isnan(flow->c->geostrophic[0]))
        for (size_t k = 0; k < count; k++) calm[k] = f->geostrophic[d];
  }
  return status;
}

/* Makes the reference wind follow the weather: the mean initial wind and the change of the
 * weather's mean in each layer since the first time. calm: the former, of u and v. */
static enum sm_status follow_weather(struct sm_context *ctx, struct sm_flow *flow,
                                     const double *calm, struct sm_flow_forces *f) {
  const struct sm_flow_weather *w = flow->weather;
  const size_t count = line_entries(flow);
  SM_SCOPED double *value = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)w->count * count, sizeof *value, "the sponge", &value));
  for (int d = 0; d < 2; d++) {
    const double *layer = w->layer[d];
    for (int t = 0; t < w->count; t++)
      for (int k = 0; k < w->layers; k++)
        value[(size_t)t * count + (size_t)k] =
            calm[(size_t)d * count + (size_t)k] + layer[t * w->layers + k] - layer[k];
    SM_TRY(sm_flow_weather_add(ctx, flow, (const int[2]){(int)count, 1}, value, &f->calm[d]));
  }
  return SM_OK;
}

static enum sm_status make_lines(struct sm_context *ctx, struct sm_flow *flow,
                                 struct sm_flow_forces *f) {
  const struct sm_axis *axis = &flow->domain->grid.axis[2];
  const size_t count = line_entries(flow);
  SM_SCOPED double *host = NULL;
  SM_TRY(sm_flow_reals(ctx, flow, LINES * count, "the sponge", &f->lines));
  SM_TRY(sm_alloc(ctx, LINES * count, sizeof *host, "the sponge", &host));
  if (f->sponge && sm_device_has_data(flow->device)) {
    SM_TRY(find_sponge_wind(ctx, f, host));
    const size_t top = count - 2;
    const double speed = hypot(host[CALM_U * count + top], host[CALM_V * count + top]);
    const double most = isnan(flow->c->sponge_rate)
                            ? fmax(SPONGE_CROSSINGS * speed / flow->c->sponge, SPONGE_LEAST)
                            : flow->c->sponge_rate;
    for (int k = 0; k < axis->n; k++)
      host[RATE_CENTRE * count + (size_t)k] = rate_at(flow, axis->centre[k], most);
    for (int k = 0; k <= axis->n; k++)
      host[RATE_FACE * count + (size_t)k] = rate_at(flow, axis->face[k], most);
  }
  if (f->sponge && flow->weather != NULL && isnan(flow->c->geostrophic[0]))
    SM_TRY(follow_weather(ctx, flow, host + CALM_U * count, f));
  return sm_flow_upload_array(ctx, flow, host, LINES * count, f->lines);
}

union sm_reals sm_flow_forces_sponge_rate(const struct sm_flow_forces *f) {
  return line_of(f, RATE_CENTRE);
}
union sm_reals sm_flow_forces_sponge_wind(const struct sm_flow_forces *f, int d) {
  return f->calm[d].f32 != NULL ? f->calm[d] : line_of(f, d == 0 ? CALM_U : CALM_V);
}

/* --- plants --- */

static enum sm_status make_density(struct sm_context *ctx, struct sm_flow_forces *f) {
  const struct sm_flow *flow = f->flow;
  double *host = NULL;
  SM_TRY(sm_flow_field(ctx, flow, "the drag of plants", &f->density));
  if (!sm_device_has_data(flow->device)) return SM_OK;
  SM_TRY(sm_alloc(ctx, flow->layout.size, sizeof *host, "the drag of plants", &host));
  sm_flow_plants_density(flow, host);
  const enum sm_status status = sm_flow_upload(ctx, flow, host, f->density);
  sm_free(host);
  if (status == SM_OK) sm_flow_cell_ghosts(flow, f->density);
  return status;
}

static void sponge_drag(const struct sm_flow_forces *f, int d, int from, int to) {
  const struct sm_flow *flow = f->flow;
  const ptrdiff_t *step = flow->layout.step;
  const int b = (d + 1) % 3, e = (d + 2) % 3;
  const struct sm_sponge_drag args = {.sy = step[1],
                                      .sz = step[2],
                                      .sa = step[d],
                                      .sb = step[b],
                                      .se = step[e],
                                      .u = flow->u[from][d],
                                      .v = flow->u[from][b],
                                      .w = flow->u[from][e],
                                      .to = flow->u[to][d],
                                      .density = f->density,
                                      .rate = line_of(f, d == 2 ? RATE_FACE : RATE_CENTRE),
                                      .calm = d < 2 ? sm_flow_forces_sponge_wind(f, d)
                                                    : line_of(f, STILL),
                                      .faces = flow->faces,
                                      .bit = SM_OPEN_WEST << 2 * d,
                                      .clock = flow->clock};
  const struct sm_box box = sm_flow_faces(flow, d);
  flow->device->backend->sponge_drag(flow->device, &box, &args);
}

/* --- particles --- */

struct sm_flow_impulse sm_flow_impulse_on(const struct sm_flow *flow, int d, int wind) {
  struct sm_flow_impulse args = {.sy = flow->layout.step[1],
                                 .sz = flow->layout.step[2],
                                 .u = flow->u[wind][d],
                                 .faces = flow->faces,
                                 .bit = SM_OPEN_WEST << 2 * d};
  for (int e = 0; e < 3; e++)
    args.per[e] = e == d ? flow->metric.per_gap[e] : flow->metric.per_width[e];
  return args;
}

static void take_impulse(const struct sm_flow_forces *f, int d, int wind) {
  const struct sm_flow *flow = f->flow;
  const struct sm_impulse_field *from = f->impulse;
  struct sm_flow_impulse args = sm_flow_impulse_on(flow, d, wind);
  args.from_sy = from->sy;
  args.from_sz = from->sz;
  args.from = from->component[d];
  args.quantum = from->quantum;
  const struct sm_box box = sm_flow_faces(flow, d);
  if (flow->layout.n[d] > 1) flow->device->backend->flow_impulse(flow->device, &box, &args);
  flow->device->backend->clear(flow->device, from->component[d],
                               from->count * sizeof *from->component[d]);
}

/* --- all of them --- */

double sm_flow_coriolis(const struct sm_flow *flow) {
  const double given = flow->c->coriolis;
  return isnan(given) ? 2 * EARTH_TURNS * sin(flow->domain->latitude * (PI / 180)) : given;
}

enum sm_status sm_flow_forces_make(struct sm_context *ctx, const struct sm_case *c,
                                   struct sm_flow *flow, struct sm_flow_forces *out) {
  const struct sm_case_flow *from = &c->flow;
  *out = (struct sm_flow_forces){.flow = flow};
  out->coriolis = sm_flow_coriolis(flow);
  for (int d = 0; d < 2; d++) {
    out->geostrophic[d] = flow->geostrophic[d];
    if (!isnan(from->bulk_velocity[d]) && flow->layout.n[d] > 1)
      out->per_volume[d] = per_volume(flow, d);
  }
  out->sponge = from->sponge > 0 && flow->layout.n[2] > 1;
  if (sm_flow_has_plants(flow->domain)) SM_TRY(make_density(ctx, out));
  return out->sponge || out->density.f32 != NULL ? make_lines(ctx, flow, out) : SM_OK;
}

void sm_flow_forces_set(const struct sm_flow_forces *f, int d, struct sm_momentum *args) {
  args->force = f->flow->c->acceleration[d];
  args->bulk_force = &f->flow->bulk_force[d].acceleration;
  if (d == 0) {
    args->coriolis[0] = f->coriolis; /* v */
    args->force -= f->coriolis * f->geostrophic[1];
  } else if (d == 1) {
    args->coriolis[1] = -f->coriolis; /* u */
    args->force += f->coriolis * f->geostrophic[0];
  }
}

void sm_flow_forces_end_step(const struct sm_flow_forces *f, int from, int to) {
  for (int d = 0; d < 3; d++)
    if (f->lines.f32 != NULL && f->flow->layout.n[d] > 1) sponge_drag(f, d, from, to);
  for (int d = 0; d < 3; d++)
    if (f->impulse != NULL) take_impulse(f, d, to);
  for (int d = 0; d < 2; d++)
    if (f->per_volume[d] > 0) bulk_force(f, d, to);
}

void sm_flow_forces_projected(const struct sm_flow_forces *f, int wind) {
  for (int d = 0; d < 2; d++) {
    if (!(f->per_volume[d] > 0)) continue;
    measure_mean(f, d, wind);
    control(f, d, true);
  }
}
