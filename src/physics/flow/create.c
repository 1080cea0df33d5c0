/* Fields of a flow solver: allocation, initial fill, and copies to and from the host. */
#include "physics/flow/fields.h"

#include "cell/momentum/wall_functions.h"
#include "parallel/rows.h"
#include "physics/flow/boundary/boundaries.h"
#include "physics/flow/share.h"
#include "physics/flow/walls/walls.h"
#include <math.h>

enum { GHOSTS = SM_FLOW_GHOSTS };

static size_t real_size(const struct sm_flow *flow) { return sm_device_real_size(flow->device); }

/* --- arrays of the device --- */

union sm_reals sm_flow_offset(const struct sm_flow *flow, union sm_reals from, ptrdiff_t by) {
  return sm_device_offset(flow->device, from, by);
}

enum sm_status sm_flow_put(struct sm_context *ctx, const struct sm_flow *flow, const void *host,
                           size_t count, size_t size, const char *what, void *out_pointer) {
  flow->store->what = what;
  return sm_store_put(ctx, flow->store, host, count, size, out_pointer);
}

enum sm_status sm_flow_host(struct sm_context *ctx, const struct sm_flow *flow, size_t count,
                            size_t size, const char *what, void *out_pointer) {
  flow->store->what = what;
  return sm_store_host(ctx, flow->store, count, size, out_pointer);
}

enum sm_status sm_flow_reals(struct sm_context *ctx, const struct sm_flow *flow, size_t count,
                             const char *what, union sm_reals *out) {
  return sm_flow_put(ctx, flow, NULL, count, real_size(flow), what, &out->f32);
}

enum sm_status sm_flow_field(struct sm_context *ctx, const struct sm_flow *flow, const char *what,
                             union sm_reals *out) {
  union sm_reals memory;
  SM_TRY(sm_flow_reals(ctx, flow, flow->layout.size, what, &memory));
  *out = sm_flow_offset(flow, memory, flow->layout.origin);
  return SM_OK;
}

enum sm_status sm_flow_upload_array(struct sm_context *ctx, const struct sm_flow *flow,
                                    const double *from, size_t count, union sm_reals to) {
  if (flow->device->bits == 64)
    return sm_device_upload(ctx, flow->device, to.f64, from, count * sizeof *from);
  const bool is_host = sm_device_is_host(flow->device) && sm_device_has_data(flow->device);
  SM_SCOPED float *copy = NULL;
  if (!is_host) SM_TRY(sm_alloc(ctx, count, sizeof *copy, "a copy of a field", &copy));
  float *const narrow = is_host ? to.f32 : copy;
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < count; i++) narrow[i] = (float)from[i];
  if (is_host) return SM_OK;
  return sm_device_upload(ctx, flow->device, to.f32, narrow, count * sizeof *narrow);
}

/* Allocates an array on the device and one on the host to fill it from; frees both on failure. */
static enum sm_status allocate_pair(struct sm_context *ctx, const struct sm_flow *flow,
                                    size_t count, const char *what, union sm_reals *out,
                                    double **host) {
  SM_TRY(sm_alloc(ctx, count, sizeof **host, what, host));
  const enum sm_status status = sm_flow_reals(ctx, flow, count, what, out);
  if (status != SM_OK) sm_free(*host);
  return status;
}
static enum sm_status put_and_free(struct sm_context *ctx, const struct sm_flow *flow, double *host,
                                   size_t count, union sm_reals to) {
  const enum sm_status status = sm_flow_upload_array(ctx, flow, host, count, to);
  sm_free(host);
  return status;
}

enum sm_status sm_flow_download_array(struct sm_context *ctx, const struct sm_flow *flow,
                                      union sm_reals from, size_t count, double *to) {
  if (flow->device->bits == 64)
    return sm_device_download(ctx, flow->device, to, from.f64, count * sizeof *to);
  SM_SCOPED float *narrow = NULL;
  SM_TRY(sm_alloc(ctx, count, sizeof *narrow, "a copy of a field", &narrow));
  const enum sm_status status =
      sm_device_download(ctx, flow->device, narrow, from.f32, count * sizeof *narrow);
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < (status == SM_OK ? count : 0); i++) to[i] = (double)narrow[i];
  return status;
}

enum sm_status sm_flow_upload(struct sm_context *ctx, const struct sm_flow *flow,
                              const double *from, union sm_reals to) {
  return sm_flow_upload_array(ctx, flow, from, flow->layout.size,
                              sm_flow_offset(flow, to, -flow->layout.origin));
}

enum sm_status sm_flow_copy(struct sm_context *ctx, const struct sm_flow *flow, union sm_reals from,
                            union sm_reals to) {
  const ptrdiff_t first = -flow->layout.origin;
  return sm_device_upload(ctx, flow->device, sm_flow_offset(flow, to, first).f32,
                          sm_flow_offset(flow, from, first).f32,
                          flow->layout.size * sm_device_real_size(flow->device));
}

enum sm_status sm_flow_download(struct sm_context *ctx, const struct sm_flow *flow,
                                union sm_reals from, double *to) {
  return sm_flow_download_array(ctx, flow, sm_flow_offset(flow, from, -flow->layout.origin),
                                flow->layout.size, to);
}

/* --- axes --- */

/* Width of cell i; beyond a side that of the periodic image, or mirrored. */
static double width_at(const struct sm_flow *flow, int d, int i) {
  const struct sm_axis *axis = &flow->domain->grid.axis[d];
  const int n = axis->n;
  if (n == 1) return axis->width[0];
  if (flow->sides.periodic[d]) return axis->width[((i % n) + n) % n];
  const int mirrored = i < 0 ? -1 - i : i >= n ? 2 * n - 1 - i : i;
  return axis->width[mirrored < 0 ? 0 : mirrored >= n ? n - 1 : mirrored];
}

/* Entries of one line of the metric: cells -GHOSTS - 1 to n + GHOSTS, and padding for the last tile
 * of a row. */
static size_t line_entries(const struct sm_flow *flow, int d) {
  return (size_t)flow->layout.n[d] + 2 * GHOSTS + 2 + SM_WALL_TILE;
}

static enum sm_status make_metric(struct sm_context *ctx, struct sm_flow *flow) {
  size_t all = 0;
  for (int d = 0; d < 3; d++) all += 3 * line_entries(flow, d);
  union sm_reals lines;
  double *host = NULL;
  SM_TRY(allocate_pair(ctx, flow, all, "the axes", &lines, &host));
  ptrdiff_t at = 0;
  for (int d = 0; d < 3; d++) {
    const ptrdiff_t count = (ptrdiff_t)line_entries(flow, d), zero = GHOSTS + 1;
    for (int i = -GHOSTS - 1; i <= flow->layout.n[d] + GHOSTS; i++) {
      const double below = width_at(flow, d, i - 1), here = width_at(flow, d, i);
      host[at + zero + i] = 1 / here;
      host[at + count + zero + i] = 2 / (below + here);
      host[at + 2 * count + zero + i] = below / (below + here);
    }
    flow->metric.step[d] = flow->layout.step[d];
    flow->metric.per_width[d] = sm_flow_offset(flow, lines, at + zero);
    flow->metric.per_gap[d] = sm_flow_offset(flow, lines, at + count + zero);
    flow->metric.below[d] = sm_flow_offset(flow, lines, at + 2 * count + zero);
    at += 3 * count;
  }
  return put_and_free(ctx, flow, host, all, lines);
}

/* --- drag of walls --- */

/* Drag coefficient of the logarithmic law at half a cell from the wall: stress over speed
 * squared. */
double sm_flow_rough_drag(double distance, double z0) {
  const double karman = 0.4, law = (double)sm_log_layer((float)distance, (float)z0) / karman;
  return 1 / (law * law);
}

/* Lowest fluid cell of a column with only fluid cells above; -1: none. */
static int floor_cell(const struct sm_flow *flow, int i, int j) {
  int k = flow->layout.n[2] - 1;
  if ((sm_domain_cell_bits(flow->domain, i, j, k) & SM_OPEN_ALL) == 0) return -1;
  while (k > 0 && (sm_domain_cell_bits(flow->domain, i, j, k) & SM_OPEN_DOWN) != 0) k--;
  return k;
}

static double floor_drag(const struct sm_flow *flow, int i, int j) {
  const struct sm_domain *domain = flow->domain;
  const struct sm_case_boundary *bottom = &flow->c->boundary[SM_BOTTOM];
  const int64_t column = i + (int64_t)flow->layout.n[0] * j;
  const int k = floor_cell(flow, i, j);
  if (k < 0 || (k == 0 ? bottom->law : flow->c->walls) != SM_WALL_ROUGH) return 0;
  const bool roof = domain->building[column] > 0 && k > 0;
  const double ground = isnan(bottom->roughness) ? (double)domain->z0[column] : bottom->roughness;
  return sm_flow_rough_drag(0.5 * domain->grid.axis[2].width[k], roof ? flow->roughness : ground);
}

/* Drag coefficient of a wall on the low or the high face of cell i across an axis. */
static double wall_drag(const struct sm_flow *flow, int d, int i, int high) {
  const int n = flow->layout.n[d];
  enum sm_wall_drag law = flow->c->walls;
  double roughness = flow->roughness;
  if (i == (high ? n - 1 : 0) && flow->sides.kind[2 * d + high] == SM_BOUNDARY_WALL) {
    const struct sm_case_boundary *side = &flow->c->boundary[2 * d + high];
    law = side->law;
    if (!isnan(side->roughness)) roughness = side->roughness;
  }
  return law == SM_WALL_ROUGH ? sm_flow_rough_drag(0.5 * width_at(flow, d, i), roughness) : 0;
}

double sm_flow_wall_drag(const struct sm_flow *flow, int d, int high, const int at[3]) {
  const bool floor = d == 2 && !high && floor_cell(flow, at[0], at[1]) == at[2];
  return floor ? floor_drag(flow, at[0], at[1]) : wall_drag(flow, d, at[d], high);
}

static enum sm_status make_drag(struct sm_context *ctx, struct sm_flow *flow) {
  const int *n = flow->layout.n;
  const ptrdiff_t rows = n[1] > 1 ? n[1] + 2 * GHOSTS + 1 : 1;
  const ptrdiff_t row = n[0] + 2 * GHOSTS + 1 + SM_WALL_TILE;
  size_t all = (size_t)(row * rows);
  for (int d = 0; d < 3; d++) all += 2 * line_entries(flow, d);
  union sm_reals memory;
  double *host = NULL;
  SM_TRY(allocate_pair(ctx, flow, all, "the drag of walls", &memory, &host));
  flow->drags = memory;
  flow->drag_count = all;
  ptrdiff_t at = 0;
  for (int d = 0; d < 3; d++)
    for (int high = 0; high < 2; high++) {
      for (int i = -GHOSTS - 1; i <= n[d] + GHOSTS; i++)
        host[at + GHOSTS + 1 + i] = wall_drag(flow, d, i, high);
      union sm_reals *line = high ? &flow->drag.high[d] : &flow->drag.low[d];
      *line = sm_flow_offset(flow, memory, at + GHOSTS + 1);
      at += (ptrdiff_t)line_entries(flow, d);
    }
  flow->drag.floor_step = n[1] > 1 ? row : 0;
  const ptrdiff_t zero = at + GHOSTS + GHOSTS * flow->drag.floor_step;
  flow->drag.floor = sm_flow_offset(flow, memory, zero);
  if (!sm_device_has_data(flow->device)) return put_and_free(ctx, flow, host, all, memory);
#pragma omp parallel for schedule(static)
  for (int j = n[1] > 1 ? -1 : 0; j < n[1]; j++)
    for (int i = n[0] > 1 ? -1 : 0; i < n[0]; i++)
      host[zero + i + j * flow->drag.floor_step] =
          floor_drag(flow, i < 0 ? n[0] - 1 : i, j < 0 ? n[1] - 1 : j);
  return put_and_free(ctx, flow, host, all, memory);
}

/* --- all of it --- */

static enum sm_status make_fields(struct sm_context *ctx, struct sm_flow *flow) {
  const size_t size = flow->layout.size;
  for (int m = 0; m < flow->winds; m++) { /* one array, which can be lent as a whole */
    union sm_reals memory;
    SM_TRY(sm_flow_reals(ctx, flow, 3 * size, "the wind", &memory));
    for (int d = 0; d < 3; d++)
      flow->u[m][d] = sm_flow_offset(flow, memory, d * (ptrdiff_t)size + flow->layout.origin);
  }
  if (flow->winds > 0) {
    SM_TRY(sm_flow_field(ctx, flow, "the viscosity of eddies", &flow->eddy));
    SM_TRY(sm_flow_field(ctx, flow, "the pressure", &flow->pressure));
  }
  SM_TRY(sm_flow_put(ctx, flow, NULL, 3, sizeof *flow->bulk_force, "forces", &flow->bulk_force));
  SM_TRY(sm_flow_put(ctx, flow, NULL, SM_SIDES, sizeof(double), "the outflow", &flow->outflow));
  return sm_flow_put(ctx, flow, NULL, 1, sizeof *flow->clock, "the clock", &flow->clock);
}

static enum sm_status make_all(struct sm_context *ctx, const struct sm_case *c,
                               const struct sm_host_wind *weather, struct sm_flow *flow) {
  SM_TRY(sm_flow_boundaries_find(ctx, c, flow->domain, weather, &flow->sides));
  SM_TRY(make_metric(ctx, flow));
  SM_TRY(sm_flow_faces_make(ctx, flow));
  SM_TRY(make_drag(ctx, flow));
  SM_TRY(make_fields(ctx, flow));
  return sm_flow_boundaries_make(ctx, c, flow, weather);
}

enum sm_status sm_flow_create(struct sm_context *ctx, const struct sm_case *c,
                              const struct sm_domain *domain, struct sm_device *device,
                              const struct sm_host_wind *weather, int winds, struct sm_flow **out) {
  const int n[3] = {domain->grid.axis[0].n, domain->grid.axis[1].n, domain->grid.axis[2].n};
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the flow", out));
  struct sm_flow *flow = *out;
  flow->device = device;
  flow->domain = domain;
  flow->winds = winds;
  flow->c = &c->flow;
  flow->roughness = c->zones.roughness;
  flow->layout = sm_flow_layout_on(device, n);
  enum sm_status status = sm_alloc(ctx, 1, sizeof *flow->store, "the flow", &flow->store);
  if (status == SM_OK) flow->store->device = device;
  if (status == SM_OK) status = make_all(ctx, c, weather, flow);
  if (status != SM_OK) sm_flow_destroy(out);
  return status;
}

void sm_flow_destroy(struct sm_flow **pointer) {
  struct sm_flow *flow = *pointer;
  if (flow == NULL) return;
  sm_flow_weather_free(&flow->weather);
  sm_flow_share_destroy(flow);
  if (flow->store != NULL) sm_store_clear(flow->store);
  sm_free(flow->store);
  sm_free(flow);
  *pointer = NULL;
}

struct sm_box sm_flow_cells(const struct sm_flow *flow) {
  const int *n = flow->layout.n;
  const struct sm_rows *own = flow->own;
  return (struct sm_box){{0, own != NULL ? own->first : 0, 0},
                         {n[0], own != NULL ? own->end : n[1], n[2]}};
}

void sm_flow_cell_at(const struct sm_flow *flow, int64_t element, double margin, int64_t at[3],
                     double position[3]) {
  const ptrdiff_t *step = flow->layout.step; /* 0 along an axis with one cell */
  at[2] = step[2] > 0 ? element / step[2] : 0;
  element -= at[2] * step[2];
  at[1] = step[1] > 0 ? element / step[1] : 0;
  at[0] = element - at[1] * step[1];
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &flow->domain->grid.axis[d];
    position[d] = axis->centre[at[d]] - (d < 2 ? margin : axis->face[0]);
  }
}

struct sm_box sm_flow_faces(const struct sm_flow *flow, int axis) {
  struct sm_box box = sm_flow_cells(flow);
  if (!flow->sides.periodic[axis] && box.lo[axis] == 0) box.lo[axis] = 1;
  return box;
}

void sm_flow_lend_to_state(const struct sm_flow *flow, int wind, struct sm_state *state) {
  for (int d = 0; d < 3; d++) state->field[SM_FIELD_U + d] = flow->u[wind][d];
}

void sm_flow_copy_to_state(const struct sm_flow *flow, int wind, struct sm_state *state) {
  for (int d = 0; d < 3; d++) {
    const struct sm_flow_copy copy = {
        .step = {flow->layout.step[0], flow->layout.step[1], flow->layout.step[2]},
        .sy = state->sy,
        .sz = state->sz,
        .from = flow->u[wind][d],
        .to = state->field[SM_FIELD_U + d]};
    struct sm_box box = sm_flow_cells(flow);
    box.hi[d]++;
    state->device->backend->flow_copy(state->device, &box, &copy);
  }
}
