#include "physics/plume_state.h"

#include <math.h>
#include <string.h>

/* --- on devices --- */

static enum sm_status create_counters(struct sm_context *ctx, const struct sm_plume *plume,
                                      struct sm_device *device, struct sm_plume_counters *out) {
  const size_t receptors = plume->plan->c->particles.receptor_count;
  const size_t species = (size_t)plume->plan->species;
  if (plume->boxes)
    SM_TRY(sm_device_allocate(ctx, device, sm_plume_sums(plume), sizeof *out->sum,
                              "the concentrations", &out->sum));
  if (sm_plume_dims(plume)) {
    SM_TRY(sm_device_allocate(ctx, device, plume->size, sizeof *out->dimming, "what dims the light",
                              &out->dimming));
    SM_TRY(sm_device_put(ctx, device, plume->area, species, sizeof *out->area, "receptors",
                         &out->area));
  }
  if (receptors == 0) return SM_OK;
  SM_TRY(sm_device_allocate(ctx, device, sm_plume_receipts(plume), sizeof *out->received,
                            "receptors", &out->received));
  SM_TRY(sm_device_put(ctx, device, plume->start, sm_plume_columns(plume) + 1, sizeof *out->start,
                       "receptors", &out->start));
  SM_TRY(sm_device_put(ctx, device, plume->receptor, plume->listed, sizeof *out->receptor,
                       "receptors", &out->receptor));
  return sm_device_put(ctx, device, plume->box, receptors, sizeof *out->box, "receptors",
                       &out->box);
}

static void free_counters(const struct sm_plume *plume, struct sm_device *device,
                          struct sm_plume_counters *own) {
  sm_device_release(device, own->sum, sm_plume_sums(plume), sizeof *own->sum);
  sm_device_release(device, own->dimming, plume->size, sizeof *own->dimming);
  sm_device_release(device, own->area, (size_t)plume->plan->species, sizeof *own->area);
  sm_device_release(device, own->received, sm_plume_receipts(plume), sizeof *own->received);
  sm_device_release(device, own->start, sm_plume_columns(plume) + 1, sizeof *own->start);
  sm_device_release(device, own->receptor, plume->listed, sizeof *own->receptor);
  sm_device_release(device, own->box, plume->plan->c->particles.receptor_count, sizeof *own->box);
}

static enum sm_status volumes(struct sm_context *ctx, const struct sm_plume *plume, size_t size,
                              size_t each, void *out_pointer) {
  void **list;
  const size_t species = (size_t)plume->plan->species;
  SM_TRY(sm_alloc(ctx, species, sizeof *list, "concentrations", &list));
  memcpy(out_pointer, &list, sizeof list);
  void *block;
  SM_TRY(sm_alloc(ctx, species * each, size, "concentrations", &block));
  for (size_t s = 0; s < species; s++) list[s] = (char *)block + s * each * size;
  return SM_OK;
}

static enum sm_status create_results(struct sm_context *ctx, struct sm_plume *plume) {
  const struct sm_case_particles *p = &plume->plan->c->particles;
  const size_t thresholds = p->concentration.threshold_count;
  SM_TRY(sm_alloc(ctx, p->sight_count, sizeof *plume->depth, "sights", &plume->depth));
  SM_TRY(sm_alloc(ctx, sm_plume_receipts(plume), sizeof *plume->received_mean, "receptors",
                  &plume->received_mean));
  SM_TRY(sm_alloc(ctx, sm_plume_receipts(plume), sizeof *plume->received, "receptors",
                  &plume->received));
  SM_TRY(sm_alloc(ctx, sm_plume_receipts(plume), sizeof *plume->received_arrival, "receptors",
                  &plume->received_arrival));
  for (size_t i = 0; i < sm_plume_receipts(plume); i++) plume->received_arrival[i] = (float)NAN;
  if (!plume->boxes) return SM_OK;
  SM_TRY(sm_alloc(ctx, sm_plume_sums(plume), sizeof *plume->sum, "concentrations", &plume->sum));
  SM_TRY(volumes(ctx, plume, sizeof(float), plume->size, &plume->concentration));
  SM_TRY(volumes(ctx, plume, sizeof(float), plume->size, &plume->largest));
  SM_TRY(volumes(ctx, plume, sizeof(double), plume->size, &plume->dose));
  SM_TRY(volumes(ctx, plume, sizeof(float), plume->size * thresholds, &plume->arrival));
  for (size_t i = 0; i < sm_plume_sums(plume) * thresholds; i++) plume->arrival[0][i] = NAN;
  if (!sm_plume_dims(plume)) return SM_OK;
  return sm_alloc(ctx, plume->size, sizeof *plume->dimming, "sights", &plume->dimming);
}

/* Quanta of area: 2^60 of them are the cross section of all that is emitted. */
static enum sm_status create_areas(struct sm_context *ctx, struct sm_plume *plume) {
  const struct sm_flock_plan *plan = plume->plan;
  double all = 0;
  for (int k = 0; k < plan->kinds->count; k++) {
    const struct sm_kind *kind = &plan->kinds->kind[k];
    all += plan->sources->quantum[kind->species] * (double)kind->extinction;
  }
  plume->area_quantum = all > 0 ? all : 1;
  SM_TRY(sm_alloc(ctx, (size_t)plan->species, sizeof *plume->area, "sights", &plume->area));
  for (int s = 0; s < plan->species; s++)
    plume->area[s] = (float)(plan->sources->quantum[s] / plume->area_quantum);
  return SM_OK;
}

/* All that is emitted is 2^60 quanta; all of it in one box at every sample must be below 2^62. */
static int shift_of(int64_t samples) {
  int shift = 0;
  while (samples >> shift > 3) shift++;
  return shift;
}

enum sm_status sm_plume_create(struct sm_context *ctx, const struct sm_flock_plan *plan,
                               const struct sm_releases *releases, int64_t samples,
                               struct sm_flock *const *flock, struct sm_plume **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the plume", out));
  struct sm_plume *plume = *out;
  plume->plan = plan;
  plume->releases = releases;
  plume->shift = shift_of(samples);
  SM_TRY(sm_plume_create_boxes(ctx, plume));
  SM_TRY(sm_plume_create_receptors(ctx, plume));
  if (sm_plume_dims(plume)) SM_TRY(create_areas(ctx, plume));
  SM_TRY(create_results(ctx, plume));
  const size_t flocks = (size_t)plan->flocks;
  SM_TRY(sm_alloc(ctx, flocks, sizeof *plume->counters, "the plume", &plume->counters));
  SM_TRY(sm_alloc(ctx, flocks, sizeof *plume->device, "the plume", &plume->device));
  for (; plume->flocks < plan->flocks; plume->flocks++) {
    plume->device[plume->flocks] = flock[plume->flocks]->device;
    const enum sm_status status =
        create_counters(ctx, plume, plume->device[plume->flocks], &plume->counters[plume->flocks]);
    if (status != SM_OK) {
      plume->flocks++;
      return status;
    }
  }
  return sm_plume_create_arrivals(ctx, plume);
}

static void free_volumes(void *pointer) {
  void **list = pointer;
  if (list != NULL) sm_free(list[0]);
  sm_free(list);
}

void sm_plume_destroy(struct sm_plume **pointer) {
  struct sm_plume *plume = *pointer;
  if (plume == NULL) return;
  sm_plume_destroy_arrivals(plume);
  for (int f = 0; f < plume->flocks; f++)
    free_counters(plume, plume->device[f], &plume->counters[f]);
  for (int d = 0; d < 3; d++) sm_free(plume->face[d]);
  free_volumes(plume->concentration);
  free_volumes(plume->largest);
  free_volumes(plume->arrival);
  free_volumes(plume->dose);
  void *const arrays[] = {plume->air,   plume->volume,        plume->room,
                          plume->start, plume->receptor,      plume->box,
                          plume->area,  plume->counters,      plume->device,
                          plume->sum,   plume->dimming,       plume->received,
                          plume->depth, plume->received_mean, plume->received_arrival};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) sm_free(arrays[i]);
  sm_free(plume);
  *pointer = NULL;
}

/* --- counting --- */

enum sm_status sm_plume_sample(struct sm_context *ctx, struct sm_plume *plume,
                               struct sm_flock *const *flock, double time, const double moment[2]) {
  for (int f = 0; f < plume->flocks; f++) {
    const struct sm_plume_counters *own = &plume->counters[f];
    struct sm_census s = sm_flock_census(flock[f], time);
    s.sum = own->sum;
    s.dimming = own->dimming;
    s.area = own->area;
    s.start = own->start;
    s.receptor = own->receptor;
    s.box = own->box;
    s.received = own->received;
    s.shift = plume->shift;
    for (int d = 0; d < 3; d++) {
      s.n[d] = plume->boxes ? plume->n[d] : 0;
      s.first[d] = plume->first[d];
      if (!plume->boxes || plume->cells) continue;
      s.low[d] = (float)plume->face[d][0];
      s.inverse[d] = (float)(1 / (plume->face[d][1] - plume->face[d][0]));
    }
    sm_flock_count(flock[f], &s);
  }
  plume->samples++;
  return sm_plume_find_arrivals(ctx, plume, moment);
}

/* --- checkpoints --- */

enum sm_status sm_plume_fetch(struct sm_context *ctx, struct sm_plume *plume,
                              struct sm_plume_memory *out) {
  const size_t thresholds = plume->plan->c->particles.concentration.threshold_count;
  SM_TRY(sm_plume_gather(ctx, plume, false));
  *out = (struct sm_plume_memory){.sum = plume->sum,
                                  .dimming = plume->dimming,
                                  .received = plume->received,
                                  .sums = plume->sum != NULL ? sm_plume_sums(plume) : 0,
                                  .dimmings = plume->dimming != NULL ? plume->size : 0,
                                  .receipts = sm_plume_receipts(plume),
                                  .samples = plume->samples,
                                  .received_arrival = plume->received_arrival};
  SM_TRY(sm_plume_save_arrivals(ctx, plume, out));
  if (!plume->boxes) return SM_OK;
  out->dose = plume->dose[0];
  out->largest = plume->largest[0];
  out->arrival = plume->arrival[0];
  out->doses = sm_plume_sums(plume);
  out->arrivals = sm_plume_sums(plume) * thresholds;
  return SM_OK;
}

enum sm_status sm_plume_restore(struct sm_context *ctx, struct sm_plume *plume, int64_t samples) {
  const struct sm_plume_counters *first = &plume->counters[0];
  struct sm_device *device = plume->device[0];
  plume->samples = samples;
  SM_TRY(sm_plume_restore_arrivals(ctx, plume));
  if (plume->sum != NULL)
    SM_TRY(sm_device_upload(ctx, device, first->sum, plume->sum,
                            sm_plume_sums(plume) * sizeof *plume->sum));
  if (plume->dimming != NULL)
    SM_TRY(sm_device_upload(ctx, device, first->dimming, plume->dimming,
                            plume->size * sizeof *plume->dimming));
  if (sm_plume_receipts(plume) == 0) return SM_OK;
  return sm_device_upload(ctx, device, first->received, plume->received,
                          sm_plume_receipts(plume) * sizeof *plume->received);
}
