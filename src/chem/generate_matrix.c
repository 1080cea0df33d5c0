/* generate_matrix.c - LU factors of the matrix of a step, and solutions with them, without a loop:
 * each number is read from where it is known to lie. */
#include "chem/generate_parts.h"

/* Numbers of the rows that are made together which registers hold; more lie in shared memory. A row
 * above that is read is used by all of them. */
enum { ROW_NUMBERS = 110 };

static int32_t place_of(const struct sm_sparse *s, int32_t pivot, int32_t other) {
  return s->place[s->order[pivot] * s->n + s->order[other]];
}

static int32_t numbers_of(const struct sm_sparse *s, int32_t pivot) {
  int32_t count = 0;
  for (int32_t j = 0; j < s->n; j++) count += place_of(s, pivot, j) >= 0;
  return count;
}

/* The rows first .. end: up to `inside` as x_<row>_<column>, the others in SM_CHEM_X. */
struct rows {
  const struct sm_sparse *s;
  struct sm_text *out;
  int32_t first, inside, end;
};

static bool has(const struct rows *r, int32_t row, int32_t column) {
  return row > column && place_of(r->s, row, column) >= 0;
}

static void add_number(const struct rows *r, int32_t row, int32_t column) {
  if (row < r->inside) {
    sm_text_add(r->out, "x_%d_%d", (int)row, (int)column);
    return;
  }
  int32_t at = 0;
  for (int32_t i = r->inside; i < row; i++) at += numbers_of(r->s, i);
  for (int32_t j = 0; j < column; j++) at += place_of(r->s, row, j) >= 0;
  sm_text_add(r->out, "SM_CHEM_X(%d)", (int)at);
}

static void add_reads(const struct rows *r) {
  const struct sm_sparse *s = r->s;
  for (int32_t i = r->first; i < r->end; i++)
    for (int32_t j = 0; j < s->n; j++) {
      if (place_of(s, i, j) < 0) continue;
      sm_text_add(r->out, i < r->inside ? "  double " : "  ");
      add_number(r, i, j);
      if (s->given[s->order[i] * s->n + s->order[j]])
        sm_text_add(r->out, " = SM_CHEM_V(%d);\n", (int)place_of(s, i, j));
      else
        sm_text_add(r->out, " = 0.0;\n");
    }
}

/* A row's number in the column of a pivot becomes a factor. */
static void add_factor(const struct rows *r, int32_t row, int32_t pivot) {
  sm_text_add(r->out, "  const double l_%d = u * ", (int)row);
  add_number(r, row, pivot);
  sm_text_add(r->out, "; SM_CHEM_V(%d) = l_%d;\n", (int)place_of(r->s, row, pivot), (int)row);
}

static void add_loss(const struct rows *r, int32_t row, int32_t column) {
  sm_text_add(r->out, " ");
  add_number(r, row, column);
  sm_text_add(r->out, " = SM_CHEM_FMA(-l_%d, u, ", (int)row);
  add_number(r, row, column);
  sm_text_add(r->out, ");");
}

/* The rows lose row `pivot`, which is one of them or is read. */
static void add_elimination(const struct rows *r, int32_t pivot) {
  const struct sm_sparse *s = r->s;
  bool any = false;
  for (int32_t i = r->first; i < r->end; i++) any = any || has(r, i, pivot);
  if (!any) return;
  sm_text_add(r->out, "  {\n");
  for (int32_t j = pivot; j < s->n; j++) {
    const int32_t at = place_of(s, pivot, j);
    if (at < 0) continue;
    if (j > pivot) sm_text_add(r->out, "  {");
    sm_text_add(r->out, "  const double u = ");
    if (pivot >= r->first)
      add_number(r, pivot, j);
    else
      sm_text_add(r->out, "SM_CHEM_V(%d)", (int)at);
    sm_text_add(r->out, ";");
    for (int32_t i = r->first; i < r->end; i++)
      if (has(r, i, pivot)) {
        if (j == pivot)
          add_factor(r, i, pivot);
        else
          add_loss(r, i, j);
      }
    sm_text_add(r->out, j > pivot ? " }\n" : "\n");
  }
  sm_text_add(r->out, "  }\n");
  if (r->end > r->inside) sm_text_add(r->out, "  SM_CHEM_FENCE\n");
}

static void add_pivot(const struct rows *r, int32_t pivot) {
  sm_text_add(r->out, "  least = sm_chem_less(least, ");
  add_number(r, pivot, pivot);
  sm_text_add(r->out, ");\n  ");
  add_number(r, pivot, pivot);
  sm_text_add(r->out, " = sm_chem_per(");
  add_number(r, pivot, pivot);
  sm_text_add(r->out, ");\n");
}

/* A function of its own: compilers take more than twice as long for twice as much. */
static void add_rows(const struct rows *r) {
  sm_text_add(r->out,
              "SM_CHEM_ALONE double sm_chem_rows_%d(double *v, double *x, double least) {\n"
              "  SM_CHEM_LIES(v)\n  SM_CHEM_COLUMN(x)\n  (void)x;\n",
              (int)r->first);
  add_reads(r);
  for (int32_t pivot = 0; pivot < r->end; pivot++) {
    if (pivot >= r->first) add_pivot(r, pivot);
    add_elimination(r, pivot);
  }
  for (int32_t i = r->first; i < r->end; i++)
    for (int32_t j = i; j < r->s->n; j++) {
      if (place_of(r->s, i, j) < 0) continue;
      sm_text_add(r->out, "  SM_CHEM_V(%d) = ", (int)place_of(r->s, i, j));
      add_number(r, i, j);
      sm_text_add(r->out, ";\n");
    }
  sm_text_add(r->out, "  return least;\n}\n\n");
}

/* How many rows from `first` on have at most so many numbers. */
static int32_t end_of(const struct sm_sparse *s, int32_t first, int32_t numbers) {
  while (first < s->n && numbers_of(s, first) <= numbers) numbers -= numbers_of(s, first++);
  return first;
}

/* sm_chem_factor: in place, factors below the diagonal, and its inverse on it. Returns the least
 * pivot. */
void sm_generate_factors(struct sm_generator *g, int32_t numbers) {
  const struct sm_sparse *s = g->sparse;
  struct rows r = {s, g->out, 0, 0, 0};
  struct sm_text calls = {0};
  sm_text_add(g->out, "#define SM_CHEM_ROWS %d\n\n", numbers > 0 ? (int)numbers : 1);
  while (r.first < s->n) {
    r.inside = end_of(s, r.first, ROW_NUMBERS);
    if (r.inside == r.first) r.inside++; /* longer than that: registers will be too few */
    r.end = end_of(s, r.inside, numbers);
    add_rows(&r);
    sm_text_add(&calls, "  least = sm_chem_rows_%d(v, x, least);\n", (int)r.first);
    r.first = r.end;
  }
  sm_text_add(g->out,
              "SM_CHEM_FN double sm_chem_factor(double *v, double *x) {\n"
              "  double least = 1e300;\n%s  return least;\n}\n\n",
              sm_text_string(&calls));
  g->out->failed = g->out->failed || calls.failed;
  sm_text_free(&calls);
}

void sm_generate_solve(struct sm_generator *g) {
  const struct sm_sparse *s = g->sparse;
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
