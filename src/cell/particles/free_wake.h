/* free_wake.h - free wake of rotors on cells: vector potential of arbitrarily placed and tilted
 * vortex rings along the cell edges, and its curl on the faces. Formulas:
 * docs/theory/particles-rotor.md. */
#ifndef SM_CELL_PARTICLES_FREE_WAKE_H
#define SM_CELL_PARTICLES_FREE_WAKE_H

#include "cell/port.h"

/* Rings per call: kernel arguments are limited to 4 kB on a GPU. */
enum { SM_WAKE_ELEMENTS = 30 };

/* A ring, or its image below the ground, with its disc of swirling air, for edges of one axis. */
struct sm_wake_element {
  double x, y, z;                /* centre, m, from the corner of the grid */
  double nx, ny, nz;             /* unit normal */
  double tx, ty, tz;             /* edge unit vector x normal */
  double radius, core, strength; /* as in struct sm_rotor_ring */
  double swirl;                  /* potential along the edges at the centre of the disc, m2/s */
  double per_radius2;            /* 1 / a^2, 1/m2 */
  double per_width2;             /* 1 / b^2, 1/m2 */
  double unused;                 /* padding to 2^n numbers, for vectorisation */
};

/* Vector potential along the edges of one axis, m2/s, each from the node of its cell. Box: nodes of
 * the grid, one less along that axis. */
struct sm_wake_edges {
  double *along;
  ptrdiff_t sy, sz;
  const double *x, *y, *z;             /* face positions, m: x and y from the corner, z from the
                                          ground */
  const double *x_end, *y_end, *z_end; /* ends of the edges, m: the next face along the axis */
  int add;                             /* 1: adds to the current values */
  int count;
  struct sm_wake_element element[SM_WAKE_ELEMENTS];
};

/* Wind on the faces from the edges. Box: nx + 1, ny + 1, nz + 1. */
struct sm_wake_wind {
  union sm_reals u, v, w;
  ptrdiff_t sy, sz;
  int n[3];                                  /* cells */
  const double *x, *y, *z;                   /* m, as above */
  const double *along_x, *along_y, *along_z; /* as above */
  ptrdiff_t edge_sy, edge_sz;
  double ambient[2]; /* m/s */
};

/* Component of the potential (m2/s) along the edges, of an element at a point. The disc has the
 * profile
 * (1 - r^2 / a^2)^3 (1 - h^2 / b^2)^2, with radius a and thickness 2 b. */
SM_FN double sm_wake_potential(const struct sm_wake_element *e, double x, double y, double z) {
  const double dx = x - e->x, dy = y - e->y, dz = z - e->z;
  const double h = dx * e->nx + dy * e->ny + dz * e->nz;
  const double arm = dx * e->tx + dy * e->ty + dz * e->tz;
  const double across = dx * dx + dy * dy + dz * dz - h * h, r2 = across > 0 ? across : 0;
  const double in = 1 - r2 * e->per_radius2, near = 1 - h * h * e->per_width2;
  const double disc = in > 0 ? in : 0, flat = near > 0 ? near : 0;
  return e->strength * arm * sm_rotor_potential(e->radius, sqrt(r2), h, e->core) +
         e->swirl * disc * disc * disc * flat * flat;
}

/* Two-point Gauss quadrature. */
SM_FN void sm_cell_wake_edges(const struct sm_wake_edges *s, int i, int j, int k) {
  const ptrdiff_t at = i + j * s->sy + k * s->sz;
  const double before = s->along[at];
  const double x0 = s->x[i], y0 = s->y[j], z0 = s->z[k];
  const double x1 = s->x_end[i], y1 = s->y_end[j], z1 = s->z_end[k];
  const double hx = 0.5 * (x1 - x0), hy = 0.5 * (y1 - y0), hz = 0.5 * (z1 - z0);
  const double mx = 0.5 * (x0 + x1), my = 0.5 * (y0 + y1), mz = 0.5 * (z0 + z1);
  const double px = 0.57735026918962576 * hx, py = 0.57735026918962576 * hy,
               pz = 0.57735026918962576 * hz;
  double sum = 0;
  for (int m = 0; m < s->count; m++) {
    const struct sm_wake_element *e = &s->element[m];
    sum += sm_wake_potential(e, mx - px, my - py, mz - pz) +
           sm_wake_potential(e, mx + px, my + py, mz + pz);
  }
  s->along[at] = (s->add ? before : 0) + sum * (hx + hy + hz);
}
#endif

#ifdef SM_REAL
SM_FN void SM_P(sm_cell_wake_wind)(const struct sm_wake_wind *s, int i, int j, int k) {
  const int nx = s->n[0], ny = s->n[1], nz = s->n[2];
  const ptrdiff_t at = i + j * s->sy + k * s->sz, sy = s->edge_sy, sz = s->edge_sz;
  const ptrdiff_t edge = i + j * sy + k * sz;
  const double *ax = s->along_x + edge, *ay = s->along_y + edge, *az = s->along_z + edge;
  if (j < ny && k < nz) SM_AT(s->u)
  [at] = (SM_REAL)(s->ambient[0] + (az[sy] - az[0] - ay[sz] + ay[0]) /
                                       ((s->y[j + 1] - s->y[j]) * (s->z[k + 1] - s->z[k])));
  if (i < nx && k < nz) SM_AT(s->v)
  [at] = (SM_REAL)(s->ambient[1] + (ax[sz] - ax[0] - az[1] + az[0]) /
                                       ((s->x[i + 1] - s->x[i]) * (s->z[k + 1] - s->z[k])));
  if (i < nx && j < ny) /* exactly no flow through the ground, also with fused operations */
    SM_AT(s->w)
  [at] = k == 0 ? 0
                : (SM_REAL)((ay[1] - ay[0] - ax[sy] + ax[0]) /
                            ((s->x[i + 1] - s->x[i]) * (s->y[j + 1] - s->y[j])));
}
#endif
