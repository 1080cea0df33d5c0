#include "solve/amg/amg.h"

#include "base/list.h"
#include "device/array_store.h"

enum { SWEEPS = 2, VISITS = 2 };
static const float omega = 1.15f; /* relaxation factor of sweeps by colour */
static const double left = 6;     /* fraction of the spectrum for coarser levels: see
                                     sm_chebyshev_weights */

/* A level below 0, with arrays on the device. */
struct csr_level {
  int count;
  size_t links, parts; /* totals over all rows */
  struct sm_csr rows;
  float *x, *b, *defect, *y;   /* y: for Chebyshev sweeps, else NULL */
  int *colour;                 /* host: start of each colour, colours + 1 entries; or NULL */
  int colours;                 /* 0: Chebyshev smoother */
  uint32_t *part_start, *part; /* unknowns of the finer level; for level 1, elements of the arrays
                                  of level 0 */
};

struct sm_csr_levels {
  struct sm_device *device;
  struct csr_level level[SM_CSR_LEVELS];
  int levels;
  float *inverse;  /* dense inverse of the last level; NULL if that is too large and only
                      smoothed */
  int32_t *number; /* host: new positions of the unknowns of the last level after sorting */
  struct sm_store store;
};

/* --- set-up --- */

/* Rows of a level sorted by colour, so that the rows of one smoother call are contiguous. */
struct sorted {
  int32_t *order, *number; /* old index of unknown m; new index of an old one */
  uint32_t *start, *part_start, *part;
  struct sm_csr_link *link;
  float *own;
};

static void free_sorted(struct sorted *s) {
  SM_FREE_ALL(s->order, s->number, s->start, s->part_start, s->part, s->link, s->own);
}

/* Finds the order by colour and the start of each colour; without colours the order is
 * unchanged. */
static enum sm_status sort_colours(struct sm_context *ctx, const struct sm_csr_level_data *given,
                                   struct csr_level *level, struct sorted *s) {
  const size_t count = (size_t)given->count;
  int *first;
  SM_TRY(sm_alloc(ctx, count, sizeof *s->order, "colours", &s->order));
  SM_TRY(sm_alloc(ctx, count, sizeof *s->number, "colours", &s->number));
  for (int i = 0; i < given->count && given->colour == NULL; i++) s->number[i] = s->order[i] = i;
  if (given->colour == NULL) return SM_OK;
  SM_TRY(sm_alloc(ctx, (size_t)given->colours + 2, sizeof *first, "colours", &first));
  level->colour = first;
  level->colours = given->colours;
  for (int i = 0; i < given->count; i++) first[given->colour[i] + 2]++;
  for (int c = 0; c < given->colours; c++) first[c + 2] += first[c + 1];
  for (int i = 0; i < given->count; i++) {
    s->number[i] = first[given->colour[i] + 1]++;
    s->order[s->number[i]] = i;
  }
  return SM_OK;
}

/* before: new positions of the unknowns of the finer level; NULL: unchanged. */
static enum sm_status sort_rows(struct sm_context *ctx, const struct sm_csr_level_data *given,
                                const int32_t *before, struct sorted *s) {
  const size_t count = (size_t)given->count, links = given->start[count];
  const char *what = "coarse levels";
  SM_TRY(sm_alloc(ctx, count + 1, sizeof *s->start, what, &s->start));
  SM_TRY(sm_alloc(ctx, count + 1, sizeof *s->part_start, what, &s->part_start));
  SM_TRY(sm_alloc(ctx, links, sizeof *s->link, what, &s->link));
  SM_TRY(sm_alloc(ctx, count, sizeof *s->own, what, &s->own));
  SM_TRY(sm_alloc(ctx, given->part_start[count], sizeof *s->part, what, &s->part));
  for (size_t m = 0; m < count; m++) {
    const size_t i = (size_t)s->order[m];
    s->start[m + 1] = s->start[m] + given->start[i + 1] - given->start[i];
    s->part_start[m + 1] = s->part_start[m] + given->part_start[i + 1] - given->part_start[i];
  }
#pragma omp parallel for schedule(static)
  for (size_t m = 0; m < count; m++) {
    const size_t i = (size_t)s->order[m];
    uint32_t to = s->start[m];
    for (uint32_t e = given->start[i]; e < given->start[i + 1]; e++, to++)
      s->link[to] = (struct sm_csr_link){s->number[given->link[e].to], given->link[e].value};
    to = s->part_start[m];
    for (uint32_t e = given->part_start[i]; e < given->part_start[i + 1]; e++, to++)
      s->part[to] = before == NULL ? given->part[e] : (uint32_t)before[given->part[e]];
    s->own[m] = given->own[i];
  }
  return SM_OK;
}

/* Replaces a by its inverse, by Gauss-Jordan elimination without pivoting: it is symmetric and
 * positive. A pivot lost to rounding belongs to a region without Dirichlet side; its unknown is set
 * to 0. */
static void invert(double *a, int n, const double *diagonal) {
  for (int k = 0; k < n; k++) {
    double *pivot_row = a + (ptrdiff_t)k * n;
    const bool lost = !(pivot_row[k] > 1e-9 * diagonal[k]);
    const double factor = lost ? 0 : 1 / pivot_row[k];
    pivot_row[k] = 1;
    for (int j = 0; j < n; j++) pivot_row[j] *= factor;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
      double *row = a + (ptrdiff_t)i * n;
      if (i == k || row[k] == 0) continue;
      const double share = lost ? 0 : row[k];
      row[k] = 0;
      for (int j = 0; j < n; j++) row[j] -= share * pivot_row[j];
    }
  }
}

/* Stores the dense inverse of a level if it is small; it is then the last. */
static enum sm_status put_inverse(struct sm_context *ctx, struct sm_csr_levels *levels,
                                  const struct sm_csr_level_data *u) {
  if (u->count > SM_CSR_DENSE) return SM_OK;
  const size_t n = (size_t)u->count;
  SM_SCOPED double *a = NULL, *diagonal = NULL;
  SM_SCOPED float *inverse = NULL;
  SM_TRY(sm_alloc(ctx, n * n, sizeof *a, "the coarsest level", &a));
  SM_TRY(sm_alloc(ctx, n, sizeof *diagonal, "the coarsest level", &diagonal));
  SM_TRY(sm_alloc(ctx, n * n, sizeof *inverse, "the coarsest level", &inverse));
  for (size_t i = 0; i < n; i++) {
    diagonal[i] = (double)u->own[i];
    for (uint32_t e = u->start[i]; e < u->start[i + 1]; e++) {
      diagonal[i] += (double)u->link[e].value;
      a[i * n + (size_t)u->link[e].to] -= (double)u->link[e].value;
    }
    a[i * n + i] = diagonal[i];
  }
  invert(a, u->count, diagonal);
  for (size_t m = 0; m < n * n; m++) inverse[m] = (float)a[m];
  return sm_store_put(ctx, &levels->store, inverse, n * n, sizeof *inverse, &levels->inverse);
}

static enum sm_status put_rows(struct sm_context *ctx, struct sm_store *store,
                               const struct sorted *s, struct csr_level *level) {
  const size_t count = (size_t)level->count, links = s->start[count];
  const size_t parts = s->part_start[count];
  const bool polynomial = level->colours == 0;
  float *vectors;
  SM_TRY(sm_store_put(ctx, store, s->start, count + 1, sizeof *s->start, &level->rows.start));
  SM_TRY(sm_store_put(ctx, store, s->link, links, sizeof *s->link, &level->rows.link));
  SM_TRY(sm_store_put(ctx, store, s->own, count, sizeof *s->own, &level->rows.own));
  SM_TRY(sm_store_put(ctx, store, s->part_start, count + 1, sizeof *s->part_start,
                      &level->part_start));
  SM_TRY(sm_store_put(ctx, store, s->part, parts, sizeof *s->part, &level->part));
  SM_TRY(sm_store_put(ctx, store, NULL, (polynomial ? 4 : 3) * count, sizeof *vectors, &vectors));
  level->x = vectors;
  level->b = vectors + count;
  level->links = links;
  level->parts = parts;
  level->defect = vectors + 2 * count;
  level->y = polynomial ? vectors + 3 * count : NULL;
  return SM_OK;
}

enum sm_status sm_csr_levels_add(struct sm_context *ctx, struct sm_csr_levels *levels,
                                 const struct sm_csr_level_data *given) {
  struct csr_level *level = &levels->level[levels->levels++];
  SM_SCOPED_BY(free_sorted) struct sorted sorted = {.order = NULL};
  level->count = given->count;
  SM_TRY(sort_colours(ctx, given, level, &sorted));
  SM_TRY(sort_rows(ctx, given, levels->number, &sorted));
  SM_TRY(put_rows(ctx, &levels->store, &sorted, level));
  const struct sm_csr_level_data rows = {
      .count = given->count, .start = sorted.start, .link = sorted.link, .own = sorted.own};
  SM_TRY(put_inverse(ctx, levels, &rows));
  sm_free(levels->number);
  levels->number = sorted.number;
  sorted.number = NULL;
  return SM_OK;
}

enum sm_status sm_csr_levels_create(struct sm_context *ctx, struct sm_device *device,
                                    struct sm_csr_levels **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "coarse levels", out));
  (*out)->device = device;
  (*out)->store = (struct sm_store){.device = device, .what = "coarse levels"};
  return SM_OK;
}

void sm_csr_levels_destroy(struct sm_csr_levels **levels) {
  struct sm_csr_levels *g = *levels;
  if (g == NULL) return;
  sm_store_clear(&g->store);
  sm_free(g->number);
  for (int l = 0; l < g->levels; l++) sm_free(g->level[l].colour);
  sm_free(g);
  *levels = NULL;
}

size_t sm_csr_levels_bytes(const struct sm_csr_levels *levels) {
  return sm_store_bytes(&levels->store);
}

int sm_csr_levels_count(const struct sm_csr_levels *levels) { return levels->levels; }

int sm_csr_levels_unknowns(const struct sm_csr_levels *levels, int l) {
  return levels->level[l - 1].count;
}

/* --- the cycle --- */

/* Sweeps over the colours of a level, forward or backward. */
static void sweep_colours(const struct sm_csr_levels *levels, const struct csr_level *level,
                          bool backwards, int sweeps) {
  struct sm_device *device = levels->device;
  for (int m = 0; m < sweeps * level->colours; m++) {
    const int turn = m % level->colours, c = backwards ? level->colours - 1 - turn : turn;
    const int count = level->colour[c + 1] - level->colour[c];
    const struct sm_box box = sm_csr_box(count);
    const struct sm_csr_smooth smooth = {level->rows,      level->x, level->b,
                                         level->colour[c], count,    omega};
    device->backend->csr_smooth(device, &box, &smooth);
  }
}

void sm_chebyshev_weights(double part, int sweeps, float *momentum, float *weight) {
  const double high = 2, low = high / part, middle = 0.5 * (high + low), half = 0.5 * (high - low);
  double before = half / middle;
  momentum[0] = 0;
  weight[0] = (float)(1 / middle);
  for (int s = 1; s < sweeps; s++) {
    const double now = 1 / (2 * middle / half - before);
    momentum[s] = (float)(now * before);
    weight[s] = (float)(2 * now / half);
    before = now;
  }
}

/* Chebyshev sweeps over all unknowns, from x to y and back. zero: x counts as 0. */
static void sweep_polynomial(const struct sm_csr_levels *levels, const struct csr_level *level,
                             bool zero) {
  struct sm_device *device = levels->device;
  const struct sm_box box = sm_csr_box(level->count);
  float momentum[SWEEPS], weight[SWEEPS];
  sm_chebyshev_weights(left, SWEEPS, momentum, weight);
  for (int s = 0; s < SWEEPS; s++) {
    const struct sm_csr_chebyshev sweep = {level->rows,  s % 2 == 0 ? level->x : level->y,
                                           level->b,     s % 2 == 0 ? level->y : level->x,
                                           level->count, momentum[s],
                                           weight[s],    zero && s == 0};
    device->backend->csr_chebyshev(device, &box, &sweep);
  }
}

enum turn { FROM_ZERO, FORWARDS, BACKWARDS };

static void sweep(const struct sm_csr_levels *levels, const struct csr_level *level,
                  enum turn turn) {
  if (level->colours > 0)
    sweep_colours(levels, level, turn == BACKWARDS, SWEEPS);
  else
    sweep_polynomial(levels, level, turn == FROM_ZERO);
}

/* One backward and one forward sweep; Chebyshev sweeps come in pairs. */
static void sweep_between(const struct sm_csr_levels *levels, const struct csr_level *level) {
  if (level->colours == 0) {
    sweep_polynomial(levels, level, false);
    return;
  }
  sweep_colours(levels, level, true, 1);
  sweep_colours(levels, level, false, 1);
}

static void cycle(const struct sm_csr_levels *levels, int l);

/* Adds the coarse-grid correction to x of a level. defect and x belong to the finer level; the
 * defect has been computed. */
static void correct(const struct sm_csr_levels *levels, int coarse, const float *defect, float *x) {
  struct sm_device *device = levels->device;
  const struct csr_level *level = &levels->level[coarse];
  const struct sm_box box = sm_csr_box(level->count);
  const struct sm_csr_restrict down = {level->part_start, level->part, defect,
                                       level->b,          level->x,    level->count};
  device->backend->csr_restrict(device, &box, &down);
  cycle(levels, coarse);
  const struct sm_csr_prolong up = {level->part_start, level->part, level->x, x, level->count};
  device->backend->csr_prolong(device, &box, &up);
}

/* Cycle: x of level l from its b, starting from x = 0. The operator of a level has as little as
 * half the energy of the finer one, so a correction may be twice too large. With one visit per
 * level this would grow to 2^levels; two visits never overshoot, so it stays below two on every
 * level. */
static void cycle(const struct sm_csr_levels *levels, int l) {
  const struct csr_level *level = &levels->level[l];
  struct sm_device *device = levels->device;
  const struct sm_box box = sm_csr_box(level->count);
  if (l == levels->levels - 1 && levels->inverse != NULL) {
    const struct sm_csr_dense dense = {levels->inverse, level->b, level->x, level->count};
    device->backend->csr_dense(device, &box, &dense);
    return;
  }
  sweep(levels, level, FROM_ZERO);
  for (int visit = 0; l < levels->levels - 1 && visit < VISITS; visit++) {
    if (visit > 0) sweep_between(levels, level);
    const struct sm_csr_defect defect = {level->rows, level->x, level->b, level->defect,
                                         level->count};
    device->backend->csr_defect(device, &box, &defect);
    correct(levels, l + 1, level->defect, level->x);
  }
  sweep(levels, level, BACKWARDS);
}

void sm_csr_levels_correct(const struct sm_csr_levels *levels, const float *defect, float *x) {
  if (levels->levels > 0) correct(levels, 0, defect, x);
}

/* Memory traffic of one visit of level l and those below; each array once per kernel. */
static double visit_bytes(const struct sm_csr_levels *levels, int l) {
  const struct csr_level *level = &levels->level[l];
  const double count = level->count, number = sizeof(float);
  const double rows =
      (double)level->links * sizeof(struct sm_csr_link) + count * (sizeof(uint32_t) + number);
  const double down = (double)level->parts * (sizeof(uint32_t) + number) + 2 * count * number;
  const double up = (double)level->parts * (sizeof(uint32_t) + 2 * number) + count * number;
  if (l == levels->levels - 1 && levels->inverse != NULL)
    return down + up + (count + 2) * count * number;
  const int visits = l < levels->levels - 1 ? VISITS : 0, sweeps = SWEEPS * (visits + 1);
  const double below = visits > 0 ? visits * visit_bytes(levels, l + 1) : 0;
  return down + up + below + (sweeps + visits) * (rows + 3 * count * number);
}

double sm_csr_levels_cycle_bytes(const struct sm_csr_levels *levels) {
  return levels->levels > 0 ? visit_bytes(levels, 0) : 0;
}
