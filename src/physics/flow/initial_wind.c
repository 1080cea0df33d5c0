#include "physics/flow/initial_wind.h"

#include "base/machine/machine.h"
#include "case/expression.h"
#include "cell/random.h"
#include "physics/flow/boundary/boundaries.h"
#include "physics/model.h"

enum { GHOSTS = SM_FLOW_GHOSTS };

/* Number of faces of component d along an axis. On an axis with one cell both faces are one
 * element. */
static int faces_of(const struct sm_flow *flow, int d, int axis) {
  return flow->layout.n[axis] + (d == axis && flow->layout.step[axis] != 0);
}

/* Loop over the faces of component d in the domain. */
#define FACES(flow, d, i, j, k)                                                                    \
  for (int k = 0; k < faces_of(flow, d, 2); k++)                                                   \
    for (int j = 0; j < faces_of(flow, d, 1); j++)                                                 \
      for (int i = 0; i < faces_of(flow, d, 0); i++)

static ptrdiff_t element(const struct sm_flow *flow, int i, int j, int k) {
  const struct sm_flow_layout *s = &flow->layout;
  return s->origin + i * s->step[0] + j * s->step[1] + k * s->step[2];
}

/* Some layers at a time, so that their values take little memory. */
static enum sm_status by_expression(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_flow *flow, int d, double *out) {
  const size_t points = 1 << 17; /* at a time */
  double *lines[3] = {NULL, NULL, NULL}, *values = NULL;
  struct sm_expression_box box;
  enum sm_status status = SM_OK;
  for (int e = 0; e < 3; e++) {
    const size_t entries = (size_t)flow->layout.n[e] + 2 * GHOSTS + 1;
    SM_TRY_DONE(sm_alloc(ctx, entries, sizeof **lines, "positions", &lines[e]));
    sm_flow_positions(flow, c->domain.margin, d, e, lines[e]);
    box.axis[e] = lines[e] + GHOSTS;
    box.count[e] = (size_t)flow->layout.n[e] + (d == e);
  }
  const size_t layer = box.count[0] * box.count[1], layers = box.count[2];
  const size_t most = points > layer ? points / layer : 1;
  SM_TRY_DONE(sm_alloc(ctx, layer * (most < layers ? most : layers), sizeof *values,
                       "the initial wind", &values));
  for (size_t first = 0; first < layers; first += most) {
    const size_t end = layers - first < most ? layers : first + most;
    box.axis[2] = lines[2] + GHOSTS + first;
    box.count[2] = end - first;
    SM_TRY_DONE(sm_expression_on_box(ctx, c->path, &c->flow.initial[d], &box, values));
#pragma omp parallel for schedule(static)
    for (int k = (int)first; k < (int)end; k++)
      for (int j = 0; j < (int)box.count[1]; j++)
        for (int i = 0; i < (int)box.count[0]; i++)
          out[element(flow, i, j, k)] =
              values[(size_t)i + box.count[0] * (size_t)j + layer * ((size_t)k - first)];
  }
done:
  for (int e = 0; e < 3; e++) sm_free(lines[e]);
  sm_free(values);
  return status;
}

static void by_weather(const struct sm_flow *flow, const struct sm_host_wind *wind, int d,
                       double *out) {
#pragma omp parallel for schedule(static)
  FACES(flow, d, i, j, k)
  out[element(flow, i, j, k)] = wind->u[d][i + j * wind->sy + k * wind->sz];
}

/* Uniform random number between -1 and 1 that depends on the face only. */
static double random_of(int d, int i, int j, int k) {
  const uint64_t key = 0x666c6f77u;
  const struct sm_random_words words = sm_philox(
      (struct sm_random_words){{(uint32_t)i, (uint32_t)j, (uint32_t)k, (uint32_t)d}}, key);
  return 2 * ((double)words.word[0] / 4294967296.0) - 1;
}

static void perturb(const struct sm_flow *flow, int d, double *out) {
#pragma omp parallel for schedule(static)
  FACES(flow, d, i, j, k)
  out[element(flow, i, j, k)] += flow->c->perturbation * random_of(d, i, j, k);
}

/* Whether the cells on both sides of a face inside the domain are open on all sides. */
static bool is_open(const struct sm_domain *domain, int d, int i, int j, int k) {
  const int64_t nx = domain->grid.axis[0].n, step[3] = {1, nx, nx * domain->grid.axis[1].n};
  const uint8_t *cell = domain->cell + i + step[1] * j + step[2] * k;
  return (cell[0] & cell[-step[d]]) == SM_OPEN_ALL;
}

/* Sets the normal velocity to 0 on walls, slip sides and along an axis with one cell. */
static void close_walls(const struct sm_flow *flow, int d, double *out) {
  const struct sm_domain *domain = flow->domain;
  const int n = flow->layout.n[d];
#pragma omp parallel for schedule(static)
  FACES(flow, d, i, j, k) {
    const int at = d == 0 ? i : d == 1 ? j : k;
    if (at > 0 && at < n && is_open(domain, d, i, j, k)) continue;
    const int high[3] = {i, j, k};
    int low[3] = {i, j, k};
    low[d]--;
    bool wall = n == 1;
    if (at == 0 || at == n) {
      const enum sm_boundary_kind kind = flow->sides.kind[2 * d + (at == n)];
      wall |= kind == SM_BOUNDARY_WALL || kind == SM_BOUNDARY_SLIP;
    }
    if (flow->sides.periodic[d] && at == 0) low[d] = n - 1;
    for (int m = 0; m < 2; m++) {
      const int *cell = m ? high : low;
      if (cell[d] < 0 || cell[d] >= n) continue;
      wall |= (sm_domain_cell_bits(domain, cell[0], cell[1], cell[2]) & SM_OPEN_ALL) == 0;
    }
    if (at > 0 && at < n) wall |= !sm_domain_face_is_open(domain, d, i, j, k);
    if (wall) out[element(flow, i, j, k)] = 0;
  }
}

enum sm_status sm_flow_fill(struct sm_context *ctx, const struct sm_flow *flow, int d,
                            double *host) {
  enum sm_status status = SM_OK;
  close_walls(flow, d, host);
  if (flow->winds > 0) status = sm_flow_upload(ctx, flow, host, flow->u[0][d]);
  for (int m = 1; m < flow->winds && status == SM_OK; m++)
    status = sm_flow_copy(ctx, flow, flow->u[0][d], flow->u[m][d]);
  return status;
}

/* Memory of the last wind, on the host: zeros at first, and room for a component in double. */
static double *last_wind(const struct sm_flow *flow) {
  const union sm_reals *u = flow->u[flow->winds - 1];
  return (double *)sm_flow_offset(flow, u[0], -flow->layout.origin).f32;
}

enum sm_status sm_flow_initialise(struct sm_context *ctx, const struct sm_case *c,
                                  struct sm_flow *flow, const struct sm_host_wind *weather) {
  SM_SCOPED double *own = NULL;
  enum sm_status status = SM_OK;
  if (!sm_device_has_data(flow->device)) return SM_OK;
  const bool lends = sm_device_is_host(flow->device) && flow->winds > 1;
  if (!lends) SM_TRY(sm_alloc(ctx, flow->layout.size, sizeof *own, "the initial wind", &own));
  double *const host = lends ? last_wind(flow) : own;
  for (int d = 0; d < 3 && status == SM_OK; d++) {
    if (d > 0) sm_memory_zero(host, flow->layout.size * sizeof *host);
    if (sm_expression_given(&c->flow.initial[d])) {
      status = by_expression(ctx, c, flow, d, host);
    } else if (weather != NULL) {
      by_weather(flow, weather, d, host);
    }
    if (c->flow.perturbation > 0) perturb(flow, d, host);
    if (status == SM_OK) status = sm_flow_fill(ctx, flow, d, host);
  }
  for (int d = 0; d < 3 && lends && status == SM_OK; d++)
    status = sm_flow_copy(ctx, flow, flow->u[0][d], flow->u[flow->winds - 1][d]);
  for (int m = 0; m < flow->winds; m++) sm_flow_ghosts(flow, m);
  return status;
}

/* Wind of weather time t into `out`. */
static enum sm_status find_wind(struct sm_context *ctx, void *model, const struct sm_state *state,
                                int t, struct sm_host_wind *out) {
  struct sm_step_report report;
  SM_TRY(sm_model_advance(ctx, &sm_model_diagnostic, model, t, &report));
  if (!report.converged)
    return sm_fail(ctx, SM_ERR_DIVERGED, "error: the wind to %s did not converge (weather time %d)",
                   t == 0 ? "start from" : "follow", t + 1);
  if (out->u[0] == NULL) SM_TRY(sm_host_wind_create(ctx, state, out));
  return sm_host_wind_load(ctx, state, out);
}

/* Winds of all times of the domain's weather: that of the first in `out`, boundary winds in
 * `later`, if there is one. */
static enum sm_status find_winds(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_domain *domain, struct sm_state *state,
                                 struct sm_host_wind *out, struct sm_flow_weather *later) {
  struct sm_host_wind wind = {.u = {NULL}};
  void *self = NULL;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_model_create(ctx, &sm_model_diagnostic, c, domain, state, &self));
  if (!sm_device_has_data(state->device)) goto done;
  SM_TRY_DONE(find_wind(ctx, self, state, 0, out));
  if (later != NULL) sm_flow_weather_take(later, domain, out, 0);
  for (int t = 1; later != NULL && t < later->count; t++) {
    sm_progress(ctx, "weather", (double)t / later->count);
    if (sm_stop_requested(ctx)) {
      status = sm_fail(ctx, SM_ERR_STOPPED, "stopped in the winds of the weather");
      goto done;
    }
    SM_TRY_DONE(find_wind(ctx, self, state, t, &wind));
    sm_flow_weather_take(later, domain, &wind, t);
  }
done:
  sm_host_wind_free(&wind);
  sm_model_destroy(&sm_model_diagnostic, &self);
  return status;
}

/* Wind of the coarser run at a time of the domain's weather into `out`. */
static enum sm_status nest_wind(struct sm_context *ctx, const struct sm_domain *domain, double time,
                                struct sm_host_wind *out) {
  SM_TRY(sm_wind_nest_wind(ctx, domain, time, out->u, out->sy, out->sz));
  sm_host_wind_close_faces(domain, out);
  return SM_OK;
}

/* As find_winds, of the coarser run. */
static enum sm_status nest_winds(struct sm_context *ctx, const struct sm_domain *domain,
                                 const struct sm_state *state, struct sm_host_wind *out,
                                 struct sm_flow_weather *later) {
  const struct sm_weather *forcing = domain->weather.forcing;
  SM_SCOPED_BY(sm_host_wind_free) struct sm_host_wind wind = {.u = {NULL}};
  SM_TRY(sm_host_wind_create(ctx, state, out));
  SM_TRY(sm_host_wind_create(ctx, state, &wind));
  if (!sm_device_has_data(state->device)) return SM_OK;
  SM_TRY(nest_wind(ctx, domain, domain->weather.time[0], out));
  for (int t = 0; later != NULL && t < later->count; t++) {
    sm_progress(ctx, "weather", (double)t / later->count);
    if (sm_stop_requested(ctx)) {
      return sm_fail(ctx, SM_ERR_STOPPED, "stopped in the winds of the coarser run");
    }
    SM_TRY(nest_wind(ctx, domain, forcing->time[t], &wind));
    sm_flow_weather_take(later, domain, &wind, t);
  }
  return SM_OK;
}

enum sm_status sm_flow_diagnostic_wind(struct sm_context *ctx, const struct sm_case *c,
                                       const struct sm_domain *domain, struct sm_device *device,
                                       struct sm_host_wind *out, struct sm_flow_weather **later) {
  struct sm_domain changing = *domain;
  const struct sm_domain *with = domain;
  SM_SCOPED_BY(sm_state_destroy) struct sm_state *state = NULL;
  *later = NULL;
  if (domain->weather.forcing != NULL) {
    SM_TRY(sm_flow_weather_create(ctx, c, domain, later));
    changing.weather = *domain->weather.forcing;
    with = &changing;
  }
  SM_TRY(sm_model_state(ctx, &sm_model_diagnostic, c, with, device, 0, &state));
  return domain->nest != NULL ? nest_winds(ctx, domain, state, out, *later)
                              : find_winds(ctx, c, with, state, out, *later);
}
