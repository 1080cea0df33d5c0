/* Selection of the instruction set (x86-64 level) for batches of cells. */
#include "base/context.h"
#include "chem/batch/batch.h"
#include "device/device.h"

#include <stddef.h>

#define DECLARE(LEVEL, LANES)                                                                      \
  SM_BATCH_FUNCTIONS(DECLARE_##LEVEL)                                                              \
  static const struct sm_batch_table table_##LEVEL = {LANES, SM_BATCH_FUNCTIONS(NAME_##LEVEL)};
#define DECLARE_v1(NAME, RESULT, ...) RESULT sm_batch_##NAME(__VA_ARGS__);
#define DECLARE_v3(NAME, RESULT, ...) RESULT sm_batch_##NAME##_v3(__VA_ARGS__);
#define DECLARE_v4(NAME, RESULT, ...) RESULT sm_batch_##NAME##_v4(__VA_ARGS__);
#define DECLARE_one(NAME, RESULT, ...) RESULT sm_batch_##NAME##_one(__VA_ARGS__);
#define DECLARE_one_v3(NAME, RESULT, ...) RESULT sm_batch_##NAME##_one_v3(__VA_ARGS__);
#define DECLARE_one_v4(NAME, RESULT, ...) RESULT sm_batch_##NAME##_one_v4(__VA_ARGS__);
#define NAME_v1(NAME, RESULT, ...) sm_batch_##NAME,
#define NAME_v3(NAME, RESULT, ...) sm_batch_##NAME##_v3,
#define NAME_v4(NAME, RESULT, ...) sm_batch_##NAME##_v4,
#define NAME_one(NAME, RESULT, ...) sm_batch_##NAME##_one,
#define NAME_one_v3(NAME, RESULT, ...) sm_batch_##NAME##_one_v3,
#define NAME_one_v4(NAME, RESULT, ...) sm_batch_##NAME##_one_v4,

DECLARE(v1, SM_BATCH_CELLS)
DECLARE(one, 1)
#ifdef SM_HAVE_X86_LEVELS
DECLARE(v3, SM_BATCH_CELLS)
DECLARE(v4, SM_BATCH_CELLS)
DECLARE(one_v3, 1)
DECLARE(one_v4, 1)
#endif

const struct sm_batch_table *sm_batch_select(int64_t cells) {
  const bool few = cells < SM_BATCH_MIN_CELLS;
#ifdef SM_HAVE_X86_LEVELS
  const int level = sm_cpu_level();
  if (level == 4) return few ? &table_one_v4 : &table_v4;
  if (level == 3) return few ? &table_one_v3 : &table_v3;
#endif
  return few ? &table_one : &table_v1;
}

enum sm_status sm_batch_workspace_create(struct sm_context *ctx, const struct sm_kinetics *k,
                                         size_t lanes, struct sm_batch_workspace *out) {
  const size_t n = (size_t)k->species_count + 1;
  const size_t cached = 3 * (size_t)k->special_count + SM_BATCH_CACHE_KEYS;
  const size_t rows = 14 + SM_CHEM_SEVERAL + 3 * n + (size_t)k->collider_count + cached;
  SM_TRY(sm_alloc(ctx, rows * lanes, sizeof *out->memory, "rates of chemistry", &out->memory));
  double *next = out->memory;
  double **const single[14] = {&out->t,     &out->p,      &out->sun,   &out->zenith, &out->water,
                               &out->log_t, &out->log2_t, &out->per_t, &out->one,    &out->q,
                               &out->by_t,  &out->by_m,   &out->by_p,  &out->total};
  for (int i = 0; i < 14; i++, next += lanes) *single[i] = next;
  double **const many[3] = {&out->c, &out->f, &out->v};
  for (int i = 0; i < 3; i++, next += n * lanes) {
    *many[i] = next;
    for (size_t l = 0; l < lanes; l++) next[(n - 1) * lanes + l] = 1; /* the row of ones */
  }
  out->x = out->one;
  out->several = next;
  out->m = next + SM_CHEM_SEVERAL * lanes;
  out->cached_key = out->m + (size_t)k->collider_count * lanes;
  out->cached = out->cached_key + SM_BATCH_CACHE_KEYS * lanes;
  const enum sm_status status =
      sm_alloc(ctx, 2 * (size_t)k->special_count + 1, sizeof *out->cached_turn,
               "rates of chemistry", &out->cached_turn);
  out->turn = 1;
  if (status != SM_OK) sm_batch_workspace_free(out);
  return status;
}

void sm_batch_workspace_free(struct sm_batch_workspace *space) {
  sm_free(space->memory);
  sm_free(space->cached_turn);
  space->memory = NULL;
  space->cached_turn = NULL;
}

enum sm_status sm_batch_reactor_create(struct sm_context *ctx, const struct sm_kinetics *k,
                                       const struct sm_sparse_lu *sparse, enum sm_chem_mode mode,
                                       size_t lanes, struct sm_batch_reactor *out) {
  const size_t n = (size_t)k->species_count;
  *out = (struct sm_batch_reactor){.k = k, .sparse = sparse, .mode = mode};
  SM_TRY(sm_batch_workspace_create(ctx, k, lanes, &out->space));
  const enum sm_status status =
      sm_alloc(ctx, (4 * n + 2) * lanes, sizeof *out->memory, "reacting cells", &out->memory);
  if (status != SM_OK) {
    sm_batch_workspace_free(&out->space);
    return status;
  }
  out->cp = out->memory;
  out->h = out->cp + n * lanes;
  out->s = out->h + n * lanes;
  out->w = out->s + n * lanes;
  out->energy = out->w + n * lanes;
  out->volume = out->energy + lanes;
  return SM_OK;
}

void sm_batch_reactor_free(struct sm_batch_reactor *reactor) {
  sm_batch_workspace_free(&reactor->space);
  sm_free(reactor->memory);
  reactor->memory = NULL;
}
