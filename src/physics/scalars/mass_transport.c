/* Scalar transport in the compressible solver (cell/compressible/transport.h): passes with the mass
 * flux instead of the velocity. */
#include "physics/scalars/scalars.h"

static struct sm_end_density density_of(const struct sm_scalars *scalars) {
  const struct sm_compressible_fields *gas = scalars->gas;
  return (struct sm_end_density){gas->b.rho, gas->q[0][SM_RHO]};
}

static struct sm_compressible_transport arguments(const struct sm_scalars *scalars,
                                                  const struct sm_scalar_transport *t,
                                                  struct sm_step_remaining left) {
  return (struct sm_compressible_transport){
      .t = *t, .end = density_of(scalars), .begin = left.begin, .now = left.now, .to = left.to};
}

void sm_scalar_mass_advance(const struct sm_scalars *scalars, const struct sm_scalar_transport *t,
                            struct sm_step_remaining left) {
  struct sm_device *device = scalars->flow->device;
  const struct sm_compressible_transport args = arguments(scalars, t, left);
  const struct sm_box box = sm_flow_cells(scalars->flow);
  device->backend->compressible_transport(device, &box, &args);
}

void sm_scalar_mass_rate(const struct sm_scalars *scalars, const struct sm_scalar_transport *t) {
  struct sm_device *device = scalars->flow->device;
  const struct sm_compressible_transport args =
      arguments(scalars, t, (struct sm_step_remaining){0, 0, 0});
  const struct sm_box box = sm_flow_cells(scalars->flow);
  device->backend->compressible_transport_rate(device, &box, &args, scalars->number);
}

void sm_scalar_mass_boundary(const struct sm_scalars *scalars,
                             const struct sm_scalar_boundary_flux *side, const struct sm_box *box) {
  struct sm_device *device = scalars->flow->device;
  const struct sm_compressible_boundary_flux args = {*side, density_of(scalars)};
  device->backend->compressible_boundary_flux(device, box, &args, scalars->number);
}

void sm_scalar_mass_release(const struct sm_scalars *scalars, const struct sm_scalar_transport *t,
                            struct sm_step_remaining left,
                            const struct sm_scalar_release *release) {
  struct sm_device *device = scalars->flow->device;
  const struct sm_compressible_release args = {arguments(scalars, t, left), *release};
  const struct sm_box box = sm_csr_box(release->count);
  device->backend->compressible_release(device, &box, &args);
}

/* Arguments for a conversion from one field to another, without transport. */
static struct sm_compressible_transport
pass_of(const struct sm_scalars *scalars, union sm_reals from, union sm_reals to, double left) {
  const struct sm_flow *flow = scalars->flow;
  const struct sm_scalar_transport t = {.m = flow->metric,
                                        .u = {flow->u[0][0], flow->u[0][1], flow->u[0][2]},
                                        .now = from,
                                        .to = to,
                                        .clock = flow->clock};
  return arguments(scalars, &t, (struct sm_step_remaining){.now = left});
}

union sm_reals sm_scalar_per_volume(const struct sm_scalars *scalars, const struct sm_scalar *item,
                                    union sm_reals field, double left) {
  struct sm_device *device = scalars->flow->device;
  if (item->volume.f32 == NULL) return field;
  const struct sm_compressible_transport args = pass_of(scalars, field, item->volume, left);
  const struct sm_box box = sm_flow_cells(scalars->flow);
  device->backend->compressible_per_volume(device, &box, &args);
  return item->volume;
}

void sm_scalar_per_mass(const struct sm_scalars *scalars, union sm_reals field) {
  struct sm_device *device = scalars->flow->device;
  const struct sm_compressible_transport args = pass_of(scalars, field, field, 0);
  const struct sm_box box = sm_flow_cells(scalars->flow);
  device->backend->compressible_per_mass(device, &box, &args);
}
