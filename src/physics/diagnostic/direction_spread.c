/* Mean wind over a normal distribution of wind directions, by the Gauss-Hermite rule of three nodes
 * (docs/theory/diagnostic.md, "Mean over a wavering direction"). */
#include "physics/diagnostic/internal.h"

#include <math.h>

/* Nodes in standard deviations; the mean direction is the last: the zones of buildings and the
 * weather that remain after a time are those of it. Shares of the node in the mean so far, by the
 * weights 1/6, 1/6 and 2/3. */
static const double node_angle[SM_DIRECTION_NODES] = {-1.7320508075688772, 1.7320508075688772, 0};
static const double node_share[SM_DIRECTION_NODES] = {1, 0.5, 2.0 / 3};

struct sm_direction_spread {
  struct sm_domain domain; /* copy whose weather has stations of its own */
  const struct sm_domain *from;
  const struct sm_case *c;
  struct sm_state *state;
  struct sm_store store;
  union sm_reals mean[3]; /* of u, v and w so far */
};

double sm_direction_spread_of_alpha(double alpha) {
  /* alpha of the classes F, E, D, C, B and A, and their directions' standard deviation, deg (EPA
   * 2000, table 6-8a; Slade 1968) */
  static const double row[6][2] = {{0.2, 2.5}, {0.5, 5}, {1, 10}, {2, 15}, {3.5, 20}, {5, 25}};
  if (!(alpha > row[0][0])) return row[0][1];
  for (int r = 1; r < 6; r++)
    if (alpha <= row[r][0]) {
      const double part = log(alpha / row[r - 1][0]) / log(row[r][0] / row[r - 1][0]);
      return row[r - 1][1] + part * (row[r][1] - row[r - 1][1]);
    }
  return row[5][1];
}

enum sm_status sm_direction_spread_create(struct sm_context *ctx, const struct sm_case *c,
                                          const struct sm_domain *domain, struct sm_state *state,
                                          struct sm_direction_spread **out) {
  struct sm_direction_spread *s = NULL;
  *out = NULL;
  if (c->wind.direction_spread == 0) return SM_OK;
  SM_TRY(sm_alloc(ctx, 1, sizeof *s, "the spread of the wind direction", &s));
  *s = (struct sm_direction_spread){.domain = *domain, .from = domain, .c = c, .state = state};
  s->store = (struct sm_store){.device = state->device, .what = "the mean over wind directions"};
  enum sm_status status = sm_weather_copy(ctx, &s->store, &domain->weather,
                                          domain->weather.station_count, &s->domain.weather);
  for (int a = 0; a < 3 && status == SM_OK; a++)
    status =
        sm_store_put(ctx, &s->store, NULL, state->size, sm_state_real_size(state), &s->mean[a].f32);
  if (status != SM_OK) sm_direction_spread_destroy(&s);
  *out = s;
  return status;
}

void sm_direction_spread_destroy(struct sm_direction_spread **spread) {
  if (*spread == NULL) return;
  sm_store_clear(&(*spread)->store);
  sm_free(*spread);
  *spread = NULL;
}

const struct sm_domain *sm_direction_spread_domain(const struct sm_direction_spread *spread) {
  return &spread->domain;
}

enum sm_status sm_direction_spread_turn(struct sm_context *ctx, struct sm_direction_spread *s,
                                        const struct sm_weather *weather, int time, int node) {
  double sigma = s->c->wind.direction_spread, alpha;
  if (isnan(sigma)) {
    SM_TRY(sm_stability_alpha_find(ctx, s->c, s->from, time, &alpha));
    sigma = sm_direction_spread_of_alpha(alpha);
  }
  const double angle = node_angle[node] * sigma * (3.14159265358979324 / 180);
  for (int n = 0; n < weather->station_count; n++) {
    const struct sm_station *from = &weather->station[n];
    struct sm_station_reading *to = s->domain.weather.station[n].reading;
    for (int l = 0; l < from->level_count; l++) {
      const int at = time * from->level_count + l;
      const double u = from->reading[at].u, v = from->reading[at].v;
      to[at].u = cos(angle) * u - sin(angle) * v;
      to[at].v = sin(angle) * u + cos(angle) * v;
    }
  }
  return SM_OK;
}

/* mean += share (field - mean), on the cells and on the faces at their high sides. */
static void mix(const struct sm_direction_spread *s, union sm_reals field, union sm_reals mean,
                double share, int axis) {
  const struct sm_state *state = s->state;
  const struct sm_flow_mean mixed = {{state->sy, state->sz}, field, mean, share};
  struct sm_box box = {{0, 0, 0}, {0, 0, 0}};
  for (int d = 0; d < 3; d++) box.hi[d] = s->domain.grid.axis[d].n + (d == axis);
  state->device->backend->flow_mean(state->device, &box, &mixed);
}

static void add_speed(const struct sm_direction_spread *s, double share) {
  const struct sm_state *state = s->state;
  const struct sm_axis *axis = s->domain.grid.axis;
  const struct sm_speed_mean speed = {.step = {state->sy, state->sz},
                                      .u = {state->field[SM_FIELD_U], state->field[SM_FIELD_V]},
                                      .mean = state->field[SM_FIELD_WIND_SPEED_MEAN],
                                      .share = share};
  const struct sm_box cells = {{0, 0, 0}, {axis[0].n, axis[1].n, axis[2].n}};
  state->device->backend->speed_mean(state->device, &cells, &speed);
}

void sm_direction_spread_add(struct sm_direction_spread *s, int node) {
  const struct sm_state *state = s->state;
  const bool last = node == SM_DIRECTION_NODES - 1;
  const size_t bytes = state->size * sm_state_real_size(state);
  union sm_reals speed = state->field[SM_FIELD_WIND_SPEED_MEAN];
  if (node == 0) {
    for (int a = 0; a < 3; a++) state->device->backend->clear(state->device, s->mean[a].f32, bytes);
    state->device->backend->clear(state->device, speed.f32, bytes);
  }
  add_speed(s, node_share[node]);
  for (int a = 0; a < 3; a++) {
    const union sm_reals wind = state->field[SM_FIELD_U + a];
    if (last)
      mix(s, s->mean[a], wind, 1 - node_share[node], a);
    else
      mix(s, wind, s->mean[a], node_share[node], a);
  }
}
