#include "run/estimate/estimate.h"

#include "base/context.h"
#include "base/machine/machine.h"
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

/* Devices of a run: the first one has the model, all have particles. */
struct devices {
  struct sm_device **device;
  int count;
  int processes; /* that compute the wind together; of counting devices */
};

static enum sm_status make_particles(struct sm_context *ctx, const struct sm_case *c,
                                     const struct sm_domain *domain, const struct devices *on,
                                     struct sm_particles **out) {
  const int times = domain->weather.time_count;
  const double last = times > 1 ? domain->weather.time[times - 1] - domain->weather.time[0] : 0;
  const struct sm_particles_options own = {on->device, on->count, last, NULL};
  return c->particles.present ? sm_particles_create(ctx, c, domain, &own, out) : SM_OK;
}

/* Sets up model and particles as a run does; on counting devices also the memory of steps. */
static enum sm_status set_up(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_domain *domain, const struct devices *on) {
  const struct sm_model *model = sm_model_of(c);
  const bool counts = !sm_device_has_data(on->device[0]);
  struct sm_particles *particles = NULL;
  struct sm_state *state = NULL;
  void *self = NULL;
  enum sm_status status;
  SM_TRY_DONE(make_particles(ctx, c, domain, on, &particles));
  SM_TRY_DONE(
      sm_model_state(ctx, model, c, domain, on->device[0], sm_dispersion_fields(c), &state));
  SM_TRY_DONE(sm_model_create(ctx, model, c, domain, state, &self));
  if (counts && model->reserve != NULL) SM_TRY_DONE(model->reserve(ctx, self));
  if (counts && particles != NULL) {
    const int sharing = sm_particles_can_be_shared(c) ? on->processes : 1;
    SM_TRY_DONE(sm_particles_reserve(ctx, particles, state, sharing));
  }
done:
  sm_model_destroy(model, &self);
  sm_state_destroy(&state);
  sm_particles_destroy(&particles);
  return status;
}

static enum sm_status try_statistics(struct sm_context *ctx, const struct sm_case *c,
                                     const struct sm_domain *domain) {
  SM_SCOPED_BY(sm_statistics_destroy) struct sm_statistics *statistics = NULL;
  if (!c->statistics.present) return SM_OK;
  return sm_statistics_create(ctx, c, domain, &statistics);
}

enum sm_status sm_dry_run(struct sm_context *ctx, const struct sm_case *c,
                          const struct sm_domain *domain, const struct sm_run_options *options) {
  struct sm_device *device = NULL;
  sm_context_repeat(ctx, true);
  enum sm_status status =
      sm_device_open(ctx, "cpu", options->threads, sm_run_bits(options), 0, &device);
  if (status == SM_OK) status = try_statistics(ctx, c, domain);
  if (status == SM_OK) status = set_up(ctx, c, domain, &(struct devices){&device, 1, 1});
  sm_device_close(&device);
  sm_context_repeat(ctx, false);
  return status == SM_ERR_CASE || status == SM_ERR_DATA || status == SM_ERR_IO ? status : SM_OK;
}

static enum sm_status count_devices(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_domain *domain, const char *kind, int bits,
                                    struct devices *on) {
  for (int d = 0; d < on->count; d++)
    SM_TRY(sm_device_open_counting(ctx, kind, bits, on->processes, &on->device[d]));
  return set_up(ctx, c, domain, on);
}

/* Counts without messages, since the real set-up repeats them. */
static enum sm_status count_quietly(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_domain *domain, const char *kind, int bits,
                                    struct devices *on) {
  SM_SCOPED_BY(sm_context_destroy) struct sm_context *quiet = NULL;
  SM_TRY(sm_context_create_quiet(ctx, &quiet));
  enum sm_status status = count_devices(quiet, c, domain, kind, bits, on);
  if (status != SM_OK) sm_fail(ctx, status, "%s", sm_context_message(quiet));
  return status;
}

enum sm_status sm_run_memory_find(struct sm_context *ctx, const struct sm_case *c,
                                  const struct sm_domain *domain,
                                  const struct sm_run_options *options, const char *kind,
                                  int processes, struct sm_run_memory *out) {
  struct devices on = {.count = 1, .processes = processes};
  SM_TRY(sm_device_check_names(ctx, options->device, &on.count));
  SM_TRY(sm_alloc(ctx, (size_t)on.count, sizeof(struct sm_device *), "devices", &on.device));
  const enum sm_status status = count_quietly(ctx, c, domain, kind, sm_run_bits(options), &on);
  if (status == SM_OK) *out = (struct sm_run_memory){on.device[0]->peak, on.device[0]->host_peak};
  for (int d = 0; d < on.count; d++) sm_device_close(&on.device[d]);
  sm_free(on.device);
  return status;
}
