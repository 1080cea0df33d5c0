#include "physics/plume.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is counted on one device. */
struct counters {
  int64_t *sum, *dimming, *received;
  int *start, *receptor;
  struct sm_receptor_box *box;
  float *area;
};

struct sm_plume {
  const struct sm_flock_plan *plan;
  const struct sm_releases *releases;
  int n[3], first[3]; /* boxes; the first cell, where they are cells */
  bool boxes, cells;  /* boxes are counted; they are the cells of the domain */
  double *face[3];
  float *air;
  float *volume; /* m3, of air */
  size_t size;   /* boxes */
  double *room;  /* m3, of receptors' air */
  int *start, *receptor;
  size_t listed; /* in all columns */
  struct sm_receptor_box *box;
  float *area;         /* see struct sm_census */
  double area_quantum; /* m2 */
  int64_t samples;
  int shift;                 /* see struct sm_census */
  struct counters *counters; /* of flocks */
  int flocks;
  struct sm_device **device;
  int64_t *sum, *dimming, *received; /* on the host */
  float **concentration, **largest, **arrival;
  double **dose;
  double *received_mean, *depth;
};

/* --- boxes --- */

/* m3 of air in a box: parts of cells. */
static double air_in(const struct sm_domain *domain, const double low[3], const double high[3]) {
  const struct sm_grid *grid = &domain->grid;
  int from[3], to[3];
  double sum = 0;
  for (int d = 0; d < 3; d++) {
    from[d] = sm_axis_nearest(&grid->axis[d], low[d]);
    to[d] = sm_axis_nearest(&grid->axis[d], high[d]);
  }
  for (int k = from[2]; k <= to[2]; k++)
    for (int j = from[1]; j <= to[1]; j++)
      for (int i = from[0]; i <= to[0]; i++) {
        const int at[3] = {i, j, k};
        const int64_t c = i + (int64_t)grid->axis[0].n * (j + (int64_t)grid->axis[1].n * k);
        if ((domain->cell[c] & SM_OPEN_ALL) == 0) continue;
        double part = 1;
        for (int d = 0; d < 3; d++) {
          const double *face = grid->axis[d].face + at[d];
          const double a = low[d] > face[0] ? low[d] : face[0];
          const double b = high[d] < face[1] ? high[d] : face[1];
          part *= b > a ? b - a : 0;
        }
        sum += part;
      }
  return sum;
}

static bool wants_boxes(const struct sm_case_particles *p) {
  return p->concentration.present || p->sight_count > 0;
}

/* Where boxes are wanted on an axis, m. */
static void range_of(const struct sm_case *c, const struct sm_domain *domain, int d,
                     double range[2]) {
  const struct sm_case_concentration *wanted = &c->particles.concentration;
  range[0] = 0;
  range[1] = sm_axis_length(&domain->grid.axis[d]);
  if (!wanted->present) return;
  if (d < 2 && !isnan(wanted->origin[d])) range[0] = wanted->origin[d] + c->domain.margin;
  if (d < 2 && !isnan(wanted->size[d])) range[1] = range[0] + wanted->size[d];
  if (d == 2 && !isnan(wanted->height)) range[1] = wanted->height;
}

/* Boxes of an axis: cells from the first one on, or uniform ones. */
struct extent {
  int n, first;
  double low, size; /* m, of uniform ones */
};

static bool are_cells(const struct sm_case *c) {
  return !c->particles.concentration.present || isnan(c->particles.concentration.cell_size[0]);
}

static struct extent extent_of(const struct sm_case *c, const struct sm_domain *domain, int d) {
  const struct sm_axis *axis = &domain->grid.axis[d];
  struct extent e = {.size = c->particles.concentration.cell_size[d]};
  double range[2];
  range_of(c, domain, d, range);
  e.low = range[0];
  if (are_cells(c)) {
    const double slack = 1e-6 * axis->width[0]; /* faces belong to both sides */
    e.first = sm_axis_nearest(axis, range[0] + slack);
    e.n = sm_axis_nearest(axis, range[1] - slack) - e.first + 1;
  } else {
    e.n = (int)ceil((range[1] - range[0]) / e.size - 1e-6);
  }
  return e;
}

static enum sm_status create_faces(struct sm_context *ctx, struct sm_plume *plume) {
  const struct sm_domain *domain = plume->plan->domain;
  for (int d = 0; d < 3; d++) {
    const size_t faces = (size_t)plume->n[d] + 1;
    const struct extent e = extent_of(plume->plan->c, domain, d);
    SM_TRY(sm_alloc(ctx, faces, sizeof *plume->face[d], "boxes", &plume->face[d]));
    for (size_t i = 0; i < faces; i++)
      plume->face[d][i] = plume->cells ? domain->grid.axis[d].face[(size_t)e.first + i]
                                       : e.low + (double)i * e.size;
  }
  return SM_OK;
}

static enum sm_status create_boxes(struct sm_context *ctx, struct sm_plume *plume) {
  const struct sm_domain *domain = plume->plan->domain;
  const struct sm_case_particles *p = &plume->plan->c->particles;
  plume->boxes = wants_boxes(p);
  if (!plume->boxes) return SM_OK;
  plume->cells = are_cells(plume->plan->c);
  for (int d = 0; d < 3; d++) {
    const struct extent e = extent_of(plume->plan->c, domain, d);
    plume->n[d] = e.n;
    plume->first[d] = e.first;
  }
  const double size = (double)plume->n[0] * plume->n[1] * plume->n[2];
  if (!(plume->n[0] > 0 && plume->n[1] > 0 && plume->n[2] > 0 && size < 4e9))
    return sm_fail(ctx, SM_ERR_CASE, "%s:%d: error: 'particles.concentration': %.3g boxes",
                   plume->plan->c->path, p->concentration.line, size);
  plume->size = (size_t)plume->n[0] * (size_t)plume->n[1] * (size_t)plume->n[2];
  SM_TRY(create_faces(ctx, plume));
  SM_TRY(sm_alloc(ctx, plume->size, sizeof *plume->air, "boxes", &plume->air));
  SM_TRY(sm_alloc(ctx, plume->size, sizeof *plume->volume, "boxes", &plume->volume));
#pragma omp parallel for schedule(dynamic)
  for (int k = 0; k < plume->n[2]; k++)
    for (int j = 0; j < plume->n[1]; j++)
      for (int i = 0; i < plume->n[0]; i++) {
        const double low[3] = {plume->face[0][i], plume->face[1][j], plume->face[2][k]};
        const double high[3] = {plume->face[0][i + 1], plume->face[1][j + 1],
                                plume->face[2][k + 1]};
        const double all = (high[0] - low[0]) * (high[1] - low[1]) * (high[2] - low[2]);
        const size_t at =
            (size_t)i + (size_t)plume->n[0] * ((size_t)j + (size_t)plume->n[1] * (size_t)k);
        const double air = air_in(domain, low, high);
        plume->volume[at] = air > 1e-9 * all ? (float)air : 0.0f;
        plume->air[at] = air > 1e-9 * all ? (float)(air / all) : 0.0f;
      }
  return SM_OK;
}

/* --- receptors --- */

static int column_range(const struct sm_axis *axis, double low, double high, int *last) {
  *last = sm_axis_nearest(axis, high);
  return sm_axis_nearest(axis, low);
}

static enum sm_status create_receptors(struct sm_context *ctx, struct sm_plume *plume) {
  const struct sm_case_particles *p = &plume->plan->c->particles;
  const struct sm_grid *grid = &plume->plan->domain->grid;
  const size_t count = p->receptor_count;
  const size_t columns = (size_t)grid->axis[0].n * (size_t)grid->axis[1].n;
  if (count == 0) return SM_OK;
  SM_TRY(sm_alloc(ctx, count, sizeof *plume->box, "receptors", &plume->box));
  SM_TRY(sm_alloc(ctx, count, sizeof *plume->room, "receptors", &plume->room));
  SM_TRY(sm_alloc(ctx, columns + 1, sizeof *plume->start, "receptors", &plume->start));
  for (size_t r = 0; r < count; r++) {
    double low[3], high[3];
    for (int d = 0; d < 3; d++) {
      low[d] = plume->releases->receptor[r].place[d] - 0.5 * p->receptor[r].size[d];
      high[d] = low[d] + p->receptor[r].size[d];
      plume->box[r].low[d] = (float)low[d];
      plume->box[r].high[d] = (float)high[d];
    }
    plume->room[r] = air_in(plume->plan->domain, low, high);
  }
  for (int pass = 0; pass < 2; pass++) { /* counts, then the lists */
    for (size_t r = 0; r < count; r++) {
      int i1, j1;
      const int i0 = column_range(&grid->axis[0], (double)plume->box[r].low[0],
                                  (double)plume->box[r].high[0], &i1);
      const int j0 = column_range(&grid->axis[1], (double)plume->box[r].low[1],
                                  (double)plume->box[r].high[1], &j1);
      for (int j = j0; j <= j1; j++)
        for (int i = i0; i <= i1; i++) {
          const size_t c = (size_t)i + (size_t)grid->axis[0].n * (size_t)j;
          if (pass == 0)
            plume->start[c + 1]++;
          else
            plume->receptor[plume->start[c]++] = (int)r;
        }
    }
    if (pass == 1) break;
    for (size_t c = 0; c < columns; c++) plume->start[c + 1] += plume->start[c];
    plume->listed = (size_t)plume->start[columns];
    SM_TRY(sm_alloc(ctx, plume->listed, sizeof *plume->receptor, "receptors", &plume->receptor));
  }
  /* Filling has moved each start to the next one. */
  for (size_t c = columns; c > 0; c--) plume->start[c] = plume->start[c - 1];
  plume->start[0] = 0;
  return SM_OK;
}

/* --- on devices --- */

static size_t sums_of(const struct sm_plume *plume) {
  return plume->size * (size_t)plume->plan->species;
}
static size_t receipts_of(const struct sm_plume *plume) {
  return plume->plan->c->particles.receptor_count * (size_t)plume->plan->species;
}
static size_t columns_of(const struct sm_plume *plume) {
  const struct sm_grid *grid = &plume->plan->domain->grid;
  return (size_t)grid->axis[0].n * (size_t)grid->axis[1].n;
}
static bool dims(const struct sm_plume *plume) { return plume->plan->c->particles.sight_count > 0; }

static enum sm_status create_counters(struct sm_context *ctx, const struct sm_plume *plume,
                                      struct sm_device *device, struct counters *out) {
  const size_t receptors = plume->plan->c->particles.receptor_count;
  const size_t species = (size_t)plume->plan->species;
  if (plume->boxes)
    SM_TRY(sm_device_allocate(ctx, device, sums_of(plume), sizeof *out->sum, "the concentrations",
                              &out->sum));
  if (dims(plume)) {
    SM_TRY(sm_device_allocate(ctx, device, plume->size, sizeof *out->dimming, "what dims the light",
                              &out->dimming));
    SM_TRY(sm_device_put(ctx, device, plume->area, species, sizeof *out->area, "receptors",
                         &out->area));
  }
  if (receptors == 0) return SM_OK;
  SM_TRY(sm_device_allocate(ctx, device, receipts_of(plume), sizeof *out->received, "receptors",
                            &out->received));
  SM_TRY(sm_device_put(ctx, device, plume->start, columns_of(plume) + 1, sizeof *out->start,
                       "receptors", &out->start));
  SM_TRY(sm_device_put(ctx, device, plume->receptor, plume->listed, sizeof *out->receptor,
                       "receptors", &out->receptor));
  return sm_device_put(ctx, device, plume->box, receptors, sizeof *out->box, "receptors",
                       &out->box);
}

static void free_counters(const struct sm_plume *plume, struct sm_device *device,
                          struct counters *own) {
  sm_device_release(device, own->sum, sums_of(plume), sizeof *own->sum);
  sm_device_release(device, own->dimming, plume->size, sizeof *own->dimming);
  sm_device_release(device, own->area, (size_t)plume->plan->species, sizeof *own->area);
  sm_device_release(device, own->received, receipts_of(plume), sizeof *own->received);
  sm_device_release(device, own->start, columns_of(plume) + 1, sizeof *own->start);
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
  SM_TRY(sm_alloc(ctx, receipts_of(plume), sizeof *plume->received_mean, "receptors",
                  &plume->received_mean));
  SM_TRY(sm_alloc(ctx, receipts_of(plume), sizeof *plume->received, "receptors", &plume->received));
  if (!plume->boxes) return SM_OK;
  SM_TRY(sm_alloc(ctx, sums_of(plume), sizeof *plume->sum, "concentrations", &plume->sum));
  SM_TRY(volumes(ctx, plume, sizeof(float), plume->size, &plume->concentration));
  SM_TRY(volumes(ctx, plume, sizeof(float), plume->size, &plume->largest));
  SM_TRY(volumes(ctx, plume, sizeof(double), plume->size, &plume->dose));
  SM_TRY(volumes(ctx, plume, sizeof(float), plume->size * thresholds, &plume->arrival));
  for (size_t i = 0; i < sums_of(plume) * thresholds; i++) plume->arrival[0][i] = NAN;
  if (!dims(plume)) return SM_OK;
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
  SM_TRY(create_boxes(ctx, plume));
  SM_TRY(create_receptors(ctx, plume));
  if (dims(plume)) SM_TRY(create_areas(ctx, plume));
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
  return SM_OK;
}

static void free_volumes(void *pointer) {
  void **list = pointer;
  if (list != NULL) sm_free(list[0]);
  sm_free(list);
}

void sm_plume_destroy(struct sm_plume **pointer) {
  struct sm_plume *plume = *pointer;
  if (plume == NULL) return;
  for (int f = 0; f < plume->flocks; f++)
    free_counters(plume, plume->device[f], &plume->counters[f]);
  for (int d = 0; d < 3; d++) sm_free(plume->face[d]);
  free_volumes(plume->concentration);
  free_volumes(plume->largest);
  free_volumes(plume->arrival);
  free_volumes(plume->dose);
  void *const arrays[] = {plume->air,      plume->volume,       plume->room,    plume->start,
                          plume->receptor, plume->box,          plume->area,    plume->counters,
                          plume->device,   plume->sum,          plume->dimming, plume->received,
                          plume->depth,    plume->received_mean};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) sm_free(arrays[i]);
  sm_free(plume);
  *pointer = NULL;
}

size_t sm_plume_bytes(const struct sm_flock_plan *plan) {
  const struct sm_case_particles *p = &plan->c->particles;
  size_t size = 1;
  if (!wants_boxes(p)) return 0;
  for (int d = 0; d < 3; d++) size *= (size_t)extent_of(plan->c, plan->domain, d).n;
  return 8 * size * ((size_t)plan->species + (p->sight_count > 0));
}

/* --- counting --- */

void sm_plume_sample(struct sm_plume *plume, struct sm_flock *const *flock, double time) {
  for (int f = 0; f < plume->flocks; f++) {
    const struct counters *own = &plume->counters[f];
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
}

/* Adds up an array of all devices, and clears it there. */
static enum sm_status gather(struct sm_context *ctx, const struct sm_plume *plume, size_t count,
                             size_t at, bool clear, int64_t *out) {
  int64_t *host = NULL;
  if (out == NULL || count == 0) return SM_OK;
  if (plume->flocks > 1) SM_TRY(sm_alloc(ctx, count, sizeof *host, "concentrations", &host));
  enum sm_status status = SM_OK;
  for (int f = 0; f < plume->flocks && status == SM_OK; f++) {
    int64_t *from;
    memcpy(&from, (const char *)&plume->counters[f] + at, sizeof from);
    struct sm_device *device = plume->device[f];
    status = sm_device_download(ctx, device, f == 0 ? out : host, from, count * sizeof *out);
    if (status == SM_OK && clear) device->backend->clear(device, from, count * sizeof *out);
    for (size_t i = 0; i < count && f > 0 && status == SM_OK; i++) out[i] += host[i];
  }
  sm_free(host);
  return status;
}

static enum sm_status gather_all(struct sm_context *ctx, struct sm_plume *plume, bool clear) {
  SM_TRY(gather(ctx, plume, sums_of(plume), offsetof(struct counters, sum), clear, plume->sum));
  SM_TRY(
      gather(ctx, plume, plume->size, offsetof(struct counters, dimming), clear, plume->dimming));
  return gather(ctx, plume, receipts_of(plume), offsetof(struct counters, received), clear,
                plume->received);
}

/* What one in a sum is of the mean over all samples, in quanta. */
static double part_of_sample(const struct sm_plume *plume) {
  return ldexp(1, plume->shift) / (double)(plume->samples > 0 ? plume->samples : 1);
}

/* Optical depth from one point to another: through box after box. */
static double depth_between(const struct sm_plume *plume, const double from[3],
                            const double to[3]) {
  double length = 0, least = HUGE_VAL, sum = 0;
  for (int d = 0; d < 3; d++) {
    length += (to[d] - from[d]) * (to[d] - from[d]);
    for (int i = 0; i < plume->n[d]; i++) {
      const double size = plume->face[d][i + 1] - plume->face[d][i];
      if (size < least) least = size;
    }
  }
  length = sqrt(length);
  const int parts = (int)ceil(8 * length / least) + 1;
  const double weight = plume->area_quantum * part_of_sample(plume);
  for (int m = 0; m < parts; m++) {
    const double part = (m + 0.5) / parts;
    size_t at = 0;
    bool inside = true;
    for (int d = 2; d >= 0; d--) {
      const double x = from[d] + part * (to[d] - from[d]);
      inside &= x >= plume->face[d][0] && x < plume->face[d][plume->n[d]];
      if (!inside) break;
      at = at * (size_t)plume->n[d] + (size_t)sm_find_below(plume->face[d], plume->n[d] + 1, x);
    }
    if (!inside || !(plume->volume[at] > 0)) continue;
    sum += (double)plume->dimming[at] * weight / (double)plume->volume[at] * length / parts;
  }
  return sum;
}

static void fill_species(struct sm_plume *plume, int s, double weight, double seconds,
                         double until) {
  const struct sm_case_concentration *wanted = &plume->plan->c->particles.concentration;
  const int64_t *sum = plume->sum + (size_t)s * plume->size;
  for (size_t i = 0; i < plume->size; i++) {
    const double volume = (double)plume->volume[i];
    const double mean = volume > 0 ? (double)sum[i] * weight / volume : 0;
    plume->concentration[s][i] = (float)mean;
    plume->dose[s][i] += mean * seconds;
    if ((float)mean > plume->largest[s][i]) plume->largest[s][i] = (float)mean;
    for (size_t t = 0; t < wanted->threshold_count; t++) {
      float *arrival = &plume->arrival[s][t * plume->size + i];
      if (isnan(*arrival) && mean > wanted->thresholds[t]) *arrival = (float)until;
    }
  }
}

enum sm_status sm_plume_end_interval(struct sm_context *ctx, struct sm_plume *plume, double from,
                                     double until) {
  const struct sm_flock_plan *plan = plume->plan;
  const struct sm_case_particles *p = &plan->c->particles;
  SM_TRY(gather_all(ctx, plume, true));
  for (int s = 0; s < plan->species; s++) {
    const double weight = plan->sources->quantum[s] * part_of_sample(plume);
    if (plume->boxes) fill_species(plume, s, weight, fabs(until - from), until);
    for (size_t r = 0; r < p->receptor_count; r++) {
      const size_t at = r * (size_t)plan->species + (size_t)s;
      const double room = plume->room[r];
      plume->received_mean[at] = room > 0 ? (double)plume->received[at] * weight / room : 0;
    }
  }
  for (size_t m = 0; m < p->sight_count; m++)
    plume->depth[m] = depth_between(plume, plume->releases->sight[m][0].place,
                                    plume->releases->sight[m][1].place);
  plume->samples = 0;
  return SM_OK;
}

struct sm_plume_view sm_plume_look(const struct sm_plume *plume) {
  struct sm_plume_view v = {.species = plume->plan->species,
                            .air = plume->air,
                            .concentration = plume->concentration,
                            .dose = plume->dose,
                            .largest = plume->largest,
                            .arrival = plume->arrival,
                            .received = plume->received_mean,
                            .depth = plume->depth};
  for (int d = 0; d < 3; d++) {
    v.n[d] = plume->n[d];
    v.face[d] = plume->face[d];
  }
  return v;
}

/* --- checkpoints --- */

enum sm_status sm_plume_fetch(struct sm_context *ctx, struct sm_plume *plume,
                              struct sm_plume_memory *out) {
  const size_t thresholds = plume->plan->c->particles.concentration.threshold_count;
  SM_TRY(gather_all(ctx, plume, false));
  *out = (struct sm_plume_memory){.sum = plume->sum,
                                  .dimming = plume->dimming,
                                  .received = plume->received,
                                  .sums = plume->sum != NULL ? sums_of(plume) : 0,
                                  .dimmings = plume->dimming != NULL ? plume->size : 0,
                                  .receipts = receipts_of(plume),
                                  .samples = plume->samples};
  if (!plume->boxes) return SM_OK;
  out->dose = plume->dose[0];
  out->largest = plume->largest[0];
  out->arrival = plume->arrival[0];
  out->doses = sums_of(plume);
  out->arrivals = sums_of(plume) * thresholds;
  return SM_OK;
}

enum sm_status sm_plume_restore(struct sm_context *ctx, struct sm_plume *plume, int64_t samples) {
  const struct counters *first = &plume->counters[0];
  struct sm_device *device = plume->device[0];
  plume->samples = samples;
  if (plume->sum != NULL)
    SM_TRY(
        sm_device_upload(ctx, device, first->sum, plume->sum, sums_of(plume) * sizeof *plume->sum));
  if (plume->dimming != NULL)
    SM_TRY(sm_device_upload(ctx, device, first->dimming, plume->dimming,
                            plume->size * sizeof *plume->dimming));
  if (receipts_of(plume) == 0) return SM_OK;
  return sm_device_upload(ctx, device, first->received, plume->received,
                          receipts_of(plume) * sizeof *plume->received);
}
