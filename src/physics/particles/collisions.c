/* Collisions of the grains of a particle set (physics/particles/set.h, particles.h). */
#include "physics/particles/internal.h"

static const double pi = 3.14159265358979324;

/* --- tables --- */

static int64_t live_bins(const struct sm_particle_set *set) {
  return sm_sort_bin_count(&set->bins) - 1;
}

/* Sorting bin of a cell. */
static int64_t bin_of(const struct sm_particle_set *set, int i, int j, int k) {
  const struct sm_particle cell = {.cell = {(uint16_t)i, (uint16_t)j, (uint16_t)k}};
  return sm_sort_bin(&set->bins, &cell);
}

/* Inverse air volume of each bin, 1/m3; 0: no air. */
static enum sm_status put_volumes(struct sm_context *ctx, struct sm_particle_set *set) {
  const struct sm_domain *domain = set->plan->domain;
  const struct sm_axis *axis = domain->grid.axis;
  const size_t bins = (size_t)live_bins(set);
  SM_SCOPED double *volume = NULL;
  SM_SCOPED float *inverse = NULL;
  if (!sm_device_has_data(set->device))
    return sm_store_put(ctx, &set->store, NULL, bins, sizeof *inverse, &set->collisions.per_volume);
  SM_TRY(sm_alloc(ctx, bins, sizeof *volume, "collisions", &volume));
  SM_TRY(sm_alloc(ctx, bins, sizeof *inverse, "collisions", &inverse));
  const uint8_t *cell = domain->cell;
  for (int k = 0; k < axis[2].n; k++)
    for (int j = 0; j < axis[1].n; j++)
      for (int i = 0; i < axis[0].n; i++, cell++)
        if ((*cell & SM_OPEN_ALL) != 0)
          volume[bin_of(set, i, j, k)] += axis[0].width[i] * axis[1].width[j] * axis[2].width[k];
  for (size_t b = 0; b < bins; b++) inverse[b] = volume[b] > 0 ? (float)(1 / volume[b]) : 0.0f;
  return sm_store_put(ctx, &set->store, inverse, bins, sizeof *inverse,
                      &set->collisions.per_volume);
}

enum sm_status sm_collisions_set_grains(struct sm_context *ctx, struct sm_particle_set *set) {
  const struct sm_particle_set_plan *plan = set->plan;
  const size_t kinds = (size_t)plan->kinds->count;
  SM_SCOPED struct sm_collision_grain *grain = NULL;
  if (!plan->collides) return SM_OK;
  SM_TRY(sm_alloc(ctx, kinds, sizeof *grain, "collisions", &grain));
  for (size_t m = 0; m < kinds; m++) {
    const int species = plan->kinds->kind[m].species;
    const double d = (double)plan->kinds->diameter[m];
    const double mass = pi / 6 * d * d * d * plan->c->particles.species[species].density;
    if (d > 0)
      grain[m] = (struct sm_collision_grain){(float)d, (float)mass,
                                             plan->sources->quantum[species] / mass};
  }
  sm_store_drop(&set->store, &set->collisions.grain);
  return sm_store_put(ctx, &set->store, grain, kinds, sizeof *grain, &set->collisions.grain);
}

/* --- memory --- */

enum sm_status sm_collisions_create(struct sm_context *ctx, struct sm_particle_set *set) {
  struct sm_collision_arrays *own = &set->collisions;
  const size_t bins = (size_t)live_bins(set);
  if (!set->plan->collides) return SM_OK;
  SM_TRY(put_volumes(ctx, set));
  SM_TRY(sm_collisions_set_grains(ctx, set));
  SM_TRY(sm_store_put(ctx, &set->store, NULL, bins, sizeof *own->solids, &own->solids));
  return sm_store_put(ctx, &set->store, NULL, SM_COLLISION_COUNTS, sizeof *own->counts,
                      &own->counts);
}

/* Reserves memory for as many entries as the set has records. */
enum sm_status sm_collisions_reserve(struct sm_context *ctx, struct sm_particle_set *set) {
  struct sm_collision_arrays *own = &set->collisions;
  if (own->capacity == set->capacity) return SM_OK;
  own->capacity = set->capacity;
  const size_t count = (size_t)own->capacity;
  sm_store_drop(&set->store, &own->bucket);
  sm_store_drop(&set->store, &own->order);
  SM_TRY(sm_store_put(ctx, &set->store, NULL, count + 1, sizeof *own->bucket, &own->bucket));
  return sm_store_put(ctx, &set->store, NULL, count, sizeof *own->order, &own->order);
}

/* --- a step --- */

enum sm_status sm_particle_set_collide(struct sm_context *ctx, struct sm_particle_set *set,
                                       int64_t step, double h) {
  const struct sm_case_particles *p = &set->plan->c->particles;
  const struct sm_backend *backend = set->device->backend;
  const struct sm_collision_arrays *own = &set->collisions;
  if (set->count == 0) return SM_OK;
  SM_TRY(sm_collisions_reserve(ctx, set));
  sm_particle_set_sort(set);
  if (p->collisions.model == SM_COLLISIONS_CONTACT) {
    sm_particle_set_meet(set, h);
    return SM_OK;
  }
  struct sm_particle_collisions c = {.bins = set->bins,
                                     .particle = set->particle,
                                     .tag = set->tag,
                                     .grain = own->grain,
                                     .per_volume = own->per_volume,
                                     .bucket = own->bucket,
                                     .rank = set->rank,
                                     .order = own->order,
                                     .solids = own->solids,
                                     .counts = own->counts,
                                     .h = (float)h,
                                     .restitution = (float)p->collisions.restitution,
                                     .friction = (float)p->collisions.friction,
                                     .seed = (uint64_t)p->seed,
                                     .step = (uint32_t)step};
  c.bins.count = set->count;
  c.bins.bin = set->bin;
  const struct sm_box box = sm_particle_set_box(set->count);
  const size_t buckets = (size_t)set->count + 1;
  backend->clear(set->device, own->bucket, buckets * sizeof *own->bucket);
  backend->clear(set->device, own->solids, (size_t)live_bins(set) * sizeof *own->solids);
  backend->collision_keys(set->device, &box, &c);
  backend->scan(set->device, own->bucket, (int64_t)buckets);
  backend->collision_place(set->device, &box, &c);
  backend->collision_order(set->device, &box, &c);
  backend->collision_pairs(set->device, &box, &c);
  return SM_OK;
}

enum sm_status sm_particle_set_collisions(struct sm_context *ctx, const struct sm_particle_set *set,
                                          int64_t counts[SM_COLLISION_COUNTS]) {
  return sm_device_download(ctx, set->device, counts, set->collisions.counts,
                            SM_COLLISION_COUNTS * sizeof *counts);
}

/* --- report --- */

static void report_contacts(struct sm_context *ctx, const struct sm_particles *p,
                            const int64_t counts[SM_COLLISION_COUNTS]) {
  const struct sm_case *c = p->plan.c;
  const double done = (double)counts[SM_COLLISION_DONE];
  sm_info(ctx, "collisions: %.10g of two grains", done);
  if (counts[SM_COLLISION_DENSE] > 0)
    sm_warn(ctx,
            "%s:%d: warning: in %lld collisions, %.2g %% of all, grains came nearer by more than a "
            "tenth of their distance in a step of %.3g s: some may have missed each other\n"
            "help: a shorter 'particles.step'",
            c->path, c->particles.collisions.line, (long long)counts[SM_COLLISION_DENSE],
            100 * (double)counts[SM_COLLISION_DENSE] / done, p->h);
  if (counts[SM_COLLISION_MISSED] > 0)
    sm_warn(ctx,
            "%s:%d: warning: %lld times a grain still came nearer to another after all rounds of a "
            "step: several met at once\nhelp: a shorter 'particles.step', or fewer grains",
            c->path, c->particles.collisions.line, (long long)counts[SM_COLLISION_MISSED]);
}

enum sm_status sm_particles_report_collisions(struct sm_context *ctx,
                                              const struct sm_particles *p) {
  const struct sm_case *c = p->plan.c;
  int64_t counts[SM_COLLISION_COUNTS];
  if (!p->plan.collides) return SM_OK;
  SM_TRY(sm_particle_set_collisions(ctx, p->set[0], counts));
  const double done = (double)counts[SM_COLLISION_DONE];
  const double missed = (double)counts[SM_COLLISION_MISSED] / (double)SM_COLLISION_PART;
  if (c->particles.collisions.model == SM_COLLISIONS_CONTACT) {
    report_contacts(ctx, p, counts);
    return SM_OK;
  }
  sm_info(ctx, "collisions: %.10g, of %lld pairs of parcels drawn", done,
          (long long)counts[SM_COLLISION_PAIRS]);
  if (missed > 0)
    sm_warn(
        ctx,
        "%s:%d: warning: %.3g collisions of parcels, %.2g %% of all, were missed: more than one "
        "of a pair was due in a step of %.3g s\nhelp: a shorter 'particles.step'",
        c->path, c->particles.collisions.line, missed, 100 * missed / (missed + done), p->h);
  if (counts[SM_COLLISION_DENSE] > 0)
    sm_warn(ctx,
            "%s:%d: warning: %lld pairs of parcels, %.2g %% of all, were drawn where grains would "
            "fill more than %.0f %% of the air: they collide as at that\n"
            "help: less mass in 'particles.source', or a larger source",
            c->path, c->particles.collisions.line, (long long)counts[SM_COLLISION_DENSE],
            100 * (double)counts[SM_COLLISION_DENSE] / (double)counts[SM_COLLISION_PAIRS],
            100 * (double)SM_COLLISION_DENSEST);
  return SM_OK;
}
