/* arrival.h - when a concentration first rises above a threshold: between two samples of the mass
 * that is counted in a box it is linear. */
#ifndef SM_CELL_ARRIVAL_H
#define SM_CELL_ARRIVAL_H

#include "cell/mote.h"

/* Boxes, of which each has a sum for every species. */
struct sm_arrivals {
  int64_t count;               /* sums; sm_row_index */
  const int64_t *sum, *others; /* quanta of all samples so far; on other devices, NULL: none */
  int64_t *before;             /* the same at the sample before */
  float *last;                 /* kg/m3, of that sample */
  float *first;                /* [threshold][sum] s; NAN: not yet */
  const float *room;           /* m3, of air */
  const double *quantum;       /* [species] kg */
  const double *threshold;     /* kg/m3, rising with the index, or of each room */
  int64_t room_step, rooms;    /* sum n is of room n / room_step % rooms ... */
  int64_t species_step, species;
  int thresholds, is_of_room;
  double from, until; /* s, of the two samples */
};

SM_FN void sm_cell_arrival(const struct sm_arrivals *s, int i, int j, int k) {
  (void)k;
  const int64_t n = sm_row_index(i, j);
  if (n >= s->count) return;
  int64_t sum = SM_READ(s->sum, n);
  if (s->others) sum += SM_READ(s->others, n);
  const int64_t own = sum - s->before[n];
  const float last = s->last[n];
  if (own == 0 && last == 0.0f) return;
  const int64_t at = n / s->room_step % s->rooms;
  const double room = (double)SM_READ(s->room, at);
  const double mass = (double)own * SM_READ(s->quantum, n / s->species_step % s->species);
  const double now = room > 0 ? mass / room : 0, was = (double)last;
  s->before[n] = sum;
  s->last[n] = (float)now;
  for (int t = 0; t < s->thresholds; t++) {
    const double threshold = SM_READ(s->threshold, s->is_of_room ? at : t);
    float *first = s->first + t * s->count + n;
    if (!(now > threshold) || *first == *first) continue;
    const double part = was < threshold ? (threshold - was) / (now - was) : 0;
    *first = (float)(s->from + part * (s->until - s->from));
  }
}

#endif
