#include "output/view_grid.h"

#ifdef SM_HAVE_NETCDF

#include <math.h>

/* Coarse cells in the making. */
struct pool {
  const struct sm_view_factors *factors;
  enum sm_view_pooling pooling;
  size_t n[3], m[3]; /* cells; coarse cells */
  float *sum;        /* [z][y][x], or the largest */
  uint16_t *count;   /* of the cells that have a value */
};

size_t sm_view_coarse(size_t n, size_t by) { return (n + by - 1) / by; }

struct sm_view_factors sm_view_factors(const size_t n[3], int level) {
  static const size_t left[3] = {16, 16, 24};
  struct sm_view_factors out = {{1, 1, 1}};
  for (int d = 0; d < 3; d++)
    for (int l = 0; l < level && n[d] / (2 * out.by[d]) >= left[d] && out.by[d] < 32; l++)
      out.by[d] *= 2;
  if (out.by[2] > 16) out.by[2] = 16; /* 32 x 32 x 16 cells can be counted in 16 bits */
  return out;
}

/* Adds a box of cells that begins at row j0 of layer k0. */
static void add(struct pool *p, const float *value, size_t k0, size_t layers, size_t j0,
                size_t rows) {
  const size_t *by = p->factors->by;
  for (size_t k = 0; k < layers; k++)
    for (size_t j = 0; j < rows; j++) {
      const float *from = value + (k * rows + j) * p->n[0];
      const size_t at = ((k0 + k) / by[2] * p->m[1] + (j0 + j) / by[1]) * p->m[0];
      for (size_t i = 0; i < p->n[0]; i++) {
        const float v = from[i];
        if (!(fabsf(v) < 1e30F)) continue; /* NAN, or NetCDF's fill value */
        const size_t c = at + i / by[0];
        if (p->pooling == SM_VIEW_MEAN)
          p->sum[c] += v;
        else if (p->count[c] == 0 || v > p->sum[c])
          p->sum[c] = v;
        p->count[c]++;
      }
    }
}

/* How many cells a coarse cell joins along an axis. */
static size_t joined(const struct pool *p, int d, size_t i) {
  const size_t left = p->n[d] - i * p->factors->by[d];
  return left < p->factors->by[d] ? left : p->factors->by[d];
}

static void finish(struct pool *p) {
  size_t c = 0;
  for (size_t k = 0; k < p->m[2]; k++)
    for (size_t j = 0; j < p->m[1]; j++)
      for (size_t i = 0; i < p->m[0]; i++, c++) {
        const size_t all = joined(p, 0, i) * joined(p, 1, j) * joined(p, 2, k);
        const bool there =
            p->pooling == SM_VIEW_LARGEST ? p->count[c] > 0 : 2 * (size_t)p->count[c] >= all;
        if (!there)
          p->sum[c] = NAN;
        else if (p->pooling == SM_VIEW_MEAN)
          p->sum[c] /= (float)p->count[c];
      }
}

static enum sm_status start(struct sm_context *ctx, struct pool *p) {
  size_t cells = 1;
  for (int d = 0; d < 3; d++) {
    p->m[d] = sm_view_coarse(p->n[d], p->factors->by[d]);
    cells *= p->m[d];
  }
  for (size_t c = 0; c < cells; c++) p->sum[c] = 0;
  return sm_alloc(ctx, cells, sizeof *p->count, "coarse cells", &p->count);
}

/* How many of the cells from `at` on are read at a time: whole chunks of the file. */
static size_t next(size_t at, size_t end, size_t chunk) {
  const size_t most = chunk - at % chunk;
  return end - at < most ? end - at : most;
}

static enum sm_status add_all(struct sm_wind_file *file, const struct sm_view_request *r,
                              const struct sm_view_box *box, struct pool *p, float *slab) {
  const int skip = r->record < 0, flat = r->map;
  for (size_t k = box->from[2], some; k < box->to[2]; k += some) {
    some = next(k, box->to[2], SM_WIND_FILE_LAYERS);
    for (size_t j = box->from[1], few; j < box->to[1]; j += few) {
      few = next(j, box->to[1], SM_WIND_FILE_ROWS);
      size_t from[4] = {r->record > 0 ? (size_t)r->record : 0, k, j, box->from[0]};
      size_t count[4] = {1, some, few, p->n[0]};
      if (flat) { /* there is no z: the record comes next */
        from[1] = from[0];
        count[1] = 1;
      }
      SM_TRY(sm_wind_file_floats(file, r->variable, from + skip + flat, count + skip + flat, slab));
      add(p, slab, k - box->from[2], some, j - box->from[1], few);
    }
  }
  return SM_OK;
}

enum sm_status sm_view_read(struct sm_wind_file *file, const struct sm_view_request *request,
                            float *out) {
  const struct sm_view_box all = {{0, 0, 0},
                                  {file->n[0], file->n[1], request->map ? 1 : file->n[2]}};
  const struct sm_view_box *box = request->box.to[0] > 0 ? &request->box : &all;
  struct pool p = {.factors = &request->factors, .pooling = request->pooling, .sum = out};
  for (int d = 0; d < 3; d++) p.n[d] = box->to[d] - box->from[d];
  const size_t rows = p.n[1] < SM_WIND_FILE_ROWS ? p.n[1] : SM_WIND_FILE_ROWS;
  const size_t layers = p.n[2] < SM_WIND_FILE_LAYERS ? p.n[2] : SM_WIND_FILE_LAYERS;
  float *slab = NULL;
  enum sm_status status;
  SM_TRY_DONE(start(file->ctx, &p));
  SM_TRY_DONE(sm_alloc(file->ctx, rows * layers * p.n[0], sizeof *slab, "slab of cells", &slab));
  SM_TRY_DONE(add_all(file, request, box, &p, slab));
  finish(&p);
done:
  sm_free(slab);
  sm_free(p.count);
  return status;
}

enum sm_status sm_view_coarsen(struct sm_context *ctx, const size_t n[3],
                               const struct sm_view_factors *factors, const float *from,
                               float *out) {
  struct pool p = {
      .factors = factors, .pooling = SM_VIEW_MEAN, .n = {n[0], n[1], n[2]}, .sum = out};
  SM_TRY(start(ctx, &p));
  add(&p, from, 0, n[2], 0, n[1]);
  finish(&p);
  sm_free(p.count);
  return SM_OK;
}

#endif
