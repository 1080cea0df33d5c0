#include "run/dispersion/dispersion.h"

#include "base/text.h"
#include "cell/particles/particle.h"

enum { SIDES = SM_BUDGET_OUTFLOW_TOP - SM_BUDGET_OUTFLOW_WEST + 1 };

static const double warn_fraction =
    0.01; /* fraction of the emitted mass through one boundary without a warning */

static enum sm_status warn_species(struct sm_context *ctx, const struct sm_dispersion *dispersion,
                                   size_t species, const double *row) {
  static const char *const side[SIDES] = {"the west side", "the east side", "the south side",
                                          "the north side", "the top"};
  struct sm_text text = {0};
  bool sides = false, top = false;
  for (int f = 0; f < SIDES; f++) {
    const double part = row[SM_BUDGET_OUTFLOW_WEST + f] / row[SM_BUDGET_EMITTED];
    if (!(part > warn_fraction)) continue;
    sm_text_add(&text, "%s%.3g %% through %s", sides || top ? ", " : "", 100 * part, side[f]);
    if (SM_BUDGET_OUTFLOW_WEST + f == SM_BUDGET_OUTFLOW_TOP)
      top = true;
    else
      sides = true;
  }
  const bool failed = text.failed;
  if ((sides || top) && !failed)
    sm_warn(ctx,
            "%s: warning: of the mass of %s, %s left the domain: dose, deposition and optical "
            "depth are of "
            "the rest alone\n"
            "help: a larger %s holds it, if what happens beyond matters",
            dispersion->c->path, dispersion->species[species], text.data,
            !top     ? "domain.size on that side"
            : !sides ? "domain.height"
                     : "domain.size and domain.height");
  sm_text_free(&text);
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
