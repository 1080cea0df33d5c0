/* Coarse levels of the multigrid cycle on prisms (docs/theory/prisms.md, "The cycle"). */
#include "solve/prism/internal.h"

#include "base/list.h"

static const char what[] = "coarse levels of prisms";

static void free_level(struct sm_prism_level *level) {
  SM_FREE_ALL(level->start, level->to, level->link, level->tilt, level->up, level->side,
              level->ends, level->spot, level->weight, level->middle, level->thickness);
  *level = (struct sm_prism_level){.columns = 0};
}

enum sm_status sm_prism_level_allocate(struct sm_context *ctx, int columns, int layers,
                                       struct sm_prism_level *level) {
  const size_t n = (size_t)columns, cells = n * (size_t)layers;
  *level = (struct sm_prism_level){.columns = columns, .layers = layers};
  SM_TRY(sm_alloc(ctx, n + 1, sizeof *level->start, what, &level->start));
  SM_TRY(sm_alloc(ctx, cells, sizeof *level->up, what, &level->up));
  SM_TRY(sm_alloc(ctx, cells, sizeof *level->side, what, &level->side));
  SM_TRY(sm_alloc(ctx, cells, sizeof *level->ends, what, &level->ends));
  SM_TRY(sm_alloc(ctx, n, sizeof *level->spot, what, &level->spot));
  SM_TRY(sm_alloc(ctx, n, sizeof *level->weight, what, &level->weight));
  SM_TRY(sm_alloc(ctx, (size_t)layers, sizeof *level->middle, what, &level->middle));
  return sm_alloc(ctx, (size_t)layers, sizeof *level->thickness, what, &level->thickness);
}

enum sm_status sm_prism_level_allocate_links(struct sm_context *ctx, bool tilted,
                                             struct sm_prism_level *level) {
  const size_t links = level->start[level->columns], cells = links * (size_t)level->layers;
  SM_TRY(sm_alloc(ctx, links, sizeof *level->to, what, &level->to));
  SM_TRY(sm_alloc(ctx, cells, sizeof *level->link, what, &level->link));
  if (!tilted) return SM_OK;
  return sm_alloc(ctx, cells, sizeof *level->tilt, what, &level->tilt);
}

/* Mean vertical coupling over mean coupling between columns; 1 if one is missing. */
static double upward_ratio(const struct sm_prism_level *level) {
  double up = 0, across = 0;
  int64_t ups = 0, links = 0;
  for (int c = 0; c < level->columns; c++)
    for (int k = 0; k < level->layers; k++) {
      const ptrdiff_t at = (ptrdiff_t)c * level->layers + k;
      up += (double)level->up[at];
      ups += k + 1 < level->layers;
      for (uint32_t e = level->start[c]; e < level->start[c + 1]; e++, links++)
        across += (double)level->link[(ptrdiff_t)e * level->layers + k];
    }
  return ups > 0 && links > 0 && across > 0 ? up / (double)ups / (across / (double)links) : 1;
}

enum sm_status sm_prism_levels_make(struct sm_context *ctx, const struct sm_prisms *prisms,
                                    const struct sm_prism_coefficients *shape, const double *gamma,
                                    struct sm_csr_levels *levels) {
  /* Upward coupling over that across. Measured: with weak ones joining eight columns where prisms
   * are coupled with those above and below the ones beside them takes less time than four. */
  const double weak = 0.05, comparable = 0.4, strong = 2.5;
  SM_SCOPED_BY(free_level) struct sm_prism_level fine = {.columns = 0}, coarse = {.columns = 0};
  enum sm_status status = SM_OK;
  SM_TRY(sm_prism_level_finest(ctx, prisms, shape, gamma, &fine));
  while (sm_csr_levels_count(levels) < SM_CSR_LEVELS) {
    const int64_t unknowns = (int64_t)fine.columns * fine.layers;
    const bool first = sm_csr_levels_count(levels) == 0;
    if (!first && unknowns <= SM_CSR_DENSE) break;
    const double ratio = upward_ratio(&fine);
    const bool pair = fine.layers > 2 && ratio > comparable;
    const bool columns = fine.columns > 4 && (ratio < strong || !pair);
    if (!pair && !columns) break;
    const int passes = !columns ? 0 : fine.tilt != NULL && ratio < weak ? 3 : 2;
    struct sm_prism_aggregation j = {.coarse = &coarse};
    status = sm_prism_level_aggregate(ctx, &fine, passes, pair, &j);
    const bool stuck = (int64_t)coarse.columns * coarse.layers >= unknowns;
    if (status == SM_OK && !stuck) status = sm_prism_level_add(ctx, &j, levels);
    sm_prism_aggregation_free(&j);
    free_level(&fine);
    fine = coarse;
    coarse = (struct sm_prism_level){.columns = 0};
    if (status != SM_OK || stuck) break;
  }
  return status;
}
