/* device/cpu/compressible_lines.h - stages of the compressible solver on the CPU
 * (cell/compressible/stage.h), in one precision: the face fluxes of a row are buffered and
 * used by the cells on both sides. Included once per precision by
 * device/cpu/compressible.c. */

/* Fluxes through the low faces of a row. */
struct SM_P(stage_fluxes) {
  SM_REAL r[STAGE_ROW], u[STAGE_ROW], v[STAGE_ROW], w[STAGE_ROW], e[STAGE_ROW];
  SM_REAL back[STAGE_ROW]; /* u component, for the cell on the low side */
};

/* Row of faces, of the cells c, c + 1, ... of a line. Backgrounds: two each of the cells before and
 * after the face, and that of the face. */
struct SM_P(stage_row) {
  struct SM_P(sm_stage_line) line;
  ptrdiff_t c;
  SM_REAL rho[4], rho_face, p_face;
};

static struct SM_P(stage_row)
    SM_P(stage_row_of)(const struct sm_compressible_stage *s, int axis, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  struct SM_P(stage_row) row = {.line = SM_P(sm_stage_line_of)(s, axis), .c = c};
  const SM_REAL *rho = SM_AT(s->b.rho) + k;
  const bool along = axis == 2;
  for (int m = 0; m < 4; m++) row.rho[m] = rho[along ? m - 2 : 0];
  row.rho_face = along ? SM_AT(s->b.rho_low)[k] : rho[0];
  row.p_face = along ? SM_AT(s->b.p_low)[k] : SM_AT(s->b.p)[k];
  return row;
}

/* Loop with a constant trip count: the remainder of a row overlaps with cells already processed.
 * Rows shorter than a vector are processed cell by cell. */
#define STAGE_LANES ((int)(STAGE_VECTOR / sizeof(SM_REAL)))
#define STAGE_LOOP(BEGIN, COUNT, CALL)                                                             \
  if ((COUNT) < STAGE_LANES) {                                                                     \
    for (int l = (BEGIN); l < (BEGIN) + (COUNT); l++) CALL;                                        \
  } else {                                                                                         \
    _Pragma("omp simd") for (int l = (BEGIN); l < (BEGIN) + STAGE_LANES; l++) CALL;                \
  }
#define STAGE_INLINE static inline __attribute__((always_inline))

static bool SM_P(stage_walls_near)(const struct SM_P(stage_row) * a, int begin, int count) {
  const int32_t *own = a->line.walls + a->c + begin, *before = own - a->line.step;
  int walls = 0;
  for (int l = 0; l < count; l++) walls |= own[l] | before[l];
  return (walls & (a->line.low | a->line.high | a->line.leaves)) != 0;
}

/* State of cell l + at of a row. */
STAGE_INLINE struct SM_P(sm_conserved) SM_P(stage_state)(const struct SM_P(stage_row) * a, int l,
                                                         int at, enum sm_riemann_solver scheme) {
  return SM_P(sm_face_variables)(SM_P(sm_conserved_at)(&a->line, a->c + l + at * a->line.step),
                                 a->rho[at + 2], scheme);
}
/* Reconstruction of cell l + at at its high or low face. Vectors without walls and outflow read
 * no wall flags: integers mixed with 64-bit floats would make the compiler halve the vector
 * size. */
STAGE_INLINE struct SM_P(sm_conserved)
    SM_P(stage_edge)(const struct SM_P(stage_row) * a, int l, int at, bool walls,
                     enum sm_riemann_solver scheme) {
  const struct SM_P(sm_conserved) here = SM_P(stage_state)(a, l, at, scheme);
  const int word = walls ? a->line.walls[a->c + l + at * a->line.step] : 0;
  const struct SM_P(sm_conserved) slope =
      SM_P(sm_limited_slopes)(&a->line, word, SM_P(stage_state)(a, l, at - 1, scheme), here,
                              SM_P(stage_state)(a, l, at + 1, scheme));
  return SM_P(sm_reconstruct)(here, slope, at < 0 ? (SM_REAL)0.5 : (SM_REAL)-0.5);
}
STAGE_INLINE void SM_P(stage_face)(const struct SM_P(stage_row) * a, int l,
                                   struct SM_P(stage_fluxes) * to, bool walls,
                                   enum sm_riemann_solver scheme) {
  const int word = walls ? a->line.walls[a->c + l] : 0;
  const struct SM_P(sm_conserved) f = SM_P(sm_face_flux)(
      SM_P(stage_edge)(a, l, -1, walls, scheme), SM_P(stage_edge)(a, l, 0, walls, scheme),
      word & a->line.low, word & a->line.leaves, a->rho_face, a->p_face, scheme);
  to->r[l] = f.r, to->u[l] = f.u, to->v[l] = f.v, to->w[l] = f.w, to->e[l] = f.e;
  to->back[l] = f.u;
}
STAGE_INLINE void SM_P(stage_walled)(const struct SM_P(stage_row) * row, int begin, int count,
                                     struct SM_P(stage_fluxes) * to,
                                     enum sm_riemann_solver scheme) {
  const struct SM_P(stage_row) a = *row;
  STAGE_LOOP(begin, count, SM_P(stage_face)(&a, l, to, true, scheme))
  for (int l = begin; l < begin + count; l++)
    if ((a.line.walls[a.c + l] & a.line.low) != 0)
      to->back[l] = SM_P(sm_wall_pressure)(SM_P(stage_edge)(&a, l, -1, true, scheme), a.rho_face,
                                           a.p_face, scheme);
}
typedef void (*SM_P(stage_walled_of))(const struct SM_P(stage_row) *, int, int,
                                      struct SM_P(stage_fluxes) *);
STAGE_INLINE void SM_P(stage_faces)(const struct SM_P(stage_row) * row, int count,
                                    struct SM_P(stage_fluxes) * to, SM_P(stage_walled_of) walled,
                                    enum sm_riemann_solver scheme) {
  const struct SM_P(stage_row) a = *row;
  const int lanes = count < STAGE_LANES ? count : STAGE_LANES;
  for (int first = 0; first < count; first += lanes) {
    const int begin = first + lanes <= count ? first : count - lanes;
    if (SM_P(stage_walls_near)(&a, begin, lanes))
      walled(row, begin, lanes, to);
    else
      STAGE_LOOP(begin, lanes, SM_P(stage_face)(&a, l, to, false, scheme))
  }
}

/* One non-inlined function per scheme: together they would exceed the registers. */
#define STAGE_FACES(NAME, SCHEME)                                                                  \
  __attribute__((noinline)) static void SM_P(stage_walled_##NAME)(                                 \
      const struct SM_P(stage_row) * row, int begin, int count, struct SM_P(stage_fluxes) * to) {  \
    SM_P(stage_walled)(row, begin, count, to, SCHEME);                                             \
  }                                                                                                \
  __attribute__((noinline)) static void SM_P(compressible_faces_##NAME)(                           \
      const struct SM_P(stage_row) * row, int count, struct SM_P(stage_fluxes) * to) {             \
    SM_P(stage_faces)(row, count, to, SM_P(stage_walled_##NAME), SCHEME);                          \
  }
STAGE_FACES(kurganov_conserved, SM_RIEMANN_KURGANOV_CONSERVED)
STAGE_FACES(kurganov, SM_RIEMANN_KURGANOV)
STAGE_FACES(hllc, SM_RIEMANN_HLLC)
STAGE_FACES(slau, SM_RIEMANN_SLAU)
#undef STAGE_FACES

typedef void (*SM_P(stage_fluxes_of))(const struct SM_P(stage_row) *, int,
                                      struct SM_P(stage_fluxes) *);

/* Flux balance of cell l, between faces l of `low` and l + next of `high`. */
STAGE_INLINE struct SM_P(sm_conserved)
    SM_P(stage_divergence_at)(const struct SM_P(stage_fluxes) * low,
                              const struct SM_P(stage_fluxes) * high, int l, int next,
                              SM_REAL per_width) {
  const int n = l + next;
  const struct SM_P(sm_conserved) a = {low->r[l], low->u[l], low->v[l], low->w[l], low->e[l]};
  const struct SM_P(sm_conserved)
      b = {high->r[n], high->back[n], high->v[n], high->w[n], high->e[n]};
  return SM_P(sm_stage_divergence)(a, b, per_width);
}

/* Faces of a row of cells, normal to x, y and z. */
struct SM_P(stage_around) {
  const struct SM_P(stage_fluxes) * x, *y[2], *z[2];
};

/* Row of cells. */
struct SM_P(stage_cells) {
  struct sm_compressible_stage s;
  struct SM_P(stage_around) around;
  ptrdiff_t c;
  const SM_REAL *per_x;
  SM_REAL per_y, per_z;
  int k;
};

STAGE_INLINE void SM_P(stage_update)(const struct SM_P(stage_cells) * a, int l, bool wide,
                                     bool high, SM_REAL to[SM_CONSERVED_FIELDS][STAGE_ROW]) {
  const struct SM_P(stage_fluxes) *const *z = a->around.z, *const *y = a->around.y;
  struct SM_P(sm_conserved) along = {0, 0, 0, 0, 0};
  SM_REAL falls = 0;
  if (high) {
    along = SM_P(stage_divergence_at)(z[0], z[1], l, 0, a->per_z);
    falls = SM_P(sm_gravity_work)(&a->s, z[0]->r[l], z[1]->r[l], a->k);
  }
  struct SM_P(sm_conserved) q = SM_P(sm_stage_update_xz)(
      &a->s, a->c + l, SM_P(stage_divergence_at)(a->around.x, a->around.x, l, 1, a->per_x[l]),
      along, falls);
  if (wide)
    q = SM_P(sm_stage_update_y)(&a->s, q, SM_P(stage_divergence_at)(y[0], y[1], l, 0, a->per_y));
  to[SM_RHO][l] = q.r, to[SM_RHO_U][l] = q.u, to[SM_RHO_V][l] = q.v, to[SM_RHO_W][l] = q.w;
  to[SM_RHO_E][l] = q.e;
}

/* Updates a row of cells; the remainder overlaps with cells already
 * processed. */
STAGE_INLINE void SM_P(stage_update_cells)(const struct SM_P(stage_cells) * a, int count, bool wide,
                                           bool high, SM_REAL to[SM_CONSERVED_FIELDS][STAGE_ROW]) {
  const int lanes = count < STAGE_LANES ? count : STAGE_LANES;
  for (int first = 0; first < count; first += lanes) {
    const int begin = first + lanes <= count ? first : count - lanes;
    STAGE_LOOP(begin, lanes, SM_P(stage_update)(a, l, wide, high, to))
  }
}

__attribute__((noinline)) static void
SM_P(stage_update_row)(const struct sm_compressible_stage *s,
                       const struct SM_P(stage_around) * around, int i, int j, int k, int count) {
  const struct SM_P(stage_cells) a = {.s = *s,
                                      .around = *around,
                                      .c = i + j * s->m.step[1] + k * s->m.step[2],
                                      .per_x = SM_AT(s->m.per_width[0]) + i,
                                      .per_y = SM_AT(s->m.per_width[1])[j],
                                      .per_z = SM_AT(s->m.per_width[2])[k],
                                      .k = k};
  const bool wide = s->m.step[1] != 0, high = s->m.step[2] != 0;
  SM_REAL to[SM_CONSERVED_FIELDS][STAGE_ROW];
  if (wide && high)
    SM_P(stage_update_cells)(&a, count, true, true, to);
  else if (wide)
    SM_P(stage_update_cells)(&a, count, true, false, to);
  else
    SM_P(stage_update_cells)(&a, count, false, high, to);
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) {
    SM_REAL *const out = SM_AT(s->to[f]) + a.c;
    SIMD for (int l = 0; l < count; l++) out[l] = SM_P(sm_flush_tiny)(to[f][l]);
  }
}

/* Flux buffers of a tile. */
struct SM_P(stage_buffers) {
  struct SM_P(stage_fluxes) x, y[2], z[STAGE_ROWS + 1];
};

static void SM_P(stage_tile)(const struct sm_box *b, const struct sm_compressible_stage *s,
                             SM_P(stage_fluxes_of) faces) {
  struct SM_P(stage_buffers) buffers; /* sized to fit the caches */
  struct SM_P(stage_fluxes) * z[STAGE_ROWS], *spare = &buffers.z[STAGE_ROWS];
  const int i = b->lo[0], count = b->hi[0] - i;
  const bool wide = s->m.step[1] != 0, high = s->m.step[2] != 0;
  struct SM_P(stage_row) row;
  for (int m = 0; m < b->hi[1] - b->lo[1]; m++) {
    z[m] = &buffers.z[m];
    row = SM_P(stage_row_of)(s, 2, i, b->lo[1] + m, b->lo[2]);
    if (high) faces(&row, count, z[m]);
  }
  for (int k = b->lo[2]; k < b->hi[2]; k++) {
    struct SM_P(stage_fluxes) * y[2] = {&buffers.y[0], &buffers.y[1]};
    row = SM_P(stage_row_of)(s, 1, i, b->lo[1], k);
    if (wide) faces(&row, count, y[0]);
    for (int j = b->lo[1]; j < b->hi[1]; j++) {
      struct SM_P(stage_fluxes) *const below = z[j - b->lo[1]], *const south = y[0];
      row = SM_P(stage_row_of)(s, 0, i, j, k);
      faces(&row, count + 1, &buffers.x);
      row = SM_P(stage_row_of)(s, 2, i, j, k + 1);
      if (high) faces(&row, count, spare);
      row = SM_P(stage_row_of)(s, 1, i, j + 1, k);
      if (wide) faces(&row, count, y[1]);
      const struct SM_P(stage_around) around = {&buffers.x, {y[0], y[1]}, {below, spare}};
      SM_P(stage_update_row)(s, &around, i, j, k, count);
      z[j - b->lo[1]] = spare;
      spare = below;
      y[0] = y[1];
      y[1] = south;
    }
  }
}
#undef STAGE_LOOP
#undef STAGE_LANES
#undef STAGE_INLINE
