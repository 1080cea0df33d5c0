#include "domain/sources/terms/terms.h"

#include "base/list.h"
#include <math.h>

enum sm_status sm_term_result_add(struct sm_context *ctx, struct sm_term_result *result,
                                  double time, double rate) {
  SM_TRY(sm_list_grow(ctx, result->count, sizeof *result->rate, "rates of a source term",
                      &result->rate, &result->capacity));
  result->rate[result->count][0] = time;
  result->rate[result->count++][1] = rate;
  return SM_OK;
}

/* Emitted mass, largest rate. */
static void sum_up(struct sm_term_result *r) {
  r->mass = r->maximum = 0;
  for (size_t n = 0; n < r->count; n++) {
    r->maximum = fmax(r->maximum, r->rate[n][1]);
    if (n > 0)
      r->mass += 0.5 * (r->rate[n][1] + r->rate[n - 1][1]) * (r->rate[n][0] - r->rate[n - 1][0]);
  }
}

void sm_term_result_scale(struct sm_term_result *result, double mass) {
  sum_up(result);
  for (size_t n = 0; n < result->count && result->mass > 0; n++)
    result->rate[n][1] *= mass / result->mass;
}

enum sm_status sm_term_make(struct sm_context *ctx, const struct sm_term *term,
                            struct sm_term_result *out) {
  const struct sm_case_source_term *t = &term->given;
  enum sm_status status = SM_OK;
  *out = (struct sm_term_result){.contents = NAN,
                                 .leak_rate = NAN,
                                 .choked_until = NAN,
                                 .flash_fraction = NAN,
                                 .pool_radius = NAN,
                                 .temperature = NAN,
                                 .density = NAN};
  switch (t->model) {
  case SM_TERM_GAS_LEAK: status = sm_gas_leak_make(ctx, term, out); break;
  case SM_TERM_TWO_PHASE_LEAK: status = sm_two_phase_leak_make(ctx, term, out); break;
  case SM_TERM_LIQUID_LEAK:
  case SM_TERM_POOL: status = sm_pool_make(ctx, term, out); break;
  default: break;
  }
  sum_up(out);
  if (status != SM_OK) sm_term_result_free(out);
  return status;
}

void sm_term_result_free(struct sm_term_result *result) {
  sm_free(result->rate);
  result->rate = NULL;
  result->count = result->capacity = 0;
}
