/* device/cpu/wind_residual.h - vectorised rows of the divergence of the wind
 * (cell/diagnostic/wind.h), in one precision. Included once per precision by device/cpu/rows.h. */

/* Loads as many values as a vector of doubles holds. */
INLINE v_double SM_P(load_wind)(const SM_REAL *from) {
#if SM_BITS == 32
  return to_doubles(load_d(from));
#else
  return load_double(from);
#endif
}

/* Splits a natural row into elements of even and odd index, from half index `from` on, zero-padded
 * to a full vector. */
INLINE void SM_P(split)(const SM_REAL *row, int from, int count, SM_REAL even[SPLIT],
                        SM_REAL odd[SPLIT]) {
  for (int l = 0; l < count; l++) {
    even[l] = row[2 * (from + l)];
    odd[l] = row[2 * (from + l) + 1];
  }
  memset(even + count, 0, DOUBLES * sizeof *even);
  memset(odd + count, 0, DOUBLES * sizeof *odd);
}

/* Values along y and z that are common to a row of cells. */
struct SM_P(wind_row) {
  double hy, hz, gy[2], gz[2], scale;
  ptrdiff_t sy, sz; /* strides of the x faces */
};

/* Face velocities and cell widths of some cells of a row, by the parity of i. */
struct SM_P(wind_faces) {
  double g[2][SPLIT], h[2][SPLIT];
  SM_REAL u[2][SPLIT], south[2][SPLIT], north[2][SPLIT], down[2][SPLIT], up[2][SPLIT];
};
INLINE void SM_P(split_wind)(const struct sm_projected_wind *s, int from, int count, int j, int k,
                             struct SM_P(wind_faces) * f) {
  const ptrdiff_t c = j * s->sy + k * s->sz;
  const SM_REAL *const u = SM_AT(s->u) + c, *const v = SM_AT(s->v) + c, *const w = SM_AT(s->w) + c;
  split_f64(s->metric.g[0], from, count, f->g[0], f->g[1]);
  split_f64(s->metric.h[0], from, count, f->h[0], f->h[1]);
  SM_P(split)(u, from, count, f->u[0], f->u[1]);
  SM_P(split)(v, from, count, f->south[0], f->south[1]);
  SM_P(split)(v + s->sy, from, count, f->north[0], f->north[1]);
  SM_P(split)(w, from, count, f->down[0], f->down[1]);
  SM_P(split)(w + s->sz, from, count, f->up[0], f->up[1]);
  f->g[0][count] = s->metric.g[0][2 * (from + count)];
  f->u[0][count] = u[2 * (from + count)];
}

/* Outward flux of the cells of one parity from lane l on. x0: their potential; other: that of the
 * other colour; west, east: velocities on the x faces, m/s. */
INLINE v_double SM_P(flux_out_of)(const struct SM_P(wind_row) * r,
                                  const struct SM_P(wind_faces) * f, int parity, int l,
                                  v_int_d open, v_double west, v_double east, v_double x0,
                                  const double *other) {
  const v_double south = add_where(SM_P(load_wind)(f->south[parity] + l), open, SM_OPEN_SOUTH,
                                   r->gy[0] * (x0 - r->scale * load_double(other - r->sy)));
  const v_double north = add_where(SM_P(load_wind)(f->north[parity] + l), open, SM_OPEN_NORTH,
                                   r->gy[1] * (r->scale * load_double(other + r->sy) - x0));
  const v_double down = add_where(SM_P(load_wind)(f->down[parity] + l), open, SM_OPEN_DOWN,
                                  r->gz[0] * (x0 - r->scale * load_double(other - r->sz)));
  const v_double up = add_where(SM_P(load_wind)(f->up[parity] + l), open, SM_OPEN_UP,
                                r->gz[1] * (r->scale * load_double(other + r->sz) - x0));
  return flux_out(open, r->hy, r->hz, load_double(f->h[parity] + l), west, east, south, north, down,
                  up);
}

/* Cells a have even i, cells b odd i. */
void OF_LEVEL(SM_P(sm_row_wind_residual_open))(const struct sm_box *b,
                                               const struct sm_projected_wind *s, int j, int k,
                                               double lanes[SM_REDUCTION_LANES]) {
  const struct sm_poisson_operator *const o = &s->op;
  const ptrdiff_t line = j * o->sy + k * o->sz;
  const ptrdiff_t at_a = ((j + k) & 1) * o->colour + line;
  const ptrdiff_t at_b = (1 - ((j + k) & 1)) * o->colour + line;
  const struct SM_P(wind_row) r = {.hy = s->metric.h[1][j],
                                   .hz = s->metric.h[2][k],
                                   .gy = {s->metric.g[1][j], s->metric.g[1][j + 1]},
                                   .gz = {s->metric.g[2][k], s->metric.g[2][k + 1]},
                                   .scale = s->scale,
                                   .sy = o->sy,
                                   .sz = o->sz};
  struct SM_P(wind_faces) f;
  for (int from = 0; from < b->hi[0]; from += SM_REDUCTION_LANES) {
    const int count = b->hi[0] - from < SM_REDUCTION_LANES ? b->hi[0] - from : SM_REDUCTION_LANES;
    SM_P(split_wind)(s, from, count, j, k, &f);
    for (int l = 0; l < count; l += DOUBLES) {
      const double *const xa = s->x + at_a + from + l, *const xb = s->x + at_b + from + l;
      const v_double a = r.scale * load_double(xa), z = r.scale * load_double(xb);
      const v_int_d open_a = load_bytes_d(o->open + at_a + from + l);
      const v_int_d open_b = load_bytes_d(o->open + at_b + from + l);
      const v_double west =
          add_where(SM_P(load_wind)(f.u[0] + l), open_a, SM_OPEN_WEST,
                    load_double(f.g[0] + l) * (a - r.scale * load_double(xb - 1)));
      const v_double middle = add_where(SM_P(load_wind)(f.u[1] + l), open_a, SM_OPEN_EAST,
                                        load_double(f.g[1] + l) * (z - a));
      const v_double east =
          add_where(SM_P(load_wind)(f.u[0] + l + 1), open_b, SM_OPEN_EAST,
                    load_double(f.g[0] + l + 1) * (r.scale * load_double(xa + 1) - z));
      const v_double f0 = SM_P(flux_out_of)(&r, &f, 0, l, open_a, west, middle, a, xb);
      const v_double f1 = SM_P(flux_out_of)(&r, &f, 1, l, open_b, middle, east, z, xa);
      save_d(s->r + at_a + from + l, to_floats(f0));
      save_d(s->r + at_b + from + l, to_floats(f1));
      add_to(&lanes[l], f0 * f0 + f1 * f1);
    }
  }
}
