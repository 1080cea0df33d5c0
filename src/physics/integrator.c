#include "physics/integrator.h"

#include "chem/reacting.h"

/* What a GPU is told. */
static struct sm_reacting_advance advance_of(const struct sm_integrator *g,
                                             const struct sm_chem_cells *cells, double dt,
                                             const struct sm_chem_options *options) {
  struct sm_reacting_advance args = {.cells = {.tables = g->tables,
                                               .count = cells->count,
                                               .stride = cells->count,
                                               .concentrations = cells->concentrations,
                                               .temperature = cells->temperature,
                                               .pressure = cells->pressure,
                                               .sun = cells->sun,
                                               .zenith = cells->zenith,
                                               .water = cells->water},
                                     .control = {.dt = dt},
                                     .source = options->source,
                                     .energy = options->energy,
                                     .first = g->first,
                                     .steps = g->steps,
                                     .rejected = g->rejected,
                                     .next = g->next};
  sm_reacting_options(g->chem, options, &args);
  return args;
}

enum sm_status sm_integrator_create(struct sm_context *ctx, const struct sm_chem *chem,
                                    const struct sm_mechanism *mechanism,
                                    const struct sm_chem_options *options, size_t most,
                                    struct sm_store *store, struct sm_integrator *out) {
  *out = (struct sm_integrator){.device = store->device, .chem = chem};
  if (sm_device_is_host(store->device)) return SM_OK;
  SM_TRY(sm_reacting_tables(ctx, mechanism, store, &out->tables));
  SM_TRY(sm_store_put(ctx, store, NULL, most, sizeof *out->first, &out->first));
  SM_TRY(sm_store_put(ctx, store, NULL, most, sizeof *out->steps, &out->steps));
  SM_TRY(sm_store_put(ctx, store, NULL, most, sizeof *out->rejected, &out->rejected));
  SM_TRY(sm_store_put(ctx, store, NULL, 1, sizeof *out->next, &out->next));
  const struct sm_chem_cells none = {0};
  const struct sm_reacting_advance args = advance_of(out, &none, 0, options);
  return sm_reacting_fits(ctx, store->device, &args);
}

static enum sm_status count_failed(struct sm_context *ctx, const struct sm_integrator *g,
                                   int64_t count, struct sm_chem_report *report) {
  const size_t all = (size_t)count;
  int32_t *steps = NULL;
  enum sm_status status = SM_OK;
  SM_TRY(sm_alloc(ctx, all, sizeof *steps, "chemistry", &steps));
  SM_TRY_DONE(sm_device_download(ctx, g->device, steps, g->steps, all * sizeof *steps));
  for (int64_t i = count - 1; i >= 0; i--)
    if (steps[i] < 0) {
      report->first_failed = i;
      report->failed++;
    }
done:
  sm_free(steps);
  return status;
}

enum sm_status sm_integrator_advance(struct sm_context *ctx, const struct sm_integrator *g,
                                     const struct sm_chem_cells *cells, double dt,
                                     const struct sm_chem_options *options,
                                     struct sm_chem_report *report) {
  *report = (struct sm_chem_report){0};
  if (sm_device_is_host(g->device))
    return sm_chem_advance(ctx, g->chem, cells, dt, options, report);
  const struct sm_reacting_advance args = advance_of(g, cells, dt, options);
  g->device->backend->clear(g->device, g->next, sizeof *g->next);
  g->device->backend->clear(g->device, g->first, (size_t)cells->count * sizeof *g->first);
  SM_TRY(sm_reacting_advance(ctx, g->device, &args));
  return count_failed(ctx, g, cells->count, report);
}
