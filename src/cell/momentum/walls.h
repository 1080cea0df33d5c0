/* walls.h - wall boundary conditions in the stages of the incompressible solver.
 *
 * momentum.h treats all faces and edges as air. Here faces on walls are set to 0, and next to
 * walls the stresses are corrected: an edge belongs to two faces, and where half of it is a
 * wall the stress of the air there is replaced by the wall stress. Faces are visited in tiles
 * of a row, only those with a face to change: this is still vectorised, and the flags of a
 * tile are bits, since bytes would need longer vectors. Theory:
 * docs/theory/incompressible.md. */
#ifndef SM_CELL_MOMENTUM_WALLS_H
#define SM_CELL_MOMENTUM_WALLS_H

#include "cell/momentum/fields.h"

/* Drag of rough walls: wall stress over density and tangential velocity = drag times speed, at
 * least that of a laminar layer, which is that of walls of drag 0. */
struct sm_flow_drag {
  /* Walls across an axis on the low and the high face of cell i, with ghosts as for the metric. */
  union sm_reals low[3], high[3];
  union sm_reals floor; /* ground of column (i, j), at i + j floor_step */
  ptrdiff_t floor_step;
};

/* Tiles of a row: cells i to i + SM_WALL_TILE - 1, with the low face across axis a of each; bit l
 * is that of cell i + l. Elements beyond the row's end are read but not written. */
enum { SM_WALL_TILE = SM_FLOW_VECTOR, SM_WALL_ROW = 512 };
struct sm_zero_tile {
  int32_t i, j, k;
  uint32_t faces; /* faces on walls */
};
struct sm_wall_tile {
  int32_t i, j, k;
  /* For the edges below and above across axis b, then e: whether the half that belongs to the
   * face's own cell is a wall; in the high 16 bits the half of the previous cell; and the same for
   * smooth walls. */
  uint32_t wall[4], smooth[4];
};

/* Tile row + SM_WALL_ROW plane of a list. */
struct sm_flow_zero_walls {
  ptrdiff_t step[2]; /* strides along y and z */
  union sm_reals to; /* m/s */
  const struct sm_zero_tile *tile;
};

/* Wall correction of a stage for component a, after its momentum. */
struct sm_flow_walls {
  struct sm_flow_metric m;
  union sm_reals u[3]; /* velocity of the stage, m/s */
  union sm_reals to;   /* component a, m/s */
  union sm_reals eddy; /* eddy viscosity, m2/s; 0: none */
  struct sm_flow_drag drag;
  const struct sm_wall_tile *tile;
  const struct sm_flow_clock *clock;
  double share;     /* fraction of the time step */
  double viscosity; /* m2/s */
};

/* Tiles in rows of SM_WALL_ROW; with several rows the last one is full, too. */
SM_FN int64_t sm_wall_rows(int64_t tiles) { return (tiles + SM_WALL_ROW - 1) / SM_WALL_ROW; }
SM_FN int64_t sm_wall_tiles(int64_t tiles) {
  return tiles <= SM_WALL_ROW ? tiles : sm_wall_rows(tiles) * SM_WALL_ROW;
}
SM_FN struct sm_box sm_wall_box(int64_t tiles) {
  const int rows = tiles < SM_WALL_ROW ? (int)tiles : SM_WALL_ROW;
  const struct sm_box box = {{0, 0, 0}, {SM_WALL_TILE, rows, (int)sm_wall_rows(tiles)}};
  return box;
}
#endif

#ifdef SM_REAL
/* Stress of a smooth wall over that of a laminar layer, as a function of the Reynolds number of the
 * adjacent velocity and distance: fit to Spalding's (1961) profile, k = 0.4, B = 5.5, to 0.8 % up
 * to 1e8 (cell/momentum/wall_functions.h solves for it). */
SM_FN SM_REAL SM_P(sm_smooth_wall_ratio)(SM_REAL reynolds) {
  const SM_REAL q = SM_ROOT(SM_ROOT(reynolds)), cube = q * q * q;
  const SM_REAL above = (SM_REAL)1.10787417e-4 + (SM_REAL)8.21581664e-7 * q;
  const SM_REAL below =
      1 + q * ((SM_REAL)-0.342078921 + q * (SM_REAL)0.0488656534) + (SM_REAL)3.00695124e-3 * cube;
  return 1 + cube * (cube * above / below); /* finite also for vanishing viscosity */
}

/* Stress over velocity of a smooth wall; `per_half` is 1 / distance. */
SM_FN SM_REAL SM_P(sm_smooth_drag)(SM_REAL speed, SM_REAL nu, SM_REAL per_half) {
  const SM_REAL laminar = nu * per_half, least = (SM_REAL)1e-30;
  return laminar * SM_P(sm_smooth_wall_ratio)(speed / SM_P(sm_larger)(laminar, least));
}

/* Stress over density in the air at an edge, along a: u[-s] and u[0] are on its two sides across s,
 * v[-sa] and v[0] along a; with the mean eddy viscosity of the four cells around it. */
SM_FN SM_REAL SM_P(sm_edge_stress)(const SM_REAL *u, const SM_REAL *v, const SM_REAL *eddy,
                                   ptrdiff_t s, ptrdiff_t sa, SM_REAL nu, SM_REAL per_gap,
                                   SM_REAL per_gap_a) {
  const SM_REAL four = (eddy[0] + eddy[-sa]) + (eddy[-s] + eddy[-s - sa]);
  return (nu + (SM_REAL)0.25 * four) * ((u[0] - u[-s]) * per_gap + (v[0] - v[-sa]) * per_gap_a);
}

#define SM_TILE_BIT(bits, l) ((SM_REAL)(int)((bits) >> (l)&1))

SM_FN void SM_P(sm_cell_flow_zero_walls)(const struct sm_flow_zero_walls *s, int lane, int row,
                                         int plane) {
  const struct sm_zero_tile *tile = &s->tile[row + (ptrdiff_t)plane * SM_WALL_ROW];
  SM_REAL *to = SM_AT(s->to) + tile->i + lane + tile->j * s->step[0] + tile->k * s->step[1];
  const SM_REAL now = to[0];
  to[0] = tile->faces >> lane & 1 ? (SM_REAL)0 : now;
}

/* A face of component a. */
struct SM_P(sm_wall_face) {
  const SM_REAL *u, *eddy; /* at the cell */
  ptrdiff_t sa;
  SM_REAL nu, per_gap_a;
};

/* Walls next to it across one of the other axes. */
struct SM_P(sm_wall_edges_across) {
  const SM_REAL *v, *per_gap; /* velocity along that axis; metric at the cell */
  ptrdiff_t s;
  SM_REAL per_width, speed; /* 1/m; tangential speed, m/s */
  SM_REAL low[2], high;     /* drag: below, at the face's own and the other cell; above */
};

/* Change of the momentum tendency, m/s2; wall, smooth: of the tile, below and above. */
SM_FN SM_REAL SM_P(sm_wall_stress_change)(const struct SM_P(sm_wall_face) * f,
                                          const struct SM_P(sm_wall_edges_across) * w,
                                          const uint32_t *wall, const uint32_t *smooth, int lane) {
  const int other = lane + SM_WALL_TILE;
  const SM_REAL low0 = SM_TILE_BIT(wall[0], lane), low1 = SM_TILE_BIT(wall[0], other);
  const SM_REAL highs = SM_TILE_BIT(wall[1], lane) + SM_TILE_BIT(wall[1], other);
  const SM_REAL smooths = SM_TILE_BIT(smooth[0], lane) + SM_TILE_BIT(smooth[0], other) +
                          SM_TILE_BIT(smooth[1], lane) + SM_TILE_BIT(smooth[1], other);
  const SM_REAL below =
      SM_P(sm_edge_stress)(f->u, w->v, f->eddy, w->s, f->sa, f->nu, w->per_gap[0], f->per_gap_a);
  const SM_REAL above = SM_P(sm_edge_stress)(f->u + w->s, w->v + w->s, f->eddy + w->s, w->s, f->sa,
                                             f->nu, w->per_gap[1], f->per_gap_a);
  const SM_REAL laminar = 2 * f->nu * w->per_width;
  const SM_REAL more = SM_P(sm_smooth_drag)(w->speed, f->nu, 2 * w->per_width) - laminar;
  const SM_REAL drag = low0 * SM_P(sm_larger)(laminar, w->low[0] * w->speed) +
                       low1 * SM_P(sm_larger)(laminar, w->low[1] * w->speed) +
                       highs * SM_P(sm_larger)(laminar, w->high * w->speed) + smooths * more;
  const SM_REAL air = (low0 + low1) * below - highs * above;
  return (SM_REAL)0.5 * (air - drag * f->u[0]) * w->per_width;
}

/* Walls across axis d next to a face across axis a, at cell (i, j, k); v: the normal component;
 * speed: tangential speed. Ground drag is per column. */
SM_FN struct SM_P(sm_wall_edges_across)
    SM_P(sm_walls_across)(const struct sm_flow_walls *s, int a, int d, int i, int j, int k,
                          const SM_REAL *v, SM_REAL speed) {
  const struct sm_flow_metric *m = &s->m;
  const int at = sm_flow_index(d, i, j, k);
  const SM_REAL *floor = SM_AT(s->drag.floor) + i + j * s->drag.floor_step;
  const ptrdiff_t back = a == 0 ? 1 : s->drag.floor_step;
  const SM_REAL side = SM_AT(s->drag.low[d])[at];
  const struct SM_P(sm_wall_edges_across)
      w = {v,
           SM_AT(m->per_gap[d]) + at,
           sm_flow_step(m, d),
           SM_AT(m->per_width[d])[at],
           speed,
           {d == 2 ? floor[0] : side, d == 2 ? floor[-back] : side},
           SM_AT(s->drag.high[d])[at]};
  return w;
}

/* Mean of component v, across the axis of stride s, around a face across that of stride sa. */
SM_FN SM_REAL SM_P(sm_mean_around)(const SM_REAL *v, ptrdiff_t sa, ptrdiff_t s) {
  return (SM_REAL)0.25 * (v[-sa] + v[0] + v[s - sa] + v[s]);
}

/* Wall correction of the faces across axis a. */
SM_FN void SM_P(sm_flow_walls_stage)(const struct sm_flow_walls *s, int lane, int row, int plane,
                                     int a) {
  const int b = (a + 1) % 3, e = (a + 2) % 3;
  const struct sm_wall_tile *tile = &s->tile[row + (ptrdiff_t)plane * SM_WALL_ROW];
  const struct sm_flow_metric *m = &s->m;
  const int i = tile->i + lane, j = tile->j, k = tile->k;
  const ptrdiff_t c = i + j * m->step[1] + k * m->step[2], sa = sm_flow_step(m, a);
  const SM_REAL *u = SM_AT(s->u[a]) + c, *v = SM_AT(s->u[b]) + c, *w = SM_AT(s->u[e]) + c;
  const SM_REAL vm = SM_P(sm_mean_around)(v, sa, sm_flow_step(m, b));
  const SM_REAL wm = SM_P(sm_mean_around)(w, sa, sm_flow_step(m, e));
  const struct SM_P(sm_wall_face) face = {u, SM_AT(s->eddy) + c, sa, (SM_REAL)s->viscosity,
                                          SM_AT(m->per_gap[a])[sm_flow_index(a, i, j, k)]};
  const struct SM_P(sm_wall_edges_across) across_b =
      SM_P(sm_walls_across)(s, a, b, i, j, k, v, SM_ROOT(u[0] * u[0] + wm * wm));
  const struct SM_P(sm_wall_edges_across) across_e =
      SM_P(sm_walls_across)(s, a, e, i, j, k, w, SM_ROOT(u[0] * u[0] + vm * vm));
  const SM_REAL dt = (SM_REAL)(s->share * s->clock->step);
  const SM_REAL change =
      SM_P(sm_wall_stress_change)(&face, &across_b, tile->wall, tile->smooth, lane) +
      SM_P(sm_wall_stress_change)(&face, &across_e, tile->wall + 2, tile->smooth + 2, lane);
  const uint32_t any = tile->wall[0] | tile->wall[1] | tile->wall[2] | tile->wall[3];
  SM_REAL *to = SM_AT(s->to) + c;
  const SM_REAL now = to[0], next = now + dt * change;
  to[0] = (any | any >> SM_WALL_TILE) >> lane & 1 ? next : now;
}

SM_FN void SM_P(sm_cell_flow_walls_x)(const struct sm_flow_walls *s, int lane, int row, int plane) {
  SM_P(sm_flow_walls_stage)(s, lane, row, plane, 0);
}
SM_FN void SM_P(sm_cell_flow_walls_y)(const struct sm_flow_walls *s, int lane, int row, int plane) {
  SM_P(sm_flow_walls_stage)(s, lane, row, plane, 1);
}
SM_FN void SM_P(sm_cell_flow_walls_z)(const struct sm_flow_walls *s, int lane, int row, int plane) {
  SM_P(sm_flow_walls_stage)(s, lane, row, plane, 2);
}
#undef SM_TILE_BIT
#endif
