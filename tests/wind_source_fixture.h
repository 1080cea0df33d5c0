/* wind_source_fixture.h - computes the winds of a case text with a prescribed wind model, on a
   device. */
#ifndef SM_TESTS_WIND_SOURCE_FIXTURE_H
#define SM_TESTS_WIND_SOURCE_FIXTURE_H

#include "base/context.h"
#include "domain/domain.h"
#include "domain_invariants.h"
#include "physics/model.h"
#include "physics/prescribed/host_wind.h"
#include <check.h>
#include <stdio.h>
#include <string.h>

struct blown {
  struct sm_context *ctx;
  struct sm_case *c;
  struct sm_domain *domain;
  struct sm_device *device;
  struct sm_state *state;
  const struct sm_model *model;
  void *self;
  struct sm_step_report report;
  struct sm_host_wind wind; /* wind of the last step */
};

static inline void good(const struct blown *b, enum sm_status status) {
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(b->ctx));
}

static inline void blow_read(struct blown *b, const char *text) {
  *b = (struct blown){0};
  ck_assert_int_eq(sm_context_create(NULL, &b->ctx), SM_OK);
  good(b, sm_case_parse(b->ctx, "case.toml", text, strlen(text), NULL, true, &b->c));
}

static inline void blow_open(struct blown *b, const char *text, const struct sm_model *model,
                             int threads, int bits) {
  blow_read(b, text);
  b->model = model;
  good(b, sm_domain_build(b->ctx, b->c, &b->domain));
  ck_assert_msg(domain_is_valid(b->ctx, b->domain), "%s", sm_context_message(b->ctx));
  good(b, sm_device_open(b->ctx, "cpu", threads, bits, 0, &b->device));
  good(b, sm_model_state(b->ctx, model, b->c, b->domain, b->device, 0, &b->state));
  good(b, sm_model_create(b->ctx, model, b->c, b->domain, b->state, &b->self));
  good(b, sm_host_wind_create(b->ctx, b->state, &b->wind));
}

static inline void blow_step(struct blown *b, int time) {
  good(b, sm_model_advance(b->ctx, b->model, b->self, time, &b->report));
  ck_assert(b->report.converged && b->report.iterations == 0);
  good(b, sm_host_wind_load(b->ctx, b->state, &b->wind));
}

static inline void blow_end(struct blown *b) {
  sm_host_wind_free(&b->wind);
  sm_model_destroy(b->model, &b->self);
  sm_state_destroy(&b->state);
  if (b->device != NULL) ck_assert_uint_eq(b->device->allocated, 0);
  sm_device_close(&b->device);
  sm_domain_destroy(&b->domain);
  sm_case_destroy(&b->c);
  sm_context_destroy(&b->ctx);
}

/* The domain of a case text cannot be built: the status, and a part of the message. */
static inline void blow_fails(const char *text, enum sm_status expected, const char *message) {
  struct blown b;
  blow_read(&b, text);
  const enum sm_status status = sm_domain_build(b.ctx, b.c, &b.domain);
  ck_assert_msg(status == expected && strstr(sm_context_message(b.ctx), message) != NULL,
                "status %d\nexpected: %s\nfound: %s", (int)status, message,
                sm_context_message(b.ctx));
  ck_assert_ptr_null(b.domain);
  blow_end(&b);
}

/* The domain of a case text is not built if any of its allocations fails; there are more than 10.
 */
static inline void blow_without_memory(const char *text) {
  struct blown b;
  long n = 0;
  enum sm_status status = SM_ERR_MEMORY;
  blow_read(&b, text);
  while (status == SM_ERR_MEMORY) {
    sm_context_fail_allocation(b.ctx, ++n);
    status = sm_domain_build(b.ctx, b.c, &b.domain);
    ck_assert_msg(status == SM_OK || status == SM_ERR_MEMORY, "%s", sm_context_message(b.ctx));
  }
  ck_assert_int_gt(n, 10);
  blow_end(&b);
}

/* Component d on the low face of a cell, m/s. */
static inline double blow_get(const struct blown *b, int d, int i, int j, int k) {
  return b->wind.u[d][i + j * b->wind.sy + k * b->wind.sz];
}

static inline void near(double got, double expected, double tolerance) {
  ck_assert_msg(fabs(got - expected) <= tolerance, "%.12g instead of %.12g", got, expected);
}

#endif
