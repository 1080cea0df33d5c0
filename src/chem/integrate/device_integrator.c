#include "chem/integrate/device_integrator.h"

#include "cell/chemistry/tableau.h"
#include "chem/generate/generate.h"
#include "chem/group/device_tables.h"
#include "device/gpu_program.h"

/* Maximum stiffness times dt for generated RKC2: there its rate evaluations, proportional to the
 * square root, cost about as much as table-driven RODAS4. */
#define GENERATED_STIFFNESS 2e5

/* Up to this number of cells thread groups are used instead of generated Rosenbrock kernels, whose
 * parts take their full time for one cell too (measured with 9 and 53 species). */
enum { FEW_CELLS = 5000 };

/* --- what there is --- */

/* Arguments of the table-driven integrator. */
static struct sm_reacting_advance_args advance_of(const struct sm_chem_integrator *g,
                                                  const struct sm_chem_cells *cells, double dt,
                                                  const struct sm_chem_options *options) {
  struct sm_reacting_advance_args args = {.cells = {.tables = g->tables,
                                                    .count = cells->count,
                                                    .stride = cells->count,
                                                    .concentrations = cells->concentrations,
                                                    .temperature = cells->temperature,
                                                    .pressure = cells->pressure,
                                                    .sun = cells->sun,
                                                    .zenith = cells->zenith,
                                                    .water = cells->water},
                                          .control = {.dt = dt},
                                          .source = options->source,
                                          .energy = options->energy,
                                          .first = g->first,
                                          .steps = g->steps,
                                          .rejected = g->rejected,
                                          .next = g->next,
                                          .workspace = g->workspace};
  sm_reacting_options(g->chem, options, &args);
  return args;
}

/* Selects the methods of generated kinetics: RKC2, except for cells that are too stiff, and
 * Rosenbrock methods, also as the automatic choice for the other cells. */
static void choose(const struct sm_mechanism *mechanism, const struct sm_chem_options *options,
                   size_t most, struct sm_chem_integrator *g) {
  char compiler[128];
  const enum sm_chem_method method = options->method;
  const bool any = method == SM_CHEM_AUTO;
  const bool possible = options->source == NULL && options->energy == NULL &&
                        options->fixed_steps == 0 && g->tables.energy &&
                        sm_nvrtc_describe(compiler, sizeof compiler);
  g->stabilised =
      possible && (any || method == SM_CHEM_RKC2) && g->tables.species <= SM_CHEM_GPU_RKC_SPECIES;
  g->rosenbrock = possible && (any || method == SM_CHEM_RODAS3 || method == SM_CHEM_RODAS4) &&
                  (int64_t)most > g->few && g->tables.species <= SM_CHEM_GPU_RODAS_SPECIES &&
                  sm_generate_has_derivatives(mechanism);
}

/* Compiles the kernels in use. */
static enum sm_status generate(struct sm_context *ctx, const struct sm_mechanism *mechanism,
                               size_t most, struct sm_store *store, struct sm_chem_integrator *g) {
  SM_TRY(sm_chem_gpu_create(ctx, store->device, mechanism, 0, &g->gpu));
  if (g->rosenbrock) SM_TRY(sm_chem_gpu_make_rosenbrock(ctx, g->gpu, (int64_t)most));
  if (!g->stabilised) return SM_OK;
  struct sm_chem_gpu_kernel_report report;
  SM_TRY(sm_store_put(ctx, store, NULL, most, sizeof *g->deferred, &g->deferred));
  SM_TRY(sm_store_put(ctx, store, NULL, SM_CHEM_RKC_COUNTS, sizeof *g->counts, &g->counts));
  return sm_chem_gpu_get_report(ctx, g->gpu, SM_CHEM_GPU_RKC, &report);
}

enum sm_status sm_chem_integrator_create(struct sm_context *ctx, const struct sm_chem *chem,
                                         const struct sm_mechanism *mechanism,
                                         const struct sm_chem_options *options, size_t most,
                                         bool same_cells, struct sm_store *store,
                                         struct sm_chem_integrator *out) {
  const bool host = sm_device_is_host(store->device);
  *out =
      (struct sm_chem_integrator){.device = store->device, .chem = chem, .same_cells = same_cells};
  if (same_cells || !host)
    SM_TRY(sm_store_put(ctx, store, NULL, most, sizeof *out->first, &out->first));
  if (host) return SM_OK;
  const bool fills = sm_device_has_data(store->device);
  if (options->reduction != NULL && fills)
    return sm_fail(ctx, SM_ERR_USAGE,
                   "error: mechanism reduction is done on a CPU, not on a GPU\nhelp: --device cpu, "
                   "or reduction = \"none\"");
  SM_TRY(sm_reacting_tables(ctx, mechanism, SM_GROUP_DENSE_SPECIES, store, &out->tables));
  SM_TRY(sm_store_put(ctx, store, NULL, most, sizeof *out->steps, &out->steps));
  SM_TRY(sm_store_put(ctx, store, NULL, most, sizeof *out->rejected, &out->rejected));
  SM_TRY(sm_store_put(ctx, store, NULL, 1, sizeof *out->next, &out->next));
  const struct sm_chem_cells none = {0};
  const struct sm_reacting_advance_args args = advance_of(out, &none, 0, options);
  size_t doubles = 0;
  SM_TRY(sm_reacting_workspace_doubles(ctx, store->device, &args, &doubles));
  if (doubles > 0)
    SM_TRY(sm_store_put(ctx, store, NULL, doubles, sizeof *out->workspace, &out->workspace));
  if (!fills) return SM_OK;
  const enum sm_status fits = sm_reacting_fits(ctx, store->device, &args);
  out->few = fits == SM_OK ? FEW_CELLS : 0;
  choose(mechanism, options, most, out);
  if (out->stabilised || out->rosenbrock) SM_TRY(generate(ctx, mechanism, most, store, out));
  return out->rosenbrock ? SM_OK : fits;
}

void sm_chem_integrator_destroy(struct sm_chem_integrator *integrator) {
  sm_chem_gpu_destroy(&integrator->gpu);
}

/* --- a time --- */

static enum sm_status count_failed(struct sm_context *ctx, const struct sm_chem_integrator *g,
                                   int64_t count, struct sm_chem_report *report) {
  const size_t all = (size_t)count;
  SM_SCOPED int32_t *steps = NULL;
  SM_TRY(sm_alloc(ctx, all, sizeof *steps, "chemistry", &steps));
  SM_TRY(sm_device_download(ctx, g->device, steps, g->steps, all * sizeof *steps));
  for (int64_t i = count - 1; i >= 0; i--)
    if (steps[i] < 0) {
      report->first_failed = i;
      report->failed++;
    }
  return SM_OK;
}

/* order: cells to integrate, NULL: all. */
static enum sm_status by_tables(struct sm_context *ctx, const struct sm_chem_integrator *g,
                                const struct sm_chem_cells *cells, double dt,
                                const struct sm_chem_options *options, const int32_t *order,
                                int64_t count, struct sm_chem_report *report) {
  struct sm_reacting_advance_args args = advance_of(g, cells, dt, options);
  args.cells.count = count;
  args.order = order;
  g->device->backend->clear(g->device, g->next, sizeof *g->next);
  SM_TRY(sm_reacting_advance(ctx, g->device, &args));
  return count_failed(ctx, g, cells->count, report);
}

static struct sm_chem_kernel_cells text_cells_of(const struct sm_reacting_cells *own) {
  return (struct sm_chem_kernel_cells){.count = own->count,
                                       .stride = own->stride,
                                       .concentrations = own->concentrations,
                                       .temperature = own->temperature,
                                       .pressure = own->pressure,
                                       .sun = own->sun,
                                       .zenith = own->zenith,
                                       .water = own->water};
}

static enum sm_status by_rosenbrock(struct sm_context *ctx, const struct sm_chem_integrator *g,
                                    const struct sm_chem_cells *cells, double dt,
                                    const struct sm_chem_options *options, const int32_t *order,
                                    int64_t count, struct sm_chem_report *report) {
  const struct sm_reacting_advance_args like = advance_of(g, cells, dt, options);
  const struct sm_chem_rodas_args args = {.cells = text_cells_of(&like.cells),
                                          .count = count,
                                          .dt = dt,
                                          .rtol = like.control.rtol,
                                          .atol = like.control.atol,
                                          .limit = like.control.limit,
                                          .mode = like.mode,
                                          .first = g->first,
                                          .steps = g->steps,
                                          .rejected = g->rejected,
                                          .order = order};
  struct sm_chem_gpu_failed failed;
  SM_TRY(sm_chem_gpu_rosenbrock(
      ctx, g->gpu, &args, options->method == SM_CHEM_RODAS3 ? &sm_chem_rodas3 : &sm_chem_rodas4,
      &failed));
  if (failed.count > 0 && (report->failed == 0 || failed.first < report->first_failed))
    report->first_failed = failed.first;
  report->failed += failed.count;
  return SM_OK;
}

static enum sm_status by_rkc(struct sm_context *ctx, const struct sm_chem_integrator *g,
                             const struct sm_chem_cells *cells, double dt,
                             const struct sm_chem_options *options, struct sm_chem_report *report) {
  const struct sm_reacting_advance_args like = advance_of(g, cells, dt, options);
  const struct sm_chem_rkc_args args = {
      .cells = text_cells_of(&like.cells),
      .dt = dt,
      .rtol = like.control.rtol,
      .atol = like.control.atol,
      .limit = like.control.limit,
      .mode = like.mode,
      .first = g->first,
      .steps = g->steps,
      .rejected = g->rejected,
      .defer_above = options->method == SM_CHEM_AUTO ? GENERATED_STIFFNESS : 0,
      .deferred = g->deferred,
      .counts = g->counts};
  unsigned long long counts[SM_CHEM_RKC_COUNTS];
  g->device->backend->clear(g->device, g->counts, sizeof counts);
  SM_TRY(sm_chem_gpu_rkc(ctx, g->gpu, &args));
  SM_TRY(sm_device_download(ctx, g->device, counts, g->counts, sizeof counts));
  const int64_t deferred = (int64_t)counts[SM_CHEM_RKC_DEFERRED];
  if (deferred > 0 && (!g->rosenbrock || deferred <= g->few))
    return by_tables(ctx, g, cells, dt, options, g->deferred, deferred, report);
  report->failed = (int64_t)counts[SM_CHEM_RKC_FAILED];
  report->first_failed = report->failed > 0 ? cells->count - (int64_t)counts[SM_CHEM_RKC_FIRST] : 0;
  return by_rosenbrock(ctx, g, cells, dt, options, g->deferred, deferred, report);
}

enum sm_status sm_chem_integrator_advance(struct sm_context *ctx,
                                          const struct sm_chem_integrator *g,
                                          const struct sm_chem_cells *cells, double dt,
                                          const struct sm_chem_options *options,
                                          struct sm_chem_report *report) {
  *report = (struct sm_chem_report){0};
  if (sm_device_is_host(g->device)) {
    struct sm_chem_options own = *options;
    own.first = g->first;
    own.work = NULL;
    return sm_chem_advance(ctx, g->chem, cells, dt, &own, report);
  }
  if (!g->same_cells)
    g->device->backend->clear(g->device, g->first, (size_t)cells->count * sizeof *g->first);
  if (g->stabilised) return by_rkc(ctx, g, cells, dt, options, report);
  return g->rosenbrock && cells->count > g->few
             ? by_rosenbrock(ctx, g, cells, dt, options, NULL, cells->count, report)
             : by_tables(ctx, g, cells, dt, options, NULL, cells->count, report);
}
