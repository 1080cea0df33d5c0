/* wind.h - cells of the diagnostic wind: first guess, divergence, projection.
 *
 * Sasaki (1958): u = u0 + grad(lambda) / (2 alpha1^2), w = w0 + (dlambda/dz) / (2 alpha2^2) is the
 * wind closest to u0 without divergence. With x = lambda / (2 alpha1^2) and eta =
 * (alpha1 / alpha2)^2: u = u0 + dx/dx, v = v0 + dx/dy, w = w0 + eta dx/dz. Theory:
 * docs/theory/diagnostic.md.
 *
 * Velocities lie on faces in natural order: component d of the low face of cell (i, j, k) is at
 * i + j sy + k sz; i = n is the high boundary face. The potential x is split by colour
 * (cell/poisson/red_black.h); a cell function treats the two cells i = 2 h and 2 h + 1, so that
 * both layouts are read and written with unit stride. */
#ifndef SM_CELL_DIAGNOSTIC_WIND_H
#define SM_CELL_DIAGNOSTIC_WIND_H

#include "cell/poisson/poisson.h"

/* One axis in double: face areas and distances must be those that the projection uses. */
struct sm_poisson_metric_double {
  const double *g[3]; /* 1 / distance between centres across low face i, times eta in z; n + 1.
                         Across the joined ends of an axis first and last are those of the cells
                         n - 1 and 0: 2 / (h[n - 1] + h[0]). */
  const double *h[3]; /* width of cell i, n + 1 (the last is that of cell n - 1) */
};

/* First guess: one station's share of the horizontal component `axis` is added. The column arrays
 * have a ring of one column of padding: element of column (i, j) is (i + 1) + (j + 1) * column_sy;
 * the weights are those of some rows of them. The profile holds, for every class of surface,
 * `points` + 1 values at heights lid (m / points)^2 above the ground. Box: (half + 1, n_y, n_z) for
 * axis 0, (half, n_y + 1, n_z) for axis 1. */
struct sm_first_guess {
  ptrdiff_t sy, sz;                        /* of the wind */
  ptrdiff_t open_sy, open_sz, open_colour; /* of the open-face byte */
  union sm_reals out;                      /* m/s */
  const uint8_t *open;
  int axis, n; /* cells of that axis */
  int points;
  ptrdiff_t column_sy;
  ptrdiff_t weight_from;  /* of the rows of columns that have weights: the first element, ... */
  ptrdiff_t weight_end;   /* ... and the one after the last; row 1 is for the faces north of it */
  const float *ground;    /* m above the grid's bottom */
  const float *weight;    /* of the station; the sum over stations is 1 */
  const uint8_t *surface; /* class */
  const float *profile;   /* [class][points + 1], m/s */
  const float *z;         /* m above the grid's bottom, centre of layer k */
  float domain_top;       /* m above the ground where the profiles end */
};

/* Wind component of one column at height z: 0 below the ground. */
SM_FN float sm_first_guess_column(const struct sm_first_guess *g, ptrdiff_t column, float z) {
  const float above = z - g->ground[column], weight = g->weight[column - g->weight_from];
  const float part = above > 0.0f ? (above < g->domain_top ? above / g->domain_top : 1.0f) : 0.0f;
  const float place = (float)g->points * sqrtf(part);
  const int low = (int)place < g->points ? (int)place : g->points - 1;
  const int at = (int)g->surface[column] * (g->points + 1) + low;
  const float p0 = g->profile[at], p1 = g->profile[at + 1];
  return above > 0.0f ? weight * (p0 + (place - (float)low) * (p1 - p0)) : 0.0f;
}

/* What the projection, and the divergence left after it, are computed from. Box of the cells below:
 * (half, n_y, n_z). */
struct sm_projected_wind {
  struct sm_poisson_operator op;
  ptrdiff_t sy, sz; /* of the wind */
  struct sm_poisson_metric_double metric;
  union sm_reals u, v, w;
  const double *x; /* potential; colour 0 */
  double scale;    /* of the potential: 1, or 0 for the wind as it is */
  float *r;        /* residual; colour 0 */
};

/* u += grad x on the open low faces of one axis. Box: (half + 1, n_y, n_z) for axis 0; (half,
 * n_y + 1, n_z) for 1; (half, n_y, n_z + 1) for 2. x is wrapped (cell/poisson/red_black.h): where g
 * has the same value for both ends of a joined axis, and u had, it has after. */
struct sm_project {
  struct sm_poisson_operator op;
  ptrdiff_t sy, sz;
  union sm_reals u;
  const double *g, *x;
  int axis, n; /* cells of that axis */
};

/* Of the fluxes out of the cells, as a residual leaves them, the larger |div u| h of cells 2 h and
 * 2 h + 1, h the cell's smallest edge: m/s. */
struct sm_flux_divergence {
  ptrdiff_t sy, sz, colour;
  struct sm_poisson_metric_double metric;
  const float *r; /* m3/s; colour 0 */
};
SM_FN double sm_cell_flux_divergence(const struct sm_flux_divergence *s, int h, int j, int k) {
  const struct sm_poisson_metric_double *m = &s->metric;
  const ptrdiff_t c = h + j * s->sy + k * s->sz;
  const ptrdiff_t a = ((j + k) & 1) * s->colour + c, b = (1 - ((j + k) & 1)) * s->colour + c;
  const double hy = m->h[1][j], hz = m->h[2][k], h0 = m->h[0][2 * h], h1 = m->h[0][2 * h + 1];
  const double yz = hy < hz ? hy : hz, e0 = h0 < yz ? h0 : yz, e1 = h1 < yz ? h1 : yz;
  const double d0 = fabs((double)s->r[a]) * e0 / (h0 * hy * hz);
  const double d1 = fabs((double)s->r[b]) * e1 / (h1 * hy * hz);
  return d0 > d1 || d0 != d0 ? d0 : d1;
}
#endif

#ifdef SM_REAL
SM_FN void SM_P(sm_cell_first_guess)(const struct sm_first_guess *g, int h, int j, int k) {
  const ptrdiff_t back = g->axis == 0 ? 1 : g->column_sy; /* the column before, across the face */
  const ptrdiff_t column = (2 * h + 1) + (j + 1) * g->column_sy;
  const ptrdiff_t c = 2 * h + j * g->sy + k * g->sz;
  const ptrdiff_t split = h + j * g->open_sy + k * g->open_sz;
  const int colour = (j + k) & 1;
  const int south = j == g->n ? SM_GHOST : SM_OPEN_SOUTH;
  const int bits = g->axis == 0 ? SM_OPEN_WEST | SM_GHOST_X : south;
  const int m0 = g->open[colour * g->open_colour + split];
  const int m1 = g->open[(1 - colour) * g->open_colour + split];
  const float z = g->z[k];
  const float u0 =
      0.5f * (sm_first_guess_column(g, column, z) + sm_first_guess_column(g, column - back, z));
  const float u1 = 0.5f * (sm_first_guess_column(g, column + 1, z) +
                           sm_first_guess_column(g, column + 1 - back, z));
  SM_REAL *u = SM_AT(g->out) + c;
  u[0] += m0 & bits ? (SM_REAL)u0 : (SM_REAL)0;
  u[1] += m1 & bits ? (SM_REAL)u1 : (SM_REAL)0;
}

/* Velocities of the faces of the cells 2 h and 2 h + 1 of row (j, k): u, and u + grad x where a
 * face is open to the potential. Through a face that is not, and is no wall, flows what is given.
 */
#define SM_WIND_VELOCITIES(WHERE)                                                                  \
  const struct sm_poisson_operator *o = &s->op;                                                    \
  const struct sm_poisson_metric_double *m = &s->metric;                                           \
  const int i = 2 * h, q = (j + k) & 1;                                                            \
  const ptrdiff_t c = i + j * s->sy + k * s->sz;                                                   \
  const ptrdiff_t a = q * o->colour + h + j * o->sy + k * o->sz;                                   \
  const ptrdiff_t b = (1 - q) * o->colour + h + j * o->sy + k * o->sz;                             \
  const SM_REAL *u = SM_AT(s->u) + c, *v = SM_AT(s->v) + c, *w = SM_AT(s->w) + c;                  \
  const double hy = m->h[1][j], hz = m->h[2][k], h0 = m->h[0][i], h1 = m->h[0][i + 1];             \
  const double gy0 = m->g[1][j], gy1 = m->g[1][j + 1], gz0 = m->g[2][k], gz1 = m->g[2][k + 1];     \
  const double xa = s->scale * s->x[a], xb = s->scale * s->x[b];                                   \
  const int ma = o->open[a], mb = o->open[b];                                                      \
  const double uw =                                                                                \
      (double)u[0] + WHERE(ma & SM_OPEN_WEST, m->g[0][i] * (xa - s->scale * s->x[b - 1]));         \
  const double um = (double)u[1] + WHERE(ma & SM_OPEN_EAST, m->g[0][i + 1] * (xb - xa));           \
  const double ue =                                                                                \
      (double)u[2] + WHERE(mb & SM_OPEN_EAST, m->g[0][i + 2] * (s->scale * s->x[a + 1] - xb));     \
  const double vs0 =                                                                               \
      (double)v[0] + WHERE(ma & SM_OPEN_SOUTH, gy0 * (xa - s->scale * s->x[b - o->sy]));           \
  const double vs1 =                                                                               \
      (double)v[1] + WHERE(mb & SM_OPEN_SOUTH, gy0 * (xb - s->scale * s->x[a - o->sy]));           \
  const double vn0 =                                                                               \
      (double)v[s->sy] + WHERE(ma & SM_OPEN_NORTH, gy1 * (s->scale * s->x[b + o->sy] - xa));       \
  const double vn1 =                                                                               \
      (double)v[s->sy + 1] + WHERE(mb & SM_OPEN_NORTH, gy1 * (s->scale * s->x[a + o->sy] - xb));   \
  const double wd0 =                                                                               \
      (double)w[0] + WHERE(ma & SM_OPEN_DOWN, gz0 * (xa - s->scale * s->x[b - o->sz]));            \
  const double wd1 =                                                                               \
      (double)w[1] + WHERE(mb & SM_OPEN_DOWN, gz0 * (xb - s->scale * s->x[a - o->sz]));            \
  const double wu0 =                                                                               \
      (double)w[s->sz] + WHERE(ma & SM_OPEN_UP, gz1 * (s->scale * s->x[b + o->sz] - xa));          \
  const double wu1 =                                                                               \
      (double)w[s->sz + 1] + WHERE(mb & SM_OPEN_UP, gz1 * (s->scale * s->x[a + o->sz] - xb));
#define SM_WHERE(bit, x) ((bit) ? (x) : 0.0)

/* Flux out of the two cells; 0 of what has no open face, and of padding. */
#define SM_WIND_OPEN                                                                               \
  const double in0 = ma & SM_OPEN_ALL ? 1.0 : 0.0, in1 = mb & SM_OPEN_ALL ? 1.0 : 0.0;             \
  const double f0 = in0 * (hy * hz * (um - uw) + h0 * (hz * (vn0 - vs0) + hy * (wu0 - wd0)));      \
  const double f1 = in1 * (hy * hz * (ue - um) + h1 * (hz * (vn1 - vs1) + hy * (wu1 - wd1)));

/* The open part of a face counts; all of one that is closed to x, where flows what is given. */
#define SM_PART(bit, share) ((bit) ? (double)(share) : 1.0)
#define SM_WIND_PART                                                                               \
  const double pw = SM_PART(ma & SM_OPEN_WEST, o->fx[a]),                                          \
               pm = SM_PART(ma & SM_OPEN_EAST, o->fx[b]);                                          \
  const double pe = SM_PART(mb & SM_OPEN_EAST, o->fx[a + 1]);                                      \
  const double ps0 = SM_PART(ma & SM_OPEN_SOUTH, o->fy[a]);                                        \
  const double ps1 = SM_PART(mb & SM_OPEN_SOUTH, o->fy[b]);                                        \
  const double pn0 = SM_PART(ma & SM_OPEN_NORTH, o->fy[b + o->sy]);                                \
  const double pn1 = SM_PART(mb & SM_OPEN_NORTH, o->fy[a + o->sy]);                                \
  const double pd0 = SM_PART(ma & SM_OPEN_DOWN, o->fz[a]);                                         \
  const double pd1 = SM_PART(mb & SM_OPEN_DOWN, o->fz[b]);                                         \
  const double pu0 = SM_PART(ma & SM_OPEN_UP, o->fz[b + o->sz]);                                   \
  const double pu1 = SM_PART(mb & SM_OPEN_UP, o->fz[a + o->sz]);                                   \
  double f0 = hy * hz * (pm * um - pw * uw) +                                                      \
              h0 * (hz * (pn0 * vn0 - ps0 * vs0) + hy * (pu0 * wu0 - pd0 * wd0));                  \
  double f1 = hy * hz * (pe * ue - pm * um) +                                                      \
              h1 * (hz * (pn1 * vn1 - ps1 * vs1) + hy * (pu1 * wu1 - pd1 * wd1));                  \
  f0 = ma & SM_OPEN_ALL ? f0 : 0.0;                                                                \
  f1 = mb & SM_OPEN_ALL ? f1 : 0.0;

/* r = flux of u + grad x out of the cell, which is b - A x; the terms of the sum are r r. */
#define SM_WIND_RESIDUAL(NAME, WHERE, FLUX)                                                        \
  SM_FN double SM_P(sm_cell_##NAME)(const struct sm_projected_wind *s, int h, int j, int k) {      \
    SM_WIND_VELOCITIES(WHERE)                                                                      \
    FLUX s->r[a] = (float)f0;                                                                      \
    s->r[b] = (float)f1;                                                                           \
    return f0 * f0 + f1 * f1;                                                                      \
  }
SM_WIND_RESIDUAL(wind_residual_open, SM_WHERE, SM_WIND_OPEN)
SM_WIND_RESIDUAL(wind_residual_part, SM_WHERE, SM_WIND_PART)

/* The larger |div u| h of the two cells, h the cell's smallest edge: m/s. */
#define SM_WIND_DIVERGENCE(NAME, WHERE, FLUX)                                                      \
  SM_FN double SM_P(sm_cell_##NAME)(const struct sm_projected_wind *s, int h, int j, int k) {      \
    SM_WIND_VELOCITIES(WHERE)                                                                      \
    FLUX const double yz = hy < hz ? hy : hz, e0 = h0 < yz ? h0 : yz, e1 = h1 < yz ? h1 : yz;      \
    const double d0 = fabs(f0) * e0 / (h0 * hy * hz), d1 = fabs(f1) * e1 / (h1 * hy * hz);         \
    return d0 > d1 || d0 != d0 ? d0 : d1;                                                          \
  }
SM_WIND_DIVERGENCE(wind_divergence_open, SM_WHERE, SM_WIND_OPEN)
SM_WIND_DIVERGENCE(wind_divergence_part, SM_WHERE, SM_WIND_PART)

/* Largest absolute value (m/s) of u + grad x on the open faces of the two cells. */
SM_FN double SM_P(sm_cell_wind_fastest)(const struct sm_projected_wind *s, int h, int j, int k) {
  SM_WIND_VELOCITIES(SM_WHERE)(void) h0, (void)h1, (void)hy, (void)hz;
  const double speed[] = {
      ma & SM_OPEN_WEST ? fabs(uw) : 0.0,   ma & SM_OPEN_EAST ? fabs(um) : 0.0,
      mb & SM_OPEN_EAST ? fabs(ue) : 0.0,   ma & SM_OPEN_SOUTH ? fabs(vs0) : 0.0,
      mb & SM_OPEN_SOUTH ? fabs(vs1) : 0.0, ma & SM_OPEN_NORTH ? fabs(vn0) : 0.0,
      mb & SM_OPEN_NORTH ? fabs(vn1) : 0.0, ma & SM_OPEN_DOWN ? fabs(wd0) : 0.0,
      mb & SM_OPEN_DOWN ? fabs(wd1) : 0.0,  ma & SM_OPEN_UP ? fabs(wu0) : 0.0,
      mb & SM_OPEN_UP ? fabs(wu1) : 0.0};
  double largest = speed[0];
  for (int f = 1; f < 11; f++) largest = speed[f] <= largest ? largest : speed[f];
  return largest;
}
#undef SM_WIND_VELOCITIES
#undef SM_WHERE
#undef SM_PART
#undef SM_WIND_OPEN
#undef SM_WIND_PART
#undef SM_WIND_RESIDUAL
#undef SM_WIND_DIVERGENCE

SM_FN void SM_P(sm_cell_project)(const struct sm_project *s, int h, int j, int k) {
  const struct sm_poisson_operator *o = &s->op;
  const int q = (j + k) & 1, z = s->axis == 2; /* sums, not branches, or gcc gives up on vectors */
  const int at = j + z * (k - j), bits = SM_OPEN_SOUTH + z * (SM_OPEN_DOWN - SM_OPEN_SOUTH);
  const ptrdiff_t c = 2 * h + j * s->sy + k * s->sz, back = o->sy + z * (o->sz - o->sy);
  const ptrdiff_t a = q * o->colour + h + j * o->sy + k * o->sz;
  const ptrdiff_t b = (1 - q) * o->colour + h + j * o->sy + k * o->sz;
  const int bit = at == s->n ? SM_GHOST : bits;
  const double g = s->g[at], d0 = g * (s->x[a] - s->x[b - back]);
  const double d1 = g * (s->x[b] - s->x[a - back]);
  SM_REAL *u = SM_AT(s->u) + c;
  const int m0 = (o->open[a] & bit) != 0, m1 = (o->open[b] & bit) != 0;
  const double u0 = (double)u[0] + m0 * d0, u1 = (double)u[1] + m1 * d1;
  u[0] = (SM_REAL)u0;
  u[1] = (SM_REAL)u1;
}

/* The same across x, where the faces of a pair of cells depend on each other's potential. The
 * products with 0 or 1 are exact: a fused addition gives the same bits as any other, so that both
 * ends of a joined axis get the same. */
SM_FN void SM_P(sm_cell_project_x)(const struct sm_project *s, int h, int j, int k) {
  const struct sm_poisson_operator *o = &s->op;
  const int i = 2 * h, q = (j + k) & 1;
  const ptrdiff_t c = i + j * s->sy + k * s->sz;
  const ptrdiff_t a = q * o->colour + h + j * o->sy + k * o->sz;
  const ptrdiff_t b = (1 - q) * o->colour + h + j * o->sy + k * o->sz;
  const int bits0 = i == s->n ? SM_GHOST_X : SM_OPEN_WEST;
  const int bits1 = i + 1 == s->n ? SM_GHOST_X : i + 1 < s->n ? SM_OPEN_WEST : 0;
  const double xa = s->x[a], d0 = s->g[i] * (xa - s->x[b - 1]);
  const double d1 = s->g[i + 1] * (s->x[b] - xa);
  SM_REAL *u = SM_AT(s->u) + c;
  const int m0 = (o->open[a] & bits0) != 0, m1 = (o->open[b] & bits1) != 0;
  const double u0 = (double)u[0] + m0 * d0, u1 = (double)u[1] + m1 * d1;
  u[0] = (SM_REAL)u0;
  u[1] = (SM_REAL)u1;
}

#endif
