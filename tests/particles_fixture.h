/* particles_fixture.h - particles of a case text in a wind set by the test. */
#ifndef SM_TESTS_PARTICLES_FIXTURE_H
#define SM_TESTS_PARTICLES_FIXTURE_H

#include "base/context.h"
#include "domain/domain.h"
#include "physics/particles/internal.h"
#include "run/schedule.h"
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_DEVICES = 3 };

struct cloud {
  struct sm_context *ctx;
  struct sm_case *c;
  struct sm_domain *domain;
  struct sm_device *device[MOST_DEVICES];
  int devices;
  struct sm_state *state;
  struct sm_particles *particles;
};

static inline void good(const struct cloud *s, enum sm_status status) {
  ck_assert_msg(status == SM_OK, "%s", sm_context_message(s->ctx));
}

/* Reads the case and builds the domain. */
static inline void cloud_read(struct cloud *s, const char *text) {
  *s = (struct cloud){0};
  ck_assert_int_eq(sm_context_create(NULL, &s->ctx), SM_OK);
  good(s, sm_case_parse(s->ctx, "case.toml", text, strlen(text), NULL, true, &s->c));
  good(s, sm_domain_build(s->ctx, s->c, &s->domain));
}

/* Creates the particles on a number of devices with a number of threads, without a wind yet;
   last_wind in s. */
static inline enum sm_status cloud_try(struct cloud *s, int devices, int threads,
                                       double last_wind) {
  for (; s->devices < devices; s->devices++)
    good(s, sm_device_open(s->ctx, "cpu", threads, 32, 0, &s->device[s->devices]));
  const unsigned wind = 1u << SM_FIELD_U | 1u << SM_FIELD_V | 1u << SM_FIELD_W;
  good(s, sm_state_create(s->ctx, s->device[0], &s->domain->grid, wind | sm_particles_fields(s->c),
                          &s->state));
  const struct sm_particles_options options = {s->device, devices, last_wind, NULL};
  return sm_particles_create(s->ctx, s->c, s->domain, &options, &s->particles);
}

static inline void cloud_open(struct cloud *s, const char *text, int devices) {
  cloud_read(s, text);
  good(s, cloud_try(s, devices, 2, 0));
}

static inline void cloud_end(struct cloud *s) {
  sm_particles_destroy(&s->particles);
  sm_state_destroy(&s->state);
  for (int d = 0; d < s->devices; d++) {
    ck_assert_uint_eq(s->device[d]->allocated, 0);
    sm_device_close(&s->device[d]);
  }
  sm_domain_destroy(&s->domain);
  sm_case_destroy(&s->c);
  sm_context_destroy(&s->ctx);
}

/* Whether the low face of a cell (or of the one beyond the last) along an axis is open. */
static inline bool cloud_passes(const struct cloud *s, int d, const int cell[3]) {
  const struct sm_grid *grid = &s->domain->grid;
  int at[3] = {cell[0], cell[1], cell[2]}, bit = 2 * d;
  if (at[d] == grid->axis[d].n) {
    at[d]--;
    bit++;
  }
  const int64_t c = at[0] + (int64_t)grid->axis[0].n * (at[1] + (int64_t)grid->axis[1].n * at[2]);
  return s->domain->cell[c] >> bit & 1;
}

/* Sets a uniform velocity on all open faces. */
static inline void cloud_blow(struct cloud *s, double u, double v, double w) {
  const double velocity[3] = {u, v, w};
  const struct sm_axis *axis = s->domain->grid.axis;
  for (int d = 0; d < 3; d++)
    for (int k = 0; k < axis[2].n + (d == 2); k++)
      for (int j = 0; j < axis[1].n + (d == 1); j++)
        for (int i = 0; i < axis[0].n + (d == 0); i++) {
          const int cell[3] = {i, j, k};
          s->state->field[SM_FIELD_U + d].f32[i + j * s->state->sy + k * s->state->sz] =
              cloud_passes(s, d, cell) ? (float)velocity[d] : 0.0f;
        }
}

/* Sets uniform turbulence: variances, and a shear stress xz. */
static inline void cloud_set_turbulence(struct cloud *s, double variance, double shear,
                                        double dissipation) {
  const struct sm_axis *axis = s->domain->grid.axis;
  const double value[7] = {variance, 0, shear, variance, 0, variance, dissipation};
  for (int m = 0; m < 7; m++) {
    const int field = m < 6 ? SM_FIELD_UU + m : SM_FIELD_DISSIPATION;
    for (int k = 0; k < axis[2].n; k++)
      for (int j = 0; j < axis[1].n; j++)
        for (int i = 0; i < axis[0].n; i++)
          s->state->field[field].f32[i + j * s->state->sy + k * s->state->sz] = (float)value[m];
  }
}

static inline void cloud_add_wind(struct cloud *s, double time) {
  good(s, sm_particles_add_wind(s->ctx, s->particles, s->state, time));
}

/* Next event of the particles. */
enum { CLOUD_WIND = 1, CLOUD_INTERVAL = 2, CLOUD_SNAPSHOT = 4, CLOUD_END = 8 };

/* Advances to the next event; returns its bits. */
static inline unsigned cloud_next(struct cloud *s) {
  struct sm_particles *p = s->particles;
  double every[SM_PARTICLE_EVENTS];
  for (int e = 0; e < SM_PARTICLE_EVENTS; e++) every[e] = (double)p->every[e];
  const struct sm_schedule schedule = {every, SM_PARTICLE_EVENTS, SM_PARTICLE_EVENTS_AT_END,
                                       (double)p->steps};
  const double before = (double)p->step, next = sm_schedule_next(&schedule, before);
  if (p->winds > 0 && p->step == p->steps) return CLOUD_END;
  if (sm_particles_need_wind(p)) return CLOUD_WIND;
  good(s, sm_particles_advance(s->ctx, p, (int64_t)next));
  if ((double)p->step < next) return 0;
  if (sm_schedule_is_due(&schedule, SM_EVENT_SAMPLE, before, next))
    good(s, sm_particles_sample(s->ctx, p));
  const bool interval = sm_schedule_is_due(&schedule, SM_EVENT_INTERVAL, before, next);
  if (interval) good(s, sm_particles_end_interval(s->ctx, p));
  good(s, sm_particles_settle(s->ctx, p));
  return (interval ? CLOUD_INTERVAL : 0u) |
         (sm_schedule_is_due(&schedule, SM_EVENT_SNAPSHOT, before, next) ? CLOUD_SNAPSHOT : 0u) |
         (next == schedule.end ? CLOUD_END : 0u);
}

/* Advances until one of the bits occurs; returns all bits of that event. */
static inline unsigned cloud_until(struct cloud *s, unsigned bits) {
  unsigned due = 0;
  while ((due & bits) == 0) due = cloud_next(s);
  return due;
}

/* Runs to the end in a steady wind. */
static inline void cloud_run(struct cloud *s, double u, double v, double w) {
  cloud_blow(s, u, v, w);
  cloud_add_wind(s, 0);
  cloud_until(s, CLOUD_END);
}

/* Exact mass budget of a species: quanta and numbers, SM_BUDGET_TERMS. */
static inline void cloud_quanta(struct cloud *s, int species, int64_t out[SM_BUDGET_TERMS]) {
  int64_t all[8 * SM_BUDGET_TERMS] = {0};
  ck_assert_int_le(s->particles->plan.species, 8);
  for (int f = 0; f < s->particles->plan.sets; f++)
    good(s,
         sm_particle_set_budget(s->ctx, s->particles->set[f], s->particles->step_time, all, NULL));
  memcpy(out, all + species * SM_BUDGET_TERMS, SM_BUDGET_TERMS * sizeof *out);
}

/* Checks that mass and numbers balance exactly. */
static inline void cloud_adds_up(struct cloud *s) {
  for (int m = 0; m < s->particles->plan.species; m++) {
    int64_t a[SM_BUDGET_TERMS];
    cloud_quanta(s, m, a);
    ck_assert_int_eq(a[SM_BUDGET_EMITTED], a[SM_BUDGET_OUTFLOW] + a[SM_BUDGET_DEPOSITED] +
                                               a[SM_BUDGET_WET_DEPOSITED] + a[SM_BUDGET_DECAYED] +
                                               a[SM_BUDGET_LOST] + a[SM_BUDGET_AIRBORNE]);
    ck_assert_int_eq(a[SM_BUDGET_COUNT_EMITTED],
                     a[SM_BUDGET_COUNT_OUTFLOW] + a[SM_BUDGET_COUNT_DEPOSITED] +
                         a[SM_BUDGET_COUNT_LOST] + a[SM_BUDGET_COUNT_AIRBORNE]);
  }
}

/* Term of the mass budget of the first species: kg, or a number. */
static inline double cloud_budget(struct cloud *s, enum sm_budget_term account) {
  double budget[8 * SM_BUDGET_TERMS];
  good(s, sm_particles_budget(s->ctx, s->particles, budget, NULL));
  return budget[account];
}

static inline struct sm_particle_list cloud_list(struct cloud *s) {
  struct sm_particle_list list;
  good(s, sm_particles_list(s->ctx, s->particles, &list));
  return list;
}

#endif
