#include "run/carried_left.h"

#include "base/text.h"
#include "cell/mote.h"

enum { SIDES = SM_LEFT_TOP - SM_LEFT_WEST + 1 };

static const double most = 0.01; /* of what was emitted, through one side, without a word */

static enum sm_status tell(struct sm_context *ctx, const struct sm_carried *carried, size_t species,
                           const double *row) {
  static const char *const side[SIDES] = {"the west side", "the east side", "the south side",
                                          "the north side", "the top"};
  struct sm_text text = {0};
  bool sides = false, top = false;
  for (int f = 0; f < SIDES; f++) {
    const double part = row[SM_LEFT_WEST + f] / row[SM_EMITTED];
    if (!(part > most)) continue;
    sm_text_add(&text, "%s%.3g %% through %s", sides || top ? ", " : "", 100 * part, side[f]);
    if (SM_LEFT_WEST + f == SM_LEFT_TOP)
      top = true;
    else
      sides = true;
  }
  const bool failed = text.failed;
  if ((sides || top) && !failed)
    sm_warn(ctx,
            "%s: warning: of the mass of %s, %s left the domain: dose, deposition and sight are of "
            "the rest alone\n"
            "help: a larger %s holds it, if what happens beyond matters",
            carried->c->path, carried->species[species], text.data,
            !top     ? "domain.size on that side"
            : !sides ? "domain.height"
                     : "domain.size and domain.height");
  sm_text_free(&text);
  return failed ? sm_fail(ctx, SM_ERR_MEMORY, "out of memory: a warning") : SM_OK;
}

enum sm_status sm_carried_tell_left(struct sm_context *ctx, const struct sm_carried *carried,
                                    const double *ledger) {
  for (size_t s = 0; s < carried->c->particles.species_count; s++)
    if (ledger[s * SM_ACCOUNTS + SM_EMITTED] > 0)
      SM_TRY(tell(ctx, carried, s, ledger + s * SM_ACCOUNTS));
  return SM_OK;
}
