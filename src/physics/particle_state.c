#include "physics/particle_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int64_t number_of(uint64_t id) { return (int64_t)(id & (((uint64_t)1 << SM_ID_BITS) - 1)); }

static void position_of(const struct sm_domain *domain, const struct sm_mote *m, double x[3]) {
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &domain->grid.axis[d];
    const double part = ((double)m->part[d] + 0.5) / 4294967296.0;
    x[d] = axis->face[m->cell[d]] + part * axis->width[m->cell[d]];
  }
}

static float speed_of(const struct sm_mote *m) {
  return m->v[0] == SM_AS_WIND ? 0.0f
                               : sqrtf(m->v[0] * m->v[0] + m->v[1] * m->v[1] + m->v[2] * m->v[2]);
}

/* --- the ledger --- */

enum sm_status sm_particles_balance(struct sm_context *ctx, struct sm_particles *p, double *ledger,
                                    double *deposition) {
  const struct sm_grid *grid = &p->plan.domain->grid;
  const size_t species = (size_t)p->plan.species, accounts = species * SM_ACCOUNTS;
  const size_t columns = (size_t)grid->axis[0].n * (size_t)grid->axis[1].n;
  int64_t *sum = NULL, *deposit = NULL;
  enum sm_status status;
  SM_TRY_DONE(sm_alloc(ctx, accounts, sizeof *sum, "the ledger", &sum));
  if (deposition != NULL)
    SM_TRY_DONE(sm_alloc(ctx, species * columns, sizeof *deposit, "deposits", &deposit));
  for (int f = 0; f < p->plan.flocks; f++)
    SM_TRY_DONE(sm_flock_balance(ctx, p->flock[f], p->step_time, sum, deposit));
  for (size_t i = 0; i < accounts; i++) {
    const bool mass = (int)(i % SM_ACCOUNTS) < SM_COUNT_EMITTED;
    ledger[i] = (double)sum[i] * (mass ? p->sources.quantum[i / SM_ACCOUNTS] : 1);
  }
  for (size_t i = 0; deposition != NULL && i < species * columns; i++) {
    const size_t c = i % columns;
    const double area = grid->axis[0].width[c % (size_t)grid->axis[0].n] *
                        grid->axis[1].width[c / (size_t)grid->axis[0].n];
    deposition[i] = (double)deposit[i] * p->sources.quantum[i / columns] / area;
  }
done:
  sm_free(sum);
  sm_free(deposit);
  return status;
}

/* --- records of all devices --- */

/* Those in the air, of all flocks, one after the other. */
struct records {
  size_t count;
  struct sm_mote *mote;
  struct sm_tag *tag;
  struct sm_eddies *eddies; /* NULL without turbulence */
};

static void free_records(struct records *r) {
  sm_free(r->mote);
  sm_free(r->tag);
  sm_free(r->eddies);
  *r = (struct records){0};
}

static enum sm_status fetch(struct sm_context *ctx, struct sm_particles *p, struct records *out) {
  const bool eddies = p->plan.turbulence;
  size_t room = 0;
  *out = (struct records){0};
  for (int f = 0; f < p->plan.flocks; f++) room += (size_t)p->flock[f]->count;
  enum sm_status status = sm_alloc(ctx, room, sizeof *out->mote, "particles", &out->mote);
  if (status == SM_OK) status = sm_alloc(ctx, room, sizeof *out->tag, "particles", &out->tag);
  if (status == SM_OK && eddies)
    status = sm_alloc(ctx, room, sizeof *out->eddies, "particles", &out->eddies);
  for (int f = 0; f < p->plan.flocks && status == SM_OK; f++) {
    struct sm_flock *flock = p->flock[f];
    const size_t from = out->count, n = (size_t)flock->count;
    status = sm_device_download(ctx, flock->device, out->mote + from, flock->mote,
                                n * sizeof *out->mote);
    if (status == SM_OK)
      status =
          sm_device_download(ctx, flock->device, out->tag + from, flock->tag, n * sizeof *out->tag);
    if (status == SM_OK && eddies)
      status = sm_device_download(ctx, flock->device, out->eddies + from, flock->eddies,
                                  n * sizeof *out->eddies);
    for (size_t i = from; i < from + n && status == SM_OK; i++) {
      if (out->mote[i].kind == SM_GONE) continue;
      out->mote[out->count] = out->mote[i];
      out->tag[out->count] = out->tag[i];
      if (eddies) out->eddies[out->count] = out->eddies[i];
      out->count++;
    }
  }
  if (status != SM_OK) free_records(out);
  return status;
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
  sm_free(list->place);
  sm_free(list->id);
  sm_free(list->species);
  sm_free(list->diameter);
  sm_free(list->mass);
  sm_free(list->velocity);
  sm_free(list->age);
  *list = (struct sm_particle_list){0};
}

enum sm_status sm_particles_list(struct sm_context *ctx, struct sm_particles *p,
                                 struct sm_particle_list *out) {
  struct records r;
  struct entry *order = NULL;
  *out = (struct sm_particle_list){0};
  SM_TRY(fetch(ctx, p, &r));
  enum sm_status status;
  SM_TRY_DONE(sm_alloc(ctx, r.count, sizeof *order, "particles", &order));
  SM_TRY_DONE(allocate_list(ctx, r.count, out));
  for (size_t i = 0; i < r.count; i++) order[i] = (struct entry){r.tag[i].id, i};
  qsort(order, r.count, sizeof *order, by_id);
  for (size_t i = 0; i < r.count; i++) {
    const struct sm_mote *m = &r.mote[order[i].at];
    const struct sm_tag *t = &r.tag[order[i].at];
    const struct sm_kind *kind = &p->kinds.kind[m->kind];
    const float age = (float)p->step_time - t->born;
    position_of(p->plan.domain, m, out->place[i]);
    out->id[i] = (int64_t)t->id;
    out->species[i] = kind->species;
    out->diameter[i] = p->kinds.diameter[m->kind];
    out->mass[i] = (float)((double)sm_part_of_mass(t->mass, sm_undecayed(kind, age)) *
                           p->sources.quantum[kind->species]);
    for (int d = 0; d < 3; d++) out->velocity[i][d] = m->v[0] == SM_AS_WIND ? 0.0f : m->v[d];
    out->age[i] = age > 0.0f ? age : 0.0f;
  }
done:
  sm_free(order);
  free_records(&r);
  if (status != SM_OK) sm_particle_list_free(out);
  return status;
}

/* --- some that are followed --- */

static enum sm_status fill_followed(struct sm_context *ctx, struct sm_particles *p) {
  struct sm_followed *own = &p->followed;
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
    const int64_t tracks = own->first[s + 1] - own->first[s];
    for (int64_t m = 0; m < tracks; m++) {
      const int64_t n = sm_track_number((double)source->total, tracks, m);
      const int64_t at = own->first[s] + m;
      own->id[at] = (int64_t)((uint64_t)s << SM_ID_BITS | (uint64_t)n);
      own->species[at] = species;
      own->diameter[at] = p->kinds.diameter[sm_kind_of(&emission, n)];
    }
  }
  return SM_OK;
}

static enum sm_status put_followed(struct sm_context *ctx, struct sm_particles *p, int f) {
  struct sm_followed *own = &p->followed;
  struct sm_device *device = p->flock[f]->device;
  const size_t sources = (size_t)p->sources.count;
  SM_TRY(sm_device_allocate(ctx, device, own->count, sizeof **own->track, "trajectories",
                            &own->track[f]));
  SM_TRY(sm_device_allocate(ctx, device, sources, sizeof **own->total, "trajectories",
                            &own->total[f]));
  SM_TRY(sm_device_allocate(ctx, device, sources + 1, sizeof **own->device_first, "trajectories",
                            &own->device_first[f]));
  SM_TRY(sm_device_upload(ctx, device, own->device_first[f], own->first,
                          (sources + 1) * sizeof *own->first));
  for (size_t s = 0; s < sources; s++) {
    const double total = (double)p->sources.item[s].total;
    SM_TRY(sm_device_upload(ctx, device, own->total[f] + s, &total, sizeof total));
  }
  return SM_OK;
}

enum sm_status sm_particle_tracks_create(struct sm_context *ctx, struct sm_particles *p) {
  struct sm_followed *own = &p->followed;
  const size_t sources = (size_t)p->sources.count, flocks = (size_t)p->plan.flocks;
  const double part = p->plan.c->particles.trajectories / (double)p->plan.total;
  if (!(part > 0)) return SM_OK;
  SM_TRY(sm_alloc(ctx, sources + 1, sizeof *own->first, "trajectories", &own->first));
  for (size_t s = 0; s < sources; s++) {
    const double total = (double)p->sources.item[s].total, wanted = ceil(total * part - 1e-9);
    own->first[s + 1] = own->first[s] + (int64_t)(wanted < total ? wanted : total);
  }
  own->count = (size_t)own->first[sources];
  SM_TRY(fill_followed(ctx, p));
  SM_TRY(sm_alloc(ctx, flocks, sizeof *own->track, "trajectories", &own->track));
  SM_TRY(sm_alloc(ctx, flocks, sizeof *own->total, "trajectories", &own->total));
  SM_TRY(sm_alloc(ctx, flocks, sizeof *own->device_first, "trajectories", &own->device_first));
  for (int f = 0; f < p->plan.flocks; f++) SM_TRY(put_followed(ctx, p, f));
  return SM_OK;
}

void sm_particle_tracks_free(struct sm_particles *p) {
  struct sm_followed *own = &p->followed;
  const size_t sources = (size_t)p->sources.count;
  for (int f = 0; own->device_first != NULL && f < p->plan.flocks; f++) {
    struct sm_device *device = p->carrier_device[f];
    sm_device_release(device, own->track[f], own->count, sizeof **own->track);
    sm_device_release(device, own->total[f], sources, sizeof **own->total);
    sm_device_release(device, own->device_first[f], sources + 1, sizeof **own->device_first);
  }
  void *const arrays[] = {own->first, own->id,   own->species, own->diameter, own->place,
                          own->speed, own->host, own->track,   own->total,    own->device_first};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) sm_free(arrays[i]);
  *own = (struct sm_followed){0};
}

enum sm_status sm_particles_follow(struct sm_context *ctx, struct sm_particles *p,
                                   struct sm_particle_tracks *out) {
  struct sm_followed *own = &p->followed;
  for (size_t i = 0; i < own->count; i++) {
    for (int d = 0; d < 3; d++) own->place[i][d] = NAN;
    own->speed[i] = NAN;
  }
  for (int f = 0; f < p->plan.flocks && own->count > 0; f++) {
    struct sm_flock *flock = p->flock[f];
    const struct sm_tracks tracks = {flock->count,  flock->mote,          flock->tag,
                                     own->total[f], own->device_first[f], own->track[f]};
    const struct sm_box box = sm_flock_box(flock->count);
    const struct sm_backend *backend = flock->device->backend;
    backend->clear(flock->device, own->track[f], own->count * sizeof **own->track);
    if (flock->count > 0) backend->follow(flock->device, &box, &tracks);
    SM_TRY(sm_device_download(ctx, flock->device, own->host, own->track[f],
                              own->count * sizeof *own->host));
    for (size_t i = 0; i < own->count; i++) {
      if (!own->host[i].here) continue;
      position_of(p->plan.domain, &own->host[i].mote, own->place[i]);
      own->speed[i] = speed_of(&own->host[i].mote);
    }
  }
  *out = (struct sm_particle_tracks){
      own->count, own->id, own->species, own->diameter, (const double(*)[3])own->place, own->speed};
  return SM_OK;
}

/* --- checkpoints --- */

/* What a checkpoint tells of the march. */
struct mark {
  double h, interval[2];
  int64_t step, sorted_step, samples, moves;
};

enum part {
  PART_MARK,
  PART_ACCOUNT,
  PART_DEPOSIT,
  PART_MOTE,
  PART_TAG,
  PART_EDDIES,
  PART_START,
  PART_SUM,
  PART_DIMMING,
  PART_RECEIVED,
  PART_DOSE,
  PART_LARGEST,
  PART_ARRIVAL
};

void sm_particles_name_parts(struct sm_particles_part part[SM_PARTICLES_PARTS]) {
  static const struct sm_particles_part parts[SM_PARTICLES_PARTS] = {
      [PART_MARK] = {.name = "mark", .size = sizeof(struct mark)},
      [PART_ACCOUNT] = {.name = "account", .size = sizeof(int64_t)},
      [PART_DEPOSIT] = {.name = "deposit", .size = sizeof(int64_t)},
      [PART_MOTE] = {.name = "mote", .size = sizeof(struct sm_mote)},
      [PART_TAG] = {.name = "tag", .size = sizeof(struct sm_tag)},
      [PART_EDDIES] = {.name = "eddies", .size = sizeof(struct sm_eddies)},
      [PART_START] = {.name = "start", .size = sizeof(struct sm_mote)},
      [PART_SUM] = {.name = "sum", .size = sizeof(int64_t)},
      [PART_DIMMING] = {.name = "dimming", .size = sizeof(int64_t)},
      [PART_RECEIVED] = {.name = "received", .size = sizeof(int64_t)},
      [PART_DOSE] = {.name = "dose", .size = sizeof(double)},
      [PART_LARGEST] = {.name = "largest", .size = sizeof(float)},
      [PART_ARRIVAL] = {.name = "arrival", .size = sizeof(float)}};
  memcpy(part, parts, sizeof parts);
}

static enum sm_status copy_part(struct sm_context *ctx, struct sm_particles_part *part,
                                const void *data, size_t items) {
  SM_TRY(sm_alloc(ctx, items, part->size, "a checkpoint", &part->data));
  part->count = items;
  if (items > 0) memcpy(part->data, data, items * part->size);
  return SM_OK;
}

/* How each record began: from the flock that has it. */
static enum sm_status fetch_starts(struct sm_context *ctx, struct sm_particles *p,
                                   const struct records *r, struct sm_mote **out) {
  SM_TRY(sm_alloc(ctx, r->count, sizeof **out, "a checkpoint", out));
  for (int f = 0; f < p->plan.flocks; f++) {
    struct sm_flock *flock = p->flock[f];
    struct sm_mote *host;
    SM_TRY(sm_alloc(ctx, (size_t)flock->births, sizeof *host, "a checkpoint", &host));
    const enum sm_status status = sm_device_download(ctx, flock->device, host, flock->start,
                                                     (size_t)flock->births * sizeof *host);
    for (size_t i = 0; i < r->count && status == SM_OK; i++)
      if (number_of(r->tag[i].id) % p->plan.flocks == f) (*out)[i] = host[r->tag[i].slot];
    sm_free(host);
    if (status != SM_OK) return status;
  }
  return SM_OK;
}

static enum sm_status save_sums(struct sm_context *ctx, struct sm_particles *p,
                                struct sm_particles_part *part) {
  const struct sm_grid *grid = &p->plan.domain->grid;
  const size_t species = (size_t)p->plan.species, accounts = species * SM_ACCOUNTS;
  const size_t columns = species * (size_t)grid->axis[0].n * (size_t)grid->axis[1].n;
  const size_t most = accounts > columns ? accounts : columns;
  int64_t *host = NULL, *sum = NULL;
  enum sm_status status;
  SM_TRY_DONE(sm_alloc(ctx, most, sizeof *host, "a checkpoint", &host));
  SM_TRY_DONE(sm_alloc(ctx, most, sizeof *sum, "a checkpoint", &sum));
  for (int which = PART_ACCOUNT; which <= PART_DEPOSIT; which++) {
    const size_t n = which == PART_ACCOUNT ? accounts : columns;
    memset(sum, 0, n * sizeof *sum);
    for (int f = 0; f < p->plan.flocks; f++) {
      const struct sm_flock *flock = p->flock[f];
      const int64_t *from = which == PART_ACCOUNT ? flock->account : flock->deposit;
      SM_TRY_DONE(sm_device_download(ctx, flock->device, host, from, n * sizeof *host));
      for (size_t i = 0; i < n; i++) sum[i] += host[i];
    }
    SM_TRY_DONE(copy_part(ctx, &part[which], sum, n));
  }
done:
  sm_free(host);
  sm_free(sum);
  return status;
}

static enum sm_status save_plume(struct sm_context *ctx, struct sm_particles *p,
                                 struct sm_particles_part *part, int64_t *samples) {
  struct sm_plume_memory m;
  SM_TRY(sm_plume_fetch(ctx, p->plume, &m));
  *samples = m.samples;
  SM_TRY(copy_part(ctx, &part[PART_SUM], m.sum, m.sums));
  SM_TRY(copy_part(ctx, &part[PART_DIMMING], m.dimming, m.dimmings));
  SM_TRY(copy_part(ctx, &part[PART_RECEIVED], m.received, m.receipts));
  SM_TRY(copy_part(ctx, &part[PART_DOSE], m.dose, m.doses));
  SM_TRY(copy_part(ctx, &part[PART_LARGEST], m.largest, m.doses));
  return copy_part(ctx, &part[PART_ARRIVAL], m.arrival, m.arrivals);
}

enum sm_status sm_particles_save(struct sm_context *ctx, struct sm_particles *p,
                                 struct sm_particles_part part[SM_PARTICLES_PARTS]) {
  struct records r = {0};
  struct sm_mote *start = NULL;
  struct mark mark = {.h = p->h,
                      .interval = {p->interval[0], p->interval[1]},
                      .step = p->step,
                      .sorted_step = p->sorted_step,
                      .moves = p->moves};
  enum sm_status status;
  sm_particles_name_parts(part);
  SM_TRY_DONE(save_plume(ctx, p, part, &mark.samples));
  SM_TRY_DONE(copy_part(ctx, &part[PART_MARK], &mark, 1));
  SM_TRY_DONE(save_sums(ctx, p, part));
  SM_TRY_DONE(fetch(ctx, p, &r));
  if (p->plan.restarts) SM_TRY_DONE(fetch_starts(ctx, p, &r, &start));
  SM_TRY_DONE(copy_part(ctx, &part[PART_MOTE], r.mote, r.count));
  SM_TRY_DONE(copy_part(ctx, &part[PART_TAG], r.tag, r.count));
  SM_TRY_DONE(copy_part(ctx, &part[PART_EDDIES], r.eddies, p->plan.turbulence ? r.count : 0));
  SM_TRY_DONE(copy_part(ctx, &part[PART_START], start, p->plan.restarts ? r.count : 0));
done:
  sm_free(start);
  free_records(&r);
  if (status != SM_OK) sm_particles_free_parts(part);
  return status;
}

void sm_particles_free_parts(struct sm_particles_part part[SM_PARTICLES_PARTS]) {
  for (int i = 0; i < SM_PARTICLES_PARTS; i++) sm_free(part[i].data);
}

/* A part of so many items. */
static enum sm_status need_part(struct sm_context *ctx, const struct sm_particles *p,
                                enum part which, size_t items, const void **out) {
  const struct sm_particles_part *part = &p->saved[which];
  *out = part->data;
  if (part->count == items) return SM_OK;
  return sm_fail(ctx, SM_ERR_DATA, "error: the checkpoint has %zu items of '%s' instead of %zu",
                 part->count, part->name, items);
}

static enum sm_status load_plume(struct sm_context *ctx, struct sm_particles *p, int64_t samples) {
  struct sm_plume_memory m;
  SM_TRY(sm_plume_fetch(ctx, p->plume, &m));
  const struct {
    enum part which;
    void *to;
    size_t count;
  } wanted[] = {{PART_SUM, m.sum, m.sums},
                {PART_DIMMING, m.dimming, m.dimmings},
                {PART_RECEIVED, m.received, m.receipts},
                {PART_DOSE, m.dose, m.doses},
                {PART_LARGEST, m.largest, m.doses},
                {PART_ARRIVAL, m.arrival, m.arrivals}};
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    const void *from;
    const size_t count = wanted[i].count;
    SM_TRY(need_part(ctx, p, wanted[i].which, count, &from));
    if (count > 0) memcpy(wanted[i].to, from, count * p->saved[wanted[i].which].size);
  }
  return sm_plume_restore(ctx, p->plume, samples);
}

/* Gives each flock the records of its turn. */
static enum sm_status load_flock(struct sm_context *ctx, struct sm_particles *p, int f,
                                 const struct records *r, const struct sm_mote *start) {
  struct sm_flock *flock = p->flock[f];
  struct records own = {0};
  struct sm_mote *begun = NULL;
  const bool eddies = p->plan.turbulence;
  enum sm_status status;
  for (size_t i = 0; i < r->count; i++) own.count += number_of(r->tag[i].id) % p->plan.flocks == f;
  SM_TRY_DONE(sm_alloc(ctx, own.count, sizeof *own.mote, "a checkpoint", &own.mote));
  SM_TRY_DONE(sm_alloc(ctx, own.count, sizeof *own.tag, "a checkpoint", &own.tag));
  if (eddies)
    SM_TRY_DONE(sm_alloc(ctx, own.count, sizeof *own.eddies, "a checkpoint", &own.eddies));
  if (start != NULL) SM_TRY_DONE(sm_alloc(ctx, own.count, sizeof *begun, "a checkpoint", &begun));
  size_t n = 0;
  for (size_t i = 0; i < r->count; i++) {
    if (number_of(r->tag[i].id) % p->plan.flocks != f) continue;
    own.mote[n] = r->mote[i];
    own.tag[n] = r->tag[i];
    own.tag[n].slot = (uint32_t)n;
    if (eddies) own.eddies[n] = r->eddies[i];
    if (start != NULL) begun[n] = start[i];
    n++;
  }
  SM_TRY_DONE(sm_flock_put(ctx, flock, (int64_t)n, own.mote, own.tag, own.eddies, begun));
done:
  free_records(&own);
  sm_free(begun);
  return status;
}

enum sm_status sm_particles_resume(struct sm_context *ctx, struct sm_particles *p) {
  const struct sm_grid *grid = &p->plan.domain->grid;
  const size_t species = (size_t)p->plan.species, accounts = species * SM_ACCOUNTS;
  const size_t columns = species * (size_t)grid->axis[0].n * (size_t)grid->axis[1].n;
  const void *found, *account, *deposit, *mote, *tag, *eddies, *start;
  SM_TRY(need_part(ctx, p, PART_MARK, 1, &found));
  struct mark mark;
  memcpy(&mark, found, sizeof mark);
  if (mark.h != p->h)
    return sm_fail(ctx, SM_ERR_DATA,
                   "error: the checkpoint is of steps of %.9g s, these would be of %.9g s", mark.h,
                   p->h);
  const size_t count = p->saved[PART_TAG].count;
  SM_TRY(need_part(ctx, p, PART_ACCOUNT, accounts, &account));
  SM_TRY(need_part(ctx, p, PART_DEPOSIT, columns, &deposit));
  SM_TRY(need_part(ctx, p, PART_MOTE, count, &mote));
  SM_TRY(need_part(ctx, p, PART_TAG, count, &tag));
  SM_TRY(need_part(ctx, p, PART_EDDIES, p->plan.turbulence ? count : 0, &eddies));
  SM_TRY(need_part(ctx, p, PART_START, p->plan.restarts ? count : 0, &start));
  struct sm_flock *first = p->flock[0];
  SM_TRY(sm_device_upload(ctx, first->device, first->account, account, accounts * 8));
  SM_TRY(sm_device_upload(ctx, first->device, first->deposit, deposit, columns * 8));
  const struct records r = {count, (struct sm_mote *)mote, (struct sm_tag *)tag,
                            (struct sm_eddies *)eddies};
  for (int f = 0; f < p->plan.flocks; f++)
    SM_TRY(load_flock(ctx, p, f, &r, p->plan.restarts ? start : NULL));
  SM_TRY(load_plume(ctx, p, mark.samples));
  p->step = mark.step;
  p->step_time = (double)p->step * p->h;
  p->sorted_step = mark.sorted_step;
  p->moves = mark.moves;
  memcpy(p->interval, mark.interval, sizeof p->interval);
  return SM_OK;
}

void sm_particles_load(struct sm_particles *p,
                       const struct sm_particles_part part[SM_PARTICLES_PARTS]) {
  p->saved = part;
}
