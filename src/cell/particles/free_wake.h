/* free_wake.h - cells of the wind of vortex rings that lie anywhere and lean: their vector
 * potential along the edges of the cells, and its curl on the faces. Formulas:
 * docs/theory/particles-rotor.md. */
#ifndef SM_CELL_PARTICLES_FREE_WAKE_H
#define SM_CELL_PARTICLES_FREE_WAKE_H

#include "cell/port.h"

/* Rings of a call: its arguments are at most 4 kB on a GPU. */
enum { SM_WAKE_ELEMENTS = 32 };

/* A ring, or its image below the ground, and the air that swirls in it, for edges of one axis. */
struct sm_wake_element {
  double centre[3];              /* m, from the corner of the grid */
  double normal[3];              /* unit vector */
  double turn[3];                /* unit vector of the edges x normal */
  double radius, core, strength; /* as in struct sm_rotor_ring */
  double swirl;                  /* m2/s: potential along the edges in the middle of the disc */
  double width;                  /* m: half the thickness of the disc */
};

/* Vector potential along the edges of one axis, m2/s, each from the node of its cell. Box: nodes of
 * the grid, of that axis one less. */
struct sm_wake_edges {
  double *along;
  ptrdiff_t sy, sz;
  const double *x, *y, *z; /* m, faces: x and y from the corner, z from the ground */
  int step[3];             /* 1 for the axis, else 0 */
  int add;                 /* 1: to what is there */
  int count;
  struct sm_wake_element element[SM_WAKE_ELEMENTS];
};

/* The faces of a grid from the edges. Box: nx + 1, ny + 1, nz + 1. */
struct sm_wake_wind {
  union sm_reals u, v, w;
  ptrdiff_t sy, sz;
  int n[3];                                  /* cells */
  const double *x, *y, *z;                   /* m, as above */
  const double *along_x, *along_y, *along_z; /* as above */
  ptrdiff_t edge_sy, edge_sz;
  double ambient[2]; /* m/s */
};

/* Component of the potential (m2/s) along the edges, of an element at a point. The disc has
 * (1 - r^2 / a^2)^3 (1 - h^2 / b^2)^2, of radius a and thickness 2 b. */
SM_FN double sm_wake_potential(const struct sm_wake_element *e, double x, double y, double z) {
  const double dx = x - e->centre[0], dy = y - e->centre[1], dz = z - e->centre[2];
  const double h = dx * e->normal[0] + dy * e->normal[1] + dz * e->normal[2];
  const double arm = dx * e->turn[0] + dy * e->turn[1] + dz * e->turn[2];
  const double across = dx * dx + dy * dy + dz * dz - h * h, r2 = across > 0 ? across : 0;
  const double in = 1 - r2 / (e->radius * e->radius), near = 1 - h * h / (e->width * e->width);
  const double disc = in > 0 ? in : 0, flat = near > 0 ? near : 0;
  return e->strength * arm * sm_rotor_potential(e->radius, sqrt(r2), h, e->core) +
         e->swirl * disc * disc * disc * flat * flat;
}

/* By two points of Gauss. */
SM_FN void sm_cell_wake_edges(const struct sm_wake_edges *s, int i, int j, int k) {
  const ptrdiff_t at = i + j * s->sy + k * s->sz;
  const double before = s->along[at];
  const double x[2] = {s->x[i], s->x[i + s->step[0]]}, y[2] = {s->y[j], s->y[j + s->step[1]]};
  const double z[2] = {s->z[k], s->z[k + s->step[2]]};
  const double hx = 0.5 * (x[1] - x[0]), hy = 0.5 * (y[1] - y[0]), hz = 0.5 * (z[1] - z[0]);
  const double mx = 0.5 * (x[0] + x[1]), my = 0.5 * (y[0] + y[1]), mz = 0.5 * (z[0] + z[1]);
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
  if (i < nx && j < ny) /* nothing goes through the ground, whatever is fused above */
    SM_AT(s->w)
  [at] = k == 0 ? 0
                : (SM_REAL)((ay[1] - ay[0] - ax[sy] + ax[0]) /
                            ((s->x[i + 1] - s->x[i]) * (s->y[j + 1] - s->y[j])));
}
#endif
