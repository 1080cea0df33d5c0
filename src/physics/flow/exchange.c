#include "physics/flow/initial_wind.h"

#include "physics/flow/boundary/boundaries.h"

/* Copies from [n2][n1][n0] to the layout of a flow. On an axis with one cell both faces are one
 * element. */
static void spread(const struct sm_flow *flow, const int n[3], const double *values, double *out) {
  const struct sm_flow_layout *layout = &flow->layout;
#pragma omp parallel for schedule(static)
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++)
        out[layout->origin + i * layout->step[0] + j * layout->step[1] + k * layout->step[2]] =
            values[i + (int64_t)n[0] * (j + (int64_t)n[1] * k)];
}

enum sm_status sm_flow_set_wind(struct sm_context *ctx, const struct sm_flow *flow, int d,
                                const double *values) {
  double *host = NULL;
  int n[3];
  for (int e = 0; e < 3; e++) n[e] = flow->layout.n[e] + (d == e);
  SM_TRY(sm_alloc(ctx, flow->layout.size, sizeof *host, "a wind", &host));
  spread(flow, n, values, host);
  const enum sm_status status = sm_flow_fill(ctx, flow, d, host);
  sm_free(host);
  for (int m = 0; m < flow->winds && status == SM_OK; m++) sm_flow_ghosts(flow, m);
  return status;
}

static void set_air(const struct sm_flow *flow, const double *values, double shift, double *out) {
  const struct sm_flow_layout *layout = &flow->layout;
  const int *n = layout->n;
#pragma omp parallel for schedule(static)
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++)
        if ((sm_domain_cell_bits(flow->domain, i, j, k) & SM_OPEN_ALL) != 0)
          out[layout->origin + i * layout->step[0] + j * layout->step[1] + k * layout->step[2]] =
              values[i + (int64_t)n[0] * (j + (int64_t)n[1] * k)] + shift;
}

enum sm_status sm_flow_set_cells(struct sm_context *ctx, const struct sm_flow *flow,
                                 const double *values, double shift, union sm_reals field) {
  SM_SCOPED double *host = NULL;
  SM_TRY(sm_alloc(ctx, flow->layout.size, sizeof *host, "a field", &host));
  enum sm_status status = sm_flow_download(ctx, flow, field, host);
  if (status == SM_OK) {
    set_air(flow, values, shift, host);
    status = sm_flow_upload(ctx, flow, host, field);
  }
  return status;
}
