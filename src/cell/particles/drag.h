/* drag.h - the motion of a heavy particle, or of a tracer, in a given wind over one step.
 *
 * dv/dt = f(Re) (u - v) / tau + g, dx/dt = v. With z = h f / tau and
 *
 *   phi1 = (1 - e^-z) / z,   phi2 = (1 - phi1) / z,   phi3 = (1/2 - phi2) / z
 *
 * a wind u that stays the same over the step h moves the particle exactly by
 *
 *   v' = e^-z v + z phi1 u + h phi1 g,   x' = x + h (phi1 v + z phi2 u + h phi2 g)
 *
 * for every z, from 0 (no drag) to infinity (a tracer). Schemes differ in where the wind is taken:
 *
 *   paper     x                 sm_drag_step_paper: Miglio et al. (2016), order 1, h < 2 tau / f
 *   Euler     x, t              sm_drag_step, order 1
 *   midpoint  x + h v / 2, t + h/2   sm_drag_step, order 2: one wind a step
 *   ETD2      x, t and where sm_drag_step comes to, t + h   sm_drag_step_etd2, order 2
 *   ETD4      x, twice near the half of the step, at its end   sm_drag_stage, order 4
 *
 * Theory, sources, tests: docs/theory/particles-drag.md. */
#ifndef SM_CELL_PARTICLES_DRAG_H
#define SM_CELL_PARTICLES_DRAG_H

#include "cell/elementary.h"

enum sm_step_scheme {
  SM_SCHEME_PAPER,
  SM_SCHEME_EULER,
  SM_SCHEME_MIDPOINT,
  SM_SCHEME_ETD2,
  SM_SCHEME_ETD4
};

enum sm_drag_model { SM_DRAG_STOKES, SM_DRAG_SCHILLER_NAUMANN };

struct sm_air_properties {
  double density;   /* kg/m3 */
  double viscosity; /* Pa s */
  double free_path; /* mean free path of molecules, m, for the slip correction; 0: no slip */
};

#define SM_FREE_PATH 6.6e-8 /* m, at 15 to 20 degrees C and sea level */

/* Drag coefficient of spheres between Re = 1000 and 2e5, independent of Re (Newton). */
#define SM_NEWTON_DRAG 0.44

#endif

#ifdef SM_REAL
#if SM_BITS == 32
#define SM_EXP sm_exp
#define SM_POWER sm_power
#define SM_PHI_LAST 12 /* last term of the series of phi3 */
#else
#define SM_EXP exp
#define SM_POWER pow
#define SM_PHI_LAST 20
#endif

/* Drag of particles of one size. */
struct SM_P(sm_particle_drag) {
  SM_REAL tau;      /* relaxation time at Re = 0, s; 0: a tracer */
  SM_REAL reynolds; /* Reynolds number at 1 m/s, s/m; 0: Stokes drag at any speed */
  SM_REAL gravity;  /* gravity minus buoyancy, downwards, m/s2 */
};

/* Drag of a sphere heavier than air. tau = rho d^2 / (18 mu) times the Cunningham correction with
 * the coefficients of Davies (1945), 1 + Kn (1.257 + 0.4 e^(-1.1 / Kn)), Kn = 2 free_path / d. In
 * air of density 0 it has its full weight, as in the paper. */
SM_FN struct SM_P(sm_particle_drag)
    SM_P(sm_particle_drag_of)(const struct sm_air_properties *air, double diameter, /* m */
                              double density, /* kg/m3; diameter 0: tracer */
                              double gravity, enum sm_drag_model law) {
  const double mean = 2.0 * air->free_path;
  const double slip = mean > 0.0 ? mean * (1.257 + 0.4 * exp(-1.1 * diameter / mean)) : 0.0;
  const double re = law == SM_DRAG_STOKES ? 0.0 : air->density * diameter / air->viscosity;
  const double tau = density * diameter * (diameter + slip) / (18.0 * air->viscosity);
  const double pull = density > 0.0 ? gravity * (1.0 - air->density / density) : 0.0;
  const struct SM_P(sm_particle_drag) g = {(SM_REAL)tau, (SM_REAL)re, (SM_REAL)pull};
  return g;
}

/* Drag over Stokes drag at a relative speed, m/s: Schiller and Naumann (1933), or Newton's limit
 * where that is larger, beyond Re = 989, so that it is continuous. */
SM_FN SM_REAL SM_P(sm_drag_factor)(struct SM_P(sm_particle_drag) g, SM_REAL speed) {
  if (g.reynolds == (SM_REAL)0) return (SM_REAL)1;
  const SM_REAL re = g.reynolds * speed;
  const SM_REAL schiller = (SM_REAL)1 + (SM_REAL)0.15 * SM_POWER(re, (SM_REAL)0.687);
  const SM_REAL newton = (SM_REAL)(SM_NEWTON_DRAG / 24.0) * re;
  return newton > schiller ? newton : schiller;
}

/* Settling velocity (m/s) in still air: v f(v) = tau g, by Newton's method. The left side is convex
 * and the start, the smaller of the limits of slow and of fast particles, is not below the root, so
 * that the iteration decreases to it. 0 for tracers. */
SM_FN SM_REAL SM_P(sm_settling_velocity)(struct SM_P(sm_particle_drag) g) {
  const SM_REAL pull = g.tau * g.gravity;
  if (g.reynolds == (SM_REAL)0 || pull == (SM_REAL)0) return pull;
  const SM_REAL newton = (SM_REAL)(SM_NEWTON_DRAG / 24.0) * g.reynolds;
  const SM_REAL fast = SM_ROOT(pull / newton);
  SM_REAL v = pull < fast ? pull : fast;
  for (int m = 0; m < 8; m++) {
    const SM_REAL f = SM_P(sm_drag_factor)(g, v);
    const SM_REAL slope = f > newton * v ? (SM_REAL)0.687 * (f - (SM_REAL)1) : f;
    v -= (v * f - pull) / (f + slope);
  }
  return v;
}

/* Step over relaxation time, h f / tau. */
SM_FN SM_REAL SM_P(sm_relaxation_number)(struct SM_P(sm_particle_drag) g, SM_REAL h, SM_REAL f) {
  return g.tau > (SM_REAL)0 ? h * f / g.tau : (SM_REAL)INFINITY;
}

SM_FN SM_REAL SM_P(sm_slip_speed)(const SM_REAL v[3]) {
  return SM_ROOT(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* The same with the drag at the half step. The relative velocity there is that at the start times
 * R, plus (1 - R) times the terminal one with the drag of the start, where R = (8 + z^2) / (8 + 4 z
 * + 2 z^2) is e^(-z / 2) up to z^2. For large z, R is 1/2, which is Heron's iteration for a square
 * root: even quadratic drag gives the terminal speed at any h. */
SM_FN SM_REAL SM_P(sm_drag_midstep)(struct SM_P(sm_particle_drag) g, SM_REAL h, const SM_REAL v[3],
                                    const SM_REAL u[3]) {
  if (g.reynolds == (SM_REAL)0) return SM_P(sm_relaxation_number)(g, h, (SM_REAL)1);
  const SM_REAL through[3] = {v[0] - u[0], v[1] - u[1], v[2] - u[2]};
  const SM_REAL start = SM_P(sm_drag_factor)(g, SM_P(sm_slip_speed)(through));
  const SM_REAL q = (SM_REAL)1 / ((SM_REAL)1 + SM_P(sm_relaxation_number)(g, h, start));
  const SM_REAL p = (SM_REAL)1 - q; /* with p / q = z only powers that cannot overflow */
  const SM_REAL part = (SM_REAL)1 / ((SM_REAL)8 * q * q + (SM_REAL)4 * p * q + (SM_REAL)2 * p * p);
  const SM_REAL left = part * ((SM_REAL)8 * q * q + p * p);
  const SM_REAL fallen = part * q * ((SM_REAL)4 * q + p) * h * g.gravity;
  const SM_REAL then[3] = {left * through[0], left * through[1], left * through[2] - fallen};
  const SM_REAL half = SM_P(sm_drag_factor)(g, SM_P(sm_slip_speed)(then));
  return SM_P(sm_relaxation_number)(g, h, half);
}

/* Coefficients of a step as functions of z, accurate for all z >= 0. */
struct SM_P(sm_relaxation) {
  SM_REAL decay; /* e^-z */
  SM_REAL gain;  /* z phi1 = 1 - e^-z */
  SM_REAL phi1, phi2;
  SM_REAL lag;  /* z phi2 = 1 - phi1 */
  SM_REAL late; /* z phi3 = 1/2 - phi2 */
};
SM_FN struct SM_P(sm_relaxation) SM_P(sm_relaxation_of)(SM_REAL z) {
  const int small = z < (SM_REAL)1;
  const SM_REAL low = small ? z : (SM_REAL)1, high = small ? (SM_REAL)1 : z;
  SM_REAL series = (SM_REAL)1;
  for (int n = SM_PHI_LAST; n >= 4; n--)
    series = (SM_REAL)1 - low * ((SM_REAL)1 / (SM_REAL)n) * series;
  const SM_REAL far = high < (SM_REAL)80 ? SM_EXP(-high) : (SM_REAL)0;
  const SM_REAL far1 = ((SM_REAL)1 - far) / high, far2 = ((SM_REAL)1 - far1) / high;
  struct SM_P(sm_relaxation) r;
  r.late = small ? low * series / (SM_REAL)6 : (SM_REAL)0.5 - far2;
  r.phi2 = small ? (SM_REAL)0.5 - r.late : far2;
  r.lag = small ? low * r.phi2 : (SM_REAL)1 - far1;
  r.phi1 = small ? (SM_REAL)1 - r.lag : far1;
  r.gain = small ? low * r.phi1 : (SM_REAL)1 - far;
  r.decay = small ? (SM_REAL)1 - r.gain : far;
  return r;
}

/* Result of a step. */
struct SM_P(sm_particle_motion) {
  SM_REAL by[3]; /* m, displacement */
  SM_REAL v[3];  /* m/s, velocity */
};

/* Component of the displacement over h, and of the velocity; `fall`: velocity change by gravity
 * over the step, m/s. */
SM_FN SM_REAL SM_P(sm_relaxed_path)(struct SM_P(sm_relaxation) r, SM_REAL v, SM_REAL u,
                                    SM_REAL fall) {
  return r.phi1 * v + r.lag * u + r.phi2 * fall;
}
SM_FN SM_REAL SM_P(sm_relaxed_velocity)(struct SM_P(sm_relaxation) r, SM_REAL v, SM_REAL u,
                                        SM_REAL fall) {
  return r.decay * v + r.gain * u + r.phi1 * fall;
}

/* Step of h >= 0 s (for tracers, of either sign) of a particle with velocity v in the wind u. With
 * Stokes drag r is the same for all particles of a size: sm_relaxation_of(sm_relaxation_number(g,
 * h, 1)). Components are written out, since compilers would put loops over them into memory instead
 * of registers. */
SM_FN struct SM_P(sm_particle_motion)
    SM_P(sm_drag_step_relaxed)(struct SM_P(sm_relaxation) r, struct SM_P(sm_particle_drag) g,
                               SM_REAL h, const SM_REAL v[3], const SM_REAL u[3]) {
  const SM_REAL still = (SM_REAL)0, fall = -h * g.gravity;
  const struct SM_P(sm_particle_motion) m = {{h * SM_P(sm_relaxed_path)(r, v[0], u[0], still),
                                              h * SM_P(sm_relaxed_path)(r, v[1], u[1], still),
                                              h * SM_P(sm_relaxed_path)(r, v[2], u[2], fall)},
                                             {SM_P(sm_relaxed_velocity)(r, v[0], u[0], still),
                                              SM_P(sm_relaxed_velocity)(r, v[1], u[1], still),
                                              SM_P(sm_relaxed_velocity)(r, v[2], u[2], fall)}};
  return m;
}
SM_FN struct SM_P(sm_particle_motion) SM_P(sm_drag_step)(struct SM_P(sm_particle_drag) g, SM_REAL h,
                                                         const SM_REAL v[3], const SM_REAL u[3]) {
  return SM_P(sm_drag_step_relaxed)(SM_P(sm_relaxation_of)(SM_P(sm_drag_midstep)(g, h, v, u)), g, h,
                                    v, u);
}

/* The same in a wind that changes linearly from u to `to` over the step; with the drag in their
 * mean. */
SM_FN struct SM_P(sm_particle_motion)
    SM_P(sm_drag_step_etd2)(struct SM_P(sm_particle_drag) g, SM_REAL h, const SM_REAL v[3],
                            const SM_REAL u[3], const SM_REAL to[3]) {
  const SM_REAL more[3] = {to[0] - u[0], to[1] - u[1], to[2] - u[2]};
  const SM_REAL part = (SM_REAL)0.5, still = (SM_REAL)0, fall = -h * g.gravity;
  const SM_REAL mean[3] = {u[0] + part * more[0], u[1] + part * more[1], u[2] + part * more[2]};
  const struct SM_P(sm_relaxation) r = SM_P(sm_relaxation_of)(SM_P(sm_drag_midstep)(g, h, v, mean));
  const struct SM_P(sm_particle_motion)
      m = {{h * (SM_P(sm_relaxed_path)(r, v[0], u[0], still) + r.late * more[0]),
            h * (SM_P(sm_relaxed_path)(r, v[1], u[1], still) + r.late * more[1]),
            h * (SM_P(sm_relaxed_path)(r, v[2], u[2], fall) + r.late * more[2])},
           {SM_P(sm_relaxed_velocity)(r, v[0], u[0], still) + r.lag * more[0],
            SM_P(sm_relaxed_velocity)(r, v[1], u[1], still) + r.lag * more[1],
            SM_P(sm_relaxed_velocity)(r, v[2], u[2], fall) + r.lag * more[2]}};
  return m;
}

/* z phi4 = 1/6 - phi3. */
SM_FN SM_REAL SM_P(sm_relaxation_last)(SM_REAL z, struct SM_P(sm_relaxation) r) {
  SM_REAL series = (SM_REAL)1;
  if (!(z < (SM_REAL)1)) return (SM_REAL)1 / (SM_REAL)6 - r.late / z;
  for (int n = SM_PHI_LAST; n >= 5; n--)
    series = (SM_REAL)1 - z * ((SM_REAL)1 / (SM_REAL)n) * series;
  return z * series / (SM_REAL)24;
}

/* h s in a wind that is quadratic in time: first + slope s + curve s^2 / 2, s from 0 to 1. */
SM_FN struct SM_P(sm_particle_motion)
    SM_P(sm_drag_step_quadratic)(SM_REAL z, struct SM_P(sm_particle_drag) g, SM_REAL h,
                                 const SM_REAL v[3], const SM_REAL first[3], const SM_REAL slope[3],
                                 const SM_REAL curve[3]) {
  const struct SM_P(sm_relaxation) r = SM_P(sm_relaxation_of)(z);
  const SM_REAL last = SM_P(sm_relaxation_last)(z, r);
  struct SM_P(sm_particle_motion) m = SM_P(sm_drag_step_relaxed)(r, g, h, v, first);
  for (int d = 0; d < 3; d++) {
    m.by[d] += h * (r.late * slope[d] + last * curve[d]);
    m.v[d] += r.lag * slope[d] + r.late * curve[d];
  }
  return m;
}

/* A step of ETD4 on its way: the exponential Runge-Kutta method of Krogstad (2005), with Stokes
 * drag. Without drag and without inertia it is the classical method of Runge and Kutta. */
struct SM_P(sm_drag_stages) {
  SM_REAL first[3], mean[3];            /* m/s, winds: at the start, of both stages at the half */
  struct SM_P(sm_particle_motion) next; /* the stage to come */
};

/* Stage 0 to 3 of a step of h s of a particle of velocity v: u is the wind at its place after
 * s->next.by (stage 0: where it is), whereupon s->next is the stage to come, and after stage 3 the
 * end of the step. */
SM_FN void SM_P(sm_drag_stage)(struct SM_P(sm_drag_stages) * s, int stage,
                               struct SM_P(sm_particle_drag) g, SM_REAL h, const SM_REAL v[3],
                               const SM_REAL u[3]) {
  const SM_REAL to = stage < 2 ? (SM_REAL)0.5 * h : h;
  SM_REAL slope[3], curve[3];
  for (int d = 0; d < 3; d++) {
    if (stage == 0) s->first[d] = u[d];
    if (stage == 1) s->mean[d] = u[d];
    if (stage == 2) s->mean[d] = (SM_REAL)0.5 * (s->mean[d] + u[d]);
    const SM_REAL bend = (SM_REAL)4 * (s->first[d] - (SM_REAL)2 * s->mean[d] + u[d]);
    const SM_REAL rise = u[d] - s->first[d];
    curve[d] = stage == 3 ? bend : (SM_REAL)0;
    slope[d] = stage == 3 ? rise - (SM_REAL)0.5 * bend : (SM_REAL)2 * rise;
  }
  const SM_REAL z = SM_P(sm_relaxation_number)(g, to, (SM_REAL)1);
  s->next = SM_P(sm_drag_step_quadratic)(z, g, to, v, s->first, slope, curve);
}

/* Miglio et al. (2016), (4) and (5): velocity with the drag at the start, position with the new
 * velocity. tau > 0. */
SM_FN struct SM_P(sm_particle_motion)
    SM_P(sm_drag_step_paper)(struct SM_P(sm_particle_drag) g, SM_REAL h, const SM_REAL v[3],
                             const SM_REAL u[3]) {
  const SM_REAL through[3] = {v[0] - u[0], v[1] - u[1], v[2] - u[2]};
  const SM_REAL f = SM_P(sm_drag_factor)(g, SM_P(sm_slip_speed)(through));
  const SM_REAL z = SM_P(sm_relaxation_number)(g, h, f);
  const SM_REAL v0 = v[0] - z * through[0], v1 = v[1] - z * through[1];
  const SM_REAL v2 = v[2] - z * through[2] - h * g.gravity;
  const struct SM_P(sm_particle_motion) m = {{h * v0, h * v1, h * v2}, {v0, v1, v2}};
  return m;
}
#undef SM_EXP
#undef SM_POWER
#undef SM_PHI_LAST
#endif
