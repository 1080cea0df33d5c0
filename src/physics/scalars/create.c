/* Creation of the scalars of a flow: initial fields, boundaries, sources, heated walls. */
#include "physics/flow/boundary/boundaries.h"
#include "physics/scalars/chemistry.h"
#include "physics/scalars/scalars.h"
#include <math.h>

enum { GHOSTS = SM_FLOW_GHOSTS };

static void describe_heat(const struct sm_case_flow *c, struct sm_scalar *item) {
  item->kind = SM_SCALAR_HEAT;
  item->diffusivity = c->viscosity / c->prandtl;
  item->per_schmidt = 1 / c->turbulent_prandtl;
}

/* The eddy diffusivity of subgrid energy is twice the eddy viscosity (Deardorff 1980). */
static void describe_energy(const struct sm_case_flow *c, struct sm_scalar *item) {
  item->kind = SM_SCALAR_TKE;
  item->diffusivity = c->viscosity;
  item->per_schmidt = 2;
}

/* Whether a gas has buoyancy. */
static bool is_buoyant(const struct sm_scalar *item) {
  return item->kind == SM_SCALAR_TRACER && !isnan(item->c->density);
}

/* is_member: of a decay chain. */
static void describe_scalar(const struct sm_case_scalar *c, bool is_member,
                            struct sm_scalar *item) {
  item->kind = SM_SCALAR_TRACER;
  item->c = c;
  item->diffusivity = c->diffusivity;
  item->per_schmidt = 1 / c->turbulent_schmidt;
  item->decay = is_member ? 0 : log(2) / c->half_life;
  item->deposition = c->deposition;
}

/* Initial values of the case, else of a coarser run, else the reference. */
static enum sm_status find_start(struct sm_context *ctx, const struct sm_scalars *scalars,
                                 const struct sm_scalar *item, double reference, double *values) {
  const bool heat = item->kind == SM_SCALAR_HEAT;
  const struct sm_case_expression *given = heat ? &scalars->c->flow.temperature : &item->c->initial;
  bool known = false;
  if (!sm_expression_given(given))
    SM_TRY(
        sm_weather_scalar_start(ctx, scalars->flow, heat ? NULL : item->c->name, &known, values));
  if (known) return SM_OK;
  return sm_scalar_values(ctx, scalars->c, scalars->flow, given, reference, -1, values);
}

/* Sets the initial field from the case; 0 in solids. */
static enum sm_status start(struct sm_context *ctx, const struct sm_scalars *scalars,
                            struct sm_scalar *item, double *values) {
  const struct sm_flow *flow = scalars->flow;
  const struct sm_flow_layout *s = &flow->layout;
  const struct sm_case_flow *c = &scalars->c->flow;
  const bool heat = item->kind == SM_SCALAR_HEAT;
  const double reference = heat ? c->reference : 0;
  double *host = NULL;
  if (item->kind == SM_SCALAR_TKE) return SM_OK; /* from the wind (physics/flow/subgrid_model.h) */
  if (values == NULL) return SM_OK;              /* the device has no data */
  SM_TRY(find_start(ctx, scalars, item, reference, values));
  SM_TRY(sm_alloc(ctx, s->size, sizeof *host, "a scalar", &host));
#pragma omp parallel for schedule(static)
  for (int k = 0; k < s->n[2]; k++)
    for (int j = 0; j < s->n[1]; j++)
      for (int i = 0; i < s->n[0]; i++) {
        double *next = values + i + s->n[0] * (j + (int64_t)s->n[1] * k);
        const bool air = (sm_domain_cell_bits(flow->domain, i, j, k) & SM_OPEN_ALL) != 0;
        *next = air ? *next - reference : 0;
        host[s->origin + i + j * s->step[1] + k * s->step[2]] = *next;
      }
  enum sm_status status = sm_flow_upload(ctx, flow, host, item->now);
  if (scalars->gas != NULL) sm_scalar_per_mass(scalars, item->now);
  const bool keeps = item->before.f32 != NULL;
  if (status == SM_OK && keeps) status = sm_flow_upload(ctx, flow, host, item->before);
  sm_free(host);
  sm_scalar_ghosts(scalars, item, item->now);
  if (keeps) sm_scalar_ghosts(scalars, item, item->before);
  return status;
}

/* Mean initial temperature of a layer; exact where it is
 * uniform. */
static double mean_of_layer(const struct sm_flow *flow, const double *layer, int k) {
  const int *n = flow->layout.n;
  double first = 0, sum = 0, area = 0;
  for (int j = 0; j < n[1]; j++)
    for (int i = 0; i < n[0]; i++) {
      if ((sm_domain_cell_bits(flow->domain, i, j, k) & SM_OPEN_ALL) == 0) continue;
      const struct sm_axis *axis = flow->domain->grid.axis;
      const double cell = axis[0].width[i] * axis[1].width[j], value = layer[i + n[0] * j];
      if (!(area > 0)) first = value;
      area += cell;
      sum += cell * (value - first);
    }
  return area > 0 ? first + sum / area : 0;
}

static enum sm_status make_rest(struct sm_context *ctx, struct sm_scalars *scalars,
                                const double *values) {
  const struct sm_flow *flow = scalars->flow;
  const int *n = flow->layout.n;
  const size_t entries = (size_t)n[2] + 2 * GHOSTS;
  SM_SCOPED double *host = NULL;
  SM_TRY(sm_alloc(ctx, entries, sizeof *host, "the air at rest", &host));
  for (int k = 0; k < n[2] && values != NULL; k++)
    host[GHOSTS + k] = mean_of_layer(flow, values + (size_t)n[0] * (size_t)n[1] * (size_t)k, k);
  for (int m = 1; m <= GHOSTS; m++) { /* periodic */
    host[GHOSTS - m] = host[GHOSTS + (n[2] - m + GHOSTS * n[2]) % n[2]];
    host[GHOSTS + n[2] - 1 + m] = host[GHOSTS + (m - 1) % n[2]];
  }
  union sm_reals line;
  enum sm_status status = sm_flow_reals(ctx, flow, entries, "the air at rest", &line);
  if (status == SM_OK) status = sm_flow_upload_array(ctx, flow, host, entries, line);
  if (status == SM_OK) scalars->rest = sm_flow_offset(flow, line, GHOSTS);
  return status;
}

static enum sm_status make_sources(struct sm_context *ctx, const struct sm_scalars *scalars,
                                   struct sm_scalar *item) {
  SM_TRY(sm_flow_host(ctx, scalars->flow, item->c->source_count, sizeof *item->source, "sources",
                      &item->source));
  item->source_count = item->c->source_count;
  for (size_t m = 0; m < item->source_count; m++)
    SM_TRY(sm_scalar_source_make(ctx, scalars->c, scalars->flow, &item->c->source[m],
                                 &item->source[m]));
  return SM_OK;
}

const char *sm_scalar_name(const struct sm_scalar *item) {
  if (item->kind == SM_SCALAR_TRACER) return item->c->name;
  return sm_field_name(item->kind == SM_SCALAR_TKE ? SM_FIELD_TKE_SGS
                                                   : SM_FIELD_POTENTIAL_TEMPERATURE);
}

static enum sm_status make_item(struct sm_context *ctx, struct sm_scalars *scalars,
                                struct sm_scalar *item, double *values) {
  const struct sm_flow *flow = scalars->flow;
  const bool heat = item->kind == SM_SCALAR_HEAT;
  SM_TRY(sm_flow_field(ctx, flow, sm_scalar_name(item), &item->now));
  if (heat || is_buoyant(item))
    SM_TRY(sm_flow_field(ctx, flow, sm_scalar_name(item), &item->before));
  if (scalars->gas != NULL && item->kind == SM_SCALAR_TRACER)
    SM_TRY(sm_flow_field(ctx, flow, sm_scalar_name(item), &item->volume));
  SM_TRY(sm_scalar_follow_weather(ctx, scalars, item));
  SM_TRY(sm_scalar_boundaries_make(ctx, scalars, item));
  SM_TRY(start(ctx, scalars, item, values));
  if (heat) return make_rest(ctx, scalars, values);
  if (item->kind == SM_SCALAR_TKE) return SM_OK;
  SM_TRY(sm_flow_put(ctx, flow, NULL, SM_BOOKS, sizeof(double), "accounts", &item->budget));
  SM_TRY(sm_scalar_find_integral(ctx, scalars, item, &item->initial));
  return item->c->source_count > 0 ? make_sources(ctx, scalars, item) : SM_OK;
}

static enum sm_status heat_walls(struct sm_context *ctx, struct sm_scalars *scalars) {
  const struct sm_case_flow *c = &scalars->c->flow;
  const struct sm_heated_air air = {.diffusivity = scalars->item[0].diffusivity,
                                    .per_schmidt = scalars->item[0].per_schmidt,
                                    .per_kelvin = c->gravity * c->expansion,
                                    .reference = c->reference,
                                    .groups = &scalars->groups};
  SM_TRY(sm_heated_walls_make(ctx, scalars->c, scalars->flow, &air, &scalars->walls));
  sm_heated_walls_find(&scalars->walls, SM_WALLS_ALL, 0, scalars->item[0].now);
  return SM_OK;
}

static enum sm_status make_virtual_temperature(struct sm_context *ctx, struct sm_scalars *scalars) {
  bool any = false;
  for (size_t m = 0; m < scalars->count; m++) any = any || is_buoyant(&scalars->item[m]);
  for (int m = 0; m < 2 && any; m++)
    SM_TRY(sm_flow_field(ctx, scalars->flow, "the virtual temperature",
                         &scalars->virtual_temperature[m]));
  return SM_OK;
}

static enum sm_status make_all(struct sm_context *ctx, struct sm_scalars *scalars) {
  struct sm_flow *flow = scalars->flow;
  const struct sm_case_flow *c = &scalars->c->flow;
  double *values = NULL;
  enum sm_status status = SM_OK;
  scalars->heat = c->heat;
  const bool energy = c->subgrid == SM_SUBGRID_TKE;
  const size_t count = c->scalar_count + (c->heat ? 1 : 0) + (energy ? 1 : 0);
  if (count == 0) return SM_OK;
  SM_TRY(sm_flow_host(ctx, flow, count, sizeof *scalars->item, "what the air carries",
                      &scalars->item));
  scalars->count = count;
  if (c->heat) describe_heat(c, &scalars->item[0]);
  for (size_t m = 0; m < c->scalar_count; m++)
    describe_scalar(&c->scalar[m], c->scalar[m].daughter >= 0 || sm_case_scalar_parent(c, m) >= 0,
                    &scalars->item[m + (c->heat ? 1 : 0)]);
  scalars->energy = energy ? &scalars->item[count - 1] : NULL;
  if (energy) describe_energy(c, scalars->energy);
  SM_TRY(sm_merged_cells_make(ctx, flow, &scalars->groups));
  SM_TRY(sm_flow_put(ctx, flow, NULL, 1, sizeof(double), "a number", &scalars->number));
  for (int m = 0; m < 2; m++)
    SM_TRY(sm_flow_field(ctx, flow, "what the air carries", &scalars->stage[m]));
  SM_TRY(make_virtual_temperature(ctx, scalars));
  const size_t cells = (size_t)sm_grid_cells(&flow->domain->grid);
  if (sm_device_has_data(flow->device))
    SM_TRY(sm_alloc(ctx, cells, sizeof *values, "what the air carries", &values));
  for (size_t m = 0; m < count && status == SM_OK; m++)
    status = make_item(ctx, scalars, &scalars->item[m], values);
  sm_free(values);
  if (status == SM_OK && c->heat) status = heat_walls(ctx, scalars);
  if (status == SM_OK) status = sm_scalar_chemistry_create(ctx, scalars, &scalars->chemistry);
  sm_merged_cells_forget(&scalars->groups);
  return status;
}

enum sm_status sm_scalars_create(struct sm_context *ctx, const struct sm_case *c,
                                 struct sm_flow *flow, const struct sm_compressible_fields *gas,
                                 struct sm_scalars **out) {
  *out = NULL;
  SM_TRY(sm_flow_host(ctx, flow, 1, sizeof **out, "what the air carries", out));
  (*out)->c = c;
  (*out)->flow = flow;
  (*out)->gas = gas;
  const enum sm_status status = make_all(ctx, *out);
  if (status != SM_OK) sm_scalars_destroy(out);
  return status;
}

void sm_scalars_destroy(struct sm_scalars **scalars) {
  if (*scalars == NULL) return;
  sm_scalar_chemistry_destroy(&(*scalars)->chemistry);
  sm_merged_cells_forget(&(*scalars)->groups);
  *scalars = NULL;
}
