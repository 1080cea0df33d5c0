/* setup.c - multigrid Poisson solver: building and freeing the levels. */
#include "base/list.h"
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
  char *memory;
  SM_TRY(sm_store_put(ctx, store, NULL, level->layout.size, element, &memory));
  memory += (size_t)level->layout.origin * element;
  memcpy(out_pointer, &memory, sizeof memory);
  return SM_OK;
}

/* Allocates the arrays of level l, whose axes are set. */
static enum sm_status make_arrays(struct sm_context *ctx, struct sm_poisson *poisson, int l,
                                  bool is_direct) {
  struct sm_mg_level *level = &poisson->level[l];
  level->op.sy = level->layout.sy;
  level->op.sz = level->layout.sz;
  level->op.colour = level->layout.colour;
  level->op.nx = level->layout.n[0];
  SM_TRY(make_metric(ctx, &poisson->store, level, poisson->eta));
  if (!is_direct) SM_TRY(make_array(ctx, &poisson->store, level, sizeof(float), &level->x));
  return make_array(ctx, &poisson->store, level, sizeof(float), &level->b);
}

static enum sm_status make_finest(struct sm_context *ctx, struct sm_poisson *poisson,
                                  const struct sm_poisson_setup *setup, bool is_direct) {
  struct sm_mg_level *level = &poisson->level[0];
  poisson->levels = 1;
  SM_TRY(sm_mg_level_finest(ctx, setup->grid, setup->above, setup->periodic, level));
  SM_TRY(make_arrays(ctx, poisson, 0, is_direct));
  return sm_mg_open_faces(ctx, poisson, setup);
}

/* Tables of the transfer from `fine` to a coarse level of count[] cells that start at start[]. */
static enum sm_status make_rows(struct sm_context *ctx, struct sm_store *store,
                                struct sm_mg_level *fine, int *const start[3], const int count[3]) {
  const int *n = fine->layout.n;
  const size_t x = (size_t)count[0] + 2, y = (size_t)count[1] + 2, z = (size_t)count[2] + 2;
  const size_t py = (size_t)n[1], pz = (size_t)n[2];
  const size_t rows = x + y + z + py + pz;
  SM_TRY(sm_alloc(ctx, rows, sizeof *fine->host_rows, "tables of the solver", &fine->host_rows));
  int *const host = fine->host_rows;
  int *const at[3] = {host, host + x, host + x + y};
  int *const parent[3] = {NULL, host + x + y + z, host + x + y + z + py};
  for (int d = 0; d < 3; d++)
    for (int i = 0; i <= count[d]; i++) at[d][i] = start[d][i];
  for (int d = 1; d < 3; d++)
    for (int i = 0; i < count[d]; i++)
      for (int f = start[d][i]; f < start[d][i + 1]; f++) parent[d][f] = i;
  SM_TRY(sm_store_put(ctx, store, host, rows, sizeof *host, &fine->rows));
  fine->first_row = at[1];
  fine->parent_row = parent[1];
  fine->start_x = fine->rows;
  fine->pair = count[0] < n[0];
  fine->transfer.start_y = fine->rows + x;
  fine->transfer.start_z = fine->rows + x + y;
  fine->transfer.parent_y = fine->rows + x + y + z;
  fine->transfer.parent_z = fine->rows + x + y + z + py;
  fine->transfer.fine_nx = n[0];
  fine->transfer.fine_ny = n[1];
  fine->transfer.fine_sy = fine->layout.sy;
  fine->transfer.fine_sz = fine->layout.sz;
  fine->transfer.fine_colour = fine->layout.colour;
  return SM_OK;
}

/* Makes the face bytes of a coarse level. */
static enum sm_status classify(struct sm_context *ctx, struct sm_store *store,
                               struct sm_mg_level *level) {
  SM_TRY(sm_store_put(ctx, store, NULL, level->layout.size, 1, &level->bytes));
  level->op.open = level->bytes + level->layout.origin;
  const struct sm_box box = sm_mg_level_box(level);
  const struct sm_classify classify = {level->op, level->bytes + level->layout.origin};
  store->device->backend->classify(store->device, &box, &classify);
  return SM_OK;
}

static enum sm_status make_coarser(struct sm_context *ctx, struct sm_poisson *poisson,
                                   int *const start[3], const int count[3]) {
  const int l = poisson->levels;
  struct sm_mg_level *fine = &poisson->level[l - 1], *coarse = fine + 1;
  poisson->levels = l + 1;
  SM_TRY(sm_mg_level_coarser(ctx, fine, start, count, coarse));
  SM_TRY(make_arrays(ctx, poisson, l, false));
  SM_TRY(sm_store_put(ctx, &poisson->store, NULL, 3 * coarse->layout.size, sizeof(sm_half),
                      &coarse->coarse));
  SM_TRY(make_rows(ctx, &poisson->store, fine, start, count));
  fine->transfer.coarse_sy = coarse->layout.sy;
  fine->transfer.coarse_sz = coarse->layout.sz;
  fine->transfer.coarse_colour = coarse->layout.colour;
  if (l > 1) SM_TRY(make_array(ctx, &poisson->store, fine, sizeof(float), &fine->defect));
  sm_half *fraction = coarse->coarse + coarse->layout.origin;
  const struct sm_coarsen coarsen = {
      fine->op,
      {fine->layout.n[0], fine->layout.n[1], fine->layout.n[2]},
      {count[0], count[1], count[2]},
      {fine->is_periodic[0], fine->is_periodic[1], fine->is_periodic[2]},
      coarse->layout.sy,
      coarse->layout.sz,
      coarse->layout.colour,
      fine->start_x,
      fine->transfer.start_y,
      fine->transfer.start_z,
      fraction,
      fraction + coarse->layout.size,
      fraction + 2 * coarse->layout.size};
  coarse->op.cx = fraction;
  coarse->op.cy = coarse->op.cx + coarse->layout.size;
  coarse->op.cz = coarse->op.cy + coarse->layout.size;
  const struct sm_box box = {{0, 0, 0}, {coarse->layout.half + 1, count[1] + 1, count[2] + 1}};
  poisson->device->backend->coarsen(poisson->device, &box, &coarsen);
  return classify(ctx, &poisson->store, coarse);
}

static enum sm_status make_hierarchy(struct sm_context *ctx, struct sm_poisson *poisson) {
  struct sm_coarsening plan;
  SM_TRY(sm_coarsening_begin(ctx, &poisson->level[0], &plan));
  enum sm_status status = SM_OK;
  while (status == SM_OK && sm_coarsening_next(&plan, &poisson->level[poisson->levels - 1],
                                               poisson->levels, poisson->eta))
    status = make_coarser(ctx, poisson, plan.start, plan.count);
  sm_coarsening_end(&plan);
  return status;
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
  SM_TRY(sm_mg_share_create(ctx, poisson));
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
  enum sm_status status = make_finest(ctx, poisson, setup, is_direct);
  if (status == SM_OK) status = make_solution(ctx, poisson);
  if (status == SM_OK)
    status = is_direct ? sm_direct_create(ctx, poisson) : make_multigrid(ctx, poisson);
  if (status == SM_OK && is_direct) status = sm_mg_share_create(ctx, poisson);
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
