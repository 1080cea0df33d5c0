/* Sponge (absorbing layer) of the compressible solver below the domain top
 * (cell/compressible/stage.h). */
#include "physics/compressible/model.h"

enum { MASS, EXCESS, LINES };

/* Horizontal means of mass and overpressure in layer k, from conserved fields on the host. */
static void find_means(const struct sm_compressible_fields *gas,
                       double *const q[SM_CONSERVED_FIELDS], int k, double *mass, double *excess) {
  const struct sm_flow_layout *s = &gas->flow->layout;
  double count = 0;
  *mass = *excess = 0;
  for (int j = 0; j < s->n[1]; j++)
    for (int i = 0; i < s->n[0]; i++) {
      if ((sm_domain_cell_bits(gas->flow->domain, i, j, k) & SM_OPEN_ALL) == 0) continue;
      const ptrdiff_t c = s->origin + i + j * s->step[1] + k * s->step[2];
      const double rho = gas->rho[k] + q[SM_RHO][c];
      double squares = 0;
      for (int d = 0; d < 3; d++) squares += q[SM_RHO_U + d][c] * q[SM_RHO_U + d][c];
      *mass += q[SM_RHO][c];
      *excess += (SM_AIR_GAMMA - 1) * (q[SM_RHO_E][c] - 0.5 * squares / rho);
      count++;
    }
  *mass = count > 0 ? *mass / count : 0;
  *excess = count > 0 ? *excess / count : 0;
}

static enum sm_status make_lines(struct sm_context *ctx, struct sm_compressible_damping *out) {
  const struct sm_flow *flow = out->gas->flow;
  const size_t layers = (size_t)flow->layout.n[2];
  double *q[SM_CONSERVED_FIELDS] = {NULL}, *host = NULL;
  enum sm_status status = SM_OK;
  SM_TRY(sm_flow_reals(ctx, flow, LINES * layers, "the sponge", &out->lines));
  if (!sm_device_has_data(flow->device)) return SM_OK;
  SM_TRY_DONE(sm_alloc(ctx, LINES * layers, sizeof *host, "the sponge", &host));
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) {
    SM_TRY_DONE(sm_alloc(ctx, flow->layout.size, sizeof *q[f], "the air", &q[f]));
    SM_TRY_DONE(sm_flow_download(ctx, flow, out->gas->q[0][f], q[f]));
  }
  for (int k = 0; k < flow->layout.n[2]; k++)
    find_means(out->gas, q, k, &host[MASS * layers + (size_t)k],
               &host[EXCESS * layers + (size_t)k]);
  status = sm_flow_upload_array(ctx, flow, host, LINES * layers, out->lines);
done:
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) sm_free(q[f]);
  sm_free(host);
  return status;
}

enum sm_status sm_compressible_damping_make(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_compressible_fields *gas,
                                            struct sm_compressible_damping *out) {
  const struct sm_axis *axis = &gas->flow->domain->grid.axis[2];
  const double bottom = axis->face[axis->n] - c->flow.sponge;
  *out = (struct sm_compressible_damping){.gas = NULL};
  if (!(c->flow.sponge > 0) || axis->n == 1) return SM_OK;
  out->gas = gas;
  while (out->lowest < axis->n && axis->centre[out->lowest] <= bottom) out->lowest++;
  sm_compressible_find_velocity(gas);
  SM_TRY(sm_flow_forces_make(ctx, c, gas->flow, &out->forces));
  return make_lines(ctx, out);
}

void sm_compressible_damp(const struct sm_compressible_damping *damping, int set) {
  if (damping->gas == NULL) return;
  const struct sm_compressible_fields *gas = damping->gas;
  const struct sm_flow *flow = gas->flow;
  struct sm_compressible_sponge args = {
      .step = {1, flow->layout.step[1], flow->layout.step[2]},
      .b = gas->b,
      .walls = gas->flow->faces,
      .rate = sm_flow_forces_sponge_rate(&damping->forces),
      .calm = {sm_flow_forces_sponge_wind(&damping->forces, 0),
               sm_flow_forces_sponge_wind(&damping->forces, 1)},
      .mass = sm_flow_offset(flow, damping->lines, MASS * flow->layout.n[2]),
      .excess = sm_flow_offset(flow, damping->lines, EXCESS * flow->layout.n[2]),
      .clock = flow->clock};
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) args.q[f] = gas->q[set][f];
  struct sm_box box = sm_flow_cells(flow);
  box.lo[2] = damping->lowest;
  flow->device->backend->compressible_sponge(flow->device, &box, &args);
}
