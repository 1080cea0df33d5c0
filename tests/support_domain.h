/* support_domain.h - small synthetic domains and winds for tests. */
#ifndef SM_TESTS_SUPPORT_DOMAIN_H
#define SM_TESTS_SUPPORT_DOMAIN_H

#include "domain/domain.h"
#include "output/face_wind.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Axis of n cells; each is `ratio` times as wide as the previous one. */
static inline struct sm_axis make_axis(int n, double width, double ratio) {
  struct sm_axis axis = {.n = n, .uniform = ratio == 1};
  axis.face = calloc((size_t)n + 1, sizeof *axis.face);
  axis.centre = calloc((size_t)n, sizeof *axis.centre);
  axis.width = calloc((size_t)n, sizeof *axis.width);
  for (int i = 0; i < n; i++, width *= ratio) {
    axis.face[i + 1] = axis.face[i] + width;
    axis.width[i] = axis.face[i + 1] - axis.face[i];
    axis.centre[i] = 0.5 * (axis.face[i] + axis.face[i + 1]);
  }
  return axis;
}

/* Content of a synthetic domain. */
struct made {
  struct sm_domain domain;
  struct sm_face_wind wind;
  double *u, *v, *w; /* f64 values, or storage of the f32 wind */
};

struct made_options {
  int n[3];
  double width[3]; /* m */
  double ratio;    /* ratio of the thickness of successive layers; 1: uniform */
  double slope;    /* slope of the terrain toward east, m per m */
  int building[6]; /* cell range: west, east, south, north, down, up (first, last + 1) */
  bool is_double;
  bool utm; /* coordinates of UTM zone 14N, else local */
};

static inline size_t made_index(const struct made *m, int i, int j, int k) {
  return (size_t)i + (size_t)m->domain.grid.axis[0].n *
                         ((size_t)j + (size_t)m->domain.grid.axis[1].n * (size_t)k);
}

static inline bool made_solid(const struct made *m, int i, int j, int k) {
  const enum sm_cell_type type = SM_CELL_TYPE(m->domain.cell[made_index(m, i, j, k)]);
  return type == SM_CELL_BUILDING || type == SM_CELL_TERRAIN;
}

/* Sets cell types from the terrain and the box of the building, then the open faces. Lateral
 * boundaries and the top are open, the ground is closed. */
static inline void make_cells(struct made *m, const struct made_options *o) {
  struct sm_domain *d = &m->domain;
  const int *b = o->building;
  for (int k = 0; k < o->n[2]; k++)
    for (int j = 0; j < o->n[1]; j++)
      for (int i = 0; i < o->n[0]; i++) {
        const size_t column = (size_t)i + (size_t)o->n[0] * (size_t)j;
        const bool inside = i >= b[0] && i < b[1] && j >= b[2] && j < b[3] && k >= b[4] && k < b[5];
        enum sm_cell_type type = inside ? SM_CELL_BUILDING : SM_CELL_AIR;
        if (d->grid.axis[2].centre[k] < (double)d->terrain[column]) type = SM_CELL_TERRAIN;
        d->cell[made_index(m, i, j, k)] = (uint8_t)(type << 6);
      }
  for (int k = 0; k < o->n[2]; k++)
    for (int j = 0; j < o->n[1]; j++)
      for (int i = 0; i < o->n[0]; i++) {
        if (made_solid(m, i, j, k)) continue;
        uint8_t open = 0;
        if (i == 0 || !made_solid(m, i - 1, j, k)) open |= SM_OPEN_WEST;
        if (i == o->n[0] - 1 || !made_solid(m, i + 1, j, k)) open |= SM_OPEN_EAST;
        if (j == 0 || !made_solid(m, i, j - 1, k)) open |= SM_OPEN_SOUTH;
        if (j == o->n[1] - 1 || !made_solid(m, i, j + 1, k)) open |= SM_OPEN_NORTH;
        if (k > 0 && !made_solid(m, i, j, k - 1)) open |= SM_OPEN_DOWN;
        if (k == o->n[2] - 1 || !made_solid(m, i, j, k + 1)) open |= SM_OPEN_UP;
        d->cell[made_index(m, i, j, k)] |= open;
        if (open != 0) d->fluid_count++;
      }
}

static inline void make_domain(struct made *m, const struct made_options *o) {
  memset(m, 0, sizeof *m);
  struct sm_domain *d = &m->domain;
  for (int a = 0; a < 3; a++)
    d->grid.axis[a] = make_axis(o->n[a], o->width[a], a == 2 ? o->ratio : 1);
  const size_t columns = (size_t)o->n[0] * (size_t)o->n[1], cells = columns * (size_t)o->n[2];
  d->crs.local = !o->utm;
  if (o->utm) {
    d->grid.origin[0] = 634000.1;
    d->grid.origin[1] = 3925000.3;
    d->grid.origin[2] = 360;
    d->convergence = 0.85;
    d->crs.epsg = 32614;
    strcpy(d->crs.mapping, "transverse_mercator");
    d->crs.longitude_of_central_meridian = -99;
    d->crs.scale_factor = 0.9996;
    d->crs.false_easting = 500000;
    d->crs.semi_major_axis = 6378137;
    d->crs.inverse_flattening = 298.257223563;
  }
  d->terrain = calloc(columns, sizeof *d->terrain);
  d->building = calloc(columns, sizeof *d->building);
  d->z0 = calloc(columns, sizeof *d->z0);
  d->cell = calloc(cells, 1);
  const int *b = o->building;
  for (int j = 0; j < o->n[1]; j++)
    for (int i = 0; i < o->n[0]; i++) {
      const size_t c = (size_t)i + (size_t)o->n[0] * (size_t)j;
      d->terrain[c] = (float)(o->slope * d->grid.axis[0].centre[i]);
      d->z0[c] = 0.1F;
      if (i >= b[0] && i < b[1] && j >= b[2] && j < b[3] && b[5] > b[4])
        d->building[c] = (float)d->grid.axis[2].face[b[5]] - d->terrain[c];
    }
  make_cells(m, o);
  const size_t faces = (size_t)(o->n[0] + 1) * (size_t)(o->n[1] + 1) * (size_t)(o->n[2] + 1);
  m->wind.is_double = o->is_double;
  m->wind.stride_y = o->n[0] + 1;
  m->wind.stride_z = (ptrdiff_t)(o->n[0] + 1) * (o->n[1] + 1);
  m->u = calloc(faces, sizeof(double));
  m->v = calloc(faces, sizeof(double));
  m->w = calloc(faces, sizeof(double));
  m->wind.u = m->u;
  m->wind.v = m->v;
  m->wind.w = m->w;
}

static inline void free_domain(struct made *m) {
  for (int a = 0; a < 3; a++) {
    free(m->domain.grid.axis[a].face);
    free(m->domain.grid.axis[a].centre);
    free(m->domain.grid.axis[a].width);
  }
  free(m->domain.terrain);
  free(m->domain.building);
  free(m->domain.z0);
  free(m->domain.cell);
  free(m->domain.cut);
  free(m->domain.weather.time);
  free(m->u);
  free(m->v);
  free(m->w);
}

static inline void set_face(struct made *m, int component, int i, int j, int k, double value) {
  double *const fields[3] = {m->u, m->v, m->w};
  const ptrdiff_t at = i + j * m->wind.stride_y + k * m->wind.stride_z;
  if (m->wind.is_double) {
    fields[component][at] = value;
  } else {
    ((float *)(void *)fields[component])[at] = (float)value;
  }
}

/* Whether either adjacent cell marks the face as closed. */
static inline bool made_closed(const struct made *m, int component, int i, int j, int k) {
  static const uint8_t bits[3][2] = {
      {SM_OPEN_EAST, SM_OPEN_WEST}, {SM_OPEN_NORTH, SM_OPEN_SOUTH}, {SM_OPEN_UP, SM_OPEN_DOWN}};
  const int n[3] = {m->domain.grid.axis[0].n, m->domain.grid.axis[1].n, m->domain.grid.axis[2].n};
  int low[3] = {i, j, k}, high[3] = {i, j, k};
  low[component]--;
  if (low[component] >= 0 &&
      !(m->domain.cell[made_index(m, low[0], low[1], low[2])] & bits[component][0]))
    return true;
  return high[component] < n[component] &&
         !(m->domain.cell[made_index(m, high[0], high[1], high[2])] & bits[component][1]);
}

/* Potential of a wind that is divergence-free to rounding around any obstacles: the flux through a
 * face is the circulation of the potential around its edges, and the potential is 0 on all edges
 * that touch a solid or the ground. */
static inline double made_potential(const struct made *m, int axis, int i, int j, int k) {
  const int n[3] = {m->domain.grid.axis[0].n, m->domain.grid.axis[1].n, m->domain.grid.axis[2].n};
  const int along = axis, p = (axis + 1) % 3, q = (axis + 2) % 3;
  int at[3] = {i, j, k};
  if (k == 0) return 0;
  for (int side = 0; side < 4; side++) {
    int cell[3] = {at[0], at[1], at[2]};
    cell[p] -= side & 1;
    cell[q] -= side >> 1;
    if (cell[p] < 0 || cell[q] < 0 || cell[p] >= n[p] || cell[q] >= n[q]) continue;
    if (made_solid(m, cell[0], cell[1], cell[2])) return 0;
  }
  (void)along;
  return (axis + 1) * sin(0.3 * i + 0.7 * axis) * cos(0.2 * j) * (1 + 0.1 * k);
}

static inline void make_solenoidal(struct made *m) {
  const struct sm_axis *axis = m->domain.grid.axis;
  for (int k = 0; k <= axis[2].n; k++)
    for (int j = 0; j <= axis[1].n; j++)
      for (int i = 0; i <= axis[0].n; i++) {
        const int at[3] = {i, j, k};
        for (int c = 0; c < 3; c++) {
          const int p = (c + 1) % 3, q = (c + 2) % 3;
          if (at[p] == axis[p].n || at[q] == axis[q].n) continue;
          int up[3] = {i, j, k}, right[3] = {i, j, k};
          right[p]++;
          up[q]++;
          const double flux =
              made_potential(m, p, i, j, k) + made_potential(m, q, right[0], right[1], right[2]) -
              made_potential(m, p, up[0], up[1], up[2]) - made_potential(m, q, i, j, k);
          const double area = axis[p].width[at[p]] * axis[q].width[at[q]];
          set_face(m, c, i, j, k, made_closed(m, c, i, j, k) ? 0 : flux / area);
        }
      }
}

/* Sets a uniform velocity except on closed faces. */
static inline void make_uniform(struct made *m, double u, double v, double w) {
  const double velocity[3] = {u, v, w};
  const struct sm_axis *axis = m->domain.grid.axis;
  for (int c = 0; c < 3; c++)
    for (int k = 0; k < axis[2].n + (c == 2); k++)
      for (int j = 0; j < axis[1].n + (c == 1); j++)
        for (int i = 0; i < axis[0].n + (c == 0); i++)
          set_face(m, c, i, j, k, made_closed(m, c, i, j, k) ? 0 : velocity[c]);
}

#endif
