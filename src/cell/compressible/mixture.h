/* mixture.h - gas mixture in cells of the compressible solver.
 *
 * The stages of the solver (compressible/stage.h) treat a gas of gamma0 = 1.4, whose energy
 * represents the pressure: p = (gamma0 - 1)(rho E - rho u^2 / 2). This way uniform pressure and
 * wind stay uniform for any composition. The passes here add the properties of a mixture:
 * temperature from pressure, density and mass fractions; pressure changes of a gas with its own
 * gamma; diffusion of heat and species. Lists of cells: mixture_list.h. Sums over species are
 * double. Theory: docs/theory/reacting-flow.md. */
#ifndef SM_CELL_COMPRESSIBLE_MIXTURE_H
#define SM_CELL_COMPRESSIBLE_MIXTURE_H

#include "cell/compressible/mixture_args.h"

#endif

#ifdef SM_REAL
/* State of a cell: kg/m3, Pa; pressure part of the energy above the background, J/m3. */
struct SM_P(sm_mixture_cell) {
  double rho, p;
};
SM_FN struct SM_P(sm_mixture_cell)
    SM_P(sm_mixture_cell_of)(const struct sm_mixture_air *a, ptrdiff_t c, int k) {
  const double rho = (double)SM_AT(a->b.rho)[k] + (double)SM_AT(a->q[SM_RHO])[c];
  const double u = (double)SM_AT(a->q[SM_RHO_U])[c], v = (double)SM_AT(a->q[SM_RHO_V])[c];
  const double w = (double)SM_AT(a->q[SM_RHO_W])[c], e = (double)SM_AT(a->q[SM_RHO_E])[c];
  struct SM_P(sm_mixture_cell) out;
  out.rho = rho;
  out.p = (double)SM_AT(a->b.p)[k] +
          (SM_AIR_GAMMA - 1.0) * (e - 0.5 * (u * u + v * v + w * w) * sm_per_f64(rho));
  return out;
}

/* kmol/kg. */
SM_FN double SM_P(sm_mixture_moles)(const struct sm_mixture_air *a, ptrdiff_t c) {
  const SM_REAL *y = SM_AT(a->y) + c;
  double moles = 0.0;
  for (int n = 0; n < a->t.species; n++) moles += (double)y[n * a->next] * a->t.per_weight[n];
  return moles;
}

/* Adds a pressure change to the energy. */
SM_FN void SM_P(sm_mixture_add_pressure)(const struct sm_mixture_air *a, ptrdiff_t c, double more) {
  SM_AT(a->q[SM_RHO_E])[c] += (SM_REAL)(more / (SM_AIR_GAMMA - 1.0));
}

/* Temperature of a gas with mass fractions y (elements `next` apart) and internal energy e, J/kg,
 * by Newton's method from a guess. */
SM_FN double SM_P(sm_mixture_temperature)(const struct sm_mixture_tables *t, const SM_REAL *y,
                                          ptrdiff_t next, double e, double guess) {
  double T = guess;
  for (int turn = 0; turn < 20; turn++) {
    const double per_t = sm_per_f64(T), log_t = sm_chem_log(T);
    double has = 0.0, cv = 0.0;
    for (int n = 0; n < t->species; n++) {
      const struct sm_mixture_heat s =
          sm_mixture_heat_of(t->thermo + n * SM_MIXTURE_THERMO, T, per_t, log_t);
      const double part = (double)y[n * next] * t->per_weight[n];
      has += part * (s.h - 1.0);
      cv += part * (s.cp - 1.0);
    }
    const double change = (e * (1.0 / SM_MIXTURE_R) - has * T) * sm_per_f64(cv);
    /* limits the change to half, for steep polynomials */
    T += change > 0.5 * T ? 0.5 * T : change < -0.5 * T ? -0.5 * T : change;
    if (change < 1e-13 * T && change > -1e-13 * T) break;
  }
  return T;
}

SM_FN void SM_P(sm_cell_mixture_set_bath)(const struct sm_mixture_set_bath *s, int i, int j,
                                          int k) {
  const struct sm_mixture_air *a = &s->a;
  const ptrdiff_t c = i + j * a->step[1] + k * a->step[2];
  SM_REAL *y = SM_AT(a->y) + c;
  double sum = 0.0;
  for (int n = 0; n < a->t.species; n++) {
    const double own = n == a->t.bath ? 0.0 : (double)y[n * a->next], part = own > 0.0 ? own : 0.0;
    if (n != a->t.bath) y[n * a->next] = (SM_REAL)part;
    sum += part;
  }
  const double scale = sum > 1.0 ? sm_per_f64(sum) : 1.0;
  for (int n = 0; sum > 1.0 && n < a->t.species; n++)
    y[n * a->next] = (SM_REAL)(scale * (double)y[n * a->next]);
  y[a->t.bath * a->next] = (SM_REAL)(sum > 1.0 ? 0.0 : 1.0 - sum);
}

/* Conductivity of a mixture: average of the mean and the harmonic mean by mole fractions (Mathur et
 * al. 1967), W/(m K). */
SM_FN double SM_P(sm_mixture_conductivity_at)(const struct sm_mixture_air *a, ptrdiff_t c, double T,
                                              double moles, double log_t) {
  const SM_REAL *y = SM_AT(a->y) + c;
  const double per_moles = sm_per_f64(moles);
  double sum = 0.0, per = 0.0;
  for (int n = 0; n < a->t.species; n++) {
    const double x = (double)y[n * a->next] * a->t.per_weight[n] * per_moles;
    const double own = sm_mixture_polynomial(a->t.conductivity + n * SM_MIXTURE_FIT, log_t);
    sum += x * own;
    per += x * sm_per_f64(own);
  }
  return 0.5 * sm_quick_root_f64(T) * (sum + sm_per_f64(per));
}

/* rho D of species n into all others over the mean molar mass, kmol/(m s). For a pure species both
 * 1 - Y and the sum vanish. */
SM_FN double SM_P(sm_mixture_diffusivity_at)(const struct sm_mixture_air *a, ptrdiff_t c, int n,
                                             double T, double moles, double log_t) {
  const SM_REAL *y = SM_AT(a->y) + c;
  const double *pairs = a->t.diffusion + (ptrdiff_t)n * a->t.species * SM_MIXTURE_FIT;
  const double per_moles = sm_per_f64(moles);
  double mass = 0.0, hinder = 0.0;
  for (int m = 0; m < a->t.species; m++) {
    const double own = (double)y[m * a->next], part = own > 1e-12 ? own : 1e-12;
    const double other = m == n ? 0.0 : part;
    mass += other;
    hinder += other * a->t.per_weight[m] * per_moles *
              sm_per_f64(sm_mixture_polynomial(pairs + m * SM_MIXTURE_FIT, log_t));
  }
  /* rho / p = W / (R T), D = (1 - Y) p0 T^1.5 / (p sum) */
  return sm_quick_root_f64(T) * mass * sm_per_f64(hinder * SM_MIXTURE_R);
}

/* Sum of face areas over volume and distance, 1/m2. */
SM_FN double SM_P(sm_mixture_crossed)(const struct sm_flow_metric *m, int i, int j, int k) {
  const int at[3] = {i, j, k};
  double sum = 0.0;
  for (int axis = 0; axis < 3; axis++) {
    const SM_REAL *gap = SM_AT(m->per_gap[axis]) + at[axis];
    const double own = (double)SM_AT(m->per_width[axis])[at[axis]];
    sum += m->step[axis] == 0 ? 0.0 : own * ((double)gap[0] + (double)gap[1]);
  }
  return sum;
}

SM_FN void SM_P(sm_cell_mixture_properties)(const struct sm_mixture_properties *s, int i, int j,
                                            int k) {
  const struct sm_mixture_air *a = &s->a;
  const ptrdiff_t c = i + j * a->step[1] + k * a->step[2];
  const struct SM_P(sm_mixture_cell) gas = SM_P(sm_mixture_cell_of)(a, c, k);
  const double moles = SM_P(sm_mixture_moles)(a, c);
  const double found = gas.p * sm_per_f64(gas.rho * moles * SM_MIXTURE_R);
  const int solid = a->walls[c] & SM_FACES_SOLID;
  const double T = found > 1.0 ? found : 1.0; /* a failed iteration shows up in the air */
  SM_AT(s->temperature)[c] = (SM_REAL)(solid ? 0.0 : T);
  if (!SM_AT(s->conductivity)) return;
  const double log_t = sm_chem_log(T), per_t = sm_per_f64(T);
  const double conducts = SM_P(sm_mixture_conductivity_at)(a, c, T, moles, log_t);
  double cp = 0.0, most = 0.0;
  for (int n = 0; n < a->t.species; n++)
    cp += (double)SM_AT(a->y)[n * a->next + c] * a->t.per_weight[n] *
          sm_mixture_heat_of(a->t.thermo + n * SM_MIXTURE_THERMO, T, per_t, log_t).cp;
  SM_AT(s->conductivity)[c] = (SM_REAL)conducts;
  for (int n = 0; s->each && n < a->t.species; n++) {
    const double own = SM_P(sm_mixture_diffusivity_at)(a, c, n, T, moles, log_t);
    SM_AT(s->spread)[n * a->next + c] = (SM_REAL)own;
    const double by = own * sm_per_f64(moles);
    most = by > most ? by : most;
  }
  if (!s->each) most = s->per_lewis * conducts * sm_per_f64(cp * SM_MIXTURE_R);
  if (!s->each) SM_AT(s->spread)[c] = (SM_REAL)most;
  const double warms = conducts * sm_per_f64((cp - moles) * SM_MIXTURE_R);
  const double by = (most > warms ? most : warms) * sm_per_f64(gas.rho) +
                    s->turns * SM_AIR_GAMMA * (double)SM_AT(s->eddy)[c];
  SM_AT(s->rate)[c] = (SM_REAL)(solid ? 0.0 : by * SM_P(sm_mixture_crossed)(&s->m, i, j, k));
}

/* A face of a cell: the neighbour; 1 / distance of the centres and area over volume, 1/m; diffusion
 * properties. */
struct SM_P(sm_mixture_face) {
  ptrdiff_t beyond;
  double per_gap, per_width;
  double eddies; /* kg/(m s) */
  double T, per_t, log_t;
  double per_moles; /* of the neighbour, kg/kmol */
  double sum;       /* sum of the uncorrected species fluxes, kg/(m2 s) */
};

/* Uncorrected diffusive flux of species n into the cell through a face, kg/(m2 s).
 * Mixture-averaged: from gradients of the mole fractions. */
SM_FN double SM_P(sm_mixture_flux)(const struct sm_mixture_diffusion *s,
                                   const struct SM_P(sm_mixture_face) * f, ptrdiff_t c, int n,
                                   double per_moles) {
  const SM_REAL *y = SM_AT(s->a.y) + n * s->a.next;
  const double own = (double)y[c], other = (double)y[f->beyond];
  const SM_REAL *spread = SM_AT(s->spread) + (s->each ? n * s->a.next : 0);
  const double by = 0.5 * ((double)spread[c] + (double)spread[f->beyond]);
  const double turns = f->eddies * (other - own);
  return f->per_gap *
         (turns + by * (s->each ? other * f->per_moles - own * per_moles : other - own));
}

/* Faces of a cell with diffusion, which excludes walls and sides where species are only advected;
 * returns their number. */
SM_FN int SM_P(sm_mixture_faces)(const struct sm_mixture_diffusion *s, ptrdiff_t c, int i, int j,
                                 int k, struct SM_P(sm_mixture_face) out[6]) {
  const int at[3] = {i, j, k}, walls = s->a.walls[c];
  const double rho = (double)SM_AT(s->a.b.rho)[k] + (double)SM_AT(s->a.q[SM_RHO])[c];
  int count = 0;
  for (int axis = 0; axis < 3; axis++) {
    const ptrdiff_t step = axis == 0 ? s->a.step[0] : s->a.step[axis];
    if (step == 0) continue;
    for (int high = 0; high < 2; high++) {
      if (walls & (high ? SM_FACE_WALL_HIGH(axis) : SM_FACE_WALL_LOW(axis))) continue;
      if (s->ends[axis] > 0 && at[axis] == (high ? s->ends[axis] - 1 : 0)) continue;
      struct SM_P(sm_mixture_face) *f = &out[count++];
      const ptrdiff_t n = c + (high ? step : -step);
      const int layer = axis == 2 ? k + (high ? 1 : -1) : k;
      f->beyond = n;
      f->per_gap = (double)SM_AT(s->m.per_gap[axis])[at[axis] + high];
      f->per_width = (double)SM_AT(s->m.per_width[axis])[at[axis]];
      const double there = (double)SM_AT(s->a.b.rho)[layer] + (double)SM_AT(s->a.q[SM_RHO])[n];
      f->eddies = s->per_schmidt * 0.25 * (rho + there) *
                  ((double)SM_AT(s->eddy)[c] + (double)SM_AT(s->eddy)[n]);
      f->T = 0.5 * ((double)SM_AT(s->temperature)[c] + (double)SM_AT(s->temperature)[n]);
      f->per_t = sm_per_f64(f->T);
      f->log_t = sm_chem_log(f->T);
      f->per_moles = sm_per_f64(SM_P(sm_mixture_moles)(&s->a, n));
      f->sum = 0.0;
    }
  }
  return count;
}

/* Heat conducted into the cell, W/m3; cp of the gas at the faces multiplies the eddy
 * diffusivity. */
SM_FN double SM_P(sm_mixture_heat_flux)(const struct sm_mixture_diffusion *s,
                                        const struct SM_P(sm_mixture_face) * f, ptrdiff_t c,
                                        double cp) {
  const SM_REAL *by = SM_AT(s->conductivity), *T = SM_AT(s->temperature);
  const double turns = f->eddies * (s->per_prandtl * sm_per_f64(s->per_schmidt)) * cp;
  return f->per_gap * f->per_width * (turns + 0.5 * ((double)by[c] + (double)by[f->beyond])) *
         ((double)T[f->beyond] - (double)T[c]);
}

SM_FN void SM_P(sm_cell_mixture_diffusion)(const struct sm_mixture_diffusion *s, int i, int j,
                                           int k) {
  const struct sm_mixture_air *a = &s->a;
  const ptrdiff_t c = i + j * a->step[1] + k * a->step[2];
  const struct sm_mixture_tables *t = &a->t;
  const SM_REAL *y = SM_AT(a->y) + c, *begin = SM_AT(s->begin) + c;
  SM_REAL *to = SM_AT(s->to) + c, *energy = SM_AT(a->q[SM_RHO_E]) + c;
  struct SM_P(sm_mixture_face) face[6];
  const int faces = SM_P(sm_mixture_faces)(s, c, i, j, k, face);
  const double dt = s->share * s->clock->step;
  const double per_moles = sm_per_f64(SM_P(sm_mixture_moles)(a, c));
  double moles = 0.0;
  for (int n = 0; n < t->species; n++) moles += (double)begin[n * a->next] * t->per_weight[n];
  if (!s->again) SM_AT(s->began)[c] = *energy;
  *energy = SM_AT(s->began)[c];
  const struct SM_P(sm_mixture_cell) gas = SM_P(sm_mixture_cell_of)(a, c, k);
  const double rho = gas.rho, per_rho = sm_per_f64(rho);
  const double T = gas.p * sm_per_f64(rho * moles * SM_MIXTURE_R);
  if (a->walls[c] & SM_FACES_SOLID) {
    for (int n = 0; n < t->species; n++) to[n * a->next] = begin[n * a->next];
    return;
  }
  for (int n = 0; s->each && n < t->species; n++)
    for (int m = 0; m < faces; m++)
      face[m].sum += SM_P(sm_mixture_flux)(s, &face[m], c, n, per_moles);
  const double per_t = sm_per_f64(T), log_t = sm_chem_log(T);
  double cp[6] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}, heat = 0.0, has = 0.0, sum = 0.0;
  for (int n = 0; n < t->species; n++) {
    const double *thermo = t->thermo + n * SM_MIXTURE_THERMO, per_weight = 1.0 * t->per_weight[n];
    double more = 0.0;
    for (int m = 0; m < faces; m++) {
      const struct SM_P(sm_mixture_face) *f = &face[m];
      const double other = (double)SM_AT(a->y)[n * a->next + f->beyond];
      const double mean = 0.5 * ((double)y[n * a->next] + other);
      const struct sm_mixture_heat h = sm_mixture_heat_of(thermo, f->T, f->per_t, f->log_t);
      const double flux =
          SM_P(sm_mixture_flux)(s, f, c, n, per_moles) - (s->each ? mean * f->sum : 0.0);
      more += f->per_width * flux;
      heat += f->per_width * flux * h.h * f->T * per_weight;
      cp[m] += mean * h.cp * per_weight;
    }
    const double had = (double)begin[n * a->next], part = had + dt * more * per_rho;
    to[n * a->next] = (SM_REAL)(part > 0.0 ? part : 0.0);
    sum += (double)to[n * a->next];
    has += had * per_weight * (sm_mixture_heat_of(thermo, T, per_t, log_t).h - 1.0);
  }
  heat *= SM_MIXTURE_R;
  for (int m = 0; m < faces; m++)
    heat += SM_P(sm_mixture_heat_flux)(s, &face[m], c, cp[m] * SM_MIXTURE_R);
  const double per_sum = sm_per_f64(sum);
  double after = 0.0;
  for (int n = 0; n < t->species; n++) {
    to[n * a->next] = (SM_REAL)((double)to[n * a->next] * per_sum);
    after += (double)to[n * a->next] * t->per_weight[n];
  }
  const double e = SM_MIXTURE_R * has * T + dt * heat * per_rho;
  const double warm = SM_P(sm_mixture_temperature)(t, to, a->next, e, T);
  SM_P(sm_mixture_add_pressure)(a, c, rho * SM_MIXTURE_R * (warm * after - T * moles));
}

SM_FN double SM_P(sm_cell_mixture_maximum)(const struct sm_mixture_maximum *s, int i, int j,
                                           int k) {
  return (double)SM_AT(s->field)[i + j * s->step[0] + k * s->step[1]];
}

/* Velocity on a face of a cell, from both centres; 0 on walls. */
SM_FN double SM_P(sm_mixture_face_velocity)(const struct sm_mixture_expansion *s, int axis,
                                            ptrdiff_t c, int at, int k, int wall) {
  const ptrdiff_t back = axis == 0 ? s->a.step[0] : s->a.step[axis];
  const SM_REAL *rho = SM_AT(s->a.b.rho), *r = SM_AT(s->a.q[SM_RHO]) + c;
  const SM_REAL *m = SM_AT(s->a.q[SM_RHO_U + axis]) + c;
  const double lo = (double)SM_AT(s->m.below[axis])[at];
  const double here = (double)m[0] * sm_per_f64((double)rho[k] + (double)r[0]);
  const double before =
      (double)m[-back] * sm_per_f64((double)rho[axis == 2 ? k - 1 : k] + (double)r[-back]);
  return wall ? 0.0 : lo * before + (1.0 - lo) * here;
}

SM_FN void SM_P(sm_cell_mixture_expansion)(const struct sm_mixture_expansion *s, int i, int j,
                                           int k) {
  const struct sm_mixture_air *a = &s->a;
  const ptrdiff_t c = i + j * a->step[1] + k * a->step[2];
  const int at[3] = {i, j, k}, walls = a->walls[c];
  double spread = 0.0, cp = 0.0, moles = 0.0;
  if (walls & SM_FACES_SOLID) return;
  for (int axis = 0; axis < 3; axis++) {
    const ptrdiff_t step = a->step[axis];
    if (step == 0) continue;
    const double low =
        SM_P(sm_mixture_face_velocity)(s, axis, c, at[axis], k, walls & SM_FACE_WALL_LOW(axis));
    const double high = SM_P(sm_mixture_face_velocity)(
        s, axis, c + step, at[axis] + 1, axis == 2 ? k + 1 : k, walls & SM_FACE_WALL_HIGH(axis));
    spread += (high - low) * (double)SM_AT(s->m.per_width[axis])[at[axis]];
  }
  const struct SM_P(sm_mixture_cell) gas = SM_P(sm_mixture_cell_of)(a, c, k);
  const double T = gas.p * sm_per_f64(gas.rho * SM_P(sm_mixture_moles)(a, c) * SM_MIXTURE_R);
  const double per_t = sm_per_f64(T), log_t = sm_chem_log(T > 1.0 ? T : 1.0);
  for (int n = 0; n < a->t.species; n++) {
    const double part = (double)SM_AT(a->y)[n * a->next + c] * a->t.per_weight[n];
    cp += part * sm_mixture_heat_of(a->t.thermo + n * SM_MIXTURE_THERMO, T, per_t, log_t).cp;
    moles += part;
  }
  /* exact for constant velocity */
  const double more =
      (cp * sm_per_f64(cp - moles) - SM_AIR_GAMMA) * spread * s->share * s->clock->step;
  SM_P(sm_mixture_add_pressure)(a, c, gas.p * (sm_chem_exp(-more) - 1.0));
}

#endif
