/* Sampling of concentrations: particle mass in boxes and receptors, and along lines of sight. */
#include "physics/particles/plume/internal.h"

#include <math.h>
#include <string.h>

/* --- on devices --- */

static enum sm_status create_counters(struct sm_context *ctx, const struct sm_plume *plume,
                                      struct sm_device *device, struct sm_plume_counters *out) {
  const size_t receptors = plume->plan->c->particles.receptor_count;
  const size_t species = (size_t)plume->plan->species;
  const size_t sums = sm_plume_sums(plume), received = sm_plume_receptor_sums(plume);
  const size_t starts = sm_plume_columns(plume) + 1;
  struct sm_store *store = &out->store;
  *store = (struct sm_store){.device = device, .what = "concentrations"};
  if (plume->boxes) SM_TRY(sm_store_put(ctx, store, NULL, sums, sizeof *out->sum, &out->sum));
  if (sm_plume_has_sight_lines(plume)) {
    SM_TRY(sm_store_put(ctx, store, NULL, plume->size, sizeof *out->cross_section,
                        &out->cross_section));
    SM_TRY(sm_store_put(ctx, store, plume->area, species, sizeof *out->area, &out->area));
  }
  if (receptors == 0) return SM_OK;
  SM_TRY(sm_store_put(ctx, store, NULL, received, sizeof *out->received, &out->received));
  SM_TRY(sm_store_put(ctx, store, plume->start, starts, sizeof *out->start, &out->start));
  SM_TRY(sm_store_put(ctx, store, plume->receptor, plume->listed, sizeof *out->receptor,
                      &out->receptor));
  return sm_store_put(ctx, store, plume->box, receptors, sizeof *out->box, &out->box);
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
  SM_TRY(
      sm_alloc(ctx, p->line_of_sight_count, sizeof *plume->depth, "lines of sight", &plume->depth));
  SM_TRY(sm_alloc(ctx, sm_plume_receptor_sums(plume), sizeof *plume->received_mean, "receptors",
                  &plume->received_mean));
  SM_TRY(sm_alloc(ctx, sm_plume_receptor_sums(plume), sizeof *plume->received, "receptors",
                  &plume->received));
  SM_TRY(sm_alloc(ctx, sm_plume_receptor_sums(plume), sizeof *plume->received_arrival_time,
                  "receptors", &plume->received_arrival_time));
  for (size_t i = 0; i < sm_plume_receptor_sums(plume); i++)
    plume->received_arrival_time[i] = (float)NAN;
  if (!plume->boxes) return SM_OK;
  SM_TRY(sm_alloc(ctx, sm_plume_sums(plume), sizeof *plume->sum, "concentrations", &plume->sum));
  SM_TRY(volumes(ctx, plume, sizeof(float), plume->size, &plume->concentration));
  SM_TRY(volumes(ctx, plume, sizeof(float), plume->size, &plume->maximum));
  SM_TRY(volumes(ctx, plume, sizeof(double), plume->size, &plume->dose));
  SM_TRY(volumes(ctx, plume, sizeof(float), plume->size * thresholds, &plume->arrival_time));
  for (size_t i = 0; i < sm_plume_sums(plume) * thresholds; i++) plume->arrival_time[0][i] = NAN;
  if (!sm_plume_has_sight_lines(plume)) return SM_OK;
  return sm_alloc(ctx, plume->size, sizeof *plume->cross_section, "lines of sight",
                  &plume->cross_section);
}

/* Counts the arrays on the host that are as long as the boxes, for the memory that a run needs. */
static void count_results(const struct sm_plume *plume, struct sm_device *device) {
  const size_t thresholds = plume->plan->c->particles.concentration.threshold_count;
  const size_t of_box = sizeof *plume->air + sizeof *plume->volume;
  const size_t of_sum = sizeof *plume->sum + (2 + thresholds) * sizeof(float) + sizeof(double);
  if (plume->boxes)
    sm_device_count_host(device, (ptrdiff_t)(plume->size * of_box + sm_plume_sums(plume) * of_sum));
}

/* Area quanta for optical depth: 2^60 of them are the cross section of all emissions. */
static enum sm_status create_areas(struct sm_context *ctx, struct sm_plume *plume) {
  const struct sm_particle_set_plan *plan = plume->plan;
  double all = 0;
  for (int k = 0; k < plan->kinds->count; k++) {
    const struct sm_particle_kind *kind = &plan->kinds->kind[k];
    all += plan->sources->quantum[kind->species] * (double)kind->extinction;
  }
  plume->area_quantum = all > 0 ? all : 1;
  SM_TRY(sm_alloc(ctx, (size_t)plan->species, sizeof *plume->area, "lines of sight", &plume->area));
  for (int s = 0; s < plan->species; s++)
    plume->area[s] = (float)(plan->sources->quantum[s] / plume->area_quantum);
  return SM_OK;
}

/* Shift of the sums: all emissions are 2^60 quanta, and their sum in one box over all samples must
 * stay below 2^62. */
static int shift_of(int64_t samples) {
  int shift = 0;
  while (samples >> shift > 3) shift++;
  return shift;
}

enum sm_status sm_plume_create(struct sm_context *ctx, const struct sm_particle_set_plan *plan,
                               const struct sm_releases *releases, int64_t samples,
                               struct sm_particle_set *const *set, struct sm_plume **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the plume", out));
  struct sm_plume *plume = *out;
  plume->plan = plan;
  plume->releases = releases;
  plume->shift = shift_of(samples);
  SM_TRY(sm_plume_create_boxes(ctx, plume));
  SM_TRY(sm_plume_create_receptors(ctx, plume));
  if (sm_plume_has_sight_lines(plume)) SM_TRY(create_areas(ctx, plume));
  SM_TRY(create_results(ctx, plume));
  count_results(plume, set[0]->device);
  const size_t sets = (size_t)plan->sets;
  SM_TRY(sm_alloc(ctx, sets, sizeof *plume->counters, "the plume", &plume->counters));
  SM_TRY(sm_alloc(ctx, sets, sizeof *plume->device, "the plume", &plume->device));
  for (; plume->sets < plan->sets; plume->sets++) {
    plume->device[plume->sets] = set[plume->sets]->device;
    const enum sm_status status =
        create_counters(ctx, plume, plume->device[plume->sets], &plume->counters[plume->sets]);
    if (status != SM_OK) {
      plume->sets++;
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
  for (int f = 0; f < plume->sets; f++) sm_store_clear(&plume->counters[f].store);
  for (int d = 0; d < 3; d++) sm_free(plume->face[d]);
  free_volumes(plume->concentration);
  free_volumes(plume->maximum);
  free_volumes(plume->arrival_time);
  free_volumes(plume->dose);
  void *const arrays[] = {plume->air,   plume->volume,        plume->box_volume,
                          plume->start, plume->receptor,      plume->box,
                          plume->area,  plume->counters,      plume->device,
                          plume->sum,   plume->cross_section, plume->received,
                          plume->depth, plume->received_mean, plume->received_arrival_time};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) sm_free(arrays[i]);
  sm_free(plume);
  *pointer = NULL;
}

/* --- counting --- */

enum sm_status sm_plume_sample(struct sm_context *ctx, struct sm_plume *plume,
                               struct sm_particle_set *const *set, double time,
                               const double moment[2]) {
  for (int f = 0; f < plume->sets; f++) {
    const struct sm_plume_counters *own = &plume->counters[f];
    struct sm_binning s = sm_particle_set_binning(set[f], time);
    s.sum = own->sum;
    s.cross_section = own->cross_section;
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
    sm_particle_set_bin(set[f], &s);
  }
  plume->samples++;
  return sm_plume_find_arrivals(ctx, plume, moment);
}

/* --- checkpoints --- */

enum sm_status sm_plume_fetch(struct sm_context *ctx, struct sm_plume *plume,
                              struct sm_plume_checkpoint *out) {
  const size_t thresholds = plume->plan->c->particles.concentration.threshold_count;
  SM_TRY(sm_plume_gather(ctx, plume, false));
  *out =
      (struct sm_plume_checkpoint){.sum = plume->sum,
                                   .cross_section = plume->cross_section,
                                   .received = plume->received,
                                   .sums = plume->sum != NULL ? sm_plume_sums(plume) : 0,
                                   .cross_sections = plume->cross_section != NULL ? plume->size : 0,
                                   .receipts = sm_plume_receptor_sums(plume),
                                   .samples = plume->samples,
                                   .received_arrival_time = plume->received_arrival_time};
  SM_TRY(sm_plume_save_arrivals(ctx, plume, out));
  if (!plume->boxes) return SM_OK;
  out->dose = plume->dose[0];
  out->maximum = plume->maximum[0];
  out->arrival_time = plume->arrival_time[0];
  out->doses = sm_plume_sums(plume);
  out->arrivals = sm_plume_sums(plume) * thresholds;
  return SM_OK;
}

enum sm_status sm_plume_restore(struct sm_context *ctx, struct sm_plume *plume, int64_t samples) {
  const struct sm_plume_counters *first = &plume->counters[0];
  struct sm_device *device = plume->device[0];
  plume->samples = samples;
  SM_TRY(sm_plume_restore_arrivals(ctx, plume));
  if (sm_particle_share_is_remote(plume->plan)) return SM_OK;
  if (plume->sum != NULL)
    SM_TRY(sm_device_upload(ctx, device, first->sum, plume->sum,
                            sm_plume_sums(plume) * sizeof *plume->sum));
  if (plume->cross_section != NULL)
    SM_TRY(sm_device_upload(ctx, device, first->cross_section, plume->cross_section,
                            plume->size * sizeof *plume->cross_section));
  if (sm_plume_receptor_sums(plume) == 0) return SM_OK;
  return sm_device_upload(ctx, device, first->received, plume->received,
                          sm_plume_receptor_sums(plume) * sizeof *plume->received);
}
