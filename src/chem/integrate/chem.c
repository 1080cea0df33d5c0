/* Chemistry of a set of cells (simoom/chem.h): creation, production rates, rates of progress,
 * thermodynamics. */
#include "simoom/chem.h"
#include "base/context.h"
#include "base/machine/machine.h"
#include "chem/integrate/integrate.h"
#include "chem/integrate/sparse_lu.h"
#include "device/reacting_cells.h"

#include <omp.h>
#include <string.h>

enum sm_status sm_chem_create(struct sm_context *ctx, const struct sm_mechanism *mechanism,
                              int threads, struct sm_chem **out) {
  struct sm_chem *chem;
  SM_TRY(sm_alloc(ctx, 1, sizeof *chem, "chemistry", &chem));
  chem->mechanism = mechanism;
  chem->threads = sm_threads_choose(threads);
  enum sm_status status = sm_kinetics_create(ctx, mechanism, &chem->kinetics);
  if (status == SM_OK) status = sm_reactor_jacobian_pattern(ctx, chem->kinetics, &chem->sparse);
  if (status == SM_OK) status = sm_interaction_graph_create(ctx, chem->kinetics, &chem->graph);
  if (status != SM_OK) sm_chem_destroy(&chem);
  *out = chem;
  return status;
}

void sm_chem_destroy(struct sm_chem **chem) {
  if (*chem == NULL) return;
  sm_interaction_graph_destroy(&(*chem)->graph);
  sm_sparse_lu_destroy(&(*chem)->sparse);
  sm_kinetics_destroy(&(*chem)->kinetics);
  sm_free(*chem);
  *chem = NULL;
}

const char *sm_chem_method_name(enum sm_chem_method method) {
  static const char *const names[SM_CHEM_METHODS] = {"auto",   "rk4",    "rkck45", "rkc2",
                                                     "rodas3", "rodas4", "cvode"};
  return names[method];
}

/* Copies cells from `first` to a row; idle lanes repeat the last cell. NULL: zeros. */
static void load_row(const double *from, int64_t count, int64_t first, int lanes, double *row) {
  const int there = count - first < lanes ? (int)(count - first) : lanes;
  if (from == NULL) {
    memset(row, 0, (size_t)lanes * sizeof *row);
    return;
  }
  memcpy(row, from + first, (size_t)there * sizeof *row);
  for (int l = there; l < lanes; l++) row[l] = row[there - 1];
}

static void load(const struct sm_chem *chem, const struct sm_chem_cells *cells, int64_t first,
                 int lanes, struct sm_batch_workspace *a) {
  const int32_t n = chem->kinetics->species_count;
  const int64_t count = cells->count;
  double total[SM_BATCH_CELLS] = {0};
  for (int32_t i = 0; i < n; i++) {
    double *row = a->c + (ptrdiff_t)i * lanes;
    load_row(cells->concentrations + i * count, count, first, lanes, row);
    for (int l = 0; l < lanes; l++) total[l] += row[l];
  }
  load_row(cells->temperature, count, first, lanes, a->t);
  load_row(cells->pressure, count, first, lanes, a->p);
  for (int l = 0; l < lanes && cells->pressure == NULL; l++)
    a->p[l] = SM_GAS_CONSTANT * total[l] * a->t[l];
  load_row(cells->sun, count, first, lanes, a->sun);
  load_row(cells->zenith, count, first, lanes, a->zenith);
  load_row(cells->water, count, first, lanes, a->water);
}

/* Copies rows of results to arrays of cells. */
static void unload(const double *rows, int32_t count, const struct sm_chem_cells *cells,
                   int64_t first, int lanes, double *out) {
  if (out == NULL) return;
  const int64_t left = cells->count - first;
  const size_t size = (size_t)(left < lanes ? left : lanes) * sizeof *out;
  for (int32_t i = 0; i < count; i++)
    memcpy(out + i * cells->count + first, rows + i * lanes, size);
}

/* Memory of one thread for production rates or rates of progress. */
struct rows {
  struct sm_batch_workspace space;
  double *results;
};

static enum sm_status allocate_rows(struct sm_context *ctx, const struct sm_chem *chem,
                                    int32_t count, int threads, int lanes, struct rows **out) {
  const size_t numbers = (size_t)count * (size_t)lanes;
  struct rows *rows;
  SM_TRY(sm_alloc(ctx, (size_t)threads, sizeof *rows, "rows of chemistry", &rows));
  *out = rows;
  for (int i = 0; i < threads; i++) {
    SM_TRY(sm_batch_workspace_create(ctx, chem->kinetics, (size_t)lanes, &rows[i].space));
    SM_TRY(sm_alloc(ctx, numbers, sizeof(double), "rows of chemistry", &rows[i].results));
  }
  return SM_OK;
}

static void free_rows(struct rows *rows, int threads) {
  for (int i = 0; rows != NULL && i < threads; i++) {
    sm_batch_workspace_free(&rows[i].space);
    sm_free(rows[i].results);
  }
  sm_free(rows);
}

void sm_chem_get_work(const struct sm_chem *chem, struct sm_chem_work *out) {
  const struct sm_kinetics *k = chem->kinetics;
  const bool sparse = k->species_count > SM_GROUP_DENSE_SPECIES;
  const int32_t threads = sparse ? SM_GROUP_BLOCK : sm_group_size(k->species_count);
  const struct sm_group_tables counts = {.species = k->species_count,
                                         .rows = k->step_count,
                                         .colliders = k->collider_count,
                                         .chunk = threads,
                                         .values = sparse ? chem->sparse->value_count : 0};
  *out = (struct sm_chem_work){chem->sparse->n, chem->sparse->value_count, chem->sparse->pair_count,
                               sm_reacting_cell_bytes(&counts), threads};
}

enum sm_status sm_chem_rates(struct sm_context *ctx, const struct sm_chem *chem,
                             const struct sm_chem_cells *cells, double *rates) {
  const int32_t n = chem->kinetics->species_count;
  const int threads = chem->threads;
  const struct sm_batch_table *table = sm_batch_select(cells->count);
  struct rows *rows = NULL;
  const enum sm_status status = allocate_rows(ctx, chem, n, threads, table->lanes, &rows);
  if (status == SM_OK) {
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t first = 0; first < cells->count; first += table->lanes) {
      struct rows *own = &rows[omp_get_thread_num()];
      load(chem, cells, first, table->lanes, &own->space);
      table->rates(chem->kinetics, &own->space, own->results);
      unload(own->results, n, cells, first, table->lanes, rates);
    }
  }
  free_rows(rows, threads);
  return status;
}

enum sm_status sm_chem_progress(struct sm_context *ctx, const struct sm_chem *chem,
                                const struct sm_chem_cells *cells,
                                const struct sm_chem_progress_rates *out) {
  const int32_t n = chem->kinetics->reaction_count;
  const struct sm_batch_table *table = sm_batch_select(cells->count);
  const ptrdiff_t size = (ptrdiff_t)n * table->lanes;
  struct rows *rows = NULL;
  const enum sm_status status = allocate_rows(ctx, chem, 4 * n, 1, table->lanes, &rows);
  double *const to[4] = {out->kf, out->kr, out->qf, out->qr};
  for (int64_t first = 0; status == SM_OK && first < cells->count; first += table->lanes) {
    double *own = rows->results;
    const struct sm_chem_progress_rates part = {own, own + size, own + 2 * size, own + 3 * size};
    load(chem, cells, first, table->lanes, &rows->space);
    table->progress(chem->kinetics, &rows->space, &part);
    for (int i = 0; i < 4; i++) unload(own + i * size, n, cells, first, table->lanes, to[i]);
  }
  free_rows(rows, 1);
  return status;
}

enum sm_status sm_chem_thermo(struct sm_context *ctx, const struct sm_chem *chem,
                              double temperature, double *cp, double *h, double *s) {
  (void)ctx;
  sm_batch_select(1)->thermo(chem->kinetics, &temperature, cp, h, s);
  return SM_OK;
}
