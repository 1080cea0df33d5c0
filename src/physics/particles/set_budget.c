/* Mass budget and deposits of a set of particles on a device (physics/particles/set.h). */
#include "physics/particles/set.h"

/* Decayed mass of the members of decay chains, less what formed of them: the rest of the budget. */
static void balance_chains(const struct sm_particle_set_plan *plan, int64_t *budget) {
  for (int s = 0; s < plan->species; s++) {
    int64_t *row = budget + (ptrdiff_t)s * SM_BUDGET_TERMS;
    if (sm_case_species_has_relatives(&plan->c->particles, s))
      row[SM_BUDGET_DECAYED] = row[SM_BUDGET_EMITTED] - row[SM_BUDGET_OUTFLOW] -
                               row[SM_BUDGET_DEPOSITED] - row[SM_BUDGET_WET_DEPOSITED] -
                               row[SM_BUDGET_LOST] - row[SM_BUDGET_AIRBORNE];
  }
}

enum sm_status sm_particle_set_budget(struct sm_context *ctx, struct sm_particle_set *set,
                                      double time, int64_t *out, int64_t *deposit) {
  struct sm_device *device = set->device;
  const size_t terms = (size_t)set->plan->species * SM_BUDGET_TERMS;
  const size_t columns = (size_t)set->plan->deposit_maps * sm_particle_set_columns(set->plan);
  SM_SCOPED int64_t *host = NULL;
  SM_TRY(
      sm_alloc(ctx, columns > 2 * terms ? columns : 2 * terms, sizeof *host, "the budget", &host));
  device->backend->clear(device, set->airborne_mass, terms * sizeof *host);
  const struct sm_binning binning = sm_particle_set_binning(set, time);
  const struct sm_box box =
      sm_particle_set_box((set->count + SM_BINNING_CHUNK - 1) / SM_BINNING_CHUNK);
  if (set->count > 0) device->backend->airborne_mass(device, &box, &binning);
  SM_TRY(sm_device_download(ctx, device, host, set->budget, terms * sizeof *host));
  SM_TRY(sm_device_download(ctx, device, host + terms, set->airborne_mass, terms * sizeof *host));
  for (size_t i = 0; i < terms; i++) host[i] += host[terms + i];
  balance_chains(set->plan, host);
  for (size_t i = 0; i < terms; i++) out[i] += host[i];
  if (deposit != NULL) {
    SM_TRY(sm_device_download(ctx, device, host, set->deposit, columns * sizeof *host));
    for (size_t i = 0; i < columns; i++) deposit[i] += host[i];
  }
  return SM_OK;
}
