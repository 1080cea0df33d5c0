/* setup.c - multigrid Poisson solver: building and freeing the levels. */
#include "base/list.h"
#include "parallel/parallel.h"
#include "solve/amg/amg.h"
#include "solve/direct/direct.h"
#include "solve/multigrid/coarsening.h"
#include <string.h>

/* Fills the widths and inverse distances of one axis; with two parities it splits them. A cell that
 * is its own periodic neighbour has no link to it. */
static void fill_metric(const struct sm_mg_level *level, int d, double factor, float *g[2],
                        float *h[2]) {
  const int parities = h[1] != NULL ? 2 : 1;
  const bool alone = level->is_periodic[d] && level->layout.n[d] == 1;
  for (int i = 0; i <= level->layout.n[d]; i++) {
    const int p = i % parities, at = i / parities;
    g[p][at] = alone ? 0.0f : (float)(factor / sm_mg_level_spacing(level, d, i));
    if (i < level->layout.n[d]) h[p][at] = (float)sm_mg_level_width(level, d, i);
  }
}

/* The arrays in x start at multiples of four elements and have four elements of padding, for vector
 * loads. */
static enum sm_status make_metric(struct sm_context *ctx, struct sm_store *store,
                                  struct sm_mg_level *level, double eta) {
  const int *n = level->layout.n;
  const size_t x = ((size_t)level->layout.half / SM_RED_BLACK_VECTOR + 2) * SM_RED_BLACK_VECTOR,
               y = (size_t)n[1] + 1, z = (size_t)n[2] + 1;
  const size_t count = 4 * x + 2 * y + 2 * z;
  const float *m = NULL;
  SM_SCOPED float *host = NULL;
  SM_TRY(sm_alloc(ctx, count, sizeof *host, "metric of the solver", &host));
  fill_metric(level, 0, 1, (float *[2]){host, host + x}, (float *[2]){host + 2 * x, host + 3 * x});
  float *at_y = host + 4 * x, *at_z = at_y + 2 * y;
  fill_metric(level, 1, 1, (float *[2]){at_y, NULL}, (float *[2]){at_y + y, NULL});
  fill_metric(level, 2, eta, (float *[2]){at_z, NULL}, (float *[2]){at_z + z, NULL});
  SM_TRY(sm_store_put(ctx, store, host, count, sizeof *host, &m));
  level->op.metric =
      (struct sm_poisson_metric){{m, m + x},    {m + 2 * x, m + 3 * x}, m + 4 * x,
                                 m + 4 * x + y, m + 4 * x + 2 * y,      m + 4 * x + 2 * y + z};
  return SM_OK;
}

/* A zeroed array of the level; *out_pointer points at cell (0, 0, 0) of colour 0. */
static enum sm_status make_array(struct sm_context *ctx, struct sm_store *store,
                                 const struct sm_mg_level *level, size_t element,
                                 void *out_pointer) {
  SM_TRY(sm_device_check_stop(ctx, store->device, "the Poisson solver was set up"));
  char *memory;
  SM_TRY(sm_store_put(ctx, store, NULL, level->layout.size, element, &memory));
  memory += level->layout.origin * (ptrdiff_t)element;
  memcpy(out_pointer, &memory, sizeof memory);
  return SM_OK;
}

/* Allocates the arrays of a level, whose axes and layout are set. */
static enum sm_status make_arrays(struct sm_context *ctx, struct sm_poisson *poisson, int l,
                                  bool is_direct) {
  struct sm_mg_level *level = &poisson->level[l];
  level->op.sy = level->layout.sy;
  level->op.sz = level->layout.sz;
  level->op.colour = level->layout.colour;
  level->op.nx = level->layout.n[0];
  SM_TRY(make_metric(ctx, &poisson->store, level, poisson->eta));
  if (!is_direct) SM_TRY(make_array(ctx, &poisson->store, level, sizeof(float), &level->x));
  if (l == 0 && poisson->lent.at[SM_LENT_B] >= 0) return SM_OK;
  return make_array(ctx, &poisson->store, level, sizeof(float), &level->b);
}

/* --- memory that the caller lends --- */

bool sm_poisson_borrow(struct sm_poisson *poisson, int array, size_t bytes) {
  enum { LINE = 64 }; /* bytes of a line of the cache, where arrays start */
  struct sm_lent_memory *lent = &poisson->lent;
  if (bytes > lent->size - lent->used) return false;
  lent->at[array] = (ptrdiff_t)lent->used;
  lent->used += (bytes + LINE - 1) / LINE * LINE;
  if (lent->used > lent->size) lent->used = lent->size;
  return true;
}

/* The largest arrays first. Several processes compute parts of the lender's arrays, and need those
 * of the solver whole. */
static void borrow(struct sm_poisson *poisson, size_t size) {
  const size_t elements = poisson->level[0].layout.size;
  if (poisson->parts == 0) poisson->lent.size = size;
  (void)sm_poisson_borrow(poisson, SM_LENT_X, elements * sizeof *poisson->x);
  (void)sm_poisson_borrow(poisson, SM_LENT_B, elements * sizeof *poisson->level[0].b);
}

static enum sm_status make_finest(struct sm_context *ctx, struct sm_poisson *poisson,
                                  const struct sm_poisson_setup *setup, bool is_direct) {
  SM_TRY(make_arrays(ctx, poisson, 0, is_direct));
  return sm_mg_open_faces(ctx, poisson, setup);
}

/* --- axes of all levels --- */

/* Tables on the host of the transfer from `fine` to a coarse level of count[] cells that start at
 * start[]. */
static enum sm_status make_tables(struct sm_context *ctx, struct sm_mg_level *fine,
                                  int *const start[3], const int count[3]) {
  const int *n = fine->layout.n;
  const size_t x = (size_t)count[0] + 2, y = (size_t)count[1] + 2, z = (size_t)count[2] + 2;
  const size_t py = (size_t)n[1], pz = (size_t)n[2];
  fine->row_count = x + y + z + py + pz;
  SM_TRY(sm_alloc(ctx, fine->row_count, sizeof *fine->host_rows, "tables of the solver",
                  &fine->host_rows));
  int *const host = fine->host_rows;
  int *const at[3] = {host, host + x, host + x + y};
  int *const parent[3] = {NULL, host + x + y + z, host + x + y + z + py};
  for (int d = 0; d < 3; d++)
    for (int i = 0; i <= count[d]; i++) at[d][i] = start[d][i];
  for (int d = 1; d < 3; d++)
    for (int i = 0; i < count[d]; i++)
      for (int f = start[d][i]; f < start[d][i + 1]; f++) parent[d][f] = i;
  fine->first_row = at[1];
  fine->parent_row = parent[1];
  fine->pair = count[0] < n[0];
  return SM_OK;
}

/* Axes of the levels below the finest, and tables of the transfers. */
static enum sm_status plan_levels(struct sm_context *ctx, struct sm_poisson *poisson) {
  struct sm_coarsening plan;
  SM_TRY(sm_coarsening_begin(ctx, &poisson->level[0], &plan));
  enum sm_status status = SM_OK;
  while (status == SM_OK && sm_coarsening_next(&plan, &poisson->level[poisson->levels - 1],
                                               poisson->levels, poisson->eta)) {
    struct sm_mg_level *fine = &poisson->level[poisson->levels++ - 1];
    status = sm_mg_level_coarser(ctx, fine, plan.start, plan.count, fine + 1);
    if (status == SM_OK) status = make_tables(ctx, fine, plan.start, plan.count);
  }
  sm_coarsening_end(&plan);
  return status;
}

/* Axes, rows of the processes, and layouts. */
static enum sm_status plan(struct sm_context *ctx, struct sm_poisson *poisson,
                           const struct sm_poisson_setup *setup, bool is_direct) {
  poisson->levels = 1;
  SM_TRY(sm_mg_level_finest(ctx, setup->grid, setup->above, setup->periodic, &poisson->level[0]));
  if (!is_direct) SM_TRY(plan_levels(ctx, poisson));
  SM_TRY(sm_mg_share_create(ctx, poisson));
  poisson->whole.layout = poisson->level[0].layout;
  if (setup->own_rows && poisson->parts > 0) sm_mg_own_rows(poisson);
  return SM_OK;
}

/* --- levels --- */

/* Transfer from level l to the next one. */
static enum sm_status make_transfer(struct sm_context *ctx, struct sm_poisson *poisson, int l) {
  struct sm_mg_level *fine = &poisson->level[l];
  const struct sm_red_black *to = &poisson->level[l + 1].layout;
  SM_TRY(sm_store_put(ctx, &poisson->store, fine->host_rows, fine->row_count, sizeof *fine->rows,
                      &fine->rows));
  const size_t x = (size_t)to->n[0] + 2, y = (size_t)to->n[1] + 2, z = (size_t)to->n[2] + 2;
  fine->start_x = fine->rows;
  fine->transfer = (struct sm_mg_transfer){.fine_sy = fine->layout.sy,
                                           .fine_sz = fine->layout.sz,
                                           .fine_colour = fine->layout.colour,
                                           .coarse_sy = to->sy,
                                           .coarse_sz = to->sz,
                                           .coarse_colour = to->colour,
                                           .start_y = fine->rows + x,
                                           .start_z = fine->rows + x + y,
                                           .parent_y = fine->rows + x + y + z,
                                           .parent_z = fine->rows + x + y + z + fine->layout.n[1],
                                           .fine_nx = fine->layout.n[0],
                                           .fine_ny = fine->layout.n[1]};
  return SM_OK;
}

/* Allocates the arrays of level l > 0 and of its transfer from the finer one. */
static enum sm_status make_coarser(struct sm_context *ctx, struct sm_poisson *poisson, int l) {
  struct sm_mg_level *fine = &poisson->level[l - 1], *coarse = fine + 1;
  SM_TRY(make_arrays(ctx, poisson, l, false));
  SM_TRY(sm_store_put(ctx, &poisson->store, NULL, 3 * coarse->layout.size, sizeof(sm_half),
                      &coarse->coarse));
  SM_TRY(make_transfer(ctx, poisson, l - 1));
  if (l > 1) SM_TRY(make_array(ctx, &poisson->store, fine, sizeof(float), &fine->defect));
  SM_TRY(sm_store_put(ctx, &poisson->store, NULL, coarse->layout.size, 1, &coarse->bytes));
  coarse->op.cx = coarse->coarse + coarse->layout.origin;
  coarse->op.cy = coarse->op.cx + coarse->layout.size;
  coarse->op.cz = coarse->op.cy + coarse->layout.size;
  coarse->op.open = coarse->bytes + coarse->layout.origin;
  return SM_OK;
}

/* Open fractions of level l > 0, and its face bytes. */
static void coarsen(struct sm_poisson *poisson, int l) {
  const struct sm_mg_level *fine = &poisson->level[l - 1], *coarse = fine + 1;
  const struct sm_backend *be = poisson->device->backend;
  const int *n = fine->layout.n, *count = coarse->layout.n;
  const int *periodic = fine->is_periodic;
  sm_half *fraction = coarse->coarse + coarse->layout.origin;
  const struct sm_coarsen args = {fine->op,
                                  {n[0], n[1], n[2]},
                                  {count[0], count[1], count[2]},
                                  {periodic[0], periodic[1], periodic[2]},
                                  coarse->layout.sy,
                                  coarse->layout.sz,
                                  coarse->layout.colour,
                                  fine->start_x,
                                  fine->transfer.start_y,
                                  fine->transfer.start_z,
                                  fraction,
                                  fraction + coarse->layout.size,
                                  fraction + 2 * coarse->layout.size};
  const struct sm_box faces = sm_mg_own_faces(poisson, l), cells = sm_mg_level_box(coarse);
  const struct sm_classify classify = {coarse->op, coarse->bytes + coarse->layout.origin};
  be->coarsen(poisson->device, &faces, &args);
  sm_mg_own_fractions(poisson, l);
  be->classify(poisson->device, &cells, &classify);
}

/* A process without memory keeps the others from waiting for its fractions. */
static enum sm_status make_hierarchy(struct sm_context *ctx, struct sm_poisson *poisson) {
  for (int l = 1; l < poisson->levels; l++) SM_TRY(make_coarser(ctx, poisson, l));
  if (poisson->own_rows) SM_TRY(sm_processes_agree(ctx, SM_OK));
  for (int l = 1; l < poisson->levels; l++) coarsen(poisson, l);
  return SM_OK;
}

/* Matrix of the coarsest level from its fractions; place[] numbers its cells. */
static void assemble(const struct sm_mg_level *level, double eta, const sm_half *fraction,
                     double *a, int *place) {
  const struct sm_red_black *s = &level->layout;
  const int nx = s->n[0], ny = s->n[1], nz = s->n[2], n = nx * ny * nz;
  for (int m = 0; m < n; m++) {
    const int at[3] = {m % nx, m / nx % ny, m / nx / ny};
    place[m] = (int)sm_red_black_index(s, at[0], at[1], at[2]);
    const int step[3] = {1, nx, nx * ny};
    for (int d = 0; d < 3; d++) {
      double area = d == 2 ? eta : 1;
      for (int e = 0; e < 3; e++)
        if (e != d) area *= sm_mg_level_width(level, e, at[e]);
      for (int side = 0; side < 2; side++) {
        int face[3] = {at[0], at[1], at[2]};
        face[d] += side;
        const ptrdiff_t c = s->origin + sm_red_black_index(s, face[0], face[1], face[2]);
        const double open = (double)sm_half_to_float(fraction[(size_t)d * s->size + (size_t)c]);
        const double k = open * area / sm_mg_level_spacing(level, d, face[d]);
        int other = at[d] + (side ? 1 : -1);
        a[m * n + m] += k;
        if (level->is_periodic[d]) other = (other + s->n[d]) % s->n[d];
        if (other >= 0 && other < s->n[d]) a[m * n + m + (other - at[d]) * step[d]] -= k;
      }
    }
  }
}

static enum sm_status make_coarsest(struct sm_context *ctx, struct sm_poisson *poisson) {
  const struct sm_mg_level *level = &poisson->level[poisson->levels - 1];
  const int *m = level->layout.n, n = m[0] * m[1] * m[2];
  const size_t fractions = 3 * level->layout.size * sizeof(sm_half);
  SM_SCOPED sm_half *fraction = NULL;
  float inverse[SM_POISSON_DENSE * SM_POISSON_DENSE];
  SM_SCOPED double *a = NULL;
  int place[SM_POISSON_DENSE] = {0};
  poisson->dense_count = n;
  SM_TRY(sm_alloc(ctx, fractions, 1, "the coarsest level", &fraction));
  SM_TRY(sm_alloc(ctx, (size_t)n * (size_t)n, sizeof *a, "the coarsest level", &a));
  SM_TRY(sm_device_download(ctx, poisson->device, fraction, level->coarse, fractions));
  assemble(level, poisson->eta, fraction, a, place);
  sm_poisson_dense_inverse(a, n, inverse);
  for (int i = n; i < SM_POISSON_DENSE; i++) place[i] = place[0];
  SM_TRY(sm_store_put(ctx, &poisson->store, inverse, SM_POISSON_DENSE * SM_POISSON_DENSE,
                      sizeof *inverse, &poisson->inverse));
  return sm_store_put(ctx, &poisson->store, place, SM_POISSON_DENSE, sizeof *place,
                      &poisson->place);
}

static enum sm_status make_vectors(struct sm_context *ctx, struct sm_poisson *poisson) {
  struct sm_mg_level *finest = &poisson->level[0];
  SM_TRY(make_array(ctx, &poisson->store, finest, sizeof(float), &poisson->p));
  SM_TRY(make_array(ctx, &poisson->store, finest, sizeof(float), &poisson->q));
  finest->defect = poisson->q; /* free while the cycle runs */
  return SM_OK;
}

static enum sm_status make_solution(struct sm_context *ctx, struct sm_poisson *poisson) {
  if (poisson->lent.at[SM_LENT_X] < 0)
    SM_TRY(make_array(ctx, &poisson->store, &poisson->level[0], sizeof(double), &poisson->x));
  SM_TRY(sm_store_put(ctx, &poisson->store, NULL, SM_CG_COUNT + SM_CG_NUMBERS + SM_POISSON_HISTORY,
                      sizeof(double), &poisson->scalars));
  poisson->number = poisson->scalars + SM_CG_COUNT;
  poisson->history = poisson->number + SM_CG_NUMBERS;
  return SM_OK;
}

static enum sm_status make_cycle(struct sm_context *ctx, struct sm_poisson *poisson) {
  const size_t steps = (size_t)sm_mg_cycle_steps(poisson);
  SM_TRY(sm_alloc(ctx, steps, sizeof *poisson->cycle, "the cycle of the solver", &poisson->cycle));
  SM_TRY(sm_alloc(ctx, steps, sizeof *poisson->pause, "the cycle of the solver", &poisson->pause));
  sm_mg_share_rows(poisson, true);
  sm_mg_cycle_make(poisson);
  sm_mg_share_rows(poisson, false);
  return SM_OK;
}

static enum sm_status make_multigrid(struct sm_context *ctx, struct sm_poisson *poisson) {
  SM_TRY(make_vectors(ctx, poisson));
  SM_TRY(make_hierarchy(ctx, poisson));
  SM_TRY(make_coarsest(ctx, poisson));
  SM_TRY(make_cycle(ctx, poisson));
  sm_poisson_record(poisson);
  return SM_OK;
}

enum sm_status sm_poisson_create(struct sm_context *ctx, struct sm_device *device,
                                 const struct sm_poisson_setup *setup, struct sm_poisson **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the Poisson solver", out));
  struct sm_poisson *poisson = *out;
  poisson->device = device;
  poisson->store = (struct sm_store){.device = device, .what = "the Poisson solver"};
  poisson->eta = setup->eta;
  const bool is_direct = setup->direct && sm_direct_obstacle(device, setup) == NULL;
  for (int n = 0; n < SM_LENT_ARRAYS; n++) poisson->lent.at[n] = -1;
  enum sm_status status = plan(ctx, poisson, setup, is_direct);
  if (status == SM_OK && is_direct) borrow(poisson, setup->lent);
  if (status == SM_OK) status = make_finest(ctx, poisson, setup, is_direct);
  if (status == SM_OK) status = make_solution(ctx, poisson);
  if (status == SM_OK)
    status = is_direct ? sm_direct_create(ctx, poisson) : make_multigrid(ctx, poisson);
  if (status == SM_OK) status = sm_device_sync(ctx, device);
  if (status != SM_OK) sm_poisson_destroy(out);
  return status;
}

void sm_poisson_destroy(struct sm_poisson **poisson) {
  struct sm_poisson *p = *poisson;
  if (p == NULL) return;
  sm_amg_destroy(&p->amg);
  sm_direct_destroy(p);
  for (int l = 0; l < p->levels; l++) SM_FREE_ALL(p->level[l].host_axes, p->level[l].host_rows);
  p->device->backend->forget(p->device, p->loop);
  sm_mg_share_destroy(p);
  sm_store_clear(&p->store);
  SM_FREE_ALL(p->cycle, p->pause, p);
  *poisson = NULL;
}
