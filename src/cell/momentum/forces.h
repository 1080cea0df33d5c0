/* forces.h - body forces of the flow solvers at the end of a step: plant drag, sponge, bulk
 * velocity.
 *
 * Plants have a quadratic drag, and waves are damped below the top towards a reference wind
 * (Rayleigh): du/dt = -c |u| u - r (u - u_calm), implicitly, so that the time step is not limited.
 * With the speed at the start of the step the first term alone is exact: 1/u grows by c dt.
 *
 * A bulk velocity is kept by a uniform acceleration. Theory: docs/theory/incompressible.md. */
#ifndef SM_CELL_MOMENTUM_FORCES_H
#define SM_CELL_MOMENTUM_FORCES_H

#include "cell/momentum/fields.h"

/* Sponge and plant drag on component a, on the low face of a cell; b and e are the other axes. */
struct sm_sponge_drag {
  ptrdiff_t sy, sz, sa, sb, se; /* strides of the layout, and along a, b, e */
  union sm_reals u, v, w;       /* velocity along a, b, e at the start of the step, m/s */
  union sm_reals to;            /* velocity along a at the end of the step, m/s */
  union sm_reals density;       /* per cell: drag coefficient times leaf area density, 1/m; NULL:
                                   no plants */
  union sm_reals rate, calm;    /* damping rate and reference wind per level, 1/s and m/s */
  const int32_t *faces;         /* fields.h */
  int bit;                      /* bit of the face in the flags */
  const struct sm_flow_clock *clock;
};

/* Mean of a component over the open faces. */
struct sm_flow_bulk {
  ptrdiff_t sy, sz;
  union sm_reals u;
  union sm_reals per[3]; /* 1 / widths of the face's control volume, 1/m */
  double per_volume;     /* 1/m3 */
};

/* Bulk velocity control, in the device's memory. */
struct sm_bulk_force {
  double acceleration; /* acceleration during a step, m/s2 */
  double mean;         /* m/s */
  double add;          /* correction at the end of a step, before the projection, m/s */
  double loss;         /* part of it that the projection removes, m/s */
};

/* Box: one element. */
struct sm_bulk_control {
  struct sm_bulk_force *bulk_force;
  double target; /* m/s */
  const struct sm_flow_clock *clock;
};
SM_FN void sm_cell_bulk_control_before(const struct sm_bulk_control *s, int i, int j, int k) {
  struct sm_bulk_force *p = s->bulk_force;
  p->add = s->target - p->mean + p->loss;
  p->acceleration += p->add / s->clock->step;
  (void)i;
  (void)j;
  (void)k;
}
SM_FN void sm_cell_bulk_control_after(const struct sm_bulk_control *s, int i, int j, int k) {
  s->bulk_force->loss += s->target - s->bulk_force->mean;
  (void)i;
  (void)j;
  (void)k;
}

/* Records the accelerations along x and y. Box: one element. */
struct sm_bulk_force_record {
  const struct sm_bulk_force *bulk_force;
  double *value; /* m/s2 */
};
SM_FN void sm_cell_bulk_force_record(const struct sm_bulk_force_record *s, int i, int j, int k) {
  for (int d = 0; d < 2; d++) s->value[d] = s->bulk_force[d].acceleration;
  (void)i;
  (void)j;
  (void)k;
}

struct sm_bulk_force_apply {
  ptrdiff_t sy, sz;
  union sm_reals u;
  const int32_t *faces; /* fields.h */
  int bit;
  const struct sm_bulk_force *bulk_force;
};

/* Momentum from particles (cell/particles/coupling.h) and rotors
 * (physics/incompressible/rotors.c) given to the air: velocity change of a face, over the mass of
 * its control volume, from centre to centre. Faces on walls are not changed: the wall takes up
 * their momentum. */

/* Accumulated momentum from particles on all faces; in the device's memory. */
struct sm_impulse_field {
  int64_t *component[3]; /* quanta of the component on the low face of cell (i, j, k), */
  ptrdiff_t sy, sz;      /* at i + j sy + k sz; one face more than cells per axis */
  size_t count;
  double quantum; /* momentum quantum over air density, kg m/s over kg/m3 */
};

/* Adds one component; box: its faces. */
struct sm_flow_impulse {
  ptrdiff_t sy, sz;                        /* strides of u */
  ptrdiff_t from_sy, from_sz, from_origin; /* origin: of from[0], at i + j sy + k sz */
  union sm_reals u;                        /* m/s */
  const int64_t *from;                     /* quanta */
  double quantum;                          /* kg m/s over kg/m3; with a clock per second */
  const struct sm_flow_clock *clock;       /* NULL: `from` is an impulse, else a force */
  union sm_reals per[3];                   /* 1 / widths of the face's control volume, 1/m */
  const int32_t *faces;                    /* fields.h */
  int bit;                                 /* bit of the face in the flags */
};

/* Nudging (Newtonian relaxation; Davies 1976) of a flow towards the wind at a boundary, in a rim of
 * cells along it: du/dt = -r (u - u_b), implicitly. Theory: docs/theory/incompressible-inflow.md.
 */

/* Cells along a side. Strides are per index i, j, k; that across the side is 0 on planes. */
struct sm_nudging_rim {
  union sm_reals rate; /* 1/s, by distance from the side */
  ptrdiff_t across[3];
  union sm_reals open; /* 1 next to a fluid cell on the side, else 0: nothing to relax to */
  ptrdiff_t along[3];
  ptrdiff_t plane[3];
  double begin, span; /* s, times of the planes */
  const struct sm_flow_clock *clock;
};

/* A velocity component or a scalar. */
struct sm_nudging {
  struct sm_nudging_rim rim;
  ptrdiff_t sy, sz;
  union sm_reals u;
  union sm_reals from, to; /* values on the side at both times */
  double factor;           /* of them: 0.5 where planes hold twice the wind */
  const int32_t *faces;    /* fields.h */
  int closed;              /* bits that are all set in the flags of what is left alone */
};
#endif

#ifdef SM_REAL
SM_FN void SM_P(sm_cell_sponge_drag)(const struct sm_sponge_drag *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->sy + k * s->sz, sa = s->sa, sb = s->sb, se = s->se;
  const SM_REAL one = (SM_REAL)1, half = (SM_REAL)0.5, fourth = (SM_REAL)0.25;
  const SM_REAL *v = SM_AT(s->v) + c, *w = SM_AT(s->w) + c, *density = SM_AT(s->density);
  const SM_REAL x = SM_AT(s->u)[c], y = fourth * (v[-sa] + v[0] + v[sb - sa] + v[sb]);
  const SM_REAL z = fourth * (w[-sa] + w[0] + w[se - sa] + w[se]);
  const SM_REAL speed = SM_ROOT(x * x + y * y + z * z);
  const SM_REAL dt = (SM_REAL)s->clock->step, damping = dt * SM_AT(s->rate)[k];
  const SM_REAL leaves = density ? density[c - sa] + density[c] : (SM_REAL)0;
  const SM_REAL plants = dt * half * leaves * speed;
  const SM_REAL next = (SM_AT(s->to)[c] + damping * SM_AT(s->calm)[k]) / (one + damping + plants);
  SM_AT(s->to)[c] = (sm_closed_of(s->faces[c]) & s->bit) != 0 ? (SM_REAL)0 : next;
}

SM_FN double SM_P(sm_cell_flow_bulk)(const struct sm_flow_bulk *s, int i, int j, int k) {
  const double volume = 1.0 / ((double)SM_AT(s->per[0])[i] * (double)SM_AT(s->per[1])[j] *
                               (double)SM_AT(s->per[2])[k]);
  return s->per_volume * volume * (double)SM_AT(s->u)[i + j * s->sy + k * s->sz];
}

SM_FN void SM_P(sm_cell_bulk_force_apply)(const struct sm_bulk_force_apply *s, int i, int j,
                                          int k) {
  const ptrdiff_t c = i + j * s->sy + k * s->sz;
  const SM_REAL add = (SM_REAL)s->bulk_force->add, u = SM_AT(s->u)[c];
  SM_AT(s->u)[c] = (sm_closed_of(s->faces[c]) & s->bit) != 0 ? u : u + add;
}

SM_FN void SM_P(sm_cell_flow_impulse)(const struct sm_flow_impulse *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->sy + k * s->sz;
  const double per_volume =
      (double)SM_AT(s->per[0])[i] * (double)SM_AT(s->per[1])[j] * (double)SM_AT(s->per[2])[k];
  const double quanta = (double)s->from[i + j * s->from_sy + k * s->from_sz - s->from_origin];
  const double quantum = s->clock != NULL ? s->quantum * s->clock->step : s->quantum;
  const SM_REAL u = SM_AT(s->u)[c], to = (SM_REAL)((double)u + quanta * quantum * per_volume);
  SM_AT(s->u)[c] = (sm_closed_of(s->faces[c]) & s->bit) != 0 ? u : to;
}

/* Part of the way to the target in this step. */
SM_FN SM_REAL SM_P(sm_nudging_share)(const struct sm_nudging_rim *s, int i, int j, int k) {
  const SM_REAL rate = SM_AT(s->rate)[i * s->across[0] + j * s->across[1] + k * s->across[2]];
  const SM_REAL open = SM_AT(s->open)[i * s->along[0] + j * s->along[1] + k * s->along[2]];
  const SM_REAL x = rate * open * (SM_REAL)s->clock->step;
  return x / ((SM_REAL)1 + x);
}

/* Part of the time between both planes at the end of the step. */
SM_FN SM_REAL SM_P(sm_nudging_time)(const struct sm_nudging_rim *s) {
  const double over = (s->clock->time + s->clock->step - s->begin) / s->span;
  return (SM_REAL)(over < 0.0 ? 0.0 : over > 1.0 ? 1.0 : over);
}

SM_FN void SM_P(sm_cell_nudging)(const struct sm_nudging *s, int i, int j, int k) {
  const struct sm_nudging_rim *rim = &s->rim;
  const ptrdiff_t c = i + j * s->sy + k * s->sz;
  const ptrdiff_t at = i * rim->plane[0] + j * rim->plane[1] + k * rim->plane[2];
  const SM_REAL from = SM_AT(s->from)[at], to = SM_AT(s->to)[at], u = SM_AT(s->u)[c];
  const SM_REAL target = (SM_REAL)s->factor * (from + SM_P(sm_nudging_time)(rim) * (to - from));
  const int closed = (sm_closed_of(s->faces[c]) & s->closed) == s->closed;
  const SM_REAL share = closed ? (SM_REAL)0 : SM_P(sm_nudging_share)(rim, i, j, k);
  SM_AT(s->u)[c] = u + share * (target - u);
}
#endif
