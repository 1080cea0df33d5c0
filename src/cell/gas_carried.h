/* gas_carried.h - cells of the compressible solver: what the air carries, by its mass.
 *
 * What is held is the part of the air's mass, Y, or energy per mass. The stages of the air leave
 * behind how much mass goes through each face in a step, their weighted mean F, with which
 * rho_end = rho_begin - dt div F, as the air's own density has it, to rounding; between them the
 * density is linear in time. So a stage
 *   rho_to Y_to = share rho_begin Y_begin + (1 - share) (rho_now Y_now + dt (- div(F Y_face) +
 * ...)) whose densities obey the same equation keeps the sum of rho Y, and a uniform Y, exactly;
 * and Y between the values around it while dt sm_cell_gas_transport_rate is at most 1. What goes
 * through a face is that of transport.h, with F in place of the wind. Theory:
 * docs/theory/compressible.md.
 */
#ifndef SM_CELL_GAS_CARRIED_H
#define SM_CELL_GAS_CARRIED_H

#include "cell/gas_stage.h"
#include "cell/transport.h"

/* The mass that goes through the low faces across an axis, kg/(m2 s): to = keep to + weight F(q).
 * The fluxes are those of the stages. */
struct sm_gas_mass {
  struct sm_flow_metric m;
  struct sm_gas_background b;
  union sm_reals q[SM_GAS_FIELDS];
  union sm_reals to;
  const int32_t *walls; /* as of sm_gas_stage */
  double keep, weight, theta;
  int axis;
};

struct sm_gas_transport {
  struct sm_transport t; /* u: F, the mean over the step; begin, now and to: per mass of air */
  union sm_reals rho, r; /* kg/m3: of the background, by layer; deviation at the end of the step */
  double begin, now, to; /* parts of the step that are left after these states */
};

/* As transport_side. */
struct sm_gas_transport_side {
  struct sm_gas_transport g;
  int axis, face;
  double sign;
};

/* A source, into g.t.to, of which g.to of the step are left. Box: as of scalar_release. */
struct sm_gas_release {
  struct sm_gas_transport g;
  struct sm_scalar_release release;
};
#endif

#ifdef SM_REAL
#define SM_GAS_THROUGH(NAME, FLUX)                                                                 \
  SM_FN void SM_P(sm_cell_##NAME)(const struct sm_gas_mass *s, int i, int j, int k) {              \
    const int a = s->axis, up = a == 2;                                                            \
    const int u = SM_GAS_U + a, v = SM_GAS_U + (a + 1) % 3, w = SM_GAS_U + (a + 2) % 3;            \
    const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2], sa = a == 0 ? 1 : s->m.step[a];   \
    const SM_REAL *rho = SM_AT(s->b.rho) + k, theta = (SM_REAL)s->theta;                           \
    const SM_REAL rl = up ? SM_AT(s->b.rho_low)[k] : rho[0];                                       \
    const SM_REAL pl = up ? SM_AT(s->b.p_low)[k] : SM_AT(s->b.p)[k];                               \
    const SM_REAL el = (SM_REAL)(1 / (SM_GAS_GAMMA - 1)) * pl;                                     \
    const struct SM_P(sm_gas) s1 = SM_GAS_AT(-sa, rho[up ? -1 : 0]), s2 = SM_GAS_AT(0, rho[0]);    \
    const int low = SM_OPEN_WEST << 2 * a, high = SM_OPEN_EAST << 2 * a, own = s->walls[c];        \
    const struct SM_P(sm_gas) s0 =                                                                 \
        SM_P(sm_gas_mirrored)(s->walls[c - sa] & low, s1, SM_GAS_AT(-2 * sa, rho[up ? -2 : 0]));   \
    const struct SM_P(sm_gas) s3 =                                                                 \
        SM_P(sm_gas_mirrored)(own & high, s2, SM_GAS_AT(sa, rho[up ? 1 : 0]));                     \
    const struct SM_P(sm_gas_side) l =                                                             \
        SM_P(sm_gas_side_of)(SM_P(sm_gas_at_face)(s0, s1, s2, theta, (SM_REAL)0.5), rl, pl);       \
    const struct SM_P(sm_gas_side) r =                                                             \
        SM_P(sm_gas_side_of)(SM_P(sm_gas_at_face)(s1, s2, s3, theta, (SM_REAL)-0.5), rl, pl);      \
    const SM_REAL through = own & low ? (SM_REAL)0 : FLUX(&l, &r, el).r;                           \
    SM_AT(s->to)[c] = (SM_REAL)s->keep * SM_AT(s->to)[c] + (SM_REAL)s->weight * through;           \
  }
/* Cell c + S, turned so that the axis comes first. */
#define SM_GAS_AT(S, RHO)                                                                          \
  SM_P(sm_gas_primitive)                                                                           \
  ((struct SM_P(sm_gas)){SM_AT(s->q[SM_GAS_MASS])[c + (S)], SM_AT(s->q[u])[c + (S)],               \
                         SM_AT(s->q[v])[c + (S)], SM_AT(s->q[w])[c + (S)],                         \
                         SM_AT(s->q[SM_GAS_ENERGY])[c + (S)]},                                     \
   RHO)
SM_GAS_THROUGH(gas_mass_hllc, SM_P(sm_gas_hllc))
SM_GAS_THROUGH(gas_mass_slau, SM_P(sm_gas_slau))
SM_GAS_THROUGH(gas_mass_kurganov, SM_P(sm_gas_kurganov))
#undef SM_GAS_AT
#undef SM_GAS_THROUGH

/* Density of a cell at the end of the step; of the low face of one across an axis. */
SM_FN SM_REAL SM_P(sm_mass_in)(const struct sm_gas_transport *g, ptrdiff_t c, int k) {
  return SM_AT(g->rho)[k] + SM_AT(g->r)[c];
}
SM_FN SM_REAL SM_P(sm_mass_at)(const struct sm_gas_transport *g, ptrdiff_t c, int k, int axis) {
  const ptrdiff_t step = axis == 0 ? 1 : g->t.m.step[axis];
  const int down = axis == 2 ? 1 : 0;
  return (SM_REAL)0.5 * (SM_P(sm_mass_in)(g, c - step, k - down) + SM_P(sm_mass_in)(g, c, k));
}

/* dt div F over the whole step: how much denser than at its end the air was at its begin. */
SM_FN SM_REAL SM_P(sm_mass_lost)(const struct sm_gas_transport *g, ptrdiff_t c, int i, int j,
                                 int k) {
  const struct sm_flow_metric *m = &g->t.m;
  const SM_REAL *x = SM_AT(g->t.u[0]) + c, *y = SM_AT(g->t.u[1]) + c, *z = SM_AT(g->t.u[2]) + c;
  return (SM_REAL)g->t.clock->step * ((x[1] - x[0]) * SM_AT(m->per_width[0])[i] +
                                      (y[m->step[1]] - y[0]) * SM_AT(m->per_width[1])[j] +
                                      (z[m->step[2]] - z[0]) * SM_AT(m->per_width[2])[k]);
}

SM_FN struct SM_P(sm_balance_of)
    SM_P(sm_mass_balance)(const struct sm_gas_transport *g, ptrdiff_t c, int axis, int i, int k) {
  const ptrdiff_t step = axis == 0 ? 1 : g->t.m.step[axis];
  const SM_REAL low = SM_P(sm_mass_at)(g, c, k, axis);
  const SM_REAL high = SM_P(sm_mass_at)(g, c + step, axis == 2 ? k + 1 : k, axis);
  return SM_P(sm_balance_along)(&g->t, c, axis, i, low, high);
}

SM_FN void SM_P(sm_cell_gas_transport)(const struct sm_gas_transport *g, int i, int j, int k) {
  const struct sm_transport *s = &g->t;
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  const struct SM_P(sm_balance_of) x = SM_P(sm_mass_balance)(g, c, 0, i, k);
  const struct SM_P(sm_balance_of) y = SM_P(sm_mass_balance)(g, c, 1, j, k);
  const struct SM_P(sm_balance_of) z = SM_P(sm_mass_balance)(g, c, 2, k, k);
  const SM_REAL now = SM_AT(s->now)[c], begin = SM_AT(s->begin)[c];
  const SM_REAL spread = x.spread + y.spread + z.spread, end = SM_P(sm_mass_in)(g, c, k);
  const SM_REAL lost = (SM_REAL)s->clock->step * spread;
  const SM_REAL at_begin = end + (SM_REAL)g->begin * lost, at_now = end + (SM_REAL)g->now * lost;
  const SM_REAL loss = (SM_REAL)s->decay + (SM_REAL)s->deposition * (x.walls + y.walls + z.walls);
  const SM_REAL dt = (SM_REAL)((1.0 - s->share) * s->part * s->clock->step);
  const SM_REAL gain = x.gain + y.gain + z.gain + spread * now - loss * at_now * now;
  const SM_REAL change = (SM_REAL)s->share * at_begin * (begin - now) + dt * gain;
  SM_AT(s->to)[c] = now + change / (end + (SM_REAL)g->to * lost);
}

SM_FN double SM_P(sm_cell_gas_transport_rate)(const struct sm_gas_transport *g, int i, int j,
                                              int k) {
  const struct sm_transport *s = &g->t;
  const ptrdiff_t *step = s->m.step, c = i + j * step[1] + k * step[2];
  const SM_REAL end = SM_P(sm_mass_in)(g, c, k), lost = SM_P(sm_mass_lost)(g, c, i, j, k);
  const SM_REAL per = 1 / (lost < 0 ? end + lost : end);
  const SM_REAL x0 = SM_P(sm_mass_at)(g, c, k, 0), x1 = SM_P(sm_mass_at)(g, c + 1, k, 0);
  const SM_REAL y0 = SM_P(sm_mass_at)(g, c, k, 1), y1 = SM_P(sm_mass_at)(g, c + step[1], k, 1);
  const SM_REAL z0 = SM_P(sm_mass_at)(g, c, k, 2), z1 = SM_P(sm_mass_at)(g, c + step[2], k + 1, 2);
  const SM_REAL x = SM_P(sm_rate_along)(s, c, 0, i, x0, x1, per);
  const SM_REAL y = SM_P(sm_rate_along)(s, c, 1, j, y0, y1, per);
  const SM_REAL z = SM_P(sm_rate_along)(s, c, 2, k, z0, z1, per);
  return (double)(x + y + z + (SM_REAL)s->decay);
}

SM_FN double SM_P(sm_cell_gas_transport_side)(const struct sm_gas_transport_side *s, int p, int q,
                                              int r) {
  const struct sm_transport_side side = {s->g.t, s->axis, s->face, s->sign};
  const ptrdiff_t *step = s->g.t.m.step;
  const int a = s->axis == 0 ? 1 : 0, b = s->axis == 2 ? 1 : 2, k = s->axis == 2 ? s->face : q;
  const ptrdiff_t across = s->axis == 0 ? 1 : step[s->axis], along = a == 0 ? 1 : step[a];
  (void)r;
  return SM_P(sm_through_side)(
      &side, p, q, SM_P(sm_mass_at)(&s->g, s->face * across + p * along + q * step[b], k, s->axis));
}

/* Of what is held per mass, how much is in a volume, kg/m3; and the other way round. */
SM_FN void SM_P(sm_cell_gas_per_volume)(const struct sm_gas_transport *g, int i, int j, int k) {
  const ptrdiff_t c = i + j * g->t.m.step[1] + k * g->t.m.step[2];
  const SM_REAL left = (SM_REAL)g->now * SM_P(sm_mass_lost)(g, c, i, j, k);
  SM_AT(g->t.to)[c] = SM_AT(g->t.now)[c] * (SM_P(sm_mass_in)(g, c, k) + left);
}
SM_FN void SM_P(sm_cell_gas_per_mass)(const struct sm_gas_transport *g, int i, int j, int k) {
  const ptrdiff_t c = i + j * g->t.m.step[1] + k * g->t.m.step[2];
  const SM_REAL left = (SM_REAL)g->now * SM_P(sm_mass_lost)(g, c, i, j, k);
  SM_AT(g->t.to)[c] = SM_AT(g->t.now)[c] / (SM_P(sm_mass_in)(g, c, k) + left);
}

SM_FN void SM_P(sm_cell_gas_release)(const struct sm_gas_release *s, int i, int j, int k) {
  const struct sm_scalar_release *f = &s->release;
  const int64_t m = sm_csr_index(i, j, k);
  if (m >= f->count) return;
  const ptrdiff_t c = (ptrdiff_t)f->cell[m], *step = s->g.t.m.step;
  const ptrdiff_t z = step[2] > 0 ? c / step[2] : 0, rest = c - z * step[2];
  const ptrdiff_t y = step[1] > 0 ? rest / step[1] : 0, x = rest - y * step[1];
  const SM_REAL lost = SM_P(sm_mass_lost)(&s->g, c, (int)x, (int)y, (int)z);
  const SM_REAL rho = SM_P(sm_mass_in)(&s->g, c, (int)z) + (SM_REAL)s->g.to * lost;
  SM_AT(s->g.t.to)[c] += (SM_REAL)(f->weight * f->clock->step * f->per[m]) / rho;
}
#endif
