/* Triangle meshes of curvilinear blocks. */
#include "domain/mesh/triangles.h"

#include "base/list.h"
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* Minimum area of a triangle after smoothing, as a fraction of its area before. */
static const double kept = 0.1;

const char *const *sm_mesh_block_side_names(void) {
  static const char *const names[SM_MESH_BLOCK_SIDES] = {"outline", "south", "east", "north",
                                                         "west"};
  return names;
}

/* Adds a triangle with the boundary numbers of its edges; 0: interior edge. */
static void add(struct sm_triangles *out, int *count, const int vertex[3], const int side[3]) {
  memcpy(&out->vertex[3 * *count], vertex, 3 * sizeof *vertex);
  memcpy(&out->side[3 * *count], side, 3 * sizeof *side);
  ++*count;
}

/* Splits quadrangle (i, j) into two triangles. */
static void cut(struct sm_triangles *out, int *count, int i, int j, int n, int m) {
  const int a = i + (n + 1) * j, b = a + 1, d = a + n + 1, c = d + 1;
  const int south = j == 0 ? SM_MESH_BLOCK_SOUTH : 0, north = j == m - 1 ? SM_MESH_BLOCK_NORTH : 0,
            west = i == 0 ? SM_MESH_BLOCK_WEST : 0, east = i == n - 1 ? SM_MESH_BLOCK_EAST : 0;
  if (j % 2 == 0) {
    add(out, count, (const int[]){a, b, c}, (const int[]){south, east, 0});
    add(out, count, (const int[]){a, c, d}, (const int[]){0, north, west});
  } else {
    add(out, count, (const int[]){a, b, d}, (const int[]){south, 0, west});
    add(out, count, (const int[]){b, c, d}, (const int[]){east, north, 0});
  }
}

/* Restores vertices until no triangle is below the minimum area. */
static void keep_triangles(struct sm_triangles *m, const double *x, const double *y,
                           const double *area) {
  for (bool again = true; again;) {
    again = false;
    for (int t = 0; t < m->triangles; t++) {
      if (sm_triangles_area(m, t) > kept * area[t]) continue;
      for (int c = 0; c < 3; c++) {
        const int v = m->vertex[3 * t + c];
        again = again || m->x[v] != x[v] || m->y[v] != y[v];
        m->x[v] = x[v];
        m->y[v] = y[v];
      }
    }
  }
}

/* Work arrays of one smoothing pass: old positions, sums over neighbours, counts, old areas. */
struct smoothing {
  double *x, *y, *sum_x, *sum_y, *area;
  int *count; /* -1: on the boundary */
};

/* Sums the neighbours of every vertex; each interior edge is visited from both sides. */
static void sum_neighbours(const struct sm_triangles *m, struct smoothing *s) {
  for (int v = 0; v < m->vertices; v++) {
    s->x[v] = m->x[v];
    s->y[v] = m->y[v];
    s->sum_x[v] = s->sum_y[v] = 0;
    s->count[v] = 0;
  }
  for (int e = 0; e < 3 * m->triangles; e++) {
    const int a = m->vertex[e], b = m->vertex[e - e % 3 + (e + 1) % 3];
    if (e % 3 == 0) s->area[e / 3] = sm_triangles_area(m, e / 3);
    if (m->neighbour[e] < 0 || s->count[a] < 0) {
      if (m->neighbour[e] < 0) s->count[a] = s->count[b] = -1;
      continue;
    }
    s->sum_x[a] += m->x[b];
    s->sum_y[a] += m->y[b];
    s->count[a]++;
  }
}

static enum sm_status smooth(struct sm_context *ctx, struct sm_triangles *m, int times) {
  const size_t vertices = (size_t)m->vertices;
  struct smoothing s = {0};
  double *room = NULL;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, 4 * vertices, sizeof *room, "the mesh", &room));
  SM_TRY_DONE(sm_alloc(ctx, (size_t)m->triangles, sizeof *s.area, "the mesh", &s.area));
  SM_TRY_DONE(sm_alloc(ctx, vertices, sizeof *s.count, "the mesh", &s.count));
  s.x = room;
  s.y = room + vertices;
  s.sum_x = room + 2 * vertices;
  s.sum_y = room + 3 * vertices;
  for (; times > 0; times--) {
    sum_neighbours(m, &s);
    for (int v = 0; v < m->vertices; v++) {
      if (s.count[v] <= 0) continue;
      m->x[v] = 0.5 * (s.x[v] + s.sum_x[v] / s.count[v]);
      m->y[v] = 0.5 * (s.y[v] + s.sum_y[v] / s.count[v]);
    }
    keep_triangles(m, s.x, s.y, s.area);
  }
done:
  SM_FREE_ALL(s.count, s.area, room);
  return status;
}

enum sm_status sm_triangles_block(struct sm_context *ctx, int n, int m,
                                  struct sm_mesh_block_map map, int smoothing,
                                  struct sm_triangles **out) {
  *out = NULL;
  if (n < 1 || m < 1 || n > SM_TRIANGLES_MAX / 2 / m)
    return sm_fail(ctx, SM_ERR_DATA, "there is no mesh of %d x %d quadrangles", n, m);
  int count = 0;
  SM_TRY(sm_triangles_create(ctx, (n + 1) * (m + 1), 2 * n * m, out));
  for (int j = 0; j <= m; j++)
    for (int i = 0; i <= n; i++) {
      double place[2];
      map.at(map.data, (double)i / n, (double)j / m, place);
      (*out)->x[i + (n + 1) * j] = place[0];
      (*out)->y[i + (n + 1) * j] = place[1];
    }
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) cut(*out, &count, i, j, n, m);
  enum sm_status status = sm_triangles_connect(ctx, *out);
  if (status == SM_OK) status = smooth(ctx, *out, smoothing);
  if (status != SM_OK) sm_triangles_destroy(out);
  return status;
}

void sm_mesh_block_ring(const void *data, double s, double t, double out[2]) {
  const double radius = 0.26 * pow(0.48 / 0.26, s), angle = pi * (-0.75 + 1.5 * t);
  (void)data;
  out[0] = 0.5 + radius * cos(angle);
  out[1] = 0.5 + radius * sin(angle);
}

void sm_mesh_block_waves(const void *data, double s, double t, double out[2]) {
  (void)data;
  out[0] = 0.07 + 0.86 * s + 0.03 * sin(2 * pi * t);
  out[1] = 0.08 + 0.84 * t + 0.06 * sin(2 * pi * s);
}

void sm_mesh_block_square(const void *data, double s, double t, double out[2]) {
  (void)data;
  out[0] = s;
  out[1] = t;
}

enum sm_status sm_triangles_section(struct sm_context *ctx, int mesh, struct sm_triangles **out) {
  static const int across[] = {8, 39, 76}, along[] = {57, 305, 623};
  enum { SMOOTHING = 1 };
  *out = NULL;
  if (mesh < 1 || mesh > 3)
    return sm_fail(ctx, SM_ERR_DATA, "there is no mesh %d of the paper, only 1, 2 and 3", mesh);
  return sm_triangles_block(ctx, across[mesh - 1], along[mesh - 1],
                            (struct sm_mesh_block_map){sm_mesh_block_ring, NULL}, SMOOTHING, out);
}
