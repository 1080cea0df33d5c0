/* State of the particles of a run (physics/particles/particles.h). */
#include "physics/particles/internal.h"

#include "base/list.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* more: as in struct sm_particle_f64; NULL: in f32. */
static void position_of(const struct sm_domain *domain, const struct sm_particle *m,
                        const uint32_t more[3], double x[3]) {
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &domain->grid.axis[d];
    const double below = more != NULL ? ldexp(more[d] + 0.5, -SM_PARTICLE_MORE_BITS) : 0.5;
    const double part = ((double)m->part[d] + below) / 4294967296.0;
    x[d] = axis->face[m->cell[d]] + part * axis->width[m->cell[d]];
  }
}

static float speed_of(const struct sm_particle *m) {
  return m->v[0] == SM_UNSET_VELOCITY
             ? 0.0f
             : sqrtf(m->v[0] * m->v[0] + m->v[1] * m->v[1] + m->v[2] * m->v[2]);
}

enum sm_status sm_particles_check_lid(struct sm_context *ctx, const struct sm_case *c,
                                      const struct sm_domain *domain) {
  const struct sm_grid *grid = &domain->grid;
  const size_t columns = (size_t)grid->axis[0].n * (size_t)grid->axis[1].n;
  const double lid = c->particles.mixing_height, top = grid->axis[2].face[grid->axis[2].n];
  float lowest = domain->terrain[0];
  for (size_t n = 1; n < columns; n++) lowest = fminf(lowest, domain->terrain[n]);
  if (lid < top - (double)lowest) return SM_OK;
  return sm_fail(ctx, SM_ERR_CASE,
                 "%s:%d: error: 'particles.mixing_height' is %g m above the ground, but the domain "
                 "ends %g m above it\n"
                 "help: particles.top = \"reflect\" in place of it, or a larger domain.height",
                 c->path, c->particles.line, lid, top - (double)lowest);
}

/* --- the budget --- */

static size_t columns_of(const struct sm_particles *p) {
  const struct sm_grid *grid = &p->plan.domain->grid;
  return (size_t)grid->axis[0].n * (size_t)grid->axis[1].n;
}

static enum sm_status add_budgets(struct sm_context *ctx, struct sm_particles *p, int64_t **sum,
                                  int64_t **deposit) {
  const size_t species = (size_t)p->plan.species, terms = species * SM_BUDGET_TERMS;
  const size_t deposits = (size_t)p->plan.deposit_maps * columns_of(p);
  SM_TRY(sm_alloc(ctx, terms, sizeof **sum, "the budget", sum));
  if (deposit != NULL) SM_TRY(sm_alloc(ctx, deposits, sizeof **deposit, "deposits", deposit));
  for (int f = 0; f < p->plan.sets; f++)
    SM_TRY(sm_particle_set_budget(ctx, p->set[f], p->step_time, *sum,
                                  deposit != NULL ? *deposit : NULL));
  SM_TRY(sm_particle_sum_processes(ctx, &p->plan, *sum, terms));
  return deposit != NULL ? sm_particle_sum_processes(ctx, &p->plan, *deposit, deposits) : SM_OK;
}

enum sm_status sm_particles_budget_sums(struct sm_context *ctx, struct sm_particles *p,
                                        int64_t **sum, int64_t **deposit) {
  sm_particles_order(p, SM_ORDER_BUDGET, deposit != NULL, 0);
  return sm_particles_agree(ctx, p, add_budgets(ctx, p, sum, deposit));
}

enum sm_status sm_particles_budget(struct sm_context *ctx, struct sm_particles *p, double *budget,
                                   double *deposition) {
  const struct sm_grid *grid = &p->plan.domain->grid;
  const size_t species = (size_t)p->plan.species, terms = species * SM_BUDGET_TERMS;
  const size_t columns = columns_of(p), deposits = (size_t)p->plan.deposit_maps * columns;
  SM_SCOPED int64_t *sum = NULL, *deposit = NULL;
  SM_TRY(sm_particles_budget_sums(ctx, p, &sum, deposition != NULL ? &deposit : NULL));
  for (size_t i = 0; i < terms; i++) {
    const bool mass = (int)(i % SM_BUDGET_TERMS) < SM_BUDGET_COUNT_EMITTED;
    budget[i] = (double)sum[i] * (mass ? p->sources.quantum[i / SM_BUDGET_TERMS] : 1);
  }
  for (size_t i = 0; deposit != NULL && i < deposits; i++) {
    const size_t c = i % columns;
    const double area = grid->axis[0].width[c % (size_t)grid->axis[0].n] *
                        grid->axis[1].width[c / (size_t)grid->axis[0].n];
    deposition[i] = (double)deposit[i] * p->sources.quantum[i / columns % species] / area;
  }
  return SM_OK;
}

/* --- all particles --- */

struct entry {
  uint64_t id;
  size_t at;
};

static int by_id(const void *a, const void *b) {
  const struct entry *p = a, *q = b;
  return (p->id > q->id) - (p->id < q->id);
}

static enum sm_status allocate_list(struct sm_context *ctx, size_t count,
                                    struct sm_particle_list *out) {
  *out = (struct sm_particle_list){.count = count};
  SM_TRY(sm_alloc(ctx, count, sizeof *out->place, "particles", &out->place));
  SM_TRY(sm_alloc(ctx, count, sizeof *out->id, "particles", &out->id));
  SM_TRY(sm_alloc(ctx, count, sizeof *out->species, "particles", &out->species));
  SM_TRY(sm_alloc(ctx, count, sizeof *out->diameter, "particles", &out->diameter));
  SM_TRY(sm_alloc(ctx, count, sizeof *out->mass, "particles", &out->mass));
  SM_TRY(sm_alloc(ctx, count, sizeof *out->velocity, "particles", &out->velocity));
  return sm_alloc(ctx, count, sizeof *out->age, "particles", &out->age);
}

void sm_particle_list_free(struct sm_particle_list *list) {
  SM_FREE_ALL(list->place, list->id, list->species, list->diameter, list->mass, list->velocity,
              list->age);
  *list = (struct sm_particle_list){0};
}

enum sm_status sm_particles_list(struct sm_context *ctx, struct sm_particles *p,
                                 struct sm_particle_list *out) {
  struct sm_particle_records r;
  struct entry *order = NULL;
  *out = (struct sm_particle_list){0};
  sm_particles_order(p, SM_ORDER_RECORDS, 0, 0);
  SM_TRY(sm_particle_records_fetch(ctx, p, &r));
  enum sm_status status;
  SM_TRY_DONE(sm_alloc(ctx, r.count, sizeof *order, "particles", &order));
  SM_TRY_DONE(allocate_list(ctx, r.count, out));
  for (size_t i = 0; i < r.count; i++) order[i] = (struct entry){r.tag[i].id, i};
  qsort(order, r.count, sizeof *order, by_id);
  for (size_t i = 0; i < r.count; i++) {
    const struct sm_particle *m = &r.particle[order[i].at];
    const struct sm_particle_tag *t = &r.tag[order[i].at];
    const struct sm_particle_kind *kind = &p->kinds.kind[m->kind];
    const float age = (float)p->step_time - t->release_time;
    const uint32_t *more = r.particle_f64 != NULL ? r.particle_f64[order[i].at].part : NULL;
    position_of(p->plan.domain, m, more, out->place[i]);
    out->id[i] = (int64_t)t->id;
    out->species[i] = kind->species;
    out->diameter[i] = p->kinds.diameter[m->kind];
    out->mass[i] = (float)((double)sm_mass_fraction(t->mass, sm_undecayed_fraction(kind, age)) *
                           p->sources.quantum[kind->species]);
    for (int d = 0; d < 3; d++) out->velocity[i][d] = m->v[0] == SM_UNSET_VELOCITY ? 0.0f : m->v[d];
    out->age[i] = age > 0.0f ? age : 0.0f;
  }
done:
  sm_free(order);
  sm_particle_records_free(&r);
  if (status != SM_OK) sm_particle_list_free(out);
  return status;
}

/* --- some that are followed --- */

static enum sm_status fill_tracking(struct sm_context *ctx, struct sm_particles *p) {
  struct sm_particle_tracking *own = &p->tracking;
  const size_t sources = (size_t)p->sources.count, count = own->count;
  SM_TRY(sm_alloc(ctx, count, sizeof *own->id, "trajectories", &own->id));
  SM_TRY(sm_alloc(ctx, count, sizeof *own->species, "trajectories", &own->species));
  SM_TRY(sm_alloc(ctx, count, sizeof *own->diameter, "trajectories", &own->diameter));
  SM_TRY(sm_alloc(ctx, count, sizeof *own->place, "trajectories", &own->place));
  SM_TRY(sm_alloc(ctx, count, sizeof *own->speed, "trajectories", &own->speed));
  SM_TRY(sm_alloc(ctx, count, sizeof *own->host, "trajectories", &own->host));
  for (size_t s = 0; s < sources; s++) {
    const struct sm_particle_source *source = &p->sources.item[s];
    const int species = source->release->source->species;
    const struct sm_emission emission = {.first_kind = p->kinds.first[species],
                                         .kinds =
                                             p->kinds.first[species + 1] - p->kinds.first[species],
                                         .share = p->kinds.share + p->kinds.first[species]};
    const int64_t trajectories = own->first[s + 1] - own->first[s];
    for (int64_t m = 0; m < trajectories; m++) {
      const int64_t n = sm_trajectory_number((double)source->total, trajectories, m);
      const int64_t at = own->first[s] + m;
      own->id[at] = (int64_t)((uint64_t)s << SM_PARTICLE_ID_BITS | (uint64_t)n);
      own->species[at] = species;
      own->diameter[at] = p->kinds.diameter[sm_emission_kind(&emission, n)];
    }
  }
  return SM_OK;
}

static enum sm_status put_tracking(struct sm_context *ctx, struct sm_particles *p, int f) {
  struct sm_particle_tracking *own = &p->tracking;
  struct sm_device *device = p->set[f]->device;
  struct sm_store *store = &p->set[f]->store;
  const size_t sources = (size_t)p->sources.count;
  SM_TRY(sm_store_put(ctx, store, NULL, own->count, sizeof **own->trajectory, &own->trajectory[f]));
  SM_TRY(sm_store_put(ctx, store, NULL, sources, sizeof **own->total, &own->total[f]));
  SM_TRY(sm_store_put(ctx, store, own->first, sources + 1, sizeof **own->device_first,
                      &own->device_first[f]));
  for (size_t s = 0; s < sources; s++) {
    const double total = (double)p->sources.item[s].total;
    SM_TRY(sm_device_upload(ctx, device, own->total[f] + s, &total, sizeof total));
  }
  return SM_OK;
}

enum sm_status sm_particle_tracking_create(struct sm_context *ctx, struct sm_particles *p) {
  struct sm_particle_tracking *own = &p->tracking;
  const size_t sources = (size_t)p->sources.count, sets = (size_t)p->plan.sets;
  const double part = p->plan.c->particles.trajectories / (double)p->plan.total;
  if (!(part > 0)) return SM_OK;
  SM_TRY(sm_alloc(ctx, sources + 1, sizeof *own->first, "trajectories", &own->first));
  for (size_t s = 0; s < sources; s++) {
    const double total = (double)p->sources.item[s].total, wanted = ceil(total * part - 1e-9);
    own->first[s + 1] = own->first[s] + (int64_t)(wanted < total ? wanted : total);
  }
  own->count = (size_t)own->first[sources];
  SM_TRY(fill_tracking(ctx, p));
  SM_TRY(sm_alloc(ctx, sets, sizeof *own->trajectory, "trajectories", &own->trajectory));
  SM_TRY(sm_alloc(ctx, sets, sizeof *own->total, "trajectories", &own->total));
  SM_TRY(sm_alloc(ctx, sets, sizeof *own->device_first, "trajectories", &own->device_first));
  for (int f = 0; f < p->plan.sets; f++) SM_TRY(put_tracking(ctx, p, f));
  return SM_OK;
}

void sm_particle_tracking_free(struct sm_particles *p) {
  struct sm_particle_tracking *own = &p->tracking;
  SM_FREE_ALL(own->first, own->id, own->species, own->diameter, own->place, own->speed, own->host,
              own->trajectory, own->total, own->device_first);
  *own = (struct sm_particle_tracking){0};
}

/* Takes the points of a set that are on the host. */
static void take_points(const struct sm_particles *p) {
  const struct sm_particle_tracking *own = &p->tracking;
  for (size_t i = 0; i < own->count; i++) {
    if (!own->host[i].here) continue;
    const uint32_t *more = p->plan.f64 ? own->host[i].part : NULL;
    position_of(p->plan.domain, &own->host[i].particle, more, own->place[i]);
    own->speed[i] = speed_of(&own->host[i].particle);
  }
}

/* Points of the sets of all processes on process 0, one after another. */
static enum sm_status gather_points(struct sm_context *ctx, const struct sm_particles *p) {
  const struct sm_particle_tracking *own = &p->tracking;
  const struct sm_parallel *parallel = p->plan.parallel;
  const size_t bytes = own->count * sizeof *own->host;
  SM_TRY(sm_particles_agree(ctx, p, SM_OK));
  if (sm_parallel_rank(parallel) > 0) sm_parallel_send(parallel, 0, own->host, bytes);
  for (int i = 1; sm_parallel_rank(parallel) == 0 && i < sm_parallel_count(parallel); i++) {
    sm_parallel_receive(parallel, i, own->host, bytes);
    take_points(p);
  }
  return SM_OK;
}

static enum sm_status track(struct sm_context *ctx, struct sm_particles *p) {
  struct sm_particle_tracking *own = &p->tracking;
  for (size_t i = 0; i < own->count; i++) {
    for (int d = 0; d < 3; d++) own->place[i][d] = NAN;
    own->speed[i] = NAN;
  }
  for (int f = 0; f < p->plan.sets && own->count > 0; f++) {
    struct sm_particle_set *set = p->set[f];
    const struct sm_trajectory_sampling trajectories = {
        set->count,    set->particle,        set->particle_f64, set->tag,
        own->total[f], own->device_first[f], own->trajectory[f]};
    const struct sm_box box = sm_particle_set_box(set->count);
    const struct sm_backend *backend = set->device->backend;
    backend->clear(set->device, own->trajectory[f], own->count * sizeof **own->trajectory);
    if (set->count > 0) backend->trajectory_sample(set->device, &box, &trajectories);
    SM_TRY(sm_device_download(ctx, set->device, own->host, own->trajectory[f],
                              own->count * sizeof *own->host));
    take_points(p);
  }
  return own->count > 0 ? gather_points(ctx, p) : SM_OK;
}

enum sm_status sm_particles_track(struct sm_context *ctx, struct sm_particles *p,
                                  struct sm_particle_trajectories *out) {
  struct sm_particle_tracking *own = &p->tracking;
  sm_particles_order(p, SM_ORDER_TRACK, 0, 0);
  SM_TRY(sm_particles_agree(ctx, p, track(ctx, p)));
  *out = (struct sm_particle_trajectories){
      own->count, own->id, own->species, own->diameter, (const double(*)[3])own->place, own->speed};
  return SM_OK;
}
