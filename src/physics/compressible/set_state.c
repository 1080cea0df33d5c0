#include "physics/compressible/model.h"

#include <stddef.h>

enum { TEMPERATURE = 3, PRESSURE = 4 };

const char *sm_compressible_settable(int n) {
  static const enum sm_field field[SM_COMPRESSIBLE_SETTABLE] = {
      SM_FIELD_U_FACE, SM_FIELD_V_FACE, SM_FIELD_W_FACE, SM_FIELD_TEMPERATURE,
      SM_FIELD_AIR_PRESSURE_PERTURBATION};
  return sm_field_name(field[n]);
}

/* Conserved variables on the host, in the memory layout of the flow. */
struct air {
  double *q[SM_CONSERVED_FIELDS];
};

/* Value of cell (i, j, k); for a velocity component the mean of its faces across axis n. */
static double value_of(const int size[3], int n, const double *values, int i, int j, int k) {
  const int nx = size[0] + (n == 0), ny = size[1] + (n == 1);
  const ptrdiff_t at = i + nx * (j + (ptrdiff_t)ny * k);
  const ptrdiff_t next[3] = {1, nx, (ptrdiff_t)nx * ny};
  return n < TEMPERATURE ? 0.5 * (values[at] + values[at + next[n]]) : values[at];
}

static void set_cell(const struct sm_compressible_fields *gas, struct air *air, ptrdiff_t at, int k,
                     int n, double value) {
  const double rho = gas->rho[k] + air->q[SM_RHO][at];
  double kinetic = 0, *energy = &air->q[SM_RHO_E][at];
  for (int d = 0; d < 3; d++) {
    const double momentum = air->q[SM_RHO_U + d][at];
    kinetic += 0.5 * momentum * momentum / rho;
  }
  if (n < TEMPERATURE) {
    double *momentum = &air->q[SM_RHO_U + n][at];
    *energy += 0.5 * (rho * value * value - *momentum * *momentum / rho);
    *momentum = rho * value;
  } else {
    const double pressure = n == PRESSURE ? value : rho * SM_AIR_GAS_CONSTANT * value - gas->p[k];
    *energy = pressure / (SM_AIR_GAMMA - 1) + kinetic;
  }
}

static void set_cells(const struct sm_compressible_fields *gas, struct air *air, int n,
                      const double *values) {
  const struct sm_flow *flow = gas->flow;
  const struct sm_flow_layout *l = &flow->layout;
#pragma omp parallel for schedule(static)
  for (int k = 0; k < l->n[2]; k++)
    for (int j = 0; j < l->n[1]; j++)
      for (int i = 0; i < l->n[0]; i++)
        if ((sm_domain_cell_bits(flow->domain, i, j, k) & SM_OPEN_ALL) != 0)
          set_cell(gas, air, l->origin + i * l->step[0] + j * l->step[1] + k * l->step[2], k, n,
                   value_of(l->n, n, values, i, j, k));
}

enum sm_status sm_compressible_set(struct sm_context *ctx, const struct sm_compressible_fields *gas,
                                   int n, const double *values) {
  const struct sm_flow *flow = gas->flow;
  const size_t size = flow->layout.size;
  struct air air = {.q = {NULL}};
  enum sm_status status;
  SM_TRY(sm_alloc(ctx, SM_CONSERVED_FIELDS * size, sizeof(double), "the air", &air.q[0]));
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++) {
    air.q[f] = air.q[0] + (size_t)f * size;
    SM_TRY_DONE(sm_flow_download(ctx, flow, gas->q[0][f], air.q[f]));
  }
  set_cells(gas, &air, n, values);
  for (int f = 0; f < SM_CONSERVED_FIELDS; f++)
    SM_TRY_DONE(sm_flow_upload(ctx, flow, air.q[f], gas->q[0][f]));
done:
  sm_free(air.q[0]);
  return status;
}
