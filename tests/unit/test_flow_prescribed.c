/* Velocities that are given on sides, also where air leaves. */
#include "physics/flow/boundary/boundaries.h"

#include "base/context.h"
#include "case/expression.h"
#include "harness.h"
#include "physics/flow/initial_wind.h"
#include "physics/scalars/scalars.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static struct sm_context *ctx;

struct rig {
  struct sm_case *c;
  struct sm_domain *domain;
  struct sm_device *device;
  struct sm_flow *flow;
};

static void assert_good(enum sm_status status) {
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(ctx));
}

static enum sm_status create(struct rig *r, const char *text, int bits) {
  memset(r, 0, sizeof *r);
  assert_good(sm_case_parse(ctx, "c", text, strlen(text), NULL, true, &r->c));
  assert_good(sm_domain_build(ctx, r->c, &r->domain));
  assert_good(sm_device_open(ctx, "cpu", 2, bits, 0, &r->device));
  return sm_flow_create(ctx, r->c, r->domain, r->device, NULL, SM_FLOW_WINDS, &r->flow);
}

static void destroy(struct rig *r) {
  sm_flow_destroy(&r->flow);
  sm_device_close(&r->device);
  sm_domain_destroy(&r->domain);
  sm_case_destroy(&r->c);
}

static bool has_expressions(void) {
  struct sm_expression_facts facts;
  return sm_expression_read(ctx, "x", &facts) == SM_OK;
}

#define WIND "[wind]\nmodel = 'incompressible'\nduration = 1\n[flow]\nsubgrid = 'none'\n"
#define SIDE "[[flow.boundary]]\nat = "

/* Kovasznay's (1948) flow for a Reynolds number of 40, in x and z. */
static void kovasznay(char *text, size_t size, double cell) {
  snprintf(text, size,
           "[domain]\nsize = [1.5, %g]\nheight = 1.75\ncell_size = %g\nstretch = 1\n" WIND
           "viscosity = 0.025\ninitial = [1, 0, 0]\n" SIDE
           "['west', 'east', 'bottom', 'top']\nkind = 'inflow'\nvelocity = ["
           "'1 - exp(-0.963740 * (x - 0.5)) * cos(2 * pi * (z - 0.5))', 0, "
           "'-0.963740 / (2 * pi) * exp(-0.963740 * (x - 0.5)) * sin(2 * pi * (z - 0.5))']\n" SIDE
           "['south', 'north']\nkind = 'slip'\n",
           cell, cell);
}

/* Net inflow, m3/s, through sides across axes that have cells; and how much
 * flows in. */
static double through(const struct rig *r, double *in) {
  const struct sm_flow *flow = r->flow;
  double more = 0;
  *in = 0;
  for (int side = 0; side < SM_SIDES; side++) {
    int p, q;
    sm_flow_plane_axes(side / 2, &p, &q);
    if (flow->plane[side][side / 2].f32 == NULL) continue;
    const union sm_reals u = sm_flow_plane_at(flow, side, side / 2);
    const struct sm_axis *axis = r->domain->grid.axis;
    for (int b = 0; b < flow->layout.n[q]; b++)
      for (int a = 0; a < flow->layout.n[p]; a++) {
        const ptrdiff_t m = a + b * (flow->layout.n[p] + SM_FLOW_PLANE_GHOSTS);
        const double speed = flow->device->bits == 64 ? u.f64[m] : (double)u.f32[m];
        const double flux = (side % 2 ? -1 : 1) * speed * axis[p].width[a] * axis[q].width[b];
        more += flux;
        if (flux > 0) *in += flux;
      }
  }
  return more;
}

START_TEST(what_cells_do_not_resolve_is_spread_over_the_sides) {
  char text[2000];
  struct rig r;
  double in, shift[3];
  if (!has_expressions()) return;
  for (int m = 0; m < 3; m++) {
    kovasznay(text, sizeof text, 0.125 / (1 << m));
    assert_good(create(&r, text, 64));
    ck_assert_double_lt(fabs(through(&r, &in)), 1e-14 * in);
    /* Where the velocity was 1 - exp(0) cos(pi / 2 ...): what was added, at one face. */
    const union sm_reals u = sm_flow_plane_at(r.flow, SM_WEST, 0);
    const double z = r.domain->grid.axis[2].centre[0];
    shift[m] = u.f64[0] - (1 - exp(0.963740 * 0.5) * cos(2 * acos(-1) * (z - 0.5)));
    destroy(&r);
  }
  printf("kovasznay: %.3g, %.3g, %.3g m/s added\n", shift[0], shift[1], shift[2]);
  ck_assert_double_lt(fabs(shift[0]), 0.01);
  ck_assert_double_gt(fabs(shift[0]), 3.5 * fabs(shift[1]));
  ck_assert_double_gt(fabs(shift[1]), 3.5 * fabs(shift[2]));
}
END_TEST

#define BOX "[domain]\nsize = [16, 8]\nheight = 8\ncell_size = 1\nstretch = 1\n" WIND
#define ALONG SIDE "['south', 'north', 'bottom', 'top']\nkind = 'slip'\n"

START_TEST(more_than_that_is_refused) {
  static const char *const wrong[][2] = {
      {BOX "initial = [1, 0, 0]\n" ALONG SIDE "'west'\nkind = 'inflow'\nvelocity = [1, 0, 0]\n" SIDE
           "'east'\nkind = 'inflow'\nvelocity = [0.9, 0, 0]\n",
       "64 m3/s flow in and 57.6 m3/s out (west, east), 6.4 m3/s more in than out, of which the "
       "size of the cells explains 0 m3/s, and no side is an outflow"},
      {BOX "initial = [1, 0, 0]\n" ALONG SIDE "'west'\nkind = 'inflow'\nvelocity = [1, 0, 0]\n" SIDE
           "'east'\nkind = 'slip'\n",
       "64 m3/s flow in and 0 m3/s out (west)"},
      {BOX "initial = [1, 0, 0]\n" SIDE "['south', 'north', 'bottom']\nkind = 'slip'\n" SIDE
           "'west'\nkind = 'inflow'\nvelocity = [1, 0, 0]\n" SIDE
           "'east'\nkind = 'inflow'\nvelocity = [2, 0, 0]\n" SIDE "'top'\nkind = 'outflow'\n",
       "the rest would have to come in through an outflow"}};
  for (size_t m = 0; m < sizeof wrong / sizeof *wrong; m++) {
    struct rig r;
    ck_assert_int_eq(create(&r, wrong[m][0], 32), SM_ERR_CASE);
    ck_assert_msg(strstr(sm_context_message(ctx), wrong[m][1]) != NULL, "%s",
                  sm_context_message(ctx));
    destroy(&r);
  }
}
END_TEST

/* A wind that is given on all sides is kept; smoke leaves with it, where it leaves. */
START_TEST(what_is_carried_leaves_with_the_wind) {
  const char *const text =
      BOX "initial = [1, 0, 0.5]\n" SIDE "['south', 'north']\nkind = 'periodic'\n" SIDE
          "['west', 'east', 'bottom', 'top']\nkind = 'inflow'\nvelocity = [1, 0, 0.5]\n"
          "[[flow.scalar]]\nname = 'smoke'\ninitial = 3\ninflow = 1\ndiffusivity = 0.1\n";
  for (int bits = 32; bits <= 64; bits += 32) {
    struct rig r;
    struct sm_scalars *scalars = NULL;
    assert_good(create(&r, text, bits));
    assert_good(sm_flow_initialise(ctx, r.c, r.flow, NULL));
    assert_good(sm_scalars_create(ctx, r.c, r.flow, NULL, &scalars));
    const struct sm_flow_layout *s = &r.flow->layout;
    const union sm_reals now = scalars->item[0].now;
#define AT(i, k)                                                                                   \
  (bits == 64 ? now.f64[(i) + 3 * s->step[1] + (k)*s->step[2]]                                     \
              : (double)now.f32[(i) + 3 * s->step[1] + (k)*s->step[2]])
    for (int m = 1; m <= 3; m++) {
      ck_assert_double_eq(AT(-m, 4), 1);
      ck_assert_double_eq(AT(15 + m, 4), 3);
      ck_assert_double_eq(AT(4, -m), 1);
      ck_assert_double_eq(AT(4, 7 + m), 3);
    }
#undef AT
    struct sm_flow_clock clock = {.step = 0.5};
    assert_good(sm_device_upload(ctx, r.device, r.flow->clock, &clock, sizeof clock));
    struct sm_scalar_budget b;
    for (int m = 0; m < 80; m++) assert_good(sm_scalars_advance(ctx, scalars, 0, 1, 0.5 * m, 0.5));
    assert_good(sm_scalars_budget(ctx, scalars, 0, &b));
    ck_assert_double_eq_tol(b.air, 16 * 8 * 8, 1); /* all of what was there has left */
    ck_assert_double_eq_tol(b.air + b.left, b.initial, b.initial * (bits == 32 ? 1e-5 : 1e-12));
    sm_scalars_destroy(&scalars);
    destroy(&r);
  }
}
END_TEST

CONTEXT_TEST_MAIN(what_cells_do_not_resolve_is_spread_over_the_sides, more_than_that_is_refused,
                  what_is_carried_leaves_with_the_wind)
