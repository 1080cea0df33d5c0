#include "output/hazard/hazard.h"

#include <math.h>

/* Integral of the series from its start to a time, and the interval that contains the time. */
struct integral {
  const struct sm_exposure *e;
  double sum; /* up to the start of interval `at` */
  size_t at;
};

/* Integral up to `time`, which must not decrease from call to call. */
static double integrate(struct integral *i, double time) {
  const struct sm_exposure *e = i->e;
  if (time <= e->time[0]) return 0;
  while (i->at < e->count && e->time[i->at + 1] <= time) {
    i->sum += (double)e->value[i->at] * (e->time[i->at + 1] - e->time[i->at]);
    i->at++;
  }
  return i->at == e->count ? i->sum : i->sum + (double)e->value[i->at] * (time - e->time[i->at]);
}

/* Extends an exceedance by a linear piece of the running mean. */
static void add_piece(struct sm_hazard_exceedance *out, double level, const double time[2],
                      const double mean[2]) {
  const double rise = mean[1] - mean[0];
  out->maximum = fmax(out->maximum, fmax(mean[0], mean[1]));
  if (!(fmax(mean[0], mean[1]) > level)) return;
  const double cross = rise != 0 ? time[0] + (level - mean[0]) / rise * (time[1] - time[0]) : 0;
  if (isnan(out->from)) out->from = mean[0] > level ? time[0] : cross;
  out->until = mean[1] > level ? time[1] : cross;
}

/* Without averaging: the values themselves. */
static struct sm_hazard_exceedance values_above(const struct sm_exposure *e, double level) {
  struct sm_hazard_exceedance out = {0, NAN, NAN};
  for (size_t n = 0; n < e->count; n++) {
    out.maximum = fmax(out.maximum, (double)e->value[n]);
    if (!((double)e->value[n] > level)) continue;
    if (isnan(out.from)) out.from = e->time[n];
    out.until = e->time[n + 1];
  }
  return out;
}

/* The running mean is linear between the times at which its window begins or ends at the end of an
 * interval: its extremes and crossings are exact for the means of the intervals. */
struct sm_hazard_exceedance sm_exposure_exceedance(const struct sm_exposure *e, double average,
                                                   double level) {
  struct sm_hazard_exceedance out = {0, NAN, NAN};
  struct integral head = {e, 0, 0}, tail = {e, 0, 0};
  if (!(average > 0)) return values_above(e, level);
  double time[2] = {e->time[0], 0}, mean[2] = {0, 0};
  size_t begins = 0, ends = 1; /* next time at which the window begins, or ends */
  while (ends <= e->count) {
    const double begin = e->time[begins] + average, end = e->time[ends];
    time[1] = begin < end ? begin : end;
    if (begin <= end) begins++;
    if (end <= begin) ends++;
    mean[1] = (integrate(&head, time[1]) - integrate(&tail, time[1] - average)) / average;
    if (time[1] > time[0]) add_piece(&out, level, time, mean);
    time[0] = time[1];
    mean[0] = mean[1];
  }
  return out;
}

double sm_exposure_toxic_load(const struct sm_exposure *e, double scale, double n) {
  double load = 0;
  for (size_t t = 0; t < e->count; t++)
    if (e->value[t] > 0)
      load += pow(scale * (double)e->value[t], n) * (e->time[t + 1] - e->time[t]);
  return load;
}

double sm_probit_fraction(double probit) { return 0.5 * erfc((5 - probit) / sqrt(2)); }

void sm_exposure_indoor(const struct sm_exposure *e, double changes, float *indoor) {
  double c = 0; /* at the start of the interval */
  for (size_t t = 0; t < e->count; t++) {
    const double outdoors = (double)e->value[t], x = changes * (e->time[t + 1] - e->time[t]);
    const double mean = x > 0 ? outdoors + (c - outdoors) * -expm1(-x) / x : c;
    c = outdoors + (c - outdoors) * exp(-x);
    indoor[t] = (float)mean;
  }
}

double sm_ppm_in_kg_m3(double molar_mass, double temperature, double pressure) {
  static const double gas_constant = 8.31446261815324; /* J/(mol K) */
  return 1e-6 * 1e-3 * molar_mass * pressure / (gas_constant * temperature);
}
