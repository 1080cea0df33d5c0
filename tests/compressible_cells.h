/* compressible_cells.h - reference implementation of a stage of the compressible solver, cell by
 * cell, in one precision: each of the six face fluxes of a cell is recomputed. Back ends compute
 * each face once; the results must be bitwise identical. Included once per precision by
 * kernels.c. */

/* Flux through the low face of cell (i, j, k) along an axis; *back: its u for the previous cell. */
static struct SM_P(sm_conserved)
    SM_P(stage_face)(const struct sm_compressible_stage *s, enum sm_riemann_solver scheme, int axis,
                     int i, int j, int k, SM_REAL *back) {
  const struct SM_P(sm_stage_line) line = SM_P(sm_stage_line_of)(s, axis);
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  const SM_REAL *rho = SM_AT(s->b.rho) + k;
  const SM_REAL rho_face = axis == 2 ? SM_AT(s->b.rho_low)[k] : rho[0];
  const SM_REAL p_face = axis == 2 ? SM_AT(s->b.p_low)[k] : SM_AT(s->b.p)[k];
  struct SM_P(sm_conserved) q[4];
  for (int m = 0; m < 4; m++)
    q[m] = SM_P(sm_face_variables)(SM_P(sm_conserved_at)(&line, c + (m - 2) * line.step),
                                   rho[axis == 2 ? m - 2 : 0], scheme);
  const struct SM_P(sm_conserved) low = SM_P(sm_reconstruct)(
      q[1], SM_P(sm_limited_slopes)(&line, line.walls[c - line.step], q[0], q[1], q[2]),
      (SM_REAL)0.5);
  const struct SM_P(sm_conserved) high = SM_P(sm_reconstruct)(
      q[2], SM_P(sm_limited_slopes)(&line, line.walls[c], q[1], q[2], q[3]), (SM_REAL)-0.5);
  const int wall = line.walls[c] & line.low;
  const struct SM_P(sm_conserved) f =
      SM_P(sm_face_flux)(low, high, wall, line.walls[c] & line.leaves, rho_face, p_face, scheme);
  *back = wall ? SM_P(sm_wall_pressure)(low, rho_face, p_face, scheme) : f.u;
  return f;
}

static struct SM_P(sm_conserved)
    SM_P(stage_flow)(const struct sm_compressible_stage *s, enum sm_riemann_solver scheme, int axis,
                     int i, int j, int k, SM_REAL *falls) {
  const struct SM_P(sm_conserved) none = {0, 0, 0, 0, 0};
  const int at[3] = {i, j, k};
  SM_REAL unused, back;
  *falls = 0;
  if (axis > 0 && s->m.step[axis] == 0) return none;
  const struct SM_P(sm_conserved) low = SM_P(stage_face)(s, scheme, axis, i, j, k, &unused);
  struct SM_P(sm_conserved) high =
      SM_P(stage_face)(s, scheme, axis, i + (axis == 0), j + (axis == 1), k + (axis == 2), &back);
  high.u = back;
  if (axis == 2) *falls = SM_P(sm_gravity_work)(s, low.r, high.r, k);
  return SM_P(sm_stage_divergence)(low, high, SM_AT(s->m.per_width[axis])[at[axis]]);
}

static void SM_P(stage_cell)(const struct sm_compressible_stage *s, enum sm_riemann_solver scheme,
                             int i, int j, int k) {
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  SM_REAL unused, falls;
  const struct SM_P(sm_conserved) x = SM_P(stage_flow)(s, scheme, 0, i, j, k, &unused);
  const struct SM_P(sm_conserved) z = SM_P(stage_flow)(s, scheme, 2, i, j, k, &falls);
  const struct SM_P(sm_conserved) y = SM_P(stage_flow)(s, scheme, 1, i, j, k, &unused);
  struct SM_P(sm_conserved) q = SM_P(sm_stage_update_xz)(s, c, x, z, falls);
  if (s->m.step[1] != 0) q = SM_P(sm_stage_update_y)(s, q, y);
  SM_P(sm_stage_store)(s, c, q);
}
#define STAGE_CELL(NAME, SCHEME)                                                                   \
  static void SM_P(sm_cell_compressible_##NAME)(const struct sm_compressible_stage *s, int i,      \
                                                int j, int k) {                                    \
    SM_P(stage_cell)(s, SCHEME, i, j, k);                                                          \
  }
STAGE_CELL(kurganov_conserved, SM_RIEMANN_KURGANOV_CONSERVED)
STAGE_CELL(kurganov, SM_RIEMANN_KURGANOV)
STAGE_CELL(hllc, SM_RIEMANN_HLLC)
STAGE_CELL(slau, SM_RIEMANN_SLAU)
#undef STAGE_CELL
