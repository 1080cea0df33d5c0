/* fields.h - fields of the flow solvers: layout, metric, ghost values beyond the boundaries, time.
 *
 * A field has SM_FLOW_GHOSTS elements beyond each side. Component d of the velocity is on the low
 * face of a cell across axis d, all else at its centre; element (i, j, k) is at i + j step[1] + k
 * step[2] from that of cell (0, 0, 0). A y or z axis with one cell has step 0: all its neighbours
 * are the cell itself, so that nothing varies along it. */
#ifndef SM_CELL_MOMENTUM_FIELDS_H
#define SM_CELL_MOMENTUM_FIELDS_H

#include "cell/open_faces.h"
#include "cell/port.h"

/* Face flags of the flow solvers: one word per cell with the kind of its six faces and the reach
 * of the advection schemes from them, six bits each, faces as in cell/open_faces.h.
 *
 * 32 bits instead of bytes match the element size of the vectors: in loops that read bytes gcc
 * chooses the vector length for bytes, a half or a fourth of the widest. */

/* Lowest bit of each flag. */
enum {
  SM_FACES_CLOSED = 0,   /* walls for the velocity; all six: a solid */
  SM_FACES_SMOOTH = 6,   /* smooth, if they are walls */
  SM_FACES_REACH = 12,   /* reach across the low face on axis d: two cells on both sides are fluid
                            if bit 2 d is set, three if the next bit is */
  SM_FACES_NO_FLUX = 18, /* closed to scalars */
  SM_FACES_BITS = 24
};

/* The compressible solver needs no reach: these bits mark mirrored faces instead. Above the six
 * bits of each flag: whether a cell is solid, and, one bit per axis, low faces of cells next to a
 * side through which sound leaves. */
enum {
  SM_FACES_MIRROR = SM_FACES_REACH, /* no flux: walls, including slip walls */
  SM_FACES_SOLID = 1 << SM_FACES_BITS,
  SM_FACES_OUTFLOW = SM_FACES_SOLID << 1,
  SM_FACES_COMPRESSIBLE_BITS = SM_FACES_BITS + 4
};

SM_FN int sm_closed_of(int faces) { return faces >> SM_FACES_CLOSED & SM_OPEN_ALL; }
SM_FN int sm_smooth_of(int faces) { return faces >> SM_FACES_SMOOTH & SM_OPEN_ALL; }
/* Bits above the six are kept: callers use two of them only, and a mask would cost registers on a
 * GPU. */
SM_FN int sm_reach_of(int faces) { return faces >> SM_FACES_REACH; }
SM_FN int sm_no_flux_of(int faces) { return faces >> SM_FACES_NO_FLUX & SM_OPEN_ALL; }

enum { SM_FLOW_GHOSTS = 3, SM_FLOW_VECTOR = 16 /* rows start at multiples of this */ };

struct sm_flow_layout {
  int n[3];
  ptrdiff_t step[3];
  ptrdiff_t origin; /* offset of cell (0, 0, 0) from the start of the allocation */
  size_t size;      /* number of elements to allocate */
};

/* Rows start at multiples of `align` elements, a part of SM_FLOW_VECTOR. Those of walls, of which
 * whole vectors are written, have room in it. */
SM_FN struct sm_flow_layout sm_flow_layout_aligned(const int n[3], int align) {
  const int all = 2 * SM_FLOW_GHOSTS + 1; /* the ghosts follow the high boundary face */
  struct sm_flow_layout s;
  const ptrdiff_t walls = (n[0] + SM_FLOW_VECTOR - 1) / SM_FLOW_VECTOR * SM_FLOW_VECTOR;
  const ptrdiff_t least = (n[0] + all + align - 1) / align * align;
  const ptrdiff_t row = least > walls ? least : walls;
  const ptrdiff_t rows = n[1] > 1 ? n[1] + all : 1, planes = n[2] > 1 ? n[2] + all : 1;
  for (int d = 0; d < 3; d++) s.n[d] = n[d];
  s.step[0] = 1;
  s.step[1] = n[1] > 1 ? row : 0;
  s.step[2] = n[2] > 1 ? row * rows : 0;
  s.origin = SM_FLOW_VECTOR + SM_FLOW_GHOSTS * (s.step[1] + s.step[2]);
  s.size = (size_t)(SM_FLOW_VECTOR + row * rows * planes + SM_FLOW_VECTOR);
  return s;
}

SM_FN struct sm_flow_layout sm_flow_layout_of(const int n[3]) {
  return sm_flow_layout_aligned(n, SM_FLOW_VECTOR);
}

/* Metric of the axes, with entries for ghosts: cells -SM_FLOW_GHOSTS to n + SM_FLOW_GHOSTS. */
struct sm_flow_metric {
  ptrdiff_t step[3];
  union sm_reals per_width[3]; /* 1/m: 1 / width of cell i */
  union sm_reals per_gap[3];   /* 1/m: 1 / distance between the centres of cells i - 1 and i */
  union sm_reals below[3];     /* width of cell i - 1 over the sum of those of i - 1 and i */
};

/* Stride along an axis; a constant 1 along x, so that rows can be vectorised. */
SM_FN ptrdiff_t sm_flow_step(const struct sm_flow_metric *m, int axis) {
  return axis == 0 ? 1 : m->step[axis];
}

/* Index of a cell along an axis. */
SM_FN int sm_flow_index(int axis, int i, int j, int k) { return axis == 0 ? i : axis == 1 ? j : k; }

/* Time step state, in the device's memory. */
struct sm_flow_clock {
  double rate;      /* largest Courant rate of all cells, 1/s */
  double time;      /* s since the start of the run, at the start of the step */
  double step;      /* length of the current step, s */
  double last_step; /* length of the previous step, s; 0: none */
};

/* Computes the next step: limited by `courant` and `longest`; the rest is split into two equal
 * steps rather than leaving a short one. Box: one element. */
struct sm_flow_timestep_begin {
  struct sm_flow_clock *clock;
  double courant, longest; /* s */
  double end;              /* end time, s */
  double fixed;            /* fixed step, s; 0: by courant */
};
SM_FN void sm_cell_flow_timestep_begin(const struct sm_flow_timestep_begin *s, int i, int j,
                                       int k) {
  struct sm_flow_clock *c = s->clock;
  const double left = s->end - c->time;
  double step = s->fixed > 0.0 ? s->fixed : s->longest;
  if (!(s->fixed > 0.0) && c->rate * step > s->courant) step = s->courant / c->rate;
  if (step >= left * (1.0 - 1e-9)) { /* avoids a tiny step due to rounding of the time */
    step = left;
  } else if (2.0 * step > left) {
    step = 0.5 * left;
  }
  c->last_step = c->step;
  c->step = step;
  (void)i;
  (void)j;
  (void)k;
}

/* Copies to the layout of a state. */
struct sm_flow_copy {
  ptrdiff_t step[3], sy, sz;
  union sm_reals from, to;
};

/* Change of the velocity in a step: maximum over the low faces of a cell, m/s; and the sum of the
 * squares over them, m2/s2. */
struct sm_flow_change {
  ptrdiff_t step[2]; /* strides along y and z */
  union sm_reals now[3], before[3];
};

/* --- beyond the sides --- */

/* Ghost rule: element to + turn m, m = 0, 1, 2, of an axis becomes sign times element from + follow
 * m, plus a value; where the wind leaves, just element from + follow m. */
struct sm_ghost_rule {
  union sm_reals field;
  int to, turn, from, follow;
  double sign, value;
  union sm_reals plane;           /* value per element of the other two axes; may be NULL */
  ptrdiff_t plane_p, plane_q;     /* strides of the plane */
  union sm_reals through;         /* normal velocity or momentum at the side; NULL: not
                                     considered */
  ptrdiff_t through_p, through_q; /* strides of it */
  double outwards;                /* 1: outflow where it is positive; -1: where negative */
};

/* Box: along the other axes, p and q in ascending order; then 3 per rule. */
enum { SM_GHOST_RULES = 6 };
struct sm_ghosts {
  struct sm_ghost_rule rule[SM_GHOST_RULES];
  ptrdiff_t step, step_p, step_q;
};

/* Faces of a side; p and q as for the ghosts. */
struct sm_flow_boundary {
  ptrdiff_t step_p, step_q;
  union sm_reals per_width_p, per_width_q;
  union sm_reals u;     /* m/s, at the face of p = q = 0 */
  const int32_t *faces; /* face flags (fields.h) of the adjacent cell */
  double sign;          /* 1 on a high side, where outflow is positive; else -1 */
};

/* Convective outflow with the mean outflow speed: to = from - share dt U du/dn, without backflow: 0
 * where that would enter. */
struct sm_outflow {
  struct sm_flow_boundary side;
  union sm_reals from, to; /* at the face, like side.u */
  ptrdiff_t inwards;       /* step to the next face inside */
  double per_width;        /* 1/m */
  const double *flux;      /* outward flow rate of each side, m3/s; outflow sides are in `sides` */
  int sides;               /* a bit per outflow side */
  double per_area;         /* 1 / total outflow area, 1/m2 */
  const struct sm_flow_clock *clock;
  double share;
};

/* Balances the flow: the excess of inflow leaves evenly through the outflow sides. */
struct sm_outflow_correction {
  struct sm_flow_boundary side;
  const double *flux;
  double per_area;
};
enum { SM_FLOW_SIDES = 6 };

/* Ends a step. Box: one element. */
struct sm_flow_timestep_end {
  struct sm_flow_clock *clock;
};
SM_FN void sm_cell_flow_timestep_end(const struct sm_flow_timestep_end *s, int i, int j, int k) {
  s->clock->time += s->clock->step;
  (void)i;
  (void)j;
  (void)k;
}
#endif

#ifdef SM_REAL
SM_FN SM_REAL SM_P(sm_larger)(SM_REAL a, SM_REAL b) { return a > b ? a : b; }

SM_FN void SM_P(sm_cell_flow_copy)(const struct sm_flow_copy *s, int i, int j, int k) {
  SM_AT(s->to)
  [i + j * s->sy + k * s->sz] = SM_AT(s->from)[i + j * s->step[1] + k * s->step[2]];
}

SM_FN double SM_P(sm_cell_flow_change)(const struct sm_flow_change *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->step[0] + k * s->step[1];
  SM_REAL most = 0;
  for (int d = 0; d < 3; d++) {
    const SM_REAL change = SM_AT(s->now[d])[c] - SM_AT(s->before[d])[c];
    most = SM_P(sm_larger)(most, change < 0 ? -change : change);
  }
  return (double)most;
}

SM_FN double SM_P(sm_cell_flow_change_square)(const struct sm_flow_change *s, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->step[0] + k * s->step[1];
  SM_REAL sum = 0;
  for (int d = 0; d < 3; d++) {
    const SM_REAL change = SM_AT(s->now[d])[c] - SM_AT(s->before[d])[c];
    sum += change * change;
  }
  return (double)sum;
}

SM_FN void SM_P(sm_cell_ghosts)(const struct sm_ghosts *s, int p, int q, int r) {
  const struct sm_ghost_rule *rule = &s->rule[r / SM_FLOW_GHOSTS];
  const int m = r % SM_FLOW_GHOSTS;
  SM_REAL *line = SM_AT(rule->field) + p * s->step_p + q * s->step_q;
  const SM_REAL *plane = SM_AT(rule->plane);
  const SM_REAL value = plane ? plane[p * rule->plane_p + q * rule->plane_q] : (SM_REAL)rule->value;
  const SM_REAL *through = SM_AT(rule->through), zero = (SM_REAL)0, one = (SM_REAL)1;
  const SM_REAL out =
      through ? (SM_REAL)rule->outwards * through[p * rule->through_p + q * rule->through_q] : zero;
  const SM_REAL from = line[(rule->from + rule->follow * m) * s->step];
  line[(rule->to + rule->turn * m) * s->step] =
      (out > zero ? one : (SM_REAL)rule->sign) * from + (out > zero ? zero : value);
}

SM_FN double SM_P(sm_cell_boundary_flux)(const struct sm_flow_boundary *s, int p, int q, int k) {
  const double width_p = 1.0 / (double)SM_AT(s->per_width_p)[p];
  const double width_q = 1.0 / (double)SM_AT(s->per_width_q)[q];
  (void)k;
  return s->sign * width_p * width_q * (double)SM_AT(s->u)[p * s->step_p + q * s->step_q];
}

/* 1 for a fluid cell, else 0. */
SM_FN SM_REAL SM_P(sm_boundary_is_open)(const struct sm_flow_boundary *s, ptrdiff_t c) {
  return sm_closed_of(s->faces[c]) != SM_OPEN_ALL ? (SM_REAL)1 : (SM_REAL)0;
}

SM_FN void SM_P(sm_cell_outflow)(const struct sm_outflow *s, int p, int q, int k) {
  const ptrdiff_t c = p * s->side.step_p + q * s->side.step_q;
  const SM_REAL *u = SM_AT(s->side.u) + c;
  double out = 0.0;
  for (int m = 0; m < SM_FLOW_SIDES; m++) out += (s->sides >> m & 1) * s->flux[m];
  const double speed = out > 0.0 ? out * s->per_area : 0.0;
  const SM_REAL share = (SM_REAL)(s->share * s->clock->step * speed * s->per_width);
  const SM_REAL next = SM_AT(s->from)[c] - share * (u[0] - u[s->inwards]);
  const SM_REAL leaves = (SM_REAL)s->side.sign * next > (SM_REAL)0 ? next : (SM_REAL)0;
  SM_AT(s->to)[c] = SM_P(sm_boundary_is_open)(&s->side, c) * leaves;
  (void)k;
}

SM_FN void SM_P(sm_cell_outflow_correction)(const struct sm_outflow_correction *s, int p, int q,
                                            int k) {
  const ptrdiff_t c = p * s->side.step_p + q * s->side.step_q;
  double out = 0.0;
  for (int m = 0; m < SM_FLOW_SIDES; m++) out += s->flux[m];
  SM_REAL *u = SM_AT(s->side.u) + c;
  u[0] -= SM_P(sm_boundary_is_open)(&s->side, c) * (SM_REAL)(s->side.sign * out * s->per_area);
  (void)k;
}
#endif
