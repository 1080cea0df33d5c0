#include "physics/particles/set.h"

#include <string.h>

enum { MIN_CAPACITY = 1 << 16 };

struct sm_box sm_particle_set_box(int64_t count) {
  const int64_t rows = (count + SM_PARTICLE_ROW - 1) / SM_PARTICLE_ROW;
  const int width = rows > 1 || count > SM_PARTICLE_ROW ? SM_PARTICLE_ROW : (int)count;
  return (struct sm_box){{0, 0, 0}, {width, (int)rows, 1}};
}

/* --- memory --- */

static int64_t share_of(const struct sm_particle_set_plan *plan) {
  return (plan->total + plan->shares - 1) / plan->shares + plan->sources->count;
}

size_t sm_particle_set_columns(const struct sm_particle_set_plan *plan) {
  return (size_t)plan->domain->grid.axis[0].n * (size_t)plan->domain->grid.axis[1].n;
}

/* Replaces an array of a set by a larger one and copies its content. */
static enum sm_status grow(struct sm_context *ctx, struct sm_particle_set *set, void *pointer,
                           size_t size, int64_t capacity, bool keep) {
  void *before;
  memcpy(&before, pointer, sizeof before);
  SM_TRY(sm_store_put(ctx, &set->store, NULL, (size_t)capacity, size, pointer));
  if (before == NULL || !keep || set->count == 0) {
    sm_store_drop(&set->store, &before);
    return SM_OK;
  }
  void *now;
  memcpy(&now, pointer, sizeof now);
  const enum sm_status status =
      sm_device_upload(ctx, set->device, now, before, (size_t)set->count * size);
  sm_store_drop(&set->store, &before);
  return status;
}

/* Reserves memory for at least `need` records, at least doubling the capacity. */
static enum sm_status reserve(struct sm_context *ctx, struct sm_particle_set *set, int64_t need) {
  if (need <= set->capacity) return SM_OK;
  const int64_t share = share_of(set->plan);
  int64_t capacity = 2 * set->capacity > MIN_CAPACITY ? 2 * set->capacity : MIN_CAPACITY;
  if (capacity > share) capacity = share;
  if (capacity < need) capacity = need;
  const bool turbulence = set->plan->turbulence, f64 = set->plan->f64;
  const bool chains = set->plan->chains;
  enum sm_status status = grow(ctx, set, &set->particle, sizeof *set->particle, capacity, true);
  if (status == SM_OK) status = grow(ctx, set, &set->tag, sizeof *set->tag, capacity, true);
  if (status == SM_OK && f64)
    status = grow(ctx, set, &set->particle_f64, sizeof *set->particle_f64, capacity, true);
  if (status == SM_OK && turbulence)
    status = grow(ctx, set, &set->turbulence, sizeof *set->turbulence, capacity, true);
  if (status == SM_OK && chains)
    status = grow(ctx, set, &set->daughters, sizeof *set->daughters, capacity, true);
  if (status == SM_OK)
    status = grow(ctx, set, &set->other_particle, sizeof *set->particle, capacity, false);
  if (status == SM_OK) status = grow(ctx, set, &set->other_tag, sizeof *set->tag, capacity, false);
  if (status == SM_OK && f64)
    status = grow(ctx, set, &set->other_particle_f64, sizeof *set->particle_f64, capacity, false);
  if (status == SM_OK && turbulence)
    status = grow(ctx, set, &set->other_turbulence, sizeof *set->turbulence, capacity, false);
  if (status == SM_OK && chains)
    status = grow(ctx, set, &set->other_daughters, sizeof *set->daughters, capacity, false);
  if (status == SM_OK) status = grow(ctx, set, &set->rank, sizeof *set->rank, capacity, false);
  set->capacity = capacity;
  if (status == SM_ERR_MEMORY || status == SM_ERR_DEVICE)
    return sm_fail_add(ctx, status,
                       "help: %lld particles at once are too many; lower the count of a "
                       "source",
                       (long long)need);
  return status;
}

/* In the steps in which a set grows: while an array becomes larger the one before is there too. */
enum sm_status sm_particle_set_reserve(struct sm_context *ctx, struct sm_particle_set *set) {
  while (set->capacity < share_of(set->plan)) SM_TRY(reserve(ctx, set, set->capacity + 1));
  return set->plan->collides ? sm_collisions_reserve(ctx, set) : SM_OK;
}

/* Bins are single cells if these are not many more than particles, else blocks of cells. */
static void shape_bins(struct sm_particle_set *set) {
  const struct sm_grid *grid = &set->plan->domain->grid;
  const double most = 2.0 * (double)share_of(set->plan) + 4096;
  int shift = 0;
  for (;; shift++) {
    double bins = 1;
    for (int d = 0; d < 3; d++) {
      set->bins.shift[d] = shift;
      set->bins.n[d] = ((grid->axis[d].n - 1) >> shift) + 1;
      bins *= set->bins.n[d];
    }
    if (bins <= most || bins <= 4096) return;
  }
}

static enum sm_status put_floats(struct sm_context *ctx, struct sm_store *store, const double *from,
                                 size_t count, float **out) {
  SM_SCOPED float *host = NULL;
  SM_TRY(sm_alloc(ctx, count, sizeof *host, "the grid of particles", &host));
  for (size_t i = 0; i < count; i++) host[i] = (float)from[i];
  return sm_store_put(ctx, store, host, count, sizeof *host, out);
}

static enum sm_status create_tables(struct sm_context *ctx, struct sm_particle_set *set) {
  const struct sm_particle_set_plan *plan = set->plan;
  struct sm_store *store = &set->store;
  const size_t kinds = (size_t)plan->kinds->count, sources = (size_t)plan->sources->count;
  const size_t terms = (size_t)plan->species * SM_BUDGET_TERMS;
  const size_t deposits = (size_t)plan->deposit_maps * sm_particle_set_columns(plan);
  const size_t bins = (size_t)sm_sort_bin_count(&set->bins);
  const size_t starts = plan->restarts ? (size_t)share_of(plan) : 0;
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &plan->domain->grid.axis[d];
    SM_TRY(put_floats(ctx, store, axis->face, (size_t)axis->n + 1, &set->place[d]));
    SM_TRY(put_floats(ctx, store, axis->width, (size_t)axis->n, &set->width[d]));
  }
  SM_TRY(sm_store_put(ctx, store, plan->kinds->kind, kinds, sizeof *set->kind, &set->kind));
  if (plan->f64)
    SM_TRY(sm_store_put(ctx, store, plan->kinds->kind_f64, kinds, sizeof *set->kind_f64,
                        &set->kind_f64));
  if (plan->chains)
    SM_TRY(sm_store_put(ctx, store, plan->kinds->chain, kinds, sizeof *set->chain, &set->chain));
  set->h = plan->kinds->h;
  if (plan->rises) SM_TRY(sm_store_put(ctx, store, NULL, sources, sizeof *set->rise, &set->rise));
  SM_TRY(sm_store_put(ctx, store, NULL, terms, sizeof *set->budget, &set->budget));
  SM_TRY(sm_store_put(ctx, store, NULL, terms, sizeof *set->airborne_mass, &set->airborne_mass));
  SM_TRY(sm_store_put(ctx, store, NULL, deposits, sizeof *set->deposit, &set->deposit));
  SM_TRY(sm_store_put(ctx, store, NULL, bins, sizeof *set->bin, &set->bin));
  if (starts > 0) SM_TRY(sm_store_put(ctx, store, NULL, starts, sizeof *set->start, &set->start));
  SM_TRY(sm_collisions_create(ctx, set));
  SM_TRY(sm_coupling_create(ctx, set));
  SM_TRY(sm_dense_layer_create(ctx, set));
  return sm_particle_source_upload(ctx, set->device, plan->sources, plan->kinds, plan->domain,
                                   &set->arrays);
}

enum sm_status sm_particle_set_create(struct sm_context *ctx,
                                      const struct sm_particle_set_plan *plan,
                                      struct sm_device *device, int turn,
                                      struct sm_particle_set **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "particles", out));
  struct sm_particle_set *set = *out;
  set->plan = plan;
  set->device = device;
  set->store = (struct sm_store){.device = device, .what = "particles"};
  set->turn = turn;
  shape_bins(set);
  return create_tables(ctx, set);
}

void sm_particle_set_destroy(struct sm_particle_set **pointer) {
  struct sm_particle_set *set = *pointer;
  if (set == NULL) return;
  sm_store_clear(&set->store);
  sm_particle_source_release(&set->arrays);
  sm_free(set);
  *pointer = NULL;
}

/* --- release --- */

/* First particle number from `first` on that belongs to this set. */
static int64_t first_in_turn(const struct sm_particle_set *set, int64_t first) {
  const int64_t shares = set->plan->shares;
  return first + ((set->turn - first) % shares + shares) % shares;
}

enum sm_status sm_particle_set_emit(struct sm_context *ctx, struct sm_particle_set *set,
                                    double time, const int64_t *first, const int64_t *number,
                                    bool *any) {
  const struct sm_particle_set_plan *plan = set->plan;
  *any = false;
  for (int s = 0; s < plan->sources->count; s++) {
    const int64_t begin = first_in_turn(set, first[s]), end = first[s] + number[s];
    const int64_t released = begin < end ? (end - begin - 1) / plan->shares + 1 : 0;
    if (released == 0) continue;
    if (set->count + released > set->capacity && set->count > 0) {
      sm_particle_set_sort(set); /* inactive particles make room first */
      SM_TRY(sm_particle_set_compact(ctx, set));
    }
    SM_TRY(reserve(ctx, set, set->count + released));
    struct sm_emission e = sm_particle_emission(plan->sources, plan->kinds, &set->arrays,
                                                plan->domain, (uint64_t)plan->c->particles.seed, s);
    e.released = released;
    e.first = begin;
    e.stride = plan->shares;
    e.to = set->count;
    e.particle = set->particle;
    e.tag = set->tag;
    e.particle_f64 = set->particle_f64;
    e.turbulence = set->turbulence;
    e.daughters = set->daughters;
    e.chain = set->chain;
    e.h_f32 = (float)set->h;
    e.h_f64 = set->h;
    e.start = set->start;
    e.slot = set->released;
    e.budget = set->budget;
    e.time = time;
    const struct sm_box box = sm_particle_set_box(released);
    set->device->backend->emit(set->device, &box, &e);
    set->count += released;
    set->released += released;
    *any = true;
  }
  return SM_OK;
}

enum sm_status sm_particle_set_load(struct sm_context *ctx, struct sm_particle_set *set,
                                    const struct sm_particle_records *r,
                                    const struct sm_particle *start) {
  struct sm_device *device = set->device;
  const size_t n = r->count;
  set->count = 0;
  SM_TRY(reserve(ctx, set, (int64_t)n));
  set->count = set->released = (int64_t)n;
  SM_TRY(sm_device_upload(ctx, device, set->particle, r->particle, n * sizeof *r->particle));
  SM_TRY(sm_device_upload(ctx, device, set->tag, r->tag, n * sizeof *r->tag));
  if (r->particle_f64 != NULL)
    SM_TRY(sm_device_upload(ctx, device, set->particle_f64, r->particle_f64,
                            n * sizeof *r->particle_f64));
  if (r->turbulence != NULL)
    SM_TRY(
        sm_device_upload(ctx, device, set->turbulence, r->turbulence, n * sizeof *r->turbulence));
  if (r->daughters != NULL)
    SM_TRY(sm_device_upload(ctx, device, set->daughters, r->daughters, n * sizeof *r->daughters));
  if (start == NULL) return SM_OK;
  return sm_device_upload(ctx, device, set->start, start, n * sizeof *start);
}

/* --- order --- */

#define SWAP(TYPE, A, B)                                                                           \
  do {                                                                                             \
    TYPE *const swapped = A;                                                                       \
    A = B;                                                                                         \
    B = swapped;                                                                                   \
  } while (0)

void sm_particle_set_sort(struct sm_particle_set *set) {
  struct sm_device *device = set->device;
  if (set->count == 0) return;
  struct sm_particle_sort bins = set->bins;
  bins.count = set->count;
  bins.particle = set->particle;
  bins.tag = set->tag;
  bins.particle_f64 = set->particle_f64;
  bins.turbulence = set->turbulence;
  bins.daughters = set->daughters;
  bins.particle_to = set->other_particle;
  bins.tag_to = set->other_tag;
  bins.particle_f64_to = set->other_particle_f64;
  bins.turbulence_to = set->other_turbulence;
  bins.daughters_to = set->other_daughters;
  bins.bin = set->bin;
  bins.rank = set->rank;
  const int64_t cells = sm_sort_bin_count(&bins);
  const struct sm_box box = sm_particle_set_box(set->count);
  const struct sm_box chunks = sm_particle_set_box((set->count - 1) / SM_SORT_CHUNK + 1);
  device->backend->clear(device, set->bin, (size_t)cells * sizeof *set->bin);
  device->backend->sort_count(device, &chunks, &bins);
  device->backend->scan(device, set->bin, cells);
  device->backend->sort_move(device, &box, &bins);
  SWAP(struct sm_particle, set->particle, set->other_particle);
  SWAP(struct sm_particle_tag, set->tag, set->other_tag);
  SWAP(struct sm_particle_f64, set->particle_f64, set->other_particle_f64);
  SWAP(struct sm_turbulence_state, set->turbulence, set->other_turbulence);
  SWAP(struct sm_particle_daughters, set->daughters, set->other_daughters);
  set->sorted = set->count;
}

/* Just after sorting: inactive particles are the last ones and can be
 * dropped. */
enum sm_status sm_particle_set_compact(struct sm_context *ctx, struct sm_particle_set *set) {
  if (set->sorted == 0 || set->sorted != set->count) return SM_OK;
  uint32_t alive;
  const uint32_t *from = set->bin + sm_sort_bin_count(&set->bins) - 1;
  SM_TRY(sm_device_download(ctx, set->device, &alive, from, sizeof alive));
  set->count = set->sorted = alive;
  return SM_OK;
}

/* --- steps --- */

/* Kernel in both precisions. */
struct advance_kernels {
  void (*f32)(struct sm_device *, const struct sm_box *, const struct sm_particle_advance *);
  void (*f64)(struct sm_device *, const struct sm_box *, const struct sm_particle_advance *);
};
#define KERNELS(NAME)                                                                              \
  (struct advance_kernels) { backend->NAME##_f32, backend->NAME##_f64 }

static struct advance_kernels kernels_of(const struct sm_backend *backend, bool turbulence,
                                         bool fourth, enum sm_wind_sampling sampling) {
  if (turbulence)
    return sampling == SM_SAMPLE_FACES ? KERNELS(disperse_faces) : KERNELS(disperse_trilinear);
  if (sampling == SM_SAMPLE_FACES) return KERNELS(advance_faces);
  if (sampling == SM_SAMPLE_TRILINEAR) return KERNELS(advance_trilinear);
  if (sampling == SM_SAMPLE_BSPLINE)
    return fourth ? KERNELS(advance_bspline_etd4) : KERNELS(advance_bspline);
  return fourth ? KERNELS(advance_vortex_etd4) : KERNELS(advance_vortex);
}
#undef KERNELS

enum sm_status sm_particle_set_advance(struct sm_context *ctx, struct sm_particle_set *set,
                                       enum sm_wind_sampling sampling,
                                       const struct sm_particle_advance *advance) {
  const struct sm_particle_set_plan *plan = set->plan;
  if (set->count == 0) return SM_OK;
  struct sm_particle_advance c = *advance;
  c.count = set->count;
  c.particle = set->particle;
  c.particle_f64 = set->particle_f64;
  c.tag = set->tag;
  c.turbulence = set->turbulence;
  c.daughters = set->daughters;
  c.chain = set->chain;
  c.start = set->start;
  c.kind = set->kind;
  c.kind_f64 = set->kind_f64;
  c.rise = set->rise;
  c.budget = set->budget;
  c.deposit = set->deposit;
  c.terrain = set->arrays.ground;
  if (plan->deposit_maps > plan->species)
    c.wet_deposit = set->deposit + (size_t)plan->species * sm_particle_set_columns(plan);
  if (plan->couples || plan->hindered) {
    sm_particle_set_couple(set, &c);
    return SM_OK;
  }
  if (plan->dense.present) {
    SM_TRY(sm_particle_set_slump(ctx, set, sampling, &c));
    c.released = 1;
  }
  const struct sm_box box = sm_particle_set_box(set->count);
  const struct advance_kernels kernels =
      kernels_of(set->device->backend, plan->turbulence, c.scheme == SM_SCHEME_ETD4, sampling);
  (plan->f64 ? kernels.f64 : kernels.f32)(set->device, &box, &c);
  return SM_OK;
}

/* --- counting --- */

struct sm_binning sm_particle_set_binning(const struct sm_particle_set *set, double time) {
  const struct sm_grid *grid = &set->plan->domain->grid;
  struct sm_binning s = {.count = set->count,
                         .particle = set->particle,
                         .tag = set->tag,
                         .kind = set->kind,
                         .daughters = set->daughters,
                         .chain = set->chain,
                         .time = (float)time,
                         .columns = {grid->axis[0].n, grid->axis[1].n},
                         .species = set->plan->species,
                         .budget = set->airborne_mass};
  for (int d = 0; d < 3; d++) {
    s.face[d] = set->place[d];
    s.width[d] = set->width[d];
  }
  return s;
}

void sm_particle_set_bin(struct sm_particle_set *set, const struct sm_binning *binning) {
  if (set->count == 0) return;
  const struct sm_box box = sm_particle_set_box((set->count - 1) / SM_BINNING_CHUNK + 1);
  set->device->backend->binning(set->device, &box, binning);
}
