/* Dust emission by the wind (cell/particles/dust.h) as particle sources. */
#include "physics/particles/internal.h"

#include "cell/particles/dust.h"
#include <math.h>

/* Whether the centre of a column lies in the source. */
static bool covers(const struct sm_release *r, double x, double y) {
  const struct sm_case_source *s = r->source;
  const double dx = x - r->place[0], dy = y - r->place[1], far = hypot(dx, dy);
  if (isnan(r->place[0]) || s->position == 0) return true;
  if (s->radius > 0) return far <= s->radius && far >= s->inner_radius;
  if (s->size[0] > 0) return fabs(dx) <= 0.5 * s->size[0] && fabs(dy) <= 0.5 * s->size[1];
  return true;
}

/* Cumulative emission of the columns before each one, kg/s; [columns + 1]. Returns the total. */
static double add_up(const struct sm_particles *p, const struct sm_release *release,
                     const float *friction, ptrdiff_t friction_sy, double *sum) {
  const struct sm_case_particles *own = &p->plan.c->particles;
  const struct sm_case_source *s = release->source;
  const struct sm_domain *domain = p->plan.domain;
  const struct sm_axis *x = &domain->grid.axis[0], *y = &domain->grid.axis[1];
  const double density = own->species[s->species].density;
  const struct sm_dust_ground ground = sm_dust_ground_of(
      (float)s->grain, (float)density, (float)own->air_density, (float)s->clay, (float)s->moisture);
  double all = 0;
  for (int j = 0; j < y->n; j++)
    for (int i = 0; i < x->n; i++) {
      const size_t c = (size_t)i + (size_t)x->n * (size_t)j;
      sum[c] = all;
      if (domain->building[c] > 0.0f || !covers(release, x->centre[i], y->centre[j])) continue;
      const float flux =
          sm_dust_flux(&ground, friction[i + j * friction_sy], (float)own->air_density);
      all += (double)flux * x->width[i] * y->width[j];
    }
  sum[(size_t)x->n * (size_t)y->n] = all;
  return all;
}

static enum sm_status update_source(struct sm_context *ctx, struct sm_particles *p, int s,
                                    const float *friction, ptrdiff_t friction_sy, double *sum) {
  struct sm_particle_source *source = &p->sources.item[s];
  const struct sm_grid *grid = &p->plan.domain->grid;
  const size_t columns = (size_t)grid->axis[0].n * (size_t)grid->axis[1].n;
  const double all = add_up(p, source->release, friction, friction_sy, sum);
  const double seconds = source->at[source->moments - 1] - source->at[0];
  const double quantum = p->sources.quantum[source->release->source->species];
  if (all * seconds > 1e7)
    return sm_fail(ctx, SM_ERR_CASE,
                   "%s:%d: error: source '%s': the wind lifts %.3g kg/s, more than 1e7 kg in all",
                   p->plan.c->path, source->release->source->line, source->release->source->name,
                   all);
  source->mass = (int64_t)(all * seconds / (double)source->total / quantum + 0.5);
  /* Without emission, massless particles are released anywhere. */
  for (size_t c = 0; c <= columns; c++)
    sum[c] = all > 0 ? sum[c] / all : (double)c / (double)columns;
  for (int f = 0; f < p->plan.sets; f++)
    SM_TRY(sm_device_upload(ctx, p->set[f]->device, p->set[f]->arrays.column[s], sum,
                            (columns + 1) * sizeof *sum));
  return SM_OK;
}

enum sm_status sm_dust_emission_update(struct sm_context *ctx, struct sm_particles *p) {
  const struct sm_grid *grid = &p->plan.domain->grid;
  const size_t columns = (size_t)grid->axis[0].n * (size_t)grid->axis[1].n;
  struct sm_air_view air;
  SM_SCOPED float *friction = NULL;
  SM_SCOPED double *sum = NULL;
  SM_TRY(sm_wind_sampler_interpolate(ctx, p->sampler[0], 1, &air));
  const size_t size = (size_t)air.friction_sy * (size_t)grid->axis[1].n;
  SM_TRY(sm_alloc(ctx, size, sizeof *friction, "dust", &friction));
  SM_TRY(sm_alloc(ctx, columns + 1, sizeof *sum, "dust", &sum));
  SM_TRY(
      sm_device_download(ctx, p->set_device[0], friction, air.friction, size * sizeof *friction));
  for (int s = 0; s < p->sources.count; s++)
    if (p->sources.item[s].release->source->shape == SM_SOURCE_GROUND)
      SM_TRY(update_source(ctx, p, s, friction, air.friction_sy, sum));
  return SM_OK;
}
