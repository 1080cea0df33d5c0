/* First guess of the diagnostic wind at any point (prism_wind.h). */
#include "base/list.h"
#include "physics/diagnostic/internal.h"
#include "physics/diagnostic/objective_analysis.h"
#include "physics/diagnostic/prism_wind.h"
#include "physics/diagnostic/wind_profile.h"
#include <math.h>
#include <omp.h>

struct sm_point_guess {
  const struct sm_domain *domain;
  int time;
  struct sm_model_columns *places; /* NULL: the weather has no model grid */
  bool has_places;                 /* the columns have readings at the time */
  struct sm_analysis *analysis;
  double *weight; /* [threads][fields] */
  struct sm_roughness_map map;
  float *ln_z0; /* of the map; NULL: no internal boundary layers */
};

enum sm_status sm_point_guess_create(struct sm_context *ctx, const struct sm_domain *domain,
                                     int time, bool internal_boundary_layers,
                                     struct sm_point_guess **out) {
  struct sm_point_guess *g = NULL;
  enum sm_status status = SM_OK;
  *out = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *g, "the first guess", &g));
  g->domain = domain;
  g->time = time;
  SM_TRY_DONE(sm_model_columns_create(ctx, domain, &g->places));
  g->has_places = g->places != NULL && sm_model_columns_valid(g->places, time);
  SM_TRY_DONE(sm_analysis_create(ctx, &domain->grid, &domain->weather,
                                 g->has_places ? g->places : NULL, time, &g->analysis));
  const size_t threads = (size_t)omp_get_max_threads(), fields = (size_t)g->analysis->field_count;
  SM_TRY_DONE(sm_alloc(ctx, threads * fields, sizeof *g->weight, "the first guess", &g->weight));
  size_t size;
  if (internal_boundary_layers)
    SM_TRY_DONE(sm_roughness_map_create(ctx, domain, &g->map, &size, &g->ln_z0));
  *out = g;
done:
  if (status != SM_OK) sm_point_guess_destroy(&g);
  return status;
}

void sm_point_guess_destroy(struct sm_point_guess **guess) {
  struct sm_point_guess *g = *guess;
  if (g == NULL) return;
  sm_analysis_destroy(&g->analysis);
  sm_model_columns_destroy(&g->places);
  SM_FREE_ALL(g->weight, g->ln_z0, g);
  *guess = NULL;
}

/* Heights above a point, and the factors of internal boundary layers there. */
struct column {
  const double *at;
  double z0; /* m */
  const double *height;
  int count;
  float factor[SM_FETCH_NODES + 1];
};

/* Vertical profile with weights of its two components. */
struct share {
  const struct sm_station *station;
  const struct sm_station_reading *reading;
  double of[2];
  double mean[2]; /* weights where differences have faded */
};

static void add_profile(const struct sm_analysis *analysis, const struct share *share,
                        const struct column *c, double (*wind)[2]) {
  const enum sm_profile_kind kind = share->station->profile;
  const bool adapts = kind == SM_PROFILE_LOG || kind == SM_PROFILE_TOWER;
  double own[2];
  for (int n = 0; n < c->count; n++) {
    const double height = c->height[n], fading = sm_analysis_fading(analysis, height);
    const double factor = adapts ? (double)sm_fetch_factor(c->factor, 0, 1, (float)height) : 1;
    sm_profile_wind(share->station, share->reading, c->z0, height, own);
    for (int d = 0; d < 2; d++)
      wind[n][d] += factor * (share->mean[d] + fading * (share->of[d] - share->mean[d])) * own[d];
  }
}

/* Adds the weather model columns around a point, bilinear. */
static void add_places(const struct sm_point_guess *g, const struct column *c, double (*wind)[2]) {
  const struct sm_model_columns *p = g->places;
  double place[2] = {0, 0};
  sm_model_columns_find(p, c->at[0], c->at[1], place);
  for (int j = (int)place[1]; j <= (int)place[1] + 1 && j < p->n[1]; j++)
    for (int i = (int)place[0]; i <= (int)place[0] + 1 && i < p->n[0]; i++) {
      const struct sm_station *s = &p->station[j * p->n[0] + i];
      const double weight = sm_model_columns_weight(place, i, j);
      const struct share share = {s,
                                  s->reading + (size_t)g->time * (size_t)s->level_count,
                                  {weight, weight},
                                  {weight, weight}};
      if (weight > 0) add_profile(g->analysis, &share, c, wind);
    }
}

static void add_all(const struct sm_point_guess *g, const struct column *c, double (*wind)[2]) {
  const struct sm_analysis *a = g->analysis;
  double *weight = g->weight + (ptrdiff_t)omp_get_thread_num() * a->field_count;
  for (int n = 0; n < c->count; n++) wind[n][0] = wind[n][1] = 0;
  if (g->has_places) add_places(g, c, wind);
  sm_analysis_weights_at(a, c->at, weight);
  for (int f = 0; f < a->field_count; f++) {
    const int axis = a->field[f].axis;
    const double mean = a->mean != NULL ? a->mean[f] : 0;
    const struct share share = {a->field[f].station,
                                a->field[f].reading,
                                {axis == 1 ? 0 : weight[f], axis == 0 ? 0 : weight[f]},
                                {axis == 1 ? 0 : mean, axis == 0 ? 0 : mean}};
    add_profile(a, &share, c, wind);
  }
}

/* Factors of internal boundary layers, in the direction of the wind at the blending height. */
static void find_factors(const struct sm_point_guess *g, struct column *c) {
  struct column high = *c;
  double wind[1][2];
  high.height = &sm_blending_height;
  high.count = 1;
  add_all(g, &high, wind);
  const double speed = hypot(wind[0][0], wind[0][1]);
  if (!(speed > 0)) return;
  const float to[2] = {(float)(wind[0][0] / speed), (float)(wind[0][1] / speed)};
  sm_fetch_factors(&g->map, (float)c->at[0], (float)c->at[1], to, c->factor);
}

void sm_point_guess_column(const struct sm_point_guess *g, const double at[2], int count,
                           const double *height, double (*wind)[2]) {
  struct column c = {.at = at,
                     .z0 = (double)g->domain->z0[sm_domain_column(g->domain, at[0], at[1])],
                     .height = height,
                     .count = count};
  for (int q = 0; q <= SM_FETCH_NODES; q++) c.factor[q] = 1;
  if (g->ln_z0 != NULL) find_factors(g, &c);
  add_all(g, &c, wind);
}
