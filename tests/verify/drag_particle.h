/* drag_particle.h - a particle with drag in a given wind, stepped by every scheme. */
#ifndef SM_TESTS_DRAG_PARTICLE_H
#define SM_TESTS_DRAG_PARTICLE_H

#include "harness.h"

#include "cell/particles/drag.h"
#include "cell/particles/vortex_field.h"
#define SM_BITS 32
#include "cell/precision.h"

#include "cell/particles/drag.h"
#include "cell/particles/vortex_field.h"
#undef SM_BITS
#define SM_BITS 64
#include "cell/precision.h"

#include "cell/particles/drag.h"
#include "cell/particles/vortex_field.h"

static const double pi = 3.14159265358979323846;
static const struct sm_air_properties air = {1.225, 1.78e-5,
                                             0}; /* no slip: as in the published tables */

static void near(double got, double expected, double tolerance) {
  ck_assert_msg(fabs(got - expected) <= tolerance, "%.12g instead of %.12g", got, expected);
}
static void within(double got, double expected, double part) {
  near(got, expected, part * fabs(expected));
}

static struct sm_particle_drag_f64 sand(double micrometres, enum sm_drag_model law) {
  return sm_particle_drag_of_f64(&air, 1e-6 * micrometres, 2650, 9.81, law);
}

/* --- a particle and its wind --- */

typedef void wind_at(const void *arg, const double x[3], double u[3]);

struct particle {
  double x[3], v[3];
};

static void take(struct particle *p, const struct sm_particle_motion_f64 *m) {
  for (int d = 0; d < 3; d++) {
    p->x[d] += m->by[d];
    p->v[d] = m->v[d];
  }
}

static void step(const struct sm_particle_drag_f64 *g, enum sm_step_scheme scheme, double h,
                 wind_at *wind, const void *arg, struct particle *p) {
  const double ahead = scheme == SM_SCHEME_MIDPOINT ? 0.5 * h : 0.0;
  double at[3], u[3], next[3];
  for (int d = 0; d < 3; d++) at[d] = p->x[d] + ahead * p->v[d];
  wind(arg, at, u);
  struct sm_particle_motion_f64 m = scheme == SM_SCHEME_PAPER
                                        ? sm_drag_step_paper_f64(*g, h, p->v, u)
                                        : sm_drag_step_f64(*g, h, p->v, u);
  if (scheme == SM_SCHEME_ETD2) {
    for (int d = 0; d < 3; d++) at[d] = p->x[d] + m.by[d];
    wind(arg, at, next);
    m = sm_drag_step_etd2_f64(*g, h, p->v, u, next);
  }
  take(p, &m);
}

static void step_etd4(const struct sm_particle_drag_f64 *g, double h, wind_at *wind,
                      const void *arg, struct particle *p) {
  struct sm_drag_stages_f64 s = {0};
  for (int stage = 0; stage < 4; stage++) {
    double at[3], u[3];
    for (int d = 0; d < 3; d++) at[d] = p->x[d] + s.next.by[d];
    wind(arg, at, u);
    sm_drag_stage_f64(&s, stage, *g, h, p->v, u);
  }
  take(p, &s.next);
}

static void steps(const struct sm_particle_drag_f64 *g, enum sm_step_scheme scheme, double h,
                  int count, wind_at *wind, const void *arg, struct particle *p) {
  for (int n = 0; n < count; n++)
    if (scheme == SM_SCHEME_ETD4)
      step_etd4(g, h, wind, arg, p);
    else
      step(g, scheme, h, wind, arg, p);
}

static void steady(const void *arg, const double x[3], double u[3]) {
  const double *wind = arg;
  (void)x;
  for (int d = 0; d < 3; d++) u[d] = wind[d];
}
static const double still[3] = {0, 0, 0};

#endif
