/* cpu_gas_lines.h - stages of the compressible solver on the CPU (cell/gas_stage.h), in one
 * precision: what flows through the faces of a row of cells goes to a buffer, where the cells on
 * both sides find it. For cpu_gas.c, which includes it once per precision. */

/* What flows through low faces of a row. */
struct SM_P(gas_faces) {
  SM_REAL r[GAS_ROW], u[GAS_ROW], v[GAS_ROW], w[GAS_ROW], e[GAS_ROW];
  SM_REAL back[GAS_ROW]; /* of u, for the cell on the low side */
};

/* A row of faces: of cells c, c + 1, ... of lines; backgrounds: of the cells before and after the
 * face, two of each, and of the face. */
struct SM_P(gas_row) {
  struct SM_P(sm_gas_line) line;
  ptrdiff_t c;
  SM_REAL rho[4], rho_face, p_face;
};

static struct SM_P(gas_row)
    SM_P(gas_row_of)(const struct sm_gas_stage *s, int axis, int i, int j, int k) {
  const ptrdiff_t c = i + j * s->m.step[1] + k * s->m.step[2];
  struct SM_P(gas_row) row = {.line = SM_P(sm_gas_line_of)(s, axis), .c = c};
  const SM_REAL *rho = SM_AT(s->b.rho) + k;
  const bool along = axis == 2;
  for (int m = 0; m < 4; m++) row.rho[m] = rho[along ? m - 2 : 0];
  row.rho_face = along ? SM_AT(s->b.rho_low)[k] : rho[0];
  row.p_face = along ? SM_AT(s->b.p_low)[k] : SM_AT(s->b.p)[k];
  return row;
}

/* Loops of a constant number of turns: what remains of a row is done together with some of what
 * has been. A row that is shorter than a vector is done cell by cell. */
#define GAS_LANES ((int)(GAS_VECTOR / sizeof(SM_REAL)))
#define GAS_LOOP(BEGIN, COUNT, CALL)                                                               \
  if ((COUNT) < GAS_LANES) {                                                                       \
    for (int l = (BEGIN); l < (BEGIN) + (COUNT); l++) CALL;                                        \
  } else {                                                                                         \
    _Pragma("omp simd") for (int l = (BEGIN); l < (BEGIN) + GAS_LANES; l++) CALL;                  \
  }
#define GAS_INLINE static inline __attribute__((always_inline))

/* Of a vector whose cells have no walls and no outflow no words are read: with integers among
 * numbers of 64 bits the compiler makes vectors of half the size. */
#define GAS_FACES(NAME)                                                                            \
  /* Cell l + at of a row. */                                                                      \
  GAS_INLINE struct SM_P(sm_gas)                                                                   \
      SM_P(gas_state_##NAME)(const struct SM_P(gas_row) * a, int l, int at) {                      \
    return SM_P(sm_gas_state_##NAME)(SM_P(sm_gas_at)(&a->line, a->c + l + at * a->line.step),      \
                                     a->rho[at + 2]);                                              \
  }                                                                                                \
  /* Cell l + at, taken to its high or low face. */                                                \
  GAS_INLINE struct SM_P(sm_gas)                                                                   \
      SM_P(gas_edge_##NAME)(const struct SM_P(gas_row) * a, int l, int at, bool walls) {           \
    const struct SM_P(sm_gas) here = SM_P(gas_state_##NAME)(a, l, at);                             \
    const int word = walls ? a->line.walls[a->c + l + at * a->line.step] : 0;                      \
    const struct SM_P(sm_gas) slope =                                                              \
        SM_P(sm_gas_slopes)(&a->line, word, SM_P(gas_state_##NAME)(a, l, at - 1), here,            \
                            SM_P(gas_state_##NAME)(a, l, at + 1));                                 \
    return SM_P(sm_gas_on_face)(here, slope, at < 0 ? (SM_REAL)0.5 : (SM_REAL)-0.5);               \
  }                                                                                                \
  GAS_INLINE void SM_P(gas_face_##NAME)(const struct SM_P(gas_row) * a, int l,                     \
                                        struct SM_P(gas_faces) * to, bool walls) {                 \
    const struct SM_P(sm_gas) f = SM_P(sm_gas_through_##NAME)(                                     \
        SM_P(gas_edge_##NAME)(a, l, -1, walls), SM_P(gas_edge_##NAME)(a, l, 0, walls),             \
        walls ? a->line.walls[a->c + l] & a->line.low : 0,                                         \
        walls ? a->line.walls[a->c + l] & a->line.leaves : 0, a->rho_face, a->p_face);             \
    to->r[l] = f.r, to->u[l] = f.u, to->v[l] = f.v, to->w[l] = f.w, to->e[l] = f.e;                \
    to->back[l] = f.u;                                                                             \
  }                                                                                                \
  __attribute__((noinline)) static void SM_P(gas_walled_##NAME)(                                   \
      const struct SM_P(gas_row) * row, int begin, int count, struct SM_P(gas_faces) * to) {       \
    const struct SM_P(gas_row) a = *row;                                                           \
    GAS_LOOP(begin, count, SM_P(gas_face_##NAME)(&a, l, to, true))                                 \
    for (int l = begin; l < begin + count; l++)                                                    \
      if ((a.line.walls[a.c + l] & a.line.low) != 0)                                               \
        to->back[l] = SM_P(sm_gas_push_##NAME)(SM_P(gas_edge_##NAME)(&a, l, -1, true), a.rho_face, \
                                               a.p_face);                                          \
  }                                                                                                \
  __attribute__((noinline)) static void SM_P(gas_faces_##NAME)(                                    \
      const struct SM_P(gas_row) * row, int count, struct SM_P(gas_faces) * to) {                  \
    const struct SM_P(gas_row) a = *row;                                                           \
    const int lanes = count < GAS_LANES ? count : GAS_LANES;                                       \
    for (int first = 0; first < count; first += lanes) {                                           \
      const int begin = first + lanes <= count ? first : count - lanes;                            \
      if (SM_P(gas_walls_near)(&a, begin, lanes))                                                  \
        SM_P(gas_walled_##NAME)(row, begin, lanes, to);                                            \
      else                                                                                         \
        GAS_LOOP(begin, lanes, SM_P(gas_face_##NAME)(&a, l, to, false))                            \
    }                                                                                              \
  }

static bool SM_P(gas_walls_near)(const struct SM_P(gas_row) * a, int begin, int count) {
  const int32_t *own = a->line.walls + a->c + begin, *before = own - a->line.step;
  int walls = 0;
  for (int l = 0; l < count; l++) walls |= own[l] | before[l];
  return (walls & (a->line.low | a->line.high | a->line.leaves)) != 0;
}

GAS_FACES(kurganov_carried)
GAS_FACES(kurganov)
GAS_FACES(hllc)
GAS_FACES(slau)
#undef GAS_FACES

typedef void (*SM_P(gas_faces_of))(const struct SM_P(gas_row) *, int, struct SM_P(gas_faces) *);

/* Of cell l, between faces l of `low` and l + next of `high`. */
GAS_INLINE struct SM_P(sm_gas)
    SM_P(gas_change_at)(const struct SM_P(gas_faces) * low, const struct SM_P(gas_faces) * high,
                        int l, int next, SM_REAL per_width) {
  const int n = l + next;
  const struct SM_P(sm_gas) a = {low->r[l], low->u[l], low->v[l], low->w[l], low->e[l]};
  const struct SM_P(sm_gas) b = {high->r[n], high->back[n], high->v[n], high->w[n], high->e[n]};
  return SM_P(sm_gas_change)(a, b, per_width);
}

/* Around a row of cells: faces across x, y and z. */
struct SM_P(gas_around) {
  const struct SM_P(gas_faces) * x, *y[2], *z[2];
};

/* A row of cells. */
struct SM_P(gas_cells) {
  struct sm_gas_stage s;
  struct SM_P(gas_around) around;
  ptrdiff_t c;
  const SM_REAL *per_x;
  SM_REAL per_y, per_z;
  int k;
};

GAS_INLINE void SM_P(gas_settle)(const struct SM_P(gas_cells) * a, int l, bool wide, bool high,
                                 SM_REAL to[SM_GAS_FIELDS][GAS_ROW]) {
  const struct SM_P(gas_faces) *const *z = a->around.z, *const *y = a->around.y;
  struct SM_P(sm_gas) along = {0, 0, 0, 0, 0};
  SM_REAL falls = 0;
  if (high) {
    along = SM_P(gas_change_at)(z[0], z[1], l, 0, a->per_z);
    falls = SM_P(sm_gas_falls)(&a->s, z[0]->r[l], z[1]->r[l], a->k);
  }
  struct SM_P(sm_gas) q = SM_P(sm_gas_settled)(
      &a->s, a->c + l, SM_P(gas_change_at)(a->around.x, a->around.x, l, 1, a->per_x[l]), along,
      falls);
  if (wide) q = SM_P(sm_gas_crossed)(&a->s, q, SM_P(gas_change_at)(y[0], y[1], l, 0, a->per_y));
  to[SM_GAS_MASS][l] = q.r, to[SM_GAS_U][l] = q.u, to[SM_GAS_V][l] = q.v, to[SM_GAS_W][l] = q.w;
  to[SM_GAS_ENERGY][l] = q.e;
}

/* What becomes of a row of cells; what remains of it is done together with some of what has been.
 */
GAS_INLINE void SM_P(gas_settle_cells)(const struct SM_P(gas_cells) * a, int count, bool wide,
                                       bool high, SM_REAL to[SM_GAS_FIELDS][GAS_ROW]) {
  const int lanes = count < GAS_LANES ? count : GAS_LANES;
  for (int first = 0; first < count; first += lanes) {
    const int begin = first + lanes <= count ? first : count - lanes;
    GAS_LOOP(begin, lanes, SM_P(gas_settle)(a, l, wide, high, to))
  }
}

__attribute__((noinline)) static void SM_P(gas_settle_row)(const struct sm_gas_stage *s,
                                                           const struct SM_P(gas_around) * around,
                                                           int i, int j, int k, int count) {
  const struct SM_P(gas_cells) a = {.s = *s,
                                    .around = *around,
                                    .c = i + j * s->m.step[1] + k * s->m.step[2],
                                    .per_x = SM_AT(s->m.per_width[0]) + i,
                                    .per_y = SM_AT(s->m.per_width[1])[j],
                                    .per_z = SM_AT(s->m.per_width[2])[k],
                                    .k = k};
  const bool wide = s->m.step[1] != 0, high = s->m.step[2] != 0;
  SM_REAL to[SM_GAS_FIELDS][GAS_ROW];
  if (wide && high)
    SM_P(gas_settle_cells)(&a, count, true, true, to);
  else if (wide)
    SM_P(gas_settle_cells)(&a, count, true, false, to);
  else
    SM_P(gas_settle_cells)(&a, count, false, high, to);
  for (int f = 0; f < SM_GAS_FIELDS; f++) {
    SM_REAL *const out = SM_AT(s->to[f]) + a.c;
    SIMD for (int l = 0; l < count; l++) out[l] = SM_P(sm_gas_felt)(to[f][l]);
  }
}

/* Buffers of a tile. */
struct SM_P(gas_buffers) {
  struct SM_P(gas_faces) x, y[2], z[GAS_ROWS + 1];
};

static void SM_P(gas_tile)(const struct sm_box *b, const struct sm_gas_stage *s,
                           SM_P(gas_faces_of) faces) {
  struct SM_P(gas_buffers) buffers; /* as many as the caches hold */
  struct SM_P(gas_faces) * z[GAS_ROWS], *spare = &buffers.z[GAS_ROWS];
  const int i = b->lo[0], count = b->hi[0] - i;
  const bool wide = s->m.step[1] != 0, high = s->m.step[2] != 0;
  struct SM_P(gas_row) row;
  for (int m = 0; m < b->hi[1] - b->lo[1]; m++) {
    z[m] = &buffers.z[m];
    row = SM_P(gas_row_of)(s, 2, i, b->lo[1] + m, b->lo[2]);
    if (high) faces(&row, count, z[m]);
  }
  for (int k = b->lo[2]; k < b->hi[2]; k++) {
    struct SM_P(gas_faces) * y[2] = {&buffers.y[0], &buffers.y[1]};
    row = SM_P(gas_row_of)(s, 1, i, b->lo[1], k);
    if (wide) faces(&row, count, y[0]);
    for (int j = b->lo[1]; j < b->hi[1]; j++) {
      struct SM_P(gas_faces) *const below = z[j - b->lo[1]], *const south = y[0];
      row = SM_P(gas_row_of)(s, 0, i, j, k);
      faces(&row, count + 1, &buffers.x);
      row = SM_P(gas_row_of)(s, 2, i, j, k + 1);
      if (high) faces(&row, count, spare);
      row = SM_P(gas_row_of)(s, 1, i, j + 1, k);
      if (wide) faces(&row, count, y[1]);
      const struct SM_P(gas_around) around = {&buffers.x, {y[0], y[1]}, {below, spare}};
      SM_P(gas_settle_row)(s, &around, i, j, k, count);
      z[j - b->lo[1]] = spare;
      spare = below;
      y[0] = y[1];
      y[1] = south;
    }
  }
}
#undef GAS_LOOP
#undef GAS_LANES
#undef GAS_INLINE
