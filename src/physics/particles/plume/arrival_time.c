/* physics/particles/plume/arrival_time.c - arrival time: when the concentration of a box or
 * receptor first exceeds a threshold. */
#include "physics/particles/plume/internal.h"

#include "base/list.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

static bool is_asked_of_receptors(const struct sm_case_particles *p) {
  for (size_t r = 0; r < p->receptor_count; r++)
    if (!isnan(p->receptor[r].threshold)) return true;
  return false;
}

static size_t firsts(const struct sm_arrival_times *m) {
  return (size_t)m->count * (size_t)m->thresholds;
}

/* Binned sums of set `f`. */
static int64_t *sums_of(const struct sm_plume *plume, const struct sm_plume_arrival_times *own,
                        int f) {
  int64_t *sum;
  memcpy(&sum, (const char *)&plume->counters[f] + own->at, sizeof sum);
  return sum;
}

/* --- memory --- */

static enum sm_status create(struct sm_context *ctx, struct sm_plume *plume, size_t count,
                             const float *box_volume, const double *threshold,
                             struct sm_plume_arrival_times *own) {
  struct sm_store *store = &own->store;
  struct sm_arrival_times *m = &own->memory;
  const size_t species = (size_t)plume->plan->species;
  SM_SCOPED double *quantum = NULL;
  m->count = (int64_t)count;
  m->species = (int64_t)species;
  SM_TRY(sm_alloc(ctx, firsts(m), sizeof *own->first, "arrivals", &own->first));
  SM_TRY(sm_alloc(ctx, count, sizeof *own->last, "arrivals", &own->last));
  for (size_t i = 0; i < firsts(m); i++) own->first[i] = (float)NAN;
  SM_TRY(sm_alloc(ctx, species, sizeof *quantum, "arrivals", &quantum));
  for (size_t s = 0; s < species; s++)
    quantum[s] = ldexp(plume->plan->sources->quantum[s], plume->shift);
  const size_t boxes = (size_t)m->box_count;
  const size_t limits = m->threshold_per_box ? boxes : (size_t)m->thresholds;
  *store = (struct sm_store){.device = plume->device[0], .what = "arrivals"};
  SM_TRY(sm_store_put(ctx, store, quantum, species, sizeof *quantum, &m->quantum));
  SM_TRY(sm_store_put(ctx, store, box_volume, boxes, sizeof *box_volume, &m->box_volume));
  SM_TRY(sm_store_put(ctx, store, threshold, limits, sizeof *threshold, &m->threshold));
  SM_TRY(sm_store_put(ctx, store, own->first, firsts(m), sizeof *own->first, &m->first));
  SM_TRY(sm_store_put(ctx, store, NULL, count, sizeof *m->before, &m->before));
  SM_TRY(sm_store_put(ctx, store, NULL, count, sizeof *m->last, &m->last));
  if (plume->plan->shares == 1) return SM_OK;
  SM_TRY(sm_store_put(ctx, store, NULL, count, sizeof *own->others, &own->others));
  return sm_alloc(ctx, 2 * count, sizeof *own->host, "arrivals", &own->host);
}

static enum sm_status create_at_receptors(struct sm_context *ctx, struct sm_plume *plume) {
  const struct sm_case_particles *p = &plume->plan->c->particles;
  struct sm_plume_arrival_times *own = &plume->at_receptors;
  SM_SCOPED float *box_volume = NULL;
  SM_SCOPED double *threshold = NULL;
  own->at = offsetof(struct sm_plume_counters, received);
  own->memory = (struct sm_arrival_times){.box_stride = plume->plan->species,
                                          .box_count = (int64_t)p->receptor_count,
                                          .species_stride = 1,
                                          .thresholds = 1,
                                          .threshold_per_box = 1};
  SM_TRY(sm_alloc(ctx, p->receptor_count, sizeof *box_volume, "receptors", &box_volume));
  SM_TRY(sm_alloc(ctx, p->receptor_count, sizeof *threshold, "receptors", &threshold));
  for (size_t r = 0; r < p->receptor_count; r++) {
    box_volume[r] = (float)plume->box_volume[r];
    threshold[r] = p->receptor[r].threshold;
  }
  return create(ctx, plume, sm_plume_receptor_sums(plume), box_volume, threshold, own);
}

enum sm_status sm_plume_create_arrivals(struct sm_context *ctx, struct sm_plume *plume) {
  const struct sm_case_particles *p = &plume->plan->c->particles;
  if (plume->boxes && p->concentration.threshold_count > 0) {
    plume->in_boxes.at = offsetof(struct sm_plume_counters, sum);
    plume->in_boxes.memory =
        (struct sm_arrival_times){.box_stride = 1,
                                  .box_count = (int64_t)plume->size,
                                  .species_stride = (int64_t)plume->size,
                                  .thresholds = (int)p->concentration.threshold_count};
    SM_TRY(create(ctx, plume, sm_plume_sums(plume), plume->volume, p->concentration.thresholds,
                  &plume->in_boxes));
  }
  return is_asked_of_receptors(p) ? create_at_receptors(ctx, plume) : SM_OK;
}

void sm_plume_destroy_arrivals(struct sm_plume *plume) {
  struct sm_plume_arrival_times *const both[2] = {&plume->in_boxes, &plume->at_receptors};
  for (int n = 0; n < 2; n++) {
    sm_store_clear(&both[n]->store);
    SM_FREE_ALL(both[n]->host, both[n]->first, both[n]->last);
  }
}

/* --- samples --- */

/* Adds the sums of the other devices, of all processes, on the first one of process 0. */
static enum sm_status gather_other_devices(struct sm_context *ctx, const struct sm_plume *plume,
                                           const struct sm_plume_arrival_times *own) {
  const size_t count = (size_t)own->memory.count;
  if (own->others == NULL) return SM_OK;
  int64_t *sum = own->host, *one = own->host + count;
  memset(sum, 0, count * sizeof *sum);
  const bool remote = sm_particle_share_is_remote(plume->plan);
  for (int f = remote ? 0 : 1; f < plume->sets; f++) {
    SM_TRY(sm_device_download(ctx, plume->device[f], one, sums_of(plume, own, f),
                              count * sizeof *one));
    for (size_t i = 0; i < count; i++) sum[i] += one[i];
  }
  SM_TRY(sm_particle_sum_processes(ctx, plume->plan, sum, count));
  return sm_device_upload(ctx, plume->device[0], own->others, sum, count * sizeof *sum);
}

static enum sm_status find(struct sm_context *ctx, const struct sm_plume *plume,
                           const struct sm_plume_arrival_times *own, const double moment[2]) {
  struct sm_arrival_times s = own->memory;
  if (s.count == 0) return SM_OK;
  SM_TRY(gather_other_devices(ctx, plume, own));
  if (sm_particle_share_is_remote(plume->plan)) return SM_OK;
  s.sum = sums_of(plume, own, 0);
  s.others = own->others;
  s.from = moment[0];
  s.until = moment[1];
  const struct sm_box box = sm_particle_set_box(s.count);
  plume->device[0]->backend->arrival_time(plume->device[0], &box, &s);
  return SM_OK;
}

enum sm_status sm_plume_find_arrivals(struct sm_context *ctx, struct sm_plume *plume,
                                      const double moment[2]) {
  SM_TRY(find(ctx, plume, &plume->in_boxes, moment));
  return find(ctx, plume, &plume->at_receptors, moment);
}

/* --- intervals --- */

static enum sm_status fetch(struct sm_context *ctx, const struct sm_plume *plume,
                            const struct sm_plume_arrival_times *own) {
  return sm_device_download(ctx, plume->device[0], own->first, own->memory.first,
                            firsts(&own->memory) * sizeof *own->first);
}

enum sm_status sm_plume_fetch_arrivals(struct sm_context *ctx, struct sm_plume *plume) {
  if (plume->in_boxes.memory.count > 0) SM_TRY(fetch(ctx, plume, &plume->in_boxes));
  return plume->at_receptors.memory.count > 0 ? fetch(ctx, plume, &plume->at_receptors) : SM_OK;
}

void sm_plume_clear_arrivals(struct sm_plume *plume) {
  struct sm_plume_arrival_times *both[2] = {&plume->in_boxes, &plume->at_receptors};
  for (int b = 0; b < 2; b++) {
    const struct sm_arrival_times *m = &both[b]->memory;
    if (m->count > 0)
      plume->device[0]->backend->clear(plume->device[0], m->before,
                                       (size_t)m->count * sizeof *m->before);
  }
}

/* --- checkpoints --- */

static enum sm_status save(struct sm_context *ctx, const struct sm_plume *plume,
                           struct sm_plume_arrival_times *own, struct sm_arrival_checkpoint *out) {
  const struct sm_arrival_times *m = &own->memory;
  if (m->count == 0) return SM_OK;
  SM_TRY(fetch(ctx, plume, own));
  SM_TRY(sm_device_download(ctx, plume->device[0], own->last, m->last,
                            (size_t)m->count * sizeof *own->last));
  *out = (struct sm_arrival_checkpoint){own->first, own->last, firsts(m), (size_t)m->count};
  return SM_OK;
}

enum sm_status sm_plume_save_arrivals(struct sm_context *ctx, struct sm_plume *plume,
                                      struct sm_plume_checkpoint *out) {
  SM_TRY(save(ctx, plume, &plume->in_boxes, &out->in_boxes));
  return save(ctx, plume, &plume->at_receptors, &out->at_receptors);
}

static enum sm_status restore(struct sm_context *ctx, const struct sm_plume *plume,
                              const struct sm_plume_arrival_times *own, const int64_t *sum) {
  const struct sm_arrival_times *m = &own->memory;
  struct sm_device *device = plume->device[0];
  const size_t count = (size_t)m->count;
  if (count == 0) return SM_OK;
  SM_TRY(sm_device_upload(ctx, device, m->before, sum, count * sizeof *sum));
  SM_TRY(sm_device_upload(ctx, device, m->first, own->first, firsts(m) * sizeof *own->first));
  return sm_device_upload(ctx, device, m->last, own->last, count * sizeof *own->last);
}

enum sm_status sm_plume_restore_arrivals(struct sm_context *ctx, const struct sm_plume *plume) {
  SM_TRY(restore(ctx, plume, &plume->in_boxes, plume->sum));
  return restore(ctx, plume, &plume->at_receptors, plume->received);
}
