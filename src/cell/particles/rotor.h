/* rotor.h - wind under a hovering rotor: table of the stream function of its vortex rings, and
 * velocity on faces from the table. Formulas: docs/theory/particles-rotor.md; motion of the rings:
 * physics/prescribed/vortex_rings.c. */
#ifndef SM_CELL_PARTICLES_ROTOR_H
#define SM_CELL_PARTICLES_ROTOR_H

#include "cell/port.h"

/* Rings per call: kernel arguments are limited to 4 kB on a GPU. Layers of a column per stack. */
enum { SM_ROTOR_RINGS = 96, SM_ROTOR_LAYERS = 8 };

/* A ring, prepared for the table. */
struct sm_rotor_ring {
  double radius, height; /* m */
  double core;           /* smoothing term of the kernel, m2 */
  double strength;       /* circulation / (2 pi), m2/s */
};

/* Stokes stream function over r^2 (m/s) of rings and their images below the ground, at heights z
 * and radii dr j. Box: heights, radii, 1. */
struct sm_rotor_table {
  double *potential; /* [radii][stride] */
  ptrdiff_t stride;
  const double *z; /* heights above ground, m */
  double dr;       /* m */
  int add;         /* 1: adds to the current values */
  int count;
  struct sm_rotor_ring ring[SM_ROTOR_RINGS];
};

/* Wind on the faces from the table: fluxes are integrals of the vector potential along edges, so
 * that the net outflow of a cell is 0. Box: nx + 1, ny + 1, and stacks of SM_ROTOR_LAYERS layers,
 * the last of which contains face nz. */
struct sm_rotor_wind {
  union sm_reals u, v, w;
  ptrdiff_t sy, sz;
  int n[3];                /* cells */
  const double *x, *y, *z; /* face positions, m: x and y from the corner, z from the ground */
  double axis[2];          /* position of the shaft from the corner, m */
  const double *potential; /* as above; padded to one more than the last stack */
  ptrdiff_t stride;
  int radii;         /* at least 4 */
  double dr;         /* m */
  int add;           /* 1: adds to the current wind; 0: to the ambient wind */
  double ambient[2]; /* m/s */
};

/* Arithmetic-geometric mean of 1 and b, and the sum over its steps: elliptic integrals as in
 * physics/prescribed/vortex_rings.c. */
struct sm_agm {
  double mean, root, c;
  double ratio, power, tail;
};
SM_FN void sm_agm_step(struct sm_agm *a) {
  const double next = 0.5 * (a->mean + a->root);
  a->root = sqrt(a->mean * a->root);
  a->mean = next;
  const double step = 0.25 * a->c / a->mean;
  a->ratio *= step;
  a->c *= step;
  a->power *= 2;
  a->tail += a->power * a->ratio * a->ratio;
}

/* psi / r^2 over strength, of a ring of radius a in a plane at distance dz. Six steps are exact in
 * double if the smallest distance is a thousandth of the largest. */
SM_FN double sm_rotor_potential(double a, double r, double dz, double core) {
  const double h2 = dz * dz + core, sum = a + r, difference = a - r;
  const double far2 = sum * sum + h2, near2 = difference * difference + h2;
  const double b = sqrt(near2 / far2), s = 2 * a / (far2 * (1 + b));
  struct sm_agm m = {0.5 * (1 + b), sqrt(b), s * r, 1, 1, 1};
  sm_agm_step(&m); /* written out, since a loop would prevent vectorisation by gcc */
  sm_agm_step(&m);
  sm_agm_step(&m);
  sm_agm_step(&m);
  sm_agm_step(&m);
  sm_agm_step(&m);
  return sqrt(far2) * (1.57079632679489662 / m.mean) * s * s * m.tail;
}

SM_FN void sm_cell_rotor_table(const struct sm_rotor_table *s, int i, int j, int k) {
  const ptrdiff_t at = i + j * s->stride;
  const double z = s->z[i], r = s->dr * j;
  const double before = s->potential[at];
  double above = 0, below = 0; /* separate sums, which cancel on the ground even with fused
                                  operations */
  (void)k;
  for (int m = 0; m < s->count; m++) {
    const struct sm_rotor_ring *ring = &s->ring[m];
    above += ring->strength * sm_rotor_potential(ring->radius, r, z - ring->height, ring->core);
    below += ring->strength * sm_rotor_potential(ring->radius, r, z + ring->height, ring->core);
  }
  s->potential[at] = (s->add ? before : 0) + (above - below);
}

/* Vector potential (psi / r^2) (-y, x, 0) along an edge at all heights of a stack, m2/s: two Gauss
 * points, cubic between four radii each. The edge is along axis d from `low` to `high` at `beside`
 * on the other axis, all in m from the shaft. */
SM_FN void sm_rotor_edge(const struct sm_rotor_wind *s, int d, double low, double high,
                         double beside, int layer, double along[SM_ROTOR_LAYERS + 1]) {
  const double half = 0.5 * (high - low), arm = d == 0 ? -beside * half : beside * half;
  for (int k = 0; k <= SM_ROTOR_LAYERS; k++) along[k] = 0;
  for (int g = 0; g < 2; g++) {
    const double place = 0.5 * (low + high) + (2 * g - 1) * 0.57735026918962576 * half;
    const double far = sqrt(place * place + beside * beside) / s->dr, last = s->radii - 1;
    const double r = far < last ? far : last;
    const int below = (int)r - 1, most = s->radii - 4;
    const int first = below < 0 ? 0 : below < most ? below : most;
    const double x = r - first;
    const double w0 = arm * (x - 1) * (x - 2) * (x - 3) / -6, w1 = arm * x * (x - 2) * (x - 3) / 2;
    const double w2 = arm * x * (x - 1) * (x - 3) / -2, w3 = arm * x * (x - 1) * (x - 2) / 6;
    const double *p0 = s->potential + first * s->stride + layer, *p1 = p0 + s->stride;
    const double *p2 = p1 + s->stride, *p3 = p2 + s->stride;
    SM_SIMD
    for (int k = 0; k <= SM_ROTOR_LAYERS; k++)
      along[k] += w0 * p0[k] + w1 * p1[k] + w2 * p2[k] + w3 * p3[k];
  }
}

/* Free wake of rotors on cells: vector potential of arbitrarily placed and tilted vortex rings
 * along the cell edges, and its curl on the faces. Formulas: docs/theory/particles-rotor.md. */

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
SM_FN void SM_P(sm_cell_rotor_wind)(const struct sm_rotor_wind *s, int i, int j, int stack) {
  const int nx = s->n[0], ny = s->n[1], nz = s->n[2], layer = stack * SM_ROTOR_LAYERS;
  const int east = i < nx ? i + 1 : i, north = j < ny ? j + 1 : j;
  const double x[2] = {s->x[i] - s->axis[0], s->x[east] - s->axis[0]};
  const double y[2] = {s->y[j] - s->axis[1], s->y[north] - s->axis[1]};
  const double dx = x[1] - x[0], dy = y[1] - y[0];
  double a[4][SM_ROTOR_LAYERS + 1]; /* along the west, east, south, north edge */
  sm_rotor_edge(s, 1, y[0], y[1], x[0], layer, a[0]);
  sm_rotor_edge(s, 1, y[0], y[1], x[1], layer, a[1]);
  sm_rotor_edge(s, 0, x[0], x[1], y[0], layer, a[2]);
  sm_rotor_edge(s, 0, x[0], x[1], y[1], layer, a[3]);
  for (int m = 0; m < SM_ROTOR_LAYERS; m++) {
    const int k = layer + m;
    const ptrdiff_t at = i + j * s->sy + k * s->sz;
    if (k < nz && j < ny) {
      const double base = s->add ? (double)SM_AT(s->u)[at] : s->ambient[0];
      const double area = dy * (s->z[k + 1] - s->z[k]);
      SM_AT(s->u)[at] = (SM_REAL)(base - (a[0][m + 1] - a[0][m]) / area);
    }
    if (k < nz && i < nx) {
      const double base = s->add ? (double)SM_AT(s->v)[at] : s->ambient[1];
      const double area = dx * (s->z[k + 1] - s->z[k]);
      SM_AT(s->v)[at] = (SM_REAL)(base + (a[2][m + 1] - a[2][m]) / area);
    }
    if (k <= nz && i < nx && j < ny) {
      const double base = s->add ? (double)SM_AT(s->w)[at] : 0;
      SM_AT(s->w)[at] = (SM_REAL)(base + (a[1][m] - a[0][m] - a[3][m] + a[2][m]) / (dx * dy));
    }
  }
}

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
