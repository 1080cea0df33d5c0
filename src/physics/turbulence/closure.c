/* closure.c - friction velocity and stability of a time, then the turbulence kernels. */
#include "physics/turbulence/closure.h"

#include "physics/diagnostic/wind_profile.h"
#include <math.h>
#include <string.h>

/* Height at which the wind is taken for u*: in mean building heights above ground; without
 * buildings, m. Roughness and displacement of a city over its mean height: Grimmond & Oke
 * (1999). */
static const double building_heights = 3, open_height = 10;
static const double city_roughness = 0.1, city_displacement = 0.7;

struct sm_closure {
  const struct sm_case_turbulence *options;
  const struct sm_domain *domain;
  const struct sm_state *state;
  struct sm_wall_distance *distance;
  struct sm_turbulence *turbulence;
  struct sm_turbulence_fields fields;
  bool stresses;
  double height; /* height of the wind for u*, m above ground */
  double tall;   /* mean building height, m; 0: none */
  struct sm_building_wake *wake;
  size_t wakes;
};

/* Stresses are written, or particles use them. */
static bool wants_stresses(const struct sm_case *c) {
  return c->output.turbulence[SM_OUTPUT_STRESSES] || c->particles.turbulence;
}

unsigned sm_closure_fields(const struct sm_case *c) {
  if (c->turbulence.model != SM_TURBULENCE_LOCAL) return 0;
  unsigned fields = 1u << SM_FIELD_TKE | 1u << SM_FIELD_DISSIPATION |
                    1u << SM_FIELD_EDDY_VISCOSITY | 1u << SM_FIELD_MIXING_LENGTH;
  for (int f = SM_FIELD_UU; f <= SM_FIELD_WW; f++)
    if (wants_stresses(c)) fields |= 1u << f;
  return fields;
}

/* Mean of a quantity over all readings of a time; 0: no readings. */
static double mean_reading(const struct sm_weather *weather, int time, double depth,
                           double (*number)(const struct sm_station *station,
                                            const struct sm_station_reading *reading,
                                            double depth)) {
  double sum = 0;
  int count = 0;
  for (int s = 0; s < weather->station_count; s++) {
    const struct sm_station *station = &weather->station[s];
    for (int l = 0; l < station->level_count; l++) {
      const struct sm_station_reading *r = &station->reading[time * station->level_count + l];
      if (!r->valid) continue;
      sum += number(station, r, depth);
      count++;
    }
  }
  return count > 0 ? sum / count : 0;
}

static double per_obukhov_of(const struct sm_station *station,
                             const struct sm_station_reading *reading, double depth) {
  (void)station;
  (void)depth;
  return 1 / reading->obukhov;
}

static double convective_of(const struct sm_station *station,
                            const struct sm_station_reading *reading, double depth) {
  if (!(reading->obukhov < 0)) return 0;
  const double friction = sm_closure_friction(hypot(reading->u, reading->v), reading->height,
                                              -station->z0, station->z0, 1 / reading->obukhov);
  return friction * cbrt(-depth / (SM_KARMAN * reading->obukhov));
}

double sm_closure_per_obukhov(const struct sm_weather *weather, int time) {
  return mean_reading(weather, time, 0, per_obukhov_of);
}

double sm_closure_convective(const struct sm_weather *weather, int time, double depth) {
  return mean_reading(weather, time, depth, convective_of);
}

double sm_closure_friction(double wind, double z, double displacement, double z0,
                           double per_obukhov) {
  const double above = z - displacement, logarithm = log(above / z0);
  const double shape = logarithm + sm_stability_psi(above * per_obukhov);
  return SM_KARMAN * wind / fmax(shape, 0.5 * logarithm);
}

double sm_mean_roughness(const struct sm_domain *domain) {
  const int64_t columns = (int64_t)domain->grid.axis[0].n * domain->grid.axis[1].n;
  double sum = 0;
  for (int64_t c = 0; c < columns; c++) sum += log((double)domain->z0[c]);
  return exp(sum / (double)columns);
}

static enum sm_status allocate(struct sm_context *ctx, const struct sm_case *c,
                               const struct sm_state *state, struct sm_closure *t) {
  const struct sm_turbulence_options options = {
      .roughness = sm_mean_roughness(t->domain),
      .longest = t->options->longest,
      .background = t->options->background,
      .background_length = t->options->background_length,
      .sigma = {t->options->sigma[0], t->options->sigma[1], t->options->sigma[2]}};
  const struct sm_grid *grid = &t->domain->grid;
  t->stresses = wants_stresses(c);
  SM_TRY(sm_wall_distance_create(ctx, state, grid, t->domain->cell, true, &t->distance));
  return sm_turbulence_create(ctx, state, grid, t->distance, &options, &t->turbulence);
}

enum sm_status sm_closure_create(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_domain *domain, struct sm_state *state,
                                 struct sm_closure **out) {
  *out = NULL;
  if (c->turbulence.model != SM_TURBULENCE_LOCAL) return SM_OK;
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the turbulence", out));
  struct sm_closure *t = *out;
  t->options = &c->turbulence;
  t->domain = domain;
  t->state = state;
  t->fields = (struct sm_turbulence_fields){.viscosity = state->field[SM_FIELD_EDDY_VISCOSITY],
                                            .energy = state->field[SM_FIELD_TKE],
                                            .dissipation = state->field[SM_FIELD_DISSIPATION],
                                            .length = state->field[SM_FIELD_MIXING_LENGTH]};
  for (int m = 0; m < 6; m++) t->fields.stress[m] = state->field[SM_FIELD_UU + m];
  t->tall = sm_domain_mean_building(domain);
  const double air = 0.9 * (sm_domain_top(domain) - domain->highest_ground);
  t->height = fmin(t->tall > 0 ? building_heights * t->tall : open_height, air);
  const enum sm_status status = allocate(ctx, c, state, t);
  if (status == SM_OK) {
    state->distance = t->distance->d;
  } else {
    sm_closure_destroy(out);
  }
  return status;
}

void sm_closure_destroy(struct sm_closure **closure) {
  struct sm_closure *t = *closure;
  if (t == NULL) return;
  sm_turbulence_destroy(&t->turbulence);
  sm_wall_distance_destroy(&t->distance);
  sm_free(t->wake);
  sm_free(t);
  *closure = NULL;
}

enum sm_status sm_closure_set_blocks(struct sm_context *ctx, struct sm_closure *t,
                                     const struct sm_urban_block *block, size_t count) {
  if (t == NULL || !(t->options->wakes > 0)) return SM_OK;
  sm_free(t->wake);
  t->wake = NULL;
  t->wakes = 0;
  SM_TRY(sm_alloc(ctx, count, sizeof *t->wake, "wakes of buildings", &t->wake));
  SM_TRY(
      sm_building_wakes_find(ctx, t->domain, t->state, block, count, t->options->wakes, t->wake));
  t->wakes = count;
  return SM_OK;
}

/* --- u* --- */

/* u* of a column from the wind at the centre of layer k; NAN outside the air. */
static double column_friction(const struct sm_closure *t, const struct sm_wind_layer *layer, int i,
                              int j, int k, double per_obukhov) {
  const struct sm_domain *domain = t->domain;
  const int nx = domain->grid.axis[0].n;
  const double rough = t->tall > 0 ? city_roughness * t->tall : (double)domain->z0[i + nx * j];
  const double displaced = t->tall > 0 ? city_displacement * t->tall : -rough;
  const double z = domain->grid.axis[2].centre[k] - (double)domain->terrain[i + nx * j];
  const uint8_t cell = domain->cell[i + nx * (j + (int64_t)domain->grid.axis[1].n * k)];
  if ((cell & SM_OPEN_ALL) == 0 || !(z - displaced > 1.5 * rough)) return NAN;
  double wind[2];
  sm_wind_layer_wind(layer, i, j, wind);
  return sm_closure_friction(hypot(wind[0], wind[1]), z, displaced, rough, per_obukhov);
}

/* Mean u* over the columns with a known wind at that height; NAN: none. */
static enum sm_status measure_friction(struct sm_context *ctx, const struct sm_closure *t,
                                       double per_obukhov, double *out) {
  const struct sm_axis *axis = t->domain->grid.axis;
  double sum = 0;
  int64_t count = 0;
  struct sm_wind_layer layer;
  SM_TRY(sm_wind_layer_create(ctx, t->state, &layer));
  enum sm_status status = SM_OK;
  const int last = sm_axis_nearest(&axis[2], t->domain->highest_ground + t->height);
  for (int k = sm_axis_nearest(&axis[2], t->height); k <= last && status == SM_OK; k++) {
    status = sm_wind_layer_read(ctx, &layer, k);
    for (int c = 0; c < axis[0].n * axis[1].n && status == SM_OK; c++) {
      const double altitude = (double)t->domain->terrain[c] + t->height;
      if (!(altitude >= axis[2].face[k] && altitude < axis[2].face[k + 1])) continue;
      const double friction =
          column_friction(t, &layer, c % axis[0].n, c / axis[0].n, k, per_obukhov);
      if (isnan(friction)) continue;
      sum += friction;
      count++;
    }
  }
  sm_wind_layer_free(&layer);
  *out = count > 0 ? sum / (double)count : (double)NAN;
  return status;
}

enum sm_status sm_closure_step(struct sm_context *ctx, struct sm_closure *t, int time) {
  if (t == NULL) return SM_OK;
  const double least = 1e-6; /* m/s: keeps the bound of the energy positive in a calm */
  const double per_obukhov =
      t->options->stability ? sm_closure_per_obukhov(&t->domain->weather, time) : 0;
  double friction;
  SM_TRY(measure_friction(ctx, t, per_obukhov, &friction));
  struct sm_turbulence_air air = sm_turbulence_air_default();
  air.obukhov = per_obukhov != 0 ? 1 / per_obukhov : (double)INFINITY;
  air.depth = t->options->depth;
  if (!isnan(friction)) air.most = t->options->bound * pow(fmax(friction, least), 2);
  if (per_obukhov < 0) air.convective = sm_closure_convective(&t->domain->weather, time, air.depth);
  sm_debug(ctx, "turbulence: u* %.3g m/s at %.3g m above the ground, w* %.3g m/s", friction,
           t->height, air.convective);
  SM_TRY(sm_turbulence_set_air(ctx, t->turbulence, &air));
  sm_turbulence_mixing(t->turbulence, &t->fields);
  sm_turbulence_wakes(t->turbulence, t->wake, t->wakes, &t->fields);
  if (t->stresses) sm_turbulence_stress(t->turbulence, &t->fields);
  return SM_OK;
}
