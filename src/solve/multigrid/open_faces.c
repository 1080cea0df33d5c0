/* open_faces.c - multigrid Poisson solver: open faces and open fractions of the finest level. */
#include "solve/multigrid/coarsening.h"

/* Splits the open-face bytes by colour, and marks the open boundary faces in the padding. */
static void split_bytes(const struct sm_poisson_setup *setup, const struct sm_red_black *s,
                        uint8_t *open) {
  const int nx = s->n[0], ny = s->n[1], nz = s->n[2];
#pragma omp parallel for collapse(2) schedule(static)
  for (int k = 0; k < nz; k++) {
    for (int j = 0; j < ny; j++) {
      const uint8_t *row = setup->cell + ((int64_t)k * ny + j) * nx;
      for (int i = 0; i < nx; i++)
        open[sm_red_black_index(s, i, j, k)] = (uint8_t)(row[i] & SM_OPEN_ALL);
      if (row[nx - 1] & SM_OPEN_EAST) open[sm_red_black_index(s, nx, j, k)] = SM_GHOST_X;
      for (int i = 0; i < nx; i++) {
        if (j == ny - 1 && row[i] & SM_OPEN_NORTH) open[sm_red_black_index(s, i, ny, k)] = SM_GHOST;
        if (k == nz - 1 && row[i] & SM_OPEN_UP) open[sm_red_black_index(s, i, j, nz)] = SM_GHOST;
      }
    }
  }
}

/* Number of fluid cells if no boundary face is open, else 0. */
static int64_t count_floating(const struct sm_poisson_setup *setup, const struct sm_red_black *s) {
  const int64_t nx = s->n[0], ny = s->n[1], nz = s->n[2];
  const bool *periodic = setup->periodic;
  const int ends = (periodic[0] ? 0 : SM_OPEN_WEST | SM_OPEN_EAST) |
                   (periodic[1] ? 0 : SM_OPEN_SOUTH | SM_OPEN_NORTH) |
                   (periodic[2] ? 0 : SM_OPEN_DOWN | SM_OPEN_UP);
  int64_t air = 0, outlets = 0;
#pragma omp parallel for collapse(2) schedule(static) reduction(+ : air, outlets)
  for (int64_t k = 0; k < nz; k++)
    for (int64_t j = 0; j < ny; j++) {
      const uint8_t *row = setup->cell + (k * ny + j) * nx;
      const int sides = (j == 0 ? SM_OPEN_SOUTH : 0) | (j == ny - 1 ? SM_OPEN_NORTH : 0) |
                        (k == 0 ? SM_OPEN_DOWN : 0) | (k == nz - 1 ? SM_OPEN_UP : 0);
      for (int64_t i = 0; i < nx; i++) {
        air += (row[i] & SM_OPEN_ALL) != 0;
        outlets += (row[i] & ends & sides) != 0;
      }
      outlets += (row[0] & ends & SM_OPEN_WEST) != 0;
      outlets += (row[nx - 1] & ends & SM_OPEN_EAST) != 0;
    }
  return outlets > 0 ? 0 : air;
}

/* Marks cell (i, j, k) if one of its faces is partially open. */
static void mark_part(const struct sm_red_black *s, int i, int j, int k, const float *fx,
                      const float *fy, const float *fz, uint8_t *open) {
  if (i < 0 || j < 0 || k < 0 || i >= s->n[0] || j >= s->n[1] || k >= s->n[2]) return;
  const ptrdiff_t c = sm_red_black_index(s, i, j, k);
  const float f[6] = {fx[c], fx[sm_red_black_index(s, i + 1, j, k)],
                      fy[c], fy[sm_red_black_index(s, i, j + 1, k)],
                      fz[c], fz[sm_red_black_index(s, i, j, k + 1)]};
  for (int m = 0; m < 6; m++)
    if (f[m] > 0 && f[m] < 1) open[c] |= SM_OPEN_PART;
}

/* Open fractions of level 0: 0 or 1 from the bytes, then those of the cut cells; and the bytes of
 * these and their neighbours. */
static void split_fractions(const struct sm_poisson_setup *setup, const struct sm_red_black *s,
                            uint8_t *open, float *fx, float *fy, float *fz) {
  const int nx = s->n[0], ny = s->n[1], nz = s->n[2];
#pragma omp parallel for schedule(static)
  for (int k = 0; k <= nz; k++)
    for (int j = 0; j <= ny; j++)
      for (int i = 0; i <= nx; i++) {
        if ((i == nx) + (j == ny) + (k == nz) > 1) continue;
        const ptrdiff_t c = sm_red_black_index(s, i, j, k);
        fx[c] = open[c] & (i == nx ? SM_GHOST_X : SM_OPEN_WEST) ? 1.0f : 0.0f;
        fy[c] = open[c] & (j == ny ? SM_GHOST : SM_OPEN_SOUTH) ? 1.0f : 0.0f;
        fz[c] = open[c] & (k == nz ? SM_GHOST : SM_OPEN_DOWN) ? 1.0f : 0.0f;
      }
  for (int64_t m = 0; m < setup->cut_count; m++) {
    const struct sm_cut_cell *cut = &setup->cut[m];
    const int i = (int)(cut->cell % nx), j = (int)(cut->cell / nx % ny);
    const int k = (int)(cut->cell / nx / ny);
    fx[sm_red_black_index(s, i, j, k)] = cut->fraction[0];
    fx[sm_red_black_index(s, i + 1, j, k)] = cut->fraction[1];
    fy[sm_red_black_index(s, i, j, k)] = cut->fraction[2];
    fy[sm_red_black_index(s, i, j + 1, k)] = cut->fraction[3];
    fz[sm_red_black_index(s, i, j, k)] = cut->fraction[4];
    fz[sm_red_black_index(s, i, j, k + 1)] = cut->fraction[5];
  }
  for (int64_t m = 0; m < setup->cut_count; m++) {
    const int64_t cell = setup->cut[m].cell;
    const int i = (int)(cell % nx), j = (int)(cell / nx % ny), k = (int)(cell / nx / ny);
    for (int side = -1; side <= 1; side++) {
      mark_part(s, i + side, j, k, fx, fy, fz, open);
      mark_part(s, i, j + side, k, fx, fy, fz, open);
      mark_part(s, i, j, k + side, fx, fy, fz, open);
    }
  }
}

/* Number of faces at the two ends of the periodic axes that are not equally open. fx, fy, fz: NULL
 * without cut cells. */
static int64_t count_unlike(const struct sm_poisson_setup *setup, const struct sm_red_black *s,
                            const uint8_t *open, const float *const fraction[3]) {
  int64_t unlike = 0;
  for (int d = 0; d < 3; d++) {
    int hi[3] = {s->n[0], s->n[1], s->n[2]};
    hi[d] = setup->periodic[d] ? 1 : 0;
    for (int k = 0; k < hi[2]; k++)
      for (int j = 0; j < hi[1]; j++)
        for (int i = 0; i < hi[0]; i++) {
          int end[3] = {i, j, k};
          end[d] = s->n[d];
          const ptrdiff_t low = sm_red_black_index(s, i, j, k);
          const ptrdiff_t high = sm_red_black_index(s, end[0], end[1], end[2]);
          const bool at_low = (open[low] >> (2 * d) & 1) != 0;
          const bool at_high = (open[high] & (d == 0 ? SM_GHOST_X : SM_GHOST)) != 0;
          unlike += fraction[d] != NULL ? fraction[d][low] != fraction[d][high] : at_low != at_high;
        }
  }
  return unlike;
}

static enum sm_status check_ends(struct sm_context *ctx, const struct sm_poisson_setup *setup,
                                 const struct sm_red_black *s, const uint8_t *open,
                                 const float *const fraction[3]) {
  const int64_t unlike = count_unlike(setup, s, open, fraction);
  if (unlike == 0) return SM_OK;
  return sm_fail(ctx, SM_ERR_FAILED,
                 "error: %lld faces of a periodic boundary differ from the opposite ones in their "
                 "open fraction\n"
                 "help: terrain and buildings must be periodic too",
                 (long long)unlike);
}

/* Uploads adjacent arrays of level 0, of all rows, or of those that this process holds. */
static enum sm_status upload(struct sm_context *ctx, const struct sm_poisson *poisson,
                             const void *whole, size_t element, size_t count, void *to) {
  const struct sm_red_black *s = &poisson->whole.layout, *held = &poisson->level[0].layout;
  if (!poisson->own_rows)
    return sm_device_upload(ctx, poisson->device, to, whole, count * s->size * element);
  SM_SCOPED char *rows = NULL;
  SM_TRY(sm_alloc(ctx, count * held->size, element, "open faces", &rows));
  for (size_t m = 0; m < count; m++)
    sm_mg_own_copy(&poisson->level[0], s, held, element,
                   (const char *)whole + m * s->size * element, rows + m * held->size * element);
  return sm_device_upload(ctx, poisson->device, to, rows, count * held->size * element);
}

static enum sm_status upload_fractions(struct sm_context *ctx, struct sm_poisson *poisson,
                                       const struct sm_poisson_setup *setup, uint8_t *open) {
  const struct sm_red_black *s = &poisson->whole.layout;
  SM_SCOPED float *host = NULL;
  SM_TRY(sm_alloc(ctx, 3 * s->size, sizeof *host, "open fractions", &host));
  float *fx = host + s->origin;
  split_fractions(setup, s, open, fx, fx + s->size, fx + 2 * s->size);
  SM_TRY(
      check_ends(ctx, setup, s, open, (const float *const[3]){fx, fx + s->size, fx + 2 * s->size}));
  return upload(ctx, poisson, host, sizeof *host, 3, poisson->level[0].part);
}

/* Open fractions of the finest level. */
static enum sm_status upload_open(struct sm_context *ctx, struct sm_poisson *poisson,
                                  const struct sm_poisson_setup *setup) {
  const struct sm_red_black *s = &poisson->whole.layout;
  SM_SCOPED uint8_t *host = NULL;
  SM_TRY(sm_alloc(ctx, s->size, 1, "open faces", &host));
  split_bytes(setup, s, host + s->origin);
  poisson->floating = count_floating(setup, s);
  SM_TRY(check_ends(ctx, setup, s, host + s->origin, (const float *const[3]){NULL, NULL, NULL}));
  if (setup->cut_count > 0) SM_TRY(upload_fractions(ctx, poisson, setup, host + s->origin));
  SM_TRY(upload(ctx, poisson, host, 1, 1, poisson->open));
  if (!poisson->own_rows) return SM_OK;
  return sm_device_upload(ctx, poisson->device, poisson->whole.bytes, host, s->size);
}

/* Without own rows level 0 is whole itself. */
static enum sm_status make_whole(struct sm_context *ctx, struct sm_poisson *poisson) {
  const struct sm_red_black *s = &poisson->whole.layout;
  struct sm_poisson_operator *op = &poisson->whole.op;
  *op = poisson->level[0].op;
  poisson->whole.bytes = poisson->open;
  if (!poisson->own_rows) return SM_OK;
  SM_TRY(sm_store_put(ctx, &poisson->store, NULL, s->size, 1, &poisson->whole.bytes));
  *op = (struct sm_poisson_operator){.open = poisson->whole.bytes + s->origin,
                                     .sy = s->sy,
                                     .sz = s->sz,
                                     .colour = s->colour,
                                     .nx = s->n[0]};
  return SM_OK;
}

static enum sm_status make_fractions(struct sm_context *ctx, struct sm_poisson *poisson) {
  struct sm_mg_level *level = &poisson->level[0];
  const size_t size = level->layout.size;
  SM_TRY(sm_store_put(ctx, &poisson->store, NULL, 3 * size, sizeof(float), &level->part));
  level->op.fx = level->part + level->layout.origin;
  level->op.fy = level->op.fx + size;
  level->op.fz = level->op.fy + size;
  return SM_OK;
}

enum sm_status sm_mg_open_faces(struct sm_context *ctx, struct sm_poisson *poisson,
                                const struct sm_poisson_setup *setup) {
  struct sm_mg_level *level = &poisson->level[0];
  SM_TRY(sm_store_put(ctx, &poisson->store, NULL, level->layout.size, 1, &poisson->open));
  level->op.open = poisson->open + level->layout.origin;
  if (setup->cut_count > 0) SM_TRY(make_fractions(ctx, poisson));
  SM_TRY(make_whole(ctx, poisson));
  return sm_device_has_data(poisson->device) ? upload_open(ctx, poisson, setup) : SM_OK;
}
