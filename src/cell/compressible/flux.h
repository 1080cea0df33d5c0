/* flux.h - Riemann solvers of the compressible solver: states on both sides of a face, and the flux
 * through it.
 *
 * Conserved variables are deviations from a hydrostatic background at rest: r = rho - rho_b, the
 * momentum, and e = rho E - p_b / (gamma - 1), with E without potential energy. Momentum fluxes
 * contain p - p_b, so that without deviations all fluxes are 0, in any precision. With a background
 * of zero the equations have their usual form. Components: the first is normal to the face. Theory:
 * docs/theory/compressible.md. */
#ifndef SM_CELL_COMPRESSIBLE_FLUX_H
#define SM_CELL_COMPRESSIBLE_FLUX_H

#include "cell/port.h"

/* Dry air: cp / cv, and gas constant, J/(kg K). */
#define SM_AIR_GAMMA 1.4
#define SM_AIR_GAS_CONSTANT 287.05

enum { SM_RHO, SM_RHO_U, SM_RHO_V, SM_RHO_W, SM_RHO_E, SM_CONSERVED_FIELDS };

/* Riemann solver, and the variables reconstructed at the faces: conserved variables (Arkhipov), or
 * velocity and pressure. */
enum sm_riemann_solver {
  SM_RIEMANN_KURGANOV_CONSERVED,
  SM_RIEMANN_KURGANOV,
  SM_RIEMANN_HLLC,
  SM_RIEMANN_SLAU
};
#endif

#ifdef SM_REAL
/* Conserved variables: deviation of the density, kg/m3; momentum, kg/(m2 s); deviation of rho E,
 * J/m3. For reconstruction: velocity, m/s, and deviation of the pressure, Pa, instead. Also
 * fluxes. */
struct SM_P(sm_conserved) {
  SM_REAL r, u, v, w, e;
};

/* State on one side of a face. */
struct SM_P(sm_face_state) {
  SM_REAL r, u, v, w; /* as above, with the velocity */
  SM_REAL excess;     /* pressure above the background, Pa */
  SM_REAL e;          /* energy above the background, J/m3 */
  SM_REAL rho, p;     /* total density and pressure, kg/m3, Pa */
  SM_REAL c2;         /* squared speed of sound, m2/s2 */
};

SM_FN SM_REAL SM_P(sm_min)(SM_REAL a, SM_REAL b) { return a < b ? a : b; }
SM_FN SM_REAL SM_P(sm_max)(SM_REAL a, SM_REAL b) { return a > b ? a : b; }
SM_FN SM_REAL SM_P(sm_abs)(SM_REAL a) { return a < 0 ? -a : a; }

/* --- to the faces --- */

/* Generalised minmod limiter (Kurganov and Tadmor 2000): change over a cell. */
SM_FN SM_REAL SM_P(sm_minmod)(SM_REAL low, SM_REAL here, SM_REAL high, SM_REAL theta) {
  const SM_REAL zero = (SM_REAL)0, before = here - low, after = high - here;
  const SM_REAL a = theta * before, b = theta * after, c = (SM_REAL)0.5 * (before + after);
  const SM_REAL least = SM_P(sm_min)(SM_P(sm_min)(a, b), c);
  const SM_REAL most = SM_P(sm_max)(SM_P(sm_max)(a, b), c);
  return SM_P(sm_max)(least, zero) + SM_P(sm_min)(most, zero);
}

/* Mirrored state beyond a wall, else the state of the neighbour. */
SM_FN struct SM_P(sm_conserved)
    SM_P(sm_conserved_mirrored)(int is, struct SM_P(sm_conserved) mirror,
                                struct SM_P(sm_conserved) air) {
  struct SM_P(sm_conserved) q;
  q.r = is ? mirror.r : air.r;
  q.u = is ? -mirror.u : air.u;
  q.v = is ? mirror.v : air.v;
  q.w = is ? mirror.w : air.w;
  q.e = is ? mirror.e : air.e;
  return q;
}

/* Velocity and pressure from conserved variables; rho_b: background density, kg/m3. */
SM_FN struct SM_P(sm_conserved)
    SM_P(sm_conserved_to_primitive)(struct SM_P(sm_conserved) q, SM_REAL rho_b) {
  const SM_REAL per = SM_PER(rho_b + q.r), half = (SM_REAL)0.5;
  struct SM_P(sm_conserved) out = {q.r, q.u * per, q.v * per, q.w * per, 0};
  out.e = (SM_REAL)(SM_AIR_GAMMA - 1) * (q.e - half * (q.u * out.u + q.v * out.v + q.w * out.w));
  return out;
}
/* Temperature above the background, K; per: 1 / density; excess: pressure deviation, Pa; rt: p /
 * rho of the background, m2/s2. */
SM_FN SM_REAL SM_P(sm_temperature_excess)(SM_REAL per, SM_REAL excess, SM_REAL r, SM_REAL rt) {
  return (SM_REAL)(1 / SM_AIR_GAS_CONSTANT) * per * (excess - rt * r);
}

/* Face state from velocity and pressure; p_b: background pressure, Pa; per: 1 / rho. */
SM_FN struct SM_P(sm_face_state)
    SM_P(sm_face_state_primitive)(struct SM_P(sm_conserved) q, SM_REAL rho_b, SM_REAL p_b,
                                  SM_REAL per) {
  struct SM_P(sm_face_state) s = {q.r, q.u, q.v, q.w, q.e, 0, rho_b + q.r, p_b + q.e, 0};
  s.e = (SM_REAL)(1 / (SM_AIR_GAMMA - 1)) * q.e +
        (SM_REAL)0.5 * s.rho * (q.u * q.u + q.v * q.v + q.w * q.w);
  s.c2 = (SM_REAL)SM_AIR_GAMMA * s.p * per;
  return s;
}
/* Face state from conserved variables. */
SM_FN struct SM_P(sm_face_state)
    SM_P(sm_face_state_conserved)(struct SM_P(sm_conserved) q, SM_REAL rho_b, SM_REAL p_b,
                                  SM_REAL per) {
  const SM_REAL u = q.u * per, v = q.v * per, w = q.w * per;
  const SM_REAL excess =
      (SM_REAL)(SM_AIR_GAMMA - 1) * (q.e - (SM_REAL)0.5 * (q.u * u + q.v * v + q.w * w));
  struct SM_P(sm_face_state) s = {q.r, u, v, w, excess, q.e, rho_b + q.r, p_b + excess, 0};
  s.c2 = (SM_REAL)SM_AIR_GAMMA * s.p * per;
  return s;
}

/* --- through a face --- */

/* Central-upwind flux of Kurganov and Tadmor (2000). e_b: p_b / (gamma - 1); least: see below. */
SM_FN struct SM_P(sm_conserved)
    SM_P(sm_flux_kurganov)(const struct SM_P(sm_face_state) * l,
                           const struct SM_P(sm_face_state) * r, SM_REAL e_b, SM_REAL least) {
  (void)least;
  const SM_REAL half = (SM_REAL)0.5;
  const SM_REAL fast_l = SM_P(sm_abs)(l->u) + SM_QUICK_ROOT(l->c2);
  const SM_REAL fast_r = SM_P(sm_abs)(r->u) + SM_QUICK_ROOT(r->c2);
  const SM_REAL a = half * SM_P(sm_max)(fast_l, fast_r);
  const SM_REAL ml = l->rho * l->u, mr = r->rho * r->u, fl = half * ml, fr = half * mr;
  struct SM_P(sm_conserved) f;
  f.r = fl + fr - a * (r->r - l->r);
  f.u = fl * l->u + fr * r->u + half * (l->excess + r->excess) - a * (mr - ml);
  f.v = fl * l->v + fr * r->v - a * (r->rho * r->v - l->rho * l->v);
  f.w = fl * l->w + fr * r->w - a * (r->rho * r->w - l->rho * l->w);
  f.e = half * ((l->e + e_b + l->p) * l->u + (r->e + e_b + r->p) * r->u) - a * (r->e - l->e);
  return f;
}

/* Low-Mach correction (Thornber et al. 2008): velocity jumps are scaled with the larger Mach number
 * of both sides, since their dissipation as sound waves would damp slow flows. The factor is at
 * least `least`: 1 next to a side where sound leaves, to avoid reflections. Arguments: squared
 * speeds, m2/s2. */
SM_FN void SM_P(sm_low_mach_fix)(struct SM_P(sm_face_state) * l, struct SM_P(sm_face_state) * r,
                                 SM_REAL square_l, SM_REAL square_r, SM_REAL least) {
  const SM_REAL half = (SM_REAL)0.5, one = (SM_REAL)1, tiny = (SM_REAL)1e-30;
  const int is_left = square_l * r->c2 > square_r * l->c2;
  const SM_REAL square = is_left ? square_l : square_r, c2 = is_left ? l->c2 : r->c2;
  const SM_REAL mach = square * SM_PER_ROOT(SM_P(sm_max)(square * c2, tiny));
  const SM_REAL z = SM_P(sm_max)(least, SM_P(sm_min)(one, mach));
  const SM_REAL u = half * (l->u + r->u), du = half * z * (l->u - r->u);
  const SM_REAL v = half * (l->v + r->v), dv = half * z * (l->v - r->v);
  const SM_REAL w = half * (l->w + r->w), dw = half * z * (l->w - r->w);
  l->u = u + du, l->v = v + dv, l->w = w + dw;
  r->u = u - du, r->v = v - dv, r->w = w - dw;
}

/* HLLC flux (Toro, Spruce and Speares 1994) in a form that reduces to the pressure in air at rest:
 * F* = (S* (S_K U_K - F_K) + S_K p* D) / (S_K - S*), D = (0, 1, 0, 0, S*); with the correction
 * above. */
SM_FN struct SM_P(sm_conserved)
    SM_P(sm_flux_hllc)(const struct SM_P(sm_face_state) * left,
                       const struct SM_P(sm_face_state) * right, SM_REAL e_b, SM_REAL least) {
  struct SM_P(sm_face_state) l = *left, r = *right;
  const SM_REAL zero = (SM_REAL)0, half = (SM_REAL)0.5;
  const SM_REAL cl = SM_QUICK_ROOT(l.c2), cr = SM_QUICK_ROOT(r.c2);
  const SM_REAL had_l = l.u * l.u + l.v * l.v + l.w * l.w;
  const SM_REAL had_r = r.u * r.u + r.v * r.v + r.w * r.w;
  SM_P(sm_low_mach_fix)(&l, &r, had_l, had_r, least);
  l.e += half * l.rho * (l.u * l.u + l.v * l.v + l.w * l.w - had_l);
  r.e += half * r.rho * (r.u * r.u + r.v * r.v + r.w * r.w - had_r);
  const SM_REAL sl = SM_P(sm_min)(l.u - cl, r.u - cr);
  const SM_REAL sr = SM_P(sm_max)(l.u + cl, r.u + cr);
  const SM_REAL al = l.rho * (sl - l.u), ar = r.rho * (sr - r.u);
  const SM_REAL star = (r.excess - l.excess + l.u * al - r.u * ar) * SM_PER(al - ar);
  const SM_REAL excess =
      half * (l.excess + al * (star - l.u) + r.excess + ar * (star - r.u)); /* equal up to
                                                                               rounding */
  const int is_left = star > zero;
  const SM_REAL s = is_left ? sl : sr, rho = is_left ? l.rho : r.rho;
  const SM_REAL u = is_left ? l.u : r.u, v = is_left ? l.v : r.v, w = is_left ? l.w : r.w;
  const SM_REAL p = is_left ? l.p : r.p, own = is_left ? l.excess : r.excess;
  const SM_REAL e = (is_left ? l.e : r.e) + e_b, p_b = (SM_REAL)(SM_AIR_GAMMA - 1) * e_b;
  /* Supersonic flow: S_K and S* have the same sign, nothing propagates upstream. */
  const int beyond = is_left ? sl > zero : sr < zero;
  const SM_REAL per = SM_PER(s - star), m = rho * u;
  const SM_REAL mass = beyond ? m : star * rho * (s - u) * per;
  struct SM_P(sm_conserved) f;
  f.r = mass;
  f.u = beyond ? m * u + own : (star * (s * m - m * u - own) + s * excess) * per;
  f.v = mass * v;
  f.w = mass * w;
  f.e = beyond ? (e + p) * u : star * (s * e - (e + p) * u + s * (excess + p_b)) * per;
  return f;
}

/* SLAU2 flux (Kitamura and Shima 2013). With 2/3 of the speed of sound its velocity jumps are those
 * of sound waves. */
SM_FN struct SM_P(sm_conserved)
    SM_P(sm_flux_slau)(const struct SM_P(sm_face_state) * l, const struct SM_P(sm_face_state) * r,
                       SM_REAL e_b, SM_REAL least) {
  const SM_REAL zero = (SM_REAL)0, one = (SM_REAL)1, half = (SM_REAL)0.5, fourth = (SM_REAL)0.25;
  const SM_REAL c = half * (SM_QUICK_ROOT(l->c2) + SM_QUICK_ROOT(r->c2)), per = SM_PER(c);
  const SM_REAL m = l->u * per, n = r->u * per; /* Mach numbers */
  const SM_REAL size_l = SM_P(sm_abs)(l->u), size_r = SM_P(sm_abs)(r->u);
  const SM_REAL g =
      -SM_P(sm_max)(SM_P(sm_min)(m, zero), -one) * SM_P(sm_min)(SM_P(sm_max)(n, zero), one);
  const SM_REAL mean = (l->rho * size_l + r->rho * size_r) * SM_PER(l->rho + r->rho);
  const SM_REAL fast = SM_ROOT(
      half * (l->u * l->u + l->v * l->v + l->w * l->w + r->u * r->u + r->v * r->v + r->w * r->w));
  const SM_REAL slow = one - SM_P(sm_min)(one, fast * per), chi = slow * slow;
  const SM_REAL mass = half * (l->rho * (l->u + (one - g) * mean + g * size_l) +
                               r->rho * (r->u - (one - g) * mean - g * size_r) -
                               chi * per * (r->excess - l->excess));
  const SM_REAL fl = size_l < c ? fourth * (2 - m) * (m + 1) * (m + 1) : (m > zero ? one : zero);
  const SM_REAL fr = size_r < c ? fourth * (2 + n) * (n - 1) * (n - 1) : (n > zero ? zero : one);
  const SM_REAL excess = half * (l->excess + r->excess) +
                         half * (fl - fr) * (l->excess - r->excess) +
                         half * SM_P(sm_max)(fast, least * (SM_REAL)(2.0 / 3) * c) *
                             (fl + fr - one) * (l->rho + r->rho) * c;
  const int is_left = mass > zero;
  const SM_REAL per_rho = SM_PER(is_left ? l->rho : r->rho);
  struct SM_P(sm_conserved) f;
  f.r = mass;
  f.u = mass * (is_left ? l->u : r->u) + excess;
  f.v = mass * (is_left ? l->v : r->v);
  f.w = mass * (is_left ? l->w : r->w);
  f.e = mass * (e_b + (is_left ? l->e + l->p : r->e + r->p)) * per_rho;
  return f;
}
#endif
