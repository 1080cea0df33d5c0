/* flow_run.h - runs a flow model to its last output. */
#ifndef SM_TESTS_FLOW_RUN_H
#define SM_TESTS_FLOW_RUN_H

#include "harness.h"

#include "base/context.h"
#include "case/case.h"
#include "case/expression.h"
#include "domain/domain.h"
#include "physics/model.h"
#include "physics/scalars/scalars.h"
#include <stdio.h>
#include <string.h>

struct flow_run {
  struct sm_context *ctx;
  struct sm_case *c;
  struct sm_domain *domain;
  struct sm_device *device;
  struct sm_state *state;
  const struct sm_model *model;
  void *self;
  struct sm_step_report report; /* report of the last output */
};

static inline void assert_good(const struct flow_run *r, enum sm_status status) {
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(r->ctx));
}

static inline void flow_run_create(struct flow_run *r, const char *text, int threads, int bits) {
  memset(r, 0, sizeof *r);
  ck_assert_int_eq(sm_context_create(NULL, &r->ctx), SM_OK);
  assert_good(r, sm_case_parse(r->ctx, "./c", text, strlen(text), NULL, true, &r->c));
  r->model = r->c->wind_source.model == SM_WIND_COMPRESSIBLE ? &sm_model_compressible
                                                             : &sm_model_incompressible;
  assert_good(r, sm_domain_build(r->ctx, r->c, &r->domain));
  assert_good(r, sm_device_open(r->ctx, "cpu", threads, bits, 0, &r->device));
  assert_good(r, sm_model_state(r->ctx, r->model, r->c, r->domain, r->device, 0, &r->state));
  assert_good(r, sm_model_create(r->ctx, r->model, r->c, r->domain, r->state, &r->self));
  for (int t = 0; t < r->domain->weather.time_count; t++)
    assert_good(r, sm_model_advance(r->ctx, r->model, r->self, t, &r->report));
}

static inline void flow_run_destroy(struct flow_run *r) {
  sm_model_destroy(r->model, &r->self);
  sm_state_destroy(&r->state);
  sm_device_close(&r->device);
  sm_domain_destroy(&r->domain);
  sm_case_destroy(&r->c);
  sm_context_destroy(&r->ctx);
}

static inline const struct sm_scalars *scalars_of(const struct flow_run *r) {
  if (r->c->wind_source.model == SM_WIND_COMPRESSIBLE) return sm_compressible_scalars(r->self);
  return sm_incompressible_scalars(r->self);
}

/* Loads a scalar (temperature: K above the reference) in the layout of the flow; freed with
 * free. */
static inline double *flow_run_load(const struct flow_run *r, size_t item) {
  const struct sm_scalars *s = scalars_of(r);
  double *host = calloc(s->flow->layout.size, sizeof *host);
  assert_good(r, sm_flow_download(r->ctx, s->flow, s->item[item].now, host));
  return host;
}

/* Whether expressions are supported in cases. */
static inline bool have_expressions(void) {
  struct sm_context *ctx;
  struct sm_expression_facts facts;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  const bool have = sm_expression_read(ctx, "x", &facts) == SM_OK;
  sm_context_destroy(&ctx);
  return have;
}

#endif
