/* solve/amg/amg.c - algebraic multigrid along the connectivity of the air: device arrays and
 * cycle. */
#include "solve/amg/amg.h"

#include "base/list.h"
#include "solve/amg/internal.h"

enum { SWEEPS = 2 }; /* on level 0 */

struct sm_amg {
  struct sm_poisson *poisson;
  struct sm_csr_levels *levels; /* below 0 */
};

/* --- set-up --- */

/* Greedy colouring: every unknown gets the first colour that none of its links has; a chessboard of
 * boxes stays red and black. used[c] holds the last unknown with a link of colour c. */
static int choose_colours(const struct sm_unknowns *u, int *used, int *colour) {
  int colours = 0;
  for (int i = 0; i < u->count; i++) {
    int at[3];
    sm_unknowns_at(u, i, at);
    for (uint32_t e = u->start[i]; e < u->start[i + 1]; e++)
      if (u->link[e].to < i) used[colour[u->link[e].to]] = i;
    int c = (at[0] + at[1] + at[2]) & 1;
    if (used[c] == i)
      for (c = 0; used[c] == i;) c++;
    colour[i] = c;
    colours = c >= colours ? c + 1 : colours;
  }
  return colours;
}

/* Colours the unknowns so that linked ones differ; *colours: number of colours. */
static enum sm_status make_colours(struct sm_context *ctx, const struct sm_unknowns *u, int *colour,
                                   int *colours) {
  SM_SCOPED int *used = NULL;
  uint32_t most = 0;
  for (int i = 0; i < u->count; i++) {
    const uint32_t links = u->start[i + 1] - u->start[i];
    most = links > most ? links : most;
  }
  SM_TRY(sm_alloc(ctx, (size_t)most + 2, sizeof *used, "colours", &used));
  for (uint32_t c = 0; c < most + 2; c++) used[c] = -1;
  *colours = choose_colours(u, used, colour);
  return SM_OK;
}

/* Converts parts on level 0 to elements of its arrays. */
static void place_parts(const struct sm_unknowns *cells, struct sm_unknowns *u) {
  const uint32_t parts = u->part_start[u->count];
#pragma omp parallel for schedule(static)
  for (uint32_t p = 0; p < parts; p++) {
    int at[3];
    sm_unknowns_at(cells, (int)u->part[p], at);
    u->part[p] = (uint32_t)sm_red_black_index(&cells->axes.layout, at[0], at[1], at[2]);
  }
}

static enum sm_status put_level(struct sm_context *ctx, struct sm_amg *amg,
                                const struct sm_unknowns *u) {
  const size_t count = (size_t)u->count, links = u->start[u->count];
  struct sm_csr_level_data given = {u->count, u->start, NULL,          NULL,
                                    NULL,     0,        u->part_start, u->part};
  SM_SCOPED struct sm_csr_link *link = NULL;
  SM_SCOPED float *own = NULL;
  SM_SCOPED int *colour = NULL;
  SM_TRY(sm_alloc(ctx, links, sizeof *link, "joined cells", &link));
  SM_TRY(sm_alloc(ctx, count, sizeof *own, "joined cells", &own));
  SM_TRY(sm_alloc(ctx, count, sizeof *colour, "colours", &colour));
  for (size_t e = 0; e < links; e++)
    link[e] = (struct sm_csr_link){u->link[e].to, u->link[e].value};
  for (size_t i = 0; i < count; i++) own[i] = u->own[i][0] + u->own[i][1] + u->own[i][2];
  SM_TRY(make_colours(ctx, u, colour, &given.colours));
  given.link = link;
  given.own = own;
  given.colour = colour;
  return sm_csr_levels_add(ctx, amg->levels, &given);
}

/* Boxes of the next level: as in the geometric hierarchy while it continues, then pairs along every
 * axis, finally one box. */
static void next_boxes(struct sm_coarsening *plan, const struct sm_unknowns *u, int levels) {
  if (sm_coarsening_next(plan, &u->axes, levels, u->eta)) return;
  for (int d = 0; d < 3; d++) {
    const int n = u->axes.layout.n[d];
    plan->count[d] = (n + 1) / 2;
    for (int i = 0; i < plan->count[d]; i++) plan->start[d][i] = 2 * i;
    plan->start[d][plan->count[d]] = n;
  }
}

static enum sm_status make_levels(struct sm_context *ctx, struct sm_amg *amg) {
  SM_SCOPED_BY(sm_unknowns_free) struct sm_unknowns fine = {.count = 0}, coarse = {.count = 0};
  SM_SCOPED_BY(sm_coarsening_end) struct sm_coarsening plan = {.starts = NULL};
  SM_TRY(sm_unknowns_finest(ctx, amg->poisson, &fine));
  SM_TRY(sm_coarsening_begin(ctx, &amg->poisson->level[0], &plan));
  for (int l = 0; l < SM_CSR_LEVELS && (l == 0 || fine.count > SM_CSR_DENSE); l++) {
    next_boxes(&plan, &fine, l + 1);
    SM_TRY(sm_unknowns_aggregate(ctx, &fine, &plan, &coarse));
    if (coarse.count == 0) break;
    if (l == 0) place_parts(&fine, &coarse);
    SM_TRY(put_level(ctx, amg, &coarse));
    sm_unknowns_free(&fine);
    fine = coarse;
    coarse = (struct sm_unknowns){.count = 0};
  }
  return SM_OK;
}

enum sm_status sm_amg_create(struct sm_context *ctx, struct sm_poisson *poisson,
                             struct sm_amg **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the solver of hard geometry", out));
  (*out)->poisson = poisson;
  enum sm_status status = sm_csr_levels_create(ctx, poisson->device, &(*out)->levels);
  if (status == SM_OK) status = make_levels(ctx, *out);
  if (status == SM_OK) status = sm_device_sync(ctx, poisson->device);
  if (status != SM_OK) sm_amg_destroy(out);
  return status;
}

void sm_amg_destroy(struct sm_amg **amg) {
  struct sm_amg *g = *amg;
  if (g == NULL) return;
  sm_csr_levels_destroy(&g->levels);
  sm_free(g);
  *amg = NULL;
}

size_t sm_amg_bytes(const struct sm_amg *amg) { return sm_csr_levels_bytes(amg->levels); }

int sm_amg_levels(const struct sm_amg *amg) { return sm_csr_levels_count(amg->levels); }

int sm_amg_unknowns(const struct sm_amg *amg, int l) {
  return sm_csr_levels_unknowns(amg->levels, l);
}

/* --- the cycle --- */

/* Sweep over the two colours of level 0; zero: x counts as 0 before. */
static void sweep_cells(struct sm_poisson *poisson, int first, bool zero) {
  const struct sm_mg_level *level = &poisson->level[0];
  const struct sm_backend *be = poisson->device->backend;
  const struct sm_box box = sm_mg_level_box(level);
  const bool open = level->op.fx == NULL;
  struct sm_smooth s = {level->op, level->x, level->b, first, sm_mg_smoother_omega, 1.0f};
  if (zero)
    (open ? be->smooth_first_open : be->smooth_first_part)(poisson->device, &box, &s);
  else
    (open ? be->smooth_open : be->smooth_part)(poisson->device, &box, &s);
  s.keep = zero ? 0.0f : 1.0f;
  s.colour = 1 - first;
  (open ? be->smooth_open : be->smooth_part)(poisson->device, &box, &s);
}

void sm_amg_cycle(struct sm_amg *amg) {
  struct sm_poisson *poisson = amg->poisson;
  const struct sm_mg_level *finest = &poisson->level[0];
  const struct sm_backend *be = poisson->device->backend;
  for (int s = 0; s < SWEEPS; s++) sweep_cells(poisson, 0, s == 0);
  if (sm_amg_levels(amg) > 0) {
    const struct sm_box box = sm_mg_level_box(finest);
    const struct sm_defect defect = {finest->op, finest->x, finest->b, finest->defect};
    (finest->op.fx == NULL ? be->defect_open : be->defect_part)(poisson->device, &box, &defect);
    sm_csr_levels_correct(amg->levels, finest->defect, finest->x);
  }
  for (int s = 0; s < SWEEPS; s++) sweep_cells(poisson, 1, false);
}
