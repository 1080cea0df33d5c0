#include "simoom/chem.h"
#include "base/context.h"
#include "chem/advance.h"
#include "chem/reactor_cell.h"

#include <omp.h>
#include <string.h>

enum { L = SM_CHEM_LANES };

enum sm_status sm_chem_create(struct sm_context *ctx, const struct sm_mechanism *mechanism,
                              int threads, struct sm_chem **out) {
  struct sm_chem *chem;
  SM_TRY(sm_alloc(ctx, 1, sizeof *chem, "chemistry", &chem));
  chem->mechanism = mechanism;
  chem->threads = threads > 0 ? threads : omp_get_max_threads();
  enum sm_status status = sm_kinetics_create(ctx, mechanism, &chem->kinetics);
  if (status == SM_OK) status = sm_reactor_pattern(ctx, chem->kinetics, &chem->sparse);
  if (status != SM_OK) sm_chem_destroy(&chem);
  *out = chem;
  return status;
}

void sm_chem_destroy(struct sm_chem **chem) {
  if (*chem == NULL) return;
  sm_sparse_destroy(&(*chem)->sparse);
  sm_kinetics_destroy(&(*chem)->kinetics);
  sm_free(*chem);
  *chem = NULL;
}

const char *sm_chem_method_name(enum sm_chem_method method) {
  static const char *const names[SM_CHEM_METHODS] = {"auto",   "rk4",    "rkck45", "rkc2",
                                                     "rodas3", "rodas4", "cvode"};
  return names[method];
}

/* Cells first.. of an array in a row; the last is repeated in what is left of it. NULL: 0. */
static void load_row(const double *from, int64_t count, int64_t first, double *row) {
  const int there = count - first < L ? (int)(count - first) : L;
  if (from == NULL) {
    memset(row, 0, L * sizeof *row);
    return;
  }
  memcpy(row, from + first, (size_t)there * sizeof *row);
  for (int l = there; l < L; l++) row[l] = row[there - 1];
}

static void load(const struct sm_chem *chem, const struct sm_chem_cells *cells, int64_t first,
                 struct sm_lanes_space *a) {
  const int32_t n = chem->kinetics->species_count;
  const int64_t count = cells->count;
  double total[L] = {0};
  for (int32_t i = 0; i < n; i++) {
    double *row = a->c + (ptrdiff_t)i * L;
    load_row(cells->concentrations + i * count, count, first, row);
    for (int l = 0; l < L; l++) total[l] += row[l];
  }
  load_row(cells->temperature, count, first, a->t);
  load_row(cells->pressure, count, first, a->p);
  for (int l = 0; l < L && cells->pressure == NULL; l++)
    a->p[l] = SM_GAS_CONSTANT * total[l] * a->t[l];
  load_row(cells->sun, count, first, a->sun);
  load_row(cells->zenith, count, first, a->zenith);
  load_row(cells->water, count, first, a->water);
}

/* Rows of results to arrays of cells. */
static void unload(const double *rows, int32_t count, const struct sm_chem_cells *cells,
                   int64_t first, double *out) {
  if (out == NULL) return;
  const int64_t left = cells->count - first;
  const size_t size = (size_t)(left < L ? left : L) * sizeof *out;
  for (int32_t i = 0; i < count; i++) memcpy(out + i * cells->count + first, rows + i * L, size);
}

/* Memory of one thread for rates, or for rates of progress. */
struct rows {
  struct sm_lanes_space space;
  double *results;
};

static enum sm_status take_rows(struct sm_context *ctx, const struct sm_chem *chem, int32_t count,
                                int threads, struct rows **out) {
  struct rows *rows;
  SM_TRY(sm_alloc(ctx, (size_t)threads, sizeof *rows, "rows of chemistry", &rows));
  *out = rows;
  for (int i = 0; i < threads; i++) {
    SM_TRY(sm_lanes_space_create(ctx, chem->kinetics, L, &rows[i].space));
    SM_TRY(sm_alloc(ctx, (size_t)count * L, sizeof(double), "rows of chemistry", &rows[i].results));
  }
  return SM_OK;
}

static void free_rows(struct rows *rows, int threads) {
  for (int i = 0; rows != NULL && i < threads; i++) {
    sm_lanes_space_free(&rows[i].space);
    sm_free(rows[i].results);
  }
  sm_free(rows);
}

enum sm_status sm_chem_rates(struct sm_context *ctx, const struct sm_chem *chem,
                             const struct sm_chem_cells *cells, double *rates) {
  const int32_t n = chem->kinetics->species_count;
  const int threads = chem->threads;
  const struct sm_lanes_table *lanes = sm_chem_lanes();
  struct rows *rows = NULL;
  const enum sm_status status = take_rows(ctx, chem, n, threads, &rows);
  if (status == SM_OK) {
#pragma omp parallel for num_threads(threads) schedule(static)
    for (int64_t first = 0; first < cells->count; first += L) {
      struct rows *own = &rows[omp_get_thread_num()];
      load(chem, cells, first, &own->space);
      lanes->rates(chem->kinetics, &own->space, own->results);
      unload(own->results, n, cells, first, rates);
    }
  }
  free_rows(rows, threads);
  return status;
}

enum sm_status sm_chem_progress(struct sm_context *ctx, const struct sm_chem *chem,
                                const struct sm_chem_cells *cells,
                                const struct sm_chem_progress *out) {
  const int32_t n = chem->kinetics->reaction_count;
  struct rows *rows = NULL;
  const enum sm_status status = take_rows(ctx, chem, 4 * n, 1, &rows);
  double *const to[4] = {out->kf, out->kr, out->qf, out->qr};
  for (int64_t first = 0; status == SM_OK && first < cells->count; first += L) {
    double *own = rows->results;
    const struct sm_chem_progress part = {own, own + n * L, own + 2 * n * L, own + 3 * n * L};
    load(chem, cells, first, &rows->space);
    sm_chem_lanes()->progress(chem->kinetics, &rows->space, &part);
    for (int i = 0; i < 4; i++) unload(own + i * n * L, n, cells, first, to[i]);
  }
  free_rows(rows, 1);
  return status;
}

enum sm_status sm_chem_thermo(struct sm_context *ctx, const struct sm_chem *chem,
                              double temperature, double *cp, double *h, double *s) {
  const int32_t n = chem->kinetics->species_count;
  double t[L], *rows, *const to[3] = {cp, h, s};
  SM_TRY(sm_alloc(ctx, 3 * (size_t)n * L, sizeof *rows, "thermodynamics", &rows));
  for (int l = 0; l < L; l++) t[l] = temperature;
  sm_chem_lanes()->thermo(chem->kinetics, t, rows, rows + n * L, rows + 2 * n * L);
  for (int i = 0; i < 3; i++)
    for (int32_t k = 0; k < n; k++) to[i][k] = rows[(i * n + k) * L];
  sm_free(rows);
  return SM_OK;
}
