/* Adaptive triangle meshes, refined where the terrain is rough. */
#include "domain/mesh/generate.h"

#include <math.h>
#include <string.h>

/* Minimum width-to-length ratio of a cell: atan(2/3) is 33.7 deg. */
static const double squarish = 0.666;

/* Maximum number of ground samples along an edge. */
enum { SAMPLES = 256 };

struct corner {
  double x, y, z;
};

/* Triangle whose edge 0 is bisected next; vertex 2, opposite to it, is the newest. */
struct piece {
  int vertex[3], neighbour[3], side[3];
  double off; /* deviation from the ground, m; negative: not yet computed */
};

struct refinement {
  struct sm_context *ctx;
  const struct sm_adaptive_mesh *options;
  struct sm_height_function height;
  struct corner *corner;
  struct piece *piece;
  int corners, pieces, corner_room, piece_room;
};

struct sm_adaptive_mesh sm_adaptive_mesh_default(void) {
  return (struct sm_adaptive_mesh){.tolerance = 1, .most = 20000000};
}

/* --- room --- */

/* Grows an array when it is full, so that one more element fits. */
static enum sm_status make_room(struct sm_context *ctx, int count, int *room, size_t size,
                                void **array) {
  if (count < *room) return SM_OK;
  void *larger = NULL;
  const int wanted = *room < 512 ? 1024 : *room / 2 * 3;
  SM_TRY(sm_alloc(ctx, (size_t)wanted, size, "the mesh", &larger));
  if (count > 0) memcpy(larger, *array, (size_t)count * size);
  sm_free(*array);
  *array = larger;
  *room = wanted;
  return SM_OK;
}

static enum sm_status add_corner(struct refinement *g, double x, double y, int *out) {
  void *array = g->corner;
  const double z = g->height.at(g->height.data, x, y);
  if (!isfinite(z))
    return sm_fail(g->ctx, SM_ERR_DATA, "the ground has no height at (%.10g, %.10g)", x, y);
  const enum sm_status status =
      make_room(g->ctx, g->corners, &g->corner_room, sizeof *g->corner, &array);
  g->corner = array;
  SM_TRY(status);
  g->corner[g->corners] = (struct corner){x, y, z};
  *out = g->corners++;
  return SM_OK;
}

static enum sm_status add_triangle(struct refinement *g, struct piece piece, int *out) {
  void *array = g->piece;
  if (g->pieces >= g->options->most)
    return sm_fail(g->ctx, SM_ERR_DATA,
                   "the mesh of the ground takes more than %d triangles\nhelp: a larger tolerance "
                   "than %g m, or a larger smallest edge than %g m",
                   g->options->most, g->options->tolerance, g->options->smallest);
  const enum sm_status status =
      make_room(g->ctx, g->pieces, &g->piece_room, sizeof *g->piece, &array);
  g->piece = array;
  SM_TRY(status);
  piece.off = -1;
  g->piece[g->pieces] = piece;
  *out = g->pieces++;
  return SM_OK;
}

/* --- the squares to begin with --- */

/* Number of cells along x and y: nearly square cells with diagonals no longer than `largest`. */
static void choose_cells(const struct sm_adaptive_mesh *o, int n[2]) {
  const double width[2] = {o->x[1] - o->x[0], o->y[1] - o->y[0]};
  const int narrow = width[1] < width[0];
  const double least = fmin(ceil(width[narrow] * sqrt(0.5) / o->largest), 1e6);
  for (n[narrow] = least < 1 ? 1 : (int)least;; n[narrow]++) {
    const double size = width[narrow] / n[narrow];
    n[!narrow] = (int)fmax(1, fmin(floor(width[!narrow] / size + 0.5), 1e8));
    const double other = width[!narrow] / n[!narrow];
    const bool good = hypot(size, other) <= o->largest * (1 + 1e-12) &&
                      fmin(size, other) / fmax(size, other) > squarish;
    if (good || n[narrow] >= o->most) /* the caller rejects meshes that are too large */
      return;
  }
}

/* Triangle `half` (0 or 1) of cell (i, j), numbered 2 * cell + half; the first half lies to the
 * south. Diagonals alternate like the fields of a chessboard. */
static struct piece cut_cell(int i, int j, const int n[2], int half) {
  const int a = i + (n[0] + 1) * j, b = a + 1, d = a + n[0] + 1, c = d + 1;
  const int here = 2 * (i + n[0] * j), other = here + !half;
  const bool turned = (i + j) % 2 != 0; /* diagonal from south-east to north-west */
  const int row = 2 * n[0];
  /* Neighbours in adjacent cells; these have the other diagonal. */
  const int south = j > 0 ? here - row + 1 : -1, north = j < n[1] - 1 ? here + row : -1;
  const int west = i > 0 ? here - 2 + !turned : -1, east = i < n[0] - 1 ? here + 2 + turned : -1;
  const int s = j > 0 ? -1 : SM_MESH_BLOCK_SOUTH, o = j < n[1] - 1 ? -1 : SM_MESH_BLOCK_NORTH;
  const int w = i > 0 ? -1 : SM_MESH_BLOCK_WEST, e = i < n[0] - 1 ? -1 : SM_MESH_BLOCK_EAST;
  if (!turned && half == 0) return (struct piece){{c, a, b}, {other, south, east}, {-1, s, e}, -1};
  if (!turned) return (struct piece){{a, c, d}, {other, north, west}, {-1, o, w}, -1};
  if (half == 0) return (struct piece){{b, d, a}, {other, west, south}, {-1, w, s}, -1};
  return (struct piece){{d, b, c}, {other, east, north}, {-1, e, o}, -1};
}

static enum sm_status initialise(struct refinement *g) {
  const struct sm_adaptive_mesh *o = g->options;
  int n[2], number;
  choose_cells(o, n);
  if (n[0] > o->most / 2 / n[1])
    return sm_fail(g->ctx, SM_ERR_DATA, "%d x %d squares are more than %d triangles", n[0], n[1],
                   o->most);
  for (int j = 0; j <= n[1]; j++)
    for (int i = 0; i <= n[0]; i++)
      SM_TRY(add_corner(g, i == n[0] ? o->x[1] : o->x[0] + (o->x[1] - o->x[0]) * i / n[0],
                        j == n[1] ? o->y[1] : o->y[0] + (o->y[1] - o->y[0]) * j / n[1], &number));
  for (int j = 0; j < n[1]; j++)
    for (int i = 0; i < n[0]; i++)
      for (int half = 0; half < 2; half++)
        SM_TRY(add_triangle(g, cut_cell(i, j, n, half), &number));
  return SM_OK;
}

/* --- halving --- */

static double edge_length(const struct refinement *g, int t, int e) {
  const struct corner *a = &g->corner[g->piece[t].vertex[e]],
                      *b = &g->corner[g->piece[t].vertex[(e + 1) % 3]];
  return hypot(b->x - a->x, b->y - a->y);
}

/* Length of the shortest edge that bisection of triangle t would create, m. */
static double shortest_half(const struct refinement *g, int t) {
  const struct corner *a = &g->corner[g->piece[t].vertex[0]],
                      *b = &g->corner[g->piece[t].vertex[1]],
                      *c = &g->corner[g->piece[t].vertex[2]];
  const double middle = hypot(0.5 * (a->x + b->x) - c->x, 0.5 * (a->y + b->y) - c->y);
  return fmin(0.5 * edge_length(g, t, 0), middle);
}

/* Replaces neighbour `old` of triangle `of` by t. */
static void replace_neighbour(struct refinement *g, int of, int old, int t) {
  if (of < 0) return;
  for (int e = 0; e < 3; e++)
    if (g->piece[of].neighbour[e] == old) g->piece[of].neighbour[e] = t;
}

/* Bisects triangle t at corner p, the midpoint of its edge 0. The half at vertex 0 keeps the
 * number, the other half gets *out. Neighbours across edge 0 are not set. */
static enum sm_status split(struct refinement *g, int t, int p, int *out) {
  const struct piece old = g->piece[t];
  const int *v = old.vertex, *n = old.neighbour, *s = old.side;
  const struct piece second = {{v[1], v[2], p}, {n[1], t, -1}, {s[1], -1, s[0]}, -1};
  SM_TRY(add_triangle(g, second, out));
  g->piece[t] = (struct piece){{v[2], v[0], p}, {n[2], -1, *out}, {s[2], s[0], -1}, -1};
  replace_neighbour(g, n[1], t, *out);
  return SM_OK;
}

/* Bisects triangle t together with the neighbour across its edge 0. A neighbour whose edge 0 is
 * another edge is bisected first. */
static enum sm_status halve(struct refinement *g, int t) {
  int other = g->piece[t].neighbour[0], p = -1, second = -1, fourth = -1;
  if (other >= 0 && g->piece[other].neighbour[0] != t) {
    SM_TRY(halve(g, other));
    other = g->piece[t].neighbour[0];
  }
  const struct corner a = g->corner[g->piece[t].vertex[0]], b = g->corner[g->piece[t].vertex[1]];
  SM_TRY(add_corner(g, 0.5 * (a.x + b.x), 0.5 * (a.y + b.y), &p));
  SM_TRY(split(g, t, p, &second));
  if (other < 0) return SM_OK;
  SM_TRY(split(g, other, p, &fourth));
  g->piece[t].neighbour[1] = fourth; /* edge 0 of the neighbour runs in the opposite direction */
  g->piece[fourth].neighbour[2] = t;
  g->piece[second].neighbour[2] = other;
  g->piece[other].neighbour[1] = second;
  return SM_OK;
}

/* Maximum distance of the ground from the plane through the corners of triangle t, m. */
static enum sm_status measure_error(struct refinement *g, int t) {
  const struct corner *c[3];
  double longest = 0, off = 0;
  for (int e = 0; e < 3; e++) {
    c[e] = &g->corner[g->piece[t].vertex[e]];
    longest = fmax(longest, edge_length(g, t, e));
  }
  const int n = (int)fmax(2, fmin(ceil(longest / g->options->spacing), SAMPLES));
  for (int j = 0; j <= n; j++)
    for (int i = 0; i <= n - j; i++) {
      const double b = (double)i / n, d = (double)j / n, a = 1 - b - d;
      const double x = a * c[0]->x + b * c[1]->x + d * c[2]->x,
                   y = a * c[0]->y + b * c[1]->y + d * c[2]->y;
      const double z = g->height.at(g->height.data, x, y);
      if (!isfinite(z))
        return sm_fail(g->ctx, SM_ERR_DATA, "the ground has no height at (%.10g, %.10g)", x, y);
      off = fmax(off, fabs(z - (a * c[0]->z + b * c[1]->z + d * c[2]->z)));
    }
  g->piece[t].off = off;
  return SM_OK;
}

static enum sm_status refine(struct refinement *g) {
  bool again = true;
  while (again) {
    again = false;
    for (int t = 0; t < g->pieces; t++) {
      if (g->piece[t].off < 0) SM_TRY(measure_error(g, t));
      if (g->piece[t].off <= g->options->tolerance || shortest_half(g, t) < g->options->smallest)
        continue;
      SM_TRY(halve(g, t));
      again = true;
    }
    if (sm_stop_requested(g->ctx)) return sm_fail(g->ctx, SM_ERR_STOPPED, "stopped while meshing");
  }
  return SM_OK;
}

static enum sm_status export_mesh(struct refinement *g, struct sm_triangles **out, double *worst) {
  SM_TRY(sm_triangles_create(g->ctx, g->corners, g->pieces, out));
  *worst = 0;
  for (int v = 0; v < g->corners; v++) {
    (*out)->x[v] = g->corner[v].x;
    (*out)->y[v] = g->corner[v].y;
  }
  for (int t = 0; t < g->pieces; t++) {
    memcpy(&(*out)->vertex[3 * t], g->piece[t].vertex, sizeof g->piece[t].vertex);
    memcpy(&(*out)->side[3 * t], g->piece[t].side, sizeof g->piece[t].side);
    *worst = fmax(*worst, g->piece[t].off);
  }
  const enum sm_status status = sm_triangles_connect(g->ctx, *out);
  if (status != SM_OK) sm_triangles_destroy(out);
  return status;
}

static enum sm_status check_options(struct sm_context *ctx, const struct sm_adaptive_mesh *o) {
  if (!(o->x[1] > o->x[0]) || !(o->y[1] > o->y[0]) || !isfinite(o->x[1] - o->x[0]) ||
      !isfinite(o->y[1] - o->y[0]))
    return sm_fail(ctx, SM_ERR_DATA, "the rectangle from (%g, %g) to (%g, %g) is empty", o->x[0],
                   o->y[0], o->x[1], o->y[1]);
  if (!(o->tolerance > 0) || !(o->largest > 0) || !(o->spacing > 0) || !(o->smallest >= 0) ||
      o->smallest > o->largest)
    return sm_fail(
        ctx, SM_ERR_DATA,
        "a mesh of the ground needs a tolerance, a spacing and a largest edge above 0 m, "
        "and a smallest edge up to that; they are %g, %g, %g and %g m",
        o->tolerance, o->spacing, o->largest, o->smallest);
  return SM_OK;
}

enum sm_status sm_triangles_adaptive(struct sm_context *ctx, const struct sm_adaptive_mesh *options,
                                     struct sm_height_function height, struct sm_triangles **out,
                                     double *worst) {
  struct refinement g = {.ctx = ctx, .options = options, .height = height};
  *out = NULL;
  *worst = 0;
  SM_TRY(check_options(ctx, options));
  enum sm_status status = initialise(&g);
  if (status == SM_OK) status = refine(&g);
  if (status == SM_OK) status = export_mesh(&g, out, worst);
  sm_free(g.corner);
  sm_free(g.piece);
  return status;
}
