/* Time level of the wind sampler, converted from a state. */
#include "physics/particles/wind/internal.h"

#include <math.h>

/* Lower limit of variances, m2/s2. */
static const float least_variance = 1e-6F;

/* Size in units of four floats, rounded up to whole rows. */
static size_t fours(size_t floats) {
  const size_t row = 4 * SM_LEVEL_ROW;
  return (floats + row - 1) / row * SM_LEVEL_ROW;
}

static bool has_faces(const struct sm_wind_sampler_options *o) {
  return o->interpolation == SM_INTERPOLATE_FACES;
}

struct sm_wind_sampler_plan sm_wind_sampler_plan_of(const struct sm_domain *domain,
                                                    const struct sm_wind_sampler_options *o) {
  struct sm_wind_sampler_plan p = {.domain = domain, .options = *o};
  const struct sm_axis *axis = domain->grid.axis;
  const size_t cells = (size_t)sm_grid_cells(&domain->grid);
  const size_t columns = (size_t)axis[0].n * (size_t)axis[1].n;
  const size_t faces = (size_t)(axis[0].n + 1) * (size_t)(axis[1].n + 1) * (size_t)(axis[2].n + 1);
  for (int d = 0; d < 3; d++) {
    p.faces[d] = p.size;
    p.size += has_faces(o) ? fours(faces) : 0;
  }
  p.nodes = p.size;
  p.size += has_faces(o) ? 0 : fours(4 * (cells + 1));
  p.turbulence = p.size;
  p.size += o->turbulence ? fours(8 * (cells + 1)) : 0;
  p.friction = p.size;
  p.size += o->friction ? fours(columns) : 0;
  return p;
}

/* Strides between nodes along y and z; 0 on an axis with one node. */
static void node_strides(const struct sm_wind_sampler_grid *g, ptrdiff_t *sy, ptrdiff_t *sz) {
  *sy = g->n[1] > 1 ? g->n[0] : 0;
  *sz = g->n[2] > 1 ? (ptrdiff_t)g->n[0] * g->n[1] : 0;
}

struct sm_air_view sm_wind_sampler_level_view(const struct sm_wind_sampler_plan *p,
                                              const struct sm_wind_sampler_grid *g,
                                              struct sm_float4 *level) {
  struct sm_air_view v = {.grid_f32 = g->grid, .grid_f64 = g->grid_f64};
  ptrdiff_t sy, sz;
  node_strides(g, &sy, &sz);
  if (has_faces(&p->options)) {
    v.faces.sy = g->n[0] + 1;
    v.faces.sz = v.faces.sy * (g->n[1] + 1);
    v.faces.u.f32 = (float *)(void *)(level + p->faces[0]);
    v.faces.v.f32 = (float *)(void *)(level + p->faces[1]);
    v.faces.w.f32 = (float *)(void *)(level + p->faces[2]);
  } else {
    v.nodes = (struct sm_node_wind){.sy = sy,
                                    .sz = sz,
                                    .node = (const struct sm_wind_node *)(void *)(level + p->nodes),
                                    .rough_sx = g->rough_sx,
                                    .rough_sy = g->rough_sy,
                                    .rough = g->rough};
    for (int d = 0; d < 3; d++) {
      v.nodes.spline_f32[d] = g->table[d];
      v.nodes.spline_f64[d] = g->table_f64[d];
    }
  }
  if (p->options.turbulence)
    v.turbulence = (struct sm_turbulence_field){
        sy, sz, (const struct sm_turbulence_node *)(void *)(level + p->turbulence)};
  v.friction_sy = g->n[0];
  if (p->options.friction) v.friction = (const float *)(void *)(level + p->friction);
  return v;
}

/* --- the state where the kernels run --- */

/* Copies of the used fields on the device of the particles; empty if the state is
 * there. */
struct copies {
  struct sm_device *device;
  size_t count, size; /* count and size of each field */
  void *memory[SM_STATE_FIELDS];
};

static void drop_copies(struct copies *c) {
  for (int f = 0; f < SM_STATE_FIELDS; f++)
    if (c->memory[f] != NULL) sm_device_release(c->device, c->memory[f], c->count, c->size);
}

static enum sm_status copy_field(struct sm_context *ctx, struct copies *c,
                                 const struct sm_state *state, int f, char *host) {
  const size_t bytes = c->count * c->size;
  const void *from = state->field[f].f32;
  SM_TRY(sm_device_allocate(ctx, c->device, c->count, c->size, "a copy of the wind for particles",
                            &c->memory[f]));
  if (sm_device_is_host(c->device))
    return sm_device_download(ctx, state->device, c->memory[f], from, bytes);
  if (!sm_device_is_host(state->device)) {
    SM_TRY(sm_device_download(ctx, state->device, host, from, bytes));
    from = host;
  }
  return sm_device_upload(ctx, c->device, c->memory[f], from, bytes);
}

/* Makes a state whose fields are on the device of the particles. */
static enum sm_status copy_state(struct sm_context *ctx, const struct sm_state *state,
                                 unsigned fields, struct copies *c, struct sm_state *out) {
  const bool either = sm_device_is_host(c->device) || sm_device_is_host(state->device);
  SM_SCOPED char *host = NULL;
  c->count = state->size;
  c->size = sm_state_real_size(state);
  if (!either) SM_TRY(sm_alloc(ctx, c->count, c->size, "a copy of the wind on the host", &host));
  for (int f = 0; f < SM_STATE_FIELDS; f++) {
    if (!(fields >> f & 1u)) continue;
    SM_TRY(copy_field(ctx, c, state, f, host));
    out->field[f].f32 = c->memory[f];
  }
  out->device = c->device;
  return SM_OK;
}

static enum sm_status check_state(struct sm_context *ctx, const struct sm_state *state,
                                  const struct sm_device *device, unsigned fields) {
  if (state->device->bits != device->bits)
    return sm_fail(ctx, SM_ERR_USAGE,
                   "error: the wind is of %d bits, the device of the particles of %d",
                   state->device->bits, device->bits);
  for (int f = 0; f < SM_STATE_FIELDS; f++)
    if (fields >> f & 1u && state->field[f].f32 == NULL)
      return sm_fail(ctx, SM_ERR_USAGE, "error: particles need the %s, which nothing computes",
                     sm_field_get((enum sm_field)f)->long_name);
  return SM_OK;
}

/* --- the parts --- */

static void take_faces(const struct sm_wind_sampler_plan *p, const struct sm_wind_sampler_grid *g,
                       struct sm_face_winds from, struct sm_float4 *level) {
  const struct sm_air_view v = sm_wind_sampler_level_view(p, g, level);
  struct sm_level_cut cut = {.cut = g->cut, .count = g->cut_count};
  cut.faces = (struct sm_level_faces){.from = from,
                                      .sign = p->options.backward ? -1 : 1,
                                      .sy = v.faces.sy,
                                      .sz = v.faces.sz,
                                      .out = {v.faces.u.f32, v.faces.v.f32, v.faces.w.f32}};
  for (int d = 0; d < 3; d++) cut.n[d] = g->n[d];
  const struct sm_box faces = {{0, 0, 0}, {g->n[0] + 1, g->n[1] + 1, g->n[2] + 1}};
  const struct sm_box cells = sm_csr_box(g->cut_count);
  g->device->backend->level_faces(g->device, &faces, &cut.faces);
  if (g->cut_count > 0) g->device->backend->level_cut_faces(g->device, &cells, &cut);
}

static void take_nodes(const struct sm_wind_sampler_plan *p, const struct sm_wind_sampler_grid *g,
                       struct sm_face_winds from, struct sm_float4 *level) {
  struct sm_level_cut cut = {.cut = g->cut, .count = g->cut_count};
  cut.nodes = (struct sm_level_nodes){.from = from,
                                      .sign = p->options.backward ? -1 : 1,
                                      .out = (struct sm_wind_node *)(void *)(level + p->nodes)};
  node_strides(g, &cut.nodes.sy, &cut.nodes.sz);
  const struct sm_box all = {{0, 0, 0}, {g->n[0], g->n[1], g->n[2]}};
  const struct sm_box some = sm_csr_box(g->cut_count);
  g->device->backend->level_nodes(g->device, &all, &cut.nodes);
  if (g->cut_count > 0) g->device->backend->level_cut_nodes(g->device, &some, &cut);
}

static void take_splines(const struct sm_wind_sampler_plan *p, const struct sm_wind_sampler_grid *g,
                         struct sm_float4 *level) {
  const ptrdiff_t stride[3] = {1, g->n[0], (ptrdiff_t)g->n[0] * g->n[1]};
  for (int d = 0; d < 3; d++) {
    const int a = d == 0 ? 1 : 0, b = d == 2 ? 1 : 2; /* the other axes */
    const struct sm_spline_lines lines = {.node = (struct sm_wind_node *)(void *)(level + p->nodes),
                                          .n = g->n[d],
                                          .step = stride[d],
                                          .aside = stride[a],
                                          .across = stride[b],
                                          .factor = g->factor[d]};
    const struct sm_box box = {{0, 0, 0}, {g->n[a], g->n[b], 1}};
    g->device->backend->spline_lines(g->device, &box, &lines);
  }
}

static void take_turbulence(const struct sm_wind_sampler_plan *p,
                            const struct sm_wind_sampler_grid *g, const struct sm_state *state,
                            struct sm_float4 *level) {
  struct sm_level_turbulence e = {.from_sy = state->sy,
                                  .from_sz = state->sz,
                                  .dissipation = state->field[SM_FIELD_DISSIPATION],
                                  .open_sy = g->grid.sy,
                                  .open_sz = g->grid.sz,
                                  .open = g->grid.open,
                                  .structure = (float)p->options.structure,
                                  .least = least_variance,
                                  .out =
                                      (struct sm_turbulence_node *)(void *)(level + p->turbulence)};
  for (int m = 0; m < 6; m++) e.stress[m] = state->field[SM_FIELD_UU + m];
  for (int d = 0; d < 3; d++) e.n[d] = g->n[d];
  node_strides(g, &e.sy, &e.sz);
  const struct sm_box box = {{0, 0, 0}, {g->n[0], g->n[1], g->n[2]}};
  g->device->backend->level_turbulence(g->device, &box, &e);
}

static void take_friction(const struct sm_wind_sampler_plan *p,
                          const struct sm_wind_sampler_grid *g, struct sm_face_winds from,
                          struct sm_float4 *level) {
  const struct sm_level_friction f = {.from = from,
                                      .sy = g->n[0],
                                      .layer = g->layer,
                                      .height = g->height,
                                      .rough_sx = g->rough_sx,
                                      .rough_sy = g->rough_sy,
                                      .rough = g->rough,
                                      .out = (float *)(void *)(level + p->friction)};
  const struct sm_box box = {{0, 0, 0}, {g->n[0], g->n[1], 1}};
  g->device->backend->level_friction(g->device, &box, &f);
}

/* --- what is not finite --- */

/* Whether a field value at (i, j, k) is finite, for values that particles use. */
static bool is_finite_at(const struct sm_wind_sampler_plan *p, const struct sm_state *state, int f,
                         const void *value, int i, int j, int k) {
  const int nx = p->domain->grid.axis[0].n, ny = p->domain->grid.axis[1].n;
  const ptrdiff_t at = i + j * state->sy + k * state->sz;
  if (f > SM_FIELD_W && (p->domain->cell[i + nx * (j + (int64_t)ny * k)] & SM_OPEN_ALL) == 0)
    return true;
  return state->device->bits == 64 ? isfinite(((const double *)value)[at])
                                   : isfinite(((const float *)value)[at]);
}

static enum sm_status report_bad_cell(struct sm_context *ctx, const struct sm_wind_sampler_plan *p,
                                      const struct sm_state *state, int f, const void *value) {
  const struct sm_axis *axis = p->domain->grid.axis;
  int n[3];
  for (int d = 0; d < 3; d++) n[d] = axis[d].n + (f == SM_FIELD_U + d); /* faces */
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++)
        if (!is_finite_at(p, state, f, value, i, j, k))
          return sm_fail(ctx, SM_ERR_DIVERGED,
                         "error: particles: the %s is not a finite number at cell (%d, %d, %d)",
                         sm_field_get((enum sm_field)f)->long_name, i, j, k);
  return SM_OK;
}

/* Reports the first such value that is not finite. */
static enum sm_status report_not_finite(struct sm_context *ctx,
                                        const struct sm_wind_sampler_plan *p,
                                        const struct sm_state *state) {
  const size_t bytes = state->size * sm_state_real_size(state);
  const unsigned fields = sm_wind_sampler_fields(&p->options);
  void *host = NULL;
  SM_TRY(sm_alloc(ctx, bytes, 1, "a copy of the wind on the host", &host));
  enum sm_status status = SM_OK;
  for (int f = 0; f < SM_STATE_FIELDS && status == SM_OK; f++) {
    if (!(fields >> f & 1u)) continue;
    status = sm_device_download(ctx, state->device, host, state->field[f].f32, bytes);
    if (status == SM_OK) status = report_bad_cell(ctx, p, state, f, host);
  }
  sm_free(host);
  if (status != SM_OK) return status;
  return sm_fail(ctx, SM_ERR_DIVERGED,
                 "error: particles: the wind has values that are not finite numbers");
}

enum sm_status sm_wind_sampler_level_fill(struct sm_context *ctx,
                                          const struct sm_wind_sampler_plan *p,
                                          const struct sm_wind_sampler_grid *g,
                                          const struct sm_state *state, struct sm_float4 *level) {
  const unsigned fields = sm_wind_sampler_fields(&p->options);
  SM_SCOPED_BY(drop_copies) struct copies copies = {.device = g->device};
  struct sm_state here = *state;
  double largest = 0;
  enum sm_status status = SM_OK;
  SM_TRY(check_state(ctx, state, g->device, fields));
  SM_TRY(sm_device_sync(ctx, state->device));
  if (state->device != g->device) SM_TRY(copy_state(ctx, state, fields, &copies, &here));
  const struct sm_face_winds from = {here.sy, here.sz, here.field[SM_FIELD_U],
                                     here.field[SM_FIELD_V], here.field[SM_FIELD_W]};
  if (has_faces(&p->options)) {
    take_faces(p, g, from, level);
  } else {
    take_nodes(p, g, from, level);
    if (p->options.interpolation == SM_INTERPOLATE_BSPLINE) take_splines(p, g, level);
  }
  if (p->options.turbulence) take_turbulence(p, g, &here, level);
  if (p->options.friction) take_friction(p, g, from, level);
  const struct sm_level_max size = {level};
  const struct sm_box box = sm_float4_box(p->size);
  g->device->backend->level_max(g->device, &box, &size, g->number);
  SM_TRY(sm_device_sync(ctx, g->device));
  SM_TRY(sm_device_download(ctx, g->device, &largest, g->number, sizeof largest));
  if (!isfinite(largest)) status = report_not_finite(ctx, p, state);
  return status;
}
