#include "run/estimate/estimate.h"

#include "base/memory.h"
#include "output/statistics/statistics.h"
#include "physics/particles/particles.h"
#include "run/dispersion/dispersion.h"
#include "run/options.h"

/* Number of cells that can be set up within a few seconds on one core. */
static const double most_cells = 2e6;

bool sm_dry_run_possible(const struct sm_domain *domain, double bytes) {
  return (double)sm_grid_cells(&domain->grid) <= most_cells &&
         bytes < 0.5 * (double)sm_memory_available();
}

static enum sm_status try_model(struct sm_context *ctx, const struct sm_case *c,
                                const struct sm_domain *domain, struct sm_device *device) {
  const struct sm_model *model = sm_model_of(c);
  struct sm_state *state = NULL;
  void *self = NULL;
  SM_TRY(sm_model_state(ctx, model, c, domain, device, sm_dispersion_fields(c), &state));
  const enum sm_status status = sm_model_create(ctx, model, c, domain, state, &self);
  sm_model_destroy(model, &self);
  sm_state_destroy(&state);
  return status;
}

static enum sm_status try_particles(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_domain *domain, struct sm_device *device) {
  struct sm_particles *particles = NULL;
  const int times = domain->weather.time_count;
  const double last = times > 1 ? domain->weather.time[times - 1] - domain->weather.time[0] : 0;
  const struct sm_particles_options own = {&device, 1, last};
  if (!c->particles.present) return SM_OK;
  const enum sm_status status = sm_particles_create(ctx, c, domain, &own, &particles);
  sm_particles_destroy(&particles);
  return status;
}

static enum sm_status try_statistics(struct sm_context *ctx, const struct sm_case *c,
                                     const struct sm_domain *domain) {
  struct sm_statistics *statistics = NULL;
  if (!c->statistics.present) return SM_OK;
  const enum sm_status status = sm_statistics_create(ctx, c, domain, &statistics);
  sm_statistics_destroy(&statistics);
  return status;
}

enum sm_status sm_dry_run(struct sm_context *ctx, const struct sm_case *c,
                          const struct sm_domain *domain, const struct sm_run_options *options) {
  struct sm_device *device = NULL;
  enum sm_status status =
      sm_device_open(ctx, "cpu", options->threads, sm_run_bits(options), 0, &device);
  if (status == SM_OK) status = try_statistics(ctx, c, domain);
  if (status == SM_OK) status = try_particles(ctx, c, domain, device);
  if (status == SM_OK) status = try_model(ctx, c, domain, device);
  sm_device_close(&device);
  return status == SM_ERR_CASE || status == SM_ERR_DATA || status == SM_ERR_IO ? status : SM_OK;
}
