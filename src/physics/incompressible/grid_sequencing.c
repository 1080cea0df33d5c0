/* Grid sequencing: a steady flow starts from the solution on a coarser grid, built from the same
 * case and maps, and so on recursively. */
#include "physics/incompressible/model.h"

#include "physics/flow/boundary/boundaries.h"
#include "physics/flow/initial_wind.h"
#include "physics/flow/time_loop.h"
#include "physics/scalars/scalars.h"
#include <math.h>

/* --- the coarser grid --- */

struct level {
  struct sm_case c;
  struct sm_domain *domain;
  struct sm_state *state;
  void *self; /* sm_incompressible */
};

static struct sm_grid_sequencing *sequence_of(const struct level *level) {
  return &((struct sm_incompressible *)level->self)->sequencing;
}

/* Case of a coarser level, without output. The errors of the scheme are four times as large, and so
 * is the steady-state tolerance. */
static struct sm_case case_of_level(const struct sm_case *c) {
  struct sm_case out = *c;
  out.flow.grid_sequencing--;
  out.flow.steady *= 4;
  out.flow.time_step *= 2;
  out.flow.probe_count = out.flow.body_count = 0;
  out.flow.series = false;
  out.flow.mean_from = out.flow.checkpoint = NAN;
  return out;
}

static void free_level(struct level *level) {
  sm_model_destroy(&sm_model_incompressible, &level->self);
  sm_state_destroy(&level->state);
  sm_domain_destroy(&level->domain);
}

/* Uses a silent context: the maps were read and reported before. */
static enum sm_status build_domain(struct sm_context *ctx, const struct sm_domain *fine,
                                   struct level *level) {
  SM_SCOPED_BY(sm_context_destroy) struct sm_context *quiet = NULL;
  SM_TRY(sm_context_create_quiet(ctx, &quiet));
  enum sm_status status = sm_domain_build_coarser(quiet, &level->c, fine, &level->domain);
  if (status != SM_OK) sm_fail(ctx, status, "%s", sm_context_message(quiet));
  return status;
}

/* A flow can be computed on half as many cells along each axis, too. */
static enum sm_status check_halves(struct sm_context *ctx, const struct sm_case *c,
                                   const struct sm_grid *fine) {
  for (int d = 0; d < 3; d++) {
    const int n = fine->axis[d].n, least = SM_FLOW_GHOSTS + 1;
    if (n > 1 && (n % 2 != 0 || n < 2 * least))
      return sm_fail(ctx, SM_ERR_CASE,
                     "%s:%d: error: 'flow.grid_sequencing': a grid of %d x %d x %d cells has none "
                     "that is coarser\nhelp: fewer grids, or a number of cells along %c that can "
                     "be halved so often, to no less than %d",
                     c->path, c->flow.line, fine->axis[0].n, fine->axis[1].n, fine->axis[2].n,
                     'x' + d, least);
  }
  return SM_OK;
}

static enum sm_status make_level(struct sm_context *ctx, const struct sm_flow *fine,
                                 struct level *level) {
  const struct sm_model *model = &sm_model_incompressible;
  SM_TRY(check_halves(ctx, &level->c, &fine->domain->grid));
  SM_TRY(build_domain(ctx, fine->domain, level));
  const struct sm_domain *domain = level->domain;
  SM_TRY(sm_model_state(ctx, model, &level->c, domain, fine->device, 0, &level->state));
  return sm_model_create(ctx, model, &level->c, domain, level->state, &level->self);
}

enum sm_status sm_grid_sequencing_reserve(struct sm_context *ctx, const struct sm_case *c,
                                          const struct sm_flow *flow) {
  SM_SCOPED_BY(free_level) struct level level = {.c = case_of_level(c)};
  SM_TRY(make_level(ctx, flow, &level));
  return sm_model_incompressible.reserve(ctx, level.self);
}

/* Runs to the end of the case, or until steady. */
static enum sm_status run(struct sm_context *ctx, struct level *level,
                          struct sm_step_report *report) {
  sequence_of(level)->keeps = true;
  return sm_model_advance(ctx, &sm_model_incompressible, level->self,
                          level->domain->weather.time_count - 1, report);
}

static void tell(struct sm_context *ctx, const struct sm_flow_view *view) {
  const int *n = view->flow->layout.n;
  sm_info(ctx, "%d x %d x %d cells: %s after %.6g s, %lld steps", n[0], n[1], n[2],
          view->steady ? "steady" : "not steady", view->time, (long long)view->steps);
}

/* --- from it to the finer one --- */

/* Richardson extrapolation: the error of a second-order scheme on the finer grid is a
 * fourth of that here, so the change since the start on this grid is continued by a fourth
 * of it. */
static void extrapolate(const double *start, size_t size, double *wind) {
  for (size_t m = 0; m < size && start != NULL; m++) wind[m] += 0.25 * (wind[m] - start[m]);
}

static enum sm_status keep_start(struct sm_context *ctx, const struct sm_flow *flow,
                                 struct sm_grid_sequencing *sequencing) {
  for (int d = 0; d < 3 && sequencing->keeps; d++) {
    SM_TRY(sm_flow_host(ctx, flow, flow->layout.size, sizeof(double), "a start",
                        &sequencing->start[d]));
    SM_TRY(sm_flow_download(ctx, flow, flow->u[0][d], sequencing->start[d]));
  }
  return SM_OK;
}

static enum sm_status take_wind(struct sm_context *ctx, const struct level *level,
                                const struct sm_flow_view *coarse, const struct sm_flow *fine,
                                double *from, double *to) {
  const struct sm_flow *flow = coarse->flow;
  for (int d = 0; d < 3; d++) {
    SM_TRY(sm_flow_download(ctx, flow, flow->u[coarse->wind][d], from));
    extrapolate(sequence_of(level)->start[d], flow->layout.size, from);
    for (size_t m = 0; m < fine->layout.size; m++) to[m] = 0;
    sm_flow_prolong_wind(flow, from, fine, d, to);
    SM_TRY(sm_flow_fill(ctx, fine, d, to));
  }
  for (int m = 0; m < fine->winds; m++) sm_flow_ghosts(fine, m);
  return SM_OK;
}

static enum sm_status take_scalars(struct sm_context *ctx, const struct sm_scalars *coarse,
                                   const struct sm_scalars *fine, double *from, double *to) {
  for (size_t s = 0; s < fine->count; s++) {
    struct sm_scalar *item = &fine->item[s];
    SM_TRY(sm_flow_download(ctx, coarse->flow, coarse->item[s].now, from));
    SM_TRY(sm_flow_download(ctx, fine->flow, item->now, to));
    sm_flow_prolong_cells(coarse->flow, from, fine->flow, to);
    const union sm_reals fields[] = {item->now, item->before};
    for (int m = 0; m < 2 && fields[m].f32 != NULL; m++) {
      SM_TRY(sm_flow_upload(ctx, fine->flow, to, fields[m]));
      sm_scalar_ghosts(fine, item, fields[m]);
    }
  }
  return SM_OK;
}

/* Copies wind, scalars and the force that keeps the bulk velocity. */
static enum sm_status take_over(struct sm_context *ctx, const struct level *level,
                                const struct sm_flow_view *coarse, const struct sm_flow *fine,
                                const struct sm_scalars *scalars) {
  const struct sm_scalars *carried = sm_incompressible_scalars(level->self);
  struct sm_bulk_force bulk_force[3];
  SM_SCOPED double *from = NULL, *to = NULL;
  SM_TRY(sm_alloc(ctx, coarse->flow->layout.size, sizeof *from, "a coarser field", &from));
  SM_TRY(sm_alloc(ctx, fine->layout.size, sizeof *to, "a field", &to));
  SM_TRY(take_wind(ctx, level, coarse, fine, from, to));
  SM_TRY(take_scalars(ctx, carried, scalars, from, to));
  SM_TRY(sm_device_download(ctx, fine->device, bulk_force, coarse->flow->bulk_force,
                            sizeof bulk_force));
  return sm_device_upload(ctx, fine->device, fine->bulk_force, bulk_force, sizeof bulk_force);
}

enum sm_status sm_grid_sequencing_run(struct sm_context *ctx, const struct sm_case *c,
                                      struct sm_flow *flow, const struct sm_scalars *scalars,
                                      struct sm_grid_sequencing *sequencing) {
  struct level level = {.c = case_of_level(c)};
  struct sm_step_report report;
  struct sm_flow_view view = {.flow = NULL};
  enum sm_status status = make_level(ctx, flow, &level);
  if (status == SM_OK) status = run(ctx, &level, &report);
  if (level.self != NULL) sm_model_incompressible.look(level.self, &view);
  if (view.flow != NULL)
    sequencing->cell_steps =
        view.coarse_cell_steps + (double)sm_grid_cells(&level.domain->grid) * (double)view.steps;
  if (status == SM_OK) {
    tell(ctx, &view);
    status = take_over(ctx, &level, &view, flow, scalars);
    if (status == SM_OK) status = keep_start(ctx, flow, sequencing);
  }
  free_level(&level);
  sequencing->done = status == SM_OK;
  if (status == SM_OK || status == SM_ERR_STOPPED) return status;
  return sm_fail_add(ctx, status, "on a coarser grid, of flow.grid_sequencing = %d",
                     c->flow.grid_sequencing);
}

void sm_grid_sequencing_parts(struct sm_grid_sequencing *self, struct sm_flow_view *view) {
  SM_STATE_PARTS(SM_GRID_SEQUENCING_STATE, "sequencing", -1);
}
