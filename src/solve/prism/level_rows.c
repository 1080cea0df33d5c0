/* solve/prism/level_rows.c - a coarse level as a sparse matrix. */
#include "solve/prism/internal.h"

#include "base/list.h"
#include <math.h>

static const char what[] = "coarse levels of prisms";

/* Arrays of a level for sm_csr_levels_add. */
struct rows {
  uint32_t *start, *part_start, *part;
  struct sm_csr_link *link;
  float *own;
};

static void free_rows(struct rows *r) {
  SM_FREE_ALL(r->start, r->part_start, r->part, r->link, r->own);
}

/* A row that is made, or only counted: without `out`. */
struct row {
  struct sm_csr_link *out;
  uint32_t count;
};
static void add_link(struct row *row, ptrdiff_t to, float value) {
  if (row->out != NULL) row->out[row->count] = (struct sm_csr_link){(int32_t)to, value};
  row->count++;
}

/* Whether a coupling with the layer above, beside, is worth its link: the slope takes a fifth of a
 * layer from column to column, and more. link: of the lower one of the column beside. */
static bool is_tilted(const struct sm_prism_level *level, ptrdiff_t link) {
  const float least = 0.05f, across = level->link[link] + level->link[link + 1];
  return fabsf(level->tilt[link]) >= least * across;
}

/* The row of layer k of column I: its links go to `out`, unless that is NULL; returns how many. */
static uint32_t fill_row(const struct sm_prism_level *level, int I, int k,
                         struct sm_csr_link *out) {
  const int n = level->layers;
  const ptrdiff_t at = (ptrdiff_t)I * n + k;
  struct row row = {out, 0};
  for (uint32_t e = level->start[I]; e < level->start[I + 1]; e++) {
    const ptrdiff_t to = (ptrdiff_t)level->to[e] * n + k, link = (ptrdiff_t)e * n + k;
    add_link(&row, to, level->link[link]);
    if (level->tilt == NULL) continue;
    if (k > 0 && is_tilted(level, link - 1)) add_link(&row, to - 1, -level->tilt[link - 1]);
    if (k + 1 < n && is_tilted(level, link)) add_link(&row, to + 1, level->tilt[link]);
  }
  if (k > 0) add_link(&row, at - 1, level->up[at - 1]);
  if (k + 1 < n) add_link(&row, at + 1, level->up[at]);
  return row.count;
}

/* Parts of layer K of column I, to `out`, which may be NULL; returns their number. `first`: the
 * finer level are the prisms themselves. */
static uint32_t fill_parts(const struct sm_prism_aggregation *j, int I, int K, bool first,
                           uint32_t *out) {
  const int n = j->fine->layers, low = j->pair ? 2 * K : K;
  const int high = j->pair && low + 2 <= n ? low + 2 : low + 1;
  uint32_t count = 0;
  for (uint32_t p = j->part_start[I]; p < j->part_start[I + 1]; p++)
    for (int k = low; k < high; k++, count++)
      if (out != NULL)
        out[count] = (uint32_t)(first ? sm_prism_at(n, (ptrdiff_t)j->part[p], k)
                                      : (ptrdiff_t)j->part[p] * n + k);
  return count;
}

static enum sm_status make_rows(struct sm_context *ctx, const struct sm_prism_aggregation *j,
                                bool first, struct rows *r, struct sm_csr_level_data *given) {
  const struct sm_prism_level *level = j->coarse;
  const int n = level->layers;
  const size_t count = (size_t)level->columns * (size_t)n;
  SM_TRY(sm_alloc(ctx, count + 1, sizeof *r->start, what, &r->start));
  SM_TRY(sm_alloc(ctx, count + 1, sizeof *r->part_start, what, &r->part_start));
  for (size_t u = 0; u < count; u++) {
    const int I = (int)(u / (size_t)n), k = (int)(u % (size_t)n);
    r->start[u + 1] = r->start[u] + fill_row(level, I, k, NULL);
    r->part_start[u + 1] = r->part_start[u] + fill_parts(j, I, k, first, NULL);
  }
  SM_TRY(sm_alloc(ctx, r->start[count], sizeof *r->link, what, &r->link));
  SM_TRY(sm_alloc(ctx, r->part_start[count], sizeof *r->part, what, &r->part));
  SM_TRY(sm_alloc(ctx, count, sizeof *r->own, what, &r->own));
#pragma omp parallel for schedule(static)
  for (size_t u = 0; u < count; u++) {
    const int I = (int)(u / (size_t)n), k = (int)(u % (size_t)n);
    fill_row(level, I, k, r->link + r->start[u]);
    fill_parts(j, I, k, first, r->part + r->part_start[u]);
    r->own[u] = level->side[u] + level->ends[u];
  }
  *given = (struct sm_csr_level_data){.count = (int)count,
                                      .start = r->start,
                                      .link = r->link,
                                      .own = r->own,
                                      .part_start = r->part_start,
                                      .part = r->part};
  return SM_OK;
}

enum sm_status sm_prism_level_add(struct sm_context *ctx, const struct sm_prism_aggregation *j,
                                  struct sm_csr_levels *levels) {
  SM_SCOPED_BY(free_rows) struct rows rows = {.start = NULL};
  struct sm_csr_level_data given;
  SM_TRY(make_rows(ctx, j, sm_csr_levels_count(levels) == 0, &rows, &given));
  return sm_csr_levels_add(ctx, levels, &given);
}
