/* chem/generate/matrix.c - unrolled LU factorisation and solution of the matrix of a step: no
 * loops, all addresses known at compile time. */
#include "chem/generate/internal.h"

/* TILE_NUMBERS: maximum size of a tile, held in registers. CUTS: maximum number of tiles side by
 * side. TOO_MANY: cost per number of an oversized tile, in reads. */
enum { TILE_NUMBERS = 110, CUTS = 24, TOO_MANY = 1000 };

static int32_t place_of(const struct sm_sparse_lu *s, int32_t pivot, int32_t other) {
  return s->place[s->order[pivot] * s->n + s->order[other]];
}

static bool is_value(const struct sm_sparse_lu *s, int32_t row, int32_t column) {
  return place_of(s, row, column) >= 0;
}

struct span {
  int32_t first, end;
};

static bool holds(const struct span *of, int32_t i) { return of->first <= i && i < of->end; }

/* Tile of the matrix: some rows and columns, in pivot order. */
struct tile {
  const struct sm_sparse_lu *s;
  struct span rows, columns;
};

static int32_t numbers_of(const struct tile *t) {
  int32_t count = 0;
  for (int32_t i = t->rows.first; i < t->rows.end; i++)
    for (int32_t j = t->columns.first; j < t->columns.end; j++) count += is_value(t->s, i, j);
  return count;
}

/* Number of rows that a pivot eliminates, and of columns. */
static int32_t rows_below(const struct tile *t, int32_t pivot) {
  int32_t count = 0;
  for (int32_t i = t->rows.first; i < t->rows.end; i++)
    count += i > pivot && is_value(t->s, i, pivot);
  return count;
}

static int32_t columns_right(const struct tile *t, int32_t pivot) {
  int32_t count = 0;
  for (int32_t j = t->columns.first; j < t->columns.end; j++)
    count += j > pivot && is_value(t->s, pivot, j);
  return count;
}

/* Number of values that a tile reads from other tiles. */
static int32_t reads_of(const struct tile *t) {
  int32_t count = 0;
  for (int32_t p = 0; p < t->rows.end && p < t->columns.end; p++) {
    const int32_t rows = rows_below(t, p), columns = columns_right(t, p);
    const bool factors = holds(&t->columns, p);
    if (rows == 0 || (columns == 0 && !factors)) continue;
    if (!factors) count += rows;
    if (!holds(&t->rows, p)) count += columns + factors;
  }
  return count;
}

/* --- tiles --- */

/* Division of rows and columns alike: tile i starts at at[i]; the last entry is the end. */
struct cuts {
  int32_t count, at[CUTS + 1];
};

static struct span span_of(const struct cuts *c, int32_t i) {
  return (struct span){c->at[i], c->at[i + 1]};
}

/* Total reads from other tiles, plus a penalty for tiles that do not fit into registers. */
static int64_t cost_of(const struct sm_sparse_lu *s, const struct cuts *c) {
  int64_t cost = 0;
  for (int32_t i = 0; i < c->count; i++)
    for (int32_t j = 0; j < c->count; j++) {
      const struct tile t = {s, span_of(c, i), span_of(c, j)};
      const int32_t numbers = numbers_of(&t);
      cost += reads_of(&t);
      if (numbers > TILE_NUMBERS) cost += (int64_t)numbers * TOO_MANY;
    }
  return cost;
}

/* Cuts of equal size, counted from the last row. */
static struct cuts cut_evenly(const struct sm_sparse_lu *s, int32_t size) {
  struct cuts c = {(s->n + size - 1) / size, {0}};
  for (int32_t i = 1; i <= c.count; i++) c.at[i] = s->n - (c.count - i) * size;
  return c;
}

/* Moves a cut by one row where this lowers the cost. */
static bool move_cut(const struct sm_sparse_lu *s, struct cuts *c, int64_t *cost) {
  for (int32_t i = 1; i < c->count; i++)
    for (int32_t by = -1; by <= 1; by += 2) {
      struct cuts moved = *c;
      moved.at[i] += by;
      if (moved.at[i] == c->at[i - 1] || moved.at[i] == c->at[i + 1]) continue;
      const int64_t costs = cost_of(s, &moved);
      if (costs >= *cost) continue;
      *c = moved;
      *cost = costs;
      return true;
    }
  return false;
}

static struct cuts best_tiling(const struct sm_sparse_lu *s) {
  struct cuts best = cut_evenly(s, s->n);
  int64_t least = INT64_MAX;
  for (int32_t size = (s->n + CUTS - 1) / CUTS; size <= s->n; size++) {
    const struct cuts c = cut_evenly(s, size);
    const int64_t cost = cost_of(s, &c);
    if (cost >= least) continue;
    least = cost;
    best = c;
  }
  while (move_cut(s, &best, &least)) {
  }
  return best;
}

/* --- text --- */

static void add_number(struct sm_text *out, const struct tile *t, int32_t row, int32_t column) {
  if (holds(&t->rows, row) && holds(&t->columns, column))
    sm_text_add(out, "x_%d_%d", (int)row, (int)column);
  else
    sm_text_add(out, "SM_CHEM_V(%d)", (int)place_of(t->s, row, column));
}

static void add_reads(struct sm_text *out, const struct tile *t) {
  const struct sm_sparse_lu *s = t->s;
  for (int32_t i = t->rows.first; i < t->rows.end; i++)
    for (int32_t j = t->columns.first; j < t->columns.end; j++) {
      if (!is_value(s, i, j)) continue;
      sm_text_add(out, "  double x_%d_%d = ", (int)i, (int)j);
      if (s->given[s->order[i] * s->n + s->order[j]])
        sm_text_add(out, "SM_CHEM_V(%d);\n", (int)place_of(s, i, j));
      else
        sm_text_add(out, "0.0;\n");
    }
}

static void add_writes(struct sm_text *out, const struct tile *t) {
  for (int32_t i = t->rows.first; i < t->rows.end; i++)
    for (int32_t j = t->columns.first; j < t->columns.end; j++)
      if (is_value(t->s, i, j))
        sm_text_add(out, "  SM_CHEM_V(%d) = x_%d_%d;\n", (int)place_of(t->s, i, j), (int)i, (int)j);
}

static void add_inverse(struct sm_text *out, int32_t pivot) {
  sm_text_add(out,
              "  least = sm_chem_min(least, x_%d_%d);\n  x_%d_%d = sm_chem_inverse(x_%d_%d);\n",
              (int)pivot, (int)pivot, (int)pivot, (int)pivot, (int)pivot, (int)pivot);
}

/* Factors of a pivot for the rows below: stored in its own
 * column of tiles, read elsewhere. */
static void add_factors(struct sm_text *out, const struct tile *t, int32_t pivot) {
  const bool own = holds(&t->columns, pivot);
  if (own) {
    sm_text_add(out, "  const double per = ");
    add_number(out, t, pivot, pivot);
    sm_text_add(out, ";\n");
  }
  for (int32_t i = t->rows.first; i < t->rows.end; i++) {
    if (i <= pivot || !is_value(t->s, i, pivot)) continue;
    sm_text_add(out, own ? "  x_%d_%d *= per;\n" : "  const double x_%d_%d = ", (int)i, (int)pivot);
    if (!own) sm_text_add(out, "SM_CHEM_V(%d);\n", (int)place_of(t->s, i, pivot));
  }
}

/* Eliminates pivot row `pivot` from the rows of a tile. */
static void add_elimination(struct sm_text *out, const struct tile *t, int32_t pivot) {
  if (rows_below(t, pivot) == 0 || (columns_right(t, pivot) == 0 && !holds(&t->columns, pivot)))
    return;
  sm_text_add(out, "  {\n");
  add_factors(out, t, pivot);
  for (int32_t j = t->columns.first; j < t->columns.end; j++) {
    if (j <= pivot || !is_value(t->s, pivot, j)) continue;
    sm_text_add(out, "  { const double u = ");
    add_number(out, t, pivot, j);
    sm_text_add(out, ";");
    for (int32_t i = t->rows.first; i < t->rows.end; i++)
      if (i > pivot && is_value(t->s, i, pivot))
        sm_text_add(out, " x_%d_%d = SM_CHEM_FMA(-x_%d_%d, u, x_%d_%d);", (int)i, (int)j, (int)i,
                    (int)pivot, (int)i, (int)j);
    sm_text_add(out, " }\n");
  }
  sm_text_add(out, "  }\n");
}

/* Generates a function for a tile, and its call. */
static void add_tile(struct sm_text *out, struct sm_text *calls, const struct tile *t) {
  if (numbers_of(t) == 0) return;
  const int row = (int)t->rows.first, column = (int)t->columns.first;
  sm_text_add(out,
              "SM_CHEM_ALONE double sm_chem_tile_%d_%d(double *v, double least) {\n"
              "  SM_CHEM_LIES(v)\n",
              row, column);
  add_reads(out, t);
  for (int32_t pivot = 0; pivot < t->rows.end && pivot < t->columns.end; pivot++) {
    if (holds(&t->rows, pivot) && holds(&t->columns, pivot)) add_inverse(out, pivot);
    add_elimination(out, t, pivot);
  }
  add_writes(out, t);
  sm_text_add(out, "  return least;\n}\n\n");
  sm_text_add(calls, "  least = sm_chem_tile_%d_%d(v, least);\n", row, column);
}

/* Generates sm_chem_factor: in-place LU, factors below the diagonal, inverse pivots on it; returns
 * the smallest pivot. Tiles share reads of other tiles by rows and columns. */
void sm_generate_factors(struct sm_generator *g) {
  const struct sm_sparse_lu *s = g->sparse;
  const struct cuts cuts = best_tiling(s);
  SM_SCOPED_BY(sm_text_free) struct sm_text calls = {0};
  for (int32_t k = 0; k < cuts.count; k++) {
    const struct span own = span_of(&cuts, k);
    for (int32_t i = k; i < cuts.count; i++)
      add_tile(g->out, &calls, &(struct tile){s, span_of(&cuts, i), own});
    for (int32_t j = k + 1; j < cuts.count; j++)
      add_tile(g->out, &calls, &(struct tile){s, own, span_of(&cuts, j)});
  }
  sm_text_add(g->out,
              "SM_CHEM_FN double sm_chem_factor(double *v) {\n"
              "  double least = 1e300;\n%s  return least;\n}\n\n",
              sm_text_string(&calls));
  g->out->failed = g->out->failed || calls.failed;
}

void sm_generate_solve(struct sm_generator *g) {
  const struct sm_sparse_lu *s = g->sparse;
  sm_text_add(g->out, "SM_CHEM_FN void sm_chem_solve(const double *v, double *b) {\n");
  for (int32_t i = 0; i < s->n; i++)
    for (int32_t j = 0; j < i; j++)
      if (place_of(s, i, j) >= 0)
        sm_text_add(g->out, "  b[%d] = SM_CHEM_FMA(-SM_CHEM_V(%d), b[%d], b[%d]);\n",
                    (int)s->order[i], (int)place_of(s, i, j), (int)s->order[j], (int)s->order[i]);
  for (int32_t i = s->n - 1; i >= 0; i--) {
    for (int32_t j = s->n - 1; j > i; j--)
      if (place_of(s, i, j) >= 0)
        sm_text_add(g->out, "  b[%d] = SM_CHEM_FMA(-SM_CHEM_V(%d), b[%d], b[%d]);\n",
                    (int)s->order[i], (int)place_of(s, i, j), (int)s->order[j], (int)s->order[i]);
    sm_text_add(g->out, "  b[%d] *= SM_CHEM_V(%d);\n", (int)s->order[i], (int)place_of(s, i, i));
  }
  sm_text_add(g->out, "}\n\n");
}
