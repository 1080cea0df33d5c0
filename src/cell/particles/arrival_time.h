/* cell/particles/arrival_time.h - arrival time: when a concentration first exceeds a threshold, by
 * linear interpolation between two samples of the binned mass. */
#ifndef SM_CELL_PARTICLES_ARRIVAL_TIME_H
#define SM_CELL_PARTICLES_ARRIVAL_TIME_H

#include "cell/particles/particle.h"

/* Boxes, each with a sum for every species. */
struct sm_arrival_times {
  int64_t count;                 /* number of sums; sm_particle_index */
  const int64_t *sum, *others;   /* accumulated quanta of all samples; those of other devices, or
                                    NULL */
  int64_t *before;               /* the same at the previous sample */
  float *last;                   /* concentration at the previous sample, kg/m3 */
  float *first;                  /* [threshold][sum] s; NAN: not yet */
  const float *box_volume;       /* air volume, m3 */
  const double *quantum;         /* [species] kg */
  const double *threshold;       /* kg/m3, ascending with the index; or one per box */
  int64_t box_stride, box_count; /* sum n belongs to box n / box_stride % box_count */
  int64_t species_stride, species;
  int thresholds, threshold_per_box;
  double from, until; /* s, of the two samples */
};

SM_FN void sm_cell_arrival_time(const struct sm_arrival_times *s, int i, int j, int k) {
  (void)k;
  const int64_t n = sm_particle_index(i, j);
  if (n >= s->count) return;
  int64_t sum = SM_READ(s->sum, n);
  if (s->others) sum += SM_READ(s->others, n);
  const int64_t own = sum - s->before[n];
  const float last = s->last[n];
  if (own == 0 && last == 0.0f) return;
  const int64_t at = n / s->box_stride % s->box_count;
  const double box_volume = (double)SM_READ(s->box_volume, at);
  const double mass = (double)own * SM_READ(s->quantum, n / s->species_stride % s->species);
  const double now = box_volume > 0 ? mass / box_volume : 0, was = (double)last;
  s->before[n] = sum;
  s->last[n] = (float)now;
  for (int t = 0; t < s->thresholds; t++) {
    const double threshold = SM_READ(s->threshold, s->threshold_per_box ? at : t);
    float *first = s->first + t * s->count + n;
    if (!(now > threshold) || *first == *first) continue;
    const double part = was < threshold ? (threshold - was) / (now - was) : 0;
    *first = (float)(s->from + part * (s->until - s->from));
  }
}

#endif
