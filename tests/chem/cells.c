#include "cells.h"

#include "device/device.h"
#include <math.h>

/* 0..1 (Knuth's multiplicative generator). */
static double any(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 9007199254740992.0;
}

static void set(const struct read_mechanism *m, const char *name, double moles, double *to) {
  const int32_t k = species_of(m, name);
  if (k >= 0) to[k] += moles;
}

/* Moles of fuel and air, partly burnt, with radicals where it is hot. */
static void make_burning(const struct read_mechanism *m, uint64_t *seed, double *moles,
                         double *temperature) {
  const bool methane = species_of(m, "CH4") >= 0;
  const double burnt = any(seed), ratio = 0.7 + 0.6 * any(seed), radicals = 1e-3 * any(seed);
  const double fuel = methane ? ratio : 2 * ratio, oxygen = methane ? 2.0 : 1.0;
  const double used = burnt * (ratio < 1 ? ratio : 1.0);
  moles[0] += 1e-3; /* never nothing at all */
  set(m, "N2", 3.76 * oxygen, moles);
  set(m, "O2", oxygen * (1 - used), moles);
  set(m, methane ? "CH4" : "H2", fuel - (methane ? used : 2 * used), moles);
  set(m, "H2O", 2 * used, moles);
  if (methane) set(m, "CO2", used, moles);
  set(m, "OH", radicals, moles);
  set(m, "H", radicals, moles);
  set(m, "O", 0.5 * radicals, moles);
  *temperature = 1200 + 1200 * burnt;
}

static void make_random(int32_t species, uint64_t *seed, double *moles, double *temperature) {
  for (int32_t k = 0; k < species; k++) moles[k] = any(seed) < 0.2 ? 0.0 : any(seed);
  moles[0] += 0.1; /* never nothing at all */
  *temperature = 1000 + 1600 * any(seed);
}

static enum sm_status take(struct sm_context *ctx, struct test_cells *c, int64_t count) {
  const size_t cells = (size_t)count, numbers = cells * (size_t)c->species;
  SM_TRY(sm_store_put(ctx, &c->store, NULL, numbers, sizeof(double), &c->own.concentrations));
  SM_TRY(sm_store_put(ctx, &c->store, NULL, cells, sizeof(double), &c->own.temperature));
  SM_TRY(sm_store_put(ctx, &c->store, NULL, numbers, sizeof(double), &c->rates));
  SM_TRY(sm_store_put(ctx, &c->store, NULL, cells, sizeof(double), &c->first));
  SM_TRY(sm_store_put(ctx, &c->store, NULL, cells, sizeof(int32_t), &c->steps));
  SM_TRY(sm_store_put(ctx, &c->store, NULL, cells, sizeof(int32_t), &c->rejected));
  SM_TRY(sm_store_put(ctx, &c->store, NULL, cells, sizeof(int32_t), &c->order));
  SM_TRY(sm_store_put(ctx, &c->store, NULL, SM_REACTING_BINS, sizeof(uint32_t), &c->bins));
  return sm_store_put(ctx, &c->store, NULL, 1, sizeof(unsigned long long), &c->next);
}

/* For all methods, with sources. */
static enum sm_status take_workspace(struct sm_context *ctx, struct test_cells *c) {
  struct sm_reacting_advance_args args =
      advance_of(c, SM_REACTING_RODAS4, SM_GROUP_VOLUME, 0, 0, 0);
  size_t doubles;
  args.source = c->own.concentrations;
  SM_TRY(sm_reacting_workspace_doubles(ctx, c->store.device, &args, &doubles));
  if (doubles == 0) return SM_OK;
  return sm_store_put(ctx, &c->store, NULL, doubles, sizeof *c->workspace, &c->workspace);
}

enum sm_status make_cells(struct sm_context *ctx, struct sm_device *device,
                          const struct read_mechanism *m, int64_t count, uint64_t seed,
                          bool burning, struct test_cells *out) {
  struct test_cells *c = out;
  enum sm_status status;
  double *concentration = NULL, *temperature = NULL, *moles = NULL;
  *c = (struct test_cells){.store = {.device = device, .what = "cells"}, .species = m->species};
  const size_t cells = (size_t)count, numbers = cells * (size_t)m->species;
  SM_TRY_DONE(take(ctx, c, count));
  SM_TRY_DONE(sm_alloc(ctx, numbers, sizeof(double), "cells", &concentration));
  SM_TRY_DONE(sm_alloc(ctx, cells, sizeof(double), "cells", &temperature));
  SM_TRY_DONE(sm_alloc(ctx, (size_t)m->species, sizeof(double), "cells", &moles));
  SM_TRY_DONE(
      sm_reacting_tables(ctx, m->m, SM_GROUP_DENSE_SPECIES, &c->store, &c->reacting.tables));
  for (size_t i = 0; i < cells; i++) {
    double sum = 0;
    for (int32_t k = 0; k < m->species; k++) moles[k] = 0;
    if (burning)
      make_burning(m, &seed, moles, &temperature[i]);
    else
      make_random(m->species, &seed, moles, &temperature[i]);
    for (int32_t k = 0; k < m->species; k++) sum += moles[k];
    const double density = 101325 / (SM_GROUP_R * temperature[i]);
    for (int32_t k = 0; k < m->species; k++)
      concentration[(size_t)k * cells + i] = moles[k] / sum * density;
  }
  c->own.count = c->own.stride = count;
  c->kept = c->own;
  SM_TRY_DONE(sm_store_put(ctx, &c->store, concentration, numbers, sizeof(double),
                           &c->kept.concentrations));
  SM_TRY_DONE(
      sm_store_put(ctx, &c->store, temperature, cells, sizeof(double), &c->kept.temperature));
  c->reacting.count = c->reacting.stride = count;
  c->reacting.concentrations = c->own.concentrations;
  c->reacting.temperature = c->own.temperature;
  SM_TRY_DONE(take_workspace(ctx, c));
  status = reset_cells(ctx, c);
done:
  sm_free(concentration);
  sm_free(temperature);
  sm_free(moles);
  return status;
}

static enum sm_status copy(struct sm_context *ctx, struct sm_device *device, double *to,
                           const double *from, size_t count) {
  double *host = NULL;
  enum sm_status status = fetch(ctx, device, from, count, sizeof *host, &host);
  if (status == SM_OK) status = sm_device_upload(ctx, device, to, host, count * sizeof *host);
  sm_free(host);
  return status;
}

enum sm_status reset_cells(struct sm_context *ctx, struct test_cells *c) {
  struct sm_device *device = c->store.device;
  const size_t cells = (size_t)c->own.count;
  SM_TRY(
      copy(ctx, device, c->own.concentrations, c->kept.concentrations, cells * (size_t)c->species));
  SM_TRY(copy(ctx, device, c->own.temperature, c->kept.temperature, cells));
  device->backend->clear(device, c->first, cells * sizeof *c->first);
  return SM_OK;
}

enum sm_status make_sources(struct sm_context *ctx, struct test_cells *c) {
  struct sm_device *device = c->store.device;
  const size_t cells = (size_t)c->own.count, numbers = cells * (size_t)c->species;
  double *source = NULL, *energy = NULL;
  uint64_t seed = 3;
  enum sm_status status;
  SM_TRY_DONE(fetch(ctx, device, c->kept.concentrations, numbers, sizeof *source, &source));
  SM_TRY_DONE(sm_alloc(ctx, cells, sizeof *energy, "sources", &energy));
  for (size_t i = 0; i < numbers; i++) source[i] *= 4e3 * (any(&seed) - 0.5);
  for (size_t i = 0; i < cells; i++) energy[i] = 1e9 * (any(&seed) - 0.5);
  SM_TRY_DONE(sm_store_put(ctx, &c->store, source, numbers, sizeof *source, &c->source));
  status = sm_store_put(ctx, &c->store, energy, cells, sizeof *energy, &c->energy);
done:
  sm_free(source);
  sm_free(energy);
  return status;
}

void free_cells(struct test_cells *cells) { sm_store_clear(&cells->store); }

enum sm_status fetch(struct sm_context *ctx, struct sm_device *device, const void *from,
                     size_t count, size_t size, void *out_pointer) {
  void *host = NULL;
  SM_TRY(sm_alloc(ctx, count, size, "a copy", &host));
  *(void **)out_pointer = host;
  return sm_device_download(ctx, device, host, from, count * size);
}

struct sm_reacting_advance_args advance_of(const struct test_cells *c, int method, int mode,
                                           double dt, double rtol, double atol) {
  return (struct sm_reacting_advance_args){
      .method = method,
      .cells = c->reacting,
      .control = {.dt = dt, .rtol = rtol, .atol = atol, .limit = 10000},
      .mode = mode,
      .first = c->first,
      .steps = c->steps,
      .rejected = c->rejected,
      .next = c->next,
      .workspace = c->workspace};
}
