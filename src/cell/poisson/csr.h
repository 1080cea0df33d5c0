/* csr.h - sparse matrix levels (CSR) of algebraic multigrid: smoother, defect and transfers of
 * unknowns that follow the connectivity of the air (docs/theory/poisson.md, hard geometry).
 *
 * Row i of a level's matrix is own[i] x[i] + sum over its links of value (x[i] - x[to]): own is
 * the coupling to the Dirichlet boundary. Unknowns of the same colour have no links with each
 * other.
 *
 * Rows have different lengths and irregular access: loops are not vectorised (FEW). Their boxes
 * are sm_csr_box(count): the unknowns in rows of SM_CSR_ROW, to be shared among threads. */
#ifndef SM_CELL_POISSON_CSR_H
#define SM_CELL_POISSON_CSR_H

#include "cell/port.h"

enum { SM_CSR_ROW = 1024 };

struct sm_csr_link {
  int32_t to;  /* unknown of the same level */
  float value; /* > 0 */
};

struct sm_csr {
  const uint32_t *start; /* unknowns + 1 entries into link */
  const struct sm_csr_link *link;
  const float *own;
};

SM_FN struct sm_box sm_csr_box(int64_t count) {
  const int64_t rows = (count + SM_CSR_ROW - 1) / SM_CSR_ROW;
  const int64_t planes = (rows + SM_CSR_ROW - 1) / SM_CSR_ROW;
  struct sm_box box = {{0, 0, 0}, {SM_CSR_ROW, SM_CSR_ROW, (int)planes}};
  if (rows <= 1) box.hi[0] = (int)count;
  if (planes <= 1) box.hi[1] = (int)rows;
  return box;
}

SM_FN int64_t sm_csr_index(int i, int j, int k) {
  return i + SM_CSR_ROW * (j + (int64_t)SM_CSR_ROW * k);
}

/* x += omega (b - A x) / diagonal for one colour, `count` unknowns from `first` on. An unknown
 * without couplings becomes 0. */
struct sm_csr_smooth {
  struct sm_csr rows;
  float *x;
  const float *b;
  int64_t first, count;
  float omega;
};
SM_FN void sm_cell_csr_smooth(const struct sm_csr_smooth *s, int i, int j, int k) {
  const int64_t m = sm_csr_index(i, j, k);
  if (m >= s->count) return;
  const int64_t u = s->first + m;
  const float x = s->x[u];
  float sum = s->rows.own[u], r = s->b[u] - sum * x;
  for (uint32_t e = s->rows.start[u]; e < s->rows.start[u + 1]; e++) {
    const struct sm_csr_link link = s->rows.link[e];
    sum += link.value;
    r += link.value * (s->x[link.to] - x);
  }
  s->x[u] = sum > 0.0f ? x + s->omega * r / sum : 0.0f;
}

/* Chebyshev sweep over all unknowns at once: to = x + momentum (x - to) + weight (b - A x) /
 * diagonal. On entry `to` has the previous x; without momentum it is not read. `zero`: x counts as
 * 0. */
struct sm_csr_chebyshev {
  struct sm_csr rows;
  const float *x, *b;
  float *to;
  int64_t count;
  float momentum, weight;
  int32_t zero;
};
SM_FN void sm_cell_csr_chebyshev(const struct sm_csr_chebyshev *s, int i, int j, int k) {
  const int64_t u = sm_csr_index(i, j, k);
  if (u >= s->count) return;
  const float x = s->zero ? 0.0f : s->x[u];
  const float step = s->momentum > 0.0f ? s->momentum * (x - s->to[u]) : 0.0f;
  float sum = s->rows.own[u], r = s->b[u] - sum * x;
  for (uint32_t e = s->rows.start[u]; e < s->rows.start[u + 1]; e++) {
    const struct sm_csr_link link = s->rows.link[e];
    sum += link.value;
    if (!s->zero) r += link.value * (s->x[link.to] - x);
  }
  s->to[u] = sum > 0.0f ? x + step + s->weight * r / sum : 0.0f;
}

/* r = b - A x */
struct sm_csr_defect {
  struct sm_csr rows;
  const float *x, *b;
  float *r;
  int64_t count;
};
SM_FN void sm_cell_csr_defect(const struct sm_csr_defect *s, int i, int j, int k) {
  const int64_t u = sm_csr_index(i, j, k);
  if (u >= s->count) return;
  const float x = s->x[u];
  float r = s->b[u] - s->rows.own[u] * x;
  for (uint32_t e = s->rows.start[u]; e < s->rows.start[u + 1]; e++) {
    const struct sm_csr_link link = s->rows.link[e];
    r += link.value * (s->x[link.to] - x);
  }
  s->r[u] = r;
}

/* Transfer between a level and the finer one: unknown u combines child[start[u]] .. child[start[u +
 * 1] - 1]; each is the child of at most one unknown. Restriction: b = sum of the fine defect over
 * them, and x = 0, from which the level's own sweeps start. Prolongation: x is added to each of
 * them. */
struct sm_csr_restrict {
  const uint32_t *start, *child;
  const float *defect;
  float *b, *x;
  int64_t count;
};
SM_FN void sm_cell_csr_restrict(const struct sm_csr_restrict *s, int i, int j, int k) {
  const int64_t u = sm_csr_index(i, j, k);
  if (u >= s->count) return;
  float sum = 0.0f;
  for (uint32_t e = s->start[u]; e < s->start[u + 1]; e++) sum += s->defect[s->child[e]];
  s->b[u] = sum;
  s->x[u] = 0.0f;
}

struct sm_csr_prolong {
  const uint32_t *start, *child;
  const float *x;
  float *fine;
  int64_t count;
};
SM_FN void sm_cell_csr_prolong(const struct sm_csr_prolong *s, int i, int j, int k) {
  const int64_t u = sm_csr_index(i, j, k);
  if (u >= s->count) return;
  const float x = s->x[u];
  for (uint32_t e = s->start[u]; e < s->start[u + 1]; e++) s->fine[s->child[e]] += x;
}

/* Coarsest level, solved with its stored inverse: symmetric, count x count, count up to
 * SM_CSR_DENSE. Box: (count, 1, 1). */
enum { SM_CSR_DENSE = 512 };
struct sm_csr_dense {
  const float *inverse, *b;
  float *x;
  int count;
};
SM_FN void sm_cell_csr_dense(const struct sm_csr_dense *s, int i, int j, int k) {
  (void)j;
  (void)k;
  float sum = 0.0f;
  for (int m = 0; m < s->count; m++) sum += s->inverse[m * s->count + i] * s->b[m];
  s->x[i] = sum;
}

#endif
