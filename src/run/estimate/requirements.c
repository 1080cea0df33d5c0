
#include "base/memory.h"
#include "domain/domain.h"
#include "domain/locations.h"
#include "output/statistics/statistics.h"
#include "run/dispersion/dispersion.h"
#include "run/estimate/estimate.h"
#include "run/options.h"
#include "run/prism/run.h"
#include <math.h>
#include <stdio.h>

static const char *write_time(double seconds, char *out, size_t size) {
  if (seconds < 300)
    snprintf(out, size, "%.2g s", seconds);
  else if (seconds < 2 * 3600.0)
    snprintf(out, size, "%.2g min", seconds / 60);
  else if (seconds < 2 * 86400.0)
    snprintf(out, size, "%.2g h", seconds / 3600);
  else
    snprintf(out, size, "%.3g days", seconds / 86400);
  return out;
}

/* Receptors of statistics outside the domain are errors, those inside buildings are told. */
static enum sm_status try_receptors(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_domain *domain) {
  struct sm_statistics_receptor *receptor = NULL;
  int count;
  const enum sm_status status = sm_receptors_find(ctx, c, domain, &receptor, &count);
  sm_free(receptor);
  return status;
}

/* Particles, memory (*memory: bytes, on the CPU) and time of the run; warns when this machine has
 * too little. */
static enum sm_status describe_need(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_domain *domain,
                                    const struct sm_run_options *options, struct sm_text *text,
                                    double *memory) {
  struct sm_particles_workload particles;
  struct sm_flow_estimate flow;
  struct sm_run_estimate need;
  struct sm_run_memory cpu, gpu;
  char time[32];
  const double available = (double)sm_memory_available();
  SM_TRY(sm_run_memory_find(ctx, c, domain, options, "cpu", &cpu));
  SM_TRY(sm_run_memory_find(ctx, c, domain, options, "cuda", &gpu));
  SM_TRY(sm_dispersion_estimate(ctx, c, domain, &particles));
  SM_TRY(sm_flow_estimate_steps(ctx, c, domain, &flow));
  sm_run_estimate_make(c, domain, &cpu, &gpu, &particles, &flow, &need);
  *memory = need.memory;
  if (flow.steps > 0)
    sm_text_add(text, "time steps   about %.0f of %.3g s, in air of up to %.3g m/s\n", flow.steps,
                flow.step, flow.speed);
  if (particles.particles > 0)
    sm_text_add(text, "particles    %.10g, in %s%.4g steps of %.3g s\n", particles.particles,
                isnan(c->particles.step) ? "about " : "", particles.steps, particles.step);
  sm_text_add(
      text,
      "memory       about %.2g GB on the CPU, or %.2g GB on a GPU with %.2g GB on the host\n"
      "time         about %s on one core%s\n",
      need.memory * 1e-9, (double)gpu.device * 1e-9, need.host_memory * 1e-9,
      write_time(need.seconds, time, sizeof time),
      c->wind.solver == SM_SOLVER_MULTIGRID ? "" : " with multigrid; SOR takes longer");
  if ((c->flow.reaction.line > 0 && c->flow.reaction.splitting != SM_SPLITTING_FROZEN) ||
      c->flow.chemistry.mechanism[0] != '\0')
    sm_text_add(text, "reactions    their time comes on top; it may be most of it\n");
  if (isnan(flow.speed))
    sm_text_add(text, "time steps   not known: nothing tells how fast the air will be; their time "
                      "comes on top\n");
  if (need.statistics > 0)
    sm_text_add(text, "statistics   about %.2g GB of that on the host, %.2g GB for percentiles\n",
                need.statistics * 1e-9, need.percentiles * 1e-9);
  if (need.memory > available)
    sm_warn(ctx,
            "%s: warning: on the CPU, %.3g GB of memory are left, less than the %.3g GB that a run "
            "may need",
            c->path, available * 1e-9, need.memory * 1e-9);
  return SM_OK;
}

enum sm_status sm_run_check_devices(struct sm_context *ctx, const struct sm_case *c,
                                    const char *list) {
  int count;
  SM_TRY(sm_device_check_names(ctx, list, &count));
  if (count > 1 && !c->particles.present)
    sm_warn(ctx,
            "%s: warning: of the %d devices '%.100s', only the first is used: only particles go by "
            "several",
            c->path, count, list);
  return SM_OK;
}

/* Sets up what a run sets up, or says that this was not done. */
static enum sm_status try_set_up(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_domain *domain,
                                 const struct sm_run_options *options, double memory,
                                 struct sm_text *text) {
  if (sm_dry_run_possible(domain, memory)) return sm_dry_run(ctx, c, domain, options);
  sm_text_add(text, "set-up       not tried, as it is large: boundaries, mechanisms and particles "
                    "are checked when the run begins\n");
  return SM_OK;
}

enum sm_status sm_run_check(struct sm_context *ctx, const struct sm_case *c,
                            const struct sm_run_options *given, char **report) {
  const struct sm_run_options complete = sm_run_options_complete(given), *options = &complete;
  *report = NULL;
  SM_TRY(sm_run_check_devices(ctx, c, options->device));
  if (c->mesh.present) return sm_prism_describe(ctx, c, options, report);
  if (c->wind.mesh == SM_WIND_PRISMS) return sm_prism_wind_describe(ctx, c, options, report);
  struct sm_domain *domain = NULL;
  SM_TRY(sm_domain_build(ctx, c, &domain));
  struct sm_text text = {0};
  sm_domain_describe(domain, &text);
  enum sm_status status = sm_run_check_extent(ctx, c, domain);
  if (status == SM_OK) status = try_receptors(ctx, c, domain);
  double memory = 0;
  if (status == SM_OK) status = sm_locations_describe(ctx, c, domain, &text);
  if (status == SM_OK) status = describe_need(ctx, c, domain, options, &text, &memory);
  if (status == SM_OK) status = try_set_up(ctx, c, domain, options, memory, &text);
  if (status == SM_OK && text.failed)
    status = sm_fail(ctx, SM_ERR_MEMORY, "out of memory: the report");
  if (status == SM_OK) {
    *report = text.data;
  } else {
    sm_text_free(&text);
  }
  sm_domain_destroy(&domain);
  return status;
}

enum sm_status sm_list_devices(struct sm_context *ctx, char **out) {
  struct sm_text text = {0};
  sm_device_list(&text);
  if (text.failed) {
    sm_text_free(&text);
    return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: the list of devices");
  }
  *out = text.data;
  return SM_OK;
}
