#include "run/dispersion/dispersion.h"

#include "base/text.h"
#include "cell/particles/particle_step.h"
#include <math.h>

enum { SIDES = SM_BUDGET_OUTFLOW_TOP - SM_BUDGET_OUTFLOW_WEST + 1 };

static const double warn_fraction =
    0.01; /* fraction of the emitted mass through one boundary without a warning */

/* Distance beyond a lateral boundary, 0 west to 3 north, that the fastest wind can take particles
 * of a species to by the end of the run, m; of the source that is nearest to it. Upper bound. */
static double reach_beyond(const struct sm_dispersion *dispersion, size_t species, int side) {
  const struct sm_releases *releases = sm_particles_releases(dispersion->particles);
  const struct sm_particles_progress now = sm_particles_get_progress(dispersion->particles);
  const struct sm_axis *axis = &dispersion->domain->grid.axis[side / 2];
  const double fastest = sm_particles_fastest_wind(dispersion->particles);
  double reach = 0;
  for (size_t n = 0; n < releases->source_count; n++) {
    double place[3];
    const struct sm_release *source = &releases->source[n];
    if (source->source->species != (int)species) continue;
    const bool placed = sm_plume_source_place(source, place);
    const double at = placed ? place[side / 2] : side % 2 == 0 ? 0 : axis->face[axis->n];
    const double inside = side % 2 == 0 ? at : axis->face[axis->n] - at;
    reach = fmax(reach, fastest * now.duration - inside);
  }
  const double ten = pow(10, floor(log10(fmax(reach, 1))) - 1);
  return ceil(reach / ten) * ten; /* two digits, rounded up */
}

/* Adds what would hold a species: "domain.size with 2400 m more on the east side". */
static void add_remedy(struct sm_text *text, const struct sm_dispersion *dispersion, size_t species,
                       const double *row) {
  static const char *const side[] = {"west", "east", "south", "north"};
  bool any = false;
  for (int f = 0; f < SIDES - 1; f++) {
    if (!(row[SM_BUDGET_OUTFLOW_WEST + f] > warn_fraction * row[SM_BUDGET_EMITTED])) continue;
    sm_text_add(text, "%s%.0f m more on the %s side", any ? ", " : "a domain.size with at most ",
                reach_beyond(dispersion, species, f), side[f]);
    any = true;
  }
  if (row[SM_BUDGET_OUTFLOW_TOP] > warn_fraction * row[SM_BUDGET_EMITTED])
    sm_text_add(text, "%sa larger domain.height", any ? ", and " : "");
}

static enum sm_status warn_species(struct sm_context *ctx, const struct sm_dispersion *dispersion,
                                   size_t species, const double *row) {
  static const char *const side[SIDES] = {"the west side", "the east side", "the south side",
                                          "the north side", "the top"};
  SM_SCOPED_BY(sm_text_free) struct sm_text text = {0}, remedy = {0};
  bool any = false;
  for (int f = 0; f < SIDES; f++) {
    const double part = row[SM_BUDGET_OUTFLOW_WEST + f] / row[SM_BUDGET_EMITTED];
    if (!(part > warn_fraction)) continue;
    sm_text_add(&text, "%s%.3g %% through %s", any ? ", " : "", 100 * part, side[f]);
    any = true;
  }
  if (any) add_remedy(&remedy, dispersion, species, row);
  const bool failed = text.failed || remedy.failed;
  if (any && !failed)
    sm_warn(ctx,
            "%s: warning: of the mass of %s, %s left the domain: dose, deposition and optical "
            "depth are of the rest alone\n"
            "help: to hold it all until the end of the run: %s (the fastest wind times the "
            "duration); a shorter particles.duration needs less",
            dispersion->c->path, dispersion->species[species], text.data, remedy.data);
  return failed ? sm_fail(ctx, SM_ERR_MEMORY, "out of memory: a warning") : SM_OK;
}

enum sm_status sm_dispersion_warn_outflow(struct sm_context *ctx,
                                          const struct sm_dispersion *dispersion,
                                          const double *budget) {
  for (size_t s = 0; s < dispersion->c->particles.species_count; s++)
    if (budget[s * SM_BUDGET_TERMS + SM_BUDGET_EMITTED] > 0)
      SM_TRY(warn_species(ctx, dispersion, s, budget + s * SM_BUDGET_TERMS));
  return SM_OK;
}
