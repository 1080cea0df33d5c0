/* Plume rise of hot or fast stack gas. */
#include "physics/particles/internal.h"

#include <math.h>

static bool is_stack(const struct sm_case_source *s) { return !isnan(s->exit_velocity); }

bool sm_plume_rises(const struct sm_case_particles *p) {
  for (size_t s = 0; s < p->source_count; s++)
    if (is_stack(&p->source[s])) return true;
  return false;
}

struct sm_plume_rise sm_plume_rise_of(double velocity, double temperature, double diameter,
                                      double wind, double ambient, double gravity) {
  const double u = wind > 1 ? wind : 1; /* Briggs' formulas need wind */
  const double hot = temperature > ambient ? 1 - ambient / temperature : 0;
  const double buoyancy = gravity * velocity * diameter * diameter / 4 * hot;
  const double reach = buoyancy < 55 ? 49 * pow(buoyancy, 5.0 / 8) : 119 * pow(buoyancy, 2.0 / 5);
  const double gain = 1.6 * cbrt(buoyancy / u), end = reach / u;
  const double by_heat = gain * pow(end, 2.0 / 3), by_push = 3 * diameter * velocity / u;
  if (by_heat >= by_push) return (struct sm_plume_rise){(float)gain, (float)end};
  if (!(by_push > 0)) return (struct sm_plume_rise){0};
  const double far = 4 * diameter * (velocity + 3 * u) * (velocity + 3 * u) / (velocity * u);
  return (struct sm_plume_rise){(float)(by_push / pow(far / u, 2.0 / 3)), (float)(far / u)};
}

/* Wind speed at a point, m/s. */
static enum sm_status wind_at(struct sm_context *ctx, const struct sm_particles *p,
                              const struct sm_state *state, const double place[3], double *out) {
  const struct sm_grid *grid = &p->plan.domain->grid;
  ptrdiff_t at = 0;
  for (int d = 0; d < 3; d++)
    at += sm_axis_nearest(&grid->axis[d], place[d]) * (d == 0 ? 1 : d == 1 ? state->sy : state->sz);
  double sum = 0;
  for (int d = 0; d < 2; d++) {
    const size_t size = sm_state_real_size(state);
    const char *from = (const char *)state->field[SM_FIELD_U + d].f32 + (size_t)at * size;
    double wide;
    float narrow;
    SM_TRY(sm_device_download(ctx, state->device, size == 8 ? (void *)&wide : (void *)&narrow, from,
                              size));
    const double u = size == 8 ? wide : (double)narrow;
    sum += u * u;
  }
  *out = sqrt(sum);
  return SM_OK;
}

enum sm_status sm_plume_rise_update(struct sm_context *ctx, struct sm_particles *p,
                                    const struct sm_state *state) {
  const struct sm_case_particles *own = &p->plan.c->particles;
  if (!p->plan.rises) return SM_OK;
  SM_SCOPED struct sm_plume_rise *rise = NULL;
  const size_t count = own->source_count;
  SM_TRY(sm_alloc(ctx, count, sizeof *rise, "plume rise", &rise));
  enum sm_status status = SM_OK;
  for (size_t s = 0; s < count && status == SM_OK && state != NULL; s++) {
    const struct sm_case_source *source = &own->source[s];
    const struct sm_release *release = &p->releases->source[s];
    if (!is_stack(source)) continue;
    const double ground = sm_domain_ground(p->plan.domain, release->place[0], release->place[1]);
    const double mouth[3] = {release->place[0], release->place[1], ground + release->height};
    double wind = 0;
    status = wind_at(ctx, p, state, mouth, &wind);
    rise[s] =
        sm_plume_rise_of(source->exit_velocity, source->exit_temperature, source->exit_diameter,
                         wind, p->plan.c->weather.temperature, own->gravity);
  }
  if (p->plan.parallel != NULL) {
    SM_TRY(sm_processes_agree(ctx, status));
    sm_parallel_broadcast(p->plan.parallel, rise, count * sizeof *rise);
  }
  for (int f = 0; f < p->plan.sets && status == SM_OK; f++)
    status = sm_device_upload(ctx, p->set[f]->device, p->set[f]->rise, rise, count * sizeof *rise);
  return status;
}
