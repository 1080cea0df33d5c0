#include "physics/scalars.h"

#include "physics/scalar_sides.h"
#include "physics/scalar_sources.h"
#include <math.h>
#include <stdio.h>

enum { STAGES = 3, GHOSTS = SM_FLOW_GHOSTS };

/* What a stage of Shu and Osher keeps of the begin; and how much of its change is in the result. */
static const double share_of[STAGES] = {0, 3.0 / 4, 1.0 / 3},
                    weight_of[STAGES] = {1.0 / 6, 1.0 / 6, 2.0 / 3};

static const struct sm_box one_element = {{0, 0, 0}, {1, 1, 1}};

/* --- what there is --- */

static void describe_heat(const struct sm_case_flow *c, struct sm_scalar *item) {
  item->kind = SM_SCALAR_HEAT;
  item->diffusivity = c->viscosity / c->prandtl;
  item->per_schmidt = 1 / c->turbulent_prandtl;
}

/* Eddies spread it twice as well as momentum (Deardorff 1980). */
static void describe_energy(const struct sm_case_flow *c, struct sm_scalar *item) {
  item->kind = SM_SCALAR_ENERGY;
  item->diffusivity = c->viscosity;
  item->per_schmidt = 2;
}

static void describe_scalar(const struct sm_case_scalar *c, struct sm_scalar *item) {
  item->kind = SM_SCALAR_MATTER;
  item->c = c;
  item->diffusivity = c->diffusivity;
  item->per_schmidt = 1 / c->turbulent_schmidt;
  item->decay = log(2) / c->half_life;
  item->deposition = c->deposition;
}

/* The field at the begin, from the case; 0 in solids. */
static enum sm_status start(struct sm_context *ctx, const struct sm_scalars *scalars,
                            struct sm_scalar *item, double *values) {
  const struct sm_flow *flow = scalars->flow;
  const struct sm_flow_layout *s = &flow->layout;
  const struct sm_case_flow *c = &scalars->c->flow;
  const bool heat = item->kind == SM_SCALAR_HEAT;
  const double reference = heat ? c->reference : 0;
  double *host = NULL, *next = values;
  if (item->kind == SM_SCALAR_ENERGY) return SM_OK; /* of the wind (flow_eddies.h) */
  SM_TRY(sm_scalar_values(ctx, scalars->c, flow, heat ? &c->temperature : &item->c->initial,
                          reference, -1, values));
  SM_TRY(sm_alloc(ctx, s->size, sizeof *host, "what the air carries", &host));
  for (int k = 0; k < s->n[2]; k++)
    for (int j = 0; j < s->n[1]; j++)
      for (int i = 0; i < s->n[0]; i++, next++) {
        const bool air = (sm_domain_byte(flow->domain, i, j, k) & SM_OPEN_ALL) != 0;
        *next = air ? *next - reference : 0;
        host[s->origin + i + j * s->step[1] + k * s->step[2]] = *next;
      }
  enum sm_status status = sm_flow_upload(ctx, flow, host, item->now);
  if (status == SM_OK && heat) status = sm_flow_upload(ctx, flow, host, item->before);
  sm_free(host);
  sm_scalar_ghosts(scalars, item, item->now);
  if (heat) sm_scalar_ghosts(scalars, item, item->before);
  return status;
}

/* The mean of a layer's air at the begin: exactly its temperature where that is the same
 * everywhere. */
static double mean_of_layer(const struct sm_flow *flow, const double *layer, int k) {
  const int *n = flow->layout.n;
  double first = 0, sum = 0, area = 0;
  for (int j = 0; j < n[1]; j++)
    for (int i = 0; i < n[0]; i++) {
      if ((sm_domain_byte(flow->domain, i, j, k) & SM_OPEN_ALL) == 0) continue;
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
  for (int k = 0; k < n[2]; k++)
    host[GHOSTS + k] = mean_of_layer(flow, values + (size_t)n[0] * (size_t)n[1] * (size_t)k, k);
  for (int m = 1; m <= GHOSTS; m++) { /* joined ends */
    host[GHOSTS - m] = host[GHOSTS + (n[2] - m + GHOSTS * n[2]) % n[2]];
    host[GHOSTS + n[2] - 1 + m] = host[GHOSTS + (m - 1) % n[2]];
  }
  enum sm_status status =
      sm_device_allocate(ctx, flow->device, entries, sm_device_real_size(flow->device),
                         "the air at rest", &scalars->line.f32);
  if (status == SM_OK) status = sm_flow_put(ctx, flow, host, entries, scalars->line);
  if (status == SM_OK) scalars->rest = sm_flow_offset(flow, scalars->line, GHOSTS);
  sm_free(host);
  return status;
}

/* Kilograms, or what touches walls per area, to scalars->number. */
static void add_up(const struct sm_scalars *scalars, union sm_reals field, double volume,
                   double walls) {
  const struct sm_flow *flow = scalars->flow;
  const struct sm_amount amount = {
      .m = flow->metric, .now = field, .shut = scalars->shut, .volume = volume, .walls = walls};
  const struct sm_box box = sm_flow_cells(flow);
  flow->device->backend->amount(flow->device, &box, &amount, scalars->number);
}

static enum sm_status make_sources(struct sm_context *ctx, const struct sm_scalars *scalars,
                                   struct sm_scalar *item) {
  SM_TRY(sm_alloc(ctx, item->c->source_count, sizeof *item->source, "sources", &item->source));
  item->source_count = item->c->source_count;
  for (size_t m = 0; m < item->source_count; m++) {
    item->source[m].c = &item->c->source[m];
    SM_TRY(sm_scalar_source_make(ctx, scalars->c, scalars->flow, item->c, &item->source[m]));
  }
  return SM_OK;
}

static const char *name_of(const struct sm_scalar *item) {
  if (item->kind == SM_SCALAR_ENERGY) return "subgrid_tke";
  return item->kind == SM_SCALAR_HEAT ? "temperature" : item->c->name;
}

static enum sm_status make_item(struct sm_context *ctx, struct sm_scalars *scalars,
                                struct sm_scalar *item, double *values) {
  const struct sm_flow *flow = scalars->flow;
  const bool heat = item->kind == SM_SCALAR_HEAT;
  SM_TRY(sm_flow_field(ctx, flow, name_of(item), &item->now));
  if (heat) SM_TRY(sm_flow_field(ctx, flow, "temperature", &item->before));
  SM_TRY(sm_scalar_sides_make(ctx, scalars, item));
  SM_TRY(start(ctx, scalars, item, values));
  if (heat) return make_rest(ctx, scalars, values);
  if (item->kind == SM_SCALAR_ENERGY) return SM_OK;
  SM_TRY(
      sm_device_allocate(ctx, flow->device, SM_BOOKS, sizeof(double), "accounts", &item->account));
  add_up(scalars, item->now, 1, 0);
  SM_TRY(sm_device_download(ctx, flow->device, &item->initial, scalars->number, sizeof(double)));
  return item->c->source_count > 0 ? make_sources(ctx, scalars, item) : SM_OK;
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
  SM_TRY(sm_alloc(ctx, count, sizeof *scalars->item, "what the air carries", &scalars->item));
  scalars->count = count;
  if (c->heat) describe_heat(c, &scalars->item[0]);
  for (size_t m = 0; m < c->scalar_count; m++)
    describe_scalar(&c->scalar[m], &scalars->item[m + (c->heat ? 1 : 0)]);
  scalars->energy = energy ? &scalars->item[count - 1] : NULL;
  if (energy) describe_energy(c, scalars->energy);
  SM_TRY(sm_scalar_walls_make(ctx, scalars));
  SM_TRY(sm_device_allocate(ctx, flow->device, 1, sizeof(double), "a number", &scalars->number));
  for (int m = 0; m < 2; m++)
    SM_TRY(sm_flow_field(ctx, flow, "what the air carries", &scalars->stage[m]));
  const size_t cells = (size_t)sm_grid_cells(&flow->domain->grid);
  SM_TRY(sm_alloc(ctx, cells, sizeof *values, "what the air carries", &values));
  for (size_t m = 0; m < count && status == SM_OK; m++)
    status = make_item(ctx, scalars, &scalars->item[m], values);
  sm_free(values);
  if (status == SM_OK && c->heat) status = sm_heated_walls_make(ctx, scalars);
  if (status == SM_OK && c->heat) sm_heated_walls_find(scalars, 0);
  return status;
}

enum sm_status sm_scalars_create(struct sm_context *ctx, const struct sm_case *c,
                                 struct sm_flow *flow, struct sm_scalars **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "what the air carries", out));
  (*out)->c = c;
  (*out)->flow = flow;
  const enum sm_status status = make_all(ctx, *out);
  if (status != SM_OK) sm_scalars_destroy(out);
  return status;
}

void sm_scalars_destroy(struct sm_scalars **pointer) {
  struct sm_scalars *scalars = *pointer;
  if (scalars == NULL) return;
  const struct sm_flow *flow = scalars->flow;
  struct sm_device *device = flow->device;
  for (size_t m = 0; m < scalars->count; m++) {
    struct sm_scalar *item = &scalars->item[m];
    sm_flow_field_free(flow, item->now);
    sm_flow_field_free(flow, item->before);
    sm_scalar_sides_free(scalars, item);
    for (size_t i = 0; i < item->source_count; i++) sm_scalar_source_free(flow, &item->source[i]);
    sm_free(item->source);
    sm_device_release(device, item->account, SM_BOOKS, sizeof(double));
  }
  sm_heated_walls_free(scalars);
  for (int m = 0; m < 2; m++) sm_flow_field_free(flow, scalars->stage[m]);
  if (scalars->shut != NULL)
    sm_device_release(device, scalars->shut - flow->layout.origin, flow->layout.size, 1);
  sm_device_release(device, scalars->line.f32, (size_t)flow->layout.n[2] + 2 * GHOSTS,
                    sm_device_real_size(device));
  sm_device_release(device, scalars->number, 1, sizeof(double));
  sm_free(scalars->item);
  sm_free(scalars);
  *pointer = NULL;
}

size_t sm_scalars_bytes(const struct sm_case *c, const struct sm_domain *domain, int bits) {
  const int n[3] = {domain->grid.axis[0].n, domain->grid.axis[1].n, domain->grid.axis[2].n};
  const size_t energy = c->flow.subgrid == SM_SUBGRID_TKE ? 1 : 0;
  const size_t fields = c->flow.scalar_count + (c->flow.heat ? 2 : 0) + energy;
  return fields > 0 ? sm_flow_layout_of(n).size * ((fields + 2) * (size_t)bits / 8 + 1) : 0;
}

/* --- warm air rises --- */

void sm_scalars_lift(const struct sm_scalars *scalars, int to, double share) {
  const struct sm_flow *flow = scalars->flow;
  if (!scalars->heat || flow->layout.n[2] == 1) return;
  const struct sm_case_flow *c = &scalars->c->flow;
  const struct sm_lift lift = {.m = flow->metric,
                               .w = flow->u[to][2],
                               .now = scalars->item[0].now,
                               .before = scalars->item[0].before,
                               .rest = scalars->rest,
                               .shut = scalars->shut,
                               .clock = flow->clock,
                               .share = share,
                               .per_kelvin = c->gravity * c->expansion};
  const struct sm_box box = sm_flow_faces(flow, 2);
  flow->device->backend->lift(flow->device, &box, &lift);
}

/* --- a step --- */

static void mean_wind(const struct sm_flow *flow, int from, int to, int mean) {
  for (int d = 0; d < 3; d++) {
    const struct sm_wind_between args = {.step = {flow->layout.step[1], flow->layout.step[2]},
                                         .a = flow->u[from][d],
                                         .b = flow->u[to][d],
                                         .to = flow->u[mean][d]};
    struct sm_box box = sm_flow_cells(flow);
    if (flow->layout.n[d] > 1) box.hi[d]++;
    flow->device->backend->wind_between(flow->device, &box, &args);
  }
}

static struct sm_transport transport_of(const struct sm_scalars *scalars,
                                        const struct sm_scalar *item, int wind) {
  const struct sm_flow *flow = scalars->flow;
  struct sm_transport t = {.m = flow->metric,
                           .eddy = flow->eddy,
                           .shut = scalars->shut,
                           .clock = flow->clock,
                           .part = 1,
                           .diffusivity = item->diffusivity,
                           .per_schmidt = item->per_schmidt,
                           .decay = item->decay,
                           .deposition = item->deposition,
                           .steady = item->kind == SM_SCALAR_MATTER ? 0 : 1};
  for (int d = 0; d < 3; d++) t.u[d] = flow->u[wind][d];
  return t;
}

/* 1/s, of the scalar that takes the shortest steps. */
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
  const struct sm_transport t = transport_of(scalars, &most, wind);
  const struct sm_box box = sm_flow_cells(flow);
  flow->device->backend->transport_rate(flow->device, &box, &t, scalars->number);
  return sm_device_download(ctx, flow->device, rate, scalars->number, sizeof *rate);
}

static void book(const struct sm_scalars *scalars, const struct sm_scalar *item,
                 enum sm_scalar_book account, double weight) {
  const struct sm_flow *flow = scalars->flow;
  const struct sm_ledger ledger = {.total = item->account + account,
                                   .number = scalars->number,
                                   .clock = flow->clock,
                                   .weight = weight};
  flow->device->backend->ledger(flow->device, &one_element, &ledger);
}

/* What a stage, of which `weight` of the step is in the result, takes away. */
static void keep_accounts(const struct sm_scalars *scalars, const struct sm_scalar *item,
                          const struct sm_transport *t, double weight) {
  const struct sm_flow *flow = scalars->flow;
  const int *n = flow->layout.n;
  if (item->deposition > 0) {
    add_up(scalars, t->now, 0, 1);
    book(scalars, item, SM_BOOK_DEPOSITED, weight * item->deposition);
  }
  if (item->decay > 0) {
    add_up(scalars, t->now, 1, 0);
    book(scalars, item, SM_BOOK_DECAYED, weight * item->decay);
  }
  for (int side = 0; side < SM_SIDES; side++) {
    const enum sm_side_kind kind = flow->sides.kind[side];
    const int d = side / 2;
    if ((kind != SM_SIDE_INFLOW && kind != SM_SIDE_OUTFLOW) || n[d] == 1) continue;
    const struct sm_transport_side args = {
        .t = *t, .axis = d, .face = side % 2 ? n[d] : 0, .sign = side % 2 ? 1 : -1};
    const struct sm_box box = {{0, 0, 0}, {n[d == 0 ? 1 : 0], n[d == 2 ? 1 : 2], 1}};
    flow->device->backend->transport_side(flow->device, &box, &args, scalars->number);
    book(scalars, item, SM_BOOK_LEFT, weight);
  }
}

static void release(const struct sm_scalars *scalars, const struct sm_scalar *item,
                    union sm_reals to, double weight) {
  const struct sm_flow *flow = scalars->flow;
  for (size_t m = 0; m < item->source_count; m++) {
    const struct sm_scalar_source *source = &item->source[m];
    const double rate = source->c->rate * source->active;
    if (!(rate > 0)) continue;
    const struct sm_scalar_release args = {.cell = source->cell,
                                           .per = source->per,
                                           .count = source->count,
                                           .to = to,
                                           .clock = flow->clock,
                                           .weight = weight * rate};
    const struct sm_box box = sm_csr_box(source->count);
    flow->device->backend->scalar_release(flow->device, &box, &args);
  }
}

/* A part of a step, from one field to another or to itself. */
static void make_part(const struct sm_scalars *scalars, const struct sm_scalar *item,
                      struct sm_transport t, union sm_reals begin, union sm_reals end) {
  const struct sm_flow *flow = scalars->flow;
  const struct sm_box box = sm_flow_cells(flow);
  const union sm_reals result[STAGES] = {scalars->stage[0], scalars->stage[1], end};
  t.begin = t.now = begin;
  for (int stage = 0; stage < STAGES; stage++) {
    const double weight = t.part * (1 - share_of[stage]);
    t.share = share_of[stage];
    t.to = result[stage];
    flow->device->backend->transport(flow->device, &box, &t);
    if (item->kind == SM_SCALAR_HEAT) sm_heated_walls_add(scalars, t.now, t.to, weight);
    if (item->kind == SM_SCALAR_MATTER) {
      release(scalars, item, t.to, weight);
      keep_accounts(scalars, item, &t, t.part * weight_of[stage]);
    }
    sm_scalar_ghosts(scalars, item, t.to);
    t.now = t.to;
  }
}

static void make_step(struct sm_scalars *scalars, struct sm_scalar *item, int wind) {
  struct sm_transport t = transport_of(scalars, item, wind);
  const bool heat = item->kind == SM_SCALAR_HEAT;
  const union sm_reals end = heat ? item->before : item->now;
  t.part = 1.0 / scalars->parts;
  make_part(scalars, item, t, item->now, end);
  for (int m = 1; m < scalars->parts; m++) make_part(scalars, item, t, end, end);
  if (heat) item->before = item->now;
  item->now = end;
}

enum sm_status sm_scalars_advance(struct sm_context *ctx, struct sm_scalars *scalars, int from,
                                  int to, double time, double step) {
  const double most = 1000, round_off = 1e-6;
  const int mean = 3 - from - to;
  double rate = 0;
  if (scalars->count == 0) return SM_OK;
  mean_wind(scalars->flow, from, to, mean);
  SM_TRY(find_rate(ctx, scalars, mean, &rate));
  const double parts = ceil(rate * step - round_off);
  if (parts > most)
    return sm_fail(ctx, SM_ERR_DIVERGED,
                   "error: what the air carries needs %.3g parts of a step of %.3g s, at %.6g s\n"
                   "help: flow.longest_step = %.3g, or less diffusivity",
                   parts, step, time, most / rate);
  scalars->parts = parts >= 1 ? (int)parts : 1;
  if (scalars->heat) sm_heated_walls_find(scalars, mean);
  for (size_t m = 0; m < scalars->count; m++) {
    struct sm_scalar *item = &scalars->item[m];
    for (size_t i = 0; i < item->source_count; i++) {
      struct sm_scalar_source *source = &item->source[i];
      source->active = sm_scalar_source_active(source->c, time, step) / step;
      item->emitted += source->c->rate * source->active * step;
    }
    make_step(scalars, item, mean);
  }
  return SM_OK;
}

/* --- what comes out --- */

void sm_scalars_parts(struct sm_scalars *scalars, struct sm_flow_view *view) {
  const struct sm_flow *flow = scalars->flow;
  for (size_t m = 0; m < scalars->count; m++) {
    struct sm_scalar *item = &scalars->item[m];
    static const char *const what[4] = {"now", "before", "accounts", "emitted"};
    for (int i = 0; i < 4; i++)
      snprintf(item->label[i], sizeof item->label[i], "scalar_%zu_%s", m, what[i]);
    sm_flow_view_field(view, item->label[0], item->now);
    if (item->kind == SM_SCALAR_HEAT) sm_flow_view_field(view, item->label[1], item->before);
    if (item->kind != SM_SCALAR_MATTER) continue;
    const struct sm_flow_part accounts = {item->label[2], item->account, SM_BOOKS, sizeof(double),
                                          false};
    const struct sm_flow_part numbers = {item->label[3], &item->initial, 2, sizeof(double), true};
    sm_flow_view_part(view, accounts);
    sm_flow_view_part(view, numbers);
  }
  const struct sm_flow_part drag = {"flow_drag", flow->drags, flow->drag_count,
                                    sm_device_real_size(flow->device), false};
  if (scalars->heat) sm_flow_view_part(view, drag);
}

size_t sm_scalars_outputs(const struct sm_scalars *scalars, size_t most,
                          struct sm_flow_output *out) {
  const struct sm_flow *flow = scalars->flow;
  size_t count = 0;
  for (size_t m = 0; m < scalars->count && count < most; m++) {
    const struct sm_scalar *item = &scalars->item[m];
    if (item->kind == SM_SCALAR_MATTER) {
      out[count++] = (struct sm_flow_output){
          .name = item->c->name, .long_name = item->c->name, .unit = "kg m-3", .field = item->now};
      continue;
    }
    if (item->kind == SM_SCALAR_ENERGY) {
      out[count++] = (struct sm_flow_output){.name = name_of(item),
                                             .long_name = "energy of eddies within the cells",
                                             .standard_name = "",
                                             .unit = "m2 s-2",
                                             .field = item->now};
      continue;
    }
    const struct sm_offset offset = {.step = {flow->layout.step[1], flow->layout.step[2]},
                                     .from = item->now,
                                     .to = scalars->stage[0],
                                     .add = scalars->c->flow.reference};
    const struct sm_box box = sm_flow_cells(flow);
    flow->device->backend->offset(flow->device, &box, &offset);
    out[count++] = (struct sm_flow_output){.name = "temperature",
                                           .long_name = "potential temperature",
                                           .standard_name = "air_potential_temperature",
                                           .unit = "K",
                                           .field = scalars->stage[0]};
  }
  return count;
}

enum sm_status sm_scalars_balance(struct sm_context *ctx, const struct sm_scalars *scalars,
                                  size_t index, struct sm_scalar_balance *out) {
  const struct sm_scalar *item = &scalars->item[index];
  struct sm_device *device = scalars->flow->device;
  double account[SM_BOOKS] = {0};
  add_up(scalars, item->now, 1, 0);
  SM_TRY(sm_device_download(ctx, device, &out->air, scalars->number, sizeof out->air));
  if (item->account != NULL)
    SM_TRY(sm_device_download(ctx, device, account, item->account, sizeof account));
  out->name = name_of(item);
  out->initial = item->initial;
  out->emitted = item->emitted;
  out->deposited = account[SM_BOOK_DEPOSITED];
  out->decayed = account[SM_BOOK_DECAYED];
  out->left = account[SM_BOOK_LEFT];
  return SM_OK;
}

enum sm_status sm_scalars_report(struct sm_context *ctx, const struct sm_scalars *scalars) {
  for (size_t m = 0; m < scalars->count; m++) {
    struct sm_scalar_balance b;
    if (scalars->item[m].kind != SM_SCALAR_MATTER) continue;
    SM_TRY(sm_scalars_balance(ctx, scalars, m, &b));
    sm_info(ctx,
            "%s: %.6g kg at the begin, %.6g kg released; %.6g kg in the air, %.6g kg deposited, "
            "%.6g kg decayed, %.6g kg left",
            b.name, b.initial, b.emitted, b.air, b.deposited, b.decayed, b.left);
  }
  return SM_OK;
}
