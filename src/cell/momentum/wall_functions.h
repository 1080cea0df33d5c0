/* cell/momentum/wall_functions.h - wall functions: wall shear stress and wall heat flux.
 *
 * A wall function knows the wind at one distance d, the centre of the first cell. It returns the
 * stress over density and speed, m/s, and the kinematic heat flux over the temperature
 * difference, m/s: the stress on each wind component is that times the component. Three kinds:
 * rough walls in neutral air; smooth walls, from the viscous sublayer to the logarithmic layer;
 * and ground with Monin-Obukhov similarity. Float for both precisions of the state, as everything
 * with logarithms.
 *
 * One set of laws in all of simoom: k = 0.4, u = (u* / k) [ln((d + z0) / z0) + psi(d / L)], and
 * for momentum the psi of physics/diagnostic/wind_profile.h. Theory, sources, tests:
 * docs/theory/wall-functions.md. */
#ifndef SM_CELL_MOMENTUM_WALL_FUNCTIONS_H
#define SM_CELL_MOMENTUM_WALL_FUNCTIONS_H

#include "cell/diagnostic/turbulence.h"
#include "cell/elementary.h"

struct sm_wall_transfer {
  float drag; /* m/s: stress = density drag wind */
  float heat; /* m/s: heat flux = density c_p heat (T_wall - T) */
  float zeta; /* d / L, at most 1 */
};

/* phi = 1 + 4.7 zeta in stable air; (1 - 15 zeta)^(-1/4), for heat its square, in unstable air. */
#define SM_STABLE_SLOPE 4.7f
#define SM_UNSTABLE_SLOPE 15.0f
/* Gustiness: convection with flux Q within d of the wall adds 1.2 (g / T Q d)^(1/3) to the speed
 * (Beljaars 1995, with d in place of the boundary-layer depth: larger eddies are resolved). */
#define SM_GUSTINESS 1.2f

/* --- rough walls --- */

/* ln((d + z0) / z0) of a distance d >= 0 and a roughness length z0 > 0, m; at least ln 2: the drag
 * is limited below z0. */
SM_FN float sm_log_layer(float d, float z0) {
  const float ratio = d / z0;
  return sm_log(1.0f + (ratio > 1.0f ? ratio : 1.0f));
}

/* Rough wall at a speed >= 0, m/s; `momentum` and `heat` are sm_log_layer of the two roughness
 * lengths. */
SM_FN struct sm_wall_transfer sm_rough_wall(float speed, float momentum, float heat) {
  const float karman = (float)SM_KARMAN, share = karman * karman * speed / momentum;
  const struct sm_wall_transfer e = {share / momentum, share / heat, 0.0f};
  return e;
}

/* --- smooth walls --- */

/* Spalding's (1961) profile: y+ over u+ for u+ > 0, with B = 5.5; and d ln y+ / d ln u+. */
struct sm_spalding {
  float ratio, growth;
};
SM_FN struct sm_spalding sm_spalding_at(float u) {
  const float x = (float)SM_KARMAN * u, far = 0.11080316f; /* exp(-k B) */
  /* e^x - 1 - x - x^2 / 2 - x^3 / 6, and its derivative: by series for small x. */
  const float high = 1.0f + x / 5.0f * (1.0f + x / 6.0f * (1.0f + x / 7.0f * (1.0f + x / 8.0f)));
  const float e = sm_exp(x), third = x * x * x * (1.0f / 6.0f);
  const float fourth = third * x * 0.25f * high;
  const float rest = e - (1.0f + x + 0.5f * x * x + third), more = x < 1.0f ? fourth : rest;
  struct sm_spalding s;
  s.ratio = 1.0f + far * more / u;
  s.growth = (1.0f + far * (float)SM_KARMAN * (more + third)) / s.ratio;
  return s;
}

/* u+ from the Reynolds number u d / nu = u+ y+, from 1e-6 to 1e12: Newton iteration on the
 * logarithms, exact to 3e-6 after two iterations. */
SM_FN float sm_spalding_iterate(float u, float reynolds) {
  const struct sm_spalding s = sm_spalding_at(u);
  return u - u * sm_log(u * u * s.ratio / reynolds) / (1.0f + s.growth);
}
SM_FN float sm_spalding_u_plus(float reynolds) {
  const float l = sm_log(1.0f + reynolds), far = 5.5f + 2.5f * (l - sm_log(1.0f + 2.5f * l));
  const float near = sqrtf(reynolds), start = near < far ? near : far;
  return sm_spalding_iterate(sm_spalding_iterate(start, reynolds), reynolds);
}

/* Smooth wall at a speed >= 0 in d m from the wall; viscosity in m2/s; heat by Kader's (1981) law
 * of the wall, for Prandtl numbers from 0.01 to 1000. In calm air viscosity / d, and that over the
 * Prandtl number. */
SM_FN struct sm_wall_transfer sm_smooth_wall(float speed, float d, float viscosity, float prandtl) {
  const float given = speed * d / viscosity, most = 1e12f, least = 1e-6f;
  const float reynolds = given < least ? least : given < most ? given : most;
  const float u = sm_spalding_u_plus(reynolds), y = reynolds / u, slow = viscosity / d;
  const float root = sm_power(prandtl, 1.0f / 3.0f), beta = 3.85f * root - 1.3f;
  const float z = prandtl * y, cube = prandtl * prandtl * prandtl;
  const float gamma = 0.01f * z * z * z * z / (1.0f + 5.0f * cube * y);
  const float far = 2.12f * sm_log((1.0f + y) * prandtl) + beta * beta;
  const float t = z * sm_exp(-gamma) + far * sm_exp(-1.0f / (gamma + 1e-6f));
  const struct sm_wall_transfer e = {slow * y / u, slow * y / t, 0.0f};
  return e;
}

/* --- stability --- */

/* Stability corrections of the logarithm, and dimensionless gradients, of momentum and of heat. */
struct sm_stability_functions {
  float momentum, heat, shear, gradient;
};

/* arctan x for 0 <= x <= 1, to 2e-7 (Hastings 1955). */
SM_FN float sm_arc_tangent(float x) {
  const float s = x * x;
  const float high = s * (0.0429096138f + s * (-0.0161657367f + s * 0.0028662257f));
  const float mid = s * (-0.1420889944f + s * (0.1065626393f + s * (-0.0752896400f + high)));
  return x * (1.0f + s * (-0.3333314528f + s * (0.1999355085f + mid)));
}

/* Stability functions for zeta <= 1: Businger and Dyer, integrated by Paulson (1970), in t = (x -
 * 1) / (x + 1), x = (1 - 15 zeta)^(1/4). */
SM_FN struct sm_stability_functions sm_stability_functions_of(float zeta) {
  const float stable = SM_STABLE_SLOPE * (zeta > 0.0f ? zeta : 0.0f);
  const float unstable = SM_UNSTABLE_SLOPE * (zeta < 0.0f ? -zeta : 0.0f);
  const float square = sqrtf(1.0f + unstable), x = sqrtf(square), over = 1.0f + x;
  const float t = unstable / ((1.0f + square) * over * over);
  const float far = sm_log(1.0f + t * t), near = sm_log(0.5f * over);
  struct sm_stability_functions s;
  s.momentum = stable - (far + 4.0f * near - 2.0f * sm_arc_tangent(t));
  s.heat = stable - 2.0f * (far + 2.0f * near);
  s.shear = (1.0f + stable) / x;
  s.gradient = (1.0f + stable) / square;
  return s;
}

/* Logarithms with stability correction, which takes at most half of either; and their derivatives d
 * ln / d ln zeta. */
struct sm_log_layers {
  float momentum, heat, momentum_growth, heat_growth;
};
SM_FN struct sm_log_layers sm_log_layers_at(float zeta, float momentum, float heat) {
  const struct sm_stability_functions s = sm_stability_functions_of(zeta);
  const float m = momentum + s.momentum, h = heat + s.heat;
  const int full = m > 0.5f * momentum, warm = h > 0.5f * heat;
  struct sm_log_layers p;
  p.momentum = full ? m : 0.5f * momentum;
  p.heat = warm ? h : 0.5f * heat;
  p.momentum_growth = full ? (s.shear - 1.0f) / p.momentum : 0.0f;
  p.heat_growth = warm ? (s.gradient - 1.0f) / p.heat : 0.0f;
  return p;
}

SM_FN struct sm_wall_transfer sm_wall_transfer_at(float speed, float zeta, struct sm_log_layers p) {
  struct sm_wall_transfer e = sm_rough_wall(speed, p.momentum, p.heat);
  e.zeta = zeta;
  return e;
}

/* zeta over ground that is colder than the air by `cold`, in the units of `lift` below, at the
 * square of a speed: solution of a quadratic equation; at most 1. */
SM_FN float sm_zeta_by_difference(float square, float cold, float momentum, float heat) {
  const float slope = SM_STABLE_SLOPE, a = slope * (square - slope * cold);
  const float b = heat * square - 2.0f * slope * momentum * cold;
  const float c = cold * momentum * momentum, inside = b * b + 4.0f * a * c;
  const float below = b + sqrtf(inside > 0.0f ? inside : 0.0f);
  return 2.0f * c < below ? 2.0f * c / below : 1.0f;
}

/* Square of the convective gustiness over u*, times k^2, for -zeta = e^y; the convective velocity
 * is w = u* (-zeta / k)^(1/3). */
SM_FN float sm_gustiness_at(float y) {
  const float karman = (float)SM_KARMAN, minus_log_karman = 0.91629073f;
  return SM_GUSTINESS * SM_GUSTINESS * karman * karman *
         sm_exp((2.0f / 3.0f) * (y + minus_log_karman));
}

/* Newton iteration for y = ln s, s = -zeta, over warm ground: s F_h U^2 / B + G = F_m^2,
 * with F the logarithms with stability, G the gustiness above and B the buoyancy g / T dT, m2/s2;
 * `ratio` is U^2 / B. Four iterations are exact to
 * rounding. */
SM_FN float sm_warm_ground_iterate(float y, float ratio, float momentum, float heat) {
  const struct sm_log_layers p = sm_log_layers_at(-sm_exp(y), momentum, heat);
  const float wind = sm_exp(y) * p.heat * ratio, gusts = sm_gustiness_at(y), both = wind + gusts;
  const float growth = (wind * (1.0f + p.heat_growth) + (2.0f / 3.0f) * gusts) / both;
  const float off = sm_log(both / (p.momentum * p.momentum));
  return y - off / (growth - 2.0f * p.momentum_growth);
}
SM_FN struct sm_wall_transfer sm_warm_ground(float speed, float lift, float momentum, float heat) {
  const float square = speed * speed + 1e-12f, least = 1e-9f * square, most = 1e9f * square + 1e6f;
  const float more = lift > least ? lift : least, warm = more < most ? more : most;
  const float ratio = square / warm, karman = (float)SM_KARMAN;
  const float limit = 0.5f * momentum / (SM_GUSTINESS * karman); /* calm limit: s = k limit^3 */
  float y = -sm_log(ratio * heat / (momentum * momentum) + 1.0f / (karman * limit * limit * limit));
  y = sm_warm_ground_iterate(y, ratio, momentum, heat);
  y = sm_warm_ground_iterate(y, ratio, momentum, heat);
  y = sm_warm_ground_iterate(y, ratio, momentum, heat);
  y = sm_warm_ground_iterate(y, ratio, momentum, heat);
  const struct sm_log_layers p = sm_log_layers_at(-sm_exp(y), momentum, heat);
  const float blown = sqrtf(square + warm * sm_gustiness_at(y) / (p.heat * sm_exp(y)));
  return sm_wall_transfer_at(blown, -sm_exp(y), p);
}

/* Ground of known temperature: `lift` is g / T d (T_ground - T), m2/s2; `momentum` and `heat` are
 * sm_log_layer. */
SM_FN struct sm_wall_transfer sm_ground_by_difference(float given, float lift, float momentum,
                                                      float heat) {
  const float speed = given < 1e4f ? given : 1e4f, cold = lift < 0.0f ? -lift : 0.0f;
  const float zeta = sm_zeta_by_difference(speed * speed + 1e-12f, cold, momentum, heat);
  const struct sm_wall_transfer unstable = sm_warm_ground(speed, lift, momentum, heat);
  const struct sm_wall_transfer stable =
      sm_wall_transfer_at(given, zeta, sm_log_layers_at(zeta, momentum, heat));
  return lift > 0.0f ? unstable : stable;
}

/* zeta over ground that takes up heat, m = 4.7 A^2 k d g / T |Q| / (k U)^3, with the logarithm A: y
 * = 1 + m y^3, y = 1 + 4.7 zeta / A, has the root 3 sin(f / 3) / sin f, cos f = r = sqrt(1 - 27 m /
 * 4), here by a fit that is exact to 4e-6. A larger heat flux than for r = 0 is impossible: y stays
 * 1.5. */
SM_FN float sm_zeta_by_flux(float m, float momentum) {
  const float rest = 1.0f - 6.75f * m, r = sqrtf(rest > 0.0f ? rest : 0.0f);
  const float high = 0.52511388f + r * (-0.36196557f + r * (0.17080963f - r * 0.0379483f));
  const float below = r * (0.86580278f + r * (-0.66181562f + r * high));
  const float zeta = (0.5f - below) * momentum / SM_STABLE_SLOPE;
  return zeta > 0.0f ? (zeta < 1.0f ? zeta : 1.0f) : 0.0f;
}

/* Newton iteration for y = ln s over heated ground: s = b F_m^3; four iterations are exact to
 * 5e-4. */
SM_FN float sm_heated_ground_iterate(float y, float log_b, float momentum, float heat) {
  const struct sm_log_layers p = sm_log_layers_at(-sm_exp(y), momentum, heat);
  return y - (y - log_b - 3.0f * sm_log(p.momentum)) / (1.0f - 3.0f * p.momentum_growth);
}
SM_FN struct sm_wall_transfer sm_heated_ground(float blown, float b, float momentum, float heat) {
  const float log_b = sm_log(b);
  float y = log_b + 3.0f * sm_log(momentum) - sm_log(1.0f + 11.25f * b * momentum * momentum);
  y = sm_heated_ground_iterate(y, log_b, momentum, heat);
  y = sm_heated_ground_iterate(y, log_b, momentum, heat);
  y = sm_heated_ground_iterate(y, log_b, momentum, heat);
  y = sm_heated_ground_iterate(y, log_b, momentum, heat);
  return sm_wall_transfer_at(blown, -sm_exp(y), sm_log_layers_at(-sm_exp(y), momentum, heat));
}

/* Ground of known heat flux: `lift` is g / T d Q, m3/s3, Q upwards, K m/s. */
SM_FN struct sm_wall_transfer sm_ground_by_flux(float given, float lift, float momentum,
                                                float heat) {
  const float speed = given < 1e4f ? given : 1e4f, most = 1e9f;
  const float size = lift < 0.0f ? -lift : lift, flux = size < most ? size : most;
  const float up = lift > 0.0f ? flux : 0.0f, down = lift > 0.0f ? 0.0f : flux;
  const float gusts = SM_GUSTINESS * sm_power(up + 1e-30f, 1.0f / 3.0f);
  const float blown = sqrtf(speed * speed + gusts * gusts + 1e-12f);
  const float cube = (float)(SM_KARMAN * SM_KARMAN) * blown * blown * blown;
  const float m = SM_STABLE_SLOPE * momentum * momentum * down / cube;
  const float zeta = sm_zeta_by_flux(m, momentum);
  const struct sm_wall_transfer unstable =
      sm_heated_ground(blown, up / cube + 1e-12f, momentum, heat);
  const struct sm_wall_transfer stable =
      sm_wall_transfer_at(given, zeta, sm_log_layers_at(zeta, momentum, heat));
  return lift > 0.0f ? unstable : stable;
}
#endif
