/* Warnings of sources whose gas is too dense for a passive release. */
#include "domain/sources/internal.h"
#include "domain/sources/terms/terms.h"
#include <math.h>

static const double pressure = 101325; /* Pa */

/* Density of a species that is a substance, at the temperature of the air; NAN: not known. */
static enum sm_status find_density(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_case_source *s, double temperature,
                                   double *density) {
  const struct sm_case_particles *p = &c->particles;
  struct sm_substance_table table;
  *density = NAN;
  if (s->term[0] != '\0' || s->shape == SM_SOURCE_GROUND || !isnan(s->exit_velocity) ||
      s->species < 0 || (size_t)s->species >= p->species_count ||
      p->species[s->species].density > 0)
    return SM_OK;
  SM_TRY(sm_substance_table_read(ctx, &table));
  const struct sm_substance *own = sm_substance_find(&table, p->species[s->species].name);
  if (own != NULL) *density = sm_substance_vapour_density(own, temperature, pressure);
  sm_substance_table_free(&table);
  return SM_OK;
}

static void warn_if_dense(struct sm_context *ctx, const struct sm_case *c,
                          const struct sm_domain *domain, const struct sm_release *r,
                          double density) {
  const struct sm_case_source *s = r->source;
  const double wind = sm_source_wind(domain);
  const double air = sm_air_density(sm_source_temperature(c, domain), pressure);
  const bool puff = !(r->stop > r->start);
  double rate = isnan(s->rate) ? s->mass / (r->stop - r->start) : s->rate;
  if (isnan(density) || isnan(wind)) return;
  for (size_t n = 0; n < r->rate_count; n++)
    rate = n == 0 ? r->rates[n][1] : fmax(rate, r->rates[n][1]);
  const double amount = puff ? s->mass : rate;
  const double value = puff ? sm_dense_instantaneous(amount, density, air, wind)
                            : sm_dense_continuous(amount, density, air, wind);
  const double most = puff ? SM_PASSIVE_INSTANTANEOUS : SM_PASSIVE_CONTINUOUS;
  if (!(value > most)) return;
  sm_warn(
      ctx,
      "%s:%d: warning: source \"%.60s\" is no passive release: %.4g %s of %.3g kg/m3 in a wind "
      "of %.3g m/s at 10 m have a Richardson criterion of %.2g, above %g (Britter and McQuaid "
      "1988)\n"
      "help: its cloud slumps: near the source it is wider, lower and slower than computed, and "
      "may reach upwind; take distances there from a model of dense gas",
      c->path, s->line, s->name, amount, puff ? "kg at once" : "kg/s", density, wind, value, most);
}

/* One source; those that cannot be made are told elsewhere. */
static enum sm_status check(struct sm_context *ctx, const struct sm_case *c,
                            const struct sm_domain *domain, const struct sm_case_source *source,
                            double duration, bool particles) {
  struct sm_context *quiet = NULL;
  struct sm_release release;
  double density = NAN;
  SM_TRY(sm_context_create(NULL, &quiet));
  enum sm_status status = SM_OK;
  const enum sm_status made = sm_release_create(quiet, c, domain, source, duration, &release);
  if (made == SM_OK && particles)
    status = find_density(ctx, c, source, sm_source_temperature(c, domain), &density);
  if (made == SM_OK && status == SM_OK)
    warn_if_dense(ctx, c, domain, &release, isnan(release.density) ? density : release.density);
  if (made == SM_OK) sm_release_free(&release);
  sm_context_destroy(&quiet);
  return status;
}

enum sm_status sm_sources_check_density(struct sm_context *ctx, const struct sm_case *c,
                                        const struct sm_domain *domain) {
  const struct sm_case_particles *p = &c->particles;
  const struct sm_case_flow *flow = &c->flow;
  SM_TRY(sm_source_terms_check(ctx, c, domain));
  for (size_t n = 0; n < p->source_count && !p->backward; n++)
    SM_TRY(check(ctx, c, domain, &p->source[n], p->duration, true));
  for (size_t n = 0; n < flow->scalar_count; n++)
    for (size_t k = 0; k < flow->scalar[n].source_count; k++)
      SM_TRY(check(ctx, c, domain, &flow->scalar[n].source[k], c->wind_source.duration, false));
  return SM_OK;
}
