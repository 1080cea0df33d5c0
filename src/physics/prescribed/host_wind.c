#include "physics/prescribed/host_wind.h"

#include "base/machine/machine.h"
#include <math.h>

enum sm_status sm_host_wind_create(struct sm_context *ctx, const struct sm_state *state,
                                   struct sm_host_wind *out) {
  *out = (struct sm_host_wind){.sy = state->sy, .sz = state->sz, .size = state->size};
  if (!sm_device_has_data(state->device)) {
    sm_device_count_host(state->device, (ptrdiff_t)(3 * state->size * sizeof(double)));
    return SM_OK;
  }
  SM_TRY(sm_alloc(ctx, 3 * state->size, sizeof(double), "a wind on the host", &out->u[0]));
  for (int d = 1; d < 3; d++) out->u[d] = out->u[0] + (size_t)d * state->size;
  return SM_OK;
}

enum sm_status sm_host_wind_create_alike(struct sm_context *ctx, const struct sm_state *state,
                                         struct sm_host_wind *out) {
  const struct sm_device *device = state->device;
  if (device->bits != 32) return sm_host_wind_create(ctx, state, out);
  *out = (struct sm_host_wind){.sy = state->sy, .sz = state->sz, .size = state->size};
  out->borrowed = sm_device_is_host(device);
  if (out->borrowed) {
    for (int d = 0; d < 3; d++) out->single[d] = state->field[SM_FIELD_U + d].f32;
    return SM_OK;
  }
  if (!sm_device_has_data(device)) {
    sm_device_count_host(state->device, (ptrdiff_t)(3 * state->size * sizeof(float)));
    return SM_OK;
  }
  SM_TRY(sm_alloc(ctx, 3 * state->size, sizeof(float), "a wind on the host", &out->single[0]));
  for (int d = 1; d < 3; d++) out->single[d] = out->single[0] + (size_t)d * state->size;
  return SM_OK;
}

void sm_host_wind_free(struct sm_host_wind *wind) {
  sm_free(wind->u[0]);
  if (!wind->borrowed) sm_free(wind->single[0]);
  *wind = (struct sm_host_wind){0};
}

struct sm_face_target sm_host_wind_target(const struct sm_host_wind *wind) {
  struct sm_face_target out = {.sy = wind->sy, .sz = wind->sz};
  for (int d = 0; d < 3; d++) {
    out.u[d] = wind->u[d];
    out.single[d] = wind->single[d];
  }
  return out;
}

void sm_host_wind_clear(struct sm_host_wind *wind) {
  for (int d = 0; d < 3; d++)
    if (wind->single[d] != NULL)
      sm_memory_zero(wind->single[d], wind->size * sizeof(float));
    else
      sm_memory_zero(wind->u[d], wind->size * sizeof(double));
}

void sm_host_wind_close_faces(const struct sm_domain *domain, struct sm_host_wind *wind) {
  const struct sm_axis *axis = domain->grid.axis;
#pragma omp parallel for schedule(static)
  for (int k = 0; k <= axis[2].n; k++)
    for (int j = 0; j <= axis[1].n; j++)
      for (int i = 0; i <= axis[0].n; i++)
        for (int d = 0; d < 3; d++)
          if (!sm_domain_face_is_open(domain, d, i, j, k))
            wind->u[d][i + j * wind->sy + k * wind->sz] = 0;
}

/* Open fractions of the faces of a cell: west, east, south, north, down, up. */
static void open_parts(const struct sm_domain *domain, int64_t cell, double part[6]) {
  const int64_t cut = sm_domain_cut(domain, cell);
  for (int side = 0; side < 6; side++)
    part[side] = cut >= 0 ? (double)domain->cut[cut].fraction[side]
                          : (double)(domain->cell[cell] >> side & 1);
}

static inline double velocity(const struct sm_host_wind *wind, int d, ptrdiff_t at) {
  return wind->single[d] != NULL ? (double)wind->single[d][at] : wind->u[d][at];
}

static double larger(double a, double b) { return b > a ? b : a; }

/* |div u| h of a cell, m/s. */
static double cell_divergence(const struct sm_domain *domain, const struct sm_host_wind *wind,
                              int i, int j, int k) {
  const struct sm_axis *axis = domain->grid.axis;
  const double width[3] = {axis[0].width[i], axis[1].width[j], axis[2].width[k]};
  const ptrdiff_t at = i + j * wind->sy + k * wind->sz, next[3] = {1, wind->sy, wind->sz};
  double part[6], sum = 0, smallest = width[0];
  open_parts(domain, i + (int64_t)axis[0].n * (j + (int64_t)axis[1].n * k), part);
  for (int d = 0; d < 3; d++) {
    sum +=
        (part[2 * d + 1] * velocity(wind, d, at + next[d]) - part[2 * d] * velocity(wind, d, at)) /
        width[d];
    smallest = width[d] < smallest ? width[d] : smallest;
  }
  return fabs(sum) * smallest;
}

double sm_host_wind_divergence(const struct sm_domain *domain, const struct sm_host_wind *wind) {
  const struct sm_axis *axis = domain->grid.axis;
  double divergence = 0, fastest = 0;
#pragma omp parallel for schedule(static) reduction(max : divergence, fastest)
  for (int k = 0; k <= axis[2].n; k++)
    for (int j = 0; j <= axis[1].n; j++)
      for (int i = 0; i <= axis[0].n; i++) {
        const ptrdiff_t at = i + j * wind->sy + k * wind->sz;
        for (int d = 0; d < 3; d++) fastest = larger(fastest, fabs(velocity(wind, d, at)));
        if ((sm_domain_cell_bits(domain, i, j, k) & SM_OPEN_ALL) != 0)
          divergence = larger(divergence, cell_divergence(domain, wind, i, j, k));
      }
  return fastest > 0 ? divergence / fastest : 0;
}

enum sm_status sm_host_wind_store(struct sm_context *ctx, const struct sm_host_wind *wind,
                                  struct sm_state *state) {
  const size_t bytes = state->size * sm_state_real_size(state);
  SM_SCOPED float *single = NULL;
  enum sm_status status = SM_OK;
  for (int d = 0; d < 3 && wind->single[0] != NULL && !wind->borrowed; d++)
    SM_TRY(sm_device_upload(ctx, state->device, state->field[SM_FIELD_U + d].f32, wind->single[d],
                            bytes));
  if (wind->single[0] != NULL) return status;
  if (state->device->bits == 32)
    SM_TRY(sm_alloc(ctx, state->size, sizeof *single, "a wind on the host", &single));
  for (int d = 0; d < 3 && status == SM_OK; d++) {
    const double *from = wind->u[d];
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < (single != NULL ? state->size : 0); i++) single[i] = (float)from[i];
    status = sm_device_upload(ctx, state->device, state->field[SM_FIELD_U + d].f32,
                              single != NULL ? (const void *)single : (const void *)from, bytes);
  }
  return status;
}

enum sm_status sm_host_wind_load(struct sm_context *ctx, const struct sm_state *state,
                                 struct sm_host_wind *wind) {
  const size_t bytes = state->size * sm_state_real_size(state);
  const bool wide = state->device->bits == 64;
  SM_SCOPED float *narrow = NULL;
  enum sm_status status = SM_OK;
  if (!wide) SM_TRY(sm_alloc(ctx, state->size, sizeof *narrow, "a wind on the host", &narrow));
  for (int d = 0; d < 3 && status == SM_OK; d++) {
    void *to = wide ? (void *)wind->u[d] : narrow;
    status = sm_device_download(ctx, state->device, to, state->field[SM_FIELD_U + d].f32, bytes);
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < (wide ? 0 : state->size); i++) wind->u[d][i] = (double)narrow[i];
  }
  return status;
}
