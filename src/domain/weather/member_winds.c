/* Winds of the members of a release ensemble: Latin hypercube sampling (McKay et al. 1979). */
#include "domain/weather/weather.h"

#include "cell/random.h"
#include <math.h>

enum { DIRECTION, SPEED, STABILITY, QUANTITIES };

static uint32_t draw(const struct sm_case_ensemble *e, int quantity, int n, int purpose) {
  const struct sm_random_key key = {(uint64_t)e->seed, (uint64_t)n, (uint32_t)quantity,
                                    (uint32_t)purpose};
  return sm_random(key).word[0];
}

/* Standard normal numbers, one in each of the ranges of the same probability, in random order. */
static void draw_strata(const struct sm_case_ensemble *e, int quantity, int *stratum, double *out) {
  enum { ORDER, PLACE };
  const int count = e->members;
  for (int n = 0; n < count; n++) {
    const int other = (int)((uint64_t)draw(e, quantity, n, ORDER) * (uint64_t)(n + 1) >> 32);
    stratum[n] = stratum[other]; /* Fisher-Yates, inside out */
    stratum[other] = n;
  }
  for (int n = 0; n < count; n++) {
    const double within = (draw(e, quantity, n, PLACE) + 0.5) / 4294967296.0;
    out[n] = sm_normal_quantile((stratum[n] + within) / count);
  }
}

enum sm_status sm_member_winds_draw(struct sm_context *ctx, const struct sm_case_ensemble *e,
                                    struct sm_member_wind *out) {
  const size_t count = (size_t)e->members;
  SM_SCOPED int *stratum = NULL;
  SM_SCOPED double *normal = NULL;
  SM_TRY(sm_alloc(ctx, count, sizeof *stratum, "members", &stratum));
  SM_TRY(sm_alloc(ctx, count, sizeof *normal, "members", &normal));
  for (int quantity = 0; quantity < QUANTITIES; quantity++) {
    draw_strata(e, quantity, stratum, normal);
    for (size_t n = 0; n < count; n++) {
      if (quantity == DIRECTION) out[n].turn = e->direction_spread * normal[n];
      if (quantity == SPEED) out[n].factor = exp(log(e->speed_factor) * normal[n]);
      if (quantity == STABILITY) out[n].shift = e->stability_spread * normal[n];
    }
  }
  return SM_OK;
}
