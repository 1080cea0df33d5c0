/* Grid of the domain for particles on a device, and arguments for making time levels. */
#include "physics/particles/wind/internal.h"

#include <string.h>

enum { ALIGNED = 64 }; /* bytes */

/* Offsets of the parts in the memory. */
struct parts {
  size_t h[3], g[3], rough, open, table[3], factor[3], cut, layer, height, number, bytes;
  size_t h_f64[3], g_f64[3], table_f64[3]; /* for particles in f64, else empty */
};

static size_t next(struct parts *parts, size_t count, size_t size) {
  const size_t at = parts->bytes;
  parts->bytes += (count * size + ALIGNED - 1) / ALIGNED * ALIGNED;
  return at;
}

static size_t column_count(const struct sm_domain *domain) {
  return (size_t)domain->grid.axis[0].n * (size_t)domain->grid.axis[1].n;
}

/* A single roughness length is stored if all columns have the same. */
static size_t rough_count(const struct sm_domain *domain) {
  const size_t columns = column_count(domain);
  for (size_t c = 1; c < columns; c++)
    if (domain->z0[c] < domain->z0[0] || domain->z0[c] > domain->z0[0]) return columns;
  return 1;
}

static struct parts parts_of(const struct sm_domain *domain,
                             const struct sm_wind_sampler_options *o) {
  struct parts p = {0};
  const bool splines = o->interpolation == SM_INTERPOLATE_BSPLINE;
  for (int d = 0; d < 3; d++) {
    const size_t n = (size_t)domain->grid.axis[d].n;
    p.h[d] = next(&p, n, sizeof(float));
    p.g[d] = next(&p, n + 1, sizeof(float));
    p.table[d] = next(&p, splines ? 4 * n : 0, sizeof(struct sm_spline_power_f32));
    p.factor[d] = next(&p, splines ? 5 * n : 0, sizeof(double));
    p.h_f64[d] = next(&p, o->f64 ? n : 0, sizeof(double));
    p.g_f64[d] = next(&p, o->f64 ? n + 1 : 0, sizeof(double));
    p.table_f64[d] = next(&p, o->f64 && splines ? 4 * n : 0, sizeof(struct sm_spline_power_f64));
  }
  p.rough = next(&p, rough_count(domain), sizeof(float));
  p.open = next(&p, (size_t)sm_grid_cells(&domain->grid), 1);
  p.cut = next(&p, (size_t)domain->cut_count, sizeof(struct sm_cut_face_cell));
  p.layer = next(&p, o->friction ? column_count(domain) : 0, sizeof(int));
  p.height = next(&p, o->friction ? column_count(domain) : 0, sizeof(float));
  p.number = next(&p, 1, sizeof(double));
  return p;
}

static void fill_axis(const struct sm_axis *axis, float *h, float *g) {
  for (int i = 0; i < axis->n; i++) h[i] = (float)axis->width[i];
  for (int i = 1; i < axis->n; i++) g[i] = (float)(1 / (axis->centre[i] - axis->centre[i - 1]));
}

static void fill_axis_f64(const struct sm_axis *axis, double *h, double *g) {
  for (int i = 0; i < axis->n; i++) h[i] = axis->width[i];
  for (int i = 1; i < axis->n; i++) g[i] = 1 / (axis->centre[i] - axis->centre[i - 1]);
}

static enum sm_status fill_splines(struct sm_context *ctx, const struct sm_axis *axis,
                                   struct sm_spline_power_f32 *table,
                                   struct sm_spline_power_f64 *table_f64, double *factor) {
  struct sm_spline_axis spline;
  SM_TRY(sm_spline_axis_create(ctx, axis->n, axis->centre, &spline));
  const size_t powers = 4 * (size_t)(axis->n - 1);
  memcpy(table, spline.table, powers * sizeof *table);
  if (table_f64 != NULL) memcpy(table_f64, spline.table_f64, powers * sizeof *table_f64);
  for (int m = 0; m < 5 * axis->n; m++) {
    const double value = spline.factor[m / 5][m % 5];
    factor[m] = m % 5 == 2 ? 1 / value : value;
  }
  sm_spline_axis_free(&spline);
  return SM_OK;
}

/* Open faces of cells as seen by particles. */
static void fill_open(const struct sm_domain *domain, const bool reflect[2], uint8_t *open) {
  const struct sm_axis *axis = domain->grid.axis;
  const int nx = axis[0].n, ny = axis[1].n, nz = axis[2].n;
#pragma omp parallel for schedule(static)
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        const int64_t c = i + nx * (j + (int64_t)ny * k);
        unsigned closed = 0;
        if (reflect[0])
          closed |= (i == 0 ? SM_OPEN_WEST : 0u) | (i == nx - 1 ? SM_OPEN_EAST : 0u) |
                    (j == 0 ? SM_OPEN_SOUTH : 0u) | (j == ny - 1 ? SM_OPEN_NORTH : 0u);
        if (reflect[1] && k == nz - 1) closed |= SM_OPEN_UP;
        open[c] = (uint8_t)(domain->cell[c] & SM_OPEN_ALL & ~closed); /* without the cell type
                                                                         bits */
      }
}

static void fill_cut(const struct sm_domain *domain, struct sm_cut_face_cell *cut) {
  const int nx = domain->grid.axis[0].n, ny = domain->grid.axis[1].n;
  for (int64_t m = 0; m < domain->cut_count; m++) {
    const int64_t c = domain->cut[m].cell;
    cut[m] =
        (struct sm_cut_face_cell){.cell = {(int)(c % nx), (int)(c / nx % ny), (int)(c / nx / ny)}};
    memcpy(cut[m].part, domain->cut[m].fraction, sizeof cut[m].part);
  }
}

/* Lowest fluid cell above the ground, or the next one if the ground is close to its centre. */
static void fill_ground(const struct sm_domain *domain, int *layer, float *height) {
  const struct sm_axis *z = &domain->grid.axis[2];
  const size_t columns = column_count(domain);
  for (size_t c = 0; c < columns; c++) {
    const uint8_t *cell = domain->cell + c;
    int k = 0;
    while (k < z->n && SM_CELL_TYPE(cell[columns * (size_t)k]) == SM_CELL_TERRAIN) k++;
    layer[c] = 0;
    height[c] = 0;
    if (k == z->n || (cell[columns * (size_t)k] & SM_OPEN_ALL) == 0) continue;
    const double near = z->centre[k] - (double)domain->terrain[c];
    if (near < 0.4 * z->width[k] && (cell[columns * (size_t)k] & SM_OPEN_UP) != 0 && k < z->n - 1)
      k++;
    layer[c] = k;
    height[c] = (float)(z->centre[k] - (double)domain->terrain[c]);
  }
}

static void set_pointers_f64(struct sm_wind_sampler_grid *g, const struct parts *p, bool splines) {
  for (int d = 0; d < 3; d++) {
    g->grid_f64.h[d] = (const double *)(const void *)(g->memory + p->h_f64[d]);
    g->grid_f64.g[d] = (const double *)(const void *)(g->memory + p->g_f64[d]);
    const void *const table = g->memory + p->table_f64[d];
    if (splines) g->table_f64[d] = (const struct sm_spline_power_f64 *)table;
  }
  g->grid_f64.open = (const uint8_t *)(g->memory + p->open);
}

static void set_pointers(struct sm_wind_sampler_grid *g, const struct parts *p, bool splines,
                         bool friction) {
  for (int d = 0; d < 3; d++) {
    g->grid.h[d] = (const float *)(const void *)(g->memory + p->h[d]);
    g->grid.g[d] = (const float *)(const void *)(g->memory + p->g[d]);
    if (!splines) continue;
    g->table[d] = (const struct sm_spline_power_f32 *)(const void *)(g->memory + p->table[d]);
    g->factor[d] = (const double *)(const void *)(g->memory + p->factor[d]);
  }
  g->rough = (const float *)(const void *)(g->memory + p->rough);
  g->grid.open = (const uint8_t *)(g->memory + p->open);
  g->number = (double *)(void *)(g->memory + p->number);
  g->cut = (const struct sm_cut_face_cell *)(const void *)(g->memory + p->cut);
  if (friction) {
    g->layer = (const int *)(const void *)(g->memory + p->layer);
    g->height = (const float *)(const void *)(g->memory + p->height);
  }
}

/* Fills the whole block in host memory. */
static enum sm_status fill(struct sm_context *ctx, const struct sm_domain *domain,
                           const struct sm_wind_sampler_options *o, const struct parts *p,
                           char *host) {
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &domain->grid.axis[d];
    fill_axis(axis, (float *)(void *)(host + p->h[d]), (float *)(void *)(host + p->g[d]));
    if (o->f64)
      fill_axis_f64(axis, (double *)(void *)(host + p->h_f64[d]),
                    (double *)(void *)(host + p->g_f64[d]));
    if (o->interpolation != SM_INTERPOLATE_BSPLINE) continue;
    void *const table_f64 = o->f64 ? host + p->table_f64[d] : NULL;
    SM_TRY(fill_splines(ctx, axis, (struct sm_spline_power_f32 *)(void *)(host + p->table[d]),
                        table_f64, (double *)(void *)(host + p->factor[d])));
  }
  memcpy(host + p->rough, domain->z0, rough_count(domain) * sizeof *domain->z0);
  fill_open(domain, o->reflect, (uint8_t *)(host + p->open));
  fill_cut(domain, (struct sm_cut_face_cell *)(void *)(host + p->cut));
  if (o->friction)
    fill_ground(domain, (int *)(void *)(host + p->layer), (float *)(void *)(host + p->height));
  return SM_OK;
}

enum sm_status sm_wind_sampler_grid_create(struct sm_context *ctx, const struct sm_domain *domain,
                                           struct sm_device *device,
                                           const struct sm_wind_sampler_options *options,
                                           struct sm_wind_sampler_grid *out) {
  const struct parts parts = parts_of(domain, options);
  const int nx = domain->grid.axis[0].n, ny = domain->grid.axis[1].n;
  *out = (struct sm_wind_sampler_grid){.device = device, .cut_count = domain->cut_count};
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &domain->grid.axis[d];
    out->n[d] = out->grid.n[d] = axis->n;
    out->grid.even[d] = axis->uniform ? (float)(1 / axis->width[0]) : 0.0f;
    out->grid_f64.n[d] = axis->n;
    out->grid_f64.even[d] = axis->uniform ? 1 / axis->width[0] : 0;
  }
  out->grid.sy = out->grid_f64.sy = nx;
  out->grid.sz = out->grid_f64.sz = (ptrdiff_t)nx * ny;
  if (rough_count(domain) > 1) {
    out->rough_sx = 1;
    out->rough_sy = nx;
  }
  char *host = NULL;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(
      sm_device_allocate(ctx, device, parts.bytes, 1, "the grid of particles", &out->memory));
  out->bytes = parts.bytes;
  const bool splines = options->interpolation == SM_INTERPOLATE_BSPLINE;
  set_pointers(out, &parts, splines, options->friction);
  if (options->f64) set_pointers_f64(out, &parts, splines);
  if (!sm_device_has_data(device)) return SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, parts.bytes, 1, "the grid of particles", &host));
  SM_TRY_DONE(fill(ctx, domain, options, &parts, host));
  SM_TRY_DONE(sm_device_upload(ctx, device, out->memory, host, parts.bytes));
done:
  sm_free(host);
  if (status != SM_OK) sm_wind_sampler_grid_free(out);
  return status;
}

void sm_wind_sampler_grid_free(struct sm_wind_sampler_grid *grid) {
  if (grid->memory != NULL) sm_device_release(grid->device, grid->memory, grid->bytes, 1);
  *grid = (struct sm_wind_sampler_grid){0};
}
