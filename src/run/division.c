/* division.c - division of a case among processes, as far as it is known before the run: weather
 * times, rows of cells in y, or none; refusals. */
#include "parallel/rows.h"
#include "run/simulation.h"

#include <stdio.h>

/* Most processes for a single wind, which is divided along y at multiples of the rows of a
 * reduction. */
static int most_of(const struct sm_domain *domain) {
  const int rows = domain->grid.axis[1].n, least = SM_ROWS_LEAST;
  return rows > least ? 1 + (rows - least) / SM_REDUCTION_SLOTS : 1;
}

static enum sm_status check_rows(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_domain *domain, int ranks) {
  const int most = most_of(domain);
  if (most == 1 || ranks <= most) return SM_OK;
  return sm_fail(
      ctx, SM_ERR_USAGE,
      "%s: error: %d processes for a wind of %d rows of cells in y, which are divided at "
      "multiples of %d rows\n"
      "help: at most %d processes",
      c->path, ranks, domain->grid.axis[1].n, SM_REDUCTION_SLOTS, most);
}

/* Whether the processes compute the steps of a flow together. */
static bool is_divided(const struct sm_case *c) { return sm_model_of(c)->gather != NULL; }

static bool has_prisms(const struct sm_case *c) {
  return c->mesh.present || c->wind.mesh == SM_WIND_PRISMS;
}

bool sm_members_is_one(const struct sm_case *c, const struct sm_domain *domain) {
  return domain->weather.time_count == 1 || is_divided(c);
}

bool sm_members_undivided(const struct sm_case *c, const struct sm_domain *domain) {
  const bool solves = c->wind_source.model == SM_WIND_DIAGNOSTIC ||
                      c->wind_source.model == SM_WIND_RANS || is_divided(c);
  if (!solves || has_prisms(c)) return true;
  return domain != NULL && sm_members_is_one(c, domain) && most_of(domain) == 1;
}

void sm_members_tell_undivided(struct sm_context *ctx, const struct sm_case *c) {
  const int count = sm_parallel_count(sm_parallel_of(ctx));
  char what[64] = "a grid of so few rows of cells in y";
  if (has_prisms(c))
    snprintf(what, sizeof what, "a mesh of prisms");
  else if (c->flow.mac_sor)
    snprintf(what, sizeof what, "flow.mac_sor");
  else if (sm_members_undivided(c, NULL))
    snprintf(what, sizeof what, "the model '%s'", sm_model_of(c)->name);
  if (count > 1)
    sm_warn(ctx, "%s: warning: of %d processes, one does the work: %s is not divided", c->path,
            count, what);
}

enum sm_status sm_members_check(struct sm_context *ctx, const struct sm_case *c,
                                const struct sm_domain *domain,
                                const struct sm_run_options *options, int ranks) {
  if (ranks <= 1 || sm_members_undivided(c, domain)) return SM_OK;
  const bool members = domain != NULL && !sm_members_is_one(c, domain);
  const bool resumes = options->resume && !is_divided(c) && !sm_particles_can_be_shared(c);
  if (resumes || options->live || (options->profile && members))
    return sm_fail(ctx, SM_ERR_USAGE,
                   "error: --%s has no meaning in a run of %d processes\nhelp: leave it out",
                   resumes         ? "resume"
                   : options->live ? "live"
                                   : "profile",
                   ranks);
  return domain != NULL && !members ? check_rows(ctx, c, domain, ranks) : SM_OK;
}
