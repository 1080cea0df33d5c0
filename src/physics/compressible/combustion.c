/* Chemistry of a gas mixture (mixture.h): cells above the reaction temperature are gathered,
 * integrated in double precision and scattered back. */
#include "physics/compressible/model.h"

#include "base/clock.h"
#include "physics/flow/share.h"
#include "simoom/chem_cell.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- what there is --- */

static int64_t air_cells(const struct sm_flow *flow) {
  const int *n = flow->layout.n;
  int64_t count = 0;
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++)
        count += (sm_domain_cell_bits(flow->domain, i, j, k) & SM_OPEN_ALL) != 0;
  return count > 0 ? count : 1;
}

static size_t row_count(const struct sm_flow *flow) {
  return (size_t)flow->layout.n[1] * (size_t)flow->layout.n[2];
}

static struct sm_chem_options options_of(const struct sm_combustion *b, bool constant) {
  const struct sm_case_reaction *r = b->m->reaction;
  return (struct sm_chem_options){.mode = SM_CHEM_VOLUME,
                                  .method = (enum sm_chem_method)r->method,
                                  .rtol = r->rtol,
                                  .atol = r->atol,
                                  .most_steps = r->max_steps,
                                  .source = constant ? b->source : NULL,
                                  .energy = constant ? b->energy : NULL,
                                  .reduction = r->reduction != 0 ? &b->reduction : NULL};
}

static enum sm_status find_targets(struct sm_context *ctx, struct sm_combustion *b) {
  const struct sm_case_reaction *r = b->m->reaction;
  const struct sm_string_list *list = &r->reduction_targets;
  SM_TRY(sm_flow_host(ctx, b->m->flow, list->count, sizeof *b->targets, "targets of a reduction",
                      &b->targets));
  for (size_t i = 0; i < list->count; i++) {
    const struct sm_mixture_text text = {list->item[i], "flow.reaction.reduction_targets", r->line};
    SM_TRY(sm_mixture_species(ctx, b->m->c, b->m->mechanism, text, list->item[i], &b->targets[i]));
  }
  b->reduction = (struct sm_chem_reduction){.threshold = r->reduction_threshold,
                                            .targets = b->targets,
                                            .target_count = (int32_t)list->count,
                                            .tolerance = r->reduction_tolerance};
  return SM_OK;
}

static enum sm_status make_all(struct sm_context *ctx, struct sm_combustion *b) {
  const struct sm_flow *flow = b->m->flow;
  const size_t most = (size_t)b->most, all = most * (size_t)b->m->species;
  const bool constant = b->m->reaction->splitting == SM_SPLITTING_SOURCE;
  const size_t rows = row_count(flow);
  struct sm_store *store = flow->store;
  if (b->m->reaction->reduction != 0) SM_TRY(find_targets(ctx, b));
  SM_TRY(sm_flow_host(ctx, flow, rows, sizeof *b->row, "chemistry", &b->row));
  SM_TRY(sm_store_put(ctx, store, NULL, rows, sizeof *b->on_row, &b->on_row));
  SM_TRY(sm_store_put(ctx, store, NULL, most, sizeof *b->cell, &b->cell));
  SM_TRY(sm_store_put(ctx, store, NULL, most, sizeof *b->layer, &b->layer));
  SM_TRY(sm_store_put(ctx, store, NULL, most, sizeof *b->warm, &b->warm));
  SM_TRY(sm_store_put(ctx, store, NULL, most, sizeof *b->warm, &b->warm_before));
  SM_TRY(sm_store_put(ctx, store, NULL, all, sizeof *b->moles, &b->moles));
  SM_TRY(sm_store_put(ctx, store, NULL, all, sizeof *b->moles, &b->before));
  if (constant) {
    SM_TRY(sm_store_put(ctx, store, NULL, all, sizeof *b->source, &b->source));
    SM_TRY(sm_store_put(ctx, store, NULL, most, sizeof *b->energy, &b->energy));
  }
  const struct sm_chem_options options = options_of(b, constant);
  return sm_chem_integrator_create(ctx, b->m->chem, b->m->mechanism, &options, most, false, store,
                                   &b->integrator);
}

enum sm_status sm_combustion_create(struct sm_context *ctx, struct sm_mixture *m, const char *base,
                                    struct sm_combustion **out) {
  struct sm_combustion *b = NULL;
  SM_TRY(sm_flow_host(ctx, m->flow, 1, sizeof *b, "chemistry", &b));
  *out = b;
  b->m = m;
  b->base = base != NULL ? base : m->c->output.prefix;
  if (m->reaction->splitting == SM_SPLITTING_FROZEN) return SM_OK;
  b->most = air_cells(m->flow);
  const enum sm_status status = make_all(ctx, b);
  if (status != SM_OK) sm_combustion_destroy(out);
  return status;
}

void sm_combustion_destroy(struct sm_combustion **combustion) {
  if (*combustion != NULL) sm_chem_integrator_destroy(&(*combustion)->integrator);
  *combustion = NULL;
}

/* --- which cells --- */

/* Lists the cells that are warm enough to react, in the order of the grid. The rows are those of
 * this process. */
static enum sm_status find_cells(struct sm_context *ctx, struct sm_combustion *b) {
  const struct sm_mixture *m = b->m;
  const struct sm_flow_layout *l = &m->flow->layout;
  struct sm_device *device = m->flow->device;
  const size_t rows = row_count(m->flow), bytes = rows * sizeof *b->row;
  struct sm_box box = sm_flow_cells(m->flow);
  box.hi[0] = 1;
  const struct sm_mixture_reactive args = {.temperature = m->temperature,
                                           .step = {l->step[1], l->step[2]},
                                           .along = l->n[0],
                                           .rows = l->n[1],
                                           .least = m->reaction->inert_below,
                                           .row = b->on_row,
                                           .cell = b->cell,
                                           .layer = b->layer};
  sm_mixture_find_temperature(m);
  device->backend->mixture_reactive_count(device, &box, &args);
  SM_TRY(sm_device_download(ctx, device, b->row, b->on_row, bytes));
  b->count = 0;
  for (size_t n = 0; n < rows; n++) {
    const int j = (int)(n % (size_t)l->n[1]);
    const int64_t own = j >= box.lo[1] && j < box.hi[1] ? b->row[n] : 0;
    b->row[n] = b->count;
    b->count += own;
  }
  b->any = sm_flow_sum(m->flow, (double)b->count) > 0;
  if (b->count == 0) return SM_OK;
  SM_TRY(sm_device_upload(ctx, device, b->on_row, b->row, bytes));
  device->backend->mixture_reactive_list(device, &box, &args);
  return SM_OK;
}

static struct sm_mixture_list list_of(const struct sm_combustion *b, double *warm, double *moles) {
  return (struct sm_mixture_list){.a = sm_mixture_air_of(b->m),
                                  .cell = b->cell,
                                  .layer = b->layer,
                                  .count = b->count,
                                  .temperature = warm,
                                  .concentrations = moles,
                                  .heat = b->m->heat};
}

static void take(const struct sm_combustion *b, double *warm, double *moles) {
  struct sm_device *device = b->m->flow->device;
  const struct sm_mixture_list list = list_of(b, warm, moles);
  const struct sm_box box = sm_csr_box(b->count);
  if (b->count > 0) device->backend->mixture_gather(device, &box, &list);
}

static void clear_heat(const struct sm_mixture *m) {
  const struct sm_flow *flow = m->flow;
  flow->device->backend->clear(flow->device,
                               sm_flow_offset(flow, m->heat, -flow->layout.origin).f32,
                               flow->layout.size * sm_device_real_size(flow->device));
}

/* Adds the heat released by reactions in a time span to the total. */
static enum sm_status note_heat(struct sm_context *ctx, struct sm_mixture *m, double span) {
  struct sm_device *device = m->flow->device;
  const struct sm_scalar_integral scalar_integral = {
      .m = m->flow->metric, .now = m->heat, .faces = m->flow->faces, .volume = 1};
  const struct sm_box box = sm_flow_cells(m->flow);
  double watt = 0;
  device->backend->scalar_integral(device, &box, &scalar_integral, m->number);
  SM_TRY(sm_device_download(ctx, device, &watt, m->number, sizeof watt));
  m->heat_made += watt * span;
  return SM_OK;
}

/* Scatters the cells back to the grid. before: concentrations before the reactions, for the heat
 * release. */
static enum sm_status give(struct sm_context *ctx, const struct sm_combustion *b,
                           const double *before, double span) {
  struct sm_device *device = b->m->flow->device;
  struct sm_mixture_list list = list_of(b, b->warm, b->moles);
  const struct sm_box box = sm_csr_box(b->count);
  list.before = before;
  list.span = span;
  clear_heat(b->m);
  if (b->count > 0) device->backend->mixture_scatter(device, &box, &list);
  return note_heat(ctx, b->m, span);
}

/* --- cells that fail --- */

/* Failed cells of all processes: the first of them in the order of the grid. */
struct failure {
  int64_t count;
  int64_t index; /* in the list of this process; -1: another has it */
  int64_t at[3];
  double position[3];
};

static enum sm_status find_failure(struct sm_context *ctx, const struct sm_combustion *b,
                                   const struct sm_chem_report *report, struct failure *out) {
  const struct sm_flow *flow = b->m->flow;
  int64_t cell = INT64_MAX;
  if (report->failed > 0)
    SM_TRY(
        sm_device_download(ctx, flow->device, &cell, b->cell + report->first_failed, sizeof cell));
  const double first = -sm_flow_largest(flow, report->failed > 0 ? -(double)cell : -HUGE_VAL);
  *out = (struct failure){.count = (int64_t)sm_flow_sum(flow, (double)report->failed),
                          .index = (double)cell == first ? report->first_failed : -1};
  sm_flow_cell_at(flow, (int64_t)first, b->m->c->domain.margin, out->at, out->position);
  return SM_OK;
}

/* Writes the state of a failed cell, which is that before the step. parts: room for two values per
 * species. */
static enum sm_status write_cell(struct sm_context *ctx, const struct sm_combustion *b,
                                 const struct failure *failure, double time, double span,
                                 const char **names, double *parts, const char *path) {
  const int64_t index = failure->index;
  const struct sm_mixture *m = b->m;
  const struct sm_case_reaction *r = m->reaction;
  struct sm_device *device = m->flow->device;
  double sum = 0, warm = 0, energy = 0;
  SM_TRY(sm_device_download(ctx, device, &warm, b->warm + index, sizeof warm));
  for (int32_t k = 0; k < m->species; k++) {
    SM_TRY(
        sm_device_download(ctx, device, &parts[k], b->moles + k * b->count + index, sizeof *parts));
    names[k] = m->mechanism->species[k].name;
    parts[k] = fmax(parts[k], 0);
    sum += parts[k];
  }
  for (int32_t k = 0; k < m->species; k++) parts[k] /= sum;
  const bool constant = b->source != NULL;
  for (int32_t k = 0; constant && k < m->species; k++)
    SM_TRY(sm_device_download(ctx, device, &parts[m->species + k], b->source + k * b->count + index,
                              sizeof *parts));
  if (constant) SM_TRY(sm_device_download(ctx, device, &energy, b->energy + index, sizeof energy));
  struct sm_chem_cell cell = {.mechanism = r->mechanism,
                              .thermo = r->thermo[0] != '\0' ? r->thermo : NULL,
                              .temperature = warm,
                              .pressure = SM_GAS_CONSTANT * sum * warm,
                              .dt = span,
                              .species_count = m->species,
                              .species = names,
                              .fractions = parts,
                              .source = constant ? parts + m->species : NULL,
                              .energy = energy,
                              .mode = SM_CHEM_VOLUME,
                              .method = (enum sm_chem_method)r->method,
                              .rtol = r->rtol,
                              .atol = r->atol,
                              .placed = true,
                              .time = time};
  memcpy(cell.cell, failure->at, sizeof cell.cell);
  memcpy(cell.position, failure->position, sizeof cell.position);
  return sm_chem_cell_write(ctx, path, &cell);
}

static enum sm_status tell(struct sm_context *ctx, struct sm_combustion *b,
                           const struct sm_chem_report *report, double time, double span) {
  const size_t n = (size_t)b->m->species;
  char path[4200] = "";
  struct failure f;
  SM_SCOPED double *parts = NULL;
  SM_SCOPED const char **names = NULL;
  enum sm_status status = SM_OK;
  const bool goes_on = b->m->reaction->goes_on != 0, begun = b->failures > 0;
  SM_TRY(find_failure(ctx, b, report, &f));
  const long long at[3] = {f.at[0], f.at[1], f.at[2]}, others = f.count - 1;
  b->failures += f.count;
  if (goes_on && begun) return SM_OK; /* only the first failure is written */
  SM_TRY(sm_alloc(ctx, n, sizeof *names, "a cell", &names));
  SM_TRY(sm_alloc(ctx, 2 * n, sizeof *parts, "a cell", &parts));
  snprintf(path, sizeof path, "%s_cell_%lld_%lld_%lld.toml", b->base, at[0], at[1], at[2]);
  if (f.index >= 0) status = write_cell(ctx, b, &f, time, span, names, parts, path);
  SM_TRY(sm_flow_agree(ctx, b->m->flow, status));
  if (goes_on)
    sm_warn(ctx,
            "warning: at %.6g s the chemistry of cell (%lld, %lld, %lld) and %lld others cannot be "
            "integrated; they stay as they were; the cell is in %s",
            time, at[0], at[1], at[2], others, path);
  else
    status = sm_fail(ctx, SM_ERR_DIVERGED,
                     "error: at %.6g s the chemistry of cell (%lld, %lld, %lld) at (%.6g, %.6g, "
                     "%.6g) m and %lld others cannot be integrated; the cell is in %s\n"
                     "help: simoom chem ignite %s, or flow.reaction.on_failure",
                     time, at[0], at[1], at[2], f.position[0], f.position[1], f.position[2], others,
                     path, path);
  return status;
}

/* --- reactions --- */

static enum sm_status advance(struct sm_context *ctx, struct sm_combustion *b, double time,
                              double span, bool constant) {
  const struct sm_chem_cells cells = {
      .count = b->count, .temperature = b->warm, .concentrations = b->moles};
  const struct sm_chem_options options = options_of(b, constant);
  const struct sm_flow *flow = b->m->flow;
  struct sm_chem_report report = {.failed = 0};
  const enum sm_status status =
      b->count > 0
          ? sm_chem_integrator_advance(ctx, &b->integrator, &cells, span, &options, &report)
          : SM_OK;
  SM_TRY(sm_flow_agree(ctx, flow, status));
  b->m->active_species += sm_flow_sum(flow, (double)report.active_species);
  b->m->chemistry_steps += sm_flow_sum(flow, (double)report.steps);
  return sm_flow_sum(flow, (double)report.failed) > 0 ? tell(ctx, b, &report, time, span) : SM_OK;
}

/* Integrates the listed cells over a time span and adds the wall-clock time. */
static enum sm_status integrate(struct sm_context *ctx, struct sm_combustion *b, double time,
                                double span, bool constant) {
  SM_TRY(sm_device_sync(ctx, b->m->flow->device));
  const double begin = sm_clock_wall();
  SM_TRY(advance(ctx, b, time, span, constant));
  SM_TRY(sm_device_sync(ctx, b->m->flow->device));
  b->m->chemistry_seconds += sm_clock_wall() - begin;
  return SM_OK;
}

enum sm_status sm_combustion_react(struct sm_context *ctx, struct sm_combustion *b, double time,
                                   double span) {
  if (b->m->reaction->splitting == SM_SPLITTING_FROZEN || !(span > 0)) return SM_OK;
  SM_TRY(find_cells(ctx, b));
  if (!b->any) clear_heat(b->m);
  if (!b->any) return SM_OK;
  take(b, b->warm, b->moles);
  take(b, b->warm_before, b->before);
  SM_TRY(integrate(ctx, b, time, span, false));
  return give(ctx, b, b->before, span);
}

enum sm_status sm_compressible_react(struct sm_context *ctx, struct sm_compressible *m) {
  if (m->mixture == NULL || !(m->mixture->pending > 0)) return SM_OK;
  const double span = m->mixture->pending;
  m->mixture->pending = 0;
  return sm_combustion_react(ctx, m->combustion, m->time - span, span);
}

/* --- a constant source --- */

enum sm_status sm_combustion_source_begin(struct sm_context *ctx, struct sm_combustion *b) {
  SM_TRY(find_cells(ctx, b));
  take(b, b->warm_before, b->before);
  return SM_OK;
}

/* The change by the flow becomes a constant source, and chemistry starts from the state before the
 * flow step. */
enum sm_status sm_combustion_source_end(struct sm_context *ctx, struct sm_combustion *b,
                                        double time, double span) {
  struct sm_device *device = b->m->flow->device;
  if (!b->any) clear_heat(b->m);
  if (!b->any || !(span > 0)) return SM_OK;
  take(b, b->warm, b->moles);
  const struct sm_mixture_flow_source source = {.thermo = list_of(b, b->warm, b->moles).a.t.thermo,
                                                .species = b->m->species,
                                                .count = b->count,
                                                .span = span,
                                                .temperature = b->warm,
                                                .concentrations = b->moles,
                                                .warm_before = b->warm_before,
                                                .before = b->before,
                                                .source = b->source,
                                                .energy = b->energy};
  const struct sm_box box = sm_csr_box(b->count);
  if (b->count > 0) device->backend->mixture_flow_source(device, &box, &source);
  SM_TRY(integrate(ctx, b, time, span, true));
  return give(ctx, b, b->before, span);
}
