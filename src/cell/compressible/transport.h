/* compressible/transport.h - scalar transport in the compressible solver, with the mass flux.
 *
 * The fields are mass fractions Y, or energy per mass. The stages of the air accumulate the
 * weighted mean mass flux F through each face in a step, with rho_end = rho_begin - dt div F,
 * consistent with the air's own density to rounding; in between, density is linear in time. A
 * stage
 * rho_to Y_to = share rho_begin Y_begin + (1 - share) (rho_now Y_now + dt (- div(F Y_face) + ...))
 * whose densities obey the same equation conserves the sum of rho Y, and a uniform Y, exactly; Y
 * stays between the surrounding values while dt sm_cell_compressible_transport_rate is at most 1.
 * Face values are those of transport.h, with F in place of the velocity. Theory:
 * docs/theory/compressible.md. */
#ifndef SM_CELL_COMPRESSIBLE_TRANSPORT_H
#define SM_CELL_COMPRESSIBLE_TRANSPORT_H

#include "cell/compressible/stage.h"
#include "cell/scalars/transport.h"

/* Mass flux through the low faces across an axis, kg/(m2 s): to = keep to + weight F(q), with the
 * fluxes of the stages. Everything that depends on the axis is an argument, so that rows can be
 * vectorised. */
struct sm_compressible_mass_flux {
  ptrdiff_t step[3];
  ptrdiff_t across;                      /* step along the axis */
  int low, high, leaves;                 /* bits in walls across the axis */
  int up;                                /* change of layer to the next cell: 1 along z, else 0 */
  union sm_reals q[SM_CONSERVED_FIELDS]; /* with the momentum along the axis first */
  union sm_reals rho;                    /* background density per layer, kg/m3 */
  union sm_reals rho_face, p_face;       /* background on the low faces of layer k */
  union sm_reals to;
  const int32_t *walls; /* fields.h */
  double keep, weight, theta;
};

/* Density at the end of a step, kg/m3. */
struct sm_end_density {
  union sm_reals rho, r; /* background per layer; deviation from the background */
};

struct sm_compressible_transport {
  struct sm_scalar_transport
      t; /* u: F, the mean mass flux of the step; begin, now and to: per mass of air */
  struct sm_end_density end;
  double begin, now, to; /* remaining fractions of the step at these states */
};

/* Arguments as for scalar_boundary_flux. */
struct sm_compressible_boundary_flux {
  struct sm_scalar_boundary_flux side;
  struct sm_end_density end;
};

/* Source, added to g.t.to; g.to: remaining fraction of the step. Box: as for scalar_release. */
struct sm_compressible_release {
  struct sm_compressible_transport g;
  struct sm_scalar_release release;
};
#endif

#ifdef SM_REAL
SM_FN void SM_P(sm_mass_flux)(const struct sm_compressible_mass_flux *s, int i, int j, int k,
                              enum sm_riemann_solver scheme) {
  const ptrdiff_t c = i + j * s->step[1] + k * s->step[2], sa = s->across;
  const struct SM_P(sm_stage_line) line = {SM_AT(s->q[SM_RHO]),
                                           SM_AT(s->q[SM_RHO_U]),
                                           SM_AT(s->q[SM_RHO_V]),
                                           SM_AT(s->q[SM_RHO_W]),
                                           SM_AT(s->q[SM_RHO_E]),
                                           s->walls,
                                           sa,
                                           s->low,
                                           s->high,
                                           s->leaves,
                                           (SM_REAL)s->theta};
  const int up = s->up, own = s->walls[c], before = s->walls[c - sa];
  const SM_REAL *rho = SM_AT(s->rho) + k;
  struct SM_P(sm_conserved) q[4]; /* states of the cells c - 2, c - 1, c, c + 1 */
  for (int m = 0; m < 4; m++)
    q[m] = SM_P(sm_face_variables)(SM_P(sm_conserved_at)(&line, c + (m - 2) * sa),
                                   rho[(m - 2) * up], scheme);
  const struct SM_P(sm_conserved) low = SM_P(sm_reconstruct)(
      q[1], SM_P(sm_limited_slopes)(&line, before, q[0], q[1], q[2]), (SM_REAL)0.5);
  const struct SM_P(sm_conserved) high = SM_P(sm_reconstruct)(
      q[2], SM_P(sm_limited_slopes)(&line, own, q[1], q[2], q[3]), (SM_REAL)-0.5);
  const struct SM_P(sm_conserved) f = SM_P(sm_face_flux)(
      low, high, own & s->low, own & s->leaves, SM_AT(s->rho_face)[k], SM_AT(s->p_face)[k], scheme);
  SM_AT(s->to)[c] = (SM_REAL)s->keep * SM_AT(s->to)[c] + (SM_REAL)s->weight * f.r;
}
#define SM_MASS_FLUX(NAME, SCHEME)                                                                 \
  SM_FN void SM_P(sm_cell_compressible_mass_##NAME)(const struct sm_compressible_mass_flux *s,     \
                                                    int i, int j, int k) {                         \
    SM_P(sm_mass_flux)(s, i, j, k, SCHEME);                                                        \
  }
SM_MASS_FLUX(hllc, SM_RIEMANN_HLLC)
SM_MASS_FLUX(slau, SM_RIEMANN_SLAU)
SM_MASS_FLUX(kurganov, SM_RIEMANN_KURGANOV)
SM_MASS_FLUX(kurganov_conserved, SM_RIEMANN_KURGANOV_CONSERVED)
#undef SM_MASS_FLUX

/* Density in a cell; on its low face across an axis. */
SM_FN SM_REAL SM_P(sm_density_in_cell)(const struct sm_end_density *s, ptrdiff_t c, int k) {
  return SM_AT(s->rho)[k] + SM_AT(s->r)[c];
}
SM_FN SM_REAL SM_P(sm_density_on_face)(const struct sm_end_density *s, ptrdiff_t c, int k,
                                       ptrdiff_t step, int axis) {
  const int down = axis == 2 ? 1 : 0;
  return (SM_REAL)0.5 *
         (SM_P(sm_density_in_cell)(s, c - step, k - down) + SM_P(sm_density_in_cell)(s, c, k));
}

/* dt div F over the whole step: density at the start minus density at the end. */
SM_FN SM_REAL SM_P(sm_density_decrease)(const struct sm_compressible_transport *g, ptrdiff_t c,
                                        int i, int j, int k) {
  const struct sm_flow_metric *m = &g->t.m;
  const SM_REAL *x = SM_AT(g->t.u[0]) + c, *y = SM_AT(g->t.u[1]) + c, *z = SM_AT(g->t.u[2]) + c;
  return (SM_REAL)g->t.clock->step * ((x[1] - x[0]) * SM_AT(m->per_width[0])[i] +
                                      (y[m->step[1]] - y[0]) * SM_AT(m->per_width[1])[j] +
                                      (z[m->step[2]] - z[0]) * SM_AT(m->per_width[2])[k]);
}

SM_FN struct SM_P(sm_scalar_balance_of)
    SM_P(sm_compressible_balance)(const struct sm_compressible_transport *g, ptrdiff_t c, int axis,
                                  int i, int k) {
  const ptrdiff_t step = axis == 0 ? 1 : g->t.m.step[axis];
  const SM_REAL low = SM_P(sm_density_on_face)(&g->end, c, k, step, axis);
  const SM_REAL high =
      SM_P(sm_density_on_face)(&g->end, c + step, axis == 2 ? k + 1 : k, step, axis);
  return SM_P(sm_scalar_balance_along)(&g->t, c, axis, i, low, high);
}

/* Result of a stage with tendency `gain`, kg/(m3 s), and outgoing rate `spread`; loss: 1/s. The
 * tail ahead of the transported field is flushed to 0 as for sound (sm_flush_tiny). */
SM_FN SM_REAL SM_P(sm_compressible_next)(const struct sm_compressible_transport *g, ptrdiff_t c,
                                         int k, SM_REAL gain, SM_REAL spread, SM_REAL loss) {
  const struct sm_scalar_transport *s = &g->t;
  const SM_REAL now = SM_AT(s->now)[c], begin = SM_AT(s->begin)[c];
  const SM_REAL end = SM_P(sm_density_in_cell)(&g->end, c, k),
                decrease = (SM_REAL)s->clock->step * spread;
  const SM_REAL at_begin = end + (SM_REAL)g->begin * decrease,
                at_now = end + (SM_REAL)g->now * decrease;
  const SM_REAL least = (SM_REAL)(sizeof(SM_REAL) == 4 ? 1e-30 : 1e-250);
  const SM_REAL dt = (SM_REAL)((1.0 - s->share) * s->part * s->clock->step);
  const SM_REAL all = gain + spread * now - loss * at_now * now;
  const SM_REAL change = (SM_REAL)s->share * at_begin * (begin - now) + dt * all;
  const SM_REAL next = now + change / (end + (SM_REAL)g->to * decrease);
  return SM_P(sm_size_of)(next) < least ? (SM_REAL)0 : next;
}

SM_FN void SM_P(sm_cell_compressible_transport)(const struct sm_compressible_transport *g, int i,
                                                int j, int k) {
  const struct sm_scalar_transport *s = &g->t;
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  const struct SM_P(sm_scalar_balance_of) x = SM_P(sm_compressible_balance)(g, c, 0, i, k);
  SM_LOADS_END;
  const struct SM_P(sm_scalar_balance_of) y = SM_P(sm_compressible_balance)(g, c, 1, j, k);
  SM_LOADS_END;
  const struct SM_P(sm_scalar_balance_of) z = SM_P(sm_compressible_balance)(g, c, 2, k, k);
  const SM_REAL loss = (SM_REAL)s->decay + (SM_REAL)s->deposition * (x.walls + y.walls + z.walls);
  SM_AT(s->to)
  [c] = SM_P(sm_compressible_next)(g, c, k, x.gain + y.gain + z.gain,
                                   x.spread + y.spread + z.spread, loss);
}

SM_FN double SM_P(sm_cell_compressible_transport_rate)(const struct sm_compressible_transport *g,
                                                       int i, int j, int k) {
  const struct sm_scalar_transport *s = &g->t;
  const ptrdiff_t *step = s->m.step, c = i + j * step[1] + k * step[2];
  const SM_REAL end = SM_P(sm_density_in_cell)(&g->end, c, k),
                decrease = SM_P(sm_density_decrease)(g, c, i, j, k);
  const SM_REAL per = 1 / (decrease < 0 ? end + decrease : end);
  const SM_REAL x0 = SM_P(sm_density_on_face)(&g->end, c, k, 1, 0);
  const SM_REAL x1 = SM_P(sm_density_on_face)(&g->end, c + 1, k, 1, 0);
  const SM_REAL y0 = SM_P(sm_density_on_face)(&g->end, c, k, step[1], 1);
  const SM_REAL y1 = SM_P(sm_density_on_face)(&g->end, c + step[1], k, step[1], 1);
  const SM_REAL z0 = SM_P(sm_density_on_face)(&g->end, c, k, step[2], 2);
  const SM_REAL z1 = SM_P(sm_density_on_face)(&g->end, c + step[2], k + 1, step[2], 2);
  const SM_REAL x = SM_P(sm_rate_along)(s, c, 0, i, x0, x1, per);
  const SM_REAL y = SM_P(sm_rate_along)(s, c, 1, j, y0, y1, per);
  const SM_REAL z = SM_P(sm_rate_along)(s, c, 2, k, z0, z1, per);
  return (double)(x + y + z + (SM_REAL)s->decay);
}

SM_FN double SM_P(sm_cell_compressible_boundary_flux)(const struct sm_compressible_boundary_flux *s,
                                                      int p, int q, int r) {
  const ptrdiff_t *step = s->side.t.m.step;
  const int axis = s->side.axis, a = axis == 0 ? 1 : 0, b = axis == 2 ? 1 : 2;
  const int k = axis == 2 ? s->side.face : q;
  const ptrdiff_t c = s->side.face * step[axis] + p * step[a] + q * step[b];
  (void)r;
  return SM_P(sm_scalar_flux_out)(&s->side, p, q,
                                  SM_P(sm_density_on_face)(&s->end, c, k, step[axis], axis));
}

/* Conversion from mass fraction to kg/m3, and back. */
SM_FN void SM_P(sm_cell_compressible_per_volume)(const struct sm_compressible_transport *g, int i,
                                                 int j, int k) {
  const ptrdiff_t c = i + j * g->t.m.step[1] + k * g->t.m.step[2];
  const SM_REAL left = (SM_REAL)g->now * SM_P(sm_density_decrease)(g, c, i, j, k);
  SM_AT(g->t.to)[c] = SM_AT(g->t.now)[c] * (SM_P(sm_density_in_cell)(&g->end, c, k) + left);
}
SM_FN void SM_P(sm_cell_compressible_per_mass)(const struct sm_compressible_transport *g, int i,
                                               int j, int k) {
  const ptrdiff_t c = i + j * g->t.m.step[1] + k * g->t.m.step[2];
  const SM_REAL left = (SM_REAL)g->now * SM_P(sm_density_decrease)(g, c, i, j, k);
  SM_AT(g->t.to)[c] = SM_AT(g->t.now)[c] / (SM_P(sm_density_in_cell)(&g->end, c, k) + left);
}

SM_FN void SM_P(sm_cell_compressible_release)(const struct sm_compressible_release *s, int i, int j,
                                              int k) {
  const struct sm_scalar_release *f = &s->release;
  const int64_t m = sm_csr_index(i, j, k);
  if (m >= f->count) return;
  const ptrdiff_t c = (ptrdiff_t)f->cell[m], *step = s->g.t.m.step;
  const ptrdiff_t z = step[2] > 0 ? c / step[2] : 0, rest = c - z * step[2];
  const ptrdiff_t y = step[1] > 0 ? rest / step[1] : 0, x = rest - y * step[1];
  const SM_REAL decrease = SM_P(sm_density_decrease)(&s->g, c, (int)x, (int)y, (int)z);
  const SM_REAL rho = SM_P(sm_density_in_cell)(&s->g.end, c, (int)z) + (SM_REAL)s->g.to * decrease;
  SM_AT(s->g.t.to)[c] += (SM_REAL)(f->weight * f->clock->step * f->per[m]) / rho;
}
#endif
