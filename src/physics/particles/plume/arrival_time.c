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

/* Number of arrival times of all sums. */
static size_t firsts(const struct sm_plume_arrival_times *own) {
  return own->total * (size_t)own->memory.thresholds;
}

/* Binned sums of set `f`. */
static int64_t *sums_of(const struct sm_plume *plume, const struct sm_plume_arrival_times *own,
                        int f) {
  int64_t *sum;
  memcpy(&sum, (const char *)&plume->counters[f] + own->at, sizeof sum);
  return sum;
}

/* --- memory --- */

/* Work space for the sums of other devices or processes. */
static enum sm_status create_others(struct sm_context *ctx, const struct sm_plume *plume,
                                    struct sm_plume_arrival_times *own) {
  const struct sm_particle_set_plan *plan = plume->plan;
  const struct sm_device *device = plume->device[0];
  struct sm_arrival_times *m = &own->memory;
  const int processes = sm_particle_processes(plan);
  m->other_count = plan->shares == 1 ? 0 : processes > 1 ? processes - 1 : 1;
  const size_t count = (size_t)(m->other_count * m->count);
  const bool staged = !sm_device_is_host(device) && device->carrier.exchange == NULL;
  if (m->other_count == 0) return SM_OK;
  SM_TRY(sm_store_put(ctx, &own->store, NULL, count, sizeof *own->others, &own->others));
  m->others = own->others;
  if (processes > 1 && !staged) return SM_OK;
  return sm_alloc(ctx, own->total + count, sizeof *own->host, "arrivals", &own->host);
}

static enum sm_status create(struct sm_context *ctx, struct sm_plume *plume, size_t total,
                             const float *box_volume, const double *threshold,
                             struct sm_plume_arrival_times *own) {
  const struct sm_particle_set_plan *plan = plume->plan;
  const struct sm_sum_part part = sm_particle_part(plan, sm_particle_process(plan), total);
  struct sm_store *store = &own->store;
  struct sm_arrival_times *m = &own->memory;
  const size_t species = (size_t)plan->species, count = part.count;
  SM_SCOPED double *quantum = NULL;
  own->total = total;
  m->count = (int64_t)count;
  m->offset = (int64_t)part.first;
  m->species = (int64_t)species;
  SM_TRY(sm_alloc(ctx, firsts(own), sizeof *own->first, "arrivals", &own->first));
  SM_TRY(sm_alloc(ctx, total, sizeof *own->last, "arrivals", &own->last));
  sm_device_count_host(plume->device[0], (ptrdiff_t)((firsts(own) + total) * sizeof(float)));
  for (size_t i = 0; i < firsts(own); i++) own->first[i] = (float)NAN;
  SM_TRY(sm_alloc(ctx, species, sizeof *quantum, "arrivals", &quantum));
  for (size_t s = 0; s < species; s++) quantum[s] = ldexp(plan->sources->quantum[s], plume->shift);
  const size_t boxes = (size_t)m->box_count, thresholds = (size_t)m->thresholds;
  const size_t limits = m->threshold_per_box ? boxes : thresholds;
  *store = (struct sm_store){.device = plume->device[0], .what = "arrivals"};
  SM_TRY(sm_store_put(ctx, store, quantum, species, sizeof *quantum, &m->quantum));
  SM_TRY(sm_store_put(ctx, store, box_volume, boxes, sizeof *box_volume, &m->box_volume));
  SM_TRY(sm_store_put(ctx, store, threshold, limits, sizeof *threshold, &m->threshold));
  SM_TRY(sm_store_put(ctx, store, own->first, count * thresholds, sizeof *m->first, &m->first));
  SM_TRY(sm_store_put(ctx, store, NULL, count, sizeof *m->before, &m->before));
  SM_TRY(sm_store_put(ctx, store, NULL, count, sizeof *m->last, &m->last));
  return create_others(ctx, plume, own);
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

/* Adds the sums of the other devices of a process. */
static enum sm_status add_other_devices(struct sm_context *ctx, const struct sm_plume *plume,
                                        const struct sm_plume_arrival_times *own) {
  const size_t count = own->total;
  int64_t *sum = own->host, *one = own->host + count;
  memset(sum, 0, count * sizeof *sum);
  for (int f = 1; f < plume->sets; f++) {
    SM_TRY(sm_device_download(ctx, plume->device[f], one, sums_of(plume, own, f),
                              count * sizeof *one));
    for (size_t i = 0; i < count; i++) sum[i] += one[i];
  }
  return sm_device_upload(ctx, plume->device[0], own->others, sum, count * sizeof *sum);
}

static enum sm_status find(struct sm_context *ctx, const struct sm_plume *plume,
                           const struct sm_plume_arrival_times *own, const double moment[2]) {
  struct sm_arrival_times s = own->memory;
  struct sm_device *device = plume->device[0];
  int64_t *sum = sums_of(plume, own, 0);
  if (own->total == 0) return SM_OK;
  if (plume->sets > 1)
    SM_TRY(add_other_devices(ctx, plume, own));
  else
    SM_TRY(
        sm_particle_share_sums(ctx, plume->plan, device, sum, own->total, own->others, own->host));
  if (s.count == 0) return SM_OK;
  s.sum = sum + s.offset;
  s.from = moment[0];
  s.until = moment[1];
  const struct sm_box box = sm_particle_set_box(s.count);
  device->backend->arrival_time(device, &box, &s);
  return SM_OK;
}

enum sm_status sm_plume_find_arrivals(struct sm_context *ctx, struct sm_plume *plume,
                                      const double moment[2]) {
  SM_TRY(find(ctx, plume, &plume->in_boxes, moment));
  return find(ctx, plume, &plume->at_receptors, moment);
}

/* --- intervals --- */

/* Copies an array of this process's part to the host, and those of all to that of process 0. */
static enum sm_status fetch(struct sm_context *ctx, const struct sm_plume *plume,
                            const struct sm_plume_arrival_times *own, const float *from, int planes,
                            float *out) {
  const struct sm_arrival_times *m = &own->memory;
  for (int t = 0; t < planes; t++) {
    float *plane = out + (size_t)t * own->total;
    SM_TRY(sm_device_download(ctx, plume->device[0], plane + m->offset, from + t * m->count,
                              (size_t)m->count * sizeof *plane));
    SM_TRY(sm_particle_collect_parts(ctx, plume->plan, plane, own->total));
  }
  return SM_OK;
}

static enum sm_status fetch_first(struct sm_context *ctx, const struct sm_plume *plume,
                                  const struct sm_plume_arrival_times *own) {
  const struct sm_arrival_times *m = &own->memory;
  return own->total > 0 ? fetch(ctx, plume, own, m->first, m->thresholds, own->first) : SM_OK;
}

enum sm_status sm_plume_fetch_arrivals(struct sm_context *ctx, struct sm_plume *plume) {
  SM_TRY(fetch_first(ctx, plume, &plume->in_boxes));
  return fetch_first(ctx, plume, &plume->at_receptors);
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
  if (own->total == 0) return SM_OK;
  SM_TRY(fetch_first(ctx, plume, own));
  SM_TRY(fetch(ctx, plume, own, own->memory.last, 1, own->last));
  *out = (struct sm_arrival_checkpoint){own->first, own->last, firsts(own), own->total};
  return SM_OK;
}

enum sm_status sm_plume_save_arrivals(struct sm_context *ctx, struct sm_plume *plume,
                                      struct sm_plume_checkpoint *out) {
  SM_TRY(save(ctx, plume, &plume->in_boxes, &out->in_boxes));
  return save(ctx, plume, &plume->at_receptors, &out->at_receptors);
}

/* sum: of all processes. */
static enum sm_status restore(struct sm_context *ctx, const struct sm_plume *plume,
                              const struct sm_plume_arrival_times *own, const int64_t *sum) {
  const struct sm_arrival_times *m = &own->memory;
  struct sm_device *device = plume->device[0];
  const size_t count = (size_t)m->count;
  if (count == 0) return SM_OK;
  SM_TRY(sm_device_upload(ctx, device, m->before, sum + m->offset, count * sizeof *sum));
  for (int t = 0; t < m->thresholds; t++)
    SM_TRY(sm_device_upload(ctx, device, m->first + t * m->count,
                            own->first + (size_t)t * own->total + m->offset,
                            count * sizeof *own->first));
  return sm_device_upload(ctx, device, m->last, own->last + m->offset, count * sizeof *own->last);
}

enum sm_status sm_plume_restore_arrivals(struct sm_context *ctx, const struct sm_plume *plume) {
  SM_TRY(restore(ctx, plume, &plume->in_boxes, plume->sum));
  return restore(ctx, plume, &plume->at_receptors, plume->received);
}
