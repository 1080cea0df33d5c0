/* sequencing.c - grid sequencing of the steady Reynolds-averaged wind: it starts from that on half
 * as many cells along each axis, built from the same case and maps, and so on recursively. */
#include "physics/rans/internal.h"

#include "device/backend.h"
#include "physics/flow/boundary/boundaries.h"
#include "physics/flow/initial_wind.h"

/* Fewest cells of the coarsest grid along an axis. */
enum { LEAST = 16 };

static bool has_coarser(const struct sm_rans *m) {
  for (int d = 0; d < 3; d++) {
    const int n = m->domain->grid.axis[d].n;
    if (n > 1 && (n % 2 != 0 || n / 2 < LEAST)) return false;
  }
  return m->c->rans.grid_sequencing > 0;
}

/* --- the model on the coarser grid --- */

/* Uses a silent context: the maps were read and reported before. */
static enum sm_status build(struct sm_context *ctx, const struct sm_rans *m,
                            struct sm_rans_coarser *coarser) {
  const struct sm_model *model = &sm_model_rans;
  SM_TRY(sm_domain_build_coarser(ctx, &coarser->c, m->domain, &coarser->domain));
  SM_TRY(sm_model_state(ctx, model, &coarser->c, coarser->domain, m->state->device, 0,
                        &coarser->state));
  return sm_model_create(ctx, model, &coarser->c, coarser->domain, coarser->state, &coarser->self);
}

static enum sm_status name_grid(struct sm_context *ctx, enum sm_status status) {
  if (status == SM_OK || status == SM_ERR_STOPPED) return status;
  return sm_fail_add(ctx, status,
                     "on a coarser grid, from which the steady wind starts\nhelp: "
                     "rans.grid_sequencing = 0 starts from the diagnostic wind");
}

enum sm_status sm_rans_coarser_create(struct sm_context *ctx, struct sm_rans *m) {
  struct sm_rans_coarser *coarser = &m->coarser;
  struct sm_device *device = m->state->device;
  struct sm_parallel *group = device->group;
  SM_SCOPED_BY(sm_context_destroy) struct sm_context *quiet = NULL;
  if (coarser->tried || !has_coarser(m)) return SM_OK;
  coarser->tried = true;
  coarser->c = *m->c;
  coarser->c.rans.grid_sequencing--;
  coarser->c.flow.scalar_count = 0;
  coarser->c.particles.turbulence = coarser->c.output.turbulence[SM_OUTPUT_STRESSES] = false;
  SM_TRY(sm_context_create_quiet(ctx, &quiet));
  device->group = NULL;
  const enum sm_status status = build(quiet, m, coarser);
  device->group = group;
  if (status == SM_OK) return SM_OK;
  return name_grid(ctx, sm_fail(ctx, status, "%s", sm_context_message(quiet)));
}

void sm_rans_coarser_destroy(struct sm_rans_coarser *coarser) {
  sm_model_destroy(&sm_model_rans, &coarser->self);
  sm_state_destroy(&coarser->state);
  sm_domain_destroy(&coarser->domain);
}

/* --- from it to the finer one --- */

/* Work space on the host, in the layouts of both flows. */
struct fields {
  const struct sm_rans_flow *coarse;
  struct sm_rans_flow *fine;
  double *from, *to;
};

static enum sm_status take_wind(struct sm_context *ctx, const struct fields *f) {
  const struct sm_flow *fine = f->fine->flow, *coarse = f->coarse->flow;
  for (int d = 0; d < 3; d++) {
    SM_TRY(sm_flow_download(ctx, coarse, coarse->u[f->coarse->wind][d], f->from));
    for (size_t m = 0; m < fine->layout.size; m++) f->to[m] = 0;
    sm_flow_prolong_wind(coarse, f->from, fine, d, f->to);
    SM_TRY(sm_flow_fill(ctx, fine, d, f->to));
  }
  for (int m = 0; m < fine->winds; m++) sm_flow_ghosts(fine, m);
  return SM_OK;
}

/* Cells that are solid on the coarser grid keep what they have. */
static enum sm_status take_cells(struct sm_context *ctx, const struct fields *f,
                                 union sm_reals coarse, union sm_reals fine) {
  SM_TRY(sm_flow_download(ctx, f->coarse->flow, coarse, f->from));
  SM_TRY(sm_flow_download(ctx, f->fine->flow, fine, f->to));
  sm_flow_prolong_cells(f->coarse->flow, f->from, f->fine->flow, f->to);
  return sm_flow_upload(ctx, f->fine->flow, f->to, fine);
}

static enum sm_status take_over(struct sm_context *ctx, const struct sm_rans_flow *coarse,
                                struct sm_rans_flow *fine) {
  struct sm_flow *flow = fine->flow;
  SM_SCOPED double *from = NULL, *to = NULL;
  SM_TRY(sm_alloc(ctx, coarse->flow->layout.size, sizeof *from, "a coarser field", &from));
  SM_TRY(sm_alloc(ctx, flow->layout.size, sizeof *to, "a field", &to));
  const struct fields f = {coarse, fine, from, to};
  SM_TRY(take_wind(ctx, &f));
  SM_TRY(take_cells(ctx, &f, coarse->flow->pressure, flow->pressure));
  sm_flow_cell_ghosts(flow, flow->pressure);
  for (int which = 0; which < 2; which++) {
    for (int q = 0; q < SM_RANS_QUANTITIES; q++)
      SM_TRY(take_cells(ctx, &f, coarse->turbulence[coarse->now][q], fine->turbulence[which][q]));
    sm_rans_ghosts(fine, which);
  }
  return SM_OK;
}

static void tell(struct sm_context *ctx, const struct sm_domain *domain,
                 const struct sm_step_report *report) {
  const struct sm_axis *axis = domain->grid.axis;
  sm_debug(ctx, "%d x %d x %d cells: %s after %d iterations", axis[0].n, axis[1].n, axis[2].n,
           report->converged ? "steady" : "not steady", report->iterations);
}

enum sm_status sm_rans_start(struct sm_context *ctx, struct sm_rans_coarser *coarser, int time,
                             struct sm_rans_flow *flow, struct sm_step_report *report) {
  struct sm_device *device = flow->flow->device;
  struct sm_parallel *group = device->group;
  struct sm_rans_flow coarse = {.flow = NULL};
  struct sm_step_report own = sm_step_report_begin();
  device->group = NULL;
  enum sm_status status = sm_rans_find_steady(ctx, coarser->self, time, &own, &coarse);
  device->group = group;
  report->seconds += own.seconds;
  if (status == SM_OK) {
    tell(ctx, coarser->domain, &own);
    status = take_over(ctx, &coarse, flow);
  }
  sm_rans_flow_free(&coarse);
  return name_grid(ctx, status);
}
