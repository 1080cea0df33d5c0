/* scalars_fixture.h - flow with a prescribed wind, and its scalars. */
#ifndef SM_TESTS_SCALARS_FIXTURE_H
#define SM_TESTS_SCALARS_FIXTURE_H

#include "base/context.h"
#include "harness.h"
#include "physics/flow/boundary/boundaries.h"
#include "physics/flow/initial_wind.h"
#include "physics/scalars/scalars.h"
#include <math.h>
#include <string.h>

/* Flow with scalars but without a solver: the wind is prescribed. */
struct rig {
  struct sm_context *ctx;
  struct sm_case *c;
  struct sm_domain *domain;
  struct sm_device *device;
  struct sm_flow *flow;
  struct sm_scalars *scalars;
  double *host; /* field in the layout of the flow */
  double time;
};

static inline void assert_good(const struct rig *r, enum sm_status status) {
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(r->ctx));
}

static inline void create_domain(struct rig *r, const char *text, int bits) {
  memset(r, 0, sizeof *r);
  ck_assert_int_eq(sm_context_create(NULL, &r->ctx), SM_OK);
  assert_good(r, sm_case_parse(r->ctx, "c", text, strlen(text), NULL, true, &r->c));
  assert_good(r, sm_domain_build(r->ctx, r->c, &r->domain));
  assert_good(r, sm_device_open(r->ctx, "cpu", 2, bits, 0, &r->device));
}

static inline void create(struct rig *r, const char *text, int bits) {
  create_domain(r, text, bits);
  assert_good(r, sm_flow_create(r->ctx, r->c, r->domain, r->device, NULL, SM_FLOW_WINDS, &r->flow));
  assert_good(r, sm_flow_initialise(r->ctx, r->c, r->flow, NULL));
  assert_good(r, sm_scalars_create(r->ctx, r->c, r->flow, NULL, &r->scalars));
  r->host = calloc(r->flow->layout.size, sizeof *r->host);
}

static inline void destroy(struct rig *r) {
  free(r->host);
  sm_scalars_destroy(&r->scalars);
  sm_flow_destroy(&r->flow);
  sm_device_close(&r->device);
  sm_domain_destroy(&r->domain);
  sm_case_destroy(&r->c);
  sm_context_destroy(&r->ctx);
}

static inline ptrdiff_t at(const struct rig *r, int i, int j, int k) {
  const struct sm_flow_layout *s = &r->flow->layout;
  return s->origin + i + j * s->step[1] + k * s->step[2];
}

static inline bool is_air(const struct rig *r, int i, int j, int k) {
  return (sm_domain_cell_bits(r->domain, i, j, k) & SM_OPEN_ALL) != 0;
}

#define CELLS(r, i, j, k)                                                                          \
  for (int k = 0; k < (r)->flow->layout.n[2]; k++)                                                 \
    for (int j = 0; j < (r)->flow->layout.n[1]; j++)                                               \
      for (int i = 0; i < (r)->flow->layout.n[0]; i++)

static inline void load(struct rig *r, size_t item) {
  assert_good(r, sm_flow_download(r->ctx, r->flow, r->scalars->item[item].now, r->host));
}

/* Minimum and maximum in air. */
static inline void find_range(struct rig *r, size_t item, double *low, double *high) {
  load(r, item);
  *low = HUGE_VAL;
  *high = -HUGE_VAL;
  CELLS(r, i, j, k) {
    if (!is_air(r, i, j, k)) continue;
    *low = fmin(*low, r->host[at(r, i, j, k)]);
    *high = fmax(*high, r->host[at(r, i, j, k)]);
  }
}

static inline void step(struct rig *r, double length) {
  struct sm_flow_clock clock;
  assert_good(r, sm_device_download(r->ctx, r->device, &clock, r->flow->clock, sizeof clock));
  clock.last_step = clock.step;
  clock.step = length;
  assert_good(r, sm_device_upload(r->ctx, r->device, r->flow->clock, &clock, sizeof clock));
  assert_good(r, sm_scalars_advance(r->ctx, r->scalars, 0, 1, r->time, length));
  r->time += length;
}

static inline void steps(struct rig *r, double length, int count) {
  for (int m = 0; m < count; m++) step(r, length);
}

/* --- winds --- */

/* Potential on edge (i, j, k) along axis d: random from -1 to 1, and 0 at solids and non-periodic
 * boundaries. */
static inline double potential(const struct rig *r, int d, int i, int j, int k) {
  const struct sm_flow *flow = r->flow;
  int p[3] = {i, j, k};
  for (int e = 0; e < 3; e++) {
    const int n = flow->layout.n[e];
    if (flow->sides.periodic[e]) p[e] = (p[e] + n) % n;
    if (e != d && !flow->sides.periodic[e] && (p[e] == 0 || p[e] == n)) return 0;
  }
  const int a = (d + 1) % 3, b = (d + 2) % 3;
  for (int m = 0; m < 4; m++) {
    int cell[3] = {p[0], p[1], p[2]};
    cell[a] -= m & 1;
    cell[b] -= m >> 1;
    for (int e = 0; e < 3; e++)
      if (cell[e] < 0) cell[e] += flow->layout.n[e];
    if (!is_air(r, cell[0], cell[1], cell[2])) return 0;
  }
  unsigned hash = (unsigned)(p[0] * 73856093) ^ (unsigned)(p[1] * 19349663) ^
                  (unsigned)(p[2] * 83492791) ^ (unsigned)(d * 2654435);
  hash = (hash ^ (hash >> 13)) * 1274126177u;
  return (hash >> 8 & 0xffff) / 32768.0 - 1;
}

/* Sets both winds of a step to the curl of that potential, which is divergence-free. */
static inline void blow_at_random(struct rig *r, double size) {
  const struct sm_axis *axis = r->domain->grid.axis;
  for (int d = 0; d < 3; d++) {
    const int a = (d + 1) % 3, b = (d + 2) % 3;
    const int *n = r->flow->layout.n;
    int p[3];
    memset(r->host, 0, r->flow->layout.size * sizeof *r->host);
    for (p[2] = 0; p[2] < n[2] + (d == 2); p[2]++)
      for (p[1] = 0; p[1] < n[1] + (d == 1); p[1]++)
        for (p[0] = 0; p[0] < n[0] + (d == 0); p[0]++) {
          int up_a[3] = {p[0], p[1], p[2]}, up_b[3] = {p[0], p[1], p[2]};
          up_a[a]++;
          up_b[b]++;
          const double here_b = potential(r, b, p[0], p[1], p[2]);
          const double here_a = potential(r, a, p[0], p[1], p[2]);
          const double by_a =
              (potential(r, b, up_a[0], up_a[1], up_a[2]) - here_b) / axis[a].width[p[a]];
          const double by_b =
              (potential(r, a, up_b[0], up_b[1], up_b[2]) - here_a) / axis[b].width[p[b]];
          r->host[at(r, p[0], p[1], p[2])] = size * (by_a - by_b);
        }
    for (int m = 0; m < SM_FLOW_WINDS; m++)
      assert_good(r, sm_flow_upload(r->ctx, r->flow, r->host, r->flow->u[m][d]));
  }
  for (int m = 0; m < SM_FLOW_WINDS; m++) sm_flow_ghosts(r->flow, m);
}

#define WIND "[wind]\nmodel = 'incompressible'\nduration = 100\n"
#define SIDE "[[flow.boundary]]\n"
#define ALONG SIDE "at = ['west', 'east', 'south', 'north']\nkind = 'periodic'\n"
#define CLOSED                                                                                     \
  SIDE "at = ['west', 'east', 'south', 'north', 'bottom', 'top']\nkind = 'wall'\nwall = "          \
       "'no-slip'\n"
#define BOX "[domain]\nsize = [120, 96]\ncell_size = [10, 8, 5]\nheight = 100\nstretch = 1.1\n"
#define HOUSES                                                                                     \
  "[[buildings.box]]\ncorner = [30, 24]\nsize = [40, 32]\nheight = 30\n"                           \
  "[[buildings.box]]\ncorner = [0, 0]\nsize = [20, 16]\nheight = 20\n"
#define STILL "initial = [0, 0, 0]\nsubgrid = 'none'\n"

#endif
