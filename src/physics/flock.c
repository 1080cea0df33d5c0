#include "physics/flock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_ROOM = 1 << 16 };

struct sm_box sm_flock_box(int64_t count) {
  const int64_t rows = (count + SM_ROW - 1) / SM_ROW;
  const int width = rows > 1 || count > SM_ROW ? SM_ROW : (int)count;
  return (struct sm_box){{0, 0, 0}, {width, (int)rows, 1}};
}

/* --- memory --- */

/* Bytes per particle: two sets of records, one of ranks. */
static size_t record_bytes(const struct sm_flock_plan *plan) {
  const size_t set = sizeof(struct sm_mote) + sizeof(struct sm_tag) +
                     (plan->turbulence ? sizeof(struct sm_eddies) : 0);
  return 2 * set + sizeof(uint32_t);
}

static int64_t share_of(const struct sm_flock_plan *plan) {
  return (plan->total + plan->flocks - 1) / plan->flocks + plan->sources->count;
}

static size_t columns_of(const struct sm_flock_plan *plan) {
  return (size_t)plan->domain->grid.axis[0].n * (size_t)plan->domain->grid.axis[1].n;
}

size_t sm_flock_bytes(const struct sm_flock_plan *plan) {
  const size_t share = (size_t)share_of(plan), cells = (size_t)sm_grid_cells(&plan->domain->grid);
  return share * (record_bytes(plan) + (plan->restarts ? sizeof(struct sm_mote) : 0)) + cells +
         columns_of(plan) * (4 + 8 * (size_t)plan->species);
}

/* An array of a set, larger than before, with what was in it. */
static enum sm_status grow(struct sm_context *ctx, struct sm_flock *flock, void *pointer,
                           size_t size, int64_t room, bool keep) {
  void *before, *now;
  memcpy(&before, pointer, sizeof before);
  SM_TRY(sm_device_allocate(ctx, flock->device, (size_t)room, size, "particles", &now));
  memcpy(pointer, &now, sizeof now);
  if (before == NULL) return SM_OK;
  enum sm_status status = SM_OK;
  if (keep && flock->count > 0)
    status = sm_device_upload(ctx, flock->device, now, before, (size_t)flock->count * size);
  sm_device_release(flock->device, before, (size_t)flock->room, size);
  return status;
}

/* Memory for `need` records at least, twice as many as before. */
static enum sm_status reserve(struct sm_context *ctx, struct sm_flock *flock, int64_t need) {
  if (need <= flock->room) return SM_OK;
  const int64_t share = share_of(flock->plan);
  int64_t room = 2 * flock->room > LEAST_ROOM ? 2 * flock->room : LEAST_ROOM;
  if (room > share) room = share;
  if (room < need) room = need;
  const bool eddies = flock->plan->turbulence;
  enum sm_status status = grow(ctx, flock, &flock->mote, sizeof *flock->mote, room, true);
  if (status == SM_OK) status = grow(ctx, flock, &flock->tag, sizeof *flock->tag, room, true);
  if (status == SM_OK && eddies)
    status = grow(ctx, flock, &flock->eddies, sizeof *flock->eddies, room, true);
  if (status == SM_OK)
    status = grow(ctx, flock, &flock->other_mote, sizeof *flock->mote, room, false);
  if (status == SM_OK)
    status = grow(ctx, flock, &flock->other_tag, sizeof *flock->tag, room, false);
  if (status == SM_OK && eddies)
    status = grow(ctx, flock, &flock->other_eddies, sizeof *flock->eddies, room, false);
  if (status == SM_OK) status = grow(ctx, flock, &flock->rank, sizeof *flock->rank, room, false);
  flock->room = room;
  if (status == SM_ERR_MEMORY || status == SM_ERR_DEVICE)
    return sm_note(ctx, status,
                   "help: %lld particles at once are too many; lower the count of a "
                   "source",
                   (long long)need);
  return status;
}

/* Bins of one cell where these are not many more than particles, else of blocks. */
static void shape_bins(struct sm_flock *flock) {
  const struct sm_grid *grid = &flock->plan->domain->grid;
  const double most = 2.0 * (double)share_of(flock->plan) + 4096;
  int shift = 0;
  for (;; shift++) {
    double bins = 1;
    for (int d = 0; d < 3; d++) {
      flock->bins.shift[d] = shift;
      flock->bins.n[d] = ((grid->axis[d].n - 1) >> shift) + 1;
      bins *= flock->bins.n[d];
    }
    if (bins <= most || bins <= 4096) return;
  }
}

static enum sm_status put_floats(struct sm_context *ctx, struct sm_device *device,
                                 const double *from, size_t count, float **out) {
  float *host;
  SM_TRY(sm_device_allocate(ctx, device, count, sizeof **out, "the grid of particles", out));
  SM_TRY(sm_alloc(ctx, count, sizeof *host, "the grid of particles", &host));
  for (size_t i = 0; i < count; i++) host[i] = (float)from[i];
  const enum sm_status status = sm_device_upload(ctx, device, *out, host, count * sizeof *host);
  sm_free(host);
  return status;
}

static enum sm_status create_tables(struct sm_context *ctx, struct sm_flock *flock) {
  const struct sm_flock_plan *plan = flock->plan;
  struct sm_device *device = flock->device;
  const size_t species = (size_t)plan->species, kinds = (size_t)plan->kinds->count;
  for (int d = 0; d < 3; d++) {
    const struct sm_axis *axis = &plan->domain->grid.axis[d];
    SM_TRY(put_floats(ctx, device, axis->face, (size_t)axis->n + 1, &flock->place[d]));
    SM_TRY(put_floats(ctx, device, axis->width, (size_t)axis->n, &flock->width[d]));
  }
  SM_TRY(sm_device_put(ctx, device, plan->kinds->kind, kinds, sizeof *flock->kind,
                       "kinds of particles", &flock->kind));
  if (plan->rises)
    SM_TRY(sm_device_allocate(ctx, device, (size_t)plan->sources->count, sizeof *flock->rise,
                              "plume rise", &flock->rise));
  SM_TRY(sm_device_allocate(ctx, device, species * SM_ACCOUNTS, sizeof *flock->account,
                            "the ledger", &flock->account));
  SM_TRY(sm_device_allocate(ctx, device, species * SM_ACCOUNTS, sizeof *flock->tally, "the ledger",
                            &flock->tally));
  SM_TRY(sm_device_allocate(ctx, device, species * columns_of(plan), sizeof *flock->deposit,
                            "deposits", &flock->deposit));
  SM_TRY(sm_device_allocate(ctx, device, (size_t)sm_bins_count(&flock->bins), sizeof *flock->bin,
                            "bins of particles", &flock->bin));
  if (plan->restarts)
    SM_TRY(sm_device_allocate(ctx, device, (size_t)share_of(plan), sizeof *flock->start,
                              "how particles began", &flock->start));
  return sm_source_arrays_create(ctx, device, plan->sources, plan->kinds, plan->domain,
                                 &flock->arrays);
}

enum sm_status sm_flock_create(struct sm_context *ctx, const struct sm_flock_plan *plan,
                               struct sm_device *device, int turn, struct sm_flock **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "particles", out));
  struct sm_flock *flock = *out;
  flock->plan = plan;
  flock->device = device;
  flock->turn = turn;
  shape_bins(flock);
  return create_tables(ctx, flock);
}

void sm_flock_destroy(struct sm_flock **pointer) {
  struct sm_flock *flock = *pointer;
  if (flock == NULL) return;
  const struct sm_flock_plan *plan = flock->plan;
  struct sm_device *device = flock->device;
  const size_t room = (size_t)flock->room, species = (size_t)plan->species;
  sm_device_release(device, flock->mote, room, sizeof *flock->mote);
  sm_device_release(device, flock->other_mote, room, sizeof *flock->mote);
  sm_device_release(device, flock->tag, room, sizeof *flock->tag);
  sm_device_release(device, flock->other_tag, room, sizeof *flock->tag);
  sm_device_release(device, flock->eddies, room, sizeof *flock->eddies);
  sm_device_release(device, flock->other_eddies, room, sizeof *flock->eddies);
  sm_device_release(device, flock->rank, room, sizeof *flock->rank);
  sm_device_release(device, flock->start, (size_t)share_of(plan), sizeof *flock->start);
  sm_device_release(device, flock->bin, (size_t)sm_bins_count(&flock->bins), sizeof *flock->bin);
  for (int d = 0; d < 3; d++) {
    const size_t n = (size_t)plan->domain->grid.axis[d].n;
    sm_device_release(device, flock->place[d], n + 1, sizeof(float));
    sm_device_release(device, flock->width[d], n, sizeof(float));
  }
  sm_device_release(device, flock->kind, (size_t)plan->kinds->count, sizeof *flock->kind);
  sm_device_release(device, flock->rise, (size_t)plan->sources->count, sizeof *flock->rise);
  sm_device_release(device, flock->account, species * SM_ACCOUNTS, sizeof *flock->account);
  sm_device_release(device, flock->tally, species * SM_ACCOUNTS, sizeof *flock->tally);
  sm_device_release(device, flock->deposit, species * columns_of(plan), sizeof *flock->deposit);
  sm_source_arrays_free(&flock->arrays, plan->domain, plan->sources, plan->kinds);
  sm_free(flock);
  *pointer = NULL;
}

/* --- births --- */

/* First number from `first` on whose turn it is. */
static int64_t first_in_turn(const struct sm_flock *flock, int64_t first) {
  const int64_t flocks = flock->plan->flocks;
  return first + ((flock->turn - first) % flocks + flocks) % flocks;
}

enum sm_status sm_flock_emit(struct sm_context *ctx, struct sm_flock *flock, double time,
                             const int64_t *first, const int64_t *number, bool *any) {
  const struct sm_flock_plan *plan = flock->plan;
  *any = false;
  for (int s = 0; s < plan->sources->count; s++) {
    const int64_t begin = first_in_turn(flock, first[s]), end = first[s] + number[s];
    const int64_t births = begin < end ? (end - begin - 1) / plan->flocks + 1 : 0;
    if (births == 0) continue;
    if (flock->count + births > flock->room && flock->count > 0) {
      sm_flock_sort(flock); /* those that are no more make room first */
      SM_TRY(sm_flock_trim(ctx, flock));
    }
    SM_TRY(reserve(ctx, flock, flock->count + births));
    struct sm_emission e = sm_particle_emission(plan->sources, plan->kinds, &flock->arrays,
                                                plan->domain, (uint64_t)plan->c->particles.seed, s);
    e.births = births;
    e.first = begin;
    e.stride = plan->flocks;
    e.to = flock->count;
    e.mote = flock->mote;
    e.tag = flock->tag;
    e.eddies = flock->eddies;
    e.start = flock->start;
    e.slot = flock->births;
    e.account = flock->account;
    e.time = time;
    const struct sm_box box = sm_flock_box(births);
    flock->device->backend->emit(flock->device, &box, &e);
    flock->count += births;
    flock->births += births;
    *any = true;
  }
  return SM_OK;
}

enum sm_status sm_flock_put(struct sm_context *ctx, struct sm_flock *flock, int64_t count,
                            const struct sm_mote *mote, const struct sm_tag *tag,
                            const struct sm_eddies *eddies, const struct sm_mote *start) {
  struct sm_device *device = flock->device;
  const size_t n = (size_t)count;
  flock->count = 0;
  SM_TRY(reserve(ctx, flock, count));
  flock->count = flock->births = count;
  SM_TRY(sm_device_upload(ctx, device, flock->mote, mote, n * sizeof *mote));
  SM_TRY(sm_device_upload(ctx, device, flock->tag, tag, n * sizeof *tag));
  if (eddies != NULL)
    SM_TRY(sm_device_upload(ctx, device, flock->eddies, eddies, n * sizeof *eddies));
  if (start == NULL) return SM_OK;
  return sm_device_upload(ctx, device, flock->start, start, n * sizeof *start);
}

/* --- order --- */

#define SWAP(TYPE, A, B)                                                                           \
  do {                                                                                             \
    TYPE *const swapped = A;                                                                       \
    A = B;                                                                                         \
    B = swapped;                                                                                   \
  } while (0)

void sm_flock_sort(struct sm_flock *flock) {
  struct sm_device *device = flock->device;
  if (flock->count == 0) return;
  struct sm_bins bins = flock->bins;
  bins.count = flock->count;
  bins.mote = flock->mote;
  bins.tag = flock->tag;
  bins.eddies = flock->eddies;
  bins.mote_to = flock->other_mote;
  bins.tag_to = flock->other_tag;
  bins.eddies_to = flock->other_eddies;
  bins.bin = flock->bin;
  bins.rank = flock->rank;
  const int64_t cells = sm_bins_count(&bins);
  const struct sm_box box = sm_flock_box(flock->count);
  const struct sm_box chunks = sm_flock_box((flock->count - 1) / SM_BIN_CHUNK + 1);
  device->backend->clear(device, flock->bin, (size_t)cells * sizeof *flock->bin);
  device->backend->bin_count(device, &chunks, &bins);
  device->backend->scan(device, flock->bin, cells);
  device->backend->bin_move(device, &box, &bins);
  SWAP(struct sm_mote, flock->mote, flock->other_mote);
  SWAP(struct sm_tag, flock->tag, flock->other_tag);
  SWAP(struct sm_eddies, flock->eddies, flock->other_eddies);
  flock->sorted = flock->count;
}

/* Nothing has been enqueued for the bins since they were made: those that are no more are the last
 * ones of those that were put in order. */
enum sm_status sm_flock_trim(struct sm_context *ctx, struct sm_flock *flock) {
  if (flock->sorted == 0 || flock->sorted != flock->count) return SM_OK;
  uint32_t alive;
  const uint32_t *from = flock->bin + sm_bins_count(&flock->bins) - 1;
  SM_TRY(sm_device_download(ctx, flock->device, &alive, from, sizeof alive));
  flock->count = flock->sorted = alive;
  return SM_OK;
}

/* --- steps --- */

void sm_flock_move(struct sm_flock *flock, enum sm_way way, const struct sm_carry *carry) {
  const struct sm_backend *backend = flock->device->backend;
  if (flock->count == 0) return;
  struct sm_carry c = *carry;
  c.count = flock->count;
  c.mote = flock->mote;
  c.tag = flock->tag;
  c.eddies = flock->eddies;
  c.start = flock->start;
  c.kind = flock->kind;
  c.rise = flock->rise;
  c.account = flock->account;
  c.deposit = flock->deposit;
  const struct sm_box box = sm_flock_box(flock->count);
  if (flock->plan->turbulence)
    (way == SM_WAY_FACES ? backend->stir_faces : backend->stir_trilinear)(flock->device, &box, &c);
  else if (way == SM_WAY_FACES)
    backend->carry_faces(flock->device, &box, &c);
  else if (way == SM_WAY_TRILINEAR)
    backend->carry_trilinear(flock->device, &box, &c);
  else if (way == SM_WAY_BSPLINE)
    backend->carry_bspline(flock->device, &box, &c);
  else
    backend->carry_vortex(flock->device, &box, &c);
}

/* --- counting --- */

struct sm_census sm_flock_census(const struct sm_flock *flock, double time) {
  const struct sm_grid *grid = &flock->plan->domain->grid;
  struct sm_census s = {.count = flock->count,
                        .mote = flock->mote,
                        .tag = flock->tag,
                        .kind = flock->kind,
                        .time = (float)time,
                        .columns = {grid->axis[0].n, grid->axis[1].n},
                        .species = flock->plan->species,
                        .account = flock->tally};
  for (int d = 0; d < 3; d++) {
    s.face[d] = flock->place[d];
    s.width[d] = flock->width[d];
  }
  return s;
}

void sm_flock_count(struct sm_flock *flock, const struct sm_census *census) {
  if (flock->count == 0) return;
  const struct sm_box box = sm_flock_box((flock->count - 1) / SM_CENSUS_CHUNK + 1);
  flock->device->backend->census(flock->device, &box, census);
}

enum sm_status sm_flock_balance(struct sm_context *ctx, struct sm_flock *flock, double time,
                                int64_t *out, int64_t *deposit) {
  struct sm_device *device = flock->device;
  const size_t accounts = (size_t)flock->plan->species * SM_ACCOUNTS;
  const size_t columns = (size_t)flock->plan->species * columns_of(flock->plan);
  int64_t *host;
  SM_TRY(sm_alloc(ctx, columns > 2 * accounts ? columns : 2 * accounts, sizeof *host, "the ledger",
                  &host));
  enum sm_status status;
  device->backend->clear(device, flock->tally, accounts * sizeof *host);
  const struct sm_census census = sm_flock_census(flock, time);
  const struct sm_box box = sm_flock_box((flock->count + SM_CENSUS_CHUNK - 1) / SM_CENSUS_CHUNK);
  if (flock->count > 0) device->backend->tally(device, &box, &census);
  SM_TRY_DONE(sm_device_download(ctx, device, host, flock->account, accounts * sizeof *host));
  SM_TRY_DONE(
      sm_device_download(ctx, device, host + accounts, flock->tally, accounts * sizeof *host));
  for (size_t i = 0; i < accounts; i++) out[i] += host[i] + host[accounts + i];
  if (deposit != NULL) {
    SM_TRY_DONE(sm_device_download(ctx, device, host, flock->deposit, columns * sizeof *host));
    for (size_t i = 0; i < columns; i++) deposit[i] += host[i];
  }
done:
  sm_free(host);
  return status;
}
