#include "output/view/view.h"

#include "input/netcdf/ncdata.h"
#include "output/analyse/analyse.h"
#include <math.h>

/* Coarse cells being accumulated. */
struct pool {
  const struct sm_view_coarsening *factors;
  enum sm_view_pooling pooling;
  size_t n[3], m[3]; /* cells; coarse cells */
  float *sum;        /* sum or maximum, [z][y][x] */
  uint16_t *count;   /* number of cells with a value */
};

size_t sm_view_coarse(size_t n, size_t by) { return (n + by - 1) / by; }

struct sm_view_coarsening sm_view_level_factors(const size_t n[3], int level) {
  static const size_t left[3] = {16, 16, 24};
  struct sm_view_coarsening out = {{1, 1, 1}};
  for (int d = 0; d < 3; d++)
    for (int l = 0; l < level && n[d] / (2 * out.by[d]) >= left[d] && out.by[d] < 32; l++)
      out.by[d] *= 2;
  if (out.by[2] > 16) out.by[2] = 16; /* 32 x 32 x 16 cells fit a 16-bit count */
  return out;
}

/* Adds a row of cells to the coarse cells from index `at`. */
static void add_row(struct pool *p, const float *from, size_t at) {
  const size_t by = p->factors->by[0];
  for (size_t i = 0, c = at; i < p->n[0]; c++) {
    const size_t end = i + by < p->n[0] ? i + by : p->n[0];
    float sum = p->sum[c];
    uint16_t count = p->count[c];
    for (; i < end; i++) {
      const float v = from[i];
      if (!(fabsf(v) < 1e30F)) continue; /* NAN, or the NetCDF fill value */
      if (p->pooling == SM_VIEW_MEAN)
        sum += v;
      else if (count == 0 || v > sum)
        sum = v;
      count++;
    }
    p->sum[c] = sum;
    p->count[c] = count;
  }
}

/* Adds a box of cells that starts at row j0 of layer k0. Each row of coarse cells belongs to one
 * thread, so the order of summation is fixed. */
static void add(struct pool *p, const float *value, size_t k0, size_t layers, size_t j0,
                size_t rows) {
  const size_t *by = p->factors->by;
#pragma omp parallel for schedule(static)
  for (size_t c = j0 / by[1]; c <= (j0 + rows - 1) / by[1]; c++) {
    const size_t begin = c * by[1] > j0 ? c * by[1] - j0 : 0;
    const size_t end = (c + 1) * by[1] - j0 < rows ? (c + 1) * by[1] - j0 : rows;
    for (size_t k = 0; k < layers; k++)
      for (size_t j = begin; j < end; j++)
        add_row(p, value + (k * rows + j) * p->n[0], ((k0 + k) / by[2] * p->m[1] + c) * p->m[0]);
  }
}

/* Number of cells merged in a coarse cell along an axis. */
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
            p->pooling == SM_VIEW_MAXIMUM ? p->count[c] > 0 : 2 * (size_t)p->count[c] >= all;
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

/* Access to a variable: parallel chunk reader, or NetCDF. */
struct reading {
  struct sm_wind_file *file;
  const struct sm_view_read_request *request;
  const struct sm_view_cell_box *box;
  struct sm_chunks_reader *reader; /* NULL: read by NetCDF */
  size_t rows, layers;             /* size of a chunk */
};

static enum sm_status read_slab(const struct reading *r, const size_t start[3],
                                const size_t count[3], float *out) {
  const struct sm_view_read_request *q = r->request;
  const size_t record = q->record > 0 ? (size_t)q->record : 0;
  if (r->reader != NULL && sm_chunks_reader_read(r->reader, record, start, count, out))
    return SM_OK;
  const int skip = q->record < 0, flat = q->map;
  /* Maps have no z dimension. */
  const size_t from[4] = {record, flat ? record : start[0], start[1], start[2]};
  const size_t part[4] = {1, flat ? 1 : count[0], count[1], count[2]};
  return sm_difference_floats(r->file, q->variable, from + skip + flat, part + skip + flat, out);
}

/* Number of cells from `at` to the end of the chunk, read at once. */
static size_t next(size_t at, size_t end, size_t chunk) {
  const size_t most = chunk - at % chunk;
  return end - at < most ? end - at : most;
}

static enum sm_status add_all(const struct reading *r, struct pool *p, float *slab) {
  const struct sm_view_cell_box *box = r->box;
  for (size_t k = box->from[2], some; k < box->to[2]; k += some) {
    some = next(k, box->to[2], r->layers);
    for (size_t j = box->from[1], few; j < box->to[1]; j += few) {
      few = next(j, box->to[1], r->rows);
      const size_t start[3] = {k, j, box->from[0]}, count[3] = {some, few, p->n[0]};
      SM_TRY(read_slab(r, start, count, slab));
      add(p, slab, k - box->from[2], some, j - box->from[1], few);
    }
  }
  return SM_OK;
}

/* Chooses the reader and the chunk sizes of a variable. */
static struct reading plan(struct sm_wind_file *file, const struct sm_view_read_request *request,
                           const struct sm_view_cell_box *box) {
  struct reading r = {file, request, box, NULL, SM_WIND_FILE_ROWS, SM_WIND_FILE_LAYERS};
  size_t chunk[3];
  if (!request->map && file->minus == NULL && sm_wind_file_is_unpacked(file, request->variable))
    r.reader = sm_chunks_reader_open(file->path, request->variable, sizeof(float));
  if (r.reader == NULL) return r;
  sm_chunks_reader_sides(r.reader, chunk);
  r.layers = chunk[0];
  r.rows = chunk[1];
  return r;
}

enum sm_status sm_view_read(struct sm_wind_file *file, const struct sm_view_read_request *request,
                            float *out) {
  const struct sm_view_cell_box all = {{0, 0, 0},
                                       {file->n[0], file->n[1], request->map ? 1 : file->n[2]}};
  const struct sm_view_cell_box *box = request->box.to[0] > 0 ? &request->box : &all;
  struct pool p = {.factors = &request->factors, .pooling = request->pooling, .sum = out};
  for (int d = 0; d < 3; d++) p.n[d] = box->to[d] - box->from[d];
  const struct reading r = plan(file, request, box);
  const size_t rows = p.n[1] < r.rows ? p.n[1] : r.rows;
  const size_t layers = p.n[2] < r.layers ? p.n[2] : r.layers;
  float *slab = NULL;
  enum sm_status status;
  SM_TRY_DONE(start(file->ctx, &p));
  SM_TRY_DONE(sm_alloc(file->ctx, rows * layers * p.n[0], sizeof *slab, "slab of cells", &slab));
  SM_TRY_DONE(add_all(&r, &p, slab));
  finish(&p);
done:
  sm_chunks_reader_close(r.reader);
  sm_free(slab);
  sm_free(p.count);
  return status;
}

enum sm_status sm_view_coarsen(struct sm_context *ctx, const size_t n[3],
                               const struct sm_view_coarsening *factors, const float *from,
                               float *out) {
  struct pool p = {
      .factors = factors, .pooling = SM_VIEW_MEAN, .n = {n[0], n[1], n[2]}, .sum = out};
  SM_TRY(start(ctx, &p));
  add(&p, from, 0, n[2], 0, n[1]);
  finish(&p);
  sm_free(p.count);
  return SM_OK;
}
