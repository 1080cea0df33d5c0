/* Wind at points from a prism file. */
#include "input/netcdf/ncdata.h"
#include "output/prisms/prisms.h"
#include "simoom/fields.h"
#include <math.h>

struct probe {
  struct sm_ncdata file;
  size_t nodes, faces, layers;
  double *x, *y;      /* [nodes] */
  double *depth;      /* [nodes] depth from bottom to surface, m */
  double *corner;     /* [faces][3] */
  double *sigma, *z0; /* [layers], [faces] */
  double *wind[3];    /* [layers][faces] */
};

static enum sm_status read(struct probe *p, const char *name, size_t rows, size_t columns,
                           double **out) {
  struct sm_ncdata_variable v;
  const size_t zero[2] = {0, 0};
  const int rank = rows > 0 ? 2 : 1;
  if (!sm_ncdata_find(&p->file, name, &v) || !v.numeric || v.rank != rank ||
      v.size[rank - 1] != columns || (rows > 0 && v.size[0] != rows))
    return sm_fail(p->file.ctx, SM_ERR_DATA,
                   "%s: error: variable '%s' is missing, or not as in winds on prisms",
                   p->file.path, name);
  SM_TRY(sm_alloc(p->file.ctx, (rows > 0 ? rows : 1) * columns, sizeof **out, "prisms", out));
  return sm_ncdata_read(&p->file, &v, zero, v.size, *out);
}

static size_t length_of(struct probe *p, const char *name) {
  struct sm_ncdata_variable v;
  return sm_ncdata_find(&p->file, name, &v) && v.rank > 0 ? v.size[0] : 0;
}

static enum sm_status read_all(struct probe *p) {
  double *bottom = NULL;
  p->nodes = length_of(p, "node_x");
  p->faces = length_of(p, "face_nodes");
  p->layers = length_of(p, "sigma");
  SM_TRY(read(p, "node_x", 0, p->nodes, &p->x));
  SM_TRY(read(p, "node_y", 0, p->nodes, &p->y));
  SM_TRY(read(p, "face_nodes", p->faces, 3, &p->corner));
  SM_TRY(read(p, "sigma", 0, p->layers, &p->sigma));
  SM_TRY(read(p, sm_field_name(SM_FIELD_Z0), 0, p->faces, &p->z0));
  for (int d = 0; d < 3; d++)
    SM_TRY(read(p, sm_field_name(SM_FIELD_U + d), p->layers, p->faces, &p->wind[d]));
  SM_TRY(read(p, "surface", 0, p->nodes, &p->depth));
  const enum sm_status status = read(p, "bottom", 0, p->nodes, &bottom);
  for (size_t n = 0; status == SM_OK && n < p->nodes; n++) p->depth[n] -= bottom[n];
  sm_free(bottom);
  for (size_t c = 0; status == SM_OK && c < 3 * p->faces; c++)
    if (!(p->corner[c] >= 0 && p->corner[c] < (double)p->nodes))
      return sm_fail(p->file.ctx, SM_ERR_DATA,
                     "%s: error: a triangle refers to a node that does not exist", p->file.path);
  return status;
}

static size_t node(const struct probe *p, size_t face, int corner) {
  return (size_t)p->corner[3 * face + (size_t)corner];
}

/* Barycentric weights of the corners of a face at a point; false when it is outside. */
static bool find_shares(const struct probe *p, size_t face, const double point[3],
                        double share[3]) {
  double area = 0;
  bool inside = true;
  for (int c = 0; c < 3; c++) {
    const size_t a = node(p, face, (c + 1) % 3), b = node(p, face, (c + 2) % 3);
    share[c] =
        (p->x[a] - point[0]) * (p->y[b] - point[1]) - (p->x[b] - point[0]) * (p->y[a] - point[1]);
    area += share[c];
  }
  for (int c = 0; c < 3; c++) {
    share[c] /= area;
    inside = inside && share[c] >= -1e-9;
  }
  return inside;
}

/* Wind of a column at a height above ground: linear in ln((d + z0) / z0) between the centres, down
 * to 0 at the ground; NAN above the last centre. */
static void column_wind(const struct probe *p, size_t face, double height, double out[3]) {
  double depth = 0, below = 0;
  for (int c = 0; c < 3; c++) depth += p->depth[node(p, face, c)] / 3;
  size_t k = 0;
  while (k < p->layers && p->sigma[k] * depth < height) k++;
  for (int d = 0; d < 3; d++) out[d] = NAN;
  if (k == p->layers || height < 0) return;
  if (k > 0) below = log1p(p->sigma[k - 1] * depth / p->z0[face]);
  const double share =
      (log1p(height / p->z0[face]) - below) / (log1p(p->sigma[k] * depth / p->z0[face]) - below);
  for (int d = 0; d < 3; d++) {
    const double low = k > 0 ? p->wind[d][(k - 1) * p->faces + face] : 0;
    out[d] = low + share * (p->wind[d][k * p->faces + face] - low);
  }
}

/* Averages the wind at the corners of a face over adjacent columns, and weights the corners. */
static void mix(const struct probe *p, size_t face, const double share[3], double height,
                double out[3]) {
  double sum[3][3] = {{0}}, here[3];
  int count[3] = {0};
  for (size_t f = 0; f < p->faces; f++)
    for (int c = 0; c < 9; c++) {
      if (node(p, f, c / 3) != node(p, face, c % 3)) continue;
      column_wind(p, f, height, here);
      for (int d = 0; d < 3; d++) sum[c % 3][d] += here[d];
      count[c % 3]++;
    }
  for (int d = 0; d < 3; d++)
    for (int c = 0; c < 3; c++) out[d] += share[c] * sum[c][d] / count[c];
}

enum sm_status sm_prism_probe_wind(struct sm_context *ctx, const char *path, size_t count,
                                   const double point[][3], double wind[][3]) {
  struct probe p = {.nodes = 0};
  double share[3];
  enum sm_status status = sm_ncdata_open(ctx, path, &p.file);
  if (status == SM_OK) status = read_all(&p);
  for (size_t n = 0; n < count && status == SM_OK; n++) {
    size_t face = 0;
    while (face < p.faces && !find_shares(&p, face, point[n], share)) face++;
    for (int d = 0; d < 3; d++) wind[n][d] = face < p.faces ? 0 : NAN;
    if (face < p.faces) mix(&p, face, share, point[n][2], wind[n]);
  }
  sm_ncdata_close(&p.file);
  double *const all[] = {p.x,  p.y,       p.depth,   p.corner, p.sigma,
                         p.z0, p.wind[0], p.wind[1], p.wind[2]};
  for (size_t a = 0; a < sizeof all / sizeof *all; a++) sm_free(all[a]);
  return status;
}
