/* Scalars of a flow: creation, and time step (transport, sources, buoyancy,
 * deposition). */
#include "physics/scalars/scalars.h"

#include "physics/scalars/chemistry.h"
#include "physics/scalars/sources.h"
#include <math.h>
#include <stdio.h>

enum { STAGES = 3, GHOSTS = SM_FLOW_GHOSTS };

/* Shu-Osher stages: weight of the initial state in each stage, and weight of its tendency in the
 * result. */
struct scheme {
  int stages;
  double share[STAGES], weight[STAGES];
};
static const struct scheme by_volume = {
    3, {0, 3.0 / 4, 1.0 / 3}, {1.0 / 6, 1.0 / 6, 2.0 / 3}}; /* stable for any step of the wind */
static const struct scheme by_mass = {2, {0, 1.0 / 2}, {1.0 / 2, 1.0 / 2}}; /* acoustic time
                                                                               steps */

/* --- what there is --- */

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

static void describe_scalar(const struct sm_case_scalar *c, struct sm_scalar *item) {
  item->kind = SM_SCALAR_TRACER;
  item->c = c;
  item->diffusivity = c->diffusivity;
  item->per_schmidt = 1 / c->turbulent_schmidt;
  item->decay = log(2) / c->half_life;
  item->deposition = c->deposition;
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
  if (!sm_device_has_data(flow->device)) return SM_OK;
  SM_TRY(sm_scalar_values(ctx, scalars->c, flow, heat ? &c->temperature : &item->c->initial,
                          reference, -1, values));
  SM_TRY(sm_alloc(ctx, s->size, sizeof *host, "what the air carries", &host));
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
  if (status == SM_OK && heat) status = sm_flow_upload(ctx, flow, host, item->before);
  sm_free(host);
  sm_scalar_ghosts(scalars, item, item->now);
  if (heat) sm_scalar_ghosts(scalars, item, item->before);
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
  double *host = NULL;
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
  sm_free(host);
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
  if (heat) SM_TRY(sm_flow_field(ctx, flow, sm_scalar_name(item), &item->before));
  if (scalars->gas != NULL && item->kind == SM_SCALAR_TRACER)
    SM_TRY(sm_flow_field(ctx, flow, sm_scalar_name(item), &item->volume));
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
    describe_scalar(&c->scalar[m], &scalars->item[m + (c->heat ? 1 : 0)]);
  scalars->energy = energy ? &scalars->item[count - 1] : NULL;
  if (energy) describe_energy(c, scalars->energy);
  SM_TRY(sm_merged_cells_make(ctx, flow, &scalars->groups));
  SM_TRY(sm_flow_put(ctx, flow, NULL, 1, sizeof(double), "a number", &scalars->number));
  for (int m = 0; m < 2; m++)
    SM_TRY(sm_flow_field(ctx, flow, "what the air carries", &scalars->stage[m]));
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

/* --- warm air rises --- */

static struct sm_buoyancy buoyancy_of(const struct sm_scalars *scalars) {
  const struct sm_flow *flow = scalars->flow;
  const struct sm_case_flow *c = &scalars->c->flow;
  return (struct sm_buoyancy){.m = flow->metric,
                              .now = scalars->item[0].now,
                              .before = scalars->item[0].before,
                              .rest = scalars->rest,
                              .faces = flow->faces,
                              .clock = flow->clock,
                              .share = 1,
                              .per_kelvin = c->gravity * c->expansion};
}

void sm_scalars_buoyancy_cut(const struct sm_scalars *scalars, const struct sm_flow_cut *cut) {
  struct sm_device *device = scalars->flow->device;
  if (cut->buoyancy.f32 == NULL) return;
  const struct sm_cut_buoyancy args = {.buoyancy = buoyancy_of(scalars),
                                       .face = cut->face[2],
                                       .count = cut->count[2],
                                       .to = cut->buoyancy};
  const struct sm_box box = sm_csr_box(cut->count[2]);
  device->backend->cut_buoyancy(device, &box, &args);
}

void sm_scalars_add_buoyancy(const struct sm_scalars *scalars, int to, double share) {
  const struct sm_flow *flow = scalars->flow;
  if (!scalars->heat || flow->layout.n[2] == 1) return;
  struct sm_buoyancy buoyancy = buoyancy_of(scalars);
  buoyancy.w = flow->u[to][2];
  buoyancy.share = share;
  const struct sm_box box = sm_flow_faces(flow, 2);
  flow->device->backend->buoyancy(flow->device, &box, &buoyancy);
}

/* --- a step --- */

static void mean_wind(const struct sm_flow *flow, int from, int to, int mean) {
  for (int d = 0; d < 3; d++) {
    const struct sm_wind_midpoint args = {.step = {flow->layout.step[1], flow->layout.step[2]},
                                          .a = flow->u[from][d],
                                          .b = flow->u[to][d],
                                          .to = flow->u[mean][d]};
    struct sm_box box = sm_flow_cells(flow);
    if (flow->layout.n[d] > 1) box.hi[d]++;
    flow->device->backend->wind_midpoint(flow->device, &box, &args);
  }
}

static struct sm_scalar_transport transport_of(const struct sm_scalars *scalars,
                                               const struct sm_scalar *item, int wind) {
  const struct sm_flow *flow = scalars->flow;
  struct sm_scalar_transport t = {.m = flow->metric,
                                  .eddy = flow->eddy,
                                  .faces = flow->faces,
                                  .clock = flow->clock,
                                  .part = 1,
                                  .diffusivity = item->diffusivity,
                                  .per_schmidt = item->per_schmidt,
                                  .decay = item->decay,
                                  .deposition = item->deposition,
                                  .steady = item->kind == SM_SCALAR_TRACER ? 0 : 1};
  for (int d = 0; d < 3; d++) t.u[d] = flow->u[wind][d];
  return t;
}

/* Largest rate over all scalars, 1/s: limits the substep. */
static enum sm_status find_rate(struct sm_context *ctx, const struct sm_scalars *scalars, int wind,
                                double *rate) {
  const struct sm_flow *flow = scalars->flow;
  struct sm_scalar most = scalars->item[0];
  for (size_t m = 1; m < scalars->count; m++) {
    const struct sm_scalar *item = &scalars->item[m];
    most.diffusivity = fmax(most.diffusivity, item->diffusivity);
    most.per_schmidt = fmax(most.per_schmidt, item->per_schmidt);
    most.decay = fmax(most.decay, item->decay);
    most.deposition = fmax(most.deposition, item->deposition);
  }
  const struct sm_scalar_transport t = transport_of(scalars, &most, wind);
  const struct sm_box box = sm_flow_cells(flow);
  double groups = 0;
  if (scalars->gas != NULL)
    sm_scalar_mass_rate(scalars, &t);
  else
    flow->device->backend->scalar_transport_rate(flow->device, &box, &t, scalars->number);
  SM_TRY(sm_device_download(ctx, flow->device, rate, scalars->number, sizeof *rate));
  if (sm_merged_cells_rate(&scalars->groups, &t, scalars->number))
    SM_TRY(sm_device_download(ctx, flow->device, &groups, scalars->number, sizeof groups));
  if (!(groups <= *rate)) *rate = groups;
  return SM_OK;
}

static void release(const struct sm_scalars *scalars, const struct sm_scalar *item,
                    const struct sm_scalar_transport *t, struct sm_step_remaining left,
                    double weight) {
  const struct sm_flow *flow = scalars->flow;
  for (size_t m = 0; m < item->source_count; m++) {
    const struct sm_scalar_source *source = &item->source[m];
    if (!(source->rate > 0)) continue;
    const struct sm_scalar_release args = {.cell = source->cell,
                                           .per = source->per,
                                           .count = source->count,
                                           .to = t->to,
                                           .clock = flow->clock,
                                           .weight = weight * source->rate};
    const struct sm_box box = sm_csr_box(source->count);
    if (scalars->gas != NULL)
      sm_scalar_mass_release(scalars, t, left, &args);
    else
      flow->device->backend->scalar_release(flow->device, &box, &args);
  }
}

static const struct scheme *scheme_of(const struct sm_scalars *scalars) {
  return scalars->gas != NULL ? &by_mass : &by_volume;
}

static void advect(const struct sm_scalars *scalars, const struct sm_scalar_transport *t,
                   struct sm_step_remaining left) {
  const struct sm_flow *flow = scalars->flow;
  const struct sm_box box = sm_flow_cells(flow);
  if (scalars->gas != NULL)
    sm_scalar_mass_advance(scalars, t, left);
  else
    flow->device->backend->scalar_transport(flow->device, &box, t);
}

/* Substep `part` of a step; the result is in the scratch field of the last stage. */
static void make_part(const struct sm_scalars *scalars, const struct sm_scalar *item,
                      struct sm_scalar_transport t, union sm_reals begin, int part) {
  const struct scheme *scheme = scheme_of(scalars);
  const union sm_reals none = {NULL};
  const union sm_reals rest = item->kind == SM_SCALAR_HEAT ? scalars->rest : none;
  const double parts = scalars->parts, end = (parts - part - 1) / parts;
  struct sm_step_remaining left = {(parts - part) / parts, (parts - part) / parts, end};
  t.begin = t.now = begin;
  for (int stage = 0; stage < scheme->stages; stage++) {
    const double weight = t.part * (1 - scheme->share[stage]);
    t.share = scheme->share[stage];
    t.to = scalars->stage[stage % 2];
    advect(scalars, &t, left);
    sm_merged_cells_clear(&scalars->groups, t.to);
    if (item->kind == SM_SCALAR_HEAT) sm_heated_walls_add(&scalars->walls, t.now, t.to, weight);
    if (item->kind == SM_SCALAR_TRACER) {
      release(scalars, item, &t, left, weight);
      sm_scalar_keep_accounts(scalars, item, &t, left, t.part * scheme->weight[stage]);
    }
    sm_merged_cells_advance(&scalars->groups, &t, rest);
    sm_scalar_ghosts(scalars, item, t.to);
    t.now = t.to;
    left.now = end; /* same for stages two and three */
  }
}

/* Swaps fields: no stage may write where a later one, or a merged group, reads. */
static void make_step(struct sm_scalars *scalars, struct sm_scalar *item, int wind) {
  const int last = (scheme_of(scalars)->stages - 1) % 2;
  struct sm_scalar_transport t = transport_of(scalars, item, wind);
  t.part = 1.0 / scalars->parts;
  for (int m = 0; m < scalars->parts; m++) {
    const bool keeps = m == 0 && item->kind == SM_SCALAR_HEAT; /* keep the previous step */
    const union sm_reals begin = item->now, unused = keeps ? item->before : begin;
    make_part(scalars, item, t, begin, m);
    if (keeps) item->before = begin;
    item->now = scalars->stage[last];
    scalars->stage[last] = unused;
  }
}

static const double most_parts = 1000; /* largest number of substeps */

static enum sm_status too_many_parts(struct sm_context *ctx, const struct sm_scalars *scalars,
                                     double time, double step, double rate) {
  const struct sm_case_wind_source *source = &scalars->c->wind_source;
  const double shorter = most_parts / rate, all = source->duration + source->spin_up;
  char help[64] = "";
  if (all <= SM_FLOW_STEPS * shorter)
    snprintf(help, sizeof help, "flow.max_time_step = %.3g, or ", shorter);
  return sm_fail(ctx, SM_ERR_DIVERGED,
                 "error: what the air carries needs %.3g parts of a step of %.3g s, at %.6g s\n"
                 "help: %sless diffusivity, a longer half_life, or larger cells",
                 rate * step, step, time, help);
}

static enum sm_status advance_in(struct sm_context *ctx, struct sm_scalars *scalars, int wind,
                                 double time, double step) {
  const double round_off = 1e-6;
  double rate = 0;
  SM_TRY(find_rate(ctx, scalars, wind, &rate));
  const double parts = ceil(rate * step - round_off);
  if (parts > most_parts) return too_many_parts(ctx, scalars, time, step, rate);
  scalars->parts = parts >= 1 ? (int)parts : 1;
  if (scalars->heat)
    sm_heated_walls_find(&scalars->walls, SM_WALLS_ALL, wind, scalars->item[0].now);
  for (size_t m = 0; m < scalars->count; m++) {
    struct sm_scalar *item = &scalars->item[m];
    for (size_t i = 0; i < item->source_count; i++) {
      struct sm_scalar_source *source = &item->source[i];
      SM_TRY(sm_scalar_source_step(ctx, scalars->flow, time, step, source));
      item->emitted += source->rate * step;
    }
    make_step(scalars, item, wind);
  }
  return SM_OK;
}

enum sm_status sm_scalars_advance(struct sm_context *ctx, struct sm_scalars *scalars, int from,
                                  int to, double time, double step) {
  const int mean = 3 - from - to;
  if (scalars->count == 0) return SM_OK;
  mean_wind(scalars->flow, from, to, mean);
  /* Strang splitting (1968), second order: transport between two half steps of chemistry */
  SM_TRY(sm_scalar_chemistry_react(ctx, scalars->chemistry, time, step, 0.5));
  SM_TRY(advance_in(ctx, scalars, mean, time, step));
  return sm_scalar_chemistry_react(ctx, scalars->chemistry, time, step, 0.5);
}

enum sm_status sm_scalars_advance_by_mass(struct sm_context *ctx, struct sm_scalars *scalars,
                                          double time, double step) {
  return scalars->count == 0 ? SM_OK : advance_in(ctx, scalars, 0, time, step);
}
