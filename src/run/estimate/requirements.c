
#include "base/machine/machine.h"
#include "domain/domain.h"
#include "domain/positions.h"
#include "domain/sources/releases.h"
#include "output/statistics/statistics.h"
#include "run/dispersion/dispersion.h"
#include "run/estimate/estimate.h"
#include "run/options.h"
#include "run/prism/run.h"
#include "run/simulation.h"
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

/* Checks the statistics receptors: outside the domain is an error, inside a building a warning. */
static enum sm_status try_receptors(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_domain *domain) {
  SM_SCOPED struct sm_statistics_receptor *receptor = NULL;
  int count;
  return sm_receptors_find(ctx, c, domain, &receptor, &count);
}

static void describe_steps(const struct sm_flow_estimate *flow, struct sm_facts *out) {
  if (!(flow->steps > 0) && !isnan(flow->speed)) return;
  sm_facts_group(out, "flow");
  sm_facts_number(out, "steps", flow->steps > 0 ? flow->steps : (double)NAN);
  sm_facts_number(out, "step", flow->steps > 0 ? flow->step : (double)NAN);
  sm_facts_number(out, "speed", flow->speed);
  sm_facts_close(out);
  if (flow->steps > 0)
    sm_facts_line(out, "time steps", "about %.0f of %.3g s, in air of up to %.3g m/s", flow->steps,
                  flow->step, flow->speed);
  if (isnan(flow->speed))
    sm_facts_line(out, "time steps", "unknown, as no speed is given; their time is not included");
}

/* Specific activity of the nuclides whose molar mass is given. */
static void describe_activities(const struct sm_case *c, struct sm_facts *out) {
  const struct sm_case_particles *p = &c->particles;
  bool any = false;
  for (size_t s = 0; s < p->species_count; s++) {
    const struct sm_case_species *own = &p->species[s];
    const double activity = sm_case_specific_activity(own);
    if (!(activity > 0)) continue;
    if (!any) sm_facts_list(out, "activities");
    any = true;
    sm_facts_group(out, NULL);
    sm_facts_text(out, "species", own->name);
    sm_facts_number(out, "half_life", own->half_life);
    sm_facts_number(out, "specific_activity", activity);
    sm_facts_close(out);
  }
  if (any) sm_facts_close(out);
  for (size_t s = 0; any && s < p->species_count; s++) {
    const double activity = sm_case_specific_activity(&p->species[s]);
    if (activity > 0)
      sm_facts_line(out, "activity", "1 kg of %s has %.5g Bq", p->species[s].name, activity);
  }
}

static void describe_particles(const struct sm_case *c, const struct sm_particles_workload *work,
                               struct sm_facts *out) {
  if (!(work->particles > 0)) return;
  sm_facts_group(out, "particles");
  sm_facts_number(out, "count", work->particles);
  sm_facts_number(out, "steps", work->steps);
  sm_facts_number(out, "step", work->step);
  sm_facts_close(out);
  sm_facts_line(out, "particles", "%.10g, in %s%.4g steps of %.3g s", work->particles,
                isnan(c->particles.step) ? "about " : "", work->steps, work->step);
}

void sm_memory_describe(double cpu, double gpu, double host, struct sm_facts *out) {
  sm_facts_group(out, "memory");
  sm_facts_number(out, "cpu", cpu);
  sm_facts_number(out, "gpu", gpu);
  sm_facts_number(out, "gpu_host", host);
  sm_facts_close(out);
  sm_facts_line(out, "memory",
                "about %.2g GB on the CPU, or %.2g GB on a GPU with %.2g GB on the host",
                cpu * 1e-9, gpu * 1e-9, host * 1e-9);
}

/* Memory of a run and of each process, bytes. */
struct memory {
  double cpu, gpu;
};

/* Memory of one of several processes that compute a wind together; `whole`: of a run in one. */
static enum sm_status find_part(struct sm_context *ctx, const struct sm_case *c,
                                const struct sm_domain *domain,
                                const struct sm_run_options *options, const struct memory *whole,
                                const struct sm_run_memory *cpu, struct memory *part) {
  struct sm_run_memory own_cpu, own_gpu;
  const int ranks = options->ranks;
  *part = *whole;
  if (ranks < 2 || sm_members_undivided(c, domain) || !sm_members_is_one(c, domain)) return SM_OK;
  SM_TRY(sm_run_memory_find(ctx, c, domain, options, "cpu", ranks, &own_cpu));
  SM_TRY(sm_run_memory_find(ctx, c, domain, options, "cuda", ranks, &own_gpu));
  part->cpu += (double)(own_cpu.device + own_cpu.host) - (double)(cpu->device + cpu->host);
  part->gpu = (double)own_gpu.device;
  return SM_OK;
}

/* Share of each process of a distributed run: weather times or directions, and memory of all. */
static void describe_processes(const struct sm_case *c, const struct sm_domain *domain, int ranks,
                               const struct memory *each, struct sm_facts *out) {
  if (ranks < 1) return;
  const int times = domain->weather.time_count;
  const bool alone = ranks > 1 && sm_members_undivided(c, domain);
  const bool together = !alone && sm_members_is_one(c, domain);
  const int most = together || alone ? times : (times + ranks - 1) / ranks;
  const int fewest = together ? times : alone ? 0 : times / ranks;
  const double cells = (double)sm_grid_cells(&domain->grid);
  const double memory = (alone ? 1 : ranks) * each->cpu;
  sm_facts_group(out, "processes");
  sm_facts_number(out, "count", ranks);
  sm_facts_number(out, "times_maximum", most);
  sm_facts_number(out, "times_minimum", fewest);
  sm_facts_number(out, "cells_each", cells);
  sm_facts_number(out, "cells_solved_each", together ? cells / ranks : cells);
  sm_facts_number(out, "memory", memory);
  sm_facts_number(out, "memory_each", each->cpu);
  sm_facts_number(out, "gpu_memory_each", each->gpu);
  sm_facts_close(out);
  if (alone) {
    sm_facts_line(out, "processes", "%d, of which one does the work: this case is not divided",
                  ranks);
    return;
  }
  if (together) {
    sm_facts_line(out, "processes",
                  "%d, each solves about %.0f of %.0f cells; %.2g GB each and %.2g GB on one "
                  "machine, or %.2g "
                  "GB of its own GPU each",
                  ranks, cells / ranks, cells, each->cpu * 1e-9, memory * 1e-9, each->gpu * 1e-9);
    return;
  }
  sm_facts_line(out, "processes",
                "%d, each with %d to %d of %d times and all %.0f cells; on one machine %.2g GB "
                "together, or %.2g GB of its own GPU each",
                ranks, fewest, most, times, cells, memory * 1e-9, each->gpu * 1e-9);
}

static void describe_seconds(const struct sm_case *c, const struct sm_run_estimate *need,
                             struct sm_facts *out) {
  char time[32];
  const bool reacts =
      (c->flow.reaction.line > 0 && c->flow.reaction.splitting != SM_SPLITTING_FROZEN) ||
      c->flow.chemistry.mechanism[0] != '\0';
  sm_facts_number(out, "core_seconds", need->seconds);
  sm_facts_line(out, "time", "about %s on one core%s", write_time(need->seconds, time, sizeof time),
                c->wind.solver == SM_SOLVER_MULTIGRID ? "" : " with multigrid; SOR takes longer");
  if (reacts) sm_facts_line(out, "reactions", "not included in the time; they may take most of it");
}

/* Describes particles, memory (*memory: bytes, on the CPU) and time of the run; warns if this
 * machine has too little memory. */
static enum sm_status describe_need(struct sm_context *ctx, const struct sm_case *c,
                                    const struct sm_domain *domain,
                                    const struct sm_run_options *options, struct sm_facts *out,
                                    double *memory) {
  struct sm_particles_workload particles;
  struct sm_flow_estimate flow;
  struct sm_run_estimate need;
  struct sm_run_memory cpu, gpu;
  const double available = (double)sm_memory_available();
  SM_TRY(sm_run_memory_find(ctx, c, domain, options, "cpu", 1, &cpu));
  SM_TRY(sm_run_memory_find(ctx, c, domain, options, "cuda", 1, &gpu));
  SM_TRY(sm_dispersion_estimate(ctx, c, domain, &particles));
  SM_TRY(sm_flow_estimate_steps(ctx, c, domain, &flow));
  sm_run_estimate_make(c, domain, &cpu, &gpu, &particles, &flow, &need);
  *memory = need.memory;
  describe_steps(&flow, out);
  describe_particles(c, &particles, out);
  SM_TRY(sm_release_ensemble_estimate(ctx, c, options->ranks, &particles, &need, out));
  sm_memory_describe(need.memory, (double)gpu.device, need.host_memory, out);
  sm_facts_number(out, "statistics_memory", need.statistics);
  sm_facts_number(out, "percentiles_memory", need.percentiles);
  if (need.statistics > 0)
    sm_facts_line(out, "statistics", "%.2g GB of that on the host, %.2g GB for percentiles",
                  need.statistics * 1e-9, need.percentiles * 1e-9);
  const struct memory whole = {need.memory, (double)gpu.device};
  struct memory each;
  SM_TRY(find_part(ctx, c, domain, options, &whole, &cpu, &each));
  describe_processes(c, domain, options->ranks, &each, out);
  describe_seconds(c, &need, out);
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

/* Performs the set-up of a run, or reports that it was skipped. */
static enum sm_status try_set_up(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_domain *domain,
                                 const struct sm_run_options *options, double memory,
                                 struct sm_facts *out) {
  const bool tried = sm_dry_run_possible(domain, memory);
  sm_facts_flag(out, "set_up", tried);
  if (tried) return sm_dry_run(ctx, c, domain, options);
  sm_facts_line(out, "set-up",
                "not tried, as it is large: boundaries, mechanisms and particles "
                "are checked when the run begins");
  return SM_OK;
}

static enum sm_status check_wind(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_run_options *options, struct sm_facts *out) {
  SM_SCOPED_BY(sm_domain_destroy) struct sm_domain *domain = NULL;
  double memory = 0;
  SM_TRY(sm_domain_build(ctx, c, &domain));
  sm_domain_describe(domain, out);
  SM_TRY(sm_run_check_extent(ctx, c, domain));
  SM_TRY(sm_members_check(ctx, c, domain, options, options->ranks));
  SM_TRY(try_receptors(ctx, c, domain));
  SM_TRY(sm_source_terms_describe(ctx, c, domain, out));
  SM_TRY(sm_dense_plumes_describe(ctx, c, domain, out));
  describe_activities(c, out);
  SM_TRY(describe_need(ctx, c, domain, options, out, &memory));
  SM_TRY(try_set_up(ctx, c, domain, options, memory, out));
  SM_TRY(sm_locations_describe(ctx, c, domain, out));
  if (options->picture != NULL) SM_TRY(sm_case_picture(ctx, c, domain, options->picture));
  return SM_OK;
}

static enum sm_status check_case(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_run_options *options, struct sm_facts *out) {
  SM_TRY(sm_run_check_devices(ctx, c, options->device));
  SM_TRY(sm_members_check(ctx, c, NULL, options, options->ranks));
  if (options->picture != NULL && (c->mesh.present || c->wind.mesh == SM_WIND_PRISMS))
    return sm_fail(ctx, SM_ERR_USAGE,
                   "%s: error: a case on prisms has no map before its run\n"
                   "help: simoom plot draws the mesh of its result, --field bottom",
                   c->path);
  sm_facts_schema(out, "check");
  sm_facts_text(out, "case", sm_case_name(c));
  sm_facts_text(out, "file", c->path);
  sm_facts_text(out, "model", c->mesh.present ? "prisms" : sm_model_of(c)->name);
  sm_facts_note(out, "%s: case \"%s\", model %s", c->path, sm_case_name(c),
                c->mesh.present ? "prisms" : sm_model_of(c)->name);
  SM_TRY(c->mesh.present                  ? sm_prism_describe(ctx, c, options, out)
         : c->wind.mesh == SM_WIND_PRISMS ? sm_prism_wind_describe(ctx, c, options, out)
                                          : check_wind(ctx, c, options, out));
  sm_facts_warnings(out, ctx);
  return SM_OK;
}

enum sm_status sm_run_check(struct sm_context *ctx, const struct sm_case *c,
                            const struct sm_run_options *given, int json, char **report) {
  const struct sm_run_options options = sm_run_options_complete(given);
  SM_SCOPED_BY(sm_facts_free) struct sm_facts facts = {0};
  *report = NULL;
  enum sm_status status = check_case(ctx, c, &options, &facts);
  if (status == SM_OK) *report = json ? sm_facts_json(&facts, true) : sm_facts_print(&facts);
  if (status == SM_OK && *report == NULL)
    status = sm_fail(ctx, SM_ERR_MEMORY, "out of memory: the report");
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
