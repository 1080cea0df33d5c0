/* inflow_rig.h - a flow with inflow turbulence, for one test program at a time. */
#ifndef SM_TESTS_INFLOW_RIG_H
#define SM_TESTS_INFLOW_RIG_H

#include "physics/flow/boundary/boundaries.h"

#include "base/context.h"
#include "case/expression.h"
#include "harness.h"
#include "physics/flow/initial_wind.h"
#include <math.h>
#include <string.h>

#define WIND "[wind]\nmodel = 'incompressible'\nduration = 1\n[flow]\nsubgrid = 'none'\n"
#define SIDE "[[flow.boundary]]\nat = "
#define WEST "'west'\nkind = 'inflow'\n"
#define EAST "'east'\nkind = 'outflow'\n"

static struct sm_context *ctx;

struct rig {
  struct sm_case *c;
  struct sm_domain *domain;
  struct sm_device *device;
  struct sm_flow *flow;
  struct sm_inflow_turbulence gusts;
};

static inline void assert_good(enum sm_status status) {
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
}

/* From the case. */
static inline void build(struct rig *r, int bits, int threads) {
  assert_good(sm_domain_build(ctx, r->c, &r->domain));
  assert_good(sm_device_open(ctx, "cpu", threads, bits, 0, &r->device));
  assert_good(sm_flow_create(ctx, r->c, r->domain, r->device, NULL, SM_FLOW_WINDS, &r->flow));
  assert_good(sm_flow_initialise(ctx, r->c, r->flow, NULL));
  assert_good(sm_inflow_turbulence_make(ctx, r->c, r->flow, &r->gusts));
}

static inline void create(struct rig *r, const char *text, int bits, int threads) {
  memset(r, 0, sizeof *r);
  assert_good(sm_case_parse(ctx, "c", text, strlen(text), NULL, true, &r->c));
  build(r, bits, threads);
}

static inline void destroy(struct rig *r) {
  sm_flow_destroy(&r->flow);
  sm_device_close(&r->device);
  sm_domain_destroy(&r->domain);
  sm_case_destroy(&r->c);
}

#endif
