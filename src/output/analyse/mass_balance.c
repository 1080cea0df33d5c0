#include "output/analyse/analyse.h"

#include "base/list.h"
#include "domain/domain.h"
#include <math.h>
#include <netcdf.h>
#include <stdlib.h>
#include <string.h>

/* Tile of the file: rows y0..y0+ny of layers z0..z0+nz, complete in x. */
struct tile {
  size_t y0, z0, ny, nz;
  double *u, *v, *w; /* face velocities: [nz][ny][nx+1], [nz][ny+1][nx], [nz+1][ny][nx] */
  uint8_t *open;     /* [nz][ny][nx] */
};

struct cuts {
  struct sm_cut_cell *cell; /* sorted by cell */
  size_t count;
};

static int by_cell(const void *a, const void *b) {
  const int64_t p = ((const struct sm_cut_cell *)a)->cell,
                q = ((const struct sm_cut_cell *)b)->cell;
  return (p > q) - (p < q);
}

static enum sm_status read_cuts(struct sm_wind_file *file, struct cuts *cuts) {
  if (!sm_wind_file_has(file, sm_field_name(SM_FIELD_CUT_CELL))) return SM_OK;
  int id, dim;
  if (nc_inq_dimid(file->id, "cut", &dim) != NC_NOERR ||
      nc_inq_dimlen(file->id, dim, &cuts->count) != NC_NOERR ||
      nc_inq_varid(file->id, sm_field_name(SM_FIELD_CUT_CELL), &id) != NC_NOERR)
    return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: dimension 'cut' is missing", file->path);
  SM_TRY(sm_alloc(file->ctx, cuts->count, sizeof *cuts->cell, "cut cells", &cuts->cell));
  enum { BLOCK = 4096 };
  long long index[BLOCK];
  float fraction[BLOCK][6];
  for (size_t first = 0; first < cuts->count; first += BLOCK) {
    const size_t left = cuts->count - first;
    const size_t start[2] = {first, 0}, count[2] = {left < BLOCK ? left : BLOCK, 6};
    if (nc_get_vara_longlong(file->id, id, start, count, index) != NC_NOERR)
      return sm_fail(file->ctx, SM_ERR_DATA, "%s: error: 'cut_cell' cannot be read", file->path);
    SM_TRY(
        sm_wind_file_floats(file, sm_field_name(SM_FIELD_CUT_FRACTION), start, count, fraction[0]));
    for (size_t n = 0; n < count[0]; n++) {
      cuts->cell[first + n].cell = index[n];
      memcpy(cuts->cell[first + n].fraction, fraction[n], sizeof fraction[n]);
    }
  }
  qsort(cuts->cell, cuts->count, sizeof *cuts->cell, by_cell);
  return SM_OK;
}

/* Index of the first cut cell at or after `cell`. */
static size_t find_cut(const struct cuts *cuts, int64_t cell) {
  size_t low = 0, high = cuts->count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (cuts->cell[middle].cell < cell) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static enum sm_status read_tile(struct sm_wind_file *file, size_t time, struct tile *t) {
  const size_t nx = file->n[0], start[4] = {time, t->z0, t->y0, 0};
  const size_t u[4] = {1, t->nz, t->ny, nx + 1}, v[4] = {1, t->nz, t->ny + 1, nx},
               w[4] = {1, t->nz + 1, t->ny, nx};
  SM_TRY(sm_wind_file_doubles(file, sm_field_name(SM_FIELD_U_FACE), start, u, t->u));
  SM_TRY(sm_wind_file_doubles(file, sm_field_name(SM_FIELD_V_FACE), start, v, t->v));
  SM_TRY(sm_wind_file_doubles(file, sm_field_name(SM_FIELD_W_FACE), start, w, t->w));
  return sm_wind_file_bytes(file, sm_field_name(SM_FIELD_OPEN_FACES), start + 1,
                            (const size_t[]){t->nz, t->ny, nx}, t->open);
}

/* Adds one cell with velocities on its faces west, east, south, north, down, up. */
static void add_cell(const struct sm_wind_file *file, const size_t at[3], const double velocity[6],
                     uint8_t open, const float *fraction, struct sm_file_mass_balance *b) {
  const double size[3] = {file->width[0][at[0]], file->width[1][at[1]], file->width[2][at[2]]};
  const double volume = size[0] * size[1] * size[2];
  double outflow = 0; /* m3/s */
  for (int side = 0; side < 6; side++) {
    const double area = volume / size[side / 2];
    const double speed = fabs(velocity[side]);
    if (isnan(speed)) b->nan++;
    if (speed > b->speed) b->speed = speed;
    if (open & (1 << side)) {
      const double part = fraction != NULL ? (double)fraction[side] : 1;
      outflow += (side % 2 == 0 ? -1 : 1) * part * area * velocity[side];
    } else if (speed * area > b->closed_flux) {
      b->closed_flux = speed * area;
    }
  }
  const double edge = fmin(size[0], fmin(size[1], size[2]));
  const double divergence = fabs(outflow) / volume * edge;
  if (open != 0 && divergence > b->divergence) {
    b->divergence = divergence;
    memcpy(b->worst, at, sizeof b->worst);
  }
}

static void add_tile(const struct sm_wind_file *file, const struct tile *t, const struct cuts *cuts,
                     struct sm_file_mass_balance *b) {
  const size_t nx = file->n[0];
  for (size_t k = 0; k < t->nz; k++) {
    for (size_t j = 0; j < t->ny; j++) {
      const int64_t row = (int64_t)(nx * (t->y0 + j + file->n[1] * (t->z0 + k)));
      size_t cut = find_cut(cuts, row);
      const double *u = t->u + (nx + 1) * (j + t->ny * k);
      const double *v = t->v + nx * (j + (t->ny + 1) * k);
      const double *w = t->w + nx * (j + t->ny * k);
      const uint8_t *open = t->open + nx * (j + t->ny * k);
      for (size_t i = 0; i < nx; i++) {
        const double velocity[6] = {u[i], u[i + 1], v[i], v[i + nx], w[i], w[i + nx * t->ny]};
        const float *fraction = NULL;
        if (cut < cuts->count && cuts->cell[cut].cell == row + (int64_t)i)
          fraction = cuts->cell[cut++].fraction;
        add_cell(file, (const size_t[3]){i, t->y0 + j, t->z0 + k}, velocity, open[i], fraction, b);
      }
    }
  }
}

enum sm_status sm_wind_file_balance(struct sm_wind_file *file, size_t time,
                                    struct sm_file_mass_balance *out) {
  const size_t nx = file->n[0], ny = file->n[1], nz = file->n[2];
  const size_t rows = ny < SM_WIND_FILE_ROWS ? ny : SM_WIND_FILE_ROWS;
  const size_t layers = nz < SM_WIND_FILE_LAYERS ? nz : SM_WIND_FILE_LAYERS;
  struct tile t = {0};
  struct cuts cuts = {0};
  enum sm_status status = SM_OK;
  *out = (struct sm_file_mass_balance){0};
  SM_TRY_DONE(sm_alloc(file->ctx, layers * rows * (nx + 1), sizeof(double), "faces", &t.u));
  SM_TRY_DONE(sm_alloc(file->ctx, layers * (rows + 1) * nx, sizeof(double), "faces", &t.v));
  SM_TRY_DONE(sm_alloc(file->ctx, (layers + 1) * rows * nx, sizeof(double), "faces", &t.w));
  SM_TRY_DONE(sm_alloc(file->ctx, layers * rows * nx, 1, "open faces", &t.open));
  SM_TRY_DONE(read_cuts(file, &cuts));
  for (t.y0 = 0; t.y0 < ny; t.y0 += rows) {
    for (t.z0 = 0; t.z0 < nz; t.z0 += layers) {
      t.ny = ny - t.y0 < rows ? ny - t.y0 : rows;
      t.nz = nz - t.z0 < layers ? nz - t.z0 : layers;
      SM_TRY_DONE(read_tile(file, time, &t));
      add_tile(file, &t, &cuts, out);
    }
  }
  out->divergence = out->nan > 0 ? (double)NAN : out->speed > 0 ? out->divergence / out->speed : 0;
done:
  SM_FREE_ALL(t.u, t.v, t.w, t.open, cuts.cell);
  return status;
}
