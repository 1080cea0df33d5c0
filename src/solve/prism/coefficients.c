/* Coefficients of the Poisson operator on prisms (cell/poisson/prism.h), on the host. */
#include "solve/prism/internal.h"

#include "base/list.h"
#include <math.h>

struct sm_prism_point sm_prism_corner(const struct sm_prisms *prisms, int vertex) {
  const struct sm_triangles *t = prisms->plane;
  return (struct sm_prism_point){t->x[vertex], t->y[vertex], prisms->bottom[vertex],
                                 prisms->surface[vertex] - prisms->bottom[vertex]};
}

/* Mean of `count` corners of a triangle, starting at `first`. */
static struct sm_prism_point mean_of(const struct sm_prisms *prisms, int triangle, int first,
                                     int count) {
  struct sm_prism_point mean = {0, 0, 0, 0};
  for (int e = 0; e < count; e++) {
    const int vertex = prisms->plane->vertex[3 * (ptrdiff_t)triangle + (first + e) % 3];
    const struct sm_prism_point spot = sm_prism_corner(prisms, vertex);
    mean.x += spot.x / count;
    mean.y += spot.y / count;
    mean.bottom += spot.bottom / count;
    mean.depth += spot.depth / count;
  }
  return mean;
}

struct sm_prism_point sm_prism_centroid(const struct sm_prisms *prisms, int triangle) {
  return mean_of(prisms, triangle, 0, 3);
}

struct sm_prism_point sm_prism_edge_middle(const struct sm_prisms *prisms, int triangle, int edge) {
  return mean_of(prisms, triangle, edge, 2);
}

void sm_prism_point_at(const struct sm_prism_point *spot, double sigma, double place[3]) {
  place[0] = spot->x;
  place[1] = spot->y;
  place[2] = spot->bottom + sigma * spot->depth;
}

/* Corner i of a triangle, modulo 3. */
static struct sm_prism_point corner_of(const struct sm_prisms *prisms, int triangle, int i) {
  return sm_prism_corner(prisms, prisms->plane->vertex[3 * (ptrdiff_t)triangle + i % 3]);
}

void sm_prism_centre(const struct sm_prisms *prisms, int triangle, int layer, double place[3]) {
  const struct sm_prism_point spot = sm_prism_centroid(prisms, triangle);
  sm_prism_point_at(&spot, 0.5 * (prisms->sigma[layer] + prisms->sigma[layer + 1]), place);
}

/* Coefficients of the face over edge e of a triangle; `other`: the centre beyond it, or the
 * midpoint of the edge. Equation (9) of docs/theory/prisms.md. */
static struct sm_prism_edge_f64 edge_of(const struct sm_prisms *prisms, int triangle, int e,
                                        const struct sm_prism_point *other) {
  const struct sm_prism_point own = sm_prism_centroid(prisms, triangle);
  const struct sm_prism_point a = corner_of(prisms, triangle, e);
  const struct sm_prism_point b = corner_of(prisms, triangle, e + 1);
  const double length = hypot(b.x - a.x, b.y - a.y);
  const double tx = (b.x - a.x) / length, ty = (b.y - a.y) / length;
  const double dx = other->x - own.x, dy = other->y - own.y;
  const double across = ty * dx - tx * dy, along = tx * dx + ty * dy;
  const double wide = length / across, skew = along / across, depth = 0.5 * (a.depth + b.depth);
  return (struct sm_prism_edge_f64){
      wide * depth, skew * (b.bottom - a.bottom) - wide * (other->bottom - own.bottom),
      skew * (b.depth - a.depth) - wide * (other->depth - own.depth), skew * depth};
}

/* Coefficients of a column. Equations (10) and (11) of docs/theory/prisms.md. */
static struct sm_prism_column_f64 column_of(const struct sm_prisms *prisms, int triangle) {
  const double area = sm_triangles_area(prisms->plane, triangle);
  const double depth = sm_prism_centroid(prisms, triangle).depth;
  double bottom[2] = {0, 0}, deep[2] = {0, 0}; /* gradients */
  double shape[3][2];                          /* area times gradient of a corner's linear shape
                                                  function */
  for (int i = 0; i < 3; i++) {
    const struct sm_prism_point c = corner_of(prisms, triangle, i);
    const struct sm_prism_point next = corner_of(prisms, triangle, i + 1);
    const struct sm_prism_point last = corner_of(prisms, triangle, i + 2);
    shape[i][0] = 0.5 * (next.y - last.y);
    shape[i][1] = 0.5 * (last.x - next.x);
    for (int d = 0; d < 2; d++) {
      bottom[d] += c.bottom * shape[i][d] / area;
      deep[d] += c.depth * shape[i][d] / area;
    }
  }
  struct sm_prism_column_f64 column = {
      {area / depth * (1 + bottom[0] * bottom[0] + bottom[1] * bottom[1]),
       area / depth * 2 * (bottom[0] * deep[0] + bottom[1] * deep[1]),
       area / depth * (deep[0] * deep[0] + deep[1] * deep[1])},
      {0, 0},
      {0, 0}};
  for (int i = 0; i < 2; i++) {
    column.slope[i] = bottom[0] * shape[i + 1][0] + bottom[1] * shape[i + 1][1];
    column.slope1[i] = deep[0] * shape[i + 1][0] + deep[1] * shape[i + 1][1];
  }
  return column;
}

static void make_tables(const struct sm_prisms *prisms, const enum sm_prism_kind *kind,
                        double beyond, struct sm_prism_coefficients *shape) {
  const int n = shape->layers;
  shape->thickness = shape->tables;
  shape->middle = shape->thickness + n + 2;
  shape->sigma = shape->middle + n + 2;
  shape->per_gap = shape->sigma + n + 2;
  for (int k = 0; k <= n; k++) shape->sigma[k] = prisms->sigma[k];
  for (int k = 0; k < n; k++) {
    shape->thickness[k] = shape->sigma[k + 1] - shape->sigma[k];
    shape->middle[k] = 0.5 * (shape->sigma[k] + shape->sigma[k + 1]);
  }
  for (int k = 1; k < n; k++) shape->per_gap[k] = 1 / (shape->middle[k] - shape->middle[k - 1]);
  if (kind[0] == SM_PRISM_DIRICHLET) shape->per_gap[0] = 1 / shape->middle[0];
  if (kind[1] == SM_PRISM_DIRICHLET) shape->per_gap[n] = 1 / (1 - shape->middle[n - 1]);
  if (kind[1] == SM_PRISM_ROBIN) shape->per_gap[n] = 1 / (1 + beyond - shape->middle[n - 1]);
}

static void make_columns(const struct sm_prisms *prisms, const enum sm_prism_kind *kind,
                         struct sm_prism_coefficients *shape) {
  const struct sm_triangles *t = prisms->plane;
  shape->ghosts = 0;
  for (int c = 0; c < shape->columns; c++) {
    const bool real = c < t->triangles;
    for (int e = 0; e < 3; e++) {
      const ptrdiff_t m = 3 * (ptrdiff_t)c + e;
      shape->vertex[m] = real ? t->vertex[m] : t->vertices;
      shape->neighbour[m] = real && t->neighbour[m] >= 0 ? t->neighbour[m] : c;
      if (!real) continue;
      const bool inside = t->neighbour[m] >= 0;
      const struct sm_prism_point other =
          inside ? sm_prism_centroid(prisms, t->neighbour[m]) : sm_prism_edge_middle(prisms, c, e);
      if (!inside) {
        shape->neighbour[m] = shape->columns + shape->ghosts;
        shape->ghost[shape->ghosts++] = (int32_t)m;
      }
      if (inside || kind[sm_prism_boundary_index(t->side[m])] == SM_PRISM_DIRICHLET)
        shape->edge[m] = edge_of(prisms, c, e, &other);
      shape->couplings[c].across[e] = (float)shape->edge[m].across;
      shape->fixed |= !inside && kind[sm_prism_boundary_index(t->side[m])] == SM_PRISM_DIRICHLET;
    }
    if (!real) continue;
    shape->column[c] = column_of(prisms, c);
    for (int d = 0; d < 3; d++) shape->couplings[c].rise[d] = (float)shape->column[c].rise[d];
  }
}

/* Whether slopes make up so much of the coupling between layers, in the mean of bottom and surface,
 * that couplings of prisms of equal sigma alone are far from the operator. */
static bool is_steep(const struct sm_prisms *prisms, const struct sm_prism_coefficients *shape) {
  const double enough = 0.33;
  double share = 0;
  for (int c = 0; c < shape->triangles; c++) {
    const double *rise = shape->column[c].rise;
    const double level = sm_triangles_area(prisms->plane, c) / sm_prism_centroid(prisms, c).depth;
    share += 1 - 0.5 * level * (1 / rise[0] + 1 / (rise[0] + rise[1] + rise[2]));
  }
  return share > enough * shape->triangles;
}

/* Couplings with the cells beside and above or below: half the answer of the flux through an edge
 * to a difference up it. */
static enum sm_status make_tilts(struct sm_context *ctx, const struct sm_prisms *prisms,
                                 struct sm_prism_coefficients *shape) {
  const int32_t *neighbour = prisms->plane->neighbour;
  if (!is_steep(prisms, shape)) return SM_OK;
  SM_TRY(sm_alloc(ctx, 3 * (size_t)shape->columns, sizeof *shape->tilt, "coefficients of prisms",
                  &shape->tilt));
  for (ptrdiff_t m = 0; m < 3 * (ptrdiff_t)shape->triangles; m++)
    if (neighbour[m] >= 0)
      shape->tilt[m] = (struct sm_prism_tilt){(float)(0.5 * shape->edge[m].along),
                                              (float)(0.5 * shape->edge[m].along1)};
  return SM_OK;
}

enum sm_status sm_prism_coefficients_make(struct sm_context *ctx, const struct sm_prisms *prisms,
                                          const enum sm_prism_kind *kind, double beyond,
                                          struct sm_prism_coefficients *shape) {
  const struct sm_triangles *t = prisms->plane;
  const int rows = (t->triangles + SM_PRISM_ROW - 1) / SM_PRISM_ROW;
  size_t outline = 0;
  for (ptrdiff_t m = 0; m < 3 * (ptrdiff_t)t->triangles; m++) outline += t->neighbour[m] < 0;
  *shape = (struct sm_prism_coefficients){
      .layers = prisms->layers, .triangles = t->triangles, .columns = rows * SM_PRISM_ROW};
  shape->fixed = kind[0] == SM_PRISM_DIRICHLET || kind[1] != SM_PRISM_NEUMANN;
  const size_t columns = (size_t)shape->columns, edges = 3 * columns;
  const size_t levels = (size_t)shape->layers + 2;
  const char *what = "coefficients of prisms";
  SM_TRY(sm_alloc(ctx, edges, sizeof *shape->vertex, what, &shape->vertex));
  SM_TRY(sm_alloc(ctx, edges, sizeof *shape->neighbour, what, &shape->neighbour));
  SM_TRY(sm_alloc(ctx, edges, sizeof *shape->edge, what, &shape->edge));
  SM_TRY(sm_alloc(ctx, columns, sizeof *shape->column, what, &shape->column));
  SM_TRY(sm_alloc(ctx, columns, sizeof *shape->couplings, what, &shape->couplings));
  SM_TRY(sm_alloc(ctx, outline, sizeof *shape->ghost, what, &shape->ghost));
  SM_TRY(sm_alloc(ctx, 4 * levels, sizeof *shape->tables, what, &shape->tables));
  make_tables(prisms, kind, beyond, shape);
  make_columns(prisms, kind, shape);
  return make_tilts(ctx, prisms, shape);
}

void sm_prism_coefficients_free(struct sm_prism_coefficients *shape) {
  SM_FREE_ALL(shape->vertex, shape->neighbour, shape->ghost, shape->edge, shape->column,
              shape->couplings, shape->tilt, shape->tables);
  *shape = (struct sm_prism_coefficients){.layers = 0};
}
