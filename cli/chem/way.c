#include "way.h"

#include <stdlib.h>

enum { MOST = 100000 };

static void keep(void *user, int64_t reactor, double time, double temperature, double pressure,
                 const double *fractions) {
  struct cli_chem_trajectory *w = user;
  double moles = 0;
  (void)reactor;
  if (w->found == MOST) return;
  w->times[w->found] = time;
  double *to = w->states + w->found++ * (1 + w->species);
  to[0] = temperature;
  for (int32_t k = 0; k < w->species; k++) moles += fractions[k] / w->mechanism->species[k].weight;
  for (int32_t k = 0; k < w->species; k++)
    to[1 + k] = fractions[k] / w->mechanism->species[k].weight / moles * pressure /
                (SM_GAS_CONSTANT * temperature);
}

enum sm_status cli_chem_trajectory_find(struct sm_context *ctx, const struct sm_mechanism *m,
                                        const struct sm_chem *chem, double temperature,
                                        double pressure, const double *x, double end, double share,
                                        double *delay, struct cli_chem_trajectory *out) {
  const size_t row = 1 + (size_t)m->species_count;
  struct sm_chem_ignition_result ignited;
  *out = (struct cli_chem_trajectory){.species = m->species_count, .mechanism = m};
  out->states = malloc(MOST * row * sizeof *out->states);
  out->times = malloc(MOST * sizeof *out->times);
  if (out->states == NULL || out->times == NULL) return SM_ERR_MEMORY;
  const struct sm_chem_ignition setup = {
      .end = end, .rtol = 1e-6, .species = -1, .point = keep, .user = out};
  const enum sm_status status =
      sm_chem_ignite(ctx, chem, &setup, 1, &temperature, &pressure, x, &ignited);
  if (status != SM_OK) return status;
  *delay = ignited.by_slope;
  while (share > 0 && out->found > 1 && out->times[out->found - 1] > share * ignited.by_slope)
    out->found--;
  return SM_OK;
}

void cli_chem_trajectory_free(struct cli_chem_trajectory *way) {
  free(way->states);
  free(way->times);
  *way = (struct cli_chem_trajectory){0};
}

void cli_chem_trajectory_resample(const struct cli_chem_trajectory *way, int64_t count,
                                  double *temperature, double *concentrations) {
  for (int64_t i = 0; i < count; i++) {
    const double *from = way->states + i * way->found / count * (1 + way->species);
    temperature[i] = from[0];
    for (int32_t k = 0; k < way->species; k++) concentrations[k * count + i] = from[1 + k];
  }
}
