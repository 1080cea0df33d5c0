/* generate_matrix.c - LU factors of the matrix of a step, and solutions with them, without a loop:
 * each number is read from where it is known to lie. */
#include "chem/generate_parts.h"

/* Numbers of the rows that are made together, which registers hold: a row above that is read is
 * then used by all of them. */
enum { ROW_NUMBERS = 110 };

static int32_t place_of(const struct sm_sparse *s, int32_t pivot, int32_t other) {
  return s->place[s->order[pivot] * s->n + s->order[other]];
}

static int32_t numbers_of(const struct sm_sparse *s, int32_t pivot) {
  int32_t count = 0;
  for (int32_t j = 0; j < s->n; j++) count += place_of(s, pivot, j) >= 0;
  return count;
}

/* The rows first .. end, as x_<row>_<column>. */
struct rows {
  const struct sm_sparse *s;
  int32_t first, end;
};

static bool has(const struct rows *r, int32_t row, int32_t column) {
  return row > column && place_of(r->s, row, column) >= 0;
}

static void add_reads(struct sm_text *out, const struct rows *r) {
  const struct sm_sparse *s = r->s;
  for (int32_t i = r->first; i < r->end; i++)
    for (int32_t j = 0; j < s->n; j++) {
      if (place_of(s, i, j) < 0) continue;
      sm_text_add(out, "  double x_%d_%d = ", (int)i, (int)j);
      if (s->given[s->order[i] * s->n + s->order[j]])
        sm_text_add(out, "SM_CHEM_V(%d);\n", (int)place_of(s, i, j));
      else
        sm_text_add(out, "0.0;\n");
    }
}

/* The rows lose row `pivot`, which is one of them or is read. */
static void add_elimination(struct sm_text *out, const struct rows *r, int32_t pivot) {
  const struct sm_sparse *s = r->s;
  const bool own = pivot >= r->first;
  bool any = false;
  for (int32_t i = r->first; i < r->end; i++) any = any || has(r, i, pivot);
  if (!any) return;
  for (int32_t j = pivot; j < s->n; j++) {
    const int32_t at = place_of(s, pivot, j);
    if (at < 0) continue;
    sm_text_add(out, "  { const double u = ");
    if (own)
      sm_text_add(out, "x_%d_%d;", (int)pivot, (int)j);
    else
      sm_text_add(out, "SM_CHEM_V(%d);", (int)at);
    for (int32_t i = r->first; i < r->end; i++) {
      if (!has(r, i, pivot)) continue;
      if (j == pivot)
        sm_text_add(out, " x_%d_%d *= u; SM_CHEM_V(%d) = x_%d_%d;", (int)i, (int)pivot,
                    (int)place_of(s, i, pivot), (int)i, (int)pivot);
      else
        sm_text_add(out, " x_%d_%d = SM_CHEM_FMA(-x_%d_%d, u, x_%d_%d);", (int)i, (int)j, (int)i,
                    (int)pivot, (int)i, (int)j);
    }
    sm_text_add(out, " }\n");
  }
}

static void add_rows(struct sm_text *out, const struct rows *r) {
  sm_text_add(out, "  {\n");
  add_reads(out, r);
  for (int32_t pivot = 0; pivot < r->end; pivot++) {
    if (pivot >= r->first)
      sm_text_add(out,
                  "  least = sm_chem_less(least, x_%d_%d);\n  x_%d_%d = sm_chem_per(x_%d_%d);\n",
                  (int)pivot, (int)pivot, (int)pivot, (int)pivot, (int)pivot, (int)pivot);
    add_elimination(out, r, pivot);
  }
  for (int32_t i = r->first; i < r->end; i++)
    for (int32_t j = i; j < r->s->n; j++)
      if (place_of(r->s, i, j) >= 0)
        sm_text_add(out, "  SM_CHEM_V(%d) = x_%d_%d;\n", (int)place_of(r->s, i, j), (int)i, (int)j);
  sm_text_add(out, "  }\n  SM_CHEM_FENCE\n");
}

/* In place: factors below the diagonal, and its inverse on it. Returns the least pivot. */
void sm_generate_factors(struct sm_generator *g) {
  const struct sm_sparse *s = g->sparse;
  sm_text_add(g->out, "SM_CHEM_FN double sm_chem_factor(double *v) {\n  double least = 1e300;\n");
  struct rows r = {s, 0, 0};
  while (r.first < s->n) {
    int32_t numbers = 0;
    do
      numbers += numbers_of(s, r.end++);
    while (r.end < s->n && numbers + numbers_of(s, r.end) <= ROW_NUMBERS);
    add_rows(g->out, &r);
    r.first = r.end;
  }
  sm_text_add(g->out, "  return least;\n}\n\n");
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
    sm_text_add(g->out, "  b[%d] *= SM_CHEM_V(%d);\n", (int)s->order[i],
                (int)place_of(s, i, i));
  }
  sm_text_add(g->out, "}\n\n");
}
