/* wind.h - diagnostic wind on cells: first guess, divergence, projection.
 *
 * Sasaki (1958): u = u0 + grad(lambda) / (2 alpha1^2), w = w0 + (dlambda/dz) / (2 alpha2^2) is the
 * divergence-free wind closest to u0. With x = lambda / (2 alpha1^2) and eta =
 * (alpha1 / alpha2)^2: u = u0 + dx/dx, v = v0 + dx/dy, w = w0 + eta dx/dz. Theory:
 * docs/theory/diagnostic.md.
 *
 * Velocities are on faces in natural order: component d of the low face of cell (i, j, k) is at i +
 * j sy + k sz; i = n is the high boundary face. The potential x is split by colour
 * (cell/poisson/red_black.h); a cell function treats the two cells i = 2 h and 2 h + 1, so that
 * both layouts are accessed with unit stride. */
#ifndef SM_CELL_DIAGNOSTIC_WIND_H
#define SM_CELL_DIAGNOSTIC_WIND_H

#include "cell/diagnostic/internal_boundary_layer.h"
#include "cell/poisson/stencil.h"

/* Metric of the axes in double: face areas and distances must be those that the projection uses. */
struct sm_poisson_metric_double {
  const double *g[3]; /* 1 / distance between centres across low face i, times eta in z; n + 1. On a
                         periodic axis first and last are those of the cells n - 1 and 0: 2 / (h[n -
                         1] + h[0]). */
  const double *h[3]; /* width of cell i; n + 1, the last repeats cell n - 1 */
};

/* First guess: adds one station's contribution to the horizontal component `axis`. The column
 * arrays have a padding of one column: element of column (i, j) is (i + 1) + (j + 1) times
 * column_sy; the weights are those of some rows of them. The profile holds, for every roughness
 * class, `points` + 1 values at heights top (m / points)^2 above the ground. The factors are those
 * of internal boundary layers (internal_boundary_layer.h), or one number, 1, with strides 0. Box:
 * (half + 1, n_y, n_z) for axis 0, (half, n_y + 1, n_z) for axis 1. */
struct sm_first_guess {
  ptrdiff_t sy, sz;                        /* strides of the wind */
  ptrdiff_t open_sy, open_sz, open_colour; /* strides of the open-face byte */
  union sm_reals out;                      /* m/s */
  const uint8_t *open;
  int axis, n; /* axis and its number of cells */
  int points;
  ptrdiff_t column_sy;
  ptrdiff_t weight_from;  /* first element of the rows of columns with weights */
  ptrdiff_t weight_end;   /* one past the last element; row 1 belongs to the faces north of it */
  const float *ground;    /* ground height, m above the grid's bottom */
  const float *weight;    /* weights of the station; the sum over stations is 1 */
  const uint8_t *surface; /* class */
  const float *profile;   /* [class][points + 1], m/s */
  const float *z;         /* m above the grid's bottom, centre of layer k */
  float domain_top;       /* top of the profiles, m above ground */
  const float *factor;    /* [SM_FETCH_NODES + 1][columns] */
  int factor_step, factor_sz; /* strides of the factors from column to column, node to node */
};

/* Wind component of one column at height z: 0 below the ground. */
SM_FN float sm_first_guess_column(const struct sm_first_guess *g, ptrdiff_t column, float z) {
  const float above = z - g->ground[column], weight = g->weight[column - g->weight_from];
  const float part = above > 0.0f ? (above < g->domain_top ? above / g->domain_top : 1.0f) : 0.0f;
  const float place = (float)g->points * sqrtf(part);
  const int low = (int)place < g->points ? (int)place : g->points - 1;
  const int at = (int)g->surface[column] * (g->points + 1) + low;
  const float p0 = g->profile[at], p1 = g->profile[at + 1];
  const float factor =
      sm_fetch_factor(g->factor, (int)column * g->factor_step, g->factor_sz, above);
  return above > 0.0f ? factor * (weight * (p0 + (place - (float)low) * (p1 - p0))) : 0.0f;
}

/* Arguments of the residual and of the divergence that remains after the projection. Box of the
 * following cell functions: (half, n_y, n_z). */
struct sm_projected_wind {
  struct sm_poisson_operator op;
  ptrdiff_t sy, sz; /* strides of the wind */
  struct sm_poisson_metric_double metric;
  union sm_reals u, v, w;
  const double *x; /* potential; colour 0 */
  double scale;    /* factor of the potential: 1, or 0 for the current wind */
  float *r;        /* residual; colour 0 */
};

/* u += grad x on the open low faces of one axis. Box: (half + 1, n_y, n_z) for axis 0; (half, n_y +
 * 1, n_z) for 1; (half, n_y, n_z + 1) for 2. The periodic ghosts of x are filled
 * (cell/poisson/red_black.h): if g and u are equal at both ends of a periodic axis, u stays
 * equal. */
struct sm_project {
  struct sm_poisson_operator op;
  ptrdiff_t sy, sz;
  union sm_reals u;
  const double *g, *x;
  int axis, n; /* cells of that axis */
};

/* The larger |div u| h of cells 2 h and 2 h + 1 from their net fluxes, stored by the residual; h:
 * smallest edge of the cell, m/s. */
struct sm_flux_divergence {
  ptrdiff_t sy, sz, colour;
  struct sm_poisson_metric_double metric;
  const float *r; /* m3/s; colour 0 */
};
/* The larger |div u| h of two cells, with the smallest edge h of each, m/s. f0, f1: their net
 * outflow, m3/s; h0, h1: their widths along x. */
SM_FN double sm_pair_divergence(double f0, double f1, double h0, double h1, double hy, double hz) {
  const double yz = hy < hz ? hy : hz, e0 = h0 < yz ? h0 : yz, e1 = h1 < yz ? h1 : yz;
  const double d0 = fabs(f0) * e0 / (h0 * hy * hz), d1 = fabs(f1) * e1 / (h1 * hy * hz);
  return d0 > d1 || d0 != d0 ? d0 : d1;
}
SM_FN double sm_cell_flux_divergence(const struct sm_flux_divergence *s, int h, int j, int k) {
  const struct sm_poisson_metric_double *m = &s->metric;
  const ptrdiff_t c = h + j * s->sy + k * s->sz;
  const ptrdiff_t a = ((j + k) & 1) * s->colour + c, b = (1 - ((j + k) & 1)) * s->colour + c;
  const double hy = m->h[1][j], hz = m->h[2][k], h0 = m->h[0][2 * h], h1 = m->h[0][2 * h + 1];
  return sm_pair_divergence((double)s->r[a], (double)s->r[b], h0, h1, hy, hz);
}

/* Velocities (m/s) on the faces of the cells 2 h and 2 h + 1 of row (j, k): u, plus grad x where a
 * face is open to the potential. A face that is closed to it and is not a wall has its prescribed
 * velocity. */
struct sm_wind_pair {
  ptrdiff_t a, b;       /* elements of both cells */
  int open[2];          /* faces */
  double hx[2], hy, hz; /* m, widths */
  double u[3];          /* west of the first, between both, east of the second */
  double south[2], north[2], down[2], up[2];
};

/* Net outflow (m3/s) of the two cells; 0 for cells without open faces, and for padding. */
struct sm_flux_pair {
  double out[2];
};
SM_FN struct sm_flux_pair sm_flux_pair_open(const struct sm_wind_pair *p) {
  const double in0 = p->open[0] & SM_OPEN_ALL ? 1.0 : 0.0;
  const double in1 = p->open[1] & SM_OPEN_ALL ? 1.0 : 0.0;
  const double hy = p->hy, hz = p->hz;
  const struct sm_flux_pair f = {
      {in0 * (hy * hz * (p->u[1] - p->u[0]) +
              p->hx[0] * (hz * (p->north[0] - p->south[0]) + hy * (p->up[0] - p->down[0]))),
       in1 * (hy * hz * (p->u[2] - p->u[1]) +
              p->hx[1] * (hz * (p->north[1] - p->south[1]) + hy * (p->up[1] - p->down[1])))}};
  return f;
}
/* With cut cells: the open fraction of a face counts; for a face that is closed to x, the whole
 * prescribed flux. */
SM_FN struct sm_flux_pair sm_flux_pair_part(const struct sm_poisson_operator *o,
                                            const struct sm_wind_pair *p) {
  const ptrdiff_t a = p->a, b = p->b;
  const int ma = p->open[0], mb = p->open[1];
  const double hy = p->hy, hz = p->hz;
  const double west = ma & SM_OPEN_WEST ? (double)o->fx[a] : 1.0;
  const double middle = ma & SM_OPEN_EAST ? (double)o->fx[b] : 1.0;
  const double south0 = ma & SM_OPEN_SOUTH ? (double)o->fy[a] : 1.0;
  const double north0 = ma & SM_OPEN_NORTH ? (double)o->fy[b + o->sy] : 1.0;
  const double down0 = ma & SM_OPEN_DOWN ? (double)o->fz[a] : 1.0;
  const double up0 = ma & SM_OPEN_UP ? (double)o->fz[b + o->sz] : 1.0;
  const double f0 = hy * hz * (middle * p->u[1] - west * p->u[0]) +
                    p->hx[0] * (hz * (north0 * p->north[0] - south0 * p->south[0]) +
                                hy * (up0 * p->up[0] - down0 * p->down[0]));
  SM_LOADS_END;
  const double east = mb & SM_OPEN_EAST ? (double)o->fx[a + 1] : 1.0;
  const double south1 = mb & SM_OPEN_SOUTH ? (double)o->fy[b] : 1.0;
  const double north1 = mb & SM_OPEN_NORTH ? (double)o->fy[a + o->sy] : 1.0;
  const double down1 = mb & SM_OPEN_DOWN ? (double)o->fz[b] : 1.0;
  const double up1 = mb & SM_OPEN_UP ? (double)o->fz[a + o->sz] : 1.0;
  const double f1 = hy * hz * (east * p->u[2] - middle * p->u[1]) +
                    p->hx[1] * (hz * (north1 * p->north[1] - south1 * p->south[1]) +
                                hy * (up1 * p->up[1] - down1 * p->down[1]));
  const struct sm_flux_pair f = {{ma & SM_OPEN_ALL ? f0 : 0.0, mb & SM_OPEN_ALL ? f1 : 0.0}};
  return f;
}
SM_FN struct sm_flux_pair sm_flux_pair_of(const struct sm_poisson_operator *o,
                                          const struct sm_wind_pair *p, enum sm_stencil_form form) {
  return form == SM_STENCIL_PART ? sm_flux_pair_part(o, p) : sm_flux_pair_open(p);
}
#endif

#ifdef SM_REAL
SM_FN void SM_P(sm_cell_first_guess)(const struct sm_first_guess *g, int h, int j, int k) {
  const ptrdiff_t back = g->axis == 0 ? 1 : g->column_sy; /* the previous column, across the face */
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

SM_FN struct sm_wind_pair SM_P(sm_wind_pair_of)(const struct sm_projected_wind *s, int h, int j,
                                                int k) {
  const struct sm_poisson_operator *o = &s->op;
  const struct sm_poisson_metric_double *m = &s->metric;
  const int i = 2 * h, q = (j + k) & 1;
  const ptrdiff_t c = i + j * s->sy + k * s->sz, sy = o->sy, sz = o->sz;
  const SM_REAL *u = SM_AT(s->u) + c, *v = SM_AT(s->v) + c, *w = SM_AT(s->w) + c;
  const double gy0 = m->g[1][j], gy1 = m->g[1][j + 1], gz0 = m->g[2][k], gz1 = m->g[2][k + 1];
  const double scale = s->scale, *x = s->x;
  struct sm_wind_pair p;
  const ptrdiff_t a = p.a = q * o->colour + h + j * sy + k * sz;
  const ptrdiff_t b = p.b = (1 - q) * o->colour + h + j * sy + k * sz;
  const double xa = scale * x[a], xb = scale * x[b];
  const int ma = p.open[0] = o->open[a], mb = p.open[1] = o->open[b];
  p.hx[0] = m->h[0][i], p.hx[1] = m->h[0][i + 1], p.hy = m->h[1][j], p.hz = m->h[2][k];
  p.u[0] = (double)u[0] + (ma & SM_OPEN_WEST ? m->g[0][i] * (xa - scale * x[b - 1]) : 0.0);
  p.u[1] = (double)u[1] + (ma & SM_OPEN_EAST ? m->g[0][i + 1] * (xb - xa) : 0.0);
  p.u[2] = (double)u[2] + (mb & SM_OPEN_EAST ? m->g[0][i + 2] * (scale * x[a + 1] - xb) : 0.0);
  p.south[0] = (double)v[0] + (ma & SM_OPEN_SOUTH ? gy0 * (xa - scale * x[b - sy]) : 0.0);
  p.south[1] = (double)v[1] + (mb & SM_OPEN_SOUTH ? gy0 * (xb - scale * x[a - sy]) : 0.0);
  p.north[0] = (double)v[s->sy] + (ma & SM_OPEN_NORTH ? gy1 * (scale * x[b + sy] - xa) : 0.0);
  p.north[1] = (double)v[s->sy + 1] + (mb & SM_OPEN_NORTH ? gy1 * (scale * x[a + sy] - xb) : 0.0);
  p.down[0] = (double)w[0] + (ma & SM_OPEN_DOWN ? gz0 * (xa - scale * x[b - sz]) : 0.0);
  p.down[1] = (double)w[1] + (mb & SM_OPEN_DOWN ? gz0 * (xb - scale * x[a - sz]) : 0.0);
  p.up[0] = (double)w[s->sz] + (ma & SM_OPEN_UP ? gz1 * (scale * x[b + sz] - xa) : 0.0);
  p.up[1] = (double)w[s->sz + 1] + (mb & SM_OPEN_UP ? gz1 * (scale * x[a + sz] - xb) : 0.0);
  return p;
}

/* r = net outflow of u + grad x from the cell, which is b - A x; returns the sum of r r. */
SM_FN double SM_P(sm_wind_residual)(const struct sm_projected_wind *s, int h, int j, int k,
                                    enum sm_stencil_form form) {
  const struct sm_wind_pair p = SM_P(sm_wind_pair_of)(s, h, j, k);
  const struct sm_flux_pair f = sm_flux_pair_of(&s->op, &p, form);
  s->r[p.a] = (float)f.out[0];
  s->r[p.b] = (float)f.out[1];
  return f.out[0] * f.out[0] + f.out[1] * f.out[1];
}
SM_FN double SM_P(sm_cell_wind_residual_open)(const struct sm_projected_wind *s, int h, int j,
                                              int k) {
  return SM_P(sm_wind_residual)(s, h, j, k, SM_STENCIL_OPEN);
}
SM_FN double SM_P(sm_cell_wind_residual_part)(const struct sm_projected_wind *s, int h, int j,
                                              int k) {
  return SM_P(sm_wind_residual)(s, h, j, k, SM_STENCIL_PART);
}

/* The larger |div u| h of the two cells, with the smallest edge h of each, m/s. */
SM_FN double SM_P(sm_wind_divergence)(const struct sm_projected_wind *s, int h, int j, int k,
                                      enum sm_stencil_form form) {
  const struct sm_wind_pair p = SM_P(sm_wind_pair_of)(s, h, j, k);
  const struct sm_flux_pair f = sm_flux_pair_of(&s->op, &p, form);
  return sm_pair_divergence(f.out[0], f.out[1], p.hx[0], p.hx[1], p.hy, p.hz);
}
SM_FN double SM_P(sm_cell_wind_divergence_open)(const struct sm_projected_wind *s, int h, int j,
                                                int k) {
  return SM_P(sm_wind_divergence)(s, h, j, k, SM_STENCIL_OPEN);
}
SM_FN double SM_P(sm_cell_wind_divergence_part)(const struct sm_projected_wind *s, int h, int j,
                                                int k) {
  return SM_P(sm_wind_divergence)(s, h, j, k, SM_STENCIL_PART);
}

/* Largest absolute value (m/s) of u + grad x on the open faces of the two cells. */
SM_FN double SM_P(sm_cell_wind_fastest)(const struct sm_projected_wind *s, int h, int j, int k) {
  const struct sm_wind_pair p = SM_P(sm_wind_pair_of)(s, h, j, k);
  const int ma = p.open[0], mb = p.open[1];
  const double speed[] = {
      ma & SM_OPEN_WEST ? fabs(p.u[0]) : 0.0,      ma & SM_OPEN_EAST ? fabs(p.u[1]) : 0.0,
      mb & SM_OPEN_EAST ? fabs(p.u[2]) : 0.0,      ma & SM_OPEN_SOUTH ? fabs(p.south[0]) : 0.0,
      mb & SM_OPEN_SOUTH ? fabs(p.south[1]) : 0.0, ma & SM_OPEN_NORTH ? fabs(p.north[0]) : 0.0,
      mb & SM_OPEN_NORTH ? fabs(p.north[1]) : 0.0, ma & SM_OPEN_DOWN ? fabs(p.down[0]) : 0.0,
      mb & SM_OPEN_DOWN ? fabs(p.down[1]) : 0.0,   ma & SM_OPEN_UP ? fabs(p.up[0]) : 0.0,
      mb & SM_OPEN_UP ? fabs(p.up[1]) : 0.0};
  double largest = speed[0];
  for (int f = 1; f < 11; f++) largest = speed[f] <= largest ? largest : speed[f];
  return largest;
}

SM_FN void SM_P(sm_cell_project)(const struct sm_project *s, int h, int j, int k) {
  const struct sm_poisson_operator *o = &s->op;
  const int q = (j + k) & 1, z = s->axis == 2; /* sums instead of branches, for vectorisation by
                                                  gcc */
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

/* The same across x, where the faces of a pair of cells depend on each other's potential. Products
 * with 0 or 1 are exact, so that a fused multiply-add gives the same bits and both ends of a
 * periodic axis get the same result. */
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
