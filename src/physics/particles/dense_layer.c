/* Shallow layer of a dense gas under the particles of its sources (physics/particles/set.h). */
#include "physics/particles/internal.h"

#include "domain/sources/releases.h"
#include <math.h>

static const double courant = 0.4;

/* --- the ground --- */

/* Lowest fluid cell of each column, -1: none; and the bed: terrain, or the roof below that cell. */
static void fill_bed(const struct sm_domain *domain, size_t columns, int *bottom, float *bed) {
  const struct sm_axis *z = &domain->grid.axis[2];
  for (size_t c = 0; c < columns; c++) {
    const uint8_t *cell = domain->cell + c;
    int k = 0;
    while (k < z->n && (cell[columns * (size_t)k] & SM_OPEN_ALL) == 0) k++;
    const bool roof = k > 0 && SM_CELL_TYPE(cell[columns * (size_t)(k - 1)]) == SM_CELL_BUILDING;
    bottom[c] = k < z->n ? k : -1;
    bed[c] = k == z->n ? 1e6f : roof ? (float)z->face[k] : domain->terrain[c];
  }
}

static enum sm_status put_bed(struct sm_context *ctx, struct sm_particle_set *set) {
  const size_t columns = sm_particle_set_columns(set->plan);
  struct sm_dense_arrays *own = &set->dense;
  SM_SCOPED int *bottom = NULL;
  SM_SCOPED float *bed = NULL;
  SM_TRY(sm_alloc(ctx, columns, sizeof *bottom, "the dense layer", &bottom));
  SM_TRY(sm_alloc(ctx, columns, sizeof *bed, "the dense layer", &bed));
  fill_bed(set->plan->domain, columns, bottom, bed);
  SM_TRY(sm_store_put(ctx, &set->store, bottom, columns, sizeof *bottom, &own->bottom));
  return sm_store_put(ctx, &set->store, bed, columns, sizeof *bed, &own->bed);
}

/* --- memory --- */

enum sm_status sm_dense_layer_set_sources(struct sm_context *ctx, struct sm_particle_set *set) {
  const struct sm_particle_sources *sources = set->plan->sources;
  struct sm_dense_arrays *own = &set->dense;
  SM_SCOPED uint8_t *dense = NULL;
  if (!set->plan->dense.present) return SM_OK;
  SM_TRY(sm_alloc(ctx, (size_t)sources->count, 1, "the dense layer", &dense));
  for (int s = 0; s < sources->count; s++) {
    const struct sm_case_source *source = sources->item[s].release->source;
    dense[s] = source->dense_gas;
    if (source->dense_gas) own->quantum = sources->quantum[source->species];
  }
  sm_store_drop(&set->store, &own->source);
  return sm_store_put(ctx, &set->store, dense, (size_t)sources->count, 1, &own->source);
}

enum sm_status sm_dense_layer_create(struct sm_context *ctx, struct sm_particle_set *set) {
  const struct sm_domain *domain = set->plan->domain;
  const size_t columns = sm_particle_set_columns(set->plan);
  struct sm_dense_arrays *own = &set->dense;
  struct sm_store *store = &set->store;
  if (!set->plan->dense.present) return SM_OK;
  SM_TRY(put_bed(ctx, set));
  SM_TRY(sm_store_put(ctx, store, domain->z0, columns, sizeof *own->rough, &own->rough));
  for (int m = 0; m < 2; m++)
    SM_TRY(sm_store_put(ctx, store, NULL, columns, sizeof *own->column[m], &own->column[m]));
  SM_TRY(sm_store_put(ctx, store, NULL, columns, sizeof *own->state, &own->state));
  SM_TRY(sm_store_put(ctx, store, NULL, columns, sizeof *own->speed, &own->speed));
  SM_TRY(sm_store_put(ctx, store, NULL, columns, sizeof *own->released, &own->released));
  SM_TRY(sm_store_put(ctx, store, NULL, 1, sizeof *own->number, &own->number));
  return sm_dense_layer_set_sources(ctx, set);
}

/* --- a step --- */

static struct sm_dense_layer layer_of(const struct sm_particle_set *set,
                                      enum sm_wind_sampling sampling,
                                      const struct sm_particle_advance *advance) {
  const struct sm_dense_gas *gas = &set->plan->dense;
  const struct sm_dense_arrays *own = &set->dense;
  return (struct sm_dense_layer){.advance = *advance,
                                 .sampling = sampling,
                                 .turbulent = set->plan->turbulence,
                                 .bed = own->bed,
                                 .rough = own->rough,
                                 .bottom = own->bottom,
                                 .width = {set->width[0], set->width[1]},
                                 .state = own->state,
                                 .speed = own->speed,
                                 .released = own->released,
                                 .source = own->source,
                                 .quantum = own->quantum,
                                 .released_heat = gas->heat,
                                 .gas = gas->mixture,
                                 .per_obukhov = gas->per_obukhov};
}

enum sm_status sm_particle_set_slump(struct sm_context *ctx, struct sm_particle_set *set,
                                     enum sm_wind_sampling sampling,
                                     const struct sm_particle_advance *advance) {
  const struct sm_axis *axis = set->plan->domain->grid.axis;
  struct sm_device *device = set->device;
  const struct sm_backend *backend = device->backend;
  struct sm_dense_arrays *own = &set->dense;
  struct sm_dense_layer s = layer_of(set, sampling, advance);
  const struct sm_box columns = {{0, 0, 0}, {axis[0].n, axis[1].n, 1}};
  const struct sm_box particles = sm_particle_set_box(set->count);
  const double whole = advance->h_f64;
  double left = whole, speed = 0;
  for (bool first = true; left > 1e-9 * whole; first = false) {
    s.first = first;
    s.from = own->column[0];
    s.to = own->column[1];
    backend->dense_state(device, &columns, &s);
    if (first && set->count > 0) backend->dense_particles(device, &particles, &s);
    backend->dense_speed(device, &columns, &s, own->number);
    SM_TRY(sm_device_download(ctx, device, &speed, own->number, sizeof speed));
    if (!isfinite(speed))
      return sm_fail(ctx, SM_ERR_DIVERGED, "error: the layer of dense gas is not finite");
    s.step = speed * left > courant ? fmin(courant / speed, left) : left;
    s.fraction = s.step / whole;
    backend->dense_flow(device, &columns, &s);
    own->column[0] = s.to;
    own->column[1] = (struct sm_layer_column *)s.from;
    left -= s.step;
  }
  backend->clear(device, own->released, sm_particle_set_columns(set->plan) * sizeof *own->released);
  return SM_OK;
}
