/* Checkpoint of particles: sm_particles_save and sm_particles_load (particles.h). */
#include "physics/particles/internal.h"

#include <math.h>
#include <string.h>

/* Scalars of the time loop in a checkpoint. */
struct mark {
  double h, interval[2], sampled, densest, wind; /* wind: time of the last one, s */
  int64_t step, sorted_step, samples, moves;
};

enum part {
  PART_MARK,
  PART_BUDGET,
  PART_DEPOSIT,
  PART_PARTICLE,
  PART_TAG,
  PART_TURBULENCE,
  PART_START,
  PART_SUM,
  PART_CROSS_SECTION,
  PART_RECEIVED,
  PART_DOSE,
  PART_MAXIMUM,
  PART_ARRIVAL_TIME,
  PART_FIRST,
  PART_LAST,
  PART_RECEPTOR_FIRST,
  PART_RECEPTOR_LAST,
  PART_RECEPTOR_ARRIVAL_TIME,
  PART_COLLISIONS,
  PART_PARTICLE_F64,
  PART_IMPULSE,
  PART_DAUGHTERS,
  PART_DENSE_LAYER
};

void sm_particles_name_checkpoint(
    struct sm_particles_checkpoint_part part[SM_PARTICLE_CHECKPOINT_PARTS]) {
  const struct sm_particles_checkpoint_part parts[SM_PARTICLE_CHECKPOINT_PARTS] = {
      [PART_MARK] = {.name = "mark", .size = sizeof(struct mark)},
      [PART_BUDGET] = {.name = "budget", .size = sizeof(int64_t)},
      [PART_DEPOSIT] = {.name = "deposit", .size = sizeof(int64_t)},
      [PART_PARTICLE] = {.name = "particle", .size = sizeof(struct sm_particle)},
      [PART_TAG] = {.name = "tag", .size = sizeof(struct sm_particle_tag)},
      [PART_TURBULENCE] = {.name = "turbulence", .size = sizeof(struct sm_turbulence_state)},
      [PART_START] = {.name = "start", .size = sizeof(struct sm_particle)},
      [PART_SUM] = {.name = "sum", .size = sizeof(int64_t)},
      [PART_CROSS_SECTION] = {.name = "cross_section", .size = sizeof(int64_t)},
      [PART_RECEIVED] = {.name = "received", .size = sizeof(int64_t)},
      [PART_DOSE] = {.name = sm_field_name(SM_FIELD_DOSE), .size = sizeof(double)},
      [PART_MAXIMUM] = {.name = "maximum", .size = sizeof(float)},
      [PART_ARRIVAL_TIME] = {.name = sm_field_name(SM_FIELD_ARRIVAL_TIME), .size = sizeof(float)},
      [PART_FIRST] = {.name = "first_above", .size = sizeof(float)},
      [PART_LAST] = {.name = "last_concentration", .size = sizeof(float)},
      [PART_RECEPTOR_FIRST] = {.name = "receptor_first_above", .size = sizeof(float)},
      [PART_RECEPTOR_LAST] = {.name = "receptor_last_concentration", .size = sizeof(float)},
      [PART_RECEPTOR_ARRIVAL_TIME] = {.name = "receptor_arrival_time", .size = sizeof(float)},
      [PART_COLLISIONS] = {.name = "collisions", .size = sizeof(int64_t)},
      [PART_PARTICLE_F64] = {.name = "particle_f64", .size = sizeof(struct sm_particle_f64)},
      [PART_IMPULSE] = {.name = "impulse", .size = sizeof(int64_t)},
      [PART_DAUGHTERS] = {.name = "daughters", .size = sizeof(struct sm_particle_daughters)},
      [PART_DENSE_LAYER] = {.name = "dense_layer", .size = sizeof(struct sm_layer_column)}};
  memcpy(part, parts, sizeof parts);
}

static enum sm_status copy_part(struct sm_context *ctx, struct sm_particles_checkpoint_part *part,
                                const void *data, size_t items) {
  SM_TRY(sm_alloc(ctx, items, part->size, "a checkpoint", &part->data));
  part->count = items;
  if (items > 0) memcpy(part->data, data, items * part->size);
  return SM_OK;
}

/* On process 0: those of the records of other processes, which are behind its own ones in their
 * order. */
static enum sm_status gather_starts(struct sm_context *ctx, const struct sm_particles *p,
                                    size_t count, size_t own, struct sm_particle *start) {
  const struct sm_parallel *parallel = p->plan.parallel;
  const bool sends = sm_particle_share_is_remote(&p->plan);
  SM_TRY(sm_processes_agree(ctx, SM_OK));
  if (sends) sm_parallel_send(parallel, 0, &count, sizeof count);
  if (sends) sm_parallel_send(parallel, 0, start, count * sizeof *start);
  for (int i = 1; !sends && i < sm_parallel_count(parallel); i++) {
    sm_parallel_receive(parallel, i, &count, sizeof count);
    sm_parallel_receive(parallel, i, start + own, count * sizeof *start);
    own += count;
  }
  return SM_OK;
}

/* Initial state of each record, from the set that holds it. */
static enum sm_status fetch_starts(struct sm_context *ctx, struct sm_particles *p,
                                   const struct sm_particle_records *r, struct sm_particle **out) {
  size_t count = 0;
  int set_of;
  SM_TRY(sm_alloc(ctx, r->count, sizeof **out, "a checkpoint", out));
  for (int f = 0; f < p->plan.sets; f++) {
    struct sm_particle_set *set = p->set[f];
    struct sm_particle *host;
    SM_TRY(sm_alloc(ctx, (size_t)set->released, sizeof *host, "a checkpoint", &host));
    const enum sm_status status = sm_device_download(ctx, set->device, host, set->start,
                                                     (size_t)set->released * sizeof *host);
    for (size_t i = 0; i < r->count && status == SM_OK; i++)
      if (sm_particles_is_own(p, r->tag[i].id, &set_of) && set_of == f) {
        (*out)[i] = host[r->tag[i].slot];
        count++;
      }
    sm_free(host);
    if (status != SM_OK) return status;
  }
  return p->plan.parallel != NULL ? gather_starts(ctx, p, count, count, *out) : SM_OK;
}

static enum sm_status save_sums(struct sm_context *ctx, struct sm_particles *p,
                                struct sm_particles_checkpoint_part *part) {
  const struct sm_grid *grid = &p->plan.domain->grid;
  const size_t species = (size_t)p->plan.species, terms = species * SM_BUDGET_TERMS;
  const size_t columns =
      (size_t)p->plan.deposit_maps * (size_t)grid->axis[0].n * (size_t)grid->axis[1].n;
  const size_t most = terms > columns ? terms : columns;
  SM_SCOPED int64_t *host = NULL, *sum = NULL;
  SM_TRY(sm_alloc(ctx, most, sizeof *host, "a checkpoint", &host));
  SM_TRY(sm_alloc(ctx, most, sizeof *sum, "a checkpoint", &sum));
  for (int which = PART_BUDGET; which <= PART_DEPOSIT; which++) {
    const size_t n = which == PART_BUDGET ? terms : columns;
    memset(sum, 0, n * sizeof *sum);
    for (int f = 0; f < p->plan.sets; f++) {
      const struct sm_particle_set *set = p->set[f];
      const int64_t *from = which == PART_BUDGET ? set->budget : set->deposit;
      SM_TRY(sm_device_download(ctx, set->device, host, from, n * sizeof *host));
      for (size_t i = 0; i < n; i++) sum[i] += host[i];
    }
    SM_TRY(sm_particle_sum_processes(ctx, &p->plan, sum, n));
    SM_TRY(copy_part(ctx, &part[which], sum, n));
  }
  return SM_OK;
}

static enum sm_status save_collisions(struct sm_context *ctx, const struct sm_particles *p,
                                      struct sm_particles_checkpoint_part *part) {
  int64_t counts[SM_COLLISION_COUNTS];
  if (p->plan.collides) SM_TRY(sm_particle_set_collisions(ctx, p->set[0], counts));
  return copy_part(ctx, part, counts, p->plan.collides ? SM_COLLISION_COUNTS : 0);
}

/* Momentum that the flow takes in its next step: the components one after another. */
static enum sm_status save_impulse(struct sm_context *ctx, const struct sm_particles *p,
                                   struct sm_particles_checkpoint_part *part) {
  const struct sm_impulse_field *from = sm_particles_impulse(p);
  const size_t count = from != NULL ? from->count : 0;
  SM_TRY(sm_alloc(ctx, 3 * count, part->size, "a checkpoint", &part->data));
  part->count = 3 * count;
  for (int d = 0; d < 3 && count > 0; d++)
    SM_TRY(sm_device_download(ctx, p->set[0]->device, (int64_t *)part->data + (size_t)d * count,
                              from->component[d], count * part->size));
  return SM_OK;
}

static size_t layer_columns(const struct sm_particles *p) {
  const struct sm_axis *axis = p->plan.domain->grid.axis;
  return p->plan.dense.present ? (size_t)axis[0].n * (size_t)axis[1].n : 0;
}

static enum sm_status save_layer(struct sm_context *ctx, const struct sm_particles *p,
                                 struct sm_particles_checkpoint_part *part) {
  const struct sm_particle_set *set = p->set[0];
  part->count = layer_columns(p);
  SM_TRY(sm_alloc(ctx, part->count, part->size, "a checkpoint", &part->data));
  return sm_device_download(ctx, set->device, part->data, set->dense.column[0],
                            part->count * part->size);
}

static enum sm_status save_plume(struct sm_context *ctx, struct sm_particles *p,
                                 struct sm_particles_checkpoint_part *part, int64_t *samples) {
  struct sm_plume_checkpoint m;
  SM_TRY(sm_plume_fetch(ctx, p->plume, &m));
  *samples = m.samples;
  SM_TRY(copy_part(ctx, &part[PART_SUM], m.sum, m.sums));
  SM_TRY(copy_part(ctx, &part[PART_CROSS_SECTION], m.cross_section, m.cross_sections));
  SM_TRY(copy_part(ctx, &part[PART_RECEIVED], m.received, m.receipts));
  SM_TRY(copy_part(ctx, &part[PART_DOSE], m.dose, m.doses));
  SM_TRY(copy_part(ctx, &part[PART_MAXIMUM], m.maximum, m.doses));
  SM_TRY(copy_part(ctx, &part[PART_ARRIVAL_TIME], m.arrival_time, m.arrivals));
  SM_TRY(copy_part(ctx, &part[PART_FIRST], m.in_boxes.first, m.in_boxes.firsts));
  SM_TRY(copy_part(ctx, &part[PART_LAST], m.in_boxes.last, m.in_boxes.lasts));
  SM_TRY(copy_part(ctx, &part[PART_RECEPTOR_FIRST], m.at_receptors.first, m.at_receptors.firsts));
  SM_TRY(copy_part(ctx, &part[PART_RECEPTOR_LAST], m.at_receptors.last, m.at_receptors.lasts));
  return copy_part(ctx, &part[PART_RECEPTOR_ARRIVAL_TIME], m.received_arrival_time, m.receipts);
}

enum sm_status
sm_particles_save(struct sm_context *ctx, struct sm_particles *p,
                  struct sm_particles_checkpoint_part part[SM_PARTICLE_CHECKPOINT_PARTS]) {
  struct sm_particle_records r = {0};
  struct sm_particle *start = NULL;
  struct mark mark = {.h = p->h,
                      .interval = {p->interval[0], p->interval[1]},
                      .sampled = p->sampled,
                      .densest = p->densest,
                      .wind = p->wind[1],
                      .step = p->step,
                      .sorted_step = p->sorted_step,
                      .moves = p->moves};
  enum sm_status status;
  sm_particles_order(p, SM_ORDER_SAVE, 0, 0);
  sm_particles_name_checkpoint(part);
  SM_TRY_DONE(save_plume(ctx, p, part, &mark.samples));
  SM_TRY_DONE(copy_part(ctx, &part[PART_MARK], &mark, 1));
  SM_TRY_DONE(save_sums(ctx, p, part));
  SM_TRY_DONE(save_collisions(ctx, p, &part[PART_COLLISIONS]));
  SM_TRY_DONE(save_impulse(ctx, p, &part[PART_IMPULSE]));
  SM_TRY_DONE(save_layer(ctx, p, &part[PART_DENSE_LAYER]));
  SM_TRY_DONE(sm_particle_records_fetch(ctx, p, &r));
  if (p->plan.restarts) SM_TRY_DONE(fetch_starts(ctx, p, &r, &start));
  SM_TRY_DONE(copy_part(ctx, &part[PART_PARTICLE], r.particle, r.count));
  SM_TRY_DONE(copy_part(ctx, &part[PART_TAG], r.tag, r.count));
  SM_TRY_DONE(
      copy_part(ctx, &part[PART_TURBULENCE], r.turbulence, p->plan.turbulence ? r.count : 0));
  SM_TRY_DONE(copy_part(ctx, &part[PART_PARTICLE_F64], r.particle_f64, p->plan.f64 ? r.count : 0));
  SM_TRY_DONE(copy_part(ctx, &part[PART_DAUGHTERS], r.daughters, p->plan.chains ? r.count : 0));
  SM_TRY_DONE(copy_part(ctx, &part[PART_START], start, p->plan.restarts ? r.count : 0));
done:
  status = sm_particles_agree(ctx, p, status);
  sm_free(start);
  sm_particle_records_free(&r);
  if (status != SM_OK) sm_particles_free_checkpoint(part);
  return status;
}

void sm_particles_free_checkpoint(
    struct sm_particles_checkpoint_part part[SM_PARTICLE_CHECKPOINT_PARTS]) {
  for (int i = 0; i < SM_PARTICLE_CHECKPOINT_PARTS; i++) sm_free(part[i].data);
}

/* Finds a part and checks its number of items. */
static enum sm_status need_part(struct sm_context *ctx, const struct sm_particles *p,
                                enum part which, size_t items, const void **out) {
  const struct sm_particles_checkpoint_part *part = &p->saved[which];
  *out = part->data;
  if (part->count == items) return SM_OK;
  return sm_fail(ctx, SM_ERR_DATA, "error: the checkpoint has %zu items of '%s' instead of %zu",
                 part->count, part->name, items);
}

static enum sm_status load_plume(struct sm_context *ctx, struct sm_particles *p, int64_t samples) {
  struct sm_plume_checkpoint m;
  SM_TRY(sm_plume_fetch(ctx, p->plume, &m));
  const struct {
    enum part which;
    void *to;
    size_t count;
  } wanted[] = {{PART_SUM, m.sum, m.sums},
                {PART_CROSS_SECTION, m.cross_section, m.cross_sections},
                {PART_RECEIVED, m.received, m.receipts},
                {PART_DOSE, m.dose, m.doses},
                {PART_MAXIMUM, m.maximum, m.doses},
                {PART_ARRIVAL_TIME, m.arrival_time, m.arrivals},
                {PART_FIRST, m.in_boxes.first, m.in_boxes.firsts},
                {PART_LAST, m.in_boxes.last, m.in_boxes.lasts},
                {PART_RECEPTOR_FIRST, m.at_receptors.first, m.at_receptors.firsts},
                {PART_RECEPTOR_LAST, m.at_receptors.last, m.at_receptors.lasts},
                {PART_RECEPTOR_ARRIVAL_TIME, m.received_arrival_time, m.receipts}};
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    const void *from;
    const size_t count = wanted[i].count;
    SM_TRY(need_part(ctx, p, wanted[i].which, count, &from));
    if (count > 0) memcpy(wanted[i].to, from, count * p->saved[wanted[i].which].size);
  }
  return sm_plume_restore(ctx, p->plume, samples);
}

/* Loads into set `f` its share of the records. */
static enum sm_status load_set(struct sm_context *ctx, struct sm_particles *p, int f,
                               const struct sm_particle_records *r,
                               const struct sm_particle *start) {
  struct sm_particle_set *set = p->set[f];
  SM_SCOPED_BY(sm_particle_records_free) struct sm_particle_records own = {0};
  SM_SCOPED struct sm_particle *begun = NULL;
  size_t count = 0;
  int set_of;
  for (size_t i = 0; i < r->count; i++)
    count += sm_particles_is_own(p, r->tag[i].id, &set_of) && set_of == f;
  SM_TRY(sm_particle_records_create(ctx, &p->plan, count, "a checkpoint", &own));
  if (start != NULL) SM_TRY(sm_alloc(ctx, count, sizeof *begun, "a checkpoint", &begun));
  for (size_t i = 0; i < r->count; i++) {
    if (!sm_particles_is_own(p, r->tag[i].id, &set_of) || set_of != f) continue;
    const size_t n = own.count;
    sm_particle_records_append(&own, r, i);
    own.tag[n].slot = (uint32_t)n;
    if (start != NULL) begun[n] = start[i];
  }
  return sm_particle_set_load(ctx, set, &own, begun);
}

static enum sm_status load_collisions(struct sm_context *ctx, struct sm_particles *p) {
  const size_t count = p->plan.collides ? SM_COLLISION_COUNTS : 0;
  struct sm_particle_set *set = p->set[0];
  const void *counts;
  SM_TRY(need_part(ctx, p, PART_COLLISIONS, count, &counts));
  return sm_device_upload(ctx, set->device, set->collisions.counts, counts,
                          count * sizeof(int64_t));
}

static enum sm_status load_impulse(struct sm_context *ctx, struct sm_particles *p) {
  const struct sm_particle_set *set = p->set[0];
  const struct sm_impulse_field *to = &set->coupling.impulse;
  const void *found;
  SM_TRY(need_part(ctx, p, PART_IMPULSE, 3 * to->count, &found));
  for (int d = 0; d < 3 && to->count > 0; d++)
    SM_TRY(sm_device_upload(ctx, set->device, to->component[d],
                            (const int64_t *)found + (size_t)d * to->count,
                            to->count * sizeof(int64_t)));
  return SM_OK;
}

static enum sm_status load_layer(struct sm_context *ctx, struct sm_particles *p) {
  const struct sm_particle_set *set = p->set[0];
  const size_t columns = layer_columns(p);
  const void *found;
  SM_TRY(need_part(ctx, p, PART_DENSE_LAYER, columns, &found));
  return sm_device_upload(ctx, set->device, set->dense.column[0], found,
                          columns * sizeof(struct sm_layer_column));
}

double sm_particles_saved_step(const struct sm_particles *p) {
  struct mark mark;
  if (p->saved == NULL || p->saved[PART_MARK].count != 1) return (double)NAN;
  memcpy(&mark, p->saved[PART_MARK].data, sizeof mark);
  return mark.h;
}

enum sm_status sm_particles_resume(struct sm_context *ctx, struct sm_particles *p) {
  const struct sm_grid *grid = &p->plan.domain->grid;
  const size_t species = (size_t)p->plan.species, terms = species * SM_BUDGET_TERMS;
  const size_t columns =
      (size_t)p->plan.deposit_maps * (size_t)grid->axis[0].n * (size_t)grid->axis[1].n;
  const void *found, *budget, *deposit, *particle, *more, *tag, *turbulence, *start, *daughters;
  SM_TRY(need_part(ctx, p, PART_MARK, 1, &found));
  struct mark mark;
  memcpy(&mark, found, sizeof mark);
  if (mark.h != p->h)
    return sm_fail(ctx, SM_ERR_DATA,
                   "error: the checkpoint is of steps of %.9g s, these would be of %.9g s", mark.h,
                   p->h);
  const size_t count = p->saved[PART_TAG].count;
  SM_TRY(need_part(ctx, p, PART_BUDGET, terms, &budget));
  SM_TRY(need_part(ctx, p, PART_DEPOSIT, columns, &deposit));
  SM_TRY(need_part(ctx, p, PART_PARTICLE, count, &particle));
  SM_TRY(need_part(ctx, p, PART_PARTICLE_F64, p->plan.f64 ? count : 0, &more));
  SM_TRY(need_part(ctx, p, PART_TAG, count, &tag));
  SM_TRY(need_part(ctx, p, PART_TURBULENCE, p->plan.turbulence ? count : 0, &turbulence));
  SM_TRY(need_part(ctx, p, PART_DAUGHTERS, p->plan.chains ? count : 0, &daughters));
  SM_TRY(need_part(ctx, p, PART_START, p->plan.restarts ? count : 0, &start));
  struct sm_particle_set *first = p->set[0];
  if (!sm_particle_share_is_remote(&p->plan)) {
    SM_TRY(sm_device_upload(ctx, first->device, first->budget, budget, terms * 8));
    SM_TRY(sm_device_upload(ctx, first->device, first->deposit, deposit, columns * 8));
  }
  const struct sm_particle_records r = {count,
                                        (struct sm_particle *)particle,
                                        (struct sm_particle_f64 *)more,
                                        (struct sm_particle_tag *)tag,
                                        (struct sm_turbulence_state *)turbulence,
                                        p->plan.chains ? (struct sm_particle_daughters *)daughters
                                                       : NULL};
  for (int f = 0; f < p->plan.sets; f++)
    SM_TRY(load_set(ctx, p, f, &r, p->plan.restarts ? start : NULL));
  SM_TRY(load_plume(ctx, p, mark.samples));
  SM_TRY(load_collisions(ctx, p));
  SM_TRY(load_impulse(ctx, p));
  SM_TRY(load_layer(ctx, p));
  if (p->plan.couples) p->wind[1] = mark.wind;
  p->step = mark.step;
  p->step_time = (double)p->step * p->h;
  p->sorted_step = mark.sorted_step;
  p->moves = p->moves_before = sm_particle_share_is_remote(&p->plan) ? 0 : mark.moves;
  memcpy(p->interval, mark.interval, sizeof p->interval);
  p->sampled = mark.sampled;
  p->densest = mark.densest;
  return SM_OK;
}

void sm_particles_load(
    struct sm_particles *p,
    const struct sm_particles_checkpoint_part part[SM_PARTICLE_CHECKPOINT_PARTS]) {
  p->saved = part;
}
