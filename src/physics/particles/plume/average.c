/* average.c - mean concentrations of an interval. */
#include "physics/particles/plume/internal.h"

#include <math.h>
#include <string.h>

/* Adds an array over all devices, of all processes, and clears it there. */
static enum sm_status gather(struct sm_context *ctx, const struct sm_plume *plume, size_t count,
                             size_t at, bool clear, int64_t *out) {
  SM_SCOPED int64_t *host = NULL;
  if (out == NULL || count == 0) return SM_OK;
  if (plume->sets > 1) SM_TRY(sm_alloc(ctx, count, sizeof *host, "concentrations", &host));
  enum sm_status status = SM_OK;
  for (int f = 0; f < plume->sets && status == SM_OK; f++) {
    int64_t *from;
    memcpy(&from, (const char *)&plume->counters[f] + at, sizeof from);
    struct sm_device *device = plume->device[f];
    status = sm_device_download(ctx, device, f == 0 ? out : host, from, count * sizeof *out);
    if (status == SM_OK && clear) device->backend->clear(device, from, count * sizeof *out);
    for (size_t i = 0; i < count && f > 0 && status == SM_OK; i++) out[i] += host[i];
  }
  SM_TRY(status);
  return sm_particle_sum_processes(ctx, plume->plan, out, count);
}

enum sm_status sm_plume_gather(struct sm_context *ctx, struct sm_plume *plume, bool clear) {
  SM_TRY(gather(ctx, plume, sm_plume_sums(plume), offsetof(struct sm_plume_counters, sum), clear,
                plume->sum));
  SM_TRY(gather(ctx, plume, plume->size, offsetof(struct sm_plume_counters, cross_section), clear,
                plume->cross_section));
  return gather(ctx, plume, sm_plume_receptor_sums(plume),
                offsetof(struct sm_plume_counters, received), clear, plume->received);
}

/* Weight of a count in the mean over all samples, in quanta. */
static double part_of_sample(const struct sm_plume *plume) {
  return ldexp(1, plume->shift) / (double)(plume->samples > 0 ? plume->samples : 1);
}

/* Optical depth between two points, sampled along the line through the boxes. */
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
      at = at * (size_t)plume->n[d] + (size_t)sm_bisect(plume->face[d], 1, plume->n[d] + 1, x);
    }
    if (!inside || !(plume->volume[at] > 0)) continue;
    sum += (double)plume->cross_section[at] * weight / (double)plume->volume[at] * length / parts;
  }
  return sum;
}

/* Sets the arrival time when a mean exceeds the threshold for the first time: the time of the
 * sample that exceeded it, else the end of the interval. */
static void update_arrival_time(float *arrival_time, float found, double until) {
  if (isnan(*arrival_time)) *arrival_time = isnan(found) ? (float)until : found;
}

/* --- boxes with mass --- */

/* First and last box with mass of a row of n, as *low and *high - 1; false: none. */
static bool find_in_row(const int64_t *sum, int n, int *low, int *high) {
  int64_t any = 0;
  for (int i = 0; i < n; i++) any |= sum[i];
  if (any == 0) return false;
  for (*low = 0; sum[*low] == 0; ++*low) continue;
  for (*high = n; sum[*high - 1] == 0; --*high) continue;
  return true;
}

static int smaller(int a, int b) { return a < b ? a : b; }
static int greater(int a, int b) { return a > b ? a : b; }

/* Range of the boxes that have mass of a species in this interval. */
static struct sm_cell_range find_occupied(const struct sm_plume *plume) {
  const int nx = plume->n[0], ny = plume->n[1], nz = plume->n[2];
  int x0 = nx, y0 = ny, z0 = nz, x1 = 0, y1 = 0, z1 = 0;
#pragma omp parallel for schedule(static) reduction(min : x0, y0, z0) reduction(max : x1, y1, z1)
  for (int64_t row = 0; row < (int64_t)plume->plan->species * ny * nz; row++) {
    const int j = (int)(row % ny), k = (int)(row / ny % nz);
    int low, high;
    if (!find_in_row(plume->sum + row * nx, nx, &low, &high)) continue;
    x0 = smaller(x0, low), x1 = greater(x1, high);
    y0 = smaller(y0, j), y1 = greater(y1, j + 1);
    z0 = smaller(z0, k), z1 = greater(z1, k + 1);
  }
  return (struct sm_cell_range){{x0, y0, z0}, {x1, y1, z1}};
}

/* Rows of a range; the first box of row r. */
static int64_t rows_of(const struct sm_cell_range *range) {
  const int ny = range->high[1] - range->low[1], nz = range->high[2] - range->low[2];
  return ny > 0 && nz > 0 ? (int64_t)ny * nz : 0;
}
static size_t row_at(const struct sm_plume *plume, const struct sm_cell_range *range, int64_t r) {
  const int ny = range->high[1] - range->low[1];
  const size_t j = (size_t)(range->low[1] + r % ny), k = (size_t)(range->low[2] + r / ny);
  return (size_t)range->low[0] + (size_t)plume->n[0] * (j + (size_t)plume->n[1] * k);
}

static void clear_species(const struct sm_plume *plume, int s, const struct sm_cell_range *range) {
#pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows_of(range); r++)
    memset(plume->concentration[s] + row_at(plume, range, r), 0,
           (size_t)(range->high[0] - range->low[0]) * sizeof(float));
}

/* Weights of the means of an interval. */
struct interval {
  double weight, seconds, until;
};

/* Adds means of the boxes from `first` to those of a species. Boxes without mass change nothing. */
static void fill_row(struct sm_plume *plume, int s, const struct interval *of, size_t first,
                     size_t count) {
  const struct sm_case_concentration *wanted = &plume->plan->c->particles.concentration;
  const int64_t *sum = plume->sum + (size_t)s * plume->size;
  for (size_t i = first; i < first + count; i++) {
    const double volume = (double)plume->volume[i];
    const double mean = volume > 0 ? (double)sum[i] * of->weight / volume : 0;
    plume->concentration[s][i] = (float)mean;
    plume->dose[s][i] += mean * of->seconds;
    if ((float)mean > plume->maximum[s][i]) plume->maximum[s][i] = (float)mean;
    for (size_t t = 0; t < wanted->threshold_count; t++)
      if (mean > wanted->thresholds[t])
        update_arrival_time(
            &plume->arrival_time[s][t * plume->size + i],
            plume->in_boxes.first[t * sm_plume_sums(plume) + (size_t)s * plume->size + i],
            of->until);
  }
}

static void fill_species(struct sm_plume *plume, int s, const struct interval *of) {
  const struct sm_cell_range range = plume->occupied;
#pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows_of(&range); r++)
    fill_row(plume, s, of, row_at(plume, &range, r), (size_t)(range.high[0] - range.low[0]));
}

enum sm_status sm_plume_end_interval(struct sm_context *ctx, struct sm_plume *plume, double from,
                                     double until) {
  const struct sm_particle_set_plan *plan = plume->plan;
  const struct sm_case_particles *p = &plan->c->particles;
  SM_TRY(sm_plume_fetch_arrivals(ctx, plume));
  SM_TRY(sm_plume_gather(ctx, plume, true));
  sm_plume_clear_arrivals(plume);
  if (sm_particle_share_is_remote(plan)) {
    plume->samples = 0;
    return SM_OK;
  }
  const struct sm_cell_range before = plume->occupied;
  if (plume->boxes) plume->occupied = find_occupied(plume);
  for (int s = 0; s < plan->species; s++) {
    const double weight = plan->sources->quantum[s] * part_of_sample(plume);
    const struct interval of = {weight, fabs(until - from), until};
    if (plume->boxes) clear_species(plume, s, &before);
    if (plume->boxes) fill_species(plume, s, &of);
    for (size_t r = 0; r < p->receptor_count; r++) {
      const size_t at = r * (size_t)plan->species + (size_t)s;
      const double box_volume = plume->box_volume[r];
      plume->received_mean[at] =
          box_volume > 0 ? (double)plume->received[at] * weight / box_volume : 0;
      if (plume->received_mean[at] > p->receptor[r].threshold) /* never if the threshold is NAN */
        update_arrival_time(&plume->received_arrival_time[at], plume->at_receptors.first[at],
                            until);
    }
  }
  for (size_t m = 0; m < p->line_of_sight_count; m++)
    plume->depth[m] = depth_between(plume, plume->releases->line_of_sight[m][0].place,
                                    plume->releases->line_of_sight[m][1].place);
  plume->samples = 0;
  return SM_OK;
}

struct sm_plume_view sm_plume_view_of(const struct sm_plume *plume) {
  struct sm_plume_view v = {.species = plume->plan->species,
                            .air = plume->air,
                            .concentration = plume->concentration,
                            .occupied = plume->occupied,
                            .dose = plume->dose,
                            .maximum = plume->maximum,
                            .arrival_time = plume->arrival_time,
                            .received = plume->received_mean,
                            .received_arrival_time = plume->received_arrival_time,
                            .depth = plume->depth};
  for (int d = 0; d < 3; d++) {
    v.n[d] = plume->n[d];
    v.face[d] = plume->face[d];
  }
  return v;
}
