/* device/cpu/mac_sor.h - rows of the SOR of cell/momentum/mac_sor.h, in one precision. Without
 * solids, the open-face flags are not read: beyond a boundary the row itself is used, and beyond
 * the row ends, in the padding, copies of the end cells, so that their differences are 0, like the
 * flux of a closed face. The padding is restored afterwards. Included once per precision by
 * device/cpu/flow.c. */

/* Cells of one colour in a row, their neighbours of the other colour, and coefficients. */
struct SM_P(mac_sor_row) {
  SM_REAL *own;
  const SM_REAL *west, *east, *south, *north, *down, *up, *rhs;
  SM_REAL ax, ay, az, share;
};

static inline __attribute__((always_inline)) void
SM_P(mac_sor_cells)(const struct SM_P(mac_sor_row) * row, int count,
                    double lanes[SM_REDUCTION_LANES], bool is_3d) {
  const struct SM_P(mac_sor_row) r = *row;
  _Pragma("omp simd") for (int l = 0; l < count; l++) {
    const SM_REAL p = r.own[l];
    const SM_REAL x = r.ax * ((r.west[l] - p) + (r.east[l] - p));
    const SM_REAL y = is_3d ? r.ay * ((r.south[l] - p) + (r.north[l] - p)) : 0;
    const SM_REAL z = r.az * ((r.down[l] - p) + (r.up[l] - p));
    const SM_REAL residual = (is_3d ? x + y + z : x + z) - r.rhs[l];
    r.own[l] = p + r.share * residual;
    lanes[l] += (double)residual * (double)residual;
  }
}
__attribute__((noinline)) static void SM_P(mac_sor_2d)(const struct SM_P(mac_sor_row) * row,
                                                       int count,
                                                       double lanes[SM_REDUCTION_LANES]) {
  SM_P(mac_sor_cells)(row, count, lanes, false);
}
__attribute__((noinline)) static void SM_P(mac_sor_3d)(const struct SM_P(mac_sor_row) * row,
                                                       int count,
                                                       double lanes[SM_REDUCTION_LANES]) {
  SM_P(mac_sor_cells)(row, count, lanes, true);
}

static struct SM_P(mac_sor_row)
    SM_P(mac_sor_row_of)(const struct sm_mac_sor_relax *s, int j, int k) {
  const int e = (j + k + s->black) & 1, ny = s->n[1], nz = s->n[2];
  const ptrdiff_t c = j * s->sy + k * s->sz;
  SM_REAL *own = SM_AT(s->p) + s->black * s->colour + c;
  const SM_REAL *other = SM_AT(s->p) + (1 - s->black) * s->colour + c;
  const double ends = s->omega > 0.0 ? (k > 0) + (k < nz - 1) : 2;
  const double sides = s->omega > 0.0 ? (j > 0) + (j < ny - 1) : 2;
  const SM_REAL ax = (SM_REAL)s->a[0], ay = (SM_REAL)s->a[1], az = (SM_REAL)s->a[2];
  const SM_REAL sum = ax * 2 + ay * (SM_REAL)sides + az * (SM_REAL)ends;
  return (struct SM_P(mac_sor_row)){.own = own,
                                    .west = other + e - 1,
                                    .east = other + e,
                                    .south = j > 0 ? other - s->sy : own,
                                    .north = j < ny - 1 ? other + s->sy : own,
                                    .down = k > 0 ? other - s->sz : own,
                                    .up = k < nz - 1 ? other + s->sz : own,
                                    .rhs = SM_AT(s->rhs) + s->black * s->colour + c,
                                    .ax = ax,
                                    .ay = ay,
                                    .az = az,
                                    .share = s->omega > 0.0 ? (SM_REAL)s->omega / sum
                                                            : (SM_REAL)s->share};
}

/* All cells of a row, alternating between the lanes. */
static void SM_P(mac_sor_sweep)(struct SM_P(mac_sor_row) r, int count, bool is_3d,
                                double lanes[SM_REDUCTION_LANES]) {
  for (int h = 0; h < count; h += SM_REDUCTION_LANES) {
    const int some = count - h < SM_REDUCTION_LANES ? count - h : SM_REDUCTION_LANES;
    (is_3d ? SM_P(mac_sor_3d) : SM_P(mac_sor_2d))(&r, some, lanes);
    r.own += SM_REDUCTION_LANES, r.rhs += SM_REDUCTION_LANES;
    r.west += SM_REDUCTION_LANES, r.east += SM_REDUCTION_LANES;
    r.south += SM_REDUCTION_LANES, r.north += SM_REDUCTION_LANES;
    r.down += SM_REDUCTION_LANES, r.up += SM_REDUCTION_LANES;
  }
}

/* Apart, since its vectors would take the registers of the row without solids. */
__attribute__((noinline)) static void SM_P(mac_sor_flags)(const struct sm_mac_sor_relax *args,
                                                          int cells, int j, int k,
                                                          double lanes[SM_REDUCTION_LANES]) {
  const struct sm_mac_sor_relax s = *args;
  for (int h = 0; h < cells; h += SM_REDUCTION_LANES) {
    const int count = cells - h < SM_REDUCTION_LANES ? cells - h : SM_REDUCTION_LANES;
    _Pragma("omp simd") for (int l = 0; l < count; l++) lanes[l] +=
        SM_P(sm_cell_mac_sor_relax)(&s, h + l, j, k);
  }
}

static void SM_P(mac_sor_plain)(const struct sm_mac_sor_relax *s, int j, int k,
                                double lanes[SM_REDUCTION_LANES]) {
  const int e = (j + k + s->black) & 1, count = (s->n[0] + 1 - e) / 2;
  if (count == 0) return;
  const ptrdiff_t c = j * s->sy + k * s->sz, last = count - 1;
  SM_REAL *own = SM_AT(s->p) + s->black * s->colour + c;
  SM_REAL *other = SM_AT(s->p) + (1 - s->black) * s->colour + c;
  const SM_REAL first_p = own[0], last_p = own[last];
  const bool closes = 2 * last + e == s->n[0] - 1; /* whether the row ends with a cell of this
                                                      colour */
  SM_REAL *before = other - 1, *behind = other + last + e;
  const SM_REAL kept_before = *before, kept_behind = *behind;
  if (e == 0) *before = first_p;
  if (closes) *behind = last_p;
  SM_P(mac_sor_sweep)(SM_P(mac_sor_row_of)(s, j, k), count, s->n[1] > 1, lanes);
  if (e == 0) *before = kept_before;
  if (closes) *behind = kept_behind;
  if (!(s->omega > 0.0)) return;
  own[0] = first_p; /* end cells have one face less */
  own[last] = last_p;
  SM_P(sm_cell_mac_sor_relax)(s, 0, j, k);
  if (last > 0) SM_P(sm_cell_mac_sor_relax)(s, (int)last, j, k);
}

void OF_LEVEL(SM_P(sm_row_mac_sor_relax))(const struct sm_box *b,
                                          const struct sm_mac_sor_relax *args, int j, int k,
                                          double lanes[SM_REDUCTION_LANES]) {
  if (args->plain) {
    SM_P(mac_sor_plain)(args, j, k, lanes);
  } else {
    SM_P(mac_sor_flags)(args, b->hi[0], j, k, lanes);
  }
}
