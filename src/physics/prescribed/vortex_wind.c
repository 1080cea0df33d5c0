/* Wind model "vortex": analytic vortex of Miglio et al. (2016) on a grid. Faces have the velocity
 * at their centres, so the discrete wind is not divergence-free; for the divergence-free form the
 * error decreases with the square of the cell size. For output only: particles use the field
 * itself, cell/particles/vortex_field.h with sm_vortex_field_of. */
#include "physics/prescribed/internal.h"

#include "physics/prescribed/host_wind.h"
#include "physics/turbulence/closure.h"
#include <math.h>

struct vortex {
  const struct sm_case *c;
  const struct sm_domain *domain;
  struct sm_state *state;
  struct sm_closure *closure; /* turbulence closure; may be NULL */
};

struct sm_vortex_field_f64 sm_vortex_field_of(const struct sm_case *c,
                                              const struct sm_domain *domain, double axis[2]) {
  const struct sm_case_vortex *vortex = &c->wind_source.vortex;
  for (int d = 0; d < 2; d++)
    axis[d] = isnan(vortex->center[d]) ? 0.5 * sm_axis_length(&domain->grid.axis[d])
                                       : vortex->center[d] + c->domain.margin;
  return (struct sm_vortex_field_f64){
      .strength = vortex->strength, .size = vortex->size, .solenoidal = vortex->solenoidal};
}

static void fill(const struct vortex *v, struct sm_host_wind *wind) {
  const struct sm_axis *axis = v->domain->grid.axis;
  double foot[2];
  const struct sm_vortex_field_f64 field = sm_vortex_field_of(v->c, v->domain, foot);
#pragma omp parallel for schedule(static)
  for (int k = 0; k <= axis[2].n; k++)
    for (int j = 0; j <= axis[1].n; j++)
      for (int i = 0; i <= axis[0].n; i++) {
        const int cell[3] = {i, j, k};
        for (int d = 0; d < 3; d++) {
          double x[3], u[3];
          bool inside = true; /* only axis d has one more face than cells */
          for (int e = 0; e < 3; e++) {
            inside = inside && (e == d || cell[e] < axis[e].n);
            x[e] = e == d || cell[e] == axis[e].n ? axis[e].face[cell[e]] : axis[e].centre[cell[e]];
            if (e < 2) x[e] -= foot[e];
          }
          sm_vortex_wind_f64(field, x, u);
          wind->u[d][i + j * wind->sy + k * wind->sz] = inside ? u[d] : 0;
        }
      }
}

static void destroy(void *self) {
  struct vortex *v = self;
  sm_closure_destroy(&v->closure);
}

static enum sm_status create(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_domain *domain, struct sm_state *state, void *self) {
  struct vortex *v = self;
  *v = (struct vortex){.c = c, .domain = domain, .state = state};
  return sm_closure_create(ctx, c, domain, state, &v->closure);
}

static enum sm_status step(struct sm_context *ctx, void *self, int time, double until,
                           struct sm_step_report *report) {
  (void)until;
  struct vortex *v = self;
  struct sm_host_wind wind;
  SM_TRY(sm_host_wind_create(ctx, v->state, &wind));
  fill(v, &wind);
  sm_host_wind_close_faces(v->domain, &wind);
  *report = sm_prescribed_wind_report(sm_host_wind_divergence(v->domain, &wind));
  enum sm_status status = sm_host_wind_store(ctx, &wind, v->state);
  sm_host_wind_free(&wind);
  if (status == SM_OK) status = sm_closure_step(ctx, v->closure, time);
  if (status == SM_OK) status = sm_device_sync(ctx, v->state->device);
  return status;
}

const struct sm_model sm_model_vortex = {.name = "vortex",
                                         .size = sizeof(struct vortex),
                                         .fields = sm_prescribed_wind_fields,
                                         .create = create,
                                         .step = step,
                                         .destroy = destroy};
