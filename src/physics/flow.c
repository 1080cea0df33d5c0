#include "physics/flow.h"

#include "physics/flow_sides.h"
#include <math.h>

enum { GHOSTS = SM_FLOW_GHOSTS };

static size_t real_size(const struct sm_flow *flow) { return flow->device->bits == 64 ? 8 : 4; }

/* --- arrays of the device --- */

static enum sm_status allocate(struct sm_context *ctx, const struct sm_flow *flow, size_t count,
                               const char *what, union sm_reals *out) {
  return sm_device_allocate(ctx, flow->device, count, real_size(flow), what, &out->f32);
}

static union sm_reals offset(const struct sm_flow *flow, union sm_reals from, ptrdiff_t by) {
  union sm_reals to;
  if (flow->device->bits == 64) {
    to.f64 = from.f64 + by;
  } else {
    to.f32 = from.f32 + by;
  }
  return to;
}

enum sm_status sm_flow_field(struct sm_context *ctx, const struct sm_flow *flow, const char *what,
                             union sm_reals *out) {
  union sm_reals memory;
  memory.f32 = NULL;
  SM_TRY(allocate(ctx, flow, flow->layout.size, what, &memory));
  *out = offset(flow, memory, flow->layout.origin);
  return SM_OK;
}

void sm_flow_field_free(const struct sm_flow *flow, union sm_reals field) {
  if (field.f32 == NULL) return;
  sm_device_release(flow->device, offset(flow, field, -flow->layout.origin).f32, flow->layout.size,
                    real_size(flow));
}

enum sm_status sm_flow_put(struct sm_context *ctx, const struct sm_flow *flow, const double *from,
                           size_t count, union sm_reals to) {
  if (flow->device->bits == 64)
    return sm_device_upload(ctx, flow->device, to.f64, from, count * sizeof *from);
  float *narrow = NULL;
  SM_TRY(sm_alloc(ctx, count, sizeof *narrow, "a copy of a field", &narrow));
  for (size_t i = 0; i < count; i++) narrow[i] = (float)from[i];
  const enum sm_status status =
      sm_device_upload(ctx, flow->device, to.f32, narrow, count * sizeof *narrow);
  sm_free(narrow);
  return status;
}

enum sm_status sm_flow_upload(struct sm_context *ctx, const struct sm_flow *flow,
                              const double *from, union sm_reals to) {
  return sm_flow_put(ctx, flow, from, flow->layout.size, offset(flow, to, -flow->layout.origin));
}

enum sm_status sm_flow_download(struct sm_context *ctx, const struct sm_flow *flow,
                                union sm_reals from, double *to) {
  const size_t count = flow->layout.size;
  const union sm_reals begin = offset(flow, from, -flow->layout.origin);
  if (flow->device->bits == 64)
    return sm_device_download(ctx, flow->device, to, begin.f64, count * sizeof *to);
  float *narrow = NULL;
  SM_TRY(sm_alloc(ctx, count, sizeof *narrow, "a copy of a field", &narrow));
  const enum sm_status status =
      sm_device_download(ctx, flow->device, narrow, begin.f32, count * sizeof *narrow);
  if (status == SM_OK)
    for (size_t i = 0; i < count; i++) to[i] = (double)narrow[i];
  sm_free(narrow);
  return status;
}

/* --- axes --- */

/* Width of cell i; beyond a side those of the other end, or mirrored. */
static double width_at(const struct sm_flow *flow, int d, int i) {
  const struct sm_axis *axis = &flow->domain->grid.axis[d];
  const int n = axis->n;
  if (n == 1) return axis->width[0];
  if (flow->sides.periodic[d]) return axis->width[((i % n) + n) % n];
  const int mirrored = i < 0 ? -1 - i : i >= n ? 2 * n - 1 - i : i;
  return axis->width[mirrored < 0 ? 0 : mirrored >= n ? n - 1 : mirrored];
}

/* Entries of one line of the metric: cells -GHOSTS - 1 to n + GHOSTS. */
static size_t line_entries(const struct sm_flow *flow, int d) {
  return (size_t)flow->layout.n[d] + 2 * GHOSTS + 2;
}

static enum sm_status make_metric(struct sm_context *ctx, struct sm_flow *flow) {
  size_t all = 0;
  for (int d = 0; d < 3; d++) all += 3 * line_entries(flow, d);
  double *host = NULL;
  union sm_reals lines;
  lines.f32 = NULL;
  SM_TRY(allocate(ctx, flow, all, "the axes", &lines));
  flow->lines = lines.f32;
  flow->line_count = all;
  SM_TRY(sm_alloc(ctx, all, sizeof *host, "the axes", &host));
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
    flow->metric.per_width[d] = offset(flow, lines, at + zero);
    flow->metric.per_gap[d] = offset(flow, lines, at + count + zero);
    flow->metric.below[d] = offset(flow, lines, at + 2 * count + zero);
    at += 3 * count;
  }
  const enum sm_status status = sm_flow_put(ctx, flow, host, all, lines);
  sm_free(host);
  return status;
}

/* --- walls --- */

/* Faces of air that are walls: those of solids, and the sides whose drag is a law's. */
static uint8_t closed_faces(const struct sm_flow *flow, int i, int j, int k) {
  const struct sm_domain *domain = flow->domain;
  const int at[3] = {i, j, k}, *n = flow->layout.n;
  const unsigned open = sm_domain_byte(domain, i, j, k);
  unsigned closed = ~open & SM_OPEN_ALL;
  if ((open & SM_OPEN_ALL) == 0) return SM_OPEN_ALL;
  for (int side = 0; side < SM_SIDES; side++) {
    const int d = side / 2, high = side % 2;
    if (at[d] != (high ? n[d] - 1 : 0)) continue;
    const bool wall = flow->sides.kind[side] == SM_SIDE_WALL &&
                      flow->c->side[side].law != SM_WALL_NO_SLIP && n[d] > 1;
    closed &= ~(1u << side);
    if (wall) closed |= 1u << side;
    if (flow->sides.periodic[d] && n[d] > 1) {
      const int other[3] = {d == 0 ? n[0] - 1 - i : i, d == 1 ? n[1] - 1 - j : j,
                            d == 2 ? n[2] - 1 - k : k};
      const unsigned beyond = sm_domain_byte(domain, other[0], other[1], other[2]);
      if ((beyond & SM_OPEN_ALL) == 0) closed |= 1u << side;
    }
  }
  return (uint8_t)closed;
}

static enum sm_status make_walls(struct sm_context *ctx, struct sm_flow *flow) {
  const struct sm_flow_layout *s = &flow->layout;
  uint8_t *host = NULL, *memory = NULL;
  SM_TRY(sm_device_allocate(ctx, flow->device, s->size, 1, "walls", &memory));
  flow->closed = memory + s->origin;
  SM_TRY(sm_alloc(ctx, s->size, 1, "walls", &host));
  uint8_t *zero = host + s->origin;
  const int low[3] = {s->n[0] > 1 ? -1 : 0, s->n[1] > 1 ? -1 : 0, s->n[2] > 1 ? -1 : 0};
#pragma omp parallel for schedule(static)
  for (int k = low[2]; k < s->n[2]; k++)
    for (int j = low[1]; j < s->n[1]; j++)
      for (int i = low[0]; i < s->n[0]; i++) {
        const int at[3] = {i, j, k};
        int from[3];
        bool beyond = false;
        for (int d = 0; d < 3; d++) {
          from[d] = at[d] < 0 ? s->n[d] - 1 : at[d];
          beyond |= at[d] < 0 && !flow->sides.periodic[d];
        }
        zero[i + j * s->step[1] + k * s->step[2]] =
            beyond ? 0 : closed_faces(flow, from[0], from[1], from[2]);
      }
  const enum sm_status status = sm_device_upload(ctx, flow->device, memory, host, s->size);
  sm_free(host);
  return status;
}

/* Of the logarithmic law at a distance of half a cell: stress over the speed squared. */
static double rough_drag(double distance, double z0) {
  const double karman = 0.4, law = log(fmax(distance, 2 * z0) / z0) / karman;
  return 1 / (law * law);
}

/* Lowest cell of air of a column above which there is only air; -1: none. */
static int floor_cell(const struct sm_flow *flow, int i, int j) {
  int k = flow->layout.n[2] - 1;
  if ((sm_domain_byte(flow->domain, i, j, k) & SM_OPEN_ALL) == 0) return -1;
  while (k > 0 && (sm_domain_byte(flow->domain, i, j, k) & SM_OPEN_DOWN) != 0) k--;
  return k;
}

static double floor_drag(const struct sm_flow *flow, int i, int j) {
  const struct sm_domain *domain = flow->domain;
  const struct sm_case_side *bottom = &flow->c->side[SM_BOTTOM];
  const int64_t column = i + (int64_t)flow->layout.n[0] * j;
  const int k = floor_cell(flow, i, j);
  if (k < 0 || bottom->law != SM_WALL_ROUGH) return 0;
  const bool roof = domain->building[column] > 0 && k > 0;
  const double ground = isnan(bottom->roughness) ? (double)domain->z0[column] : bottom->roughness;
  return rough_drag(0.5 * domain->grid.axis[2].width[k], roof ? flow->roughness : ground);
}

static enum sm_status make_drag(struct sm_context *ctx, struct sm_flow *flow) {
  const int *n = flow->layout.n;
  const ptrdiff_t rows = n[1] > 1 ? n[1] + 2 * GHOSTS + 1 : 1, row = n[0] + 2 * GHOSTS + 1;
  size_t all = (size_t)(row * rows);
  for (int d = 0; d < 3; d++) all += line_entries(flow, d);
  double *host = NULL;
  union sm_reals memory;
  memory.f32 = NULL;
  SM_TRY(allocate(ctx, flow, all, "the drag of walls", &memory));
  flow->drags = memory.f32;
  flow->drag_count = all;
  SM_TRY(sm_alloc(ctx, all, sizeof *host, "the drag of walls", &host));
  ptrdiff_t at = 0;
  for (int d = 0; d < 3; d++) {
    if (flow->c->side[SM_BOTTOM].law == SM_WALL_ROUGH)
      for (int i = -GHOSTS - 1; i <= n[d] + GHOSTS; i++)
        host[at + GHOSTS + 1 + i] = rough_drag(0.5 * width_at(flow, d, i), flow->roughness);
    flow->drag.wall[d] = offset(flow, memory, at + GHOSTS + 1);
    at += (ptrdiff_t)line_entries(flow, d);
  }
  flow->drag.floor_step = n[1] > 1 ? row : 0;
  const ptrdiff_t zero = at + GHOSTS + GHOSTS * flow->drag.floor_step;
  flow->drag.floor = offset(flow, memory, zero);
  for (int j = n[1] > 1 ? -1 : 0; j < n[1]; j++)
    for (int i = n[0] > 1 ? -1 : 0; i < n[0]; i++)
      host[zero + i + j * flow->drag.floor_step] =
          floor_drag(flow, i < 0 ? n[0] - 1 : i, j < 0 ? n[1] - 1 : j);
  const enum sm_status status = sm_flow_put(ctx, flow, host, all, memory);
  sm_free(host);
  return status;
}

/* --- all of it --- */

static enum sm_status make_fields(struct sm_context *ctx, struct sm_flow *flow) {
  for (int m = 0; m < SM_FLOW_WINDS; m++)
    for (int d = 0; d < 3; d++) SM_TRY(sm_flow_field(ctx, flow, "the wind", &flow->u[m][d]));
  SM_TRY(sm_flow_field(ctx, flow, "the pressure", &flow->pressure));
  SM_TRY(sm_flow_field(ctx, flow, "the viscosity of eddies", &flow->eddy));
  SM_TRY(sm_flow_field(ctx, flow, "no pressure", &flow->zero));
  SM_TRY(sm_device_allocate(ctx, flow->device, SM_SIDES, sizeof(double), "the outflow",
                            &flow->outflow));
  return sm_device_allocate(ctx, flow->device, 1, sizeof *flow->clock, "the clock", &flow->clock);
}

size_t sm_flow_bytes(const struct sm_domain *domain, int bits) {
  const int n[3] = {domain->grid.axis[0].n, domain->grid.axis[1].n, domain->grid.axis[2].n};
  const size_t real = (size_t)bits / 8;
  return sm_flow_layout_of(n).size * ((3 * SM_FLOW_WINDS + 3) * real + 1);
}

enum sm_status sm_flow_create(struct sm_context *ctx, const struct sm_case *c,
                              const struct sm_domain *domain, struct sm_device *device,
                              const struct sm_host_wind *weather, struct sm_flow **out) {
  const int n[3] = {domain->grid.axis[0].n, domain->grid.axis[1].n, domain->grid.axis[2].n};
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the flow", out));
  struct sm_flow *flow = *out;
  flow->device = device;
  flow->domain = domain;
  flow->c = &c->flow;
  flow->roughness = c->zones.roughness;
  flow->layout = sm_flow_layout_of(n);
  enum sm_status status = sm_flow_sides_find(ctx, c, domain, weather, &flow->sides);
  if (status == SM_OK) status = make_metric(ctx, flow);
  if (status == SM_OK) status = make_walls(ctx, flow);
  if (status == SM_OK) status = make_drag(ctx, flow);
  if (status == SM_OK) status = make_fields(ctx, flow);
  if (status == SM_OK) status = sm_flow_sides_make(ctx, c, flow, weather);
  if (status != SM_OK) sm_flow_destroy(out);
  return status;
}

void sm_flow_destroy(struct sm_flow **pointer) {
  struct sm_flow *flow = *pointer;
  if (flow == NULL) return;
  struct sm_device *device = flow->device;
  sm_flow_sides_free(flow);
  for (int m = 0; m < SM_FLOW_WINDS; m++)
    for (int d = 0; d < 3; d++) sm_flow_field_free(flow, flow->u[m][d]);
  sm_flow_field_free(flow, flow->pressure);
  sm_flow_field_free(flow, flow->eddy);
  sm_flow_field_free(flow, flow->zero);
  if (flow->closed != NULL)
    sm_device_release(device, flow->closed - flow->layout.origin, flow->layout.size, 1);
  sm_device_release(device, flow->lines, flow->line_count, real_size(flow));
  sm_device_release(device, flow->drags, flow->drag_count, real_size(flow));
  sm_device_release(device, flow->outflow, SM_SIDES, sizeof(double));
  sm_device_release(device, flow->clock, 1, sizeof *flow->clock);
  sm_free(flow);
  *pointer = NULL;
}

struct sm_box sm_flow_cells(const struct sm_flow *flow) {
  const int *n = flow->layout.n;
  return (struct sm_box){{0, 0, 0}, {n[0], n[1], n[2]}};
}

struct sm_box sm_flow_faces(const struct sm_flow *flow, int axis) {
  struct sm_box box = sm_flow_cells(flow);
  if (!flow->sides.periodic[axis]) box.lo[axis] = 1;
  return box;
}

void sm_flow_give(const struct sm_flow *flow, int wind, struct sm_state *state) {
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
