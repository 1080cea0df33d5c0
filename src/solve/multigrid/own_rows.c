/* own_rows.c - distributed memory of the multigrid and SOR solvers: levels that several processes
 * compute in parts hold the rows of each process and of halos alone, under the indices of the whole
 * grid. */
#include "base/list.h"
#include "device/row_exchange.h"
#include "parallel/rows.h"
#include "solve/poisson.h"
#include <string.h>

/* Rows lo <= j < hi that this process holds of a level. */
static void held(const struct sm_mg_level *level, int *lo, int *hi) {
  const int n = level->layout.n[1], first = level->cut->first, end = level->cut->end;
  *lo = first > SM_MG_HALO ? first - SM_MG_HALO : -1;
  *hi = end + SM_MG_HALO < n ? end + SM_MG_HALO : n + 1;
}

void sm_mg_own_rows(struct sm_poisson *poisson) {
  poisson->own_rows = true;
  for (int l = 0; l < poisson->parts; l++) {
    struct sm_mg_level *level = &poisson->level[l];
    int lo, hi;
    held(level, &lo, &hi);
    level->layout = sm_red_black_of_rows(&level->layout, lo, hi);
  }
  sm_mg_share_rows(poisson, false);
}

/* --- open fractions --- */

struct sm_box sm_mg_own_faces(const struct sm_poisson *poisson, int l) {
  const struct sm_mg_level *level = &poisson->level[l];
  const int *n = level->layout.n;
  struct sm_box box = {{0, 0, 0}, {level->layout.half + 1, n[1] + 1, n[2] + 1}};
  if (!poisson->own_rows || l > poisson->parts) return box;
  box.lo[1] = level->cut->first;
  if (level->cut->end < n[1]) box.hi[1] = level->cut->end;
  return box;
}

/* Rows of a colour of open fractions of one axis, and all planes. */
static struct sm_row_array fractions(const struct sm_mg_level *level, void *first, size_t number,
                                     int colour) {
  const struct sm_red_black *s = &level->layout;
  struct sm_row_array rows = sm_mg_share_array(level, first, number, colour);
  rows.size = (size_t)s->sy * number;
  rows.planes = s->n[2] + 1;
  return rows;
}

/* Gets them from all processes, with row n of the high side. */
static void gather(const struct sm_poisson *poisson, const struct sm_mg_level *level,
                   const struct sm_row_array *rows) {
  struct sm_device *device = poisson->device;
  struct sm_row_array high = *rows;
  high.data = (char *)rows->data + level->layout.n[1] * rows->row;
  sm_device_gather_rows(device, level->cut, rows);
  sm_device_broadcast_row(device, level->cut, &high, sm_parallel_count(device->group) - 1);
}

void sm_mg_own_fractions(const struct sm_poisson *poisson, int l) {
  const struct sm_mg_level *level = &poisson->level[l];
  const struct sm_red_black *s = &level->layout;
  if (!poisson->own_rows || l > poisson->parts) return;
  for (int m = 0; m < 6; m++) {
    sm_half *const first = level->coarse + s->origin + m / 2 * (ptrdiff_t)s->size;
    const struct sm_row_array rows = fractions(level, first, sizeof *first, m % 2);
    if (l < poisson->parts)
      sm_device_exchange_rows(poisson->device, level->cut, &rows, 1, SM_MG_HALO);
    else
      gather(poisson, level, &rows);
  }
}

/* --- all rows --- */

void sm_mg_own_copy(const struct sm_mg_level *level, const struct sm_red_black *from,
                    const struct sm_red_black *to, size_t element, const void *source, void *out) {
  const ptrdiff_t size = (ptrdiff_t)element;
  int lo, hi;
  held(level, &lo, &hi);
  for (int colour = 0; colour < 2; colour++)
    for (int k = 0; k <= to->n[2]; k++)
      for (int j = lo > 0 ? lo : 0; j < hi; j++) {
        const ptrdiff_t a = from->origin + colour * from->colour + j * from->sy + k * from->sz;
        const ptrdiff_t b = to->origin + colour * to->colour + j * to->sy + k * to->sz;
        memcpy((char *)out + b * size, (const char *)source + a * size, (size_t)to->sy * element);
      }
}

/* Adjacent arrays of level 0 that are to hold all rows. */
struct wide {
  void *pointer; /* address of the pointer at cell (0, 0, 0) of the first */
  size_t element;
  int count;
  char *memory; /* of all rows */
};

enum { WIDE = 6 };

/* Host memory for the copies. */
struct copies {
  char *own, *all;
};
static void free_copies(struct copies *c) { SM_FREE_ALL(c->own, c->all); }

static enum sm_status allocate(struct sm_context *ctx, struct sm_poisson *poisson,
                               const struct sm_red_black *from, struct wide *wide,
                               struct copies *copies) {
  const struct sm_red_black *to = &poisson->whole.layout;
  const size_t most = 3 * sizeof(float); /* bytes of an element of adjacent arrays */
  SM_TRY(sm_alloc(ctx, from->size, most, "rows of the solver", &copies->own));
  SM_TRY(sm_alloc(ctx, to->size, most, "rows of the solver", &copies->all));
  for (struct wide *w = wide; w < wide + WIDE && w->count > 0; w++)
    SM_TRY(sm_store_put(ctx, &poisson->store, NULL, (size_t)w->count * to->size, w->element,
                        &w->memory));
  return SM_OK;
}

/* Copies the rows that this process holds, and takes the place of the array. */
static enum sm_status widen(struct sm_context *ctx, struct sm_poisson *poisson,
                            const struct sm_red_black *from, const struct wide *w,
                            const struct copies *copies) {
  const struct sm_red_black *to = &poisson->whole.layout;
  const size_t size[2] = {from->size * w->element, to->size * w->element};
  const size_t count = (size_t)w->count;
  char *array;
  memcpy(&array, w->pointer, sizeof array);
  array -= from->origin * (ptrdiff_t)w->element;
  memset(copies->all, 0, count * size[1]);
  SM_TRY(sm_device_download(ctx, poisson->device, copies->own, array, count * size[0]));
  for (size_t m = 0; m < count; m++)
    sm_mg_own_copy(&poisson->level[0], from, to, w->element, copies->own + m * size[0],
                   copies->all + m * size[1]);
  SM_TRY(sm_device_upload(ctx, poisson->device, w->memory, copies->all, count * size[1]));
  sm_store_drop(&poisson->store, &array);
  array = w->memory + to->origin * (ptrdiff_t)w->element;
  memcpy(w->pointer, &array, sizeof array);
  return SM_OK;
}

/* Open fractions of cut cells, of all processes. */
static void gather_fractions(const struct sm_poisson *poisson) {
  const struct sm_mg_level *level = &poisson->level[0];
  const struct sm_red_black *s = &level->layout;
  for (int m = 0; m < 6; m++) {
    float *const first = level->part + s->origin + m / 2 * (ptrdiff_t)s->size;
    const struct sm_row_array rows = fractions(level, first, sizeof *first, m % 2);
    gather(poisson, level, &rows);
  }
}

/* The operator of level 0 with arrays of all rows, and what is made of it. fractions: of cut cells.
 */
static void set_whole(struct sm_poisson *poisson, float *fractions) {
  struct sm_mg_level *level = &poisson->level[0];
  const struct sm_red_black *to = &poisson->whole.layout;
  level->layout = *to;
  level->defect = poisson->q;
  level->op.sy = level->transfer.fine_sy = to->sy;
  level->op.sz = level->transfer.fine_sz = to->sz;
  level->op.colour = level->transfer.fine_colour = to->colour;
  level->op.open = poisson->whole.op.open;
  if (fractions != NULL) {
    level->part = fractions - to->origin;
    level->op.fx = fractions;
    level->op.fy = fractions + to->size;
    level->op.fz = level->op.fy + to->size;
    gather_fractions(poisson);
  }
  sm_store_drop(&poisson->store, &poisson->open);
  poisson->open = poisson->whole.bytes;
  poisson->own_rows = false;
  sm_mg_cycle_make(poisson);
  sm_poisson_record(poisson);
}

enum sm_status sm_mg_own_end(struct sm_context *ctx, struct sm_poisson *poisson) {
  struct sm_mg_level *level = &poisson->level[0];
  const struct sm_red_black from = level->layout;
  const size_t real = sizeof(float);
  struct wide wide[WIDE] = {{&level->x, real, 1, NULL},
                            {&level->b, real, 1, NULL},
                            {&poisson->p, real, 1, NULL},
                            {&poisson->q, real, 1, NULL},
                            {&poisson->x, 2 * real, 1, NULL}};
  SM_SCOPED_BY(free_copies) struct copies copies = {NULL, NULL};
  if (!poisson->own_rows) return SM_OK;
  float *fractions = level->part != NULL ? level->part + from.origin : NULL;
  if (fractions != NULL) wide[5] = (struct wide){&fractions, real, 3, NULL};
  enum sm_status status = allocate(ctx, poisson, &from, wide, &copies);
  if (sm_mg_share_any(poisson, status != SM_OK)) {
    for (int m = 0; m < WIDE; m++) sm_store_drop(&poisson->store, &wide[m].memory);
    return status != SM_OK ? status
                           : sm_fail(ctx, SM_ERR_MEMORY, "error: out of memory: another process");
  }
  for (int m = 0; m < WIDE && wide[m].count > 0 && status == SM_OK; m++)
    status = widen(ctx, poisson, &from, &wide[m], &copies);
  if (status == SM_OK) set_whole(poisson, fractions);
  return status;
}
