/* graph.c - levels that follow how the air is connected: their device arrays and the cycle. */
#include "solve/graph.h"

#include "solve/aggregate.h"
#include <string.h>

enum { SWEEPS = 2, VISITS = 2 };
/* A level below 0; arrays are on the device. */
struct graph_level {
  int count;
  struct sm_csr rows;
  float *x, *b, *defect;
  int32_t *order; /* unknowns by colour */
  int *colour;    /* host: where each colour begins in order, colours + 1 entries */
  int colours;
  uint32_t *part_start, *part; /* of the finer level; of level 0, elements of its arrays */
};

struct block {
  void *memory;
  size_t count, size;
};

struct sm_graph {
  struct sm_poisson *poisson;
  struct graph_level level[SM_LEVELS];
  int levels;
  float *inverse; /* of the last level; NULL when that is large: then it is smoothed only */
  struct block block[8 * SM_LEVELS]; /* all that was allocated on the device */
  int blocks;
};

/* --- set-up --- */

/* Device memory that lives as long as the graph; a copy of `host` unless that is NULL. */
static enum sm_status put(struct sm_context *ctx, struct sm_graph *graph, const void *host,
                          size_t count, size_t size, void *out_pointer) {
  struct sm_device *device = graph->poisson->device;
  void *memory = NULL;
  SM_TRY(sm_device_allocate(ctx, device, count, size, "the solver of hard geometry", &memory));
  graph->block[graph->blocks++] = (struct block){memory, count, size};
  memcpy(out_pointer, &memory, sizeof memory);
  if (host == NULL || count == 0) return SM_OK;
  return sm_device_upload(ctx, device, memory, host, count * size);
}

static enum sm_status put_rows(struct sm_context *ctx, struct sm_graph *graph,
                               const struct sm_unknowns *u, struct sm_csr *out) {
  const size_t count = (size_t)u->count, links = u->start[u->count];
  struct sm_link *link = NULL;
  float *own = NULL;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, links, sizeof *link, "joined cells", &link));
  SM_TRY_DONE(sm_alloc(ctx, count, sizeof *own, "joined cells", &own));
  for (size_t e = 0; e < links; e++) link[e] = (struct sm_link){u->link[e].to, u->link[e].value};
  for (size_t i = 0; i < count; i++) own[i] = u->own[i][0] + u->own[i][1] + u->own[i][2];
  SM_TRY_DONE(put(ctx, graph, u->start, count + 1, sizeof *u->start, &out->start));
  SM_TRY_DONE(put(ctx, graph, link, links, sizeof *link, &out->link));
  SM_TRY_DONE(put(ctx, graph, own, count, sizeof *own, &out->own));
done:
  sm_free(link);
  sm_free(own);
  return status;
}

/* Gives every unknown the first colour that none of its links has; boxes that alternate like a
 * chessboard stay red and black. used[c] holds the last unknown whose links have colour c. */
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

static enum sm_status put_order(struct sm_context *ctx, struct sm_graph *graph,
                                const struct sm_unknowns *u, struct graph_level *level) {
  int *used = NULL, *colour = NULL, *first = NULL;
  int32_t *order = NULL;
  uint32_t most = 0;
  for (int i = 0; i < u->count; i++) {
    const uint32_t links = u->start[i + 1] - u->start[i];
    most = links > most ? links : most;
  }
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, (size_t)most + 2, sizeof *used, "colours", &used));
  SM_TRY_DONE(sm_alloc(ctx, (size_t)u->count, sizeof *colour, "colours", &colour));
  SM_TRY_DONE(sm_alloc(ctx, (size_t)u->count, sizeof *order, "colours", &order));
  for (uint32_t c = 0; c < most + 2; c++) used[c] = -1;
  level->colours = choose_colours(u, used, colour);
  SM_TRY_DONE(sm_alloc(ctx, (size_t)level->colours + 2, sizeof *first, "colours", &first));
  level->colour = first;
  for (int i = 0; i < u->count; i++) first[colour[i] + 2]++;
  for (int c = 0; c < level->colours; c++) first[c + 2] += first[c + 1];
  for (int i = 0; i < u->count; i++) order[first[colour[i] + 1]++] = i;
  SM_TRY_DONE(put(ctx, graph, order, (size_t)u->count, sizeof *order, &level->order));
done:
  sm_free(used);
  sm_free(colour);
  sm_free(order);
  return status;
}

/* Parts on level 0 become elements of its arrays. */
static void place_parts(const struct sm_unknowns *cells, struct sm_unknowns *u) {
  const uint32_t parts = u->part_start[u->count];
#pragma omp parallel for schedule(static)
  for (uint32_t p = 0; p < parts; p++) {
    int at[3];
    sm_unknowns_at(cells, (int)u->part[p], at);
    u->part[p] = (uint32_t)sm_split_index(&cells->axes.split, at[0], at[1], at[2]);
  }
}

static enum sm_status put_level(struct sm_context *ctx, struct sm_graph *graph,
                                const struct sm_unknowns *u) {
  struct graph_level *level = &graph->level[graph->levels++];
  const size_t count = (size_t)u->count;
  level->count = u->count;
  SM_TRY(put_rows(ctx, graph, u, &level->rows));
  SM_TRY(put_order(ctx, graph, u, level));
  SM_TRY(put(ctx, graph, u->part_start, count + 1, sizeof *u->part_start, &level->part_start));
  SM_TRY(put(ctx, graph, u->part, u->part_start[count], sizeof *u->part, &level->part));
  float *vectors;
  SM_TRY(put(ctx, graph, NULL, 3 * count, sizeof *vectors, &vectors));
  level->x = vectors;
  level->b = vectors + count;
  level->defect = vectors + 2 * count;
  return SM_OK;
}

/* a becomes its inverse, by Gauss and Jordan without search for pivots: it is symmetric and
 * positive. A pivot lost to round-off is that of a region without Dirichlet side: its unknown is
 * held at 0. */
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

/* The inverse of the last level, if that is small. */
static enum sm_status put_inverse(struct sm_context *ctx, struct sm_graph *graph,
                                  const struct sm_unknowns *u) {
  if (graph->levels == 0 || u->count > SM_CSR_DENSE) return SM_OK;
  const size_t n = (size_t)u->count;
  double *a = NULL, *diagonal = NULL;
  float *inverse = NULL;
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, n * n, sizeof *a, "the coarsest level", &a));
  SM_TRY_DONE(sm_alloc(ctx, n, sizeof *diagonal, "the coarsest level", &diagonal));
  SM_TRY_DONE(sm_alloc(ctx, n * n, sizeof *inverse, "the coarsest level", &inverse));
  for (size_t i = 0; i < n; i++) {
    diagonal[i] = (double)u->own[i][0] + (double)u->own[i][1] + (double)u->own[i][2];
    for (uint32_t e = u->start[i]; e < u->start[i + 1]; e++) {
      diagonal[i] += (double)u->link[e].value;
      a[i * n + (size_t)u->link[e].to] -= (double)u->link[e].value;
    }
    a[i * n + i] = diagonal[i];
  }
  invert(a, u->count, diagonal);
  for (size_t m = 0; m < n * n; m++) inverse[m] = (float)a[m];
  SM_TRY_DONE(put(ctx, graph, inverse, n * n, sizeof *inverse, &graph->inverse));
done:
  sm_free(a);
  sm_free(diagonal);
  sm_free(inverse);
  return status;
}

/* The boxes of the next level: those of the structured hierarchy while it goes on, then pairs along
 * every axis, in the end one box. */
static void next_boxes(struct sm_plan *plan, const struct sm_unknowns *u, int levels) {
  if (sm_plan_next(plan, &u->axes, levels, u->eta)) return;
  for (int d = 0; d < 3; d++) {
    const int n = u->axes.split.n[d];
    plan->count[d] = (n + 1) / 2;
    for (int i = 0; i < plan->count[d]; i++) plan->start[d][i] = 2 * i;
    plan->start[d][plan->count[d]] = n;
  }
}

static enum sm_status make_levels(struct sm_context *ctx, struct sm_graph *graph) {
  struct sm_unknowns fine = {.count = 0}, coarse = {.count = 0};
  struct sm_plan plan = {.starts = NULL};
  enum sm_status status = SM_OK;
  SM_TRY_DONE(sm_unknowns_finest(ctx, graph->poisson, &fine));
  SM_TRY_DONE(sm_plan_begin(ctx, &graph->poisson->level[0], &plan));
  while (graph->levels < SM_LEVELS && (graph->levels == 0 || fine.count > SM_CSR_DENSE)) {
    next_boxes(&plan, &fine, graph->levels + 1);
    SM_TRY_DONE(sm_unknowns_join(ctx, &fine, &plan, &coarse));
    if (coarse.count == 0) break;
    if (graph->levels == 0) place_parts(&fine, &coarse);
    SM_TRY_DONE(put_level(ctx, graph, &coarse));
    sm_unknowns_free(&fine);
    fine = coarse;
    coarse = (struct sm_unknowns){.count = 0};
  }
  SM_TRY_DONE(put_inverse(ctx, graph, &fine));
done:
  sm_plan_end(&plan);
  sm_unknowns_free(&fine);
  sm_unknowns_free(&coarse);
  return status;
}

enum sm_status sm_graph_create(struct sm_context *ctx, struct sm_poisson *poisson,
                               struct sm_graph **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the solver of hard geometry", out));
  (*out)->poisson = poisson;
  enum sm_status status = make_levels(ctx, *out);
  if (status == SM_OK) status = sm_device_sync(ctx, poisson->device);
  if (status != SM_OK) sm_graph_destroy(out);
  return status;
}

void sm_graph_destroy(struct sm_graph **graph) {
  struct sm_graph *g = *graph;
  if (g == NULL) return;
  for (int m = 0; m < g->blocks; m++)
    sm_device_release(g->poisson->device, g->block[m].memory, g->block[m].count, g->block[m].size);
  for (int l = 0; l < g->levels; l++) sm_free(g->level[l].colour);
  sm_free(g);
  *graph = NULL;
}

size_t sm_graph_bytes(const struct sm_graph *graph) {
  size_t bytes = 0;
  for (int m = 0; m < graph->blocks; m++) bytes += graph->block[m].count * graph->block[m].size;
  return bytes;
}

int sm_graph_levels(const struct sm_graph *graph) { return graph->levels; }

int sm_graph_count(const struct sm_graph *graph, int l) { return graph->level[l - 1].count; }

/* --- the cycle --- */

/* One sweep over the colours of a level, or the same backwards. */
static void sweep(const struct sm_graph *graph, const struct graph_level *level, bool backwards) {
  struct sm_device *device = graph->poisson->device;
  for (int m = 0; m < level->colours; m++) {
    const int c = backwards ? level->colours - 1 - m : m;
    const int count = level->colour[c + 1] - level->colour[c];
    const struct sm_box box = sm_csr_box(count);
    const struct sm_csr_smooth smooth = {
        level->rows, level->x, level->b, level->order + level->colour[c], count, sm_smoother_omega};
    device->backend->csr_smooth(device, &box, &smooth);
  }
}

static void cycle(const struct sm_graph *graph, int l);

/* Adds the coarser level's approximation of the error that is left in x of a level. defect and x
 * are the finer one's; the defect is there. */
static void correct(const struct sm_graph *graph, int coarse, const float *defect, float *x) {
  struct sm_device *device = graph->poisson->device;
  const struct graph_level *level = &graph->level[coarse];
  const struct sm_box box = sm_csr_box(level->count);
  const struct sm_csr_gather down = {level->part_start, level->part, defect,
                                     level->b,          level->x,    level->count};
  device->backend->csr_gather(device, &box, &down);
  cycle(graph, coarse);
  const struct sm_csr_scatter up = {level->part_start, level->part, level->x, x, level->count};
  device->backend->csr_scatter(device, &box, &up);
}

/* x of level l from its b; x is 0 before. The operator of a level has down to half the energy of
 * the finer one: a correction may be twice what it should be. With one visit per level that would
 * grow to 2^levels; two visits leave an error that is never overshot, so that it stays below two on
 * every level. */
static void cycle(const struct sm_graph *graph, int l) {
  const struct graph_level *level = &graph->level[l];
  struct sm_device *device = graph->poisson->device;
  const struct sm_box box = sm_csr_box(level->count);
  if (l == graph->levels - 1 && graph->inverse != NULL) {
    const struct sm_csr_dense dense = {graph->inverse, level->b, level->x, level->count};
    device->backend->csr_dense(device, &box, &dense);
    return;
  }
  for (int s = 0; s < SWEEPS; s++) sweep(graph, level, false);
  for (int visit = 0; l < graph->levels - 1 && visit < VISITS; visit++) {
    if (visit > 0) {
      sweep(graph, level, true);
      sweep(graph, level, false);
    }
    const struct sm_csr_defect defect = {level->rows, level->x, level->b, level->defect,
                                         level->count};
    device->backend->csr_defect(device, &box, &defect);
    correct(graph, l + 1, level->defect, level->x);
  }
  for (int s = 0; s < SWEEPS; s++) sweep(graph, level, true);
}

/* One sweep over the two colours of level 0; zero: x counts as 0 before. */
static void sweep_cells(struct sm_poisson *poisson, int first, bool zero) {
  const struct sm_level *level = &poisson->level[0];
  const struct sm_backend *be = poisson->device->backend;
  const struct sm_box box = sm_level_box(level);
  const bool open = level->op.fx == NULL;
  struct sm_smooth s = {level->op, level->x, level->b, first, sm_smoother_omega, 1.0f};
  if (zero)
    (open ? be->smooth_first_open : be->smooth_first_part)(poisson->device, &box, &s);
  else
    (open ? be->smooth_open : be->smooth_part)(poisson->device, &box, &s);
  s.keep = zero ? 0.0f : 1.0f;
  s.colour = 1 - first;
  (open ? be->smooth_open : be->smooth_part)(poisson->device, &box, &s);
}

void sm_graph_cycle(struct sm_graph *graph) {
  struct sm_poisson *poisson = graph->poisson;
  const struct sm_level *finest = &poisson->level[0];
  const struct sm_backend *be = poisson->device->backend;
  for (int s = 0; s < SWEEPS; s++) sweep_cells(poisson, 0, s == 0);
  if (graph->levels > 0) {
    const struct sm_box box = sm_level_box(finest);
    const struct sm_defect defect = {finest->op, finest->x, finest->b, finest->defect};
    (finest->op.fx == NULL ? be->defect_open : be->defect_part)(poisson->device, &box, &defect);
    correct(graph, 0, finest->defect, finest->x);
  }
  for (int s = 0; s < SWEEPS; s++) sweep_cells(poisson, 1, false);
}
