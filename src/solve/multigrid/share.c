/* share.c - domain decomposition of the multigrid and SOR solvers: rows of the processes, halo
 * exchange, gathering of coarse levels. */
#include "device/row_exchange.h"
#include "parallel/rows.h"
#include "solve/poisson.h"

/* --- cuts --- */

/* Row of level l that starts at row j of level 0; -1: none starts there on all levels up to l. */
static int row_of(const struct sm_poisson *poisson, int l, int j) {
  for (int m = 0; m < l && j >= 0; m++) {
    const struct sm_mg_level *level = &poisson->level[m];
    const int parent = level->parent_row[j];
    j = level->first_row[parent] == j ? parent : -1;
  }
  return j;
}

/* Rows at which a cut crosses no cell of the levels up to l and no group of a sum; their number. */
static int find_cuts(const struct sm_poisson *poisson, int l, int *allowed) {
  const int last = poisson->level[0].layout.n[1] - SM_ROWS_LEAST;
  int count = 0;
  for (int j = SM_REDUCTION_SLOTS; j <= last; j += SM_REDUCTION_SLOTS)
    if (row_of(poisson, l, j) > 0) allowed[count++] = j;
  return count;
}

/* Whether each process has the rows of a halo on level l. */
static bool is_wide(const struct sm_poisson *poisson, int l, int processes, const int *cut) {
  for (int p = 0; p < processes; p++) {
    const int end =
        p + 1 < processes ? row_of(poisson, l, cut[p + 1]) : poisson->level[l].layout.n[1];
    if (end - row_of(poisson, l, cut[p]) < SM_MG_HALO) return false;
  }
  return true;
}

/* Cuts of level 0 into `cut`; returns the number of levels that are computed in parts, 0: too many
 * processes. */
static int cut_rows(const struct sm_poisson *poisson, int processes, int *allowed, int *cut) {
  const struct sm_mg_level *level = poisson->level;
  const int rows = level[0].layout.n[1];
  for (int l = poisson->levels - 1; l > 0; l--) {
    const int *n = level[l - 1].layout.n;
    const int64_t cells = (int64_t)n[0] * n[1] * n[2];
    if (l > 1 && cells < processes * poisson->device->share_least) continue;
    const int count = find_cuts(poisson, l, allowed);
    if (sm_rows_cut(rows, allowed, count, processes, cut) &&
        is_wide(poisson, l - 1, processes, cut))
      return l;
  }
  const bool is_direct = poisson->levels == 1;
  return is_direct && sm_rows_cut(rows, allowed, find_cuts(poisson, 0, allowed), processes, cut);
}

static enum sm_status refuse(struct sm_context *ctx, const struct sm_poisson *poisson,
                             int processes, int *allowed) {
  return sm_fail(ctx, SM_ERR_USAGE,
                 "error: %d processes for a wind of %d rows of cells in y, which are divided at "
                 "multiples of %d rows\n"
                 "help: at most %d processes",
                 processes, poisson->level[0].layout.n[1], SM_REDUCTION_SLOTS,
                 1 + find_cuts(poisson, poisson->levels > 1 ? 1 : 0, allowed));
}

/* Rows of the levels up to `parts`, of the last one for its right-hand side. */
static enum sm_status make_rows(struct sm_context *ctx, struct sm_poisson *poisson, int parts,
                                const int *cut, int *own) {
  const struct sm_parallel *group = poisson->device->group;
  const struct sm_row_carrier *carrier = &poisson->device->carrier;
  const int processes = sm_parallel_count(group);
  for (int l = 0; l <= parts && l < poisson->levels; l++) {
    struct sm_mg_level *level = &poisson->level[l];
    const struct sm_red_black *s = &level->layout;
    for (int p = 0; p < processes; p++) own[p] = row_of(poisson, l, cut[p]);
    own[processes] = s->n[1];
    const size_t number = l == 0 ? sizeof(double) : sizeof(float);
    SM_TRY(sm_rows_create(ctx, group, own, level->is_periodic[1] != 0, s->n[2] + 1,
                          (size_t)s->sy * number, SM_MG_HALO, 2, &level->cut));
    if (carrier->allocate != NULL) SM_TRY(sm_rows_carry(ctx, level->cut, carrier));
  }
  return SM_OK;
}

enum sm_status sm_mg_share_create(struct sm_context *ctx, struct sm_poisson *poisson) {
  const int processes = sm_parallel_count(poisson->device->group);
  const int rows = poisson->level[0].layout.n[1];
  int *cut = NULL;
  if (processes == 1) return SM_OK;
  SM_TRY(sm_device_check_rows(ctx, rows));
  const size_t numbers = 2 * ((size_t)processes + 1);
  SM_TRY(sm_alloc(ctx, numbers + (size_t)rows, sizeof *cut, "cuts of the grid", &cut));
  int *own = cut + processes + 1, *allowed = own + processes + 1;
  const int parts = cut_rows(poisson, processes, allowed, cut);
  const enum sm_status status = parts > 0 ? make_rows(ctx, poisson, parts, cut, own)
                                          : refuse(ctx, poisson, processes, allowed);
  sm_free(cut);
  poisson->parts = parts;
  return status;
}

void sm_mg_share_destroy(struct sm_poisson *poisson) {
  for (int l = 0; l < poisson->levels; l++) sm_rows_destroy(&poisson->level[l].cut);
}

/* --- a solve --- */

void sm_mg_share_rows(struct sm_poisson *poisson, bool parts) {
  for (int l = 0; l < poisson->parts; l++)
    poisson->level[l].own = parts || poisson->own_rows ? poisson->level[l].cut : NULL;
  poisson->device->rows = parts ? poisson->level[0].cut : NULL;
}

void sm_mg_share_sums(struct sm_poisson *poisson, bool all) {
  if (poisson->own_rows) sm_mg_share_rows(poisson, all);
}

enum sm_status sm_mg_share_begin(struct sm_context *ctx, struct sm_poisson *poisson) {
  if (poisson->parts == 0 || poisson->divided) return SM_OK;
  SM_TRY(sm_processes_agree(ctx, SM_OK));
  sm_mg_share_rows(poisson, true);
  return SM_OK;
}

struct sm_row_array sm_mg_share_array(const struct sm_mg_level *level, void *x, size_t number,
                                      int colour) {
  const struct sm_red_black *s = &level->layout;
  const ptrdiff_t element = (ptrdiff_t)number;
  return (struct sm_row_array){.data = (char *)x + colour * s->colour * element,
                               .size = (size_t)s->half * number,
                               .row = s->sy * element,
                               .plane = s->sz * element,
                               .planes = s->n[2]};
}

static void gather(const struct sm_poisson *poisson, const struct sm_mg_level *level, void *x,
                   size_t number) {
  for (int colour = 0; colour < 2; colour++) {
    const struct sm_row_array rows = sm_mg_share_array(level, x, number, colour);
    sm_device_gather_rows(poisson->device, level->cut, &rows);
  }
}

void sm_mg_share_gather(const struct sm_poisson *poisson, const struct sm_mg_level *level) {
  if (poisson->level[0].own != NULL) gather(poisson, level, level->b, sizeof *level->b);
}

void sm_mg_share_end(struct sm_poisson *poisson, bool complete) {
  if (poisson->parts == 0 || poisson->divided) return;
  const bool whole = !poisson->own_rows;
  if (complete && whole) gather(poisson, &poisson->level[0], poisson->x, sizeof *poisson->x);
  sm_mg_share_rows(poisson, false);
  if (whole) sm_poisson_wrap_double(poisson, poisson->x);
}

void sm_mg_share_divide(struct sm_poisson *poisson, bool divided) {
  if (poisson->parts == 0) return;
  poisson->divided = divided;
  sm_mg_share_rows(poisson, divided);
}

void sm_mg_share_complete(struct sm_poisson *poisson) { sm_mg_share_end(poisson, true); }

static void halo(const struct sm_poisson *poisson, const struct sm_mg_level *level, void *x,
                 size_t number, int colours) {
  struct sm_row_array rows[2];
  int count = 0;
  if (level->own == NULL || colours == 0) return;
  for (int colour = 0; colour < 2; colour++)
    if (colours >> colour & 1) rows[count++] = sm_mg_share_array(level, x, number, colour);
  sm_device_exchange_rows(poisson->device, level->own, rows, count, 1);
}

void sm_mg_share_halo(const struct sm_poisson *poisson, const struct sm_mg_level *level, float *x,
                      int colours) {
  halo(poisson, level, x, sizeof *x, colours);
}

void sm_mg_share_halo_double(const struct sm_poisson *poisson, double *x) {
  halo(poisson, &poisson->level[0], x, sizeof *x, 3);
}

bool sm_mg_share_any(const struct sm_poisson *poisson, bool value) {
  return poisson->parts > 0 ? sm_parallel_any(poisson->device->group, value) : value;
}

bool sm_mg_share_stop(struct sm_context *ctx, const struct sm_poisson *poisson) {
  if (poisson->parts > 0) sm_parallel_share_stop(ctx, poisson->device->group);
  return sm_stop_requested(ctx);
}
